"""Abilities that take something off a hit, or keep it from going deeper (pp. 76-78).

Barrier armor stands with the other causes of critical checks in damage.py, CASE with the ammo hit in criticals.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import heat_value
from lancemate.alphastrike.damage.reckoning import ARMOR
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import AbilitySpent, CriticalCancelled
from lancemate.alphastrike.play.explain import Modifier

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.state import Unit


UNSHIELDED: Final = (trait.AREA, trait.ARTILLERY, trait.OWN)


@hooks.critical_cancelled.rule("AS-SPC-013", ability="ARM")
def armored_components(battle: Battle, unit: Unit, cause: str) -> tuple[BattleEvent, ...] | None:
    """The first chance of a critical hit comes to nothing, whether its player likes it now or not; once a game."""
    if not unit.active("ARM"):
        return None
    return CriticalCancelled(unit.id, cause, "AS-SPC-013"), AbilitySpent(unit.id, "ARM", "AS-SPC-013")


@hooks.keeps_sealed.rule("AS-SPC-017", ability="BHJ")
def harjel(struck: Struck) -> bool | None:
    """Foam closes a hull breach. It does not keep a unit without armor from sinking."""
    return True if struck.unit.has("BHJ") else None


@hooks.damage.rule("AS-SPC-018", part=ARMOR, ability="SHLD")
def shield(work: Reckoning) -> Modifier | None:
    """A point less from weapons and blows; nothing off what comes from above, what burns and what bursts."""
    traits, target = work.source.traits, work.unit
    if target is None or not target.active("SHLD") or work.points <= 0:
        return None
    if traits.isdisjoint((trait.WEAPON, trait.PHYSICAL)) or not traits.isdisjoint(UNSHIELDED):
        return None
    if work.by_attack and (work.attack.indirect or heat_value(work.attack)):
        return None
    return Modifier("Shield (SHLD)", -1, "AS-SPC-018")


@hooks.heat_resisted.rule("AS-SPC-029", ability="FR")
def fire_resistant(battle: Battle, unit: Unit, heat: int, source: Source) -> int | None:
    """Heat does nothing, nor does the damage it would be to a unit without a heat scale."""
    return heat if unit.has("FR") else None
