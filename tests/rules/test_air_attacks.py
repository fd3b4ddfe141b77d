"""Attacks from the air, in the air and at what is in the air (pp. 181-188)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import attacks
from lancemate.alphastrike.asking.preview import preview_attack, preview_data
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.flight import engagements
from lancemate.alphastrike.turn.unit_state import show_unit
from rules.flights import AERODYNE, FIGHTER, SPHEROID, fighter, flyer, sky
from rules.table import attack, battle, end, number, refusal, unit

HIT, MISS = (6, 5), (1, 2)
WON, LOST = (4, 4), (1, 1)
WOODS = {"kind": "woods", "rect": [20, 20, 8, 8]}
POND = {"kind": "water", "depth": 3, "rect": [18, 18, 12, 12]}
STRAFED = orders.LineTarget(((24, 18), (24, 28)))


def preview(fight: Battle, unit: str, target: Any, **more: Any) -> Any:
    return preview_attack(fight, orders.Attack(unit, target, **more), outcomes=False)


def above(altitude: str = "low", *others: Any, options: tuple[str, ...] = (), **more: Any) -> Battle:
    """A fighter over a 'Mech with TMM 1 that has walked."""
    return sky(fighter("r1", (24, 0), altitude=altitude, **more), unit("b1", (24, 24)), *others, options=options)


# -- striking -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-025", "AS-AER-014", "AS-COM-060")
def test_striking_from_middle_altitude() -> None:
    """Skill 4, Middle, TMM 1 in the open: 4 + 2 + 1 + 1."""
    asked = preview(above("middle"), "r1", "b1", kind="strike")
    assert asked.legal
    assert asked.target_number == 8
    assert (number(asked, "AS-AER-014"), number(asked, "AS-COM-060")) == (1, 2)
    assert (asked.range, asked.distance, asked.damage, asked.direction) == ("medium", 12.0, 4, "front")


@pytest.mark.rule("AS-AER-024", "AS-AER-006")
@pytest.mark.parametrize(
    ("altitude", "name", "far"), [("low", "short", 6), ("middle", "medium", 12), ("high", "long", 30)]
)
def test_the_range_to_the_ground_is_the_altitude(altitude: str, name: str, far: float) -> None:
    asked = preview(above(altitude), "r1", "b1", kind="strike")
    assert (asked.range, asked.distance) == (name, far)


@pytest.mark.rule("AS-AER-024")
@pytest.mark.parametrize(("altitude", "name", "far"), [("low", "short", 6), ("middle", "medium", 12)])
def test_what_lies_beside_the_path_is_no_farther_off_than_what_lies_under_it(
    altitude: str, name: str, far: float
) -> None:
    """The base begins more than half an inch from the path: the range is the altitude, without that."""
    fight = sky(fighter("r1", (24, 0), altitude=altitude), unit("b1", (25.4, 24)))
    asked = preview(fight, "r1", "b1", kind="strike")
    assert asked.legal
    assert (asked.range, asked.distance) == (name, far)


@pytest.mark.rule("AS-AER-024")
def test_from_extreme_altitude_only_with_expanded_ranges() -> None:
    refused = refusal(above("extreme"), orders.Attack("r1", "b1", "strike"))
    assert refused.rule == "AS-AER-024"


@pytest.mark.rule("AS-AER-014")
def test_what_is_in_the_air_does_not_shoot_from_base_to_base() -> None:
    fight = above()
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-AER-014"
    assert refusal(above("middle"), orders.Attack("r1", STRAFED, "strafe")).rule == "AS-AER-014"
    dive = orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=("HE",))
    assert refusal(above("high", bombs=("HE",), specials=["BOMB1"]), dive).rule == "AS-AER-014"
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r1", "strike")).rule == "AS-AER-014"


@pytest.mark.rule("AS-AER-013")
def test_one_attack_a_turn() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24)), unit("b2", (24, 30)), dice=HIT)
    attack(fight, "r1", "b1", kind="strike")
    assert refusal(fight, orders.Attack("r1", "b2", "strike")).rule == "AS-AER-013"


@pytest.mark.rule("AS-AER-016", "AS-AER-028", "AS-AER-020", "AS-AER-031", "AS-AER-035")
def test_a_strike_is_one_roll_in_the_front_for_the_short_value() -> None:
    fight = sky(fighter("r1", (24, 0), altitude="high", damage="4/2/1/1"), unit("b1", (24, 24), 0), dice=HIT)
    made = attack(fight, "r1", "b1", kind="strike")
    assert (made.hit, made.direction, made.damage) == (True, "front", 4)
    assert fight.units["b1"].armor == 2
    fight = above()
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24)), dice=MISS)
    assert not attack(fight, "r1", "b1", kind="strike").hit


@pytest.mark.rule("AS-AER-035")
def test_a_strike_by_bracket_where_players_agree_on_it() -> None:
    fight = above("high", options=("strike_damage_by_bracket",))
    assert preview(fight, "r1", "b1", kind="strike").damage == 2
    none = sky(fighter("r1", (24, 0), damage="0/2/2"), unit("b1", (24, 24)))
    assert refusal(none, orders.Attack("r1", "b1", "strike")).rule == "AS-COM-061"
    special = above(specials=["AC2/2/2"])
    assert refusal(special, orders.Attack("r1", "b1", "strike", using="AC")).rule == "AS-AER-035"


@pytest.mark.rule("AS-AER-015", "AS-AER-076")
def test_overheat_adds_to_a_strike() -> None:
    assert preview(above(), "r1", "b1", kind="strike", overheat=2).damage == 6
    assert preview(above("high"), "r1", "b1", kind="strike", overheat=2).damage == 4


@pytest.mark.rule("AS-AER-018")
def test_targets_lie_under_the_path() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (25.6, 24)), unit("b2", (26, 30)))
    assert preview(fight, "r1", "b1", kind="strike").legal
    assert refusal(fight, orders.Attack("r1", "b2", "strike")).rule == "AS-AER-018"


@pytest.mark.rule("AS-AER-017")
def test_the_ground_lies_open_but_not_what_is_under_water_or_inside() -> None:
    hill = {"kind": "hill", "height": 6, "rect": [10, 8, 28, 6]}
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24)), terrain=[hill])
    assert preview(fight, "r1", "b1", kind="strike").line_of_sight == "clear"
    between = {"kind": "woods", "rect": [20, 24, 8, 5]}
    past = sky(fighter("r1", (24, 0)), unit("b1", (24, 30)), terrain=[between])
    assert number(preview(past, "r1", "b1", kind="strike"), "AS-COM-052") is None
    wooded = sky(fighter("r1", (24, 0)), unit("b1", (24, 24)), terrain=[WOODS])
    assert number(preview(wooded, "r1", "b1", kind="strike"), "AS-COM-052") == 1
    sunk = sky(fighter("r1", (24, 0)), unit("b1", (24, 24)), terrain=[POND])
    assert refusal(sunk, orders.Attack("r1", "b1", "strike")).rule == "AS-AER-017"
    house = {"kind": "building", "height": 6, "cf": 20, "rect": [20, 20, 8, 8]}
    inside = sky(
        fighter("r1", (24, 0)), unit("b1", (24, 24), state={"elevation": 0}, type="CI", move='4"f'), terrain=[house]
    )
    assert refusal(inside, orders.Attack("r1", "b1", "strike")).rule == "AS-AER-017"


# -- strafing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-025")
def test_strafing_a_unit_in_woods() -> None:
    """Skill 4, Low, TMM 2 in woods: 4 + 0 + 3 + 2 + 1."""
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24), tmm=2), terrain=[WOODS])
    asked = preview(fight, "r1", STRAFED, kind="strafe")
    assert asked.legal
    assert asked.targets["b1"].target_number == 10


@pytest.mark.rule("AS-AER-019", "AS-AER-027")
def test_strafing_attacks_everybody_in_the_strip_friend_or_foe() -> None:
    """The diagram: A, B, infantry C and the strafer's own battle armor E, but not its 'Mech D outside."""
    fight = sky(
        fighter("r1", (24, 0)),
        unit("ba", (24, 19)),
        unit("bb", (25.5, 22)),
        unit("bc", (23, 25), type="CI", move='4"f'),
        unit("rd", (30, 25)),
        unit("re", (24, 27.5), type="BA", move='4"j'),
        dice=(*HIT, *MISS, *HIT, *HIT),
    )
    events = fight.do(orders.Attack("r1", STRAFED, "strafe"))
    made = [event for event in events if event.type == "attack"]
    assert [(one.target, one.hit) for one in made] == [("re", True), ("ba", False), ("bb", True), ("bc", True)]
    assert [one.damage for one in made] == [2, None, 2, 2]
    assert refusal(fight, orders.Attack("r1", "ba", "strike")).rule == "AS-AER-013"


@pytest.mark.rule("AS-AER-019")
def test_the_strip_is_ten_inches_of_the_path() -> None:
    fight = above()
    short = orders.LineTarget(((24, 18), (24, 26)))
    aside = orders.LineTarget(((25, 18), (25, 28)))
    for line in (short, aside):
        assert refusal(fight, orders.Attack("r1", line, "strafe")).rule == "AS-AER-019"
    assert refusal(fight, orders.Attack("r1", "b1", "strafe")).rule == "AS-AER-019"


@pytest.mark.rule("AS-AER-019")
def test_the_strip_ends_where_its_ten_inches_end() -> None:
    beyond, aside, corner = unit("b1", (24, 29.2)), unit("b2", (25.5, 27.9)), unit("b3", (25.5, 28.5))
    fight = sky(fighter("r1", (24, 0)), beyond, aside, corner, unit("b4", (24, 17.5)))
    assert list(preview(fight, "r1", STRAFED, kind="strafe").targets) == ["b2", "b4"]


@pytest.mark.rule("AS-AER-034")
@pytest.mark.parametrize(
    ("short", "codes", "overheat", "points"),
    [("5", [], 0, 3), ("1", [], 0, 1), ("4", ["ENE"], 1, 5), ("3", [], 2, 4), ("4", [], 0, 2)],
)
def test_strafing_damage(short: str, codes: list[str], overheat: int, points: int) -> None:
    fight = sky(fighter("r1", (24, 0), damage=f"{short}/1/1", specials=codes), unit("b1", (24, 24), armor=20))
    asked = preview(fight, "r1", STRAFED, kind="strafe", overheat=overheat)
    assert asked.targets["b1"].damage == points


@pytest.mark.rule("AS-AER-034", "AS-AER-077")
def test_strafing_brings_half_of_the_heat_and_a_strike_none() -> None:
    fight = sky(fighter("r1", (24, 0), specials=["HT3/2/0", "ENE"]), unit("b1", (24, 24)), dice=HIT)
    fight.do(orders.Attack("r1", STRAFED, "strafe"))
    assert fight.units["b1"].heat_taken == 2
    fight = sky(fighter("r1", (24, 0), specials=["HT3/2/0"]), unit("b1", (24, 24)), dice=HIT)
    attack(fight, "r1", "b1", kind="strike")
    assert fight.units["b1"].heat_taken == 0


def test_the_overheat_of_strafing_counts_once() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 20)), unit("b2", (24, 26)), dice=HIT * 2)
    fight.do(orders.Attack("r1", STRAFED, "strafe", overheat=1))
    assert fight.units["r1"].overheat == 1
    assert [fight.units[name].armor for name in ("b1", "b2")] == [3, 3]


# -- bombs ----------------------------------------------------------------------------------------------------


def bomber(altitude: str, *bombs: str, **more: Any) -> Any:
    return fighter("r1", (24, 0), altitude=altitude, bombs=bombs, specials=["BOMB4"], **more)


@pytest.mark.rule("AS-AER-025", "AS-COM-065", "AS-AER-014")
@pytest.mark.parametrize(
    ("altitude", "kind", "needs"), [("low", "dive", 5), ("middle", "dive", 7), ("high", "altitude", 9)]
)
def test_bombing_has_the_range_and_the_area_and_nothing_of_the_target(altitude: str, kind: str, needs: int) -> None:
    fight = sky(bomber(altitude, "HE"), unit("b1", (24, 24), tmm=3), terrain=[WOODS])
    bombs: tuple[Any, ...] = ("HE",) if kind == "dive" else (("HE",),)
    point: Any = orders.PointTarget((24, 24)) if kind == "dive" else orders.PointsTarget(((24, 24),))
    asked = preview(fight, "r1", point, kind=f"{kind}_bomb", bombs=bombs)
    assert asked.legal
    assert (asked.target_number, asked.damage) == (needs, 2)
    assert (number(asked, "AS-AER-014"), number(asked, "AS-COM-065")) == (0, 1)


@pytest.mark.rule("AS-AER-022", "AS-AER-029", "AS-AER-030", "AS-AER-038", "AS-AER-036", "AS-AER-037")
def test_dive_bombs_fall_one_by_one_and_a_miss_scatters() -> None:
    """Direction 4, distance 3: six inches short, opposite to flight."""
    fight = sky(
        bomber("low", "HE", "cluster", "HE"), unit("b1", (24, 24)), unit("b2", (24, 18)), dice=(*MISS, 4, 3, *HIT, *HIT)
    )
    point = orders.PointTarget((24, 24))
    events = fight.do(orders.Attack("r1", point, "dive_bomb", bombs=("HE", "HE", "cluster")))
    drift = next(event for event in events if event.type == "scattered")
    assert drift.lands_at == (24.0, 18.0)
    assert [fight.units[name].armor for name in ("b1", "b2")] == [6 - 2 - 1, 6 - 2]
    assert show_unit(fight, fight.units["r1"])["notes"]["bombs"] == []


@pytest.mark.rule("AS-AER-022", "AS-AER-037", "AS-AER-015", "AS-AER-038")
def test_bombs_are_dropped_on_the_path_and_only_those_that_are_there() -> None:
    fight = sky(bomber("low", "HE", "tag"), unit("b1", (24, 24)))
    off = orders.Attack("r1", orders.PointTarget((25, 24)), "dive_bomb", bombs=("HE",))
    assert refusal(fight, off).rule == "AS-AER-022"
    on = orders.PointTarget((24, 24))
    assert refusal(fight, orders.Attack("r1", on, "dive_bomb", bombs=("HE", "HE"))).rule == "AS-AER-037"
    assert refusal(fight, orders.Attack("r1", on, "dive_bomb")).rule == "AS-AER-037"
    assert refusal(fight, orders.Attack("r1", on, "dive_bomb", bombs=("tag",))).rule == "AS-AER-038"
    hot = orders.Attack("r1", on, "dive_bomb", bombs=("HE",), overheat=1)
    assert refusal(fight, hot).rule == "AS-AER-015"


@pytest.mark.rule("AS-AER-037", "AS-AER-014")
def test_what_is_said_with_an_attack_from_above_fits_it() -> None:
    fight = sky(
        fighter("r1", (24, 0), bombs=("HE", "HE"), specials=["BOMB4"]), unit("r2", (30, 24)), unit("b1", (24, 24))
    )
    lists = orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=(("HE",), ("HE",)))
    assert refusal(fight, lists).rule == "AS-AER-037"
    assert refusal(fight, orders.Attack("r1", "b1", "strike", bombs=("HE",))).rule == "AS-AER-037"
    for spotter in ("r2", "b1"):
        assert refusal(fight, orders.Attack("r1", "b1", "strike", spotter=spotter)).rule == "AS-COM-022"


@pytest.mark.rule("AS-AER-021", "AS-AER-029", "AS-AER-036")
def test_altitude_bombing_is_a_run_of_points() -> None:
    """The diagram: one point on 'Mech B, the next two inches further on; HE bombs; infantry C in the second."""
    fight = sky(
        bomber("high", "HE", "HE", "cluster"),
        unit("b1", (24, 20)),
        unit("b2", (24.8, 23), type="CI", move='4"f'),
        dice=(*HIT, *HIT),
    )
    run = orders.PointsTarget(((24, 20), (24, 22)))
    fight.do(orders.Attack("r1", run, "altitude_bomb", bombs=(("HE",), ("HE",))))
    assert [fight.units[name].armor for name in ("b1", "b2")] == [4, 4]


@pytest.mark.rule("AS-AER-021")
def test_the_points_of_a_run_lie_two_inches_apart_with_bombs_on_each() -> None:
    fight = sky(bomber("high", "HE", "HE", "cluster"), unit("b1", (24, 20)))
    for points in (((24, 20), (24, 23)), ((24, 20), (26, 20)), ((24, 20), (24, 22), (24, 20))):
        order = orders.Attack("r1", orders.PointsTarget(points), "altitude_bomb", bombs=(("HE",),) * len(points))
        assert refusal(fight, order).rule in ("AS-AER-021", "AS-AER-037")
    run = orders.PointsTarget(((24, 20), (24, 22)))
    assert refusal(fight, orders.Attack("r1", run, "altitude_bomb", bombs=(("HE", "HE"),))).rule == "AS-AER-021"


@pytest.mark.rule("AS-AER-030")
def test_bombs_from_high_up_only_veer_off() -> None:
    fight = sky(bomber("high", "HE"), unit("b1", (40, 40)), dice=(*MISS, 6, 2))
    point = orders.PointsTarget(((24, 20),))
    events = fight.do(orders.Attack("r1", point, "altitude_bomb", bombs=(("HE",),)))
    drift = next(event for event in events if event.type == "scattered")
    assert drift.lands_at == (27.4641, 22.0)


@pytest.mark.rule("AS-AER-038", "AS-AER-036")
def test_inferno_bombs_are_heat_or_damage() -> None:
    fight = sky(
        bomber("low", "inferno"),
        unit("b1", (24, 24)),
        unit("b2", (24.2, 22.4), type="CV", move='8"t'),
        dice=(*HIT, 6, 6),
    )
    fight.do(orders.Attack("r1", orders.PointTarget((24, 23.5)), "dive_bomb", bombs=("inferno",)))
    assert (fight.units["b1"].heat_taken, fight.units["b1"].armor) == (2, 6)
    assert fight.units["b2"].armor == 4


@pytest.mark.rule("AS-AER-036", "AS-AER-042")
def test_bombs_on_water() -> None:
    """Depth 1 under a cluster bomb of radius 3: half of 1, at least 1, and a critical check with armor left."""
    pond = {**POND, "depth": 2}
    fight = sky(bomber("low", "cluster", "HE"), unit("b1", (24, 24)), terrain=[pond], dice=(*HIT, 3, 4, *HIT))
    events = fight.do(orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=("cluster", "HE")))
    assert fight.units["b1"].armor == 5
    assert [event.cause for event in events if event.type == "critical"] == ["submerged"]


@pytest.mark.rule("AS-AER-036")
def test_bombs_do_half_under_water() -> None:
    men = unit("b1", (24, 24), type="CI", move='4"f', armor=6)
    fight = sky(bomber("low", "HE"), men, terrain=[{**POND, "depth": 1}], dice=(*HIT, 3, 4))
    fight.do(orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=("HE",)))
    assert fight.units["b1"].armor == 5


@pytest.mark.rule("AS-AER-023")
def test_battle_armor_bombs_what_is_below_it() -> None:
    suits = {"type": "BA", "move": '8"v', "specials": ["BOMB2", "CAR4"]}
    low = unit("r1", (24, 24), state={"elevation": 0, "notes": {"bombs": ["cluster"]}}, **suits)
    fight = sky(low, unit("b1", (24, 26)), fighter("r9", (2, 0)))
    order = orders.Attack("r1", orders.PointTarget((24, 26)), "dive_bomb", bombs=("cluster",), facing=90.0)
    assert refusal(fight, order).rule == "AS-AER-023"
    high = unit("r1", (24, 24), state={"elevation": 4, "notes": {"bombs": ["cluster"]}}, **suits)
    fight = sky(high, unit("b1", (24, 26)), fighter("r9", (2, 0)), dice=(*MISS, 1, 2))
    far = orders.Attack(
        "r1", orders.PointTarget((24, 26.5 + fight.units["r1"].radius)), "dive_bomb", bombs=("cluster",)
    )
    assert refusal(fight, far).rule == "AS-AER-023"
    drift = next(event for event in fight.do(order) if event.type == "scattered")
    assert drift.lands_at == (28.0, 26.0)
    plain = battle(high, unit("b1", (24, 26)), phase="combat")
    assert refusal(plain, far).rule == "AS-AER-023"


# -- in the air -----------------------------------------------------------------------------------------------


def duel(*dice: int, mine: str = "low", other: str = "low", **more: Any) -> Battle:
    """Two fighters whose paths cross in the middle of the table."""
    return sky(
        fighter("r1", (24, 0), altitude=mine, **more),
        fighter("b1", (0, 24), 90, altitude=other),
        dice=dice or None,
    )


def engage(fight: Battle, one: str, other: str, answer: str | None = "keep", **more: Any) -> list[Any]:
    """Attack somebody in the air; the answer of its player, if it is asked."""
    events = list(fight.do(orders.Attack(one, other, **more)))
    if answer is not None:
        events += fight.do(orders.Decide(fight.units[other].side, answer))
    return events


@pytest.mark.rule("AS-AER-060", "AS-AER-065", "AS-AER-063", "AS-AER-012", "AS-AER-073")
def test_an_engagement_begins_with_control_rolls() -> None:
    """Both Skill 4: 6; 8 against 2, and the winner is on the other's tail."""
    fight = duel(*WON, *LOST, *HIT, 3, 4)
    events = engage(fight, "r1", "b1")
    rolls = [event for event in events if event.type == "flight_control"]
    assert [(one.unit, one.target_number, one.success) for one in rolls] == [("r1", 6, True), ("b1", 6, False)]
    assert engagements.of(fight.state) == [{"attacker": "r1", "defender": "b1", "tailing": "r1"}]
    made = next(event for event in events if event.type == "attack")
    assert number(made, "AS-AER-066") == -2
    assert (made.direction, made.damage) == ("rear", 5)


@pytest.mark.rule("AS-AER-070", "AS-AER-026", "AS-AER-066")
def test_target_numbers_in_the_air() -> None:
    """Skill 4 tailing at Medium: 4 + 2 - 2; with the table of p. 183 to the letter 6."""
    for options, needs in (((), 4), (("airborne_bonus_in_the_air",), 6)):
        one, other = fighter("r1", (24, 0)), fighter("b1", (34, 48), 180)
        fight = sky(one, other, options=options, dice=(*WON, *LOST, *HIT, 3, 4))
        made = next(event for event in engage(fight, "r1", "b1") if event.type == "attack")
        assert (made.target_number, made.range) == (needs, "medium")


@pytest.mark.rule("AS-AER-069")
@pytest.mark.parametrize(
    ("at", "facing", "altitudes", "name"),
    [
        ((0, 24), 90, ("low", "high"), "long"),
        ((34, 48), 180, ("low", "low"), "medium"),
        ((34, 48), 180, ("low", "middle"), "long"),
        ((0, 24), 90, ("low", "extreme"), "extreme"),
    ],
)
def test_range_in_the_air(at: tuple[float, float], facing: float, altitudes: tuple[str, str], name: str) -> None:
    fight = sky(fighter("r1", (24, 0), altitude=altitudes[0]), fighter("b1", at, facing, altitude=altitudes[1]))
    assert preview(fight, "r1", "b1").range == name


@pytest.mark.rule("AS-AER-069", "AS-AER-074")
def test_beyond_extreme_there_is_no_attack() -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (34, 48), 180, altitude="extreme"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-AER-069"
    assert preview(duel(other="extreme"), "r1", "b1").damage == 1


@pytest.mark.rule("AS-AER-063", "AS-AER-069")
def test_who_shares_a_path_is_not_in_contact() -> None:
    """Both came to the same point of the edge, or hover where the other flies."""
    fight = sky(
        fighter("r1", (24, 0)), fighter("b1", (24, 0)), flyer(SPHEROID, "b2", (24, 0.5), state={"hovering": True})
    )
    for name in ("b1", "b2"):
        asked = preview(fight, "r1", name)
        assert (asked.legal, asked.range) == (True, "short")
    hill = {"kind": "hill", "height": 6, "rect": [20, 0, 8, 8]}
    below = sky(unit("r1", (24, 1)), fighter("b1", (24, 0)), terrain=(hill,))
    assert preview(below, "r1", "b1").legal


@pytest.mark.rule("AS-AER-063", "AS-AER-070")
def test_no_terrain_counts_in_the_air() -> None:
    """Woods on a high hill reach up to where a fighter flies at low altitude."""
    hill = {"kind": "hill", "height": 6, "rect": [16, 0, 16, 16]}
    fight = sky(
        fighter("r1", (24, 0)), fighter("b1", (0, 24), 90), terrain=[hill, {"kind": "woods", "rect": [16, 0, 16, 16]}]
    )
    assert number(preview(fight, "r1", "b1"), "AS-COM-052") is None


def test_a_preview_says_what_both_need_to_keep_control() -> None:
    asked = preview(duel(), "r1", "b1")
    assert asked.control == {"r1": 6, "b1": 6}
    assert preview(above(), "r1", "b1", kind="strike").control is None


@pytest.mark.rule("AS-AER-061", "AS-AER-071", "AS-AER-072", "AS-AER-078", "AS-AER-044", "AS-AER-074", "AS-AER-042")
def test_the_defender_returns_the_attack_or_keeps_it() -> None:
    fight = duel(*WON, *WON, *HIT, 2, 3, *HIT, 3, 4)
    asked = fight.do(orders.Attack("r1", "b1"))[-1].decision  # type: ignore[attr-defined]
    assert (asked.kind, asked.side, asked.choices) == ("engage", "blue", ("return", "return 1", "return 2", "keep"))
    events = fight.do(orders.Decide("blue", "return 1"))
    made = [event for event in events if event.type == "attack"]
    assert [(one.attacker, one.damage, one.overheat) for one in made] == [("r1", 4, 0), ("b1", 5, 1)]
    # 4 points are more than a threshold of 2: a critical roll though armor is left, felt in the End Phase only.
    assert next(event.cause for event in events if event.type == "critical") == "threshold"
    assert (fight.units["b1"].fresh, fight.units["b1"].wounds) == (("weapon",), ())
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r1")).rule == "AS-AER-013"


@pytest.mark.rule("AS-AER-061")
def test_who_cannot_attack_is_not_asked_to_return_an_attack() -> None:
    off = fighter("b1", (24, 48), 180, state={"shutdown": True, "heat": 4})
    fight = sky(fighter("r1", (24, 0)), off, dice=(*HIT, *HIT, *HIT, 3, 4))
    fight.do(orders.Attack("r1", "b1"))
    assert fight.decision is None
    assert fight.units["b1"].armor < 6


@pytest.mark.rule("AS-AER-061")
def test_who_keeps_its_attack_may_not_turn_on_its_attacker() -> None:
    fight = sky(
        fighter("r1", (24, 0)),
        fighter("r2", (30, 0)),
        fighter("b1", (0, 24), 90),
        dice=(*WON, *WON, *MISS, *WON, *WON, *MISS),
    )
    engage(fight, "r1", "b1", "keep")
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r1")).rule == "AS-AER-061"
    events = engage(fight, "b1", "r2", "keep")
    assert any(event.type == "attack" for event in events)


@pytest.mark.rule("AS-AER-065")
def test_where_both_fail_neither_attacks_the_other() -> None:
    fight = duel(*LOST, *LOST)
    assert not any(event.type == "attack" for event in engage(fight, "r1", "b1", "return"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-AER-065"
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r1")).rule == "AS-AER-065"


@pytest.mark.rule("AS-AER-066", "AS-AER-067")
def test_who_is_tailed_turns_on_nobody_but_may_attack_the_ground() -> None:
    fight = sky(
        fighter("r1", (24, 0)),
        fighter("b1", (0, 24), 90),
        fighter("b2", (48, 30), 270),
        unit("b3", (24, 30)),
        dice=(*LOST, *WON, *HIT, 6, 1, *HIT),
    )
    events = engage(fight, "r1", "b1", "return")
    made = [event for event in events if event.type == "attack"]
    assert [one.attacker for one in made] == ["b1"]
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-AER-066"
    assert refusal(fight, orders.Attack("r1", "b2")).rule == "AS-AER-067"
    assert attack(fight, "r1", "b3", kind="strike").hit


@pytest.mark.rule("AS-AER-066", "AS-SPC-045")
def test_rear_weapons_fire_at_whoever_is_on_the_tail() -> None:
    fight = duel(*LOST, *WON, 1, 1, 3, 4, *HIT, specials=["REAR1/1/-"])
    engage(fight, "r1", "b1", "return")
    made = attack(fight, "r1", "b1", using="REAR")
    assert (made.target_number, made.damage) == (4 + 1, 1)
    fresh = duel(specials=["REAR1/1/-"])
    assert refusal(fresh, orders.Attack("r1", "b1", using="REAR")).rule == "AS-SPC-045"


@pytest.mark.rule("AS-AER-061", "AS-AER-066")
def test_rear_weapons_open_no_engagement_that_was_declined() -> None:
    tailed = fighter("b1", (0, 24), 90, specials=["REAR1/1/-"])
    fight = sky(fighter("r1", (24, 0)), tailed, dice=(*WON, *LOST, 6, 5, 3, 4, 6, 5))
    engage(fight, "r1", "b1", "keep")
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r1")).rule == "AS-AER-061"
    assert attack(fight, "b1", "r1", using="REAR").hit


@pytest.mark.rule("AS-AER-019")
def test_each_attack_of_a_strip_is_allowed_when_the_strip_is() -> None:
    strip = orders.LineTarget(((24, 10), (24, 20)))
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 12)))
    data: Any = preview_data(fight, orders.Attack("r1", strip, kind="strafe"))
    each = data["targets"]["b1"]
    assert (each["legal"], each["reason"], "more" in each) == (True, None, False)
    assert each["expected_damage"] > 0


@pytest.mark.rule("AS-AER-068", "AS-AER-065", "AS-AER-067")
def test_the_air_battle_of_the_book() -> None:
    """A1 tails B1, A2 attacks it without tailing, B2 attacks A1; B1 has nothing left but the ground."""
    fight = sky(
        fighter("r1", (24, 0)),
        fighter("r2", (28, 0)),
        fighter("b1", (0, 24), 90, altitude="high"),
        fighter("b2", (48, 20), 270, altitude="high"),
        unit("r9", (40, 2)),
        dice=(3, 4, 2, 3, *MISS, 3, 3, 5, 6, *MISS, 3, 4, 1, 1, *MISS),
    )
    engage(fight, "r1", "b1", "return")
    engage(fight, "r2", "b1", None)
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r2")).rule == "AS-AER-067"
    engage(fight, "b2", "r1", None)
    made = [(event.attacker, event.target) for event in fight.journal.events if event.type == "attack"]  # type: ignore[attr-defined]
    assert made == [("r1", "b1"), ("r2", "b1"), ("b2", "r1")]
    tailing = [one["tailing"] for one in engagements.of(fight.state)]  # type: ignore[index, call-overload]
    assert tailing == ["r1", None, "b2"]


@pytest.mark.rule("AS-AER-077", "AS-SPC-030")
def test_flak_bursts_from_the_ground_and_not_between_aircraft() -> None:
    flak = ["FLK2/2/2/2"]
    in_the_air = sky(fighter("r1", (24, 0), specials=flak), fighter("b1", (24, 48), 180), dice=(*HIT, *HIT, 1, 2))
    in_the_air.do(orders.Attack("r1", "b1"))
    in_the_air.do(orders.Decide("blue", "keep"))
    assert in_the_air.units["b1"].armor == 6
    below = sky(unit("r1", (24, 10), specials=flak), fighter("b1", (24, 48), 180), dice=(2, 2, *MISS))
    below.do(orders.Attack("r1", "b1"))
    assert below.units["b1"].armor == 4


@pytest.mark.rule("AS-AER-077")
def test_no_special_weapons_and_no_heat_in_the_air() -> None:
    fight = duel(*WON, *WON, *HIT, 6, 1, specials=["AC2/2/2", "HT2/2/0"])
    assert refusal(fight, orders.Attack("r1", "b1", using="AC")).rule == "AS-AER-077"
    engage(fight, "r1", "b1")
    assert fight.units["b1"].heat_taken == 0


@pytest.mark.rule("AS-AER-060", "AS-AER-088")
def test_engagements_end_with_the_turn() -> None:
    fight = duel(*WON, *LOST, *MISS, 6, 1, 2, 2)
    engage(fight, "r1", "b1")
    end(fight, 2)
    assert engagements.of(fight.state) == []


@pytest.mark.rule("AS-AER-076")
def test_overheat_in_the_air() -> None:
    assert preview(duel(), "r1", "b1", overheat=2).damage == 6


# -- units with several arcs ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-092", "AS-AER-093")
def test_an_aerodyne_brings_all_forward_arcs_to_bear_on_one_unit() -> None:
    fight = sky(
        flyer(AERODYNE, "r1", (24, 0)),
        fighter("b1", (0, 24), 90),
        fighter("b2", (0, 30), 90),
        unit("b3", (24, 30)),
        dice=(*WON, *WON, *MISS, *MISS, *HIT),
    )
    engage(fight, "r1", "b1", arc="nose")
    assert refusal(fight, orders.Attack("r1", "b2", arc="left")).rule == "AS-AER-093"
    assert attack(fight, "r1", "b1", arc="left").damage is None
    again = refusal(fight, orders.Attack("r1", "b1", arc="left"))
    assert (again.rule, again.message.startswith("the left arc of r1")) == ("AS-AER-013", True)
    assert refusal(fight, orders.Attack("r1", "b1", arc="aft")).rule == "AS-AER-094"
    assert attack(fight, "r1", "b3", kind="strike", arc="right").damage == 3


@pytest.mark.rule("AS-AER-094", "AS-AER-032")
def test_a_spheroid_on_its_path() -> None:
    fight = sky(flyer(SPHEROID, "r1", (24, 0)), fighter("b1", (0, 24), 90), unit("b2", (24, 24)), dice=HIT)
    assert preview(fight, "r1", "b1", arc="nose").legal
    for order in (
        orders.Attack("r1", "b1", arc="left"),
        orders.Attack("r1", "b2", "strike", arc="nose"),
        orders.Attack("r1", STRAFED, "strafe", arc="aft"),
    ):
        assert refusal(fight, order).rule == "AS-AER-094"
    assert preview(fight, "r1", STRAFED, kind="strafe", arc="nose").targets["b2"].damage == 3
    assert attack(fight, "r1", "b2", kind="strike", arc="aft").damage == 2


@pytest.mark.rule("AS-AER-095")
def test_a_hovering_spheroid() -> None:
    ship = flyer(SPHEROID, "r1", (24, 20), altitude="middle", state={"hovering": True})
    fight = sky(
        ship,
        fighter("b1", (0, 24), 90, altitude="high"),
        fighter("b2", (0, 30), 90),
        unit("b3", (34, 24)),
        unit("b4", (14, 24)),
    )
    legal = {
        (arc, name)
        for arc in ("nose", "left", "right", "aft")
        for name in ("b1", "b2", "b3", "b4")
        if preview(fight, "r1", name, arc=arc, kind="weapon" if name in ("b1", "b2") else "strike").legal
    }
    assert legal == {  # the paths of those who fly lead over both sides
        ("nose", "b1"),
        ("left", "b1"),
        ("right", "b1"),
        ("left", "b2"),
        ("right", "b2"),
        ("aft", "b2"),
        ("right", "b3"),
        ("aft", "b3"),
        ("left", "b4"),
        ("aft", "b4"),
    }
    assert refusal(fight, orders.Attack("r1", "b3", "strike", arc="left")).rule == "AS-AER-095"


@pytest.mark.rule("AS-AER-095", "AS-AER-019")
def test_a_hovering_spheroid_strafes_ahead_of_itself() -> None:
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = sky(ship, unit("b1", (24, 25)), unit("b2", (24, 15)))
    line = orders.LineTarget(((24, 20), (24, 30)))
    assert set(preview(fight, "r1", line, kind="strafe").targets) == {"b1"}


# -- from the ground ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-084", "AS-COM-074", "AS-AER-083")
def test_from_the_ground_at_a_fighter_overhead() -> None:
    """Skill 4, standing still, Low overhead: 4 - 1 + 0 + 2."""
    still = {"moved": "standstill"}
    fight = sky(unit("r1", (24, 20), state=still), fighter("b1", (24, 48), 180))
    asked = preview(fight, "r1", "b1")
    assert asked.legal
    assert (asked.target_number, asked.distance, asked.range, asked.direction) == (5, 6.0, "short", "front")


@pytest.mark.rule("AS-AER-083")
@pytest.mark.parametrize(("far", "distance", "name"), [(10, 22.0, "medium"), (13, 25.0, "long")])
def test_the_range_to_the_sky(far: float, distance: float, name: str) -> None:
    fight = sky(unit("r1", (24 - far - 0.625, 20), 90), fighter("b1", (24, 48), 180, altitude="middle"))
    asked = preview(fight, "r1", "b1")
    radius = fight.units["r1"].radius
    assert asked.distance == pytest.approx(distance + 0.625 - radius, abs=1e-3)
    assert asked.range == name or radius != 0.625


@pytest.mark.rule("AS-AER-083")
def test_extreme_altitude_needs_expanded_ranges() -> None:
    fight = sky(unit("r1", (24, 20), damage="3/3/3/3"), fighter("b1", (24, 48), 180, altitude="extreme"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-AER-083"


@pytest.mark.rule("AS-AER-081", "AS-AER-083")
def test_some_part_of_the_path_lies_in_the_arc() -> None:
    behind = sky(unit("r1", (24, 30), 0), fighter("b1", (0, 20), 90))
    assert refusal(behind, orders.Attack("r1", "b1")).rule == "AS-AER-081"
    partly = sky(unit("r1", (24, 20), 0), fighter("b1", (24, 48), 180))
    assert preview(partly, "r1", "b1").legal
    crossing = sky(unit("r1", (24, 20), 0), fighter("b1", (0, 0), 60))
    asked = preview(crossing, "r1", "b1")
    assert asked.legal
    assert asked.distance > 6 + 10 - fight_radius(crossing)


def fight_radius(fight: Battle) -> float:
    return fight.units["r1"].radius


@pytest.mark.rule("AS-AER-080", "AS-AER-063")
def test_everybody_sees_the_sky() -> None:
    """Past hills and woods."""
    hill = {"kind": "hill", "height": 10, "rect": [10, 24, 28, 6]}
    fight = sky(unit("r1", (24, 18)), fighter("b1", (24, 48), 180), terrain=[hill, WOODS])
    asked = preview(fight, "r1", "b1")
    assert (asked.line_of_sight, number(asked, "AS-COM-052")) == ("clear", None)
    assert fight.sight(fight.units["r1"], fight.units["b1"]).status != "blocked"
    assert fight.sight(fight.units["b1"], fight.units["r1"]).status != "blocked"
    sunk = sky(unit("r1", (24, 24)), fighter("b1", (24, 48), 180), terrain=[POND])
    assert refusal(sunk, orders.Attack("r1", "b1")).rule == "AS-AER-080"
    two = sky(fighter("r1", (24, 0)), fighter("b1", (24, 48), 180), terrain=[hill])
    assert two.sight(two.units["r1"], two.units["b1"]).status != "blocked"


@pytest.mark.rule("AS-AER-080")
@pytest.mark.parametrize(
    ("kind", "rule", "plus"),
    [("woods", "AS-COM-052", 1), ("jungle", "AS-BAT-045", 1), ("heavy_smoke", "AS-BAT-113", 2)],
)
def test_what_a_shooter_stands_in_counts_for_its_fire_at_the_sky(kind: str, rule: str, plus: int) -> None:
    """As it intervenes whatever one shoots at (p. 43), once; what the aircraft flies over does not."""
    at = {"kind": kind, "rect": [20, 14, 8, 20]}
    asked = preview(sky(unit("r1", (24, 20)), fighter("b1", (24, 48), 180), terrain=[at]), "r1", "b1")
    assert (asked.line_of_sight, number(asked, rule)) == ("clear", plus)
    over = {"kind": kind, "rect": [20, 30, 8, 8]}
    past = preview(sky(unit("r1", (24, 20)), fighter("b1", (0, 34), 90), terrain=[over]), "r1", "b1")
    assert number(past, rule) is None


@pytest.mark.rule("AS-AER-033", "AS-AER-082")
def test_grounded_dropships_fire_into_the_sky_with_what_points_there() -> None:
    grounded = {"airborne": False, "altitude": None}
    round_ = sky(flyer(SPHEROID, "r1", (24, 10), 180, state=grounded), fighter("b1", (24, 48), 180))
    legal = [arc for arc in ("nose", "left", "right", "aft") if preview(round_, "r1", "b1", arc=arc).legal]
    assert legal == ["nose"]
    assert refusal(round_, orders.Attack("r1", "b1", arc="left")).rule == "AS-AER-081"
    winged = sky(flyer(AERODYNE, "r1", (24, 10), 0, state=grounded), fighter("b1", (0, 30), 90))
    legal = [arc for arc in ("nose", "left", "right", "aft") if preview(winged, "r1", "b1", arc=arc).legal]
    assert legal == ["nose", "left", "right"]


@pytest.mark.rule("AS-AER-085")
def test_what_has_landed_is_an_easy_target_unless_it_taxies() -> None:
    still = sky(unit("r1", (24, 20)), flyer(FIGHTER, "b1", (24, 30), state={"airborne": False, "altitude": None}))
    assert number(preview(still, "r1", "b1"), "AS-AER-085") == -4
    taxied = {"airborne": False, "altitude": None, "inches": 4}
    rolling = sky(unit("r1", (24, 20)), flyer(FIGHTER, "b1", (24, 30), state=taxied))
    assert number(preview(rolling, "r1", "b1"), "AS-AER-085") == 1  # as with a Move of 6 inches


@pytest.mark.rule("AS-AER-026", "AS-AER-084", "AS-COM-075")
def test_large_craft_in_the_air() -> None:
    """A DropShip nets 0 from the ground, a small craft +1; being large counts no second time."""
    craft = {**AERODYNE, "type": "SC", "name": "Shuttle"}
    for card, net in ((SPHEROID, 0), (craft, 1)):
        fight = sky(unit("r1", (24, 20)), flyer(card, "b1", (24, 48), 180))
        asked = preview(fight, "r1", "b1")
        wanted = ("AS-COM-074", "AS-COM-075", "AS-COM-078", "AS-AER-026")
        assert sum(part.value for part in asked.modifiers if part.rule in wanted) == net


@pytest.mark.rule("AS-AER-086", "AS-AER-044")
def test_fire_from_below_strikes_the_front_and_may_exceed_the_threshold() -> None:
    fight = sky(unit("r1", (24, 20)), fighter("b1", (24, 48), 180), dice=(*HIT, 3, 3))
    events = fight.do(orders.Attack("r1", "b1"))
    made = next(event for event in events if event.type == "attack")
    assert made.direction == "front"
    over = flyer(SPHEROID, "b1", (24, 24), 0, state={"hovering": True})
    assert preview(sky(unit("r1", (24, 10)), over), "r1", "b1").direction == "front"
    assert [event.cause for event in events if event.type == "critical"] == ["threshold"]


# -- critical hits --------------------------------------------------------------------------------------------


def criticals(card: dict[str, Any], *dice: int, **more: Any) -> Battle:
    from rules.harm import strike

    fight = sky(unit("r1", (24, 20)), flyer(card, "b1", (24, 48), 180, **more), dice=dice)
    one = fight.units["b1"]
    strike(fight, "b1", one.armor + 1, by="r1")
    return fight


@pytest.mark.rule("AS-AER-047")
def test_a_fighter_whose_crew_is_killed_is_lost() -> None:
    assert criticals(dict(FIGHTER), 6, 6).units["b1"].doomed


@pytest.mark.rule("AS-AER-051")
def test_the_engine_of_a_small_craft_is_hit_as_that_of_a_dropship() -> None:
    fight = criticals({**AERODYNE, "type": "SC"}, 6, 5)
    assert [event.rule for event in fight.journal.events if event.type == "wounded"] == ["AS-AER-051"]  # type: ignore[attr-defined]


@pytest.mark.rule("AS-AER-042", "AS-AER-078")
def test_no_critical_hit_does_nothing() -> None:
    fight = criticals(dict(FIGHTER), 3, 4)
    one = fight.units["b1"]
    assert (one.structure, one.fresh, one.doomed) == (2, (), None)
    assert [event.cause for event in fight.journal.events if event.type == "critical"] == ["structure"]  # type: ignore[attr-defined]


@pytest.mark.rule("AS-AER-042")
def test_a_strike_on_barrier_armor_brings_a_check() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24), specials=["BAR"]), dice=(*HIT, 6, 1))
    events = fight.do(orders.Attack("r1", "b1", "strike"))
    assert [event.cause for event in events if event.type == "critical"] == ["bar"]


@pytest.mark.rule("AS-AER-041")
def test_infantry_and_battle_armor_suffer_no_critical_hits() -> None:
    men = unit("b1", (24, 24), type="BA", move='4"j', armor=2, structure=5)
    fight = sky(fighter("r1", (24, 0)), men, dice=HIT)
    events = fight.do(orders.Attack("r1", "b1", "strike"))
    assert fight.units["b1"].structure == 3
    assert not any(event.type == "critical" for event in events)


@pytest.mark.rule("AS-AER-048")
@pytest.mark.parametrize(("dice", "name"), [((1, 1), "kf_boom"), ((1, 2), "dock_collar")])
def test_hits_that_matter_between_the_stars(dice: tuple[int, int], name: str) -> None:
    one = criticals(dict(SPHEROID), *dice).units["b1"]
    assert (one.structure, one.fresh) == (19, (name,))


@pytest.mark.rule("AS-AER-049", "AS-AER-041")
def test_a_door_hit_jams_one_bay_or_costs_a_point() -> None:
    none = criticals(dict(SPHEROID), 4, 5).units["b1"]
    assert none.structure == 18
    two = criticals({**SPHEROID, "specials": ["MT4-D2", "AT2-D1"]}, 4, 5, 5, 2)
    assert two.units["b1"].notes["jammed"] == ["AT"]


@pytest.mark.rule("AS-AER-049")
def test_nobody_passes_a_jammed_door() -> None:
    from lancemate.alphastrike.movement.doors import no_door

    ship = {**SPHEROID, "specials": ["MT4-D2"]}
    fight = sky(
        unit("r1", (5, 5)), flyer(ship, "r2", (24, 0), state={"notes": {"jammed": ["MT"]}}), unit("b1", (40, 40))
    )
    refused = no_door(fight, fight.units["r1"], fight.units["r2"], cargo=False)
    assert refused is not None
    assert refused.rule == "AS-AER-049"


@pytest.mark.rule("AS-AER-052", "AS-AER-055")
def test_fire_control_and_weapon_hits() -> None:
    hurt = {"crits": {"fire_control": 2, "weapon": 1}}
    fight = sky(fighter("r1", (24, 0), state=hurt), unit("b1", (24, 24)))
    asked = preview(fight, "r1", "b1", kind="strike")
    assert (number(asked, "AS-COM-057"), asked.damage) == (4, 3)


# -- offers ---------------------------------------------------------------------------------------------------


def test_attacks_from_the_air_are_offered() -> None:
    fight = sky(bomber("low", "HE", "cluster"), unit("b1", (24, 24)), fighter("b2", (0, 24), 90))
    kinds = {offer.command.kind for offer in attacks(fight, fight.units["r1"])}  # type: ignore[union-attr]
    assert kinds == {"strike", "strafe", "dive_bomb", "weapon"}
    for offered in attacks(fight, fight.units["r1"]):
        assert preview_attack(fight, offered.command, outcomes=False).legal  # type: ignore[arg-type]
        assert "Target(" not in offered.label
    ground = sky(unit("r1", (24, 20)), fighter("b1", (24, 48), 180))
    assert [offer.command.target for offer in attacks(ground, ground.units["r1"])] == ["b1"]  # type: ignore[union-attr]


# -- hex maps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEX-015", "AS-HEX-014")
def test_on_hexes_the_path_is_a_line_of_hexes() -> None:
    from lancemate.alphastrike.scripts.running import run_script, script_from_data

    mech = {
        "name": "M",
        "type": "BM",
        "size": 2,
        "tmm": 1,
        "move": '10"',
        "damage": "3/3/2",
        "armor": 6,
        "structure": 4,
    }
    plane = {**FIGHTER, "tmm": None}
    rotor = {**mech, "type": "CV", "move": '14"v'}
    script = script_from_data(
        {
            "options": ["aerospace"],
            "map": {"kind": "hex", "width": 24, "depth": 24},
            "sides": [
                {"name": "red", "home": "south", "units": [{"id": "r1", "card": plane}]},
                {
                    "name": "blue",
                    "home": "north",
                    "units": [
                        {"id": "b1", "card": mech, "at": "1012", "facing": 180},
                        {"id": "b2", "card": mech, "at": "1112", "facing": 180},
                        {"id": "b3", "card": rotor, "at": "1008", "state": {"airborne": True, "elevation": 4}},
                    ],
                },
            ],
            "start": {"phase": "movement", "first": "red"},
            "dice": [6] * 20,
            "commands": [
                {"move": {"unit": "b1"}},
                {"move": {"unit": "b2"}},
                {"move": {"unit": "b3"}},
                {"move": {"unit": "r1", "mode": "fly", "path": ["1024"], "facing": 0, "altitude": "low"}},
                {"preview": {"attack": {"unit": "r1", "target": "b1", "kind": "strike"}}},
                {"attack": {"unit": "r1", "target": "b2", "kind": "strike"}},
                {"measure": {"from": "b1", "to": "r1"}},
                {"attack": {"unit": "r1", "target": "b3", "kind": "strike"}},
            ],
        }
    )
    data: Any = run_script(script).to_data()["outcomes"]
    assert [one["accepted"] for one in data] == [True, True, True, True, True, False, True, False], data
    assert (data[4]["preview"]["legal"], data[4]["preview"]["range"]) == (True, "short")
    assert data[5]["error"]["rule"] == "AS-AER-018"
    assert data[6]["measure"]["line_of_sight"] == "clear"
    assert data[7]["error"]["rule"] == "AS-HEX-015"


@pytest.mark.rule("AS-AER-092")
def test_the_nose_of_an_airship_is_its_front() -> None:
    arcs = {"front": {"STD": "3/3/2"}, "left": {"STD": "2/2/1"}, "right": {"STD": "2/2/1"}, "aft": {"STD": "1/1/0"}}
    blimp = {**FIGHTER, "name": "Blimp", "type": "SV", "move": "2i", "ov": 0, "damage": None, "arcs": arcs}
    fight = sky(flyer(blimp, "r1", (24, 0)), fighter("b1", (24, 48), 180), dice=[6] * 20)
    assert preview(fight, "r1", "b1", arc="front").legal
    assert not preview(fight, "r1", "b1", arc="aft").legal
    end(fight)
    fight.do(orders.Attack("b1", "r1"))
    fight.do(orders.Decide("red", "return"))
    assert fight.units["b1"].armor + fight.units["b1"].structure < 9


@pytest.mark.rule("AS-AER-014")
def test_without_the_rules_of_flight_no_craft_strikes_from_above() -> None:
    fight = battle(flyer(FIGHTER, "r1", (24, 0), state={"airborne": True}), unit("b1", (24, 8)), phase="combat")
    refused = refusal(fight, orders.Attack("r1", "b1", "strike"))
    assert (refused.code, refused.rule) == ("not_in_the_air", "AS-AER-014")
