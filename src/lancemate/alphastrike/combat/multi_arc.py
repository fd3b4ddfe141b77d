"""Which weapons of a unit fire together: all of an ordinary unit's, one arc's or one turret's (pp. 40-41, 64-65, 79).

A ``Mount`` is what makes one weapon attack. Ordinary units have one, and a turret that turns part of the same weapons
elsewhere; units with several arcs have one mount per arc and per turret, and each may attack every turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, Damage
from lancemate.alphastrike.cards.specials import NO_SPECIALS
from lancemate.alphastrike.combat.arcs import Arc, bears_on, firing_arc
from lancemate.alphastrike.play.footprint import SECTION_RADIUS, sections_of
from lancemate.alphastrike.play.stats import section_worn, stats, weapon_hits_on, worn
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse
from lancemate.kernel.ruleset import Switched
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card, SectionCard
    from lancemate.alphastrike.cards.specials import Special, Specials
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ALL_ROUND: Final = Arc("all round", 0.0, 360.0, "AS-COM-033")

# Centre (degrees off the facing) and width of every arc of a unit with several, by how it stands.
MULTI_ARCS: Final = rules.table(
    "AS-COM-031",
    {
        "large unit": {"front": [0, 90], "nose": [0, 90], "right": [90, 90], "aft": [180, 90], "left": [270, 90]},
        "grounded spheroid": {"left": [270, 180], "right": [90, 180]},
        "grounded aerodyne": {"left": [315, 90], "right": [45, 90], "aft": [180, 90]},
    },
)
NOSE_CORRIDOR: Final = 2.0  # inches wide, straight ahead of a grounded aerodyne


@frozen
class Mount:
    """Weapons that make one attack together. ``offset`` is their place to the right and ahead of the unit's centre."""

    name: str
    damage: Damage
    specials: Specials
    arc: Arc | None  # None: it bears on nothing as the unit stands now
    turret: Special | None = None
    separate: bool = False  # it attacks besides the unit's other mounts
    offset: tuple[float, float] | None = None
    section: str | None = None  # of a mobile structure


def mounts_of(battle: Battle, unit: Unit) -> tuple[Mount, ...]:
    """The mounts of a unit as it stands now."""
    arcs = _arcs_now(battle, unit)
    # Where weapons bear is ruled anew every time; the weapons that bear there are printed on the card, as long as
    # nothing takes the place of the book's own rules about turrets.
    if battle.changed is not None:
        return _mounts(battle, unit, arcs)
    key = ("mounts", unit.id)
    known: tuple[object, tuple[Mount, ...]] | None = battle.memory.get(key)
    if known is None or known[0] != arcs:
        known = battle.memory[key] = (arcs, _mounts(battle, unit, arcs))
    return known[1]


def has_turret(battle: Battle, unit: Unit) -> bool:
    """Some of its weapons turn: printed on its card, and read by rules that stay the same for a battle."""
    key = ("turret", unit.id)
    known: bool | None = battle.memory.get(key)
    if known is None:
        known = battle.memory[key] = any(mount.turret is not None for mount in mounts_of(battle, unit))
    return known


def _arcs_now(battle: Battle, unit: Unit) -> tuple[Arc | None, ...]:
    """The arcs of a unit as it stands now, in the order of its card."""
    card = unit.card
    if not card.is_multi_arc:
        return (firing_arc(battle, unit),)
    names = [*card.arcs, *(name for section in sections_of(battle, unit) for name in section.arcs)]
    return tuple([arc_now(battle, unit, name) for name in names])


def _mounts(battle: Battle, unit: Unit, arcs: tuple[Arc | None, ...]) -> tuple[Mount, ...]:
    card = unit.card
    mounts: list[Mount] = []
    turrets = list(turrets_among(battle, card.specials))
    if card.is_multi_arc:
        bears = iter(arcs)
        for name, arc in card.arcs.items():
            mounts.append(Mount(name, arc.damage, arc.weapons, next(bears), separate=True))
            turrets += turrets_among(battle, arc.specials)
        for section in sections_of(battle, unit):
            mounts += _section_mounts(battle, section, bears)
    else:
        mounts.append(Mount("body", card.damage, card.specials, arcs[0]))
    separate = turrets_fire_apart(battle, unit) or building_fires_its_turret(battle, unit)
    for number, turret in enumerate(turrets, start=1):
        name = "turret" if len(turrets) == 1 else f"turret {number}"
        mounts.append(_turret(name, turret, separate))
    return tuple(mounts)


@rules.rule("AS-SPC-052", "AS-COM-033", otherwise=())
def turrets_among(battle: Battle, specials: Specials) -> tuple[Special, ...]:
    """A turret bears on every side, with damage values and abilities of its own."""
    return specials.turrets


def _turret(name: str, turret: Special, separate: bool) -> Mount:
    damage = turret.strength if isinstance(turret.strength, Damage) else NO_DAMAGE
    return Mount(name, damage, turret.nested or NO_SPECIALS, ALL_ROUND, turret, separate)


def _section_mounts(battle: Battle, section: SectionCard, bears: Iterator[Arc | None]) -> Iterator[Mount]:
    """What fires from one section: its arcs, the rest of it, and each of its turrets."""
    whole = Mount("", NO_DAMAGE, section.specials, ALL_ROUND, None, True, section.at, section.name)
    for name, arc in section.arcs.items():
        full = f"{section.name} {name}"
        yield replace(whole, name=full, damage=arc.damage, specials=arc.weapons, arc=next(bears))
    if section.damage.harms or not section.arcs:
        yield replace(whole, name=section.name, damage=section.damage)
    turrets = turrets_among(battle, section.specials)
    for number, turret in enumerate(turrets, start=1):
        name = f"{section.name} turret" if len(turrets) == 1 else f"{section.name} turret {number}"
        yield replace(_turret(name, turret, True), offset=section.at, section=section.name)


def arc_now(battle: Battle, unit: Unit, name: str) -> Arc | None:
    """Where the weapons of one arc bear, as the unit stands now."""
    if unit.card.is_dropship and not unit.airborne:
        grounded = spheroid_arc if unit.card.type == "DS" else aerodyne_arc
        return grounded(battle, unit, name)
    return quarter_arc(battle, unit, name)


def _everywhere(battle: Battle, unit: Unit, name: str) -> Arc:
    return ALL_ROUND


@rules.rule("AS-COM-031", "AS-BAT-122", otherwise=_everywhere)
def quarter_arc(battle: Battle, unit: Unit, name: str) -> Arc | None:
    """Four arcs of 90 degrees; on the line between two the attacker chooses."""
    return _arc_from_table(battle, "large unit", name, "AS-BAT-122")


@rules.rule("AS-COM-031", "AS-BAT-125", otherwise=_everywhere)
def spheroid_arc(battle: Battle, unit: Unit, name: str) -> Arc | None:
    """A grounded spheroid fires left and right at the ground, ahead only at airborne targets, and never aft."""
    if name in ("nose", "front"):
        return Arc("nose", 0.0, 360.0, "AS-BAT-125", airborne_only=True)
    return _arc_from_table(battle, "grounded spheroid", name, "AS-BAT-125")


@rules.rule("AS-COM-031", "AS-BAT-126", otherwise=_everywhere)
def aerodyne_arc(battle: Battle, unit: Unit, name: str) -> Arc | None:
    """A grounded aerodyne has a narrow path ahead of its nose and a quarter of the field for either wing."""
    if name in ("nose", "front"):
        return Arc("nose", 0.0, 180.0, "AS-BAT-126", corridor=NOSE_CORRIDOR)
    return _arc_from_table(battle, "grounded aerodyne", name, "AS-BAT-126")


def _arc_from_table(battle: Battle, stands: str, name: str, by: str) -> Arc | None:
    row = MULTI_ARCS.of(battle)[stands].get(name)
    return Arc(name, float(row[0]), float(row[1]), by) if row is not None else None


@rules.rule("AS-BAT-118", otherwise=False)
def is_exceptionally_large(by: Switched, card: Card) -> bool:
    """DropShips, mobile structures and whatever carries VLG or SLG."""
    return card.is_dropship or card.is_mobile_structure or "VLG" in card.specials or "SLG" in card.specials


@rules.rule("AS-BAT-123", otherwise=False)
def turrets_fire_apart(battle: Battle, unit: Unit) -> bool:
    """Each turret of an exceptionally large unit makes an attack of its own."""
    return unit.card.is_multi_arc or is_exceptionally_large(battle, unit.card)


@rules.rule("AS-URB-017", otherwise=False)
def is_solid(by: Switched, card: Card) -> bool:
    """A building with a card of its own is a building all the same: nobody sees through it."""
    return card.building


@rules.rule("AS-URB-017", otherwise=False)
def building_fires_its_turret(battle: Battle, unit: Unit) -> bool:
    """An advanced building fires its turret besides its other weapons, and those in its rear as well."""
    return unit.card.building


# -- which mount makes an attack ------------------------------------------------------------------------------


def choose_mount(attack: Attack, named: str | None) -> tuple[Mount, Special | None]:
    """The mount that makes this attack and the ability it fires: the one the player names, or the first that bears.

    Only weapons are mounted; a unit's other abilities are found wherever they stand on its card.
    """
    mounts = mounts_of(attack.battle, attack.attacker)
    if attack.arc is not None:
        mounts = (_named_mount(attack, mounts, named),)
    elif attack.is_physical:
        mounts = mounts[:1]
    if len(mounts) == 1 and (named is None or (named == "TUR" and mounts[0].turret is not None)):
        return mounts[0], mounts[0].turret
    ability: Special | None = _ability(attack, mounts, named)
    able = [mount for mount in mounts if ability is None or _carries(mount, ability.code)] or list(mounts)
    if ability is not None and ability.code == "TUR":
        able = [mount for mount in able if mount.turret is not None] or able
    elif ability is not None and ability.code == "REAR":
        able = able[:1]
    mount = next((one for one in able if _ready(attack, one)), able[0])
    if mount.turret is not None and (ability is None or ability.code == "TUR"):
        return mount, mount.turret
    return mount, ability if ability is None else mount.specials.get(ability.code) or ability


def _named_mount(attack: Attack, mounts: tuple[Mount, ...], ability: str | None) -> Mount:
    """The weapons called so. The turret of a section may be named by the section, and the only one of all as such."""
    turrets = [mount for mount in mounts if mount.section is not None and mount.turret is not None]
    if ability == "TUR":
        turrets = [mount for mount in turrets if mount.section == attack.arc] or turrets
    for mount in mounts:
        if mount.name == attack.arc and not (ability == "TUR" and mount.section is not None and mount.turret is None):
            return mount
    if turrets and (ability == "TUR" or (attack.arc == "turret" and len(turrets) == 1)):
        return turrets[0]
    known = ", ".join(mount.name for mount in mounts)
    raise refuse("unknown_arc", f"{attack.attacker.id} has no weapons {attack.arc!r}; it has {known}", "AS-COM-031")


def _ability(attack: Attack, mounts: tuple[Mount, ...], named: str | None) -> Special | None:
    if named is None:
        return None
    card = attack.attacker.card
    for specials in (*(mount.specials for mount in mounts), card.specials):
        found = specials.find(named)
        if found is not None:
            return found
    has = ", ".join(dict.fromkeys(str(mount.specials) for mount in mounts if mount.specials)) or "none"
    raise refuse("no_such_ability", f"{attack.attacker.id} has no {named}; its abilities are {has}", "AS-SPC-005")


def _carries(mount: Mount, code: str) -> bool:
    return code in mount.specials or (code == "TUR" and mount.turret is not None)


def _ready(attack: Attack, mount: Mount) -> bool:
    if silenced(attack, mount) or mount_slot(attack, mount) in attack.attacker.attacks:
        return False
    return mount_bears(attack, mount)


@rules.rule("AS-MOV-062", otherwise=False)
def silenced(attack: Attack, mount: Mount) -> bool:
    """A vehicle that has gone hull down fires its turret only."""
    unit = attack.attacker
    return unit.hull_down and unit.card.is_vehicle and attack.is_weapon and mount.turret is None


def mount_bears(attack: Attack, mount: Mount) -> bool:
    """The target stands in the arc of these weapons."""
    for hook in attack.battle.hooks[hooks.bears]:
        answer = hook(attack, mount)
        if answer is not None:
            return answer
    arc = mount.arc
    if arc is None or (arc.airborne_only and not (attack.target is not None and attack.target.airborne)):
        return False
    if arc.width >= 360.0:
        return True
    x, y, _ = place_of(attack.battle, attack.attacker, mount)
    where, radius = attack.aim
    return bears_on(attack.battle, arc, (x, y), attack.attacker.facing, where, radius)


def place_of(battle: Battle, unit: Unit, mount: Mount | None) -> tuple[float, float, float]:
    """Centre and radius of what a mount's ranges are measured from: the unit's base, or its own section's."""
    if mount is None or mount.offset is None:
        return unit.x, unit.y, unit.radius
    right, ahead = mount.offset
    return *battle.table.beside(unit.at, unit.facing, right, ahead), SECTION_RADIUS


@rules.rule("AS-COM-002", otherwise="weapon")
def mount_slot(attack: Attack, mount: Mount) -> str:
    """Every arc and every separate turret has an attack of its own; an ordinary unit has one for all its weapons."""
    return f"weapon:{mount.name}" if mount.separate else "weapon"


def mount_damage(battle: Battle, unit: Unit, mount: Mount) -> Damage:
    """The damage values of a mount now."""
    if mount.name == "body":
        return stats(battle, unit).damage if unit.wounds else unit.card.damage
    if mount.section is not None:
        return section_worn(battle, mount.damage, weapon_hits_on(unit, mount.section))
    if not unit.wounds:
        return mount.damage
    return worn(battle, unit.card, mount.damage, unit.wounds, mount.name if mount.separate else None)
