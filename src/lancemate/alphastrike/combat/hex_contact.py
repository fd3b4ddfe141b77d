"""Shooting from hex to hex (p. 68): base contact is no hindrance there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.weapons import not_in_contact
from lancemate.alphastrike.terrain.hexes import HEX

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.kernel.errors import Refusal


@hooks.may_attack.rule("AS-HEX-008", part=hooks.AIM, when=HEX, replaces=not_in_contact)
def shots_in_contact(attack: Attack) -> Refusal | None:
    """Units in base contact may shoot at each other as well as strike."""
    return None
