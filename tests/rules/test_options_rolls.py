"""Critical success and failure, and variable damage (pp. 158, 174)."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from rules.duel import HIT, TANK, duel
from rules.table import attack, battle, number, refusal, unit
from rules.test_options_ranges import script

CRITICAL = ("critical_success_failure",)
DAMAGE = ("multiple_damage_rolls",)
ROLLS = ("multiple_attack_rolls",)


# -- critical success and failure -----------------------------------------------------------------------------


def shoots(*dice: int, skill: int = 4, options: Any = CRITICAL, **more: Any) -> Any:
    fight = battle(
        unit("r1", (20, 10), 0, skill=skill), unit("b1", (20, 21.25), 180, armor=9), dice=dice, options=options, **more
    )
    return attack(fight, "r1", "b1")


@pytest.mark.rule("AS-OPT-336", "AS-OPT-338")
def test_a_natural_12_hits_whatever_the_number():
    fight = battle(
        unit("r1", (20, 10), 0, skill=8), unit("b1", (20, 21.25), 180, tmm=4), dice=(6, 6, 1, 1), options=CRITICAL
    )
    shot = attack(fight, "r1", "b1")
    assert (shot.target_number, shot.hit, shot.margin) == (14, True, 1)


@pytest.mark.rule("AS-OPT-338")
def test_a_natural_12_is_a_success_by_one():
    shot = shoots(6, 6, 1, 1)
    assert (shot.target_number, shot.margin) == (7, 1)
    assert shoots(6, 5).margin == 4


@pytest.mark.rule("AS-OPT-335", "AS-OPT-337", "AS-OPT-338")
def test_a_natural_2_misses_whatever_the_number():
    fight = battle(
        unit("r1", (20, 10), 0, skill=0),
        unit("b1", (20, 13), 180, state={"moved": "immobile"}),
        dice=(1, 1),
        options=CRITICAL,
    )
    assert preview_attack(fight, commands.Attack("r1", "b1")).hit_probability == pytest.approx(35 / 36)
    shot = attack(fight, "r1", "b1")
    assert (shot.target_number, shot.hit, shot.margin) == (-4, False, -1)


@pytest.mark.rule("AS-OPT-335")
def test_between_the_two_nothing_changes():
    assert not shoots(3, 3).hit
    assert shoots(3, 4).hit
    assert preview_attack(duel(options=CRITICAL), commands.Attack("r1", "b1")).hit_probability == pytest.approx(21 / 36)
    hard = battle(unit("r1", (20, 10), 0, skill=8), unit("b1", (20, 21.25), tmm=4), options=CRITICAL)
    assert preview_attack(hard, commands.Attack("r1", "b1")).hit_probability == pytest.approx(1 / 36)


def wooded(kind: str, *dice: int) -> Battle:
    ground = {"id": "w", "kind": kind, "rect": [10, 13, 20, 7]}
    if kind == "hill":
        ground["height"] = 6
    return battle(
        unit("r1", (20, 10), 0), unit("b1", (20, 22), 180), terrain=[ground], dice=dice or None, options=CRITICAL
    )


@pytest.mark.rule("AS-OPT-336")
def test_woods_do_not_stop_a_lucky_shot():
    fight = wooded("woods", 6, 6, 1, 1)
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert seen.legal
    assert seen.hit_probability == pytest.approx(1 / 36)
    assert any(offer.command == commands.Attack("r1", "b1") for offer in offers(fight, "red", "r1"))
    assert attack(fight, "r1", "b1").hit
    assert not attack(wooded("woods", 6, 5), "r1", "b1").hit
    assert refusal(wooded("hill"), commands.Attack("r1", "b1")).rule == "AS-COM-008"


@pytest.mark.rule("AS-OPT-335", "AS-OPT-338")
def test_control_rolls_too():
    road = {"kind": "road", "line": [[20, 0], [20, 48]], "width": 3}

    def slides(*dice: int) -> list[Any]:
        fight = battle(
            unit("r1", at=(20, 5), move='10"', skill=2),
            unit("b9", at=(60, 40)),
            terrain=[road],
            phase="movement",
            dice=dice,
            options=(*CRITICAL, "skidding"),
        )
        return fight.do(commands.Move("r1", ((20, 14),)))

    rolled = next(event for event in slides(1, 1, 3) if event.type == "control_roll")
    assert (rolled.target_number, rolled.kept) == (3, False)
    skidded = next(event for event in slides(1, 1, 3) if event.type == "skidded")
    assert skidded.inches == 2.0


# -- multiple damage rolls ------------------------------------------------------------------------------------


def hit(points: str, *dice: int, facing: float = 180, mine: Any = None, other: Any = None, **more: Any) -> Any:
    fight = duel(
        {"damage": points, **(mine or {})},
        other,
        dice=(*HIT, *dice, 1, 1, 1, 1),
        facing=facing,
        options=(*DAMAGE, "optional_abilities"),
        gap=more.pop("gap", 10.0),
    )
    return attack(fight, "r1", "b1", **more)


@pytest.mark.rule("AS-OPT-570")
def test_a_die_for_every_point():
    shot = hit("4/4/4", 2, 4, 6, 5)
    assert (shot.damage, shot.damage_roll) == (3, (2, 4, 6, 5))
    assert "3 of 4 dice" in [part.label for part in shot.damage_parts]


@pytest.mark.rule("AS-OPT-572")
def test_a_hit_does_at_least_a_point():
    assert hit("3/3/3", 1, 1, 2).damage == 1


@pytest.mark.rule("AS-OPT-571")
def test_whatever_adds_is_rolled_too():
    rear = hit("2/2/2", 3, 3, 3, facing=0, gap=4.0)
    assert (rear.direction, rear.damage_roll, rear.damage) == ("rear", (3, 3, 3), 3)
    hot = hit("2/2/2", 3, 3, 1, overheat=1)
    assert (len(hot.damage_roll), hot.damage) == (3, 2)
    shot_down = hit("3/3/2", 6, 6, 6, mine={"specials": ["IF1", "LRM 3/3/3"]}, other={"specials": ["AMS"]}, using="LRM")
    assert (shot_down.damage_roll, shot_down.damage) == ((6, 6, 6), 2)
    burning = hit("1/1/1", 1, mine={"specials": ["HT1/1/1"]}, other=TANK)
    assert burning.damage == 2


@pytest.mark.rule("AS-OPT-573")
def test_minimal_damage_takes_a_five():
    assert [hit("0*/0*/0*", die).damage for die in (4, 5)] == [0, 1]


@pytest.mark.rule("AS-OPT-574")
def test_everybody_in_an_area_has_dice_of_its_own():
    fight = battle(
        unit("r1", (20, 10), 0, specials=["ARTTC-1"]),
        unit("b1", (20, 30), 180, armor=9),
        unit("b2", (20, 31.3), 180, armor=9),
        dice=(6, 5, 6, 4),
        options=DAMAGE,
    )
    events = fight.do(commands.Attack("r1", commands.PointTarget((20, 30)), "artillery"))
    struck = [event for event in events if event.type == "hit"]
    assert [len(event.damage_roll) for event in struck] == [1, 1]
    assert [event.damage for event in struck] == [1, 0]


@pytest.mark.rule("AS-OPT-570")
def test_the_chances_are_those_of_the_dice():
    seen = preview_attack(duel({"damage": "4/4/4"}, options=DAMAGE), commands.Attack("r1", "b1"))
    chance = seen.hit_probability
    assert seen.expected_damage == pytest.approx(chance * (4 * 2 / 3 + (1 / 3) ** 4))
    assert seen.outcomes is not None
    assert seen.outcomes.damage["4"] == pytest.approx(chance * (2 / 3) ** 4)


# -- multiple attack rolls ------------------------------------------------------------------------------------


def volley(*dice: int, options: Any = ROLLS, facing: float = 180, **card: Any) -> Battle:
    """Three points at Short and Medium, two at Long; b1 at Medium, b2 at Long, b3 at Medium range."""
    return battle(
        unit("r1", (20, 2), 0, **{"damage": "3/3/2", **card}),
        unit("b1", (20, 13.25), facing, armor=9),
        unit("b2", (25, 36), 180, armor=9),
        unit("b3", (24, 13.25), 180, armor=9),
        dice=dice,
        options=options,
    )


@pytest.mark.rule("AS-OPT-580")
def test_a_roll_for_every_point():
    fight = volley(3, 4, 1, 1, 5, 5)
    shot = attack(fight, "r1", "b1")
    assert (shot.roll, shot.hit, shot.damage) == ((3, 4, 1, 1, 5, 5), True, 2)
    assert fight.units["b1"].armor == 7
    assert any("It rolls 3 and 4, 7 in all; 1 and 1" in line.text for line in story(fight, [shot]))
    assert not attack(volley(1, 1, 1, 1, 1, 1), "r1", "b1").hit


@pytest.mark.rule("AS-OPT-580")
def test_overheat_adds_a_roll_and_minimal_damage_is_one():
    assert len(attack(volley(*(3, 4) * 4, ov=1), "r1", "b1", overheat=1).roll) == 8
    tiny = attack(volley(3, 4, 4, damage="0*/0*/0*"), "r1", "b1")
    assert (tiny.roll, tiny.damage) == ((3, 4), 1)


@pytest.mark.rule("AS-OPT-581")
def test_what_is_left_goes_by_the_range_of_the_next_target():
    fight = volley(*(3, 4) * 4)
    attack(fight, "r1", "b1", rolls=2)
    assert refusal(fight, commands.Attack("r1", "b2")).rule == "AS-OPT-581"
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-OPT-581"
    second = attack(fight, "r1", "b3", rolls=2)
    assert (len(second.roll), number(second, "AS-COM-066")) == (2, 1)
    assert refusal(fight, commands.Attack("r1", "b2")).rule == "AS-OPT-581"


@pytest.mark.rule("AS-OPT-581")
def test_how_many_is_offered():
    (shot,) = [one for one in offers(volley(), "red", "r1") if one.command == commands.Attack("r1", "b1")]
    (choice,) = [one for one in shot.choose if one.name == "rolls"]
    assert (choice.least, choice.most) == (1, 4)


@pytest.mark.rule("AS-OPT-581")
def test_who_has_rolls_left_is_not_done():
    fight = volley(*(3, 4) * 3)
    attack(fight, "r1", "b1", rolls=2)
    assert may_attack_again(fight)
    attack(fight, "r1", "b3")
    assert not may_attack_again(fight)


def may_attack_again(fight: Battle) -> bool:
    return any(hook(fight, fight.units["r1"]) for hook in fight.hooks[hooks.attacks_again])


@pytest.mark.rule("AS-OPT-582")
def test_weapons_and_abilities_are_not_mixed():
    fight = volley(3, 4, specials=["LRM 2/2/2"])
    attack(fight, "r1", "b1", rolls=1)
    assert refusal(fight, commands.Attack("r1", "b3", using="LRM")).rule == "AS-OPT-582"
    close = battle(
        unit("r1", (20, 2), 0),
        unit("b1", (20, 3.25), 180),
        unit("b2", (20, 20), 180),
        dice=(3, 4),
        options=ROLLS,
    )
    attack(close, "r1", "b2", rolls=1)
    assert refusal(close, commands.Attack("r1", "b1", "physical")).rule == "AS-OPT-582"


@pytest.mark.rule("AS-OPT-583")
def test_some_pilots_are_used_to_it():
    from dataclasses import replace

    fight = volley()
    setup = fight.setup
    units = tuple(replace(one, abilities=("Multi-Tasker",)) if one.id == "r1" else one for one in setup.units)
    from lancemate.kernel.dice import TapeDice

    fight = Battle(replace(setup, units=units), TapeDice([3, 4] * 3))
    attack(fight, "r1", "b1", rolls=2)
    assert number(attack(fight, "r1", "b3"), "AS-COM-066") is None


@pytest.mark.rule("AS-OPT-584")
def test_two_natural_twelves_are_one_critical_check():
    fight = volley(6, 6, 6, 6, 1, 1, 1, 1)
    events = fight.do(commands.Attack("r1", "b1"))
    assert len([event for event in events if event.type == "critical"]) == 1


@pytest.mark.rule("AS-OPT-585")
def test_what_takes_off_or_adds_does_so_once():
    behind = attack(volley(3, 4, 3, 4, 1, 1, facing=0), "r1", "b1")
    assert (behind.direction, behind.damage) == ("rear", 3)
    hardened = battle(
        unit("r1", (20, 10), 0, specials=["LRM 3/3/3"]),
        unit("b1", (20, 21.25), 180, armor=9, specials=["AMS"]),
        dice=(3, 4, 3, 4, 3, 4),
        options=ROLLS,
    )
    assert attack(hardened, "r1", "b1", using="LRM").damage == 2


# -- either -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-569")
def test_both_variants_at_once_are_an_error():
    with pytest.raises(InputError, match="multiple_damage_rolls and multiple_attack_rolls exclude each other"):
        check_options((*DAMAGE, *ROLLS))
    assert check_options(["variable_damage"]) == {"variable_damage", "multiple_damage_rolls"}
    assert check_options(["variable_damage", *ROLLS]) == {"variable_damage", *ROLLS}
    with pytest.raises(InputError, match="rolls is a word of the option multiple_attack_rolls"):
        script_from_data({**script([]), "commands": [{"attack": {"unit": "r1", "target": "b1", "rolls": 1}}]})


@pytest.mark.rule("AS-OPT-581")
def test_a_preview_promises_no_more_than_the_rolls_there_are():
    fight = volley(*(3, 4) * 4)
    assert preview_attack(fight, commands.Attack("r1", "b1", rolls=1)).damage == 1
    whole = preview_attack(fight, commands.Attack("r1", "b1")).damage
    attack(fight, "r1", "b1", rolls=whole - 1)
    assert preview_attack(fight, commands.Attack("r1", "b3")).damage == 1
