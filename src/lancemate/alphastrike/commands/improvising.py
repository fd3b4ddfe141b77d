"""In the Moment (p. 106): a force that makes up its mind when it has seen the enemy set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import (
    COMBAT_DROP,
    COMMANDS,
    COUNTERPARTS,
    ENGINEERS,
    HIDDEN_UNITS,
    IN_THE_MOMENT,
    INFANTRY_DEFENSE,
    OF_UNITS,
    PLANNING,
    RAPID_STRIKE,
    SAVAGES,
    STRATEGIC_COMMAND,
    WITH_BENEFITS,
    commanded,
)
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.having import average_skill, chosen_in_the_moment, commands_of
from lancemate.alphastrike.commands.initiative import PLANNED
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("in_the_moment", "which ability is chosen")

HASTE: Final = rules.table("AS-SCA-042", {"Initiative": -1, "turns": 2})
KEEP: Final = "keep"
# Abilities whose moment is past when the enemy has set up, and those that need more said than a name.
TOO_LATE: Final = frozenset(
    {
        *(STRATEGIC_COMMAND, ENGINEERS, HIDDEN_UNITS, INFANTRY_DEFENSE, RAPID_STRIKE, SAVAGES, COMBAT_DROP),
        *(COUNTERPARTS, IN_THE_MOMENT, *OF_UNITS, *WITH_BENEFITS),
    }
)

# Sides that have been asked.
asked = battle_memory("in_the_moment", list[str], default=[], rule="AS-SCA-042")


def available(battle: Battle, side: str) -> tuple[str, ...]:
    """What a force could have chosen, and can still use."""
    own = {ability.name for ability in commands_of(battle, side)}
    names = [name for name, entry in COMMANDS.items() if not entry.word and name not in TOO_LATE | own]
    if average_skill(battle, side) > PLANNED.of(battle)["worst average Skill"]:
        names = [name for name in names if name != PLANNING]
    return tuple(names)


@rules.task("ask_in_the_moment")
def ask_in_the_moment(battle: Battle, side: str) -> None:
    """Before the first turn, when everybody has set up."""
    if battle.state.turn != 1 or side in asked.of(battle.state):
        return
    question = Decision(
        side=side,
        kind="in_the_moment",
        question=f"which command ability does {side} choose in the moment, or does it keep to its plan?",
        choices=(*available(battle, side), KEEP),
        rule="AS-SCA-042",
    )
    battle.ask(question, "take_in_the_moment", side=side)


@rules.task("take_in_the_moment")
def take_in_the_moment(battle: Battle, side: str, choice: str) -> None:
    proclaim(battle, asked, side, "", [*asked.of(battle.state), side])
    if choice != KEEP:
        improvise(battle, side, choice)


@rules.rule("AS-SCA-042")
def improvise(battle: Battle, side: str, choice: str) -> None:
    """The ability takes the place of In the Moment for this battle."""
    value = {**chosen_in_the_moment.of(battle.state), side: choice}
    proclaim(battle, chosen_in_the_moment, side, f"{side} chooses in the moment: {choice}", value)


@hooks.initiative.rule("AS-SCA-042", part=Initiative.ADDED, when=commanded(IN_THE_MOMENT))
def in_haste(battle: Battle, side: str) -> Modifier | None:
    """Who has changed its plan is behind for two turns."""
    row = HASTE.of(battle)
    if side not in chosen_in_the_moment.of(battle.state) or battle.state.turn > row["turns"]:
        return None
    return Modifier(IN_THE_MOMENT, row["Initiative"], "AS-SCA-042")
