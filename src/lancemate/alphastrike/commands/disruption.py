"""Communications Disruption (p. 103): now and then a lance of the enemy loses time over confused orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import DISRUPTION, commanded
from lancemate.alphastrike.cards.pilot_names import piloted
from lancemate.alphastrike.commands.events import CommandRolled
from lancemate.alphastrike.commands.formations import bonus_holds
from lancemate.alphastrike.commands.having import command
from lancemate.alphastrike.heat.track import heat_slows
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("jammed_group", "whose orders are jammed")

NOISE: Final = rules.table(
    "AS-SCA-021", {"on": 6, "Move": -4.0, "least Move": 1.0, "Thrust": -1.0, "units without formations": 4}
)

# Its orders are confused this turn.
disrupted = unit_memory(
    "disrupted", bool, default=False, expires="turn", rule="AS-SCA-021", told="is confused by false orders this turn"
)


@rules.task("disrupt_communications")
def disrupt_communications(battle: Battle, side: str) -> None:
    """One die; on a 6 another one says which lance, Star or Level II of the enemy, if there are several."""
    roll = battle.roll(1)
    struck = roll[0] >= NOISE.of(battle)["on"]
    groups = groups_of(battle, battle.opponent(side)) if struck else []
    result = "no effect" if not groups else "the enemy's orders are confused"
    battle.emit(CommandRolled(side, DISRUPTION, roll, result, "AS-SCA-021"))
    if groups:
        confuse(battle, groups[_which(battle, side, len(groups))])


def confuse(battle: Battle, group: Sequence[str]) -> None:
    for unit in group:
        disrupted.note(battle, battle.units[unit], True)


def _which(battle: Battle, side: str, number: int) -> int:
    """The place of the group that is struck: a die, thrown again until it is one."""
    if number == 1:
        return 0
    while True:
        roll = battle.roll(1)
        found = roll[0] <= number
        told = f"group {roll[0]}" if found else "thrown again"
        battle.emit(CommandRolled(side, DISRUPTION, roll, told, "AS-SCA-021"))
        if found:
            return roll[0] - 1


def groups_of(battle: Battle, side: str) -> list[list[str]]:
    """The formations of a side that have anybody left; without any, its units by fours as they were mustered."""
    own = [[*one.members] for one in battle.setup.formations if battle.units[one.members[0]].side == side]
    if not own:
        names = [unit.id for unit in battle.setup.units if unit.side == side]
        size = int(NOISE.of(battle)["units without formations"])
        own = [names[at : at + size] for at in range(0, len(names), size)]
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


@hooks.move_now.rule("AS-FOR-086", part=1, when=piloted(DISRUPTION))
def confused_by_a_squadron(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """The same loss, where no command ability brings it already."""
    return None if commanded(DISRUPTION) in battle.setup.switches else confused(battle, unit, mode)


# -- what it costs ----------------------------------------------------------------------------------------------


@hooks.move_now.rule("AS-SCA-021", part=1, when=commanded(DISRUPTION))
def confused(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """It loses 4 inches of every Move, and keeps an inch; what flies by Thrust loses a point of it."""
    if not disrupted.of(unit):
        return None
    row = NOISE.of(battle)
    if mode == "thrust":
        return Cost(DISRUPTION, row["Thrust"], "AS-SCA-021")
    slower = heat_slows(battle, unit, mode)
    left = stats(battle, unit).move.get(mode, 0.0) + (slower.value if slower is not None else 0.0)
    less = max(row["Move"], row["least Move"] - left)
    return Cost(DISRUPTION, less, "AS-SCA-021") if less < 0 else None
