# Needs make and Python 3.11 or later; everything else is installed into .venv by `setup`.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
# Candidates are run, not only found: version managers leave launchers that do not start. First come
# those that are one executable: where Python is a shared library a run takes a quarter longer.
STARTS := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
IS_WHOLE := import sys; sys.exit("libpython" in open("/proc/self/maps").read())
PYTHON ?= $(shell for wanted in '$(IS_WHOLE)' ''; do \
	for p in python3.11 python3.12 python3.13 python3.14 python3 /usr/bin/python3 python; do \
	$$p -c '$(STARTS)' >/dev/null 2>&1 && $$p -c "$$wanted" >/dev/null 2>&1 \
	&& { echo $$p; break 2; }; done; done)
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo small test test-consumers test-vllm golden check format bench pins clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv from the pinned constraints

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later found: install one, or name it with PYTHON=..." >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PINNED) $(PIP) install -e '.[dev]'
	# Of trl only the chat templates are read: so without its dependencies, which hold torch.
	$(PINNED) $(PIP) install --no-deps trl
	@touch $@

demo: setup ## write data/demo: 10,000 proved rows over every domain and skill
	$(BIN)/callwright run pipelines/recipes/assistant.yaml --engine local --workers 2 --out data/demo

small: setup ## write data/small: the same line in about 20 seconds
	$(BIN)/callwright run pipelines/recipes/small.yaml --engine local --workers 2 --out data/small

test: setup ## run the tests
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-consumers: setup ## run the tests of trainers and environments that read our exports, each in its own .venv
	$(BIN)/python tests/consumers/run.py

test-vllm: setup ## run the tests of a real vLLM, on the CPU, in an environment of its own
	$(BIN)/python -m tests.models.prepare
	$(BIN)/python -m pytest -c tests/models/pytest.ini --rootdir . --confcutdir tests/models tests/models

golden: setup ## write the golden rows anew, to be read and committed
	CALLWRIGHT_GOLDEN=write $(BIN)/python -m pytest -q -n 0 tests/golden

check: setup ## formatter, linter, types, import layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: setup ## format the code and mend what the linter can
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: setup ## measure accepted rows a second and memory
	$(BIN)/python benchmarks/throughput.py
	$(BIN)/python benchmarks/memory.py

pins: ## write constraints.txt anew from the newest releases
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -e '.[dev]'
	$(PIP) install --no-deps trl
	{ head -n 1 constraints.txt; $(PIP) freeze | grep '^[A-Za-z0-9_.-]*=='; } > $(VENV)/pins
	mv $(VENV)/pins constraints.txt

clean: ## remove .venv, data and every cache
	rm -rf $(VENV) .venv-consumers .venv-vllm data dist build .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
