"""Which keys of a state a battle has brought about by play: what stands there and nobody had put in.

A key is a note (``unit.shaken_by``, ``battle.score``, ``objective.carrier``, ``secret.commander``), a field of a unit
(``state.heat``), a way it moved (``moved.jump``), a critical hit felt or to come (``crits.mp``, ``pending.mp``),
a place (``place.carried``), or something of a section of a mobile structure (``section.armor``).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from lancemate.alphastrike.damage.criticals import STUNNED, loses_arcs
from lancemate.alphastrike.damage.sections import CRITS as SECTION_CRITS
from lancemate.alphastrike.play import state as places
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.alphastrike.play.state import Section, Unit
from lancemate.alphastrike.play.stats import ARC_WEAPON, CRASHED
from lancemate.alphastrike.play.words import unit_words
from lancemate.alphastrike.turn.unit_state import COUNTS, DERIVED, FIELDS, FLAGS, FOR_ALL, MOVED
from lancemate.kernel.codec import JSON
from lancemate.muster import catalogue

NOTES = {"unit": "unit", "battle": "battle", "objective": "objective", "secret": "side's secret"}
ELSEWHERE = ("notes", "status", "moved", "crits", "pending", "sections")  # keys that hold others, told one by one
WRITTEN_OTHERWISE = {"off": "switched_off"}
PLACES = ("TABLE", "RESERVE", "ABOARD", "EMPLACED", "PLANTED", "CARRIED", "OFFBOARD", "GONE")


# -- what there is ------------------------------------------------------------------------------------------------


def every_key() -> frozenset[str]:
    """All that a script may put into a unit, and all that rules remember."""
    return frozenset(_every())


def _every() -> Iterator[str]:
    notes = {about: set(memory.about(kind)._keys) for about, kind in NOTES.items()}
    for about, names in notes.items():
        yield from (f"{about}.{name}" for name in names)
    for name in {*FIELDS, *FLAGS, *COUNTS}.difference(DERIVED, ELSEWHERE, notes["unit"]):
        yield f"state.{name}"
    yield from (f"moved.{way}" for way in MOVED if way != "none")
    yield from (f"place.{getattr(places, name)}" for name in PLACES)
    cards = catalogue.search()
    effects = {*FOR_ALL, *(effect for card in cards for effect in card.critical_tracks)}
    effects |= {ARC_WEAPON + arc for card in cards if loses_arcs(card) for arc in card.arcs}
    yield from (f"crits.{effect}" for effect in effects)
    yield from (f"pending.{effect}" for effect in {*effects, STUNNED} - {CRASHED})
    yield from (f"section.{name}" for name in ("armor", "structure", "destroyed"))
    yield from (f"section.crits.{effect}" for effect in SECTION_CRITS)
    yield from (f"section.pending.{effect}" for effect in SECTION_CRITS)


# -- what a script put in -----------------------------------------------------------------------------------------


def put_in(setup: Setup) -> frozenset[str]:
    """The keys of a setup."""
    keys = {key for muster in setup.units for key in _put_into(muster)}
    if setup.phase not in ("deployment", "initiative", "movement"):
        keys.add("moved.ground")  # who has nothing said of it is taken to have moved
    if any(side.support for side in setup.sides):
        keys |= {"battle.support", "battle.minefields"}
    if setup.hidden_terrain:
        keys.add("battle.areas_hidden")
    return frozenset(keys)


def _put_into(muster: Muster) -> Iterator[str]:
    for name in (*muster.state, *muster.words):
        word = unit_words.get(name)
        yield f"unit.{word.note.name if word is not None else name}"
    state: Mapping[str, Any] = muster.state
    yield from (f"state.{name}" for name in state)
    yield from (f"unit.{name}" for name in state.get("notes", ()))
    for section in state.get("sections", {}).values():
        yield from (f"section.{name}" for name in section)
        if "structure" in section:
            yield "section.destroyed"
        for kind in ("crits", "pending"):
            yield from (f"section.{kind}.{name}" for name in section.get(kind, ()))
    if muster.bombs:
        yield "unit.bombs"
    for kind in ("crits", "pending"):
        yield from (f"{kind}.{name}" for name in state.get(kind, ()))
    for word in state.get("status", ()):
        yield from (f"unit.{word}", f"state.{word}")
    if "moved" in state:
        yield f"moved.{state['moved']}"
    if state.get("aboard") or state.get("boarding"):
        yield from ("state.aboard", "place.aboard")
    if state.get("destroyed") or state.get("exited"):
        yield "place.gone"


# -- what came about ----------------------------------------------------------------------------------------------


def reached(battle: Battle) -> frozenset[str]:
    """What stands in a battle now, or has been noted in it, and was not in its setup."""
    return frozenset((*_standing(battle), *_noted(battle))) - put_in(battle.setup)


def _standing(battle: Battle) -> Iterator[str]:
    start = {muster.id: muster for muster in battle.setup.units}
    for unit in battle.units.values():
        yield from _set("unit", unit.notes)
        yield from _fields(unit, start.get(unit.id))
        for section in unit.sections:
            yield from _section(unit, section)
    notes: Mapping[str, Any] = battle.state.notes
    yield from _set("battle", notes)
    for objective in notes.get("objectives", {}).values():
        yield from (f"objective.{name}" for name in objective)
    for secret in notes.get("secret", {}).values():
        yield from _set("secret", secret)


def _set(about: str, notes: Mapping[str, JSON]) -> Iterator[str]:
    """The notes that say something."""
    for name, value in notes.items():
        key = memory.about(NOTES[about]).get(name)
        if key is not None and value != key.default:
            yield f"{about}.{name}"


def _fields(unit: Unit, start: Muster | None) -> Iterator[str]:
    if unit.place != (places.RESERVE if start is None or start.at is None else places.TABLE):
        yield f"place.{unit.place}"
    if unit.moved != "none":
        yield f"moved.{unit.moved}"
    yield from (f"crits.{effect}" for effect in unit.wounds)
    yield from (f"pending.{effect}" for effect in unit.fresh)
    card = unit.card
    compared = {
        "armor": unit.armor < card.armor,
        "structure": unit.structure < card.structure,
        "facing": start is not None and unit.facing != start.facing,
        "at": start is not None and unit.on_table and unit.at != start.at,
    }
    for name in {*FIELDS, *FLAGS, *COUNTS}.difference(DERIVED, ELSEWHERE):
        if compared[name] if name in compared else getattr(unit, WRITTEN_OTHERWISE.get(name, name), None):
            yield f"state.{name}"


def _section(unit: Unit, section: Section) -> Iterator[str]:
    whole = next(one for one in unit.card.sections if one.name == section.name)
    if section.armor < whole.armor:
        yield "section.armor"
    if section.structure < whole.structure:
        yield "section.structure"
    if section.destroyed:
        yield "section.destroyed"
    yield from (f"section.crits.{effect}" for effect in section.wounds)
    yield from (f"section.pending.{effect}" for effect in section.fresh)


def _noted(battle: Battle) -> Iterator[str]:
    """What is forgotten before an order is done has been there too."""
    for event in battle.journal.events:
        if event.type in ("noted", "remembered"):
            about = "battle" if event.unit is None else "unit"
            yield from _set(about, {event.key: event.value})
