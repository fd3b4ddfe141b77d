"""The target number (pp. 42-45): one function per row of the Attack Modifiers Table, in the order of the book.

Each looks at an attack and answers with a named part of the number, or with nothing. Whether the attack may be made at
all is not decided here; rows for physical attacks and artillery stand with those, rows of most abilities in abilities/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES
from lancemate.alphastrike.combat.striking import hit_direction
from lancemate.alphastrike.heat.track import felt_heat, works
from lancemate.alphastrike.play.explain import Modifier, modifier
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.play.stats import FIRE_CONTROL, current_tmm, is_immobile
from lancemate.alphastrike.play.traits import AREA, LEAP, STRAFING
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.state import Unit

# The rows with a fixed value, as the book groups them.
TERRAIN: Final = rules.table("AS-COM-064", {"woods": 1, "underwater": 1, "partial cover": 1})
rules.also("AS-FOR-110", TERRAIN)
rules.also("AS-FOR-098", TERRAIN)
ATTACK: Final = rules.table(
    "AS-COM-064",
    {
        "area effect": 1,
        "indirect fire": 1,
        "spotter attacks": 1,
        "secondary target": 1,
        "also spotting": 1,
        "REAR": 1,
        "IndustrialMech without AFC": 1,
        "support vehicle with BFC": 1,
        "support vehicle without AFC or BFC": 2,
        "from a grounded DropShip": -1,
        "SHLD": 1,
        "each Fire Control Hit": 2,
        "artillery from an airborne unit": 1,
    },
)
rules.also("AS-FOR-098", ATTACK)
AIMED_AT: Final = rules.table(
    "AS-COM-064",
    {
        "airborne aerospace": 2,
        "airborne DropShip": -2,
        "airborne VTOL or WiGE": 1,
        "battle armor": 1,
        "large": -1,
        "ProtoMech": 1,
    },
)
rules.also("AS-FOR-098", AIMED_AT)

ATTACKER_MOVEMENT: Final = rules.table(
    "AS-COM-039", {"jump": 2, "standstill": -1, "immobile": -1, "ground": 0, "minimum": 0}
)
rules.also("AS-FOR-098", ATTACKER_MOVEMENT)
# What a target's mode of movement adds: its TMM (where True) and a number.
TARGET_MOVEMENT: Final = rules.table(
    "AS-COM-043",
    {
        "ground": {"tmm": True, "plus": 0},
        "sprint": {"tmm": True, "plus": 0},
        "jump": {"tmm": True, "plus": 1},
        "submersible": {"tmm": True, "plus": 0},
        "standstill": {"tmm": False, "plus": 0},
        "minimum": {"tmm": False, "plus": 0},
        "dismounted": {"tmm": False, "plus": 0},
        "immobile": {"tmm": False, "plus": -4},
        "dropped": {"tmm": False, "plus": 3},
    },
)
rules.also("AS-FOR-098", TARGET_MOVEMENT)
# Against active stealth, by range bracket.
STEALTH: Final = rules.table(
    "AS-COM-080",
    {"battle armor": {"S": 1, "M": 1, "L": 2, "E": 2}, "other": {"S": 0, "M": 1, "L": 2, "E": 2}},
)
rules.also("AS-FOR-098", STEALTH)


# -- Skill ----------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-034", "AS-INT-020", part=hooks.SKILL)
def skill(attack: Attack) -> Modifier:
    """Every attack begins with the attacker's Skill."""
    return modifier("Skill", attack.attacker.skill, "AS-COM-034")


# -- attacker movement ----------------------------------------------------------------------------------------


def movement_modifier(attack: Attack, unit: Unit) -> Modifier | None:
    """What a unit's own movement does to what it fires or spots."""
    return steady(attack, unit) or jumped(attack, unit)


@rules.rule("AS-COM-042", otherwise=False)
def ignores_own_movement(attack: Attack, unit: Unit) -> bool:
    """Infantry shoots alike from a jump and from a standstill."""
    return unit.card.is_infantry


@rules.rule("AS-COM-040", otherwise=None)
def steady(attack: Attack, unit: Unit) -> Modifier | None:
    """A unit that stood still or cannot move shoots better; the row for grounded DropShips takes the place of this."""
    if ignores_own_movement(attack, unit) or (unit.card.is_dropship and not unit.airborne):
        return None
    if unit.airborne and is_overhead(unit):
        return None
    if is_immobile(attack.battle, unit) or unit.moved == "immobile":
        return modifier("Attacker immobile", ATTACKER_MOVEMENT.of(attack)["immobile"], "AS-COM-040")
    if unit.moved == "standstill":
        return modifier("Attacker stood still", ATTACKER_MOVEMENT.of(attack)["standstill"], "AS-COM-040")
    return None


@rules.rule("AS-COM-041", otherwise=None)
def jumped(attack: Attack, unit: Unit) -> Modifier | None:
    """Attacks of any type are harder after a jump."""
    if unit.moved == "jump" and not ignores_own_movement(attack, unit):
        return modifier("Attacker jumped", ATTACKER_MOVEMENT.of(attack)["jump"], "AS-COM-041")
    return None


@hooks.to_hit.rule("AS-COM-039", part=hooks.ATTACKER)
def attacker_movement(attack: Attack) -> Modifier | None:
    """By the mode the attacker used this turn, or the transport it fires from."""
    return movement_modifier(attack, attack.platform)


# -- target movement ------------------------------------------------------------------------------------------


def _moved(attack: Attack, label: str, mode: str, by: str) -> Modifier:
    row = TARGET_MOVEMENT.of(attack)[mode]
    tmm = current_tmm(attack.battle, attack.target) if row["tmm"] and attack.target is not None else 0
    return modifier(label, tmm + row["plus"], by)


@hooks.to_hit.rule("AS-COM-043", part=hooks.TARGET)
def target_movement(attack: Attack) -> Modifier | None:
    """The one row that stands for what the target has done this turn: hook ``target_moved``, by its mode."""
    for row in attack.battle.hooks[hooks.target_moved, attack.target_moved]:
        part: Modifier | None = row(attack)
        if part is not None:
            return part
    return None


@hooks.target_moved.rule("AS-COM-044", kinds=("ground", "sprint"))
def target_on_the_ground(attack: Attack) -> Modifier:
    """It walked, drove, flew or sprinted: its TMM."""
    return _moved(attack, "Target movement", attack.target_moved, "AS-COM-044")


@hooks.target_moved.rule("AS-COM-045", kinds="jump")
def target_jumped(attack: Attack) -> Modifier:
    """TMM and 1 more; strong and weak jump jets have lines of their own."""
    return _moved(attack, "Target jumped", "jump", "AS-COM-045")


@hooks.target_moved.rule("AS-COM-046", kinds="none")
def target_has_not_moved_yet(attack: Attack) -> Modifier:
    """Shot at before its move, it counts as moving on the ground."""
    return _moved(attack, "Target movement (not moved yet)", "ground", "AS-COM-046")


@hooks.target_moved.rule("AS-COM-047", kinds="immobile")
def target_immobile(attack: Attack) -> Modifier:
    """Whatever cannot move is much easier to hit; instead of its TMM, and once."""
    return _moved(attack, "Target immobile", "immobile", "AS-COM-047")


@hooks.target_moved.rule("AS-COM-048", kinds=("standstill", "minimum", "dismounted"))
def target_stood_still(attack: Attack) -> Modifier:
    """Standing still, shuffling a minimum move or just off its transport: no TMM."""
    return _moved(attack, "Target hardly moved", attack.target_moved, "AS-COM-048")


@hooks.target_moved.rule("AS-COM-049", kinds="submersible")
def target_under_way_in_water(attack: Attack) -> Modifier:
    """Submersible movement: TMM; strong and weak drives have lines of their own."""
    return _moved(attack, "Target movement (submersible)", "submersible", "AS-COM-049")


@hooks.target_moved.rule("AS-COM-050", kinds="dropped")
def target_dropped(attack: Attack) -> Modifier:
    """It comes down on jets or a parachute from an airborne unit this turn."""
    return _moved(attack, "Target dropped", "dropped", "AS-COM-050")


# -- terrain --------------------------------------------------------------------------------------------------


@rules.rule("AS-COM-055", otherwise=True)
def terrain_counts(attack: Attack) -> bool:
    """Whoever comes from above does not mind terrain."""
    return LEAP not in attack.traits and terrain_counts_for_blows(attack)


@rules.rule("AS-COM-087", otherwise=lambda attack: not attack.is_physical)
def terrain_counts_for_blows(attack: Attack) -> bool:
    """Woods and cover are in the way of blows as they are of shots."""
    return True


@hooks.to_hit.rule("AS-COM-052", part=hooks.OTHER)
def woods(attack: Attack) -> Modifier | None:
    """Occupied by either or in between: once, however many."""
    if attack.sight.woods_touched and terrain_counts(attack):
        return modifier("Woods", TERRAIN.of(attack)["woods"], "AS-COM-052")
    return None


@hooks.to_hit.rule("AS-COM-053", part=hooks.OTHER)
def partial_cover(attack: Attack) -> Modifier | None:
    """Behind solid terrain or in water up to the hips: once, even if both."""
    if attack.sight.status == "partial" and terrain_counts(attack):
        return modifier("Partial cover", TERRAIN.of(attack)["partial cover"], "AS-COM-053")
    return None


@hooks.to_hit.rule("AS-COM-054", part=hooks.OTHER)
def underwater(attack: Attack) -> Modifier | None:
    """Under water, or with torpedoes from the surface, at a target under water."""
    if attack.underwater and terrain_counts(attack):
        return modifier("Underwater", TERRAIN.of(attack)["underwater"], "AS-COM-054")
    return None


@hooks.to_hit.rule("AS-MOV-061", part=hooks.OTHER, plain=False)
def hull_down(attack: Attack) -> Modifier | None:
    """A unit that has gone hull down is harder to hit, except from its rear."""
    target = attack.target
    if target is None or not target.hull_down:
        return None
    return None if hit_direction(attack) == "rear" else modifier("Hull down", 1, "AS-MOV-061")


# -- the attack -----------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-065", "AS-AER-025", part=hooks.OTHER, plain=False)
def area_effect(attack: Attack) -> Modifier | None:
    """Kinds of attack that strike an area, wherever they come down."""
    if AREA in attack.traits:
        return modifier("Area effect", ATTACK.of(attack)["area effect"], "AS-COM-065")
    return None


@hooks.to_hit.rule("AS-COM-066", part=hooks.OTHER, plain=False, but=STRAFING)
def secondary_target(attack: Attack) -> Modifier | None:
    """A further target of the same weapons. Separate arcs, REAR weapons, extra attacks and strips do not count."""
    unit = attack.attacker
    if not unit.targets:
        return None
    first = next((target for slot, target in unit.targets if slot == "weapon"), None)
    if first is None or first == attack.target_name or attack.slot != "weapon":
        return None
    return modifier("Secondary target", ATTACK.of(attack)["secondary target"], "AS-COM-066")


@hooks.to_hit.rule("AS-COM-067", part=hooks.OTHER, plain=False)
def also_spotting(attack: Attack) -> Modifier | None:
    """A unit that spots for others this turn attacks less well itself."""
    if attack.attacker.spotted is not None:
        return modifier("Also spotting", ATTACK.of(attack)["also spotting"], "AS-COM-067")
    return None


@hooks.to_hit.rule("AS-COM-068", "AS-SPC-045", part=hooks.OTHER, ability="REAR", plain=False)
def rear_weapons(attack: Attack) -> Modifier | None:
    return modifier("REAR weapons", ATTACK.of(attack)["REAR"], "AS-COM-068") if attack.code == "REAR" else None


@hooks.to_hit.rule("AS-COM-069", "AS-COM-058", part=hooks.ANY_ATTACK, types="IM")
def industrial_mech(attack: Attack) -> Modifier | None:
    """Without advanced fire control; basic fire control makes no difference."""
    if attack.attacker.card.type == "IM" and fire_control(attack) != "AFC":
        return modifier("IndustrialMech without AFC", ATTACK.of(attack)["IndustrialMech without AFC"], "AS-COM-069")
    return None


@hooks.to_hit.rule("AS-COM-070", "AS-COM-058", part=hooks.ANY_ATTACK, types="SV")
def support_vehicle(attack: Attack) -> Modifier | None:
    """By its fire control: advanced, basic or none."""
    if attack.attacker.card.type != "SV":
        return None
    system = fire_control(attack)
    if system == "AFC":
        return None
    row = "support vehicle with BFC" if system == "BFC" else "support vehicle without AFC or BFC"
    return modifier(row.capitalize().replace("afc", "AFC").replace("bfc", "BFC"), ATTACK.of(attack)[row], "AS-COM-070")


def fire_control(attack: Attack) -> str:
    """What a unit that is not built for war aims with: AFC, BFC or nothing."""
    return overruled(attack.battle, hooks.fire_control, "", attack)


@hooks.to_hit.rule("AS-COM-071", part=hooks.OTHER, types=("DS", "DA"))
def grounded_dropship(attack: Attack) -> Modifier | None:
    """Moving or not, a DropShip on the ground is a steady platform."""
    if attack.attacker.card.is_dropship and not attack.attacker.airborne:
        return modifier("From a grounded DropShip", ATTACK.of(attack)["from a grounded DropShip"], "AS-COM-071")
    return None


@hooks.to_hit.rule("AS-COM-072", "AS-COM-058", "AS-SPC-018", part=hooks.ANY_ATTACK, ability="SHLD")
def shield(attack: Attack) -> Modifier | None:
    """A shield is in the way of one's own weapons, not of one's fists."""
    if attack.is_weapon and attack.attacker.active("SHLD"):
        return modifier("Shield (SHLD)", ATTACK.of(attack)["SHLD"], "AS-COM-072")
    return None


@hooks.to_hit.rule("AS-COM-057", "AS-DMG-047", "AS-AER-052", part=hooks.OTHER)
def fire_control_hits(attack: Attack) -> Modifier | None:
    """Each one counts, for weapons only."""
    hits = attack.attacker.wounds.count(FIRE_CONTROL) if attack.attacker.wounds else 0
    if hits and attack.is_weapon:
        return modifier("Fire Control Hits", hits * ATTACK.of(attack)["each Fire Control Hit"], "AS-COM-057")
    return None


@hooks.to_hit.rule("AS-COM-056", "AS-HEA-002", part=hooks.OTHER)
def heat(attack: Attack) -> Modifier | None:
    """As many as the heat level, for weapons only."""
    if attack.attacker.heat and attack.is_weapon:
        level = felt_heat(attack.battle, attack.attacker)
        return modifier("Heat", level, "AS-COM-056") if level else None
    return None


@hooks.to_hit.rule("AS-COM-073", part=hooks.OTHER, kinds="artillery")
def artillery_from_the_air(attack: Attack) -> Modifier | None:
    if attack.attacker.airborne:
        rows = ATTACK.of(attack)
        return modifier("Artillery from an airborne unit", rows["artillery from an airborne unit"], "AS-COM-073")
    return None


# -- the target -----------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-074", "AS-AER-026", "AS-AER-084", part=hooks.OTHER, types="aerospace")
def airborne_aerospace(attack: Attack) -> Modifier | None:
    """Hard to follow, except for another one in the air."""
    target, attacker = attack.target, attack.attacker
    if target is None or not (target.airborne and target.card.is_aerospace):
        return None
    if attacker.airborne and attacker.card.is_aerospace:
        return None
    return modifier("Airborne aerospace target", AIMED_AT.of(attack)["airborne aerospace"], "AS-COM-074")


@hooks.to_hit.rule("AS-COM-075", "AS-AER-026", "AS-AER-084", part=hooks.OTHER, types=("DS", "DA"))
def airborne_dropship(attack: Attack) -> Modifier | None:
    target = attack.target
    if target is not None and target.airborne and target.card.is_dropship:
        return modifier("Airborne DropShip target", AIMED_AT.of(attack)["airborne DropShip"], "AS-COM-075")
    return None


@hooks.to_hit.rule("AS-COM-076", part=hooks.OTHER, types=("CV", "SV"))
def airborne_vtol_or_wige(attack: Attack) -> Modifier | None:
    """In the air; landed it is a vehicle like others."""
    target = attack.target
    if target is not None and target.airborne and target.card.is_air_vehicle:
        return modifier("Airborne VTOL or WiGE target", AIMED_AT.of(attack)["airborne VTOL or WiGE"], "AS-COM-076")
    return None


@hooks.to_hit.rule("AS-COM-077", part=hooks.OTHER, types="BA")
def battle_armor(attack: Attack) -> Modifier | None:
    if attack.target is not None and attack.target.card.is_battle_armor:
        return modifier("Battle armor target", AIMED_AT.of(attack)["battle armor"], "AS-COM-077")
    return None


@hooks.to_hit.rule("AS-COM-078", part=hooks.OTHER, types="large")
def large(attack: Attack) -> Modifier | None:
    """LG, VLG or SLG, or as large as that: once. A DropShip or small craft in the air has its size in its own row."""
    target = attack.target
    if target is not None and target.card.is_large and not (target.airborne and has_own_row(target)):
        return modifier("Large target", AIMED_AT.of(attack)["large"], "AS-COM-078")
    return None


def has_own_row(unit: Unit) -> bool:
    return unit.card.is_dropship or unit.card.type == "SC"


@hooks.to_hit.rule("AS-COM-079", part=hooks.OTHER, types="PM")
def protomech(attack: Attack) -> Modifier | None:
    if attack.target is not None and attack.target.card.is_protomech:
        return modifier("ProtoMech target", AIMED_AT.of(attack)["ProtoMech"], "AS-COM-079")
    return None


@hooks.to_hit.rule("AS-COM-080", "AS-COM-058", "AS-SPC-046", part=hooks.OTHER, ability="STL")
def stealth(attack: Attack) -> Modifier | None:
    """By the range the shot counts as made at, for weapons only, while it is switched on."""
    target = attack.target
    if target is None or not attack.is_weapon or not works(attack.battle, target, "STL"):
        return None
    row = STEALTH.of(attack)["battle armor" if target.card.is_battle_armor else "other"]
    value = row[aiming_bracket(attack)]
    return modifier("Stealth (STL)", value, "AS-COM-080") if value else None


# -- range ----------------------------------------------------------------------------------------------------


def aiming_bracket(attack: Attack) -> str:
    """The bracket a shot counts as made at: where the target stands, unless a network lends a better one."""
    bracket = attack.bracket
    for hook in attack.battle.hooks[hooks.aiming_bracket]:
        bracket = hook(attack, bracket) or bracket
    return bracket


@hooks.to_hit.rule("AS-COM-060", "AS-AER-025", "AS-AER-070", part=hooks.RANGE)
def distance(attack: Attack) -> Modifier | None:
    """Farther is harder. Physical attacks have no range; artillery has rows of its own."""
    if not attack.is_weapon or attack.has_flat_range:
        return None
    bracket = attack.bracket
    return modifier(f"Range: {RANGE_NAMES[bracket]}", RANGES.of(attack)[bracket]["modifier"], "AS-COM-060")
