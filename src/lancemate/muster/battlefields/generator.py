"""Makes tables by theme and number: as much of everything on either side of the middle, and the same chances for both.

Whatever is scattered comes in pairs, one piece on each half, kind by kind, each drawn and placed by itself; which half
is drawn first is chance too. Rivers and towns lie across the middle or along a flank. With ``symmetric`` the halves are
exact images of one another. Must not know units or rules.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from lancemate.alphastrike.play.edges import EDGES
from lancemate.field.measure import distance, nearest_on
from lancemate.field.shapes import Line, Point, Rect, Shape
from lancemate.field.table import Table
from lancemate.field.terrain import Feature
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.muster.battlefields.sketching import area, between, blob, block, laid_across, mirrored, weighted
from lancemate.muster.battlefields.themes import Theme

CLEAR: Final = 4.0  # inches along the home edges that stay clear
GAP: Final = 2.0  # inches between two pieces that one must go around: wide enough for any base to pass
SOFT_GAP: Final = 0.4  # inches between all others
FIRM: Final = ("hill", "building", "water", "magma_liquid", "hazardous_liquid_pool", "heavy_industrial")
DEPTHS: Final = {"ice": 1.0, "magma_liquid": 2.0, "magma_crust": 2.0, "hazardous_liquid_pool": 1.0}
SHORE: Final = 0.16  # of the table's width that lies under water, where there is a harbour
TRIES: Final = 60  # places to try before a piece is left out
MISSES: Final = 8  # pieces left out before the table is full
SHRINK: Final = 0.85  # how much smaller pieces become each time one found no room
SMALL: Final = 1.2  # inches from the middle of the smallest piece to its rim
RIM: Final = 0.85  # of its reach that an irregular piece fills on average
SMALLEST: Final = 12.0  # inches a table must have either way
CENTRAL: Final = 12.0  # inches from the centre within which houses for a search stand
HOUSES_APART: Final = 2.5
TYPES: Final = ("light", "light", "medium", "medium", "heavy")
BESIDE: Final = 5.0  # inches from the middle of a street to that of the blocks beside it
BLOCK: Final = 8.0  # inches from one block of a city to the next
STREET: Final = 2.5  # inches from kerb to kerb
FLANK: Final = 2.5  # inches that restrictive terrain reaches in from a flank
BARRIERS: Final = {"hill": 3, "heavy_woods": 3, "water": 1}


def generate(
    theme: Theme,
    width: float,
    depth: float,
    seed: int,
    *,
    home: str = "south",
    symmetric: bool = False,
    houses: int = 0,
    walled: bool = False,
) -> Table:
    """The table of a theme, a size and a number, for sides at ``home`` and at the edge opposite.

    ``symmetric`` makes the halves mirror images, ``houses`` puts so many buildings around the centre, ``walled`` stands
    restrictive terrain along the flanks.
    """
    if min(width, depth) < SMALLEST:
        raise InputError(
            f"a table needs at least {SMALLEST:g} inches either way, not {width:g} by {depth:g}", key="map"
        )
    upright = EDGES.index(home) % 2 == 0
    across, length = (width, depth) if upright else (depth, width)
    sketch = _Sketch(theme, across, length, Generator(seed), symmetric)
    sketch.draw(houses, walled)
    if upright:
        return Table(width, depth, sketch.features)
    turned = [_with_shape(feature, laid_across(feature.shape, across)) for feature in sketch.features]
    return Table(width, depth, turned)


def _with_shape(feature: Feature, shape: Shape, name: str | None = None) -> Feature:
    return Feature(
        name or feature.id, feature.kind, shape, feature.height, feature.depth, properties=dict(feature.properties)
    )


class _Sketch:
    """A table being drawn, its home edges south and north."""

    def __init__(self, theme: Theme, width: float, depth: float, luck: Generator, symmetric: bool) -> None:
        self.theme, self.width, self.depth, self.luck, self.symmetric = theme, width, depth, luck, symmetric
        self.features: list[Feature] = []
        self.taken: list[
            tuple[Point, float, bool]
        ] = []  # place and reach of every piece, and whether one must go around
        self.bands: list[Line] = []  # rivers and roads, which pieces keep clear of

    def draw(self, houses: int, walled: bool) -> None:
        if self.theme.river:
            self._river()
        if self.theme.shore:
            self._shore()
        if self.theme.rail:
            self._rail()
        if self.theme.town:
            self._town()
        elif self.theme.city:
            self._city()
        elif self.theme.road and self.luck.below(2):
            self._road()
        if walled:
            self._flanks()
        if houses:
            self._houses(houses - self._central() if self.theme.city else houses)
        self._scatter()

    # -- bookkeeping ------------------------------------------------------------------------------------------

    def add(self, kind: str, shape: Shape, height: float = 0.0, depth: float = 0.0, **more: str | float) -> None:
        tall = {"height": height} if height else {}
        name = f"{kind}{sum(feature.kind == kind for feature in self.features) + 1}"
        self.features.append(Feature(name, kind, shape, depth=depth, properties=more, **tall))

    def both(self, kind: str, shape: Shape, height: float = 0.0, depth: float = 0.0, **more: str | float) -> None:
        """A piece and its mirror image."""
        self.add(kind, shape, height, depth, **more)
        self.add(kind, mirrored(shape, self.width, self.depth), height, depth, **more)

    def put(self, kind: str, shape: Shape, height: float = 0.0, depth: float = 0.0, **more: str | float) -> None:
        """A piece, with its mirror image where the halves are exact images."""
        (self.both if self.symmetric else self.add)(kind, shape, height, depth, **more)

    def free(self, at: Point, reach: float, gap: float = GAP, *, firm: bool = True) -> bool:
        """There is room for a piece here, with a way between it and others that one must go around."""
        for other, rim, hard in self.taken:
            if distance(at, other) < reach + rim + (gap if firm and hard else SOFT_GAP):
                return False
        return all(_from_line(at, band) >= reach + band.width / 2 + 0.5 for band in self.bands)

    def take(self, at: Point, reach: float, *, firm: bool = True) -> None:
        self.taken.append((at, reach, firm))

    def hold(self, at: Point, reach: float, *, firm: bool = True) -> None:
        """Room for what was put here, and for its mirror image if it has one."""
        self.take(at, reach, firm=firm)
        if self.symmetric:
            self.take((self.width - at[0], self.depth - at[1]), reach, firm=firm)

    # -- scattered pieces -------------------------------------------------------------------------------------

    def _scatter(self) -> None:
        """Pairs of pieces until enough of the table is covered, or no room is left even for small ones."""
        goal = self.theme.cover * self.width * self.depth
        covered, misses = 0.0, 0
        while covered < goal and misses < MISSES:
            kind = weighted(self.luck, self.theme.weights)
            placed = self._pair(kind, SHRINK**misses)
            covered += placed
            misses += not placed

    def _pair(self, kind: str, share: float) -> float:
        """One piece of a kind on each half, so much smaller than usual; returns the square inches covered."""
        reaches = [max(SMALL, round(self._reach(kind) * share, 2)) for _ in range(1 if self.symmetric else 2)]
        northern = bool(self.luck.below(2))
        places: list[Point] = []
        for number, reach in enumerate(reaches):
            at = self._place(reach, northern != bool(number), places, firm=kind in FIRM)
            if at is None:
                return 0.0
            places.append(at)
        covered = 0.0
        for at, reach in zip(places, reaches, strict=True):
            covered += self._piece(kind, at, reach)
            self.hold(at, RIM * reach, firm=kind in FIRM)
        return covered * (2.0 if self.symmetric else 1.0)

    def _reach(self, kind: str) -> float:
        least, most = self.theme.reach
        return between(self.luck, 1.5, 2.5) if kind == "building" else between(self.luck, least, most)

    def _place(self, reach: float, north: bool, before: list[Point], *, firm: bool) -> Point | None:
        """A free place on one half of the table."""
        for _ in range(TRIES):
            x = between(self.luck, reach + 0.5, self.width - reach - 0.5)
            y = between(self.luck, CLEAR + reach, self.depth / 2)
            at = (x, round(self.depth - y, 2)) if north else (x, y)
            image = self.width - at[0], self.depth - at[1]
            clash = self.symmetric and distance(at, image) < 2 * reach + GAP
            near = any(distance(at, one) < reach + GAP + self.theme.reach[1] for one in before)
            if self.free(at, RIM * reach, firm=firm) and not clash and not near:
                return at
        return None

    def _piece(self, kind: str, at: Point, reach: float) -> float:
        put, luck = self.put, self.luck
        if kind == "hill":
            low, high = self.theme.heights
            shape: Shape = blob(luck, at, reach)
            put("hill", shape, float(low + luck.below(high - low + 1)))
            if reach > 3.0 and luck.below(3) == 0:
                put("hill", blob(luck, at, reach * 0.5), 1.0)
            if self.theme.id == "woods" and luck.below(2) == 0:
                put("woods", blob(luck, at, reach * 0.6))
        elif kind == "building":
            shape = block(luck, at, reach * 0.8)
            put("building", shape, 2.0 + luck.below(4), type=luck.choice(TYPES))
        elif kind == "water":
            shape = blob(luck, at, reach)
            put("water", shape, depth=1.0)
        elif kind == "heavy_industrial":
            shape = blob(luck, at, reach)
            put(kind, shape)
            put("building", block(luck, at, min(1.4, reach * 0.5)), 2.0 + luck.below(3), type=luck.choice(TYPES))
        elif kind == "gravel_piles":
            shape = blob(luck, at, reach)
            put(kind, shape, 1.0)
        elif kind in DEPTHS:
            shape = blob(luck, at, reach)
            put(kind, shape, depth=DEPTHS[kind])
        else:
            shape = blob(luck, at, reach)
            put(kind, shape)
        return area(shape)

    # -- across and along -------------------------------------------------------------------------------------

    def _band(self, broad: float, sway: float) -> Line:
        """From the west edge to the east edge, through the middle third, with bends; alike from both sides."""
        middle = self.depth / 2
        points = [(round(self.width * k / 4, 2), round(middle + between(self.luck, -sway, sway), 2)) for k in range(5)]
        if self.symmetric:
            points = [
                *points[:2],
                (round(self.width / 2, 2), round(middle, 2)),
                *((round(self.width - x, 2), round(self.depth - y, 2)) for x, y in reversed(points[:2])),
            ]
        return Line(tuple(points), broad)

    def _river(self) -> None:
        """With two bridges, or a bridge and a ford."""
        river = self._band(between(self.luck, 2.5, 4.0), self.depth / 10)
        self.add("water", river, depth=1.0)
        self.bands.append(river)
        crossings = [1, 3] if self.symmetric or self.luck.below(2) else [1 + 2 * self.luck.below(2)]
        for number in (1, 3):
            x, y = river.points[number]
            over = ((x, round(y - river.width, 2)), (x, round(y + river.width, 2)))
            if number in crossings:
                self.add("bridge", Line(over, 2.5))
            else:
                self.add("water", Line(over, 4.0))
            self.take(river.points[number], river.width)

    def _road(self) -> None:
        road = self._band(2.0, self.depth / 12)
        self.add("road", road)
        self.bands.append(road)

    def _rail(self) -> None:
        """Across the table, between the sides."""
        rail = self._band(1.0, self.depth / 14)
        self.add("rail", rail)
        self.bands.append(rail)

    def _shore(self) -> None:
        """Deep water and a quay along one flank, clear of both home edges.

        Where the halves are exact images, each has a basin of its own: one on the west flank, one on the east.
        """
        broad = round(self.width * SHORE, 2)
        west = bool(self.luck.below(2))
        end = round(self.depth / 2 if self.symmetric else self.depth - CLEAR, 2)
        left = 0.0 if west else round(self.width - broad, 2)
        self.put("water", Rect(left, CLEAR, broad, round(end - CLEAR, 2)), depth=2.0)
        beside = round(broad + 1.0 if west else self.width - broad - 1.0, 2)
        self.put("pavement", Line(((beside, CLEAR), (beside, end)), 2.0))
        for x, wide in ((beside, 2.0), (round(left + broad / 2, 2), broad)):
            self.bands.append(Line(((x, CLEAR), (x, end)), wide))
            if self.symmetric:
                self.bands.append(Line(((self.width - x, end), (self.width - x, self.depth - CLEAR)), wide))

    def _town(self) -> None:
        """A road along one flank, from home edge to home edge, with rows of houses on both sides of it.

        Where the halves are exact images it crosses over in the middle of the table, and each half has its own row.
        """
        west = bool(self.luck.below(2))
        x = round(self.width * 0.25 if west else self.width * 0.75, 2)
        other, before = round(self.width - x, 2), round(self.depth * 0.4, 2)
        over = ((x, before), (other, round(self.depth - before, 2))) if self.symmetric else ()
        road = Line(((x, 0.0), *over, (other if over else x, self.depth)), 2.0)
        self.add("road", road)
        self.bands.append(road)
        rows = max(2, int((self.depth - 2 * CLEAR - 4.0) / 14.0) * 2)
        step = (self.depth - 2 * CLEAR - 4.0) / rows
        for row in range(rows // 2):
            for sign in (-1.0, 1.0):
                y = CLEAR + 2.0 + (row + 0.5) * step
                self._pair_of_houses((x + sign * 3.6, y))

    def _pair_of_houses(self, at: Point) -> None:
        """A house on one half and one as far from the other home edge, each with its own walls or its image."""
        houses = self._built_at(at, sway=(0.4, 0.6), least=2.0, most=3.2)
        if all(self._fits(house, 1.8, 1.0) for house in houses):
            for house in houses:
                self.put("building", house, 2.0 + self.luck.below(4), type=self.luck.choice(TYPES))
                self.hold(house.centroid(), 1.8)

    def _built_at(self, at: Point, *, sway: tuple[float, float], least: float, most: float) -> list[Rect]:
        """The ground plans of a pair of houses, or of one where its image is the other."""
        plans = []
        for y in (at[1],) if self.symmetric else (at[1], self.depth - at[1]):
            x = at[0] + between(self.luck, -sway[0], sway[0])
            y += between(self.luck, -sway[1], sway[1])
            wide, deep = between(self.luck, least, most), between(self.luck, least, most)
            plans.append(Rect(round(x - wide / 2, 2), round(y - deep / 2, 2), wide, deep))
        return plans

    def _fits(self, house: Rect, reach: float, gap: float) -> bool:
        on_table = house.x >= 0.5 and house.x + house.width <= self.width - 0.5
        return on_table and self.free(house.centroid(), reach, gap)

    def _city(self) -> None:
        """A street from home edge to home edge and one across, blocks of houses beside them, a wall on each half."""
        for street in (
            Line(((self.width / 2, 0.0), (self.width / 2, self.depth)), STREET),
            Line(((0.0, self.depth / 2), (self.width, self.depth / 2)), STREET),
        ):
            self.add("road", street)
            self.bands.append(street)
        self._city_walls()
        columns = max(1, int((self.width / 2 - BESIDE + 2.0) / BLOCK))
        rows = max(1, int((self.depth / 2 - CLEAR - BESIDE) / BLOCK) + 1)
        for row in range(rows):
            for column in range(columns):
                for sign in (-1.0, 1.0):
                    at = self.width / 2 + sign * (BESIDE + column * BLOCK), self.depth / 2 - (BESIDE + row * BLOCK)
                    if self.luck.below(6):
                        self._pair_of_blocks(at)

    def _city_walls(self) -> None:
        """Pieces of wall across both halves, each as long as three breaches, with gaps to pass between them."""
        deep = CLEAR + 1.5
        count = max(2, int(self.width / 12.0))
        for number in range(count):
            x = round((number + 0.5) * self.width / count, 2)
            kind = self.luck.choice(TYPES[2:])
            for y in (deep,) if self.symmetric else (deep, self.depth - deep):
                start = round(x + between(self.luck, -1.0, 1.0) - 3.0, 2)
                piece = Line(((start, y), (round(start + 6.0, 2), y)), 1.0)
                if self.free((start + 3.0, y), 2.0, 0.5):
                    self.put("wall", piece, 1.0, type=kind)
                    for along in (1.0, 3.0, 5.0):
                        self.hold((start + along, y), 1.0)

    def _pair_of_blocks(self, at: Point) -> None:
        """A large house on one half and one as far from the other home edge, each built in its own way or its image."""
        houses = self._built_at(at, sway=(0.4, 0.4), least=3.0, most=4.8)
        if all(self._fits(house, max(house.width, house.depth) / 2, 1.6) for house in houses):
            for house in houses:
                more: dict[str, str | float] = {"type": self.luck.choice(TYPES[2:])}
                if self.luck.below(5) == 0:
                    more["build"] = "fortress"
                self.put("building", house, 2.0 + self.luck.below(4), 0.0, **more)
                self.hold(house.centroid(), max(house.width, house.depth) / 2)

    def _flanks(self) -> None:
        """Hills, heavy woods or water along both sides of the table, more than half of each."""
        pieces = max(3, int(self.depth / 9.0))
        step = self.depth / pieces
        for number in range(pieces):
            for x in (0.0,) if self.symmetric else (0.0, self.width - FLANK):
                kind = weighted(self.luck, BARRIERS)
                y = round(number * step + between(self.luck, 0.2, 0.8), 2)
                strip = Rect(round(x, 2), y, FLANK, round(step - 1.8, 2))
                height = 2.0 if kind == "hill" else 0.0
                self.put(kind, strip, height, 2.0 if kind == "water" else 0.0)
                self.hold((x + FLANK / 2, y + step / 2 - 0.9), FLANK)

    def _houses(self, count: int) -> None:
        """Buildings around the centre, by turns on one half and on the other; with exact images, in pairs."""
        north = bool(self.luck.below(2))
        placed = tries = 0
        while placed < count and tries < 400:
            tries += 1
            reach = between(self.luck, 1.0, 1.5)
            x = self.width / 2 + between(self.luck, -1.0, 1.0) * min(CENTRAL, self.width / 2 - 3.0)
            y = self.depth / 2 + (1.0 if north else -1.0) * between(self.luck, 1.0, CENTRAL - 1.0)
            at = round(x, 2), round(y, 2)
            if distance(at, (self.width / 2, self.depth / 2)) > CENTRAL - 1.0 or not self._room_for_house(at, reach):
                continue
            paired = self.symmetric and placed + 1 < count
            if paired and distance(at, (self.width - at[0], self.depth - at[1])) < 3 * reach + HOUSES_APART - 1.0:
                continue
            house = Rect(round(at[0] - reach, 2), round(at[1] - reach, 2), 2 * reach, 2 * reach)
            add, take = (self.put, self.hold) if paired else (self.add, self.take)
            add("building", house, 2.0 + self.luck.below(3), type=self.luck.choice(TYPES))
            take(at, 1.5 * reach)
            placed, north = placed + 1 + paired, not north
        if placed < count:
            raise InputError(f"there is room for {placed} buildings around the centre, not for {count}", key="map")

    def _central(self) -> int:
        """How many blocks of a city stand around the centre already."""
        reach, middle = CENTRAL - 1.0, (self.width / 2, self.depth / 2)
        blocks = [feature for feature in self.features if feature.kind == "building"]
        return sum(distance(one.shape.centroid(), middle) <= reach for one in blocks)

    def _room_for_house(self, at: Point, reach: float) -> bool:
        return self.free(at, 1.5 * reach, HOUSES_APART - 1.0)


def _from_line(at: Point, band: Line) -> float:
    """From a point to the middle of a band."""
    return min(distance(at, nearest_on(a, b, at)) for a, b in pairwise(band.points))
