"""Boarding and capture of buildings (pp. 138-139): in without a grapple, the fight inside, who holds it then."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, move, refusal, unit

ON = ("advanced_buildings",)
FORT: dict[str, Any] = {
    **{"id": "fort", "kind": "building", "height": 4, "cf": 15, "rect": [30, 20, 4, 4], "side": "red"},
    "weapons": [{"id": "gun1", "mount": "roof", "damage": "1/1/1"}],
}
SQUAD: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/2/0", "armor": 2, "structure": 2}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/0", "armor": 2, "structure": 1}
WHEELS: dict[str, Any] = {**FOOT, "move": '6"w'}
APC: dict[str, Any] = {"type": "CV", "size": 2, "move": '10"h', "damage": "1/1/0", "specials": ["IT8"]}
BESIDE = (32, 24.625)  # north of the fort


def siege(
    *more: Any, dice: Any = None, armor: int = 0, first: str = "blue", phase: str = "combat", **fort: Any
) -> Battle:
    """Blue's squad b1 stands at the north wall of red's fort."""
    house = {**FORT, **({"armor": armor} if armor else {}), **fort}
    own = (unit("r9", (5, 5)), unit("b1", BESIDE, 180, skill=3, **SQUAD), unit("b9", (60, 40)))
    return battle(*own, *more, terrain=[house], options=ON, dice=dice, first=first, phase=phase)


def shown(fight: Battle, name: str) -> dict[str, Any]:
    state: Any = show_state(fight)["units"]
    return state[name]


def holder(fight: Battle) -> Any:
    held: Any = show_state(fight)["terrain_held"]
    return held["fort"]


def board(fight: Battle, name: str = "b1") -> list[Any]:
    return fight.do(orders.Act(name, "board", "fort"))


# -- coming in ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-030")
def test_infantry_at_the_wall_goes_in_without_a_grapple() -> None:
    fight = siege()
    board(fight)
    assert (shown(fight, "b1")["boarding"], shown(fight, "b1")["place"]) == ("fort", "aboard")
    assert not fight.journal.dice
    assert fight.units["fort"].card.specials.value("CRW") == 3  # CF 15


@pytest.mark.rule("AS-OPT-030")
def test_who_may_board_a_building() -> None:
    fight = siege(unit("b2", (40, 40), **FOOT), unit("b3", (30, 24.625), **WHEELS), unit("b4", (34, 24.9)))
    assert refusal(fight, orders.Act("b2", "board", "fort")).code == "not_in_contact"
    assert refusal(fight, orders.Act("b3", "board", "fort")).rule == "AS-BAT-142"
    assert refusal(fight, orders.Act("b4", "board", "fort")).rule == "AS-BAT-142"
    assert refusal(fight, orders.Act("b1", "board", "moon")).rule == "AS-BAT-143"


@pytest.mark.rule("AS-OPT-030")
def test_passengers_go_in_from_a_transport_at_the_wall() -> None:
    fight = siege(
        unit("bapc", (34.625, 22), **APC), unit("b2", state={"aboard": "bapc"}, **{**FOOT, "specials": ["CAR3"]})
    )
    board(fight, "b2")
    assert shown(fight, "b2")["boarding"] == "fort"


@pytest.mark.rule("AS-OPT-030")
def test_a_building_that_belongs_to_nobody_is_not_boarded() -> None:
    house = {key: value for key, value in FORT.items() if key not in ("side", "weapons")}
    fight = battle(unit("r9", (5, 5)), unit("b1", BESIDE, **SQUAD), terrain=[house], options=ON, first="blue")
    assert refusal(fight, orders.Act("b1", "board", "fort")).rule == "AS-BAT-143"


@pytest.mark.rule("AS-OPT-030")
def test_a_unit_must_not_be_called_like_a_building_that_is_held() -> None:
    with pytest.raises(InputError, match="fort"):
        siege(unit("fort", (50, 10)))


# -- the fight ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-030")
def test_its_own_infantry_inside_defends_it() -> None:
    fight = siege(unit("r1", (32, 22), skill=4, **FOOT), dice=(2, 1))
    board(fight)
    assert shown(fight, "r1")["place"] == "aboard"
    shot = preview_attack(fight, orders.Attack("b1", "r1"))
    assert (shot.legal, shot.target_number) == (True, 3)  # Skill alone
    attack(fight, "b1", "r1", kind="weapon")
    end(fight)
    answer = preview_attack(fight, orders.Attack("r1", "b1"))
    assert (answer.legal, answer.target_number) == (True, 5)  # battle armor is a small target


@pytest.mark.rule("AS-OPT-030")
def test_people_take_up_arms_and_leave_the_guns() -> None:
    fight = siege()
    board(fight)
    end(fight)
    assert preview_attack(fight, orders.Attack("gun1", "b9")).legal
    assert any(one.command == orders.Act("fort", "raise_crew") for one in offers(fight, "red"))
    fight.do(orders.Act("fort", "raise_crew"))
    assert {"fort/crew1", "fort/crew2", "fort/crew3"} <= set(fight.units)
    assert refusal(fight, orders.Attack("gun1", "b9")).rule == "AS-OPT-030"
    end(fight)
    assert holder(fight) == "red"


@pytest.mark.rule("AS-OPT-030")
def test_automatic_guns_go_on_firing() -> None:
    fight = siege(automated=True)
    board(fight)
    end(fight)
    fight.do(orders.Act("fort", "raise_crew"))
    assert preview_attack(fight, orders.Attack("gun1", "b9")).legal


@pytest.mark.rule("AS-OPT-030")
def test_boarders_wreck_the_building_behind_its_armor() -> None:
    fight = siege(armor=5)
    board(fight)
    made = attack(fight, "b1", "fort")
    assert (made.kind, made.hit, made.damage, made.at_terrain) == ("sabotage", True, 2, True)
    state: Any = show_state(fight)
    assert state["terrain_damage"] == {"fort": 2}
    assert state["terrain_armor"]["fort"]["north"] == 5


@pytest.mark.rule("AS-OPT-030")
def test_whoever_fights_in_it_goes_down_with_it() -> None:
    fight = siege(cf=2)
    board(fight)
    attack(fight, "b1", "fort")
    end(fight, 2)
    assert shown(fight, "b1")["destroyed"]
    assert fight.units["gun1"].destroyed


# -- what becomes of it ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-030")
def test_a_building_that_nobody_defends_falls_and_its_guns_change_sides() -> None:
    fight = siege()
    board(fight)
    end(fight, 2)
    assert holder(fight) == "blue"
    gun = fight.units["gun1"]
    assert (gun.side, gun.skill) == ("blue", 5)  # the best of the boarders, and 2
    one = fight.units["b1"]
    assert one.place == "table"
    assert 30 <= one.x <= 34
    assert 20 <= one.y <= 24
    assert one.elevation == 0
    assert not fight.units["fort"].in_play


@pytest.mark.rule("AS-OPT-030")
def test_boarders_who_are_beaten_leave_all_as_it_was() -> None:
    fight = siege(
        unit("r1", (32, 22), skill=4, **{**FOOT, "damage": "4/4/0"}),
        unit("r2", (31, 21), **FOOT),
        dice=(6, 5, 6, 5, 3, 2),
    )
    board(fight)
    end(fight)
    attack(fight, "r1", "b1")
    end(fight)
    assert holder(fight) == "red"
    assert shown(fight, "b1")["destroyed"]
    assert {fight.units[name].place for name in ("r1", "r2")} == {"table"}
    assert not fight.units["fort"].in_play


@pytest.mark.rule("AS-OPT-030")
def test_a_building_that_was_taken_is_taken_back() -> None:
    fight = siege(unit("r1", (34.625, 22), **SQUAD))
    board(fight)
    end(fight, 2)
    assert holder(fight) == "blue"
    while fight.now.title != "Combat Phase" or fight.state.to_act != "red":
        end(fight)
    assert fight.units["b1"].on_table
    board(fight, "r1")
    assert shown(fight, "b1")["place"] == "aboard"
    assert shown(fight, "r1")["boarding"] == "fort"


@pytest.mark.rule("AS-OPT-030")
def test_friends_come_to_help_where_there_are_enemies() -> None:
    fight = siege(unit("r1", (34.625, 22), **FOOT))
    end(fight)
    assert refusal(fight, orders.Act("r1", "board", "fort")).code == "own_building"
    fight = siege(unit("r1", (34.625, 22), **FOOT))
    board(fight)
    end(fight)
    board(fight, "r1")
    assert (shown(fight, "r1")["place"], shown(fight, "r1")["boarding"]) == ("aboard", None)


# -- armored walls --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-033")
def test_infantry_that_walks_through_an_armored_wall_has_boarded() -> None:
    fight = siege(unit("b2", (32, 26), **FOOT), armor=3, phase="movement")
    move(fight, "b2", (32, 23))
    assert (shown(fight, "b2")["boarding"], shown(fight, "b2")["place"]) == ("fort", "aboard")


@pytest.mark.rule("AS-OPT-033")
def test_into_a_building_without_armor_one_just_walks() -> None:
    fight = siege(unit("b2", (32, 26), **FOOT), phase="movement")
    move(fight, "b2", (32, 23))
    assert (shown(fight, "b2")["boarding"], shown(fight, "b2")["place"]) == (None, "table")


@pytest.mark.rule("AS-OPT-033")
def test_only_who_could_board_a_ship_gets_through_an_armored_wall() -> None:
    for armor, rule in ((3, "AS-OPT-033"), (0, None)):
        fight = siege(unit("b2", (32, 26), **{**FOOT, "move": '8"t'}), armor=armor, phase="movement")
        if rule is not None:
            assert refusal(fight, orders.Move("b2", ((32, 23),))).rule == rule
        else:
            assert check_move(fight, orders.Move("b2", ((32, 23),))) is not None


# -- told and offered -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-030")
def test_every_step_is_offered_and_told() -> None:
    fight = siege()
    assert any(one.command == orders.Act("b1", "board", "fort") for one in offers(fight, "blue"))
    events = [*board(fight), *end(fight, 2)]
    for side in ("red", "blue", None):
        told = " ".join(line.text for line in story(fight, events_for(fight, side, events)))
        assert "building fort is captured" in told
        assert "gun1 of fort fires for blue" in told.lower()
    again = fight.clone()
    assert again.hash() == fight.hash()


@pytest.mark.rule("AS-OPT-030")
def test_who_goes_first_and_goes_in_has_made_its_move() -> None:
    """With Combat Intuition: there is nobody left to move before all others."""
    squad = replace(unit("b1", BESIDE, 180, skill=3, **SQUAD), abilities=("Combat Intuition",))
    fight = battle(
        *(unit("r9", (5, 5)), squad, unit("b9", (60, 40))),
        terrain=[FORT],
        options=ON,
        dice=[1, 2, 6, 6] * 4,
        phase="initiative",
    )
    fight.do(orders.Decide("blue", "b1"))
    board(fight)
    assert (fight.state.phase, fight.units["b1"].moved) == ("first_attack", "standstill")
    fight.do(orders.Pass("b1"))
    assert fight.state.phase == "movement"
