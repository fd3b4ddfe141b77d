"""Who may move and how it is remembered (pp. 32, 37-38): standing still, minimum movement, sprints, facing, badges."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.badge import movement_die
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.stats import is_immobile
from rules.table import attack, battle, end, move, refusal, unit
from rules.test_movement_costs import FOOT, TANK, WOODS, barred, cost, field

DEEP_WOODS = {"kind": "woods", "rect": [0, 10.2, 40, 20]}


# -- mobile and immobile --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-002", "AS-MOV-003")
@pytest.mark.parametrize("state", [{"shutdown": True}, {"heat": 4, "shutdown": True}])
def test_an_immobile_unit_has_no_options(state: Any) -> None:
    fight = battle(unit("r1", (10, 10), state=state), unit("b1", (60, 40)), phase="movement")
    assert is_immobile(fight, fight.units["r1"])
    for command in (
        commands.Move("r1", ((10, 11),)),
        commands.Move("r1", ((10, 12),), "minimum"),
        commands.Move("r1", (), "standstill", facing=90),
        commands.Move("r1", (), elevation=-1),
    ):
        assert refusal(fight, command).rule == "AS-MOV-003"
    fight.do(commands.Pass("r1"))
    assert fight.units["r1"].moved == "immobile"


@pytest.mark.rule("AS-MOV-003")
def test_an_immobile_unit_charges_nobody_not_even_whom_it_touches() -> None:
    off = {"shutdown": True}
    fight = battle(
        unit("r1", (10, 10), state=off, move='8"/8"j'), unit("b1", (10, 11), state=off), phase="movement", first="blue"
    )
    fight.do(commands.Pass("b1"))
    assert refusal(fight, commands.Move("r1", charge="b1")).rule == "AS-MOV-003"
    assert refusal(fight, commands.Move("r1", mode="jump", dfa="b1")).rule in ("AS-MOV-003", "AS-MOV-052")


def test_one_that_stays_is_told_so_in_modes_that_it_has() -> None:
    fight = battle(unit("r1", (10, 10), state={"shutdown": True}), unit("b1", (60, 40)), phase="movement")
    (stays,) = [found for found in offers(fight, "red", "r1") if found.kind == "move"]
    (mode,) = stays.choose
    assert "ground" in mode.among
    assert "jump" not in mode.among


@pytest.mark.rule("AS-MOV-003", "AS-MOV-049")
def test_an_immobile_unit_is_not_standing_still() -> None:
    fight = field(move='0"')
    move(fight, "r1", mode="standstill")
    assert fight.units["r1"].moved == "immobile"


@pytest.mark.rule("AS-MOV-002")
def test_a_unit_too_hot_to_walk_may_still_jump() -> None:
    fight = battle(unit("r1", (10, 10), move='4"/6"j', state={"heat": 2}), unit("b1", (60, 40)), phase="movement")
    assert not is_immobile(fight, fight.units["r1"])
    refused = refusal(fight, commands.Move("r1", ((10, 11),)))
    assert (refused.code, refused.rule) == ("no_move", "AS-MOV-002")
    assert move(fight, "r1", (10, 16), mode="jump").mode == "jump"


@pytest.mark.rule("AS-MOV-002", "AS-HEA-003")
def test_a_unit_that_could_only_jump_and_does_not_has_stood_still() -> None:
    fight = battle(unit("r1", (10, 10), move='4"/6"j', state={"heat": 2}), unit("b1", (60, 40)), phase="movement")
    fight.do(commands.Pass("r1"))
    assert fight.units["r1"].moved == "standstill"
    assert not is_immobile(fight, fight.units["r1"])


# -- minimum movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-004")
def test_two_inches_are_always_possible() -> None:
    fight = field(DEEP_WOODS, move='2"')
    event = move(fight, "r1", (10, 12))
    assert (event.mode, event.allowance) == ("minimum", 2.0)
    assert event.cost > event.allowance
    assert fight.units["r1"].moved == "minimum"


@pytest.mark.rule("AS-MOV-004")
def test_minimum_movement_is_two_inches_at_most_and_never_into_prohibited_terrain() -> None:
    assert barred(field(DEEP_WOODS, move='2"'), (10, 12.1)) == "AS-MOV-001"
    assert barred(field(DEEP_WOODS, type="CV", move='2"h'), (10, 11)) == "AS-MOV-015"
    step = {"kind": "hill", "height": 2, "rect": [0, 10.5, 40, 20]}
    assert check_move(field(step, move='2"'), commands.Move("r1", ((10, 12),))).mode == "minimum"
    assert barred(field(step, type="CV", move='2"t'), (10, 12)) == "AS-MOV-024"


@pytest.mark.rule("AS-MOV-004", "AS-MOV-050")
def test_a_move_the_unit_can_pay_for_is_ground_movement() -> None:
    assert move(field(move='2"'), "r1", (10, 12)).mode == "ground"


# -- facing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-005", "AS-MOV-001")
def test_a_move_ends_with_any_facing() -> None:
    fight = field()
    assert move(fight, "r1", (10, 14), facing=-90).facing == 270.0
    assert fight.units["r1"].facing == 270.0
    assert check_move(field(), commands.Move("r1", ((10, 20),), facing=180)).cost == 10.0


@pytest.mark.rule("AS-MOV-005", "AS-MOV-051")
def test_turning_in_place_is_free_and_standing_still() -> None:
    fight = field()
    event = move(fight, "r1", facing=90)
    assert (event.mode, event.cost, fight.units["r1"].facing) == ("standstill", 0.0, 90.0)


@pytest.mark.rule("AS-MOV-005")
def test_facing_changes_only_in_the_movement_phase() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (60, 40)), phase="combat")
    assert refusal(fight, commands.Move("r1", (), facing=90)).code == "wrong_phase"


# -- modes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-049", "AS-MOV-050", "AS-MOV-051")
@pytest.mark.parametrize(
    ("path", "mode", "remembered"),
    [
        ([(10, 14)], "ground", "ground"),
        ([(10, 11)], "ground", "ground"),
        ([(10, 10.9)], "ground", "standstill"),
        ([], "ground", "standstill"),
        ([], "standstill", "standstill"),
        ([(10, 10.5), (10, 10)], "ground", "ground"),  # a loop of an inch
        ([(10, 16)], "jump", "jump"),
        ([(10, 22)], "sprint", "sprint"),
    ],
)
def test_the_mode_is_remembered_until_the_end_phase(path: Any, mode: str, remembered: str) -> None:
    fight = field(move='10"j')
    assert move(fight, "r1", *path, mode=mode).mode == remembered
    fight.do(commands.Pass("b1"))
    assert fight.units["r1"].moved == remembered
    end(fight, 2)
    assert fight.units["r1"].moved == "none"


@pytest.mark.rule("AS-MOV-049")
def test_an_unknown_mode_is_refused() -> None:
    assert refusal(field(), commands.Move("r1", ((10, 12),), "teleport")).code == "unknown_mode"


@pytest.mark.rule("AS-MOV-051")
def test_standing_still_is_less_than_an_inch() -> None:
    refused = refusal(field(), commands.Move("r1", ((10, 11),), "standstill"))
    assert (refused.code, refused.rule) == ("not_a_standstill", "AS-MOV-051")
    assert move(field(), "r1", (10, 10.5), mode="standstill").mode == "standstill"


@pytest.mark.rule("AS-MOV-047")
def test_aerospace_units_do_not_move_like_this() -> None:
    fight = battle(
        unit("r1", (10, 10), type="AF", move="6a"), unit("r2", (20, 10)), unit("b1", (60, 40)), phase="movement"
    )
    assert refusal(fight, commands.Move("r1", ((10, 12),))).rule == "AS-MOV-047"


# -- sprinting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-057")
@pytest.mark.parametrize(("inches", "sprint"), [(12, 18), (7, 11), (8, 12), (1, 2), (5, 8)])
def test_a_sprint_is_half_as_far_again_rounded_up(inches: int, sprint: int) -> None:
    preview = check_move(field(move=f'{inches}"'), commands.Move("r1", ((10, 11),), "sprint"))
    assert preview.allowance == sprint


@pytest.mark.rule("AS-MOV-057", "AS-HEA-003")
def test_a_sprint_goes_by_current_move_and_pays_for_terrain() -> None:
    hot = battle(unit("r1", (10, 10), move='10"', state={"heat": 1}), unit("b1", (60, 40)), phase="movement")
    preview = check_move(hot, commands.Move("r1", ((10, 12),), "sprint"))
    assert preview.allowance == 12
    assert [part.label for part in preview.allowed] == ["Move", "Heat 1", "Sprint"]
    assert cost(field(WOODS), (10, 20), mode="sprint") == 13
    assert barred(field(WOODS), (10, 21.5), mode="sprint") == "AS-MOV-001"


@pytest.mark.rule("AS-MOV-057")
def test_everything_on_the_ground_may_sprint_and_keeps_its_tmm() -> None:
    for card in ({}, TANK, FOOT):
        assert cost(field(**card), (10, 25), mode="sprint") == 15.0
    fight = battle(unit("r1", (10, 10)), unit("b1", (20, 30), state={"moved": "sprint"}, tmm=2), phase="combat")
    event = attack(fight, "r1", "b1")
    assert ("Target movement", 2, "AS-COM-044") in event.modifiers


@pytest.mark.rule("AS-MOV-058")
def test_a_sprinter_makes_no_attack() -> None:
    fight = battle(unit("r1", (10, 10), state={"moved": "sprint"}), unit("b1", (10, 20)), phase="combat")
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-MOV-058"


# -- the die beside the unit ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-059")
@pytest.mark.parametrize(
    ("moved", "die"),
    [
        ("ground", ("white", 2)),
        ("standstill", ("black", 6)),
        ("jump", ("red", 3)),
        ("sprint", ("yellow", 2)),
        ("minimum", ("white", 6)),
    ],
)
def test_the_movement_die_shows_mode_and_tmm(moved: str, die: tuple[str, int]) -> None:
    fight = battle(unit("r1", (10, 10), tmm=2, state={"moved": moved}), unit("b1", (60, 40)), phase="combat")
    assert movement_die(fight, fight.units["r1"]) == die


@pytest.mark.rule("AS-MOV-059")
def test_a_move_is_final_and_the_die_goes_in_the_end_phase() -> None:
    fight = field()
    assert movement_die(fight, fight.units["r1"]) is None
    move(fight, "r1", (10, 12))
    fight.do(commands.Pass("b1"))
    assert refusal(fight, commands.Move("r1", ((10, 14),))).code == "wrong_phase"
    assert movement_die(fight, fight.units["r1"]) == ("white", 1)
    end(fight, 2)
    assert movement_die(fight, fight.units["r1"]) is None
