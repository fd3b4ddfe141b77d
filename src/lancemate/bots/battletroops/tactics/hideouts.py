"""Where men hide who hold a house: in depth, so that whoever comes in is seen, and nobody who stays outside sees them.

Must not know what a place is worth once the battle has begun.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.battletroops.asking.ways import Spot, steps
from lancemate.battletroops.options.hidden_units import WIDE, hiding_places
from lancemate.battletroops.play import orders
from lancemate.battletroops.scenarios.plan import RACE, SIDES
from lancemate.battletroops.scenarios.race import sender_of
from lancemate.battletroops.sight.ranges import arc_width
from lancemate.bots.battletroops.tactics.odds import between
from lancemate.field.lattice import BEARINGS, Dot, bearing, distance, turn_between

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

BODYGUARD: Final = 3  # men on the floor of whoever sends the message
APART: Final = 3  # dots between two men, so that no blast takes both
AROUND: Final = 12  # dots from which one may look into a house
EVERY: Final = 3  # of those dots one is looked from
SEEN: Final = 0.2  # of what an entrance in his arc is worth, for each dot that sees him

Place = tuple[Dot, int]


class Hide(NamedTuple):
    """A place to hide, what it is worth, and the direction to look in."""

    worth: float
    place: Place
    way: int


def hides(battle: Battle, side: str) -> dict[str, orders.Hideout]:
    """Who holds the house of a message waits inside it: some before the stairs to the controls, the others below."""
    scenario = battle.setup.scenario
    if scenario is None or scenario.kind != RACE or side != SIDES[RACE][0]:
        return {}
    sender = sender_of(battle)
    hidden = [unit for unit in battle.of_side(side) if unit.hidden and unit.id != sender]
    if not hidden:
        return {}
    taken = [(one.at, one.elevation) for one in battle.of_side(side) if one not in hidden]
    places = [place for place in hiding_places(battle, hidden[0]) if place not in taken]
    found: dict[str, orders.Hideout] = {}
    above = [one for one in hidden if one.group == battle.unit(sender).group][:BODYGUARD] if sender is not None else []
    for men, level in ((above, scenario.elevation), ([one for one in hidden if one not in above], 0)):
        here = [place for place in places if place[1] == level]
        found |= _spread(men, _weighed(battle, here, list(_entrances(battle, here))), taken)
    return found


def _spread(men: Sequence[Unit], best: Sequence[Hide], taken: list[Place]) -> dict[str, orders.Hideout]:
    """The best places that lie apart; where there are too few, closer together."""
    found: dict[str, orders.Hideout] = {}
    for apart in range(APART, 0, -1):
        for hide in best:
            at, level = hide.place
            room = all(distance(at, other) >= apart for other, floor in taken if floor == level)
            if len(found) < len(men) and room:
                found[men[len(found)].id] = orders.Hideout(at, level, hide.way)
                taken.append(hide.place)
    return found


def _weighed(battle: Battle, places: Sequence[Place], entrances: Sequence[Place]) -> list[Hide]:
    """Every place with its best direction, the best first."""
    spots = [(*place, False) for place in places]
    ways_in = between(battle, spots, [(*place, False) for place in entrances])[:, :, 0] == 0
    eyes = (between(battle, _outside(battle, places), spots)[:, :, 0] == 0).sum(axis=0)
    width = arc_width(battle, WIDE) / 2
    found = []
    for number, (at, level) in enumerate(places):
        seen = [one for one, clear in zip(entrances, ways_in[number], strict=True) if clear and one[0] != at]
        for way, towards in BEARINGS.items():
            watched = sum(turn_between(towards, bearing(at, one)) <= width for one, _ in seen)
            found.append(Hide(watched - SEEN * float(eyes[number]), (at, level), way))
    return sorted(found, key=lambda hide: (-hide.worth, hide.place, hide.way))


def _entrances(battle: Battle, places: Sequence[Place]) -> Iterator[Place]:
    """Where one comes in from the open, or onto a floor by its stairs."""
    for at, level in places:
        climbs = battle.map.has_stairway(at)
        if climbs or any(battle.map.building(to) is None for _, (to, _, _), _ in steps(battle, (at, level, False))):
            yield at, level


def _outside(battle: Battle, places: Sequence[Place]) -> list[Spot]:
    """Some of the dots in the open around a house."""
    near = [
        dot
        for dot in battle.map.dots
        if battle.map.building(dot) is None and any(distance(dot, at) <= AROUND for at, _ in places)
    ]
    return [(dot, battle.map.ground(dot), False) for dot in near[::EVERY]]
