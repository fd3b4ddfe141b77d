"""Hold the Line (pp. 131-132)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.options.morale import measure_morale
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.arranging import open_flanks
from lancemate.alphastrike.scenarios.balance import ForceStrength, unbalanced
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.line import WORTH
from lancemate.alphastrike.scenarios.scoring import turn_limit
from lancemate.alphastrike.scenarios.withdrawal import ways_out
from lancemate.alphastrike.turn.victory import left_of, starting_force
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from rules.scenes import LINE, plan, scene, score, verdict
from rules.table import end, refusal, unit


def line(*units: Any, **more: Any) -> Battle:
    """Red breaks through to the north; kills are counted, as the scenario says."""
    return scene(*units, use=LINE, **{"seed": 1, **more})


def runners(*places: tuple[float, float], gone: int = 0, **more: Any) -> Battle:
    """Red units to move at these places, so many more that have been destroyed, and one enemy far away."""
    units = [unit(f"r{number}", at, armor=6, structure=4) for number, at in enumerate(places)]
    units += [unit(f"rx{number}", state={"destroyed": True}) for number in range(gone)]
    return line(*units, unit("b1", (2, 24), 180), phase="movement", **more)


def leave(fight: Battle, *names: str, y: float = 49.0) -> None:
    """Each of these leaves the table straight ahead, as soon as it may move."""
    for name in names:
        while fight.state.to_act == "blue":
            fight.do(commands.Pass("b1"))
        fight.do(commands.Move(name, ((fight.units[name].x, y),)))


def finish(fight: Battle) -> None:
    last = fight.state.turn
    while fight.outcome is None and fight.state.turn == last:
        end(fight)


# -- starting -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-047")
def test_it_takes_an_attacker_and_a_defender() -> None:
    scenario = plan(LINE)
    assert scenario.roles == ("attacker", "defender")
    assert scenario.most_sides == 2
    assert scenario.sides == {"attacker": "red", "defender": "blue"}


@pytest.mark.rule("AS-SCN-049")
def test_the_attacker_in_its_zone_and_the_defender_along_the_middle() -> None:
    fight = line(unit("r1"), unit("b1"), phase="deployment")
    assert refusal(fight, commands.Deploy("r1", (18, 20))).code == "outside_zone"
    fight.do(commands.Deploy("r1", (18, 9.375)))
    assert (
        refusal(fight, commands.Deploy("b1", (18, 27))).message
        == "b1 must be placed within 2 inches of the middle line"
    )
    # The attacker's strip ends at 10 inches, the defender's begins at 22: exactly 12 between them.
    fight.do(commands.Deploy("b1", (18, 22.625)))


@pytest.mark.rule("AS-SCN-049")
def test_nobody_starts_closer_than_a_foot() -> None:
    fight = line(unit("r1"), unit("b1"), phase="deployment", width=36, depth=44)
    fight.do(commands.Deploy("r1", (18, 9.375)))
    why = refusal(fight, commands.Deploy("b1", (18, 20.625)))
    assert (why.code, why.rule) == ("too_close", "AS-SCN-049")
    fight.do(commands.Deploy("b1", (18, 22.7)))


@pytest.mark.rule("AS-SCN-048")
def test_restrictive_terrain_stands_along_the_flanks() -> None:
    wall = [
        {"id": "w", "kind": "hill", "height": 2, "rect": [0, 0, 2, 30]},
        {"id": "e", "kind": "woods", "rect": [34, 0, 2, 48]},
    ]
    assert open_flanks(Table(36, 48, [feature_from_data(piece) for piece in wall]), "south") == ("east",)
    assert open_flanks(Table(36, 48), "south") == ("west", "east")
    assert plan(LINE).flanks == "walled"


@pytest.mark.rule("AS-SCN-050")
def test_the_defender_may_be_larger_by_a_quarter() -> None:
    scenario = plan(LINE)

    def wrong(units: int, points: int) -> str | None:
        return unbalanced(scenario, {"red": ForceStrength(12, 400), "blue": ForceStrength(units, points)})

    assert wrong(15, 500) is None
    assert wrong(12, 400) is None
    assert wrong(16, 500) == "blue has 16 units; against 12 of red it may have 12 to 15"
    assert wrong(15, 600) == "blue has 600 points; against 400 of red it may have 400 to 500"
    assert wrong(11, 400) is not None


# -- leaving --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-051")
def test_nobody_leaves_by_the_sides() -> None:
    fight = runners((2, 40))
    assert refusal(fight, commands.Move("r0", ((-1, 40),))).rule == "AS-SCN-051"


@pytest.mark.rule("AS-SCN-051")
def test_not_even_a_force_that_may_leave_anywhere() -> None:
    fight = runners((2, 40), abilities={"red": ("fast_withdrawal",)}, options=["forced_withdrawal"])
    fight.units["r0"].withdrawing = True
    assert refusal(fight, commands.Move("r0", ((-1, 40),))).rule == "AS-SCN-051"


@pytest.mark.rule("AS-SCN-052")
def test_who_begins_its_move_in_the_far_zone_may_leave() -> None:
    fight = runners((18, 42))
    leave(fight, "r0")
    assert fight.units["r0"].exited
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-052")
def test_who_has_not_reached_it_must_stop_there_first() -> None:
    fight = runners((18, 36))
    why = refusal(fight, commands.Move("r0", ((18, 49),)))
    assert why.code == "off_table"


@pytest.mark.rule("AS-SCN-052")
def test_a_crippled_unit_gets_out_for_nothing() -> None:
    fight = runners((18, 42), (6, 42))
    fight.units["r0"].armor, fight.units["r0"].structure = 0, 2
    leave(fight, "r0")
    assert fight.units["r0"].exited
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-052")
def test_the_defender_does_not_escape_by_that_edge_for_points() -> None:
    fight = line(unit("r1", (18, 10)), unit("b1", (18, 46), 180), phase="movement", first="blue")
    fight.do(commands.Move("b1", ((18, 49),)))
    assert fight.units["b1"].exited
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-053")
def test_each_attacker_that_turns_back_is_worth_points_to_the_defender() -> None:
    fight = runners((18, 5), (6, 5))
    leave(fight, "r0", y=-1.0)
    assert fight.units["r0"].exited
    assert score(fight) == (0, 100)


# -- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-054")
def test_a_captured_ship_still_counts_among_those_who_began() -> None:
    """Two of four have escaped; without the ship that is the enemy's now it would have been two of three."""
    fight = runners((6, 46), (12, 46), (18, 20), (24, 20))
    fight.units["r2"].side = "blue"
    assert len(starting_force(fight, "red")) == 4
    assert [one.id for one in left_of(fight, "red")] == ["r0", "r1", "r3"]
    leave(fight, "r0", "r1")
    doom(fight, fight.units["r3"], "shot down", "AS-DMG-036", wait=False)
    finish(fight)
    assert any("2 of 4 units" in event.what for event in fight.journal.events if event.type == "scored")


@pytest.mark.rule("AS-SCN-054")
def test_it_ends_when_no_attacker_is_left() -> None:
    fight = runners((18, 42), (6, 42))
    leave(fight, "r0")
    finish(fight)
    assert fight.outcome is None
    leave(fight, "r1")
    finish(fight)
    assert verdict(fight) == ("red", "AS-SCN-054")
    assert score(fight) == (200 + 500, 0)


@pytest.mark.rule("AS-SCN-054")
def test_six_of_twelve_are_enough() -> None:
    places = [(3.0 + 5 * number, 42.0) for number in range(6)]
    fight = runners(*places, gone=6)
    leave(fight, *(f"r{number}" for number in range(6)))
    finish(fight)
    assert score(fight) == (600 + 500, 0)


@pytest.mark.rule("AS-SCN-054")
def test_five_of_eleven_are_not() -> None:
    places = [(3.0 + 6 * number, 42.0) for number in range(5)]
    fight = runners(*places, gone=6)
    leave(fight, *(f"r{number}" for number in range(5)))
    finish(fight)
    assert score(fight) == (500, 500)
    assert verdict(fight) == (None, "AS-SCN-054")


@pytest.mark.rule("AS-SCN-054")
def test_the_crippled_do_not_count_among_those_who_escaped() -> None:
    fight = runners((18, 42), (6, 42), (30, 42))
    for name in ("r0", "r1"):
        fight.units[name].armor, fight.units[name].structure = 0, 2
    leave(fight, "r0", "r1", "r2")
    finish(fight)
    assert score(fight) == (100, 500)


@pytest.mark.rule("AS-SCN-054")
def test_without_defenders_the_attackers_still_have_to_go() -> None:
    fight = line(unit("r1", (18, 10)), unit("b1", state={"destroyed": True}))
    end(fight, 2)
    assert fight.outcome is None


@pytest.mark.rule("AS-SCN-055")
def test_the_points_in_one_table() -> None:
    assert WORTH.of(rules) == {"escapes": 100, "turns back": 100, "half escape": 500, "fewer escape": 500}
    fight = runners((18, 42), escape={"points": 30, "bonus": 7})
    leave(fight, "r0")
    finish(fight)
    assert score(fight) == (37, 0)
    assert plan(LINE).options == ("basic_kills",)


# -- variations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-057")
def test_three_turns_for_every_lance_of_the_attacker() -> None:
    lances = [unit(f"r{number}", group=f"lance{number % 3}") for number in range(11)]
    fight = line(*lances, unit("b1", (2, 24), 180), variations=["timed"])
    assert turn_limit(fight) == 9
    alone = line(*(unit(f"r{number}") for number in range(5)), unit("b1", (2, 24), 180), variations=["timed"])
    assert turn_limit(alone) == 6


@pytest.mark.rule("AS-SCN-057")
def test_a_formation_is_one_lance_whatever_its_size() -> None:
    units = [unit(f"r{number}", (4 + 3 * number, 4)) for number in range(5)]
    fight = line(*units, unit("b1", (2, 24), 180), variations=["timed"])
    assert turn_limit(fight) == 6
    star = Formation("Star", tuple(f"r{number}" for number in range(5)))
    fight.setup = replace(fight.setup, formations=(star,))
    assert turn_limit(fight) == 3


@pytest.mark.rule("AS-SCN-056")
def test_the_desperate_do_not_check_morale() -> None:
    hurt = unit("b1", (2, 24), 180, armor=6, structure=4, state={"armor": 0, "structure": 1})
    for variations, checks in (([], True), (["no-retreat"], False)):
        fight = line(unit("r1", (18, 4)), hurt, variations=variations, options=["morale"], phase="combat")
        assert (measure_morale(fight, "b1")["target_number"] is not None) is checks


@pytest.mark.rule("AS-SCN-057")
def test_whoever_is_still_on_the_map_then_has_not_escaped() -> None:
    fight = runners((18, 42), (6, 42), (30, 12), variations=["timed"], turn=3)
    leave(fight, "r0")
    finish(fight)
    assert score(fight) == (100, 500)
    assert verdict(fight) == ("blue", "AS-SCN-043")


CHASE = ["chase"]


@pytest.mark.rule("AS-SCN-058")
def test_the_chase_begins_in_the_middle_with_the_hunters_behind() -> None:
    fight = line(unit("r1"), unit("b1"), variations=CHASE, phase="deployment")
    assert refusal(fight, commands.Deploy("r1", (18, 9))).code == "outside_zone"
    why = refusal(fight, commands.Deploy("r1", (18, 25), 180.0))
    assert (why.code, why.rule) == ("wrong_facing", "AS-SCN-058")
    fight.do(commands.Deploy("r1", (18, 25), 0.0))
    assert refusal(fight, commands.Deploy("b1", (18, 44), 0.0)).code == "outside_zone"
    assert refusal(fight, commands.Deploy("b1", (18, 9), 180.0)).code == "wrong_facing"
    fight.do(commands.Deploy("b1", (18, 9), 0.0))


@pytest.mark.rule("AS-SCN-058")
def test_there_is_no_way_back() -> None:
    fight = runners((18, 5), variations=CHASE)
    assert refusal(fight, commands.Move("r0", ((18, -1),))).rule == "AS-SCN-058"


@pytest.mark.rule("AS-SCN-058")
def test_even_those_forced_to_withdraw_go_forward_and_score_nothing() -> None:
    fight = runners((18, 43), (6, 42), variations=CHASE, options=["forced_withdrawal"])
    hurt = fight.units["r0"]
    hurt.armor, hurt.structure, hurt.withdrawing = 0, 2, True
    assert ways_out(fight, hurt) == ("north",)
    leave(fight, "r0", y=47.375)
    assert hurt.exited
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-058")
def test_the_hunters_may_be_half_as_many_more() -> None:
    scenario = plan(LINE, "chase")
    forces = {"red": ForceStrength(12, 400), "blue": ForceStrength(18, 600)}
    assert unbalanced(scenario, forces) is None
    assert unbalanced(plan(LINE), forces) is not None


# -- programs -------------------------------------------------------------------------------------------------


def test_objectives_in_words() -> None:
    fight = runners((18, 20), (6, 20))
    assert [(goal.what, goal.point, goal.units) for goal in objectives(fight, "red")] == [
        ("exit", (18, 48.0), ("r0",)),
        ("exit", (6, 48.0), ("r1",)),
    ]
    assert {goal.what for goal in objectives(fight, "blue")} == {"guard"}
