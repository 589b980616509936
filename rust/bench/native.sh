#!/usr/bin/env bash
# Measures throughput and allocations beside the published candid and other formats:
#   bash rust/bench/native.sh [--n N] [--seconds S] [--report DIR] [FILTER]...
# The report goes to rust/bench/report, unless names of shapes are given: then it is only printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

unset RUST_BACKTRACE
cargo build --release --locked --manifest-path rust/bench/native/Cargo.toml --target-dir target

report=(--report rust/bench/report)
filters=()
args=("$@")
for ((i = 0; i < ${#args[@]}; i++)); do
    case ${args[i]} in
        --report) report=(); ((i += 1)) ;;
        --*) ((i += 1)) ;;
        *) filters+=("${args[i]}") ;;
    esac
done
[ ${#filters[@]} = 0 ] || report=()

counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
target/release/allocations "${filters[@]}" >"$counts"
target/release/throughput --allocations "$counts" "${report[@]}" "$@"
