"""What a battle starts from: the map, the sides, the units and where they stand. Immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from lancemate.battletroops.arms.weapons import Weapon
from lancemate.battletroops.play.state import Mine
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen

HIDING: Final = "hiding"  # the phase before the first, in which men are hidden
ORDERS: Final = ("ask", "fire", "hold")
REGULAR: Final = "Regular"


class StateError(InputError):
    """A unit's state that cannot be; ``unit`` says whose."""

    def __init__(self, unit: str, error: InputError) -> None:
        super().__init__(error.plain, key=error.key)
        self.unit = unit


@frozen
class Squad:
    name: str
    side: str
    experience: str = REGULAR
    leader: str | None = None
    leadership: int | None = None  # none: the usual one, or that of a character who leads it


@frozen
class Side:
    name: str
    home: str | None = None  # north, east, south or west


@frozen
class Muster:
    """One unit as it enters the battle. Without ``at`` it waits off the map. ``record`` is what its kind reads."""

    id: str
    side: str
    kind: str
    record: Any
    at: Dot | None = None
    facing: float = 0.0
    group: str | None = None
    orders: str = "ask"
    state: Mapping[str, JSON] = field(default_factory=dict)


@frozen
class Settings:
    """What rulings set, as players may agree otherwise."""

    hth_cost: int = 5
    stand_cost: int = 10  # of a fallen 'Mech
    arc_widths: tuple[float, float, float] = (30.0, 60.0, 90.0)


@frozen
class Scenario:
    """Which scenario is played, and with what of its own."""

    kind: str
    sender: str | None = None
    control: Dot | None = None
    elevation: int = 0
    building: str | None = None


@frozen
class Goal:
    """How a scenario stands: whether it is over, and what each side has earned."""

    over: bool
    winner: str | None
    reason: str
    rule: str
    levels: Mapping[str, str | None]


@frozen
class Setup:
    map: Lattice
    sides: tuple[Side, Side]
    units: tuple[Muster, ...]
    squads: tuple[Squad, ...] = ()
    weapons: Mapping[str, Weapon] = field(default_factory=dict)  # written out in the script
    mines: tuple[Mine, ...] = ()
    options: frozenset[str] = frozenset()
    settings: Settings = Settings()
    scenario: Scenario | None = None
    turn: int = 1
    phase: str = "initiative"
    first: str | None = None
    to_act: str | None = None

    def __post_init__(self) -> None:
        """Units stand side by side, whatever order they were named in, so that a setup is one value however written."""
        order = [side.name for side in self.sides]
        object.__setattr__(self, "units", tuple(sorted(self.units, key=lambda unit: order.index(unit.side))))

    @property
    def switches(self) -> frozenset[str]:
        """What rules may be switched on by."""
        return self.options if self.scenario is None else self.options | {self.scenario.kind}

    def opponent(self, side: str) -> str:
        return self.sides[1].name if self.sides[0].name == side else self.sides[0].name

    def squad(self, name: str | None) -> Squad | None:
        known = None if name is None else name.partition(" #")[0]  # a fresh squad is like the one it replaces
        return next((one for one in self.squads if one.name in (name, known)), None)
