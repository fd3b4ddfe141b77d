"""Advanced buildings (pp. 138-139): weapons in walls and on roofs, and armor."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.arcs import firing_arc
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.activation import counts_for_movement
from lancemate.alphastrike.options.advanced_buildings.arming import measure_building
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.commanders import commanded, one
from rules.duel import FOOT
from rules.table import attack, battle, end, number, refusal, unit
from rules.test_options_ranges import script

ON = ("advanced_buildings",)
FORT: dict[str, Any] = {
    **{"id": "fort", "kind": "building", "height": 4, "cf": 15, "rect": [30, 20, 4, 4], "side": "red"},
    "weapons": [
        {"id": "gun1", "mount": "roof", "damage": "1/1/1"},
        {"id": "gun2", "mount": "roof", "artillery": "ART-LT"},
    ],
}
BUNKER: dict[str, Any] = {
    **{"id": "bunker", "kind": "building", "height": 3, "cf": 15, "rect": [30, 20, 3, 3], "side": "red"},
    "weapons": [{"id": "gun3", "mount": "north", "height": 2, "damage": "2/1/0"}],
}


def town(*pieces: dict[str, Any], at: tuple[float, float] = (31.5, 40), dice: Any = (), **more: Any) -> Battle:
    return battle(unit("r1", (5, 5)), unit("b1", at, 180), terrain=pieces, options=ON, dice=dice, **more)


def shot(fight: Battle, gun: str = "gun1", **more: Any) -> Any:
    return preview_attack(fight, orders.Attack(gun, "b1", **more))


# -- arming ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-023", "AS-OPT-026", "AS-OPT-028", "AS-OPT-029", "AS-OPT-030")
@pytest.mark.parametrize(
    ("cf", "rect", "allowed"),
    [
        (15, [0, 0, 1.5, 3], (3, 2, 7, 3)),
        (16, [0, 0, 4, 4], (3, 4, 8, 4)),
        (8, [0, 0, 2, 2], (1, 1, 4, 2)),
        (6, [0, 0, 5, 2], (1, 3, 3, 2)),
    ],
)
def test_what_a_building_allows(cf: int, rect: list[float], allowed: tuple[int, ...]) -> None:
    """A roof of 1.5 by 3 inches has room for two turrets, CF 15 for three points: the book's examples."""
    fight = town({"id": "b", "kind": "building", "height": 2, "cf": cf, "rect": rect})
    told = measure_building(fight, "b")
    assert tuple(told[key] for key in ("budget", "roof_mounts", "artillery_damage", "crew")) == allowed


def armed(*weapons: dict[str, Any], **more: Any) -> Any:
    house = {**FORT, "weapons": list(weapons), **more}
    return script_from_data({**script(["advanced_buildings"]), "terrain": [house]})


@pytest.mark.rule("AS-OPT-023")
@pytest.mark.parametrize("damage", ["3/0/0", "2/1/0", "1/1/1"])
def test_points_may_be_shared_out(damage: str) -> None:
    assert armed({"id": "g", "mount": "roof", "damage": damage}).setup.table.by_id["fort"]


ROOF = {"id": "g", "mount": "roof", "damage": "1/0/0"}


@pytest.mark.rule("AS-OPT-020", "AS-OPT-023", "AS-OPT-025", "AS-OPT-026", "AS-OPT-028", "AS-OPT-029", "AS-OPT-031")
@pytest.mark.parametrize(
    ("weapons", "more", "why"),
    [
        ([{**ROOF, "damage": "0/0/3"}], {}, "AS-OPT-023"),
        ([{**ROOF, "damage": "0/1/2"}], {}, "AS-OPT-023"),
        ([{**ROOF, "damage": "2/1/1"}], {}, "AS-OPT-023"),
        ([{**ROOF, "id": f"g{n}"} for n in range(5)], {}, "AS-OPT-026"),
        ([ROOF, {"id": "h", "mount": "north", "height": 1, "damage": "1/0/0"}], {}, "AS-OPT-026"),
        ([{"id": f"h{n}", "mount": "north", "height": n, "damage": "1/0/0"} for n in (1, 2)], {}, "AS-OPT-025"),
        ([{"id": "h", "mount": "north", "height": 1, "artillery": "ART-T"}], {}, "AS-OPT-028"),
        ([{"id": "h", "mount": "roof", "artillery": "ART-CM9"}], {}, "AS-OPT-029"),
        ([ROOF], {"skill": 1, "automated": True}, "AS-OPT-020"),
        ([ROOF], {"armor": 16}, "AS-OPT-031"),
        ([{"id": "g", "mount": "roof"}], {}, "either damage or artillery"),
        ([{**ROOF, "mount": "cellar"}], {}, "cellar"),
    ],
)
def test_what_breaks_a_rule_of_arming_is_an_error(
    weapons: list[dict[str, Any]], more: dict[str, Any], why: str
) -> None:
    with pytest.raises(InputError, match=why):
        armed(*weapons, **more)


@pytest.mark.rule("AS-OPT-029")
def test_the_books_cruise_missiles() -> None:
    assert armed({"id": "h", "mount": "roof", "artillery": "ART-CM7"}).setup.table.by_id["fort"]


@pytest.mark.rule("AS-OPT-020")
def test_without_the_module_there_are_no_guns() -> None:
    with pytest.raises(InputError, match="advanced_buildings, which is off"):
        script_from_data({**script([]), "terrain": [FORT]})


# -- firing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-020")
@pytest.mark.parametrize(("more", "skill"), [({}, 4), ({"automated": True}, 5), ({"skill": 2, "automated": True}, 3)])
def test_the_skill_of_those_who_serve_them(more: dict[str, Any], skill: int) -> None:
    fight = town({**FORT, **more})
    assert fight.units["gun1"].skill == skill
    assert fight.units["gun1"].place == "emplaced"
    assert "gun1" in " ".join(line.text for line in story(fight, fight.journal.events))


@pytest.mark.rule("AS-OPT-021", "AS-OPT-024")
def test_a_gun_fires_as_who_stands_still() -> None:
    seen = shot(town(FORT))
    assert seen.legal
    assert number(seen, "AS-COM-040") == -1
    assert refusal(town(FORT), orders.Attack("gun1", "b1", overheat=1)).rule == "AS-DMG-012"
    assert refusal(town(FORT, at=(35, 22)), orders.Attack("gun1", "b1", kind="physical")).rule == "AS-OPT-024"


@pytest.mark.rule("AS-OPT-021")
def test_a_gun_is_offered_its_shots_once_a_turn() -> None:
    fight = town(FORT, dice=(6, 5, *(1,) * 4))
    mine = [one for one in offers(fight, "red", "gun1") if one.kind == "attack"]
    assert any(one.command == orders.Attack("gun1", "b1") for one in mine)
    fight.do(orders.Attack("gun1", "b1"))
    assert refusal(fight, orders.Attack("gun1", "b1")).rule == "AS-COM-001"


@pytest.mark.rule("AS-OPT-026")
def test_a_turret_fires_all_around_from_the_nearest_edge() -> None:
    """Sixteen inches from the north edge at y 24 to the base at 40."""
    for at in ((32, 40.625), (32, 3.375), (50.625, 22), (13.375, 22)):
        seen = shot(town(FORT, at=at))
        assert (seen.legal, seen.distance) == (True, 16.0 if at[0] == 32 else seen.distance)
    assert shot(town(FORT, at=(32, 25))).legal


@pytest.mark.rule("AS-OPT-025")
def test_a_weapon_in_a_wall_fires_at_what_is_before_it() -> None:
    assert shot(town(BUNKER, at=(31.5, 40)), "gun3").legal
    assert shot(town(BUNKER, at=(45, 24)), "gun3").legal
    assert not shot(town(BUNKER, at=(31.5, 5)), "gun3").legal
    assert not shot(town(BUNKER, at=(45, 22)), "gun3").legal


@pytest.mark.rule("AS-OPT-025", "AS-OPT-026")
def test_a_wall_has_a_field_of_fire_where_a_turret_fires_all_around() -> None:
    """A base that juts out past the line of the wall is seen, but its middle is behind that line."""
    behind = (50, 22.9)
    no = shot(town(BUNKER, at=behind), "gun3")
    assert no.line_of_sight != "blocked"
    assert not no.legal
    assert (no.reason.code, no.reason.rule) == ("out_of_arc", "AS-OPT-025")
    turret = {**BUNKER, "weapons": [{"id": "gun3", "mount": "roof", "damage": "2/1/0"}]}
    assert shot(town(turret, at=behind), "gun3").legal


@pytest.mark.rule("AS-OPT-026")
def test_whom_a_turret_covers_does_not_depend_on_a_facing() -> None:
    fight = town(FORT)
    assert (firing_arc(fight, fight.units["gun1"]).width, firing_arc(fight, fight.units["b1"]).width) == (360.0, 180.0)


@pytest.mark.rule("AS-OPT-025")
def test_its_height_counts_for_the_line_of_sight() -> None:
    wall = {"kind": "wall", "height": 1.9, "rect": [20, 24.5, 24, 0.5]}
    low = {**BUNKER, "weapons": [{**BUNKER["weapons"][0], "height": 0.5}]}
    assert shot(town(BUNKER, wall), "gun3").line_of_sight == "clear"
    assert shot(town(low, wall), "gun3").line_of_sight != "clear"


@pytest.mark.rule("AS-OPT-027")
def test_artillery_gains_nothing_by_standing_still() -> None:
    seen = preview_attack(town(FORT), orders.Attack("gun2", "b1", "artillery"))
    assert seen.legal
    assert (number(seen, "AS-COM-040") or 0) + (number(seen, "AS-OPT-027") or 0) == 0


@pytest.mark.rule("AS-OPT-022")
def test_a_gun_is_shot_at_as_its_building_is() -> None:
    fight = town(FORT, dice=(6, 6, 5, 5), first="blue")
    event = attack(fight, "b1", "gun1")
    assert fight.state.terrain_damage == {"fort": 3}
    assert (event.target, event.at_terrain) == ("fort", True)
    assert total(event.modifiers) == preview_attack(town(FORT), orders.Attack("b1", "fort")).target_number


@pytest.mark.rule("AS-OPT-022")
def test_a_weapon_in_a_wall_is_attacked_from_its_side() -> None:
    assert preview_attack(town(BUNKER), orders.Attack("b1", "gun3")).legal
    behind = town(BUNKER, at=(31.5, 5))
    behind.units["b1"].facing = 0.0
    no = preview_attack(behind, orders.Attack("b1", "gun3")).reason
    assert no is not None
    assert no.rule == "AS-OPT-022"


@pytest.mark.rule("AS-OPT-022")
def test_guns_fall_with_their_building_and_hold_no_field() -> None:
    fight = battle(
        unit("r1", (5, 5)),
        unit("b1", (31.5, 40), 180, damage="20/20/20"),
        terrain=[FORT],
        options=ON,
        first="blue",
        dice=(6, 5, 1, 1, 1, 2),
    )
    attack(fight, "b1", "fort")
    end(fight, 2)
    assert fight.units["gun1"].destroyed
    alone = battle(unit("b1", (31.5, 40), 180), unit("r1", (5, 5)), terrain=[FORT], options=ON, dice=(1, 1, 1, 2))
    alone.units["r1"].doomed = "a test"
    end(alone, 2)
    assert alone.outcome is not None
    assert alone.outcome.winner == "blue"


@pytest.mark.rule("AS-OPT-021")
def test_nobody_waits_for_a_gun_to_move() -> None:
    fight = town(FORT, phase="movement", dice=(1,) * 8)
    assert [name for name, one in fight.units.items() if counts_for_movement(fight, one)] == ["r1", "b1"]
    end(fight, 2)
    assert fight.state.phase == "combat"


@pytest.mark.rule("AS-OPT-021")
def test_a_gun_has_no_part_in_what_its_force_can_do() -> None:
    fight = commanded(
        one("r1", (36, 26)),
        one("b1", (36, 29), 180),
        red=["Brawlers"],
        phase="combat",
        terrain=[FORT],
        options=list(ON),
    )
    assert number(preview_attack(fight, orders.Attack("r1", "b1")), "AS-SCA-018") is not None
    assert number(shot(fight), "AS-SCA-018") is None


# -- armor ----------------------------------------------------------------------------------------------------


ARMORED = {"id": "keep", "kind": "building", "height": 8, "cf": 10, "rect": [30, 20, 4, 4], "side": "red", "armor": 3}


@pytest.mark.rule("AS-OPT-031", "AS-OPT-034")
def test_armor_is_marked_facing_by_facing() -> None:
    """The ledger's example: armor 3, CF 10, five points: no armor, CF 8."""
    fight = battle(
        unit("r1", (5, 5)),
        unit("b1", (32, 40), 180, damage="5/5/5"),
        terrain=[ARMORED],
        options=ON,
        first="blue",
        dice=(6, 5),
    )
    assert show_state(fight)["terrain_armor"] == {"keep": dict.fromkeys(("south", "east", "north", "west", "roof"), 3)}
    attack(fight, "b1", "keep")
    assert show_state(fight)["terrain_armor"] == {"keep": {"south": 3, "east": 3, "north": 0, "west": 3, "roof": 3}}
    assert fight.state.terrain_damage == {"keep": 2}


@pytest.mark.rule("AS-OPT-034")
def test_while_armor_lasts_the_cf_is_whole() -> None:
    fight = battle(
        unit("r1", (5, 5)),
        unit("b1", (50, 22), 270, damage="2/2/2"),
        terrain=[ARMORED],
        options=ON,
        first="blue",
        dice=(6, 5),
    )
    attack(fight, "b1", "keep")
    assert show_state(fight)["terrain_armor"]["keep"]["east"] == 1
    assert fight.state.terrain_damage == {}


@pytest.mark.rule("AS-OPT-032")
def test_who_is_inside_is_safe_behind_armor() -> None:
    def fire(armor: int) -> Battle:
        fight = battle(
            unit("r1", (32, 22), armor=9),
            unit("b1", (32, 40), 180, damage="5/5/5"),
            terrain=[{**ARMORED, "type": "hardened", "armor": armor}],
            options=ON,
            first="blue",
            dice=(6, 5),
        )
        attack(fight, "b1", "r1")
        return fight

    safe = fire(1)
    assert safe.units["r1"].armor == 9
    assert show_state(safe)["terrain_armor"]["keep"]["north"] == 0


@pytest.mark.rule("AS-OPT-032")
def test_only_infantry_and_friends_go_through_an_armored_wall() -> None:
    def goes(name: str, **card: Any) -> Any:
        fight = battle(
            unit("r1", (32, 30) if name == "r1" else (5, 5), **{"move": '30"', **card}),
            unit("b1", (32, 30) if name == "b1" else (60, 40), **{"move": '30"', **card}),
            terrain=[{**ARMORED, "type": "heavy"}],
            options=ON,
            phase="movement",
            first="red" if name == "r1" else "blue",
        )
        return check_move(fight, orders.Move(name, ((32, 22),)))

    assert goes("b1").reason.rule == "AS-OPT-032"
    assert goes("r1").legal
    assert goes("b1", **{**FOOT, "move": '30"f'}).legal


@pytest.mark.rule("AS-OPT-035")
@pytest.mark.parametrize(("height", "on_roof", "points"), [(8, False, 4), (8, True, 6), (3, False, 1)])
def test_the_fall_of_an_armored_building(height: float, on_roof: bool, points: int) -> None:
    """The ledger's three examples."""
    from lancemate.alphastrike.urban.collapse import buried_points

    keep = {**ARMORED, "height": height, "type": "light"}
    fight = battle(unit("r1", (32, 22)), unit("b1", (60, 40)), terrain=[keep], options=ON, dice=(1,) * 4)
    assert buried_points(fight, fight.table.by_id["keep"], fight.units["r1"], on_roof) == points


@pytest.mark.rule("AS-OPT-021", "AS-OPT-022")
def test_a_script_with_guns() -> None:
    told = {**script(["advanced_buildings"]), "terrain": [{**FORT, "rect": [20, 30, 4, 4]}]}
    told["commands"] = [{"attack": {"unit": "gun1", "target": "b1"}}]
    told["seed"] = 3
    report = run_script(script_from_data(told))
    assert report.accepted
    assert report.to_data()["state"]["units"]["gun1"]["place"] == "emplaced"
