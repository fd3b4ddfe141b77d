"""The measurements of bots, as small as they come."""

from __future__ import annotations

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.lab import bench_bots
from lancemate.lab.contests import setup_of


@pytest.mark.parametrize("units", [4, 6, 12, 24])
def test_forces_of_every_size_find_room(units: int) -> None:
    setup = setup_of(bench_bots.contest(units), 1)
    assert len(Battle(setup, 1).units) == 2 * units
    assert (setup.table.width, setup.table.depth) == (72.0, 48.0)


def test_a_turn_is_timed() -> None:
    assert 0.0 < bench_bots.seconds_a_turn(2, 1) < 60.0


def test_every_measurement_has_a_name_of_its_own_and_the_goals_stand() -> None:
    from lancemate.lab.bench import TRIALS

    names = [trial.name for trial in (*TRIALS, *bench_bots.TRIALS)]
    assert len(set(names)) == len(names)
    goals = {trial.name: (trial.goal, trial.more_is_better) for trial in bench_bots.TRIALS}
    assert goals["turn-24"] == (12.0, False)
    assert goals["turn-48"] == (2.5, False)
    assert goals["workers"] == (1.7, True)
