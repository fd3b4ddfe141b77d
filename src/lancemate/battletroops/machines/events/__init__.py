"""What happens to machines. Each event writes itself into the state; dice and decisions are elsewhere."""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.battletroops.machines.events.combat import (
        MachineFired,
        PhysicalAttack,
        Planted,
        SalvoHit,
        ShotAtMachine,
        SteppedOn,
    )
    from lancemate.battletroops.machines.events.crews import Boarded, GotOff, HatchMoved, RampMoved
    from lancemate.battletroops.machines.events.damage import (
        ConsciousnessRolled,
        CriticalRolled,
        MachineDestroyed,
        MachineHit,
        MotiveHit,
        PartHit,
        PilotHurt,
        Shaken,
        Slowed,
    )
    from lancemate.battletroops.machines.events.falling import Dropped, Fell, MachineStood, PilotingRolled, Slid
    from lancemate.battletroops.machines.events.ground import Crushed
    from lancemate.battletroops.machines.events.heat import AvoidRolled, Burst, HeatSettled, HeatTaken, InfernoBurns
    from lancemate.battletroops.machines.events.movement import (
        Exited,
        MachineLanded,
        MachineStepped,
        MachineTookOff,
        MachineTurned,
        ModeDeclared,
        SectionsPointed,
        TurnOfMachines,
    )

__all__ = [
    "AvoidRolled",
    "Boarded",
    "Burst",
    "ConsciousnessRolled",
    "CriticalRolled",
    "Crushed",
    "Dropped",
    "Exited",
    "Fell",
    "GotOff",
    "HatchMoved",
    "HeatSettled",
    "HeatTaken",
    "InfernoBurns",
    "MachineDestroyed",
    "MachineFired",
    "MachineHit",
    "MachineLanded",
    "MachineStepped",
    "MachineStood",
    "MachineTookOff",
    "MachineTurned",
    "ModeDeclared",
    "MotiveHit",
    "PartHit",
    "PhysicalAttack",
    "PilotHurt",
    "PilotingRolled",
    "Planted",
    "RampMoved",
    "SalvoHit",
    "SectionsPointed",
    "Shaken",
    "ShotAtMachine",
    "Slid",
    "Slowed",
    "SteppedOn",
    "TurnOfMachines",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
