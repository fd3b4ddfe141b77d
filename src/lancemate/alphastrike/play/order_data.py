"""Commands as battle scripts write them, and back, with the questions that a script may ask between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.orders import COMMANDS, FORMS, Act, Attack, Command, Move, PointTarget, SupportAttack
from lancemate.kernel.codec import JSON
from lancemate.kernel.order_data import OrderBook, Place, only_entry, read_as
from lancemate.kernel.reading import Reader, read_point, read_text
from lancemate.kernel.values import frozen


@frozen
class Preview:
    """A question: what would this attack, move or deed need? Rolls nothing, changes nothing."""

    name: ClassVar[str] = "preview"
    command: Attack | SupportAttack | Move | Act


@frozen
class Measure:
    """A question: distance, line of sight, arc and direction from a unit to another, to terrain or to a point."""

    name: ClassVar[str] = "measure"
    start: str
    end: str | PointTarget


@frozen
class Question:
    """A question about one thing, by the key that a chapter has entered (hooks.measures)."""

    name: ClassVar[str] = "measure"
    about: str
    what: str


@frozen
class Viewing:
    """A question: how does it stand, as far as a side may know?"""

    name: ClassVar[str] = "preview"
    side: str


Asked = Preview | Viewing | Measure | Question
ScriptEntry = Command | Asked
VIEW: Final = "view"

_BOOK: Final[OrderBook[Command]] = OrderBook(COMMANDS, FORMS)
RUNS: Final = ("strafe", "bomb")
_QUESTIONS: Final = (Preview.name, Measure.name)


def entry_from_data(data: object, where: str, place: Place = read_point) -> ScriptEntry:
    """One entry of ``commands``."""
    name, body = only_entry(data, where, (*COMMANDS, *_QUESTIONS))
    key = f"{where}.{name}"
    if name == Preview.name:
        kind, inner = only_entry(body, key, (Attack.name, Move.name, Act.name, VIEW))
        if kind == VIEW:
            return Viewing(read_text(inner, f"{key}.{VIEW}"))
        command = _BOOK.named(kind, _with_run(kind, inner), f"{key}.{kind}", place)
        assert isinstance(command, (Attack, SupportAttack, Move, Act))
        return Preview(command)
    if name == Measure.name:
        reader = Reader(body, key, known=("from", "to", *hooks.measures), what="a measure")
        about = next((word for word in hooks.measures if word in reader), None)
        if about is not None:
            return Question(about, reader.text(about))
        reader.need("from", "to")
        end = read_as(str | PointTarget, reader.raw("to"), reader.path("to"), place)
        assert isinstance(end, (str, PointTarget))
        return Measure(reader.text("from"), end)
    return _BOOK.named(name, _with_run(name, body), key, place)


def _with_run(name: str, body: object) -> object:
    """An attack of a kind that was announced with the move need not say what it is aimed at."""
    if name != Attack.name or not isinstance(body, Mapping) or "target" in body or body.get("kind") not in RUNS:
        return body
    return {**body, "target": {"run": True}}


def command_from_data(data: object, where: str = "") -> Command:
    """One command, as a save file or a client writes it."""
    return _BOOK.read(data, where)


def command_to_data(command: Command) -> dict[str, JSON]:
    """What a script would say; whatever is as usual is left out."""
    return _BOOK.write(command)
