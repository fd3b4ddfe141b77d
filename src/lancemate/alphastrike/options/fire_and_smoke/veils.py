"""Smoke of fires in the line of sight (p. 167): it hides as woods do, and its inches add to theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.sight import TOLERANCE, WOODS, Look, Obstacle, intervening_woods
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE, HEAVY, LIGHT

if TYPE_CHECKING:
    from lancemate.field.sightlines import Crossing


@hooks.line_of_sight.rule("AS-OPT-459", part=3, when=FIRE)
def deep_smoke(sight: Look) -> Obstacle | None:
    """Six inches of smoke, or of smoke and woods together, cannot be looked through."""
    smoke = sum(one.intervening for one in sight.seen.crossings if _is_smoke(sight, one))
    if not smoke:
        return None
    inches, most = smoke + intervening_woods(sight), WOODS.of(sight)["blocked at"]
    if inches < most - TOLERANCE:
        return None
    return Obstacle("AS-OPT-459", f"{inches:.1f} inches of smoke and woods lie between; {most:g} block the view", True)


def _is_smoke(sight: Look, crossing: Crossing) -> bool:
    feature = sight.battle.table.by_id.get(crossing.feature)
    return feature is not None and feature.kind in (LIGHT, HEAVY)
