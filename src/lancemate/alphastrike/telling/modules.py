"""What optional modules let happen, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.options.alternate_munitions.events import SwarmFlew
from lancemate.alphastrike.options.ejection import CrewEjected
from lancemate.alphastrike.options.quadvees import CALLED, QuadVeeTurned
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import page_of, the_sum, throws
from lancemate.kernel.story import StoryLine


@tells(CrewEjected)
def _ejected(names: Names, event: CrewEjected) -> Iterator[StoryLine]:
    yield StoryLine(f"The crew of {names[event.unit]} is out and on foot ({event.crew}){page_of(event.rule)}.", "act")


@tells(SwarmFlew)
def _swarm(names: Names, event: SwarmFlew) -> Iterator[StoryLine]:
    missiles = f"The missiles of {names[event.attacker]} fly on to {names[event.target]}{page_of(event.rule)}"
    yield StoryLine(f"{missiles}.", "act", 1)
    yield StoryLine(f"They need {event.target_number} = {the_sum(event.modifiers)}.", "sum", 2)
    rolled = f"They roll {throws(event.roll)}: a {'hit' if event.hit else 'miss'}" if event.roll else "They cannot hit"
    yield StoryLine(f"{rolled}.", "hit" if event.hit else "miss", 2)


@tells(QuadVeeTurned)
def _turned(names: Names, event: QuadVeeTurned) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} turns into {CALLED[event.form]}{page_of(event.rule)}.", "act")
