"""Coming out and being found (pp. 167-168): by choice, by moving or attacking, by touch, by probes.

Which probe reaches how far stands with all other ranges of probes (abilities/probes.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import is_jammed, probes_of, range_of
from lancemate.alphastrike.combat.attack import Attack, has_attacked
from lancemate.alphastrike.measure.apart import apart, within
from lancemate.alphastrike.movement.activation import lies_low, recount, standing_mode
from lancemate.alphastrike.movement.ambush import level_at, uncover
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.on_the_way import NERVES, Trial
from lancemate.alphastrike.options.hidden_units import FOUND, OPTION
from lancemate.alphastrike.pilots.fear import first_within
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Passed
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.phases import MOVEMENT
from lancemate.alphastrike.play.state import Unit, hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.withdrawal import must_go
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle

REVEAL: Final = "reveal"
WHAT: Final = "hidden units"  # what probes look for
CONTACT: Final = 0.05  # inches between two bases that touch
hooks.deed_terms.add(REVEAL, DeedTerms(OPTION, out_of_turn=True))


# -- coming out -----------------------------------------------------------------------------------------------


@hooks.lies_low.rule("AS-OPT-471", when=OPTION)
def is_not_counted(battle: Battle, unit: Unit) -> bool:
    """Hidden units do not count where numbers are compared, and nobody waits for them."""
    return hidden.of(unit)


@hooks.movement_ends.rule("AS-OPT-471", when=OPTION)
def has_not_stirred(battle: Battle) -> None:
    """Who lay hidden through the Movement Phase, or had no move left, has stood still."""
    for unit in list(battle.on_table()):
        if unit.moved == "none" and unit.notes and lies_low(battle, unit):
            battle.emit(Passed(unit.id, battle.state.phase, standing_mode(battle, unit), "AS-OPT-471"))


@hooks.deeds.entry(REVEAL)
def reveal(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_reveal(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    uncover(battle, unit, "AS-OPT-471")
    if orders.Move in battle.now.verbs:
        recount(battle)


@rules.rule("AS-OPT-471", otherwise=None)
def why_not_reveal(battle: Battle, unit: Unit) -> Refusal | None:
    """To move, before its side has moved in this phase; to attack, before its side has attacked."""
    if not hidden.of(unit):
        return Refusal("not_hidden", f"{unit.id} does not lie hidden", "AS-OPT-471")
    own = [other for other in battle.units_of(unit.side) if not hidden.of(other)]
    if orders.Move in battle.now.verbs:
        begun = next((other.id for other in own if other.moved != "none"), None)
        done = "moved"
    elif orders.Attack in battle.now.verbs:
        begun = next((other.id for other in own if has_attacked(other)), None)
        done = "attacked"
    else:
        text = "hidden units come out at the beginning of the Movement Phase or of the Combat Phase"
        return Refusal("wrong_phase", text, "AS-OPT-471")
    if begun is None:
        return None
    text = f"{begun} has {done} already: hidden units come out before any unit of their side has {done}"
    return Refusal("too_late", text, "AS-OPT-471")


@hooks.offers.rule("AS-OPT-471", when=OPTION)
def may_come_out(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not hidden.of(unit) or not unit.on_table or why_not_reveal(battle, unit) is not None:
        return None
    return (offer(orders.Act(unit.id, REVEAL), "Come out of hiding", "AS-OPT-471"),)


@hooks.may_move.rule("AS-OPT-471", part=-1, when=OPTION)
def stays_hidden(m: Movement) -> Refusal | None:
    """One that has not been revealed does not move."""
    return _still_hidden(m.unit, "move") if hidden.of(m.unit) else None


@hooks.may_stay.rule("AS-OPT-471", part=-1, when=OPTION)
def has_no_move_to_give_up(battle: Battle, unit: Unit) -> Refusal | None:
    """One that is not counted makes no move, not even by standing still."""
    return _still_hidden(unit, "make a move") if hidden.of(unit) else None


@hooks.may_attack.rule("AS-OPT-471", part=hooks.CARRIED - 1, but=trait.FROM_HIDING, when=OPTION)
def holds_its_fire(attack: Attack) -> Refusal | None:
    return _still_hidden(attack.attacker, "attack") if hidden.of(attack.attacker) else None


def _still_hidden(unit: Unit, what: str) -> Refusal:
    text = f"{unit.id} lies hidden: to {what}, it has to come out first (act: reveal), before its side has done so"
    return Refusal("still_hidden", text, "AS-OPT-471")


@hooks.phase_begins.rule("AS-OPT-471", part=-1, when=FOUND)
def comes_out_to_withdraw(battle: Battle, phase: str) -> None:
    """Who has to go home plans to move, and is revealed as its Movement Phase begins."""
    if phase == MOVEMENT:
        for unit in [*battle.on_table()]:
            if unit.notes and hidden.of(unit) and must_go(battle, unit):
                uncover(battle, unit, "AS-OPT-471")


# -- being found ----------------------------------------------------------------------------------------------


def lying_in_wait(battle: Battle, side: str) -> list[Unit]:
    """The units on the table that a side knows nothing of."""
    return [unit for unit in battle.on_table(battle.opponent(side)) if unit.notes and hidden.of(unit)]


@hooks.on_the_way.rule("AS-OPT-474", when=FOUND)
def touched_in_passing(m: Movement) -> Sequence[Trial]:
    """Whoever comes into base contact with a hidden enemy finds it; who jumps or flies, where it comes down."""
    found = [(other, contact_along(m, other)) for other in lying_in_wait(m.battle, m.unit.side)]
    return tuple(Trial(along, NERVES, partial(_finds, other=other)) for other, along in found if along is not None)


def contact_along(m: Movement, other: Unit, reach: float = CONTACT) -> float | None:
    """How far along its way a unit is first so near to another, on about the same level."""
    if not m.travels or m.exit_edge is not None:
        return None
    if m.way in ("jump", "fly"):
        near = reach + m.unit.radius + other.radius + TINY
        along = m.inches if m.battle.table.within(m.end, other.at, near) else None
    else:
        along = first_within(m, other, reach)
    if along is None:
        return None
    level = level_at(m, along)
    low, high = other.elevation - reach - m.unit.height, other.elevation + other.height + reach
    return along if low - TINY <= level <= high + TINY else None


def _finds(m: Movement, other: Unit) -> None:
    if hidden.of(other):
        uncover(m.battle, other)


@hooks.entered.rule("AS-OPT-474", part=NERVES, when=FOUND)
def in_touch_or_in_range(battle: Battle, here: Entered) -> None:
    """Whoever comes to be in contact with a hidden enemy, or has it in range of a probe, has found it."""
    if not here.way.begins:
        found_by(battle, here.unit)


@hooks.passed_move.rule("AS-OPT-474", when=FOUND)
def found_from_where_it_stands(battle: Battle, unit: Unit) -> bool | None:
    found_by(battle, unit)
    return None


def found_by(battle: Battle, unit: Unit) -> None:
    """What a unit finds from where it is now."""
    if not unit.on_table:
        return
    for other in lying_in_wait(battle, unit.side):
        if in_touch(battle, unit, other) or is_in_probe_range(battle, unit, other):
            uncover(battle, other)


@rules.rule("AS-OPT-474", otherwise=False)
def in_touch(battle: Battle, unit: Unit, other: Unit) -> bool:
    if abs(unit.elevation - other.elevation) > other.height + CONTACT:
        return False
    return within(battle, unit, other, CONTACT)


@rules.rule("AS-OPT-474", otherwise=False)
def is_in_probe_range(battle: Battle, unit: Unit, other: Unit) -> bool:
    """A probe finds whatever lies in its range, unless ECM jams it; boosted ones (BH) feel Angel ECM alone."""
    probes = probes_of(battle, unit)
    if not probes:
        return False
    far = apart(battle, unit, other)
    near = [code for code in probes if far <= range_of(battle, unit, WHAT, code) + TINY]
    return any(not is_jammed(battle, unit, code, other, hidden_too=True) for code in near)
