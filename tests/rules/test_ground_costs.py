"""The Additional Terrain Movement Cost Table: what an inch costs whom, and whom it bars."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, move, refusal, unit

MECH: dict[str, Any] = {"move": '20"'}
LARGE: dict[str, Any] = {"move": '20"', "specials": ["LG"], "size": 4}
PROTO: dict[str, Any] = {"type": "PM", "move": '20"', "size": 1}
FOOT: dict[str, Any] = {"type": "CI", "move": '20"f', "size": 1}
SUITS: dict[str, Any] = {"type": "BA", "move": '20"f', "size": 1}
TRACKS: dict[str, Any] = {"type": "CV", "move": '20"t', "size": 2}
WHEELS: dict[str, Any] = {"type": "CV", "move": '20"w', "size": 2}
BUGGY: dict[str, Any] = {"type": "CV", "move": '20"w', "size": 1, "specials": ["DUN"]}
HOVER: dict[str, Any] = {"type": "CV", "move": '20"h', "size": 1}
WIGE: dict[str, Any] = {"type": "CV", "move": '20"g', "size": 1}
VTOL: dict[str, Any] = {"type": "CV", "move": '20"v', "size": 1}
TRAIN: dict[str, Any] = {"type": "SV", "move": '20"r', "size": 2}
SHIP: dict[str, Any] = {"type": "CV", "move": '20"n', "size": 2}


def field(kind: str, card: dict[str, Any], *, dice: Any = (6,) * 40, **given: Any) -> Battle:
    """A unit at (20, 10), and beyond y = 12 nothing but one kind of terrain, 8 inches deep; the dice are kind."""
    piece = {"id": "it", "kind": kind, "rect": [0, 12, 72, 8], **given}
    mover = unit("r1", at=(20, 10), skill=2, **card)
    return battle(mover, unit("b1", at=(20, 40)), terrain=[piece], phase="movement", dice=dice)


def cost(kind: str, card: dict[str, Any], **given: Any) -> tuple[float | None, str | None]:
    """What six inches, two of them in the open, cost more than six; or the rule that forbids them."""
    fight = field(kind, card, **given)
    seen = check_move(fight, commands.Move("r1", ((20.0, 16.0),)))
    if seen.reason is not None:
        return None, seen.reason.rule
    return seen.cost - 6.0, next((part.rule for part in seen.parts if part.rule.startswith("AS-BAT")), None)


@pytest.mark.rule("AS-BAT-023")
@pytest.mark.rule("AS-BAT-030", "AS-BAT-033", "AS-BAT-036", "AS-BAT-038", "AS-BAT-045", "AS-BAT-046", "AS-BAT-050")
@pytest.mark.rule("AS-BAT-053", "AS-BAT-055", "AS-BAT-061", "AS-BAT-062", "AS-BAT-063", "AS-BAT-064", "AS-BAT-067")
@pytest.mark.rule("AS-BAT-068", "AS-BAT-022")
@pytest.mark.parametrize(
    ("kind", "rule", "costs", "barred"),
    [
        ("deep_snow", "AS-BAT-030", [(MECH, 1), (FOOT, 1), (TRACKS, 1), (HOVER, 0)], [WHEELS]),
        ("gravel_piles", "AS-BAT-033", [(MECH, 1), (SUITS, 1), (WHEELS, 1)], [TRAIN]),
        ("heavy_industrial", "AS-BAT-036", [(MECH, 1), (FOOT, 0), (WHEELS, 0), (HOVER, 0)], [TRAIN]),
        ("ice", "AS-BAT-038", [(MECH, 1), (FOOT, 1), (WHEELS, 1), (HOVER, 0)], []),
        ("jungle", "AS-BAT-045", [(MECH, 2), (PROTO, 2), (FOOT, 2)], [TRACKS, WHEELS, HOVER, WIGE, TRAIN]),
        ("magma_crust", "AS-BAT-050", [(MECH, 0), (PROTO, 0), (TRACKS, 0), (HOVER, 0)], [FOOT, SUITS, WHEELS, TRAIN]),
        ("mud", "AS-BAT-053", [(MECH, 1), (FOOT, 1), (WHEELS, 1), (HOVER, 1)], [TRAIN]),
        ("planted_fields", "AS-BAT-055", [(MECH, 0), (WHEELS, 0)], [TRAIN]),
        ("ultra_rough", "AS-BAT-061", [(MECH, 2), (LARGE, 1), (TRACKS, 2)], [WHEELS, TRAIN]),
        ("ultra_rubble", "AS-BAT-062", [(MECH, 2), (LARGE, 1), (WHEELS, 2)], [TRAIN]),
        ("sand", "AS-BAT-063", [(MECH, 0), (FOOT, 1), (SUITS, 1), (WHEELS, 1), (BUGGY, 0), (TRACKS, 0)], [TRAIN]),
        ("swamp", "AS-BAT-064", [(MECH, 1), (PROTO, 1), (FOOT, 2), (TRACKS, 2), (HOVER, 2)], [TRAIN]),
        ("quicksand", "AS-BAT-067", [(MECH, 1), (TRACKS, 2)], [TRAIN]),
        ("tundra", "AS-BAT-068", [(MECH, 0), (WHEELS, 0)], [TRAIN]),
    ],
)
def test_what_an_inch_of_each_terrain_costs_and_whom_it_bars(
    kind: str, rule: str, costs: list[tuple[dict[str, Any], float]], barred: list[dict[str, Any]]
) -> None:
    for card, extra in costs:
        assert cost(kind, card) == (4.0 * extra, rule if extra else None), card
    for card in barred:
        assert cost(kind, card) == (None, rule), card


@pytest.mark.rule("AS-BAT-025")
def test_the_words_of_the_table_mean_the_same_as_everywhere() -> None:
    assert cost("jungle", VTOL | {"move": '20"g'}) == (None, "AS-BAT-045")  # a WiGE is a vehicle
    assert cost("magma_crust", SUITS) == (None, "AS-BAT-050")  # battle armor is infantry
    assert cost("swamp", {"type": "IM", "move": '20"'}) == (4.0, "AS-BAT-064")  # and an IndustrialMech a 'Mech


@pytest.mark.rule("AS-BAT-046")
def test_liquid_magma_is_as_deep_as_water_and_costs_one_more_however_deep() -> None:
    # Two inches in the open, four in the magma, and two levels down into it.
    assert cost("magma_liquid", MECH) == (4.0 + 4.0, "AS-BAT-046")
    assert cost("magma_liquid", MECH, depth=1) == (4.0 + 2.0, "AS-BAT-046")
    for card in (PROTO, FOOT, SUITS, TRACKS, WHEELS, HOVER):
        assert cost("magma_liquid", card) == (None, "AS-BAT-046"), card


@pytest.mark.rule("AS-BAT-034")
def test_a_hazardous_pool_costs_and_bars_as_water_does() -> None:
    assert cost("hazardous_liquid_pool", MECH, depth=1) == cost("water", MECH, depth=1) == (4.0 + 2.0, None)
    assert cost("hazardous_liquid_pool", TRACKS, depth=1)[1] == cost("water", TRACKS, depth=1)[1]
    assert cost("hazardous_liquid_pool", HOVER, depth=1) == (0.0, None)


@pytest.mark.rule("AS-BAT-033")
def test_a_gravel_pile_is_climbed_and_waded_through() -> None:
    assert cost("gravel_piles", MECH, height=2) == (4.0 + 4.0, "AS-BAT-033")


@pytest.mark.rule("AS-BAT-022")
def test_terrain_does_not_bar_who_stays_above_it_but_who_comes_down_in_it() -> None:
    jumper = {"type": "BA", "move": '10"j', "size": 1}
    fight = field("magma_crust", jumper)
    assert refusal(fight, commands.Move("r1", ((20.0, 16.0),), "jump")).rule == "AS-BAT-050"
    fight = field("magma_crust", jumper, rect=[0, 12, 72, 4])
    assert move(fight, "r1", (20.0, 19.0), mode="jump").at == (20.0, 19.0)
    fight = field("jungle", VTOL)
    fight.units["r1"].elevation, fight.units["r1"].airborne = 5.0, True
    assert check_move(fight, commands.Move("r1", ((20.0, 16.0),))).legal


@pytest.mark.rule("AS-BAT-024")
def test_an_aircraft_that_comes_down_where_it_may_not_be_crashes() -> None:
    def lands(kind: str, **given: Any) -> Any:
        fight = field(kind, VTOL | {"armor": 4}, **given)
        fight.units["r1"].elevation, fight.units["r1"].airborne = 5.0, True
        return check_move(fight, commands.Move("r1", ((20.0, 16.0),), elevation=0.0))

    assert (lands("jungle").crashes, lands("jungle").crash_rule) == (True, "AS-BAT-024")
    for kind in ("mud", "deep_snow", "swamp", "sand", "ultra_rough", "planted_fields", "ice", "heavy_industrial"):
        assert not lands(kind).crashes, kind


def test_a_road_through_it_is_a_road() -> None:
    terrain = [
        {"kind": "mud", "rect": [0, 12, 72, 8]},
        {"kind": "road", "line": [[20, 2], [20, 40]], "width": 2},
    ]
    fight = battle(
        unit("r1", at=(20, 10), **WHEELS), unit("b1", at=(60, 40)), terrain=terrain, phase="movement", dice=()
    )
    assert move(fight, "r1", (20.0, 16.0)).cost == 6.0


@pytest.mark.rule("AS-BAT-038")
def test_the_search_for_places_knows_that_ice_carries() -> None:
    fight = field("ice", TRACKS | {"move": '8"t'}, depth=4)
    places = reach(fight, fight.units["r1"]).points.tolist()
    assert [20.0, 15.0] in places
    assert [20.0, 16.0] not in places
    fight = field("magma_liquid", MECH | {"move": '12"'})
    assert [20.0, 15.0] in reach(fight, fight.units["r1"]).points.tolist()


@pytest.mark.rule("AS-BAT-038")
def test_ships_do_not_move_on_ice_and_whoever_stands_on_it_is_on_the_surface() -> None:
    boxes = (("water", [0, 0, 72, 12]), ("ice", [0, 12, 72, 9]))
    terrain = [{"kind": kind, "depth": 2, "rect": box} for kind, box in boxes]
    fight = battle(unit("r1", at=(20, 10), **SHIP), unit("b1", at=(20, 16)), terrain=terrain, phase="movement", dice=())
    assert refusal(fight, commands.Move("r1", ((20.0, 14.0),))).rule == "AS-BAT-038"
    assert fight.units["b1"].elevation == 0.0
