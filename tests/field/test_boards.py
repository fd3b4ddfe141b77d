"""Board files: what they say becomes hexes, what has no counterpart is told line by line."""

import pytest

from lancemate.field.boards import read_board
from lancemate.field.errors import FieldError

SHEET = """\
# a sheet of our own
size 4 4
option exit_roads_to_pavement false
hex 0101 0 "" "grass"
hex 0102 1 "woods:1;foliage_elev:2" ""
hex 0103 -1 "water:2"
hex 0104 0 "building:2:8;bldg_elev:3;bldg_cf:40" ""
hex 0204 0 "building:2:8;bldg_elev:3;bldg_cf:40" ""
hex 0404 0 "building:2;bldg_elev:3;bldg_cf:40" ""
hex 0201 2 "woods:2;foliage_elev:2;road:1:9" "snow"
hex 0202 0 "bridge:1:9;bridge_elev:1;water:1" ""
hex 0301 0 "fuel_tank:1;rubble:6;jungle:3" ""
end
hex 0401 9 "" ""
"""


def test_a_sheet_becomes_a_map() -> None:
    board = read_board(SHEET)
    field = board.map
    assert field.size == (4, 4)
    at = {name: field.named(name) or (0.0, 0.0) for name in ("0102", "0103", "0104", "0201", "0202", "0301", "0404")}
    assert field.ground(*at["0102"]) == 1.0
    assert field.ground(*at["0201"]) == 2.0
    assert field.surface(*at["0202"]) == 1.0
    kinds = {name: [one.kind for one in field.features_at(*spot)] for name, spot in at.items()}
    assert kinds["0102"] == ["hill", "woods"]
    assert kinds["0201"] == ["hill", "road", "heavy_woods"]
    assert kinds["0202"] == ["water", "bridge"]
    assert kinds["0301"] == ["ultra_heavy_jungle", "ultra_rubble"]
    halls = [one for one in field.features if one.kind == "building"]
    assert [(one.height, one.properties["type"], len(one.shape.corners())) for one in halls] == [
        (3.0, "medium", 2),
        (3.0, "medium", 1),
    ]
    assert board.left_out == ("line 12: fuel_tank:1 has no counterpart here and is left out",)


def test_ice_lies_over_the_water_of_its_hex() -> None:
    """Whoever falls through it falls that deep; a sheet on dry ground bears everybody."""
    field = read_board('size 2 2\nhex 0101 0 "water:3;ice:1" ""\nhex 0102 0 "ice:1" ""\nend\n').map
    deep, dry = field.named("0101") or (0.0, 0.0), field.named("0102") or (0.0, 0.0)
    assert [(one.kind, one.depth) for one in field.features_at(*deep)] == [("water", 3.0), ("ice", 3.0)]
    assert [(one.kind, one.depth, one.properties) for one in field.features_at(*dry)] == [
        ("ice", 0.0, {"frozen_solid": True})
    ]
    assert (field.ground(*deep), field.ground(*dry)) == (-3.0, 0.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1"),
        ("hex 0101 0 ''", "line 1: the size comes before"),
        ("size 4\n", "line 1: a size is two numbers"),
        ("size 4 400\n", "line 1: a map has 1 to 99"),
        ('size 4 4\nhex 0505 0 "" ""\n', "line 2: there is no hex 0505"),
        ('size 4 4\nhex 11 0 "" ""\n', "line 2: a hex is written"),
        ('size 4 4\nhex 0101 0 "" ""\nhex 0101 1 "" ""\n', "line 3: the hex 0101 has been there"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(FieldError, match=problem):
        read_board(text)


def test_what_is_odd_is_told_and_left_out() -> None:
    board = read_board('size 2 2\nhex 0101 0 "woods:many;swamp:9" ""\nmaster 1\n')
    assert board.left_out == (
        "line 2: 'woods:many' has no level that is a number",
        "line 2: swamp:9 has no counterpart here and is left out",
        "line 3: 'master 1' is no line of a board",
        "the file does not close with the word end",
    )
