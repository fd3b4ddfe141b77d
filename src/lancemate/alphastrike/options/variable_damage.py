"""Variable damage (p. 174): one of two variants, never both."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.options.multiple_attack_rolls import OPTION as ATTACK_ROLLS
from lancemate.alphastrike.options.multiple_damage_rolls import OPTION as DAMAGE_ROLLS
from lancemate.alphastrike.play.options import exclude, families
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "variable_damage", "AS-OPT-569", "weapons do less than their best: multiple damage rolls, unless it is attack rolls"
)

VARIANTS: Final = families.add(OPTION, (DAMAGE_ROLLS, ATTACK_ROLLS))


@rules.formula("AS-OPT-569", otherwise=False)
def one_variant() -> bool:
    """Whoever rolls for damage does not roll for every shot as well."""
    return True


EITHER: Final = exclude("AS-OPT-569", one_variant, *VARIANTS)
