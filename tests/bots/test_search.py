"""The searching player: its look-ahead is right, its rehearsals are the rules' own, its budget holds."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from lancemate import bots
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.search import kernels, model, rehearsal
from lancemate.bots.alphastrike.search import player as search_player
from lancemate.bots.alphastrike.search.budget import Budget
from lancemate.bots.alphastrike.search.model import build
from lancemate.bots.alphastrike.search.player import WEAR, SearchPlayer, best_of_every_unit, elsewhere
from lancemate.bots.alphastrike.search.rehearsal import Rehearser, rehearsed
from lancemate.bots.alphastrike.tactics.exchange import exchange
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.judging import DEFAULT, situation
from lancemate.bots.alphastrike.tactics.moves import charges, next_unit, options, prospects
from lancemate.bots.alphastrike.tactics.rushes import rushes
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.tactics.survey import Survey
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.errors import InputError
from rules.table import battle, unit

WOODS = {"kind": "woods", "rect": [14, 20, 10, 6]}
HALL = {"id": "hall", "kind": "building", "type": "heavy", "height": 2, "cf": 12, "rect": [14, 12, 10, 6]}


def lances(seed=1, terrain=(WOODS,), **more):
    red = [unit(f"r{n}", (10.0 + 5 * n, 10.0), move='8"/6"j') for n in (1, 2)]
    blue = [unit(f"b{n}", (10.0 + 5 * n, 36.0), 180.0) for n in (1, 2)]
    return battle(*red, *blue, phase="initiative", seed=seed, terrain=list(terrain), **more)


def played(budget, turns=2, patience=None):
    real = lances()
    players = {"red": bots.make("search", seed=5, budget=budget), "blue": bots.make("tactical", seed=5)}
    report = bots.play(real, players, turns=turns, patience=patience)
    assert report.faults == []
    return real.hash(), real.journal.commands


def test_the_same_nodes_play_the_same_battle():
    assert played(15_000) == played("15000")


def test_the_smallest_budget_still_plays():
    played(1)


class Clock:
    """Stands still but for the work that is done."""

    now = 0.0

    def __call__(self):
        return self.now

    def costs(self, seconds, work):
        def slow(*words, **more):
            self.now += seconds
            return work(*words, **more)

        return slow


@pytest.mark.parametrize("seconds", [0.005, 0.05, 0.2, 0.5, 1.0, 3.0])
def test_a_budget_of_time_is_kept(monkeypatch, seconds):
    """Whatever it is doing when time is up, it begins nothing more but what the tactical player would do."""
    clock = Clock()
    look = clock.costs(0.002, search_player.kernels.look)
    monkeypatch.setattr(model, "_posts", clock.costs(0.01, model._posts))
    monkeypatch.setattr(model, "lines", clock.costs(0.01, model.lines))
    monkeypatch.setattr(search_player, "kernels", SimpleNamespace(look=look))
    monkeypatch.setattr(rehearsal, "_step", clock.costs(0.01, rehearsal._step))
    monkeypatch.setattr(rehearsal, "exchange", clock.costs(0.02, rehearsal.exchange))
    real = lances()
    command = SearchPlayer(5, Budget(seconds=seconds, clock=clock)).choose(View(real, real.state.to_act), None)
    assert isinstance(command, orders.Move)
    assert min(seconds, 0.3) <= clock.now <= seconds + 0.02


@pytest.mark.parametrize("seconds", [0.005, 0.02, 1.0])
def test_a_budget_of_time_is_kept_where_shots_are_chosen(monkeypatch, seconds):
    """The shot that is best by itself is weighed first, so that there is an answer whenever time is up."""
    clock = Clock()
    monkeypatch.setattr(search_player, "fire_plan", clock.costs(0.01, search_player.fire_plan))
    own = [unit(f"r{n}", (10.0 + 5 * n, 10.0)) for n in range(4)]
    worn = unit("b1", (20, 20), 180.0, state={"armor": 0, "structure": 1})
    real = battle(*own, unit("b2", (14, 20), 180.0), worn, phase="combat", first="red")
    view = View(real, "red")
    hasty = SearchPlayer(5, Budget(seconds=seconds, clock=clock)).choose(view, None)
    assert clock.now <= seconds + 0.01
    assert hasty.target == "b1"
    if seconds == 1.0:
        assert hasty == SearchPlayer(5).choose(view, None)


def test_a_budget_without_end_is_one():
    """Its nodes are counted by a kernel, in 64 bits."""
    assert 1 << 50 < Budget.read("1e17s").nodes_left < 1 << 63


def test_no_single_look_takes_more_than_the_time_there_is():
    clock = Clock()
    budget = Budget(seconds=0.5, clock=clock)
    assert budget.nodes_left == 50_000
    budget.keep(0.75)
    assert budget.nodes_left == 12_500
    clock.now = 0.2
    assert (budget.spent, budget.nodes_left) == (True, 0)
    budget.keep(0.0)
    assert (budget.spent, budget.nodes_left) == (False, 30_000)


@pytest.mark.parametrize(
    ("text", "nodes", "seconds"),
    [(300, 300, None), ("300", 300, None), ("0.5s", None, 0.5), ("500ms", None, 0.5), (" 20 ms ", None, 0.02)],
)
def test_how_a_budget_is_written(text, nodes, seconds):
    budget = Budget.read(text)
    assert (budget.nodes, budget.seconds) == (nodes, pytest.approx(seconds) if seconds else None)


@pytest.mark.parametrize("text", ["much", "0", "-3", "0s", "-1s", "nan", "nans", "infs", "s", "ms", "0ms", "5 m", ""])
def test_what_is_no_budget(text):
    with pytest.raises(InputError, match="is no budget"):
        Budget.read(text)


def test_what_is_kept_of_a_budget_is_there_later():
    budget = Budget(100)
    budget.keep(0.4)
    budget.use(60)
    assert budget.spent
    budget.keep(0.0)
    assert (budget.spent, budget.nodes_left) == (False, 40)


def test_what_is_kept_is_a_share_of_what_is_left():
    """However long the places took, the same share of the rest goes into looking ahead."""
    clock = Clock()
    budget = Budget(seconds=1.0, clock=clock)
    clock.now = 0.6
    budget.keep(0.75)
    assert budget.nodes_left == pytest.approx(10_000, abs=1)
    clock.now = 0.75
    assert budget.spent
    budget.keep(0.0)
    assert budget.nodes_left == pytest.approx(25_000, abs=1)


def test_lances_that_move_as_one():
    """The whole lance moves before the other side does: the look-ahead counts every unit once all the same."""
    units = [
        unit(f"{side}{n}", (8.0 + 4 * n, y), group=f"{side} lance")
        for side, y in (("r", 8), ("b", 38))
        for n in range(4)
    ]
    real = battle(*units, unit("b9", (40, 38), group="b other"), phase="initiative", options=["lance_movement"])
    players = {side: bots.make("search", seed=5, budget=3_000) for side in real.sides}
    assert bots.play(real, players, turns=2).faults == []


# -- the look-ahead -------------------------------------------------------------------------------------------


def random_tables(seed, units=2, places=3):
    luck = np.random.default_rng(seed)
    rows = units * places
    tables = (luck.random((rows, rows)) * 4, luck.random((rows, rows)) * 4, luck.random(rows), luck.random(rows))
    roll = np.tile(np.array([6.0, 8.0, 30.0]), (units, 1))
    first = np.arange(0, rows, places)
    return tables, (roll, roll.copy()), (first, first + places, first.copy(), first + places)


def by_hand(tables, rolls, runs, at0, at1, steps):
    """Every line of moves to its end, without any cleverness."""
    if not steps:
        return kernels.value(tables, rolls, np.array(at0), np.array(at1), np.zeros(4))
    (side, which), rest = steps[0], steps[1:]
    first, last = (runs[0][which], runs[1][which]) if side == 0 else (runs[2][which], runs[3][which])
    found = []
    for row in range(first, last):
        here0, here1 = list(at0), list(at1)
        (here0 if side == 0 else here1)[which] = row
        found.append(by_hand(tables, rolls, runs, here0, here1, rest))
    return max(found) if side == 0 else min(found)


@pytest.mark.parametrize("seed", range(4))
def test_the_look_ahead_finds_what_every_line_played_out_finds(seed):
    tables, rolls, runs = random_tables(seed)
    order = [(1, 0), (0, 1), (1, 1)]
    turns = (np.array([1, 0, 1]), np.array([1]), np.array([0, 1]))
    at0, at1 = runs[0].copy(), runs[2].copy()
    nodes = np.array([0, 10**6])
    found = kernels.look(tables, rolls, runs, turns, at0, at1, 0, 0, 0, 3, -1e18, 1e18, np.zeros(4), nodes)
    assert found == pytest.approx(by_hand(tables, rolls, runs, list(at0), list(at1), order))
    assert (at0 == runs[0]).all()
    assert (at1 == runs[2]).all()


def test_fire_gathers_where_it_takes_most():
    """Two shooters who could each hit either of two targets do best together against the one that is nearly done."""
    tables, rolls, _ = random_tables(1, places=1)
    rolls[1][1, 0] = 2.0
    hurt = np.full((2, 2), 1.0)
    marked = np.zeros(2)
    kernels.volley(hurt, np.array([0, 1]), np.array([0, 1]), rolls[1], marked)
    assert marked.tolist() == [0.0, 2.0]
    assert tables[0].shape == (2, 2)


# -- rehearsals -----------------------------------------------------------------------------------------------


def duel(**more):
    return battle(unit("r1", (20, 10)), unit("b1", (20, 38), 180.0), phase="movement", **more)


def test_a_rehearsal_expects_what_the_rules_expect():
    real = duel(first="blue")
    real.do(orders.Pass("b1"))
    move = orders.Move("r1", ((20.0, 16.0),), "ground", 0.0)
    value = rehearsed(real, "red", move, FireTable(), DEFAULT, Gunner())
    real.do(move)
    out = View(real, "red").odds(orders.Attack("r1", "b1"))
    back = View(real, "red").odds(orders.Attack("b1", "r1"))
    red, blue = (prize(real, real.units[name]) for name in ("r1", "b1"))
    points = 2  # of a plain unit at medium range
    assert value == pytest.approx(out.hit_probability * blue.loss(points) - back.hit_probability * red.loss(points))


def test_a_rehearsal_leaves_the_battle_alone_and_refuses_what_the_rules_refuse():
    real = duel(first="red")
    before = real.hash()
    too_far = orders.Move("r1", ((20.0, 37.0),), "ground", 0.0)
    assert rehearsed(real, "red", too_far, FireTable(), DEFAULT, Gunner()) is None
    assert rehearsed(real, "red", orders.Move("r1", (), "standstill"), FireTable(), DEFAULT, Gunner()) is not None
    assert real.hash() == before


def test_a_rehearsal_lets_the_enemy_answer_as_the_tactical_player_does():
    """Played on by tactical players, the turn comes to what was expected of it, the places they take included."""
    real = lances()
    player = bots.make("tactical", seed=1)
    side = real.state.to_act
    move = player.choose(View(real, side), None)
    value = rehearsed(real, side, move, FireTable(), DEFAULT, Gunner())
    real.do(move)
    merits = 0.0
    while real.state.phase == "movement":
        view = View(real, real.state.to_act)
        mover = next_unit(real, [real.units[one.id] for one in view.to_move()], DEFAULT)
        answer = options(real, mover, FireTable(), DEFAULT, 1)[0]
        merits += answer.merit(DEFAULT) if view.side == side else -answer.merit(DEFAULT)
        real.do(answer.command)
    dealt, taken = exchange(real, side, Gunner())
    assert value == pytest.approx(dealt - taken + merits)


def test_what_a_rehearser_remembers_is_what_the_rules_say():
    """The second rehearsal, with all pairs known but the one that has moved, expects what a fresh one does."""
    real = lances()
    side = real.state.to_act
    rehearser = Rehearser(wear=1.0)
    for option in options(real, View(real, side).to_move()[0], FireTable(), DEFAULT, 4):
        fresh = rehearsed(real, side, option.command, FireTable(), DEFAULT, Rehearser(wear=1.0))
        assert rehearsed(real, side, option.command, FireTable(), DEFAULT, rehearser) == fresh


def test_more_may_be_expected_of_its_moves_than_of_the_tactical_ones():
    real = lances()
    searching, tactical = bots.make("search", seed=5, budget=30_000), bots.make("tactical", seed=5)
    gained = []
    while real.state.turn <= 3:
        view = View(real, real.state.decision.side if real.state.decision else real.state.to_act)
        usual = tactical.choose(view, view.decision)
        command = searching.choose(view, view.decision) if view.side == "red" else usual
        if view.side == "red" and view.phase == "movement":
            worth = [rehearsed(real, "red", one, FireTable(), DEFAULT, Gunner(wear=WEAR)) for one in (command, usual)]
            gained.append(worth[0] - worth[1])
        real.do(command)
    assert len(gained) == 6
    assert sum(gained) > 1.0


def post(unit, *path, mode="ground"):
    return model.Post(unit, orders.Move(unit, path, mode), mode, 0.0, 0.0)


def test_every_unit_is_thought_of():
    """Rehearsed is the best move of every unit, whoever is first."""
    ranked = [post("r1", (10.0, y)) for y in (16.0, 17.0)] + [post("r2", (15.0, 16.0)), post("r1", (10.0, 12.0))]
    assert best_of_every_unit(ranked) == [ranked[0], ranked[2]]


def test_the_unit_that_did_best_is_thought_of_once_more():
    """At its best place that is not much like one it has tried: nearer than three inches, and in the same way."""
    real = duel(first="red")
    near, jump, far, other = (20.0, 14.0), (20.0, 15.0), (20.0, 18.0), (30.0, 18.0)
    ranked = [post("r2", other), post("r1", near), post("r1", far), post("r1", jump, mode="jump")]
    tried = [orders.Move("r1", ((20.0, 15.0),), "ground"), orders.Move("r2", (far,), "ground")]
    assert elsewhere(real, ranked, tried[0], tried) == [ranked[2]]
    assert elsewhere(real, [ranked[1], ranked[3]], tried[0], tried) == [ranked[3]]
    assert elsewhere(real, [ranked[1]], tried[0], tried) == []


@pytest.mark.parametrize("terrain", [WOODS, HALL])
def test_what_a_survey_remembers_is_what_is_there(terrain):
    """While nobody has moved into the way, moves chosen by it are those chosen without, before and after an answer."""
    real = lances(terrain=[terrain])
    survey = Survey()
    while real.state.phase == "movement":
        mover = next_unit(real, View(real, real.state.to_act).to_move(), DEFAULT)
        fresh = options(real, real.units[mover.id], FireTable(), DEFAULT, 3)
        for _ in range(2):
            assert options(real, real.units[mover.id], FireTable(), DEFAULT, 3, survey=survey) == fresh
        real.do(fresh[0].command)


def test_a_charge_is_counted_once():
    """What a charge takes is part of the exchange; only what it costs belongs to the place it ends at."""
    real = battle(unit("r1", (20, 10), move='12"'), unit("b1", (20, 20), 180.0), phase="movement", first="blue")
    real.do(orders.Pass("b1"))
    red = real.units["r1"]
    seen = prospects(real, red, situation(real, red, FireTable()), FireTable(), DEFAULT)
    charge = next(iter(rushes(real, red)))
    option = next(charges(real, red, seen))
    assert option.dealt == charge.strike > charge.recoil > 0.0
    value = rehearsed(real, "red", option.command, FireTable(), DEFAULT, Gunner())
    twin = real.clone()
    twin.do(option.command)
    fist = View(twin, "red").odds(orders.Attack("b1", "r1", "physical"))
    assert value == pytest.approx(charge.strike - fist.hit_probability * prize(real, red).loss(3))


@pytest.mark.parametrize(("left", "heat"), [(5, 0), (4, 1), (3, 0)])
def test_heat_costs_a_turn_of_fire(left, heat):
    """Both overheat for a kill (a hit takes 3, or 4 with heat), not for a deeper hole."""
    worn = unit("b1", (20, 18), 180.0, state={"armor": 0, "structure": left})
    view = View(battle(unit("r1", (20, 10), ov=1), worn, phase="combat", first="red"), "red")
    taken = [bots.make(name, seed=1).choose(view, None).overheat for name in ("search", "tactical")]
    assert taken == [heat, heat]


def test_what_numbers_expect_is_near_what_the_rules_expect():
    """In the open, every pair of places of the model agrees with the rules about the points to be expected."""
    real = duel(first="red")
    fires = FireTable()
    model = build(real, "red", fires, DEFAULT, 4, 4)
    assert model is not None
    ours, theirs = model.camps
    for row, column in itertools.product(range(len(ours.posts)), range(len(theirs.posts))):
        twin = real.clone()
        twin.do(ours.posts[row].command)
        twin.do(theirs.posts[column].command)
        odds = View(twin, twin.state.to_act).odds(orders.Attack("r1", "b1"))
        expected = odds.expected_damage if odds.legal else 0.0
        assert model.tables[0][row, column] == pytest.approx(expected, abs=0.05)
