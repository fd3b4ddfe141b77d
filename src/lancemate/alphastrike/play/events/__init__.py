"""What happens in a battle. Each event is data with a public name and knows how to write itself into the state.

Events never roll dice and never decide; rules do that and then emit them. They stand by what players call them:
``turn``, ``movement``, ``combat``, ``ground``, ``damage``, ``sections``, ``heat``, ``abilities`` and ``decisions``.
Those that change what rules remember are in kernel/memory.py.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.alphastrike.play.events.abilities import (
        AbilitySpent,
        ArmorMended,
        Detonated,
        DeviceWorked,
        DieRolled,
        SwitchPlanned,
        Toggled,
    )
    from lancemate.alphastrike.play.events.boarding import Captured, CrewMarked, CrewRaised, CrewStoodDown
    from lancemate.alphastrike.play.events.combat import AttackFailed, AttackMade, HitLanded, RiderRolled, Scattered
    from lancemate.alphastrike.play.events.damage import (
        CriticalCancelled,
        CriticalRolled,
        DamageMarked,
        Destroyed,
        Doomed,
        EffectsFelt,
        MotiveRolled,
        Stunned,
        Wounded,
    )
    from lancemate.alphastrike.play.events.decisions import Decided, DecisionAsked
    from lancemate.alphastrike.play.events.ground import (
        AreaChanged,
        AreaFound,
        AreasHidden,
        BogChecked,
        GroundTested,
        Sank,
        TerrainChanged,
        TerrainDamaged,
        TerrainFormed,
        TerrainOpened,
    )
    from lancemate.alphastrike.play.events.guerrillas import GuerrillasJoined
    from lancemate.alphastrike.play.events.heat import HeatChanged, HeatReceived, ShutDown
    from lancemate.alphastrike.play.events.movement import (
        ControlRolled,
        Crashed,
        Declared,
        Deployed,
        Dismounted,
        Displaced,
        Exited,
        HullDownTried,
        LeftHullDown,
        Mounted,
        Moved,
        Passed,
        Skidded,
        SkidStruck,
    )
    from lancemate.alphastrike.play.events.sections import SectionCritical, SectionDamaged, SectionFelt, SectionWounded
    from lancemate.alphastrike.play.events.turn import (
        BattleOver,
        FreshTurn,
        GroupMoves,
        InitiativeRolled,
        PhaseBegan,
        SideDone,
        TurnBegan,
        TurnPassed,
    )

__all__ = [
    "AbilitySpent",
    "AreaChanged",
    "AreaFound",
    "AreasHidden",
    "ArmorMended",
    "AttackFailed",
    "AttackMade",
    "BattleOver",
    "BogChecked",
    "Captured",
    "ControlRolled",
    "Crashed",
    "CrewMarked",
    "CrewRaised",
    "CrewStoodDown",
    "CriticalCancelled",
    "CriticalRolled",
    "DamageMarked",
    "Decided",
    "DecisionAsked",
    "Declared",
    "Deployed",
    "Destroyed",
    "Detonated",
    "DeviceWorked",
    "DieRolled",
    "Dismounted",
    "Displaced",
    "Doomed",
    "EffectsFelt",
    "Exited",
    "FreshTurn",
    "GroundTested",
    "GroupMoves",
    "GuerrillasJoined",
    "HeatChanged",
    "HeatReceived",
    "HitLanded",
    "HullDownTried",
    "InitiativeRolled",
    "LeftHullDown",
    "MotiveRolled",
    "Mounted",
    "Moved",
    "Passed",
    "PhaseBegan",
    "RiderRolled",
    "Sank",
    "Scattered",
    "SectionCritical",
    "SectionDamaged",
    "SectionFelt",
    "SectionWounded",
    "ShutDown",
    "SideDone",
    "SkidStruck",
    "Skidded",
    "Stunned",
    "SwitchPlanned",
    "TerrainChanged",
    "TerrainDamaged",
    "TerrainFormed",
    "TerrainOpened",
    "Toggled",
    "TurnBegan",
    "TurnPassed",
    "Wounded",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
