"""Minefields (pp. 168-169): what sets them off, what they do, what lies hidden, what is set off by command."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.electronics import covers, hostile_fields
from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.options.fire_and_smoke.scorching import scorched
from lancemate.alphastrike.options.minefields.fields import (
    ACTIVE,
    field_named,
    fields_of,
    fields_under,
    lay_mines,
    thin_out,
)
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.duel import ELEMENTALS, FOOT, TANK, VTOL
from rules.table import battle, end, move, refusal, unit

MINED = ("minefields",)
HOVER: dict[str, Any] = {**TANK, "move": '10"h'}
WIGE: dict[str, Any] = {**TANK, "move": '12"g'}
JUMPER: dict[str, Any] = {"move": '8"j'}
PILOT = (6, 1, 2, 1)


def field(density: int = 3, at: tuple[float, float] = (20, 20), **more: Any) -> dict[str, Any]:
    return {"id": "m1", "kind": "minefield", "density": density, "type": "conventional", "circle": [*at, 1], **more}


def wide(density: int = 3, **more: Any) -> dict[str, Any]:
    """Room enough for several."""
    return field(density, circle=[20, 20, 2], **more)


def walk(*more: Any, dice: Any, mines: Any = None, way: Any = ((20, 18),), options: Any = MINED, **keys: Any) -> Battle:
    """r1 walks north from (20, 14) towards a field around (20, 20)."""
    card = {key: keys.pop(key) for key in list(keys) if key not in ("mode", "elevation", "cruise", "facing")}
    fight = battle(
        unit("r1", (20, 14), **{"armor": 9, **card}),
        unit("b9", (60, 40)),
        *more,
        terrain=[mines or field()],
        phase="movement",
        options=options,
        dice=(*dice, *PILOT * 4),
    )
    if way is not None:
        fight.do(commands.Move("r1", tuple(way), **keys))
    return fight


def told(fight: Battle, kind: str) -> list[Any]:
    return [event for event in fight.journal.events if event.type == kind]


# -- what sets them off -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-482", "AS-MOV-073")
def test_a_rider_whom_the_mines_have_killed_gets_off_nowhere() -> None:
    squad = {"type": "BA", "size": 1, "move": '4"', "armor": 0, "structure": 2, "specials": ["CAR4", "MEC"]}
    rider = unit("r2", None, state={"aboard": "r1", "riding": True}, **squad)
    fight = walk(rider, way=None, dice=(4, 3), specials=["OMNI"])
    fight.do(commands.Move("r1", ((20, 18), (20, 21)), unload=(commands.Unload("r2", (20, 22.25)),)))
    assert fight.units["r1"].at == (20, 21)
    assert (fight.units["r2"].destroyed, fight.units["r2"].place) == (True, "gone")


@pytest.mark.rule("AS-OPT-481")
def test_who_comes_into_a_field_rolls_for_it_at_once() -> None:
    fight = walk(way=((20, 18), (20, 21)), dice=(4, 3))
    (roll,) = told(fight, "mines_tested")
    assert (roll.target_number, roll.roll, roll.goes_off) == (7, (4, 3), True)
    assert fight.state.phase == "movement"
    assert fight.units["r1"].armor == 6
    assert fight.units["r1"].at == (20, 21)  # it goes on afterwards
    harmless = walk(way=((20, 18), (20, 21)), dice=(4, 2))
    assert harmless.units["r1"].armor == 9
    assert field_named(harmless, "m1").density == 3


@pytest.mark.rule("AS-OPT-481")
def test_who_stands_beside_or_leaves_rolls_for_nothing() -> None:
    beside = walk(way=((20, 18.9),), dice=())
    assert not told(beside, "mines_tested")
    inside = battle(
        unit("r1", (20, 20)), unit("b9", (60, 40)), terrain=[field()], phase="movement", options=MINED, dice=PILOT
    )
    move(inside, "r1", (20, 26))
    assert not told(inside, "mines_tested")


@pytest.mark.rule("AS-OPT-481")
def test_a_field_may_be_set_off_more_than_once_in_a_turn() -> None:
    fight = walk(unit("r2", (26, 20), armor=9), mines=wide(), way=((20, 18.5),), dice=(6, 6, 6, 6))
    move(fight, "r2", (21, 20.0))
    assert [event.density for event in told(fight, "mines_went_off")] == [3, 2]
    assert fight.units["r1"].armor == 9 - 3 - 2
    assert fight.units["r2"].armor == 9 - 2


@pytest.mark.rule("AS-OPT-482")
@pytest.mark.parametrize(("density", "needs"), [(5, 5), (4, 6), (3, 7), (2, 8), (1, 9)])
def test_the_denser_the_likelier_and_the_worse(density: int, needs: int) -> None:
    fight = walk(mines=field(density), way=((20, 21),), dice=(6, 6))
    assert told(fight, "mines_tested")[0].target_number == needs
    assert fight.units["r1"].armor == 9 - density


@pytest.mark.rule("AS-OPT-483")
def test_every_explosion_thins_them_out() -> None:
    fight = walk(mines=field(2), way=((20, 21),), dice=(6, 6))
    assert field_named(fight, "m1").density == 1
    assert show_state(fight)["areas"][0]["density"] == 1
    last = walk(mines=field(1), way=((20, 21),), dice=(6, 6))
    assert field_named(last, "m1") is None
    assert show_state(last)["areas"] == []
    assert load(save(last)).hash() == last.hash()


@pytest.mark.rule("AS-OPT-480")
def test_everybody_in_the_field_is_struck_and_nobody_else() -> None:
    inside, outside = unit("b1", (20, 20.8), armor=9, **FOOT), unit("b2", (22.5, 20), armor=9)
    fight = walk(inside, outside, way=((20, 18.9), (20, 19.2)), dice=(6, 6))
    assert [event.target for event in told(fight, "hit")] == ["r1", "b1"]
    assert fight.units["b1"].armor == 6
    assert fight.units["b2"].armor == 9


@pytest.mark.rule("AS-OPT-480")
def test_two_inches_above_the_ground_nothing_happens() -> None:
    high = {**VTOL, "state": {"airborne": True, "elevation": 2}}
    assert not told(walk(way=((20, 22),), dice=(), **high), "mines_tested")
    low = {**VTOL, "state": {"airborne": True, "elevation": 1}}
    assert told(walk(way=((20, 22),), dice=(6, 6, 1, 1), **low), "mines_tested")
    over = unit("b1", (20, 21.5), armor=9, **high)
    fight = walk(over, mines=wide(), way=((20, 18.5),), dice=(6, 6))
    assert fight.units["b1"].armor == 9


@pytest.mark.rule("AS-OPT-489")
@pytest.mark.parametrize(
    ("card", "less"),
    [(FOOT, -1), ({**ELEMENTALS, "move": '6"f'}, -1), (HOVER, -2), (WIGE, -2), (TANK, 0), ({}, 0)],
)
def test_light_feet(card: dict[str, Any], less: int) -> None:
    up = {"state": {"airborne": True, "elevation": 1}} if card is WIGE else {}
    start = walk(way=None, dice=(4, 4), mines=field(4, (20, 16)), **card, **up)
    start.do(commands.Move("r1", ((20, 17.9),), elevation=None))
    (roll,) = told(start, "mines_tested")
    assert sum(part.value for part in roll.modifiers) == less
    assert roll.goes_off == (8 + less >= 6)


@pytest.mark.rule("AS-OPT-489")
def test_a_hovercraft_glides_over_with_a_seven() -> None:
    fight = walk(mines=field(4), way=((20, 21),), dice=(4, 3), **HOVER)
    assert not told(fight, "mines_tested")[0].goes_off


@pytest.mark.rule("AS-OPT-488")
def test_active_mines_feel_who_jumps_over_them() -> None:
    fight = walk(mines=field(4, type="active"), way=((20, 22),), mode="jump", dice=(5, 4), **JUMPER)
    (roll,) = told(fight, "mines_tested")
    assert sum(part.value for part in roll.modifiers) == -3
    assert roll.goes_off
    assert fight.units["r1"].armor == 5
    assert any("jumps over" in line.text for line in story(fight, fight.journal.events))
    for kind, height in (("conventional", {}), ("active", {**VTOL, "state": {"airborne": True, "elevation": 3}})):
        mode = {} if height else {"mode": "jump"}
        calm = walk(mines=field(4, type=kind), way=((20, 22),), dice=(), **(height or JUMPER), **mode)
        assert not told(calm, "mines_tested")


@pytest.mark.rule("AS-OPT-488")
def test_who_comes_down_among_active_mines_has_come_into_the_field() -> None:
    fight = walk(mines=field(4, type="active"), way=((20, 20),), mode="jump", dice=(3, 3), **JUMPER)
    (roll,) = told(fight, "mines_tested")
    assert roll.modifiers == ()
    assert roll.goes_off
    on_foot = walk(mines=field(4, type="active"), way=((20, 21),), dice=(3, 3))
    assert told(on_foot, "mines_tested")[0].goes_off


@pytest.mark.rule("AS-OPT-481")
def test_who_gets_off_into_a_field_has_come_into_it() -> None:
    carrier = {**TANK, "specials": ["IT4"]}
    passenger = unit("r2", None, state={"aboard": "r1"}, **FOOT, armor=6, specials=["CAR2"])
    fight = walk(passenger, way=None, mines=field(3, (20, 16.5)), dice=(6, 6), **carrier)
    fight.do(commands.Move("r1", ((20, 15),), unload=(commands.Unload("r2", (20, 16.25)),)))
    assert fight.units["r2"].armor == 3


@pytest.mark.rule("AS-OPT-481")
def test_what_a_way_through_known_mines_may_cost() -> None:
    fight = walk(way=None, dice=())
    through = check_move(fight, commands.Move("r1", ((20, 21),))).danger
    assert through == pytest.approx(3 * 21 / 36)
    assert check_move(fight, commands.Move("r1", ((20, 18),))).danger == 0.0
    jumper = walk(way=None, dice=(), mines=field(4, type="active"), **JUMPER)
    over = check_move(jumper, commands.Move("r1", ((20, 22),), "jump")).danger
    assert over == pytest.approx(4 * 10 / 36)
    pulse = walk(way=None, dice=(), mines=field(4, type="emp"))
    assert check_move(pulse, commands.Move("r1", ((20, 21),))).danger == pytest.approx(2 * 26 / 36)


# -- what they do -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-490")
def test_a_pulse_dazzles_once() -> None:
    platoon = unit("b1", (20, 21.5), armor=3, **FOOT)
    tank = unit("b2", (21.5, 20.0), armor=3, **TANK)
    fight = walk(platoon, tank, mines=wide(4, type="emp"), way=((20, 18.5),), dice=(6, 6, 1, 1))
    assert field_named(fight, "m1") is None
    assert fight.units["r1"].armor == 9
    assert fight.units["r1"].heat_taken == 1
    assert fight.units["b1"].armor == 2
    assert fight.units["b2"].armor == 2

    def spoiled(name: str, at: str) -> int:
        parts = preview_attack(fight, commands.Attack(name, at)).modifiers
        return sum(part.value for part in parts if part.rule == "AS-OPT-490")

    assert [spoiled("r1", "b2"), spoiled("b1", "r1"), spoiled("b2", "r1"), spoiled("b9", "r1")] == [2, 0, 2, 0]
    for turn, more in ((2, 2), (3, 2), (4, 0)):
        fight.state.turn = turn
        assert spoiled("r1", "b2") == more


@pytest.mark.rule("AS-OPT-490")
def test_a_pulse_jams_everybody_till_the_turn_ends() -> None:
    near = unit("b1", (22.5, 20), armor=9)
    fight = walk(near, mines=field(1, type="emp"), way=((20, 21),), dice=(6, 6))
    for side in ("red", "blue"):
        fields = hostile_fields(fight, side)
        assert any(covers(fight, one, fight.units["b1"]) for one in fields)
        assert not any(covers(fight, one, fight.units["b9"]) for one in fields)
    while fight.state.turn == 1:
        end(fight)
    assert hostile_fields(fight, "red") == ()


@pytest.mark.rule("AS-OPT-490")
def test_three_suites_against_the_pulse() -> None:
    for suites, jammed in ((2, True), (3, False)):
        ecm = [unit(f"b{n}", (20 + 3 * n, 24), specials=["ECM"]) for n in range(suites)]
        fight = walk(*ecm, mines=field(1, type="emp"), way=((20, 21),), dice=(6, 6), options=("minefields", "ecm_eccm"))
        stray = [one for one in hostile_fields(fight, "blue") if not one.owner]
        assert covers(fight, stray[0], fight.units["r1"]) == jammed


@pytest.mark.rule("AS-OPT-491")
def test_inferno_mines_heat_or_hurt() -> None:
    tank = unit("b1", (20, 20.8), armor=9, **TANK)
    fight = walk(tank, mines=field(3, type="inferno"), way=((20, 18.9), (20, 19.2)), dice=(6, 6, 1, 1))
    assert fight.units["r1"].armor == 9
    assert fight.units["r1"].heat_taken == 2
    assert fight.units["b1"].armor == 6
    assert field_named(fight, "m1").density == 2
    proof = walk(mines=field(3, type="inferno"), way=((20, 21),), dice=(6, 6), specials=["FR"], options=MINED)
    assert proof.units["r1"].heat_taken == 0


@pytest.mark.rule("AS-OPT-491")
def test_inferno_mines_leave_the_field_burning() -> None:
    both = ("minefields", "fire_and_smoke")
    fight = walk(mines=field(3, type="inferno"), way=((20, 21),), dice=(6, 6), options=both)
    assert [area["kind"] for area in show_state(fight)["areas"]] == ["minefield", "fire"]


@pytest.mark.rule("AS-OPT-446")
def test_who_walks_on_has_been_in_the_fire_that_broke_out_beneath() -> None:
    both = ("minefields", "fire_and_smoke")
    fight = walk(mines=field(3, type="inferno"), way=((20, 22),), dice=(6, 6), options=both)
    assert fight.units["r1"].at == (20, 22)
    assert scorched.of(fight.units["r1"])
    assert not scorched.of(fight.units["b9"])
    proof = walk(mines=field(3, type="inferno"), way=((20, 22),), dice=(6, 6), specials=["FR"], options=both)
    assert not scorched.of(proof.units["r1"])


# -- what lies hidden -------------------------------------------------------------------------------------------


def position(**more: Any) -> dict[str, Any]:
    looks = {"name": "Wolf", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2"}
    card = {**looks, "armor": 9, "structure": 5}
    mine: dict[str, Any] = {"id": "m1", "kind": "minefield", "density": 3, "circle": [20, 20, 1], **more}
    return {
        "options": ["minefields"],
        "terrain": [{"id": "wood", "kind": "woods", "rect": [50, 10, 4, 4]}, mine],
        "sides": [
            {"name": "red", "home": "south", "units": [{"id": "r1", "card": card, "at": [20, 14]}]},
            {"name": "blue", "home": "north", "units": [{"id": "b1", "card": card, "at": [20, 30], "facing": 180}]},
        ],
        "start": {"turn": 1, "phase": "movement", "first": "red"},
    }


@pytest.mark.rule("AS-OPT-486")
def test_hidden_mines_are_known_to_their_own_side_until_somebody_steps_in() -> None:
    data = {**position(hidden=True, side="blue"), "dice": [1, 2, *PILOT], "commands": []}
    fight = run_script(script_from_data(data)).battle
    assert [one.id for one in fields_of(known_to(fight, "blue"))] == ["m1"]
    assert show_state(fight)["areas"][0]["type"] == "conventional"
    for side in ("red", None):
        known = known_to(fight, side)
        assert list(fields_of(known)) == []
        assert known.setup.hidden_terrain == ()
        assert "m1" not in str(fight.view(side))
        assert "m1" not in str(list(events_for(fight, side, fight.journal.events)))
    assert any("has hidden m1" in line.text for line in story(fight, events_for(fight, "blue", fight.journal.events)))
    again = load(save(fight))
    assert again.hash() == fight.hash()
    assert again.setup == fight.setup
    events = fight.do(commands.Move("r1", ((20, 21),)))
    assert [event.type for event in events_for(fight, "red", events)][:2] == ["area_found", "mines_tested"]
    assert [one.hidden for one in fields_of(known_to(fight, "red"))] == [False]
    assert "areas_hidden" not in known_to(fight, "red").state.notes


@pytest.mark.rule("AS-OPT-486")
def test_worlds_with_and_without_hidden_mines_look_the_same() -> None:
    def red_sees(hidden: bool) -> list[Any]:
        data = position(hidden=True, side="blue", command=True)
        data["terrain"] = data["terrain"][: 2 if hidden else 1]
        fight = run_script(script_from_data({**data, "seed": 3, "commands": []})).battle
        lay_mines(fight, (40, 40), 2, "AS-OPT-480")
        events = [*fight.journal.events, *fight.do(commands.Move("r1", ((20, 21),)))]
        seen = [str(event) for event in events_for(fight, "red", events)]
        asked = known_to(fight, "red")
        return [seen, str(fight.view("red")), [str(one) for one in offers(asked, "red")]]

    assert red_sees(True) == red_sees(False)


@pytest.mark.rule("AS-OPT-480")
def test_what_a_script_may_not_say_of_mines() -> None:
    for more, key in (
        ({"density": 6}, "terrain.1.density"),
        ({"type": "vibrabomb"}, "terrain.1.type"),
        ({"hidden": True}, "terrain.1"),
        ({"side": "green"}, "terrain.1.side"),
    ):
        with pytest.raises(InputError) as caught:
            script_from_data({**position(**more), "commands": []})
        assert caught.value.key == key
    with pytest.raises(InputError, match="minefields"):
        script_from_data({**position(), "options": [], "commands": []})


# -- by command -------------------------------------------------------------------------------------------------


def trap(*more: Any, dice: Any = (), **keys: Any) -> Battle:
    """Blue has walked into red's mines."""
    mines = field(3, command=True, side="red", **keys)
    return battle(
        unit("r1", (20, 10)),
        unit("r2", (10, 10)),
        unit("b1", (20, 20), 180, armor=9),
        *more,
        terrain=[mines],
        phase="movement",
        options=(*MINED, "optional_abilities"),
        dice=(*dice, *PILOT * 3),
    )


@pytest.mark.rule("AS-OPT-492")
def test_a_friend_who_has_moved_and_sees_the_field_sets_it_off() -> None:
    fight = trap(unit("b2", (23, 11), specials=["ECM"]))
    assert refusal(fight, commands.Act("r1", "detonate", "m1")).rule == "AS-OPT-492"
    move(fight, "r1", (20, 12))
    assert fight.state.to_act == "blue"
    offered = [one.command for one in offers(fight, "red")]
    assert commands.Act("r1", "detonate", "m1") in offered
    assert commands.Act("r2", "detonate", "m1") not in offered
    fight.do(commands.Act("r1", "detonate", "m1"))
    assert fight.units["b1"].armor == 6
    assert field_named(fight, "m1").density == 2
    assert "has set off" in refusal(fight, commands.Act("r1", "detonate", "m1")).message
    assert refusal(fight, commands.Act("b1", "detonate", "m1")).rule == "AS-OPT-492"
    assert refusal(fight, commands.Act("r1", "detonate", "m2")).rule == "AS-OPT-492"


@pytest.mark.rule("AS-OPT-492")
def test_nobody_sets_it_off_by_walking_in() -> None:
    fight = walk(mines=field(5, command=True, side="red"), way=((20, 21),), dice=())
    assert not told(fight, "mines_tested")


@pytest.mark.rule("AS-OPT-492")
def test_who_does_not_see_it_or_is_shut_down_or_too_late_does_not() -> None:
    fight = trap()
    wall = {"id": "hall", "kind": "building", "height": 8, "cf": 50, "rect": [18, 13, 4, 3]}
    blind = battle(
        unit("r1", (20, 10)),
        unit("b1", (20, 20), armor=9),
        terrain=[field(command=True, side="red"), wall],
        phase="movement",
        options=MINED,
    )
    move(blind, "r1", (20, 10.5))
    assert "see" in refusal(blind, commands.Act("r1", "detonate", "m1")).message
    move(fight, "r1", (20, 12))
    fight.units["r1"].shutdown = True
    assert "not active" in refusal(fight, commands.Act("r1", "detonate", "m1")).message
    fight.units["r1"].shutdown = False
    while fight.state.phase != "combat":
        end(fight)
    late = fight.clone()
    fight.do(commands.Act("r1", "detonate", "m1"))
    assert fight.units["b1"].armor == 6
    late.units["b1"].attacks = ("weapon",)
    assert "before anybody attacks" in refusal(late, commands.Act("r1", "detonate", "m1")).message


@pytest.mark.rule("AS-OPT-492", "AS-OPT-490")
def test_a_pulse_by_command_comes_once() -> None:
    fight = trap(type="emp")
    move(fight, "r1", (20, 12))
    fight.do(commands.Act("r1", "detonate", "m1"))
    assert field_named(fight, "m1") is None
    assert fight.units["b1"].heat_taken == 1


@pytest.mark.rule("AS-OPT-492")
def test_a_booby_trap_still_goes_by_its_own_rule() -> None:
    fight = battle(
        unit("r1", (20, 10), specials=["BT"]), unit("b1", (40, 40)), options=(*MINED, "optional_abilities"), dice=PILOT
    )
    fight.do(commands.Act("r1", "detonate", "BT"))
    assert fight.units["r1"].doomed


# -- laying them in play ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-480")
def test_mines_laid_in_play() -> None:
    fight = trap()
    name = lay_mines(fight, (40, 20), 7, "AS-OPT-480", ACTIVE)
    one = field_named(fight, name)
    assert (name, one.density, one.type, one.hidden, one.side) == ("minefield2", 5, "active", False, None)
    assert [found.id for found in fields_under(fight, (41.5, 20), 1.0)] == [name]
    assert fields_under(fight, (43, 20), 0.9) == []
    assert thin_out(fight, name, 3, "AS-OPT-480") == 2
    assert thin_out(fight, name, 3, "AS-OPT-480") == 0
    assert field_named(fight, name) is None


@pytest.mark.rule("AS-OPT-481")
def test_whom_mines_slow_down_goes_as_far_as_is_left() -> None:
    """Mines work at once (p. 168): a tank that loses 2 inches of its Move on the way has them no more."""
    driven = walk(dice=(4, 3, 5, 4), way=((20, 22),), type="CV", move='8"t', size=2, tmm=1)
    assert driven.units["r1"].at == pytest.approx((20, 20))
    sprinted = walk(dice=(4, 3, 5, 4), way=((20, 26),), type="CV", move='8"t', size=2, tmm=1, mode="sprint")
    assert sprinted.units["r1"].at == pytest.approx((20, 23))
    whole = walk(dice=(4, 3, 5, 4), way=((20, 19.5),), type="CV", move='8"t', size=2, tmm=1)
    assert whole.units["r1"].at == (20, 19.5)
