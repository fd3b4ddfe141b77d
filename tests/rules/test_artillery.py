"""Artillery: pieces, targets, range, target numbers, scatter and areas."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.artillery import PIECES
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from rules.table import attack, battle, number, refusal, unit

Shell = commands.Attack
Point = tuple[float, float]
FAR = (60.0, 44.0)


def at(point: Point) -> commands.PointTarget:
    return commands.PointTarget(point)


def battery(*more: Any, dice: Any = (6, 5), specials: str = "ART-S", **red: Any) -> Battle:
    """r1 carries artillery; b9 stands far away, so that there are two sides."""
    terrain = red.pop("terrain", ())
    gun = unit("r1", at=red.pop("at", (10.0, 10.0)), specials=specials, **red)
    return battle(gun, *more, unit("b9", at=FAR), terrain=terrain, dice=dice)


def shell(fight: Battle, target: str | Point, **more: Any) -> list[Any]:
    aim = at(target) if isinstance(target, tuple) else target
    return fight.do(Shell("r1", aim, "artillery", **more))


def hits(events: list[Any]) -> dict[str, int]:
    return {event.target: event.damage for event in events if event.type == "hit"}


# -- pieces ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-104")
def test_artillery_fires_in_addition_to_the_weapons() -> None:
    fight = battery(unit("b1", at=(10, 20)), dice=(6, 5, 6, 5, 6, 5))
    attack(fight, "r1", "b1")
    attack(fight, "r1", (30.0, 30.0), kind="artillery")
    other = battery(unit("b1", at=(10, 20)), dice=(6, 5, 6, 5))
    attack(other, "r1", (30.0, 30.0), kind="artillery")
    assert attack(other, "r1", "b1").hit


@pytest.mark.rule("AS-MOV-058")
def test_who_sprinted_fires_no_artillery() -> None:
    fight = battery(state={"moved": "sprint"})
    assert refusal(fight, Shell("r1", at((30.0, 30.0)), "artillery")).rule == "AS-MOV-058"


@pytest.mark.rule("AS-COM-105", "AS-SPC-069")
@pytest.mark.parametrize("written", ["ART-S2", "ARTS-2", "arts2"])
def test_every_piece_makes_its_own_attack(written: str) -> None:
    fight = battery(specials=written, dice=(6, 5, 6, 5))
    attack(fight, "r1", (30.0, 30.0), kind="artillery")
    attack(fight, "r1", (40.0, 30.0), kind="artillery")
    assert refusal(fight, Shell("r1", at((20.0, 30.0)), "artillery")).rule == "AS-COM-105"


@pytest.mark.rule("AS-COM-105")
def test_two_kinds_of_artillery_are_counted_apart() -> None:
    fight = battery(specials="ART-S, ARTLT-2", dice=(6, 5) * 3)
    assert refusal(fight, Shell("r1", at((30.0, 30.0)), "artillery")).code == "which_artillery"
    attack(fight, "r1", (30.0, 30.0), kind="artillery", using="ART-S")
    attack(fight, "r1", (30.0, 30.0), kind="artillery", using="ARTLT")
    attack(fight, "r1", (30.0, 30.0), kind="artillery", using="ART-LT")
    assert refusal(fight, Shell("r1", at((30.0, 30.0)), "artillery", "ART-S")).code == "artillery_spent"
    assert refusal(fight, Shell("r1", at((30.0, 30.0)), "artillery", "ART-LT")).code == "artillery_spent"


@pytest.mark.rule("AS-COM-105", "AS-DMG-050")
def test_a_weapon_hit_silences_a_piece() -> None:
    fight = battery(specials="ART-S2", dice=(6, 5, 6, 5), state={"crits": {"weapon": 1}})
    attack(fight, "r1", (30.0, 30.0), kind="artillery")
    assert refusal(fight, Shell("r1", at((30.0, 30.0)), "artillery")).code == "artillery_spent"


@pytest.mark.rule("AS-SPC-069")
def test_who_has_no_artillery_fires_none() -> None:
    assert refusal(battery(specials="IF1"), Shell("r1", at((30.0, 30.0)), "artillery")).code == "no_artillery"
    assert (
        refusal(battery(specials="IF1, ART-S"), Shell("r1", at((30.0, 30.0)), "artillery", "IF")).rule == "AS-SPC-069"
    )


def test_artillery_in_a_turret_fires_backwards() -> None:
    vehicle: dict[str, Any] = {"type": "CV", "move": '8"t', "facing": 180.0}
    fixed = battery(specials="ART-S", **vehicle)
    assert refusal(fixed, Shell("r1", at((10.0, 30.0)), "artillery")).code == "out_of_arc"
    turret = battery(specials="TUR(1/1/1, ART-S)", **vehicle)
    assert attack(turret, "r1", (10.0, 30.0), kind="artillery").hit


# -- targets and range ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-106", "AS-INT-009")
def test_direct_fire_strikes_a_unit_or_a_point_and_bursts_there() -> None:
    fight = battery(unit("b1", at=(10, 30)), dice=(6, 5))
    assert hits(shell(fight, "b1")) == {"b1": 2}
    fight = battery(unit("b1", at=(10, 30)), dice=(6, 5))
    assert hits(shell(fight, (10.0, 31.5))) == {"b1": 2}


@pytest.mark.rule("AS-COM-106")
def test_indirect_fire_is_aimed_at_points_only() -> None:
    fight = battery(unit("r2", at=(10, 25)), unit("b1", at=(10, 30)))
    assert refusal(fight, Shell("r1", "b1", "artillery", spotter="r2")).rule == "AS-COM-106"


@pytest.mark.rule("AS-COM-106")
def test_terrain_and_points_off_the_table_are_no_targets() -> None:
    fight = battery(terrain=[{"id": "wood", "kind": "woods", "rect": [20, 20, 5, 5]}])
    assert refusal(fight, Shell("r1", "wood", "artillery")).rule == "AS-COM-106"
    assert refusal(fight, Shell("r1", at((90.0, 10.0)), "artillery")).code == "off_table"


@pytest.mark.rule("AS-COM-006", "AS-COM-106")
def test_direct_fire_needs_a_line_of_sight() -> None:
    hill = {"id": "hill", "kind": "hill", "height": 6, "rect": [0, 20, 30, 2]}
    fight = battery(terrain=[hill])
    assert refusal(fight, Shell("r1", at((10.0, 30.0)), "artillery")).code == "no_line_of_sight"


@pytest.mark.rule("AS-COM-107")
@pytest.mark.parametrize(
    ("piece", "inches", "reached"),
    [
        ("TC", 24.0, True),
        ("TC", 24.5, False),
        ("SC", 24.0, True),
        ("SC", 30.0, False),
        ("LTC", 42.0, True),
        ("LTC", 42.5, False),
        ("T", 41.0, True),
    ],
)
def test_cannons_have_a_maximum_range(piece: str, inches: float, reached: bool) -> None:
    fight = battery(unit("r2", at=(50.0, 5.0)), specials=f"ART-{piece}", at=(1.0, 1.0), facing=90.0, dice=(6, 5))
    command = Shell("r1", at((1.0 + 0.625 + inches, 1.0)), "artillery", spotter="r2")
    answer = preview_attack(fight, command)
    assert answer.legal == reached
    if not reached:
        assert answer.reason is not None
        assert answer.reason.rule == "AS-COM-107"


# -- target number --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-108")
def test_long_tom_at_a_point_ten_inches_away() -> None:
    """Skill 4, standing still: 4 - 1 + 4 + 1 = 8."""
    fight = battery(specials="ART-LT", state={"moved": "standstill"})
    shot = attack(fight, "r1", (10.0, 20.625), kind="artillery")
    assert shot.target_number == 8
    assert (number(shot, "AS-COM-108"), number(shot, "AS-COM-065"), number(shot, "AS-COM-060")) == (4, 1, None)


@pytest.mark.rule("AS-COM-108")
def test_a_cannon_uses_the_normal_range_modifiers() -> None:
    """Skill 4, Sniper Cannon, 20 inches: 4 + 2 + 1 = 7."""
    shot = attack(battery(specials="ART-SC"), "r1", (10.0, 30.625), kind="artillery")
    assert shot.target_number == 7


@pytest.mark.rule("AS-COM-107", "AS-COM-108")
def test_beyond_long_range_artillery_is_at_plus_six() -> None:
    fight = battery(unit("r2", at=(50.0, 12.0)), facing=90.0)
    near = preview_attack(fight, Shell("r1", at((52.0, 10.0)), "artillery", spotter="r2"))
    far = preview_attack(fight, Shell("r1", at((53.0, 10.0)), "artillery", spotter="r2"))
    assert (near.legal, far.legal) == (True, True)
    assert near.target_number is not None
    assert far.target_number == near.target_number + 2
    assert any(part.rule == "AS-COM-107" and part.value == 6 for part in far.modifiers)


@pytest.mark.rule("AS-COM-108")
def test_a_unit_has_its_movement_a_point_has_none() -> None:
    fight = battery(unit("b1", at=(10, 30), tmm=2), unit("b2", at=(14, 30), state={"shutdown": True}))
    assert preview_attack(fight, Shell("r1", "b1", "artillery")).target_number == 11
    assert preview_attack(fight, Shell("r1", "b2", "artillery")).target_number == 5
    assert preview_attack(fight, Shell("r1", at((10.0, 30.0)), "artillery")).target_number == 9


@pytest.mark.rule("AS-COM-108")
def test_heat_and_damaged_fire_control_count_for_artillery() -> None:
    fight = battery(state={"heat": 1, "crits": {"fire_control": 1}})
    assert preview_attack(fight, Shell("r1", at((10.0, 30.0)), "artillery")).target_number == 12


@pytest.mark.rule("AS-COM-109", "AS-SPC-154", "AS-SPC-106")
@pytest.mark.parametrize(
    ("ability", "inches", "value"),
    [("TAG", 24.0, -1), ("TAG", 24.5, None), ("LTAG", 6.0, -1), ("LTAG", 6.5, None), ("C3S", 2.0, None)],
)
def test_a_spotter_with_tag_guides_the_shell(ability: str, inches: float, value: int | None) -> None:
    fight = battery(unit("r2", at=(30.0, 40.0 - 0.625 - inches), specials=ability))
    shot = attack(fight, "r1", (30.0, 40.0), kind="artillery", spotter="r2")
    assert number(shot, "AS-COM-109") == value
    assert shot.target_number == 4 + 4 + 1 + 1 + (value or 0)


@pytest.mark.rule("AS-COM-109")
def test_the_spotter_is_a_friend_that_sees_the_point() -> None:
    hill = {"id": "hill", "kind": "hill", "height": 6, "rect": [0, 20, 30, 2]}
    point = at((10.0, 30.0))
    fight = battery(unit("r2", at=(12, 12)), unit("r3", at=(14, 28)), unit("b1", at=(12, 28)), terrain=[hill])
    for wrong in ("r1", "r2", "b1"):
        assert refusal(fight, Shell("r1", point, "artillery", spotter=wrong)).code == "no_spotter"
    assert attack(fight, "r1", (10.0, 30.0), kind="artillery", spotter="r3").hit


@pytest.mark.rule("AS-COM-025", "AS-COM-067", "AS-COM-109")
def test_a_spotter_serves_one_point_and_attacks_less_well() -> None:
    fight = battery(unit("r2", at=(14, 28), facing=0), unit("b1", at=(14, 34)), specials="ART-S2", dice=(6, 5) * 3)
    attack(fight, "r1", (10.0, 30.0), kind="artillery", spotter="r2", spotter_attacks=True)
    assert refusal(fight, Shell("r1", at((20.0, 30.0)), "artillery", spotter="r2")).rule == "AS-COM-025"
    assert number(attack(fight, "r2", "b1"), "AS-COM-067") == 1


@pytest.mark.rule("AS-COM-109", "AS-SPA-031", "AS-COM-025")
def test_a_spotter_serves_one_shell_and_a_forward_observer_any_number() -> None:
    """At one point; any number of IF attacks all the same."""
    eyes, foe = unit("r2", at=(14, 28), facing=0), unit("b1", at=(14, 34))
    for abilities in ((), ("Forward Observer",)):
        fight = battery(replace(eyes, abilities=abilities), foe, specials="ART-S2", dice=(6, 5) * 3)
        attack(fight, "r1", (10.0, 30.0), kind="artillery", spotter="r2")
        again = Shell("r1", at((10.0, 30.0)), "artillery", spotter="r2")
        if abilities:
            assert refusal(fight, replace(again, target=at((20.0, 30.0)))).rule == "AS-COM-025"
            fight.do(again)
        else:
            assert refusal(fight, again).rule == "AS-COM-109"


# -- areas ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-110")
def test_the_inner_and_the_outer_area_friend_or_foe() -> None:
    """A Long Tom: 3 under the 2-inch template, 1 outside it but under the 6-inch one; part of the base is enough."""
    fight = battery(
        unit("b1", at=(30.0, 30.0)),
        unit("r2", at=(31.62, 30.0)),
        unit("b2", at=(31.7, 31.5)),
        unit("b3", at=(26.4, 30.0)),
        unit("b4", at=(26.3, 32.0)),
        specials="ART-LT",
    )
    assert hits(shell(fight, (30.0, 30.0))) == {"b1": 3, "r2": 3, "b2": 1, "b3": 1}


@pytest.mark.rule("AS-COM-110")
def test_one_value_means_the_inner_area_only() -> None:
    fight = battery(unit("b1", at=(30.0, 30.0)), unit("b2", at=(31.7, 30.0)), specials="ART-S")
    assert hits(shell(fight, (30.0, 30.0))) == {"b1": 2}


@pytest.mark.rule("AS-COM-110", "AS-DMG-021")
def test_a_difference_in_elevation_counts_as_distance() -> None:
    hill = {"id": "hill", "kind": "hill", "height": 1, "rect": [30.0, 20.0, 20.0, 20.0]}
    fight = battery(unit("b1", at=(30.0, 30.0)), unit("b2", at=(27.8, 30.0)), specials="ART-LT", terrain=[hill])
    assert fight.units["b1"].elevation == 1
    assert hits(shell(fight, (28.5, 30.0))) == {"b1": 1, "b2": 3}


@pytest.mark.rule("AS-COM-110", "AS-DMG-007")
def test_riders_outside_share_the_blast_and_passengers_inside_do_not() -> None:
    squad = {"type": "BA", "move": '6"j', "armor": 4, "structure": 2, "damage": "1/1/0", "size": 1}
    fight = battery(
        unit("b1", at=(30.0, 30.0), specials="OMNI"), unit("b2", specials="MEC", **squad), unit("b3", **squad)
    )
    for name, riding in (("b2", True), ("b3", False)):
        rider = fight.units[name]
        rider.place, rider.aboard, rider.riding = "aboard", "b1", riding
    shell(fight, (30.0, 30.0))
    assert [fight.units[name].armor for name in ("b1", "b2", "b3")] == [4, 2, 4]


@pytest.mark.rule("AS-COM-110", "AS-DMG-007")
def test_an_area_has_no_direction() -> None:
    fight = battery(unit("b1", at=(10.0, 30.0), facing=0))
    assert hits(shell(fight, "b1")) == {"b1": 2}


@pytest.mark.rule("AS-COM-110")
def test_the_gunner_is_not_spared() -> None:
    fight = battery()
    assert hits(shell(fight, (10.0, 11.0))) == {"r1": 2}


@pytest.mark.rule("AS-COM-112", "AS-DMG-009")
@pytest.mark.parametrize(("die", "points"), [(3, 0), (4, 1)])
def test_a_thumper_cannon_does_minimal_damage_with_one_die_for_all(die: int, points: int) -> None:
    fight = battery(unit("b1", at=(10.0, 30.0)), unit("b2", at=(11.3, 30.0)), specials="ART-TC", dice=(6, 5, die))
    assert hits(shell(fight, (10.6, 30.0))) == {"b1": points, "b2": points}


@pytest.mark.rule("AS-COM-089", "AS-DMG-025")
def test_a_natural_twelve_counts_against_the_unit_aimed_at_only() -> None:
    fight = battery(unit("b1", at=(10, 30)), unit("b2", at=(11.3, 30)), dice=(6, 6, 2, 3))
    criticals = [event for event in shell(fight, "b1") if event.type == "critical"]
    assert [(event.unit, event.cause) for event in criticals] == [("b1", "natural_12")]
    fight = battery(unit("b1", at=(10, 30)), unit("b2", at=(11.3, 30)), dice=(6, 6))
    assert not [event for event in shell(fight, (10.0, 30.0)) if event.type == "critical"]


# -- scatter --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-111")
@pytest.mark.parametrize(
    ("way", "lands"),
    [(1, (30.0, 34.0)), (2, (33.4641, 32.0)), (3, (33.4641, 28.0)), (4, (30.0, 26.0)), (5, (26.5359, 28.0))],
)
def test_a_miss_drifts_two_inches_for_each_pip(way: int, lands: Point) -> None:
    fight = battery(dice=(1, 2, way, 2))
    drifted = next(event for event in shell(fight, (30.0, 30.0)) if event.type == "scattered")
    assert drifted.lands_at == pytest.approx(lands, abs=1e-4)
    assert drifted.lands_at == pytest.approx(scatter(rules, fight.table, (30.0, 30.0), way, 4.0), abs=1e-4)


@pytest.mark.rule("AS-COM-111")
def test_a_cannon_drifts_one_inch_for_each_pip() -> None:
    fight = battery(dice=(1, 2, 4, 3), specials="ART-LTC")
    drifted = next(event for event in shell(fight, (30.0, 30.0)) if event.type == "scattered")
    assert drifted.lands_at == (30.0, 27.0)


@pytest.mark.rule("AS-COM-111")
def test_a_drifting_shell_hurts_whoever_is_where_it_lands() -> None:
    fight = battery(unit("b1", at=(30, 30)), unit("r2", at=(30, 34)), dice=(1, 2, 1, 2))
    assert hits(shell(fight, (30.0, 30.0))) == {"r2": 2}


@pytest.mark.rule("AS-COM-111")
def test_off_the_table_a_shell_does_nothing() -> None:
    fight = battery(unit("b1", at=(71, 10)), facing=90.0, at=(40.0, 10.0), dice=(1, 2, 2, 6))
    events = shell(fight, "b1")
    assert next(event for event in events if event.type == "scattered").off_table
    assert hits(events) == {}


# -- the table ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-112", "AS-SPC-070")
@pytest.mark.parametrize(
    ("piece", "inner", "outer"),
    [
        ("AIS", 2, 0),
        ("AC", 2, 0),
        ("SC", 1, 0),
        ("LTC", 2, 0),
        ("BA", 1, 0),
        ("CM5", 5, 0),
        ("CM7", 7, 2),
        ("CM9", 9, 4),
        ("CM12", 12, 5),
        ("LT", 3, 1),
        ("S", 2, 0),
        ("T", 1, 0),
    ],
)
def test_every_piece_does_what_the_table_says(piece: str, inner: int, outer: int) -> None:
    fight = battery(
        unit("b1", at=(10.0, 30.0), armor=20), unit("b2", at=(12.5, 30.0), armor=20), specials=f"ART-{piece}"
    )
    expected = {"b1": inner, "b2": outer} if outer else {"b1": inner}
    assert hits(shell(fight, (10.0, 30.0))) == expected


@pytest.mark.rule("AS-COM-112")
def test_the_table_has_thirteen_codes_and_three_cannons() -> None:
    assert len(PIECES.of(rules)) == 13
    assert [code for code, row in PIECES.of(rules).items() if row["max_range"]] == ["TC", "SC", "LTC"]
