"""Concealing unit data (pp. 157-158): blips and how they are identified, record sheets and who reads them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from lancemate.alphastrike.abilities.probes import PROBE_RANGES
from lancemate.alphastrike.air.events import FlightControl
from lancemate.alphastrike.asking.knowledge import carry_out, events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.cards.bases import HEIGHTS
from lancemate.alphastrike.commands.formations import routed
from lancemate.alphastrike.environment.visibility import VISUAL
from lancemate.alphastrike.options.advanced_terrain.waters import CurrentTested
from lancemate.alphastrike.options.aerospace_on_ground_map.events import LandingRolled
from lancemate.alphastrike.options.alternate_munitions.events import SwarmFlew
from lancemate.alphastrike.options.external_cargo.lifting import LiftContested
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import ControlRolled, DieRolled, SkidStruck
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.bots.games import least
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import event_data
from lancemate.rulebook.ledger import rule
from lancemate.server.alphastrike.showing import show_scene, show_view
from rules.table import attack, battle, end, move, refusal, unit

ON = ("concealing_unit_data", "optional_abilities")
TOKEN_A: Mapping[str, Any] = {"blip": "A"}
WALL = {"kind": "building", "height": 6, "cf": 40, "rect": [0, 20, 72, 1]}
INFANTRY: dict[str, Any] = {"type": "CI", "move": '2"f', "size": 1, "specials": ["CAR4"]}


def concealed(
    *units: Any, settings: Any = None, words: Mapping[str, Mapping[str, Any]] | None = None, **more: Any
) -> Battle:
    setup = battle(*units, **{"options": ON, "phase": "movement", **more}).setup
    given = words or {}
    tokens = tuple(replace(one, words=given.get(one.id, {})) for one in setup.units)
    return Battle(replace(setup, units=tokens, settings=settings or {}), 7)


def blip(far: float, *more: Any, red: Any = None, blue: Any = None, **rest: Any) -> Battle:
    """b1 is the token A, so far from r1, edge to edge, behind a wall unless said otherwise."""
    return concealed(
        unit("r1", (10, 18), **(red or {})),
        unit("b1", (10, 18 + 1.25 + far), 180, **(blue or {})),
        unit("b9", (70, 46), 180),
        *more,
        **{"words": {"b1": TOKEN_A}, "terrain": [WALL], **rest},
    )


def known(fight: Battle, name: str = "b1") -> bool:
    return bool(fight.units[name].notes.get("identified"))


def moved_on(fight: Battle) -> Battle:
    """Nobody moves, and the Movement Phase ends."""
    while fight.state.phase == "movement":
        end(fight)
    return fight


# -- tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-310", "AS-OPT-311")
def test_others_see_that_something_is_there() -> None:
    fight = blip(20.0)
    seen: Any = fight.view("red")
    assert "b1" not in seen["units"]
    assert seen["blips"] == {"A": {"side": "blue", "at": [10, 39.25]}}
    own: Any = fight.view("blue")
    assert own["units"]["b1"]["blip"] == "A"
    assert own["units"]["b1"]["identified"] is False
    assert "blips" not in own
    fight.do(commands.Pass("r1"))
    told = fight.do(commands.Move("b1", ((10, 40),)))
    assert [event for event in events_for(fight, "red", told) if event.type != "to_act"] == []
    after: Any = fight.view("red")
    assert after["blips"]["A"]["at"] == [10, 40]


@pytest.mark.rule("AS-OPT-310")
def test_each_half_is_switched_by_itself() -> None:
    only_sheets: Any = blip(20.0, settings={"concealing_unit_data": {"blips": False}}).view("red")
    assert set(only_sheets["units"]["b1"]) == OUTSIDE
    only_blips: Any = blip(20.0, settings={"concealing_unit_data": {"sheets": False}}).view("red")
    assert "A" in only_blips["blips"]
    assert "armor" in only_blips["units"]["b9"]


@pytest.mark.rule("AS-OPT-311")
@pytest.mark.parametrize("letter", ["B", "b9", "building1", "red"])
def test_every_token_has_a_name_of_its_own(letter: str) -> None:
    words = {"b1": {"blip": letter}, "b9": {"blip": "B"}}
    with pytest.raises(StateError, match=f"something else is called '{letter}'"):
        blip(20.0, words=words)


@pytest.mark.rule("AS-OPT-311")
def test_what_flies_by_thrust_is_no_token() -> None:
    fight = blip(20.0)
    assert fight.view("red").get("blips")
    fight.units["b1"].airborne = True
    fighter: dict[str, Any] = {"type": "AF", "move": "5a", "threshold": 2}
    fight = blip(20.0, blue={**fighter, "state": {"airborne": True}})
    assert "blips" not in fight.view("red")


@pytest.mark.rule("AS-OPT-312")
def test_a_token_moves_as_its_unit_does() -> None:
    """A hovercraft's token may not enter woods; its player may move it less far than it could."""
    fight = blip(
        20.0, blue={"type": "CV", "move": '12"h'}, terrain=[{"kind": "woods", "rect": [8, 42, 4, 4]}], first="blue"
    )
    assert refusal(fight, commands.Move("b1", ((10, 43),))).rule is not None
    move(fight, "b1", (10, 36))
    assert fight.units["b1"].inches == pytest.approx(3.25)


# -- tables -----------------------------------------------------------------------------------------------------

ROWS = {
    "rain_torrential": ("torrential_rain",),
    "rain": ("light_rain", "moderate_rain", "heavy_rain"),
    "snow": ("light_snow", "moderate_snow", "heavy_snow", "sleet"),
    "fog": ("heavy_fog",),
    "normal_daylight": ("day",),
}


@pytest.mark.rule("AS-OPT-313")
def test_how_far_one_sees_is_as_in_the_book() -> None:
    rows: Any = rule("AS-OPT-313").data["rows"]
    book = {word: row["max_range"] for row in rows for name in row["condition"] for word in ROWS.get(name, (name,))}
    assert VISUAL.of(rules) == book


@pytest.mark.rule("AS-OPT-314")
def test_heights_are_as_in_the_book() -> None:
    rows: Any = rule("AS-OPT-314").data["rows"]
    assert sorted({row["height"] for row in rows if row["height"] != "variable"}) == sorted(
        {*HEIGHTS.of(rules).values()}
    )
    fight = battle(
        unit("r1", (10, 10)), unit("r2", (20, 10), superheavy=True), unit("b1", (30, 30), type="CV", move='8"t')
    )
    assert [fight.units[name].height for name in ("r1", "r2", "b1")] == [2.0, 3.0, 1.0]


@pytest.mark.rule("AS-OPT-316", "AS-OPT-327", "AS-OPT-475")
def test_all_ranges_of_probes_stand_together() -> None:
    """Five sets (p. 61, 82-86, 157, 158, 167)."""
    ranges = PROBE_RANGES.of(rules)
    codes = ("LPRB", "PRB", "BH")
    assert {what: tuple(row[code] for code in codes) for what, row in ranges.items()} == {
        "ability": (12, 18, 26),
        "sight": (12, 16, 24),
        "blips": (12, 18, 26),
        "record sheets": (12, 16, 26),
        "hidden units": (6, 10, 16),
    }


# -- identification ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-315")
@pytest.mark.parametrize(
    ("conditions", "far", "found"),
    [
        ({}, 39.9, True),
        ({}, 40.1, False),
        ({"light": "night"}, 3.9, True),
        ({"light": "night"}, 4.1, False),
        ({"light": "dusk", "weather": ["heavy_fog"]}, 6.1, False),  # the shortest counts
        ({"light": "dusk", "weather": ["heavy_fog"]}, 5.9, True),
        ({"weather": ["heavy_rain"]}, 13.9, True),
        ({"weather": ["heavy_rain"]}, 14.1, False),
    ],
)
def test_by_eye_as_far_as_one_sees(conditions: dict[str, Any], far: float, found: bool) -> None:
    """Infantry looks: it has no sensors."""
    fight = concealed(
        unit("r1", (2, 2), **INFANTRY),
        unit("b1", (2, 2 + far + 1.125), 180),
        words={"b1": TOKEN_A},
        conditions=conditions or None,
        depth=60.0,
    )
    gap = fight.table.gap(fight.units["r1"].body, fight.units["b1"].body)
    fight.units["b1"].y += far - gap
    assert known(moved_on(fight)) is found


@pytest.mark.rule("AS-OPT-315")
def test_heights_count_and_a_wall_hides() -> None:
    wall = [{"kind": "building", "height": 3, "cf": 40, "rect": [0, 20, 72, 1]}]
    assert not known(moved_on(blip(15.0, red=INFANTRY, terrain=wall)))
    assert known(moved_on(blip(15.0, red=INFANTRY, terrain=())))


@pytest.mark.rule("AS-OPT-316", "AS-OPT-311")
@pytest.mark.parametrize(
    ("codes", "far", "found"),
    [
        ([], 9.9, True),
        ([], 10.1, False),
        (["LPRB"], 11.9, True),
        (["LPRB"], 12.1, False),
        (["PRB"], 17.9, True),
        (["PRB"], 18.1, False),
        (["BH"], 25.9, True),
        (["BH"], 26.1, False),
    ],
)
def test_by_sensors_through_anything(codes: list[str], far: float, found: bool) -> None:
    assert known(moved_on(blip(far, red={"specials": codes}))) is found
    assert not known(moved_on(blip(9.0, red=INFANTRY)))


@pytest.mark.rule("AS-OPT-322", "AS-OPT-316")
@pytest.mark.parametrize(
    ("probe", "coat", "found"),
    [
        ([], ["ECM"], False),
        ([], ["LECM"], False),
        (["PRB"], ["ECM"], False),
        (["BH"], ["ECM"], True),
        (["BH"], ["AECM"], False),
        (["BH"], ["STL"], False),
        ([], ["STL"], False),
        ([], ["MAS"], False),
    ],
)
def test_stealth_and_jammers_hide_from_sensors(probe: list[str], coat: list[str], found: bool) -> None:
    assert known(moved_on(blip(8.0, red={"specials": probe}, blue={"specials": coat}))) is found
    assert known(moved_on(blip(8.0, red={"specials": probe}, blue={"specials": coat}, terrain=())))  # not from eyes


@pytest.mark.rule("AS-OPT-322")
def test_a_friends_field_hides_it_as_well() -> None:
    near, far = unit("b2", (10, 34), specials=["ECM"]), unit("b2", (60, 46), specials=["ECM"])
    assert not known(moved_on(blip(8.0, near)))
    assert known(moved_on(blip(8.0, far)))


@pytest.mark.rule("AS-OPT-318")
@pytest.mark.parametrize(("light", "found"), [("day", True), ("dusk", False)])
def test_a_fighter_overhead_sees_everything_by_day(light: str, found: bool) -> None:
    fighter: dict[str, Any] = {"type": "AF", "move": "5a", "threshold": 2, "state": {"airborne": True}}
    fight = blip(26.0, unit("r2", (60, 10), **fighter), conditions={"light": light}, blue={"specials": ["STL"]})
    assert known(moved_on(fight)) is found
    under = blip(
        20.0,
        unit("r2", (60, 10), **fighter),
        terrain=[WALL, {"kind": "water", "depth": 2, "rect": [0, 36, 30, 10]}],
        options=(*ON, "aerospace_on_ground_map"),
    )
    under.units["b1"].elevation = -2.0
    assert not known(moved_on(under))


@pytest.mark.rule("AS-OPT-320")
def test_what_is_in_the_air_is_known_as_soon_as_it_is_seen() -> None:
    vtol = {"type": "CV", "move": '14"v', "state": {"airborne": True, "elevation": 10}}
    fight = concealed(unit("r1", (3, 3)), unit("b1", (68, 45), 180, **vtol), words={"b1": TOKEN_A}, first="blue")
    assert not known(fight)
    fight.do(commands.Move("b1", ((66, 45),), elevation=10.0))
    assert known(fight)
    ground = concealed(unit("r1", (3, 3)), unit("b1", (68, 45), 180), words={"b1": TOKEN_A}, first="blue")
    ground.do(commands.Move("b1", ((66, 45),)))
    assert not known(moved_on(ground))  # 75 inches away


@pytest.mark.rule("AS-OPT-319")
def test_who_attacks_openly_shows_itself() -> None:
    far = {"phase": "combat", "first": "blue", "conditions": {"light": "dusk"}, "terrain": ()}
    fight = blip(9.0, **far)
    assert not known(fight)
    attack(fight, "b1", "r1")
    assert known(fight)
    close = blip(0.0, **far)
    attack(close, "b1", "r1", kind="physical")
    assert known(close)


@pytest.mark.rule("AS-OPT-319")
def test_indirect_fire_and_shells_do_not() -> None:
    spotter = unit("b2", (14, 24), 180)
    fight = blip(15.0, spotter, blue={"specials": ["IF2"]}, phase="combat", first="blue")
    fight.units["b2"].y, fight.units["b2"].x = 18.0, 18.0
    fight.units["b2"].facing = 270.0
    attack(fight, "b1", "r1", using="IF", spotter="b2")
    assert not known(fight)
    guns = blip(15.0, spotter, blue={"specials": ["ART-T1"]}, phase="combat", first="blue", terrain=())
    guns.do(commands.Attack("b1", commands.PointTarget((30.0, 10.0)), "artillery"))
    assert not known(guns)


@pytest.mark.rule("AS-OPT-321")
def test_who_comes_out_of_hiding_unseen_is_a_blip_at_first() -> None:
    options = (*ON, "hidden_units")
    words = {"b1": TOKEN_A}
    fight = blip(20.0, blue={"state": {"hidden": True}}, options=options, words=words, first="blue")
    assert "blips" not in fight.view("red")
    fight.do(commands.Act("b1", "reveal"))
    assert "blips" in fight.view("red")
    seen = blip(20.0, blue={"state": {"hidden": True}}, options=options, words=words, first="blue", terrain=())
    seen.do(commands.Act("b1", "reveal"))
    assert known(seen)
    found = blip(5.0, blue={"state": {"hidden": True}}, options=options, red={"specials": ["PRB"]})
    found.do(commands.Pass("r1"))
    assert known(found)


@pytest.mark.rule("AS-OPT-311")
def test_hidden_units_are_not_found_by_the_ways_to_identify_blips() -> None:
    fight = blip(9.0, blue={"state": {"hidden": True}}, options=(*ON, "hidden_units"), terrain=())
    assert not known(moved_on(fight))


# -- as targets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-323")
@pytest.mark.parametrize("name", ["A", "b1"])
def test_a_token_is_no_target(name: str) -> None:
    fight = blip(15.0, phase="combat", terrain=())
    assert refusal(fight, commands.Attack("r1", name)).rule == "AS-OPT-323"
    assert not [one for one in offers(known_to(fight, "red"), "red", "r1") if one.kind == "attack"]
    with pytest.raises(Refused) as told:
        carry_out(fight, "red", commands.Attack("r1", name))
    assert told.value.refusal.rule == ("AS-OPT-323" if name == "A" else "AS-COM-005")


@pytest.mark.rule("AS-OPT-323")
def test_what_strikes_an_area_strikes_it_too() -> None:
    fight = blip(15.0, red={"specials": ["ART-LT1"]}, phase="combat", terrain=(), first="red")
    before = fight.units["b1"].armor
    for seed in range(40):
        twin = Battle(fight.setup, seed)
        twin.do(commands.Attack("r1", commands.PointTarget(fight.units["b1"].at), "artillery"))
        if twin.units["b1"].armor < before:
            assert not known(twin)
            return
    raise AssertionError("no shell ever landed on it")


@pytest.mark.rule("AS-OPT-323")
def test_nobody_charges_a_token() -> None:
    fight = blip(6.0, terrain=())
    with pytest.raises(Refused) as told:
        carry_out(fight, "red", commands.Move("r1", ((10, 22),), charge="A"))
    assert told.value.refusal.rule == "AS-OPT-323"


# -- record sheets ----------------------------------------------------------------------------------------------

OUTSIDE = {"side", "name", "place", "at", "facing", "elevation", "airborne", "status"}
SHEET = {*OUTSIDE, "armor", "structure", "heat", "crits", "move", "model"}
MASTER = {"name": "BLR-1G BattleMaster", "specials": ["TAG"], "pv": 38}
SCAN = commands.Act("r1", "scan", "b1")


def sheet(far: float, *more: Any, red: Any = None, blue: Any = None, **rest: Any) -> Battle:
    return concealed(
        unit("r1", (10, 10), **(red or {})),
        unit("b1", (10, 11.25 + far), 180, skill=2, **{**MASTER, **(blue or {})}),
        *more,
        **{"phase": "combat", **rest},
    )


def read(fight: Battle) -> bool:
    seen: Any = fight.view("red")
    keys = set(seen["units"]["b1"])
    assert keys in (OUTSIDE, SHEET)
    return keys == SHEET


@pytest.mark.rule("AS-OPT-325")
@pytest.mark.parametrize(
    ("card", "name"),
    [
        ({"name": "BLR-1G BattleMaster"}, "BattleMaster"),
        ({"name": "BLR-1G BattleMaster", "chassis": "BattleMaster"}, "BattleMaster"),
        ({"name": "Mad Cat Prime", "model": "Prime"}, "Mad Cat"),
        ({"name": "Atlas AS7-D"}, "Atlas"),
    ],
)
def test_the_chassis_is_all_one_may_know(card: dict[str, Any], name: str) -> None:
    for viewer in ("red", None):
        seen: Any = sheet(20.0, blue=card).view(viewer)
        assert seen["units"]["b1"]["name"] == name
        assert set(seen["units"]["b1"]) == OUTSIDE


SKILL: Final = (Modifier("Skill", 3, "AS-COM-034"), Modifier("Ground", 4, "AS-URB-027"))
ROLLS: Final[tuple[Any, ...]] = (
    ControlRolled("b1", (3, 4), 7, SKILL, True, (10.0, 10.0)),
    SkidStruck("b1", "r1", (3, 4), 7, SKILL, True),
    FlightControl("b1", "damage", (3, 4), 7, SKILL, True, "AS-AER-089"),
    LandingRolled("b1", (3, 4), 7, SKILL, True),
    SwarmFlew("b1", "r1", 7, SKILL, (3, 4), True),
    LiftContested("b1", "r1", (3, 4, 5, 6), 7, SKILL, 8, False),
    CurrentTested("b1", (3, 4), 7, False, "AS-OPT-007"),
    DieRolled("b1", "morale", (3, 4), "it holds", "AS-OPT-503", target_number=7),
)


@pytest.mark.rule("AS-OPT-326")
@pytest.mark.parametrize("event", ROLLS, ids=lambda one: one.type)
def test_no_roll_tells_how_good_an_enemys_crew_is(event: Any) -> None:
    """Nor does its story, even to who has read the sheet; its own side hears all of it."""
    fight = sheet(5.0, first="red")
    fight.do(SCAN)
    (told,) = events_for(fight, "red", [event])
    assert {getattr(told, name) for name in event.by_skill.get("unit", ("target_number", "modifiers"))} <= {0, ()}
    (line, *rest) = [line.text for line in story(fight, [told])]
    assert "3 and 4" in " ".join((line, *rest))
    assert not any(mark in text for text in (line, *rest) for mark in ("need", "()", "= .", "against 7"))
    assert all(own.target_number == 7 for own in events_for(fight, "blue", [event]))


@pytest.mark.rule("AS-OPT-326")
def test_a_routed_enemy_is_seen_to_run_and_not_against_what_number() -> None:
    fight = sheet(5.0, first="red", options=(*ON, "morale"))
    fight.do(SCAN)
    routed.note(fight, fight.units["b1"], 7)
    noted = fight.journal.events[-1]
    assert [one.value for one in events_for(fight, "red", [noted])] == [0]
    assert [one.value for one in events_for(fight, "blue", [noted])] == [7]
    assert routed.of(known_to(fight, "red").units["b1"]) == 0
    assert routed.of(known_to(fight, "blue").units["b1"]) == 7


@pytest.mark.rule("AS-OPT-326")
def test_the_number_of_an_enemys_shot_is_told_without_its_sum() -> None:
    fight = sheet(5.0, first="blue")
    made = fight.do(commands.Attack("b1", "r1"))
    heard = [line.text for line in story(fight, list(events_for(fight, "red", made)))]
    assert "It needs 3." in heard
    assert [line.text for line in story(fight, made)][1].startswith("It needs 3 = 2 Skill")


@pytest.mark.rule("AS-SPA-019")
def test_a_token_that_enrages_goes_by_its_own_name() -> None:
    """Whoever is enraged by it knows whom to go for, and no more."""
    setup = blip(12.0, first="blue", terrain=[]).setup
    loud = tuple(replace(one, abilities=("Antagonizer",)) if one.id == "b1" else one for one in setup.units)
    call = commands.Move("b1", ((10, 25),), antagonize=(10, 25))
    fight = Battle(replace(setup, units=loud), TapeDice([1, 1]))
    events = [event_data(event) for event in events_for(fight, "red", fight.do(call))]
    assert [event["value"] for event in events if event.get("key") == "enraged"] == ["A"]
    assert "b1" not in json.dumps([*events, show_view(fight, "red", 1), show_scene(fight, "red")])
    fight.do(commands.EndPhase())
    with pytest.raises(Refused, match="it goes straight for A"):
        carry_out(fight, "red", commands.Move("r1", ((16, 18),)))
    carry_out(fight, "red", least(fight, "red"))


@pytest.mark.rule("AS-SPA-019", "AS-OPT-471")
def test_nobody_is_enraged_by_who_hides() -> None:
    """The ways that it may not go would tell where that is."""
    fight = battle(
        unit("r1", (10, 18), state={"enraged": "b1"}),
        *(unit("b1", (10, 30), 180), unit("b9", (70, 46), 180)),
        options=("hidden_units",),
        phase="movement",
    )
    away = commands.Move("r1", ((16, 18),))
    assert refusal(fight, away).rule == "AS-SPA-019"
    fight.units["b1"].notes = {"hidden": True}
    carry_out(fight.clone(), "red", away)
    assert known_to(fight, "red").units["r1"].notes == {"enraged": None}
    assert "enraged" not in moved_on(fight).units["r1"].notes


@pytest.mark.rule("AS-OPT-325")
def test_events_tell_nothing_of_the_sheet() -> None:
    fight = sheet(15.0, first="red", dice=None)
    fight.dice = fight.dice.__class__(1)
    for _ in range(3):
        told = fight.do(commands.Attack("r1", "b1")) if fight.state.phase == "combat" else []
        heard = {event.type for event in events_for(fight, "red", told)}
        assert "damage" not in heard
        end(fight, 2)
        while fight.state.phase != "combat":
            end(fight)
        if fight.state.to_act != "red":
            end(fight)


@pytest.mark.rule("AS-OPT-326", "AS-OPT-327")
@pytest.mark.parametrize(
    ("code", "far", "good"),
    [
        ("LPRB", 11.9, True),
        ("LPRB", 12.1, False),
        ("PRB", 15.9, True),
        ("PRB", 16.1, False),
        ("BH", 25.9, True),
        ("BH", 26.1, False),
        ("ECM", 8.0, False),
    ],
)
def test_a_probe_reads_a_sheet_in_its_range(code: str, far: float, good: bool) -> None:
    fight = sheet(far, red={"specials": [code]})
    offered = SCAN in [one.command for one in offers(known_to(fight, "red"), "red", "r1")]
    assert offered is good
    if not good:
        assert refusal(fight, SCAN).rule == "AS-OPT-327"
        return
    fight.do(SCAN)
    seen: Any = fight.view("red")
    shown = seen["units"]["b1"]
    assert {key: shown[key] for key in ("name", "model", "move", "armor", "structure", "heat")} == {
        **{"name": "BattleMaster", "model": "BLR-1G", "move": '8"'},
        **{"armor": 6, "structure": 5, "heat": 0},
    }
    assert set(shown) == SHEET
    assert (known_to(fight, "red").units["b1"].skill, known_to(fight, "red").units["b1"].card.pv) == (4, 0)
    other: Any = fight.view(None)
    assert set(other["units"]["b1"]) == OUTSIDE


@pytest.mark.rule("AS-OPT-327")
def test_one_enemy_a_turn_and_before_its_attacks() -> None:
    fight = sheet(10.0, unit("b2", (14, 20), 180), red={"specials": ["PRB"]})
    fight.do(SCAN)
    assert refusal(fight, commands.Act("r1", "scan", "b2")).rule == "AS-OPT-327"
    attack(fight, "r1", "b1")  # the scan has not cost it its attack
    late = sheet(10.0, red={"specials": ["PRB"]})
    attack(late, "r1", "b1")
    assert refusal(late, SCAN).rule == "AS-OPT-327"
    assert refusal(sheet(10.0, phase="movement", red={"specials": ["PRB"]}), SCAN).code == "wrong_phase"


@pytest.mark.rule("AS-OPT-328")
@pytest.mark.parametrize(
    ("probe", "jammer", "good"),
    [("PRB", None, True), ("PRB", "ECM", False), ("BH", "ECM", True), ("BH", "AECM", False)],
)
def test_ecm_on_the_line_blocks_a_scan(probe: str, jammer: str | None, good: bool) -> None:
    near = [unit("b2", (18, 15), 180, specials=[jammer])] if jammer else []
    fight = sheet(10.0, *near, red={"specials": [probe]})
    if good:
        fight.do(SCAN)
        assert read(fight)
    else:
        assert refusal(fight, SCAN).rule == "AS-OPT-328"


@pytest.mark.rule("AS-OPT-328")
def test_solid_terrain_blocks_a_scan_and_woods_do_not() -> None:
    house = [{"kind": "building", "height": 8, "cf": 40, "rect": [5, 14, 10, 2]}]
    assert refusal(sheet(10.0, red={"specials": ["PRB"]}, terrain=house), SCAN).rule == "AS-OPT-328"
    wood = [{"kind": "woods", "rect": [0, 12, 20, 8]}]
    fight = sheet(10.0, red={"specials": ["PRB"]}, terrain=wood)
    fight.do(SCAN)
    assert read(fight)


@pytest.mark.rule("AS-OPT-329")
def test_at_short_range_it_takes_no_probe() -> None:
    fight = sheet(5.9, unit("b2", (14, 13), 180))
    fight.do(SCAN)
    fight.do(commands.Act("r1", "scan", "b2"))
    assert read(fight)
    assert refusal(sheet(6.1), SCAN).rule == "AS-OPT-327"
    house = [{"kind": "building", "height": 8, "cf": 40, "rect": [5, 12, 10, 2]}]
    assert refusal(sheet(5.5, terrain=house), SCAN).rule == "AS-OPT-327"


@pytest.mark.rule("AS-OPT-326")
def test_it_is_known_as_long_as_contact_lasts() -> None:
    fight = sheet(5.0, first="red")
    fight.do(SCAN)
    end(fight, 2)
    assert read(fight)
    while fight.state.phase != "movement":
        end(fight)
    if fight.state.to_act == "red":
        end(fight)
    assert read(fight)
    fight.do(commands.Move("b1", ((10, 20),)))
    assert not read(fight)


@pytest.mark.rule("AS-OPT-326")
def test_contact_is_lost_as_soon_as_somebody_has_moved() -> None:
    fight = sheet(5.0, unit("b2", (60, 40), 180), first="red")
    fight.do(SCAN)
    end(fight, 2)
    while fight.state.to_act != "blue" or fight.state.phase != "movement":
        end(fight)
    fight.do(commands.Move("b1", ((10, 20),)))
    assert fight.state.phase == "movement"  # b2 has still to move
    assert not read(fight)


@pytest.mark.rule("AS-OPT-326")
def test_contact_ends_with_whoever_had_it() -> None:
    fight = sheet(5.0, unit("r2", (60, 4)), first="red")
    fight.do(SCAN)
    fight.units["r1"].place = "gone"
    end(fight, 2)
    assert not read(fight)


@pytest.mark.rule("AS-OPT-330")
@pytest.mark.parametrize("coat", ["STL", "MAS"])
@pytest.mark.parametrize("choice", ["show", "refuse"])
def test_stealth_need_not_show_anything(coat: str, choice: str) -> None:
    fight = sheet(5.0, blue={"specials": [coat]})
    fight.do(SCAN)
    assert fight.decision is not None
    assert (fight.decision.side, fight.decision.choices) == ("blue", ("show", "refuse"))
    fight.do(commands.Decide("blue", choice))
    assert read(fight) is (choice == "show")


# -- scripts ----------------------------------------------------------------------------------------------------

CARD = {"name": "BLR-1G BattleMaster", "type": "BM", "size": 4, "tmm": 1, "move": '8"', "damage": "3/3/2", "armor": 6}
SCRIPT: dict[str, Any] = {
    "options": ["concealing_unit_data"],
    "terrain": [WALL],
    "sides": [
        {"name": "red", "units": [{"id": "r1", "card": {**CARD, "structure": 5}, "at": [10, 10], "blip": "A"}]},
        {"name": "blue", "units": [{"id": "b1", "card": {**CARD, "structure": 5}, "at": [10, 40]}]},
    ],
    "start": {"phase": "movement", "first": "red"},
    "commands": [
        {"preview": {"view": "blue"}},
        {"preview": {"view": "red"}},
        {"attack": {"unit": "b1", "target": "A"}},
    ],
}


def test_a_script_asks_for_a_view() -> None:
    report = run_script(script_from_data(SCRIPT))
    blue, red, shot = (outcome.to_data() for outcome in report.outcomes)
    seen: Any = blue["preview"]
    assert seen["blips"] == {"A": {"side": "red", "at": [10.0, 10.0]}}
    assert set(seen["units"]) == {"b1"}
    own: Any = red["preview"]
    assert own["units"]["r1"]["blip"] == "A"
    wrong: Any = shot["error"]
    assert wrong["rule"] == "AS-OPT-323"
    with pytest.raises(InputError, match=r"commands.0.preview.view: there is no side 'green'"):
        run_script(script_from_data({**SCRIPT, "commands": [{"preview": {"view": "green"}}]}))
    with pytest.raises(InputError, match="concealing_unit_data, which is off"):
        script_from_data({**SCRIPT, "options": []})


# -- a Human TRO ------------------------------------------------------------------------------------------------


def with_talent(fight: Battle, *abilities: str) -> Battle:
    units = tuple(replace(one, abilities=abilities if one.id == "r1" else ()) for one in fight.setup.units)
    return Battle(replace(fight.setup, units=units), 7)


@pytest.mark.rule("AS-SPA-038")
@pytest.mark.parametrize(("far", "found"), [(11.9, True), (12.1, False)])
def test_a_human_tro_knows_what_is_near(far: float, found: bool) -> None:
    assert not known(moved_on(blip(far)))
    assert known(moved_on(with_talent(blip(far), "Human TRO"))) is found
    assert known(moved_on(with_talent(blip(far, red=INFANTRY), "Human TRO"))) is found, "it takes no sensors"


@pytest.mark.rule("AS-SPA-038")
@pytest.mark.parametrize(("far", "good"), [(11.9, True), (12.1, False)])
def test_a_human_tro_reads_sheets_without_a_probe(far: float, good: bool) -> None:
    fight = with_talent(sheet(far), "Human TRO")
    assert (SCAN in [one.command for one in offers(known_to(fight, "red"), "red", "r1")]) is good


@pytest.mark.rule("AS-SPA-038")
@pytest.mark.parametrize("hides", ["ECM", "STL"])
def test_what_hides_from_a_light_probe_hides_from_a_human_tro(hides: str) -> None:
    assert known(moved_on(with_talent(blip(11), "Human TRO")))
    assert not known(moved_on(with_talent(blip(11, blue={"specials": [hides]}), "Human TRO")))


@pytest.mark.rule("AS-SPA-038")
def test_hostile_ecm_keeps_a_human_tro_from_reading() -> None:
    fight = with_talent(sheet(11, blue={"specials": ["ECM"]}), "Human TRO")
    assert refusal(fight, SCAN).rule == "AS-OPT-328"


@pytest.mark.rule("AS-SPC-066")
@pytest.mark.parametrize(("far", "found"), [(15.9, True), (16.1, False)])
def test_players_may_agree_that_probes_reach_sixteen_inches(far: float, found: bool) -> None:
    fight = blip(far, red={"specials": ["PRB"]}, options=(*ON, "probes_reach_16"))
    end(fight)
    end(fight)
    assert bool(fight.units["b1"].notes.get("identified")) is found
