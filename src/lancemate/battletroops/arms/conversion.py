"""Weapons of the role-playing game in the figures of this one (p. 23)."""

from __future__ import annotations

import re
from typing import Final

from lancemate.battletroops.arms.weapons import AREA, AUTO, Weapon
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.reading import Reader, read_whole, shown

_DICE: Final = re.compile(r"(\d{1,2})D6(?:\+(\d{1,3}))?")


@rules.formula("BT-OPT-047", otherwise=(0,))
def converted_damage(kind: str, dice: int, adds: int) -> tuple[int, ...]:
    """A point for each die and for each three of the adds; one more unless it fires bursts. Blasts halve by the dot."""
    points = dice + -(-adds // 3) + (0 if kind == AUTO else 1)
    found = [points]
    while kind == AREA and found[-1] // 2:
        found.append(found[-1] // 2)
    return tuple(found)


@rules.formula("BT-OPT-048", otherwise=((1, 1), (1, 1)))
def converted_ranges(
    short: tuple[int, int], medium: tuple[int, int], long: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Twice as far; what was medium range is split between the two."""
    near = 2 * short[1] + medium[1] - medium[0]
    return (short[0], near), (near + 1, 2 * long[1])


@rules.formula("BT-OPT-049", otherwise=(0, 0, None))
def converted_rest(kind: str, one_shot: bool, crew: int | None) -> tuple[int, int, int | None]:
    """What firing costs, the shots there are, and the men needed besides the first."""
    mp, ammo = (5, 1 if one_shot else 2) if kind == AREA else (0, -1)
    return mp, ammo, None if crew is None else crew - 1


def converted(weapon: Reader, kind: str) -> Weapon:
    """A weapon from the figures under its key ``rpg``."""
    known = ("damage", "short", "medium", "long", "one_shot", "crew")
    reader = Reader(weapon.raw("rpg"), weapon.path("rpg"), known=known, what="figures of the role-playing game")
    reader.need("damage", "short", "medium", "long")
    match = _DICE.fullmatch(reader.text("damage").replace(" ", ""))
    if match is None:
        raise reader.wrong("damage", f"damage is written as in 4D6+2, not {shown(reader.raw('damage'))}")
    points = converted_damage(kind, int(match[1]), int(match[2] or 0))
    short, long = converted_ranges(*(_bracket(reader, key) for key in ("short", "medium", "long")))
    crew = reader.whole("crew", least=1, most=9) if "crew" in reader else None
    mp, ammo, others = converted_rest(kind, reader.flag("one_shot"), crew)
    return Weapon(
        weapon.text("name"),
        kind,
        points[0],
        short=short,
        long=long,
        blast=points if kind == AREA else (),
        mp=mp,
        ammo=ammo,
        crew=others,
        skill=weapon.text("skill", "Rifle"),
    )


def _bracket(reader: Reader, key: str) -> tuple[int, int]:
    numbers = [read_whole(value, where, most=9999) for where, value in reader.items(key)]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise reader.wrong(key, f"a range is [from, to], not {shown(reader.raw(key))}")
    return numbers[0], numbers[1]
