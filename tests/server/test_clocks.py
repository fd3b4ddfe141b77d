"""Clocks: whose time runs, what happens when it is up, and that nothing of it is lost with the server."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from lancemate.server.clocks import Clock, Duty, Hourglass, Shifts
from server.tables import Client, Json, lazy, running, wait_until
from server.test_lobby import agreed

ALWAYS = Shifts((), 0.0)


def test_time_is_counted_for_the_side_the_table_waits_for() -> None:
    glass = Hourglass(Clock("side", 100.0, "lose"), ALWAYS)
    glass.passed(10.0, 1, "red")
    glass.passed(40.0, 1, "blue")
    assert (glass.left("red", 60.0), glass.left("blue", 60.0)) == (70.0, 80.0)
    glass.passed(60.0, 2, "red")
    assert glass.is_out(129.0) is None
    assert glass.is_out(130.0) == "red"
    assert glass.left("red", 500.0) == 0.0
    glass.passed(130.0, 2, None)
    assert glass.is_out(9999.0) is None


@pytest.mark.parametrize(("kind", "left"), [("side", 60.0), ("turn", 90.0), ("move", 100.0)])
def test_what_is_given_anew(kind: str, left: float) -> None:
    """For the whole battle nothing is; a turn and a move bring all the time again."""
    glass = Hourglass(Clock(kind, 100.0, "pass"), ALWAYS)
    glass.passed(0.0, 1, "red")
    glass.passed(30.0, 2, "red")
    glass.passed(40.0, 2, "blue")
    glass.passed(50.0, 2, "red")
    assert glass.left("red", 50.0) == left


def test_while_the_server_is_away_no_time_passes() -> None:
    shifts = Shifts([(0.0, 20.0), (15.0, 30.0), (100.0, 110.0)], 200.0)
    assert shifts.between(10.0, 205.0) == 20.0 + 10.0 + 5.0
    assert shifts.between(40.0, 90.0) == 0.0
    assert shifts.between(201.0, 203.0) == 2.0
    assert shifts.between(105.0, 150.0) == 5.0


@pytest.mark.parametrize("set_by", [3600.0, -3600.0])
def test_nobody_loses_by_a_clock_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by: float) -> None:
    """Ahead or back: none of it is on anybody's clock, and time goes on to count."""
    told, real = [0.0], time.time
    monkeypatch.setattr(time, "time", lambda: real() + told[0])
    with running(tmp_path) as server:
        ada, bob, _ = agreed(server, clock=clock("side", 600, "lose"))
        with ada.sit() as one, bob.sit() as other:
            acting, waiting = (one, other) if one.view["guide"]["yours"] else (other, one)
            side = acting.welcome["seat"]["side"]
            told[0] = set_by
            acting.do(lazy(acting.view, side))
            waiting.until(lambda: waiting.n == acting.n)
            assert acting.view["outcome"] is None
            left = ada.mine()["clock"]["left"]
            assert all(0 < 600 - seconds < 300 for seconds in left.values() if seconds < 600)
            running_side = ada.mine()["clock"]["running"]
            before = ada.mine()["clock"]["left"][running_side]
            wait_until(lambda: ada.mine()["clock"]["left"][running_side] < before)
    with running(tmp_path) as server:
        ada.server = server
        kept = ada.mine()["clock"]["left"]
        assert all(seconds > 300 for seconds in kept.values())


def test_time_on_duty_never_goes_back_and_a_gap_is_an_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = {"wall": 1000.0, "steady": 50.0}
    monkeypatch.setattr(time, "time", lambda: moment["wall"])
    monkeypatch.setattr(time, "monotonic", lambda: moment["steady"])

    def pass_by(wall: float, steady: float) -> float:
        moment["wall"] += wall
        moment["steady"] += steady
        return duty.now()

    duty = Duty()
    assert pass_by(2.0, 2.0) == 1002.0
    assert pass_by(-600.0, 1.0) == 1003.0  # set back
    assert duty.gaps == []
    assert pass_by(3600.0, 1.0) == 4002.0  # asleep
    assert pass_by(60.0, 60.0) == 4062.0  # stopped
    assert duty.gaps == [(1003.0, 4002.0), (4002.0, 4062.0)]
    shifts = Shifts((), 1000.0)
    for gap in duty.gaps:
        shifts.away(*gap)
    assert shifts.between(1000.0, 4065.0) == 3.0 + 3.0


def clock(kind: str, seconds: int, at_end: str) -> Json:
    return {"kind": kind, "seconds": seconds, "at_end": at_end}


def test_a_side_without_time_loses_if_that_was_agreed_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, _, _ = agreed(server, clock=clock("side", 2, "lose"))
        with ada.sit() as one:
            assert one.welcome["clock"]["kind"] == "side"
            late = one.welcome["clock"]["running"]
            one.until(lambda: one.view["outcome"] is not None)
            assert one.view["outcome"]["winner"] == ({"red", "blue"} - {late}).pop()
            assert one.wait("clock")["out"] == late
        assert ada.mine()["over"]
        assert ada.mine()["clock"] is None


def test_for_a_side_without_time_the_server_does_the_least(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, bob, _ = agreed(server, clock=clock("move", 1, "pass"))
        with ada.sit() as one:
            first = one.view["guide"]["yours"], one.n
            one.until(lambda: one.n >= first[1] + 3)  # nobody lifts a finger, and the battle goes on
            assert one.view["outcome"] is None
            assert {batch["side"] for batch in one.batches[-3:]} <= {"red", "blue"}
        assert bob.mine()["clock"]["left"].keys() == {"red", "blue"}


def test_a_clock_goes_on_after_the_server_was_away_and_that_time_is_on_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, bob, _ = agreed(server, clock=clock("side", 40, "lose"))
        with ada.sit() as one, bob.sit() as other:
            acting, waiting = (one, other) if one.view["guide"]["yours"] else (other, one)
            side = acting.welcome["seat"]["side"]
            time.sleep(1.5)
            acting.do(lazy(acting.view, side))
            waiting.until(lambda: waiting.n == acting.n)
        before = ada.mine()["clock"]["left"][side]
        assert before <= 38.6
    time.sleep(4.0)
    with running(tmp_path) as server:
        ada.server = server
        with Client(server.port, ada.token) as one:
            told = one.welcome["clock"]
            assert told["left"][side] <= before
            assert min(told["left"].values()) > 34.0
