"""Ejection (p. 161): crews leave their machines, by a seat or by the hatch, and are infantry from then on.

An order to eject is given in combat and carried out in the End Phase; who is blown up by its own ammunition is thrown
out by itself. What was left stays on the table, and its electronics work on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of_failure
from lancemate.alphastrike.cards.bases import base_of
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.movement.arrival import Arrival, arrive, nearest_places
from lancemate.alphastrike.movement.entering import CLIMBED_OUT
from lancemate.alphastrike.options.engine_explosions import self_destruct
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.conditions import VACUUM
from lancemate.alphastrike.play.events import DieRolled, ShutDown
from lancemate.alphastrike.play.ids import RuleId, UnitId
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.state import ABOARD, State, Unit
from lancemate.alphastrike.play.words import flag, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.kills import abandoned
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle

EJECTION: Final = rules.option("ejection", "AS-OPT-370", "crews may leave their machines and fight on foot")
hooks.later_types.add(EJECTION, "CI")

ON_FOOT: Final = rules.table("AS-OPT-373", {"armor": 0, "structure": 1, "move": 2})
BLOWN_UP: Final = "its ammunition exploded"

ejects = unit_memory("ejects", bool, default=False, rule="AS-OPT-370", told="will be left by its crew", expires="turn")
# Its crew has left it, and it has not blown up.
shut_for_good = unit_memory("shut_for_good", bool, default=False, rule="AS-OPT-383")
unit_word(abandoned, EJECTION, flag, status=True)
hooks.deed_terms.add("eject", DeedTerms(EJECTION, out_of_turn=True))


@event
class CrewEjected:
    """The crew of a unit is out, and on foot from now on."""

    type: ClassVar[str] = "ejected"
    unit: UnitId
    crew: UnitId
    armor: int
    structure: int
    move: int
    radius: float
    height: float
    rule: RuleId = "AS-OPT-373"

    def apply(self, state: State) -> None:
        left = state.units[self.unit]
        name = f"Crew of {left.card.name}"
        card = Card(name, "CI", 1, Move((("f", self.move),)), NO_DAMAGE, self.armor, self.structure)
        state.units[self.crew] = Unit(
            id=self.crew,
            side=left.side,
            card=card,
            skill=left.skill,
            radius=self.radius,
            height=self.height,
            armor=self.armor,
            structure=self.structure,
            place=ABOARD,
            aboard=self.unit,
            x=left.x,
            y=left.y,
            facing=left.facing,
            elevation=left.elevation,
        )


# -- who may --------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-370", otherwise=None)
def has_a_crew(battle: Battle, unit: Unit) -> Refusal | None:
    """'Mechs and fighters have seats that fly, other crews climb out; infantry and those wired in (VR) do neither."""
    if unit.card.is_infantry or unit.card.is_mobile_structure:
        return Refusal("no_crew", f"{unit.id} has no machine that its crew could leave", "AS-OPT-370")
    if unit.has("VR"):
        return Refusal("no_crew", f"the pilot of {unit.id} is part of it (VR) and cannot leave", "AS-OPT-370")
    if abandoned.of(unit):
        return Refusal("no_crew", f"nobody is left in {unit.id}", "AS-OPT-370")
    return None


@rules.rule("AS-OPT-372", otherwise=None)
def has_a_way_out(battle: Battle, unit: Unit) -> Refusal | None:
    """Nobody gets out under water, and in vacuum only those who fly there."""
    if is_underwater(battle, unit):
        return Refusal("no_way_out", f"{unit.id} is under water: nobody gets out", "AS-OPT-372")
    if agreed(battle).atmosphere == VACUUM and not unit.card.is_aerospace:
        return Refusal("no_way_out", "in vacuum only crews of aerospace units get out", "AS-OPT-372")
    return None


def why_not_eject(battle: Battle, unit: Unit) -> Refusal | None:
    return has_a_crew(battle, unit) or has_a_way_out(battle, unit)


@rules.rule("AS-SPC-092", otherwise=False)
def has_a_seat(battle: Battle, unit: Unit) -> bool:
    """Seats (ES) are put into machines that have none; their pilots decide at any time."""
    return unit.has("ES")


def is_thrown_out(battle: Battle, unit: Unit) -> bool:
    """'Mechs and fighters throw their pilots out, IndustrialMechs and others only with a seat."""
    return unit.card.type in ("BM", "AF", "CF") or has_a_seat(battle, unit)


def is_ordered_now(battle: Battle, unit: Unit) -> bool:
    """In combat, and while units move by whoever sits in a seat and is not about to destroy the unit."""
    verbs = battle.now.verbs
    return orders.Attack in verbs or (
        orders.Move in verbs and self_destruct.of(unit) is None and has_a_seat(battle, unit)
    )


def why_not_order(battle: Battle, unit: Unit) -> Refusal | None:
    """When it may be ordered, and for a unit about to destroy itself in the place of its move."""
    verbs = battle.now.verbs
    if is_ordered_now(battle, unit):
        if ejects.of(unit):
            return Refusal("already_announced", f"the crew of {unit.id} is on its way out already", "AS-OPT-370")
    elif orders.Move not in verbs or self_destruct.of(unit) is None or unit.moved != "none":
        text = f"a crew ejects in {battle.course.where(orders.Attack)}, or in the place of its move before it blows up"
        return Refusal("wrong_phase", text, "AS-OPT-370")
    elif battle.state.to_act != unit.side:
        return Refusal("not_your_turn", f"{battle.state.to_act} is to move", "AS-INT-060")
    return why_not_eject(battle, unit)


@hooks.deeds.entry("eject")
@rules.rule("AS-OPT-370")
def order_to_eject(battle: Battle, unit: Unit, what: str | None) -> None:
    """What is ordered before the End Phase happens there, whoever is to act."""
    refusal = why_not_order(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    if is_ordered_now(battle, unit):
        ejects.note(battle, unit, True)
    else:
        leave_before_the_end(battle, unit)


@hooks.offers.rule("AS-OPT-370", when=EJECTION)
def may_eject(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or why_not_order(battle, unit) is not None:
        return None
    return (offer(orders.Act(unit.id, "eject"), "Eject", "AS-OPT-370"),)


# -- out ------------------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-OPT-371", part=hooks.EFFECTS, when=EJECTION)
def thrown_out(battle: Battle) -> bool | None:
    """Exploding ammunition throws the pilot out before it destroys the rest."""
    done = None
    for unit in list(battle.units.values()):
        if unit.doomed != BLOWN_UP or unit.destroyed or not unit.on_table:
            continue
        if is_thrown_out(battle, unit) and why_not_eject(battle, unit) is None:
            step_out(battle, unit, "AS-OPT-371")
            done = True
    return done


@hooks.end_phase.rule("AS-OPT-370", part=hooks.REMOVAL, when=EJECTION)
def those_who_were_told(battle: Battle) -> bool | None:
    done = None
    for unit in list(battle.units.values()):
        if ejects.of(unit) and unit.on_table and unit.doomed is None and why_not_eject(battle, unit) is None:
            step_out(battle, unit, "AS-OPT-370")
            done = True
    return done


@rules.rule("AS-OPT-373")
def step_out(battle: Battle, unit: Unit, by: str) -> None:
    """A platoon of one point, beside what it has left."""
    row, base = ON_FOOT.of(battle), base_of(battle, "infantry")
    crew = free_name(battle, f"{unit.id}-crew")
    radius = battle.table.footprint(base.radius)
    battle.emit(CrewEjected(unit.id, crew, row["armor"], row["structure"], row["move"], radius, base.height))
    abandoned.note(battle, unit, True, by)
    beside = nearest_places(battle, battle.units[crew], unit.at)[:1]
    arrive(battle, battle.units[crew], unit.at, Arrival("AS-OPT-373", unit.id, "dismounted", CLIMBED_OUT.name), beside)


def free_name(battle: Battle, name: str) -> str:
    number, free = 1, name
    while free in battle.units:
        number += 1
        free = f"{name}{number}"
    return free


@rules.rule("AS-OPT-383")
def leave_before_the_end(battle: Battle, unit: Unit) -> None:
    """Whoever leaves a unit that is to blow up rolls against its Skill: if that fails, it only shuts down."""
    roll = battle.roll(2)
    works = margin_of_failure(battle, dice_sum(battle, roll), unit.skill) is None
    result = "it will explode" if works else "it shuts down instead"
    battle.emit(DieRolled(unit.id, "self-destruction", roll, result, "AS-OPT-383", target_number=unit.skill))
    if not works:
        self_destruct.note(battle, unit, None)
        battle.emit(ShutDown(unit.id, True, "AS-OPT-383"))
        shut_for_good.remember(battle, unit, True)
    step_out(battle, unit, "AS-OPT-370")


@hooks.stays_shut_down.rule("AS-OPT-383", when=EJECTION)
def never_starts_again(battle: Battle, unit: Unit) -> bool:
    return shut_for_good.of(unit)


# -- what is left ---------------------------------------------------------------------------------------------


@hooks.immobile.rule("AS-OPT-374", when=EJECTION)
def stands_where_it_was_left(battle: Battle, unit: Unit) -> bool | None:
    return True if abandoned.of(unit) else None


@hooks.unmanned.rule("AS-OPT-374", when=EJECTION)
def nobody_is_there(battle: Battle, unit: Unit) -> bool:
    return abandoned.of(unit)


@hooks.may_attack.rule("AS-OPT-374", part=hooks.ABLE, when=EJECTION)
def nobody_fires(attack: Attack) -> Refusal | None:
    """Without a crew there are no attacks; jammers and networks work on."""
    if not abandoned.of(attack.attacker):
        return None
    return Refusal("abandoned", f"{attack.attacker.id} is abandoned: nobody is there to attack", "AS-OPT-374")


@hooks.may_spot.rule("AS-OPT-374", when=EJECTION)
def nobody_looks(battle: Battle, spotter: Unit) -> Refusal | None:
    if not abandoned.of(spotter):
        return None
    return Refusal("no_spotter", f"{spotter.id} is abandoned: nobody is there to spot", "AS-OPT-374")


@hooks.may_move.rule("AS-OPT-374", part=-1, when=EJECTION)
def nobody_drives(m: Movement) -> Refusal | None:
    order = m.command
    asked = (order.facing, order.elevation, order.cruise)
    if not abandoned.of(m.unit) or not (order.path or any(one is not None for one in asked)):
        return None
    return Refusal("abandoned", f"{m.unit.id} is abandoned: it stays where it is", "AS-OPT-374")


@hooks.holds_no_field.rule("AS-OPT-374", when=EJECTION)
def is_out_of_it(battle: Battle, unit: Unit) -> bool:
    """A machine without a crew wins no battle."""
    return abandoned.of(unit)
