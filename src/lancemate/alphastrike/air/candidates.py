"""Flights worth asking about: over and past everybody on the table, from the points a path may begin at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, levels, thrust_to_spend
from lancemate.alphastrike.air.flying import may_hover, preview
from lancemate.alphastrike.measure.lines import on_an_edge
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import hovering
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import RESERVE

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

SHARES: Final = (0.5, 0.25, 0.75)  # of the home edge, where nobody says where to come on
WAYS: Final = tuple(range(0, 360, 30))  # degrees, where there is nobody to fly at

ALTITUDE: Final = Choice("altitude", "Altitude", "word", "AS-AER-006")
FACING: Final = Choice("facing", "Heading", "number", "AS-AER-003", most=360.0)
PATH: Final = Choice("path", "Begins at", "path", "AS-AER-005")
MODE: Final = Choice("mode", "Flies", "word", "AS-AER-003")


def beginnings(battle: Battle, unit: Unit) -> Iterator[Point | None]:
    """Points at which the path of a unit may begin: where it is, as far as it may slide, or along its home edge."""
    table = battle.table
    if unit.place != RESERVE:
        yield None
        if on_an_edge(table, unit.at) and not hovering.of(unit):
            far = thrust_to_spend(battle, unit)
            x, y = unit.at
            for dx, dy in ((far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far)):
                at = table.snap((x + dx, y + dy))
                if far and table.inside(*at) and on_an_edge(table, at):
                    yield at
        return
    homes = (home_edge(battle, unit.side),) if home_edge(battle, unit.side) is not None else table.edges
    for home in homes:
        assert home is not None
        across = [table.onto_edge(home, one.at) for one in battle.on_table(battle.opponent(unit.side))]
        width = table.across(home)
        spread = [table.along_edge(home, (share - 0.5) * width, 0.0) for share in SHARES]
        yield from (table.snap(at) for at in dict.fromkeys((*across, *spread)))


def headings(battle: Battle, unit: Unit, start: Point) -> tuple[float, ...]:
    """Over every enemy, all around, and into the corners: on a small table no other line may be long enough."""
    table = battle.table
    corners = [(x, y) for x in (0.0, table.width) for y in (0.0, table.depth)]
    over = [table.bearing(start, one.at) for one in battle.on_table() if one.side != unit.side and one.at != start]
    away = [table.bearing(start, corner) for corner in corners if corner != start]
    return tuple(dict.fromkeys(table.snap_facing(way) for way in (*over, *map(float, WAYS), *away)))


def flights(battle: Battle, unit: Unit, altitude: str | None = None) -> Iterator[orders.Move]:
    """Flights over every enemy and in every direction, all of them legal."""
    for at in beginnings(battle, unit):
        for facing in headings(battle, unit, unit.at if at is None else at):
            path = () if at is None else (at,)
            command = orders.Move(unit.id, path, "fly", facing, altitude=altitude)
            if preview(battle, command).legal:
                yield command


@hooks.offers.rule("AS-AER-003", when=AIR)
def may_fly(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """One offer for all flights of a unit, with one of them already in it."""
    if not unit.card.is_aerospace or orders.Move not in battle.now.verbs or battle.state.to_act != unit.side:
        return None
    if not (unit.airborne or unit.place == RESERVE) or not may_move_now(battle, unit):
        return None
    first = next(flights(battle, unit), None)
    if first is None:
        return None
    known = levels(battle)
    first = replace(first, altitude=altitude_of(unit))
    words = ("fly", "hover") if may_hover(battle, unit) else ("fly",)
    choices = (replace(MODE, among=words), PATH, FACING, replace(ALTITUDE, among=known))
    return (offer(first, "Fly", "AS-AER-003", *choices),)
