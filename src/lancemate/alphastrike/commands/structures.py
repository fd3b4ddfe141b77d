"""Forces that know how to fight houses (pp. 104, 108): walls protect less from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.cards.command_names import ENVIRONMENT, SIEGE, commanded
from lancemate.alphastrike.commands.environments import levels_of
from lancemate.alphastrike.commands.having import serves

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.field.terrain import Feature


@hooks.absorbs_less.rule("AS-SCA-062", when=commanded(SIEGE))
def siege(work: Reckoning, structure: Feature, points: int) -> int | None:
    """A building absorbs half as much of its attacks, rounded down."""
    return points // 2 if serves(work.battle, work.attack.attacker, SIEGE) else None


@hooks.absorbs_less.rule("AS-SCA-029", when=commanded(ENVIRONMENT))
def house_fighters(work: Reckoning, structure: Feature, points: int) -> int | None:
    """Half as much, rounded up, of the attacks of who has learned to fight in towns."""
    if not levels_of(work.battle, work.attack.attacker, "combat", "urban"):
        return None
    return round_up(work, points / 2)
