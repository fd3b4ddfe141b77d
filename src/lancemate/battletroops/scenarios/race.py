"""Race Against Time (pp. 38-39): a message from the compound, and whoever wants to stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.movement.activation import activate, end_activation
from lancemate.battletroops.play.memory import battle_memory
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.setup import Goal, Scenario
from lancemate.battletroops.play.state import CLEAR_TRACK, MAP, State, copy_unit
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import edge_dot
from lancemate.battletroops.scenarios.plan import RACE, SIDES
from lancemate.field.lattice import Dot, true_distance
from lancemate.kernel.agenda import Decision
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
LONG: Final = 60  # dots of the longest edge, and more
SENDING = rules.table(MESSAGE, {"target": 10})
GOALS = rules.table("BT-SCN-003", {"decisive": 7, "substantial": 4, "arrival": 5})

message_sent = battle_memory("message_sent", bool, default=False, rule=MESSAGE, told="The message is sent")
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
class Arrived:
    """Somebody who waited comes onto the map."""

    type: ClassVar[str] = "arrived"
    unit: UnitId
    at: Dot
    edge: Word
    rule: RuleId = "BT-SCN-003"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = MAP
        unit.x, unit.y = self.at
        unit.elevation = state.map.ground(self.at)


@event
class Replaced:
    """A fresh man takes the place of one of a squad that is no more."""

    type: ClassVar[str] = "replaced"
    unit: UnitId
    of: UnitId
    group: Word
    at: Dot
    primary: Word | None
    secondary: Word | None
    launcher: bool
    rounds: int
    rule: RuleId = REPLACED

    def apply(self, state: State) -> None:
        unit = copy_unit(state.units[self.of])
        unit.id, unit.group, unit.track, unit.place = self.unit, self.group, CLEAR_TRACK, MAP
        unit.primary, unit.secondary, unit.launcher = self.primary, self.secondary, self.launcher
        unit.prepared, unit.grenades = self.primary or "none", 4
        unit.ammo = {"Grenade Launcher": self.rounds} if self.launcher else {}
        unit.prone = unit.stunned = unit.exited = unit.airborne = False
        unit.arc, unit.hidden, unit.riding, unit.aboard, unit.notes = None, 0, None, None, {}
        unit.moved, unit.fired, unit.acted, unit.exposed = "none", False, False, False
        unit.hand_to_hand, unit.blow = None, None
        unit.x, unit.y = self.at
        unit.elevation = state.map.ground(self.at)
        state.units[self.unit] = unit
        state.losses = {**state.losses, self.group: 0}


def plan_of(battle: Battle) -> Scenario:
    assert battle.setup.scenario is not None
    return battle.setup.scenario


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
    if unit.id != scenario.sender:
        return Refusal("not_he", f"only {scenario.sender} can send the message", MESSAGE)
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
    if unit.id == scenario.sender and (at, elevation) != (scenario.control, scenario.elevation):
        return Refusal("at_the_controls", f"{unit.id} begins at the controls, where he is", "BT-SCN-003")
    return None


@hooks.side_begins.rule("BT-SCN-003", when=RACE)
def reinforcements(battle: Battle, side: str) -> None:
    """In the fifth turn the volunteers and their 'Mech arrive, by the edge their player chooses."""
    attackers = SIDES[RACE][1]
    waiting = [unit for unit in battle.of_side(attackers) if unit.place == "reserve"]
    if side == attackers and waiting and battle.state.turn >= GOALS.of(battle)["arrival"]:
        question = "over which edge do the volunteers come?"
        battle.ask(Decision(side, "entry", question, EDGES, "BT-SCN-003"), "volunteers_arrive", side=side)


@rules.task("volunteers_arrive")
def volunteers_arrive(battle: Battle, side: str, choice: str) -> None:
    waiting = [unit for unit in battle.of_side(side) if unit.place == "reserve"]
    for number, unit in enumerate(waiting):
        battle.emit(Arrived(unit.id, _free(battle, choice, number, unit), choice))


def _free(battle: Battle, edge: str, number: int, unit: Unit) -> Dot:
    """The next free dot of an edge, from its middle outward; where it is crowded, the nearest free one in the open."""
    field = battle.map
    taken = {one.at for one in battle.units.values() if one.on_map and one.conscious}
    row = [(float(x), float(y)) for x, y in (edge_dot(edge, more, field.width) for more in range(number, LONG))]
    free = [dot for dot in row if dot not in taken and field.inside(dot)]
    if free:
        return free[0]
    middle = edge_dot(edge, 0, field.width)
    near = [dot for dot in field.dots if dot not in taken and field.building(dot) is None]
    return min(near, key=lambda dot: (true_distance(dot, (float(middle[0]), float(middle[1]))), dot), default=unit.at)


@hooks.side_begins.rule(REPLACED, when=RACE)
def fresh_squads(battle: Battle, side: str) -> None:
    """A squad of guards that has broken or has nobody left is replaced in the next turn, from the same side."""
    if side != SIDES[RACE][1]:
        return
    groups: dict[str, list[Unit]] = {}
    for unit in battle.of_side(side):
        if unit.group is not None and unit.group.startswith(GUARDS):
            groups.setdefault(unit.group.partition(" #")[0], []).append(unit)
    for name, men in groups.items():
        last = men[-7:]
        gone = last[0].group in battle.state.broken or not any(unit.able for unit in last)
        if gone:
            _replace(battle, name, last, len(men) // 7 + 1)


def _replace(battle: Battle, name: str, last: list[Unit], number: int) -> None:
    edge = name.removeprefix(GUARDS)
    for place, old in enumerate(last):
        base = old.id.partition("#")[0]
        record = next(one.record for one in battle.setup.units if one.id == base)
        at = _free(battle, edge, place, old)
        battle.emit(
            Replaced(
                f"{base}#{number}",
                old.id,
                f"{name} #{number}",
                at,
                record.primary,
                record.secondary,
                record.launcher,
                4,
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
