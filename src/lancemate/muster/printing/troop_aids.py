"""Aids of BattleTroops: every table of the rules on paper, and the secret set-up of a side on reduced maps.

The tables are those that play reads. Must not know PDF or SVG.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from lancemate.battletroops.play.setup import Muster, Setup
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import ROW, Dot
from lancemate.field.lattice_terrain import BUILDING, Feature
from lancemate.kernel.changes import Table
from lancemate.muster.printing.drawing import BLACK, GREY, LIGHT, Disc, Mark, Page, Stroke
from lancemate.muster.printing.letters import line
from lancemate.muster.printing.paper import Paper
from lancemate.muster.printing.troop_paper import MARGIN, Filling, grid
from lancemate.rulebook.ledger import title

MAP_HIGH: Final = 300.0
WIDEST: Final = 14  # columns of a grid; wider tables are told in words


# -- every table -------------------------------------------------------------------------------------------------------


def reference_pages(paper: Paper = Paper.a4) -> list[Page]:
    """All tables of the rules, by id."""
    rules.load()
    sheet = Filling(paper, "BattleTroops: all tables", "as play reads them")
    for rule, book in sorted(_tables().items()):
        sheet.need(40)
        sheet.heading(f"{title(rule)}  ({rule})")
        _table(sheet, book)
        sheet.y += 4
    return sheet.pages


def _tables() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for home in rules.homes:
        if home.kind == "table" and isinstance(home.function, Table):
            found.setdefault(home.function.homes[0].ids[0], home.function.book)
    return found


def _table(sheet: Filling, book: Any) -> None:
    rows = list(_rows(book))
    if not rows or len(rows[0]) > WIDEST:
        sheet.paragraph(told(book))
        return
    for row in rows:
        sheet.need(9)
        sheet.add(*grid(MARGIN, sheet.y, sheet.inner, [row]))
        sheet.y += 9


def _rows(book: Any) -> Iterator[tuple[str, ...]]:
    """A grid, where the table is one: named rows with the same columns, or rows as long as each other."""
    if not isinstance(book, Mapping) or not book:
        return
    values = list(book.values())
    if all(isinstance(one, Mapping) for one in values):
        columns = list(dict.fromkeys(key for one in values for key in one))
        yield ("", *map(told, columns))
        for name, one in book.items():
            yield (told(name), *(told(one.get(column, "")) for column in columns))
    elif all(isinstance(one, (list, tuple)) for one in values) and len({len(one) for one in values}) == 1:
        for name, one in book.items():
            yield (told(name), *map(told, one))


def told(value: Any) -> str:
    """A value of a table in words."""
    if isinstance(value, Mapping):
        return "; ".join(f"{told(key)}: {told(one)}" for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(told, value))
    if isinstance(value, (set, frozenset)):
        return ", ".join(sorted(map(told, value)))
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value).replace("_", " ")


# -- secret set-up -----------------------------------------------------------------------------------------------------


def setup_pages(setup: Setup, side: str, paper: Paper = Paper.a4) -> list[Page]:
    """What only this side may see: its hidden men and its mines, listed, and on a small map of every floor."""
    sheet = Filling(paper, f"Secret set-up of {side}", "show it to nobody")
    hidden = [unit for unit in setup.units if unit.side == side and unit.state.get("hidden")]
    mines = [mine for mine in setup.mines if mine.side == side]
    rows = [("Who or what", "Dot", "Level", "Direction")]
    rows += [(unit.id, told(unit.at), str(_level(unit)), str(unit.state["hidden"])) for unit in hidden]
    rows += [(f"{mine.kind} mine", told(mine.at), str(mine.elevation), "-") for mine in mines]
    rows += [("", "", "", "")] * max(0, 6 - len(rows))
    for row in rows:
        sheet.need(11)
        sheet.add(*grid(MARGIN, sheet.y, sheet.inner, [row], 11))
        sheet.y += 11
    spots = [(unit.at, _level(unit), unit.id) for unit in hidden if unit.at is not None]
    spots += [(mine.at, mine.elevation, "mine") for mine in mines]
    for level in sorted(
        {0, *range(max((one.height for one in setup.map.buildings), default=1)), *(s[1] for s in spots)}
    ):
        sheet.need(MAP_HIGH + 24)
        sheet.heading({-1: "Basement", 0: "Ground"}.get(level, f"Level {level}"))
        sheet.add(*_map(sheet, setup, level, [(at, name) for at, on, name in spots if on == level]))
        sheet.y += MAP_HIGH + 8
    return sheet.pages


def _level(unit: Muster) -> int:
    return int(str(unit.state.get("elevation") or 0))


def _map(sheet: Filling, setup: Setup, level: int, spots: list[tuple[Dot, str]]) -> Iterator[Mark]:
    """A reduced map: dots, walls of this floor, and who is where."""
    field = setup.map
    scale = min(sheet.inner / (field.width + 1), MAP_HIGH / (field.depth * ROW + 1))

    def at(point: Dot) -> Dot:
        return MARGIN + (point[0] + 0.5) * scale, sheet.y + (field.depth - 0.5 - point[1]) * ROW * scale

    for dot in field.dots:
        x, y = at(dot)
        yield Disc(x, y, 0.5, 0, GREY)
    for one in field.features:
        if one.kind != BUILDING or level <= one.height:
            for (x1, y1), (x2, y2) in ((at(a), at(b)) for a, b in _lines(one)):
                yield Stroke(x1, y1, x2, y2, 1.0 if one.kind == BUILDING else 0.5, BLACK, one.kind != BUILDING)
            openings = (*one.windows, *(one.doors if level == 0 else ())) if 0 <= level < one.height else ()
            for (x1, y1), (x2, y2) in ((at(a), at(b)) for a, b in openings):
                yield Stroke(x1, y1, x2, y2, 3.0, LIGHT)
    for point, name in spots:
        x, y = at(point)
        yield Disc(x, y, scale * 0.4, 0.6, LIGHT)
        yield line(x, y + scale * 0.4 + 4.5, name, 4.6, anchor="middle")


def _lines(one: Feature) -> Iterator[tuple[Dot, Dot]]:
    if one.line is not None:
        yield one.line
    if one.outline:
        yield from zip(one.outline, (*one.outline[1:], one.outline[0]), strict=True)
    yield from one.walls
