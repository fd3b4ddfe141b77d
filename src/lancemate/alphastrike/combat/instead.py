"""What a unit may do in the place of its attacks: when there is time for it. Knows no deed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.combat.attack import PASS, has_attacked
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def why_not_now(battle: Battle, unit: Unit, by: str, *, for_an_attack: bool = True) -> Refusal | None:
    """Why a unit cannot spend its Combat Phase on a deed, or None.

    Most deeds are done in the place of an attack, and who has sprinted has none to give. Others (``for_an_attack``
    false) only want that it does not attack.
    """
    if orders.Attack not in battle.now.verbs:
        text = f"this is done in {battle.course.where(orders.Attack)}, not in the {battle.now.title.lower()}"
        return Refusal("wrong_phase", text, by)
    if PASS in unit.attacks:
        return Refusal("already_passed", f"{unit.id} has passed and does nothing more this turn", by)
    if has_attacked(unit):
        return Refusal("already_attacked", f"{unit.id} has attacked this turn: it can do only one of the two", by)
    if for_an_attack and unit.moved == "sprint":
        text = f"{unit.id} sprinted this turn: it makes no attack, nor does anything in the place of one"
        return Refusal("sprinted", text, "AS-MOV-058")
    if is_helpless(battle, unit):
        state = "shut down" if unit.shutdown else "stunned" if unit.stunned else "without a crew"
        return Refusal("cannot_act", f"{unit.id} is {state}", by)
    return None
