"""What a rules lawyer asks about the core chapters: cases where two rules meet."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import AttackPreview, preview_attack
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.table import attack, battle, end, move, number, refusal, unit

POND = {"kind": "water", "depth": 2, "rect": [15, 5, 10, 10]}
SPHEROID = {"type": "DS", "move": "6p", "damage": "1/1/1"}
LAND = commands.PointTarget((20.0, 30.0))


def seen(fight: Battle, unit_id: str, target: str | commands.PointTarget, *given: Any, **more: Any) -> AttackPreview:
    return preview_attack(fight, commands.Attack(unit_id, target, *given, **more), outcomes=False)


def told(fight: Battle, events: list[Any]) -> str:
    return "\n".join(line.text for line in story(fight, events))


# -- DropShips on the ground ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-002", "AS-COM-047")
def test_a_spheroid_on_the_ground_is_always_immobile() -> None:
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 30), 180, **SPHEROID), dice=[3, 3, 2, 2])
    shot = attack(fight, "r1", "b1")
    assert (number(shot, "AS-COM-047"), number(shot, "AS-COM-044")) == (-4, None)


@pytest.mark.rule("AS-COM-071", "AS-MOV-002")
def test_it_is_a_steady_platform_once_not_twice() -> None:
    fight = battle(unit("b1", (20, 10)), unit("r1", (20, 30), 180, **SPHEROID), dice=[3, 3])
    shot = attack(fight, "r1", "b1")
    assert (number(shot, "AS-COM-071"), number(shot, "AS-COM-040")) == (-1, None)


# -- out of the water -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-020")
@pytest.mark.parametrize("where", [(20.0, 30.0), (22.0, 12.0)])
def test_shells_do_not_leave_the_water(where: tuple[float, float]) -> None:
    """Neither for land nor for the surface above: only torpedoes pass."""
    fight = battle(unit("r1", (20, 10), specials=["ART-T"]), unit("b1", (20, 30), 180), terrain=[POND])
    shot = commands.Attack("r1", commands.PointTarget(where), "artillery")
    assert refusal(fight, shot).rule == "AS-COM-020"


@pytest.mark.rule("AS-COM-020")
def test_nor_do_they_with_a_spotter_ashore() -> None:
    red = (unit("r1", (20, 10), specials=["ART-T"]), unit("r2", (20, 3)))
    fight = battle(*red, unit("b1", (20, 30), 180), terrain=[POND])
    assert refusal(fight, commands.Attack("r1", LAND, "artillery", spotter="r2")).code == "underwater"


@pytest.mark.rule("AS-COM-020")
def test_buildings_are_not_shot_at_from_under_water() -> None:
    house = {"id": "house", "kind": "building", "height": 4, "rect": [18, 20, 3, 3]}
    fight = battle(unit("r1", (20, 10)), unit("b1", (60, 40)), terrain=[POND, house])
    assert refusal(fight, commands.Attack("r1", "house")).rule == "AS-COM-020"
    ashore = battle(unit("r1", (20, 16)), unit("b1", (60, 40)), terrain=[POND, house])
    assert seen(ashore, "r1", "house").legal


@pytest.mark.rule("AS-COM-020", "AS-COM-109")
def test_nobody_spots_the_land_from_under_water() -> None:
    red = (unit("r1", (40, 10), specials=["ART-T"]), unit("r2", (20, 10)))
    fight = battle(*red, unit("b1", (20, 30), 180), terrain=[POND])
    assert refusal(fight, commands.Attack("r1", LAND, "artillery", spotter="r2")).code == "no_spotter"


# -- without power --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEA-007", "AS-COM-109")
def test_a_dead_mech_designates_nothing() -> None:
    def needed(**state: Any) -> int | None:
        spotter = unit("r2", (20, 10), specials=["TAG"], state={"moved": "standstill", **state})
        fight = battle(unit("r1", (40, 10), specials=["ART-T"]), spotter, unit("b1", (20, 20), 180))
        parts = seen(fight, "r1", commands.PointTarget((20.0, 20.0)), "artillery", spotter="r2").modifiers
        return next((part.value for part in parts if part.rule == "AS-COM-109"), None)

    assert needed() == -1
    assert needed(heat=4, shutdown=True) is None


# -- what the log says ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-111")
def test_scatter_dice_are_two_answers_and_no_sum() -> None:
    fight = battle(unit("r1", (20, 10), specials=["ART-T"]), unit("b1", (20, 40)), dice=[1, 1, 2, 5])
    text = told(fight, fight.do(commands.Attack("r1", LAND, "artillery")))
    assert "direction 2, distance 5" in text


@pytest.mark.rule("AS-COM-100", "AS-COM-099")
def test_a_fall_on_an_enemy_says_what_hurts_whom() -> None:
    fight = battle(unit("r1", (10, 10), size=2, move='8"j'), unit("b1", (10, 11.25), 180), dice=[6, 5, 3, 2])
    striker = fight.units["r1"]
    striker.declared, striker.inches, striker.moved = ("dfa", "b1"), 6.0, "jump"
    text = told(fight, fight.do(commands.Attack("r1", "b1", "dfa")))
    assert "2 for 6 inches at Size 2 (p. 46) + 1 Death From Above" in text
    assert "Critical check on Test Mech (b1) (Death From Above)" in text
    assert "Test Mech (r1) loses 2 armor coming down" in text


@pytest.mark.rule("AS-MOV-042")
def test_what_is_destroyed_at_once_does_not_wait_for_the_end_phase() -> None:
    helicopter = {"type": "CV", "move": '10"v', "armor": 0, "structure": 1}
    pond = {"kind": "water", "depth": 1, "rect": [15, 12, 20, 20]}
    fight = battle(
        unit("r1", (20, 10), state={"elevation": 1}, **helicopter),
        unit("b1", (60, 40)),
        terrain=[pond],
        phase="movement",
    )
    text = told(fight, fight.do(commands.Move("r1", ((20.0, 14.0),), elevation=0)))
    assert "loses 1 structure in the crash" in text
    assert "is destroyed: its structure is gone" in text
    assert "End Phase" not in text


@pytest.mark.rule("AS-DMG-057", "AS-MOV-038")
def test_submarines_move_under_water_and_sink_to_the_bottom() -> None:
    lake = {"kind": "water", "depth": 4, "rect": [0, 0, 72, 48]}
    diver = {"type": "CV", "move": '8"s', "armor": 9, "structure": 5, "damage": "0/0/0", "specials": ["TOR2/2/2"]}
    fight = battle(
        unit("r1", (20, 10), state={"elevation": -1}, **diver),
        unit("b1", (20, 20), 180, **diver),
        terrain=[lake],
        phase="movement",
        first="blue",
        dice=[5, 5, 3, 3, 6, 6, 3, 3, 6, 6, 1, 1],
    )
    dive = fight.do(commands.Move("b1", ((20.0, 17.0),), elevation=-2))
    assert 'moves under water 3" to (20, 17) at elevation -2"' in told(fight, dive)
    move(fight, "r1", (20.0, 12.0))
    end(fight)
    attack(fight, "r1", "b1", using="TOR")
    assert "Test Mech (b1) sinks to the bottom" in told(fight, end(fight))


# -- what goes with a blow ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-083")
@pytest.mark.parametrize("more", [{"spotter": "r2"}, {"using": "IF"}])
def test_a_blow_takes_no_spotter_and_fires_nothing(more: dict[str, Any]) -> None:
    """A spotter would let it strike what it does not see."""
    red = (unit("r1", (10, 10), specials=["IF2"]), unit("r2", (14, 10)))
    fight = battle(*red, unit("b1", (10, 12), 180), dice=[1, 1])
    assert refusal(fight, commands.Attack("r1", "b1", "physical", **more)).code == "not_fired"
    attack(fight, "r1", "b1", kind="physical")


@pytest.mark.rule("AS-COM-093")
def test_a_charge_at_what_is_no_longer_there_is_previewed_as_lost() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 11.25), 180))
    striker = fight.units["r1"]
    striker.declared, striker.inches, striker.moved = ("charge", "b1"), 6.0, "ground"
    assert seen(fight, "r1", "b1", "charge").hit_probability > 0
    fight.units["b1"].y = 14.0
    gone = preview_attack(fight, commands.Attack("r1", "b1", "charge"))
    assert (gone.hit_probability, gone.expected_damage) == (0.0, 0.0)
    assert gone.outcomes is not None
    assert gone.outcomes.miss == 1.0


# -- commands from programs -----------------------------------------------------------------------------------

NAN, INF = float("nan"), float("inf")


@pytest.mark.rule("AS-MOV-001", "AS-MOV-005", "AS-MOV-040")
@pytest.mark.parametrize(
    "more",
    [
        {"path": ((NAN, 12.0),)},
        {"path": ((INF, 12.0),)},
        {"facing": NAN},
        {"facing": INF},
        {"elevation": INF},
        {"cruise": NAN},
    ],
)
def test_numbers_that_are_none_are_refused(more: dict[str, Any]) -> None:
    """Scripts and the server read finite numbers only; a program may come with anything."""
    fight = battle(unit("r1", (20, 10), type="CV", move='8"v'), unit("b1", (20, 40)), phase="movement")
    order = commands.Move("r1", **{"path": ((20.0, 12.0),), **more})
    assert refusal(fight, order).code == "malformed"


@pytest.mark.rule("AS-INT-056")
@pytest.mark.parametrize(("at", "facing"), [((20.0, 5.0), NAN), ((NAN, 5.0), 0.0), ((20.0, INF), 0.0)])
def test_nobody_deploys_nowhere(at: tuple[float, float], facing: float) -> None:
    fight = battle(unit("r1"), unit("b1"), phase="deployment")
    side = fight.state.to_act
    assert refusal(fight, commands.Deploy("r1" if side == "red" else "b1", at, facing)) is not None


@pytest.mark.rule("AS-COM-093")
def test_a_charge_does_not_end_in_a_bay() -> None:
    bay = {"type": "SV", "size": 4, "move": '6"t', "specials": ["MT2", "LG"]}
    carrier, target = unit("r2", (18.75, 11.63), **bay), unit("b1", (20, 10), 180, state={"moved": "standstill"})
    fight = battle(unit("r1", (18.75, 6)), carrier, target, phase="movement")
    way = ((18.75, 10.0),)
    assert check_move(fight, commands.Move("r1", way, board="r2")).legal
    assert check_move(fight, commands.Move("r1", way, charge="b1")).legal
    assert refusal(fight, commands.Move("r1", way, board="r2", charge="b1")).rule == "AS-COM-093"


@pytest.mark.rule("AS-SPC-025", "AS-SPC-026")
@pytest.mark.parametrize("engine", ["EE", "FC"])
def test_a_submarine_that_needs_air_stays_on_the_surface(engine: str) -> None:
    lake = {"kind": "water", "depth": 4, "rect": [0, 0, 72, 48]}

    def dives(to: float, *specials: str) -> str | None:
        diver = unit("r1", (20, 10), type="CV", move='8"s', specials=list(specials))
        fight = battle(diver, unit("b1", (60, 40), type="CV", move='8"n'), terrain=[lake], phase="movement")
        reason = check_move(fight, commands.Move("r1", ((20.0, 12.0),), elevation=to)).reason
        return reason.message if reason is not None else None

    assert dives(0.0, engine) is None
    assert (dives(-1.0, engine) or "").endswith("without SEAL; it may stay on the surface")
    assert dives(-1.0, engine, "SEAL") is None
    assert dives(-1.0) is None
