"""What special abilities do, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike.play.events import ArmorMended, Detonated, DeviceWorked
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, page_of, points, the_sum
from lancemate.kernel.story import StoryLine

RESULTS: Final = {
    "shutdown": "it will be shut down in the coming turn",
    "interference": "its attacks will be harder in the coming turn",
    "none": "nothing comes of it",
}


@tells(ArmorMended)
def _mended(names: Names, event: ArmorMended) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} gets {points(event.armor)} of armor back{page_of(event.rule)}.", "act", 1)


@tells(Detonated)
def _detonated(names: Names, event: Detonated) -> Iterator[StoryLine]:
    what = f"{names[event.unit]} blows itself up, for {points(event.damage)} all around"
    yield StoryLine(f"{what}{page_of(event.rule)}.", "loss")


@tells(DeviceWorked)
def _device(names: Names, event: DeviceWorked) -> Iterator[StoryLine]:
    thrown = f"{dice(event.roll)}" if event.roll else ""
    more = f", with {the_sum(event.modifiers)}" if event.modifiers else ""
    told = f" ({thrown}{more})" if thrown else ""
    result = RESULTS.get(event.result, event.result)
    yield StoryLine(f"{event.using} on {names[event.unit]}{told}: {result}{page_of(event.rule)}.", "wound", 1)
