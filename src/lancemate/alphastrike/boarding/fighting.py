"""Fights inside a ship (p. 67): boarders against defenders, boarders against the ship itself.

Nothing of what lies outside counts: no terrain, no range, no movement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import PASS, Attack, Kind, attack_kind, has_attacked
from lancemate.alphastrike.combat.resolution import finish
from lancemate.alphastrike.combat.striking import strike
from lancemate.alphastrike.combat.tohit import battle_armor
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.boarders import boarders, boarding, defenders, is_boarded, shaken, ship_of
from lancemate.alphastrike.play.events import AttackMade
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.footprint import names_to_aim_at, owner_of
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.play.traits import COLLISION
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.collapse import damage_feature
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

INSIDE, SABOTAGE = "inside", "sabotage"
ORDINARY: Final = ("weapon", INSIDE, SABOTAGE)  # what a player may call it
# What it does to everybody's aim when the ship they fight in runs into something.
SHAKEN: Final = rules.table("AS-BAT-147", {"modifier": 2})
CERTAIN: Final = (Modifier("From inside", 0, "AS-BAT-146"),)


@hooks.fights_aboard.rule("AS-BAT-145", types=("CI", "BA"))
def fights_inside(battle: Battle, unit: Unit, command: orders.Attack) -> str | None:
    """Boarders and defenders of a ship attack each other, from the Combat Phase in which they board on."""
    ship = ship_of(battle, unit)
    if ship is None or command.kind not in ORDINARY or not isinstance(command.target, str):
        return None
    target = battle.units.get(command.target)
    if target is not None and ship_of(battle, target) is ship and unit.card.is_infantry and target.side != unit.side:
        return INSIDE if boarding.of(unit if unit.side != ship.side else target) == ship.id else None
    return attacks_the_ship(battle, unit, ship, command.target)


@rules.rule("AS-BAT-146", otherwise=None)
def attacks_the_ship(battle: Battle, unit: Unit, ship: Unit, named: str) -> str | None:
    """Boarders may turn on the ship they are in, instead of its defenders."""
    meant = owner_of(battle.units, named)
    return SABOTAGE if meant is ship and boarding.of(unit) == ship.id else None


@hooks.may_attack.rule("AS-BAT-145", part=hooks.CARRIED, types=("CI", "BA"))
def nobody_fires_out_or_in(attack: Attack) -> Refusal | None:
    """Whoever fights in a ship is out of reach of all others, of the ship itself too."""
    battle = attack.battle
    for unit in (attack.attacker, attack.target):
        ship = ship_of(battle, unit) if unit is not None else None
        if ship is not None and is_boarded(battle, ship):
            others = ", ".join(one.id for one in (*boarders(battle, ship), *defenders(battle, ship)))
            text = f"there is fighting inside {ship.id}: only those in it attack each other ({others})"
            return Refusal("inside", text, "AS-BAT-145")
    return None


# -- against each other ---------------------------------------------------------------------------------------


def why_not_inside(attack: Attack) -> Refusal | None:
    """One attack a turn, of those who are inside, and none for who has grappled instead."""
    unit, target = attack.attacker, attack.target
    if fights_inside(attack.battle, unit, attack.command) != attack.kind:
        text = f"{unit.id} and {attack.target_name} do not fight inside one ship: board it first"
        return Refusal("not_inside", text, "AS-BAT-145")
    if PASS in unit.attacks or has_attacked(unit):
        return Refusal("already_attacked", f"{unit.id} makes one attack a turn, and has made it", "AS-BAT-145")
    if attack.kind == SABOTAGE and target is not None and target.sections:
        section = target.section(attack.section)
        if section is None or section.destroyed:
            names = ", ".join(names_to_aim_at(target))
            return Refusal("no_section", f"name the section of {target.id} to attack: {names}", "AS-BAT-130")
    return None


@rules.rule("AS-BAT-145", otherwise=())
def number_inside(attack: Attack) -> tuple[Modifier, ...]:
    """Skill and the kind of target, at Short range; everybody is as if at a standstill."""
    parts = [Modifier("Skill", attack.attacker.skill, "AS-COM-034"), battle_armor(attack), ship_is_shaken(attack)]
    return tuple(part for part in parts if part is not None)


@rules.rule("AS-BAT-147", otherwise=None)
def ship_is_shaken(attack: Attack) -> Modifier | None:
    """In the turn in which the ship lifts off or runs into something everybody aims worse."""
    ship = ship_of(attack.battle, attack.attacker)
    if ship is None or shaken.of(ship) != attack.battle.state.turn:
        return None
    return Modifier("The ship is shaken", SHAKEN.of(attack)["modifier"], "AS-BAT-147")


@hooks.hit_taken.rule("AS-BAT-147", types=("CI", "BA"))
def runs_into_something(struck: Struck) -> None:
    """A ship with boarders in it has crashed into another unit or into terrain."""
    battle, ship = struck.battle, struck.unit
    if struck.by(COLLISION) and ship.card.is_large and is_boarded(battle, ship):
        shaken.remember(battle, ship, battle.state.turn)


def strength_inside(attack: Attack) -> Strength:
    return short_range(attack)


@rules.rule("AS-BAT-145", otherwise=NONE)
def short_range(attack: Attack) -> Strength:
    """Whatever is attacked in a ship is attacked at Short range."""
    return stats(attack.battle, attack.attacker).damage.S


def parts_inside(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier("Damage at short range", short_range(attack).points, "AS-BAT-145"),)


# -- against the ship -----------------------------------------------------------------------------------------


def no_number(attack: Attack) -> tuple[Modifier, ...]:
    """It cannot be missed."""
    return CERTAIN


def wreck(attack: Attack) -> None:
    """The ship is hit without a roll."""
    settled = settle(attack, "front")
    attack.battle.emit(
        AttackMade(
            attacker=attack.attacker.id,
            target=attack.target_name,
            point=None,
            kind=attack.kind,
            using=None,
            target_number=0,
            modifiers=CERTAIN,
            roll=(),
            hit=True,
            margin=None,
            direction="front",
            damage=settled.damage,
            damage_parts=settled.parts,
            damage_roll=settled.roll,
            range="short",
            distance=0.0,
            slot=attack.slot,
            rule="AS-BAT-146",
            section=attack.section,
            at_terrain=attack.feature is not None,
        )
    )
    if attack.feature is not None:
        damage_feature(
            attack.battle, attack.feature, settled.damage, "AS-BAT-146", attack.source, from_inside=True, aimed=True
        )
    else:
        strike(attack, settled, "front", natural_12=False)
    finish(attack, (), True)


# -- the kinds of attack --------------------------------------------------------------------------------------


def aims_inside(around: Around) -> list[Aim]:
    """Whom and what somebody in a boarded ship may attack."""
    battle, unit = around.battle, around.unit
    ship = ship_of(battle, unit)
    if ship is None or not unit.card.is_infantry or not is_boarded(battle, ship):
        return []
    if unit.side == ship.side:
        return [Aim(one.id) for one in boarders(battle, ship)]
    if boarding.of(unit) != ship.id:
        return []
    return [*(Aim(one.id) for one in defenders(battle, ship)), *(Aim(name) for name in names_to_aim_at(ship))]


def _slot(attack: Attack) -> str:
    return "weapon"


attack_kind(
    Kind(
        INSIDE,
        traits=trait.traits(trait.ATTACK, trait.INDOORS),
        words="fight inside the ship",
        slot=_slot,
        strength=strength_inside,
        explain=parts_inside,
        judge=why_not_inside,
        number=number_inside,
        aims=aims_inside,
    )
)
attack_kind(
    Kind(
        SABOTAGE,
        traits=trait.traits(trait.ATTACK, trait.INDOORS),
        words="attack the ship from inside",
        slot=_slot,
        strength=strength_inside,
        explain=parts_inside,
        begin=wreck,
        judge=why_not_inside,
        number=no_number,
    )
)
