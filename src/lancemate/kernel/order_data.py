"""Commands as files write them, and back: ``{attack: {unit: r1, target: b1}}``.

The keys are the fields of the commands themselves, so the format and the engine cannot drift apart. Must not know what
a command does, nor any game.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar

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

C = TypeVar("C")
Place = typing.Callable[[object, str], tuple[float, float]]  # reads a point as it is written on a map


class OrderBook(Generic[C]):
    """The commands of one game by name, to be read and written."""

    def __init__(self, commands: Mapping[str, type[C]], forms: tuple[type[C], ...] = ()) -> None:
        """``forms`` are other classes of a name; one of them is meant where its first key is given."""
        self.commands = commands
        self.forms = forms

    def read(self, data: object, where: str = "") -> C:
        """One command, as a save file or a client writes it."""
        name, body = only_entry(data, where, self.commands)
        return self.named(name, body, f"{where}.{name}" if where else name)

    def named(self, name: str, body: object, where: str, place: Place = read_point) -> C:
        """A command whose name is known already."""
        command: C = read_fields(self._form(name, body), body, where, f"the command {name}", place)
        return command

    def _form(self, name: str, body: object) -> Any:
        for form in self.forms:
            kind: Any = form
            if kind.name == name and isinstance(body, Mapping) and next(iter(_hints(kind))) in body:
                return form
        return self.commands[name]

    def write(self, command: C) -> dict[str, JSON]:
        """What a script would say; whatever is as usual is left out."""
        body: dict[str, JSON] = {}
        given: Any = command
        for field in dataclasses.fields(given):
            value = getattr(command, field.name)
            if field.default is dataclasses.MISSING or value != field.default:
                body[_written(field)] = encode(value)
        return {given.name: body}


def only_entry(data: object, where: str, known: typing.Iterable[str]) -> tuple[str, object]:
    """The one name in a mapping, and what stands under it."""
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


def _written(field: dataclasses.Field[Any]) -> str:
    """The key of a field: its name, unless it says otherwise, as one that Python would not allow must."""
    return str(field.metadata.get("written", field.name))


def read_fields(kind: Any, body: object, where: str, what: str, place: Place = read_point) -> Any:
    """A value of a class, from a mapping with its fields."""
    hints = _hints(kind)
    keys = {_written(field): field for field in dataclasses.fields(kind)}
    reader = Reader(body, where, known=tuple(keys), what=what)
    given: dict[str, object] = {}
    for key, field in keys.items():
        if key in reader:
            reads = field.metadata.get("reads")  # how it is read, where its type does not say
            value, at = reader.raw(key), reader.path(key)
            given[field.name] = read_as(hints[field.name], value, at, place) if reads is None else reads(value, at)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"{what} needs the key {key}", key=where)
    return kind(**given)


_PLAIN: Final[dict[Any, typing.Callable[[object, str], object]]] = {
    str: read_text,
    float: read_number,
    int: read_whole,
    bool: read_flag,
}


def read_as(kind: Any, value: object, where: str, place: Place = read_point) -> object:
    """A value of the type a command's field has; points as they are written on the map."""
    if kind in _PLAIN:
        return _PLAIN[kind](value, where)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return read_as(_meant(inner, value), value, where, place)
    if origin is Mapping:
        return {name: read_as(inner[1], item, key, place) for name, key, item in _entries(value, where)}
    if origin is tuple and inner == (float, float):
        return place(value, where)
    if origin is tuple and ... not in inner:
        given = list(each(value, where))
        if len(given) != len(inner):
            raise InputError(f"here belong {len(inner)} entries, not {len(given)}", key=where)
        return tuple(read_as(part, item, key, place) for part, (key, item) in zip(inner, given, strict=True))
    if origin is tuple:
        return tuple(read_as(inner[0], item, key, place) for key, item in each(value, where))
    return read_fields(kind, value, where, getattr(kind, "what", "this entry"), place)


def _has_fields(kind: Any, keys: Mapping[str, object]) -> bool:
    return dataclasses.is_dataclass(kind) and all(key in _hints(kind) for key in keys)  # type: ignore[arg-type]


def _meant(kinds: tuple[Any, ...], value: object) -> Any:
    """Of several types the one that a value must be meant as: by its shape, else the first that is plain."""
    options = [kind for kind in kinds if kind is not types.NoneType]
    if isinstance(value, Mapping):
        shaped = [kind for kind in options if dataclasses.is_dataclass(kind) or typing.get_origin(kind) is Mapping]
        shaped.sort(key=lambda kind: not _has_fields(kind, value))
    elif isinstance(value, (list, tuple)):
        shaped = [kind for kind in options if typing.get_origin(kind) is tuple]
    else:
        shaped = [kind for kind in options if kind in _PLAIN]
    plain = [kind for kind in options if not dataclasses.is_dataclass(kind)]
    return (shaped or plain or options)[0]
