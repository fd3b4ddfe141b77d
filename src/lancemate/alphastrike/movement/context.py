"""One move under way: who moves how, along which points, and what has been worked out about it so far.

Knows what a move is made of; the rules that price, bound or forbid it live in the rooms beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.terrain.hexes import faces_a_side
from lancemate.field.paths import Path
from lancemate.field.shapes import Bounds, Point
from lancemate.kernel.errors import refuse
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.passengers import Boarding, Unloading
    from lancemate.alphastrike.movement.terrain import Medium, Patch
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

# How a unit gets along: on its feet, wheels or tracks; on the water's surface; as a submarine; in the air.
Way: TypeAlias = Literal["walk", "surface", "swim", "fly", "skim", "jump"]

TOLERANCE: Final = 5e-4  # inches of Move: what rounding a path's coordinates may add to its length
SLACK: Final = 1e-3  # inches two bases may share, or a base an edge, for the same reason
LEVEL: Final = 1e-6  # inches of elevation that make no difference


class Stretch(NamedTuple):
    """A piece of the path with one terrain under it, on one medium, at one level."""

    length: float
    start: Point
    end: Point
    patch: Patch
    medium: Medium
    level: float


class Rise(NamedTuple):
    """A change of level on the way; ``swum`` ones are made in the water or the air and know no steepness.

    Nor do ``stairs``, from floor to floor inside a building.
    """

    along: float
    rise: float
    swum: bool
    stairs: bool = False


class Storeys(NamedTuple):
    """How high a way through buildings leads: by leg the level and on what, where it is not on the ground."""

    floors: tuple[tuple[float, Medium] | None, ...]
    first: float | None = None  # the floor it goes to before it sets out
    last: float | None = None  # and the one it goes to in the end
    settled: bool = False  # it ends in a building: the floor asked for is one of these


@frozen
class Skid:
    """Where on its way a unit may lose control, and what it must roll then."""

    target_number: int
    modifiers: tuple[Modifier, ...]
    at: Point


class Movement:
    """One move. Fields are filled in order by ``work_out``; a preview reads what is there when it is refused."""

    __slots__ = (
        "airborne",
        "allowance",
        "allowed",
        "battle",
        "beside",
        "boarding",
        "box",
        "by_road",
        "changed",
        "command",
        "cost",
        "crash",
        "disembarks",
        "end",
        "end_level",
        "exit_edge",
        "exit_rule",
        "facing",
        "fees",
        "in_the_open",
        "inches",
        "landing",
        "mode",
        "near",
        "parts",
        "path",
        "points",
        "recorded",
        "rises",
        "start_facing",
        "start_level",
        "start_place",
        "storeys",
        "stretches",
        "through_hidden",
        "travels",
        "unit",
        "unloading",
        "way",
    )

    def __init__(self, battle: Battle, command: orders.Move) -> None:
        self.battle = battle
        self.changed = battle.changed
        self.command = command
        unit: Unit = battle.state.units.get(command.unit) or battle.unit(command.unit)
        self.unit = unit
        self.mode = self.recorded = command.mode
        self.way: Way = "walk"
        self.points: tuple[Point, ...] = ()
        self.path: Path | None = None
        self.end: Point = (unit.x, unit.y)
        self.start_place = unit.place
        self.start_facing = self.facing = unit.facing
        self.start_level = self.end_level = unit.elevation
        self.airborne = unit.airborne
        self.inches = 0.0
        self.travels = False
        self.box: Bounds = (0.0, 0.0, 0.0, 0.0)  # the path stays in it: west, south, east, north
        self.stretches: tuple[Stretch, ...] = ()
        self.rises: tuple[Rise, ...] = ()
        self.storeys: Storeys | None = None
        self.by_road = False
        self.in_the_open = False  # no terrain anywhere on the path
        self.near: Sequence[Feature] = ()  # terrain that the base may come to touch on its way, judged roughly
        self.beside: list[Unit] | None = None  # units whose bases it may come to touch, once somebody has looked
        self.through_hidden: tuple[str, ...] = ()  # enemies in hiding that it runs into and slips through
        self.fees: list[Cost] = []  # Move spent on other things than travelling
        self.parts: tuple[Cost, ...] = ()
        self.allowed: tuple[Cost, ...] = ()
        self.cost = self.allowance = 0.0
        self.crash: str | None = None  # the rule by which the move ends in a crash
        self.landing: str | None = None  # and by which in a landing
        self.exit_edge: str | None = None
        self.exit_rule = ""
        self.boarding: Boarding | None = None
        self.unloading: tuple[Unloading, ...] = ()
        self.disembarks: Unloading | None = None

    @property
    def left(self) -> float:
        """Move that is not spent yet."""
        return self.allowance - self.cost

    def go_along(self, points: tuple[Point, ...]) -> None:
        """Set the path, from where the unit is to where it ends."""
        self.points = points
        self.end = points[-1]
        self.inches = self.battle.state.table.length(points)
        self.travels = self.inches > 0.0
        west, south = east, north = points[0]
        for x, y in points[1:]:
            if x < west:
                west = x
            elif x > east:
                east = x
            if y < south:
                south = y
            elif y > north:
                north = y
        self.box = (west, south, east, north)
        self.beside = None
        if self.travels and self.mode != "jump":
            self.near = self.battle.state.table.features_in(self.box, self.unit.radius)


def facing_meant(battle: Battle, degrees: float) -> float:
    """The facing a player means by an angle."""
    if not isfinite(degrees):
        raise refuse("bad_number", "a facing is a finite number of degrees", "AS-MOV-005")
    table = battle.state.table
    if table.kind == "hex":
        faces_a_side(battle, degrees)
    return table.snap_facing(degrees)


def inches(value: float) -> str:
    """A length as people say it."""
    return f"{round(value, 2):g}"
