"""Whom a force attacks together, and whom the enemy may not pick out (pp. 107-108)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import COMBINED_FIRE, SHIELDING, commanded
from lancemate.alphastrike.combat.attack import Attack, why_not
from lancemate.alphastrike.combat.physical import undeclared_blows
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.formations import formation_of
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.clock import check_phase
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Formation
    from lancemate.alphastrike.play.state import Unit

TOGETHER: Final = rules.table("AS-SCA-057", {"target number": -1, "units": 3})

# The enemy that a formation has committed itself to, by the formation's name.
committed = battle_memory("committed", dict[str, str], default={}, expires="turn", rule="AS-SCA-057")


# -- Tactical Experts (Combined Fire) ----------------------------------------------------------------------------


def fires_at(battle: Battle, unit: Unit) -> str | None:
    """The enemy that a unit's formation has committed itself to this turn."""
    told = committed.of(battle.state)
    formation = formation_of(battle, unit) if told else None
    return told.get(formation.name) if formation is not None else None


@hooks.deeds.entry("concentrate")
def concentrate(battle: Battle, unit: Unit, what: str | None) -> None:
    """Commit a whole formation to one enemy, before any of it has attacked."""
    check_phase(battle, orders.Attack, "fire is concentrated")
    refusal = why_not_concentrate(battle, unit, str(what))
    if refusal is not None:
        raise Refused(refusal)
    formation = formation_of(battle, unit)
    assert formation is not None
    value = {**committed.of(battle.state), formation.name: str(what)}
    words = f"{formation.name} concentrates its fire on {what}"
    proclaim(battle, committed, unit.side, words, value)


def why_not_concentrate(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """Three or more, all of whom can attack the same enemy and none of whom has attacked."""
    formation = formation_of(battle, unit)
    if formation is None or not serves(battle, unit, COMBINED_FIRE):
        return _no(f"{unit.id} belongs to no formation that has learned {COMBINED_FIRE}")
    target = battle.units.get(what)
    if target is None or target.side == unit.side or what in unseen_by(battle, unit.side):
        return _no(f"{what} is no enemy to fire at: name an enemy unit")
    if formation.name in committed.of(battle.state):
        return _no(f"{formation.name} fires at {committed.of(battle.state)[formation.name]} this turn")
    able = [battle.units[name] for name in formation.members if _takes_part(battle, battle.units[name])]
    if any(one.attacks for one in able):
        return _no(f"somebody of {formation.name} has attacked already: commit it before")
    if len(able) < TOGETHER.of(battle)["units"]:
        return _no(f"{formation.name} has {len(able)} units left to fire; it takes {TOGETHER.of(battle)['units']}")
    idle = next((one for one in able if not can_attack(battle, one, what)), None)
    return _no(f"{idle.id} has no attack on {what}: all of {formation.name} must have one") if idle else None


def _no(text: str) -> Refusal:
    return Refusal("cannot_concentrate", text, "AS-SCA-057")


def _takes_part(battle: Battle, unit: Unit) -> bool:
    """Not lost, not carried, able to act."""
    return unit.on_table and unit.doomed is None and not is_helpless(battle, unit)


def can_attack(battle: Battle, unit: Unit, what: str) -> bool:
    """It has some attack on a unit that the rules allow."""
    kinds = ("weapon", *undeclared_blows(battle, unit), *((unit.declared[0],) if unit.declared is not None else ()))
    for kind in kinds:
        try:
            if why_not(Attack(battle, orders.Attack(unit.id, what, kind))) is None:
                return True
        except Refused:
            continue
    return False


@hooks.may_attack.rule("AS-SCA-057", part=hooks.AIM, when=commanded(COMBINED_FIRE))
def keeps_its_word(attack: Attack) -> Refusal | None:
    """Whose formation is committed attacks nobody else."""
    wanted = fires_at(attack.battle, attack.attacker)
    if wanted is None or attack.target_name == wanted:
        return None
    return Refusal("committed", f"{attack.attacker.id} and its formation fire at {wanted} this turn", "AS-SCA-057")


@hooks.may_hold_fire.rule("AS-SCA-057", when=commanded(COMBINED_FIRE))
def does_its_share(battle: Battle, unit: Unit) -> Refusal | None:
    """All of the formation attack, as long as they can."""
    wanted = fires_at(battle, unit)
    if wanted is None or unit.attacks or not _takes_part(battle, unit) or not can_attack(battle, unit, wanted):
        return None
    return Refusal("committed", f"{unit.id} must attack {wanted}, as its formation is committed to", "AS-SCA-057")


@hooks.to_hit.rule("AS-SCA-057", part=hooks.ANY_ATTACK, when=commanded(COMBINED_FIRE))
def combined_fire(attack: Attack) -> Modifier | None:
    """What all of them fire at is easier to hit."""
    wanted = fires_at(attack.battle, attack.attacker)
    if wanted is None or attack.target_name != wanted:
        return None
    return Modifier(COMBINED_FIRE, TOGETHER.of(attack)["target number"], "AS-SCA-057")


@hooks.offers.rule("AS-SCA-057", when=commanded(COMBINED_FIRE))
def enemies_to_concentrate_on(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """The first of a formation may commit it."""
    formation = formation_of(battle, unit)
    if formation is None or battle.state.to_act != unit.side or orders.Attack not in battle.now.verbs:
        return None
    if unit.attacks or not unit.on_table or not _is_first(battle, formation, unit):
        return None
    enemies = [enemy.id for enemy in battle.on_table(battle.opponent(unit.side)) if not enemy.hidden_from(unit.side)]
    good = [name for name in enemies if why_not_concentrate(battle, unit, name) is None]
    label = f"All of {formation.name} at"
    return tuple(offer(orders.Act(unit.id, "concentrate", name), f"{label} {name}", "AS-SCA-057") for name in good)


def _is_first(battle: Battle, formation: Formation, unit: Unit) -> bool:
    return next((name for name in formation.members if battle.units[name].on_table), None) == unit.id


# -- Shielding ---------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SCA-052", part=hooks.SPECIAL, when=commanded(SHIELDING))
def shielded(attack: Attack) -> Refusal | None:
    """Vehicles and infantry are fired at only after a 'Mech of theirs that is nearer and in sight."""
    target, unit, battle = attack.target, attack.attacker, attack.battle
    if target is None or not attack.is_weapon or trait.AREA in attack.traits or target.side == unit.side:
        return None
    if not (target.card.is_vehicle or target.card.is_infantry) or not serves(battle, target, SHIELDING):
        return None
    if any(_is_shield(battle, battle.units.get(name)) for _, name in unit.targets):
        return None
    near = apart(battle, attack.platform, target)
    for mech in battle.on_table(target.side):
        if not _is_shield(battle, mech) or apart(battle, attack.platform, mech) >= near:
            continue
        if sees(battle, attack.platform, mech) and _may_be_shot(battle, unit, mech):
            text = f"{mech.id} is nearer and shields {target.id}: {unit.id} must fire on such a 'Mech first"
            return Refusal("shielded", text, "AS-SCA-052")
    return None


def _is_shield(battle: Battle, unit: Unit | None) -> bool:
    return unit is not None and unit.card.is_mech and serves(battle, unit, SHIELDING)


def _may_be_shot(battle: Battle, unit: Unit, mech: Unit) -> bool:
    """It is a target that the weapons of a unit could hurt."""
    if mech.hidden_from(unit.side):
        return False
    try:
        return why_not(Attack(battle, orders.Attack(unit.id, mech.id))) is None
    except Refused:
        return False
