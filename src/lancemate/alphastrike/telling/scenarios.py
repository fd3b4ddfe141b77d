"""Points, objectives and secrets of scenarios, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.scenarios.events import Acted, ObjectiveChanged, Scored, SecretNoted, Withdraws
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    page_of,
    points,
)
from lancemate.kernel.memory import Remembered
from lancemate.kernel.story import StoryLine


@tells(Scored)
def _scored(names: Names, event: Scored) -> Iterator[StoryLine]:
    won = points(event.points, "Victory Point")
    yield StoryLine(f"{event.side} scores {won}: {event.what} ({event.total} in all){page_of(event.rule)}.", "act")


@tells(ObjectiveChanged)
def _objective(names: Names, event: ObjectiveChanged) -> Iterator[StoryLine]:
    if event.what:
        yield StoryLine(f"{event.what}{page_of(event.rule)}.", "act")


@tells(SecretNoted)
def _secret(names: Names, event: SecretNoted) -> Iterator[StoryLine]:
    if isinstance(event.value, list):
        noted = f"where objectives are: {listed([names[str(name)] for name in event.value])}"
    else:
        noted = f"who commands it: {names[str(event.value)]}"
    yield StoryLine(f"{event.secret_to} notes in secret {noted}{page_of(event.rule)}.", "quiet")


@tells(Remembered)
def _remembered(names: Names, event: Remembered) -> Iterator[StoryLine]:
    return iter(())


@tells(Withdraws)
def _withdraws(names: Names, event: Withdraws) -> Iterator[StoryLine]:
    what = "is forced to withdraw" if event.withdrawing else "need not withdraw any more"
    yield StoryLine(f"{names[event.unit]} {what}: {event.reason}{page_of(event.rule)}.", "wound")


@tells(Acted)
def _acted(names: Names, event: Acted) -> Iterator[StoryLine]:
    verb = {"take": "reaches for", "drop": "puts down", "scan": "scans"}.get(event.action, event.action)
    yield StoryLine(f"{names[event.unit]} {verb} {names[event.target]}{page_of(event.rule)}.", "act")
