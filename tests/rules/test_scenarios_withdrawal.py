"""Forced Withdrawal and crippling damage (pp. 126-127, 170)."""

from typing import Any

import pytest

from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.homeward import inches_home
from lancemate.alphastrike.scenarios.withdrawal import least_move, way_home, ways_out
from lancemate.alphastrike.turn.crippled import crippled
from rules.flights import ARCS
from rules.scenes import FIGHT, LINE, scene
from rules.table import attack, battle, end, move, refusal, unit

FORCED = ["forced_withdrawal"]


def is_crippled(**card: Any) -> bool:
    state = card.pop("state", {})
    fight = battle(unit("r1", (10, 10), state=state, **card), unit("b1", (60, 40)))
    return crippled(fight, fight.units["r1"]) is not None


# -- crippled -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-009")
@pytest.mark.parametrize(
    ("printed", "armor", "left", "expected"),
    [(5, 0, 3, True), (5, 0, 4, False), (4, 0, 2, True), (1, 0, 1, True), (2, 0, 2, False), (5, 1, 3, False)],
)
def test_no_armor_and_half_the_structure(printed: int, armor: int, left: int, expected: bool) -> None:
    assert is_crippled(structure=printed, armor=3, state={"armor": armor, "structure": left}) is expected


@pytest.mark.rule("AS-SCN-010")
def test_no_damage_beyond_short_range() -> None:
    assert is_crippled(damage="3/2/0", state={"crits": {"weapon": 2}})
    assert not is_crippled(damage="3/2/0", state={"crits": {"weapon": 1}})


@pytest.mark.rule("AS-SCN-010")
def test_who_never_reached_so_far_is_exempt() -> None:
    assert not is_crippled(type="CI", damage="1/0/0", move='2"f', structure=1, armor=2)
    assert not is_crippled(damage="3/0/0", state={"crits": {"weapon": 2}})
    assert is_crippled(damage="3/1/0", state={"crits": {"weapon": 2}})


@pytest.mark.rule("AS-SCN-010")
def test_minimal_damage_is_enough() -> None:
    fight = battle(unit("r1", (10, 10), damage="2/2/0*", state={"crits": {"weapon": 1}}), unit("b1", (60, 40)))
    # One weapon hit ends minimal damage but leaves a point at medium range.
    assert crippled(fight, fight.units["r1"]) is None
    assert not is_crippled(damage="2/0/0*")
    assert is_crippled(damage="2/0/0*", state={"crits": {"weapon": 1}})


@pytest.mark.rule("AS-SCN-010")
def test_special_attacks_count() -> None:
    assert is_crippled(damage="3/1/0", state={"crits": {"weapon": 1}})
    assert not is_crippled(damage="3/1/0", specials=["IF2"], state={"crits": {"weapon": 1}})
    assert not is_crippled(damage="3/1/0", specials=["LRM1/2/2"], state={"crits": {"weapon": 1}})


@pytest.mark.rule("AS-SCN-011")
def test_immobilized_by_damage() -> None:
    assert is_crippled(type="CV", move='8"t', state={"crits": {"motive_0": 1}})
    assert is_crippled(move='2"', tmm=0, state={"crits": {"mp": 1}})


@pytest.mark.rule("AS-SCN-011")
def test_heat_and_emplacements_do_not_count() -> None:
    assert not is_crippled(state={"heat": 4, "shutdown": True})
    assert not is_crippled(type="CV", move='0"t', tmm=0)


# -- who must go ----------------------------------------------------------------------------------------------


def hurt(at: tuple[float, float] = (18, 20), **more: Any) -> Battle:
    """A crippled red 'Mech, a healthy one, and an enemy far off; the turn is about to end."""
    options = more.pop("options", FORCED)
    return scene(
        unit("r1", at, armor=6, structure=4, state={"armor": 0, "structure": 2, **more.pop("state", {})}),
        unit("r2", (4, 20)),
        unit("b1", (18, 46), 180),
        use=more.pop("use", FIGHT),
        options=options,
        **more,
    )


def turned(fight: Battle) -> list[str]:
    end(fight, 2)
    return [one.id for one in fight.units.values() if one.withdrawing]


@pytest.mark.rule("AS-SCN-007")
def test_a_crippled_unit_turns_home_at_the_end_of_the_turn() -> None:
    fight = hurt()
    assert turned(fight) == ["r1"]
    assert turned(hurt(options=[])) == []


def homeward(at: tuple[float, float] = (18, 20), **more: Any) -> Battle:
    """A withdrawing red 'Mech with 8 inches of Move, to move first."""
    card = {"armor": 6, "structure": 4, **more.pop("card", {})}
    state = {"withdrawing": True, "armor": 0, "structure": 2}
    return scene(
        unit("r1", at, state=state, **card),
        unit("r2", (4, 20)),
        unit("b1", more.pop("enemy", (18, 46)), 180),
        use=more.pop("use", FIGHT),
        phase="movement",
        options=more.pop("options", FORCED),
        **more,
    )


@pytest.mark.rule("AS-SCN-007")
def test_every_move_brings_it_home_as_soon_as_possible() -> None:
    # 20 inches from the edge with a base of 1.25 across: three turns, and two are left only after enough of them.
    fight = homeward()
    assert refusal(fight, commands.Move("r1", ((18, 26),))).rule == "AS-SCN-007"
    assert refusal(fight, commands.Move("r1", (), "standstill")).rule == "AS-SCN-007"
    why = refusal(fight, commands.Pass("r1"))
    assert (why.code, why.rule) == ("must_withdraw", "AS-SCN-007")
    assert "(18, 12)" in why.message
    move(fight, "r1", (17, 13))
    assert move(homeward(options=[]), "r1", (18, 26))


@pytest.mark.rule("AS-SCN-007")
def test_ending_the_phase_is_no_way_around_it() -> None:
    fight = homeward()
    assert refusal(fight, commands.EndPhase()).rule == "AS-SCN-007"


@pytest.mark.rule("AS-SCN-007")
def test_on_reaching_the_edge_it_is_out() -> None:
    fight = homeward(at=(18, 7))
    moved = fight.do(commands.Move("r1", ((18, 0.625),)))
    assert [event.type for event in moved if event.type in ("moved", "exited")] == ["moved", "exited"]
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-007")
def test_it_may_walk_over_the_edge_too() -> None:
    fight = homeward(at=(18, 7))
    fight.do(commands.Move("r1", ((18, -1),)))
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-007")
def test_without_a_scenario_only_those_who_withdraw_may_leave() -> None:
    state = {"withdrawing": True, "armor": 0, "structure": 2}
    mechs = unit("r1", (18, 7), structure=4, state=state), unit("r2", (4, 7)), unit("b1", (60, 40))
    fight = battle(*mechs, options=FORCED, phase="movement")
    assert fight.refusal_of(commands.Move("r2", ((4, -1),))) is not None
    fight.do(commands.Move("r1", ((18, -1),)))
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-007")
def test_one_that_stands_at_the_edge_needs_no_step() -> None:
    fight = homeward(at=(18, 0.625))
    fight.do(commands.Pass("r1"))
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-007")
def test_jumping_home_is_as_good_when_it_is_as_quick() -> None:
    fight = homeward(at=(18, 24.5), card={"move": '4"/8"j'})
    # By jumping it needs three turns; after a turn of walking it would still need as many.
    assert refusal(fight, commands.Move("r1", ((18, 20.5),))).rule == "AS-SCN-007"
    move(fight, "r1", (18, 16.5), mode="jump")


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_way_home_is_measured_from_anywhere(edge: str) -> None:
    wood = {"kind": "woods", "rect": [20, 14, 8, 8]}
    wall = {"kind": "building", "height": 4, "rect": [44, 0, 2, 18]}
    fight = battle(unit("r1", (10, 10)), unit("b1", (60, 40)), terrain=[wood, wall], options=FORCED, phase="movement")
    mech, table = fight.units["r1"], fight.table
    for x, y in ((10.3, 30.7), (33.25, 40.0), (58.1, 9.9)):
        away = {"south": y, "north": table.depth - y, "west": x, "east": table.width - x}[edge] - mech.radius
        inches = inches_home(fight, mech, (x, y), (edge,))
        assert away - 1e-9 <= inches <= away + 4.0  # around the wall at the most
        if edge in ("south", "north"):
            assert inches == pytest.approx(away)
    # Through eight inches of woods, or around them: at most what wading through costs.
    straight = {"south": 26.0, "north": table.depth - 26.0}.get(edge)
    if straight is not None:
        through = straight - mech.radius + 8.0
        assert straight - mech.radius - 1e-9 <= inches_home(fight, mech, (24.0, 26.0), (edge,)) <= through


@pytest.mark.rule("AS-SCN-007")
def test_the_quickest_way_goes_around_what_it_may_not_enter() -> None:
    lake = {"kind": "water", "depth": 1, "rect": [4, 8, 28, 6]}
    state = {"withdrawing": True, "armor": 0, "structure": 2}
    fight = scene(
        unit("r1", (18, 20), type="CV", move='10"w', structure=4, state=state),
        unit("b1", (18, 46), 180),
        use=FIGHT,
        terrain=[lake],
        phase="movement",
        options=FORCED,
    )
    best = way_home(fight, fight.units["r1"], ways_out(fight, fight.units["r1"]))
    assert best is not None
    assert best.end[0] < 4 or best.end[0] > 32 or best.end[1] > 14
    fight.do(best.command)
    assert fight.units["r1"].at == best.end


@pytest.mark.rule("AS-SCN-011")
def test_a_crippled_unit_that_cannot_move_stays_where_it_is() -> None:
    fight = homeward(card={"type": "CV", "move": '8"t'})
    fight.units["r1"].wounds = ("motive_0",)
    assert least_move(fight, fight.units["r1"]) == commands.Pass("r1")
    fight.do(commands.Pass("r1"))
    assert fight.units["r1"].on_table


def test_the_least_a_withdrawing_unit_can_do_is_allowed() -> None:
    fight = homeward()
    command = least_move(fight, fight.units["r1"])
    assert isinstance(command, commands.Move)
    fight.do(command)


# -- what it may still do -------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-008")
def test_it_may_attack() -> None:
    fight = homeward(enemy=(18, 30))
    fight.do(least_move(fight, fight.units["r1"]))
    for name in ("r2", "b1"):
        fight.do(commands.Pass(name))
    assert attack(fight, "r1", "b1").attacker == "r1"


@pytest.mark.rule("AS-SCN-008")
def test_it_spots_for_nobody() -> None:
    def fight(withdrawing: bool) -> Battle:
        state = {"withdrawing": withdrawing, "armor": 0, "structure": 2}
        return scene(
            unit("r1", (18, 20), state=state),
            unit("r2", (10, 10), specials=["IF2"]),
            unit("b1", (18, 40), 180),
            use=FIGHT,
            options=FORCED,
        )

    shot = commands.Attack("r2", "b1", using="IF", spotter="r1")
    assert refusal(fight(True), shot).rule == "AS-SCN-008"
    fight(False).do(shot)


@pytest.mark.rule("AS-SCN-008")
def test_it_does_not_move_toward_an_enemy() -> None:
    # An enemy to the east: going home south-east would be as quick as going straight, but closes with it.
    fight = homeward(enemy=(30, 16))
    assert refusal(fight, commands.Move("r1", ((21, 13.5),))).rule == "AS-SCN-008"
    move(fight, "r1", (17, 13))


# -- beaten ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-012")
def test_a_side_whose_units_all_withdraw_is_beaten() -> None:
    state = {"armor": 0, "structure": 2}
    fight = scene(unit("r1", (18, 20), structure=4, state=state), unit("b1", (18, 46), 180), use=FIGHT, options=FORCED)
    end(fight, 2)
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"


@pytest.mark.rule("AS-SCN-012")
def test_both_beaten_at_once_is_a_draw() -> None:
    state = {"armor": 0, "structure": 2}
    fight = scene(
        unit("r1", (18, 20), structure=4, state=state),
        unit("b1", (18, 46), 180, structure=4, state=state),
        use=FIGHT,
        options=FORCED,
    )
    end(fight, 2)
    assert fight.outcome is not None
    assert fight.outcome.winner is None


# -- exemptions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-013")
def test_esprit_de_corps_never_withdraws() -> None:
    assert turned(hurt(abilities={"red": ("esprit_de_corps",)})) == []
    assert turned(hurt(abilities={"blue": ("esprit_de_corps",)})) == ["r1"]


@pytest.mark.rule("AS-SCN-013")
def test_fast_withdrawal_leaves_by_any_edge_but_the_enemys() -> None:
    fight = homeward(at=(3, 20), abilities={"red": ("fast_withdrawal",)})
    fight.units["r2"].x = 30.0
    assert ways_out(fight, fight.units["r1"]) == ("east", "south", "west")
    fight.do(commands.Move("r1", ((0.625, 20),)))
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-051")
def test_but_not_by_edges_a_scenario_closes() -> None:
    fight = homeward(use=LINE, abilities={"red": ("fast_withdrawal",)})
    assert ways_out(fight, fight.units["r1"]) == ("south",)


@pytest.mark.rule("AS-SCN-013")
def test_robots_by_their_mode() -> None:
    assert turned(hurt(state={"notes": {"aggression": "suicidal"}})) == []
    assert turned(hurt(state={"notes": {"aggression": "aggressive"}})) == ["r1"]
    passive = {"notes": {"aggression": "passive"}}
    assert turned(hurt(state=passive, abilities={"red": ("esprit_de_corps",)})) == ["r1"]


@pytest.mark.rule("AS-SCN-013")
def test_a_blinded_robot_acts_as_if_crippled() -> None:
    fight = scene(
        unit("r1", (18, 20), state={"notes": {"aggression": "aggressive", "blinded": True}}),
        unit("b1", (18, 46), 180),
        use=FIGHT,
        phase="movement",
        options=FORCED,
    )
    assert refusal(fight, commands.Move("r1", ((18, 26),))).rule == "AS-SCN-007"


@pytest.mark.rule("AS-SCN-056")
def test_a_desperate_side_ignores_it() -> None:
    line = {"use": LINE, "variations": ["no-retreat"]}
    assert turned(hurt(**line)) == ["r1"]
    assert turned(hurt(**line, desperate="attacker")) == []


# -- on the ground and in the air ----------------------------------------------------------------------------------

HURT = {"airborne": False, "altitude": None, "armor": 0, "structure": 1}
CRAFT: Any = {"type": "AF", "size": 1, "move": "6a", "damage": "2/2/1", "armor": 4, "structure": 2}


def apron(at: tuple[float, float], facing: float = 180.0, *terrain: Any, **card: Any) -> Battle:
    """A crippled craft on the ground, and its wingman."""
    more = ("aerospace", "aerospace_on_ground_map", *FORCED)
    state = {**HURT, **card.pop("state", {})}
    craft = unit("r1", at, facing, state=state, **{**CRAFT, **card})
    fight = battle(
        craft, unit("r2", (70, 2)), unit("b1", (70, 46)), phase="air_movement", options=more, terrain=terrain
    )
    fight.units["r1"].withdrawing = True
    return fight


LIFTOFF = commands.Move("r1", (), "liftoff")


@pytest.mark.rule("AS-SCN-007")
def test_what_can_take_off_does_not_taxi_for_turns() -> None:
    fight = apron((20, 40))
    why = refusal(fight, commands.Move("r1", ((20.0, 34.0),)))
    assert (why.code, why.message) == (
        "must_withdraw",
        "r1 must withdraw the quickest way: from (20, 34) it would still need 2 turns to the south edge, "
        "if it takes off (mode liftoff) 1",
    )
    assert refusal(fight, commands.Pass("r1")).code == "must_withdraw"
    assert least_move(fight, fight.units["r1"]) == LIFTOFF
    fight.do(LIFTOFF)


@pytest.mark.rule("AS-SCN-007")
def test_nor_does_it_take_off_where_it_is_sooner_gone_on_its_wheels() -> None:
    fight = apron((20, 6), 0.0)
    assert refusal(fight, LIFTOFF).message == "r1 must withdraw the quickest way: on the ground it is gone in 1 turns"
    fight.do(commands.Move("r1", ((20.0, 0.625),)))
    assert fight.units["r1"].exited


@pytest.mark.rule("AS-SCN-007")
def test_it_may_roll_to_where_it_can_take_off() -> None:
    """It faces rocks; turned around it has a runway, and is gone in two turns more."""
    rocks = {"kind": "rough", "rect": [10, 24, 20, 8]}
    fight = apron((20, 38), 180.0, rocks)
    assert refusal(fight, LIFTOFF).rule == "AS-OPT-072"
    assert check_move(fight, commands.Move("r1", ((19.0, 38.0),), facing=90.0)).legal
    assert not check_move(fight, commands.Move("r1", ((19.0, 38.0),), facing=180.0)).legal


@pytest.mark.rule("AS-SCN-007")
def test_what_cannot_taxi_goes_straight_up() -> None:
    fight = apron((20, 24), type="SV", move="4i")
    assert refusal(fight, commands.Pass("r1")).code == "must_withdraw"
    fight.do(LIFTOFF)


@pytest.mark.rule("AS-SCN-007")
def test_after_taking_off_it_flies_ahead_and_then_home() -> None:
    """Its runway leads away from its edge: the first path can only end elsewhere."""
    fight = apron((20, 40), 90.0)
    fight.do(LIFTOFF)
    while fight.state.turn == 1 or fight.state.phase != "air_movement":
        end(fight)
    assert check_move(fight, commands.Move("r1", (), "fly", 170.0)).legal
    assert not check_move(fight, commands.Move("r1", (), "fly", 90.0)).legal
    fight.do(commands.Move("r1", (), "fly", 170.0))
    while fight.state.turn == 2:
        end(fight)
    assert fight.units["r1"].exited
    north = apron((20, 20), 0.0)
    north.do(LIFTOFF)
    while north.state.turn == 1 or north.state.phase != "air_movement":
        end(north)
    assert check_move(north, commands.Move("r1", (), "fly", 0.0)).legal


@pytest.mark.rule("AS-SCN-007")
def test_who_flies_home_lands_nowhere_unless_it_must() -> None:
    up = {"airborne": True, "altitude": "low", "hovering": True}
    down = commands.Move("r1", ((20.0, 24.0),), "land")
    fight = apron((20, 24), type="SV", move="4i", state=up)
    assert refusal(fight, down).code == "must_withdraw"
    weak = apron((20, 24), type="SC", move="4p", state={**up, "crits": {"engine": 3}}, arcs=ARCS)
    assert check_move(weak, down).legal
