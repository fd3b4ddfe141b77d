"""The tactical player: what it does is allowed, the same for the same seed, and makes sense."""

import pytest

from lancemate import bots
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.tactics.worth import Prize
from lancemate.bots.alphastrike.view import View
from rules.table import battle, unit


def lances(seed=1, **more):
    red = [unit(f"r{n}", (10.0 + 5 * n, 8.0), move='8"/6"j') for n in range(1, 4)]
    blue = [unit(f"b{n}", (10.0 + 5 * n, 40.0), 180.0) for n in range(1, 4)]
    woods = {"kind": "woods", "rect": [14, 20, 10, 6]}
    return battle(*red, *blue, phase="initiative", seed=seed, terrain=[woods], **more)


def test_beats_the_random_player_without_a_single_fault():
    for seed in range(3):
        real = lances(seed)
        report = bots.play(real, {"red": bots.make("tactical", seed=1), "blue": bots.make("random", seed=seed)})
        assert report.faults == []
        assert report.outcome is not None
        assert report.outcome.winner == "red"


def test_the_same_seed_plays_the_same_battle():
    def played():
        real = lances()
        bots.play(real, {side: bots.make("tactical", seed=5) for side in real.sides}, turns=3)
        return real.hash(), real.journal.commands

    assert played() == played()


def crowd():
    """Six against six, each of whom reaches the enemy before it; some have indirect fire."""
    short = {"damage": "2/0/0"}
    red = [unit(f"r{n}", (4.0 + 7 * n, 14.0), specials="IF1" if n % 3 == 0 else "", **short) for n in range(6)]
    blue = [unit(f"b{n}", (4.0 + 7 * n, 19.0), 180.0, **short) for n in range(6)]
    return battle(*red, *blue, phase="combat", seed=3)


def test_after_an_attack_only_those_are_valued_again_whom_it_concerns(monkeypatch):
    """What is remembered is what would be found by thinking anew, and there is less to think about."""
    real, gunner, thoughts = crowd(), Gunner(), []
    weighed = Gunner._weighed
    monkeypatch.setattr(Gunner, "_weighed", lambda self, *words: thoughts.append(self) or weighed(self, *words))
    decisions = 0
    while orders.Attack in real.now.verbs and real.state.turn == 1:
        view = View(real, real.state.decision.side if real.state.decision else real.state.to_act)
        command = view.rest()
        if view.decision is None:
            decisions += 1
            fresh = Gunner().best_of(view.battle, view.to_attack())
            known = gunner.best_of(view.battle, view.to_attack())
            assert known == fresh
            command = known.shot.command if known is not None else command
        real.do(command)
    again, anew = thoughts.count(gunner), len(thoughts) - thoughts.count(gunner)
    assert decisions >= 8
    assert again <= 12 + 2 * decisions < anew


def choice(real, side="red", name="tactical"):
    view = View(real, side)
    return bots.make(name, seed=1).choose(view, view.decision)


def test_shoots_at_what_it_can_finish():
    real = battle(
        unit("r1", (20, 10)),
        unit("b1", (16, 30), 180.0),
        unit("b2", (24, 30), 180.0, state={"armor": 0, "structure": 2}),
    )
    command = choice(real)
    assert isinstance(command, orders.Attack)
    assert command.target == "b2"


def test_overheats_for_a_kill_and_not_for_a_scratch():
    kill = battle(unit("r1", (20, 10)), unit("b1", (20, 30), 180.0, state={"armor": 0, "structure": 4}))
    assert choice(kill).overheat == 1
    scratch = battle(unit("r1", (20, 10)), unit("b1", (20, 30), 180.0, armor=20))
    assert choice(scratch).overheat == 0


def test_does_not_shoot_at_the_dead():
    real = battle(unit("r1", (20, 10)), unit("b1", (16, 30), 180.0), unit("b2", (24, 30), 180.0, state={"armor": 1}))
    real.units["b2"].doomed = "its structure is gone"
    assert choice(real).target == "b1"


def test_ends_its_turn_when_nothing_is_left_to_do():
    real = battle(unit("r1", (20, 10), 180.0), unit("b1", (20, 30), 180.0))
    assert choice(real) == orders.EndPhase()


def test_goes_where_it_can_shoot():
    real = battle(unit("r1", (10, 4), damage="3/3/0"), unit("b1", (10, 36)), phase="movement", first="blue")
    real.do(orders.Pass("b1"))
    real.do(choice(real))
    real.do(orders.EndPhase())
    command = choice(real)
    assert isinstance(command, orders.Attack)
    assert command.target == "b1"


def test_shoots_indirectly_through_the_eyes_of_a_friend():
    hill = {"kind": "hill", "height": 6, "rect": [0, 14, 30, 4]}
    real = battle(
        unit("r1", (10, 10), specials=["IF2"]),
        unit("r2", (50, 20), damage="0/0/0"),
        unit("b1", (10, 30), 180.0),
        terrain=[hill],
    )
    command = choice(real)
    assert (command.unit, command.target, command.using, command.spotter) == ("r1", "b1", "IF", "r2")


def test_nobody_under_water_shoots_over_it_through_the_eyes_of_a_friend():
    real = battle(
        unit("r1", (10, 10), specials=["IF2"]),
        unit("r2", (50, 20)),
        unit("b1", (50, 30), 180.0),
        terrain=[{"kind": "water", "depth": 2, "rect": [5, 5, 12, 10]}],
    )
    shots = [shot.command for one in real.on_table("red") for shot in Gunner().shots(real, one)]
    assert {command.unit for command in shots} == {"r2"}
    assert choice(real).unit == "r2"


def test_of_attacks_that_are_not_allowed_it_takes_the_next(monkeypatch):
    real = battle(unit("r1", (20, 10)), unit("b1", (16, 30), 180.0), unit("b2", (24, 30), 180.0, state={"armor": 1}))
    view, player = View(real, "red"), bots.make("tactical", seed=1)
    best = choice(real)
    assert best.target == "b2"
    monkeypatch.setattr(View, "allows", lambda view, command: getattr(command, "target", None) != "b2")
    instead = player.choose(view, None)
    assert (type(instead), instead.unit, instead.target) == (orders.Attack, "r1", "b1")


def test_an_order_that_is_not_allowed_costs_its_own_unit_alone_the_attack(monkeypatch):
    real = battle(unit("r1", (20, 10)), unit("r2", (24, 10)), unit("b1", (22, 30), 180.0))
    player = bots.make("tactical", seed=1)
    monkeypatch.setattr(player, "_act", lambda view: orders.Attack("r2", "r1"))
    assert player.choose(View(real, "red"), None) == orders.Pass("r2")


def test_worth_falls_faster_near_the_end():
    prize = Prize(30.0, 6, 4, 10)
    assert prize.loss(2) < prize.after(6).loss(2)
    assert prize.loss(10) == prize.loss(15) == prize.value


def test_what_one_does_to_another_is_what_the_rules_say():
    real = battle(unit("r1", (20, 10), damage="4/3/1"), unit("b1", (20, 30), 180.0, tmm=2))
    fire = FireTable().between(real, real.units["r1"], real.units["b1"])
    assert fire.numbers == (6, 8, 10, 13)
    assert [hits[0][0] for hits in fire.hits[:3]] == [4, 3, 1]
    assert [hits[0][0] for hits in fire.from_behind[:3]] == [5, 4, 2]


@pytest.mark.parametrize("name", ["recruit", "regular", "veteran"])
def test_levels_play(name):
    real = lances()
    report = bots.play(real, {side: bots.make(name, seed=3) for side in real.sides}, turns=2)
    assert report.faults == []


def away_from_the_enemy(real, side):
    """How far the units of a side stand from the nearest enemy, on average."""
    own, others = list(real.on_table(side)), list(real.on_table(real.opponent(side)))
    return sum(min(real.table.distance(one.at, other.at) for other in others) for one in own) / len(own)


def test_recruits_go_to_the_enemy():
    for seed in range(3):
        real = lances(seed)
        before = away_from_the_enemy(real, "red")
        bots.play(real, {side: bots.make("recruit", seed=seed) for side in real.sides}, turns=2)
        assert away_from_the_enemy(real, "red") < before - 10.0
