"""Whether the game is fair and the bots know what it is about: edges against edges, and eyes against blindness.

``edges`` lets mirrored forces fight over tables of each theme and counts wins by home edge; ``eyes`` lets a bot that
minds the objectives of a scenario play the same bot made blind to them. Must not know how results are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from lancemate.lab.contests import Contest, Entry, entry
from lancemate.lab.duel import Watch, duel
from lancemate.lab.ledger import Collected, Terms
from lancemate.lab.results import BattleResult
from lancemate.lab.statistics import Estimate, wilson

SEEING, BLIND = "tactical", "blind"
FAIR: Final = (0.45, 0.55)  # of the battles, from either edge
TELLING: Final = 0.70  # of the battles, for the one who minds the objective

# Small enough for a battle to take a second, quick enough to get somewhere.
LANCE: Final = "SHD-2H Shadow Hawk, WVR-6R Wolverine, LCT-1V Locust, RFL-3N Rifleman"
# A search is over when a lance of four is home: those who may lose somebody on the way need more than four.
SCOUTS: Final = (
    "PXH-1K Phoenix Hawk, Shadow Cat Prime, CLN-7V Chameleon, WVR-6R Wolverine, Arctic Cheetah B, SHD-2H Shadow Hawk"
)


@dataclass(frozen=True, slots=True)
class Trial:
    """A scenario with what makes it worth minding, and forces to play it with."""

    name: str
    scenario: str
    variations: tuple[str, ...] = ()
    force: str = LANCE


TRIALS: Final = (
    # Without a commander to hunt, a Stand-Up Fight has no objective but the enemy.
    Trial("stand-up-fight", "stand-up-fight", ("crush-the-head",)),
    Trial("capture-the-flag", "capture-the-flag"),
    Trial("only-one-flag", "capture-the-flag", ("only-one-flag",)),
    Trial("king-of-the-hill", "king-of-the-hill"),
    Trial("hold-the-line", "hold-the-line"),
    Trial("reconnaissance", "reconnaissance", force=SCOUTS),
)


class Finding(NamedTuple):
    """A share of battles with its interval, and what was asked of it."""

    name: str
    battles: int
    given_up: int  # battles that could not be played
    share: Estimate
    draws: int
    turns: float
    passed: bool


def edges(
    contest: Contest, themes: Sequence[str], battles: int, terms: Terms, watch: Watch | None = None
) -> Iterator[Finding]:
    """For every theme, how much of the battles the side in the south wins; draws count half.

    Ctrl-C ends it with KeyboardInterrupt, after what is done so far.
    """
    for theme in themes:
        found = duel(replace(contest, theme=theme), battles, _below(terms, theme), watch)
        yield _finding(theme, [found], [_won_from(line, "south") for line in found.lines], fair)
        if found.interrupted:
            raise KeyboardInterrupt


def eyes(
    contest: Contest, trials: Sequence[Trial], battles: int, terms: Terms, watch: Watch | None = None
) -> Iterator[Finding]:
    """For every scenario, how much of the battles the seeing bot wins; each role, and each edge, as often.

    Ctrl-C ends it with KeyboardInterrupt, after what is done so far.
    """
    for trial in trials:
        halves: list[Collected] = []
        won: list[float] = []
        for number, bots in enumerate(((SEEING, BLIND), (BLIND, SEEING))):
            red, blue = (entry(trial.force, bot) for bot in bots)
            half = replace(contest, red=red, blue=blue, scenario=trial.scenario, variations=trial.variations)
            share = (battles + 1 - number) // 2
            halves.append(duel(half, share, _below(terms, f"{trial.name}-{number + 1}"), watch))
            won += [line.red_won if number == 0 else 1.0 - line.red_won for line in halves[-1].lines]
            if halves[-1].interrupted:
                break
        yield _finding(trial.name, halves, won, telling)
        if halves[-1].interrupted:
            raise KeyboardInterrupt


def _finding(
    name: str, found: Sequence[Collected], won: Sequence[float], passes: Callable[[Estimate], bool]
) -> Finding:
    lines = [line for one in found for line in one.lines]
    gone = sum(len(one.given_up) for one in found)
    share = wilson(sum(won), len(won))
    turns = sum(line.turns for line in lines) / max(1, len(lines))
    draws = sum(line.winner is None for line in lines)
    return Finding(name, len(lines), gone, share, draws, turns, passes(share) and not gone)


def telling(share: Estimate) -> bool:
    return share.value >= TELLING


def fair(share: Estimate) -> bool:
    return FAIR[0] <= share.value <= FAIR[1]


def mirrored(force: str = LANCE, bot: str = SEEING) -> tuple[Entry, Entry]:
    """The same force on both sides, led by the same bot."""
    one = entry(force, bot)
    return one, one


def _won_from(line: BattleResult, edge: str) -> float:
    """1 where the side at this edge has won, 0 where the other has, a half for a draw."""
    return 0.5 if line.winner is None else float(line.homes[line.winner] == edge)


def _below(terms: Terms, name: str) -> Terms:
    return replace(terms, folder=terms.folder / name) if terms.folder is not None else terms
