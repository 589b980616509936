#!/usr/bin/env bash
# Tests and packages the extension. The argument is the program didc.
set -euo pipefail
didc=$(realpath "${1:?the program didc}")
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ci --ignore-scripts --no-audit --no-fund
npm run --silent build
DIDC=$didc npm test --silent
npm run --silent package
# What is packaged, and nothing else.
names='import sys, zipfile; print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()), sep="\n")'
diff - <(python3 -c "$names" dist/candid.vsix) <<'END'
[Content_Types].xml
extension.vsixmanifest
extension/LICENSE.txt
extension/dist/extension.js
extension/language-configuration.json
extension/package.json
extension/readme.md
extension/syntaxes/candid.tmLanguage.json
extension/syntaxes/markdown.tmLanguage.json
END
