"""What a side should be after in a scenario, in words a program can use: where to be, how much it matters, what for.

Knows the scenario's blocks and what a side may know; must not decide anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.scenarios.beginning import commander_of
from lancemate.alphastrike.scenarios.flags import (
    carrier_of,
    delivered_to,
    flags,
    moved,
    place_of,
    wanted_by,
)
from lancemate.alphastrike.scenarios.holding import held_by, markers
from lancemate.alphastrike.scenarios.line import runner, way_through
from lancemate.alphastrike.scenarios.notes import objective_notes
from lancemate.alphastrike.scenarios.recon import (
    all_found,
    has_scanned,
    is_searcher,
    searchers,
    standing_buildings,
)
from lancemate.alphastrike.scenarios.withdrawal import is_forced, must_go, ways_out
from lancemate.alphastrike.turn.deployment import in_deployment_zone

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.scenarios.plan import Objective

Point = tuple[float, float]

HOME: Final = 5.0  # inches from the home edge at which one is well inside the zone


class Goal(NamedTuple):
    """Be at a place: ``weight`` is 1 for what the scenario is about, less for what helps.

    hold      be in contact with a marker at the end of the turn, and stay
    take      be in contact with a flag, then ``act: take``
    deliver   be in one's own zone with the flag; one's own flag is then put down there, ``act: drop``
    scan      be in contact with a building, then ``act: scan``; or in reach of a probe
    exit      leave the table here
    stop      an enemy that must not get away with it
    guard     a place the enemy will come to
    """

    point: Point
    weight: float
    what: str
    target: str | None = None  # the objective, building or unit it is about
    units: tuple[str, ...] | None = None  # whose it is; anybody's, when nobody is named
    within: float = 0.0  # inches from the edge of a base to the point that are near enough
    onward: float = 0.0  # inches from there to where it must be brought


def goals(battle: Battle, side: str) -> list[Goal]:
    """Everything a side should be after now, most important first."""
    scenario = battle.setup.scenario
    found = list(_withdrawals(battle, side))
    if scenario is not None:
        if scenario.hold is not None or scenario.dominate is not None:
            found += _markers(battle, side)
        if scenario.flags is not None:
            found += _flags(battle, side)
        if scenario.escape is not None:
            found += _escape(battle, side)
        if scenario.search is not None:
            found += _search(battle, side)
        if scenario.commanders is not None:
            found += _commanders(battle, side)
    return sorted(found, key=lambda goal: -goal.weight)


def _edge_point(battle: Battle, edge: str, at: Point, inside: float = 0.0) -> Point:
    """The point of an edge straight ahead, or so many inches before it."""
    return battle.table.onto_edge(edge, at, inside)


def _withdrawals(battle: Battle, side: str) -> Iterator[Goal]:
    if not is_forced(battle):
        return
    for unit in battle.on_table(side):
        if must_go(battle, unit):
            for edge in ways_out(battle, unit):
                yield Goal(_edge_point(battle, edge, unit.at), 1.0, "exit", edge, (unit.id,), unit.radius)


def _markers(battle: Battle, side: str) -> Iterator[Goal]:
    held = {marker.id for marker in held_by(battle, side)}
    for marker in markers(battle):
        weight = 0.9 if marker.id in held else 1.0
        yield Goal(marker.at, weight, "hold", marker.id, None, marker.radius)


def _flags(battle: Battle, side: str) -> Iterator[Goal]:
    for flag in flags(battle):
        carrier = carrier_of(battle, flag)
        if carrier is None:
            yield from _lying(battle, side, flag)
        elif carrier.side != side:
            yield Goal(carrier.at, 1.0, "stop", carrier.id)
        else:
            yield from _carried(battle, flag, carrier)


def _lying(battle: Battle, side: str, flag: Objective) -> Iterator[Goal]:
    """A flag to be fetched, taken back, or watched over where it is safe."""
    home, at = home_edge(battle, side), place_of(battle, flag)
    onward = max(0.0, battle.table.distance_to_edge(home, at, HOME)) if home is not None else 0.0
    if flag in wanted_by(battle, side) and delivered_to(battle, flag) != side:
        yield Goal(at, 1.0, "take", flag.id, None, flag.radius, onward)
    elif flag.side == side:
        astray = moved.read(objective_notes(battle, flag.id)) and not is_safe(battle, flag)
        weight, what = (0.8, "take") if astray else (0.3, "guard")
        yield Goal(at, weight, what, flag.id, None, flag.radius, onward)


def _carried(battle: Battle, flag: Objective, carrier: Unit) -> Iterator[Goal]:
    """A flag on its way home: the enemy's to be scored, the own one to be put down where it is safe."""
    home = home_edge(battle, carrier.side)
    if home is None or (flag.side == carrier.side and is_safe(battle, flag)):
        return
    inside = max(0.0, HOME - 2.0 * carrier.radius)
    yield Goal(_edge_point(battle, home, carrier.at, HOME), 1.0, "deliver", flag.id, (carrier.id,), inside)
    yield Goal(carrier.at, 0.4, "guard", carrier.id)


def is_safe(battle: Battle, flag: Objective) -> bool:
    """It is in the zone of the side whose flag it is."""
    return flag.side is not None and in_deployment_zone(battle, flag.side, *place_of(battle, flag), flag.radius)


def _escape(battle: Battle, side: str) -> Iterator[Goal]:
    edge = way_through(battle)
    if edge is None:
        return
    for unit in battle.on_table(runner(battle)):
        at = _edge_point(battle, edge, unit.at)
        if unit.side == side:
            yield Goal(at, 1.0, "exit", edge, (unit.id,), unit.radius)
        else:
            yield Goal(_edge_point(battle, edge, unit.at, HOME), 0.5, "guard", unit.id)


def _search(battle: Battle, side: str) -> Iterator[Goal]:
    home = home_edge(battle, side)
    if is_searcher(battle, side):
        done = all_found.read(objective_notes(battle, f"search:{side}"))
        if done and home is not None:
            for unit in battle.on_table(side):
                yield Goal(_edge_point(battle, home, unit.at), 1.0, "exit", home, (unit.id,), unit.radius)
        elif not done:
            for name in standing_buildings(battle):
                if not has_scanned(battle, side, name):
                    yield Goal(battle.table.by_id[name].shape.centroid(), 1.0, "scan", name)
    for enemy in searchers(battle):
        if enemy != side:
            for name in standing_buildings(battle):
                if not has_scanned(battle, enemy, name):
                    yield Goal(battle.table.by_id[name].shape.centroid(), 0.4, "guard", name)


def _commanders(battle: Battle, side: str) -> Iterator[Goal]:
    name = commander_of(battle, battle.opponent(side))
    if name is not None and name in battle.units and battle.units[name].on_table:
        yield Goal(battle.units[name].at, 0.8, "stop", name)
