"""`lancemate lab duel`, `tournament` and `pv`: contests between bots and forces. Prints and writes; plays nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Annotated, Final

import typer

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.play.setup import COMMANDER, EDITIONS
from lancemate.cli.games import ALPHA_STRIKE, BATTLETROOPS, GAMES
from lancemate.cli.lab_findings import Findings, present, progress
from lancemate.cli.screen import size_of_table
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, read_choice
from lancemate.lab import plots, report
from lancemate.lab.balance import LANCE
from lancemate.lab.battletroops import contests as troops
from lancemate.lab.contests import LEAST_TABLE, MOST_TABLE, PATIENCE, TURNS, Contest, Entry, entry, setup_of
from lancemate.lab.duel import Tally
from lancemate.lab.duel import duel as play_duel
from lancemate.lab.ledger import Terms
from lancemate.lab.pool import cards_of
from lancemate.lab.pricing import Pricing, point_share, price, prices, pricing
from lancemate.lab.results import RED, BattleResult
from lancemate.lab.runner import jobs_named
from lancemate.lab.strength import Yardstick, measurable, measure, measured, sample
from lancemate.lab.tournament import Tournament, cross_table, fight, standings
from lancemate.muster import catalogue
from lancemate.muster.planets import planet_named

TROUBLE: Final = 1  # a bot did something wrong, or battles could not be played
PLOTS: Final = "plots"
MOST_ROWS: Final = 60  # of a table in the terminal; the report has them all

Out = Annotated[Path, typer.Option("-o", "--out", help="Folder for the battles, the report and the plots.")]
Seed = Annotated[int, typer.Option(min=0, help="Decides everything: tables, dice, bots.")]
Jobs = Annotated[str, typer.Option(help="Battles to run in parallel: a number, or auto for one per core.")]
On = Annotated[str, typer.Option(help="Where to play: local, ray, or the address of a Ray cluster.")]
Compress = Annotated[bool, typer.Option("--compress", help="Write the battles as battles.jsonl.gz.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue with the battles in the folder.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Throw away the battles in the folder and begin anew.")]
NoFiles = Annotated[bool, typer.Option("--no-files", help="Write nothing; only show what came of it.")]
TableSize = Annotated[str, typer.Option("--table", help="Width and depth of the table in inches.")]
Terrain = Annotated[int, typer.Option(min=0, max=60, help="Pieces of terrain, if no theme is given.")]
MAPS: Final = ("table", "hex")
MapKind = Annotated[str, typer.Option("--map", help="Tables in inches, or hexes: table or hex.")]
Theme = Annotated[str | None, typer.Option(help="A theme for the tables, or a table drawn by hand.")]
PlanetName = Annotated[
    str | None, typer.Option("--planet", help="A world to fight on, or random: another one for every pair of battles.")
]
ScenarioName = Annotated[str | None, typer.Option("--scenario", help="A scenario; red attacks if anyone does.")]
Variations = Annotated[str, typer.Option("--variations", help="Its variations, separated by commas.")]
Turns = Annotated[int, typer.Option(min=1, max=200, help="Turn limit; then points decide.")]
Options = Annotated[str, typer.Option(help="Optional rules in play, separated by commas.")]
Edition = Annotated[str, typer.Option(help=f"The printing of the rules: {', '.join(EDITIONS)}.")]
Abilities = Annotated[bool, typer.Option("--abilities", help="Use pilot abilities and formation bonuses.")]
Patience = Annotated[float, typer.Option(min=0.01, help="Seconds a bot may think about one command.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
NoPlots = Annotated[bool, typer.Option("--no-plots", help="Draw no pictures.")]

_BOT: Final = re.compile(r"(?P<name>.*?)(?:\((?P<budget>[^()]*)\))?")


def duel(
    context: typer.Context,
    red: Annotated[str, typer.Option(help="A force file, a force of the book, or units by name.")],
    blue: Annotated[str, typer.Option(help="The same for the other side.")],
    bots: Annotated[
        str, typer.Option(help="Who plays red and blue; a budget may follow: search(20000), search(50ms).")
    ] = ("tactical,tactical"),
    battles: Annotated[
        int, typer.Option(min=1, help="How many battles; each pair of battles shares a table with the edges swapped.")
    ] = 100,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    overwrite: Overwrite = False,
    no_files: NoFiles = False,
    compress: Compress = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    theme: Theme = None,
    planet: PlanetName = None,
    map_kind: MapKind = "table",
    scenario: ScenarioName = None,
    variations: Variations = "",
    options: Options = "",
    edition: Edition = COMMANDER,
    abilities: Abilities = False,
    patience: Patience = PATIENCE,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
    game: Annotated[str, typer.Option("--game", help="Which game: alpha-strike or battletroops.")] = ALPHA_STRIKE,
) -> None:
    """Let two forces fight many times, and say how certain the result is. Ctrl-C keeps what is done.

    With --game battletroops a force is a squad (rifles, assault, lasers, mixed) or weapons, as in "SMG,Rifle";
    with --scenario it is one of the scenario's sides, as in --red kurita --blue dragoons.
    """
    leaders = [one.strip() for one in bots.split(",")]
    if len(leaders) != 2:
        raise InputError("name two bots with a comma between them, as in tactical,random", key="--bots")
    if game not in GAMES:
        raise InputError(f"there is no game {game!r}; {nearest(game, GAMES)}", key="--game")
    contest: Contest | troops.Contest
    if game == BATTLETROOPS:
        if scenario is None:
            first, second = _squad(red, leaders[0], "--red"), _squad(blue, leaders[1], "--blue")
        else:
            first, second = troops.scenario_entries(scenario, (red, blue), leaders)
        contest = troops.Contest(
            first,
            second,
            seed=seed,
            turns=turns,
            options=_words(options),
            patience=patience,
            scenario=scenario,
        )
        troops.setup_of(contest, 0)
    else:
        contest = _contest(
            _entry(red, leaders[0], "--red", options),
            _entry(blue, leaders[1], "--blue", options),
            seed=seed,
            turns=turns,
            table=table,
            terrain=terrain,
            theme=theme,
            planet=planet,
            map_kind=map_kind,
            scenario=scenario,
            variations=variations,
            options=options,
            edition=edition,
            abilities=abilities,
            patience=patience,
        )
        setup_of(contest, 0)  # what cannot be played at all is told before the first battle
    terms = _terms(out, jobs, on, resume, compress, overwrite, no_files)
    with progress(battles) as tell:

        def watch(tally: Tally, gone: int) -> None:
            share = tally.share(RED)
            tell(tally.battles + gone, f"red wins {share.value:.0%} ({share.low:.0%} to {share.high:.0%})")

        found = play_duel(contest, battles, terms, watch)
    tally = Tally.of(found.lines)
    findings = Findings(
        f"{red} ({leaders[0]}) against {blue} ({leaders[1]})",
        [
            ("Result", report.DUEL_HEAD, report.duel_rows(contest, tally)),
            ("What each unit did in a battle, on average (95 % interval)", report.UNIT_HEAD, report.unit_rows(tally)),
            ("Forces", report.FORCE_HEAD, report.force_rows(contest)),
        ],
        contest.remarks(tally) if isinstance(contest, troops.Contest) else report.remarks(contest, tally),
        report.summary(contest, tally),
        lambda: plots.duel_figures(tally),
    )
    present(
        context,
        findings,
        found,
        terms.folder,
        as_json,
        no_plots,
        lambda line, side: f"{contest.entry(side).crew} ({side})",
    )


def tournament(
    context: typer.Context,
    forces: Annotated[list[str] | None, typer.Option("--force", help="A contestant's force; repeat for more.")] = None,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; each plays every force.")] = "tactical",
    battles: Annotated[int, typer.Option(min=1, help="Battles per pairing.")] = 40,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    overwrite: Overwrite = False,
    no_files: NoFiles = False,
    compress: Compress = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    theme: Theme = None,
    planet: PlanetName = None,
    map_kind: MapKind = "table",
    scenario: ScenarioName = None,
    variations: Variations = "",
    options: Options = "",
    abilities: Abilities = False,
    patience: Patience = PATIENCE,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
) -> None:
    """Everyone against everyone: forces, bots, or both; strengths as Elo with 95 % intervals."""
    leaders = [one.strip() for one in bots.split(",")]
    entries = [_entry(force, bot, "--force", options) for force in forces or ["gdl/Command Lance"] for bot in leaders]
    contest = _contest(
        entries[0],
        entries[-1],
        seed=seed,
        turns=turns,
        table=table,
        terrain=terrain,
        theme=theme,
        planet=planet,
        map_kind=map_kind,
        scenario=scenario,
        variations=variations,
        options=options,
        abilities=abilities,
        patience=patience,
    )
    event = Tournament(tuple(entries), contest, battles)
    for red, blue in permutations(entries, 2):
        setup_of(replace(contest, red=red, blue=blue), 0)
    terms = _terms(out, jobs, on, resume, compress, overwrite, no_files)
    with progress(event.total) as tell:
        found = fight(event, terms, lambda line: tell(None, ""))
    order = standings(found.lines)
    names = [one.name for one in order]
    rows = [(one.name, report.number(one.elo, 0), str(one.won), str(one.lost), str(one.drawn)) for one in order]
    shares = [
        (name, *("" if cell is None else report.percent(cell) for cell in row))
        for name, row in zip(names, cross_table(found.lines, names), strict=True)
    ]
    findings = Findings(
        "Tournament",
        [
            ("Standings", ("contestant", "Elo", "won", "lost", "drawn"), rows),
            ("Share won by the row against the column", ("", *names), shares),
            ("Forces", ("force", *report.FORCE_HEAD[1:]), report.rows_of_forces({one.name: one for one in entries})),
        ],
        [
            f"{len(found.lines)} battles, {battles} planned for every pair; 0 is the average of all contestants.",
            report.terms_of(contest),
        ],
        {"battles": len(found.lines), "standings": [report.plain(one) for one in order]},
        lambda: {"ladder": plots.ladder_figure((one.name, one.elo) for one in order)},
    )
    present(context, findings, found, terms.folder, as_json, no_plots, BattleResult.of)


def pv(
    context: typer.Context,
    units: Annotated[str, typer.Option(help="Units, separated by commas (default: the whole catalogue).")] = "",
    shelf: Annotated[
        str | None, typer.Option("--cards", help="Measure units of this file, or of `shelf`, your imports, instead.")
    ] = None,
    size: Annotated[
        int | None, typer.Option("--sample", min=2, help="Only so many of them, drawn by lot with the seed.")
    ] = None,
    battles: Annotated[int, typer.Option(min=1, help="Battles per unit.")] = 20,
    bot: Annotated[str, typer.Option(help="Who plays both sides.")] = "tactical",
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Out = Path("out"),
    resume: Resume = False,
    overwrite: Overwrite = False,
    no_files: NoFiles = False,
    compress: Compress = False,
    turns: Turns = TURNS,
    table: TableSize = "48x48",
    terrain: Terrain = 14,
    theme: Theme = None,
    planet: PlanetName = None,
    on: On = "local",
    as_json: AsJson = False,
    no_plots: NoPlots = False,
    abilities: Annotated[
        list[str] | None,
        typer.Option("--ability", help="Price abilities instead: a code (ECM, IF2) or a pilot's; repeat for more."),
    ] = None,
    force: Annotated[str, typer.Option(help="With --ability: the force both sides play.")] = LANCE,
    options: Options = "",
) -> None:
    """What units are really worth: measured strength against printed Point Value, biggest surprises first.

    With --ability: what abilities are worth. Both sides play one force, and the units of one side have the ability.
    """
    if abilities:
        plain = _entry(force, bot, "--force")
        bare = _contest(
            plain,
            plain,
            seed=seed,
            turns=turns,
            table=table,
            terrain=terrain,
            theme=theme,
            planet=planet,
            options=options,
        )
        priced = pricing(tuple(dict.fromkeys(abilities)), bare, battles)
        setup_of(priced.fight(0), 0)
        _price(context, priced, bot, _terms(out, jobs, on, resume, compress, overwrite, no_files), as_json, no_plots)
        return
    cards = measurable(_cards(units, shelf))
    if size is not None:
        cards = sample(cards, size, seed)
    anyone = _entry("gdl/Command Lance", bot, "--bot")
    contest = _contest(anyone, anyone, seed=seed, turns=turns, table=table, terrain=terrain, theme=theme, planet=planet)
    yardstick = Yardstick(cards, contest, battles)
    setup_of(yardstick.fight(0), 0)
    terms = _terms(out, jobs, on, resume, compress, overwrite, no_files)
    with progress(yardstick.total) as tell:
        found = measure(yardstick, terms, lambda line: tell(None, ""))
    worth = measured(found.lines, cards)
    rows = [
        (
            one.name,
            str(one.pv),
            report.number(one.effective),
            f"{one.effective.value / one.pv - 1:+z.0%}",
            str(one.battles),
        )
        for one in worth
    ]
    findings = Findings(
        "Point Values, printed and measured",
        [("Units", ("unit", "printed", "measured", "more or less", "battles"), rows)],
        [
            f"{len(found.lines)} battles between bands of one unit each, led by {bot}; biggest surprises first.",
            report.terms_of(contest),
        ],
        {"battles": len(found.lines), "units": [report.plain(one) for one in worth]},
        lambda: {"point_values": plots.value_figure(worth), "surplus": plots.surplus_figure(worth)},
    )
    present(context, findings, found, terms.folder, as_json, no_plots, lambda line, side: bot)


def _cards(units: str, shelf: str | None) -> Sequence[Card]:
    if units and shelf is not None:
        raise InputError("name --units, or --cards to take them from; not both", key="--cards")
    if shelf is not None:
        return cards_of(shelf)
    return [catalogue.find(name) for name in _words(units)] if units else catalogue.all()


def _price(context: typer.Context, priced: Pricing, bot: str, terms: Terms, as_json: bool, no_plots: bool) -> None:
    with progress(priced.total) as tell:
        found = price(priced, terms, lambda line: tell(None, ""))
    worth, points = prices(priced, found.lines), point_share(found.lines)
    rows = [
        (
            one.name,
            "in the card" if one.charged is None else str(one.charged),
            report.percent(one.share),
            report.number(one.worth),
            str(one.battles),
        )
        for one in worth
    ]
    head = ("ability", "the book charges", "won by its side", "points a unit", "battles")
    findings = Findings(
        "What abilities are worth",
        [("Abilities", head, rows)],
        [
            f"{priced.contest.red.name} on both sides, led by {bot}; everybody on one side has the ability it serves.",
            "The book charges points of a pilot's allowance (p. 92); what a code costs is part of a card's points.",
            f"With pilots better by one Skill a side won {report.percent(points)}: so much are points worth here.",
            report.terms_of(priced.contest),
        ],
        {
            "battles": len(found.lines),
            "abilities": [report.plain(one) for one in worth],
            "better_pilots": points._asdict(),
        },
        lambda: {"abilities": plots.price_figure(worth)},
    )
    present(context, findings, found, terms.folder, as_json, no_plots, lambda line, side: bot)


# -- reading --------------------------------------------------------------------------------------------------


def _entry(force: str, bot: str, key: str, options: str = "") -> Entry:
    found = _BOT.fullmatch(bot)
    assert found is not None
    try:
        return entry(force, found["name"], found["budget"], _words(options))
    except InputError as error:
        raise InputError(error.plain, file=error.file, line=error.line, key=error.key or key) from None


def _squad(squad: str, bot: str, key: str) -> troops.Entry:
    try:
        return troops.entry(squad, bot)
    except InputError as error:
        raise InputError(error.plain, key=error.key or key) from None


def _contest(
    red: Entry,
    blue: Entry,
    *,
    seed: int,
    turns: int,
    table: str,
    terrain: int,
    theme: str | None,
    planet: str | None = None,
    map_kind: str = "table",
    scenario: str | None = None,
    variations: str = "",
    options: str = "",
    edition: str = COMMANDER,
    abilities: bool = False,
    patience: float = PATIENCE,
) -> Contest:
    width, depth = size_of_table(table, "--table", LEAST_TABLE, MOST_TABLE)
    if map_kind not in MAPS:
        raise InputError(f"there is no map of kind {map_kind!r}; {nearest(map_kind, MAPS)}", key="--map")
    if variations and scenario is None:
        raise InputError("name the --scenario that they are variations of", key="--variations")
    return Contest(
        red,
        blue,
        seed=seed,
        turns=turns,
        width=width,
        depth=depth,
        pieces=terrain,
        options=_words(options),
        edition=read_choice(edition, "--edition", EDITIONS),
        patience=patience,
        theme=theme,
        planet=_planet(planet),
        scenario=scenario,
        variations=_words(variations),
        abilities=abilities,
        hexes=map_kind == "hex",
    )


def _planet(name: str | None) -> str | None:
    if name is not None:
        try:
            planet_named(name, Generator(1))
        except InputError as error:
            raise InputError(error.plain, key="--planet") from None
    return name


def _terms(out: Path, jobs: str, on: str, resume: bool, compress: bool, overwrite: bool, no_files: bool) -> Terms:
    if no_files and (resume or overwrite):
        raise InputError("nothing is written, so there is nothing to go on with or to write over", key="--no-files")
    return Terms(None if no_files else out, jobs_named(jobs), on, resume, compress, overwrite)


def _words(text: str) -> tuple[str, ...]:
    return tuple(sorted({one.strip() for one in text.split(",") if one.strip()}))
