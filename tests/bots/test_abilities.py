"""What the tactical bot does about special abilities: beacons, tasers, point defense, coolant, jammers."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from rules.duel import duel
from rules.table import battle, unit

ALL = ("optional_abilities",)


def order(fight: Battle, side: str) -> orders.Command:
    view = View(fight, side)
    return TacticalPlayer(seed=1).choose(view, view.decision)


def with_(*codes: str, **card: Any) -> dict[str, Any]:
    return {"specials": list(codes), **card}


def test_it_shoots_tasers_and_beacons_before_it_is_done() -> None:
    fight = battle(
        unit("r1", (20, 10), specials=["SNARC1", "TSEMP1"]),
        unit("r2", (23, 10), specials=["SRM3/3"]),
        unit("b1", (20, 14), 180, armor=30),
        options=ALL,
    )
    kinds = set()
    for _ in range(6):
        command = order(fight, "red")
        if not isinstance(command, orders.Attack):
            break
        kinds.add(command.kind)
        fight.do(command)
    assert {"SNARC", "TSEMP"} <= kinds


def test_it_spends_points_of_defense_and_covers_friends() -> None:
    fight = duel(with_("SRM3/3"), with_("PNT6"), options=ALL, gap=4)
    fight.do(orders.Attack("r1", "b1", using="SRM"))
    assert order(fight, "blue") == orders.Decide("blue", "2")


@pytest.mark.parametrize(("skill", "choice"), [(4, "own luck"), (8, "let it stand")])
def test_it_spends_luck_on_control_where_that_may_help(skill: int, choice: str) -> None:
    mover = replace(unit("r1", (20, 10), skill=skill, move='20"'), abilities=("Lucky (1)",))
    mud = {"kind": "mud", "rect": [0, 12, 72, 8]}
    fight = battle(mover, unit("b1", (60, 44)), terrain=[mud], phase="movement", dice=(1, 1))
    fight.do(orders.Move("r1", ((20, 17),)))
    assert order(fight, "red") == orders.Decide("red", choice)


def test_it_flushes_coolant_when_it_is_done_firing() -> None:
    fight = duel(with_("RHS"), options=ALL, mine={"heat": 2, "attacks": ("weapon",)})
    command = order(fight, "red")
    assert command == orders.Toggle("r1", "RHS", True)
    fight.do(command)
    assert isinstance(order(fight, "red"), orders.EndPhase)


def test_it_jams_where_more_enemies_than_friends_are_caught() -> None:
    fight = duel(with_("DJ"), with_("ECM"), options=ALL, phase="movement")
    assert order(fight, "red") == orders.Act("r1", "jam", "DJ")
    plain = duel(with_("DJ"), {}, options=ALL, phase="movement")
    assert not isinstance(order(plain, "red"), orders.Act)
