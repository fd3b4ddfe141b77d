"""When units were lost: commanders who force the Initiative live on what the last turn has brought (p. 105)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import FORCING, commanded
from lancemate.alphastrike.damage.credit import lost_in

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.unit_destroyed.rule("AS-SCA-035", when=commanded(FORCING))
def date_of_loss(battle: Battle, unit: Unit) -> None:
    """Only what was lost in the turn before counts."""
    lost_in.remember(battle, unit, battle.state.turn)
