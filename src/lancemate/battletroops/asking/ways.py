"""Where a soldier can be at the end of his activation, and by which way. Asks the rules what each step costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lancemate.battletroops.movement.costs import TERRAIN, change_level, pace
from lancemate.battletroops.movement.plan import standing_on
from lancemate.field.lattice import STEPS, Dot, neighbour

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Lattice

Part: TypeAlias = Dot | str
Spot: TypeAlias = tuple[Dot, int, bool]  # a dot, its level, whether he lies


class Way(NamedTuple):
    """A way to a spot: what it costs, and the shots it draws on the way."""

    spot: Spot
    cost: int
    danger: float
    path: tuple[Part, ...]

    @property
    def leaves(self) -> bool:
        return any(part not in ("prone", "stand") for part in self.path)


def safe(spot: Spot) -> float:
    """What a spot draws where nobody thinks of it."""
    return 0.0


def ways(
    battle: Battle,
    unit: Unit,
    mp: int,
    danger: Callable[[Spot], float] = safe,
    known: Callable[[Spot], Sequence[tuple[Part, Spot, int]]] | None = None,
) -> list[Way]:
    """The cheapest way to every spot in reach; of two as cheap the one that draws fewer shots.

    Whoever asks for many men may hand over the steps he knows.
    """
    known = known or (lambda spot: list(steps(battle, spot)))
    start: Spot = (unit.at, unit.elevation, unit.prone)
    best: dict[Spot, Way] = {}
    order = count()
    queue: list[tuple[int, float, int, Spot, tuple[Part, ...]]] = [(0, 0.0, next(order), start, ())]
    while queue:
        cost, risk, _, spot, path = heappop(queue)
        if spot in best:
            continue
        best[spot] = Way(spot, cost, risk, path)
        for part, to, price in known(spot):
            if cost + price <= mp and to not in best:
                moved = part not in ("prone", "stand")
                drawn = risk + (danger(to) if moved else 0.0) + (danger(start) if moved and not _left(path) else 0.0)
                heappush(queue, (cost + price, drawn, next(order), to, (*path, part)))
    return [way for way in best.values() if not way.path or standing_on(battle, *way.spot[:2], unit) is None]


def _left(path: tuple[Part, ...]) -> bool:
    return any(part not in ("prone", "stand") for part in path)


def steps(battle: Battle, spot: Spot) -> Iterator[tuple[Part, Spot, int]]:
    """Every step from a spot: what it is called, where it leads, what it costs."""
    at, level, prone = spot
    table = TERRAIN.of(battle)
    for direction in STEPS:
        to = neighbour(at, direction)
        if battle.map.inside(to):
            step = pace(battle, at, level, to, prone=prone)
            if step.refusal is None:
                yield to, (to, step.elevation, prone), step.cost
    if battle.map.has_stairway(at):
        for word in ("up", "down"):
            step = change_level(battle, at, level, word == "up", prone=prone)
            if step.refusal is None:
                yield word, (at, step.elevation, prone), step.cost
    yield ("stand", (at, level, False), table["stand"]) if prone else ("prone", (at, level, True), table["prone"])


class Steps:
    """The steps from spots that have been asked for, kept while the map and the machines on it are the same."""

    def __init__(self) -> None:
        self._map: Lattice | None = None
        self._machines: list[object] = []
        self._known: dict[Spot, list[tuple[Part, Spot, int]]] = {}

    def of(self, battle: Battle) -> Callable[[Spot], Sequence[tuple[Part, Spot, int]]]:
        machines: list[object] = [
            (one.id, one.at, one.elevation, one.place, one.airborne, one.machine)
            for one in battle.units.values()
            if one.machine is not None
        ]
        if self._map is not battle.map or self._machines != machines:
            self._map, self._machines, self._known = battle.map, machines, {}

        def known(spot: Spot) -> Sequence[tuple[Part, Spot, int]]:
            found = self._known.get(spot)
            if found is None:
                found = self._known[spot] = list(steps(battle, spot))
            return found

        return known
