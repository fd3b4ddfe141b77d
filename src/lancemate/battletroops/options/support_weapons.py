"""Support weapons (pp. 21-22): machine guns and heavy lasers that a crew sets up, serves and carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import SUPPORT, is_support, weapon
from lancemate.battletroops.movement.activation import activate
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.load import gain, lose, part_of, pointed
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.state import Item, State
from lancemate.battletroops.play.traits import DIRECT, MACHINE, SHELL
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.record import Soldier
from lancemate.field.lattice import bearing, distance
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.movement.plan import Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("support_weapons", "BT-OPT-023", "machine guns and heavy lasers with their crews")
WORK: Final = 4  # MP of each man
ARC: Final = 4
SET_UP, BREAK_DOWN = "set_up", "break_down"


@event
class Worked:
    """A man of the crew has done his part; with the last of them it is done."""

    type: ClassVar[str] = "support"
    unit: UnitId
    operator: UnitId
    do: Word
    cost: int
    done: bool
    rule: RuleId = "BT-OPT-024"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        operator = state.units[self.operator]
        hands = (*(operator.work if under_way(operator) == self.do else ()), self.unit)
        operator.work, operator.doing = hands, self.do
        if self.do == BREAK_DOWN:
            operator.arc = None
        if not self.done:
            return
        moved = operator.set_up != (self.do == SET_UP)
        operator.work, operator.doing, operator.set_up = (), None, self.do == SET_UP
        operator.notes = {key: value for key, value in operator.notes.items() if key != pointed.name}
        part = part_of(operator.primary or "")
        for man in (state.units[name] for name in hands if moved and name != self.operator):
            if operator.set_up:
                lose(man, part)
            else:
                gain(man, Item(part, man.at, man.elevation))


def under_way(operator: Unit) -> str | None:
    """What is being done with his weapon; unless said it is broken down where it stands, and set up where not."""
    if not operator.work:
        return None
    return operator.doing or (BREAK_DOWN if operator.set_up else SET_UP)


def serves(battle: Battle, operator: Unit) -> bool:
    return operator.primary is not None and is_support(operator.primary)


@rules.rule("BT-OPT-023", otherwise=0)
def men_needed(battle: Battle, operator: Unit) -> int:
    """The crew that a weapon takes besides the man who fires it."""
    arm = weapon(battle, operator.primary or "")
    return 0 if arm is None or arm.crew is None else arm.crew


@hooks.battle_opens.rule("BT-OPT-025", when=OPTION)
def parts_are_shared_out(battle: Battle) -> None:
    """Each of the crew of a weapon that begins broken down carries a part; its gunner whatever is left over."""
    for muster in battle.setup.units:
        record, operator = muster.record, battle.units[muster.id]
        if isinstance(record, Soldier) and serves(battle, operator) and not operator.set_up:
            part = part_of(operator.primary or "")
            crew = [battle.units[name] for name in record.crew if name in battle.units]
            needed = men_needed(battle, operator)
            for man in (*crew[:needed], *[operator] * (needed - len(crew))):
                if man is operator or not man.parts:
                    gain(man, Item(part, man.at, man.elevation))


# -- setting up and breaking down -------------------------------------------------------------------------------------


def why_not_work(battle: Battle, unit: Unit, operator: Unit, do: str) -> Refusal | None:
    if OPTION not in battle.options or not serves(battle, operator):
        return Refusal("no_support_weapon", f"{operator.id} has no support weapon", "BT-OPT-023")
    return (
        may_help(battle, unit, operator, do)
        or enough_men(battle, operator)
        or cannot_pay(battle, left_to(battle, unit), WORK, do.replace("_", " "))
    )


@rules.rule("BT-OPT-024", otherwise=None)
def may_help(battle: Battle, unit: Unit, operator: Unit, do: str) -> Refusal | None:
    """The operator and each man of his crew, next to him, spend their points once."""
    if unit.side != operator.side or not operator.able:
        return Refusal("no_comrade", f"{operator.id} is no comrade of {unit.id} who could work with him", "BT-OPT-024")
    if (do == BREAK_DOWN and not operator.set_up) or (do == SET_UP and operator.set_up and not turns(battle, operator)):
        state = "up" if operator.set_up else "down"
        return Refusal("done", f"the weapon of {operator.id} is {state} already", "BT-OPT-024")
    if unit.id in operator.work and under_way(operator) == do:
        return Refusal("has_worked", f"{unit.id} has done his part", "BT-OPT-024")
    if unit is operator:
        return None
    if operator.primary not in unit.parts and not may_step_in(battle, operator):
        return the_same_men(battle, unit, operator)
    if distance(unit.at, operator.at) != 1 or unit.elevation != operator.elevation:
        return Refusal("not_adjacent", f"{unit.id} is not next to {operator.id}", "BT-OPT-024")
    return None


@rules.rule("BT-OPT-026", otherwise=False)
def turns(battle: Battle, operator: Unit) -> bool:
    """One that stands is set up again to point it elsewhere."""
    return pointed.of(operator) is not None or under_way(operator) == SET_UP


@rules.rule("BT-OPT-025", otherwise=None)
def the_same_men(battle: Battle, unit: Unit, operator: Unit) -> Refusal | None:
    """The men who carry the parts must set it up."""
    return Refusal("not_of_the_crew", f"{unit.id} carries no part of the weapon of {operator.id}", "BT-OPT-025")


@rules.rule("BT-OPT-027", otherwise=False)
def may_step_in(battle: Battle, operator: Unit) -> bool:
    """Anybody may take the place of a crewman, unless the weapon is being carried."""
    return operator.set_up


@rules.rule("BT-OPT-023", otherwise=None)
def enough_men(battle: Battle, operator: Unit) -> Refusal | None:
    """With too few men it cannot be done."""
    able = [unit for unit in battle.of_side(operator.side) if unit.able and unit.is_soldier and unit is not operator]
    if not operator.set_up:
        able = [unit for unit in able if operator.primary in unit.parts]
    if len({*operator.work, *[unit.id for unit in able]} - {operator.id}) >= men_needed(battle, operator):
        return None
    text = f"the {operator.primary} takes a crew of {men_needed(battle, operator)} besides its operator"
    return Refusal("too_few_men", text, "BT-OPT-023")


def work(battle: Battle, unit: Unit, command: Act) -> None:
    operator = battle.unit(str(command.what or unit.id))
    refusal = why_not_work(battle, unit, operator, command.do)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    workers = {*(operator.work if under_way(operator) == command.do else ()), unit.id}
    done = operator.id in workers and len(workers - {operator.id}) >= men_needed(battle, operator)
    battle.emit(Worked(unit.id, operator.id, command.do, WORK, done))


hooks.deeds.add(SET_UP, work)
hooks.deeds.add(BREAK_DOWN, work)


# -- what it forbids ------------------------------------------------------------------------------------------------


@hooks.may_move.rule("BT-OPT-024", when=OPTION)
def operator_stays(battle: Battle, plan: Plan) -> Refusal | None:
    """He does not leave a weapon that stands, nor while it is worked on."""
    unit = plan.unit
    if not plan.leaves or not unit.is_soldier or not serves(battle, unit) or (not unit.set_up and not unit.work):
        return None
    text = f"the {unit.primary} of {unit.id} stands or is being worked on: break it down to move it"
    return Refusal("set_up", text, "BT-OPT-024")


@hooks.may_watch.rule("BT-OPT-025", when=OPTION)
def carriers_do_not_watch(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    return _hands_full(battle, unit)


@hooks.may_shoot.rule("BT-OPT-025", part=hooks.READY, traits=(DIRECT, SHELL), but=MACHINE, when=OPTION)
def carriers_do_not_fire(aim: Aim) -> Refusal | None:
    """Whoever carries parts of a weapon fires nothing."""
    return _hands_full(aim.battle, aim.shooter)


def _hands_full(battle: Battle, unit: Unit) -> Refusal | None:
    if not unit.is_soldier or (not unit.parts and (unit.set_up or not serves(battle, unit))):
        return None
    what = unit.parts[0] if unit.parts else unit.primary
    return Refusal("carrying", f"{unit.id} carries parts of the {what}, and fires nothing", "BT-OPT-025")


@hooks.may_shoot.rule("BT-OPT-024", part=hooks.READY, traits=DIRECT, but=MACHINE, when=OPTION)
def being_worked_on(aim: Aim) -> Refusal | None:
    """From the start of breaking it down it cannot fire."""
    return _under_work(aim.battle, aim.shooter)


@hooks.may_watch.rule("BT-OPT-024", when=OPTION)
def nothing_to_watch_with(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """An arc is for whoever can fire: not before the work on his weapon is done."""
    return _under_work(battle, unit)


def _under_work(battle: Battle, unit: Unit) -> Refusal | None:
    if not unit.is_soldier or not serves(battle, unit) or not unit.work:
        return None
    return Refusal("being_worked_on", f"the {unit.primary} of {unit.id} is being worked on", "BT-OPT-024")


@hooks.may_watch.rule("BT-OPT-026", when=OPTION)
def one_size(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """A support weapon has the arc of 4 MP and no other."""
    if not unit.is_soldier or unit.prepared not in SUPPORT.of(battle) or size == ARC or unit.riding is not None:
        return None
    return Refusal("wrong_arc", f"a support weapon has an arc of {ARC} MP", "BT-OPT-026")


@hooks.may_move.rule("BT-OPT-026", when=OPTION)
def one_direction(battle: Battle, plan: Plan) -> Refusal | None:
    """It points where it was first pointed, until it is set up again."""
    unit, watch = plan.unit, plan.command.arc
    if watch is None or not unit.is_soldier or unit.prepared not in SUPPORT.of(battle) or unit.riding is not None:
        return None
    before = pointed.of(unit)
    if before is None or abs(before - bearing(plan.at, watch.towards)) < 1e-6:
        return None
    return Refusal("pointed", f"the {unit.primary} of {unit.id} points elsewhere: set it up again", "BT-OPT-026")


@hooks.arc_set.rule("BT-OPT-026", when=OPTION)
def remembers_where(battle: Battle, unit: Unit) -> None:
    """The direction of its first arc."""
    if unit.arc is None or not unit.is_soldier or unit.prepared not in SUPPORT.of(battle) or unit.riding is not None:
        return
    if pointed.of(unit) is None:
        pointed.remember(battle, unit, bearing(unit.at, unit.arc.towards))


@hooks.offers.rule("BT-OPT-024", when=OPTION)
def work_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Setting up and breaking down what stands close by."""
    found: list[Offer] = []
    for operator in battle.units.values():
        if operator.side == unit.side and operator.is_soldier and unit.is_soldier and serves(battle, operator):
            for do in (SET_UP, BREAK_DOWN):
                if why_not_work(battle, unit, operator, do) is None:
                    label = f"{do.replace('_', ' ').capitalize()} the {operator.primary}"
                    found.append(offer(Act(unit.id, do, operator.id), label, "BT-OPT-024"))
    return tuple(found)
