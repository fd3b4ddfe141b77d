"""Antagonizer (p. 92): whoever is enraged goes straight for it and attacks nobody else.

The call falls at a point of its path. An enraged unit takes the straight way as far as its Move pays; where that is
barred, any way that brings it as near as it can get. Knows who hates whom; fear is known in fear.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import ANTAGONIZER, piloted
from lancemate.alphastrike.combat.area import distance_from
from lancemate.alphastrike.combat.attack import Attack, why_not
from lancemate.alphastrike.combat.physical import blow_of
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.measure.apart import apart, flat
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.modes import current_modes, may_move_now
from lancemate.alphastrike.movement.on_the_way import NERVES, Trial
from lancemate.alphastrike.movement.planner import provokes_nobody, work_out
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.pilots.fear import NEAR, NERVE, is_immune, try_nerve
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.minds import enraged
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.setup import RAGE
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CALL: Final = rules.table("AS-SPA-019", {"within": 6.0, "ends beyond": 24.0})
ON_PATH: Final = 0.05  # inches by which a named point may lie off its path
STRAIGHT: Final = 0.5  # inches off the straight way that still count as it
SHORT: Final = 0.1  # inches by which a move may fall short of what it could be
ROUGHLY: Final = 1.0  # the same, where the way had to be looked for
HALVINGS: Final = 9


# -- the call -------------------------------------------------------------------------------------------------


@hooks.move_choices.rule("AS-SPA-019", when=piloted(ANTAGONIZER))
def may_call(battle: Battle, unit: Unit) -> Choice | None:
    if not has(battle, unit, ANTAGONIZER):
        return None
    return Choice("antagonize", f"{ANTAGONIZER}: call at a point of its path", "point", "AS-SPA-019")


@hooks.declares.rule("AS-SPA-019", part=-1, when=piloted(ANTAGONIZER))
def calls_on_its_path(m: Movement) -> Refusal | None:
    """Once a turn, while it moves, at one point of its path; only those do who have the gift."""
    if m.command.antagonize is None:
        return None
    if not has(m.battle, m.unit, ANTAGONIZER):
        return provokes_nobody(m.unit)
    if not m.travels or along_path(m, m.command.antagonize) is None:
        text = f"{m.unit.id} calls at a point of its path; name one that it passes"
        return Refusal("not_on_the_way", text, "AS-SPA-019")
    return None


def along_path(m: Movement, point: Point) -> float | None:
    """How far along its path a point lies, or None where it lies elsewhere."""
    table, done = m.battle.table, 0.0
    for leg in pairwise(m.points):
        near = table.nearest_on(*leg, point)
        if table.distance(near, point) <= max(ON_PATH, table.scale / 2 if table.kind == "hex" else 0.0):
            return done + table.distance(leg[0], near)
        done += table.length(leg)
    return None


@hooks.on_the_way.rule("AS-SPA-019", when=piloted(ANTAGONIZER))
def antagonizer(m: Movement) -> Sequence[Trial]:
    """Everybody within 6 inches of that point hears it."""
    point = m.command.antagonize
    along = None if point is None else along_path(m, point)
    return () if along is None or point is None else (Trial(along, NERVES, partial(_call, at=point)),)


def _call(m: Movement, at: Point) -> None:
    battle, caller = m.battle, m.unit
    reach_ = CALL.of(m)["within"] + NEAR
    for victim in [*battle.on_table()]:
        if victim.side == caller.side or is_immune(battle, victim) or victim.hidden_from(caller.side):
            continue
        if apart(battle, there(battle, caller, at), victim) > reach_:
            continue
        if try_nerve(battle, victim, caller, ANTAGONIZER, "enraged by"):
            enraged.note(battle, victim, caller.id)


@hooks.strong_nerves.rule("AS-SPA-019", when=piloted(ANTAGONIZER))
def antagonizers_are_hard_to_provoke(battle: Battle, unit: Unit) -> Modifier | None:
    """Whoever enrages others has an iron will."""
    return (
        Modifier(ANTAGONIZER, NERVE.of(battle)["Iron Will"], "AS-SPA-019") if has(battle, unit, ANTAGONIZER) else None
    )


@hooks.phase_begins.rule("AS-SPA-019", when=RAGE)
def calms_down(battle: Battle, phase: str) -> None:
    """Out of sight, more than 24 inches away, or gone: the rage is over."""
    for unit in battle.units.values():
        name = enraged.of(unit) if unit.notes else None
        if name is not None and not _still_hates(battle, unit, battle.units[name]):
            enraged.end(battle, unit)


def _still_hates(battle: Battle, unit: Unit, foe: Unit) -> bool:
    if not unit.on_table or not foe.on_table or foe.destroyed or foe.hidden_from(unit.side):
        return False
    return apart(battle, unit, foe) <= CALL.of(battle)["ends beyond"] + NEAR and sees(battle, unit, foe)


# -- the way of the enraged -----------------------------------------------------------------------------------


def hated_by(battle: Battle, unit: Unit) -> Unit | None:
    """Whom a unit has to go for; who withdraws is past caring."""
    foe = foe_of(battle, unit)
    return foe if foe is not None and unit.on_table and not unit.withdrawing else None


def foe_of(battle: Battle, unit: Unit) -> Unit | None:
    """Who has enraged it, while that is there to be seen: what it may not do would tell where somebody hides."""
    name = enraged.of(unit) if unit.notes else None
    foe = battle.units.get(name) if name is not None else None
    return foe if foe is not None and foe.on_table and not foe.hidden_from(unit.side) else None


def _legal(battle: Battle, command: orders.Move) -> Refusal | Movement:
    try:
        m = Movement(battle, command)
        work_out(m, declaring=False)
    except Refused as refused:
        return refused.refusal
    return m


def straight_way(battle: Battle, unit: Unit, foe: Unit, mode: str) -> orders.Move | None:
    """As far as it gets on the straight way to whom it hates; None where something bars that."""
    table = battle.table
    far = flat(battle, "AS-SPA-019", unit, foe) - NEAR

    def go(inches: float) -> orders.Move:
        return orders.Move(unit.id, (table.snap(table.part_way(unit.at, foe.at, inches)),), mode)

    if far <= ROUGHLY / 2:
        return None
    found = _legal(battle, go(far))
    if isinstance(found, Movement):
        return found.command
    low, high = 0.0, far
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        tried = _legal(battle, go(middle))
        if isinstance(tried, Movement):
            low = middle
        else:
            high, found = middle, tried
    if low < ROUGHLY / 2 or found.code not in ("too_far", "no_move"):
        return None
    return go(low)


def nearest_way(battle: Battle, unit: Unit, foe: Unit, mode: str) -> orders.Move | None:
    """The way that brings it nearest, where the straight one is barred."""
    places = reach(battle, unit, mode)
    table, here = battle.table, battle.table.distance(unit.at, foe.at)
    nearer = sorted(
        (table.distance((float(x), float(y)), foe.at), number) for number, (x, y) in enumerate(places.points.tolist())
    )
    for distance, number in nearer:
        if distance >= here - ROUGHLY / 2:
            return None
        command = places.move_to(number)
        if isinstance(_legal(battle, command), Movement):
            return command
    return None


def way_of_rage(battle: Battle, unit: Unit, mode: str) -> tuple[orders.Move, bool] | None:
    """The move that rage asks for in a mode, and whether it is the straight way; None where it asks for none."""
    foe = hated_by(battle, unit)
    if foe is None or in_contact(battle, unit, foe):
        return None
    straight = straight_way(battle, unit, foe, mode)
    if straight is not None:
        return straight, True
    found = nearest_way(battle, unit, foe, mode)
    return None if found is None else (found, False)


@hooks.declares.rule("AS-SPA-019", when=RAGE)
def goes_for_it(m: Movement) -> Refusal | None:
    """It gets as near as it can by the most direct way, in whatever mode it likes, and stays once it is in contact."""
    battle, unit = m.battle, m.unit
    foe = hated_by(battle, unit)
    if foe is None or m.command.charge == foe.id or m.command.dfa == foe.id:
        return None
    table, gap = battle.table, unit.radius + foe.radius
    ends = table.distance(m.end, foe.at)
    if in_contact(battle, unit, foe):
        return None if ends <= gap + SHORT else _refused(unit, foe)
    asked = way_of_rage(battle, unit, m.mode if m.travels else "ground")
    if asked is None:
        return None
    command, straight = asked
    wanted = table.distance(command.path[-1], foe.at)
    if not straight:
        return None if ends <= wanted + ROUGHLY else _refused(unit, foe)
    off = max((table.distance(table.nearest_on(unit.at, foe.at, point), point) for point in m.points), default=0.0)
    return None if ends <= wanted + SHORT and off <= STRAIGHT else _refused(unit, foe)


def _refused(unit: Unit, foe: Unit) -> Refusal:
    text = f"{unit.id} is enraged: it goes straight for {foe.id}, as near as it can get, and nowhere else"
    return Refusal("enraged", text, "AS-SPA-019")


@hooks.may_stay.rule("AS-SPA-019", when=RAGE)
def does_not_stay(battle: Battle, unit: Unit) -> Refusal | None:
    foe = hated_by(battle, unit)
    if foe is None or driven_to(battle, unit) is None:
        return None
    return _refused(unit, foe)


@hooks.driven.rule("AS-SPA-019", when=RAGE)
def driven_to(battle: Battle, unit: Unit) -> orders.Move | None:
    """What its player can do with it, for those who look for no more."""
    if hated_by(battle, unit) is None or not may_move_now(battle, unit):
        return None
    for mode in current_modes(battle, unit):
        if not hooks.movement_modes[mode].stays and mode != "sprint":
            asked = way_of_rage(battle, unit, mode)
            if asked is not None:
                return asked[0]
    return None


@hooks.offers.rule("AS-SPA-019", when=RAGE)
def go_for_it(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    must = driven_to(battle, unit)
    return None if must is None else (offer(must, f"Go for {enraged.of(unit)}", "AS-SPA-019"),)


@hooks.remarks.rule("AS-SPA-019", when=RAGE)
def whom_it_hates(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    return f"it is enraged by {enraged.of(unit)}" if unit.notes and enraged.of(unit) is not None else None


# -- its attacks ----------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SPA-019", part=hooks.AIM, when=RAGE)
def attacks_nobody_else(attack: Attack) -> Refusal | None:
    """Nobody else, as long as anything it has can reach whom it hates; areas have to cover it."""
    battle, unit = attack.battle, attack.attacker
    foe = foe_of(battle, unit)
    if foe is None or attack.target is foe or attack.point == foe.at:
        return None
    if attack.point is not None and _falls_on(attack, foe, attack.point):
        return None
    if not _can_reach(attack, foe):
        return None
    text = f"{unit.id} is enraged: it attacks {foe.id}, which it can reach, and nobody else"
    return Refusal("enraged", text, "AS-SPA-019")


def _falls_on(attack: Attack, foe: Unit, point: Point) -> bool:
    """What strikes an area covers it, by its own areas."""
    rings = attack.kind_rules.rings
    widest = max([ring.radius for ring in rings(attack)], default=0.0) if rings is not None else 0.0
    return widest > 0.0 and distance_from(attack.battle, foe, point) <= widest + TINY


def _can_reach(attack: Attack, foe: Unit) -> bool:
    """Whether the same attack, or the one that could be made in its place, may be made on a unit."""
    battle, command = attack.battle, replace(attack.command, abilities=(), rear=None, split=False)
    target = orders.PointTarget(foe.at) if attack.point is not None else foe.id
    tries = [replace(command, target=target)]
    if trait.SHOT in attack.traits or attack.is_physical:
        plain = orders.Attack(attack.attacker.id, foe.id)
        tries += [plain, replace(plain, kind=blow_of(battle, attack.attacker))]
    for one in tries:
        try:
            if why_not(Attack(battle, one)) is None:
                return True
        except Refused:
            continue
    return False
