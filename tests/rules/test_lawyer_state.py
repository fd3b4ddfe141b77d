"""States as players write them down: what is left out follows from the rest."""

import pytest

from lancemate.alphastrike.unit_state import StateError, show_unit
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


def test_nobody_is_aboard_itself():
    with pytest.raises(StateError, match="aboard itself"):
        battle(unit("r1", state={"aboard": "r2"}), unit("r2", state={"aboard": "r1"}), unit("b1", (20, 40)))


@pytest.mark.rule("AS-MOV-002")
def test_the_word_immobile_among_the_status_words_counts():
    fight = battle(unit("r1", (20, 10), state={"status": ["active", "immobile"]}), unit("b1", (20, 40)))
    assert show_unit(fight, fight.units["r1"])["immobile"] is True
