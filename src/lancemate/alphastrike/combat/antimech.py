"""Anti-'Mech attacks (p. 46): infantry swarming over a machine it stands beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import blows
from lancemate.alphastrike.combat.amount import at_short
from lancemate.alphastrike.combat.attack import Kind, attack_kind
from lancemate.alphastrike.combat.physical import physical_slot
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import contact_rule, measured, on_hexes
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.state import Unit


def on_the_ground(unit: Unit) -> bool:
    """A ground unit, or an air vehicle or aerospace unit that has landed."""
    card = unit.card
    return not unit.airborne and (card.is_ground_unit or card.is_air_vehicle or card.is_aerospace)


def is_machine(unit: Unit) -> bool:
    """What infantry is trained to climb onto."""
    return unit.card.is_mech or unit.card.is_vehicle


@hooks.may_attack.rule("AS-COM-101", part=hooks.AIM, kinds="antimech")
def swarms_what_it_touches(attack: Attack) -> Refusal | None:
    """Base contact with any unit on the ground, 'Mech or not."""
    target = attack.target
    if target is None or not on_the_ground(target):
        text = f"{attack.attacker.id} swarms ground units, landed VTOLs and WiGEs and grounded aerospace units only"
        return Refusal("not_a_target", text, "AS-COM-101")
    if not in_contact(attack.battle, attack.attacker, target):
        if on_hexes(attack.battle) and measured(attack.battle, attack.distance) > 1.0:
            return None  # how far a blow may come from is a rule of its own there
        text = f"{attack.attacker.id} must stand in base contact with {target.id}"
        return Refusal("not_in_contact", text, contact_rule(attack.battle, "AS-COM-101"))
    return None


@hooks.to_hit.rule("AS-COM-102", part=hooks.OTHER, kinds="antimech")
def antimech_modifier(attack: Attack) -> Modifier | None:
    return Modifier("Anti-'Mech attack", 1, "AS-COM-102")


@hooks.to_hit.rule("AS-COM-102", part=hooks.OTHER, kinds="antimech")
def conventional_infantry(attack: Attack) -> Modifier | None:
    if attack.attacker.card.is_conventional_infantry:
        return Modifier("Conventional infantry", 3, "AS-COM-102")
    return None


@hooks.to_hit.rule("AS-COM-102", part=hooks.OTHER, kinds="antimech")
def defended_by_battle_armor(attack: Attack) -> Modifier | None:
    target = attack.target
    if target is None:
        return None
    carried = (unit for unit in attack.battle.units.values() if unit.aboard == target.id)
    if any(unit.card.is_battle_armor for unit in carried):
        return Modifier("Target carries battle armor", 3, "AS-COM-102")
    return None


@rules.rule("AS-COM-103", otherwise=NONE)
def antimech_strength(attack: Attack) -> Strength:
    """The damage of Short range; heat that goes with it comes on top as in any attack."""
    return at_short(attack)


def antimech_parts(attack: Attack) -> tuple[Modifier, ...]:
    short = stats(attack.battle, attack.attacker).damage.S.points
    lost = antimech_strength(attack).points - short
    hidden = (Modifier("Hull down", lost, "AS-MOV-062"),) if lost else ()
    return (Modifier("Damage at Short", short, "AS-COM-103"), *hidden)


@rules.rule("AS-COM-103", otherwise=())
def antimech_causes(attack: Attack, settled: Settled) -> tuple[str, ...]:
    """A point of damage or heat is enough for a critical check, whatever armor is left."""
    return ("antimech",) if settled.damage > 0 or settled.heat > 0 else ()


attack_kind(
    Kind(
        "antimech",
        traits=trait.traits(trait.ATTACK, trait.PHYSICAL, trait.ANTI_MECH),
        words="anti-'Mech attack",
        slot=physical_slot,
        strength=antimech_strength,
        explain=antimech_parts,
        causes=antimech_causes,
        meant_for=is_machine,
        aims=blows("antimech"),
    )
)
