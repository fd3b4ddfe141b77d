"""Distances and range brackets (p. 43)."""

from typing import Any

import pytest

from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, number, refusal, unit

BASE = 1.25


def apart(gap: float, *terrain: dict[str, Any], **card: Any) -> Battle:
    """b1 so many inches from r1, base to base."""
    return battle(unit("r1", (5, 20), 90, **card), unit("b1", (5 + BASE + gap, 20), 270), terrain=terrain)


@pytest.mark.rule("AS-COM-059")
def test_ranges_run_from_base_to_base():
    assert attack(apart(10), "r1", "b1").distance == pytest.approx(10)
    big = {"type": "DS", "size": 3, "move": "4p", "damage": None, "arcs": {"left": {"damage": "5/5/5"}}}
    fight = battle(unit("r1", (5, 20), 90), unit("b1", (30, 20), 0, **big))
    ship = fight.units["b1"]
    assert attack(fight, "r1", "b1").distance == pytest.approx(25 - 0.625 - ship.radius)


@pytest.mark.rule("AS-COM-059")
def test_elevation_adds_nothing_to_the_range():
    fight = apart(6.0, {"kind": "hill", "height": 3, "rect": [10, 15, 6, 10]})
    shot = attack(fight, "r1", "b1")
    assert fight.units["b1"].elevation == 3.0
    assert (shot.distance, shot.range) == (pytest.approx(6.0), "short")


@pytest.mark.rule("AS-COM-059")
def test_ranges_to_terrain_end_at_its_nearest_edge():
    fight = apart(20, {"id": "hall", "kind": "building", "height": 2, "rect": [15.625, 10, 4, 20]})
    shot = attack(fight, "r1", "hall")
    assert (shot.distance, shot.range) == (pytest.approx(10.0), "medium")


@pytest.mark.rule("AS-COM-060")
@pytest.mark.parametrize(
    ("gap", "word", "modifier", "damage"),
    [
        (0.5, "short", 0, 3),
        (6.0, "short", 0, 3),
        (6.1, "medium", 2, 2),
        (24.0, "medium", 2, 2),
        (24.1, "long", 4, 1),
        (42.0, "long", 4, 1),
    ],
)
def test_brackets(gap, word, modifier, damage):
    fight = battle(
        unit("r1", (5, 20), 90, skill=1, damage="3/2/1"), unit("b1", (5 + BASE + gap, 20), 270), dice=[6, 5, 1, 1]
    )
    shot = attack(fight, "r1", "b1")
    assert (shot.range, number(shot, "AS-COM-060"), shot.damage) == (word, modifier, damage)
    assert f"Range: {word}" in [part.label for part in shot.modifiers]


@pytest.mark.rule("AS-COM-061")
@pytest.mark.parametrize(("damage", "allowed"), [("3/2/0", False), ("3/2/-", False), ("3/2/0*", True), ("3/2/1", True)])
def test_no_damage_no_attack(damage, allowed):
    fight = apart(30, damage=damage)
    if allowed:
        assert attack(fight, "r1", "b1").range == "long"
    else:
        refused = refusal(fight, commands.Attack("r1", "b1"))
        assert (refused.code, refused.rule) == ("no_damage", "AS-COM-061")
        assert "short and medium" in refused.message


POND = {"kind": "water", "depth": 4, "rect": [0, 5, 60, 30]}


def sunk(gap: float, **card: Any) -> Battle:
    """Two 'Mechs on the bottom, so many inches apart."""
    return apart(gap, POND, **card)


@pytest.mark.rule("AS-COM-062")
@pytest.mark.parametrize(
    ("gap", "word"),
    [(3.0, "short"), (3.1, "medium"), (12.0, "medium"), (12.1, "long"), (21.0, "long"), (21.1, "extreme")],
)
def test_brackets_are_halved_under_water(gap, word):
    if word == "extreme":
        assert refusal(sunk(gap), commands.Attack("r1", "b1")).rule == "AS-COM-061"
    else:
        assert attack(sunk(gap), "r1", "b1").range == word


@pytest.mark.rule("AS-COM-062", "AS-SPC-050")
def test_torpedoes_keep_the_full_brackets():
    fight = sunk(5.0, specials=["TOR3/3/3"])
    assert attack(fight, "r1", "b1", using="TOR").range == "short"
    assert attack(sunk(5.0, specials=["TOR3/3/3"]), "r1", "b1").range == "medium"


@pytest.mark.rule("AS-COM-062")
def test_brackets_are_full_where_only_one_is_under_water():
    fight = apart(
        5.0, {"kind": "water", "depth": 2, "rect": [0, 5, 8, 30]}, {"kind": "water", "depth": 1, "rect": [8, 5, 20, 30]}
    )
    assert attack(fight, "r1", "b1").range == "short"


@pytest.mark.rule("AS-COM-063")
def test_no_shooting_in_base_contact():
    fight = battle(unit("r1", (5, 20), 90), unit("b1", (5 + BASE, 20)), unit("b2", (20, 20)))
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("in_contact", "AS-COM-063")
    assert attack(fight, "r1", "b2").target == "b2"
    assert attack(apart(0.1), "r1", "b1").range == "short"


@pytest.mark.rule("AS-COM-063")
def test_no_indirect_fire_in_base_contact():
    fight = battle(
        unit("r1", (5, 20), 90, specials=["IF2"]),
        unit("r2", (15, 25)),
        unit("b1", (5 + BASE, 20)),
        unit("b2", (30, 30)),
    )
    assert refusal(fight, commands.Attack("r1", "b1", using="IF", spotter="r2")).rule == "AS-COM-063"


@pytest.mark.rule("AS-INT-011")
@pytest.mark.parametrize(
    ("gap", "rise", "touch"), [(0.0, 0, True), (0.05, 0, True), (0.06, 0, False), (0, 1, True), (0, 1.1, False)]
)
def test_base_contact(gap, rise, touch):
    fight = apart(gap)
    one, other = fight.units["r1"], fight.units["b1"]
    other.elevation = rise
    assert in_contact(fight, one, other) is touch
