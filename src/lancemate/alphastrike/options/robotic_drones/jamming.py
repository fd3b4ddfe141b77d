"""Robots and jamming (p. 176): blinded they go home, dazed they stray, berserk they attack whoever is nearest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.combat.scatter import SCATTER_DIAL
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.reach import inches_for
from lancemate.alphastrike.options.robotic_drones.robots import ROBOTS, is_robot
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import MOVEMENT
from lancemate.alphastrike.play.words import one_of, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.homeward import blinded
from lancemate.alphastrike.scenarios.withdrawal import heads_for_home
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

BLINDED, DAZED, BERSERK = "blinded", "dazed", "berserk"
EFFECTS: Final = rules.table("AS-OPT-595", {1: BLINDED, 2: BLINDED, 3: BLINDED, 4: BLINDED, 5: DAZED, 6: BERSERK})
STEP: Final = 1.0  # inches by which a stray move is shortened until it is allowed
TURNS: Final = (0.0, 60.0, -60.0, 120.0, -120.0, 180.0)  # off its way, to avoid what it may not enter

ecm_effect = unit_memory("ecm_effect", str, default=None, rule="AS-OPT-595", told="is {}", expires="turn")
strays = unit_memory("strays", float, default=None, rule="AS-OPT-595", expires="turn")
unit_word(ecm_effect, ROBOTS, one_of(BLINDED, DAZED, BERSERK))


@hooks.phase_begins.rule("AS-OPT-595", when=ROBOTS)
def jammed_robots_roll(battle: Battle, phase: str) -> None:
    """Every robot that begins the Movement Phase in a hostile field."""
    if phase != MOVEMENT:
        return
    for unit in battle.on_table():
        if is_robot(battle, unit.card):
            see_to(battle, unit)


def see_to(battle: Battle, unit: Unit) -> None:
    jammed = is_jammed(battle, unit)
    effect = None
    if jammed:
        die = battle.roll(1)
        effect = EFFECTS.of(battle)[die[0]]
        battle.emit(DieRolled(unit.id, "jamming", die, f"it is {effect}", "AS-OPT-595"))
        ecm_effect.note(battle, unit, effect)
    if effect == DAZED:
        way = battle.roll(1)
        battle.emit(DieRolled(unit.id, "where it strays", way, f"by the {way[0]} of the dial", "AS-OPT-595"))
        strays.remember(battle, unit, SCATTER_DIAL.of(battle)["plain"][way[0]])
    if (effect == BLINDED) != blinded.of(unit):
        blinded.remember(battle, unit, effect == BLINDED)


# -- blinded --------------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-595", part=-1, when=ROBOTS)
def gropes_its_way_home(m: Movement) -> Refusal | None:
    """A blinded robot acts as a crippled unit that goes home."""
    if ecm_effect.of(m.unit) != BLINDED:
        return None
    refusal = heads_for_home(m)
    return None if refusal is None else replace(refusal, rule="AS-OPT-595")


# -- dazed ----------------------------------------------------------------------------------------------------


@hooks.driven.rule("AS-OPT-595", when=ROBOTS)
def strays_about(battle: Battle, unit: Unit) -> orders.Move | None:
    """A dazed robot moves straight on in some direction, turning only where it may not go."""
    way = strays.of(unit)
    if way is None or ecm_effect.of(unit) != DAZED:
        return None
    table, far = battle.table, inches_for(battle, unit, "ground")
    for turn in TURNS:
        inches = far
        while inches >= STEP:
            end = table.snap(table.beyond(unit.at, way + turn, inches))
            command = orders.Move(unit.id, (end,), facing=table.snap_facing(way + turn))
            if table.inside(*end, unit.radius) and check_move(battle, command).legal:
                return command
            inches -= STEP
    return orders.Move(unit.id)


@hooks.may_stay.rule("AS-OPT-595", when=ROBOTS)
def does_not_stand_about(battle: Battle, unit: Unit) -> Refusal | None:
    """Nobody keeps a dazed robot where it is, as long as there is a way that it may stray."""
    if ecm_effect.of(unit) != DAZED or not unit.on_table or unit.moved != "none":
        return None
    way = strays_about(battle, unit)
    if way is None or not way.path:
        return None
    text = f"{unit.id} is dazed by jamming and does not stay: let it stray to {battle.table.name(way.path[-1])}"
    return Refusal("dazed", text, "AS-OPT-595")


@hooks.offers.rule("AS-OPT-595", when=ROBOTS)
def may_stray(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if ecm_effect.of(unit) != DAZED or battle.state.to_act != unit.side or not may_move_now(battle, unit):
        return None
    way = strays_about(battle, unit)
    return None if way is None else (offer(way, "Stray straight on", "AS-OPT-595"),)


@hooks.may_end.rule("AS-OPT-595", when=ROBOTS)
def goes_where_it_strays(m: Movement) -> Refusal | None:
    way = strays.of(m.unit)
    if way is None or ecm_effect.of(m.unit) != DAZED or not m.travels:
        return None
    bearing = m.battle.table.bearing(m.unit.at, m.end)
    if len(m.points) == 2 and any(abs((bearing - way - turn + 180.0) % 360.0 - 180.0) <= 1.0 for turn in TURNS):
        return None
    return Refusal("dazed", f"{m.unit.id} is dazed by jamming and strays straight on ({way:g} degrees)", "AS-OPT-595")


@hooks.may_attack.rule("AS-OPT-595", part=hooks.ABLE, when=ROBOTS)
def too_dazed(attack: Attack) -> Refusal | None:
    if ecm_effect.of(attack.attacker) != DAZED:
        return None
    return Refusal("dazed", f"{attack.attacker.id} is dazed by jamming and attacks nobody this turn", "AS-OPT-595")


# -- berserk --------------------------------------------------------------------------------------------------


@hooks.knows_no_friends.rule("AS-OPT-595", when=ROBOTS)
def attacks_friends_too(battle: Battle, unit: Unit) -> bool:
    return ecm_effect.of(unit) == BERSERK


def nearest_to(battle: Battle, unit: Unit) -> Unit | None:
    """The unit that is nearest, of whatever side, as far as its own side knows."""
    others = [other for other in battle.on_table() if other is not unit and not other.hidden_from(unit.side)]
    return min(others, key=lambda other: apart(battle, unit, other), default=None)


@hooks.may_attack.rule("AS-OPT-595", part=hooks.AIM, when=ROBOTS)
def whoever_is_nearest(attack: Attack) -> Refusal | None:
    """A berserk robot goes for the nearest unit, friend or foe."""
    unit, target = attack.attacker, attack.target
    if ecm_effect.of(unit) != BERSERK or target is None:
        return None
    near = nearest_to(attack.battle, unit)
    if near is None or apart(attack.battle, unit, target) <= apart(attack.battle, unit, near) + TINY:
        return None
    return Refusal("berserk", f"{unit.id} is berserk: it attacks the unit that is nearest to it", "AS-OPT-595")


@hooks.may_end.rule("AS-OPT-595", when=ROBOTS)
def closes_in(m: Movement) -> Refusal | None:
    """And moves towards it."""
    unit = m.unit
    if ecm_effect.of(unit) != BERSERK or not m.travels:
        return None
    goal = nearest_to(m.battle, unit)
    if goal is None:
        return None
    now, then = apart(m.battle, unit, goal), apart(m.battle, there(m.battle, unit, m.end, level=m.end_level), goal)
    if m.exit_edge is None and then < max(now, 2 * TINY) - TINY:
        return None
    return Refusal("berserk", f"{unit.id} is berserk: it closes with {goal.id}", "AS-OPT-595")
