"""The rules of Alpha Strike. Whoever has a rule of this game to tell registers it here; nobody else's leak in."""

from __future__ import annotations

from typing import Final

from lancemate.kernel.ruleset import Ruleset

rules: Final = Ruleset("alpha-strike", "lancemate.alphastrike")
