"""VTOL strafing and bombing, and firing back at them (pp. 173-174)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.duel import TANK, VTOL
from rules.harm import strike
from rules.table import battle, end, number, refusal, unit

RUNS = ("vtol_special_attacks",)
LINE = ((20.0, 14.0), (20.0, 24.0))
FLYER: dict[str, Any] = {**VTOL, "move": '16"v', "damage": "3/2/0", "armor": 9}
MISSES = (1, 1) * 9


def scene(*more: Any, high: float = 6, dice: Any = (), options: Any = RUNS, bombs: Any = (), **card: Any) -> Battle:
    """A VTOL of red, south of everybody, ready to move north."""
    bird = unit("r1", (20, 10), state={"airborne": True, "elevation": high}, **{**FLYER, **card})
    bird = type(bird)(**{**{name: getattr(bird, name) for name in bird.__slots__}, "bombs": tuple(bombs)})
    return battle(bird, *more, unit("b9", (60, 40)), phase="movement", options=options, dice=dice or MISSES * 3)


def fly(fight: Battle, line: Any = LINE, to: Any = (20, 25), **more: Any) -> Battle:
    strafe = None if line is None else commands.LineTarget(line)
    fight.do(commands.Move("r1", (to,), strafe=strafe, **more))
    while fight.state.phase != "combat":
        end(fight)
    for one in fight.units.values():
        one.moved = "ground"
    return fight


ORDER = commands.Attack("r1", commands.RunTarget(), "strafe")


@pytest.mark.rule("AS-OPT-550")
def test_a_strip_of_the_way_it_flies() -> None:
    fight = scene(unit("b1", (20, 20)), dice=(6, 1, 1, 2))
    for strip in (((20.0, 14.0), (20.0, 22.0)), ((21.0, 14.0), (21.0, 24.0)), ((20.0, 18.0), (20.0, 28.0))):
        order = commands.Move("r1", ((20, 25),), strafe=commands.LineTarget(strip))
        assert refusal(fight, order).rule == "AS-OPT-550"
    walker = battle(unit("r1", (20, 10)), unit("b9", (60, 40)), phase="movement", options=RUNS)
    assert refusal(walker, commands.Move("r1", ((20, 25),), strafe=commands.LineTarget(LINE))).rule in (
        *("AS-OPT-550", "AS-MOV-001"),
    )
    fly(fight)
    told = show_unit(fight, fight.units["r1"])["run"]
    assert told == {"kind": "strafe", "line": [[20, 14], [20, 24]], "height": 6}
    end(fight, 2)
    assert show_unit(fight, fight.units["r1"])["run"] is None


@pytest.mark.rule("AS-OPT-550", "AS-OPT-551")
def test_everybody_in_the_strip_when_movement_is_over() -> None:
    fight = scene(
        unit("b1", (20, 20), armor=9),
        unit("r2", (21.4, 16), armor=9),
        unit("b2", (23, 20), armor=9),
        dice=(6, 5, 6, 5, 1, 1),
    )
    fly(fight)
    assert ORDER in [one.command for one in offers(fight, "red")]
    events = fight.do(ORDER)
    assert [event.target for event in events if event.type == "attack"] == ["r2", "b1"]
    assert (fight.units["b1"].armor, fight.units["r2"].armor, fight.units["b2"].armor) == (6, 6, 9)
    assert refusal(fight, commands.Attack("r1", "b2")).rule == "AS-COM-001"  # it was its attack


@pytest.mark.rule("AS-OPT-551")
@pytest.mark.parametrize(("high", "needs", "bracket", "damage"), [(6, 9, "short", 3), (7, 11, "medium", 2)])
def test_the_number_and_the_damage_go_by_its_height(high: float, needs: int, bracket: str, damage: int) -> None:
    fight = fly(scene(unit("b1", (20, 20), tmm=2), high=high))
    told = preview_attack(fight, commands.Attack("r1", "b1", "strafe"))
    assert (told.target_number, told.range, told.damage) == (needs, bracket, damage)
    assert number(told, "AS-OPT-551") == 3
    beside = fly(scene(unit("b1", (24, 20))))
    assert refusal(beside, commands.Attack("r1", "b1", "strafe")).rule == "AS-OPT-550"
    whole = preview_attack(fight, ORDER)
    assert whole.targets is not None
    assert list(whole.targets) == ["b1"]


@pytest.mark.rule("AS-OPT-550", "AS-OPT-553")
def test_without_a_run_there_is_nothing_to_strafe_or_bomb() -> None:
    fight = fly(scene(unit("b1", (20, 30)), specials=["BOMB1"], bombs=("HE",)), line=None, to=(20, 22))
    assert refusal(fight, ORDER).rule == "AS-OPT-550"
    assert refusal(fight, commands.Attack("r1", "b1", "strafe")).rule == "AS-OPT-550"
    drop = commands.Attack("r1", commands.RunTarget(), "bomb", bombs=("HE",))
    assert refusal(fight, drop).rule == "AS-OPT-553"


@pytest.mark.rule("AS-OPT-550", "AS-OPT-553")
def test_runs_are_offered_with_the_move() -> None:
    def said(fight: Battle) -> set[str]:
        return {choice.name for one in offers(fight, "red", "r1") if one.kind == "move" for choice in one.choose}

    assert {"strafe", "bomb"} <= said(scene(specials=["BOMB1"], bombs=("HE",)))
    assert "bomb" not in said(scene())
    tank = battle(unit("r1", (20, 10), **TANK), unit("b9", (60, 40)), phase="movement", options=RUNS)
    assert said(tank).isdisjoint({"strafe", "bomb"})


@pytest.mark.rule("AS-OPT-551")
def test_the_ground_below_the_run_lies_open() -> None:
    hill = [{"kind": "hill", "height": 12, "rect": [24, 10, 4, 30]}]
    bird = unit("r1", (20, 10), state={"airborne": True, "elevation": 14}, **{**FLYER, "move": '40"v'})
    fight = battle(bird, unit("b1", (20, 20)), terrain=hill, phase="movement", options=RUNS, dice=MISSES * 3)
    fight.do(commands.Move("r1", ((20, 25), (34, 25)), strafe=commands.LineTarget(LINE), elevation=10))
    while fight.state.phase != "combat":
        end(fight)
    assert preview_attack(fight, commands.Attack("r1", "b1", "strafe")).legal


@pytest.mark.rule("AS-OPT-551")
def test_woods_around_the_target_count() -> None:
    wood = [{"kind": "woods", "rect": [18, 18, 4, 4], "height": 2}]
    bird = unit("r1", (20, 10), state={"airborne": True, "elevation": 6}, **FLYER)
    fight = battle(bird, unit("b1", (20, 20)), terrain=wood, phase="movement", options=RUNS, dice=MISSES * 3)
    fly(fight)
    assert number(preview_attack(fight, commands.Attack("r1", "b1", "strafe")), "AS-COM-052") == 1


@pytest.mark.rule("AS-OPT-552")
def test_bombs_slow_it_down() -> None:
    fight = scene(move='14"v', specials=["BOMB3"], bombs=("HE", "HE", "HE"))
    assert check_move(fight, commands.Move("r1", ((20, 17),))).allowance == 8
    heavy = scene(move='6"v', specials=["BOMB3"], bombs=("HE", "HE", "HE"), high=0)
    assert refusal(heavy, commands.Move("r1", ((20, 12),))).rule == "AS-OPT-552"


@pytest.mark.rule("AS-OPT-553")
def test_one_point_on_its_way() -> None:
    def bombing(point: Any, bombs: Any = ("HE",), **more: Any) -> Any:
        fight = scene(specials=["BOMB3"], bombs=bombs)
        order = commands.Move("r1", ((20, 20),), bomb=commands.PointTarget(point), **more)
        return fight, order

    for point, keys in (((24.0, 18.0), {}), ((20.0, 18.0), {"bombs": ()})):
        assert refusal(*bombing(point, **keys)).rule == "AS-OPT-553"
    both = bombing((20.0, 18.0), strafe=commands.LineTarget(((20.0, 10.0), (20.0, 20.0))))
    assert refusal(*both).rule == "AS-OPT-553"
    fight, order = bombing((20.0, 18.0))
    fight.do(order)
    assert show_unit(fight, fight.units["r1"])["run"] == {"kind": "bomb", "point": [20, 18], "height": 6}
    while fight.state.phase != "combat":
        end(fight)
    assert refusal(fight, ORDER).rule == "AS-OPT-550"


@pytest.mark.rule("AS-OPT-553")
def test_missiles_under_its_wings_are_no_bombs() -> None:
    both = ("vtol_special_attacks", "alternate_munitions")
    order = commands.Move("r1", ((20, 20),), bomb=commands.PointTarget((20.0, 18.0)))
    fight = scene(specials=["BOMB3"], bombs=("arrow_iv",), options=both)
    assert refusal(fight, order).rule == "AS-OPT-553"
    moves = [one for one in offers(fight, "red", "r1") if one.kind == "move"]
    assert "bomb" not in {choice.name for one in moves for choice in one.choose}
    mixed = scene(specials=["BOMB3"], bombs=("arrow_iv", "HE"), options=both)
    mixed.do(order)
    assert show_unit(mixed, mixed.units["r1"])["run"]["kind"] == "bomb"


@pytest.mark.rule("AS-OPT-554")
def test_bombs_fall_one_by_one_and_drift_the_way_it_flew() -> None:
    target, near = unit("b1", (20, 18), **{**TANK, "armor": 9}), unit("b2", (24, 18), armor=9)
    fight = scene(target, near, specials=["BOMB2"], bombs=("HE", "HE"), dice=(6, 5, 1, 1, 1, 1, 2, 2, *MISSES))
    fight.do(commands.Move("r1", ((20, 20),), bomb=commands.PointTarget((20.0, 18.0))))
    while fight.state.phase != "combat":
        end(fight)
    order = commands.Attack("r1", commands.RunTarget(), "bomb", bombs=("HE", "HE"))
    assert order in [one.command for one in offers(fight, "red")]
    assert number(preview_attack(fight, order), "AS-OPT-554") == 0
    events = fight.do(order)
    assert fight.units["b1"].armor == 7
    (drift,) = [event for event in events if event.type == "scattered"]
    assert drift.roll[0] == 1 or drift.lands_at
    assert show_unit(fight, fight.units["r1"])["notes"].get("bombs") == []
    wrong = scene(specials=["BOMB2"], bombs=("HE",))
    wrong.do(commands.Move("r1", ((20, 20),), bomb=commands.PointTarget((20.0, 18.0))))
    while wrong.state.phase != "combat":
        end(wrong)
    lacking = commands.Attack("r1", commands.RunTarget(), "bomb", bombs=("cluster",))
    assert refusal(wrong, lacking).rule == "AS-AER-037"


@pytest.mark.rule("AS-OPT-554")
def test_a_miss_drifts_from_the_way_it_flew() -> None:
    fight = scene(specials=["BOMB1"], bombs=("HE",), dice=(1, 1, 1, 2, *MISSES))
    assert load(save(fight)).hash() == fight.hash()
    fight.do(commands.Move("r1", ((30, 10),), bomb=commands.PointTarget((28.0, 10.0))))
    while fight.state.phase != "combat":
        end(fight)
    events = fight.do(commands.Attack("r1", commands.RunTarget(), "bomb", bombs=("HE",)))
    assert load(save(fight)).hash() == fight.hash()
    (drift,) = [event for event in events if event.type == "scattered"]
    assert drift.lands_at == pytest.approx((32, 10))  # a 1 is east, the way it flew


@pytest.mark.rule("AS-OPT-555")
def test_vtols_neither_strike_nor_bomb_from_high_up() -> None:
    fight = fly(scene(unit("b1", (20, 20))))
    assert refusal(fight, commands.Attack("r1", "b1", "strike")).rule == "AS-OPT-555"
    high = commands.Attack("r1", commands.PointTarget((20.0, 20.0)), "altitude_bomb")
    assert refusal(fight, high).rule == "AS-OPT-555"


@pytest.mark.rule("AS-OPT-558")
def test_a_vtol_knows_no_threshold() -> None:
    """Half of its armor at once, and no critical hit: it rolls for its rotor, as vehicles do."""
    fight = scene(unit("b1", (20, 20)), armor=9, dice=(1, 1))
    strike(fight, "r1", 5, by="b1")
    fight.run()
    assert [event.type for event in fight.journal.events if event.type in ("critical", "motive")] == ["motive"]
    assert fight.units["r1"].armor == 4


@pytest.mark.rule("AS-OPT-556", "AS-OPT-557")
def test_firing_back_from_inside_and_from_outside() -> None:
    inside, outside = unit("b1", (20, 20), 180, damage="6/6/6"), unit("b2", (26, 20), 180)
    fight = fly(scene(inside, outside, high=8, dice=(*(1, 1) * 4, 6, 4, *MISSES), tmm=3), to=(20, 25))
    fight.units["b1"].facing = 180
    told = preview_attack(fight, commands.Attack("b1", "r1"))
    assert told.legal
    assert (told.range, told.target_number) == ("medium", 4 + 2 + 2)
    assert number(told, "AS-COM-076") is None
    other = preview_attack(fight, commands.Attack("b2", "r1"))
    assert number(other, "AS-COM-076") == 1
    assert number(other, "AS-COM-044") == 3
    assert number(other, "AS-OPT-556") is None
    end(fight)
    events = fight.do(commands.Attack("b1", "r1"))
    assert not any(getattr(event, "cause", "") == "threshold" for event in events)


@pytest.mark.rule("AS-OPT-556", "AS-OPT-551")
def test_the_words_in_a_script() -> None:
    card = {
        "name": "Bee",
        "type": "CV",
        "size": 2,
        "tmm": 3,
        "move": '16"v',
        "damage": "3/2/0",
        "armor": 3,
        "structure": 2,
    }
    mech = {
        "name": "Wolf",
        "type": "BM",
        "size": 3,
        "tmm": 1,
        "move": '8"',
        "damage": "3/3/2",
        "armor": 9,
        "structure": 5,
    }
    data: dict[str, Any] = {
        "options": list(RUNS),
        "sides": [
            {
                "name": "red",
                "home": "south",
                "units": [{"id": "v1", "card": card, "at": [20, 10], "state": {"airborne": True, "elevation": 6}}],
            },
            {"name": "blue", "home": "north", "units": [{"id": "b1", "card": mech, "at": [20, 20], "facing": 180}]},
        ],
        "start": {"phase": "movement", "first": "red"},
        "dice": [6, 5],
        "commands": [
            {"move": {"unit": "v1", "path": [[20, 25]], "strafe": {"line": [[20, 14], [20, 24]]}}},
            {"end_phase": None},
            {"preview": {"attack": {"unit": "v1", "kind": "strafe", "target": "b1"}}},
            {"attack": {"unit": "v1", "kind": "strafe"}},
        ],
    }
    report = run_script(script_from_data(data))
    assert report.accepted
    assert report.battle.units["b1"].armor == 6
    with pytest.raises(InputError, match="vtol_special_attacks"):
        script_from_data({**data, "options": []})


# -- pilots of VTOLs --------------------------------------------------------------------------------------------


def gifted(fight: Battle, *abilities: str) -> Battle:
    """The same battle with a pilot of VTOLs who has learnt something."""
    units = tuple(replace(one, abilities=abilities) if one.id == "r1" else one for one in fight.setup.units)
    return Battle(replace(fight.setup, units=units), TapeDice([*(6, 6, 1, 2), *MISSES, *MISSES]))


@pytest.mark.rule("AS-SPA-032")
def test_a_golden_goose_strafes_and_bombs_better() -> None:
    fight = fly(gifted(scene(unit("b1", (20, 20))), "Golden Goose"))
    assert number(preview_attack(fight, replace(ORDER, target="b1")), "AS-SPA-032") == -1
    fight = gifted(scene(unit("b1", (20, 18)), bombs=("HE",), specials=["BOMB1"], move='20"v'), "Golden Goose")
    fight.do(commands.Move("r1", ((20, 25),), bomb=commands.PointTarget((20.0, 18.0))))
    end(fight)
    events = fight.do(commands.Attack("r1", commands.RunTarget(), "bomb", bombs=("HE",)))
    assert [number(one, "AS-SPA-032") for one in events if one.type == "attack"] == [-2]


@pytest.mark.rule("AS-SPA-033")
def test_a_ground_hugger_strafes_two_strips() -> None:
    first, second = ((20.0, 11.0), (20.0, 15.0)), ((20.0, 19.0), (20.0, 25.0))
    here = scene(unit("b1", (20, 13)), unit("b2", (20, 17)), unit("b3", (20, 22)))
    order = commands.Move("r1", ((20, 25),), strafe=commands.LineTarget(first), strafe_too=commands.LineTarget(second))
    assert refusal(here, order).rule == "AS-SPA-033"
    fight = gifted(here, "Ground-Hugger")
    assert "strafe_too" in {choice.name for one in offers(fight, "red") for choice in one.choose if one.unit == "r1"}
    for line in (((20.0, 11.0), (20.0, 12.0)), ((20.0, 10.0), (20.0, 17.0)), ((22.0, 11.0), (22.0, 15.0))):
        assert refusal(fight, replace(order, strafe=commands.LineTarget(line))).rule == "AS-SPA-033"
    assert refusal(fight, replace(order, strafe=None)).rule == "AS-SPA-033"
    fight.do(order)
    while fight.state.phase != "combat":
        end(fight)
    assert show_unit(fight, fight.units["r1"])["run"]["too"] == [[20, 19], [20, 25]]  # type: ignore[index, call-overload]
    events = fight.do(ORDER)
    assert [one.target for one in events if one.type == "attack"] == ["b1", "b3"]
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-SPC-134")
def test_reflective_armor_halves_what_is_strafed() -> None:
    mirror = unit("b1", (20, 20), specials=["RFA"], armor=9)
    fight = fly(scene(mirror, dice=(6, 1, 1, 2, 6, 6, *MISSES), damage="4/4/0", options=(*RUNS, "optional_abilities")))
    fight.dice = TapeDice([6, 6, *MISSES])
    (told,) = [one for one in fight.do(ORDER) if one.type == "attack"]
    assert (told.hit, told.damage) == (True, 2)


@pytest.mark.rule("AS-OPT-551")
@pytest.mark.parametrize(("specials", "damage"), [([], 2), (["ENE"], 3)])
def test_players_may_agree_that_vtols_strafe_for_half(specials: list[str], damage: int) -> None:
    fight = fly(scene(unit("b1", (20, 20)), options=(*RUNS, "vtol_strafe_halved"), specials=specials))
    assert preview_attack(fight, commands.Attack("r1", "b1", "strafe")).damage == damage
