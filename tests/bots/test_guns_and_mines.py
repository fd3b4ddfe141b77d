"""Bots fire from beyond the table, answer guns that they have found, and set off mines under enemies."""

from typing import Any

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.plain import Direct, Hovering, Mineless, Open
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.mines import detonation, laying
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from lancemate.bots.player import play
from rules.table import battle as small_battle
from rules.table import move, unit
from rules.test_advanced_artillery import BOTH, gun, mech, scene


def shelling(**more: Any) -> Battle:
    red = [gun("r9", distance=10), gun("r8", distance=40, weapon="ART-AIS"), mech("r1", (20, 6), specials=["TAG"])]
    blue = [gun("b9", edge="north", distance=60), mech("b1", (20, 42), 180), mech("b2", (28, 42), 180)]
    field = {"id": "m1", "kind": "minefield", "density": 3, "circle": [20, 24, 1]}
    return scene(red, blue, options=(*BOTH, "minefields"), terrain=[field], dice=(1, 2, 3, 4, 5, 6) * 200, **more)


def test_guns_beyond_the_table_fire_and_are_answered() -> None:
    fight = shelling()
    report = play(fight, {"red": TacticalPlayer(1), "blue": TacticalPlayer(2)}, turns=5)
    assert report.faults == []
    fired = [event for event in fight.journal.events if event.type == "shell_fired"]
    assert {event.unit for event in fired} == {"r9", "r8", "b9"}


def test_random_players_fire_them_too() -> None:
    fight = shelling()
    report = play(fight, {"red": RandomPlayer(3), "blue": RandomPlayer(4)}, turns=4)
    assert report.faults == []


def trap(*more: Any) -> Battle:
    mines = {"id": "m1", "kind": "minefield", "density": 4, "type": "conventional", "circle": [20, 20, 1]}
    field = {**mines, "side": "red", "command": True}
    return small_battle(
        unit("r1", (20, 10)), unit("b1", (40, 20)), *more, terrain=[field], phase="movement", options=("minefields",)
    )


def test_mines_are_set_off_under_enemies_only() -> None:
    fight = trap(unit("b2", (20, 20), 180))
    assert detonation(fight, "red") is None
    move(fight, "r1", (20, 11))
    assert detonation(fight, "red") == commands.Act("r1", "detonate", "m1")
    friends = trap(unit("r2", (20, 20)))
    move(friends, "r1", (20, 11))
    assert detonation(friends, "red") is None
    assert detonation(fight, "blue") is None


SOWER: dict[str, Any] = {"type": "CV", "size": 2, "move": '10"h', "damage": "1/1/0", "specials": ["MDS2"]}
GUNSHIP: dict[str, Any] = {"type": "CV", "size": 1, "move": '18"v', "damage": "2/2/0"}


def test_mines_are_left_behind_where_an_enemy_may_soon_be() -> None:
    for far, friend, lays in ((18.0, (40.0, 40.0), True), (40.0, (40.0, 40.0), False), (18.0, (20.0, 12.0), False)):
        fight = small_battle(
            *(unit("r1", (20, 10), **SOWER), unit("r2", friend), unit("b1", (20, far), 180, move='12"')),
            phase="movement",
            options=("minefields", "optional_abilities"),
        )
        assert laying(fight, fight.units["r1"]) == (commands.Act("r1", "lay_mines") if lays else None)


def over_a_column(player: Any) -> Any:
    """What it does with a gunship before three tanks, one behind the other."""
    tank = {"type": "CV", "move": '6"t', "armor": 1, "structure": 1}
    tanks = [unit(f"b{n}", (20, 18 + 2 * n), 90, **tank) for n in (1, 2, 3)]
    fight = small_battle(
        unit("r1", (20, 10), state={"airborne": True, "elevation": 3}, **GUNSHIP),
        *tanks,
        phase="movement",
        options=("vtol_special_attacks",),
    )
    return player.choose(View(fight, "red"), None)


def test_a_vtol_announces_a_run_over_a_column() -> None:
    assert over_a_column(TacticalPlayer(1)).strafe is not None
    assert over_a_column(Hovering(1)).strafe is None


def test_a_player_may_leave_each_trick_alone() -> None:
    assert (Open(1).ambushes, Mineless(1).mines, Hovering(1).runs, Direct(1).gunner.lobs) == (False,) * 4
    fight = shelling()
    report = play(fight, {"red": Direct(1), "blue": Direct(2)}, turns=3)
    assert report.faults == []
    assert not any(event.type == "shell_fired" for event in fight.journal.events)
