"""What a scenario wants of each man: to the far row and home, to the controls, off the map; and how far it is.

Reads what the rules remember of the scenario; must not know what a spot is worth otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lancemate.battletroops.asking.ways import Spot, steps
from lancemate.battletroops.play import orders
from lancemate.battletroops.scenarios.plan import DRAGON_HUNTING, RACE, SIDE_SHOW, SIDES
from lancemate.battletroops.scenarios.race import EDGES, message_sent, why_not_send
from lancemate.battletroops.scenarios.reaching import OPPOSITE, home_of, reached
from lancemate.field.lattice import Dot, nearest_dot

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Lattice

Level: TypeAlias = tuple[Dot, int]
Walk: TypeAlias = Mapping[Level, int]
FAR: Final = 99  # MP to where nobody can walk
TURNS_EACH: Final = 4  # that a house is searched
IN_AMBUSH: Final = 8  # turns that hidden men wait for a 'Mech


class Errand(NamedTuple):
    """The places one of which a man has to come to, and whether he leaves the map there."""

    to: frozenset[Level]
    leaves: bool = False


def errand_of(battle: Battle, unit: Unit) -> Errand | None:
    """What the scenario wants of a soldier now; None where it is enough to fight."""
    scenario = battle.setup.scenario
    find = ERRANDS.get(scenario.kind) if scenario is not None else None
    return find(battle, unit) if find is not None else None


def _side_show(battle: Battle, unit: Unit) -> Errand | None:
    home = home_of(battle, unit.side)
    if home is None:
        return None
    done = reached.of(unit)
    return Errand(_edge(battle, home if done else OPPOSITE[home]), done)


def _race(battle: Battle, unit: Unit) -> Errand | None:
    """The technician to the controls, whoever wants to stop him too; then the defenders go."""
    scenario, defends = battle.setup.scenario, unit.side == SIDES[RACE][0]
    assert scenario is not None
    if message_sent.of(battle.state):
        return Errand(frozenset().union(*(_edge(battle, edge) for edge in EDGES)), True) if defends else None
    if scenario.control is None or (defends and unit.id != scenario.sender):
        return None
    return Errand(frozenset({(scenario.control, scenario.elevation)}))


ERRANDS: Final[Mapping[str, Callable[[Battle, Unit], Errand | None]]] = {SIDE_SHOW: _side_show, RACE: _race}


def sends(battle: Battle, unit: Unit) -> orders.Act | None:
    """Sending the message, where he may: nothing else is worth as much."""
    return orders.Act(unit.id, "send") if why_not_send(battle, unit) is None else None


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
        if self._map is not battle.map:
            self._map, self._known = battle.map, {}
        if errand.to not in self._known:
            self._known[errand.to] = _walk(battle, errand.to)
        known = self._known[errand.to]
        return lambda spot: known.get(spot[:2], FAR)


def _walk(battle: Battle, ends: frozenset[Level]) -> Walk:
    """The cheapest way back from the ends: what a step costs there is near enough to what it costs here."""
    found: dict[Level, int] = {}
    order = count()
    queue = [(0, next(order), end) for end in sorted(ends)]
    while queue:
        cost, _, at = heappop(queue)
        if at not in found:
            found[at] = cost
            for to, price in _upright(battle, at):
                if to not in found:
                    heappush(queue, (cost + price, next(order), to))
    return found


def _upright(battle: Battle, at: Level) -> Iterator[tuple[Level, int]]:
    for _, spot, price in steps(battle, (*at, False)):
        if not spot[2]:
            yield spot[:2], price
