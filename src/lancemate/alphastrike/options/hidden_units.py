"""Hidden units (p. 168). So far it is minefields that may be hidden by it (p. 56, support/minefields.py)."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import HIDDEN_UNITS

OPTION: Final = rules.option(HIDDEN_UNITS, "AS-OPT-470", "minefields of battlefield support may lie hidden")
