"""Secondary weapons (p. 20). What may be one is checked with a soldier's record (soldiers/record.py)."""

from __future__ import annotations

from typing import Final

from lancemate.battletroops.ruleset import rules

SECONDARY: Final = rules.option("secondary_weapons", "BT-OPT-002", "soldiers may carry a second weapon")
