"""Who comes onto the map in the course of a battle (pp. 36-39): over which edge, when, and at which of its dots.

They stand there as their side begins to move. As long as one of them has done nothing, his player may place him on
another free dot of that edge, for nothing. Must not know what the battle is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.templates import direction_of, radius_of
from lancemate.battletroops.movement.arriving import ENTERS, MOVES, TOUCHES, arrive, way
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.setup import ENTERING
from lancemate.battletroops.play.state import MAP, RESERVE, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import INWARD
from lancemate.field.lattice import BEARINGS, Dot, distance, true_distance
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

RULE: Final = "BT-SCN-008"
rules.switch(ENTERING)
ENTER: Final = "enter"
CAME_ON: Final = way("came onto the map", RULE, ENTERS, TOUCHES, MOVES)
CLEAR: Final = 2.5  # dots around a machine that comes between houses
OFFERED: Final = 12  # other dots that are offered; his player may point at any


@event
class Arrived:
    """Somebody who waited comes onto the map, or is placed elsewhere before he has done anything."""

    type: ClassVar[str] = "arrived"
    unit: UnitId
    at: Dot
    edge: Word
    facing: int | None = None  # the direction of a machine
    again: bool = False
    rule: RuleId = RULE

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        assert unit.enters is not None
        unit.enters = replace(unit.enters, edges=(self.edge,))
        crew = (one for one in state.units.values() if one.aboard == self.unit)
        for one in (unit, *crew):
            one.place = MAP
            one.x, one.y = self.at
            one.elevation = state.map.ground(self.at)
        if unit.machine is not None and self.facing is not None:
            unit.machine = replace(unit.machine, facing=self.facing)


# -- coming on ------------------------------------------------------------------------------------------------------


@hooks.side_begins.rule(RULE, when=ENTERING)
def they_come(battle: Battle, side: str) -> None:
    """In their turn, as their side begins to move; where there are several edges their player chooses one."""
    choosing: dict[tuple[str, ...], list[str]] = {}
    for unit in list(battle.of_side(side)):
        waits = unit.enters is None or unit.place != RESERVE or not unit.conscious or unit.aboard is not None
        if waits or unit.enters is None or battle.state.turn < unit.enters.turn:
            continue
        if len(unit.enters.edges) == 1:
            come_over(battle, unit, unit.enters.edges[0])
        else:
            choosing.setdefault(unit.enters.edges, []).append(unit.id)
    for edges, names in choosing.items():
        groups = dict.fromkeys(battle.units[name].group or name for name in names)
        question = Decision(side, "entry", f"over which edge do they come: {', '.join(groups)}?", edges, RULE)
        battle.ask(question, "edge_chosen", names=tuple(names))


@rules.task("edge_chosen")
def edge_chosen(battle: Battle, names: tuple[str, ...], choice: str) -> None:
    for name in names:
        come_over(battle, battle.units[name], choice)


def come_over(battle: Battle, unit: Unit, edge: str) -> None:
    """Where the setup says, or at the free dot that is nearest to the middle of the edge."""
    free = list(entry_dots(battle, unit, edge))
    at = unit.enters.at if unit.enters is not None else None
    if at not in free:
        middle, taken = _middle(battle, edge), _taken(battle, unit)
        free = [dot for dot in free if _has_room(battle, unit, dot)] or free or list(_nearby(battle))
        apart = [dot for dot in free if all(distance(dot, other) > 1 for other in taken)] or free
        at = min(apart, key=lambda dot: (true_distance(dot, middle), dot), default=None)
    if at is not None:
        machine = unit.machine
        battle.emit(Arrived(unit.id, at, edge, None if machine is None else _inward(unit, edge)))


def _middle(battle: Battle, edge: str) -> Dot:
    east, north = battle.map.width - 1, battle.map.depth - 1
    ends = {"north": (east / 2, north), "south": (east / 2, 0.0), "east": (east, north / 2), "west": (0.0, north / 2)}
    return ends[edge]


def _inward(unit: Unit, edge: str) -> int:
    """As it faces, if that is not off the map; else away from the edge."""
    assert unit.machine is not None
    off = {"north": (2, 3), "south": (5, 6), "east": (4,), "west": (1,)}
    return INWARD[edge] if unit.machine.facing in off[edge] else unit.machine.facing


def _nearby(battle: Battle) -> Iterator[Dot]:
    """Where an edge is crowded, anywhere in the open that is free."""
    taken = _taken(battle)
    return (dot for dot in battle.map.dots if dot not in taken and battle.map.building(dot) is None)


def entry_dots(battle: Battle, unit: Unit, edge: str) -> Iterator[Dot]:
    """The free dots of an edge: of a machine, those from which its template reaches to the edge."""
    field, taken = battle.map, _taken(battle, unit)
    inset = 0.0 if unit.machine is None else round(radius_of(battle, unit))
    for dot in field.dots:
        if dot not in taken and field.building(dot) is None and _is_at(battle, dot, edge, inset):
            yield dot


def _is_at(battle: Battle, dot: Dot, edge: str, inset: float) -> bool:
    """Whether a dot lies so many rows or dots inside an edge, and not over another one."""
    field, (x, y) = battle.map, dot
    first, last = 0.5 * (int(y) % 2), field.width - 1 + 0.5 * (int(y) % 2)
    off = {"north": field.depth - 1 - y, "south": y, "west": x - first, "east": last - x}
    return off[edge] == inset and all(far >= inset for far in off.values())


def _taken(battle: Battle, but: Unit | None = None) -> set[Dot]:
    return {one.at for one in battle.units.values() if one.on_map and one.conscious and one is not but}


def _has_room(battle: Battle, unit: Unit, at: Dot) -> bool:
    """Whether a machine finds no house close by, so that it may walk in any direction."""
    if unit.machine is None:
        return True
    near = (dot for dot in battle.map.dots if true_distance(dot, at) <= CLEAR)
    return all(battle.map.building(dot) is None for dot in near)


# -- another dot ------------------------------------------------------------------------------------------------------


@hooks.deeds.entry(ENTER)
def enter(battle: Battle, unit: Unit, command: Act) -> None:
    """One who has just come is placed elsewhere on his edge."""
    refusal = why_not_enter(battle, unit, command)
    if refusal is not None:
        raise Refused(refusal)
    if unit.enters is None or not isinstance(command.what, tuple):
        raise Refused(_not_entering(unit))
    facing = direction_of(command.facing) if command.facing is not None else None
    battle.emit(Arrived(unit.id, command.what, unit.enters.edges[0], facing, again=True))


@rules.rule(RULE, otherwise=None)
def why_not_enter(battle: Battle, unit: Unit, command: Act) -> Refusal | None:
    """Before he does anything else, on a free dot of the edge he comes over."""
    if unit.enters is None or unit.place != MAP or unit.acted or battle.state.to_act != unit.side:
        return _not_entering(unit)
    edge, to = unit.enters.edges[0], command.what
    if not isinstance(to, tuple) or to not in set(entry_dots(battle, unit, edge)):
        return Refusal("no_entry", f"{unit.id} comes over the {edge} edge, on a free dot of it", RULE)
    if command.facing is not None and (unit.machine is None or command.facing % 360.0 not in BEARINGS.values()):
        text = "a machine faces 270, 330, 30, 90, 150 or 210 degrees, and nobody else any"
        return Refusal("no_facing", text, RULE)
    return None


def _not_entering(unit: Unit) -> Refusal:
    text = f"{unit.id} has not just come onto the map: only such a one is placed on another dot of his edge"
    return Refusal("not_entering", text, RULE)


@hooks.offers.rule(RULE, when=ENTERING)
def entry_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Some of the other dots, spread along his edge."""
    if unit.enters is None or unit.place != MAP or unit.acted:
        return None
    free = list(entry_dots(battle, unit, unit.enters.edges[0]))
    some = [dot for dot in free[:: len(free) // OFFERED + 1] if dot != unit.at]
    return tuple(offer(Act(unit.id, ENTER, dot), f"Enter at {list(dot)}", RULE) for dot in some)


@hooks.acts.rule(RULE, when=ENTERING)
def he_is_here(battle: Battle, unit: Unit) -> None:
    """Now it is settled where he has come to."""
    if unit.enters is not None and unit.place == MAP and not unit.acted:
        arrive(battle, unit, CAME_ON)


@hooks.side_ends.rule(RULE, when=ENTERING)
def so_are_they(battle: Battle, side: str) -> None:
    for unit in list(battle.of_side(side)):
        he_is_here(battle, unit)
