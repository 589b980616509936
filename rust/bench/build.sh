#!/usr/bin/env bash
# Builds canisters of benchmarks, in the release profile as everybody's canisters are:
# `bash rust/bench/build.sh ours incumbent`. A name is a directory here that has a Cargo.toml, with a feature in
# `minimal/ours:export`, or one of its two programs in `incumbent/bench`. The modules are in
# target/bench/ours, target/bench/incumbent and, those of the others, target/bench/wasm32-unknown-unknown/release; they
# are the same, byte for byte, wherever the repository and Cargo's own directory are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source rust/bench/toolchain.sh

if [ $IS_SAME_COMPILER = no ]; then
    echo "build.sh: this is $(rustc --version), the stored figures are those of $WANTED" >&2
fi

# Panics name source files. Neither those names nor their lengths may depend on the machine.
root=$PWD
sysroot=$("${RUSTC[@]}" --print sysroot)
hash=$("${RUSTC[@]}" --version --verbose | sed -n 's/^commit-hash: //p')
flags=(
    "--remap-path-prefix=$root=/candid"
    "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    "--remap-path-prefix=$sysroot/lib/rustlib/src/rust=/rustc/$hash"
)
export CARGO_ENCODED_RUSTFLAGS
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}")
# What a shell was told about the release profile for another purpose.
unset "${!CARGO_PROFILE_RELEASE_@}"
export RUSTC_WRAPPER=$root/rust/bench/rustc.sh

# "+1.95.0" is how cargo is told a toolchain, and rustup without the sign. Who has no rustup has the target or not.
! command -v rustup >/dev/null ||
    rustup --quiet target add wasm32-unknown-unknown ${CARGO[1]:+--toolchain "${CARGO[1]#+}"}
for name in "$@"; do
    features=
    [ "${name%:*}" = "$name" ] || features=${name##*:}
    name=${name%:*}
    programs=()
    case $name in
        ours | incumbent) programs=(bench further) ;;
        */bench | */further) programs=("${name##*/}") name=${name%/*} ;;
    esac
    "${CARGO[@]}" build --release --locked --target wasm32-unknown-unknown --features "$features" \
        "${programs[@]/#/--bin=}" --manifest-path "rust/bench/$name/Cargo.toml" --target-dir target/bench
    # Both implementations have programs of the same names, so that not even those differ.
    for program in "${programs[@]}"; do
        mkdir -p "target/bench/$name"
        cp "target/bench/wasm32-unknown-unknown/release/$program.wasm" "target/bench/$name"
    done
done
