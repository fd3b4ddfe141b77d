"""Guns beyond the table: which of its guns a sensible player leaves there. Guesses, no rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED
from lancemate.alphastrike.options.advanced_artillery.standing_off import STAND_OFF, why_not_stand_off
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.state import OFFBOARD

if TYPE_CHECKING:
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.view import View

JUST_BEYOND: Final = "0"  # inches: from there most shells come down in the turn they are fired
HELD: Final = 0.75  # of a force, by points, that stays to hold the table
BESIDES: Final = 1  # points at medium range that a gun may have besides and not be missed on the table


def plotted(view: View) -> bool:
    """Whether a gun does more from beyond the table: where it hits points without a roll. Otherwise it aims so badly
    from there that it is missed on the table."""
    return any(side.name == view.side and side.preplotted for side in view.battle.setup.sides)


def standing_off(view: View) -> orders.Act | None:
    """One more gun that fires from beyond the edge, where nobody shoots at it, while enough are left on the table."""
    battle = view.battle
    if ADVANCED not in battle.options or not view.is_time_to(orders.Deploy):
        return None
    own = [unit for unit in battle.units.values() if unit.side == view.side]
    away = sum(map(_points, own)) * (1.0 - HELD) - sum(_points(one) for one in own if one.place == OFFBOARD)
    guns = [unit for unit in view.to_deploy() if unit.card.damage.M.points <= BESIDES and _points(unit) <= away]
    found = next((unit for unit in guns if why_not_stand_off(battle, unit) is None), None)
    return None if found is None else orders.Act(found.id, STAND_OFF, JUST_BEYOND)


def _points(unit: Unit) -> int:
    return counted_value(unit.card.pv, unit.skill)
