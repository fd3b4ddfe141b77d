"""What Jeff's BattleTech Tools export: forces, groups and units as JSON, each unit with its values.

Older exports hold records of the Master Unit List, later ones units of its own. Knows its keys; finds no unit itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from lancemate.muster.imports import mul
from lancemate.muster.imports.finding import Named
from lancemate.muster.imports.rosters import Recruit, Roster, Troop, Wear
from lancemate.muster.imports.values import items, mapping, switch, text, whole

NO_FORMATION: Final = ("", "none")
CRITS: Final = {
    "engineHits": "engine",
    "fireControlHits": "fire_control",
    "mpControlHits": "mp",
    "weaponHits": "weapon",
    "vehicleMotive910": "motive_2",
    "vehicleMotive11": "motive_half",
    "vehicleMotive12": "motive_0",
}
_TERRAINS: Final = (
    "Drag Racer",
    "Forest Ranger",
    "Frogman",
    "Mountaineer",
    "Nightwalker",
    "Sea Monster",
    "Swamp Beast",
)
# Its pilot abilities have numbers, in the order of the book's table; two of them take four each, one for each level.
ABILITIES: Final = tuple(
    chain(
        ("Animal Mimicry", "Antagonizer", "Blood Stalker", "Cluster Hitter", "Combat Intuition", "Cross-Country"),
        ("Demoralizer", "Dodge", "Dust-Off", "Eagle's Eyes", "Environmental Specialist", "Fist Fire"),
        (f"Float Like a Butterfly ({level})" for level in range(1, 5)),
        ("Forward Observer", "Golden Goose", "Ground-Hugger", "Headhunter", "Heavy Lifter", "Hopper", "Hot Dog"),
        ("Human TRO", "Iron Will", "Jumping Jack"),
        (f"Lucky ({level})" for level in range(1, 5)),
        ("Maneuvering Ace", "Marksman", "Melee Master", "Melee Specialist", "Multi-Tasker", "Natural Grace"),
        ("Oblique Artilleryman", "Oblique Attacker", "Range Master", "Ride the Wash", "Sandblaster", "Shaky Stick"),
        ("Sharpshooter", "Slugger", "Sniper", "Speed Demon", "Stand-Aside", "Street Fighter", "Sure-Footed"),
        ("Swordsman", "Tactical Genius"),
        (f"Terrain Master ({terrain})" for terrain in _TERRAINS),
        ("Weapon Specialist", "Wind Walker", "Zweihander", "Light Horseman", "Heavy Horse", "Foot Cavalry"),
        ("Urban Guerrilla",),
    )
)


def is_unit(data: object) -> bool:
    return isinstance(data, Mapping) and "basePoints" in data and "mulID" in data


def is_group(data: object) -> bool:
    if not isinstance(data, Mapping) or not isinstance(data.get("units"), list) or "groupLabel" not in data:
        return False
    return all(is_unit(unit) or mul.is_record(unit) for unit in items(data, "units"))


def is_force(data: object) -> bool:
    groups = data.get("groups") if isinstance(data, Mapping) else None
    return isinstance(groups, list) and bool(groups) and all(is_group(group) for group in groups)


def roster_of(data: Mapping[str, object] | Sequence[object]) -> Roster:
    """A force out of an export of one, of a single group, or of units."""
    if isinstance(data, Mapping) and is_force(data):
        groups, name = [one for one in items(data, "groups") if isinstance(one, Mapping)], text(data, "customName")
    elif isinstance(data, Mapping) and is_group(data):
        groups, name = [data], text(data, "name")
    else:
        units = [data] if isinstance(data, Mapping) else list(data)
        groups, name = [{"name": "", "units": units}], ""
    return Roster(name, [*_troops(groups)], "an export of Jeff's BattleTech Tools")


def _troops(groups: Sequence[Mapping[str, object]]) -> Iterator[Troop]:
    for number, group in enumerate(groups):
        formation = text(group, "formationBonus")
        label = f"{text(group, 'groupLabel') or 'Group'} {number + 1}"
        recruits = [
            _recruit(unit, f"groups.{number}.units.{place}")
            for place, unit in enumerate(items(group, "units"))
            if isinstance(unit, Mapping)
        ]
        yield Troop(text(group, "name") or label, recruits, None if formation.lower() in NO_FORMATION else formation)


def _recruit(unit: Mapping[str, object], where: str) -> Recruit:
    pilot, remarks = mapping(unit, "pilot"), []
    numbers = [number for number in items(pilot, "alphaStrikeAbilities") if isinstance(number, int)]
    known = [ABILITIES[number - 1] for number in numbers if 1 <= number <= len(ABILITIES)]
    if len(known) < len(items(pilot, "alphaStrikeAbilities")):
        remarks.append("Left out pilot abilities that are not in the book.")
    skill = whole(unit, "currentSkill")
    gunnery = whole(pilot, "gunnery")
    card: Mapping[str, object] = mul.card_data(unit) if mul.is_record(unit) else _card_data(unit)
    name = text(unit, "customName")
    return Recruit(
        _named(unit),
        where,
        skill=gunnery if gunnery is not None else skill,
        pilot=text(pilot, "name"),
        callsign=name if name and name != text(unit, "name") else None,
        abilities=known,
        card=card,
        wear=_wear(unit),
        remarks=remarks,
    )


def _named(unit: Mapping[str, object]) -> Named:
    if mul.is_record(unit):
        return Named(text(unit, "Class"), text(unit, "Variant"), mul=whole(unit, "Id"))
    chassis, model = text(unit, "class"), text(unit, "variant")
    name = text(unit, "name")
    return Named(chassis or name, model if chassis else "", mul=whole(unit, "mulID"))


def _card_data(unit: Mapping[str, object]) -> dict[str, object]:
    number = whole(unit, "mulID")
    data: dict[str, object] = {
        "id": f"mul_{number}" if number and number > 0 else "",
        "name": text(unit, "name"),
        "chassis": text(unit, "class"),
        "model": text(unit, "variant"),
        "type": text(unit, "type").upper(),
        "size": whole(unit, "size"),
        "move": _move(unit),
        "damage": {letter: _damage(mapping(unit, "damage"), key) for letter, key in _RANGES.items()},
        "ov": whole(unit, "overheat") or 0,
        "armor": whole(unit, "armor"),
        "structure": whole(unit, "structure"),
        "specials": _abilities(unit),
        "pv": whole(unit, "basePoints") or 0,
        "source": "Jeff's BattleTech Tools",
    }
    if (threshold := whole(unit, "threshold")) and data["type"] in mul.HAS_THRESHOLD:
        data["threshold"] = threshold
    data["role"] = text(unit, "role")
    year = text(unit, "dateIntroduced")
    if year.isascii() and year.isdecimal() and len(year) == 4:
        data["year"] = int(year)
    return {key: value for key, value in data.items() if value is not None}


_RANGES: Final = {"S": "short", "M": "medium", "L": "long", "E": "extreme"}


def _damage(damage: Mapping[str, object], key: str) -> str:
    points = whole(damage, key) or 0
    return "0*" if points == 0 and switch(damage, f"{key}Minimal") else str(points)


def _move(unit: Mapping[str, object]) -> str:
    moves = [one for one in items(unit, "move") if isinstance(one, Mapping)]
    written = [f'{whole(one, "move") or 0}"{text(one, "type")}' for one in moves[:4]]
    if text(unit, "type").upper() in mul.HAS_THRESHOLD:
        written = [one.replace('"', "") for one in written]
    return "/".join(written)


def _abilities(unit: Mapping[str, object]) -> list[str]:
    given = unit.get("abilities")
    if isinstance(given, str):
        return [given] if given.strip() else []
    return [one for one in items(unit, "abilities") if isinstance(one, str) and one.strip()]


def _wear(unit: Mapping[str, object]) -> Wear | None:
    """Boxes that are ticked off; hits are counted, or ticked off as well."""
    crits = {ours: _hits(unit.get(theirs)) for theirs, ours in CRITS.items()}
    worn = Wear(
        _hits(unit.get("currentArmor")), _hits(unit.get("currentStructure")), whole(unit, "currentHeat") or 0, crits
    )
    return worn if worn.armor or worn.structure or worn.heat or any(crits.values()) else None


def _hits(value: object) -> int:
    if isinstance(value, list):
        return sum(one is True for one in value)
    return int(value) if isinstance(value, int) and 0 <= value < 100 else 0
