"""Who sees whom between many places and many units at once, as arrays: one row per place, one column per unit.

The measures are rough looks, a third as dear as rulings; the limits are the tables of the rules (sight.py). What is
rare (floors, weather) is left to the rules themselves, who judge the move or the shot that is chosen in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike.combat.sight import COVERED, VISIBLE, WOODS, big_units, sight_range
from lancemate.field.bodies import CONTACT
from lancemate.field.layout import Bools, Floats, Ints

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

TINY: Final = 1e-9
SHORT, MEDIUM, LONG = 6.0, 24.0, 42.0


class Stand(NamedTuple):
    """Places where one body could be: rows of x, y, radius, bottom, height, and how each place lies."""

    bodies: Floats
    wooded: Bools  # the base touches woods
    wading: Bools  # in water up to the hips
    under: Bools  # completely under water

    def only(self, rows: Sequence[int]) -> Stand:
        """Some of the places."""
        return Stand(self.bodies[rows], self.wooded[rows], self.wading[rows], self.under[rows])


class Lines(NamedTuple):
    """All lines of sight between places (rows) and units (columns)."""

    distance: Floats
    bracket: Ints  # 0 to 3 for S, M, L, E
    open: Bools  # not blocked
    woods: Ints  # 1 where woods count
    cover_there: Ints  # 1 where the unit is partly covered from the place
    cover_here: Ints  # 1 where the place is partly covered from the unit


def stand(battle: Battle, unit: Unit, points: Floats, bottoms: Floats, surfaces: Floats) -> Stand:
    """The bodies a unit would have at places, given the elevation of its feet and of the surface there."""
    count = len(points)
    bodies = np.empty((count, 5))
    bodies[:, 0:2] = points
    bodies[:, 2] = unit.radius
    bodies[:, 3] = bottoms
    bodies[:, 4] = unit.height
    depth = surfaces - bottoms
    under = depth >= unit.height - TINY
    wading = (depth >= 1.0 - TINY) & ~under if unit.card.is_mech else np.zeros(count, dtype=np.bool_)
    return Stand(bodies, battle.table.in_woods(bodies), wading, under & (depth > TINY))


def stand_of(battle: Battle, units: Sequence[Unit]) -> Stand:
    """The bodies of units where they are."""
    table = battle.table
    bodies = np.array([unit.body for unit in units], dtype=np.float64).reshape(-1, 5)
    wet = table.has_water
    surfaces = np.array([table.surface(unit.x, unit.y) if wet else unit.elevation for unit in units])
    depth = surfaces - bodies[:, 3]
    mechs = np.array([unit.card.is_mech for unit in units], dtype=np.bool_)
    under = (depth >= bodies[:, 4] - TINY) & (depth > TINY)
    return Stand(bodies, table.in_woods(bodies), (depth >= 1.0 - TINY) & ~under & mechs, under)


def lines(
    battle: Battle, here: Stand, here_are_mechs: bool | Sequence[bool], there: Stand, there_are_mechs: Sequence[bool]
) -> Lines:
    """Look from every place to every unit, and back."""
    solids = [body for _, body in big_units(battle)]
    far, most = sight_range(battle) + TINY, VISIBLE.of(battle)["no more hidden than"] + TINY
    found = battle.table.glances(here.bodies, there.bodies, far, most, solids=solids)
    distance = found.distance
    blocked = np.maximum(found.hidden_target, found.hidden_viewer) > most
    blocked |= found.woods >= WOODS.of(battle)["blocked at"] - TINY
    blocked &= distance > CONTACT  # whoever touches sees
    blocked |= distance > far
    wet = here.under[:, None] | there.under[None, :]
    if wet.any():
        blocked |= wet & ~_same_water(battle, here, there)
    least, most = COVERED.of(battle)["more hidden than"] + TINY, COVERED.of(battle)["and no more than"] + TINY
    mechs = np.array(there_are_mechs, dtype=np.bool_)
    hidden_there, hidden_here = found.hidden_target, found.hidden_viewer
    cover_there = ((hidden_there > least) & (hidden_there <= most) & mechs[None, :]) | there.wading[None, :]
    own = np.array(here_are_mechs, dtype=np.bool_).reshape(-1, 1)
    cover_here = ((hidden_here > least) & (hidden_here <= most) & own) | here.wading[:, None]
    woods = (found.woods_crossed > TINY) | here.wooded[:, None] | there.wooded[None, :]
    return Lines(
        distance,
        brackets(distance),
        ~blocked,
        woods.astype(np.int64),
        cover_there.astype(np.int64),
        cover_here.astype(np.int64),
    )


def _same_water(battle: Battle, here: Stand, there: Stand) -> Bools:
    """Between which places there is nothing but water."""
    rows, columns = len(here.bodies), len(there.bodies)
    found = battle.table.sights(np.repeat(here.bodies, columns, axis=0), np.tile(there.bodies, (rows, 1)))
    return found.same_water.reshape((rows, columns))


def brackets(distance: Floats) -> Ints:
    """0 to 3 for short, medium, long and extreme range."""
    near = (distance > SHORT + TINY).astype(np.int64)
    return near + (distance > MEDIUM + TINY) + (distance > LONG + TINY)
