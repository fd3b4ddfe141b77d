"""How a battle is won, in words: every scenario and variation has its sentences, with the numbers of its blocks."""

from __future__ import annotations

import pytest

from lancemate import open_battle
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.files import KNOWN, find
from lancemate.alphastrike.telling.winning import how_to_win
from lancemate.server.alphastrike.quickstart import Quick, quick_setup

HOLDING = "A side holds a marker when a unit stood beside it, base to base, for a whole turn and no enemy came to it."
BATTLES = [(name, variation) for name in KNOWN for variation in ("", *find(name).variations)]


def told(scenario: str, *variations: str) -> tuple[str, ...]:
    forces = ("lance-1", "lance-2")
    quick = Quick("urban", forces, 3, scenario=scenario, variations=variations)
    return how_to_win(Battle(quick_setup(quick)[1], 1))


@pytest.mark.parametrize(("scenario", "variation"), BATTLES)
def test_every_scenario_says_how_it_is_won(scenario: str, variation: str) -> None:
    sentences = told(scenario, *filter(None, [variation]))
    assert len(sentences) >= 2
    assert all((one[0].isupper() or one[0].isdigit()) and one.endswith(".") and "None" not in one for one in sentences)


def test_the_numbers_are_those_of_the_scenario() -> None:
    assert told("king-of-the-hill") == (
        HOLDING,
        "That is 100 points every turn, and 200 in the last.",
        "After turn 12 whoever has more points has won.",
    )
    assert any("Red, the attacker, breaks through" in one for one in told("hold-the-line"))
    assert "3 turns in a row win at once." in told("king-of-the-hill", "hold-them-off")


def test_a_battle_without_a_scenario_needs_no_words() -> None:
    battle = open_battle(
        "map: {kind: table, width: 24, depth: 24}\nsides:\n"
        "- {name: red, units: [{id: a, unit: MAD-3R Marauder, at: [4, 4]}]}\n"
        "- {name: blue, units: [{id: b, unit: MAD-3R Marauder, at: [20, 20]}]}\n"
    )
    assert how_to_win(battle) == ()
