"""Battlefields on hexes: a table of a theme is laid under a hex map, and every hex becomes what lies in its middle.

Roads and bridges run from hex to hex without a gap. Knows shapes and levels; must not know scenarios or sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import Final

from lancemate.alphastrike.terrain.placement import out_of_place
from lancemate.field.hexes import HexMap
from lancemate.field.hexgrid import COLUMN, CORNER, MOST, Cell, Hexes, cell_near, cell_of, walk
from lancemate.field.hexgrid import axial as axial_of
from lancemate.field.shapes import Line
from lancemate.field.table import Table
from lancemate.field.terrain import Feature

LEAST: Final = 6  # columns or rows that a map needs


def hexes_for(width: float, depth: float) -> tuple[int, int]:
    """How many columns and rows a map has that is at least as large as a table of so many inches."""
    columns, rows = ceil((width - 2.0 * CORNER) / COLUMN) + 1, ceil((depth - 1.0) / 2.0)
    return min(max(columns, LEAST), MOST), min(max(rows, LEAST), MOST)


def on_hexes(table: Table, columns: int, rows: int) -> HexMap:
    """The terrain of a table as hexes: hills as levels, everything else where it covers the middle of a hex."""
    sheet = HexMap(columns, rows)
    cells = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    found: list[Feature] = [*_levels(table, sheet, cells)]
    for feature in table.features:
        if feature.role_name == "hill":
            continue
        covered = tuple(_along(feature.shape, rows)) if isinstance(feature.shape, Line) else ()
        if not covered:
            covered = tuple(cell for cell in cells if feature in table.features_at(*sheet.middle(cell)))
        inside = tuple(dict.fromkeys(cell for cell in covered if 1 <= cell[0] <= columns and 1 <= cell[1] <= rows))
        found += _pieces(feature, inside, rows)
    return _in_place(HexMap(columns, rows, found))


def _pieces(feature: Feature, cells: tuple[Cell, ...], rows: int) -> Iterator[Feature]:
    """A piece of terrain in its hexes; a wall is breached hex by hex, so that each of them is a piece of its own."""
    apart = feature.kind == "wall" and len(cells) > 1
    for number, part in enumerate([(cell,) for cell in cells] if apart else [cells] if cells else [], start=1):
        name = f"{feature.id}-{number}" if apart else feature.id
        height, depth = _whole(feature.height), _whole(feature.depth)
        yield Feature(name, feature.kind, Hexes(part, rows), height, depth, dict(feature.properties))


def _in_place(sheet: HexMap) -> HexMap:
    """Without the industrial ground that no building stands beside any more: a hex has no half of one."""
    wrong = [one for one in sheet.features if one.kind == "heavy_industrial" and out_of_place(sheet, one) is not None]
    if not wrong:
        return sheet
    return HexMap(sheet.columns, sheet.rows, [one for one in sheet.features if one not in wrong])


def _levels(table: Table, sheet: HexMap, cells: list[Cell]) -> Iterator[Feature]:
    """One hill for every level, with all hexes that have it."""
    levels: dict[int, list[Cell]] = {}
    for cell in cells:
        tops = [one.height for one in table.features_at(*sheet.middle(cell)) if one.role_name == "hill"]
        levels.setdefault(int(sum(tops) + 0.5), []).append(cell)
    for level in sorted(levels):
        if level:
            yield Feature(f"level{level}", "hill", Hexes(tuple(levels[level]), sheet.rows), float(level))


def _along(shape: Line, rows: int) -> Iterator[Cell]:
    """Every hex along a line."""
    ends = [axial_of(cell_near(at, rows)) for at in shape.points]
    for one, other in pairwise(ends):
        yield from (cell_of(at) for at in walk(one, other))


def _whole(levels: float) -> float:
    return float(int(levels + 0.5))
