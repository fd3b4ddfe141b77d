"""Fortified positions (p. 168) that are there in the turn after the one in which they were dug."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.abilities.trenches import finished
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

OPTION: Final = rules.option(
    "positions_a_turn_later",
    "AS-OPT-465",
    "a fortified position takes until the End Phase of the turn after the digging",
    title="Fortified positions a turn later",
)

# Where somebody has dug this turn: x and y of each place.
begun = battle_memory("positions_begun", list[list[float]], default=[], rule="AS-OPT-465")


@rules.rule("AS-OPT-465", when=OPTION, replaces=finished)
def finished_a_turn_later(battle: Battle, dug: list[Point]) -> list[Point]:
    """Those of the turn before are ready now."""
    ready = [(x, y) for x, y in begun.of(battle.state)]
    if ready or dug:
        begun.note(battle, None, [list(at) for at in dug])
    return ready
