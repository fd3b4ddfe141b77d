"""Taking a position beyond the table (p. 151) while forces deploy: it is written down, and nobody else is told.

As with hidden units it takes no turn of deployment, and who is still to come is unknown to the other side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.artillery import PREFIX, is_cannon, pieces_of
from lancemate.alphastrike.options.advanced_artillery.events import PlacedOffBoard, offboard
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, FARTHEST
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.phases import DEPLOYMENT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.deployment import is_waiting
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

STAND_OFF: Final = "stand_off"
NEAR: Final = 10.0
OFFERED: Final = (NEAR, 60.0, 150.0)  # inches; a script may say any other number
hooks.deed_terms.add(STAND_OFF, DeedTerms(ADVANCED, out_of_turn=True, off_table=True))


@hooks.deeds.entry(STAND_OFF)
@rules.rule("AS-OPT-160")
def stands_off(battle: Battle, unit: Unit, what: str | None) -> None:
    """So many inches beyond its home edge, 10 unless said."""
    refusal = why_not_stand_off(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    distance = NEAR if what is None else _inches(unit, what)
    edge = home_of(battle, unit)
    offboard.remember(battle, unit, {"edge": edge, "distance": distance})
    battle.emit(PlacedOffBoard(unit.id, str(edge), distance))
    battle.then("next_to_deploy")


def home_of(battle: Battle, unit: Unit) -> str | None:
    return next(side.home for side in battle.setup.sides if side.name == unit.side)


def why_not_stand_off(battle: Battle, unit: Unit) -> Refusal | None:
    """Before the first turn, artillery that is no cannon, of a side that has others to hold the table."""
    if orders.Deploy not in battle.now.verbs or not is_waiting(unit):
        return _no(f"{unit.id} takes a position beyond the table while forces deploy, and before it has been placed")
    if home_of(battle, unit) is None:
        return _no(f"{unit.side} has no home edge to stand behind")
    if all(is_cannon(battle, piece.code.removeprefix(PREFIX)) for piece in pieces_of(unit)):
        return _no(f"{unit.id} has no artillery (ART) that reaches the table from beyond its edge")
    others = (one for one in battle.units_of(unit.side) if one is not unit)
    if not any(one.on_table or is_waiting(one) for one in others):
        return _no(f"{unit.id} is the last of its side: somebody has to hold the table")
    return None


def _no(text: str) -> Refusal:
    return Refusal("cannot_stand_off", text, "AS-OPT-160")


def _inches(unit: Unit, what: str) -> float:
    try:
        distance = float(what)
    except ValueError:
        distance = -1.0
    if not 0.0 <= distance <= FARTHEST:
        text = f"{unit.id} stands 0 to {FARTHEST:g} inches beyond its home edge, as in '60'; not {what!r}"
        raise Refused(_no(text))
    return distance


@hooks.offers.rule("AS-OPT-160", when=ADVANCED)
def may_stand_off(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.phase != DEPLOYMENT or why_not_stand_off(battle, unit) is not None:
        return None
    edge = home_of(battle, unit)
    return tuple(
        offer(orders.Act(unit.id, STAND_OFF, f"{far:g}"), f"Stand {far:g}″ beyond the {edge} edge", "AS-OPT-160")
        for far in OFFERED
    )


@hooks.knowledge.rule("AS-OPT-191", when=ADVANCED)
def who_might_stay_away(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """While forces deploy nobody knows who is still to come: otherwise a gun beyond the table would be missed."""
    return Degree.NOTHING if battle.state.phase == DEPLOYMENT and is_waiting(unit) else None
