"""Steady beams (HOUSE-001): a special ability of our own, with a code that stands on cards."""

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.specials import house_ability
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.traits import SHOT

BEAM = house_ability("BEAM", "Steady Beams", "HOUSE-001", "aims a little better with all its weapons")


@hooks.to_hit.rule("HOUSE-001", part=hooks.OTHER, traits=SHOT, ability=BEAM)
def steady_beams(attack: Attack) -> Modifier | None:
    """Weapons aim a little better."""
    return Modifier("Steady beams", -1, "HOUSE-001") if attack.attacker.has(BEAM) else None
