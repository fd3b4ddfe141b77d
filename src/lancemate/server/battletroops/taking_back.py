"""What may be taken back: steps and postures that nobody was asked to answer. Shots, dice and questions stay."""

from __future__ import annotations

from typing import Any, Final

from lancemate.battletroops.machines.events import MachineStepped, MachineTurned, ModeDeclared
from lancemate.battletroops.play.events import (
    Activated,
    ActivationEnded,
    ArcSet,
    LevelChanged,
    Prepared,
    Stepped,
    StoodUp,
    WentProne,
)

HARMLESS: Final[tuple[type[Any], ...]] = (
    Activated,
    ActivationEnded,
    ArcSet,
    LevelChanged,
    MachineStepped,
    MachineTurned,
    ModeDeclared,
    Prepared,
    Stepped,
    StoodUp,
    WentProne,
)
