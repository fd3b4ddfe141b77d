"""Who acts before all others (pp. 93, 107): a unit moves and attacks before the Movement Phase, one after the other.

The side that has won Initiative is asked who, as long as a rule lets somebody (hook ``goes_first``). Whoever goes first
is alone: it moves or does not, attacks, and is done when it passes. Knows the steps, and Overrun Combat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import OVERRUN, commanded
from lancemate.alphastrike.commands.having import command, serves
from lancemate.alphastrike.movement.activation import check_staying, counts_for_movement, standing_mode, stayed
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.clock import check_side
from lancemate.alphastrike.play.events import Passed, PhaseBegan, TurnPassed
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.phases import CLOCK, COMBAT, INITIATIVE, MOVEMENT, TurnPhase
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.initiative import margin_of
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.events import InitiativeRolled
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("act_first", "who acts first")

MARGIN: Final = rules.table("AS-SCA-047", {"for each unit": 2})
NOBODY: Final = "nobody"
FIRST_MOVE, FIRST_ATTACK = "first_move", "first_attack"
SWITCHES: Final = (commanded(OVERRUN), rules.switch("pilot:Combat Intuition"))

# How many units of the winner may still overrun the enemy, and who acts first now, by which rule.
overruns_left = battle_memory("overruns_left", int, default=0, expires="turn", rule="AS-SCA-047")
acting_first = battle_memory("acting_first", list[str], default=[], expires="turn", rule="AS-SCA-047")


def now_acting(battle: Battle) -> str | None:
    """The one unit that may act now."""
    found = acting_first.of(battle.state)
    return found[0] if found else None


def acting_by(battle: Battle) -> str | None:
    """The rule by which somebody acts before all others at this moment."""
    found = acting_first.of(battle.state)
    return found[1] if found and battle.state.phase in (FIRST_MOVE, FIRST_ATTACK) else None


# -- who may -----------------------------------------------------------------------------------------------------


@hooks.initiative_rolled.rule("AS-SCA-047", when=commanded(OVERRUN))
def overruns_won(battle: Battle, rolled: InitiativeRolled) -> None:
    """One unit for every two points by which Initiative is won; the last roll counts."""
    able = command(battle, rolled.winner, OVERRUN) is not None
    number = margin_of(battle, rolled) // MARGIN.of(battle)["for each unit"] if able else 0
    if number != overruns_left.of(battle.state):
        overruns_left.note(battle, None, number)


@hooks.goes_first.rule("AS-SCA-047", part=1, when=commanded(OVERRUN))
def overruns(battle: Battle, side: str) -> dict[str, str]:
    """Anybody of the force, while the number is not used up."""
    if not overruns_left.of(battle.state):
        return {}
    units = (unit for unit in battle.on_table(side) if may_go_first(battle, unit) and serves(battle, unit, OVERRUN))
    return {unit.id: "AS-SCA-047" for unit in units}


def may_go_first(battle: Battle, unit: Unit) -> bool:
    """It has done nothing yet this turn."""
    return counts_for_movement(battle, unit) and unit.on_table and not unit.attacks


def candidates(battle: Battle, side: str) -> dict[str, str]:
    """Units that may go first, each with the rule by which; the first rule that lets one counts."""
    found: dict[str, str] = {}
    for hook in battle.hooks[hooks.goes_first]:
        for name, by in hook(battle, side).items():
            found.setdefault(name, by)
    return {unit.id: found[unit.id] for unit in battle.units.values() if unit.id in found}


# -- the steps ---------------------------------------------------------------------------------------------------


def begin_going_first(battle: Battle) -> None:
    battle.then("ask_first")


@rules.task("ask_first")
def ask_first(battle: Battle) -> None:
    """Ask the winner, or go on with the turn."""
    loser = battle.state.first
    assert loser is not None
    side = battle.opponent(loser)
    found = candidates(battle, side)
    if not found:
        battle.then("begin_phase", phase=MOVEMENT)
        return
    question = Decision(
        side=side,
        kind="act_first",
        question="who moves and attacks before all others?",
        choices=(*found, NOBODY),
        of_units=True,
        rule=next(iter(found.values())),
    )
    battle.ask(question, "take_first", side=side)


@rules.task("take_first")
def take_first(battle: Battle, side: str, choice: str) -> None:
    if choice == NOBODY:
        battle.then("begin_phase", phase=MOVEMENT)
        return
    by = candidates(battle, side)[choice]
    acting_first.note(battle, None, [choice, by], by)
    if by == "AS-SCA-047":
        overruns_left.note(battle, None, overruns_left.of(battle.state) - 1)
    for hook in battle.hooks[hooks.went_first]:
        hook(battle, battle.units[choice], by)
    battle.emit(TurnPassed(side))


@rules.task("first_has_moved")
def first_has_moved(battle: Battle) -> None:
    """The move is made: now it attacks, unless that was the end of it."""
    name = now_acting(battle)
    if name is not None and battle.units[name].in_play:
        battle.then("begin_phase", phase=FIRST_ATTACK)
        return
    acting_first.note(battle, None, [])
    battle.then("begin_phase", phase=FIRST_MOVE)


def stands_and_fires(battle: Battle, unit: Unit) -> None:
    """Who attacks without a move has stood still."""
    battle.emit(Passed(unit.id, battle.state.phase, standing_mode(battle, unit), "AS-MOV-009"))
    battle.emit(PhaseBegan(FIRST_ATTACK, unit.side))


def pass_first(battle: Battle, unit: Unit) -> None:
    """It is done; the next one may be named."""
    check_side(battle, unit, "AS-SCA-047")
    if unit.id != now_acting(battle):
        raise refuse("goes_first", f"{now_acting(battle)} acts alone now", "AS-SCA-047")
    still = unit.moved == "none"
    if still:
        check_staying(battle, (unit,))
        battle.emit(Passed(unit.id, battle.state.phase, standing_mode(battle, unit), "AS-MOV-009"))
    battle.emit(Passed(unit.id, battle.state.phase, rule="AS-SCA-047"))
    acting_first.note(battle, None, [])
    battle.then("begin_phase", phase=FIRST_MOVE)
    if still:
        stayed(battle, unit)


def end_first(battle: Battle, side: str) -> None:
    name = now_acting(battle)
    assert name is not None
    pass_first(battle, battle.units[name])


def whose_turn(battle: Battle) -> str | None:
    """The side of whoever acts first."""
    name = now_acting(battle)
    return battle.units[name].side if name is not None and name in battle.units else None


def is_needed(battle: Battle) -> bool:
    return not battle.setup.switches.isdisjoint(SWITCHES)


def claims(battle: Battle, unit: Unit) -> bool:
    """Only the one that goes first moves before the Movement Phase."""
    return battle.state.phase in (FIRST_MOVE, FIRST_ATTACK) and unit.id == now_acting(battle)


@hooks.may_attack.rule("AS-SCA-047", part=hooks.ABLE, when=commanded(OVERRUN))
def acts_alone(attack: Attack) -> Refusal | None:
    """Nobody else acts before it is done, and nobody charges what has not moved yet."""
    return why_not_now(attack)


def why_not_now(attack: Attack) -> Refusal | None:
    by = acting_by(attack.battle)
    if by is None:
        return None
    if attack.attacker.id != now_acting(attack.battle):
        return Refusal("goes_first", f"{now_acting(attack.battle)} acts alone now", by)
    if trait.DECLARED in attack.traits:
        return Refusal("goes_first", f"{attack.attacker.id} acts first: its enemies have still to move", by)
    return None


CLOCK.add(
    TurnPhase(
        name=FIRST_MOVE,
        title="Move Before All Others",
        after=INITIATIVE,
        part_of=MOVEMENT,
        when=is_needed,
        acts=whose_turn,
        claims=claims,
        verbs=frozenset({orders.Move, orders.Attack, orders.Act, orders.Pass, orders.EndPhase}),
        begin=begin_going_first,
        passes=pass_first,
        ends=end_first,
        attacks=stands_and_fires,
        only=now_acting,
        goes_on=("first_has_moved", "ask_first"),
        harms=True,
    )
)
CLOCK.add(
    TurnPhase(
        name=FIRST_ATTACK,
        title="Attack Before All Others",
        after=FIRST_MOVE,
        part_of=COMBAT,
        when=is_needed,
        acts=whose_turn,
        verbs=frozenset({orders.Attack, orders.Act, orders.Pass, orders.EndPhase}),
        passes=pass_first,
        ends=end_first,
        only=now_acting,
        goes_on=("ask_first",),
        harms=True,
    )
)
