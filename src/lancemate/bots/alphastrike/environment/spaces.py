"""The spaces of Gymnasium that observations and actions lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from lancemate.bots.alphastrike.environment.candidates import ACTIONS
from lancemate.bots.alphastrike.environment.observation import ACTION, SIZE

if TYPE_CHECKING:
    Observation = dict[str, Any]


def observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (SIZE,), np.float32),
            "candidates": spaces.Box(-1.0, 1.0, (ACTIONS, len(ACTION)), np.float32),
            "action_mask": spaces.MultiBinary(ACTIONS),
        }
    )


def action_space() -> spaces.Discrete:
    return spaces.Discrete(ACTIONS)
