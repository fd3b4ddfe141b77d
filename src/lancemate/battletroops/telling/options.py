"""How the events of options are told."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.battletroops.options.hidden_units import Found
from lancemate.battletroops.options.morale_leadership import MoraleRolled
from lancemate.battletroops.telling.log import Names, tells
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import dice, page_of, point, the_sum


@tells(Found)
def _found(names: Names, event: Found) -> Iterator[StoryLine]:
    unit = names.battle.units.get(event.unit)
    where = f" at {point(unit.at)}" if unit is not None else ""
    yield StoryLine(f"{names[event.unit]} comes out of hiding{where}{page_of(event.rule)}.", "act", 1)


@tells(MoraleRolled)
def _morale(names: Names, event: MoraleRolled) -> Iterator[StoryLine]:
    what = "it breaks" if event.breaks else "it holds"
    sums = f"{event.number} = {the_sum(event.modifiers)}"
    text = f"Morale of {event.squad}: {dice(event.roll)} against {sums}: {what}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "loss" if event.breaks else "act")
