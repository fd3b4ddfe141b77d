"""King of the Hill, Domination, Hold them Off (pp. 130-131)."""

from typing import Any

import pytest

from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Side
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.notes import objective_notes
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from rules.scenes import HILL, plan, scene, score, verdict
from rules.table import attack, end, move, refusal, unit

SIDES = (Side("red", "south"), Side("blue", "north"))
SOUTH, NORTH, WEST = (18, 22.375), (18, 25.625), (16.375, 24)  # base to base with the marker in the middle


def hill(*units: Any, **more: Any) -> Battle:
    return scene(*units, use=HILL, **{"seed": 1, **more})


def turns(fight: Battle, count: int = 1) -> None:
    """So many whole turns in which nobody stirs."""
    for _ in range(count):
        last = fight.state.turn
        while fight.outcome is None and fight.state.turn == last:
            end(fight)


# -- the marker -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-037", "AS-SCN-038")
def test_the_marker_lies_in_the_middle() -> None:
    scenario = plan(HILL)
    assert (scenario.turns, scenario.most_sides) == (12, 0)
    placed = arrange(scenario, Table(36, 48), SIDES, ()).objectives
    assert [(one.id, one.at, one.radius) for one in placed] == [("marker", (18.0, 24.0), 1.0)]


@pytest.mark.rule("AS-SCN-038")
def test_players_may_shift_it_by_four_inches() -> None:
    def at(x: float) -> None:
        arrange(plan(HILL, objectives=[{"id": "m", "at": [x, 24]}]), Table(36, 48), SIDES, ())

    at(22)
    with pytest.raises(InputError, match="within 4 inches"):
        at(22.1)


@pytest.mark.rule("AS-SCN-039")
def test_units_start_along_opposite_edges_two_feet_apart() -> None:
    fight = hill(unit("r1"), unit("b1"), phase="deployment", width=60, depth=34)
    # The short edges are not the home edges here: the strips are shallower, so that 24 inches lie between them.
    why = refusal(fight, commands.Deploy("r1", (30, 6)))
    assert why.message == "r1 must be placed within 5 inches of the south edge"
    fight.do(commands.Deploy("r1", (30, 4)))
    with pytest.raises(InputError, match="opposite"):
        hill(unit("r1"), unit("b1"), homes=("south", "west"))


@pytest.mark.rule("AS-SCN-042")
def test_nobody_stands_on_it() -> None:
    fight = hill(unit("r1", (18, 18)), unit("b1", (18, 40), 180), phase="movement")
    why = refusal(fight, commands.Move("r1", ((18, 23),)))
    assert (why.code, why.rule) == ("on_marker", "AS-SCN-042")
    move(fight, "r1", SOUTH)
    deployed = hill(unit("r1"), unit("b1"), phase="deployment", objectives=[{"id": "m", "at": [18, 8]}], place=None)
    assert refusal(deployed, commands.Deploy("r1", (18, 8))).code == "on_marker"


@pytest.mark.rule("AS-SCN-042")
def test_nobody_comes_down_on_it() -> None:
    """By landing, by getting off a transport, by being dropped."""
    sky = ["aerospace", "aerospace_on_ground_map"]
    hovers = {"airborne": True, "altitude": "low", "hovering": True}
    airship = unit("r1", (18, 24), state=hovers, type="SV", move="4i", damage="1/1/0/0")
    fight = hill(airship, unit("b1", (34, 46), 180), phase="air_movement", options=sky)
    assert refusal(fight, commands.Move("r1", ((18.0, 24.0),), "land")).rule == "AS-SCN-042"
    assert check_move(fight, commands.Move("r1", ((18.0, 26.0),), "land")).legal

    truck = unit("r1", (18, 18), type="CV", move='8"w', specials=["IT2"])
    men = unit("r2", None, state={"aboard": "r1"}, type="CI", move='2"f', damage="1/0/0", specials=["CAR2"])
    fight = hill(truck, men, unit("b1", (34, 46), 180), phase="movement")
    off = (commands.Unload("r2", (18.0, 22.75)),)
    assert refusal(fight, commands.Move("r1", ((18.0, 21.5),), unload=off)).rule == "AS-SCN-042"

    copter = unit("r1", (18, 18), state={"airborne": True, "elevation": 2}, type="CV", move='10"v', specials=["IT2"])
    jumpers = unit("r2", None, state={"aboard": "r1"}, type="CI", move='2"j', damage="1/0/0", specials=["CAR2"])
    fight = hill(copter, jumpers, unit("b1", (34, 46), 180), phase="movement", options=["dropping_troops"])
    drop = (commands.Unload("r2", (18.0, 24.0)),)
    assert refusal(fight, commands.Move("r1", ((18.0, 24.0),), unload=drop)).rule == "AS-SCN-042"

    porter = unit("r1", (18, 20), state={"cargo": "r2"}, size=4, move='20"')
    fight = hill(porter, unit("r2", (4, 4)), unit("b1", (34, 46), 180), phase="movement", options=["external_cargo"])
    put = commands.Drop((18.0, 24.0), "quick")
    assert refusal(fight, commands.Move("r1", ((18.0, 24.0), (18.0, 27.0)), drop=put)).rule == "AS-SCN-042"


@pytest.mark.rule("AS-SCN-042")
def test_nobody_can_shoot_at_it() -> None:
    fight = hill(unit("r1", (18, 18)), unit("b1", (18, 40), 180))
    assert refusal(fight, commands.Attack("r1", "marker")).code == "unknown_target"


# -- holding --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-040", "AS-SCN-044")
def test_a_unit_at_the_marker_all_turn_holds_it() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180))
    turns(fight)
    assert objective_notes(fight, "marker")["holder"] == "red"
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-044")
def test_however_many_units_stand_there() -> None:
    fight = hill(unit("r1", SOUTH), unit("r2", WEST), unit("b1", (18, 46), 180))
    turns(fight)
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-040")
def test_one_that_has_just_come_does_not_hold_it_yet() -> None:
    fight = hill(unit("r1", (18, 18)), unit("b1", (18, 46), 180), phase="movement")
    move(fight, "r1", SOUTH)
    turns(fight)
    assert score(fight) == (0, 0)
    turns(fight)
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-040")
def test_holders_may_shuffle_around_but_not_step_away() -> None:
    def shuffled(*path: tuple[float, float]) -> tuple[int, int]:
        fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), phase="movement")
        move(fight, "r1", *path)
        turns(fight)
        return score(fight)

    assert shuffled((16.84, 22.84)) == (100, 0)
    assert shuffled((18, 19), SOUTH) == (0, 0)


@pytest.mark.rule("AS-SCN-040")
def test_holders_may_attack() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 40), 180))
    attack(fight, "r1", "b1")
    turns(fight)
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-040")
def test_the_dead_hold_nothing() -> None:
    fight = hill(unit("r1", SOUTH, armor=0, structure=1), unit("r2", (2, 2)), unit("b1", (18, 40), 180, skill=0))
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.units["r1"].destroyed
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-041")
def test_both_sides_at_the_marker_contest_it() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", NORTH, 180))
    turns(fight)
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-041")
def test_an_enemy_that_comes_to_it_contests_it_for_the_whole_turn() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 30), 180), phase="movement", first="blue")
    move(fight, "b1", NORTH)
    turns(fight)
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-041")
def test_it_is_free_again_in_the_turn_after_the_enemy_has_left() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", NORTH, 180), phase="movement", first="blue")
    move(fight, "b1", (18, 31))
    turns(fight)
    assert score(fight) == (0, 0)
    turns(fight)
    assert score(fight) == (100, 0)


# -- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-043")
def test_it_ends_after_turn_twelve() -> None:
    fight = hill(unit("r1", (2, 2)), unit("b1", (18, 46), 180), turn=11)
    turns(fight)
    assert fight.outcome is None
    turns(fight)
    assert verdict(fight) == (None, "AS-SCN-043")


@pytest.mark.rule("AS-SCN-044")
def test_the_last_turn_is_worth_more() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), turn=12)
    turns(fight)
    assert score(fight) == (300, 0)
    assert verdict(fight) == ("red", "AS-SCN-043")


@pytest.mark.rule("AS-SCN-044")
def test_turns_four_to_nine_and_twelve_make_nine_hundred() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), turn=4)
    turns(fight, 6)
    fight.units["r1"].y = 10.0
    turns(fight, 1)
    fight.units["r1"].y = SOUTH[1]
    turns(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-043")
    assert score(fight) == (900, 0)


@pytest.mark.rule("AS-SCN-001")
def test_the_last_side_has_still_to_climb_the_hill() -> None:
    fight = hill(
        unit("r1", (18, 10), skill=0), unit("b1", (18, 14), 180, armor=0, structure=1), options=["basic_kills"]
    )
    attack(fight, "r1", "b1")
    turns(fight)
    assert fight.units["b1"].destroyed
    assert fight.outcome is None
    assert score(fight) == (5, 0)


@pytest.mark.rule("AS-SCN-001")
def test_but_nobody_waits_for_the_dead() -> None:
    fight = hill(
        unit("r1", (18, 10), skill=0, armor=0, structure=1), unit("b1", (18, 14), 180, skill=0, armor=0, structure=1)
    )
    attack(fight, "r1", "b1")
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert verdict(fight) == (None, "AS-SCN-001")


# -- Domination -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-045")
def test_a_marker_in_every_sector() -> None:
    placed = arrange(plan(HILL, "domination"), Table(36, 48), SIDES, ()).objectives
    assert [one.at for one in placed] == [(9, 8), (27, 8), (9, 24), (27, 24), (9, 40), (27, 40)]


def sectors(red: int, blue: int, **more: Any) -> Battle:
    """So many of six markers held by each side."""
    spots = [(9, 8), (27, 8), (9, 24), (27, 24), (9, 40), (27, 40)]
    units = [unit(f"r{n}", (x, y - 1.625)) for n, (x, y) in enumerate(spots[:red])]
    units += [unit(f"b{n}", (x, y + 1.625)) for n, (x, y) in enumerate(spots[6 - blue :])]
    return hill(*units, variations=["domination"], **more)


@pytest.mark.rule("AS-SCN-045")
def test_it_ends_when_every_marker_is_held() -> None:
    fight = sectors(4, 2)
    turns(fight)
    assert score(fight) == (4 * 200 + 300, 2 * 200)
    assert verdict(fight) == ("red", "AS-SCN-045")


@pytest.mark.rule("AS-SCN-045")
def test_as_many_on_each_side_is_no_majority() -> None:
    fight = sectors(3, 3)
    turns(fight)
    assert score(fight) == (600, 600)
    assert verdict(fight) == (None, "AS-SCN-045")


@pytest.mark.rule("AS-SCN-045")
def test_it_goes_on_while_one_is_free_and_has_no_time_limit() -> None:
    fight = sectors(3, 2, turn=30)
    turns(fight)
    assert fight.outcome is None
    assert score(fight) == (0, 0)


# -- Hold them Off --------------------------------------------------------------------------------------------


OFF = ["hold-them-off"]


@pytest.mark.rule("AS-SCN-046")
def test_the_defender_starts_around_the_marker() -> None:
    fight = hill(unit("r1"), unit("b1"), variations=OFF, phase="deployment", first="blue")
    assert refusal(fight, commands.Deploy("b1", (18, 34))).code == "outside_zone"
    fight.do(commands.Deploy("b1", (18, 31)))
    assert refusal(fight, commands.Deploy("r1", (18, 39))).code == "too_close"
    fight.do(commands.Deploy("r1", (4, 42)))


@pytest.mark.rule("AS-SCN-046")
def test_the_attacker_starts_half_at_each_of_two_edges() -> None:
    fight = hill(
        *(unit(f"r{n}") for n in range(3)), unit("b1", (18, 27)), variations=OFF, phase="deployment", first="red"
    )
    fight.do(commands.Deploy("r0", (5, 4)))
    fight.do(commands.Deploy("r1", (10, 4)))
    why = refusal(fight, commands.Deploy("r2", (15, 4)))
    assert (why.code, why.rule) == ("zone_full", "AS-SCN-046")
    fight.do(commands.Deploy("r2", (5, 44)))


@pytest.mark.rule("AS-SCN-046")
def test_every_turn_the_attacker_does_not_hold_it_is_the_defenders() -> None:
    fight = hill(unit("r1", (2, 2)), unit("b1", (18, 46), 180), variations=OFF)
    turns(fight, 2)
    assert score(fight) == (0, 200)


@pytest.mark.rule("AS-SCN-046")
def test_three_turns_in_a_row_win_for_the_attacker() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), variations=OFF)
    turns(fight, 2)
    assert fight.outcome is None
    turns(fight, 1)
    assert score(fight) == (900, 0)
    assert verdict(fight) == ("red", "AS-SCN-046")


@pytest.mark.rule("AS-SCN-046")
def test_a_turn_between_breaks_the_row() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), variations=OFF)
    turns(fight, 2)
    fight.units["b1"].x, fight.units["b1"].y = NORTH
    turns(fight, 1)
    fight.units["b1"].y = 46.0
    turns(fight, 3)
    assert fight.outcome is None


@pytest.mark.rule("AS-SCN-046")
def test_when_the_time_is_up_the_defender_has_won() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180), variations=OFF, turn=12)
    turns(fight)
    assert verdict(fight) == ("blue", "AS-SCN-046")


# -- programs -------------------------------------------------------------------------------------------------


def test_objectives_in_words() -> None:
    fight = hill(unit("r1", SOUTH), unit("b1", (18, 46), 180))
    assert [(goal.what, goal.point, goal.weight) for goal in objectives(fight, "red")] == [("hold", (18.0, 24.0), 1.0)]
    assert (
        objectives(hill(unit("r1", SOUTH), unit("b1", (18, 46)), variations=["domination"]), "blue")[5].what == "hold"
    )
