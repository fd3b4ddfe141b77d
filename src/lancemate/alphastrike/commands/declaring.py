"""What commanders do before Initiative is rolled (pp. 102-107), and in which order.

Knows the order; what a step does stands with its ability. The side that lost Initiative last declares first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import (
    BANKING,
    BERSERKERS,
    DISRUPTION,
    FALSE_FLAG,
    FORCING,
    HIT_AND_RUN,
    IN_THE_MOMENT,
)
from lancemate.alphastrike.commands.having import command
from lancemate.alphastrike.play.setup import COMMANDED

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

# The steps of the start of a turn: an ability, and the task by which a side that has it uses it.
STEPS: Final = (
    (IN_THE_MOMENT, "ask_in_the_moment"),
    (DISRUPTION, "disrupt_communications"),
    (BERSERKERS, "ask_berserk"),
    (HIT_AND_RUN, "count_heads"),
    (FALSE_FLAG, "ask_false_flag"),
    (BANKING, "ask_bank"),
    (FORCING, "ask_force"),
)


def in_turn(battle: Battle) -> tuple[str, str]:
    """The sides in the order in which they declare, whoever of them acts apart."""
    first = battle.state.first or battle.sides[0]
    return first, battle.opponent(first)


@hooks.turn_begins.rule("AS-SCA-011", when=COMMANDED)
def before_initiative(battle: Battle) -> None:
    """First what begins with the turn, then declarations; dice, second rolls and margins follow."""
    sides = in_turn(battle)
    due = [(task, side) for ability, task in STEPS for side in sides if command(battle, side, ability) is not None]
    for task, side in reversed(due):
        battle.then(task, side=side)
