"""Shooting missiles down (p. 76)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.reckoning import POINT_DEFENCE
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.state import Unit

MISSILES: Final = frozenset({"IF", "SRM", "LRM"})
LEAST: Final = 1


@hooks.damage.rule("AS-SPC-012", part=POINT_DEFENCE, kinds=hooks.MADE, ability="AMS")
def anti_missile_system(work: Reckoning) -> Modifier | None:
    """A point less from every attack with missiles in it that enters the front, though never the last one."""
    target = work.attack.target
    if target is None or work.points <= LEAST or not works(work.battle, target, "AMS"):
        return None
    if not brings_missiles(work.attack) or (work.direction == "rear" and not in_turret(target)):
        return None
    return Modifier("Anti-missile system (AMS)", -1, "AS-SPC-012")


def brings_missiles(attack: Attack) -> bool:
    """All weapons of a unit that has missiles, a turret that lists them, or the missiles alone."""
    if trait.ALL_WEAPONS not in attack.traits:
        return False
    if attack.code == "IATM":
        return attack.indirect
    if attack.code == "TUR":
        return not MISSILES.isdisjoint(attack.mount.specials.codes)
    return not MISSILES.isdisjoint(attack.attacker.card.all_codes) if attack.code is None else attack.code in MISSILES


def in_turret(unit: Unit) -> bool:
    """Listed in a turret it covers every side."""
    return any(turret.nested is not None and "AMS" in turret.nested for turret in unit.card.specials.turrets)
