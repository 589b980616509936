#!/usr/bin/env bash
# Checks Python bindings: `run.sh PYTHON_CHECK FILE…`, the program that exchanges messages, and interfaces. What the check needs
# is installed in target/python-check.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly HERE=tools/python-check OUT=target/python-check
readonly MODULES=$OUT/modules VENV=$OUT/venv
program=$1
shift

[ -x $VENV/bin/mypy ] && cmp -s $HERE/requirements.txt $VENV/requirements.txt || {
    python3 -m venv --clear $VENV
    $VENV/bin/pip install --quiet --disable-pip-version-check --no-deps -r $HERE/requirements.txt
    cp $HERE/requirements.txt $VENV
}
rm -rf $MODULES
"$program" $MODULES $VENV/bin/python "$@" $HERE/values.did tools/didc/tests/data/ledger.did
# As the oldest version of Python that they are for reads them; the interfaces of single rows would only take time.
cp $HERE/usage.py $MODULES
cp $MODULES/did_ledger.py $MODULES/ledger.py
$VENV/bin/python $HERE/guide.py write docs/python.md $MODULES
(cd $MODULES && ../venv/bin/mypy --strict --python-version 3.10 --no-incremental --cache-dir=/dev/null did_*.py usage.py guide.py) &
mypy=$!
$VENV/bin/python -W error $HERE/test.py $MODULES
$VENV/bin/python -W error $HERE/guide.py run $MODULES
$VENV/bin/ruff check --isolated --ignore-noqa --no-cache --quiet --target-version py310 --select E9,F $MODULES
wait $mypy
