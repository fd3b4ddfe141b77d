"""Mobile hyperpulse generators (pp. 85-86): two turns of charging, one signal, and a pulse that blinds everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.conditions import TRACE, VACUUM
from lancemate.alphastrike.play.events import ShutDown
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "HPG"
PULSE: Final = rules.table(
    "AS-SPC-099", {"charging": 2, "once in": 6, "inches": 16, "target number": 4, "phases": 6, "wide from Size": 3}
)

# The turns of charging without a break, the turn of the last signal, and the last one in which a pulse blinds a unit.
charged = unit_memory("hpg_charging", list[int], default=[], rule="AS-SPC-099")
signalled = unit_memory("hpg_signal", int, default=None, rule="AS-SPC-099", told="sends a signal through hyperspace")
blinded = unit_memory("hpg_pulse", int, default=None, rule="AS-SPC-099", told="is blinded by a pulse until turn {}")


# -- charging -------------------------------------------------------------------------------------------------


@hooks.deeds.entry("transmit")
def transmit(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_transmit(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    turn = battle.state.turn
    charged.note(battle, unit, [*(one for one in charged.of(unit) if one == turn - 1), turn])


@rules.rule("AS-SPC-099", otherwise=None)
def why_not_transmit(battle: Battle, unit: Unit) -> Refusal | None:
    """Standing still and firing nothing; one signal in six turns."""
    if not unit.has(CODE):
        return Refusal("no_such_ability", f"{unit.id} has no hyperpulse generator (HPG)", "AS-SPC-099")
    refusal = why_not_now(battle, unit, "AS-SPC-099")
    if refusal is not None:
        return refusal
    turn, last = battle.state.turn, signalled.of(unit)
    if unit.moved not in ("standstill", "immobile"):
        return Refusal("has_moved", f"{unit.id} must stand still to charge its generator", "AS-SPC-099")
    if turn in charged.of(unit):
        return Refusal("already_acted", f"{unit.id} is charging its generator", "AS-SPC-099")
    if last is not None and turn + 1 - last < PULSE.of(battle)["once in"]:
        return Refusal("too_soon", f"{unit.id} sent a signal in turn {last}: one in six turns", "AS-SPC-099")
    return None


@hooks.may_attack.rule("AS-SPC-099", part=hooks.SLOT, ability=CODE)
def all_power_to_the_generator(attack: Attack) -> Refusal | None:
    unit = attack.attacker
    if attack.battle.state.turn not in charged.of(unit):
        return None
    return Refusal("already_acted", f"{unit.id} charges its generator and fires nothing this turn", "AS-SPC-099")


@hooks.offers.rule("AS-SPC-099", ability=CODE)
def may_transmit(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.phase != COMBAT or battle.state.to_act != unit.side or not unit.on_table or not unit.has(CODE):
        return None
    if why_not_transmit(battle, unit) is not None:
        return None
    return (offer(orders.Act(unit.id, "transmit"), "Charge the hyperpulse generator", "AS-SPC-099"),)


# -- the pulse ------------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SPC-099", part=hooks.LATE, ability=CODE)
def generators_fire(battle: Battle) -> bool | None:
    """At the end of the second turn the unit falls silent, and whoever is near is blinded."""
    changed, turn = None, battle.state.turn
    for unit in list(battle.units.values()):
        if not unit.notes or not unit.on_table or unit.doomed is not None:
            continue
        if signalled.of(unit) == turn - 1 and unit.shutdown and not tracks_heat(battle, unit):
            battle.emit(ShutDown(unit.id, False, "AS-SPC-099"))
            changed = True
        turns = charged.of(unit)
        if turns and turns[-1] == turn and len(turns) >= PULSE.of(battle)["charging"]:
            _fire(battle, unit)
            changed = True
    return changed


def _fire(battle: Battle, unit: Unit) -> None:
    charged.note(battle, unit, [])
    signalled.note(battle, unit, battle.state.turn)
    for one in list(battle.on_table()) if is_felt(battle) else ():
        if one.card.type != "CI" and _is_reached(battle, unit, one):
            blinded.note(battle, one, battle.state.turn + PULSE.of(battle)["phases"])
    if not unit.shutdown:
        battle.emit(ShutDown(unit.id, True, "AS-SPC-099"))


@rules.rule("AS-SPC-099", otherwise=True)
def is_felt(battle: Battle) -> bool:
    """Where there is air: a pulse needs some to travel in."""
    return battle.setup.conditions.atmosphere not in (VACUUM, TRACE)


def _is_reached(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Sixteen inches around; everybody, where the generator stands in something very large."""
    card = unit.card
    huge = card.is_mobile_structure or card.is_dropship or card.type == "BD"
    if huge or (card.type == "SV" and card.size >= PULSE.of(battle)["wide from Size"]):
        return True
    return apart(battle, unit, other) <= PULSE.of(battle)["inches"] + TINY


@hooks.to_hit.rule("AS-SPC-099", part=hooks.ANY_ATTACK, ability=CODE)
def blinded_by_the_pulse(attack: Attack) -> Modifier | None:
    """Six Combat Phases long everything but blows is much harder."""
    last = blinded.of(attack.attacker)
    if last is None or attack.is_physical or attack.battle.state.turn > last:
        return None
    return Modifier("Hyperpulse", PULSE.of(attack)["target number"], "AS-SPC-099")
