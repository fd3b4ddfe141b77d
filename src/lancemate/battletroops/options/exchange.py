"""Exchanging weapons and equipment (p. 20): from a comrade next to him, from the ground, from those who are out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import (
    AREA,
    DISPOSABLE,
    GRENADE,
    GRENADES,
    HAND,
    SATCHEL,
    is_support,
    weapon,
)
from lancemate.battletroops.movement.activation import activate
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.state import BARE_HANDS, Item, State
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
PACK: Final = "Jump Pack"
COST = rules.table("BT-OPT-006", {"take": 6})


def _remove(unit: Unit, what: str, count: int, *, rounds: bool) -> None:
    """Take something out of a man's hands."""
    if what == GRENADE:
        unit.grenades -= count
    elif what == SATCHEL:
        unit.satchel = False
    elif what == PACK:
        unit.spare_pack = False
    elif rounds:
        unit.ammo = {**unit.ammo, what: unit.ammo.get(what, 0) - count}
    elif unit.primary == what:
        unit.primary = None
    else:
        unit.secondary = None
    gone = not rounds and (what != GRENADE or not unit.grenades)
    if unit.prepared == what and gone:
        unit.prepared = BARE_HANDS
        unit.arc = None


def _add(unit: Unit, what: str, count: int, *, rounds: bool, second: bool) -> None:
    if what == GRENADE:
        unit.grenades += count
    elif what == SATCHEL:
        unit.satchel = True
    elif what == PACK:
        unit.spare_pack = True
    elif rounds:
        unit.ammo = {**unit.ammo, what: unit.ammo.get(what, 0) + count}
    elif second:
        unit.secondary = what
    else:
        unit.primary = what


def _unload(unit: Unit) -> int:
    """The shot of a disposable weapon goes with it."""
    loaded = unit.ammo.get(DISPOSABLE, 0)
    unit.ammo = {name: count for name, count in unit.ammo.items() if name != DISPOSABLE}
    return loaded


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
        if self.giver is not None:
            _remove(state.units[self.giver], self.what, self.count, rounds=self.rounds)
        else:
            state.items = _without(state.items, self.what, self.at, self.elevation, self.count)
        taker = state.units[self.unit]
        if self.giver is None and is_support(self.what):  # what lies about has to be set up
            taker.crew, taker.set_up, taker.work = (), False, ()
        _add(taker, self.what, self.count, rounds=self.rounds, second=self.second)
        if self.what == DISPOSABLE and not self.rounds:
            loaded = 1 if self.giver is None else _unload(state.units[self.giver])
            taker.ammo = {**taker.ammo, DISPOSABLE: loaded}
        if self.giver is not None and taker.primary == self.what:  # a support weapon comes with its crew, as it stands
            giver = state.units[self.giver]
            taker.crew = tuple(name for name in giver.crew if name != self.unit)
            taker.set_up = giver.set_up and taker.at == giver.at


@event
class Dropped:
    type: ClassVar[str] = "dropped"
    unit: UnitId
    what: Word
    count: int
    rule: RuleId = "BT-OPT-008"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        _remove(unit, self.what, self.count, rounds=False)
        if is_support(self.what):
            unit.crew, unit.work = (), ()
        if self.what != DISPOSABLE or _unload(unit):  # what is left of one that was fired is of no use to anybody
            state.items = (*state.items, Item(self.what, unit.at, unit.elevation, self.count))


def _without(items: tuple[Item, ...], what: str, at: Dot, elevation: int, count: int) -> tuple[Item, ...]:
    left = []
    for one in items:
        if count and (one.what, one.at, one.elevation) == (what, at, elevation):
            taken = min(count, one.count)
            count -= taken
            if one.count > taken:
                left.append(Item(what, at, elevation, one.count - taken))
        else:
            left.append(one)
    return tuple(left)


def holds(unit: Unit, what: str) -> int:
    """How many of something a man has."""
    if what == GRENADE:
        return unit.grenades
    if what == SATCHEL:
        return int(unit.satchel)
    if what == PACK:
        return int(unit.spare_pack)
    return int(what in (unit.primary, unit.secondary))


# -- taking -----------------------------------------------------------------------------------------------------------


def weigh_taking(battle: Battle, unit: Unit, command: Act) -> Taken | Refusal:
    """What taking something would come to, or why it cannot be."""
    what, count = str(command.what), command.count or 1
    giver = None if command.giver is None else battle.unit(command.giver)
    place = _where(battle, unit, what) if giver is None else (giver.at, giver.elevation)
    rounds = _rounds(battle, giver, command)
    refusal = (
        why_not_take(battle, unit, giver)
        or not_there(battle, unit, what, count, giver, rounds=rounds)
        or too_much(battle, unit, what, count, rounds=rounds)
        or cannot_pay(battle, left_to(battle, unit), COST.of(battle)["take"], f"taking the {what}")
    )
    if refusal is not None:
        return refusal
    assert place is not None
    second = not rounds and unit.primary is not None
    by = "BT-OPT-008" if giver is None else "BT-OPT-009" if not giver.conscious else "BT-OPT-006"
    name = None if giver is None else giver.id
    return Taken(unit.id, what, name, count, rounds, second, COST.of(battle)["take"], *place, by)


def _rounds(battle: Battle, giver: Unit | None, command: Act) -> bool:
    """Whether ammunition is meant: a number of shots of an area weapon."""
    arm = weapon(battle, str(command.what))
    return arm is not None and arm.kind == AREA and command.count is not None and giver is not None


@rules.rule("BT-OPT-006", otherwise=None)
def why_not_take(battle: Battle, unit: Unit, giver: Unit | None) -> Refusal | None:
    """From a comrade next to him with nothing between them; whoever receives pays."""
    if OPTION not in battle.options:
        return Refusal("no_option", "things change hands with the option exchange", "BT-OPT-006")
    if giver is None:
        return None
    if giver.side != unit.side and giver.conscious:
        return Refusal("enemy", f"{giver.id} is an enemy in his senses", "BT-OPT-006")
    if not within_reach(battle, unit, giver.at, giver.elevation):
        return Refusal("not_adjacent", f"{giver.id} is not next to {unit.id}", "BT-OPT-006")
    return bodies(battle, giver)


@rules.rule("BT-OPT-009", otherwise=Refusal("out", "those who are out are gone", "BT-OPT-009"))
def bodies(battle: Battle, giver: Unit) -> Refusal | None:
    """Those who are out lie where they fell, and what they had may be taken."""
    return None


def within_reach(battle: Battle, unit: Unit, at: Dot, elevation: int) -> bool:
    """On the same dot, or on the next one with nothing impassable between."""
    if elevation != unit.elevation or distance(unit.at, at) > 1:
        return False
    step = battle.map.step(unit.at, at, elevation) if at != unit.at else None
    return step is None or (step.wall is None and step.trunk is None)


def _where(battle: Battle, unit: Unit, what: str) -> tuple[Dot, int] | None:
    for one in battle.state.items:
        if one.what == what and within_reach(battle, unit, one.at, one.elevation):
            return one.at, one.elevation
    return None


@rules.rule("BT-OPT-008", otherwise=None)
def not_there(battle: Battle, unit: Unit, what: str, count: int, giver: Unit | None, *, rounds: bool) -> Refusal | None:
    """What is taken must be there: in the giver's hands, or on the ground next to him."""
    if giver is not None:
        there = giver.ammo.get(what, 0) if rounds else holds(giver, what)
        where = f"{giver.id} has"
    else:
        near = [one for one in battle.state.items if one.what == what]
        near = [one for one in near if within_reach(battle, unit, one.at, one.elevation)]
        there, where = (near[0].count if near else 0), "next to him lies"
    if there >= count:
        return None
    return Refusal("not_there", f"{where} no {what}" if not there else f"{where} only {there} of {what}", "BT-OPT-008")


@rules.rule("BT-OPT-007", otherwise=None)
def too_much(battle: Battle, unit: Unit, what: str, count: int, *, rounds: bool) -> Refusal | None:
    """Nobody holds more than he could have begun with."""
    text = ""
    if what == GRENADE:
        if unit.grenades + count > GRENADES:
            text = f"nobody carries more than {GRENADES} grenades"
    elif rounds:
        arm = weapon(battle, what)
        if what not in (unit.primary, unit.secondary) and unit.secondary is not None:
            text = f"{unit.id} has no room for more ammunition"
        elif arm is not None and arm.ammo >= 0 and unit.ammo.get(what, 0) + count > 2 * arm.ammo:
            text = f"nobody carries more than {2 * arm.ammo} shots for a {what}"
        elif count > GRENADES:
            text = f"up to {GRENADES} change hands at a time"
    elif what == SATCHEL:
        text = f"{unit.id} has a satchel charge" if unit.satchel else ""
    elif what == PACK:
        text = f"{unit.id} has a jump pack" if unit.jump_pack or unit.spare_pack else ""
    elif unit.primary is not None and not _fits_as_second(battle, unit, what):
        text = f"{unit.id} has his {unit.primary}: he must drop it first"
    return Refusal("too_much", text, "BT-OPT-007") if text else None


def _fits_as_second(battle: Battle, unit: Unit, what: str) -> bool:
    arm = weapon(battle, what)
    hand = arm is not None and arm.kind == HAND
    allowed = "secondary_weapons" in battle.options or hand
    return allowed and unit.secondary is None and not unit.launcher and may_be_secondary(what)


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
    refusal = why_not_drop(battle, unit, str(command.what), command.count or 1)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    battle.emit(Dropped(unit.id, str(command.what), command.count or 1))


@rules.rule("BT-OPT-008", otherwise=None)
def why_not_drop(battle: Battle, unit: Unit, what: str, count: int) -> Refusal | None:
    """He has it; a support weapon that stands is not dropped but broken down."""
    if OPTION not in battle.options:
        return Refusal("no_option", "things are dropped with the option exchange", "BT-OPT-008")
    if holds(unit, what) < count:
        return Refusal("not_carried", f"{unit.id} has no {what} to drop", "BT-OPT-008")
    if is_support(what) and unit.set_up:
        return Refusal("set_up", f"the {what} of {unit.id} stands: break it down first", "BT-OPT-024")
    return None


@hooks.offers.rule("BT-OPT-006", when=OPTION)
def exchange_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """What lies about or may be had from those next to him."""
    if not unit.is_soldier:
        return None
    wanted = [Act(unit.id, "take", one.what) for one in battle.state.items]
    for other in battle.units.values():
        near = other is not unit and other.is_soldier and other.on_map and distance(unit.at, other.at) <= 1
        if near and (other.side == unit.side or not other.conscious):
            things = [name for name in (other.primary, other.secondary) if name is not None]
            things += [GRENADE] if other.grenades else []
            wanted += [Act(unit.id, "take", name, other.id) for name in things]
    found: list[Offer] = []
    for command in dict.fromkeys(wanted):
        if not isinstance(weigh_taking(battle, unit, command), Refusal):
            giver = f" from {command.giver}" if command.giver is not None else ""
            found.append(offer(command, f"Take {command.what}{giver}", "BT-OPT-006"))
    return tuple(found)
