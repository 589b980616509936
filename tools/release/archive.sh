#!/usr/bin/env bash
# Packs `didc` as it was built for a target: `archive.sh TARGET` writes dist/didc-TARGET.tar.gz, or .zip for Windows, in the
# root of the repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=$1
name=didc-$target
rm -rf "dist/$name"
mkdir -p "dist/$name"
case $target in
*-windows-*) cp "${CARGO_TARGET_DIR:-target}/$target/release/didc.exe" "dist/$name/" ;;
*) cp "${CARGO_TARGET_DIR:-target}/$target/release/didc" "dist/$name/" ;;
esac
cp LICENSE CHANGELOG.md tools/didc/README.md "dist/$name/"
cd dist
case $target in
*-windows-*) 7z a -bso0 "$name.zip" "$name" ;;
*) tar -czf "$name.tar.gz" "$name" ;;
esac
rm -r "$name"
