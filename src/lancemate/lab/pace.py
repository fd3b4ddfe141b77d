"""How soon there is something to see: when bots of one level first fire, first hurt somebody, and are done.

One battle after the other, a Stand-Up Fight of two lances, theme after theme. Must not know how results are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from lancemate import bots
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, DamageMarked, TurnBegan
from lancemate.lab.battlefields import LANCES
from lancemate.lab.contests import Contest, entry, mixed, setup_of
from lancemate.lab.results import SIDES

SCENARIO: Final = "stand-up-fight"
PATIENT: Final = 5  # turns after which somebody ought to have fired
SOON: Final = 10  # turns after which a battle ought to be decided


@dataclass(frozen=True, slots=True)
class Pace:
    """The turns in which things happened in one battle; None is never."""

    theme: str
    shot: int | None
    blood: int | None
    decided: int | None
    turns: int

    @property
    def idle(self) -> bool:
        """Nobody fired for so long that people would leave the table."""
        return self.shot is None or self.shot > PATIENT


def paces(level: str, themes: Sequence[str], seed: int, battles: int, turns: int) -> Iterator[Pace]:
    """So many battles of a level against itself, theme after theme and round again."""
    for number in range(battles):
        red, blue = (entry(", ".join(LANCES[(number + place) % len(LANCES)]), level) for place in (0, 1))
        theme = themes[number % len(themes)]
        contest = Contest(red, blue, seed=seed, turns=turns, theme=theme, scenario=SCENARIO)
        battle = Battle(setup_of(contest, number), mixed(seed, number, 1))
        players: dict[str, bots.Player] = {
            side: bots.make(level, seed=mixed(seed, number, 2 + place)) for place, side in enumerate(SIDES)
        }
        played = bots.play(battle, players, turns=turns)
        shot, blood = firsts(battle)
        yield Pace(theme, shot, blood, played.turns if battle.outcome is not None else None, played.turns)


def firsts(battle: Battle) -> tuple[int | None, int | None]:
    """The turns of the first attack and of the first damage."""
    turn, shot, blood = 0, None, None
    for event in battle.journal.events:
        if isinstance(event, TurnBegan):
            turn = event.turn
        elif isinstance(event, AttackMade):
            shot = shot or turn
        elif isinstance(event, DamageMarked):
            blood = blood or turn
    return shot, blood


@dataclass(frozen=True, slots=True)
class Summary:
    """What the battles of a level come to."""

    level: str
    battles: int
    shot: float
    latest_shot: float
    blood: float
    latest_blood: float
    soon: int  # decided by turn ten
    late: int  # decided at all
    idle: tuple[str, ...]  # themes on which nobody fired for too long


def summed(level: str, found: Sequence[Pace]) -> Summary:
    never = float("inf")
    shots = [float(one.shot or never) for one in found]
    bloods = [float(one.blood or never) for one in found]
    decided = [one.decided for one in found if one.decided is not None]
    return Summary(
        level,
        len(found),
        median(shots),
        max(shots),
        median(bloods),
        max(bloods),
        sum(turn <= SOON for turn in decided),
        len(decided),
        tuple(one.theme for one in found if one.idle),
    )
