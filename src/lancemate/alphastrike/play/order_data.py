"""Commands as battle scripts write them, and back: ``{attack: {unit: r1, target: b1}}``.

The keys are the fields of the commands themselves, so the format and the engine cannot drift apart. Must not know what
a command does.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final

from lancemate.alphastrike.play.orders import COMMANDS, Attack, Command, Move, PointTarget
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import (
    Reader,
    each,
    nearest,
    read_flag,
    read_number,
    read_point,
    read_text,
    read_whole,
    shown,
)


@dataclass(frozen=True, slots=True)
class Preview:
    """A question: what would this attack or move need? Rolls nothing, changes nothing."""

    name: ClassVar[str] = "preview"
    command: Attack | Move


@dataclass(frozen=True, slots=True)
class Measure:
    """A question: distance, line of sight, arc and direction from a unit to another, to terrain or to a point."""

    name: ClassVar[str] = "measure"
    start: str
    end: str | PointTarget


ScriptEntry = Command | Preview | Measure

_QUESTIONS: Final = (Preview.name, Measure.name)


def entry_from_data(data: object, where: str) -> ScriptEntry:
    """One entry of ``commands``."""
    name, body = _only_entry(data, where, (*COMMANDS, *_QUESTIONS))
    place = f"{where}.{name}"
    if name == Preview.name:
        kind, inner = _only_entry(body, place, (Attack.name, Move.name))
        command = _command(kind, inner, f"{place}.{kind}")
        assert isinstance(command, (Attack, Move))
        return Preview(command)
    if name == Measure.name:
        reader = Reader(body, place, known=("from", "to"), what="a measure")
        reader.need("from", "to")
        end = read_as(str | PointTarget, reader.raw("to"), reader.path("to"))
        assert isinstance(end, (str, PointTarget))
        return Measure(reader.text("from"), end)
    return _command(name, body, place)


def command_from_data(data: object, where: str = "") -> Command:
    """One command, as a save file or a client writes it."""
    name, body = _only_entry(data, where, COMMANDS)
    return _command(name, body, f"{where}.{name}" if where else name)


def command_to_data(command: Command) -> dict[str, JSON]:
    """What a script would say; whatever is as usual is left out."""
    body: dict[str, JSON] = {}
    for field in dataclasses.fields(command):
        value = getattr(command, field.name)
        if field.default is dataclasses.MISSING or value != field.default:
            body[field.name] = encode(value)
    return {command.name: body}


def _only_entry(data: object, where: str, known: typing.Iterable[str]) -> tuple[str, object]:
    names = list(known)
    if not isinstance(data, Mapping) or len(data) != 1:
        what = f"{len(data)} keys" if isinstance(data, Mapping) else shown(data)
        raise InputError(f"here belongs one of {', '.join(names)} and its keys, not {what}", key=where or None)
    name, body = next(iter(data.items()))
    if name not in names:
        place = f"{where}.{name}" if where else str(name)
        raise InputError(f"there is no command {str(name)[:60]!r}; {nearest(str(name), names)}", key=place[-200:])
    return str(name), body if body is not None else {}


def _entries(value: object, where: str) -> typing.Iterator[tuple[str, str, object]]:
    if not isinstance(value, Mapping):
        raise InputError(f"here belongs a mapping, not {shown(value)}", key=where)
    return ((str(name), f"{where}.{name}" if where else str(name), item) for name, item in value.items())


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _command(name: str, body: object, where: str) -> Command:
    command: Command = _read_fields(COMMANDS[name], body, where, f"the command {name}")
    return command


def _read_fields(kind: Any, body: object, where: str, what: str) -> Any:
    hints = _hints(kind)
    reader = Reader(body, where, known=tuple(hints), what=what)
    given: dict[str, object] = {}
    for field in dataclasses.fields(kind):
        if field.name in reader:
            given[field.name] = read_as(hints[field.name], reader.raw(field.name), reader.path(field.name))
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"{what} needs the key {field.name}", key=where)
    return kind(**given)


_PLAIN: Final[dict[Any, typing.Callable[[object, str], object]]] = {
    str: read_text,
    float: read_number,
    int: read_whole,
    bool: read_flag,
}


def read_as(kind: Any, value: object, where: str) -> object:
    """A value of the type a command's field has."""
    if kind in _PLAIN:
        return _PLAIN[kind](value, where)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        options = [option for option in inner if option is not types.NoneType]
        if PointTarget in options and isinstance(value, Mapping):
            return _read_fields(PointTarget, value, where, "a target that is a place")
        plain = [option for option in options if option is not PointTarget]
        return read_as(plain[0], value, where)
    if origin is Mapping:
        return {name: read_as(inner[1], item, place) for name, place, item in _entries(value, where)}
    if origin is tuple and inner == (float, float):
        return read_point(value, where)
    if origin is tuple:
        return tuple(read_as(inner[0], item, place) for place, item in each(value, where))
    return _read_fields(kind, value, where, "this entry")
