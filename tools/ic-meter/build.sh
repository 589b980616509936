#!/usr/bin/env bash
# Builds ic-meter and prints the path of the program. In the development profile, for which Cargo.toml optimises the
# interpreter, and together with a test, so that the features of all dependencies are those of
# `cargo test --all-features`: then tests and scripts share one build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --quiet --locked --all-features --bin ic-meter --test weights
echo "${CARGO_TARGET_DIR:-$PWD/target}/debug/ic-meter"
