"""What a battle starts from: the map, the sides, the units and where they stand. Immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Final

from lancemate.battletroops.arms.weapons import Weapon
from lancemate.battletroops.play.state import Entering, Mine
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen

HIDING: Final = "hiding"  # the phase before the first, in which men are hidden
ENTERING: Final = "entering"  # somebody comes onto the map in the course of the battle
ORDERS: Final = ("ask", "fire", "hold")
REGULAR: Final = "Regular"
WEAPONS, SECONDARY = "weapons", "secondary"
SIDE_SHOW: Final = rules.switch("side-show")  # the scenario that issues no kits
CHOICES: Final = (WEAPONS, SECONDARY)  # of a squad, before the battle


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
    choice: tuple[str, ...] = ()  # what its player may choose before the battle: weapons, secondary


@frozen
class Side:
    name: str
    home: str | None = None  # north, east, south or west
    leader: str | None = None  # of the whole force


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
    enters: Entering | None = None


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
    damaged: str | None = None  # a machine whose player says where its armour is missing


def issues(one: Scenario | None) -> bool:
    """Whether secondary weapons are issued even to those who have launchers under their weapons."""
    return one is not None and one.kind != SIDE_SHOW


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
        if self.scenario is not None:
            return self.options | {self.scenario.kind, ENTERING}
        return self.options | {ENTERING} if any(unit.enters is not None for unit in self.units) else self.options

    def opponent(self, side: str) -> str:
        return self.sides[1].name if self.sides[0].name == side else self.sides[0].name

    def leader_of(self, side: str) -> str | None:
        """Who leads a whole force: unless it says, the leader of its only squad."""
        named = next(one.leader for one in self.sides if one.name == side)
        squads = [one for one in self.squads if one.side == side]
        return named if named is not None or len(squads) != 1 else squads[0].leader

    def squad(self, name: str | None) -> Squad | None:
        """A squad by name; a fresh one is like the one it replaces, with a leader of its own."""
        known, mark, number = (name or "").partition(" #")
        found = next((one for one in self.squads if one.name in (name, known)), None)
        if found is None or found.name == name or not mark or found.leader is None:
            return found
        return replace(found, leader=f"{found.leader}#{number}")
