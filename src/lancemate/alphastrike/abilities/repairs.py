"""What saves or mends a 'Mech from within (pp. 83, 88): HarJel II and III, prototype CASE, prototype muscles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.criticals import Blast
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.play.events import AbilitySpent, ArmorMended, CriticalCancelled, DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.steps import Steps

HARJEL_2: Final = rules.table("AS-SPC-074", {"armor": 1})
HARJEL_3: Final = rules.table("AS-SPC-075", {"armor": 2})
PROTOTYPE_CASE: Final = rules.table("AS-SPC-126", {"holds on": 3})


# -- HarJel II and III (p. 83) --------------------------------------------------------------------------------


@hooks.keeps_sealed.rule("AS-SPC-074", ability="BHJ2")
def harjel_2_seals(struck: Struck) -> bool | None:
    """It closes hull breaches like the first kind."""
    return True if struck.unit.has("BHJ2") else None


@hooks.keeps_sealed.rule("AS-SPC-075", ability="BHJ3")
def harjel_3_seals(struck: Struck) -> bool | None:
    return True if struck.unit.has("BHJ3") else None


@hooks.end_phase.rule("AS-SPC-074", part=hooks.REMOVAL, ability="BHJ2")
def harjel_2_mends(battle: Battle) -> bool | None:
    """A point of armor grows back in every End Phase that begins with one left; without any, never again."""
    return _mend(battle, "BHJ2", HARJEL_2.of(battle)["armor"], "AS-SPC-074")


@hooks.end_phase.rule("AS-SPC-075", part=hooks.REMOVAL, ability="BHJ3")
def harjel_3_mends(battle: Battle) -> bool | None:
    """Two points of it."""
    return _mend(battle, "BHJ3", HARJEL_3.of(battle)["armor"], "AS-SPC-075")


def _mend(battle: Battle, code: str, points: int, rule_id: str) -> bool | None:
    changed = None
    for unit in battle.units.values():
        if not unit.in_play or unit.doomed is not None or not unit.active(code):
            continue
        if unit.armor <= 0 < unit.card.armor:
            battle.emit(AbilitySpent(unit.id, code, rule_id))
            changed = True
        elif unit.armor < unit.card.armor:
            battle.emit(ArmorMended(unit.id, min(points, unit.card.armor - unit.armor), rule_id))
            changed = True
    return changed


# -- prototype CASE (p. 88) -----------------------------------------------------------------------------------


@hooks.ammo_hit.rule("AS-SPC-126", part=2, ability="CASEP")
def prototype_case(battle: Battle, unit: Unit) -> Blast | None:
    """A die decides whether it holds."""
    return Blast("all", "AS-SPC-126", case_holds) if unit.has("CASEP") else None


def case_holds(battle: Battle, name: str, wait: bool) -> Steps:
    """3 or more and nothing happens; otherwise the unit is lost."""
    needed, unit = PROTOTYPE_CASE.of(battle)["holds on"], battle.units[name]
    roll = battle.roll(1, lambda dice: dice[0] >= needed)
    holds = roll[0] >= needed
    result = "it holds" if holds else "it does not hold"
    battle.emit(DieRolled(name, f"prototype CASE, on {needed} or more", roll, result, "AS-SPC-126"))
    if holds:
        battle.emit(CriticalCancelled(name, "ammo", "AS-SPC-126"))
    else:
        doom(battle, unit, "its ammunition exploded", "AS-SPC-126", wait=wait)
    return ()


# -- prototype triple-strength myomer (p. 88) -----------------------------------------------------------------


@hooks.damage.rule("AS-SPC-127", part=ADDED, kinds=hooks.MADE, ability="TSMX")
def prototype_myomer_strikes(work: Reckoning) -> Modifier | None:
    """A point more with every physical attack, at any heat."""
    attack = work.attack
    if attack.is_physical and attack.attacker.active("TSMX"):
        return Modifier("Prototype triple-strength myomer (TSMX)", 1, "AS-SPC-127")
    return None
