"""What a battle starts from: the table, the sides, the units and where they stand. Immutable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.command_names import (
    COMMANDS,
    DISRUPTION,
    FOCUS,
    FORCING,
    IN_THE_MOMENT,
    INFANTRY_DEFENSE,
    SAVAGES,
    TACTICS,
    WARRIOR_CODE,
    command_named,
    commanded,
)
from lancemate.alphastrike.cards.formation_names import BASIC
from lancemate.alphastrike.cards.pilot_names import ANTAGONIZER, BLOOD_STALKER, FRIGHTFUL, LUCKY, bare_name, piloted
from lancemate.alphastrike.play.conditions import (
    EMI_AREA,
    FINE_DAY,
    INTERFERENCE,
    VACUUM,
    VEILED,
    VEILS,
    WATERS,
    Conditions,
    drained,
)
from lancemate.alphastrike.play.ids import Word
from lancemate.alphastrike.play.options import implied, laid_out, on_inches
from lancemate.alphastrike.ruleset import rules
from lancemate.field.maps import Map
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.scenarios.plan import Scenario
    from lancemate.field.terrain import Feature

MECHANIZED, NOVA = "mechanized", "nova"
TRANSPORTS: Final = (MECHANIZED, NOVA)  # what infantry and its transports have learned to do together
HEX: Final = rules.switch("map:hex")  # on where the map is of hexes
KILLS: Final = rules.switch("kills")  # on where points are given for who destroys whom
CREDIT: Final = rules.switch("credit")  # and where it matters for anything else
FORMATIONS: Final = {kind: rules.switch(f"formation:{kind}") for kind in TRANSPORTS}
BUILT_UP: Final = rules.switch("buildings")  # on where a building or a wall stands on the table
RAGE: Final = rules.switch("rage")  # on where somebody may be enraged
FEAR: Final = rules.switch("fear")  # on where somebody may be frightened
CONFUSION: Final = rules.switch("confusion")  # on where orders may be confused
NAMING: Final = rules.switch("formation:names")  # on where some formation names units every turn
COMMANDER: Final = "commander"  # the edition that all others are compared with
FIRST: Final = rules.switch("edition: first alone")
QUICK: Final = rules.switch("edition: quick-start")
EARLY: Final = rules.switch("edition: first")  # on in both
QUICK_START: Final = "quick-start"
EDITIONS: Final = {COMMANDER: "", "first": FIRST, QUICK_START: QUICK}
OLD_PRINTINGS: Final = ("first", QUICK_START)


def edition(name: str) -> str:
    """Declare an edition of one's own; the switch that is on in its battles."""
    EDITIONS[name] = rules.switch(f"edition: {name}")
    return EDITIONS[name]


SUPPORT: Final = rules.switch("support")  # on where the sides have agreed on battlefield support, or bought any
OFFICERS: Final = rules.switch("officers")  # on where a side has named its officers
COMMANDED: Final = rules.switch("commanded")  # and where one has special command abilities
BUYING: Final = rules.switch("buying")  # where the sides buy it before the first turn
BATTLEFIELD_SUPPORT: Final = "battlefield_support"  # the setting by which players agree on it
# Kinds of terrain with rules of their own, and what else may form where they are.
TERRAIN: Final = {
    kind: rules.switch(f"terrain:{kind}")
    for kind in (
        *("deep_snow", "gravel_piles", "hazardous_liquid_pool", "heavy_industrial", "ice", "jungle", "magma_crust"),
        *("magma_liquid", "mud", "planted_fields", "quicksand", "rail", "sand", "swamp", "tundra"),
    )
}
FORMS: Final = {"swamp": "quicksand", "magma_crust": "magma_liquid"}
TREACHEROUS: Final = frozenset(TERRAIN) - {"heavy_industrial", "jungle", "planted_fields", "rail"}
HAZARDS: Final = rules.switch("terrain:hazards")  # on where ground may hold, hurt or swallow whoever is on it
FRAIL_BRIDGES: Final = rules.switch("terrain:bridges")  # on where a bridge has a Construction Factor
COUNT_KILLS: Final = frozenset({"basic_kills", "pv_kills", "scenario:commanders"})
GIVE_CREDIT: Final = frozenset({f"command:{FORCING}"})


class StateError(InputError):
    """A unit's state that cannot be; ``unit`` says whose."""

    def __init__(self, unit: str, error: InputError) -> None:
        super().__init__(error.plain, key=error.key)
        self.unit = unit


@frozen
class Purchase:
    """Support that a side has bought before the battle. A minefield lies at a place, openly or hidden."""

    type: Word
    at: tuple[float, float] | None = None
    hidden: bool = False

    @property
    def is_open(self) -> bool:
        """It lies on the table for all to see."""
        return self.at is not None and not self.hidden


@frozen
class CommandAbility:
    """A special command ability as a force has it: the word that completes it, and what was chosen with it."""

    name: str
    word: str | None = None
    units: tuple[str, ...] | None = None  # who has it, or is meant by it, where it is not the whole force
    pairs: tuple[str, ...] = ()  # Counterparts: two types of units
    doubled: bool = False  # Enemy Specialization: both modifiers, instead of a second enemy
    negates: tuple[str, ...] = ()  # Enemy Specialization: abilities of that enemy
    gains: str | None = None  # Enemy Specialization: an ability that is there against that enemy only
    benefits: tuple[tuple[str, str | None], ...] = ()  # of a specialization, and the scenario that one is for

    @classmethod
    def of(cls, text: str) -> CommandAbility:
        """An ability that is all said by its name, as in ``Focus (Blood Stalker)``."""
        name, word = command_named(text)
        plain = (word or "").casefold()
        benefit = (plain, None) if plain in ("attack", "defense") else ("scenario", word)
        return cls(name, word, benefits=(benefit,) if name == TACTICS and word is not None else ())

    @property
    def title(self) -> str:
        return self.name if self.word is None else f"{self.name} ({self.word})"

    @property
    def words(self) -> tuple[str, ...]:
        """The words in parentheses, one by one."""
        return tuple(part.strip() for part in self.word.split(",")) if self.word is not None else ()


@frozen
class Side:
    name: str
    home: str | None = None  # north, east, south or west
    command_abilities: tuple[CommandAbility, ...] = ()  # special command abilities, as often as they were taken
    support: tuple[Purchase, ...] = ()  # in the order bought
    role: str | None = None  # attacker or defender, where no scenario says so
    faction: str | None = None
    command: str | None = None  # the regiment, or whatever it is part of
    officers: tuple[str, ...] = ()  # the first is the commander
    preplotted: tuple[tuple[float, float], ...] = ()  # points that its artillery hits by itself


@frozen
class Muster:
    """One unit as it enters the battle. Without ``at`` it waits off the board."""

    id: str
    side: str
    card: Card
    skill: int = 4
    at: tuple[float, float] | None = None
    facing: float = 0.0
    group: str | None = None
    state: Mapping[str, JSON] = field(default_factory=dict)
    trade: Mapping[str, float] = field(default_factory=dict)  # room gained for IT or CT given up: {"CT": 4}
    bombs: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()  # of its pilot's own, as in Lucky (2)
    words: Mapping[str, JSON] = field(default_factory=dict)  # what optional modules say of it (words.py)


@frozen
class Network:
    """Units linked from the start; for master systems the first member is the acting master."""

    kind: str
    members: tuple[str, ...]


@frozen
class Formation:
    """Units that were built as one formation, and the bonus that comes of it."""

    name: str
    members: tuple[str, ...]
    transport: str | None = None  # what its infantry may do aboard the others: mechanized or nova
    lucky: int = 0  # failed attacks that its units may roll again, all together
    gives: tuple[tuple[str, tuple[str, ...]], ...] = ()  # pilot abilities, and the members that have them
    names: str | None = None  # the ability that up to half of its units have, others every turn
    names_two: str | None = None  # one that two of them have, others every turn, besides
    type: str | None = None  # what it was built as: one of the types of the book, variations by their own name
    earned: bool = True  # it is what it was built as, and has the bonus
    base: tuple[str, ...] = ()  # the members that count for its type and share its bonus; unless said, all

    @property
    def core(self) -> tuple[str, ...]:
        """Those who count for its type: neither infantry that is carried along nor the fighters of an Air Lance."""
        return self.base or self.members

    @property
    def is_bare(self) -> bool:
        """It brings its units nothing: they belong together, and that is all."""
        return not (self.gives or self.lucky or self.names or self.names_two or self.transport)

    def serves_as(self, kind: str) -> bool:
        """It is of a type of the book, or of a variation of it, and has earned that."""
        return self.earned and self.type is not None and BASIC[self.type] == kind

    def given_to(self, ability: str) -> tuple[str, ...]:
        return next((members for text, members in self.gives if bare_name(text) == ability), ())


@frozen
class Setup:
    table: Map
    sides: tuple[Side, Side]
    units: tuple[Muster, ...]
    networks: tuple[Network, ...] = ()
    options: frozenset[str] = frozenset()
    turn: int = 1
    phase: str = "initiative"
    first: str | None = None
    scenario: Scenario | None = None
    formations: tuple[Formation, ...] = ()
    settings: Mapping[str, JSON] = field(default_factory=dict)  # what players have agreed on, by name (settings.py)
    conditions: Conditions = FINE_DAY
    edition: str = COMMANDER  # the printing of the rules
    location: tuple[str, ...] = ()  # the system, and whatever it lies in
    hidden_terrain: tuple[Feature, ...] = ()  # what lies on the table and only its own side knows of
    _switches: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Units stand side by side, whatever order they were named in, so that a setup is one value however written."""
        self._take_up_what_is_hidden()
        order = [side.name for side in self.sides]
        grouped = tuple(sorted(self.units, key=lambda unit: order.index(unit.side)))
        object.__setattr__(self, "units", grouped)
        for option in sorted(self.options & laid_out.keys()):
            object.__setattr__(self, "table", laid_out[option](self.table))
        if self.conditions.atmosphere == VACUUM and any(one.kind in WATERS for one in self.table.features):
            object.__setattr__(self, "table", drained(self.table))

    def _take_up_what_is_hidden(self) -> None:
        """The table is there for all to see: what a side has hidden is kept apart from it."""
        hidden = [feature for feature in self.table.features if feature.properties.get("hidden")]
        for feature in hidden:
            object.__setattr__(self, "table", self.table.without_feature(feature.id))
        object.__setattr__(self, "hidden_terrain", (*self.hidden_terrain, *hidden))

    def units_of(self, side: str | None) -> list[Muster]:
        """Who begins the battle for a side, wherever."""
        return [unit for unit in self.units if unit.side == side]

    @property
    def switches(self) -> frozenset[str]:
        """What rules may be switched on by: options, scenario, formations, pilot abilities, terrain, weather.

        Worked out when the first battle asks, for by then all rules are there.
        """
        if self._switches is None:
            object.__setattr__(self, "_switches", self._switched_on())
        assert self._switches is not None
        return self._switches

    def _switched_on(self) -> frozenset[str]:
        on = self.options | self.scenario.switches if self.scenario is not None else self.options
        on |= {switch for name, switch in implied.items() if name.partition(":")[0] in self.options}
        on |= {FORMATIONS[one.transport] for one in self.formations if one.transport is not None}
        known = frozenset(self._pilot_abilities())
        on |= {f"pilot:{ability}" for ability in known}
        if not known.isdisjoint(FRIGHTFUL) or any(unit.state.get("intimidated") for unit in self.units):
            on |= {FEAR}
        if ANTAGONIZER in known or any(unit.state.get("enraged") for unit in self.units):
            on |= {RAGE}
        if any(side.officers for side in self.sides):
            on |= {OFFICERS}
        if any(one.name == INFANTRY_DEFENSE for side in self.sides for one in side.command_abilities):
            on |= {BUILT_UP}
        if any(side.command_abilities for side in self.sides):
            on |= {COMMANDED, *(f"command:{ability}" for ability in self._command_abilities())}
        if not on.isdisjoint((piloted(DISRUPTION), commanded(DISRUPTION))):
            on |= {CONFUSION}
        if any(one.names is not None or one.names_two is not None for one in self.formations):
            on |= {NAMING}
        if any(feature.kind in ("building", "wall") for feature in self.table.features):
            on |= {BUILT_UP}
        kinds = {feature.kind for feature in self.table.features}
        if not kinds.isdisjoint(TERRAIN):
            kinds |= {FORMS[kind] for kind in kinds if kind in FORMS}
            on |= {TERRAIN[kind] for kind in kinds if kind in TERRAIN}
            on |= {HAZARDS} if kinds & TREACHEROUS else set()
        frail = "bridge" in kinds and any(
            one.kind == "bridge" and "cf" in one.properties for one in self.table.features
        )
        if frail or any("BRID" in unit.card.all_codes for unit in self.units):
            on |= {FRAIL_BRIDGES}
        if self.conditions is not FINE_DAY:
            on |= self.conditions.switches
        if not kinds.isdisjoint(VEILS):
            on |= {VEILED}
        if EMI_AREA in kinds:
            on |= {INTERFERENCE}
        if self.table.kind == "hex":
            on |= {HEX}
        else:
            on |= {on_inches[option] for option in self.options if option in on_inches}
        if self.edition != COMMANDER:
            on |= {EDITIONS[self.edition]}
        if self.edition in OLD_PRINTINGS:
            on |= {EARLY}
        if any(side.support for side in self.sides) or BATTLEFIELD_SUPPORT in self.settings:
            on |= {SUPPORT, BUYING} if self.buying else {SUPPORT}
        on |= {KILLS, CREDIT} if not on.isdisjoint(COUNT_KILLS) else set()
        return on if on.isdisjoint(GIVE_CREDIT) else on | {CREDIT}

    @property
    def buying(self) -> bool:
        """Whoever has no support yet buys it before the first turn."""
        agreed = self.settings.get(BATTLEFIELD_SUPPORT)
        return isinstance(agreed, Mapping) and bool(agreed.get("buying"))

    def _pilot_abilities(self) -> Iterator[str]:
        """Every ability that somebody has or may have, without its level."""
        for unit in self.units:
            yield from (bare_name(ability) for ability in unit.abilities)
        for formation in self.formations:
            yield from (bare_name(ability) for ability, _ in formation.gives)
            yield from filter(None, (formation.names, formation.names_two))
            yield from (LUCKY,) if formation.lucky else ()
        for side in self.sides:
            for ability in side.command_abilities:
                yield from (bare_name(ability.word),) if ability.name == FOCUS and ability.word else ()
                yield from (BLOOD_STALKER,) if ability.name in (SAVAGES, WARRIOR_CODE, IN_THE_MOMENT) else ()

    def _command_abilities(self) -> Iterator[str]:
        """Every command ability that a side has or may come to have."""
        for side in self.sides:
            for ability in side.command_abilities:
                yield ability.name
                yield from (command_named(ability.gains)[0],) if ability.gains is not None else ()
                yield from COMMANDS if ability.name == IN_THE_MOMENT else ()
