"""What nobody plays yet of tables of which a few rows are played."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.rulebook.playing import MISSING

ROWS: Final = {
    "AS-FOR-103": ("terrain other than ultra rubble",),
    "AS-FOR-106": ("large buildings", "gun emplacements and fortresses", "Castles Brian"),
}

rules.entries(MISSING).add("rows of the appendix", lambda: ROWS)
