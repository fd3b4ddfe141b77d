"""The standard rules of the first edition (its pp. 41-45): motive damage, blows, overheating and cooling.

``EARLY`` is on in the quick-start rules, too, whose text says nothing of blows and heat (QS-001); what those say
themselves has ``FIRST`` here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.control import is_shaken
from lancemate.alphastrike.cards.arithmetic import round_down, round_normally
from lancemate.alphastrike.combat.antimech import antimech_causes
from lancemate.alphastrike.combat.charge import (
    NAMES,
    RUNNING,
    as_declared,
    charge_damage,
    charge_modifier,
    dfa_modifier,
    only_one,
)
from lancemate.alphastrike.combat.resolution import natural_twelve
from lancemate.alphastrike.combat.tohit import jumped
from lancemate.alphastrike.damage.reckoning import Reckoning
from lancemate.alphastrike.heat.track import (
    heat_makes_sluggish,
    no_overheat_with_abilities,
    overheat_used,
    water_cools,
)
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Declared
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.setup import EARLY, FIRST
from lancemate.alphastrike.play.stats import motive_half, motive_two_inches
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Tmm
from lancemate.alphastrike.terrain.water import is_molten, own_depth
from lancemate.kernel.changes import as_printed
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.ruleset import Switched

SCALE: Final = 4  # levels of heat, the last of which is shutdown
WET: Final = 1e-6

# What half of the inches moved is multiplied with, by Size.
CHARGES: Final = rules.table("AS1-003", {1: 0.25, 2: 0.5, 3: 0.75, 4: 1.0})


# -- vehicles -------------------------------------------------------------------------------------------------


@rules.rule("AS1-001", when=EARLY, replaces=motive_two_inches)
def two_inches_less(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> tuple[dict[str, float], int]:
    """Motive damage slows; that alone makes nobody easier to hit."""
    return {mode: max(0.0, inches - 2) for mode, inches in move.items()}, tmm


@rules.rule("AS1-001", when=EARLY, replaces=motive_half)
def half_is_left(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> tuple[dict[str, float], int]:
    """Half is left, rounded down, however little that takes away."""
    return {mode: float(round_down(battle, inches / 2)) for mode, inches in move.items()}, tmm


# -- blows ----------------------------------------------------------------------------------------------------


@rules.rule("AS1-002", when=FIRST, replaces=natural_twelve)
def no_luck_in_blows(attack: Attack, roll: tuple[int, ...]) -> bool:
    """Two sixes are nothing special in a physical attack."""
    return not attack.is_physical and as_printed(natural_twelve)(attack, roll)


@rules.rule("AS1-003", when=EARLY, replaces=charge_damage)
def charge_by_the_table(battle: Battle, inches: float, size: int) -> int:
    """Half of the inches moved, times the number for the Size, rounded normally."""
    return round_normally(battle, inches / 2 * CHARGES.of(battle)[max(1, min(4, size))])


@hooks.to_hit.rule("AS1-004", part=hooks.OTHER, kinds="charge", when=FIRST, replaces=charge_modifier)
def charging(attack: Attack) -> Modifier | None:
    return Modifier("Charge", 2, "AS1-004")


@hooks.to_hit.rule("AS1-004", part=hooks.OTHER, kinds="dfa", when=FIRST, replaces=dfa_modifier)
def from_above(attack: Attack) -> Modifier | None:
    """One harder than a charge; that is all there is for the jump."""
    return Modifier("Death From Above", 3, "AS1-004")


@rules.rule("AS1-004", when=FIRST, replaces=jumped)
def the_jump_is_in_it(attack: Attack, unit: Unit) -> Modifier | None:
    return None if trait.LEAP in attack.traits else as_printed(jumped)(attack, unit)


@hooks.may_attack.rule("AS1-005", part=hooks.ABLE, when=EARLY, replaces=as_declared)
def decided_on_the_spot(attack: Attack) -> Refusal | None:
    """A charge or Death From Above needs the move that leads to it, not a word said then; what was said binds."""
    unit, declared = attack.attacker, attack.attacker.declared
    if declared is not None or trait.DECLARED not in attack.traits:
        return as_declared(attack)
    target, name = attack.target, NAMES[attack.kind]
    if unit.moved not in (RUNNING if trait.LEAP not in attack.traits else ("jump",)):
        how = "runs on the ground" if trait.LEAP not in attack.traits else "jumps"
        return Refusal("wrong_movement", f"a {name} is for a unit that {how} this turn", "AS1-005")
    if target is None or target.moved == "none" or not in_contact(attack.battle, unit, target):
        text = f"{unit.id} must have ended its move in base contact with a unit that has made its own"
        return Refusal("not_in_contact", text, "AS1-005")
    return only_one(attack.battle, unit, target)


@hooks.attack_begins.rule("AS1-005", when=EARLY)
def said_at_last(attack: Attack) -> bool:
    """Whoever charges has declared it from then on: nobody else may strike that target so in this turn."""
    unit, target = attack.attacker, attack.target
    if trait.DECLARED in attack.traits and unit.declared is None and target is not None:
        attack.battle.emit(Declared(unit.id, attack.kind, target.id, "AS1-005"))
    return False


@rules.rule("AS1-006", when=EARLY, replaces=antimech_causes)
def swarming_always_tells(attack: Attack, settled: Settled) -> tuple[str, ...]:
    """Infantry that swarms a machine always gets its critical roll, whatever its damage."""
    return ("antimech",)


@hooks.damage.rule("AS1-007", part=99, kinds=hooks.MADE, when=EARLY, types="PM")
def one_point_of_a_protomech(work: Reckoning) -> Modifier | None:
    """A ProtoMech that acts by itself does one point with any blow."""
    if not work.attack.is_physical or not work.attack.attacker.card.is_protomech or work.points == 1:
        return None
    return Modifier("ProtoMech", 1 - work.points, "AS1-007")


# -- heat -----------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS1-008", part=hooks.POWER, when=EARLY, replaces=no_overheat_with_abilities)
def rear_weapons_overheat(attack: Attack) -> Refusal | None:
    """Weapons that fire to the rear are raised by overheating like the others."""
    return None if attack.code == "REAR" else no_overheat_with_abilities(attack)


@hooks.may_attack.rule("AS1-009", part=hooks.POWER, when=EARLY)
def not_beyond_the_scale(attack: Attack) -> Refusal | None:
    """Nobody overheats beyond the end of the heat scale."""
    unit, points = attack.attacker, attack.overheat
    room = SCALE - unit.heat - unit.overheat
    if points <= 0 or points <= room:
        return None
    text = f"{unit.id} has room for {max(0, room)} on its heat scale, not for {points} more"
    return Refusal("too_much_overheat", text, "AS1-009")


@rules.rule("AS1-009", when=EARLY, replaces=overheat_used)
def overheated_in_water(battle: Battle, unit: Unit) -> Modifier | None:
    """Who stands in water heats up by one less."""
    if not unit.overheat:
        return None
    wet = own_depth(battle, unit) > WET and not is_molten(battle, unit)
    return Modifier("Overheat in water" if wet else "Overheat", unit.overheat - wet, "AS1-009")


@rules.rule("AS1-010", when=EARLY, replaces=water_cools)
def deep_water_cools(battle: Battle, unit: Unit) -> Modifier | None:
    """Two inches of water take a level off whoever has not overheated."""
    if unit.overheat or own_depth(battle, unit) < 2.0 - WET or is_molten(battle, unit):
        return None
    return Modifier("Deep water", -1, "AS1-010")


@hooks.tmm.rule("AS1-012", part=Tmm.CHANGED, when=EARLY, replaces=heat_makes_sluggish)
def heat_leaves_the_tmm(battle: Battle, unit: Unit) -> Modifier | None:
    """Heat takes Move and aim, and nothing else."""
    return None


# -- in the air -----------------------------------------------------------------------------------------------


@hooks.hit_taken.rule("AS1-013", when=FIRST, replaces=is_shaken)
def shaken_from_the_ground(struck: Struck) -> None:
    """Only what units on the ground do to a craft in the air makes it roll for control."""
    by = struck.hit.source.by
    if by is not None and not flies(struck.battle.units[by]):
        is_shaken(struck)
