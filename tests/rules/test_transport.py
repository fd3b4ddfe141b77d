"""Carrying units (pp. 38-39): infantry, riders outside, bays and cargo."""

from typing import Any

import pytest

from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Unload
from rules.table import attack, battle, end, move, refusal, unit

FOOT: dict[str, Any] = {"type": "CI", "move": '2"f', "size": 1, "specials": ["CAR3"]}
JUMPERS: dict[str, Any] = {"type": "CI", "move": '4"j', "size": 1, "specials": ["CAR3"]}
ELEMENTALS: dict[str, Any] = {"type": "BA", "move": '6"j', "size": 1, "specials": ["CAR5", "MEC"]}
CAVALIERS: dict[str, Any] = {"type": "BA", "move": '6"', "size": 1, "specials": ["CAR4"]}
LIMPETS: dict[str, Any] = {"type": "BA", "move": '6"', "size": 1, "specials": ["CAR5", "XMEC"]}
MAXIM: dict[str, Any] = {"type": "CV", "move": '16"h', "specials": ["IT12"]}
VTOL: dict[str, Any] = {"type": "CV", "move": '16"v', "specials": ["IT6"]}
OMNI: dict[str, Any] = {"move": '14"', "specials": ["OMNI"]}
BESIDE = (11.25, 10.0)


def embark(
    rider: dict[str, Any], carrier: dict[str, Any], *more: Any, at: tuple[float, float] = BESIDE, **state: Any
) -> Battle:
    """A rider r1 beside its carrier r2, about to move."""
    units = [unit("r1", at, **rider), unit("r2", (10, 10), state=state.pop("state", {}), **carrier)]
    foes = [unit(f"b{n}", (60, 4.0 * n)) for n in range(1, 4)]
    return battle(*units, *more, *foes, phase="movement", **state)


def riding(
    rider: dict[str, Any], carrier: dict[str, Any], *, outside: bool = False, terrain: Any = (), **more: Any
) -> Battle:
    """r1 aboard r2 since an earlier turn."""
    state = {"aboard": "r2", **({"riding": True} if outside else {})}
    return battle(
        unit("r1", state=state, **rider),
        unit("r2", (10, 10), **carrier),
        unit("b1", (10, 30), facing=180),
        terrain=terrain,
        phase=more.pop("phase", "movement"),
        **more,
    )


def board(fight: Battle, carrier: str = "r2", unit_id: str = "r1", *path: tuple[float, float]) -> list[Any]:
    return fight.do(commands.Move(unit_id, path, board=carrier))


def turn_to(fight: Battle, side: str) -> None:
    while fight.state.to_act != side and fight.state.phase == "movement":
        idle = next(
            u for u in fight.units.values() if u.side == fight.state.to_act and u.moved == "none" and u.on_table
        )
        fight.do(commands.Pass(idle.id))


# -- compartments -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-064", "AS-SPC-034", "AS-SPC-020")
def test_three_squads_of_cavaliers_fill_a_maxim() -> None:
    squads = [unit(f"r{n}", (11.25, 10), state={"aboard": "r2"}, **CAVALIERS) for n in (3, 4)]
    fight = embark(CAVALIERS, MAXIM, *squads)
    board(fight)
    assert fight.units["r1"].aboard == "r2"
    full = [unit(f"r{n}", (11.25, 10), state={"aboard": "r2"}, **CAVALIERS) for n in (3, 4, 5)]
    refused = refusal(embark(CAVALIERS, MAXIM, *full), commands.Move("r1", board="r2"))
    assert (refused.code, refused.rule) == ("no_room", "AS-MOV-064")
    assert "12 taken" in refused.message


@pytest.mark.rule("AS-MOV-064", "AS-SPC-020")
@pytest.mark.parametrize(("space", "fits"), [(5, False), (6, True)])
def test_two_platoons_need_room_for_six(space: int, fits: bool) -> None:
    truck = {"type": "CV", "move": '10"w', "specials": [f"IT{space}"]}
    fight = embark(FOOT, truck, unit("r3", (11.25, 10), state={"aboard": "r2"}, **FOOT))
    assert check_move(fight, commands.Move("r1", board="r2")).legal == fits


@pytest.mark.rule("AS-MOV-064")
def test_only_transports_carry() -> None:
    assert refusal(embark(FOOT, {}), commands.Move("r1", board="r2")).rule == "AS-MOV-064"
    assert refusal(embark(FOOT, MAXIM), commands.Move("r1", board="b1")).code == "no_transport"
    assert refusal(embark(FOOT, MAXIM), commands.Move("r1", board="r1")).code == "no_transport"


# -- mounting -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-065")
def test_boarding_costs_the_infantry_two_and_the_carrier_nothing() -> None:
    fight = embark(FOOT, MAXIM)
    events = board(fight)
    assert [event.type for event in events][:2] == ["moved", "mounted"]
    assert (events[0].cost, events[0].allowance) == (2.0, 2.0)
    turn_to(fight, "red")
    assert move(fight, "r2", (26, 10)).cost == 16.0


@pytest.mark.rule("AS-MOV-065", "AS-MOV-076")
def test_it_must_reach_the_transport_first() -> None:
    fight = embark(JUMPERS, MAXIM, at=(13, 10))
    refused = refusal(fight, commands.Move("r1", ((11.4, 10.0),), board="r2"))
    assert (refused.code, refused.rule) == ("not_in_contact", "AS-MOV-065")
    assert (
        refusal(embark(FOOT, MAXIM, at=(11.5, 10)), commands.Move("r1", ((11.25, 10.0),), board="r2")).rule
        == "AS-MOV-001"
    )
    board(fight, "r2", "r1", (11.25, 10.0))
    assert fight.units["r1"].place == "aboard"


@pytest.mark.rule("AS-MOV-065")
def test_before_the_transport_moves() -> None:
    fight = embark(FOOT, MAXIM)
    fight.do(commands.Pass("r2"))
    turn_to(fight, "red")
    refused = refusal(fight, commands.Move("r1", board="r2"))
    assert (refused.code, refused.rule) == ("carrier_moved", "AS-MOV-065")


@pytest.mark.rule("AS-MOV-065")
def test_airborne_transports_must_land_first() -> None:
    flying = embark(FOOT, VTOL, state={"elevation": 1})
    assert refusal(flying, commands.Move("r1", board="r2")).code == "carrier_airborne"
    board(embark(FOOT, VTOL))


@pytest.mark.rule("AS-MOV-065", "AS-MOV-071")
def test_carried_units_do_not_move_by_themselves() -> None:
    fight = riding(FOOT, MAXIM)
    assert refusal(fight, commands.Move("r1", ((12, 10),))).code == "aboard"
    assert refusal(fight, commands.Pass("r1")).code == "aboard"


# -- dismounting --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-066", "AS-MOV-068")
def test_dismounting_is_free_at_the_end_of_the_carriers_move() -> None:
    fight = riding(FOOT, MAXIM)
    events = fight.do(commands.Move("r2", ((26, 10),), unload=(Unload("r1", (26, 11.25), 90),)))
    off = next(event for event in events if event.type == "dismounted")
    assert (off.at, off.facing, off.moved) == ((26, 11.25), 90.0, "dismounted")
    assert fight.units["r1"].on_table
    assert fight.units["r1"].aboard is None
    standing = riding(FOOT, MAXIM)
    standing.do(commands.Move("r2", (), "standstill", unload=(Unload("r1", (10, 11.25)),)))
    assert standing.units["r1"].on_table


@pytest.mark.rule("AS-MOV-066", "AS-MOV-075", "AS-MOV-007")
def test_where_passengers_step_off() -> None:
    pond = [{"kind": "water", "depth": 1, "rect": [27, 0, 10, 20]}]

    def refused(at: tuple[float, float]) -> Any:
        fight = riding(FOOT, MAXIM, terrain=pond)
        return refusal(fight, commands.Move("r2", ((25.5, 10),), unload=(Unload("r1", at),)))

    assert refused((25.5, 12)).rule == "AS-MOV-066"
    assert refused((25.5, 11)).rule == "AS-MOV-007"
    assert refused((26.75, 10)).rule == "AS-MOV-021"
    fight = riding(FOOT, MAXIM)
    twice = (Unload("r1", (10, 11.25)), Unload("r1", (10, 8.75)))
    assert refusal(fight, commands.Move("r2", (), unload=twice)).code == "not_aboard"
    assert refusal(fight, commands.Move("r2", (), unload=(Unload("b1", (10, 11.25)),))).code == "not_aboard"


@pytest.mark.rule("AS-MOV-068")
def test_after_dismounting_no_more_move_no_tmm_and_no_standstill() -> None:
    fight = riding({**FOOT, "tmm": 1}, MAXIM, first="red")
    fight.do(commands.Move("r2", ((24, 10),), unload=(Unload("r1", (24, 11.25)),)))
    assert fight.units["r1"].moved == "dismounted"
    fight.do(commands.Pass("b1"))
    assert fight.state.phase == "combat"
    shot = attack(fight, "r1", "b1")
    assert not [part for part in shot.modifiers if part.rule == "AS-COM-040"]
    end(fight)
    back = attack(fight, "b1", "r1")
    assert ("Target hardly moved", 0, "AS-COM-048") in back.modifiers


@pytest.mark.rule("AS-MOV-069")
def test_mount_ride_dismount_and_attack_in_one_turn() -> None:
    fight = embark(FOOT, MAXIM, unit("r3", (10, 11.25), **FOOT))
    board(fight)
    turn_to(fight, "red")
    board(fight, "r2", "r3")
    turn_to(fight, "red")
    off = (Unload("r1", (26, 11.25)), Unload("r3", (26, 8.75)))
    fight.do(commands.Move("r2", ((26, 10),), unload=off))
    turn_to(fight, "red")
    assert fight.state.phase == "combat"
    for name in ("r1", "r3"):
        assert fight.units[name].on_table
        fight.units[name].x = 55.0 if name == "r1" else 58.0
        attack(fight, name, "b1")


@pytest.mark.rule("AS-MOV-067", "AS-SPC-123")
@pytest.mark.parametrize(
    ("rider", "drops"),
    [
        (FOOT, False),
        (JUMPERS, True),
        (ELEMENTALS, True),
        (CAVALIERS, True),
        ({**FOOT, "specials": ["CAR3", "PAR"]}, True),
    ],
)
def test_who_gets_off_in_the_air(rider: Any, drops: bool) -> None:
    fight = riding(rider, VTOL)
    command = commands.Move("r2", ((20, 10),), elevation=2, unload=(Unload("r1", (20, 11.25)),))
    if drops:
        fight.do(command)
        assert (fight.units["r1"].moved, fight.units["r1"].elevation) == ("dropped", 0.0)
        assert is_airborne(fight, fight.units["r2"])
    else:
        refused = refusal(fight, command)
        assert (refused.code, refused.rule) == ("carrier_airborne", "AS-MOV-067")
        fight.do(commands.Move("r2", ((20, 10),), elevation=0, unload=(Unload("r1", (20, 11.25)),)))


# -- riding outside -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-071", "AS-SPC-038", "AS-SPC-043")
@pytest.mark.parametrize(
    ("carrier", "fits"),
    [
        (OMNI, True),
        ({"type": "CV", "move": '10"t', "specials": ["OMNI"]}, True),
        ({}, False),
        ({"type": "PM", "move": '6"', "specials": ["OMNI"]}, False),
    ],
)
def test_mechanized_battle_armor_rides_on_omnis(carrier: Any, fits: bool) -> None:
    fight = embark(ELEMENTALS, carrier)
    assert check_move(fight, commands.Move("r1", board="r2")).legal == fits
    if fits:
        board(fight)
        assert fight.units["r1"].riding
        turn_to(fight, "red")
        assert check_move(fight, commands.Move("r2", ((12, 10),))).allowance == fight.units["r2"].card.move.ground


@pytest.mark.rule("AS-MOV-071")
def test_one_unit_rides_on_an_omni() -> None:
    fight = embark(ELEMENTALS, OMNI, unit("r3", state={"aboard": "r2", "riding": True}, **ELEMENTALS))
    assert refusal(fight, commands.Move("r1", board="r2")).rule == "AS-MOV-071"
    assert refusal(embark(CAVALIERS, OMNI), commands.Move("r1", board="r2")).rule == "AS-MOV-064"


@pytest.mark.rule("AS-MOV-071", "AS-MOV-064")
def test_its_player_chooses_between_inside_and_outside() -> None:
    both = {"type": "CV", "move": '10"t', "specials": ["OMNI", "IT6"]}
    for outside in (False, True):
        fight = embark(ELEMENTALS, both)
        fight.do(commands.Move("r1", board="r2", outside=outside))
        assert fight.units["r1"].riding == outside
    assert refusal(embark(FOOT, both), commands.Move("r1", board="r2", outside=True)).rule == "AS-MOV-071"


@pytest.mark.rule("AS-MOV-072")
def test_riders_neither_attack_nor_are_aimed_at() -> None:
    fight = riding(ELEMENTALS, OMNI, outside=True, phase="combat")
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-MOV-072"
    end(fight)
    assert refusal(fight, commands.Attack("b1", "r1")).rule == "AS-MOV-072"
    inside = riding(FOOT, MAXIM, phase="combat")
    assert refusal(inside, commands.Attack("r1", "b1")).rule == "AS-MOV-072"


@pytest.mark.rule("AS-MOV-074", "AS-SPC-028")
def test_extended_gear_rides_on_anything_for_two_inches_of_its_move() -> None:
    fight = embark(LIMPETS, {"move": '8"'})
    board(fight)
    turn_to(fight, "red")
    preview = check_move(fight, commands.Move("r2", ((12, 10),)))
    assert preview.allowance == 6.0
    assert ("r1 rides outside", -2.0, "AS-MOV-074") in preview.allowed
    on_omni = riding(LIMPETS, OMNI, outside=True)
    assert check_move(on_omni, commands.Move("r2", ((12, 10),))).allowance == 12.0
    jumper = riding(LIMPETS, {"move": '8"j'}, outside=True)
    assert check_move(jumper, commands.Move("r2", ((12, 10),), "jump")).allowance == 6.0
    assert not check_move(embark(LIMPETS, {"type": "PM", "move": '6"'}), commands.Move("r1", board="r2")).legal


# -- destroyed carriers -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-070")
def test_passengers_inside_die_with_their_transport() -> None:
    fight = riding(FOOT, MAXIM)
    doom(fight, fight.units["r2"], "test", "AS-DMG-027", wait=False)
    fight.run()
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-MOV-073", "AS-DMG-028")
def test_riders_come_off_beside_the_wreck_where_their_player_likes() -> None:
    fight = riding(ELEMENTALS, OMNI, outside=True)
    doom(fight, fight.units["r2"], "test", "AS-DMG-027", wait=False)
    fight.run()
    asked = fight.decision
    assert asked is not None
    assert (asked.side, asked.unit, asked.rule) == ("red", "r1", "AS-MOV-073")
    assert len(asked.choices) == 12
    assert "11.25, 10" in asked.choices
    fight.do(commands.Decide("red", "11.25, 10"))
    rider = fight.units["r1"]
    assert (rider.on_table, rider.at, rider.riding, rider.moved) == (True, (11.25, 10.0), False, "dismounted")


@pytest.mark.rule("AS-MOV-073")
def test_riders_find_the_nearest_place_or_are_lost() -> None:
    shore = [
        {"kind": "water", "depth": 1, "rect": [0, 0, 10.5, 40]},
        {"kind": "water", "depth": 1, "rect": [0, 9, 40, 40]},
    ]
    near = riding(ELEMENTALS, OMNI, outside=True, terrain=shore)
    near.units["r2"].x, near.units["r2"].y = 11.0, 8.4
    doom(near, near.units["r2"], "test", "AS-DMG-027", wait=False)
    near.run()
    if near.decision is not None:
        near.do(commands.Decide("red", near.decision.choices[0]))
    assert near.units["r1"].on_table
    assert near.units["r1"].y < 9
    sea = riding(ELEMENTALS, OMNI, outside=True, terrain=[{"kind": "water", "depth": 1, "rect": [0, 0, 40, 20]}])
    doom(sea, sea.units["r2"], "test", "AS-DMG-027", wait=False)
    sea.run()
    assert sea.units["r1"].destroyed


# -- bays ---------------------------------------------------------------------------------------------------------


CARRIER: dict[str, Any] = {"type": "SV", "move": '4"t', "size": 4, "specials": ["LG", "MT2", "PT1", "VTM1", "VTH1"]}


def beside(fight: Battle) -> tuple[float, float]:
    carrier, rider = fight.units["r2"], fight.units["r1"]
    return (carrier.x + carrier.radius + rider.radius, carrier.y)


def at_bay(rider: dict[str, Any], *more: Any, carrier: dict[str, Any] = CARRIER) -> Battle:
    fight = embark(rider, carrier, *more, at=(20, 10))
    fight.units["r1"].x, fight.units["r1"].y = beside(fight)
    return fight


@pytest.mark.rule("AS-MOV-076", "AS-MOV-075")
def test_embarking_costs_two_from_base_contact() -> None:
    fight = at_bay({})
    event = next(event for event in board(fight) if event.type == "moved")
    assert event.cost == 2.0
    assert (fight.units["r1"].place, fight.units["r1"].riding) == ("aboard", False)
    far = embark({}, CARRIER, at=(25, 10))
    assert refusal(far, commands.Move("r1", board="r2")).rule == "AS-MOV-076"


@pytest.mark.rule("AS-MOV-075")
@pytest.mark.parametrize(
    ("rider", "fits"),
    [
        ({}, True),
        ({"type": "PM"}, True),
        ({"type": "CV", "move": '8"t', "size": 2}, True),
        ({"type": "CV", "move": '8"t', "size": 3}, True),
        ({"specials": ["LG"], "size": 4}, False),
        ({"type": "CI", "move": '4"f', "specials": ["CAR3"]}, False),
    ],
)
def test_units_go_into_bays_of_their_kind(rider: Any, fits: bool) -> None:
    assert check_move(at_bay(rider), commands.Move("r1", board="r2")).legal == fits


@pytest.mark.rule("AS-MOV-075")
def test_a_full_bay_takes_nobody() -> None:
    aboard = [unit(f"r{n}", state={"aboard": "r2"}) for n in (3, 4)]
    assert refusal(at_bay({}, *aboard), commands.Move("r1", board="r2")).rule == "AS-MOV-075"


@pytest.mark.rule("AS-MOV-077")
def test_disembarking_costs_two_and_the_rest_may_be_used() -> None:
    fight = riding({"move": '8"'}, CARRIER)
    spot = beside(fight)
    event = move(fight, "r1", spot, (spot[0] + 6, spot[1]))
    assert (event.cost, event.allowance, event.inches) == (8.0, 8.0, 6.0)
    assert fight.units["r1"].on_table
    assert fight.units["r1"].aboard is None
    far = riding({"move": '8"'}, CARRIER)
    assert refusal(far, commands.Move("r1", (spot, (spot[0] + 6.5, spot[1])))).rule == "AS-MOV-001"
    assert refusal(far, commands.Move("r1", ((spot[0] + 1, spot[1]),))).rule == "AS-MOV-066"


@pytest.mark.rule("AS-MOV-077")
def test_unloaded_units_move_afterwards_with_what_is_left() -> None:
    fight = riding({"move": '8"'}, CARRIER)
    spot = beside(fight)
    fight.do(commands.Move("r2", (), "standstill", unload=(Unload("r1", spot),)))
    assert fight.units["r1"].moved == "none"
    turn_to(fight, "red")
    preview = check_move(fight, commands.Move("r1", ((spot[0] + 6, spot[1]),)))
    assert (preview.legal, preview.allowance) == (True, 6.0)


@pytest.mark.rule("AS-MOV-075")
def test_nobody_disembarks_into_prohibited_terrain() -> None:
    tank: dict[str, Any] = {"type": "CV", "move": '8"h', "size": 2}
    trees = [{"kind": "woods", "rect": [11.5, 0, 20, 40]}]
    fight = riding(tank, CARRIER, terrain=trees)
    assert refusal(fight, commands.Move("r1", (beside(fight),))).rule == "AS-MOV-015"


@pytest.mark.rule("AS-MOV-075", "AS-MOV-070")
def test_what_is_in_a_bay_dies_with_it() -> None:
    fight = riding({}, CARRIER)
    doom(fight, fight.units["r2"], "test", "AS-DMG-027", wait=False)
    fight.run()
    assert fight.units["r1"].destroyed


# -- cargo --------------------------------------------------------------------------------------------------------


def freighter(tons: int) -> dict[str, Any]:
    return {"type": "SV", "move": '4"t', "size": 4, "specials": ["LG", f"CT{tons}"]}


@pytest.mark.rule("AS-MOV-078")
@pytest.mark.parametrize(("tons", "fits"), [(109, False), (110, True)])
def test_an_assault_mech_takes_110_tons_of_the_hold(tons: int, fits: bool) -> None:
    fight = at_bay({"size": 4}, carrier=freighter(tons))
    assert check_move(fight, commands.Move("r1", board="r2")).legal == fits


@pytest.mark.rule("AS-MOV-078")
def test_one_unit_of_cargo_a_turn_and_ready_after_thirty() -> None:
    fight = at_bay({}, unit("r3", (30, 10)), carrier=freighter(400))
    board(fight)
    assert fight.units["r1"].notes["cargo"] is True
    turn_to(fight, "red")
    fight.units["r3"].x, fight.units["r3"].y = beside(fight)
    assert refusal(fight, commands.Move("r3", board="r2")).code == "hold_busy"
    by_itself = check_move(fight, commands.Move("r1", (beside(fight),))).refusal
    assert by_itself is not None
    assert by_itself.code == "aboard"
    off = commands.Move("r2", (), "standstill", unload=(Unload("r1", (10, 40)),))
    assert refusal(fight, off).code == "hold_busy"


@pytest.mark.rule("AS-MOV-078")
def test_unloaded_cargo_is_not_ready_to_fight() -> None:
    fight = at_bay({}, carrier=freighter(400))
    board(fight)
    while fight.state.turn == 1:
        end(fight)
    turn_to(fight, "red")
    fight.do(commands.Move("r2", (), "standstill", unload=(Unload("r1", beside(fight)),)))
    assert fight.units["r1"].on_table
    turn_to(fight, "red")
    refused = refusal(fight, commands.Move("r1", ((30, 10),)))
    assert (refused.code, refused.rule) == ("not_ready", "AS-MOV-078")
    assert "turn 32" in refused.message
    while fight.state.phase == "movement":
        end(fight)
    turn_to(fight, "red")
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("not_ready", "AS-MOV-078")
