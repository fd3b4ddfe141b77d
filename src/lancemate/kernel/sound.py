"""Orders that somebody filled by hand: what is plainly meant is put right, what makes no sense is refused.

Every order is looked through before a rule sees it, so that rules answer alike, compiled or not, and nothing comes into
a journal that could not be read back. Must not know what an order does, nor any game.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from operator import is_
from typing import Any, Final, NamedTuple, TypeVar

from lancemate.kernel.errors import refuse
from lancemate.kernel.reading import shown

C = TypeVar("C")
Reads = Callable[[Any], Any]  # hands back what it is given where that is as it should be

LARGEST: Final = 2**63


class Odd(Exception):
    """This cannot be meant."""


class Part(NamedTuple):
    """A field of an order: most hold what they hold unless somebody says otherwise."""

    name: str
    usual: object
    reads: Reads


def sound(command: C) -> C:
    """The order itself, or one with every field what it should be: lists as tuples, 1.0 as 1.

    Raises Refused where a field holds what no such order can mean.
    """
    try:
        whole: C = _whole(command)
        return whole
    except Odd as odd:
        raise refuse("malformed", f"this is no {type(command).__name__} that anybody could obey: {odd}") from None


def _whole(given: Any) -> Any:
    changed = {}
    for name, usual, reads in _parts(given.__class__):
        held = getattr(given, name)
        if held is not usual:
            try:
                meant = reads(held)
            except (Odd, RecursionError):
                raise Odd(f"{name} cannot be {shown(held)}") from None
            if meant is not held:
                changed[name] = meant
    return dataclasses.replace(given, **changed) if changed else given


@cache
def _parts(kind: type) -> tuple[Part, ...]:
    if not dataclasses.is_dataclass(kind):
        return ()
    hints = typing.get_type_hints(kind)
    return tuple(Part(one.name, one.default, _reader(hints[one.name])) for one in dataclasses.fields(kind))


def _reader(hint: Any) -> Reads:
    """What reads values of a type."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (types.UnionType, typing.Union):
        return _one_of([_reader(kind) for kind in inner])
    if origin is Mapping:
        return _mapping(_reader(inner[1]))
    if origin is tuple and ... in inner:
        return _row(_reader(inner[0]))
    if origin is tuple:
        return _fixed([_reader(kind) for kind in inner])
    return _value(hint)


# -- words and numbers ----------------------------------------------------------------------------------------


def _text(given: Any) -> str:
    if not isinstance(given, str) or not given.strip() or not (given.isascii() or _can_be_written(given)):
        raise Odd
    return given if given.__class__ is str else str.__str__(given)


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a letter
        return False
    return True


def _number(given: Any) -> float:
    if given.__class__ is float and isfinite(given):
        return float(given)
    given = _unpacked(given)
    if not isinstance(given, (int, float)) or not -LARGEST < given < LARGEST:  # which what is no number is not
        raise Odd
    return float(given)


def _count(given: Any) -> int:
    given = _unpacked(given)
    if not isinstance(given, (int, float)) or not -LARGEST < given < LARGEST or given != int(given):
        raise Odd
    return given if given.__class__ is int else int(given)


def _flag(given: Any) -> bool:
    if given is True or given is False:
        return given
    given = _unpacked(given)
    if not isinstance(given, (int, float)) or given not in (0, 1):
        raise Odd
    return bool(given)


def _nothing(given: Any) -> None:
    if given is not None:
        raise Odd


def _unpacked(given: Any) -> Any:
    """Numpy's numbers, and rows of them, as plain ones."""
    return given.tolist() if hasattr(given, "tolist") and not isinstance(given, type) else given


PLAIN: Final[dict[Any, Reads]] = {
    str: _text,
    float: _number,
    int: _count,
    bool: _flag,
    types.NoneType: _nothing,
}

# -- what consists of several -----------------------------------------------------------------------------------


def _one_of(readers: list[Reads]) -> Reads:
    def read(given: Any) -> Any:
        for reads in readers:
            try:
                return reads(given)
            except Odd:
                pass
        raise Odd

    return read


def _row(reads: Reads) -> Reads:
    def read(given: Any) -> Any:
        return _same(given, [reads(one) for one in _several(given)])

    return read


def _fixed(readers: list[Reads]) -> Reads:
    def read(given: Any) -> Any:
        several = _several(given)
        if len(several) != len(readers):
            raise Odd
        return _same(given, [reads(one) for reads, one in zip(readers, several, strict=True)])

    return read


def _several(given: Any) -> Any:
    given = _unpacked(given)
    if not isinstance(given, (list, tuple)):
        raise Odd
    return given


def _same(given: Any, read: list[Any]) -> Any:
    """What was given, if it is what was read from it already."""
    return given if given.__class__ is tuple and all(map(is_, given, read)) else tuple(read)


def _mapping(reads: Reads) -> Reads:
    def read(given: Any) -> Any:
        if not isinstance(given, Mapping):
            raise Odd
        return {_text(name): reads(one) for name, one in given.items()}

    return read


def _value(kind: Any) -> Reads:
    """Data that is part of an order; a mapping with just its fields is as good."""

    def read(given: Any) -> Any:
        if isinstance(given, Mapping):
            try:
                given = kind(**given)
            except TypeError:
                raise Odd from None
        if given.__class__ is not kind:
            raise Odd
        return _whole(given)

    return read
