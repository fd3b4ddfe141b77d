"""What a player may tell the engine to do. Names and keys are the public ones of battle scripts."""

from __future__ import annotations

from typing import ClassVar

from lancemate.kernel.events import value

Point = tuple[float, float]


@value
class PointTarget:
    point: Point


@value
class Unload:
    """Where a unit steps off its transport."""

    unit: str
    at: Point
    facing: float | None = None


@value
class Move:
    name: ClassVar[str] = "move"
    unit: str
    path: tuple[Point, ...] = ()
    mode: str = "ground"
    facing: float | None = None
    elevation: float | None = None
    hull_down: bool | None = None  # find a position, or leave the one it has; or neither
    charge: str | None = None
    dfa: str | None = None
    board: str | None = None
    unload: tuple[Unload, ...] = ()
    cruise: float | None = None  # height above the table a VTOL flies at on the way
    outside: bool = False  # board as mechanized battle armor where there is room inside as well


@value
class Attack:
    name: ClassVar[str] = "attack"
    unit: str
    target: str | PointTarget
    kind: str = "weapon"
    using: str | None = None
    overheat: int = 0
    spotter: str | None = None
    spotter_attacks: bool = False  # the spotter keeps its own attack this turn: +1
    arc: str | None = None  # the weapons that fire, of a unit with several arcs or turrets
    rear: str | None = None  # target of the REAR weapons, declared together with this attack
    network: str | None = None  # the master of the network that a remote sensor joins
    split: bool = False  # one of the two attacks that a Multi-Tasker makes of his one


@value
class Toggle:
    name: ClassVar[str] = "toggle"
    unit: str
    ability: str
    on: bool


@value
class Decide:
    name: ClassVar[str] = "decide"
    side: str
    choice: str


@value
class Deploy:
    """Place a unit before the first turn."""

    name: ClassVar[str] = "deploy"
    unit: str
    at: Point
    facing: float = 0.0


@value
class Act:
    """Do something that a scenario is about: take or drop a flag, scan a building."""

    name: ClassVar[str] = "act"
    unit: str
    do: str
    what: str


@value
class Pass:
    name: ClassVar[str] = "pass"
    unit: str


@value
class EndPhase:
    name: ClassVar[str] = "end_phase"


@value
class Resign:
    name: ClassVar[str] = "resign"
    side: str


Command = Move | Attack | Act | Toggle | Decide | Deploy | Pass | EndPhase | Resign

COMMANDS: dict[str, type[Command]] = {
    kind.name: kind for kind in (Move, Attack, Act, Toggle, Decide, Deploy, Pass, EndPhase, Resign)
}
