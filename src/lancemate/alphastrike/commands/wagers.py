"""Initiative that is yielded, saved up, or forced (pp. 102, 105): declared before anybody rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import BANKING, FORCING, commanded
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.having import command
from lancemate.alphastrike.damage.credit import killed_by, lost_in
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("bank", "whether Initiative is rolled for, yielded or taken from the bank")
hooks.question_kinds.add("force", "whether Initiative is forced")

BANK: Final = rules.table("AS-SCA-016", {"yielded for one": 2, "most": 2})
ROLL, YIELD, USE, FORCE = "roll", "yield", "use", "force"

# What each side has declared for this turn, and what it has in the bank: turns yielded, and wins.
declared = battle_memory("initiative_declared", dict[str, str], default={}, expires="turn", rule="AS-SCA-016")
yielded = battle_memory("initiative_yielded", dict[str, int], default={}, rule="AS-SCA-016")
banked = battle_memory("initiative_banked", dict[str, int], default={}, rule="AS-SCA-016")
# Sides that force it this turn.
forced = battle_memory("initiative_forced", list[str], default=[], expires="turn", rule="AS-SCA-035")


# -- Banking Initiative ------------------------------------------------------------------------------------------


@rules.task("ask_bank")
def ask_bank(battle: Battle, side: str) -> None:
    wins = banked.of(battle.state).get(side, 0)
    question = Decision(
        side=side,
        kind="bank",
        question=f"does {side} roll for Initiative, yield it, or use a win from its bank ({wins})?",
        choices=(ROLL, YIELD, USE) if wins else (ROLL, YIELD),
        rule="AS-SCA-016",
        facts={"banked": wins, "yielded": yielded.of(battle.state).get(side, 0)},
    )
    battle.ask(question, "take_bank", side=side)


@rules.task("take_bank")
def take_bank(battle: Battle, side: str, choice: str) -> None:
    if choice != ROLL:
        words = f"{side} yields Initiative" if choice == YIELD else f"{side} uses a banked win of Initiative"
        value = {**declared.of(battle.state), side: choice}
        proclaim(battle, declared, side, words, value)


@hooks.initiative_settled.rule("AS-SCA-016", when=commanded(BANKING))
def settled_by_declaration(battle: Battle) -> tuple[str, str] | None:
    """Who yields loses, and who uses a win has it, without dice; two who yield, or two who win, roll after all."""
    said = declared.of(battle.state)
    winners = {battle.opponent(side) if choice == YIELD else side for side, choice in said.items()}
    if len(winners) != 1:
        return None
    for side, choice in said.items():
        keep_the_books(battle, side, choice)
    return winners.pop(), "AS-SCA-016"


@rules.rule("AS-SCA-016")
def keep_the_books(battle: Battle, side: str, choice: str) -> None:
    """Two turns yielded are a win in the bank, which holds two."""
    rows, state = BANK.of(battle), battle.state
    wins = banked.of(state).get(side, 0)
    if choice == USE:
        words = f"{side} has {wins - 1} more in its bank"
        proclaim(battle, banked, side, words, {**banked.of(state), side: wins - 1})
        return
    turns = yielded.of(state).get(side, 0) + 1
    proclaim(battle, yielded, side, "", {**yielded.of(state), side: turns})
    if turns % rows["yielded for one"] == 0 and wins < rows["most"]:
        words = f"{side} has banked a win of Initiative: {wins + 1} in all"
        proclaim(battle, banked, side, words, {**banked.of(state), side: wins + 1})


# -- Forcing the Initiative --------------------------------------------------------------------------------------


@rules.task("ask_force")
def ask_force(battle: Battle, side: str) -> None:
    """Not in the first turn of a battle."""
    if battle.state.turn == 1 or command(battle, side, FORCING) is None:
        return
    value = balance_of_the_last_turn(battle, side)
    question = Decision(
        side=side,
        kind="force",
        question=f"does {side} force Initiative ({value:+d} for the last turn)?",
        choices=(FORCE, ROLL),
        rule="AS-SCA-035",
        facts={"modifier": value},
    )
    battle.ask(question, "take_force", side=side)


@rules.task("take_force")
def take_force(battle: Battle, side: str, choice: str) -> None:
    if choice == FORCE:
        value = [*forced.of(battle.state), side]
        proclaim(battle, forced, side, f"{side} forces the Initiative", value)


def balance_of_the_last_turn(battle: Battle, side: str) -> int:
    """Enemies that the force destroyed, less its own that the enemy did."""
    last = battle.state.turn - 1
    fallen = [unit for unit in battle.units.values() if unit.destroyed and lost_in.of(unit) == last]
    kills = sum(unit.side != side and killed_by.of(unit) == side for unit in fallen)
    return kills - sum(unit.side == side and killed_by.of(unit) not in (None, side) for unit in fallen)


@hooks.initiative.rule("AS-SCA-035", part=Initiative.ADDED, when=commanded(FORCING))
def forcing(battle: Battle, side: str) -> Modifier | None:
    """What the turn before has brought, for better or for worse."""
    if side not in forced.of(battle.state):
        return None
    return Modifier(FORCING, balance_of_the_last_turn(battle, side), "AS-SCA-035")
