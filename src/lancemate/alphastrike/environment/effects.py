"""What the conditions of a battle do, as a list to be read: one line for each effect, with the rule behind it.

Says what the rules beside it do; must not decide anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.environment.breach import IN_TRACE, IN_VACUUM
from lancemate.alphastrike.environment.light import ROWS as LIGHT_ROWS
from lancemate.alphastrike.environment.notes import agreed, quake_now, tornadoes_now, wind_now
from lancemate.alphastrike.environment.visibility import CONCEALED, visual_range
from lancemate.alphastrike.environment.weather import ROWS, to_hit
from lancemate.alphastrike.environment.wind import NAMES
from lancemate.alphastrike.play.conditions import (
    FREEZING,
    SCORCHING,
    STRONGEST,
    THICK,
    THIN,
    TRACE,
    VACUUM,
    VERY_THICK,
    Conditions,
    Custom,
    Quake,
    Wind,
)
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.ruleset import Switched

QUARTERS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Effect(NamedTuple):
    """``name`` is what it comes from, ``text`` what it does."""

    name: str
    text: str
    rule: str


def effects_now(battle: Battle) -> tuple[Effect, ...]:
    """What is in force at this moment."""
    given = agreed(battle)
    force, origin = wind_now(battle)
    strength = quake_now(battle)
    variable = given.wind is not None and given.wind.variable
    now = replace(
        given,
        wind=Wind(force, origin, variable) if given.wind is not None else None,
        tornadoes=tornadoes_now(battle),
    )
    shaking = () if strength is None else (_shaking(strength),)
    limits = (_sight(visual_range(battle)),) if CONCEALED in battle.options else ()
    return (*effects_of(now, battle), *shaking, *limits)


def effects_of(given: Conditions, by: Switched = rules) -> tuple[Effect, ...]:
    """What players would agree on with these conditions."""
    return tuple(
        effect
        for some in (_air, _light, _weather, _wind, _gravity, _temperature, _ground, _tornadoes, _own)
        for effect in some(given, by)
    )


def quarter(bearing: float) -> str:
    """The nearest of eight words for a direction."""
    return QUARTERS[round(bearing / 45.0) % 8]


def _air(given: Conditions, by: Switched) -> Iterator[Effect]:
    air = given.atmosphere
    if air in (VACUUM, TRACE):
        name = "Vacuum" if air == VACUUM else "Traces of air"
        yield Effect(
            name,
            "Destroyed at once: engines that burn (EE), rotors, air cushions, and what is neither sealed (SEAL, SOA) "
            "nor a BattleMech.",
            "AS-BAT-077",
        )
        needed = IN_VACUUM.of(by)[VACUUM] if air == VACUUM else IN_TRACE.of(by)[TRACE]
        rule_id = "AS-BAT-079" if air == VACUUM else "AS-BAT-081"
        yield Effect(name, f"Damage opens a hull on {needed} or more of 2D6: a critical roll.", rule_id)
    if air == VACUUM:
        yield Effect("Vacuum", "Aerospace units land and take off upright.", "AS-BAT-078")
        yield Effect("Vacuum", "No wind, no weather, no fire; what was water is an empty hollow.", "AS-BAT-080")
    elif air == THIN:
        yield Effect("Thin air", "VTOLs, WiGEs and hovercraft lose 4 inches; tornadoes are F3 at most.", "AS-BAT-082")
    elif air == THICK:
        yield Effect("Thick air", "VTOLs, WiGEs and hovercraft gain 2 inches.", "AS-BAT-083")
    elif air == VERY_THICK:
        yield Effect("Very thick air", "Winds are stronger, up to a tornado.", "AS-BAT-084")


def _light(given: Conditions, by: Switched) -> Iterator[Effect]:
    row = LIGHT_ROWS.get(given.light)
    if row is not None:
        name = _title(given.light)
        yield Effect(name, f"{to_hit(by, row):+d} to hit, unless the attacker's searchlight is on.", "AS-BAT-085")
        yield Effect(name, "Whoever is within 2 inches of a light is hit as by day, its bearer too.", "AS-BAT-086")


def _weather(given: Conditions, by: Switched) -> Iterator[Effect]:
    for word in given.weather:
        yield Effect(_title(word), f"{to_hit(by, ROWS[word]):+d} to hit.", "AS-BAT-113")


BLOWS: Final = {
    1: ("Infantry on foot loses 2 inches; without any left, it moves 2 or attacks.", "AS-BAT-103"),
    2: ("Infantry on foot or with jump packs loses 2 inches; without any left, it moves 2 or attacks.", "AS-BAT-104"),
    3: ("Battle armor loses 2 inches, infantry 4, airships a point of Thrust.", "AS-BAT-105"),
    4: (
        "Infantry moves 2 inches, cannot attack and takes a point a turn, as airships do; battle armor loses 2 inches.",
        "AS-BAT-106",
    ),
}


def _wind(given: Conditions, by: Switched) -> Iterator[Effect]:
    wind = given.wind
    if wind is None:
        return
    if wind.force is None or wind.origin is None:
        yield Effect("Wind", "Rolled as the battle opens.", "AS-BAT-097")
    if wind.force:
        blows = f" from the {quarter(wind.origin)}" if wind.origin is not None else ""
        name = f"{NAMES[wind.force]}{blows}"
        text, rule_id = BLOWS[wind.force]
        if wind.force > 2:
            yield Effect(name, f"{to_hit(by, f'wind force {wind.force}'):+d} to hit for everybody outside.", rule_id)
        yield Effect(name, text, rule_id)
        if wind.force == STRONGEST and given.atmosphere != TRACE:
            yield Effect(name, "A tornado forms on 12 in any End Phase.", "AS-BAT-107")
    if wind.variable:
        yield Effect("Wind", "It changes in every End Phase.", "AS-BAT-097")


def _gravity(given: Conditions, by: Switched) -> Iterator[Effect]:
    if given.gravity != 1.0:
        name = f"Gravity {given.gravity:g} G"
        yield Effect(name, f"Every Move is divided by {given.gravity:g}.", "AS-BAT-092")
        if given.gravity < 1.0:
            text = "More than the normal Move for a third turn in a row is an MP hit; infantry may."
            yield Effect(name, text, "AS-BAT-093")


def _temperature(given: Conditions, by: Switched) -> Iterator[Effect]:
    name = f"{given.temperature:g} °C"
    if given.temperature < FREEZING:
        yield Effect(name, "Infantry takes a point every fifth turn; overheated units cool by a level.", "AS-BAT-095")
    elif given.temperature > SCORCHING:
        yield Effect(name, "Infantry takes a point every fifth turn; overheating costs a level more.", "AS-BAT-096")
        yield Effect(name, "Machines without a heat scale lose 2 inches.", "AS-BAT-096")


def _ground(given: Conditions, by: Switched) -> Iterator[Effect]:
    if given.emi:
        text = "+2 to hit with weapons, but for infantry; probes see nothing, jammers reach twice as far."
        yield Effect("Interference", text, "AS-BAT-091")
    if given.earthquake is not None:
        yield Effect("Earthquake", _coming(given.earthquake), "AS-BAT-087")


def _coming(quake: Quake) -> str:
    when = "On 12 in any End Phase, before the next move" if quake.turn is None else f"In turn {quake.turn}"
    strength = "of a strength that is rolled" if quake.strength is None else f"of strength {quake.strength}"
    return f"{when}, {strength}."


def _shaking(strength: int) -> Effect:
    more = "; the ground opens under units and buildings" if strength >= 12 else ""
    hurt = ", a point of damage to all on the ground" if strength >= 8 else ""
    return Effect("The ground shakes", f"+{strength // 2} to hit{hurt}{more}.", "AS-BAT-088")


def _tornadoes(given: Conditions, by: Switched) -> Iterator[Effect]:
    for one in given.tornadoes:
        row = f"tornado F{one.rating} (through)" if one.rating > 3 else "tornado F1 to F3 (through)"
        name = f"Tornado F{one.rating}"
        yield Effect(name, f"{to_hit(by, row):+d} to hit through it.", "AS-BAT-026")
        yield Effect(
            name, f"It wanders: {one.rating} damage to units, {3 * one.rating} to what is built.", "AS-BAT-111"
        )


def _own(given: Conditions, by: Switched) -> Iterator[Effect]:
    for one in given.custom:
        yield Effect(one.name, _words(one), "AS-BAT-075")


def _words(one: Custom) -> str:
    parts = [
        *([f"{one.to_hit:+d} to hit"] if one.to_hit else []),
        *([f"{one.move:+g} inches of Move"] if one.move else []),
        *([f"sight ends at {one.sight:g} inches"] if one.sight is not None else []),
        *([f"{one.damage} damage a turn in the open"] if one.damage else []),
    ]
    whom = f" for {', '.join(one.only)}" if one.only else ""
    note = f" ({one.note})" if one.note else ""
    return f"{', '.join(parts) or 'no numbers'}{whom}{note}."


def _sight(limit: float) -> Effect:
    return Effect("Sight", f"It ends at {limit:g} inches, or where a probe ends.", "AS-BAT-076")


def _title(word: str) -> str:
    return word.replace("_", " ").capitalize()
