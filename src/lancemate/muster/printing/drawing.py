"""What a page is made of: texts, boxes, discs, lines and polygons in black and grey.

Measured in points from the top left corner.

Knows shapes; must not know units, nor PDF or SVG.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from lancemate.kernel.values import frozen

BLACK: Final = 0.0
GREY: Final = 0.35
LIGHT: Final = 0.86
WHITE: Final = 1.0

Anchor = Literal["start", "middle", "end"]


@frozen
class Text:
    """``y`` is the line the letters stand on; ``width`` is how wide they come out."""

    x: float
    y: float
    text: str
    size: float
    width: float
    bold: bool = False
    shade: float = BLACK

    def moved(self, x: float, y: float, scale: float) -> Text:
        size, width = self.size * scale, self.width * scale
        return replace(self, x=x + self.x * scale, y=y + self.y * scale, size=size, width=width)


@frozen
class Box:
    """A rectangle. ``line`` is the thickness of its edge, 0 for none."""

    x: float
    y: float
    width: float
    height: float
    line: float = 0.5
    fill: float | None = None
    radius: float = 0.0
    shade: float = BLACK

    def moved(self, x: float, y: float, scale: float) -> Box:
        return replace(
            self,
            x=x + self.x * scale,
            y=y + self.y * scale,
            width=self.width * scale,
            height=self.height * scale,
            radius=self.radius * scale,
        )


@frozen
class Disc:
    x: float
    y: float
    radius: float
    line: float = 0.6
    fill: float | None = None
    shade: float = BLACK

    def moved(self, x: float, y: float, scale: float) -> Disc:
        return replace(self, x=x + self.x * scale, y=y + self.y * scale, radius=self.radius * scale)


@frozen
class Stroke:
    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.5
    shade: float = BLACK
    dashed: bool = False

    def moved(self, x: float, y: float, scale: float) -> Stroke:
        return replace(
            self, x1=x + self.x1 * scale, y1=y + self.y1 * scale, x2=x + self.x2 * scale, y2=y + self.y2 * scale
        )


@frozen
class Polygon:
    points: tuple[tuple[float, float], ...]
    line: float = 0.5
    fill: float | None = None
    shade: float = BLACK

    def moved(self, x: float, y: float, scale: float) -> Polygon:
        return replace(self, points=tuple((x + i * scale, y + j * scale) for i, j in self.points))


Mark = Text | Box | Disc | Stroke | Polygon


def moved(marks: Iterable[Mark], x: float, y: float, scale: float = 1.0) -> list[Mark]:
    """The same marks elsewhere, and smaller or larger."""
    return [mark.moved(x, y, scale) for mark in marks]


@dataclass(slots=True)
class Page:
    width: float
    height: float
    title: str
    marks: list[Mark] = field(default_factory=list)
