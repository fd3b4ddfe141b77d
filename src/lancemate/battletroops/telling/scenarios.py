"""How the events of scenarios are told."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.battletroops.scenarios.race import Arrived, Replaced, SendingRolled
from lancemate.battletroops.telling.log import Names, tells
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import dice, page_of, point


@tells(SendingRolled)
def _sending(names: Names, event: SendingRolled) -> Iterator[StoryLine]:
    how = "sends the message" if event.sent else "does not get through"
    text = f"{names[event.unit]} {how}: {dice(event.roll)} against {event.number}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(Arrived)
def _arrived(names: Names, event: Arrived) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} comes over the {event.edge} edge at {point(event.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(Replaced)
def _replaced(names: Names, event: Replaced) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} comes to replace {names[event.of]}, at {point(event.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)
