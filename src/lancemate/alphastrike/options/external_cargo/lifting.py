"""Picking things up (p. 163): in contact, instead of an attack; and units that do not want to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.attack import Attack, modifiers
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.options.external_cargo.holds import room_inside
from lancemate.alphastrike.options.external_cargo.loads import (
    CargoLifted,
    all_at_hand,
    carrier_of,
    hauled,
    in_hiding,
    load_of,
    named,
    place_of,
    thing,
)
from lancemate.alphastrike.options.external_cargo.sizes import CARGO, cannot_carry, capacity, never_cargo, too_big
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.ids import RuleId, UnitId
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.play.words import anything, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CONTACT: Final = 0.05  # inches between two bases that touch
LIFT: Final = "lift"  # what stands among a unit's attacks
TURNS: Final = rules.table("AS-OPT-406", {"'Mech or ProtoMech": 1, "other": 2})
STRUGGLE: Final = rules.table("AS-OPT-407", {"lifter": 3})

# What a unit is lifting, for how many turns, and in which turn last.
lifting = unit_memory("lifting", dict[str, JSON], default={}, rule="AS-OPT-406")


def shown(battle: Battle, unit: Unit) -> JSON:
    known = lifting.of(unit)
    return {"what": known["what"], "turns": known["turns"]} if known else None


unit_word(lifting, CARGO, anything, shows=shown)


@hooks.unit_recruited.rule("AS-OPT-406", part=1, when=CARGO)
def lifts_from_the_first(battle: Battle, unit: Unit) -> None:
    """Who is said to be lifting something has done so in the turn before, or in this one where it has said so."""
    known = lifting.of(unit)
    if known and "last" not in known:
        last = battle.setup.turn - (LIFT not in unit.attacks)
        unit.notes = {**unit.notes, **lifting.entry({**known, "last": last})}


@event
class LiftContested:
    """Somebody does not want to be lifted."""

    type: ClassVar[str] = "lift_contested"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "unit": ("target_number", "modifiers"),
        "target": ("against_number",),
    }
    unit: UnitId
    target: UnitId
    roll: tuple[int, ...]  # the lifter's two dice, then the other's
    target_number: int
    modifiers: tuple[Modifier, ...]
    against_number: int
    lifted: bool
    rule: RuleId = "AS-OPT-407"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.attacks = (*unit.attacks, LIFT)


# -- who may take what ----------------------------------------------------------------------------------------


def why_not_take(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """Why a unit cannot get hold of something, or None."""
    refusal = cannot_carry(battle, unit) or has_its_hands_full(unit, name)
    if refusal is None and name in battle.units:
        refusal = in_hiding(battle, unit, name) or never_cargo(battle, battle.units[name])
    refusal = refusal or room_inside(battle, unit, name)
    return refusal or too_big(battle, unit, name, load_of(battle, name, unit)) or not_at_hand(battle, unit, name)


def no_time_to_take(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """To pick something up is no attack (a sprinter may); to lift an enemy who resists is one (p. 163)."""
    return why_not_now(battle, unit, "AS-OPT-406", for_an_attack=is_unwilling(battle, unit, name))


def has_its_hands_full(unit: Unit, name: str) -> Refusal | None:
    mine = hauled.of(unit)
    if mine is None and name != unit.id:
        return None
    return Refusal("hands_full", f"{unit.id} carries {mine or 'itself'} already: one thing at a time", "AS-OPT-400")


@rules.rule("AS-OPT-406", otherwise=None)
def not_at_hand(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """In base contact with it, on the ground, while nobody else has it."""
    bearer, place = carrier_of(battle, name), place_of(battle, name)
    if bearer is not None or place is None:
        who = f"{bearer.id} has {name}" if bearer is not None else f"{name} is not on the table"
        return Refusal("not_there", f"{who}: {unit.id} cannot take it", "AS-OPT-406")
    other = battle.units.get(name)
    if other is not None and other.airborne:
        return Refusal("not_there", f"{name} is in the air", "AS-OPT-406")
    if meets(battle, unit, place):
        return None
    away = apart(battle, unit, place)
    where = f"{away:.1f} inches from" if away > battle.table.contact else "above or below"
    return Refusal("not_in_contact", f"{unit.id} is {where} {name}: move up to it first", "AS-OPT-406")


def is_unwilling(battle: Battle, unit: Unit, name: str) -> bool:
    """It is an enemy, and in a state to do something about it."""
    other = battle.units.get(name)
    if other is None or other.side == unit.side:
        return False
    return other.doomed is None and not is_helpless(battle, other)


# -- taking hold ----------------------------------------------------------------------------------------------


@hooks.takes.rule("AS-OPT-406", when=CARGO)
def take(battle: Battle, unit: Unit, what: str) -> bool:
    """In the Combat Phase, and no attack of any kind in that turn."""
    name = named(battle, what)
    refusal = no_time_to_take(battle, unit, name) or why_not_take(battle, unit, name)
    if refusal is not None:
        raise Refused(refusal)
    if not is_unwilling(battle, unit, name) or struggle(battle, unit, battle.units[name]):
        known, turn = lifting.of(unit), battle.state.turn
        turns = known.get("turns", 0) if known.get("what") == name and known.get("last") == turn - 1 else 0
        assert isinstance(turns, int)
        lifting.note(battle, unit, {"what": name, "turns": turns + 1, "last": turn})
    return True


@hooks.offers.rule("AS-OPT-406", when=CARGO)
def may_take(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if orders.Attack not in battle.now.verbs or battle.state.to_act != unit.side or not unit.on_table:
        return None
    if why_not_now(battle, unit, "AS-OPT-406", for_an_attack=False) is not None or is_lifted_now(battle, unit):
        return None
    if cannot_carry(battle, unit) is not None:
        return None
    near = [name for name in all_at_hand(battle, unit) if no_time_to_take(battle, unit, name) is None]
    able = [name for name in near if why_not_take(battle, unit, name) is None]
    return tuple(offer(orders.Act(unit.id, "take", name), f"Lift {name}", "AS-OPT-406") for name in able) or None


def is_lifted_now(battle: Battle, unit: Unit) -> bool:
    """It has begun to lift something this turn."""
    return lifting.of(unit).get("last") == battle.state.turn


@hooks.may_attack.rule("AS-OPT-406", part=hooks.SLOT, when=CARGO)
def busy_lifting(attack: Attack) -> Refusal | None:
    unit = attack.attacker
    if not is_lifted_now(attack.battle, unit) and LIFT not in unit.attacks:
        return None
    what = lifting.of(unit).get("what", "something")
    return Refusal("already_acted", f"{unit.id} lifts {what} this turn and attacks nobody", "AS-OPT-406")


@hooks.end_phase.rule("AS-OPT-406", part=hooks.LATE, when=CARGO)
def lifted_at_last(battle: Battle) -> bool | None:
    """At once by those with hands, a turn later by all others; whoever was interrupted begins again."""
    done = None
    for unit in list(battle.units.values()):
        known = lifting.of(unit)
        if not known:
            continue
        name, turns = str(known["what"]), known["turns"]
        assert isinstance(turns, int)
        able = unit.on_table and unit.doomed is None and why_not_take(battle, unit, name) is None
        ready = able and is_lifted_now(battle, unit) and turns >= turns_needed(battle, unit)
        if ready or not able or not is_lifted_now(battle, unit):
            lifting.end(battle, unit)
            done = True
        if ready:
            battle.emit(CargoLifted(unit.id, name))
    return done


@rules.rule("AS-OPT-406", otherwise=1)
def turns_needed(battle: Battle, unit: Unit) -> int:
    """'Mechs on two legs and ProtoMechs have hands; vehicles and those on four legs need a turn more."""
    hands = unit.card.is_protomech or (unit.card.is_mech and unit.card.legs != "quad")
    return TURNS.of(battle)["'Mech or ProtoMech" if hands else "other"]


# -- against its will -----------------------------------------------------------------------------------------


def numbers(battle: Battle, unit: Unit, other: Unit) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """What the lifter needs, and what the one that is to be lifted needs against it."""
    more = Modifier("Lifting", STRUGGLE.of(battle)["lifter"], "AS-OPT-407")
    return (*blow(battle, unit, other), more), blow(battle, other, unit)


def blow(battle: Battle, unit: Unit, other: Unit) -> tuple[Modifier, ...]:
    """A standard physical attack; Skill alone of units that have none."""
    if unit.card.is_mech or unit.card.is_protomech:
        return modifiers(Attack(battle, orders.Attack(unit.id, other.id, "physical")))
    return (Modifier("Skill", unit.skill, "AS-OPT-407"),)


@rules.rule("AS-OPT-407", otherwise=True)
def struggle(battle: Battle, unit: Unit, other: Unit) -> bool:
    """The lifter's roll must be good, and by more than the other's."""
    mine, its = numbers(battle, unit, other)
    roll, against = battle.roll(2), battle.roll(2)
    margin, other_margin = dice_sum(battle, roll) - total(mine), dice_sum(battle, against) - total(its)
    lifted = margin >= 0 and (other_margin < 0 or margin > other_margin)
    battle.emit(LiftContested(unit.id, other.id, (*roll, *against), total(mine), mine, total(its), lifted))
    return lifted


@hooks.deed_previews.entry("take")
def preview_take(battle: Battle, unit: Unit, what: str | None) -> Mapping[str, Any]:
    """How large it is for this unit and how much that carries, allowed or not."""
    name = named(battle, what or "")
    load, refusal = load_of(battle, name, unit), no_time_to_take(battle, unit, name)
    refusal = refusal or why_not_take(battle, unit, name)
    found: dict[str, Any] = {
        "legal": refusal is None,
        "reason": refusal,
        "size": load.size,
        "bulk": load.bulk,
        "capacity": capacity(battle, unit),
    }
    if thing(battle, name) is None and is_unwilling(battle, unit, name):
        mine, _ = numbers(battle, unit, battle.units[name])
        found |= {"target_number": total(mine), "modifiers": mine}
    return found
