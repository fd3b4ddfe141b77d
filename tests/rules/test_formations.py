"""Formations in play: when a bonus holds, infantry that gets off on the way, infantry that fires from its transport."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.commands.formations import bonus_holds, formation_of, is_active, routed
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation, Muster
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, move, number, refusal, unit

SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/2/0", "specials": ["MEC", "CAR5"]}
CARRIER: dict[str, Any] = {"type": "CV", "move": '12"h', "specials": ["IT10"]}
PLATOON: dict[str, Any] = {"type": "CI", "size": 1, "move": '2"f', "damage": "1/0*/0", "specials": ["CAR5"]}


def formed(
    *units: Muster, members: Iterable[str], transport: str | None = None, dice: Iterable[int] | None = None, **more: Any
) -> Battle:
    """A battle in which red has one formation."""
    plain = battle(*units, **more)
    setup = replace(plain.setup, formations=(Formation("Alpha", tuple(members), transport),))
    return Battle(setup, TapeDice(list(dice)) if dice is not None else 7)


# -- a bonus holds --------------------------------------------------------------------------------------------


def lance(**states: dict[str, Any]) -> Battle:
    units = [unit(f"r{number}", (4.0 * number, 4.0), state=states.get(f"r{number}")) for number in range(1, 5)]
    return formed(*units, unit("b1", (40, 40)), members=[f"r{number}" for number in range(1, 5)])


@pytest.mark.rule("AS-FOR-038")
def test_a_bonus_holds_while_three_units_are_active() -> None:
    fight = lance()
    formation = formation_of(fight, fight.units["r1"])
    assert formation is not None
    assert formation_of(fight, fight.units["b1"]) is None
    assert bonus_holds(fight, formation)
    routed.note(fight, fight.units["r1"], 6)
    assert bonus_holds(fight, formation)
    routed.note(fight, fight.units["r2"], 6)
    assert not bonus_holds(fight, formation)
    routed.note(fight, fight.units["r2"], None)
    assert bonus_holds(fight, formation)


@pytest.mark.rule("AS-FOR-038")
def test_one_destroyed_and_one_routed_leave_too_few() -> None:
    fight = lance(r1={"destroyed": True})
    formation = fight.setup.formations[0]
    assert bonus_holds(fight, formation)
    routed.note(fight, fight.units["r2"], 6)
    assert not bonus_holds(fight, formation)


@pytest.mark.rule("AS-FOR-038")
def test_who_left_the_map_does_not_count_and_who_is_shut_down_does() -> None:
    gone = lance(r1={"exited": True}, r2={"exited": True})
    assert not bonus_holds(gone, gone.setup.formations[0])
    down = lance(r1={"shutdown": True, "heat": 4}, r2={"exited": True})
    assert bonus_holds(down, down.setup.formations[0])
    assert is_active(down, down.units["r1"])
    waiting = formed(*(unit(f"r{number}") for number in range(1, 4)), unit("b1", (9, 9)), members=["r1", "r2", "r3"])
    assert bonus_holds(waiting, waiting.setup.formations[0]), "who has yet to enter is neither destroyed nor routed"
    agreed = Battle(replace(waiting.setup, options=frozenset({"bonus_needs_arrival"})), 7)
    assert not bonus_holds(agreed, agreed.setup.formations[0])


@pytest.mark.rule("AS-FOR-038")
def test_only_the_units_that_earned_a_bonus_keep_it() -> None:
    fight = lance(r1={"exited": True})
    whole = fight.setup.formations[0]
    assert bonus_holds(fight, replace(whole, base=("r2", "r3", "r4")))
    assert not bonus_holds(fight, replace(whole, base=("r1", "r2", "r3"))), "the fourth is only carried along"
    assert not bonus_holds(fight, replace(whole, earned=False)), "it was never earned"


# -- Mechanized -----------------------------------------------------------------------------------------------

TRANSPORTS = (
    unit("r1", (10, 10), **CARRIER),
    unit("r2", (20, 4), **CARRIER),
    unit("r3", (30, 4), **CARRIER),
    unit("r4", state={"aboard": "r1"}, **PLATOON),
    unit("b1", (60, 40)),
)
MEMBERS = ("r1", "r2", "r3", "r4")


def driving(transport: str | None = "mechanized", members: Iterable[str] = MEMBERS, **more: Any) -> Battle:
    return formed(*TRANSPORTS, members=members, transport=transport, phase="movement", **more)


def drive(at: tuple[float, float], *path: tuple[float, float], **more: Any) -> commands.Move:
    return commands.Move("r1", path or ((10, 20),), unload=(commands.Unload("r4", at),), **more)


@pytest.mark.rule("AS-FOR-077")
def test_infantry_gets_off_on_the_way_and_the_transport_goes_on() -> None:
    fight = driving()
    reach = fight.units["r1"].radius + fight.units["r4"].radius
    spot = (10 + reach, 15.0)
    fight.do(drive(spot))
    carrier, platoon = fight.units["r1"], fight.units["r4"]
    assert (carrier.at, carrier.inches) == ((10.0, 20.0), 10.0)
    assert platoon.on_table
    assert platoon.at == pytest.approx(spot, abs=1e-3)
    assert platoon.moved == "dismounted"


@pytest.mark.rule("AS-FOR-077")
def test_others_get_off_where_the_move_ends() -> None:
    reach = 1.5
    for fight in (driving(None), driving("nova"), driving(members=MEMBERS[:3]), driving(members=("r1", "r4"))):
        assert refusal(fight, drive((10 + reach, 15.0))).rule == "AS-MOV-066"


@pytest.mark.rule("AS-FOR-077")
def test_along_the_way_means_in_contact_with_the_way() -> None:
    fight = driving()
    reach = fight.units["r1"].radius + fight.units["r4"].radius
    assert refusal(fight, drive((10 + reach + 0.5, 15.0))).code == "not_in_contact"
    bent = ((10.0, 14.0), (16.0, 14.0))
    assert check_move(fight, drive((10.0, 14 + reach), *bent)).legal
    assert check_move(fight, drive((13.0, 14 - reach), *bent)).legal
    assert check_move(fight, drive((10.0 - reach, 10.0), *bent)).legal
    over = drive((13.0, 14.0), *bent)
    assert check_move(fight, over).legal
    assert check_move(fight, drive((10.0, 20 + reach))).legal
    fight.do(over)
    assert fight.units["r4"].at == (13.0, 14.0)


@pytest.mark.rule("AS-FOR-077")
def test_nobody_gets_off_in_the_middle_of_a_jump() -> None:
    leaper = unit("r1", (10, 10), move='10"j', specials=["OMNI"])
    rider = unit("r4", state={"aboard": "r1", "riding": True}, **SUITS)
    fight = formed(
        leaper, *TRANSPORTS[1:3], rider, TRANSPORTS[4], members=MEMBERS, transport="mechanized", phase="movement"
    )
    reach = fight.units["r1"].radius + fight.units["r4"].radius
    assert refusal(fight, drive((10 + reach, 15.0), mode="jump")).rule == "AS-MOV-066"
    assert check_move(fight, drive((10 + reach, 15.0), (10, 18))).legal


# -- Nova -----------------------------------------------------------------------------------------------------


def nova(moved: str = "ground", transport: str | None = "nova", target: float = 14.0, **more: Any) -> Battle:
    star = [
        unit("r1", (10, 10), specials=["OMNI"], state={"moved": moved}, move='8"j'),
        *(unit(f"r{number}", (10.0 * number, 4), specials=["OMNI"]) for number in (2, 3)),
        unit("r4", state={"aboard": "r1", "riding": True}, **SUITS),
        unit("b1", (10, target), tmm=1),
    ]
    return formed(*star, members=MEMBERS, transport=transport, **more)


@pytest.mark.rule("AS-FOR-078")
def test_mounted_infantry_fires_with_the_movement_of_its_transport() -> None:
    fired = attack(nova("jump", dice=[6, 5]), "r4", "b1")
    assert number(fired, "AS-COM-041") == 2
    assert number(fired, "AS-FOR-078") == 2
    assert number(fired, "AS-COM-060") in (0, None)
    assert fired.target_number == 4 + 2 + 2 + 1
    assert fired.hit
    steady = attack(nova("standstill", dice=[6, 5]), "r4", "b1")
    assert number(steady, "AS-COM-040") == -1
    assert steady.target_number == 4 - 1 + 2 + 1


@pytest.mark.rule("AS-FOR-078")
def test_range_and_sight_are_those_of_the_transport() -> None:
    shot = preview_attack(nova(target=30.0), commands.Attack("r4", "b1"))
    from_transport = preview_attack(nova(target=30.0), commands.Attack("r1", "b1"))
    assert shot.legal
    assert (shot.distance, shot.range) == (from_transport.distance, from_transport.range)
    wall = [{"kind": "building", "rect": [0, 15, 40, 2], "height": 6}]
    assert refusal(nova(terrain=wall, target=20.0), commands.Attack("r4", "b1")).code == "no_line_of_sight"
    behind = nova(target=4.0)
    assert preview_attack(behind, commands.Attack("r4", "b1")).legal
    assert not preview_attack(behind, commands.Attack("r1", "b1")).legal


@pytest.mark.rule("AS-FOR-078")
def test_nobody_else_fires_aboard() -> None:
    for fight in (nova(transport=None), nova(transport="mechanized")):
        assert refusal(fight, commands.Attack("r4", "b1")).rule in ("AS-MOV-072", "AS-COM-001")
    blow = nova()
    assert refusal(blow, commands.Attack("r4", "b1", kind="antimech")).rule in ("AS-MOV-072", "AS-COM-083")
    shot = preview_attack(nova(), commands.Attack("b1", "r4"))
    assert shot.reason is not None
    assert shot.reason.rule == "AS-MOV-072"


@pytest.mark.rule("AS-FOR-078", "AS-FOR-038")
def test_a_nova_that_is_broken_up_holds_its_fire() -> None:
    fight = nova()
    routed.note(fight, fight.units["r2"], 6)
    assert preview_attack(fight, commands.Attack("r4", "b1")).legal
    routed.note(fight, fight.units["r3"], 6)
    assert refusal(fight, commands.Attack("r4", "b1")).code in ("aboard", "not_on_table")


@pytest.mark.rule("AS-FOR-076", "AS-FOR-078")
def test_a_nova_outlives_the_bonus_that_its_carriers_share() -> None:
    lone = nova()
    setup = replace(lone.setup, formations=(replace(lone.setup.formations[0], base=("r1", "r2", "r3")),))
    fight = Battle(setup, 7)
    routed.note(fight, fight.units["r2"], 6)
    assert not bonus_holds(fight, fight.setup.formations[0])
    assert preview_attack(fight, commands.Attack("r4", "b1")).legal
    flight = replace(lone.setup.formations[0], base=("r1",))
    assert not preview_attack(Battle(replace(lone.setup, formations=(flight,)), 7), commands.Attack("r4", "b1")).legal


@pytest.mark.rule("AS-FOR-078")
def test_infantry_inside_fires_too_and_keeps_its_one_attack() -> None:
    inside = [
        unit("r1", (10, 10), **CARRIER),
        *TRANSPORTS[1:3],
        unit("r4", state={"aboard": "r1"}, **PLATOON),
        unit("b1", (10, 14)),
    ]
    fight = formed(*inside, members=MEMBERS, transport="nova", dice=[5, 5, 6, 5])
    attack(fight, "r4", "b1")
    assert refusal(fight, commands.Attack("r4", "b1")).code == "already_attacked"
    assert attack(fight, "r1", "b1").hit


# -- in scripts -----------------------------------------------------------------------------------------------


def test_formations_are_written_and_read_back() -> None:
    fight = nova()
    data = setup_to_data(fight.setup)
    assert data["formations"] == [{"name": "Alpha", "members": ["r1", "r2", "r3", "r4"], "transport": "nova"}]
    assert setup_from_data(data) == fight.setup


def test_what_it_was_built_as_is_written_and_read_back() -> None:
    alpha = {"name": "Alpha", "members": ["r1", "r2", "r3", "r4"], "type": "Sweep Lance", "earned": False}
    data = {**setup_to_data(nova().setup), "formations": [{**alpha, "base": ["r1", "r2", "r3"]}]}
    setup = setup_from_data(data)
    assert setup_to_data(setup)["formations"] == data["formations"]
    assert setup.formations[0].core == ("r1", "r2", "r3")
    assert not setup.formations[0].serves_as("Pursuit Lance")
    assert replace(setup.formations[0], earned=True).serves_as("Pursuit Lance")


@pytest.mark.parametrize(
    ("formations", "complaint"),
    [
        ([{"name": "A", "members": ["r9"]}], "there is no unit 'r9'"),
        ([{"name": "A", "members": ["r1", "r1"]}], "r1 belongs to a formation already"),
        ([{"name": "A", "members": ["r1", "b1"]}], "b1 and r1 are of different sides"),
        ([{"name": "A", "members": ["r1"], "transport": "bus"}], "'bus' is not known here"),
        ([{"members": ["r1"]}], "the key name is missing"),
        ([{"name": "A", "members": ["r1"], "type": "Bowling Club"}], "is not known here"),
        ([{"name": "A", "members": ["r1"], "base": ["r2"]}], "'r2' is no member"),
        ([{"name": "A", "members": ["r1"], "base": []}], "at least one member counts"),
    ],
)
def test_wrong_formations_are_told(formations: list[Any], complaint: str) -> None:
    data = {**setup_to_data(nova().setup), "formations": formations}
    with pytest.raises(InputError, match=complaint):
        setup_from_data(data)


def test_moves_of_a_formation_without_infantry_are_as_ever() -> None:
    fight = formed(*TRANSPORTS, members=MEMBERS, transport="mechanized", phase="movement")
    assert move(fight, "r2", (20, 10)).at == (20.0, 10.0)
