"""A soldier's record as scripts write it: what he carries. Knows the public names; must not know the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from lancemate.battletroops.arms.armor import ARMOR
from lancemate.battletroops.arms.weapons import (
    AREA,
    AREA_EFFECT,
    AUTO,
    BLADE,
    FISTS,
    GRENADES,
    HAND_TO_HAND,
    LAUNCHER,
    SATCHEL,
    SEMI,
    Weapon,
    is_area,
    is_support,
    known_weapons,
    printed,
)
from lancemate.battletroops.play.state import Worn
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_text, read_whole, shown
from lancemate.kernel.values import frozen

KEYS: Final = (
    *("primary", "secondary", "launcher", "grenades", "satchel", "armor", "jump_pack", "double_ammo", "crew"),
    "character",
)
SIDEARMS: Final = ("Pistol", "Laser Pistol", "LAW", SATCHEL)
MANY: Final = 99
ISSUED: Final = "issued"  # a scenario gives a secondary weapon even to those who have launchers
_WEAPON_KEYS: Final = ("name", "class", "damage", "short", "long", "skill", "rpg", "mp", "ammo", "crew")
_SKILLS: Final = ("Rifle", "Pistol", "Blade", "Running", "Tactics", "Leadership", "Gunnery", "Piloting", "Brawling")


@frozen
class Soldier:
    primary: str | None = None
    secondary: str | None = None
    launcher: bool = False
    grenades: int = GRENADES
    satchel: bool = False
    armor: Worn | None = None
    jump_pack: bool = False
    double_ammo: bool | str = False  # of his own weapon, or a load for a comrade's
    crew: tuple[str, ...] = ()
    skills: Mapping[str, int] | None = None
    written: Mapping[str, JSON] = field(default_factory=dict)  # weapons written out in his own record, by name


def read_soldier(data: object, where: str, options: frozenset[str], weapons: dict[str, Weapon]) -> Soldier:
    """What a soldier carries; what needs an option that is not in play is wrong."""
    reader = Reader(data, where, known=KEYS, what="a soldier")
    written: dict[str, JSON] = {}
    primary = _weapon(reader, "primary", options, weapons, written)
    secondary = _weapon(reader, "secondary", options, weapons, written)
    _needs(reader, options, "secondary", "secondary_weapons")
    _needs(reader, options, "double_ammo", "secondary_weapons")
    _needs(reader, options, "jump_pack", "jump_troops")
    _needs(reader, options, "character", "mechwarrior_characters")
    _needs(reader, options, "launcher", "area_effect")
    _needs(reader, options, "satchel", "area_effect", "mechs")
    skills = _skills(reader)
    satchel = reader.flag("satchel") or secondary == SATCHEL
    if skills is None:
        _check_load(reader, secondary, satchel=satchel, issued=ISSUED in options)
    return Soldier(
        primary=primary,
        secondary=None if secondary == SATCHEL else secondary,
        launcher=reader.flag("launcher"),
        grenades=reader.whole("grenades", GRENADES, most=most_grenades(of_a_character=skills is not None)),
        satchel=satchel,
        armor=_armor(reader),
        jump_pack=reader.flag("jump_pack"),
        double_ammo=_more_ammunition(reader, options, weapons),
        crew=tuple(reader.texts("crew")),
        skills=skills,
        written=written,
    )


def _check_load(reader: Reader, secondary: str | None, *, satchel: bool, issued: bool) -> None:
    """What goes together in one man's hands; characters are bound by no such limits."""
    if secondary is not None and not may_be_secondary(secondary):
        allowed = ", ".join((*SIDEARMS, *(name for name in HAND_TO_HAND.book if name not in (BLADE, FISTS))))
        raise reader.wrong("secondary", f"a {secondary} is no secondary weapon; there are {allowed}")
    if secondary is not None and reader.flag("launcher") and not issued and not launcher_beside(secondary):
        raise reader.wrong("secondary", "whoever has a launcher under his weapon carries no secondary weapon")
    if secondary is not None and reader.raw("double_ammo") and not room_for_ammunition(secondary):
        raise reader.wrong("double_ammo", "extra ammunition is carried instead of a secondary weapon")
    beside = [name for name in (None if secondary == SATCHEL else secondary, reader.raw("double_ammo")) if name]
    beside += [LAUNCHER] if reader.flag("launcher") and not issued else []
    if satchel and beside and not charge_beside(beside):
        raise reader.wrong("satchel", "a satchel charge is carried instead of a secondary weapon")


@rules.formula("BT-OPT-002", otherwise=True)
def may_be_secondary(name: str) -> bool:
    """Pistols that are no bursts, a LAW, a satchel charge, or a hand-to-hand weapon."""
    return name in SIDEARMS or (name in HAND_TO_HAND.book and name != FISTS)


@rules.formula("BT-MEC-044", otherwise=True)
def charge_beside(others: Sequence[object]) -> bool:
    """A satchel charge is carried in the place of a secondary weapon."""
    return not others


@rules.formula("BT-OPT-004", otherwise=True)
def room_for_ammunition(secondary: str | None) -> bool:
    """Twice the ammunition of an area weapon is carried only where there is no secondary weapon."""
    return secondary is None


@rules.formula("BT-OPT-017", otherwise=True)
def launcher_beside(secondary: str | None) -> bool:
    """A launcher under the primary weapon leaves no room for a secondary one."""
    return secondary is None


@rules.formula("BT-CMP-033", otherwise=99)
def most_grenades(*, of_a_character: bool) -> int:
    """Nobody carries more than he does in the basic game, but for characters."""
    return MANY if of_a_character else GRENADES


def _needs(reader: Reader, options: frozenset[str], key: str, *any_of: str) -> None:
    if key in reader and reader.raw(key) is not False and options.isdisjoint(any_of):
        raise reader.wrong(key, f"a {key.replace('_', ' ')} needs the option {' or '.join(any_of)}")


def _weapon(
    reader: Reader, key: str, options: frozenset[str], weapons: dict[str, Weapon], written: dict[str, JSON]
) -> str | None:
    given = reader.raw(key)
    if given is None:
        return None
    where = reader.path(key)
    if isinstance(given, Mapping):
        made = _written_out(given, where, options)
        if made.name in known_weapons():
            raise InputError(f"{made.name} is in the tables already: give yours another name", key=f"{where}.name")
        if weapons.setdefault(made.name, made) != made:
            raise InputError(f"there are two weapons called {made.name!r}, and they differ", key=f"{where}.name")
        written[made.name] = dict(given)
        return made.name
    name = read_text(given, where)
    if name not in known_weapons() and name not in weapons:
        raise InputError(f"there is no weapon {shown(name)}; {nearest(name, known_weapons())}", key=where)
    if is_area(name) and "area_effect" not in options:
        raise InputError(f"the weapon {name} needs the option area_effect", key=where)
    if is_support(name) and "support_weapons" not in options:
        raise InputError(f"the weapon {name} needs the option support_weapons", key=where)
    return name


def _written_out(data: object, where: str, options: frozenset[str]) -> Weapon:
    """A weapon that the script describes itself."""
    reader = Reader(data, where, known=_WEAPON_KEYS, what="a weapon")
    reader.need("name", "class")
    kind = reader.one_of("class", (SEMI, AUTO, AREA))
    if kind == AREA and "area_effect" not in options:
        raise reader.wrong("class", "an area weapon needs the option area_effect")
    if "rpg" in reader:
        if "mechwarrior_characters" not in options:
            raise reader.wrong("rpg", "figures of the role-playing game need the option mechwarrior_characters")
        from lancemate.battletroops.arms.conversion import converted

        return converted(reader, kind)
    reader.need("damage", "short", "long")
    short, long = _bracket(reader, "short"), _bracket(reader, "long")
    points = _points(reader, kind)
    return Weapon(
        reader.text("name"),
        kind,
        points[0],
        short=short,
        long=long,
        blast=points if kind == AREA else (),
        mp=reader.whole("mp", 5 if kind == AREA else 0, most=20),
        ammo=reader.whole("ammo", 2, most=99) if kind == AREA else -1,
        crew=reader.whole("crew", most=6) if "crew" in reader else None,
        skill=reader.text("skill", "Rifle"),
    )


def _points(reader: Reader, kind: str) -> tuple[int, ...]:
    """Lethal damage, as in 6L; of an area weapon a list by dots, or the first of it."""
    given = reader.raw("damage")
    if isinstance(given, list):
        return tuple(read_whole(value, where, most=99) for where, value in reader.items("damage"))
    text = reader.text("damage").rstrip("L")
    if not text.isdecimal():
        raise reader.wrong("damage", f"damage is written as in 6L, not {shown(given)}")
    first = int(text)
    if kind != AREA:
        return (first,)
    points = [first]
    while points[-1] // 2:
        points.append(points[-1] // 2)
    return tuple(points)


def _bracket(reader: Reader, key: str) -> tuple[int, int]:
    numbers = [read_whole(value, where, most=9999) for where, value in reader.items(key)]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise reader.wrong(key, f"a range is [from, to] in dots, not {shown(reader.raw(key))}")
    return numbers[0], numbers[1]


def _more_ammunition(reader: Reader, options: frozenset[str], weapons: Mapping[str, Weapon]) -> bool | str:
    """``true`` for his own weapon, or the name of the one it is for."""
    if not isinstance(reader.raw("double_ammo"), str):
        return reader.flag("double_ammo")
    name = reader.text("double_ammo")
    arm = weapons.get(name) or printed(rules, name)
    if arm is None or arm.kind != AREA or arm.ammo < 0 or name == SATCHEL:
        loaded = [one for one in AREA_EFFECT.book if one != SATCHEL and AREA_EFFECT.book[one]["ammo"] >= 0]
        raise reader.wrong("double_ammo", f"there is no ammunition for {shown(name)}; {nearest(name, loaded)}")
    if "area_effect" not in options:
        raise reader.wrong("double_ammo", f"ammunition for the weapon {name} needs the option area_effect")
    return name


def _armor(reader: Reader) -> Worn | None:
    if "armor" not in reader:
        return None
    one = Reader(reader.raw("armor"), reader.path("armor"), known=("kind", "from"), what="armor")
    one.need("kind")
    kind = one.one_of("kind", [name for name in ARMOR.book if name != "Helmet"])
    blocks = ARMOR.of(rules)[kind]["blocks"]
    first = one.whole("from", 10, most=10)
    if not fits_on_track(first, blocks):
        raise one.wrong("from", f"the {blocks} blocks of a {kind} begin at 10 to {blocks - 1}: DEAD is never armoured")
    return Worn(kind, first)


@rules.formula("BT-DMG-020", otherwise=True)
def fits_on_track(first: int, blocks: int) -> bool:
    """Armour covers blocks that follow one another, anywhere from 10 to 0."""
    return first - blocks + 1 >= 0


def _skills(reader: Reader) -> Mapping[str, int] | None:
    if "character" not in reader:
        return None
    one = Reader(reader.raw("character"), reader.path("character"), known=("skills",), what="a character")
    given = one.raw("skills") or {}
    skills = Reader(given, one.path("skills"), known=_SKILLS, what="skills")
    assert isinstance(given, Mapping)
    return {name: skills.whole(name, most=10) for name in given}


def write_soldier(one: Soldier) -> dict[str, JSON]:
    """The record as a script would say it."""
    data: dict[str, JSON] = {}
    for key in ("primary", "secondary"):
        name = getattr(one, key)
        if name is not None:
            data[key] = one.written.get(name, name)
    for key in ("launcher", "satchel", "jump_pack"):
        if getattr(one, key):
            data[key] = True
    if one.double_ammo:
        data["double_ammo"] = one.double_ammo
    if one.grenades != GRENADES:
        data["grenades"] = one.grenades
    if one.armor is not None:
        data["armor"] = {"kind": one.armor.kind, "from": one.armor.first}
    if one.crew:
        data["crew"] = list(one.crew)
    if one.skills is not None:
        data["character"] = {"skills": encode(one.skills)}
    return data


def shots_carried(one: Soldier, weapons: Mapping[str, Weapon]) -> dict[str, int]:
    """The rounds of his area weapons."""
    names = [name for name in (one.primary, one.secondary) if name is not None]
    if one.launcher:
        names.append(LAUNCHER)
    found: dict[str, int] = {}
    for name in names:
        arm = weapons.get(name) or printed(rules, name)
        if arm is not None and (shots := limited(arm.kind, arm.ammo)) is not None:
            found[name] = shots * (2 if one.double_ammo in (True, name) else 1)
    if isinstance(one.double_ammo, str) and one.double_ammo not in found:
        arm = weapons.get(one.double_ammo) or printed(rules, one.double_ammo)
        found[one.double_ammo] = 0 if arm is None else arm.ammo
    return found


@rules.formula("BT-COM-009", otherwise=lambda kind, ammo: max(0, ammo))
def limited(kind: str, ammo: int) -> int | None:
    """The shots that are counted: firearms never run out."""
    return ammo if kind == AREA and ammo >= 0 else None
