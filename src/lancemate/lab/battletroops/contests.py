"""Contests of BattleTroops: two squads on ground that is thrown for every pair of battles, or a scenario.

The battle with an odd number is its predecessor with the edges exchanged; of a scenario each is drawn anew, and its
sides are what red and blue name. Points are men. Must not know how results
are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from json import dumps, loads
from typing import TYPE_CHECKING, Final

from lancemate import bots
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.events import BlowStruck, Exploded, Hit, ShotFired, SoldierOut
from lancemate.battletroops.play.setup import HIDING, Setup
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.plan import ABOUT
from lancemate.battletroops.scenarios.plan import SIDES as OF_SCENARIO
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.bots.games import BATTLETROOPS
from lancemate.bots.roster import code_of
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab import watchdog
from lancemate.lab.battletroops.grounds import ground
from lancemate.lab.contests import mixed
from lancemate.lab.results import BLUE, RED, SIDES, BattleResult, SideName, UnitResult

if TYPE_CHECKING:
    from lancemate.lab.duel import Tally

TURNS: Final = 20
HIDDEN: Final = "hidden_units"
PATIENCE: Final = 30.0  # seconds a bot may think about one command
WIDTH, DEPTH = 22, 30
MOST_MEN: Final = 20
# Squads by name: who carries what.
SQUADS: Final[Mapping[str, tuple[str, ...]]] = {
    "rifles": ("Rifle", "Rifle", "Rifle", "SMG", "Rifle", "Rifle"),
    "assault": ("SMG", "Blazer", "SMG", "Auto Pistol", "SMG", "Blazer"),
    "lasers": ("Laser Rifle", "Laser Rifle", "Blazer", "Laser Rifle", "Laser Pistol", "Laser Rifle"),
    "mixed": ("Rifle", "SMG", "Laser Rifle", "Blazer", "Gyrojet Rifle", "Rifle"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """Who fights: a squad by name, and the bot that leads it."""

    name: str
    arms: tuple[str, ...]
    bot: str = "tactical"
    code: str | None = None  # which version of the bot it is, where somebody has written their own

    def data(self) -> dict[str, JSON]:
        """As plans have it."""
        return {key: value for key, value in loads(dumps(asdict(self))).items() if key != "code" or value is not None}

    @property
    def crew(self) -> str:
        return self.bot


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything a worker has to know."""

    red: Entry
    blue: Entry
    seed: int = 1
    turns: int = TURNS
    width: int = WIDTH
    depth: int = DEPTH
    options: tuple[str, ...] = ()
    patience: float = PATIENCE
    scenario: str | None = None

    def side(self, side: str) -> str:
        """What red and blue are called in the battle."""
        return side if self.scenario is None else self.entry(side).name

    def entry(self, side: str) -> Entry:
        return self.red if side == RED else self.blue

    def play(self, number: int) -> BattleResult:
        return play(self, number)

    def remarks(self, tally: Tally) -> list[str]:
        """What should be known about the figures."""
        draws = f", {tally.draws} of them drawn" if tally.draws else ""
        options = f"; options: {', '.join(self.options)}" if self.options else ""
        if self.scenario is not None:
            return [
                f"{tally.battles} battles of {ABOUT[self.scenario].title}{draws}; places are thrown for each.",
                f"{self.turns} turns at most; what is not decided then is drawn{options}.",
            ]
        return [
            f"{tally.battles} battles{draws}; each pair of battles shares its ground with the edges exchanged.",
            f"{self.width} by {self.depth} dots, {self.turns} turns at most; then the men lost decide{options}.",
        ]

    def plan(self) -> dict[str, JSON]:
        """Everything as data, to be compared with what was played before."""
        told: dict[str, JSON] = loads(dumps(asdict(self)))
        told |= {"red": self.red.data(), "blue": self.blue.data()}
        return {"game": BATTLETROOPS, **told}


def entry(text: str, bot: str = "tactical") -> Entry:
    """A squad of the list, or weapons separated by commas."""
    arms = SQUADS.get(text) or tuple(one.strip() for one in text.split(",") if one.strip())
    if len(arms) > MOST_MEN:
        raise InputError(f"{len(arms)} men are too many for this map; {MOST_MEN} have room")
    bots.make(bot, seed=0, game=BATTLETROOPS)
    found = Entry(text, arms, bot, code_of(bot, BATTLETROOPS))
    try:
        setup_of(Contest(found, found), 0)
    except InputError as error:
        known = nearest(text, SQUADS)
        raise InputError(f"{text!r} is no squad: {error.plain}; of squads {known}") from None
    return found


def scenario_entries(scenario: str, names: Sequence[str], leaders: Sequence[str]) -> tuple[Entry, Entry]:
    """Who fights in a scenario: its sides by name."""
    if scenario not in ABOUT:
        raise InputError(f"there is no scenario {scenario!r}; {nearest(scenario, ABOUT)}", key="--scenario")
    for bot in leaders:
        bots.make(bot, seed=0, game=BATTLETROOPS)
    if sorted(names) != sorted(OF_SCENARIO[scenario]):
        first, second = OF_SCENARIO[scenario]
        raise InputError(f"the sides of {ABOUT[scenario].title} are {first} and {second}", key="--red")
    red, blue = (Entry(name, (), bot, code_of(bot, BATTLETROOPS)) for name, bot in zip(names, leaders, strict=True))
    return red, blue


def setup_of(contest: Contest, number: int) -> Setup:
    """The battle about to begin: two neighbours in number share the ground and exchange the edges."""
    if contest.scenario is not None:
        data = whole_scenario(contest.scenario, mixed(contest.seed, number))
        if HIDDEN in data["options"]:  # then each side settles in secret what its men carry, and where they hide
            data["start"]["phase"] = HIDING
        return setup_from_data({**data, "options": sorted({*data["options"], *contest.options})})
    luck = Generator(mixed(contest.seed, number // 2))
    homes = ("south", "north") if number % 2 == 0 else ("north", "south")
    sides: list[JSON] = [
        {"name": side, "home": home, "units": _drawn_up(contest, side, home)}
        for side, home in zip(SIDES, homes, strict=True)
    ]
    return setup_from_data(
        {
            "game": BATTLETROOPS,
            "options": [*contest.options],
            "map": {"kind": "lattice", "width": contest.width, "depth": contest.depth},
            "terrain": [*ground(luck, contest.width, contest.depth)],
            "sides": sides,
        }
    )


def _drawn_up(contest: Contest, side: str, home: str) -> list[JSON]:
    """Rows at the home edge, two dots apart."""
    arms = contest.entry(side).arms
    a_row = max(1, (contest.width - 2) // 2)
    found: list[JSON] = []
    for place, arm in enumerate(arms):
        back, along = divmod(place, a_row)
        row = back if home == "south" else contest.depth - 1 - back
        at: list[JSON] = [1.0 + 2 * along + 0.5 * (row % 2), row]
        found.append({"id": f"{side[0]}{place + 1}", "soldier": {"primary": arm}, "at": at})
    return found


# -- the battle -----------------------------------------------------------------------------------------------


def play(contest: Contest, number: int) -> BattleResult:
    """Play one battle; what is written of it."""
    setup = setup_of(contest, number)
    battle = Battle(setup, mixed(contest.seed, number, 1))
    players: dict[str, bots.Player] = {
        contest.side(side): bots.make(contest.entry(side).bot, seed=seed, game=BATTLETROOPS)
        for side, seed in ((side, mixed(contest.seed, number, 2 + place)) for place, side in enumerate(SIDES))
    }
    played = bots.play(battle, players, turns=contest.turns, patience=contest.patience, watch=watchdog.wind)
    lost = {side: _men(battle, contest.side(side), lost=True) for side in SIDES}
    winner, reason = decided(battle, contest, lost, played.turns)
    homes = {side.name: side.home for side in setup.sides}
    return BattleResult(
        battle=number,
        pair=(contest.red.name, contest.blue.name),
        winner=winner,
        how="draw" if winner is None else "outright" if battle.outcome is not None else "points",
        reason=reason,
        turns=played.turns,
        decisions=played.decisions,
        homes={side: homes[contest.side(side)] for side in SIDES},
        brought={side: _men(battle, contest.side(side), lost=False) for side in SIDES},
        lost=lost,
        units=_deeds(battle, contest.side(RED)),
        faults=tuple(played.faults),
        hash=battle.hash(),
    )


def _men(battle: Battle, side: str, *, lost: bool) -> int:
    """How many men a side brought, or has lost."""
    return sum(not lost or not unit.conscious or unit.exited for unit in battle.of_side(side))


def decided(battle: Battle, contest: Contest, lost: Mapping[SideName, int], turns: int) -> tuple[SideName | None, str]:
    """Who won and why: by the rules, or when time was up by the men lost; a scenario is about something else."""
    if battle.outcome is not None:
        winner = battle.outcome.winner
        return next((side for side in SIDES if contest.side(side) == winner), None), battle.outcome.reason
    reason = f"{turns} turns are over"
    if contest.scenario is not None or lost[RED] == lost[BLUE]:
        return None, reason
    return min(SIDES, key=lost.__getitem__), reason


def _deeds(battle: Battle, red: str) -> tuple[UnitResult, ...]:
    """What every man did: lethal points, and enemies he put out."""
    marked = dict.fromkeys(battle.units, 0)
    kills = dict.fromkeys(battle.units, 0)
    doer: str | None = None
    for event in battle.journal.events:
        if isinstance(event, (ShotFired, BlowStruck)):
            doer = event.unit
        elif isinstance(event, Exploded):
            doer = event.explosive.by
        elif isinstance(event, Hit) and doer is not None and _enemies(battle, doer, event.unit):
            marked[doer] += event.lethal
        elif isinstance(event, SoldierOut) and doer is not None and _enemies(battle, doer, event.unit):
            kills[doer] += 1
    return tuple(
        UnitResult(
            id=unit.id,
            side=RED if unit.side == red else BLUE,
            name=unit.primary or unit.kind,
            skill=4,
            marked=marked[unit.id],
            kills=kills[unit.id],
            alive=unit.conscious,
        )
        for unit in battle.units.values()
    )


def _enemies(battle: Battle, one: str, other: str) -> bool:
    return battle.units[one].side != battle.units[other].side
