"""Commanders in sight (p. 170) as the table is printed: for infantry, in every check of its morale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.options.morale import officers_count
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "morale_rows_as_printed",
    "AS-OPT-502",
    "commanders in sight help infantry in every check of morale, and nobody else",
    title="Commanders steady infantry alone",
)


@rules.rule("AS-OPT-502", when=OPTION, replaces=officers_count)
def officers_steady_infantry(battle: Battle, unit: Unit, recovering: bool) -> bool:
    return unit.card.is_infantry
