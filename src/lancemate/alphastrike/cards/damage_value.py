"""Damage values as printed on unit cards: one strength, or one per range bracket.

Knows notation and arithmetic; must not know attacks, dice or special abilities.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

_NUMBER: Final = re.compile(r"[0-9]{1,3}")

BRACKETS: Final = ("S", "M", "L", "E")

_PLACE: Final[dict[str, int]] = {
    "S": 0,
    "M": 1,
    "L": 2,
    "E": 3,
    "H": 3,  # nothing is printed for it: what there is follows from Long range, or is refused
    "short": 0,
    "medium": 1,
    "long": 2,
    "extreme": 3,
}


# A tuple is true where it is not empty, and compiled code takes it so whatever else one of its kinds says.
AMBIGUOUS: Final = "a damage value is neither true nor false: ask whether it harms, or is None"


class Strength(NamedTuple):
    """What one hit does: so many points, or minimal damage (0*), or nothing at all (0 or a dash)."""

    points: int = 0
    minimal: bool = False

    @classmethod
    def parse(cls, text: str | int) -> Strength:
        """Read ``3``, ``0``, ``-`` or ``0*``."""
        return _strength(str(text).strip()) if not isinstance(text, bool) else _strength(repr(text))

    @property
    def harms(self) -> bool:
        """An attack is possible with it."""
        return self.points > 0 or self.minimal

    def __bool__(self) -> NoReturn:
        raise TypeError(AMBIGUOUS)

    def __str__(self) -> str:
        return "0*" if self.minimal else str(self.points)

    @property
    def dashed(self) -> str:
        """As printed inside special abilities, where nothing is a dash."""
        return str(self) if self.harms else "-"

    def halved(self) -> Strength:
        """Half of it, rounded down; of minimal damage nothing is left."""
        return Strength(self.points // 2)

    def reduced(self, points: int) -> Strength:
        """Less by so many points, never below nothing; any loss at all ends minimal damage."""
        return self if points <= 0 else Strength(max(0, self.points - points))


NONE: Final = Strength()
MINIMAL: Final = Strength(0, True)


@rules.formula("AS-INT-013", otherwise=NONE)
def _strength(text: str) -> Strength:
    """Three cases kept apart: no attack possible, minimal damage, so many points."""
    if text in ("0", "-", "–", "—"):
        return NONE
    if text == "0*":
        return MINIMAL
    if not _NUMBER.fullmatch(text):
        raise InputError(f'"{text}" is not a damage value: write a number, 0* or a dash.')
    return Strength(int(text))


class Damage(NamedTuple):
    """Strengths at Short, Medium, Long and Extreme range."""

    S: Strength = NONE
    M: Strength = NONE
    L: Strength = NONE
    E: Strength = NONE

    @classmethod
    def parse(cls, text: str) -> Damage:
        """Read ``2/3/3``, ``2/3/-``, ``0*/0*/-`` or four values; brackets left out deliver nothing."""
        parts = text.strip().split("/")
        if not 1 <= len(parts) <= 4:
            raise InputError(f'"{text}" is not damage by range: write Short/Medium/Long, as in 2/3/3.')
        return cls(*map(Strength.parse, parts))

    def at(self, bracket: str) -> Strength:
        """The strength at a bracket, named by letter (``S``) or by word (``short``)."""
        return self[_PLACE[bracket]]

    @property
    def harms(self) -> bool:
        """An attack is possible at some range."""
        return self.S.harms or self.M.harms or self.L.harms or self.E.harms

    def __bool__(self) -> NoReturn:
        raise TypeError(AMBIGUOUS)

    def __str__(self) -> str:
        return "/".join(map(str, self if self.E.harms else self[:3]))

    def halved(self) -> Damage:
        return Damage(*(strength.halved() for strength in self))

    def reduced(self, points: int) -> Damage:
        return Damage(*(strength.reduced(points) for strength in self))


NO_DAMAGE: Final = Damage()
