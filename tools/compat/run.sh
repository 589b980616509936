#!/usr/bin/env bash
# Builds the crates in crates.txt, as published, on the candid and candid_parser of this repository, runs their own
# unit tests, and prints one line for each: `crate version: ok`, or FAIL and why. So it does with the canister in README.md,
# which also has to answer calls, and is switched from the published candid, and back, by the steps that are written there. Names of crates, or `canister`, may follow.
# `--incumbent` first does the same with the published candid, to see what these crates do anyway. `--update` first takes
# the newest versions of what they depend on, and writes them to locks/, where they are taken from otherwise.
# `BLESS=1` writes the texts of interfaces/: with --incumbent those of the published candid, without it how ours differ.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

root=$PWD
side=ours
update=no
case "${1:-}" in
    --incumbent)
        side=incumbent
        shift
        ;;
    --update)
        update=yes
        shift
        ;;
esac
wanted=" $* "
! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown

# Nobody looks at this code in a debugger or builds it twice.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
# All crates share most of what they depend on.
export CARGO_TARGET_DIR=$root/target/compat/build
# What the shell was told about this repository's own builds.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUST_BACKTRACE

# Writes a crate that only depends on the one in question, the way its users do. Each is a workspace of its own: two
# versions of ic-cdk would not get along in one.
write_user() {
    local features=""
    if [ "$FEATURES" != - ]; then
        features=$(sed 's/[^,]*/"&"/g' <<<"$FEATURES")
    fi
    mkdir -p src
    echo '//! Depends on one crate.' >src/lib.rs
    local exports=""
    if [ -e "$interfaces.txt" ]; then
        write_exporter
        exports='candid = "0.10"'
    fi
    cat >Cargo.toml <<TOML
[package]
name = "compat_user"
version = "0.0.0"
edition = "2021"
publish = false

[dependencies]
$CRATE = { version = "=$VERSION", features = [$features] }
$exports

[workspace]
members = []
TOML
    # The crate itself may be an older candid_parser, which has nothing to do with ours.
    write_patch candid $([ "$CRATE" = candid_parser ] || echo candid_parser)
}

# Writes a program that prints the interface that the types listed for this crate have together, and what each is in it.
write_exporter() {
    {
        echo '//! Prints the Candid types of one crate.'
        echo 'use candid::types::{internal::TypeContainer, TypeEnv};'
        echo 'fn main() {'
        echo '    let mut types = TypeContainer::new();'
        echo '    let mut lines = Vec::new();'
        sed 's/.*/    lines.push(format!("&: {}", types.add::<&>()));/' "$interfaces.txt"
        echo '    print!("{}", candid::pretty::candid::compile(&types.env, &None));'
        echo '    println!("\n{}", lines.join("\n"));'
        echo '}'
    } >src/main.rs
}

# Compares the text of that interface with the one stored, which is of the published candid. Where ours differs, the
# difference is stored too; what is defined there is defined here.
check_interface() {
    cargo run --quiet >interface.did
    if [ $side = incumbent ]; then
        [ -z "${BLESS:-}" ] || cp interface.did "$interfaces.did"
        diff "$interfaces.did" interface.did
        return
    fi
    local lost
    lost=$(comm -23 <(grep -o '^type [^ ]*' "$interfaces.did" | sort) <(grep -o '^type [^ ]*' interface.did | sort))
    if [ -n "$lost" ]; then
        echo "error: defined there and not here:" $lost
        return 1
    fi
    diff "$interfaces.did" interface.did >interface.diff || true
    if [ -n "${BLESS:-}" ]; then
        rm -f "$interfaces.diff"
        [ ! -s interface.diff ] || cp interface.diff "$interfaces.diff"
    fi
    local known=/dev/null
    [ ! -e "$interfaces.diff" ] || known=$interfaces.diff
    diff "$known" interface.diff
}

# Appends the patch for the crates that follow, if there is to be one.
write_patch() {
    [ $side = ours ] || return 0
    local name
    echo "[patch.crates-io]" >>Cargo.toml
    for name in "$@"; do
        echo "$name = { path = \"$root/rust/$name\" }" >>Cargo.toml
    done
}

# Takes the versions that this was last built with, for the name given: a run in a year builds what today's does. What
# the lock file does not know, because the crates here have come to depend on it, Cargo adds.
use_lock() {
    [ $update = no ] || return 0
    if [ ! -e "$root/tools/compat/locks/$1.lock" ]; then
        echo "error: there is no locks/$1.lock; --update writes it"
        return 1
    fi
    cp "$root/tools/compat/locks/$1.lock" Cargo.lock
}

# Cargo runs the unit tests of members of a workspace only: copies the published source here and makes it one, for
# everything in the graph.
copy_own() {
    local manifest
    manifest=$(cargo metadata --quiet --format-version 1 |
        grep -oE "\"manifest_path\":\"[^\"]*/registry/src/[^/\"]*/$CRATE-$VERSION/Cargo.toml\"" | head -n 1 | cut -d '"' -f 4)
    cp -r "$(dirname "$manifest")" own
    # Which versions the authors had is not what users get. Cargo has dropped from ours what only the tests need.
    rm -f Cargo.lock own/Cargo.lock
    [ -z "$WITHOUT" ] || sed -i 's/^#\[cfg(.*\btest\b.*)\]/#[cfg(any())]/' "own/$WITHOUT"
    sed -i 's/^members = .*/members = ["own"]/' Cargo.toml
    echo "$CRATE = { path = \"own\" }" >>Cargo.toml
    use_lock "$CRATE-$VERSION"
}

# Prints which of our crates are in the graph, here or published. An older candid_parser stays what it is.
resolved() {
    cargo tree --quiet --workspace --target all --prefix none --format '{p}' |
        grep -E '^(candid|candid_derive) v|^candid_parser v0\.4\.' | sed 's/ (\*)$//' | sort -u || true
}

# A patch that does not fit is not used, which is a warning to Cargo only; so it is with a crate that does not depend on
# candid, which crates.txt has to say.
check_patched() {
    local published used
    [ $side = ours ] || return 0
    used=$(resolved)
    published=$(grep -vF "($root/" <<<"$used" || true)
    if [ -n "$published" ]; then
        echo "error: published and not ours:" $published
        return 1
    fi
    if [ -n "$used" ] && [ "$1" = unused ]; then
        echo "error: said not to use candid:" $used
        return 1
    fi
    if [ -z "$used" ] && [ "$1" != unused ]; then
        echo "error: does not use candid, which crates.txt does not say"
        return 1
    fi
}

# Builds and tests one crate; all that it prints is the log.
check_crate() {
    write_user
    use_lock "$CRATE-$VERSION"
    if [[ $TESTS == [0-9]* ]]; then
        copy_own
    fi
    check_patched "$TESTS"
    if [[ $TARGETS == *wasm32* ]]; then
        cargo check --target wasm32-unknown-unknown
    fi
    # What the tests depend on is built by this.
    cargo build
    if [ -e "$interfaces.txt" ]; then
        check_interface
    fi
    if [[ $TESTS == [0-9]* ]]; then
        cargo test -p "$CRATE" --lib -- ${SKIPPED:+--skip "$SKIPPED"}
    fi
}

# Prints the code of one kind in a section of README.md, between its fences.
readme_code() {
    sed -n "/^## $1\$/,/^## /p" "$root/README.md" | sed -n "/^\`\`\`$2\$/,/^\`\`\`\$/p" | sed '/^```/d'
}

# Runs the command of README.md that makes Cargo let go of what the lock file has, naming what it has, as is said there.
let_go() {
    local command name packages
    packages=$(grep -A 1 '^\[\[package\]\]' Cargo.lock)
    command=$(grep -oE -m 1 '`cargo update [^`]*`' "$root/README.md" | tr -d '\`')
    for name in $(grep -oE -- '-p [a-z_]+' <<<"$command" | cut -d ' ' -f 2); do
        grep -qx "name = \"$name\"" <<<"$packages" || command=${command/ -p $name/}
    done
    echo "+ $command"
    $command
}

check_published() {
    local ours
    ours=$(resolved | grep -F "($root/" || true)
    if [ -n "$ours" ] || [ -z "$(resolved)" ]; then
        echo "error: $1:" $ours
        return 1
    fi
}

# Makes a crate of the canister in README.md, with the published candid; switches, tests, and makes the calls in calls.txt;
# goes back: by the text of README.md, and as docs/migration.md says.
check_canister() {
    mkdir -p src
    { readme_code "A canister" rs
        printf '\n#[cfg(test)]\nmod test;\n'; } >src/lib.rs
    cp "$root"/tools/compat/canister/{canister.did,test.rs} src
    { printf '[package]\nname = "canister"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n'
        readme_code "A canister" toml; } >Cargo.toml
    cp Cargo.toml published.toml
    use_lock canister
    check_published "not published before the patch"
    if [ $side = ours ]; then
        # In the text the path begins with dots.
        readme_code Switching toml | sed "s|…|$root|" >>Cargo.toml
        # If that were not needed, it would not have to be said.
        check_published "ours without the step behind the patch"
        let_go
        check_patched ours
    fi
    cargo test
    cargo build --release --target wasm32-unknown-unknown
    local words=() method arguments
    while read -r method arguments; do
        words+=("$method" "$arguments")
    done <"$root/tools/compat/canister/calls.txt"
    "$meter" call "$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/canister.wasm" "${words[@]}" \
        --did src/canister.did | tee calls.log
    # What calls cost is not the same on both sides.
    diff "$root/tools/compat/canister/replies.txt" <(grep -v ' took [0-9]* instructions$' calls.log)
    if [ $side = ours ]; then
        cp published.toml Cargo.toml
        check_published "still ours without the patch"
        cargo check
    fi
}

# Prints how many tests passed according to a log; nothing if none ran.
passed() {
    sed -nE 's/^test result: .* ([0-9]+) passed; .*/\1/p' "$1" | tail -n 1
}

n_crates=0
n_failed=0
# Runs a check in a directory of its own, for its log. Not within an `if`: there, the first error would not end it.
run() {
    directory=$root/target/compat/$side/$1
    log=$directory/log.txt
    rm -rf "$directory"
    mkdir -p "$directory"
    ((n_crates += 1))
    set +e
    (set -e; cd "$directory"; "$2") >"$log" 2>&1 </dev/null
    status=$?
    set -e
    if [ $update = yes ] && [ $status = 0 ]; then
        cp "$directory/Cargo.lock" "tools/compat/locks/$1.lock"
    fi
}

# Prints what came of it: `result`, or why not.
tell() {
    if [ "$status" != 0 ]; then
        result="FAIL $(grep -m 1 -E '^error|^test .* FAILED|^test result: FAILED|^[<>] ' "$log" || tail -n 1 "$log")"
    fi
    echo "$1: $result"
    if [[ $result == FAIL* ]]; then
        echo "    all of it: ${log#"$root"/}"
        ((n_failed += 1))
    fi
}

while read -r CRATE VERSION FEATURES TARGETS TESTS SKIPPED WITHOUT; do
    [[ "$wanted" =~ ^\ *$ || "$wanted" == *" $CRATE "* ]] || continue
    SKIPPED=${SKIPPED#-}
    interfaces=$root/tools/compat/interfaces/$CRATE-$VERSION
    run "$CRATE-$VERSION" check_crate
    n_tests=$(passed "$log")
    result="ok, $TARGETS"
    case $TESTS in
        -) result+=", built only" ;;
        unused) result+=", does not use candid" ;;
        "$n_tests") result+=", $n_tests tests" ;;
        *) result="FAIL $n_tests tests passed, not $TESTS" ;;
    esac
    [ ! -e "$interfaces.txt" ] || result+=", $(grep -c . "$interfaces.txt") types"
    tell "$CRATE $VERSION"
done < <(grep -vE '^(#|$)' tools/compat/crates.txt)

if [[ "$wanted" =~ ^\ *$ || "$wanted" == *" canister "* ]]; then
    meter=$(CARGO_TARGET_DIR=$root/target bash "$root/tools/ic-meter/build.sh")
    run canister check_canister
    result="ok, wasm32, $(grep -c ' replied: ' "$directory/calls.log" || true) calls answered"
    [ $side != ours ] || result+=", switched by the README, and back"
    tell canister
fi

[ $n_crates != 0 ] || {
    echo "run.sh: neither canister nor in crates.txt:$wanted" >&2
    exit 2
}
[ $n_failed = 0 ]
