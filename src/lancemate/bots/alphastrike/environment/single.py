"""One side as an agent, the other led by a bot: a Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from lancemate.bots.alphastrike.environment.skirmish import (
    BLUE,
    HUMAN,
    MODES,
    RED,
    TURNS,
    Setting,
    Skirmish,
    checked_mode,
    checked_setting,
)
from lancemate.bots.alphastrike.environment.spaces import action_space, observation_space
from lancemate.bots.roster import make
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Setup
    from lancemate.bots.alphastrike.environment.spaces import Observation


class SkirmishEnv(gymnasium.Env[Any, Any]):
    """The agent leads one side; ``opponent`` is the name of any bot, ``setting`` gives the battle for a seed."""

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 4}  # noqa: RUF012 - so declared by Gymnasium

    def __init__(
        self,
        opponent: str = "tactical",
        *,
        side: str = RED,
        setting: Setting | Setup | None = None,
        turns: int = TURNS,
        render_mode: str | None = None,
    ) -> None:
        if side not in (RED, BLUE):
            raise InputError(f"there is no side {side!r}; there are {RED} and {BLUE}", key="side")
        make(opponent, seed=0)
        self.opponent = opponent
        self.side = side
        self.setting = checked_setting(setting)
        self.turns = turns
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space()
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 31))
        self.skirmish = Skirmish(self.setting, number, self.turns)
        self._enemy = make(self.opponent, seed=number)
        self._wait()
        self.skirmish.rewards()
        self._show()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self.skirmish.act(int(action))
        self._wait()
        reward = self.skirmish.rewards()[self.side]
        self._show()
        observation, info = self._seen()
        return observation, reward, self.skirmish.decided, self.skirmish.out_of_time, info

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def _wait(self) -> None:
        """The opponent acts until it is the agent's turn again."""
        while not self.skirmish.over and self.skirmish.side != self.side:
            view = self.skirmish.view
            self.skirmish.do(self._enemy.choose(view, view.decision))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = dict(self.skirmish.observation(self.side))
        return observation, {"action_mask": observation["action_mask"]}

    def render(self) -> Any:
        """As `render_mode` says: a picture of the table, or in words what has happened since this was last asked."""
        return self.skirmish.shown(self.render_mode)
