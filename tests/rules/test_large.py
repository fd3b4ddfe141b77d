"""Large and exceptionally large units (p. 64): footprints, sight, terrain, transport, from where they are struck."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.urban.collapse import weight_of
from rules.table import attack, battle, refusal, unit

Shot = commands.Attack
HAULER: dict[str, Any] = {"type": "SV", "size": 4, "move": '8"t', "damage": "2/2/2", "specials": ["LG", "AFC"]}
SHIP: dict[str, Any] = {
    **{"type": "DS", "size": 2, "move": "4p", "damage": None, "armor": 40, "structure": 20, "threshold": 5},
    "arcs": {"left": {"damage": "4/4/4"}, "right": {"damage": "4/4/4"}, "nose": {"damage": "2/2/2"}},
}


# -- footprints -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-104", "AS-SPC-153", "AS-SPC-166")
@pytest.mark.parametrize(("code", "inches"), [("LG", 2.0), ("VLG", 4.0), ("SLG", 6.0)])
def test_large_units_cover_a_template(code: str, inches: float) -> None:
    fight = battle(unit("r1", (10, 10), **{**HAULER, "specials": [code]}), unit("b1", (40, 40)))
    assert fight.units["r1"].radius == inches / 2


@pytest.mark.rule("AS-SPC-104")
def test_a_superheavy_mech_covers_one_too() -> None:
    fight = battle(unit("r1", (10, 10), superheavy=True, specials=["LG"]), unit("b1", (40, 40)))
    assert fight.units["r1"].radius == 1.0


# -- terrain --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-114")
@pytest.mark.parametrize(
    ("kind", "cost", "large"),
    [("woods", 6.0, 4.0), ("rough", 6.0, 4.0), ("rubble", 6.0, 4.0), ("ultra_rubble", 8.0, 8.0)],
)
def test_large_units_stride_through_terrain(kind: str, cost: float, large: float) -> None:
    for specials, price in ((["AFC"], cost), (["LG", "AFC"], large)):
        fight = battle(
            unit("r1", (10, 10), **{**HAULER, "specials": specials}),
            unit("b1", (60, 40)),
            terrain=[{"kind": kind, "rect": [5, 12, 10, 2]}],
            phase="movement",
        )
        assert check_move(fight, commands.Move("r1", ((10, 14),))).cost == price


@pytest.mark.rule("AS-BAT-114")
def test_it_never_saves_more_than_the_terrain_costs() -> None:
    fight = battle(
        unit("r1", (10, 10), superheavy=True, specials=["LG"]),
        unit("b1", (60, 40)),
        terrain=[{"kind": "pavement", "rect": [5, 12, 10, 2]}],
        phase="movement",
    )
    assert check_move(fight, commands.Move("r1", ((10, 14),))).cost == 4.0


# -- sight ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-119")
@pytest.mark.parametrize(
    ("card", "status"),
    [
        ({"type": "SV", "size": 4, "move": '4"t'}, "clear"),
        ({**HAULER, "specials": ["LG"]}, "blocked"),
        ({**HAULER, "specials": ["VLG"]}, "blocked"),
        ({**HAULER, "specials": ["SLG"]}, "blocked"),
        (SHIP, "blocked"),
    ],
)
def test_all_large_units_hide_what_stands_behind_them(card: dict[str, Any], status: str) -> None:
    fight = battle(unit("r1", (5, 20), 90), unit("b1", (45, 20), type="CV", move='8"t'), unit("r2", (25, 20), **card))
    assert fight.sight(fight.units["r1"], fight.units["b1"]).status == status


@pytest.mark.rule("AS-BAT-119")
def test_a_mobile_structure_hides_by_its_sections() -> None:
    sections = [
        {"name": "a", "at": [-6, 0], "armor": 1, "structure": 1},
        {"name": "b", "at": [6, 0], "armor": 1, "structure": 1},
    ]
    fight = battle(
        unit("r1", (5, 20), 90),
        unit("b1", (45, 20)),
        unit("b2", (45, 26)),
        unit(
            "r2",
            (25, 20),
            facing=0,
            type="MS",
            size=5,
            move='2"',
            sections=[{**one, "at": one["at"][::-1]} for one in sections],
        ),
    )
    assert fight.sight(fight.units["r1"], fight.units["b1"]).status == "clear"
    assert fight.sight(fight.units["b2"], fight.units["r1"]).status == "clear"
    assert fight.sight(fight.units["b1"], fight.units["b2"]).status == "clear"


@pytest.mark.rule("AS-BAT-120", "AS-BAT-118")
@pytest.mark.parametrize(("code", "struck"), [("LG", 0), ("VLG", 1)])
def test_only_the_exceptionally_large_take_near_misses(code: str, struck: int) -> None:
    aside = {"LG": 19.8, "VLG": 18.8}[code]
    fight = battle(
        unit("r1", (5, 20), 90),
        unit("b1", (35, 21.2), 270),
        unit("b2", (25, aside), **{**HAULER, "size": 4, "specials": [code]}),
        dice=(4, 4, 1, 1),
    )
    assert fight.sight(fight.units["r1"], fight.units["b1"]).status == "partial"
    events: list[Any] = fight.do(Shot("r1", "b1"))
    made = next(event for event in events if event.type == "attack")
    assert (made.hit, made.margin) == (False, -2)
    assert len([event for event in events if event.type == "hit"]) == struck


@pytest.mark.rule("AS-BAT-121")
def test_an_exceptionally_large_unit_looks_from_its_top() -> None:
    """A low ridge right before the ship hides nearly all of it from the tank, which the ship sees from above."""
    fight = battle(
        unit("r1", (20, 10), **SHIP),
        unit("b1", (20, 34), facing=180),
        terrain=[{"kind": "building", "height": 7, "rect": [5, 16, 30, 0.5]}],
    )
    ship, mech = fight.units["r1"], fight.units["b1"]
    assert fight.sight(mech, ship).status == "blocked"
    assert fight.sight(ship, mech).hidden_viewer > 2 / 3
    assert fight.sight(ship, mech).status != "blocked"


# -- from where it is struck ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-124")
@pytest.mark.parametrize(
    ("at", "direction", "points"),
    [
        ((20, 40), "front", 3),
        ((36, 20), "front", 3),
        ((20, 4), "rear", 4),
        ((34, 6), "rear", 4),
        ((34.2, 6), "front", 3),
    ],
)
def test_the_rear_of_an_exceptionally_large_unit_is_its_aft_quarter(
    at: tuple[float, float], direction: str, points: int
) -> None:
    big = {**HAULER, "specials": ["VLG"]}
    bearing = 180.0 if at[1] > 20 else 0.0
    fight = battle(unit("r1", at, 270.0 if at[0] > 30 else bearing), unit("b1", (20, 20), **big), dice=(6, 5, 1, 1))
    shot = attack(fight, "r1", "b1")
    assert (shot.direction, shot.damage) == (direction, points)
    assert fight.units["b1"].armor == 6 - points


@pytest.mark.rule("AS-BAT-124")
def test_grounded_spheroids_have_no_rear_and_plain_large_units_that_of_others() -> None:
    ship = battle(unit("r1", (20, 4)), unit("b1", (20, 24), **SHIP), dice=(6, 5))
    assert attack(ship, "r1", "b1").direction == "front"
    hauler = battle(unit("r1", (34, 6), 270), unit("b1", (20, 20), **HAULER), dice=(6, 5, 1, 1))
    assert attack(hauler, "r1", "b1").direction == "front"


# -- what it is -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-118")
def test_dropships_and_very_large_units_are_exceptionally_large() -> None:
    turrets = ["TUR(2/2/2)", "TUR(3/3/3)"]
    for code, apart in (("LG", False), ("VLG", True), ("SLG", True)):
        fight = battle(
            unit("r1", (10, 10), **{**HAULER, "specials": [code, "AFC", *turrets]}),
            unit("b1", (10, 24)),
            dice=(6, 5, 6, 5),
        )
        attack(fight, "r1", "b1", arc="turret 1")
        assert preview_attack(fight, Shot("r1", "b1", arc="turret 2")).legal == apart


def bay(rider: dict[str, Any], **ship: Any) -> Battle:
    return battle(
        unit("r1", (15.3, 20), **rider),
        unit("r2", (20, 20), **{**SHIP, "size": 2, **ship}),
        unit("b1", (60, 40)),
        phase="movement",
    )


@pytest.mark.rule("AS-BAT-117")
def test_large_mechs_do_not_fit_mech_bays() -> None:
    fight = bay({"superheavy": True, "specials": ["LG"]}, specials=["MT4D2"])
    assert refusal(fight, commands.Move("r1", ((15.0, 20),), board="r2")).rule == "AS-BAT-117"


# -- doors ----------------------------------------------------------------------------------------------------


def hatch(
    count: int,
    *bays: str,
    card: dict[str, Any] | None = None,
    aboard: bool = True,
    scouts: tuple[Any, ...] = (),
    **more: Any,
) -> Battle:
    """r2 is a grounded ship; r11, r12 ... are aboard it, or stand around it."""
    around = [(20 + 4.625, 20), (20 - 4.625, 20), (20, 24.625), (20, 15.375), (23.27, 23.27), (16.73, 16.73)]
    where: list[Any] = [({"state": {"aboard": "r2"}} if aboard else {"at": around[n]}) for n in range(count)]
    riders = [unit(f"r1{n}", **where[n], **(card or {})) for n in range(count)]
    ship = unit("r2", (20, 20), **{**SHIP, "specials": list(bays), **more})
    foes = [unit(f"b{n}", (60, 4.0 * n)) for n in range(1, 8)]
    return battle(ship, *riders, *scouts, *foes, phase="movement")


def leave(fight: Battle, n: int) -> Any:
    spots = [(20 + 4.625, 20), (20 - 4.625, 20), (20, 24.625), (20, 15.375), (23.27, 23.27), (16.73, 16.73)]
    while fight.state.to_act != "red":
        idle = next(one for one in fight.units.values() if one.side == "blue" and one.moved == "none")
        fight.do(commands.Pass(idle.id))
    return commands.Move(f"r1{n}", (spots[n],))


@pytest.mark.rule("AS-BAT-138", "AS-BAT-140", "AS-SPC-088")
@pytest.mark.parametrize(("bay", "through"), [("MT6D1", 2), ("MT6D2", 4), ("MT6", 5)])
def test_two_units_a_turn_pass_each_door(bay: str, through: int) -> None:
    fight = hatch(5, bay)
    for n in range(through):
        fight.do(leave(fight, n))
    if through < 5:
        refused = refusal(fight, leave(fight, through))
        assert refused.rule == "AS-BAT-140"
    fight = hatch(3, "MT6D1")
    fight.do(leave(fight, 0))
    assert fight.units["r10"].on_table
    fight.do(commands.EndPhase())


@pytest.mark.rule("AS-BAT-140")
def test_doors_count_those_who_come_in_as_well() -> None:
    fight = hatch(3, "MT6D1", aboard=False)
    for n in range(2):
        leave(fight, n)
        fight.do(commands.Move(f"r1{n}", board="r2"))
    leave(fight, 2)
    assert refusal(fight, commands.Move("r12", board="r2")).rule == "AS-BAT-140"


@pytest.mark.rule("AS-BAT-139")
def test_everybody_uses_the_doors_of_a_bay_of_its_kind() -> None:
    tank: dict[str, Any] = {"type": "CV", "move": '8"t'}
    fight = hatch(1, "MT6D1", card=tank, aboard=False)
    leave(fight, 0)
    assert refusal(fight, commands.Move("r10", board="r2")).rule == "AS-BAT-139"
    mixed = hatch(2, "MT6D1", "VTM4D1", "IT20D1")
    for n in range(2):
        mixed.do(leave(mixed, n))
    assert mixed.units["r2"].notes["doors"] == {"MT": 2}


@pytest.mark.rule("AS-BAT-140")
def test_infantry_walks_out_of_a_grounded_ship() -> None:
    foot: dict[str, Any] = {"type": "CI", "move": '2"f', "size": 1, "specials": ["CAR3"]}
    scouts = tuple(unit(f"r9{n}", (40, 4.0 * n + 2)) for n in range(5))
    fight = hatch(3, "IT20D1", card={**foot, "move": '4"f'}, scouts=scouts)
    for n in range(2):
        fight.do(leave(fight, n))
    assert refusal(fight, leave(fight, 2)).rule == "AS-BAT-140"
    apc = battle(
        *(unit(f"r1{n}", state={"aboard": "r2"}, **foot) for n in range(3)),
        unit("r2", (20, 20), type="CV", move='8"t', specials=["IT9"]),
        unit("b1", (60, 40)),
        phase="movement",
    )
    spots = ((21.25, 20.0), (18.75, 20.0), (20.0, 21.25))
    apc.do(commands.Move("r2", unload=tuple(commands.Unload(f"r1{n}", spots[n]) for n in range(3))))
    assert all(apc.units[f"r1{n}"].on_table for n in range(3))


@pytest.mark.rule("AS-BAT-116")
@pytest.mark.parametrize(("code", "size"), [("AFC", 4), ("LG", 5), ("VLG", 5), ("SLG", 5)])
def test_large_units_weigh_as_size_five(code: str, size: int) -> None:
    fight = battle(unit("r1", (10, 10), **{**HAULER, "specials": [code]}), unit("b1", (60, 40)))
    assert weight_of(fight, fight.units["r1"]) == size
