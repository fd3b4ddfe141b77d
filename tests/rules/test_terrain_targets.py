"""Buildings and terrain as targets, and cover that takes the shot."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.terrain_targets import damage_feature
from lancemate.alphastrike.damage.causes import WHAT_CAME_BEFORE
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, end, unit

Shot = commands.Attack


def before(feature: dict[str, Any], *dice: int, damage: str = "3/3/2", **more: Any) -> Battle:
    return battle(
        unit("r1", at=(10, 10), damage=damage, **more),
        unit("b1", at=(60, 40)),
        terrain=[{"id": "it", "rect": [8, 20, 4, 4], **feature}],
        dice=dice or (6, 5),
    )


@pytest.mark.rule("AS-COM-005", "AS-COM-047")
@pytest.mark.parametrize(
    "feature",
    [{"kind": "building", "height": 3}, {"kind": "woods"}, {"kind": "bridge", "height": 1}, {"kind": "rough"}],
)
def test_whatever_stands_on_the_table_can_be_shot_at(feature: dict[str, Any]) -> None:
    fight = before(feature)
    shot = attack(fight, "r1", "it")
    assert (shot.target, shot.damage) == ("it", 3)
    assert any(part.rule == "AS-COM-047" and part.value == -4 for part in shot.modifiers)
    assert fight.state.terrain_damage == {"it": 3}


@pytest.mark.rule("AS-COM-082")
def test_damage_to_terrain_adds_up() -> None:
    fight = before({"kind": "woods"}, 6, 5, 1, 2, 6, 4, 6, 5)
    attack(fight, "r1", "it")
    end(fight, 2)
    end(fight, 2)
    assert fight.state.to_act == "red"
    attack(fight, "r1", "it")
    assert fight.state.terrain_damage == {"it": 6}
    assert fight.table.by_id["it"].kind == "woods"


@pytest.mark.rule("AS-URB-001")
@pytest.mark.parametrize(
    ("given", "factor"),
    [
        ({"type": "light"}, 2),
        ({"type": "medium"}, 3),
        ({}, 3),
        ({"type": "heavy"}, 4),
        ({"type": "hardened"}, 16),
        ({"type": "light", "cf": 7}, 7),
    ],
)
def test_a_building_stands_as_long_as_its_construction_factor_lasts(given: dict[str, Any], factor: int) -> None:
    fight = before({"kind": "building", "height": 3, **given}, 6, 4, 1, 2)
    damage_feature(fight, fight.table.by_id["it"], factor - 1, "AS-COM-082", WHAT_CAME_BEFORE)
    end(fight, 2)
    assert fight.table.by_id["it"].kind == "building"
    fight = before({"kind": "building", "height": 3, **given}, 6, 4, 1, 2)
    damage_feature(fight, fight.table.by_id["it"], factor, "AS-COM-082", WHAT_CAME_BEFORE)
    end(fight, 2)
    assert fight.table.by_id["it"].kind.endswith("rubble")
    assert fight.table.by_id["it"].height == 0


@pytest.mark.rule("AS-URB-018", "AS-URB-020")
def test_a_building_shot_down_falls_in_the_end_phase() -> None:
    fight = before({"kind": "building", "height": 3, "type": "medium"}, 6, 5, 6, 4, 1, 2)
    attack(fight, "r1", "it")
    assert fight.table.by_id["it"].kind == "building"
    events = end(fight, 2)
    assert [event.becomes for event in events if event.type == "terrain_changed"] == ["rubble"]
    assert fight.table.by_id["it"].kind == "rubble"
    assert fight.table.features_at(10, 21)[-1].kind == "rubble"


@pytest.mark.rule("AS-URB-018")
def test_outside_the_combat_phase_it_falls_at_once() -> None:
    fight = battle(
        unit("r1", at=(10, 10)),
        unit("b1", at=(60, 40)),
        terrain=[{"id": "it", "kind": "building", "height": 3, "rect": [8, 20, 4, 4]}],
        phase="movement",
    )
    damage_feature(fight, fight.table.by_id["it"], 3, "AS-COM-082", WHAT_CAME_BEFORE)
    assert fight.table.by_id["it"].kind == "rubble"


def test_what_has_fallen_does_not_fall_again() -> None:
    fight = before({"kind": "building", "height": 3}, 6, 4, 1, 2, 6, 4, 1, 2)
    damage_feature(fight, fight.table.by_id["it"], 3, "AS-COM-082", WHAT_CAME_BEFORE)
    end(fight, 2)
    end(fight, 2)
    assert not [event for event in end(fight, 2) if event.type == "terrain_changed"]


def test_a_preview_knows_how_likely_a_building_falls() -> None:
    answer = preview_attack(before({"kind": "building", "height": 3, "type": "medium"}), Shot("r1", "it"))
    assert answer.outcomes is not None
    assert answer.target_number == 2
    assert answer.outcomes.destroyed == pytest.approx(1.0)


# -- near misses ----------------------------------------------------------------------------------------------

WALL = {"id": "wall", "height": 1, "type": "heavy", "rect": [5, 18, 10, 1]}


def behind(cover: dict[str, Any], *dice: int, **more: Any) -> Battle:
    """b1 stands behind something 1 inch high, which hides half of it. Skill 4 + TMM 1 + cover 1 + Medium 2 = 8."""
    return battle(
        unit("r1", at=(10, 10), **more.pop("red", {})),
        unit("b1", at=(10, 20), facing=180, **more.pop("blue", {})),
        *more.pop("more", ()),
        terrain=[cover] if cover else [],
        dice=dice,
    )


@pytest.mark.rule("AS-COM-088", "AS-INT-016")
@pytest.mark.parametrize(("dice", "struck"), [((4, 4), None), ((4, 3), "wall"), ((3, 3), "wall"), ((3, 2), None)])
def test_a_shot_that_fails_by_one_or_two_strikes_the_building(dice: tuple[int, int], struck: str | None) -> None:
    fight = behind({**WALL, "kind": "building"}, *dice)
    events = fight.do(Shot("r1", "b1"))
    assert events[0].target_number == 8  # type: ignore[attr-defined]
    landed = [(event.target, event.damage) for event in events if event.type == "hit"]  # type: ignore[attr-defined]
    assert landed == ([(struck, 3)] if struck else [])
    assert fight.state.terrain_damage == ({"wall": 3} if struck else {})


@pytest.mark.rule("AS-COM-088")
def test_a_hill_just_stops_the_shot() -> None:
    fight = behind({**WALL, "kind": "hill"}, 4, 3)
    events = fight.do(Shot("r1", "b1"))
    assert [event.type for event in events] == ["attack"]


@pytest.mark.rule("AS-COM-088")
def test_an_automatic_miss_has_no_margin() -> None:
    fight = behind({**WALL, "kind": "building"}, 6, 6, red={"skill": 9})
    events = fight.do(Shot("r1", "b1"))
    assert [event.type for event in events] == ["attack"]


@pytest.mark.rule("AS-COM-088")
def test_a_blow_that_only_just_misses_strikes_the_cover_too() -> None:
    low = {"id": "low", "kind": "building", "height": 1.4, "type": "heavy", "rect": [9, 11.3, 2, 0.2]}
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 12.2), facing=180), terrain=[low], dice=[3, 2])
    events = fight.do(Shot("r1", "b1", "physical"))
    assert events[0].target_number == 6  # type: ignore[attr-defined]
    assert fight.state.terrain_damage == {"low": 3}


@pytest.mark.rule("AS-COM-088", "AS-BAT-120")
def test_a_grounded_dropship_takes_near_misses() -> None:
    """Its hull hides half of b1, which stands beside it."""
    ship = unit(
        "b2",
        at=(15.5, 16),
        facing=180,
        type="DA",
        move="4a",
        armor=60,
        structure=20,
        threshold=5,
        size=3,
        damage="0/0/0",
        ov=0,
    )
    fight = behind({}, 4, 3, more=[ship])
    ruling = fight.sight(fight.units["r1"], fight.units["b1"])
    assert (ruling.status, ruling.cover) == ("partial", ("b2",))
    events = fight.do(Shot("r1", "b1"))
    assert [(event.target, event.damage) for event in events if event.type == "hit"] == [("b2", 3)]  # type: ignore[attr-defined]
    assert fight.units["b2"].armor == 57


@pytest.mark.rule("AS-COM-088")
def test_minimal_damage_rolls_its_die_for_the_cover() -> None:
    fight = behind({**WALL, "kind": "building"}, 4, 3, 4, red={"damage": "0*/0*/0*"})
    fight.do(Shot("r1", "b1"))
    assert fight.state.terrain_damage == {"wall": 1}
