"""Who fights hand to hand, and with what (pp. 76, 78); how they do it stands in physical.py and antimech.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.swarms.rule("AS-SPC-011", ability="AM")
def swarms(battle: Battle, unit: Unit) -> bool:
    """Infantry trained to climb onto machines."""
    return unit.card.is_infantry and unit.active("AM")


@hooks.hand_weapon.rule("AS-SPC-039", ability="MEL")
def has_hand_weapon(battle: Battle, unit: Unit) -> bool:
    """A 'Mech or ProtoMech with a hatchet, a sword or the like: it strikes with that, and no longer with its fists."""
    return unit.active("MEL")
