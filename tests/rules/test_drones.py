"""Drones and robots (pp. 84-85, 89, 175-177)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.options.morale import measure_morale
from lancemate.alphastrike.options.robotic_drones.modes import MODES
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from lancemate.kernel.errors import InputError
from rules.duel import QUIET, TANK
from rules.flights import fighter
from rules.table import battle, end, move, refusal, unit
from rules.test_options_ranges import script

ROBOTS = ("robotic_drones",)
ROBOT: dict[str, Any] = {**TANK, "specials": ["RBT"], "tmm": 1}
ECM: dict[str, Any] = {"specials": ["ECM"]}


def told(one: Muster, aggression: str | None = None, post: tuple[float, float] | None = None) -> Muster:
    words: dict[str, Any] = {} if aggression is None else {"aggression": aggression}
    return replace(one, words=words if post is None else {**words, "post": list(post)})


def field(*units: Any, phase: str = "movement", options: Any = (), **more: Any) -> Battle:
    return battle(*units, phase=phase, options=(*ROBOTS, *options), **more)


# -- remote control ---------------------------------------------------------------------------------------------


def steered(*more: Any, drones: int = 1, desks: int = 2, phase: str = "combat", **setup: Any) -> Battle:
    """r1 steers drones from a corner of the table."""
    own = [unit(f"r{n}", (20 + 4 * n, 10), skill=4, specials=["DRO"], **TANK) for n in range(2, 2 + drones)]
    boss = unit("r1", (10, 10), skill=setup.pop("skill", 4), specials=[f"DCC{desks}"], **setup.pop("boss", {}))
    return field(boss, *own, *more, unit("b9", (60, 40)), phase=phase, dice=QUIET * 12, **setup)


@pytest.mark.rule("AS-SPC-089")
def test_a_drone_is_one_worse_than_its_operator():
    assert steered().units["r2"].skill == 5
    assert steered(skill=2).units["r2"].skill == 3


@pytest.mark.rule("AS-SPC-090")
def test_a_control_system_steers_so_many():
    fight = steered(drones=3)
    end(fight, 2)
    assert [fight.units[name].shutdown for name in ("r2", "r3", "r4")] == [False, False, True]
    assert (fight.units["r3"].skill, fight.units["r4"].skill) == (5, 4)


@pytest.mark.rule("AS-SPC-089")
@pytest.mark.parametrize(
    ("jammer", "silent"),
    [((28, 22), True), ((10, 20), True), ((19, 21), True), ((60, 10), False)],
    ids=["drone", "controller", "line", "far"],
)
def test_jamming_silences_a_drone(jammer, silent):
    fight = steered(unit("b1", jammer, 180, **ECM))
    end(fight, 2)
    assert fight.units["r2"].shutdown is silent
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-SPC-089")
def test_it_starts_again_when_it_hears_again():
    fight = steered(unit("b1", (28, 22), 180, move='20"', **ECM))
    end(fight, 2)
    assert fight.units["r2"].shutdown
    while fight.state.phase != "movement" or fight.state.to_act != "blue":
        end(fight)
    move(fight, "b1", (46, 30))
    while fight.state.turn < 3:
        end(fight)
    assert not fight.units["r2"].shutdown


@pytest.mark.rule("AS-SPC-090")
@pytest.mark.rule("AS-SPC-089")
def test_without_its_controller_a_drone_stays_where_it_is():
    gone = steered(boss={"state": {"destroyed": True}})
    end(gone, 2)
    assert gone.units["r2"].shutdown
    down = steered(boss={"state": {"shutdown": True, "heat": 4}})
    down.units["r1"].heat_taken = 9
    end(down, 2)
    assert down.units["r2"].shutdown


# -- what robots are --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-592")
@pytest.mark.rule("AS-SPC-141")
@pytest.mark.rule("AS-SPC-143")
@pytest.mark.parametrize(
    ("codes", "rating", "skill"),
    [
        (["RBT"], 4, 5),
        (["RBT"], 2, 3),
        (["RBT"], 0, 3),
        (["SDCS"], 2, 2),
        (["SDCS"], 0, 2),
        (["SDCS"], 4, 4),
        ([], 0, 0),
    ],
)
def test_how_good_robots_are(codes, rating, skill):
    fight = field(unit("r1", (20, 10), skill=rating, **{**TANK, "specials": codes}), unit("b1", (20, 30)))
    assert show_unit(fight, fight.units["r1"])["skill"] == skill


@pytest.mark.rule("AS-OPT-590")
def test_drones_are_steered_and_robots_are_not():
    fight = field(
        unit("r1", (20, 10), **ROBOT),
        unit("r2", (30, 10), **{**TANK, "specials": ["DRO"]}),
        unit("b1", (20, 30)),
    )
    parties = show_state(fight)
    assert parties["to_act"] == "red"
    assert show_unit(fight, fight.units["r1"])["aggression"] == "aggressive"
    assert show_unit(fight, fight.units["r2"])["aggression"] is None


@pytest.mark.rule("AS-OPT-591")
def test_robots_roll_and_act_for_themselves():
    """Three rolls, the robots at -2; they act in the order of the rolls."""
    fight = field(
        unit("r1", (20, 10)),
        unit("b1", (20, 30), 180),
        unit("b2", (30, 30), 180, **ROBOT),
        phase="initiative",
        dice=(6, 6, 3, 3, 4, 5, *QUIET, *QUIET),
    )
    assert show_state(fight)["to_act"] == "blue"
    assert fight.dice.used == 6
    assert refusal(fight, orders.Move("b2", ((30, 28),))).code == "not_your_turn"
    move(fight, "b1", (20, 28))
    assert show_state(fight)["to_act"] == "blue/robots"
    assert [one.command.unit for one in offers(fight, "blue") if isinstance(one.command, orders.Move)] == ["b2"]
    move(fight, "b2", (30, 28))
    assert show_state(fight)["to_act"] == "red"
    move(fight, "r1", (20, 12))
    orderly = []
    while fight.state.phase == "combat":
        orderly.append(show_state(fight)["to_act"])
        end(fight)
    assert orderly == ["blue", "blue/robots", "red"]
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-OPT-591")
def test_four_rolls_where_both_have_robots_and_better_ones_roll_better():
    fight = field(
        unit("r1", (20, 10)),
        unit("r2", (30, 10), **{**TANK, "specials": ["SDCS"]}),
        unit("b1", (20, 30), 180),
        unit("b2", (30, 30), 180, **ROBOT),
        phase="initiative",
        dice=(6, 6, 3, 3, 1, 1, 5, 4, *QUIET),
    )
    rolled = [event for event in fight.journal.events if event.type == "robot_initiative"]
    assert [(one.side, one.modifier) for one in rolled] == [("red", -1), ("blue", -2)]
    assert show_state(fight)["to_act"] == "red/robots"


@pytest.mark.rule("AS-OPT-593")
def test_scripts_say_what_robots_are_told():
    card = {"type": "CV", "move": '8"t', "specials": ["RBT"]}
    report = run_script(script_from_data(script(["robotic_drones"], aggression="passive", card=card, post=[9, 20])))
    shown = report.to_data()["state"]["units"]["r1"]
    assert (shown["aggression"], shown["post"], shown["ecm_effect"]) == ("passive", [9, 20], None)
    with pytest.raises(InputError, match="which is off"):
        script_from_data(script([], aggression="passive"))
    with pytest.raises(InputError, match="friendly"):
        script_from_data(script(["robotic_drones"], aggression="friendly"))
    leashes = {mode: row.get("leash") for mode, row in MODES.of(rules).items()}
    assert leashes == {"aggressive": None, "defensive": 24, "passive": 6, "suicidal": None}


@pytest.mark.rule("AS-OPT-601")
@pytest.mark.rule("AS-OPT-602")
@pytest.mark.rule("AS-OPT-593")
@pytest.mark.parametrize(
    ("mode", "far", "rule"),
    [
        ("defensive", 24, None),
        ("defensive", 25, "AS-OPT-601"),
        ("passive", 6, None),
        ("passive", 7, "AS-OPT-602"),
        ("aggressive", 25, None),
        ("suicidal", 25, None),
    ],
)
def test_robots_on_a_leash(mode, far, rule):
    one = told(unit("r1", (20, 10), **{**ROBOT, "move": '30"t'}), mode)
    fight = field(one, unit("b1", (60, 40)))
    found = check_move(fight, orders.Move("r1", ((20 + far, 10),)))
    assert (found.reason.rule if found.reason else None) == rule


@pytest.mark.rule("AS-OPT-601")
def test_who_is_too_far_comes_back():
    one = told(unit("r1", (20, 10), **ROBOT), "defensive", (60, 10))
    fight = field(one, unit("b1", (60, 40)))
    assert check_move(fight, orders.Move("r1", ((26, 10),))).legal
    assert refusal(fight, orders.Move("r1", ((14, 10),))).rule == "AS-OPT-601"


@pytest.mark.rule("AS-OPT-602")
def test_passive_robots_wait_for_short_range():
    for far, rule in ((5, None), (9, "AS-OPT-602")):
        one = told(unit("r1", (20, 10), **ROBOT), "passive")
        fight = field(one, unit("b1", (20, 11.25 + far), 180), phase="combat")
        reason = preview_attack(fight, orders.Attack("r1", "b1")).reason
        assert (reason.rule if reason else None) == rule


@pytest.mark.rule("AS-OPT-600")
@pytest.mark.rule("AS-OPT-603")
@pytest.mark.parametrize(
    ("mode", "goes"), [("aggressive", True), ("defensive", True), ("passive", True), ("suicidal", False)]
)
def test_crippled_robots_go_home(mode, goes):
    state = {"armor": 0, "structure": 2}
    one = told(unit("r1", (20, 10), state=state, **ROBOT), mode)
    fight = field(one, unit("r2", (40, 10)), unit("b1", (60, 40)), phase="combat", dice=QUIET * 4)
    end(fight, 3)
    assert fight.units["r1"].withdrawing is goes
    crewed = field(unit("r1", (20, 10), state=state), unit("b1", (60, 40)), phase="combat", dice=QUIET * 4)
    end(crewed, 2)
    assert not crewed.units["r1"].withdrawing


@pytest.mark.rule("AS-OPT-603")
def test_suicidal_robots_ignore_forced_withdrawal():
    one = told(unit("r1", (20, 10), state={"armor": 0, "structure": 2}, **ROBOT), "suicidal")
    fight = field(one, unit("b1", (60, 40)), phase="combat", dice=QUIET * 4, options=("forced_withdrawal",))
    end(fight, 2)
    assert not fight.units["r1"].withdrawing


@pytest.mark.rule("AS-OPT-594")
def test_robots_in_the_air():
    def plane(mode: str, **more: Any) -> Battle:
        one = told(fighter("r1", (36, 0), specials=["RBT"]), mode, (4, 4))
        return field(one, fighter("b1", (36, 48), 180), options=("aerospace",), phase="air_movement", **more)

    away = orders.Move("r1", ((36, 0),), "fly", facing=60)
    assert refusal(plane("defensive"), away).rule == "AS-OPT-594"
    assert check_move(plane("aggressive"), away).legal
    one = told(fighter("r1", (36, 0), specials=["RBT"]), "passive")
    fight = field(one, fighter("b1", (36, 48), 180), options=("aerospace",), phase="combat")
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-594"


# -- jamming ----------------------------------------------------------------------------------------------------


def jammed(die: int, *dice: int, friend: bool = False) -> Battle:
    """r1, a robot, begins the turn in a hostile field."""
    others = [unit("r2", (23, 20))] if friend else []
    return field(
        unit("r1", (20, 20), **{**ROBOT, "move": '6"t'}),
        *others,
        unit("b1", (20, 27), 180, **ECM),
        first="red",
        dice=(die, *dice, *QUIET * 4),
    )


@pytest.mark.rule("AS-OPT-595")
@pytest.mark.parametrize(("die", "effect"), [(1, "blinded"), (4, "blinded"), (5, "dazed"), (6, "berserk")])
def test_jamming_rolls_once_a_turn(die, effect):
    fight = jammed(die, 1)
    assert show_unit(fight, fight.units["r1"])["ecm_effect"] == effect
    clear = field(unit("r1", (20, 10), **ROBOT), unit("b1", (20, 40), **ECM), dice=())
    assert show_unit(clear, clear.units["r1"])["ecm_effect"] is None


@pytest.mark.rule("AS-OPT-595")
def test_the_blinded_go_home():
    fight = jammed(2)
    assert refusal(fight, orders.Move("r1", ((20, 24),))).rule == "AS-OPT-595"
    move(fight, "r1", (20, 14))


@pytest.mark.rule("AS-OPT-595")
def test_the_dazed_stray_and_attack_nobody():
    fight = jammed(5, 2)
    assert refusal(fight, orders.Move("r1", ((25, 20),))).rule == "AS-OPT-595"
    east = fight.table.snap(fight.table.beyond((20, 20), 60, 4))
    move(fight, "r1", east)
    fight.do(orders.EndPhase())
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-595"


@pytest.mark.rule("AS-OPT-595")
def test_the_least_the_dazed_do_is_to_stray_all_the_way():
    """Two on the dial is 60 degrees, and they go as far that way as they can."""
    fight = jammed(5, 2)
    fight.do(least_move(fight, fight.units["r1"]))
    strayed = fight.units["r1"]
    assert strayed.at == pytest.approx(fight.table.beyond((20, 20), 60, 6), abs=1e-3)
    assert strayed.facing == 60


@pytest.mark.rule("AS-OPT-595")
def test_nobody_keeps_the_dazed_where_they_are():
    fight = jammed(5, 2)
    while fight.state.to_act != "red":
        end(fight)
    assert refusal(fight, orders.Pass("r1")).rule == "AS-OPT-595"
    assert least_move(fight, fight.units["r1"]) in [one.command for one in offers(fight, "red", "r1")]


@pytest.mark.rule("AS-OPT-595")
def test_the_berserk_go_for_whoever_is_nearest():
    fight = jammed(6, friend=True)
    while fight.state.party != "red/robots":
        end(fight)
    assert refusal(fight, orders.Move("r1", ((16, 20),))).rule == "AS-OPT-595"
    move(fight, "r1", (21, 20))
    while fight.state.phase != "combat" or fight.state.party != "red/robots":
        end(fight)
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-595"
    assert preview_attack(fight, orders.Attack("r1", "r2")).legal
    assert any(
        one.command.target == "r2" for one in offers(fight, "red", "r1") if isinstance(one.command, orders.Attack)
    )


# -- what they do not have --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-596")
@pytest.mark.parametrize("code", ["RBT", "SDCS", "DRO"])
def test_machines_have_no_headquarters_and_no_pilots(code):
    options = ("optional_abilities", "ecm_eccm")
    one = unit("r1", (20, 10), **{**TANK, "specials": [code, "MHQ7", "ECM"]})
    fight = field(replace(one, abilities=("Marksman",)), unit("b1", (20, 30)), options=options, phase="combat")
    assert not works(fight, fight.units["r1"], "MHQ")
    assert works(fight, fight.units["r1"], "ECM")
    aimed = replace(one, abilities=("Sandblaster",))
    plain, skilled = (
        preview_attack(field(each, unit("b1", (20, 30)), phase="combat"), orders.Attack("r1", "b1"))
        for each in (one, aimed)
    )
    assert plain.damage == skilled.damage


@pytest.mark.rule("AS-OPT-597")
@pytest.mark.parametrize("code", ["RBT", "SDCS", "DRO"])
def test_machines_fear_nothing(code):
    one = unit("b1", (20, 16), **{**TANK, "specials": [code]})
    fight = field(
        replace(unit("r1", (20, 10), **TANK), abilities=("Demoralizer",)), one, options=("morale",), phase="combat"
    )
    assert measure_morale(fight, "b1")["target_number"] is None
    assert measure_morale(fight, "r1")["target_number"] is not None


# -- what a player reads ----------------------------------------------------------------------------------------


def remarks(fight: Battle, name: str) -> list[str]:
    return [said for hook in fight.hooks[hooks.remarks] if (said := hook(fight, fight.units[name])) is not None]


@pytest.mark.rule("AS-OPT-593")
def test_a_robot_tells_what_it_was_told():
    fight = field(told(unit("r1", (20, 10), **ROBOT), "passive"), unit("r2", (30, 10)), unit("b9", (60, 40)))
    assert remarks(fight, "r2") == []
    assert remarks(fight, "r1") == [
        "it is passive and keeps within 6 inches of its post; it moves and attacks in the turn of the robots"
    ]


@pytest.mark.rule("AS-SPC-089")
def test_a_drone_tells_whom_it_obeys():
    fight = steered(drones=2, desks=1)
    assert remarks(fight, "r1") == []
    assert remarks(fight, "r2") == ["it is steered by r1"]
    assert remarks(fight, "r3") == ["nobody steers it: it shuts down in the End Phase"]
    jammed = steered(unit("b1", (28, 22), 180, **ECM))
    assert "does not hear" in remarks(jammed, "r2")[0]
