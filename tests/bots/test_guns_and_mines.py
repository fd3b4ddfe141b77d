"""Bots fire from beyond the table, answer guns that they have found, and set off mines under enemies."""

from dataclasses import replace
from typing import Any

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.plain import Beyond, Direct, Hovering, Mineless, Open, Plain, Silent
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.mines import detonation, laying
from lancemate.bots.alphastrike.tactics.moves import options
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


# -- where guns stand, and what they aim at -----------------------------------------------------------------------

LONG_TOM: dict[str, Any] = {"type": "CV", "size": 2, "move": '4"t', "damage": "1/1/0", "specials": ["ART-LT"], "pv": 20}


def with_a_gun(*points: tuple[float, float], **more: Any) -> Battle:
    """A gun and three 'Mechs a side, about to deploy; red has points plotted."""
    force = [unit(f"{side}{n}", **(LONG_TOM if n == 9 else {"pv": 40})) for side in "rb" for n in (1, 2, 3, 9)]
    made = small_battle(*force, phase="deployment", options=("advanced_artillery",), **more)
    red, blue = made.setup.sides
    return Battle(replace(made.setup, sides=(replace(red, preplotted=points), blue)), 1)


def test_a_gun_stands_off_where_points_are_plotted_for_it() -> None:
    off = commands.Act("r9", "stand_off", "0")
    assert TacticalPlayer(1).choose(View(with_a_gun((30.0, 30.0)), "red"), None) == off
    assert isinstance(TacticalPlayer(1).choose(View(with_a_gun(), "red"), None), commands.Deploy)
    assert Beyond(1).choose(View(with_a_gun(), "red"), None) == off
    never = TacticalPlayer(1, stands_off=False)
    assert isinstance(never.choose(View(with_a_gun((30.0, 30.0)), "red"), None), commands.Deploy)


def test_a_force_that_is_mostly_guns_holds_the_table_with_them() -> None:
    guns = [unit(f"{side}{n}", **(LONG_TOM if n > 1 else {"pv": 40})) for side in "rb" for n in (1, 2, 3)]
    fight = small_battle(*guns, phase="deployment", options=("advanced_artillery",))
    beyond = []
    player = Beyond(1)
    while isinstance(command := player.choose(View(fight, "red"), None), commands.Act):
        fight.do(command)
        beyond.append(command.unit)
    assert beyond == ["r2"]


def test_shells_go_where_they_need_no_roll() -> None:
    """Enemies stand an inch away from a point that was plotted beforehand."""
    fight = scene([gun("r9", distance=0), mech("r1", (4, 4))], [mech("b1", (20, 21), 180)], options=BOTH)
    red, blue = fight.setup.sides
    plotted = Battle(replace(fight.setup, sides=(replace(red, preplotted=((20.0, 20.0),)), blue)), 1)
    best = TacticalPlayer(1).gunner.best(plotted, plotted.units["r9"])
    assert best is not None
    assert best.shot.command.target == commands.PointTarget((20.0, 20.0))


def test_artillery_fires_from_where_it_stands() -> None:
    """It is no use for a gun to run at the enemy: it hits better when it stands still, as far away as it likes."""
    fight = small_battle(
        *(unit("r1", (20, 4), **LONG_TOM), unit("r2", (20, 20)), unit("b1", (20, 36), 180)), phase="movement"
    )
    player = TacticalPlayer(1)
    found = options(fight, fight.units["r1"], player.fires, player.weights, 1)
    assert found[0].command.mode == "standstill"
    plain = Direct(1)
    assert options(fight, fight.units["r1"], plain.fires, plain.weights, 1)[0].command.mode != "standstill"


def test_munitions_may_be_left_alone() -> None:
    assert not Plain(1).gunner.munitions
    assert (Silent(1).stands_off, Silent(1).gunner.lobs) == (True, False)
