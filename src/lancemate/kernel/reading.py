"""Takes plain data apart, key by key, and says in one sentence what is wrong with it and where.

``Reader`` holds one mapping of a document and the dotted path to it. Every question names the key, so that the
complaint can. This module knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.letters import unfit

T = TypeVar("T")

_SWITCH_WORDS: Final = {"yes": True, "on": True, "no": False, "off": False}
_LONGEST_TEXT: Final = 500
_LARGEST: Final = 1e9
_BEYOND: Final = 10**30  # a number nobody means


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint: the known word most like this one, or all of them."""
    words = list(known)
    if not words:
        return "there are none here"
    near = get_close_matches(word, words, n=1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(words)}"


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, if one is near."""
    return next(iter(get_close_matches(word, list(known), n=1)), None)


def shown(value: object) -> str:
    """A value as a complaint quotes it: short, and in the words of the file."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, int) and abs(value) >= _BEYOND:
        return "a number with more than 30 digits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Reader:
    """One mapping being read."""

    __slots__ = ("_data", "where")

    def __init__(self, data: object, where: str = "", *, known: Sequence[str], what: str = "this") -> None:
        if not isinstance(data, Mapping):
            keys = f"a mapping of {', '.join(known)}" if known else "an empty mapping, {}"
            raise InputError(f"{what} is {keys}; here is {shown(data)}", key=where or None)
        for key in data:
            if key not in known:
                path = f"{where}.{key}" if where else str(key)
                raise InputError(f"unknown key {str(key)[:60]!r}; {nearest(str(key), known)}", key=path[-200:])
        self._data: Mapping[str, JSON] = data
        self.where = where

    def path(self, key: str | int) -> str:
        return f"{self.where}.{key}" if self.where else str(key)

    def wrong(self, key: str, problem: str) -> InputError:
        return InputError(problem, key=self.path(key))

    def __contains__(self, key: str) -> bool:
        return self._data.get(key) is not None

    def raw(self, key: str) -> JSON:
        return self._data.get(key)

    def need(self, *keys: str) -> None:
        for key in keys:
            if key not in self:
                raise InputError(f"the key {key} is missing", key=self.where or None)

    def _value(self, key: str, default: T, read: Callable[[object, str], T]) -> T:
        value = self._data.get(key)
        return default if value is None else read(value, self.path(key))

    def text(self, key: str, default: str = "") -> str:
        return self._value(key, default, read_text)

    def maybe_text(self, key: str) -> str | None:
        return self.text(key) if key in self else None

    def one_of(self, key: str, known: Iterable[str], default: str = "") -> str:
        return self._value(key, default, lambda value, where: read_choice(value, where, known))

    def number(self, key: str, default: float = 0.0, *, least: float = -_LARGEST, most: float = _LARGEST) -> float:
        return self._value(key, default, lambda value, where: read_number(value, where, least, most))

    def whole(self, key: str, default: int = 0, *, least: int = 0, most: int = 2**64 - 1) -> int:
        return self._value(key, default, lambda value, where: read_whole(value, where, least, most))

    def flag(self, key: str, default: bool = False) -> bool:
        return self._value(key, default, read_flag)

    def point(self, key: str) -> tuple[float, float] | None:
        return read_point(self._data[key], self.path(key)) if key in self else None

    def items(self, key: str) -> Iterator[tuple[str, JSON]]:
        """The entries of a list, each with its path."""
        value = self._data.get(key)
        return each(value, self.path(key)) if value is not None else iter(())

    def texts(self, key: str) -> list[str]:
        return [read_text(value, where) for where, value in self.items(key)]


def each(value: object, where: str) -> Iterator[tuple[str, JSON]]:
    if not isinstance(value, (list, tuple)):
        raise InputError(f"here belongs a list, not {shown(value)}", key=where)
    return ((f"{where}.{number}", item) for number, item in enumerate(value))


def read_text(value: object, where: str) -> str:
    """A text; a whole number will do (an id may be 1)."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _BEYOND:
        return str(value)
    if not isinstance(value, str):
        raise InputError(f"here belongs a text, not {shown(value)}", key=where)
    if not value.strip():
        raise InputError("here belongs a text; this one is empty", key=where)
    if len(value) > _LONGEST_TEXT:
        raise InputError(f"a text of {len(value)} characters is too long", key=where)
    odd = unfit(value)
    if odd is not None:
        raise InputError(f"a text may not hold the character U+{ord(odd):04X}", key=where)
    return value


def read_choice(value: object, where: str, known: Iterable[str]) -> str:
    word = read_text(value, where)
    words = list(known)
    if word not in words:
        raise InputError(f"{shown(word)} is not known here; {nearest(word, words)}", key=where)
    return word


def read_number(value: object, where: str, least: float = -_LARGEST, most: float = _LARGEST) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"here belongs a number, not {shown(value)}", key=where)
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"here belongs a finite number, not {value}", key=where)
    if not least <= value <= most:  # whole numbers of any length can be compared, not all of them be made floats
        told = f"{value:g}" if abs(value) < _BEYOND else shown(value)
        raise InputError(f"{told} is out of bounds; {_bounds(value, least, most)}", key=where)
    return float(value)


def read_whole(value: object, where: str, least: int = 0, most: int = 2**64 - 1) -> int:
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"here belongs a whole number, not {shown(value)}", key=where)
    if not least <= value <= most:
        raise InputError(f"{shown(value)} is out of bounds; {_bounds(value, least, most)}", key=where)
    return value


def _bounds(value: float, least: float, most: float) -> str:
    if most < _LARGEST:
        return f"it must be between {least:g} and {most:g}"
    return f"it must be {least:,.10g} or more" if value < least else f"it must be {int(most):,} at most"


def read_flag(value: object, where: str) -> bool:
    if isinstance(value, str) and value.lower() in _SWITCH_WORDS:
        return _SWITCH_WORDS[value.lower()]
    if not isinstance(value, bool):
        raise InputError(f"here belongs true or false, not {shown(value)}", key=where)
    return value


def read_point(value: object, where: str) -> tuple[float, float]:
    """A pair of coordinates."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise InputError(f"here belongs a point [x, y], not {shown(value)}", key=where)
    x, y = (read_number(part, f"{where}.{place}") for place, part in enumerate(value))
    return x, y


def read_points(value: object, where: str) -> tuple[tuple[float, float], ...]:
    return tuple(read_point(point, place) for place, point in each(value, where))
