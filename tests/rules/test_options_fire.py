"""Fire and smoke (pp. 166-168): how fires start, spread, burn and go out, and where smoke goes."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import deeds
from lancemate.alphastrike.asking.preview import preview_data
from lancemate.alphastrike.combat.area import Shock, shake
from lancemate.alphastrike.hazards.breaking import spheroid_burns_fields
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.entering import LANDED, Entered
from lancemate.alphastrike.options.fire_and_smoke.areas import HEAVY, fire_at, fires, lay_smoke, light, put_out
from lancemate.alphastrike.options.fire_and_smoke.burning import density, steps
from lancemate.alphastrike.options.fire_and_smoke.scorching import ablaze, may_be_set_ablaze
from lancemate.alphastrike.options.fire_and_smoke.starting import may_catch, number_at
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.alphastrike.terrain.ground import areas
from lancemate.kernel.errors import InputError
from rules.duel import FOOT, TANK
from rules.table import attack, battle, end, move, refusal, unit
from rules.test_options_ranges import script
from rules.test_structures import structure

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


# -- burning --------------------------------------------------------------------------------------------------

QUIET = (1, 1, 1, 2)  # initiative


def burn(fight: Battle, turns: int = 1) -> None:
    """Let so many turns pass in which nobody does anything."""
    for _ in range(turns):
        turn = fight.state.turn
        while fight.state.turn == turn or fight.state.phase != "combat":
            end(fight)


def there(fight: Battle) -> list[tuple[str, tuple[float, float]]]:
    return [(one["kind"], tuple(one["circle"][:2])) for one in areas(fight)]


@pytest.mark.rule("AS-OPT-440")
def test_the_five_steps_in_their_order() -> None:
    names = [step.__name__ for step in steps(ground())]
    assert names == ["dissipate_smoke", "drift_smoke", "spread_fire", "add_smoke", "burn_out"]
    still = ground(WOOD, {"id": "f1", "kind": "fire", "circle": [20, 20, 1]}, dice=QUIET)
    burn(still)
    assert there(still) == [("fire", (20, 20)), ("light_smoke", (20, 20))]
    off = ground(WOOD, {"id": "f1", "kind": "fire", "circle": [20, 20, 1]}, dice=QUIET, without=["AS-OPT-440"])
    burn(off)
    assert there(off) == [("fire", (20, 20))]


@pytest.mark.rule("AS-OPT-449")
def test_woods_burn_for_ten_turns_and_become_rough() -> None:
    """The ledger's example. Around the clearing the wood stands on."""
    fight = ground(WOOD, dice=QUIET * 10)
    light(fight, (20, 20), "AS-OPT-441")
    burn(fight, 9)
    assert [one.id for one in fires(fight)] == ["fire1"]
    burn(fight)
    assert not fires(fight)
    assert [one.kind for one in fight.table.features_at(20, 20) if "smoke" not in one.kind] == ["rough"]
    assert [one.kind for one in fight.table.features_at(20, 22)] == ["woods"]


@pytest.mark.rule("AS-OPT-449")
def test_what_has_nothing_to_burn_is_out_after_a_turn() -> None:
    fight = ground({"id": "f1", "kind": "fire", "circle": [20, 20, 1]}, dice=(*QUIET, 1, 1, *QUIET))
    light(fight, (40, 20), "AS-OPT-441")
    burn(fight)
    assert [one.id for one in fires(fight)] == ["fire2"]
    burn(fight)
    assert not fires(fight)


@pytest.mark.rule("AS-OPT-449")
def test_buildings_lose_two_points_and_fall() -> None:
    house = {"id": "house", "kind": "building", "height": 2, "cf": 3, "rect": [19, 19, 2, 2]}
    fight = ground(house, {"id": "f1", "kind": "fire", "circle": [20, 20, 1]}, dice=QUIET * 2)
    burn(fight)
    assert fight.state.terrain_damage == {"house": 2}
    burn(fight)
    assert fight.table.by_id["house"].kind == "rubble"
    assert not fires(fight)


@pytest.mark.rule("AS-OPT-449")
def test_in_snow_a_fire_lasts_as_long_as_a_die_says() -> None:
    snow = {"kind": "deep_snow", "rect": [0, 0, 50, 50]}
    hot = {"temperature": 60, "atmosphere": "very_thick"}
    fight = ground(WOOD, snow, dice=(6, 6, 2, *QUIET * 3), conditions=hot)
    assert may_catch(fight, (20, 20), True, "AS-OPT-441")
    burn(fight, 2)
    assert fires(fight)
    burn(fight)
    assert not fires(fight)


@pytest.mark.rule("AS-OPT-449", "AS-OPT-456")
def test_what_is_shot_to_pieces_burns_no_more() -> None:
    thin = {**WOOD, "tf": 4}
    fight = ground(thin, {"id": "f1", "kind": "fire", "circle": [20, 20, 1]}, dice=(6, 5, *QUIET))
    fight.units["r1"].x, fight.units["r1"].y = 20.0, 5.0
    attack(fight, "r1", (20.0, 20.5))
    assert fight.state.notes["terrain_factors"] == [{"point": [20.0, 20.0], "terrain": "wood", "left": 1}]
    burn(fight)
    assert not fires(fight)
    dry = ground(thin, dice=(6, 5, 1, 1))
    dry.units["r1"].x, dry.units["r1"].y = 20.0, 5.0
    attack(dry, "r1", (20.0, 20.5))
    assert "terrain_factors" not in dry.state.notes


# -- spreading ------------------------------------------------------------------------------------------------

WINDY = {"wind": {"force": 1, "from": 180}}
HEARTH = {"id": "f1", "kind": "fire", "circle": [20, 20, 1]}


@pytest.mark.rule("AS-OPT-451")
def test_fire_spreads_to_three_places_downwind() -> None:
    """Six for woods and one for spreading: seven is enough, six is not."""
    fight = ground(WOOD, HEARTH, dice=(3, 4, 3, 3, 6, 6, *QUIET), conditions=WINDY)
    burn(fight)
    spread = [middle for kind, middle in there(fight) if kind == "fire"]
    assert spread[:2] == [(20, 20), (20, 22)]
    assert spread[2] == pytest.approx((20 + 3**0.5, 21), abs=1e-3)


@pytest.mark.rule("AS-OPT-451")
def test_without_wind_and_in_the_first_turn_nothing_spreads() -> None:
    burn(ground(WOOD, HEARTH, dice=QUIET))
    new = ground(WOOD, dice=QUIET, conditions=WINDY)
    light(new, (20, 20), "AS-OPT-441")
    burn(new)
    assert there(new) == [("fire", (20, 20))]


@pytest.mark.rule("AS-OPT-452")
def test_fire_leaps_a_river() -> None:
    """The ledger's example: six, one and three make ten; the places beside it have no far bank in reach."""
    river = {"kind": "water", "depth": 1, "rect": [0, 21.2, 72, 1.6]}
    wood = {"kind": "woods", "rect": [19, 23.5, 2, 4]}
    paved = {"kind": "pavement", "rect": [0, 0, 72, 21]}
    lone = ground(paved, HEARTH, river, wood, dice=(5, 5, 6, 5, 6, 5, *QUIET), conditions=WINDY)
    events = end(lone, 2)
    tests = [one for one in events if one.type == "fire_check"]
    assert [one.target_number for one in tests[:1]] == [10]
    assert tests[0].at == (20, 24)


# -- smoke ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-458", "AS-OPT-460")
@pytest.mark.parametrize(("force", "reach"), [(1, 2), (2, 4), (3, 6), (4, 6)])
def test_smoke_reaches_downwind(force: int, reach: int) -> None:
    paved = {"kind": "pavement", "rect": [0, 0, 72, 48]}
    house = {"kind": "building", "height": 2, "cf": 30, "rect": [19.5, 19.5, 1, 1]}
    wind = {"wind": {"force": force, "from": 180}}
    fight = ground(paved, house, HEARTH, dice=(*(3, 3) * (1 if force == 4 else 0), *QUIET), conditions=wind)
    burn(fight)
    smoke = [middle for kind, middle in there(fight) if kind == "light_smoke"]
    assert smoke == [(20, 20 + far) for far in range(0, reach + 1, 2)]


@pytest.mark.rule("AS-OPT-458")
def test_smoke_stays_two_turns_after_the_fire() -> None:
    fight = ground(WOOD, HEARTH, dice=(*QUIET, *(1, 1, *QUIET) * 2))
    burn(fight)
    put_out(fight, "f1", "AS-OPT-454")
    burn(fight)
    assert there(fight) == [("light_smoke", (20, 20))]
    burn(fight)
    assert there(fight) == [("light_smoke", (20, 20))]
    fight = ground({**WOOD, "tf": 2}, HEARTH, dice=(*QUIET, 1, 1, *QUIET, *QUIET))
    burn(fight)
    assert there(fight) == [("light_smoke", (20, 20))]
    burn(fight, 2)
    assert there(fight) == []


@pytest.mark.rule("AS-OPT-459")
def test_what_smokes_heavily() -> None:
    deep = {"kind": "ultra_heavy_woods", "rect": [10, 10, 10, 10]}
    bunker = {"kind": "building", "type": "hardened", "build": "fortress", "height": 2, "rect": [30, 10, 4, 4]}
    hut = {"kind": "building", "type": "light", "height": 2, "rect": [40, 10, 4, 4]}
    fight = ground(deep, bunker, hut, {**HEARTH, "circle": [60, 10, 1], "inferno": True})
    places = [light(fight, at, "AS-OPT-441") for at in ((15, 15), (32, 12), (42, 12), (50, 30))]
    kinds = [density(fight, fight.table.by_id[name]) for name in places if name is not None]
    assert kinds == ["heavy_smoke", "heavy_smoke", "light_smoke", "light_smoke"]
    assert density(fight, fight.table.by_id["f1"]) == "heavy_smoke"


@pytest.mark.rule("AS-OPT-461")
@pytest.mark.parametrize(
    ("kind", "force", "dice", "left"),
    [
        ("light_smoke", 0, (5, 5), []),
        ("light_smoke", 1, (5, 4), ["light_smoke"]),
        ("light_smoke", 2, (5, 4), []),
        ("light_smoke", 3, (4, 4), []),
        ("heavy_smoke", 0, (5, 5), ["light_smoke"]),
        ("heavy_smoke", 0, (5, 4), ["heavy_smoke"]),
    ],
)
def test_smoke_clears(kind: str, force: int, dice: tuple[int, int], left: list[str]) -> None:
    wind = {"wind": {"force": force, "from": 180}} if force else None
    fight = ground({"id": "s1", "kind": kind, "circle": [40, 20, 1]}, dice=(*dice, *QUIET), conditions=wind)
    burn(fight)
    assert [name for name, _ in there(fight)] == left


@pytest.mark.rule("AS-OPT-461")
def test_fresh_smoke_is_not_rolled_for() -> None:
    fight = ground(dice=QUIET)
    lay_smoke(fight, HEAVY, (40, 20), "AS-OPT-127", height=2.0)
    burn(fight)
    assert there(fight) == [("heavy_smoke", (40, 20))]


@pytest.mark.rule("AS-OPT-462")
def test_when_the_wind_shifts_smoke_goes_with_it() -> None:
    wind = {"wind": {"force": 2, "from": 180, "variable": True}}
    smoke = {"id": "s1", "kind": "light_smoke", "circle": [40, 20, 1]}
    first, second = (2, 2, *(1, 1) * 3, 3, *QUIET), (*(1, 1) * 6, 3, *QUIET)
    fight = ground(WOOD, HEARTH, smoke, dice=(*first, *second), conditions=wind)
    burn(fight)
    assert ("light_smoke", (40, 20)) in there(fight)
    assert fight.state.notes["wind"] == {"force": 1, "from": 180.0}
    while fight.state.phase == "combat" and fight.state.turn == 2:
        end(fight)
    assert ("light_smoke", (40, 22)) in there(fight)
    assert ("light_smoke", (20, 20)) in there(fight)


# -- units ----------------------------------------------------------------------------------------------------


def walk(**card: Any) -> Battle:
    fight = battle(
        unit("r1", (20, 10), **card),
        unit("b1", (60, 40), 180),
        terrain=[{**WOOD, "rect": [19, 14, 2, 2]}, {**HEARTH, "circle": [20, 15, 1]}],
        options=FIRE,
        phase="movement",
    )
    move(fight, "r1", (20, 18), facing=0)
    while fight.state.turn == 1:
        end(fight)
    return fight


@pytest.mark.rule("AS-OPT-446")
def test_a_mech_heats_up_and_a_tank_is_hurt() -> None:
    assert walk(move='20"').units["r1"].heat == 1
    tank = walk(**{**TANK, "move": '30"t'})
    assert tank.units["r1"].armor == tank.units["r1"].card.armor - 1


@pytest.mark.rule("AS-OPT-446")
def test_who_stands_in_it_or_jumps_into_it_but_not_who_jumps_over() -> None:
    still = battle(unit("r1", (20, 20)), unit("b1", (60, 40)), terrain=[WOOD, HEARTH], options=FIRE, dice=QUIET)
    burn(still)
    assert still.units["r1"].heat == 1
    over = battle(
        unit("r1", (20, 10), move='8"/16"j'),
        unit("b1", (60, 40)),
        terrain=[WOOD, HEARTH],
        options=FIRE,
        phase="movement",
    )
    over.do(orders.Move("r1", ((20, 24),), mode="jump"))
    while over.state.turn == 1:
        end(over)
    assert over.units["r1"].heat == 0


@pytest.mark.rule("AS-OPT-446")
def test_large_units_suffer_by_their_length() -> None:
    long = {**TANK, "type": "SV", "size": 4, "specials": ["LG"], "move": '4"t'}
    two = [{**HEARTH, "circle": [19, 20, 1]}, {**HEARTH, "id": "f2", "circle": [21, 20, 1]}]
    fight = battle(unit("r1", (20, 20), **long), unit("b1", (60, 40)), terrain=two, options=FIRE)
    radius = fight.units["r1"].radius
    burn(fight)
    touched = 2 * min(2.0, 2 * radius, radius)
    assert fight.units["r1"].armor == fight.units["r1"].card.armor - max(1, int(touched / 2))


@pytest.mark.rule("AS-OPT-447")
def test_fire_resistant_units_do_not_mind() -> None:
    assert walk(move='20"', specials=["FR"]).units["r1"].heat == 0


@pytest.mark.rule("AS-OPT-446", "AS-OPT-447")
def test_programs_walk_around_fires() -> None:
    fight = battle(
        unit("r1", (20, 10), move='30"'),
        unit("b1", (60, 40)),
        terrain=[WOOD, HEARTH],
        options=FIRE,
        phase="movement",
    )
    assert check_move(fight, orders.Move("r1", ((20, 22),))).danger == 1.0
    assert check_move(fight, orders.Move("r1", ((18, 20), (20, 22)))).danger == 0.0


# -- putting it out -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-454")
def test_a_big_blast_puts_a_fire_out() -> None:
    fight = ground(WOOD, HEARTH, {**HEARTH, "id": "f2", "circle": [20, 22.5, 1]}, dice=(1, 1) * 3)
    shake(fight, Shock((20.0, 24.5), ((1.0, 4), (3.0, 3))))
    assert len(fires(fight)) == 2
    shake(fight, Shock((20.0, 24.5), ((3.0, 4),)))
    assert [one.id for one in fires(fight)] == ["f1"]
    shake(fight, Shock((20.0, 20.0), ((3.0, 4),), inferno=True))
    assert [one.id for one in fires(fight)] == ["f1"]


def spades(count: int, *dice: int) -> Battle:
    crew = [unit(f"r{n}", at, **FOOT) for n, at in enumerate([(20, 18.6), (21.4, 20), (18.6, 20)][:count], start=1)]
    return battle(*crew, unit("b1", (60, 40)), terrain=[WOOD, HEARTH], options=FIRE, dice=(*dice, *QUIET))


@pytest.mark.rule("AS-OPT-455")
@pytest.mark.parametrize(
    ("count", "dice", "out"), [(1, (5, 5), True), (1, (5, 4), False), (3, (4, 4), True), (3, (4, 3), False)]
)
def test_infantry_fights_a_fire(count: int, dice: tuple[int, int], out: bool) -> None:
    """Three platoons and a roll of eight is the ledger's example."""
    fight = spades(count, *dice)
    for n in range(1, count + 1):
        offered = [one.command for one in deeds(fight, fight.units[f"r{n}"])]
        assert offered == [orders.Act(f"r{n}", "fight_fire", "f1")]
        fight.do(offered[0])
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-455"
    end(fight, 2)
    assert ("f1" not in fight.table.by_id) is out


@pytest.mark.rule("AS-OPT-455")
def test_only_infantry_and_only_in_contact() -> None:
    fight = spades(1)
    fight.units["r1"].y = 17.0
    no = refusal(fight, orders.Act("r1", "fight_fire", "f1"))
    assert (no.code, no.rule) == ("out_of_range", "AS-OPT-455")
    assert refusal(fight, orders.Act("r1", "fight_fire", "wood")).rule == "AS-OPT-455"
    tank = battle(unit("r1", (20, 18.6), **TANK), unit("b1", (60, 40)), terrain=[HEARTH], options=FIRE)
    assert refusal(tank, orders.Act("r1", "fight_fire", "f1")).rule == "AS-SPC-095"


# -- what waited for fires ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-037")
def test_an_explosion_of_industry_sets_everything_around_alight() -> None:
    plant = {"kind": "heavy_industrial", "rect": [15, 15, 10, 10]}
    hall = {"kind": "building", "height": 2, "cf": 9, "rect": [26, 15, 4, 4]}
    fight = battle(
        unit("r1", (20, 5)), unit("b1", (20, 20), 180), terrain=[hall, plant], options=FIRE, dice=(1, 1, 3, 2)
    )
    attack(fight, "r1", "b1")
    assert len(fires(fight)) == 7
    assert fire_at(fight, (20, 20)) is not None


@pytest.mark.rule("AS-OPT-441")
@pytest.mark.parametrize(("reach", "burning"), [(0.0, 1), (2.0, 5)])
def test_what_is_set_alight_without_dice_spares_water(reach: float, burning: int) -> None:
    """The place itself; and further out its neighbours, save those in the lake to the east."""
    lake = {"kind": "water", "depth": 1, "rect": [20.5, 0, 20, 48]}
    fight = ground(WOOD, lake)
    for hook in fight.hooks[hooks.set_alight]:
        hook(fight, (20.0, 20.0), reach, "AS-BAT-037")
    assert len(fires(fight)) == burning
    assert fire_at(fight, (20, 20)) is not None
    assert all(one.shape.centroid()[0] < 20.5 for one in fires(fight))


@pytest.mark.rule("AS-BAT-057")
@pytest.mark.parametrize(("dice", "burns"), [((3, 3), True), ((3, 2), False)])
def test_fields_around_a_landing_spheroid(dice: tuple[int, int], burns: bool) -> None:
    fields = {"kind": "planted_fields", "rect": [0, 0, 72, 48]}
    ship = {
        "type": "DS",
        "size": 1,
        "move": "5p",
        "armor": 9,
        "structure": 9,
        "damage": "1/1/1",
        "specials": ["LG", "SPC"],
    }
    fight = battle(unit("r1", (5, 40)), unit("b1", (60, 40)), terrain=[fields], options=FIRE, dice=dice)
    fight.units["r1"].card = unit("r9", (20, 20), **ship).card
    fight.units["r1"].x, fight.units["r1"].y, fight.units["r1"].radius = 30.0, 24.0, 2.0
    spheroid_burns_fields(fight, Entered(fight.units["r1"], LANDED))
    assert fight.table.features_at(30, 24)[-1].kind == "rough"
    assert bool(fires(fight)) is burns
    if burns:
        near = [fight.table.distance((30.0, 24.0), one.shape.centroid()) for one in fires(fight)]
        assert near == pytest.approx([3.0] * len(near), abs=1e-3)


@pytest.mark.rule("AS-OPT-441")
def test_what_is_lit_by_accident() -> None:
    """A near miss at cover, a hit on who is inside, indirect fire that misses, and a mine."""
    house = {"id": "house", "kind": "building", "height": 1.2, "cf": 30, "rect": [18, 24, 4, 1]}
    cover = battle(unit("r1", (20, 14)), unit("b1", (20, 27), 180), terrain=[house], options=FIRE, dice=(1, 1))
    told = preview_data(cover, orders.Attack("r1", "b1"))
    assert (told["line_of_sight"], told["fire"]["target_number"]) == ("partial", 10)
    number = told["target_number"]
    near = battle(
        unit("r1", (20, 14)),
        unit("b1", (20, 27), 180),
        terrain=[house],
        options=FIRE,
        dice=(number - 1 - 3, 3, 5, 5),
    )
    attack(near, "r1", "b1")
    assert len(fires(near)) == 1
    inside = {"id": "hall", "kind": "building", "height": 4, "cf": 30, "rect": [18, 24, 4, 4]}
    shot = battle(unit("r1", (20, 14)), unit("b1", (20, 26), 180), terrain=[inside], options=FIRE, dice=(6, 5, 5, 5))
    attack(shot, "r1", "b1")
    assert fire_at(shot, (20, 26)) is not None
    open_ground = battle(unit("r1", (20, 14)), unit("b1", (20, 27), 180), options=FIRE, dice=(1, 1))
    assert preview_data(open_ground, orders.Attack("r1", "b1"))["fire"] is None
    attack(open_ground, "r1", "b1")
    blast = ground(WOOD, dice=(5, 4))
    shake(blast, Shock((20.0, 20.0), ()))
    assert len(fires(blast)) == 1


@pytest.mark.rule("AS-OPT-441", "AS-OPT-443")
def test_missed_indirect_fire_lights_what_the_target_stands_in() -> None:
    hill = {"kind": "hill", "height": 4, "rect": [0, 20, 40, 4]}
    fight = battle(
        unit("r1", (20, 10), specials=["IF1"]),
        unit("r2", (50, 30), 270),
        unit("b1", (20, 30), 180),
        terrain=[hill, {**WOOD, "rect": [18, 28, 4, 4]}],
        options=FIRE,
        dice=(1, 1, 5, 5),
    )
    aim = orders.Attack("r1", "b1", using="IF", spotter="r2")
    assert preview_data(fight, aim)["fire"]["target_number"] == 9 + 1
    fight.do(aim)
    assert fire_at(fight, (20, 30)) is not None


@pytest.mark.rule("AS-OPT-448", "AS-BAT-132")
def test_mobile_structures_burn() -> None:
    fight = battle(
        unit("r1", (36, 10)),
        unit("b1", (36, 24), facing=180.0, **structure()),
        options=FIRE,
        dice=(6, 6, *QUIET),
    )
    whole = next(one for one in fight.units.values() if one.sections)
    may_be_set_ablaze(fight, whole)
    name = whole.sections[0].name
    assert ablaze.of(whole) == [name]
    before = whole.sections[0].armor + whole.sections[0].structure
    end(fight, 2)
    after = fight.units[whole.id].sections[0]
    assert after.armor + after.structure == before - 2
    for hook in fight.hooks[hooks.section_burns]:
        hook(fight, fight.units[whole.id], whole.sections[-1].name)
    assert whole.sections[-1].name in ablaze.of(fight.units[whole.id])


@pytest.mark.rule("AS-BAT-132")
@pytest.mark.parametrize(("specials", "burning"), [([], ["bow"]), (["ENE"], [])])
def test_a_hit_on_ammunition_sets_its_section_ablaze(specials: list[str], burning: list[str]) -> None:
    fight = battle(
        unit("r1", (36, 10), damage="4/4/4"),
        unit("b1", (36, 24), facing=180.0, **structure(bow={"specials": specials})),
        options=FIRE,
        dice=(6, 4, 5, 6, *QUIET),
    )
    attack(fight, "r1", "b1/bow")
    assert ablaze.of(fight.units["b1"]) == burning


@pytest.mark.rule("AS-BAT-080", "AS-BAT-081")
@pytest.mark.parametrize(("air", "kind"), [("standard", "heavy_smoke"), ("trace", "light_smoke"), ("vacuum", None)])
def test_smoke_needs_air_to_hang_in(air: str, kind: str | None) -> None:
    sealed = {"specials": ["SEAL"]}
    fight = battle(
        unit("r1", (20, 10), **sealed),
        unit("b1", (20, 40), **sealed),
        options=("fire_and_smoke",),
        conditions={"atmosphere": air},
    )
    name = lay_smoke(fight, "heavy_smoke", (20, 20), "AS-OPT-127")
    assert (None if name is None else fight.table.by_id[name].kind) == kind
    assert len(fight.table.features) == (0 if kind is None else 1)
