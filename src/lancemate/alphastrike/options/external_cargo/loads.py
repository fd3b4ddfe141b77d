"""What there is to be carried (p. 164): things that lie about, units that are lifted, and who has them.

A thing is 1 inch across and in nobody's way. Only events move cargo; who may lift or drop it stands beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.measure.places import Place, here, spot
from lancemate.alphastrike.movement.arrival import nearest_places
from lancemate.alphastrike.movement.entering import SET_DOWN, Way, put
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.options.external_cargo.sizes import CARGO, LARGEST, Load, by_weight, of_unit
from lancemate.alphastrike.play.events.placing import leaving_event, placing_event
from lancemate.alphastrike.play.ids import RuleId, Sentence, UnitId, Word
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.state import CARRIED, TABLE, State, Unit, hidden
from lancemate.alphastrike.play.words import text, unit_word
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, refuse
from lancemate.kernel.events import event
from lancemate.kernel.reading import Reader

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle

RADIUS: Final = 0.5  # inches from the middle of a thing to its rim
HEAVIEST: Final = 100_000.0

items = battle_memory("items", dict[str, dict[str, JSON]], default={}, rule="AS-OPT-411")
hauled = unit_memory("external_cargo", str, default=None, rule="AS-OPT-406", names=True)
unit_word(hauled, CARGO, text, name="cargo")


# -- what the script says -------------------------------------------------------------------------------------


@blocks.entry(CARGO)
def read_items(data: object, where: str) -> JSON:
    """The things that lie about, or that somebody has."""
    reader = Reader(data if data is not None else {}, where, known=("items",), what="external cargo")
    found: list[JSON] = []
    for place, one in reader.items("items"):
        item = Reader(one, place, known=("id", "tons", "size", "at"), what="a thing to carry")
        item.need("id")
        if ("tons" in item) == ("size" in item):
            raise InputError("a thing has either tons or a size", key=place)
        written: dict[str, JSON] = {"id": item.text("id")}
        if "tons" in item:
            written["tons"] = item.number("tons", least=0.0, most=HEAVIEST)
        else:
            written["size"] = item.whole("size", least=1, most=LARGEST)
        if "at" in item:
            at = item.point("at")
            written["at"] = None if at is None else list(at)
        if any(other["id"] == written["id"] for other in found if isinstance(other, dict)):
            raise item.wrong("id", f"there are two things called {written['id']!r}")
        found.append(written)
    return {"items": found}


@hooks.battle_opens.rule("AS-OPT-411", part=-1, when=CARGO)
def things_lie_about(battle: Battle) -> None:
    """Every thing has as many points as its Size; who has one is said of units."""
    settings = battle.setup.settings.get(CARGO)
    given = settings.get("items", []) if isinstance(settings, Mapping) else []
    found: dict[str, dict[str, JSON]] = {}
    for number, one in enumerate(given if isinstance(given, list) else []):
        assert isinstance(one, dict)
        name = str(one["id"])
        if name in battle.units or name in battle.table.by_id:
            key = f"settings.{CARGO}.items.{number}.id"
            raise InputError(f"something else is called {name!r} already", key=key)
        at = one.get("at")
        if isinstance(at, list) and not battle.table.inside(*map(float, map(str, at))):
            raise InputError("this point lies off the table", key=f"settings.{CARGO}.items.{number}.at")
        weight = one.get("tons")
        found[name] = {
            **{key: one[key] for key in ("tons", "size") if key in one},
            "structure": points_of(battle, one),
            "at": one.get("at"),
            "carrier": None,
        }
        assert weight is None or isinstance(weight, (int, float))
    for unit in battle.units.values():
        found = _in_hand(battle, unit, found)
    if found:
        battle.state.notes = {**battle.state.notes, **items.entry(found)}


def points_of(battle: Battle, one: Mapping[str, JSON]) -> int:
    size = one.get("size")
    if isinstance(size, int):
        return size
    load = weigh(battle, one, None)
    return LARGEST if load.size is None else load.size


def _in_hand(battle: Battle, unit: Unit, found: dict[str, dict[str, JSON]]) -> dict[str, dict[str, JSON]]:
    """A thing, or a unit, that a script says somebody has."""
    name = hauled.of(unit)
    if name is None:
        return found
    first = carrier_of(battle, name)
    if first is not unit and first is not None:
        raise InputError(f"{unit.id} cannot carry {name!r}: {first.id} has it already", key="sides")
    if name in found:
        return {**found, name: {**found[name], "at": None, "carrier": unit.id}}
    other = battle.units.get(name)
    if other is None or other is unit:
        raise InputError(f"{unit.id} cannot carry {name!r}: there is no such thing", key="sides")
    if any(one is unit for one in _below(battle, other)):
        raise InputError(f"{unit.id} cannot carry {name!r}: that carries {unit.id}", key="sides")
    other.place, other.x, other.y, other.elevation = CARRIED, unit.x, unit.y, unit.elevation
    return found


def _below(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """What a unit carries, and what that carries, as often as anybody is left."""
    for _ in battle.units:
        below = battle.units.get(hauled.of(unit) or "")
        if below is None:
            return
        yield (unit := below)


def weigh(battle: Battle, one: Mapping[str, JSON], carrier: Card | None) -> Load:
    """How large a thing is for a carrier; for none in particular, as all but support vehicles see it."""
    size, tons = one.get("size"), one.get("tons")
    if isinstance(size, int):
        return Load(size)
    assert isinstance(tons, (int, float))
    return by_weight(battle, float(tons), carrier)


# -- finding --------------------------------------------------------------------------------------------------


def thing(battle: Battle, name: str) -> dict[str, JSON] | None:
    return items.of(battle.state).get(name)


def is_known(battle: Battle, name: str | None) -> bool:
    return name is not None and (name in items.of(battle.state) or name in battle.units)


def in_hiding(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """A friend who lies hidden is no load: whoever is moved has come out."""
    other = battle.units.get(name)
    if other is None or other.side != unit.side or not hidden.of(other):
        return None
    return Refusal("hidden", f"{name} lies hidden: it comes out first, then {unit.id} may take it along", "AS-OPT-474")


def load_of(battle: Battle, name: str, carrier: Unit) -> Load:
    """How large some cargo is for a carrier."""
    one = thing(battle, name)
    return of_unit(battle, battle.units[name], carrier.card) if one is None else weigh(battle, one, carrier.card)


def place_of(battle: Battle, name: str) -> Place | None:
    """Where something lies that could be taken."""
    one = thing(battle, name)
    if one is None:
        unit = battle.units[name]
        return here(battle, unit) if unit.on_table else None
    at = one.get("at")
    if not isinstance(at, list) or not one["structure"]:
        return None
    x, y = at
    assert isinstance(x, (int, float))
    assert isinstance(y, (int, float))
    return spot(battle, (float(x), float(y)), RADIUS)


def carrier_of(battle: Battle, name: str) -> Unit | None:
    return next((unit for unit in battle.units.values() if unit.notes and hauled.of(unit) == name), None)


def named(battle: Battle, name: str) -> str:
    """A thing or a unit by its name; any other is refused."""
    if not is_known(battle, name):
        known = ", ".join((*items.of(battle.state), *battle.units))
        raise refuse("unknown_cargo", f"there is nothing called {name!r}; there are {known}", "AS-OPT-406")
    return name


def all_at_hand(battle: Battle, unit: Unit) -> Iterator[str]:
    """What lies or stands in contact with a unit, things first."""
    for name in (*items.of(battle.state), *(one.id for one in battle.on_table() if one is not unit)):
        found = place_of(battle, name)
        if found is not None and meets(battle, unit, found):
            yield name


def show_items(battle: Battle) -> dict[str, JSON]:
    """The things as scripts show them."""
    return {
        name: {
            "size": weigh(battle, one, None).size,
            "structure": one["structure"],
            "at": one["at"],
            "carrier": one["carrier"],
            "destroyed": not one["structure"],
        }
        for name, one in items.of(battle.state).items()
    }


hooks.state_words.add("items", (CARGO, show_items))


# -- events ---------------------------------------------------------------------------------------------------


def _changed(state: State, name: str, **changes: JSON) -> None:
    known = items.of(state)
    state.notes = {**state.notes, **items.entry({**known, name: {**known[name], **changes}})}


@leaving_event
class CargoLifted:
    """A unit has got hold of a thing, or of another unit."""

    type: ClassVar[str] = "cargo_lifted"
    unit: UnitId
    what: Word
    rule: RuleId = "AS-OPT-406"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, **hauled.entry(self.what)}
        if self.what in items.of(state):
            _changed(state, self.what, at=None, carrier=self.unit)
        else:
            other = state.units[self.what]
            other.place, other.x, other.y, other.elevation = CARRIED, unit.x, unit.y, unit.elevation


@placing_event
class CargoDown:
    """Cargo lies, or stands, somewhere again."""

    type: ClassVar[str] = "cargo_down"
    unit: UnitId
    what: Word
    at: Point
    elevation: float
    how: Sentence
    rule: RuleId = "AS-OPT-412"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, **hauled.entry(None)}
        if self.what in items.of(state):
            _changed(state, self.what, at=list(self.at), carrier=None)
        else:
            other = state.units[self.what]
            other.place, (other.x, other.y), other.elevation = TABLE, self.at, self.elevation


@event
class ThingDamaged:
    """A thing has lost points; without any it is gone, whoever had it."""

    type: ClassVar[str] = "cargo_damaged"
    what: Word
    points: int
    left: int
    rule: RuleId

    def apply(self, state: State) -> None:
        _changed(state, self.what, structure=self.left)
        if not self.left:
            _changed(state, self.what, carrier=None)
            for unit in state.units.values():
                if unit.notes and hauled.of(unit) == self.what:
                    unit.notes = {**unit.notes, **hauled.entry(None)}


@event
class ThingMoved:
    """A thing has been pulled along."""

    type: ClassVar[str] = "cargo_moved"
    unit: UnitId
    what: Word
    at: Point
    rule: RuleId

    def apply(self, state: State) -> None:
        _changed(state, self.what, at=list(self.at))


def put_down(battle: Battle, unit: Unit, at: Point, how: str, by: str, way: Way = SET_DOWN) -> str | None:
    """Let go of cargo at a place, or of a unit as near to it as there is room; what it was."""
    name = hauled.of(unit)
    if name is None:
        return None
    if thing(battle, name) is None:
        other = battle.units[name]
        places = nearest_places(battle, other, at)
        at = places[0] if places else at
        put(battle, CargoDown(unit.id, name, at, resting_level(battle, other, *at), how, by), way, other.id)
    else:
        battle.emit(CargoDown(unit.id, name, at, 0.0, how, by))
    return name


def hurt_thing(battle: Battle, name: str, points: int, by: str) -> None:
    """Mark points on a thing."""
    one = thing(battle, name)
    assert one is not None
    there = one["structure"]
    assert isinstance(there, int)
    if points > 0 and there:
        battle.emit(ThingDamaged(name, min(points, there), max(0, there - points), by))
