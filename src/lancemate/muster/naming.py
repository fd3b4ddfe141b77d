"""What players write to name who fights: a force file, a force of the book, a formation of either, or units by name.

Knows how such a text is taken apart; what forces and units there are is asked of the files and the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.points import REGULAR, WORST_SKILL
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.force_files import find_force, looks_like_a_file

MOST_COPIES: Final = 99
_UNITS: Final = re.compile(r"\s*(?P<name>[^@]+?)(?:\s+x\s*(?P<copies>[0-9]+))?\s*(?:@(?P<skill>.*))?", re.ASCII)


class NamedUnits(NamedTuple):
    """So many of one unit; without a Skill, nothing was said about it."""

    card: Card
    copies: int = 1
    skill: int | None = None


def units_named(text: str, find: Callable[[str], Card] = catalogue.recruit) -> NamedUnits:
    """Read ``MAD-3R Marauder``, ``MAD-3R Marauder @3`` or ``MAD-3R Marauder x2 @3``: two of them with Skill 3."""
    found = _UNITS.fullmatch(text)
    if found is None or not found["name"].strip():
        raise InputError(f"{text[:120]!r} names no unit; write a name, as in MAD-3R Marauder x2 @3")
    name, copies, skill = found["name"], found["copies"], found["skill"]
    if skill is not None and skill.strip() not in {str(one) for one in range(WORST_SKILL + 1)}:
        raise InputError(f"{skill.strip()[:40]!r} is no Skill: it runs from 0 (best) to {WORST_SKILL}, as in {name} @3")
    if copies is not None and not (len(copies) <= len(str(MOST_COPIES)) and int(copies)):
        raise InputError(f"{copies[:40]} of one unit cannot be had: write 1 to {MOST_COPIES}, as in {name} x2")
    return NamedUnits(find(name), int(copies or 1), int(skill) if skill is not None else None)


def force_named(text: str) -> Force:
    """The force a text names. Units are written ``MAD-3R Marauder x2 @3, LCT-1V Locust``: the Locust has Skill 4."""
    return found_force(text) or Force(text, (Formation("units", tuple(_members(text))),))


def found_force(text: str) -> Force | None:
    """A force file, a force of the book, or one formation of either (``gdl/Command Lance``), if the text names one."""
    if looks_like_a_file(text) or not text.strip():
        return find_force(text)
    whole, slash, part = text.rpartition("/")
    try:
        force = find_force(whole if slash else text)
    except InputError:
        return None
    if not slash:
        return force
    formation = force.formation(part)
    if formation is None:
        known = ", ".join(one.name for one in force.formations)
        raise InputError(f"{force.name} has no formation {part[:120]!r}; it has {known}")
    return replace(force, name=f"{force.name}, {part}", formations=(formation,), groups=())


def _members(text: str) -> Iterator[Member]:
    parts = text.split(",")
    for part in parts:
        if not part.strip():
            raise InputError(f"{text[:120]!r} names no unit between two commas")
        try:
            card, copies, skill = units_named(part)
        except InputError as error:
            raise error if len(parts) > 1 else InputError(f"{_no_force(text)}{error.plain}") from None
        yield from [Member(card, REGULAR if skill is None else skill)] * copies


def _no_force(text: str) -> str:
    """A lone name that means nothing might have been meant for a force."""
    try:
        find_force(text)
    except InputError as error:
        return f"{error.plain} "
    return ""
