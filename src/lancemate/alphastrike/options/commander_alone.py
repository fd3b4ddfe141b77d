"""Commanders without heirs (pp. 100, 120): the Tactical Genius of a side is its first officer's, or nobody's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.commands.officers import in_command
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

OPTION: Final = rules.option(
    "commander_alone",
    "AS-FOR-073",
    "nobody succeeds to command: Tactical Genius works for the first officer only",
    title="Commanders without heirs",
)


@rules.rule("AS-FOR-073", when=OPTION, replaces=in_command)
def nobody_succeeds(battle: Battle, officers: tuple[str, ...]) -> str | None:
    """Who was the commander stays the only one."""
    return officers[0]
