"""What is true of a 'Mech or vehicle besides what is true of every unit. Plain data, replaced as a whole by events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from lancemate.field.lattice import Dot
from lancemate.kernel.values import frozen

MECH, VEHICLE = "mech", "vehicle"
UP, DOWN, OPEN, CLOSED = "up", "down", "open", "closed"
FRONT: Final = "front"


@frozen
class Mount:
    """One weapon of a machine, and where it sits."""

    weapon: str
    location: str
    rear: bool = False
    ammo: int | None = None  # rounds it begins with; none: it does not run out


@frozen
class Machine:
    """A 'Mech or vehicle: its record, and how it is now. Speeds and skills are those of BattleTech."""

    name: str
    tons: int
    walk: int  # of a vehicle: cruise
    jump: int
    heat_sinks: int
    piloting: int
    gunnery: int
    mounts: tuple[Mount, ...]
    whole: int  # points of armour and structure when nothing is lost
    armor: Mapping[str, int]
    structure: Mapping[str, int]
    motive: str = ""  # tracked, wheeled or hover
    apc: bool = False

    facing: int = 3  # one of the six directions
    mode: str = ""  # how it moves in this turn, once declared
    dots: int = 0  # moved in its last movement
    way: int = 0  # the direction of its last step
    turned: bool = False  # since its last dot
    fired_area: bool = False  # it has, and moves no more in this turn
    heat: int = 0
    heat_taken: int = 0
    inferno: int = 0
    fallen: int = 0  # the direction it lies in
    propped: bool = False
    sections: Mapping[str, str] = field(default_factory=dict)  # those that do not point to the front
    turret: Dot | None = None
    fired: tuple[int, ...] = ()  # weapons that have fired since its side last moved
    rounds: tuple[int | None, ...] = ()  # left, by weapon
    crits: tuple[str, ...] = ()  # what has been hit, as "left_leg: Hip"
    harm: int = 0  # points taken in this turn
    shaken: bool = False  # it has rolled for that
    pilot_hits: int = 0
    awake: bool = True
    shutdown: bool = False
    destroyed: bool = False
    burning: bool = False
    speed_lost: int = 0  # MP of BattleTech that motive damage has cost
    driving: int = 0  # what it adds to driving rolls
    hatch: str = CLOSED
    ramp: str = UP
    ramp_ready: bool = False  # it was down in the enemy's last movement
    loaded: bool = False  # somebody has boarded or left it in this turn
    handled: tuple[str, ...] = ()  # what has been worked in this turn: ramp, hatch, turret

    @property
    def is_down(self) -> bool:
        """It has fallen, or hangs on a wall."""
        return self.fallen > 0 or self.propped

    @property
    def lost(self) -> int:
        return self.whole - sum(self.armor.values()) - sum(self.structure.values())
