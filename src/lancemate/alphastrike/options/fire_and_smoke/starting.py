"""How fires start (pp. 166-167): what burns how easily, in which conditions, and what may light it by accident."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.munitions import FIRE_MODIFIERS, FLAMMABLE
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.amount import heat_of_attack
from lancemate.alphastrike.combat.area import Shock
from lancemate.alphastrike.combat.terrain_targets import NEAR
from lancemate.alphastrike.environment.notes import agreed, wind_now
from lancemate.alphastrike.environment.weather import ROWS as WEATHERS
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE, RADIUS, fire_at, in_a_tornado, light
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.conditions import FREEZING, SCORCHING, STANDARD
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.ids import RuleId
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.play.words import order_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.buildings import shelter_of
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

rules.also("AS-OPT-442", FLAMMABLE)
rules.also("AS-OPT-443", FIRE_MODIFIERS)

# The row of the table that a kind of terrain burns by; all others burn as the ground they lie on.
BURNS_AS: Final = {
    **dict.fromkeys(("water", "hazardous_liquid_pool"), "water"),
    **dict.fromkeys(("pavement", "bridge"), "paved"),
    **dict.fromkeys(("rough", "ultra_rough", "rubble", "ultra_rubble"), "rough"),
    **dict.fromkeys(("building", "wall"), "building"),
    **dict.fromkeys(("magma_liquid", "magma_crust"), "magma"),
    "heavy_industrial": "industrial",
}
COVERS: Final = ("hill", "hollow", "ice")  # water under it is not what burns
CHANGES: Final = {
    "deep_snow": "deep snow",
    "geyser": "geyser",
    "ice": "ice",
    "mud": "mud",
    "planted_fields": "planted fields",
    "swamp": "swamp",
    "quicksand": "swamp",
    "tundra": "tundra",
}
SHORT: Final = ("deep_snow", "ice", "mud", "swamp", "quicksand", "tundra")  # what burns there goes out by itself
order_word("attack", "arson", FIRE)
LAST: Final = 9  # these dice fall after all others of an attack


@event
class FireTested:
    """A roll of whether something catches fire."""

    type: ClassVar[str] = "fire_check"
    at: tuple[float, float]
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    lit: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        return None


class Kindling(NamedTuple):
    """What an attack may light: where, whether on purpose, and what the attack itself adds."""

    at: Point
    on_purpose: bool = False
    more: tuple[Modifier, ...] = ()


# -- the number -----------------------------------------------------------------------------------------------


def row_at(features: Sequence[Feature]) -> str:
    """The row by which a place burns: that of the uppermost terrain that has one."""
    row = "clear"
    for feature in features:
        if feature.kind in COVERS:
            row = "clear" if row == "water" else row
        elif feature.kind == "road":
            row = "paved" if feature.properties.get("surface", "paved") == "paved" else "clear"
        elif feature.role_name == "woods" and feature.kind not in BURNS_AS:
            row = "jungle" if "jungle" in feature.kind else "woods"
        else:
            row = BURNS_AS.get(feature.kind, row)
    return row


def number_at(battle: Battle, at: Point, on_purpose: bool, *more: Modifier) -> tuple[Modifier, ...] | None:
    """What two dice have to reach to light a fire at a place; None where nothing can burn."""
    here = battle.table.features_at(*at)
    row = row_at(here)
    base = FLAMMABLE.of(battle)[row]
    if base is None or in_a_tornado(battle, at):
        return None
    label = f"{row.capitalize()}, {'on purpose' if on_purpose else 'by accident'}"
    parts = [Modifier(label, base[0] if on_purpose else base[1], "AS-OPT-442")]
    changes = [*terrain_rows(here), *condition_rows(battle)]
    for name in changes:
        value = FIRE_MODIFIERS.of(battle).get(name, 0)
        if value is None:
            return None
        if value:
            parts.append(Modifier(name.capitalize(), value, "AS-OPT-443"))
    return (*parts, *more)


def terrain_rows(features: Sequence[Feature]) -> list[str]:
    return list(dict.fromkeys(CHANGES[feature.kind] for feature in features if feature.kind in CHANGES))


def condition_rows(battle: Battle) -> list[str]:
    """The rows of air, warmth, wind and weather."""
    given = agreed(battle)
    force = wind_now(battle)[0]
    air = given.atmosphere.replace("_", " ")
    rows = [] if given.atmosphere == STANDARD else [air if air == "vacuum" else f"{air} atmosphere"]
    rows += ["cold"] if given.temperature < FREEZING else []
    rows += ["hot"] if given.temperature > SCORCHING else []
    rows += [f"wind force {force}"] if force else []
    return [*rows, *dict.fromkeys(WEATHERS[word] for word in given.weather)]


# -- the roll -------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-441", otherwise=False)
def may_catch(battle: Battle, at: Point, on_purpose: bool, by: str, *more: Modifier) -> bool:
    """Roll whether a place catches fire; no dice where nothing can burn or something does already."""
    at = battle.table.snap(at)
    parts = number_at(battle, at, on_purpose, *more)
    if parts is None or not battle.table.inside(*at) or fire_at(battle, at) is not None:
        return False
    needed = total(parts)
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= needed)
    lit = dice_sum(battle, roll) >= needed
    battle.emit(FireTested(at, roll, needed, parts, lit, by))
    if lit:
        light(battle, at, by, turns=goes_out_by_itself(battle, at))
    return lit


@rules.rule("AS-OPT-449", otherwise=0)
def goes_out_by_itself(battle: Battle, at: Point) -> int:
    """In snow, mud, swamp and the like a fire lasts as many turns as a die says."""
    if not any(feature.kind in SHORT for feature in battle.table.features_at(*at)):
        return 0
    roll = battle.roll(1)
    battle.emit(DieRolled(None, "how long it burns here", roll, f"{roll[0]} turns", "AS-OPT-449"))
    return roll[0]


# -- what lights it -------------------------------------------------------------------------------------------


def kindling(attack: Attack) -> Kindling | None:
    """What an attack may light, whether it hits or just misses; nothing where it cannot."""
    if not attack.is_weapon or trait.DEED in attack.traits or strikes_an_area(attack):
        return None
    more = _of_the_attack(attack)
    if attack.feature is not None:
        return Kindling(attack.aim[0], True, more)
    if attack.point is not None:
        return Kindling(attack.point, is_arson(attack), more)
    return _by_accident(attack, more)


def strikes_an_area(attack: Attack) -> bool:
    """It lights what it bursts over, wherever that is."""
    return trait.AREA in attack.traits or trait.AFAR in attack.traits


def _of_the_attack(attack: Attack) -> tuple[Modifier, ...]:
    rows = ["indirect fire"] if attack.indirect else []
    rows += ["heat"] if heat_of_attack(attack) else []
    values = FIRE_MODIFIERS.of(attack)
    return tuple(Modifier(row.capitalize(), values[row] or 0, "AS-OPT-443") for row in rows)


@rules.rule("AS-OPT-441", otherwise=False)
def is_arson(attack: Attack) -> bool:
    """Who aims at the ground means to burn it, unless the ground itself is what the attack is to change."""
    return attack.command.arson or "terrain_conversion" not in attack.battle.options


def _by_accident(attack: Attack, more: tuple[Modifier, ...]) -> Kindling | None:
    battle, target = attack.battle, attack.target
    if target is None or target.airborne:
        return None
    if shelter_of(battle, target) is not None or attack.indirect:
        return Kindling(target.at, False, more)
    cover = next((name for name in attack.sight.cover if name in battle.table.by_id), None)
    if attack.sight.status != "partial" or cover is None:
        return None
    return Kindling(battle.table.nearest_of(cover, target.at), False, more)


@hooks.attack_choices.rule("AS-OPT-441", traits=trait.SHOT, when=FIRE)
def to_burn_it(attack: Attack) -> Choice | None:
    """Where shots change the ground anyway, it has to be said that it is to burn."""
    if not attack.at_ground or "terrain_conversion" not in attack.battle.options:
        return None
    return Choice("arson", "Set it on fire", "flag", "AS-OPT-441")


@hooks.attack_told.rule("AS-OPT-441", when=FIRE)
def what_may_burn(attack: Attack) -> Mapping[str, Any]:
    """The number that the dice have to reach to light something; nothing where nothing can burn."""
    found = kindling(attack) or _under_the_shell(attack)
    at = None if found is None else attack.battle.table.snap(found.at)
    if found is None or at is None or fire_at(attack.battle, at) is not None:
        return {"fire": None}
    parts = number_at(attack.battle, at, found.on_purpose, *found.more)
    return {"fire": None if parts is None else {"target_number": total(parts), "modifiers": parts}}


def _under_the_shell(attack: Attack) -> Kindling | None:
    """What does no harm lights nothing, and infernos need no roll."""
    if not strikes_an_area(attack) or not attack.kind_rules.strength(attack).harms:
        return None
    at = attack.target.at if attack.target is not None else attack.point
    return None if at is None else Kindling(at, False, _of_the_attack(attack))


@hooks.attack_made.rule("AS-OPT-441", part=LAST, when=FIRE)
def shots_light_fires(attack: Attack, made: Made) -> bool | None:
    """Weapons that strike the ground, a building, or what their target stands behind."""
    found = kindling(attack)
    if found is None or not _strikes(attack, made):
        return None
    return may_catch(attack.battle, found.at, found.on_purpose, "AS-OPT-441", *found.more) or None


def _strikes(attack: Attack, made: Made) -> bool:
    """Whether a shot comes to strike what it may light."""
    if attack.target is None or shelter_of(attack.battle, attack.target) is not None:
        return made.hit
    if not made.rolls or not made.missed:
        return False
    return attack.indirect or made.short_by(NEAR) > 0


@hooks.ground_struck.rule("AS-OPT-441", when=FIRE)
def blasts_light_fires(battle: Battle, shock: Shock) -> None:
    """What strikes an area, and mines, may light the place they go off at."""
    if shock.inferno:
        light(battle, shock.at, "AS-OPT-444", inferno=True)
        return
    values = FIRE_MODIFIERS.of(battle)
    rows = (["indirect fire"] if shock.indirect else []) + (["heat"] if shock.heat else [])
    more = [Modifier(row.capitalize(), values[row] or 0, "AS-OPT-443") for row in rows]
    may_catch(battle, shock.at, False, "AS-OPT-441", *more)


@hooks.set_alight.rule("AS-OPT-441", when=FIRE)
def all_around_burns(battle: Battle, at: Point, reach: float, by: str) -> None:
    """Whatever can burn around a place catches fire: the place, and every neighbour that a marker has room for."""
    table = battle.table
    ring = [table.snap(table.beyond(at, 60.0 * k, 2.0 * RADIUS)) for k in range(6)] if reach > RADIUS else []
    for place in dict.fromkeys((table.snap(at), *ring)):
        if table.inside(*place) and number_at(battle, place, False) is not None:
            light(battle, place, by, turns=goes_out_by_itself(battle, place))
