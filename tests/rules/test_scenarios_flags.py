"""Capture the Flag (pp. 128-130)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import all_deeds
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Side
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.flags import carried_by, flag_named, loaded_move, place_of
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.plan import Objective
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from rules.scenes import FLAG, HILL, plan, scene, score, verdict
from rules.table import attack, end, refusal, unit

SIDES = (Side("red", "south"), Side("blue", "north"))
TAKE = commands.Act("r1", "take", "blue-flag")


def thief(at: tuple[float, float] = (18, 41.4), **more: Any) -> Battle:
    """A red 'Mech beside blue's flag, which lies at (18, 43)."""
    card = more.pop("card", {})
    return scene(
        unit("r1", at, **card),
        unit("r2", (4, 20)),
        unit("b1", more.pop("enemy", (33, 46)), 180),
        use=FLAG,
        **more,
    )


def carrying(fight: Battle, name: str = "r1") -> str | None:
    flag = carried_by(fight, fight.units[name])
    return flag.id if flag is not None else None


def next_turn(fight: Battle, *staying: str) -> None:
    """Let everybody stay where they are until Combat."""
    while fight.state.phase == "movement":
        fight.do(commands.EndPhase())


# -- on the table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-027", "AS-SCN-028")
def test_each_side_has_a_flag_in_the_middle_of_its_zone() -> None:
    placed = arrange(plan(FLAG), Table(36, 48), SIDES, ()).objectives
    assert [(flag.id, flag.side, flag.at, flag.radius) for flag in placed] == [
        ("red-flag", "red", (18.0, 5.0), 1.0),
        ("blue-flag", "blue", (18.0, 43.0), 1.0),
    ]


@pytest.mark.rule("AS-SCN-028")
def test_players_may_shift_them_by_four_inches() -> None:
    def shifted(x: float) -> None:
        flags = [
            {"id": "a", "kind": "flag", "side": "red", "at": [x, 5]},
            {"id": "b", "kind": "flag", "side": "blue", "at": [18, 43]},
        ]
        arrange(plan(FLAG, objectives=flags), Table(36, 48), SIDES, ())

    shifted(22)
    with pytest.raises(InputError, match=r"objectives.0.at: a must lie within 4 inches of the centre of its zone"):
        shifted(22.5)


@pytest.mark.rule("AS-SCN-028")
def test_a_flag_moves_off_what_stands_in_its_place() -> None:
    from lancemate.field.data import feature_from_data

    pond = feature_from_data({"id": "pond", "kind": "water", "depth": 1, "circle": [18, 5, 1]})
    placed = arrange(plan(FLAG), Table(36, 48, [pond]), SIDES, ()).objectives[0]
    dx, dy = placed.at[0] - 18, placed.at[1] - 5
    assert 3.4 <= (dx * dx + dy * dy) ** 0.5 <= 4.01


@pytest.mark.rule("AS-SCN-029")
def test_units_start_along_opposite_edges() -> None:
    fight = scene(unit("r1"), unit("b1"), use=FLAG, phase="deployment")
    assert refusal(fight, commands.Deploy("r1", (18, 20))).code == "outside_zone"
    fight.do(commands.Deploy("r1", (18, 9)))
    assert refusal(fight, commands.Deploy("b1", (18, 9))).code == "outside_zone"
    with pytest.raises(InputError, match="opposite"):
        scene(unit("r1"), unit("b1"), use=FLAG, homes=("south", "west"))


@pytest.mark.rule("AS-SCN-029", "AS-SCN-039")
@pytest.mark.parametrize("name", [FLAG, HILL])
def test_enemies_start_two_feet_apart(name: str) -> None:
    # Zones that a scenario of one's own makes deeper than the book's would touch on this table.
    deep = {"each": {"zones": [{"edge": "home", "depth": 20}, {"edge": "left", "depth": 4}]}}
    fight = scene(unit("r1", (18, 19)), unit("b1"), use=name, phase="deployment", first="blue", deployment=deep)
    why = refusal(fight, commands.Deploy("b1", (18, 40)))
    assert (why.code, why.rule) == ("too_close", "AS-SCN-023")
    fight.do(commands.Deploy("b1", (18, 45)))


# -- picking up -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-030")
def test_a_mech_lifts_it_in_the_end_phase() -> None:
    fight = thief()
    assert TAKE in [one.command for one in all_deeds(fight, fight.units["r1"])]
    fight.do(TAKE)
    assert carrying(fight) is None
    end(fight, 2)
    assert carrying(fight) == "blue-flag"


@pytest.mark.rule("AS-SCN-030")
@pytest.mark.parametrize("card", [{"type": "CV", "move": '8"t'}, {"legs": "quad"}])
def test_all_others_need_another_turn(card: dict[str, Any]) -> None:
    fight = thief(card=card)
    fight.do(TAKE)
    end(fight, 2)
    assert carrying(fight) is None
    next_turn(fight)
    if fight.state.to_act == "blue":
        end(fight)
    fight.do(TAKE)
    while fight.state.phase == "combat":
        end(fight)
    assert carrying(fight) == "blue-flag"


@pytest.mark.rule("AS-SCN-030")
def test_it_takes_contact() -> None:
    why = refusal(thief(at=(18, 40)), TAKE)
    assert (why.code, why.rule) == ("not_in_contact", "AS-SCN-030")


@pytest.mark.rule("AS-SCN-030")
def test_infantry_and_what_flies_cannot() -> None:
    assert refusal(thief(card={"type": "CI", "move": '2"f', "damage": "1/0/0"}), TAKE).code == "cannot_carry"
    wige = thief(card={"type": "CV", "move": '10"g'})
    wige.units["r1"].airborne = True
    assert refusal(wige, TAKE).code == "cannot_carry"
    vtol = thief(card={"type": "CV", "move": '10"v'})
    vtol.units["r1"].airborne = True
    vtol.do(TAKE)


@pytest.mark.rule("AS-SCN-030")
def test_one_flag_for_each_unit() -> None:
    fight = thief()
    fight.do(TAKE)
    end(fight, 2)
    assert fight.setup.scenario is not None
    flag = Objective("red-flag", "flag", (18.0, 5.0), "red")
    from lancemate.alphastrike.scenarios.flags import cannot_carry

    assert cannot_carry(fight, fight.units["r1"], flag) is not None
    assert cannot_carry(fight, fight.units["r2"], flag) is None


@pytest.mark.rule("AS-SCN-030")
def test_whoever_reaches_for_it_does_not_attack() -> None:
    fight = thief(enemy=(18, 46.5), card={"skill": 0})
    fight.do(TAKE)
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_acted"
    fight = thief(enemy=(18, 46.5), seed=1)
    attack(fight, "r1", "b1")
    assert refusal(fight, TAKE).code == "already_attacked"


@pytest.mark.rule("AS-SCN-030")
def test_two_sides_keep_one_another_off() -> None:
    fight = thief(enemy=(18, 44.6))
    fight.do(TAKE)
    end(fight)
    assert refusal(fight, commands.Act("b1", "take", "blue-flag")).code == "own_flag"
    fight = scene(unit("r1", (18, 22.4)), unit("b1", (18, 25.6), 180), use=FLAG, variations=["only-one-flag"], seed=3)
    fight.do(commands.Act("r1", "take", "flag"))
    end(fight)
    fight.do(commands.Act("b1", "take", "flag"))
    end(fight)
    assert carrying(fight) is None
    assert carrying(fight, "b1") is None


# -- carrying -------------------------------------------------------------------------------------------------


def loaded(at: tuple[float, float] = (18, 41.4), **more: Any) -> Battle:
    """Red has the flag, and a new turn has begun."""
    fight = thief(at, **more)
    fight.do(TAKE)
    end(fight, 2)
    assert carrying(fight) == "blue-flag"
    return fight


@pytest.mark.rule("AS-SCN-030")
@pytest.mark.parametrize(
    ("size", "inches", "cargo", "left"), [(4, 12, 1, 8), (4, 12, 2, 6), (3, 10, 1, 6), (3, 10, 2, 5)]
)
def test_a_load_costs_a_third_of_the_move_or_half(size: int, inches: float, cargo: int, left: float) -> None:
    fight = thief(card={"size": size})
    assert loaded_move(fight, fight.units["r1"], inches, Objective("f", "flag", size=cargo)) == left


@pytest.mark.rule("AS-SCN-030")
def test_a_carrier_is_slow_cannot_jump_and_does_not_fight() -> None:
    fight = loaded(card={"move": '12"/8"j', "tmm": 2}, enemy=(18, 46.5), seed=1)
    carrier = fight.units["r1"]
    assert current_move(fight, carrier) == 8.0
    assert current_tmm(fight, carrier) == 1
    assert check_move(fight, commands.Move("r1", ((18, 30),))).legal is False
    assert check_move(fight, commands.Move("r1", ((18, 33.5),))).legal
    jump = check_move(fight, commands.Move("r1", ((18, 37),), "jump"))
    assert jump.reason is not None
    assert jump.reason.rule == "AS-SCN-030"
    next_turn(fight)
    if fight.state.to_act == "blue":
        end(fight)
    assert refusal(fight, commands.Attack("r1", "b1")).code == "carries_flag"


@pytest.mark.rule("AS-SCN-030")
def test_a_flag_takes_its_share_of_the_move_there_is() -> None:
    """After heat, like any load: two thirds of 12 less 2."""
    fight = thief(card={"move": '12"'})
    fight.do(commands.Toggle("r1", "OVERHEAT", True))
    fight.do(TAKE)
    end(fight, 2)
    assert carrying(fight) == "blue-flag"
    assert current_move(fight, fight.units["r1"]) == 6.0


@pytest.mark.rule("AS-SCN-030")
def test_it_may_be_put_down_before_or_after_the_move() -> None:
    fight = loaded(seed=1)
    if fight.state.to_act == "blue":
        fight.do(commands.Pass("b1"))
    assert commands.Act("r1", "drop", "blue-flag") in [one.command for one in all_deeds(fight, fight.units["r1"])]
    fight.do(commands.Act("r1", "drop", "blue-flag"))
    assert carrying(fight) is None
    assert current_move(fight, fight.units["r1"]) == 8.0
    assert place_of(fight, flag_named(fight, "blue-flag")) == (18, 41.4)
    assert refusal(fight, commands.Act("r1", "drop", "blue-flag")).code == "no_flag"


@pytest.mark.rule("AS-SCN-031")
def test_it_lies_where_its_carrier_falls() -> None:
    fight = loaded(card={"armor": 0, "structure": 1}, enemy=(18, 46.5), seed=1)
    fight.units["b1"].skill = 0
    next_turn(fight)
    if fight.state.to_act == "red":
        end(fight)
    attack(fight, "b1", "r1")
    while fight.state.phase == "combat":
        end(fight)
    assert fight.units["r1"].destroyed
    assert place_of(fight, flag_named(fight, "blue-flag")) == (18, 41.4)
    assert "blue-flag lies where r1 fell" in [getattr(event, "what", "") for event in fight.journal.events]


@pytest.mark.rule("AS-SCN-031")
def test_it_stays_when_its_carrier_leaves_the_table() -> None:
    fight = loaded(seed=1)
    carrier = fight.units["r1"]
    carrier.x, carrier.y = 18.0, 3.0
    if fight.state.to_act == "blue":
        fight.do(commands.Pass("b1"))
    fight.do(commands.Move("r1", ((18, -1),)))
    next_turn(fight)
    end(fight, 2)
    assert carrying(fight) is None
    assert place_of(fight, flag_named(fight, "blue-flag")) == (18, 0)


# -- home -----------------------------------------------------------------------------------------------------


def homecoming(y: float = 9.0, **more: Any) -> Battle:
    """Red's carrier stands near its own zone, in Combat."""
    fight = loaded(seed=1, **more)
    fight.units["r1"].x, fight.units["r1"].y = 18.0, y
    next_turn(fight)
    return fight


@pytest.mark.rule("AS-SCN-032")
def test_bringing_it_into_ones_own_zone_wins() -> None:
    fight = homecoming()
    end(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-032")
    assert score(fight) == (0, 0)
    fight = homecoming(11.0)
    end(fight, 2)
    assert fight.outcome is None


@pytest.mark.rule("AS-SCN-033")
def test_with_kill_scoring_taking_and_bringing_count() -> None:
    fight = homecoming(options=["basic_kills"])
    assert score(fight) == (500, 0)
    end(fight, 2)
    assert score(fight) == (1000, 0)


@pytest.mark.rule("AS-SCN-033")
def test_taking_it_again_counts_for_nothing_until_its_owner_had_it() -> None:
    fight = loaded(seed=1, options=["basic_kills"])
    if fight.state.to_act == "blue":
        fight.do(commands.Pass("b1"))
    fight.do(commands.Act("r1", "drop", "blue-flag"))
    next_turn(fight)
    if fight.state.to_act == "blue":
        end(fight)
    fight.do(TAKE)
    while fight.state.phase == "combat":
        end(fight)
    assert carrying(fight) == "blue-flag"
    assert score(fight) == (500, 0)


def both_home() -> Battle:
    """Each side's carrier stands in its own zone with the other's flag."""
    fight = scene(unit("r1", (18, 41.4)), unit("b1", (18, 6.6), 180), use=FLAG, seed=1)
    fight.do(TAKE)
    end(fight)
    fight.do(commands.Act("b1", "take", "red-flag"))
    end(fight)
    for name, y in (("r1", 8.0), ("b1", 40.0)):
        fight.units[name].x, fight.units[name].y = 10.0, y
    next_turn(fight)
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-SCN-032")
def test_both_at_once_decide_nothing_and_the_first_rescue_does() -> None:
    fight = both_home()
    assert fight.outcome is None
    # Blue's unit runs over to where its flag lies, and takes it back.
    fight.units["b1"].x, fight.units["b1"].y = 10.0, 9.6
    next_turn(fight)
    if fight.state.to_act == "red":
        end(fight)
    fight.do(commands.Act("b1", "take", "blue-flag"))
    while fight.state.phase == "combat":
        end(fight)
    assert verdict(fight) == ("blue", "AS-SCN-032")


@pytest.mark.rule("AS-SCN-032")
def test_two_rescues_in_the_same_turn_are_a_draw() -> None:
    fight = both_home()
    for name, y in (("r1", 38.4), ("b1", 9.6)):
        fight.units[name].x, fight.units[name].y = 10.0, y
    next_turn(fight)
    for _ in range(2):
        mine = "r1" if fight.state.to_act == "red" else "b1"
        fight.do(commands.Act(mine, "take", f"{fight.state.to_act}-flag"))
        end(fight)
    assert verdict(fight) == (None, "AS-SCN-032")


@pytest.mark.rule("AS-SCN-030")
def test_a_flag_that_is_home_is_left_alone() -> None:
    fight = both_home()
    next_turn(fight)
    if fight.state.to_act == "blue":
        end(fight)
    assert refusal(fight, commands.Act("r1", "take", "blue-flag")).code == "flag_is_home"


# -- variations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-034")
def test_only_one_flag_lies_in_the_middle() -> None:
    placed = arrange(plan(FLAG, "only-one-flag"), Table(36, 48), SIDES, ()).objectives
    assert [(flag.id, flag.side, flag.at) for flag in placed] == [("flag", None, (18.0, 24.0))]


@pytest.mark.rule("AS-SCN-034")
def test_whoever_takes_it_home_wins() -> None:
    fight = scene(unit("r1", (18, 22.4)), unit("b1", (30, 44), 180), use=FLAG, variations=["only-one-flag"], seed=1)
    fight.do(commands.Act("r1", "take", "flag"))
    end(fight, 2)
    fight.units["r1"].y = 8.0
    next_turn(fight)
    end(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-032")


@pytest.mark.rule("AS-SCN-035")
def test_many_flags_lie_apart_between_the_zones() -> None:
    placed = arrange(plan(FLAG, "many-flags"), Table(36, 48), SIDES, ()).objectives
    assert sum(flag.side == "red" for flag in placed) == sum(flag.side == "blue" for flag in placed) == 3
    middle = [flag for flag in placed if 10 < flag.at[1] < 38]
    assert len(middle) == 4
    for number, one in enumerate(placed):
        for other in placed[number + 1 :]:
            dx, dy = one.at[0] - other.at[0], one.at[1] - other.at[1]
            assert (dx * dx + dy * dy) ** 0.5 - 2 >= 8 - 1e-6


@pytest.mark.rule("AS-SCN-035")
def test_on_a_small_table_there_is_no_room_for_many() -> None:
    with pytest.raises(InputError, match="no room for flags 8 inches apart"):
        arrange(plan(FLAG, "many-flags"), Table(16, 48), SIDES, ())


@pytest.mark.rule("AS-SCN-035")
def test_units_start_away_from_flags_between_the_zones() -> None:
    changes = {
        "place": None,
        "objectives": [
            {"id": "f1", "kind": "flag", "side": "blue", "at": [18, 15]},
            {"id": "f2", "kind": "flag", "side": "red", "at": [18, 43]},
        ],
    }
    fight = scene(unit("r1"), unit("b1"), use=FLAG, variations=["many-flags"], phase="deployment", **changes)
    why = refusal(fight, commands.Deploy("r1", (18, 9)))
    assert (why.code, why.rule) == ("too_close", "AS-SCN-035")
    fight.do(commands.Deploy("r1", (18, 5)))


@pytest.mark.rule("AS-SCN-035")
def test_all_of_them_are_needed() -> None:
    fight = homecoming(variations=["many-flags"])
    end(fight, 2)
    assert fight.outcome is None


@pytest.mark.rule("AS-SCN-035", "AS-SCN-036")
@pytest.mark.parametrize("variation", ["many-flags", "extraction"])
def test_the_last_one_brought_home_wins(variation: str) -> None:
    changes = {"place": None, "objectives": [{"id": "blue-flag", "kind": "flag", "side": "blue", "at": [18, 43]}]}
    fight = homecoming(variations=[variation], **changes)
    end(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-032")


EXTRACTION = {"use": FLAG, "variations": ["extraction"]}


@pytest.mark.rule("AS-SCN-036")
def test_only_the_defender_has_something_to_lose() -> None:
    placed = arrange(plan(FLAG, "extraction"), Table(36, 48), SIDES, ()).objectives
    assert [flag.side for flag in placed] == ["blue"]
    tougher = plan(FLAG, "extraction", place=[{"kind": "flag", "spot": "zone", "of": "defender", "count": 3}])
    assert len(arrange(tougher, Table(36, 48), SIDES, ()).objectives) == 3


@pytest.mark.rule("AS-SCN-036")
def test_the_defender_wins_when_every_attacker_is_crippled() -> None:
    def ended(structure: int) -> Battle:
        state = {"armor": 0, "structure": structure}
        fight = scene(unit("r1", (18, 20), structure=4, state=state), unit("b1", (18, 44), 180), **EXTRACTION)
        end(fight, 2)
        return fight

    assert verdict(ended(2)) == ("blue", "AS-SCN-036")
    assert ended(3).outcome is None


# -- programs -------------------------------------------------------------------------------------------------


def test_objectives_in_words() -> None:
    fight = thief()
    assert [(goal.what, goal.target) for goal in objectives(fight, "red")] == [
        ("take", "blue-flag"),
        ("guard", "red-flag"),
    ]
    fight.do(TAKE)
    end(fight, 2)
    home = objectives(fight, "red")[0]
    assert (home.what, home.units, home.point) == ("deliver", ("r1",), (18, 5.0))
    assert ("stop", "r1") in [(goal.what, goal.target) for goal in objectives(fight, "blue")]


def test_there_must_be_such_a_flag() -> None:
    assert refusal(thief(), commands.Act("r1", "take", "green-flag")).code == "unknown_flag"
    assert refusal(thief(), commands.Act("r1", "juggle", "blue-flag")).code == "unknown_deed"
    fight = thief()
    move_on = commands.Act("b1", "take", "red-flag")
    assert refusal(fight, move_on).code == "not_your_turn"


@pytest.mark.rule("AS-SCN-030")
def test_a_sprinter_takes_the_flag():
    """A flag is picked up as cargo is (p. 129), and that is no attack (pp. 38, 163)."""
    fight = thief(card={"state": {"moved": "sprint", "inches": 8.0}})
    fight.do(commands.Act("r1", "take", "blue-flag"))
    end(fight, 2)
    assert carrying(fight) == "blue-flag"
