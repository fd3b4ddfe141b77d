"""Pairs of worlds that differ in nothing but how good blue's crews are, which the others are never told (AS-OPT-329).

All dice are low, so that all else goes as in the other world. What a shot needed is seen by all (docs/options.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Final

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.knowing import Degree
from lancemate.server.alphastrike.showing import show_scene, show_view
from lancemate.server.telling import heard_by, tell
from rules.table import battle, unit

GOOD, POOR = 3, 5
SQUAD: Final[dict[str, Any]] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/2/0", "armor": 2, "structure": 2}
FORT: Final[dict[str, Any]] = {
    **{"id": "fort", "kind": "building", "height": 4, "cf": 15, "rect": [30, 20, 4, 4], "side": "red"},
    "weapons": [{"id": "gun1", "mount": "roof", "damage": "1/1/1"}],
}
CRAWLER: Final[dict[str, Any]] = {
    **{"type": "SV", "size": 4, "move": '2"t', "damage": "3/3/3", "armor": 20, "structure": 10},
    **{"specials": ["VLG", "AFC", "CRW2", "IT20"]},
}


class Low:
    """Dice that show a one, or now and then a two, since ties of Initiative are rolled again."""

    def __init__(self, rolls: int = 0) -> None:
        self.rolls = rolls

    def roll(self, count: int) -> tuple[int, ...]:
        self.rolls += 1
        return (1 + self.rolls % 2,) + (1,) * (count - 1)

    def clone(self) -> Low:
        return Low(self.rolls)


def known_as(fight: Battle, known: Degree) -> Battle:
    """Everybody else knows no more of blue's units than this."""

    def rule(battle: Battle, side: str | None, one: Any) -> Degree | None:
        return known if one.side == "blue" else None

    fight.hooks = copy(fight.hooks)
    dict.__setitem__(fight.hooks, hooks.knowledge, (*fight.hooks[hooks.knowledge], rule))
    return fight


Commands = Iterable[Any]
OVER: Final = [orders.EndPhase()] * 2


def a_building(skill: int) -> tuple[Battle, Commands]:
    """Blue takes a fort that nobody defends, and its gun with it."""
    squad = unit("b1", (32, 24.625), 180, skill=skill, **SQUAD)
    fight = battle(
        *(unit("r9", (5, 5)), squad, unit("b9", (60, 40))), terrain=[FORT], options=["advanced_buildings"], first="blue"
    )
    return fight, [orders.Act("b1", "board", "fort"), *OVER]


def a_ship(skill: int) -> tuple[Battle, Commands]:
    """Blue's boarders are in a ship of red's that nobody defends."""
    party = unit("b1", skill=skill, state={"boarding": "rship"}, **SQUAD)
    return battle(unit("rship", (20, 20), **CRAWLER), party, unit("r9", (60, 40)), unit("b9", (5, 40))), OVER


def a_rout(skill: int) -> tuple[Battle, Commands]:
    """Men of blue's have had enough, and run; a turn later they are still running."""
    foot = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/0", "armor": 3, "structure": 1}
    men = unit("b1", (30, 30), skill=skill, state={"shaken_by": ["damage"], "armor": 1}, **foot)
    return battle(unit("r1", (10, 10)), men, unit("b9", (60, 40)), options=["morale"]), OVER


WORLDS: Final = {one.__name__: one for one in (a_building, a_ship, a_rout)}


def told(make: Callable[[int], tuple[Battle, Commands]], skill: int, known: Degree) -> dict[str | None, list[str]]:
    fight, commands = make(skill)
    fight.dice = Low()
    fight = known_as(fight, known)
    found: dict[str | None, list[str]] = {viewer: [] for viewer in ("red", None, "blue")}

    def look(n: int, side: str | None, events: Any) -> None:
        row = tell(fight, n, side, events)
        for viewer, texts in found.items():
            shown = show_scene(fight, viewer), show_view(fight, viewer, n)
            texts += [heard_by(row, viewer), json.dumps(shown)]

    look(0, None, fight.journal.events)
    for n, command in enumerate(commands, start=1):
        look(n, None, fight.do(command))
    return found


@pytest.mark.parametrize("known", [Degree.TYPE, Degree.SHEET], ids=["seen", "scanned"])
@pytest.mark.parametrize("name", WORLDS)
def test_nobody_is_told_how_good_they_are(name: str, known: Degree) -> None:
    good, poor = (told(WORLDS[name], skill, known) for skill in (GOOD, POOR))
    for viewer in ("red", None):
        assert good[viewer] == poor[viewer]
    assert good["blue"] != poor["blue"], "the own side is told"
