"""What special command abilities do, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.commands.events import (
    CameBack,
    Commanded,
    CommandRolled,
    HeldBack,
    LeftForAWhile,
    ReadyToEnter,
)
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, opened, page_of
from lancemate.kernel.story import StoryLine


@tells(Commanded)
def _commanded(names: Names, event: Commanded) -> Iterator[StoryLine]:
    if event.words:
        yield StoryLine(f"{opened(event.words)}{page_of(event.rule)}.", "act")


@tells(CommandRolled)
def _rolled(names: Names, event: CommandRolled) -> Iterator[StoryLine]:
    told = f"{event.ability} of {event.side}: {dice(event.roll)}, {event.result}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "sum")


@tells(LeftForAWhile)
def _left(names: Names, event: LeftForAWhile) -> Iterator[StoryLine]:
    told = f"{names[event.unit]} leaves over the {event.edge} edge and goes on off the map"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


@tells(CameBack)
def _back(names: Names, event: CameBack) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is back at {names.place(event.at)}{page_of(event.rule)}.", "act")


@tells(HeldBack)
def _held(names: Names, event: HeldBack) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is kept off the map{page_of(event.rule)}.", "quiet")


@tells(ReadyToEnter)
def _ready(names: Names, event: ReadyToEnter) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} comes on with its move{page_of(event.rule)}.", "act")
