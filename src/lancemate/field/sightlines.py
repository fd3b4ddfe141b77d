"""What a sight line found: how much solid things hide, how many inches of woods it crosses. Measures, no verdicts.

The ruling embodied by the kernels: a body is a cylinder and its eye the centre of its top. What it sees of another is
the rectangle diameter x height, square to the line, less all that lies below the highest ray grazing a hill, a building
or a solid body. Terrain a body stands in does not intervene within 2 inches of its base edge.
Woods are measured on the line from the eye to the middle of the target, both ways, and the larger answer counts: what
blocks one blocks the other. The woods' top is their height above the ground under them, point by point.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from lancemate.field.layout import Bools, Floats

# Where a map offers a choice (a line along the border of two hexes), for whom it chooses.
Favour: TypeAlias = Literal["viewer", "target"]


class SightTerms(NamedTuple):
    """What the rules of a game settle about sight on hexes."""

    touched: bool = True  # a hex that the line only touches lies on it too
    ends: bool = False  # the hexes of both units count as well
    ground: bool = True  # hills come between
    treetops: float = 2.0  # how high woods rise that have no height of their own
    buildings: bool = True  # buildings come between, as high as they are
    veils: bool = True  # so does smoke and the like
    near: bool = True  # what is next to a unit need only be as high as that one
    inches: float = 2.0  # that a hex of woods counts for
    bottom: bool = True  # between units under water the bottom counts, not the surface


USUAL: Final = SightTerms()


class Crossing(NamedTuple):
    """A see-through feature on the line: inches of it in all, and inches that intervene (not the first 2 occupied)."""

    feature: str
    inches: float
    intervening: float


class Sight(NamedTuple):
    """What one line found, both ways."""

    hidden_target: float  # share of the target's silhouette hidden from the viewer's eye
    hidden_viewer: float  # the other way
    woods: float  # inches of woods that intervene
    woods_crossed: float  # the same with the first 2 inches of occupied woods
    cover: tuple[str, ...]  # solid features that hide some of the target
    crossings: tuple[Crossing, ...]  # every see-through feature on the line
    same_water: bool  # the line runs through water all the way
    distance: float  # base edge to base edge
    favoured: Favour | None = None  # for whom the map chose, where it had a choice

    @property
    def woods_touched(self) -> bool:
        """Whether the line meets any woods at all, counted or not."""
        return self.woods_crossed > 1e-9


class SightArrays(NamedTuple):
    """Many lines: one entry, or one row with a column per feature, for each pair."""

    hidden_target: Floats
    hidden_viewer: Floats
    woods: Floats
    woods_crossed: Floats
    same_water: Bools
    distance: Floats
    cover: Bools
    crossed: Floats
    intervening: Floats
    chosen: Bools | None = None  # where the map had a choice; None: nowhere

    @property
    def woods_touched(self) -> Bools:
        touched: Bools = self.woods_crossed > 1e-9
        return touched


class Glances(NamedTuple):
    """Rough looks from everybody (rows) at everybody (columns). Whoever is too far off or too well hidden to be seen
    is not looked at closer: nobody knows what else lies between."""

    distance: Floats
    hidden_target: Floats
    hidden_viewer: Floats
    woods: Floats
    woods_crossed: Floats
