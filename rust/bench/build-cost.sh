#!/usr/bin/env bash
# What it costs to build crates that depend on candid, this one and the published 0.10.39: the shortest time of some
# rounds in turn.
#   bash rust/bench/build-cost.sh [ROUNDS]      3 if not given
#   bash rust/bench/build-cost.sh types [ROUNDS]   only the second of the two tables
#   bash rust/bench/build-cost.sh count            in place of times, the instructions of rustc for the second, which do not
#                                                  depend on what else the machine does: with valgrind, half an hour
# The first table is of a crate with one call of candid: its dependencies, and a clean build of everything.
# The second is of a crate with the 132 derived types of generated/nns_types.rs, each of them decoded from a message and
# encoded as one: the time of that crate alone, its dependencies being there, and the size of its Wasm module, which
# exports one function. Both sides have the same source.
# CPU time says more than wall time on a machine that does other things too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD

readonly JOBS=2

tables="all"
case "${1:-}" in
    types | count) tables=$1 && shift ;;
esac
rounds=${1:-3}

# As candid from a registry, which is not compiled incrementally; nor is the crate of many types, of which each round compiles
# all.
export CARGO_INCREMENTAL=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

one_call() {
    echo 'pub fn decode(bytes: &[u8]) -> u64 { candid::decode_one(bytes).unwrap() }'
}

many_types() {
    cat "$root/rust/bench/generated/nns_types.rs"
    cat <<'RUST'

type Method = fn(&[u8]) -> candid::Result<Vec<u8>>;

fn method<T: CandidType + for<'de> Deserialize<'de>>(message: &[u8]) -> candid::Result<Vec<u8>> {
    candid::encode_one(candid::decode_one::<T>(message)?)
}

static METHODS: &[Method] = &[
RUST
    sed -n -E 's/^pub (struct|enum) ([A-Za-z0-9_]+).*/    method::<\2>,/p' "$root/rust/bench/generated/nns_types.rs"
    cat <<'RUST'
];

/// Returns the length of the message that a method makes of the message of `n` zeros.
#[no_mangle]
pub extern "C" fn call(method: usize, n: usize) -> usize {
    METHODS[method](&vec![0; n]).unwrap().len()
}
RUST
}

# Makes the crate of a side, `one_call` or `many_types`.
make_crate() {
    local crate=$dir/$1/$2 dependency
    mkdir -p "$crate/src"
    $2 >"$crate/src/lib.rs"
    case $1 in
        ours) dependency="{ path = \"$root/rust/candid\" }" ;;
        incumbent) dependency='"=0.10.39"' ;;
    esac
    cat >"$crate/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2021"

[dependencies]
candid = $dependency
serde = { version = "1", features = ["derive"] }
serde_bytes = "0.11"

[workspace]
TOML
    cargo generate-lockfile --quiet --manifest-path "$crate/Cargo.toml"
    cargo fetch --quiet --manifest-path "$crate/Cargo.toml"
}

# Prints how many packages the crate of a side depends on through these kinds of edges.
dependencies() {
    local host
    host=$(rustc --version --verbose | sed -n 's/^host: //p')
    cargo tree --offline --manifest-path "$dir/$1/one_call/Cargo.toml" --target "$host" --edges "$2" --prefix none |
        sed 's/ (.*//' | sort -u | tail -n +2 | wc -l
}

# Runs cargo on a crate, `ours/one_call`, and prints seconds: of the wall, of the CPU.
run_cargo() {
    local crate=$dir/$1
    shift
    local TIMEFORMAT='%R %U %S'
    { time cargo "$@" --quiet --offline --jobs $JOBS --manifest-path "$crate/Cargo.toml" 2>"$dir/messages"; } 2>&1 |
        awk '{ print $1, $2 + $3 }' || {
        cat "$dir/messages" >&2
        return 1
    }
}

row() {
    awk -v name="$1" -v ours="$2" -v theirs="$3" \
        'BEGIN { printf "| %s | %s | %s | %.0f %% |\n", name, ours, theirs, 100 * ours / theirs }'
}

# Prints the rows of a command: its name, what has to be removed of a crate before, its arguments.
rows() {
    local name=$1 crate=$2 stale=$3
    shift 3
    : >"$dir/times"
    for ((round = 0; round < rounds; round++)); do
        for side in ours incumbent; do
            # shellcheck disable=SC2086
            (cd "$dir/$side/$crate" && rm -rf $stale)
            # A variable of its own, so that a build that fails ends the script.
            measured=$(run_cargo "$side/$crate" "$@")
            echo "$side $measured" >>"$dir/times"
        done
    done
    row "$name, CPU seconds" "$(shortest ours 3)" "$(shortest incumbent 3)"
    row "$name, seconds with $JOBS jobs" "$(shortest ours 2)" "$(shortest incumbent 2)"
}

shortest() {
    awk -v side="$1" -v column="$2" '$1 == side { print $column }' "$dir/times" | sort -n | head -n 1
}

if [ $tables = all ]; then
    for side in ours incumbent; do
        make_crate $side one_call
    done
    echo '| a crate with one call, and its dependencies | ours | 0.10.39 | |'
    echo '|---|---:|---:|---:|'
    row "dependencies" "$(dependencies ours normal)" "$(dependencies incumbent normal)"
    row "the same with those of build scripts" "$(dependencies ours normal,build)" "$(dependencies incumbent normal,build)"
    rows "\`cargo build\`" one_call target build
    rows "\`cargo build --release\`" one_call target build --release
    echo
fi

# Runs a cargo command on the crate of many types of a side, its dependencies being there, and prints how many million
# instructions rustc took for it.
instructions() {
    local side=$1
    shift
    cat >"$dir/rustc" <<'SH'
#!/bin/sh
case " $* " in
    *" --crate-name $COUNTED "*) shift && exec valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file="$COUNTS" "$RUSTC_ITSELF" "$@" ;;
esac
exec "$@"
SH
    chmod +x "$dir/rustc"
    RUSTC_WORKSPACE_WRAPPER=$dir/rustc COUNTED=$side COUNTS=$dir/counts RUSTC_ITSELF=$(rustc --print sysroot)/bin/rustc \
        run_cargo "$side/many_types" "$@" >/dev/null
    awk '$1 == "summary:" { printf "%.0f", $2 / 1e6 }' "$dir/counts"
}

for side in ours incumbent; do
    make_crate $side many_types
done
echo '| a crate with 132 types, alone | ours | 0.10.39 | |'
echo '|---|---:|---:|---:|'
types() {
    local profile=$1 stale
    shift
    stale="target/$profile/.fingerprint/ours-* target/$profile/.fingerprint/incumbent-*"
    # The dependencies.
    for side in ours incumbent; do
        run_cargo $side/many_types "$@" >/dev/null
    done
    if [ $tables = count ]; then
        # shellcheck disable=SC2086
        (cd "$dir" && for side in ours incumbent; do (cd $side/many_types && rm -rf $stale); done)
        row "\`cargo $*\`, million instructions" "$(instructions ours "$@")" "$(instructions incumbent "$@")"
    else
        rows "\`cargo $*\`" many_types "$stale" "$@"
    fi
}
types debug check
types debug build
[ $tables != count ] || exit 0
types release build --release

wasm=wasm32-unknown-unknown
! command -v rustup >/dev/null || rustup --quiet target add $wasm
bytes() {
    run_cargo "$1/many_types" rustc --release --target $wasm --crate-type cdylib >/dev/null
    wc -c <"$dir/$1/many_types/target/$wasm/release/$1.wasm"
}
row "bytes of the Wasm module" "$(bytes ours)" "$(bytes incumbent)"
