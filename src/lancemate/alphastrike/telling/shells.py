"""Shells in flight and where they come down, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.advanced_artillery.events import (
    PlacedOffBoard,
    PointsPlotted,
    ShellFired,
    ShellLanded,
    ShellStopped,
)
from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, inches, page_of, the_sum
from lancemate.kernel.story import StoryLine


@tells(PlacedOffBoard)
def _placed(names: Names, event: PlacedOffBoard) -> Iterator[StoryLine]:
    where = f"{inches(event.distance)} beyond the {event.edge} edge"
    yield StoryLine(f"{names[event.unit]} stands {where}{page_of(event.rule)}.", "quiet")


@tells(PointsPlotted)
def _plotted(names: Names, event: PointsPlotted) -> Iterator[StoryLine]:
    where = listed([names.place(point) for point in event.points])
    yield StoryLine(f"The artillery of {event.side} has plotted {where}{page_of(event.rule)}.", "quiet")


@tells(ShellFired)
def _fired(names: Names, event: ShellFired) -> Iterator[StoryLine]:
    point = event.shell["point"]
    aim = names.place((float(str(point[0])), float(str(point[1])))) if isinstance(point, list) else _gun(names, event)
    seen = f", with {names[event.spotter]} to spot" if event.spotter is not None else ""
    when = f"it lands in turn {event.lands}"
    told = f"{names[event.unit]} fires {event.shell['weapon']} at {aim}{seen}: {when}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


def _gun(names: Names, event: ShellFired) -> str:
    target = event.shell["target"]
    return names[str(target)]


@tells(ShellLanded)
def _landed(names: Names, event: ShellLanded) -> Iterator[StoryLine]:
    whose = f"{names[event.unit]}'s" if event.unit is not None else f"{event.side}'s"
    aim = names[event.target] if event.target is not None else ""
    if event.target is None and event.aimed_at is not None:
        aim = names.place(event.aimed_at)
    yield StoryLine(f"A shell of {whose} {event.weapon} comes down, aimed at {aim}{page_of(event.rule)}.", "act")
    if event.modifiers:
        rolled = f"the roll is {dice(event.roll)}" if event.roll else "no roll can do that"
        result = "a hit" if event.hit else "a miss"
        told = f"It needs {event.target_number} = {the_sum(event.modifiers)}; {rolled}: {result}."
        yield StoryLine(told, "hit" if event.hit else "miss", 1)


@tells(ShellStopped)
def _stopped(names: Names, event: ShellStopped) -> Iterator[StoryLine]:
    whose = f"{names[event.unit]}'s" if event.unit is not None else f"{event.side}'s"
    told = f"A shell of {whose} {event.weapon} comes in and comes to nothing: {event.reason} ({names[event.target]})"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "miss")
