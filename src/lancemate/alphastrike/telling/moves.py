"""Moves, boarding, skids and leaving the table, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.movement.air import MINIMUM_FLIGHT
from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    FALLS,
    MODES,
    dice,
    heading,
    inches,
    number,
    page_of,
    the_sum,
)
from lancemate.kernel.story import StoryLine


@tells(e.Deployed)
def _deployed(names: Names, event: e.Deployed) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} takes its place at {names.place(event.at)}, facing {heading(event.facing)}.", "act"
    )


@tells(e.Moved)
def _moved(names: Names, event: e.Moved) -> Iterator[StoryLine]:
    yield from _travel(names, event)
    if event.landing is not None:
        slow = event.landing == "AS-MOV-046" and event.inches < MINIMUM_FLIGHT
        why = f", for it flew less than {inches(MINIMUM_FLIGHT)}" if slow else ""
        yield StoryLine(f"It lands{why}{page_of(event.landing)}.", "sum", 1)


def _travel(names: Names, event: e.Moved) -> Iterator[StoryLine]:
    if event.mode in ("standstill", "immobile"):
        yield StoryLine(f"{names[event.unit]} stands still, facing {heading(event.facing)}.", "act")
        return
    if not event.inches:
        yield StoryLine(f"{names[event.unit]} stays at {names.place(event.at)} and spends {inches(event.cost)}.", "act")
        return
    verb = MODES.get(event.mode, f"moves ({event.mode})")
    high = event.airborne or event.mode == "submersible"
    height = f" at elevation {inches(event.elevation)}" if high else ""
    where = f"to {names.place(event.at)}{height}, facing {heading(event.facing)}"
    yield StoryLine(f"{names[event.unit]} {verb} {inches(event.inches)} {where}.", "act")
    allowed = f" ({the_sum(event.allowed)})" if len(event.allowed) > 1 else ""
    parts = [part for part in event.parts if number(abs(part.value)) != "0"]  # a way may graze a wood
    cost = f" = {the_sum(parts)}" if len(parts) > 1 else ""
    yield StoryLine(f"It costs {inches(event.cost)}{cost} of {inches(event.allowance)}{allowed}.", "sum", 1)


@tells(e.Passed)
def _passed(names: Names, event: e.Passed) -> Iterator[StoryLine]:
    what = "stays where it is" if event.moved is not None else "holds its fire"
    yield StoryLine(f"{names[event.unit]} {what}.", "act")


@tells(e.HullDownTried)
def _hull_down(names: Names, event: e.HullDownTried) -> Iterator[StoryLine]:
    if not event.roll:
        yield StoryLine(f"{names[event.unit]} goes hull down in a position made for it{page_of(event.rule)}.", "act")
        return
    result = "it is hull down" if event.hull_down else "it stays upright"
    yield StoryLine(f"{names[event.unit]} tries to go hull down and rolls {dice(event.roll)}: {result}.", "act")
    yield StoryLine(f"It needed {event.target_number} = {the_sum(event.modifiers)}{page_of(event.rule)}.", "sum", 1)


@tells(e.LeftHullDown)
def _left_hull_down(names: Names, event: e.LeftHullDown) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} rises from hull down for {inches(event.cost)}{page_of(event.rule)}.", "act")


@tells(e.Declared)
def _declared(names: Names, event: e.Declared) -> Iterator[StoryLine]:
    what = {"charge": "a charge", "dfa": "a Death From Above"}.get(event.kind, event.kind)
    yield StoryLine(f"{names[event.unit]} announces {what} against {names[event.target]}{page_of(event.rule)}.", "act")


@tells(e.Mounted)
def _mounted(names: Names, event: e.Mounted) -> Iterator[StoryLine]:
    verb = "clings to" if event.riding else "climbs aboard" if names.is_unit(event.carrier) else "fights inside"
    yield StoryLine(f"{names[event.unit]} {verb} {names[event.carrier]}.", "act")


@tells(e.Dismounted)
def _dismounted(names: Names, event: e.Dismounted) -> Iterator[StoryLine]:
    what = f"leaves {names[event.carrier]}" if names.is_unit(event.carrier) else f"stays in {names[event.carrier]}"
    yield StoryLine(f"{names[event.unit]} {what} at {names.place(event.at)}.", "act")


@tells(e.GuerrillasJoined)
def _joined(names: Names, event: e.GuerrillasJoined) -> Iterator[StoryLine]:
    where = names.place(event.at)
    yield StoryLine(f"{names[event.joined]} join {names[event.unit]} at {where}{page_of(event.rule)}.", "act")


@tells(e.CrewRaised)
def _crew_raised(names: Names, event: e.CrewRaised) -> Iterator[StoryLine]:
    text = f"the crew of {names[event.unit]} takes up arms: {listed(list(event.crew))}{page_of(event.rule)}."
    yield StoryLine(text, "act")


@tells(e.CrewStoodDown)
def _crew_stood_down(names: Names, event: e.CrewStoodDown) -> Iterator[StoryLine]:
    who = listed(list(event.crew))
    yield StoryLine(f"{who} man the posts of {names[event.unit]} again{page_of(event.rule)}.", "act")


@tells(e.CrewMarked)
def _crew_marked(names: Names, event: e.CrewMarked) -> Iterator[StoryLine]:
    what = "is short of hands while its crew fights" if event.on else "has all its hands again"
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "wound" if event.on else "quiet", 1)


@tells(e.Captured)
def _captured(names: Names, event: e.Captured) -> Iterator[StoryLine]:
    skill = f", at Skill {event.skill}" if event.skill else ""
    text = f"{names[event.unit]} is captured: from now on it fights for {event.side}{skill}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "turn")


@tells(e.Displaced)
def _displaced(names: Names, event: e.Displaced) -> Iterator[StoryLine]:
    what = FALLS.get(event.rule, f"is pushed to {names.place(event.at)}")
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "act")


@tells(e.ControlRolled)
def _control(names: Names, event: e.ControlRolled) -> Iterator[StoryLine]:
    what = "keeps control" if event.kept else "loses control and skids"
    needed = f", {event.target_number} needed ({the_sum(event.modifiers)})" if event.modifiers else ""
    text = f"{names[event.unit]} {what}: {dice(event.roll)}{needed}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "sum" if event.kept else "loss")


@tells(e.Skidded)
def _skidded(names: Names, event: e.Skidded) -> Iterator[StoryLine]:
    where = f" into {names[event.into]}" if event.into is not None else ""
    thrown = f" ({dice(event.roll)} for the direction)" if event.roll else ""
    text = f"{names[event.unit]} skids {inches(event.inches)}{where}{thrown}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.SkidStruck)
def _skid_struck(names: Names, event: e.SkidStruck) -> Iterator[StoryLine]:
    what = "strikes" if event.hit else "just misses"
    needed = f", {event.target_number} needed ({the_sum(event.modifiers)})" if event.modifiers else ""
    text = f"{names[event.unit]} {what} {names[event.target]}: {dice(event.roll)}{needed}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit" if event.hit else "sum", 1)


@tells(e.Crashed)
def _crashed(names: Names, event: e.Crashed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} crashes{page_of(event.rule)}.", "loss")


@tells(e.Exited)
def _exited(names: Names, event: e.Exited) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} leaves the field over the {event.edge} edge{page_of(event.rule)}.", "loss")
