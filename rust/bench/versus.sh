#!/usr/bin/env bash
# Builds the bench canister with both implementations and prints their figures side by side, with those of code
# written by hand where there is some, and the sizes of the modules. Names of benchmarks, or parts of names, may follow.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

names=(ours incumbent minimal/ours minimal/incumbent)
modules=target/bench/wasm32-unknown-unknown/release
floor=()
if [ -e rust/bench/floor/Cargo.toml ]; then
    names+=(floor)
    floor=(--floor "$modules/candid_bench_floor.wasm")
fi
bash rust/bench/build.sh "${names[@]}"
cargo run --release --locked -p ic-meter -- versus \
    "$modules/candid_bench_ours.wasm" "$modules/candid_bench_incumbent.wasm" "$@" "${floor[@]}" \
    --minimal "$modules/candid_minimal_ours.wasm" "$modules/candid_minimal_incumbent.wasm"
