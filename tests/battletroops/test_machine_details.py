"""Details of machines that a rules lawyer would ask about (pp. 24-33)."""

from typing import Any

import pytest
from tests.battletroops.field import man, move, parts, refusal, told
from tests.battletroops.machine_field import TRIED, WASP, fight, machine, mech, vehicle

from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.machines.damage import mark, part_hit, strike
from lancemate.battletroops.machines.piloting import piloting_parts
from lancemate.battletroops.machines.pilots import hurt_pilot
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.bots.battletroops.tactics.player import TacticalPlayer
from lancemate.bots.battletroops.view import View

FAR = man("b9", (38, 38))
HOUSE: Any = {"id": "house", "kind": "building", "type": "light", "height": 3, "rect": [21.25, 18.5, 3, 3]}


def labels(fought: Battle, side: str = "red") -> list[str]:
    return [one.label for one in offers(fought, side)]


@pytest.mark.rule("BT-MEC-006")
def test_steps_are_offered() -> None:
    found = labels(fight([mech("m1", (20, 20), facing=90)]))
    assert "Walk to [21.0, 20.0]" in found
    assert "Run to [20.5, 21.0]" in found
    assert not [label for label in found if "[19.5" in label and label.startswith("Walk")]
    assert [label for label in found if label.startswith("Jump")]
    down = labels(fight([mech("m1", (20, 20), state={"fallen": 4})]))
    assert "Stand up" in down


@pytest.mark.rule("BT-MEC-061")
def test_holes_are_offered() -> None:
    fought = fight([mech("m1", (20.5, 21))], terrain=[HOUSE], options=["buildings_damage"])
    assert [label for label in labels(fought) if label.startswith("Kick hole")]


@pytest.mark.rule("BT-MEC-070")
def test_ramps_and_rides_are_offered() -> None:
    red = [vehicle("v1", (20, 20), state={"ramp": "down"}), man("r1", (20, 20))]
    fought = fight(red)
    assert "Ramp up" in labels(fought)
    assert "Board v1" in labels(fought)
    inside = fight([red[0], man("r1", (20, 20), aboard="v1")])
    assert "Get off at [20.0, 20.0]" in labels(inside)


@pytest.mark.rule("BT-MEC-039")
def test_long_range_does_nothing() -> None:
    fought = fight([man("r1", (36, 20), "LAW")], [mech("m1", (10, 20), orders="hold")], options=["area_effect"])
    assert preview_attack(fought, orders.Attack("r1", "m1", "area")).reason.rule == "BT-MEC-039"  # type: ignore[union-attr]


@pytest.mark.rule("BT-MEC-071", "BT-MEC-072")
def test_a_carrier_with_its_ramp_down_stays() -> None:
    fought = fight([vehicle("v1", (20, 20), state={"ramp": "down"}), vehicle("v2", (10, 10), "Light Tank")])
    assert refusal(fought, move("v1", (21, 20))).rule == "BT-MEC-071"
    assert refusal(fought, orders.Act("v2", "ramp", "down")).rule == "BT-MEC-072"
    assert refusal(fought, orders.Act("v1", "ramp", "down")).rule == "BT-MEC-072"
    fought.do(orders.Act("v1", "ramp", "up"))
    assert refusal(fought, orders.Act("v1", "ramp", "down")).rule == "BT-MEC-072"  # once in a turn
    fought.do(move("v1", (21, 20)))


@pytest.mark.rule("BT-MEC-085")
def test_whom_one_may_charge() -> None:
    fought = fight([mech("m1", (20, 20)), mech("m3", (26, 20))], [man("b1", (26, 22)), FAR], options=["vehicle_combat"])
    assert refusal(fought, move("m1", (22, 20), mode="run", charge="b1")).rule == "BT-MEC-085"
    assert refusal(fought, move("m1", (22, 20), mode="run", charge="m3")).code == "no_such_target"  # a friend


@pytest.mark.rule("BT-MEC-089")
def test_heat_of_weapons() -> None:
    record = {**WASP, "weapons": [{"weapon": "AC 20", "in": "right_arm"}]}
    fought = fight([mech("m1", (20, 20), record)], dice=[6, 6])
    fought.do(orders.Attack("m1", orders.PointTarget((30, 20)), "area"))
    assert machine(fought).heat_taken == 7


@pytest.mark.rule("BT-MEC-094")
def test_damage_makes_piloting_harder() -> None:
    crits = ["centre_torso: Gyro", "left_leg: Hip", "left_leg: Foot"]
    fought = fight([mech("m1", (20, 20), state={"crits": crits})])
    found = parts(piloting_parts(fought, fought.units["m1"]))
    assert found == {"Piloting": 5, "Gyro (centre torso)": 3, "Hip (left leg)": 2, "Foot (left leg)": 1}
    gone = fight([mech("m1", (20, 20), state={"structure": {"left_leg": 0}})])
    assert parts(piloting_parts(gone, gone.units["m1"]))["Left leg gone"] == 5


@pytest.mark.rule("BT-MEC-098")
def test_damage_spoils_the_aim() -> None:
    def aim(*crits: str) -> dict[str, float]:
        fought = fight([mech("m1", (20, 20), state={"crits": list(crits)})], [man("b1", (30, 20)), FAR])
        return parts(preview_attack(fought, orders.Attack("m1", "b1")).modifiers)

    assert aim("head: Sensors")["Damage"] == 2
    assert aim("right_arm: Shoulder", "right_arm: Upper Arm")["Damage"] == 5
    assert "Damage" not in aim("left_arm: Shoulder")


@pytest.mark.rule("BT-MEC-098", "BT-MEC-099")
def test_a_hit_on_the_cockpit() -> None:
    fought = fight([mech("m1", (20, 20))], dice=[3] + [6, 6] * 6)
    part_hit(fought, fought.units["m1"], "head")
    assert fought.units["m1"].dead
    engine = fight([mech("m1", (20, 20), state={"crits": ["centre_torso: Engine"] * 2})], dice=[1, 3])
    part_hit(engine, engine.units["m1"], "centre_torso")
    assert engine.units["m1"].dead


@pytest.mark.rule("BT-MEC-099")
def test_whatever_marks_the_head_hurts_the_mechwarrior() -> None:
    fought = fight([mech("m1", (20, 20))], dice=[1, 1])
    mark(fought, fought.units["m1"], TRIED, 1, "head")
    assert (machine(fought).pilot_hits, machine(fought).awake) == (1, False)
    elsewhere = fight([mech("m1", (20, 20))])
    mark(elsewhere, elsewhere.units["m1"], TRIED, 1, "centre_torso")
    assert machine(elsewhere).pilot_hits == 0


@pytest.mark.rule("BT-MEC-099")
def test_hits_on_a_mechwarrior() -> None:
    fought = fight([mech("m1", (20, 20), state={"pilot": {"hits": 1}})], dice=[2, 3])
    hurt_pilot(fought, fought.units["m1"], "a test")  # the second: 5 is enough
    assert machine(fought).awake
    third = fight([mech("m1", (20, 20), state={"pilot": {"hits": 2}})], dice=[3, 3])
    hurt_pilot(third, third.units["m1"], "a test")
    assert not machine(third).awake
    last = fight([mech("m1", (20, 20), state={"pilot": {"hits": 5}})])
    hurt_pilot(last, last.units["m1"], "a test")
    assert last.units["m1"].dead


def test_ammunition_explodes() -> None:
    fought = fight([mech("m1", (20, 20), state={"heat": 29})], dice=[6, 6, 1, 1] + [1, 1] * 12 + [6, 6] * 6)
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert fought.units["m1"].dead


def test_a_leg_shot_off_fells_a_mech() -> None:
    fought = fight([mech("m1", (20, 20))], dice=[4, 3, 4, 6, 6])
    mark(fought, fought.units["m1"], TRIED, 8, "left_leg")
    assert machine(fought).fallen == 4
    assert show_state(fought)["units"]["m1"]["mp"] == 5  # type: ignore[index, call-overload]


def test_rear_hits_take_rear_armour() -> None:
    fought = fight([mech("m1", (20, 20), facing=90)], dice=[3, 4])
    strike(fought, fought.units["m1"], TRIED, 2, "rear")
    assert machine(fought).armor["centre_torso_rear"] == 0
    assert told(fought.journal.events, "machine_damage")[0]["location"] == "centre_torso"


@pytest.mark.rule("BT-MEC-060")
def test_a_mech_breaches_a_wall() -> None:
    record = {**WASP, "weapons": [{"weapon": "AC 20", "in": "right_arm"}, {"weapon": "Large Laser", "in": "left_arm"}]}
    house = {**HOUSE, "type": "medium", "rect": [26.75, 17.5, 4, 5]}
    blue = [man("b1", (28, 20)), FAR]
    fought = fight([mech("m1", (20, 20), record)], blue, terrain=[house], options=["buildings_damage"], dice=[1, 1])

    def shot(using: str) -> orders.Attack:
        return orders.Attack("m1", orders.PointTarget((28, 20), 0), "breach", using)

    assert preview_attack(fought, shot("AC 20")).lethal == 40
    assert preview_attack(fought, shot("Large Laser")).reason.rule == "BT-MEC-060"  # type: ignore[union-attr]
    fought.do(shot("AC 20"))
    assert fought.units["b1"].dead
    assert (fought.state.mp_left, machine(fought).heat_taken) == (25, 7)
    assert refusal(fought, shot("AC 20")).rule == "BT-MEC-060"  # it has fired


def test_the_tactical_player_drives() -> None:
    red = [mech("m1", (4, 20), "Vulcan", facing=90), vehicle("v1", (4, 8), "Light Tank", facing=90)]
    blue = [man("b1", (30, 20), orders="fire"), man("b2", (30, 10), orders="fire")]
    data = fight(red, blue, options=["area_effect", "vehicle_combat"]).setup
    fought = Battle(data, 5)
    player = TacticalPlayer(3)
    for _ in range(60):
        if fought.state.to_act != "red" or fought.state.decision is not None:
            break
        fought.do(player.choose(View(fought, "red"), None))
    assert fought.units["m1"].x > 10
    assert fought.units["v1"].x > 6
