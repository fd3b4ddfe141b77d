"""Formations that are still arriving (p. 116): units yet to enter are not in the field, and hold no bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.commands.formations import counts_before_it_enters
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

OPTION: Final = rules.option(
    "bonus_needs_arrival",
    "AS-FOR-038",
    "units yet to enter do not count for the bonus of their formation",
    title="Bonuses of formations need units that have entered",
)


@rules.rule("AS-FOR-038", when=OPTION, replaces=counts_before_it_enters)
def only_who_has_entered(battle: Battle) -> bool:
    """In the field means on it."""
    return False
