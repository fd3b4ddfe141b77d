"""Environments for those who teach machines to play: ``DuelEnv`` for PettingZoo, ``SkirmishEnv`` for Gymnasium.

They need the extra ``env`` (``pip install lancemate[env]``). ``gymnasium.make("lancemate/Skirmish-v0")`` works as soon
as this has been imported.
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError("the environments need PettingZoo and Gymnasium: pip install 'lancemate[env]'") from error

from lancemate.bots.alphastrike.environment.duel import DuelEnv
from lancemate.bots.alphastrike.environment.single import SkirmishEnv
from lancemate.bots.alphastrike.environment.skirmish import lances

NAME = "lancemate/Skirmish-v0"

if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point="lancemate.bots.alphastrike.environment:SkirmishEnv")

__all__ = ["NAME", "DuelEnv", "SkirmishEnv", "lances"]
