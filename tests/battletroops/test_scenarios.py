"""The three scenarios (pp. 36-39), mapsheets, and how platoons are organised (pp. 34-35)."""

from pathlib import Path
from typing import Any

import pytest
from tests.battletroops.field import man, move, refusal, told

from lancemate.battletroops.asking.knowledge import events_for, known_to, view, without_plans
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.options.hidden_units import hiding_places
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.mapping import THEMES, made, sheet, sheets, side_by_side
from lancemate.battletroops.scenarios.plan import KINDS, SIDES
from lancemate.battletroops.scenarios.race import sender_of
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.scripts.saves import load, save
from lancemate.battletroops.soldiers.platoons import PLATOONS, TRANSPORTS, may_have, options_needed, platoon
from lancemate.battletroops.telling.log import story
from lancemate.battletroops.telling.picture import draw
from lancemate.field.lattice import STEPS, neighbour
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError


def scenario(
    kind: Any, one: Any, other: Any, *, dice: Any = (), terrain: Any = (), turn: int = 2, **more: Any
) -> Battle:
    name = kind if isinstance(kind, str) else kind["kind"]
    first, second = SIDES[name]
    data = {
        "game": "battletroops",
        "scenario": kind,
        "map": {"width": 22, "depth": 20},
        "terrain": list(terrain),
        "sides": [
            {"name": first, "home": "north", "units": list(one), **more},
            {"name": second, "home": "south", "units": list(other)},
        ],
        "start": {"turn": turn, "phase": "movement", "first": first},
    }
    return Battle(setup_from_data(data), TapeDice(list(dice)))


def levels(fought: Battle) -> Any:
    return show_state(fought)["outcome"]["levels"]  # type: ignore[index, call-overload]


@pytest.mark.rule("BT-SCN-001", "BT-SCN-002", "BT-SCN-003")
@pytest.mark.parametrize(("kind", "men"), [("side-show", 14), ("dragon-hunting", 15), ("race-against-time", 50)])
def test_scenarios_come_whole(kind: str, men: int) -> None:
    setup = setup_from_data({"game": "battletroops", "scenario": kind})
    assert setup_from_data(setup_to_data(setup)) == setup
    fought = Battle(setup, 3)
    assert len(fought.units) == men
    assert tuple(side.name for side in setup.sides) == SIDES[kind]
    assert (not setup.options) == (kind == "side-show")
    assert list(offers(fought, str(fought.state.to_act)))


@pytest.mark.rule("BT-SCN-002", "BT-SCN-003", "BT-OPT-041")
@pytest.mark.parametrize("kind", ["dragon-hunting", "race-against-time"])
def test_men_hide_somewhere_else_in_every_battle(kind: str) -> None:
    def hidden(seed: int) -> dict[str, tuple[Any, Any]]:
        units = [unit for side in whole_scenario(kind, seed)["sides"] for unit in side["units"]]
        return {one["id"]: (one["at"], one["state"]) for one in units if one.get("state", {}).get("hidden")}

    assert len(hidden(1)) == 14
    assert hidden(1) == hidden(1)
    assert hidden(1) != hidden(2)
    for seed in range(20):
        fought = Battle(setup_from_data(whole_scenario(kind, seed)), 1)  # inside of buildings, or it could not begin
        assert len({(unit.at, unit.elevation) for unit in fought.units.values() if unit.hidden}) == 14


def test_a_bare_scenario_hides_its_men_by_the_seed_of_the_script(tmp_path: Path) -> None:
    from lancemate.battletroops.scripts.running import load_script

    def script(seed: int) -> Any:
        file = tmp_path / "hunt.yaml"
        file.write_text(f"game: battletroops\nscenario: dragon-hunting\nseed: {seed}\n")
        return [unit.at for unit in load_script(file).setup.units]

    assert script(3) == script(3)
    assert script(3) != script(4)


def test_a_scenario_that_is_none() -> None:
    with pytest.raises(InputError, match="side-show"):
        setup_from_data({"game": "battletroops", "scenario": "sideshow"})


@pytest.mark.rule("BT-SCN-001")
def test_side_show() -> None:
    fought = scenario("side-show", [man("d1", (4, 1), track=""), man("d2", (8, 18))], [man("l1", (20, 10))], turn=14)
    fought.do(move("d1", (4, 0)))
    assert show_state(fought)["units"]["d1"]["notes"] == {"reached": True}  # type: ignore[index, call-overload]
    fought.units["d1"].x, fought.units["d1"].y = 4.5, 19.0
    fought.do(move("d1", "off"))
    assert show_state(fought)["notes"] == {"returned": {"davion": 1}}
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert fought.state.outcome is None
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert levels(fought) == {"davion": "marginal", "liao": None}
    assert load(save(scenario("side-show", [man("d1", (4, 1))], [man("l1", (20, 10))]))) is not None


@pytest.mark.rule("BT-SCN-002")
def test_dragon_hunting() -> None:
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [10, 10], "facing": 210, "orders": "hold"}
    won = scenario("dragon-hunting", [man("k1", (4, 0), track="..........X")], [hawk])
    won.do(orders.EndPhase())
    won.do(orders.EndPhase())
    assert (won.state.outcome.winner, levels(won)["dragoons"]) == ("dragoons", "decisive")  # type: ignore[union-attr]
    lost = scenario("dragon-hunting", [man("k1", (4, 0))], [{**hawk, "state": {"destroyed": True}}])
    lost.do(orders.EndPhase())
    lost.do(orders.EndPhase())
    assert lost.state.outcome.winner == "kurita"  # type: ignore[union-attr]
    open_still = scenario("dragon-hunting", [man("k1", (4, 0))], [hawk])
    open_still.do(orders.EndPhase())
    open_still.do(orders.EndPhase())
    assert open_still.state.outcome is None


HALL = {
    **{"id": "compound", "kind": "building", "height": 2, "type": "hardened", "rect": [3.75, 3.5, 6, 6]},
    "doors": [[9.75, 5.6, 9.75, 6.4]],
}
PLAN = {"kind": "race-against-time", "sender": "d1", "control": {"at": [5, 6], "elevation": 1}, "building": "compound"}


def race(*kurita: Any, dice: Any = (), men: Any = (), turn: int = 2, **more: Any) -> Battle:
    tech = man("d1", (5, 6), elevation=1, **more)
    return scenario(PLAN, [tech, *men], list(kurita) or [man("k1", (18, 2))], terrain=[HALL], dice=dice, turn=turn)


@pytest.mark.rule("BT-SCN-004")
def test_sending_the_message() -> None:
    fought = race(dice=[4, 5, 4, 6], men=[man("d2", (6, 6), elevation=1)])
    assert refusal(fought, orders.Act("d2", "send")).rule == "BT-SCN-004"
    assert [one for one in offers(fought, "dragoons") if one.label == "Send the message"]
    events = fought.do(orders.Act("d1", "send"))  # 9
    assert not show_state(fought)["notes"]
    assert refusal(fought, move("d1", arc=(2, (18, 6)))).rule == "BT-SEQ-004"  # instead of anything else
    assert "does not get through" in " ".join(line.text for line in story(fought, events))
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    fought.do(orders.Act("d1", "send"))
    assert show_state(fought)["notes"] == {"message_sent": True}
    assert refusal(race(prone=True), orders.Act("d1", "send")).rule == "BT-SCN-004"
    moved = race()
    moved.do(move("d1", (6, 6)))
    assert refusal(moved, orders.Act("d1", "send")).rule == "BT-SCN-004"


@pytest.mark.rule("BT-SCN-005")
def test_nobody_leaves_before_the_message() -> None:
    fought = race(dice=[6, 6], men=[man("d2", (9, 6))])
    assert refusal(fought, move("d2", (10, 6))).rule == "BT-SCN-005"
    fought.do(move("d2", (8, 6)))
    fought.do(orders.Act("d1", "send"))
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    fought.do(move("d2", (10, 6)))


@pytest.mark.rule("BT-SCN-003", "BT-SCN-007")
def test_what_is_earned() -> None:
    def ended(sent: bool, away: int, hurt: bool = False) -> Any:
        gone = [man(f"d{number + 2}", (6, 6), exited=True) for number in range(away)]
        fought = race(dice=[6, 6], men=gone)
        if sent:
            fought.do(orders.Act("d1", "send"))
        if hurt:
            for hook in fought.hooks[rules.hooks["building_hurt"]]:
                hook(fought, fought.units["k1"], "compound")
        fought.units["d1"].track = "..........X."
        fought.do(orders.EndPhase())
        fought.do(orders.EndPhase())
        return levels(fought)

    assert ended(True, 7) == {"dragoons": "decisive", "kurita": None}
    assert ended(True, 4) == {"dragoons": "substantial", "kurita": None}
    assert ended(True, 0) == {"dragoons": "marginal", "kurita": None}
    assert ended(False, 0) == {"dragoons": None, "kurita": "decisive"}
    assert ended(False, 0, True) == {"dragoons": None, "kurita": "marginal"}


@pytest.mark.rule("BT-SCN-007")
def test_who_damages_the_compound() -> None:
    arm = {"name": "Cannon", "class": "semi", "damage": "90L", "short": [1, 30], "long": [31, 60]}
    weak = {**HALL, "cf": 20}
    tech = man("d1", (5, 6), elevation=1)
    fought = scenario(PLAN, [tech], [man("k1", (16, 6), arm)], terrain=[weak])
    fought.do(orders.EndPhase())
    fought.do(orders.Attack("k1", orders.PointTarget((8, 8), 0), "breach"))
    assert show_state(fought)["notes"] == {"damaged_by_kurita": True}


@pytest.mark.rule("BT-SCN-003")
def test_where_the_defenders_hide() -> None:
    """In the compound, the sender at the controls; he may look elsewhere."""
    setup = whole_scenario("race-against-time", 3)
    setup["start"]["phase"] = "hiding"
    yard = {"id": "shed", "kind": "building", "height": 1, "rect": [0.75, 0.5, 3, 3]}
    fought = Battle(setup_from_data({**setup, "terrain": [*setup["terrain"], yard]}), 1)
    sender, control = setup["scenario"]["sender"], setup["scenario"]["control"]
    other = next(unit.id for unit in fought.of_side("dragoons") if unit.id != sender)
    shed = orders.Hideout((2, 2), 0)
    assert refusal(fought, orders.EndPhase({}, {other: shed})).code == "elsewhere"
    free = next(place for place in hiding_places(fought, fought.units[other]) if place[1] == 0)
    assert refusal(fought, orders.EndPhase({}, {sender: orders.Hideout(*free)})).code == "at_the_controls"
    at = (control["at"][0], control["at"][1])
    fought.do(orders.EndPhase({}, {sender: orders.Hideout(at, control["elevation"], 6)}))
    assert fought.units[sender].hidden == 6


@pytest.mark.rule("BT-SCN-003")
def test_the_volunteers_arrive() -> None:
    setup = setup_to_data(setup_from_data({"game": "battletroops", "scenario": "race-against-time"}))
    setup["start"] = {"turn": 5, "phase": "movement", "first": "kurita"}
    fought = Battle(setup_from_data(setup), TapeDice([]))
    assert fought.state.decision is not None
    events = fought.do(orders.Decide("kurita", "east"))
    assert len(told(events, "arrived")) == 8
    assert fought.units["vulcan"].place == "map"


@pytest.mark.rule("BT-SCN-003")
def test_the_volunteers_find_room_where_the_edge_is_crowded() -> None:
    setup: Any = setup_to_data(setup_from_data({"game": "battletroops", "scenario": "race-against-time"}))
    setup["start"] = {"turn": 5, "phase": "movement", "first": "kurita"}
    field = setup_from_data(setup).map
    edge = iter(dot for dot in field.dots if "east" in field.on_edge(dot))
    for unit in setup["sides"][1]["units"]:
        if str(unit.get("group")).startswith("CGC"):
            unit["at"] = list(next(edge))
            del unit["enters"]
    fought = Battle(setup_from_data(setup), TapeDice([]))
    fought.do(orders.Decide("kurita", "east"))
    places = [unit.at for unit in fought.units.values() if unit.on_map and unit.side == "kurita"]
    assert len(set(places)) == len(places) == 36


def entered(kind: str = "side-show", first: str = "davion", turn: int = 1, **more: Any) -> Battle:
    setup = whole_scenario(kind, 5)
    setup["start"] = {"turn": turn, "phase": "movement", "first": first}
    setup.update(more)
    return Battle(setup_from_data(setup), 7)


@pytest.mark.rule("BT-SCN-008")
def test_squads_come_on_as_their_side_begins_to_move() -> None:
    fought = entered()
    places = {unit.side: unit.place for unit in fought.units.values()}
    assert places == {"davion": "map", "liao": "reserve"}
    assert all("north" in fought.map.on_edge(unit.at) for unit in fought.of_side("davion"))
    elsewhere = orders.Act("d1", "enter", (3.0, 38.0))
    assert any(one.label.startswith("Enter at") for one in offers(fought, "davion"))
    assert refusal(fought, orders.Act("d1", "enter", fought.units["d2"].at)).rule == "BT-SCN-008"
    assert refusal(fought, orders.Act("d1", "enter", (3.5, 37.0))).rule == "BT-SCN-008"
    assert refusal(fought, orders.Act("d1", "enter", (3.0, 38.0), facing=90.0)).rule == "BT-SCN-008"
    assert told(fought.do(elsewhere), "arrived")[0]["again"]
    assert fought.state.acting is None
    assert "comes instead over the north edge" in " ".join(line.text for line in story(fought, fought.journal.events))
    fought.do(move("d1", (3.5, 37)))
    assert refusal(fought, elsewhere).rule in ("BT-SCN-008", "BT-SEQ-004")
    fought.do(orders.EndPhase())
    assert {unit.place for unit in fought.units.values()} == {"map"}
    assert refusal(fought, orders.Act("d2", "enter", (3.0, 38.0))).rule == "BT-SEQ-004"


@pytest.mark.rule("BT-SCN-008")
def test_who_comes_on_is_here_once_he_does_something() -> None:
    """What lies on his dot is no matter of where he might have come on."""
    mine = {"kind": "anti-personnel", "at": [3, 38]}
    data = whole_scenario("race-against-time", 5)
    data["start"] = {"turn": 1, "phase": "movement", "first": "kurita"}
    data["sides"][0]["mines"] = [mine]
    for unit in data["sides"][0]["units"]:
        unit["orders"] = "hold"
    fought = Battle(setup_from_data(data), 7)
    fought.do(orders.Act("n1", "enter", (3.0, 38.0)))
    assert not told(fought.journal.events, "damage")
    quiet = fought.clone()
    fought.do(orders.Pass("n1"))
    assert told(fought.journal.events, "damage")
    quiet.do(orders.EndPhase())
    assert told(quiet.journal.events, "damage")


@pytest.mark.rule("BT-SCN-008", "BT-SCN-002")
def test_a_mech_comes_on_where_its_template_has_room() -> None:
    fought = entered("dragon-hunting", "dragoons")
    hawk = fought.units["hawk"]
    assert (hawk.place, hawk.at[1]) == ("map", 36)
    fought.do(orders.Act("hawk", "enter", (40.0, 36.0), facing=150.0))
    assert (hawk.at, fought.units["hawk"].machine.facing) == ((40.0, 36.0), 5)  # type: ignore[union-attr]
    for at, facing in (((40.5, 37.0), 150.0), ((40.0, 36.0), 100.0)):
        assert refusal(fought, orders.Act("hawk", "enter", at, facing=facing)).rule == "BT-SCN-008"
    setup = setup_from_data(whole_scenario("dragon-hunting", 5))
    assert setup_from_data(setup_to_data(setup)) == setup
    with pytest.raises(InputError, match="no edge"):
        setup_from_data(
            {
                **whole_scenario("side-show"),
                "sides": [
                    {"name": "davion", "units": [{"id": "d1", "soldier": {}, "enters": {"edges": ["up"]}}]},
                    {"name": "liao"},
                ],
            }
        )
    with pytest.raises(InputError, match="nowhere on the map"):
        setup_from_data(
            {
                **whole_scenario("side-show"),
                "sides": [
                    {
                        "name": "davion",
                        "units": [{"id": "d1", "soldier": {}, "at": [1, 0], "enters": {"edges": ["north"]}}],
                    },
                    {"name": "liao"},
                ],
            }
        )


@pytest.mark.rule("BT-SCN-003")
def test_attackers_of_whom_nothing_is_said_come_in_the_fifth_turn() -> None:
    late = man("k2", None)
    fought = race(man("k1", (18, 2)), late, turn=4)
    for _ in range(2):
        assert fought.units["k2"].place == "reserve"
        fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    question = fought.state.decision
    assert question is not None
    assert (fought.state.turn, question.kind, question.side) == (5, "entry", "kurita")
    fought.do(orders.Decide("kurita", "west"))
    assert "west" in fought.map.on_edge(fought.units["k2"].at)


@pytest.mark.rule("BT-SCN-006")
def test_fresh_squads() -> None:
    setup: Any = setup_to_data(setup_from_data({"game": "battletroops", "scenario": "race-against-time"}))
    for unit in setup["sides"][1]["units"]:
        if unit.get("group") == "CGC north":
            unit["state"] = {"track": "..........X"}
    setup["start"] = {"turn": 2, "phase": "movement", "first": "kurita"}
    fought = Battle(setup_from_data(setup), TapeDice([]))
    fresh = [unit for unit in fought.units.values() if unit.group == "CGC north #2" and unit.place == "map"]
    assert len(fresh) == 7
    assert all("north" in fought.map.on_edge(unit.at) for unit in fresh)
    assert fresh[0].ammo == {"Grenade Launcher": 4}
    squad = fought.setup.squad("CGC north #2")
    assert squad is not None
    assert (squad.experience, squad.leader) == ("Green", "n1#2")


@pytest.mark.rule("BT-SCN-006")
def test_fresh_squads_come_in_the_turn_after() -> None:
    """The last of a squad falls before his own side has moved: those who replace it do not come in that turn."""
    setup: Any = whole_scenario("race-against-time", 5)
    kurita = setup["sides"][1]["units"]
    for unit in kurita:
        if unit.get("group") == "CGC north" and unit["id"] != "n1":
            unit["state"] = {"track": "..........X"}
    n1 = next(unit for unit in kurita if unit["id"] == "n1")
    del n1["enters"]
    n1.update(at=[3, 30], state={"track": "XXXXXXX.."})
    setup["start"] = {"turn": 2, "phase": "movement", "first": "dragoons"}
    for unit in setup["sides"][0]["units"]:
        unit["orders"] = "hold"
    fought = Battle(setup_from_data(setup), 7)
    fought.units["n1"].track = "..........X."  # as by a grenade of the side that moves first
    fought.do(orders.EndPhase())
    assert (fought.state.turn, fought.state.to_act, "n1#2" in fought.units) == (2, "kurita", False)
    fought.do(orders.EndPhase())
    assert "n1#2" not in fought.units
    fought.do(orders.EndPhase())
    assert (fought.state.turn, fought.units["n1#2"].place) == (3, "map")
    assert fought.state.notes["lost_squads"] == []


@pytest.mark.rule("BT-SCN-003")
def test_who_is_who() -> None:
    """Lieutenant Shadd leads the team and his squad, Tech Chief Scott is another man of it, and everybody has one."""
    setup = setup_from_data(whole_scenario("race-against-time", 5))
    assert setup.scenario is not None
    leaders = {squad.name: (squad.leader, squad.leadership, squad.experience) for squad in setup.squads}
    assert setup.leader_of("dragoons") == "d1-1"
    assert leaders["1st Squad"] == ("d1-1", 4, "Elite")
    assert leaders["2nd Squad"] == ("d2-1", 3, "Elite")
    assert leaders["Volunteers"] == ("v1", 3, "Elite")
    assert all(leaders[f"CGC {edge}"] == (f"{edge[0]}1", 2, "Green") for edge in ("north", "east", "south", "west"))
    sender = next(unit for unit in setup.units if unit.id == setup.scenario.sender)
    assert (sender.group, sender.id == "d1-1", sender.at) == ("1st Squad", False, setup.scenario.control)
    hunt = setup_from_data(whole_scenario("dragon-hunting", 5))
    assert [(one.leader, one.leadership, one.experience) for one in hunt.squads] == [
        ("k1-1", 3, "Veteran"),
        ("k2-1", 2, "Veteran"),
    ]


# -- who carries what -------------------------------------------------------------------------------------------------


def before(kind: str) -> Battle:
    setup = whole_scenario(kind, 5)
    setup["start"]["phase"] = "hiding"
    return Battle(setup_from_data(setup), 7)


def arm(**kits: Any) -> orders.EndPhase:
    return orders.EndPhase(arm={name.replace("_", "-"): orders.Kit(**kit) for name, kit in kits.items()})


@pytest.mark.rule("BT-SCN-009")
def test_secondary_weapons_are_the_players_choice() -> None:
    fought = before("dragon-hunting")
    kits = arm(k1_1={"secondary": "Laser Pistol"}, k1_2={"secondary": "Satchel Charge"}, k2_1={"secondary": "none"})
    fought.do(kits)
    carried = {name: fought.units[name] for name in ("k1-1", "k1-2", "k2-1")}
    assert [(one.secondary, one.satchel) for one in carried.values()] == [
        ("Laser Pistol", False),
        (None, True),
        (None, False),
    ]
    assert carried["k2-1"].launcher
    assert refusal(before("dragon-hunting"), arm(k1_1={"secondary": "Auto Pistol"})).rule == "BT-OPT-002"
    assert refusal(before("dragon-hunting"), arm(hawk={"secondary": "Pistol"})).rule == "BT-SCN-009"
    guards = before("race-against-time")
    guards.do(orders.EndPhase())
    assert refusal(guards, arm(n1={"secondary": "LAW"})).rule == "BT-SCN-009"  # they have pistols
    assert refusal(guards, arm(d1_1={"secondary": "LAW"})).rule == "BT-SCN-009"  # not his
    guards.do(arm(v1={"secondary": "Sword"}, n1={"primary": "SMG"}, n4={"primary": "Rifle with Grenade Launcher"}))
    assert guards.units["v1"].secondary == "Sword"
    assert (guards.units["n1"].launcher, guards.units["n4"].launcher) == (False, True)
    assert guards.units["n4"].ammo == {"Grenade Launcher": 4}
    assert refusal(guards, arm(v1={"secondary": "LAW"})).rule == "BT-SCN-009"  # the battle has begun


@pytest.mark.rule("BT-SCN-009")
def test_the_weapons_of_a_squad_are_dealt_out_among_its_men() -> None:
    fought = before("dragon-hunting")
    laser = next(unit.id for unit in fought.of_side("kurita") if unit.primary == "Heavy Semi-Portable Laser")
    assert refusal(fought, arm(k1_1={"primary": "Heavy Semi-Portable Laser"})).rule == "BT-SCN-009"
    assert "1 Heavy Semi-Portable Laser" in refusal(fought, arm(k1_1={"primary": "Blazer"})).message
    swap = {laser: orders.Kit(primary="SMG"), "k1-1": orders.Kit(primary="Heavy Semi-Portable Laser")}
    fought.do(orders.EndPhase(arm=swap))
    one, other = fought.units["k1-1"], fought.units[laser]
    assert (one.primary, one.prepared, one.arc.size) == (*["Heavy Semi-Portable Laser"] * 2, 4)  # type: ignore[union-attr]
    assert (other.primary, other.arc.size, "support_bearing" in other.notes) == ("SMG", 6, False)  # type: ignore[union-attr]
    heard = list(events_for(fought, "dragoons", fought.journal.events))
    assert not told(heard, "equipped")
    plans = without_plans(fought, fought.journal.commands, "dragoons")
    assert plans == [orders.EndPhase()]


@pytest.mark.rule("BT-SCN-009")
def test_where_the_hawk_has_lost_its_armour() -> None:
    fought = before("dragon-hunting")
    hawk = fought.units["hawk"].machine
    assert hawk is not None
    fought.do(orders.EndPhase())
    left = {**hawk.armor, "head": 5, "left_arm": hawk.armor["left_arm"] + 1}
    for wrong in ({**left, "head": 6}, {**left, "head": 7, "left_arm": 8}, {"head": 6}):
        assert refusal(fought, arm(hawk={"armor": wrong})).rule == "BT-SCN-009"
    fought.do(arm(hawk={"armor": left}))
    assert fought.units["hawk"].machine.armor == left  # type: ignore[union-attr]
    assert "begins with this armour" in " ".join(line.text for line in story(fought, fought.journal.events))


@pytest.mark.rule("BT-SCN-009", "BT-SCN-003")
def test_another_man_is_tech_chief_scott() -> None:
    fought = before("race-against-time")
    scenario = fought.setup.scenario
    assert scenario is not None
    old, new = fought.units[str(scenario.sender)], fought.units["d1-5"]
    was = (new.at, new.elevation)
    for wrong in ("d1-1", "d2-2", "n1"):
        assert refusal(fought, orders.EndPhase(sender=wrong)).rule == "BT-SCN-009"
    fought.do(orders.EndPhase(sender="d1-5"))
    assert (new.at, new.elevation) == (scenario.control, scenario.elevation)
    assert (old.at, old.elevation) == was
    assert sender_of(known_to(fought, "dragoons")) == "d1-5"
    assert "sends" not in str(view(fought, "kurita"))
    assert sender_of(load(save(fought))) == "d1-5"


# -- maps -------------------------------------------------------------------------------------------------------------


def test_mapsheets() -> None:
    assert {"town block", "rural compound"} <= set(sheets())
    for theme in THEMES:
        for seed in range(12):
            assert made(theme, seed) == made(theme, seed)
            setup_from_data(
                {"game": "battletroops", "terrain": made(theme, seed), "sides": [{"name": "a"}, {"name": "b"}]}
            )
    assert sheet("town:7") == made("town", 7)
    field, pieces = side_by_side(["town block", "rural compound"])
    assert field["width"] == 44
    assert len({one["id"] for one in pieces}) == len(pieces)


# -- platoons ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-ORG-001", "BT-ORG-002", "BT-ORG-003", "BT-ORG-004", "BT-ORG-005")
@pytest.mark.parametrize("transport", list(TRANSPORTS.book))
@pytest.mark.parametrize("kind", list(PLATOONS.book))
def test_platoons(kind: str, transport: str) -> None:
    side = platoon(kind, transport)
    men = [unit for unit in side["units"] if "soldier" in unit]
    assert (len(men), len(side["squads"])) == ((21, 3) if transport == "jump" else (28, 4))
    assert all(("jump_pack" in unit["soldier"]) == (transport == "jump") for unit in men)
    assert sum("vehicle" in unit for unit in side["units"]) == (4 if transport == "mechanized" else 0)
    leaders = [squad["leadership"] for squad in side["squads"].values()]
    assert leaders[:3] == [2, 2, 2]
    assert leaders[3:] == ([] if transport == "jump" else [3])
    setup = {
        "game": "battletroops",
        "options": sorted(options_needed(transport)),
        "sides": [{"name": "red", **side}, {"name": "blue"}],
    }
    assert len(setup_from_data(setup).units) == len(side["units"])


@pytest.mark.rule("BT-ORG-006")
def test_who_has_the_best_equipment() -> None:
    assert not may_have("Combat Armor", elite=False)
    assert may_have("Combat Armor", elite=True)
    assert may_have("Rifle", elite=False)
    for row in PLATOONS.book.values():
        assert all(may_have(name, elite=False) for names in row.values() for name in names)
    assert KINDS


def test_new_battles_from_the_command_line(tmp_path: Path) -> None:
    from lancemate.battletroops.scripts.running import load_script, run_script
    from lancemate.cli.new_troops import new_troops
    from lancemate.muster.platoons import platoon_names

    assert "SRM/mechanized" in platoon_names()
    out = tmp_path / "new.yaml"
    new_troops({"red": "SRM/mechanized", "blue": "Laser/jump"}, out, None, "town", 3, overwrite=False)
    report = run_script(load_script(out))
    assert len(report.battle.setup.units) == 28 + 4 + 21
    assert "<svg" in draw(report.battle)
    new_troops({"red": None, "blue": None}, out, "side-show", None, 3, overwrite=True)
    assert run_script(load_script(out)).battle.setup.scenario is not None
    with pytest.raises(InputError, match="there is no platoon"):
        new_troops({"red": "Riffle", "blue": "Laser"}, out, None, None, 3, overwrite=True)
    with pytest.raises(InputError, match="there is no scenario"):
        new_troops({"red": None, "blue": None}, out, "sideshow", None, 3, overwrite=True)
    with pytest.raises(InputError, match="there is no theme"):
        new_troops({"red": "Rifle", "blue": "Laser"}, out, None, "desert", 3, overwrite=True)


def test_neither_edge_of_side_show_is_favoured() -> None:
    """Half a circle brings the whole map onto itself: what one squad has before it, the other has too."""
    setup = setup_from_data(whole_scenario("side-show"))
    field = setup.map

    def opposite(dot: tuple[float, float]) -> tuple[float, float]:
        return field.width - 1 - dot[0], field.depth - 1 - dot[1]

    dots = [dot for dot in field.dots if field.inside(opposite(dot))]
    assert len(dots) > 0.95 * len(field.dots)
    for dot in dots:
        assert (field.building(dot) is None) == (field.building(opposite(dot)) is None)
        assert field.has_stairway(dot) == field.has_stairway(opposite(dot))
    for dot in dots[::7]:
        for way in STEPS:
            to = neighbour(dot, way)
            if field.inside(to) and field.inside(opposite(to)):
                there = field.step(dot, to, 0)
                here = field.step(opposite(dot), opposite(to), 0)
                assert (there.wall is None, there.kinds) == (here.wall is None, here.kinds)
