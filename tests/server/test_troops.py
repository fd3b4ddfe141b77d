"""BattleTroops at the server: made, shown, asked, played against a bot, watched, saved; secrets stay secrets."""

from collections import Counter
from typing import Any

import pytest
from tests.battletroops.field import man

from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.bots.games import least
from lancemate.kernel.errors import InputError, Refused
from lancemate.server import making
from lancemate.server.battletroops.questions import answer
from lancemate.server.battletroops.quickstart import GROUNDS, SQUADS, TroopQuick, show_troops, troop_setup
from lancemate.server.battletroops.showing import scene_key, show_scene, show_view
from lancemate.server.beginnings import Beginning, command_from_text, command_text
from lancemate.server.games import BATTLETROOPS, acting_side, game_of
from lancemate.server.messages import (
    Measure,
    OffersQuestion,
    Preview,
    ReachQuestion,
    Route,
    SightQuestion,
    Targets,
)
from lancemate.server.opponents import Opponent, levels_of
from lancemate.server.settings import Limits

HOUSE = {"id": "house", "kind": "building", "height": 2, "rect": [3.75, 5.5, 4, 4], "stairways": [[5, 8]]}


def script(**more: Any) -> dict[str, Any]:
    return {
        "game": BATTLETROOPS,
        "options": ["hidden_units"],
        "map": {"kind": "lattice", "width": 14, "depth": 14},
        "terrain": [HOUSE],
        "sides": [
            {"name": "red", "home": "south", "units": [man("r1", (4, 2)), man("r2", (8, 2), "SMG")]},
            {"name": "blue", "home": "north", "units": [man("b1", (9, 12)), man("b2", (5, 7), hidden=6)]},
        ],
        "start": {"phase": "movement", "first": "red"},
        "seed": 3,
        **more,
    }


def fought(**more: Any) -> Battle:
    made = making.make_from_script(script(**more), 1, True, Limits())
    battle: Battle = Beginning.from_text(made.beginning).open()
    return battle


@pytest.mark.parametrize("theme", GROUNDS)
@pytest.mark.parametrize("squad", SQUADS)
def test_every_quick_start_begins(theme: str, squad: str) -> None:
    made = making.make_quick(TroopQuick(theme, (squad, "rifles"), 5), 7, False)
    battle = Beginning.from_text(made.beginning).open()
    assert game_of(battle).name == BATTLETROOPS
    assert made.sides == ("red", "blue")
    assert acting_side(battle) in made.sides
    assert SQUADS[squad][0] in made.title


def test_what_a_player_settles_before_the_battle_and_as_his_men_come_on() -> None:
    made = making.make_quick(TroopQuick("town", ("rifles", "rifles"), 5, scenario="dragon-hunting"), 7, False)
    hunt: Battle = Beginning.from_text(made.beginning).open()
    units: Any = show_view(hunt, "kurita", 1)["units"]
    kit = units["k1-1"]["kit"]
    assert (kit["primary"], kit["second"], kit["sends"]) == ("SMG", "Satchel Charge", None)
    assert {"LAW", "none"} <= set(kit["secondary"])
    assert set(kit["weapons"]) == {"SMG", "Heavy Semi-Portable Laser", "Light MG", "SRM"}
    assert "kit" not in show_view(hunt, "dragoons", 1)["units"]["hawk"]  # type: ignore[index, call-overload, operator]
    hunt.do(orders.EndPhase())
    shown: Any = show_view(hunt, "dragoons", 1)
    assert (shown["ready"], shown["units"]["hawk"]["kit"]["armor"]["head"]) == (["hawk"], 6)
    made = making.make_quick(TroopQuick("town", ("rifles", "rifles"), 5, scenario="race-against-time"), 7, False)
    race: Battle = Beginning.from_text(made.beginning).open()
    men: Any = show_view(race, "dragoons", 1)["units"]
    sends = {name: one["kit"]["sends"] for name, one in men.items() if "d" in name}
    assert (sends["d1-1"], sends["d1-2"], sends["d1-3"], sends["d2-1"]) == (None, False, True, None)
    show = making.make_quick(TroopQuick("town", ("rifles", "rifles"), 5, scenario="side-show"), 7, False)
    entering: Battle = Beginning.from_text(show.beginning).open()
    first = str(entering.state.to_act)
    man: Any = show_view(entering, first, 1)["units"][f"{first[0]}1"]  # type: ignore[index, call-overload]
    assert len(man["entries"]) > 20
    assert not [one for one in man["offers"] if "Enter" in one["label"]]
    entering.do(orders.Act(f"{first[0]}1", "enter", tuple(man["entries"][0])))


@pytest.mark.parametrize("kind", ["side-show", "dragon-hunting", "race-against-time"])
def test_every_scenario_begins(kind: str) -> None:
    made = making.make_quick(TroopQuick("town", ("rifles", "rifles"), 5, scenario=kind), 7, False)
    battle = Beginning.from_text(made.beginning).open()
    assert battle.setup.scenario.kind == kind
    assert made.title.lower().replace(" ", "-") == kind
    assert [made.sides] == [tuple(one["sides"]) for one in show_troops()["scenarios"] if one["id"] == kind]  # type: ignore[union-attr, index, call-overload, arg-type]


def test_men_of_a_scenario_are_hidden_before_the_battle() -> None:
    """Of the drawn places nobody else is told; what the player may choose from is asked of the server."""
    made = making.make_quick(TroopQuick("town", ("rifles", "rifles"), 5, scenario="dragon-hunting"), 7, False)
    battle = Beginning.from_text(made.beginning).open()
    shown = show_view(battle, "kurita", 0)
    assert (shown["phase"], shown["to_act"], len(shown["ready"])) == ("hiding", "kurita", 14)  # type: ignore[arg-type]
    assert "14 of your men hide" in str(shown["guide"])
    assert "Wait for kurita to hide" in str(show_view(battle, "dragoons", 0)["guide"])
    found: Any = answer(battle, "kurita", ReachQuestion(id="1", type="reach", unit="k1-1"))
    assert len(found["spots"]) > 100
    battle.do(orders.EndPhase())
    assert "Nobody of yours hides" in str(show_view(battle, "dragoons", 1)["guide"])
    battle.do(orders.EndPhase())
    assert [one["name"] for one in show_view(battle, "kurita", 2)["phases"]] == ["movement", "end"]  # type: ignore[union-attr, index, call-overload]


@pytest.mark.parametrize("theme", GROUNDS)
def test_platoons_take_the_field(theme: str) -> None:
    quick = TroopQuick(theme, ("Rifle/jump", "SRM/mechanized"), 2**53, ("experience",))
    battle = Beginning.from_text(making.make_quick(quick, 7, False).beginning).open()
    assert Counter(unit.side for unit in battle.setup.units) == {"red": 21, "blue": 28 + 4}
    assert {"experience", "jump_troops", "vehicles"} <= set(battle.setup.options)
    told = {one["id"]: one["text"] for one in show_troops()["platoons"]}  # type: ignore[union-attr, index, call-overload]
    assert told["Rifle/jump"].startswith("21 men: 9 SMG, 9 Rifle")


def test_what_there_is_not_is_told_with_its_key() -> None:
    for quick, key in (
        (TroopQuick("town", ("rifles", "rifles"), 1, scenario="sideshow"), "troops.scenario"),
        (TroopQuick("moon", ("Rifle/foot", "SRM/foot"), 1), "troops.theme"),
        (TroopQuick("town", ("Rifle/foot", "rifles"), 1), "troops.squads.1"),
        (TroopQuick("town", ("Rifle/foot", "SRM/foot"), 1, ("magic",)), "troops.options.0"),
        (TroopQuick("moon", ("rifles", "rifles"), 1), "troops.theme"),
        (TroopQuick("town", ("rifles", "knights"), 1), "troops.squads.1"),
        (TroopQuick("town", ("rifles", "rifles"), 1, ("magic",)), "troops.options.0"),
        (TroopQuick("town", ("rifles", "rifles"), 1, ("hidden_units",)), "troops.options.0"),  # nobody would hide
    ):
        with pytest.raises(InputError) as wrong:
            troop_setup(quick, 1)
        assert wrong.value.key == key


def test_everything_to_choose_from_is_shown() -> None:
    shown = show_troops()
    assert shown["bots"]
    assert {one["id"] for one in shown["squads"]} == set(SQUADS)  # type: ignore[union-attr, index, call-overload]
    assert levels_of(BATTLETROOPS)


def test_a_hidden_man_is_in_nobody_elses_scene_or_view() -> None:
    battle = fought()
    assert "b2" in show_scene(battle, "blue")["units"]  # type: ignore[operator]
    for viewer in ("red", None):
        for shown in (show_scene(battle, viewer), show_view(battle, viewer, 0)):
            assert "b2" not in str(shown)
    assert scene_key(battle, "red") != scene_key(battle, "blue")


def test_the_view_says_what_to_do() -> None:
    battle = fought()
    mine, theirs, watched = (show_view(battle, viewer, 0) for viewer in ("red", "blue", None))
    assert mine["guide"] == {
        "text": "2 of your soldiers have not acted: choose one, or end your movement.",
        "do": "move",
        "yours": True,
    }
    assert theirs["guide"]["yours"] is False  # type: ignore[index, call-overload]
    assert "is to move" in watched["guide"]["text"]  # type: ignore[index, call-overload, operator]
    assert mine["ready"] == ["r1", "r2"]
    assert any(one["kind"] == "act" for one in mine["units"]["r1"]["offers"])  # type: ignore[index, call-overload, union-attr]
    assert theirs["units"]["r1"]["offers"] == []  # type: ignore[index, call-overload]
    assert show_scene(battle, None)["floors"] == [-1, 0, 1, 2]


def test_questions_are_answered() -> None:
    battle = fought()
    reach: Any = answer(battle, "red", ReachQuestion(id="1", type="reach", unit="r1"))
    costs = {(*spot["at"], spot["level"], spot["prone"]): spot["cost"] for spot in reach["spots"]}
    assert costs[5.0, 2.0, 0, False] == 1
    assert costs[4.0, 2.0, 0, True] == 1
    assert max(costs.values()) == reach["mp"] == 8
    route: Any = answer(battle, "red", Route(id="1", type="route", unit="r1", to=(6.0, 2.0)))
    assert route == {"legal": True, "path": [[5.0, 2.0], [6.0, 2.0]], "cost": 2, "level": 0}
    far: Any = answer(battle, "red", Route(id="1", type="route", unit="r1", to=(13.0, 12.0)))
    assert not far["legal"]
    move: Any = answer(battle, "red", Preview(id="1", type="preview", move={"unit": "r1", "path": [[6, 2]]}))
    assert (move["legal"], move["cost"]) == (True, 2)
    shot: Any = answer(battle, "red", Preview(id="1", type="preview", attack={"unit": "r1", "target": "b1"}))
    assert shot["reason"]["rule"] == "BT-MOV-014"
    tape: Any = answer(battle, "red", Measure(id="1", type="measure", **{"from": "r1", "to": "r2"}))
    assert tape["distance"] == 4
    place: Any = answer(battle, "red", Measure(id="1", type="measure", **{"from": "r1", "to": {"point": [4, 4]}}))
    assert place["line_of_sight"] == "clear"
    offers: Any = answer(battle, "red", OffersQuestion(id="1", type="offers", unit="r1"))
    assert {"pass", "move", "act"} <= {one["kind"] for one in offers}
    assert answer(battle, None, OffersQuestion(id="1", type="offers")) == []
    assert answer(battle, "red", OffersQuestion(id="1", type="offers", unit="b1")) == []
    with pytest.raises(InputError, match="nobody asks for targets"):
        answer(battle, "red", Targets(id="1", type="targets", unit="r1"))


def test_light_and_shade() -> None:
    battle = fought()
    seen: Any = answer(battle, "red", SightQuestion(id="1", type="sight", unit="r1", level=0))
    dots = dict(zip(battle.map.dots, seen["seen"], strict=True))
    assert dots[4.0, 2.0] == dots[10.0, 2.0] == "2"
    assert dots[6.0, 8.0] == "0"  # behind the wall of the house
    upstairs: Any = answer(battle, "red", SightQuestion(id="1", type="sight", unit="r1", level=1))
    assert set(upstairs["seen"]) <= {"0", "2"}
    with pytest.raises(InputError, match="no dot"):
        answer(battle, "red", SightQuestion(id="1", type="sight", unit="r1", at=(0.3, 0.0)))


def test_nobody_asks_about_a_hidden_man() -> None:
    battle = fought()
    with pytest.raises(Refused, match="there is no unit 'b2'"):
        answer(battle, "red", ReachQuestion(id="1", type="reach", unit="b2"))
    told: Any = answer(battle, "red", Preview(id="1", type="preview", attack={"unit": "r1", "target": "b2"}))
    assert told["reason"]["code"] == "unknown_unit"


def test_every_level_plays_and_the_least_is_allowed() -> None:
    battle = fought()
    for level in ("recruit", "regular", "veteran", "elite"):
        command = Opponent(level, "red", 1, BATTLETROOPS).choose(battle)
        battle.clone().do(command)
    battle.do(least(battle, "red"))
    game = game_of(battle)
    command = Opponent("veteran", acting_side(battle) or "", 1, BATTLETROOPS).choose(battle)
    assert command_from_text(game, command_text(game, command)) == command


def test_a_battle_is_saved_and_goes_on() -> None:
    made = making.make_from_script(script(commands=[{"pass": {"unit": "r1"}}]), 1, True, Limits())
    saved = making.write_save(made.beginning, [one.command for one in made.story[1:] if one.command], "It", None)
    again = making.make_from_save(saved, 9, False, Limits())
    assert len(again.story) == 2
    assert again.title == "It"
    with pytest.raises(InputError, match="holds no measure"):
        making.make_from_script(script(commands=[{"measure": {"from": "r1", "to": "b1"}}]), 1, True, Limits())


def test_a_mech_is_shown_and_led() -> None:
    """Its scene has its weapons and ways to move, its view what else it may do; rows of dots are in its reach."""
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [7, 8], "facing": 30}
    data = {
        "game": BATTLETROOPS,
        "options": ["mechs"],
        "map": {"kind": "lattice", "width": 16, "depth": 18},
        "sides": [{"name": "red", "units": [hawk]}, {"name": "blue", "units": [man("b1", (12, 14))]}],
        "start": {"phase": "movement", "first": "red"},
    }
    battle = Battle(setup_from_data(data), 1)
    card: Any = show_scene(battle, "red")["units"]["m1"]  # type: ignore[index, call-overload]
    assert card["name"] == "Phoenix Hawk"
    assert card["modes"] == ["walk", "run", "jump"]
    assert "Large Laser" in [one["weapon"] for one in card["mounts"]]
    labels = [one["label"] for one in show_view(battle, "red", 0)["units"]["m1"]["offers"]]  # type: ignore[index, call-overload, union-attr]
    assert "Walk: turn left" in labels
    assert "Point left arm to left side" in labels
    assert not any(label.startswith("Walk to") for label in labels)
    reach: Any = answer(battle, "red", ReachQuestion(id="1", type="reach", unit="m1", mode="run"))
    ahead = [spot for spot in reach["spots"] if spot["at"] == [9.0, 12.0]]
    assert [(spot["cost"], spot["mode"], spot["path"]) for spot in ahead] == [(4, "run", [[9.0, 12.0]])]
