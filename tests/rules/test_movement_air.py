"""Air vehicles (pp. 34, 36): VTOLs and WiGEs, landings and crashes."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import is_immobile
from rules.table import battle, end, move, refusal, unit
from rules.test_movement_costs import barred, cost

VTOL: dict[str, Any] = {"type": "CV", "move": '12"v', "armor": 4, "structure": 3}
WIGE: dict[str, Any] = {"type": "CV", "move": '12"g', "armor": 4, "structure": 3}
WOODS = {"kind": "woods", "rect": [0, 14, 40, 4]}


def sky(
    *terrain: Any, card: dict[str, Any] = VTOL, elevation: float | None = None, dice: Any = None, **more: Any
) -> Battle:
    state = {} if elevation is None else {"elevation": elevation}
    return battle(
        unit("r1", (10, 10), state=state, **{**card, **more}),
        unit("b1", (60, 40)),
        terrain=terrain,
        phase="movement",
        dice=dice,
    )


# -- VTOLs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-040", "AS-MOV-029")
def test_a_vtol_pays_two_an_inch_up_or_down() -> None:
    fight = sky()
    event = move(fight, "r1", (10, 14), elevation=4)
    assert (event.cost, event.elevation, event.airborne) == (4 + 8, 4.0, True)
    assert cost(sky(elevation=4), (10, 14), elevation=1) == 4 + 6
    assert cost(sky(elevation=4), (10, 20)) == 10.0
    assert barred(sky(elevation=4), (10, 20), elevation=2) == "AS-MOV-030"


@pytest.mark.rule("AS-MOV-012", "AS-MOV-025")
def test_in_the_air_terrain_does_not_matter() -> None:
    rubble = {"kind": "rubble", "rect": [0, 12, 40, 6]}
    assert cost(sky(rubble, WOODS, elevation=3), (10, 20)) == 10.0
    assert cost(sky({"kind": "water", "depth": 3, "rect": [0, 12, 40, 6]}, elevation=3), (10, 15)) == 5.0


@pytest.mark.rule("AS-MOV-040")
@pytest.mark.parametrize(("height", "rule"), [(2, None), (3, None), (4, "AS-MOV-040")])
def test_a_vtol_does_not_pass_terrain_higher_than_its_elevation(height: float, rule: str | None) -> None:
    hill = {"kind": "hill", "height": height, "rect": [0, 13, 40, 2]}
    assert barred(sky(hill, elevation=3), (10, 18)) == rule
    house = {"kind": "building", "height": height, "rect": [8, 13, 4, 2]}
    assert barred(sky(house, elevation=3), (10, 18)) == rule
    trees = {"kind": "woods", "height": height, "rect": [10.5, 13, 4, 2]}  # only its base meets them
    assert barred(sky(trees, elevation=3), (10, 18)) == rule


@pytest.mark.rule("AS-MOV-040")
def test_it_climbs_first_and_descends_last() -> None:
    hill = {"kind": "hill", "height": 4, "rect": [0, 12, 40, 2]}
    assert cost(sky(hill, elevation=3), (10, 15), elevation=4) == 5 + 2
    assert cost(sky(hill, elevation=4), (10, 15), elevation=1) == 5 + 6
    # Elevation is named above the ground it ends at.
    assert move(sky(hill, elevation=4), "r1", (10, 13), elevation=2).elevation == 6.0


@pytest.mark.rule("AS-MOV-040", "AS-MOV-029")
def test_it_may_cruise_higher_on_the_way() -> None:
    hill = {"kind": "hill", "height": 3, "rect": [0, 12, 40, 2]}
    event = move(sky(hill, elevation=1, move='16"v'), "r1", (10, 18), elevation=1, cruise=3)
    assert (event.cost, event.elevation) == (4 + 8 + 4, 1.0)
    assert barred(sky(hill, elevation=1), (10, 18), elevation=1, cruise=2) == "AS-MOV-040"
    assert barred(sky(card=WIGE), (10, 11), cruise=2) == "AS-MOV-040"


@pytest.mark.rule("AS-MOV-041")
def test_landing_needs_no_roll() -> None:
    fight = sky(elevation=2)
    event = move(fight, "r1", (10, 14), elevation=0)
    assert (event.cost, event.airborne, event.elevation) == (4 + 4, False, 0.0)
    assert fight.units["r1"].armor == 4
    roof = sky({"kind": "building", "height": 3, "rect": [8, 12, 4, 4]}, elevation=4)
    assert move(roof, "r1", (10, 14), elevation=3).elevation == 3.0
    assert not is_airborne(roof, roof.units["r1"])


@pytest.mark.rule("AS-MOV-041", "AS-MOV-025", "AS-MOV-042")
@pytest.mark.parametrize(
    ("terrain", "elevation"),
    [
        (WOODS, 0),
        (WOODS, 1),
        (WOODS, 2),  # level with the treetops
        ({"kind": "water", "depth": 1, "rect": [0, 14, 40, 4]}, 0),
    ],
)
def test_landing_where_it_may_not_be_is_a_crash(terrain: Any, elevation: float) -> None:
    fight = sky(terrain, elevation=3)
    assert check_move(fight, commands.Move("r1", ((10, 16),), elevation=elevation)).crashes
    fight.do(commands.Move("r1", ((10, 16),), elevation=elevation))
    wreck = fight.units["r1"]
    assert (wreck.armor, wreck.airborne, wreck.elevation) == (3, False, 0.0)
    assert is_immobile(fight, wreck)


@pytest.mark.rule("AS-MOV-041", "AS-SPC-009")
def test_amphibious_vtols_land_on_water() -> None:
    fight = sky({"kind": "water", "depth": 2, "rect": [0, 14, 40, 4]}, elevation=3, specials=["AMP"])
    move(fight, "r1", (10, 16), elevation=0)
    assert (fight.units["r1"].armor, fight.units["r1"].elevation) == (4, 0.0)


@pytest.mark.rule("AS-MOV-042")
def test_a_crash_costs_a_point_and_the_rest_of_the_game() -> None:
    fight = sky(WOODS, elevation=3, armor=0, dice=[1, 1])  # structure is hit: a critical roll
    events = fight.do(commands.Move("r1", ((10, 16),), elevation=0))
    assert [event.type for event in events if event.type in ("crashed", "damage", "critical")] == [
        "crashed",
        "damage",
        "critical",
    ]
    assert fight.units["r1"].structure == 2
    assert is_immobile(fight, fight.units["r1"])
    end(fight, 3)
    assert is_immobile(fight, fight.units["r1"])


@pytest.mark.rule("AS-MOV-040")
def test_a_vtol_stays_in_the_air_when_it_passes() -> None:
    fight = sky(elevation=3)
    fight.do(commands.Pass("r1"))
    assert is_airborne(fight, fight.units["r1"])
    assert fight.units["r1"].elevation == 3.0


def test_nobody_else_flies() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (60, 40)), phase="movement")
    assert refusal(fight, commands.Move("r1", ((10, 12),), elevation=2)).code == "cannot_fly"


# -- WiGEs ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-043")
def test_a_landed_wige_crawls_two_inches() -> None:
    assert cost(sky(card=WIGE), (10, 12)) == 2.0
    assert barred(sky(card=WIGE), (10, 12.5)) == "AS-MOV-001"
    assert barred(sky(card=WIGE), (10, 12.5), mode="sprint") is None
    lake = {"kind": "water", "depth": 3, "rect": [0, 10.8, 40, 4]}
    assert cost(sky(lake, card=WIGE), (10, 12)) == 2.0
    wood = {"kind": "woods", "rect": [0, 10.8, 40, 4]}
    assert barred(sky(wood, card=WIGE), (10, 12)) == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-044")
def test_take_off_costs_four() -> None:
    fight = sky(card=WIGE)
    event = move(fight, "r1", (10, 15), elevation=1)
    assert (event.cost, event.elevation, event.airborne) == (4 + 5, 1.0, True)
    assert barred(sky(card=WIGE), (10, 18.5), elevation=1) == "AS-MOV-001"
    assert barred(sky(card=WIGE, move='3"g'), (10, 11), elevation=1) == "AS-MOV-001"
    still = sky(card=WIGE)
    assert move(still, "r1", elevation=1).cost == 4.0
    assert is_airborne(still, still.units["r1"])


@pytest.mark.rule("AS-MOV-045", "AS-MOV-012")
def test_a_wige_flies_an_inch_above_everything() -> None:
    lake = {"kind": "water", "depth": 3, "rect": [0, 12, 40, 2]}
    rubble = {"kind": "rubble", "rect": [0, 14, 40, 2]}
    hill = {"kind": "hill", "height": 1, "rect": [0, 16, 40, 10]}
    event = move(sky(lake, rubble, hill, card=WIGE, elevation=1), "r1", (10, 18))
    assert (event.cost, event.elevation) == (8 + 2, 2.0)
    assert refusal(sky(card=WIGE), commands.Move("r1", ((10, 12),), elevation=3)).rule == "AS-MOV-045"


@pytest.mark.rule("AS-MOV-045")
@pytest.mark.parametrize(
    ("terrain", "rule"),
    [
        (WOODS, "AS-MOV-045"),
        ({"kind": "building", "height": 2, "rect": [8, 14, 4, 2]}, "AS-MOV-045"),
        ({"kind": "building", "height": 1, "rect": [8, 14, 4, 2]}, None),
    ],
)
def test_it_must_go_around_what_rises_two_inches(terrain: Any, rule: str | None) -> None:
    assert barred(sky(terrain, card=WIGE, elevation=1), (10, 20)) == rule


@pytest.mark.rule("AS-MOV-024")
def test_it_follows_the_ground_an_inch_at_a_time() -> None:
    hill = {"kind": "hill", "height": 2, "rect": [0, 14, 40, 10]}
    assert barred(sky(hill, card=WIGE, elevation=1), (10, 16)) == "AS-MOV-024"


@pytest.mark.rule("AS-MOV-046")
def test_below_four_inches_it_comes_down() -> None:
    assert move(sky(card=WIGE, elevation=1), "r1", (10, 14)).airborne
    slow = sky(card=WIGE, elevation=1)
    event = move(slow, "r1", (10, 13))
    assert (event.airborne, event.elevation) == (False, 0.0)
    refused = refusal(sky(card=WIGE, elevation=1), commands.Move("r1", ((10, 13),), elevation=1))
    assert (refused.code, refused.rule) == ("too_slow_to_fly", "AS-MOV-046")
    takes_off = sky(card=WIGE)
    assert move(takes_off, "r1", (10, 11), elevation=1).airborne


@pytest.mark.rule("AS-MOV-046")
def test_landing_is_free_on_clear_or_paved_ground_and_a_crash_elsewhere() -> None:
    assert cost(sky(card=WIGE, elevation=1), (10, 20), elevation=0) == 10.0
    for terrain in ({"kind": "rough", "rect": [0, 14, 40, 9]}, {"kind": "water", "depth": 1, "rect": [0, 14, 40, 9]}):
        fight = sky(terrain, card=WIGE, elevation=1)
        fight.do(commands.Move("r1", ((10, 18),), elevation=0))
        assert is_immobile(fight, fight.units["r1"])
        assert fight.units["r1"].armor == 3
    road = {"kind": "road", "line": [[10, 9], [10, 30]], "width": 3}
    assert not check_move(
        sky({"kind": "rough", "rect": [0, 14, 40, 9]}, road, card=WIGE, elevation=1),
        commands.Move("r1", ((10, 18),), elevation=0),
    ).crashes
    lake = {"kind": "water", "depth": 1, "rect": [0, 14, 40, 9]}
    assert not check_move(
        sky(lake, card=WIGE, elevation=1, specials=["AMP"]), commands.Move("r1", ((10, 18),), elevation=0)
    ).crashes


@pytest.mark.rule("AS-MOV-046")
def test_a_wige_that_passes_lands_where_it_is() -> None:
    fight = sky(card=WIGE, elevation=1)
    fight.do(commands.Pass("r1"))
    assert (fight.units["r1"].airborne, fight.units["r1"].elevation, fight.units["r1"].moved) == (
        False,
        0.0,
        "standstill",
    )
    over_rubble = sky({"kind": "rubble", "rect": [0, 0, 40, 40]}, card=WIGE, elevation=1)
    end(over_rubble)
    assert is_immobile(over_rubble, over_rubble.units["r1"])
