"""Abilities that soften or worsen what a hit does (pp. 76-78): armor, ammunition, engines, fire."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.harm import strike
from rules.table import attack, battle, end, refusal, unit

HIT = (5, 5)
NOTHING = (4, 5)  # no critical hit on a 'Mech
AMMO = (1, 1)
QUIET = (1, 2, 6, 1)  # initiative of the next turn

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/3"}
LAKE: dict[str, Any] = {"kind": "water", "depth": 3, "rect": [0, 0, 48, 48]}


def victim(*specials: str, dice: tuple[int, ...] = (), terrain: Any = (), **card: Any) -> Battle:
    return battle(
        unit("r1", (10, 10)),
        unit("b1", (10, 20), 180, specials=list(specials), **card),
        dice=dice,
        terrain=terrain,
    )


def causes(fight: Battle) -> list[str]:
    """What brought the critical rolls so far about."""
    return [event.cause for event in fight.journal.events if event.type == "critical"]


def types(fight: Battle) -> list[str]:
    return [event.type for event in fight.journal.events if event.type.startswith(("critical", "ability"))]


# -- armored components ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-013")
def test_the_first_critical_check_comes_to_nothing() -> None:
    fight = victim("ARM", armor=0, structure=9, dice=NOTHING)
    strike(fight, "b1", 1)
    assert types(fight) == ["critical_cancelled", "ability_spent"]
    assert fight.units["b1"].spent == {"ARM"}
    strike(fight, "b1", 1)
    assert causes(fight) == ["structure"]


@pytest.mark.rule("AS-SPC-013")
def test_whatever_brings_it_about_and_only_one_roll_of_several() -> None:
    lucky = victim("ARM")
    strike(lucky, "b1", 1, natural_12=True)
    assert types(lucky) == ["critical_cancelled", "ability_spent"]
    twice = victim("ARM", type="IM", armor=0, structure=9, dice=NOTHING)
    strike(twice, "b1", 1)
    assert types(twice) == ["critical_cancelled", "ability_spent", "critical"]
    barred = victim("ARM", "BAR", armor=0, structure=9, dice=NOTHING)
    strike(barred, "b1", 1)
    assert causes(barred) == ["bar"]


# -- armored motive systems -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-014")
def test_armored_motive_systems_take_1_off_the_roll() -> None:
    """The ledger's example: 11 + 1 for wheels - 1 is 11, half of Move and TMM."""
    fight = victim("ARS", **{**TANK, "move": '10"w', "tmm": 2, "armor": 9}, dice=(6, 5))
    strike(fight, "b1", 1)
    rolled = next(event for event in fight.journal.events if event.type == "motive")
    assert (rolled.total, rolled.result) == (11, "motive_half")
    assert [(part.value, part.rule) for part in rolled.modifiers] == [(1, "AS-DMG-053"), (-1, "AS-SPC-014")]
    plain = victim(**{**TANK, "move": '10"w', "tmm": 2, "armor": 9}, dice=(6, 5))
    strike(plain, "b1", 1)
    assert next(event for event in plain.journal.events if event.type == "motive").result == "motive_0"


# -- barrier armor --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-015")
def test_barrier_armor_lets_every_hit_through_to_something() -> None:
    fight = victim("BAR", armor=9, dice=NOTHING)
    strike(fight, "b1", 1)
    assert causes(fight) == ["bar"]
    deep = victim("BAR", armor=0, structure=9, dice=(*NOTHING, *NOTHING))
    strike(deep, "b1", 1)
    assert causes(deep) == ["structure", "bar"]
    wet = victim("BAR", armor=9, dice=(*NOTHING, *NOTHING), terrain=[LAKE])
    strike(wet, "b1", 1)
    assert causes(wet) == ["bar", "submerged"]


@pytest.mark.rule("AS-SPC-015")
def test_without_damage_there_is_nothing_to_roll_for() -> None:
    fight = battle(
        unit("r1", (10, 10), damage="0*/0*/0*"),
        unit("b1", (10, 20), 180, specials=["BAR"]),
        dice=(*HIT, 3, *HIT, 6, *NOTHING),
    )
    assert attack(fight, "r1", "b1").damage == 0
    assert causes(fight) == []
    fight.units["r1"].attacks = ()
    assert attack(fight, "r1", "b1").damage == 1
    assert causes(fight) == ["bar"]


# -- HarJel ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-017")
def test_harjel_closes_hull_breaches_and_nothing_else() -> None:
    dry = victim("BHJ", armor=9, terrain=[LAKE])
    strike(dry, "b1", 1)
    assert causes(dry) == []
    wet = victim(armor=9, terrain=[LAKE], dice=NOTHING)
    strike(wet, "b1", 1)
    assert causes(wet) == ["submerged"]
    deep = victim("BHJ", armor=9, terrain=[LAKE], dice=NOTHING)
    strike(deep, "b1", 1, natural_12=True)
    assert causes(deep) == ["natural_12"]


@pytest.mark.rule("AS-SPC-017")
def test_harjel_does_not_keep_a_hull_without_armor_afloat() -> None:
    fight = victim("BHJ", armor=1, terrain=[LAKE])
    strike(fight, "b1", 1)
    assert fight.units["b1"].doomed is not None
    assert causes(fight) == []


# -- ammunition -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-021")
def test_case_turns_an_ammo_hit_into_a_point() -> None:
    fight = victim("CASE", armor=0, structure=5, dice=(*AMMO, *NOTHING))
    strike(fight, "b1", 1)
    assert (fight.units["b1"].structure, fight.units["b1"].doomed) == (3, None)
    assert causes(fight) == ["structure", "ammo"]  # the point has damaged structure as well


@pytest.mark.rule("AS-SPC-021")
def test_a_point_that_armor_stops_brings_no_further_roll() -> None:
    fight = victim("CASE", armor=5, dice=AMMO)
    strike(fight, "b1", 1, natural_12=True)
    assert (fight.units["b1"].armor, fight.units["b1"].doomed) == (3, None)
    assert causes(fight) == ["natural_12"]
    bare = victim(armor=5, dice=AMMO)
    strike(bare, "b1", 1, natural_12=True)
    assert bare.units["b1"].doomed is not None


@pytest.mark.rule("AS-SPC-022", "AS-SPC-027")
@pytest.mark.parametrize(("code", "rule_id"), [("CASEII", "AS-SPC-022"), ("ENE", "AS-SPC-027")])
def test_some_ammo_hits_do_nothing(code: str, rule_id: str) -> None:
    fight = victim(code, armor=0, structure=5, dice=AMMO)
    strike(fight, "b1", 1)
    assert (fight.units["b1"].structure, fight.units["b1"].doomed) == (4, None)
    told = next(event for event in fight.journal.events if event.type == "critical_cancelled")
    assert (told.cause, told.rule) == ("ammo", rule_id)


@pytest.mark.rule("AS-SPC-022")
def test_case_ii_in_a_vehicle() -> None:
    fight = victim("CASEII", **TANK, armor=0, structure=5, dice=(*AMMO, 3, 3))
    strike(fight, "b1", 1)
    assert fight.units["b1"].doomed is None


@pytest.mark.rule("AS-SPC-027")
def test_energy_weapons_do_not_mind_water() -> None:
    def damage(*specials: str) -> int:
        fight = battle(
            unit("r1", (10, 10), damage="5/5/5", skill=0, specials=list(specials)),
            unit("b1", (10, 13.25), 180, armor=9),
            terrain=[LAKE],
            dice=(*HIT, *NOTHING),
        )
        return int(attack(fight, "r1", "b1").damage)

    assert (damage("ENE"), damage()) == (5, 2)


# -- engines --------------------------------------------------------------------------------------------------


def engine(code: str, dice: tuple[int, ...], *, turns: int = 1, fires: bool = True, **state: Any) -> Battle:
    """r1 with a damaged engine fires once a turn."""
    fight = battle(
        unit("r1", (10, 10), 0, skill=0, specials=[code] if code else [], state={"crits": {"engine": 1}, **state}),
        unit("b1", (10, 25), 180, armor=99, structure=9),
        dice=dice,
    )
    for _ in range(turns):
        if fires:
            attack(fight, "r1", "b1")
        end(fight, 2)
    return fight


def rolls(fight: Battle) -> list[tuple[str, str]]:
    return [(event.result, event.rule) for event in fight.journal.events if event.type == "roll"]


ENGINES = pytest.mark.parametrize(("code", "rule_id"), [("EE", "AS-SPC-025"), ("FC", "AS-SPC-026")])


@pytest.mark.rule("AS-SPC-025", "AS-SPC-026")
@ENGINES
def test_a_damaged_engine_that_is_not_fusion_may_explode_instead_of_heating(code: str, rule_id: str) -> None:
    held = engine(code, (*HIT, 6, 5, *QUIET))
    assert rolls(held) == [("it holds", rule_id)]
    assert (held.units["r1"].heat, held.units["r1"].destroyed) == (0, False)
    burst = engine(code, (*HIT, 6, 6))
    assert burst.units["r1"].destroyed
    assert burst.outcome is not None
    assert engine("", (*HIT, *QUIET)).units["r1"].heat == 1  # fusion heats up


@pytest.mark.rule("AS-SPC-025", "AS-SPC-026")
@ENGINES
def test_whoever_does_not_fire_does_not_roll(code: str, rule_id: str) -> None:
    assert rolls(engine(code, QUIET, fires=False)) == []
    assert rolls(engine(code, (*HIT, 3, 3, *QUIET))) == [("it holds", rule_id)]


@pytest.mark.rule("AS-SPC-025")
def test_the_turn_of_the_hit_does_not_count() -> None:
    """The ledger's example: hit in turn 3, fires in turn 4, rolls in the End Phase of turn 4."""
    fight = battle(
        unit("r1", (10, 10), 0, skill=0, specials=["EE"], armor=9),
        unit("b1", (10, 25), 180, armor=99),
        dice=(*HIT, 5, 6, *QUIET, *HIT, 6, 6),
        turn=3,
    )
    attack(fight, "r1", "b1")
    strike(fight, "r1", 1, natural_12=True)
    end(fight, 2)
    assert (fight.state.turn, fight.units["r1"].wounds, rolls(fight)) == (4, ("engine",), [])
    end(fight, 2)
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert rolls(fight) == [("it explodes", "AS-SPC-025")]


@pytest.mark.rule("AS-SPC-025")
def test_vehicles_keep_the_engine_hit_of_vehicles() -> None:
    fight = battle(
        unit("r1", (10, 10), 0, skill=0, **{**TANK, "specials": ["EE"]}, state={"crits": {"engine": 1}}),
        unit("b1", (10, 15), 180, armor=99),
        unit("r2", (40, 10), 0, skill=0, specials=["EE"], state={"crits": {"engine": 1}}),
        dice=(*HIT, *HIT, 3, 3, *QUIET),
    )
    attack(fight, "r1", "b1")
    attack(fight, "r2", "b1")
    end(fight, 2)
    assert [event.unit for event in fight.journal.events if event.type == "roll"] == ["r2"]


@pytest.mark.rule("AS-SPC-025", "AS-SPC-026")
@ENGINES
def test_it_drowns_without_a_seal(code: str, rule_id: str) -> None:
    def shore(depth: int, *specials: str) -> Battle:
        lake = {"kind": "water", "depth": depth, "rect": [0, 12, 48, 20]}
        return battle(
            unit("r1", (10, 10), move='20"', specials=[code, *specials]),
            unit("b1", (40, 5)),
            terrain=[lake],
            phase="movement",
        )

    into = commands.Move("r1", ((10, 13),))
    assert refusal(shore(2), into).rule == rule_id
    assert shore(1).do(into)
    assert shore(2, "SEAL").do(into)


# -- fire -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-029")
def test_fire_resistant_units_feel_no_heat() -> None:
    flamer = {"damage": "2/2/2", "specials": ["HT2/2/2"], "skill": 0}

    def burn(**card: Any) -> tuple[int, int]:
        fight = battle(unit("r1", (10, 10), **flamer), unit("b1", (10, 20), 180, armor=9, **card), dice=(*HIT, 3, 3))
        return int(attack(fight, "r1", "b1").damage), fight.units["b1"].heat_taken

    assert burn(specials=["FR"]) == (2, 0)
    assert burn() == (2, 2)
    assert burn(**{**TANK, "specials": ["FR"]}) == (2, 0)
    assert burn(**TANK) == (4, 0)
