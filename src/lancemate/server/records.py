"""What the server writes down, row by row. Plain values; knows neither the database nor the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from lancemate.kernel.codec import JSON

PLAYER: Final = "player"
HOTSEAT: Final = "hotseat"
SPECTATOR: Final = "spectator"

INVITED: Final = "invited"  # the seat waits for whoever exchanges its invitation
TAKEN: Final = "taken"  # an invitation that has been exchanged
SITTING: Final = (PLAYER, HOTSEAT, SPECTATOR)

PEOPLE: Final = ("you", "friend")

Mode = Literal["bot", "hotseat", "friend", "replay"]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. ``by`` says who plays each side, ``result`` how it ended if the players settled it between them.

    ``by`` has a bot's level, "both" (at one screen), "nobody" (a recording), or "you" and "friend" as the maker of the
    game says it.
    """

    id: str
    mode: str
    title: str
    beginning: str  # Beginning.to_text
    by: tuple[tuple[str, str], ...]
    created: float
    result: str | None = None  # JSON of an outcome

    def played_by(self, viewer: str | None) -> list[tuple[str, str]]:
        """The sides and who plays each, as someone of the side ``viewer`` says it; others call people players."""
        other = "friend" if viewer is not None else "player"
        return [(side, ("you" if side == viewer else other) if who in PEOPLE else who) for side, who in self.by]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who looks at a game through one token."""

    token_hash: str
    game: str
    seat: str
    kind: str  # PLAYER, HOTSEAT or SPECTATOR; INVITED or TAKEN where the hash is that of an invitation
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted command and what everybody was told of it. Entry 0 is the opening."""

    game: str
    n: int
    told: str  # JSON: a batch per viewer
    standing: str  # JSON: turn, phase, who is to act, outcome
    at: float
    command: str | None = None
    seat: str | None = None
    request: str | None = None  # the sender's own name for the command


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said at the table."""

    game: str
    n: int
    seat: str
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the players of a game agreed on: names by side, a clock, who may watch, and the terms for a rematch."""

    game: str
    names: Mapping[str, str] = field(default_factory=dict)
    clock: Mapping[str, JSON] | None = None
    listed: bool = False  # anybody may find it and watch
    watch: str | None = None  # the token to watch with, which is no secret
    talk: Mapping[str, JSON] | None = None  # what was settled at the table talk
    rematch: str | None = None  # the talk about the next battle
    asked: str | None = None  # the side that asked for it


@dataclass(frozen=True, slots=True)
class TalkSeat:
    """Who takes part in a table talk through one token."""

    token_hash: str
    talk: str
    place: str  # host or guest
    kind: str  # PLAYER; INVITED or TAKEN where the hash is that of an invitation


@dataclass(frozen=True, slots=True)
class TalkRecord:
    """A table talk as it is kept; ``n`` counts its changes."""

    id: str
    n: int
    state: str  # JSON: see talks.py
    open: bool  # anybody may sit down
    created: float
    updated: float
