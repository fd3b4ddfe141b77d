"""What the texts in events and commands name, said by their types: ``UnitId = Annotated[str, Names("unit")]``.

So whom an event is about is read from its fields, never guessed from what a text looks like. This module knows no game.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union

from lancemate.kernel.values import frozen


@frozen
class Names:
    """The mark of a type of text: what such a text names."""

    what: str


# What every game has; a game adds its own.
UnitId = Annotated[str, Names("unit")]
SideId = Annotated[str, Names("side")]
RuleId = Annotated[str, Names("rule")]
Word = Annotated[str, Names("word")]  # one of a few: a mode, a kind, an ability, a code
Sentence = Annotated[str, Names("sentence")]  # for people; it speaks of no unit that the other fields do not name


Wanted = Callable[[frozenset[Names]], bool]


def named(value: object, what: str) -> tuple[str, ...]:
    """All that an event or a command names of one kind, by the types of its fields and of theirs.

    A class with a field that may name one kind or another says itself which it is, in a method ``names(what)``.
    """
    return tuple(dict.fromkeys(_in_fields(value, what, frozenset({Names(what)}).issuperset)))


def perhaps_named(value: object, what: str) -> tuple[str, ...]:
    """The same with everything that may be of that kind, as a target that is a unit or terrain."""
    return tuple(dict.fromkeys(_in_fields(value, what, lambda marks: Names(what) in marks)))


@cache
def types_of(kind: Any) -> dict[str, Any]:
    """The types of a class's fields, with their marks."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def marks_of(hint: Any) -> frozenset[Names]:
    """The kinds of things that a text of this type may name; none if it is no text."""
    if typing.get_origin(hint) is Annotated:
        return frozenset(mark for mark in typing.get_args(hint)[1:] if isinstance(mark, Names))
    if _is_union(hint):
        return frozenset(mark for part in typing.get_args(hint) for mark in marks_of(part))
    return frozenset()


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (Union, types.UnionType)


def _keys_and_items(hint: Any) -> tuple[Any, Any]:
    """The types within a mapping, also where a mapping is one of several things allowed; none in plain data."""
    for part in typing.get_args(hint) if _is_union(hint) else (hint,):
        kind = typing.get_origin(part)
        if isinstance(kind, type) and issubclass(kind, Mapping):
            key, item = typing.get_args(part)
            return key, item
    return None, None


def _in_fields(value: Any, what: str, wanted: Wanted) -> Iterator[str]:
    if hasattr(value, "names"):
        yield from value.names(what)
    kind: Any = type(value)
    for field, hint in types_of(kind).items():
        yield from _found(hint, getattr(value, field), what, wanted)


def _found(hint: Any, value: Any, what: str, wanted: Wanted) -> Iterator[str]:
    if isinstance(value, str):
        if (marks := marks_of(hint)) and wanted(marks):
            yield value
    elif dataclasses.is_dataclass(value):
        yield from _in_fields(value, what, wanted)
    elif isinstance(value, Mapping):
        key, item = _keys_and_items(hint)
        for name, one in value.items():
            yield from _found(key, name, what, wanted)
            yield from _found(item, one, what, wanted)
    elif isinstance(value, (tuple, frozenset)) and not _is_union(hint):
        parts = typing.get_args(hint)
        each = parts if len(parts) == len(value) and ... not in parts else parts[:1] * len(value)
        for part, one in zip(each, value, strict=bool(each)):
            yield from _found(part, one, what, wanted)
