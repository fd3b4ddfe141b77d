"""The target number, row by row (pp. 42-45)."""

from typing import Any

import pytest

from lancemate.alphastrike.combat.attack import modifiers, open_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Modifier, total
from rules.table import attack, battle, number, refusal, unit

BASE = 1.25

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/3", "specials": []}
VTOL: dict[str, Any] = {**TANK, "move": '12"v'}
SUPPORT: dict[str, Any] = {**TANK, "type": "SV"}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-"}
ARMOR: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "1/1/-"}
FLYER: dict[str, Any] = {"type": "AF", "size": 2, "move": "6a", "damage": "3/3/3", "threshold": 2, "tmm": 0}
SHIP: dict[str, Any] = {
    "type": "DS",
    "size": 3,
    "move": "4p",
    "damage": None,
    "tmm": 0,
    "arcs": {name: {"damage": "5/5/5/-"} for name in ("nose", "left", "right", "aft")},
}


def duel(
    attacker: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    *,
    gap: float = 10.0,
    mine: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    terrain: list[dict[str, Any]] | None = None,
    **more: Any,
) -> Battle:
    """r1 (``attacker`` its card, ``mine`` its state) looks east at b1 (``target``, ``other``), medium range away."""
    fight = battle(
        unit("r1", (5, 20), 90, **(attacker or {})),
        unit("b1", (5 + BASE + gap, 20), 270, **(target or {})),
        terrain=terrain or [],
        **more,
    )
    for name, state in (("r1", mine), ("b1", other)):
        for key, value in (state or {}).items():
            setattr(fight.units[name], key, value)
    return fight


def parts(fight: Battle, **more: Any) -> tuple[Modifier, ...]:
    return modifiers(open_attack(fight, commands.Attack("r1", "b1", **more)))


def value(fight: Battle, rule_id: str, **more: Any) -> int | None:
    """What one rule adds to the target number of r1 against b1."""
    values = [part.value for part in parts(fight, **more) if part.rule == rule_id]
    return sum(values) if values else None


# -- Skill, roll, limits --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-034")
@pytest.mark.parametrize("skill", [0, 4, 7])
def test_skill_is_the_base(skill):
    assert value(duel({"skill": skill}), "AS-COM-034") == skill
    assert value(duel({"skill": skill}, gap=0.5), "AS-COM-034", kind="physical") == skill


@pytest.mark.rule("AS-COM-035")
@pytest.mark.parametrize(("dice", "hit"), [([3, 3], False), ([3, 4], True), ([4, 4], True)])
def test_a_roll_that_reaches_the_number_hits(dice, hit):
    shot = attack(duel(dice=[*dice, 1, 1, 1, 1]), "r1", "b1")
    assert (shot.target_number, shot.hit, shot.margin) == (7, hit, sum(dice) - 7)


@pytest.mark.rule("AS-COM-036")
def test_above_12_even_a_natural_12_misses():
    at_12 = attack(duel({"skill": 7}, {"tmm": 1}, gap=30, dice=[6, 6, 1, 1, 1, 1]), "r1", "b1")
    assert (at_12.target_number, at_12.hit) == (12, True)
    at_13 = attack(duel({"skill": 7}, {"tmm": 2}, gap=30, dice=[6, 6]), "r1", "b1")
    assert (at_13.target_number, at_13.hit) == (13, False)


@pytest.mark.rule("AS-COM-037")
def test_at_2_or_less_everything_hits_though_the_dice_fall():
    # A natural 2 would miss a number of 3 and of course reach 2; below that the sum is hit even by less than it needs.
    shot = attack(duel({"skill": 3}, gap=5, other={"shutdown": True}, dice=[1, 1]), "r1", "b1")
    assert (shot.target_number, shot.hit) == (-1, True)
    fight = duel({"skill": 3}, gap=5, other={"shutdown": True}, dice=[1, 1], without=["AS-COM-035"])
    assert attack(fight, "r1", "b1").hit


@pytest.mark.rule("AS-COM-038")
def test_parts_come_in_the_order_skill_attacker_target_other_range():
    fight = duel(
        {"specials": ["SHLD"]},
        mine={"moved": "jump", "heat": 1},
        other={"moved": "ground"},
        terrain=[{"kind": "woods", "rect": [8, 10, 2, 20]}],
    )
    labels = [part.label for part in parts(fight)]
    assert labels[:3] == ["Skill", "Attacker jumped", "Target movement"]
    assert set(labels[3:-1]) == {"Woods", "Heat", "Shield (SHLD)"}
    assert labels[-1] == "Range: medium"
    assert total(parts(fight)) == 4 + 2 + 1 + 1 + 1 + 1 + 2


# -- attacker movement ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-039", "AS-COM-040", "AS-COM-041")
@pytest.mark.parametrize(
    ("moved", "rule_id", "expected"),
    [
        ("jump", "AS-COM-041", 2),
        ("standstill", "AS-COM-040", -1),
        ("immobile", "AS-COM-040", -1),
        ("ground", "AS-COM-040", None),
        ("minimum", "AS-COM-040", None),
        ("ground", "AS-COM-041", None),
        ("minimum", "AS-COM-041", None),
    ],
)
def test_attacker_movement(moved, rule_id, expected):
    assert value(duel(mine={"moved": moved}), rule_id) == expected
    assert value(duel(gap=0.5, mine={"moved": moved}), rule_id, kind="physical") == expected


@pytest.mark.rule("AS-COM-040")
def test_a_unit_that_has_lost_its_move_shoots_steadily():
    crippled = duel(mine={"moved": "ground", "wounds": ("mp", "mp", "mp", "mp")})
    assert value(crippled, "AS-COM-040") == -1


@pytest.mark.rule("AS-COM-042")
@pytest.mark.parametrize("card", [FOOT, ARMOR])
@pytest.mark.parametrize("moved", ["standstill", "jump"])
def test_infantry_ignores_its_own_movement(card, moved):
    fight = duel(card, mine={"moved": moved})
    assert value(fight, "AS-COM-040") is None
    assert value(fight, "AS-COM-041") is None
    assert value(duel(mine={"moved": moved}), "AS-COM-040" if moved == "standstill" else "AS-COM-041") is not None


# -- target movement ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-043", "AS-COM-044", "AS-COM-045", "AS-COM-046", "AS-COM-048", "AS-COM-050")
@pytest.mark.parametrize(
    ("moved", "rule_id", "expected"),
    [
        ("ground", "AS-COM-044", 2),
        ("sprint", "AS-COM-044", 2),
        ("jump", "AS-COM-045", 3),
        ("none", "AS-COM-046", 2),
        ("immobile", "AS-COM-047", -4),
        ("standstill", "AS-COM-048", 0),
        ("minimum", "AS-COM-048", 0),
        ("dismounted", "AS-COM-048", 0),
        ("submersible", "AS-COM-049", 2),
        ("dropped", "AS-COM-050", 3),
    ],
)
def test_exactly_one_target_movement_counts(moved, rule_id, expected):
    fight = duel(target={"tmm": 2}, other={"moved": moved})
    found = {part.rule: part.value for part in parts(fight) if "AS-COM-043" < part.rule <= "AS-COM-050"}
    assert found == {rule_id: expected}


@pytest.mark.rule("AS-COM-043", "AS-COM-044")
def test_the_tmm_now_counts_not_the_printed_one():
    assert value(duel(target={"tmm": 2}, other={"wounds": ("mp",)}), "AS-COM-044") == 1


@pytest.mark.rule("AS-COM-045")
@pytest.mark.parametrize(("specials", "expected"), [(["JMPW1"], 2), (["JMPS1"], 4), ([], 3)])
def test_strong_and_weak_jump_jets(specials, expected):
    fight = duel(target={"tmm": 2, "specials": specials, "move": '8"j'}, other={"moved": "jump"})
    assert total(parts(fight)) - total(parts(duel(target={"tmm": 0}))) == expected
    on_foot = duel(target={"tmm": 2, "specials": specials, "move": '8"j'}, other={"moved": "ground"})
    assert value(on_foot, "AS-COM-044") == 2


@pytest.mark.rule("AS-COM-049")
@pytest.mark.parametrize(("specials", "expected"), [(["SUBW1"], 1), (["SUBS2"], 4), ([], 2)])
def test_strong_and_weak_submersible_drives(specials, expected):
    card = {**TANK, "tmm": 2, "move": '8"s', "specials": specials}
    fight = duel(target=card, other={"moved": "submersible"})
    assert total(parts(fight)) - total(parts(duel(target={"tmm": 0}))) == expected
    assert value(fight, "AS-COM-049") == 2


@pytest.mark.rule("AS-COM-047")
@pytest.mark.parametrize("state", [{"shutdown": True}, {"stunned": True}, {"wounds": ("mp",) * 4}])
def test_an_immobile_target_is_4_easier_once_and_has_no_tmm(state):
    fight = duel(target={"tmm": 3}, other={"moved": "ground", **state})
    assert [part.value for part in parts(fight) if part.rule == "AS-COM-047"] == [-4]
    assert value(fight, "AS-COM-044") is None


@pytest.mark.rule("AS-COM-047", "AS-COM-005")
@pytest.mark.parametrize("kind", ["building", "bridge", "woods"])
def test_terrain_and_buildings_are_immobile(kind):
    fight = duel(terrain=[{"id": "it", "kind": kind, "height": 2, "rect": [12, 15, 3, 3]}])
    shot = attack(fight, "r1", "it")
    assert number(shot, "AS-COM-047") == -4
    assert shot.target_number == 4 - 4 + 2
    assert number(shot, "AS-COM-052") is None  # woods do not hide themselves


# -- terrain --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-052")
def test_woods_count_once():
    here = {"kind": "woods", "rect": [4, 18, 2, 4]}
    between = {"kind": "woods", "rect": [9, 18, 2, 4]}
    there = {"kind": "woods", "rect": [15, 18, 3, 4]}
    for terrain in ([here], [between], [there], [here, between], [here, between, there]):
        assert value(duel(terrain=terrain), "AS-COM-052") == 1
    assert value(duel(), "AS-COM-052") is None
    assert value(duel(gap=0.5, terrain=[here]), "AS-COM-052", kind="physical") == 1


@pytest.mark.rule("AS-COM-054")
def test_underwater():
    pond = {"kind": "water", "depth": 2, "rect": [0, 5, 60, 30]}
    assert value(duel(terrain=[pond]), "AS-COM-054") == 1
    surface = duel({"specials": ["TOR2/2/2"]}, terrain=[pond], mine={"elevation": 0.0})
    assert value(surface, "AS-COM-054", using="TOR") == 1
    upward = duel({"specials": ["TOR2/2/2"]}, terrain=[pond], other={"elevation": 0.0})
    assert value(upward, "AS-COM-054", using="TOR") is None
    assert value(duel(), "AS-COM-054") is None


@pytest.mark.rule("AS-COM-055")
def test_death_from_above_takes_no_terrain_modifiers():
    woods = {"kind": "woods", "rect": [0, 10, 20, 20]}
    fight = duel({"move": '8"j'}, gap=0.0, terrain=[woods], mine={"moved": "jump", "declared": ("dfa", "b1")})
    assert value(fight, "AS-COM-052", kind="dfa") is None
    assert value(fight, "AS-COM-052", kind="physical") == 1
    pond = {"kind": "water", "depth": 1, "rect": [0, 10, 20, 20]}
    fight = duel({"move": '8"j'}, gap=0.0, terrain=[pond], mine={"moved": "jump", "declared": ("dfa", "b1")})
    assert value(fight, "AS-COM-053", kind="dfa") is None
    assert value(fight, "AS-COM-053", kind="physical") == 1


@pytest.mark.rule("AS-MOV-061")
def test_hull_down_except_from_the_rear():
    assert value(duel(other={"hull_down": True}), "AS-MOV-061") == 1
    assert value(duel(gap=0.5, other={"hull_down": True}), "AS-MOV-061", kind="physical") == 1
    assert value(duel(other={"hull_down": True, "facing": 90}), "AS-MOV-061") is None
    assert value(duel(target=FOOT, other={"hull_down": True, "facing": 90}), "AS-MOV-061") == 1
    assert value(duel(), "AS-MOV-061") is None


# -- the attack -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-056")
@pytest.mark.parametrize("heat", [0, 1, 3])
def test_heat_counts_for_weapons_only(heat):
    assert value(duel(mine={"heat": heat}), "AS-COM-056") == (heat or None)
    assert value(duel(gap=0.5, mine={"heat": heat}), "AS-COM-056", kind="physical") is None


@pytest.mark.rule("AS-COM-057")
@pytest.mark.parametrize("hits", [0, 1, 3])
def test_fire_control_hits_count_each_for_weapons_only(hits):
    state = {"wounds": ("fire_control",) * hits}
    assert value(duel(mine=state), "AS-COM-057") == (2 * hits or None)
    assert value(duel(gap=0.5, mine=state), "AS-COM-057", kind="physical") is None
    fresh = duel(mine={"fresh": ("fire_control",)})  # suffered this turn, felt from the End Phase on
    assert value(fresh, "AS-COM-057") is None


@pytest.mark.rule("AS-COM-058", "AS-COM-072", "AS-COM-080", "AS-COM-069", "AS-COM-070")
def test_modifiers_of_abilities_add_up():
    fight = duel({"type": "IM", "specials": ["SHLD"]}, {"specials": ["STL"]})
    added = [part.value for part in parts(fight) if part.rule in ("AS-COM-069", "AS-COM-072", "AS-COM-080")]
    assert added == [1, 1, 1]
    assert total(parts(duel(SUPPORT, {"specials": ["STL"]}))) == 4 + 1 + 2 + 2 + 1


@pytest.mark.rule("AS-COM-064")
@pytest.mark.parametrize(
    ("attacker", "target", "gap", "sum_"),
    [
        ({}, {}, 10.0, 4 + 1 + 2),
        (SUPPORT, {}, 10.0, 4 + 1 + 2 + 2),
        ({**SUPPORT, "specials": ["BFC"]}, {}, 10.0, 4 + 1 + 1 + 2),
        ({**SUPPORT, "specials": ["AFC"]}, {}, 10.0, 4 + 1 + 2),
        ({"type": "IM"}, ARMOR, 10.0, 4 + 1 + 1 + 1 + 2),
        ({}, {"specials": ["LG"]}, 5.0, 4 + 1 - 1),
        ({}, {"type": "PM", "size": 1}, 30.0, 4 + 1 + 1 + 4),
    ],
)
def test_rows_of_the_table_add_up(attacker, target, gap, sum_):
    assert total(parts(duel({**attacker}, {**target, "tmm": 1}, gap=gap))) == sum_


@pytest.mark.rule("AS-COM-064")
def test_rows_of_terrain_add_up():
    woods = [{"kind": "woods", "rect": [0, 14, 72, 2]}]
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180), terrain=woods)
    assert total(parts(fight)) == total(parts(battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180)))) + 1


@pytest.mark.rule("AS-COM-065")
def test_area_effect():
    fight = duel({"specials": ["ART-LT1"]})
    aimed = open_attack(fight, commands.Attack("r1", commands.PointTarget((20, 20)), "artillery", using="ART-LT"))
    assert [part.value for part in modifiers(aimed) if part.rule == "AS-COM-065"] == [1]
    assert value(duel(), "AS-COM-065") is None


@pytest.mark.rule("AS-COM-066")
def test_a_second_target_of_the_same_weapons():
    # In the core rules nobody has two attacks with the same weapons; optional rules do.
    def scene() -> Battle:
        return battle(
            unit("r1", (5, 20), 90), unit("b1", (15, 20)), unit("b2", (15, 25)), without=["AS-COM-001", "AS-INT-062"]
        )

    fight = scene()
    attack(fight, "r1", "b1")
    assert number(attack(fight, "r1", "b2"), "AS-COM-066") == 1
    fight = scene()
    attack(fight, "r1", "b1")
    assert number(attack(fight, "r1", "b1"), "AS-COM-066") is None


@pytest.mark.rule("AS-COM-068")
def test_rear_weapons():
    fight = duel({"specials": ["REAR1/1/-"]}, mine={"facing": 270})
    assert value(fight, "AS-COM-068", using="REAR") == 1
    assert value(duel({"specials": ["REAR1/1/-"]}), "AS-COM-068") is None


@pytest.mark.rule("AS-COM-069")
@pytest.mark.parametrize(("specials", "expected"), [([], 1), (["BFC"], 1), (["AFC"], None)])
def test_industrial_mechs(specials, expected):
    card = {"type": "IM", "specials": specials}
    assert value(duel(card), "AS-COM-069") == expected
    assert value(duel(card, gap=0.5), "AS-COM-069", kind="physical") == expected
    assert value(duel(), "AS-COM-069") is None


@pytest.mark.rule("AS-COM-070")
@pytest.mark.parametrize(("specials", "expected"), [([], 2), (["BFC"], 1), (["AFC"], None)])
def test_support_vehicles(specials, expected):
    assert value(duel({**SUPPORT, "specials": specials}), "AS-COM-070") == expected
    assert value(duel(TANK), "AS-COM-070") is None


@pytest.mark.rule("AS-COM-071")
@pytest.mark.parametrize("moved", ["standstill", "immobile", "ground"])
def test_grounded_dropships_are_steady_whether_they_move_or_not(moved):
    aerodyne = {**SHIP, "type": "DA", "move": "6a"}
    fight = duel(aerodyne, gap=20, mine={"moved": moved})
    assert value(fight, "AS-COM-071") == -1
    assert value(fight, "AS-COM-040") is None  # instead of, not besides
    fight.units["r1"].airborne = True
    assert value(fight, "AS-COM-071") is None


@pytest.mark.rule("AS-COM-072")
def test_a_shield_hampers_weapons_not_blows():
    assert value(duel({"specials": ["SHLD"]}), "AS-COM-072") == 1
    assert value(duel({"specials": ["SHLD"]}, gap=0.5), "AS-COM-072", kind="physical") is None


@pytest.mark.rule("AS-COM-073")
def test_artillery_from_the_air():
    fight = duel({**VTOL, "specials": ["ART-T1"]}, mine={"airborne": True})
    aimed = commands.Attack("r1", commands.PointTarget((20, 20)), "artillery", using="ART-T")
    assert "AS-COM-073" in {part.rule for part in modifiers(open_attack(fight, aimed))}
    fight.units["r1"].airborne = False
    assert "AS-COM-073" not in {part.rule for part in modifiers(open_attack(fight, aimed))}


# -- the target -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-074")
def test_airborne_aerospace_targets():
    assert value(duel(target=FLYER, other={"airborne": True}), "AS-COM-074") == 2
    assert value(duel(target=FLYER), "AS-COM-074") is None
    assert value(duel(target=VTOL, other={"airborne": True}), "AS-COM-074") is None
    both = duel(FLYER, FLYER, mine={"airborne": True}, other={"airborne": True})
    assert value(both, "AS-COM-074") is None


@pytest.mark.rule("AS-COM-075", "AS-COM-074", "AS-COM-078")
def test_an_airborne_dropship_is_easy_and_not_large_besides():
    fight = duel(target=SHIP, gap=20, other={"airborne": True})
    found = {part.rule: part.value for part in parts(fight)}
    assert (found["AS-COM-074"], found["AS-COM-075"], found.get("AS-COM-078")) == (2, -2, None)
    assert value(duel(target=SHIP, gap=20), "AS-COM-078") == -1
    assert value(duel(target=SHIP, gap=20), "AS-COM-075") is None


@pytest.mark.rule("AS-COM-076")
@pytest.mark.parametrize("move", ['12"v', '12"g'])
def test_airborne_vtols_and_wiges(move):
    card = {**TANK, "move": move}
    assert value(duel(target=card, other={"airborne": True}), "AS-COM-076") == 1
    assert value(duel(target=card), "AS-COM-076") is None
    assert value(duel(target=TANK), "AS-COM-076") is None


@pytest.mark.rule("AS-COM-077")
def test_battle_armor_targets():
    assert value(duel(target=ARMOR), "AS-COM-077") == 1
    assert value(duel(target=ARMOR, gap=0.5), "AS-COM-077", kind="physical") == 1
    assert value(duel(target=FOOT), "AS-COM-077") is None


@pytest.mark.rule("AS-COM-078")
@pytest.mark.parametrize("code", ["LG", "VLG", "SLG"])
def test_large_targets(code):
    assert value(duel(target={**SUPPORT, "specials": [code]}), "AS-COM-078") == -1
    assert value(duel(target=SUPPORT), "AS-COM-078") is None


@pytest.mark.rule("AS-COM-079")
def test_protomech_targets():
    assert value(duel(target={"type": "PM", "size": 1}), "AS-COM-079") == 1
    assert value(duel(), "AS-COM-079") is None


@pytest.mark.rule("AS-COM-080")
@pytest.mark.parametrize(
    ("card", "expected"), [(ARMOR, (1, 1, 2)), ({}, (None, 1, 2)), (TANK, (None, 1, 2)), (FOOT, (None, 1, 2))]
)
def test_stealth_by_range(card, expected):
    stealthy = {**card, "specials": ["STL"]}
    found = tuple(value(duel(target=stealthy, gap=gap), "AS-COM-080") for gap in (5.0, 10.0, 30.0))
    assert found == expected
    assert value(duel(target=stealthy, gap=0.5), "AS-COM-080", kind="physical") is None


@pytest.mark.rule("AS-COM-080")
def test_stealth_that_is_switched_off_does_nothing():
    fight = duel(target={"specials": ["STL"]}, other={"switched_off": frozenset({"STL"})})
    assert value(fight, "AS-COM-080") is None


@pytest.mark.rule("AS-COM-060")
def test_physical_attacks_have_no_range():
    assert value(duel(gap=0.5), "AS-COM-060", kind="physical") is None


# -- the worked example ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-081", "AS-COM-034", "AS-COM-052", "AS-COM-060", "AS-COM-044", "AS-COM-053", "AS-COM-078")
def test_target_number_worked_example():
    a = (36.0, 10.0)
    fight = battle(
        unit("r1", a, 0, skill=3, damage="4/4/3"),
        unit("b1", (50, 14)),  # B, under water
        unit("b2", (36, 10 + BASE + 16), **FOOT, tmm=0),  # C
        unit("b3", (20, 33.09), **{**SUPPORT, "specials": ["LG", "AFC"]}, tmm=2),  # D
        unit("b4", (36 + 2.0, 10 + 2.5777), tmm=2, move='10"/2"j'),  # E, in depth 1 water
        unit("b5", (34, 4), type="PM", size=1, move='8"'),  # F, behind
        unit("b6", (29, 16), **TANK, tmm=1),  # G
        terrain=[
            {"kind": "woods", "rect": [34.5, 8.5, 3, 2.2]},
            {"kind": "water", "depth": 2, "rect": [48, 12, 4, 4]},
            {"kind": "water", "depth": 1, "rect": [37.3, 11.5, 3, 3]},
            {"kind": "woods", "polygon": [[30, 13.5], [32, 13.5], [32, 15.8], [30, 15.8]]},
        ],
        without=["AS-COM-001", "AS-INT-062", "AS-COM-066"],
    )
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("no_line_of_sight", "AS-COM-020")

    def shot(target: str) -> tuple[int, str, float]:
        event = attack(fight, "r1", target)
        return event.target_number, event.range, round(event.distance)

    assert shot("b2") == (6, "medium", 16)
    assert shot("b3") == (9, "long", 26)
    assert shot("b4") == (7, "short", 2)
    behind = refusal(fight, commands.Attack("r1", "b5"))
    assert behind.code == "out_of_arc"
    assert fight.sight(fight.units["r1"], fight.units["b5"]).status == "clear"
    assert shot("b6") == (7, "medium", 8)
    assert fight.sight(fight.units["r1"], fight.units["b6"]).woods > 1.5
