"""Broken squads run (p. 23)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, refusal, told

from lancemate.battletroops.asking.offers import offers, offers_of
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.bots.battletroops.tactics.player import TacticalPlayer
from lancemate.bots.battletroops.view import View

RULE = "BT-OPT-039"
FAR = man("b9", (20, 18))
SHED: Any = {
    "id": "shed",
    "kind": "building",
    "height": 1,
    "rect": [2.75, 3.5, 4, 3],
    "doors": [[3.75, 6.5, 5.25, 6.5]],
}


def broken(*red: Any, terrain: Any = (), **more: Any) -> Battle:
    """A squad of red that has broken; its edge is the south."""
    options = ["morale_leadership", "exchange"]
    fought = battle([{**one, "group": "first"} for one in red], [FAR], options=options, terrain=terrain, **more)
    fought.state.broken = frozenset({"first"})
    return fought


@pytest.mark.rule(RULE)
def test_he_may_do_nothing_else_before() -> None:
    fought = broken(man("r1", (8, 10)), man("r2", (12, 10)))
    others = orders.Act("r1", "prepare", "Hand Grenade")
    for command in (orders.Pass("r1"), others, move("r1", (9, 10)), move("r1", (8.5, 11))):
        assert refusal(fought, command).rule == RULE
    offered = [one.command for one in offers_of(fought, fought.units["r1"])]
    assert not [one for one in offered if isinstance(one, orders.Pass)]
    assert {one.do for one in offered if isinstance(one, orders.Act)} == {"drop"}
    fought.do(orders.Act("r1", "drop", "Rifle"))
    fought.do(move("r1", "prone"))
    assert refusal(fought, move("r2", (12.5, 9))).rule == RULE  # he is not left lying
    fought.do(move("r1", (8.5, 9)))
    fought.do(orders.Pass("r1"))
    fought.do(move("r2", (12.5, 9)))


@pytest.mark.rule(RULE)
def test_by_the_way_that_leads_out() -> None:
    """His door lies on the far side: the first step of the way goes away from the edge."""
    fought = broken(man("r1", (4, 5)), terrain=[SHED])
    assert refusal(fought, move("r1", (4, 4))).rule == RULE
    fought.do(move("r1", (4, 6)))


@pytest.mark.rule(RULE)
def test_whom_nobody_moves_runs_himself() -> None:
    fought = broken(man("r1", (8, 10)), man("r2", (12, 3), prone=True), man("r3", (4, 10), stunned=True))
    fought.do(move("r1", "prone"))  # he has begun, and run he will
    events = fought.do(orders.EndPhase())
    assert fought.units["r1"].at[1] < 10
    assert [one["unit"] for one in told(events, "exited")] == ["r2"]
    assert fought.units["r3"].at == (4, 10)
    assert told(events, "side")  # and the other side moves


@pytest.mark.rule(RULE)
def test_who_was_at_it_runs_first() -> None:
    fought = broken(man("r1", (8, 10)), man("r2", (12, 10)))
    fought.do(move("r2", "prone"))
    fought.do(orders.EndPhase())
    assert all(fought.units[name].at[1] < 10 for name in ("r1", "r2"))


@pytest.mark.rule(RULE)
def test_who_need_not() -> None:
    """Whoever has run; whoever cannot get out."""
    cell = {**SHED, "doors": []}
    fought = broken(man("r1", (4, 5)), man("r2", (12, 10)), terrain=[cell])
    fought.do(orders.Pass("r1"))
    fought.do(move("r2", (12.5, 9), (12, 8)))
    fought.do(orders.Pass("r2"))
    fought.do(orders.EndPhase())
    assert (fought.units["r1"].at, fought.units["r2"].at) == ((4.5, 5), (12, 8))


def test_bots_run() -> None:
    fought = broken(man("r1", (8, 10)), man("r2", (12, 3)))
    player = TacticalPlayer(1)
    while fought.state.to_act == "red":
        fought.do(player.choose(View(fought, "red"), None))
    assert fought.units["r1"].at[1] < 10
    assert fought.units["r2"].exited


def test_the_end_of_a_side_is_always_on_offer() -> None:
    fought = broken(man("r1", (8, 10)))
    assert orders.EndPhase() in [one.command for one in offers(fought, "red")]
