#!/bin/sh
# Writes requirements/*.txt anew: every package that `make play` and `make test` install, in the newest version that
# pyproject.toml allows, for every system and for Python 3.11 and newer. No index is named: pip takes the one it knows.
set -eu
cd "$(dirname "$0")/.."
python=${1:?the Python of an environment with uv}

lock() {
  name=$1
  shift
  "$python" -m uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --no-emit-index-url \
    --upgrade --output-file "requirements/$name.txt" "$@"
}

lock build requirements/build.in
lock test --extra dev --constraints requirements/build.txt pyproject.toml
lock play --extra lab --extra print --extra table --constraints requirements/test.txt pyproject.toml
