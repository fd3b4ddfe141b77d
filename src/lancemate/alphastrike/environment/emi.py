"""Electromagnetic interference (p. 62): everywhere, or where terrain of that kind lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.ranges import line_of
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.environment.weather import to_hit
from lancemate.alphastrike.measure.apart import terrain_on
from lancemate.alphastrike.play.conditions import EMI_AREA, INTERFERENCE
from lancemate.alphastrike.play.explain import Modifier, modifier

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

FARTHER: Final = 2.0


def is_disturbed(battle: Battle, at: Point) -> bool:
    """Interference lies over a place."""
    return agreed(battle).emi or any(feature.kind == EMI_AREA for feature in battle.table.features_at(*at))


@hooks.to_hit.rule("AS-BAT-091", part=hooks.OTHER, when=INTERFERENCE)
def interference(attack: Attack) -> Modifier | None:
    """Shots made in it or through it; conventional infantry aims by eye."""
    if not attack.is_weapon or attack.attacker.card.is_conventional_infantry or not _crosses(attack):
        return None
    return modifier("Interference (EMI)", to_hit(attack, "electromagnetic interference"), "AS-BAT-091")


def _crosses(attack: Attack) -> bool:
    battle = attack.battle
    if agreed(battle).emi:
        return True
    return any(feature.kind == EMI_AREA for feature in terrain_on(battle, line_of(attack)))


@hooks.probes_blinded.rule("AS-BAT-091", when=INTERFERENCE)
def probes_see_nothing(battle: Battle, unit: Unit) -> bool:
    return is_disturbed(battle, unit.at)


@hooks.ecm_boost.rule("AS-BAT-091", when=INTERFERENCE)
def jammers_reach_farther(battle: Battle, unit: Unit) -> float | None:
    """Jammers that are in it reach twice as far."""
    return FARTHER if is_disturbed(battle, unit.at) else None
