#!/usr/bin/env bash
# Publishes the crates, each after those that it depends on: `bash tools/release/publish.sh`, with `--dry-run` everything but
# that. Refuses while the manifests have no address of a repository: what is published cannot be changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! python3 tools/release/release.py check || ! python3 tools/release/release.py address; then
    echo "$0: nothing was sent to the registry; \`bash ci.sh package package-verify\` checks packages without an address" >&2
    exit 1
fi
cargo publish --locked "$@" -p candid_wire -p candid_derive -p candid -p candid_parser -p didc
