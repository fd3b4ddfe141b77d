"""Hidden soldiers (p. 33): noted secretly inside buildings, found when they act or when somebody comes close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.play.load import pointed
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.setup import HIDING as HIDING_PHASE
from lancemate.battletroops.play.state import Arc, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import look_at
from lancemate.field.lattice import STEPS, Dot, bearing, distance, neighbour
from lancemate.kernel.errors import InputError, Refusal, Refused, refuse
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, SideId, UnitId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Hideout
    from lancemate.battletroops.play.state import Unit

NUMBERS: Final = (0, 6, 8, 10, 12)  # what a player may note: never, or when so much or less is needed
USUAL: Final = 8
ambush = unit_memory("ambush", int, default=USUAL, rule="BT-OPT-042", secret=True)
HIDDEN: Final = rules.option("hidden_units", "BT-OPT-041", "soldiers may begin hidden in buildings")
CLOSE: Final = 3
WIDE, SUPPORT_ARC = 6, 4


@event
class Hid:
    """Before the battle a man goes into another hiding place; nobody but his player hears of it."""

    type: ClassVar[str] = "hid"
    unit: UnitId
    secret_to: SideId
    at: Dot
    elevation: int
    hidden: int
    size: int
    rule: RuleId = "BT-OPT-041"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.elevation, unit.hidden = self.elevation, self.hidden
        unit.arc = Arc(self.size, neighbour(self.at, self.hidden))


@event
class Found:
    """A hidden man is placed on the map, with his arc."""

    type: ClassVar[str] = "found"
    unit: UnitId
    why: Word
    at: Dot
    rule: RuleId = "BT-OPT-042"

    def apply(self, state: State) -> None:
        state.units[self.unit].hidden = 0


@hooks.battle_opens.rule("BT-OPT-041", when=HIDDEN)
def they_watch(battle: Battle) -> None:
    """Inside buildings only; each has a wide arc in one of the six directions, a support gunner that of his weapon."""
    for number, unit in enumerate(battle.units.values()):
        if unit.hidden:
            if not battle.map.is_indoors(unit.at, unit.elevation):
                raise InputError(f"{unit.id} can hide only inside a building", key=f"units.{number}")
            size = arc_size(unit)
            unit.arc = Arc(size, neighbour(unit.at, unit.hidden))
            if size == SUPPORT_ARC:
                unit.notes = {**unit.notes, **pointed.entry(bearing(unit.at, unit.arc.towards))}


def arc_size(unit: Unit) -> int:
    return SUPPORT_ARC if unit.primary is not None and is_support(unit.primary) else WIDE


# -- choosing the place ---------------------------------------------------------------------------------------------


@hooks.may_hide.rule("BT-OPT-041", when=HIDDEN)
def under_a_roof(battle: Battle, unit: Unit, at: Dot, elevation: int) -> Refusal | None:
    """Inside buildings only, on a floor there is."""
    building = battle.map.building(at) if battle.map.inside(at) else None
    if building is None or elevation not in battle.map.floors(building):
        text = f"{unit.id} can hide only inside a building, on one of its floors: not at {list(at)}, level {elevation}"
        return Refusal("not_inside", text, "BT-OPT-041")
    return None


def why_not_hide(battle: Battle, unit: Unit, at: Dot, elevation: int) -> Refusal | None:
    """What speaks against a hiding place: hook ``may_hide``."""
    answers = (hook(battle, unit, at, elevation) for hook in battle.hooks[hooks.may_hide])
    return next((refusal for refusal in answers if refusal is not None), None)


def hiding_places(battle: Battle, unit: Unit) -> Iterator[tuple[Dot, int]]:
    """Every dot and floor where a man may begin hidden."""
    for at in battle.map.dots:
        building = battle.map.building(at)
        for level in battle.map.floors(building) if building is not None else ():
            if why_not_hide(battle, unit, at, level) is None:
                yield at, level


@hooks.questions.entry("hide")
def hide(battle: Battle, side: str, places: Mapping[str, Hideout]) -> None:
    """Before the battle a player notes in secret where his men hide; whoever is not named stays where he is."""
    known = (unit for unit in battle.units.values() if unit.side == side or not unit.hidden)
    taken = {(unit.at, unit.elevation): unit.id for unit in known if unit.on_map and unit.id not in places}
    meant: list[Hid] = []
    for name, place in places.items():
        unit = battle.unit(name)
        if unit.side != side or not unit.hidden:
            raise refuse("not_hidden", f"{name} does not hide for {side}", "BT-OPT-041")
        if battle.state.phase != HIDING_PHASE:
            raise refuse("too_late", f"{name} could choose where he hides before the battle began", "BT-OPT-041")
        way = unit.hidden if place.hidden is None else place.hidden
        if way not in STEPS:
            text = f"{name} may look in one of the directions 1 to 6, not {way}"
            raise refuse("no_such_direction", text, "BT-OPT-041")
        ground = battle.map.ground(place.at) if battle.map.inside(place.at) else 0
        level = ground if place.elevation is None else place.elevation
        refusal = why_not_hide(battle, unit, place.at, level)
        if refusal is not None:
            raise Refused(refusal)
        other = taken.setdefault((place.at, level), name)
        if other != name:
            raise refuse("occupied", f"{other} is where {name} would hide, at {list(place.at)}", "BT-MOV-008")
        meant.append(Hid(name, side, place.at, level, way, arc_size(unit)))
    for one in meant:
        battle.emit(one)
        if one.size == SUPPORT_ARC:
            unit = battle.units[one.unit]
            pointed.remember(battle, unit, bearing(unit.at, neighbour(unit.at, unit.hidden)))


# -- coming out -----------------------------------------------------------------------------------------------------


@hooks.acts.rule("BT-OPT-042", when=HIDDEN)
def found_in_the_act(battle: Battle, unit: Unit) -> None:
    """Whoever does anything is hidden no longer."""
    if unit.hidden:
        battle.emit(Found(unit.id, "acts", unit.at))


# -- fire from hiding -----------------------------------------------------------------------------------------------


@hooks.questions.entry("springs an ambush")
def springs(battle: Battle, unit: Unit, aims: list[Aim]) -> bool:
    """Whether a hidden man fires: at whoever he needs no more for than his player has noted."""
    return min(aim.needs for aim in aims) <= ambush.of(unit)


@hooks.questions.entry("lie in ambush")
def lie_in_ambush(battle: Battle, side: str, numbers: Mapping[str, int]) -> None:
    """A player notes what his men wait for, in secret and at no cost, as his side's movement ends.

    Not by an order of its own: that there was one would tell of the man.
    """
    for name, number in numbers.items():
        unit = battle.unit(name)
        if unit.side != side or not unit.hidden:
            raise refuse("not_hidden", f"{name} does not hide for {side}", "BT-OPT-042")
        if number not in NUMBERS:
            known = ", ".join(map(str, NUMBERS))
            raise refuse("no_such_number", f"{name} may wait for one of {known}, not for {number}", "BT-OPT-042")
    for name, number in numbers.items():
        if number != ambush.of(battle.units[name]):
            ambush.remember(battle, battle.units[name], number)


@hooks.may_pass.rule("BT-OPT-042", when=HIDDEN)
def needs_no_order(battle: Battle, unit: Unit) -> Refusal | None:
    """Whoever goes on hiding does nothing: an order for it would tell of him."""
    if not unit.hidden:
        return None
    return Refusal("hidden", f"{unit.id} hides: he does nothing by himself", "BT-OPT-042")


# -- being found ----------------------------------------------------------------------------------------------------


@hooks.arrives.rule("BT-OPT-042", part=hooks.SEEN, when=HIDDEN)
def comes_close(battle: Battle, unit: Unit, by: Way) -> None:
    """Whoever comes near, in whatever way, finds who hides there."""
    found_from_close_by(battle, unit)


def found_from_close_by(battle: Battle, unit: Unit) -> None:
    """An enemy soldier within three dots who sees him finds him; one who hides finds nobody: that would tell of him."""
    if not unit.is_soldier or not unit.able or unit.hidden or unit.aboard is not None:
        return
    for other in list(battle.of_side(battle.opponent(unit.side))):
        if other.hidden and distance(unit.at, other.at) <= CLOSE and look_at(battle, unit, other).clear:
            battle.emit(Found(other.id, "seen", other.at))


@hooks.stays.rule("BT-OPT-042", when=HIDDEN)
def seen_at_last(battle: Battle, unit: Unit) -> None:
    """The same when he has stood up, or has stepped out of a comrade's way."""
    for one in list(battle.of_side(unit.side)):
        found_from_close_by(battle, one)
