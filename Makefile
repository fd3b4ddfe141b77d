# Everything here makes its own virtual environment in .venv; only Python 3.11 or newer is needed.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --constraint constraints.txt
READY := $(VENV)/ready
PEERS := $(VENV)/ready-bench
# ONLY=AS-COM proves the ids that begin so and keeps what is recorded of the others.
ONLY ?=

.PHONY: play test slow lint prove bench format clean

play: $(READY)
	@$(BIN)/lancemate play

test: lint
	@$(BIN)/python -m pytest -n 2

slow: $(READY)
	@LANCEMATE_SLOW=1 $(BIN)/python -m pytest -n 2 -m slow

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Some files are not formatted: run 'make format'."; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports > $(VENV)/imports.txt 2>&1 || { cat $(VENV)/imports.txt; exit 1; }

format: $(READY)
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

prove: $(READY)
	@$(BIN)/python -m lancemate.rulebook.prove $(ONLY)

bench: $(PEERS)
	@$(BIN)/lancemate bench

clean:
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Lancemate needs Python 3.11 or newer with venv (on Debian: apt install python3 python3-venv)."; exit 1; }
	@test -x $(BIN)/python || { echo "Making the virtual environment (once, a minute or two) ..."; $(PYTHON) -m venv $(VENV); }
	@$(PIP) --editable '.[dev]'
	@touch $@

$(PEERS): $(READY)
	@$(PIP) --editable '.[bench]'
	@touch $@
