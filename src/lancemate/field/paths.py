"""A path over the table, cut at every terrain edge: what a movement rule prices. It must not know any price."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from lancemate.field.exactness import TINY
from lancemate.field.shapes import Corners, Point
from lancemate.field.terrain import Feature

Level: TypeAlias = Literal["ground", "surface"]


class Leg(NamedTuple):
    """A straight stretch with the same features under it all the way, top one last."""

    length: float
    start: Point
    end: Point
    features: tuple[Feature, ...]
    ground: float
    surface: float


class LevelChange(NamedTuple):
    """A sheer change of level on the way."""

    at: Point
    distance_along: float
    rise: float
    from_level: float
    to_level: float


class Path(NamedTuple):
    """Legs and level changes along a polyline, by the ground (water bottom) or by the surface (water, bridge decks)."""

    points: Corners
    legs: tuple[Leg, ...]
    steps: tuple[LevelChange, ...]
    level: Level

    @property
    def length(self) -> float:
        return sum(leg.length for leg in self.legs)

    @property
    def climb(self) -> float:
        """All level changes together, up and down alike."""
        return sum(abs(step.rise) for step in self.steps)

    def steepest(self, window: float = 1.0) -> float:
        """The greatest difference of elevation met within any ``window`` inches; steps that far apart are separate."""
        worst = 0.0
        for i, first in enumerate(self.steps):
            change = 0.0
            for step in self.steps[i:]:
                if step is not first and step.distance_along - first.distance_along >= window - TINY:
                    break
                change += step.rise
                worst = max(worst, abs(change))
        return worst


def steps_of(legs: tuple[Leg, ...], level: Level, first: float, last: float) -> tuple[LevelChange, ...]:
    """The level changes between legs, and between the ends and what lies at the very first and last point."""
    steps: list[LevelChange] = []
    now = first
    along = 0.0
    for leg in legs:
        to = leg.ground if level == "ground" else leg.surface
        if abs(to - now) > TINY:
            steps.append(LevelChange(leg.start, along, to - now, now, to))
            now = to
        along += leg.length
    if legs and abs(last - now) > TINY:
        steps.append(LevelChange(legs[-1].end, along, last - now, now, last))
    return tuple(steps)
