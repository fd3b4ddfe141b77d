"""Heat, switches and what units remember, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import MOST_HT_HEAT
from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import SwitchWords
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    dice,
    page_of,
    the_sum,
)
from lancemate.kernel.memory import Forgotten, Noted
from lancemate.kernel.story import StoryLine


@tells(e.HeatReceived)
def _heat_received(names: Names, event: e.HeatReceived) -> Iterator[StoryLine]:
    most = f", of all such heat {MOST_HT_HEAT} at most" if event.special else ""
    yield StoryLine(
        f"{names[event.unit]} takes {event.amount} heat, felt in the End Phase{most}{page_of(event.rule)}.", "later", 1
    )


@tells(e.HeatChanged)
def _heat(names: Names, event: e.HeatChanged) -> Iterator[StoryLine]:
    why = f" ({the_sum(event.parts)})" if event.parts else ""
    yield StoryLine(f"{names[event.unit]} goes from heat {event.before} to {event.after}{why}.", "act")


@tells(e.ShutDown)
def _shutdown(names: Names, event: e.ShutDown) -> Iterator[StoryLine]:
    what = "shuts down" if event.shutdown else "starts up again"
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "wound")


@tells(e.SwitchPlanned)
def _switch_planned(names: Names, event: e.SwitchPlanned) -> Iterator[StoryLine]:
    said = _switch(event.ability).planned(event.on)
    yield StoryLine(f"{names[event.unit]} {said}{page_of(event.rule)}.", "later")


def _switch(ability: str) -> SwitchWords:
    """What is said of a switch; one of which its rules say nothing goes by its code."""
    return hooks.switch_words.get(ability) or SwitchWords(ability)


@tells(e.Toggled)
def _toggled(names: Names, event: e.Toggled) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} switches its {_switch(event.ability).label} {'on' if event.on else 'off'}"
        f"{page_of(event.rule)}.",
        "act",
    )


@tells(e.AbilitySpent)
def _spent(names: Names, event: e.AbilitySpent) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has used up its {event.ability}{page_of(event.rule)}.", "quiet", 1)


@tells(Noted)
def _noted(names: Names, event: Noted) -> Iterator[StoryLine]:
    key = unit_memory.get(event.key)
    if event.unit is None or key is None:
        return
    words = key.untold if event.value is False or event.value is None else key.told.format(event.value)
    if words:
        yield StoryLine(f"{names[event.unit]} {words}{page_of(event.rule)}.", "quiet", 1)


@tells(Forgotten)
def _forgotten(names: Names, event: Forgotten) -> Iterator[StoryLine]:
    key = unit_memory.get(event.key)
    if key is not None and key.untold:
        yield StoryLine(f"{names[event.unit]} {key.untold}{page_of(event.rule)}.", "quiet", 1)


@tells(e.DieRolled)
def _die(names: Names, event: e.DieRolled) -> Iterator[StoryLine]:
    who = f"{names[event.unit]}, " if event.unit is not None else ""
    needs = f" (needs {event.target_number})" if event.target_number else ""
    yield StoryLine(f"{who}{event.purpose}: {dice(event.roll)}, {event.result}{needs}{page_of(event.rule)}.", "sum")
