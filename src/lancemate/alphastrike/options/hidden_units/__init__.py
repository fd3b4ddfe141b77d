"""Hidden units (pp. 167-168): who lies where unknown to others, what finds it, what it may do to a passer-by.

Hidden minefields of battlefield support need this module too (p. 56, support/minefields.py).
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.plan import AMBUSHES
from lancemate.alphastrike.support.buying import HIDDEN_UNITS

OPTION: Final = rules.option(HIDDEN_UNITS, "AS-OPT-470", "units and minefields may lie hidden from the other side")
# How hidden units are found, and strike: in scenarios that hide some without this module, too.
FOUND: Final = implied.add(OPTION, AMBUSHES)
