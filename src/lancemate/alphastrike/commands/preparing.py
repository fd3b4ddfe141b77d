"""Command abilities of the preparation (pp. 107-108): Strategic Command and the works of engineers.

They are used when the table lies and before anybody is placed. Everything here makes a setup of a setup, or says why
not; what a player wants is written in words, as in ``red: woods1 to 24, 18``, ``red: home east``,
``red: build at 20, 10`` or ``red: mines 3 at 20, 10; 2 at 24, 12``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike.cards.command_names import ENGINEERS, STRATEGIC_COMMAND
from lancemate.alphastrike.play.edges import EDGES, opposite_edge
from lancemate.alphastrike.ruleset import rules
from lancemate.field.data import feature_from_data, feature_to_data
from lancemate.field.shapes import Disc
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Setup, Side
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

SHIFT: Final = rules.table("AS-SCA-054", {"inches": 6.0})
WORKS: Final = rules.table("AS-SCA-059", {"units": 4, "across": 2.0, "cf": 2, "density": 5, "fields": 5})
MINES: Final = "minefields"  # the option
NEAR: Final = 1e-6
_NUMBER: Final = r"(-?\d+(?:\.\d+)?)"
_SAID: Final = re.compile(r"\s*(?P<side>[^:]+?)\s*:\s*(?P<what>.+?)\s*")
_MOVED: Final = re.compile(rf"(?P<piece>\S+)\s+to\s+{_NUMBER}\s*,\s*{_NUMBER}")
_HOME: Final = re.compile(r"home\s+(?P<edge>\w+)")
_BUILT: Final = re.compile(r"build\s+at\s+(?P<place>.+)")
_MINED: Final = re.compile(r"mines\s+(?P<fields>.+)")
_FIELD: Final = re.compile(r"\s*(?P<density>\d+)\s+at\s+(?P<place>.+?)\s*")
_PLACE: Final = re.compile(rf"{_NUMBER}\s*,\s*{_NUMBER}")
HOW: Final = (
    "write it as in 'red: woods1 to 24, 18', 'red: home east', 'red: build at 20, 10' or 'red: mines 5 at 20, 10'"
)


@dataclass(slots=True)
class Works:
    """A setup while sides work at it, and what they have done so far."""

    setup: Setup
    shifted: list[str] = field(default_factory=list)
    built: dict[str, int] = field(default_factory=dict)


def prepared(setup: Setup, wishes: Sequence[str]) -> Setup:
    """A setup with everything done to its table that its sides want, in their order."""
    works = Works(setup)
    for text in wishes:
        said = _SAID.fullmatch(text)
        if said is None:
            raise InputError(f"{text[:80]!r} is nothing to be prepared; {HOW}")
        _do(works, _side(setup, said["side"]), said["what"])
    return works.setup


def _side(setup: Setup, name: str) -> Side:
    names = [side.name for side in setup.sides]
    if name not in names:
        raise InputError(f"there is no side {name!r}; {nearest(name, names)}")
    return setup.sides[names.index(name)]


def _do(works: Works, side: Side, what: str) -> None:
    if (moved := _MOVED.fullmatch(what)) is not None:
        shift(works, side, moved["piece"], (float(moved[2]), float(moved[3])))
    elif (built := _BUILT.fullmatch(what)) is not None:
        build(works, side, _place(works, built["place"]))
    elif (mined := _MINED.fullmatch(what)) is not None:
        lay(works, side, [*_fields(works, mined["fields"])])
    else:
        raise InputError(f"{what[:80]!r} is nothing to be prepared; {HOW}")


def _place(works: Works, text: str) -> Point:
    """A point in inches, or a hex by its name."""
    said = _PLACE.fullmatch(text.strip())
    table = works.setup.table
    at = (float(said[1]), float(said[2])) if said is not None else table.named(text.strip())
    if at is None:
        how = "'0507'" if table.kind == "hex" else "'20, 10'"
        raise InputError(f"{text[:40]!r} is no place on this map; write it as in {how}")
    return table.snap(at)


def _fields(works: Works, text: str) -> Iterator[tuple[int, Point]]:
    for part in text.split(";"):
        one = _FIELD.fullmatch(part)
        if one is None:
            raise InputError(f"{part[:40]!r} is no minefield; write its density and its place, as in '3 at 20, 10'")
        yield int(one["density"]), _place(works, one["place"])


def _needs(side: Side, ability: str, rule: str) -> None:
    if not any(one.name == ability for one in side.command_abilities):
        raise InputError(f"{side.name} has no {ability} ({rule})")


# -- Strategic Command ----------------------------------------------------------------------------------------


def home_wanted(texts: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The edges that sides ask for, by side, and what else they want."""
    homes: dict[str, str] = {}
    others: list[str] = []
    for text in texts:
        said = _SAID.fullmatch(text)
        home = _HOME.fullmatch(said["what"]) if said is not None else None
        if said is not None and home is not None:
            homes[said["side"]] = home["edge"]
        else:
            others.append(text)
    return homes, others


@rules.formula("AS-SCA-054", otherwise=lambda sides, name, edge: sides)
def take_edge(sides: tuple[Side, Side], name: str, edge: str) -> tuple[Side, Side]:
    """The force takes any edge for its home, and leaves the enemy the one across."""
    own = next((side for side in sides if side.name == name), None)
    if own is None:
        raise InputError(f"there is no side {name!r}; {nearest(name, [side.name for side in sides])}")
    _needs(own, STRATEGIC_COMMAND, "AS-SCA-054")
    if edge not in EDGES:
        raise InputError(f"there is no edge {edge!r}; {nearest(edge, EDGES)}")
    first, second = (replace(side, home=edge if side is own else opposite_edge(edge)) for side in sides)
    return first, second


@rules.formula("AS-SCA-054", otherwise=None)
def shift(works: Works, side: Side, name: str, to: Point) -> None:
    """A piece of terrain comes to lie up to 6 inches from where it lay, once, and on no other piece."""
    _needs(side, STRATEGIC_COMMAND, "AS-SCA-054")
    table = works.setup.table
    piece = table.by_id.get(name)
    if piece is None:
        raise InputError(f"there is no terrain {name!r}; {nearest(name, [*table.by_id])}")
    if table.kind == "hex":
        raise InputError("what is printed on a hex map stays there: home edges may be changed (AS-SCA-054)")
    if name in works.shifted:
        raise InputError(f"{name} has been moved already: every piece is moved once (AS-SCA-054)")
    x, y = piece.shape.centroid()
    far, most = hypot(to[0] - x, to[1] - y), SHIFT.of(rules)["inches"]
    if far > most + NEAR:
        raise InputError(f"{name} lies at {x:g}, {y:g}, {far:.1f} inches away: {most:g} are the most (AS-SCA-054)")
    moved = _shifted(piece, to[0] - x, to[1] - y)
    _check_place(works.setup, piece, moved)
    works.shifted.append(name)
    works.setup = replace(works.setup, table=table.with_feature(moved))


def _shifted(piece: Feature, east: float, north: float) -> Feature:
    """The same piece elsewhere."""
    data = feature_to_data(piece)
    for key in ("polygon", "line"):
        if key in data:
            data[key] = [[x + east, y + north] for x, y in data[key]]
    for key in ("rect", "circle"):
        if key in data:
            x, y, *size = data[key]
            data[key] = [x + east, y + north, *size]
    if "circles" in data:
        data["circles"] = [[x + east, y + north, r] for x, y, r in data["circles"]]
    if "holes" in data:
        data["holes"] = [_shifted_hole(hole, east, north) for hole in data["holes"]]
    return feature_from_data(data)


def _shifted_hole(hole: list[Any], east: float, north: float) -> list[Any]:
    if isinstance(hole[0], list):
        return [[x + east, y + north] for x, y in hole]
    x, y, radius = hole
    return [x + east, y + north, radius]


def _check_place(setup: Setup, piece: Feature, moved: Feature) -> None:
    """It lies on the table, and on no piece that it did not lie on before."""
    table = setup.table
    if _hangs_over(setup, moved) and not _hangs_over(setup, piece):
        raise InputError(f"{piece.id} would hang over the edge of the table (AS-SCA-054)")
    before = {one.id for one in table.features if one is not piece and _overlap(piece, one)}
    for one in table.features:
        if one is not piece and one.id not in before and _overlap(moved, one):
            raise InputError(f"{piece.id} would lie on {one.id}: pieces may not overlap (AS-SCA-054)")


def _hangs_over(setup: Setup, piece: Feature) -> bool:
    west, south, east, north = piece.shape.bounds()
    width, depth = setup.table.width, setup.table.depth
    return west < -NEAR or south < -NEAR or east > width + NEAR or north > depth + NEAR


def _outline(piece: Feature) -> list[Point]:
    west, south, east, north = piece.shape.bounds()
    inside = [
        (west + (east - west) * column / STEPS, south + (north - south) * row / STEPS)
        for column in range(STEPS + 1)
        for row in range(STEPS + 1)
    ]
    return [point for point in inside if _covers(piece, point)] or [piece.shape.centroid()]


STEPS: Final = 12  # into which a piece is cut across to see what it covers


def _covers(piece: Feature, point: Point) -> bool:
    return any(
        hypot(point[0] - part.x, point[1] - part.y) <= part.r if isinstance(part, Disc) else _within(part, point)
        for part in piece.shape.parts()
    )


def _within(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon, by the edges that a ray to the east crosses."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _overlap(one: Feature, other: Feature) -> bool:
    return any(_covers(other, point) for point in _outline(one)) or any(
        _covers(one, point) for point in _outline(other)
    )


# -- engineers ------------------------------------------------------------------------------------------------


@rules.formula("AS-SCA-059", otherwise=9999)
def works_allowed(setup: Setup, side: str) -> int:
    """One for every formation of four units or more."""
    owner = {unit.id: unit.side for unit in setup.units}
    sizes = [len(one.members) for one in setup.formations if owner.get(one.members[0]) == side]
    return sum(size >= WORKS.of(rules)["units"] for size in sizes)


def _begin_work(works: Works, side: Side, places: Sequence[Point]) -> None:
    _needs(side, ENGINEERS, "AS-SCA-059")
    most = works_allowed(works.setup, side.name)
    done = works.built.get(side.name, 0)
    if done >= most:
        units = WORKS.of(rules)["units"]
        raise InputError(f"{side.name} has {most} formations of {units:g} units and as many works (AS-SCA-059)")
    for at in places:
        if not on_own_half(works.setup, side, at):
            raise InputError(f"{at[0]:g}, {at[1]:g} is not on {side.name}'s half of the table (AS-SCA-059)")
    works.built[side.name] = done + 1


def on_own_half(setup: Setup, side: Side, at: Point) -> bool:
    table = setup.table
    if side.home is None:
        return table.inside(*at)
    deep = (table.depth if side.home in ("north", "south") else table.width) / 2.0
    x, y, width, depth = table.strip(side.home, deep)
    return x <= at[0] <= x + width and y <= at[1] <= y + depth


@rules.formula("AS-SCA-059", otherwise=None)
def build(works: Works, side: Side, at: Point) -> None:
    """A light building, 2 inches across."""
    _begin_work(works, side, [at])
    row = WORKS.of(rules)
    house = {"kind": "building", "type": "light", "cf": row["cf"], "height": row["across"]}
    _add(works, side, house, at, "house")


@rules.formula("AS-SCA-059", otherwise=None)
def lay(works: Works, side: Side, fields: Sequence[tuple[int, Point]]) -> None:
    """Up to five fields, hidden, whose densities are five together."""
    row = WORKS.of(rules)
    if MINES not in works.setup.options:
        raise InputError(f"mines are laid with the option {MINES} (AS-SCA-059)")
    if not 1 <= len(fields) <= row["fields"] or sum(density for density, _ in fields) != row["density"]:
        raise InputError(f"1 to {row['fields']:g} fields of {row['density']:g} densities together (AS-SCA-059)")
    _begin_work(works, side, [at for _, at in fields])
    mine = {"kind": "minefield", "type": "conventional", "side": side.name, "hidden": True}
    for density, at in fields:
        _add(works, side, {**mine, "density": density}, at, "mines")


def _add(works: Works, side: Side, data: dict[str, object], at: Point, word: str) -> None:
    """A new piece, 2 inches across or one hex; a house stands on nothing but open ground, roads and hills."""
    table = works.setup.table
    names, number = {*works.setup.table.by_id, *(one.id for one in works.setup.hidden_terrain)}, 1
    while f"{side.name}_{word}{number}" in names:
        number += 1
    shape: dict[str, object] = {"circle": [*at, WORKS.of(rules)["across"] / 2.0]}
    if table.kind == "hex":
        shape = {"hexes": [table.name(at)]}
    piece = feature_from_data({"id": f"{side.name}_{word}{number}", **data, **shape}, int(table.size[1]))
    for one in table.features:
        if word == "house" and one.kind not in ("hill", "road", "pavement") and _overlap(piece, one):
            raise InputError(f"a building cannot stand on {one.id} (AS-SCA-059)")
    works.setup = replace(works.setup, table=table.with_feature(piece))
