"""Hexes by number: where they lie, how far apart, which ones a line meets. Plane geometry only, all of it exact.

Hexes are flat on top and 2 inches from flat to flat. 0101 lies in the north-west, columns run east, rows south, and
even columns lie half a hex further south. A hex is a cell (column, row); for measuring it is an axial pair: steps to
the south-east and steps to the south. It must not know terrain, heights or rules.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from lancemate.field.shapes import Bounds, Corners, Part, Point, Shape

Cell: TypeAlias = tuple[int, int]  # column and row, from 1
Axial: TypeAlias = tuple[int, int]

ACROSS: Final = 2.0  # inches from one hex to the next
COLUMN: Final = sqrt(3.0)  # inches from one column to the next
CORNER: Final = 2.0 / sqrt(3.0)  # inches from the middle of a hex to its corners
MOST: Final = 99  # columns or rows that two digits can name
# From north, clockwise, as axial steps; the bearing of each is 60 degrees more than the one before.
WAYS: Final[tuple[Axial, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def axial(cell: Cell) -> Axial:
    column, row = cell
    return column, (2 * row + (column % 2 == 0) - column - 1) // 2


def cell_of(at: Axial) -> Cell:
    column, south = at
    return column, (2 * south + column + 1 - (column % 2 == 0)) // 2


def steps(a: Axial, b: Axial) -> int:
    """How many hexes it is from one to another."""
    east, south = b[0] - a[0], b[1] - a[1]
    return (abs(east) + abs(south) + abs(east + south)) // 2


def centre_of(cell: Cell, rows: int) -> Point:
    """The middle of a hex, in inches from the south-west corner of a map with so many rows."""
    column, row = cell
    return CORNER + (column - 1) * COLUMN, 2.0 * rows + 2.0 - (2 * row + (column % 2 == 0))


def cell_near(at: Point, rows: int) -> Cell:
    """The hex that a point lies in; of equals, any."""
    east = (at[0] - CORNER) / COLUMN + 1.0
    south = (2.0 * rows + 2.0 - at[1] - east - 1.0) / 2.0
    return cell_of(rounded(east, south))


def rounded(east: float, south: float) -> Axial:
    """The hex nearest to a point between hexes."""
    third = -east - south
    q, r, s = round(east), round(south), round(third)
    dq, dr, ds = abs(q - east), abs(r - south), abs(s - third)
    if dq > dr and dq > ds:
        q = -r - s
    elif dr > ds:
        r = -q - s
    return q, r


def name_of(cell: Cell) -> str:
    return f"{cell[0]:02d}{cell[1]:02d}"


def cell_named(text: str) -> Cell | None:
    """The hex called so, or None where it is no name of a hex."""
    if len(text) != 4 or not (text.isascii() and text.isdecimal()):
        return None
    return int(text[:2]), int(text[2:])


def walk(a: Axial, b: Axial) -> list[Axial]:
    """The hexes of a straight way from one to another, both ends with it: each next to the one before."""
    far = steps(a, b)
    if far == 0:
        return [a]
    found = []
    for step in range(far + 1):
        share = step / far
        # A hair to one side, so that a way along a border keeps to that side of it.
        east = a[0] + (b[0] - a[0]) * share + 1e-6
        south = a[1] + (b[1] - a[1]) * share + 2e-6
        found.append(rounded(east, south))
    return found


class Met(NamedTuple):
    """A hex that a line meets: in its inside, or only along its border, perhaps with a partner across the line."""

    at: Axial
    inside: bool
    partner: Axial | None = None


def met(a: Axial, b: Axial) -> list[Met]:
    """Every hex that the line between the middles of two hexes meets, without those two.

    Where the line runs along a border the two hexes of a pair come as one entry; one that it touches in a single
    corner comes without a partner. All in whole numbers: three times the cross product against its greatest.
    """
    de, ds = b[0] - a[0], b[1] - a[1]
    most = max(abs(ds - de), abs(2 * ds + de), abs(ds + 2 * de))
    aside = _aside(de, ds)
    far = 2 * de * de + 2 * ds * ds + 2 * de * ds
    found: list[tuple[int, Met]] = []
    for east in range(0, de + (1 if de >= 0 else -1), 1 if de >= 0 else -1):
        for south in _column(east, de, ds, most):
            along = 2 * east * de + 2 * south * ds + east * ds + south * de
            if not 0 < along < far:
                continue
            off = 3 * (east * ds - south * de)
            if abs(off) > most:
                continue
            at = (a[0] + east, a[1] + south)
            if abs(off) < most:
                found.append((along, Met(at, True)))
            elif aside is None:
                found.append((along, Met(at, False)))
            elif off > 0:
                sign = -1 if aside[0] * ds - aside[1] * de > 0 else 1
                found.append((along, Met(at, False, (at[0] + sign * aside[0], at[1] + sign * aside[1]))))
    found.sort(key=lambda one: (one[0], one[1].at))
    return [one for _, one in found]


def _aside(de: int, ds: int) -> Axial | None:
    """The step from one hex to the next across a line that runs along borders; None where it does not."""
    if de == ds:
        return 1, -1
    if de == -2 * ds:
        return 0, 1
    return (1, 0) if ds == -2 * de else None


def _column(east: int, de: int, ds: int, most: int) -> range:
    """The hexes of a column, as steps to the south, that come near enough to the line."""
    if de == 0:
        return range(0, ds + (1 if ds >= 0 else -1), 1 if ds >= 0 else -1)
    low, high = sorted(((3 * east * ds - most) / (3 * de), (3 * east * ds + most) / (3 * de)))
    return range(int(low // 1) - 1, int(high // 1) + 2) if most else range(0)


class Hexes(Shape):
    """Some hexes of a map with so many rows."""

    __slots__ = ("cells", "rows")

    def __init__(self, cells: tuple[Cell, ...], rows: int) -> None:
        self.cells = cells
        self.rows = rows

    def __repr__(self) -> str:
        return f"Hexes({' '.join(self.names)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hexes) and (self.cells, self.rows) == (other.cells, other.rows)

    def __hash__(self) -> int:
        return hash(self.cells)

    def __reduce__(self) -> tuple[type[Hexes], tuple[tuple[Cell, ...], int]]:
        return Hexes, (self.cells, self.rows)

    @property
    def names(self) -> list[str]:
        return [name_of(cell) for cell in self.cells]

    def parts(self) -> tuple[Part, ...]:
        return self.outlines()

    def outlines(self) -> tuple[Corners, ...]:
        """The six corners of every hex."""
        return tuple(outline(centre_of(cell, self.rows)) for cell in self.cells)

    def corners(self) -> Corners:
        return tuple(centre_of(cell, self.rows) for cell in self.cells)

    def centroid(self) -> Point:
        """The middle of the hex that lies most in the middle of all."""
        points = self.corners()
        x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        return min(points, key=lambda at: ((at[0] - x) * (at[0] - x) + (at[1] - y) * (at[1] - y), at))

    def fault(self) -> str | None:
        if not self.cells:
            return "it needs at least one hex"
        twice = next((cell for n, cell in enumerate(self.cells) if cell in self.cells[:n]), None)
        return None if twice is None else f"the hex {name_of(twice)} stands twice"

    def bounds(self) -> Bounds:
        points = self.corners()
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs) - CORNER, min(ys) - 1.0, max(xs) + CORNER, max(ys) + 1.0


def outline(middle: Point) -> Corners:
    """The six corners of a hex, from the east anticlockwise."""
    x, y = middle
    half = CORNER / 2.0
    return (
        (x + CORNER, y),
        (x + half, y + 1.0),
        (x - half, y + 1.0),
        (x - CORNER, y),
        (x - half, y - 1.0),
        (x + half, y - 1.0),
    )
