"""The grapple (p. 67): who may hold on to an exceptionally large unit, the roll for it, keeping it and letting go.

Knows grapples; what boarders do inside is in fighting.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.attack import PASS, Attack, Kind, attack_kind, has_attacked
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large
from lancemate.alphastrike.combat.resolution import tell
from lancemate.alphastrike.combat.sight import in_water
from lancemate.alphastrike.measure.apart import apart, flat
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.boarders import boarders, boarding, grappling, held, releasing
from lancemate.alphastrike.play.events import Mounted
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.state import TABLE
from lancemate.alphastrike.play.stats import is_helpless, is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

GRAPPLE: Final = "grapple"
LET_IN: Final = (Modifier("Let in by friends", 0, "AS-BAT-151"),)
NUMBERS: Final = rules.table("AS-BAT-143", {"tn": 6, "tn_submerged": 8})
ON_FOOT: Final = ("", "f", "j", "m", "v")  # how infantry moves that may board by itself
HOVERING: Final = ("v", "i")  # transports that may hold on from above
LEVEL: Final = 1.0  # inches of elevation within which units are at the same level
ABOVE: Final = 1.0  # inches over its top from which a ship is still within reach


# -- whether it may -------------------------------------------------------------------------------------------


def why_not_grapple(attack: Attack) -> Refusal | None:
    """The first rule against a grapple, if any. It is no attack like others, and their rules do not ask about it."""
    unit, target = attack.attacker, attack.target
    if unit.place != TABLE:
        return Refusal("not_on_table", f"{unit.id} is not on the table; it cannot grapple", "AS-BAT-143")
    if target is None or target.place != TABLE or not is_exceptionally_large(attack, target.card):
        text = f"only exceptionally large units are grappled; {attack.command.target} is none on the table"
        return Refusal("not_a_target", text, "AS-BAT-141")
    if target.side == unit.side and not needs_no_roll(attack, target):
        return Refusal("not_a_target", f"{target.id} is on {unit.id}'s own side", "AS-COM-005")
    return (
        nobody_to_fight(attack.battle, unit, target)
        or _unable(attack)
        or (infantry_by_itself(attack, target) if unit.card.is_infantry else transport_grapples(attack, target))
        or in_position(attack, target)
        or _otherwise_busy(attack, target)
    )


def _unable(attack: Attack) -> Refusal | None:
    unit = attack.attacker
    if unit.moved == "sprint" or is_helpless(attack.battle, unit):
        return Refusal("cannot_act", f"{unit.id} can do nothing else this turn", "AS-BAT-143")
    if PASS in unit.attacks or has_attacked(unit):
        return Refusal("already_attacked", f"{unit.id} grapples instead of an attack, and has made one", "AS-BAT-143")
    return None


@rules.rule("AS-BAT-141", otherwise=None)
def transport_grapples(attack: Attack, target: Unit) -> Refusal | None:
    """A transport of infantry that is not large itself may grapple, to let its troops cross."""
    unit = attack.attacker
    if unit.card.specials.value("IT") and not unit.card.is_large:
        return None
    text = f"{unit.id} cannot grapple: that is for infantry, and for transports of infantry (IT) that are not large"
    return Refusal("cannot_grapple", text, "AS-BAT-141")


@rules.rule("AS-BAT-142", otherwise=None)
def infantry_by_itself(attack: Attack, target: Unit) -> Refusal | None:
    """On foot, by jump, motorized or flying; by UMU into naval vessels at a depth it reaches; DropShips from below."""
    unit, battle = attack.attacker, attack.battle
    move = unit.card.move.primary
    swims = move == "s" or "UMU" in unit.card.specials
    if move not in ON_FOOT and not (swims and target.card.is_naval):
        text = f"{unit.id} boards by itself only on foot, by jump, motorized, or from the air; UMU boards naval vessels"
        return Refusal("cannot_board", text, "AS-BAT-142")
    if target.card.is_dropship and unit.elevation > battle.table.surface(*unit.at) + LEVEL / 2:
        return Refusal("cannot_board", f"{target.id} is boarded at ground level only", "AS-BAT-142")
    return None


@rules.rule("AS-BAT-143", otherwise=None)
def in_position(attack: Attack, target: Unit) -> Refusal | None:
    """Base to base at the same level; what hovers may also hang on from above."""
    unit, battle = attack.attacker, attack.battle
    touches = flat(battle, "AS-BAT-143", unit, target) <= battle.table.contact + TINY
    apart = abs(unit.elevation - target.elevation)
    if unit.airborne and unit.card.move.primary in HOVERING:
        apart = 0.0 if unit.elevation <= target.body.top + ABOVE else apart
    under = in_water(battle, target) == "complete"
    if touches and (apart < LEVEL or (under and unit.elevation <= target.body.top + ABOVE)):
        return None
    text = f"{unit.id} must be in base contact with {target.id}, and at the same level, to grapple it"
    return Refusal("not_in_contact", text, "AS-BAT-143")


def _otherwise_busy(attack: Attack, target: Unit) -> Refusal | None:
    holds = grappling.of(attack.attacker)
    if holds is None or holds == target.id:
        if holds is not None and holds_still(attack.battle, target):
            text = f"{attack.attacker.id} has a grapple on {target.id}, which cannot move: no other roll is needed"
            return Refusal("already_grappling", text, "AS-BAT-144")
        return None
    return Refusal("already_grappling", f"{attack.attacker.id} has a grapple on {holds}", "AS-BAT-143")


@hooks.may_attack.rule("AS-BAT-141", part=hooks.SLOT, types=("CI", "BA", "CV", "SV"))
def busy_with_its_grapple(attack: Attack) -> Refusal | None:
    """A grapple takes the place of an attack, and nobody fires at what it holds on to."""
    unit, target = attack.attacker, attack.target
    if GRAPPLE in unit.attacks:
        return Refusal("already_acted", f"{unit.id} has grappled this turn, in place of its attack", "AS-BAT-141")
    if target is not None and unit.notes and grappling.of(unit) == target.id and attack.is_weapon:
        text = f"{unit.id} holds on to {target.id} and fires at others only"
        return Refusal("grappling", text, "AS-BAT-141")
    return None


# -- the roll -------------------------------------------------------------------------------------------------


def number_of(attack: Attack) -> tuple[Modifier, ...]:
    """What the roll needs; friends, who are let in, roll for nothing."""
    target = attack.target
    friend = target is not None and target.side == attack.attacker.side
    return LET_IN if friend else grapple_number(attack)


@rules.rule("AS-BAT-143", otherwise=(Modifier("Grapple", 13, "AS-BAT-143"),))
def grapple_number(attack: Attack) -> tuple[Modifier, ...]:
    """Six or more; eight or more where the target is completely under water."""
    target, numbers = attack.target, NUMBERS.of(attack)
    if target is not None and in_water(attack.battle, target) == "complete":
        return (Modifier("Grapple, target submerged", numbers["tn_submerged"], "AS-BAT-143"),)
    return (Modifier("Grapple", numbers["tn"], "AS-BAT-143"),)


@rules.rule("AS-BAT-151", otherwise=False)
def needs_no_roll(attack: Attack, target: Unit) -> bool:
    """Friends who come to reinforce a ship are let in."""
    return target.side == attack.attacker.side


@rules.rule("AS-BAT-151", otherwise=None)
def nobody_to_fight(battle: Battle, unit: Unit, ship: Unit) -> Refusal | None:
    """Friends come to reinforce a ship only where there are enemies in it."""
    if ship.side != unit.side or boarders(battle, ship):
        return None
    text = f"no enemy has boarded {ship.id}: friends reinforce a ship that is being fought for"
    return Refusal("not_a_target", text, "AS-BAT-151")


def begin(attack: Attack) -> None:
    """Roll for a grapple, or be let in by friends."""
    battle, unit, target = attack.battle, attack.attacker, attack.target
    assert target is not None
    parts = number_of(attack)
    friend = target.side == unit.side
    roll = () if friend else battle.roll(2)
    number = total(parts)
    hit = friend or margin_of_failure(attack, dice_sum(attack, roll), number) is None
    tell(attack, roll, number, parts, hit)
    if not hit:
        return
    if unit.card.is_infantry:
        come_aboard(battle, unit, target, "AS-BAT-142")
        return
    if grappling.of(unit) != target.id:
        grappling.note(battle, unit, target.id)
    held.remember(battle, unit, battle.state.turn)


def come_aboard(battle: Battle, unit: Unit, ship: Unit, by: str) -> None:
    """Infantry goes into a ship: as boarders, or as friends."""
    battle.emit(Mounted(unit.id, ship.id, False, by))
    if unit.side != ship.side:
        boarding.remember(battle, unit, ship.id)


def holds_still(battle: Battle, ship: Unit) -> bool:
    """Whether a grapple on it holds by itself: it is immobile, as every grounded DropShip is."""
    return is_immobile(battle, ship) or (ship.card.is_dropship and not ship.airborne)


# -- keeping and ending it ------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-BAT-144", part=hooks.SWITCHES, types=("CV", "SV"))
def grapples_end(battle: Battle) -> bool | None:
    """What was let go, was not made sure of this turn, or is no longer in reach is a grapple no more."""
    ended = None
    for unit in battle.units.values():
        name = grappling.of(unit)
        if name is None or not (releasing.of(unit) or not _keeps(battle, unit, battle.units.get(name))):
            continue
        grappling.note(battle, unit, None)
        if releasing.of(unit):
            releasing.remember(battle, unit, False)
        ended = True
    return ended


def _keeps(battle: Battle, unit: Unit, ship: Unit | None) -> bool:
    if ship is None or ship.place != TABLE or unit.place != TABLE:
        return False
    if flat(battle, "AS-BAT-144", unit, ship) > battle.table.contact + TINY:
        return False
    return holds_still(battle, ship) or held.of(unit) == battle.state.turn


# -- the kind of attack ---------------------------------------------------------------------------------------


def aims(around: Around) -> list[Aim]:
    """Ships within reach, of either side, for who may grapple at all."""
    battle, unit = around.battle, around.unit
    if not (unit.card.is_infantry or unit.card.specials.value("IT")) or not unit.on_table:
        return []
    ships = [one for one in battle.on_table() if one.card.is_large and one is not unit]
    near = [ship for ship in ships if apart(battle, unit, ship) <= LEVEL]
    # Friends are joined only where there is somebody to fight.
    return [Aim(ship.id, GRAPPLE) for ship in near if ship.side != unit.side or _needs_help(battle, ship)]


def _needs_help(battle: Battle, ship: Unit) -> bool:
    return any(boarding.of(one) == ship.id for one in battle.units.values() if one.notes)


def _slot(attack: Attack) -> str:
    return GRAPPLE


def _nothing(attack: Attack) -> Strength:
    return NONE


attack_kind(
    Kind(
        GRAPPLE,
        traits=trait.traits(trait.DEED),
        words="grapple",
        slot=_slot,
        strength=_nothing,
        begin=begin,
        aims=aims,
        judge=why_not_grapple,
        number=number_of,
    )
)
