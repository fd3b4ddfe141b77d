"""Advanced terrain, terrain conversion and fortified positions (pp. 136-137, 168, 173)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import deeds, offers
from lancemate.alphastrike.asking.preview import preview_attack, preview_data
from lancemate.alphastrike.combat.attack import attack_choices, open_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.options.fire_and_smoke.areas import fire_at
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.duel import ELEMENTALS, FOOT, TANK
from rules.table import attack, battle, end, number, refusal, unit
from rules.test_options_ranges import script

ADVANCED = ("advanced_terrain",)
HEIGHTS = {
    "light_jungle": (4, 6),
    "heavy_jungle": (4, 4),
    "ultra_heavy_jungle": (6, 2),
    "light_woods": (2, 6),
    "heavy_woods": (2, 4),
    "ultra_heavy_woods": (3, 2),
}
IDS = ("AS-OPT-003", "AS-OPT-004", "AS-OPT-005", "AS-OPT-009", "AS-OPT-010", "AS-OPT-011")


# -- woods and jungle -----------------------------------------------------------------------------------------


def across(kind: str, inches: float, *more: dict[str, Any], options: Any = ADVANCED, **states: Any) -> Battle:
    """r1 looks north at b1 over so many inches of growth."""
    belt = {"kind": kind, "rect": [0, 20 - inches, 72, inches]}
    return battle(unit("r1", (20, 5)), unit("b1", (20, 35), 180), terrain=[belt, *more], options=options, **states)


def seen(fight: Battle) -> Any:
    return preview_attack(fight, orders.Attack("r1", "b1"))


@pytest.mark.rule("AS-OPT-001", "AS-OPT-002", "AS-OPT-008", *IDS)
@pytest.mark.parametrize("kind", HEIGHTS)
def test_each_density_blocks_at_its_own_depth_and_rises_as_high(kind: str) -> None:
    height, most = HEIGHTS[kind]
    fight = across(kind, most - 0.1)
    assert fight.table.features[0].height == height
    assert seen(fight).line_of_sight == "clear"
    blocked = seen(across(kind, most))
    assert (blocked.line_of_sight, blocked.reason.rule) == ("blocked", "AS-OPT-008")


@pytest.mark.rule("AS-OPT-001", "AS-OPT-009", "AS-OPT-003")
@pytest.mark.parametrize(("plain", "light", "height"), [("woods", "light_woods", 2), ("jungle", "light_jungle", 4)])
def test_plain_woods_and_jungle_are_light(plain: str, light: str, height: float) -> None:
    piece = across(plain, 2).table.features[0]
    assert (piece.kind, piece.height) == (light, height)
    assert across(plain, 2, options=()).table.features[0].kind == plain


@pytest.mark.rule("AS-OPT-008", "AS-OPT-013", "AS-OPT-002")
@pytest.mark.parametrize(
    ("kind", "inches", "value"),
    [
        ("light_woods", 1.5, None),
        ("light_woods", 2, 1),
        ("light_woods", 5.9, 2),
        ("heavy_woods", 3.5, 2),
        ("ultra_heavy_woods", 1.9, None),
        ("light_jungle", 4, 2),
        ("heavy_jungle", 3.9, 2),
    ],
)
def test_a_shot_pays_for_every_two_full_inches(kind: str, inches: float, value: int | None) -> None:
    by = "AS-OPT-008" if "woods" in kind else "AS-OPT-002"
    told = seen(across(kind, inches))
    assert number(told, by) == value
    assert number(told, "AS-COM-052") is None


@pytest.mark.rule("AS-OPT-008")
def test_the_books_example_of_six_inches() -> None:
    """Two inches around the target and four in between: seen, at +3."""
    belt = {"kind": "light_woods", "rect": [0, 30, 72, 20]}
    radius = battle(unit("r1", (20, 5)), unit("b1", (20, 35))).units["b1"].radius
    fight = battle(unit("r1", (20, 5)), unit("b1", (20, 36 + radius), 180), terrain=[belt], options=ADVANCED)
    assert (seen(fight).line_of_sight, number(seen(fight), "AS-OPT-008")) == ("clear", 3)


@pytest.mark.rule("AS-OPT-008")
def test_woods_around_the_shooter_do_not_count() -> None:
    belt = {"kind": "heavy_woods", "rect": [0, 0, 72, 7]}
    told = seen(battle(unit("r1", (20, 4)), unit("b1", (20, 30), 180), terrain=[belt], options=ADVANCED))
    assert number(told, "AS-OPT-008") is None


@pytest.mark.rule("AS-OPT-008")
def test_densities_add_up_by_their_own_measure() -> None:
    """Three of six and two of four are one whole."""
    more = {"kind": "heavy_woods", "rect": [0, 25, 72, 2]}
    assert seen(across("light_woods", 3, more)).line_of_sight == "blocked"
    told = seen(across("light_woods", 2.9, more))
    assert told.line_of_sight == "clear"
    assert number(told, "AS-OPT-008") == 1 + 2


@pytest.mark.rule("AS-OPT-459")
@pytest.mark.parametrize(("kind", "most", "each"), [("light_smoke", 6, 1), ("heavy_smoke", 4, 2)])
def test_smoke_of_fires_is_as_woods(kind: str, most: int, each: int) -> None:
    both = ("advanced_terrain", "fire_and_smoke")
    assert seen(across(kind, most, options=both)).line_of_sight == "blocked"
    clear = seen(across(kind, 3.9, options=both))
    assert (clear.line_of_sight, number(clear, "AS-OPT-459")) == ("clear", each)
    assert number(seen(across(kind, 3.9)), "AS-BAT-113") == each


@pytest.mark.rule("AS-OPT-459")
def test_without_densities_smoke_and_woods_together_block_at_six() -> None:
    wood = {"kind": "woods", "rect": [0, 25, 72, 3]}
    fires = ("fire_and_smoke",)
    blocked = seen(across("heavy_smoke", 3, wood, options=fires))
    assert (blocked.line_of_sight, blocked.reason.rule) == ("blocked", "AS-OPT-459")
    clear = seen(across("heavy_smoke", 2.9, wood, options=fires))
    assert (clear.line_of_sight, number(clear, "AS-BAT-113"), number(clear, "AS-COM-052")) == ("clear", 2, 1)
    assert seen(across("heavy_smoke", 9, options=())).line_of_sight == "clear"


def costs(kind: str, inches: float = 2, *, depth: float | None = None, path: Any = None, **card: Any) -> Any:
    more = {} if depth is None else {"depth": depth}
    piece = {"kind": kind, "rect": [10, 10, 30, 30], **more}
    fight = battle(
        unit("r1", (20, 20), **{"move": '30"', **card}),
        unit("b1", (60, 40)),
        terrain=[piece],
        options=ADVANCED,
        phase="movement",
    )
    return check_move(fight, orders.Move("r1", ((20, 20 + inches),)))


@pytest.mark.rule("AS-OPT-012")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [("light_woods", 4), ("heavy_woods", 6), ("light_jungle", 6), ("heavy_jungle", 8)],
)
def test_what_growth_costs_a_mech(kind: str, cost: float) -> None:
    assert costs(kind).cost == cost


@pytest.mark.rule("AS-OPT-012", "AS-OPT-005", "AS-OPT-011")
@pytest.mark.parametrize(("kind", "cost"), [("ultra_heavy_woods", 8), ("ultra_heavy_jungle", 10)])
def test_only_infantry_enters_the_densest(kind: str, cost: float) -> None:
    no = costs(kind)
    assert (no.legal, no.reason.rule) == (False, "AS-OPT-012")
    assert costs(kind, **{**FOOT, "move": '30"f'}).cost == cost


@pytest.mark.rule("AS-OPT-012")
def test_infantry_large_mechs_and_cycles_go_more_easily() -> None:
    """The first two are the ledger's examples."""
    foot = {**FOOT, "move": '30"f'}
    assert costs("light_woods", **foot).cost == 2
    assert costs("heavy_jungle", 3, specials=["LG"], size=4).cost == 9
    assert costs("heavy_woods", **foot).cost == 4
    assert costs("light_jungle", **foot).cost == 6
    assert not costs("light_woods", **{**TANK, "move": '30"w'}).legal
    assert costs("light_woods", **{**TANK, "move": '30"w(b)'}).legal
    assert costs("light_woods", **{**TANK, "move": '30"t'}).legal
    assert not costs("heavy_woods", **{**TANK, "move": '30"t'}).legal
    assert not costs("light_jungle", **{**TANK, "move": '30"t'}).legal


@pytest.mark.rule("AS-OPT-012")
@pytest.mark.parametrize("kind", ["woods", "light_woods"])
def test_light_woods_stop_wheels_by_the_advanced_table(kind: str) -> None:
    no = costs(kind, **{**TANK, "move": '30"w'})
    assert (no.legal, no.reason.rule) == (False, "AS-OPT-012")
    assert "light woods" in no.reason.message


# -- water ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-012")
@pytest.mark.parametrize(("depth", "cost"), [(0, 2), (1, 2), (2, 4), (3, 4), (4, 14), (10, 14), (11, 18)])
def test_what_depth_costs(depth: float, cost: float) -> None:
    assert costs("water", depth=depth).cost == cost


@pytest.mark.rule("AS-OPT-012")
def test_who_wades() -> None:
    assert costs("water", depth=1, type="IM").legal
    assert costs("water", depth=2, type="IM").reason.rule == "AS-MOV-023"
    assert costs("water", depth=2, type="IM", specials=["SEAL"]).legal
    assert not costs("water", depth=0, **{**FOOT, "move": '8"f'}).legal
    assert costs("water", depth=4, **{**ELEMENTALS, "move": '8"s', "specials": ["UMU"]}).legal


def sunk(depth: float, dice: Any, **card: Any) -> Battle:
    lake = {"kind": "water", "depth": depth, "rect": [0, 0, 40, 40]}
    fight = battle(
        unit("r1", (20, 20), **card),
        unit("b1", (60, 40)),
        terrain=[lake],
        options=ADVANCED,
        phase="movement",
        dice=dice,
    )
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-OPT-006")
def test_a_mech_too_deep_makes_a_critical_check_before_combat() -> None:
    fight = sunk(11, (5, 3), specials=["UMU"], armor=9)
    assert fight.state.phase == "combat"
    assert fight.units["r1"].wounds
    assert not fight.units["r1"].fresh
    sunk(10.9, ())


@pytest.mark.rule("AS-OPT-006")
def test_infantry_is_hurt_and_submarines_are_not() -> None:
    divers = sunk(12, (), **{**ELEMENTALS, "move": '8"s', "specials": ["UMU"], "armor": 5})
    assert divers.units["r1"].armor == 4
    boat = sunk(15, (), **{**TANK, "move": '8"s', "armor": 5}, state={"elevation": -12})
    assert boat.units["r1"].armor == 5


def torrent(*dice: int, at: tuple[float, float] = (20, 20), others: Any = (), **card: Any) -> Battle:
    rapids = {"kind": "water", "depth": 1, "rapids": 90, "rect": [0, 10, 40, 20]}
    fight = battle(
        unit("r1", at, **card),
        unit("b1", (60, 40)),
        *others,
        terrain=[rapids],
        options=ADVANCED,
        phase="movement",
        dice=dice,
    )
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-OPT-007")
def test_rapids_carry_off_whoever_fails() -> None:
    """Both rolls are the ledger's examples: Skill 4 needs six."""
    assert torrent(2, 3).units["r1"].at == (22, 20)
    assert torrent(2, 4).units["r1"].at == (20, 20)
    assert torrent(2, 3).units["r1"].facing == 0.0


@pytest.mark.rule("AS-OPT-007")
def test_hovercraft_do_not_roll_and_the_current_stops_at_units_and_banks() -> None:
    torrent(**{**TANK, "move": '8"h'})
    stopped = torrent(2, 3, 6, 6, others=[unit("b2", (22.5, 20))])
    radius = stopped.units["r1"].radius + stopped.units["b2"].radius
    assert stopped.units["r1"].x <= 22.5 - radius + 1e-6
    assert torrent(2, 3, at=(39, 20)).units["r1"].x <= 40.0


@pytest.mark.rule("AS-OPT-007")
def test_rapids_cost_an_inch_more() -> None:
    rapids = {"kind": "water", "depth": 2, "rapids": 90, "rect": [0, 10, 40, 20]}
    for card, cost in (({"move": '30"'}, 6), ({**TANK, "move": '30"h'}, 4)):
        fight = battle(
            unit("r1", (20, 20), **card), unit("b1", (60, 40)), terrain=[rapids], options=ADVANCED, phase="movement"
        )
        assert check_move(fight, orders.Move("r1", ((20, 22),))).cost == cost


@pytest.mark.rule("AS-OPT-007", "AS-OPT-001")
def test_rapids_in_scripts() -> None:
    river = {"kind": "water", "depth": 1, "rapids": 90, "rect": [0, 20, 20, 4]}
    told = {**script(["advanced_terrain"]), "terrain": [river]}
    assert run_script(script_from_data(told)).accepted
    with pytest.raises(InputError, match="advanced_terrain, which is off"):
        script_from_data({**script([]), "terrain": [river]})
    with pytest.raises(InputError, match="1 inch deep or more"):
        script_from_data({**script(["advanced_terrain"]), "terrain": [{**river, "depth": 0}]})


# -- fortified positions --------------------------------------------------------------------------------------

FORT = ("fortified_positions", "optional_abilities")
ENGINEERS = [{**TANK, "specials": ["TRN"]}, {**FOOT, "specials": ["ENG"]}, {**FOOT, "specials": ["TRN"]}]
TRENCH = {"id": "t1", "kind": "fortified", "circle": [20, 20, 1]}


def diggers(**card: Any) -> Battle:
    fight = battle(unit("r1", (20, 20), **card), unit("b1", (20, 30), 180), options=FORT)
    fight.units["r1"].moved = "standstill"
    return fight


@pytest.mark.rule("AS-OPT-465")
@pytest.mark.parametrize(
    "card", [{**TANK, "specials": ["TRN"]}, {**FOOT, "specials": ["ENG"]}, {**FOOT, "specials": ["TRN"]}]
)
def test_engineers_dig_a_position(card: dict[str, Any]) -> None:
    fight = diggers(**card)
    offered = deeds(fight, fight.units["r1"])
    assert [(one.command, one.rule) for one in offered] == [(orders.Act("r1", "fortify"), "AS-OPT-465")]
    fight.do(orders.Act("r1", "fortify"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-465"
    formed = [event for event in end(fight, 2) if event.type == "terrain_formed"]
    assert [(event.feature, event.rule) for event in formed] == [("fortified1", "AS-OPT-465")]
    dug = fight.table.features_at(20, 20.9)[-1]
    assert (dug.id, dug.kind) == ("fortified1", "fortified")
    assert not fight.table.features_at(20, 21.1)


@pytest.mark.rule("AS-OPT-465")
def test_who_digs_no_position() -> None:
    assert refusal(diggers(**{**TANK, "specials": ["ENG"]}), orders.Act("r1", "fortify")).rule == "AS-OPT-465"
    assert refusal(diggers(**FOOT), orders.Act("r1", "fortify")).rule == "AS-OPT-465"
    walked = diggers(**{**TANK, "specials": ["TRN"]})
    walked.units["r1"].moved = "ground"
    assert refusal(walked, orders.Act("r1", "fortify")).code == "has_moved"
    house = {"kind": "building", "height": 2, "rect": [18, 18, 4, 4]}
    inside = battle(
        unit("r1", (20, 20), **{**FOOT, "specials": ["TRN"]}), unit("b1", (20, 30)), terrain=[house], options=FORT
    )
    inside.units["r1"].moved = "standstill"
    assert refusal(inside, orders.Act("r1", "fortify")).code == "no_ground"


@pytest.mark.rule("AS-OPT-466")
def test_infantry_in_a_position_is_harder_to_hit() -> None:
    fight = battle(unit("r1", (20, 30), 180), unit("b1", (20, 20.5), **FOOT), terrain=[TRENCH], options=FORT)
    assert number(preview_attack(fight, orders.Attack("r1", "b1")), "AS-OPT-466") == 2
    hot = battle(
        unit("r1", (20, 30), 180, specials=["HT1/1/0"]), unit("b1", (20, 20.5), **FOOT), terrain=[TRENCH], options=FORT
    )
    assert number(preview_attack(hot, orders.Attack("r1", "b1")), "AS-OPT-466") is None
    outside = battle(unit("r1", (20, 30), 180), unit("b1", (20, 21.5), **FOOT), terrain=[TRENCH], options=FORT)
    assert number(preview_attack(outside, orders.Attack("r1", "b1")), "AS-OPT-466") is None
    tank = battle(unit("r1", (20, 30), 180), unit("b1", (20, 20.5), **TANK), terrain=[TRENCH], options=FORT)
    assert number(preview_attack(tank, orders.Attack("r1", "b1")), "AS-OPT-466") is None


@pytest.mark.rule("AS-OPT-466")
def test_vehicles_go_hull_down_without_a_roll_and_mechs_do_not() -> None:
    move = orders.Move("r1", ((20, 20),), hull_down=True)
    tank = battle(
        unit("r1", (20, 16), **{**TANK, "move": '12"t'}),
        unit("b1", (60, 40)),
        terrain=[TRENCH],
        options=FORT,
        phase="movement",
        dice=(),
    )
    tank.do(move)
    assert tank.units["r1"].hull_down
    mech = battle(
        unit("r1", (20, 16), move='9"'),
        unit("b1", (60, 40)),
        terrain=[TRENCH],
        options=FORT,
        phase="movement",
        dice=(1, 1),
    )
    mech.do(move)
    assert not mech.units["r1"].hull_down


# -- terrain conversion ---------------------------------------------------------------------------------------

CONVERSION = ("terrain_conversion",)
ROWS = [
    ("deep_snow", 12, "mud"),
    ("gravel_piles", 30, "rough"),
    ("jungle", 25, "rough"),
    ("magma_crust", 9, "magma_liquid"),
    ("pavement", 60, "rough"),
    ("planted_fields", 9, "rough"),
    ("sand", 30, "pit"),
    ("tundra", 21, "rough"),
    ("woods", 20, "rough"),
    ("heavy_woods", 20, "rough"),
    ("ultra_heavy_woods", 20, "ultra_rough"),
    ("ultra_heavy_jungle", 25, "ultra_rough"),
    ("rough", 200, "pit"),
    ("ice", 12, "water"),
]


def shelled(*pieces: dict[str, Any], dice: Any = (), options: Any = CONVERSION, damage: str = "3/3/3") -> Battle:
    return battle(unit("r1", (20, 5), damage=damage), unit("b1", (60, 40)), terrain=pieces, options=options, dice=dice)


def told(fight: Battle, at: tuple[float, float] = (20, 20)) -> dict[str, Any]:
    return preview_data(fight, orders.Attack("r1", orders.PointTarget(at)))


@pytest.mark.rule("AS-OPT-541", "AS-OPT-002")
@pytest.mark.parametrize(("kind", "factor", "becomes"), ROWS)
def test_what_ground_bears_and_becomes(kind: str, factor: int, becomes: str) -> None:
    piece: dict[str, Any] = {"kind": kind, "rect": [15, 15, 10, 10]}
    fight = shelled(piece, dice=(6, 5), damage=f"{factor}/{factor}/{factor}")
    answer = told(fight)
    assert (answer["tf"], answer["becomes"]) == (factor, becomes)
    attack(fight, "r1", (20.0, 20.0))
    assert fight.table.features_at(20, 20)[-1].kind == becomes
    assert fight.table.features_at(20, 22)[-1].kind == kind
    assert kind == "pavement" or kind == "ice" or all(one.kind != kind for one in fight.table.features_at(20, 20))


@pytest.mark.rule("AS-OPT-541")
def test_open_ground_is_dug_and_roads_stay_roads() -> None:
    fight = shelled(dice=(6, 5), damage="200/200/200")
    assert (told(fight)["tf"], told(fight)["becomes"]) == (200, "pit")
    attack(fight, "r1", (20.0, 20.0))
    assert fight.table.ground(20, 20) == -1.0
    for surface, factor in (("dirt", 6), ("gravel", 15), ("paved", 45)):
        road = {"kind": "road", "surface": surface, "line": [[20, 0], [20, 48]], "width": 3}
        fight = shelled(road, dice=(6, 5), damage=f"{factor}/{factor}/{factor}")
        assert (told(fight)["tf"], told(fight)["becomes"]) == (factor, "rough")
        attack(fight, "r1", (20.0, 20.0))
        wheels = unit("r9", (20, 17), **{**TANK, "move": '20"w'})
        convoy = battle(wheels, unit("b1", (60, 40)), terrain=[road], options=CONVERSION, phase="movement")
        convoy.state.table = fight.table
        ride = check_move(convoy, orders.Move("r9", ((20, 23),)))
        assert (ride.legal, ride.cost) == (True, 6 + 2)
        assert any(part.rule == "AS-MOV-017" for part in ride.allowed)


@pytest.mark.rule("AS-OPT-540")
def test_shots_at_the_ground() -> None:
    """Immobile, and the wood that is shot at gives no cover to itself."""
    wood = {"id": "wood", "kind": "woods", "rect": [15, 15, 10, 10]}
    fight = shelled(wood, dice=(6, 5, *(1, 1, 1, 2), 6, 5))
    event = attack(fight, "r1", (20.0, 20.0))
    assert [part.value for part in event.modifiers if "mmobile" in part.label] == [-4]
    assert number(event, "AS-COM-052") is None
    assert show_state(fight)["terrain_factors"] == [{"point": [20.0, 20.0], "terrain": "wood", "left": 17}]
    assert told(fight, (20.5, 20.0))["tf"] == 17
    assert told(fight, (23.0, 20.0))["tf"] == 20


@pytest.mark.rule("AS-OPT-540")
def test_what_stands_on_the_ground_has_to_go_first() -> None:
    house = {"id": "house", "kind": "building", "height": 2, "rect": [18, 18, 4, 4]}
    fight = shelled(house)
    no = refusal(fight, orders.Attack("r1", orders.PointTarget((20, 20))))
    assert (no.rule, "house" in no.message) == ("AS-OPT-540", True)
    swamp = shelled({"kind": "swamp", "rect": [15, 15, 10, 10]})
    assert (told(swamp)["tf"], told(swamp)["becomes"]) == (None, None)
    plain = battle(unit("r1", (20, 5)), unit("b1", (60, 40)))
    assert refusal(plain, orders.Attack("r1", orders.PointTarget((20, 20)))).rule == "AS-COM-005"


@pytest.mark.rule("AS-OPT-540")
def test_the_ground_is_offered_as_a_target() -> None:
    fight = shelled({"kind": "woods", "rect": [15, 15, 10, 10]})
    aimed = [one for one in offers(fight, "red", "r1") if one.rule == "AS-OPT-540"]
    assert [one.command.kind for one in aimed] == ["weapon"]
    plain = shelled(options=())
    assert not [one for one in offers(plain, "red", "r1") if one.rule == "AS-OPT-540"]


def said(fight: Battle, aim: Any) -> list[str]:
    """The fields that may be filled in with an attack of r1's."""
    return [choice.name for choice in attack_choices(open_attack(fight, orders.Attack("r1", aim)))]


@pytest.mark.rule("AS-OPT-540", "AS-OPT-441")
def test_with_both_modules_it_has_to_be_said_that_it_is_to_burn() -> None:
    both = ("terrain_conversion", "fire_and_smoke")
    fight = shelled({"kind": "woods", "rect": [15, 15, 10, 10]}, options=both, dice=(6, 5, 3, 3, 1, 1, 1, 2))
    aim = orders.PointTarget((20, 20))
    assert told(fight)["fire"]["target_number"] == 9
    assert preview_data(fight, orders.Attack("r1", aim, arson=True))["fire"]["target_number"] == 6
    alone = shelled({"kind": "woods", "rect": [15, 15, 10, 10]}, options=("fire_and_smoke",))
    assert told(alone)["fire"]["target_number"] == 6
    assert ("arson" in said(fight, aim), "arson" in said(alone, aim)) == (True, False)
    assert "arson" not in said(fight, "b1")
    fight.do(orders.Attack("r1", aim, arson=True))
    assert fire_at(fight, (20, 20)) is not None


@pytest.mark.rule("AS-OPT-542")
@pytest.mark.parametrize("code", ["SAW", "ENG"])
def test_a_saw_makes_woods_rough_in_seven_turns(code: str) -> None:
    """The ledger's example; no dice, so nothing catches fire."""
    wood = {"id": "wood", "kind": "woods", "rect": [10, 10, 20, 20]}
    options = ("optional_abilities", "terrain_conversion", "fire_and_smoke")
    fight = battle(
        unit("r1", (20, 20), specials=[code]),
        unit("b1", (60, 40)),
        terrain=[wood],
        options=options,
        dice=(1, 1, 1, 2) * 7,
    )
    for turn in range(1, 8):
        fight.do(orders.Act("r1", "clear_woods"))
        assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-542"
        while fight.state.turn == turn or fight.state.phase != "combat":
            end(fight)
    assert [one.kind for one in fight.table.features_at(20, 20)] == ["rough"]
    assert refusal(fight, orders.Act("r1", "clear_woods")).rule == "AS-OPT-542"


@pytest.mark.rule("AS-OPT-008", "AS-OPT-510")
def test_on_hexes_two_hexes_of_heavy_woods_block() -> None:
    """Four inches; and volumes have no say there."""

    def seen_over(kind: str) -> Any:
        told = script(["advanced_terrain", "practical_los"])
        told["map"] = {"kind": "hex", "width": 15, "depth": 17}
        told["terrain"] = [{"kind": kind, "hexes": ["0508", "0509"]}]
        for side, place in zip(told["sides"], ("0512", "0504"), strict=True):
            side["units"][0] |= {"at": place, "facing": 0}
        told["commands"] = [{"preview": {"attack": {"unit": "r1", "target": "b1"}}}]
        return run_script(script_from_data(told)).to_data()["outcomes"][0]["preview"]["line_of_sight"]

    assert seen_over("heavy_woods") == "blocked"
    assert seen_over("light_woods") == "clear"


@pytest.mark.rule("AS-OPT-465")
def test_players_may_agree_that_a_position_takes_a_turn_more() -> None:
    card = {**FOOT, "specials": ["TRN"]}
    slow = battle(unit("r1", (20, 20), **card), unit("b1", (20, 30), 180), options=(*FORT, "positions_a_turn_later"))
    slow.units["r1"].moved = "standstill"
    slow.do(orders.Act("r1", "fortify"))
    end(slow, 2)
    assert not slow.table.features
    slow.do(orders.Pass("r1")) if slow.state.to_act == "red" else None
    while slow.state.turn == 2:
        end(slow)
    assert [one.kind for one in slow.table.features_at(20, 20)] == ["fortified"]
