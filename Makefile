# Two commands do all the set-up on a machine with Python and make:
#   make run     virtual environment, installation, the application in the browser
#   make test    the same with what tests need; then lint, types, layers, tests, browser tests
# Variables: PYTHON (interpreter, 3.11 to 3.13), VENV (folder of the environment), PORT, RUN_OPTIONS (for raglib app).

SHELL = /bin/sh
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python; do \
	"$$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo "$$name" && exit; done)
VENV ?= .venv
PORT ?= 8501
RUN_OPTIONS ?=
# folder outside the checkout where test-contour keeps its wheels and environments between runs
CONTOUR ?= $(or $(TMPDIR),/tmp)/raglib-contour

BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check
PYTEST = $(BIN)/python -m pytest
INSTALLED_FROM = pyproject.toml setup.py constraints.txt

.PHONY: run install install-dev test test-slow test-contour lint types layers format wheel bench \
	segmentation-report evaluation-report constraints bench-index bench-segmentation recognition-report clean

run: install
	$(BIN)/raglib app --port $(PORT) $(RUN_OPTIONS)

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "raglib: no Python 3.11 to 3.13 found; name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(INSTALLED_FROM) | $(BIN)/python
	$(PIP) install --quiet -c constraints.txt setuptools
	$(PIP) install --quiet -c constraints.txt --no-build-isolation -e .
	touch $@

$(VENV)/.installed-dev: $(INSTALLED_FROM) | $(VENV)/.installed
	$(PIP) install --quiet -c constraints.txt --no-build-isolation -e '.[dev]'
	touch $@

# A missing browser is installed where that is possible; else the last step is left out, and with CI=true it fails.
test: install-dev
	$(BIN)/python tests/packaging/ensure_browser.py
	$(BIN)/python tests/packaging/ensure_ocr.py
	$(MAKE) lint types layers VENV=$(VENV)
	$(PYTEST) -n 2 -m "not slow and not browser" --ignore=tests/e2e
	@if $(BIN)/python tests/packaging/ensure_browser.py --quiet; then \
		echo $(PYTEST) -m "'not slow'" tests/e2e; $(PYTEST) -m "not slow" tests/e2e; fi

test-slow: install-dev
	$(PYTEST) -m slow

# The closed network: its versions, no snowballstemmer, the wheel installed from a folder outside the checkout.
test-contour: install-dev
	$(BIN)/python tests/packaging/contour.py $(CONTOUR)

# Precision, recall, F1 and findings of every document with a truth, beside the kept figures, with gains and losses.
segmentation-report: install-dev
	$(BIN)/python benchmarks/segmentation.py

lint: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install-dev
	$(BIN)/mypy

layers: install-dev
	$(BIN)/lint-imports

format: install-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Needs setuptools alone: neither network nor the package wheel.
wheel: install
	rm -rf build
	$(PIP) wheel . --no-deps --no-build-isolation -w dist
	rm -rf build

bench: install-dev
	for measure in benchmarks/*.py; do $(BIN)/python "$$measure" || exit 1; done

# Tables of all methods on the golden sets that are there; vectors are computed once (RAGLIB_BENCH_CACHE).
evaluation-report: install-dev
	$(BIN)/python benchmarks/evaluation_report.py --write docs/evaluation.md
# An index at 5 000, 50 000 and 500 000 clauses, takes a quarter of an hour; OPTIONS="--sizes 5000,50000" for less.
bench-index: install-dev
	$(BIN)/python benchmarks/index.py $(OPTIONS)

# 10 MB of charter text, and how the time grows from a tenth of it.
bench-segmentation: install-dev
	$(BIN)/python benchmarks/segmentation_speed.py

# How well each kind of file is read: error rate, numbers lost, seconds a page.
recognition-report: install-dev
	$(BIN)/python benchmarks/recognition.py

# Resolve everything anew; run the tests before keeping the result.
constraints:
	rm -rf $(VENV)-fresh build
	$(PYTHON) -m venv $(VENV)-fresh
	$(VENV)-fresh/bin/python -m pip install --quiet '.[dev]'
	{ sed -n '/^#/p' constraints.txt; $(VENV)-fresh/bin/python -m pip freeze --all --exclude raglib-core --exclude pip; } > constraints.new
	mv constraints.new constraints.txt
	rm -rf $(VENV)-fresh build

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
