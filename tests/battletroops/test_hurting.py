"""The one gate of harm and the one road of arriving, whoever is hurt and however he comes (pp. 15-18, 22, 29-33)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, refusal, told
from tests.battletroops.machine_field import TRIED, fight, mech, vehicle

from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.damage.causes import BLAST, CAUSES, FLAMES, MOUNTED, WORDS, source
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.damage import strike
from lancemate.battletroops.machines.events import ConsciousnessRolled, MachineDestroyed, MachineTookOff
from lancemate.battletroops.machines.falling import out_of_the_sky
from lancemate.battletroops.movement.arriving import WAYS
from lancemate.battletroops.play import orders
from lancemate.rulebook.ledger import heading

FAR = man("b9", (20, 18))
DISTANT = man("b9", (38, 38))
VARIED = [3, 5, 1, 6, 2, 4, 4, 3] * 20


def test_causes_and_ways_cite_rules() -> None:
    for one in CAUSES.values():
        assert heading(one.rule).id == one.rule
        assert one.traits <= WORDS
    for way in WAYS.values():
        assert heading(way.rule).id == way.rule


@pytest.mark.rule("BT-DMG-021")
def test_armour_asks_what_carries_the_weapon() -> None:
    vest = {"kind": "Flak Vest", "from": 10}
    for traits, track in (((), "//X........."), ((MOUNTED,), "XXX.........")):
        fought = battle([man("r1", (4, 4), armor=vest)], [FAR], dice=[6, 6])
        wound(fought, fought.units["r1"], source("a test", "BT-COM-039", *traits), 3)
        assert fought.units["r1"].track == track


@pytest.mark.rule("BT-DMG-019")
def test_blasts_stun_and_nothing_else_does() -> None:
    for traits, stunned in (((BLAST,), True), ((FLAMES,), False), ((), False)):
        fought = battle([man("r1", (4, 4))], [man("b1", (20, 18))], dice=[3, 4])
        wound(fought, fought.units["b1"], source("a test", "BT-COM-039", *traits), 2)
        assert (fought.units["b1"].prone, fought.units["b1"].stunned) == (True, stunned)


@pytest.mark.rule("BT-DMG-009")
def test_brought_down_before_he_has_moved() -> None:
    """In the movement of his own side; in the enemy's he has nothing to lose."""
    fought = battle([man("r1", (4, 4)), man("r2", (8, 4))], [man("b1", (20, 18))], dice=[3, 4, 3, 4])
    for name in ("r2", "b1"):
        wound(fought, fought.units[name], TRIED, 2)
    assert [one["unit"] for one in told(fought.journal.events, "activation_lost")] == ["r2"]
    assert refusal(fought, move("r2", (9, 4))).rule == "BT-SEQ-004"


@pytest.mark.rule("BT-DMG-012", "BT-DMG-013")
def test_a_man_goes_out_once() -> None:
    """Unconscious, then dead: told twice, lost once; hurt again, nothing is new."""
    squads = {"first": {}}
    fought = battle(
        [man("r1", (4, 4), group="first"), man("r2", (6, 4))], [FAR], dice=[1, 2, 1, 1, 1, 1], squads=squads
    )
    for points in (3, 1, 1):
        wound(fought, fought.units["r1"], TRIED, points)
    assert [one["dead"] for one in told(fought.journal.events, "out")] == [False, True]
    assert fought.state.losses["first"] == 1


@pytest.mark.rule("BT-MOV-008")
def test_nobody_falls_onto_another() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (5, 4))], [FAR], dice=[3, 4])
    one = fought.units["r1"]
    one.x, one.y = fought.units["r2"].at
    wound(fought, one, TRIED, 2, left=((4.5, 5.0), 0))
    assert one.at == (4.5, 5)


@pytest.mark.rule("BT-MEC-062", "BT-MEC-036")
def test_whoever_is_in_the_way() -> None:
    """Of wheels as of feet; not who stands upstairs, nor who rides on it."""
    shop = {
        "id": "shop",
        "kind": "building",
        "height": 2,
        "type": "light",
        "rect": [20.75, 18.5, 4, 3],
        "stairways": [[22, 20]],
    }
    men = [man("b1", (21, 20)), man("b2", (21, 20), elevation=1), DISTANT]
    driven = fight([vehicle("v1", (20, 20))], men, terrain=[shop], options=["buildings_damage"], dice=[6, 6, 2, 3])
    events = driven.do(move("v1", (21, 20)))
    stepped = told(events, "stepped_on")
    assert [(one["target"], one["number"]) for one in stepped] == [("b1", 8)]
    tall = fight([mech("m1", (20, 20))], men, terrain=[shop], options=["buildings_damage"], dice=[6, 6, 6, 6, 6, 6])
    assert [one["target"] for one in told(tall.do(move("m1", (21, 20))), "stepped_on")] == ["b1", "b2"]


@pytest.mark.rule("BT-MEC-074")
def test_falling_off_does_not_halt_the_vehicle() -> None:
    fought = fight([vehicle("v1", (20, 20)), man("r1", (20, 20), riding="v1")], [DISTANT], dice=[3, 4, 6, 6])
    wound(fought, fought.units["r1"], TRIED, 2)
    assert fought.units["r1"].riding is None
    assert [one["lethal"] for one in told(fought.journal.events, "damage")] == [2, 1]
    assert told(fought.do(move("v1", (21, 20))), "machine_step")


@pytest.mark.rule("BT-MEC-049")
def test_a_mine_under_whoever_lands_or_falls_off() -> None:
    mine: Any = [{"kind": "anti-personnel", "at": [19, 20]}]
    red = [vehicle("v1", (20, 20)), man("r1", (19, 20), riding="v1")]
    fought = fight(red, [DISTANT], options=["mines"], mines=mine, dice=[3, 4, 6, 6, 6, 6])
    wound(fought, fought.units["r1"], TRIED, 2)
    assert told(fought.journal.events, "mine")
    pack = man("r1", (12, 20), jump_pack=True)
    jumped = fight([pack], [DISTANT], options=["mines", "jump_troops"], mines=mine, dice=[6, 6])
    events = jumped.do(move("r1", (25, 20), mode="jump"))
    assert not told(events, "mine")  # he has only flown over it
    landed = fight([pack], [DISTANT], options=["mines", "jump_troops"], mines=mine, dice=[6, 6])
    assert told(landed.do(move("r1", (19, 20), mode="jump")), "mine")


@pytest.mark.rule("BT-MEC-050")
def test_a_mine_under_a_mech_that_falls() -> None:
    """Any part of a template over its dot, and a fallen one is longer."""
    mine: Any = [{"kind": "anti-vehicular", "at": [24, 20]}]
    fought = fight([mech("m1", (20, 20))], [DISTANT], options=["mines"], mines=mine, dice=[4, *[3, 4] * 12])
    assert not told(fought.journal.events, "mine")  # the template that stands does not reach so far
    events = fought.do(move("m1", "prone"))
    assert told(events, "mine")


@pytest.mark.rule("BT-MEC-054", "BT-MEC-050")
def test_what_lies_along_a_slide() -> None:
    """A push of three dots through flames and over a mine."""
    fire = {"id": "f", "kind": "fire", "dots": [[24, 20], [25, 20]]}
    mine: Any = [{"kind": "anti-vehicular", "at": [26, 20]}]
    red, blue = [mech("m1", (19, 20))], [mech("m2", (23, 20), facing=270, orders="hold")]
    options = ["vehicle_combat", "fire", "mines"]
    fought = fight(red, blue, terrain=[fire], options=options, mines=mine, dice=[6, 6, 4, *[3, 4] * 6, 6, 6])
    fought.do(orders.Attack("m1", "m2", "push"))
    pushed: Any = show_state(fought)["units"]
    assert pushed["m2"]["at"] == [26, 20]
    assert pushed["m2"]["heat_taken"] == 2
    assert told(fought.journal.events, "mine")


@pytest.mark.rule("BT-MEC-053")
def test_scorched_once_for_beginning() -> None:
    """He pays as he sets out, and not again as he ends elsewhere; whoever lies already does not drop."""
    fire = {"id": "f", "kind": "fire", "dots": [[4, 4]]}
    fought = battle([man("r1", (4, 4))], [FAR], terrain=[fire], options=["fire"], dice=[6, 6])
    fought.do(move("r1", (5, 4)))
    fought.do(orders.EndPhase())
    assert [one["lethal"] for one in told(fought.journal.events, "damage")] == [1]
    lies = battle([FAR], [man("b1", (4, 4), prone=True)], terrain=[fire], options=["fire"], dice=[3, 4])
    wound(lies, lies.units["b1"], TRIED, 2)
    assert [one["lethal"] for one in told(lies.journal.events, "damage")] == [2]


# -- machines, and the people in them ---------------------------------------------------------------------------------


def test_there_is_nowhere_to_fall() -> None:
    """In a hatch, and inside: he loses his arc and whatever he was to do, and stays as he is."""
    tank = vehicle("v1", (20, 20), state={"hatch": "open"})
    fought = fight([tank, man("r1", (20, 20), aboard="v1")], [DISTANT], options=["open_hatch"], dice=[3, 4, 3, 4])
    for name in ("v1.commander", "r1"):
        wound(fought, fought.units[name], TRIED, 2)
        assert not fought.units[name].prone
    assert len(told(fought.journal.events, "knocked_down")) == 2


@pytest.mark.rule("BT-MEC-063")
def test_nobody_of_the_crew_is_left() -> None:
    """It is a wreck then, and who rides inside may leave it."""
    red = [vehicle("v1", (20, 20)), man("r1", (20, 20), aboard="v1")]
    fought = fight(red, [DISTANT], dice=[1, 2] * 3)
    crew = [one for one in fought.units.values() if one.id.startswith("v1.")]
    for number, one in enumerate(crew, start=1):
        wound(fought, one, TRIED, 3)
        assert fought.units["v1"].dead == (number == len(crew))
    assert fought.units["r1"].track == "............"
    assert refusal(fought, move("v1", (21, 20))).rule == "BT-MEC-038"
    assert told(fought.do(move("r1", (20, 20))), "got_off")


@pytest.mark.rule("BT-MEC-100")
def test_a_stunned_crew() -> None:
    """It loses one movement of its side, and fires at nobody meanwhile."""
    guns: Any = {"name": "Tank", "tons": 20, "cruise": 5, "armor": {"front": 8, "left": 6, "right": 6, "rear": 4}}
    guns["weapons"] = [{"weapon": "Machine Gun", "in": "front"}]
    fought = fight([man("r1", (30, 20))], [vehicle("v1", (20, 20), guns)], dice=[1, 1, 2, 4])
    asked = fought.clone()
    asked.do(move("r1", (29, 20)))
    assert asked.state.decision is not None
    strike(fought, fought.units["v1"], TRIED, 1, "front")
    assert "stunned" in show_state(fought)["units"]["v1"]["status"]  # type: ignore[call-overload, index]
    fought.do(move("r1", (29, 20)))
    assert fought.state.decision is None
    fought.do(orders.EndPhase())
    assert refusal(fought, move("v1", (21, 20))).rule == "BT-MEC-100"
    fought.do(orders.EndPhase())
    assert not fought.units["v1"].stunned


@pytest.mark.rule("BT-MEC-022")
def test_a_mech_shot_down_in_flight() -> None:
    """It comes down where it is, from four levels up, and what it has flown so far is told in heat."""
    legless = mech("m1", (10, 20), state={"armor": {"left_leg": 0}, "structure": {"left_leg": 1}})
    fire = {"id": "f", "kind": "fire", "dots": [[11, 20]]}
    gun = man("b1", (30, 20), "Heavy MG", arc=(2, (10, 20)), orders="ask")
    options = ["fire", "support_weapons", "mechs"]
    fought = fight([legless], [gun], terrain=[fire], options=options, dice=[6, 6, 4, 5, *VARIED])
    fought.do(move("m1", *[(11 + far, 20) for far in range(20)], mode="jump"))
    fought.do(orders.Decide("blue", "hold"))
    fought.do(orders.Decide("blue", "fire"))
    fallen: Any = show_state(fought)["units"]
    assert fallen["m1"]["at"] == [11, 20]
    assert not fought.units["m1"].airborne
    assert fallen["m1"]["heat_taken"] == 3 + 1  # the jump, and the flames
    assert sum(one["points"] for one in told(fought.journal.events, "machine_damage") if one["cause"] == "fall") == 6
    assert fought.state.acting is None


@pytest.mark.rule("BT-MEC-022")
def test_a_mech_that_nobody_steers_any_more() -> None:
    """Its pilot faints, or it is destroyed, in the air: it does not stay there."""
    for awake, why in ((False, "fell"), (True, "mech_landed")):
        fought = fight([mech("m1", (10, 20))], [DISTANT], dice=VARIED)
        unit = fought.units["m1"]
        fought.emit(MachineTookOff("m1"))
        gone = MachineDestroyed("m1", "a test", "BT-MEC-095")
        fought.emit(gone if awake else ConsciousnessRolled("m1", 12, (1, 1), awake=False))
        out_of_the_sky(fought, unit)
        assert not unit.airborne
        assert told(fought.journal.events, why)


@pytest.mark.rule("BT-MEC-075")
def test_who_rides_comes_along() -> None:
    """He finds whoever hides where his vehicle brings him; the vehicle finds nobody."""
    window = [25.75, 18.5, 25.75, 21.5]
    house = {"id": "h", "kind": "building", "height": 1, "rect": [25.75, 17.5, 4, 5], "windows": [window]}
    hides = man("b1", (26, 20), hidden=1, orders="hold")
    for rider, found in ((man("r1", (20, 20), riding="v1"), True), (man("r1", (20, 20), aboard="v1"), False)):
        fought = fight([vehicle("v1", (20, 20)), rider], [hides, DISTANT], terrain=[house], options=["hidden_units"])
        assert bool(told(fought.do(move("v1", (23, 20))), "found")) == found


@pytest.mark.rule("BT-MEC-080", "BT-SEQ-007")
def test_slower_on_the_way() -> None:
    """What costs a machine points on its way counts before it goes on: half without a commander, all without tracks."""
    tank = vehicle("v1", (10, 20), state={"hatch": "open"})
    fought = fight([tank], [DISTANT], options=["open_hatch"], dice=[1, 2])
    fought.do(move("v1", (13, 20)))
    assert (fought.state.mp_whole, fought.state.mp_left) == (25, 22)
    wound(fought, fought.units["v1.commander"], TRIED, 3)
    assert (fought.state.mp_whole, fought.state.mp_left) == (12, 9)
    mines: Any = [{"kind": "anti-personnel", "at": [13, 20]}]
    stuck = fight([vehicle("v1", (10, 20))], [DISTANT], options=["mines"], mines=mines, dice=[1, 2, 6, 6])
    events = stuck.do(move("v1", (20, 20)))
    assert told(events, "slowed")
    assert stuck.units["v1"].at == (13, 20)


@pytest.mark.rule("BT-MOV-001", "BT-SEQ-007")
def test_too_slow_to_charge() -> None:
    """A mine takes its points on the way to the enemy: it comes up to him, and has none left for the blow."""
    mines: Any = [{"kind": "anti-personnel", "at": [22, 20]}]
    red, blue = [vehicle("v1", (20, 20))], [mech("m1", (25, 20), facing=270, orders="hold")]
    charges = move("v1", (22, 20), charge="m1")
    for laid, charged in (((), True), (mines, False)):
        options = ["vehicle_combat", "mines"]
        fought = fight(red, blue, options=options, mines=laid, dice=[1, 2, 6, 6, *VARIED] if laid else VARIED)
        assert bool(told(fought.do(charges), "physical")) == charged


@pytest.mark.rule("BT-MEC-054", "BT-MEC-055")
def test_machines_that_are_left_in_flames() -> None:
    """Nobody has activated them: they stop there all the same."""
    fire = {"id": "f", "kind": "fire", "dots": [[10, 20], [20, 20]]}
    fought = fight(
        [mech("m1", (10, 20)), vehicle("v1", (20, 20))],
        [DISTANT],
        terrain=[fire],
        options=["fire"],
        dice=[4, 4, *VARIED],
    )
    events = fought.do(orders.EndPhase())
    assert [one["points"] for one in told(events, "heat_taken")] == [2]
    assert told(events, "vehicle_burns")
    assert "burning" in show_state(fought)["units"]["v1"]["status"]  # type: ignore[call-overload, index]


@pytest.mark.rule("BT-MEC-079")
def test_a_mine_does_not_fall_through_the_hatch() -> None:
    """Another man sets it off on the centre dot: it comes from below."""
    tank = vehicle("v1", (20, 20), state={"hatch": "open"})
    mines: Any = [{"kind": "anti-personnel", "at": [20, 20]}]
    red = [tank, man("r1", (21, 20))]
    fought = fight(red, [DISTANT], options=["open_hatch", "mines"], mines=mines, dice=[6, 6] * 4)
    assert told(fought.do(move("r1", (20, 20), (19, 20))), "mine")
    assert not fought.units["v1"].dead
