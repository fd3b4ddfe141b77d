"""Bots and scenarios: each is played to its end, and who minds the objective gets what it is about."""

from dataclasses import replace

import pytest

from lancemate import bots
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.scenarios.arranging import give_roles
from lancemate.alphastrike.scenarios.events import ObjectiveChanged
from lancemate.alphastrike.scenarios.files import TYPES, find
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.notes import objective_notes, score_of
from lancemate.alphastrike.turn.deployment import in_deployment_zone
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.judging import DEFAULT
from lancemate.bots.alphastrike.tactics.moves import next_unit, options
from lancemate.bots.alphastrike.tactics.objectives import errands, stakes
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from lancemate.bots.player import Player
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice
from lancemate.muster.battlefields import generated, home_edges
from lancemate.muster.force import musters
from lancemate.muster.naming import force_named
from lancemate.server.alphastrike.quickstart import Quick, even_pairs, quick_setup
from rules.scenes import FIGHT, FLAG, HILL, LINE, RECON, scene
from rules.table import unit

NAMES = ("red", "blue")
PAIR = "WVR-6R Wolverine, LCT-1V Locust"
HOUSES = [{"kind": "building", "height": 2, "type": "light", "rect": [14, 26, 3, 3]}]
HOUSES += [{"kind": "building", "height": 2, "type": "light", "rect": [20, 20, 3, 3]}]


def opened(name: str, *variations: str, force: str = PAIR, seed: int = 3, **changes: object) -> Battle:
    """A small battle of a scenario, before anybody is placed."""
    plan = give_roles(find(name).build(variations, changes), "red", NAMES)  # type: ignore[arg-type]
    sides = home_edges(36.0, 48.0, NAMES)
    units = [muster for side in NAMES for muster in musters(force_named(force), side)]
    table, plan = generated(plan, "plain", seed, sides, units)
    setup = Setup(table, sides, tuple(units), options=check_options(plan.options), phase="deployment", scenario=plan)
    return Battle(setup, seed)


def players(red: str = "tactical", blue: str = "tactical") -> dict[str, Player]:
    return {"red": bots.make(red, seed=1), "blue": bots.make(blue, seed=2)}


def choice(fight: Battle, side: str = "red", **more: bool) -> commands.Command:
    view = View(fight, side)
    return TacticalPlayer(1, **more).choose(view, view.decision)


# -- to the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TYPES)
def test_every_scenario_is_played_to_its_end(name: str) -> None:
    changes = {"turns": 12} if name in (LINE, RECON) else {}
    fight = opened(name, **changes)
    report = bots.play(fight, players(), turns=40)
    assert fight.outcome is not None
    assert not report.faults


@pytest.mark.parametrize(
    ("name", "variation"),
    [
        (FIGHT, "crush-the-head"),
        (FIGHT, "secret-commanders"),
        (FLAG, "only-one-flag"),
        (FLAG, "many-flags"),
        (FLAG, "extraction"),
        (HILL, "domination"),
        (HILL, "hold-them-off"),
        (LINE, "chase"),
        (LINE, "timed"),
        (RECON, "interference"),
        (RECON, "hide-and-seek"),
        (RECON, "easter-egg-hunt"),
    ],
)
def test_bots_play_every_variation(name: str, variation: str) -> None:
    fight = opened(name, variation)
    report = bots.play(fight, players(), turns=3)
    assert not report.faults
    assert fight.state.turn > 3 or fight.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("seed", range(6))
def test_many_battles_of_every_scenario(name: str, seed: int) -> None:
    changes = {"turns": 15} if name in (LINE, RECON) else {}
    fight = opened(name, force=f"{PAIR}, RFL-3N Rifleman, SHD-2H Shadow Hawk", seed=seed, **changes)
    report = bots.play(fight, players(), turns=60)
    assert fight.outcome is not None
    assert not report.faults


# -- eyes and blindness ---------------------------------------------------------------------------------------


def test_the_one_who_sees_holds_the_hill() -> None:
    fight = opened(HILL)
    bots.play(fight, players("tactical", "blind"), turns=12)
    assert score_of(fight, "red") > score_of(fight, "blue")
    assert fight.outcome is not None
    assert fight.outcome.winner == "red"


def test_the_one_who_sees_breaks_through() -> None:
    fight = opened(LINE, turns=12)
    bots.play(fight, players("tactical", "blind"), turns=12)
    assert any(one.place == "exited" or one.exited for one in fight.units.values() if one.side == "red")
    assert fight.outcome is not None
    assert fight.outcome.winner == "red"


def test_a_bot_can_be_made_blind() -> None:
    fight = scene(unit("r1", (18, 20)), unit("b1", (18, 45), 180), use=HILL, phase="movement")
    seeing, blind = choice(fight), choice(fight, objectives=False)
    assert isinstance(seeing, commands.Move)
    fight.do(seeing)
    assert "red" in str(objective_notes(fight, "marker").get("touched"))
    assert seeing != blind


# -- one thing at a time --------------------------------------------------------------------------------------


def test_a_flag_in_reach_is_taken_and_carried_home() -> None:
    fight = scene(unit("r1", (18, 37)), unit("b1", (2, 14), 180), use=FLAG, phase="movement")
    fight.do(choice(fight))
    while fight.state.phase == "movement":
        fight.do(View(fight, str(fight.state.to_act)).rest())
    while fight.state.to_act != "red":
        fight.do(commands.EndPhase())
    assert choice(fight) == commands.Act("r1", "take", "blue-flag")


def carried(y: float) -> Battle:
    """Red's r1 has the enemy's flag, so far from its own edge; r2 is faster."""
    units = unit("r1", (18, y), move='8"'), unit("r2", (26, 20), move='10"'), unit("b1", (18, 46), 180.0)
    fight = scene(*units, use=FLAG, phase="movement")
    changes: dict[str, JSON] = {"carrier": "r1", "moved": True, "captured": ["red"], "delivered": None}
    fight.emit(ObjectiveChanged("blue-flag", changes, "", "AS-SCN-030"))
    return fight


def test_a_flag_is_carried_into_the_zone_and_not_only_up_to_it() -> None:
    fight = carried(13.5)
    view = View(fight, "red")
    (move, *_) = options(view.battle, view.battle.units["r1"], FireTable(), DEFAULT)
    x, y = move.command.path[-1]
    assert in_deployment_zone(fight, "red", x, y, fight.units["r1"].radius)


def test_who_carries_a_flag_moves_last() -> None:
    fight = carried(30.0)
    waiting = [fight.units["r1"], fight.units["r2"]]
    assert next_unit(fight, waiting, DEFAULT).id == "r2"
    assert next_unit(fight, waiting, replace(DEFAULT, purpose=0.0)).id == "r1"


def test_the_one_who_is_back_first_fetches_the_flag() -> None:
    """A slow unit is nearer, and would be on the way back for ever."""
    units = unit("r1", (18, 36), move='4"'), unit("r2", (18, 26), move='16"'), unit("b1", (2, 2), 180.0)
    sent = errands(scene(*units, use=FLAG, phase="movement"), "red")
    assert sent["r2"].touch > 0.0
    assert not sent["r1"].touch


def test_the_nearer_a_flag_is_to_its_zone_the_more_it_is_worth_picking_up() -> None:
    worth = []
    for y in (36.0, 14.0):
        fight = scene(unit("r1", (18, 24)), unit("b1", (18, 46), 180.0), use=FLAG, phase="movement")
        fight.emit(ObjectiveChanged("blue-flag", {"at": [18.0, y], "moved": True}, "", "AS-SCN-030"))
        sent = errands(fight, "red")["r1"]
        worth.append((sent.urge, sent.touch))
    assert worth[0] < worth[1]


def test_the_carrier_goes_home() -> None:
    fight = scene(unit("r1", (18, 41.4)), unit("b1", (2, 30), 180), use=FLAG, phase="combat")
    fight.do(commands.Act("r1", "take", "blue-flag"))
    fight.do(commands.EndPhase())
    fight.do(commands.EndPhase())
    errand = errands(fight, "red")["r1"]
    assert (errand.goal.what, errand.goal.target) == ("deliver", "blue-flag")
    assert stakes(fight, "blue") == {"r1": 2.5}


def rescued(y: float) -> Battle:
    """Red's r1 has taken its own flag back, so far from its own edge."""
    fight = scene(unit("r1", (18, y)), unit("b1", (2, 46), 180.0), use=FLAG, phase="movement")
    fight.emit(ObjectiveChanged("red-flag", {"carrier": "r1", "moved": True}, "", "AS-SCN-030"))
    return fight


def test_who_has_taken_its_own_flag_back_brings_it_to_its_zone() -> None:
    fight = rescued(14.0)
    assert (errands(fight, "red")["r1"].goal.what, errands(fight, "red")["r1"].goal.target) == ("deliver", "red-flag")
    fight.do(choice(fight))
    one = fight.units["r1"]
    assert in_deployment_zone(fight, "red", one.x, one.y, one.radius)


def test_there_it_puts_the_flag_down_and_fights_on() -> None:
    fight = rescued(7.0)
    assert choice(fight) == commands.Act("r1", "drop", "red-flag")
    assert choice(fight, objectives=False) != commands.Act("r1", "drop", "red-flag")
    fight.do(choice(fight))
    sent = errands(fight, "red")["r1"].goal
    assert (sent.what, sent.target) == ("take", "blue-flag")
    assert [goal.what for goal in objectives(fight, "red") if goal.target == "red-flag"] == ["guard"]
    assert isinstance(choice(fight), commands.Move)


def test_buildings_are_scanned() -> None:
    places = unit("r1", (18, 22)), unit("b1", (15.5, 38), 180)
    fight = scene(*places, use=RECON, terrain=HOUSES, secrets={"blue": ("building2",)}, phase="movement")
    fight.do(choice(fight))
    while fight.state.phase == "movement":
        fight.do(View(fight, str(fight.state.to_act)).rest())
    while fight.state.to_act != "red":
        fight.do(commands.EndPhase())
    found = choice(fight)
    assert isinstance(found, commands.Act)
    assert found.do == "scan"


def test_whoever_can_leave_by_the_far_edge_does() -> None:
    fight = scene(unit("r1", (30, 42)), unit("b1", (18, 24), 180), use=LINE, phase="movement")
    fight.do(choice(fight))
    assert not fight.units["r1"].on_table
    assert score_of(fight, "red") == 100


def test_errands_go_to_whoever_is_soonest_there() -> None:
    fight = scene(
        unit("r1", (18, 10)),
        unit("r2", (30, 9)),
        unit("r3", (4, 9)),
        unit("b1", (18, 40), 180),
        use=HILL,
        phase="movement",
    )
    given = errands(fight, "red")
    assert sorted(name for name, errand in given.items() if errand.touch) == ["r1", "r2"]
    assert all(errand.goal.what == "hold" for errand in given.values())


def test_a_commander_is_the_one_who_takes_most_and_is_hunted() -> None:
    fight = opened(FIGHT, "crush-the-head")
    while fight.state.decision is not None:
        fight.do(choice(fight, fight.state.decision.side))
    assert objective_notes(fight, "commander:red").get("unit") == "r1"
    bots.play(fight, players(), turns=1)
    assert stakes(fight, "red") == {"b1": 2.5}


def test_recruits_fight_over_what_a_skirmish_is_about_and_it_ends_by_turn_ten():
    _, setup = quick_setup(Quick(theme="plain", forces=even_pairs()[0], map_seed=0, scenario="skirmish"))
    fight = Battle(setup, SeededDice(0))
    report = bots.play(fight, {side: bots.make("recruit", seed=1) for side in fight.sides}, turns=12)
    assert report.faults == []
    assert report.outcome is not None
    assert report.turns <= 10
    gone = [unit for unit in fight.units.values() if unit.destroyed]
    assert gone
