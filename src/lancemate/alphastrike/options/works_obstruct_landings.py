"""Landing places and runways (pp. 141-142) on which fires, mines and earthworks are in the way as terrain is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.options.aerospace_on_ground_map.runways import DRIFTS, is_in_the_way
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

OPTION: Final = rules.option(
    "works_obstruct_landings",
    "AS-OPT-084",
    "fires, known mines and earthworks are in the way of aircraft that land and take off",
    title="Fires, mines and earthworks obstruct landings",
)


@rules.rule("AS-OPT-084", when=OPTION, replaces=is_in_the_way)
def works_are_in_the_way(battle: Battle, feature: Feature) -> bool:
    """Only what shines or drifts above the ground is not."""
    return feature.kind not in DRIFTS
