"""Communications Disruption (p. 103): now and then a lance of the enemy loses time over confused orders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import DISRUPTION
from lancemate.alphastrike.cards.pilot_names import piloted
from lancemate.alphastrike.commands.events import CommandRolled
from lancemate.alphastrike.commands.formations import bonus_holds
from lancemate.alphastrike.commands.having import command
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import CONFUSION
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance, Move
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

hooks.question_kinds.add("jammed_group", "whose orders are jammed")

FACES: Final = 6
NOISE: Final = rules.table(
    "AS-SCA-021", {"on": 6, "Move": 4.0, "least Move": 1.0, "Thrust": 1.0, "units without formations": 4}
)

# Its orders are confused this turn.
disrupted = unit_memory(
    "disrupted", bool, default=False, expires="turn", rule="AS-SCA-021", told="is confused by false orders this turn"
)


@rules.task("disrupt_communications")
def disrupt_communications(battle: Battle, side: str) -> None:
    """One die; on a 6 others say which lance, Star or Level II of the enemy, if there are several."""
    if not knows_enough(battle, side):
        return
    roll = battle.roll(1)
    struck = roll[0] >= NOISE.of(battle)["on"]
    groups = groups_of(battle, battle.opponent(side)) if struck else []
    result = "no effect" if not groups else "the enemy's orders are confused"
    battle.emit(CommandRolled(side, DISRUPTION, roll, result, "AS-SCA-021"))
    if groups:
        confuse(battle, groups[_which(battle, side, len(groups))])


def knows_enough(battle: Battle, side: str) -> bool:
    """Whether a side knows enough of its enemy to meddle with its orders: hook ``too_ill_informed``."""
    return not any(hook(battle, side) for hook in battle.hooks[hooks.too_ill_informed])


def confuse(battle: Battle, group: Sequence[str]) -> None:
    for unit in group:
        disrupted.note(battle, battle.units[unit], True)


def _which(battle: Battle, side: str, number: int) -> int:
    """The place of the group that is struck, all alike: by a die or, of more than six, by as many as tell them apart,
    thrown again while they mean none."""
    if number == 1:
        return 0
    dice = next(dice for dice in count(1) if FACES**dice >= number)
    each = FACES**dice // number if dice > 1 else 1  # throws that mean the same group
    while True:
        roll = battle.roll(dice)
        thrown = 0
        for die in roll:
            thrown = thrown * FACES + die - 1
        found = thrown < number * each
        told = f"group {thrown % number + 1}" if found else "thrown again"
        battle.emit(CommandRolled(side, DISRUPTION, roll, told, "AS-SCA-021"))
        if found:
            return thrown % number


def groups_of(battle: Battle, side: str) -> list[list[str]]:
    """The formations of a side that have anybody left, and whoever belongs to none by fours as they were mustered."""
    own = [[*one.members] for one in battle.setup.formations if battle.units[one.members[0]].side == side]
    names = [unit.id for unit in battle.setup.units_of(side) if not any(unit.id in one for one in own)]
    size = int(NOISE.of(battle)["units without formations"])
    own += [names[at : at + size] for at in range(0, len(names), size)]
    left = [[name for name in group if name in battle.units and battle.units[name].in_play] for group in own]
    return [group for group in left if group]


# -- squadrons that jam (p. 122) --------------------------------------------------------------------------------


@hooks.turn_begins.rule("AS-FOR-086", when=piloted(DISRUPTION))
def squadrons_jam(battle: Battle) -> None:
    """Each Electronic Warfare Squadron with three fighters left rolls for itself, before Initiative."""
    jamming = [one for one in battle.setup.formations if one.given_to(DISRUPTION) and bonus_holds(battle, one)]
    for formation in reversed(jamming):
        battle.then("squadron_jams", side=battle.units[formation.members[0]].side, squadron=formation.name)


@rules.task("squadron_jams")
def squadron_jams(battle: Battle, side: str, squadron: str) -> None:
    """On a 6 a formation of the enemy is struck: by chance, or the one its owner names who can do the like anyway."""
    if not knows_enough(battle, side):
        return
    roll = battle.roll(1)
    struck = roll[0] >= NOISE.of(battle)["on"]
    groups = within_reach(battle, side, squadron) if struck else []
    result = "the enemy's orders are confused" if groups else "no effect"
    battle.emit(CommandRolled(side, DISRUPTION, roll, result, "AS-FOR-086"))
    if len(groups) > 1 and command(battle, side, DISRUPTION) is not None:
        battle.ask(whom_to_jam(side, squadron, groups), "jammed", side=side, squadron=squadron)
    elif groups:
        confuse(battle, groups[_which(battle, side, len(groups))])


def within_reach(battle: Battle, side: str, squadron: str) -> list[list[str]]:
    """Units on the ground hear nothing of it unless one of the squadron flies over the table."""
    own = next(one for one in battle.setup.formations if one.name == squadron)
    overhead = any(flies(battle.units[member]) and battle.units[member].on_table for member in own.members)
    groups = groups_of(battle, battle.opponent(side))
    reached = [[name for name in group if overhead or battle.units[name].card.is_aerospace] for group in groups]
    return [group for group in reached if group]


def whom_to_jam(side: str, squadron: str, groups: Sequence[Sequence[str]]) -> Decision:
    return Decision(
        side=side,
        kind="jammed_group",
        question=f"whose orders does {squadron} confuse this turn?",
        choices=tuple(", ".join(group) for group in groups),
        rule="AS-FOR-086",
    )


@rules.task("jammed")
def jammed(battle: Battle, side: str, squadron: str, choice: str) -> None:
    confuse(battle, choice.split(", "))


# -- what it costs ----------------------------------------------------------------------------------------------


@hooks.allowance.seeing("AS-SCA-021", "AS-FOR-086", part=Allowance.CONFUSED, when=CONFUSION)
def confused(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Of all it has for its move, whatever that comes of, it loses 4 inches, and keeps an inch."""
    return None if mode == "sprint" else _lost(battle, unit, so_far)


@hooks.allowance.seeing("AS-SCA-021", "AS-FOR-086", part=Allowance.SPRINT_CONFUSED, kinds="sprint", when=CONFUSION)
def sprints_in_confusion(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Who sprints loses them of the Move that is multiplied."""
    return _lost(battle, unit, so_far)


def _lost(battle: Battle, unit: Unit, so_far: SoFar) -> Cost | None:
    if not disrupted.of(unit):
        return None
    row = NOISE.of(battle)
    less = so_far.less(row["Move"], row["least Move"])
    return Cost(DISRUPTION, less, "AS-SCA-021") if less < 0 else None


@hooks.move_now.rule("AS-SCA-021", "AS-FOR-086", part=Move.CHANGED, when=CONFUSION)
def flies_in_confusion(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """What flies by Thrust has a point of it less."""
    if mode != "thrust" or not disrupted.of(unit):
        return None
    return Cost(DISRUPTION, -NOISE.of(battle)["Thrust"], "AS-SCA-021")
