#!/usr/bin/env bash
# Builds the example canisters, makes the calls of each one's calls.txt with ic-meter and compares what is answered with
# its replies.txt, which `bash rust/examples/run.sh --update` writes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown
cargo build --release --locked --target wasm32-unknown-unknown \
    --manifest-path rust/examples/Cargo.toml --target-dir target
meter=$(bash tools/ic-meter/build.sh)

found=0
for calls in rust/examples/*/calls.txt; do
    directory=$(dirname "$calls")
    module=target/wasm32-unknown-unknown/release/$(basename "$directory").wasm
    # Each line is a method and its arguments; the first is the installation. Comments are for people.
    words=()
    while read -r method arguments; do
        words+=("$method" "$arguments")
    done < <(grep -v '^#' "$calls")
    [ "${words[0]}" = init ] || { echo "run.sh: $calls must begin with init" >&2; exit 2; }
    # The options of ic-meter that the example needs.
    options=()
    [ ! -f "$directory/options.txt" ] || read -ra options <"$directory/options.txt"
    replies=$("$meter" call "$module" "${words[@]:2}" --init-args "${words[1]}" "${options[@]}" \
        --did "$directory/$(basename "$directory").did")
    # What the calls cost depends on the compiler, so it is printed and not compared.
    echo "$directory: $(grep -c ' replied: ' <<<"$replies") replies"
    grep ' took [0-9]* instructions$' <<<"$replies" | sort | uniq
    replies=$(grep -v ' took [0-9]* instructions$' <<<"$replies")
    if [ "${1:-}" = --update ]; then
        echo "$replies" >"$directory/replies.txt"
    fi
    diff "$directory/replies.txt" <(echo "$replies")
    ((found += 1))
done
[ "$found" != 0 ]
