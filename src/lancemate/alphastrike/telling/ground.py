"""Ground that is damaged, breaks, forms or gives way, in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    dice,
    inches,
    page_of,
    points,
)
from lancemate.kernel.story import StoryLine


@tells(e.TerrainDamaged)
def _terrain_damage(names: Names, event: e.TerrainDamaged) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.feature]} takes {points(event.damage)}, {event.total} in all.", "wound", 1)


@tells(e.TerrainChanged)
def _terrain_changed(names: Names, event: e.TerrainChanged) -> Iterator[StoryLine]:
    what = f"becomes {event.becomes.replace('_', '-')}" if event.becomes else "is gone"
    what = f"gives way under the weight and {what}" if event.rule == "AS-URB-010" else what
    yield StoryLine(f"{names[event.feature]} {what}{page_of(event.rule)}.", "loss", 1)


@tells(e.TerrainOpened)
def _terrain_opened(names: Names, event: e.TerrainOpened) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.feature]} is gone around {names.place(event.at)}{page_of(event.rule)}.", "loss", 1)


@tells(e.TerrainFormed)
def _terrain_formed(names: Names, event: e.TerrainFormed) -> Iterator[StoryLine]:
    near = f" around {names.place(event.at)}" if event.at is not None else ""
    what = f"The ground{near} becomes {event.kind.replace('_', ' ')}"
    if event.number is not None:
        what = f"{event.kind.replace('_', ' ').capitalize()} lies{near}"
    yield StoryLine(f"{what}{page_of(event.rule)}.", "loss", 1)


@tells(e.BogChecked)
def _bog_check(names: Names, event: e.BogChecked) -> Iterator[StoryLine]:
    who, where = names[event.unit], event.terrain.replace("_", " ") or "the ground"
    if event.escape:
        outcome = f"{who} stays stuck in {where}" if event.stuck else f"{who} gets free of {where}"
    else:
        outcome = f"{who} gets stuck in {where}" if event.stuck else f"{who} does not get stuck in {where}"
    rolled = f": {dice(event.roll)}, and {event.target_number} was needed" if event.roll and event.target_number else ""
    yield StoryLine(f"{outcome}{rolled}{page_of(event.rule)}.", "loss" if event.stuck else "quiet", 1)


@tells(e.Sank)
def _sank(names: Names, event: e.Sank) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has sunk {inches(event.depth)}{page_of(event.rule)}.", "loss", 1)


@tells(e.GroundTested)
def _ground_tested(names: Names, event: e.GroundTested) -> Iterator[StoryLine]:
    what = event.terrain.replace("_", " ")
    more = f" and {event.modifier}" if event.modifier else ""
    outcome = (
        f"the {what} breaks under {names[event.unit]}" if event.breaks else f"the {what} bears {names[event.unit]}"
    )
    text = f"{outcome}: {dice(event.roll)}{more}{page_of(event.rule)}"
    yield StoryLine(f"{text[0].upper()}{text[1:]}.", "loss" if event.breaks else "quiet", 1)
