"""The End Phase: what happens, in which order (p. 31)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.harm import strike
from rules.table import attack, battle, end, unit

HIT = (6, 5)
QUIET = (4, 3, 2, 2)


def types(events: list[Any]) -> list[str]:
    wanted = ("effects", "destroyed", "toggled", "heat", "shutdown", "turn_ended", "turn", "battle_over")
    return [event.type for event in events if event.type in wanted]


def busy(dice: Any) -> Battle:
    """One unit to be destroyed, one to be wounded, one that overheats, one with stealth."""
    return battle(
        unit("r1", (20, 20), ov=1, state={"heat": 3}),
        unit("r2", (40, 20), specials=["STL"]),
        unit("b1", (20, 30), facing=180, state={"armor": 0, "structure": 1}),
        unit("b2", (40, 30)),
        dice=dice,
    )


@pytest.mark.rule("AS-INT-063")
def test_effects_then_removal_then_switches_then_heat_then_the_next_turn() -> None:
    fight = busy((*HIT, 2, 4, *QUIET))
    attack(fight, "r1", "b1", overheat=1)
    strike(fight, "b2", 7)
    fight.do(commands.Toggle("r2", "STL", False))
    events = end(fight, 2)
    assert types(events) == ["effects", "destroyed", "toggled", "heat", "shutdown", "turn_ended", "turn"]
    assert fight.units["b2"].wounds == ("weapon",)
    assert not fight.units["r2"].active("STL")
    assert fight.units["r2"].planned == ()


@pytest.mark.rule("AS-INT-063", "AS-INT-061")
def test_the_destroyed_leave_and_markers_come_off() -> None:
    fight = busy((*HIT, *QUIET))
    attack(fight, "r1", "b1")
    assert fight.units["b1"].on_table
    end(fight, 2)
    gone, shooter = fight.units["b1"], fight.units["r1"]
    assert (gone.destroyed, gone.on_table) == (True, False)
    assert (shooter.moved, shooter.attacks, shooter.overheat) == ("none", (), 0)
    assert (fight.state.turn, fight.state.phase) == (2, "movement")


@pytest.mark.rule("AS-INT-061")
def test_a_crippled_unit_still_attacks_with_all_it_had() -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 30), facing=180, armor=0), dice=(*HIT, 1, 2, *HIT, *QUIET))
    attack(fight, "r1", "b1")
    end(fight)
    shot = attack(fight, "b1", "r1")
    assert (shot.damage, shot.target_number) == (3, 7)


def test_the_battle_ends_when_one_side_is_gone() -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 30), facing=180, state={"armor": 0, "structure": 1}), dice=HIT)
    attack(fight, "r1", "b1")
    events = end(fight, 2)
    assert types(events) == ["destroyed", "battle_over"]
    assert fight.outcome is not None
    assert fight.outcome.winner == "red"
