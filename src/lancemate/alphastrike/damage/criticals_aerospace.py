"""Critical hits on what flies by Thrust (pp. 184, 187): its table and the results other units do not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.crew import nobody_left
from lancemate.alphastrike.damage.criticals import cannot_apply, effect
from lancemate.alphastrike.damage.destruction import doom, wound
from lancemate.alphastrike.movement.doors import CARGO, DOORS, doors_of, jammed
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import CREW, ENGINE, THRUSTER, is_hit_as_a_mech, stats_with
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table
from lancemate.kernel.steps import Step

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.steps import Steps

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
    if not card.is_aerospace or is_hit_as_a_mech(battle, card):
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
    large = unit.card.is_dropship or unit.card.type == "SC"
    _slow(battle, unit, ENGINE, "AS-AER-051" if large else "AS-AER-050", wait)


@effect("fuel")
@rules.rule("AS-AER-053")
def fuel_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    doom(battle, unit, "its fuel burns and it crashes", "AS-AER-053", wait=wait)


@effect("thruster")
@rules.rule("AS-AER-054", "AS-AER-056")
def thruster_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    """One point of Thrust, once; later hits there do nothing."""
    if THRUSTER not in unit.wounds and THRUSTER not in unit.fresh:
        _slow(battle, unit, THRUSTER, "AS-AER-054", wait)


@effect("docking_collar")
@rules.rule("AS-AER-048")
def docking_collar_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    """It cannot dock with a JumpShip any more, which no battle asks for."""
    wound(battle, unit, "dock_collar", "AS-AER-048", wait=wait)


@effect("kf_boom")
@rules.rule("AS-AER-048")
def kf_boom_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    """It cannot be carried to another system any more."""
    wound(battle, unit, "kf_boom", "AS-AER-048", wait=wait)


@effect("door")
@rules.rule("AS-AER-049", otherwise=())
def door_hit(battle: Battle, unit: Unit, wait: bool) -> Steps:
    """The doors of one bay jam; of several bays a die finds it. Without any the hit costs a point instead."""
    bays = bays_with_doors(battle, unit)
    if not bays:
        cannot_apply(battle, unit, wait)
        return ()
    if len(bays) > 1:
        return (Step(find_bay, (unit.id,)),)
    jammed.note(battle, unit, [*jammed.of(unit), bays[0]])
    return ()


def bays_with_doors(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Bays whose doors still open, in the order of the card."""
    listed = dict.fromkeys(special.code for special in unit.card.specials)
    known = [code for code in listed if code in (*DOORS.of(battle), *CARGO)]
    return tuple(bay for bay in known if doors_of(battle, unit, bay) is not None and bay not in jammed.of(unit))


def find_bay(battle: Battle, name: str) -> Steps:
    """One die finds the bay; where it shows none, it is thrown again."""
    unit = battle.units[name]
    bays = bays_with_doors(battle, unit)
    roll = battle.roll(1)
    bay = bays[roll[0] - 1] if roll[0] <= len(bays) else None
    battle.emit(DieRolled(name, "doors hit", roll, bay or "again", "AS-AER-049"))
    if bay is None:
        return (Step(find_bay, (name,)),)
    jammed.note(battle, unit, [*jammed.of(unit), bay])
    return ()


def _slow(battle: Battle, unit: Unit, effect_name: str, rule_id: str, wait: bool) -> None:
    wound(battle, unit, effect_name, rule_id, wait=wait)
    if not unit.airborne and stats_with(battle, unit, unit.wounds + unit.fresh).immobilized:
        doom(battle, unit, "it has no Thrust left", rule_id, wait=wait)
