"""What a scenario is made of: plain data, the same in a scenario file, in a battle script and in a running battle.

Sides are named by the role they play ("attacker"); ``sides`` says who plays which. A block that is there switches its
rules on. Must not know how any of it is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen

Point = tuple[float, float]

ATTACKER: Final = "attacker"
EACH: Final = "each"
SWITCH: Final = rules.switch("scenario")  # on in every battle that has one
AMBUSHES: Final = rules.switch("ambushes")  # on wherever units may lie hidden by the rules of p. 168

BLOCKS: Final = ("standing", "commanders", "flags", "hold", "dominate", "escape", "search", "interference")
for _block in BLOCKS:
    rules.switch(f"{SWITCH}:{_block}")

MARKER: Final = "marker"
FLAG: Final = "flag"


# -- taking the field -----------------------------------------------------------------------------------------


@frozen
class Zone:
    """Where units may start: along an ``edge``, along the middle ``line``, or ``near`` markers or buildings."""

    edge: str | None = None  # home, enemy, left or right, seen from the side's own home edge
    depth: float | None = None  # inches from that edge; not given, what the book says
    line: float | None = None  # inches on either side of the middle line, parallel to the home edges
    near: str | None = None  # marker or building
    within: float = 0.0  # inches from those
    half: bool = False  # only on the half of the table next to the home edge
    share: float = 1.0  # of the side's units at most


@frozen
class Start:
    """How one side takes the field."""

    zones: tuple[Zone, ...] = ()
    off_buildings: float = 0.0  # inches to keep from every building that matters
    faces: str | None = None  # the edge its units look at when they start
    may_enter: bool = False  # units that find no place come on over the home edge in the first turn
    hidden: float = 0.0  # share of its units that may be hidden
    mines: tuple[int, ...] = ()  # densities of the fields that it lays in secret


# -- things on the table --------------------------------------------------------------------------------------


@frozen
class Objective:
    """A marker or flag with its place."""

    id: str
    kind: str = MARKER
    at: Point = (0.0, 0.0)
    side: str | None = None  # whose flag it is; nobody's is everybody's
    radius: float = 1.0
    size: int = 1  # as cargo


@frozen
class Recipe:
    """How objectives are put on a table of any size."""

    kind: str = MARKER
    spot: str = "centre"  # centre of the table, zone (centre of a side's), sectors, middle (between the zones)
    of: str | None = None  # each, or the role whose flag it is
    count: int = 1
    within: float = 4.0  # inches a player may shift it by
    apart: float = 0.0  # inches between two of them
    columns: int = 2  # of sectors
    rows: int = 3


@frozen
class Size:
    width: float = 36.0
    depth: float = 48.0


# -- what it is about -----------------------------------------------------------------------------------------


@frozen
class Standing:
    """The last force on the field wins."""

    points: int = 1000


@frozen
class Commanders:
    """Each side has one; the last one standing decides."""

    kill: int = 500
    last: int = 500
    secret: bool = False


@frozen
class Flags:
    """Flags are carried home: points for taking one and for bringing it in."""

    capture: int = 500
    delivery: int = 500
    denied: bool = False  # the side without anything to fetch wins once no enemy can fetch any more
    keep_off: float = 0.0  # inches units start from flags outside the zones


@frozen
class Hold:
    """Markers are held: points for every turn, for the last one, and for turns in a row."""

    each_turn: int = 100
    at_end: int = 0
    side: str | None = None  # only this one scores by holding
    denied: int = 0  # points of the other side for every turn in which it does not
    in_a_row: int = 0  # turns that win at once


@frozen
class Dominate:
    """It ends when every marker is held by somebody: points for each, and for having most."""

    each: int = 200
    most: int = 300


@frozen
class Escape:
    """A side breaks through and leaves by the other's home edge."""

    side: str = ATTACKER
    points: int | None = None  # for each unit that gets out; not given, what the book says
    retreat: int | None = None  # to the other side for each one that turns back
    share: float = 0.5  # of the units that must get out for the bonus, else it is the other side's
    bonus: int | None = None
    only_way: bool = False  # its units leave by no other edge, even when forced to withdraw


@frozen
class Search:
    """Buildings are scanned for objectives that the other side has noted in secret."""

    side: str | None = None  # who searches; both, when nobody is named
    most: int = 6  # objectives
    objective: int = 100
    home: int = 500  # when all are found and a lance gets home
    prevented: int = 1000  # to the other side when that does not come about
    destroyed: int = 100  # to the other side for each objective shelled by the searcher
    first: int = 0  # to the first side that has found everything


@frozen
class Interference:
    """Electromagnetic interference around buildings."""

    within: float = 2.0


# -- the whole ------------------------------------------------------------------------------------------------


@frozen
class Scenario:
    """One scenario. Without ``place`` it is ready to play: everything has its place on the table."""

    id: str
    name: str
    about: str = ""
    page: int | None = None
    roles: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)  # role -> side
    most_sides: int = 2  # 0 is any number
    variations: tuple[str, ...] = ()  # those that are in it
    options: tuple[str, ...] = ()  # switched on with it
    campaign: bool = False  # one battle of many: forces need not be even

    table: Size = Size()
    units: int = 0  # recommended at most, for each side; 0 is what the book says
    larger: Mapping[str, float] = field(default_factory=dict)  # role -> by which share its force may be larger
    apart: float = 24.0  # inches between enemies at the start
    deployment: Mapping[str, Start] = field(default_factory=dict)  # by role, or each
    flanks: str = "open"  # closed: nobody leaves by them; walled: restrictive terrain stands there besides

    place: tuple[Recipe, ...] = ()
    objectives: tuple[Objective, ...] = ()
    buildings: tuple[str, ...] = ()  # terrain that is searched; none named: every building near the centre
    secrets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # side -> buildings it has noted
    commanders_named: Mapping[str, str] = field(default_factory=dict)  # side -> unit
    hidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # side -> units that begin hidden
    lance: Mapping[str, int] = field(default_factory=dict)  # side -> units of a full formation; usually 4

    turns: int | None = None
    turns_per_lance: int | None = None  # of the attacker
    desperate: str | None = None  # this role ignores forced withdrawal
    standing: Standing | None = None
    commanders: Commanders | None = None
    flags: Flags | None = None
    hold: Hold | None = None
    dominate: Dominate | None = None
    escape: Escape | None = None
    search: Search | None = None
    interference: Interference | None = None

    @property
    def switches(self) -> frozenset[str]:
        """What the rules of its blocks are switched on by."""
        hiding = (AMBUSHES,) if any(start.hidden for start in self.deployment.values()) else ()
        return frozenset((SWITCH, *hiding, *(f"{SWITCH}:{name}" for name in BLOCKS if getattr(self, name) is not None)))

    @property
    def has_secrets(self) -> bool:
        """A side may know something in it that the other does not: who leads, what is hidden where, who lies hidden."""
        leaders = self.commanders is not None and self.commanders.secret
        return leaders or self.search is not None or any(start.hidden for start in self.deployment.values())

    def is_desperate(self, side: str) -> bool:
        """It fights with its back to the wall."""
        return self.desperate is not None and self.side_of(self.desperate) == side

    def side_of(self, role: str) -> str | None:
        """Who plays a role; a side goes by its own name too."""
        return self.sides.get(role, role)

    def role_of(self, side: str) -> str | None:
        return next((role for role, name in self.sides.items() if name == side), None)

    def start_of(self, side: str) -> Start | None:
        """How a side takes the field."""
        return self.deployment.get(self.role_of(side) or EACH) or self.deployment.get(EACH)

    def seen_by(self, side: str | None) -> Scenario:
        """Without what another side has noted in secret."""
        own = {side} if side is not None else set()
        secret = self.commanders is not None and self.commanders.secret
        return replace(
            self,
            secrets={name: noted for name, noted in self.secrets.items() if name in own},
            hidden={name: units for name, units in self.hidden.items() if name in own},
            commanders_named={name: unit for name, unit in self.commanders_named.items() if not secret or name in own},
        )
