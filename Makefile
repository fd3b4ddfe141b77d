# Everything here makes its own virtual environment in .venv; only Python 3.11 or newer is needed.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --constraint constraints.txt
READY := $(VENV)/ready
PEERS := $(VENV)/ready-bench
DOCS := $(VENV)/ready-docs
MACHINE := $(VENV)/ready-machine
# What machine code is made of, and what it has its types from.
ENGINE := src/lancemate/compiled.txt $(shell find src/lancemate/kernel src/lancemate/field src/lancemate/alphastrike src/lancemate/bots -name '*.py')
PAGE := src/lancemate/server/static/index.html
WEB := web/index.html $(shell find web/src web/public web/*.json web/*.ts web/*.js -type f)
# Tests that are run once more with the engine as it is written, not compiled.
AS_WRITTEN := tests/kernel tests/battles tests/rulebook tests/alphastrike/test_another_space.py tests/bots/test_playout.py
# What refuses a rule that would go round the roads: hits, measures, arrivals, ground and kinds of attack of its own.
ROADS := tests/rules/test_one_gate.py $(addprefix tests/alphastrike/, \
	test_one_measure.py test_arrivals.py test_ground_changes_in_one_room.py test_kinds.py)
# ONLY=AS-COM proves the ids that begin so and keeps what is recorded of the others.
ONLY ?=

.PHONY: play test slow lint docs browser database prove crossings playthroughs bench audit format clean pictures frames

play: $(READY) $(MACHINE) $(PAGE)
	@$(BIN)/lancemate play

test: lint docs $(MACHINE) $(PAGE) browser database
	@$(BIN)/python web/build.py test > $(VENV)/web.txt 2>&1 || { cat $(VENV)/web.txt; exit 1; }
	@$(BIN)/python -m pytest -n 2
	@LANCEMATE_ENGINE=python $(BIN)/python -m pytest -n 2 $(AS_WRITTEN)

slow: $(READY) $(MACHINE) $(PAGE) browser database
	@LANCEMATE_SLOW=1 $(BIN)/python -m pytest -n 2 -m slow -o faulthandler_timeout=0

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Some files are not formatted: run 'make format'."; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/python web/build.py check > $(VENV)/web.txt 2>&1 || { cat $(VENV)/web.txt; exit 1; }
	@$(BIN)/lint-imports > $(VENV)/imports.txt 2>&1 || { cat $(VENV)/imports.txt; exit 1; }
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	@$(BIN)/python -m pytest $(ROADS) > $(VENV)/roads.txt 2>&1 || { cat $(VENV)/roads.txt; exit 1; }

# What cannot be mended by itself is told at the end, when everything else is done.
format: $(READY)
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix . ; mended=$$?; $(BIN)/ruff format --quiet . && exit $$mended

prove: $(READY) $(MACHINE)
	@$(BIN)/python -m lancemate.rulebook.prove $(ONLY)

# Plays every cell of the tables of crossings, records what was seen and writes docs/crossings.
crossings: $(READY) $(MACHINE)
	@$(BIN)/python -m lancemate.rulebook.cross $(ONLY)

# Tells the golden playthroughs anew, event by event: whoever changes what happens reads what changed (git diff).
playthroughs: $(READY)
	@$(BIN)/python -m lancemate.lab.playthroughs tests/playthroughs

# The site of the documentation, in build/site: from docs/ and the docstrings, every link checked.
docs: $(DOCS)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

bench: $(PEERS) $(MACHINE)
	@$(BIN)/lancemate bench

# The pictures of the README.
pictures: $(READY) $(MACHINE) $(PAGE) browser
	@$(BIN)/python web/pictures.py

# What a picture of the standing table costs, 24 against 24 beside a bare table.
frames: $(READY) $(MACHINE) $(PAGE) browser
	@$(BIN)/python web/frames.py

# What is known against the libraries that are used; needs registries that answer such questions.
audit: $(READY)
	@$(PIP) pip-audit && $(BIN)/pip-audit --progress-spinner off --skip-editable || \
		echo "The Python libraries could not be looked up, or something is known against one of them: see above."
	@$(BIN)/python web/build.py audit || echo "The page's libraries could not be looked up, or something is known against one of them: see above."

clean:
	@rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src -name '_compiled_*' -delete -o -name '_machine_*' -delete

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Lancemate needs Python 3.11 or newer with venv (on Debian: apt install python3 python3-venv)."; exit 1; }
	@test -x $(BIN)/python || { echo "Making the virtual environment (once, a minute or two) ..."; $(PYTHON) -m venv $(VENV); }
	@$(PIP) --editable '.[dev]'
	@touch $@

# Machine code of the kernels and of the engine. What cannot be built runs without it, more slowly.
$(MACHINE): $(ENGINE) | $(READY)
	@command -v cc > /dev/null || command -v gcc > /dev/null || command -v clang > /dev/null || \
		{ echo "There is no C compiler here: using the one of PyPI's ziglang ..."; $(PIP) ziglang; }
	@$(BIN)/python -m lancemate.kernel.building || echo "Lancemate plays without it, and thinks more slowly."
	@echo "Compiling the engine (a minute or two) ..."
	@$(BIN)/python -m lancemate.kernel.compiling.library || echo "Lancemate plays without it, half as fast."
	@touch $@

$(PAGE): $(WEB) web/build.py | $(READY)
	@$(BIN)/python web/build.py build
	@touch $@

# The tests of the page drive Debian's chromium, or any chromium or Chrome that LANCEMATE_CHROMIUM names.
browser:
	@test -n "$$LANCEMATE_CHROMIUM" || command -v chromium > /dev/null || command -v google-chrome > /dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get > /dev/null && echo "Installing chromium (once) ..." && \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends chromium > /dev/null; } || \
		{ echo "The tests of the page need chromium: apt install chromium, or set LANCEMATE_CHROMIUM to a browser."; exit 1; }

# The tests of the store start a PostgreSQL server of their own.
database:
	@command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || \
		{ test "$$(id -u)" = 0 && command -v apt-get > /dev/null && echo "Installing PostgreSQL (once) ..." && \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends postgresql > /dev/null; } || \
		{ echo "The tests of the store need PostgreSQL: apt install postgresql."; exit 1; }

$(PEERS): $(READY)
	@$(PIP) --editable '.[bench]'
	@touch $@

$(DOCS): $(READY)
	@$(PIP) --editable '.[docs]'
	@touch $@
