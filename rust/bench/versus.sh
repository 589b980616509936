#!/usr/bin/env bash
# Builds the bench canisters with both implementations and prints their figures side by side, those of the 22 well-known
# benchmarks first, with those of code written by hand where there is some, and the sizes of the modules. Names of benchmarks,
# or parts of names, may follow; unless there are some, what is printed is stored in rust/bench/report/instructions.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bash rust/bench/build.sh ours incumbent minimal/ours minimal/incumbent floor
modules=target/bench/wasm32-unknown-unknown/release

meter=$(bash tools/ic-meter/build.sh)
versus() {
    "$meter" versus \
        target/bench/{ours,incumbent}/bench.wasm "$@" \
        --further target/bench/{ours,incumbent}/further.wasm \
        --floor $modules/candid_bench_floor.wasm \
        --minimal $modules/candid_minimal_{ours,incumbent}.wasm
}

if [ $# -gt 0 ]; then
    versus "$@"
    exit
fi
# Not the stored one until it is whole.
report=$(mktemp)
{
    printf '# Instructions and heap pages\n\nMade by `bash rust/bench/versus.sh`, with %s: ' "$(rustc --version | cut -d ' ' -f 1-2)"
    printf 'this `candid`, 0.10.39, both with num-bigint %s, and, where there is some, code written by hand for the same work (`rust/bench/floor`), which is no lower bound. A ratio is the figure of 0.10.39 divided by ours.\n\n' \
        "$(grep -A 1 '^name = "num-bigint"$' rust/bench/ours/Cargo.lock | sed -n 's/^version = "\(.*\)"$/\1/p')"
    printf 'The first table has the 22 well-known benchmarks, of which figures with 0.10.39 are published; the second has further ones.\n\n'
    # What the benchmarks print is no Markdown.
    versus | awk '
        /^Printed by the benchmarks:$/ { print $0 "\n\n```text"; is_printed = 1; next }
        is_printed && /^$/ { print "```"; is_printed = 0 }
        { print }
        END { if (is_printed) print "```" }'
} | tee "$report"
mv "$report" rust/bench/report/instructions.md
