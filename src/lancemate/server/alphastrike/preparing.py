"""The table before a battle, for those who may still change it: Strategic Command and engineers (pp. 107-108)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.cards.command_names import ENGINEERS, STRATEGIC_COMMAND
from lancemate.alphastrike.commands.preparing import works_allowed
from lancemate.field.shapes import Disc
from lancemate.server.alphastrike.quickstart import Quick, quick_setup

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Setup, Side
    from lancemate.field.terrain import Feature
    from lancemate.kernel.codec import JSON


def show_table(quick: Quick) -> dict[str, JSON]:
    """The table with what has been done to it so far, and what each side may do."""
    _, setup = quick_setup(quick)
    table = setup.table
    return {
        "map_seed": quick.map_seed,
        "kind": table.kind,
        "width": table.width,
        "depth": table.depth,
        "sides": [_preparer(setup, side) for side in setup.sides],
        "terrain": [_piece(piece) for piece in table.features],
    }


def _preparer(setup: Setup, side: Side) -> JSON:
    has = {one.name for one in side.command_abilities}
    return {
        "name": side.name,
        "home": side.home,
        "command": STRATEGIC_COMMAND in has,
        "works": works_allowed(setup, side.name) if ENGINEERS in has else 0,
    }


def _piece(piece: Feature) -> JSON:
    x, y = piece.shape.centroid()
    parts: list[JSON] = [
        {"circle": [part.x, part.y, part.r]} if isinstance(part, Disc) else {"polygon": [[x, y] for x, y in part]}
        for part in piece.shape.parts()
    ]
    return {"id": piece.id, "kind": piece.kind, "at": [x, y], "parts": parts}
