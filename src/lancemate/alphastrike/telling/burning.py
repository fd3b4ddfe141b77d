"""Fires, smoke and changed ground, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.advanced_terrain.waters import CurrentTested
from lancemate.alphastrike.options.fire_and_smoke.events import SmokeDrifted, SmokeThinned
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


@tells(SmokeThinned)
def _smoke(names: Names, event: SmokeThinned) -> Iterator[StoryLine]:
    smoke = event.feature
    if not event.roll:
        yield StoryLine(f"{smoke} grows thicker{page_of(event.rule)}.", "sum", 1)
        return
    more = f" {event.modifier:+d}" if event.modifier else ""
    what = "stays" if not event.clears else "clears" if event.becomes is None else "grows thinner"
    yield StoryLine(f"{smoke} {what}: {dice(event.roll)}{more}{page_of(event.rule)}.", "sum", 1)


@tells(SmokeDrifted)
def _drift(names: Names, event: SmokeDrifted) -> Iterator[StoryLine]:
    yield StoryLine(f"The wind carries {event.feature} to {names.place(event.at)}{page_of(event.rule)}.", "sum", 1)


@tells(CurrentTested)
def _current(names: Names, event: CurrentTested) -> Iterator[StoryLine]:
    what = "is carried down the rapids" if event.swept else "holds its place in the rapids"
    needed = f", {event.target_number} needed" if event.target_number else ""
    text = f"{names[event.unit]} {what}: {dice(event.roll)}{needed}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "loss" if event.swept else "sum", 1)
