#!/usr/bin/env bash
# Exchanges typed values with implementations of Candid that have nothing in common with this one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --release --locked -p didc
npm ci --prefix tools/bindings-check --ignore-scripts --no-audit --no-fund
node tools/interop/javascript.mjs target/release/didc
