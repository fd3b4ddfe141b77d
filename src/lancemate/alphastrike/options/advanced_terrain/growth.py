"""Woods and jungle of three densities (pp. 136-137): how high they rise, what they hide, cost and add to a shot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.optional import ADVANCED_MODIFIERS, ADVANCED_TERRAIN
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.combat.sight import TOLERANCE, Look, Obstacle, deep_woods, woods_at
from lancemate.alphastrike.combat.tohit import terrain_counts
from lancemate.alphastrike.combat.tohit import woods as woods_as_printed
from lancemate.alphastrike.environment.weather import heavy_smoke, light_smoke, to_hit
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.terrain import Row, cycles_in_woods
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.options import laid_out, on_inches
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.field.terrain import DEFAULT_HEIGHTS, Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.sightlines import Crossing
    from lancemate.field.space import Space

ADVANCED: Final = rules.option(
    "advanced_terrain", "AS-OPT-001", "woods and jungle are light, heavy or ultra-heavy; water has depths and rapids"
)
DENSE: Final = on_inches.add(ADVANCED, rules.switch("advanced_terrain: inches of growth"))
rules.also("AS-OPT-013", ADVANCED_MODIFIERS)
rules.also("AS-OPT-012", ADVANCED_TERRAIN)
BAND: Final = 2.0  # inches for which a modifier counts once
FIRE: Final = "fire_and_smoke"


class Density(NamedTuple):
    """How high it rises, and how many inches of it nobody looks through."""

    height: float
    blocks: float


LIGHT_JUNGLE: Final = rules.table("AS-OPT-003", {"light_jungle": Density(4.0, 6.0)})
HEAVY_JUNGLE: Final = rules.table("AS-OPT-004", {"heavy_jungle": Density(4.0, 4.0)})
ULTRA_JUNGLE: Final = rules.table("AS-OPT-005", {"ultra_heavy_jungle": Density(6.0, 2.0)})
LIGHT_WOODS: Final = rules.table("AS-OPT-009", {"light_woods": Density(2.0, 6.0)})
HEAVY_WOODS: Final = rules.table("AS-OPT-010", {"heavy_woods": Density(2.0, 4.0)})
ULTRA_WOODS: Final = rules.table("AS-OPT-011", {"ultra_heavy_woods": Density(3.0, 2.0)})
TABLES: Final = (LIGHT_JUNGLE, HEAVY_JUNGLE, ULTRA_JUNGLE, LIGHT_WOODS, HEAVY_WOODS, ULTRA_WOODS)
SMOKE: Final = rules.table("AS-OPT-459", {"light_smoke": 6.0, "heavy_smoke": 4.0})  # as woods of that density
OTHERS: Final = 6.0  # inches of anything else that hides like woods
PLAIN: Final = {"woods": "light_woods", "jungle": "light_jungle"}


def densities(by: Look | Battle) -> dict[str, Density]:
    """Every density by the kind of terrain."""
    return {kind: one for table in TABLES for kind, one in table.of(by).items()}


# -- on the table ---------------------------------------------------------------------------------------------


@laid_out.entry(ADVANCED)
def with_densities(table: Space) -> Space:
    """Plain woods and jungle are light ones, and rise as high."""
    for feature in table.features:
        kind = PLAIN.get(feature.kind, feature.kind)
        usual = feature.height == DEFAULT_HEIGHTS.get(feature.kind)
        known = {name: one.height for row in TABLES for name, one in row.of(rules).items()}
        height = known[kind] if usual and kind in known else feature.height
        if (kind, height) != (feature.kind, feature.height):
            changed = Feature(feature.id, kind, feature.shape, height, feature.depth, feature.properties)
            table = table.with_feature(changed)
    return table


# -- what it hides --------------------------------------------------------------------------------------------


@hooks.line_of_sight.rule("AS-OPT-008", part=3, when=DENSE, replaces=deep_woods)
def thick_growth(sight: Look) -> Obstacle | None:
    """Each density hides for itself; of several every inch counts by its own measure."""
    share = sum(inches / most for _, inches, most in thickness(sight))
    if share < 1.0 - TOLERANCE:
        return None
    told = ", ".join(f"{inches:.1f} inches of {kind} ({most:g} block)" for kind, inches, most in thickness(sight))
    return Obstacle("AS-OPT-008", f"{told} lie between", growth=True)


@hooks.line_of_sight.rule("AS-OPT-008", part=3, when=ADVANCED)
def thick_hexes(sight: Look) -> Obstacle | None:
    """On hexes the same, beside what three hexes of any woods block."""
    return thick_growth(sight) if on_hexes(sight.battle) else None


def thickness(sight: Look) -> Iterator[tuple[str, float, float]]:
    """What grows on the line, with the inches that intervene and those that block; smoke too, where it counts so."""
    if not sight.seen.crossings:
        return
    known, by_id = densities(sight), sight.battle.state.table.by_id
    smoke = SMOKE.of(sight) if FIRE in sight.battle.options else {}
    for crossing in sight.seen.crossings:
        feature = by_id.get(crossing.feature)
        if feature is None or not crossing.intervening:
            continue
        if feature.role_name == "woods":
            most = known[feature.kind].blocks if feature.kind in known else OTHERS
            yield feature.kind.replace("_", " "), crossing.intervening, most
        elif feature.kind in smoke:
            yield feature.kind.replace("_", " "), crossing.intervening, smoke[feature.kind]


# -- what it adds to a shot -----------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-008", part=hooks.OTHER, when=ADVANCED, replaces=woods_as_printed)
def woods(attack: Attack) -> Modifier | None:
    """For every two full inches in between, or around the target, as much as the density is worth."""
    return _growth(attack, "woods", "AS-OPT-008")


@hooks.to_hit.rule("AS-OPT-002", part=hooks.OTHER, when=ADVANCED)
def jungle(attack: Attack) -> Modifier | None:
    """Jungle hides as woods of its density do."""
    return _growth(attack, "jungle", "AS-OPT-002")


def _growth(attack: Attack, what: str, by: str) -> Modifier | None:
    if not attack.sight.crossings or not terrain_counts(attack):
        return None
    rows = ADVANCED_MODIFIERS.of(attack)[what]
    inches: dict[str, float] = {}
    for density, crossing in _met(attack, what):
        inches[density] = inches.get(density, 0.0) + _counted(attack, crossing)
    steps = {density: bands(attack, far) for density, far in inches.items()}
    value = sum(rows[density] * count for density, count in steps.items() if density in rows)
    names = [f"{density.capitalize()} {what}" for density, count in steps.items() if count]
    return Modifier(" and ".join(names), value, by) if value else None


def _met(attack: Attack, what: str) -> Iterator[tuple[str, Crossing]]:
    """Growth of a sort on the line of an attack, by its density."""
    by_id = attack.battle.table.by_id
    for crossing in attack.sight.crossings:
        feature = by_id.get(crossing.feature)
        if feature is not None and feature.role_name == "woods" and feature.kind.endswith(what):
            yield feature.kind.removesuffix(f"_{what}").replace("_", "-"), crossing


def _counted(attack: Attack, crossing: Crossing) -> float:
    """Inches that intervene or that the target occupies; those around the attacker do not count."""
    viewer = attack.spotter if attack.indirect and attack.spotter is not None else attack.platform
    occupied = crossing.inches - crossing.intervening
    if crossing.feature not in woods_at(attack.battle, viewer.body):
        return crossing.inches
    target = attack.target
    both = target is not None and crossing.feature in woods_at(attack.battle, target.body)
    return crossing.intervening + (occupied / 2.0 if both else 0.0)


@rules.rule("AS-OPT-008", otherwise=0)
def bands(attack: Attack, inches: float) -> int:
    """How many times two full inches."""
    return round_down(attack, (inches + TOLERANCE) / BAND)


@hooks.to_hit.rule("AS-OPT-459", part=hooks.OTHER, when=ADVANCED, replaces=light_smoke)
def through_light_smoke(attack: Attack) -> Modifier | None:
    """Where fires smoke, their smoke hides as light woods do."""
    return _smoke(attack, "light_smoke") if FIRE in attack.battle.options else light_smoke(attack)


@hooks.to_hit.rule("AS-OPT-459", part=hooks.OTHER, when=ADVANCED, replaces=heavy_smoke)
def through_heavy_smoke(attack: Attack) -> Modifier | None:
    """And heavy smoke as heavy woods do."""
    return _smoke(attack, "heavy_smoke") if FIRE in attack.battle.options else heavy_smoke(attack)


def _smoke(attack: Attack, kind: str) -> Modifier | None:
    by_id = attack.battle.table.by_id
    met = [one for one in attack.sight.crossings if one.feature in by_id and by_id[one.feature].kind == kind]
    if not met:
        return None
    words_of = kind.replace("_", " ")
    value = to_hit(attack, f"{words_of} (through)") * bands(attack, sum(one.inches for one in met))
    return Modifier(words_of.capitalize(), value, "AS-OPT-459") if value else None


# -- what it costs --------------------------------------------------------------------------------------------


def _row(battle: Battle, unit: Unit, what: str, density: str) -> Row:
    """A row of the table as it is to one unit."""
    listed = ADVANCED_TERRAIN.of(battle)[what][density]
    own = words(battle, unit.card)
    prohibited = listed.prohibited
    if listed.only and own.isdisjoint(listed.only):
        prohibited = tuple(sorted(own))
    if what == "woods" and density == "light" and cycles_in_woods(battle, unit):
        prohibited = tuple(word for word in prohibited if word != "Wheeled")
    less = spared(battle, unit, what, density)
    return Row(f"{density} {what}", max(0.0, listed.cost - less), prohibited, "AS-OPT-012")


@rules.rule("AS-OPT-012", otherwise=0.0)
def spared(battle: Battle, unit: Unit, what: str, density: str) -> float:
    """Infantry slips through woods that are not the densest, and large BattleMechs stride through any but those."""
    if density == "ultra-heavy":
        return 0.0
    light = unit.card.is_infantry and what == "woods"
    return 1.0 if light or (unit.card.type == "BM" and unit.card.is_large) else 0.0


@hooks.terrain_row.rule("AS-OPT-012", kinds=("woods", "light_woods"), when=ADVANCED)
def light_woods(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "woods", "light")


@hooks.terrain_row.rule("AS-OPT-012", kinds="heavy_woods", when=ADVANCED)
def heavy_woods(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "woods", "heavy")


@hooks.terrain_row.rule("AS-OPT-012", kinds="ultra_heavy_woods", when=ADVANCED)
def ultra_heavy_woods(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "woods", "ultra-heavy")


@hooks.terrain_row.rule("AS-OPT-012", kinds="light_jungle", when=ADVANCED)
def light_jungle(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "jungle", "light")


@hooks.terrain_row.rule("AS-OPT-012", kinds="heavy_jungle", when=ADVANCED)
def heavy_jungle(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "jungle", "heavy")


@hooks.terrain_row.rule("AS-OPT-012", kinds="ultra_heavy_jungle", when=ADVANCED)
def ultra_heavy_jungle(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    return _row(battle, unit, "jungle", "ultra-heavy")
