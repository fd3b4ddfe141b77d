"""Charges and Death From Above (p. 46): declared during the move, resolved in the Combat Phase, painful for both.

The Movement Phase asks ``check_declaration`` before a unit runs or jumps at another; the Combat Phase sees to it that
every declaration is resolved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.aims import blows
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.physical import physical_slot, why_not_strike
from lancemate.alphastrike.combat.resolution import make_attack
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.measure.contact import CONTACT_RISE, bodies_touch, in_contact
from lancemate.alphastrike.movement.activation import moves_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import AttackFailed
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.terrain.hexes import contact_rule
from lancemate.field.bodies import TINY, Body
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SPECIAL: Final = ("charge", "dfa")
RUNNING: Final = ("ground", "minimum")
NEAR: Final = 2.0  # inches from the end of a move within which it is worth asking
NAMES: Final = {"charge": "charge", "dfa": "Death From Above attack"}

CHARGE: Final = hooks.move_words.add(
    "charge", Choice("charge", "Charge", "unit", "AS-COM-094", modes=RUNNING, within=NEAR, toward="enemy")
)
LEAP: Final = hooks.move_words.add(
    "dfa", Choice("dfa", "Death from Above on", "unit", "AS-COM-097", modes=("jump",), within=NEAR, toward="enemy")
)


# -- declaring, in the Movement Phase -------------------------------------------------------------------------


@hooks.declares.rule("AS-COM-093")
def announced_with_the_move(m: Movement) -> Refusal | None:
    """A charge or Death From Above is announced with the move that leads to it."""
    command = m.command
    if command.charge is None and command.dfa is None:
        return None
    if command.charge is not None and command.dfa is not None:
        return Refusal("two_attacks", "a move leads to a charge or to a Death From Above, not to both", "AS-COM-093")
    if m.boarding is not None or m.exit_edge is not None:
        message = f"{m.unit.id} ends its move on the table, beside the unit it attacks, or it declares no attack"
        return Refusal("not_in_contact", message, "AS-COM-093")
    kind, name = ("charge", command.charge) if command.charge is not None else ("dfa", command.dfa)
    assert name is not None
    if name not in m.battle.units and piece(m.battle.table, name) is not None:
        return _no_unit(m.unit, name)
    x, y = m.end
    end = Body(x, y, m.unit.radius, m.end_level, m.unit.height)
    mode = m.recorded if m.recorded in ("minimum", "standstill", "submersible") else m.mode
    flown = m.way in ("fly", "skim")
    return check_declaration(m.battle, m.unit, m.battle.unit(name), kind, mode=mode, end=end, flown=flown)


def check_declaration(
    battle: Battle, unit: Unit, target: Unit, kind: str, *, mode: str, end: Body, flown: bool = False
) -> Refusal | None:
    """Why a unit may not declare this attack with a move of that mode that ends there, or None.

    A move is ``flown`` when any of it was in the air, wherever it ends.
    """
    return (
        why_not_strike(battle, unit, kind)
        or _enemy(unit, target)
        or (way_of_charging if kind == "charge" else way_of_jumping)(battle, unit, target, mode, end, flown)
        or only_one(battle, unit, target)
        or contact_with_moved(battle, unit, target, kind, end)
    )


def _no_unit(unit: Unit, name: str) -> Refusal:
    message = f"{name} is no unit: {unit.id} may run into it, or strike it with fists and weapons; name an enemy"
    return Refusal("not_a_target", message, "AS-COM-094")


def _enemy(unit: Unit, target: Unit) -> Refusal | None:
    if target.side != unit.side and target.on_table and not target.hidden_from(unit.side):
        return None
    return Refusal("not_a_target", f"{target.id} is no enemy on the table; name an enemy unit", "AS-COM-005")


@rules.rule("AS-COM-092", otherwise=None)
def only_one(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """A unit can be the object of one charge or Death From Above a turn, whoever declares it."""
    for other in battle.units.values():
        if other is not unit and other.declared is not None and other.declared[1] == target.id:
            text = f"{other.id} has declared its {NAMES[other.declared[0]]} at {target.id}; choose another target"
            return Refusal("already_targeted", text, "AS-COM-092")
    return None


@rules.rule("AS-COM-093", otherwise=None)
def contact_with_moved(battle: Battle, unit: Unit, target: Unit, kind: str, end: Body) -> Refusal | None:
    """The target has made its move, and the attacker's own move ends in base contact with it."""
    if target.moved == "none" and moves_now(battle, target):
        text = f"{target.id} has still to move; declare against a unit that has completed its movement"
        return Refusal("target_not_moved", text, "AS-COM-093")
    apart = abs(end.bottom - target.elevation)
    if apart > CONTACT_RISE + TINY:
        text = f"the move of {unit.id} must end at most {CONTACT_RISE:g} inch above or below {target.id}, not {apart:g}"
        return Refusal("not_in_contact", text, contact_rule(battle, "AS-COM-093"))
    if not bodies_touch(battle, end, target.body):
        text = f"the move of {unit.id} must end in base contact with {target.id}"
        return Refusal("not_in_contact", text, contact_rule(battle, "AS-COM-093"))
    return None


@rules.rule("AS-COM-094", otherwise=None)
def way_of_charging(battle: Battle, unit: Unit, target: Unit, mode: str, end: Body, flown: bool) -> Refusal | None:
    """A charge is run on the ground, not sprinted, jumped or flown, at a unit that is on the ground as well."""
    if mode not in ("ground", "minimum") or flown:
        text = f"a charge is made with ground movement, {'not in flight' if flown else f'not in mode {mode}'}"
        text += f": {unit.id} may attack with its weapons, or charge in a turn in which it stays on the ground"
        return Refusal("wrong_movement", text, "AS-COM-094")
    if target.airborne:
        text = f"{target.id} is in the air, out of reach of a charge; charge a unit on the ground"
        return Refusal("target_airborne", text, "AS-COM-094")
    return None


@rules.rule("AS-COM-097", otherwise=None)
def way_of_jumping(battle: Battle, unit: Unit, target: Unit, mode: str, end: Body, flown: bool) -> Refusal | None:
    """Death From Above comes at the end of a jump, down onto a unit that is not in the air."""
    if mode != "jump" or not stats(battle, unit).move.get("jump"):
        return Refusal("wrong_movement", f"{unit.id} must jump onto its target", "AS-COM-097")
    if target.airborne:
        text = f"{target.id} is in the air; Death From Above strikes units on the ground"
        return Refusal("target_airborne", text, "AS-COM-097")
    return None


@hooks.move_choices.rule("AS-COM-094")
def may_charge(battle: Battle, unit: Unit) -> Choice | None:
    """Whom it could run into."""
    victims = _victims(battle, unit, "charge")
    if not victims:
        return None
    return replace(CHARGE, among=victims)


@hooks.move_choices.rule("AS-COM-097")
def may_jump_onto(battle: Battle, unit: Unit) -> Choice | None:
    """Whom it could land on."""
    victims = _victims(battle, unit, "dfa") if stats(battle, unit).move.get("jump") else ()
    if not victims:
        return None
    return replace(LEAP, among=victims)


def _victims(battle: Battle, unit: Unit, kind: str) -> tuple[str, ...]:
    """Enemies on the ground that have made their move and that nobody else has declared against."""
    if why_not_strike(battle, unit, kind) is not None:
        return ()
    enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if _enemy(unit, one) is None]
    return tuple(
        one.id
        for one in enemies
        if not (one.airborne or (one.moved == "none" and moves_now(battle, one)))
        and only_one(battle, unit, one) is None
    )


# -- resolving, in the Combat Phase ---------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-093", part=hooks.ABLE, plain=False)
def as_declared(attack: Attack) -> Refusal | None:
    """A declared attack cannot be changed and is the unit's only one but for artillery; others cannot be made."""
    unit, declared = attack.attacker, attack.attacker.declared
    on_top = attack.is_extra and trait.ARTILLERY in attack.traits  # p. 47
    if declared is not None and not on_top and (attack.kind, attack.command.target) != declared:
        text = f"{unit.id} has declared its {NAMES[declared[0]]} at {declared[1]} and makes no other attack"
        return Refusal("has_declared", text, "AS-COM-093")
    if declared is None and trait.DECLARED in attack.traits:
        text = f"{unit.id} has not declared it; a {NAMES[attack.kind]} is declared with the move in the Movement Phase"
        return Refusal("not_declared", text, "AS-COM-093")
    return None


def resolve(attack: Attack) -> None:
    """Roll the attack, or find that its target is no longer there."""
    if connects(attack):
        make_attack(attack)
        return
    target = attack.target
    assert target is not None
    attack.battle.emit(
        AttackFailed(
            attack.attacker.id,
            target.id,
            attack.kind,
            f"{target.id} is no longer in base contact",
            physical_slot(attack),
            "AS-COM-093",
        )
    )
    recoil(attack, hit=False)


@rules.rule("AS-COM-093", otherwise=True)
def connects(attack: Attack) -> bool:
    """The target is still where the attacker ran or jumped to."""
    target = attack.target
    return target is not None and target.on_table and in_contact(attack.battle, attack.attacker, target)


@hooks.before_combat_ends.rule("AS-COM-093")
def resolve_declared(battle: Battle, side: str) -> bool | None:
    """Nobody breaks off: what a side has declared and not resolved is resolved before its combat turn ends."""
    left = [
        unit.id
        for unit in battle.state.units.values()
        if unit.declared is not None and unit.side == side and unit.on_table and "physical" not in unit.attacks
    ]
    for name in reversed(left):
        battle.then("resolve_declared", unit=name)
    return True if left else None


@rules.task("resolve_declared")
def carry_out(battle: Battle, unit: str) -> None:
    declared = battle.unit(unit).declared
    assert declared is not None
    kind, target = declared
    resolve(Attack(battle, orders.Attack(unit, target, kind)))


# -- the charge -----------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-094", part=hooks.OTHER, kinds="charge")
def charge_modifier(attack: Attack) -> Modifier | None:
    return Modifier("Charge", 1, "AS-COM-094")


@rules.rule("AS-COM-095", otherwise=0)
def charge_damage(battle: Battle, inches: float, size: int) -> int:
    """Inches moved times Size, an eighth of it, rounded normally."""
    return round_normally(battle, inches * size / 8)


def charge_strength(attack: Attack) -> Strength:
    unit = attack.attacker
    return Strength(charge_damage(attack.battle, unit.inches, unit.card.size))


def charge_parts(attack: Attack) -> tuple[Modifier, ...]:
    unit = attack.attacker
    label = f"for {unit.inches:g} inches at Size {unit.card.size}"
    parts = [Modifier(label, charge_damage(attack.battle, unit.inches, unit.card.size), "AS-COM-095")]
    if attack.kind == "dfa":
        parts.append(Modifier("Death From Above", dfa_bonus(attack), "AS-COM-098"))
    return tuple(parts)


@rules.rule("AS-COM-096", otherwise=0)
def charge_recoil(attack: Attack, hit: bool) -> int:
    """Running into something of Size 3 or more costs the charger a point."""
    return 1 if hit and attack.target is not None and attack.target.card.size >= 3 else 0


# -- Death From Above -----------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-COM-097", part=hooks.OTHER, kinds="dfa")
def dfa_modifier(attack: Attack) -> Modifier | None:
    return Modifier("Death From Above", 1, "AS-COM-097")


@rules.rule("AS-COM-098", otherwise=0)
def dfa_bonus(attack: Attack) -> int:
    return 1


def dfa_strength(attack: Attack) -> Strength:
    return Strength(charge_strength(attack).points + dfa_bonus(attack))


@rules.rule("AS-COM-099", otherwise=())
def dfa_causes(attack: Attack, settled: Settled) -> tuple[str, ...]:
    """A hit from above brings a critical check, whatever armor is left."""
    return ("dfa",)


@rules.rule("AS-COM-100", otherwise=0)
def dfa_recoil(attack: Attack, hit: bool) -> int:
    """Landing on a target costs the attacker its Size, missing it 1 more."""
    return attack.attacker.card.size + (0 if hit else 1)


# -- what it costs the attacker -------------------------------------------------------------------------------

RAMS: Final = cause("charge_recoil", "AS-COM-096", trait.ATTACK, trait.PHYSICAL, trait.COLLISION, trait.OWN)
COMES_DOWN: Final = cause("dfa_recoil", "AS-COM-100", trait.ATTACK, trait.PHYSICAL, trait.OWN)


def recoil(attack: Attack, hit: bool) -> None:
    """Damage the attacker does itself; no attack by its target."""
    own = attack.kind_rules.recoil
    points = own(attack, hit) if own is not None else 0
    if points:
        hurt(
            attack.battle,
            attack.attacker.id,
            points,
            (COMES_DOWN if trait.LEAP in attack.traits else RAMS).by(attack.attacker),
        )


attack_kind(
    Kind(
        "charge",
        traits=trait.traits(trait.ATTACK, trait.PHYSICAL, trait.DECLARED),
        slot=physical_slot,
        strength=charge_strength,
        explain=charge_parts,
        recoil=charge_recoil,
        after=recoil,
        begin=resolve,
        connects=connects,
        aims=blows("charge"),
    )
)
attack_kind(
    Kind(
        "dfa",
        traits=trait.traits(trait.ATTACK, trait.PHYSICAL, trait.DECLARED, trait.LEAP),
        words="Death from Above",
        slot=physical_slot,
        strength=dfa_strength,
        explain=charge_parts,
        causes=dfa_causes,
        recoil=dfa_recoil,
        after=recoil,
        begin=resolve,
        connects=connects,
        aims=blows("dfa"),
    )
)
