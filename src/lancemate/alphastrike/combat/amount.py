"""How much an attack does (p. 48): its damage value, the heat it brings, and what every weapon adds or loses.

The order of the sum is that of damage/reckoning.py. Must not know who is damaged by it or what that does.

Hooks: ``damage`` (work) -> Modifier | None, ``heat_brought`` (attack, heat) -> int | None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.multi_arc import mount_damage
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, bracket_at
from lancemate.alphastrike.damage.damage import minimal_damage
from lancemate.alphastrike.damage.reckoning import (
    HEAT_AS_DAMAGE,
    OVERHEAT,
    SUFFERED,
    WATER,
    Reckoning,
    Settled,
    Throw,
    halved,
    heat_after_resistance,
    is_warmed,
)
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage, stats
from lancemate.alphastrike.play.traits import ANTI_MECH, BOMB, SHOT, WEAPON
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.attack import Attack


def settle(attack: Attack, direction: str, throw: Throw | None = None, value: Strength | None = None) -> Settled:
    """Work out the points of a hit. ``throw`` stands in for the battle's dice where nothing is to be rolled.

    ``value`` is the damage value that reaches this target, where it is not that of the kind of attack: in an area.
    """
    value = attack.kind_rules.strength(attack) if value is None else value
    battle = attack.battle
    work = Reckoning(battle, attack.target, attack, direction, value, throw or battle.roll)
    work.attack, work.by_attack = attack, True
    work.heat = heat_of_attack(attack)
    for part in base_parts(work):
        work.add(part)
    return work.work_out(hooks.MADE)


def base_parts(work: Reckoning) -> tuple[Modifier, ...]:
    attack, value = work.attack, work.value
    if attack.code == "HT":
        return ()
    if value.minimal:
        work.roll = work.throw(1)
        work.die = minimal_damage(attack, work.roll[0])
        return (Modifier("Minimal damage", work.die, "AS-DMG-009"),)
    if attack.kind_rules.explain is not None:
        return attack.kind_rules.explain(attack)
    label = f"{attack.code or 'Damage'} at {RANGE_NAMES[attack.bracket]}"
    return (Modifier(label, value.points, "AS-DMG-013" if attack.using else "AS-DMG-008"),)


# -- the value fired ------------------------------------------------------------------------------------------


def weapon_value(attack: Attack) -> Strength:
    """The damage value of a weapon attack before anything is added: the card's, or that of the ability it uses."""
    own = ability_value(attack) if attack.using is not None else None
    return card_value(attack) if own is None else own


@rules.rule("AS-DMG-008", "AS-AER-074", otherwise=NONE)
def card_value(attack: Attack) -> Strength:
    """What is left of the card's (or the arc's) value for the target's bracket; nothing means no attack is possible."""
    return mount_damage(attack.battle, attack.attacker, attack.mount).at(attack.bracket)


@rules.rule("AS-DMG-013", otherwise=None)
def ability_value(attack: Attack) -> Strength | None:
    """An attack with an ability that has damage values uses those instead of the card's."""
    if attack.using is None or attack.using.strength is None:
        return None
    return special_damage(attack.battle, attack.attacker, attack.using, attack.arc).at(attack.bracket)


# -- parts ----------------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-HEA-010", "AS-AER-015", "AS-AER-076", part=OVERHEAT, kinds=hooks.MADE)
def overheat_bonus(work: Reckoning) -> Modifier | None:
    """Points of overheat add as many to the damage; at Long range and beyond only with OVL."""
    attack = work.attack
    if not attack.overheat or not attack.is_weapon:
        return None
    if attack.bracket not in ("S", "M") and not overheat_long(attack):
        return None
    return Modifier("Overheat", attack.overheat, "AS-HEA-010")


@rules.rule("AS-HEA-011", "AS-SPC-044", otherwise=False)
def overheat_long(attack: Attack) -> bool:
    return attack.attacker.active("OVL")


@hooks.damage.rule("AS-DMG-017", part=WATER, kinds=hooks.MADE)
def underwater(work: Reckoning) -> Modifier | None:
    """Weapons do half their damage to a unit under water, rounded down, at least 1; energy weapons do all of it.

    The least does not save minimal damage (AS-DMG-011).
    """
    attack = work.attack
    if WEAPON not in attack.traits or BOMB in attack.traits or attack.target is None:
        return None
    if attack.code == "TOR" or fires_energy(attack):
        return None
    if work.points <= 0 or not is_underwater(work.battle, attack.target):
        return None
    half = halved(work)
    return Modifier("Under water", half - work.points, "AS-DMG-017") if half != work.points else None


@rules.rule("AS-SPC-027", otherwise=False)
def fires_energy(attack: Attack) -> bool:
    """All its weapons are lasers, particle cannons and the like."""
    return attack.attacker.has("ENE")


@hooks.damage.rule("AS-DMG-018", "AS-SPC-050", part=WATER, kinds=hooks.MADE, ability="TOR")
def torpedoes(work: Reckoning) -> Modifier | None:
    """A unit firing under water adds its torpedoes, at full value, by the full ranges."""
    attack = work.attack
    attacker = attack.attacker
    if SHOT not in attack.traits or attack.using is not None or not attacker.active("TOR"):
        return None
    if not is_underwater(work.battle, attacker):
        return None
    special = attacker.card.specials.get("TOR")
    assert special is not None
    points = special_damage(work.battle, attacker, special).at(bracket_at(work, attack.distance)).points
    return Modifier("Torpedoes", points, "AS-DMG-018") if points else None


@hooks.damage.rule("AS-DMG-005", "AS-AER-073", part=SUFFERED, kinds=hooks.MADE)
def rear_hit(work: Reckoning) -> Modifier | None:
    """Whatever strikes the rear does a point more."""
    return Modifier("Rear", 1, "AS-DMG-005") if work.direction == "rear" else None


@hooks.damage.rule("AS-DMG-015", part=HEAT_AS_DAMAGE, kinds=hooks.MADE, ability=("HT", "IATM", "BOMB"))
def heat_as_damage(work: Reckoning) -> Modifier | None:
    """What has no heat scale takes the heat of an attack as damage."""
    if not work.heat or is_warmed(work):
        return None
    work.burn = work.heat
    return Modifier("Heat", work.heat, "AS-DMG-015")


@hooks.damage.rule("AS-DMG-015", part=HEAT_AS_DAMAGE, kinds=hooks.DEALT)
def burns_those_without_a_scale(work: Reckoning) -> Modifier | None:
    """So it does of the heat of flames and mines."""
    return heat_as_damage(work)


# -- heat -----------------------------------------------------------------------------------------------------


def heat_of_attack(attack: Attack) -> int:
    """The heat an attack brings to its target, after what the target resists."""
    heat, target = heat_value(attack), attack.target
    for rule in attack.battle.hooks[hooks.heat_brought]:
        brought = rule(attack, heat)
        heat = heat if brought is None else brought
    if not heat or target is None:
        return heat
    return heat_after_resistance(attack.battle, target, heat, attack.source)


@rules.rule("AS-DMG-014", "AS-SPC-031", otherwise=0)
def heat_value(attack: Attack) -> int:
    """HT rides on standard attacks, on turrets that list it and on anti-'Mech attacks: so much at this bracket."""
    special = _heat_special(attack)
    if special is None:
        return 0
    heat = special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket).points
    return lowered_heat(attack, heat) if heat and attack.attacker.hull_down else heat


@rules.rule("AS-MOV-062", otherwise=lambda attack, heat: heat)
def lowered_heat(attack: Attack, heat: int) -> int:
    """Hull down it brings less heat, as it does less damage; of a single point nothing is left that could be felt."""
    return lowered_hull(attack, Strength(heat)).points


@rules.rule("AS-MOV-062", otherwise=lambda attack, value: value)
def lowered_hull(attack: Attack, value: Strength) -> Strength:
    """Hull down a 'Mech loses a point, though never its last chance; infantry and ProtoMechs keep half."""
    unit = attack.attacker
    if not value.harms or unit.card.is_vehicle:
        return value
    if not unit.card.is_mech:
        return value.halved()
    return Strength(value.points - 1) if value.points > 1 else Strength(0, True)


def at_short(attack: Attack) -> Strength:
    """What its guns do at Short range now, for attacks that are no shot and count that value all the same."""
    value = stats(attack.battle, attack.attacker).damage.S
    return lowered_hull(attack, value) if attack.attacker.hull_down else value


def _heat_special(attack: Attack) -> Special | None:
    card = attack.attacker.card
    if "HT" not in card.all_codes or not (attack.is_weapon or ANTI_MECH in attack.traits):
        return None
    if attack.using is not None:
        if attack.code == "TUR" and attack.using.nested is not None:
            return attack.using.nested.get("HT")
        return attack.using if attack.code == "HT" else None
    if attack.arc is not None and attack.arc in card.arcs:
        return card.arcs[attack.arc].specials.get("HT")
    return card.specials.get("HT")


def takes_heat(attack: Attack) -> bool:
    return attack.target is not None and tracks_heat(attack.battle, attack.target)
