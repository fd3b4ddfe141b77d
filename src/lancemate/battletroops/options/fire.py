"""Fire (p. 31): what burning dots do to soldiers. That they are cover is in sight/look.py.

What they do to 'Mechs and vehicles is in machines/burning.py; who sets them is in options/area_effect.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import ENGULFED, FLAMES, cause
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.arriving import ENTERS, LEAVES, TOUCHES
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.field.lattice_terrain import FIRE

if TYPE_CHECKING:
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("fire", "BT-MEC-053", "burning dots hurt whoever comes into them")
SCORCHED: Final = cause("scorched", "fire", "BT-MEC-053", FLAMES)
BURNT: Final = cause("burnt", "fire", "BT-MEC-053", FLAMES, ENGULFED)
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


# -- what it does to men ----------------------------------------------------------------------------------------------

begins_in_fire = unit_memory("begins_in_fire", bool, default=False, rule="BT-MEC-053")


@hooks.side_begins.rule("BT-MEC-053", when=OPTION)
def who_begins_in_it(battle: Battle, side: str) -> None:
    """Whoever stands in flames as his side begins to move will pay for it, stay or go."""
    for unit in battle.of_side(side):
        if in_flames(battle, unit):
            begins_in_fire.remember(battle, unit, True)


def _burnt_for_beginning(battle: Battle, unit: Unit) -> None:
    """Once, as he sets out or stays."""
    if not begins_in_fire.of(unit):
        return
    begins_in_fire.end(battle, unit)
    if unit.able:
        wound(battle, unit, SCORCHED, POINTS.of(battle)["start_or_enter"])


@hooks.arrives.rule("BT-MEC-053", part=hooks.SCORCHED, when=OPTION)
def burnt_on_the_way(battle: Battle, unit: Unit, by: Way) -> None:
    """One point for setting out from a burning dot, and for each that he enters."""
    if LEAVES in by.traits:
        _burnt_for_beginning(battle, unit)
    elif ENTERS in by.traits and TOUCHES in by.traits and in_flames(battle, unit):
        wound(battle, unit, SCORCHED, POINTS.of(battle)["start_or_enter"])


@hooks.stays.rule("BT-MEC-053", when=OPTION)
def stays_in_the_fire(battle: Battle, unit: Unit) -> None:
    """Whoever ends his movement in fire is badly burnt; he who began there has been scorched as well."""
    lay = unit.prone
    _burnt_for_beginning(battle, unit)
    fell = unit.prone and not lay  # into the flames, for all they can do to him
    if in_flames(battle, unit) and not fell:
        wound(battle, unit, BURNT, POINTS.of(battle)["end_or_drop"])


@hooks.side_ends.rule("BT-MEC-053", when=OPTION)
def never_left_the_fire(battle: Battle, side: str) -> None:
    """So is he who has not been activated at all."""
    for unit in list(battle.of_side(side)):
        if not unit.acted:
            stays_in_the_fire(battle, unit)
        elif begins_in_fire.of(unit):
            _burnt_for_beginning(battle, unit)


@hooks.hurt.rule("BT-MEC-053", part=hooks.BURNS, when=OPTION)
def falls_into_the_fire(battle: Battle, harm: Harm) -> None:
    """And he whom wounds bring down in it, unless he has been burnt so badly already."""
    if harm.drops and ENGULFED not in harm.source.traits and in_flames(battle, harm.unit):
        wound(battle, harm.unit, BURNT, POINTS.of(battle)["end_or_drop"])
