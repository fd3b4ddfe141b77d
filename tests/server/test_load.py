"""A hundred games against bots on one server: answers stay quick, and a game costs little memory."""

from __future__ import annotations

import pytest

from lancemate.server.load import run, share

pytestmark = pytest.mark.slow


def test_a_hundred_games_with_two_hundred_sockets() -> None:
    report = run(games=100, seconds=30.0)
    print(report)
    assert report.commands > 200
    assert report.by_bots > 50
    assert report.p95 < 100.0
    assert report.memory_per_game < 2.0


def test_with_one_abuser_at_work_the_others_do_not_wait() -> None:
    report = run(games=20, seconds=30.0, abused=True)
    print(report)
    assert report.commands > 50
    assert sum(report.abused.values()) > 10
    assert not {0, 500} & set(report.abused)
    assert report.p95 < 100.0


def test_shares() -> None:
    assert share([1.0, 2.0, 3.0, 4.0], 0.5) == 3.0
    assert share([1.0], 0.99) == 1.0
