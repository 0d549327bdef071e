# `make play` and `make test` do all set-up themselves, given Python 3.11 or newer with pip and venv. They install the
# versions in requirements/; where those cannot be had, as on a Python newer than they are, the newest that will do.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
QUICK := tests/kernel tests/classic tests/platoon tests/counts tests/transcripts tests/test_boundaries.py \
  $(addprefix --ignore=tests/classic/,battle_value construction cost unitfile)
# What is compiled is kept: pytest would rewrite its plugins in each of its processes anew.
export PYTHONDONTWRITEBYTECODE :=
# Four more than there are cores: tests of pages and servers wait as much as they compute. Who has no tests left takes
# half of those that another has before it, so that all of them end together.
WORKERS = $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 4)")
NEWEST := echo "The versions in requirements/ cannot be installed here; taking the newest that pyproject.toml allows." >&2

.PHONY: play environment test check lint quick bench format register map options planets reference transcripts pictures site lock lowest clean

play: $(VENV)/installed
	@$(BIN)/python -m overheat serve

# Everything that tests and lint need of Python.
environment: $(VENV)/installed-dev

# In a fresh clone the tests are compiled once before they are shared out: else every worker would compile all of them.
test: $(VENV)/installed-dev
	@scripts/install_test_programs.sh
	@[ -d tests/__pycache__ ] || $(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Everything that must hold before a change lands.
check: lint test

# Form, types, and which package may import which.
lint: $(VENV)/installed-dev
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

# The tests worth running while working: rules, engines and golden files, without browser, table, saves and corpus.
quick: $(VENV)/installed-dev
	@$(BIN)/python -m pytest -n auto --dist worksteal -q $(QUICK)

bench: $(VENV)/installed-dev
	$(BIN)/python -m pytest benchmarks --benchmark-only --benchmark-columns=min,median,ops,rounds --benchmark-sort=name

format: $(VENV)/installed-dev
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .

# Which rules claim which rulings, and which tests prove them: written anew from the code and the tests.
register: $(VENV)/installed-dev
	$(BIN)/python scripts/index_register.py

# The map of the source in docs/map.md: written anew from the docstrings.
map:
	@$(PYTHON) scripts/map_tree.py

# The options of the classic game in docs/options.md: written anew from the layers.
options: $(VENV)/installed-dev
	@$(BIN)/python scripts/describe_options.py

# The planets and conditions of the classic game in docs/planets.md: written anew from the data.
planets: $(VENV)/installed-dev
	@$(BIN)/python scripts/describe_planets.py

# How far the engine agrees with the reference cases in ../shared, by kind of unit; tests/reference says how each file is asked.
# `make reference MORE='movement_cases --differing --kind vtol'` prints the cases that differ, with both answers.
reference: $(VENV)/installed-dev
	@PYTHONPATH=tests $(BIN)/python -m reference --jobs 2 $(MORE)

# The golden texts under tests/transcripts and tests/counts: written anew, to be read as a diff.
transcripts: $(VENV)/installed-dev
	OVERHEAT_REWRITE=1 $(BIN)/python -m pytest -q tests/transcripts tests/counts

# The pictures in docs/pictures: taken anew by the browser tests, to be looked at.
pictures: $(VENV)/installed-dev
	OVERHEAT_REWRITE=1 $(BIN)/python -m pytest -q tests/browser

# The documents as a site in build/site, with a reference of the library made from its docstrings; any warning fails.
site: $(VENV)/installed-dev
	$(BIN)/python -m sphinx -W --keep-going -q docs build/site

# The versions in requirements/: resolved anew, to be tried by `make test` before they are committed.
lock: $(VENV)/uv
	scripts/lock.sh $(BIN)/python

# The lowest versions that pyproject.toml declares, tried.
lowest: $(VENV)/uv
	scripts/check_lowest.sh $(BIN)/python

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Overheat needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml requirements/play.txt requirements/build.txt | $(VENV)/python
	@{ $(PIP) install --quiet --requirement requirements/play.txt --requirement requirements/build.txt && \
	  $(PIP) install --quiet --no-deps --no-build-isolation --editable . ; } || \
	  { $(NEWEST); $(PIP) install --quiet --editable '.[lab,print,table]'; }
	@touch $@

# The lists hold everything that is needed. That nothing is lacking is seen afterwards, quicker than pip works it out.
$(VENV)/installed-dev: pyproject.toml requirements/test.txt requirements/build.txt | $(VENV)/python
	@{ $(PIP) install --quiet --no-compile --no-deps --requirement requirements/test.txt --requirement requirements/build.txt && \
	  $(PIP) install --quiet --no-deps --no-build-isolation --editable . && $(PIP) check >/dev/null ; } || \
	  { $(NEWEST); $(PIP) install --quiet --no-compile --editable '.[dev]'; }
	@$(BIN)/python -m compileall -qq -j 0 -x '/tests/' $(VENV)/lib || true
	@touch $@ $(VENV)/installed

$(VENV)/uv: | $(VENV)/python
	$(PIP) install --quiet uv
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
