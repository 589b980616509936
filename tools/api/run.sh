#!/usr/bin/env bash
# Lists the public items of candid, candid_parser and candid_derive, hidden ones, auto traits and derived implementations
# included: of this repository and of the incumbent, with the same tool and the same compiler. A test then wants each
# item of the incumbent here, or in the section api of rust/differential/known.txt with a reason. Needs the registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

root=$PWD
directory=$root/target/api
# What rustdoc writes for programs changes from version to version: this tool reads what this compiler writes. Both are
# the newest of their kind in November 2026.
tool_version=0.52.0
toolchain=$(cut -d ' ' -f 2 rust/bench/toolchain.txt)
if ! rustup toolchain list | grep -q "^$toolchain-"; then
    if rustc --version | grep -q "^rustc $toolchain "; then
        toolchain=
    else
        echo "unchecked: Rust $toolchain is not installed" >&2
        [ -z "${CI:-}" ] && exit 0 || exit 1
    fi
fi

unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUST_BACKTRACE
# The option is one of nightly compilers; this is how a stable one takes it.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$directory/build

if ! "$directory/tool/bin/cargo-public-api" --version 2>/dev/null | grep -qF " $tool_version"; then
    env -u RUSTC_BOOTSTRAP cargo install --quiet --locked --root "$directory/tool" --version "=$tool_version" cargo-public-api
fi

# Writes a crate with the dependencies that follow: features can be asked for in a manifest only.
write_crate() {
    mkdir -p "$directory/$1/src"
    echo '//! Depends on what is listed.' >"$directory/$1/src/lib.rs"
    printf '[package]\nname = "api_%s"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n' "$1" \
        >"$directory/$1/Cargo.toml"
    printf '%s\n' "${@:2}" >>"$directory/$1/Cargo.toml"
}

# Lists the crates of one side, each given as it is to be named to cargo.
list() {
    local package name
    (cd "$directory/$1" && cargo ${toolchain:+"+$toolchain"} metadata --format-version 1 \
        --filter-platform "$(rustc -vV | sed -n 's/^host: //p')" >metadata.json)
    for package in "${@:2}"; do
        name=${package%@*}
        (cd "$directory/$1" && cargo ${toolchain:+"+$toolchain"} rustdoc --quiet --lib -p "$package" -- \
            -Z unstable-options --output-format json --document-hidden-items --cap-lints allow)
        mv "$CARGO_TARGET_DIR/doc/$name.json" "$directory/$1/$name.json"
        "$directory/tool/bin/cargo-public-api" public-api --omit blanket-impls \
            --rustdoc-json "$directory/$1/$name.json" >"$directory/$1/$name.txt"
        echo "$1: $(wc -l <"$directory/$1/$name.txt") items of $name"
    done
}

write_crate incumbent 'candid = { version = "=0.10.39", features = ["all"] }' \
    'candid_parser = { version = "=0.4.1", features = ["all"] }' 'candid_derive = "=0.10.39"'
list incumbent candid@0.10.39 candid_parser@0.4.1 candid_derive@0.10.39
write_crate ours "candid = { path = \"$root/rust/candid\", features = [\"all\", \"binary_parser\"] }" \
    "candid_parser = { path = \"$root/rust/candid_parser\", features = [\"all\"] }" \
    "candid_derive = { path = \"$root/rust/candid_derive\" }"
list ours candid candid_parser candid_derive

unset RUSTC_BOOTSTRAP CARGO_TARGET_DIR
CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 API_LISTS=$directory \
    cargo test --quiet --locked --release -p candid_differential --test api
