"""Officers (pp. 102, 120): who commands, and what a force loses with its commander and with all who could take over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.having import leaderless
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.setup import OFFICERS
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

LOSS: Final = rules.table("AS-SCA-006", {"Initiative": -2})

# Sides that have lost their commander.
without_commander = battle_memory("without_commander", list[str], default=[], rule="AS-SCA-006")


@hooks.battle_opens.rule("AS-SCA-005", when=OFFICERS)
def officers_lost_before(battle: Battle) -> None:
    """Whoever is gone as the battle begins is lost already."""
    _book_losses(battle)


@hooks.end_phase.rule("AS-SCA-005", part=hooks.LATE, when=OFFICERS)
def officers_lost(battle: Battle) -> bool | None:
    """The first of the officers is the commander; whom a turn has cost is booked when it ends."""
    return _book_losses(battle)


def _book_losses(battle: Battle) -> bool | None:
    done = None
    for side in battle.setup.sides:
        lost = [is_lost(battle, name) for name in side.officers]
        if lost and lost[0] and side.name not in without_commander.of(battle.state):
            names = [*without_commander.of(battle.state), side.name]
            proclaim(battle, without_commander, side.name, f"{side.name} has lost its commander", names)
            done = True
        if lost and all(lost) and side.name not in leaderless.of(battle.state):
            nobody_leads(battle, side.name)
            done = True
    return done


@rules.rule("AS-FOR-073", otherwise=lambda battle, officers: officers[0])
def in_command(battle: Battle, officers: tuple[str, ...]) -> str | None:
    """The first of the officers that is not lost: whoever comes next succeeds to command."""
    return next((name for name in officers if not is_lost(battle, name)), None)


def is_lost(battle: Battle, name: str) -> bool:
    """Destroyed, captured or withdrawn; one that nobody in this battle knows of may be anywhere."""
    unit = battle.units.get(name)
    return unit is not None and unit.place == GONE


@rules.rule("AS-SCA-007")
def nobody_leads(battle: Battle, side: str) -> None:
    """Without any officer a force loses all that its command has taught it."""
    words = f"{side} has nobody left to lead it, and no command abilities any more"
    proclaim(battle, leaderless, side, words, [*leaderless.of(battle.state), side])


@hooks.initiative.rule("AS-SCA-006", part=Initiative.ADDED, when=OFFICERS)
def commander_lost(battle: Battle, side: str) -> Modifier | None:
    """For the rest of the battle."""
    if side not in without_commander.of(battle.state):
        return None
    return Modifier("Commander lost", LOSS.of(battle)["Initiative"], "AS-SCA-006")
