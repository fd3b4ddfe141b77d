"""Towing and dragging (p. 165): what is pulled along behind, by a hitch or without one, and what it suffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor, inf
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.cards.move_value import usual_tmm
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.movement.arrival import nearest_places
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.entering import TOWED, led_to, step_to
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.movement.swimming import is_amphibious
from lancemate.alphastrike.movement.terrain import going
from lancemate.alphastrike.options.external_cargo.lifting import is_unwilling
from lancemate.alphastrike.options.external_cargo.loads import (
    ThingMoved,
    all_at_hand,
    carrier_of,
    hauled,
    hurt_thing,
    in_hiding,
    is_known,
    load_of,
    named,
    place_of,
    thing,
)
from lancemate.alphastrike.options.external_cargo.sizes import CARGO, more_lifted
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.events.placing import placing_event
from lancemate.alphastrike.play.explain import Cost, Modifier, total
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.play.traits import AT_ONCE, JOLT
from lancemate.alphastrike.play.words import anything, text, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move, Tmm
from lancemate.field.bodies import TINY
from lancemate.field.shapes import Point
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

HITCHES: Final = ("HTC", "Trailer Hitch Quirk")
CAPACITY: Final = rules.table("AS-OPT-425", {"more than its own Size": 1})
rules.also("AS-SPC-159", CAPACITY)
SLOWER: Final = rules.table("AS-OPT-426", {"smaller": -2.0, "equal": 1 / 2, "larger": 1 / 4})
DRAGS: Final = rules.table("AS-OPT-431", {"inches": 2.0, "damage": 1})
FAILED: Final = "it is damaged"
DRAGGED: Final = cause("dragged", "AS-OPT-431", JOLT, AT_ONCE)

towing = unit_memory("towing", list[str], default=[], rule="AS-OPT-425", names=True)
dragging = unit_memory("dragging", str, default=None, rule="AS-OPT-430", names=True)
unit_word(towing, CARGO, anything)
unit_word(dragging, CARGO, text)
for _deed in ("tow", "drag", "unhitch"):
    hooks.deed_terms.add(_deed, DeedTerms(CARGO, names=True))


@placing_event
class Pulled:
    """A unit has been pulled along behind another."""

    type: ClassVar[str] = "pulled"
    unit: UnitId
    by: UnitId
    at: Point
    facing: float
    elevation: float
    mode: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.moved = self.facing, self.elevation, self.mode


# -- who pulls what -------------------------------------------------------------------------------------------


def burdens(unit: Unit) -> tuple[str, ...]:
    """What a unit pulls."""
    if not unit.notes:
        return ()
    mine = dragging.of(unit)
    return (*towing.of(unit), *((mine,) if mine is not None else ()))


def known_burdens(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What it pulls, as far as anybody knows who looks: what hides is no part of the enemy's view."""
    return tuple(name for name in burdens(unit) if is_known(battle, name))


def puller_of(battle: Battle, name: str) -> Unit | None:
    return next((unit for unit in battle.units.values() if unit.notes and name in burdens(unit)), None)


def rolls(battle: Battle, name: str) -> bool:
    """It is a vehicle on wheels or tracks."""
    other = battle.units.get(name)
    return other is not None and not words(battle, other.card).isdisjoint(("Wheeled", "Tracked"))


def sum_of_sizes(battle: Battle, unit: Unit, names: Sequence[str]) -> int:
    return sum(load_of(battle, name, unit).size or 0 for name in names)


def too_much(battle: Battle, unit: Unit, names: Sequence[str], by: str) -> Refusal | None:
    most = unit.card.size + CAPACITY.of(battle)["more than its own Size"] + more_lifted(battle, unit)
    whole = sum_of_sizes(battle, unit, names)
    if whole <= most and all(load_of(battle, name, unit).size is not None for name in names):
        return None
    return Refusal("too_much", f"{unit.id} pulls up to Size {most} in all; this would be {whole}", by)


@rules.rule("AS-OPT-425", "AS-SPC-159", otherwise=None)
def no_hitch(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """Both need a hitch, and what is towed runs on wheels or tracks, or floats behind a ship."""
    other = battle.units.get(name)
    if other is None or not has_hitch(unit) or not has_hitch(other):
        text = f"{unit.id} cannot tow {name}: both need a trailer hitch (HTC); it may drag it"
        return Refusal("no_hitch", text, "AS-OPT-425")
    if rolls(battle, name) or tugs(battle, unit, other):
        return None
    return Refusal("no_hitch", f"{name} has neither wheels nor tracks: it cannot be towed", "AS-OPT-425")


def has_hitch(unit: Unit) -> bool:
    return any(unit.has(code) for code in HITCHES)


@rules.rule("AS-OPT-428", otherwise=False)
def tugs(battle: Battle, unit: Unit, other: Unit) -> bool:
    """On the water a ship tows whatever floats."""
    return unit.card.is_naval and (other.card.is_naval or is_amphibious(battle, other))


def why_not_pull(battle: Battle, unit: Unit, name: str, *, drags: bool) -> Refusal | None:
    """Why a unit cannot begin to pull something, or None."""
    by = "AS-OPT-430" if drags else "AS-OPT-425"
    if orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return Refusal("too_late", f"{unit.id} couples before its own move, in the Movement Phase", by)
    if name == unit.id or hauled.of(unit) is not None or carrier_of(battle, name) or puller_of(battle, name):
        return Refusal("busy", f"{unit.id} or {name} has its hands full", by)
    if drags and burdens(unit):
        return Refusal("busy", f"{unit.id} pulls something already", by)
    refusal = in_hiding(battle, unit, name) or (None if drags else no_hitch(battle, unit, name))
    refusal = refusal or not_beside(battle, unit, name, by) or unwilling(battle, unit, name, by)
    return refusal or too_much(battle, unit, (*burdens(unit), name), by)


def not_beside(battle: Battle, unit: Unit, name: str, by: str) -> Refusal | None:
    place = place_of(battle, name)
    if place is not None and meets(battle, unit, place) and not unit.airborne:
        return None
    return Refusal("not_in_contact", f"{unit.id} must stand in base contact with {name}", by)


def unwilling(battle: Battle, unit: Unit, name: str, by: str) -> Refusal | None:
    if not is_unwilling(battle, unit, name):
        return None
    return Refusal("unwilling", f"{name} is an enemy and would not have it", by)


@hooks.deeds.entry("tow")
def tow(battle: Battle, unit: Unit, what: str | None) -> None:
    name = named(battle, str(what))
    refusal = why_not_pull(battle, unit, name, drags=False)
    if refusal is not None:
        raise Refused(refusal)
    towing.note(battle, unit, [*towing.of(unit), name])


@hooks.deeds.entry("drag")
@rules.rule("AS-OPT-430")
def drag(battle: Battle, unit: Unit, what: str | None) -> None:
    """Anybody on the ground drags anything, without a hitch, as much as it could tow."""
    name = named(battle, str(what))
    refusal = why_not_pull(battle, unit, name, drags=True)
    if refusal is not None:
        raise Refused(refusal)
    dragging.note(battle, unit, name)


@hooks.deeds.entry("unhitch")
def unhitch(battle: Battle, unit: Unit, what: str | None) -> None:
    """Let a trailer go where it stands."""
    if what not in towing.of(unit) or orders.Move not in battle.now.verbs:
        raise Refused(Refusal("no_trailer", f"{unit.id} does not tow {what} in this phase", "AS-OPT-427"))
    towing.note(battle, unit, [name for name in towing.of(unit) if name != what])


@hooks.offers.rule("AS-OPT-425", when=CARGO)
def may_tow(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """To couple what stands behind, or to let it go."""
    if orders.Move not in battle.now.verbs or not unit.on_table or not may_move_now(battle, unit):
        return None
    near = [*all_at_hand(battle, unit)]
    found: list[Offer] = []
    for name in towing.of(unit):
        found.append(offer(orders.Act(unit.id, "unhitch", name), f"Unhitch {name}", "AS-OPT-427"))
    for name in near:
        if why_not_pull(battle, unit, name, drags=False) is None:
            found.append(offer(orders.Act(unit.id, "tow", name), f"Tow {name}", "AS-OPT-425"))
        elif why_not_pull(battle, unit, name, drags=True) is None:
            found.append(offer(orders.Act(unit.id, "drag", name), f"Drag {name}", "AS-OPT-430"))
    return tuple(found) or None


# -- moving ---------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-426", otherwise=lambda battle, unit, inches, size: inches)
def towed_move(battle: Battle, unit: Unit, inches: float, size: int) -> float:
    """Two inches less behind something smaller, half behind its equal, a quarter behind more."""
    row = SLOWER.of(battle)
    if size < unit.card.size:
        return max(0.0, inches + row["smaller"])
    return float(floor(inches * row["equal" if size == unit.card.size else "larger"] + TINY))


@hooks.move_now.seeing("AS-OPT-426", part=Move.PULLING, when=CARGO)
def slowed_by_what_it_pulls(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    names, whole = known_burdens(battle, unit), so_far.total
    if not names or whole <= 0:
        return None
    left = 0.0 if mode == "jump" else towed_move(battle, unit, whole, sum_of_sizes(battle, unit, names))
    return Cost(f"Pulling {', '.join(names)}", left - whole, "AS-OPT-426")


@hooks.tmm.seeing("AS-OPT-427", part=Tmm.PULLING, when=CARGO)
def as_fast_as_the_one_in_front(battle: Battle, unit: Unit, so_far: SoFar) -> Modifier | None:
    """Both are as hard to hit as the Move that is left makes the one that pulls."""
    puller = unit if burdens(unit) else puller_of(battle, unit.id)
    if puller is None:
        return None
    change = so_far.instead(usual_tmm(battle, current_move(battle, puller)))
    return Modifier(f"Move of {puller.id}", int(change), "AS-OPT-427")


@hooks.may_move.rule("AS-OPT-427", part=-2, when=CARGO)
def goes_where_it_is_pulled(m: Movement) -> Refusal | None:
    puller = puller_of(m.battle, m.unit.id)
    if puller is None or not (m.command.path or m.command.facing is not None):
        return None
    return Refusal("towed", f"{m.unit.id} is pulled by {puller.id} and goes where that goes", "AS-OPT-427")


@hooks.moved.rule("AS-OPT-427", part=1, when=CARGO)
def pulled_along(m: Movement) -> bool | None:
    """Everything that is pulled comes to stand behind, one behind the other."""
    unit = m.unit
    if not burdens(unit) or not m.travels or not unit.on_table:
        return None
    if dragging.of(unit) is not None:
        is_scraped(m)
    front = unit
    for name in burdens(unit):
        front = _comes_behind(m, front, name)
    return True


def _comes_behind(m: Movement, front: Unit, name: str) -> Unit:
    """It goes the way of the one that pulls it, and meets what lies there."""
    battle, unit = m.battle, m.unit
    other = battle.units.get(name)
    table = battle.table
    if other is None:
        at = table.snap(table.beyond(front.at, unit.facing + 180.0, front.radius))
        battle.emit(ThingMoved(unit.id, name, at, "AS-OPT-430"))
        return front
    wish = table.snap(table.beyond(front.at, unit.facing + 180.0, front.radius + other.radius))
    places = nearest_places(battle, other, wish)
    at = places[0] if places else wish
    level = resting_level(battle, other, *at)
    before = step_to(battle, Pulled(name, unit.id, at, unit.facing, level, unit.moved, "AS-OPT-427"))
    led_to(battle, other, TOWED, (*m.points[:-1], at), before)
    return other


# -- dragging -------------------------------------------------------------------------------------------------


def is_scraped(m: Movement, far: float = inf) -> None:
    """A roll after every two inches that it is dragged, unless what is dragged runs on wheels."""
    name = dragging.of(m.unit)
    if name is None or rolls(m.battle, name):
        return
    for extra in extras_on_the_way(m, far):
        scrape(m.battle, m.unit, name, extra)


@rules.rule("AS-OPT-431", otherwise=None)
def scrape(battle: Battle, unit: Unit, name: str, extra: float) -> None:
    """Against the Skill of who drags, and the ground it is dragged over."""
    parts = (Modifier("Skill", unit.skill, "AS-OPT-431"), Modifier("Ground", int(extra), "AS-OPT-431"))
    roll = battle.roll(2)
    fails = dice_sum(battle, roll) < total(parts)
    result = FAILED if fails else "nothing happens"
    needed = total(parts)
    battle.emit(DieRolled(unit.id, f"dragging {name}", roll, result, "AS-OPT-431", target_number=needed))
    points = DRAGS.of(battle)["damage"]
    if fails and thing(battle, name) is not None:
        hurt_thing(battle, name, int(points), "AS-OPT-431")
    elif fails:
        hurt(battle, name, int(points), DRAGGED.by(unit))


def extras_on_the_way(m: Movement, far: float = inf) -> Iterator[float]:
    """What an inch costs more where each full two inches of a way end, as far as it matters."""
    along, due = 0.0, DRAGS.of(m)["inches"]
    for stretch in m.stretches:
        along += stretch.length
        while min(along, far) >= due - TINY:
            here = going(m.battle, m.unit, stretch.patch, stretch.medium, by_road=m.by_road)
            yield sum(extra.value for extra in here.extras)
            due += DRAGS.of(m)["inches"]


def let_go(m: Movement, at: Point, way: tuple[Point, ...]) -> str | None:
    """Stop dragging, with what was dragged at some place on the way: as far as that it was dragged."""
    battle, unit = m.battle, m.unit
    if way:
        is_scraped(m, sum(battle.table.distance(*leg) for leg in pairwise((m.points[0], *way))))
    name = dragging.of(unit)
    if name is None:
        return None
    dragging.end(battle, unit)
    if thing(battle, name) is not None:
        battle.emit(ThingMoved(unit.id, name, at, "AS-OPT-432"))
        return name
    other = battle.units[name]
    places = nearest_places(battle, other, at)
    place = places[0] if places else at
    level = resting_level(battle, other, *place)
    before = step_to(battle, Pulled(name, unit.id, place, unit.facing, level, "ground", "AS-OPT-432"))
    led_to(battle, other, TOWED, (*way, place), before)
    return name


@hooks.unit_destroyed.rule("AS-OPT-427", when=CARGO)
def nobody_pulls_any_more(battle: Battle, unit: Unit) -> None:
    """Who is gone pulls nothing, and is pulled by nobody."""
    for other in battle.units.values():
        if other.notes and unit.id in towing.of(other):
            towing.note(battle, other, [name for name in towing.of(other) if name != unit.id])
        if other.notes and dragging.of(other) == unit.id:
            dragging.end(battle, other)
    if towing.of(unit):
        towing.end(battle, unit)
    if dragging.of(unit) is not None:
        dragging.end(battle, unit)
