"""Every decided cell of the tables of crossings, played: `no` as well as `yes`.

A table has a module of its name beside this one. Its SCENES make each way happen by orders, its PROBES play a scene
with one rule in question and say whether it counted, and REGISTERED() names what the ways must show.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from crossings.red import RED
from lancemate.rulebook.coverage import load_homes, rulesets
from lancemate.rulebook.cross import SEEN
from lancemate.rulebook.crossings import Cell, as_page, faults, names, table

TABLES = names()


@cache
def played(name: str) -> Any:
    return import_module(f"crossings.{name}")


def cells() -> Iterator[Any]:
    for name in TABLES:
        for cell in table(name).cells:
            if cell.is_playable:
                red = f"{name} {cell.way} {cell.rule}" in RED
                marks = [pytest.mark.xfail(strict=True)] if red else []
                yield pytest.param(name, cell, id=f"{name}-{cell.way}-{cell.rule}", marks=marks)


@pytest.mark.parametrize(("name", "cell"), list(cells()))
def test_play_does_what_the_book_says(name: str, cell: Cell, record_property: Any) -> None:
    counted = bool(played(name).PROBES[cell.rule](played(name).SCENES[cell.way]))
    record_property(SEEN, (name, cell.way, cell.rule, counted))
    says = f"{cell.rule} {'counts' if cell.verdict == 'yes' else 'does not count'} for {cell.way}"
    assert counted == (cell.verdict == "yes"), f"{says}: {cell.where} {cell.why}"


@pytest.mark.parametrize("name", TABLES)
class TestTable:
    def test_every_cell_is_decided(self, name: str) -> None:
        assert [f"{cell.way} and {cell.rule}" for cell in table(name).cells if not cell.is_decided] == []

    def test_it_says_nothing_that_the_ledger_does_not_have(self, name: str) -> None:
        assert faults(table(name)) == []

    def test_every_way_there_is_has_a_row(self, name: str) -> None:
        one = table(name)
        load_homes()
        shown = {each for way in one.ways.values() for each in way.stands_for} | set(one.beside)
        assert shown == set(played(name).REGISTERED())

    def test_its_hooks_are_hooks(self, name: str) -> None:
        load_homes()
        there = {hook for ruleset in rulesets() for hook in ruleset.hooks}
        assert [hook for hook in table(name).hooks if hook not in there] == []

    def test_every_rule_that_hangs_on_it_has_a_column(self, name: str) -> None:
        one = table(name)
        shown = {rule_id for column in one.rules.values() for rule_id in column.rules} | set(one.apart)
        rooms = f"lancemate.{one.game}."
        answer = {
            rule_id: home.hook
            for rule_id, homes in load_homes().items()
            for home in homes
            if home.hook in one.hooks and home.module.startswith(rooms)
        }
        assert {rule_id: hook for rule_id, hook in answer.items() if rule_id not in shown} == {}
        assert [rule_id for rule_id in one.apart if rule_id not in answer] == []

    def test_nothing_is_played_that_the_table_does_not_have(self, name: str) -> None:
        one = table(name)
        assert set(played(name).SCENES) <= set(one.ways)
        assert set(played(name).PROBES) <= set(one.rules)

    def test_its_page_is_fresh(self, name: str, pytestconfig: pytest.Config) -> None:
        """Write it with `python -m lancemate.rulebook.cross --pages`."""
        page = pytestconfig.rootpath / "docs" / "crossings" / f"{name}.md"
        assert page.read_text(encoding="utf-8") == as_page(table(name))
