#!/bin/sh
# Runs tests against the lowest versions that pyproject.toml declares, in an environment of its own under build/lowest.
# Old libraries warn of newer ones beside them; that is theirs to say, so warnings are no errors here.
set -eu
cd "$(dirname "$0")/.."
python=${1:?the Python of an environment with uv}
shift
[ $# -gt 0 ] || set -- tests/cli tests/table tests/kernel tests/classic/recordsheet tests/alphastrike tests/odds tests/test_readme.py

"$python" -m uv venv --quiet --clear --python "$python" build/lowest
"$python" -m uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct --editable '.[dev]'
exec build/lowest/bin/python -m pytest -q -n auto -p no:cacheprovider -o filterwarnings=default "$@"
