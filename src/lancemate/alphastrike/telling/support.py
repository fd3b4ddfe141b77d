"""Battlefield support, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.support.events import (
    AirCoverRolled,
    MinefieldEntered,
    MinefieldLaid,
    SupportBought,
    SupportUsed,
)
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    dice,
    number,
    page_of,
    points,
    with_article,
)
from lancemate.kernel.story import StoryLine


@tells(SupportBought)
def _support_bought(names: Names, event: SupportBought) -> Iterator[StoryLine]:
    bought = [words_of(one.type) for one in event.bought]
    counted = [f"{bought.count(kind)} x {kind}" if bought.count(kind) > 1 else kind for kind in dict.fromkeys(bought)]
    of_all = f" of {number(event.points)}" if event.points is not None else ""
    what = f"{listed(counted)}, for {number(event.cost)}{of_all} points" if bought else "no support"
    yield StoryLine(f"{event.secret_to} has {what}{page_of(event.rule)}.", "quiet")


@tells(MinefieldLaid)
def _minefield_laid(names: Names, event: MinefieldLaid) -> Iterator[StoryLine]:
    what = with_article(words_of(event.using))
    yield StoryLine(f"{event.side} lays {what} around {names.place(event.at)}{page_of(event.rule)}.", "act")


@tells(SupportUsed)
def _support_used(names: Names, event: SupportUsed) -> Iterator[StoryLine]:
    if event.line is not None:
        aim = f"along the strip from {names.place(event.line[0])} to {names.place(event.line[1])}"
    elif event.point is not None:
        aim = f"at {names.place(event.point)}"
    else:
        aim = f"against {names[event.target]}"
    yield StoryLine(f"{event.side} calls in {words_of(event.using)} {aim}{page_of(event.rule)}.", "act")


@tells(AirCoverRolled)
def _air_cover(names: Names, event: AirCoverRolled) -> Iterator[StoryLine]:
    done = "the attack is turned away" if event.stopped else "the attack gets through"
    yield StoryLine(
        f"{event.side} sends {words_of(event.using)}, which needs {event.target_number} against "
        f"{words_of(event.against)} and rolls {dice(event.roll)}: {done}{page_of(event.rule)}.",
        "miss" if event.stopped else "hit",
        1,
    )


@tells(MinefieldEntered)
def _minefield(names: Names, event: MinefieldEntered) -> Iterator[StoryLine]:
    hidden = "hidden " if event.revealed else ""
    field = f"{event.side}'s {hidden}{words_of(event.using)} around {names.place(event.at)}"
    yield StoryLine(f"{names[event.unit]} comes onto {field}{page_of(event.rule)}.", "act")
    rolled = f"It goes off on {event.target_number}; the roll is {dice(event.roll)}"
    if event.hit:
        gone = ", and the field is gone" if event.cleared else ""
        yield StoryLine(f"{rolled}: {points(event.damage)} of damage{gone}.", "hit", 1)
    else:
        yield StoryLine(f"{rolled}: nothing happens, and the mines stay.", "miss", 1)
