# `make play` and `make test` do all set-up themselves, given Python 3.11 or newer with pip and venv.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test check bench format register transcripts pictures clean

play: $(VENV)/installed
	@$(BIN)/overheat serve

test: $(VENV)/installed-dev
	@scripts/install_test_programs.sh
	$(BIN)/pytest -n auto

check: $(VENV)/installed-dev
	@scripts/install_test_programs.sh
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

bench: $(VENV)/installed-dev
	$(BIN)/pytest benchmarks --benchmark-only --benchmark-columns=min,median,ops,rounds --benchmark-sort=name

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Which rules claim which rulings, and which tests prove them: written anew from the code and the tests.
register: $(VENV)/installed-dev
	$(BIN)/python scripts/index_register.py

# The golden texts under tests/transcripts and tests/counts: written anew, to be read as a diff.
transcripts: $(VENV)/installed-dev
	OVERHEAT_REWRITE=1 $(BIN)/pytest -q tests/transcripts tests/counts

# The pictures in docs/pictures: taken anew by the browser tests, to be looked at.
pictures: $(VENV)/installed-dev
	OVERHEAT_REWRITE=1 $(BIN)/pytest -q tests/browser

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Overheat needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lab,print,table]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
