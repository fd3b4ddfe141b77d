"""Sums in which the order of the parts matters, and questions that several rules ask: each played once."""

from pathlib import Path
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import heat_slows
from lancemate.alphastrike.movement.reach import moves_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.cli.games import game_of
from lancemate.kernel.documents import read_document
from rules.commanders import commanded, next_turn, one
from rules.table import battle, unit

SCRIPTS = Path(__file__).parents[1] / "battles" / "sums"


def plays(name: str) -> None:
    """The script of that name comes out as it expects."""
    source = read_document(SCRIPTS / f"{name}.yaml")
    game = game_of(source)
    assert game.run(game.read(source)).unmet == []


@pytest.mark.rule("AS-SPC-051", "AS-HEA-003")
def test_hot_muscles_give_back_what_heat_has_taken_and_no_more() -> None:
    """Whatever a level of heat costs: with an option of our own it is an inch."""
    with rules.for_now():
        cool = rules.option("cool_legs", "AS-HEA-003", "heat costs an inch a level instead of two")

        @hooks.move_now.rule("AS-HEA-003", part=Move.CHANGED, when=cool, replaces=heat_slows)
        def heat_slows_less(battle: Battle, unit: Unit, mode: str) -> Cost | None:
            whole = heat_slows(battle, unit, mode)
            return None if whole is None else Cost(whole.label, whole.value / 2, whole.rule)

        for options in ((), (cool,)):
            fight = battle(unit("r1", move='8"', specials=["TSM"], state={"heat": 1}), unit("b1"), options=options)
            assert current_move(fight, fight.units["r1"]) == 10


@pytest.mark.rule("AS-SCA-021", "AS-FOR-086")
def test_what_flies_loses_a_point_of_thrust() -> None:
    fighter = one("b1", None, type="AF", move="6a", threshold=2, damage="2/2/2", specials=[])
    fight = commanded(
        one("r1", (6, 4)), fighter, red=["Communications Disruption"], dice=[6, 3, 3, 2, 2, 1, 3, 3, 2, 2]
    )
    assert current_move(fight, fight.units["b1"], "thrust") == 5
    next_turn(fight)
    assert current_move(fight, fight.units["b1"], "thrust") == 6


@pytest.mark.rule("AS-SCA-021")
@pytest.mark.parametrize(("scouts", "confused"), [(1, False), (2, True)])
def test_confusion_needs_twice_the_intelligence(scouts: int, confused: bool) -> None:
    own = [one(f"r{n}", (6.0 * n, 4), specials=["RCN"]) for n in range(1, scouts + 1)]
    options: Any = ["battlefield_intelligence", "optional_abilities"]
    dice = [6, 3, 3, 2, 2] if confused else [3, 3, 2, 2]
    foe = one("b1", (6, 44), 180, specials=["RCN"])
    fight = commanded(*own, foe, red=["Communications Disruption"], dice=dice, options=options)
    assert moves_now(fight, fight.units["b1"])["ground"] == (4 if confused else 8)


@pytest.mark.rule("AS-SCA-021")
def test_all_groups_are_struck_alike_however_many_there_are() -> None:
    plays("as_sca_021_the_seventh_lance")


@pytest.mark.rule("AS-SPC-046", "AS-OPT-360", "AS-OPT-361")
def test_an_angel_in_stealth_keeps_a_field_of_eccm() -> None:
    plays("as_spc_046_an_angel_clears_from_inside_its_stealth")


@pytest.mark.rule("AS-SPC-046", "AS-SPC-168", "AS-SPC-023")
def test_stealth_is_a_hostile_field_to_whoever_sits_in_it() -> None:
    plays("as_spc_168_stealth_blinds_a_virtual_cockpit")


@pytest.mark.rule("AS-OPT-641")
def test_a_folded_quadvee_is_seen_as_a_vehicle() -> None:
    plays("as_opt_641_a_folded_quadvee_is_as_high_as_a_tank")


@pytest.mark.rule("AS-SPC-140")
def test_a_homing_jammer_keeps_tag_from_painting() -> None:
    plays("as_spc_140_no_painting_under_a_homing_jammer")


@pytest.mark.rule("AS-OPT-596", "AS-OPT-210")
def test_a_robot_is_no_headquarters() -> None:
    plays("as_opt_596_a_robot_commands_nobody")


@pytest.mark.rule("AS-SPA-028", "AS-SPA-069", "AS-SCA-027")
def test_a_condition_is_taken_back_once_by_however_many() -> None:
    plays("as_spa_028_darkness_is_taken_back_once")


@pytest.mark.rule("AS-SPA-028", "AS-BAT-103")
def test_wind_that_takes_nothing_leaves_the_choice_alone() -> None:
    plays("as_bat_103_a_specialist_keeps_his_feet")


@pytest.mark.rule("AS-SCA-038", "AS-SPA-040")
def test_ignoring_a_jump_takes_nothing_from_the_jumping_jack() -> None:
    plays("as_sca_038_hit_and_run_leaves_the_jumping_jack_his_own")


@pytest.mark.rule("AS-SPA-043", "AS-SPA-046", "AS-SPA-021")
def test_pilots_halve_all_that_the_unit_would_do() -> None:
    plays("as_spa_046_half_of_what_it_would_do")


@pytest.mark.rule("AS-SPA-046", "AS-DMG-005")
def test_what_the_target_suffers_more_is_not_halved() -> None:
    """A shot in the back costs its point beside the half."""
    fight = commanded(
        one("r1", (10, 10), damage="4/4/4", abilities=["Multi-Tasker"]),
        one("b1", (10, 16), 0, armor=9, tmm=0),
        phase="combat",
        dice=[6, 4],
    )
    events = fight.do(orders.Attack("r1", "b1", split=True))
    assert [event.damage for event in events if event.type == "attack"] == [3]


@pytest.mark.rule("AS-OPT-374")
def test_nobody_does_anything_with_what_its_crew_has_left() -> None:
    plays("as_opt_374_nobody_is_left_to_spring_the_trap")
