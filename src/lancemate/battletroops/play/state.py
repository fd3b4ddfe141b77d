"""What is true on the map at this moment: soldiers, whose turn it is, what lies about, what waits for an answer.

State is plain data. Only events change it (events/), but for the agenda (kernel/engine.py); rules read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lancemate.battletroops.play.machine import Machine
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.agenda import Decision, Outcome, Task
from lancemate.kernel.codec import JSON
from lancemate.kernel.copying import copier
from lancemate.kernel.naming import SideId, UnitId, Word
from lancemate.kernel.values import value

MAP: Final = "map"
RESERVE: Final = "reserve"  # not yet on the map
GONE: Final = "gone"  # it has left the map
CLEAR_TRACK: Final = "." * 12
BARE_HANDS: Final = "none"
SOLDIER: Final = "soldier"


@value
class Arc:
    """What a soldier watches: the size of his arc in MP, and a dot on its middle line."""

    size: int
    towards: Dot


@value
class Explosive:
    """Something that lies on the map and will explode."""

    weapon: Word
    at: Dot
    elevation: int
    side: SideId
    by: UnitId


@value
class Item:
    """Something that is in nobody's hands, with what belongs to it."""

    what: Word
    at: Dot
    elevation: int
    count: int = 1
    rounds: bool = False  # ammunition of a weapon, not the weapon
    launcher: bool = False  # one is fixed under it
    loaded: bool = True  # of a disposable weapon
    stands: bool = False  # of a support weapon: it is set up
    bearing: float | None = None  # and points there


@value
class Mine:
    """Something hidden in the ground. What has gone off is no secret any longer."""

    kind: Word
    at: Dot
    elevation: int
    side: SideId
    weight: int | None = None  # of a vibrabomb: the tons that set it off
    exploded: bool = False


@value
class Entering:
    """When somebody who waits comes onto the map, over which edge or one of which, and where unless he chooses."""

    turn: int
    edges: tuple[Word, ...]
    at: Dot | None = None


@value
class Worn:
    """Body armour, and the first block of the track that it covers."""

    kind: Word
    first: int


@dataclass(slots=True)
class Unit:
    """One soldier in play; other kinds keep what they are made of in ``machine``."""

    id: UnitId
    side: SideId
    kind: Word = SOLDIER
    group: Word | None = None
    orders: Word = "ask"

    # What he carries.
    primary: Word | None = None
    secondary: Word | None = None
    launcher: bool = False  # under his primary weapon
    armor: Worn | None = None
    jump_pack: bool = False  # on his back
    spare_pack: bool = False  # in his hands
    parts: tuple[Word, ...] = ()  # of support weapons that are broken down
    skills: Mapping[str, int] | None = None  # of a character
    prepared: Word = BARE_HANDS
    grenades: int = 0
    ammo: Mapping[str, int] = field(default_factory=dict)
    satchel: bool = False

    # Where and how he is.
    place: str = RESERVE
    enters: Entering | None = None  # as long as he waits, or has done nothing since he came
    x: float = 0.0
    y: float = 0.0
    elevation: int = 0
    track: str = CLEAR_TRACK
    prone: bool = False
    stunned: bool = False
    arc: Arc | None = None
    hidden: int = 0  # the direction of a hidden man's arc
    set_up: bool = True  # of a support weapon
    work: tuple[UnitId, ...] = ()  # who has done his part in setting it up or breaking it down
    doing: Word | None = None  # which of the two it is
    riding: UnitId | None = None
    aboard: UnitId | None = None
    exited: bool = False
    airborne: bool = False  # on a jump pack

    # What he has done since his side last began to move.
    moved: Word = "none"
    fired: bool = False
    acted: bool = False  # he has been activated
    exposed: bool = False  # whoever might has shot at him where he stands
    hand_to_hand: UnitId | None = None
    blow: Word | None = None  # with what

    machine: Machine | None = None  # of a 'Mech or vehicle
    notes: Mapping[str, JSON] = field(default_factory=dict)

    @property
    def at(self) -> Dot:
        return self.x, self.y

    @property
    def is_soldier(self) -> bool:
        return self.kind == SOLDIER

    @property
    def dead(self) -> bool:
        return self.track[11] == "X" if self.machine is None else self.machine.destroyed

    @property
    def conscious(self) -> bool:
        """Lethal damage in block 1 (or 0), or a bruise in block 0, takes a soldier out; DEAD kills him."""
        if self.machine is not None:
            return self.machine.awake and not self.machine.destroyed
        return self.track[9] != "X" and self.track[10] == "." and self.track[11] != "X"

    @property
    def on_map(self) -> bool:
        """He stands on a dot of his own."""
        return self.place == MAP and self.aboard is None

    @property
    def able(self) -> bool:
        """He is on the map and in his senses."""
        return self.place == MAP and self.conscious


@dataclass(slots=True)
class State:
    map: Lattice = field(metadata={"hidden": True})
    units: dict[UnitId, Unit]
    turn: int = 1
    phase: Word = "initiative"
    to_act: SideId | None = None
    side_done: bool = False  # it has moved; what it threw goes off
    first: SideId | None = None  # Side A
    acting: UnitId | None = None
    mp_left: int = 0  # of the unit that is being activated
    mp_whole: int = 0  # what it has had in all
    mp_moved: int = 0  # what it has spent on movement
    afoot: bool = False  # it has walked from where its jump pack could have carried it
    settled: bool = False  # it has done something that is done at the end of a move
    explosives: tuple[Explosive, ...] = ()
    items: tuple[Item, ...] = ()
    mines: tuple[Mine, ...] = ()
    losses: Mapping[str, int] = field(default_factory=dict)  # by squad
    losses_before: Mapping[str, int] = field(default_factory=dict)  # those of earlier turns
    broken: frozenset[str] = frozenset()
    decision: Decision | None = None
    agenda: tuple[Task, ...] = ()  # last one first
    outcome: Outcome | None = None
    notes: Mapping[str, JSON] = field(default_factory=dict)

    def lost_by(self, squad: str) -> int:
        """Its men who are out of the game: each of them once."""
        men = [unit for unit in self.units.values() if unit.group == squad and unit.is_soldier]
        return sum(not unit.conscious for unit in men)

    def clone(self) -> State:
        twin = _copy_state(self)
        twin.units = {name: copy_unit(unit) for name, unit in self.units.items()}
        return twin


copy_unit = copier(Unit)
_copy_state = copier(State)
