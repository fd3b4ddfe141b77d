"""Who sees whom (pp. 40-41)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.sight import Ruling, in_water, look, look_around, look_at
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.terrain.water import submersion
from lancemate.field.bodies import Body
from rules.table import attack, battle, refusal, unit

BASE = 1.25  # inches between the centres of two ordinary bases that touch

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "2/2/2", "specials": []}
HOVER: dict[str, Any] = {**TANK, "move": '12"h'}
SUBMARINE: dict[str, Any] = {**TANK, "move": '6"s'}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-", "armor": 3, "structure": 1}
DROPSHIP: dict[str, Any] = {
    "type": "DS",
    "size": 3,
    "move": "4p",
    "damage": None,
    "arcs": {name: {"damage": "5/5/5/-"} for name in ("nose", "left", "right", "aft")},
}


def sees(fight: Battle, viewer: str = "r1", target: str = "b1") -> Ruling:
    return look(fight, fight.units[viewer], fight.units[target])


def two(*terrain: dict[str, Any], gap: float = 20 - BASE, **target: Any) -> Battle:
    """Red r1 at the western end looks east at blue b1, so many inches away from base to base."""
    return battle(unit("r1", (5, 20), 90), unit("b1", (5 + BASE + gap, 20), 270, **target), terrain=terrain)


def strip(kind: str, start: float, end: float, **more: Any) -> dict[str, Any]:
    """Terrain right across the line between r1 and b1, from and to so many inches from r1's centre."""
    return {"kind": kind, "rect": [5 + start, 10, end - start, 20], **more}


def sink(fight: Battle, name: str, elevation: float) -> None:
    """Put a unit at a depth (or on the surface) whatever its kind does by itself."""
    fight.units[name].elevation = elevation


# -- seeing and not seeing ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-006")
def test_what_cannot_be_seen_cannot_be_attacked():
    fight = two(strip("building", 8, 10, height=6))
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("no_line_of_sight", "AS-COM-008")
    assert "building1" in refused.message
    assert attack(two(), "r1", "b1").target == "b1"


@pytest.mark.rule("AS-INT-015")
@pytest.mark.parametrize(
    ("terrain", "state", "cover"),
    [
        ([], "clear", "clear"),
        ([("rough", 8, 10)], "clear", "clear"),
        ([("woods", 8, 10)], "obstructed", "clear"),
        ([("building", 18, 18.5, 1)], "obstructed", "partial"),
        ([("woods", 6, 13)], "blocked", "blocked"),
        ([("hill", 8, 10, 5)], "blocked", "blocked"),
    ],
)
def test_sight_is_clear_obstructed_or_blocked(terrain, state, cover):
    strips = [strip(kind, start, end, **({"height": high[0]} if high else {})) for kind, start, end, *high in terrain]
    fight = two(*strips)
    told = measure(fight, "r1", "b1")
    assert (told.sight_state, told.line_of_sight) == (state, cover)
    foreseen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert (foreseen.sight_state, foreseen.line_of_sight) == (state, cover)


@pytest.mark.rule("AS-COM-006")
def test_a_ruling_explains_itself():
    clear = sees(two())
    assert (clear.status, clear.rule, clear.woods, clear.cover) == ("clear", None, 0.0, ())
    assert clear.distance == pytest.approx(20 - BASE)
    through_trees = sees(two(strip("woods", 8, 10)))
    assert (through_trees.status, through_trees.woods, through_trees.woods_touched) == (
        "clear",
        pytest.approx(2.0),
        True,
    )
    blocked = sees(two(strip("hill", 8, 10, height=5)))
    assert (blocked.status, blocked.rule, blocked.cover) == ("blocked", "AS-COM-008", ("hill1",))
    assert blocked.hidden_target == blocked.hidden_viewer == 1.0
    assert "hill1 hides 100%" in blocked.reason


@pytest.mark.rule("AS-COM-007")
@pytest.mark.parametrize(("gap", "status"), [(41.9, "clear"), (42.0, "clear"), (42.1, "blocked")])
def test_ground_units_see_42_inches(gap, status):
    ruling = sees(two(gap=gap))
    assert ruling.status == status
    assert ruling.rule == ("AS-COM-007" if status == "blocked" else None)


@pytest.mark.rule("AS-COM-007")
def test_what_flies_is_seen_from_afar():
    fight = two(gap=60, type="AF", size=2, move="6a", damage="3/3/2", threshold=2)
    fight.units["b1"].airborne = True
    assert sees(fight).status == "clear"
    assert sees(fight, "b1", "r1").status == "clear"


# A wall that ends 15 of 20 inches along the line hides a third of a 'Mech when it is 1 high, two thirds at 1.5.
@pytest.mark.rule("AS-COM-008", "AS-COM-015")
@pytest.mark.parametrize(
    ("height", "status"),
    [(0.9, "clear"), (1.0, "clear"), (1.05, "partial"), (1.49, "partial"), (1.5, "partial"), (1.55, "blocked")],
)
def test_thirds(height, status):
    ruling = sees(two(strip("building", 14, 15, height=height)))
    assert ruling.status == status
    assert ruling.cover == ("building1",)


@pytest.mark.rule("AS-COM-008")
def test_exactly_a_third_and_two_thirds_are_what_the_wall_hides():
    assert sees(two(strip("building", 14, 15, height=1.0))).hidden_target == pytest.approx(1 / 3, abs=1e-12)
    assert sees(two(strip("building", 14, 15, height=1.5))).hidden_target == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.rule("AS-COM-008", "AS-COM-015")
@pytest.mark.parametrize(
    ("share", "status"),
    [(0.32, "clear"), (1 / 3, "clear"), (0.34, "partial"), (0.66, "partial"), (2 / 3, "partial"), (0.68, "blocked")],
)
def test_thirds_of_the_width(share, status):
    """A high wall, 2 inches thick and half way between two 'Mechs, reaches into the line from the east."""
    ends = 1.25 * (0.5 - share)
    corner = 20 + ends * (0.55 if ends > 0 else 0.45)  # seen at its far corner, or beyond the line at its near one
    fight = battle(
        unit("r1", (20, 10)),
        unit("b1", (20, 30)),
        terrain=[{"kind": "building", "height": 6, "rect": [corner, 19, 10, 2]}],
    )
    ruling = sees(fight)
    assert ruling.hidden_target == pytest.approx(share, abs=1e-9)
    assert ruling.status == status


@pytest.mark.rule("AS-COM-009")
def test_what_blocks_one_blocks_the_other():
    # The wall stands close to r1: r1 looks over it, but hardly any of r1 can be seen from b1.
    fight = two(strip("building", 5, 6, height=1.6))
    there, back = sees(fight), sees(fight, "b1", "r1")
    assert there.hidden_target < 0.4
    assert there.hidden_viewer > 0.7
    assert (there.status, back.status) == ("blocked", "blocked")


@pytest.mark.rule("AS-COM-010")
@pytest.mark.parametrize(
    ("inches", "status", "number"), [(7.0, "blocked", None), (6.0, "blocked", None), (5.9, "clear", 1)]
)
def test_six_inches_of_woods_block(inches, status, number):
    fight = two(strip("woods", 5, 5 + inches))
    assert sees(fight).status == status
    if number is None:
        assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-010"
    else:
        parts = {part.rule: part.value for part in attack(fight, "r1", "b1").modifiers}
        assert parts["AS-COM-052"] == number


@pytest.mark.rule("AS-COM-010")
def test_woods_add_up_wherever_they_stand():
    assert sees(two(strip("woods", 4, 7), strip("heavy_woods", 9, 12))).status == "blocked"
    assert sees(two(strip("woods", 4, 7), strip("heavy_woods", 9, 11.5))).status == "clear"


@pytest.mark.rule("AS-COM-010")
def test_woods_are_two_inches_high():
    fight = two(strip("woods", 4, 12))
    sink(fight, "r1", 3.0)
    sink(fight, "b1", 3.0)
    ruling = sees(fight)
    assert (ruling.status, ruling.woods, ruling.woods_touched) == ("clear", 0.0, False)


@pytest.mark.rule("AS-COM-011", "AS-COM-008", "AS-COM-010", "AS-COM-052")
def test_line_of_sight_worked_example():
    fight = battle(
        unit("r1", (20, 10), 0),
        unit("b1", (20, 30)),  # B, behind 7 inches of woods
        unit("b2", (40, 10), **TANK),  # C, behind a low ridge
        unit("b3", (10, 30), **{**TANK, "move": '12"v'}),  # D, a VTOL at elevation 5
        terrain=[
            {"kind": "woods", "rect": [5, 14, 20, 7]},
            {"kind": "hill", "height": 2, "rect": [34, 5, 4, 10]},
        ],
    )
    sink(fight, "b3", 5.0)
    fight.units["b3"].airborne = True
    fight.units["r1"].facing = 30
    b, c, d = (sees(fight, "r1", name) for name in ("b1", "b2", "b3"))
    assert (b.status, b.rule, b.woods) == ("blocked", "AS-COM-010", pytest.approx(7.0))
    assert (c.status, c.rule, c.cover) == ("blocked", "AS-COM-008", ("hill2",))
    assert d.status == "clear"
    assert 0 < d.woods < 6
    shot = attack(fight, "r1", "b3")
    assert ("Woods", 1) in [(part.label, part.value) for part in shot.modifiers]


@pytest.mark.rule("AS-COM-012")
def test_the_first_two_inches_of_occupied_woods_do_not_count():
    # r1's base touches the woods, which run 7 inches from its edge: 5 of them count.
    fight = two(strip("woods", 0, 7 + BASE / 2))
    ruling = sees(fight)
    assert ruling.woods == pytest.approx(5.0)
    assert (ruling.status, ruling.woods_touched) == ("clear", True)
    assert sees(two(strip("woods", 0, 8 + BASE / 2))).status == "blocked"


@pytest.mark.rule("AS-COM-012")
def test_the_first_two_inches_count_at_both_ends():
    ends = [strip("woods", 0, 4 + BASE / 2), strip("woods", 20 - 4 - BASE / 2, 20)]
    assert sees(two(*ends)).woods == pytest.approx(4.0)
    whole = sees(two(strip("woods", 0, 9 + BASE), gap=9))
    assert (whole.woods, whole.status) == (pytest.approx(5.0), "clear")


@pytest.mark.parametrize(("wall", "status"), [(1.5, "clear"), (2.0, "clear"), (3.0, "blocked")])
def test_a_unit_in_a_building_sees_out_within_two_inches_of_the_wall(wall, status):
    fight = two(strip("building", -2, wall + BASE / 2, height=6))
    assert sees(fight).status == status
    assert sees(fight, "b1", "r1").status == status


# -- units ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-013")
def test_ground_units_in_contact_always_see_each_other():
    wall = strip("building", BASE / 2 - 0.05, BASE / 2 + 0.05, height=5)
    assert sees(two(wall, gap=0.0)).status == "clear"
    assert sees(two(wall, gap=0.2)).status == "blocked"


@pytest.mark.rule("AS-COM-013", "AS-COM-020")
def test_contact_does_not_help_when_one_alone_is_under_water():
    pond = strip("water", BASE / 2, 10, depth=1)
    fight = two(pond, gap=0.0, **{**FOOT, "move": '4"f', "specials": ["UMU"]})
    sink(fight, "b1", -1.0)
    assert (sees(fight).status, sees(fight).rule) == ("blocked", "AS-COM-020")
    sink(fight, "b1", 0.0)
    assert sees(fight).status == "clear"


@pytest.mark.rule("AS-COM-013")
def test_contact_does_not_help_what_flies():
    wall = strip("building", BASE / 2 - 0.05, BASE / 2 + 0.05, height=5)
    fight = two(wall, gap=0.0, **{**TANK, "move": '12"v'})
    assert sees(fight).status == "blocked"


@pytest.mark.rule("AS-COM-014")
def test_ordinary_units_in_between_hide_nothing_but_a_grounded_dropship_does():
    def between(**card: Any) -> Battle:
        return battle(unit("r1", (5, 20), 90), unit("b1", (35, 20)), unit("r2", (20, 20), **card))

    assert sees(between()).status == "clear"
    assert sees(between(size=4, superheavy=True, specials=["LG"])).status == "blocked"
    ship = between(**DROPSHIP)
    assert (sees(ship).status, sees(ship).rule) == ("blocked", "AS-COM-008")
    ship.units["r2"].airborne = True
    assert sees(ship).status == "clear"


@pytest.mark.rule("AS-COM-014", "AS-COM-053")
def test_a_large_unit_gives_partial_cover():
    fight = battle(
        unit("r1", (5, 20), 90),
        unit("b1", (35, 21.2), 270),
        unit("b2", (25, 18.8), type="SV", size=4, move='4"t', damage="2/2/2", specials=["VLG", "AFC"]),
    )
    ruling = sees(fight)
    assert (ruling.status, ruling.cover) == ("partial", ("b2",))
    assert {part.rule for part in attack(fight, "r1", "b1").modifiers} >= {"AS-COM-053"}


@pytest.mark.rule("AS-COM-015", "AS-COM-053")
def test_partial_cover_is_for_mechs_only():
    wall = strip("building", 14, 15, height=1.2)
    ruling = sees(two(wall))
    assert (ruling.status, ruling.rule) == ("partial", "AS-COM-015")
    low = strip("building", 14, 15, height=0.9)
    tank = sees(two(low, **TANK))
    assert 1 / 3 < tank.hidden_target < 2 / 3
    assert tank.status == "clear"
    for target in ({"type": "IM", "specials": ["AFC"]}, {}):
        parts = attack(two(wall, **target), "r1", "b1").modifiers
        assert [part.value for part in parts if part.rule == "AS-COM-053"] == [1]
    assert "AS-COM-053" not in {part.rule for part in attack(two(low, **TANK), "r1", "b1").modifiers}


@pytest.mark.rule("AS-COM-016")
def test_woods_give_no_partial_cover():
    fight = two(strip("woods", 16, 25))
    ruling = sees(fight)
    assert (ruling.status, ruling.woods_touched) == ("clear", True)
    assert "AS-COM-053" not in {part.rule for part in attack(fight, "r1", "b1").modifiers}


# -- water ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-017", "AS-COM-053")
def test_depth_1_water_covers_a_mech_from_every_side_and_from_above():
    pond = strip("water", 15, 30, depth=1)
    fight = two(pond)
    assert (sees(fight).status, sees(fight).rule) == ("partial", "AS-COM-017")
    sink(fight, "r1", 12.0)
    assert sees(fight).status == "partial"
    dry = two(strip("water", 15, 30, depth=0))
    assert sees(dry).status == "clear"
    tank = two(pond, **TANK)
    assert sees(tank).status != "partial"


@pytest.mark.rule("AS-COM-017", "AS-COM-020")
def test_depth_1_water_covers_against_a_mech_under_water_too():
    fight = two(strip("water", -3, 10, depth=2), strip("water", 10, 30, depth=1))
    assert submersion(fight, fight.units["r1"]) == "complete"
    shot = attack(fight, "r1", "b1")
    assert [part.value for part in shot.modifiers if part.rule == "AS-COM-053"] == [1]
    assert "AS-COM-054" not in {part.rule for part in shot.modifiers}


@pytest.mark.rule("AS-COM-053")
def test_wall_and_water_cover_only_once():
    fight = two(strip("building", 13, 14, height=0.6), strip("water", 15, 30, depth=1))
    shot = attack(fight, "r1", "b1")
    assert [part.value for part in shot.modifiers if part.rule == "AS-COM-053"] == [1]


@pytest.mark.rule("AS-COM-018", "AS-COM-020")
def test_what_floats_on_the_surface_is_not_submerged():
    fight = two(strip("water", -3, 30, depth=2), **HOVER)
    sink(fight, "b1", 0.0)
    assert in_water(fight, fight.units["b1"]) == "none"
    # From under water only torpedoes reach the surface, while a unit standing in the water could be shot at.
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-020"
    open_water = two(strip("water", 10, 30, depth=2), **HOVER)
    sink(open_water, "b1", 0.0)
    rules = {part.rule for part in attack(open_water, "r1", "b1").modifiers}
    assert rules.isdisjoint({"AS-COM-052", "AS-COM-053", "AS-COM-054"})


@pytest.mark.rule("AS-COM-019")
@pytest.mark.parametrize(
    ("card", "elevation", "state"),
    [
        ({}, 0.0, "none"),
        ({}, -0.5, "none"),
        ({}, -1.0, "partial"),
        ({}, -2.0, "complete"),
        ({"superheavy": True}, -2.0, "partial"),
        ({"superheavy": True}, -3.0, "complete"),
        (SUBMARINE, 0.0, "none"),
        (SUBMARINE, -1.0, "complete"),
        ({"type": "PM", "size": 1, "move": '6"'}, -1.0, "complete"),
        ({**FOOT, "specials": ["UMU"]}, -1.0, "complete"),
    ],
)
def test_submersion_goes_by_height_and_depth(card, elevation, state):
    fight = two(strip("water", 10, 30, depth=4), **card)
    sink(fight, "b1", elevation)
    assert submersion(fight, fight.units["b1"]) == state


POND = strip("water", -4, 40, depth=4)


def wet(mine: float, other: float, **card: Any) -> Battle:
    """Two submersibles with torpedoes and guns in the same water at these elevations."""
    armed = {**SUBMARINE, "specials": ["TOR2/2/2"], **card}
    fight = battle(unit("r1", (5, 20), 90, **armed), unit("b1", (15, 20), 270, **armed), terrain=[POND])
    sink(fight, "r1", mine)
    sink(fight, "b1", other)
    return fight


@pytest.mark.rule("AS-COM-020", "AS-COM-021")
@pytest.mark.parametrize(
    ("mine", "other", "guns", "torpedoes"),
    [
        (-2.0, -2.0, True, True),  # both under water
        (-2.0, 0.0, False, True),  # up to the surface
        (0.0, -2.0, False, True),  # down from the surface
        (0.0, 0.0, True, True),  # both on the surface
    ],
)
def test_through_the_surface_only_torpedoes_pass(mine, other, guns, torpedoes):
    for using, allowed in ((None, guns), ("TOR", torpedoes)):
        fight = wet(mine, other)
        command = commands.Attack("r1", "b1", using=using)
        if allowed:
            assert fight.do(command)
        else:
            refused = refusal(fight, command)
            assert (refused.code, refused.rule) == ("underwater", "AS-COM-020")
            assert "TOR" in refused.message


@pytest.mark.rule("AS-COM-020")
def test_a_mech_in_depth_1_is_shot_at_from_below_but_cannot_shoot_back():
    fight = two(strip("water", -3, 10, depth=2), strip("water", 10, 30, depth=1))
    assert attack(fight, "r1", "b1").target == "b1"
    fight.do(commands.EndPhase())
    assert refusal(fight, commands.Attack("b1", "r1")).rule == "AS-COM-020"


@pytest.mark.rule("AS-COM-020")
def test_units_under_water_and_on_land_do_not_see_each_other():
    fight = two(strip("water", 10, 30, depth=2))
    for viewer, target in (("r1", "b1"), ("b1", "r1")):
        ruling = sees(fight, viewer, target)
        assert (ruling.status, ruling.rule) == ("blocked", "AS-COM-020")
    two_ponds = two(strip("water", -3, 5, depth=2), strip("water", 10, 30, depth=2))
    assert sees(two_ponds).rule == "AS-COM-020"
    assert sees(two(strip("water", -3, 30, depth=2))).status == "clear"


@pytest.mark.rule("AS-COM-021", "AS-SPC-050")
def test_torpedoes_need_the_same_water_all_the_way():
    armed = {**SUBMARINE, "specials": ["TOR2/2/2"]}
    for terrain in ([strip("water", -4, 4, depth=4)], [strip("water", -4, 4, depth=4), strip("water", 7, 40, depth=4)]):
        fight = battle(unit("r1", (5, 20), 90, **armed), unit("b1", (15, 20), 270, **HOVER), terrain=terrain)
        sink(fight, "r1", 0.0)
        sink(fight, "b1", 0.0)
        assert refusal(fight, commands.Attack("r1", "b1", using="TOR")).rule == "AS-COM-021"


@pytest.mark.rule("AS-COM-051", "AS-COM-052")
def test_woods_the_attacker_or_the_target_touches_count_even_off_the_line():
    beside_attacker = {"kind": "woods", "rect": [4, 20.5, 2, 4]}
    beside_target = {"kind": "woods", "rect": [24, 20.5, 2, 4]}
    nobody = {"kind": "woods", "rect": [14, 21, 2, 4]}
    assert sees(two(beside_attacker)).woods_touched
    assert sees(two(beside_target)).woods_touched
    assert not sees(two(nobody)).woods_touched
    assert sees(two(beside_attacker)).woods == 0.0


# -- places and many lines at once ----------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-006")
def test_places_and_terrain_are_seen_or_not():
    fight = two(strip("building", 10, 12, height=5))
    viewer = fight.units["r1"]
    behind = Body(25.0, 20.0, 0.0, 0.0, 0.0)
    assert look_at(fight, viewer, behind).status == "blocked"
    assert look_at(fight, viewer, behind, ignoring="building1").status == "clear"
    assert attack(fight, "r1", "building1").target == "building1"


def test_asking_for_many_lines_at_once_gives_the_same_rulings():
    terrain = [strip("woods", 4, 9), strip("hill", 12, 14, height=1.3), strip("water", 18, 30, depth=1)]

    def scene() -> Battle:
        return battle(
            *(unit(f"r{n}", (3 + 2 * n, 8 + 4 * n), 90) for n in range(1, 5)),
            *(unit(f"b{n}", (30 - 3 * n, 9 + 3 * n), 270, **(TANK if n % 2 else {})) for n in range(1, 5)),
            terrain=terrain,
        )

    one_by_one, at_once = scene(), scene()
    red, blue = list(at_once.on_table("red")), list(at_once.on_table("blue"))
    look_around(at_once, red, blue)
    for viewer in red:
        for target in blue:
            assert sees(at_once, viewer.id, target.id) == sees(one_by_one, viewer.id, target.id)
