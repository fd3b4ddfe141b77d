"""Tables and forces to fight over: a fixed proving ground for the benchmark, and random terrain of every kind.

Everything follows from a generator, so the same number gives the same battlefield anywhere. Must not know how a battle
is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.options.advanced_buildings.walls import walls_of
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.alphastrike.play.words import terrain_kinds, terrain_words
from lancemate.alphastrike.terrain.placement import fault_of
from lancemate.field.hexes import HexMap
from lancemate.field.maps import Map
from lancemate.field.shapes import Circle, Line, Point, Rect, Shape
from lancemate.field.table import Table
from lancemate.field.terrain import Feature
from lancemate.kernel.dice import Generator
from lancemate.muster import catalogue
from lancemate.muster.battlefields.hexes import hexes_for, on_hexes
from lancemate.muster.battlefields.sketching import between, blob, block, disc, weighted

SIDES: Final = (Side("red", "south"), Side("blue", "north"))

ROOFS: Final = ({"damage": "1/1/1"}, {"artillery": "ART-T"})  # what stands on armed roofs
# How often each kind of terrain is drawn, out of the sum of all.
COMMON: Final = {"woods": 6, "rough": 3, "rubble": 2, "hill": 5, "water": 3, "building": 4, "road": 1, "pavement": 1}
RARE: Final = {
    **{"river": 1, "ridge": 1, "wall": 1, "light_woods": 1, "heavy_woods": 1, "ultra_rubble": 1},
    **{"light_smoke": 1, "heavy_smoke": 1, "geyser": 1, "emi": 1},
}
# Ground of the battlefield's own (pp. 56-60), and what drifts over it.
GROUND: Final = (
    *("deep_snow", "gravel_piles", "hazardous_liquid_pool", "heavy_industrial", "ice", "jungle", "magma_crust"),
    *("magma_liquid", "mud", "planted_fields", "quicksand", "rail", "sand", "swamp", "tundra", "ultra_rough"),
    *("light_smoke", "heavy_smoke", "geyser", "emi", "fire", "fire", "fortified", "rapids"),
    *("heavy_woods", "ultra_heavy_woods", "light_jungle", "heavy_jungle", "ultra_heavy_jungle"),
)


# -- shapes ---------------------------------------------------------------------------------------------------


def crossing(luck: Generator, width: float, depth: float, broad: float) -> Line:
    """A band from one edge of the table to the opposite one, with a bend."""
    if luck.below(2):
        ends = [(0.0, between(luck, 0.2 * depth, 0.8 * depth)), (width, between(luck, 0.2 * depth, 0.8 * depth))]
    else:
        ends = [(between(luck, 0.2 * width, 0.8 * width), 0.0), (between(luck, 0.2 * width, 0.8 * width), depth)]
    bend = (between(luck, 0.35 * width, 0.65 * width), between(luck, 0.35 * depth, 0.65 * depth))
    return Line((ends[0], bend, ends[1]), broad)


PATCHES: Final[Sequence[Callable[[Generator, Point, float], Shape]]] = (blob, block, disc)


# -- terrain --------------------------------------------------------------------------------------------------


class _Draughtsman:
    """Draws terrain piece by piece; ids are the kind and a running number."""

    def __init__(self, luck: Generator, width: float, depth: float) -> None:
        self.luck, self.width, self.depth = luck, width, depth
        self.features: list[Feature] = []

    def add(self, kind: str, shape: Shape, height: float | None = None, depth: float = 0.0, **more: Any) -> None:
        tall = {} if height is None else {"height": height}
        name = f"{kind}{len(self.features) + 1}"
        self.features.append(Feature(name, kind, shape, depth=depth, properties=more, **tall))

    def place(self) -> Point:
        return between(self.luck, 2.0, self.width - 2.0), between(self.luck, 2.0, self.depth - 2.0)

    def patch(self, at: Point, least: float, most: float) -> Shape:
        return self.luck.choice(PATCHES)(self.luck, at, between(self.luck, least, most))

    def draw(self, kind: str) -> None:
        luck, at = self.luck, self.place()
        match kind:
            case "hill":
                self._hill(at)
            case "ridge":
                self.add("hill", crossing(luck, self.width, self.depth, 3.0), 1.0 + luck.below(3))
            case "water":
                self.add("water", self.patch(at, 2.0, 6.0), depth=float(luck.below(5)))
            case "river":
                self._river()
            case "road":
                self.add("road", crossing(luck, self.width, self.depth, 2.0))
            case "building":
                type = luck.choice(("light", "medium", "heavy", "hardened"))
                self.add("building", block(luck, at, between(luck, 1.5, 3.0)), 1.0 + luck.below(6), type=type)
            case "block":
                self._block(at)
            case "wall":
                far = between(luck, 2.0, 6.0)
                line = Line((at, (round(min(self.width, at[0] + far), 2), at[1])), 0.5)
                self.add("wall", line, 1.0 + luck.below(3))
            case "rail":
                line = crossing(luck, self.width, self.depth, 1.0)
                broken = {1 + luck.below(line.sections) for _ in range(luck.below(3))}
                self.add("rail", replace(line, gone=tuple(sorted(broken)) if line.sections > 2 else ()))
            case "heavy_industrial":
                self.add(kind, disc(luck, at, between(luck, 2.0, 4.0)))
                self.add("building", block(luck, at, 1.0), 1.0 + luck.below(4), type="light")
            case "ice":
                solid = {"frozen_solid": True} if luck.below(3) == 0 else {}
                self.add(kind, self.patch(at, 2.0, 6.0), depth=1.0 + luck.below(3), **solid)
            case "hazardous_liquid_pool" | "magma_liquid" | "magma_crust":
                self.add(kind, self.patch(at, 2.0, 5.0), depth=float(luck.below(3)))
            case "fire" | "fortified":
                self.add(kind, Circle(*at, 1.0))
            case "rapids":
                self.add("water", self.patch(at, 3.0, 6.0), depth=1.0 + luck.below(14), rapids=60 * luck.below(6))
            case "gravel_piles":
                self.add(kind, self.patch(at, 1.5, 4.0), 1.0 + luck.below(2))
            case "light_smoke" | "heavy_smoke" | "geyser" | "emi":
                self.add(kind, Circle(*at, between(luck, 1.0, 4.0)))
            case _:
                self.add(kind, self.patch(at, 2.0, 5.0))

    def _block(self, at: Point) -> None:
        """A house that is worth entering: any build and any factor, now and then a hangar."""
        luck = self.luck
        build = luck.choice(("standard", "standard", "fortress", "castle_brian"))
        type = luck.choice(("heavy", "hardened") if build == "castle_brian" else ("light", "medium", "heavy"))
        more: dict[str, Any] = {"type": type, "build": build}
        shape = block(luck, at, between(luck, 2.5, 4.5))
        if luck.below(2):
            more["cf"] = 1 + luck.below(12)
        if luck.below(4) == 0:
            more["hangar"] = True
        if luck.below(3) == 0:
            more |= self._armed(shape)
        self.add("building", shape, 1.0 + luck.below(4), 0.0, **more)

    def _armed(self, shape: Shape) -> dict[str, Any]:
        """Weapons on its roof or in a wall, and armor, for the one side or the other."""
        luck, name = self.luck, f"gun{len(self.features) + 1}"
        wall = {"id": name, "mount": walls_of(shape)[0].name, "height": 1.0, "damage": "1/1/0"}
        roof = [{"id": f"{name}{n}", "mount": "roof", **kind} for n, kind in enumerate(ROOFS)]
        guns = [wall] if luck.below(3) == 0 else roof[: 1 + luck.below(2)]
        more = {"cf": 15 + luck.below(4), "armor": luck.below(4), "automated": bool(luck.below(2))}
        return {"side": luck.choice(SIDES).name, "weapons": guns, **more}

    def _hill(self, at: Point) -> None:
        """Often with another one on top of it."""
        luck, reach = self.luck, between(self.luck, 3.0, 7.0)
        self.add("hill", blob(luck, at, reach), 1.0 + luck.below(3))
        if luck.below(3) == 0:
            self.add("hill", disc(luck, at, reach * 0.5), 1.0 + luck.below(4))

    def _river(self) -> None:
        """With a bridge at its bend, that bears a few hits or any."""
        luck = self.luck
        river = crossing(luck, self.width, self.depth, between(luck, 2.0, 5.0))
        self.add("water", river, depth=float(luck.below(4)))
        (x, y), reach = river.points[1], river.width
        ends = ((x - reach, y), (x + reach, y)) if luck.below(2) else ((x, y - reach), (x, y + reach))
        span, height = Line(tuple((round(px, 2), round(py, 2)) for px, py in ends), 2.5), float(luck.below(3))
        if luck.below(3):
            self.add("bridge", span, height, cf=1 + luck.below(4))
        else:
            self.add("bridge", span, height)


def random_table(luck: Generator, width: float, depth: float, pieces: int, *, rare: bool = True) -> Table:
    """A table with so many pieces of land terrain, now and then one more for a hilltop or a bridge."""
    draughtsman = _Draughtsman(luck, width, depth)
    kinds = {**COMMON, **RARE} if rare else COMMON
    for _ in range(pieces):
        draughtsman.draw(weighted(luck, kinds))
    return Table(width, depth, draughtsman.features)


def random_wilds(luck: Generator, width: float, depth: float, pieces: int) -> Table:
    """A table with so many pieces of the battlefield's own terrain and a few others; none lies where it may not."""
    draughtsman = _Draughtsman(luck, width, depth)
    for number in range(pieces):
        draughtsman.draw(luck.choice(GROUND) if number % 3 else weighted(luck, {**COMMON, **RARE}))
    table = Table(width, depth, draughtsman.features)
    return Table(width, depth, [feature for feature in table.features if fault_of(table, feature) is None])


def random_coast(luck: Generator, width: float, depth: float, pieces: int) -> Table:
    """Water over most of the table, as deep as it comes, with a few pieces of land terrain on its shores."""
    draughtsman = _Draughtsman(luck, width, depth)
    shore = between(luck, 0.0, 0.4 * width)
    draughtsman.add("water", Rect(shore, 0.0, round(width - shore, 2), depth), depth=1.0 + luck.below(6))
    if luck.below(2):
        deep = Rect(round(shore + 6.0, 2), 0.0, round(width - shore - 6.0, 2), depth)
        draughtsman.add("water", deep, depth=4.0 + luck.below(5))
    for _ in range(pieces):
        draughtsman.draw(weighted(luck, {"woods": 2, "rough": 1, "hill": 2, "building": 1, "water": 1}))
    return Table(width, depth, draughtsman.features)


def random_town(luck: Generator, width: float, depth: float, pieces: int) -> Table:
    """A few buildings, and so many pieces of other terrain between them."""
    draughtsman = _Draughtsman(luck, width, depth)
    for _ in range(luck.below(3)):
        draughtsman.draw(luck.choice(("road", "pavement")))
    for _ in range(4 + luck.below(4)):
        draughtsman.draw(luck.choice(("building", "block", "block")))
    for _ in range(pieces):
        draughtsman.draw(weighted(luck, {"woods": 3, "rough": 1, "hill": 2, "wall": 2}))
    return Table(width, depth, draughtsman.features)


def within_options(table: Map, options: frozenset[str]) -> Map:
    """The table without what only modules know that are off: kinds of terrain, and words of it."""
    for feature in table.features:
        if feature.kind in terrain_kinds and options.isdisjoint(terrain_kinds[feature.kind]):
            table = table.without_feature(feature.id)
            continue
        kept = {key: value for key, value in feature.properties.items() if _is_known(key, options)}
        if len(kept) < len(feature.properties):
            table = table.with_feature(replace(feature, properties=kept))
    return table


def _is_known(key: str, options: frozenset[str]) -> bool:
    word = terrain_words.get(key)
    return word is None or not word.options or not options.isdisjoint(word.options)


# -- the proving ground of the benchmark ----------------------------------------------------------------------

LANCES: Final = (
    ("mad_3r_marauder", "shd_2h_shadow_hawk", "arc_2r_archer", "pxh_1k_phoenix_hawk"),
    ("whm_6r_warhammer", "grf_1n_griffin", "cplt_c4_catapult", "stg_3r_stinger"),
    ("tdr_5s_thunderbolt", "wvr_6r_wolverine", "crd_3r_crusader", "pnt_9r_panther"),
)


def proving_ground(pieces: int = 25) -> Table:
    """The table all figures are measured on: 72 by 48 inches with so many features."""
    table = random_table(Generator(2), 72.0, 48.0, pieces, rare=False)
    return Table(table.width, table.depth, table.features[:pieces])


def proving_ground_on_hexes() -> HexMap:
    """The same country as a hex map."""
    columns, rows = hexes_for(72.0, 48.0)
    return on_hexes(proving_ground(), columns, rows)


def duel_on_hexes(lances: int = 1) -> Setup:
    """The same battle there, everybody in the hex where it stood."""
    setup, sheet = duel(lances), proving_ground_on_hexes()
    taken: set[Point] = set()
    units: list[Muster] = []
    for unit in setup.units:
        assert unit.at is not None
        at = next(spot for spot in sheet.free_spots(unit.at, 0.0, ()) if spot not in taken)
        taken.add(at)
        units.append(replace(unit, at=at))
    return replace(setup, table=sheet, units=tuple(units))


def duel(lances: int = 1) -> Setup:
    """So many lances on each side of the proving ground, drawn up along their home edges."""
    table = proving_ground()
    cards = [catalogue.find(name) for number in range(lances) for name in LANCES[number % len(LANCES)]]
    units = [
        *_drawn_up(table, "red", "r", cards, south=True),
        *_drawn_up(table, "blue", "b", cards[::-1], south=False),
    ]
    return Setup(table, SIDES, tuple(units))


def _drawn_up(table: Table, side: str, letter: str, cards: Sequence[Card], *, south: bool) -> list[Muster]:
    """A row of units at the first places of the row that are open ground."""
    y, facing = (4.0, 0.0) if south else (table.depth - 4.0, 180.0)
    open_ground = [x for x in _row(table.width) if not table.features_touched(x, y, 0.75)]
    if len(open_ground) < len(cards):
        raise AssertionError(f"there is room for {len(open_ground)} units only")
    return [
        Muster(f"{letter}{number}", side, card, 4, (x, y), facing)
        for number, (card, x) in enumerate(zip(cards, open_ground, strict=False), start=1)
    ]


def _row(width: float) -> list[float]:
    """Places along a row, from the middle outwards."""
    middle = width / 2
    steps = [2.0 * step * sign for step in range(1, int(width / 4)) for sign in (1, -1)]
    return [middle, *(middle + step for step in steps)]
