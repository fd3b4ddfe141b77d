"""`lancemate lab balance` and `lab objectives`: whether tables are fair and bots play for what counts. Prints only."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from lancemate.cli.lab_contests import AsJson, Jobs, Overwrite, Resume, Seed
from lancemate.cli.main import INTERRUPTED
from lancemate.cli.screen import print_table
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.balance import FAIR, LANCE, TELLING, TRIALS, Finding, edges, eyes, mirrored
from lancemate.lab.contests import Contest
from lancemate.lab.ledger import Terms
from lancemate.lab.runner import jobs_named
from lancemate.muster.battlefields import THEMES, find_theme

FAILED: Final = 1  # a figure is not what it should be
WIDTH, DEPTH = 36.0, 48.0
ALL_THEMES: Final = ",".join([theme.id for theme in THEMES])
ALL_TRIALS: Final = ",".join([trial.name for trial in TRIALS])

Folder = Annotated[Path, typer.Option("-o", "--out", help="Folder for the battles, with one subfolder per figure.")]


def balance(
    themes: Annotated[str, typer.Option(help="Themes, separated by commas.")] = ALL_THEMES,
    force: Annotated[str, typer.Option(help="The force both sides play: a file, a name, or units.")] = LANCE,
    battles: Annotated[int, typer.Option(min=2, help="Battles per theme.")] = 400,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Folder = Path("out/balance"),
    resume: Resume = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Let mirrored forces fight on generated tables: neither home edge should win much more than half.

    Exit status: 1 if one does.
    """
    chosen = [find_theme(name.strip()).id for name in themes.split(",")]
    red, blue = mirrored(force)
    contest = Contest(red, blue, seed=seed, width=WIDTH, depth=DEPTH)
    terms = Terms(out, jobs_named(jobs), resume=resume, overwrite=overwrite)
    asked = f"between {FAIR[0]:.0%} and {FAIR[1]:.0%}"
    _show("won from the south", asked, edges(contest, chosen, battles, terms), as_json)


def objectives(
    scenarios: Annotated[str, typer.Option(help="Scenarios, separated by commas.")] = ALL_TRIALS,
    theme: Annotated[str, typer.Option(help="The theme of the tables.")] = THEMES[0].id,
    battles: Annotated[int, typer.Option(min=2, help="Battles per scenario, half of them in each role.")] = 200,
    seed: Seed = 1,
    jobs: Jobs = "auto",
    out: Folder = Path("out/objectives"),
    resume: Resume = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Let a bot that plays for the objectives face the same bot made blind to them.

    Exit status: 1 if it does not win clearly.
    """
    known = {trial.name: trial for trial in TRIALS}
    names = [name.strip() for name in scenarios.split(",")]
    for name in names:
        if name not in known:
            raise InputError(f"there is no trial {name!r}; {nearest(name, known)}", key="--scenarios")
    red, blue = mirrored()
    contest = Contest(red, blue, seed=seed, width=WIDTH, depth=DEPTH, theme=find_theme(theme).id)
    terms = Terms(out, jobs_named(jobs), resume=resume, overwrite=overwrite)
    found = eyes(contest, [known[name] for name in names], battles, terms)
    _show("won by the one who sees", f"{TELLING:.0%} or more", found, as_json)


def _show(heading: str, asked: str, findings: Iterable[Finding], as_json: bool) -> None:
    """What was found, even if Ctrl-C came before the end of it."""
    found: list[Finding] = []
    interrupted = False
    console = Console(stderr=True, highlight=False, soft_wrap=True, quiet=as_json)
    try:
        for one in findings:
            found.append(one)
            console.print(f"{one.name}: {one.share.value:.1%} of {one.battles}")
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        print(json.dumps([{**one._asdict(), "share": one.share._asdict()} for one in found], indent=2))
    else:
        _print_table(f"{heading}; asked for: {asked}", found)
    if interrupted:
        console.print("Interrupted: what is done is kept, --resume goes on.")
        raise typer.Exit(INTERRUPTED)
    if not all(one.passed for one in found):
        raise typer.Exit(FAILED)


def _print_table(title: str, found: Sequence[Finding]) -> None:
    given_up = any(one.given_up for one in found)
    head = ("", "battles", *(("given up",) if given_up else ()), "share (95 % interval)", "draws", "turns", "passed")
    rows = []
    for one in found:
        share = f"{one.share.value:.1%} ({one.share.low:.1%} to {one.share.high:.1%})"
        played = (str(one.battles), str(one.given_up)) if given_up else (str(one.battles),)
        rows.append((one.name, *played, share, str(one.draws), f"{one.turns:.1f}", "yes" if one.passed else "no"))
    print_table(Console(highlight=False, soft_wrap=True), title, head, rows)
