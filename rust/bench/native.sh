#!/usr/bin/env bash
# Measures throughput and allocations beside the published candid and other formats:
#   bash rust/bench/native.sh [--n N] [--seconds S] [--report DIR] [FILTER]...
#   bash rust/bench/native.sh --criterion [--n N] [--seconds S] [FILTER]...
# The report goes to rust/bench/report, unless names of shapes are given: then it is only printed.
# With --criterion as the first argument there is no report: Criterion compares with its own last run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

unset RUST_BACKTRACE
crate=(--locked --manifest-path rust/bench/native/Cargo.toml --target-dir target)
if [ "${1:-}" = --criterion ]; then
    exec cargo bench "${crate[@]}" -- "${@:2}"
fi
cargo build --release "${crate[@]}"

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
