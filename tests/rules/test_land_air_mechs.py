"""Land-Air 'Mechs (pp. 177-178): forms, changing them, fighting in them, and the bays they fit."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from lancemate.alphastrike.air.control import DAMAGE, control_number
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.errors import InputError
from rules.flights import AERODYNE, fighter, flyer
from rules.table import battle, end, refusal, unit

LAM: Mapping[str, Any] = {
    "name": "Stinger LAM",
    "type": "BM",
    "size": 1,
    "tmm": 2,
    "move": "10/6j",
    "damage": "2/2/1",
    "ov": 0,
    "armor": 3,
    "structure": 2,
    "specials": ["LAM(14g/7a)"],
}
BIMODAL: Mapping[str, Any] = {**LAM, "name": "Shadow Hawk LAM", "specials": ["BIM(6a)"]}
HIT, SAFE, LOST = [6, 5], [6, 6], [1, 1]


def lam(
    id: str, at: tuple[float, float] | None = None, facing: float = 0.0, card: Mapping[str, Any] = LAM, **state: Any
) -> Muster:
    return unit(id, at, facing, state=state, **card)


def in_the_air(id: str, at: tuple[float, float], facing: float = 0.0, **state: Any) -> Muster:
    return lam(id, at, facing, form="fighter", airborne=True, **{"altitude": "low", **state})


def field(*units: Muster, options: tuple[str, ...] = (), **more: Any) -> Battle:
    """A battle with the module switched on, on a table of 48 by 48 inches."""
    return battle(
        *units, options=("land_air_mechs", *options), **{"width": 48.0, "depth": 48.0, "phase": "movement", **more}
    )


def change(fight: Battle, id: str, wanted: str, *path: tuple[float, float], **more: Any) -> Any:
    events = fight.do(orders.Move(id, tuple(path), convert=wanted, **more))
    return next(event for event in events if event.type == "converted")


# -- forms ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-620")
@pytest.mark.rule("AS-SPC-103")
@pytest.mark.rule("AS-SPC-076")
def test_a_unit_takes_the_forms_of_its_ability() -> None:
    fight = field(lam("r1", (10, 10)), unit("b1", (40, 40)))
    assert change(fight, "r1", "airmech").form == "airmech"
    two = field(lam("r1", (10, 10), card=BIMODAL), unit("b1", (40, 40)))
    wrong = refusal(two, orders.Move("r1", convert="airmech"))
    assert (wrong.rule, wrong.message) == (
        "AS-OPT-620",
        "r1 has no form 'airmech'; it may be battlemech or fighter",
    )
    assert refusal(fight, orders.Move("b1", convert="airmech")).rule == "AS-OPT-620"
    plain = battle(unit("r1", (10, 10)), unit("b1", (40, 40)), phase="movement")
    assert refusal(plain, orders.Move("r1", convert="airmech")).rule == "AS-OPT-620"


def test_a_form_that_is_said_must_be_one_it_has() -> None:
    with pytest.raises(InputError, match="none of LAM, BIM, QV"):
        field(unit("r1", (10, 10), state={"form": "airmech"}), unit("b1", (40, 40)))
    with pytest.raises(InputError, match="airmech"):
        field(lam("r1", (10, 10), card=BIMODAL, form="airmech"), unit("b1", (40, 40)))
    with pytest.raises(InputError, match="land_air_mechs"):
        battle(lam("r1", (10, 10), form="airmech"), unit("b1", (40, 40)), options=("optional_abilities",))


@pytest.mark.rule("AS-OPT-621")
def test_each_form_has_its_own_move() -> None:
    fight = field(lam("r1", (10, 10)), lam("r2", (20, 10), form="airmech"), in_the_air("r3", (30, 0)), unit("b1"))
    mech, airmech, flier = (fight.units[name] for name in ("r1", "r2", "r3"))
    assert (current_move(fight, mech), current_move(fight, mech, "jump"), current_tmm(fight, mech)) == (10, 6, 2)
    assert (airmech.card.move.primary, current_move(fight, airmech), current_tmm(fight, airmech)) == ("g", 14, 3)
    assert current_move(fight, airmech, "jump") == 0
    assert (current_move(fight, flier, "thrust"), current_tmm(fight, flier)) == (7, 0)
    assert all(one.card.is_mech for one in (mech, airmech, flier))
    assert [show_unit(fight, fight.units[name])["form"] for name in ("r1", "r2", "r3")] == [
        "battlemech",
        "airmech",
        "fighter",
    ]


@pytest.mark.rule("AS-OPT-621", "AS-AER-001")
def test_a_fighter_on_the_ground_stands_up_among_the_aircraft() -> None:
    fight = field(lam("l1", (24, 10), form="fighter"), unit("b1", (24, 40)), first="blue")
    fight.do(orders.Pass("b1"))
    assert fight.state.phase == "air_movement"
    assert change(fight, "l1", "battlemech", (24, 14)).form == "battlemech"
    assert fight.units["l1"].at == (24, 14)


@pytest.mark.rule("AS-OPT-621")
def test_the_form_changes_before_the_move_and_costs_nothing() -> None:
    fight = field(lam("r1", (10, 10)), unit("b1", (40, 40)))
    asked = check_move(fight, orders.Move("r1", ((20, 10),), elevation=1.0, convert="airmech"))
    assert (asked.legal, asked.cost, asked.allowance, asked.airborne) == (True, 14.0, 14.0, True)
    assert fight.units["r1"].card.move.primary == ""
    change(fight, "r1", "airmech", (20, 10), elevation=1.0)
    one = fight.units["r1"]
    assert (one.at, one.elevation, one.airborne) == ((20, 10), 1.0, True)


def test_a_move_that_fails_leaves_the_form_as_it_was() -> None:
    fight = field(lam("r1", (10, 10)), unit("b1", (40, 40)))
    assert refusal(fight, orders.Move("r1", ((44, 10),), elevation=1.0, convert="airmech")).rule == "AS-MOV-001"
    assert fight.units["r1"].card.move.primary == ""
    assert fight.units["r1"].moved == "none"


def test_wounds_count_in_every_form() -> None:
    fight = field(
        lam("r1", (10, 10), crits={"mp": 1}), lam("r2", (20, 10), form="airmech", crits={"mp": 1}), unit("b1")
    )
    assert current_move(fight, fight.units["r1"]) == 5
    assert current_move(fight, fight.units["r2"]) == 7
    fight.do(orders.Move("r1", convert="airmech"))
    assert current_move(fight, fight.units["r1"]) == 7


# -- out of the sky -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-622")
def test_a_fighter_that_turns_into_a_mech_in_the_air_is_lost() -> None:
    fight = field(in_the_air("r1", (24, 0)), unit("r2", (5, 5)), unit("b1", (40, 40)))
    fight.do(orders.Pass("r2"))
    fight.do(orders.Pass("b1"))
    assert check_move(fight, orders.Move("r1", convert="battlemech")).crashes
    events = fight.do(orders.Move("r1", convert="battlemech"))
    assert fight.units["r1"].destroyed
    assert fight.state.phase == "combat"
    assert any("and falls" in line.text for line in story(fight, events))


@pytest.mark.rule("AS-OPT-623")
def test_a_fighter_comes_down_as_an_airmech_and_goes_on() -> None:
    fight = field(in_the_air("r1", (24, 0), altitude="high"), unit("b1", (40, 40)))
    fight.do(orders.Pass("b1"))
    told = change(fight, "r1", "airmech", (24, 20), (32, 20), elevation=1.0)
    assert (told.at, told.rule) == ((24, 20), "AS-OPT-623")
    one = fight.units["r1"]
    assert (one.at, one.elevation, one.airborne, one.inches) == ((32, 20), 1.0, True, 8.0)
    assert show_unit(fight, one)["altitude"] is None


@pytest.mark.rule("AS-OPT-623")
def test_the_token_lies_on_a_low_path() -> None:
    fight = field(in_the_air("r1", (40, 0)), unit("b1", (40, 40)))
    fight.do(orders.Pass("b1"))
    assert refusal(fight, orders.Move("r1", convert="airmech")).rule == "AS-OPT-623"
    high = orders.Move("r1", ((24, 20),), altitude="high", convert="airmech")
    assert refusal(fight, high).rule == "AS-OPT-623"
    # Across a corner there are no 24 inches of table, so there is no path to come down from.
    assert refusal(fight, orders.Move("r1", ((46, 3),), convert="airmech")).rule == "AS-AER-003"
    # Where it stops at once it lands, as every WiGE does that moves less than four inches.
    change(fight, "r1", "airmech", (24, 20))
    assert not fight.units["r1"].airborne


# -- into the sky ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-624")
def test_an_airmech_flies_off_from_where_it_is_into_its_front_arc() -> None:
    fight = field(lam("r1", (24, 20), 0.0, form="airmech", airborne=True, elevation=1.0), unit("b1", (40, 40)))
    behind = orders.Move("r1", (), "fly", 120.0, convert="fighter")
    assert refusal(fight, behind).rule == "AS-OPT-624"
    elsewhere = orders.Move("r1", ((24, 0),), "fly", 0.0, convert="fighter")
    assert refusal(fight, elsewhere).rule == "AS-OPT-624"
    events = fight.do(orders.Move("r1", (), "fly", 90.0, altitude="middle", convert="fighter"))
    flew = next(event for event in events if event.type == "flew")
    assert flew.flight == ((24, 20), (48, 20))
    assert (fight.units["r1"].elevation, fight.units["r1"].airborne) == (12.0, True)


@pytest.mark.rule("AS-OPT-624")
def test_from_its_legs_it_needs_a_runway_or_goes_by_way_of_an_airmech() -> None:
    fight = field(lam("r1", (24, 20)), unit("b1", (40, 40)))
    assert refusal(fight, orders.Move("r1", (), "fly", 0.0, convert="fighter")).rule == "AS-OPT-624"
    landed = field(lam("r1", (24, 20)), unit("b1", (40, 40)), options=("aerospace_on_ground_map",))
    assert refusal(landed, orders.Move("r1", (), "fly", 0.0, convert="fighter")).rule == "AS-OPT-624"
    change(landed, "r1", "fighter", mode="liftoff")
    one = landed.units["r1"]
    assert (one.at, one.airborne) == ((24, 34), True)


def test_it_may_come_on_as_a_fighter() -> None:
    fight = field(lam("r1"), unit("r2", (5, 5)), unit("b1", (40, 40)))
    change(fight, "r1", "fighter", (24, 0), mode="fly", facing=0.0)
    assert (fight.units["r1"].at, fight.units["r1"].airborne) == ((24, 0), True)


def test_a_skimming_airmech_lands_on_its_legs_only_where_it_could_land() -> None:
    fight = field(lam("r1", (24, 20), form="airmech", airborne=True, elevation=1.0), unit("b1", (40, 40)))
    change(fight, "r1", "battlemech", (24, 26))
    one = fight.units["r1"]
    assert (one.at, one.elevation, one.airborne, one.card.move.ground) == ((24, 26), 0.0, False, 10)


# -- combat ---------------------------------------------------------------------------------------------------


def preview(fight: Battle, command: orders.Attack) -> Any:
    return preview_attack(fight, command, outcomes=False)


def parts_of(fight: Battle, attacker: str, target: str) -> dict[str, int]:
    asked = preview(fight, orders.Attack(attacker, target))
    assert asked.legal, asked.reason
    return {part.rule: part.value for part in asked.modifiers}


@pytest.mark.rule("AS-OPT-625")
@pytest.mark.rule("AS-OPT-626")
def test_an_airmech_shoots_badly_and_is_hard_to_hit() -> None:
    skims = lam("r1", (20, 20), 0.0, form="airmech", airborne=True, elevation=1.0, moved="ground", inches=10.0)
    fight = field(skims, unit("b1", (20, 30), 180), phase="combat")
    own = parts_of(fight, "r1", "b1")
    assert own["AS-OPT-625"] == 2
    theirs = parts_of(fight, "b1", "r1")
    assert theirs["AS-OPT-626"] == 1
    assert "AS-COM-076" not in theirs
    assert 3 in theirs.values()  # the TMM of 14 inches


@pytest.mark.rule("AS-OPT-626")
def test_on_its_legs_it_is_a_mech_like_others() -> None:
    fight = field(lam("r1", (20, 20), 0.0), unit("b1", (20, 30), 180), phase="combat")
    assert "AS-OPT-626" not in parts_of(fight, "b1", "r1")
    assert "AS-OPT-625" not in parts_of(fight, "r1", "b1")


def test_in_the_air_it_is_an_airborne_fighter() -> None:
    fight = field(in_the_air("r1", (24, 0)), unit("b1", (24, 30), 180), phase="combat")
    assert parts_of(fight, "b1", "r1")["AS-COM-074"] == 2


@pytest.mark.rule("AS-OPT-627")
def test_a_fighter_form_keeps_control_like_other_aircraft() -> None:
    fight = field(in_the_air("r1", (24, 0)), unit("b1", (24, 30), 180), phase="combat", dice=[*HIT, *LOST])
    end(fight)
    fight.do(orders.Attack("b1", "r1"))
    events = end(fight)
    control = next(event for event in events if event.type == "flight_control")
    assert (control.unit, control.success) == ("r1", False)
    assert fight.units["r1"].destroyed
    assert total(control_number(fight, fight.units["r1"], DAMAGE)) == 6


@pytest.mark.rule("AS-OPT-627")
def test_its_arc_is_that_of_a_mech_in_every_form() -> None:
    for state in ({}, {"form": "airmech"}, {"form": "fighter"}):
        fight = field(lam("r1", (20, 20), 0.0, **state), unit("b1", (20, 10)), phase="combat")
        assert preview(fight, orders.Attack("r1", "b1")).reason.rule == "AS-COM-027"


@pytest.mark.rule("AS-OPT-628")
def test_it_is_hit_as_a_mech_in_the_air() -> None:
    def hit(**card: Any) -> list[Any]:
        flown = unit("r1", (24, 0), state={"form": "fighter", "airborne": True, "altitude": "low"}, **{**LAM, **card})
        gunner = unit("b1", (24, 30), 180, damage="4/4/4")
        fight = field(flown, gunner, phase="combat", dice=[*HIT, *LOST, *SAFE, *SAFE])
        end(fight)
        return [*fight.do(orders.Attack("b1", "r1")), *end(fight)]

    # Four points on eight of armor are more than any threshold, and a 'Mech has none.
    assert not [event for event in hit(armor=8) if event.type == "critical"]
    # Structure is reached: a 2 is an ammunition hit on the table of 'Mechs, and burning fuel on that of fighters.
    critical = next(event for event in hit() if event.type == "critical")
    assert critical.result == "ammo"


@pytest.mark.rule("AS-OPT-628")
def test_engine_hits_are_those_of_a_mech() -> None:
    fight = field(in_the_air("r1", (24, 0), crits={"engine": 1}), unit("b1", (24, 30), 180), phase="combat")
    assert current_move(fight, fight.units["r1"], "thrust") == 7


# -- transports -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-629")
def test_it_rides_in_the_bays_of_its_form() -> None:
    mechs = flyer(AERODYNE, "r0", (24, 24), specials=["MT4D2"], state={"airborne": False, "altitude": None})
    jets = flyer(AERODYNE, "r0", (24, 0), specials=["AT4D2"])

    def aboard(ship: Muster, **state: Any) -> Battle:
        return field(ship, lam("r1", None, **{"aboard": "r0", **state}), unit("b1", (40, 40)))

    assert aboard(mechs).units["r1"].aboard == "r0"
    assert aboard(jets, form="fighter").units["r1"].aboard == "r0"
    for ship, form in ((mechs, "fighter"), (jets, "battlemech"), (mechs, "airmech"), (jets, "airmech")):
        with pytest.raises(InputError, match="AS-OPT-629"):
            aboard(ship, form=form)


@pytest.mark.rule("AS-OPT-629")
def test_a_fighter_is_launched_and_changes_nothing_in_its_bay() -> None:
    fight = field(
        flyer(AERODYNE, "r0", (24, 0), specials=["AT4D2"]),
        lam("r1", None, aboard="r0", form="fighter"),
        unit("b1", (40, 40)),
        options=("aerospace_on_ground_map",),
    )
    fight.do(orders.Pass("b1"))
    assert refusal(fight, orders.Move("r1", (), "launch", 0.0, convert="battlemech")).rule == "AS-OPT-629"
    fight.do(orders.Move("r0", (), "fly", 0.0))
    fight.do(orders.Move("r1", (), "launch", 0.0))
    assert fight.units["r1"].airborne


# -- reachable ------------------------------------------------------------------------------------------------


def offered(fight: Battle, id: str) -> dict[str, orders.Move]:
    moves = [one.command for one in offers(fight, fight.units[id].side, id) if isinstance(one.command, orders.Move)]
    return {move.convert: move for move in moves if move.convert is not None}


@pytest.mark.rule("AS-OPT-621")
def test_every_form_within_reach_is_offered_and_can_be_taken() -> None:
    fight = field(lam("r1", (24, 20)), unit("b1", (40, 40)), options=("aerospace_on_ground_map",))
    assert set(offered(fight, "r1")) == {"airmech", "fighter"}
    skims = field(lam("r1", (24, 20), form="airmech", airborne=True, elevation=1.0), unit("b1", (40, 40)))
    assert set(offered(skims, "r1")) == {"battlemech", "fighter"}
    skims.do(offered(skims, "r1")["fighter"])
    flown = field(in_the_air("r1", (24, 0)), unit("b1", (40, 40)))
    flown.do(orders.Pass("b1"))
    assert set(offered(flown, "r1")) == {"airmech"}
    flown.do(offered(flown, "r1")["airmech"])
    assert flown.units["r1"].card.move.primary == "g"


def test_a_saved_battle_knows_every_form() -> None:
    fight = field(lam("r1", (10, 10)), in_the_air("r2", (24, 0)), unit("b1", (40, 40)))
    change(fight, "r1", "airmech", (20, 10), elevation=1.0)
    again = load(json.loads(json.dumps(save(fight))))
    assert show_unit(again, again.units["r1"]) == show_unit(fight, fight.units["r1"])
    assert again.units["r1"].card.move == fight.units["r1"].card.move


def test_a_dogfight_of_a_land_air_mech() -> None:
    fight = field(in_the_air("r1", (24, 0)), fighter("b1", (24, 48), 180), phase="combat", dice=SAFE * 6)
    fight.do(orders.Attack("r1", "b1"))
    fight.do(orders.Decide("blue", "keep"))
    assert fight.units["b1"].armor == 4


@pytest.mark.rule("AS-OPT-621")
def test_a_fighter_strikes_nobody_with_its_limbs() -> None:
    units = (in_the_air("r1", (24, 0)), fighter("b1", (24, 0), 180))
    fight = field(*units, phase="combat", options=("aerospace",))
    punch = orders.Attack("r1", "b1", "physical")
    assert refusal(fight, punch).rule == "AS-OPT-621"
    walker = field(lam("r1", (24, 4)), unit("b1", (24, 5.5), 180), phase="combat")
    assert walker.refusal_of(punch) is None
