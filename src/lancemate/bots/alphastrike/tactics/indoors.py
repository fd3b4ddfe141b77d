"""What the walls around a place are worth to a unit inside, and when it pays to shoot them down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lancemate.alphastrike.urban.buildings import factor_left, occupants, row_of, structure_at
from lancemate.alphastrike.urban.collapse import fall_hurts

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.places import Places
    from lancemate.field.layout import Floats
    from lancemate.field.terrain import Feature

HIT: Final = 3.5  # points of a usual hit, of which a building absorbs its share
LEAST: Final = 0.25  # of what it would take outside: walls do not stop everything
FOUND: Final = 1.7  # how much more often infantry is hit, where the building is aimed at
SHAKY: Final = 3  # points of Construction Factor from which on a building is soon down


def indoors(battle: Battle, unit: Unit, where: Places) -> Floats:
    """For every place, what share of the harm outside a unit suffers there."""
    shares = np.ones(len(where))
    for row, mode in enumerate(where.modes):
        x, y, _, bottom, _ = where.stand.bodies[row].tolist()
        house = structure_at(battle, (x, y)) if mode != "jump" else None
        if house is not None and house.kind == "building" and bottom < battle.table.ground(x, y) + house.height - 0.01:
            shares[row] = _share(battle, unit, house)
    return shares


def _share(battle: Battle, unit: Unit, house: Feature) -> float:
    row = row_of(battle, house)
    infantry = unit.card.is_infantry
    absorbed = row.absorbs_for_infantry if infantry else row.absorbs_for_others
    if factor_left(battle, house) <= SHAKY:
        absorbed = 0
    return max(LEAST, 1.0 - absorbed / HIT) * (FOUND if infantry else 1.0)


def buried(battle: Battle, side: str, house: Feature) -> list[tuple[Unit, int]]:
    """Whom the fall of a building would hurt, and how much; nobody where a friend is among them."""
    inside = [one.unit for one in occupants(battle, house)]
    if any(unit.side == side for unit in inside):
        return []
    return [(unit, round(fall_hurts(battle, unit, house))) for unit in inside]
