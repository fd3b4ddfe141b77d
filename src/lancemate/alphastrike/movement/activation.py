"""Who moves when (pp. 32-33): the Movement Phase, in which the sides take turns by their numbers.

Knows whose turn it is to move; knows nothing of how a move is carried out. A step of its own for some units (a phase
whose entry ``claims`` them) is played in the same way, and the Movement Phase is for all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.cargo import is_cargo
from lancemate.alphastrike.movement.passengers import disembarked
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_phase, check_side, next_phase
from lancemate.alphastrike.play.events import GroupMoves, Passed, SideDone, TurnPassed
from lancemate.alphastrike.play.parties import loser_first, parties, party_of
from lancemate.alphastrike.play.phases import CLOCK, MOVEMENT, TurnPhase
from lancemate.alphastrike.play.state import (
    ABOARD,
    CARRIED,
    GONE,
    OFFBOARD,
    PLANTED,
    RESERVE,
    TABLE,
    Unit,
    is_off_map,
    off_map,
)
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


NEXT: Final = "next_mover"
AWAY: Final = (GONE, CARRIED, OFFBOARD, PLANTED)


# -- who has a move to make -----------------------------------------------------------------------------------


def counts_for_movement(battle: Battle, unit: Unit) -> bool:
    """It has a move to make this turn: not gone, not carried, not moved yet. What flies needs a step of its own."""
    if unit.place in AWAY or unit.moved != "none":
        return False
    if unit.notes and ((unit.place == RESERVE and is_off_map(unit)) or lies_low(battle, unit)):
        return False
    if unit.place == ABOARD:
        return any(hook(battle, unit) for hook in battle.hooks[hooks.leaves_by_itself])
    return not unit.card.is_aerospace or any(_claims(battle, entry, unit) for entry in battle.course.claiming)


def lies_low(battle: Battle, unit: Unit) -> bool:
    """Nobody waits for its move: hook ``lies_low``."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.lies_low])


def _claims(battle: Battle, entry: TurnPhase, unit: Unit) -> bool:
    return entry.claims is not None and entry.claims(battle, unit)


def moves_now(battle: Battle, unit: Unit) -> bool:
    """It has a move to make, and in this phase."""
    return counts_for_movement(battle, unit) and (not battle.course.claiming or phase_of(battle, unit) is battle.now)


def phase_of(battle: Battle, unit: Unit) -> TurnPhase:
    """Where in the turn a unit moves."""
    for entry in battle.course.claiming:
        if _claims(battle, entry, unit):
            return entry
    return battle.course[MOVEMENT]


def item_of(battle: Battle, unit: Unit) -> str:
    """What a unit moves together with: itself, its Point, or its lance under that option."""
    for hook in battle.hooks[hooks.moves_with]:
        group = hook(battle, unit)
        if group is not None:
            return group
    return unit.id


def moves_in_company(battle: Battle, unit: Unit) -> bool:
    """Whether others move together with a unit."""
    item = item_of(battle, unit)
    return any(other is not unit and item_of(battle, other) == item for other in battle.units.values())


def movers(battle: Battle, side: str) -> list[Unit]:
    """The units of a side that have a move to make in this phase; of the part of it that acts, where one does."""
    state = battle.state
    return movers_of(battle, state.party if state.acting and state.to_act == side and state.party else side)


def movers_of(battle: Battle, party: str) -> list[Unit]:
    """The same for a side or a part of one."""
    units, side = battle.state.units.values(), party.partition("/")[0] if "/" in party else party
    found: list[Unit] = []
    for unit in units:
        if unit.moved != "none" or unit.side != side:
            continue
        if (unit.place == TABLE and not unit.notes and not unit.card.is_aerospace) or counts_for_movement(battle, unit):
            found.append(unit)
    found = [unit for unit in found if phase_of(battle, unit) is battle.now] if battle.course.claiming else found
    if battle.hooks[hooks.acts_apart]:
        found = [unit for unit in found if party_of(battle, unit) == party]
    return found or (waiting_in_bays(battle, side) if party == side else [])


def waiting_in_bays(battle: Battle, side: str) -> list[Unit]:
    """Units in the bays of a ship that makes no move of its own. They are asked where their side has nobody else."""
    own: list[Unit] = []
    for unit in battle.state.units.values():
        if unit.side != side or unit.place == GONE:
            continue
        if unit.place != ABOARD and not unit.card.is_aerospace and not (unit.notes and _just_out(battle, unit)):
            return []  # by far the most sides have such a unit
        own.append(unit)
    aboard = [unit for unit in own if unit.place == ABOARD and unit.moved == "none" and not unit.card.is_infantry]
    waiting = [unit for unit in aboard if not is_cargo(unit) and lies_still(battle, unit)]
    return [unit for unit in waiting if not battle.course.claiming or phase_of(battle, unit) is battle.now]


def _just_out(battle: Battle, unit: Unit) -> bool:
    return disembarked.of(unit) == battle.state.turn


def lies_still(battle: Battle, unit: Unit) -> bool:
    """Its transport makes no move of its own, such as a grounded DropShip: whoever leaves that does so by itself."""
    carrier = battle.units[unit.aboard] if unit.aboard is not None else None
    if carrier is None or carrier.side != unit.side or not carrier.on_table or carrier.airborne or unit.riding:
        return False
    return carrier.card.is_aerospace


def items_left(battle: Battle, party: str) -> list[str]:
    """A side's items that have still to move, or those of a part of it, each once, in the order of the force."""
    if not battle.hooks[hooks.moves_with]:
        return [unit.id for unit in movers_of(battle, party)]
    return list(dict.fromkeys([item_of(battle, unit) for unit in movers_of(battle, party)]))


def any_left(battle: Battle, side: str) -> bool:
    """Whether a side, or a part of one, has still somebody to move."""
    if battle.hooks[hooks.acts_apart]:
        return bool(movers_of(battle, side))
    claiming = battle.course.claiming
    for unit in battle.state.units.values():
        if unit.moved != "none" or unit.side != side:
            continue
        if not claiming and unit.place == TABLE and not unit.notes and not unit.card.is_aerospace:  # by far the most
            return True
        if moves_now(battle, unit):
            return True
    return bool(waiting_in_bays(battle, side))


# -- taking turns ---------------------------------------------------------------------------------------------


@rules.rule("AS-MOV-010", otherwise=lambda battle, fewer, more: 1)
def share(battle: Battle, fewer: int, more: int) -> int:
    """The side with more units moves the whole number of times the other's count goes into its own."""
    return max(1, more // fewer)


def begin_moving(battle: Battle) -> None:
    battle.then("next_mover")


@rules.task("next_mover")
def next_mover(battle: Battle) -> None:
    """Go on with the pair of movements under way, or compare numbers and begin the next pair."""
    state = battle.state
    if state.moving_group is not None:
        group = state.moving_group
        if any(moves_now(battle, unit) and item_of(battle, unit) == group for unit in battle.units.values()):
            return
        battle.emit(GroupMoves(None))
    quota: tuple[tuple[str, int], ...] = ()
    for side, n in state.quota:
        if n > 0 and any_left(battle, side):
            quota = (*quota, (side, n))
    quota = quota or _next_pair(battle)
    if not quota:
        next_phase(battle)
        for hook in battle.hooks[hooks.movement_ends]:  # what they put on the agenda comes first
            hook(battle)
        return
    side = quota[0][0]
    if (state.party if state.acting else state.to_act) != side or state.quota != quota:
        battle.emit(TurnPassed(side, quota))


def recount(battle: Battle) -> None:
    """Somebody has come to count: as long as nobody has moved, numbers are compared anew."""
    if any(unit.moved != "none" for unit in battle.on_table()):
        return
    quota = _next_pair(battle)
    if quota and quota != battle.state.quota:
        battle.emit(TurnPassed(quota[0][0], quota))


@rules.rule("AS-INT-059", "AS-MOV-009", otherwise=lambda battle: ())
def _next_pair(battle: Battle) -> tuple[tuple[str, int], ...]:
    """The initiative loser's share first, then the winner's, until all have moved."""
    first = battle.state.first
    assert first is not None
    if battle.hooks[hooks.acts_apart]:
        return _next_round(battle)
    second = battle.opponent(first)
    losers, winners = _numbers(battle, first, second)
    if losers and winners:
        losers, winners = (
            share(battle, winners, losers) if losers > winners else 1,
            share(battle, losers, winners) if winners > losers else 1,
        )
    return ((first, losers),) * bool(losers) + ((second, winners),) * bool(winners)


def _numbers(battle: Battle, first: str, second: str) -> tuple[int, int]:
    """How many items of each side have still to move, counted in one go where each unit is an item of its own."""
    if battle.course.claiming or battle.hooks[hooks.moves_with]:
        return len(items_left(battle, first)), len(items_left(battle, second))
    losers = winners = 0
    for unit in battle.state.units.values():
        if unit.moved != "none":
            continue
        if (unit.place == TABLE and not unit.notes and not unit.card.is_aerospace) or counts_for_movement(battle, unit):
            if unit.side == first:
                losers += 1
            else:
                winners += 1
    return losers or len(waiting_in_bays(battle, first)), winners or len(waiting_in_bays(battle, second))


def _next_round(battle: Battle) -> tuple[tuple[str, int], ...]:
    """The same where more than two take turns: each moves as often as the smallest goes into it."""
    left = {party: len(items_left(battle, party)) for party in parties(battle)}
    fewest = min((count for count in left.values() if count), default=0)
    return tuple((party, share(battle, fewest, count)) for party, count in left.items() if count)


def check_mover(battle: Battle, unit: Unit) -> None:
    """Refuse a movement command for a unit whose turn it is not."""
    state = battle.state
    if orders.Move not in battle.course.entries[state.phase].verbs:
        check_phase(battle, orders.Move, "units move")
    if battle.course.claiming and unit.moved == "none" and phase_of(battle, unit) is not battle.now:
        text = f"{unit.id} moves in the {phase_of(battle, unit).title}; this is the {battle.now.title.lower()}"
        raise refuse("wrong_phase", text, phase_of(battle, unit).by)
    if unit.place == GONE or state.to_act != unit.side or battle.hooks[hooks.acts_apart]:
        check_side(battle, unit, "AS-MOV-009")
    if unit.place == RESERVE and is_off_map(unit):
        raise refuse("off_map", f"{unit.id} is off the map and waits there", off_map.rule)
    if unit.moved != "none":
        waiting = [one.id for one in movers(battle, unit.side)]
        others = f"; {', '.join(waiting)} may still move" if waiting else ""
        raise refuse("already_moved", f"{unit.id} has made its move this turn{others}", "AS-MOV-009")
    group = state.moving_group
    if group is not None and item_of(battle, unit) != group:
        raise refuse("group_moves", f"the members of {group} move first, all in one activation", "AS-MOV-013")


def move_made(battle: Battle, unit: Unit) -> None:
    """A unit has spent its move: count it and see who is next."""
    state = battle.state
    goes_on = battle.course.entries[state.phase].goes_on
    follows = goes_on[0] if goes_on else NEXT
    if follows != NEXT:  # it moves alone
        battle.afterwards(follows)
        return
    if state.moving_group is None:
        own = party_of(battle, unit) if battle.hooks[hooks.acts_apart] else unit.side
        quota: tuple[tuple[str, int], ...] = ()
        for side, n in state.quota:
            quota = (*quota, (side, n - 1 if side == own else n))
        battle.emit(TurnPassed(state.party if state.acting else state.to_act, quota))
        if battle.hooks[hooks.moves_with] and moves_in_company(battle, unit):
            battle.emit(GroupMoves(item_of(battle, unit)))
    battle.afterwards(NEXT)


# -- giving up a move -----------------------------------------------------------------------------------------


def pass_move(battle: Battle, unit: Unit) -> None:
    check_mover(battle, unit)
    if unit.place == ABOARD and not moves_now(battle, unit) and unit not in waiting_in_bays(battle, unit.side):
        raise refuse("aboard", f"{unit.id} is aboard {unit.aboard} and has no move to give up", "AS-MOV-009")
    check_staying(battle, (unit,))
    battle.emit(Passed(unit.id, battle.state.phase, standing_mode(battle, unit), "AS-MOV-009"))
    move_made(battle, unit)
    stayed(battle, unit)


def end_moving(battle: Battle, side: str) -> None:
    """Whoever of a side has not moved stays where it is."""
    state = battle.state
    staying = movers_of(battle, side)
    check_staying(battle, staying)
    battle.emit(SideDone(side, state.phase))
    for unit in staying:
        battle.emit(Passed(unit.id, state.phase, standing_mode(battle, unit), "AS-MOV-009"))
    if state.moving_group is not None:
        battle.emit(GroupMoves(None))
    battle.then("next_mover")
    for unit in staying:
        stayed(battle, unit)


def check_staying(battle: Battle, units: Sequence[Unit]) -> None:
    """Refuse to give up moves that must be made: hook ``may_stay`` (battle, unit) -> Refusal | None."""
    for hook in battle.hooks[hooks.may_stay]:
        for unit in units:
            refusal: Refusal | None = hook(battle, unit)
            if refusal is not None:
                raise Refused(refusal)
    for unit in units:
        if unit.notes and lies_low(battle, unit):
            text = f"{unit.id} is not counted among those of its side that move, and has no move to give up"
            raise refuse("not_counted", text, "AS-MOV-009")


def stayed(battle: Battle, unit: Unit) -> None:
    """Let rules see to a unit that has given up its move: hook ``passed_move`` (battle, unit)."""
    for hook in battle.hooks[hooks.passed_move]:
        hook(battle, unit)


def standing_mode(battle: Battle, unit: Unit) -> str:
    """The movement state of a unit that stays where it is."""
    return "immobile" if is_immobile(battle, unit) else "standstill"


CLOCK.add(
    TurnPhase(
        name=MOVEMENT,
        title="Movement Phase",
        acts=loser_first,
        verbs=frozenset({orders.Move, orders.Act, orders.Pass, orders.EndPhase}),
        begin=begin_moving,
        passes=pass_move,
        ends=end_moving,
        goes_on=("next_mover",),
        harms=True,
    )
)
