"""The turn: Initiative, Movement, Combat, End (pp. 30-31), and who acts when (pp. 32-33).

Knows the order of play; knows nothing of how a move or an attack is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import (
    GroupMoves,
    InitiativeRolled,
    Passed,
    PhaseBegan,
    SideDone,
    TurnBegan,
    TurnPassed,
)
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.state import ABOARD, GONE, Unit
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

PHASES = ("initiative", "movement", "combat", "end")


# -- turns and phases -----------------------------------------------------------------------------------------


def begin_turn(battle: Battle, turn: int) -> None:
    battle.emit(TurnBegan(turn))
    battle.then("begin_phase", phase="initiative")
    memory.forget(battle, "turn")
    for hook in battle.hooks[hooks.turn_begins]:  # what they put on the agenda comes before Initiative
        hook(battle)


@rules.task("begin_phase")
def begin_phase(battle: Battle, phase: str) -> None:
    state = battle.state
    memory.forget(battle, "phase")
    if phase == "initiative":
        battle.emit(PhaseBegan("initiative", None))
        battle.then("begin_phase", phase="movement")
        roll_initiative(battle)
    elif phase == "movement":
        battle.emit(PhaseBegan("movement", state.first))
        battle.then("next_mover")
    elif phase == "combat":
        battle.emit(PhaseBegan("combat", state.first))
    elif phase == "end":
        battle.emit(PhaseBegan("end", None))
        battle.then("end_phase")


@rules.rule("AS-INT-057", otherwise=lambda battle, phase: "combat" if phase == "movement" else "initiative")
def phase_after(battle: Battle, phase: str) -> str:
    """Four phases in a fixed order, again and again."""
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


@rules.rule(
    "AS-INT-058", otherwise=lambda battle: battle.emit(InitiativeRolled({}, battle.sides[1], battle.sides[0], 0))
)
def roll_initiative(battle: Battle) -> None:
    """Both sides roll 2D6, ties again; the lower roll acts first in movement and combat."""
    first, second = battle.sides
    ties = 0
    while True:
        rolls = {first: battle.roll(2), second: battle.roll(2)}
        one = dice_sum(battle, rolls[first]) + initiative_bonus(battle, first)
        two = dice_sum(battle, rolls[second]) + initiative_bonus(battle, second)
        if one != two:
            break
        ties += 1
    winner, loser = (first, second) if one > two else (second, first)
    rolled = InitiativeRolled(rolls, winner, loser, ties)
    battle.emit(rolled)
    for hook in battle.hooks[hooks.initiative_rolled]:
        hook(battle, rolled)


def initiative_bonus(battle: Battle, side: str) -> int:
    bonus = 0
    for hook in battle.hooks[hooks.initiative]:
        bonus += hook(battle, side) or 0
    return bonus


# -- who moves ------------------------------------------------------------------------------------------------


def counts_for_movement(unit: Unit) -> bool:
    """It has a move to make this turn: not gone, not carried, not moved yet."""
    return unit.place not in (GONE, ABOARD) and unit.moved == "none" and not unit.card.is_aerospace


def item_of(battle: Battle, unit: Unit) -> str:
    """What a unit moves together with: itself, its Point, or its lance under that option."""
    return items(battle)[unit.id]


def items(battle: Battle) -> dict[str, str]:
    """The item of every unit: groups are formed before play."""
    known: dict[str, str] | None = battle.memory.get("items")
    if known is None:
        known = battle.memory["items"] = {unit.id: _item(battle, unit) for unit in battle.units.values()}
    return known


def joint_items(battle: Battle) -> frozenset[str]:
    """The items that are more than one unit."""
    known: frozenset[str] | None = battle.memory.get("joint items")
    if known is None:
        every = list(items(battle).values())
        known = battle.memory["joint items"] = frozenset(item for item in every if every.count(item) > 1)
    return known


def _item(battle: Battle, unit: Unit) -> str:
    for hook in battle.hooks[hooks.moves_with]:
        group: str | None = hook(battle, unit)
        if group is not None:
            return group
    return unit.id


def items_left(battle: Battle, side: str) -> list[str]:
    """The side's items that have still to move, each once, in the order of the force."""
    seen: dict[str, None] = {}
    item = items(battle)
    for unit in battle.state.units.values():
        if unit.moved == "none" and unit.side == side and counts_for_movement(unit):
            seen[item[unit.id]] = None
    return list(seen)


def any_left(battle: Battle, side: str) -> bool:
    """Whether a side has still somebody to move."""
    for unit in battle.state.units.values():
        if unit.moved == "none" and unit.side == side and counts_for_movement(unit):
            return True
    return False


@rules.rule("AS-MOV-010", otherwise=lambda battle, fewer, more: 1)
def share(battle: Battle, fewer: int, more: int) -> int:
    """The side with more units moves the whole number of times the other's count goes into its own."""
    return max(1, more // fewer)


@rules.task("next_mover")
def next_mover(battle: Battle) -> None:
    """Go on with the pair of movements under way, or compare numbers and begin the next pair."""
    state = battle.state
    if state.moving_group is not None:
        group = state.moving_group
        if any(counts_for_movement(unit) and item_of(battle, unit) == group for unit in battle.units.values()):
            return
        battle.emit(GroupMoves(None))
    quota: tuple[tuple[str, int], ...] = ()
    for side, n in state.quota:
        if n > 0 and any_left(battle, side):
            quota = (*quota, (side, n))
    quota = quota or _next_pair(battle)
    if not quota:
        battle.then("begin_phase", phase=phase_after(battle, "movement"))
        return
    side = quota[0][0]
    if state.to_act != side or state.quota != quota:
        battle.emit(TurnPassed(side, quota))


@rules.rule("AS-INT-059", "AS-MOV-009", otherwise=lambda battle: ())
def _next_pair(battle: Battle) -> tuple[tuple[str, int], ...]:
    """The initiative loser's share first, then the winner's, until all have moved."""
    first = battle.state.first
    assert first is not None
    second = battle.opponent(first)
    losers, winners = len(items_left(battle, first)), len(items_left(battle, second))
    if losers and winners:
        losers, winners = (
            share(battle, winners, losers) if losers > winners else 1,
            share(battle, losers, winners) if winners > losers else 1,
        )
    return ((first, losers),) * bool(losers) + ((second, winners),) * bool(winners)


def check_mover(battle: Battle, unit: Unit) -> None:
    """Refuse a movement command for a unit whose turn it is not."""
    state = battle.state
    if state.phase != "movement":
        raise refuse("wrong_phase", f"units move in the Movement Phase; this is the {state.phase} phase", "AS-INT-057")
    check_side(battle, unit, "AS-MOV-009")
    if unit.moved != "none":
        waiting = [one.id for one in battle.units.values() if one.side == unit.side and counts_for_movement(one)]
        others = f"; {', '.join(waiting)} may still move" if waiting else ""
        raise refuse("already_moved", f"{unit.id} has made its move this turn{others}", "AS-MOV-009")
    group = state.moving_group
    if group is not None and item_of(battle, unit) != group:
        raise refuse("group_moves", f"the members of {group} move first, all in one activation", "AS-MOV-013")


def check_side(battle: Battle, unit: Unit, by: str) -> None:
    if unit.place == GONE:
        raise refuse("not_in_play", f"{unit.id} is no longer in play", "AS-INT-031")
    if battle.state.to_act != unit.side:
        raise refuse("not_your_turn", f"{battle.state.to_act} is to act; {unit.id} belongs to {unit.side}", by)


def move_made(battle: Battle, unit: Unit) -> None:
    """A unit has spent its move: count it and see who is next."""
    state = battle.state
    if state.moving_group is None:
        quota: tuple[tuple[str, int], ...] = ()
        for side, n in state.quota:
            quota = (*quota, (side, n - 1 if side == unit.side else n))
        battle.emit(TurnPassed(state.to_act, quota))
        joint = joint_items(battle)
        if joint and item_of(battle, unit) in joint:
            battle.emit(GroupMoves(item_of(battle, unit)))
    battle.then("next_mover")


# -- commands of the clock ------------------------------------------------------------------------------------


@rules.verb(orders.Pass)
def do_pass(battle: Battle, command: orders.Pass) -> None:
    unit = battle.unit(command.unit)
    if battle.state.phase == "movement":
        check_mover(battle, unit)
        if unit.place == ABOARD:
            raise refuse("aboard", f"{unit.id} is aboard {unit.aboard} and has no move to give up", "AS-MOV-009")
        check_staying(battle, (unit,))
        battle.emit(Passed(unit.id, "movement", standing_mode(battle, unit), "AS-MOV-009"))
        move_made(battle, unit)
        stayed(battle, unit)
    elif battle.state.phase == "combat":
        check_side(battle, unit, "AS-INT-060")
        battle.emit(Passed(unit.id, "combat", rule="AS-COM-001"))
    elif battle.state.phase == "deployment":
        from lancemate.alphastrike.turn.deployment import stay_off

        stay_off(battle, unit)
    else:
        raise refuse("wrong_phase", f"there is nothing to pass in the {battle.state.phase} phase", "AS-INT-057")


def check_staying(battle: Battle, units: Iterable[Unit]) -> None:
    """Refuse to give up moves that must be made: hook ``may_stay`` (battle, unit) -> Refusal | None."""
    for hook in battle.hooks[hooks.may_stay]:
        for unit in units:
            refusal: Refusal | None = hook(battle, unit)
            if refusal is not None:
                raise Refused(refusal)


def stayed(battle: Battle, unit: Unit) -> None:
    """Let rules see to a unit that has given up its move: hook ``passed_move`` (battle, unit)."""
    for hook in battle.hooks[hooks.passed_move]:
        hook(battle, unit)


def standing_mode(battle: Battle, unit: Unit) -> str:
    """The movement state of a unit that stays where it is."""
    return "immobile" if is_immobile(battle, unit) else "standstill"


@rules.verb(orders.EndPhase)
def do_end_phase(battle: Battle, command: orders.EndPhase) -> None:
    state = battle.state
    side = state.to_act
    if side is None:
        raise refuse("wrong_phase", f"nobody is to act in the {state.phase} phase", "AS-INT-057")
    if state.phase == "movement":
        staying = [unit for unit in battle.units.values() if unit.side == side and counts_for_movement(unit)]
        check_staying(battle, staying)
        battle.emit(SideDone(side, "movement"))
        for unit in staying:
            battle.emit(Passed(unit.id, "movement", standing_mode(battle, unit), "AS-MOV-009"))
        if state.moving_group is not None:
            battle.emit(GroupMoves(None))
        battle.then("next_mover")
        for unit in staying:
            stayed(battle, unit)
    elif state.phase == "combat":
        battle.then("combat_side_done", side=side)
        for hook in battle.hooks[hooks.before_combat_ends]:  # what they put on the agenda comes first
            hook(battle, side)
    else:
        raise refuse("wrong_phase", f"the {state.phase} phase ends by itself", "AS-INT-057")


@rules.task("combat_side_done")
def combat_side_done(battle: Battle, side: str) -> None:
    battle.emit(SideDone(side, "combat"))
    other = battle.opponent(side)
    if combat_in_turns(battle) and other not in battle.state.done:
        battle.emit(TurnPassed(other))
    else:
        battle.then("begin_phase", phase=phase_after(battle, "combat"))


@rules.rule("AS-INT-060", "AS-COM-004", otherwise=False)
def combat_in_turns(battle: Battle) -> bool:
    """The loser makes all of its attacks, then the winner all of its own."""
    return True
