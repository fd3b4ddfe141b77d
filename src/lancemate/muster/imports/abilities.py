"""Special abilities as other lists write them: mended where that is plain, named where it is not.

Knows how lists stray from the card's own notation; must not know what an ability does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from lancemate.alphastrike.cards.special_codes import ABILITIES, Shape
from lancemate.alphastrike.cards.specials import parse_special, split_specials
from lancemate.kernel.errors import InputError
from lancemate.muster.imports.texts import short

MOST: Final = 60
LONGEST: Final = 2000

_BARE: Final = re.compile(r"[A-Za-z0-9-]*[A-Za-z]")
_FRACTION: Final = re.compile(r"([A-Za-z-]+)([0-9]{1,6})\.[0-9]{1,6}")
_TURRET: Final = re.compile(r"TUR\s*\((.*)\)", re.IGNORECASE | re.DOTALL)


@dataclass(slots=True)
class Abilities:
    """The abilities of one entry: those that can be read, what was mended, and what nobody knows."""

    texts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_abilities(given: str | Iterable[str]) -> Abilities:
    result = Abilities()
    parts = [given] if isinstance(given, str) else list(given)
    if sum(map(len, parts)) > LONGEST:
        raise InputError(f"The special abilities are longer than {LONGEST} letters.")
    pieces = [piece for part in parts for piece in split_specials(part.replace(";", ","))]
    if len(pieces) > MOST:
        raise InputError(f"{len(pieces)} special abilities are more than any card holds; at most {MOST} are read.")
    for piece in pieces:
        _read(piece, result)
    return result


def _read(piece: str, result: Abilities) -> None:
    turret = _TURRET.fullmatch(piece)
    if turret is not None:
        inside = [part.strip() for part in split_specials(turret[1])]
        damage = [part for part in inside if not part[0].isalpha()]
        kept = Abilities(remarks=result.remarks, problems=result.problems)
        for part in inside:
            if part[0].isalpha():
                _read_one(part, kept)
        piece = f"TUR({', '.join(damage + kept.texts)})"
    _read_one(piece, result)


def _read_one(piece: str, result: Abilities) -> None:
    try:
        result.texts.append(parse_special(piece).text)
    except InputError as error:
        mended = _mended(piece)
        if mended is None:
            result.problems.append(error.plain)
        else:
            result.texts.append(mended)
            result.remarks.append(f"{short(piece)} was read as {mended}.")


def _mended(piece: str) -> str | None:
    """A number left out is 1; a fraction where whole things are counted is rounded down."""
    fraction = _FRACTION.fullmatch(piece)
    if fraction is None and _BARE.fullmatch(piece) is None:
        return None
    try:
        special = parse_special(fraction[1] + fraction[2] if fraction is not None else piece + "1")
    except InputError:
        return None
    counted = special.code == "IT" or ABILITIES[special.code].shape in (Shape.NUMBER, Shape.COUNT)
    return special.text if counted else None
