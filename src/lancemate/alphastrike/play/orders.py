"""What a player may tell the engine to do. Names and keys are the public ones of battle scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

from lancemate.alphastrike.play.ids import ObjectiveId, SideId, TerrainId, UnitId, Word
from lancemate.kernel.reading import read_text
from lancemate.kernel.values import value

Point = tuple[float, float]


def read_ammo(given: object, where: str) -> str | None:
    """A munition, or the launcher and what it fires: ``{LRM: smoke}``, kept as ``LRM:smoke``; several stay several."""
    if isinstance(given, Mapping):
        named = [f"{launcher}:{read_text(one, f'{where}.{launcher}')}" for launcher, one in given.items()]
        return "+".join(named) or None
    if isinstance(given, list):
        return "+".join(read_text(one, where) for one in given) or None
    return None if given is None else read_text(given, where)


@value
class PointTarget:
    """A place to attack: ``point`` is where, in inches from the south-west corner."""

    what: ClassVar[str] = "a target that is a place"
    point: Point


@value
class LineTarget:
    """A strip of the table, by the two ends of its middle."""

    line: tuple[Point, Point]


@value
class RunTarget:
    """Whatever lies in the run that was announced with the move."""

    what: ClassVar[str] = "the run announced with the move"
    run: bool = True


@value
class PointsTarget:
    """Several places, one after the other."""

    what: ClassVar[str] = "a target of several places"
    points: tuple[Point, ...]


Target = str | PointTarget | LineTarget | PointsTarget | RunTarget


@value
class Unload:
    """Where a unit steps off its transport."""

    unit: UnitId
    at: Point | None = None  # nowhere yet, for those who drop from high above
    facing: float | None = None
    path: tuple[Point, ...] = field(default=(), metadata={"sparse": True})  # and where it goes from there
    mode: Word = field(default="ground", metadata={"sparse": True})


@value
class Drop:
    """Where on its way a unit drops what it carries or drags, and how."""

    what: ClassVar[str] = "a place to drop cargo"
    at: Point
    how: Word = "quick"


@value
class Move:
    """Move a unit.

    unit         who moves
    path         the points it goes through, the last of them where it ends
    mode         how: ``ground``, ``jump``, or another Move on its card
    facing       where it looks at the end, in degrees clockwise from north; as it goes, when left out
    elevation    how high it ends, for what flies or climbs
    hull_down    True to find a hull-down position, False to leave one
    charge, dfa  the unit it declares a charge, or a Death from Above, at
    board        the unit it gets on; ``outside`` as mechanized battle armor where there is room inside as well
    unload       who gets off on the way, and where
    drop         where it drops cargo
    cruise       the height above the table at which a VTOL flies
    altitude     the altitude of what flies by Thrust; ``returns`` is where it comes back after it leaves
    strafe, strafe_too, bomb   the strips, or the point, that it attacks on its way
    convert      the form it takes before it moves
    shield       the unit it stands in front of
    antagonize   where on its path it calls the enemy
    abilities    the abilities it calls upon
    """

    name: ClassVar[str] = "move"
    unit: UnitId
    path: tuple[Point, ...] = ()
    mode: Word = "ground"
    facing: float | None = None
    elevation: float | None = None
    hull_down: bool | None = None  # find a position, or leave the one it has; or neither
    charge: UnitId | None = None
    dfa: UnitId | None = None
    board: UnitId | None = None
    unload: tuple[Unload, ...] = ()
    cruise: float | None = None  # height above the table a VTOL flies at on the way
    outside: bool = False  # board as mechanized battle armor where there is room inside as well
    shield: UnitId | None = field(default=None, metadata={"sparse": True})  # whom it stands in front of
    abilities: tuple[Word, ...] = field(default=(), metadata={"sparse": True})  # called upon for this move
    altitude: Word | None = field(default=None, metadata={"sparse": True})  # of what flies by Thrust
    returns: Point | None = field(default=None, metadata={"sparse": True})  # where it comes back, of one that leaves
    strafe: LineTarget | None = field(default=None, metadata={"sparse": True})  # the strip that a VTOL strafes
    strafe_too: LineTarget | None = field(default=None, metadata={"sparse": True})  # and the second of a Ground-Hugger
    bomb: PointTarget | None = field(default=None, metadata={"sparse": True})  # the point that it bombs
    antagonize: Point | None = field(default=None, metadata={"sparse": True})  # where on its path it calls the enemy
    drop: Drop | None = field(default=None, metadata={"sparse": True})
    convert: Word | None = field(default=None, metadata={"sparse": True})  # the form it takes before it moves


@value
class Attack:
    """Attack with a unit.

    unit         who attacks
    target       a unit or a piece of terrain by its id, or a place: ``PointTarget`` and the like
    kind         ``weapon`` unless said, or the kind of physical or special attack
    using        the weapon or ability it attacks with, where there are several
    overheat     the points by which it overheats for more damage
    spotter      the friend who spots for indirect fire; ``spotter_attacks`` when that friend attacks too this turn
    arc          the weapons that fire, of a unit with several arcs or turrets
    rear         the target of its REAR weapons, declared together with this attack
    network      the master of the network that a remote sensor joins
    split        one of the two attacks that a Multi-Tasker makes of one
    rolls        how many of the rolls left it makes; all of them when left out
    ammo         what it fires instead of the usual, such as ``LRM:smoke``
    bombs        the bombs it drops: on one point, or a tuple for each of several
    facing       where a 1 points when they scatter, in degrees clockwise from north
    arson        True to set the ground on fire, whatever else happens
    abilities    the abilities it calls upon
    """

    name: ClassVar[str] = "attack"
    unit: UnitId
    target: UnitId | TerrainId | PointTarget | LineTarget | PointsTarget | RunTarget
    kind: Word = "weapon"
    using: Word | None = None
    overheat: int = 0
    spotter: UnitId | None = None
    spotter_attacks: bool = False  # the spotter keeps its own attack this turn: +1
    arc: Word | None = None  # the weapons that fire, of a unit with several arcs or turrets
    rear: UnitId | None = None  # target of the REAR weapons, declared together with this attack
    network: UnitId | None = None  # the master of the network that a remote sensor joins
    split: bool = False  # one of the two attacks that a Multi-Tasker makes of his one
    rolls: int = field(default=0, metadata={"sparse": True})  # how many of those left; all of them, when none is said
    abilities: tuple[Word, ...] = field(default=(), metadata={"sparse": True})  # called upon for this attack
    # What is fired instead of the usual.
    ammo: Word | None = field(default=None, metadata={"sparse": True, "reads": read_ammo})
    # Bombs to be dropped: on one point, or a list for each of several.
    bombs: tuple[Word | tuple[Word, ...], ...] = field(default=(), metadata={"sparse": True})
    facing: float | None = field(default=None, metadata={"sparse": True})  # where a 1 points that scatters them
    arson: bool = field(default=False, metadata={"sparse": True})  # the ground is to burn, whatever else


@value
class SupportAttack:
    """An attack that belongs to a side and to none of its units; in scripts an ``attack`` with a ``side``."""

    name: ClassVar[str] = "attack"
    side: SideId
    using: Word
    target: UnitId | PointTarget | LineTarget
    kind: Word = "support"


@value
class Laid:
    """A minefield that is bought, and where it lies."""

    what: ClassVar[str] = "a minefield"
    type: Word
    at: Point
    hidden: bool = False


@value
class Buy:
    """All the support of a side, in secret before the first turn."""

    name: ClassVar[str] = "buy"
    side: SideId
    support: tuple[Word | Laid, ...] = ()


@value
class Toggle:
    """Turn an ability on or off.

    unit     whose
    ability  which, by its code on the card
    on       False to turn it off
    to       the setting it is turned to, of several
    fields   how many of its fields are on
    """

    name: ClassVar[str] = "toggle"
    unit: UnitId
    ability: Word
    on: bool = True
    to: Word | None = field(default=None, metadata={"sparse": True})  # the one of several settings
    fields: int | None = field(default=None, metadata={"sparse": True})  # how many of its fields

    @property
    def switch(self) -> str:
        """What is turned, with the setting it is turned to."""
        more = self.to if self.to is not None else self.fields
        return self.ability if more is None else f"{self.ability}:{more}"


@value
class Decide:
    """Answer the question that waits.

    side    who answers
    choice  the answer: one of those that ``battle.decision`` offers
    always  True to answer every question of this kind so from now on
    """

    name: ClassVar[str] = "decide"
    side: SideId
    choice: UnitId | Word
    always: bool = field(default=False, metadata={"sparse": True})  # and so whenever this is asked, until taken back


@value
class Standing:
    """How a side answers a kind of question from now on without being asked; ``ask`` takes that back."""

    name: ClassVar[str] = "standing"
    side: SideId
    kind: Word
    choice: Word


@value
class Deploy:
    """Place a unit before the first turn.

    unit    who is placed; or a side, when ``mines`` says how dense a minefield it lays there in secret
    at      where
    facing  where it looks, in degrees clockwise from north
    hidden  True to write its place down and put nothing on the table
    """

    name: ClassVar[str] = "deploy"
    unit: UnitId
    at: Point
    facing: float = 0.0
    hidden: bool = field(default=False, metadata={"sparse": True})  # written down, and nothing put on the table
    # No unit: its side lays mines of so much density there in secret.
    mines: int | None = field(default=None, metadata={"sparse": True})


@value
class Act:
    """Do something besides moving and attacking: take or drop a flag, scan a building, board a ship."""

    name: ClassVar[str] = "act"
    unit: UnitId
    do: Word
    what: UnitId | TerrainId | ObjectiveId | None = None
    at: Point | None = field(default=None, metadata={"sparse": True})  # where, of what may choose its place


@value
class Pass:
    """Do nothing with ``unit`` in this phase."""

    name: ClassVar[str] = "pass"
    unit: UnitId


@value
class EndPhase:
    """End the phase: whoever of the side to act has not acted passes."""

    name: ClassVar[str] = "end_phase"


@value
class Resign:
    """Give up: ``side`` has lost."""

    name: ClassVar[str] = "resign"
    side: SideId


Command = Move | Attack | SupportAttack | Buy | Act | Toggle | Decide | Standing | Deploy | Pass | EndPhase | Resign

COMMANDS: dict[str, type[Command]] = {
    kind.name: kind for kind in (Move, Attack, Buy, Act, Toggle, Decide, Standing, Deploy, Pass, EndPhase, Resign)
}

# Other forms of a command, told apart by their first key.
FORMS: tuple[type[Command], ...] = (SupportAttack,)
