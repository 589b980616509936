#!/usr/bin/env bash
# Holds the figures of the bench canisters against those stored, canbench_results.yml at the root and in
# rust/bench/further, and fails if any differs by more than 0.5 %.
# `bash rust/bench/gate.sh --persist` stores the new ones, which is how a change that is meant is agreed to.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source rust/bench/toolchain.sh

# Measures both canisters, and ends with the worse of their exit codes.
meter() {
    local config status=0 meter
    meter=$(bash tools/ic-meter/build.sh)
    for config in rust/bench/canbench.yml rust/bench/further/canbench.yml; do
        "$meter" bench --config $config \
            --noise-threshold 0.5 --less-verbose --show-summary "$@" || {
            local failed=$?
            [ $failed -le $status ] || status=$failed
        }
    done
    return $status
}

case "${1:-}" in
    --persist)
        # The compiler at hand becomes the one to compare with.
        rustc --version >rust/bench/toolchain.txt
        meter --persist
        ;;
    "")
        if [ $IS_SAME_COMPILER = no ]; then
            meter --fail-on never
            echo >&2
            echo "gate.sh: NOT CHECKED: the stored figures are those of $WANTED," >&2
            echo "gate.sh: this is $(rustc --version). What differs above may be the compiler's doing." >&2
            echo "gate.sh: rustup toolchain install $(cut -d ' ' -f 2 <<<"$WANTED") --target wasm32-unknown-unknown" >&2
            exit 0
        fi
        meter --fail-on change || {
            status=$?
            if [ $status = 1 ]; then
                echo "gate.sh: if these changes are meant: bash rust/bench/gate.sh --persist, and commit what it stores" >&2
            fi
            exit $status
        }
        ;;
    *)
        echo "gate.sh: the only argument is --persist" >&2
        exit 2
        ;;
esac
