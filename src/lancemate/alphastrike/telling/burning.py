"""Fires, smoke and changed ground, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.fire_and_smoke.starting import FireTested
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, page_of, the_sum
from lancemate.kernel.story import StoryLine


@tells(FireTested)
def _fire(names: Names, event: FireTested) -> Iterator[StoryLine]:
    what = "it catches fire" if event.lit else "nothing burns"
    needed = f"{event.target_number} needed ({the_sum(event.modifiers)})"
    text = f"A spark falls at {names.place(event.at)}: {dice(event.roll)}, {needed}: {what}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit" if event.lit else "sum", 1)
