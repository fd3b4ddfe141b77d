"""King of the Hill (pp. 130-131): markers that are held by standing at them, contested, and scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.measure.places import Place, spot, there
from lancemate.alphastrike.movement.context import SLACK, Movement
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.events import ObjectiveChanged
from lancemate.alphastrike.scenarios.notes import objective_memory, objective_notes, scenario_of
from lancemate.alphastrike.scenarios.plan import MARKER, SWITCH, Objective
from lancemate.alphastrike.scenarios.scoring import OUTRIGHT, award, is_last_turn, on_points
from lancemate.alphastrike.turn.victory import Verdict, undefeated
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Point = tuple[float, float]
HOLD: Final = "scenario:hold"
DOMINATE: Final = "scenario:dominate"

# Of a marker: the sides that have been in contact with it this turn, and the units that have been there since it began.
touched = objective_memory("touched", list[str], default=[], rule="AS-SCN-040")
steady = objective_memory("steady", list[str], default=[], rule="AS-SCN-040")
# Who held it in the last turn, and for how many turns in a row.
held = objective_memory("holder", str, default=None, rule="AS-SCN-041")
row = objective_memory("row", int, default=0, rule="AS-SCN-041")


def markers(battle: Battle) -> tuple[Objective, ...]:
    return tuple(one for one in scenario_of(battle).objectives if one.kind == MARKER)


# -- contact --------------------------------------------------------------------------------------------------


def ground_of(battle: Battle, marker: Objective) -> Place:
    return spot(battle, marker.at, marker.radius)


def touches(battle: Battle, marker: Objective, unit: Unit) -> bool:
    """Who lies hidden touches nothing: whose marker it is is told to everybody."""
    if not unit.on_table or hidden.of(unit):
        return False
    return meets(battle, unit, ground_of(battle, marker))


@hooks.may_end.rule("AS-SCN-042", when=SWITCH)
def not_on_the_marker(m: Movement) -> Refusal | None:
    """Units stand beside a marker, not on it."""
    if m.exit_edge is not None or m.boarding is not None or not m.travels:
        return None
    return _covers(m.battle, m.unit, there(m.battle, m.unit, m.end, level=m.end_level))


@hooks.kept_free.rule("AS-SCN-042", when=SWITCH)
def nobody_is_put_on_the_marker(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """Neither before the battle nor by landing, getting off or being dropped."""
    return _covers(battle, unit, there(battle, unit, at, level=resting_level(battle, unit, *at)))


def _covers(battle: Battle, unit: Unit, stands: Place) -> Refusal | None:
    for marker in markers(battle):
        ground = ground_of(battle, marker)
        if meets(battle, stands, ground) and flat(battle, "AS-SCN-042", stands, ground) < -SLACK:
            reach = unit.radius + marker.radius
            text = f"{unit.id} may not stand on {marker.id}: keep its centre {reach:g} inches from the marker's"
            return Refusal("on_marker", text, "AS-SCN-042")
    return None


# -- through the turn -----------------------------------------------------------------------------------------


def _note(battle: Battle, marker: Objective, changes: Mapping[str, JSON]) -> None:
    known = objective_notes(battle, marker.id)
    if any(known.get(key) != value for key, value in changes.items()):
        battle.emit(ObjectiveChanged(marker.id, changes, "", "AS-SCN-040"))


@hooks.battle_opens.rule("AS-SCN-040", part=1, when=SWITCH)
def look_at_the_markers(battle: Battle) -> None:
    """Who stands at a marker when the battle opens has been there since the turn began."""
    for marker in markers(battle):
        _start_afresh(battle, marker)


def _start_afresh(battle: Battle, marker: Objective) -> None:
    here = [unit for unit in battle.on_table() if touches(battle, marker, unit)]
    sides = [side for side in battle.sides if any(unit.side == side for unit in here)]
    _note(battle, marker, touched.entry(sides) | steady.entry([unit.id for unit in here]))


@hooks.entered.rule("AS-SCN-040", when=SWITCH)
def come_and_go(battle: Battle, here: Entered) -> None:
    """A unit that leaves contact no longer holds; one that comes into contact is noticed."""
    for marker in markers(battle):
        there = steady.read(objective_notes(battle, marker.id))
        if here.unit.id in there and not _stays_in_contact(battle, marker, here):
            _note(battle, marker, steady.entry([name for name in there if name != here.unit.id]))
    notice(battle)


def _stays_in_contact(battle: Battle, marker: Objective, here: Entered) -> bool:
    """Every corner of its path touches the marker, and so does all between them; and it has not risen above it."""
    ground, unit, near = ground_of(battle, marker), here.unit, battle.table.contact + TINY
    corners = () if here.move is None else here.move.points
    beside = all(flat(battle, "AS-SCN-040", there(battle, unit, at), ground) <= near for at in corners)
    return beside and meets(battle, unit, ground)


def notice(battle: Battle) -> None:
    """Remember every side that touches a marker now."""
    for marker in markers(battle):
        seen = touched.read(objective_notes(battle, marker.id))
        now = {unit.side for unit in battle.on_table() if touches(battle, marker, unit)}
        _note(battle, marker, touched.entry([side for side in battle.sides if side in seen or side in now]))


# -- holding --------------------------------------------------------------------------------------------------


@rules.rule("AS-SCN-040", otherwise=None)
def holder_of(battle: Battle, marker: Objective) -> str | None:
    """The side with a unit at the marker for the whole turn, when no enemy has come to it."""
    staying = steady.read(objective_notes(battle, marker.id))
    there = [unit for unit in battle.on_table() if unit.id in staying and touches(battle, marker, unit)]
    sides = {unit.side for unit in there}
    if len(sides) != 1 or is_contested(battle, marker):
        return None
    return sides.pop()


@rules.rule("AS-SCN-041", otherwise=False)
def is_contested(battle: Battle, marker: Objective) -> bool:
    """Units of both sides have touched it in the same turn."""
    return len(touched.read(objective_notes(battle, marker.id))) > 1


@hooks.end_phase.rule("AS-SCN-040", part=hooks.HAPPENINGS, when=SWITCH)
def settle_the_markers(battle: Battle) -> bool | None:
    """At the end of a turn it is known who has held what; then everybody starts afresh."""
    if not markers(battle):
        return None
    notice(battle)
    for marker in markers(battle):
        notes, holder = objective_notes(battle, marker.id), holder_of(battle, marker)
        again = holder is not None and holder == held.read(notes)
        turns = row.read(notes) + 1 if again else int(holder is not None)
        what = ""
        if holder is not None:
            what = f"{holder} holds {marker.id}"
        elif is_contested(battle, marker):
            what = f"{marker.id} is contested"
        battle.emit(ObjectiveChanged(marker.id, held.entry(holder) | row.entry(turns), what, "AS-SCN-041"))
        _start_afresh(battle, marker)
    return True


def held_by(battle: Battle, side: str) -> list[Objective]:
    """The markers a side has held in the turn that ends."""
    return [marker for marker in markers(battle) if held.read(objective_notes(battle, marker.id)) == side]


# -- points ---------------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SCN-044", part=hooks.POINTS, when=HOLD)
def score_the_hill(battle: Battle) -> bool | None:
    """Points for every turn a marker is held, and for holding it in the last one."""
    block = scenario_of(battle).hold
    if block is None or block.side is not None:
        return None
    for side in battle.sides:
        for marker in held_by(battle, side):
            award(battle, side, block.each_turn, f"it holds {marker.id}", "AS-SCN-044")
            if is_last_turn(battle):
                award(battle, side, block.at_end, f"it holds {marker.id} at the end", "AS-SCN-044")
    return True


@hooks.end_phase.rule("AS-SCN-046", part=hooks.POINTS, when=HOLD)
def score_the_siege(battle: Battle) -> bool | None:
    """Only one side scores by holding; the other for every turn in which that does not come about."""
    scenario = scenario_of(battle)
    block = scenario.hold
    if block is None or block.side is None:
        return None
    holder = str(scenario.side_of(block.side))
    mine = held_by(battle, holder)
    if mine:
        award(battle, holder, block.each_turn, f"it holds {mine[0].id}", "AS-SCN-046")
    else:
        award(battle, battle.opponent(holder), block.denied, f"{holder} holds nothing", "AS-SCN-046")
    return True


@hooks.victory.rule("AS-SCN-046", part=OUTRIGHT, when=HOLD)
def held_long_enough(battle: Battle) -> Verdict | None:
    """So many turns in a row at any marker win at once."""
    scenario = scenario_of(battle)
    block = scenario.hold
    if block is None or not block.in_a_row or block.side is None:
        return None
    side = str(scenario.side_of(block.side))
    rows = [row.read(objective_notes(battle, marker.id)) for marker in held_by(battle, side)]
    if max(rows, default=0) < block.in_a_row:
        return None
    return Verdict(side, f"{side} has held the objective for {block.in_a_row} turns in a row", "AS-SCN-046")


@hooks.end_phase.rule("AS-SCN-045", part=hooks.POINTS, when=DOMINATE)
def score_the_sectors(battle: Battle) -> bool | None:
    """When every marker is held by somebody, each is worth points, and more to the side that has most."""
    block = scenario_of(battle).dominate
    if block is None or not sectors_settled(battle):
        return None
    counts = {side: len(held_by(battle, side)) for side in battle.sides}
    for side, count in counts.items():
        award(battle, side, block.each * count, f"it holds {count} markers", "AS-SCN-045")
    most = max(counts.values())
    leaders = [side for side, count in counts.items() if count == most]
    if len(leaders) == 1:
        award(battle, leaders[0], block.most, "it holds most markers", "AS-SCN-045")
    return True


def sectors_settled(battle: Battle) -> bool:
    """No marker is free or contested; or nobody is left on one side who could change anything."""
    taken = sum(len(held_by(battle, side)) for side in battle.sides)
    return taken == len(markers(battle)) or not all(undefeated(battle, side) for side in battle.sides)


@hooks.victory.rule("AS-SCN-045", part=OUTRIGHT, when=DOMINATE)
def sectors_decide(battle: Battle) -> Verdict | None:
    """It ends with the turn in which every marker is held; a side that is wiped out has lost all the same."""
    if sum(len(held_by(battle, side)) for side in battle.sides) < len(markers(battle)):
        return None
    return on_points(battle, "every marker is held", "AS-SCN-045")
