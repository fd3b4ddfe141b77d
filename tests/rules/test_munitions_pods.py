"""Pods of Narc launchers (p. 148)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.electronics import covers, hostile_fields
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.munitions import HIT, MISS, shot
from rules.table import attack, end, number, refusal, unit

QUIET = (6, 1, 2, 1)


def pods(word: str, *more: Any, launcher: str = "INARC", count: int = 4, dice: Any = HIT * 8, **how: Any) -> Battle:
    red = {"specials": [f"{launcher}{count}", "IF2"]}
    return shot({launcher: word}, red, how.pop("blue", None), *more, dice=dice, **how)


def until_combat(fight: Battle) -> None:
    """To the Combat Phase of the next turn."""
    turn = fight.state.turn
    while fight.state.turn == turn or fight.state.phase != "combat":
        fight.do(commands.EndPhase())


@pytest.mark.rule("AS-OPT-133")
def test_a_pod_is_no_beacon():
    fight = pods("ecm")
    made = attack(fight, "r1", "b1", using="INARC", ammo="ecm")
    assert made.hit
    assert "narc" not in fight.units["b1"].notes
    attack(fight, "r1", "b1", using="INARC")
    assert fight.units["b1"].notes["narc"] is True
    found = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "INARC"]
    (choice,) = [choice for choice in found[0].choose if choice.name == "ammo"]
    assert choice.among == ("ecm",)
    assert choice.label == "Special ammunition: ECM"


@pytest.mark.rule("AS-OPT-134")
def test_an_ecm_pod_jams_for_the_next_turn():
    fight = pods("ecm", unit("b2", (24, 16.25), 180), dice=(*HIT, *QUIET, *QUIET))
    attack(fight, "r1", "b1", using="INARC", ammo="ecm")
    assert not hostile_fields(fight, "blue")
    until_combat(fight)
    (field,) = hostile_fields(fight, "blue")
    assert covers(fight, field, fight.units["b1"])
    assert not covers(fight, field, fight.units["b2"])
    assert not hostile_fields(fight, "red")
    end(fight, 2)
    assert not hostile_fields(fight, "blue")
    assert "ecm_pod" not in fight.units["b1"].notes


@pytest.mark.rule("AS-OPT-134")
def test_eccm_does_not_shake_a_pod_off():
    fight = pods("ecm", options=["ecm_eccm"], dice=(*HIT, *QUIET), blue={"specials": ["ECM"]})
    attack(fight, "r1", "b1", using="INARC", ammo="ecm")
    until_combat(fight)
    assert any(covers(fight, field, fight.units["b1"]) for field in hostile_fields(fight, "blue"))


@pytest.mark.rule("AS-OPT-135")
@pytest.mark.parametrize(("hits", "damage"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_explosive_pods(hits, damage):
    fight = pods("explosive", launcher="CNARC", dice=(*HIT * hits, 1, 1, 1, 1))
    for _ in range(hits):
        attack(fight, "r1", "b1", using="CNARC", ammo="explosive")
    assert fight.units["b1"].armor == 9 - damage
    assert any("struck" in line.text for line in story(fight, fight.journal.events)) == (damage > 0)


@pytest.mark.rule("AS-OPT-135")
def test_pods_that_miss_do_not_count():
    fight = pods("explosive", dice=(*HIT, *MISS, *HIT))
    for _ in range(3):
        attack(fight, "r1", "b1", using="INARC", ammo="explosive")
    assert fight.units["b1"].armor == 8


@pytest.mark.rule("AS-OPT-136")
def test_haywire_pods():
    friend = unit("b2", (24, 18), 180, specials=["IF2"])
    fight = pods("haywire", friend, dice=(*HIT, *HIT, *QUIET, *QUIET, *HIT))
    for _ in range(2):
        attack(fight, "r1", "b1", using="INARC", ammo="haywire")
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-136") is None
    until_combat(fight)
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-136") == 1
    blind = preview_attack(fight, commands.Attack("b2", "r1", using="IF", spotter="b1"))
    assert blind.reason is not None
    assert blind.reason.rule == "AS-OPT-136"
    end(fight, 2)
    assert "haywire_pod" not in fight.units["b1"].notes
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-OPT-136") is None


@pytest.mark.rule("AS-OPT-137")
def test_missiles_that_wait():
    fight = pods("shoot_and_sit", launcher="SNARC", count=5, dice=(*HIT * 5, *MISS, 1, 1))
    for _ in range(5):
        attack(fight, "r1", "b1", using="SNARC", ammo="shoot_and_sit")
    assert fight.units["b1"].armor == 9
    assert fight.units["r1"].notes["missiles_stuck"] == {"b1": 5}
    attack(fight, "r1", "b1", abilities=("detonate",))
    assert fight.units["b1"].armor == 7
    assert fight.units["r1"].notes["missiles_stuck"] == {}


@pytest.mark.rule("AS-OPT-137")
def test_missiles_on_contact():
    fight = pods("shoot_and_sit", launcher="SNARC", count=2, dice=HIT * 2)
    for _ in range(2):
        attack(fight, "r1", "b1", using="SNARC", ammo="shoot_and_sit", abilities=("on contact",))
    assert fight.units["b1"].armor == 8
    assert "missiles_stuck" not in fight.units["r1"].notes


@pytest.mark.rule("AS-OPT-137")
def test_nothing_to_set_off():
    fight = pods("shoot_and_sit", launcher="SNARC", dice=(*HIT, *HIT))
    assert refusal(fight, commands.Attack("r1", "b1", abilities=("detonate",))).code == "no_such_ability"
    attack(fight, "r1", "b1", using="SNARC", ammo="shoot_and_sit")
    ways = [one for one in offers(fight, "red") if getattr(one.command, "kind", "") == "weapon"]
    assert any(choice.word == "detonate" for one in ways for choice in one.choose)
    attack(fight, "r1", "b1", abilities=("detonate",))
    assert fight.units["b1"].armor == 9 - 4


@pytest.mark.rule("AS-OPT-137")
def test_out_of_sight_they_stay():
    wall = [{"kind": "hill", "height": 8, "rect": [10, 13, 20, 1]}]
    fight = pods(
        "shoot_and_sit",
        unit("r2", (30, 20), 270),
        launcher="SNARC",
        gap=12,
        terrain=wall,
        dice=(*HIT,),
    )
    fight.units["r1"].notes = {**fight.units["r1"].notes, "missiles_stuck": {"b1": 4}}
    order = commands.Attack("r1", "b1", using="IF", spotter="r2", abilities=("detonate",))
    assert refusal(fight, order).code == "no_such_ability"
