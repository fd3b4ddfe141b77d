"""What a search can ask of a unit: its words, its numbers, its abilities. Read from the keys of a unit file.

Each part is worked out when somebody asks for it, and once: thousands of units are searched as somebody types.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, cast

from lancemate.muster.availability import Record, record_of_data

MINIMAL: Final = 0.5  # what 0* counts as: more than nothing, less than one
RANGES: Final = ("s", "m", "l", "e")

_PART: Final = re.compile(r"([0-9.]+)\"?([a-z()]*)")
_PIECES: Final = re.compile(r"[(),]")
_VALUES: Final = re.compile(r"[0-9.]+\*?(?:/(?:[0-9.]+\*?|-))*|-(?:/(?:[0-9.]+\*?|-))+")
_ODD: Final = re.compile(r"[^a-z0-9]")
_DIGITS: Final = re.compile(r"[0-9]+")
_BRACKETS: Final = re.compile(r"[()\[\]]")


def plain(text: str) -> str:
    """Small letters without accents: what is compared."""
    if not text.isascii():
        text = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return text.lower()


def squeezed(text: str) -> str:
    """Letters and digits alone: ``as7d`` for ``AS7-D``."""
    return _ODD.sub("", text)


class Facts:
    """One unit as it is searched."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self.data = data

    def text(self, key: str) -> str:
        return plain(str(self.data.get(key) or ""))

    def number(self, key: str) -> float | None:
        value = self.data.get(key)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def _several(self, key: str) -> list[str]:
        value = self.data.get(key)
        return [str(one) for one in value] if isinstance(value, list | dict) else []

    @cached_property
    def name(self) -> str:
        return " ".join(self.text("name").split())

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The words of its name, without brackets."""
        return tuple(filter(None, _BRACKETS.sub(" ", self.name).split()))

    @cached_property
    def tight(self) -> tuple[str, ...]:
        """The same words, squeezed."""
        return tuple(map(squeezed, self.tokens))

    @cached_property
    def whole(self) -> frozenset[str]:
        """Ways to name it completely, squeezed."""
        chassis, model = squeezed(self.text("chassis")), squeezed(self.text("model"))
        return frozenset(filter(None, (squeezed(self.name), chassis + model, model + chassis)))

    @cached_property
    def half(self) -> frozenset[str]:
        """Its chassis and its model, squeezed."""
        return frozenset(filter(None, (squeezed(self.text("chassis")), squeezed(self.text("model")))))

    @cached_property
    def long(self) -> int:
        """How many words its chassis has, or its name."""
        return len(self.text("chassis").split()) or len(self.tokens)

    @cached_property
    def order(self) -> str:
        """Its name as names are put in order: numbers as numbers."""
        return _DIGITS.sub(lambda found: found[0].zfill(6), self.name)

    @cached_property
    def hay(self) -> str:
        """Everything words are looked for in, a line for each thing."""
        data = self.data
        several = [*self._several("specials"), *self._several("factions"), *self._several("books")]
        lines = [str(data.get(key) or "") for key in ("name", "id", "role", "era", "note")]
        return plain("\n".join((*lines, *several))) + "\n" + squeezed(self.name)

    @cached_property
    def books(self) -> str:
        return plain("\n".join((*self._several("books"), str(self.data.get("source") or ""))))

    @cached_property
    def moves(self) -> tuple[tuple[float, str], ...]:
        """How far it goes, and how; the first is its usual way."""
        parts = (_PART.match(part.strip()) for part in self.text("move").split("/"))
        return tuple((float(part[1].strip(".") or 0), part[2]) for part in parts if part is not None)

    @cached_property
    def record(self) -> Record:
        return record_of_data(self.data)

    @cached_property
    def damage(self) -> tuple[float, float, float, float]:
        """The most it does at each range, in any arc or section."""
        texts = [str(one.get("damage") or "") for one in self._weapons()]
        rows = [_strengths(text) for text in texts]
        return cast(
            tuple[float, float, float, float],
            tuple(max((row[at] if at < len(row) else 0.0 for row in rows), default=0.0) for at in range(4)),
        )

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """Its abilities with their values, those in turrets, arcs and sections too."""
        texts = [text for one in self._weapons() for text in _listed(one.get("specials"))]
        return tuple(_codes(texts))

    def _weapons(self) -> Iterator[Mapping[str, object]]:
        yield self.data
        sections = self.data.get("sections")
        places = [
            self.data,
            *(one for one in (sections if isinstance(sections, list) else ()) if isinstance(one, dict)),
        ]
        for place in places:
            if place is not self.data:
                yield place
            arcs = place.get("arcs")
            if isinstance(arcs, dict):
                yield from (arc for arc in arcs.values() if isinstance(arc, dict))

    def value(self, key: str) -> float | None:
        """A number of the card; None where nobody knows it."""
        if key in RANGES:
            return self.damage[RANGES.index(key)]
        if key == "damage":
            return max(self.damage)
        if key == "move":
            return self.moves[0][0] if self.moves else 0.0
        if key == "jump":
            return next((far for far, way in self.moves if "j" in way), 0.0)
        found = self.number(key)
        return found if found is not None or key in ("tons", "year", "threshold") else 0.0

    def ability(self, wanted: str) -> Iterator[tuple[float, ...]]:
        """The values of each ability that a code names, with or without its own values: ``LRM``, ``LRM1/1/1``."""
        for code in self.codes:
            if code == wanted:
                yield values_of(code) or (1.0,)
            elif code.startswith(wanted) and not ("A" <= code[len(wanted)] <= "Z"):
                yield values_of(code[len(wanted) :]) or (1.0,)


def values_of(text: str) -> tuple[float, ...]:
    found = _VALUES.search(text)
    return _strengths(found[0]) if found is not None else ()


def _strengths(text: str) -> tuple[float, ...]:
    return tuple(map(_strength, text.split("/")))


def _strength(text: str) -> float:
    text = text.strip()
    if text == "0*":
        return MINIMAL
    try:
        return float(text.rstrip("*"))
    except ValueError:
        return 0.0


def _listed(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [value] if isinstance(value, str) else []


def _codes(texts: Iterable[str]) -> Iterator[str]:
    """Each ability alone; the damage of a turret stays with it."""
    for text in texts:
        found: list[str] = []
        for piece in _PIECES.split(text):
            code = piece.strip().upper()
            if code and found and not code[0].isalpha():
                found[-1] += code
            elif code:
                found.append(code)
        yield from found
