"""Where a unit could stand at the end of its move, in every mode it has: the places the tactical player compares."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import TOLERANCE
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.modes import current_modes
from lancemate.alphastrike.movement.reach import reach, starting_point
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.play.state import RESERVE
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.urban.buildings import roof_of, structure_at
from lancemate.bots.alphastrike.tactics.lines import Stand, stand
from lancemate.bots.alphastrike.tactics.played import played

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.reach import Reachable
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.layout import Floats, Ints
    from lancemate.field.shapes import Point

MANY: Final = 110  # places of one mode that are worth comparing
IN_A_CROWD: Final = 70  # where there are more enemies than anybody can look at closely
CLOSEST: Final = 1.0  # inches between two of them
ENTRIES: Final = 5  # places along the home edge at which a unit might come on


class Places(NamedTuple):
    """Places of one unit, mode by mode. ``modes`` gives the mode of every row, ``source`` where its way comes from."""

    unit: str
    stand: Stand
    modes: tuple[str, ...]
    source: tuple[tuple[Reachable | None, int, Point | None], ...]
    cost: Floats
    exact: tuple[orders.Move, ...] = ()  # the moves themselves, where they are known already

    def __len__(self) -> int:
        return len(self.modes)

    def command(self, row: int, facing: float | None = None) -> orders.Move:
        """The move that leads to a place."""
        if self.exact:
            known = self.exact[row]
            return orders.Move(known.unit, known.path, known.mode, facing)
        search, number, start = self.source[row]
        if search is None:
            return orders.Move(self.unit, (), "standstill", facing)
        move = search.move_to(number, facing)
        if start is None:
            return move
        return orders.Move(self.unit, (start, *move.path), move.mode, facing)


def places(battle: Battle, unit: Unit, *, sprint: bool = False, many: int = MANY) -> Places | None:
    """Where a unit could be at the end of its move; None when it cannot do anything but pass."""
    modes = current_modes(battle, unit)
    if not modes:
        return None
    points: list[Floats] = []
    named: list[str] = []
    source: list[tuple[Reachable | None, int, Point | None]] = []
    costs: list[Floats] = []
    if unit.on_table:
        points.append(np.array([unit.at]))
        named.append("standstill")
        source.append((None, 0, None))
        costs.append(np.zeros(1))
    starts = _entries(battle, unit) if unit.place == RESERVE else (None,)
    for mode in modes:
        if mode == "standstill" or (mode == "sprint") != sprint:
            continue
        inches = current_move(battle, unit, "jump" if mode == "jump" else "ground") * (1.5 if sprint else 1.0)
        spacing = max(CLOSEST, sqrt(pi * inches * inches * len(starts) / many))
        for start in starts:
            search = reach(battle, unit, mode, start=start, spacing=spacing)
            rows = _prudent(battle, search, unit, mode, _worth_a_look(battle, search, unit))
            rows = rows[_from_home(battle, unit.side, search.points[rows])]
            points.append(search.points[rows])
            costs.append(search.costs[rows])
            named += [mode] * len(rows)
            source += [(search, number, start) for number in rows.tolist()]
    if not named:
        return None
    where = np.concatenate(points)
    bottoms, surfaces = _levels(battle, unit, where)
    _on_roofs(battle, unit, where, named, bottoms)
    return Places(
        unit.id, stand(battle, unit, where, bottoms, surfaces), tuple(named), tuple(source), np.concatenate(costs)
    )


def places_at(battle: Battle, unit: Unit, moves: Sequence[orders.Move]) -> Places:
    """The places to which these moves lead, each over its whole path."""
    where = np.array([move.path[-1] for move in moves], dtype=np.float64)
    bottoms, surfaces = _levels(battle, unit, where)
    modes = tuple(move.mode for move in moves)
    there = stand(battle, unit, where, bottoms, surfaces)
    return Places(unit.id, there, modes, (), np.zeros(len(moves)), tuple(moves))


def _worth_a_look(battle: Battle, search: Reachable, unit: Unit) -> Ints:
    """All places but the one where it stands already: staying there has a mode of its own."""
    points = search.points
    if not len(points) or unit.place == RESERVE:
        return np.arange(len(points))
    return np.flatnonzero(battle.table.distances(points, unit.at) >= 1.0)


def _prudent(battle: Battle, search: Reachable, unit: Unit, mode: str, rows: Ints) -> Ints:
    """Those among places that cost no more than rules advise."""
    for hook in battle.hooks[hooks.prudent_move]:
        most = hook(battle, unit, mode)
        if most is not None:
            rows = rows[search.costs[rows] <= most + TOLERANCE]
    return rows


def _from_home(battle: Battle, side: str, points: Floats) -> Ints:
    """Places in the order in which a side sees them: from its own edge forward, from its left to its right. Of equally
    good ones the first is taken, and so neither edge has the better of it."""
    x, y = np.round(points[:, 0], 6), np.round(points[:, 1], 6)
    seen = {"south": (x, y), "north": (-x, -y), "west": (-y, x), "east": (y, -x)}
    return np.lexsort(seen[home_edge(battle, side) or "south"])


def _entries(battle: Battle, unit: Unit) -> tuple[Point, ...]:
    """Points of the home edge at which a unit might come on, from the middle out."""
    x, y = starting_point(battle, unit)
    table = battle.table
    along = home_edge(battle, unit.side) in ("west", "east")
    across = table.depth if along else table.width
    found = []
    for number in range(ENTRIES):
        at = round(across * (number + 0.5) / ENTRIES, 4)
        found.append((x, at) if along else (at, y))
    return tuple(found)


def _on_roofs(battle: Battle, unit: Unit, points: Floats, modes: Sequence[str], bottoms: Floats) -> None:
    """Who jumps to where a building stands comes down on its roof, and who stays where it is stays upstairs."""
    if BUILT_UP not in played(battle):
        return
    for row, mode in enumerate(modes):
        if mode == "standstill":
            bottoms[row] = unit.elevation
        elif mode == "jump":
            house = structure_at(battle, (float(points[row, 0]), float(points[row, 1])))
            if house is not None:
                bottoms[row] = roof_of(battle, house)


def _levels(battle: Battle, unit: Unit, points: Floats) -> tuple[Floats, Floats]:
    """Elevation of a unit's feet at places, and of the surface there."""
    ground, surface, bridged = battle.table.levels(points)
    if unit.airborne:
        return np.maximum(surface, unit.elevation), surface
    if resting_way(battle, unit) == "walk":
        # On the bottom of water and on decks of bridges; bridges lie above the ground under them.
        return np.where(bridged, surface, ground), surface
    return surface.copy(), surface
