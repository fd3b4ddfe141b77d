"""What wind, quakes and storms do, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.environment.effects import quarter
from lancemate.alphastrike.environment.events import QuakeComing, TornadoMoved, TornadoRolled, WindTurned
from lancemate.alphastrike.environment.wind import NAMES
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, page_of, point
from lancemate.kernel.story import StoryLine


@tells(WindTurned)
def _wind(names: Names, event: WindTurned) -> Iterator[StoryLine]:
    rolled = f" ({', '.join(str(die) for die in event.roll)})" if event.roll else ""
    blows = f" from the {quarter(event.origin)}" if event.force else ""
    name = NAMES[event.force].lower()
    yield StoryLine(f"The wind{rolled}: {name}{blows}, force {event.force}{page_of(event.rule)}.", "act")


@tells(QuakeComing)
def _quake(names: Names, event: QuakeComing) -> Iterator[StoryLine]:
    pairs = [event.roll[at : at + 2] for at in range(0, len(event.roll), 2)]
    rolled = f" ({', '.join(dice(pair) for pair in pairs)})" if pairs else ""
    if event.turn is None:
        yield StoryLine(f"The ground stays quiet{rolled}{page_of(event.rule)}.", "quiet")
    else:
        what = f"An earthquake of strength {event.strength}{rolled}"
        yield StoryLine(f"{what} shakes turn {event.turn}{page_of(event.rule)}.", "act")


@tells(TornadoRolled)
def _tornado_roll(names: Names, event: TornadoRolled) -> Iterator[StoryLine]:
    result = "a tornado forms" if event.forms else "no tornado"
    yield StoryLine(f"The storm: {dice(event.roll)}, {result}{page_of(event.rule)}.", "act" if event.forms else "quiet")


@tells(TornadoMoved)
def _tornado(names: Names, event: TornadoMoved) -> Iterator[StoryLine]:
    name, rolled = f"tornado F{event.rating}", f" ({dice(event.roll[:2])})" if event.roll else ""
    told = {
        "begins": f"A {name} stands at {point(event.at)}",
        "forms": f"A {name} touches down at {point(event.at)}",
        "gone": f"The {name} is gone{rolled}",
    }
    moves = f"The {name} wanders{rolled} to {point(event.at)}"
    yield StoryLine(f"{told.get(event.what, moves)}{page_of(event.rule)}.", "act")
