"""Rails, trains, and bridges that bear only so much."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.turn.unit_state import show_state
from rules.table import attack, battle, end, move, refusal, unit

TRAIN: dict[str, Any] = {"type": "SV", "move": '10"r', "size": 2, "armor": 12, "structure": 6, "tmm": 1}


def line(*units: Any, dice: Any = (), phase: str = "movement", terrain: Any = (), **rail: Any) -> Battle:
    """A rail from (20, 4) to (20, 40) through whatever there is."""
    piece = {"id": "rail1", "kind": "rail", "line": [[20, 4], [20, 40]], "width": 1, **rail}
    return battle(*units, unit("b1", at=(30, 20)), terrain=[*terrain, piece], phase=phase, dice=dice)


@pytest.mark.rule("AS-BAT-058")
def test_trains_keep_to_their_rail_and_everybody_else_stumbles_over_it() -> None:
    woods = {"kind": "woods", "rect": [0, 8, 72, 30]}
    fight = line(unit("r1", at=(20, 6), **TRAIN), terrain=[woods])
    assert refusal(fight, commands.Move("r1", ((24.0, 7.0),))).rule == "AS-BAT-058"
    assert move(fight, "r1", (20.0, 16.0)).cost == 10.0  # the woods do not matter on the rail
    fight = line(unit("r1", at=(20, 6)))
    assert check_move(fight, commands.Move("r1", ((20.0, 9.0),))).cost == 6.0
    across = check_move(fight, commands.Move("r1", ((20.0, 6.0),), facing=90.0))
    assert across.legal


@pytest.mark.rule("AS-BAT-058")
def test_a_train_does_not_mind_what_its_rail_passes_through_drawn_before_it_or_after() -> None:
    rail = {"id": "rail1", "kind": "rail", "line": [[20, 4], [20, 40]], "width": 1}
    woods = {"kind": "woods", "rect": [0, 8, 72, 30]}
    for pieces in ((woods, rail), (rail, woods)):
        train, foe = unit("r1", at=(20, 6), **TRAIN), unit("b1", at=(30, 20))
        fight = battle(train, foe, terrain=list(pieces), phase="movement", dice=())
        assert move(fight, "r1", (20.0, 16.0)).cost == 10.0


@pytest.mark.rule("AS-BAT-058")
def test_the_search_for_places_follows_the_rail() -> None:
    fight = line(unit("r1", at=(20, 6), **TRAIN))
    assert {x for x, _ in reach(fight, fight.units["r1"]).points.tolist()} == {20.0}


@pytest.mark.rule("AS-BAT-059")
def test_a_section_of_rail_is_shot_to_pieces_like_a_building() -> None:
    gun = unit("r1", at=(20, 12), facing=0, damage="3/3/3")
    fight = line(gun, unit("r2", at=(22, 12), facing=0, damage="3/3/3"), phase="combat", dice=(6, 5) * 2 + (3, 4, 2, 2))
    assert refusal(fight, commands.Attack("r1", "rail1/99")).rule == "AS-COM-005"
    attack(fight, "r1", "rail1/8")
    attack(fight, "r2", "rail1/8")
    assert show_state(fight)["terrain_damage"] == {"rail1/8": 6}
    end(fight, 2)
    assert show_state(fight)["terrain_changed"] == {"rail1/8": None}
    assert fight.table.features_at(20, 19) == ()
    assert [one.id for one in fight.table.features_at(20, 21)] == ["rail1"]


@pytest.mark.rule("AS-BAT-059")
def test_less_than_five_points_leave_a_section_standing() -> None:
    fight = line(unit("r1", at=(20, 12), facing=0, damage="4/4/4"), phase="combat", dice=(6, 5, 3, 4, 2, 2))
    attack(fight, "r1", "rail1/8")
    end(fight, 2)
    assert (show_state(fight)["terrain_damage"], show_state(fight)["terrain_changed"]) == ({"rail1/8": 4}, {})
    fight = line(unit("r1", at=(20, 12), facing=0, damage="5/5/5"), phase="combat", dice=(6, 5, 3, 4, 2, 2))
    attack(fight, "r1", "rail1/8")
    end(fight, 2)
    assert show_state(fight)["terrain_changed"] == {"rail1/8": None}


@pytest.mark.rule("AS-BAT-059")
def test_a_script_may_say_another_construction_factor() -> None:
    gun = unit("r1", at=(20, 12), facing=0, damage="3/3/3")
    fight = line(gun, phase="combat", dice=(6, 5, 3, 4, 2, 2), cf=3)
    attack(fight, "r1", "rail1/8")
    end(fight, 2)
    assert show_state(fight)["terrain_changed"] == {"rail1/8": None}


@pytest.mark.rule("AS-BAT-060")
def test_a_train_that_reaches_a_gap_crashes_with_all_its_cars() -> None:
    cars = [unit(f"r{n}", at=(20, 16 - 3 * n), group="train", **TRAIN) for n in (1, 2, 3)]
    fight = line(*cars, unit("r9", at=(20, 38), **TRAIN), dice=(2, 2) * 12, broken=[7])
    moved = move(fight, "r1", (20.0, 22.0))
    assert moved.at == (20.0, 16.0)
    assert [fight.units[name].armor for name in ("r1", "r2", "r3", "r9")] == [2, 7, 7, 12]
    for name in ("r1", "r2", "r3"):
        assert "immobile" in show_state(fight)["units"][name]["status"]  # type: ignore[index, call-overload, operator]


# -- bridges --------------------------------------------------------------------------------------------------------


def river(*units: Any, dice: Any = (), cf: Any = 3, phase: str = "movement", depth: float = 0, **more: Any) -> Battle:
    """A valley 3 inches deep between hills, with a bridge over it."""
    terrain: list[dict[str, Any]] = [
        {"id": "south", "kind": "hill", "height": 4, "rect": [0, 0, 72, 12]},
        {"id": "north", "kind": "hill", "height": 4, "rect": [0, 20, 72, 28]},
        {
            "id": "span",
            "kind": "bridge",
            "line": [[20, 11], [20, 21]],
            "width": 4,
            "height": 0,
            **({"cf": cf} if cf else {}),
        },
        *([{"id": "river", "kind": "water", "depth": depth, "rect": [0, 12, 72, 8]}] if depth else []),
    ]
    if cf:
        terrain[2]["cf"] = cf
    return battle(*units, unit("b1", at=(60, 44)), terrain=terrain, phase=phase, dice=dice)


@pytest.mark.rule("AS-BAT-028")
@pytest.mark.parametrize(
    ("cf", "size", "holds"),
    [(1, 1, True), (1, 2, False), (2, 2, True), (3, 3, True), (3, 4, False), (4, 4, True), (10, 4, True)],
)
def test_a_bridge_bears_the_size_of_its_construction_factor(cf: int, size: int, holds: bool) -> None:
    fight = river(unit("r1", at=(20, 8), size=size, move='16"', armor=9), cf=cf, dice=())
    seen = check_move(fight, commands.Move("r1", ((20.0, 16.0),)))
    assert (seen.legal, seen.brings_down) == (True, () if holds else ("span",))
    move(fight, "r1", (20.0, 16.0))
    assert (fight.units["r1"].at == (20.0, 16.0)) is holds
    assert ("span" in fight.table.by_id) is holds


@pytest.mark.rule("AS-BAT-029")
def test_a_bridge_breaks_the_moment_too_much_weight_comes_onto_it() -> None:
    small = unit("r2", at=(20, 16), size=1, armor=9)
    fight = river(unit("r1", at=(20, 8), size=4, move='20"', armor=9), small)
    move(fight, "r1", (20.0, 20.5))
    assert fight.units["r1"].at == (20.0, pytest.approx(11.0, abs=0.02))
    assert (fight.units["r2"].elevation, fight.units["r2"].armor) == (0.0, 7)  # four inches: two points
    assert show_state(fight)["terrain_changed"] == {"span": None}


@pytest.mark.rule("AS-BAT-028")
def test_a_large_unit_counts_as_size_5_and_the_largest_are_too_much_for_any_bridge() -> None:
    for special, cf, holds in (("LG", 5, True), ("LG", 4, False), ("VLG", 10, False)):
        fight = river(unit("r1", at=(20, 8), size=4, move='16"', specials=[special]), cf=cf)
        seen = check_move(fight, commands.Move("r1", ((20.0, 16.0),)))
        assert (seen.brings_down == ()) is holds, special


@pytest.mark.rule("AS-BAT-029")
def test_it_breaks_under_who_lands_on_it_and_who_steps_onto_it_from_the_brink() -> None:
    copter = unit("r1", at=(20, 6), state={"elevation": 6}, type="CV", size=4, move='20"v', armor=9)
    fight = river(copter)
    fight.do(commands.Move("r1", ((20.0, 16.0),), elevation=0))
    assert "span" not in fight.table.by_id
    assert (fight.units["r1"].elevation, fight.units["r1"].armor) == (0.0, 7)
    flush = [
        {"kind": "hill", "height": 4, "rect": [0, 0, 72, 12]},
        {"id": "span", "kind": "bridge", "height": 0, "cf": 1, "rect": [18, 12, 4, 8]},
    ]
    fight = battle(unit("r1", at=(20, 8), size=4, armor=9), unit("b1", at=(60, 44)), terrain=flush, phase="movement")
    move(fight, "r1", (20.0, 14.0))
    assert (fight.units["r1"].elevation, fight.units["r1"].armor) == (0.0, 7)


@pytest.mark.rule("AS-BAT-028")
def test_a_bridge_that_has_become_too_weak_for_who_stands_on_it_falls_in_the_end_phase() -> None:
    gun = unit("r1", at=(20, 5), facing=0, damage="1/1/1")
    fight = river(gun, unit("r2", at=(20, 16), size=3, armor=9), cf=3, phase="combat", dice=(6, 5, 3, 4, 2, 2))
    attack(fight, "r1", "span")
    assert "span" in fight.table.by_id
    end(fight, 2)
    assert show_state(fight)["terrain_changed"] == {"span": None}
    assert fight.units["r2"].armor == 7


def test_a_bridge_without_a_construction_factor_bears_everybody() -> None:
    fight = river(unit("r1", at=(20, 8), size=4, move='16"'), cf=None)
    assert check_move(fight, commands.Move("r1", ((20.0, 16.0),))).brings_down == ()


@pytest.mark.rule("AS-BAT-058")
def test_who_walks_along_a_rail_pays_for_it_alone_and_plans_by_that() -> None:
    bog = {"kind": "swamp", "rect": [10, 10, 20, 20]}
    line = {"kind": "rail", "line": [[20, 4], [20, 36]], "width": 3}
    for pieces, cost in (((bog, line), 12.0), ((bog,), 12.0), ((line, bog), 18.0)):
        fight = battle(
            unit("r1", (20, 12), move='12"'), unit("b1", (60, 40)), terrain=list(pieces), phase="movement", dice=()
        )
        order = commands.Move("r1", ((20, 18),))
        told = check_move(fight, order)
        assert told.cost == cost
        assert told.legal is (cost <= 12.0)
        near = reach(fight, fight.units["r1"]).points
        assert any(abs(x - 20) < 0.3 and abs(y - 18) < 0.3 for x, y in near.tolist()) is (cost <= 12.0)
