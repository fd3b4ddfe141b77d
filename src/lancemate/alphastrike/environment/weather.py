"""Rain, snow, fog, sand, smoke and steam (pp. 58, 64): they make it harder to hit, and do no more.

The numbers are those of the Environmental Attack Modifiers Table, which the appendix repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import WEATHER_MODIFIERS
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.play.conditions import VEILED, WEATHER
from lancemate.alphastrike.play.explain import Modifier, modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.kernel.ruleset import Switched

rules.also("AS-BAT-026", WEATHER_MODIFIERS)

ROWS: Final = {
    "light_rain": "light to heavy rain",
    "moderate_rain": "light to heavy rain",
    "heavy_rain": "light to heavy rain",
    "torrential_rain": "torrential downpour",
    "light_snow": "light to heavy snow",
    "moderate_snow": "light to heavy snow",
    "heavy_snow": "light to heavy snow",
    "sleet": "sleet",
    "blizzard": "blizzard",
    "heavy_fog": "heavy fog",
    "blowing_sand": "blowing sand",
}


def to_hit(by: Switched, row: str) -> int:
    """A plain number of the table; a quake's is worked out from its strength."""
    number = WEATHER_MODIFIERS.of(by)[row]
    return number if isinstance(number, int) else 0


def _weather(attack: Attack, place: int) -> Modifier | None:
    """The modifier of one sort of weather, in the order players have named them."""
    given = agreed(attack.battle).weather
    if place >= len(given):
        return None
    word = given[place]
    return modifier(word.replace("_", " ").capitalize(), to_hit(attack, ROWS[word]), "AS-BAT-113")


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=WEATHER)
def weather_1(attack: Attack) -> Modifier | None:
    return _weather(attack, 0)


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=WEATHER)
def weather_2(attack: Attack) -> Modifier | None:
    return _weather(attack, 1)


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=WEATHER)
def weather_3(attack: Attack) -> Modifier | None:
    return _weather(attack, 2)


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=WEATHER)
def weather_4(attack: Attack) -> Modifier | None:
    return _weather(attack, 3)


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=WEATHER)
def weather_5(attack: Attack) -> Modifier | None:
    """Rain, snow, sleet, fog and sand are all there can be at once."""
    return _weather(attack, 4)


def _through(attack: Attack, kind: str, label: str) -> Modifier | None:
    """The modifier of something that the line of an attack runs through, however much of it."""
    crossings, by_id = attack.sight.crossings, attack.battle.table.by_id
    if crossings and any(by_id[one.feature].kind == kind for one in crossings if one.feature in by_id):
        return modifier(label, to_hit(attack, f"{label.lower()} (through)"), "AS-BAT-113")
    return None


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=VEILED)
def light_smoke(attack: Attack) -> Modifier | None:
    return _through(attack, "light_smoke", "Light smoke")


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=VEILED)
def heavy_smoke(attack: Attack) -> Modifier | None:
    return _through(attack, "heavy_smoke", "Heavy smoke")


@hooks.to_hit.rule("AS-BAT-113", part=hooks.OTHER, when=VEILED)
def geyser(attack: Attack) -> Modifier | None:
    return _through(attack, "geyser", "Geyser")
