#!/usr/bin/env bash
# Gives what `didc doc` and `didc schema` write to a browser and to a validator: see check.mjs.
#
#     bash tools/doc-check/run.sh [--screenshots] [FILE.did…]
#
# Pages are those of two interfaces and of a large one, OpenAPI documents those of the two and of all the files. With
# --screenshots, the pages of the example are photographed for this folder.
set -euo pipefail
cd "$(dirname "$0")/../.."

shots=()
if [ "${1:-}" = --screenshots ]; then
    shots=(tools/doc-check/screenshots)
    mkdir -p "${shots[0]}"
    shift
fi
npm ci --prefix tools/doc-check --ignore-scripts --no-audit --no-fund
# With the features that the tests have built it with.
cargo build --quiet --locked --all-features --bin didc
didc=${CARGO_TARGET_DIR:-target}/debug/didc
dir=target/doc-check
rm -rf "$dir"
mkdir -p "$dir"
"$didc" doc tools/didc/tests/data/ledger.did --title 'The ledger' -o "$dir/ledger.html"
if [ ${#shots[@]} = 0 ]; then
    "$didc" doc rust/candid_parser/tests/describe/hostile.did -o "$dir/hostile.html"
    # More methods and types than a screen has lines.
    {
        for n in {1..60}; do echo "type Type$n = record { a : nat; b : opt Type$n };"; done
        echo "service : {"
        for n in {1..60}; do echo "method$n : (Type$n) -> (Type$n) query;"; done
        echo "}"
    } >"$dir/large.did"
    "$didc" doc "$dir/large.did" -o "$dir/large.html"
fi
n=0
for file in tools/didc/tests/data/ledger.did rust/candid_parser/tests/describe/hostile.did "$@"; do
    if "$didc" model "$file" | grep -q '^"service":{'; then
        n=$((n + 1))
        "$didc" schema "$file" -o "$dir/$n.openapi.json"
    fi
done
node tools/doc-check/check.mjs "$dir" "${shots[@]}"
