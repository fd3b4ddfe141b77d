"""Side Show (p. 36): to the far row of dots, and home again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play.memory import battle_memory, unit_memory
from lancemate.battletroops.play.setup import SIDE_SHOW, Goal
from lancemate.battletroops.ruleset import rules

if TYPE_CHECKING:
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

RULE: Final = "BT-SCN-001"
reached = unit_memory("reached", bool, default=False, rule=RULE, told="has reached the far side of the map")
returned = battle_memory("returned", dict[str, int], default={}, rule=RULE)
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
# By how many have been there and back.
LEVELS = rules.table(RULE, {"turns": 15, "marginal": 1, "substantial": 2, "decisive": 3})


def home_of(battle: Battle, side: str) -> str | None:
    return next(one.home for one in battle.setup.sides if one.name == side)


@hooks.arrives.rule(RULE, when=SIDE_SHOW)
def on_the_far_row(battle: Battle, unit: Unit, by: Way) -> None:
    """Whoever has stood on the far row need only come home."""
    home = home_of(battle, unit.side)
    there = home is not None and OPPOSITE[home] in battle.map.on_edge(unit.at)
    if there and not unit.airborne and not reached.of(unit):
        reached.note(battle, unit, True)


@hooks.leaves.rule(RULE, when=SIDE_SHOW)
def comes_home(battle: Battle, unit: Unit) -> None:
    """He counts when he then leaves over his own edge."""
    home = home_of(battle, unit.side)
    if home is not None and reached.of(unit) and home in battle.map.on_edge(unit.at):
        counts = dict(returned.of(battle.state))
        counts[unit.side] = counts.get(unit.side, 0) + 1
        returned.note(battle, None, counts)


def earned(battle: Battle, count: int) -> str | None:
    table = LEVELS.of(battle)
    return next((name for name in ("decisive", "substantial", "marginal") if count >= table[name]), None)


@hooks.goals.rule(RULE, when=SIDE_SHOW)
def side_show(battle: Battle) -> Goal:
    """Fifteen turns, or until nobody is left on the map; both sides may earn something."""
    counts = returned.of(battle.state)
    levels = {side: earned(battle, counts.get(side, 0)) for side in battle.sides}
    anybody = any(unit.place == "map" and unit.conscious for unit in battle.units.values())
    late = battle.state.turn >= LEVELS.of(battle)["turns"]
    one, other = (counts.get(side, 0) for side in battle.sides)
    winner = None if one == other else battle.sides[0] if one > other else battle.sides[1]
    text = ", ".join(f"{side}: {level or 'nothing'}" for side, level in levels.items())
    return Goal(
        late or not anybody, winner, f"{'nobody is left' if not anybody else 'the time is up'} ({text})", RULE, levels
    )
