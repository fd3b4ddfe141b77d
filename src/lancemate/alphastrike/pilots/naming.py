"""Abilities that some units of a formation have for a turn (p. 119): their player names them before Initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.commands.formations import (
    ability_of_the_turn,
    bonus_holds,
    formation_named,
    second_of_the_turn,
)
from lancemate.alphastrike.play.setup import NAMING
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Formation
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("name_users", "who has an ability in this turn")

NOBODY: Final = "nobody"
TWO: Final = rules.table("AS-FOR-052", {"units": 2})


@rules.rule("AS-FOR-041", otherwise=lambda by, units: units)
def half_each_turn(by: Switched, units: int) -> int:
    """How many of the units it still has a formation may name each turn: half, rounded down."""
    return round_down(by, units / 2)


@hooks.turn_begins.rule("AS-FOR-041", when=NAMING)
def names_are_taken(battle: Battle) -> None:
    """Each formation whose bonus holds names its units, one by one."""
    for formation in reversed(battle.setup.formations):
        if formation.names_two is not None and bonus_holds(battle, formation):
            two_push_through(battle, formation)
        if formation.names is not None and bonus_holds(battle, formation):
            left = half_each_turn(battle, len(_still_there(battle, formation)))
            battle.then("ask_for_names", formation=formation.name, left=left)


@rules.rule("AS-FOR-052", otherwise=None)
def two_push_through(battle: Battle, formation: Formation) -> None:
    """Two units of a Fast Assault Lance have a second ability of the turn: the same units, or others."""
    battle.then("ask_for_names", formation=formation.name, left=TWO.of(battle)["units"], second=True)


def _still_there(battle: Battle, formation: Formation) -> list[Unit]:
    """Those who count for its type and are neither destroyed nor withdrawn."""
    return [unit for name in formation.core if (unit := battle.units[name]).place != GONE and not unit.destroyed]


@rules.task("ask_for_names")
def ask_for_names(battle: Battle, formation: str, left: int, second: bool = False) -> None:
    which = formation_named(battle, formation)
    ability, note = (which.names_two, second_of_the_turn) if second else (which.names, ability_of_the_turn)
    free = [unit for unit in _still_there(battle, which) if note.of(unit) is None]
    if not left or not free:
        return
    more = "one unit" if left == 1 else f"up to {left} units"
    question = Decision(
        side=free[0].side,
        kind="name_users",
        question=f"{which.name}: {more} may have {ability} this turn; who is the next?",
        choices=(*(unit.id for unit in free), NOBODY),
        of_units=True,
        rule="AS-FOR-052" if second else "AS-FOR-041",
        facts={"formation": which.name, "ability": ability, "left": left},
    )
    battle.ask(question, "take_name", formation=formation, left=left, **({"second": True} if second else {}))


@rules.task("take_name")
def take_name(battle: Battle, formation: str, left: int, choice: str, second: bool = False) -> None:
    if choice == NOBODY:
        return
    which = formation_named(battle, formation)
    if second:
        second_of_the_turn.note(battle, battle.units[choice], which.names_two)
        battle.then("ask_for_names", formation=formation, left=left - 1, second=True)
    else:
        ability_of_the_turn.note(battle, battle.units[choice], which.names)
        battle.then("ask_for_names", formation=formation, left=left - 1)
