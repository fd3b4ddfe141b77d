"""Before the battle (pp. 24-30)."""

import pytest

from lancemate.alphastrike.cards.hierarchy import GROUP_SIZES, units_in
from lancemate.alphastrike.cards.lengths import centimetres
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.edges import opposite_edge
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.preparation import (
    TABLE_SIZE,
    over_limit,
    preparation,
    setup_initiative,
    wrong_objectives,
)
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.table import battle, refusal, unit


@pytest.mark.rule("AS-INT-001")
def test_inches_on_a_metric_tape() -> None:
    assert [centimetres(mark) for mark in (6, 24, 42)] == [15, 60, 105]
    assert centimetres(10, exact=True) == pytest.approx(25.4)


@pytest.mark.rule("AS-INT-004")
def test_the_recommended_table_is_six_feet_by_four() -> None:
    assert (TABLE_SIZE.of(rules)["width"], TABLE_SIZE.of(rules)["depth"]) == (72, 48)


@pytest.mark.rule("AS-INT-014")
def test_how_armies_are_built_from_groups() -> None:
    assert [GROUP_SIZES.of(rules)[name] for name in ("lance", "Star", "Level II")] == [4, 5, 6]
    assert [units_in(name) for name in ("company", "battalion", "regiment")] == [12, 36, 108]
    assert [units_in(name) for name in ("Binary", "Trinary", "Cluster", "Galaxy")] == [10, 15, 45, 135]


@pytest.mark.rule("AS-INT-035")
def test_setup_initiative_is_rolled_once_and_ties_again() -> None:
    roll = setup_initiative(("red", "blue"), TapeDice([3, 3, 2, 4, 6, 1, 2, 2]))
    assert (roll.winner, roll.loser, roll.rerolled) == ("red", "blue", 1)


@pytest.mark.rule("AS-INT-036", "AS-INT-050", "AS-INT-051", "AS-INT-053")
def test_who_decides_what_before_the_battle() -> None:
    roll = setup_initiative(("red", "blue"), TapeDice([6, 6, 1, 1]))
    steps = [(step.side, step.what) for step in preparation(roll, objectives=True, deployed=True)]
    assert steps == [
        ("red", "scenario"),
        ("blue", "terrain"),
        ("red", "home_edge"),
        ("blue", "objectives"),
        ("red", "objectives"),
        ("red", "deploy_first_or_second"),
    ]


def test_the_opponent_takes_the_opposite_edge() -> None:
    assert [opposite_edge(edge) for edge in ("north", "east", "south", "west")] == ["south", "west", "north", "east"]
    with pytest.raises(InputError, match="no edge 'up'"):
        opposite_edge("up")


@pytest.mark.rule("AS-INT-037")
def test_a_force_keeps_to_the_agreed_points() -> None:
    assert over_limit(350, 350) is None
    assert over_limit(362, 350) == "the force costs 362 points, 12 more than the agreed 350"


@pytest.mark.rule("AS-INT-052")
def test_objectives_are_four_or_more_and_shared_equally() -> None:
    assert wrong_objectives({"red": 2, "blue": 2}) is None
    assert "at least 4" in str(wrong_objectives({"red": 1, "blue": 1}))
    assert "red 3, blue 2" in str(wrong_objectives({"red": 3, "blue": 2}))


@pytest.mark.rule("AS-INT-054")
def test_units_deploy_within_ten_inches_of_their_edge() -> None:
    fight = battle(unit("r1"), unit("b1"), phase="deployment", first="red", seed=1)
    refused = refusal(fight, commands.Deploy("r1", (10.0, 9.5)))
    assert (refused.code, refused.rule) == ("outside_zone", "AS-INT-054")
    fight.do(commands.Deploy("r1", (10.0, 9.0)))
    assert refusal(fight, commands.Deploy("b1", (10.0, 20.0))).code == "outside_zone"
    fight.do(commands.Deploy("b1", (10.0, 40.0), 180.0))
    assert fight.units["b1"].at == (10.0, 40.0)
    assert fight.state.phase == "movement"


@pytest.mark.rule("AS-INT-056")
def test_the_sides_place_their_units_in_turn() -> None:
    fight = battle(
        *(unit(f"r{n}") for n in (1, 2, 3, 4)),
        *(unit(f"b{n}") for n in (1, 2)),
        phase="deployment",
        first="blue",
        seed=1,
    )
    order = []
    places = {"red": 5.0, "blue": 43.0}
    while fight.state.phase == "deployment":
        side = str(fight.state.to_act)
        order.append(side[0])
        waiting = next(u for u in fight.units.values() if u.side == side and u.place == "reserve")
        fight.do(commands.Deploy(waiting.id, (4.0 * len(order), places[side])))
    assert "".join(order) == "brrbrr"


def test_nobody_deploys_twice_or_on_top_of_another() -> None:
    fight = battle(unit("r1"), unit("r2"), phase="deployment", first="red", seed=1)
    fight.do(commands.Deploy("r1", (10.0, 5.0)))
    assert refusal(fight, commands.Deploy("r1", (12.0, 5.0))).code == "already_deployed"
    assert refusal(fight, commands.Deploy("r2", (10.5, 5.0))).rule == "AS-MOV-007"
