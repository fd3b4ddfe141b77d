"""Off the map (pp. 105-107): units that leave and come back elsewhere, come under a false flag, or are late.

Whoever is off the map waits there and does not count among those who move. Where and when it means to come back is its
own side's secret until it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import FALSE_FLAG, OFF_MAP, RAPID_STRIKE, commanded
from lancemate.alphastrike.commands.events import (
    CameBack,
    CommandRolled,
    HeldBack,
    LeftForAWhile,
    ReadyToEnter,
    proclaim,
)
from lancemate.alphastrike.commands.having import command, is_for, serves
from lancemate.alphastrike.commands.initiative import ATTACKER, DEFENDER, role_of
from lancemate.alphastrike.movement.arrival import nearest_places
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.movement.entering import ARRIVED, put
from lancemate.alphastrike.movement.entry import home_edge, leave_the_table
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.movement.stacking import in_the_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import ABOARD, RESERVE, TABLE, off_map, under_flag
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space

hooks.question_kinds.add("false_flag", "whether units under a false flag come on")
hooks.question_kinds.add("late", "who comes late")

RUSE: Final = rules.table("AS-SCA-031", {"first turn": 3, "undiscovered": 8, "Initiative": 2})
LATE: Final = rules.table("AS-SCA-048", {"share in play": 0.5, "first group": 2, "second group": 3})
FORBIDDEN: Final = (("hold-the-line", DEFENDER), ("breakthrough", ATTACKER))  # scenarios that it would break
ENTER, WAIT = "enter", "wait"
FIRST_HALF: Final = 3  # of a die: up to so much the first group comes first

# Its written orders: the point of the edge where it comes back, and the first turn in which it may.
orders_off_map = unit_memory("orders_off_map", dict[str, JSON], default={}, rule="AS-SCA-045", secret=True)
# It comes back at the end of this turn.
returning = unit_memory("returning", bool, default=False, rule="AS-SCA-045", secret=True)
# By which edges a unit under a false flag comes on: any, or only those of its own half.
ruse = battle_memory("ruse", dict[str, str], default={}, rule="AS-SCA-031")
ruse_turn = battle_memory("ruse_turn", dict[str, int], default={}, rule="AS-SCA-031")
# The turn in which a unit that is late may come on.
late_until = unit_memory("late_until", int, default=None, rule="AS-SCA-048")


# -- along the edge ----------------------------------------------------------------------------------------------


def _along(table: Space, at: Point) -> float:
    """How far around the table a point of its edge lies, from the south-west corner."""
    edge = table.nearest_edge(at)
    x, y = table.onto_edge(edge, at)
    wide, deep = table.width, table.depth
    return {"south": x, "east": wide + y, "north": wide + deep + (wide - x), "west": 2 * wide + deep + (deep - y)}[edge]


def way_around(table: Space, start: Point, end: Point) -> float:
    """Inches along the outer edges of the map, the shorter way."""
    far = abs(_along(table, start) - _along(table, end))
    return min(far, 2 * (table.width + table.depth) - far)


@rules.rule("AS-SCA-046", otherwise=0)
def least_turns(battle: Battle, unit: Unit, start: Point, end: Point) -> int:
    """The way along the edge by the unit's Move now, rounded up."""
    move = current_move(battle, unit)
    return ceil(way_around(battle.table, start, end) / move - SLACK) if move > 0 else 9999


# -- leaving -----------------------------------------------------------------------------------------------------


@hooks.leaves_for_a_while.rule("AS-SCA-045", when=commanded(OFF_MAP))
def leaves_for_a_while(m: Movement, edge: str) -> str | Refusal | None:
    """A unit whose force has learned it may leave anywhere, with written orders where it comes back."""
    battle, unit, returns = m.battle, m.unit, m.command.returns
    if returns is None or not serves(battle, unit, OFF_MAP) or unit.card.is_aerospace:
        return None
    scenario = battle.setup.scenario
    if scenario is not None and (scenario.id, role_of(battle, unit.side)) in FORBIDDEN:
        text = f"{OFF_MAP} would break this scenario for the {role_of(battle, unit.side)}: stay on the table"
        return Refusal("off_table", text, "AS-SCA-045")
    if not is_at_the_edge(battle.table, returns):
        return Refusal("off_table", f"{unit.id} comes back at a point of the edge of the table", "AS-SCA-045")
    return "AS-SCA-045"


def is_at_the_edge(table: Space, at: Point) -> bool:
    near = table.onto_edge(table.nearest_edge(at), at)
    return table.distance(at, near) <= SLACK


@hooks.left_for_a_while.rule("AS-SCA-045", when=commanded(OFF_MAP))
def goes_off_map(m: Movement) -> None:
    """It is off the map, and its orders are written."""
    battle, unit, returns = m.battle, m.unit, m.command.returns
    assert returns is not None
    turn = battle.state.turn + least_turns(battle, unit, m.end, returns)
    battle.emit(LeftForAWhile(unit.id, str(m.exit_edge), "AS-SCA-045"))
    at = battle.table.onto_edge(battle.table.nearest_edge(returns), returns)
    orders_off_map.remember(battle, unit, {"at": [*at], "turn": turn})


@hooks.move_choices.rule("AS-SCA-045", when=commanded(OFF_MAP))
def may_say_where(battle: Battle, unit: Unit) -> Choice | None:
    """A move over the edge says where the unit comes back."""
    if not serves(battle, unit, OFF_MAP) or unit.card.is_aerospace:
        return None
    return Choice("returns", "Comes back at", "point", "AS-SCA-045")


# -- coming back -------------------------------------------------------------------------------------------------


@hooks.comes_back.rule("AS-SCA-045", when=commanded(OFF_MAP))
def announces_its_return(battle: Battle, unit: Unit, what: str) -> bool | None:
    """In the turn at whose end it comes back: not before its time."""
    one = battle.units.get(what)
    if one is None or one.side != unit.side or not orders_off_map.of(one):
        return None
    if battle.state.turn < _first_turn(one):
        text = f"{one.id} may be back at the end of turn {_first_turn(one)}, not before"
        raise refuse("too_early", text, "AS-SCA-045")
    if returning.of(one):
        raise refuse("already_acted", f"{one.id} comes back at the end of this turn as it is", "AS-SCA-045")
    returning.remember(battle, one, True)
    return True


def _first_turn(unit: Unit) -> int:
    turn = orders_off_map.of(unit).get("turn", 0)
    return turn if isinstance(turn, int) else 0


@hooks.offers.rule("AS-SCA-045", when=commanded(OFF_MAP))
def may_come_back(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Whose time has come may be called back, as long as its side is to act."""
    if not orders_off_map.of(unit) or returning.of(unit) or battle.state.to_act != unit.side:
        return None
    if orders.Act not in battle.now.verbs or battle.state.turn < _first_turn(unit):
        return None
    return (offer(orders.Act(unit.id, "return", unit.id), "Come back at the end of the turn", "AS-SCA-045"),)


@hooks.end_phase.rule("AS-SCA-045", part=hooks.LATE, when=commanded(OFF_MAP))
def they_are_back(battle: Battle) -> bool | None:
    """They appear at the edge; whom nobody on the map waits for any more is gone."""
    done = None
    for unit in reversed([*battle.units.values()]):
        if off_map.of(unit) and returning.of(unit):
            battle.then("come_back", unit=unit.id)
            done = True
    if done is None:
        for side in battle.sides:
            done = _nobody_to_come_back_to(battle, side) or done
    return done


def _nobody_to_come_back_to(battle: Battle, side: str) -> bool | None:
    """A side without anybody on the map has lost those who are off it as well."""
    own = [unit for unit in battle.units_of(side) if unit.in_play]
    away = [unit for unit in own if unit.place == RESERVE and orders_off_map.of(unit)]
    if not away or any(unit.place in (TABLE, ABOARD) and unit.doomed is None for unit in own):
        return None
    for unit in away:
        leave_the_table(battle, unit, home_edge(battle, side) or EDGES[0], "AS-SCA-045")
    return True


@rules.task("come_back")
def come_back(battle: Battle, unit: str) -> None:
    """At the point written down, or beside whoever stands there."""
    one = battle.units[unit]
    written = orders_off_map.of(one)["at"]
    assert isinstance(written, list)
    at = (float(str(written[0])), float(str(written[1])))
    if in_the_way(battle, one, at) is None:
        _appear(battle, one, at)
        return
    places = nearest_places(battle, one, at)
    if len(places) < 2:
        _appear(battle, one, places[0] if places else at)
        return
    question = Decision(
        side=one.side,
        kind="placement",
        question=f"somebody stands where {unit} comes back: where is it put down?",
        choices=tuple(f"{px:g}, {py:g}" for px, py in places),
        rule="AS-SCA-045",
        unit=unit,
    )
    battle.ask(question, "come_back_at", unit=unit)


@rules.task("come_back_at")
def come_back_at(battle: Battle, unit: str, choice: str) -> None:
    x, y = choice.split(", ")
    _appear(battle, battle.units[unit], (float(x), float(y)))


def _appear(battle: Battle, unit: Unit, at: Point) -> None:
    orders_off_map.remember(battle, unit, {})
    returning.remember(battle, unit, False)
    inward = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
    facing = battle.table.snap_facing(inward[battle.table.nearest_edge(at)])
    put(battle, CameBack(unit.id, at, facing, resting_level(battle, unit, *at), "AS-SCA-045"), ARRIVED)
    for hook in battle.hooks[hooks.is_back]:
        hook(battle, unit)


# -- False Flag --------------------------------------------------------------------------------------------------


def _under_false_flag(battle: Battle, side: str) -> Iterator[Unit]:
    ability = command(battle, side, FALSE_FLAG)
    if ability is None or ability.units is None or command(battle, side, OFF_MAP) is None:
        return
    for name in ability.units:
        unit = battle.units.get(name)
        if unit is not None and unit.place == RESERVE and is_for(battle, ability, unit):
            yield unit


@hooks.battle_opens.rule("AS-SCA-031", when=commanded(FALSE_FLAG))
def keep_them_off(battle: Battle) -> None:
    """Who is to come under a false flag is kept off the map; a force without Off-Map Movement has none."""
    for side in battle.sides:
        for unit in _under_false_flag(battle, side):
            if side not in ruse.of(battle.state):
                under_flag.remember(battle, unit, True, "AS-SCA-031")


@rules.task("ask_false_flag")
def ask_false_flag(battle: Battle, side: str) -> None:
    if battle.state.turn < RUSE.of(battle)["first turn"] or side in ruse.of(battle.state):
        return
    if not any(under_flag.of(unit) for unit in _under_false_flag(battle, side)):
        return
    question = Decision(
        side=side,
        kind="false_flag",
        question=f"do the units of {side} under a false flag come on this turn?",
        choices=(ENTER, WAIT),
        rule="AS-SCA-031",
    )
    battle.ask(question, "take_false_flag", side=side)


@rules.task("take_false_flag")
def take_false_flag(battle: Battle, side: str, choice: str) -> None:
    if choice == WAIT:
        return
    roll = battle.roll(2)
    undiscovered = sum(roll) >= RUSE.of(battle)["undiscovered"]
    told = "they pass for friends" if undiscovered else "the ruse is discovered"
    battle.emit(CommandRolled(side, FALSE_FLAG, roll, told, "AS-SCA-031"))
    units = [unit for unit in _under_false_flag(battle, side) if under_flag.of(unit)]
    proclaim(battle, ruse, side, "", {**ruse.of(battle.state), side: "any" if undiscovered else "half"})
    if undiscovered:
        proclaim(battle, ruse_turn, side, "", {**ruse_turn.of(battle.state), side: battle.state.turn})
    for unit in units:
        under_flag.remember(battle, unit, False, "AS-SCA-031")
        battle.emit(ReadyToEnter(unit.id, "AS-SCA-031"))


@hooks.initiative.rule("AS-SCA-031", part=Initiative.ADDED, when=commanded(FALSE_FLAG))
def surprise(battle: Battle, side: str) -> Modifier | None:
    """In the turn in which they come undiscovered."""
    if ruse_turn.of(battle.state).get(side) != battle.state.turn:
        return None
    return Modifier(FALSE_FLAG, RUSE.of(battle)["Initiative"], "AS-SCA-031")


@hooks.entry_edges.rule("AS-SCA-031", when=commanded(FALSE_FLAG))
def by_any_edge(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Over any edge, the enemy's own too; once discovered, over those of its own half."""
    how = ruse.of(battle.state).get(unit.side)
    if how is None or unit not in _under_false_flag(battle, unit.side):
        return None
    if how == "any":
        return EDGES
    return tuple(edge for edge in EDGES if edge != home_edge(battle, battle.opponent(unit.side)))


@hooks.may_end.rule("AS-SCA-031", when=commanded(FALSE_FLAG))
def on_its_own_half(m: Movement) -> Refusal | None:
    """Discovered, it comes on in the half of its home edge."""
    battle, unit = m.battle, m.unit
    if m.start_place != RESERVE or ruse.of(battle.state).get(unit.side) != "half":
        return None
    home = home_edge(battle, unit.side)
    if home is None or unit not in _under_false_flag(battle, unit.side):
        return None
    across = battle.table.depth if home in ("north", "south") else battle.table.width
    if battle.table.distance_to_edge(home, m.points[0]) <= across / 2 + SLACK:
        return None
    text = f"{unit.id} was found out: it comes on in the half of the {home} edge"
    return Refusal("discovered", text, "AS-SCA-031")


# -- Rapid Strike ------------------------------------------------------------------------------------------------


def _is_struck(battle: Battle, side: str) -> bool:
    """Its attacker was too fast for it to be ready."""
    enemy = battle.opponent(side)
    return role_of(battle, enemy) == ATTACKER and command(battle, enemy, RAPID_STRIKE) is not None


@hooks.battle_opens.rule("AS-SCA-048", when=commanded(RAPID_STRIKE))
def half_are_late(battle: Battle) -> None:
    """Of the units that are not on the table yet, its owner says who is late."""
    if battle.state.turn > 1:
        return
    for side in battle.sides:
        if _is_struck(battle, side) and not any(late_until.of(unit) for unit in battle.units.values()):
            battle.then("ask_late", side=side, late=[])


@rules.task("ask_late")
def ask_late(battle: Battle, side: str, late: list[str]) -> None:
    """Unit by unit: half of the force, rounded up, may be there; the others come in two groups by turns."""
    own = [unit for unit in battle.units_of(side) if unit.in_play]
    wanted = len(own) - ceil(len(own) * LATE.of(battle)["share in play"] - SLACK)
    free = [unit.id for unit in own if unit.place == RESERVE and unit.id not in late]
    if len(late) >= wanted or not free:
        battle.then("note_late", side=side, late=late)
        return
    question = Decision(
        side=side,
        kind="late",
        question=f"who of {side} comes late, in group {len(late) % 2 + 1}? ({len(late)} of {wanted} so far)",
        choices=tuple(free),
        of_units=True,
        rule="AS-SCA-048",
    )
    battle.ask(question, "take_late", side=side, late=late)


@rules.task("take_late")
def take_late(battle: Battle, side: str, late: list[str], choice: str) -> None:
    battle.then("ask_late", side=side, late=[*late, choice])


@rules.task("note_late")
def note_late(battle: Battle, side: str, late: list[str]) -> None:
    """A die says which of the two groups comes first."""
    if not late:
        return
    roll = battle.roll(1)
    first = 0 if roll[0] <= FIRST_HALF else 1
    battle.emit(CommandRolled(side, RAPID_STRIKE, roll, f"group {first + 1} comes first", "AS-SCA-048"))
    for place, name in enumerate(late):
        row = "first group" if place % 2 == first else "second group"
        unit = battle.units[name]
        battle.emit(HeldBack(name, "AS-SCA-048"))
        late_until.note(battle, unit, int(LATE.of(battle)[row]))


@hooks.turn_begins.rule("AS-SCA-048", when=commanded(RAPID_STRIKE))
def the_late_arrive(battle: Battle) -> None:
    """Their turn has come: they enter over their home edge."""
    for unit in battle.units.values():
        until = late_until.of(unit)
        if until is not None and off_map.of(unit) and battle.state.turn >= until:
            battle.emit(ReadyToEnter(unit.id, "AS-SCA-048"))
