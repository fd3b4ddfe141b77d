"""Morale (pp. 169-170): who has suffered too much in a turn may break, run for home, and find its nerve again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.optional import MORALE as TABLE
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.cards.command_names import ESPRIT, REGION
from lancemate.alphastrike.cards.pilot_suits import is_robot
from lancemate.alphastrike.combat.sight import look_at, sees
from lancemate.alphastrike.commands.formations import routed
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.commands.initiative import levels_at_home
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.words import unit_word, whole
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.events import Withdraws
from lancemate.alphastrike.scenarios.withdrawal import GOING, does_not_linger, heads_for_home
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.alphastrike.urban.buildings import structure_at
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.play.traits import Traits
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

MORALE: Final = rules.option("morale", "AS-OPT-500", "units that suffer too much in a turn may break and run for home")
implied.add(MORALE, GOING)

IRON_WILL: Final = "Iron Will"
DAMAGE, BY_MECH, INFERNO, CRUISE = "damage", "battlemech", "inferno", "cruise_missile"
BEFALL: Final = (DAMAGE, BY_MECH, INFERNO, CRUISE)

rules.also("AS-OPT-502", TABLE)
KINDS: Final = {
    "BM": "BattleMech or ProtoMech",
    "PM": "BattleMech or ProtoMech",
    "IM": "IndustrialMech",
    "CV": "combat vehicle",
    "SV": "support vehicle",
    "BA": "battle armor",
    "CI": "conventional infantry",
}
MISSILES: Final = "ART-CM"
NEAR: Final = 35.0  # inches within which a commander is seen to lead


def read_befallen(reader: Reader, name: str, card: Card) -> JSON:
    words: list[JSON] = [*reader.texts(name)]
    for word in words:
        if word not in BEFALL:
            raise reader.wrong(name, f"{word!r} shakes nobody; there are {', '.join(BEFALL)}")
    return words


shaken_by = unit_memory("shaken_by", list[str], default=[], rule="AS-OPT-500", expires="turn")
unit_word(shaken_by, MORALE, read_befallen)
unit_word(routed, MORALE, whole(30))


@hooks.battle_opens.rule("AS-OPT-503", when=MORALE)
def who_is_routed_withdraws(battle: Battle) -> None:
    """A unit that a script has routed is on its way home."""
    for unit in battle.units.values():
        if routed.of(unit) is not None and not unit.withdrawing:
            battle.emit(Withdraws(unit.id, True, "its nerve is gone", "AS-OPT-503"))


# -- what befalls a unit ----------------------------------------------------------------------------------------


def befalls(battle: Battle, unit: Unit, *words: str) -> None:
    """Remember until the end of the turn what a unit has been through."""
    fresh = [word for word in words if word not in shaken_by.of(unit)]
    if fresh:
        shaken_by.remember(battle, unit, [*shaken_by.of(unit), *fresh])


@hooks.hit_taken.rule("AS-OPT-500", when=MORALE)
def is_shaken(struck: Struck) -> None:
    hit = struck.hit
    if not struck.damaged and not hit.heat:
        return
    by = struck.battle.units.get(hit.source.by or "")
    words = [DAMAGE] if struck.damaged else []
    if by is not None and by.card.type == "BM" and words:
        words.append(BY_MECH)
    words += [INFERNO] if struck.by(trait.INFERNO) else []
    words += [CRUISE] if struck.by(trait.CRUISE_MISSILE) and struck.damaged else []
    befalls(struck.battle, struck.unit, *words)


@hooks.made_of.rule("AS-OPT-500", when=MORALE)
def cruise_missiles(attack: Attack) -> Traits | None:
    """Missiles as large as these frighten whoever they hit."""
    return trait.traits(trait.CRUISE_MISSILE) if (attack.code or "").startswith(MISSILES) else None


# -- the number -----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-501", otherwise=False)
def never_checks(battle: Battle, unit: Unit) -> bool:
    """Large units, ships, robots and drones, and what cannot move at all."""
    card = unit.card
    if unshakable(battle, unit) or has_nowhere_to_run(battle, unit):
        return True
    if card.is_large or card.is_mobile_structure or card.is_dropship:
        return True
    if has_no_crew(battle, unit):
        return True
    return all(inches == 0 for _, inches in card.move.modes)


@rules.rule("AS-OPT-597", otherwise=False)
def has_no_crew(battle: Battle, unit: Unit) -> bool:
    """Drones and robots have no morale to lose."""
    return is_robot(unit.card)


@rules.rule("AS-SCA-030", otherwise=False)
def unshakable(battle: Battle, unit: Unit) -> bool:
    """A force with Esprit de Corps stands fast."""
    return serves(battle, unit, ESPRIT)


@rules.rule("AS-SCN-056", otherwise=False)
def has_nowhere_to_run(battle: Battle, unit: Unit) -> bool:
    """Nor does a side run that fights with its back to the wall."""
    scenario = battle.setup.scenario
    return scenario is not None and scenario.is_desperate(unit.side)


@rules.rule("AS-SCA-049", otherwise=())
def on_home_ground(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """Who fights for its own region holds out better."""
    level = levels_at_home(battle, unit.side)
    return (Modifier(REGION, -level, "AS-SCA-049"),) if level else ()


def number_of(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """Skill, what it is, and what befell it."""
    card, befell = unit.card, shaken_by.of(unit)
    parts = [Modifier("Skill", unit.skill, "AS-OPT-502")]
    parts += _row(battle, "check", KINDS.get(card.type, ""))
    parts += _row(battle, "check", "inferno attack", INFERNO in befell)
    parts += _row(battle, "check", "cruise missile attack", CRUISE in befell)
    parts += _row(battle, "check", IRON_WILL, has(battle, unit, IRON_WILL))
    if officers_count(battle, unit, False):
        parts += officers_in_sight(battle, unit, broken_now(battle))
    if card.is_infantry:
        parts += _row(battle, "infantry only", "attacker is a BattleMech", BY_MECH in befell)
        parts += _row(battle, "infantry only", "inside a building", structure_at(battle, unit.at) is not None)
    return (*parts, *on_home_ground(battle, unit))


def _row(battle: Battle, group: str, word: str, counts: bool = True) -> list[Modifier]:
    """The line of the table, where it counts and says something."""
    value = TABLE.of(battle)[group].get(word) if counts else None
    return [Modifier(word[:1].upper() + word[1:], value, "AS-OPT-502")] if value else []


def nerve_of(battle: Battle, unit: Unit, broken: frozenset[str]) -> tuple[Modifier, ...]:
    """What it has to reach to find its nerve again."""
    parts = [Modifier("When it broke", routed.of(unit) or 0, "AS-OPT-504"), *_row(battle, "check", "routed")]
    if officers_count(battle, unit, True):
        parts += officers_in_sight(battle, unit, broken)
    if unit.card.is_infantry:
        friends = friends_in_sight(battle, unit)
        steady, group = [one for one in friends if one.id not in broken], "recovery, infantry only"
        parts += _row(battle, group, "routed friends in sight", any(one.id in broken for one in friends))
        parts += _row(battle, group, "friendly 'Mechs in sight", any(one.card.is_mech for one in steady))
        parts += _row(battle, group, "friendly vehicles in sight", any(one.card.is_vehicle for one in steady))
        parts += _row(battle, group, "fire in sight", sees_fire(battle, unit))
    return (*parts, *on_home_ground(battle, unit))


@rules.rule("AS-OPT-502", otherwise=False)
def officers_count(battle: Battle, unit: Unit, recovering: bool) -> bool:
    """Commanders in sight help everybody to find its nerve again, and nobody to keep it."""
    return recovering


def officers_in_sight(battle: Battle, unit: Unit, broken: frozenset[str]) -> list[Modifier]:
    """The commander, or else those below him."""
    officers = next(side.officers for side in battle.setup.sides if side.name == unit.side)
    near = [one.id for one in friends_in_sight(battle, unit) if within(battle, unit, one, NEAR)]
    active = [name for name in near if not battle.units[name].shutdown and name not in broken]
    led = officers[:1] != () and officers[0] in active
    below = not led and any(name in active for name in officers[1:])
    return [
        *_row(battle, "recovery", "commander in sight", led),
        *_row(battle, "recovery", "sub-commander in sight", below),
    ]


def friends_in_sight(battle: Battle, unit: Unit) -> list[Unit]:
    return [one for one in battle.on_table(unit.side) if one is not unit and sees(battle, unit, one)]


def sees_fire(battle: Battle, unit: Unit) -> bool:
    for feature in battle.table.features:
        if feature.kind == "fire":
            x, y = feature.shape.centroid()
            there = Body(x, y, 0.0, battle.table.surface(x, y), 1.0)
            if look_at(battle, unit, there, feature.id).status != "blocked":
                return True
    return False


@hooks.measures.entry("morale")
def measure_morale(battle: Battle, name: str) -> Mapping[str, Any]:
    """The number of a unit's next check."""
    unit = battle.unit(name)
    if never_checks(battle, unit):
        return {"target_number": None, "modifiers": ()}
    parts = number_of(battle, unit) if routed.of(unit) is None else nerve_of(battle, unit, broken_now(battle))
    return {"target_number": total(parts), "modifiers": parts}


# -- the check ------------------------------------------------------------------------------------------------


def is_due(battle: Battle, unit: Unit) -> bool:
    befell = shaken_by.of(unit)
    if INFERNO in befell or CRUISE in befell:
        return True
    if DAMAGE not in befell:
        return False
    if unit.card.is_infantry:
        return 2 * (unit.armor + unit.structure) <= unit.card.armor + unit.card.structure
    return crippled(battle, unit) is not None


def broken_now(battle: Battle) -> frozenset[str]:
    return frozenset(unit.id for unit in battle.units.values() if unit.notes and routed.of(unit) is not None)


@hooks.end_phase.rule("AS-OPT-500", part=hooks.NERVES, when=MORALE)
def nerves_are_tested(battle: Battle) -> bool | None:
    """Everybody who has reason to, by what held when the phase began."""
    broken, done = broken_now(battle), None
    for unit in list(battle.on_table()):
        if never_checks(battle, unit) or unit.doomed is not None:
            continue
        if unit.id in broken:
            recovers(battle, unit, broken)
            done = True
        elif is_due(battle, unit):
            may_break(battle, unit)
            done = True
    return done


@rules.rule("AS-OPT-503")
def may_break(battle: Battle, unit: Unit) -> None:
    """Who fails the check runs for home."""
    number = total(number_of(battle, unit))
    if passes(battle, unit, number, "morale", "it breaks", "AS-OPT-503"):
        return
    routed.note(battle, unit, number)
    battle.emit(Withdraws(unit.id, True, "its nerve is gone", "AS-OPT-503"))


@rules.rule("AS-OPT-504")
def recovers(battle: Battle, unit: Unit, broken: frozenset[str]) -> None:
    """Every turn it may find its nerve again."""
    if passes(battle, unit, total(nerve_of(battle, unit, broken)), "nerve", "it runs on", "AS-OPT-504"):
        routed.note(battle, unit, None, "AS-OPT-504")
        battle.emit(Withdraws(unit.id, False, "it has found its nerve again", "AS-OPT-504"))


def passes(battle: Battle, unit: Unit, number: int, purpose: str, otherwise: str, by: str) -> bool:
    roll = battle.roll(2)
    good = margin_of_failure(battle, dice_sum(battle, roll), number) is None
    result = "it holds" if good else otherwise
    battle.emit(DieRolled(unit.id, purpose, roll, result, by, target_number=number))
    return good


# -- on the run -----------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-503", part=-1, when=MORALE)
def runs_for_home(m: Movement) -> Refusal | None:
    """By the quickest way, and not towards an enemy."""
    return _of_nerves(heads_for_home(m)) if routed.of(m.unit) is not None else None


@hooks.may_stay.rule("AS-OPT-503", part=-1, when=MORALE)
def does_not_stay(battle: Battle, unit: Unit) -> Refusal | None:
    return _of_nerves(does_not_linger(battle, unit)) if routed.of(unit) is not None else None


@hooks.may_spot.rule("AS-OPT-503", part=-1, when=MORALE)
def looks_at_nothing(battle: Battle, spotter: Unit) -> Refusal | None:
    if routed.of(spotter) is None:
        return None
    return Refusal("no_spotter", f"{spotter.id} is routed: it may attack, but not spot for others", "AS-OPT-503")


def _of_nerves(refusal: Refusal | None) -> Refusal | None:
    return None if refusal is None else Refusal(refusal.code, refusal.message, "AS-OPT-503")
