"""Draws a battle as SVG: one picture for every floor on which there is something to see, one below the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.templates import covered, radius_of
from lancemate.battletroops.sight.ranges import arc_width
from lancemate.field.lattice import BEARINGS, ROW, Dot, bearing, beyond
from lancemate.field.lattice_terrain import BUILDING, CONTOUR, FIRE, FURNITURE, RUBBLE, TREE, WALL, Feature, Span
from lancemate.kernel.markup import escape

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Lattice

SCALE: Final = 26.0  # pixels to the dot
MARGIN: Final = 26.0
SIDES: Final = ("#b3302a", "#2a5fb3")
FILLS: Final = {"undergrowth": "#a9c48f", FURNITURE: "#b58d5e", "splinters": "#c4b58f", CONTOUR: "#e2d2a4"}
ARC_LENGTH: Final = 4.0


def draw(battle: Battle) -> str:
    """The whole battle."""
    floors = floors_shown(battle)
    width = (battle.map.width + 0.5) * SCALE + 2 * MARGIN
    height = battle.map.depth * ROW * SCALE + 3 * MARGIN
    pictures = []
    for number, floor in enumerate(floors):
        pictures.append(f'<g transform="translate(0 {number * height:.1f})">{"".join(_floor(battle, floor))}</g>')
    size = f'width="{width:.0f}" height="{height * len(floors):.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:.0f} {height * len(floors):.0f}" '
        f'font-family="sans-serif"><rect width="100%" height="100%" fill="#f6f3ea"/>{"".join(pictures)}</svg>\n'
    )


hooks.questions.add("picture", draw)


def floors_shown(battle: Battle) -> tuple[int, ...]:
    """The ground, every storey of a building, and every other level on which somebody or something is."""
    levels = {0, *range(max((one.height for one in battle.map.buildings), default=1))}
    levels |= {unit.elevation for unit in battle.units.values() if unit.on_map}
    levels |= {one.elevation for one in battle.map.features if one.elevation is not None}
    levels |= {one.elevation for one in battle.state.explosives}
    return tuple(sorted(levels))


def _at(field: Lattice, point: Dot) -> tuple[float, float]:
    return MARGIN + (point[0] + 0.25) * SCALE, 2 * MARGIN + (field.depth - 1 - point[1] + 0.25) * ROW * SCALE


def _floor(battle: Battle, floor: int) -> Iterator[str]:
    field = battle.map
    name = {-1: "Basement", 0: "Ground"}.get(floor, f"Level {floor}")
    yield f'<text x="{MARGIN}" y="{MARGIN}" font-size="15" font-weight="bold">{name}</text>'
    for one in sorted(field.features, key=lambda one: one.kind != CONTOUR):
        yield from _feature(field, one, floor)
    for dot in field.dots:
        x, y = _at(field, dot)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="#8c8672"/>'
    for charge in battle.state.explosives:
        if charge.elevation == floor:
            x, y = _at(field, charge.at)
            yield f'<path d="M{x - 6:.1f} {y:.1f}h12M{x:.1f} {y - 6:.1f}v12" stroke="#d07a1c" stroke-width="3"/>'
    for unit in battle.units.values():
        if unit.on_map and unit.elevation == floor:
            yield from _unit(battle, unit)


def _path(field: Lattice, points: tuple[Dot, ...], *, close: bool) -> str:
    steps = " L".join(f"{x:.1f} {y:.1f}" for x, y in (_at(field, point) for point in points))
    return f"M{steps}{' Z' if close else ''}"


def _line(field: Lattice, span: Span, colour: str, width: float) -> str:
    return f'<path d="{_path(field, span, close=False)}" stroke="{colour}" stroke-width="{width}" fill="none"/>'


def _feature(field: Lattice, one: Feature, floor: int) -> Iterator[str]:
    ground = field.levels_of[one.id]
    if one.kind == BUILDING:
        yield from _building(field, one, floor - ground)
        return
    level = ground if one.elevation is None else one.elevation
    if level != floor and one.kind != CONTOUR:
        return
    if one.kind == TREE and one.at is not None:
        x, y = _at(field, one.at)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{one.branches * SCALE:.1f}" fill="#86b06f" fill-opacity="0.6"/>'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{one.trunk * SCALE:.1f}" fill="#4a3521"/>'
    elif one.kind == WALL and one.line is not None:
        yield _line(field, one.line, "#2b2b2b", 4)
    elif one.kind in (FIRE, RUBBLE):
        colour = "#e4572e" if one.kind == FIRE else "#9b9186"
        for dot in one.dots:
            x, y = _at(field, dot)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.4 * SCALE:.1f}" fill="{colour}" fill-opacity="0.7"/>'
    elif one.circle is not None:
        x, y = _at(field, one.circle[:2])
        fill = FILLS.get(one.kind, "#cccccc")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{one.circle[2] * SCALE:.1f}" fill="{fill}" fill-opacity="0.8"/>'
    elif one.outline:
        edge = ' stroke="#9c7b3c"' if one.kind == CONTOUR else ""
        fill = FILLS.get(one.kind, "#cccccc")
        yield f'<path d="{_path(field, one.outline, close=True)}" fill="{fill}" fill-opacity="0.8"{edge}/>'
    elif one.line is not None:
        yield _line(field, one.line, "#9b9186", 5)


def _building(field: Lattice, one: Feature, floor: int) -> Iterator[str]:
    """A storey of a building; the roof has no walls, and above it there is nothing."""
    if floor > one.height or (floor < 0 and not (one.stairways and one.height > 1)):
        return
    fill = "#d9d4cc" if floor < one.height else "#c2b8a8"
    yield f'<path d="{_path(field, one.outline, close=True)}" fill="{fill}"/>'
    if floor < one.height:
        for span in (*one.edges, *one.walls):
            yield _line(field, span, "#2b2b2b", 4)
        for span in one.windows if floor >= 0 else ():
            yield _line(field, span, "#9fc5d8", 4)
        for span in one.doors:
            if floor == 0 or any(_inner(span, wall) for wall in one.walls):
                yield _line(field, span, "#b9854a", 4)
    else:
        yield f'<path d="{_path(field, one.outline, close=True)}" fill="none" stroke="#6f675c" stroke-dasharray="4 3"/>'
    for dot in one.stairways:
        x, y = _at(field, dot)
        yield f'<path d="M{x - 7:.1f} {y - 4:.1f}h14M{x - 7:.1f} {y:.1f}h14M{x - 7:.1f} {y + 4:.1f}h14" stroke="#555"/>'


def _inner(span: Span, wall: Span) -> bool:
    from lancemate.field.lattice_terrain import lies_on

    return lies_on(wall, span)


def _machine(battle: Battle, unit: Unit, colour: str) -> Iterator[str]:
    """A template: its disc, or the dots it lies on, with an arrow where it faces."""
    machine = unit.machine
    assert machine is not None
    x, y = _at(battle.map, unit.at)
    wide = radius_of(battle, unit) * SCALE
    shade = 0.15 if machine.destroyed else 0.3
    if machine.fallen:
        for dot in covered(battle, unit):
            cx, cy = _at(battle.map, dot)
            yield f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{0.5 * SCALE:.1f}" fill="{colour}" fill-opacity="{shade}"/>'
    else:
        fill = f'fill="{colour}" fill-opacity="{shade}" stroke="{colour}"'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{wide:.1f}" {fill}/>'
        tx, ty = _at(battle.map, beyond(unit.at, BEARINGS[machine.facing], wide / SCALE))
        yield f'<path d="M{x:.1f} {y:.1f}L{tx:.1f} {ty:.1f}" stroke="{colour}" stroke-width="3"/>'
    yield f'<text x="{x:.1f}" y="{y + 19:.1f}" font-size="12" text-anchor="middle">{escape(unit.id)}</text>'


def _unit(battle: Battle, unit: Unit) -> Iterator[str]:
    x, y = _at(battle.map, unit.at)
    colour = SIDES[battle.sides.index(unit.side)]
    if unit.machine is not None:
        yield from _machine(battle, unit, colour)
        return
    if unit.arc is not None:
        middle, half = bearing(unit.at, unit.arc.towards), arc_width(battle, unit.arc.size) / 2
        ends = [_at(battle.map, beyond(unit.at, turn, ARC_LENGTH)) for turn in (middle - half, middle + half)]
        (x1, y1), (x2, y2) = ends
        sweep = f"A{ARC_LENGTH * SCALE:.1f} {ARC_LENGTH * SCALE:.1f} 0 0 1 {x2:.1f} {y2:.1f}"
        yield f'<path d="M{x:.1f} {y:.1f}L{x1:.1f} {y1:.1f}{sweep}Z" fill="{colour}" fill-opacity="0.12"/>'
    if not unit.conscious:
        yield f'<path d="M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10" stroke="{colour}" stroke-width="2"/>'
    elif unit.prone:
        yield f'<rect x="{x - 10:.1f}" y="{y - 4:.1f}" width="20" height="8" rx="4" fill="{colour}"/>'
    else:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{colour}" stroke="#fff"/>'
    yield f'<text x="{x:.1f}" y="{y + 19:.1f}" font-size="10" text-anchor="middle">{escape(unit.id)}</text>'
