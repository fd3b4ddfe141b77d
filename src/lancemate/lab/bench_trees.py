"""This program beside another checkout of it: the same battles and the same script, a process of each in turns.

Width must be free: a battle that uses nothing of the chapters that have come since is as quick as before they came.
Must not know how results are shown.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab.bench import Round, Trial, as_installed

OURS: Final = Path(__file__).parents[2]
AGAIN: Final = 3  # times that each battle is played, and the script run; the fastest counts
BATTLES: Final = 8
THREADS: Final = "OPENBLAS_NUM_THREADS"
WIDTH: Final = "width"
RUN: Final = "run"
CROWD: Final = "crowd"
NAMES: Final = (WIDTH, CROWD, RUN)
CROWDED: Final = 24  # units a side

PLAYING: Final = """
import sys, time
try:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.bots.alphastrike.playout import playout
except ImportError:  # as the rooms were once called
    from lancemate.alphastrike.battle import Battle
    from lancemate.bots.playout import playout
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel

def played(seed):
    battle = Battle(setup, seed)
    begin = time.process_time()
    decisions = playout(battle, Generator(seed))
    return time.process_time() - begin, decisions

setup, again, *seeds = duel(), *map(int, sys.argv[1:])
played(1)
fastest = [min(played(seed) for _ in range(again)) for seed in seeds]
print(sum(took for took, _ in fastest) / sum(decisions for _, decisions in fastest) * 1e6)
"""

THINKING: Final = """
import sys
from lancemate.lab.bench_bots import seconds_a_turn

print(seconds_a_turn(int(sys.argv[1]), int(sys.argv[2])))
"""

SCRIPT: Final = """
terrain:
  - {id: wood, kind: woods, rect: [10, 10, 10, 6]}
sides:
  - name: red
    units: [{id: r1, unit: MAD-3R Marauder, at: [12, 4]}]
  - name: blue
    units: [{id: b1, unit: MAD-3R Marauder, at: [24, 20], facing: 180}]
start: {turn: 1, phase: combat, first: blue}
seed: 7
commands: [{attack: {unit: b1, target: r1}}]
"""


def against(tree: Path) -> tuple[Trial, ...]:
    """What is measured beside another checkout."""
    other = tree / "src"
    package = Path("lancemate", "__init__.py")
    if not (other / package).is_file():  # without it Python would take the program that is installed
        raise InputError(f"{tree} is no checkout of lancemate: it has no src/{package}", key="--against")
    peer = f"the tree {tree.resolve().name}"
    playing, running = partial(_both, other, _microseconds), partial(_both, other, _milliseconds)
    return (
        Trial(WIDTH, "A decision, all chapters here, none used", "µs", peer, 1.05, False, playing, peers=False),
        Trial(
            CROWD,
            f"A turn of tactical bots, {CROWDED} a side",
            "s",
            peer,
            1.05,
            False,
            partial(_crowds, other),
            peers=False,
        ),
        Trial(RUN, "run FILE --json, processor time", "ms", peer, 0.4, False, running, peers=False),
    )


def _both(other: Path, measured: Callable[[Path, float], float], scale: float) -> tuple[Round, Round]:
    return lambda number: measured(OURS, scale), lambda number: measured(other, scale)


def _microseconds(source: Path, scale: float) -> float:
    """What a decision of random playouts takes."""
    seeds = [str(100 + battle) for battle in range(max(1, round(BATTLES * scale)))]
    return float(_python(source, "-c", PLAYING, str(AGAIN), *seeds))


def _crowds(other: Path, scale: float) -> tuple[Round, Round]:
    """The same forces in the same places; which rules there are decides what comes of them."""
    return lambda number: _seconds(OURS, number), lambda number: _seconds(other, number)


def _seconds(source: Path, number: int) -> float:
    """What a turn of large forces takes."""
    return float(_python(source, "-c", THINKING, str(CROWDED), str(number)))


def _milliseconds(source: Path, scale: float) -> float:
    """What a small script takes from start to end."""
    try:
        import resource
    except ImportError:
        raise LancemateError("this system does not tell what finished processes took: use Linux or macOS") from None

    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.yaml"
        script.write_text(SCRIPT, encoding="utf-8")
        took = []
        for _ in range(max(1, round(AGAIN * scale))):
            before = used()
            _python(source, "-m", "lancemate.cli.main", "run", str(script), "--json")
            took.append(used() - before)
    return min(took) * 1e3


def _python(source: Path, *words: str) -> str:
    # As from a shell: what our own start has set for numpy is none of the other tree's. Nothing comes from the folder
    # that somebody happens to be in (-P).
    kept = {name: value for name, value in as_installed().items() if name != THREADS}
    told = subprocess.run(
        [sys.executable, "-P", *words], env={**kept, "PYTHONPATH": str(source)}, capture_output=True, text=True
    )
    if told.returncode:
        why = (told.stderr.strip().splitlines() or [f"it ended with {told.returncode}"])[-1]
        raise InputError(f"{source.parent} cannot be measured: {why}", key="--against")
    return told.stdout
