#!/usr/bin/env bash
# Generates JavaScript and TypeScript bindings of the example canisters and runs each one's client.mjs and client.ts against the canister in ic-meter.
# `npm ci --prefix tools/bindings-check` must have been run before.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown
cargo build --release --locked --target wasm32-unknown-unknown \
    --manifest-path rust/examples/Cargo.toml --target-dir target
meter=$(bash tools/ic-meter/build.sh)
# With the features that the tests have built it with.
cargo build --locked --all-features --bin didc

out=target/example-clients
rm -rf $out
mkdir -p $out
canisters=()
for client in rust/examples/*/client.mjs; do
    directory=$(dirname "$client")
    name=$(basename "$directory")
    for language in js:js ts:d.ts; do
        target/debug/didc bind "$directory/$name.did" -t "${language%:*}" -o "$out/$name.${language#*:}"
    done
    cp "$client" "$out/$name.client.mjs"
    if [ -e "$directory/client.ts" ]; then
        mkdir -p "$out/typed"
        target/debug/didc bind "$directory/$name.did" -t ts-client -o "$out/typed/$name.ts"
        cp "$directory/client.ts" "$out/typed/$name.client.ts"
    fi
    canisters+=("$name=target/wasm32-unknown-unknown/release/$name.wasm")
done
node tools/bindings-check/canisters.mjs $out "$meter" "${canisters[@]}"
