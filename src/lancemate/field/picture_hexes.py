"""The hexes of a map as they are drawn: their borders, and the number of each at its northern side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.field.hexgrid import name_of, outline

if TYPE_CHECKING:
    from lancemate.field.hexes import HexMap

INK: Final = "#3c3c34"


def hex_grid(table: HexMap, scale: float) -> list[str]:
    """SVG fragments, in pixels from the north-west corner."""
    borders: list[str] = []
    numbers: list[str] = []
    for column in range(1, table.columns + 1):
        for row in range(1, table.rows + 1):
            x, y = table.middle((column, row))
            corners = [f"{a * scale:.1f} {(table.depth - b) * scale:.1f}" for a, b in outline((x, y))]
            borders.append(f"M{' L'.join(corners)} Z")
            place = f'x="{x * scale:.1f}" y="{(table.depth - y - 0.72) * scale:.1f}"'
            numbers.append(f"<text {place}>{name_of((column, row))}</text>")
    words = f'text-anchor="middle" dominant-baseline="central" font-size="{0.42 * scale:.1f}" fill="{INK}"'
    return [
        f'<path d="{" ".join(borders)}" stroke="{INK}" stroke-opacity="0.35" fill="none"/>',
        f'<g {words} fill-opacity="0.7">{"".join(numbers)}</g>',
    ]
