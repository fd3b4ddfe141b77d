"""Darts: sixes count twice."""

import pytest

from lancemate.kernel import house
from lancemate.kernel.dice import TapeDice

darts = house.module("game", "darts")


@pytest.mark.rule("DARTS-001")
def test_sixes_count_twice() -> None:
    game = darts.Darts("at the pub", TapeDice([6, 2]))
    throws = (*game.do(darts.Throw("ann")), *game.do(darts.Throw("ann")))
    assert [one.points for one in throws] == [12, 2]
