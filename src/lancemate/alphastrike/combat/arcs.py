"""Firing arcs (p. 41): the part of the table into which a unit's weapons bear, and who stands in it.

Knows angles and bases; which weapons fire into which arc is multi_arc.py's business.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.hex_ranges import hex_in_arc
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Point = tuple[float, float]

TOLERANCE: Final = 2e-4  # inches a base may be off for its coordinates, which have four decimals

# Degrees of the arcs of ordinary units.
WIDTHS: Final = rules.table("AS-COM-027", {"standard": 180.0, "quad": 90.0, "all round": 360.0})


class Arc(NamedTuple):
    """A wedge from the unit's centre, ``centre`` degrees off its facing and ``width`` degrees wide.

    A ``corridor`` is a strip of so many inches straight ahead instead.
    """

    name: str
    centre: float
    width: float
    rule: str
    corridor: float = 0.0
    airborne_only: bool = False  # bears on airborne targets only


def firing_arc(battle: Battle, unit: Unit) -> Arc:
    """The arc of a unit that has but one."""
    for hook in battle.hooks[hooks.firing_arc]:
        arc: Arc | None = hook(battle, unit)
        if arc is not None:
            return arc
    return standard_arc(battle, unit)


@rules.rule("AS-COM-027", otherwise=lambda battle, unit: Arc("all round", 0.0, 360.0, "AS-COM-027"))
def standard_arc(battle: Battle, unit: Unit) -> Arc:
    """Everything in front of the line through the base's centre, square to the facing."""
    return _front(WIDTHS.of(battle)["standard"])


@cache
def _front(width: float) -> Arc:
    """The usual arc is asked for with every shot: the same object will do every time."""
    return Arc("front", 0.0, width, "AS-COM-027")


@hooks.firing_arc.rule("AS-COM-029", types="quad")
def quad_arc(battle: Battle, unit: Unit) -> Arc | None:
    """A four-legged 'Mech cannot turn its torso: 45 degrees to either side."""
    if unit.card.is_mech and unit.card.legs == "quad":
        return Arc("fore", 0.0, WIDTHS.of(battle)["quad"], "AS-COM-029")
    return None


@hooks.firing_arc.rule("AS-COM-030", types=("CI", "BA"))
def infantry_arc(battle: Battle, unit: Unit) -> Arc | None:
    """Infantry and battle armor look everywhere."""
    if unit.card.is_infantry:
        return Arc("all round", 0.0, WIDTHS.of(battle)["all round"], "AS-COM-030")
    return None


@hooks.firing_arc.rule("AS-COM-032", types="tripod")
def tripod_arc(battle: Battle, unit: Unit) -> Arc | None:
    """A three-legged 'Mech turns all of its weapons like a turret."""
    if unit.card.is_mech and unit.card.legs == "tripod":
        return Arc("all round", 0.0, WIDTHS.of(battle)["all round"], "AS-COM-032")
    return None


@rules.rule("AS-COM-028", otherwise=TOLERANCE)
def share_needed(battle: Battle) -> float:
    """No more than half of the target's base may lie outside the arc."""
    return 0.5


def bears_on(battle: Battle, arc: Arc, origin: Point, facing: float, target: Point, radius: float) -> bool:
    """Whether enough of a base lies in an arc that begins at the origin."""
    if arc.width >= 360.0:
        return True
    if battle.state.table.kind == "hex":
        return hex_in_arc(battle, arc, origin, facing, target)
    needed = share_needed(battle)
    if arc.corridor:
        return _in_corridor(battle, arc.corridor, origin, facing, target, radius, needed)
    if arc.width == 180.0 and needed == 0.5:  # the common case, without the areas
        return battle.state.table.ahead(facing + arc.centre, origin, target) >= -TOLERANCE
    share = battle.table.share_in_arc(origin, facing + arc.centre, arc.width / 2.0, target, radius)
    return share >= needed - TOLERANCE


def _in_corridor(
    battle: Battle, width: float, origin: Point, facing: float, target: Point, radius: float, needed: float
) -> bool:
    """Ahead of the unit and half in the strip: its centre is, however broad the base."""
    if battle.table.ahead(facing, origin, target) < -TOLERANCE:
        return False
    reach = width / 2.0 if needed == 0.5 else width / 2.0 + radius
    return abs(battle.table.aside(facing, origin, target)) <= reach + TOLERANCE
