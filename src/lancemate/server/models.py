"""What comes in and goes out over HTTP, as strict models: OpenAPI is made of them. Knows shapes, not meanings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, StringConstraints, Tag

from lancemate.kernel.letters import PRINTABLE
from lancemate.server.messages import WRITTEN_OUT

Word = Annotated[str, StringConstraints(pattern=PRINTABLE, min_length=1, max_length=100)]
Title = Annotated[str, StringConstraints(pattern=PRINTABLE, strip_whitespace=True, max_length=120)]
Document = dict[str, JsonValue]
Mode = Literal["bot", "hotseat", "friend", "replay"]


class Given(BaseModel):
    """What a client sends: nothing but what is described here."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Told(BaseModel):
    model_config = ConfigDict(frozen=True)


# -- given ----------------------------------------------------------------------------------------------------


class RecruitGiven(Given):
    unit: Annotated[Word, Field(description="Id or name of a unit in the catalogue")]
    skill: Annotated[int, Field(ge=0, le=8)] = 4


class ForceGiven(Given):
    """Either units alone, or a whole force file as JSON."""

    name: Title = "A force"
    units: Annotated[list[RecruitGiven], Field(min_length=1, max_length=100)] | None = None
    force: Document | None = None
    choices: Annotated[
        list[Annotated[str, StringConstraints(pattern=PRINTABLE, min_length=1, max_length=300)]],
        Field(max_length=40, description="What formations do with their bonuses, as in 'Anvil: Multi-Tasker'"),
    ] = []


def _how_given(force: object) -> str:
    return "id" if isinstance(force, str) else WRITTEN_OUT


# The id of a ready force, or one written out: whichever it is meant to be is what is complained of.
ForceChosen = Annotated[Annotated[Word, Tag("id")] | Annotated[ForceGiven, Tag(WRITTEN_OUT)], Discriminator(_how_given)]


class QuickGiven(Given):
    scenario: Word = "stand-up-fight"
    variations: Annotated[list[Word], Field(max_length=20)] = []
    attacker: Word | None = None
    theme: Word = "woods"
    planet: Word | None = None
    map: Word = "table"
    board: Annotated[str, Field(max_length=2_000_000)] | None = None
    ground: (
        Annotated[Document, Field(description="A map one has drawn: the keys map and terrain of a script")] | None
    ) = None
    forces: Annotated[list[ForceChosen], Field(min_length=2, max_length=2)] | None = None
    options: Annotated[list[Word], Field(max_length=100)] = []
    edition: Word = "commander"
    deploy: bool = False
    abilities: bool = False
    support: Word | None = None
    prepare: Annotated[
        list[Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=200)]],
        Field(max_length=100, description="What Strategic Command and engineers do, as in 'red: woods1 to 24, 18'"),
    ] = []
    map_seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


class TroopsGiven(Given):
    """A quick start of BattleTroops: a scenario, or the kind of ground and two squads or platoons."""

    scenario: Word | None = None
    theme: Word = "town"
    squads: Annotated[list[Word], Field(min_length=2, max_length=2)] = ["rifles", "rifles"]
    options: Annotated[list[Word], Field(max_length=100)] = []
    map_seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


PlayerName = Annotated[str, StringConstraints(pattern=PRINTABLE, strip_whitespace=True, max_length=40)]


class Invitation(Given):
    invitation: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=100)]
    name: PlayerName = ""


class GameGiven(Given):
    """Exactly one of quick (Alpha Strike), troops (BattleTroops), script and save."""

    mode: Mode = "bot"
    level: Word = "recruit"
    side: Word | None = None
    title: Title = ""
    name: PlayerName = ""
    quick: QuickGiven | None = None
    troops: TroopsGiven | None = None
    script: Document | None = None
    save: Document | None = None


# -- told -----------------------------------------------------------------------------------------------------


class Fault(Told):
    code: str
    message: str
    key: str | None = None


class Trouble(Told):
    error: Fault


class Health(Told):
    status: Literal["ok"]
    version: str
    engine: Annotated[
        Literal["compiled", "as written"],
        Field(description="How rules run; as written half as fast, with the same answers"),
    ]
    games: int
    sockets: int


class SideTold(Told):
    name: str
    by: str
    player: str = ""  # what whoever plays it is called


class SeatTold(Told):
    seat: str
    kind: Literal["player", "hotseat", "spectator"]
    whom: Annotated[Literal["you", "friend", "anyone"], Field(alias="for")]
    token: str | None  # None of a friend's seat, which has an invitation instead
    invitation: str | None = None
    link: str


class Created(Told):
    game: str
    mode: Mode
    title: str
    sides: list[SideTold]
    seats: list[SeatTold]


class Summary(Told):
    game: str
    title: str
    mode: Mode
    sides: list[SideTold]
    n: int
    turn: int
    phase: str
    to_act: str | None
    over: bool
    outcome: Document | None
    created: float
    updated: float


class BotTold(Told):
    level: str
    name: str
    text: str


class VariationTold(Told):
    id: str
    name: str
    text: str
    page: int | None
    roles: list[str]
    excludes: list[str]


class ScenarioTold(Told):
    id: str
    name: str
    text: str
    page: int | None
    roles: list[str]
    variations: list[VariationTold]
    matches: Annotated[list[list[str]], Field(description="Ready forces it needs, who attacks first; none: any")]


class ThemeTold(Told):
    id: str
    name: str
    text: str
    width: float
    depth: float
    world: Annotated[str | None, Field(description="The planet that it is found on, unless another one is named")] = (
        None
    )


class ReadyUnitTold(Told):
    unit: str
    name: str
    skill: int
    pv: int


class ReadyForceTold(Told):
    id: str
    name: str
    faction: str | None
    pv: int
    units: list[ReadyUnitTold]


class EffectTold(Told):
    name: str
    text: str
    rule: str
    page: int | None


class PlanetTold(Told):
    id: str
    name: str
    text: str
    theme: str
    effects: list[EffectTold]


class SupportTypeTold(Told):
    type: str
    name: str
    family: str
    cost: float
    text: str
    rule: str
    page: int | None


class SupportLevelTold(Told):
    id: str
    name: str
    points: int


class QuickstartTold(Told):
    bots: list[BotTold]
    scenarios: list[ScenarioTold]
    themes: list[ThemeTold]
    planets: list[PlanetTold]
    forces: list[ReadyForceTold]
    matches: list[list[str]]
    support: list[SupportLevelTold]
    support_types: list[SupportTypeTold]


class PreparerTold(Told):
    """A side before the battle: where it is at home, and what it may do to the table."""

    name: str
    home: str | None
    command: Annotated[bool, Field(description="Strategic Command: it may take any edge and move terrain")]
    works: Annotated[int, Field(description="Buildings or lots of mines that its engineers may place")]


class PieceTold(Told):
    id: str
    kind: str
    at: list[float]
    parts: Annotated[list[Document], Field(description="Outlines as `polygon`, rounds as `circle`")]


class PreparedTold(Told):
    """A table before anybody takes the field."""

    map_seed: int
    kind: str
    width: float
    depth: float
    sides: list[PreparerTold]
    terrain: list[PieceTold]


class BoardRead(Told):
    """What of a board file can be played; ``lines`` counts all that are left out."""

    columns: int
    rows: int
    left_out: list[str]
    lines: int


class OptionTold(Told):
    name: str
    title: str
    text: str
    rule: str
    page: int | None
    group: str = ""


class SquadTold(Told):
    id: str
    name: str
    text: str
    men: list[str]


class GroundTold(Told):
    id: str
    name: str
    text: str


class TroopScenarioTold(Told):
    id: str
    name: str
    text: str
    page: int | None
    sides: list[str]


class TroopsTold(Told):
    """What a quick start of BattleTroops offers."""

    bots: list[BotTold]
    grounds: list[GroundTold]
    squads: list[SquadTold]
    platoons: list[SquadTold]
    scenarios: list[TroopScenarioTold]
    options: list[OptionTold]


class CatalogueTold(Told):
    total: int
    units: list[Document]


class ForcesTold(Told):
    forces: list[Document]


class Heading(Told):
    id: str
    title: str
    page: int | None
    kind: str
    layer: str


class ChapterTold(Told):
    id: str
    title: str
    rules: int


class ChaptersTold(Told):
    chapters: list[ChapterTold]


class RulesTold(Told):
    total: int
    rules: list[Heading]


class RuleTableTold(Told):
    title: str
    head: list[str]
    rows: list[list[str]]


class RuleTold(Heading):
    option: str | None
    text: str
    ruling: str | None
    related: list[str]
    tables: list[RuleTableTold]


class AbilityTold(Told):
    code: str
    name: str
    example: str
    rule: str
    page: int | None
    core: bool
    text: str


class AbilitiesTold(Told):
    abilities: list[AbilityTold]


class PresetTold(Told):
    options: list[str]
    edition: str


class OptionsTold(Told):
    options: list[OptionTold]
    presets: dict[str, PresetTold] = {}


class CheckedUnit(Told):
    unit: str
    name: str
    pilot: str | None
    formation: str
    skill: int
    skill_name: str
    pv: int
    allowance: tuple[int, int] = (0, 0)  # pilot abilities it may buy, and points for them
    card: Document


class ForceFault(Told):
    severity: str
    where: str
    message: str
    rule: str
    page: int | None


class ChoiceOfAbility(Told):
    name: str
    words: str
    page: int | None


class UnitToChoose(Told):
    number: int
    name: str


class ForceQuestion(Told):
    """A choice that is still to be made; ``users`` is null where it is for all."""

    of: str
    text: str
    rule: str
    page: int | None
    abilities: list[ChoiceOfAbility]
    users: int | None
    units: list[UnitToChoose]


class FormationTold(Told):
    """``earned`` are the types its units earn as they are; ``bonuses`` what the type it has gives it."""

    name: str
    type: str | None
    title: str = ""
    pv: int
    earned: list[str] = []
    bonuses: list[str] = []


class GroupTold(Told):
    """``mission`` is what it may be called for what most of its formations do."""

    name: str
    kind: str
    pv: int
    mission: str | None


class ForceChecked(Told):
    name: str
    faction: str | None
    pv: int
    legal: bool
    size: str
    units: list[CheckedUnit]
    faults: list[ForceFault]
    questions: list[ForceQuestion]
    formations: list[FormationTold]
    groups: list[GroupTold]
    force: Document
    file: str
