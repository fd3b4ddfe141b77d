"""Charges and collisions (p. 205) by the table instead of the formula."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.combat.charge import charge_damage
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.ruleset import as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

OPTION: Final = rules.option(
    "collision_table",
    "AS-URB-039",
    "charges and collisions do the damage of the table, not of the formula",
    title="Collision damage from the table",
)

# Inches from which on a Size does 1, 2, 3 ... points, by the table instead of the formula.
COLLISIONS: Final = rules.table(
    "AS-URB-039",
    {
        1: [4, 13, 21, 29, 37, 44],
        2: [3, 7, 11, 15, 19, 23],
        3: [2, 5, 8, 10, 13, 15],
        4: [1, 4, 6, 8, 10, 12],
    },
)
rules.also("AS-FOR-108", COLLISIONS)


@rules.rule("AS-URB-039", when=OPTION, replaces=charge_damage)
def damage_by_the_table(battle: Battle, inches: float, size: int) -> int:
    """A point for every row of its Size that the distance reaches; Sizes it does not have go by the formula."""
    rows = COLLISIONS.of(battle)
    if size not in rows:
        return as_printed(charge_damage)(battle, inches, size)
    return sum(1 for limit in rows[size] if inches >= limit - TINY)
