"""What must be true of every battle at every moment, whatever was played: each check yields what is not, in a sentence.

Knows what a sound battle looks like from outside; must not know the rules that make it so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import isfinite
from typing import Final, TypeAlias

from lancemate.alphastrike.cards.pilot_names import HOT_DOG, piloted
from lancemate.alphastrike.commands.going_first import FIRST_ATTACK
from lancemate.alphastrike.movement.arrival import ROOM_SOUGHT
from lancemate.alphastrike.movement.mover import MOVE_ON
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.events import AttackMade, DieRolled, HitLanded, InitiativeRolled
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import footprint
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.play.state import ABOARD, CARRIED, EMPLACED, GONE, TABLE, Unit
from lancemate.alphastrike.scripts.saves import load, save_text
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.events import event_data
from lancemate.lab.sound import rules_named

Dice: TypeAlias = tuple[int, ...]
LOST: Final = ("attack", "attack on it")  # rolls in whose place others came
SLACK: Final = 2e-3  # inches bases may share, or hang over an edge, for the rounding of coordinates
HOTTEST: Final = 4  # and a level more where somebody is a Hot Dog
GENIUS: Final = "AS-SPA-064"
FUMBLES: Final = "critical_success_failure"  # with it two ones miss whatever was needed
NOT_TOLD: Final = 0  # a die of a tie for initiative, thrown again


# -- the table ------------------------------------------------------------------------------------------------


def table_faults(battle: Battle) -> Iterator[str]:
    """What is wrong with the units as they are now."""
    under_way = {task.data["start"].id for task in battle.state.agenda if task.name == MOVE_ON}
    under_way |= {task.data["unit"] for task in battle.state.agenda if task.name in ROOM_SOUGHT}
    standing = [
        unit
        for unit in battle.units.values()
        if unit.place == TABLE and not is_overhead(unit) and unit.id not in under_way  # it may be among friends
    ]
    for unit in battle.units.values():
        yield from _unit_faults(battle, unit)
        if unit.place == TABLE and unit.id not in under_way:
            yield from _standing_faults(battle, unit)
    for number, one in enumerate(standing):
        for other in standing[number + 1 :]:
            apart = battle.table.apart(one.at, one.radius, other.at, other.radius)
            if apart < -SLACK and (one.sections or other.sections or one.airborne or other.airborne):
                apart = _apart(battle, one, other)
            if apart < -SLACK:
                yield f"the bases of {one.id} and {other.id} overlap by {-apart:.4f} {battle.table.measure}"
    if battle.decision is not None and not battle.decision.choices:
        yield f"{battle.decision.side} is asked {battle.decision.question!r} and has nothing to choose from"
    if battle.outcome is None and battle.decision is None and battle.state.to_act is None:
        yield f"nobody is to act in the {battle.state.phase} phase of turn {battle.state.turn}"


def _apart(battle: Battle, one: Unit, other: Unit) -> float:
    """How far two units are apart by all that they stand on; a VTOL above a large unit is in nobody's way."""
    for above, below in ((one, other), (other, one)):
        if above.airborne and below.card.is_large and above.elevation >= below.body.top - SLACK:
            return 0.0
    pairs = [(a, b) for a in footprint(battle, one) for b in footprint(battle, other)]
    return min(battle.table.apart(a.at, a.radius, b.at, b.radius) for a, b in pairs)


def _unit_faults(battle: Battle, unit: Unit) -> Iterator[str]:
    card, name = unit.card, unit.id
    if not 0 <= unit.armor <= card.armor:
        yield f"{name} has {unit.armor} armor of {card.armor}"
    if not 0 <= unit.structure <= card.structure:
        yield f"{name} has {unit.structure} structure of {card.structure}"
    if not 0 <= unit.heat <= HOTTEST + (piloted(HOT_DOG) in battle.setup.switches) or (
        unit.heat and not card.tracks_heat
    ):
        yield f"{name} ({card.type}) has heat {unit.heat}"
    if not 0.0 <= unit.facing < 360.0:
        yield f"{name} faces {unit.facing}"
    if not (isfinite(unit.x) and isfinite(unit.y) and isfinite(unit.elevation)):
        yield f"{name} is nowhere: {unit.x:g}, {unit.y:g} at {unit.elevation:g}"
    if (unit.destroyed or unit.exited) != (unit.place == GONE):
        yield f"{name} is {unit.place} though destroyed is {unit.destroyed} and exited {unit.exited}"
    if unit.structure <= 0 and unit.doomed is None and not unit.destroyed:
        yield f"{name} has no structure left and nobody has noticed"
    if (unit.place == ABOARD) != (unit.aboard is not None):
        yield f"{name} is {unit.place} with {unit.aboard} as its carrier"
    if unit.aboard is not None and battle.decision is None:  # while somebody chooses, riders of a wreck hang in the air
        carrier = battle.units.get(unit.aboard)
        enemy = carrier is not None and carrier.side != unit.side and not carrier.card.is_large
        if carrier is None or enemy or carrier.place not in (TABLE, ABOARD, CARRIED, EMPLACED, "reserve"):
            yield f"{name} is aboard {unit.aboard}, which carries nobody"


def _standing_faults(battle: Battle, unit: Unit) -> Iterator[str]:
    table = battle.table
    bodies = [(unit.at, 0.0)] if is_overhead(unit) else [(one.at, one.radius) for one in footprint(battle, unit)]
    if not all(table.inside(*at, radius - SLACK) for at, radius in bodies):
        yield f"{unit.id} hangs over the edge of the table at {unit.x:g}, {unit.y:g}"
    if not is_overhead(unit) and unit.elevation < table.ground(unit.x, unit.y) - SLACK:  # altitudes are no heights
        ground = table.ground(unit.x, unit.y)
        yield f"{unit.id} is below the ground: at elevation {unit.elevation:g} where that is {ground:g}"


def actor_faults(battle: Battle, command: orders.Command) -> Iterator[str]:
    """What would be wrong with a command if it were allowed now: the dead act only until their phase is over.

    Where somebody attacks before the Movement Phase, those whom it has hit still move and attack in that turn.
    """
    unit = battle.units.get(getattr(command, "unit", ""))
    if unit is None:
        return
    if unit.place == GONE:
        yield f"{unit.id} is out of the battle and still acts"
    elif unit.doomed is not None and battle.now.part_of != COMBAT and FIRST_ATTACK not in battle.course.entries:
        yield f"{unit.id} was destroyed in an earlier phase and still acts in the {battle.state.phase} phase"


# -- what is told ---------------------------------------------------------------------------------------------


def event_faults(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[str]:
    """What is wrong with the story of a command: sums that do not add up, rules that do not exist, no words for it."""
    events = list(events)
    for event in events:
        yield from rules_named(json.loads(json.dumps(event_data(event), allow_nan=False)), event.type)
        if isinstance(event, AttackMade):
            yield from _attack_faults(battle, event)
        elif isinstance(event, HitLanded) and event.damage != max(0, sum(part.value for part in event.damage_parts)):
            yield f"a hit on {event.target} does {event.damage}, its parts another sum: {event.damage_parts}"
    for line in story(battle, events):
        if not line.text:
            yield "a line of the log is empty"


def dice_faults(events: Iterable[BattleEvent], thrown: list[int]) -> Iterator[str]:
    """What is wrong with the dice of a command: all that were thrown are told of, in their order, and no others.

    All that stand in one blast share its die for damage. A genius who was beaten rolls for Initiative alone. Of an
    attack that makes several rolls those that do not count are told first, whichever of the others took their place.
    """
    told: list[int] = []
    again: list[Dice] = []
    blast: tuple[str, tuple[int, ...]] = "", ()
    beaten = ""
    for event in events:
        if isinstance(event, InitiativeRolled):
            rolling = [beaten] if event.rule == GENIUS else [*event.rolls]
            told += [NOT_TOLD] * (2 * len(rolling) * event.rerolled)
            told += [die for side in rolling for die in event.rolls[side]]
            beaten = event.loser
        elif isinstance(event, HitLanded):
            told += event.damage_roll if event.apart or (event.kind, event.damage_roll) != blast else ()
            blast = (event.kind, event.damage_roll) if event.damage_roll else blast
        elif isinstance(event, AttackMade) and again and len(event.roll) > 2:
            told = told[: -2 * len(again)]
            told += _in_turn(again, [*zip(event.roll[::2], event.roll[1::2], strict=True)], thrown[len(told) :])
        else:
            told += getattr(event, "roll", ())
            told += getattr(event, "damage_roll", ())
            blast = ("", ()) if isinstance(event, AttackMade) else blast
        if isinstance(event, AttackMade):
            again = []
        elif isinstance(event, DieRolled) and event.purpose in LOST:
            again.append(event.roll)
    if len(told) != len(thrown) or any(die not in (NOT_TOLD, real) for die, real in zip(told, thrown, strict=True)):
        yield f"the dice were {thrown}, the events tell of {told}"


def _in_turn(lost: list[Dice], kept: list[Dice], thrown: list[int]) -> list[int]:
    """Rolls that do not count and rolls that do, in the order in which they were thrown, if there is one."""
    for places in combinations(range(len(lost) + len(kept)), len(lost)):
        gone, stands = iter(lost), iter(kept)
        order = [next(gone) if place in places else next(stands) for place in range(len(lost) + len(kept))]
        told = [die for roll in order for die in roll]
        if told == thrown[: len(told)]:
            return told
    return [die for roll in (*lost, *kept) for die in roll]


def _attack_faults(battle: Battle, event: AttackMade) -> Iterator[str]:
    number, thrown = event.target_number, sum(event.roll)
    if number != sum(part.value for part in event.modifiers):
        yield f"{event.attacker} needs {number}, its modifiers make another sum: {event.modifiers}"
    several = len(event.roll) > 2  # each of them is a shot of its own
    # A natural 12 hits and a natural 2 misses; what woods alone hide is hit by a natural 12 and by nothing else.
    by_nature = FUMBLES in battle.options and event.hit == (thrown == 12)
    if not several and not by_nature and event.hit != (number <= 12 and (number <= 2 or thrown >= number)):
        yield f"{event.attacker} needs {number}, throws {event.roll} and is said to {'hit' if event.hit else 'miss'}"
    if event.damage is not None and event.damage != max(0, sum(part.value for part in event.damage_parts)):
        yield f"{event.attacker} does {event.damage}, its parts make another sum: {event.damage_parts}"


# -- copies, saves, replays -----------------------------------------------------------------------------------


def save_faults(battle: Battle) -> Iterator[str]:
    """What is wrong with a save: loaded, it is the same battle."""
    if load(json.loads(save_text(battle))).hash() != battle.hash():
        yield "the battle saved and loaded is another one"
