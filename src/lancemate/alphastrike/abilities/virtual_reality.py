"""Virtual reality piloting pods (p. 91): steadier feet, and no aim at all where the enemy jams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

POD: Final = rules.table("AS-SPC-168", {"control": -1, "blows": 2})


def is_blind(battle: Battle, unit: Unit) -> bool:
    """It has such a pod, and stands in hostile ECM of any kind."""
    return unit.has("VR") and is_jammed(battle, unit)


@hooks.may_attack.rule("AS-SPC-168", part=hooks.ABLE, ability="VR")
def blind_gunners(attack: Attack) -> Refusal | None:
    """It fires nothing."""
    if not attack.is_weapon or not is_blind(attack.battle, attack.attacker):
        return None
    text = f"{attack.attacker.id} (VR) stands in hostile ECM and may not shoot; it may still strike, at 2 more"
    return Refusal("blinded", text, "AS-SPC-168")


@hooks.to_hit.rule("AS-SPC-168", part=hooks.OTHER, ability="VR")
def blind_blows(attack: Attack) -> Modifier | None:
    """It strikes less well."""
    if not attack.is_physical or not is_blind(attack.battle, attack.attacker):
        return None
    return Modifier("Virtual reality in ECM (VR)", POD.of(attack)["blows"], "AS-SPC-168")


@hooks.control.rule("AS-SPC-168", ability="VR")
def steady_feet(battle: Battle, unit: Unit) -> Modifier | None:
    """Control rolls are easier."""
    return Modifier("Virtual reality pod (VR)", POD.of(battle)["control"], "AS-SPC-168") if unit.has("VR") else None
