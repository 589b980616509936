#!/usr/bin/env bash
# Holds the figures of the published candid against those that were taken from the original of each benchmark
# (reference.txt): prints the table of tools/ic-meter/README.md, and fails if a figure is more than 2 % off, or the heap
# pages are not the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source rust/bench/toolchain.sh

bash rust/bench/build.sh incumbent/bench
meter=$(bash tools/ic-meter/build.sh)
"$meter" bench target/bench/incumbent/bench.wasm \
    --persist --less-verbose --results target/bench/incumbent.yml >/dev/null

# The results are YAML of one shape: a benchmark has two spaces before it, `total` four, a scope six.
awk -F'|' '
    function grouped(digits,   text) {
        for (text = ""; length(digits) > 3; digits = substr(digits, 1, length(digits) - 3))
            text = "," substr(digits, length(digits) - 2) text
        return digits text
    }
    FILENAME ~ /yml$/ {
        key = $0
        sub(/^ +/, "", key)
        sub(/:.*/, "", key)
        value = $0
        sub(/.*: */, "", value)
        if ($0 ~ /^  [^ ]/) bench = key
        else if ($0 ~ /^    total:/) scope = "total"
        else if ($0 ~ /^      [^ ].*:$/) scope = key
        else found[bench, scope, key] = value
        next
    }
    /^#/ { next }
    !has_head++ {
        print "| benchmark | scope | reference | here | ratio | heap pages, reference | here |"
        print "| :-- | :-- | --: | --: | --: | --: | --: |"
    }
    {
        here = found[$1, $2, "instructions"]
        pages = found[$1, $2, "heap_increase"]
        what = tolower($2)
        sub(/^[0-9. ]+/, "", what)
        ratio = here / $3
        printf "| %s | %s | %s | %s | %.4f | %s | %s |\n", $1, what, grouped($3), grouped(here), ratio, \
            grouped($4), grouped(pages)
        off = ratio > 1 ? ratio - 1 : 1 - ratio
        if (here == "" || off * 100 > 2) {
            print "validate.sh: " $1 " " $2 " is more than 2 % off" > "/dev/stderr"
            bad = 1
        }
        if (pages != $4) {
            print "validate.sh: " $1 " " $2 " takes " pages " heap pages, not " $4 > "/dev/stderr"
            bad = 1
        }
    }
    END { exit bad }
' target/bench/incumbent.yml rust/bench/reference.txt || {
    status=$?
    [ $IS_SAME_COMPILER = no ] || exit $status
    echo "validate.sh: NOT CHECKED: the reference is of $WANTED, this is $(rustc --version)" >&2
}
