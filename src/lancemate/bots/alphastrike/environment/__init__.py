"""Environments for those who teach machines to play: ``DuelEnv`` for PettingZoo, ``SkirmishEnv`` for Gymnasium.

They need the extra ``env`` (``pip install lancemate[env]``). ``gymnasium.make("lancemate/Skirmish-v0")`` works as soon
as this has been imported.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError("the environments need PettingZoo and Gymnasium: pip install 'lancemate[env]'") from error

if TYPE_CHECKING:
    from lancemate.bots.alphastrike.environment.duel import DuelEnv
    from lancemate.bots.alphastrike.environment.single import SkirmishEnv
    from lancemate.bots.alphastrike.environment.skirmish import lances

NAME = "lancemate/Skirmish-v0"

if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point="lancemate.bots.alphastrike.environment:SkirmishEnv")

__all__ = ["NAME", "DuelEnv", "SkirmishEnv", "lances"]

__getattr__, __dir__ = shortcuts(__name__, __file__)
