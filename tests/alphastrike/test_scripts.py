"""Battle scripts: what they may say, what is wrong with a wrong one, and what comes out."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import Measure, Preview, command_from_data, command_to_data, entry_from_data
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.positions import Script, read_script, setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.running import Report, run_script, script_from_data
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.expecting import differences
from lancemate.muster.catalogue import find

CARD = (
    "{name: Test, type: BM, size: 3, tmm: 1, move: '8\"', damage: 2/3/3, ov: 1, armor: 6, structure: 6, "
    "specials: [IF1, CASE]}"
)
POSITION = f"""
game: alpha-strike
map: {{kind: table, width: 48, depth: 36}}
terrain:
  - {{id: wood1, kind: woods, polygon: [[30, 10], [40, 10], [40, 16], [30, 16]]}}
sides:
  - name: red
    home: south
    units:
      - {{id: r1, card: {CARD}, skill: 4, at: [12, 4], facing: 0}}
      - {{id: r2, card: {CARD}, skill: 3, at: [14, 4], facing: 0}}
  - name: blue
    units:
      - {{id: b1, card: {CARD}, at: [12, 14], facing: 180}}
start: {{turn: 1, phase: combat, first: red}}
"""


def script(more: str = "", position: str = POSITION) -> Script:
    return read_script(parse_document(position + more, file="test.yaml"), find)


def run(more: str = "", position: str = POSITION) -> Report:
    return run_script(script(more, position))


def complaint(more: str = "", position: str = POSITION) -> InputError:
    with pytest.raises(InputError) as caught:
        run(more, position)
    return caught.value


def changed(old: str, new: str) -> str:
    assert old in POSITION
    return POSITION.replace(old, new, 1)


# -- the format, to the letter ------------------------------------------------------------------------------------

EVERYTHING = """
game: alpha-strike
options: [forced_withdrawal]
map: {kind: table, width: 48, depth: 36}
terrain:
  - {id: wood1, kind: woods, polygon: [[10, 10], [20, 10], [20, 16], [10, 16]]}
  - {id: hill1, kind: hill, height: 2, rect: [30, 5, 8, 8]}
  - {id: pond,  kind: water, depth: 1, circle: [40, 30, 3]}
  - {id: road1, kind: road, line: [[0, 18], [48, 18]], width: 2}
  - {id: b1,    kind: building, height: 4, type: medium, rect: [24, 20, 3, 3]}
sides:
  - name: red
    home: south
    units:
      - {id: r1, unit: MAD-3R Marauder, skill: 4, at: [12, 4], facing: 0}
      - id: r2
        card: {name: Test, type: BM, size: 3, tmm: 1, move: '8"', damage: 2/3/3, ov: 1, armor: 6, structure: 6,
               specials: [IF1, CASE]}
        skill: 3
        at: [14, 4]
        facing: 0
        state: {armor: 2, heat: 1, crits: {fire_control: 1}, moved: jump}
  - name: blue
    units:
      - {id: b1, unit: MAD-3R Marauder, at: [14, 20], facing: 180}
networks:
  - {kind: C3, members: [r1, r2]}
start: {turn: 1, phase: combat, first: blue}
dice: [4, 3, 6, 6]
commands:
  - move:   {unit: r1, path: [[12, 10]], mode: ground, facing: 0}
  - attack: {unit: r1, target: b1, kind: weapon, overheat: 1}
  - attack: {unit: r2, target: b1, kind: weapon, using: IF, spotter: r1}
  - attack: {unit: r1, target: {point: [20, 20]}, kind: artillery}
  - toggle: {unit: r1, ability: STL, on: false}
  - decide: {side: blue, choice: front}
  - preview: {attack: {unit: r1, target: b1}}
  - preview: {move: {unit: r1, path: [], mode: standstill}}
  - measure: {from: r1, to: b1}
  - pass: {unit: r2}
  - end_phase: {}
"""


def test_the_documented_script_is_understood() -> None:
    read = script("", EVERYTHING)
    setup = read.setup
    assert setup.options == {"forced_withdrawal"}
    assert [feature.kind for feature in setup.table.features] == ["woods", "hill", "water", "road", "building"]
    assert setup.table.by_id["b1"].properties["type"] == "medium"
    assert [(side.name, side.home) for side in setup.sides] == [("red", "south"), ("blue", None)]
    assert setup.units[0].card == find("MAD-3R Marauder")
    assert setup.units[1].state == {"armor": 2, "heat": 1, "crits": {"fire_control": 1}, "moved": "jump"}
    assert setup.networks[0].members == ("r1", "r2")
    assert (setup.turn, setup.phase, setup.first) == (1, "combat", "blue")
    assert read.tape == (4, 3, 6, 6)
    assert read.entries == (
        commands.Move("r1", ((12.0, 10.0),), "ground", 0.0),
        commands.Attack("r1", "b1", "weapon", overheat=1),
        commands.Attack("r2", "b1", "weapon", using="IF", spotter="r1"),
        commands.Attack("r1", commands.PointTarget((20.0, 20.0)), "artillery"),
        commands.Toggle("r1", "STL", False),
        commands.Decide("blue", "front"),
        Preview(commands.Attack("r1", "b1")),
        Preview(commands.Move("r1", (), "standstill")),
        Measure("r1", "b1"),
        commands.Pass("r2"),
        commands.EndPhase(),
    )


def test_a_move_takes_all_its_keys() -> None:
    data: Any = {
        "move": {
            "unit": "v1",
            "path": [[1, 2], [3.5, 4]],
            "mode": "ground",
            "elevation": -2,
            "hull_down": True,
            "charge": "b1",
            "dfa": "b2",
            "board": "v2",
            "unload": [{"unit": "i1", "at": [1, 1], "facing": 90}],
        }
    }
    assert command_from_data(data) == commands.Move(
        "v1",
        ((1.0, 2.0), (3.5, 4.0)),
        "ground",
        elevation=-2.0,
        hull_down=True,
        charge="b1",
        dfa="b2",
        board="v2",
        unload=(commands.Unload("i1", (1.0, 1.0), 90.0),),
    )


def filled(kind: Any) -> Iterator[Any]:
    """Every command with a value in every field."""
    samples = {
        "path": ((1.0, 2.0), (3.0, 4.0)),
        "at": (1.5, 2.5),
        "returns": (4.0, 0.0),
        "antagonize": (5.0, 1.0),
        "strafe": commands.LineTarget(((1.0, 2.0), (3.0, 4.0))),
        "strafe_too": commands.LineTarget(((3.0, 4.0), (5.0, 4.0))),
        "bomb": commands.PointTarget((2.0, 2.0)),
        "drop": commands.Drop((6.0, 1.0), "safe"),
        "unload": (commands.Unload("i1", (1.0, 1.0), 90.0),),
        "target": commands.PointTarget((2.0, 3.0)),
        "abilities": ("Marksman", "Slugger"),
        "bombs": ("HE", ("HE", "cluster")),
        "support": ("sniper", commands.Laid("light_minefield", (2.0, 3.0), True)),
    }
    given: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        text = str(field.type)
        given[field.name] = samples.get(field.name) or (
            True if "bool" in text else 3 if "int" in text else 2.5 if "float" in text else "x"
        )
    yield kind(**given)
    given["target"] = "b1"
    yield kind(**{name: given[name] for name in (field.name for field in dataclasses.fields(kind))})


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_command_is_written_and_read_back(name: str) -> None:
    for command in filled(commands.COMMANDS[name]):
        assert command_from_data(command_to_data(command)) == command


def test_yaml_words_stay_words() -> None:
    read = script("commands:\n  - decide: {side: red, choice: no}\n  - toggle: {unit: r1, ability: STL, on: yes}\n")
    assert read.entries == (commands.Decide("red", "no"), commands.Toggle("r1", "STL", True))


# -- output -------------------------------------------------------------------------------------------------------


def test_output_has_the_documented_shape() -> None:
    report = run(
        """
dice: [6, 5, 1, 1]
commands:
  - attack: {unit: r1, target: b1, kind: weapon}
  - attack: {unit: r1, target: b1, kind: weapon}
  - preview: {attack: {unit: r2, target: b1}}
  - measure: {from: r1, to: b1}
  - attack: {unit: nobody, target: b1}
"""
    )
    data: Any = report.to_data()
    first, second, third, fourth, fifth = data["outcomes"]
    assert (first["command"], first["accepted"]) == (0, True)
    attack = first["events"][0]
    assert attack["type"] == "attack"
    assert (attack["attacker"], attack["target"], attack["kind"]) == ("r1", "b1", "weapon")
    assert attack["modifiers"][0] == {"label": "Skill", "value": 4, "rule": attack["modifiers"][0]["rule"]}
    assert attack["target_number"] == sum(part["value"] for part in attack["modifiers"])
    assert (attack["roll"], attack["hit"], attack["direction"], attack["damage"]) == ([6, 5], True, "front", 3)
    damage = next(event for event in first["events"] if event["type"] == "damage")
    assert (damage["unit"], damage["armor"], damage["structure"]) == ("b1", 3, 0)
    assert second["accepted"] is False
    assert set(second["error"]) == {"code", "message", "rule"}
    assert {"legal", "reason", "target_number", "modifiers", "range", "line_of_sight", "direction", "damage"} < set(
        third["preview"]
    )
    assert third["preview"]["legal"] is True
    assert third["preview"]["reason"] is None
    assert {"distance", "line_of_sight", "woods", "in_arc", "direction"} <= set(fourth["measure"])
    assert fourth["measure"]["distance"] == pytest.approx(8.75)
    assert fifth["error"]["code"] == "unknown_unit"
    state = data["state"]
    assert (state["turn"], state["phase"], state["to_act"]) == (1, "combat", "red")
    unit = state["units"]["b1"]
    assert unit["side"] == "blue"
    assert unit["at"] == [12.0, 14.0]
    assert (unit["facing"], unit["elevation"], unit["armor"], unit["structure"], unit["heat"]) == (180, 0, 3, 6, 0)
    assert (unit["tmm"], unit["moved"], unit["shutdown"], unit["destroyed"]) == (1, "ground", False, False)
    assert unit["crits"] == {"engine": 0, "fire_control": 0, "mp": 0, "weapon": 0}
    assert unit["immobile"] is False
    assert unit["status"] == ["active"]
    assert not report.accepted


def test_a_preview_that_is_not_legal_is_accepted_and_says_why() -> None:
    report = run("dice: []\ncommands:\n  - preview: {attack: {unit: r1, target: nobody}}\n")
    data: Any = report.to_data()
    assert data["outcomes"][0]["accepted"]
    assert data["outcomes"][0]["preview"]["legal"] is False
    assert data["outcomes"][0]["preview"]["reason"]
    assert report.accepted
    assert report.battle.journal.dice == []


def test_questions_change_nothing_and_roll_nothing() -> None:
    asked = run("dice: []\ncommands:\n  - preview: {attack: {unit: b1, target: r1}}\n  - measure: {from: b1, to: r1}\n")
    assert asked.battle.hash() == run("dice: []").battle.hash()


def test_a_rejected_command_changes_nothing_and_the_run_goes_on() -> None:
    rejected = run("dice: [6, 5]\ncommands: [{attack: {unit: b1, target: r1}}, {attack: {unit: r1, target: b1}}]\n")
    plain = run("dice: [6, 5]\ncommands: [{attack: {unit: r1, target: b1}}]\n")
    assert [outcome.accepted for outcome in rejected.outcomes] == [False, True]
    assert rejected.battle.hash() == plain.battle.hash()


def test_what_happens_before_the_first_command_is_told_too() -> None:
    report = run("dice: [1, 2, 5, 6]", changed("phase: combat", "phase: initiative"))
    data: Any = report.to_data()
    assert [event["type"] for event in data["opening"]][:3] == ["turn", "phase", "initiative"]
    assert data["dice"] == {"rolled": [1, 2, 5, 6], "left": 0}


def test_without_dice_or_seed_the_seed_is_0() -> None:
    start = changed("phase: combat", "phase: initiative")
    assert run("", start).to_data() == run("seed: 0", start).to_data()
    assert run("seed: 1", start).to_data() != run("seed: 0", start).to_data()


def test_the_same_script_gives_the_same_report() -> None:
    more = "seed: 12\ncommands:\n  - attack: {unit: r1, target: b1}\n  - end_phase: {}\n  - end_phase: {}\n"
    assert run(more).to_data() == run(more).to_data()


# -- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "key", "words"),
    [
        (changed("game:", "gmae:"), "gmae", "unknown key 'gmae'; did you mean game?"),
        (changed("alpha-strike", "chess"), "game", "'chess' cannot be played here"),
        (changed("kind: table", "kind: globe"), "map.kind", "'globe' is not known here"),
        (changed("width: 48", "width: wide"), "map.width", "here belongs a number, not 'wide'"),
        (changed("width: 48", "width: -1"), "map.width", "out of bounds"),
        (changed("width: 48", "width: .inf"), "map.width", "not a finite number"),
        (changed("kind: woods", "kind: wodos"), "terrain.0.kind", "did you mean woods?"),
        (changed("id: wood1, ", "colour: green, "), "terrain.0.colour", "unknown key 'colour'"),
        (changed("[30, 10], [40, 10]", "[30, 10], [40]"), "terrain.0.polygon.1", "a point [x, y]"),
        (
            changed("[30, 10], [40, 10], [40, 16], [30, 16]", "[30, 10], [40, 10]"),
            "terrain.0",
            "has 3 to 1,000 corners",
        ),
        (changed("polygon: [[30, 10], [40, 10], [40, 16], [30, 16]]", "rect: [1, 2]"), "terrain.0.rect", "a rect is"),
        (changed("kind: woods, ", "kind: woods, rect: [1, 1, 1, 1], "), "terrain.0", "one of polygon, rect"),
        (changed("[30, 10], [40, 10], [40, 16]", "[30, 90], [40, 90], [40, 96]"), "terrain.0", "crosses itself"),
        (changed("home: south", "home: up"), "sides.0.home", "'up' is not known here; known are north"),
        (changed("name: blue", "name: red"), "sides.1.name", "two sides called 'red'"),
        (changed("id: r2", "id: r1"), "sides.0.units.1.id", "two units called 'r1'"),
        (changed("id: r2, ", ""), "sides.0.units.1", "the key id is missing"),
        (changed("skill: 3", "skill: 11"), "sides.0.units.1.skill", "out of bounds; it must be between 0 and 8"),
        (changed("skill: 3", "skil: 3"), "sides.0.units.1.skil", "did you mean skill?"),
        (changed("skill: 3", "skill: good"), "sides.0.units.1.skill", "a whole number, not 'good'"),
        (changed("at: [14, 4]", "at: [14, 40]"), "sides.0.units.1.at", "off the table, which is 48 by 36"),
        (changed("at: [14, 4]", "at: [-1, 4]"), "sides.0.units.1.at", "off the table"),
        (
            changed("at: [14, 4]", "at: [0.6, 4]"),
            "sides.0.units.1.at",
            "r2 (1.25 inches across) would hang over the edge",
        ),
        (changed("[[30, 10], [40, 10], [40, 16], [30, 16]]", "[[60, 1], [61, 1], [60, 2]]"), "terrain.0", "lies off"),
        (changed("at: [14, 4]", "at: [12.5, 4]"), "sides.0.units.1.at", "bases of r2 and r1 overlap"),
        (changed("at: [14, 4]", "at: [.nan, 4]"), "sides.0.units.1.at.0", "not a finite number"),
        (changed("at: [14, 4]", "at: 14"), "sides.0.units.1.at", "a point [x, y], not 14"),
        (changed("facing: 180", "facing: south"), "sides.1.units.0.facing", "a number, not 'south'"),
        (changed("IF1, CASE", "IF1, KASE"), "sides.0.units.0.card.specials", "KASE"),
        (changed("size: 3", "size: huge"), "sides.0.units.0.card.size", "size"),
        (changed("size: 3", "size: 3, weight: 3"), "sides.0.units.0.card.weight", "weight"),
        (changed("skill: 3", "unit: Atlas"), "sides.0.units.1", "either a unit"),
        (changed("first: red", "first: green"), "start.first", "'green' is not known here"),
        (changed("phase: combat", "phase: lunch"), "start.phase", "'lunch' is not known here"),
        (changed("phase: combat", "when: combat"), "start.when", "unknown key 'when'"),
        (changed("turn: 1", "turn: 0"), "start.turn", "between 1 and 9999"),
    ],
)
def test_a_wrong_position_says_where(position: str, key: str, words: str) -> None:
    error = complaint("dice: []\n", position)
    assert words in error.message
    assert error.file == "test.yaml"
    assert error.key == key
    assert error.line is not None
    pairs = zip(POSITION.splitlines(), position.splitlines(), strict=True)
    assert error.line == next(number for number, (old, new) in enumerate(pairs, start=1) if old != new)


def test_nobody_waits_for_a_script_of_absurd_size() -> None:
    crowd = "".join(f"\n      - {{id: c{n}, card: {CARD}}}" for n in range(1001))
    assert "1,000 units at most" in str(complaint(position=changed("    units:", f"    units:{crowd}")))
    forest = "".join(f"\n  - {{kind: woods, circle: [5, 5, {1 + n / 1000}]}}" for n in range(2001))
    found = complaint(position=changed("terrain:", f"terrain:{forest}"))
    assert (found.key, found.line) == ("terrain.2000", 2005)
    assert "2,000 pieces of terrain at most" in str(found)


@pytest.mark.parametrize(
    ("more", "key", "words"),
    [
        ("dice: [1, 7]", "dice.1", "7 is out of bounds; it must be between 1 and 6"),
        ("dice: [0]", "dice.0", "between 1 and 6"),
        ("dice: [true]", "dice.0", "a whole number, not true"),
        ("dice: 6", "dice", "a list, not 6"),
        ("dice: [1]\nseed: 3", "seed", "either dice or a seed, not both"),
        ("seed: -1", "seed", "0 or more"),
        ("seed: seven", "seed", "a whole number"),
        ("options: [forced_withdrawl]", "options.0", "did you mean forced_withdrawal?"),
        ("options: forced_withdrawal", "options", "a list"),
        ("networks: [{kind: C3, members: [r1, r9]}]", "networks.0.members.1", "there is no unit 'r9'"),
        ("commands: [{atack: {unit: r1, target: b1}}]", "commands.0.atack", "did you mean attack?"),
        ("commands: [{attack: {unit: r1}}]", "commands.0.attack", "needs the key target"),
        ("commands: [{attack: {unit: r1, tgt: b1}}]", "commands.0.attack.tgt", "unknown key 'tgt'"),
        ("commands: [{attack: {unit: r1, target: b1, overheat: hot}}]", "commands.0.attack.overheat", "whole number"),
        ("commands: [{attack: {unit: r1, target: {point: [1]}}}]", "commands.0.attack.target.point", "a point"),
        ("commands: [{move: {unit: r1, path: [[1, .nan]]}}]", "commands.0.move.path.0.1", "finite"),
        ("commands: [{move: {unit: r1, path: [1, 2]}}]", "commands.0.move.path.0", "a point"),
        ("commands: [{pass: {unit: r1}, end_phase: {}}]", "commands.0", "not 2 keys"),
        ("commands: [end_phase]", "commands.0", "not 'end_phase'"),
        ("commands: [{preview: {pass: {unit: r1}}}]", "commands.0.preview.pass", "there is no command 'pass'"),
        ("commands: [{measure: {from: r1}}]", "commands.0.measure", "the key to is missing"),
        ("commands: [{end_phase: 3}]", "commands.0.end_phase", "is an empty mapping, {}; here is 3"),
        ("commands: [{end_phase: {side: red}}]", "commands.0.end_phase.side", "there are none here"),
        ("save: {format: 1, seal: wax}", "save.seal", "unknown key 'seal'"),
        ("expect: [1]", "expect", "a mapping, not a list"),
    ],
)
def test_a_wrong_list_of_commands_says_where(more: str, key: str, words: str) -> None:
    error = complaint(more)
    assert words in error.message
    assert error.key == key
    assert error.file == "test.yaml"
    assert error.line == len(POSITION.splitlines()) + len(more.splitlines())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a battle script is a mapping"),
        ("[1, 2]", "a battle script is a mapping"),
        ("game: alpha-strike", "the key sides is missing"),
        ("sides: []", "a battle has two sides, not 0"),
        ("sides: [{name: red}]", "two sides, not 1"),
        ("sides: [{name: a}, {name: b}, {name: c}]", "two sides, not 3"),
        ("sides: [{name: a, home: north}, {name: b, home: north}]", "both sides call the north edge"),
        ("sides: [{name: a, units: [{id: x, unit: Nobody Knows}]}, {name: b}]", "Nobody Knows"),
        ("sides: [{name: a, units: [{id: x, card: 3}]}, {name: b}]", "a card is a mapping"),
    ],
)
def test_a_script_that_is_no_script(text: str, words: str) -> None:
    assert words in complaint("", text).message


def test_running_out_of_dice_says_in_which_command() -> None:
    error = complaint("dice: [6]\ncommands:\n  - pass: {unit: r2}\n  - attack: {unit: r1, target: b1}\n")
    assert "commands.1 (attack)" in error.message
    assert error.key == "dice"
    assert error.line == len(POSITION.splitlines()) + 1
    error = complaint("dice: [6]", changed("phase: combat", "phase: initiative"))
    assert "before the first command" in error.message


def test_plain_data_has_keys_but_no_lines() -> None:
    data = yaml.safe_load(changed("skill: 3", "skill: bad"))
    with pytest.raises(InputError) as caught:
        script_from_data(data)
    assert caught.value.message.startswith("sides.0.units.1.skill: ")


def test_without_a_catalogue_cards_must_be_written_out() -> None:
    data = {"sides": [{"name": "a", "units": [{"id": "x", "unit": "MAD-3R Marauder"}]}, {"name": "b"}]}
    with pytest.raises(InputError, match="no catalogue"):
        script_from_data(data)  # type: ignore[arg-type]


# -- round trips --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [POSITION, EVERYTHING])
def test_a_setup_is_written_and_read_back(text: str) -> None:
    setup = script("", text).setup
    assert setup_from_data(setup_to_data(setup)) == setup


def test_units_are_grouped_by_side_however_they_were_named() -> None:
    setup = script().setup
    red, other, blue = setup.units
    mixed = dataclasses.replace(setup, units=(blue, red, other))
    assert mixed == setup


# -- what a script expects ----------------------------------------------------------------------------------------


def test_expectations_are_compared_in_part() -> None:
    actual: Any = {"a": 1, "list": [{"x": 1}, {"x": 2, "y": 3}], "plain": [1, 2.0000001], "b": True}
    assert differences({"a": 1, "list": [{"y": 3}], "plain": [1, 2]}, actual) == []
    assert differences({"list": [{"x": 1}, {"x": 2}]}, actual) == []
    assert differences({"list": [{"x": 2}, {"x": 1}]}, actual) == ["list: nothing matches entry 1, {'x': 1}"]
    assert differences({"a": 2}, actual) == ["a: expected 2, found 1"]
    assert differences({"c": 2}, actual) == ["c: is not there"]
    assert differences({"b": 1}, actual) == ["b: expected 1, found True"]
    assert differences({"plain": [1]}, actual) == ["plain: expected [1], found [1, 2.0000001]"]


def test_expected_outcomes_name_their_command() -> None:
    more = "dice: [6, 5]\ncommands:\n  - attack: {unit: r1, target: b1}\n"
    expected = "expect: {outcomes: [{command: 0, accepted: true, events: [{type: damage, unit: b1, armor: %d}]}]}\n"
    assert run(more + expected % 3).unmet == []
    assert "nothing matches" in run(more + expected % 2).unmet[0]
    assert run(more + "expect: {outcomes: [{command: 4}]}").unmet == ["outcomes: there is no command 4"]


def test_battle_and_step_types_stay_in_step() -> None:
    """Whatever a script can say, the battle can carry out."""
    Battle(script().setup, 1)
    assert set(commands.COMMANDS.values()) <= set(rules.verbs)
    assert isinstance(entry_from_data({"end_phase": None}, "commands.0"), commands.EndPhase)
