"""Critical hits (pp. 49-50): who can suffer them, the table, what each result does.

What brings a check about stands in damage.py, what wounds do to a unit's values in stats.py, the table of aerospace
units in criticals_aerospace.py.

Hooks: ``critical_rolls`` (battle, unit) -> int | None, more rolls per check; ``critical_cancelled`` (battle, unit,
cause) -> events to tell instead of a roll, or None; ``critical_column`` (battle, unit) -> the results of a
kind of unit of another chapter, or None; ``ammo_hit`` (battle, unit) -> Blast | None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.damage.causes import CRITICAL, cause
from lancemate.alphastrike.damage.crew import nobody_left
from lancemate.alphastrike.damage.destruction import doom, mark, wound
from lancemate.alphastrike.play.events import CriticalCancelled, CriticalRolled, DieRolled
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.stats import (
    ARC_WEAPON,
    ENGINE,
    FIRE_CONTROL,
    MP,
    WEAPON,
    is_hit_as_a_mech,
    stats_with,
    worn,
)
from lancemate.alphastrike.play.traits import AFTERMATH
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Entries, Switched, Table
from lancemate.kernel.steps import Step
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.cards.specials import Special, Specials
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.explain import Modifier
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.steps import Steps

AMMUNITION: Final = cause("ammo", "AS-SPC-021", AFTERMATH)  # that blows up in a cased unit

LAST_ROW: Final = 12
STUNNED: Final = "crew_stunned"  # waits for the End Phase among the fresh wounds, and never becomes a lasting one

# Results of 2D6 by kind of unit.
CRITICAL_HITS: Final[Table[dict[str, dict[int, str]]]] = rules.table(
    "AS-DMG-033",
    {
        "mech": {
            2: "ammo",
            3: "engine",
            4: "fire_control",
            5: "none",
            6: "weapon",
            7: "mp",
            8: "weapon",
            9: "none",
            10: "fire_control",
            11: "engine",
            12: "unit_destroyed",
        },
        "protomech": {
            2: "weapon",
            3: "weapon",
            4: "fire_control",
            5: "mp",
            6: "none",
            7: "mp",
            8: "none",
            9: "mp",
            10: "unit_destroyed",
            11: "weapon",
            12: "weapon",
        },
        "vehicle": {
            2: "ammo",
            3: "crew_stunned",
            4: "fire_control",
            5: "fire_control",
            6: "none",
            7: "none",
            8: "none",
            9: "weapon",
            10: "weapon",
            11: "crew_killed",
            12: "engine",
        },
    },
)
rules.also("AS-FOR-101", CRITICAL_HITS)

Effect = Callable[["Battle", "Unit", bool], "Steps | None"]
E = TypeVar("E", bound=Effect)

EFFECTS: Entries[Effect] = rules.entries("critical effects")
effect = EFFECTS.entry  # registers what a result of the table does; it may answer with steps that follow


# -- a check --------------------------------------------------------------------------------------------------


def check(battle: Battle, name: str, cause: str, wait: bool, attacker: str | None = None) -> Steps:
    """One chance of a critical hit: a roll on the table of the unit's kind, sometimes two, sometimes none."""
    unit = battle.units[name]
    if not can_suffer(battle, unit) or column_of(battle, unit) is None:
        return ()
    rolls = 1 + sum(hook(battle, unit) or 0 for hook in battle.hooks[hooks.critical_rolls])
    return (Step(roll_critical, (name, wait, attacker), (cause,)),) * rolls


@rules.rule("AS-DMG-030", "AS-AER-041", otherwise=True)
def can_suffer(battle: Battle, unit: Unit) -> bool:
    """Everything except infantry of both kinds."""
    return not unit.card.is_infantry


@hooks.critical_rolls.rule("AS-DMG-038")
def industrial_mech(battle: Battle, unit: Unit) -> int | None:
    """An IndustrialMech rolls twice for every check, and suffers both results."""
    return 1 if unit.card.type == "IM" else None


def _cancelled(battle: Battle, unit: Unit, cause: str) -> bool:
    for hook in battle.hooks[hooks.critical_cancelled]:
        events: tuple[BattleEvent, ...] | None = hook(battle, unit, cause)
        if events is not None:
            for event in events:
                battle.emit(event)
            return True
    return False


@rules.rule("AS-DMG-029", otherwise=lambda battle, unit: CRITICAL_HITS.of(battle)["mech"])
def column_of(battle: Battle, unit: Unit) -> Mapping[int, str] | None:
    """The column of the target's own type; none for a kind whose chapter is not in play."""
    for hook in battle.hooks[hooks.critical_column]:
        column = hook(battle, unit)
        if column is not None:
            return column
    card = unit.card
    if (card.is_aerospace and not is_hit_as_a_mech(battle, card)) or card.is_mobile_structure:
        return None
    return CRITICAL_HITS.of(battle)["mech" if card.is_mech else "protomech" if card.is_protomech else "vehicle"]


@frozen
class CriticalRoll:
    """A roll on the table, with what it says."""

    battle: Battle
    unit: Unit
    wait: bool
    attacker: str | None
    cause: str
    result: str


def roll_critical(battle: Battle, name: str, wait: bool, attacker: str | None, cause: str) -> Steps | None:
    unit = battle.units[name]
    if unit.doomed is not None or _cancelled(battle, unit, cause):
        return ()
    column = column_of(battle, unit)
    assert column is not None
    more = modifiers_on(battle, unit, attacker)
    read = partial(result_in, battle, column, sum(part.value for part in more))
    roll = battle.roll(2, read)
    result = read(roll)
    battle.emit(CriticalRolled(unit.id, cause, roll, result, more))
    for again in battle.hooks[hooks.critical_again]:
        instead = again(CriticalRoll(battle, unit, wait, attacker, cause, result))
        if instead is not None:
            return instead
    if result != "none" and any(hook(battle, unit, attacker, result) for hook in battle.hooks[hooks.critical_doubted]):
        battle.then("critical_doubted", unit=name, wait=wait, attacker=attacker, cause=cause, result=result)
        return ()
    return impair(battle, unit, result, wait)


def take_critical(battle: Battle, unit: Unit, result: str, wait: bool) -> None:
    """Suffer the result of a roll that was not thrown again."""
    battle.follow(Step(_suffer, (unit.id, result, wait)))


def _suffer(battle: Battle, name: str, result: str, wait: bool) -> Steps | None:
    return impair(battle, battle.units[name], result, wait)


def throw_again(battle: Battle, unit: Unit, cause: str, wait: bool) -> None:
    """Roll on the unit's table in the place of a roll that does not count."""
    column = column_of(battle, unit)
    assert column is not None
    roll = battle.roll(2)
    result = result_in(battle, column, 0, roll)
    battle.emit(CriticalRolled(unit.id, cause, roll, result, ()))
    take_critical(battle, unit, result, wait)


@rules.rule("AS-INT-012", otherwise=())
def impair(battle: Battle, unit: Unit, result: str, wait: bool) -> Steps | None:
    """A critical hit takes away from what a unit can do, which need not destroy it."""
    happens = EFFECTS.get(result)
    return happens(battle, unit, wait) if happens is not None else ()


def modifiers_on(battle: Battle, unit: Unit, attacker: str | None) -> tuple[Modifier, ...]:
    """What is added to a roll on a unit's table: hook ``critical_modifiers`` (battle, unit, attacker)."""
    asked = battle.hooks[hooks.critical_modifiers]
    if not asked:
        return ()
    return tuple(part for hook in asked if (part := hook(battle, unit, attacker)) is not None)


def result_in(by: Switched, column: Mapping[int, str], more: int, roll: tuple[int, ...]) -> str:
    """Below the table nothing happens; what would lie beyond it is an engine hit."""
    shown = dice_sum(by, roll) + more
    if shown > LAST_ROW:
        return "engine"
    return column[shown] if shown >= 2 else "none"


# -- what the results do (p. 50), in the order of the book ----------------------------------------------------


class Blast(NamedTuple):
    """What exploding ammunition does to its unit, and by which rule."""

    harm: Literal["all", "a point", "none"]
    rule: str
    then: Callable[[Battle, str, bool], Steps] | None = None  # what decides instead: the unit, and whether it waits


def blast_of(battle: Battle, unit: Unit) -> Blast:
    """What an ammunition hit would do to this unit."""
    return overruled(battle, hooks.ammo_hit, Blast("all", "AS-DMG-042"), battle, unit)


@effect("ammo")
@rules.rule("AS-DMG-042")
def ammo_hit(battle: Battle, unit: Unit, wait: bool) -> Steps:
    """The ammunition explodes and takes the unit with it, unless it is cased or there is none."""
    blast = blast_of(battle, unit)
    if blast.then is not None:
        return (Step(blast.then, (unit.id, wait)),)
    if blast.harm == "all":
        doom(battle, unit, "its ammunition exploded", blast.rule, wait=wait)
    elif blast.harm == "none":
        battle.emit(CriticalCancelled(unit.id, "ammo", blast.rule))
    else:
        marks = mark(battle, unit, 1, AMMUNITION.itself, wait=wait)
        if marks.structure and unit.doomed is None:
            return (Step(check, (unit.id, "ammo", wait)),)
    return ()


@hooks.ammo_hit.rule("AS-DMG-042", "AS-SPC-022", part=-1, ability="CASEII")
def cased_twice(battle: Battle, unit: Unit) -> Blast | None:
    return Blast("none", "AS-SPC-022") if unit.has("CASEII") else None


@hooks.ammo_hit.rule("AS-DMG-042", "AS-SPC-027", part=0, ability="ENE")
def carries_none(battle: Battle, unit: Unit) -> Blast | None:
    return Blast("none", "AS-SPC-027") if unit.has("ENE") else None


@hooks.ammo_hit.rule("AS-DMG-042", "AS-SPC-021", part=1, ability="CASE")
def cased(battle: Battle, unit: Unit) -> Blast | None:
    return Blast("a point", "AS-SPC-021") if unit.has("CASE") else None


@effect("crew_killed")
@rules.rule("AS-DMG-043", "AS-AER-047")
def crew_killed(battle: Battle, unit: Unit, wait: bool) -> None:
    doom(battle, unit, "its crew was killed", "AS-DMG-043", wait=wait)


@effect("crew_stunned")
@rules.rule("AS-DMG-044")
def crew_stunned(battle: Battle, unit: Unit, wait: bool) -> None:
    """It concerns the turn after this one, whenever it was suffered."""
    if nobody_left(battle, unit):
        return
    wound(battle, unit, STUNNED, "AS-DMG-044", wait=True)


@hooks.may_attack.rule("AS-DMG-044", part=hooks.ABLE, plain=False)
def stunned_crews_hold_fire(attack: Attack) -> Refusal | None:
    if attack.attacker.stunned:
        text = f"the crew of {attack.attacker.id} is stunned this turn; it may act again in the next one"
        return Refusal("crew_stunned", text, "AS-DMG-044")
    return None


@effect("engine")
def engine_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    card = unit.card
    if card.is_vehicle:
        engine_hit_vehicle(battle, unit, wait)
    elif card.is_aerospace and not is_hit_as_a_mech(battle, card):
        EFFECTS["thrust"](battle, unit, wait)
    else:
        engine_hit_mech(battle, unit, wait)


@rules.rule("AS-DMG-045")
def engine_hit_mech(battle: Battle, unit: Unit, wait: bool) -> None:
    """Heat with every shot from now on; the second destroys a 'Mech."""
    _engine_or_end(battle, unit, "AS-DMG-045", wait)


@rules.rule("AS-DMG-046")
def engine_hit_vehicle(battle: Battle, unit: Unit, wait: bool) -> None:
    """Half of Move, TMM and damage; the second destroys a vehicle."""
    _engine_or_end(battle, unit, "AS-DMG-046", wait)


def _engine_or_end(battle: Battle, unit: Unit, rule_id: str, wait: bool) -> None:
    if ENGINE in unit.wounds or ENGINE in unit.fresh:
        doom(battle, unit, "its engine was hit a second time", rule_id, wait=wait)
    else:
        wound(battle, unit, ENGINE, rule_id, wait=wait)


@effect("fire_control")
@rules.rule("AS-DMG-047")
def fire_control_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    wound(battle, unit, FIRE_CONTROL, "AS-DMG-047", wait=wait)


@effect("mp")
@rules.rule("AS-DMG-048")
def mp_hit(battle: Battle, unit: Unit, wait: bool) -> None:
    if stats_with(battle, unit, _suffered(unit)).immobilized:
        cannot_apply(battle, unit, wait)
    else:
        wound(battle, unit, MP, "AS-DMG-048", wait=wait)


@effect("unit_destroyed")
@rules.rule("AS-DMG-049")
def unit_destroyed(battle: Battle, unit: Unit, wait: bool) -> None:
    doom(battle, unit, "a critical hit destroyed it outright", "AS-DMG-049", wait=wait)


@effect("weapon")
@rules.rule("AS-DMG-050")
def weapon_hit(battle: Battle, unit: Unit, wait: bool) -> Steps:
    """Less damage from now on, of one arc if the unit has several."""
    if several_arcs(battle, unit):
        return (Step(arc_hit, (unit.id, wait)),)
    lose_weapons(battle, unit, None, wait)
    return ()


def lose_weapons(battle: Battle, unit: Unit, arc: str | None, wait: bool) -> None:
    if not any(_weapons(battle, unit, arc)):
        cannot_apply(battle, unit, wait)
    elif arc is None:
        wound(battle, unit, WEAPON, "AS-DMG-050", wait=wait)
    else:
        wound(battle, unit, ARC_WEAPON + arc, "AS-DMG-051", wait=wait)


@rules.rule("AS-DMG-051", otherwise=False)
def several_arcs(battle: Battle, unit: Unit) -> bool:
    """Of several arcs one is hit at random."""
    return loses_arcs(unit.card)


def loses_arcs(card: Card) -> bool:
    """Whether its weapons are hit arc by arc; large craft and mobile structures have their own rule."""
    return bool(card.arcs) and not card.is_dropship and card.type not in ("SC", "MS")


def arc_hit(battle: Battle, name: str, wait: bool) -> Steps:
    """One die finds the arc; where it shows none, it is thrown again."""
    unit = battle.units[name]
    arcs = tuple(unit.card.arcs)
    roll = battle.roll(1)
    arc = arcs[roll[0] - 1] if roll[0] <= len(arcs) else None
    battle.emit(DieRolled(name, "arc hit", roll, arc or "again", "AS-DMG-051"))
    if arc is None:
        return (Step(arc_hit, (name, wait)),)
    lose_weapons(battle, unit, arc, wait)
    return ()


@rules.rule("AS-DMG-031", "AS-AER-041")
def cannot_apply(battle: Battle, unit: Unit, wait: bool) -> None:
    """A result that changes nothing costs a point instead; that point brings no further checks."""
    mark(battle, unit, 1, CRITICAL.itself, wait=wait)


def _suffered(unit: Unit) -> tuple[str, ...]:
    """Wounds felt and wounds waiting: what a further hit adds to."""
    return unit.wounds + unit.fresh


def _weapons(battle: Battle, unit: Unit, arc: str | None) -> Iterator[bool]:
    """For every damage value of the unit (or of one of its arcs), whether anything is left of it."""
    card, wounds = unit.card, _suffered(unit)
    lists: list[tuple[Damage, Specials]] = [(card.damage, card.specials)] if arc is None else []
    lists += [(part.damage, part.specials) for name, part in card.arcs.items() if arc in (None, name)]
    lists += [(part.damage, part.specials) for part in card.sections]
    for damage, specials in lists:
        yield worn(battle, card, damage, wounds, arc).harms
        for special in _with_turrets(specials):
            yield _has_value(battle, card, special, wounds, arc)


def _with_turrets(specials: Specials) -> Iterator[Special]:
    for special in specials:
        yield special
        yield from special.nested or ()


def _has_value(battle: Battle, card: Card, special: Special, wounds: tuple[str, ...], arc: str | None) -> bool:
    if special.code.startswith("ART-"):
        return int(special.number or 1) > wounds.count(WEAPON)
    strength = special.strength
    if strength is None:
        return False
    values = Damage(strength, strength, strength) if isinstance(strength, Strength) else strength
    return worn(battle, card, values, wounds, arc).harms
