#!/usr/bin/env bash
# Builds the bench canister with both implementations and prints their figures side by side.
# Names of benchmarks, or parts of names, may follow.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

wasm=target/wasm32-unknown-unknown/release
for side in ours incumbent; do
    cargo build --release --locked --target wasm32-unknown-unknown \
        --manifest-path "rust/bench/$side/Cargo.toml" --target-dir target
done
cargo run --release --locked -p ic-meter -- \
    versus "$wasm/candid_bench_ours.wasm" "$wasm/candid_bench_incumbent.wasm" "$@"
