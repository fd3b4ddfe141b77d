"""Weapons of buildings, their garrisons and their capture, told in plain English. Part of the log; knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.advanced_buildings.capture import GarrisonDispersed, GarrisonFormed, GunsTaken
from lancemate.alphastrike.options.advanced_buildings.guns import GunLost, GunManned
from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import page_of
from lancemate.kernel.story import StoryLine


@tells(GunManned)
def _gun(names: Names, event: GunManned) -> Iterator[StoryLine]:
    where = "on the roof" if event.mount == "roof" else f"in the wall {event.mount}"
    yield StoryLine(f"{event.side} mans {event.unit} {where} of {event.building}{page_of(event.rule)}.", "quiet")


@tells(GunLost)
def _gun_lost(names: Names, event: GunLost) -> Iterator[StoryLine]:
    yield StoryLine(f"{event.unit} is lost with {event.building}{page_of(event.rule)}.", "loss", 1)


@tells(GarrisonFormed)
def _garrison(names: Names, event: GarrisonFormed) -> Iterator[StoryLine]:
    people = f"{event.crew} unit{'' if event.crew == 1 else 's'} of them could take up arms"
    text = f"There are enemies in {event.building}, which {event.side} holds: {people}{page_of(event.rule)}."
    yield StoryLine(text, "act")


@tells(GarrisonDispersed)
def _garrison_gone(names: Names, event: GarrisonDispersed) -> Iterator[StoryLine]:
    yield StoryLine(f"There is no more fighting in {event.building}{page_of(event.rule)}.", "quiet", 1)


@tells(GunsTaken)
def _guns_taken(names: Names, event: GunsTaken) -> Iterator[StoryLine]:
    skill = f", at Skill {event.skill}" if event.skill else ""
    text = f"{listed(list(event.guns))} of {event.building} fires for {event.side} now{skill}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)
