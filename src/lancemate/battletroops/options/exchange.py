"""Exchanging weapons and equipment (p. 20): from a comrade next to him, from the ground, from those who are out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import (
    AREA,
    DISPOSABLE,
    GRENADE,
    GRENADES,
    HAND,
    LAUNCHER,
    SATCHEL,
    is_support,
    weapon,
)
from lancemate.battletroops.movement.activation import activate
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.load import PACK, gain, holds, is_part, lay_down, lies, lose, pick_up, things
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.setup import issues
from lancemate.battletroops.play.state import Item, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.record import may_be_secondary
from lancemate.field.lattice import Dot, distance
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("exchange", "BT-OPT-006", "soldiers pass on, drop and pick up weapons")
COST = rules.table("BT-OPT-006", {"take": 6})


@event
class Taken:
    """Something changes hands; from the ground where nobody gives it."""

    type: ClassVar[str] = "taken"
    unit: UnitId
    what: Word
    giver: UnitId | None
    count: int
    rounds: bool  # of a weapon, not the weapon itself
    second: bool  # it becomes his secondary weapon
    cost: int
    at: Dot
    elevation: int
    rule: RuleId = "BT-OPT-006"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        if self.giver is None:
            item = pick_up(state, self.what, self.count, self.at, self.elevation, rounds=self.rounds)
        else:
            item = lose(state.units[self.giver], self.what, self.count, rounds=self.rounds)
        gain(state.units[self.unit], item, second=self.second)


@event
class Dropped:
    type: ClassVar[str] = "dropped"
    unit: UnitId
    what: Word
    count: int
    rule: RuleId = "BT-OPT-008"
    rounds: bool = False
    stands: bool = True  # what stood goes on standing

    def apply(self, state: State) -> None:
        item = lose(state.units[self.unit], self.what, self.count, rounds=self.rounds)
        lay_down(state, item if self.stands else replace(item, stands=False, bearing=None))


# -- taking -----------------------------------------------------------------------------------------------------------


def weigh_taking(battle: Battle, unit: Unit, command: Act) -> Taken | Refusal:
    """What taking something would come to, or why it cannot be."""
    what, count = str(command.what), command.count or 1
    rounds = _means_rounds(battle, command)
    giver = None if command.giver is None else battle.unit(command.giver)
    item = _within_his_reach(battle, unit, what, rounds=rounds) if giver is None else _in_hand(giver, what, rounds)
    refusal = (
        why_not_take(battle, unit, giver)
        or not_there(battle, unit, what, count, giver, item)
        or where_it_stands(battle, unit, giver, item)
        or too_much(battle, unit, item, count)
        or cannot_pay(battle, left_to(battle, unit), COST.of(battle)["take"], f"taking the {what}")
    )
    if refusal is not None or item is None:
        return refusal or _nothing_there(what, giver)
    second = not rounds and unit.primary is not None
    by = "BT-OPT-008" if giver is None else "BT-OPT-009" if not giver.conscious else "BT-OPT-006"
    name = None if giver is None else giver.id
    return Taken(unit.id, what, name, count, rounds, second, COST.of(battle)["take"], item.at, item.elevation, by)


def _means_rounds(battle: Battle, command: Act) -> bool:
    """Whether ammunition is meant: a number of shots of an area weapon."""
    arm = weapon(battle, str(command.what))
    counted = arm is not None and arm.kind == AREA and command.count is not None
    return counted and command.what not in (DISPOSABLE, SATCHEL)


def _in_hand(giver: Unit, what: str, rounds: bool) -> Item | None:
    """What somebody has, as it would lie on the ground."""
    count = holds(giver, what, rounds=rounds)
    if not count:
        return None
    stands, under_it = False, False
    if what == giver.primary and not rounds:
        stands, under_it = is_support(what) and giver.set_up, giver.launcher
    return Item(what, giver.at, giver.elevation, count, rounds=rounds, launcher=under_it, stands=stands)


def _within_his_reach(battle: Battle, unit: Unit, what: str, *, rounds: bool) -> Item | None:
    lying = battle.state.items if unit.aboard is None else ()
    near = (one for one in lying if within_reach(battle, unit, one.at, one.elevation))
    return next((one for one in near if lies(one, what, rounds=rounds)), None)


@rules.rule("BT-OPT-006", otherwise=None)
def why_not_take(battle: Battle, unit: Unit, giver: Unit | None) -> Refusal | None:
    """From a comrade next to him with nothing between them; whoever receives pays."""
    if OPTION not in battle.options:
        return Refusal("no_option", "things change hands with the option exchange", "BT-OPT-006")
    if giver is None:
        return None
    if giver is unit:
        return Refusal("his_own", f"{unit.id} has it already", "BT-OPT-006")
    if giver.side != unit.side and giver.conscious:
        return Refusal("enemy", f"{giver.id} is an enemy in his senses", "BT-OPT-006")
    if not beside(battle, unit, giver):
        return Refusal("not_adjacent", f"{giver.id} is not next to {unit.id}", "BT-OPT-006")
    return bodies(battle, giver)


@rules.rule("BT-OPT-009", otherwise=Refusal("out", "those who are out are gone", "BT-OPT-009"))
def bodies(battle: Battle, giver: Unit) -> Refusal | None:
    """Those who are out lie where they fell, and what they had may be taken."""
    return None


def beside(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether two men can reach each other: both inside the same vehicle, or next to each other outside."""
    if unit.place != "map" or other.place != "map" or unit.aboard != other.aboard:
        return False
    return unit.aboard is not None or within_reach(battle, unit, other.at, other.elevation)


def within_reach(battle: Battle, unit: Unit, at: Dot, elevation: int) -> bool:
    """On the same dot, or on the next one with nothing impassable between."""
    if elevation != unit.elevation or distance(unit.at, at) > 1:
        return False
    step = battle.map.step(unit.at, at, elevation) if at != unit.at else None
    return step is None or (step.wall is None and step.trunk is None)


@rules.rule("BT-OPT-008", otherwise=None)
def not_there(
    battle: Battle, unit: Unit, what: str, count: int, giver: Unit | None, item: Item | None
) -> Refusal | None:
    """What is taken must be there: in the giver's hands, or on the ground next to him."""
    there = 0 if item is None else item.count
    if there >= count:
        return None
    return _nothing_there(what, giver, there)


def _nothing_there(what: str, giver: Unit | None, there: int = 0) -> Refusal:
    where = "next to him lies" if giver is None else f"{giver.id} has"
    return Refusal("not_there", f"{where} no {what}" if not there else f"{where} only {there} of {what}", "BT-OPT-008")


@rules.rule("BT-OPT-027", otherwise=None)
def where_it_stands(battle: Battle, unit: Unit, giver: Unit | None, item: Item | None) -> Refusal | None:
    """A support weapon that stands, and that of a gunner who is out, is taken over on its own dot."""
    if item is None or not is_support(item.what):
        return None
    if giver is not None and giver.conscious and item.stands:
        text = f"the {item.what} of {giver.id} stands: he must break it down, or drop it and make room"
        return Refusal("stands", text, "BT-OPT-027")
    fixed = item.stands or (giver is not None and not giver.conscious)
    if not fixed or (unit.at, unit.elevation) == (item.at, item.elevation):
        return None
    text = f"the {item.what} is taken over on the dot where it is, {list(item.at)}"
    return Refusal("not_on_its_dot", text, "BT-OPT-027")


@rules.rule("BT-OPT-007", otherwise=None)
def too_much(battle: Battle, unit: Unit, item: Item | None, count: int) -> Refusal | None:
    """Nobody holds more than he could have begun with; a character as much as his hands hold."""
    if item is None:
        return None
    what, text, beside_it = item.what, "", "" if unbound(battle, unit) else in_second_place(battle, unit)
    no_room = f"{unit.id} has no room beside his {beside_it}"
    if what == GRENADE:
        if unit.grenades + count > GRENADES and not unbound(battle, unit):
            text = f"nobody carries more than {GRENADES} grenades"
    elif item.rounds:
        text = _too_many_rounds(battle, unit, what, count)
    elif what == SATCHEL:
        text = f"{unit.id} has a satchel charge" if unit.satchel else no_room if beside_it else ""
    elif what == PACK:
        text = f"{unit.id} has a jump pack" if unit.jump_pack or unit.spare_pack else ""
    elif is_part(what):
        text = f"{unit.id} carries parts of a {unit.parts[0]}" if unit.parts else ""
    elif unit.primary is None:
        text = no_room if item.launcher and beside_it and not issues(battle.setup.scenario) else ""
    elif unit.secondary is not None or is_support(what) or item.launcher or not _fits_as_second(battle, unit, what):
        text = f"{unit.id} has his {unit.primary}: he must drop it first"
    elif beside_it:
        text = no_room
    return Refusal("too_much", text, "BT-OPT-007") if text else None


@rules.rule("BT-OPT-043", otherwise=False)
def unbound(battle: Battle, unit: Unit) -> bool:
    """Limits of equipment are not for characters."""
    return unit.skills is not None


def in_second_place(battle: Battle, unit: Unit) -> str:
    """What he carries beside his primary weapon: a secondary one, a charge, a launcher under it, or ammunition."""
    if unit.secondary is not None or unit.satchel:
        return unit.secondary or SATCHEL
    if unit.launcher and not issues(battle.setup.scenario):
        return LAUNCHER
    more = next((name for name in unit.ammo if _over_his_load(battle, unit, name) > 0), None)
    return "" if more is None else f"ammunition for a {more}"


def _over_his_load(battle: Battle, unit: Unit, name: str, more: int = 0) -> int:
    """How many rounds more than the load of a weapon of his own he has, or would have."""
    arm = weapon(battle, name)
    own = name in (unit.primary, unit.secondary) or (name == LAUNCHER and unit.launcher)
    return unit.ammo.get(name, 0) + more - (arm.ammo if own and arm is not None else 0)


def _too_many_rounds(battle: Battle, unit: Unit, what: str, count: int) -> str:
    """A load for his own weapon, and one more of any kind where a secondary weapon would be."""
    arm = weapon(battle, what)
    over = _over_his_load(battle, unit, what, count)
    if count > GRENADES:
        return f"up to {GRENADES} change hands at a time"
    if over <= 0 or arm is None or arm.ammo < 0 or unbound(battle, unit):
        return ""
    if over > arm.ammo:
        return f"nobody carries more than {arm.ammo} shots for a {what} beyond the load of his own"
    place = in_second_place(battle, unit)
    return "" if place in ("", f"ammunition for a {what}") else f"{unit.id} has no room beside his {place}"


def _fits_as_second(battle: Battle, unit: Unit, what: str) -> bool:
    arm = weapon(battle, what)
    hand = arm is not None and arm.kind == HAND
    allowed = "secondary_weapons" in battle.options or hand
    return unbound(battle, unit) or (allowed and may_be_secondary(what))


@hooks.deeds.entry("take")
def take(battle: Battle, unit: Unit, command: Act) -> None:
    found = weigh_taking(battle, unit, command)
    if isinstance(found, Refusal):
        raise Refused(found)
    activate(battle, unit)
    battle.emit(found)


@hooks.deeds.entry("drop")
def drop(battle: Battle, unit: Unit, command: Act) -> None:
    """On his own dot, for nothing."""
    what, count, rounds = str(command.what), command.count or 1, _means_rounds(battle, command)
    refusal = why_not_drop(battle, unit, what, count, rounds=rounds)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    battle.emit(Dropped(unit.id, what, count, rounds=rounds))


@rules.rule("BT-OPT-008", otherwise=None)
def why_not_drop(battle: Battle, unit: Unit, what: str, count: int, *, rounds: bool) -> Refusal | None:
    """Whatever he has; a support weapon that stands is left standing."""
    if OPTION not in battle.options:
        return Refusal("no_option", "things are dropped with the option exchange", "BT-OPT-008")
    held = holds(unit, what, rounds=rounds)
    if held >= count and (rounds or what == GRENADE or count == 1):
        return None
    text = f"{unit.id} has no {what} to drop" if not held else f"{unit.id} has only {held} of {what} to drop"
    return Refusal("not_carried", text, "BT-OPT-008")


@hooks.offers.rule("BT-OPT-006", when=OPTION)
def exchange_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """What lies about or may be had from those next to him."""
    if not unit.is_soldier:
        return None
    found: list[Offer] = []
    for command in dict.fromkeys(_wishes(battle, unit)):
        taken = weigh_taking(battle, unit, command)
        if not isinstance(taken, Refusal):
            giver = f" from {command.giver}" if command.giver is not None else ""
            found.append(offer(command, f"Take {_named(command)}{giver}", "BT-OPT-006"))
    for what, count in things(unit):
        command = Act(unit.id, "drop", what, count=count)
        found.append(offer(command, f"Drop {_named(command)}", "BT-OPT-008"))
    return tuple(found)


def _named(command: Act) -> str:
    return str(command.what) if command.count is None else f"{command.count} of {command.what}"


def _wishes(battle: Battle, unit: Unit) -> Iterator[Act]:
    """Everything close by that somebody could want."""
    for one in battle.state.items:
        count = min(one.count, GRENADES) if one.rounds or one.count > 1 else None
        yield Act(unit.id, "take", one.what, count=count)
    near = [one for one in battle.units.values() if one.place == "map" and distance(unit.at, one.at) <= 1]
    for other in near:
        if other is not unit and other.is_soldier and (other.side == unit.side or not other.conscious):
            for what, count in things(other):
                yield Act(unit.id, "take", what, other.id, None if count is None else min(count, GRENADES))
