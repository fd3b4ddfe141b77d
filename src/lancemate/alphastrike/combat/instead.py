"""What a unit may do in the place of its attacks: when there is time for it. Knows no deed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.combat.attack import PASS, has_attacked
from lancemate.alphastrike.play import orders
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def why_not_now(battle: Battle, unit: Unit, by: str) -> Refusal | None:
    """Why a unit cannot spend its Combat Phase on a deed, or None."""
    if orders.Attack not in battle.now.verbs:
        text = f"this is done in {battle.course.where(orders.Attack)}, not in the {battle.now.title.lower()}"
        return Refusal("wrong_phase", text, by)
    if PASS in unit.attacks:
        return Refusal("already_passed", f"{unit.id} has passed and does nothing more this turn", by)
    if has_attacked(unit):
        return Refusal("already_attacked", f"{unit.id} has attacked this turn: it can do only one of the two", by)
    if unit.moved == "sprint":
        return Refusal("sprinted", f"{unit.id} sprinted this turn and can do nothing else", by)
    if unit.shutdown or unit.stunned:
        return Refusal("cannot_act", f"{unit.id} is {'shut down' if unit.shutdown else 'stunned'}", by)
    return None
