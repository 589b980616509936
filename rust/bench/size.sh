#!/usr/bin/env bash
# Prints the size of the minimal canister with this candid, beside that with the published 0.10.39, and fails if it is
# more than MAX_PERCENT of that. `bash rust/bench/size.sh --incumbent` builds the latter too, and fails if INCUMBENT is not
# its size. Fails also if the module with the code that prints its interface imports anything but the system API; that it
# needs no random numbers on WASI either, the stage `wasm` of ci.sh checks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source rust/bench/toolchain.sh

readonly MAX_PERCENT=60
# Bytes, compiled by the compiler of the stored figures.
readonly INCUMBENT=605674

modules=target/bench/wasm32-unknown-unknown/release
bash rust/bench/build.sh minimal/ours:export
# ic-meter runs no module with another import. Without the interface in a file, it asks the canister for it.
meter=$(bash tools/ic-meter/build.sh)
reply=$("$meter" call $modules/candid_minimal_ours.wasm greet '(record { name = "a"; amount = 1 })' | head -n 1)
[ "$reply" = 'greet replied: (record { total = 2 : nat64; greeting = "a" })' ] || {
    echo "size.sh: the minimal canister does not work: $reply" >&2
    exit 1
}
bash rust/bench/build.sh minimal/ours
ours=$(wc -c <$modules/candid_minimal_ours.wasm)
if [ "${1:-}" = --incumbent ]; then
    bash rust/bench/build.sh minimal/incumbent
    incumbent=$(wc -c <$modules/candid_minimal_incumbent.wasm)
    [ $IS_SAME_COMPILER = no ] || [ "$incumbent" = $INCUMBENT ] || {
        echo "size.sh: with candid 0.10.39 it has $incumbent bytes, not $INCUMBENT" >&2
        exit 1
    }
fi
echo "minimal canister: $ours bytes, with candid 0.10.39 $INCUMBENT: $((100 * ours / INCUMBENT)) %"
[ $((100 * ours)) -le $((MAX_PERCENT * INCUMBENT)) ] || {
    echo "size.sh: more than $MAX_PERCENT %" >&2
    exit 1
}
