"""Fire and smoke (pp. 166-168): how fires start, spread, burn and go out, and where smoke goes."""

from typing import Any

import pytest

from lancemate.alphastrike.options.fire_and_smoke.areas import HEAVY, fire_at, fires, lay_smoke, light, put_out
from lancemate.alphastrike.options.fire_and_smoke.starting import may_catch, number_at
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.alphastrike.terrain.ground import areas
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, unit
from rules.test_options_ranges import script

FIRE = ("fire_and_smoke",)
WOOD = {"id": "wood", "kind": "woods", "rect": [10, 10, 20, 20]}


def ground(*pieces: dict[str, Any], dice: Any = (), options: Any = FIRE, **more: Any) -> Battle:
    return battle(unit("r1", (5, 40)), unit("b1", (60, 40)), terrain=pieces, options=options, dice=dice, **more)


def needs(fight: Battle, at: tuple[float, float], on_purpose: bool = True) -> int | None:
    parts = number_at(fight, at, on_purpose)
    return None if parts is None else total(parts)


# -- starting -------------------------------------------------------------------------------------------------


ROWS = [
    ("woods", 6, 9),
    ("heavy_woods", 6, 9),
    ("jungle", 7, 10),
    ("ultra_heavy_jungle", 7, 10),
    ("building", 9, 10),
    ("heavy_industrial", 4, 6),
    ("magma_crust", 4, 6),
    ("rough", 12, 12),
    ("rubble", 12, 12),
    ("sand", 11, 11),
    ("planted_fields", 9, 9),
    ("deep_snow", 14, 14),
    ("mud", 16, 16),
    ("swamp", 16, 16),
    ("tundra", 11, 11),
    ("geyser", 14, 14),
]


@pytest.mark.rule("AS-OPT-442", "AS-OPT-443")
@pytest.mark.parametrize(("kind", "on_purpose", "by_accident"), ROWS)
def test_what_burns_how_easily(kind: str, on_purpose: int, by_accident: int) -> None:
    fight = ground({"kind": kind, "rect": [10, 10, 10, 10]})
    assert (needs(fight, (15, 15)), needs(fight, (15, 15), False)) == (on_purpose, by_accident)
    assert needs(fight, (40, 40)) == 11


@pytest.mark.rule("AS-OPT-442")
def test_water_and_pavement_do_not_burn_and_the_uppermost_terrain_counts() -> None:
    lake = {"kind": "water", "depth": 1, "rect": [10, 10, 10, 10]}
    road = {"kind": "road", "line": [[0, 40], [72, 40]], "width": 2}
    track = {"kind": "road", "surface": "dirt", "line": [[0, 5], [72, 5]], "width": 2}
    fight = ground(WOOD, lake, road, track)
    assert needs(fight, (15, 15)) is None
    assert needs(fight, (30, 40)) is None
    assert needs(fight, (30, 5)) == 11
    assert needs(fight, (25, 25)) == 6
    frozen = ground(lake, {"kind": "ice", "depth": 1, "rect": [10, 10, 10, 10]})
    assert needs(frozen, (15, 15)) == 15


@pytest.mark.rule("AS-OPT-443")
@pytest.mark.parametrize(
    ("conditions", "change"),
    [
        ({"atmosphere": "thin"}, 3),
        ({"atmosphere": "trace"}, 5),
        ({"atmosphere": "thick"}, -2),
        ({"atmosphere": "very_thick"}, -4),
        ({"temperature": -31}, 1),
        ({"temperature": 51}, -2),
        ({"wind": {"force": 1, "from": 0}}, 0),
        ({"wind": {"force": 2, "from": 0}}, 1),
        ({"wind": {"force": 4, "from": 0}}, 4),
        ({"weather": ["light_rain"]}, 1),
        ({"weather": ["torrential_rain"]}, 2),
        ({"weather": ["blizzard"]}, 2),
        ({"weather": ["heavy_fog"]}, 0),
    ],
)
def test_air_warmth_wind_and_weather(conditions: dict[str, Any], change: int) -> None:
    assert needs(ground(WOOD, conditions=conditions), (20, 20)) == 6 + change


@pytest.mark.rule("AS-OPT-443")
def test_the_ledgers_examples() -> None:
    hot = ground(WOOD, conditions={"temperature": 60, "wind": {"force": 2, "from": 0}})
    parts = number_at(hot, (20, 20), True, Modifier("Heat", -2, "AS-OPT-443"))
    assert parts is not None
    assert total(parts) == 3
    assert needs(ground(WOOD, conditions={"weather": ["light_rain"]}), (20, 20), False) == 10


@pytest.mark.rule("AS-OPT-443", "AS-OPT-444")
def test_nothing_burns_in_vacuum_and_infernos_burn_for_a_turn_in_a_tornado() -> None:
    bare = ground(WOOD, conditions={"atmosphere": "vacuum"})
    assert needs(bare, (20, 20)) is None
    assert light(bare, (20, 20), "AS-OPT-444", inferno=True) is None
    storm = ground(WOOD, conditions={"tornadoes": [{"at": [20, 20], "rating": 2, "turns": 3}]})
    assert needs(storm, (20, 20)) is None
    assert needs(storm, (26, 26)) == 6
    assert light(storm, (20, 20), "AS-OPT-444", inferno=True) == "fire1"


@pytest.mark.rule("AS-OPT-444")
def test_infernos_light_even_water_and_pavement_but_no_rapids() -> None:
    lake = {"kind": "water", "depth": 1, "rect": [10, 10, 10, 10]}
    torrent = {"kind": "water", "depth": 1, "rapids": 90, "rect": [30, 10, 10, 10]}
    fight = ground(lake, torrent, {"kind": "pavement", "rect": [50, 10, 10, 10]})
    assert light(fight, (15, 15), "AS-OPT-444", inferno=True) == "fire1"
    assert light(fight, (55, 15), "AS-OPT-444", inferno=True) == "fire2"
    assert light(fight, (35, 15), "AS-OPT-444", inferno=True) is None
    assert areas(fight)[0] == {"id": "fire1", "kind": "fire", "circle": [15, 15, 1], "inferno": True}


@pytest.mark.rule("AS-OPT-441")
@pytest.mark.parametrize(("dice", "burns"), [((3, 3), True), ((2, 3), False)])
def test_two_dice_reach_the_number_or_not(dice: tuple[int, int], burns: bool) -> None:
    fight = ground(WOOD, dice=dice)
    assert may_catch(fight, (20, 20), True, "AS-OPT-441") is burns
    assert (fire_at(fight, (20, 20.9)) is not None) is burns
    assert fire_at(fight, (20, 21.5)) is None


@pytest.mark.rule("AS-OPT-441")
def test_where_something_burns_already_there_are_no_dice() -> None:
    fight = ground(WOOD, {"kind": "fire", "circle": [20, 20, 1]})
    assert may_catch(fight, (20, 20.5), True, "AS-OPT-441") is False


@pytest.mark.rule("AS-OPT-441")
def test_a_shot_at_a_building_may_light_it() -> None:
    house = {"id": "house", "kind": "building", "height": 2, "cf": 30, "rect": [30, 38, 4, 4]}
    fight = ground(house, dice=(6, 6, 6, 3))
    fight.units["r1"].facing = 90.0
    event = attack(fight, "r1", "house")
    assert event.hit
    assert [one.shape.centroid() for one in fires(fight)] == [(30, 40)]
    dry = ground(house, dice=(6, 6, 5, 3))
    dry.units["r1"].facing = 90.0
    attack(dry, "r1", "house")
    assert not fires(dry)


@pytest.mark.rule("AS-OPT-440")
def test_without_the_module_nothing_burns() -> None:
    house = {"id": "house", "kind": "building", "height": 2, "cf": 30, "rect": [30, 38, 4, 4]}
    fight = ground(house, dice=(6, 6), options=())
    fight.units["r1"].facing = 90.0
    attack(fight, "r1", "house")
    assert light(fight, (10, 10), "AS-OPT-441") is None


@pytest.mark.rule("AS-OPT-441")
def test_areas_are_laid_and_taken_away() -> None:
    fight = ground(WOOD)
    assert light(fight, (20, 20), "AS-OPT-441") == "fire1"
    assert light(fight, (20, 20.5), "AS-OPT-441") is None
    assert lay_smoke(fight, HEAVY, (40, 20), "AS-OPT-458", height=2.0) == "heavy_smoke1"
    assert fight.table.by_id["heavy_smoke1"].height == 2.0
    put_out(fight, "fire1", "AS-OPT-454")
    assert not fires(fight)


@pytest.mark.rule("AS-OPT-440")
def test_scripts_with_fires_need_the_module() -> None:
    burning = {"kind": "fire", "circle": [20, 20, 1], "inferno": True}
    told = {**script(["fire_and_smoke"]), "terrain": [burning]}
    assert script_from_data(told).setup.table.features[0].properties["inferno"] is True
    with pytest.raises(InputError, match="fire_and_smoke or optional_abilities, which is off"):
        script_from_data({**script([]), "terrain": [burning]})
    with pytest.raises(InputError, match="inferno is said of fire, not of woods"):
        script_from_data({**script(["fire_and_smoke"]), "terrain": [{**WOOD, "inferno": True}]})
