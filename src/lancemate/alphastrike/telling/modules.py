"""What optional modules let happen, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.ejection import CrewEjected
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import page_of
from lancemate.kernel.story import StoryLine


@tells(CrewEjected)
def _ejected(names: Names, event: CrewEjected) -> Iterator[StoryLine]:
    yield StoryLine(f"The crew of {names[event.unit]} is out and on foot ({event.crew}){page_of(event.rule)}.", "act")
