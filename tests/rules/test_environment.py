"""Conditions of the battlefield: air, light, weather, gravity, temperature, wind, interference (pp. 58, 61-64)."""

from collections.abc import Mapping
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.asking.offers import toggles
from lancemate.alphastrike.environment.air import lands_upright, unfit_for
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.sealing import is_sealed
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.play.stats import current_move, is_immobile
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.judging import DEFAULT
from lancemate.bots.alphastrike.tactics.places import places
from lancemate.bots.alphastrike.tactics.rides import riders
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, move, number, refusal, unit

HIT = (6, 5)
MISS = (1, 2)
QUIET = (4, 3, 2, 2)  # initiative: red acts second, blue first
FOOT: Mapping[str, Any] = {"type": "CI", "move": '2"f', "damage": "1/1/0", "armor": 5, "structure": 1, "tmm": 0}
ARMORED: Mapping[str, Any] = {"type": "BA", "move": '4"f', "damage": "1/1/0", "armor": 2, "structure": 2, "tmm": 1}
TANK: Mapping[str, Any] = {"type": "CV", "move": '10"t', "size": 2}
HOVER: Mapping[str, Any] = {**TANK, "move": '10"h'}
AIRSHIP: Mapping[str, Any] = {"type": "SV", "move": '1"i', "size": 2, "specials": ["BFC"]}


def position(
    conditions: Mapping[str, Any], dice: Any = (), *, at: float = 30, red: Any = None, blue: Any = None, **more: Any
) -> Battle:
    """A red unit and, some inches north of it, a blue one."""
    reds, blues = dict(red or {}), dict(blue or {})
    return battle(
        unit("r1", (20, 20), **reds),
        unit("b1", (20, at), facing=180, **blues),
        dice=dice,
        conditions=conditions,
        **more,
    )


def remarks(fight: Battle, one: Unit) -> list[str]:
    """What its player should keep in mind."""
    return [text for hook in fight.hooks[hooks.remarks] if (text := hook(fight, one)) is not None]


def shoot(fight: Battle) -> list[Any]:
    """What comes of red's shot at blue."""
    return list(fight.do(commands.Attack("r1", "b1")))


def shown(fight: Battle) -> Any:
    return show_state(fight)["conditions"]


def wrong(conditions: Mapping[str, Any], **more: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        position(conditions, **more)
    return caught.value


def modified(conditions: Mapping[str, Any], rule: str, **more: Any) -> int | None:
    """What a rule adds to the first shot."""
    made = attack(position(conditions, MISS, **more), "r1", "b1")
    return number(made, rule)


# -- what is usual --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-075")
def test_what_is_left_out_is_as_on_a_fine_day() -> None:
    plain = shown(battle(unit("r1", (20, 20)), unit("b1", (20, 30))))
    assert plain == shown(position({}))
    assert (plain["atmosphere"], plain["light"], plain["gravity"], plain["temperature"]) == ("standard", "day", 1.0, 20)
    assert (plain["weather"], plain["emi"], plain["earthquake"], plain["tornadoes"]) == ([], False, None, [])
    assert plain["wind"]["force"] == 0


def test_conditions_are_written_back_as_they_were_read() -> None:
    given = {
        "atmosphere": "thin",
        "light": "night",
        "weather": ["sleet", "heavy_fog"],
        "wind": {"force": "random", "from": "random", "variable": True},
        "gravity": 1.2,
        "temperature": -60,
        "emi": True,
        "earthquake": {"random": True},
        "tornadoes": [{"at": [20, 20], "rating": 3, "turns": 4}],
        "custom": [{"name": "Ash", "to_hit": 1, "move": -1, "sight": 12, "damage": 1, "only": ["CV"], "note": "hm"}],
    }
    setup = position(given, seed=3, dice=None).setup
    assert setup_from_data(setup_to_data(setup)) == setup
    assert setup_to_data(setup)["conditions"] == given


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"atmosfear": "thin"}, "conditions.atmosfear"),
        ({"light": "dim"}, "conditions.light"),
        ({"weather": ["rain"]}, "conditions.weather.0"),
        ({"weather": ["light_rain", "heavy_rain"]}, "conditions.weather.1"),
        ({"wind": {"force": 5}}, "conditions.wind.force"),
        ({"wind": {"force": 2, "from": "nowhere"}}, "conditions.wind.from"),
        ({"gravity": 0}, "conditions.gravity"),
        ({"earthquake": {}}, "conditions.earthquake"),
        ({"earthquake": {"turn": 2, "strength": 13}}, "conditions.earthquake.strength"),
        ({"tornadoes": [{"at": [99, 20], "rating": 3, "turns": 4}]}, "conditions.tornadoes.0.at"),
        ({"tornadoes": [{"at": [20, 20], "rating": 3}]}, "conditions.tornadoes.0"),
        ({"custom": [{"to_hit": 1}]}, "conditions.custom.0"),
    ],
)
def test_what_cannot_be_is_one_message_with_its_key(given: Any, key: str) -> None:
    assert str(wrong(given).key).startswith(key)


@pytest.mark.rule("AS-BAT-080")
@pytest.mark.parametrize(
    "given",
    [
        {"wind": {"force": 2, "from": "north"}},
        {"wind": {"force": 0, "variable": True}},
        {"weather": ["light_snow"]},
        {"tornadoes": [{"at": [20, 20], "rating": 1, "turns": 2}]},
    ],
)
def test_vacuum_has_no_weather(given: Any) -> None:
    assert str(wrong({"atmosphere": "vacuum", **given}).key).startswith("conditions.")


@pytest.mark.rule("AS-BAT-080")
def test_nothing_smokes_in_vacuum() -> None:
    smoke = [{"kind": "light_smoke", "circle": [30, 30, 1]}]
    assert wrong({"atmosphere": "vacuum"}, terrain=smoke).key == "terrain.0"


@pytest.mark.rule("AS-BAT-081")
@pytest.mark.parametrize("word", ["heavy_rain", "torrential_rain", "heavy_snow", "blizzard"])
def test_traces_of_air_carry_nothing_heavy(word: str) -> None:
    assert wrong({"atmosphere": "trace", "weather": ["heavy_fog", word]}).key == "conditions.weather.1"
    position({"atmosphere": "trace", "weather": ["light_rain"]})


@pytest.mark.rule("AS-BAT-081")
def test_traces_of_air_know_no_tornado_and_no_heavy_smoke() -> None:
    assert wrong({"atmosphere": "trace", "tornadoes": [{"at": [2, 2], "rating": 1, "turns": 2}]})
    assert wrong({"atmosphere": "trace"}, terrain=[{"kind": "heavy_smoke", "circle": [30, 30, 1]}])


@pytest.mark.rule("AS-BAT-082")
def test_tornadoes_in_thin_air_are_f3_at_most() -> None:
    def storm(rating: int) -> dict[str, Any]:
        return {"atmosphere": "thin", "tornadoes": [{"at": [40, 40], "rating": rating, "turns": 2}]}

    position(storm(3))
    assert wrong(storm(4)).key == "conditions.tornadoes.0.rating"


# -- vacuum ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-077", "AS-SPC-094", "AS-SPC-026", "AS-SPC-151")
@pytest.mark.parametrize(
    ("card", "lost"),
    [
        ({}, False),
        ({"specials": ["EE"]}, True),
        ({"specials": ["EE", "SEAL"]}, True),
        ({"specials": ["FC"]}, True),
        ({"specials": ["FC", "SEAL"]}, False),
        ({"type": "IM"}, True),
        ({"type": "IM", "specials": ["SEAL"]}, False),
        ({"type": "PM"}, False),
        (TANK, False),
        ({**TANK, "specials": ["EE"]}, True),
        (HOVER, True),
        ({**TANK, "move": '10"v'}, True),
        ({**TANK, "move": '10"g'}, True),
        ({**HOVER, "specials": ["SOA"]}, True),
        ({**TANK, "type": "SV"}, True),
        ({**TANK, "type": "SV", "specials": ["SEAL"]}, False),
        (FOOT, True),
        ({**FOOT, "specials": ["SOA"]}, False),
        (ARMORED, True),
    ],
)
def test_who_cannot_be_in_vacuum_is_lost_at_once(card: Any, lost: bool) -> None:
    for air in ("vacuum", "trace"):
        assert position({"atmosphere": air}, red=card).units["r1"].destroyed is lost


@pytest.mark.rule("AS-BAT-080")
def test_nothing_swims_in_vacuum() -> None:
    boat = {**TANK, "move": '10"n'}
    fight = position({"atmosphere": "trace"}, red=boat, terrain=[{"kind": "water", "depth": 1, "rect": [0, 0, 40, 24]}])
    assert not fight.units["r1"].destroyed
    assert position({"atmosphere": "vacuum"}, red=boat).units["r1"].destroyed


@pytest.mark.rule("AS-BAT-077")
def test_who_is_inside_a_sealed_transport_is_lost_when_it_steps_out() -> None:
    carrier = unit("r1", (20, 20), **{**TANK, "specials": ["IT4"]})
    squad = unit("r2", state={"aboard": "r1"}, **{**FOOT, "specials": ["CAR2"]})
    fight = battle(carrier, squad, unit("b1", (20, 40)), conditions={"atmosphere": "vacuum"}, phase="movement", dice=())
    assert not fight.units["r2"].destroyed
    beside = 20.0 + fight.units["r1"].radius + fight.units["r2"].radius
    fight.do(commands.Move("r1", (), "standstill", unload=(commands.Unload("r2", (beside, 20.0)),)))
    assert fight.units["r2"].destroyed


@pytest.mark.rule("AS-BAT-077")
def test_who_comes_later_is_lost_as_it_comes() -> None:
    fight = battle(
        unit("r1", (20, 20)),
        unit("r2", None, **HOVER),
        unit("b1", (20, 40)),
        conditions={"atmosphere": "vacuum"},
        phase="movement",
        dice=(),
    )
    assert fight.units["r2"].in_play
    fight.do(commands.Move("r2", ((20.0, 0.8), (20.0, 5.0))))
    assert fight.units["r2"].destroyed


@pytest.mark.rule("AS-BAT-077")
def test_who_is_placed_before_the_first_turn_is_lost_in_it() -> None:
    fight = battle(
        unit("r1", (20, 20)),
        unit("r2", None, **HOVER),
        unit("b1", (20, 40)),
        conditions={"atmosphere": "vacuum"},
        phase="deployment",
        dice=QUIET,
    )
    fight.do(commands.Deploy("r2", (30.0, 2.0)))
    assert fight.units["r2"].destroyed


@pytest.mark.rule("AS-BAT-078")
def test_without_air_every_aerospace_unit_lands_upright() -> None:
    glider = unit("r1", (20, 20), type="AF", move="5a").card
    sphere = unit("r1", (20, 20), type="DS", move="3p").card
    assert lands_upright(position({"atmosphere": "vacuum"}), glider)
    assert not lands_upright(position({"atmosphere": "trace"}), glider)
    assert lands_upright(position({}), sphere)
    assert not lands_upright(position({"atmosphere": "vacuum"}), unit("r1", (20, 20)).card)


@pytest.mark.rule("AS-BAT-080")
def test_water_is_an_empty_hollow_in_vacuum() -> None:
    lake = [{"kind": "water", "depth": 2, "rect": [16, 16, 8, 8]}]
    fight = position({"atmosphere": "vacuum"}, terrain=lake, phase="movement")
    assert fight.units["r1"].elevation == -2
    assert fight.table.by_id["water1"].kind == "hollow"
    assert (fight.table.ground(20, 20), fight.table.surface(20, 20)) == (-2, -2)
    assert show_state(fight)["terrain_changed"] == {}
    assert move(fight, "r1", (20, 23)).cost == 3
    assert position({"atmosphere": "trace"}, terrain=lake).table.by_id["water1"].kind == "water"


def test_the_rim_of_a_hollow_hides_what_is_in_it() -> None:
    deep = position({"atmosphere": "vacuum"}, terrain=[{"kind": "water", "depth": 4, "rect": [16, 18, 8, 4]}])
    assert deep.sight(deep.units["b1"], deep.units["r1"]).status == "blocked"
    shallow = position({"atmosphere": "vacuum"}, terrain=[{"kind": "water", "depth": 1, "rect": [16, 19, 8, 2]}])
    assert shallow.sight(shallow.units["b1"], shallow.units["r1"]).status == "partial"
    both = position({"atmosphere": "vacuum"}, at=24, terrain=[{"kind": "water", "depth": 4, "rect": [16, 18, 8, 8]}])
    assert both.sight(both.units["b1"], both.units["r1"]).status == "clear"


# -- hull breaches --------------------------------------------------------------------------------------------


def breach(events: Any) -> Any:
    return [event for event in events if event.type == "roll" and "hull breach" in event.purpose]


@pytest.mark.rule("AS-BAT-079")
@pytest.mark.parametrize(("roll", "opens"), [((4, 3), False), ((4, 4), True)])
def test_damage_in_vacuum_may_open_a_hull(roll: tuple[int, int], opens: bool) -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, *roll, *((3, 3) if opens else ())))
    events = shoot(fight)
    assert len(breach(events)) == 1
    rolled = [event.cause for event in events if event.type == "critical"]
    assert rolled == (["hull_breach"] if opens else [])


@pytest.mark.rule("AS-BAT-081", "AS-BAT-079")
@pytest.mark.parametrize(("roll", "opens"), [((5, 4), False), ((5, 5), True)])
def test_in_traces_of_air_it_takes_ten(roll: tuple[int, int], opens: bool) -> None:
    fight = position({"atmosphere": "trace"}, (*HIT, *roll, *((3, 3) if opens else ())))
    events = shoot(fight)
    assert any(event.type == "critical" for event in events) is opens


@pytest.mark.rule("AS-BAT-079")
def test_an_ammunition_hit_of_a_breach_is_rolled_again() -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, 4, 4, 1, 1, 3, 3))
    events = shoot(fight)
    assert [event.result for event in events if event.type == "critical"] == ["ammo", "weapon"]
    assert fight.units["b1"].doomed is None
    assert fight.units["b1"].fresh == ("weapon",)


@pytest.mark.rule("AS-BAT-079")
@pytest.mark.parametrize("special", ["ENE", "CASEII"])
def test_a_breach_that_finds_no_ammunition_to_burn_is_over(special: str) -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, 4, 4, 1, 1, 3, 3), blue={"specials": [special]})
    events = shoot(fight)
    assert [event.result for event in events if event.type == "critical"] == ["ammo"]
    assert fight.units["b1"].fresh == ()


@pytest.mark.rule("AS-BAT-079")
@pytest.mark.parametrize(
    ("choice", "rolled", "armor", "hits"), [("roll again", ["weapon"], 3, ("weapon",)), ("let it stand", [], 2, ())]
)
def test_whom_burning_ammunition_costs_a_point_may_take_it(
    choice: str, rolled: list[str], armor: int, hits: tuple[str, ...]
) -> None:
    cased = {"specials": ["CASE"], "armor": 6}
    fight = position({"atmosphere": "vacuum"}, (*HIT, 4, 4, 1, 1, 3, 3), blue=cased)
    assert [event.result for event in shoot(fight) if event.type == "critical"] == ["ammo"]
    assert fight.decision is not None
    assert (fight.decision.kind, fight.decision.side, fight.decision.unit) == ("breach", "blue", "b1")
    events = fight.do(commands.Decide("blue", choice))
    assert [event.result for event in events if event.type == "critical"] == rolled
    assert (fight.units["b1"].armor, fight.units["b1"].fresh) == (armor, hits)


@pytest.mark.rule("AS-BAT-079")
def test_a_breach_comes_after_the_checks_of_the_attack_itself() -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, 2, 3, 5, 4, 4, 5), blue={"armor": 0})
    events = shoot(fight)
    assert [event.cause for event in events if event.type == "critical"] == ["structure", "hull_breach"]


@pytest.mark.rule("AS-BAT-079")
def test_industrial_mechs_roll_twice_for_a_breach_too() -> None:
    sealed = {"type": "IM", "specials": ["SEAL"]}
    fight = position({"atmosphere": "vacuum"}, (*HIT, 4, 4, 3, 2, 3, 3), blue=sealed)
    events = shoot(fight)
    assert [event.result for event in events if event.type == "critical"] == ["none", "weapon"]


@pytest.mark.rule("AS-BAT-079")
@pytest.mark.parametrize(
    "card",
    [
        {"specials": ["BHJ"]},
        {**FOOT, "specials": ["SOA"]},
        {**ARMORED, "specials": ["SEAL"]},
        {"structure": 1, "armor": 0},
    ],
)
def test_who_needs_not_fear_a_breach(card: Any) -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, *HIT), blue=card)
    assert breach(shoot(fight)) == []


@pytest.mark.rule("AS-BAT-079")
def test_a_hit_without_damage_opens_hulls_too_and_a_miss_does_not() -> None:
    fight = position({"atmosphere": "vacuum"}, (*HIT, 1, 1, 1, *MISS), red={"damage": "0*/0*/0*"})
    assert len(breach(shoot(fight))) == 1
    fight = position({"atmosphere": "vacuum"}, MISS)
    assert breach(shoot(fight)) == []


# -- thin and thick air ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-082", "AS-BAT-083", "AS-BAT-084")
@pytest.mark.parametrize(("air", "inches"), [("thin", 6), ("thick", 12), ("very_thick", 10), ("standard", 10)])
@pytest.mark.parametrize("code", ["h", "v", "g"])
def test_air_carries_well_or_badly(air: str, inches: float, code: str) -> None:
    fight = position({"atmosphere": air}, red={**TANK, "move": f'10"{code}'}, blue=TANK)
    assert current_move(fight, fight.units["r1"]) == inches
    assert current_move(fight, fight.units["b1"]) == 10


@pytest.mark.rule("AS-BAT-082", "AS-MOV-002")
@pytest.mark.parametrize(("move", "held"), [('4"h', True), ('5"h', False), ('4"t', False)])
def test_whoever_thin_air_leaves_no_move_is_immobile(move: str, held: bool) -> None:
    fight = position({"atmosphere": "thin"}, red={**TANK, "move": move}, blue=TANK)
    assert is_immobile(fight, fight.units["r1"]) is held


# -- darkness -------------------------------------------------------------------------------------------------

DARK = {"dusk": 1, "dawn": 1, "night": 2, "moonless_night": 3, "pitch_black": 4}


@pytest.mark.rule("AS-BAT-085", "AS-BAT-026")
@pytest.mark.parametrize(("light", "plus"), DARK.items())
def test_the_darker_the_harder_to_hit(light: str, plus: int) -> None:
    assert modified({"light": light}, "AS-BAT-085", red=TANK) == plus
    assert modified({"light": light}, "AS-BAT-085") == plus


@pytest.mark.rule("AS-BAT-085", "AS-SPC-145")
def test_a_light_that_is_on_negates_darkness_for_its_bearer() -> None:
    assert modified({"light": "night"}, "AS-BAT-085", red={"state": {"lights": True}}) is None
    lamp = {**TANK, "specials": ["SRCH"]}
    assert modified({"light": "night"}, "AS-BAT-085", red={**lamp, "state": {"lights": True}}) is None
    assert modified({"light": "night"}, "AS-BAT-085", red=lamp) == 2
    with pytest.raises(InputError, match="searchlight"):
        position({"light": "night"}, red={**TANK, "state": {"lights": True}})


@pytest.mark.rule("AS-BAT-085")
def test_aerospace_units_do_not_mind_the_dark() -> None:
    fighter = {"type": "AF", "move": "5a", "state": {"airborne": True}}
    assert modified({"light": "night"}, "AS-BAT-085", red=TANK, blue=TANK) == 2
    fight = position({"light": "night"}, MISS, blue=fighter)
    assert number(attack(fight, "r1", "b1"), "AS-BAT-085") == 2


@pytest.mark.rule("AS-BAT-086", "AS-SPC-145")
def test_a_light_shows_itself_and_what_is_within_two_inches() -> None:
    lit = {"state": {"lights": True}}
    assert modified({"light": "night"}, "AS-BAT-085", red=TANK, blue=lit) is None

    def beside(gap: float) -> int | None:
        bearer = unit("b2", (20 + gap, 30), state={"lights": True})
        fight = battle(
            unit("r1", (20, 20), **TANK), unit("b1", (20, 30), **TANK), bearer, dice=MISS, conditions={"light": "night"}
        )
        return number(attack(fight, "r1", "b1"), "AS-BAT-085")

    radii = unit("b1", (0, 0), **TANK), unit("b2", (0, 0))
    touching = sum(battle(radii[0], radii[1], unit("r1", (50, 20))).units[name].radius for name in ("b1", "b2"))
    assert beside(touching + 1.99) is None
    assert beside(touching + 2.01) == 2


def lit(fight: Battle) -> Any:
    units: Any = show_state(fight)["units"]
    return units["r1"]["lights"]


@pytest.mark.rule("AS-BAT-086")
def test_lights_are_switched_in_the_end_phase() -> None:
    fight = position({"light": "night"}, QUIET + QUIET)
    fight.do(commands.Toggle("r1", "SRCH", True))
    assert not lit(fight)
    end(fight, 2)
    assert lit(fight)
    fight.do(commands.Toggle("r1", "SRCH", False))
    end(fight, 4)
    assert not lit(fight)
    assert fight.units["r1"].switched_off == frozenset()
    assert any("switches its lights on" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-BAT-086")
def test_who_has_no_light_cannot_switch_one() -> None:
    fight = position({"light": "night"}, red=TANK)
    assert refusal(fight, commands.Toggle("r1", "SRCH", True)).rule == "AS-BAT-086"


@pytest.mark.rule("AS-BAT-086")
def test_lights_are_offered_in_the_dark_only() -> None:
    def offered(light: str) -> bool:
        fight = position({"light": light})
        commanded: list[Any] = [one.command for one in toggles(fight, fight.units["r1"])]
        return any(command.ability == "SRCH" for command in commanded)

    assert offered("night")
    assert not offered("day")


# -- how far one sees -----------------------------------------------------------------------------------------


def sees(conditions: Mapping[str, Any], far: float, *, option: bool = True, **more: Any) -> tuple[bool, bool]:
    """Whether red sees blue, and blue red, so many inches apart."""
    options = ("concealing_unit_data",) if option else ()
    radius = battle(unit("r1", (20, 20)), unit("b1", (20, 40))).units["r1"].radius
    fight = position(conditions, at=20 + far + 2 * radius, **{**more, "options": options})
    red, blue = fight.units["r1"], fight.units["b1"]
    return fight.sight(red, blue).status != "blocked", fight.sight(blue, red).status != "blocked"


@pytest.mark.rule("AS-BAT-076")
@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ({"light": "pitch_black"}, 2),
        ({"light": "night"}, 4),
        ({"light": "moonless_night"}, 4),
        ({"weather": ["blizzard"]}, 4),
        ({"weather": ["heavy_fog"]}, 6),
        ({"weather": ["blowing_sand"]}, 6),
        ({"light": "dusk"}, 10),
        ({"weather": ["torrential_rain"]}, 10),
        ({"weather": ["light_rain"]}, 14),
        ({"weather": ["heavy_snow"]}, 14),
        ({"weather": ["heavy_snow"], "light": "dawn"}, 10),
    ],
)
def test_sight_ends_with_the_light(given: Any, limit: float) -> None:
    assert sees(given, limit) == (True, True)
    assert sees(given, limit + 0.1) == (False, False)
    assert sees(given, limit + 0.1, option=False) == (True, True)


@pytest.mark.rule("AS-BAT-076")
@pytest.mark.parametrize(("probe", "limit"), [("LPRB", 12), ("PRB", 16), ("BH", 24), ("WAT", 12)])
def test_a_probe_sees_one_that_does_not_see_it(probe: str, limit: float) -> None:
    assert sees({"light": "night"}, limit, red={"specials": [probe]}) == (True, False)
    assert sees({"light": "night"}, limit + 0.1, red={"specials": [probe]}) == (False, False)


@pytest.mark.rule("AS-BAT-076", "AS-BAT-091")
def test_what_stops_a_probe_stops_its_sight() -> None:
    assert sees({"light": "night", "emi": True}, 10, red={"specials": ["PRB"]}) == (False, False)
    assert sees({"light": "night"}, 10, red={"specials": ["PRB"]}, blue={"specials": ["ECM"]}) == (False, False)
    assert sees({"light": "night"}, 10, red={"specials": ["BH"]}, blue={"specials": ["ECM"]}) == (True, False)


# -- weather --------------------------------------------------------------------------------------------------

WEATHER = {
    "light_rain": 1,
    "moderate_rain": 1,
    "heavy_rain": 1,
    "torrential_rain": 2,
    "light_snow": 1,
    "moderate_snow": 1,
    "heavy_snow": 1,
    "sleet": 1,
    "blizzard": 2,
    "heavy_fog": 1,
    "blowing_sand": 2,
}


@pytest.mark.rule("AS-BAT-113", "AS-BAT-026")
@pytest.mark.parametrize(("word", "plus"), WEATHER.items())
def test_weather_makes_it_harder_to_hit(word: str, plus: int) -> None:
    assert modified({"weather": [word]}, "AS-BAT-113") == plus
    assert modified({"weather": [word]}, "AS-BAT-113", at=22) == plus


@pytest.mark.rule("AS-BAT-113")
def test_different_weathers_add_up_entry_by_entry() -> None:
    given = ["heavy_rain", "blowing_sand", "light_snow", "sleet", "heavy_fog"]
    made = attack(position({"weather": given}, MISS), "r1", "b1")
    parts = [(part.label, part.value) for part in made.modifiers if part.rule == "AS-BAT-113"]
    assert parts == [("Heavy rain", 1), ("Blowing sand", 2), ("Light snow", 1), ("Sleet", 1), ("Heavy fog", 1)]


@pytest.mark.rule("AS-BAT-113", "AS-BAT-026")
@pytest.mark.parametrize(("kind", "plus"), [("light_smoke", 1), ("heavy_smoke", 2), ("geyser", 2)])
def test_smoke_and_steam_count_where_a_shot_passes_through(kind: str, plus: int) -> None:
    def through(x: float) -> int | None:
        return modified({}, "AS-BAT-113", terrain=[{"kind": kind, "circle": [x, 25, 1]}])

    assert through(20) == plus
    assert through(26) is None


# -- interference ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-091", "AS-BAT-026")
def test_interference_spoils_shots() -> None:
    assert modified({"emi": True}, "AS-BAT-091") == 2
    assert modified({"emi": True}, "AS-BAT-091", red={**FOOT, "damage": "1/1/1"}, at=26) is None
    assert modified({"emi": True}, "AS-BAT-091", red=ARMORED, at=26) == 2
    fight = position({"emi": True}, MISS, at=22)
    assert number(attack(fight, "r1", "b1", kind="physical"), "AS-BAT-091") is None


@pytest.mark.rule("AS-BAT-091")
@pytest.mark.parametrize(("y", "plus"), [(20, 2), (25, 2), (30, 2), (40, None)])
def test_an_area_of_it_counts_for_shots_in_it_or_through_it(y: float, plus: int | None) -> None:
    assert modified({}, "AS-BAT-091", terrain=[{"kind": "emi", "circle": [20, y, 2]}]) == plus


@pytest.mark.rule("AS-BAT-091")
def test_jammers_reach_twice_as_far_in_it() -> None:
    def reach(**more: Any) -> float:
        fight = position(more.pop("given", {}), red={"specials": ["ECM"]}, **more)
        return hostile_fields(fight, "blue")[0].reach

    assert (reach(), reach(given={"emi": True})) == (12, 24)
    assert reach(terrain=[{"kind": "emi", "circle": [20, 20, 2]}]) == 24
    assert reach(terrain=[{"kind": "emi", "circle": [30, 30, 2]}]) == 12


# -- gravity --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-092")
@pytest.mark.parametrize(
    ("inches", "pull", "ground", "jump"),
    [('12"', 0.7, 17, 0), ('12"', 1.2, 10, 0), ('6"j', 0.5, 12, 12), ('8"/6"j', 2.0, 4, 3), ('2"', 9.0, 1, 0)],
)
def test_every_move_is_divided_by_the_gravity(inches: str, pull: float, ground: float, jump: float) -> None:
    fight = position({"gravity": pull}, red={"move": inches})
    walker = fight.units["r1"]
    assert (current_move(fight, walker), current_move(fight, walker, "jump")) == (ground, jump)


@pytest.mark.rule("AS-BAT-092")
def test_thrust_weighs_nothing() -> None:
    fight = position({"gravity": 2.0}, red={"type": "AF", "move": "6a"})
    assert current_move(fight, fight.units["r1"], "thrust") == 6


def run(fight: Battle, far: float) -> list[Any]:
    """Red goes so far to and fro, everybody else stays; the turn ends."""
    mover = fight.units["r1"]
    y = mover.y + far if mover.y < 24 else mover.y - far
    events: list[Any] = []
    while fight.state.to_act == "blue":
        events += fight.do(commands.EndPhase())
    events += fight.do(commands.Move("r1", ((mover.x, y),)))
    while fight.state.phase != "movement" or fight.units["r1"].moved != "none":
        events += fight.do(commands.EndPhase())
    return events


@pytest.mark.rule("AS-BAT-093")
def test_a_third_run_in_a_row_breaks_something() -> None:
    fight = position({"gravity": 0.7}, QUIET * 4, red={"move": '12"'}, at=46, phase="movement")
    for turn in (1, 2):
        run(fight, 15)
        assert fight.units["r1"].notes["over_move"] == turn
        assert fight.units["r1"].wounds == ()
    run(fight, 15)
    assert list(fight.units["r1"].wounds) == ["mp"]
    assert fight.units["r1"].notes["over_move"] == 3
    run(fight, 8)
    assert list(fight.units["r1"].wounds) == ["mp", "mp"]


@pytest.mark.rule("AS-BAT-093")
def test_a_turn_within_the_normal_move_begins_the_count_anew() -> None:
    fight = position({"gravity": 0.7}, QUIET * 4, red={"move": '12"'}, at=46, phase="movement")
    run(fight, 15)
    run(fight, 12)
    assert fight.units["r1"].notes["over_move"] == 0
    run(fight, 15)
    while fight.units["r1"].notes["over_move"]:
        fight.do(commands.EndPhase())
    assert fight.units["r1"].wounds == ()


@pytest.mark.rule("AS-BAT-093")
def test_a_player_is_told_when_to_slow_down_and_bots_heed_it() -> None:
    fight = position(
        {"gravity": 0.5}, red={"move": '8"', "state": {"notes": {"over_move": 2}}}, at=46, phase="movement"
    )
    runner = fight.units["r1"]
    assert any("MP hit" in text for text in remarks(fight, runner))
    found = places(fight, runner)
    assert found is not None
    assert max(found.cost) <= 8.001
    fresh = position({"gravity": 0.5}, red={"move": '8"'}, at=46, phase="movement")
    assert remarks(fresh, fresh.units["r1"]) == []
    more = places(fresh, fresh.units["r1"])
    assert more is not None
    assert max(more.cost) > 8.001


@pytest.mark.rule("AS-BAT-077")
def test_bots_leave_inside_who_would_be_lost_outside() -> None:
    carrier = unit("r1", (20, 20), **{**TANK, "specials": ["IT4"]})
    squad = unit("r2", state={"aboard": "r1"}, **{**FOOT, "specials": ["CAR2"]})

    def inside(air: str) -> int:
        fight = battle(carrier, squad, unit("b1", (20, 26)), conditions={"atmosphere": air}, phase="movement")
        there = places(fight, fight.units["r1"])
        assert there is not None
        return len(riders(fight, fight.units["r1"], there, FireTable(), DEFAULT))

    assert (inside("standard"), inside("vacuum")) == (1, 0)


@pytest.mark.rule("AS-BAT-093")
def test_sprinting_within_the_normal_sprint_is_not_too_fast() -> None:
    fight = position({"gravity": 0.5}, QUIET, red={"move": '8"'}, at=46, phase="movement")
    fight.do(commands.Move("r1", ((20.0, 32.0),), "sprint"))
    assert "over_move" not in fight.units["r1"].notes
    other = position({"gravity": 0.5}, QUIET, red={"move": '8"'}, at=46, phase="movement")
    other.do(commands.Move("r1", ((20.0, 32.5),), "sprint"))
    assert other.units["r1"].notes["over_move"] == 1


# -- temperature ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-095", "AS-BAT-096", "AS-BAT-094")
@pytest.mark.parametrize(("degrees", "lost"), [(-31, 1), (-30, 0), (50, 0), (51, 1)])
@pytest.mark.parametrize("turn", [4, 5, 10])
def test_infantry_suffers_every_fifth_turn(degrees: float, lost: int, turn: int) -> None:
    fight = position({"temperature": degrees}, QUIET, blue=FOOT, turn=turn)
    end(fight, 2)
    assert fight.units["b1"].armor == 5 - (lost if turn % 5 == 0 else 0)
    assert fight.units["r1"].armor == 6


def heat_after(degrees: float, heat: int, overheat: int = 0) -> int:
    fight = position({"temperature": degrees}, (*MISS, *QUIET), red={"ov": 2, "state": {"heat": heat}})
    attack(fight, "r1", "b1", overheat=overheat)
    end(fight, 2)
    return fight.units["r1"].heat


@pytest.mark.rule("AS-BAT-095")
def test_extreme_cold_cools_who_is_overheated() -> None:
    assert (heat_after(0, 2), heat_after(-60, 2), heat_after(-60, 0)) == (2, 1, 0)
    assert (heat_after(0, 0, 2), heat_after(-60, 0, 2)) == (2, 1)


@pytest.mark.rule("AS-BAT-096")
def test_extreme_heat_adds_to_overheating() -> None:
    assert (heat_after(80, 0, 1), heat_after(80, 1), heat_after(80, 3, 2)) == (2, 1, 4)


@pytest.mark.rule("AS-BAT-096", "AS-BAT-094")
def test_extreme_heat_slows_what_has_no_heat_scale() -> None:
    fight = position({"temperature": 60}, red=TANK, blue=FOOT)
    assert [current_move(fight, fight.units[name]) for name in ("r1", "b1")] == [8, 2]
    fight = position({"temperature": 60}, red={"type": "PM"}, blue={})
    assert [current_move(fight, fight.units[name]) for name in ("r1", "b1")] == [6, 8]
    fight = position({"temperature": 60}, red={**TANK, "type": "CF", "move": "6a"})
    assert current_move(fight, fight.units["r1"], "thrust") == 6


@pytest.mark.rule("AS-BAT-094")
def test_aerospace_units_mind_no_temperature() -> None:
    fighter = {"type": "AF", "move": "6a", "ov": 2, "state": {"heat": 2, "attacks": ["weapon"]}}
    fight = position({"temperature": -60}, QUIET, red=fighter)
    end(fight, 2)
    assert fight.units["r1"].heat == 2


# -- wind -----------------------------------------------------------------------------------------------------


def wind(force: Any = 0, **more: Any) -> dict[str, Any]:
    return {"wind": {"force": force, "from": "north", **more}}


@pytest.mark.rule("AS-BAT-097", "AS-BAT-098", "AS-BAT-099", "AS-BAT-084")
@pytest.mark.parametrize(
    ("air", "forces"),
    [
        ("trace", [0, 0, 0, 0, 1, 2]),
        ("thin", [0, 0, 0, 1, 2, 3]),
        ("standard", [0, 0, 1, 2, 3, 4]),
        ("thick", [0, 1, 2, 3, 4, 4]),
        ("very_thick", [1, 2, 3, 4]),
    ],
)
def test_random_wind_is_rolled_before_anything_else(air: str, forces: list[int]) -> None:
    for die, force in enumerate(forces, start=1):
        fight = position({"atmosphere": air, **wind("random")}, (die,))
        assert shown(fight)["wind"]["force"] == force
        assert fight.journal.events[0].type == "wind"


@pytest.mark.rule("AS-BAT-100", "AS-BAT-097")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_random_direction_is_a_die_of_sixty_degrees(die: int) -> None:
    fight = position({"wind": {"force": "random", "from": "random"}}, (5, die))
    assert (shown(fight)["wind"]["force"], shown(fight)["wind"]["from"]) == (3, (die - 1) * 60)
    assert shown(position({"wind": {"force": 2, "from": "random"}}, (die,)))["wind"]["from"] == (die - 1) * 60


@pytest.mark.rule("AS-BAT-097")
def test_variable_wind_has_a_new_force_in_every_end_phase() -> None:
    fight = position(wind(1, variable=True), (5, *QUIET, 1, *QUIET))
    assert shown(fight)["wind"]["force"] == 1
    end(fight, 2)
    assert (shown(fight)["wind"]["force"], shown(fight)["wind"]["from"]) == (3, 0)
    end(fight, 4)
    assert shown(fight)["wind"]["force"] == 0


@pytest.mark.rule("AS-BAT-097", "AS-BAT-100")
def test_a_direction_left_to_the_dice_turns_with_variable_wind() -> None:
    fight = position({"wind": {"force": 1, "from": "random", "variable": True}}, (2, 5, 4, *QUIET))
    assert shown(fight)["wind"]["from"] == 60
    end(fight, 2)
    assert (shown(fight)["wind"]["force"], shown(fight)["wind"]["from"]) == (3, 180)


@pytest.mark.rule("AS-BAT-102", "AS-BAT-103", "AS-BAT-104", "AS-BAT-105", "AS-BAT-106")
@pytest.mark.parametrize(
    ("card", "inches"),
    [
        ({**FOOT, "move": '6"f'}, [6, 4, 4, 2, 2]),
        ({**FOOT, "move": '2"f'}, [2, 2, 2, 2, 2]),
        ({**FOOT, "move": '6"j'}, [6, 6, 4, 2, 2]),
        ({**FOOT, "move": '6"m'}, [6, 6, 6, 2, 2]),
        ({**ARMORED, "move": '6"'}, [6, 6, 6, 4, 4]),
        ({**ARMORED, "move": '2"'}, [2, 2, 2, 2, 2]),
        ({}, [8, 8, 8, 8, 8]),
        (TANK, [10, 10, 10, 10, 10]),
    ],
)
def test_wind_slows_infantry(card: Any, inches: list[float]) -> None:
    for force, left in enumerate(inches):
        fight = position(wind(force), red=card)
        walker = fight.units["r1"]
        assert max(current_move(fight, walker, mode) for mode in ("ground", "jump")) == left


@pytest.mark.rule("AS-BAT-102")
def test_still_air_is_nothing_that_anybody_feels() -> None:
    fight = position(wind(0, variable=True), red={**FOOT, "move": '6"f'})
    assert current_move(fight, fight.units["r1"]) == 6


@pytest.mark.rule("AS-BAT-103", "AS-BAT-104", "AS-BAT-105", "AS-BAT-106")
@pytest.mark.parametrize(
    ("force", "card", "rule"),
    [
        (1, FOOT, "AS-BAT-103"),
        (2, FOOT, "AS-BAT-104"),
        (3, {**FOOT, "move": '4"m'}, "AS-BAT-105"),
        (3, {**ARMORED, "move": '2"'}, "AS-BAT-105"),
        (4, {**ARMORED, "move": '2"'}, "AS-BAT-106"),
    ],
)
def test_two_inches_or_an_attack(force: int, card: Any, rule: str) -> None:
    fight = position(wind(force), HIT * 3, red=card, at=24, phase="movement")
    move(fight, "r1", (20, 22))
    end(fight)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == rule
    stays = position(wind(force), (*HIT, *HIT), red=card, at=22)
    attack(stays, "r1", "b1")


@pytest.mark.rule("AS-BAT-103")
def test_who_has_move_left_may_do_both() -> None:
    fight = position(wind(1), (*HIT, *HIT), red={**FOOT, "move": '4"f'}, at=24, phase="movement")
    move(fight, "r1", (20, 22))
    end(fight)
    attack(fight, "r1", "b1")


@pytest.mark.rule("AS-BAT-106")
def test_infantry_does_not_attack_in_a_storm() -> None:
    fight = position(wind(4), red=FOOT, at=22)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-BAT-106"


HALL = {"kind": "building", "type": "medium", "rect": [18, 18, 4, 4], "height": 4, "cf": 9}


@pytest.mark.rule("AS-BAT-101", "AS-BAT-106")
def test_whoever_is_inside_minds_no_wind() -> None:
    fight = position(wind(4), (*MISS, 3, 3, *QUIET), red={**FOOT, "move": '6"f'}, at=24, terrain=[HALL])
    assert fight.units["r1"].elevation == 0
    assert current_move(fight, fight.units["r1"]) == 6
    made = attack(fight, "r1", "b1")
    assert number(made, "AS-BAT-106") is None
    end(fight, 2)
    assert fight.units["r1"].armor == 5


@pytest.mark.rule("AS-BAT-106")
def test_a_storm_hurts_infantry_in_the_open() -> None:
    fight = position(wind(4), (3, 3, *QUIET), red=FOOT, blue=ARMORED)
    end(fight, 2)
    assert (fight.units["r1"].armor, fight.units["b1"].armor) == (4, 2)


@pytest.mark.rule("AS-BAT-105", "AS-BAT-106", "AS-BAT-102", "AS-BAT-026")
@pytest.mark.parametrize(
    ("force", "rule", "plus"), [(2, "AS-BAT-105", None), (3, "AS-BAT-105", 1), (4, "AS-BAT-106", 2)]
)
def test_wind_makes_it_harder_to_hit(force: int, rule: str, plus: int | None) -> None:
    assert modified(wind(force), rule) == plus
    fight = position(wind(force), MISS, at=22)
    assert number(attack(fight, "r1", "b1", kind="physical"), rule) == plus


@pytest.mark.rule("AS-BAT-105")
def test_airships_lose_a_point_of_thrust_and_crash_without_any() -> None:
    aloft = {**AIRSHIP, "state": {"airborne": True, "elevation": 5}}
    weak = position(wind(3), (4, 4), red=aloft)
    assert not weak.units["r1"].airborne
    strong = position(wind(3), red={**aloft, "move": '2"i'})
    assert strong.units["r1"].airborne
    assert current_move(strong, strong.units["r1"], "thrust") == 1
    calm = position(wind(2), red=aloft)
    assert calm.units["r1"].airborne


@pytest.mark.rule("AS-BAT-105", "AS-MOV-008")
def test_an_airship_that_crashes_at_the_edge_comes_to_lie_on_the_table() -> None:
    aloft = {**AIRSHIP, "state": {"airborne": True, "elevation": 5}}
    fight = position(wind(3), (4, 4), blue=aloft, at=0)
    wreck = fight.units["b1"]
    assert not wreck.airborne
    assert fight.table.inside(*wreck.at, wreck.radius - 0.001)


@pytest.mark.rule("AS-BAT-044")
def test_an_airship_that_crashes_breaks_the_ice() -> None:
    aloft = {**AIRSHIP, "state": {"airborne": True, "elevation": 5}}
    ice = {"id": "lake", "kind": "ice", "frozen_solid": True, "rect": [10, 10, 20, 15]}
    fight = position(wind(3), (4, 4), red=aloft, terrain=[ice])
    assert show_state(fight)["terrain_changed"] == {"water2": "water"}
    assert fight.units["r1"].elevation == -1.0


@pytest.mark.rule("AS-BAT-106")
def test_a_storm_hurts_airships() -> None:
    aloft = {**AIRSHIP, "move": '3"i', "state": {"airborne": True, "elevation": 5}}
    fight = position(wind(4), (3, 3, *QUIET), red=aloft)
    end(fight, 2)
    assert fight.units["r1"].armor == 5


# -- of one's own ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-075")
def test_players_invent_conditions() -> None:
    ash = {"custom": [{"name": "Ash", "to_hit": 1, "move": -2, "damage": 1, "sight": 20, "note": "from the volcano"}]}
    fight = position(ash, (*MISS, *QUIET))
    assert number(attack(fight, "r1", "b1"), "AS-BAT-075") == 1
    assert current_move(fight, fight.units["r1"]) == 6
    end(fight, 2)
    assert (fight.units["r1"].armor, fight.units["b1"].armor) == (5, 5)
    far = position(ash, at=45)
    assert far.sight(far.units["r1"], far.units["b1"]).rule == "AS-BAT-075"
    assert shown(fight)["custom"][0]["name"] == "Ash"


@pytest.mark.rule("AS-BAT-075")
def test_they_may_be_about_some_units_only() -> None:
    fight = position({"custom": [{"name": "Mire", "move": -2, "damage": 2, "only": ["CV"]}]}, QUIET, red=TANK)
    assert (current_move(fight, fight.units["r1"]), current_move(fight, fight.units["b1"])) == (8, 8)
    end(fight, 2)
    assert (fight.units["r1"].armor, fight.units["b1"].armor) == (4, 6)


# -- together -------------------------------------------------------------------------------------------------


def test_a_battle_is_the_same_when_its_events_are_replayed() -> None:
    given = {"light": "night", "weather": ["blizzard"], **wind(4, variable=True), "gravity": 0.7, "temperature": -60}
    fight = position({**given, "earthquake": {"random": True}}, None, red=FOOT, seed=11)
    twin = fight.clone()
    for _ in range(12):
        if fight.outcome is None:
            assert [type(event) for event in fight.do(commands.EndPhase())] == [
                type(event) for event in twin.do(commands.EndPhase())
            ]
    assert fight.hash() == twin.hash()
    assert list(story(fight, fight.journal.events))


def test_a_seal_is_the_same_for_all_that_ask() -> None:
    fight = position({"atmosphere": "vacuum"})
    card: Muster = unit("r9", **{**TANK, "move": '8"s', "type": "SV"})
    assert is_sealed(fight, card.card)
    assert unfit_for(fight, unit("r9").card, "vacuum") is None
    assert Table(10, 10).features == ()
