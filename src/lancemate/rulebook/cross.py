"""Plays every cell of the tables of crossings and records what was seen; writes the tables as pages.

    python -m lancemate.rulebook.cross [--pages] [TABLE ...]

The cells are tests (tests/crossings), each of which reports whether the rule counted. Must not know how it saw that.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias, cast

import pytest

from lancemate.rulebook.crossings import PLAYED, Seen, as_page, names, read_played, table, write_played

CHECKOUT = Path(__file__).resolve().parents[3]
TESTS = "tests/crossings/test_cells.py"
Sight: TypeAlias = "tuple[str, str, str, bool]"
SEEN = "crossing"  # the property under which a test says what it saw: table, way, rule, whether it counted


class Witness:
    """Hears what the tests have seen."""

    def __init__(self) -> None:
        self.seen: dict[str, Seen] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties if report.when == "call" else ():
            if name == SEEN:
                self.hear(*cast(Sight, value))

    def hear(self, table: str, way: str, rule: str, counted: bool) -> None:
        self.seen.setdefault(table, {}).setdefault(way, {})[rule] = counted


def play(root: Path, wanted: Sequence[str], record: Path = PLAYED) -> int:
    """Play the cells of these tables and put what was seen in the place of what is recorded of them."""
    witness = Witness()
    chosen = " or ".join(f"{name}-" for name in wanted)
    ended = pytest.main(
        [str(root / TESTS), "--rootdir", str(root), "-c", str(root / "pyproject.toml"), "-k", chosen], [witness]
    )
    write_played(
        {**read_played(record), **{name: _in_order(name, witness.seen.get(name, {})) for name in wanted}}, record
    )
    return int(ended)


def _in_order(name: str, seen: Seen) -> Seen:
    one = table(name)
    return {
        way: {rule: seen[way][rule] for rule in one.rules if rule in seen[way]} for way in one.ways if seen.get(way)
    }


def write_pages(folder: Path, wanted: Sequence[str]) -> None:
    for name in wanted:
        (folder / f"{name}.md").write_text(as_page(table(name)), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make crossings", description="Play the tables of crossings.")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="play only these")
    parser.add_argument("--pages", action="store_true", help="write the pages of docs/crossings and play nothing")
    parser.add_argument("--root", type=Path, default=CHECKOUT, help="the checkout whose tests are run")
    given = parser.parse_args()
    wanted = given.tables or names()
    write_pages(given.root / "docs" / "crossings", wanted)
    return 0 if given.pages else play(given.root, wanted)


if __name__ == "__main__":
    sys.exit(main())
