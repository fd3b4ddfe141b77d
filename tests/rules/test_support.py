"""Battlefield support (pp. 54-56): what is bought, what it needs, whom it strikes, what is left."""

from dataclasses import replace
from typing import Any

import pytest
from tests.rules.table import end, move, refusal, unit

from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.support import preview_support, support_offers
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import command_from_data, command_to_data
from lancemate.alphastrike.play.setup import Muster, Purchase, Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.support.buying import check_support, over_budget, points_agreed, total_cost
from lancemate.alphastrike.support.catalogue import COVER_NUMBERS, LEVELS, TYPES
from lancemate.alphastrike.support.minefields import fields_of
from lancemate.alphastrike.support.stock import left_of
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.kernel.codec import canonical
from lancemate.kernel.dice import SeededDice, TapeDice
from lancemate.kernel.errors import InputError
from lancemate.muster.support import advised
from lancemate.rulebook.ledger import rule as entry

Bought = str | tuple[str, tuple[float, float]] | Purchase


def purchase(one: Bought) -> Purchase:
    return one if isinstance(one, Purchase) else Purchase(one) if isinstance(one, str) else Purchase(*one)


def support_battle(
    *units: Muster,
    red: tuple[Bought, ...] = (),
    blue: tuple[Bought, ...] = (),
    dice: list[int] | None = None,
    phase: str = "combat",
    first: str = "red",
    terrain: tuple[dict[str, Any], ...] = (),
    options: frozenset[str] = frozenset(),
    settings: dict[str, Any] | None = None,
) -> Battle:
    features = [
        feature_from_data({"id": f"{piece['kind']}{number}", **piece}) for number, piece in enumerate(terrain, 1)
    ]
    sides = (
        Side("red", "south", support=tuple(map(purchase, red))),
        Side("blue", "north", support=tuple(map(purchase, blue))),
    )
    setup = Setup(
        Table(72.0, 48.0, features),
        sides,
        units,
        phase=phase,
        first=first,
        options=options,
        settings=settings or {},
    )
    return Battle(setup, SeededDice(3) if dice is None else TapeDice(dice))


def use(fight: Battle, using: str, target: Any, side: str = "red") -> list[Any]:
    return fight.do(order(using, target, side))


def order(using: str, target: Any, side: str = "red") -> orders.SupportAttack:
    if isinstance(target, tuple):
        target = orders.LineTarget(target) if isinstance(target[0], tuple) else orders.PointTarget(target)
    return orders.SupportAttack(side, using, target)


def armor(fight: Battle, *names: str) -> list[int]:
    return [fight.units[name].armor for name in names]


def scene(**more: Any) -> Battle:
    return support_battle(unit("r1", (10, 10)), unit("b1", (24, 30)), unit("b2", (26, 30)), **more)


# -- buying -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-001")
def test_levels_are_those_of_the_book() -> None:
    assert entry("AS-BAT-001").data == LEVELS.of(rules)
    agreed = setup_from_data(script(settings={"battlefield_support": {"level": "objective_raid"}})).settings
    assert points_agreed(agreed) == 12


@pytest.mark.rule("AS-BAT-003")
def test_the_table_is_that_of_the_book() -> None:
    rows = entry("AS-BAT-003").data["rows"]
    assert [row["type"] for row in rows] == list(TYPES.of(rules))
    for row in rows:
        ours = TYPES.of(rules)[row["type"]]
        assert ours.cost == row["cost"]
        if row["class"] == "defensive_aero":
            assert COVER_NUMBERS.of(rules)[row["type"]] == row["tn"]
            continue
        damage = str(row["damage"]).split("/")
        assert (ours.number, ours.damage, ours.outer) == (
            row["tn"],
            int(damage[0]),
            int(damage[1]) if damage[1:] else 0,
        )


@pytest.mark.rule("AS-BAT-002")
def test_a_list_may_cost_no_more_than_was_agreed() -> None:
    mines = [Purchase("light_minefield", (1, 1))] * 70
    assert total_cost(mines) == 35
    assert over_budget(35, 35) is None
    assert over_budget(10, 12) is None  # two Long Toms in an objective raid
    assert "1 more" in (over_budget(13, 12) or "")


@pytest.mark.rule("AS-BAT-002")
def test_what_was_bought_is_written_down_and_shown() -> None:
    fight = scene(red=("long_tom", "light_strike", ("heavy_minefield", (24, 20))))
    assert show_state(fight)["support"] == {
        "red": {"cost": 11, "left": ["long_tom", "light_strike", "heavy_minefield"]},
        "blue": {"cost": 0, "left": []},
    }


def script(**more: Any) -> dict[str, Any]:
    card = {
        "name": "T",
        "type": "BM",
        "size": 3,
        "tmm": 1,
        "move": '8"',
        "damage": "3/3/2",
        "ov": 0,
        "armor": 6,
        "structure": 5,
    }
    sides = [
        {"name": "red", "home": "south", "units": [{"id": "r1", "card": card, "at": [10, 10]}]},
        {"name": "blue", "home": "north", "units": [{"id": "b1", "card": card, "at": [24, 30]}]},
    ]
    for side in sides:
        if side["name"] in more:
            side["support"] = more.pop(str(side["name"]))
    return {"sides": sides, "start": {"phase": "combat", "first": "red"}, **more}


@pytest.mark.rule("AS-BAT-002")
@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        (
            {"red": ["long_tom"] * 3, "settings": {"battlefield_support": {"level": "objective_raid"}}},
            "sides.0.support",
        ),
        ({"blue": ["sniper"], "settings": {"battlefield_support": {"points": 2.5}}}, "sides.1.support"),
        ({"red": ["long_tim"]}, "sides.0.support.0"),
        ({"red": ["light_minefield"]}, "sides.0.support.0"),
        ({"red": [{"type": "light_strike", "at": [3, 3]}]}, "sides.0.support.0"),
        ({"red": [{"type": "light_minefield", "at": [300, 3]}]}, "sides.0.support.0"),
        ({"red": [{"type": "light_minefield", "at": [3, 3], "hidden": True}]}, "sides.0.support.0"),
        ({"red": [{"type": "light_minefield", "at": [3]}]}, "sides.0.support.0.at"),
        ({"settings": {"battlefield_support": {"level": "raid"}}}, "settings.battlefield_support.level"),
        (
            {"settings": {"battlefield_support": {"level": "objective_raid", "points": 3}}},
            "settings.battlefield_support",
        ),
        ({"settings": {"battlefield_support": 12}}, "settings.battlefield_support"),
        ({"settings": {"air_support": {}}}, "settings.air_support"),
    ],
)
def test_wrong_lists_are_wrong_scripts(wrong: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError) as error:
        script_from_data(script(**wrong))
    assert error.value.key == key


@pytest.mark.rule("AS-BAT-018")
def test_minefields_do_not_overlap() -> None:
    def fields(apart: float) -> dict[str, Any]:
        one: dict[str, Any] = {"type": "light_minefield", "at": [20, 20]}
        return script(red=[one], blue=[{**one, "at": [20 + apart, 20]}])

    script_from_data(fields(6))
    with pytest.raises(InputError, match="overlap") as error:
        script_from_data(fields(5.9))
    assert error.value.key == "sides.1.support.0"


def test_a_setup_is_written_and_read_back() -> None:
    given = script(
        red=["strafing", {"type": "heavy_minefield", "at": [24, 20]}],
        blue=[{"type": "light_minefield", "at": [5, 5], "hidden": True}],
        options=["hidden_units"],
        settings={"battlefield_support": {"points": 12}},
    )
    setup = setup_from_data(given)
    assert setup_from_data(setup_to_data(setup)) == setup


# -- using it ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-004")
def test_support_is_spent_by_its_use() -> None:
    fight = scene(red=("light_strike", "sniper", "light_strike"), dice=[1, 1, 6, 5])
    use(fight, "light_strike", "b1")
    assert left_of(fight, "red") == ("sniper", "light_strike")
    use(fight, "light_strike", "b1")
    assert left_of(fight, "red") == ("sniper",)
    assert armor(fight, "b1") == [5]
    refused = refusal(fight, order("light_strike", "b1"))
    assert (refused.code, refused.rule) == ("nothing_left", "AS-BAT-004")
    assert "Sniper" in refused.message


@pytest.mark.rule("AS-BAT-005")
def test_support_is_used_in_its_sides_own_part_of_combat() -> None:
    fight = scene(red=("light_strike", "light_strike"), blue=("light_strike",))
    assert refusal(fight, order("light_strike", "r1", "blue")).rule == "AS-BAT-005"
    use(fight, "light_strike", "b1")
    fight.do(orders.Pass("r1"))
    use(fight, "light_strike", "b2")  # before and after the attacks of its units, as often as it likes
    end(fight)
    use(fight, "light_strike", "r1", "blue")
    moving = scene(red=("light_strike",), phase="movement")
    assert refusal(moving, order("light_strike", "b1")).rule == "AS-BAT-005"


def test_it_is_no_units_attack() -> None:
    fight = scene(red=("light_strike",))
    use(fight, "light_strike", "b1")
    assert all(not one.attacks for one in fight.units.values())


@pytest.mark.rule("AS-BAT-006")
def test_the_number_is_that_of_the_table() -> None:
    wood = ({"kind": "heavy_woods", "rect": [20, 26, 8, 8]},)
    fight = support_battle(
        unit("r1", (10, 10)), unit("b1", (24, 30), state={"moved": "jump"}, tmm=4), red=("light_strike",), terrain=wood
    )
    event = use(fight, "light_strike", "b1")[1]
    assert (event.type, event.target_number, [part.value for part in event.modifiers]) == ("attack", 5, [5])
    assert event.attacker is None


@pytest.mark.rule("AS-BAT-009")
@pytest.mark.parametrize(
    ("using", "dice", "left"),
    [
        ("light_strike", [2, 2], 6),
        ("light_strike", [2, 3], 5),
        ("heavy_strike", [2, 3], 6),
        ("heavy_strike", [3, 3], 4),
    ],
)
def test_strikes(using: str, dice: list[int], left: int) -> None:
    fight = scene(red=(using,), dice=dice)
    use(fight, using, "b1")
    assert armor(fight, "b1", "b2") == [left, 6]


@pytest.mark.rule("AS-BAT-009")
def test_a_strike_is_one_attack_in_the_front() -> None:
    fight = scene(red=("heavy_strike",), dice=[6, 6, 3, 4])
    event = use(fight, "heavy_strike", "b1")[1]
    assert (event.direction, event.damage, event.hit) == ("front", 2, True)
    assert len(fight.journal.dice) == 4  # a natural 12 brings a critical check


@pytest.mark.rule("AS-BAT-009")
def test_what_a_strike_may_be_flown_against() -> None:
    fight = support_battle(unit("r1", (10, 10)), unit("b1", (24, 30)), unit("b2"), red=("light_strike",))
    for target in ((24.0, 30.0), "b2", "nobody", "r1"):
        assert refusal(fight, order("light_strike", target)).rule == "AS-BAT-009"
    assert [one.command.target for one in support_offers(fight, "red")] == ["b1"]  # type: ignore[union-attr]


POND = ({"kind": "water", "depth": 3, "rect": [20, 26, 10, 10]},)


@pytest.mark.rule("AS-BAT-008")
def test_nothing_reaches_who_is_under_water() -> None:
    wet = support_battle(
        unit("r1", (10, 10)),
        unit("b1", (24, 30)),
        unit("b2", (26, 25)),
        red=("light_strike", "light_bombing", "long_tom", "strafing"),
        terrain=POND,
        dice=[3, 4, 5, 4, 6, 6],
    )
    assert refusal(wet, order("light_strike", "b1")).rule == "AS-BAT-008"
    assert preview_support(wet, order("strafing", ((24.0, 24.0), (24.0, 34.0)))).struck == ()
    use(wet, "light_bombing", (25.0, 27.0))
    use(wet, "long_tom", (25.0, 28.0))
    assert armor(wet, "b1", "b2") == [6, 4]


@pytest.mark.rule("AS-BAT-010")
def test_bombs_hurt_everybody_within_two_inches() -> None:
    fight = support_battle(
        unit("r1", (24, 31.9)),
        unit("b1", (24, 30)),
        unit("b2", (26.2, 30)),
        unit("b3", (27.1, 30)),
        red=("heavy_bombing",),
        dice=[3, 4],
    )
    aimed = order("heavy_bombing", (24.0, 30.0))
    radius = fight.units["b3"].radius
    assert 27.1 - 24 - radius > 2
    assert preview_support(fight, aimed).struck == ("r1", "b1", "b2")
    fight.do(aimed)
    assert armor(fight, "r1", "b1", "b2", "b3") == [4, 4, 4, 6]


@pytest.mark.rule("AS-BAT-010")
def test_bombs_are_aimed_at_a_point_of_the_table() -> None:
    fight = scene(red=("light_bombing",))
    assert refusal(fight, order("light_bombing", (99.0, 1.0))).rule == "AS-BAT-010"
    assert refusal(fight, order("light_bombing", "b1")).rule == "AS-BAT-010"


@pytest.mark.rule("AS-BAT-011")
def test_a_miss_of_bombs_lands_elsewhere() -> None:
    fight = scene(red=("light_bombing", "light_bombing"), dice=[1, 1, 1, 3, 1, 1, 6, 6])
    events = use(fight, "light_bombing", (24.0, 24.0))
    drifted = next(event for event in events if event.type == "scattered")
    assert drifted.lands_at == pytest.approx((24, 30))
    assert (drifted.rule, armor(fight, "b1", "b2")) == ("AS-BAT-011", [5, 5])
    gone = next(event for event in use(fight, "light_bombing", (2.0, 2.0)) if event.type == "scattered")
    assert gone.off_table


@pytest.mark.rule("AS-BAT-007")
def test_height_and_walls_make_no_difference() -> None:
    hill = ({"kind": "hill", "height": 4, "rect": [22, 28, 3, 4]},)
    high = support_battle(unit("r1", (10, 10)), unit("b1", (24, 30)), red=("light_bombing",), terrain=hill, dice=[4, 4])
    use(high, "light_bombing", (25.9, 30.0))  # at the foot of the hill
    assert armor(high, "b1") == [5]
    house = ({"kind": "building", "height": 4, "type": "heavy", "rect": [22, 28, 3, 4]},)
    inside = support_battle(unit("r1", (10, 10)), unit("b1", (24, 30)), red=("sniper",), terrain=house, dice=[4, 4])
    use(inside, "sniper", (24.0, 30.0))
    assert (armor(inside, "b1"), dict(inside.state.terrain_damage)) == ([4], {"building1": 2})


@pytest.mark.rule("AS-BAT-007", "AS-URB-023")
def test_a_wall_is_damaged_by_sections() -> None:
    """One shell breaches the wall where it falls, and leaves the rest of it standing."""
    wall = (
        {"id": "w1", "kind": "wall", "type": "medium", "height": 1, "cf": 3, "width": 1, "line": [[10, 30], [30, 30]]},
    )
    fight = support_battle(unit("r1", (10, 10)), unit("b1", (60, 40)), red=("long_tom",), terrain=wall, dice=[5, 4])
    use(fight, "long_tom", (19.0, 30.0))
    inner, outer = dict.fromkeys(("w1/4", "w1/5", "w1/6"), 3), dict.fromkeys(("w1/3", "w1/7"), 1)
    assert fight.state.terrain_damage == inner | outer


@pytest.mark.rule("AS-BAT-012")
def test_strafing_rolls_for_everybody_in_the_strip() -> None:
    fight = support_battle(
        unit("r1", (21, 30)),
        unit("b1", (24, 31.2)),
        unit("b2", (29, 30)),
        unit("b3", (31.2, 31.2)),
        unit("b4", (24, 33)),
        red=("strafing",),
        dice=[3, 4, 1, 1, 4, 4],
    )
    strip = order("strafing", ((20.0, 30.0), (30.0, 30.0)))
    assert preview_support(fight, strip).struck == ("r1", "b1", "b2")
    rolls = [event for event in fight.do(strip) if event.type == "attack"]
    assert [(event.target, event.hit) for event in rolls] == [("r1", True), ("b1", False), ("b2", True)]
    assert armor(fight, "r1", "b1", "b2", "b3", "b4") == [4, 6, 4, 6, 6]


@pytest.mark.rule("AS-BAT-012")
def test_the_strip_is_ten_inches_of_the_table() -> None:
    fight = scene(red=("strafing",))
    for wrong in (((20.0, 30.0), (29.0, 30.0)), ((1.0, 1.0), (1.0, -9.0)), (20.0, 30.0), "b1"):
        assert refusal(fight, order("strafing", wrong)).rule == "AS-BAT-012"
    assert preview_support(fight, order("strafing", ((20.0, 30.0), (26.0, 38.0)))).legal  # 6 and 8 make 10


@pytest.mark.rule("AS-BAT-012")
def test_flyers_are_no_ground_units() -> None:
    def struck(height: float) -> tuple[str, ...]:
        heli = unit("b1", (24, 30), type="CV", move='10"v', state={"elevation": height, "airborne": height > 0})
        fight = support_battle(unit("r1", (10, 10)), heli, red=("strafing", "light_bombing"))
        assert preview_support(fight, order("light_bombing", (24.0, 30.0))).struck == ("b1",)
        return preview_support(fight, order("strafing", ((20.0, 30.0), (30.0, 30.0)))).struck

    assert (struck(3), struck(0)) == ((), ("b1",))


@pytest.mark.rule("AS-BAT-015")
def test_artillery_is_aimed_at_points() -> None:
    fight = scene(red=("thumper",))
    refused = refusal(fight, order("thumper", "b1"))
    assert (refused.code, refused.rule) == ("not_a_point", "AS-BAT-015")
    assert refusal(fight, order("thumper", (24.0, 99.0))).rule == "AS-BAT-015"


@pytest.mark.rule("AS-BAT-016")
@pytest.mark.parametrize(
    ("using", "dice", "left"),
    [("thumper", [3, 4], [5, 6, 6]), ("sniper", [4, 4], [4, 6, 6]), ("long_tom", [4, 5], [3, 5, 6])],
)
def test_shells(using: str, dice: list[int], left: list[int]) -> None:
    fight = support_battle(
        unit("r1", (10, 10)),
        unit("b1", (24, 30)),
        unit("b2", (26.5, 30)),
        unit("b3", (29, 30)),
        red=(using,),
        dice=dice,
    )
    use(fight, using, (24.0, 30.0))
    assert armor(fight, "b1", "b2", "b3") == left


@pytest.mark.rule("AS-BAT-017")
def test_a_shell_that_misses_does_all_its_damage_elsewhere() -> None:
    fight = scene(red=("long_tom",), dice=[4, 4, 4, 2])
    events = use(fight, "long_tom", (24.0, 34.0))
    drifted = next(event for event in events if event.type == "scattered")
    assert (drifted.lands_at, drifted.rule) == (pytest.approx((24, 30)), "AS-BAT-017")
    assert armor(fight, "b1", "b2") == [3, 5]


@pytest.mark.rule("AS-BAT-010")
def test_an_area_spares_no_rider() -> None:
    rider = unit(
        "b2", type="BA", move='4"f', armor=2, structure=1, specials=["MEC"], state={"aboard": "b1", "riding": True}
    )
    fight = support_battle(
        unit("r1", (10, 10)), unit("b1", (24, 30), specials=["OMNI"]), rider, red=("light_bombing",), dice=[4, 4]
    )
    use(fight, "light_bombing", (24.0, 30.0))
    assert armor(fight, "b1", "b2") == [5, 1]


def test_what_is_no_attack_is_refused() -> None:
    fight = scene(red=("light_air_cover", "heavy_air_cover", ("light_minefield", (5, 5))))
    assert refusal(fight, order("light_air_cover", "b1")).rule == "AS-BAT-013"
    assert refusal(fight, order("heavy_air_cover", "b1")).rule == "AS-BAT-014"
    assert refusal(fight, order("light_minefield", (5.0, 5.0))).rule == "AS-BAT-018"
    assert refusal(fight, order("lightning", "b1")).rule == "AS-BAT-003"
    assert refusal(fight, orders.SupportAttack("green", "sniper", "b1")).rule == "AS-INT-005"
    assert refusal(fight, orders.SupportAttack("red", "sniper", "b1", "weapon")).rule == "AS-COM-003"


# -- air cover --------------------------------------------------------------------------------------------------


def choices(fight: Battle) -> tuple[str, ...]:
    assert fight.decision is not None
    return fight.decision.choices


@pytest.mark.rule("AS-BAT-013")
@pytest.mark.parametrize(
    ("using", "number"),
    [("light_strike", 3), ("light_bombing", 4), ("heavy_strike", 9), ("strafing", 11), ("heavy_bombing", 11)],
)
def test_light_air_cover(using: str, number: int) -> None:
    target: Any = {"strafing": ((20.0, 30.0), (30.0, 30.0))}.get(using, "b1" if "strike" in using else (24.0, 30.0))
    for short in (0, 1):
        roll = number - short
        dice = [max(1, roll - 6), min(6, roll - 1)] + [6, 5] * 3
        fight = scene(red=(using,), blue=("light_air_cover",), dice=dice)
        use(fight, using, target)
        assert fight.decision is not None
        assert (fight.decision.side, fight.decision.kind) == ("blue", "air_cover")
        assert choices(fight) == ("light_air_cover", "none")
        event = next(one for one in fight.do(orders.Decide("blue", "light_air_cover")) if one.type == "air_cover")
        assert (event.target_number, event.stopped) == (number, not short)
        assert (armor(fight, "b1") == [6]) is not bool(short)
        assert (left_of(fight, "red"), left_of(fight, "blue")) == ((), ())


@pytest.mark.rule("AS-BAT-014")
@pytest.mark.parametrize(
    ("using", "number"),
    [("light_strike", 9), ("light_bombing", 9), ("heavy_strike", 5), ("strafing", 6), ("heavy_bombing", 6)],
)
def test_heavy_air_cover(using: str, number: int) -> None:
    target: Any = {"strafing": ((20.0, 30.0), (30.0, 30.0))}.get(using, "b1" if "strike" in using else (24.0, 30.0))
    fight = scene(red=(using,), blue=("heavy_air_cover",), dice=[number - 3, 3])
    use(fight, using, target)
    event = next(one for one in fight.do(orders.Decide("blue", "heavy_air_cover")) if one.type == "air_cover")
    assert (event.target_number, event.stopped, event.rule) == (number, True, "AS-BAT-014")


@pytest.mark.rule("AS-BAT-013")
@pytest.mark.rule("AS-BAT-014")
def test_one_cover_after_another() -> None:
    fight = scene(
        red=("heavy_bombing",), blue=("heavy_air_cover", "light_air_cover", "heavy_air_cover"), dice=[1, 1, 1, 2, 4, 4]
    )
    use(fight, "heavy_bombing", (24.0, 30.0))
    assert choices(fight) == ("light_air_cover", "heavy_air_cover", "none")
    fight.do(orders.Decide("blue", "heavy_air_cover"))
    fight.do(orders.Decide("blue", "light_air_cover"))
    assert choices(fight) == ("heavy_air_cover", "none")
    fight.do(orders.Decide("blue", "none"))
    assert armor(fight, "b1", "b2") == [4, 4]
    assert left_of(fight, "blue") == ("heavy_air_cover",)
    assert refusal(fight, orders.Decide("blue", "none")).code == "no_decision"


@pytest.mark.rule("AS-BAT-013")
def test_nobody_flies_against_shells() -> None:
    fight = scene(red=("sniper",), blue=("light_air_cover", "heavy_air_cover"), dice=[4, 4])
    use(fight, "sniper", (24.0, 30.0))
    assert fight.decision is None
    assert armor(fight, "b1") == [4]


# -- minefields -------------------------------------------------------------------------------------------------


def walk(
    *path: tuple[float, float], dice: list[int], field: Bought = ("heavy_minefield", (20, 20)), **more: Any
) -> Battle:
    mode = more.pop("mode", "ground")
    options = more.pop("options", frozenset())
    fight = support_battle(
        unit("b1", more.pop("at", (20, 10)), move=more.pop("move", '16"/16"j'), **more),
        unit("r1", (60, 40)),
        red=(field,),
        dice=dice,
        phase="movement",
        first="blue",
        options=options,
    )
    move(fight, "b1", *path, mode=mode)
    return fight


def mines(fight: Battle) -> list[Any]:
    return [event for event in fight.journal.events if event.type == "minefield"]


@pytest.mark.rule("AS-BAT-018")
def test_mines_lie_openly_from_the_start() -> None:
    fight = walk((20, 12), dice=[])
    assert [(one.side, one.type, one.at, one.radius) for one in fields_of(fight)] == [
        ("red", "heavy_minefield", (20, 20), 3.0)
    ]
    laid = [event for event in events_for(fight, "blue", fight.journal.events) if event.type == "minefield_laid"]
    assert len(laid) == 1


@pytest.mark.rule("AS-BAT-019")
@pytest.mark.parametrize(
    ("using", "dice", "left"),
    [
        ("light_minefield", [4, 4], 6),
        ("light_minefield", [4, 5], 5),
        ("medium_minefield", [4, 3], 6),
        ("medium_minefield", [4, 4], 4),
        ("heavy_minefield", [3, 3], 6),
        ("heavy_minefield", [3, 4], 3),
    ],
)
def test_who_enters_rolls(using: str, dice: list[int], left: int) -> None:
    fight = walk((20, 18), dice=dice, field=(using, (20, 20)))
    assert armor(fight, "b1") == [left]
    assert fight.journal.dice == dice


@pytest.mark.rule("AS-BAT-019")
def test_one_roll_for_each_time_it_enters() -> None:
    through = walk((20, 24), dice=[1, 1])
    assert len(mines(through)) == 1
    inside = walk((20, 18), (20, 19), (21, 20), dice=[1, 1])
    assert len(mines(inside)) == 1
    twice = walk((20, 17.5), (20, 16.5), (20, 18), dice=[1, 1, 1, 1])
    assert len(mines(twice)) == 2
    past = walk((23.5, 10), (23.5, 16), (23.5, 20), dice=[])
    assert not mines(past)


@pytest.mark.rule("AS-BAT-019")
def test_who_starts_inside_and_leaves_does_not_roll() -> None:
    assert not mines(walk((20, 28), dice=[], at=(20, 20)))
    assert len(mines(walk((20, 25), (20, 22), dice=[1, 1], at=(20, 21)))) == 1


@pytest.mark.rule("AS-BAT-019")
def test_jumpers_only_where_they_land_and_flyers_never() -> None:
    assert not mines(walk((20, 25), dice=[], mode="jump"))
    assert len(mines(walk((20, 20), dice=[1, 1], mode="jump"))) == 1
    heli = walk((20, 20), dice=[], type="CV", move='16"v', state={"elevation": 4, "airborne": True})
    assert not mines(heli)


@pytest.mark.rule("AS-BAT-019")
def test_mines_spare_nobody_and_hurt_at_once() -> None:
    fight = support_battle(
        unit("r1", (20, 10), armor=1, structure=1),
        unit("b1", (60, 40)),
        red=(("heavy_minefield", (20, 20)),),
        dice=[6, 1],
        phase="movement",
    )
    move(fight, "r1", (20, 18))
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-BAT-008")
@pytest.mark.rule("AS-BAT-019")
def test_mines_do_nothing_to_who_is_under_water() -> None:
    fight = support_battle(
        unit("b1", (24, 28), move='32"'),
        unit("r1", (60, 40)),
        red=(("heavy_minefield", (25, 34)),),
        terrain=POND,
        dice=[],
        phase="movement",
        first="blue",
    )
    move(fight, "b1", (24, 33))
    assert not mines(fight)


@pytest.mark.rule("AS-BAT-019")
def test_mines_go_off_where_the_unit_is_then() -> None:
    lost = walk((20, 24), dice=[6, 1], armor=1, structure=1)
    assert (lost.units["b1"].destroyed, lost.units["b1"].at) == (True, pytest.approx((20, 17)))
    goes_on = walk((20, 24), dice=[6, 1])
    steps = [event.type for event in goes_on.journal.events if event.type in ("moved", "minefield", "damage")]
    assert steps == ["moved", "minefield", "damage", "moved"]
    assert (goes_on.units["b1"].at, goes_on.units["b1"].inches) == ((20, 24), 14)


@pytest.mark.rule("AS-BAT-019")
def test_who_gets_off_onto_a_field_has_come_onto_it() -> None:
    squad = unit("b2", type="CI", size=1, move='4"f', armor=4, specials=["CAR1"], state={"aboard": "b1"})
    fight = support_battle(
        unit("b1", (20, 14), type="CV", move='10"t', specials=["IT2"]),
        squad,
        unit("r1", (60, 40)),
        red=(HEAVY,),
        dice=[3, 4],
        phase="movement",
        first="blue",
    )
    at = (20.0, round(16.5 + fight.units["b1"].radius + fight.units["b2"].radius, 4))
    move(fight, "b1", (20, 16.5), unload=(orders.Unload("b2", at),))
    assert ([event.unit for event in mines(fight)], armor(fight, "b2")) == (["b2"], [1])


@pytest.mark.rule("AS-BAT-019")
def test_at_one_place_mines_come_before_the_bog() -> None:
    fight = support_battle(
        unit("b1", (20, 10), move='16"'),
        unit("r1", (60, 40)),
        red=(HEAVY,),
        terrain=({"kind": "swamp", "rect": [10, 17, 20, 10]},),
        dice=[1, 2, 6, 6, 6, 6, 6, 6],
        phase="movement",
        first="blue",
    )
    move(fight, "b1", (20, 18))
    assert mines(fight)[0].roll == (1, 2)


@pytest.mark.rule("AS-BAT-021")
def test_a_field_stays_until_it_has_done_damage() -> None:
    fight = walk((20, 18), dice=[1, 1])
    assert left_of(fight, "red") == ("heavy_minefield",)
    assert len(list(fields_of(fight))) == 1
    cleared = walk((20, 17.5), (20, 16.5), (20, 18), dice=[6, 6])
    assert (left_of(cleared, "red"), list(fields_of(cleared))) == ((), [])
    assert len(mines(cleared)) == 1  # the second time there is nothing left to go off


HEAVY: Bought = ("heavy_minefield", (20, 20))
HIDDEN = Purchase("heavy_minefield", (20, 20), hidden=True)
SECRET = frozenset({"hidden_units"})


@pytest.mark.rule("AS-BAT-020")
def test_a_hidden_field_is_small_and_comes_out_when_somebody_enters() -> None:
    assert not mines(walk((20, 18), dice=[], field=HIDDEN, options=SECRET))
    fight = walk((20, 19.5), dice=[1, 1], field=HIDDEN, options=SECRET)
    (event,) = mines(fight)
    assert (event.revealed, event.radius, event.rule) == (True, 1.0, "AS-BAT-020")
    assert [(one.radius, one.hidden) for one in fields_of(known_to(fight, "blue"))] == [(1.0, False)]
    assert left_of(fight, "red") == ("heavy_minefield",)
    gone = walk((20, 19.5), dice=[6, 1], field=HIDDEN, options=SECRET)
    assert (list(fields_of(gone)), left_of(gone, "red")) == ([], ())


@pytest.mark.rule("AS-BAT-020")
def test_a_jumper_meets_a_hidden_field_where_it_lands() -> None:
    assert not mines(walk((20, 25), dice=[], field=HIDDEN, options=SECRET, mode="jump"))
    assert len(mines(walk((20, 20), dice=[1, 1], field=HIDDEN, options=SECRET, mode="jump"))) == 1


def test_two_fields_are_met_in_the_order_of_the_way() -> None:
    fight = support_battle(
        unit("b1", (20, 40), move='30"'),
        unit("r1", (60, 40)),
        red=(("light_minefield", (20, 20)), ("medium_minefield", (20, 30))),
        dice=[1, 2, 1, 1],
        phase="movement",
        first="blue",
    )
    move(fight, "b1", (20, 20))
    assert [event.using for event in mines(fight)] == ["medium_minefield", "light_minefield"]


# -- secrets ----------------------------------------------------------------------------------------------------

WORLDS: tuple[tuple[Bought, ...], ...] = (
    ("strafing", "heavy_air_cover", ("light_minefield", (5, 5)), HIDDEN),
    ("light_strike", ("light_minefield", (5, 5))),
)


@pytest.mark.rule("AS-BAT-002")
@pytest.mark.rule("AS-BAT-020")
@pytest.mark.parametrize("viewer", ["blue", None])
def test_two_worlds_that_look_alike(viewer: str | None) -> None:
    """Whatever red has bought and hidden, the other side sees and may do the same."""
    seen = []
    for bought in WORLDS:
        fight = scene(red=bought, blue=("sniper",), options=SECRET, first="blue")
        known = known_to(fight, viewer)
        told = [repr(event) for event in events_for(fight, viewer, fight.journal.events)]
        done = [str(one.command) for one in offers(known, viewer)] if viewer else []
        asked = preview_support(known, order("strafing", ((20.0, 30.0), (30.0, 30.0))))
        seen.append((canonical(known.state), repr(known.setup.sides), fight.view(viewer), told, done, repr(asked)))
    assert seen[0] == seen[1]


def test_a_side_sees_its_own() -> None:
    fight = scene(red=WORLDS[0], blue=("sniper",), options=SECRET)
    assert fight.view("red")["support"] == {
        "red": {"cost": 11.5, "left": ["strafing", "heavy_air_cover", "light_minefield", "heavy_minefield"]}
    }
    assert fight.view("blue")["support"] == {"blue": {"cost": 3, "left": ["sniper"]}}
    assert fight.view(None)["support"] == {}


def test_a_preview_answers_for_either_side_at_any_time() -> None:
    fight = scene(red=("long_tom",), phase="movement")
    seen = preview_support(fight, order("long_tom", (24.0, 30.0)))
    assert (seen.legal, seen.target_number, seen.damage, seen.struck) == (True, 9, 3, ("b1", "b2"))
    assert seen.hit_probability == pytest.approx(10 / 36)
    assert seen.outcomes is not None
    assert {one.unit for one in seen.outcomes.units} >= {"b1", "b2"}
    not_his = preview_support(fight, order("long_tom", (24.0, 30.0), "blue"))
    assert not_his.reason is not None
    assert not_his.reason.rule == "AS-BAT-004"


def test_offers_name_every_target() -> None:
    fight = scene(red=("light_strike", "strafing", "sniper", "light_air_cover", ("light_minefield", (5, 5))))
    found = [one for one in offers(fight, "red") if isinstance(one.command, orders.SupportAttack)]
    assert [one.command.using for one in found if isinstance(one.command, orders.SupportAttack)] == [
        "light_strike",
        "light_strike",
        "strafing",
        "sniper",
    ]
    for one in found:
        fight.clone().do(one.command)
    assert not [one for one in offers(fight, "blue") if isinstance(one.command, orders.SupportAttack)]


def test_a_clone_and_its_events_come_to_the_same() -> None:
    fight = scene(red=("heavy_bombing", "light_strike"), blue=("light_air_cover",))
    twin = fight.clone()
    for one in (fight, twin):
        use(one, "heavy_bombing", (24.0, 30.0))
        one.do(orders.Decide("blue", "light_air_cover"))
        use(one, "light_strike", "b2")
        one.do(orders.Decide("blue", "none")) if one.decision is not None else None
    assert fight.hash() == twin.hash()


def test_a_script_runs_it() -> None:
    report = run_script(
        script_from_data(
            script(
                red=["light_strike", "strafing"],
                blue=["heavy_air_cover"],
                dice=[1, 1, 3, 4],
                commands=[
                    {
                        "preview": {
                            "attack": {"side": "red", "kind": "support", "using": "light_strike", "target": "b1"}
                        }
                    },
                    {"attack": {"side": "red", "kind": "support", "using": "light_strike", "target": "b1"}},
                    {"decide": {"side": "blue", "choice": "heavy_air_cover"}},
                    {
                        "attack": {
                            "side": "red",
                            "kind": "support",
                            "using": "strafing",
                            "target": {"line": [[0, 0], [3, 3]]},
                        }
                    },
                ],
            )
        )
    )
    data: Any = report.to_data()
    assert [one["accepted"] for one in data["outcomes"]] == [True, True, True, False]
    assert data["outcomes"][0]["preview"]["target_number"] == 5
    assert data["outcomes"][3]["error"]["rule"] == "AS-BAT-012"
    assert data["state"]["support"] == {
        "red": {"cost": 7, "left": ["strafing"]},
        "blue": {"cost": 2, "left": []},
    }
    assert data["state"]["units"]["b1"]["armor"] == 5


def test_nothing_is_there_without_support() -> None:
    fight = scene()
    assert (show_state(fight)["support"], dict(fight.state.notes)) == ({}, {})
    assert refusal(fight, order("sniper", (24.0, 30.0))).rule == "AS-BAT-004"
    assert replace(fight.setup, settings={"battlefield_support": {"points": 3}}).switches == {"support"}


# -- buying in play ---------------------------------------------------------------------------------------------


BUYING = {"battlefield_support": {"level": "objective_raid", "buying": True}}


def market(**more: Any) -> Battle:
    return support_battle(
        unit("r1", (10, 10)), unit("b1", (24, 30)), phase="initiative", settings=BUYING, **{"options": SECRET, **more}
    )


@pytest.mark.rule("AS-BAT-002")
def test_sides_buy_in_secret_before_the_first_turn() -> None:
    fight = market()
    asked = fight.decision
    assert asked is not None
    assert (asked.side, asked.kind, asked.facts) == ("red", "secret_support", {"points": 12})
    events = fight.do(orders.Buy("red", ("strafing", orders.Laid("light_minefield", (24, 20)))))
    told = list(events_for(fight, "blue", events))
    assert [event.type for event in told] == ["decided", "minefield_laid", "decision"]
    assert getattr(told[0], "choice", "") == "something secret"
    assert left_of(fight, "red") == ("strafing", "light_minefield")
    fight.do(orders.Decide("blue", "none"))
    assert show_state(fight)["support"] == {
        "red": {"cost": 5.5, "left": ["strafing", "light_minefield"]},
        "blue": {"cost": 0, "left": []},
    }
    assert fight.state.phase == "movement"


@pytest.mark.rule("AS-BAT-002")
def test_who_has_a_list_does_not_buy() -> None:
    fight = market(red=("sniper",))
    assert fight.decision is not None
    assert fight.decision.side == "blue"


@pytest.mark.rule("AS-BAT-002")
@pytest.mark.rule("AS-BAT-018")
def test_what_cannot_be_bought() -> None:
    fight = market()
    for wrong, rule in (
        (("long_tom",) * 3, "AS-BAT-002"),
        (("long_tim",), "AS-BAT-003"),
        (("light_minefield",), "AS-BAT-018"),
        ((orders.Laid("sniper", (5, 5)),), "AS-BAT-018"),
        ((orders.Laid("light_minefield", (5, 95)),), "AS-BAT-018"),
        ((orders.Laid("light_minefield", (20, 40)),), "AS-BAT-018"),  # where blue takes the field
        ((orders.Laid("light_minefield", (20, 20)), orders.Laid("light_minefield", (22, 20))), "AS-BAT-018"),
    ):
        assert refusal(fight, orders.Buy("red", wrong)).rule == rule
    assert refusal(fight, orders.Buy("blue")).code == "not_now"
    plain = market(options=frozenset())
    assert refusal(plain, orders.Buy("red", (orders.Laid("light_minefield", (20, 20), True),))).rule == "AS-BAT-020"
    fight.do(orders.Buy("red", (orders.Laid("light_minefield", (20, 20), True),)))
    fight.do(orders.Buy("blue", (orders.Laid("light_minefield", (20, 20)),)))  # nobody learns of hidden mines by it
    assert refusal(fight, orders.Buy("red")).code == "not_now"


@pytest.mark.rule("AS-BAT-002")
def test_two_worlds_after_buying_look_alike() -> None:
    seen = []
    for bought in (("strafing", orders.Laid("light_minefield", (30, 20), True)), ("sniper",), ()):
        fight = market()
        events = fight.do(orders.Buy("red", bought))
        told = [repr(event) for event in events_for(fight, "blue", events)]
        seen.append((canonical(known_to(fight, "blue").state), fight.view("blue"), told))
    assert seen[0] == seen[1] == seen[2]


def test_an_order_to_buy_is_written_and_read_back() -> None:
    for order_ in (
        orders.Buy("red", ("sniper", orders.Laid("light_minefield", (20.0, 20.0), True))),
        orders.SupportAttack("red", "strafing", orders.LineTarget(((1.0, 2.0), (3.0, 4.0)))),
        orders.SupportAttack("red", "sniper", orders.PointTarget((1.0, 2.0))),
        orders.SupportAttack("red", "light_strike", "b1"),
    ):
        assert command_from_data(command_to_data(order_)) == order_


def test_buying_needs_a_turn_to_begin_with() -> None:
    with pytest.raises(InputError) as error:
        script_from_data(script(settings=BUYING))
    assert error.value.key == "start.phase"


# -- programs that play -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-019")
def test_known_mines_are_a_danger() -> None:
    fight = support_battle(
        unit("b1", (20, 10), move='16"'), unit("r1", (60, 40)), red=(HEAVY,), phase="movement", first="blue"
    )
    through = check_move(fight, orders.Move("b1", ((20.0, 18.0),)))
    assert through.danger == pytest.approx(3 * 21 / 36)
    assert check_move(fight, orders.Move("b1", ((20.0, 14.0),))).danger == 0


def test_the_tactical_player_buys_aims_at_crowds_and_keeps_its_fighters() -> None:
    fight = support_battle(
        *(unit(f"b{number}", (24 + 2 * number, 30), armor=3) for number in range(1, 4)),
        unit("r1", (60, 3), damage="0/0/0"),
        red=("heavy_bombing",),
        blue=("heavy_air_cover",),
    )
    player = TacticalPlayer(1)
    command = player.choose(View(fight, "red"), None)
    assert isinstance(command, orders.SupportAttack)
    assert command.using == "heavy_bombing"
    assert len(preview_support(fight, command).struck) >= 2
    fight.do(command)
    assert player.choose(View(fight, "blue"), fight.decision) == orders.Decide("blue", "heavy_air_cover")
    light = scene(red=("light_strike",), blue=("heavy_air_cover",))
    use(light, "light_strike", "b1")
    assert player.choose(View(light, "blue"), light.decision) == orders.Decide("blue", "none")
    shop = market()
    order_ = player.choose(View(shop, "red"), shop.decision)
    assert isinstance(order_, orders.Buy)
    shop.do(order_)
    assert 9 <= float(str(show_state(shop)["support"]["red"]["cost"])) <= 12  # type: ignore[index,call-overload]


@pytest.mark.parametrize("seed", range(6))
def test_advice_is_affordable_and_fits(seed: int) -> None:
    bought = advised(35, Table(48, 48), "south", seed)
    setup = Setup(
        Table(48, 48),
        (Side("red", "south", support=bought), Side("blue", "north")),
        (),
        settings={"battlefield_support": {"level": "planetary_assault"}},
    )
    check_support(setup, "sides")
    assert total_cost(bought) >= 32
    assert advised(35, Table(48, 48), "south", seed) == bought


def test_the_story_says_that_a_side_buys_in_secret() -> None:
    settings = {"battlefield_support": {"points": 12, "buying": True}}
    data = script(settings=settings) | {"start": {"phase": "initiative"}, "seed": 1}
    fight = run_script(script_from_data(data)).battle
    assert fight.decision is not None
    first = fight.decision.side
    lines = [line.text for line in story(fight, fight.journal.events)]
    assert (
        f"{first.capitalize()} buys its battlefield support in secret, for 12 points at most [AS-BAT-002, p. 54]."
        in lines
    )
    other = fight.opponent(first)
    heard = [line.text for line in story(fight, events_for(fight, other, fight.journal.events))]
    assert f"{first.capitalize()} has something to decide [AS-INT-005, p. 30]." in heard
    assert not any("12 points" in line for line in heard)
    events = fight.do(orders.Buy(first, ("light_strike",)))
    told = [line.text for line in story(fight, events_for(fight, other, events))]
    assert f"{first.capitalize()} has bought its battlefield support." in told
    assert not any("light strike" in line for line in told)
