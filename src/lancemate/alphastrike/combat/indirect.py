"""Indirect fire (p. 41): shooting at what another unit sees.

The spotter's eyes and the terrain on its line count, the attacker's own range, movement and arc. Knows who may spot for
whom; what the shot does stands in weapons.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Damage, Strength
from lancemate.alphastrike.combat.attack import must_attack
from lancemate.alphastrike.combat.sight import look, look_at_piece, sight_range
from lancemate.alphastrike.combat.tohit import ATTACK, movement_modifier
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

# Abilities that let an aerospace unit spot: Recon and what confers it.
EYES_IN_THE_SKY: Final = ("RCN", "PRB", "LPRB", "BH", "WAT", "NOVA")


# -- who may spot ---------------------------------------------------------------------------------------------


def why_not_spot(battle: Battle, spotter: Unit, attacker: Unit, target: Unit | Feature) -> Refusal | None:
    """Why a unit cannot spot a target for an attacker, or None."""
    return (
        no_eyes_on_target(battle, spotter, attacker, target)
        or spots_another(battle, spotter, target.id)
        or cannot_spot_from_the_air(battle, spotter)
        or has_no_time_to_spot(battle, spotter)
    )


def has_no_time_to_spot(battle: Battle, spotter: Unit) -> Refusal | None:
    """Why a unit does not spot for anybody: hook ``may_spot`` (battle, spotter) -> Refusal | None."""
    for hook in battle.hooks[hooks.may_spot]:
        refusal: Refusal | None = hook(battle, spotter)
        if refusal is not None:
            return refusal
    return None


def spotters_for(battle: Battle, attacker: Unit, target: Unit | Feature) -> list[Unit]:
    """Every unit that could spot this target for this attacker now."""
    friends = battle.in_the_open(attacker.side)
    return [unit for unit in friends if why_not_spot(battle, unit, attacker, target) is None]


@rules.rule("AS-COM-022", otherwise=None)
def no_eyes_on_target(battle: Battle, spotter: Unit, attacker: Unit, target: Unit | Feature) -> Refusal | None:
    """A spotter is another unit of the same side that sees the target from no more than 42 inches."""
    if spotter.id == attacker.id or spotter.side != attacker.side or not spotter.in_the_open:
        text = f"{spotter.id} cannot spot for {attacker.id}: a spotter is another unit of its side on the table"
        return Refusal("no_spotter", text, "AS-COM-022")
    limit = sight_range(battle)
    distance = apart(battle, spotter, target)
    if distance > limit + TINY:
        text = f"{spotter.id} is {distance:.1f} inches from {target.id}; a spotter must be within {limit:g}"
        return Refusal("no_spotter", text, "AS-COM-022")
    ruling = look(battle, spotter, target) if isinstance(target, Unit) else look_at_piece(battle, spotter, target)
    if ruling.status == "blocked":
        text = f"{spotter.id} does not see {target.id}: {ruling.reason}"
        return Refusal("no_spotter", text, ruling.rule)
    return None


@rules.rule("AS-COM-025", otherwise=None)
def spots_another(battle: Battle, spotter: Unit, target: str) -> Refusal | None:
    """A spotter serves any number of attacks in a turn, but on one target only."""
    if spotter.spotted is None or spotter.spotted == target:
        return None
    text = f"{spotter.id} has spotted {spotter.spotted} this turn; it may spot that target again, but no other"
    return Refusal("spots_another", text, "AS-COM-025")


@rules.rule("AS-COM-026", "AS-SPC-132", otherwise=None)
def cannot_spot_from_the_air(battle: Battle, spotter: Unit) -> Refusal | None:
    """Aerospace units need Recon to spot."""
    if not spotter.card.is_aerospace or any(works(battle, spotter, code) for code in EYES_IN_THE_SKY):
        return None
    if any(hook(battle, spotter) for hook in battle.hooks[hooks.reconnoitres]):
        return None
    text = f"{spotter.id} is an aerospace unit without Recon (RCN); spot with a ground unit or one that has it"
    return Refusal("no_spotter", text, "AS-COM-026")


# -- may the attack be made -----------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-022", part=hooks.SIGHT, plain=False)
def needs_spotter(attack: Attack) -> Refusal | None:
    """Indirect fire takes IF, a target that is no mere point, and a spotter for it."""
    if not attack.indirect or trait.SHOT not in attack.traits:
        return None
    attacker, target = attack.attacker, attack.target or attack.feature
    improved = attack.code == "IATM" and attack.command.ammo == "indirect"
    if "IF" not in attack.mount.specials and not improved:
        text = f"{attacker.id} cannot fire indirectly without the ability IF; name no spotter to fire directly"
        return Refusal("no_indirect_fire", text, "AS-COM-022")
    if attack.code not in ("IF", "LRM") and not improved:
        text = f"{attack.code or 'all weapons together'} cannot be fired indirectly; use IF, or LRM with its munitions"
        return Refusal("no_indirect_fire", text, "AS-COM-022")
    if target is None:
        return Refusal(
            "not_a_target",
            "indirect fire is aimed at a unit or a piece of terrain; use artillery against a point",
            "AS-COM-022",
        )
    if attack.spotter is None:
        if any(hook(attack) for hook in attack.battle.hooks[hooks.fires_blind]):
            return None
        names = ", ".join(unit.id for unit in spotters_for(attack.battle, attacker, target)) or "nobody"
        text = f"indirect fire needs a spotter; {names} could spot {target.id} for {attacker.id} now"
        return Refusal("no_spotter", text, "AS-COM-022")
    return why_not_spot(attack.battle, attack.spotter, attacker, target)


@hooks.may_attack.rule("AS-COM-023", part=hooks.ABLE, plain=False)
def keeps_its_promise(attack: Attack) -> Refusal | None:
    """A unit that spotted on the promise not to attack may not attack this turn."""
    unit = attack.attacker
    if not unit.spotter_promise or must_attack(unit):
        return None
    text = f"{unit.id} spotted {unit.spotted} on the promise not to attack this turn"
    hint = "to keep its attack the indirect shot must be made with spotter_attacks, at 1 more"
    return Refusal("promised_not_to_attack", f"{text}; {hint}", "AS-COM-023")


# -- what may be said with it ---------------------------------------------------------------------------------


@hooks.attack_choices.rule("AS-COM-109", kinds="artillery")
def shells_with_a_spotter(attack: Attack) -> Choice | None:
    """Whoever aims artillery at a point may let a friend look."""
    unit = attack.attacker
    friends = tuple(one.id for one in attack.battle.in_the_open(unit.side) if one is not unit)
    if attack.point is None or not friends:
        return None
    return Choice("spotter", "Seen by", "unit", "AS-COM-109", among=friends)


@hooks.attack_choices.rule("AS-COM-023", traits=(trait.SHOT, trait.ARTILLERY), but=trait.AFAR)
def spotter_may_keep_its_attack(attack: Attack) -> Choice | None:
    """Whoever has, or may have, a spotter says whether that one attacks as well."""
    if attack.spotter is None and attack.point is None:
        return None
    words = "The spotter keeps its own attack (harder to hit)"
    return Choice("spotter_attacks", words, "flag", "AS-COM-023", beside="spotter")


# -- target number --------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-023", part=hooks.OTHER, plain=False)
def indirect_fire(attack: Attack) -> Modifier | None:
    return Modifier("Indirect fire", ATTACK.of(attack)["indirect fire"], "AS-COM-023") if attack.indirect else None


@hooks.to_hit.rule("AS-COM-023", part=hooks.OTHER, plain=False)
def spotter_attacks_too(attack: Attack) -> Modifier | None:
    """Any attack the spotter has made, or keeps the right to make, this turn."""
    if attack.spotter is not None and attack.spotter_attacks:
        return Modifier("Spotter attacks too", ATTACK.of(attack)["spotter attacks"], "AS-COM-023")
    return None


@hooks.to_hit.rule("AS-COM-023", part=hooks.OTHER, plain=False)
def spotter_movement(attack: Attack) -> Modifier | None:
    """The spotter's own movement unsettles or steadies the shot, as it would its own."""
    if attack.spotter is None:
        return None
    own = movement_modifier(attack, attack.spotter)
    return Modifier(own.label.replace("Attacker", "Spotter"), own.value, "AS-COM-023") if own is not None else None


# -- strength -------------------------------------------------------------------------------------------------


@rules.rule("AS-SPC-032", otherwise=NONE)
def indirect_strength(attack: Attack) -> Strength:
    """The value of IF at any range it reaches, or the part of it that are LRMs."""
    attacker, specials = attack.attacker, attack.mount.specials
    if attack.code == "IATM":
        return improved_missiles(attack)
    indirect = specials.get("IF")
    if indirect is None:
        return NONE
    value = special_damage(attack.battle, attacker, indirect, attack.arc).at(attack.bracket)
    return limited_to_missiles(attack, value) if attack.code == "LRM" else value


@rules.rule("AS-SPC-101", otherwise=NONE)
def improved_missiles(attack: Attack) -> Strength:
    """An improved ATM fires over hills what it does at Long range."""
    assert attack.using is not None
    values = special_damage(attack.battle, attack.attacker, attack.using, attack.arc)
    return NONE if attack.bracket == "E" else values.L


@rules.rule("AS-COM-024", otherwise=lambda attack, value: value)
def limited_to_missiles(attack: Attack, value: Strength) -> Strength:
    """With what only LRMs can fire the damage is their Long value, if that is lower."""
    assert attack.using is not None
    missiles: Damage = special_damage(attack.battle, attack.attacker, attack.using, attack.arc)
    return min(value, missiles.L, key=lambda strength: (strength.points, strength.minimal))
