#!/usr/bin/env bash
# How long didc takes to start, compared with an older one: pairs of runs in turn, of commands that do little themselves.
#   bash tools/didc/start-up.sh REF [PAIRS]      300 if not given
# Builds the didc of the revision REF and that of the tree with the release profile, each in a folder of its own in
# target/start-up, and prints the medians of both, in milliseconds, and the median of the ratios of the pairs.
# On a machine that does other things too, the times are too long, and the ratios are right all the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly DIR=target/start-up

ref=${1:-}
pairs=${2:-300}
if [ -z "$ref" ] || ! [[ $pairs =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: bash tools/didc/start-up.sh REF [PAIRS]" >&2
    exit 2
fi
commit=$(git rev-parse --verify --quiet --end-of-options "$ref^{commit}") || {
    echo "$ref: no such revision" >&2
    exit 2
}

rm -rf "$DIR/source"
mkdir -p "$DIR/source"
git archive "$commit" | tar -x -C "$DIR/source"
build() {
    cargo build --quiet --locked --release -p didc --manifest-path "$1/Cargo.toml" --target-dir "$DIR/$2"
}
build "$DIR/source" old
build . new
# Both are written in the same way: how the linker wrote a file decides in which pages the system keeps it, and with them
# how long it takes to load.
for which in old new; do
    cp "$DIR/$which/release/didc" "$DIR/didc-$which"
done

echo "$(git rev-parse --short "$commit") and $(git describe --always --dirty), $pairs pairs of runs"
python3 - "$PWD/$DIR/didc-old" "$PWD/$DIR/didc-new" "$pairs" <<'PYTHON'
import os
import statistics
import sys
import time

old, new, n_pairs = sys.argv[1], sys.argv[2], int(sys.argv[3])
os.chdir("tools/didc/tests/data")
null = os.open(os.devnull, os.O_RDWR)


def run(program, arguments):
    """Returns the milliseconds that a run takes, which must succeed."""
    files = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in range(3)]
    start = time.perf_counter()
    pid = os.posix_spawn(program, ["didc", *arguments], os.environ, file_actions=files)
    _, status = os.waitpid(pid, 0)
    elapsed = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{program} {' '.join(arguments)}: status {status}")
    return elapsed * 1_000


print(f"{'':<18} {'before':>8} {'now':>8} {'ratio':>6}")
for arguments in (["check", "ledger.did"], ["--help"], ["hash", "x"]):
    times = {old: [], new: []}
    for n in range(n_pairs + 5):
        # Either is the first one in turn; the first runs load the programs from the disk.
        for program in (old, new) if n % 2 else (new, old):
            elapsed = run(program, arguments)
            if n >= 5:
                times[program].append(elapsed)
    ratio = statistics.median(b / a for a, b in zip(times[old], times[new]))
    before, now = statistics.median(times[old]), statistics.median(times[new])
    print(f"{' '.join(arguments):<18} {before:>8.2f} {now:>8.2f} {ratio:>6.2f}")
PYTHON
