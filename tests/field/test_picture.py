"""The table as a picture, and as what any map must answer."""

import subprocess
import sys
from xml.etree import ElementTree

from lancemate.field import Circle, Feature, Rect, Space, Table, Token, line, polygon
from lancemate.field.picture import picture

SVG = "{http://www.w3.org/2000/svg}"

TABLE = Table(
    48,
    36,
    [
        Feature("wood", "heavy_woods", polygon([[10, 10], [20, 10], [20, 16], [10, 16]])),
        Feature("hill", "hill", Rect(30, 5, 8, 8), height=2),
        Feature("knoll", "hill", Circle(34, 9, 2), height=1.5),
        Feature("pond", "water", Circle(40, 30, 3), depth=1),
        Feature("road", "road", line([[0, 18], [20, 18], [48, 25]], 2)),
        Feature("b<1>", "building", Rect(24, 20, 3, 3), height=4),
        Feature("bog", "mud & slime", Rect(4, 30, 5, 4)),
    ],
)


def drawn(*tokens: Token, layers: tuple[str, ...] = ()) -> ElementTree.Element:
    return ElementTree.fromstring(picture(TABLE, tokens, layers))


def test_every_feature_is_drawn_in_order_with_its_words() -> None:
    groups = [group for group in drawn().iter(f"{SVG}g") if "data-terrain" in group.attrib]
    assert [group.attrib["data-terrain"] for group in groups] == [feature.id for feature in TABLE.features]
    titles = [title.text for group in groups for title in group.findall(f"{SVG}title")]
    assert titles[0] == "wood: heavy woods, 2″ high"
    assert titles[3] == "pond: water, 1″ deep"


def test_heights_are_written_on_the_terrain() -> None:
    texts = [text.text for text in drawn().iter(f"{SVG}text")]
    for label in ("+2", "+3.5", "−1", "4″", "mud & slime", "6 inches"):
        assert label in texts


def test_north_is_up() -> None:
    circle = next(circle for circle in drawn().iter(f"{SVG}circle") if circle.attrib["r"] == "36")
    assert (circle.attrib["cx"], circle.attrib["cy"]) == ("480", "72")


def test_tokens_and_layers_lie_on_top() -> None:
    tokens = Token(12, 4, 0.625, 0, "r&1"), Token(30, 30, 2.0, None, "", "#2e5fb5")
    root = drawn(*tokens, layers=('<path class="way" d="M0 0 L5 5"/>',))
    assert "r&1" in [text.text for text in root.iter(f"{SVG}text")]
    assert len([p for p in root.iter(f"{SVG}path") if p.attrib.get("class") == "way"]) == 1
    assert [c.attrib["fill"] for c in root.iter(f"{SVG}circle")][-2:] == ["#b5332e", "#2e5fb5"]


def test_the_same_table_gives_the_same_picture() -> None:
    assert picture(TABLE) == picture(Table(48, 36, TABLE.features))
    assert "Skirmish" in picture(TABLE, title="Skirmish")


def test_an_empty_odd_sized_table_is_drawn_too() -> None:
    assert ElementTree.fromstring(picture(Table(4.5, 3.25))).tag == f"{SVG}svg"


def test_the_inch_table_answers_what_any_map_must() -> None:
    field: Space = TABLE
    assert isinstance(field, Space)
    assert field.with_feature(Feature("x", "rough", Rect(0, 0, 1, 1))).by_id["x"].kind == "rough"


def test_kernels_are_loaded_only_when_a_table_is_asked() -> None:
    code = """
import sys
from lancemate.field import Feature, Rect, Table
table = Table(48, 36, [Feature("h", "hill", Rect(1, 1, 4, 4), height=2)])
assert "lancemate.field.kernels" not in sys.modules
assert table.ground(2, 2) == 2.0
assert "lancemate.field.kernels" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
