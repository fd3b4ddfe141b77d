"""The rows of BattleTroops in the benchmark: they measure, and playouts are battles like any other."""

import pytest

from lancemate.battletroops.play.battle import Battle
from lancemate.bots.battletroops.playout import playout
from lancemate.kernel.dice import Generator
from lancemate.kernel.lazily import lazy
from lancemate.lab.battletroops.invariants import map_faults
from lancemate.lab.bench_troops import TRIALS, skirmish


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_rows_give_figures(trial):  # type: ignore[no-untyped-def]
    pytest.importorskip("catanatron")
    pytest.importorskip("shapely")
    ours, theirs = trial.prepare(0.01)
    assert ours(1) > 0
    assert theirs(1) > 0


def test_playouts_are_the_same_battle_for_the_same_seed() -> None:
    battles = [Battle(skirmish(4), 3) for _ in range(2)]
    counts = [playout(one, Generator(3), turns=6) for one in battles]
    assert counts[0] == counts[1] > 50
    assert battles[0].hash() == battles[1].hash()
    assert list(map_faults(battles[0])) == []


def test_a_lazy_value_is_worked_out_once() -> None:
    class Sum:
        count = 0

        @lazy
        def value(self) -> int:
            """The value."""
            Sum.count += 1
            return 7

    one = Sum()
    assert (one.value, one.value, Sum.count) == (7, 7, 1)
    assert Sum.value.__doc__ == "The value."
