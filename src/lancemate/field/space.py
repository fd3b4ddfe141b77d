"""What any map must answer: the one protocol behind which the inch table stands, and behind which others may.

Places are points (x, y) of the map; lengths and levels are in the map's own ``measure``. How far two points are apart,
whether bases touch, what lies in an arc, which side is struck: only the map says, so that a rule is the same on every
map. It must not know what kind of map answers, nor any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, Protocol, runtime_checkable

from lancemate.field.bodies import CONTACT, BaseT, Body, RoundBase
from lancemate.field.compass import HexSide
from lancemate.field.layout import Bools, Floats
from lancemate.field.paths import Level, Path
from lancemate.field.shapes import Bounds, Point
from lancemate.field.sightlines import USUAL, Favour, Glances, Sight, SightArrays, SightTerms
from lancemate.field.terrain import Feature
from lancemate.field.travel import Going, Reach, ToAnEdge, Toward


@runtime_checkable
class Space(Protocol):
    """An immutable map with terrain on it."""

    @property
    def kind(self) -> str:
        """What kind of map it is, as scripts and pictures call it."""
        ...

    @property
    def measure(self) -> str:
        """What lengths are counted in, such as inches."""
        ...

    @property
    def scale(self) -> float:
        """How many inches one of the measure is: distances are in inches everywhere, and shown in the measure."""
        ...

    @property
    def spacing(self) -> float:
        """How far neighbouring points lie apart."""
        ...

    @property
    def contact(self) -> float:
        """How far apart the edges of two bases may be that count as touching."""
        ...

    @property
    def size(self) -> tuple[float, float]:
        """Width and depth as scripts give them: inches, or columns and rows."""
        ...

    @property
    def width(self) -> float: ...

    @property
    def depth(self) -> float: ...

    @property
    def number(self) -> int:
        """A short name for caches: no two maps of this process that differ have the same."""
        ...

    # -- names ------------------------------------------------------------------------------------------------

    def name(self, at: Point) -> str:
        """A place, as people say it."""
        ...

    def named(self, text: str) -> Point | None:
        """The place that goes by a name, where places have names."""
        ...

    def written(self, data: Any) -> Any:
        """Plain data with places as scripts write them on this map."""
        ...

    # -- points -----------------------------------------------------------------------------------------------

    @property
    def centre(self) -> Point: ...

    def distance(self, a: Point, b: Point) -> float:
        """How far two points are apart."""
        ...

    def within(self, a: Point, b: Point, reach: float) -> bool:
        """Whether two points are no farther apart than that."""
        ...

    def closer(self, a: Point, b: Point, reach: float) -> bool:
        """Whether two points are less far apart than that."""
        ...

    def apart(self, a: Point, radius: float, b: Point, other: float = 0.0) -> float:
        """From the edge of a base at one point to the edge of another's; below nothing where they overlap."""
        ...

    def distances(self, points: Floats, at: Point) -> Floats:
        """How far many points (rows x, y) are from one."""
        ...

    def length(self, points: Sequence[Point]) -> float:
        """How long a way along points is."""
        ...

    def part_way(self, a: Point, b: Point, far: float) -> Point:
        """The point so far from the first on the way to the other, or the other where that is nearer."""
        ...

    def on_line(self, a: Point, b: Point, far: float) -> Point:
        """The point so far from the first on the line through the other, before or behind it."""
        ...

    def beyond(self, at: Point, degrees: float, far: float) -> Point:
        """The point so far away on a bearing."""
        ...

    def nearest_on(self, a: Point, b: Point, at: Point) -> Point:
        """The point of a straight way that is nearest to another."""
        ...

    def entries(self, points: Sequence[Point], at: Point, reach: float, slack: float = 0.0) -> list[float]:
        """How far along a way it comes closer to a point than ``reach``, or closer still, by more than ``slack``."""
        ...

    def points_at(self, a: Point, b: Point, centre: Point, reach: float) -> list[Point]:
        """The points of a straight way that are exactly so far from a centre: two at most."""
        ...

    def those_near(self, box: Bounds, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        """The bases that one of this radius may meet somewhere in a box, judged roughly."""
        ...

    def neighbours(self, at: Point) -> tuple[Point, ...]:
        """The points of the map next to one, one step away, from north clockwise."""
        ...

    def snap(self, at: Point) -> Point:
        """The place that is meant by a point: where on this map something may be."""
        ...

    def snap_facing(self, degrees: float) -> float:
        """The facing that is meant by an angle, from 0 up to 360."""
        ...

    def roughly_toward(self, a: Point, b: Point) -> float:
        """One of the chief facings, by which one point looks about in the direction of another. Quick."""
        ...

    def ways(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """A way along points with everything that has to be named on it: every hex where there are hexes."""
        ...

    # -- bases and bodies -------------------------------------------------------------------------------------

    def footprint(self, radius: float) -> float:
        """How much room around its centre a base of that radius takes up on this map."""
        ...

    def side_by_side(self, one: float, other: float) -> float:
        """How far apart the centres of two bases of these radii are that just touch."""
        ...

    def gap(self, a: Body, b: Body) -> float:
        """From base edge to base edge, measured flat; 0 when they meet."""
        ...

    def gap_to(self, base: RoundBase, at: Point) -> float:
        """From a point to the nearest part of a base; 0 under it."""
        ...

    def touch(self, a: Body, b: Body, tolerance: float = CONTACT, *, rise: float = inf) -> bool:
        """Base to base, and not further apart in elevation than ``rise``."""
        ...

    def overlap(self, a: Body, b: Body) -> bool:
        """Whether two bases share space, seen from above; bases that only touch do not."""
        ...

    def overlapped(self, at: Point, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        """Those whose space a base at a point would share, in their order."""
        ...

    def covered(self, at: Point, reach: float, bases: Iterable[BaseT]) -> list[BaseT]:
        """Those any part of whose base lies under a template so far around a point, in their order."""
        ...

    def free_spots(
        self,
        at: Point,
        radius: float,
        occupied: Sequence[Body],
        *,
        accept: Callable[[float, float], bool] | None = None,
        reach: float = 24.0,
    ) -> Iterator[Point]:
        """Places for a base, nearest to a point first, that overlap nothing and that ``accept`` agrees to."""
        ...

    # -- facings ----------------------------------------------------------------------------------------------

    def bearing(self, a: Point, b: Point) -> float:
        """The compass bearing, in [0, 360), of one point seen from another."""
        ...

    def relative_bearing(self, facing: float, a: Point, b: Point) -> float:
        """The same off a facing, in (-180, 180]: 0 dead ahead, 90 to the right."""
        ...

    def heading(self, a: Point, b: Point) -> Point | None:
        """The unit vector (east, north) of the way from a to b; None when they are the same point."""
        ...

    def ahead(self, facing: float, a: Point, b: Point) -> float:
        """How far in front of the line through a, square to a facing, b lies; below nothing behind it."""
        ...

    def aside(self, facing: float, a: Point, b: Point) -> float:
        """How far to the right of the line from a along a facing b lies."""
        ...

    def beside(self, at: Point, facing: float, right: float, ahead: float) -> Point:
        """The point so far to the right and ahead of one that faces that way."""
        ...

    def share_in_arc(self, centre: Point, facing: float, half_width: float, target: Point, radius: float) -> float:
        """The share of a base that lies in a wedge of so many degrees to either side."""
        ...

    def fronts(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        """Which of many points (rows) lie in front of the line through which of the others (columns) that face so."""
        ...

    def rears(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        """Which of many points (rows) lie behind which of the others (columns) that face so."""
        ...

    def in_arcs(self, points: Floats, others: Floats, facings: Sequence[float], half_widths: Sequence[float]) -> Bools:
        """Which of many points (rows) lie in the arcs of which of the others (columns)."""
        ...

    def side_struck(self, target: Point, facing: float, attacker: Point) -> HexSide:
        """Which side of a base a line from the attacker comes in through; ``corner`` is between two."""
        ...

    # -- edges ------------------------------------------------------------------------------------------------

    @property
    def edges(self) -> tuple[str, ...]:
        """The names of the edges."""
        ...

    def inside(self, x: float, y: float, radius: float = 0.0) -> bool:
        """Whether the whole base lies on the map."""
        ...

    def leaves(self, box: Bounds) -> bool:
        """Whether some of a box (west, south, east, north) lies off the map."""
        ...

    def distance_to_edge(self, edge: str, at: Point, radius: float = 0.0) -> float:
        """How far a point, or a base around it, is from an edge; below nothing where the base hangs over it."""
        ...

    def distances_to_edge(self, edge: str, points: Floats, radius: float = 0.0) -> Floats:
        """The same from many points (rows x, y)."""
        ...

    def nearest_edge(self, at: Point) -> str: ...

    def onto_edge(self, edge: str, at: Point, before: float = 0.0) -> Point:
        """The point of an edge straight ahead of another, or so far before the edge."""
        ...

    def along_edge(self, edge: str, aside: float, deep: float) -> Point:
        """The point so far to the right of an edge's middle, seen from outside, and so deep into the map."""
        ...

    def across(self, edge: str) -> float:
        """How far it is from an edge to the one opposite."""
        ...

    def strip(self, edge: str, deep: float) -> tuple[float, float, float, float]:
        """The strip so deep along an edge: x and y of its corner, its width and its depth."""
        ...

    def edge_crossed(self, a: Point, b: Point) -> tuple[str, Point]:
        """Across which edge a line from a point on the map to one off it leaves, and where."""
        ...

    # -- terrain ----------------------------------------------------------------------------------------------

    @property
    def features(self) -> tuple[Feature, ...]: ...

    @property
    def has_water(self) -> bool: ...

    @property
    def highest_water(self) -> float:
        """A level above which there is no water; minus infinity where there is none at all."""
        ...

    @property
    def has_woods(self) -> bool: ...

    @property
    def by_id(self) -> Mapping[str, Feature]: ...

    def with_feature(self, feature: Feature) -> Space: ...

    def without_feature(self, feature_id: str) -> Space: ...

    def ground(self, x: float, y: float) -> float: ...

    def surface(self, x: float, y: float) -> float: ...

    def is_open(self, box: Bounds) -> bool: ...

    def features_in(self, box: Bounds, margin: float = 0.0) -> Sequence[Feature]: ...

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]: ...

    def features_touched(self, x: float, y: float, radius: float) -> tuple[Feature, ...]: ...

    def features_swept(self, points: Sequence[Sequence[float]], radius: float) -> tuple[tuple[Feature, float], ...]: ...

    def levels(self, points: Floats) -> tuple[Floats, Floats, Bools]: ...

    def in_woods(self, bodies: Floats) -> Bools: ...

    def distance_to(self, feature_id: str, x: float, y: float, radius: float = 0.0) -> float:
        """How far a point, or a base around it, is from a feature; 0 at most inside it, less under a base."""
        ...

    def nearest_of(self, feature_id: str, at: Point) -> Point:
        """The point of a feature, or of a section of one (``rail1/3``), nearest to another."""
        ...

    # -- ways -------------------------------------------------------------------------------------------------

    def trace(self, points: Sequence[Sequence[float]], *, level: Level = "ground") -> Path: ...

    def reachable(
        self,
        start: Point,
        radius: float,
        allowance: float,
        going: Going,
        *,
        blocked: Sequence[Body] = (),
        occupied: Sequence[Body] = (),
        spacing: float = 0.5,
    ) -> Reach: ...

    def toward(self, goal: Point, radius: float, going: Going, *, spacing: float = 1.0) -> Toward: ...

    def toward_edge(self, edge: str, radius: float, going: Going, *, spacing: float = 1.0) -> ToAnEdge: ...

    # -- sight ------------------------------------------------------------------------------------------------

    def sight(
        self,
        viewer: Body,
        target: Body,
        *,
        solids: Sequence[Body] = (),
        ignoring: Collection[str] = (),
        favour: Favour = "target",
        terms: SightTerms = USUAL,
    ) -> Sight:
        """What lies between two bodies. Where the map offers a choice it answers for whom the rules ``favour``, and
        the answer says so."""
        ...

    def sights(
        self,
        viewers: Floats,
        targets: Floats,
        *,
        solids: Sequence[Body] = (),
        ignoring: Collection[str] = (),
        favour: Favour = "target",
        terms: SightTerms = USUAL,
    ) -> SightArrays: ...

    def glances(
        self, viewers: Floats, targets: Floats, far: float, most: float, *, solids: Sequence[Body] = ()
    ) -> Glances: ...
