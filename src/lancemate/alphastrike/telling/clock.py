"""The turn, its phases and the end, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.phases import CLOCK
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    dice,
    opened,
    page_of,
    points,
    sentence,
)
from lancemate.kernel.story import StoryLine


@tells(e.TurnBegan)
def _turn(names: Names, event: e.TurnBegan) -> Iterator[StoryLine]:
    yield StoryLine(f"Turn {event.turn}", "turn")


@tells(e.PhaseBegan)
def _phase(names: Names, event: e.PhaseBegan) -> Iterator[StoryLine]:
    who = f": {event.to_act} acts first" if event.to_act else ""
    yield StoryLine(f"{CLOCK.title(event.phase)}{who}", "phase")


@tells(e.InitiativeRolled)
def _initiative(names: Names, event: e.InitiativeRolled) -> Iterator[StoryLine]:
    again = f" rolled again{page_of(event.rule)}" if event.rule != "AS-INT-058" else ""
    ties = f" after {points(event.rerolled, 'tie')}" if event.rerolled else ""
    rolls = "; ".join(f"{side} rolls {dice(roll)}{_added(event, side)}" for side, roll in event.rolls.items())
    first = f"{opened(event.winner)} wins; {event.loser} moves and shoots first"
    yield StoryLine(f"Initiative{again}{ties}: {rolls}. {first}.", "act")


def _added(event: e.InitiativeRolled, side: str) -> str:
    """What a side adds to its roll, with the reasons."""
    parts = event.parts.get(side, ())
    return f" ({', '.join(f'{part.value:+d} {part.label}{page_of(part.rule)}' for part in parts)})" if parts else ""


@tells(e.TurnPassed)
def _to_act(names: Names, event: e.TurnPassed) -> Iterator[StoryLine]:
    moves = dict(event.quota).get(event.to_act or "", 0)
    if event.to_act is not None and (moves or not event.quota):
        share = f", {moves} units to move" if moves > 1 else ""
        yield StoryLine(f"{event.to_act} is to act{share}.", "quiet")


@tells(e.SideDone)
def _side_done(names: Names, event: e.SideDone) -> Iterator[StoryLine]:
    yield StoryLine(f"{event.side} is done with the {CLOCK.title(event.phase).lower()}.", "quiet")


@tells(e.GroupMoves)
def _group(names: Names, event: e.GroupMoves) -> Iterator[StoryLine]:
    if event.group is not None:
        yield StoryLine(f"{event.group} moves together.", "quiet")


@tells(e.FreshTurn)
def _turn_ended(names: Names, event: e.FreshTurn) -> Iterator[StoryLine]:
    yield StoryLine(f"Turn {event.turn} is over.", "quiet")


@tells(e.BattleOver)
def _over(names: Names, event: e.BattleOver) -> Iterator[StoryLine]:
    result = f"{opened(event.winner)} wins" if event.winner is not None else "A draw"
    yield StoryLine(f"The battle is over. {result}: {sentence(event.reason)}{page_of(event.rule)}", "turn")
