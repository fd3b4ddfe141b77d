"""What may be taken back: steps and postures that nobody was asked to answer. Shots, dice and questions stay."""

from __future__ import annotations

from typing import Any, Final

from lancemate.battletroops.machines import events as machines
from lancemate.battletroops.play import events as soldiers

HARMLESS: Final[tuple[type[Any], ...]] = (
    soldiers.Activated,
    soldiers.ActivationEnded,
    soldiers.ArcSet,
    soldiers.LevelChanged,
    machines.MachineStepped,
    machines.MachineTurned,
    machines.ModeDeclared,
    soldiers.Prepared,
    soldiers.Stepped,
    soldiers.StoodUp,
    soldiers.WentProne,
)
