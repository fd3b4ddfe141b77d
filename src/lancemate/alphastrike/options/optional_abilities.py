"""Special abilities of the optional section (pp. 82-91) count."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.abilities.in_play import standard_only
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "optional_abilities",
    "AS-SPC-004",
    "special abilities of the optional section count (pp. 82-91)",
    title="Abilities of the optional section",
)

rules.leave_out(standard_only, when=OPTION)
