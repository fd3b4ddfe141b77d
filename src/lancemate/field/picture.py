"""Draws the table as SVG: terrain readable at a glance, heights written on it, a scale bar, and whatever lies on top.

It knows shapes and colours; it must not know units or rules: those hand it tokens and layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.field.compass import direction
from lancemate.field.hexes import HexMap
from lancemate.field.hexgrid import Hexes
from lancemate.field.picture_hexes import hex_grid
from lancemate.field.pierced import Pierced
from lancemate.field.shapes import Circle, Circles, Corners, Line, Point
from lancemate.field.space import Space
from lancemate.field.terrain import Feature
from lancemate.kernel.markup import escape, quoteattr
from lancemate.kernel.values import frozen

SCALE: Final = 12.0  # pixels to the inch
MARGIN: Final = 24.0
GRID: Final = 6  # inches between the faint lines
INSIDE: Final = 2  # letters that fit into a token; a longer name stands above it


class Look(NamedTuple):
    fill: str
    edge: str
    pattern: str = ""  # an SVG pattern drawn over the fill


LOOKS: Final[dict[str, Look]] = {
    "hill": Look("#d9c79a", "#8f7a45"),
    "woods": Look("#9fc08a", "#4e7a3d", "trees"),
    "jungle": Look("#79ab6e", "#2f5f33", "trees"),
    "water": Look("#a9cfe6", "#4f88ab", "waves"),
    "building": Look("#b9b4bb", "#55505a"),
    "road": Look("#d8d4cb", "#b3ada0"),
    "pavement": Look("#d3d1cf", "#a8a5a1"),
    "bridge": Look("#c9a77c", "#7a5b34", "planks"),
    "rough": Look("#dcd0b4", "#a8946a", "stones"),
    "rubble": Look("#c8bfb6", "#85796e", "stones"),
    "ultra_rubble": Look("#b3a79c", "#6d6258", "stones"),
    "smoke": Look("#b8bcc4", "#7d828c"),
    "hollow": Look("#d9d4c2", "#8d8468"),
    "pit": Look("#cfc8b2", "#7d7458", "dots"),
    "deep_snow": Look("#f4f7fa", "#a9b9c6", "flakes"),
    "gravel_piles": Look("#cfc6b4", "#8d8266", "stones"),
    "hazardous_liquid_pool": Look("#c9d86a", "#6f8417", "waves"),
    "heavy_industrial": Look("#c3bdb0", "#6a5f4c", "pipes"),
    "ice": Look("#dcedf5", "#7fb0c9", "cracks"),
    "magma_liquid": Look("#f0803c", "#9c2f10", "waves"),
    "magma_crust": Look("#7a5a4e", "#b8411a", "cracks"),
    "mud": Look("#b79f7c", "#7c6443", "dots"),
    "sand": Look("#efe0a8", "#c4ad62", "dots"),
    "swamp": Look("#a9b98c", "#5f7048", "reeds"),
    "quicksand": Look("#cdbb86", "#6b5a2a", "rings"),
    "tundra": Look("#d3d8c0", "#93a07a", "reeds"),
    "planted_fields": Look("#d6dc8e", "#94a04a", "rows"),
    "rail": Look("#8d8a86", "#4b4844", "planks"),
    "ultra_rough": Look("#c8b892", "#80693c", "stones"),
    "light_smoke": Look("#d5d8dd", "#9aa0aa", "dots"),
    "heavy_smoke": Look("#a9aeb8", "#6b707a", "dots"),
    "fire": Look("#f5b06a", "#c4431a", "flames"),
    "fortified": Look("#d9c8a2", "#6b5430", "planks"),
    "dug_in": Look("#e0d3b3", "#85704a", "planks"),
    "illumination": Look("#fbf3c0", "#c9b23c"),
    "heavy_woods": Look("#7fa868", "#3c6530", "trees"),
    "ultra_heavy_woods": Look("#5f8a4b", "#2b4d22", "trees"),
    "heavy_jungle": Look("#5c9457", "#254f29", "trees"),
    "ultra_heavy_jungle": Look("#437a42", "#1a3c1e", "trees"),
    "geyser": Look("#d8e8ee", "#6e97a8", "rings"),
    "minefield": Look("#f0d9d2", "#a2432c", "dots"),
    "emi": Look("#e6dcf2", "#7c5aa6", "stripes"),
}
HILL_SHADES: Final = ("#e4d8b4", "#d9c79a", "#cbb27c", "#b99b60", "#a58449")  # the higher the top, the darker
OTHER: Final = Look("#e3c9d6", "#97657f", "stripes")

PATTERNS: Final = """\
<pattern id="trees" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M7 2 L11 9 L3 9 Z" fill="#4e7a3d" \
fill-opacity="0.55"/></pattern>
<pattern id="waves" width="24" height="12" patternUnits="userSpaceOnUse"><path d="M2 6 q5 -4 10 0 t10 0" fill="none" \
stroke="#4f88ab" stroke-opacity="0.5"/></pattern>
<pattern id="stones" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="3" cy="4" r="1.3" fill="#7d6f57" \
fill-opacity="0.6"/><circle cx="9" cy="9" r="1.6" fill="#7d6f57" fill-opacity="0.6"/></pattern>
<pattern id="planks" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0 V6" stroke="#7a5b34" \
stroke-opacity="0.6"/></pattern>
<pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 8 L8 0" stroke="#97657f" \
stroke-opacity="0.5"/></pattern>
<pattern id="flakes" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M7 3 V11 M3.5 5 L10.5 9 M10.5 5 \
L3.5 9" stroke="#a9b9c6" stroke-opacity="0.8"/></pattern>
<pattern id="cracks" width="18" height="18" patternUnits="userSpaceOnUse"><path d="M2 4 L8 7 L6 13 M8 7 L15 5" \
fill="none" stroke="#3f5f70" stroke-opacity="0.55"/></pattern>
<pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="0.9" fill="#6b5b3a" \
fill-opacity="0.5"/><circle cx="6" cy="6" r="0.9" fill="#6b5b3a" fill-opacity="0.5"/></pattern>
<pattern id="reeds" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M4 10 V4 M6 10 V2 M8 10 V5" \
stroke="#5f7048" stroke-opacity="0.7"/></pattern>
<pattern id="rings" width="14" height="14" patternUnits="userSpaceOnUse"><circle cx="7" cy="7" r="4.5" fill="none" \
stroke="#6b5a2a" stroke-opacity="0.5"/><circle cx="7" cy="7" r="2" fill="none" stroke="#6b5a2a" \
stroke-opacity="0.5"/></pattern>
<pattern id="rows" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 2 H8 M0 6 H8" stroke="#7f8a36" \
stroke-dasharray="3 1" stroke-opacity="0.7"/></pattern>
<pattern id="flames" width="12" height="14" patternUnits="userSpaceOnUse"><path \
d="M6 2 Q10 7 8 11 Q6 13 4 11 Q2 8 6 2 Z" fill="#c4431a" fill-opacity="0.7"/></pattern>
<pattern id="pipes" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M0 4 H9 V14 M4 0 V4" fill="none" \
stroke="#6a5f4c" stroke-width="1.5" stroke-opacity="0.6"/></pattern>"""


@frozen
class Token:
    """Something standing on the table: a base, the way it faces if it faces any, a short label."""

    x: float
    y: float
    radius: float
    facing: float | None = None
    label: str = ""
    colour: str = "#b5332e"


def picture(
    table: Space, tokens: Sequence[Token] = (), layers: Sequence[str] = (), *, scale: float = SCALE, title: str = ""
) -> str:
    """The table as one SVG document. ``layers`` are fragments in inches, x east and y north, drawn under the tokens."""
    width, depth = table.width * scale, table.depth * scale
    kind = "Hex map" if table.kind == "hex" else "Table"
    name = title or f"{kind}, {_number(table.size[0])} by {_number(table.size[1])} {table.measure}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width + 2 * MARGIN)} '
        f'{_number(depth + 2 * MARGIN + 16)}" role="img" aria-label={quoteattr(name)} '
        'font-family="system-ui, sans-serif">',
        f"<title>{escape(name)}</title>",
        f"<defs>{PATTERNS}",
        f'<clipPath id="table"><rect width="{_number(width)}" height="{_number(depth)}"/></clipPath></defs>',
        f'<g transform="translate({_number(MARGIN)} {_number(MARGIN)})">',
        f'<rect width="{_number(width)}" height="{_number(depth)}" fill="#eef0e2"/>',
        '<g clip-path="url(#table)">',
        *(_feature(feature, table, scale) for feature in table.features),
        *_grid(table, scale),
        "</g>",
        *(_label(feature, table, scale) for feature in table.features),
    ]
    if layers:
        flip = f'<g transform="translate(0 {_number(depth)}) scale({_number(scale)} {_number(-scale)})">'
        lines += [flip, *layers, "</g>"]
    lines += [_token(token, table, scale) for token in tokens]
    lines.append(f'<rect width="{_number(width)}" height="{_number(depth)}" fill="none" stroke="#3c3c34"/>')
    lines += _margins(table, scale)
    lines += ["</g>", "</svg>"]
    return "\n".join(line for line in lines if line) + "\n"


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _look(feature: Feature) -> Look:
    if feature.kind in LOOKS:
        return LOOKS[feature.kind]
    similar = next((look for kind, look in LOOKS.items() if feature.kind.endswith(kind)), None)
    return similar or OTHER


def _at(point: Point, table: Space, scale: float) -> str:
    return f"{_number(point[0] * scale)} {_number((table.depth - point[1]) * scale)}"


def _points(points: Corners, table: Space, scale: float) -> str:
    return ", ".join(_at(point, table, scale) for point in points)


def _feature(feature: Feature, table: Space, scale: float) -> str:
    look = _look(feature)
    if feature.role_name == "hill":
        shade = max(0, min(len(HILL_SHADES), round(_hill_top(feature, table))) - 1)
        look = look._replace(fill=HILL_SHADES[shade])
    paints = [f'fill="{look.fill}" stroke="{look.edge}" stroke-width="1.5" stroke-linejoin="round"']
    if look.pattern:
        paints.append(f'fill="url(#{look.pattern})" stroke="none"')
    if isinstance(feature.shape, Line):
        body = _stroke(feature.shape, look, table, scale)
    else:
        body = "".join(_outline(feature, paint, table, scale) for paint in paints)
    return f"<g data-terrain={quoteattr(feature.id)}><title>{escape(_words(feature))}</title>{body}</g>"


def _outline(feature: Feature, paint: str, table: Space, scale: float) -> str:
    shape = feature.shape
    if isinstance(shape, Hexes):
        return "".join(f'<polygon points="{_points(part, table, scale)}" {paint}/>' for part in shape.outlines())
    if isinstance(shape, Circle):
        x, y = _at((shape.x, shape.y), table, scale).split()
        return f'<circle cx="{x}" cy="{y}" r="{_number(shape.r * scale)}" {paint}/>'
    if isinstance(shape, Pierced):  # what lies in its holes is drawn over it
        return _outline(replace(feature, shape=shape.whole), paint, table, scale)
    if isinstance(shape, Circles):
        singles = [replace(feature, shape=Circle(*one)) for one in shape.rounds]
        return "".join(_outline(one, paint, table, scale) for one in singles)
    return f'<polygon points="{_points(shape.corners(), table, scale)}" {paint}/>'


def _stroke(shape: Line, look: Look, table: Space, scale: float) -> str:
    """A line with a width is a stroke: flat ends, round bends, and a thin edge of the darker colour."""
    wide = shape.width * scale
    coats = [(look.edge, wide), (look.fill, max(1.0, wide - 2.0))]
    if look.pattern:
        coats.append((f"url(#{look.pattern})", max(1.0, wide - 2.0)))
    return "".join(
        f'<polyline points="{_points(run, table, scale)}" fill="none" stroke="{colour}" '
        f'stroke-width="{_number(across)}" stroke-linejoin="round"/>'
        for colour, across in coats
        for run in shape.runs()
    )


def _words(feature: Feature) -> str:
    words = f"{feature.id}: {feature.kind.replace('_', ' ')}"
    if feature.height:
        words += f", {_number(feature.height)}\N{DOUBLE PRIME} high"
    if feature.depth:
        words += f", {_number(feature.depth)}\N{DOUBLE PRIME} deep"
    return words


def _label(feature: Feature, table: Space, scale: float) -> str:
    """The elevation of a hill's top, the height of a building, the depth of water; the name of what has no look."""
    text = ""
    if feature.role_name == "hill":
        text = f"+{_number(_hill_top(feature, table))}"
    elif feature.role_name == "solid":
        text = f"{_number(feature.height)}\N{DOUBLE PRIME}"
    elif feature.role_name == "water" and feature.depth:
        text = f"\N{MINUS SIGN}{_number(feature.depth)}"
    elif _look(feature) is OTHER:
        text = feature.kind.replace("_", " ")
    if not text:
        return ""
    x, y = _at(_label_spot(feature, table), table, scale).split()
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central" font-size="11" font-weight="600" '
        f'fill="#2c2a24" stroke="#fbfaf4" stroke-width="2.5" paint-order="stroke">{escape(text)}</text>'
    )


def _hill_top(feature: Feature, table: Space) -> float:
    """Elevation of a hill at its centroid, with the hills under it but not those on top."""
    top = 0.0
    for hill in table.features_at(*feature.shape.centroid()):
        if hill.role_name == "hill":
            top += hill.height
        if hill.id == feature.id:
            return top
    return top + feature.height  # a hollow shape need not contain its centroid


def _label_spot(feature: Feature, table: Space) -> Point:
    """The centroid, or nearer to a corner when another hill or building lies on it."""
    x, y = feature.shape.centroid()
    above = [other for other in table.features_at(x, y) if other.solid]
    if not above or above[-1].id == feature.id:
        return x, y
    cx, cy = feature.shape.corners()[0]
    return x + 0.8 * (cx - x), y + 0.8 * (cy - y)


def _grid(table: Space, scale: float) -> list[str]:
    if isinstance(table, HexMap):
        return hex_grid(table, scale)
    paths = [f"M{_number(x * scale)} 0 V{_number(table.depth * scale)}" for x in range(GRID, _last(table.width), GRID)]
    paths += [
        f"M0 {_number((table.depth - y) * scale)} H{_number(table.width * scale)}"
        for y in range(GRID, _last(table.depth), GRID)
    ]
    return [f'<path d="{" ".join(paths)}" stroke="#3c3c34" stroke-opacity="0.12" fill="none"/>'] if paths else []


def _last(size: float) -> int:
    """One past the last whole inch that lies within the table."""
    return int(size) + (1 if size > int(size) else 0)


def _margins(table: Space, scale: float) -> list[str]:
    """Inches along the edges, and the scale bar; hexes are numbered where they lie."""
    if table.kind == "hex":
        return []
    small = 'font-size="9" fill="#5a584e"'
    depth = table.depth * scale
    marks = [
        f'<text x="{_number(x * scale)}" y="{_number(depth + 12)}" text-anchor="middle" {small}>{x}</text>'
        for x in range(0, int(table.width) + 1, GRID)
    ]
    marks += [
        f'<text x="-6" y="{_number((table.depth - y) * scale)}" text-anchor="end" dominant-baseline="central" '
        f"{small}>{y}</text>"
        for y in range(0, int(table.depth) + 1, GRID)
    ]
    bar = min(float(GRID), table.width)
    y = _number(depth + 26)
    marks.append(
        f'<path d="M0 {_number(depth + 22)} V{_number(depth + 30)} M0 {y} H{_number(bar * scale)} '
        f'M{_number(bar * scale)} {_number(depth + 22)} V{_number(depth + 30)}" stroke="#3c3c34" fill="none"/>'
        f'<text x="{_number(bar * scale + 6)}" y="{y}" dominant-baseline="central" {small}>'
        f"{_number(bar)} inches</text>"
    )
    return marks


def _token(token: Token, table: Space, scale: float) -> str:
    x, y = _at((token.x, token.y), table, scale).split()
    radius = token.radius * scale
    colour = quoteattr(token.colour)
    lines = [f'<circle cx="{x}" cy="{y}" r="{_number(radius)}" fill={colour} stroke="#fff" stroke-width="1.2"/>']
    if token.facing is not None:
        tip, left, right = (
            _at((token.x + reach * dx, token.y + reach * dy), table, scale)
            for reach, (dx, dy) in (
                (token.radius * 1.7, direction(token.facing)),
                (token.radius, direction(token.facing - 45.0)),
                (token.radius, direction(token.facing + 45.0)),
            )
        )
        lines.append(f'<polygon points="{tip}, {left}, {right}" fill={colour} stroke="#fff" stroke-width="0.8"/>')
    if token.label and len(token.label) <= INSIDE:
        lines.append(
            f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central" '
            f'font-size="{_number(max(7.0, radius))}" font-weight="700" fill="#fff">{escape(token.label)}</text>'
        )
    elif token.label:
        above = _at((token.x, token.y + 1.75 * token.radius), table, scale).split()[1]  # clear of an arrow to the north
        lines.append(
            f'<text x="{x}" y="{above}" text-anchor="middle" font-size="9" font-weight="700" fill={colour} '
            f'stroke="#fbfaf4" stroke-width="2.4" paint-order="stroke">{escape(token.label)}</text>'
        )
    return "<g>" + "".join(lines) + "</g>"
