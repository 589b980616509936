# Which compiler the figures are taken with; to be sourced. The stored figures are those of the one in toolchain.txt,
# because another one generates other code. Without that one it is the one at hand, and IS_SAME_COMPILER says no.

BENCH=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
WANTED=$(cat "$BENCH/toolchain.txt")
CARGO=(cargo)
RUSTC=(rustc)
IS_SAME_COMPILER=yes
if [ "$(rustc --version)" != "$WANTED" ]; then
    # "rustc 1.95.0 (59807616e 2026-04-14)" is the toolchain 1.95.0.
    version=$(cut -d ' ' -f 2 <<<"$WANTED")
    if [ "$(rustup run "$version" rustc --version 2>/dev/null)" = "$WANTED" ]; then
        CARGO=(cargo "+$version")
        RUSTC=(rustc "+$version")
    else
        IS_SAME_COMPILER=no
    fi
fi
