"""One battle of many: two forces, two bots, a table that follows from a number, and what is written of it.

A contest is plain data, so that a worker anywhere plays exactly the same battle; the line it answers with holds nothing
that depends on the machine or the time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from json import dumps, loads
from typing import TYPE_CHECKING, Final

from lancemate import bots
from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.options.alternate_munitions.loading import with_loading
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, DamageMarked, Doomed, PhaseBegan
from lancemate.alphastrike.play.flight import OPTION as AEROSPACE
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import COMMANDER, Formation, Muster, Setup, Side
from lancemate.alphastrike.scenarios.arranging import arrange, give_roles
from lancemate.alphastrike.scenarios.files import find
from lancemate.alphastrike.scenarios.notes import score_of
from lancemate.alphastrike.scenarios.scoring import on_points
from lancemate.alphastrike.scripts.positions import not_of_the_edition
from lancemate.bots.alphastrike.places import drawn_up
from lancemate.bots.roster import code_of
from lancemate.field.hexes import HexMap
from lancemate.kernel.codec import JSON, canonical
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab import watchdog
from lancemate.lab.battlefields import random_table
from lancemate.lab.results import BLUE, RED, SIDES, BattleResult, SideName, UnitResult
from lancemate.muster.battlefields import THEMES, country_named, find_theme, generate, generated
from lancemate.muster.battlefields.hexes import hexes_for, on_hexes
from lancemate.muster.force import Force, Member, musters
from lancemate.muster.force_files import force_from_data, force_to_data
from lancemate.muster.into_battle import all_formations, side_of, with_abilities, with_bombs
from lancemate.muster.naming import force_named
from lancemate.muster.planets import Planet, planet_named, unfit_there, world_of

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.scenarios.plan import Scenario
    from lancemate.field.maps import Map

LEAST_TABLE, MOST_TABLE = 18.0, 120.0
TURNS: Final = 20
PATIENCE: Final = 30.0  # seconds a bot may think about one command


@dataclass(frozen=True, slots=True)
class Entry:
    """Who fights: a force (as the data of a force file), the bot that leads it, and how long that may think."""

    name: str
    force: Mapping[str, JSON]
    bot: str = "tactical"
    budget: str | None = None
    code: str | None = None  # which version of the bot it is, where somebody has written their own

    def data(self) -> dict[str, JSON]:
        """As plans have it."""
        return {key: value for key, value in loads(dumps(asdict(self))).items() if key != "code" or value is not None}

    @property
    def crew(self) -> str:
        """The bot as it is written on the command line."""
        return self.bot if self.budget is None else f"{self.bot}({self.budget})"


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything a worker has to know. The battle with an odd number is its predecessor with the edges exchanged."""

    red: Entry
    blue: Entry
    seed: int = 1
    turns: int = TURNS
    width: float = 48.0
    depth: float = 48.0
    pieces: int = 14  # of terrain, on tables without a theme
    options: tuple[str, ...] = ()
    patience: float = PATIENCE
    theme: str | None = None  # or a table drawn by hand
    scenario: str | None = None  # red attacks, where somebody does
    variations: tuple[str, ...] = ()
    abilities: bool = False  # pilots and formations have theirs
    planet: str | None = None  # a world by name, or rolled anew for every pair of battles
    hexes: bool = False  # tables become hex maps
    edition: str = COMMANDER  # the printing of the rules

    def entry(self, side: str) -> Entry:
        return self.red if side == RED else self.blue

    def play(self, number: int) -> BattleResult:
        return play(self, number)

    def plan(self) -> dict[str, JSON]:
        """Everything as data, to be compared with what was played before."""
        told: dict[str, JSON] = loads(dumps(asdict(self)))
        told |= {"red": self.red.data(), "blue": self.blue.data()}
        if not self.abilities:
            del told["abilities"]  # as in plans from before there was a choice
        if self.planet is None:
            del told["planet"]
        if not self.hexes:
            del told["hexes"]
        if self.edition == COMMANDER:
            del told["edition"]
        return told


# -- who fights -----------------------------------------------------------------------------------------------


def entry(text: str, bot: str = "tactical", budget: str | None = None, options: Collection[str] = ()) -> Entry:
    """Read and check one side; what cannot fight is said here and not a thousand times later."""
    force = force_named(text)
    able = [member for member in force.members if can_fight(member.card, options)]
    if not able:
        flies = any(member.card.is_aerospace for member in force.members)
        how = f"; with --options {AEROSPACE} it flies" if flies else ""
        raise InputError(f"{force.name} has no unit that fights on the ground{how}")
    try:
        bots.make(bot, seed=0, budget=budget)
    except LancemateError:
        raise
    except Exception as error:
        raise InputError(f"the bot {bot!r} cannot be made: {type(error).__name__}: {error}", key="bots") from error
    return Entry(text, force_to_data(force), bot, budget, code_of(bot))


def can_fight(card: Card, options: Collection[str] = ()) -> bool:
    """It takes part on a table of land: ships stay away, and aircraft where they do not fly."""
    grounded = card.is_aerospace and AEROSPACE not in options
    return not grounded and not card.is_naval and not card.is_mobile_structure


def force_members(entry: Entry) -> tuple[Member, ...]:
    """The units of a force, whether they fight or stay away."""
    return tuple(_read(canonical(entry.force)).members)


def left_behind(entry: Entry, options: Collection[str] = ()) -> list[str]:
    """The units of a force that stay away, by name."""
    return [member.card.name for member in force_members(entry) if not can_fight(member.card, options)]


# -- the table ------------------------------------------------------------------------------------------------


def mixed(*numbers: int) -> int:
    """One number from several, as good as thrown."""
    luck = Generator(0)
    for number in numbers:
        luck = Generator(luck.next64() ^ (number & 0xFFFFFFFFFFFFFFFF))
    return luck.next64()


def setup_of(contest: Contest, number: int) -> Setup:
    """The battle about to begin: two neighbours in number share the table and exchange the edges."""
    luck = Generator(mixed(contest.seed, number // 2))
    homes = ("south", "north") if number % 2 == 0 else ("north", "south")
    sides = (Side(RED, homes[0]), Side(BLUE, homes[1]))
    mustered = with_abilities if contest.abilities else musters
    units = tuple(
        with_bombs(muster)
        for side in SIDES
        for muster in mustered(force_of(contest, side), side)
        if can_fight(muster.card, contest.options)
    )
    planet = _planet(contest, number, units)
    if planet is not None and contest.theme is None:
        contest = replace(contest, theme=planet.theme)
    if contest.scenario is not None:
        setup = _scenario(contest, contest.scenario, sides, units, luck)
    else:
        bare = Setup(_table(contest, luck), sides, units, options=check_options(contest.options))
        setup = replace(bare, units=tuple(_drawn_up(bare, luck)))
    if planet is not None:
        setup = replace(setup, conditions=planet.conditions(setup.table))
    setup = replace(setup, edition=contest.edition, settings=with_loading(setup.settings, setup.options))
    complaint = not_of_the_edition(setup)
    if complaint is not None:
        raise InputError(complaint, key="--edition")
    if not contest.abilities:
        return setup
    first, second = (_led(contest, side, units) for side in setup.sides)
    return replace(setup, formations=tuple(_formations(contest, units)), sides=(first, second))


def _led(contest: Contest, side: Side, units: Sequence[Muster]) -> Side:
    """A side with its officers and command abilities, as far as the units they are of take part."""
    there = {unit.id for unit in units}
    led = side_of(force_of(contest, side.name), side)
    abilities = tuple(
        one if one.units is None else replace(one, units=tuple(name for name in one.units if name in there))
        for one in led.command_abilities
    )
    return replace(led, officers=tuple(name for name in led.officers if name in there), command_abilities=abilities)


def _planet(contest: Contest, number: int, units: Sequence[Muster]) -> Planet | None:
    """The world two neighbours fight on: the one named, or one that is rolled and that everybody can bear."""
    cards = [unit.card for unit in units]
    if contest.planet is None:
        country = country_named(contest.theme) if contest.theme is not None else None
        return world_of(country, cards) if isinstance(country, str) else None
    planet = planet_named(contest.planet, Generator(mixed(contest.seed, number // 2, 9)), cards)
    unfit = unfit_there(planet.usual, cards)
    if unfit:
        raise InputError(f"{planet.name} is no world for these forces: {'; '.join(unfit)}", key="planet")
    return planet


def _formations(contest: Contest, units: Sequence[Muster]) -> Iterator[Formation]:
    """The formations with their bonuses, without those of their units that stay away."""
    there = {unit.id for unit in units}
    for one in all_formations({side: force_of(contest, side) for side in SIDES}):
        gives = [(ability, tuple(name for name in who if name in there)) for ability, who in one.gives]
        yield replace(one, members=tuple(name for name in one.members if name in there), gives=tuple(gives))


def _table(contest: Contest, luck: Generator) -> Map:
    sheet = HexMap(*hexes_for(contest.width, contest.depth))
    width, depth = (sheet.width, sheet.depth) if contest.hexes else (contest.width, contest.depth)
    country = None if contest.theme is None else country_named(contest.theme)
    if country is not None and not isinstance(country, str):
        return country
    if country is None:
        table = random_table(luck, width, depth, contest.pieces, rare=False)
    else:
        table = generate(find_theme(country), width, depth, luck.next64())
    return on_hexes(table, sheet.columns, sheet.rows) if contest.hexes else table


def _scenario(
    contest: Contest, name: str, sides: tuple[Side, Side], units: tuple[Muster, ...], luck: Generator
) -> Setup:
    """A scenario on a table that will do for it; the bots place their units themselves."""
    plan = _limited(give_roles(find(name).build(contest.variations), RED, SIDES), contest.turns)
    country = country_named(contest.theme or THEMES[0].id)
    if isinstance(country, str):
        size = contest.width, contest.depth
        table, plan = generated(plan, country, luck.next64(), sides, units, size=size, hexes=contest.hexes)
    else:
        table, plan = country, arrange(plan, country, sides, units)
    options = check_options([*contest.options, *plan.options])
    return Setup(table, sides, units, options=options, phase="deployment", scenario=plan)


def _limited(plan: Scenario, turns: int) -> Scenario:
    """Where points are given when time is up and nothing says when that is, the contest says it."""
    timeless = plan.turns is None and plan.turns_per_lance is None
    return replace(plan, turns=turns) if timeless and (plan.escape or plan.search) else plan


def force_of(contest: Contest, side: str) -> Force:
    """The force that a side leads into its battles."""
    return _read(canonical(contest.entry(side).force))


@cache
def _read(text: str) -> Force:
    return force_from_data(loads(text))


def _drawn_up(bare: Setup, luck: Generator) -> list[Muster]:
    """Every unit at the first free place of its zone, in an order that is thrown."""
    scratch = Battle(replace(bare, phase="deployment", first=RED), 0)
    placed: dict[str, Muster] = {}
    for side in SIDES:
        own = [muster for muster in bare.units if muster.side == side]
        luck.shuffle(own)
        for muster in own:
            placed[muster.id] = muster if muster.card.is_aerospace else drawn_up(scratch, muster, 2.0)
    return [placed[muster.id] for muster in bare.units]


# -- the battle -----------------------------------------------------------------------------------------------


def play(contest: Contest, number: int) -> BattleResult:
    """Play one battle; what is written of it."""
    setup = setup_of(contest, number)
    battle = Battle(setup, mixed(contest.seed, number, 1))
    players: dict[str, bots.Player] = {
        side: bots.make(
            contest.entry(side).bot, seed=mixed(contest.seed, number, 2 + place), budget=contest.entry(side).budget
        )
        for place, side in enumerate(SIDES)
    }
    played = bots.play(battle, players, turns=contest.turns, patience=contest.patience, watch=watchdog.wind)
    lost = {side: _points(battle, side, lost=True) for side in SIDES}
    winner, reason = decided(battle, lost, played.turns)
    return BattleResult(
        battle=number,
        pair=(contest.red.name, contest.blue.name),
        winner=winner,
        how="draw" if winner is None else "outright" if battle.outcome is not None else "points",
        reason=reason,
        turns=played.turns,
        decisions=played.decisions,
        homes={side.name: side.home for side in setup.sides},
        brought={side: _points(battle, side, lost=False) for side in SIDES},
        lost=lost,
        units=_deeds(battle),
        faults=tuple(played.faults),
        hash=battle.hash(),
    )


def _points(battle: Battle, side: str, *, lost: bool) -> int:
    return sum(
        counted_value(unit.card.pv, unit.skill)
        for unit in battle.units.values()
        if unit.side == side and (unit.destroyed or not lost)
    )


def decided(battle: Battle, lost: Mapping[SideName, int], turns: int) -> tuple[SideName | None, str]:
    """Who won and why: by the rules; when time was up by Victory Points, or where nobody has any by points lost."""
    over = f"{turns} turns are over"
    if battle.outcome is not None:
        winner, reason = battle.outcome.winner, battle.outcome.reason
    elif any(score_of(battle, side) for side in SIDES):
        winner, reason, _ = on_points(battle, over, "AS-SCN-001")
    else:
        winner, reason = None if lost[RED] == lost[BLUE] else min(SIDES, key=lost.__getitem__), over
    return next((side for side in SIDES if side == winner), None), reason


def _deeds(battle: Battle) -> tuple[UnitResult, ...]:
    """What every unit did in its attacks; damage that comes of anything else is nobody's."""
    marked = dict.fromkeys(battle.units, 0)
    kills = dict.fromkeys(battle.units, 0)
    attacker: str | None = None
    for event in battle.journal.events:
        if isinstance(event, AttackMade):
            attacker = event.attacker
        elif isinstance(event, PhaseBegan):
            attacker = None
        elif isinstance(event, DamageMarked) and attacker is not None and _enemies(battle, attacker, event.unit):
            marked[attacker] += event.armor + event.structure
        elif isinstance(event, Doomed) and attacker is not None and _enemies(battle, attacker, event.unit):
            kills[attacker] += 1
    return tuple(
        UnitResult(
            id=unit.id,
            side=RED if unit.side == RED else BLUE,
            name=unit.card.name,
            skill=unit.skill,
            marked=marked[unit.id],
            kills=kills[unit.id],
            alive=not unit.destroyed,
        )
        for unit in battle.units.values()
    )


def _enemies(battle: Battle, one: str, other: str) -> bool:
    return battle.units[one].side != battle.units[other].side
