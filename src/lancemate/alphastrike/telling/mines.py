"""What happens in minefields, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike.options.minefields.events import MinesTested, MinesWentOff
from lancemate.alphastrike.play.events import AreaChanged, AreaFound, AreasHidden
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, page_of, the_sum
from lancemate.kernel.story import StoryLine

MINES: Final = {"emp": "EMP mines", "inferno": "inferno mines", "active": "active mines", "conventional": "mines"}


@tells(AreasHidden)
def _hidden(names: Names, event: AreasHidden) -> Iterator[StoryLine]:
    told = ", ".join(f"{area['id']} ({str(area['kind']).replace('_', ' ')})" for area in event.areas)
    yield StoryLine(f"{event.secret_to} has hidden {told}{page_of(event.rule)}.", "quiet")


@tells(AreaFound)
def _found(names: Names, event: AreaFound) -> Iterator[StoryLine]:
    kind = str(event.area["kind"]).replace("_", " ")
    yield StoryLine(f"A hidden {kind} of {event.side} is found: {event.feature}{page_of(event.rule)}.", "loss")


@tells(AreaChanged)
def _changed(names: Names, event: AreaChanged) -> Iterator[StoryLine]:
    density = event.properties.get("density")
    if density is not None:
        yield StoryLine(f"{event.feature} has a density of {density} now{page_of(event.rule)}.", "quiet", 1)


@tells(MinesTested)
def _tested(names: Names, event: MinesTested) -> Iterator[StoryLine]:
    comes = "jumps over" if any(part.rule == "AS-OPT-488" for part in event.modifiers) else "comes into"
    where = f"{event.feature} ({MINES[event.mines]}, density {event.density})"
    yield StoryLine(f"{names[event.unit]} {comes} {where}{page_of(event.rule)}.", "act")
    light = f", less {the_sum(event.modifiers)}" if event.modifiers else ""
    result = "they go off" if event.goes_off else "nothing happens"
    rolled = f"They need {event.target_number}; the roll is {dice(event.roll)}{light}: {result}."
    yield StoryLine(rolled, "hit" if event.goes_off else "miss", 1)


@tells(MinesWentOff)
def _went_off(names: Names, event: MinesWentOff) -> Iterator[StoryLine]:
    how = "are set off" if event.by_command else "go off"
    rest = f", and {event.left} of its density is left" if event.left else ", and nothing is left of them"
    what = f"The {MINES[event.mines]} of {event.feature} {how}{rest}"
    yield StoryLine(f"{what}{page_of(event.rule)}.", "hit")
