"""What the server writes down, row by row. Plain values; knows neither the database nor the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

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
