"""What a place would bring: the numbers are those of the attack itself once the unit has gone there."""

from __future__ import annotations

import time
from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.planning import outlook
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, unit

WOOD = {"id": "wood", "kind": "woods", "rect": [15, 20, 10, 3]}
HILL = {"id": "hill", "kind": "hill", "height": 2, "rect": [26, 8, 6, 10]}


def duel(*enemies: Any) -> Battle:
    mover = unit("r1", at=(20, 10), move='14"/14"j')
    return battle(mover, *(enemies or (unit("b1", at=(20, 30), facing=180),)), terrain=[WOOD, HILL], phase="movement")


@pytest.mark.parametrize("mode", ["ground", "jump"])
@pytest.mark.parametrize("to", [(20.0, 16.0), (14.0, 12.0), (27.0, 12.0)])
def test_what_is_foretold_is_what_is_needed_then(mode: str, to: tuple[float, float]) -> None:
    fight = duel()
    twin = known_to(fight, "red")
    (seen,) = outlook(twin, twin.units["r1"], mode, to, 0.0)
    fight.do(orders.Move("r1", (to,), mode, 0.0))
    gives = preview_attack(fight, orders.Attack("r1", "b1"))
    takes = preview_attack(fight, orders.Attack("b1", "r1"))
    assert (seen.gives.legal, seen.takes.legal) == (gives.legal, takes.legal)
    assert seen.gives.target_number == gives.target_number
    assert seen.takes.target_number == takes.target_number
    assert seen.takes.expected_damage == pytest.approx(takes.expected_damage)


def test_a_place_with_its_back_to_the_enemy_has_no_shot() -> None:
    twin = known_to(duel(), "red")
    (seen,) = outlook(twin, twin.units["r1"], "ground", (20.0, 12.0), 180.0)
    assert not seen.gives.legal
    assert seen.takes.legal


def test_the_battle_itself_stays_as_it_is() -> None:
    fight = duel()
    twin = known_to(fight, "red")
    outlook(twin, twin.units["r1"], "jump", (14.0, 12.0), 90.0)
    assert (fight.units["r1"].at, fight.units["r1"].facing) == ((20.0, 10.0), 0.0)


def test_a_dozen_enemies_are_weighed_at_once() -> None:
    fight = duel(*(unit(f"b{n}", at=(6 + 3 * n, 34), facing=180) for n in range(1, 13)))
    took = []
    for x in range(10):
        twin = known_to(fight, "red")
        began = time.process_time()
        assert len(outlook(twin, twin.units["r1"], "ground", (16.0 + x / 2, 14.0), 0.0)) == 12
        took.append(time.process_time() - began)
    assert min(took) < 0.05
