"""The conditions of a battle as scripts write them, and what an atmosphere excludes. Knows names and bounds only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike.cards.unit_types import UNIT_TYPES
from lancemate.alphastrike.play.conditions import (
    ATMOSPHERES,
    FINE_DAY,
    LIGHTS,
    MOST_RATING,
    SMOKES,
    STRONGEST,
    THIN,
    TRACE,
    VACUUM,
    WEATHERS,
    Conditions,
    Custom,
    Quake,
    Tornado,
    Wind,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.hexes import reads_places
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_choice, read_point, shown
from lancemate.kernel.ruleset import Table

if TYPE_CHECKING:
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space

KEYS: Final = (
    *("atmosphere", "light", "weather", "wind", "gravity", "temperature", "emi", "earthquake", "tornadoes", "custom"),
)
RANDOM: Final = "random"
POINTS: Final = {
    **{"north": 0.0, "northeast": 45.0, "east": 90.0, "southeast": 135.0},
    **{"south": 180.0, "southwest": 225.0, "west": 270.0, "northwest": 315.0},
}
COLDEST: Final = -273.15
# Of each of these there is one at a time.
FAMILIES: Final = {
    "rain": ("light_rain", "moderate_rain", "heavy_rain", "torrential_rain"),
    "snow": ("light_snow", "moderate_snow", "heavy_snow", "blizzard"),
}
TOO_HEAVY: Final = ("heavy_rain", "torrential_rain", "heavy_snow", "blizzard")
THIN_MOST: Final = 3
MOST_TURNS: Final = 99

# What is left out is as on a fine day on Terra.
USUAL: Final[Table[dict[str, Any]]] = rules.table(
    "AS-BAT-075",
    {
        "atmosphere": FINE_DAY.atmosphere,
        "light": FINE_DAY.light,
        "gravity": FINE_DAY.gravity,
        "temperature": FINE_DAY.temperature,
    },
)


# -- reading ------------------------------------------------------------------------------------------------------


def read_conditions(data: JSON, where: str, table: Space) -> Conditions:
    """Everything a script says of air, light, weather and the rest."""
    reader = Reader(data, where, known=KEYS, what="conditions")
    usual = USUAL.of(rules)
    found = Conditions(
        atmosphere=reader.one_of("atmosphere", ATMOSPHERES, usual["atmosphere"]),
        light=reader.one_of("light", LIGHTS, usual["light"]),
        weather=_weather(reader),
        wind=_wind(reader),
        gravity=reader.number("gravity", usual["gravity"], least=0.05, most=20.0),
        temperature=reader.number("temperature", usual["temperature"], least=COLDEST, most=5000.0),
        emi=reader.flag("emi"),
        earthquake=_quake(reader),
        tornadoes=tuple(_tornado(one, place, table) for place, one in reader.items("tornadoes")),
        custom=tuple(_custom(one, place) for place, one in reader.items("custom")),
    )
    check_air(found, reader, table)
    return FINE_DAY if found == FINE_DAY else found


def _weather(reader: Reader) -> tuple[str, ...]:
    words: list[str] = []
    for place, value in reader.items("weather"):
        word = read_choice(value, place, WEATHERS)
        for family, members in FAMILIES.items():
            if word in members and any(other in members for other in words):
                raise InputError(f"there is more than one kind of {family}; choose one", key=place)
        if word in words:
            raise InputError(f"{word} is named twice", key=place)
        words.append(word)
    return tuple(words)


def _wind(reader: Reader) -> Wind | None:
    if "wind" not in reader:
        return None
    one = Reader(reader.raw("wind"), reader.path("wind"), known=("force", "from", "variable"), what="a wind")
    force = None if one.raw("force") == RANDOM else one.whole("force", most=STRONGEST)
    return Wind(force, _bearing(one, "from"), one.flag("variable"))


def _bearing(reader: Reader, key: str) -> float | None:
    """A word of the compass or an angle; None where it is left to the dice."""
    value = reader.raw(key)
    if value == RANDOM:
        return None
    if isinstance(value, str):
        word = value.lower().replace("-", "").replace("_", "").replace(" ", "")
        if word not in POINTS:
            raise reader.wrong(key, f"there is no direction {shown(value)}; {nearest(word, (*POINTS, RANDOM))}")
        return POINTS[word]
    return reader.number(key, 0.0, least=-360.0, most=360.0) % 360.0


def _quake(reader: Reader) -> Quake | None:
    if "earthquake" not in reader or reader.raw("earthquake") is None:
        return None
    where = reader.path("earthquake")
    one = Reader(reader.raw("earthquake"), where, known=("turn", "strength", "random"), what="an earthquake")
    chance = one.flag("random")
    if chance == ("turn" in one):
        raise InputError("an earthquake has either a turn, or random: true", key=where)
    strength = one.whole("strength", least=2, most=12) if "strength" in one else None
    return Quake(None if chance else one.whole("turn", least=1, most=9999), strength)


def _tornado(data: JSON, where: str, table: Space) -> Tornado:
    reader = Reader(data, where, known=("at", "rating", "turns"), what="a tornado")
    reader.need("at", "rating", "turns")
    at = _middle(reader, table)
    if not table.inside(*at):
        wide, deep = table.size
        text = f"the tornado would be off the table, which is {wide:g} by {deep:g} {table.measure}"
        raise reader.wrong("at", text)
    rating = reader.whole("rating", least=1, most=MOST_RATING)
    return Tornado(at, rating, reader.whole("turns", least=1, most=MOST_TURNS))


def _middle(reader: Reader, table: Space) -> Point:
    """Where a tornado stands. On hexes it is in one; planets, which know of no map, give a point even there."""
    given, where = reader.raw("at"), reader.path("at")
    return (
        table.snap(read_point(given, where)) if isinstance(given, (list, tuple)) else reads_places(table)(given, where)
    )


def _custom(data: JSON, where: str) -> Custom:
    known = ("name", "to_hit", "move", "sight", "damage", "only", "note", "toxin")
    reader = Reader(data, where, known=known, what="a condition of your own")
    reader.need("name")
    to_hit = reader.number("to_hit", least=-20, most=20)
    if to_hit != int(to_hit):
        raise reader.wrong("to_hit", f"here belongs a whole number, not {to_hit:g}")
    types = UNIT_TYPES.of(rules)
    return Custom(
        name=reader.text("name"),
        to_hit=int(to_hit),
        move=reader.number("move", least=-99.0, most=99.0),
        sight=reader.number("sight", least=0.0, most=999.0) if "sight" in reader else None,
        damage=reader.whole("damage", most=99),
        only=tuple(read_choice(value, place, types) for place, value in reader.items("only")),
        note=reader.text("note"),
        toxin=reader.flag("toxin"),
    )


# -- what air excludes (p. 61) ------------------------------------------------------------------------------------


def check_air(found: Conditions, reader: Reader, table: Space) -> None:
    """Complain of wind, weather, smoke or storms that there cannot be in such air."""
    in_vacuum(found, reader, table)
    in_traces_of_air(found, reader, table)
    in_thin_air(found, reader)


@rules.formula("AS-BAT-080", otherwise=None)
def in_vacuum(found: Conditions, reader: Reader, table: Space) -> None:
    """Without air there is no wind, no weather, no smoke and no fire."""
    if found.atmosphere != VACUUM:
        return
    if found.wind is not None and found.wind.blows:
        raise reader.wrong("wind", "there is no wind in vacuum")
    for key, there in (("weather", found.weather), ("tornadoes", found.tornadoes)):
        if there:
            raise reader.wrong(key, f"there are no {key} in vacuum" if key == "tornadoes" else "vacuum has no weather")
    _no_smoke(table, (*SMOKES, "fire"), "in vacuum nothing burns or smokes")


@rules.formula("AS-BAT-081", otherwise=None)
def in_traces_of_air(found: Conditions, reader: Reader, table: Space) -> None:
    """Traces of air carry no heavy rain, snow or smoke, and no tornado."""
    if found.atmosphere != TRACE:
        return
    for number, word in enumerate(found.weather):
        if word in TOO_HEAVY:
            text = f"traces of air carry no {word.replace('_', ' ')}; light and moderate rain and snow are possible"
            raise InputError(text, key=f"{reader.path('weather')}.{number}")
    if found.tornadoes:
        raise reader.wrong("tornadoes", "there are no tornadoes in traces of air")
    _no_smoke(table, ("heavy_smoke",), "traces of air carry no heavy smoke")


@rules.formula("AS-BAT-082", otherwise=None)
def in_thin_air(found: Conditions, reader: Reader) -> None:
    """In thin air a tornado is F3 at most."""
    for number, one in enumerate(found.tornadoes):
        if found.atmosphere == THIN and one.rating > THIN_MOST:
            where = f"{reader.path('tornadoes')}.{number}.rating"
            raise InputError(f"in thin air a tornado is F{THIN_MOST} at most, not F{one.rating}", key=where)


def _no_smoke(table: Space, kinds: tuple[str, ...], problem: str) -> None:
    for number, feature in enumerate(table.features):
        if feature.kind in kinds:
            raise InputError(problem, key=f"terrain.{number}")


# -- writing ------------------------------------------------------------------------------------------------------


def conditions_to_data(given: Conditions) -> dict[str, JSON]:
    """The conditions as a script would say them; what is as usual is left out."""
    data: dict[str, JSON] = {}
    for key in ("atmosphere", "light", "gravity", "temperature", "emi"):
        if getattr(given, key) != getattr(FINE_DAY, key):
            data[key] = getattr(given, key)
    if given.weather:
        data["weather"] = list(given.weather)
    if given.wind is not None:
        data["wind"] = _wind_to_data(given.wind)
    if given.earthquake is not None:
        data["earthquake"] = _quake_to_data(given.earthquake)
    if given.tornadoes:
        data["tornadoes"] = [{"at": list(one.at), "rating": one.rating, "turns": one.turns} for one in given.tornadoes]
    if given.custom:
        data["custom"] = [_custom_to_data(one) for one in given.custom]
    return data


def _wind_to_data(wind: Wind) -> dict[str, JSON]:
    data: dict[str, JSON] = {
        "force": RANDOM if wind.force is None else wind.force,
        "from": RANDOM if wind.origin is None else wind.origin,
    }
    return {**data, "variable": True} if wind.variable else data


def _quake_to_data(quake: Quake) -> dict[str, JSON]:
    data: dict[str, JSON] = {"random": True} if quake.turn is None else {"turn": quake.turn}
    return data if quake.strength is None else {**data, "strength": quake.strength}


def _custom_to_data(one: Custom) -> dict[str, JSON]:
    given: Mapping[str, JSON] = {
        "to_hit": one.to_hit,
        "move": one.move,
        "sight": one.sight,
        "damage": one.damage,
        "only": list(one.only),
        "note": one.note,
        "toxin": one.toxin,
    }
    said: dict[str, JSON] = {key: value for key, value in given.items() if value or (key == "sight" and value == 0)}
    return {"name": one.name, **said}
