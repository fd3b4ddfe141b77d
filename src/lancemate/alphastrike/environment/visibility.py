"""How far one sees (pp. 61, 157): each viewer as far as the light lets it, or its probe.

The book ties this to concealed unit data; without that, sight ends at 42 inches in any weather.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import is_jammed, probes_of, range_of
from lancemate.alphastrike.combat.sight import TOLERANCE, Obstacle
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.sight import Look
    from lancemate.alphastrike.play.battle import Battle

CONCEALED: Final = rules.option(
    "concealing_unit_data", "AS-OPT-310", "blips for unknown units, secret record sheets, sight by light and weather"
)

# Inches; of several the shortest.
VISUAL: Final = rules.table(
    "AS-BAT-076",
    {
        **{"pitch_black": 2.0, "night": 4.0, "moonless_night": 4.0, "blizzard": 4.0},
        **{"heavy_fog": 6.0, "blowing_sand": 6.0, "dusk": 10.0, "dawn": 10.0, "torrential_rain": 10.0},
        **dict.fromkeys(("light_rain", "moderate_rain", "heavy_rain"), 14.0),
        **dict.fromkeys(("light_snow", "moderate_snow", "heavy_snow", "sleet"), 14.0),
        "day": 40.0,
    },
)


rules.also("AS-OPT-313", VISUAL)


def visual_range(battle: Battle) -> float:
    """How far eyes reach in this light and weather."""
    given = agreed(battle)
    return min(VISUAL.of(battle)[word] for word in (given.light, *given.weather))


@hooks.line_of_sight.rule("AS-BAT-076", part=5, when=CONCEALED)
def beyond_its_senses(sight: Look) -> Obstacle | None:
    """No farther than the eye reaches or, if that is more, the probe. What flies by Thrust has no such limits."""
    battle, viewer, far = sight.battle, sight.viewer, sight.seen.distance
    if any(unit is not None and unit.card.is_aerospace and unit.airborne for unit in (viewer, sight.target)):
        return None
    limit = visual_range(battle)
    if far <= limit + TOLERANCE:
        return None
    probes = [code for code in probes_of(battle, viewer) if not is_jammed(battle, viewer, code, sight.at)]
    limit = max(limit, *(range_of(battle, viewer, "sight", code) for code in probes), 0.0)
    if far <= limit + TOLERANCE:
        return None
    return Obstacle("AS-BAT-076", f"it is {far:.1f} inches away, and {viewer.id} sees no farther than {limit:g} here")
