"""What a seat is shown of its own units: the deeds they may do now, as commands ready to be sent."""

from __future__ import annotations

from typing import Any

from lancemate.alphastrike.damage.destruction import destroy
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import Destroyed
from lancemate.alphastrike.play.orders import Act, Toggle
from lancemate.server.alphastrike.questions import answer
from lancemate.server.alphastrike.showing import show_scene, show_view
from lancemate.server.messages import Preview
from rules.scenes import FIGHT, FLAG, RECON, scene
from rules.table import battle, unit

Json = Any
HOUSES = [
    {"id": f"h{n}", "kind": "building", "height": 3, "type": "medium", "cf": 3, "rect": [x, y, 2, 2]}
    for n, x, y in ((1, 10, 20), (2, 17, 20), (3, 24, 20), (4, 17, 28))
]


def deeds(fight: Battle, viewer: str = "red") -> Json:
    shown: Json = show_view(fight, viewer, 0)["units"]
    return [one["command"] for one in shown["r1"]["offers"] if one["kind"] != "toggle"]


def test_a_building_is_scanned_by_touch_or_by_probe() -> None:
    def town(at: tuple[float, float], **card: Json) -> Battle:
        units = unit("r1", at, **card), unit("r2", (2, 2)), unit("b1", (30, 46), 180)
        return scene(*units, use=RECON, terrain=HOUSES, secrets={"blue": ["h1", "h4"]})

    assert deeds(town((11, 19.375))) == [{"act": {"unit": "r1", "do": "scan", "what": "h1"}}]
    assert deeds(town((11, 19.375)), "blue") == []
    assert deeds(town((11, 9))) == []
    probed = deeds(town((11, 9.375), specials=["PRB"]))
    assert {"attack": {"unit": "r1", "target": "h1", "kind": "scan"}} in probed


def test_a_secret_commander_is_looked_for_with_a_probe_once() -> None:
    fight = scene(
        unit("r1", (10, 10), specials=["PRB"]),
        unit("b1", (10, 20), 180),
        unit("b2", (30, 40), 180),
        use=FIGHT,
        variations=["secret-commanders"],
        commanders_named={"red": "r1", "blue": "b2"},
    )
    assert deeds(fight) == [{"act": {"unit": "r1", "do": "scan", "what": "b1"}}]  # the other is out of range
    fight.do(Act("r1", "scan", "b1"))
    assert deeds(fight) == []


def test_a_flag_in_reach_is_taken() -> None:
    fight = scene(unit("r1", (18, 40)), unit("b1", (2, 46), 180), use=FLAG)
    flag = fight.state.notes["objectives"]["blue-flag"]["at"]  # type: ignore[index, call-overload]
    fight = scene(unit("r1", (flag[0], flag[1] - 1.0)), unit("b1", (2, 46), 180), use=FLAG)
    assert deeds(fight) == [{"act": {"unit": "r1", "do": "take", "what": "blue-flag"}}]


def test_a_switch_that_is_put_back_is_no_longer_set() -> None:
    fight = battle(unit("r1", (10, 10), specials=["STL"]), unit("b1", (10, 20), 180))

    def told(ability: str) -> tuple[bool, bool, str]:
        shown: Json = show_view(fight, "red", 0)["units"]
        (one,) = [one for one in shown["r1"]["switches"] if one["ability"] == ability]
        return one["on"], one["will"], one["note"]

    assert told("STL") == (True, True, "")
    fight.do(Toggle("r1", "STL", False))
    assert told("STL") == (True, False, "")
    fight.do(Toggle("r1", "STL", True))
    assert told("STL") == (True, True, "")
    assert told("OVERHEAT") == (False, False, "+1 heat")
    hidden: Json = show_view(fight, "blue", 0)["units"]
    assert hidden["r1"]["switches"] == []


def test_modes_come_in_the_order_players_look_for_them_with_their_words() -> None:
    fight = battle(unit("r1", (10, 10), move='8"/6"j'), unit("b1", (10, 20), 180), phase="movement")
    shown: Json = show_view(fight, "red", 0)["units"]
    assert shown["r1"]["modes"] == ["ground", "jump", "sprint", "standstill"]
    assert shown["r1"]["move_now"] == {"ground": 8.0, "jump": 6.0, "sprint": 12.0}
    assert shown["r1"]["moved_words"] == "not moved yet"
    scene_told: Json = show_scene(fight, "red")
    words = {mode["name"]: mode for mode in scene_told["modes"]}
    assert (words["jump"]["words"], words["jump"]["leaps"], words["standstill"]["stays"]) == ("Jump", True, True)
    assert scene_told["map"]["measure"] == "inches"
    assert scene_told["questions"]["reroll_control"] == "whether a failed Control Roll is rolled again"


def test_rear_weapons_that_fire_with_an_attack_are_previewed_too() -> None:
    fight = battle(unit("r1", (10, 20), specials=["REAR1/1/-"]), unit("b1", (10, 30), 180), unit("b2", (10, 10)))
    order: Json = {"unit": "r1", "target": "b1", "rear": "b2"}
    both: Json = answer(fight, "red", Preview(id="1", type="preview", attack=order))
    assert both["legal"]
    assert both["rear"]["legal"]
    assert both["rear"]["damage"] == 1
    plain: Json = answer(fight, "red", Preview(id="2", type="preview", attack={"unit": "r1", "target": "b1"}))
    assert plain["rear"] is None


def test_where_units_begin_does_not_cover_what_lies_on_the_table() -> None:
    field = [{"kind": "minefield", "density": 1, "circle": [20, 18, 1]}]
    for phase in ("deployment", "movement"):
        at = (None, None) if phase == "deployment" else ((10, 10), (30, 40))
        fight = battle(unit("r1", at[0]), unit("b1", at[1]), terrain=field, phase=phase, options=("minefields",))
        shown: Json = show_view(fight, "red", 0)
        assert [area["kind"] for area in shown["areas"]] == ["minefield"]
        assert (shown["deployment"] is not None) == (phase == "deployment")
    begun = battle(unit("r1"), unit("b1"), phase="deployment")
    (south,) = show_view(begun, "red", 0)["deployment"]["red"]  # type: ignore[index, call-overload]
    assert south["text"].startswith("within")


def test_a_wreck_lies_where_its_unit_fell_and_men_leave_none() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (30, 40), 180), unit("b2", (20, 40), 180, type="CI", move='2"f'))
    for name in ("b1", "b2"):
        fight.emit(Destroyed(name, "it is shot to pieces", "AS-DMG-001"))
    for viewer in ("red", "blue", None):
        shown: Json = show_view(fight, viewer, 0)["units"]
        assert shown["b1"]["wreck"] == {"at": [30, 40], "facing": 180}
        assert shown["b1"]["at"] is None
        assert shown["b2"]["wreck"] is None
        assert shown["r1"]["wreck"] is None


CARRIER: Json = {"type": "CV", "move": '8"t', "specials": ["VTM2"]}


def lost(fight: Battle, *names: str) -> Battle:
    for name in names:
        destroy(fight, fight.units[name])
    return fight


def wrecks(fight: Battle, viewer: str | None) -> Json:
    shown: Json = show_view(fight, viewer, 0)["units"]
    return {name: one["wreck"]["at"] for name, one in shown.items() if one["wreck"]}


def test_what_is_lost_inside_another_leaves_no_wreck_of_its_own() -> None:
    tank = unit("b2", (30, 30), 180, type="CV", size=2, move='8"t', state={"aboard": "b1"})
    fight = battle(unit("r1", (10, 10)), unit("b1", (30, 30), 180, **CARRIER), tank, unit("b3", (20, 40), 180))
    fight.units["b1"].x = 34.0  # it has driven on with what is aboard
    lost(fight, "b1")
    assert fight.units["b2"].destroyed
    for viewer in ("red", "blue", None):
        assert wrecks(fight, viewer) == {"b1": [34, 30]}


def test_what_a_script_calls_destroyed_lies_where_the_script_puts_it_or_nowhere() -> None:
    def fallen(at: Any) -> Json:
        gone = unit("b2", at, 180, state={"destroyed": True})
        return wrecks(battle(unit("r1", (10, 10)), unit("b1", (30, 40), 180), gone), "red")

    assert fallen((20, 40)) == {"b2": [20, 40]}
    assert fallen(None) == {}


def test_the_wreck_of_a_unit_whose_card_nobody_has_seen_lies_where_all_saw_it_fall() -> None:
    seen = {"blip": "A", "identified": True}
    fight = battle(
        unit("r1", (10, 10)),
        unit("b1", (30, 40), 180, state={"notes": seen}),
        unit("b2", (20, 40), 180),
        options=("concealing_unit_data",),
    )
    assert wrecks(lost(fight, "b1"), "red") == wrecks(fight, None) == {"b1": [30, 40]}


def test_the_wreck_of_whoever_lay_hidden_is_shown_to_its_own_side_alone() -> None:
    def world(at: tuple[float, float]) -> Battle:
        lurker = unit("b2", at, 180, state={"notes": {"hidden": True}})
        return lost(battle(unit("r1", (10, 10)), unit("b1", (30, 40), 180), lurker), "b2")

    one, other = world((20, 40)), world((44, 22))
    assert wrecks(one, "blue") == {"b2": [20, 40]}
    for viewer in ("red", None):
        assert show_view(one, viewer, 0) == show_view(other, viewer, 0)
        assert wrecks(one, viewer) == {}


def test_the_wreck_of_a_token_nobody_has_identified_tells_nothing() -> None:
    def world(at: tuple[float, float]) -> Battle:
        token = unit("b2", at, 180, state={"notes": {"blip": "A"}})
        fight = battle(unit("r1", (10, 10)), unit("b1", (30, 40), 180), token, options=("concealing_unit_data",))
        return lost(fight, "b2")

    one, other = world((20, 40)), world((44, 22))
    for viewer in ("red", None):
        assert show_view(one, viewer, 0) == show_view(other, viewer, 0)
