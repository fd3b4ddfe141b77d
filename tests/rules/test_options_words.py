"""The words of optional modules in battle scripts: each means what its page says, and what is wrong is told where."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.kernel.errors import InputError

CARD = {
    **{"name": "Test", "type": "BM", "size": 2, "tmm": 1, "move": '10"', "damage": "3/3/3"},
    **{"ov": 1, "armor": 6, "structure": 4},
}
FIGHTER = {"type": "AF", "move": "6a", "tmm": 0, "ov": 0, "threshold": 2, "damage": "2/2/0"}


def unit(name: str, at: Any, *specials: str, state: Any = None, says: Any = None, **card: Any) -> dict[str, Any]:
    place = {"at": list(at)} if at is not None else {}
    facing = 180 if name.startswith("b") else 0
    known = {"id": name, "card": {**CARD, **card, "specials": list(specials)}, "facing": facing, **place}
    return {**known, **(says or {}), **({"state": state} if state else {})}


def script(red: list[Any], blue: list[Any], *commands: Any, **more: Any) -> dict[str, Any]:
    start = {"turn": more.pop("turn", 1), "phase": more.pop("phase", "combat"), "first": more.pop("first", "red")}
    sides = [{"name": "red", "home": "south", "units": red}, {"name": "blue", "home": "north", "units": blue}]
    return {"sides": sides, "start": start, "commands": list(commands), **more}


def played(red: list[Any], blue: list[Any], *commands: Any, **more: Any) -> dict[str, Any]:
    return run_script(script_from_data(script(red, blue, *commands, **more))).to_data()


def wrong(red: list[Any], blue: list[Any], **more: Any) -> str:
    with pytest.raises(InputError) as error:
        played(red, blue, **more)
    return str(error.value)


def preview(**attack: Any) -> dict[str, Any]:
    return {"preview": {"attack": attack}}


PAIR = ([unit("r1", (10, 10))], [unit("b1", (10, 30))])


@pytest.mark.parametrize(
    ("option", "block"),
    [
        ("alternate_munitions", {"types": 2}),
        ("battlefield_intelligence", {"scouts": 0.5}),
        ("concealing_unit_data", {"blips": True}),
        ("external_cargo", {"items": []}),
        ("hidden_units", {"red": 2}),
    ],
)
def test_what_is_agreed_on_for_a_module_needs_the_module(option, block):
    told = wrong(*PAIR, settings={option: block})
    assert told == f"settings.{option}: {option} is a word of the option {option}, which is off"
    assert played(*PAIR, settings={option: block}, options=[option])["outcomes"] == []


# -- buildings --------------------------------------------------------------------------------------------------


def fort(*weapons: Any) -> list[dict[str, Any]]:
    walls = {"id": "fort", "kind": "building", "height": 4, "cf": 15, "rect": [30, 30, 4, 4]}
    return [{**walls, "side": "red", "weapons": list(weapons)}]


@pytest.mark.rule("AS-OPT-025")
def test_a_weapon_in_a_wall_is_no_higher_than_the_wall():
    gun = {"id": "gun", "mount": "north", "damage": "1/0/0"}
    told = wrong(*PAIR, terrain=fort({**gun, "height": 9}), options=["advanced_buildings"])
    assert told == "terrain.0.weapons.0.height: 9 is out of bounds; it must be between 0 and 4"
    done = played(*PAIR, terrain=fort({**gun, "height": 4}), options=["advanced_buildings"])
    assert done["state"]["units"]["gun"]["elevation"] == 4


@pytest.mark.rule("AS-OPT-020")
def test_a_weapon_has_a_name_of_its_own():
    guns = ({"id": "gun", "mount": "roof", "damage": "1/0/0"}, {"id": "r1", "mount": "roof", "damage": "1/0/0"})
    told = wrong(*PAIR, terrain=fort(*guns), options=["advanced_buildings"])
    assert told == "terrain.0.weapons.1.id: something else is called 'r1': choose another"
    twice = wrong(*PAIR, terrain=fort(guns[0], guns[0]), options=["advanced_buildings"])
    assert twice == "terrain.0.weapons.1.id: something else is called 'gun': choose another"


# -- munitions and artillery ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-150")
def test_missiles_at_the_ground_need_no_launcher_where_their_munition_tells():
    one = unit("r1", (10, 10), "LRM1/2/2", "SRM2/2", says={"munitions": {"LRM": "smoke", "SRM": "inferno"}})
    two = unit("r2", (14, 10), "LRM3/3/3", "SRM2/2", says={"munitions": {"LRM": "smoke", "SRM": "smoke"}})
    done = played(
        [one, two],
        [unit("b1", (40, 40))],
        {"attack": {"unit": "r1", "target": {"point": [10, 20]}, "ammo": "smoke"}},
        {"attack": {"unit": "r2", "target": {"point": [14, 20]}, "ammo": "smoke"}},
        {"attack": {"unit": "r2", "target": {"point": [14, 20]}, "ammo": {"LRM": "smoke"}}},
        options=["alternate_munitions", "optional_abilities"],
        dice=[6, 5, 6, 5],
    )
    assert [one["accepted"] for one in done["outcomes"]] == [True, False, True]
    assert done["outcomes"][1]["error"]["rule"] == "AS-OPT-150"
    assert [area["kind"] for area in done["state"]["areas"]] == ["light_smoke", "heavy_smoke"]


@pytest.mark.rule("AS-OPT-176")
@pytest.mark.parametrize("options", [["alternate_munitions"], ["alternate_munitions", "advanced_artillery"]])
def test_a_homing_round_needs_a_painted_target(options):
    gun = unit("r1", (10, 10), "ARTLT-1", says={"munitions": {"ART-LT": "copperhead"}})
    order = {"unit": "r1", "target": {"point": [10, 22]}, "kind": "artillery", "ammo": "copperhead"}
    sure = [*options, "optional_abilities"]
    plain = played([gun], [unit("b1", (10, 20))], {"attack": order}, options=sure)
    assert plain["outcomes"][0]["error"]["rule"] == "AS-OPT-176"
    lit = played([gun], [unit("b1", (10, 20), state={"painted": True})], preview(**order), options=sure)
    assert (lit["outcomes"][0]["preview"]["legal"], lit["outcomes"][0]["preview"]["target_number"]) == (True, 4)


@pytest.mark.rule("AS-OPT-193")
@pytest.mark.parametrize(("acquired", "number"), [(0, 11), (2, 9), (6, 7)])
def test_a_script_says_that_a_gun_has_been_found(acquired, number):
    theirs = unit("b9", None, "ARTLT-1", says={"offboard": {"edge": "north", "distance": 100}})
    theirs["state"] = {"acquired": acquired}
    ours = unit("r9", None, "ARTLT-1", says={"offboard": {"edge": "south", "distance": 20}})
    done = played(
        [PAIR[0][0], ours],
        [PAIR[1][0], theirs],
        preview(unit="r9", target="b9", kind="artillery"),
        options=["artillery_counter_battery", "optional_abilities", "advanced_artillery"],
    )
    told = done["outcomes"][0]["preview"]
    assert (told["legal"], told["target_number"], told["flight"]) == (True, number, 2)
    shown = done["state"]["units"]["b9"]
    assert shown["acquired"] == acquired
    again = played(*PAIR, options=["artillery_counter_battery"])
    assert again["state"]["units"]["b1"]["acquired"] is None


@pytest.mark.rule("AS-OPT-201")
@pytest.mark.parametrize("air", [(), ("aerospace",), ("aerospace_on_ground_map",)])
def test_flak_is_for_whatever_flies_over_the_table(air):
    gun = unit("r1", (10, 10), "ARTLT-1", says={"munitions": {"ART-LT": "cluster"}})
    order = {"unit": "r1", "target": "b1", "kind": "artillery"}
    done = played(
        [gun],
        [unit("b1", (20, 20), state={"airborne": True}, **FIGHTER)],
        preview(**order, ammo="cluster"),
        preview(**order),
        options=["artillery_flak", "alternate_munitions", "optional_abilities", *air],
    )
    flak, plain = (one["preview"] for one in done["outcomes"])
    assert (flak["legal"], flak["target_number"], flak["damage"]) == (True, 7, 2)
    assert plain["reason"]["rule"] == "AS-OPT-200"


# -- what one knows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-325")
@pytest.mark.parametrize("stuck", [False, True])
def test_an_unknown_move_keeps_nobody_in_place(stuck):
    theirs = unit("r1", (10, 10), state={"crits": {"mp": 4}} if stuck else {"heat": 1})
    report = run_script(
        script_from_data(script([theirs], [unit("b1", (10, 30))], options=["concealing_unit_data"], first="blue"))
    )
    seen = report.battle.view("blue")["units"]
    assert isinstance(seen, dict)
    assert seen["r1"]["status"] == (["active", "immobile"] if stuck else ["active"])
    asked = preview_attack(known_to(report.battle, "blue"), orders.Attack("b1", "r1"))
    assert asked.target_number == (2 if stuck else 6)


# -- crews ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-503")
def test_a_unit_that_a_script_has_routed_is_withdrawing():
    done = played([unit("r1", (10, 10), state={"routed": 8})], PAIR[1], options=["morale"])
    shown = done["state"]["units"]["r1"]
    assert (shown["routed"], shown["withdrawing"], shown["status"]) == (8, True, ["active", "withdrawing"])
    kept = played([unit("r1", (10, 10))], PAIR[1], options=["morale"])["state"]["units"]["r1"]
    assert (kept["routed"], kept["withdrawing"]) == (None, False)


@pytest.mark.rule("AS-OPT-504")
def test_the_roll_to_find_ones_nerve_again_names_its_rule():
    red = [unit("r1", (10, 10), state={"routed": 5}), unit("r2", (60, 40))]
    done = played(red, PAIR[1], {"end_phase": {}}, {"end_phase": {}}, options=["morale"], dice=[4, 4, 6, 1, 2, 1])
    roll = next(event for event in done["outcomes"][1]["events"] if event["type"] == "roll")
    assert (roll["rule"], roll["result"]) == ("AS-OPT-504", "it holds")
    assert done["state"]["units"]["r1"]["routed"] is None


@pytest.mark.rule("AS-OPT-373")
def test_a_crew_is_put_down_beside_its_machine_without_a_question():
    ends = ({"end_phase": {}}, {"end_phase": {}})
    done = played(
        *([unit("r1", (10, 10)), unit("r2", (10, 20))], PAIR[1]),
        *({"act": {"unit": "r1", "do": "eject"}}, *ends),
        options=["ejection"],
        seed=2,
    )
    state = done["state"]
    assert (state["turn"], state["phase"], state["decision"]) == (2, "movement", None)
    crew = state["units"]["r1-crew"]
    assert (crew["place"], crew["at"], crew["structure"]) == ("table", [10.0, 11.25], 1)
    assert state["units"]["r1"]["status"] == ["active", "immobile", "abandoned"]


# -- things and robots ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-411")
def test_things_lie_on_the_table():
    items = {"external_cargo": {"items": [{"id": "crate", "size": 1, "at": [90, 10]}]}}
    told = wrong(*PAIR, settings=items, options=["external_cargo"])
    assert told == "settings.external_cargo.items.0.at: this point lies off the table"


@pytest.mark.rule("AS-OPT-601")
def test_a_robot_shows_what_it_guards():
    robots = [unit("b1", (30, 30), "RBT"), unit("b2", (34, 30), "RBT", says={"post": [40, 30]})]
    known = played(PAIR[0], robots, options=["robotic_drones", "optional_abilities"])["state"]["units"]
    assert [known[name]["post"] for name in ("r1", "b1", "b2")] == [None, [30.0, 30.0], [40.0, 30.0]]


@pytest.mark.rule("QS-002")
def test_the_quick_start_says_which_unit_is_no_battlemech():
    tank = unit("b1", (10, 30), type="CV", move='8"t')
    told = wrong([unit("r1", (10, 10))], [tank], edition="quick-start")
    assert told == "sides.1.units.0.card.type: b1 is no BattleMech: the quick-start rules have no others (QS-002)"
