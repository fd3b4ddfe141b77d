"""What optional modules let happen, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.abilities.remote_sensors import SensorPlanted
from lancemate.alphastrike.options.alternate_munitions.events import SwarmFlew, SwarmStopped
from lancemate.alphastrike.options.battlefield_intelligence import IntelligenceCounted, IntelligenceRated
from lancemate.alphastrike.options.dropping_troops import CameDown, Falls, PointChosen
from lancemate.alphastrike.options.ejection import CrewEjected
from lancemate.alphastrike.options.external_cargo.lifting import LiftContested
from lancemate.alphastrike.options.external_cargo.loads import CargoDown, CargoLifted, ThingDamaged, ThingMoved
from lancemate.alphastrike.options.external_cargo.towing import Pulled
from lancemate.alphastrike.options.quadvees import CALLED, QuadVeeTurned
from lancemate.alphastrike.options.robotic_drones.robots import RobotsRolled
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, page_of, the_sum, throws
from lancemate.kernel.story import StoryLine


@tells(CrewEjected)
def _ejected(names: Names, event: CrewEjected) -> Iterator[StoryLine]:
    yield StoryLine(f"The crew of {names[event.unit]} is out and on foot ({event.crew}){page_of(event.rule)}.", "act")


@tells(SwarmStopped)
def _swarm_stopped(names: Names, event: SwarmStopped) -> Iterator[StoryLine]:
    told = f"The missiles of {names[event.attacker]} fly on to {names[event.target]} and come to nothing"
    yield StoryLine(f"{told}: {event.reason}{page_of(event.rule)}.", "miss")


@tells(SwarmFlew)
def _swarm(names: Names, event: SwarmFlew) -> Iterator[StoryLine]:
    missiles = f"The missiles of {names[event.attacker]} fly on to {names[event.target]}{page_of(event.rule)}"
    yield StoryLine(f"{missiles}.", "act", 1)
    if event.modifiers:
        yield StoryLine(f"They need {event.target_number} = {the_sum(event.modifiers)}.", "sum", 2)
    rolled = f"They roll {throws(event.roll)}: a {'hit' if event.hit else 'miss'}" if event.roll else "They cannot hit"
    yield StoryLine(f"{rolled}.", "hit" if event.hit else "miss", 2)


@tells(CargoLifted)
def _lifted(names: Names, event: CargoLifted) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} lifts {names[event.what]}{page_of(event.rule)}.", "act")


@tells(CargoDown)
def _set_down(names: Names, event: CargoDown) -> Iterator[StoryLine]:
    what, how = names[event.what], event.how
    yield StoryLine(f"{names[event.unit]} lets go of {what} ({how}){page_of(event.rule)}.", "act")


@tells(ThingDamaged)
def _battered(names: Names, event: ThingDamaged) -> Iterator[StoryLine]:
    left = f"{event.left} left" if event.left else "it is destroyed"
    yield StoryLine(f"{event.what} takes {event.points} damage: {left}{page_of(event.rule)}.", "damage")


@tells(ThingMoved)
def _dragged(names: Names, event: ThingMoved) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} drags {event.what} along{page_of(event.rule)}.", "move")


@tells(Pulled)
def _pulled(names: Names, event: Pulled) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.by]} pulls {names[event.unit]} along{page_of(event.rule)}.", "move")


@tells(LiftContested)
def _contested(names: Names, event: LiftContested) -> Iterator[StoryLine]:
    mine, its = dice(event.roll[:2]), dice(event.roll[2:])
    mine += f" against {event.target_number}" if event.target_number else ""
    its += f" against {event.against_number}" if event.against_number else ""
    result = "and has it" if event.lifted else "and does not get hold of it"
    both = f"{names[event.unit]} reaches for {names[event.target]} ({mine}), which struggles ({its})"
    yield StoryLine(f"{both}, {result}{page_of(event.rule)}.", "act")


@tells(QuadVeeTurned)
def _turned(names: Names, event: QuadVeeTurned) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} turns into {CALLED[event.form]}{page_of(event.rule)}.", "act")


@tells(IntelligenceRated)
def _rated(names: Names, event: IntelligenceRated) -> Iterator[StoryLine]:
    gains = [
        f"may hide {event.hidden} units" if event.hidden else "",
        f"has {event.preplotted} points plotted beforehand" if event.preplotted else "",
        f"holds {len(event.holders)} bonuses for Initiative" if event.holders else "",
    ]
    more = "".join(f"; it {gain}" for gain in gains if gain)
    told = f"{event.side} has a rating of {event.rating} in battlefield intelligence{more}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")
    yield from _breakdown(names, event.parts or ())


@tells(IntelligenceCounted)
def _counted(names: Names, event: IntelligenceCounted) -> Iterator[StoryLine]:
    yield from _breakdown(names, event.parts)


def _breakdown(names: Names, parts: tuple[tuple[str, int], ...]) -> Iterator[StoryLine]:
    if parts:
        yield StoryLine(", ".join(f"{names[unit]} {points}" for unit, points in parts) + ".", "sum", 1)


@tells(RobotsRolled)
def _robots_rolled(names: Names, event: RobotsRolled) -> Iterator[StoryLine]:
    whole = sum(event.roll) + event.modifier
    told = f"The robots of {event.side} roll {dice(event.roll)} {event.modifier:+d} = {whole} for Initiative"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "quiet")


@tells(Falls)
def _falls(names: Names, event: Falls) -> Iterator[StoryLine]:
    told = f"{names[event.unit]} jumps from {names[event.carrier]} and falls"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


@tells(PointChosen)
def _point_chosen(names: Names, event: PointChosen) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} comes down toward {names.place(event.at)}{page_of(event.rule)}.", "move")


@tells(CameDown)
def _came_down(names: Names, event: CameDown) -> Iterator[StoryLine]:
    rolled = f" ({dice(event.roll[:2])})" if event.roll else ""
    astray = f", astray ({dice(event.roll[2:])})" if event.roll[2:] else ""
    hurt = f", with {event.damage} damage" if event.damage else ""
    told = f"{names[event.unit]} comes down at {names.place(event.at)}{rolled}{astray}{hurt}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


@tells(SensorPlanted)
def _sensor(names: Names, event: SensorPlanted) -> Iterator[StoryLine]:
    text = f"{event.side} has dropped a remote sensor, {event.unit}, at {names.place(event.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act")
