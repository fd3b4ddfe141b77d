"""Abilities that change how units move and are carried (pp. 76-80)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.bombs import carried, slots
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Unload
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.stats import current_move, is_immobile, move_now
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, move, refusal, unit

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '10"t', "damage": "3/3/3"}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '2"f', "damage": "1/1/-", "specials": ["CAR3"]}
ELEMENTALS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/1/-", "specials": ["CAR5", "MEC"]}
LIMPETS: dict[str, Any] = {**ELEMENTALS, "specials": ["CAR5", "XMEC"]}
BESIDE = (11.25, 10.0)


def lake(depth: int = 2) -> dict[str, Any]:
    """From 12 inches north on."""
    return {"kind": "water", "depth": depth, "rect": [0, 12, 48, 20]}


def field(*terrain: dict[str, Any], at: tuple[float, float] = (10, 10), state: Any = None, **card: Any) -> Battle:
    return battle(unit("r1", at, state=state, **card), unit("b1", (60, 5)), terrain=terrain, phase="movement")


# -- amphibious -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-009")
def test_wheels_and_tracks_swim_for_2_an_inch() -> None:
    """The ledger's example: 2 inches of water cost a tracked vehicle 4."""
    event = move(field(lake(), **TANK, specials=["AMP"]), "r1", (10, 14))
    assert event.cost == 2 + 4
    assert event.elevation == 0.0
    assert move(field(lake(), **{**TANK, "move": '10"w'}, specials=["AMP"]), "r1", (10, 13)).cost == 2 + 2


@pytest.mark.rule("AS-SPC-009")
def test_everybody_else_for_4() -> None:
    """The ledger's example: battle armor pays 4 for an inch of water."""
    swimmers = {"type": "BA", "size": 1, "move": '6"', "specials": ["AMP"]}
    assert move(field(lake(), **swimmers), "r1", (10, 13)).cost == 2 + 4
    assert move(field(lake(), move='10"', specials=["AMP"]), "r1", (10, 13)).cost == 2 + 4


@pytest.mark.rule("AS-SPC-009")
def test_without_it_water_is_barred_and_ends_a_landing_badly() -> None:
    assert refusal(field(lake(), **TANK), commands.Move("r1", ((10, 14),))).code == "prohibited_terrain"
    vtol = {**TANK, "move": '16"v', "specials": ["AMP"]}
    flying = {"elevation": 3, "airborne": True}
    safe = field(lake(), state=flying, **vtol)
    move(safe, "r1", (10, 16), elevation=0)
    assert not any(event.type == "crashed" for event in safe.journal.events)
    assert safe.units["r1"].elevation == 0.0


# -- bombs ----------------------------------------------------------------------------------------------------

FIGHTER: dict[str, Any] = {"type": "AF", "size": 2, "move": "6a", "damage": "3/3/3", "threshold": 2, "tmm": 0}


def loaded(*bombs: str, **card: Any) -> Battle:
    carrier: Muster = unit("r1", (10, 10), **card)
    return battle(replace(carrier, bombs=bombs), unit("b1", (40, 5)), phase="movement")


@pytest.mark.rule("AS-SPC-019")
@pytest.mark.parametrize(
    ("code", "bombs"),
    [
        ("BOMB4", ("HE", "HE", "cluster", "inferno")),
        ("BOMB3", ("arrow_iv", "arrow_iv")),
        ("BOMB3", ("arrow_iv_homing", "HE")),
        ("BOMB3", ("HE", "cluster", "light_air_to_air_arrow")),
    ],
)
def test_loads_that_fit(code: str, bombs: tuple[str, ...]) -> None:
    """The ledger's examples."""
    fight = loaded(*bombs, **FIGHTER, specials=[code])
    assert carried(fight.units["r1"]) == bombs
    with pytest.raises(InputError, match="AS-SPC-019"):
        loaded(*bombs, "HE", **FIGHTER, specials=[code])


@pytest.mark.rule("AS-SPC-019")
@pytest.mark.parametrize(
    ("bombs", "card", "complaint"),
    [
        (("HE",), FIGHTER, "carries 0"),
        (("nuke",), {**FIGHTER, "specials": ["BOMB2"]}, "there is no bomb 'nuke'"),
        (("HE",), {**ELEMENTALS, "specials": ["BOMB2"]}, "cluster bombs only"),
    ],
)
def test_loads_that_do_not(bombs: tuple[str, ...], card: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        loaded(*bombs, **card)


@pytest.mark.rule("AS-SPC-019")
def test_bombs_slow_their_carrier() -> None:
    flyer = loaded("HE", "HE", "arrow_iv", **FIGHTER, specials=["BOMB5"])
    assert slots(rules, carried(flyer.units["r1"])) == 4
    assert current_move(flyer, flyer.units["r1"], "thrust") == 2
    heavy = loaded("HE", "HE", "HE", "HE", **{**FIGHTER, "move": "3a"}, specials=["BOMB4"])
    assert current_move(heavy, heavy.units["r1"], "thrust") == 1
    vtol = loaded("HE", "HE", "HE", **{**TANK, "move": '14"v'}, specials=["BOMB3"])
    assert current_move(vtol, vtol.units["r1"]) == 8
    line = move_now(vtol, vtol.units["r1"])[-1]
    assert (line.label, line.rule) == ("3 bombs", "AS-SPC-019")
    armor = loaded("cluster", **{**ELEMENTALS, "specials": ["BOMB1"]})
    assert current_move(armor, armor.units["r1"], "jump") == 6


@pytest.mark.rule("AS-SPC-019")
def test_thrust_comes_back_as_bombs_are_dropped() -> None:
    fight = loaded("HE", "HE", "HE", "HE", **FIGHTER, specials=["BOMB4"])
    assert current_move(fight, fight.units["r1"], "thrust") == 2
    fight.units["r1"].notes = {"bombs": ["HE"]}
    assert current_move(fight, fight.units["r1"], "thrust") == 5


# -- carried infantry -----------------------------------------------------------------------------------------


def embark(*riders: dict[str, Any], carrier: dict[str, Any], trade: dict[str, float] | None = None) -> Battle:
    """r1, r2 ... beside the carrier r9."""
    places = (BESIDE, (8.75, 10.0), (10.0, 11.25), (10.0, 8.75))
    reds = [unit(f"r{n}", at, **card) for n, (card, at) in enumerate(zip(riders, places, strict=False), start=1)]
    big = replace(unit("r9", (10, 10), **carrier), trade=trade or {})
    return battle(*reds, big, unit("b1", (60, 5)), phase="movement")


def board(fight: Battle, *names: str) -> None:
    for name in names:
        if fight.state.to_act == "blue":
            fight.do(commands.Pass("b1"))
        fight.do(commands.Move(name, (), board="r9"))


@pytest.mark.rule("AS-SPC-020")
def test_infantry_needs_as_much_room_as_its_car_value() -> None:
    """The ledger's examples: CAR5 needs IT5; two CAR3 platoons need IT6."""
    fight = embark(ELEMENTALS, carrier={**TANK, "specials": ["IT5"]})
    board(fight, "r1")
    assert (fight.units["r1"].aboard, fight.units["r1"].riding) == ("r9", False)
    tight = embark(ELEMENTALS, carrier={**TANK, "specials": ["IT4"]})
    assert refusal(tight, commands.Move("r1", (), board="r9")).code == "no_room"
    pair = embark(FOOT, FOOT, carrier={**TANK, "specials": ["IT6"]})
    board(pair, "r1", "r2")
    assert {pair.units[name].aboard for name in ("r1", "r2")} == {"r9"}
    narrow = embark(FOOT, FOOT, carrier={**TANK, "specials": ["IT5"]})
    board(narrow, "r1")
    if narrow.state.to_act == "blue":
        narrow.do(commands.Pass("b1"))
    assert refusal(narrow, commands.Move("r2", (), board="r9")).code == "no_room"


SQUAD: dict[str, Any] = {**FOOT, "specials": ["CAR4"]}


@pytest.mark.rule("AS-SPC-034")
def test_a_transport_takes_what_fits() -> None:
    """The book's Maxim: IT12 holds three squads of CAR4, and not a fourth."""
    fight = embark(SQUAD, SQUAD, SQUAD, SQUAD, carrier={**TANK, "specials": ["IT12"]})
    board(fight, "r1", "r2", "r3")
    assert sum(other.aboard == "r9" for other in fight.units.values()) == 3
    if fight.state.to_act == "blue":
        fight.do(commands.Pass("b1"))
    assert refusal(fight, commands.Move("r4", (), board="r9")).code == "no_room"


@pytest.mark.rule("AS-SPC-034")
def test_room_is_traded_for_cargo_before_the_game() -> None:
    fight = embark(SQUAD, carrier={**TANK, "specials": ["IT6"]}, trade={"CT": 4})
    assert fight.units["r9"].card.specials.texts == ["IT2", "CT4"]
    assert refusal(fight, commands.Move("r1", (), board="r9")).code == "no_room"
    back = embark(SQUAD, carrier={**TANK, "specials": ["CT10.5D1", "IT1"]}, trade={"IT": 3})
    assert back.units["r9"].card.specials.texts == ["CT7.5D1", "IT4"]
    board(back, "r1")
    assert back.units["r1"].aboard == "r9"
    whole = embark(carrier={**TANK, "specials": ["IT6"]}, trade={"CT": 6})
    assert whole.units["r9"].card.specials.texts == ["CT6"]


@pytest.mark.rule("AS-SPC-034")
@pytest.mark.parametrize("trade", [{"CT": 7}, {"IT": 1}, {"MT": 1}, {"CT": 0}])
def test_trades_that_cannot_be(trade: dict[str, float]) -> None:
    with pytest.raises(InputError, match="AS-SPC-034"):
        embark(carrier={**TANK, "specials": ["IT6"]}, trade=trade)


@pytest.mark.rule("AS-SPC-038")
def test_mechanized_battle_armor_rides_on_omnis() -> None:
    fight = embark(ELEMENTALS, carrier={"specials": ["OMNI"]})
    board(fight, "r1")
    assert (fight.units["r1"].aboard, fight.units["r1"].riding) == ("r9", True)
    plain = embark({**ELEMENTALS, "specials": ["CAR5"]}, carrier={"specials": ["OMNI"]})
    assert refusal(plain, commands.Move("r1", (), board="r9")).code == "no_room"


@pytest.mark.rule("AS-SPC-043")
@pytest.mark.parametrize("carrier", [{"specials": ["OMNI"]}, {**TANK, "specials": ["OMNI"]}])
def test_an_omni_carries_one_unit_of_battle_armor(carrier: dict[str, Any]) -> None:
    fight = embark(ELEMENTALS, ELEMENTALS, carrier=carrier)
    board(fight, "r1")
    assert fight.units["r1"].riding
    if fight.state.to_act == "blue":
        fight.do(commands.Pass("b1"))
    assert refusal(fight, commands.Move("r2", (), board="r9")).code == "no_room"
    plain = embark(ELEMENTALS, carrier={**carrier, "specials": []})
    assert refusal(plain, commands.Move("r1", (), board="r9")).code == "no_room"


@pytest.mark.rule("AS-SPC-038", "AS-SPC-043")
def test_riders_neither_shoot_nor_are_shot_at_but_may_be_struck() -> None:
    fight = battle(
        unit("r1", state={"aboard": "r9", "riding": True}, **ELEMENTALS),
        unit("r9", (10, 10), specials=["OMNI"]),
        unit("b1", (10, 20), 180, skill=0),
        dice=(5, 5, 5),
        first="blue",
    )
    assert refusal(fight, commands.Attack("b1", "r1")).code in ("aboard", "not_a_target")
    assert attack(fight, "b1", "r9").hit
    assert next(event for event in fight.journal.events if event.type == "rider_roll").struck == "r1"


@pytest.mark.rule("AS-SPC-028")
@pytest.mark.parametrize("carrier", [{}, TANK, {"specials": ["OMNI"]}])
def test_extended_mechanized_battle_armor_rides_on_anything_and_slows_it(carrier: dict[str, Any]) -> None:
    fight = embark(LIMPETS, carrier=carrier)
    before = current_move(fight, fight.units["r9"])
    board(fight, "r1")
    assert fight.units["r1"].riding
    assert current_move(fight, fight.units["r9"]) == before - 2
    assert any(part.rule == "AS-MOV-074" for part in move_now(fight, fight.units["r9"]))


@pytest.mark.rule("AS-SPC-028")
def test_but_not_on_what_flies_by_thrust() -> None:
    fight = embark(LIMPETS, carrier={"type": "SV", "size": 2, "move": "5a", "tmm": 0})
    assert refusal(fight, commands.Move("r1", (), board="r9")).code == "no_room"
    off = battle(
        unit("r1", state={"aboard": "r9", "riding": True}, **LIMPETS),
        unit("r9", (10, 10), move='8"'),
        unit("b1", (60, 5)),
        phase="movement",
    )
    event = move(off, "r9", (10, 16), unload=(Unload("r1", (11.25, 16.0)),))
    assert (event.allowance, off.units["r1"].aboard) == (6, None)
    assert current_move(off, off.units["r9"]) == 8


# -- off-road -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-042")
def test_a_wheeled_support_vehicle_needs_oro_off_the_road() -> None:
    truck = {"type": "SV", "size": 2, "move": '10"w'}
    assert move(field(**truck, specials=["ORO"]), "r1", (10, 14)).cost == 4
    assert move(field(**truck), "r1", (10, 14)).cost == 8
    assert move(field(**{**truck, "type": "CV"}), "r1", (10, 14)).cost == 4
    assert move(field(**{**truck, "move": '10"t'}), "r1", (10, 14)).cost == 4


# -- triple-strength myomer -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-051")
@pytest.mark.parametrize(("heat", "inches"), [(0, 10), (1, 12), (2, 8), (3, 6)])
def test_myomer_runs_faster_when_hot(heat: int, inches: int) -> None:
    """The ledger's table, with a Move of 10."""
    fight = field(move='10"', specials=["TSM"], state={"heat": heat})
    assert current_move(fight, fight.units["r1"]) == inches
    if heat:
        assert move_now(fight, fight.units["r1"])[-1].rule == "AS-SPC-051"
    assert move(fight, "r1", (10, 10 + inches)).allowance == inches


@pytest.mark.rule("AS-SPC-051")
def test_myomer_gives_nothing_back_to_legs_that_are_gone() -> None:
    lame = field(move='4"', specials=["TSM"], state={"heat": 1, "crits": {"mp": 2}})
    assert current_move(lame, lame.units["r1"]) == 0
    assert is_immobile(lame, lame.units["r1"])


@pytest.mark.rule("AS-SPC-051")
def test_myomer_does_not_jump_farther_nor_dodge_better() -> None:
    hot = field(move='10"/8"j', tmm=2, specials=["TSM"], state={"heat": 1})
    assert current_move(hot, hot.units["r1"]) == 12
    assert current_move(hot, hot.units["r1"], "jump") == 8
    fight = battle(
        unit("r1", (10, 10)),
        unit("b1", (10, 20), 180, tmm=2, specials=["TSM"], state={"heat": 1}),
        dice=(5, 5),
    )
    assert attack(fight, "r1", "b1").target_number == 4 + 2 + 2


# -- underwater maneuvering -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-053")
def test_underwater_maneuvering_makes_a_submarine_of_a_mech() -> None:
    swimmer = field(lake(4), at=(10, 20), move='10"', specials=["UMU"])
    event = move(swimmer, "r1", (10, 24))
    assert (event.cost, event.mode) == (4, "submersible")
    walker = field(lake(4), at=(10, 20), move='20"')
    assert move(walker, "r1", (10, 24)).cost == 16
    rising = field(lake(4), at=(10, 20), move='10"', specials=["UMU"])
    up = move(rising, "r1", (10, 22), elevation=-3)
    assert (up.cost, up.elevation) == (2 + 2, -3)


@pytest.mark.rule("AS-SPC-053")
def test_infantry_needs_it_to_enter_water_at_all() -> None:
    divers = {**FOOT, "move": '4"f', "specials": ["UMU"]}
    fight = field(lake(1), at=(10, 20), **divers)
    assert move(fight, "r1", (10, 22)).mode == "submersible"
    dry = field(lake(1), **{**FOOT, "move": '4"f'})
    assert refusal(dry, commands.Move("r1", ((10, 13),))).rule == "AS-MOV-021"
