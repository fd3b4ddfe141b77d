"""Structures that give way, and what becomes of those inside, on top and on the deck."""

from typing import Any

import pytest

from lancemate.alphastrike.combat.terrain_targets import damage_feature
from lancemate.alphastrike.damage.causes import WHAT_CAME_BEFORE
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.air import crash as come_down
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.table import attack, battle, end, move, refusal, unit

INFANTRY: dict[str, Any] = {"type": "CI", "size": 1, "move": '2"f', "tmm": 0}
SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "tmm": 1, "specials": ["MEC"]}
VTOL: dict[str, Any] = {"type": "CV", "size": 1, "move": '16"v', "tmm": 3, "armor": 5, "structure": 2}


def house(*inside: Any, kind: str = "building", height: float = 4, dice: Any = (), **given: Any) -> Battle:
    """A house around (10, 20) in the Movement Phase, where whatever falls does so at once."""
    return battle(
        unit("r1", at=(40, 10)),
        *inside,
        terrain=[{"id": "it", "kind": kind, "height": height, "rect": [6, 16, 8, 8], **given}],
        phase="movement",
        dice=dice,
    )


def fell(fight: Battle) -> list[Any]:
    before = len(fight.journal.events)
    damage_feature(fight, fight.table.by_id["it"], 99, "AS-COM-082", WHAT_CAME_BEFORE)
    return fight.journal.events[before:]


@pytest.mark.rule("AS-URB-019")
@pytest.mark.parametrize(
    ("given", "height", "elevation", "damage"),
    [
        ({"type": "heavy"}, 8, 0, 4),  # the book's example
        ({"type": "medium"}, 3, 3, 2),  # on the roof
        ({"type": "heavy"}, 11, 0, 4),
        ({"type": "medium"}, 3, 0, 1),
        ({"type": "medium"}, 7.9, 7.9, 2),
        ({"type": "hardened"}, 4, 0, 4),
        ({"kind": "wall", "type": "hardened"}, 4, 4, 4),
    ],
)
def test_whoever_is_in_a_falling_building_comes_down_and_is_hurt(
    given: dict[str, Any], height: float, elevation: float, damage: int
) -> None:
    fight = house(unit("b1", at=(10, 20), armor=9, state={"elevation": elevation}), height=height, **given)
    fell(fight)
    inside = fight.units["b1"]
    assert (inside.armor, inside.elevation) == (9 - damage, 0.0)


@pytest.mark.rule("AS-URB-019")
@pytest.mark.parametrize(("dice", "on_roof", "damage"), [((4, 3), False, 1), ((4, 4), True, 3), ((3, 3), False, 0)])
def test_a_light_building_does_minimal_damage(dice: tuple[int, ...], on_roof: bool, damage: int) -> None:
    state = {"elevation": 8 if on_roof else 1}
    fight = house(unit("b1", at=(10, 20), state=state), height=8, type="light", dice=dice)
    events = fell(fight)
    assert fight.units["b1"].armor == 6 - damage
    assert [event.roll for event in events if event.type == "roll"] == [dice]


@pytest.mark.rule("AS-URB-019")
@pytest.mark.parametrize("elevation", [0, 2, 4])
@pytest.mark.parametrize("card", [INFANTRY, SUITS])
def test_infantry_inside_or_on_top_is_lost(card: dict[str, Any], elevation: float) -> None:
    fight = house(unit("b1", at=(10, 20), state={"elevation": elevation}, **card), unit("b2", at=(60, 40)))
    events = fell(fight)
    assert fight.units["b1"].destroyed
    assert [event.rule for event in events if event.type == "doomed"] == ["AS-URB-019"]
    assert "is destroyed: it fell on it. [AS-URB-019, p. 74]" in "\n".join(line.text for line in story(fight, events))


@pytest.mark.rule("AS-URB-019")
def test_battle_armor_clinging_to_a_mech_inside_is_lost_and_infantry_in_a_transport_is_not() -> None:
    fight = house(
        unit("b1", at=(8, 18), specials=["OMNI"]),
        unit("b2", state={"aboard": "b1"}, **SUITS),
        unit("b3", at=(12, 22), type="CV", move='6"t', specials=["IT5"], armor=9),
        unit("b4", state={"aboard": "b3"}, specials=["CAR4"], **INFANTRY),
        dice=(3, 3),  # the motive check of the vehicle
    )
    assert fight.units["b2"].riding
    fell(fight)
    assert fight.units["b2"].destroyed
    assert not fight.units["b1"].destroyed
    assert not fight.units["b4"].destroyed


@pytest.mark.rule("AS-URB-019")
def test_what_flies_over_it_or_stands_beside_it_is_spared() -> None:
    fight = house(unit("b1", at=(10, 20), state={"elevation": 6}, **VTOL), unit("b2", at=(10, 25)))
    fell(fight)
    assert (fight.units["b1"].armor, fight.units["b1"].elevation) == (5, 6)
    assert fight.units["b2"].armor == 6


@pytest.mark.rule("AS-URB-019")
def test_a_building_shot_down_buries_its_occupants_in_the_end_phase_and_they_move_on() -> None:
    fight = battle(
        unit("r1", at=(10, 8)),
        unit("b1", at=(10, 20), state={"elevation": 4}),
        terrain=[{"id": "it", "kind": "building", "height": 4, "rect": [6, 16, 8, 8]}],
        dice=(6, 5, 6, 4, 1, 2),
    )
    attack(fight, "r1", "it")
    assert fight.units["b1"].elevation == 4
    events = end(fight, 2)
    told = [line.text for line in story(fight, events)]
    assert any("comes down with the building" in text and "AS-URB-019" in text for text in told)
    assert any("loses 2 armor under the falling building" in text for text in told)
    assert (fight.units["b1"].armor, fight.units["b1"].elevation) == (4, 0)
    if fight.state.to_act == "red":
        fight.do(commands.Pass("r1"))
    move(fight, "b1", (10, 23))


@pytest.mark.rule("AS-URB-018", "AS-BAT-062")
@pytest.mark.parametrize(
    ("kind", "given", "left"),
    [
        ("building", "light", "rubble"),
        ("building", "hardened", "ultra_rubble"),
        ("wall", "hardened", "rubble"),
    ],
)
def test_what_is_left_of_it(kind: str, given: str, left: str) -> None:
    fight = house(kind=kind, type=given)
    events = fell(fight)
    assert [event.becomes for event in events if event.type == "terrain_changed"] == [left]
    assert fight.table.by_id["it"].height == 0


@pytest.mark.rule("AS-BAT-062")
def test_ultra_rubble_costs_two_more_an_inch_and_a_large_mech_one() -> None:
    field = [{"kind": "ultra_rubble", "rect": [0, 10, 40, 20]}]
    more: dict[str, Any] = {"terrain": field, "phase": "movement"}
    fight = battle(unit("r1", at=(10, 12)), unit("b1", at=(60, 40)), **more)
    assert move(fight, "r1", (10, 14)).cost == 6
    fight = battle(unit("r1", at=(10, 12), specials=["LG"]), unit("b1", at=(60, 40)), **more)
    assert move(fight, "r1", (10, 14)).cost == 4
    fight = battle(unit("r1", at=(10, 8), type="CV", move='12"n'), unit("b1", at=(60, 40)), **more)
    assert refusal(fight, commands.Move("r1", ((10, 14),))).code == "prohibited_terrain"


# -- weight ---------------------------------------------------------------------------------------------------


def lands(size: int, *inside: Any, specials: tuple[str, ...] = (), dice: Any = (3, 3), **given: Any) -> Battle:
    """A VTOL comes down on the roof."""
    flyer = unit("r2", at=(10, 10), state={"elevation": 4}, **{**VTOL, "size": size, "specials": list(specials)})
    fight = house(flyer, *inside, unit("b9", at=(60, 40)), dice=dice, **given)
    move(fight, "r2", (10, 20), elevation=4)
    return fight


@pytest.mark.rule("AS-URB-010", "AS-URB-018")
@pytest.mark.parametrize(
    ("size", "kind", "stands"),
    [(1, "light", True), (2, "light", False), (2, "medium", True), (3, "medium", False), (4, "hardened", True)],
)
def test_a_roof_bears_so_much_and_no_more(size: int, kind: str, stands: bool) -> None:
    fight = lands(size, type=kind, dice=(3, 3, 3, 3))
    assert (fight.table.by_id["it"].kind == "building") is stands
    assert fight.units["r2"].elevation == (4 if stands else 0)
    words = "\n".join(line.text for line in story(fight, fight.journal.events))
    assert ("gives way under the weight and becomes rubble [AS-URB-010, p. 72]" in words) is not stands


@pytest.mark.rule("AS-URB-010")
@pytest.mark.parametrize(("size", "falls"), [(2, ()), (3, ("it",))])
def test_a_preview_knows_what_a_roof_does_not_bear(size: int, falls: tuple[str, ...]) -> None:
    flyer = unit("r2", at=(10, 10), state={"elevation": 4}, **{**VTOL, "size": size})
    fight = house(flyer, unit("b9", at=(60, 40)))
    assert check_move(fight, commands.Move("r2", ((10, 20),), elevation=4)).brings_down == falls
    assert check_move(fight, commands.Move("r2", ((10, 20),), elevation=5)).brings_down == ()


@pytest.mark.rule("AS-URB-010")
def test_units_of_one_level_weigh_together_and_infantry_weighs_nothing() -> None:
    beside = unit("b1", at=(7, 17), size=1, state={"elevation": 4})
    assert lands(1, beside, type="medium").table.by_id["it"].kind == "building"
    assert lands(2, beside, type="medium").table.by_id["it"].kind == "rubble"
    below = unit("b1", at=(7, 17), size=1, state={"elevation": 2})
    assert lands(2, below, type="medium").table.by_id["it"].kind == "building"
    squad = unit("b1", at=(7, 17), state={"elevation": 4}, **INFANTRY)
    assert lands(2, squad, type="medium").table.by_id["it"].kind == "building"
    suits = unit("b1", at=(7, 17), state={"elevation": 4}, **SUITS)
    assert lands(2, suits, type="medium").table.by_id["it"].kind == "rubble"


@pytest.mark.rule("AS-URB-010")
@pytest.mark.parametrize(("kind", "stands"), [("light", False), ("heavy", True)])
def test_a_wreck_that_falls_on_a_roof_weighs_on_it(kind: str, stands: bool) -> None:
    flyer = unit("b1", at=(10, 20), state={"elevation": 8}, **{**VTOL, "size": 2})
    fight = house(flyer, dice=(3, 3, 3, 3), type=kind)
    come_down(fight, fight.units["b1"], "AS-DMG-056")
    assert fight.units["b1"].on_table
    assert (fight.table.by_id["it"].kind == "building") is stands


@pytest.mark.rule("AS-BAT-116")
def test_large_units_are_too_much_for_any_building() -> None:
    assert lands(4, specials=("LG",), type="hardened").table.by_id["it"].kind == "ultra_rubble"


# -- bridges --------------------------------------------------------------------------------------------------


def crossing(*units: Any, height: float = 4, depth: float = 1, **given: Any) -> Battle:
    return battle(
        unit("r1", at=(40, 10)),
        *units,
        unit("b9", at=(60, 40)),
        terrain=[
            {"kind": "water", "depth": depth, "rect": [0, 15, 30, 10]},
            {"id": "it", "kind": "bridge", "height": height, "rect": [8, 12, 4, 16], **given},
        ],
        phase="movement",
        dice=(3, 3) * 3,
    )


@pytest.mark.rule("AS-BAT-027")
def test_a_bridge_without_construction_factor_left_is_gone() -> None:
    fight = crossing(cf=5)
    damage_feature(fight, fight.table.by_id["it"], 4, "AS-COM-082", WHAT_CAME_BEFORE)
    assert "it" in fight.table.by_id
    damage_feature(fight, fight.table.by_id["it"], 1, "AS-COM-082", WHAT_CAME_BEFORE)
    assert "it" not in fight.table.by_id
    unknown = crossing()
    fell(unknown)
    assert "it" in unknown.table.by_id


@pytest.mark.rule("AS-BAT-029")
@pytest.mark.parametrize(("height", "damage"), [(2, 1), (3, 2), (6, 3)])
def test_whoever_is_on_a_bridge_falls_with_it(height: float, damage: int) -> None:
    """The bottom lies an inch below the water: drops of 3, 4 and 7 inches."""
    fight = crossing(unit("b1", at=(10, 20)), height=height, cf=3)
    assert fight.units["b1"].elevation == height
    fell(fight)
    assert (fight.units["b1"].armor, fight.units["b1"].elevation) == (6 - damage, -1)


@pytest.mark.rule("AS-BAT-029")
def test_what_may_not_be_where_it_falls_is_lost() -> None:
    fight = crossing(unit("b1", at=(10, 20), type="CV", move='8"t'), unit("b2", at=(20, 20)), cf=3)
    fell(fight)
    assert fight.units["b1"].destroyed
    assert fight.units["b2"].armor == 6
