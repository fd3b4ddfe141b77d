"""What happens in a battle. Each event is data with a public name and knows how to write itself into the state.

Events never roll dice and never decide; rules do that and then emit them. Those that change what rules remember are in
kernel/memory.py.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.battletroops.play.events.combat import (
        Announced,
        ArcRemoved,
        BlowStruck,
        Exploded,
        ExplosivePlaced,
        HandToHandOver,
        Scattered,
        ShotFired,
        Thrown,
    )
    from lancemate.battletroops.play.events.damage import (
        ActivationLost,
        Hit,
        KnockedDown,
        Recovered,
        SoldierOut,
        Stunned,
    )
    from lancemate.battletroops.play.events.movement import (
        Activated,
        ActivationEnded,
        ArcSet,
        Exited,
        Exposed,
        LevelChanged,
        Prepared,
        PutBack,
        Stepped,
        StoodUp,
        WentProne,
    )
    from lancemate.battletroops.play.events.turn import (
        BattleOver,
        Decided,
        DecisionAsked,
        InitiativeRolled,
        PhaseBegan,
        SideBegan,
        SideDone,
        TurnBegan,
    )

__all__ = [
    "Activated",
    "ActivationEnded",
    "ActivationLost",
    "Announced",
    "ArcRemoved",
    "ArcSet",
    "BattleOver",
    "BlowStruck",
    "Decided",
    "DecisionAsked",
    "Exited",
    "Exploded",
    "ExplosivePlaced",
    "Exposed",
    "HandToHandOver",
    "Hit",
    "InitiativeRolled",
    "KnockedDown",
    "LevelChanged",
    "PhaseBegan",
    "Prepared",
    "PutBack",
    "Recovered",
    "Scattered",
    "ShotFired",
    "SideBegan",
    "SideDone",
    "SoldierOut",
    "Stepped",
    "StoodUp",
    "Stunned",
    "Thrown",
    "TurnBegan",
    "WentProne",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
