"""Heavy Lifter (p. 97): more in its hands than others, and small loads hardly felt."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.options.external_cargo.sizes import capacity
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move
from rules.table import refusal, unit
from rules.test_external_cargo import HANDS, yard


def lifting(*abilities: str, load: int = 3, phase: str = "combat", held: bool = False, **card: Any) -> Battle:
    """A pod of some Size beside r1, or in its hands."""
    pod = {"id": "pod", "size": load} if held else {"id": "pod", "size": load, "at": [20, 11.0]}
    state = {"state": {"cargo": "pod"}} if held else {}
    one = unit("r1", (20, 10), **{**HANDS, **card, **state})
    return yard(replace(one, abilities=abilities), unit("b1", (20, 24), 180), items=[pod], phase=phase)


@pytest.mark.rule("AS-SPA-035")
@pytest.mark.parametrize(("card", "most"), [({"size": 2}, 3), ({"size": 5}, 5), ({"size": 2, "specials": ["TSM"]}, 5)])
def test_one_size_more_up_to_the_largest(card: dict[str, Any], most: int) -> None:
    fight = lifting("Heavy Lifter", **card)
    assert capacity(fight, fight.units["r1"]) == most


@pytest.mark.rule("AS-SPA-035")
def test_it_lifts_what_others_leave() -> None:
    take = orders.Act("r1", "take", "pod")
    assert refusal(lifting(size=2), take).rule == "AS-OPT-400"
    assert lifting("Heavy Lifter", size=2).do(take)


@pytest.mark.rule("AS-SPA-035")
def test_a_vehicle_gains_nothing_by_it() -> None:
    fight = lifting("Heavy Lifter", size=2, type="CV", move='8"t')
    assert capacity(fight, fight.units["r1"]) == 2


@pytest.mark.rule("AS-SPA-035")
def test_a_load_four_sizes_smaller_costs_two_inches() -> None:
    found = []
    for abilities, load in (((), 1), (("Heavy Lifter",), 1), (("Heavy Lifter",), 2)):
        fight = lifting(*abilities, load=load, phase="movement", held=True, size=5)
        found.append(current_move(fight, fight.units["r1"]))
    assert found == [8, 10, 6]
