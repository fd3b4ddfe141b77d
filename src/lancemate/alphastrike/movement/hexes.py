"""Moving on hexes (p. 68): a path names every hex, and what lies in a hex is paid for over both of its inches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import HEX
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.field.paths import Leg, Path


def _as_the_crow_flies(m: Movement, path: Path) -> Path:
    """Half of every step in the hex that is left, half in the one that is entered."""
    table = m.battle.table
    legs: list[Leg] = []
    for leg in path.legs:
        left = leg._replace(
            length=leg.length / 2,
            features=table.features_at(*leg.start),
            ground=table.ground(*leg.start),
            surface=table.surface(*leg.start),
        )
        legs += (left, leg._replace(length=leg.length / 2))
    return path._replace(legs=tuple(legs))


@rules.rule("AS-HEX-002", otherwise=_as_the_crow_flies)
def hex_by_hex(m: Movement, path: Path) -> Path:
    """Entering a hex costs its 2 inches, with what its terrain adds to each of them."""
    return path


@hooks.may_end.rule("AS-HEX-002", part=-1, when=HEX)
def names_every_hex(m: Movement) -> Refusal | None:
    """Each hex of a path lies next to the one before; a jump needs only the last."""
    if m.way == "jump" or not m.travels:
        return None
    table = m.battle.table
    for a, b in pairwise(m.points):
        if table.distance(a, b) > table.spacing:
            missing = ", ".join(table.name(at) for at in table.ways((a, b))[1:])
            text = f"{table.name(b)} is not next to {table.name(a)}: name every hex on the way, such as {missing}"
            return Refusal("hexes_left_out", text, "AS-HEX-002")
    return None
