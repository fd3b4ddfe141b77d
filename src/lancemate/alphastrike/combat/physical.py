"""Physical attacks (pp. 45-46): who may strike how, one strike a turn, punches, kicks and hand weapons.

Knows what all physical attacks share. Charges and Death From Above are in charge.py, infantry climbing onto machines in
antimech.py; the rows of the target number stand in tohit.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import blows
from lancemate.alphastrike.combat.attack import Kind, attack_kind
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# The kinds of physical attack by kind of unit; melee needs MEL and Death From Above jumping Move besides.
STRIKES: Final = rules.table(
    "AS-COM-083",
    {
        "'Mech": ["physical", "melee", "charge", "dfa"],
        "ProtoMech": ["physical", "melee"],
        "vehicle": ["charge"],
        "infantry with AM": ["antimech"],
        "other unit": [],
    },
)

NAMES: Final = {
    "physical": "punch or kick",
    "melee": "strike with a hand weapon",
    "charge": "charge",
    "dfa": "make a Death From Above attack",
    "antimech": "make an anti-'Mech attack",
}


def striker(battle: Battle, unit: Unit) -> str:
    """The row of the table a unit belongs to."""
    card = unit.card
    if card.is_mech:
        return "'Mech"
    if card.is_protomech:
        return "ProtoMech"
    if card.is_vehicle:
        return "vehicle"
    return "infantry with AM" if any(swarms(battle, unit) for swarms in battle.hooks[hooks.swarms]) else "other unit"


def blow_of(battle: Battle, unit: Unit) -> str:
    """The kind of blow that a 'Mech or ProtoMech strikes with its limbs."""
    return "melee" if _has_hand_weapon(battle, unit) else "physical"


def undeclared_blows(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The kinds of physical attack a unit may make without having announced it with its move."""
    limbs = ("physical", "melee")
    return tuple(
        kind
        for kind in STRIKES.of(battle)[striker(battle, unit)]
        if trait.DECLARED not in hooks.attack_kinds[kind].traits
        and (kind not in limbs or kind == blow_of(battle, unit))
    )


def why_not_strike(battle: Battle, unit: Unit, kind: str) -> Refusal | None:
    """Why a unit can never make this kind of physical attack, or None."""
    row = striker(battle, unit)
    if kind in STRIKES.of(battle)[row]:
        return None
    allowed = " or ".join(NAMES.get(name, name) for name in STRIKES.of(battle)[row])
    why = f"as {row} it may {allowed}" if allowed else "units of its type make no physical attacks"
    return Refusal("cannot_strike", f"{unit.id} cannot {NAMES[kind]}: {why}", "AS-COM-083")


def _has_hand_weapon(battle: Battle, unit: Unit) -> bool:
    return any(carries(battle, unit) for carries in battle.hooks[hooks.hand_weapon])


@hooks.may_attack.rule("AS-COM-083", part=hooks.ABLE, traits=trait.PHYSICAL)
def who_may_strike(attack: Attack) -> Refusal | None:
    """Four kinds of physical attack, each for some units only."""
    return why_not_strike(attack.battle, attack.attacker, attack.kind)


@hooks.may_attack.rule("AS-COM-083", part=hooks.ABLE, traits=trait.PHYSICAL)
def nothing_is_fired(attack: Attack) -> Refusal | None:
    """Whoever strikes looks for itself and fires nothing."""
    command = attack.command
    if command.using is None and command.spotter is None:
        return None
    what = f"fires no {command.using}" if command.using is not None else f"needs no spotter ({command.spotter})"
    text = f"{attack.attacker.id} {what} when it strikes; name its target only, or make it a weapon attack"
    return Refusal("not_fired", text, "AS-COM-083")


def has_shot(unit: Unit) -> bool:
    return any(slot.startswith("weapon") for slot in unit.attacks)


@hooks.may_attack.rule("AS-COM-084", part=hooks.STRUCK, plain=False)
def strike_or_shoot(attack: Attack) -> Refusal | None:
    """One physical attack a turn, and none in a turn with weapon fire. Artillery comes on top (AS-COM-104)."""
    unit = attack.attacker
    struck = "physical" in unit.attacks
    if attack.is_physical and (struck or has_shot(unit)):
        done = "made its physical attack" if struck else "fired its weapons"
        text = f"{unit.id} has {done} this turn; a unit makes one physical attack a turn, or shoots"
        return Refusal("already_attacked", text, "AS-COM-084")
    if struck and attack.is_weapon and not attack.is_extra:
        text = f"{unit.id} has made its physical attack this turn and may not shoot as well"
        return Refusal("already_attacked", text, "AS-COM-084")
    return None


@hooks.may_attack.rule("AS-COM-085", part=hooks.AIM, traits=trait.BLOW)
def within_arms_height(attack: Attack) -> Refusal | None:
    """Whoever strikes stands beside its target: their heights overlap. (Base contact has its own limit, AS-INT-011.)"""
    target = attack.target
    if target is None:
        return None
    mine, other = attack.attacker.body, target.body
    if mine.bottom < other.top - TINY and other.bottom < mine.top - TINY:
        return None
    text = f"{target.id} stands at {other.bottom:g} inches, out of reach for {attack.attacker.id} at {mine.bottom:g}"
    return Refusal("out_of_reach", f"{text}: strike a unit at its own height", "AS-COM-085")


@hooks.to_hit.rule("AS-BAT-115", part=hooks.OTHER, traits=trait.PHYSICAL)
def large_striker(attack: Attack) -> Modifier | None:
    """Large units are slow with their limbs."""
    if attack.attacker.card.is_large:
        return Modifier("Large attacker", 1, "AS-BAT-115")
    return None


# -- punches and kicks ----------------------------------------------------------------------------------------


@rules.rule("AS-COM-090", otherwise=NONE)
def punch_strength(attack: Attack) -> Strength:
    """A punch or kick does the attacker's Size."""
    return Strength(attack.attacker.card.size)


def punch_parts(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier(f"Size {attack.attacker.card.size}", punch_strength(attack).points, "AS-COM-090"),)


@hooks.may_attack.rule("AS-COM-090", part=hooks.AIM, kinds="physical")
def within_one_inch(attack: Attack) -> Refusal | None:
    """Punches and kicks reach 1 inch; who carries a hand weapon uses that."""
    unit = attack.attacker
    if _has_hand_weapon(attack.battle, unit):
        text = f"{unit.id} carries a hand weapon (MEL): it strikes with kind melee, not with a punch or kick"
        return Refusal("must_use_melee", text, "AS-COM-090")
    return _too_far(attack, "AS-COM-090")


# -- hand weapons ---------------------------------------------------------------------------------------------


@rules.rule("AS-COM-091", otherwise=NONE)
def melee_strength(attack: Attack) -> Strength:
    """A hand weapon does the attacker's Size and 1 more."""
    return Strength(attack.attacker.card.size + 1)


def melee_parts(attack: Attack) -> tuple[Modifier, ...]:
    size = attack.attacker.card.size
    more = melee_strength(attack).points - size
    return Modifier(f"Size {size}", size, "AS-COM-091"), Modifier("Hand weapon", more, "AS-COM-091")


@hooks.may_attack.rule("AS-COM-091", part=hooks.AIM, kinds="melee")
def within_two_inches(attack: Attack) -> Refusal | None:
    """A hand weapon reaches 2 inches; only units with MEL have one."""
    unit = attack.attacker
    if not _has_hand_weapon(attack.battle, unit):
        text = f"{unit.id} has no hand weapon (MEL); it may punch or kick with kind physical"
        return Refusal("no_melee_weapon", text, "AS-COM-091")
    return _too_far(attack, "AS-COM-091")


def _too_far(attack: Attack, by: str) -> Refusal | None:
    reach = attack.kind_rules.reach
    if attack.distance <= reach + TINY or on_hexes(attack.battle):  # there the next hex is the limit
        return None
    text = f"the target is {attack.distance:.2f} inches away; {attack.attacker.id} reaches {reach:g}"
    return Refusal("out_of_reach", text, by)


def physical_slot(attack: Attack) -> str:
    return "physical"


attack_kind(
    Kind(
        "physical",
        traits=trait.traits(trait.ATTACK, trait.PHYSICAL, trait.BLOW),
        words="punch or kick",
        slot=physical_slot,
        strength=punch_strength,
        explain=punch_parts,
        reach=1.0,
        aims=blows("physical"),
    )
)
attack_kind(
    Kind(
        "melee",
        traits=trait.traits(trait.ATTACK, trait.PHYSICAL, trait.BLOW, trait.HAND_WEAPON),
        words="hand weapon",
        slot=physical_slot,
        strength=melee_strength,
        explain=melee_parts,
        reach=2.0,
        aims=blows("melee"),
    )
)
