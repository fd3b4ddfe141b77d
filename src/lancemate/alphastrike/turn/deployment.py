"""Taking the field (p. 30): deployment zones, and placing units before the first turn.

Battles whose setup begins with the phase ``deployment`` let the sides place their units in turn; otherwise units
without a place wait off the board and enter with their first move (movement/entry.py).

Hooks: ``deployment_areas`` (battle, side) -> tuple[Area, ...] | None says where else than along the home edge a side
begins, ``may_deploy`` (battle, unit, place, facing) -> Refusal | None what else is to be heeded, ``may_stay_off``
(battle, unit) -> str | None by which rule a unit need not be placed, ``places_singly`` (battle) -> bool that nobody
may count who is still to be placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.activation import share
from lancemate.alphastrike.movement.ambush import make_room
from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.movement.context import facing_meant
from lancemate.alphastrike.movement.entering import DEPLOYED, put
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import begin_turn, check_side
from lancemate.alphastrike.play.events import Deployed, TurnPassed
from lancemate.alphastrike.play.parties import loser_first
from lancemate.alphastrike.play.phases import CLOCK, DEPLOYMENT, TurnPhase
from lancemate.alphastrike.play.state import RESERVE, Unit, comes_on_later, is_off_map
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

EPSILON: Final = 1e-6

ZONE: Final = rules.table("AS-INT-054", {"depth": 10.0})


@frozen
class Area:
    """Where units may be placed: with their whole base in a rectangle, and near certain things if there are any."""

    x: float
    y: float
    width: float
    depth: float
    words: str  # where that is, as in "within 10 inches of the south edge"
    rule: str
    points: tuple[tuple[float, float, float], ...] = ()  # x, y and radius of things to be near to
    features: tuple[str, ...] = ()  # and terrain
    within: float | None = None  # inches from their edge to the edge of a base
    most: int | None = None  # units of the side that may start here

    def holds(self, battle: Battle, x: float, y: float, radius: float) -> bool:
        """A base at this place lies in it."""
        reach = radius - EPSILON
        across = self.x + reach <= x <= self.x + self.width - reach
        if not across or not self.y + reach <= y <= self.y + self.depth - reach:
            return False
        return self.within is None or self.nearest(battle, x, y, radius) <= self.within + EPSILON

    def nearest(self, battle: Battle, x: float, y: float, radius: float = 0.0) -> float:
        """Inches from a point, or a base around it, to the nearest of the things it is about."""
        here = battle.table
        near = [here.apart((px, py), r, (x, y), radius) for px, py, r in self.points]
        near += [here.distance_to(name, x, y, radius) for name in self.features if name in here.by_id]
        return min(near, default=float("inf"))


def deployment_areas(battle: Battle, side: str) -> tuple[Area, ...]:
    """Where a side may place its units: along its home edge, or where a scenario says."""
    for hook in battle.hooks[hooks.deployment_areas]:
        areas: tuple[Area, ...] | None = hook(battle, side)
        if areas is not None:
            return areas
    home = next(one.home for one in battle.setup.sides if one.name == side)
    return (home_strip(battle, home),)


def home_strip(battle: Battle, edge: str | None, deep: float | None = None) -> Area:
    """The strip along an edge; the whole table for a side without a home."""
    field = battle.table
    reach = ZONE.of(battle)["depth"] if deep is None else deep
    words = f"within {reach:g} inches of the {edge} edge" if edge is not None else "on the table"
    strip = (0.0, 0.0, field.width, field.depth) if edge is None else field.strip(edge, reach)
    return Area(*strip, words, "AS-INT-054")


@rules.rule("AS-INT-054", otherwise=True)
def in_deployment_zone(battle: Battle, side: str, x: float, y: float, radius: float) -> bool:
    """The whole base lies within 10 inches of the side's home edge."""
    home = next(one.home for one in battle.setup.sides if one.name == side)
    return home is None or home_strip(battle, home).holds(battle, x, y, radius)


def begin_deployment(battle: Battle) -> None:
    battle.then("next_to_deploy")


def waiting(battle: Battle, side: str) -> int:
    return sum(unit.side == side and is_waiting(unit) for unit in battle.units.values())


def is_waiting(unit: Unit) -> bool:
    """It has still to be placed."""
    return unit.place == RESERVE and not comes_on_later.of(unit) and not is_off_map(unit)


@rules.task("next_to_deploy")
def next_to_deploy(battle: Battle) -> None:
    state = battle.state
    quota = tuple((side, n) for side, n in state.quota if n > 0 and waiting(battle, side))
    if not quota:
        quota = placing_order(battle)
    if not quota:
        begin_turn(battle, battle.setup.turn)
    elif (state.to_act, state.quota) != (quota[0][0], quota):
        battle.emit(TurnPassed(quota[0][0], quota))


@rules.rule("AS-INT-056", otherwise=lambda battle: tuple((side, waiting(battle, side)) for side in battle.sides))
def placing_order(battle: Battle) -> tuple[tuple[str, int], ...]:
    """The sides place in turn, one unit each, or the larger one its share, as in movement."""
    first = battle.state.first
    assert first is not None
    left = {side: waiting(battle, side) for side in (first, battle.opponent(first))}
    if not all(left.values()):
        return tuple((side, n) for side, n in left.items() if n)
    if any(hook(battle) for hook in battle.hooks[hooks.places_singly]):
        return tuple((side, 1) for side in left)
    fewer, more = min(left.values()), max(left.values())
    return tuple((side, share(battle, fewer, more) if n > fewer else 1) for side, n in left.items())


@rules.verb(orders.Deploy)
def do_deploy(battle: Battle, command: orders.Deploy) -> None:
    unit = battle.unit(command.unit)
    if any(hook(battle, command) for hook in battle.hooks[hooks.deploys]):
        return
    if orders.Deploy not in battle.now.verbs:
        text = f"units deploy before the first turn, not in the {battle.now.title.lower()}"
        raise refuse("wrong_phase", text, "AS-INT-056")
    if unit.place != RESERVE:
        raise refuse("already_deployed", f"{unit.id} has taken its place", "AS-INT-056")
    if any(hook(battle, unit, command) for hook in battle.hooks[hooks.deploys_otherwise]):
        return
    check_side(battle, unit, "AS-INT-056")
    x, y = battle.table.snap(command.at)
    facing = facing_meant(battle, command.facing)
    _check_place(battle, unit, x, y, facing)
    place(battle, unit, (x, y), facing)
    _taken_care_of(battle, unit)
    make_room(battle, unit)


def place(battle: Battle, unit: Unit, at: Point, facing: float) -> None:
    put(battle, Deployed(unit.id, at, facing, resting_level(battle, unit, *at)), DEPLOYED)


def stay_off(battle: Battle, unit: Unit) -> None:
    """Do not place a unit: it comes on over its home edge, where a rule lets it."""
    check_side(battle, unit, "AS-INT-056")
    if not is_waiting(unit):
        raise refuse("already_deployed", f"{unit.id} need not be placed any more", "AS-INT-056")
    by = may_stay_off(battle, unit)
    if by is None:
        raise refuse("must_deploy", f"{unit.id} must be placed before the first turn", "AS-INT-056")
    comes_on_later.note(battle, unit, True, by)
    _taken_care_of(battle, unit)


def may_stay_off(battle: Battle, unit: Unit) -> str | None:
    """The rule by which a unit need not be placed, if there is one."""
    answers = (hook(battle, unit) for hook in battle.hooks[hooks.may_stay_off])
    return next((by for by in answers if by is not None), None)


def _taken_care_of(battle: Battle, unit: Unit) -> None:
    quota = tuple((side, n - 1 if side == unit.side else n) for side, n in battle.state.quota)
    battle.emit(TurnPassed(unit.side, quota))
    battle.then("next_to_deploy")


def why_not_deploy(battle: Battle, unit: Unit, x: float, y: float, facing: float) -> Refusal | None:
    """Why a unit may not begin at a place, or None."""
    if not in_its_area(battle, unit, x, y):
        areas = deployment_areas(battle, unit.side)
        words = " or ".join(area.words for area in areas)
        return Refusal("outside_zone", f"{unit.id} must be placed {words}", areas[0].rule)
    for hook in battle.hooks[hooks.may_deploy]:
        refusal: Refusal | None = hook(battle, unit, (x, y), facing)
        if refusal is not None:
            return refusal
    return None


def in_its_area(battle: Battle, unit: Unit, x: float, y: float) -> bool:
    if not battle.hooks[hooks.deployment_areas]:
        return in_deployment_zone(battle, unit.side, x, y, unit.radius)
    return any(area.holds(battle, x, y, unit.radius) for area in deployment_areas(battle, unit.side))


def _check_place(battle: Battle, unit: Unit, x: float, y: float, facing: float) -> None:
    refusal = why_not_deploy(battle, unit, x, y, facing)
    if refusal is not None:
        raise Refused(refusal)
    check_standing_place(battle, unit, x, y, facing)


CLOCK.add(
    TurnPhase(
        name=DEPLOYMENT,
        title="Deployment Phase",
        acts=loser_first,
        verbs=frozenset({orders.Deploy, orders.Pass}),
        begin=begin_deployment,
        passes=stay_off,
        goes_on=("next_to_deploy",),
    )
)
