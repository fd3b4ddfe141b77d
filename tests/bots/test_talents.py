"""What the tactical bot does with pilots' abilities that wait to be called upon."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.combat.attack import open_attack
from lancemate.alphastrike.commands.temper import GO, NOT_YET, ask_berserk
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.tactics.munitions import side_effects
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.tactics.talents import provoking
from lancemate.bots.alphastrike.view import View
from rules.table import battle, unit


def order(fight: Battle, side: str) -> orders.Command:
    view = View(fight, side)
    return TacticalPlayer(seed=1).choose(view, view.decision)


def duel(*abilities: str, moved: str = "standstill", dice: tuple[int, ...] | None = None, **card: Any) -> Battle:
    """A pilot with some abilities, and an enemy at short range."""
    red = replace(unit("r1", (20, 10), **{"skill": 2, "damage": "1/1/1", **card}), abilities=abilities)
    fight = battle(red, unit("b1", (20, 15), 180, armor=9), dice=dice)
    fight.units["r1"].moved = moved
    return fight


def attack(fight: Battle) -> orders.Attack:
    command = order(fight, "red")
    assert isinstance(command, orders.Attack)
    return command


def called(*abilities: str, **more: Any) -> tuple[str, ...]:
    return attack(duel(*abilities, **more)).abilities


@pytest.mark.rule("AS-SPA-043")
def test_marksmen_trade_damage_for_a_weak_spot_where_it_pays() -> None:
    assert called("Marksman") == ("Marksman",), "half of 1 is 1, and the check comes for nothing"
    assert called("Marksman", damage="6/6/6") == (), "too much is lost"
    assert called("Marksman", moved="ground") == (), "only who stood still"
    assert called("Marksman", "Sharpshooter") == (), "a Sharpshooter finds it anyway"


@pytest.mark.rule("AS-SPA-038")
def test_drawings_are_kept_for_a_likely_hit() -> None:
    assert called("Human TRO") == ("Human TRO",)
    assert called("Human TRO", skill=7, moved="ground") == ()


@pytest.mark.rule("AS-SPA-055")
def test_sharpshooters_know_what_their_shot_is_worth() -> None:
    def more(moved: str) -> float:
        return side_effects(open_attack(duel("Sharpshooter", moved=moved), orders.Attack("r1", "b1")))

    assert more("standstill") > 0.5
    assert more("ground") == 0.0


def test_two_halves_of_one_point_are_two_points() -> None:
    fight = duel("Multi-Tasker", dice=(5, 5, 5, 5))
    for _ in range(2):
        command = attack(fight)
        assert command.split
        fight.do(command)
    assert fight.units["b1"].armor == 7
    assert not attack(duel("Multi-Tasker", damage="3/3/3")).split, "three points in two halves are two"


def hunt() -> Battle:
    return battle(
        replace(unit("r1", (20, 10), damage="3/3/3"), abilities=("Blood Stalker",)),
        unit("b1", (20, 20), 180, armor=9, move='16"'),
        unit("b2", (24, 20), 180, armor=2, move='4"', pv=40),
        phase="movement",
    )


def test_stalkers_hunt_whom_they_can_hurt_and_turn_to_another_when_it_is_gone() -> None:
    fight = hunt()
    assert order(fight, "red") == orders.Decide("red", "b2"), "the weaker one"
    fight.do(orders.Decide("red", "b1"))
    assert not isinstance(order(fight, "red"), orders.Act), "it sees its prey and keeps to it"
    fight.units["b1"].place = "gone"
    fight.units["b1"].destroyed = True
    command = order(fight, "red")
    assert command == orders.Act("r1", "stalk", "b2")
    fight.do(command)
    assert isinstance(order(fight, "red"), orders.Move)


def test_the_sturdiest_calls_its_enemies_where_they_hear_it() -> None:
    def called_at(end: tuple[float, float], **card: Any) -> object:
        red = replace(unit("r1", (20, 10), **card), abilities=("Antagonizer",))
        fight = battle(red, unit("r2", (60, 4)), unit("b1", (20, 20), 180), phase="movement")
        command = provoking(fight, fight.units["r1"], orders.Move("r1", (end,), "ground"))
        assert View(fight, "red").allows(command)
        return command.antagonize

    assert called_at((20, 15), armor=9) == (20, 15)
    assert called_at((20, 12), armor=9) is None, "too far away to hear it"
    assert called_at((20, 15), armor=1, structure=1) is None, "somebody else could stand more"


@pytest.mark.parametrize(("own", "theirs", "answer"), [(1, 3, GO), (3, 1, NOT_YET)])
def test_a_force_goes_berserk_where_the_enemy_is_the_harder_to_hit(own: int, theirs: int, answer: str) -> None:
    fight = battle(unit("r1", (20, 10), tmm=own), unit("b1", (20, 20), tmm=theirs), phase="movement")
    ask_berserk(fight, "red")
    assert order(fight, "red") == orders.Decide("red", answer)
