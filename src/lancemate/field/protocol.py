"""What any map must answer: the small protocol behind which the inch table stands, and behind which others may.

Places are (x, y) in inches, levels in inches above the table. It must not know what kind of map answers, nor any rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from lancemate.field.bodies import Body
from lancemate.field.layout import Bools, Floats
from lancemate.field.paths import Level, Path
from lancemate.field.shapes import Bounds, Point
from lancemate.field.sightlines import Sight, SightArrays
from lancemate.field.terrain import Feature
from lancemate.field.travel import Going, Reach, Toward, TowardEdge


@runtime_checkable
class Field(Protocol):
    """An immutable map with terrain on it."""

    @property
    def width(self) -> float: ...

    @property
    def depth(self) -> float: ...

    @property
    def number(self) -> int:
        """A short name for caches: no two maps of this process that differ have the same."""
        ...

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

    def with_feature(self, feature: Feature) -> Field: ...

    def without_feature(self, feature_id: str) -> Field: ...

    def ground(self, x: float, y: float) -> float: ...

    def surface(self, x: float, y: float) -> float: ...

    def inside(self, x: float, y: float, radius: float = 0.0) -> bool: ...

    def is_open(self, box: Bounds) -> bool: ...

    def features_in(self, box: Bounds) -> Sequence[Feature]: ...

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]: ...

    def features_touched(self, x: float, y: float, radius: float) -> tuple[Feature, ...]: ...

    def features_swept(self, points: Sequence[Sequence[float]], radius: float) -> tuple[tuple[Feature, float], ...]: ...

    def levels(self, points: Floats) -> tuple[Floats, Floats, Bools]: ...

    def in_woods(self, bodies: Floats) -> Bools: ...

    def distance_to(self, feature_id: str, x: float, y: float) -> float: ...

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

    def toward_edge(self, edge: str, radius: float, going: Going, *, spacing: float = 1.0) -> TowardEdge: ...

    def sight(
        self, viewer: Body, target: Body, *, solids: Sequence[Body] = (), ignoring: Collection[str] = ()
    ) -> Sight: ...

    def sights(
        self, viewers: Floats, targets: Floats, *, solids: Sequence[Body] = (), ignoring: Collection[str] = ()
    ) -> SightArrays: ...
