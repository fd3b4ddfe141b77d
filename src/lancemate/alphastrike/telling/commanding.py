"""What special command abilities do, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.commands.events import Commanded, CommandRolled
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
