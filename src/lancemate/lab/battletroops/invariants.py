"""What must be true of every battle of BattleTroops at every moment: each check yields what is not, in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from lancemate.battletroops.asking.knowledge import events_for, known_to, unknown_to
from lancemate.battletroops.play.battle import Battle, BattleEvent
from lancemate.battletroops.play.events import BlowStruck, InitiativeRolled, ShotFired, Thrown
from lancemate.battletroops.play.machine import Machine
from lancemate.battletroops.play.state import MAP, Unit
from lancemate.battletroops.scripts.saves import load, save_text
from lancemate.battletroops.telling.log import story
from lancemate.field.lattice import BEARINGS, Dot
from lancemate.kernel.events import event_data
from lancemate.lab.sound import rules_named

NOT_TOLD: Final = 0  # a die of a tie for initiative, thrown again


def map_faults(battle: Battle) -> Iterator[str]:
    """What is wrong with the position as it is now."""
    state = battle.state
    taken: dict[tuple[Dot, int], str] = {}
    for unit in battle.units.values():
        yield from _unit_faults(battle, unit)
        there = unit.at, unit.elevation
        settled = state.acting != unit.id and not unit.airborne and unit.is_soldier
        if unit.on_map and unit.conscious and settled and unit.riding is None:
            if there in taken and not _one_is_hidden(battle, unit, taken[there]):
                yield f"{taken[there]} and {unit.id} stand on the same dot {unit.at} at level {unit.elevation}"
            taken[there] = unit.id
    if state.mp_left < 0:
        yield f"{state.acting} has {state.mp_left} MP left"
    asked = state.decision
    if asked is not None and not asked.choices:
        yield f"{asked.side} is asked {asked.question!r} and has nothing to choose from"
    if state.outcome is None and asked is None and state.to_act is None:
        yield f"nobody is to act in the {state.phase} phase of turn {state.turn}"
    if state.outcome is None and asked is None and state.agenda:
        yield f"nobody is asked and {len(state.agenda)} steps are still to be taken"


def _one_is_hidden(battle: Battle, unit: Unit, other: str) -> bool:
    """A hidden man gives nothing away: an enemy may come to stand on his dot."""
    return bool(unit.hidden or battle.units[other].hidden or unit.side != battle.units[other].side)


def _unit_faults(battle: Battle, unit: Unit) -> Iterator[str]:
    name = unit.id
    if len(unit.track) != 12 or set(unit.track) - set("X/."):
        yield f"{name} has the track {unit.track!r}"
    if unit.grenades < 0 or (unit.grenades > 4 and unit.skills is None):  # a character is not bound
        yield f"{name} has {unit.grenades} grenades"
    if any(count < 0 for count in unit.ammo.values()):
        yield f"{name} has fewer than no shots: {unit.ammo}"
    if not unit.conscious and (unit.arc is not None or unit.stunned or unit.hand_to_hand is not None):
        yield f"{name} is out and still watches, is stunned or attacks"
    if unit.exited != (unit.place == "gone"):
        yield f"{name} is {unit.place} though exited is {unit.exited}"
    if unit.machine is not None:
        yield from _machine_faults(name, unit.machine)
    if unit.place != MAP or unit.aboard is not None:
        return
    if not battle.map.inside(unit.at):
        yield f"{name} stands on no dot: {unit.at}"
        return
    if unit.airborne or not unit.is_soldier or unit.riding is not None:
        return
    ground, building = battle.map.ground(unit.at), battle.map.building(unit.at)
    lowest, highest = ground, ground
    if building is not None:
        base = battle.map.base(building)
        lowest, highest = base - 1, base + building.height
    if not lowest <= unit.elevation <= highest:
        yield f"{name} is at level {unit.elevation}, where there are {lowest} to {highest}"


def _machine_faults(name: str, machine: Machine) -> Iterator[str]:
    figures = {**machine.armor, **{f"structure of {place}": left for place, left in machine.structure.items()}}
    figures |= {
        "heat": machine.heat,
        "heat taken": machine.heat_taken,
        "rounds": min((left for left in machine.rounds if left is not None), default=0),
    }
    for what, left in figures.items():
        if left < 0:
            yield f"{name} has {left} of {what}"
    if machine.facing not in BEARINGS:
        yield f"{name} faces {machine.facing}"
    if machine.lost > machine.whole:
        yield f"{name} has lost {machine.lost} of {machine.whole} points"


def event_faults(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[str]:
    """What is wrong with the story of a command: sums that do not add up, rules that do not exist, no words for it."""
    events = list(events)
    for event in events:
        yield from rules_named(json.loads(json.dumps(event_data(event), allow_nan=False)), event.type)
        if isinstance(event, (ShotFired, BlowStruck, Thrown)) and event.roll:
            number = sum(part.value for part in event.modifiers)
            if event.target_number != number:
                yield f"{event.unit} needs {event.target_number}, its modifiers make {number}: {event.modifiers}"
            if event.hit != (sum(event.roll) >= number):
                yield f"{event.unit} needs {number}, throws {event.roll} and is said to be {event.hit}"
    for line in story(battle, events):
        if not line.text:
            yield "a line of the log is empty"


def dice_faults(events: Iterable[BattleEvent], thrown: list[int]) -> Iterator[str]:
    """What is wrong with the dice of a command: all that were thrown are told of, in their order, and no others."""
    told: list[int] = []
    for event in events:
        if isinstance(event, InitiativeRolled):
            told += [NOT_TOLD] * (2 * len(event.rolls) * event.ties)
            told += [die for roll in event.rolls.values() for die in roll]
        else:
            told += getattr(event, "roll", ())
    if len(told) != len(thrown) or any(die not in (NOT_TOLD, real) for die, real in zip(told, thrown, strict=True)):
        yield f"the dice were {thrown}, the events tell of {told}"


def secret_faults(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[str]:
    """What a side is told that it may not know: the name of a man who is hidden from it, wherever it stands."""
    events = list(events)
    for side in (*battle.sides, None):
        unknown = unknown_to(battle, side)
        if not unknown:
            continue
        told = json.dumps([battle.view(side), [event_data(event) for event in events_for(battle, side, events)]])
        words = " ".join(line.text for line in story(known_to(battle, side), events_for(battle, side, events)))
        for name in unknown:
            if f'"{name}"' in told or f" {name} " in f" {words} ":
                yield f"{side} hears of {name}, who is hidden from it"


def save_faults(battle: Battle) -> Iterator[str]:
    """What is wrong with a save: loaded, it is the same battle."""
    if load(json.loads(save_text(battle))).hash() != battle.hash():
        yield "the battle saved and loaded is another one"
