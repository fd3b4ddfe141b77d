"""Shooting at buildings, at units inside and over walls: what is hit, what is absorbed, what falls and when."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, move, number, refusal, unit

INFANTRY: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "tmm": 2, "armor": 5, "structure": 2}
SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "tmm": 3, "armor": 5, "structure": 2}


def hall(*units: Any, height: float = 8, dice: Any = (6, 5, 5, 5) * 6, more: Any = (), **given: Any) -> Battle:
    """A large heavy building from (10, 10) to (20, 20)."""
    house = {"id": "hall", "kind": "building", "type": "heavy", "cf": 9, "height": height, "rect": [10, 10, 10, 10]}
    return battle(*units, terrain=[{**house, **given}, *more], dice=dice)


def shooter(name: str = "r1", points: int = 4, at: tuple[float, float] = (15, 2), **card: Any) -> Any:
    return unit(name, at=at, damage=f"{points}/{points}/{points}", **card)


def inside(name: str = "b1", at: tuple[float, float] = (15, 11), **card: Any) -> Any:
    return unit(name, at=at, facing=180, **{"armor": 9, **card})


# -- the building itself --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-012")
def test_a_building_is_an_immobile_target_and_its_type_outlives_its_factor() -> None:
    fight = hall(shooter(), shooter("r2", at=(12, 2)), inside(), cf=7)
    hit = attack(fight, "r1", "hall")
    assert (number(hit, "AS-COM-047"), fight.state.terrain_damage) == (-4, {"hall": 4})
    shown = preview_attack(fight, commands.Attack("r2", "b1"))
    assert (shown.damage, shown.absorbed) == (2, 2)
    attack(fight, "r2", "hall")
    end(fight, 2)
    assert fight.table.by_id["hall"].kind == "rubble"


@pytest.mark.rule("AS-URB-013")
def test_a_shot_at_the_building_touches_nobody_inside() -> None:
    fight = hall(shooter(points=6), inside(), cf=5)
    attack(fight, "r1", "hall")
    assert (fight.state.terrain_damage, fight.units["b1"].armor) == ({"hall": 6}, 9)


# -- units inside ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-015", "AS-URB-002")
@pytest.mark.parametrize(
    ("given", "absorbed"),
    [
        ({"type": "light"}, 0),
        ({"type": "medium"}, 1),
        ({"type": "heavy"}, 2),
        ({"type": "hardened"}, 4),
        ({"type": "heavy", "build": "fortress"}, 3),
        ({"type": "light", "build": "fortress"}, 1),
        ({"type": "heavy", "build": "castle_brian"}, 4),  # of 4 points no more
    ],
)
def test_the_building_takes_its_share_of_every_hit(given: dict[str, Any], absorbed: int) -> None:
    fight = hall(shooter(), inside(), **{**given, "cf": 99})
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert (shown.damage, shown.absorbed, shown.target_number) == (4 - absorbed, absorbed, 4 + 1 + 2)
    attack(fight, "r1", "b1")
    assert fight.units["b1"].armor == 9 - (4 - absorbed)
    assert fight.state.terrain_damage == ({"hall": absorbed} if absorbed else {})


@pytest.mark.rule("AS-URB-015")
def test_what_is_absorbed_whole_brings_no_checks() -> None:
    fight = hall(shooter(points=2), inside(armor=0, structure=5), dice=(6, 6))
    attack(fight, "r1", "b1")
    assert (fight.units["b1"].structure, fight.units["b1"].fresh) == (5, ())
    assert fight.state.terrain_damage == {"hall": 2}


@pytest.mark.rule("AS-URB-015")
def test_a_low_building_is_no_cover_to_who_is_inside() -> None:
    """Three inches deep in a house an inch high, half of a 'Mech would be hidden."""
    fight = hall(shooter(), inside(at=(15, 14)), height=1)
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert shown.line_of_sight == "clear"
    behind = hall(shooter(), inside(at=(15, 20.6)), height=1)
    assert preview_attack(behind, commands.Attack("r1", "b1")).line_of_sight == "partial"


@pytest.mark.rule("AS-URB-015")
def test_the_roof_is_not_inside() -> None:
    fight = hall(shooter(), inside(state={"elevation": 8}))
    assert preview_attack(fight, commands.Attack("r1", "b1")).absorbed == 0


@pytest.mark.rule("AS-URB-015")
@pytest.mark.parametrize(("at", "seen"), [((15, 12), "clear"), ((15, 13.5), "blocked")])
def test_two_inches_from_the_wall_a_unit_inside_is_seen_and_sees(at: tuple[float, float], seen: str) -> None:
    fight = hall(shooter(), inside(at=at))
    assert preview_attack(fight, commands.Attack("r1", "b1")).line_of_sight == seen
    assert preview_attack(fight, commands.Attack("b1", "r1")).line_of_sight == seen


@pytest.mark.rule("AS-URB-014")
@pytest.mark.parametrize("card", [INFANTRY, SUITS])
@pytest.mark.parametrize(("given", "absorbed"), [({}, 2), ({"build": "fortress"}, 4)])
def test_infantry_inside_is_struck_through_the_building(
    card: dict[str, Any], given: dict[str, Any], absorbed: int
) -> None:
    fight = hall(shooter(points=5), inside(**card), type="medium", cf=9, **given)
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert [(part.label, part.value) for part in shown.modifiers] == [
        ("Skill", 4),
        ("Target immobile", -4),
        ("Range: medium", 2),
    ]
    assert (shown.damage, shown.absorbed) == (5 - absorbed, absorbed)
    assert shown.distance == preview_attack(fight, commands.Attack("r1", "hall")).distance
    attack(fight, "r1", "b1")
    assert fight.units["b1"].armor == 5 - (5 - absorbed)
    assert fight.state.terrain_damage == {"hall": absorbed}


@pytest.mark.rule("AS-URB-014")
def test_infantry_deep_inside_need_not_be_seen_and_contact_does_not_matter() -> None:
    fight = hall(shooter(), inside(at=(15, 15), **INFANTRY))
    assert preview_attack(fight, commands.Attack("r1", "b1")).legal
    close = hall(shooter(at=(15, 9.3)), inside(at=(15, 10.5), **INFANTRY))
    assert preview_attack(close, commands.Attack("r1", "b1")).legal
    assert "b1" in {offer.command.target for offer in _offers(fight)}


def _offers(fight: Battle) -> list[Any]:
    from lancemate.alphastrike.asking.offers import offers

    return [offer for offer in offers(fight, "red", "r1") if isinstance(offer.command, commands.Attack)]


@pytest.mark.rule("AS-URB-014")
def test_infantry_on_the_roof_is_shot_at_itself() -> None:
    fight = hall(shooter(), inside(state={"elevation": 8}, **INFANTRY))
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert ("Target movement", 2) in [(part.label, part.value) for part in shown.modifiers]
    assert shown.absorbed == 0


@pytest.mark.rule("AS-URB-016")
@pytest.mark.parametrize(("kind", "absorbed"), [("heavy", 1), ("medium", 0), ("hardened", 2)])
def test_in_the_same_building_half_is_absorbed(kind: str, absorbed: int) -> None:
    fight = hall(shooter(at=(13, 12)), inside(at=(16, 12)), type=kind, cf=99)
    assert preview_attack(fight, commands.Attack("r1", "b1")).absorbed == absorbed


@pytest.mark.rule("AS-URB-016")
def test_infantry_in_the_same_building_attacks_directly_and_nothing_is_absorbed() -> None:
    squad = {**INFANTRY, "damage": "3/3/3"}
    fight = hall(unit("r1", at=(13, 12), **squad), inside(at=(16, 12)), inside("b2", at=(13, 15), **INFANTRY))
    for target, tmm in (("b1", 1), ("b2", 2)):
        shown = preview_attack(fight, commands.Attack("r1", target))
        assert (shown.damage, shown.absorbed) == (3, 0)
        assert ("Target movement", tmm) in [(part.label, part.value) for part in shown.modifiers]
    outside = hall(unit("r1", at=(15, 8), **squad), inside("b2", at=(13, 15), **INFANTRY))
    assert preview_attack(outside, commands.Attack("r1", "b2")).absorbed == 3


@pytest.mark.rule("AS-URB-016")
def test_a_mech_in_the_same_building_still_shoots_at_the_walls_around_infantry() -> None:
    fight = hall(shooter(at=(13, 12)), inside(at=(16, 12), **INFANTRY))
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert ("Target immobile", -4) in [(part.label, part.value) for part in shown.modifiers]
    assert shown.absorbed == 1


@pytest.mark.rule("AS-URB-020")
def test_what_is_shot_to_pieces_absorbs_no_more_and_falls_in_the_end_phase() -> None:
    fight = hall(shooter(points=9), shooter("r2", at=(12, 2)), inside(), height=4)
    attack(fight, "r1", "hall")
    assert fight.table.by_id["hall"].kind == "building"
    attack(fight, "r2", "b1")
    assert fight.units["b1"].armor == 5
    end(fight, 2)
    assert fight.table.by_id["hall"].kind == "rubble"
    assert fight.units["b1"].armor == 3


@pytest.mark.rule("AS-URB-015")
def test_shells_are_absorbed_too() -> None:
    """One that comes down beside the wall strikes it, and who stands behind it loses less for it."""
    gun = unit("r1", at=(15, 2), specials=["ARTT-1"])
    fight = hall(gun, inside(), unit("r2", at=(20, 5)), dice=(6, 5, 3, 3))
    attack(fight, "r1", (15.0, 9.6), kind="artillery", spotter="r2")
    assert (fight.state.terrain_damage, fight.units["b1"].armor) == ({"hall": 2}, 9)


# -- the worked example ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-022")
def test_eric_s_mech_takes_shelter() -> None:
    fight = battle(
        unit("r1", at=(15, 9), size=1, armor=9, move='10"'),
        unit("b1", at=(15, 2), damage="4/4/4", facing=0),
        unit("b2", at=(13, 2), damage="4/4/4", facing=0),
        unit("b3", at=(17, 2), damage="6/6/6", facing=0),
        terrain=[{"id": "hall", "kind": "building", "type": "heavy", "cf": 10, "height": 8, "rect": [10, 10, 10, 10]}],
        phase="movement",
        dice=(6, 5, 5, 5) * 9,
    )
    move(fight, "r1", (15, 11), facing=180)
    assert fight.state.terrain_damage == {"hall": 1}
    end(fight)
    end(fight)
    for name, target, armor, damage in (("b1", "r1", 7, 3), ("b2", "r1", 5, 5), ("b3", "hall", 5, 11)):
        attack(fight, name, target)
        assert (fight.units["r1"].armor, fight.state.terrain_damage["hall"]) == (armor, damage)
    events = end(fight)
    told = "\n".join(line.text for line in story(fight, events))
    assert "hall" in told
    assert fight.table.by_id["hall"].kind == "rubble"
    assert fight.units["r1"].armor == 1


# -- walls ----------------------------------------------------------------------------------------------------


WALL = {"id": "w1", "kind": "wall", "type": "heavy", "height": 1, "cf": 3, "line": [[10, 20], [22, 20]], "width": 1}


def behind(at: tuple[float, float] = (15, 21.6), *more: Any, dice: Any = (6, 5, 5, 5) * 4, **given: Any) -> Battle:
    return battle(shooter(at=(15, 10)), inside(at=at), *more, terrain=[{**WALL, **given}], dice=dice)


@pytest.mark.rule("AS-URB-024", "AS-URB-002")
@pytest.mark.parametrize(("kind", "absorbed"), [("light", 0), ("medium", 1), ("heavy", 2), ("hardened", 3)])
def test_a_wall_shields_who_stands_close_behind_it(kind: str, absorbed: int) -> None:
    fight = behind(type=kind)
    shown = preview_attack(fight, commands.Attack("r1", "b1"))
    assert (shown.damage, shown.absorbed, shown.line_of_sight) == (4 - absorbed, absorbed, "partial")
    attack(fight, "r1", "b1")
    assert fight.state.terrain_damage == ({"w1/3": absorbed} if absorbed else {})


@pytest.mark.rule("AS-URB-024")
def test_a_wall_does_not_shield_from_afar_nor_where_the_line_passes_it_by() -> None:
    assert preview_attack(behind((15, 23.5)), commands.Attack("r1", "b1")).absorbed == 0
    assert preview_attack(behind((15, 18)), commands.Attack("r1", "b1")).absorbed == 0
    assert preview_attack(behind((23, 20)), commands.Attack("r1", "b1")).absorbed == 0


@pytest.mark.rule("AS-URB-023", "AS-URB-002")
def test_a_wall_falls_section_by_section() -> None:
    fight = behind()
    hit = attack(fight, "r1", "w1/3")
    assert (hit.target, number(hit, "AS-COM-047"), fight.state.terrain_damage) == ("w1/3", -4, {"w1/3": 4})
    end(fight, 2)
    assert fight.table.by_id["w1/3"].kind == "rubble"
    assert fight.table.by_id["w1"].kind == "wall"
    assert preview_attack(fight, commands.Attack("r1", "b1")).line_of_sight == "clear"
    assert refusal(fight, commands.Attack("r1", "w1/7")).code == "unknown_target"


@pytest.mark.rule("AS-URB-023")
def test_a_wall_named_as_a_whole_is_struck_where_it_is_nearest() -> None:
    fight = behind()
    assert attack(fight, "r1", "w1").target == "w1/3"


@pytest.mark.rule("AS-URB-023")
def test_crossing_a_wall_costs_like_a_building_and_breaks_the_section_crossed() -> None:
    fight = battle(
        unit("r1", at=(15, 18), size=1, move='12"'),
        unit("b1", at=(60, 40)),
        terrain=[{**WALL, "cf": 1}],
        phase="movement",
    )
    moved = move(fight, "r1", (15, 22))
    assert moved.cost == 4 + 3
    assert fight.table.by_id["w1/3"].kind == "rubble"
    assert fight.units["r1"].armor == 6


@pytest.mark.rule("AS-URB-023")
def test_a_shot_that_just_misses_strikes_the_section_in_between() -> None:
    fight = behind(dice=(3, 4))  # 8 are needed
    assert attack(fight, "r1", "b1").hit is False
    assert fight.state.terrain_damage == {"w1/3": 4}


@pytest.mark.rule("AS-URB-023")
@pytest.mark.parametrize(("kind", "cf"), [("light", 2), ("medium", 3), ("heavy", 6), ("hardened", 10)])
def test_a_wall_has_the_factor_of_its_row(kind: str, cf: int) -> None:
    wall = {key: value for key, value in WALL.items() if key != "cf"}
    for points, left in ((cf - 1, True), (cf, False)):
        fight = battle(
            shooter(at=(15, 10), points=points),
            inside(at=(50, 40)),
            terrain=[{**wall, "type": kind}],
            dice=(6, 5, 6, 5, 5, 5),
        )
        attack(fight, "r1", "w1/3")
        end(fight, 2)
        assert ("w1/3" not in fight.table.by_id) is left


# -- buildings that attack ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-017")
def test_a_standard_building_has_no_weapons() -> None:
    fight = hall(shooter(), inside())
    assert refusal(fight, commands.Attack("hall", "b1")).rule == "AS-URB-017"


@pytest.mark.rule("AS-URB-017")
def test_an_advanced_building_fires_ahead_its_turret_and_its_rear() -> None:
    bunker: dict[str, Any] = {"type": "CV", "move": "0", "tmm": 0, "building": True, "damage": "3/3/3"}
    fight = battle(
        unit("r1", at=(20, 20), specials=["TUR(2/2/2)", "REAR1/1/-"], **bunker),
        unit("b1", at=(20, 30), facing=180),
        unit("b2", at=(20, 10)),
        dice=(6, 5) * 3,
    )
    rear = attack(fight, "r1", "b2", using="REAR")
    ahead = attack(fight, "r1", "b1", arc="body")
    turret = attack(fight, "r1", "b2", arc="turret")
    assert number(ahead, "AS-COM-040") == -1
    assert (rear.damage, ahead.damage, turret.damage) == (1, 2, 2)
    plain = battle(
        unit("r1", at=(20, 20), specials=["TUR(2/2/2)"], **{**bunker, "building": False}),
        unit("b1", at=(20, 30)),
        dice=(6, 5) * 2,
    )
    attack(plain, "r1", "b1")
    assert refusal(plain, commands.Attack("r1", "b1", using="TUR")).code == "already_attacked"


@pytest.mark.rule("AS-URB-017")
def test_a_building_does_not_move() -> None:
    with pytest.raises(InputError, match="does not move"):
        unit("r1", at=(20, 20), type="CV", move='4"t', building=True)


BUNKER: dict[str, Any] = {"type": "CV", "move": "0", "tmm": 0, "damage": "3/3/3", "size": 4}
FOOT: dict[str, Any] = {"type": "CI", "move": '2"f', "size": 1}


@pytest.mark.rule("AS-URB-017")
def test_a_building_with_a_card_hides_who_is_behind_it() -> None:
    def behind(*, building: bool) -> Battle:
        return battle(
            unit("r1", at=(20, 10), **FOOT),
            unit("b1", at=(20, 14), building=building, **BUNKER),
            unit("b2", at=(20, 18), **FOOT),
        )

    assert behind(building=False).sight(*_pair(behind(building=False))).status == "clear"
    assert behind(building=True).sight(*_pair(behind(building=True))).status == "blocked"


def _pair(fight: Battle) -> tuple[Unit, Unit]:
    return fight.units["r1"], fight.units["b2"]


@pytest.mark.rule("AS-URB-017")
def test_it_takes_shots_that_just_miss_who_is_half_behind_it() -> None:
    fight = battle(
        unit("r1", at=(20, 10)),
        unit("b1", at=(20, 14), building=True, **BUNKER),
        unit("b2", at=(20, 15.3)),
        dice=(4, 2),
    )
    assert fight.sight(*_pair(fight)).status == "partial"
    needed = preview_attack(fight, commands.Attack("r1", "b2")).target_number
    assert needed is not None
    short = (1, needed - 2) if needed <= 8 else (6, needed - 7)
    fight = battle(*fight.setup.units, dice=(*short, 3, 3, 3, 3))
    events = fight.do(commands.Attack("r1", "b2"))
    assert [event.target for event in events if event.type == "hit"] == ["b1"]  # type: ignore[attr-defined]
