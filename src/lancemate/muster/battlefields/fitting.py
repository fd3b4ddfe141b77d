"""Finds a table on which a scenario can be played, and puts the scenario on it.

Knows what scenarios ask of a table; must not know who plays or how the units take the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.setup import Side
from lancemate.alphastrike.scenarios.arranging import arrange, check_fit, needs_buildings
from lancemate.alphastrike.scenarios.scoring import lance_count
from lancemate.alphastrike.scenarios.zones import short_edges
from lancemate.field.hexes import HexMap
from lancemate.field.maps import Map
from lancemate.field.table import Table
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.battlefields.files import HAND_MADE, find_table
from lancemate.muster.battlefields.generator import generate
from lancemate.muster.battlefields.hexes import hexes_for, on_hexes
from lancemate.muster.battlefields.themes import every_theme, find_theme

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.scenarios.plan import Scenario

TRIES: Final = 60  # tables to look at before a theme is given up
SPARE: Final = 1  # buildings beyond those a search needs


def home_edges(width: float, depth: float, names: tuple[str, str]) -> tuple[Side, Side]:
    """Two sides at the home edges that lie furthest apart."""
    one, two = short_edges(width, depth)
    return Side(names[0], one), Side(names[1], two)


def generated(
    plan: Scenario,
    theme: str,
    seed: int,
    sides: tuple[Side, Side],
    units: Sequence[Muster],
    *,
    size: tuple[float, float] | None = None,
    symmetric: bool = False,
    hexes: bool = False,
) -> tuple[Map, Scenario]:
    """A table of a theme and the scenario on it: of those that follow from the number, the first that will do.

    On ``hexes`` it is a hex map about as large.
    """
    country = find_theme(theme)
    width, depth = size or (plan.table.width, plan.table.depth)
    check_fit(plan, Table(width, depth), sides)
    sheet = HexMap(*hexes_for(width, depth))
    if hexes:
        width, depth = sheet.width, sheet.depth
    houses = _houses(plan, sides, units)
    luck = Generator(seed)
    problem = ""
    for _ in range(TRIES):
        number = luck.next64()
        try:
            table = generate(
                country,
                width,
                depth,
                number,
                home=sides[0].home or EDGES[0],
                symmetric=symmetric,
                houses=houses,
                walled=plan.flanks == "walled",
            )
            field: Map = on_hexes(table, sheet.columns, sheet.rows) if hexes else table
            return field, arrange(plan, field, sides, units)
        except InputError as error:
            problem = error.plain
    raise InputError(f"no table of this theme will do for {plan.name}: {problem}", key="theme")


def _houses(plan: Scenario, sides: tuple[Side, Side], units: Sequence[Muster]) -> int:
    if not needs_buildings(plan):
        return 0
    return SPARE + sum(lance_count([unit for unit in units if unit.side == side.name]) for side in sides)


def country_named(name: str) -> str | Map:
    """The id of a theme, or a table drawn by hand: one that comes with the game, or a file."""
    if name in HAND_MADE or name.endswith((".yaml", ".yml", ".json")):
        return find_table(name)
    try:
        return find_theme(name).id
    except InputError:
        known = (*(theme.id for theme in every_theme()), *HAND_MADE)
        raise InputError(f"there is no theme or table {name!r}; {nearest(name, known)}", key="theme") from None
