#!/usr/bin/env bash
# What it costs to build a crate that depends on candid, this one and the published 0.10.39: dependencies, and the time
# of clean builds, the shortest of some rounds in turn.
#   bash rust/bench/build-cost.sh [ROUNDS]      3 if not given
# CPU time says more than wall time on a machine that does other things too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD

readonly JOBS=2

# As it is for users: candid from a registry would not be compiled incrementally.
export CARGO_INCREMENTAL=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for side in ours incumbent; do
    mkdir -p "$dir/$side/src"
    echo 'pub fn decode(bytes: &[u8]) -> u64 { candid::decode_one(bytes).unwrap() }' >"$dir/$side/src/lib.rs"
    case $side in
        ours) dependency="{ path = \"$root/rust/candid\" }" ;;
        incumbent) dependency='"=0.10.39"' ;;
    esac
    cat >"$dir/$side/Cargo.toml" <<TOML
[package]
name = "$side"
version = "0.0.0"
edition = "2021"

[dependencies]
candid = $dependency

[workspace]
TOML
    cargo generate-lockfile --quiet --manifest-path "$dir/$side/Cargo.toml"
    cargo fetch --quiet --manifest-path "$dir/$side/Cargo.toml"
done

# Prints how many packages the crate of a side depends on through these kinds of edges.
dependencies() {
    local host
    host=$(rustc --version --verbose | sed -n 's/^host: //p')
    cargo tree --offline --manifest-path "$dir/$1/Cargo.toml" --target "$host" --edges "$2" --prefix none |
        sed 's/ (.*//' | sort -u | tail -n +2 | wc -l
}

# Builds a side and prints seconds: of the wall, of the CPU.
build() {
    rm -rf "$dir/$1/target"
    local TIMEFORMAT='%R %U %S'
    # shellcheck disable=SC2086
    { time cargo build --quiet --offline --jobs $JOBS $2 --manifest-path "$dir/$1/Cargo.toml" 2>/dev/null; } 2>&1 |
        awk '{ print $1, $2 + $3 }'
}

row() {
    awk -v name="$1" -v ours="$2" -v theirs="$3" \
        'BEGIN { printf "| %s | %s | %s | %.0f %% |\n", name, ours, theirs, 100 * ours / theirs }'
}

echo '| | ours | 0.10.39 | |'
echo '|---|---:|---:|---:|'
row "dependencies" "$(dependencies ours normal)" "$(dependencies incumbent normal)"
row "the same with those of build scripts" "$(dependencies ours normal,build)" "$(dependencies incumbent normal,build)"

for profile in "" --release; do
    : >"$dir/times"
    for ((round = 0; round < ${1:-3}; round++)); do
        for side in ours incumbent; do
            echo "$side $(build $side "$profile")" >>"$dir/times"
        done
    done
    shortest() {
        awk -v side="$1" -v column="$2" '$1 == side { print $column }' "$dir/times" | sort -n | head -n 1
    }
    row "cargo build${profile:+ $profile}, CPU seconds" "$(shortest ours 3)" "$(shortest incumbent 3)"
    row "cargo build${profile:+ $profile}, seconds with $JOBS jobs" "$(shortest ours 2)" "$(shortest incumbent 2)"
done
