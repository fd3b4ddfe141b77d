"""A soldier's state as scripts and outputs write it, and how he takes the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import SUPPORT, Weapon, is_support
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.play.kinds import UnitKind
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.state import BARE_HANDS, GONE, MAP, RESERVE, SOLDIER, Arc, Unit
from lancemate.battletroops.soldiers.record import Soldier, most_grenades, read_soldier, shots_carried, write_soldier
from lancemate.battletroops.soldiers.track import condition, read_track
from lancemate.field.lattice_terrain import HIGHEST, LOWEST
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_point, read_text, shown

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.setup import Muster

FOLLOWS: Final = ("side", "mp", "wound", "mp_left", "status", "kind", "group", "orders")  # from the rest
GIVEN: Final = (
    *("at", "track", "elevation", "prone", "stunned", "arc", "prepared", "grenades", "ammo", "satchel", "moved"),
    *("fired", "hand_to_hand", "set_up", "work", "doing", "parts", "hidden", "riding", "aboard", "exited", "acted"),
    "notes",
)
MOVED: Final = ("none", "walk", "jump")
SIZES: Final = (2, 4, 6)
WORKS: Final = ("set_up", "break_down")


def recruit(battle: Battle, muster: Muster) -> Unit:
    """He takes the field with his primary weapon in his hands."""
    record: Soldier = muster.record
    unit = Unit(
        muster.id,
        muster.side,
        group=muster.group,
        orders=muster.orders,
        primary=record.primary,
        secondary=record.secondary,
        launcher=record.launcher,
        armor=record.armor,
        jump_pack=record.jump_pack,
        skills=record.skills,
        prepared=record.primary or BARE_HANDS,
        grenades=record.grenades,
        ammo=shots_carried(record, battle.setup.weapons),
        satchel=record.satchel,
        place=MAP if muster.at is not None else RESERVE,
    )
    if muster.at is not None:
        unit.x, unit.y = muster.at
        unit.elevation = battle.map.ground(muster.at)
    return unit


def check(state: Mapping[str, JSON], record: Soldier, where: str) -> None:
    """Refuse a state that nobody can be in."""
    reader = Reader(state, where, known=(*GIVEN, *FOLLOWS), what="the state of a soldier")
    if "track" in reader and read_track(reader.text("track")) is None:
        raise reader.wrong("track", "a track is up to twelve of X, / and . for blocks 10 to DEAD")
    if "moved" in reader:
        reader.one_of("moved", MOVED)
    if "arc" in reader:
        arc = Reader(reader.raw("arc"), reader.path("arc"), known=("size", "towards"), what="an arc")
        arc.need("size", "towards")
        if arc.whole("size") not in SIZES:
            raise arc.wrong("size", "an arc has the size 2, 4 or 6")
        read_point(arc.raw("towards"), arc.path("towards"))
    if "hidden" in reader and reader.raw("hidden") is not False:
        reader.whole("hidden", least=1, most=6)
    for key in ("prone", "stunned", "fired", "satchel", "set_up", "exited", "acted"):
        reader.flag(key)
    for key in ("prepared", "hand_to_hand", "riding", "aboard"):
        reader.maybe_text(key)
    if reader.raw("doing") is not None:
        reader.one_of("doing", WORKS)
    for where, name in reader.items("parts") if reader.raw("parts") is not None else ():
        if not is_support(read_text(name, where)):
            raise InputError(f"there is no support weapon {shown(name)}; {nearest(str(name), SUPPORT.book)}", key=where)
    reader.whole("grenades", most=most_grenades(of_a_character=record.skills is not None))
    if "elevation" in reader:
        reader.whole("elevation", least=LOWEST, most=HIGHEST)
    if "at" in reader:
        reader.point("at")
    ammo = reader.raw("ammo")
    if ammo is not None:
        if not isinstance(ammo, Mapping):
            raise reader.wrong("ammo", f"here belongs a mapping of weapons to shots, not {shown(ammo)}")
        one = Reader(ammo, reader.path("ammo"), known=tuple(ammo))
        for name in ammo:
            one.whole(name, most=99)
    notes = reader.raw("notes")
    if notes is not None:
        if not isinstance(notes, Mapping):
            raise reader.wrong("notes", f"here belongs a mapping, not {shown(notes)}")
        unit_memory.checked(notes, reader.path("notes"))
    reader.texts("work")


def give(battle: Battle, unit: Unit, state: Mapping[str, JSON]) -> None:
    """Put a soldier into the state that his script gives him."""
    given: Mapping[str, Any] = state
    if given.get("at") is not None:
        unit.x, unit.y = given["at"]
        unit.place = MAP
    if given.get("track") is not None:
        unit.track = read_track(str(given["track"])) or unit.track
    if given.get("elevation") is not None:
        unit.elevation = int(given["elevation"])
    for key in ("prone", "stunned", "fired", "satchel", "set_up", "acted", "exited"):
        if given.get(key) is not None:
            setattr(unit, key, bool(given[key]))
    for key in ("prepared", "moved", "hand_to_hand", "riding", "aboard"):
        if given.get(key) is not None:
            setattr(unit, key, str(given[key]))
    for key in ("hand_to_hand", "riding", "aboard"):
        named = given.get(key)
        if named is not None and named not in battle.units and named not in [one.id for one in battle.setup.units]:
            raise InputError(f"there is no unit {shown(named)}", key=key)
    if given.get("grenades") is not None:
        unit.grenades = int(given["grenades"])
    if given.get("ammo") is not None:
        unit.ammo = {**unit.ammo, **{name: int(count) for name, count in given["ammo"].items()}}
    for key in ("work", "parts"):
        if given.get(key) is not None:
            setattr(unit, key, tuple(given[key]))
    unit.doing = given.get("doing")
    if given.get("notes") is not None:
        unit.notes = dict(given["notes"])
    if given.get("hidden"):
        unit.hidden = int(given["hidden"])
    arc = given.get("arc")
    if arc is not None:
        x, y = arc["towards"]
        unit.arc = Arc(int(arc["size"]), (float(x), float(y)))
    unit.acted = unit.acted or unit.moved != "none"
    unit.exposed = unit.moved != "none"
    if unit.exited:
        unit.place = GONE
    if not unit.conscious:
        unit.arc, unit.prone, unit.stunned = None, False, False
    _check_place(battle, unit)


def _check_place(battle: Battle, unit: Unit) -> None:
    """He stands where somebody can stand."""
    if unit.place != MAP or unit.aboard is not None:
        return
    if not battle.map.inside(unit.at):
        raise InputError(f"{list(unit.at)} is no dot of the map", key="at")
    building, ground = battle.map.building(unit.at), battle.map.ground(unit.at)
    levels = range(ground, ground + 1)
    if building is not None:
        levels = range(battle.map.floors(building).start, battle.map.roof(building) + 1)
    if unit.elevation not in levels and not unit.riding:
        where = f"{levels[0]} to {levels[-1]}" if len(levels) > 1 else str(levels[0])
        raise InputError(f"nobody can stand at level {unit.elevation} there, only at {where}", key="elevation")


def status(unit: Unit) -> list[str]:
    """The words for how he is."""
    words = []
    if unit.place == MAP and unit.conscious:
        words.append("active")
    words += [word for word in ("prone", "stunned") if getattr(unit, word)]
    if not unit.conscious:
        words.append("dead" if unit.dead else "unconscious")
    if unit.hidden:
        words.append("hidden")
    words += [word for word in ("riding", "aboard") if getattr(unit, word) is not None]
    if unit.place == RESERVE:
        words.append("reserve")
    if unit.exited:
        words.append("exited")
    return words


def show(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """What the output says of a soldier."""
    state = battle.state
    acting = state.acting == unit.id
    words = status(unit)
    if unit.group in state.broken and unit.conscious:
        words.append("broken")
    shown: dict[str, JSON] = {
        "side": unit.side,
        "kind": unit.kind,
        "at": list(unit.at),
        "elevation": unit.elevation,
        "track": unit.track,
        "mp": allowance(battle, unit),
        "wound": condition(battle, unit.track).to_hit if unit.conscious else "none",
        "mp_left": state.mp_left if acting else None,
        "prone": unit.prone,
        "stunned": unit.stunned,
        "arc": None if unit.arc is None else {"size": unit.arc.size, "towards": list(unit.arc.towards)},
        "prepared": unit.prepared,
        "grenades": unit.grenades,
        "ammo": encode(unit.ammo),
        "satchel": unit.satchel,
        "moved": unit.moved,
        "fired": unit.fired,
        "acted": unit.acted,
        "hand_to_hand": unit.hand_to_hand,
        "hidden": unit.hidden or False,
        "riding": unit.riding,
        "aboard": unit.aboard,
        "exited": unit.exited,
        "group": unit.group,
        "orders": unit.orders,
        "notes": encode(unit.notes),
        "status": list(words),
    }
    if unit.primary is not None and is_support(unit.primary):
        shown["set_up"], shown["work"], shown["doing"] = unit.set_up, list(unit.work), unit.doing
    if unit.parts:
        shown["parts"] = list(unit.parts)
    return shown


def read(data: object, where: str, options: frozenset[str], weapons: dict[str, Weapon]) -> Soldier:
    return read_soldier(data, where, options, weapons)


hooks.unit_kinds.add(SOLDIER, UnitKind(SOLDIER, read, write_soldier, check, recruit, give, show))
