"""Weapon attacks (pp. 40-45): who may shoot at what, with which weapons, and how much they are worth.

A unit fires everything it has, or with ``using`` one special ability in its stead: TUR, IF, TOR, AC, LRM, SRM, IATM, HT
or REAR. How a hit is worked out stands in damage_amount.py, the target number in tohit.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Damage, Strength
from lancemate.alphastrike.combat.aims import Aim, ahead, in_sight, mounts_fired
from lancemate.alphastrike.combat.amount import card_value, heat_value, lowered_hull, weapon_value
from lancemate.alphastrike.combat.attack import (
    PASS,
    Attack,
    Kind,
    attack_kind,
    rear_command,
    unknown_target,
)
from lancemate.alphastrike.combat.indirect import indirect_strength, spotters_for
from lancemate.alphastrike.combat.multi_arc import mount_bears, mount_damage, mount_slot, mounts_of, silenced
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.sight import SUBMERGED, in_water, look
from lancemate.alphastrike.damage.reckoning import LESS_REAR
from lancemate.alphastrike.measure.contact import bodies_touch, in_contact
from lancemate.alphastrike.play.explain import Modifier, listed
from lancemate.alphastrike.play.flight import tails
from lancemate.alphastrike.play.footprint import names_to_aim_at
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import OFFBOARD, TABLE, Unit
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.play.traits import AFAR, ALL_WEAPONS, ATTACK, BLOW, SHOT, TORPEDO, WEAPON, traits
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.terrain.water import water_at
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

# Abilities fired in the place of all weapons together.
SPECIAL_ATTACKS: Final = rules.table(
    "AS-SPC-005", ["AC", "LRM", "SRM", "IATM", "IF", "TOR", "TUR", "HT", "REAR", "FLK"]
)
for _missile in ("AS-SPC-072", "AS-SPC-107", "AS-SPC-146"):  # AC, LRM, SRM
    rules.also(_missile, SPECIAL_ATTACKS)

REAR: Final = "weapon:rear:"
AGAIN: Final = "second half"  # what the second of two split attacks uses up of the turn
AIMED_OTHERWISE: Final = (
    "TUR",
    "IF",
    "REAR",
    "FLK",
)  # a turret turns by itself where it must; the others have lines below
LOBBED: Final = ("IF", "LRM")  # fired at what somebody else sees
MIXED_IN: Final = ("inferno", "magnetic_pulse")  # missiles of an improved ATM that go along with all weapons
BY_ITSELF: Final = "IF"  # the one without which nothing is


# -- how much -------------------------------------------------------------------------------------------------


def weapon_strength(attack: Attack) -> Strength:
    """The damage value of the weapons fired, at the target's bracket, before anything is added."""
    value = value_fired(attack)
    return lowered_hull(attack, value) if attack.attacker.hull_down else value


def value_fired(attack: Attack) -> Strength:
    """What the weapons themselves are worth there; heat alone does no damage."""
    if attack.code == "HT":
        return NONE
    if attack.code == "IATM" and attack.command.ammo in MIXED_IN:
        return card_value(attack)
    return indirect_strength(attack) if attack.indirect else weapon_value(attack)


def weapon_parts(attack: Attack) -> tuple[Modifier, ...]:
    """The strength as named parts."""
    value = value_fired(attack)
    what = "Damage" if attack.code is None else attack.code
    by = "AS-DMG-008" if attack.code is None else "AS-DMG-013"
    parts = [Modifier(f"{what} at {RANGE_NAMES[attack.bracket]} range", value.points, by)]
    lost = weapon_strength(attack).points - value.points
    if lost:
        parts.append(Modifier("Hull down", lost, "AS-MOV-062"))
    return tuple(parts)


def weapon_slot(attack: Attack) -> str:
    if attack.code == "REAR":
        return f"{REAR}{attack.bracket}"
    slot = mount_slot(attack, attack.mount)
    return AGAIN if attack.command.split and slot in attack.attacker.attacks else slot


def lobbed_by(unit: Unit) -> tuple[str, ...]:
    """What a unit may fire over hills, by an ability of its own; others go along with that."""
    return (BY_ITSELF,) if BY_ITSELF in unit.card.specials else ()


def has_indirect_fire(unit: Unit) -> bool:
    """It has that ability somewhere on its card, in an arc or a turret."""
    return BY_ITSELF in unit.card.all_codes


def shots(around: Around) -> list[Aim]:
    """Every mount at what it bears on: with everything, with one ability alone, through somebody's eyes."""
    return [aim for mount in mounts_fired(around.battle, around.unit) for aim in _shots_of(around, mount)]


def lobbed_with(codes: frozenset[str]) -> list[str]:
    """What of these is fired at what somebody else sees: LRMs only where there is IF, improved ATMs anyway."""
    return [code for code in ((*LOBBED, "IATM") if BY_ITSELF in codes else ("IATM",)) if code in codes]


def _names_of(thing: Unit | Feature) -> Sequence[str]:
    return names_to_aim_at(thing) if isinstance(thing, Unit) else (thing.id,)


def _shots_of(around: Around, mount: Mount) -> list[Aim]:
    battle, unit, enemies = around.battle, around.unit, around.enemies
    arc = mount.name if mount.separate else None
    codes = mount.specials.codes
    in_front = ahead(around, mount)
    bearing = enemies if "TUR" in codes else in_front
    names = [*in_sight(around, bearing), *around.terrain]
    usings = [None, *(code for code in SPECIAL_ATTACKS.of(battle) if code in codes and code not in AIMED_OTHERWISE)]
    found = [Aim(name, "weapon", using, None, arc) for using in usings for name in names]
    if "FLK" in codes:
        flying = in_sight(around, [enemy for enemy in bearing if enemy.airborne])
        found += [Aim(name, "weapon", "FLK", None, arc) for name in flying]
    lobbed = lobbed_with(codes)
    pieces = [piece(battle.table, name) for name in around.terrain] if lobbed else []
    things: list[Unit | Feature] = [*bearing, *[one for one in pieces if one is not None]]
    for thing in things if lobbed and around.spotters else ():
        friends = spotters_for(battle, unit, thing)
        found += [
            Aim(name, "weapon", code, friend.id, arc)
            for name in _names_of(thing)
            for code in lobbed
            for friend in friends
        ]
    if BY_ITSELF in lobbed and any(hook(battle, unit) for hook in battle.hooks[hooks.needs_no_spotter]):
        found += [Aim(name, "weapon", BY_ITSELF, None, arc) for thing in things for name in _names_of(thing)]
    if "REAR" in codes:
        front = {enemy.id for enemy in in_front}
        behind = [enemy for enemy in enemies if enemy.id not in front]
        found += [Aim(name, "weapon", "REAR", None, arc) for enemy in behind for name in names_to_aim_at(enemy)]
    return found


attack_kind(
    Kind(
        "weapon",
        traits=traits(ATTACK, WEAPON, ALL_WEAPONS, SHOT),
        words="weapons",
        slot=weapon_slot,
        strength=weapon_strength,
        explain=weapon_parts,
        aims=shots,
    )
)


# -- able to attack -------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-001", part=hooks.ABLE, plain=False)
def on_the_table(attack: Attack) -> Refusal | None:
    """Only who stands on the table attacks."""
    unit = attack.attacker
    if attack.platform.place == TABLE or (AFAR in attack.traits and attack.platform.place == OFFBOARD):
        return None
    where = f"is carried by {unit.aboard}" if unit.aboard is not None else "is not on the table"
    return Refusal("not_on_table", f"{unit.id} {where}; only units on the table attack", "AS-COM-001")


@hooks.may_attack.rule("AS-MOV-058", part=hooks.ABLE, plain=False)
def sprinted(attack: Attack) -> Refusal | None:
    """Who sprinted makes no attack of any kind."""
    if attack.platform.moved != "sprint":
        return None
    text = f"{attack.attacker.id} sprinted this turn and may not attack; it may still spot for others"
    return Refusal("sprinted", text, "AS-MOV-058")


@hooks.may_attack.rule("AS-COM-001", "AS-INT-062", part=hooks.SLOT, plain=False)
def one_attack(attack: Attack) -> Refusal | None:
    """One attack a turn; units with several arcs one for each, artillery and REAR weapons on top."""
    unit = attack.attacker
    if not unit.attacks:
        return None
    if PASS in unit.attacks:
        return Refusal("already_passed", f"{unit.id} has passed and makes no more attacks this turn", "AS-COM-001")
    if attack.is_extra:
        return None
    slot = attack.slot
    if slot in unit.attacks and not any(hook(attack) for hook in attack.battle.hooks[hooks.one_pass_more]):
        left = "it may attack again next turn"
        if attack.mount.separate:
            left = "its other arcs and turrets may still attack"
        return Refusal("already_attacked", f"{unit.id} has made this attack this turn; {left}", "AS-COM-001")
    return None


# -- special weapon attacks -----------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SPC-005", part=hooks.SLOT, plain=False)
def fired_alone(attack: Attack) -> Refusal | None:
    """Some abilities can be fired in the place of all weapons; others only change what weapons do."""
    if SHOT not in attack.traits or attack.code is None or attack.code in SPECIAL_ATTACKS.of(attack):
        return None
    known = ", ".join(code for code in SPECIAL_ATTACKS.of(attack) if code in attack.attacker.card.all_codes) or "none"
    text = f"{attack.code} is not fired by itself; {attack.attacker.id} has {known} for that"
    if attack.code.startswith("ART-"):
        text = f"{attack.code} is artillery: make it an attack of kind artillery"
    return Refusal("not_a_weapon", text, "AS-SPC-005")


@hooks.may_attack.rule("AS-SPC-030", part=hooks.SPECIAL, ability="FLK")
def flak_alone(attack: Attack) -> Refusal | None:
    """Flak for itself is for what flies."""
    if SHOT not in attack.traits or attack.code != "FLK":
        return None
    target = attack.target
    card = target.card if target is not None and target.airborne else None
    if card is not None and (card.is_aerospace or card.is_air_vehicle or card.is_mech):
        return None
    text = f"{attack.target_name} is not in the air: flak (FLK) is fired alone at what flies, other weapons at the rest"
    return Refusal("not_airborne", text, "AS-SPC-030")


@hooks.may_attack.rule("AS-SPC-045", part=hooks.SLOT, ability="REAR", plain=False)
def rear_weapons_declared_together(attack: Attack) -> Refusal | None:
    """REAR weapons fire once, and before a forward attack is rolled it must be known that they will."""
    unit = attack.attacker
    if attack.command.rear is not None and SHOT not in attack.traits:
        text = f"REAR weapons fire together with a weapon attack of {unit.id}, not with a {attack.kind} attack"
        return Refusal("declare_together", text, "AS-SPC-045")
    if attack.code != "REAR":
        return None
    if any(slot.startswith(REAR) for slot in unit.attacks):
        return Refusal("already_attacked", f"{unit.id} has fired its REAR weapons this turn", "AS-SPC-045")
    if unit.card.is_aerospace and unit.airborne and not _is_tailed(attack):
        return Refusal("not_tailed", f"{unit.id} may fire its REAR weapons only at a unit tailing it", "AS-SPC-045")
    if "weapon" in unit.attacks:
        text = f"{unit.id} has fired forward at full strength: fire REAR weapons first, or declare both in one attack"
        return Refusal("declare_together", f"{text} (rear: TARGET)", "AS-SPC-045")
    return None


def _is_tailed(attack: Attack) -> bool:
    """It fires at the unit on its tail."""
    return attack.target is not None and tails(attack.battle.state, attack.target.id, attack.attacker.id)


@hooks.attack_choices.rule("AS-SPC-045", traits=SHOT, ability="REAR")
def rear_weapons_as_well(attack: Attack) -> Choice | None:
    """Somebody else, behind it, may be shot at in the same breath."""
    unit, target = attack.attacker, attack.target
    if "REAR" not in unit.card.specials or attack.code == "REAR":
        return None
    others = tuple(one.id for one in attack.battle.on_table() if one.side != unit.side and one is not target)
    return Choice("rear", "Rear weapons at", "unit", "AS-SPC-045", among=others) if others else None


@hooks.damage.rule("AS-SPC-045", part=LESS_REAR, kinds=hooks.MADE, ability="REAR")
def less_rear(work: Reckoning) -> Modifier | None:
    """What the REAR weapons fire this turn is missing from the unit's other weapon attack, hit or miss."""
    attack = work.attack
    if SHOT not in attack.traits or attack.code == "REAR" or attack.mount.separate:
        return None
    points = rear_points(attack)
    return Modifier("REAR weapons fire elsewhere", -points, "AS-SPC-045") if points else None


def rear_points(attack: Attack) -> int:
    """Damage value of the REAR weapons that fire in the same turn as this attack."""
    unit, special = attack.attacker, attack.attacker.card.specials.get("REAR")
    if special is None:
        return 0
    bracket = next((slot.removeprefix(REAR) for slot in unit.attacks if slot.startswith(REAR)), None)
    if bracket is None and attack.command.rear is not None:
        behind = rear_command(attack.command)
        bracket = Attack(attack.battle, behind).bracket if behind is not None else None
    if bracket is None:
        return 0
    return special_damage(attack.battle, unit, special).at(bracket).points


@hooks.may_attack.rule("AS-SPC-031", part=hooks.SPECIAL, ability="HT")
def heat_alone(attack: Attack) -> Refusal | None:
    """Heat is applied alone only where the weapons do no damage anyway."""
    if SHOT not in attack.traits or attack.code != "HT" or attack.using is None:
        return None
    if card_value(attack).harms:
        name = RANGE_NAMES[attack.bracket]
        text = f"{attack.attacker.id} does damage at {name} range: its heat comes with that attack"
        return Refusal("not_a_weapon", text, "AS-SPC-031")
    return None


def heat_fired(attack: Attack) -> int:
    """Points of heat of an attack that brings heat alone."""
    return heat_value(attack) if attack.code == "HT" else 0


# -- valid targets --------------------------------------------------------------------------------------------


def strikes_anybody(battle: Battle, unit: Unit) -> bool:
    """It cannot tell friends from enemies now: hook ``knows_no_friends``."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.knows_no_friends])


@hooks.may_attack.rule("AS-COM-005", part=hooks.AIM)
def valid_target(attack: Attack) -> Refusal | None:
    """Enemy units, buildings, other structures and terrain; points only for what strikes an area."""
    target, unit = attack.target, attack.attacker
    if target is None:
        kind = attack.kind_rules
        if attack.point is None or kind.resolve is not None or kind.at_points is not None:
            return None
        if attack.at_ground and any(hook(attack.battle, unit) for hook in attack.battle.hooks[hooks.fires_at_ground]):
            return None
        text = "a point on the table is a target for artillery only; aim at a unit, a building or a piece of terrain"
        return Refusal("not_a_target", text, "AS-COM-005")
    if target.notes and target.hidden_from(unit.side):
        return unknown_target(attack.battle, target.id)
    if target.side == unit.side and not strikes_anybody(attack.battle, unit):
        return Refusal("not_a_target", f"{target.id} is on {unit.id}'s own side; attack enemies", "AS-COM-005")
    if not target.in_the_open and not (AFAR in attack.traits and target.place == OFFBOARD):
        where = f"is carried by {target.aboard}; attack that" if target.aboard is not None else "is not on the table"
        return Refusal("not_a_target", f"{target.id} {where}", "AS-COM-005")
    return None


# -- arcs -----------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-027", part=hooks.AIM)
def in_firing_arc(attack: Attack) -> Refusal | None:
    """Weapons and fists reach only into their arc; REAR weapons only out of it."""
    if not attack.is_weapon and BLOW not in attack.traits:
        return None
    bears = mount_bears(attack, attack.mount)
    if attack.code == "REAR":
        if not bears:
            return None
        text = f"{attack.target_name} stands in the firing arc of {attack.attacker.id}; REAR weapons fire out of it"
        return Refusal("not_behind", text, "AS-SPC-045")
    if bears:
        return None
    return out_of_arc(attack)


def out_of_arc(attack: Attack) -> Refusal:
    unit, arc = attack.attacker, attack.mount.arc
    aimed_at = attack.target_name or "the point"
    if arc is None:
        text = f"the {attack.mount.name} weapons of {unit.id} bear on nothing as it stands"
        return Refusal("out_of_arc", text, "AS-COM-031")
    if arc.airborne_only:
        text = f"the {attack.mount.name} weapons of {unit.id} bear on airborne targets only while it is grounded"
        return Refusal("out_of_arc", text, arc.rule)
    wide = f"the path {arc.corridor:g} inches wide" if arc.corridor else f"the {arc.width:g} degrees"
    who = f"the {attack.mount.name} weapons of {unit.id}" if attack.mount.separate else unit.id
    text = f"more than half of {aimed_at} lies outside {wide} into which {who} may attack"
    mounts = mounts_of(attack.battle, unit) if attack.mount.separate else ()
    bearing = [mount.name for mount in mounts if mount_bears(attack, mount)]
    if bearing:
        return Refusal("out_of_arc", f"{text}; it may attack with its {' or '.join(bearing)} weapons", arc.rule)
    turret = "; weapons in a turret (TUR) reach everywhere" if unit.has("TUR") and attack.is_weapon else ""
    return Refusal("out_of_arc", text + turret, arc.rule)


@hooks.attack_choices.rule("AS-SPC-052", traits=SHOT, ability="TUR")
def turret_alone(attack: Attack) -> Choice | None:
    """The turret may fire for itself, whatever else bears."""
    if attack.command.using is not None or not attack.attacker.has("TUR") or attack.mount.separate:
        return None
    return Choice("using", "Its turret alone", "word", "AS-SPC-052", among=("TUR",))


@hooks.may_attack.rule("AS-COM-033", "AS-SPC-052", part=hooks.POWER, ability="TUR")
def turret_limits(attack: Attack) -> Refusal | None:
    """Out of the normal arc the turret fires its own values, and the abilities listed inside it only."""
    if not attack.mount.turret or attack.code in (None, "TUR") or attack.using is None:
        return None
    if attack.using.code in attack.mount.specials:
        return None
    text = f"{attack.code} is not mounted in the turret of {attack.attacker.id}, which has {attack.mount.specials}"
    return Refusal("not_in_turret", text, "AS-COM-033")


@hooks.may_attack.rule("AS-MOV-062", part=hooks.POWER, plain=False)
def hull_down_vehicle(attack: Attack) -> Refusal | None:
    """What is not in a turret cannot be fired over the rim."""
    if not attack.attacker.hull_down or not silenced(attack, attack.mount):
        return None
    unit = attack.attacker
    rest = "fire that (using TUR)" if unit.has("TUR") else "it has none"
    text = f"{unit.id} is hull down and may fire only weapons in a turret; {rest}"
    return Refusal("hull_down", text, "AS-MOV-062")


# -- contact and sight ----------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-063", part=hooks.AIM)
def not_in_contact(attack: Attack) -> Refusal | None:
    """Base to base there is no room to shoot; blows and artillery are another matter."""
    if SHOT not in attack.traits or attack.target is None or attack.through is not None:
        return None
    if attack.section is not None or attack.mount.section is not None:
        if not bodies_touch(attack.battle, attack.own_body, attack.target_body):
            return None
    elif not in_contact(attack.battle, attack.platform, attack.target):
        return None
    text = f"{attack.platform.id} is in base contact with {attack.target.id}: it may strike it, or shoot at others"
    return Refusal("in_contact", text, "AS-COM-063")


@hooks.may_attack.rule("AS-COM-006", part=hooks.SIGHT)
def sees_target(attack: Attack) -> Refusal | None:
    """What one attacks one must see; indirect fire sees through its spotter."""
    if attack.indirect:
        return None
    ruling = attack.sight
    if ruling.status != "blocked":
        return None
    aimed_at = attack.target_name or "that point"
    hint = "; IF could reach it with a spotter" if attack.is_weapon and attack.attacker.has("IF") else ""
    text = f"{attack.attacker.id} cannot see {aimed_at}: {ruling.reason}{hint}"
    return Refusal("no_line_of_sight", text, ruling.rule or "AS-COM-006")


# -- water ----------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-020", part=hooks.SIGHT)
def through_the_surface(attack: Attack) -> Refusal | None:
    """Attacks between what is under water and what is not are blocked; torpedoes pass."""
    target = attack.target
    if attack.code == "TOR" or TORPEDO in attack.traits:
        return None
    battle, unit = attack.battle, attack.platform
    if target is None:
        if in_water(battle, unit) != "complete":
            return None
        text = f"{unit.id} is completely under water: only torpedoes (TOR) leave it, and they strike units"
        return Refusal("underwater", text, "AS-COM-020")
    row = SUBMERGED.of(attack)[in_water(battle, unit)][in_water(battle, target)]
    if row == "as usual" or (row == "same water" and look(battle, unit, target).same_water):
        return None
    under = unit if in_water(battle, unit) == "complete" else target
    text = f"{under.id} is completely under water: only torpedoes (TOR) pass between it and what is not"
    return Refusal("underwater", text, "AS-COM-020")


@hooks.may_attack.rule("AS-COM-021", "AS-SPC-050", part=hooks.SIGHT, ability="TOR")
def torpedoes_need_water(attack: Attack) -> Refusal | None:
    """Torpedoes run from a unit in or on water to a target in or on the same water."""
    if attack.code != "TOR":
        return None
    target, unit = attack.target, attack.platform
    for end in (unit, target):
        if end is None or not in_or_on_water(attack.battle, end):
            who = end.id if end is not None else "the target"
            return Refusal("no_water", f"{who} is not in or on water; torpedoes run in water only", "AS-COM-021")
    if attack.sight.same_water:
        return None
    text = f"{unit.id} and {attack.target_name} are not in the same water; torpedoes need water all the way"
    return Refusal("no_water", text, "AS-COM-021")


def in_or_on_water(battle: Battle, unit: Unit) -> bool:
    """In it, on it, or a WiGE just above it."""
    depth = water_at(battle, unit.x, unit.y)
    if depth is None:
        return False
    above = unit.elevation - (battle.table.ground(unit.x, unit.y) + depth)
    return above <= 0.0 + 1e-6 or (unit.airborne and unit.card.move.primary == "g" and above <= 1.0 + 1e-6)


# -- range ----------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-061", part=hooks.POWER)
def has_damage(attack: Attack) -> Refusal | None:
    """Where the value is 0 or a dash there is no attack; 0* will do."""
    if SHOT not in attack.traits or weapon_strength(attack).harms or heat_fired(attack):
        return None
    unit, bracket = attack.attacker, attack.bracket
    what, they = (f"{attack.code} does", "it does") if attack.code else ("its weapons do", "they do")
    text = f"{unit.id} cannot reach {attack.target_name}: {what} no damage at {RANGE_NAMES[bracket]} range"
    values = zip("SMLE", damage_by_range(attack), strict=True)
    reach = [RANGE_NAMES[code] for code, value in values if value.harms and code != bracket]
    hint = f"; {they} at {listed(reach)} range" if reach else ""
    return Refusal("no_damage", text + hint, "AS-COM-061")


def damage_by_range(attack: Attack) -> Damage:
    """The values fired, by range."""
    if attack.code in (None, "TUR") or attack.using is None:
        return mount_damage(attack.battle, attack.attacker, attack.mount)
    return special_damage(attack.battle, attack.attacker, attack.using, attack.arc)
