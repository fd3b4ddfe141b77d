"""Questions to players and their answers, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play.events import Decided, DecisionAsked
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import number, page_of
from lancemate.alphastrike.turn.buying import QUESTION as BUYING
from lancemate.kernel.story import StoryLine


@tells(DecisionAsked)
def _asked(names: Names, event: DecisionAsked) -> Iterator[StoryLine]:
    ask = event.decision
    page = page_of(ask.rule)
    if ask.kind == BUYING:
        points = ask.facts.get("points")
        most = f", for {number(points)} points at most" if isinstance(points, (int, float)) else ""
        yield StoryLine(f"{ask.side} buys its battlefield support in secret{most}{page}.", "ask")
    elif not ask.choices:
        yield StoryLine(f"{ask.question}{page}.", "ask")
    else:
        offered = " or ".join([_words(names, choice) for choice in ask.choices])
        yield StoryLine(f"{ask.side} must decide: {ask.question} ({offered}){page}.", "ask")


@tells(Decided)
def _decided(names: Names, event: Decided) -> Iterator[StoryLine]:
    if event.kind == BUYING:
        yield StoryLine(f"{event.side} has bought its battlefield support.", "ask")
    else:
        yield StoryLine(f"{event.side} decides: {_words(names, event.choice)}.", "ask")


def _words(names: Names, choice: str) -> str:
    """An answer as people say it: a unit by its name, a word without its underscores."""
    return names[choice] if names.is_known(choice) else called(choice)
