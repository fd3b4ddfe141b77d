"""What is true on the table at this moment: units, whose turn it is, what waits for an answer.

State is plain data. Only events change it (events/), but for the agenda (kernel/engine.py); rules read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.play.ids import GroupId, SideId, TerrainId, UnitId, Word
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.field.bodies import Body
from lancemate.field.maps import Map
from lancemate.kernel.agenda import Decision, Outcome, Task
from lancemate.kernel.codec import JSON
from lancemate.kernel.copying import copier
from lancemate.kernel.values import frozen

TABLE = "table"
RESERVE = "reserve"  # not yet on the board
ABOARD = "aboard"
EMPLACED = "emplaced"  # part of a building: it fires from there, and nothing stands in its place
PLANTED = "planted"  # lies on the ground, in nobody's way: a remote sensor
CARRIED = "carried"  # outside another, as cargo
OFFBOARD = "offboard"  # beyond the edge of the table for good
GONE = "gone"  # destroyed and removed, or left the map

# The other side knows nothing of a hidden unit.
hidden = unit_memory("hidden", bool, default=False, rule="AS-SCN-071", told="hides", untold="comes out of hiding")

# The letter of the token that stands for it as long as nobody knows what it is.
blip = unit_memory("blip", str, default=None, rule="AS-OPT-311", secret=True)

# Units that are not placed before the first turn and enter with their first move.
comes_on_later = unit_memory("comes_on_later", bool, default=False, rule="AS-INT-056", told="will come on later")
# It waits off the map, and is not among those who move.
off_map = unit_memory("off_map", bool, default=False, rule="AS-SCA-045")
# The same of a unit under a false flag, of which its own side alone knows.
under_flag = unit_memory("under_flag", bool, default=False, rule="AS-SCA-031", secret=True)


_new: Final = tuple.__new__


def is_off_map(unit: Unit) -> bool:
    """It waits beyond the edge, and may not come on yet."""
    return bool(unit.notes) and (off_map.of(unit) or under_flag.of(unit))


@frozen
class Section:
    """What is left of one section of a mobile structure. One that is ``lost`` has fallen silent in an End Phase."""

    name: Word
    armor: int
    structure: int
    wounds: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()  # suffered this turn, felt from the End Phase on
    lost: bool = False

    @property
    def destroyed(self) -> bool:
        return self.structure <= 0


@dataclass(slots=True)
class Unit:
    """One unit in play. ``armor`` and ``structure`` are what is left; marks show at once, effects wait."""

    id: UnitId
    side: SideId
    card: Card = field(metadata={"hidden": True})
    skill: int
    radius: float = field(metadata={"hidden": True})
    height: float = field(metadata={"hidden": True})
    armor: int
    structure: int

    place: str = RESERVE
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    elevation: float = 0.0  # of its lowest part, above the table
    aboard: UnitId | None = None
    riding: bool = False  # outside its carrier, as mechanized battle armor
    group: GroupId | None = None  # lance, Star or Point it moves with

    heat: int = 0
    shutdown: bool = False
    stunned: bool = False
    hull_down: bool = False
    airborne: bool = False
    wounds: tuple[str, ...] = ()  # lasting effects in the order suffered: "weapon", "mp", "engine", "motive_2" ...
    fresh: tuple[str, ...] = ()  # suffered this turn, felt from the End Phase on
    felt: tuple[str, ...] = ()  # of the wounds, those that have begun to be felt in this End Phase
    doomed: str | None = None  # why it will be removed in the End Phase
    destroyed: bool = False
    fell: bool = field(default=False, metadata={"hidden": True})  # it was destroyed on the table: its wreck lies there
    exited: bool = False
    withdrawing: bool = False
    spent: frozenset[str] = frozenset()  # one-use abilities already used
    switched_off: frozenset[str] = frozenset()  # abilities its player has turned off
    # Switches to be made in the coming End Phase; hashes and saves know them by an older word.
    planned: tuple[tuple[str, bool], ...] = field(default=(), metadata={"written": "wishes"})

    moved: str = "none"
    inches: float = 0.0  # travelled this turn
    declared: tuple[Word, UnitId] | None = None  # charge or dfa, and its target
    attacks: tuple[str, ...] = ()  # what it has attacked with this turn
    targets: tuple[tuple[str, str], ...] = ()  # and whom, by what
    overheat: int = 0  # points of overheat used this turn
    heat_taken: int = 0  # heat from outside waiting for the End Phase
    heat_special_taken: int = 0  # the part of it that came from HT attacks
    spotted: str | None = None  # the target it has spotted for this turn
    spotter_promise: bool = False  # it spotted on the promise not to attack
    notes: Mapping[str, JSON] = field(default_factory=dict)  # what optional rules and scenarios remember
    sections: tuple[Section, ...] = field(default=(), metadata={"sparse": True})  # of a mobile structure

    def __repr__(self) -> str:
        """Who it is, what is left of it and where it is."""
        card = self.card
        left = f"armor {self.armor} of {card.armor}, structure {self.structure} of {card.structure}"
        heat = f", heat {self.heat}" if self.heat else ""
        where = f"at ({self.x:g}, {self.y:g}) facing {self.facing:g}" if self.place == TABLE else self.place
        return f"<Unit {self.id}: {card.name} of {self.side}, skill {self.skill}, {left}{heat}, {where}>"

    def _repr_html_(self) -> str:
        drawn: str = hooks.questions["picture of a unit"](self)
        return drawn

    @property
    def at(self) -> tuple[float, float]:
        return (self.x, self.y)

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def in_the_open(self) -> bool:
        """It is on the table, or lies there: it may be looked at, look, and be hit."""
        return self.place in (TABLE, PLANTED)

    @property
    def in_play(self) -> bool:
        """Still part of the battle: on the table, riding, or waiting to enter."""
        return self.place != GONE

    @property
    def body(self) -> Body:
        height = self.height / 2 if self.hull_down else self.height
        # As Body(...) would, in half the time: bodies are looked at more often than anything else.
        return _new(Body, (self.x, self.y, self.radius, self.elevation, height))

    def hidden_from(self, side: str) -> bool:
        """It is an enemy that this side knows nothing of: no refusal may give it away."""
        return self.side != side and hidden.of(self)

    def section(self, name: str | None) -> Section | None:
        """One of its sections, by name."""
        return next((section for section in self.sections if section.name == name), None)

    def has(self, code: str) -> bool:
        """Its card carries the ability (wherever it stands on the card)."""
        return code in self.card.specials.codes

    def active(self, code: str) -> bool:
        """It carries the ability, it is switched on and not used up."""
        return code in self.card.specials.codes and code not in self.switched_off and code not in self.spent


@dataclass(slots=True)
class State:
    table: Map = field(metadata={"hidden": True})
    units: dict[UnitId, Unit]
    turn: int = 1
    phase: str = "initiative"
    to_act: SideId | None = None
    acting: Word = field(default="", metadata={"sparse": True})  # the part of that side which acts apart from the rest
    first: SideId | None = None  # the initiative loser: acts first
    quota: tuple[tuple[SideId, int], ...] = ()  # movement: sides still to act in this pair, and how many items each
    moving_group: GroupId | None = None
    done: frozenset[SideId] = frozenset()  # sides that are done with this phase
    decision: Decision | None = None
    agenda: tuple[Task, ...] = ()  # last one first
    terrain_damage: Mapping[TerrainId, int] = field(default_factory=dict)
    outcome: Outcome | None = None
    notes: Mapping[str, JSON] = field(default_factory=dict)  # scores, objectives, anything scenarios remember

    @property
    def party(self) -> str | None:
        """Who is to act: a side, or a part of one, as in ``blue/robots``."""
        return f"{self.to_act}/{self.acting}" if self.acting else self.to_act

    def hand_to(self, party: str | None) -> None:
        """Let a side act, or a part of one."""
        if party is None or "/" not in party:
            self.to_act, self.acting = party, ""
        else:
            self.to_act, _, self.acting = party.partition("/")

    def clone(self) -> State:
        twin = _copy_state(self)
        twin.units = {name: copy_unit(unit) for name, unit in self.units.items()}
        return twin


def everything(state: State) -> tuple[object, ...]:
    """All that is true at this moment, by value. A ruling remembered under it cannot be stale: whatever a rule may
    look at is in there. Cards do not change in play."""
    units = tuple([(*_plain(unit), repr(unit.notes) if unit.notes else "") for unit in state.units.values()])
    told = (state.decision, state.agenda, state.terrain_damage, state.notes)
    return state.table.number, *_plain_state(state), units, tuple([repr(each) if each else "" for each in told])


_MAPPED: Final = ("card", "notes", "table", "units", "decision", "agenda", "terrain_damage")
_plain = attrgetter(*(each.name for each in fields(Unit) if each.name not in _MAPPED))
_plain_state = attrgetter(*(each.name for each in fields(State) if each.name not in _MAPPED))

copy_unit = copier(Unit)
_copy_state = copier(State)
