"""What many battles come to, for people and programs: a summary as data, tables as text, and a page by itself."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from lancemate import __version__
from lancemate.lab.contests import Contest, can_fight, force_members, force_of, left_behind
from lancemate.lab.results import RED, SIDES
from lancemate.lab.statistics import Estimate, mean
from lancemate.muster.battlefields import every_theme
from lancemate.muster.choosing import open_choices
from lancemate.muster.planets import RANDOM

if TYPE_CHECKING:
    from lancemate.kernel.codec import JSON
    from lancemate.lab.battletroops import contests as troops
    from lancemate.lab.contests import Entry
    from lancemate.lab.duel import Tally
    from lancemate.lab.ledger import Collected
    from lancemate.lab.pricing import Priced
    from lancemate.lab.results import BattleResult
    from lancemate.lab.strength import Measured
    from lancemate.lab.tournament import Standing

Row = Sequence[str]
Who = Callable[["BattleResult", str], str]  # what to call the bot that had a side in a battle

FAULTS: Final = {
    "raised": "raised an error",
    "nonsense": "answered with something that is no command",
    "illegal": "wanted something the rules forbid",
    "slow": "took too long",
}


# -- figures as text ------------------------------------------------------------------------------------------


def percent(share: Estimate, digits: int = 1) -> str:
    return f"{share.value:.{digits}%} ({share.low:.{digits}%} to {share.high:.{digits}%})"


def number(figure: Estimate, digits: int = 1) -> str:
    """A figure with its interval; what rounds to nothing is 0, and never -0."""
    if figure.low == figure.high:  # of one battle, or all battles alike: that says nothing about how sure it is
        return f"{figure.value:z.{digits}f}"
    return f"{figure.value:z.{digits}f} ({figure.low:z.{digits}f} to {figure.high:z.{digits}f})"


# -- a duel ---------------------------------------------------------------------------------------------------


def summary(contest: Contest | troops.Contest, tally: Tally) -> dict[str, JSON]:
    """Everything as data."""
    return {
        "battles": tally.battles,
        "draws": tally.draws,
        "turns": _data(mean(tally.turns)),
        "forces": [dict(zip(FORCE_HEAD, row, strict=True)) for row in force_rows(contest)],
        "sides": {
            side: {
                "force": contest.entry(side).name,
                "bot": contest.entry(side).crew,
                "won": tally.won[side],
                "outright": tally.outright[side],
                "share": _data(tally.share(side)),
                "points_killed": _data(tally.kills(side)),
            }
            for side in SIDES
        },
        "units": [
            {
                "side": unit.side,
                "name": unit.name,
                "battles": unit.battles,
                "marked": unit.marked,
                "kills": unit.kills,
                "lived": unit.lived,
                "marked_a_battle": _data(unit.marks),
                "kills_a_battle": _data(unit.victims),
                "share_lived": _data(unit.survival),
            }
            for unit in tally.units.values()
        ],
    }


def _data(figure: Estimate) -> dict[str, JSON]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}


def plain(record: Standing | Measured | Priced) -> dict[str, JSON]:
    """A row of results as data."""
    return {key: _data(value) if isinstance(value, Estimate) else value for key, value in record._asdict().items()}


def duel_rows(contest: Contest | troops.Contest, tally: Tally) -> list[Row]:
    """One row a side: who, how often it won, what it killed."""
    return [
        (
            side,
            contest.entry(side).name,
            contest.entry(side).crew,
            f"{tally.won[side]} ({tally.outright[side]} outright)",
            percent(tally.share(side)),
            number(tally.kills(side)),
        )
        for side in SIDES
    ]


def force_rows(contest: Contest | troops.Contest) -> list[Row]:
    """Who fights on either side, unit by unit, and what that costs."""
    if isinstance(contest, Contest):
        return rows_of_forces({side: contest.entry(side) for side in SIDES}, contest.options)
    return [(side, name, "", "1") for side in SIDES for name in contest.entry(side).arms]


def rows_of_forces(entries: Mapping[str, Entry], options: Collection[str] = ()) -> list[Row]:
    """One row for every unit that fights, and one for the points of each force."""
    rows: list[Row] = []
    for side, entry in entries.items():
        members = [one for one in force_members(entry) if can_fight(one.card, options)]
        rows += [(side, one.card.name, str(one.skill), str(one.pv)) for one in members]
        rows.append((side, f"all of {entry.name}", "", str(sum(one.pv for one in members))))
    return rows


FORCE_HEAD: Final = ("side", "unit", "skill", "points")
DUEL_HEAD: Final = ("side", "force", "bot", "won", "share, draws half", "points killed")
UNIT_HEAD: Final = ("side", "unit", "points marked", "kills", "lived")


def unit_rows(tally: Tally) -> list[Row]:
    """One row for every unit: what it did in a battle, on average, with 95 % intervals."""
    return [
        (
            unit.side,
            unit.name,
            number(unit.marks, 2),
            number(unit.victims, 2),
            percent(unit.survival, 0),
        )
        for unit in sorted(tally.units.values(), key=lambda unit: (unit.side != RED, -unit.marked / unit.battles))
    ]


def terms_of(contest: Contest) -> str:
    """What the battles were about and where they were fought, so that anybody can play them again."""
    what = "hex maps" if contest.hexes else "tables"
    size = f"{what} of {contest.width:g} by {contest.depth:g} inches"
    if contest.theme is None:
        country = f"{size} with {contest.pieces} pieces of terrain"
    elif contest.theme in [theme.id for theme in every_theme()]:
        country = f"{size} in the country {contest.theme}"
    else:
        country = f"the table {contest.theme}"
    said = [f"Seed {contest.seed}", country]
    if contest.planet is not None:
        said.append("on random worlds" if contest.planet == RANDOM else f"on the world {contest.planet}")
    if contest.scenario is not None:
        said.append(f"{contest.scenario} ({', '.join(contest.variations) or 'no variation'})")
    said.append(f"at most {contest.turns} turns")
    if contest.options:
        said.append(f"options: {', '.join(contest.options)}")
    if contest.abilities:
        said.append("with the abilities of pilots and formations")
    return "; ".join(said) + "."


def remarks(contest: Contest, tally: Tally) -> list[str]:
    """What a reader must know besides: how long battles were, draws, who stayed away."""
    said = [f"Battles: {tally.battles}, draws: {tally.draws}, turns of a battle: {number(mean(tally.turns))}."]
    said.append(terms_of(contest))
    for side in SIDES:
        absent = left_behind(contest.entry(side), contest.options)
        if absent:
            said.append(f"Left behind by {side}, because they do not fight on the ground: {', '.join(absent)}.")
        if contest.abilities:
            said += [f"Not chosen by {side}: {one}" for one in open_choices(force_of(contest, side))]
    return said


def faults(found: Collected, who: Who) -> dict[str, dict[str, int]]:
    """What bots did wrong, as data: who, what, and how often."""
    counts: dict[str, Counter[str]] = {}
    for line in found.lines:
        for fault in line.faults:
            counts.setdefault(who(line, fault.side), Counter())[fault.kind] += 1
    return {name: dict(sorted(kinds.items())) for name, kinds in sorted(counts.items())}


def troubles(found: Collected, who: Who) -> list[str]:
    """What came between, whatever was played."""
    said = []
    for name, kinds in faults(found, who).items():
        for kind, count in kinds.items():
            times = "once" if count == 1 else f"{count} times"
            said.append(f"{name} {FAULTS[kind]} {times} and passed; first in {_first(found, who, name, kind)}")
    if found.damaged:
        said.append(f"Damaged lines in the folder: {found.damaged}. Their battles were played again.")
    if found.given_up:
        first = found.given_up[0]
        said.append(f"Battles that could not be played: {len(found.given_up)}, first {first.battle}: {first.gone}.")
    if found.interrupted:
        said.append("Interrupted: what is done is kept, --resume goes on.")
    return said


def _first(found: Collected, who: Who, name: str, kind: str) -> str:
    return next(
        f"battle {line.battle}, turn {fault.turn}: {fault.text}"
        for line in found.lines
        for fault in line.faults
        if fault.kind == kind and who(line, fault.side) == name
    )


# -- a page ---------------------------------------------------------------------------------------------------

CAPTIONS: Final = {
    "win_rate": "How red's share came about, battle by battle",
    "turns": "How long battles were",
    "margin": "How clear they were: right of the middle red killed more points than blue",
    "units": "What each unit marked off its enemies in a battle, on average",
    "ladder": "Strength of the contestants",
    "abilities": "What abilities are worth to a unit that has them, in Point Values",
    "point_values": "Point Values, measured against printed: above the line a unit is worth more than it costs",
    "surplus": "How much more or less than printed each unit is worth, in Point Values",
}

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .25rem .75rem; text-align: left; }
thead { border-bottom: 2px solid #888; } tbody tr:nth-child(even) { background: #f4f4f4; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } img { max-width: 100%; height: auto; }
footer { margin-top: 3rem; color: #666; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1b; color: #ddd; } tbody tr:nth-child(even) { background: #262626; }
  figure { background: #fff; color: #222; padding: .5rem; }
}
"""


def page(
    title: str, tables: Iterable[tuple[str, Row, Sequence[Row]]], said: Iterable[str], pictures: Mapping[str, str]
) -> str:
    """A page that needs nothing but itself: tables (heading, head, rows), remarks, pictures as SVG text."""
    parts = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(text)}</p>" for text in said)]
    for heading, head, rows in tables:
        parts.append(f"<h2>{escape(heading)}</h2>{_table(head, rows)}")
    for name, picture in pictures.items():
        caption, packed = escape(CAPTIONS[name]), b64encode(picture.encode()).decode()
        image = f'<img alt="{caption}" src="data:image/svg+xml;base64,{packed}">'
        parts.append(f"<figure><figcaption>{caption}</figcaption>{image}</figure>")
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body>\n{body}\n<footer>Lancemate {__version__}</footer></body></html>\n"
    )


def _table(head: Row, rows: Sequence[Row]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
