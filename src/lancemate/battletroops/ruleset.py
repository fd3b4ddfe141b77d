"""The rules of BattleTroops. Whoever has a rule of this game to tell registers it here; nobody else's leak in."""

from __future__ import annotations

from typing import Final

from lancemate.kernel.ruleset import Ruleset

rules: Final = Ruleset("battletroops", "lancemate.battletroops")
