#!/usr/bin/env bash
# Publishes the crates, each after those that it depends on: `bash tools/release/publish.sh`, with `--dry-run` everything but
# that. Refuses while the manifests have no address of a repository: what is published cannot be changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 tools/release/release.py check
python3 tools/release/release.py address
cargo publish --locked "$@" -p candid_wire -p candid_derive -p candid -p candid_parser -p didc
