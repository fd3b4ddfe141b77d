"""A scenario on the picture of a battle: zones while units are placed, markers and flags, buildings to be searched.

Draws in inches, y to the north, as layers of field.picture. Shows only what everybody may know; must not know rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scenarios.flags import carrier_of, flags, place_of
from lancemate.alphastrike.scenarios.holding import held, markers
from lancemate.alphastrike.scenarios.notes import objective_notes, scenario_of, score_of
from lancemate.alphastrike.scenarios.recon import has_scanned, searchers, standing_buildings
from lancemate.alphastrike.scenarios.scoring import turn_limit
from lancemate.alphastrike.turn.deployment import deployment_areas
from lancemate.kernel.markup import escape

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.scenarios.plan import Objective

Box = tuple[float, float, float, float]  # west, south, east, north

INK: Final = "#2c2a24"
PAPER: Final = "#fbfaf4"
GOLD: Final = "#d9a514"
POLE: Final = 2.2  # inches
LETTERS: Final = 0.75


def drawn(battle: Battle, colours: Mapping[str, str]) -> Iterator[str]:
    """Everything a scenario puts on the table, from the ground up."""
    plan = scenario_of(battle)
    if orders.Deploy in battle.now.verbs or not any(unit.on_table for unit in battle.units.values()):
        for side in battle.sides:
            yield from _zones(battle, side, colours[side])
    for marker in markers(battle):
        holder = held.read(objective_notes(battle, marker.id))
        yield from _marker(marker, colours.get(str(holder), GOLD), f"held by {holder}" if holder else "held by nobody")
    for flag in flags(battle):
        yield from _flag(battle, flag, colours.get(flag.side or "", GOLD))
    if plan.search is not None:
        for name in standing_buildings(battle):
            done = all(has_scanned(battle, side, name) for side in searchers(battle))
            yield from _searched(battle, name, done)
    yield from _standing(battle)


def _zones(battle: Battle, side: str, colour: str) -> Iterator[str]:
    for area in deployment_areas(battle, side):
        title = f"<title>{escape(side)} begins {escape(area.words)}</title>"
        paint = f'fill="{colour}" fill-opacity="0.10" stroke="{colour}" stroke-width="0.12" stroke-dasharray="0.8 0.5"'
        if area.within is None:
            place = f'x="{area.x:g}" y="{area.y:g}" width="{area.width:g}" height="{area.depth:g}"'
            yield f"<g>{title}<rect {place} {paint}/></g>"
            continue
        for x, y, radius in area.points:
            yield f'<g>{title}<circle cx="{x:g}" cy="{y:g}" r="{radius + area.within:g}" {paint}/></g>'
        for name in area.features:
            if name in battle.table.by_id:
                bounds = area.x, area.y, area.x + area.width, area.y + area.depth
                yield f"<g>{title}{_around(battle, name, area.within, paint, bounds)}</g>"


def _around(battle: Battle, name: str, within: float, paint: str, bounds: Box | None = None) -> str:
    """A frame around a piece of terrain, so many inches away, as far as it lies within bounds."""
    west, south, east, north = _box(battle, name, within)
    if bounds is not None:
        west, south, east, north = (
            max(west, bounds[0]),
            max(south, bounds[1]),
            min(east, bounds[2]),
            min(north, bounds[3]),
        )
    if west >= east or south >= north:
        return ""
    place = f'x="{west:g}" y="{south:g}" width="{east - west:g}" height="{north - south:g}"'
    return f'<rect {place} rx="{within:g}" {paint}/>'


def _box(battle: Battle, name: str, within: float) -> Box:
    corners = battle.table.by_id[name].shape.corners()
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) - within, min(ys) - within, max(xs) + within, max(ys) + within


def _marker(marker: Objective, colour: str, how: str) -> Iterator[str]:
    """Rings around a point."""
    x, y = marker.at
    r = marker.radius
    yield (
        f"<g><title>{escape(marker.id)}, {escape(how)}</title>"
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}" fill-opacity="0.55" stroke="{INK}" '
        'stroke-width="0.18"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r / 2:g}" fill="none" stroke="{INK}" stroke-width="0.15"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r / 8:g}" fill="{INK}"/></g>'
    )
    yield _text(x, y + r + 0.25, marker.id)


def _flag(battle: Battle, flag: Objective, colour: str) -> Iterator[str]:
    """A pole with a pennant, at its place or at whoever carries it."""
    carrier = carrier_of(battle, flag)
    x, y = place_of(battle, flag)
    if carrier is not None:
        x, y = carrier.x + carrier.radius * 0.5, carrier.y + carrier.radius * 0.5
    told = f"{flag.id}, carried by {carrier.id}" if carrier is not None else flag.id
    base = (
        ""
        if carrier is not None
        else (
            f'<circle cx="{x:g}" cy="{y:g}" r="{flag.radius:g}" fill="{colour}" fill-opacity="0.2" stroke="{colour}" '
            'stroke-width="0.12"/>'
        )
    )
    top = y + POLE
    yield (
        f"<g><title>{escape(told)}</title>{base}"
        f'<path d="M{x:g} {y:g} V{top:g}" stroke="{INK}" stroke-width="0.2" fill="none"/>'
        f'<path d="M{x:g} {top:g} L{x + 1.6:g} {top - 0.55:g} L{x:g} {top - 1.1:g} Z" fill="{colour}" stroke="{INK}" '
        'stroke-width="0.1"/></g>'
    )


def _searched(battle: Battle, name: str, done: bool) -> Iterator[str]:
    """A frame around a building to be scanned, and whether that is done."""
    _, _, east, north = _box(battle, name, 0.3)
    paint = f'fill="none" stroke="{GOLD}" stroke-width="0.25"' + (' stroke-dasharray="0.4 0.3"' if done else "")
    told = "scanned" if done else "to be scanned"
    yield f"<g><title>{escape(name)}, {told}</title>{_around(battle, name, 0.3, paint)}</g>"
    yield _text(east, north, "✓" if done else "?")


def _standing(battle: Battle) -> Iterator[str]:
    """Under the table: the scenario, its clock and the points so far."""
    plan, last = scenario_of(battle), turn_limit(battle)
    clock = f", turn {min(battle.state.turn, last)} of {last}" if last is not None else ""
    scores = [f"{side} {score_of(battle, side)}" for side in battle.sides]
    points = f": {', '.join(scores)}" if any(score_of(battle, side) for side in battle.sides) else ""
    yield _text(battle.table.width, -1.9, f"{plan.name}{clock}{points}", anchor="end")


def _text(x: float, y: float, text: str, *, anchor: str = "middle") -> str:
    return (
        f'<text transform="translate({x:g} {y:g}) scale(1 -1)" text-anchor="{anchor}" font-size="{LETTERS:g}" '
        f'fill="{INK}" stroke="{PAPER}" stroke-width="0.2" paint-order="stroke">{escape(text)}</text>'
    )
