"""Both sides as agents: a PettingZoo environment in which whoever is to act chooses, one command at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from lancemate.bots.alphastrike.environment.skirmish import (
    HUMAN,
    MODES,
    TURNS,
    Setting,
    Skirmish,
    checked_mode,
    checked_setting,
)
from lancemate.bots.alphastrike.environment.spaces import action_space, observation_space

if TYPE_CHECKING:
    from gymnasium import spaces

    from lancemate.alphastrike.play.setup import Setup
    from lancemate.bots.alphastrike.environment.spaces import Observation


class DuelEnv(AECEnv):  # type: ignore[misc]
    """Agents are the two sides, ``red`` and ``blue``. ``setting`` gives the battle for a seed: four 'Mechs each by
    default, on a table made for the seed."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "lancemate_duel_v0",
        "render_modes": [*MODES],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self, setting: Setting | Setup | None = None, *, turns: int = TURNS, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.setting = checked_setting(setting)
        self.turns = turns
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = ["red", "blue"]
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._luck = np_random()[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._luck = np_random(seed)[0]
        self.skirmish = Skirmish(self.setting, int(self._luck.integers(1 << 31)), self.turns)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_to_next()

    def _turn_to_next(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self.observe(agent)["action_mask"]} for agent in self.agents
        }
        self.agent_selection = self.skirmish.side
        if self.render_mode == HUMAN:
            self.render()

    def observe(self, agent: str) -> Observation:
        return dict(self.skirmish.observation(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is still in the battle has to act"
        self._cumulative_rewards[agent] = 0.0
        self.skirmish.act(int(action))
        self.rewards = self.skirmish.rewards()
        self.terminations = dict.fromkeys(self.agents, self.skirmish.decided)
        self.truncations = dict.fromkeys(self.agents, self.skirmish.out_of_time)
        self._turn_to_next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """As `render_mode` says: a picture of the table, or in words what has happened since this was last asked."""
        return self.skirmish.shown(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
