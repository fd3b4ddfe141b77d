"""Tactical Genius (pp. 100, 120): the side of a commander who has it may roll again for Initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import TACTICAL_GENIUS, piloted
from lancemate.alphastrike.commands.formations import is_active
from lancemate.alphastrike.commands.officers import in_command
from lancemate.alphastrike.pilots.having import by_formation, has, own_level
from lancemate.alphastrike.play.events import InitiativeRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.alphastrike.turn.initiative import announce, bonus_of, initiative_parts, standing
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("initiative", "whether Initiative is rolled again")

GENIUS: Final = rules.table("AS-SPA-064", {"once in so many turns": 2})
TWICE: Final = rules.table("AS-FOR-073", {"Initiative of a commander who has it anyway": 1})
AGAIN, STANDS = "roll again", "let it stand"

# The turn it was used last.
genius_used = unit_memory("genius_used", int, default=None, rule="AS-SPA-064", told="has Initiative rolled again")


def genius_of(battle: Battle, side: str) -> Unit | None:
    """The command unit of a side, if it is there and has the ability; where no officers are named, whoever has it."""
    officers = next(one.officers for one in battle.setup.sides if one.name == side)
    own = (unit for unit in battle.units_of(side) if is_active(battle, unit))
    gifted = (unit for unit in own if has(battle, unit, TACTICAL_GENIUS))
    commander = in_command(battle, officers) if officers else None
    return next((unit for unit in gifted if not officers or commands(battle, unit, commander)), None)


@rules.rule("AS-SPA-064", otherwise=True)
def commands(battle: Battle, unit: Unit, commander: str | None) -> bool:
    """The genius of a subordinate is of no use to his side until he takes over."""
    return unit.id == commander


@hooks.initiative.rule("AS-FOR-073", part=Initiative.ADDED, when=piloted(TACTICAL_GENIUS))
def genius_twice_over(battle: Battle, side: str) -> Modifier | None:
    """A commander who is a genius anyway and leads a Command Lance adds 1."""
    unit = genius_of(battle, side)
    if unit is None or not own_level(battle, unit, TACTICAL_GENIUS) or not by_formation(battle, unit, TACTICAL_GENIUS):
        return None
    return Modifier(
        f"{TACTICAL_GENIUS} twice over", TWICE.of(battle)["Initiative of a commander who has it anyway"], "AS-FOR-073"
    )


@hooks.initiative_rolled.rule("AS-SPA-064", when=piloted(TACTICAL_GENIUS))
def may_roll_again(battle: Battle, rolled: InitiativeRolled) -> None:
    """Whoever was beaten may, once in two turns; without dice there is nothing to roll again."""
    if not rolled.rolls:
        return
    unit = genius_of(battle, rolled.loser)
    last = genius_used.of(unit) if unit is not None else None
    if unit is None or (last is not None and battle.state.turn - last < GENIUS.of(battle)["once in so many turns"]):
        return
    question = Decision(
        side=rolled.loser,
        kind="initiative",
        question=f"{rolled.winner} has won Initiative: does {rolled.loser} roll again?",
        choices=(AGAIN, STANDS),
        rule="AS-SPA-064",
        unit=unit.id,
        facts={"rolls": {side: list(roll) for side, roll in rolled.rolls.items()}},
    )
    battle.ask(question, "genius", unit=unit.id, rolls=rolled.rolls)


@rules.task("genius")
def genius(battle: Battle, unit: str, rolls: dict[str, tuple[int, ...]], choice: str) -> None:
    """The new roll counts, even if it is worse; one that ties is thrown again."""
    if choice == STANDS:
        return
    mine = battle.units[unit].side
    genius_used.note(battle, battle.units[unit], battle.state.turn)
    parts = {side: initiative_parts(battle, side) for side in battle.sides}
    ties = 0
    while True:
        fresh = {side: tuple(rolls[side]) for side in battle.sides} | {mine: battle.roll(2)}
        found = standing(battle, fresh, parts)
        if found is not None:
            break
        ties += 1
    announce(battle, InitiativeRolled(fresh, *found, ties, "AS-SPA-064", bonus_of(parts), parts))
