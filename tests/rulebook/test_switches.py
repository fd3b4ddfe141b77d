"""What a ruling leaves to players is a switch that exists, and a battle shows what it changes: with it and without."""

import re
from pathlib import Path
from typing import Any

import pytest

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.documents import read_document
from lancemate.rulebook.ledger import all_rules

SCRIPTS = Path(__file__).parents[1] / "battles" / "switches"
PROMISED = re.compile(r"switch\s+`(\w+)`")
MAY_DIFFER = {"title", "about", "options", "expect"}


def promised() -> dict[str, str]:
    """Every switch that a ruling names, with the rule whose reading it is."""
    found: dict[str, str] = {}
    for entry in all_rules():
        found |= dict.fromkeys(PROMISED.findall(entry.unclear or ""), entry.id)
    return found


SWITCHES = promised()


def script(name: str) -> dict[str, Any]:
    data = read_document(SCRIPTS / f"{name}.yaml").data
    assert isinstance(data, dict)
    return data


def test_there_are_promises() -> None:
    assert len(SWITCHES) >= 10


@pytest.mark.parametrize(("name", "rule"), SWITCHES.items())
def test_a_switch_that_a_ruling_promises_changes_a_battle(name: str, rule: str) -> None:
    rules.load()
    assert name in rules.options, f"{rule} promises {name}, and there is no such option"
    began = rule.lower().replace("-", "_")
    on, off = script(f"{began}_{name}"), script(f"{began}_without_{name}")
    assert set(on["options"]) - set(off["options"]) == {name}
    assert {key: on[key] for key in on.keys() - MAY_DIFFER} == {key: off[key] for key in off.keys() - MAY_DIFFER}
    assert on["expect"] != off["expect"]
