"""Changed ground: pieces that break and form, sections, areas, damage, terrain factors: four views of one thing."""

from typing import Any

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data, table_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.terrain import ground
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.field.bodies import Body
from lancemate.field.shapes import Circle
from lancemate.kernel.errors import InputError
from rules.table import battle, unit

WALL: dict[str, Any] = {"id": "w1", "kind": "wall", "height": 4, "line": [[10, 20], [23, 20]], "width": 1}
RAIL: dict[str, Any] = {"id": "rail1", "kind": "rail", "line": [[4, 4], [4, 9], [9, 9]], "width": 1}


def table(*terrain: dict[str, Any]) -> Battle:
    return battle(unit("r1", at=(40, 10)), unit("b1", at=(40, 30)), terrain=terrain, phase="movement")


def test_a_new_piece_is_called_by_its_kind_and_its_place_and_everything_follows() -> None:
    fight = table({"kind": "swamp", "rect": [10, 10, 8, 8]})
    before, twin = fight.table, fight.clone()
    assert ground.form(fight, "quicksand", Circle(14, 14, 1), "AS-BAT-065") == "quicksand2"
    assert ground.form(fight, "water", Circle(30, 14, 1), "AS-BAT-040", depth=3.0) == "water3"
    shown = show_state(fight)
    assert shown["terrain_changed"] == {"quicksand2": "quicksand", "water3": "water"}
    assert fight.table.ground(30, 14) == -3.0
    assert before.ground(30, 14) == 0.0
    assert twin.table is before
    assert show_state(twin)["terrain_changed"] == {}
    assert fight.table.number != before.number  # remembered measures are those of another table
    assert any("quicksand" in line.text for line in story(fight, fight.journal.events))


def test_a_piece_that_breaks_keeps_its_name_and_its_place_in_the_list() -> None:
    fight = table({"id": "hall", "kind": "building", "height": 4, "rect": [10, 10, 4, 4]}, RAIL)
    ground.turn_into(fight, "hall", None, "AS-URB-018")
    assert show_state(fight)["terrain_changed"] == {"hall": None}
    assert ground.form(fight, "rough", Circle(12, 12, 1), "AS-BAT-089") == "rough3"


def test_sections_are_two_inches_long_and_break_alone() -> None:
    fight = table(WALL, RAIL)
    wall = fight.table.by_id["w1"]
    assert [one.id for one in ground.sections(wall)] == [f"w1/{number}" for number in range(1, 8)]
    last = ground.piece(fight.table, "w1/7")
    assert last is not None
    assert last.shape.bounds() == (22.0, 19.5, 23.0, 20.5)
    around_the_corner = ground.piece(fight.table, "rail1/3")
    assert around_the_corner is not None
    assert around_the_corner.shape.corners() == ((4.0, 8.0), (4.0, 9.0), (5.0, 9.0))
    for nobody in ("w1/8", "w1/0", "w1/x", "w2/1", "w1/"):
        assert ground.piece(fight.table, nobody) is None

    eye, target = Body(15, 16, 0.5, 0, 2), Body(15, 24, 0.5, 0, 2)
    assert fight.table.sight(eye, target).hidden_target == 1.0
    ground.turn_into(fight, "w1/3", "rubble", "AS-URB-018")
    ground.turn_into(fight, "rail1/1", None, "AS-BAT-059")
    assert fight.table.sight(eye, target).hidden_target < 0.01  # through the gap
    assert show_state(fight)["terrain_changed"] == {"w1/3": "rubble", "rail1/1": None}
    assert ground.piece(fight.table, "rail1/1") is None
    assert ground.piece(fight.table, "w1/3") is not None
    assert [one.id for one in fight.table.features_at(15, 20)] == ["w1/3"]
    assert ground.form(fight, "rough", Circle(50, 20, 1), "AS-BAT-089") == "rough3"
    for number in (1, 2, 4, 5, 6, 7):
        ground.turn_into(fight, f"w1/{number}", "rubble", "AS-URB-018")
    assert "w1" not in fight.table.by_id
    changed = show_state(fight)["terrain_changed"]
    assert isinstance(changed, dict)
    assert changed["w1/7"] == "rubble"
    assert "w1" not in changed


def test_a_wall_of_another_shape_is_one_piece() -> None:
    fight = table({"id": "w1", "kind": "wall", "height": 2, "rect": [10, 10, 8, 1]})
    assert ground.sections(fight.table.by_id["w1"]) == ()
    assert ground.piece(fight.table, "w1/1") is None


def test_damage_is_kept_by_piece_and_by_section() -> None:
    fight = table(WALL, RAIL)
    assert ground.mark(fight, "rail1/3", 2, "AS-BAT-059") == 2
    assert ground.mark(fight, "rail1/3", 1, "AS-BAT-059") == 3
    ground.mark(fight, "w1", 4, "AS-COM-082")
    assert show_state(fight)["terrain_damage"] == {"rail1/3": 3, "w1": 4}


def test_areas_are_numbered_among_their_kind_so_far() -> None:
    fight = table({"kind": "light_smoke", "circle": [10, 10, 2]}, {"kind": "woods", "rect": [20, 20, 4, 4]})
    assert ground.lay(fight, "light_smoke", (30, 10, 1), "AS-OPT-440", height=2.0) == "light_smoke2"
    assert ground.lay(fight, "heavy_smoke", (30, 20, 1), "AS-OPT-440", density=2.0) == "heavy_smoke1"
    assert show_state(fight)["areas"] == [
        {"id": "light_smoke1", "kind": "light_smoke", "circle": [10.0, 10.0, 2.0]},
        {"id": "light_smoke2", "kind": "light_smoke", "circle": [30.0, 10.0, 1.0]},
        {"id": "heavy_smoke1", "kind": "heavy_smoke", "circle": [30.0, 20.0, 1.0], "density": 2.0},
    ]
    ground.turn_into(fight, "light_smoke2", None, "AS-OPT-440")
    assert ground.lay(fight, "light_smoke", (30, 10, 1), "AS-OPT-440") == "light_smoke3"  # a number is used once
    assert len(show_state(fight)["areas"]) == 3  # type: ignore[arg-type]


def test_terrain_factors_are_listed_in_the_order_they_were_worn() -> None:
    fight = table({"kind": "woods", "rect": [20, 20, 4, 4]})
    ground.wear(fight, (22.0, 22.0), "woods1", 10, "AS-OPT-535")
    ground.wear(fight, (40.0, 40.0), None, 5, "AS-OPT-535")
    ground.wear(fight, (22.0, 22.0), "woods1", 4, "AS-OPT-535")
    assert show_state(fight)["terrain_factors"] == [
        {"point": [22.0, 22.0], "terrain": "woods1", "left": 4},
        {"point": [40.0, 40.0], "terrain": None, "left": 5},
    ]


def test_events_alone_rebuild_the_ground() -> None:
    fight = table(WALL, RAIL, {"kind": "swamp", "rect": [50, 10, 8, 8]})
    again = fight.clone()
    start = len(fight.journal.events)
    ground.form(fight, "quicksand", Circle(52, 14, 1), "AS-BAT-065")
    ground.turn_into(fight, "w1/2", "rubble", "AS-URB-018")
    ground.lay(fight, "heavy_smoke", (30, 20, 1), "AS-OPT-440")
    ground.wear(fight, (22.0, 22.0), None, 4, "AS-OPT-535")
    ground.mark(fight, "rail1/3", 2, "AS-BAT-059")
    for event in fight.journal.events[start:]:
        event.apply(again.state)
    assert again.table == fight.table
    assert again.hash() == fight.hash()
    assert show_state(again) == show_state(fight)


@pytest.mark.parametrize(
    ("piece", "key", "words"),
    [
        ({"kind": "mud", "frozen_solid": True, "rect": [1, 1, 2, 2]}, "terrain.0.frozen_solid", "only ice"),
        ({"kind": "ice", "frozen_solid": 3, "rect": [1, 1, 2, 2]}, "terrain.0.frozen_solid", "true or false"),
        ({"kind": "rail", "rect": [1, 1, 2, 2]}, "terrain.0", "a line with a width"),
        ({**RAIL, "broken": [9]}, "terrain.0", "sections 1 to 5"),
        ({**RAIL, "broken": [1, 2, 3, 4, 5]}, "terrain.0", "nothing of it is left"),
        ({**RAIL, "broken": ["x"]}, "terrain.0.broken.0", "whole number"),
        ({**WALL, "broken": [1]}, "terrain.0.broken", "only rail"),
    ],
)
def test_wrong_terrain_is_one_complaint(piece: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(InputError) as found:
        table_from_data({"terrain": [piece]})
    assert found.value.key == key
    assert words in str(found.value)


def test_every_kind_is_written_as_it_is_read() -> None:
    kinds = "deep_snow gravel_piles hazardous_liquid_pool ice magma_liquid magma_crust mud sand swamp tundra"
    kinds += " quicksand planted_fields ultra_rough ultra_rubble light_smoke heavy_smoke geyser emi jungle"
    pieces: list[Any] = [{"kind": kind, "circle": [4, 4, 2]} for kind in kinds.split()]
    pieces += [{"kind": "ice", "depth": 0, "frozen_solid": True, "circle": [9, 9, 2]}, {**RAIL, "broken": [2], "cf": 3}]
    fight = table(*pieces)
    written = setup_to_data(fight.setup)
    assert setup_from_data(written).table == fight.setup.table
    by_id = fight.table.by_id
    assert [by_id[name].depth for name in ("ice4", "magma_liquid5", "magma_crust6", "ice20")] == [1.0, 2.0, 2.0, 0.0]
    heights = ("planted_fields12", "light_smoke15", "heavy_smoke16", "geyser17", "emi18")
    assert [by_id[name].height for name in heights] == [2.0, 2.0, 4.0, 4.0, 0.0]
