"""Infantry that swarms over machines."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, refusal, unit

Strike = commands.Attack
SQUAD = {"type": "BA", "move": '6"j', "tmm": 1, "damage": "1/1/0", "armor": 2, "structure": 2, "size": 1}
PLATOON = {"type": "CI", "move": '2"f', "tmm": 0, "damage": "1/1/0", "armor": 1, "structure": 3, "size": 1}


def swarm(*dice: int, gap: float = 0.0, red: dict[str, Any] | None = None, more: Any = (), **blue: Any) -> Battle:
    """Battle armor with AM beside a target, facing away from it: infantry looks everywhere."""
    squad = {**SQUAD, "specials": "AM", **(red or {})}
    fight = battle(
        unit("r1", at=(10.0, 10.0), facing=180.0, **squad),
        unit("b1", at=(10.0, 12.0), facing=180.0, **blue),
        *more,
        dice=dice or (6, 5, 2, 4, 1, 2),
    )
    me, it = fight.units["r1"], fight.units["b1"]
    it.y = me.y + me.radius + it.radius + gap
    return fight


@pytest.mark.rule("AS-COM-101", "AS-SPC-011")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ({"type": "BM"}, True),
        ({"type": "CV", "move": '8"t'}, True),
        ({"type": "CV", "move": '12"v'}, True),
        ({"type": "CV", "move": '12"v', "state": {"airborne": True, "elevation": 1}}, False),
        ({"type": "CV", "move": '12"g'}, True),
        ({"type": "AF", "move": "6a"}, True),
        ({"type": "PM"}, True),
        ({"type": "CI", "move": '2"f'}, True),
        ({"type": "CV", "move": '6"n'}, False),
    ],
)
def test_whatever_is_on_the_ground_can_be_swarmed(card: dict[str, Any], allowed: bool) -> None:
    fight = swarm(**card)
    if allowed:
        assert attack(fight, "r1", "b1", kind="antimech").hit
    else:
        assert refusal(fight, Strike("r1", "b1", "antimech")).rule == "AS-COM-101"


@pytest.mark.rule("AS-COM-101")
def test_swarming_takes_base_contact_and_a_unit() -> None:
    assert refusal(swarm(gap=0.5), Strike("r1", "b1", "antimech")).code == "not_in_contact"
    house = {"id": "house", "kind": "building", "height": 2, "rect": [9, 10.6, 2, 2]}
    fight = battle(unit("r1", at=(10, 10), specials="AM", **SQUAD), unit("b1", at=(30, 30)), terrain=[house])
    assert refusal(fight, Strike("r1", "house", "antimech")).rule == "AS-COM-101"


@pytest.mark.rule("AS-COM-102")
def test_battle_armor_swarms_a_mech() -> None:
    """Skill 4, target TMM 1: 4 + 1 + 1 = 6."""
    assert attack(swarm(), "r1", "b1", kind="antimech").target_number == 6


@pytest.mark.rule("AS-COM-102")
def test_conventional_infantry_swarms_a_mech_that_stands_still() -> None:
    """Skill 5: 5 + 0 + 1 + 3 = 9."""
    fight = swarm(red={**PLATOON, "skill": 5}, state={"moved": "standstill"})
    assert attack(fight, "r1", "b1", kind="antimech").target_number == 9


@pytest.mark.rule("AS-COM-102")
@pytest.mark.parametrize("riding", [True, False])
def test_battle_armor_on_the_target_defends_it(riding: bool) -> None:
    squad = unit("b2", specials="MEC", **SQUAD)
    fight = swarm(6, 5, 1, 2, 3, more=[squad], specials="OMNI")
    rider = fight.units["b2"]
    rider.place, rider.aboard, rider.riding = "aboard", "b1", riding
    assert attack(fight, "r1", "b1", kind="antimech").target_number == 9


@pytest.mark.rule("AS-COM-102")
def test_other_passengers_do_not_defend() -> None:
    platoon = unit("b2", specials="CAR2", **PLATOON)
    fight = swarm(more=[platoon], type="CV", move='8"t', specials="IT4")
    rider = fight.units["b2"]
    rider.place, rider.aboard = "aboard", "b1"
    assert attack(fight, "r1", "b1", kind="antimech").target_number == 6


@pytest.mark.rule("AS-COM-103", "AS-DMG-036")
def test_a_hit_does_short_damage_and_brings_a_critical_check_through_armor() -> None:
    fight = swarm(6, 5, 2, 3, red={"damage": "2/1/0"})
    events = fight.do(Strike("r1", "b1", "antimech"))
    assert next(event for event in events if event.type == "attack").damage == 2
    assert [event.cause for event in events if event.type == "critical"] == ["antimech"]


@pytest.mark.rule("AS-COM-103", "AS-MOV-062")
def test_infantry_that_is_hull_down_swarms_with_half_of_its_guns() -> None:
    fight = swarm(6, 5, 2, 3, red={"damage": "3/1/0", "state": {"hull_down": True}})
    events = fight.do(Strike("r1", "b1", "antimech"))
    made = next(event for event in events if event.type == "attack")
    assert (made.damage, [part.value for part in made.damage_parts if part.rule == "AS-MOV-062"]) == (1, [-2])


@pytest.mark.rule("AS-COM-103")
def test_it_stacks_with_the_other_causes() -> None:
    fight = swarm(6, 6, 2, 3, 2, 3, 2, 3, armor=0)
    events = fight.do(Strike("r1", "b1", "antimech"))
    assert [event.cause for event in events if event.type == "critical"] == ["natural_12", "antimech", "structure"]


@pytest.mark.rule("AS-COM-103")
@pytest.mark.parametrize(("die", "causes"), [(3, []), (4, ["antimech"])])
def test_minimal_damage_must_first_do_its_point(die: int, causes: list[str]) -> None:
    fight = swarm(6, 5, die, 2, 3, red={"damage": "0*/0/0"})
    events = fight.do(Strike("r1", "b1", "antimech"))
    assert [event.cause for event in events if event.type == "critical"] == causes


@pytest.mark.rule("AS-COM-103")
def test_heat_alone_is_enough_for_the_critical_check() -> None:
    fight = swarm(6, 5, 3, 2, 3, red={"damage": "0*/0/0", "specials": "AM, HT1/-/-"})
    events = fight.do(Strike("r1", "b1", "antimech"))
    assert [event.cause for event in events if event.type == "critical"] == ["antimech"]
    assert fight.units["b1"].heat_taken == 1
