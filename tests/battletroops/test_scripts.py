"""Battle scripts of BattleTroops: what is wrong with one is one sentence with file, line and key."""

from pathlib import Path
from typing import Any

import pytest

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import read_script, setup_from_data
from lancemate.battletroops.scripts.running import run_script, script_from_data
from lancemate.battletroops.scripts.saves import load, save
from lancemate.cli.main import main
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError

PAGE = Path(__file__).parents[2] / "docs" / "battletroops.md"


def test_the_example_of_the_page_runs() -> None:
    text = PAGE.read_text().split("```yaml\n")[1].split("```")[0]
    report = run_script(read_script(parse_document(text.replace("commands:", "seed: 1\ncommands:"))))
    assert report.accepted


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"map": {"kind": "hex"}}, "map.kind: 'hex' is not known here"),
        ({"terrain": [{"kind": "swamp"}]}, "terrain.0.kind: 'swamp' is not known here"),
        ({"terrain": [{"kind": "tree"}]}, "terrain.0: the key at is missing"),
        ({"terrain": [{"kind": "tree", "at": [1, 1], "height": 2}]}, "terrain.0.height: unknown key 'height'"),
        (
            {"terrain": [{"kind": "fire", "dots": [[1, 2]]}]},
            "terrain.0.kind: terrain of the kind fire needs the option fire",
        ),
        ({"terrain": [{"kind": "undergrowth"}]}, "an area has one of polygon, rect and circle; here are 0"),
        ({"terrain": [{"kind": "wall", "line": [1, 2, 1, 2]}]}, "a line has two different ends"),
        ({"sides": [{"name": "red"}]}, "sides: a battle has two sides, not 1"),
        ({"start": {"phase": "combat"}}, "start.phase: 'combat' is not known here"),
        ({"settings": {"battletroops": {"arc_widths": [30]}}}, "of the arcs for 2, 4 and 6 MP"),
        ({"commands": [{"fly": {}}]}, "commands.0.fly: there is no command 'fly'"),
        (
            {"commands": [{"move": {"unit": "r1", "arc": {"size": 2}}}]},
            "commands.0.move.arc: an arc needs the key towards",
        ),
        ({"commands": [{"attack": {"unit": "r1"}}]}, "commands.0.attack: the command attack needs the key target"),
    ],
)
def test_bad_input(change: dict[str, Any], message: str) -> None:
    data: dict[str, Any] = {"game": "battletroops", "sides": [{"name": "red"}, {"name": "blue"}], **change}
    with pytest.raises(InputError) as trouble:
        script_from_data(data)
    assert message in trouble.value.message


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ({"id": "r1"}, "a unit is one of mech, soldier, vehicle; here are 0"),
        ({"id": "r1", "soldier": {"primary": "Riffle"}}, "there is no weapon 'Riffle'; did you mean Rifle?"),
        ({"id": "r1", "soldier": {}, "at": [4, 3]}, "sides.0.units.0.at: [4.0, 3.0] is no dot of the map"),
        ({"id": "r1", "soldier": {}, "state": {"track": "XO"}}, "a track is up to twelve of X, / and ."),
        (
            {"id": "r1", "soldier": {}, "state": {"arc": {"size": 3, "towards": [1, 2]}}},
            "an arc has the size 2, 4 or 6",
        ),
        ({"id": "r1", "soldier": {}, "state": {"colour": 1}}, "unknown key 'colour'"),
        ({"id": "r1", "soldier": {}, "orders": "flee"}, "orders: 'flee' is not known here"),
        ({"id": "r1", "soldier": {"armor": {"kind": "Mail"}}}, "armor.kind: 'Mail' is not known here"),
        (
            {"id": "r1", "soldier": {"primary": {"name": "Zap", "class": "semi", "damage": "4"}}},
            "the key short is missing",
        ),
    ],
)
def test_bad_units(unit: dict[str, Any], message: str) -> None:
    data: dict[str, Any] = {"game": "battletroops", "sides": [{"name": "red", "units": [unit]}, {"name": "blue"}]}
    with pytest.raises(InputError) as trouble:
        script_from_data(data)
    assert message in trouble.value.message


def status(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    return int(end.value.code or 0)


def test_the_command_line_knows_both_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.yaml"
    file.write_text("game: battletroops\nsides:\n  - {name: red}\n  - {name: blue}\nstart: {phase: movement}\n")
    picture = tmp_path / "one.svg"
    assert status("run", str(file), "--svg", str(picture)) == 0
    assert "Movement: red moves first" in capsys.readouterr().out
    assert "Ground" in picture.read_text()
    file.write_text("game: draughts\nsides: []\n")
    assert status("run", str(file)) == 2
    assert "one.yaml:1: game: 'draughts' cannot be played here" in capsys.readouterr().err


AMBUSH = """
game: battletroops
options: [hidden_units]
terrain:
  - {id: house, kind: building, rect: [8.75, 2.5, 6, 5], windows: [[8.75, 3.2, 8.75, 4.8]]}
sides:
  - {name: red, units: [{id: r1, soldier: {primary: Rifle}, at: [2, 4]}]}
  - {name: blue, units: [{id: b1, soldier: {primary: SMG}, at: [9, 4], orders: fire, state: {hidden: 1}},
                         {id: b2, soldier: {primary: SMG}, at: [13, 6], orders: hold, state: {hidden: 1}}]}
start: {phase: movement, first: red}
dice: [1, 1, 1, 1]
commands:
  - measure: {from: r1, to: {point: [9, 4]}}
  - move: {unit: r1, path: [[3, 4]]}
"""


def test_a_side_reads_only_what_it_may_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    file = tmp_path / "ambush.yaml"
    file.write_text(AMBUSH)
    assert status("run", str(file), "--json", "--view", "red") == 0
    shown = json.loads(capsys.readouterr().out)
    assert sorted(shown["state"]["units"]) == ["b1", "r1"]  # b1 has fired, b2 still hides
    assert [event["type"] for event in shown["outcomes"][1]["events"]].count("shot") == 2
    assert "b2" not in json.dumps(shown)
    assert status("run", str(file), "--json", "--view", "green") == 2
    assert status("run", str(file), "--view", "red") == 2


@pytest.mark.parametrize("name", [[0, 0], {"mines": 1}, 7, "minefields"])
def test_an_option_that_is_none_is_named(name: object) -> None:
    with pytest.raises(InputError, match=r"options\.0: "):
        script_from_data({"game": "battletroops", "options": [name], "sides": []})  # type: ignore[dict-item]


def test_what_lies_in_a_hollow_is_saved_and_loaded() -> None:
    """Ground may be lower than a basement of the plain: a mine there, and a man, keep their level."""
    hollow = {"id": "pit", "kind": "contour", "level": -3, "rect": [3.25, 3.5, 6, 6]}
    data = {
        "game": "battletroops",
        "options": ["mines"],
        "map": {"kind": "lattice", "width": 14, "depth": 14},
        "terrain": [hollow],
        "sides": [
            {"name": "red", "units": [{"id": "r1", "soldier": {"primary": "Rifle"}, "at": [5, 6]}]},
            {"name": "blue", "units": [], "mines": [{"kind": "anti-personnel", "at": [6, 6]}]},
        ],
    }
    fought = Battle(setup_from_data(data), 1)
    assert (fought.units["r1"].elevation, fought.state.mines[0].elevation) == (-3, -3)
    assert load(save(fought)).hash() == fought.hash()
