"""A ship whose crew has taken up arms (p. 68): it can spare nobody more.

Knows the notes; raising the crew and calling it back is in boarding/crew.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.boarders import crew_out, crewless
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@rules.rule("AS-BAT-150", otherwise=False)
def nobody_left(battle: Battle, unit: Unit) -> bool:
    """A second crew hit while the crew fights leaves nobody at the posts; whether that is what has happened."""
    if not crew_out.of(unit):
        return False
    if not crewless.of(unit):
        crewless.note(battle, unit, True)
    return True


@hooks.immobile.rule("AS-BAT-150", ability="CRW")
def nobody_steers(battle: Battle, unit: Unit) -> bool | None:
    return True if crewless.of(unit) else None


@hooks.unmanned.rule("AS-BAT-150", ability="CRW")
def nobody_at_the_posts(battle: Battle, unit: Unit) -> bool:
    return crewless.of(unit)


@hooks.may_attack.rule("AS-BAT-150", part=hooks.ABLE, ability="CRW")
def nobody_fires(attack: Attack) -> Refusal | None:
    """Until the crew is back a ship neither moves nor attacks."""
    if not crewless.of(attack.attacker):
        return None
    text = f"nobody is left at the guns of {attack.attacker.id}: its crew must stand down first"
    return Refusal("crewless", text, "AS-BAT-150")
