"""Critical hits on what flies by Thrust (pp. 184, 187): its table and the results other units do not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.crew import nobody_left
from lancemate.alphastrike.damage.criticals import effect
from lancemate.alphastrike.damage.destruction import doom, wound
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import CREW, ENGINE, THRUSTER, stats_with
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

AEROSPACE_CRITICAL_HITS: Final[Table[dict[str, dict[int, str]]]] = rules.table(
    "AS-AER-045",
    {
        "aerospace": {
            2: "fuel",
            3: "fire_control",
            4: "engine",
            5: "weapon",
            6: "none",
            7: "none",
            8: "none",
            9: "weapon",
            10: "engine",
            11: "fire_control",
            12: "crew_killed",
        },
        "dropship": {
            2: "kf_boom",
            3: "docking_collar",
            4: "none",
            5: "fire_control",
            6: "weapon",
            7: "thruster",
            8: "weapon",
            9: "door",
            10: "none",
            11: "engine",
            12: "crew",
        },
    },
)


@hooks.critical_column.rule("AS-AER-045")
def aerospace_column(battle: Battle, unit: Unit) -> Mapping[int, str] | None:
    """Fighters have a column of their own, DropShips and small craft another."""
    card = unit.card
    if not card.is_aerospace:
        return None
    return AEROSPACE_CRITICAL_HITS.of(battle)["dropship" if card.is_dropship or card.type == "SC" else "aerospace"]


@effect("crew")
@rules.rule("AS-AER-046")
def crew_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    """The second kills the crew."""
    if nobody_left(battle, unit):
        return
    if CREW in unit.wounds or CREW in unit.fresh:
        doom(battle, unit, "its crew was killed", "AS-AER-046", wait=wait)
    else:
        wound(battle, unit, CREW, "AS-AER-046", wait=wait)


@hooks.to_hit.rule("AS-AER-046", part=hooks.ATTACKER)
def crew_hurt(attack: Attack) -> Modifier | None:
    if attack.is_weapon and CREW in attack.attacker.wounds:
        return Modifier("Crew hit", 2, "AS-AER-046")
    return None


@effect("thrust")  # the engine hit of criticals.py hands over to it
@rules.rule("AS-AER-050", "AS-AER-051")
def thrust_lost(battle: Battle, unit: Unit, wait: bool) -> None:
    """An engine hit costs Thrust; without any a unit on the ground is lost, one in the air begins to fall."""
    _slow(battle, unit, ENGINE, "AS-AER-051" if unit.card.is_dropship else "AS-AER-050", wait)


@effect("fuel")
@rules.rule("AS-AER-053")
def fuel_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    doom(battle, unit, "its fuel burns and it crashes", "AS-AER-053", wait=wait)


@effect("thruster")
@rules.rule("AS-AER-054")
def thruster_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    """One point of Thrust, once; later hits there do nothing."""
    if THRUSTER not in unit.wounds and THRUSTER not in unit.fresh:
        _slow(battle, unit, THRUSTER, "AS-AER-054", wait)


def _slow(battle: Battle, unit: Unit, effect_name: str, rule_id: str, wait: bool) -> None:
    wound(battle, unit, effect_name, rule_id, wait=wait)
    if not unit.airborne and stats_with(battle, unit, unit.wounds + unit.fresh).immobilized:
        doom(battle, unit, "it has no Thrust left", rule_id, wait=wait)
