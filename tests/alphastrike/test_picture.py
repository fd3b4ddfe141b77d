"""The picture of a battle: well-formed, everybody on it, nothing a side may not see."""

import xml.etree.ElementTree as ET

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.picture import COOL, WARM, draw, side_colours
from rules.table import attack, battle, end, unit

SVG = "{http://www.w3.org/2000/svg}"


def fight() -> Battle:
    return battle(
        unit("r1", (20, 12), damage="9/9/9"),
        unit("r2", (30, 12), state={"shutdown": True, "heat": 4, "armor": 2}),
        unit("b1", (20, 18), facing=180, armor=1, structure=1),
        unit("b2", (30, 30), type="CI", move='4"f', state={"notes": {"hidden": True}}),
        unit("b3", (40, 30), type="CV", move='10"v', state={"elevation": 4}),
        terrain=[{"kind": "woods", "rect": [10, 20, 6, 4]}, {"kind": "hill", "height": 2, "circle": [50, 20, 4]}],
        dice=[6, 5, 1, 1, 2, 2],
    )


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_everything_on_the_table_is_on_the_picture() -> None:
    svg = draw(fight())
    written = words(svg)
    assert {"r1", "r2", "b1", "b2", "b3", "red", "blue"} <= set(written)
    assert "2/5" in written  # armor and structure left
    assert "heat 4, shutdown, immobile" in written
    assert "airborne, at 4″" in written
    assert "Turn 1, combat phase, red to act" in written
    assert WARM in svg
    assert COOL in svg


def test_infantry_has_no_facing() -> None:
    svg = draw(fight())
    arrows = ET.fromstring(svg).findall(f".//{SVG}polygon[@fill='{COOL}']")
    assert len(arrows) == 2  # b1 and b3, not b2


def test_the_doomed_are_ringed_and_the_dead_are_crossed_out() -> None:
    battle_ = fight()
    attack(battle_, "r1", "b1")
    assert "stroke-dasharray" in draw(battle_)
    end(battle_, 2)
    svg = draw(battle_)
    assert "b1, destroyed" in svg
    assert "b1" not in words(svg)


def test_a_side_sees_no_hidden_unit() -> None:
    assert "b2" in words(draw(fight(), side="blue"))
    assert "b2" not in words(draw(fight(), side="red"))


def test_a_battle_draws_itself_in_a_notebook() -> None:
    battle_ = fight()
    assert battle_._repr_svg_() == draw(battle_)
    assert draw(battle_) == draw(battle_.clone())


def test_colours_go_by_name() -> None:
    assert side_colours(fight()) == {"red": WARM, "blue": COOL}
