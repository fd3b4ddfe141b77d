"""Strafing VTOLs (p. 174) that do half their damage, as strafing fighters do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.air.striking import halved
from lancemate.alphastrike.combat.amount import card_value
from lancemate.alphastrike.options.vtol_special_attacks import strafing_strength
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.damage_value import Strength
    from lancemate.alphastrike.combat.attack import Attack

OPTION: Final = rules.option(
    "vtol_strafe_halved",
    "AS-OPT-551",
    "a VTOL that strafes does half its damage, unless all its weapons are energy weapons",
    title="VTOLs strafe for half their damage",
)


@rules.rule("AS-OPT-551", when=OPTION, replaces=strafing_strength)
def as_a_fighter_strafes(attack: Attack) -> Strength:
    """Half of the value of its range, at least 1."""
    return halved(attack, card_value(attack))
