"""How fast bots play: whole battles a second, seconds a turn as forces grow, and what a second worker brings.

Every figure stands beside one of ours that it is to be compared with. Must not know how results are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter, process_time
from typing import Final

from lancemate import bots
from lancemate.alphastrike.options.groups import presets
from lancemate.alphastrike.play.battle import Battle
from lancemate.lab.battlefields import LANCES
from lancemate.lab.bench import Round, Trial
from lancemate.lab.contests import Contest, Entry, setup_of
from lancemate.lab.results import RED, SIDES
from lancemate.lab.runner import run
from lancemate.muster import catalogue
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.force_files import force_to_data

TURNS: Final = 4  # of a battle whose turns are timed: the approach and the first exchanges
BATTLES: Final = 24  # that one worker and two play


@cache
def contest(units: int, bot: str = "tactical", options: tuple[str, ...] = ()) -> Contest:
    """The same units on both sides, on tables like the proving ground."""
    names = [name for lance in LANCES for name in lance]
    members = tuple(Member(catalogue.find(names[number % len(names)])) for number in range(units))
    force = force_to_data(Force("Bench", (Formation("Bench", members),)))
    side = Entry("Bench", force, bot)
    return Contest(side, side, width=72.0, depth=48.0, pieces=25, options=options)


def _timed(fight: Contest, number: int, turns: int) -> tuple[float, int]:
    """What a battle of so many turns at most costs, and how many there were."""
    battle = Battle(setup_of(fight, number), number)
    players: dict[str, bots.Player] = {side: bots.make(fight.red.bot, seed=number + (side == RED)) for side in SIDES}
    begin = process_time()
    played = bots.play(battle, players, turns=turns)
    return process_time() - begin, played.turns


def seconds_a_turn(units: int, number: int, options: tuple[str, ...] = ()) -> float:
    """What a turn costs, on average over the first turns of a battle."""
    seconds, turns = _timed(contest(units, options=options), number, TURNS)
    return seconds / turns


def seconds_a_battle(units: int, number: int, options: tuple[str, ...] = ()) -> float:
    """What a whole battle costs."""
    fight = contest(units, options=options)
    return _timed(fight, number, fight.turns)[0]


def _turns(units: int, fewer: int) -> tuple[Round, Round]:
    return lambda number: seconds_a_turn(units, number), lambda number: seconds_a_turn(fewer, number)


def _with_modules(cost: Callable[..., float]) -> tuple[Round, Round]:
    every = presets()["everything"].options
    return lambda number: cost(4, number, every), lambda number: cost(4, number)


def _battles_a_second(bot: str, number: int) -> float:
    begin = process_time()
    contest(4, bot).play(number)
    return 1.0 / (process_time() - begin)


def _battles(scale: float) -> tuple[Round, Round]:
    return lambda number: _battles_a_second("tactical", number), lambda number: _battles_a_second("random", number)


def _with_workers(jobs: int, battles: int, number: int) -> float:
    """Battles a second by the clock on the wall, once all workers have played one and are warm."""
    warm = range(jobs)
    results = run(contest(4).play, [*warm, *range(number * battles, (number + 1) * battles)], jobs=jobs)
    for _ in warm:
        next(results)
    begin = perf_counter()
    done = sum(1 for _ in results)
    return done / (perf_counter() - begin)


def _workers(scale: float) -> tuple[Round, Round]:
    battles = max(4, round(BATTLES * scale))
    return lambda number: _with_workers(2, battles, number), lambda number: _with_workers(1, battles, number)


TRIALS: Final = (
    Trial("battles", "Tactical bots, 4 against 4", "battles/s", "random bots", None, True, _battles),
    Trial("turn-12", "A turn of tactical bots, 12 a side", "s", "6 a side", None, False, lambda scale: _turns(12, 6)),
    Trial("turn-24", "A turn of tactical bots, 24 a side", "s", "6 a side", 12.0, False, lambda scale: _turns(24, 6)),
    Trial("turn-48", "A turn of tactical bots, 48 a side", "s", "24 a side", 2.5, False, lambda _: _turns(48, 24)),
    Trial(
        *("modules", "A battle of tactical bots, 4 against 4, every module", "s", "no module", 2.0, False),
        lambda _: _with_modules(seconds_a_battle),
    ),
    Trial(
        *("modules-turn", "A turn of the same", "s", "no module", 2.0, False),
        lambda _: _with_modules(seconds_a_turn),
    ),
    Trial("workers", "Tactical bots, 4 against 4, 2 jobs", "battles/s", "1 job", 1.7, True, _workers),
)
