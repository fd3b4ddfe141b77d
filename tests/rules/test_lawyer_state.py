"""States as players write them down: what is left out follows from the rest."""

import pytest

from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.scripts.running import load_script, run_script
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, move, unit

SUITS = {"type": "BA", "size": 1, "move": '6"j', "armor": 2, "structure": 3, "specials": ["CAR4", "MEC"]}
OMNI = {"specials": ["OMNI"]}
APC = {"type": "CV", "move": '8"h', "specials": ["IT6", "OMNI"]}


@pytest.mark.rule("AS-HEA-001", "AS-HEA-007", "AS-HEA-008")
def test_the_top_of_the_heat_scale_is_a_shutdown():
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180, state={"heat": 4}))
    assert fight.units["b1"].shutdown
    assert sum(part.value for part in attack(fight, "r1", "b1").modifiers) == 4 - 4 + 2
    assert show_unit(fight, fight.units["b1"])["status"] == ["shutdown", "immobile"]


@pytest.mark.rule("AS-HEA-021")
def test_a_unit_that_was_too_hot_restarts():
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180, state={"heat": 4}), dice=(3, 4, 1, 1))
    end(fight, 2)
    assert (fight.units["b1"].heat, fight.units["b1"].shutdown) == (0, False)


@pytest.mark.rule("AS-MOV-071", "AS-SPC-038")
def test_mechanized_battle_armor_aboard_rides_outside_where_there_is_no_room_inside():
    fight = battle(
        unit("r1", (20, 10), **OMNI),
        unit("r2", state={"aboard": "r1"}, **SUITS),
        unit("r3", (30, 10), **APC),
        unit("r4", state={"aboard": "r3"}, **SUITS),
        unit("b1", (20, 40)),
    )
    assert (fight.units["r2"].riding, fight.units["r4"].riding) == (True, False)


@pytest.mark.rule("AS-MOV-071")
def test_who_rides_is_where_its_carrier_is():
    fight = battle(
        unit("r1", (20, 10), **OMNI),
        unit("r2", state={"aboard": "r1"}, **SUITS),
        unit("b1", (20, 40)),
        phase="movement",
    )
    move(fight, "r1", (20, 15))
    assert show_unit(fight, fight.units["r2"])["at"] == [20.0, 15.0]


PASSENGERS = """
title: Passengers
sides:
  - name: red
    units:
      - {id: r1, at: [20, 10], card: {name: Tank, type: CV, size: 2, tmm: 2, move: '8"t', damage: 1/1/1, armor: 2,
         structure: 2, specials: [%s]}}
      - id: r2
        card: {name: Men, type: %s, size: 1, tmm: 1, move: '4"j', damage: 1/1/-, armor: 2, structure: 1, specials: [%s]}
        state: {aboard: %s, riding: %s}
      - {id: r3, card: {name: Squad, type: BA, size: 1, tmm: 1, move: '4"j', damage: 1/1/-, armor: 2, structure: 1,
         specials: [CAR4, MEC]}, state: {aboard: r1}}
  - name: blue
    units:
      - {id: b1, at: [20, 30], card: {name: Tank, type: CV, size: 2, tmm: 2, move: '8"t', damage: 1/1/1, armor: 2,
         structure: 2, specials: [IT20]}}
"""


@pytest.mark.rule("AS-MOV-064", "AS-MOV-071", "AS-MOV-075")
@pytest.mark.parametrize(
    ("carrier", "kind", "specials", "aboard", "riding", "where", "words"),
    [
        ("IT8", "CI", "CAR4", "r1", "false", None, ""),
        ("IT5", "CI", "CAR4", "r1", "false", "12: sides.0.units.2.state.aboard", "r1 has IT5 with 4 taken"),
        ("ECM", "CI", "CAR4", "r1", "false", "10: sides.0.units.1.state.aboard", "no infantry compartment"),
        ("IT8", "CI", "SEAL", "r1", "false", "10: sides.0.units.1.state.aboard", "no CAR value"),
        ("IT8", "CI", "CAR4", "r1", "true", "10: sides.0.units.1.state.aboard", "cannot ride outside on r1"),
        ("OMNI", "BA", "MEC", "r1", "true", "12: sides.0.units.2.state.aboard", "r2 rides on r1 already"),
        ("OMNI", "BA", "MEC", "r1", "false", "10: sides.0.units.1.state.riding", "only outside on it"),
        ("IT8", "CI", "CAR4", "b1", "false", "10: sides.0.units.1.state.aboard", "b1 is an enemy"),
        ("IT8", "BM", "", "r1", "false", "10: sides.0.units.1.state.aboard", "no bay for a unit of type BM"),
        ("IT8", "CI", "CAR4", "r9", "false", "10: sides.0.units.1.state.aboard", "there is no unit 'r9'"),
    ],
)
def test_passengers_that_cannot_be_are_refused_with_line_and_key(
    tmp_path, carrier, kind, specials, aboard, riding, where, words
):
    file = tmp_path / "passengers.yaml"
    file.write_text(PASSENGERS % (carrier, kind, specials, aboard, riding))
    if where is None:
        assert run_script(load_script(file)).battle.units["r2"].aboard == aboard
        return
    with pytest.raises(InputError) as wrong:
        run_script(load_script(file))
    assert str(wrong.value).startswith(f"{file}:{where}")
    assert words in str(wrong.value)


def test_nobody_is_aboard_itself():
    with pytest.raises(StateError, match="aboard itself"):
        battle(unit("r1", state={"aboard": "r2"}), unit("r2", state={"aboard": "r1"}), unit("b1", (20, 40)))


@pytest.mark.rule("AS-MOV-002")
def test_the_word_immobile_among_the_status_words_counts():
    fight = battle(unit("r1", (20, 10), state={"status": ["active", "immobile"]}), unit("b1", (20, 40)))
    assert show_unit(fight, fight.units["r1"])["immobile"] is True
