"""Fire (p. 31): what burning dots do to soldiers. That they are cover is in sight/look.py.

What they do to 'Mechs and vehicles is in machines/burning.py; who sets them is in options/area_effect.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.play.events import Hit
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.field.lattice_terrain import FIRE

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("fire", "BT-MEC-053", "burning dots hurt whoever comes into them")
CAUSE: Final = "fire"
POINTS = rules.table("BT-MEC-053", {"start_or_enter": 1, "end_or_drop": 8})


def is_burning(battle: Battle, at: Dot, elevation: int) -> bool:
    """Whether a dot burns on a level."""
    for one in battle.map.features:
        if one.kind == FIRE and at in one.dots and burns_on(battle):
            level = battle.map.levels_of[one.id] if one.elevation is None else one.elevation
            if level == elevation:
                return True
    return False


@rules.rule("BT-MEC-056", otherwise=False)
def burns_on(battle: Battle) -> bool:
    """A fire neither spreads nor goes out, and it harms neither houses nor trees."""
    return True


def in_flames(battle: Battle, unit: Unit) -> bool:
    """Whether a soldier stands in fire."""
    on_foot = unit.is_soldier and unit.able and unit.aboard is None and not unit.airborne
    return on_foot and is_burning(battle, unit.at, unit.elevation)


@hooks.arrives.rule("BT-MEC-053", when=OPTION)
def burnt_on_the_way(battle: Battle, unit: Unit) -> None:
    """One point for setting out from a burning dot, and for each that he enters."""
    if in_flames(battle, unit):
        wound(battle, unit, CAUSE, POINTS.of(battle)["start_or_enter"])


@hooks.stays.rule("BT-MEC-053", when=OPTION)
def stays_in_the_fire(battle: Battle, unit: Unit) -> None:
    """Whoever ends his movement in fire is badly burnt."""
    if in_flames(battle, unit):
        wound(battle, unit, CAUSE, POINTS.of(battle)["end_or_drop"])


@hooks.side_ends.rule("BT-MEC-053", when=OPTION)
def never_left_the_fire(battle: Battle, side: str) -> None:
    """So is he who has not been activated at all."""
    for unit in list(battle.of_side(side)):
        if not unit.acted and in_flames(battle, unit):
            wound(battle, unit, CAUSE, POINTS.of(battle)["end_or_drop"])


@hooks.hurt.rule("BT-MEC-053", when=OPTION)
def falls_into_the_fire(battle: Battle, unit: Unit, down: bool, cause: str) -> None:
    """And he whom wounds bring down in it, once."""
    ended = cause == CAUSE and _was_the_last_straw(battle, unit)
    if down and not ended and in_flames(battle, unit):
        wound(battle, unit, CAUSE, POINTS.of(battle)["end_or_drop"])


def _was_the_last_straw(battle: Battle, unit: Unit) -> bool:
    """Whether the burn that brought him down was the one of eight points itself."""
    last = next(event for event in reversed(battle.journal.events) if isinstance(event, Hit))
    return last.unit == unit.id and last.lethal == POINTS.of(battle)["end_or_drop"]
