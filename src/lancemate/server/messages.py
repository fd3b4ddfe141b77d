"""What a client may say over its socket: one strict model for each kind of message. Knows shapes, not meanings."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, TypeAdapter, ValidationError

from lancemate.kernel.errors import InputError
from lancemate.kernel.letters import PRINTABLE, SAYABLE

M = TypeVar("M")

Finite = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Point = tuple[Finite, Finite]
Text = Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=500)]
Id = Annotated[str, StringConstraints(pattern=PRINTABLE, min_length=1, max_length=64)]
Name = Annotated[str, StringConstraints(pattern=PRINTABLE, min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Body = dict[str, JsonValue]
MOST: Final = 2**64 - 1  # a seed may be as large, nothing else is
WRITTEN_OUT: Final = "written out"
UNTOLD: Final = ("body", "query", "path", WRITTEN_OUT)  # steps to a fault that are no keys of what was sent


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(Message):
    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=100)]
    last_seen: Count | None = None
    name: Annotated[str, StringConstraints(pattern=PRINTABLE, strip_whitespace=True, max_length=40)] = ""


class Request(Message):
    id: Id


class CommandMessage(Request):
    type: Literal["command"]
    n: Count
    command: Body


class ResignMessage(Request):
    type: Literal["resign"]
    n: Count
    side: Name | None = None


class UndoMessage(Request):
    """Take back what one did last; between people the other side allows or declines it."""

    type: Literal["undo"]
    n: Count


class UndoAnswer(Request):
    type: Literal["allow_undo", "decline_undo"]


class Preview(Request):
    type: Literal["preview"]
    attack: Body | None = None
    move: Body | None = None
    decide: Body | None = None


class Measure(Request):
    type: Literal["measure"]
    start: Annotated[Name, Field(alias="from")]
    end: Annotated[Name | Body, Field(alias="to")]


class Journey(Request):
    """How a unit would go: in a mode and, if it flies, to and at a height."""

    unit: Name
    mode: Name = "ground"
    elevation: Finite | None = None
    cruise: Finite | None = None


class ReachQuestion(Journey):
    type: Literal["reach"]


class Route(Journey):
    type: Literal["route"]
    to: Point
    facing: Finite | None = None


class Plan(Journey):
    """What a place would bring, if the unit went there."""

    type: Literal["plan"]
    to: Point
    facing: Finite | None = None


class Targets(Request):
    type: Literal["targets"]
    unit: Name
    said: Annotated[dict[Name, Annotated[int, Field(ge=0, le=99)]], Field(max_length=9)] = {}


class SightQuestion(Request):
    """What a man sees of a floor, from where he is or from a place where he might be."""

    type: Literal["sight"]
    unit: Name
    level: Annotated[int, Field(ge=-50, le=100)] = 0
    at: Point | None = None
    elevation: Annotated[int, Field(ge=-50, le=100)] | None = None
    prone: bool | None = None


class OffersQuestion(Request):
    type: Literal["offers"]
    unit: Name | None = None


class Position(Request):
    type: Literal["position"]
    n: Count


class History(Request):
    type: Literal["history"]
    first: Annotated[Count, Field(alias="from")] = 0
    last: Annotated[Count | None, Field(alias="to")] = None


class Chat(Request):
    type: Literal["chat"]
    text: Annotated[str, StringConstraints(pattern=SAYABLE, strip_whitespace=True, min_length=1, max_length=500)]


class OfferDraw(Request):
    type: Literal["offer_draw", "accept_draw", "decline_draw"]


class Ping(Request):
    type: Literal["ping"]


Question = Preview | Measure | ReachQuestion | Route | Plan | Targets | SightQuestion | OffersQuestion | Position
Asked = Question | CommandMessage | ResignMessage | UndoMessage | UndoAnswer | History | Chat | OfferDraw | Ping

_ASKED: Final[TypeAdapter[Asked]] = TypeAdapter(Annotated[Asked, Field(discriminator="type")])
_HELLO: Final = TypeAdapter(Hello)


def read_hello(text: str) -> Hello:
    return _read(_HELLO, text)


def read_message(text: str) -> Asked:
    """The message, or an InputError that says what is wrong with it."""
    return _read(_ASKED, text)


def read_id(text: str) -> str | None:
    """The id of a message that could not be used, if it has one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = data.get("id") if isinstance(data, dict) else None
    return name if isinstance(name, str) and len(name) <= 64 and name.isprintable() else None


def _read(adapter: TypeAdapter[M], text: str) -> M:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        where, fault = first_fault(error)
        raise InputError(fault, key=where) from None


class Fault(TypedDict):
    """What is needed of one complaint of pydantic."""

    type: str
    loc: tuple[int | str, ...]
    msg: str
    ctx: NotRequired[dict[str, Any]]


# What pydantic complains of, in our words; {...} are the bounds it names.
_FAULTS: Final = {
    "missing": "this key is missing",
    "extra_forbidden": "this key is not known here",
    "json_invalid": "this is not JSON",
    "model_type": "here belongs a mapping",
    "model_attributes_type": "here belongs a mapping",
    "dict_type": "here belongs a mapping",
    "list_type": "here belongs a list",
    "tuple_type": "here belongs a list",
    "string_type": "here belongs a text",
    "int_type": "here belongs a whole number",
    "int_parsing": "here belongs a whole number",
    "int_from_float": "here belongs a whole number",
    "float_type": "here belongs a number",
    "finite_number": "here belongs a finite number",
    "bool_type": "here belongs true or false",
    "bool_parsing": "here belongs true or false",
    "string_too_short": "a text here has at least {min_length} characters",
    "string_too_long": "a text here has at most {max_length} characters",
    "string_pattern_mismatch": "a text here has no control characters and no signs that nobody sees",
    "too_short": "this list has at least {min_length} entries",
    "too_long": "this list has at most {max_length} entries",
    "greater_than_equal": "here belongs {ge} or more",
    "less_than_equal": "here belongs {le} or less",
    "literal_error": "here belongs {expected}",
    "union_tag_not_found": "the key {discriminator} is missing",
    "union_tag_invalid": "there is no {tag!r} here; there are {expected_tags}",
}


def first_fault(error: ValidationError) -> tuple[str, str]:
    """Where the first thing is that is wrong, and what it is."""
    return told_fault(cast(Fault, error.errors(include_url=False, include_input=False)[0]))


def told_fault(fault: Fault) -> tuple[str, str]:
    """Where something is wrong, and what it is."""
    steps = [str(step) for step in fault["loc"] if step not in UNTOLD]
    words = _FAULTS.get(fault["type"])
    return ".".join(steps)[-200:], words.format(**fault.get("ctx", {})) if words is not None else fault["msg"]


def check_plain(data: JsonValue, where: str = "") -> None:
    """Refuse what JSON text can smuggle in: numbers that are not finite, halves of characters, endless nesting."""
    waiting: list[tuple[str, JsonValue]] = [(where, data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError("here belongs a finite number", key=place)
        if isinstance(value, int) and abs(value) > MOST:
            raise InputError(f"here belongs a number up to {MOST:,}", key=place)
        if isinstance(value, str):
            _check_text(value, place)
        elif isinstance(value, dict):
            for key, item in value.items():
                _check_text(key, place)
                waiting.append((f"{place}.{key}"[-200:] if place else key, item))
        elif isinstance(value, list):
            waiting += [(f"{place}.{number}", item) for number, item in enumerate(value)]


def _check_text(text: str, place: str) -> None:
    if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in text):
        raise InputError("this text holds characters that are none", key=place or None)
