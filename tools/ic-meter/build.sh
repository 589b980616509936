#!/usr/bin/env bash
# Builds ic-meter and prints the path of the program. The development profile, in which Cargo.toml has the compiler inside
# wasmtime optimised, so that the tests and all scripts share one build of it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --quiet --locked --workspace --all-features --bin ic-meter
echo "${CARGO_TARGET_DIR:-$PWD/target}/debug/ic-meter"
