"""What a player may tell the engine to do. Names and keys are the public ones of battle scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, Final, TypeAlias

from lancemate.field.lattice import Dot
from lancemate.field.lattice_terrain import HIGHEST, LOWEST
from lancemate.kernel.codec import JSON
from lancemate.kernel.naming import SideId, UnitId, Word
from lancemate.kernel.offers import Offer as AnyOffer
from lancemate.kernel.order_data import OrderBook, only_entry, read_as
from lancemate.kernel.reading import Reader, read_whole
from lancemate.kernel.values import frozen, value


def read_level(value: object, where: str) -> int | None:
    """A level of a building: basements are below the ground."""
    return None if value is None else read_whole(value, where, *LEVELS)


LEVELS: Final = (LOWEST, HIGHEST)
LEVEL: Final = {"reads": read_level}


@value
class PointTarget:
    """A dot, on the ground unless said."""

    what: ClassVar[str] = "a target that is a place"
    point: Dot
    elevation: int | None = field(default=None, metadata=LEVEL)


@value
class Watch:
    """A firing arc to be set: its size in MP, and a dot on its middle line."""

    what: ClassVar[str] = "an arc"
    size: int
    towards: Dot


@value
class Turret:
    """Where a turret points: a dot on the middle line of its arc."""

    what: ClassVar[str] = "a turret"
    towards: Dot


@value
class FireOrder:
    """One who shoots, and with what."""

    what: ClassVar[str] = "a shot"
    unit: UnitId
    using: Word | None = None
    table: Word | None = None  # at a 'Mech: where it is placed, punch or kick


@value
class Move:
    name: ClassVar[str] = "move"
    unit: UnitId
    path: tuple[Dot | Word, ...] = ()
    arc: Watch | None = None
    mode: Word = "walk"
    drop: Dot | None = None  # where a grenade is let fall in flight
    board: UnitId | None = None  # a vehicle that he climbs on at the end
    outside: bool = False  # on it, not into it
    sections: Mapping[str, Word] | None = None  # of a 'Mech: where its weapons point at the end
    turret: Turret | None = None
    charge: UnitId | None = None  # whom it runs, or jumps, into at the end


@value
class Attack:
    name: ClassVar[str] = "attack"
    unit: UnitId
    target: UnitId | PointTarget
    kind: Word | None = None  # none: a shot in reaction, which can only be previewed
    using: Word | None = None
    table: Word | None = None
    leg: Word | None = None


@value
class Act:
    """Do something on the spot: prepare a weapon, take or drop something."""

    name: ClassVar[str] = "act"
    unit: UnitId
    do: Word
    what: UnitId | Word | Dot | None = None
    giver: UnitId | None = field(default=None, metadata={"written": "from"})
    count: int | None = None
    elevation: int | None = field(default=None, metadata=LEVEL)
    facing: float | None = None  # of a machine that comes onto the map


@value
class Decide:
    name: ClassVar[str] = "decide"
    side: SideId
    choice: Word | tuple[UnitId | FireOrder, ...]


@value
class Pass:
    name: ClassVar[str] = "pass"
    unit: UnitId


@value
class Hideout:
    """Where a man hides, in the words of his state; the direction of his arc is the one he has unless said."""

    what: ClassVar[str] = "a hiding place"
    at: Dot
    elevation: int | None = field(default=None, metadata=LEVEL)
    hidden: int | None = None


@value
class Kit:
    """What a man is given before the battle, as his force list names it; of a machine the armour it has left."""

    what: ClassVar[str] = "a kit"
    primary: Word | None = None
    secondary: Word | None = None
    armor: Mapping[str, int] | None = None


@value
class EndPhase:
    """A side has moved. With it comes what is noted in secret, since an order of its own would tell of it."""

    name: ClassVar[str] = "end_phase"
    ambush: Mapping[UnitId, int] = field(default_factory=dict)  # what each waits for
    hide: Mapping[UnitId, Hideout] = field(default_factory=dict)  # where each hides, before the battle begins
    arm: Mapping[UnitId, Kit] = field(default_factory=dict)  # what each carries, likewise
    sender: UnitId | None = None  # who is to send the message, likewise


@value
class Resign:
    name: ClassVar[str] = "resign"
    side: SideId


Command = Move | Attack | Act | Decide | Pass | EndPhase | Resign
Offer: TypeAlias = AnyOffer[Command]

COMMANDS: Final[dict[str, type[Command]]] = {
    kind.name: kind for kind in (Move, Attack, Act, Decide, Pass, EndPhase, Resign)
}


# -- as scripts write them ------------------------------------------------------------------------------------


@frozen
class Preview:
    """A question: what would this attack or move need? Rolls nothing, changes nothing."""

    name: ClassVar[str] = "preview"
    command: Attack | Move


@frozen
class Measure:
    """A question: distance and line of sight from a unit to another or to a place."""

    name: ClassVar[str] = "measure"
    start: str
    end: str | PointTarget


ScriptEntry = Command | Preview | Measure

_BOOK: Final[OrderBook[Command]] = OrderBook(COMMANDS)


def entry_from_data(data: object, where: str) -> ScriptEntry:
    """One entry of ``commands``."""
    name, body = only_entry(data, where, (*COMMANDS, Preview.name, Measure.name))
    place = f"{where}.{name}"
    if name == Preview.name:
        kind, inner = only_entry(body, place, (Attack.name, Move.name))
        command = _BOOK.named(kind, inner, f"{place}.{kind}")
        assert isinstance(command, (Attack, Move))
        return Preview(command)
    if name == Measure.name:
        reader = Reader(body, place, known=("from", "to"), what="a measure")
        reader.need("from", "to")
        end = read_as(str | PointTarget, reader.raw("to"), reader.path("to"))
        assert isinstance(end, (str, PointTarget))
        return Measure(reader.text("from"), end)
    return _BOOK.named(name, body, place)


def command_from_data(data: object, where: str = "") -> Command:
    return _BOOK.read(data, where)


def command_to_data(command: Command) -> dict[str, JSON]:
    return _BOOK.write(command)
