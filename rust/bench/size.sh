#!/usr/bin/env bash
# Prints what the minimal canister weighs with this candid and with the published 0.10.39, and fails if it is more than
# MAX_PERCENT of that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly MAX_PERCENT=60

bash rust/bench/build.sh minimal/ours minimal/incumbent
modules=target/bench/wasm32-unknown-unknown/release
ours=$(wc -c <$modules/candid_minimal_ours.wasm)
incumbent=$(wc -c <$modules/candid_minimal_incumbent.wasm)
echo "minimal canister: $ours bytes, with candid 0.10.39 $incumbent: $((100 * ours / incumbent)) %"
[ $((100 * ours)) -le $((MAX_PERCENT * incumbent)) ] || {
    echo "size.sh: more than $MAX_PERCENT %" >&2
    exit 1
}
