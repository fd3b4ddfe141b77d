"""The players of BattleTroops: legal, blind to secrets, and the tactical one fights as a soldier would."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.battletroops.field import battle, man
from typer.testing import CliRunner

from lancemate import bots
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scenarios.race import message_sent
from lancemate.battletroops.scenarios.reaching import reached
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.bots.battletroops.tactics.arcs import best_arcs
from lancemate.bots.battletroops.tactics.errands import Errand, Walks, errand_of
from lancemate.bots.battletroops.tactics.odds import between, sights
from lancemate.bots.battletroops.tactics.player import TacticalPlayer
from lancemate.bots.battletroops.view import View
from lancemate.cli.lab import app
from lancemate.field.lattice import Dot, distance
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import InputError
from lancemate.lab.battletroops.contests import Contest, entry, play, setup_of

GAME = "battletroops"
PLACES = [(4, 2, 0, False), (6, 8, 0, False), (6, 8, 1, False), (5, 8, 1, True), (4, 14, 0, False), (8, 3, 0, True)]
SHOP = {"id": "shop", "kind": "building", "height": 2, "rect": [3.75, 5.5, 6, 5], "doors": [[6.25, 5.5, 7.25, 5.5]]}


def tactical(fought: Battle, side: str) -> orders.Command:
    view = View(fought, side)
    command: orders.Command = TacticalPlayer(1).choose(view, view.decision)
    return command


def test_whoever_sees_an_enemy_watches_him() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 8))])
    command = tactical(fought, "red")
    assert isinstance(command, orders.Move)
    assert command.arc is not None
    assert command.arc.towards == (4.0, 8.0)


def test_nobody_runs_across_an_arc_that_is_watched_by_an_automatic_weapon() -> None:
    blue = man("b1", (10, 10), "Blazer", arc=(6, (10, 4)))
    fought = battle([man("r1", (10, 2))], [blue])
    command = tactical(fought, "red")
    assert isinstance(command, orders.Move)
    assert len([part for part in command.path if not isinstance(part, str)]) <= 1


def test_a_grenade_is_made_ready_for_a_crowd_and_thrown() -> None:
    crowd = [man("b1", (4, 6)), man("b2", (5, 6)), man("b3", (4, 5), prone=True)]
    fought = battle([man("r1", (4, 2))], crowd)
    assert tactical(fought, "red") == orders.Act("r1", "prepare", "Hand Grenade")
    fought.do(orders.Act("r1", "prepare", "Hand Grenade"))
    thrown = tactical(fought, "red")
    assert isinstance(thrown, orders.Attack)
    assert thrown.kind == "throw"


def test_a_weapon_is_taken_up_again() -> None:
    fought = battle([man("r1", (4, 2), prepared="Hand Grenade")], [man("b1", (4, 14))])
    assert tactical(fought, "red") == orders.Act("r1", "prepare", "Rifle")


def test_bursts_are_fired_at_every_chance_and_single_shots_are_saved() -> None:
    blue = [man("b1", (10, 14), "Pistol", arc=(6, (10, 2))), man("b2", (11, 10), "SMG", arc=(6, (10, 2)))]
    fought = battle([man("r1", (10, 2), prone=True)], blue)
    fought.do(orders.Move("r1", ((9.5, 1.0),)))
    answer = tactical(fought, "blue")
    assert answer == orders.Decide("blue", ("b2",))


def test_other_questions_are_answered_too() -> None:
    fought = battle([man("r1", (10, 2))], [man("b1", (10, 14))])
    fought.state.decision = Decision("red", "roll", "What now?", ("this", "that"), "BT-SEQ-004")
    assert tactical(fought, "red") == orders.Decide("red", "this")


def test_hidden_men_are_not_seen() -> None:
    """Two worlds that differ in a hidden man only: the bot does the same in both."""
    red = [man("r1", (4, 2)), man("r2", (6, 2))]
    seen = [man("b1", (12, 14))]
    hidden = [*seen, man("b2", (6, 8), hidden=6)]
    one = battle(red, seen, terrain=[SHOP], options=["hidden_units"])
    other = battle(red, hidden, terrain=[SHOP], options=["hidden_units"])
    assert tactical(one, "red") == tactical(other, "red")
    assert View(other, "red").enemies == View(one, "red").enemies
    assert [unit.id for unit in View(other, "blue").units] == ["b1", "b2"]


# -- what scenarios want ----------------------------------------------------------------------------------------------


def in_scenario(kind: object, one: object, other: object, *, names: tuple[str, str], **more: object) -> Battle:
    first, second = names
    sides = [{"name": first, "home": "north", "units": one}, {"name": second, "home": "south", "units": other}]
    start = {"turn": 2, "phase": "movement", "first": first}
    data = {"game": GAME, "scenario": kind, "map": {"width": 22, "depth": 20}, "sides": sides, "start": start, **more}
    return Battle(setup_from_data(data), 3)


def test_side_show_is_won_by_going_there_and_back() -> None:
    fought = in_scenario("side-show", [man("d1", (4, 6))], [man("l1", (20, 19.0))], names=("davion", "liao"))
    player = TacticalPlayer(1)
    for _ in range(40):
        if fought.units["d1"].exited:
            break
        side = str(fought.state.decision.side if fought.state.decision else fought.state.to_act)
        view = View(fought, side)
        fought.do(player.choose(view, view.decision) if side == "davion" else view.rest())
    assert show_state(fought)["notes"] == {"returned": {"davion": 1}}


HALL = {
    **{"id": "compound", "kind": "building", "height": 2, "type": "hardened", "rect": [3.75, 3.5, 6, 6]},
    **{"doors": [[9.75, 5.6, 9.75, 6.4]], "stairways": [[8, 6]]},
}
PLAN = {"kind": "race-against-time", "sender": "d1", "control": {"at": [5, 6], "elevation": 1}, "building": "compound"}


def race(*dragoons: object) -> Battle:
    names = ("dragoons", "kurita")
    return in_scenario(PLAN, list(dragoons), [man("k1", (18, 2))], names=names, terrain=[HALL])


def test_the_technician_goes_to_the_controls_and_sends() -> None:
    assert tactical(race(man("d1", (5, 6), elevation=1)), "dragoons") == orders.Act("d1", "send")
    command = tactical(race(man("d1", (8, 6))), "dragoons")  # at the foot of the stairs
    assert isinstance(command, orders.Move)
    assert command.path[0] == "up"


def test_the_guards_go_for_the_controls_and_the_defenders_leave_when_it_is_sent() -> None:
    fought = race(man("d1", (5, 6), elevation=1), man("d2", (9, 6)))
    walks = Walks()
    control, edges = errand_of(fought, fought.units["k1"], walks), None
    assert control == Errand(frozenset({((5.0, 6.0), 1)}))
    assert errand_of(fought, fought.units["d2"], walks) is None
    message_sent.note(fought, None, True)
    edges = errand_of(fought, fought.units["d2"], walks)
    assert edges is not None
    assert edges.leaves
    assert ((0.0, 0.0), 0) in edges.to
    assert errand_of(fought, fought.units["k1"], walks) == control  # they search the house
    assert walks.to(fought, edges)(((5.0, 6.0), 1, False)) == 8  # as the crow flies: the map is large
    for _ in range(10):
        rest = walks.to(fought, edges)
    assert rest(((9.0, 6.0), 0, False)) < rest(((5.0, 6.0), 1, False)) < 99


def test_a_gunner_carries_his_weapon_to_where_it_is_of_use() -> None:
    wall = {"id": "wall", "kind": "wall", "line": [0.25, 5.5, 21.25, 5.5]}
    options = ["support_weapons"]
    fought = battle([man("r1", (4, 2), "Light MG")], [man("b1", (4, 12))], terrain=[wall], options=options)
    assert tactical(fought, "red") == orders.Act("r1", "break_down", "r1")
    carried = man("r1", (4, 2), "Light MG", set_up=False)
    fought = battle([carried], [man("b1", (4, 12))], terrain=[wall], options=options)
    assert isinstance(tactical(fought, "red"), (orders.Move, orders.Pass))
    fought = battle([carried], [man("b1", (4, 12))], options=options)
    assert tactical(fought, "red") == orders.Act("r1", "set_up", "r1")


def test_a_gunner_whose_crew_is_dead_leaves_his_weapon_for_another() -> None:
    """It points at nobody, and he alone cannot point it anew."""
    red = [man("r1", (4, 2), "Heavy MG", secondary="Pistol")]
    fought = battle(red, [man("b1", (4, 14))], options=["support_weapons", "secondary_weapons", "exchange"])
    fought.units["r1"].notes = {"support_bearing": 180.0}
    first = tactical(fought, "red")
    assert first == orders.Act("r1", "drop", "Heavy MG")
    fought.do(first)
    assert tactical(fought, "red") == orders.Act("r1", "prepare", "Pistol")


def test_whoever_has_little_time_hurries_and_whoever_has_none_stays_to_fight() -> None:
    fought = in_scenario("side-show", [man("d1", (5, 19))], [man("l1", (5, 0))], names=("davion", "liao"))
    walks, davion = Walks(), fought.units["d1"]
    fought.state.turn = 1
    calm = errand_of(fought, davion, walks)
    fought.state.turn = 11
    late = errand_of(fought, davion, walks)
    assert calm is not None
    assert late is not None
    assert calm.weight < late.weight
    assert not calm.leaves
    fought.state.turn = 14
    assert errand_of(fought, davion, walks) is None
    reached.note(fought, davion, True)
    home = errand_of(fought, davion, walks)
    assert home is not None
    assert home.leaves


def test_hidden_men_wait_and_a_mech_searches_the_houses() -> None:
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [18, 16], "facing": 210}
    house = {**HALL, "type": "medium"}
    men = [man("k1", (5, 6), hidden=3)]
    fought = in_scenario("dragon-hunting", men, [hawk], names=("kurita", "dragoons"), terrain=[house])
    assert tactical(fought, "kurita") == orders.EndPhase()
    fought.do(orders.EndPhase())
    assert View(fought, "dragoons").enemies == []
    command = tactical(fought, "dragoons")
    assert isinstance(command, orders.Move)
    assert command.path


def test_a_hidden_man_who_has_nothing_to_do_stays_hidden() -> None:
    """Late in the battle too, when he would come out for anything better."""
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [18, 16], "facing": 210}
    names, start = ("kurita", "dragoons"), {"turn": 30, "phase": "movement", "first": "kurita"}
    men = [man("k1", (5, 6), hidden=3)]
    house = {**HALL, "type": "medium", "doors": []}
    fought = in_scenario("dragon-hunting", men, [hawk], names=names, start=start, terrain=[house])
    fought.do(tactical(fought, "kurita"))  # a refusal would be raised


def test_men_with_charges_go_for_the_legs_of_a_mech() -> None:
    """From hiding too, and once under it they plant."""
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [10, 10], "facing": 90}
    names, start = ("kurita", "dragoons"), {"turn": 2, "phase": "movement", "first": "kurita"}
    carrier = {**man("k1", (7, 10)), "soldier": {"primary": "SMG", "secondary": "Satchel Charge"}}
    fought = in_scenario("dragon-hunting", [carrier], [hawk], names=names, start=start)
    command = tactical(fought, "kurita")
    assert isinstance(command, orders.Move)
    assert command.path[-1] == (10.0, 10.0)
    under = in_scenario("dragon-hunting", [{**carrier, "at": [10, 10]}], [hawk], names=names, start=start)
    planting = tactical(under, "kurita")
    assert isinstance(planting, orders.Attack)
    assert planting.kind == "plant"


def test_gunners_fire_at_the_head_of_a_mech() -> None:
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [10, 10], "facing": 90}
    names, start = ("kurita", "dragoons"), {"turn": 2, "phase": "movement", "first": "dragoons"}
    gunner = man("k1", (10, 18), "Light MG", arc=(4, (10, 10)))
    fought = in_scenario("dragon-hunting", [gunner], [hawk], names=names, start=start)
    fought.do(orders.Move("m1", ((11.0, 10.0),)))
    assert tactical(fought, "kurita") == orders.Decide("kurita", (orders.FireOrder("k1", table="punch"),))


def test_a_mech_treads_on_whom_its_guns_cannot_reach() -> None:
    """He is inside its template; once it stands on him and he lives, it steps off for another try."""
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [10, 10], "facing": 90}
    for at, dots in (((11, 10), {(11.0, 10.0)}), ((9, 10), {(9.0, 10.0)}), ((10, 10), {(11.0, 10.0)})):
        names = ("kurita", "dragoons")
        start = {"turn": 2, "phase": "movement", "first": "dragoons"}
        fought = in_scenario("dragon-hunting", [man("k1", at)], [hawk], names=names, start=start)
        command = tactical(fought, "dragoons")
        assert isinstance(command, orders.Move)
        assert set(command.path) == dots


def test_the_least_is_always_allowed() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 8), arc=(6, (4, 2)))])
    fought.do(View(fought, "red").rest())
    assert View(fought, "blue").rest() == orders.Decide("blue", "hold")
    assert not View(fought, "red").allows(orders.Decide("blue", "hold"))
    assert not View(fought, "blue").allows(orders.EndPhase())


@pytest.mark.parametrize("name", bots.names(GAME))
def test_every_bot_plays_without_a_fault(name: str) -> None:
    contest = Contest(entry("mixed", name), entry("rifles", name), turns=3)
    result = play(contest, 0)
    assert result.faults == ()
    assert result.decisions > 5


def test_tactical_beats_random() -> None:
    contest = Contest(entry("mixed", "tactical"), entry("mixed", "random"), turns=12)
    results = [play(contest, number) for number in range(4)]
    assert [one.winner for one in results] == ["red"] * 4


def test_neighbours_share_the_ground_and_exchange_the_edges() -> None:
    contest = Contest(entry("rifles"), entry("lasers"))
    one, other, third = (setup_of(contest, number) for number in (0, 1, 2))
    assert one.map == other.map != third.map
    assert [side.home for side in one.sides] == [side.home for side in other.sides][::-1]
    assert play(contest, 1) == play(contest, 1)


def test_what_is_no_squad_is_told() -> None:
    with pytest.raises(InputError, match="is no squad"):
        entry("rifels")
    with pytest.raises(InputError, match="there is no bot"):
        entry("rifles", "tacticle")
    with pytest.raises(InputError, match="too many"):
        entry(",".join(["Rifle"] * 21))


def test_a_duel_on_the_command_line(tmp_path: Path) -> None:
    words = ["duel", "--game", GAME, "--red", "rifles", "--blue", "Rifle,SMG", "--bots", "random,random", "--no-plots"]
    result = CliRunner().invoke(app, [*words, "--battles", "2", "--jobs", "1", "--turns", "2", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "2 battles" in result.output
    assert "dots" in result.output
    assert (tmp_path / "battles.jsonl").exists()


def test_a_scenario_is_fought_many_times(tmp_path: Path) -> None:
    words = ["duel", "--game", GAME, "--scenario", "dragon-hunting", "--bots", "random,random", "--no-plots"]
    sides = ["--red", "dragoons", "--blue", "kurita"]
    some = ["--battles", "2", "--jobs", "1", "--turns", "1", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, [*words, *sides, *some])
    assert result.exit_code == 0, result.output
    assert "of Dragon Hunting" in result.output
    first, second = (tmp_path / "battles.jsonl").read_text().splitlines()[-2:]
    assert '"brought":{"red":1,"blue":14}' in first.replace(" ", "")
    assert first != second


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (["--scenario", "dragon-huntin", "--red", "kurita", "--blue", "dragoons"], "did you mean dragon-hunting"),
        (["--scenario", "dragon-hunting", "--red", "rifles", "--blue", "dragoons"], "are kurita and dragoons"),
    ],
)
def test_a_scenario_of_others_is_told(given: list[str], text: str) -> None:
    result = CliRunner().invoke(app, ["duel", "--game", GAME, *given])
    assert text in str(result.exception)


def test_many_lines_at_once_are_those_of_single_pairs() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 14))], terrain=[{**SHOP, "stairways": [[6, 8]]}])
    spots = [((x + 0.5 * (y % 2), float(y)), level, lies) for x, y, level, lies in PLACES]
    found = between(fought, spots, spots)
    pairs = [(a, b) for a in spots for b in spots]
    assert found.reshape(-1, 2).tolist() == sights(fought, pairs).tolist()
    assert 0 < np.count_nonzero(found[:, :, 0]) < len(pairs)


@pytest.mark.parametrize("bursts", [False, True])
def test_the_best_arc_has_most_in_it(bursts: bool) -> None:
    here = ((4.0, 4.0), 0, False)
    aims = [(4.0, 10.0), (5.0, 10.0), (12.0, 4.0), (4.0, 4.0)]
    worth = np.array([[2.0, 1.0, 2.5, 9.0]])
    ((narrow, round_about),) = best_arcs([here], aims, worth, {2: 30.0, 6: 360.0}, bursts=bursts)
    assert (narrow.size, aims[narrow.aim]) == (2, (4.0, 10.0) if bursts else (12.0, 4.0))
    assert narrow.gain == pytest.approx(1.6 * 3.0 + 0.04 if bursts else 2.5 + 0.04)
    assert round_about.gain == pytest.approx(1.6 * 5.5 + 0.12 if bursts else 2.5 + 0.35 * 3.0 + 0.12)


LIMBS = {"left_torso": 11, "right_torso": 11, "left_arm": 7, "right_arm": 7, "left_leg": 11, "right_leg": 11}
ONE_POINT = {"armor": {"head": 0}, "structure": {"head": 1, "centre_torso": 14, **LIMBS}}


@pytest.mark.parametrize(
    ("hurt", "goes"), [({"pilot_hits": 5}, True), (ONE_POINT, True), ({"pilot_hits": 4, "armor": {"head": 0}}, False)]
)
def test_a_mech_that_the_next_hit_may_end_goes_off_the_map(hurt: dict[str, object], goes: bool) -> None:
    """It breaks off, by the streets, though an enemy stands in its sight; while it may still win it fights on."""
    hawk = {"id": "m1", "mech": "Phoenix Hawk", "at": [19, 12], "facing": 90}
    names = ("kurita", "dragoons")
    start = {"turn": 2, "phase": "movement", "first": "dragoons"}
    for state, leaves in (({}, False), (hurt, goes)):
        fought = in_scenario("dragon-hunting", [man("k1", (4, 12))], [hawk], names=names, start=start)
        one = fought.units["m1"]
        assert one.machine is not None
        one.machine = replace(one.machine, **state)
        for _ in range(8):
            if not one.on_map or fought.state.to_act != "dragoons":
                break
            fought.do(tactical(fought, "dragoons"))
            one = fought.units["m1"]
        assert one.exited is leaves
        while fought.outcome is None and fought.state.turn == 2:
            side = str(fought.state.decision.side if fought.state.decision else fought.state.to_act)
            fought.do(View(fought, side).rest())
        assert (fought.outcome is not None and fought.outcome.reason == "the 'Mech has left") is leaves


def test_the_technician_acts_before_the_others_and_stands_up_for_it() -> None:
    others = man("a1", (9, 5), elevation=0)
    assert tactical(race(others, man("d1", (5, 6), elevation=1)), "dragoons") == orders.Act("d1", "send")
    fought = race(others, man("d1", (5, 6), elevation=1, prone=True))
    assert tactical(fought, "dragoons") == orders.Move("d1", ("stand",))


def test_whoever_gets_away_does_not_stay_for_a_shot() -> None:
    """An enemy in the reach of a grenade is worth less than the edge of the map beside him."""
    dragoons, names = [man("d1", (5, 6), elevation=1), man("d2", (20, 8))], ("dragoons", "kurita")
    fought = in_scenario(PLAN, dragoons, [man("k1", (16, 8))], names=names, terrain=[HALL])
    for sent in (False, True):
        message_sent.note(fought, None, sent)
        view = View(fought, "dragoons")
        command = TacticalPlayer(1)._act(view, view.battle.units["d2"])
        assert (isinstance(command, orders.Move) and command.path[-1:] == ("off",)) is sent


WINDOWS = [[5.5, 3.5, 6.5, 3.5], [5.5, 9.5, 6.5, 9.5], [3.75, 7.6, 3.75, 8.4]]


def test_men_hide_in_depth() -> None:
    """Out of sight of the street, apart, looking at where somebody comes in; the technician stays where he is."""
    at_windows = [man("d2", (6, 4), hidden=5), man("d3", (6, 9.0), hidden=2), man("d4", (4, 8), hidden=1)]
    hidden = [man("d1", (5, 6), elevation=1, hidden=4), *at_windows]
    start = {"turn": 1, "phase": "hiding", "first": "dragoons"}
    names, hall = ("dragoons", "kurita"), {**HALL, "windows": WINDOWS}
    fought = in_scenario(PLAN, hidden, [man("k1", (18, 2))], names=names, terrain=[hall], start=start)
    command = tactical(fought, "dragoons")
    assert isinstance(command, orders.EndPhase)
    assert sorted(command.hide) == ["d2", "d3", "d4"]
    below = [place for place in command.hide.values() if place.elevation == 0]
    streets = [(dot, 0, False) for dot in fought.map.dots if fought.map.building(dot) is None]

    def eyes(at: Dot) -> int:
        return int((between(fought, streets, [(at, 0, False)])[:, :, 0] == 0).sum())

    assert all(eyes(place.at) < min(eyes((6, 4)), eyes((4, 8))) for place in below)
    assert all(distance(one.at, other.at) >= 3 for one in below for other in below if one is not other)
    fought.do(command)


def test_hidden_men_leave_when_they_are_not_outnumbered() -> None:
    for strangers, stays in (([man("k2", (14, 6)), man("k3", (14, 8))], True), ([], False)):
        hidden = [man("d1", (5, 6), elevation=1), man("d2", (8, 5.0), hidden=4)]
        names = ("dragoons", "kurita")
        enemies = [man("k1", (21, 19.0)), *strangers]
        fought = in_scenario(PLAN, hidden, enemies, names=names, terrain=[HALL], options=["hidden_units"])
        message_sent.note(fought, None, True)
        fought.units["d1"].place = "gone"
        view = View(fought, "dragoons")
        command = TacticalPlayer(1)._act(view, view.battle.units["d2"])
        assert (command is None) is stays
