"""Special abilities as a whole (p. 76): precedence, what is in use, kinds of attack, the order of damage changes."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.kernel.errors import InputError
from rules.harm import strike
from rules.table import attack, battle, end, move, number, refusal, unit

HIT = (5, 5)
AMMO = (1, 1)
LAKE: dict[str, Any] = {"kind": "water", "depth": 3, "rect": [0, 0, 48, 48]}


def struck(*specials: str, dice: tuple[int, ...]) -> Battle:
    """b1 loses its armor and a point of structure, which brings a critical check."""
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180, armor=1, specials=list(specials)), dice=dice)
    strike(fight, "b1", 2)
    return fight


# -- precedence -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-001")
def test_the_text_of_an_ability_beats_the_general_rule() -> None:
    assert struck(dice=AMMO).units["b1"].doomed is not None  # ammunition destroys a unit ...
    assert struck("ENE", dice=AMMO).units["b1"].doomed is None  # ... unless an ability says otherwise
    truck = {"type": "SV", "move": '10"w', "specials": ["ORO"]}
    fight = battle(unit("r1", (10, 10), **truck), unit("b1", (50, 10)), phase="movement")
    assert move(fight, "r1", (10, 13)).cost == 3.0


@pytest.mark.rule("AS-SPC-001")
def test_of_two_abilities_the_more_particular_one_decides() -> None:
    both = struck("CASE", "CASEII", dice=AMMO).units["b1"]
    assert (both.structure, both.doomed) == (4, None)  # CASE alone would cost a point more
    aimed = {"type": "SV", "move": '8"t', "specials": ["BFC", "AFC"]}
    fight = battle(unit("r1", (10, 10), **aimed), unit("b1", (10, 20), 180), dice=HIT)
    assert number(attack(fight, "r1", "b1"), "AS-COM-070") is None


@pytest.mark.rule("AS-SPC-001")
def test_abilities_may_be_a_burden() -> None:
    fight = battle(unit("r1", (10, 10), specials=["SHLD"]), unit("b1", (10, 20), 180), dice=HIT)
    assert attack(fight, "r1", "b1").target_number == 4 + 1 + 2 + 1
    both = struck("CASE", dice=(*AMMO, 3, 3)).units["b1"]
    assert both.structure == 3


# -- standard and optional ------------------------------------------------------------------------------------


def optional(*options: str, **card: Any) -> Battle:
    return battle(unit("r1", (10, 10), **card), unit("b1", (10, 20), 180), options=options)


@pytest.mark.rule("AS-SPC-004")
def test_optional_abilities_count_only_where_players_agree() -> None:
    card = {"specials": ["RFA", "ECM", "TUR(1/1/1, IATM1/1/1, AMS)"]}
    core, agreed = optional(**card), optional("optional_abilities", **card)
    assert not core.units["r1"].has("RFA")
    assert core.units["r1"].has("ECM")
    assert "IATM" not in core.units["r1"].card.all_codes  # inside turrets too
    assert core.units["r1"].has("AMS")
    assert agreed.units["r1"].has("RFA")
    assert "IATM" in agreed.units["r1"].card.all_codes
    assert "RFA" in core.setup.units[0].card.specials  # the card on the table still shows it


@pytest.mark.rule("AS-SPC-004")
def test_an_arc_loses_its_optional_abilities_too() -> None:
    ship = {
        "type": "SV",
        "size": 4,
        "move": '4"t',
        "damage": None,
        "specials": ["VLG"],
        "arcs": {name: {"damage": "3/3/3", "specials": ["IATM1/1/1", "AC1/1/1"]} for name in ("front", "aft")},
    }
    fight = optional(**ship)
    assert fight.units["r1"].card.arcs["front"].specials.texts == ["AC1/1/1"]
    assert fight.units["r1"].card.is_large


@pytest.mark.rule("AS-SPC-004")
@pytest.mark.parametrize("code", ["TAG", "LTAG", "LRM1/1/1", "SRM1/1", "AC1/1/1", "ART-T1", "SEAL", "RCN", "LPRB"])
def test_what_the_standard_rules_lean_on_always_counts(code: str) -> None:
    assert optional(specials=[code]).units["r1"].card.specials.texts == [
        code.removesuffix("1") if "ART" in code else code
    ]
    assert optional(specials=["RFA"]).units["r1"].card.specials.texts == []


@pytest.mark.rule("AS-SPC-004")
def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(InputError, match="did you mean optional_abilities"):
        optional("optional_ability")


# -- kinds of attack ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-005")
def test_an_ability_is_fired_in_the_place_of_all_weapons() -> None:
    launcher = {"damage": "4/4/3", "specials": ["LRM1/2/2", "SRM2/2", "IF1", "CASE"], "ov": 2}
    fight = battle(unit("r1", (10, 10), **launcher), unit("b1", (10, 20), 180), dice=HIT)
    assert attack(fight, "r1", "b1", using="LRM").damage == 2
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_attacked"
    again = battle(unit("r1", (10, 10), **launcher), unit("b1", (10, 20), 180))
    assert refusal(again, commands.Attack("r1", "b1", using="CASE")).rule == "AS-SPC-005"
    assert refusal(again, commands.Attack("r1", "b1", using="SRM", overheat=1)).code == "no_overheat"


@pytest.mark.rule("AS-SPC-005")
def test_an_extra_attack_comes_on_top() -> None:
    gun = {"damage": "4/4/3", "specials": ["ART-T1"]}
    fight = battle(unit("r1", (10, 10), **gun), unit("b1", (10, 20), 180), dice=(*HIT, *HIT))
    attack(fight, "r1", "b1", kind="artillery")
    assert attack(fight, "r1", "b1").damage == 4
    fresh = battle(unit("r1", (10, 10), **gun), unit("b1", (10, 20), 180))
    assert refusal(fresh, commands.Attack("r1", "b1", using="ART-T")).rule == "AS-SPC-005"


@pytest.mark.rule("AS-SPC-005")
def test_weapon_hits_wear_abilities_down_as_well() -> None:
    launcher = {"specials": ["LRM1/2/2"], "state": {"crits": {"weapon": 1}}}
    fight = battle(unit("r1", (10, 10), **launcher), unit("b1", (10, 20), 180), dice=HIT)
    assert attack(fight, "r1", "b1", using="LRM").damage == 1


# -- the order of damage changes ------------------------------------------------------------------------------


def sub_fight(attacker: dict[str, Any], target: dict[str, Any], **more: Any) -> Any:
    """An attack at 2 inches between two units on the bottom of a lake."""
    fight = battle(
        unit("r1", (10, 10), skill=0, **attacker),
        unit("b1", (10, 13.25), more.pop("facing", 180), armor=20, **target),
        terrain=[LAKE],
        dice=more.pop("dice", (*HIT, 3, 3, 3, 3)),
    )
    return attack(fight, "r1", "b1", **more)


@pytest.mark.rule("AS-SPC-006")
def test_everything_at_once_goes_by_the_fixed_order() -> None:
    """5 and 1 of overheat is 6; half under water 3; in the rear 4; less anti-missile fire 3; less a shield 2."""
    shot = sub_fight(
        {"damage": "5/5/5", "ov": 1, "specials": ["IF1"]},
        {"specials": ["SHLD", "TUR(1/1/1, AMS)"]},
        facing=0,
        overheat=1,
    )
    assert shot.direction == "rear"
    assert [(part.value, part.rule) for part in shot.damage_parts] == [
        (5, "AS-DMG-008"),
        (1, "AS-HEA-010"),
        (-3, "AS-DMG-017"),
        (1, "AS-DMG-005"),
        (-1, "AS-SPC-012"),
        (-1, "AS-SPC-018"),
    ]
    assert shot.damage == 2


@pytest.mark.rule("AS-SPC-006")
def test_torpedoes_are_added_after_the_halving_and_heat_last() -> None:
    """3 and 1 of overheat is 4; half 2; 3 torpedoes 5; anti-missile fire 4; a tank takes 2 of heat as damage: 6."""
    tank = {"type": "CV", "move": '8"s', "specials": ["AMS"], "state": {"elevation": -3}}
    shot = sub_fight({"damage": "3/3/3", "ov": 1, "specials": ["IF1", "TOR3/3/3", "HT2/2/2"]}, tank, overheat=1)
    assert [part.value for part in shot.damage_parts] == [3, 1, -2, 3, -1, 2]
    assert shot.damage == 6


@pytest.mark.rule("AS-SPC-006")
def test_rear_weapons_are_deducted_before_overheat_and_nothing_falls_below_zero() -> None:
    atlas = {"damage": "1/1/1", "ov": 2, "specials": ["REAR2/2/-"], "skill": 0}
    fight = battle(
        unit("r1", (20, 20), 0, **atlas),
        unit("b1", (20, 40), 180, specials=["SHLD"]),
        unit("b2", (20, 16), 0),
        dice=(*HIT, *HIT),
    )
    shot = attack(fight, "r1", "b1", rear="b2", overheat=1)
    assert [part.value for part in shot.damage_parts] == [1, -2, 1]
    assert shot.damage == 0


def test_a_setup_keeps_the_printed_card() -> None:
    fight = optional(specials=["RFA"])
    assert replace(fight.setup.units[0]).card.specials.texts == ["RFA"]
    end(fight)
    assert fight.units["r1"].card.specials.texts == []


@pytest.mark.rule("AS-SPC-116")
def test_a_field_base_changes_nothing_in_a_battle() -> None:
    """It is there for what comes between battles; on the table a unit with it is one without."""
    ends = []
    for specials in ([], ["MFB"]):
        fight = battle(
            unit("r1", (10, 10), specials=specials),
            unit("b1", (10, 20), 180, specials=specials),
            options=("optional_abilities",),
            seed=3,
        )
        assert fight.units["r1"].has("MFB") == bool(specials)
        told = [attack(fight, "r1", "b1")]
        end(fight)
        told.append(attack(fight, "b1", "r1"))
        ends.append([(one.target_number, one.roll, one.hit) for one in told])
    assert ends[0] == ends[1]
