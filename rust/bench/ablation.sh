#!/usr/bin/env bash
# Measures what each mechanism of speed saves: for each switch in MECHANISMS, builds the bench canisters with it off, in a
# copy of the tracked files, runs the 22 benchmarks and the further ones, and prints a row of a Markdown table. A benchmark
# that fails ends the script. Names of switches may follow, several that are off together joined by +; unless there are
# some, all are measured, and the table replaces the one in DESIGN.md.
# With --test before them, tests of decoding run with each switch off, too: the benchmarks only fail on errors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C

readonly MECHANISMS=(rust/candid/src/util/mechanisms.rs rust/candid_wire/src/mechanisms.rs)
readonly WORK=target/ablation
# One copy for all switches, with one target directory: only crates that depend on a switch are compiled again.
readonly TREE=$WORK/tree
readonly MODULE=$TREE/target/bench/ours/bench.wasm
readonly METER=$WORK/ic-meter

fail() {
    echo "ablation.sh: $1" >&2
    exit 1
}

# Prints all switches, each with the number of lines in its doc comment.
switches() {
    awk '
        /^\/\/\/ [0-9]+ lines\.$/ { lines = $2 }
        /^pub\(crate\) const [A-Z_]+: bool = true;$/ {
            name = $3
            sub(/:$/, "", name)
            print name, lines + 0
            lines = 0
        }' "${MECHANISMS[@]}"
}

copy_tree() {
    mkdir -p "$TREE"
    find "$TREE" -mindepth 1 -maxdepth 1 ! -name target -exec rm -rf {} +
    # With the time of now, because Cargo compares times.
    git ls-files -z | tar --null --files-from=- -cf - | tar -C "$TREE" -xmf -
}

# Turns the switches with the names $1, joined by +, off in the copy, and all others on.
turn_off() {
    local name file expressions=(-e '')
    for name in ${1//+/ }; do
        expressions+=(-e "s/^\(pub(crate) const $name: bool = \)true;\$/\1false;/")
    done
    for file in "${MECHANISMS[@]}"; do
        sed "${expressions[@]}" "$file" >$WORK/switched.rs
        cmp -s $WORK/switched.rs "$TREE/$file" || cp $WORK/switched.rs "$TREE/$file"
    done
    for name in ${1//+/ }; do
        cat "${MECHANISMS[@]/#/$TREE/}" | grep -c "^pub(crate) const $name: bool = false;\$" >/dev/null ||
            fail "$name: no such switch, those there are: $(switches | awk '{ printf "%s ", $1 }')"
    done
}

# Builds the canister of the copy, and stores the figures in the file $1.
measure() {
    bash "$TREE/rust/bench/build.sh" ours >&2
    local module
    : >"$1"
    for module in bench further; do
        rm -f $WORK/results.yml
        # Built before, from this tree: no change to it while the script runs makes a difference.
        $METER bench $TREE/target/bench/ours/$module.wasm \
            --persist --less-verbose --results $WORK/results.yml >/dev/null
        figures $WORK/results.yml >>"$1"
    done
}

# Prints a line for each scope, or for a whole benchmark without scopes: benchmark, scope, instructions, with tabs.
figures() {
    awk '
        /^  [^ ].*:$/ { name = unquoted(); scope = "" }
        /^      [^ ].*:$/ { scope = unquoted() }
        $1 == "instructions:" && scope == "" { total = $2 }
        $1 == "instructions:" && scope != "" { print name "\t" scope "\t" $2 }
        index($0, "    scopes: {}") == 1 { print name "\t\t" total }
        function unquoted(key) {
            key = $0
            sub(/^ +/, "", key)
            sub(/:$/, "", key)
            if (key ~ /^\047.*\047$/) {
                key = substr(key, 2, length(key) - 2)
            }
            return key
        }' "$1"
}

# Prints the scopes that take at least 5 % more instructions in the figures $2 than in $1, the dearest first.
dearest() {
    awk -F '\t' '
        NR == FNR { before[$1, $2] = $3; next }
        $3 >= 1.05 * before[$1, $2] {
            scope = ($2 == "") ? "" : tolower(" " $2)
            sub(/ [0-9]+\. /, " ", scope)
            more = $3 / before[$1, $2] - 1
            printf "%.6f\t%s%s +%.0f %%\n", more, $1, scope, 100 * more
        }' "$1" "$2" | sort -gr | awk -F '\t' '
        NR <= 5 { printf "%s%s", (NR > 1) ? ", " : "", $2 }
        END {
            if (NR > 5) { printf ", and %d more", NR - 5 }
            if (NR == 0) { printf "none" }
        }'
}

# Prints the geometric mean over the scopes $3 of how much more the figures $2 are than $1.
mean() {
    awk -F '\t' -v scope="$3" '
        NR == FNR { before[$1, $2] = $3; next }
        index($2, scope) { sum += log($3 / before[$1, $2]); n++ }
        END { printf "%+.1f %%", 100 * (exp(sum / n) - 1) }' "$1" "$2"
}

# Prints the row of the switches with the names $1, joined by +. Each value first in a variable: so a failure ends the
# script.
row() {
    local lines scopes decoding encoding bytes shown
    turn_off "$1"
    if [ $WITH_TESTS = yes ]; then
        (cd $TREE && cargo test --quiet --locked -p candid --all-features --target-dir target \
            --test conformance --test equivalence) >&2
    fi
    measure $WORK/off.tsv
    [ "$(cut -f 1,2 $WORK/off.tsv)" = "$(cut -f 1,2 $WORK/on.tsv)" ] || fail "$1: not the same benchmarks"
    lines=$(switches | awk -v names="+$1+" 'index(names, "+" $1 "+") { n += $2 } END { print n + 0 }')
    scopes=$(dearest $WORK/on.tsv $WORK/off.tsv)
    decoding=$(mean $WORK/on.tsv $WORK/off.tsv Decoding)
    encoding=$(mean $WORK/on.tsv $WORK/off.tsv Encoding)
    bytes=$(($(wc -c <$MODULE) - SIZE))
    shown="\`${1//+/\`, \`}\`"
    [ "$1" != "$ALL" ] || shown="all of them"
    printf '| %s | %s | %s | %s | %s | %+d |\n' "$shown" "$lines" "$scopes" "$decoding" "$encoding" "$bytes"
}

table() {
    local name
    printf '| Off | Lines | Dearer by 5 %% or more | Decoding | Encoding | Module, bytes |\n'
    printf '| :-- | --: | :-- | --: | --: | --: |\n'
    for name in "$@"; do
        row "$name"
    done
}

WITH_TESTS=no
if [ "${1:-}" = --test ]; then
    WITH_TESTS=yes
    shift
fi
ALL=$(switches | awk '{ printf "%s%s", (NR > 1) ? "+" : "", $1 }')
readonly WITH_TESTS ALL

mkdir -p $WORK
cp "$(bash tools/ic-meter/build.sh)" $METER
copy_tree
turn_off ""
measure $WORK/on.tsv
SIZE=$(wc -c <$MODULE)
readonly SIZE

if [ $# -gt 0 ]; then
    table "$@"
    exit
fi
# Behind the first of these two, the second is hardly ever reached.
# shellcheck disable=SC2046 # names are words
set -- $(switches | awk '{ print $1 }') "$ALL"
table "$@" | tee $WORK/table.md
# Not before it is whole.
awk -v table=$WORK/table.md '
    /^<!-- end of the table -->$/ { is_old = 0 }
    !is_old { print }
    /^<!-- made by rust\/bench\/ablation.sh/ {
        is_old = 1
        while ((getline line < table) > 0) { print line }
    }' DESIGN.md >$WORK/design.md
cp $WORK/design.md DESIGN.md
