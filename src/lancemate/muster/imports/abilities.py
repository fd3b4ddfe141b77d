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
from lancemate.muster.roles import ROLES, role_as_listed

MOST: Final = 60
LONGEST: Final = 2000

# Of other rules than ours; a battle on the ground never asks about them.
ELSEWHERE: Final = {
    "SCR": "screens for battles between ships in space",
    "TELE": "missiles that are guided in battles between ships in space",
}
BROKEN: Final = "ERROR"  # stands in MegaMek's tables where it could not write an ability

_BARE: Final = re.compile(r"[A-Za-z0-9-]*[A-Za-z]")
_FRACTION: Final = re.compile(r"([A-Za-z-]+)([0-9]{1,6})\.[0-9]{1,6}")
_NUMBERED: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*?)[ -]?([0-9]{1,4}(?:\.[0-9]{1,4})?)")
_ENCLOSED: Final = re.compile(r"([A-Za-z-]+)\s*\(([0-9*/ –-]+)\)")
_LONG: Final = re.compile(r"([A-Za-z-]+)([0-9]{1,6}\.[0-9]{4,40})((?:-?D[0-9]{1,2})?)")
_TURRET: Final = re.compile(r"TUR\s*\((.*)\)", re.IGNORECASE | re.DOTALL)


_COUNTED: Final = (Shape.NUMBER, Shape.COUNT)


@dataclass(slots=True)
class Abilities:
    """The abilities of one entry: those that can be read, what was mended, and what nobody knows."""

    texts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    role: str | None = None  # that stood among them


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
        return
    except InputError as error:
        problem = error.plain
    if BROKEN in piece:
        result.problems.append(f'"{short(piece)}" stands where its list could not write an ability.')
    elif (role := role_as_listed(piece)) in ROLES:
        result.role = role
        result.remarks.append(f"{role} stood among the abilities and is its role.")
    elif (left_out := _says_nothing(piece)) is not None:
        result.remarks.append(left_out)
    elif (mended := _mended(piece)) is not None:
        result.texts.append(mended)
        result.remarks.append(f"{short(piece)} was read as {mended}.")
    else:
        result.problems.append(problem)


def _says_nothing(piece: str) -> str | None:
    """Why an ability may be left out with no harm: there is none of it, or no battle of ours asks about it."""
    numbered = _NUMBERED.fullmatch(piece)
    code = (numbered[1] if numbered is not None else piece).upper()
    if code in ELSEWHERE:
        return f"{short(piece)} was left out: {ELSEWHERE[code]}."
    if numbered is None:
        return None
    number = float(numbered[2])
    shape = _shape(code)
    whole = number if shape is Shape.BAY and ABILITIES[code].decimal else int(number)
    if shape in (Shape.NUMBER, Shape.COUNT, Shape.BAY) and not whole:
        return f"{short(piece)} was left out: less than one is none."
    return None


def _mended(piece: str) -> str | None:
    """What was meant, where that is plain: only the number is amiss."""
    enclosed = _ENCLOSED.fullmatch(piece)
    if enclosed is not None:
        return _text_of(enclosed[1] + enclosed[2].replace(" ", ""), (Shape.BRACKETS,))
    numbered = _NUMBERED.fullmatch(piece)
    if numbered is not None and _shape(numbered[1]) is Shape.PLAIN:
        return _text_of(numbered[1], (Shape.PLAIN,))  # counted by others, where there is nothing to count
    long = _LONG.fullmatch(piece)
    if (
        long is not None
        and (rounded := _text_of(f"{long[1]}{round(float(long[2]), 2):g}{long[3]}", (Shape.BAY,))) is not None
    ):
        return rounded  # a computer's sum of tons
    fraction = _FRACTION.fullmatch(piece)
    if fraction is not None:
        return _text_of(fraction[1] + fraction[2], _COUNTED)
    return _text_of(piece + "1", _COUNTED) if _BARE.fullmatch(piece) is not None else None


def _text_of(piece: str, shapes: tuple[Shape, ...]) -> str | None:
    """How an ability is written, if it is one and of such a shape. A bay for infantry is counted as numbers are."""
    try:
        special = parse_special(piece)
    except InputError:
        return None
    shape = Shape.NUMBER if special.code == "IT" else special.ability.shape
    return special.text if shape in shapes else None


def _shape(code: str) -> Shape | None:
    """What follows a code; none for what is no code."""
    known = ABILITIES.get(code.upper())
    return known.shape if known is not None else None
