"""Earthquakes with their fissures, and tornadoes (pp. 62, 64)."""

from collections.abc import Mapping
from typing import Any

import pytest

from lancemate.alphastrike.environment.tornado import leaps
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, number, unit

MISS = (1, 2)
QUIET = (4, 3, 2, 2)  # initiative: red acts second, blue first
SAFE = (3, 4)  # no fissure
TANK: Mapping[str, Any] = {"type": "CV", "move": '10"t', "size": 2}
HALL = {"kind": "building", "type": "medium", "rect": [40, 38, 4, 4], "height": 4, "cf": 12}


def position(conditions: Mapping[str, Any], dice: Any = (), *, at: float = 30, red: Any = None, **more: Any) -> Battle:
    """A red unit and, some inches north of it, a blue one."""
    reds = dict(red or {})
    blue = unit("b1", (20, at), facing=180)
    return battle(unit("r1", (20, 20), **reds), blue, dice=dice, conditions=conditions, **more)


def shown(fight: Battle) -> Any:
    return show_state(fight)["conditions"]


def shaken(dice: Any, strength: int | None = 12, **more: Any) -> Battle:
    """A battle whose first turn begins with a quake."""
    given = {"turn": 1} if strength is None else {"turn": 1, "strength": strength}
    return position({"earthquake": given}, (*QUIET, *dice), phase="initiative", **more)


# -- when and how hard ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-088", "AS-BAT-087")
@pytest.mark.parametrize(("strength", "plus", "hurt"), [(2, 1, 0), (7, 3, 0), (8, 4, 1), (9, 4, 1), (11, 5, 1)])
def test_a_quake_shakes_shots_and_hurts_from_eight_on(strength: int, plus: int, hurt: int) -> None:
    fight = shaken(MISS, strength)
    assert fight.state.phase == "movement"
    assert shown(fight)["earthquake"] == {"strength": strength}
    assert [one.armor for one in fight.units.values()] == [6 - hurt] * 2
    end(fight, 2)
    shooter, target = ("r1", "b1") if fight.state.to_act == "red" else ("b1", "r1")
    assert number(attack(fight, shooter, target), "AS-BAT-088") == plus


@pytest.mark.rule("AS-BAT-087", "AS-BAT-088")
def test_strength_is_rolled_where_nobody_said_it() -> None:
    fight = shaken((4, 4), None)
    assert shown(fight)["earthquake"] == {"strength": 8}
    assert fight.units["r1"].armor == 5


@pytest.mark.rule("AS-BAT-087")
def test_a_quake_shakes_one_turn_only() -> None:
    fight = position({"earthquake": {"turn": 2, "strength": 9}}, (*QUIET, *QUIET))
    assert shown(fight)["earthquake"] is None
    end(fight, 2)
    assert shown(fight)["earthquake"] == {"strength": 9}
    assert fight.units["b1"].armor == 5
    end(fight, 4)
    assert shown(fight)["earthquake"] is None
    assert fight.units["b1"].armor == 5


@pytest.mark.rule("AS-BAT-087", "AS-BAT-088")
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_a_battle_that_begins_after_it_feels_only_the_shaking(phase: str) -> None:
    fight = position({"earthquake": {"turn": 1, "strength": 12}}, MISS, phase=phase)
    assert shown(fight)["earthquake"] == {"strength": 12}
    assert fight.units["r1"].armor == 6
    if phase == "combat":
        assert number(attack(fight, "r1", "b1"), "AS-BAT-088") == 6


@pytest.mark.rule("AS-BAT-087")
def test_chance_decides_in_every_end_phase() -> None:
    fight = position({"earthquake": {"random": True}}, (6, 5, *QUIET, 6, 6, 5, 4, *QUIET))
    end(fight, 2)
    assert shown(fight)["earthquake"] is None
    end(fight, 4)
    assert shown(fight)["earthquake"] == {"strength": 9}
    assert fight.units["r1"].armor == 5


@pytest.mark.rule("AS-BAT-088")
def test_what_flies_is_not_shaken() -> None:
    fight = shaken((), 8, red={**TANK, "move": '10"v', "state": {"elevation": 4}})
    assert [one.armor for one in fight.units.values()] == [6, 5]


# -- fissures -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-089")
def test_the_ground_opens_on_a_two() -> None:
    fight = shaken((1, 1, 3, *SAFE))
    red, blue = fight.units["r1"], fight.units["b1"]
    assert (red.elevation, red.armor, blue.elevation, blue.armor) == (-3, 4, 0, 5)
    assert show_state(fight)["terrain_changed"] == {"rough1": "rough"}
    assert (fight.table.ground(20, 20), fight.table.surface(20, 20.9)) == (-3, -3)
    assert (fight.table.ground(20, 21.1), fight.table.highest_water) == (0, float("-inf"))
    assert any("slides into the fissure" in line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-BAT-089")
def test_it_opens_at_twelve_only() -> None:
    assert show_state(shaken((), 11))["terrain_changed"] == {}


@pytest.mark.rule("AS-BAT-089")
def test_everybody_in_it_takes_a_point() -> None:
    fight = shaken((1, 1, 2, *SAFE), at=21.6)
    assert [one.armor for one in fight.units.values()] == [4, 4]
    assert fight.units["b1"].elevation == 0


@pytest.mark.rule("AS-BAT-089", "AS-BAT-090")
@pytest.mark.parametrize(("stand", "stands"), [((3, 3), False), ((4, 3), True)])
def test_a_building_over_a_fissure_may_fall(stand: Any, stands: bool) -> None:
    fight = shaken((*SAFE, *SAFE, 1, 1, 2, 3, 3, *stand), terrain=[HALL])
    assert fight.state.terrain_damage == {"building1": 6}
    changed: Any = show_state(fight)["terrain_changed"]
    assert changed == ({"rough2": "rough"} if stands else {"building1": "rubble", "rough2": "rough"})


@pytest.mark.rule("AS-BAT-090")
def test_a_building_whose_factor_is_used_up_falls_without_another_roll() -> None:
    fight = shaken((*SAFE, *SAFE, 1, 1, 2, 6, 6), terrain=[HALL])
    assert fight.table.by_id["building1"].kind == "rubble"


# -- tornadoes ------------------------------------------------------------------------------------------------


def storm(*tornadoes: tuple[float, float, int, int]) -> dict[str, Any]:
    """Tornadoes by place, rating and turns, without any wind that would bring more."""
    return {"tornadoes": [{"at": [x, y], "rating": rating, "turns": turns} for x, y, rating, turns in tornadoes]}


def where(fight: Battle) -> Any:
    return [(*one["at"], one["rating"], one["turns"]) for one in shown(fight)["tornadoes"]]


@pytest.mark.rule("AS-BAT-110", "AS-BAT-108")
def test_a_tornado_wanders_and_is_gone_in_its_last_end_phase() -> None:
    fight = position(storm((40, 20, 2, 3)), (1, 3, *QUIET, 4, 1, *QUIET, *QUIET))
    assert where(fight) == [(40, 20, 2, 3)]
    end(fight, 2)
    assert where(fight) == [(40, 26, 2, 2)]
    end(fight, 4)
    assert where(fight) == [(40, 24, 2, 1)]
    end(fight, 4)
    assert where(fight) == []


@pytest.mark.rule("AS-BAT-108", "AS-BAT-110")
def test_several_wander_one_after_the_other() -> None:
    fight = position(storm((40, 20, 2, 3), (60, 20, 1, 1), (50, 40, 3, 2)), (1, 3, 4, 1, *QUIET))
    end(fight, 2)
    assert where(fight) == [(40, 26, 2, 2), (50, 38, 3, 1)]


@pytest.mark.rule("AS-BAT-110")
def test_a_tornado_that_leaves_the_map_is_gone() -> None:
    fight = position(storm((40, 46, 2, 3)), (1, 6, *QUIET))
    end(fight, 2)
    assert where(fight) == []


@pytest.mark.rule("AS-BAT-111")
@pytest.mark.parametrize(("x", "lost"), [(20, 3), (21.4, 3), (22.5, 0)])
def test_whoever_it_sweeps_is_struck_once(x: float, lost: int) -> None:
    fight = position(storm((x, 14, 3, 3)), (1, 6, *QUIET), at=44)
    end(fight, 2)
    assert fight.units["r1"].armor == 6 - lost


@pytest.mark.rule("AS-BAT-111")
def test_its_damage_is_felt_at_once() -> None:
    fight = position(storm((20, 14, 5, 3)), (1, 6, 2, 3, *QUIET), red={"armor": 4}, at=44)
    events = end(fight, 2)
    kinds = [event.type for event in events]
    assert kinds.index("tornado") < kinds.index("critical") < kinds.index("turn")
    assert fight.units["r1"].structure == 4


@pytest.mark.rule("AS-BAT-107", "AS-BAT-108", "AS-BAT-109")
def test_a_storm_may_bring_one() -> None:
    """2D6 for the event, four for the place, two for its turns, two for its rating."""
    gale = {"wind": {"force": 4, "from": "west"}}
    fight = position(gale, (6, 6, 1, 1, 6, 6, 2, 3, 5, 5, *QUIET))
    end(fight, 2)
    ((x, y, rating, turns),) = where(fight)
    assert (x, y) == (0.5 / 36 * 72, 35.5 / 36 * 48)
    assert (rating, turns) == (3, 5)
    calm = position(gale, (6, 5, *QUIET))
    end(calm, 2)
    assert where(calm) == []
    assert any("no tornado" in line.text for line in story(calm, calm.journal.events))


@pytest.mark.rule("AS-BAT-109", "AS-BAT-082")
@pytest.mark.parametrize(("dice", "rating"), [((1, 1), 1), ((1, 3), 2), ((3, 4), 3), ((5, 6), 4), ((6, 6), 5)])
def test_two_dice_give_its_rating(dice: Any, rating: int) -> None:
    for air, most in (("standard", 5), ("thin", 3)):
        fight = position(
            {"atmosphere": air, "wind": {"force": 4, "from": "west"}}, (6, 6, 1, 1, 6, 6, 2, 3, *dice, *QUIET)
        )
        end(fight, 2)
        assert where(fight)[0][2] == min(rating, most)


@pytest.mark.rule("AS-BAT-108", "AS-BAT-111")
def test_it_strikes_where_it_touches_down() -> None:
    fight = position({"wind": {"force": 4, "from": "west"}}, (6, 6, 2, 4, 3, 3, 2, 3, 3, 4, *QUIET), at=44)
    end(fight, 2)
    assert where(fight)[0][:2] == (19, 14.5 / 36 * 48)
    assert fight.units["r1"].armor == 3


@pytest.mark.rule("AS-BAT-107", "AS-BAT-081")
def test_traces_of_air_bring_none() -> None:
    fight = position({"atmosphere": "trace", "wind": {"force": 4, "from": "west"}}, QUIET)
    end(fight, 2)
    assert where(fight) == []


@pytest.mark.rule("AS-BAT-084", "AS-BAT-099")
def test_the_thickest_air_brings_one_with_the_wind() -> None:
    fight = position(
        {"atmosphere": "very_thick", "wind": {"force": "random", "from": "random"}}, (5, 2, 6, 6, 6, 6, 1, 1, 6, 6)
    )
    assert shown(fight)["wind"]["force"] == 4
    assert where(fight) == [(71, 35.5 / 36 * 48, 5, 2)]


@pytest.mark.rule("AS-BAT-110")
def test_behind_a_hill_it_skips_as_far_as_the_hill_is_high() -> None:
    hill = [{"kind": "hill", "rect": [38, 10, 4, 6], "height": 4}]
    fight = battle(
        unit("r1", (40, 18)),
        unit("r2", (40, 22)),
        unit("b1", (20, 44), facing=180),
        conditions=storm((40, 12, 1, 3)),
        terrain=hill,
        dice=(1, 6, *QUIET),
    )
    assert leaps(fight, (40, 12), (40, 24)) == ((4.0, 8.0),)
    end(fight, 2)
    assert where(fight) == [(40, 24, 1, 2)]
    assert (fight.units["r1"].armor, fight.units["r2"].armor) == (6, 5)


@pytest.mark.rule("AS-BAT-112")
@pytest.mark.parametrize(("factor", "falls"), [(8, True), (10, False)])
def test_buildings_take_three_times_its_rating(factor: int, falls: bool) -> None:
    fight = position(storm((42, 34, 3, 3)), (1, 6, *QUIET), terrain=[{**HALL, "cf": factor}])
    end(fight, 2)
    assert fight.state.terrain_damage["building1"] == 9
    assert (fight.table.by_id["building1"].kind == "rubble") is falls


WALL = {"id": "w1", "kind": "wall", "type": "medium", "height": 1, "cf": 9, "line": [[30, 30], [50, 30]], "width": 1}
RAIL = {"id": "rail1", "kind": "rail", "line": [[30, 36], [50, 36]], "width": 1}


@pytest.mark.rule("AS-BAT-112", "AS-URB-023", "AS-BAT-059")
def test_of_walls_and_rails_only_the_sections_it_sweeps_are_gone() -> None:
    fight = position(storm((41, 28, 3, 3)), (1, 6, *QUIET), terrain=[WALL, RAIL])
    end(fight, 2)
    gone: Any = show_state(fight)["terrain_changed"]
    assert gone == {f"w1/{n}": "rubble" for n in (5, 6, 7)} | {f"rail1/{n}": None for n in (5, 6, 7)}


@pytest.mark.rule("AS-BAT-090", "AS-URB-023")
def test_a_fissure_shakes_the_sections_of_a_wall_that_lie_over_it() -> None:
    fight = shaken((*SAFE, *SAFE, 1, 1, 2, *(6, 6) * 3), terrain=[{**WALL, "line": [[31, 30], [49, 30]]}])
    assert fight.state.terrain_damage == {f"w1/{n}": 12 for n in (4, 5, 6)}


def on_hexes(phase: str, dice: list[int], **more: Any) -> dict[str, int]:
    """The points that six units have lost on a hex map: one at 0507, two next to it, the others further away."""
    places = {"a": "0507", "b": "0506", "c": "0606", "d": "0505", "e": "0706", "f": "1515"}
    mech = {"type": "BM", "size": 2, "tmm": 1, "move": '10"', "damage": "3/3/2", "armor": 6, "structure": 4}
    units = [{"id": name, "card": {"name": name, **mech}, "at": at} for name, at in places.items()]
    commands = [{"end_phase": {}}] * (2 if phase == "combat" else 1)
    data = {
        "map": {"kind": "hex", "width": 20, "depth": 20},
        "sides": [{"name": "red", "home": "south", "units": units[:3]}, {"name": "blue", "units": units[3:]}],
        "start": {"phase": phase, "first": "red"},
        **{"dice": dice, "commands": commands, **more},
    }
    after = run_script(script_from_data(data)).battle
    return {unit.id: 6 - unit.armor for unit in after.units.values() if unit.armor < 6}


@pytest.mark.rule("AS-HEX-009", "AS-BAT-111", "AS-BAT-112")
def test_on_hexes_a_tornado_covers_the_hexes_around_its_own() -> None:
    twister = {"tornadoes": [{"at": "0510", "rating": 2, "turns": 3}]}
    assert on_hexes("combat", [1, 3, *QUIET], conditions=twister) == {"a": 2, "b": 2, "c": 2}


@pytest.mark.parametrize(
    ("at", "problem"), [("2121", "20 by 20 hexes"), ("5050", "there is no hex 5050"), (510, "in quotes")]
)
def test_on_hexes_a_tornado_is_in_one(at: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        on_hexes("combat", [1, 3, *QUIET], conditions={"tornadoes": [{"at": at, "rating": 2, "turns": 3}]})


def test_a_battle_on_hexes_with_a_tornado_is_saved_and_read_again() -> None:
    twister = {"tornadoes": [{"at": "0510", "rating": 2, "turns": 3}]}
    data = {"map": {"kind": "hex"}, "conditions": twister, "sides": [{"name": "red"}, {"name": "blue"}]}
    setup = setup_from_data(data)
    assert setup_from_data(setup_to_data(setup)) == setup


@pytest.mark.rule("AS-HEX-009", "AS-BAT-089")
def test_on_hexes_a_fissure_opens_the_hexes_around_its_own() -> None:
    dice = [*QUIET, 1, 1, 2, *SAFE * 5]
    lost = on_hexes("initiative", dice, conditions={"earthquake": {"turn": 1, "strength": 12}})
    assert lost == {"a": 2, "b": 2, "c": 2, "d": 1, "e": 1, "f": 1}  # a point for the quake, one for the fissure


@pytest.mark.rule("AS-BAT-112", "AS-OPT-541")
def test_ground_takes_it_too_where_it_has_a_terrain_factor() -> None:
    land = [
        {"kind": "tundra", "rect": [38, 10, 4, 4]},
        {"kind": "magma_crust", "rect": [38, 14, 4, 20], "depth": 2},
    ]
    fight = position(storm((40, 12, 3, 3)), (1, 1, *QUIET), terrain=land)
    end(fight, 2)
    state = show_state(fight)
    assert state["terrain_factors"] == [
        {"point": [40, 12], "terrain": "tundra1", "left": 12},
        {"point": [40, 14], "terrain": "magma_crust2", "left": 0},
    ]
    assert state["terrain_changed"] == {"magma_liquid3": "magma_liquid"}


@pytest.mark.rule("AS-BAT-112")
@pytest.mark.parametrize("kind", ["water", "pavement", "road"])
def test_water_and_pavement_do_not_mind(kind: str) -> None:
    over = {"kind": kind, "rect": [38, 10, 4, 20], **({"depth": 1} if kind == "water" else {})}
    land = [{"kind": "tundra", "rect": [38, 10, 4, 20]}, over]
    fight = position(storm((40, 12, 3, 3)), (1, 1, *QUIET), terrain=land)
    end(fight, 2)
    assert show_state(fight)["terrain_factors"] == []


@pytest.mark.rule("AS-BAT-026")
@pytest.mark.parametrize(("rating", "plus"), [(1, 2), (3, 2), (4, 3), (5, 4)])
def test_shots_through_a_tornado_are_harder(rating: int, plus: int) -> None:
    fight = position(storm((20.5, 25, rating, 3)), (*MISS, *MISS))
    assert number(attack(fight, "r1", "b1"), "AS-BAT-026") == plus
    beside = position(storm((21.5, 25, rating, 3)), MISS)
    assert number(attack(beside, "r1", "b1"), "AS-BAT-026") is None


def test_a_storm_is_told_and_cloned() -> None:
    given = {
        "wind": {"force": 4, "from": "west", "variable": True},
        **storm((20, 30, 2, 9)),
        "earthquake": {"random": True},
    }
    fight = position(given, None, seed=5)
    twin = fight.clone()
    for _ in range(16):
        if fight.outcome is None:
            fight.do(commands.EndPhase())
            twin.do(commands.EndPhase())
    assert fight.hash() == twin.hash()
    assert any("tornado" in line.text for line in story(fight, fight.journal.events))
