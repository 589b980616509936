#!/usr/bin/env bash
# All checks. `bash ci.sh` runs those that every change must pass, `bash ci.sh full` also those that take long or need the
# network, `bash ci.sh tidy lint` those named.
set -euo pipefail
# A command that fails in `$(…)` ends the script, too.
shopt -s inherit_errexit
cd "$(dirname "${BASH_SOURCE[0]}")"

# A backtrace for every error that a test provokes would only cost time.
unset RUST_BACKTRACE
readonly WASM=wasm32-unknown-unknown
readonly MAX_LINES=450
readonly MAX_EXAMPLE_LINES=59
readonly MAX_DEPENDENCIES=46
readonly CRATE_FEATURES=bytes,chrono,indexmap,rust_decimal,serde_bytes,serde_json,smallvec,time,uuid

fail() {
    echo "ci: $*" >&2
    exit 1
}

# Says why a check is left out on this machine; in continuous integration that is a failure.
unchecked() {
    [ -z "${CI:-}" ] || fail "unchecked: $1"
    echo "unchecked: $1"
}

# Prints the one command in README.md that starts with the words given.
readme_command() {
    local found
    found=$(sed -n '/^```sh$/,/^```$/p' README.md | grep "^$1 " || true)
    [ "$(grep -c . <<<"$found")" = 1 ] || fail "README.md must have one command '$1', found: $found"
    echo "$found"
}

# Prints the Rust files, except the fixtures of compile-fail tests, whose expected output contains line numbers.
rust_files() {
    find rust tools examples -name '*.rs' -not -path '*/ui/*' -not -path '*/target/*' | sort
}

check_tidy() {
    local bad=0 file n
    while read -r file; do
        if [[ $(head -n 1 "$file") != '//!'* ]]; then
            echo "$file: does not start with //!"
            bad=1
        fi
        n=$(wc -l <"$file")
        if [[ $file == */src/* && $n -gt $MAX_LINES ]]; then
            echo "$file: $n lines, more than $MAX_LINES"
            bad=1
        fi
    done < <(rust_files)

    # Examples are short, and listed. `rust/examples` has whole canisters.
    while read -r file; do
        n=$(wc -l <"$file")
        [ "$n" -le $MAX_EXAMPLE_LINES ] || {
            echo "$file: $n lines; an example has at most $MAX_EXAMPLE_LINES"
            bad=1
        }
        [[ $file == examples/*.rs ]] && grep -q "^| .*($(basename "$file")) |" examples/README.md || {
            echo "$file: not an example in the tables of examples/README.md"
            bad=1
        }
    done < <(git ls-files ':(glob)**/examples/**/*.rs' ':!rust/examples')

    # Unfinished work, ignored tests, paths of one machine.
    if rust_files | xargs grep -nE '\b(TODO|FIXME|XXX)\b|#\[ignore|/(home|root|tmp|work)/'; then
        bad=1
    fi
    if git ls-files '*.md' '*.mjs' '*.py' '*.java' '*.yml' |
        xargs grep -nE '\b(TODO|FIXME|XXX)\b|/(home|root|tmp|work)/'; then
        bad=1
    fi
    if grep -n '^\[patch' Cargo.toml; then
        echo "Cargo.toml: a patch would not reach those who depend on the crates"
        bad=1
    fi

    # The invariants of ARCHITECTURE.md.
    python3 tools/floors/floors.py rust/candid/src ARCHITECTURE.md '### `rust/candid`' || bad=1
    if grep -n serde rust/candid_wire/Cargo.toml; then
        echo "candid_wire: must not depend on serde"
        bad=1
    fi
    if grep -rnE 'candid_wire::(reader|writer)' rust/candid/src/{types,schema} --include=*.rs | grep -v '/tests.rs:'; then
        echo "types/ and schema/: must not see bytes of a message"
        bad=1
    fi
    if grep -rn 'use serde' rust/candid/src/de/{plan,state,read} --include=*.rs | grep -v '/tests.rs:'; then
        echo "de/plan/, de/state/ and de/read/: must not know serde"
        bad=1
    fi
    local allowed
    allowed=$'data/rest.rs\nde/message/at_types.rs\nde/plan/cache.rs\nde/serde/lazy.rs\nschema/graph.rs\nser/header.rs\nser/rest.rs\ntypes/id.rs\ntypes/registry.rs\nutil/stack/host.rs\nutil/thread_state.rs\nutil/work_count.rs\nvalue/encode.rs\nvalue/value_slot.rs'
    [ "$(cd rust/candid/src && grep -rlE 'thread_(local|state)!' . | sed 's/^..//' | LC_ALL=C sort)" = "$allowed" ] || {
        echo "rust/candid/src: state of threads in other files than ARCHITECTURE.md lists"
        bad=1
    }
    [ "$(cd rust/candid/src && grep -rlE '^[^/]*\bunsafe\b' . | sed 's/^..//')" = de/read/text.rs ] || {
        echo "rust/candid/src: unsafe outside of de/read/text.rs"
        bad=1
    }

    # Std's keys of hash maps are random numbers, an import on WASI: not in what every canister has, or `export_service!`
    # calls. `Gamma` is such a map, for callers: no part makes one.
    if (cd rust/candid/src && grep -rnE '(^|[^"[:alnum:]_])(Hash(Map|Set)\b|Gamma::(new|default|from))' --include='*.rs' container* de pretty schema ser types util traits.rs api) |
        grep -vE '(^|/)tests\.rs:|^types/subtype/model\.rs:|^[^:]*:[0-9]+: *//'; then
        echo "rust/candid/src: std's hash maps"
        bad=1
    fi

    # ARCHITECTURE.md must mention every folder.
    local dir
    for dir in rust/*/ tools/*/; do
        grep -qF "\`${dir%/}\`" ARCHITECTURE.md || {
            echo "ARCHITECTURE.md: does not mention \`${dir%/}\`"
            bad=1
        }
    done

    # Each feature of the command line of candid 0.10.39 (g1 to t7) and each known mistake of it (b1 to b46) has a test
    # with its id in the name.
    local id names
    names=$(ls tools/didc/tests/cases | sed 's/\.console$//'
        grep -rhoE '^ *fn [a-z0-9_]+' --include=*.rs rust/candid/tests rust/candid_parser/tests tools/didc/tests |
            tr ' _' '\n' | sort -u)
    for id in g{1..4} k{1..8} s{1..4} e{1..7} d{1..5} h1 r{1..7} a{1..2} t{1..7} b{1..46} \
        b_{js,ts,did,mo,rs,rs_agent,rs_stub}; do
        grep -qx "$id" <<<"$names" || {
            echo "no test is called $id"
            bad=1
        }
    done

    # The rules of the specification that the code cites, and the files that documents link to, must exist.
    local anchor
    while read -r anchor; do
        grep -q "id=\"$anchor\"" spec/Candid.md || {
            echo "spec/Candid.md: the code cites #$anchor, which is not there"
            bad=1
        }
    done < <(rust_files | xargs grep -ohE 'spec/Candid\.md#[a-z0-9-]+' | sed 's/.*#//' | sort -u)
    python3 tools/floors/references.py ARCHITECTURE.md DESIGN.md CONTRIBUTING.md SECURITY.md || bad=1
    python3 tools/release/release.py check || bad=1
    python3 rust/bench/plot.py --check || bad=1
    local doc target
    while read -r doc; do
        while read -r target; do
            [ -e "$(dirname "$doc")/$target" ] || {
                echo "$doc: links to $target, which is not there"
                bad=1
            }
        done < <(grep -oE '\]\([^)]+\)' "$doc" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^$\|:' | sort -u)
    done < <(git ls-files '*.md')
    [ $bad = 0 ] || fail "not tidy"
}

# The formatting of all workspaces, before anything is built.
check_format() {
    local manifest versions=rust/differential/two_versions
    while read -r manifest; do
        (cd "$(dirname "$manifest")" && cargo fmt --check)
    done < <(git ls-files '*Cargo.toml' | xargs grep -l '^\[workspace' | grep -vE "^$versions/|/bind_rust/check/")
    # Two versions of one crate, which no workspace has as members.
    rustfmt --check --edition 2021 $versions/*/src/lib.rs $versions/program/tests/types.rs
}

check_lint() {
    cargo clippy --locked --workspace --all-targets --all-features -- -D warnings
}

# Each feature must compile alone, without warnings.
check_build() {
    local features
    for features in default "" binary_parser bignum json json,serde_json printer value \
        "$CRATE_FEATURES"; do
        cargo clippy --locked -p candid --no-default-features --features "$features" -- -D warnings
    done
    # As those build an example who copy from it: with the features that `examples/Cargo.toml` names.
    cargo clippy --locked -p candid_examples --examples -- -D warnings
    # Tests, too, with the features that a user gets, and without any: those that need more are left out.
    cargo clippy --locked -p candid --tests -- -D warnings
    cargo clippy --locked -p candid --tests --no-default-features -- -D warnings
    # A bound on the dependencies of candid, which everybody who depends on it compiles. A commit that adds one says why.
    # Six of them are stacker and its dependencies, for the end of the stack; canisters are built without them.
    local n_dependencies
    n_dependencies=$(cargo tree --locked -p candid --target x86_64-unknown-linux-gnu --edges normal,build --prefix none |
        sed 's/ (.*//' | sort -u | tail -n +2 | wc -l)
    [ "$n_dependencies" -le $MAX_DEPENDENCIES ] ||
        fail "candid has $n_dependencies dependencies, more than $MAX_DEPENDENCIES"
}

# The packages as they are published: what is in them, and their dependencies. `package-verify` compiles them.
check_package() {
    local crate list file
    python3 tools/release/dependencies.py || fail "dependencies that are not allowed"
    # With uncommitted changes: cargo publish refuses them.
    package_all --no-verify
    for crate in candid_wire candid_derive candid candid_parser didc; do
        list=$(cargo package --locked --quiet --allow-dirty --list -p "$crate")
        for file in Cargo.toml LICENSE README.md; do
            grep -qx "$file" <<<"$list" || fail "the package $crate has no $file"
        done
    done
}

# Builds the packages, from nothing but what is in them, against each other.
check_package-verify() {
    package_all
}

# Packages the published crates with these options. A warning is a failure, but for tests that are left out on purpose.
package_all() {
    local output
    output=$(cargo package --locked --allow-dirty "$@" -p candid_wire -p candid_derive -p candid -p candid_parser -p didc 2>&1) ||
        fail "cargo package: $output"
    ! grep -v '^warning: ignoring test ' <<<"$output" | grep -A 5 '^warning' || fail "cargo package warns"
    grep ' Packaged ' <<<"$output"
}

check_docs() {
    # As docs.rs builds it, with what shows the features that items need.
    RUSTDOC=$PWD/tools/release/rustdoc.sh RUSTDOCFLAGS="--cfg docsrs -D warnings" \
        cargo doc --locked --no-deps --workspace --all-features
    grep -q 'Available on <strong>crate feature <code>json</code>' "${CARGO_TARGET_DIR:-target}/doc/candid/json/index.html" ||
        fail "the documentation of candid::json does not say that it needs a feature"
    # As users build it: without links to what only a feature has.
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps -p candid
}

check_test() {
    local command
    command=$(readme_command 'cargo test')
    echo "+ $command"
    $command
}

# Each feature that adds implementations for the types of a crate, alone; `build` has all of them together.
check_features() {
    local feature
    for feature in ${CRATE_FEATURES//,/ }; do
        cargo clippy --locked -p candid --no-default-features --features "$feature" -- -D warnings
    done
}

# The tests with derived types decoded by serde's visitors, as in debug builds of users: other stages turn on
# `direct_in_debug`, with all features.
check_visitors() {
    cargo test --locked -p candid --features "binary_parser,value,json,$CRATE_FEATURES" -p candid_parser
}

# The tests of identity and recognition in a release build, in which the compiler merges equal functions; and those of nesting,
# for which it decides how much of the stack a value takes.
check_optimised() {
    cargo test --locked --release -p candid --all-features --test recognition
    cargo test --locked --release -p candid --all-features --test limits nesting
}

check_example() {
    local command
    command=$(readme_command 'cargo run')
    echo "+ $command"
    $command | diff - rust/ledger_example/data/expected.txt
    # Those to copy from print what the text block at their top says.
    local source
    cargo build --quiet --locked --all-features --examples
    for source in examples/*.rs; do
        diff <(sed -n '/^\/\/! ```text$/,/^\/\/! ```$/{/```/d; s/^\/\/! \{0,1\}//; p}' "$source") \
            <("${CARGO_TARGET_DIR:-target}/debug/examples/$(basename "$source" .rs)") ||
            fail "$source: prints something else"
    done
}

# The example canisters, a workspace of their own: builds each, calls it, and compares the replies with the stored ones.
check_examples() {
    cargo clippy --locked --manifest-path rust/examples/Cargo.toml --all-targets --target-dir target -- -D warnings
    cargo test --locked --manifest-path rust/examples/Cargo.toml --target-dir target
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 bash rust/examples/run.sh
}

check_wasm() {
    cargo check --locked -p candid --target $WASM
    cargo check --locked -p candid --target $WASM --all-features
    check_imports
    check_wasm_tests
}

# Runs tests where canisters run: with 32-bit lengths and a stack of a mebibyte. Those that need threads, files or a clock are left
# out, and those that take minutes there.
check_wasm_tests() {
    local tests=(api_paths coercion conformance cost data encode_into errors errors_are_bounded limits pretty subtype types value)
    local meter
    meter=$(bash tools/ic-meter/build.sh)
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$meter run" \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='--cfg getrandom_backend="unsupported"' \
        cargo test --locked -p candid --target $WASM --features all "${tests[@]/#/--test=}"
}

# Builds the minimal canister, with the code that prints its interface, for WASI, and fails if it imports random numbers.
check_imports() {
    local target=wasm32-wasip1
    if command -v rustup >/dev/null && ! rustup --quiet target add $target; then
        unchecked "$target cannot be installed"
        return
    fi
    # Optimised, so that code that no call reaches is left out.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo build --release --locked --target $target --features export \
        --manifest-path rust/bench/minimal/ours/Cargo.toml --target-dir target
    local module=target/$target/release/candid_minimal_ours.wasm
    grep -aq msg_reply $module || fail "wasm: $module has no imports of the system API"
    ! grep -aq random_get $module || fail "wasm: $module imports random numbers"
}

# Runs every message of the corpus and 20,000 generated cases, or DIFFERENTIAL_CASES, through both implementations. With
# little optimisation, because without it takes too long, and compiling takes most of the rest; in the development profile,
# so that procedural macros are those that the tests have built.
check_differential() {
    [ -d ../shared ] || echo "without the corpus of ../shared"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 DIFFERENTIAL_CASES=${DIFFERENTIAL_CASES:-20000} \
        cargo test --locked -p candid_differential
    # Two versions of one crate, which no workspace has as members: fully optimised, because the compiler then merges equal
    # functions. And what is prepared, in the many units of code generation that such a program has.
    cargo test --locked --release --manifest-path rust/differential/two_versions/program/Cargo.toml --target-dir target
}

# Prints the packages of a lock file, each as its name with the part of its version that decides what is compatible,
# and the version.
locked_versions() {
    tr -d '"' <"$1" | awk '
        $1 == "name" { name = $3 }
        $1 == "version" && name != "" {
            split($3, part, ".")
            line = part[1] > 0 ? part[1] : part[2] > 0 ? "0." part[2] : "0.0." part[3]
            print name "@" line, $3
            name = ""
        }' | sort
}

# The benchmarks of both implementations use the same versions of all other dependencies, and pin none. Whether these are
# the newest versions is checked by check_newest, because that depends on the day.
check_locks() {
    local bad=0 differs pin side manifest
    for side in "" minimal/; do
        differs=$(join <(locked_versions "rust/bench/${side}ours/Cargo.lock") \
            <(locked_versions "rust/bench/${side}incumbent/Cargo.lock") | awk '$2 != $3' |
            grep -vE '^candid(_derive|_parser|_wire)?@' || true)
        [ -z "$differs" ] || {
            echo "rust/bench/${side}{ours,incumbent}/Cargo.lock: not the same versions (package, ours, incumbent):"
            echo "$differs"
            bad=1
        }
    done
    for manifest in rust/bench/*/Cargo.toml rust/bench/minimal/*/Cargo.toml; do
        # Only the implementation that is compared with is pinned.
        pin=$(grep -nE '"= *[0-9]' "$manifest" | grep -vE '^[0-9]+:candid(_parser)?(_incumbent)? = .*"=0\.(10\.39|4\.1)"' || true)
        [ -z "$pin" ] || {
            echo "$manifest: pins a dependency: $pin"
            bad=1
        }
    done
    [ $bad = 0 ] || fail "not the same versions on both sides: unpin, run 'cargo update' for both, then bash rust/bench/gate.sh --persist"
}

# All lock files are at the newest versions that their requirements allow. Not among the checks of every change, which
# would fail whenever a dependency has a release.
check_newest() {
    local bad=0 lock behind
    while read -r lock; do
        behind=$(cargo update --dry-run --manifest-path "$(dirname "$lock")/Cargo.toml" 2>&1) ||
            fail "cargo update for $lock: $behind"
        behind=$(grep -E '^ +(Updating|Adding|Removing|Downgrading) [^ ]+ v[0-9]' <<<"$behind" || true)
        [ -z "$behind" ] || {
            echo "$lock: not at the newest versions that its requirements allow:"
            echo "$behind"
            bad=1
        }
    done < <(git ls-files '*Cargo.lock')
    [ $bad = 0 ] || fail "run 'cargo update' there, and take what depends on versions anew, as 'CONTRIBUTING.md' says"
}

# No lock file has a version that its authors withdrew. Not among the checks of every change either.
check_yanked() {
    python3 tools/release/yanked.py || fail "versions that are yanked"
}

# The bench canisters, workspaces of their own: their figures must be the stored ones, and two runs must be equal. Those
# with candid 0.10.39 have the same sources.
check_bench() {
    local side run meter runs=()
    for side in ours minimal/ours floor; do
        cargo clippy --locked --manifest-path "rust/bench/$side/Cargo.toml" \
            --target $WASM --target-dir target -- -D warnings
    done
    # The hand-written code must write and read the same bytes as candid.
    cargo test --locked --manifest-path rust/bench/floor/Cargo.toml --target-dir target
    bash rust/bench/gate.sh
    bash rust/bench/size.sh
    meter=$(bash tools/ic-meter/build.sh)
    # Two runs count the same.
    for run in 1 2; do
        "$meter" bench target/bench/ours/bench.wasm \
            --persist --less-verbose --results target/bench/run_$run.yml >/dev/null &
        runs+=($!)
    done
    wait "${runs[0]}"
    wait "${runs[1]}"
    cmp target/bench/run_1.yml target/bench/run_2.yml
}

# The comparison of all bench canisters runs, the figures of 0.10.39 are those that others have, and the size of the minimal
# canister with it is the one in size.sh.
check_versus() {
    bash rust/bench/validate.sh
    bash rust/bench/versus.sh vec_nat64
    bash rust/bench/size.sh --incumbent
}

# The native benchmarks compile; `native-report` runs them.
check_native() {
    (cd rust/bench/native && cargo clippy --locked --all-targets --target-dir ../../../target -- -D warnings)
}

# The native benchmarks, with few values: each codec must return each shape unchanged, and the report must be written.
# No test depends on time, so little is optimised.
check_native-report() {
    local -x CARGO_PROFILE_RELEASE_OPT_LEVEL=1
    (cd rust/bench/native && cargo test --locked --release --target-dir ../../../target)
    local report
    report=$(mktemp -d)
    bash rust/bench/native.sh --n 200 --seconds 1 --report "$report"
    bash rust/bench/native.sh --criterion --n 200 --seconds 1 small_call
    local file
    for file in report.md throughput.svg throughput.json; do
        [ -s "$report/$file" ] || fail "native.sh has not written $file"
    done
    rm -r "$report"
}

# Adds the interfaces of ../shared to `files` of the caller, where they are.
add_shared_interfaces() {
    if [ -d ../shared/did ]; then
        files+=(../shared/did/*.did)
    else
        echo "without the interfaces of ../shared"
    fi
}

# Builds a program and prints its path: with the features that `cargo test --all-features` has built the crates with.
program() {
    cargo build --quiet --locked --all-features --bin "$1"
    echo "${CARGO_TARGET_DIR:-target}/debug/$1"
}

# Rust bindings, as one crate for each target and two of their types, with the libraries that they use.
check_bindings() {
    local crate=rust/candid_parser/tests/bind_rust/check files program
    # The first is that of docs/pocket-ic.md.
    files=(tools/didc/tests/data/ledger.did rust/candid_parser/tests/bind_rust/hard/*.did
        rust/candid_parser/tests/bindings/hard/*.did)
    add_shared_interfaces
    rm -rf $crate/target/generated
    program=$(program rust_bindings)
    "$program" $crate/target/generated "${files[@]}"
    (cd $crate && cargo check --workspace --locked --target-dir ../../../../../target/bindings-rust)
}

# Bindings for JavaScript, TypeScript and Motoko through the compilers and libraries of those languages; OpenAPI documents
# through a validator, and pages of documentation through a browser where there is one.
check_bindings-js() {
    local dir=target/bindings-check files program
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        unchecked "no node and npm here"
        return
    fi
    files=(rust/candid_parser/tests/bindings/hard/*.did rust/candid_parser/tests/bindings/client_names.did
        tools/didc/tests/data/ledger.did)
    add_shared_interfaces
    npm ci --prefix tools/bindings-check --ignore-scripts --no-audit --no-fund
    rm -rf $dir
    program=$(program bindings_check)
    "$program" $dir "${files[@]}"
    bash tools/doc-check/run.sh "${files[@]}"
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 bash rust/examples/clients.sh
}

# Bindings for Python: messages through their codec, mypy and ruff, the code of the guide.
check_bindings-python() {
    local files program
    if ! python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))'; then
        unchecked "no Python 3.10 here"
        return
    fi
    files=(rust/candid_parser/tests/bindings/hard/*.did rust/candid_parser/tests/bindings/python_names.did)
    add_shared_interfaces
    program=$(program python_check)
    bash tools/python-check/run.sh "$program" "${files[@]}"
}

# Packages of Go through Go's tools, and messages exchanged with them.
check_bindings-go() {
    local dir=target/bindings-go files program
    if ! command -v go >/dev/null; then
        unchecked "no go here"
        return
    fi
    files=(rust/candid_parser/tests/bind_rust/hard/*.did rust/candid_parser/tests/bindings/hard/*.did
        rust/candid_parser/tests/bindings/go_names.did rust/examples/*/*.did)
    add_shared_interfaces
    rm -rf $dir
    program=$(program go_bindings)
    "$program" $dir "${files[@]}"
}

# The extension for VS Code: its colours, and a session with didc through VS Code's protocol library.
check_vscode() {
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        unchecked "no node and npm here"
        return
    fi
    local program
    program=$(program didc)
    bash tools/vscode/check.sh "$program"
}

# The tree-sitter grammar: generates it, and compares its trees with stored ones and what it accepts with the parser.
check_tree-sitter() {
    if ! command -v node >/dev/null; then
        unchecked "no node here"
        return
    fi
    # With Clippy instead of the compiler for the check itself: `cargo clippy` would take as long again for tree-sitter.
    RUSTC_WORKSPACE_WRAPPER=clippy-driver \
        cargo test --locked --manifest-path tools/tree-sitter-candid/check/Cargo.toml --target-dir target
}

check_msrv() {
    local declared toolchain
    declared=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    toolchain=$(rustup toolchain list | grep -oE "^${declared//./\\.}(\.[0-9]+)?-[^ ]+" | head -n 1 || true)
    if [ -n "$toolchain" ]; then
        # A directory of its own, or the two compilers would undo each other's work.
        CARGO_TARGET_DIR=target/msrv cargo "+$toolchain" check --locked \
            -p candid_wire -p candid_derive -p candid_parser -p didc -p ic-meter --all-features
        # Without `uuid`, whose newest version needs a newer one.
        CARGO_TARGET_DIR=target/msrv cargo "+$toolchain" check --locked -p candid \
            --features all,binary_parser,chrono,indexmap,rust_decimal,serde_json,smallvec,time
    else
        echo "unchecked: Rust $declared is declared, but not installed here"
    fi
}

# Builds published crates that depend on candid with this one, and runs their tests.
check_compat() {
    bash tools/compat/run.sh
}

# Each public item of candid 0.10.39 and candid_parser 0.4.1 must be here, or be listed with a reason.
check_api() {
    bash tools/api/run.sh
}

# The differential tests with a million generated cases, and all other random input in the same proportion.
check_night() {
    local -x CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    DIFFERENTIAL_CASES=night cargo test --locked --release -p candid_differential --test generated --test typed \
        --test texts --test syntax --test text_values --test lexer --test binary_parser
}

# Values exchanged with implementations of Candid in other languages, which are from their registries.
check_interop() {
    bash tools/interop/run.sh
}

# Runs each fuzz target for a minute, or for the number of seconds after the name, with AddressSanitizer. Findings are in
# rust/fuzz/artifacts, and are printed with the command that reproduces them.
check_fuzz() {
    local target corpus n
    has_nightly || return 0
    if ! cargo fuzz --version >/dev/null 2>&1; then
        cargo install --locked --root target/cargo-fuzz cargo-fuzz
        PATH=$PWD/target/cargo-fuzz/bin:$PATH
    fi
    # AddressSanitizer may move locals to the heap, which the check of the stack takes for another stack.
    export ASAN_OPTIONS=detect_stack_use_after_return=0
    cargo +nightly fuzz build --fuzz-dir rust/fuzz --target-dir target/fuzz
    for target in rust/fuzz/fuzz_targets/*.rs; do
        target=$(basename "$target" .rs)
        corpus=rust/fuzz/corpus/$target
        mkdir -p "$corpus"
        cargo +nightly fuzz run --fuzz-dir rust/fuzz --target-dir target/fuzz "$target" "$corpus" "rust/fuzz/seeds/$target" -- \
            -max_total_time="$FUZZ_SECONDS" -max_len=4096 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
            >"target/fuzz/$target.log" 2>&1 || {
            tail -n 60 "target/fuzz/$target.log"
            fail "fuzz target $target; its input is in rust/fuzz/artifacts/$target"
        }
        n=$(sed -n 's/^stat::number_of_executed_units: *//p' "target/fuzz/$target.log")
        echo "$target: $n executions in $FUZZ_SECONDS s"
    done
}

# The unsafe code and a part of the decoder under Miri, which finds undefined behaviour.
check_miri() {
    has_nightly || return 0
    if ! cargo +nightly miri --version >/dev/null 2>&1; then
        unchecked "no Miri here: rustup +nightly component add miri rust-src"
        return
    fi
    MIRIFLAGS="-Zmiri-disable-isolation" \
        cargo +nightly miri test --target-dir target/miri -p candid --all-features --lib -- de::read::text
    MIRIFLAGS="-Zmiri-disable-isolation" \
        cargo +nightly miri test --target-dir target/miri -p candid --all-features --test coercion -- opt::
}

# The tests of candid under AddressSanitizer, with some optimisation, because it makes frames large and code slow. Locals
# stay on the stack: otherwise tests of depth would use less of it than without AddressSanitizer.
check_asan() {
    has_nightly || return 0
    local -x CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    RUSTFLAGS="-Zsanitizer=address" ASAN_OPTIONS=detect_stack_use_after_return=0 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
        CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true \
        cargo +nightly test --release --target-dir target/asan --target "$(rustc -vV | sed -n 's/^host: //p')" \
        -p candid --all-features --lib --test coercion --test limits --test fuzz_smoke
}

# Returns whether there is a nightly compiler; fails without one in continuous integration.
has_nightly() {
    if ! cargo +nightly --version >/dev/null 2>&1; then
        unchecked "no nightly toolchain here"
        return 1
    fi
}

readonly QUICK="tidy format locks package lint build docs test example examples wasm differential bench bindings bindings-js bindings-python bindings-go vscode tree-sitter msrv"
readonly FULL="$QUICK features visitors package-verify versus native native-report optimised newest yanked api compat night interop"
# Checks that run only if named.
readonly OTHERS="fuzz miri asan"
FUZZ_SECONDS=60
args=()
for arg in "$@"; do
    if [[ $arg =~ ^[0-9]+$ ]]; then
        FUZZ_SECONDS=$arg
    else
        args+=("$arg")
    fi
done
names=${args[*]:-$QUICK}
! command -v rustup >/dev/null || rustup --quiet target add $WASM
if [ -n "${CI:-}" ]; then
    # Everything is built once and not debugged: fewer bytes to write, and half the disk space.
    export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
fi
[ "$names" != full ] || names=$FULL
for name in $names; do
    [[ " $FULL $OTHERS " == *" $name "* ]] ||
        fail "no check '$name': there are $FULL, or full for all of these, and $OTHERS"
    echo "== $name"
    SECONDS=0
    "check_$name"
    echo "== $name: passed in $SECONDS s"
done
