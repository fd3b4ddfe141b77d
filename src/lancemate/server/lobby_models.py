"""What comes in and goes out over HTTP before a battle and around it, as strict models. Knows shapes, not meanings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from lancemate.kernel.letters import PRINTABLE, SAYABLE
from lancemate.server.models import (
    Document,
    ForceChosen,
    Given,
    Mode,
    PlayerName,
    QuickGiven,
    SideTold,
    Title,
    Told,
    TroopsGiven,
    Word,
)

# -- given ----------------------------------------------------------------------------------------------------


class ClockGiven(Given):
    """So many seconds in each turn, for the whole battle, or each time the table waits; then the least, or defeat."""

    kind: Literal["turn", "side", "move"]
    seconds: Annotated[int, Field(ge=1, le=30 * 86_400)]
    at_end: Literal["pass", "lose"]


class TermsGiven(Given):
    """What two people may agree on before a battle. Each brings a force, so the quick start has none."""

    game: Literal["alpha-strike", "battletroops"] = "alpha-strike"
    title: Title = ""
    points: Annotated[int, Field(ge=1, le=100_000, description="What a force may cost")] | None = None
    secret: Annotated[bool, Field(description="Forces are shown when the battle begins")] = False
    listed: Annotated[bool, Field(description="Anybody may find the table and sit down")] = False
    watched: Annotated[bool, Field(description="Anybody may find the battle and watch")] = False
    clock: ClockGiven | None = None
    quick: QuickGiven | None = None
    troops: TroopsGiven | None = None


class TalkGiven(Given):
    """A table that somebody opens: what is proposed, on which side, under which name, with which force."""

    terms: TermsGiven = TermsGiven()
    side: Word | None = None
    name: PlayerName = ""
    force: ForceChosen | None = None


class TalkJoined(Given):
    """Whoever sits down: with the invitation, unless the table is open to anybody."""

    invitation: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=100)] | None = None
    name: PlayerName = ""


class TermsProposed(Given):
    terms: TermsGiven
    side: Annotated[Word | None, Field(description="The side of the host")] = None


class ForceBrought(Given):
    force: ForceChosen


class ReadySaid(Given):
    stamp: Annotated[int, Field(ge=0, le=1_000_000)]
    ready: bool


class Saying(Given):
    text: Annotated[str, StringConstraints(pattern=SAYABLE, strip_whitespace=True, min_length=1, max_length=500)]


class SeatsHeld(Given):
    tokens: Annotated[list[Annotated[str, StringConstraints(max_length=100)]], Field(max_length=80)]


class RematchGiven(Given):
    swap: bool = False


# -- told -----------------------------------------------------------------------------------------------------


class TalkSeatTold(Told):
    place: Literal["host", "guest"]
    side: str
    name: str
    taken: bool
    ready: bool
    here: bool
    force: Document | None
    lacks: str | None


class TalkTold(Told):
    """A table talk as one of the two sees it."""

    talk: str
    n: int
    you: Literal["host", "guest"]
    terms: TermsGiven
    stamp: int
    seats: list[TalkSeatTold]
    said: list[Document]
    changed: str | None
    trouble: str | None
    game: str | None
    side: str
    title: str
    watch: str | None


class TalkOpened(Told):
    """Told once: the token of one's place, and the invitation to the other one."""

    talk: str
    token: str
    invitation: str | None
    state: TalkTold


class OpenTable(Told):
    talk: str
    title: str
    host: str
    here: bool
    terms: TermsGiven
    side: str
    updated: float


class WatchTable(Told):
    game: str
    title: str
    sides: list[SideTold]
    turn: int
    phase: str
    to_act: str | None
    updated: float
    link: str


class LobbyTold(Told):
    open: list[OpenTable]
    watch: list[WatchTable]


class HeldTold(Told):
    """A battle or a table talk that a token belongs to."""

    kind: Literal["game", "talk"]
    id: str
    title: str
    mode: Mode
    side: str | None
    sides: list[SideTold]
    turn: int
    phase: str
    to_act: str | None
    yours: bool
    over: bool
    outcome: Document | None
    clock: Document | None
    updated: float


class MineTold(Told):
    held: list[HeldTold | None]


class RematchTold(Told):
    talk: str
    token: str
    state: TalkTold
