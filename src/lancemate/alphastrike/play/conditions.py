"""What a battlefield is like (pp. 61-64): air, light, weather, wind, gravity, warmth, as players agree on it.

Data only: which words there are, and which rules each of them switches on. What is in force at a moment, and what it
does, is known in environment/.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.field.terrain import Feature
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.field.space import Space

VACUUM, TRACE, THIN, STANDARD, THICK, VERY_THICK = "vacuum", "trace", "thin", "standard", "thick", "very_thick"
ATMOSPHERES: Final = (VACUUM, TRACE, THIN, STANDARD, THICK, VERY_THICK)
LIGHTS: Final = ("day", "dusk", "dawn", "night", "moonless_night", "pitch_black")
WEATHERS: Final = (
    *("light_rain", "moderate_rain", "heavy_rain", "torrential_rain"),
    *("light_snow", "moderate_snow", "heavy_snow", "sleet", "blizzard"),
    *("heavy_fog", "blowing_sand"),
)
STRONGEST: Final = 4  # force of wind
MOST_RATING: Final = 5  # of a tornado
MILD: Final = 20.0  # degrees Celsius
FREEZING: Final = -30.0  # below it is extreme cold
SCORCHING: Final = 50.0  # above it is extreme heat

SMOKES: Final = ("light_smoke", "heavy_smoke")
VEILS: Final = (*SMOKES, "geyser")
EMI_AREA: Final = "emi"

# What rules are switched on by: one of these for every sort of condition.
DEADLY_AIR: Final = rules.switch("conditions: no air to breathe")
EMPTY: Final = rules.switch("conditions: vacuum")
THIN_AIR: Final = rules.switch("conditions: thin air")
THICK_AIR: Final = rules.switch("conditions: thick air")
DARKNESS: Final = rules.switch("conditions: darkness")
WEATHER: Final = rules.switch("conditions: weather")
VEILED: Final = rules.switch("conditions: smoke and steam")
WIND: Final = rules.switch("conditions: wind")
STORM: Final = rules.switch("conditions: tornadoes")
GRAVITY: Final = rules.switch("conditions: gravity")
LOW_GRAVITY: Final = rules.switch("conditions: low gravity")
COLD: Final = rules.switch("conditions: cold")
HEAT: Final = rules.switch("conditions: heat")
INTERFERENCE: Final = rules.switch("conditions: interference")
QUAKES: Final = rules.switch("conditions: earthquakes")
CUSTOM: Final = rules.switch("conditions: of one's own")


@frozen
class Wind:
    """``force`` and ``origin`` (a bearing) are None where they are rolled for."""

    force: int | None = 0
    origin: float | None = 0.0
    variable: bool = False

    @property
    def blows(self) -> bool:
        """Whether there may be any."""
        return self.force != 0 or self.variable


@frozen
class Quake:
    """In one turn, or (without one) rolled for in every End Phase; without strength, that is rolled for too."""

    turn: int | None = None
    strength: int | None = None


@frozen
class Tornado:
    """``turns``: End Phases still to come; in the last one it is gone."""

    at: tuple[float, float]
    rating: int
    turns: int


@frozen
class Custom:
    """A condition of the players' own: what it does to attacks, Moves, sight and whoever is out in it."""

    name: str
    to_hit: int = 0
    move: float = 0.0
    sight: float | None = None  # inches
    damage: int = 0  # in every End Phase
    only: tuple[str, ...] = ()  # types of units it is about; without any, all
    note: str = ""
    toxin: bool = False  # poison in the air, which filters keep out


@frozen
class Conditions:
    """What players have agreed on. As it stands here: a fine day on Terra."""

    atmosphere: str = STANDARD
    light: str = "day"
    weather: tuple[str, ...] = ()
    wind: Wind | None = None
    gravity: float = 1.0
    temperature: float = MILD
    emi: bool = False
    earthquake: Quake | None = None
    tornadoes: tuple[Tornado, ...] = ()
    custom: tuple[Custom, ...] = ()

    @property
    def switches(self) -> frozenset[str]:
        """What the rules of these conditions are switched on by."""
        blows = self.wind is not None and self.wind.blows
        storms = self.wind is not None and (self.wind.variable or self.wind.force in (None, STRONGEST))
        on = {
            DEADLY_AIR: self.atmosphere in (VACUUM, TRACE),
            EMPTY: self.atmosphere == VACUUM,
            THIN_AIR: self.atmosphere == THIN,
            THICK_AIR: self.atmosphere == THICK,
            DARKNESS: self.light != "day",
            WEATHER: bool(self.weather),
            WIND: blows,
            STORM: bool(self.tornadoes) or (blows and storms),
            GRAVITY: self.gravity != 1.0,
            LOW_GRAVITY: self.gravity < 1.0,
            COLD: self.temperature < FREEZING,
            HEAT: self.temperature > SCORCHING,
            INTERFERENCE: self.emi,
            QUAKES: self.earthquake is not None,
            CUSTOM: bool(self.custom),
        }
        return frozenset(name for name, true in on.items() if true)


WATERS: Final = ("water", "hazardous_liquid_pool", "ice")
FINE_DAY: Final = Conditions()


@rules.formula("AS-BAT-080", otherwise=lambda table: table)
def drained(table: Space) -> Space:
    """Land on which no water lasts: what was water is an empty hollow of its depth, or ice that is frozen solid."""
    for feature in table.features:
        if feature.kind == "ice":
            table = table.with_feature(replace(feature, properties={**feature.properties, "frozen_solid": True}))
        elif feature.kind in WATERS:
            table = table.with_feature(Feature(feature.id, "hollow", feature.shape, 0.0, feature.depth))
    return table
