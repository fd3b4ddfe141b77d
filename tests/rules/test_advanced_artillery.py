"""Off-board artillery, counter-battery fire and flak (pp. 151-154)."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.painting import worth
from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_data
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.options.advanced_artillery.off_board import REACH
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from lancemate.kernel.errors import InputError
from rules.table import refusal

CARD: dict[str, Any] = {
    **{"name": "Wolf", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2", "armor": 9},
    **{"structure": 5, "ov": 0},
}
QUIET = (1, 2, 6, 1)  # Initiative: red goes first
POI = (24.0, 24.0)
OPTIONS = ("advanced_artillery", "optional_abilities")
BOTH = (*OPTIONS, "artillery_counter_battery")


def gun(name: str, edge: str = "south", distance: float = 100, weapon: str = "ART-LT", **more: Any) -> dict[str, Any]:
    specials = more.pop("specials", [weapon])
    away = {"offboard": {"edge": edge, "distance": distance}} if "at" not in more else {}
    return {"id": name, "card": {**CARD, "name": "Gun", "specials": specials}, **away, **more}


def mech(name: str, at: tuple[float, float], facing: float = 0, **card: Any) -> dict[str, Any]:
    keys = {key: card.pop(key) for key in ("skill", "state", "munitions", "bombs") if key in card}
    return {"id": name, "card": {**CARD, **card}, "at": [*at], "facing": facing, **keys}


def scene(
    red: Any,
    blue: Any = None,
    dice: Any = (),
    options: Any = OPTIONS,
    depth: float = 48,
    turn: int = 1,
    **more: Any,
) -> Battle:
    sides = [
        {"name": "red", "home": "south", "units": list(red), **more.pop("reds", {})},
        {"name": "blue", "home": "north", "units": list(blue or [mech("b1", (24, 44), 180)])},
    ]
    data = {
        "options": list(options),
        "map": {"width": 48, "depth": depth},
        "sides": sides,
        "start": {"turn": turn, "phase": "combat", "first": "red"},
        "dice": [*dice, *QUIET * 12],
        "commands": [],
        **more,
    }
    return run_script(script_from_data(data)).battle


def at(point: tuple[float, float]) -> commands.PointTarget:
    return commands.PointTarget(point)


def order(name: str = "r9", point: Any = POI, **more: Any) -> commands.Attack:
    return commands.Attack(name, at(point) if isinstance(point, tuple) else point, "artillery", **more)


def asked(fight: Battle, *args: Any, **more: Any) -> dict[str, Any]:
    return dict(preview_data(fight, order(*args, **more)))


def end_turn(fight: Battle) -> list[Any]:
    """To the next Combat Phase of this battle."""
    turn, events = fight.state.turn, []
    while fight.state.turn == turn or fight.state.phase != "combat":
        events += fight.do(commands.EndPhase())
    return events


def of(events: Any, kind: str) -> list[Any]:
    return [event for event in events if event.type == kind]


# -- beyond the table -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-160")
def test_artillery_stands_beyond_the_table_and_fires_at_it() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 4))])
    shown = show_unit(fight, fight.units["r9"])
    assert (shown["place"], shown["at"], shown["offboard"]) == ("offboard", None, {"edge": "south", "distance": 100})
    fight.do(order())
    assert show_state(fight)["in_flight"][0]["unit"] == "r9"
    assert load(save(fight)).hash() == fight.hash()
    cannon = scene([gun("r9", weapon="ART-LTC"), mech("r1", (24, 4))])
    assert refusal(cannon, order()).rule == "AS-OPT-160"


def test_a_gun_beyond_the_table_may_hold_its_fire_once() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 4))])
    hold = commands.Pass("r9")
    assert hold in [one.command for one in offers(fight, "red", "r9")]
    fight.do(hold)
    assert hold not in [one.command for one in offers(fight, "red", "r9")]


@pytest.mark.rule("AS-OPT-160")
def test_a_side_with_nothing_but_guns_beyond_the_table_has_lost() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 4), state={"structure": 0, "armor": 0})])
    end_while = 0
    while fight.outcome is None and end_while < 9:
        fight.do(commands.EndPhase())
        end_while += 1
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"


@pytest.mark.parametrize(
    ("unit", "key"),
    [
        (gun("r9", weapon="TAG"), "sides.0.units.0.offboard"),
        (gun("r9", edge="up"), "sides.0.units.0.offboard.edge"),
        ({**gun("r9"), "at": [4, 4]}, "sides.0.units.0.offboard"),
    ],
)
@pytest.mark.rule("AS-OPT-160")
def test_what_a_script_may_not_say(unit: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError) as caught:
        scene([unit, mech("r1", (24, 4))])
    assert caught.value.key == key
    with pytest.raises(InputError, match="advanced_artillery"):
        scene([gun("r9"), mech("r1", (24, 4))], options=["optional_abilities"])


@pytest.mark.rule("AS-OPT-161", "AS-OPT-162")
def test_within_42_inches_on_the_table_everything_is_as_ever() -> None:
    fight = scene([gun("r9", at=[24, 2]), mech("r1", (4, 4))], dice=(6, 6), depth=96)
    near = asked(fight, point=(24.0, 40.0))
    assert (near["flight"], near["target_number"]) == (0, 4 + 4 + 1)
    far = asked(fight, point=(24.0, 50.0))
    assert far["target_number"] == 4 + 7
    assert far["flight"] == 1
    assert far["distance"] == pytest.approx(48 - 0.625)
    fight.do(order(point=(24.0, 50.0)))
    assert show_state(fight)["in_flight"][0]["lands"] == 2
    turned = scene([gun("r9", at=[24, 2], facing=180), mech("r1", (4, 4))], depth=96)
    assert asked(turned, point=(24.0, 50.0))["legal"]
    assert asked(scene([gun("r9"), mech("r1", (4, 4))]))["range"] == "extreme"
    assert refusal(scene([gun("r9", at=[24, 2])], depth=96, blue=[mech("b1", (24, 60))]), order(point="b1")).rule == (
        "AS-OPT-166"
    )


@pytest.mark.rule("AS-OPT-162")
def test_from_beyond_the_table_even_the_nearest_point_is_at_extreme_range() -> None:
    told = asked(scene([gun("r9", distance=1), mech("r1", (4, 40))]), point=(24.0, 4.0))
    assert (told["distance"], told["range"]) == (5, "extreme")


@pytest.mark.rule("AS-OPT-166")
def test_a_point_of_the_table_within_reach() -> None:
    fight = scene([gun("r9", weapon="ART-AIS", distance=260), mech("r1", (24, 4))])
    assert refusal(fight, order()).rule == "AS-OPT-166"
    assert asked(fight, point=(24.0, 10.0))["legal"]
    assert refusal(fight, order(point=(24.0, 99.0))).rule == "AS-OPT-166"
    assert refusal(fight, order(point="b1")).rule == "AS-OPT-166"
    assert REACH.book["ART-LT"] == 1020


@pytest.mark.rule("AS-OPT-167", "AS-OPT-168")
@pytest.mark.parametrize(
    ("distance", "point", "far", "turns"),
    [
        (100, (24.0, 24.0), 124, 2),
        (10, (24.0, 24.0), 34, 0),
        (11, (24.0, 24.0), 35, 1),
        (146, (24.0, 24.0), 170, 2),
        (147, (24.0, 24.0), 171, 3),
        (276, (24.0, 24.0), 300, 4),
        (316, (24.0, 24.0), 340, 5),
        (317, (24.0, 24.0), 341, 5),
        (676, (24.0, 24.0), 700, 6),
    ],
)
def test_how_far_and_how_long(distance: float, point: Any, far: float, turns: int) -> None:
    fight = scene([gun("r9", distance=distance), mech("r1", (24, 4))])
    told = asked(fight, point=point)
    assert (told["distance"], told["flight"]) == (far, turns)


@pytest.mark.rule("AS-OPT-167")
def test_from_every_edge() -> None:
    for edge, far in (("south", 110), ("north", 138), ("west", 120), ("east", 128)):
        fight = scene([gun("r9", edge=edge), mech("r1", (24, 4))])
        assert asked(fight, point=(20.0, 10.0))["distance"] == far


@pytest.mark.rule("AS-OPT-169")
def test_cruise_missiles_take_their_time() -> None:
    for distance, turns in ((10, 0), (11, 1), (66, 1), (316, 3), (1676, 11)):
        fight = scene([gun("r9", weapon="ART-CM9", distance=distance), mech("r1", (24, 4))])
        assert asked(fight)["flight"] == turns


# -- the target number ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-171", "AS-OPT-172", "AS-OPT-173")
def test_the_number_of_a_shot_from_beyond_the_table() -> None:
    fight = scene(
        [
            gun("r9"),
            mech("r1", (24, 4), specials=["PRB"]),
            mech("r2", (20, 4), specials=["RCN"]),
            mech("r3", (28, 4)),
        ]
    )
    assert asked(fight)["target_number"] == 11
    assert asked(fight, spotter="r1")["target_number"] == 8
    assert asked(fight, spotter="r2")["target_number"] == 9
    assert asked(fight, spotter="r3", spotter_attacks=True)["target_number"] == 11
    third = gun("r9", skill=3, state={"plots": [{"point": [24, 24], "shots": 2, "locked": False}]})
    fight = scene([third, mech("r2", (20, 4), specials=["RCN"])])
    assert asked(fight, spotter="r2", spotter_attacks=True)["target_number"] == 7
    fight.units["r2"].x = 4.0
    unseen = scene([third, mech("r2", (4, 4))], terrain=[{"kind": "hill", "height": 6, "rect": [3, 8, 42, 4]}])
    assert asked(unseen)["target_number"] == 10
    hurt = gun("r9", state={"crits": {"fire_control": 1}, "heat": 1})
    assert asked(scene([hurt, mech("r1", (24, 4))]))["target_number"] == 4 + 7 + 2 + 1


@pytest.mark.rule("AS-OPT-173")
def test_who_may_spot() -> None:
    hill = [{"kind": "hill", "height": 6, "rect": [10, 8, 28, 4]}]
    fight = scene([gun("r9"), gun("r8"), mech("r1", (24, 4)), mech("r2", (2, 24))], terrain=hill)
    assert refusal(fight, order(spotter="r1")).rule == "AS-OPT-173"
    assert refusal(fight, order(spotter="r9")).rule == "AS-OPT-173"
    assert refusal(fight, order(spotter="b1")).rule == "AS-OPT-173"
    fight.do(order(spotter="r2"))
    assert fight.units["r2"].spotter_promise
    assert refusal(fight, order("r8", point=(24.0, 20.0), spotter="r2")).rule in ("AS-COM-025", "AS-COM-109")
    assert refusal(fight, order("r8", spotter="r2")).rule == "AS-COM-109"  # one shell at a time
    open_ = scene([gun("r9"), mech("r1", (24, 4))])
    offered = [one for one in offers(open_, "red") if one.unit == "r9" and one.kind == "attack"]
    assert any(choice.name == "spotter" and "r1" in choice.among for one in offered for choice in one.choose)


@pytest.mark.rule("AS-OPT-173", "AS-SPA-031")
@pytest.mark.parametrize("near", [False, True])
def test_a_spotter_serves_one_shell_from_afar_and_a_forward_observer_any_number_at_one_point(near: bool) -> None:
    """One at a time, be the shell before it from the table or from beyond; where that goes is not written on it."""
    for abilities in ([], ["Forward Observer"]):
        eyes = {**mech("r1", (24, 4)), "abilities": abilities}
        guns = [gun("r9"), gun("r8"), gun("r7", at=[20, 4], facing=0)]
        fight = scene([*guns, eyes])
        fight.do(order("r7" if near else "r9", spotter="r1"))
        again = asked(fight, "r8", spotter="r1")
        assert again["legal"] == bool(abilities)
        if not abilities:
            assert again["reason"]["rule"] == "AS-COM-109"
            assert "None" not in again["reason"]["message"]
        elsewhere = asked(fight, "r8", point=(24.0, 20.0), spotter="r1")
        assert elsewhere["reason"]["rule"] == ("AS-COM-025" if abilities else "AS-COM-109")
        assert "24.0" not in str(fight.units["r1"].spotted) or near


# -- in flight and down -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-165", "AS-OPT-170", "AS-OPT-180", "AS-OPT-182")
def test_a_shell_flies_lands_and_hurts() -> None:
    blue = [mech("b1", (24, 24), 180), mech("b2", (24, 26.5), 180), mech("b3", (40, 40), 180)]
    fight = scene([gun("r9"), mech("r1", (24, 4))], blue, dice=(*QUIET * 2, 6, 5))
    fight.do(order())
    (entry,) = show_state(fight)["in_flight"]
    assert entry == {
        **{"unit": "r9", "weapon": "ART-LT", "target": {"point": [24.0, 24.0]}, "lands": 3},
        **{"target_number": 11, "ammo": None},
    }
    assert refusal(fight, order()).rule == "AS-COM-105"
    end_turn(fight)
    end_turn(fight)
    assert fight.state.turn == 3
    assert show_state(fight)["in_flight"]
    events = fight.do(commands.EndPhase())
    (landed,) = of(events, "shell_landed")
    assert (landed.hit, landed.roll, landed.target_number, landed.lands_at) == (True, (6, 5), 11, POI)
    assert {event.target: event.damage for event in of(events, "hit")} == {"b1": 3, "b2": 1}
    assert show_state(fight)["in_flight"] == []
    assert any("comes down, aimed at" in line.text for line in story(fight, events))
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-180")
def test_shells_land_though_the_gun_is_gone() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 4))], [mech("b1", (24, 24), 180)], dice=(*QUIET * 2, 6, 5))
    fight.do(order())
    fight.units["r9"].place = "gone"
    end_turn(fight)
    end_turn(fight)
    assert of(fight.do(commands.EndPhase()), "hit")


@pytest.mark.rule("AS-OPT-180")
def test_within_34_inches_it_lands_at_once() -> None:
    fight = scene([gun("r9", distance=10), mech("r1", (24, 4))], [mech("b1", (24, 24), 180)], dice=(6, 5))
    events = fight.do(order())
    assert fight.units["b1"].armor == 6
    assert [event.type for event in events][:2] == ["shell_fired", "shell_landed"]


@pytest.mark.rule("AS-OPT-181")
def test_a_miss_drifts() -> None:
    fight = scene([gun("r9", distance=10), mech("r1", (4, 4))], [mech("b1", (24, 30), 180)], dice=(1, 1, 1, 3))
    events = fight.do(order())
    (landed,), (drift,) = of(events, "shell_landed"), of(events, "scattered")
    assert (landed.hit, drift.roll, drift.lands_at) == (False, (1, 3), (24, 30))
    assert fight.units["b1"].armor == 6
    off = scene([gun("r9", distance=10), mech("r1", (4, 4))], dice=(1, 1, 4, 6))
    (gone,) = of(off.do(order(point=(24.0, 8.0))), "scattered")
    assert gone.off_table


@pytest.mark.rule("AS-OPT-174")
def test_a_point_that_was_hit_is_locked_in() -> None:
    fight = scene([gun("r9", distance=10), mech("r1", (4, 4))], dice=(6, 5))
    fight.do(order())
    assert show_unit(fight, fight.units["r9"])["plots"] == [{"point": [24.0, 24.0], "shots": 1, "locked": True}]
    end_turn(fight)
    assert asked(fight)["hit_probability"] == 1.0
    used = fight.dice.used
    (landed,) = of(fight.do(order()), "shell_landed")
    assert landed.hit
    assert fight.dice.used == used
    end_turn(fight)
    fight.do(order(point=(30.0, 20.0)))
    plots = {tuple(one["point"]): one["locked"] for one in show_unit(fight, fight.units["r9"])["plots"]}
    assert plots[POI] is False


@pytest.mark.rule("AS-OPT-174")
def test_a_scattered_shot_locks_nothing_and_neither_does_a_gun_that_moves() -> None:
    fight = scene([gun("r9", distance=10), mech("r1", (4, 4))], dice=(1, 1, 1, 1))
    fight.do(order())
    assert show_unit(fight, fight.units["r9"])["plots"][0]["locked"] is False
    locked = {"plots": [{"point": [24, 50], "shots": 1, "locked": True}]}
    tank = gun("r9", at=[24, 2], state=locked)
    fight = scene([tank, mech("r1", (4, 4))], depth=96, start={"turn": 1, "phase": "movement", "first": "red"})
    assert asked(fight, point=(24.0, 50.0))["hit_probability"] == 1.0
    fight.do(commands.Move("r9", ((24, 3),)))
    assert asked(fight, point=(24.0, 50.0))["hit_probability"] < 1.0


@pytest.mark.rule("AS-OPT-174")
def test_a_shell_over_the_table_is_a_change_of_target_too() -> None:
    locked = {"plots": [{"point": [24, 50], "shots": 1, "locked": True}]}
    fight = scene([gun("r9", at=[24, 2], state=locked), mech("r1", (4, 4))], depth=96, dice=(6, 5, *QUIET))
    assert asked(fight, point=(24.0, 50.0))["hit_probability"] == 1.0
    fight.do(order(point=(24.0, 30.0)))
    end_turn(fight)
    assert asked(fight, point=(24.0, 50.0))["hit_probability"] < 1.0


@pytest.mark.rule("AS-OPT-175")
def test_points_plotted_beforehand_are_hit_by_themselves() -> None:
    plotted = {"preplotted": [[24, 24]]}
    fight = scene([gun("r9", distance=10), mech("r1", (4, 4))], reds=plotted)
    assert asked(fight)["hit_probability"] == 1.0
    assert any("has plotted" in line.text for line in story(fight, events_for(fight, "blue", fight.journal.events)))
    used = fight.dice.used
    assert of(fight.do(order()), "shell_landed")[0].hit
    assert fight.dice.used == used
    assert load(save(fight)).hash() == fight.hash()
    with pytest.raises(InputError) as caught:
        scene([gun("r9"), mech("r1", (4, 4))], reds={"preplotted": [[24, 240]]})
    assert caught.value.key == "sides.0.preplotted.0"


# -- from the air -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-163", "AS-OPT-164")
def test_artillery_from_an_airborne_unit() -> None:
    craft = {"type": "AF", "move": "6a", "damage": "3/3/2/0", "threshold": 3}
    flying = {"airborne": True, "altitude": "low", "flight": [[24, 0], [24, 48]]}

    def flight(weapon: str) -> Battle:
        bird = mech("r9", (24, 0), specials=[weapon], state=flying, **craft)
        return scene([bird, mech("r1", (4, 4))], options=(*OPTIONS, "aerospace"), dice=(6, 6))

    assert refusal(flight("ART-LT"), order(spotter="r1")).rule == "AS-OPT-163"
    assert refusal(flight("ART-AIS"), order()).rule == "AS-OPT-163"
    assert refusal(flight("ART-AIS"), order(point="b1")).rule == "AS-OPT-163"
    fight = flight("ART-AIS")
    told = asked(fight, point=(26.0, 40.0), spotter="r1")
    assert told["legal"]
    assert told["distance"] == pytest.approx(2.0)
    assert any(part["rule"] == "AS-COM-073" for part in told["modifiers"])
    behind = mech("r9", (24, 24), specials=["ART-AIS"], state={**flying, "flight": [[24, 24], [24, 48]]}, **craft)
    fight = scene([behind, mech("r1", (4, 4))], options=(*OPTIONS, "aerospace"))
    assert asked(fight, point=(24.0, 10.0), spotter="r1")["legal"]
    away = gun("r9", weapon="ART-AIS", state={"airborne": True})
    away["card"] = {**away["card"], **craft}
    fight = scene([away, mech("r1", (4, 4))], options=(*OPTIONS, "aerospace"))
    assert asked(fight)["target_number"] == 4 + 7 + 1


@pytest.mark.rule("AS-OPT-182", "AS-OPT-113", "AS-OPT-441")
def test_shells_from_beyond_the_table_do_what_shells_of_their_kind_do() -> None:
    """Smoke hangs where they come down, and what grows there may catch fire."""
    loaded = gun("r9", distance=10, munitions={"ART-LT": "smoke"})
    fight = scene([loaded, mech("r1", (24, 4))], dice=(6, 6), options=(*OPTIONS, "alternate_munitions"))
    fight.do(order(using="ART-LT", ammo="smoke"))
    fight.do(commands.EndPhase())
    assert {feature.kind for feature in fight.table.features_at(*POI)} >= {"heavy_smoke"}
    woods = [{"kind": "woods", "rect": [22, 22, 4, 4]}]
    guns, both = [gun("r9", distance=10), mech("r1", (24, 4))], (*OPTIONS, "fire_and_smoke")
    fight = scene(guns, dice=(6, 6, 6, 6), options=both, terrain=woods)
    fight.do(order())
    fight.do(commands.EndPhase())
    assert "fire" in {feature.kind for feature in fight.table.features_at(*POI)}


# -- homing rounds ----------------------------------------------------------------------------------------------


def arrows(*blue: Any, dice: Any, distance: float = 10, **more: Any) -> Battle:
    red = [
        gun("r9", weapon="ART-AIS", distance=distance),
        mech("r1", (24, 4), specials=["TAG"]),
        mech("r2", (4, 4), specials=["TAG"]),
    ]
    return scene(red, blue or [mech("b1", (24, 20), 180)], dice=dice, **more)


@pytest.mark.rule("AS-OPT-176", "AS-OPT-177", "AS-OPT-179", "AS-OPT-183")
@pytest.mark.parametrize(("roll", "armor"), [((2, 2), 7), ((1, 2), 9)])
def test_a_homing_round_strikes_whom_a_friend_has_painted(roll: Any, armor: int) -> None:
    fight = arrows(dice=(6, 5, *roll))
    assert refusal(fight, order(ammo="homing")).rule == "AS-OPT-176"
    fight.do(commands.Attack("r1", "b1", using="TAG"))
    assert show_unit(fight, fight.units["b1"])["painted"] is True
    assert asked(fight, ammo="homing")["target_number"] == 4
    events = fight.do(order(ammo="homing"))
    assert fight.units["b1"].armor == armor
    (landed,) = of(events, "shell_landed")
    assert (landed.target, landed.hit) == ("b1", armor == 7)
    assert not of(events, "scattered")


@pytest.mark.rule("AS-OPT-176")
def test_a_round_finds_nobody() -> None:
    fight = arrows(dice=QUIET, distance=40)
    fight.do(order(ammo="homing"))
    end_turn(fight)
    used = fight.dice.used
    (landed,) = of(fight.do(commands.EndPhase()), "shell_landed")
    assert not landed.hit
    assert fight.dice.used == used
    long = scene([gun("r9", weapon="ART-LT", distance=40), mech("r1", (24, 4))])
    assert refusal(long, order(ammo="homing")).rule == "AS-OPT-176"
    painter = mech("r1", (40, 4), specials=["TAG"])
    far = scene([gun("r9", weapon="ART-AIS", distance=4), painter], [mech("b1", (46, 22), 180)], dice=(6, 5))
    far.do(commands.Attack("r1", "b1", using="TAG"))
    assert refusal(far, order(point=(2.0, 30.0), ammo="homing")).rule == "AS-OPT-176"
    assert asked(far, point=(6.0, 30.0), ammo="homing")["legal"]


@pytest.mark.rule("AS-OPT-178")
def test_its_owner_chooses_among_several() -> None:
    fight = arrows(
        mech("b1", (24, 20), 180), mech("b2", (20, 20), 180), dice=(6, 5, 6, 5, 6, 5), distance=10, options=OPTIONS
    )
    fight.do(commands.Attack("r1", "b1", using="TAG"))
    fight.do(commands.Attack("r2", "b2", using="TAG"))
    fight.do(order(ammo="homing"))
    assert fight.decision is not None
    assert fight.decision.choices == ("b1", "b2")
    assert load(save(fight)).hash() == fight.hash()
    fight.do(commands.Decide("red", "b2"))
    assert (fight.units["b1"].armor, fight.units["b2"].armor) == (9, 7)


# -- counter-battery fire ---------------------------------------------------------------------------------------


def answered(*, shells: int = 1, weapon: str = "ART-LT", dice: Any = (), flight: int = 2, **more: Any) -> Battle:
    """Blue's gun has been seen to fire in earlier turns; red may answer."""
    theirs = gun("b9", edge="north", weapon=more.pop("theirs", "ART-LT"), state={"armor": 5})
    theirs["state"]["notes"] = {"seen_to_land": [[1, flight]] * shells}
    red = [gun("r9", weapon=weapon, abilities=more.pop("abilities", [])), mech("r1", (24, 4))]
    return scene(red, [theirs, mech("b1", (24, 44), 180)], dice=dice, options=BOTH, turn=2, **more)


@pytest.mark.rule("AS-OPT-191")
def test_a_gun_is_found_by_the_shell_that_is_seen_to_land() -> None:
    red = [gun("r9"), mech("r1", (24, 4))]
    theirs = gun("b9", edge="north", distance=10, weapon="ART-LT")
    fight = scene(red, [theirs, mech("b1", (24, 44), 180)], options=BOTH, dice=(6, 6))
    assert "b9" not in known_to(fight, "red").units
    fight.do(commands.EndPhase())
    before = len(fight.journal.events)
    fight.do(order("b9", point=(24.0, 24.0)))
    heard = list(events_for(fight, "red", fight.journal.events[before:]))
    assert [event.unit for event in of(heard, "shell_landed")] == [None]
    assert show_unit(fight, fight.units["b9"])["acquired"] is None
    assert "b9" not in known_to(fight, "red").units
    end_turn(fight)
    assert show_unit(fight, fight.units["b9"])["acquired"] == 0
    assert "b9" in known_to(fight, "red").units
    assert order("r9", "b9", using="ART-LT") in [one.command for one in offers(known_to(fight, "red"), "red")]


@pytest.mark.rule("AS-OPT-191")
def test_nobody_sees_a_shell_behind_a_hill() -> None:
    theirs = gun("b9", edge="north", distance=10)
    hill = [{"kind": "hill", "height": 6, "rect": [0, 8, 48, 4]}]
    fight = scene(
        [gun("r9"), mech("r1", (24, 4))],
        [theirs, mech("b1", (24, 44), 180)],
        options=BOTH,
        dice=(6, 6),
        terrain=hill,
    )
    fight.do(commands.EndPhase())
    fight.do(order("b9", point=(24.0, 24.0)))
    end_turn(fight)
    assert show_unit(fight, fight.units["b9"])["acquired"] is None
    assert refusal(fight, order("r9", "b9")).rule == "AS-OPT-191"


@pytest.mark.rule("AS-OPT-190")
def test_without_the_module_nobody_answers() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 4))], [gun("b9", edge="north"), mech("b1", (24, 44), 180)])
    assert refusal(fight, order("r9", "b9")).rule == "AS-OPT-190"
    plain = scene([mech("r9", (20, 4)), mech("r1", (24, 4))], [gun("b9", edge="north"), mech("b1", (24, 44), 180)])
    assert refusal(plain, order("r9", "b9")).rule == "AS-SPC-069"


@pytest.mark.rule("AS-OPT-192")
@pytest.mark.parametrize(
    ("own", "theirs", "good"),
    [("ART-LT", "ART-LT", True), ("ART-LT", "ART-S", True), ("ART-LT", "ART-CM5", False), ("ART-S", "ART-T", False)],
)
def test_only_guns_that_reach_as_far(own: str, theirs: str, good: bool) -> None:
    fight = answered(weapon=own, theirs=theirs)
    told = asked(fight, point="b9")
    assert told["legal"] == good
    if not good:
        assert told["reason"]["rule"] == "AS-OPT-192"


@pytest.mark.rule("AS-OPT-192")
@pytest.mark.parametrize(("weapon", "reach"), [("ART-AIS", 272), ("ART-T", 714), ("ART-LT", 1020), ("ART-CM5", 1700)])
def test_how_far_each_gun_reaches(weapon: str, reach: int) -> None:
    """To the inch: the point lies 24 inches from the edge."""
    for more, legal in ((0, True), (0.5, False)):
        fight = scene([gun("r9", weapon=weapon, distance=reach - 24 + more), mech("r1", (24, 4))])
        assert asked(fight)["legal"] is legal


@pytest.mark.rule("AS-OPT-193")
@pytest.mark.parametrize(("shells", "number"), [(1, 11), (3, 9), (7, 7)])
def test_the_more_shells_the_better_the_answer(shells: int, number: int) -> None:
    assert asked(answered(shells=shells), point="b9")["target_number"] == number


@pytest.mark.rule("AS-OPT-194")
def test_nobody_spots_for_it() -> None:
    assert refusal(answered(), order("r9", "b9", spotter="r1")).rule == "AS-OPT-194"


@pytest.mark.rule("AS-OPT-195", "AS-OPT-196")
@pytest.mark.parametrize(("roll", "armor"), [((6, 6), 2), ((6, 5), 4), ((6, 4), 5)])
def test_what_comes_of_it(roll: Any, armor: int) -> None:
    fight = answered(dice=(*QUIET, *roll, 1, 1), flight=1)
    assert asked(fight, point="b9")["flight"] == 1
    fight.do(order("r9", "b9"))
    end_turn(fight)
    fight.do(commands.EndPhase())
    assert fight.units["b9"].armor == armor


# -- secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-170", "AS-OPT-191")
def test_worlds_with_and_without_a_gun_look_the_same_until_its_shell_lands() -> None:
    def blue_sees(there: bool) -> list[Any]:
        red = [*([gun("r9")] if there else []), mech("r1", (24, 4))]
        fight = scene(red, dice=QUIET)
        if there:
            fight.do(order())
        end_turn(fight)
        seen = [str(event) for event in events_for(fight, "blue", fight.journal.events)]
        known = known_to(fight, "blue")
        asked_for = [known.refusal_of(order("b1", name)) for name in ("r9",)]
        return [seen, str(fight.view("blue")), [str(one) for one in offers(known, "blue")], str(asked_for)]

    assert blue_sees(True) == blue_sees(False)


@pytest.mark.rule("AS-OPT-170")
def test_where_a_shell_will_land_is_its_own_sides_secret() -> None:
    def blue_sees(point: Any) -> list[Any]:
        fight = scene([gun("r9", at=[24, 2]), mech("r1", (4, 4))], dice=QUIET, depth=96, blue=[mech("b1", (24, 90))])
        fight.do(order(point=point, spotter=None))
        seen = [str(event) for event in events_for(fight, "blue", fight.journal.events)]
        return [seen, str(fight.view("blue"))]

    assert blue_sees((24.0, 60.0)) == blue_sees((30.0, 64.0))


# -- flak -------------------------------------------------------------------------------------------------------


def flak(weapon: str = "ART-LT", dice: Any = (6, 6), moved: str = "standstill", **more: Any) -> Battle:
    craft = {"type": "AF", "move": "6a", "damage": "3/3/2/0", "threshold": 9}
    flying = {"airborne": True, "altitude": "low", "flight": [[24, 48], [24, 0]]}
    bird = mech("b1", (24, 48), 180, state=flying, **craft)
    loads = more.pop("munitions", {weapon: "cluster"})
    tank = gun("r9", weapon=weapon, at=[20, 4], munitions=loads, state={"moved": moved})
    options = (*OPTIONS, "artillery_flak", "alternate_munitions", "aerospace")
    return scene([tank, mech("r1", (4, 4))], [bird, mech("b2", (4, 44), 180)], dice=dice, options=options)


@pytest.mark.rule("AS-OPT-200")
def test_who_may_fire_flak_and_at_what() -> None:
    fight = flak()
    assert order("r9", "b1", using="ART-LT", ammo="cluster") in [one.command for one in offers(fight, "red")]
    assert refusal(fight, order("r9", "b1")).rule == "AS-OPT-200"
    other = flak(munitions={"ART-LT": "smoke"})
    assert refusal(other, order("r9", "b1", ammo="cluster")).rule == "AS-OPT-100"


@pytest.mark.rule("AS-OPT-201")
def test_the_number_of_flak() -> None:
    assert asked(flak(), "r9", "b1", ammo="cluster")["target_number"] == 6
    assert asked(flak(moved="ground"), "r9", "b1", ammo="cluster")["target_number"] == 7
    fight = flak(dice=(1, 1))
    events = fight.do(order("r9", "b1", ammo="cluster"))
    assert not of(events, "scattered")


@pytest.mark.rule("AS-OPT-202")
def test_the_damage_of_flak() -> None:
    fight = flak(dice=(6, 4))
    fight.do(order("r9", "b1", ammo="cluster"))
    assert fight.units["b1"].armor == 7
    for die, armor in ((3, 9), (4, 8)):
        small = flak("ART-T", dice=(6, 4, die))
        small.do(order("r9", "b1", ammo="cluster"))
        assert small.units["b1"].armor == armor


@pytest.mark.rule("AS-OPT-172", "AS-OPT-176")
def test_what_may_be_said_of_a_shot() -> None:
    fight = arrows(dice=QUIET, distance=40)
    said = {choice.name for one in offers(fight, "red", "r9") if one.kind == "attack" for choice in one.choose}
    assert {"spotter", "spotter_attacks", "ammo"} <= said
    fight.do(order(ammo="homing"))
    end_turn(fight)
    paint = Attack(fight, commands.Attack("r1", "b1", "TAG", "TAG"))
    assert worth(paint) > 0


@pytest.mark.rule("AS-SCA-013")
def test_adjusting_fire_beyond_the_table() -> None:
    """The second gun on a point aims by the first, whenever their shells land."""
    reds = {"command_abilities": ["Adjusting Fire"]}
    fight = scene([gun("r8"), gun("r9"), mech("r1", (24, 4))], reds=reds)
    alone = asked(fight, "r9")["target_number"]
    fight.do(order("r8"))
    assert asked(fight, "r9")["target_number"] == alone - 2
    plain = scene([gun("r8"), gun("r9"), mech("r1", (24, 4))])
    plain.do(order("r8"))
    assert asked(plain, "r9")["target_number"] == alone


@pytest.mark.rule("AS-SPA-048")
@pytest.mark.parametrize(("roll", "armor"), [((5, 5), 2), ((5, 4), 2), ((4, 4), 4), ((4, 3), 4), ((3, 3), 5)])
def test_an_oblique_artilleryman_hurts_what_it_nearly_hits(roll: Any, armor: int) -> None:
    """A number of 10, 1 less for the gunner: all up to a miss by 1, half for 2 and 3."""
    fight = answered(dice=(*QUIET, *roll, 1, 1), flight=1, abilities=["Oblique Artilleryman"])
    assert asked(fight, point="b9")["target_number"] == 10
    fight.do(order("r9", "b9"))
    end_turn(fight)
    fight.do(commands.EndPhase())
    assert fight.units["b9"].armor == armor


@pytest.mark.rule("AS-SPA-048", "AS-SPA-031")
def test_gunners_and_observers_of_guns_beyond_the_table() -> None:
    plain = scene([gun("r9"), mech("r1", (24, 10))])
    number = asked(plain)["target_number"]
    assert asked(scene([gun("r9", abilities=["Oblique Artilleryman"])]))["target_number"] == number - 1
    spots = {"spotter": "r1", "spotter_attacks": True}
    observer = scene([gun("r9"), {**mech("r1", (24, 10)), "abilities": ["Forward Observer"]}])
    assert asked(observer, **spots)["target_number"] == asked(plain, **spots)["target_number"] - 1


# -- set up by hand -------------------------------------------------------------------------------------------


def deploying(*red: Any, options: Any = OPTIONS) -> Battle:
    """Forces that are still to be placed."""
    units = list(red) or [unplaced("r9", specials=["ART-LT1"]), unplaced("r1")]
    sides = [
        {"name": "red", "home": "south", "units": units},
        {"name": "blue", "home": "north", "units": [unplaced("b1"), unplaced("b2")]},
    ]
    data = {
        **{"options": list(options), "map": {"width": 48, "depth": 48}, "sides": sides, "commands": []},
        **{"start": {"turn": 1, "phase": "deployment", "first": "red"}, "dice": [*QUIET * 4]},
    }
    return run_script(script_from_data(data)).battle


def unplaced(name: str, **card: Any) -> dict[str, Any]:
    return {"id": name, "card": {**CARD, **card}}


def stand_off(fight: Battle, name: str = "r9", what: str | None = None) -> list[Any]:
    return fight.do(commands.Act(name, "stand_off", what))


@pytest.mark.rule("AS-OPT-160")
def test_a_gun_takes_its_position_while_forces_deploy() -> None:
    fight = deploying()
    offered = [one.label for one in offers(fight, "red") if isinstance(one.command, commands.Act)]
    assert offered == [f"Stand {far}″ beyond the south edge" for far in (10, 60, 150)]
    stand_off(fight, what="60")
    assert show_unit(fight, fight.units["r9"])["offboard"] == {"edge": "south", "distance": 60.0}
    assert (fight.units["r9"].place, fight.state.to_act) == ("offboard", "red")  # it takes no turn
    assert not [one for one in offers(fight, "red") if isinstance(one.command, commands.Act)]
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-160")
@pytest.mark.parametrize(
    ("name", "what", "words"),
    [
        ("r1", None, "no artillery"),
        ("r8", None, "no artillery"),  # a cannon
        ("r9", "-1", "0 to 9999 inches"),
        ("r9", "far", "0 to 9999 inches"),
        ("r9", "nan", "0 to 9999 inches"),
    ],
)
def test_who_may_not_stand_off_and_where(name: str, what: str | None, words: str) -> None:
    guns = unplaced("r9", specials=["ART-LT1"]), unplaced("r8", specials=["ART-LTC1"])
    refused = refusal(deploying(*guns, unplaced("r1")), commands.Act(name, "stand_off", what))
    assert (refused.rule, words in refused.message) == ("AS-OPT-160", True)


@pytest.mark.rule("AS-OPT-160")
def test_somebody_holds_the_table_and_all_of_it_is_settled_before_the_first_turn() -> None:
    pair = unplaced("r9", specials=["ART-LT1"]), unplaced("r8", specials=["ART-T1"])
    fight = deploying(*pair)
    stand_off(fight, "r8")
    assert refusal(fight, commands.Act("r9", "stand_off")).rule == "AS-OPT-160"
    assert refusal(scene([mech("r1", (24, 4))]), commands.Act("r1", "stand_off")).rule == "AS-OPT-160"


@pytest.mark.rule("AS-OPT-191")
def test_nobody_notices_a_gun_that_stands_off() -> None:
    guns, plain = deploying(), deploying(unplaced("r1"))
    assert known_to(guns, "blue").units.keys() == known_to(plain, "blue").units.keys() == {"b1", "b2"}
    told = stand_off(guns)
    assert [*events_for(guns, "blue", told)] == []
    assert dict(known_to(guns, "blue").state.quota)["red"] == dict(known_to(plain, "blue").state.quota)["red"] == 1


@pytest.mark.rule("AS-OPT-160")
def test_its_player_reads_where_a_gun_stands_and_why_it_fires_nothing_else() -> None:
    fight = scene([gun("r9"), mech("r1", (24, 10))])
    said = [words for hook in fight.hooks[hooks.remarks] if (words := hook(fight, fight.units["r9"])) is not None]
    assert said == ["it stands 100 inches beyond the south edge and fires its artillery at points of the table"]
    assert not [hook for hook in fight.hooks[hooks.remarks] if hook(fight, fight.units["r1"]) is not None]
    refused = refusal(fight, commands.Attack("r9", "b1"))
    assert (refused.rule, "fires its artillery at a point" in refused.message) == ("AS-OPT-160", True)
