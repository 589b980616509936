#!/usr/bin/env bash
# What Cargo calls in place of rustc while it builds canisters of benchmarks (build.sh says so).
#
# Cargo tells crates apart by a hash that, for a crate of this repository and for all that depend on one, has the
# directory of the repository in it. The order of functions follows from that hash, and what is inlined from the
# order: figures of a few hundred thousand instructions move by 0.3 %. Name and version tell apart just as well.
set -euo pipefail

args=()
for arg in "$@"; do
    case $arg in
        metadata=*) arg="metadata=${CARGO_PKG_NAME:-}-${CARGO_PKG_VERSION:-}" ;;
    esac
    args+=("$arg")
done
exec "${args[@]}"
