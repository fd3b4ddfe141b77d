"""Vehicles, riders and crews, and machines against machines (pp. 32-34)."""

from typing import Any

import pytest
from tests.battletroops.field import OFTEN, man, move, parts, refusal, throw, told
from tests.battletroops.machine_field import TRIED, WASP, fight, machine, mech, vehicle

from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.damage import destroy, motive_damage, strike
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.saves import load, save
from lancemate.battletroops.telling.log import story
from lancemate.kernel.errors import InputError

FAR = man("b9", (38, 38))
TANK: Any = {
    **{"name": "Tank", "tons": 20, "cruise": 5},
    "armor": {"front": 8, "left": 6, "right": 6, "rear": 4, "turret": 4},
}
GUNS: Any = {**TANK, "weapons": [{"weapon": "Machine Gun", "in": "turret"}, {"weapon": "Small Laser", "in": "front"}]}


def shown(fought: Battle, name: str = "v1") -> Any:
    return show_state(fought)["units"][name]  # type: ignore[call-overload, index]


@pytest.mark.rule("BT-MEC-062", "BT-MEC-063", "BT-CMP-013")
def test_a_vehicle() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK)])
    seen = shown(fought)
    assert (seen["mp"], list(seen["crew"]), seen["hatch"], seen["ramp"]) == (
        25,
        ["commander", "gunner", "driver"],
        "closed",
        "up",
    )
    assert [list(shown(fight([vehicle("v1", (20, 20), {**TANK, "tons": tons})]))["crew"]) for tons in (10, 31)] == [
        ["driver"],
        ["commander", "gunner", "driver", "loader"],
    ]
    assert fought.units["v1.driver"].primary == "SMG"
    assert "v1.driver" not in show_state(fought)["units"]  # type: ignore[operator]
    with pytest.raises(InputError, match="needs the option open_hatch"):
        fight([vehicle("v1", (20, 20), TANK, state={"hatch": "open"})])


@pytest.mark.rule("BT-MEC-064")
def test_moving_a_vehicle() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK)])
    assert refusal(fought, move("v1", (20.5, 21))).rule == "BT-MEC-064"
    assert refusal(fought, move("v1", "left")).rule == "BT-MEC-064"
    fought.do(move("v1", (21, 20), "left", (21.5, 21)))
    assert (shown(fought)["facing"], fought.state.mp_left) == (30, 23)
    assert refusal(fought, move("v1", "left", "left")).rule == "BT-MEC-064"
    fought.do(move("v1", "left", (21, 22)))
    flank = fight([vehicle("v1", (20, 20), TANK)])
    assert preview_move(flank, move("v1", (21, 20), mode="flank")).allowance == 40


@pytest.mark.rule("BT-MEC-066")
def test_a_vehicle_skids() -> None:
    wall = {"id": "fort", "kind": "building", "cf": 20, "rect": [30.25, 15.5, 4, 9]}
    fought = fight([vehicle("v1", (20, 20), TANK)], terrain=[wall], dice=[1, 1, 3, 4])
    events = fought.do(move("v1", (22, 20), "left", (22.5, 21), mode="flank"))
    assert shown(fought)["at"] == [29, 20]
    hit = told(events, "machine_damage")[0]
    assert (hit["points"], hit["location"]) == (2, "front")
    held = fight([vehicle("v1", (20, 20), TANK)], dice=[6, 6])
    held.do(move("v1", (22, 20), "left", mode="flank"))
    assert shown(held)["at"] == [22, 20]


@pytest.mark.rule("BT-MEC-065")
def test_soldiers_on_its_dots() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK), man("r1", (18, 20))])
    assert preview_move(fought, move("r1", (20, 20))).cost == 4
    assert preview_move(fought, move("r1", (17, 20))).cost == 1


@pytest.mark.rule("BT-MEC-067")
def test_sight_of_a_vehicle() -> None:
    house = {"id": "h", "kind": "building", "rect": [20.75, 19.2, 8, 6]}
    fought = fight([vehicle("v1", (20, 20), GUNS)], [man("b1", (34, 17)), FAR], terrain=[house])
    assert measure(fought, "v1", "b1").line_of_sight == "blocked"
    assert measure(fought, "b1", "v1").line_of_sight == "clear"
    assert measure(fought, "b1", "v1").distance == 16
    low = {"id": "w", "kind": "wall", "height": 1, "line": [24.75, 10, 24.75, 30]}
    assert (
        measure(fight([vehicle("v1", (20, 20))], [man("b1", (30, 20))], terrain=[low]), "v1", "b1").line_of_sight
        == "blocked"
    )


@pytest.mark.rule("BT-MEC-068", "BT-CMP-013")
def test_a_hull_in_the_way() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK), man("r1", (14, 20))], [man("b1", (26, 20)), man("b2", (26, 22))])
    assert "hull" in measure(fought, "r1", "b1").hidden_by
    assert measure(fought, "r1", "b2").line_of_sight == "clear"
    high = {"id": "c", "kind": "contour", "level": 1, "rect": [12.75, 18.5, 3, 3]}
    over = fight([vehicle("v1", (20, 20), TANK), man("r1", (14, 20))], [man("b1", (26, 20))], terrain=[high])
    assert measure(over, "r1", "b1").line_of_sight == "clear"


@pytest.mark.rule("BT-MEC-069", "BT-CMP-013")
def test_arcs_of_a_vehicle() -> None:
    fought = fight(
        [vehicle("v1", (20, 20), GUNS)], [man("b1", (30, 20)), man("b2", (10, 20)), man("b3", (20.5, 21)), FAR]
    )
    assert preview_attack(fought, orders.Attack("v1", "b1", using="Small Laser")).legal
    assert preview_attack(fought, orders.Attack("v1", "b2", using="Small Laser")).reason.rule == "BT-MEC-069"  # type: ignore[union-attr]
    gun = orders.Attack("v1", "b2", using="Machine Gun")
    assert preview_attack(fought, gun).reason.rule == "BT-MEC-069"  # type: ignore[union-attr]
    fought.do(move("v1", turret=orders.Turret((10, 20))))
    assert preview_attack(fought, gun).legal
    assert preview_attack(fought, orders.Attack("v1", "b3")).reason.rule == "BT-MEC-069"  # type: ignore[union-attr]
    plain = {**TANK, "armor": {"front": 8, "left": 6, "right": 6, "rear": 4}}
    assert (
        refusal(fight([vehicle("v1", (20, 20), plain)]), move("v1", turret=orders.Turret((10, 20)))).rule
        == "BT-MEC-069"
    )


# -- riding -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-070", "BT-MEC-072")
def test_boarding_a_carrier() -> None:
    fought = fight([vehicle("v1", (20, 20)), man("r1", (18, 20))])
    board = move("r1", (20, 20), board="v1")
    assert refusal(fought, board).rule == "BT-MEC-072"
    fought.do(orders.Act("v1", "ramp", "down"))
    assert refusal(fought, board).rule == "BT-MEC-072"  # the enemy has had no chance yet
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert preview_move(fought, board).cost == 2 + 2 + 2
    events = fought.do(board)
    assert (shown(fought, "r1")["aboard"], shown(fought)["passengers"]) == ("v1", ["r1"])
    assert refusal(fought, move("v1", (21, 20))).rule == "BT-MEC-071"
    assert load(save(fought)).hash() == fought.hash()
    assert "climbs into" in " ".join(line.text for line in story(fought, events))
    tank = fight([vehicle("v1", (20, 20), TANK), man("r1", (19, 20))])
    assert refusal(tank, move("r1", (20, 20), board="v1")).rule == "BT-MEC-070"
    aside = fight([vehicle("v1", (20, 20), state={"ramp": "down"}), man("r1", (18, 20))])
    assert refusal(aside, move("r1", (19, 20), board="v1")).rule == "BT-MEC-070"


@pytest.mark.rule("BT-MEC-070")
def test_seven_in_a_carrier() -> None:
    men = [man(f"r{number}", (20, 20), aboard="v1") for number in range(7)]
    fought = fight([vehicle("v1", (20, 20), state={"ramp": "down"}), *men, man("r9", (19, 20))])
    assert refusal(fought, move("r9", (20, 20), board="v1")).rule == "BT-MEC-070"
    assert refusal(fought, move("r1", arc=(2, (30, 20)))).rule == "BT-MEC-070"
    assert refusal(fought, move("r1", (21, 20))).rule == "BT-MEC-070"  # not to the front
    fought.do(move("r1", (19, 20), (18, 20)))
    assert (fought.units["r1"].aboard, fought.units["r1"].at, fought.state.mp_left) == (None, (18, 20), 5)


@pytest.mark.rule("BT-MEC-071", "BT-MEC-073")
def test_no_boarding_after_a_move() -> None:
    fought = fight([vehicle("v1", (20, 20), state={"ramp": "down", "moved": "cruise"}), man("r1", (19, 20))])
    assert refusal(fought, move("r1", (20, 20), board="v1")).rule == "BT-MEC-071"
    assert refusal(fought, move("r1", board="v1", outside=True)).rule == "BT-MEC-073"


@pytest.mark.rule("BT-MEC-072")
def test_fire_into_the_ramp() -> None:
    blue = [vehicle("v1", (20, 20), state={"ramp": "down"}), man("b1", (20, 20), aboard="v1")]
    fought = fight(
        [man("r1", (10, 20), "SMG", arc=(4, (20, 20)), orders="fire")], blue, to_act="blue", dice=[6, 6] + [5, 5] * 4
    )
    assert parts(preview_attack(fought, orders.Attack("r1", "v1")).modifiers) == {"Short range": 6}
    fought.do(orders.EndPhase())
    hurt = {name: fought.units[name].track.count("X") for name in ("b1", "v1.commander", "v1.gunner", "v1.driver")}
    assert set(hurt.values()) == {3}
    front = fight([man("r1", (30, 20), "SMG", arc=(4, (20, 20)))], blue)
    assert preview_attack(front, orders.Attack("r1", "v1")).target_number == 11


@pytest.mark.rule("BT-MEC-073", "BT-MEC-075")
def test_riding_outside() -> None:
    red = [vehicle("v1", (20, 20), TANK), man("r1", (18, 20)), man("r2", (19.5, 21)), man("r3", (18, 22))]
    fought = fight(red)
    fought.do(move("r1", (19, 20), board="v1", outside=True, arc=(4, (10, 20))))
    assert (shown(fought, "r1")["riding"], shown(fought, "r1")["arc"]["size"]) == ("v1", 4)
    assert refusal(fought, move("r3", (18.5, 21), (19, 20), board="v1", outside=True)).rule in (
        "BT-MOV-008",
        "BT-MEC-073",
    )
    assert refusal(fought, move("v1", (21, 20))).rule == "BT-MEC-073"
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    fought.do(move("v1", (23, 20)))
    assert fought.units["r1"].at == (22, 20)
    assert fought.units["r2"].at == (19.5, 21)  # he only stood there
    fought.do(move("v1", "left"))
    assert fought.units["r1"].at == (22.5, 19)
    assert refusal(fought, move("r1", (21.5, 19))).rule == "BT-MEC-073"


@pytest.mark.rule("BT-MEC-074")
def test_fighting_while_riding() -> None:
    red = [vehicle("v1", (20, 20), TANK), man("r1", (19, 20), riding="v1")]
    fought = fight(red, [man("b1", (10, 20), "SMG", arc=(4, (20, 20)), orders="fire")], dice=[1, 1, 6, 6, 4, 4, 1, 1])
    assert refusal(fought, move("r1", "prone")).rule == "BT-MEC-074"
    events = fought.do(orders.EndPhase())
    assert [one["lethal"] for one in told(events, "damage")] == [3, 1]
    assert fought.units["r1"].riding is None


@pytest.mark.rule("BT-MEC-074")
def test_who_falls_off_lies_on_the_ground_there() -> None:
    """However high he was when he got on."""
    rise = {"id": "hill", "kind": "contour", "polygon": [[16, 15], [18.25, 15], [18.25, 25], [16, 25]], "level": 1}
    red = [vehicle("v1", (19, 20), TANK), man("r1", (18, 20), riding="v1")]
    fought = fight(red, terrain=[rise], dice=[4, 4, 1, 1])
    fought.do(move("v1", (20, 20)))
    rider = fought.units["r1"]
    wound(fought, rider, TRIED, 3)
    assert rider.riding is None
    assert rider.elevation == fought.map.ground(rider.at) == 0


@pytest.mark.rule("BT-MEC-055")
def test_vehicles_in_fire() -> None:
    fire = {"id": "f", "kind": "fire", "dots": [[21, 20], [22, 20]]}
    red = [vehicle("v1", (20, 20)), man("r1", (19, 20), riding="v1"), man("r2", (20, 20), aboard="v1")]
    fought = fight(red, terrain=[fire], options=["fire"], dice=[6, 6, 6, 6, 4, 4] + [6, 6] * 6)
    fought.do(move("v1", (22, 20)))
    assert fought.units["r1"].track.count("X") == 2
    fought.do(orders.Pass("v1"))
    assert "burning" in shown(fought)["status"]
    assert {"at": [23, 20], "elevation": 0} in show_state(fought)["fires"]  # type: ignore[operator]
    fought.do(orders.EndPhase())
    assert fought.units["r2"].track.count("X") == 8


# -- hatches and crews ------------------------------------------------------------------------------------------------


HATCH = ["open_hatch"]


@pytest.mark.rule("BT-MEC-076")
def test_an_open_hatch() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK)], options=HATCH)
    assert refusal(fight([vehicle("v1", (20, 20), TANK)]), orders.Act("v1", "hatch", "open")).rule == "BT-MEC-076"
    fought.do(orders.Act("v1", "hatch", "open"))
    fought.do(move("v1", (21, 20), arc=(6, (30, 20))))
    man_up = fought.units["v1.commander"]
    assert (man_up.at, man_up.prepared, man_up.arc is not None) == ((21, 20), "Light MG", True)
    own = fight([vehicle("v1", (20, 20), TANK, state={"hatch": "open"})], options=HATCH)
    own.do(move("v1.commander", arc=(6, (30, 20))))
    assert own.units["v1.commander"].arc is not None
    assert [one for one in offers(own, "red") if isinstance(one.command, orders.Act) and one.command.do == "hatch"]


@pytest.mark.rule("BT-MEC-077")
def test_a_rider_uses_the_gun() -> None:
    red = [vehicle("v1", (20, 20), TANK), man("r1", (20, 20), riding="v1"), man("r2", (19, 20), riding="v1")]
    fought = fight(red, [FAR], options=HATCH)
    assert refusal(fought, orders.Act("r2", "prepare", "Light MG")).rule == "BT-MOV-018"
    fought.do(orders.Act("r1", "prepare", "Light MG"))
    assert (fought.units["r1"].prepared, fought.state.mp_left) == ("Light MG", 5)


@pytest.mark.rule("BT-MEC-078")
def test_shooting_at_the_commander() -> None:
    blue = [vehicle("v1", (20, 20), TANK, state={"hatch": "open"}), FAR]
    fought = fight([man("r1", (24, 20), arc=(4, (20, 20)), prepared="Hand Grenade")], blue, options=HATCH, dice=[6, 6])
    fought.units["r1"].prepared = "Rifle"
    assert parts(preview_attack(fought, orders.Attack("r1", "v1.commander")).modifiers)["Partial cover: hatch"] == 1
    fought.units["r1"].prepared = "Hand Grenade"
    fought.do(throw("r1", (21, 20)))
    fought.do(orders.EndPhase())
    assert fought.units["v1.commander"].track == "." * 12


@pytest.mark.rule("BT-MEC-079")
def test_a_grenade_through_the_hatch() -> None:
    people = [man("b1", (20, 20), aboard="v1"), man("b2", (19, 20), riding="v1"), man("b3", (18, 20)), FAR]
    blue = [vehicle("v1", (20, 20), state={"hatch": "open"}, orders="hold"), *people]
    fought = fight([man("r1", (24, 20), prepared="Hand Grenade")], blue, options=HATCH, dice=[6, 6, *OFTEN])
    fought.do(throw("r1", (20, 20)))
    fought.do(orders.EndPhase())
    assert "destroyed" in shown(fought)["status"]
    assert fought.units["b1"].dead
    assert fought.units["v1.driver"].dead
    assert {fought.units[name].track for name in ("b2", "b3")} == {"............"}  # it goes off inside


@pytest.mark.rule("BT-MEC-079")
def test_what_goes_off_inside_does_nothing_outside() -> None:
    """A charge strikes no hull besides, an Inferno sets nothing on fire."""
    blue = [vehicle("v1", (20, 20), state={"hatch": "open"}, orders="hold"), FAR]
    charged = man("r1", (23, 20), satchel=True, prepared="Satchel Charge")
    options = [*HATCH, "area_effect", "fire"]
    fought = fight([charged], blue, options=options, dice=[6, 6])
    fought.do(throw("r1", (20, 20), using="Satchel Charge"))
    assert not told(fought.do(orders.EndPhase()), "machine_damage")
    assert "destroyed" in shown(fought)["status"]
    burnt = fight([man("r1", (24, 20), "Inferno")], blue, options=options, dice=[6, 6])
    burnt.do(orders.Attack("r1", orders.PointTarget((20, 20)), "area"))
    burnt.do(orders.EndPhase())
    assert "destroyed" in shown(burnt)["status"]
    assert not [one for one in burnt.map.features if one.kind == "fire"]


@pytest.mark.rule("BT-MEC-080")
def test_without_a_commander() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK, state={"crew": {"commander": {"track": "........./X"}}})])
    assert shown(fought)["mp"] == 12


@pytest.mark.rule("BT-MEC-081", "BT-MEC-082")
def test_leaving_a_wreck() -> None:
    red = [vehicle("v1", (20, 20)), man("r1", (20, 20), aboard="v1")]
    fought = fight(red, options=["crew_abandonment"], dice=[2, 6, 6] * 4)
    assert refusal(fought, orders.Pass("v1.driver")).rule == "BT-MEC-082"
    destroy(fought, fought.units["v1"], "a test", "BT-MEC-096")
    assert [fought.units[name].track.count("X") for name in ("r1", "v1.commander", "v1.driver")] == [2, 2, 2]
    assert refusal(fought, move("v1.driver", (21, 20))).rule == "BT-MEC-082"
    fought.do(move("v1.driver", (20, 20)))
    assert "v1.driver" in show_state(fought)["units"]  # type: ignore[operator]
    fought.do(move("r1", (19, 20)))
    assert fought.units["r1"].at == (19, 20)
    lost = fight(red)
    destroy(lost, lost.units["v1"], "a test", "BT-MEC-096")
    assert lost.units["r1"].dead


@pytest.mark.rule("BT-MOV-008")
def test_whoever_is_knocked_down_on_a_comrades_dot_lies_beside_him() -> None:
    """He has come out of a wreck: there is no dot to put him back to."""
    fought = fight([man("r1", (20, 20)), man("r2", (21, 20))], dice=[5, 5])
    fallen = fought.units["r1"]
    fallen.x, fallen.y = fought.units["r2"].at
    wound(fought, fallen, TRIED, 8)
    assert fallen.at != fought.units["r2"].at
    assert fallen.prone


# -- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-096", "BT-MEC-097", "BT-MEC-100")
def test_damage_to_a_vehicle() -> None:
    fought = fight([vehicle("v1", (20, 20), TANK)], dice=[1, 2, 4, 4, 5, 6])
    strike(fought, fought.units["v1"], TRIED, 2, "front")  # 3: the front, and its tracks
    assert (shown(fought)["armor"]["front"], shown(fought)["mp"]) == (6, 20)
    motive_damage(fought, fought.units["v1"], "front")
    assert shown(fought)["mp"] == 10
    inside = fight([vehicle("v1", (20, 20), GUNS)], dice=[1, 1, 4, 4])
    strike(inside, inside.units["v1"], TRIED, 1, "front")
    assert shown(inside)["crits"] == ["front: Small Laser #2"]
    dead = fight([vehicle("v1", (20, 20), TANK)], dice=[3, 4])
    strike(dead, dead.units["v1"], TRIED, 10, "rear")
    assert "destroyed" in shown(dead)["status"]


# -- machines against machines ----------------------------------------------------------------------------------------


DUEL = ["vehicle_combat"]


@pytest.mark.rule("BT-MEC-083")
def test_templates_apart() -> None:
    fought = fight([mech("m1", (20, 20))], [mech("m2", (25, 20)), FAR], options=DUEL)
    assert refusal(fought, move("m1", (22, 20))).rule == "BT-MEC-083"
    fought.do(move("m1", (21, 20)))


@pytest.mark.rule("BT-MEC-084", "BT-MEC-090")
def test_fire_between_machines() -> None:
    def duel(options: Any = DUEL, **more: Any) -> Battle:
        return fight(
            [mech("m1", (20, 20))],
            [mech("m2", (30, 20), facing=270, **more), FAR],
            options=options,
            dice=[6, 6, 3, 4, 3, 4],
        )

    shot = orders.Attack("m2", "m1")
    assert preview_attack(duel(()), shot).reason.rule == "BT-MEC-084"  # type: ignore[union-attr]
    answer = preview_attack(duel(state={"moved": "run"}), shot)
    assert (answer.target_number, answer.damage) == (6, 5)
    fought = duel(orders="fire")
    events = fought.do(orders.EndPhase())
    assert [one["points"] for one in told(events, "machine_damage")] == [5]
    moved = duel()
    moved.do(move("m1", (22, 20)))
    moved.units["m1"].machine = type(machine(moved))(**{**_fields(machine(moved)), "dots": 28})
    assert parts(preview_attack(moved, shot).modifiers)["Target movement"] == 2
    srm = fight(
        [mech("m1", (20, 20))], [mech("m2", (30, 20), facing=270), FAR], options=DUEL, dice=[6, 6, 6, 6, 3, 4, 3, 4]
    )
    srm.do(orders.Attack("m1", "m2", "area")) if srm.state.decision is None else None
    if srm.state.decision is not None:
        srm.do(orders.Decide("blue", "hold"))
    assert [one["points"] for one in told(srm.journal.events, "machine_damage")] == [2, 2]


def _fields(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__}


@pytest.mark.rule("BT-MEC-085", "BT-MEC-103")
def test_punches_and_kicks() -> None:
    def close(dice: Any = (), options: Any = DUEL) -> Battle:
        blue = [mech("m2", (24, 20), facing=270, orders="hold"), FAR]
        return fight([mech("m1", (20, 20))], blue, options=options, dice=dice)

    kick = orders.Attack("m1", "m2", "kick")
    assert preview_attack(close(options=()), kick).reason.rule == "BT-MEC-085"  # type: ignore[union-attr]
    answer = preview_attack(close(), kick)
    assert (answer.legal, answer.target_number, answer.damage, answer.cost) == (True, 3, 4, 5)
    assert preview_attack(close(), orders.Attack("m1", "m2", "punch")).damage == 2
    fought = close([6, 6, 1, 6, 6])
    events = fought.do(kick)
    assert told(events, "machine_damage")[0]["location"] == "right_leg"
    assert fought.state.mp_left == 25
    far = fight([mech("m1", (20, 20))], [mech("m2", (25, 20)), FAR], options=DUEL)
    assert preview_attack(far, kick).reason.rule == "BT-MEC-085"  # type: ignore[union-attr]


@pytest.mark.rule("BT-MEC-002")
def test_whoever_strikes_before_it_moves_walks() -> None:
    blue = [mech("m2", (24, 20), facing=270, orders="hold"), FAR]
    fought = fight([mech("m1", (20, 20))], blue, options=DUEL, dice=[1, 1, 6, 6])
    fought.do(orders.Attack("m1", "m2", "kick"))
    assert refusal(fought, move("m1", (26, 20), mode="jump", charge="m2")).rule == "BT-MEC-002"
    fought.do(move("m1", (19, 20)))
    assert shown(fought, "m1")["moved"] == "walk"


@pytest.mark.rule("BT-MEC-086", "BT-MEC-087")
def test_a_charge() -> None:
    blue = [mech("m2", (36, 20), facing=270, orders="hold"), FAR]
    thick = {**WASP, "armor": dict.fromkeys(WASP["armor"], 20)}
    blue[0]["mech"] = thick
    fought = fight([mech("m1", (4, 20), thick)], blue, options=DUEL, dice=[6, 6, 3, 4, 3, 4, 6, 6, 6, 6])
    events = fought.do(move("m1", (32, 20), mode="run", charge="m2"))
    assert [(one["unit"], one["points"]) for one in told(events, "machine_damage")] == [("m2", 4), ("m1", 2)]
    assert shown(fought, "m2")["at"] == [39, 20]
    missed = fight([mech("m1", (4, 20), thick)], blue, options=DUEL, dice=[1, 1])
    missed.do(move("m1", (32, 20), mode="run", charge="m2"))
    assert shown(missed, "m2")["at"] == [36, 20]
    close = fight([mech("m1", (32, 20), thick)], blue, options=DUEL)
    assert refusal(close, move("m1", "left", mode="run", charge="m2")).code == "not_moved"
    assert refusal(close, move("m1", mode="jump", charge="m2")).code == "not_moved"
    peaceful = fight([mech("m1", (4, 20))], blue)
    command = move("m1", (32, 20), mode="run", charge="m2")
    assert refusal(peaceful, command).rule == "BT-MEC-085"
    assert preview_move(peaceful, command).reason == refusal(peaceful, command)


@pytest.mark.rule("BT-MEC-087", "BT-MEC-088")
def test_pushes_and_falls() -> None:
    blue = [mech("m2", (24, 20), facing=270, orders="hold"), FAR]
    fought = fight([mech("m1", (20, 20))], blue, options=DUEL, dice=[6, 6, 3, 1, 1, 6, 3, 3, 4, 6, 6])
    events = fought.do(orders.Attack("m1", "m2", "push"))
    assert shown(fought, "m2")["at"] == [25.5, 23]  # direction 3
    fell = told(events, "fell")[0]
    assert fell["direction"] in (3, 6)
    near = fight([mech("m1", (20, 20)), mech("m3", (15, 20))], [FAR], options=DUEL, dice=[1, 4, 3, 4, 6, 6])
    from lancemate.battletroops.machines.falling import fall

    fall(near, near.units["m1"], "a test")
    assert shown(near, "m1")["fallen"] == 4  # not onto its comrade


@pytest.mark.rule("BT-MEC-085")
def test_death_from_above() -> None:
    thick = {**WASP, "armor": dict.fromkeys(WASP["armor"], 20)}
    blue = [mech("m2", (26, 20), thick, facing=270, orders="hold"), FAR]
    fought = fight([mech("m1", (20, 20), thick)], blue, options=DUEL, dice=[6, 6, 3, 3, 1, 4, 6, 6, 6, 6])
    events = fought.do(move("m1", (26, 20), mode="jump", charge="m2"))
    assert [(one["unit"], one["points"]) for one in told(events, "machine_damage")] == [("m2", 5), ("m2", 1), ("m1", 4)]
    assert shown(fought, "m2")["at"] == [29, 20]


@pytest.mark.rule("BT-COM-028")
def test_a_vehicle_has_no_fists() -> None:
    fought = fight([vehicle("v1", (6, 6))], [man("b1", (8, 6))])
    assert refusal(fought, orders.Attack("v1", "b1", "hand-to-hand")).code == "no_soldier"
    assert not any(getattr(one.command, "kind", None) == "hand-to-hand" for one in offers(fought, "red"))


def test_a_basement_is_written_as_it_is_played() -> None:
    thrown = orders.Attack("r1", orders.PointTarget((4.0, 6.0), -1), "throw")
    assert orders.command_from_data(orders.command_to_data(thrown)) == thrown
    with pytest.raises(InputError, match="between -8 and 50"):
        orders.command_from_data({"attack": {"unit": "r1", "target": {"point": [4, 6], "elevation": -9}}})
