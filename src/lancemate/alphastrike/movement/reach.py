"""Where a unit can get to: the overlay players see, and the places bots choose from.

A grid search proposes ways with this unit's prices; every proposal can then be judged exactly with ``check_move``.
Must not decide anything: what the search proposes is no ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.movement.allowance import current_parts, firm_ground_bonus
from lancemate.alphastrike.movement.columns import is_railed, words
from lancemate.alphastrike.movement.context import Way
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.hull_down import position_cost
from lancemate.alphastrike.movement.level import climbs_easily, steepness_limit
from lancemate.alphastrike.movement.modes import MINIMUM, current_modes
from lancemate.alphastrike.movement.planner import MovePreview, check_move
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.stacking import others, slips_through
from lancemate.alphastrike.movement.structures import structure_prices
from lancemate.alphastrike.movement.terrain import (
    LEVEL_CHANGES,
    PAVED,
    barred,
    patch_of,
    surface_row,
    touched,
    water_row,
)
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.footprint import circles
from lancemate.alphastrike.play.state import RESERVE
from lancemate.alphastrike.play.stats import current_move
from lancemate.field.space import Space
from lancemate.field.travel import Going, Reach
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.layout import Floats
    from lancemate.field.shapes import Point

SPACING: Final = 1.0  # inches between two places
NOTHING: Final[frozenset[str]] = frozenset()
AFLOAT: Final = frozenset({"water", "hazardous_liquid_pool", "ice"})  # where ships may be, under the ice too
FROZEN: Final = frozenset({"ice"})
MOLTEN: Final = frozenset({"magma_liquid"})
RAILS: Final = frozenset({"rail"})
DEPTHS: Final = (0.0, 1.0, 2.0)  # where the price of wading changes


@frozen
class Reachable:
    """Places a unit may end at in one mode, with what the proposed way there costs."""

    unit: str
    mode: str
    allowance: float
    table: Space
    searches: tuple[Reach, ...]  # over the country and, for a unit on one, along the road

    def __len__(self) -> int:
        return sum(len(search) for search in self.searches)

    @property
    def points(self) -> Floats:
        """One row x, y per place."""
        return np.concatenate([search.points for search in self.searches])

    @property
    def costs(self) -> Floats:
        return np.concatenate([search.costs for search in self.searches])

    def move_to(self, place: int, facing: float | None = None) -> orders.Move:
        """The command that takes the unit to a place, by its number."""
        for search in self.searches:
            if place < len(search):
                way = tuple(self.table.snap(point) for point in search.way_to(place)[1:])
                return orders.Move(self.unit, way[-1:] if self.mode == "jump" else way, self.mode, facing)
            place -= len(search)
        raise IndexError(place)

    def legal(self, battle: Battle) -> Iterator[tuple[orders.Move, MovePreview]]:
        """The moves that hold when judged exactly, cheapest first."""
        for place in self.costs.argsort(kind="stable").tolist():
            command = self.move_to(place)
            preview = check_move(battle, command)
            if preview.legal:
                yield command, preview


def reach(
    battle: Battle, unit: Unit, mode: str = "ground", *, start: Point | None = None, spacing: float = SPACING
) -> Reachable:
    """Where a unit can get to in a mode. A unit that is not on the board yet comes on at ``start``."""
    way = way_for(battle, unit, mode)
    allowance = max(0.0, sum(part.value for part in current_parts(battle, unit, way, mode)))
    if mode not in current_modes(battle, unit) or mode == "standstill":
        allowance = 0.0
    elif unit.hull_down:
        allowance = max(0.0, allowance - position_cost(battle, unit))
    elif mode == "ground":
        allowance = max(allowance, MINIMUM)
    home = start or starting_point(battle, unit)
    seen = [other for other in others(battle, unit) if not other.hidden_from(unit.side)]
    bodies = circles(battle, seen)
    enemies = circles(battle, [other for other in seen if other.side != unit.side])

    def search(going: Going, inches: float) -> Reach:
        blocked = enemies if way in ("walk", "surface") and not slips_through(battle, unit) else ()
        return battle.table.reachable(
            home, unit.radius, inches, going, blocked=blocked, occupied=bodies, spacing=spacing
        )

    searches = [search(going_of(battle, unit, way), allowance)]
    on_road = patch_of(battle, battle.table.features_at(*home)).paved
    if allowance and on_road and unit.card.is_ground_unit and way in ("walk", "surface"):
        faster = 2.0 if not words(battle, unit.card).isdisjoint(("Wheeled", "Tracked")) else 0.0
        faster += sum(part.value for part in firm_ground_bonus(battle, unit, mode))
        searches.append(search(along_the_road(battle, unit), allowance + faster))
    return Reachable(unit.id, mode, allowance, battle.table, tuple(searches))


def moves_now(battle: Battle, unit: Unit) -> dict[str, float]:
    """How far it may go now: in every way that is on its card, then in the modes it may ask for that are on none."""
    found = {mode: inches_for(battle, unit, mode) for mode in unit.card.move.by_mode}
    for mode in current_modes(battle, unit) if unit.in_play else ():
        if mode not in found and not hooks.movement_modes[mode].stays:
            found[mode] = inches_for(battle, unit, mode)
    return found


def inches_for(battle: Battle, unit: Unit, mode: str) -> float:
    """What it may spend on a move of one mode, before anything the path itself adds."""
    if mode not in hooks.movement_modes or unit.card.is_aerospace:
        return current_move(battle, unit, mode)
    return max(0.0, sum(part.value for part in current_parts(battle, unit, way_for(battle, unit, mode), mode)))


def way_for(battle: Battle, unit: Unit, mode: str) -> Way:
    if mode == "jump":
        return "jump"
    own = hooks.movement_modes[mode].way
    if own is not None:
        return own
    if unit.card.move.primary == "v":
        return "fly"
    if unit.card.move.primary == "g" and is_airborne(battle, unit):
        return "skim"
    return resting_way(battle, unit)


def starting_point(battle: Battle, unit: Unit) -> Point:
    """Where a unit stands, or the middle of the edge it comes on by."""
    if unit.place != RESERVE:
        return unit.at
    return battle.table.onto_edge(home_edge(battle, unit.side) or "south", battle.table.centre)


def going_of(battle: Battle, unit: Unit, way: Way) -> Going:
    """A unit's prices by kind of terrain, as the search wants them."""
    if way in ("jump", "fly"):
        return Going()
    card = unit.card
    if card.is_mobile_structure:
        return structure_prices(battle, unit)
    extra: dict[str, float] = {}
    shut: dict[str, bool] = {}
    for feature in battle.table.features:
        kind = feature.kind
        row, refusal = touched(battle, unit, feature, way)
        cost = row.extra if row is not None and way != "skim" else 0.0
        extra[kind] = min(cost, extra.get(kind, cost))
        closed = refusal is not None or (way == "skim" and feature.role_name == "woods")
        shut[kind] = closed and shut.get(kind, True)
    prohibited = frozenset(kind for kind, closed in shut.items() if closed)
    on_water = way in ("surface", "swim", "skim")
    if on_water:
        swimming = surface_row(battle, unit)
        if barred(battle, unit, swimming) is None:
            extra = {**extra, "water": swimming.extra if way == "surface" else 0.0}
    return Going(
        extra,
        prohibited,
        level_cost=_rate(battle, unit),
        max_step=steepness_limit(battle, unit),
        water="surface" if on_water else "bottom",
        depth_extra=() if on_water else tuple((depth, water_row(battle, unit, depth).extra) for depth in DEPTHS),
        overrides=frozenset({"bridge", "rail"}),
        only=_only(battle, unit),
        bridges=not card.is_naval,
        firm=NOTHING if card.is_naval else FROZEN,
        by_kind=MOLTEN,
    )


def _only(battle: Battle, unit: Unit) -> frozenset[str]:
    """The kinds of terrain that a ship or a train keeps to."""
    if unit.card.is_naval:
        return AFLOAT
    if not is_railed(battle, unit.card):
        return NOTHING
    rails = "Rail" not in words(battle, unit.card) or any(feature.kind == "rail" for feature in battle.table.features)
    return RAILS if rails else NOTHING


def along_the_road(battle: Battle, unit: Unit) -> Going:
    """Prices of a move that never leaves the road."""
    return Going(
        level_cost=_rate(battle, unit),
        max_step=steepness_limit(battle, unit),
        overrides=frozenset(PAVED),
        only=frozenset(PAVED),
    )


def _rate(battle: Battle, unit: Unit) -> float:
    own = words(battle, unit.card)
    on_foot = (LEVEL_CHANGES.of(battle)[word] for word in ("Mechs", "ProtoMechs", "Infantry") if word in own)
    rate = next(on_foot, LEVEL_CHANGES.of(battle)["Ground"])
    return climbs_easily(battle, unit, rate) if battle.hooks[hooks.eases] else rate
