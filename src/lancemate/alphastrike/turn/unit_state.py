"""A unit's state as people write it in battle scripts and read it in their output: one set of names for both.

Knows the names and their bounds; must not know how a state comes about in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3 import roster
from lancemate.alphastrike.air.writing import AIR_DERIVED, AIR_KEYS, check_flight, read_flight, show_flight, take_off
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large
from lancemate.alphastrike.damage.causes import WHAT_CAME_BEFORE
from lancemate.alphastrike.damage.criticals import STUNNED, loses_arcs
from lancemate.alphastrike.damage.sections import CRITS as SECTION_CRITS
from lancemate.alphastrike.damage.sections import see_whether_it_holds
from lancemate.alphastrike.environment.light import has_light
from lancemate.alphastrike.environment.notes import lights, show_conditions
from lancemate.alphastrike.hooks import FLOWN, MODES
from lancemate.alphastrike.movement.cargo import cargo
from lancemate.alphastrike.movement.transport import find_room
from lancemate.alphastrike.play.boarders import boarding, grappling, held
from lancemate.alphastrike.play.events.ground import bogged, sunk
from lancemate.alphastrike.play.flight import engagements
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.minds import club, enraged, intimidated
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.play.state import ABOARD, GONE, OFFBOARD, RESERVE, Section, Unit
from lancemate.alphastrike.play.stats import ARC_WEAPON, CRASHED, MOTIVE_0, current_tmm, is_immobile
from lancemate.alphastrike.play.words import (
    check_words,
    read_words,
    show_words,
    status_words,
    unit_words,
)
from lancemate.alphastrike.support.stock import show_support
from lancemate.alphastrike.terrain import ground
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError, Refusal
from lancemate.kernel.reading import Reader, nearest, read_text, read_whole, shown

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card, SectionCard
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster

CRITS: Final = ("engine", "fire_control", "mp", "weapon")
MOST_CRITS: Final = 9
SECTION_KEYS: Final = ("armor", "structure", "crits", "pending", "destroyed")
# Effects that any unit may suffer, whatever boxes its card has.
FOR_ALL: Final = (MOTIVE_0, CRASHED)
HOTTEST: Final = 4
MOVED: Final = ("none", *MODES, *FLOWN, "immobile", "dismounted", "dropped")
FLAGS: Final = (
    *("shutdown", "stunned", "hull_down", "airborne", "riding", "destroyed", "exited", "withdrawing"),
    "spotter_promise",
)
# Words of `status` that say the same as a key of their own, and words that only sum up.
STATUS_FLAGS: Final = ("shutdown", "stunned", "hull_down", "airborne", "withdrawing", "destroyed", "exited")
STATUS_NOTES: Final = ("bogged",)  # words of `status` that rules remember
STATUS_SUMS: Final = ("active", "immobile", "reserve", "aboard", "doomed")
COUNTS: Final = ("overheat", "heat_taken", "heat_special_taken")
# What follows from the rest: it may be given, as in a state copied from an output, and must then be right.
DERIVED: Final = ("side", "name", "skill", "tmm", "immobile", "place", "carrying", *AIR_DERIVED)
FIELDS: Final = (
    *("at", "facing", "elevation", "armor", "structure", "heat", "moved", "inches", "crits", "pending", "status"),
    *("aboard", "group", "doomed", "spent", "off", "planned", "declared", "attacks", "spotted", "notes", "sections"),
    *("bogged", "sunk", "lights", "grappling", "boarding", "intimidated", "enraged", "club"),
    *AIR_KEYS,
    *FLAGS,
    *COUNTS,
    *DERIVED,
)


# -- reading ------------------------------------------------------------------------------------------------------


def check_state(given: Mapping[str, JSON], card: Card, where: str = "state") -> None:
    """Complain of a state that this card cannot have."""
    _read(given, card, where)


def apply_states(battle: Battle) -> None:
    """Give every unit the state its setup says, carriers before what they carry."""
    musters = battle.setup.units
    _check_carriers(musters)
    for muster in sorted(musters, key=_is_carried):
        unit = battle.units[muster.id]
        try:
            _apply(battle, unit, muster.state)
        except InputError as error:
            raise StateError(unit.id, error) from None
    for muster in musters:
        unit = battle.units[muster.id]
        try:
            _check_derived(battle, unit, muster.state)
        except InputError as error:
            raise StateError(unit.id, error) from None


def _is_carried(muster: Muster) -> bool:
    return any(muster.state.get(key) is not None for key in ("aboard", "boarding"))


def _apply(battle: Battle, unit: Unit, given: Mapping[str, JSON]) -> None:
    values = _read(given, unit.card, "state")
    check_words(given, battle.options, "state")
    if "notes" in values:
        values["notes"] = {
            **unit.notes,
            **unit_memory.checked(
                _mapping(Reader(given, "state", known=(*FIELDS, *unit_words)), "notes"), "state.notes"
            ),
        }
    remembered = values.pop("remembered", {})
    assert isinstance(remembered, dict)
    ships = {key.name: given[key.name] for key in (grappling, boarding) if given.get(key.name) is not None}
    for name, ship in ships.items():
        _check_ship(battle, unit, name, ship)
    if ships:
        kept = values.get("notes", unit.notes)
        values["notes"] = {**(kept if isinstance(kept, Mapping) else {}), **ships}
        if "grappling" in ships:
            values["notes"] = {**values["notes"], **held.entry(battle.state.turn)}  # type: ignore[dict-item]
    for name, value in values.items():
        setattr(unit, name, value)
    if remembered:
        unit.notes = {**unit.notes, **remembered}
    for hook in battle.hooks[hooks.unit_recruited]:
        hook(battle, unit)
    if unit.sections:
        unit.armor = sum(section.armor for section in unit.sections)
        unit.structure = sum(section.structure for section in unit.sections)
        see_whether_it_holds(battle, unit, WHAT_CAME_BEFORE, wait=True)
    if "elevation" in values and "airborne" not in values and unit.card.is_air_vehicle and unit.on_table:
        unit.airborne = unit.elevation > battle.table.surface(unit.x, unit.y) + 1e-9
    take_off(battle, unit)
    check_flight(battle, unit)
    if unit.aboard is not None:
        carrier = battle.units.get(unit.aboard)
        if carrier is None or carrier is unit:
            raise InputError(f"there is no unit {unit.aboard!r} to be aboard of", key="state.aboard")
        if not unit.destroyed and not unit.exited:
            _come_aboard(battle, unit, carrier, values.get("riding"))
        unit.place, unit.x, unit.y, unit.elevation = ABOARD, carrier.x, carrier.y, carrier.elevation
    if _said_immobile(given) and not is_immobile(battle, unit):
        unit.wounds = (*unit.wounds, MOTIVE_0)
    if unit.destroyed or unit.exited:
        unit.fell = unit.destroyed and unit.on_table
        unit.place, unit.aboard, unit.riding = GONE, None, False
    elif unit.structure == 0 and unit.doomed is None:
        unit.doomed = "no structure left"


def _check_ship(battle: Battle, unit: Unit, key: str, named: JSON) -> None:
    """A grapple, or a boarding party, is on another unit, and an exceptionally large one."""
    ship = battle.units.get(str(named))
    if ship is None or ship is unit or not is_exceptionally_large(battle, ship.card):
        raise InputError(f"{shown(named)} is no exceptionally large unit", key=f"state.{key}")
    if key == "boarding" and (not unit.card.is_infantry or ship.side == unit.side):
        raise InputError(f"only infantry boards, and an enemy's ship: {unit.id} cannot", key="state.boarding")


def _check_carriers(musters: Sequence[Muster]) -> None:
    """Nobody is carried by what it carries itself."""
    carriers = {muster.id: muster.state.get("aboard") for muster in musters}
    for unit, carrier in carriers.items():
        above = carriers.get(carrier) if isinstance(carrier, str) and carrier != unit else None
        for _ in carriers:
            if above == unit:
                raise StateError(unit, InputError(f"{unit} would be aboard itself", key="state.aboard"))
            above = carriers.get(above) if isinstance(above, str) else None


def _come_aboard(battle: Battle, unit: Unit, carrier: Unit, riding: object) -> None:
    """Find a unit its place on its carrier: where it is said to be, or outside if inside there is no room for it."""
    if boarding.of(unit) == carrier.id:
        return
    if carrier.side != unit.side:
        raise InputError(f"{carrier.id} is an enemy of {unit.id} and carries it nowhere", key="state.aboard")
    if carrier.destroyed or carrier.exited:
        raise InputError(f"{carrier.id} is no longer in play and carries nobody", key="state.aboard")
    room = find_room(battle, unit, carrier, outside=riding is True)
    if isinstance(room, Refusal):
        raise InputError(f"{room.message} ({room.rule})", key="state.aboard")
    if riding is False and room.riding:
        text = f"there is no room inside {carrier.id} for {unit.id}, only outside on it"
        raise InputError(text, key="state.riding")
    unit.riding = room.riding
    if room.cargo:
        unit.notes = {**unit.notes, **cargo.entry(True)}


def _said_immobile(given: Mapping[str, JSON]) -> bool:
    status = given.get("status")
    return given.get("immobile") is True or (isinstance(status, list) and "immobile" in status)


def _read(given: Mapping[str, JSON], card: Card, where: str) -> dict[str, object]:
    """The fields of the unit that the state sets, checked."""
    if not given:
        return {}
    reader = Reader(given, where, known=(*FIELDS, *unit_words), what="a state")
    values: dict[str, object] = {}
    for flag in FLAGS:
        if flag in reader:
            values[flag] = reader.flag(flag)
    for name in STATUS_FLAGS:
        if name in _status(reader):
            values[name] = True
    for count in COUNTS:
        if count in reader:
            values[count] = reader.whole(count, most=99)
    for name in ("facing", "elevation", "inches"):
        if name in reader:
            values[name] = reader.number(name, least=-999.0, most=999.0)
    for name in ("aboard", "group", "doomed", "spotted"):
        if name in reader:
            values[name] = reader.text(name)
    for name in ("grappling", "boarding"):
        if name in reader and reader.raw(name) is not None:
            reader.text(name)
    if reader.raw("boarding") is not None:
        values.setdefault("aboard", reader.text("boarding"))
    if "at" in reader:
        reader.point("at")
    for name in ("armor", "structure"):
        if name in reader and not card.sections:
            values[name] = _points(reader, name, getattr(card, name))
    if reader.raw("sections") is not None:
        values["sections"] = _sections(reader, card)
    if "heat" in reader:
        values["heat"] = _heat(reader, card)
        if values["heat"] == HOTTEST:
            values.setdefault("shutdown", True)
    if "moved" in reader:
        values["moved"] = reader.one_of("moved", MOVED)
    if "attacks" in reader:
        values["attacks"] = tuple(reader.texts("attacks"))
    if "spent" in reader:
        values["spent"] = _abilities(reader, "spent", card)
    if "off" in reader:
        values["switched_off"] = _abilities(reader, "off", card)
    if "planned" in reader:
        values["planned"] = tuple((name, bool(on)) for name, on in _mapping(reader, "planned").items())
    if "declared" in reader:
        values["declared"] = _declared(reader)
    if "notes" in reader:
        values["notes"] = _mapping(reader, "notes")
    remembered = _remembered(reader) | read_words(reader, card, unit_words) | read_flight(reader, card)
    if "lights" in reader and reader.flag("lights"):
        if not has_light(card):
            raise reader.wrong("lights", f"{card.name} has no searchlight: BattleMechs have one, and units with SRCH")
        remembered |= lights.entry(True)
    if remembered:
        values["remembered"] = remembered
    pending = _effects(reader, card)
    if "crits" in reader or pending:
        values["wounds"] = _crits(reader, card, pending)
        values["fresh"] = tuple(pending)
    return values


def _remembered(reader: Reader) -> dict[str, JSON]:
    """What rules remember of the unit that has a key of its own."""
    notes: dict[str, JSON] = {}
    if reader.flag("bogged") or "bogged" in _status(reader):
        notes |= bogged.entry(True)
    depth = reader.number("sunk", 0.0, least=0.0, most=99.0)
    if depth:
        notes |= sunk.entry(depth)
    if "intimidated" in reader:
        notes |= intimidated.entry([*reader.texts("intimidated")])
    if reader.raw("enraged") is not None:
        notes |= enraged.entry(reader.text("enraged"))
    if "club" in reader and reader.flag("club"):
        notes |= club.entry(True)
    return notes


def _points(reader: Reader, name: str, printed: int) -> int:
    points = reader.whole(name, most=99999)
    if points > printed:
        raise reader.wrong(name, f"{points} is more than the {printed} on the card")
    return points


def _sections(reader: Reader, card: Card) -> tuple[Section, ...]:
    """The sections of a mobile structure; what is not said of one is undamaged."""
    where = reader.path("sections")
    names = tuple(section.name for section in card.sections)
    if not names:
        raise reader.wrong("sections", f"a unit of type {card.type} has no sections")
    given = Reader(_mapping(reader, "sections"), where, known=names, what="a list of sections")
    return tuple(_section(given, section) for section in card.sections)


def _section(given: Reader, card: SectionCard) -> Section:
    one = Reader(given.raw(card.name) or {}, given.path(card.name), known=SECTION_KEYS, what="a section")
    armor, structure = (
        _points(one, name, getattr(card, name)) if name in one else int(getattr(card, name))
        for name in ("armor", "structure")
    )
    if "destroyed" in one and one.flag("destroyed") != (structure == 0):
        if "structure" in one:
            raise one.wrong("destroyed", f"a section with {structure} points of structure says otherwise")
        structure = 0
    crits = Reader(one.raw("crits") or {}, one.path("crits"), known=SECTION_CRITS, what="critical hits")
    wounds = [effect for effect in SECTION_CRITS for _ in range(crits.whole(effect, most=MOST_CRITS))]
    fresh = one.texts("pending")
    for place, effect in enumerate(fresh):
        if effect not in wounds:
            raise InputError(f"{effect!r} is not among its critical hits", key=f"{one.path('pending')}.{place}")
        wounds.remove(effect)
    return Section(card.name, armor, structure, tuple(wounds), tuple(fresh), structure == 0)


def _heat(reader: Reader, card: Card) -> int:
    heat = reader.whole("heat", most=HOTTEST)
    if heat and not card.tracks_heat:
        raise reader.wrong("heat", f"a unit of type {card.type} tracks no heat")
    return heat


def _status(reader: Reader) -> list[str]:
    known = (*STATUS_FLAGS, *STATUS_NOTES, *STATUS_SUMS, *(name for name, word in unit_words.items() if word.status))
    for where, word in reader.items("status"):
        if word not in known:
            raise InputError(f"there is no status {shown(word)}; {nearest(str(word), known)}", key=where)
    return reader.texts("status")


def _abilities(reader: Reader, key: str, card: Card) -> frozenset[str]:
    names = set()
    for where, value in reader.items(key):
        name = read_text(value, where)
        found = card.specials.find(name)
        names.add(found.code if found is not None else name)
    return frozenset(names)


def _mapping(reader: Reader, key: str) -> Mapping[str, JSON]:
    value = reader.raw(key)
    if not isinstance(value, dict):
        raise reader.wrong(key, f"here belongs a mapping, not {shown(value)}")
    return value


def _declared(reader: Reader) -> tuple[str, str]:
    value = _mapping(reader, "declared")
    if len(value) != 1:
        raise reader.wrong("declared", "here belongs one attack and its target, as in {charge: b1}")
    kind, target = next(iter(value.items()))
    return kind, read_text(target, f"{reader.path('declared')}.{kind}")


def _effects(reader: Reader, card: Card) -> list[str]:
    known = (*(effect for effect in _effects_of(card) if effect != CRASHED), STUNNED)  # a crash is felt at once
    pending = []
    for where, effect in reader.items("pending"):
        if effect not in known:
            raise InputError(f"{shown(effect)} cannot happen to it; {nearest(str(effect), known)}", key=where)
        pending.append(str(effect))
    return pending


def _effects_of(card: Card) -> tuple[str, ...]:
    """The lasting effects a unit of this design can suffer."""
    arcs = card.arcs if loses_arcs(card) else ()
    return (*card.critical_tracks, *(ARC_WEAPON + arc for arc in arcs), *FOR_ALL)


def _crits(reader: Reader, card: Card, pending: list[str]) -> tuple[str, ...]:
    """Wounds of earlier turns, in the order written; what is pending is counted in but not felt yet."""
    possible = _effects_of(card)
    wounds: list[str] = []
    counts = _mapping(reader, "crits") if "crits" in reader else {}
    for effect, value in counts.items():
        where = f"{reader.path('crits')}.{effect}"
        if effect not in possible and effect not in CRITS:
            raise InputError(f"there is no critical hit {effect!r}; {nearest(effect, possible)}", key=where)
        count = read_whole(value, where, 0, MOST_CRITS)
        if count and effect not in possible:
            raise InputError(f"a unit of type {card.type} cannot suffer it", key=where)
        if count < pending.count(effect):
            raise InputError(f"{count} is less than what is pending", key=where)
        wounds += [effect] * (count - pending.count(effect))
    return tuple(wounds)


def _check_derived(battle: Battle, unit: Unit, given: Mapping[str, JSON]) -> None:
    """What follows from the rest must not contradict it."""
    if all(name not in given for name in DERIVED):
        return
    actual = show_unit(battle, unit)
    for name in DERIVED:
        if given.get(name) is not None and given[name] != actual.get(name):
            raise InputError(
                f"{name} follows from the card and the rest of the state: it is {shown(actual.get(name))} here, "
                f"not {shown(given[name])}",
                key=f"state.{name}",
            )


# -- showing ------------------------------------------------------------------------------------------------------


def status_of(battle: Battle, unit: Unit) -> list[str]:
    """What a player would say of the unit in a few words."""
    words = {
        "destroyed": unit.destroyed,
        "exited": unit.exited,
        "reserve": unit.place == RESERVE,
        "aboard": unit.place == ABOARD,
        "active": unit.on_table and not (unit.shutdown or unit.stunned),
        "shutdown": unit.shutdown,
        "stunned": unit.stunned,
        "hull_down": unit.hull_down,
        "airborne": unit.airborne,
        "immobile": unit.in_play and is_immobile(battle, unit),
        "bogged": unit.in_play and bogged.of(unit),
        "doomed": unit.doomed is not None and unit.in_play,
        "withdrawing": unit.withdrawing and unit.in_play,
    }
    found = [word for word, true in words.items() if true]
    return found + status_words(battle, unit) if battle.options else found


def crits_of(unit: Unit) -> dict[str, JSON]:
    """Critical hits marked on the card, those that are not felt yet included."""
    marked = [effect for effect in (*unit.wounds, *unit.fresh) if effect != STUNNED]
    return {effect: marked.count(effect) for effect in dict.fromkeys((*CRITS, *unit.card.critical_tracks, *marked))}


def show_unit(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """A unit's public state; who is aboard another is where that one is."""
    bearer = unit
    while bearer.aboard is not None and bearer.place == ABOARD:
        bearer = battle.units[bearer.aboard]
    shown: dict[str, JSON] = {
        "side": unit.side,
        "name": unit.card.name,
        "skill": unit.skill,
        "place": unit.place,
        "at": [bearer.x, bearer.y] if bearer.place not in (RESERVE, OFFBOARD, GONE) else None,
        "facing": unit.facing,
        "elevation": bearer.elevation,
        "armor": unit.armor,
        "structure": unit.structure,
        "heat": unit.heat,
        "tmm": current_tmm(battle, unit),
        "moved": unit.moved,
        "inches": unit.inches,
        "crits": crits_of(unit),
        "pending": list(unit.fresh),
        "shutdown": unit.shutdown,
        "stunned": unit.stunned,
        "hull_down": unit.hull_down,
        "airborne": unit.airborne,
        "doomed": unit.doomed,
        "destroyed": unit.destroyed,
        "exited": unit.exited,
        "withdrawing": unit.withdrawing,
        "immobile": is_immobile(battle, unit),
        "bogged": bogged.of(unit),
        "sunk": sunk.of(unit),
        "status": list(status_of(battle, unit)),
        "aboard": unit.aboard,
        "riding": unit.riding,
        "carrying": [other.id for other in battle.units.values() if other.aboard == unit.id],
        "group": unit.group,
        "spent": encode(unit.spent),
        "off": encode(unit.switched_off),
        "planned": dict(unit.planned),
        "declared": {unit.declared[0]: unit.declared[1]} if unit.declared is not None else None,
        "attacks": list(unit.attacks),
        "overheat": unit.overheat,
        "heat_taken": unit.heat_taken,
        "heat_special_taken": unit.heat_special_taken,
        "spotted": unit.spotted,
        "spotter_promise": unit.spotter_promise,
        "lights": lights.of(unit),
        "notes": encode(unit.notes),
        "grappling": grappling.of(unit),
        "boarding": boarding.of(unit),
        "sections": show_sections(unit) if unit.sections else None,
        **show_flight(battle, unit),
    }
    return shown | show_words(battle, unit) if battle.options else shown


def show_sections(unit: Unit) -> dict[str, JSON]:
    """What is left of each section, with critical hits that are not felt yet."""
    shown: dict[str, JSON] = {}
    for one in unit.sections:
        marked = one.wounds + one.fresh
        crits: dict[str, JSON] = {effect: marked.count(effect) for effect in SECTION_CRITS}
        state: dict[str, JSON] = {
            "armor": one.armor,
            "structure": one.structure,
            "crits": crits,
            "pending": list(one.fresh),
            "destroyed": one.destroyed,
        }
        shown[one.name] = state
    return shown


def show_state(battle: Battle) -> dict[str, JSON]:
    """The whole state as battle scripts show it."""
    state = battle.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_act": state.party,
        "first": state.first,
        "decision": encode(state.decision),
        "outcome": encode(state.outcome),
        "terrain_damage": encode(state.terrain_damage),
        "terrain_changed": ground.changed(battle),
        "areas": ground.areas(battle),
        "terrain_factors": encode(ground.factors.of(state)),
        "conditions": show_conditions(battle),
        "notes": encode(state.notes),
        "support": show_support(battle),
        "networks": list(roster(battle)),
        "engagements": encode(engagements.of(state)),
        **{key: show(battle) for key, (option, show) in hooks.state_words.items() if option in battle.options},
        "units": {name: show_unit(battle, unit) for name, unit in state.units.items()},
        **_told_by_modules(battle),
    }


def _told_by_modules(battle: Battle) -> dict[str, JSON]:
    told: dict[str, JSON] = {}
    for hook in battle.hooks[hooks.state_told]:
        told |= hook(battle)
    return told
