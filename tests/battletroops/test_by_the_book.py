"""What a reading of the book against the code has found: small print that was played otherwise."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, refusal, told
from tests.battletroops.machine_field import WASP, fight, machine, mech, vehicle

from lancemate.battletroops.machines.kinds import show
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.kernel.errors import InputError

FAR = man("b9", (20, 18))


# -- armour (p. 18) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-DMG-021")
def test_body_armour_is_useless_against_what_machines_carry() -> None:
    worn = {"kind": "Combat Armor"}
    gun = {**WASP, "weapons": [{"weapon": "Machine Gun", "in": "right_arm"}]}
    fought = fight([man("r1", (26, 20), armor=worn)], [mech("m1", (20, 20), gun, orders="fire")], dice=[6, 6, 5, 5])
    fought.do(move("r1", (27, 20), arc=(2, (20, 20))))
    assert fought.units["r1"].track == "XXXXXXXX...."
    shell = fight([mech("m1", (20, 20))], [man("b1", (28, 20), armor=worn)], dice=[6, 6, 5, 5])
    shell.do(orders.Attack("m1", orders.PointTarget((28.0, 20.0)), "area", "SRM 2"))
    shell.do(orders.EndPhase())
    assert shell.units["b1"].dead
    rifle = battle(
        [man("r1", (4, 4), armor=worn)], [man("b1", (8, 4), orders="fire", arc=(4, (4, 4)))], dice=[6, 6, 5, 5]
    )
    rifle.do(move("r1", (5, 4)))
    assert rifle.units["r1"].track == "////........"


# -- hand-to-hand combat (p. 14) --------------------------------------------------------------------------------------


@pytest.mark.rule("BT-COM-029")
def test_whoever_is_struck_at_does_not_shoot_back() -> None:
    """Only hand-to-hand weapons may be used by either of them; others may shoot at both."""
    blue = [man("b1", (5, 4), "SMG", arc=(4, (4, 4))), man("b2", (4, 9), "SMG", arc=(4, (4, 4)))]
    fought = battle([man("r1", (4, 4))], blue)
    fought.do(orders.Attack("r1", "b1", "hand-to-hand"))
    fought.do(orders.EndPhase())
    assert fought.decision is not None
    assert fought.decision.facts["shots"] == ["b2"]
    apart = battle([man("r1", (4, 4))], [man("b1", (5, 4), "SMG", arc=(6, (3, 4)))])
    apart.do(orders.Attack("r1", "b1", "hand-to-hand"))
    apart.do(move("r1", (3, 4)))  # out of reach: the fight is over, and he may be shot at
    assert apart.decision is not None


@pytest.mark.rule("BT-COM-028")
def test_nobody_strikes_from_the_street_at_a_window_upstairs() -> None:
    house: Any = {
        "id": "h",
        "kind": "building",
        "height": 3,
        "rect": [4.75, 2.5, 6, 4],
        "windows": [[4.75, 3, 4.75, 5]],
    }
    house["stairways"] = [[8, 4]]
    for level, code in ((0, None), (1, "not_adjacent")):
        fought = battle([man("r1", (4, 4))], [man("b1", (5, 4), elevation=level)], terrain=[house])
        strike = orders.Attack("r1", "b1", "hand-to-hand")
        if code is None:
            fought.do(strike)
        else:
            assert refusal(fought, strike).code == code
    stairs = battle([man("r1", (8, 4))], [man("b1", (8, 4), elevation=1)], terrain=[house])
    stairs.do(orders.Attack("r1", "b1", "hand-to-hand"))
    hill = {"id": "hill", "kind": "contour", "level": 1, "rect": [4.75, 2.5, 6, 4]}
    slope = battle([man("r1", (4, 4))], [man("b1", (5, 4))], terrain=[hill])
    assert refusal(slope, orders.Attack("r1", "b1", "hand-to-hand")).code == "no_line_of_sight"  # a dead zone


# -- weapons that change hands (pp. 20-21) ----------------------------------------------------------------------------


def rockets(*red: Any, **more: Any) -> Battle:
    return battle([*red], [FAR], options=["exchange", "area_effect", "secondary_weapons"], **more)


@pytest.mark.rule("BT-OPT-005", "BT-OPT-006")
def test_a_launcher_that_changes_hands_has_no_shots_by_itself() -> None:
    fought = rockets(man("r1", (4, 4), None), man("r2", (5, 4), "SRM", ammo={"SRM": 1}), dice=[6, 6])
    fought.do(orders.Act("r1", "take", "SRM", "r2"))
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    fought.do(orders.Act("r1", "prepare", "SRM"))
    shot = orders.Attack("r1", orders.PointTarget((12.0, 4.0)), "area")
    assert refusal(fought, shot).rule == "BT-OPT-005"
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    fought.do(orders.Act("r1", "take", "SRM", "r2", 1))
    assert (dict(fought.units["r1"].ammo), dict(fought.units["r2"].ammo)) == ({"SRM": 1}, {"SRM": 0})


@pytest.mark.rule("BT-OPT-019")
def test_a_law_changes_hands_with_its_shot() -> None:
    fought = rockets(man("r1", (4, 4)), man("r2", (5, 4), secondary="LAW"))
    fought.do(orders.Act("r1", "take", "LAW", "r2"))
    assert (fought.units["r1"].secondary, dict(fought.units["r1"].ammo)) == ("LAW", {"LAW": 1})
    assert dict(fought.units["r2"].ammo) == {}
    for left, lies in ((1, 1), (0, 0)):
        dropped = rockets(man("r1", (4, 4)), man("r2", (5, 4), secondary="LAW", ammo={"LAW": left}))
        dropped.do(orders.Act("r2", "drop", "LAW"))
        assert len(dropped.state.items) == lies  # what has been fired is thrown away
    again = rockets(man("r1", (4, 4)), man("r2", (5, 4), secondary="LAW"))
    again.do(orders.Act("r2", "drop", "LAW"))
    again.do(orders.Act("r1", "take", "LAW"))
    assert dict(again.units["r1"].ammo) == {"LAW": 1}


@pytest.mark.rule("BT-OPT-004")
def test_ammunition_for_a_comrade() -> None:
    fought = rockets(man("r1", (4, 4), double_ammo="SRM"), man("r2", (5, 4), "SRM", ammo={"SRM": 0}))
    assert dict(fought.units["r1"].ammo) == {"SRM": 2}
    assert setup_from_data(setup_to_data(fought.setup)) == fought.setup
    fought.do(orders.Act("r2", "take", "SRM", "r1", 2))
    assert dict(fought.units["r2"].ammo) == {"SRM": 2}
    with pytest.raises(InputError, match="there is no ammunition for 'SRN'; did you mean SRM"):
        rockets(man("r1", (4, 4), double_ammo="SRN"))
    with pytest.raises(InputError, match="instead of a secondary weapon"):
        rockets(man("r1", (4, 4), double_ammo="SRM", secondary="Pistol"))


# -- jump troops (p. 22) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-OPT-029")
def test_one_flies_rather_than_walks() -> None:
    def jumper(**more: Any) -> Battle:
        red = [man("r1", (8, 4), jump_pack=True, **more)]
        house = {"id": "h", "kind": "building", "rect": [6.75, 2.5, 2, 4], "doors": [[8.75, 3.5, 8.75, 4.5]]}
        return battle(red, [FAR], options=["jump_troops"], size=(40, 20), terrain=[house] if more else ())

    walked = jumper()
    walked.do(move("r1", (9, 4)))
    assert refusal(walked, move("r1", (15, 4), mode="jump")).code == "has_walked"
    landed = jumper()
    landed.do(move("r1", (14, 4), mode="jump"))
    assert refusal(landed, move("r1", (15, 4))).code == "has_jumped"
    landed.do(move("r1", "prone"))
    out = jumper(elevation=0)  # out by the door, then up
    out.do(move("r1", (9, 4)))
    out.do(move("r1", (15, 4), mode="jump"))
    assert out.units["r1"].at == (15, 4)


# -- broken squads (p. 23) --------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-OPT-039")
def test_broken_men_leave_their_heavy_weapons_behind() -> None:
    red = [man(f"r{n}", (2 * n, 4), group="first", track="" if n < 3 else "...........X") for n in range(1, 6)]
    red[0] = man("r1", (2, 4), "Light MG", group="first")
    red.append(man("r6", (12, 4), group="first"))
    blue = [man("b1", (12, 8), "Blazer", arc=(4, (12, 4)), orders="fire"), FAR]
    dice = [6, 6, 1, 1, 1, 1]
    fought = battle(
        red,
        blue,
        options=["morale_leadership", "support_weapons", "exchange"],
        squads={"first": {"leader": "r5"}},
        dice=dice * 4,
        to_act="red",
    )
    fought.do(move("r6", (13, 4)))
    while fought.state.turn == 2:
        fought.do(orders.EndPhase())
    assert "first" in fought.state.broken
    assert fought.units["r1"].primary is None
    assert [(one.what, one.at) for one in fought.state.items] == [("Light MG", (2.0, 4.0))]
    fought.do(move("r1", (2.5, 3)))


@pytest.mark.rule("BT-OPT-024")
def test_a_heavy_weapon_from_the_ground_has_to_be_set_up() -> None:
    red = [man("r1", (4, 4), "Light MG", set_up=False), man("r2", (5, 4), None)]
    fought = battle(red, [FAR], options=["support_weapons", "exchange"])
    fought.do(orders.Act("r1", "drop", "Light MG"))
    fought.do(orders.Act("r2", "take", "Light MG"))
    assert (fought.units["r2"].primary, fought.units["r2"].set_up) == ("Light MG", False)


# -- shots at 'Mechs and carriers (pp. 30, 32) ------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-040", "BT-MEC-042", "BT-MEC-043")
def test_where_a_shot_at_a_mech_is_placed() -> None:
    """Rifles choose the table for nothing; a machine gun pays two for it, as area weapons do."""

    def shot(arm: str, table: str | None, dice: list[int]) -> dict[str, Any]:
        gunner = man("r1", (10, 20), arm, arc=(4, (20, 20)))
        fought = fight(
            [gunner], [mech("m1", (20, 20), facing=270)], dice=dice, options=["support_weapons"], to_act="blue"
        )
        fought.do(move("m1", (19, 20)))
        fought.do(orders.Decide("red", (orders.FireOrder("r1", None, table),)))
        hit = told(fought.journal.events, "machine_damage")
        number = told(fought.journal.events, "shot")[0]["target_number"]
        return {"number": number, "table": hit[0]["table"], "at": hit[0]["location"]}

    assert shot("Rifle", None, [6, 6, 3]) == {"number": 11, "table": "punch", "at": "centre_torso"}
    assert shot("Rifle", "kick", [6, 6, 3]) == {"number": 11, "table": "kick", "at": "right_leg"}
    assert shot("Light MG", None, [6, 6, 3, 4]) == {"number": 4, "table": "full", "at": "centre_torso"}
    assert shot("Light MG", "kick", [6, 6, 3]) == {"number": 6, "table": "kick", "at": "right_leg"}
    asked = fight([man("r1", (10, 20), arc=(4, (20, 20)))], [mech("m1", (20, 20), facing=270)], to_act="blue")
    asked.do(move("m1", (19, 20)))
    assert refusal(asked, orders.Decide("red", (orders.FireOrder("r1", None, "feet"),))).rule == "BT-MEC-042"


@pytest.mark.rule("BT-MEC-072")
def test_a_rocket_through_the_ramp() -> None:
    """Any fire from behind goes in, at a normal number, and hits everybody inside."""
    gunner = man("r1", (10, 20), "SRM")
    carrier = vehicle("v1", (20, 20), facing=90, state={"ramp": "down"})
    fought = fight([gunner], [carrier], options=["area_effect"], dice=[4, 2, *[5, 5] * 4])
    fought.do(orders.Attack("r1", "v1", "area"))
    assert told(fought.journal.events, "shot_at_machine")[0]["target_number"] == 6
    crew = show(fought, fought.units["v1"])["crew"]
    assert isinstance(crew, dict)
    assert {one["track"].count("X") for one in crew.values()} == {8}  # type: ignore[call-overload, index, union-attr]
    assert machine(fought, "v1").lost == 0
    shut = fight([gunner], [vehicle("v1", (20, 20), facing=90)], options=["area_effect"], dice=[4, 2, 3, 4])
    shut.do(orders.Attack("r1", "v1", "area"))
    assert told(shut.journal.events, "shot_at_machine")[0]["target_number"] == 4
    assert machine(shut, "v1").lost == 2


@pytest.mark.rule("BT-MEC-073")
def test_a_rider_is_not_swung_off_the_map() -> None:
    """Found by random battles: a vehicle at the edge turns, and his dot of it lies beyond."""
    rider = man("r1", (20, 0), riding="v1")
    fought = fight([vehicle("v1", (19, 0), "Scout Car", facing=90), rider])
    fought.do(move("v1", (20, 0), mode="cruise"))
    assert fought.units["r1"].at == (21, 0)  # at the front
    fought.do(move("v1", "right", mode="cruise"))
    assert fought.units["r1"].at == (20, 0)  # not at (20.5, -1)
    assert fought.units["r1"].riding == "v1"
