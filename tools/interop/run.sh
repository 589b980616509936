#!/usr/bin/env bash
# Exchanges typed values with implementations of Candid that have nothing in common with this one: with all of them, or
# with those named. What they need is installed below target/interop.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly HERE=tools/interop OUT=target/interop
readonly PEERS="icp-sdk-core icp-py-core ic4j-candid"

# Without the optimizations of a release across crates, which take minutes.
CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 cargo build --release --locked -p didc
node $HERE/cases.mjs $OUT
bad=0
for peer in ${*:-$PEERS}; do
    case $peer in
    icp-sdk-core)
        npm ci --prefix tools/bindings-check --ignore-scripts --no-audit --no-fund
        command=(node $HERE/peers/$peer.mjs)
        ;;
    icp-py-core)
        python3 -m venv $OUT/$peer
        $OUT/$peer/bin/pip install --quiet --disable-pip-version-check --no-deps -r $HERE/peers/$peer.txt
        command=($OUT/$peer/bin/python $HERE/peers/$peer.py)
        ;;
    ic4j-candid)
        mvn --quiet --batch-mode -f $HERE/peers/$peer.xml -Dmaven.repo.local="$PWD/$OUT/$peer/repository" \
            org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
            -DoutputDirectory="$PWD/$OUT/$peer/lib"
        command=(java -Xmx1g -cp "$OUT/$peer/lib/*" $HERE/peers/Ic4jCandid.java)
        ;;
    *)
        echo "no peer '$peer': there are $PEERS" >&2
        exit 1
        ;;
    esac
    echo "$peer:"
    node $HERE/exchange.mjs target/release/didc $OUT $HERE/known/$peer.txt "${command[@]}" || bad=1
done
exit $bad
