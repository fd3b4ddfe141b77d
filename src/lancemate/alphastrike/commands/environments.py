"""Environmental Specialization (p. 104): forces that are at home in one terrain, or in one sort of weather."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import ENVIRONMENT, commanded
from lancemate.alphastrike.commands.having import commands_of, is_for, is_green
from lancemate.alphastrike.environment.notes import agreed, quake_now, tornadoes_now, wind_now
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.play.conditions import FREEZING, SCORCHING, TRACE, VACUUM
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative, ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import CommandAbility
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.tally import Part, SoFar


class Environment(NamedTuple):
    """What a specialization covers: kinds of terrain, and conditions by the words for them."""

    terrain: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()


_WOODS: Final = ("woods", "jungle")
NAMED: Final = rules.table(
    "AS-SCA-026",
    {
        "clear": Environment(),
        "desert": Environment(
            frozenset({"sand", "rough", "ultra_rough", "rubble", "ultra_rubble"}),
            frozenset({"strong_wind", "blowing_sand", "hot"}),
        ),
        "urban": Environment(frozenset({"pavement", "road", "building", "bridge"})),
        "vacuum": Environment(conditions=frozenset({VACUUM, TRACE})),
        "winter": Environment(frozenset({"deep_snow", "ice", "tundra"}), frozenset({"cold"})),
        "woods": Environment(
            frozenset(f"{density}{kind}" for kind in _WOODS for density in ("", "light_", "heavy_", "ultra_heavy_"))
        ),
    },
)
BENEFITS: Final = rules.table(
    "AS-SCA-027", {"mobility": 1.0, "combat": -1, "initiative": 1, "share of the map": 0.5, "absent": -1}
)
CLEAR_BENEFITS: Final = rules.table("AS-SCA-028", {"mobility": 2.0, "combat": 1})
CLEAR: Final = "clear"
STRONG: Final = 3  # force of wind from which it is strong
ON_OPEN_GROUND: Final = ("hill", "emi", "light_smoke", "heavy_smoke")  # what clear ground may have on it
STEP: Final = 1.0  # inches between two looks at a map, where it is seen how much of it is what
# The lines of a target number that come of terrain, by the kinds of terrain; and those of light and weather.
LINES: Final = {
    "AS-COM-052": frozenset({"woods", "light_woods", "heavy_woods", "ultra_heavy_woods"}),
    "AS-BAT-045": frozenset({"jungle", "light_jungle", "heavy_jungle", "ultra_heavy_jungle"}),
    "AS-BAT-036": frozenset({"heavy_industrial"}),
    "AS-BAT-055": frozenset({"planted_fields"}),
    "AS-BAT-056": frozenset({"planted_fields"}),
    "AS-COM-054": frozenset({"water"}),
}
COVER: Final = "AS-COM-053"
WEATHER_LINES: Final = {
    "AS-BAT-085": "darkness",
    "AS-BAT-105": "strong_wind",
    "AS-BAT-106": "strong_wind",
    "AS-BAT-088": "earthquake",
    "AS-BAT-091": "emi",
}
OTHER_LINES: Final = (COVER, "AS-MOV-061", *LINES, *WEATHER_LINES)


# -- what is there -----------------------------------------------------------------------------------------------


def environment_of(battle: Battle, ability: CommandAbility) -> Environment:
    """What a specialization is for: one of those with a name, or one terrain or condition."""
    word = _plain(ability.word or "")
    named = NAMED.of(battle).get(word)
    return Environment(frozenset({word}), frozenset({word})) if named is None else named


def _plain(word: str) -> str:
    return "_".join(word.casefold().replace("-", " ").split())


def is_clear(ability: CommandAbility) -> bool:
    return _plain(ability.word or "") == CLEAR


def conditions_now(battle: Battle) -> frozenset[str]:
    """The words for everything about this day that is not as usual."""
    return frozenset(_words_for_today(battle))


def _words_for_today(battle: Battle) -> Iterator[str]:
    given = agreed(battle)
    if given.atmosphere != "standard":
        yield given.atmosphere
        yield f"{given.atmosphere}_atmosphere"
    if given.light != "day":
        yield from (given.light, "darkness")
    for word in given.weather:
        yield from (word, word.rpartition("_")[2])
    force, _ = wind_now(battle)
    yield from ("wind",) if force else ()
    yield from ("strong_wind",) if force >= STRONG else ()
    if given.gravity != 1.0:
        yield from ("gravity", "high_gravity" if given.gravity > 1.0 else "low_gravity")
    yield from ("cold", "extreme_cold") if given.temperature < FREEZING else ()
    yield from ("hot", "heat", "extreme_heat") if given.temperature > SCORCHING else ()
    yield from ("emi", "electromagnetic_interference") if given.emi else ()
    yield from ("earthquake",) if quake_now(battle) is not None else ()
    yield from ("tornado",) if tornadoes_now(battle) else ()
    yield from (_plain(one.name) for one in given.custom)


def is_present(battle: Battle, ability: CommandAbility) -> bool:
    """Any of the terrain lies on the map, or any of the conditions is in force."""
    if is_clear(ability):
        return share_of_map(battle, ability) > 0.0
    covers = environment_of(battle, ability)
    kinds = {feature.kind for feature in battle.table.features}
    return not covers.terrain.isdisjoint(kinds) or not covers.conditions.isdisjoint(conditions_now(battle))


def share_of_map(battle: Battle, ability: CommandAbility) -> float:
    """How much of the map a specialization covers; what is in force is so everywhere."""
    covers = environment_of(battle, ability)
    if not covers.conditions.isdisjoint(conditions_now(battle)):
        return 1.0
    key = ("environment", battle.table.number, ability.word)
    return cast(float, battle.remember(key, lambda: _share(battle, covers, is_clear(ability))))


def _share(battle: Battle, covers: Environment, clear: bool) -> float:
    table = battle.table
    across, deep = int(table.width / STEP), int(table.depth / STEP)
    points = [((column + 0.5) * STEP, (row + 0.5) * STEP) for column in range(across) for row in range(deep)]
    inside = [point for point in points if table.inside(*point)]
    if clear:
        found = sum(is_open(battle, point) for point in inside)
    else:
        found = sum(any(one.kind in covers.terrain for one in table.features_at(*point)) for point in inside)
    return found / len(inside) if inside else 0.0


def is_open(battle: Battle, at: Point) -> bool:
    """Clear ground, on whatever level."""
    return all(feature.kind in ON_OPEN_GROUND for feature in battle.table.features_at(*at))


# -- who has learned what ----------------------------------------------------------------------------------------


def _specialities(battle: Battle, side: str) -> list[CommandAbility]:
    return [one for one in commands_of(battle, side) if one.name == ENVIRONMENT]


@rules.rule("AS-SCA-025", otherwise=0)
def levels(battle: Battle, ability: CommandAbility, benefit: str, side: str) -> int:
    """How often a benefit was chosen with a specialization; Green forces have none."""
    return 0 if is_green(battle, side) else sum(word == benefit for word, _ in ability.benefits)


def levels_of(battle: Battle, unit: Unit, benefit: str, word: str) -> int:
    """The levels of a benefit that a unit has for one of the named environments."""
    own = (one for one in _specialities(battle, unit.side) if _plain(one.word or "") == word)
    return sum(levels(battle, one, benefit, unit.side) for one in own if is_for(battle, one, unit))


@hooks.initiative.rule("AS-SCA-025", part=Initiative.ADDED, when=commanded(ENVIRONMENT))
def out_of_its_element(battle: Battle, side: str) -> Modifier | None:
    """Where there is nothing of what it has specialized in, a force is at a loss."""
    if all(is_present(battle, one) for one in _specialities(battle, side)):
        return None
    return Modifier(f"{ENVIRONMENT}: not in its element", int(BENEFITS.of(battle)["absent"]), "AS-SCA-025")


@hooks.initiative.rule("AS-SCA-027", part=Initiative.ADDED, when=commanded(ENVIRONMENT))
def in_its_element(battle: Battle, side: str) -> Modifier | None:
    """Improved Initiative, where at least half of the map is such ground."""
    row = BENEFITS.of(battle)
    value = sum(
        levels(battle, one, "initiative", side)
        for one in _specialities(battle, side)
        if not is_clear(one) and share_of_map(battle, one) >= row["share of the map"]
    )
    return Modifier(ENVIRONMENT, value * int(row["initiative"]), "AS-SCA-027") if value else None


@hooks.eases.rule("AS-SCA-027", when=commanded(ENVIRONMENT))
def improved_mobility(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """An inch less for every inch of such terrain."""
    return BENEFITS.of(battle)["mobility"] * sum(
        levels(battle, one, "mobility", unit.side)
        for one in _specialities(battle, unit.side)
        if any(_is_called(kind, terrain) for kind in environment_of(battle, one).terrain) and is_for(battle, one, unit)
    )


def _is_called(kind: str, row: str) -> bool:
    """Whether a row of the table of costs is for a kind of terrain."""
    return row == kind.replace("_", " ") or (kind in ("building", "water") and kind in row)


@hooks.to_hit.seeing("AS-SCA-027", part=ToHit.RELIEVED, when=commanded(ENVIRONMENT))
def improved_combat(attack: Attack, so_far: SoFar) -> Modifier | None:
    """A point less for all that is in the way of a shot, as far as that comes of such terrain or weather."""
    battle, unit = attack.battle, attack.attacker
    gained = 0.0
    for one in _specialities(battle, unit.side):
        level = levels(battle, one, "combat", unit.side)
        if not level or is_clear(one) or not is_for(battle, one, unit):
            continue
        comes_of = partial(_comes_of, attack, environment_of(battle, one))
        gained += so_far.take_back(comes_of, -level * int(BENEFITS.of(attack)["combat"]))
    return Modifier(ENVIRONMENT, int(gained), "AS-SCA-027") if gained else None


def _comes_of(attack: Attack, covers: Environment, part: Part) -> bool:
    """A line of a target number is there because of an environment, and makes it harder."""
    if part.value <= 0:
        return False
    if part.rule in LINES:
        return not LINES[part.rule].isdisjoint(covers.terrain)
    if part.rule == COVER:
        by_id = attack.battle.table.by_id
        return any(by_id[name].kind in covers.terrain for name in attack.sight.cover if name in by_id)
    word = _plain(part.label)
    words = {WEATHER_LINES.get(part.rule, word), word, word.rpartition("_")[2]}
    is_weather = part.rule.startswith("AS-BAT") and part.rule not in LINES
    return is_weather and not covers.conditions.isdisjoint(words)


# -- Clear -------------------------------------------------------------------------------------------------------


def _clear_levels(battle: Battle, unit: Unit, benefit: str) -> int:
    return levels_of(battle, unit, benefit, CLEAR)


@hooks.path_allowance.rule("AS-SCA-028", when=commanded(ENVIRONMENT))
def clear_mobility(m: Movement) -> Cost | None:
    """Two inches more from clear ground to clear ground, on one level."""
    level = _clear_levels(m.battle, m.unit, "mobility")
    if not level or not m.travels or m.rises or abs(m.end_level - m.start_level) > LEVEL:
        return None
    if not is_open(m.battle, m.points[0]) or not is_open(m.battle, m.end):
        return None
    return Cost(f"{ENVIRONMENT} (Clear)", level * CLEAR_BENEFITS.of(m)["mobility"], "AS-SCA-028")


@hooks.to_hit.seeing("AS-SCA-028", part=ToHit.IN_THE_OPEN, when=commanded(ENVIRONMENT))
def clear_combat(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Harder to hit in the open, where nothing else makes it so."""
    target = attack.target
    if target is None or not is_open(attack.battle, target.at):
        return None
    level = _clear_levels(attack.battle, target, "combat")
    if not level or so_far.left_of(_is_of_the_ground):
        return None
    return Modifier(f"{ENVIRONMENT} (Clear)", level * int(CLEAR_BENEFITS.of(attack)["combat"]), "AS-SCA-028")


def _is_of_the_ground(part: Part) -> bool:
    """Terrain, environment or cover has to do with it."""
    return part.rule in OTHER_LINES or part.rule.startswith("AS-BAT")
