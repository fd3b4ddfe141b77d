"""Maps for a quick start: a theme, a size and a number make a table with room to draw up along two edges.

Everything follows from the number. Knows how terrain looks; knows no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lancemate.field.shapes import Line, Shape
from lancemate.field.table import Table
from lancemate.field.terrain import Feature
from lancemate.kernel.dice import Generator
from lancemate.muster.battlefields.sketching import between, blob, block, weighted

EDGE: Final = 6.0  # inches along the home edges that are kept clear
APART: Final = 1.5  # inches between two pieces
CENTRAL: Final = 8.0  # inches from the middle, either way, that are central
TRIES: Final = 30  # places to try before a piece is left out

Spot = tuple[float, float, float]  # where a piece lies and how far it reaches


@dataclass(frozen=True, slots=True)
class Theme:
    id: str
    name: str
    text: str
    pieces: int
    weights: Mapping[str, int]
    road: bool = False
    river: bool = False
    width: float = 48.0
    depth: float = 48.0


THEMES: Final = (
    Theme(
        "woodland",
        "Woodland",
        "Woods and low hills: plenty of cover, few long shots.",
        13,
        {"woods": 6, "hill": 3, "rough": 2, "water": 1},
    ),
    Theme(
        "hills",
        "Hills",
        "Ridges and bare ground: whoever holds the heights sees everything.",
        13,
        {"hill": 7, "woods": 2, "rough": 3},
    ),
    Theme(
        "town",
        "Town",
        "A street between buildings: short ranges, hard corners.",
        14,
        {"building": 8, "woods": 2, "rubble": 2},
        road=True,
    ),
    Theme(
        "river",
        "River crossing",
        "A river with a bridge between the two sides.",
        11,
        {"woods": 5, "hill": 3, "rough": 2, "building": 1},
        river=True,
    ),
    Theme(
        "badlands",
        "Badlands",
        "Rough ground, rubble and bare hills: open fire lanes, slow going.",
        14,
        {"rough": 5, "hill": 4, "rubble": 3, "woods": 1},
    ),
)


def theme(name: str) -> Theme | None:
    return next((one for one in THEMES if one.id == name), None)


def draw_map(style: Theme, seed: int, buildings: int = 0) -> Table:
    """The table of a theme and a number, with so many buildings about its middle; home edges are north and south."""
    luck = Generator(seed)
    features: list[Feature] = []
    if style.river:
        features += _river(luck, style)
    if style.road:
        features.append(Feature("road1", "road", _road(luck, style)))
    taken: list[Spot] = []
    kinds = ["building"] * buildings + [weighted(luck, dict(style.weights)) for _ in range(style.pieces)]
    for number, kind in enumerate(kinds):
        reach = between(luck, 2.0, 3.0) if kind == "building" else between(luck, 2.5, 4.5)
        spot = _free_spot(luck, style, reach, taken, central=number < buildings)
        if spot is not None:
            taken.append(spot)
            features += _pieces(luck, kind, spot[:2], reach, len(taken))
    return Table(style.width, style.depth, features)


def _free_spot(luck: Generator, style: Theme, reach: float, taken: list[Spot], *, central: bool) -> Spot | None:
    """Room for a piece somewhere on the table, or not too far from its middle; None if none is found."""
    aside, ahead = (CENTRAL, CENTRAL) if central else (style.width / 2 - 1.0 - reach, style.depth / 2 - EDGE - reach)
    for _ in range(TRIES):
        x = between(luck, style.width / 2 - aside, style.width / 2 + aside)
        y = between(luck, style.depth / 2 - ahead, style.depth / 2 + ahead)
        if all((x - a) ** 2 + (y - b) ** 2 >= (reach + r + APART) ** 2 for a, b, r in taken):
            return x, y, reach
    return None


def _pieces(luck: Generator, kind: str, at: tuple[float, float], reach: float, number: int) -> list[Feature]:
    match kind:
        case "hill":
            hill = Feature(f"hill{number}", "hill", blob(luck, at, reach), height=1.0 + luck.below(2))
            if reach > 3.5 and luck.below(2):
                top = Feature(f"hilltop{number}", "hill", blob(luck, at, reach * 0.5), height=1.0)
                return [hill, top]
            return [hill]
        case "building":
            type = luck.choice(("light", "medium", "heavy"))
            shape: Shape = block(luck, at, reach * 0.8)
            height = 2.0 + luck.below(4)
            return [Feature(f"building{number}", "building", shape, height=height, properties={"type": type})]
        case "water":
            return [Feature(f"pond{number}", "water", blob(luck, at, reach), depth=1.0)]
    return [Feature(f"{kind}{number}", kind, blob(luck, at, reach))]


def _road(luck: Generator, style: Theme) -> Line:
    """From one edge to the other, between the two sides."""
    west = between(luck, 0.4 * style.depth, 0.6 * style.depth)
    east = between(luck, 0.4 * style.depth, 0.6 * style.depth)
    bend = between(luck, 0.35 * style.width, 0.65 * style.width)
    middle = between(luck, 0.4 * style.depth, 0.6 * style.depth)
    return Line(((0.0, west), (bend, middle), (style.width, east)), 2.0)


def _river(luck: Generator, style: Theme) -> list[Feature]:
    """A band of shallow water from west to east with a bridge over it."""
    line = _road(luck, style)
    broad = between(luck, 3.0, 4.5)
    x, y = line.points[1]
    river = Feature("river", "water", Line(line.points, broad), depth=1.0)
    bridge = Line(((x, round(y - broad, 2)), (x, round(y + broad, 2))), 2.5)
    return [river, Feature("bridge", "bridge", bridge)]
