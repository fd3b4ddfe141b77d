"""What a scenario wants of each man: to the far row and home, to the controls, off the map; and how far it is.

Reads what the rules remember of the scenario; must not know what a spot is worth otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lancemate.battletroops.arms.weapons import DISPOSABLE, SATCHEL
from lancemate.battletroops.asking.ways import Spot, steps
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.setup import SECONDARY, SIDE_SHOW
from lancemate.battletroops.scenarios.plan import DRAGON_HUNTING, RACE, SIDES
from lancemate.battletroops.scenarios.race import EDGES, message_sent, sender_of, why_not_send
from lancemate.battletroops.scenarios.reaching import LEVELS, OPPOSITE, home_of, reached
from lancemate.bots.battletroops.tactics.odds import spot_of
from lancemate.field.lattice import Dot, distance, nearest_dot

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Lattice

Level: TypeAlias = tuple[Dot, int]
FAR: Final = 99  # MP to where nobody can walk
STAIRS: Final = 3  # what a floor counts where ways are not measured
LEISURE, HURRY = 0.5, 2.0  # points for every MP that one comes nearer: with time to spare, and with none
AT_ONCE: Final = 250  # places of a map that are measured in one go
SLACK: Final = 40  # MP to spare with which nobody hurries
TURNS_EACH: Final = 2  # that a house is searched
STANDOFF: Final = 40  # turns after which they go for it
ABOUT: Final = 6  # dots and rows
IN_AMBUSH: Final = 24  # turns that hidden men wait for a 'Mech, or for their way to be clear


class Errand(NamedTuple):
    """The places one of which a man has to come to, whether he leaves the map there, and what a MP nearer is worth."""

    to: frozenset[Level]
    leaves: bool = False
    weight: float = LEISURE


def errand_of(battle: Battle, unit: Unit, walks: Walks) -> Errand | None:
    """What the scenario wants of a soldier now; None where it is enough to fight."""
    scenario = battle.setup.scenario
    find = ERRANDS.get(scenario.kind) if scenario is not None else None
    return find(battle, unit, walks) if find is not None else None


def _side_show(battle: Battle, unit: Unit, walks: Walks) -> Errand | None:
    """There and back while there is time for it, in more of a hurry the less there is; then he stops the others."""
    home = home_of(battle, unit.side)
    if home is None:
        return None
    done = reached.of(unit)
    back = Errand(_edge(battle, home), leaves=True)
    there = Errand(_edge(battle, OPPOSITE[home]))
    way = walks.to(battle, back if done else there)(spot_of(unit))
    if not done:
        way += min(map(walks.to(battle, back), ((*place, False) for place in there.to)))
    turns = LEVELS.of(battle)["turns"] - battle.state.turn
    spare = left_to(battle, unit) + turns * allowance(battle, unit) - way
    if spare < 0:
        return None
    return (back if done else there)._replace(weight=max(LEISURE, HURRY * (1.0 - spare / SLACK)))


def _race(battle: Battle, unit: Unit, walks: Walks) -> Errand | None:
    """The technician to the controls, whoever wants to stop him too; then the defenders go: guards never end."""
    scenario, defends = battle.setup.scenario, unit.side == SIDES[RACE][0]
    assert scenario is not None
    if defends and message_sent.of(battle.state):
        return _away(battle)
    if scenario.control is None or (defends and unit.id != sender_of(battle)):
        return None
    return Errand(frozenset({(scenario.control, scenario.elevation)}))


def _away(battle: Battle) -> Errand:
    """Off the map by whichever edge is nearest."""
    return Errand(frozenset().union(*(_edge(battle, edge) for edge in EDGES)), True, HURRY)


def _hunting(battle: Battle, unit: Unit, walks: Walks) -> Errand | None:
    """When a 'Mech that knows of them does not come, men go to where it is: to about there, so that ways stay known."""
    turn = battle.state.turn
    if turn <= STANDOFF:
        return None
    machines = (one for one in battle.of_side(battle.opponent(unit.side)) if one.machine is not None and one.on_map)
    goals = [(x // ABOUT * ABOUT + ABOUT / 2, y // ABOUT * ABOUT + ABOUT / 2) for x, y in (one.at for one in machines)]
    dots = [dot for goal in goals if battle.map.inside(dot := nearest_dot(goal))]
    to = frozenset((dot, battle.map.ground(dot)) for dot in dots)
    return Errand(to, weight=min(HURRY, LEISURE + (turn - STANDOFF) / IN_AMBUSH)) if to else None


ERRANDS: Final[Mapping[str, Callable[[Battle, Unit, Walks], Errand | None]]] = {
    SIDE_SHOW: _side_show,
    DRAGON_HUNTING: _hunting,
    RACE: _race,
}


def kits(battle: Battle, side: str) -> dict[str, orders.Kit]:
    """What the men carry besides: charges and rockets where 'Mechs are to be met, else something for close by."""
    scenario = battle.setup.scenario
    met = scenario is not None and side == SIDES[scenario.kind][0]  # both 'Mechs of the book come against these
    found: dict[str, orders.Kit] = {}
    for squad in (one for one in battle.setup.squads if one.side == side and SECONDARY in one.choice):
        for unit in battle.of_side(side):
            if unit.group == squad.name and unit.is_soldier:
                second = "Laser Pistol" if not met else SATCHEL if unit.primary == "SMG" else DISPOSABLE
                found[unit.id] = orders.Kit(secondary=second)
    return found


def sends(battle: Battle, unit: Unit) -> orders.Act | None:
    """Sending the message, where he may: nothing else is worth as much."""
    return orders.Act(unit.id, "send") if why_not_send(battle, unit) is None else None


def acts_first(battle: Battle, unit: Unit) -> bool:
    """Whether the others wait for what he does: once the message is out they may go in the same turn."""
    scenario = battle.setup.scenario
    return scenario is not None and scenario.kind == RACE and unit.id == sender_of(battle)


def stands_up(battle: Battle, unit: Unit) -> orders.Command | None:
    """Whoever is to send stands up at the controls, however many may see him: lying he sends nothing."""
    scenario = battle.setup.scenario
    if scenario is None or not acts_first(battle, unit) or not unit.prone or message_sent.of(battle.state):
        return None
    there = (unit.at, unit.elevation) == (scenario.control, scenario.elevation)
    return orders.Move(unit.id, ("stand",)) if there else None


def waits(battle: Battle) -> bool:
    """Whether hidden men stay where they are: they come out for a 'Mech that has not come to them."""
    scenario = battle.setup.scenario
    return scenario is None or scenario.kind != DRAGON_HUNTING or battle.state.turn <= IN_AMBUSH


def to_search(battle: Battle) -> Dot | None:
    """The house where somebody may hide, one after the other, a few turns each."""
    houses = battle.map.buildings
    if not houses:
        return None
    xs, ys = zip(*houses[battle.state.turn // TURNS_EACH % len(houses)].outline, strict=True)
    return nearest_dot(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))


def _edge(battle: Battle, edge: str) -> frozenset[Level]:
    field = battle.map
    return frozenset((dot, field.ground(dot)) for dot in field.dots if edge in field.on_edge(dot))


class Walks:
    """How far it is to where errands lead, from every dot of a map; kept as long as the map is the same."""

    def __init__(self) -> None:
        self._map: Lattice | None = None
        self._known: dict[frozenset[Level], Walk] = {}

    def to(self, battle: Battle, errand: Errand) -> Callable[[Spot], int]:
        """What tells the MP from a spot to the end of an errand."""
        walk = self._walk(battle, errand)
        walk.measure(battle)
        return walk.far

    def _walk(self, battle: Battle, errand: Errand) -> Walk:
        if self._map is not battle.map:
            self._map, self._known = battle.map, {}
        walk = self._known.get(errand.to)
        if walk is None:
            walk = self._known[errand.to] = Walk(errand.to)
        return walk


class Walk:
    """The cheapest ways back from some places: what a step costs there is near enough to what it costs here.

    A map is measured a part at a time, so that nobody waits for it; until it is done the way of the crow counts.
    """

    def __init__(self, ends: frozenset[Level]) -> None:
        self._ends = sorted(ends)
        self._found: dict[Level, int] = {}
        self._order = count()
        self._queue = [(0, next(self._order), end) for end in self._ends]

    def measure(self, battle: Battle, places: int = AT_ONCE) -> None:
        """Some places more."""
        queue, found = self._queue, self._found
        most = len(found) + places
        while queue and len(found) < most:
            cost, _, at = heappop(queue)
            if at not in found:
                found[at] = cost
                for to, price in _upright(battle, at):
                    if to not in found:
                        heappush(queue, (cost + price, next(self._order), to))

    def far(self, spot: Spot) -> int:
        if not self._queue:
            return self._found.get(spot[:2], FAR)
        return min(distance(spot[0], at) + STAIRS * abs(spot[1] - level) for at, level in self._ends)


def _upright(battle: Battle, at: Level) -> Iterator[tuple[Level, int]]:
    for _, spot, price in steps(battle, (*at, False)):
        if not spot[2]:
            yield spot[:2], price
