"""How the events of scenarios are told."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.battletroops.scenarios.arming import ArmorLeft, Equipped
from lancemate.battletroops.scenarios.entering import Arrived
from lancemate.battletroops.scenarios.race import Replaced, SendingRolled
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
    how = "comes instead" if event.again else "comes"
    text = f"{names[event.unit]} {how} over the {event.edge} edge at {point(event.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(Replaced)
def _replaced(names: Names, event: Replaced) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} is to replace {names[event.of]}, from the {event.edge}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(Equipped)
def _equipped(names: Names, event: Equipped) -> Iterator[StoryLine]:
    under = " with a Grenade Launcher" if event.launcher else ""
    second = event.secondary or ("Satchel Charge" if event.satchel else None)
    beside = f" and {second}" if second else ""
    text = f"{names[event.unit]} carries {event.primary or 'no weapon'}{under}{beside}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(ArmorLeft)
def _armor_left(names: Names, event: ArmorLeft) -> Iterator[StoryLine]:
    left = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in event.armor.items())
    yield StoryLine(f"{names[event.unit]} begins with this armour: {left}{page_of(event.rule)}.", "act", 1)
