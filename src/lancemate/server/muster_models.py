"""What the muster page sends and gets over HTTP, as strict models. Knows shapes, not meanings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from lancemate.server.models import Document, ForceChecked, ForceGiven, Given, Told, Word

MOST_CARDS = 2000  # of a player's own that come along with a question
Cards = Annotated[list[Document], Field(max_length=MOST_CARDS)]
Points = Annotated[int, Field(ge=1, le=3000)]
Skill = Annotated[int, Field(ge=0, le=8)]
Skills = Annotated[list[Skill], Field(min_length=2, max_length=2, description="The best and the worst")]


class ImportGiven(Given):
    """A file as text or, if it is none, in base64; and own cards that its units may mean."""

    name: Annotated[str, Field(max_length=300)] = ""
    text: str | None = None
    base64: str | None = None
    cards: Cards = Field(default_factory=list)
    leave_out_unknown: bool = False


class FileGiven(Given):
    """The beginning of a file, as text or in base64."""

    text: Annotated[str | None, Field(max_length=100_000)] = None
    base64: Annotated[str | None, Field(max_length=100_000)] = None


class SeemingTold(Told):
    """What a file seems to be, and what to do with it; both are null for one that looks like nothing in particular."""

    kind: str | None
    words: str | None


class BuildGiven(Given):
    """What a force should be like. ``cards`` are own units that may be in it; with ``only`` no others are.

    ``counts`` says how many miniatures there are of each unit, by id: no more of it is taken, and nothing unnamed.
    """

    points: Points | None = None  # or as many as what is asked takes
    faction: Word | None = None
    era: Word | None = None
    kind: Word = "mechs"
    roles: Annotated[str, Field(max_length=200)] = ""
    formations: Annotated[list[Word], Field(max_length=12)] = Field(default_factory=list)
    skills: Skills = Field(default_factory=lambda: [3, 5])
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    training: bool = False
    by_chance: bool = False
    asked: Annotated[str, Field(max_length=200, description="The same in words; what it says counts")] = ""
    unsure: bool = False
    counts: dict[Word, Annotated[int, Field(ge=1, le=99)]] | None = Field(default=None, max_length=5000)
    cards: Cards = Field(default_factory=list)
    only: bool = False


class TuneGiven(Given):
    force: Document
    points: Points
    skills: Skills = Field(default_factory=lambda: [0, 8])


class SuggestGiven(ForceGiven):
    cards: Cards = Field(default_factory=list)


class CardGiven(Given):
    card: Document


class ImportedCard(Told):
    where: str
    remarks: list[str]
    card: Document


class ImportedUnit(Told):
    name: str
    where: str
    formation: str
    remarks: list[str]


class RefusedEntry(Told):
    name: str
    where: str
    reason: str


class MissingUnit(Told):
    """A unit that is named there and that nobody has a card of, as its file names it."""

    chassis: str
    model: str
    key: str
    mul: int | None


class ImportTold(Told):
    seems: str
    summary: str
    notes: list[str]
    taken: list[ImportedCard]
    enlisted: list[ImportedUnit]
    refused: list[RefusedEntry]
    missing: list[MissingUnit]
    force: ForceChecked | None


class Rows(Told):
    """Every unit of the catalogue in the keys of a unit file."""

    units: list[Document]


class ChangeTold(Told):
    text: str
    points: int
    place: int
    card: Document | None  # None puts the unit in command
    command: str | None


class ProposalTold(Told):
    type: str
    rule: str
    page: int | None
    points: int
    changes: list[ChangeTold]
    bonuses: list[str]


class SuggestionTold(Told):
    formation: str
    proposals: list[ProposalTold]


class SuggestionsTold(Told):
    formations: list[SuggestionTold]
    swaps: list[str]


class FactionTold(Told):
    """``lists`` are the tags of cards that are its own, ``aliases`` what else it is called."""

    name: str
    scheme: str
    aliases: list[str]
    lists: list[str]


class EraTold(Told):
    name: str
    begins: int
    ends: int | None


class TypeTold(Told):
    name: str
    rule: str
    page: int | None
    ideal: str | None
    aerospace: bool
    needs: list[str]


class PilotAbilityTold(Told):
    """``levels`` are those it is bought in; ``details`` the words that complete it."""

    name: str
    words: str
    rule: str
    page: int | None
    cost: int
    levels: int
    details: list[str]


class CommandAbilityTold(Told):
    name: str
    words: str
    rule: str
    page: int | None
    word: bool
    times: int


class BookTold(Told):
    """Everything there is to choose from when a force is built."""

    factions: list[FactionTold]
    eras: list[EraTold]
    wide_eras: list[EraTold]
    colours: dict[str, list[str]]  # schemes a force may wear: main colour, trim, shade
    roles: list[str]
    types: dict[str, str]
    schemes: dict[str, str]  # an organisation and its word for a formation
    formations: list[TypeTold]
    overlays: list[str]
    groups: dict[str, list[str]]  # an organisation and its larger groups
    kinds: list[str]
    pilot_abilities: list[PilotAbilityTold]
    command_abilities: list[CommandAbilityTold]
    unit_list: bool  # the Master Unit List may be searched from here
    quick_list: str  # and where people ask it themselves, with the name behind it
