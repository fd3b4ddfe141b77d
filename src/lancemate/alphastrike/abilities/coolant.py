"""Coolant flushed at the last moment (pp. 88-89): radical heat sinks and the RISC emergency coolant system.

Its player announces it with the switch of that name; the die falls when the heat of the unit is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.criticals import EFFECTS
from lancemate.alphastrike.heat.track import SHUTDOWN_LEVEL, heat_endured
from lancemate.alphastrike.play.events import AbilitySpent, DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Switch, SwitchWords
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.heat.track import Level
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

RHS, ECS = "RHS", "ECS"
CODES: Final = (RHS, ECS)
SINKS: Final = rules.table("AS-SPC-129", {"heat": 1, "fails on": 1})
COOLANT: Final = rules.table("AS-SPC-137", {"heat": 2, "fails on": 1})
WORDS: Final = {
    RHS: hooks.switch_words.add(RHS, SwitchWords("radical heat sinks", "will flush coolant", "keeps its coolant")),
    ECS: hooks.switch_words.add(ECS, SwitchWords("emergency coolant", "will flush coolant", "keeps its coolant")),
}


# -- announcing it --------------------------------------------------------------------------------------------


@hooks.switches.rule("AS-SPC-129", part=3, ability=RHS)
def sinks_may_be_flushed(battle: Battle, unit: Unit) -> Switch | None:
    return Switch(RHS, WORDS[RHS].label, False, "AS-SPC-129", "1 heat less, on 2 or more") if unit.active(RHS) else None


@hooks.switches.rule("AS-SPC-137", part=3, ability=ECS)
def coolant_may_be_flushed(battle: Battle, unit: Unit) -> Switch | None:
    if not unit.active(ECS):
        return None
    return Switch(ECS, WORDS[ECS].label, False, "AS-SPC-137", "2 heat less at heat 4, on 2 or more")


@hooks.may_toggle.rule("AS-SPC-129", ability=RHS)
def sinks_announced(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    return _announced(unit, ability, RHS, "AS-SPC-129")


@hooks.may_toggle.rule("AS-SPC-137", ability=ECS)
def coolant_announced(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    return _announced(unit, ability, ECS, "AS-SPC-137")


def _announced(unit: Unit, ability: str, code: str, rule_id: str) -> str | Refusal | None:
    if ability != code or not unit.has(code):
        return None
    if code in unit.spent:
        return Refusal("used_up", f"the coolant of {unit.id} ({code}) has run out for this scenario", rule_id)
    return rule_id


@hooks.switched.rule("AS-SPC-129", "AS-SPC-137", ability=CODES)
def nothing_is_switched(battle: Battle, unit: Unit, ability: str, on: bool) -> bool | None:
    """It is used once; nothing stays on or off."""
    return True if ability in CODES else None


# -- the End Phase --------------------------------------------------------------------------------------------


@hooks.flushes.rule("AS-SPC-129", ability=RHS)
def flush_sinks(battle: Battle, unit: Unit, level: Level) -> None:
    """A level less on 2 or more; on a 1 nothing, and never again."""
    if (RHS, True) not in unit.planned or not unit.active(RHS) or level.now < 1:
        return
    if _holds(battle, unit, RHS, SINKS.of(battle)["fails on"], "AS-SPC-129"):
        level.lower(Modifier("Radical heat sinks (RHS)", -SINKS.of(battle)["heat"], "AS-SPC-129"))


@hooks.flushes.rule("AS-SPC-137", ability=ECS)
def flush_coolant(battle: Battle, unit: Unit, level: Level) -> None:
    """Two levels less on 2 or more, where it would shut down; on a 1 an engine hit, and never again."""
    top = SHUTDOWN_LEVEL + heat_endured(battle, unit)
    if (ECS, True) not in unit.planned or not unit.active(ECS) or level.now < top:
        return
    if _holds(battle, unit, ECS, COOLANT.of(battle)["fails on"], "AS-SPC-137"):
        level.add(Modifier("Beyond the scale", top - level.now, "AS-HEA-001"))
        level.lower(Modifier("Emergency coolant (ECS)", -COOLANT.of(battle)["heat"], "AS-SPC-137"))
    else:
        EFFECTS["engine"](battle, unit, False)


def _holds(battle: Battle, unit: Unit, code: str, fails: int, rule_id: str) -> bool:
    roll = battle.roll(1)
    good = roll[0] > fails
    battle.emit(DieRolled(unit.id, f"coolant flush ({code})", roll, "it cools" if good else "it fails", rule_id))
    if not good:
        battle.emit(AbilitySpent(unit.id, code, rule_id))
    return good
