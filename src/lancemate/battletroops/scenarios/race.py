"""Race Against Time (pp. 38-39): a message from the compound, and whoever wants to stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADES, LAUNCHER
from lancemate.battletroops.movement.activation import activate, end_activation
from lancemate.battletroops.play.memory import battle_memory, unit_memory
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.setup import Goal, Scenario
from lancemate.battletroops.play.state import BARE_HANDS, CLEAR_TRACK, GONE, RESERVE, Entering, State, copy_unit
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.plan import RACE, SIDES
from lancemate.field.lattice import Dot
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

MESSAGE, REPLACED, INTACT = "BT-SCN-004", "BT-SCN-006", "BT-SCN-007"
EDGES: Final = ("north", "east", "south", "west")
GUARDS: Final = "CGC "
SENDING = rules.table(MESSAGE, {"target": 10})
GOALS = rules.table("BT-SCN-003", {"decisive": 7, "substantial": 4, "arrival": 5})

sends = unit_memory("sends", bool, default=False, rule="BT-SCN-009", secret=True)
message_sent = battle_memory("message_sent", bool, default=False, rule=MESSAGE, told="The message is sent")
lost_squads = battle_memory("lost_squads", list[str], default=[], rule=REPLACED)
damaged = battle_memory("damaged_by_kurita", bool, default=False, rule=INTACT, told="The compound is damaged")


@event
class SendingRolled:
    """An attempt to send the message."""

    type: ClassVar[str] = "sending"
    unit: UnitId
    roll: tuple[int, ...]
    number: int
    sent: bool
    rule: RuleId = MESSAGE

    def apply(self, state: State) -> None:
        pass


@event
class Replaced:
    """A fresh man takes the place of one of a squad that is no more."""

    type: ClassVar[str] = "replaced"
    unit: UnitId
    of: UnitId
    group: Word
    edge: Word
    primary: Word | None
    secondary: Word | None
    launcher: bool
    rounds: int
    rule: RuleId = REPLACED

    def apply(self, state: State) -> None:
        unit = copy_unit(state.units[self.of])
        unit.id, unit.group, unit.track, unit.place = self.unit, self.group, CLEAR_TRACK, RESERVE
        unit.enters = Entering(state.turn, (self.edge,))
        unit.primary, unit.secondary, unit.launcher = self.primary, self.secondary, self.launcher
        unit.prepared, unit.grenades = self.primary or BARE_HANDS, GRENADES
        unit.ammo = {LAUNCHER: self.rounds} if self.launcher else {}
        unit.satchel = unit.spare_pack = False
        unit.prone = unit.stunned = unit.exited = unit.airborne = False
        unit.arc, unit.hidden, unit.riding, unit.aboard, unit.notes = None, 0, None, None, {}
        unit.parts, unit.work, unit.doing, unit.set_up = (), (), None, True
        unit.moved, unit.fired, unit.acted, unit.exposed = "none", False, False, False
        unit.hand_to_hand, unit.blow = None, None
        state.units[self.unit] = unit
        state.losses = {**state.losses, self.group: 0}


def plan_of(battle: Battle) -> Scenario:
    assert battle.setup.scenario is not None
    return battle.setup.scenario


def sender_of(battle: Battle) -> str | None:
    """The technician: whom his player has named before the battle, or the setup."""
    named = next((unit.id for unit in battle.of_side(SIDES[RACE][0]) if sends.of(unit)), None)
    return named or plan_of(battle).sender


# -- the message ------------------------------------------------------------------------------------------------------


@hooks.deeds.entry("send")
def send(battle: Battle, unit: Unit, command: Act) -> None:
    """Two dice in place of everything else he might do in this turn."""
    refusal = why_not_send(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    number = SENDING.of(battle)["target"]
    roll = battle.roll(2)
    sent = sum(roll) >= number
    battle.emit(SendingRolled(unit.id, roll, number, sent))
    if sent:
        message_sent.note(battle, None, True)
    end_activation(battle, unit)


@rules.rule(MESSAGE, otherwise=None)
def why_not_send(battle: Battle, unit: Unit) -> Refusal | None:
    """Only the technician, on his feet at the control dot, who has done nothing else; what it says stays said."""
    scenario = battle.setup.scenario
    if scenario is None or scenario.kind != RACE:
        return Refusal("no_message", "there is no message to send in this battle", MESSAGE)
    if unit.id != sender_of(battle):
        return Refusal("not_he", f"only {sender_of(battle)} can send the message", MESSAGE)
    if message_sent.of(battle.state):
        return Refusal("sent", "the message is sent", MESSAGE)
    if scenario.control is None or unit.at != scenario.control or unit.elevation != scenario.elevation:
        return Refusal("not_there", f"{unit.id} is not at the controls", MESSAGE)
    if unit.prone:
        return Refusal("prone", f"{unit.id} lies: he must stand up first", MESSAGE)
    if battle.state.acting == unit.id:
        return Refusal("has_acted", f"{unit.id} has done something else in this turn", MESSAGE)
    return None


@hooks.offers.rule(MESSAGE, when=RACE)
def send_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Sending, where he may."""
    if why_not_send(battle, unit) is not None:
        return None
    return (offer(Act(unit.id, "send"), "Send the message", MESSAGE),)


@hooks.may_move.rule("BT-SCN-005", when=RACE)
def nobody_leaves(battle: Battle, plan: Plan) -> Refusal | None:
    """Before it is sent the defenders stay inside; then they may leave by any edge."""
    unit, defenders = plan.unit, SIDES[RACE][0]
    if unit.side != defenders or not unit.is_soldier or message_sent.of(battle.state):
        return None
    home = plan_of(battle).building
    outside = [one for one in plan.strides if (house := battle.map.building(one.at)) is None or house.id != home]
    if not outside or home is None:
        return None
    return Refusal("not_yet", f"{unit.id} stays in the {home} until the message is sent", "BT-SCN-005")


# -- who comes later --------------------------------------------------------------------------------------------------


@hooks.may_hide.rule("BT-SCN-003", when=RACE)
def in_the_compound(battle: Battle, unit: Unit, at: Dot, elevation: int) -> Refusal | None:
    """They hide in the building that they hold; who sends the message is at the controls."""
    scenario = battle.setup.scenario
    assert scenario is not None
    building = battle.map.building(at)
    if scenario.building is not None and (building is None or building.id != scenario.building):
        return Refusal("elsewhere", f"{unit.id} begins inside {scenario.building}", "BT-SCN-003")
    if unit.id == sender_of(battle) and (at, elevation) != (scenario.control, scenario.elevation):
        return Refusal("at_the_controls", f"{unit.id} begins at the controls, where he is", "BT-SCN-003")
    return None


@hooks.battle_opens.rule("BT-SCN-003", when=RACE)
def volunteers(battle: Battle) -> None:
    """Attackers of whom nothing else is said come in the fifth turn, by the edge their player chooses."""
    for unit in battle.of_side(SIDES[RACE][1]):
        if unit.place == RESERVE and unit.enters is None and unit.aboard is None:
            unit.enters = Entering(GOALS.of(battle)["arrival"], EDGES)


@hooks.end_phase.rule(REPLACED, part=hooks.LAST, when=RACE)
def squads_that_are_no_more(battle: Battle) -> None:
    """Guards who have broken, or of whom nobody is left; what was lost before the battle is known as it opens."""
    known = lost_squads.of(battle.state)
    gone = [name for name, men in _last_of_each(battle).items() if name not in known and _is_no_more(battle, men)]
    if gone:
        lost_squads.note(battle, None, [*known, *gone])


@hooks.battle_opens.rule(REPLACED, when=RACE)
def lost_before(battle: Battle) -> None:
    squads_that_are_no_more(battle)


def _is_no_more(battle: Battle, men: list[Unit]) -> bool:
    return men[0].group in battle.state.broken or not any(unit.conscious and unit.place != GONE for unit in men)


def _last_of_each(battle: Battle) -> dict[str, list[Unit]]:
    """The men of every squad of guards, of those that replaced it the last."""
    squads: dict[str, dict[str, list[Unit]]] = {}
    for unit in battle.of_side(SIDES[RACE][1]):
        if unit.group is not None and unit.group.startswith(GUARDS):
            squads.setdefault(unit.group.partition(" #")[0], {}).setdefault(unit.group, []).append(unit)
    return {name: list(found.values())[-1] for name, found in squads.items()}


@hooks.side_begins.rule(REPLACED, when=RACE)
def fresh_squads(battle: Battle, side: str) -> None:
    """In the turn after a squad was lost a fresh one waits at the same side of the map."""
    lost = lost_squads.of(battle.state)
    if side != SIDES[RACE][1] or not lost:
        return
    last = _last_of_each(battle)
    lost_squads.note(battle, None, [])
    for name in lost:
        _replace(battle, name, last[name])


def _replace(battle: Battle, name: str, last: list[Unit]) -> None:
    number = int((last[0].group or "").partition(" #")[2] or 1) + 1
    for old in last:
        base = old.id.partition("#")[0]
        record = next(one.record for one in battle.setup.units if one.id == base)
        battle.emit(
            Replaced(
                f"{base}#{number}",
                old.id,
                f"{name} #{number}",
                name.removeprefix(GUARDS),
                record.primary,
                record.secondary,
                record.launcher,
                GRENADES,
            )
        )


# -- the end ----------------------------------------------------------------------------------------------------------


@hooks.building_hurt.rule(INTACT, when=RACE)
def not_intact(battle: Battle, unit: Unit, building: str) -> None:
    """Whoever attacks and damages it can win little."""
    if unit.side == SIDES[RACE][1] and building == plan_of(battle).building and not damaged.of(battle.state):
        damaged.note(battle, None, True)


@hooks.goals.rule("BT-SCN-003", when=RACE)
def race_against_time(battle: Battle) -> Goal:
    """Over when no defender is left on the map; what each side has earned depends on the message and who got away."""
    table = GOALS.of(battle)
    defenders, attackers = SIDES[RACE]
    men = [unit for unit in battle.of_side(defenders) if unit.is_soldier]
    over = not any(unit.place == "map" and unit.conscious for unit in men)
    away = sum(unit.exited for unit in men)
    levels: dict[str, str | None] = {defenders: None, attackers: None}
    if message_sent.of(battle.state):
        found = [name for name in ("decisive", "substantial") if away >= table[name]]
        levels[defenders] = found[0] if found else "marginal"
        winner = defenders
    else:
        levels[attackers] = "marginal" if damaged.of(battle.state) else "decisive"
        winner = attackers
    reason = f"no defender is left: {winner} has earned a {levels[winner]} victory"
    return Goal(over, winner, reason, "BT-SCN-003", levels)
