"""What somebody sees who tries the library in a notebook or at a prompt: names to complete, one line each, pictures."""

from __future__ import annotations

import dataclasses
import inspect
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import lancemate
from lancemate import Attack, Battle, Move, Refused, open_battle, preview_attack
from lancemate.alphastrike.play.orders import COMMANDS
from lancemate.kernel.errors import CITING, Refusal, refuse

POSITION = """
map: {kind: table, width: 48, depth: 36}
terrain: [{id: copse, kind: woods, rect: [10, 12, 8, 2]}]
sides:
  - name: red
    units: [{id: m, unit: MAD-3R Marauder, at: [12, 6]}]
  - name: blue
    units: [{id: archer, unit: ARC-2R Archer, at: [14, 20], facing: 180, state: {armor: 3}}]
start: {phase: combat, first: red}
seed: 5
"""


@pytest.fixture
def battle() -> Battle:
    return open_battle(POSITION)


def test_the_names_are_there_before_anything_is_loaded() -> None:
    code = "import lancemate, sys; print(*dir(lancemate)); print('numpy' in sys.modules)"
    names, loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.splitlines()
    assert {"Attack", "Battle", "bots", "open_battle", "rulebook", "__version__"} <= set(names.split())
    assert not {"sys", "annotations", "compiled", "TYPE_CHECKING"} & set(names.split())
    assert loaded == "False"
    for name in lancemate.__all__:
        assert getattr(lancemate, name) is not None


def test_every_public_name_says_what_it_is() -> None:
    for name in lancemate.__all__:
        words = inspect.getdoc(getattr(lancemate, name))
        assert words, name
        assert words != name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_says_what_it_is(name: str) -> None:
    words = inspect.getdoc(COMMANDS[name])
    assert words
    assert words != COMMANDS[name].__name__


@pytest.mark.parametrize(
    "kind", [getattr(lancemate, name) for name in ("Attack", "Decide", "Deploy", "Move", "Toggle")]
)
def test_a_command_explains_its_fields(kind: type) -> None:
    words = inspect.getdoc(kind) or ""
    missing = [field.name for field in dataclasses.fields(kind) if field.name not in words]
    assert missing == []


def test_one_line_says_what_it_is(battle: Battle) -> None:
    assert repr(battle) == "<Battle of Alpha Strike: turn 1, combat, red to act; on the table: red 1 of 1, blue 1 of 1>"
    assert repr(battle.unit("archer")) == (
        "<Unit archer: ARC-2R Archer of blue, skill 4, armor 3 of 7, structure 6 of 6, at (14, 20) facing 180>"
    )
    shot = repr(preview_attack(battle, Attack("m", "archer")))
    assert shot.startswith("<AttackPreview: needs 8 = +4 Skill +1 Target movement +1 Woods")
    assert "\n" not in shot
    refused = repr(preview_attack(battle, Attack("m", "m")))
    assert refused.startswith("<AttackPreview: not allowed: ")


def test_pictures_show_it(battle: Battle) -> None:
    shot, never = preview_attack(battle, Attack("m", "archer")), preview_attack(battle, Attack("m", "m"))
    pictures = [drawn._repr_html_() for drawn in (battle, battle.unit("archer"), shot, never)]
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    _, archer, likely, refused = pictures
    assert archer.count("#d8d4cb") == 4  # points of armor that are gone
    assert "(p. 4" in likely
    assert "Not allowed" in refused


def test_a_long_name_stands_above_its_unit(battle: Battle) -> None:
    root = ElementTree.fromstring(battle._repr_svg_())
    words = {text.text: text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    inside, above = words["m"], words["archer"]
    assert inside.get("fill") == "#fff"
    assert above.get("stroke") == "#fbfaf4"  # a pale rim, to be read over woods too
    circles = [one for one in root.iter("{http://www.w3.org/2000/svg}circle") if one.get("cx") == above.get("x")]
    assert circles
    for circle in circles:
        assert float(above.get("y") or 0) < float(circle.get("cy") or 0) - float(circle.get("r") or 0)


def test_a_refusal_cites_its_rule(battle: Battle) -> None:
    with pytest.raises(Refused) as caught:
        battle.do(Move("m", ((20, 20),)))
    refusal = caught.value.refusal
    assert refusal.rule is not None
    assert str(caught.value) == f"{refusal.message} ({CITING[-1](refusal.rule)})"
    assert str(refuse("code", "No.", "AS-COM-052")) == "No. (AS-COM-052, p. 43)"
    assert str(refuse("code", "No.", "AS-NOT-1")) == "No. (AS-NOT-1)"
    assert str(Refused(Refusal("code", "No."))) == "No."
