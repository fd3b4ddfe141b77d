"""The turn and who acts when (pp. 30-33)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, end, move, refusal, unit


def movers(fight: Battle) -> str:
    """Let every unit pass in turn; tell whose units moved, in runs: B1 A2 ..."""
    runs: list[list[Any]] = []
    while fight.state.phase == "movement":
        side = fight.state.to_act
        mover = next(u for u in fight.units.values() if u.side == side and u.moved == "none" and u.place == "table")
        fight.do(commands.Pass(mover.id))
        if runs and runs[-1][0] == side:
            runs[-1][1] += 1
        else:
            runs.append([side, 1])
    return " ".join(f"{'A' if side == 'red' else 'B'}{count}" for side, count in runs)


def armies(red: int, blue: int, *, first: str) -> Battle:
    units = [unit(f"r{n}", (4.0 * n, 4.0)) for n in range(1, red + 1)]
    units += [unit(f"b{n}", (4.0 * n, 40.0)) for n in range(1, blue + 1)]
    return battle(*units, phase="movement", first=first)


@pytest.mark.rule("AS-MOV-010")
@pytest.mark.parametrize(
    ("red", "blue", "first", "order"),
    [
        (8, 5, "blue", "B1 A1 B1 A1 B1 A2 B1 A2 B1 A2"),
        (7, 2, "blue", "B1 A3 B1 A4"),
        (5, 3, "red", "A1 B1 A2 B1 A2 B1"),
    ],
)
def test_unequal_numbers_move_in_proportion(red: int, blue: int, first: str, order: str) -> None:
    assert movers(armies(red, blue, first=first)) == order


@pytest.mark.rule("AS-INT-059", "AS-MOV-009")
def test_the_loser_moves_first_then_they_alternate() -> None:
    fight = armies(2, 2, first="blue")
    assert fight.state.to_act == "blue"
    assert movers(fight) == "B1 A1 B1 A1"
    assert fight.state.phase == "combat"


@pytest.mark.rule("AS-MOV-009")
def test_a_unit_moves_once_and_only_in_its_sides_turn() -> None:
    fight = armies(2, 2, first="red")
    move(fight, "r1", (4.0, 8.0))
    assert refusal(fight, commands.Move("r2", ((8.0, 8.0),))).code == "not_your_turn"
    move(fight, "b1", (4.0, 36.0))
    assert refusal(fight, commands.Move("r1", ((4.0, 9.0),))).code == "already_moved"


@pytest.mark.rule("AS-INT-058")
def test_the_higher_roll_wins_and_acts_second() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 30)), phase="initiative", dice=[6, 5, 2, 2])
    rolled = next(event for event in fight.journal.events if event.type == "initiative")
    assert (rolled.winner, rolled.loser) == ("red", "blue")
    assert fight.state.phase == "movement"
    assert fight.state.to_act == "blue"


@pytest.mark.rule("AS-INT-058")
def test_tied_initiative_is_rolled_again() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 30)), phase="initiative", dice=[3, 4, 5, 2, 1, 1, 6, 6])
    rolled = next(event for event in fight.journal.events if event.type == "initiative")
    assert (rolled.winner, rolled.rerolled) == ("blue", 1)


@pytest.mark.rule("AS-INT-057")
def test_four_phases_in_order_again_and_again() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 40)), phase="initiative", seed=3)
    end(fight, 4)
    phases = [event.phase for event in fight.journal.events if event.type == "phase"]
    assert phases == ["initiative", "movement", "combat", "end", "initiative", "movement"]
    assert fight.state.turn == 2


@pytest.mark.rule("AS-INT-057")
def test_only_the_phases_own_actions_are_taken() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180), phase="movement")
    assert refusal(fight, commands.Attack("r1", "b1")).code == "wrong_phase"
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180), phase="combat")
    refused = refusal(fight, commands.Move("r1", ((10.0, 12.0),)))
    assert (refused.code, refused.rule) == ("wrong_phase", "AS-INT-057")


@pytest.mark.rule("AS-INT-060", "AS-COM-004")
def test_the_loser_makes_all_its_attacks_before_the_winner() -> None:
    reds = [unit("r1", (10, 10)), unit("r2", (14, 10))]
    blues = [unit("b1", (10, 20), 180), unit("b2", (14, 20), 180)]
    fight = battle(*reds, *blues, first="blue", seed=5)
    assert refusal(fight, commands.Attack("r1", "b1")).code == "not_your_turn"
    attack(fight, "b2", "r1")
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.state.to_act == "red"
    attack(fight, "r1", "b1")


def test_a_side_that_is_done_moving_stands_still() -> None:
    fight = armies(2, 2, first="red")
    end(fight)
    assert [fight.units[name].moved for name in ("r1", "r2", "b1")] == ["standstill", "standstill", "none"]
    end(fight)
    assert fight.state.phase == "combat"
