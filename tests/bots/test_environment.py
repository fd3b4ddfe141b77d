"""The environments for learners: they pass the checks of their own frameworks and keep to what is documented."""

import sys
from functools import partial
from importlib import import_module

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from lancemate.alphastrike.play import orders  # noqa: E402
from lancemate.bots.alphastrike.environment import NAME, DuelEnv, SkirmishEnv, lances  # noqa: E402
from lancemate.bots.alphastrike.environment.candidates import ACTIONS, candidates  # noqa: E402
from lancemate.bots.alphastrike.environment.observation import ACTION, BATTLE, MOST_UNITS, SIZE, UNIT, described  # noqa: E402
from lancemate.bots.alphastrike.environment.skirmish import Skirmish  # noqa: E402
from lancemate.bots.alphastrike.view import View  # noqa: E402
from lancemate.kernel.errors import InputError  # noqa: E402
from rules.scenes import FLAG, scene  # noqa: E402
from rules.table import unit  # noqa: E402

PAIR = partial(lances, size=1)
TWO = partial(lances, size=2)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_pettingzoo_finds_nothing_wrong():
    api_test(DuelEnv(PAIR, turns=3), num_cycles=30)


def test_the_same_seed_gives_the_same_episode():
    seed_test(lambda: DuelEnv(PAIR, turns=3), num_cycles=10)


def test_gymnasium_finds_nothing_wrong():
    check_env(gymnasium.make(NAME, opponent="random", setting=PAIR, turns=3).unwrapped, skip_render_check=True)


def test_a_whole_battle_with_every_action_legal():
    """Whatever is masked in is allowed; rewards of both sides add up to nothing; somebody wins or time is up."""
    env = DuelEnv(TWO, turns=6)
    env.reset(seed=3)
    luck = np.random.default_rng(3)
    for agent in env.agent_iter(400):
        observation, _, terminated, truncated, info = env.last()
        assert env.observation_space(agent).contains(observation)
        assert observation["action_mask"] is not None
        assert (observation["action_mask"] == info["action_mask"]).all()
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        for command in env.skirmish.actions:
            assert env.skirmish.view.allows(command)
        env.step(int(luck.choice(legal)))
        assert sum(env.rewards.values()) == pytest.approx(0.0)
    assert env.agents == []


def test_an_action_that_stands_for_nothing_is_the_least():
    one, other = Skirmish(PAIR, 5), Skirmish(PAIR, 5)
    one.act(ACTIONS - 1 if len(one.actions) < ACTIONS else -1)
    other.act(0)
    assert one.battle.hash() == other.battle.hash()


def test_rewards_tell_who_wins():
    skirmish = Skirmish(PAIR, 5)
    skirmish.do(orders.Resign(skirmish.side))
    rewards = skirmish.rewards()
    assert rewards == {skirmish.side: -1.0, skirmish.battle.opponent(skirmish.side): 1.0}


def test_what_is_shown_is_where_the_documentation_says():
    skirmish = Skirmish(TWO, 7)
    side = skirmish.side
    seen = skirmish.observation(side)
    assert seen["observation"].shape == (SIZE,) == (len(BATTLE) + 2 * MOST_UNITS * len(UNIT),)
    assert seen["candidates"].shape == (ACTIONS, len(ACTION))
    units = [unit for unit in skirmish.battle.units.values() if unit.side == side]
    row = seen["observation"][len(BATTLE) :][: len(UNIT)]
    assert row[UNIT.index("x")] == pytest.approx(units[0].x / skirmish.battle.table.width)
    assert row[UNIT.index("armor")] == 1.0
    third = seen["observation"][len(BATTLE) + 2 * len(UNIT) :][: len(UNIT)]
    assert not third.any()
    assert seen["candidates"][0][ACTION.index("there")] == 1.0
    assert seen["action_mask"].sum() == len(skirmish.actions)
    idle = skirmish.observation(skirmish.battle.opponent(side))
    assert idle["action_mask"].tolist() == [1] + [0] * (ACTIONS - 1)


def test_what_a_unit_may_do_for_the_scenario_is_an_action():
    near = scene(unit("r1", (18, 41.4)), unit("b1", (2, 30), 180), use=FLAG, phase="combat")
    take = orders.Act("r1", "take", "blue-flag")
    view = View(near, "red")
    found = candidates(view)
    assert take in found
    assert described(view, found)[found.index(take)][ACTION.index("act")] == 1.0
    near.do(take)
    near.do(orders.EndPhase())
    near.do(orders.EndPhase())
    while near.state.to_act != "red":
        near.do(View(near, str(near.state.to_act)).rest())
    assert orders.Act("r1", "drop", "blue-flag") in candidates(View(near, "red"))


def test_every_unit_gets_its_share_of_the_moves():
    skirmish = Skirmish(lances, 7)
    moving = {command.unit for command in candidates(skirmish.view)}
    assert len(moving) == 4
    assert {command.mode for command in candidates(skirmish.view) if command.name == "move"} >= {"standstill", "ground"}


def test_bad_settings_are_told():
    with pytest.raises(InputError, match="did you mean tactical"):
        SkirmishEnv("tacticl")
    with pytest.raises(InputError, match="there is no side"):
        SkirmishEnv(side="green")


def test_a_picture():
    env = SkirmishEnv("random", setting=PAIR, turns=1, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")


def test_human_is_told_what_happens(capsys):
    env = SkirmishEnv("random", setting=PAIR, turns=1, render_mode="human")
    env.reset(seed=1)
    assert "Turn 1" in capsys.readouterr().out
    env.step(1)
    first = capsys.readouterr().out
    assert "Marauder" in first
    assert env.render() is None
    assert capsys.readouterr().out == ""  # it has been told already
    duel = DuelEnv(setting=PAIR, turns=1, render_mode="ansi")
    duel.reset(seed=1)
    assert "Turn 1" in duel.render()
    duel.step(1)
    assert "Marauder" in duel.render()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("env", [partial(SkirmishEnv, "random"), DuelEnv])
def test_a_setting_is_a_function_or_a_battle(env):
    with pytest.raises(InputError, match="a setting is a function from a seed to a Setup, or a Setup; 'lances' is"):
        env(setting="lances")
    odd = env(setting=lambda seed: "lances")
    with pytest.raises(InputError, match="a setting gives a Setup for a seed; 'lances' is of the kind str"):
        odd.reset(seed=1)
    with pytest.raises(InputError, match="there is no render_mode 'humen'; did you mean human"):
        env(render_mode="humen")
    made = env(setting=PAIR(3))
    made.reset(seed=1)
    before = made.skirmish.battle.setup
    made.reset(seed=2)
    assert made.skirmish.battle.setup is before


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for name in [name for name in sys.modules if name.startswith("lancemate.bots.alphastrike.environment")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match=r"pip install 'lancemate\[env\]'"):
        import_module("lancemate.bots.alphastrike.environment")
