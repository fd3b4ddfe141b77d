"""How a unit gets along on the ground and the water (pp. 35-36), by the letter after its Move; how it stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.movement.context import Way
from lancemate.alphastrike.movement.level import standing_level
from lancemate.alphastrike.movement.swimming import is_amphibious
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def resting_way(battle: Battle, unit: Unit) -> Way:
    """The way a unit moves, and stands, on the ground and the water."""
    card = unit.card
    if not card.is_vehicle and "AMP" not in card.specials.codes and not card.is_mobile_structure:
        return "walk"
    primary = card.move.primary if card.is_vehicle or card.is_naval else ""
    if primary == "s":
        return "swim" if dives(battle, unit) else "surface"
    if (primary in ("h", "g") and hovers(battle, unit)) or (primary == "n" and sails(battle, unit)):
        return "surface"
    if primary == "v" or is_amphibious(battle, unit):
        return "surface"
    return "walk"


@rules.rule("AS-MOV-035", otherwise=False)
def hovers(battle: Battle, unit: Unit) -> bool:
    """Hovercraft, and WiGEs on the ground, treat water of any depth as clear: they stay on its surface."""
    return True


@rules.rule("AS-MOV-036", otherwise=False)
def sails(battle: Battle, unit: Unit) -> bool:
    """Ships move on the surface of water."""
    return True


@rules.rule("AS-MOV-038", otherwise=False)
def dives(battle: Battle, unit: Unit) -> bool:
    """Submersibles move in three dimensions, from the surface to the bottom."""
    return True


def resting_level(battle: Battle, unit: Unit, x: float, y: float) -> float:
    """The elevation a unit has when it is put down at a point: on the ground or a bridge, on the water or in it."""
    way = resting_way(battle, unit)
    return standing_level(battle, unit, x, y, "surface" if way == "swim" else way)
