"""`lancemate force`: forces for people. Prints; decides nothing."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from lancemate import rulebook
from lancemate.alphastrike.cards.points import WORST_SKILL, skill_name
from lancemate.alphastrike.ruleset import rules
from lancemate.cli.choosing import ask_at_terminal
from lancemate.cli.games import ALPHA_STRIKE, BATTLETROOPS
from lancemate.cli.output import Overwrite, check_place, write_file
from lancemate.cli.screen import screen
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, read_text
from lancemate.muster.availability import span_or_year
from lancemate.muster.catalogue import known_faction
from lancemate.muster.checking import check_force
from lancemate.muster.choosing import choose, open_choices
from lancemate.muster.findings import ADVICE, BROKEN, DEPARTURE, NOTE, UNMET, Finding
from lancemate.muster.force import Force, Formation, Member, game_size
from lancemate.muster.force_files import find_force, force_text, force_to_data, sample_forces
from lancemate.muster.formations import FormationType, declared, title_of
from lancemate.muster.formations.book import bonuses
from lancemate.muster.larger_groups import mission_of
from lancemate.muster.roles import AEROSPACE_ROLES, GROUND_ROLES

if TYPE_CHECKING:
    from lancemate.muster.collection import Collection
    from lancemate.muster.suggesting import Proposal

app = typer.Typer(
    help="Look at forces, check them against the rules, get suggestions, build new ones.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

WRONG: Final = 1  # the force does not keep the rules

STYLES: Final = {BROKEN: "bold red", UNMET: "red", DEPARTURE: "yellow", ADVICE: "cyan", NOTE: "dim"}

Which = Annotated[str, typer.Argument(metavar="FORCE", help="A force file, or the name of a force of the book.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]
Strict = Annotated[bool, typer.Option("--strict", help="Treat customs as rules: matching units, usual sizes, pairs.")]


@app.command("list")
def list_forces(
    as_json: AsJson = False,
    game: Annotated[str, typer.Option("--game", help="Which game: alpha-strike or battletroops.")] = ALPHA_STRIKE,
) -> None:
    """List the forces of the book."""
    if game == BATTLETROOPS:
        from lancemate.muster.platoons import platoon_names

        print(json.dumps(platoon_names(), indent=2) if as_json else "\n".join(platoon_names()))
        return
    if as_json:
        print(json.dumps([_summary(force) for force in sample_forces()], ensure_ascii=False, indent=2))
        return
    console = screen()
    for force in sample_forces():
        line = f"{force.pv:>4} points  {len(force.members):>3} units  "
        console.print(Text.assemble((f"{force.id or '':<5}", "bold"), line, force.name, (f"  {force.faction}", "dim")))


@app.command("import")
def import_force(
    file: Annotated[Path, typer.Argument(help="A force of another program: MekBay, MegaMek (MUL), Jeff's Tools ...")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the force file here.")] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Read a force that another program has written, and say what was taken, mended and refused.

    Exit status: 0 if every unit was taken, 1 if some were refused, 2 if the file cannot be read.
    """
    from lancemate.muster.imports.reading import read_file as read_import

    if out is not None:
        check_place(out, "--out", overwrite=overwrite)
    report = read_import(file)
    if report.force is None:
        hint = "units only: `lancemate units import` takes them in" if report.taken else report.summary
        raise InputError(f"there is no force in it: {hint}", file=str(file))
    if as_json:
        print(json.dumps(report.to_data() | {"force": force_to_data(report.force)}, ensure_ascii=False, indent=2))
    else:
        for line in report.lines():
            print(line, file=sys.stderr if out is None else sys.stdout)
    if out is not None:
        write_file(out, force_text(report.force), "--out", overwrite=overwrite)
    elif not as_json:
        print(force_text(report.force), end="")
    if report.rejected:
        raise typer.Exit(WRONG)


def _summary(force: Force) -> dict[str, JSON]:
    return {
        "id": force.id,
        "name": force.name,
        "faction": force.faction,
        "pv": force.pv,
        "units": len(force.members),
    }


@app.command("show")
def show_force(which: Which, as_json: AsJson = False) -> None:
    """Show a force: its formations and what they give, its units and what they cost."""
    force = find_force(which)
    if as_json:
        print(json.dumps(force_to_data(force) | {"pv": force.pv}, ensure_ascii=False, indent=2))
        return
    _print_force(screen(), force)


def _print_force(console: Console, force: Force) -> None:
    _print_heading(console, force)
    names = iter(force.unit_names)
    for formation in force.formations:
        console.print()
        title = title_of(formation, force.scheme)
        console.print(Text.assemble((title, "bold"), (f"  {formation.pv} points", "dim")))
        for member in formation.members:
            console.print(_line(member, next(names)))
        for bonus in bonuses(formation, force):
            console.print(Text(f"  {bonus.text}", style="green"))
    _print_groups(console, force)


def _print_heading(console: Console, force: Force) -> None:
    console.print(Text(force.name, style="bold underline"))
    limit = f" of {force.limit}" if force.limit is not None else ""
    facts = [f"{force.pv}{limit} points: {game_size(force.limit or force.pv)}", f"{len(force.members)} units"]
    facts += [f"{skill_name(force.average_skill)} on average"]
    console.print(Text(", ".join(facts)))
    origin = ", ".join(filter(None, (force.faction, force.era, force.setting, force.source)))
    for text in (origin, ", ".join(force.command_abilities), *force.notes):
        if text:
            console.print(Text(text, style="dim"))


def _line(member: Member, unit: str) -> Text:
    stats = f"  {unit:<30} {member.card.role or '':<13} Skill {member.skill} {member.pv:>4}  "
    text = Text.assemble(stats, member.crew)
    if member.command is not None:
        text.append(f" ({member.command})", style="bold")
    if member.abilities:
        text.append(f"  {', '.join(member.abilities)}", style="cyan")
    return text


def _print_groups(console: Console, force: Force) -> None:
    for group in force.groups:
        mission = mission_of(group, force)
        console.print()
        parts = ", ".join((*group.groups, *group.formations))
        also = f", with {', '.join(group.detachments)}" if group.detachments else ""
        kind = mission if mission is not None else group.kind
        console.print(Text.assemble((group.name, "bold"), f" ({kind}): {parts}{also}"))


@app.command("check")
def check(which: Which, strict: Strict = False, as_json: AsJson = False) -> None:
    """Check a force against the force-building rules; every finding cites its page.

    Exit status: 0 if the force is legal, 1 if it is not, 2 if the file is wrong.
    """
    force = find_force(which)
    found = check_force(force, strict=strict)
    wrong = any(finding.wrong for finding in found)
    if as_json:
        print(json.dumps(_checked(force, found), ensure_ascii=False, indent=2))
    else:
        _print_findings(screen(), force, found, wrong)
    if wrong:
        raise typer.Exit(WRONG)


def _checked(force: Force, found: tuple[Finding, ...]) -> dict[str, JSON]:
    return {
        "name": force.name,
        "pv": force.pv,
        "limit": force.limit,
        "legal": not any(finding.wrong for finding in found),
        "findings": [asdict(finding) | {"page": finding.page} for finding in found],
        "notes": list(force.notes),
        "formations": [_formation(formation, force) for formation in force.formations],
    }


def _formation(formation: Formation, force: Force) -> dict[str, JSON]:
    return {
        "name": formation.name,
        "type": formation.type,
        "pv": formation.pv,
        "bonuses": [bonus.text for bonus in bonuses(formation, force)],
    }


def _print_findings(console: Console, force: Force, found: tuple[Finding, ...], wrong: bool) -> None:
    limit = f" of {force.limit}" if force.limit is not None else ""
    verdict = "It does not keep the rules" if wrong else "It keeps the rules"
    if not wrong and any(finding.severity == DEPARTURE for finding in found):
        verdict = "It is published as it is, and departs from the rules as said below"
    console.print(Text(f"{force.name}: {force.pv}{limit} points. {verdict}.", style="bold"))
    step = 0
    for finding in found:
        if finding.step != step:
            step = finding.step
            console.print(Text(f"Step {step}: {finding.step_name}", style="bold"))
        console.print(Text.assemble("  ", (f"{finding.severity:<10}", STYLES[finding.severity]), str(finding)))
    for note in force.notes:
        console.print(Text(note, style="dim"))


@app.command("suggest")
def suggest(
    which: Which,
    more: Annotated[bool, typer.Option("--more", help="Include types that take two changes.")] = False,
    as_json: AsJson = False,
) -> None:
    """Suggest which types a force's formations could be, and what to change to get others."""
    from lancemate.muster.suggesting import proposals, swaps

    force = find_force(which)
    most = 2 if more else 1
    found = {
        formation.name: [one for one in proposals(formation, force) if len(one.changes) <= most]
        for formation in force.formations
    }
    exchanges = swaps(force)
    if as_json:
        document: dict[str, JSON] = {
            "formations": {name: [_proposal(one) for one in several] for name, several in found.items()},
            "swaps": [swap.text for swap in exchanges],
        }
        print(json.dumps(document, ensure_ascii=False, indent=2))
        return
    console = screen()
    for formation in force.formations:
        console.print(Text(title_of(formation, force.scheme), style="bold"))
        for one in found[formation.name]:
            name = one.type.called(force.scheme)
            changes = "; ".join(change.text for change in one.changes)
            style = "cyan" if one.changes else "green"
            page = rulebook.page(one.type.rule)
            console.print(Text.assemble("  ", (name, style), f" (p. {page})", f": {changes}" if changes else ""))
            for bonus in () if one.changes else one.bonuses:
                console.print(Text(f"    {bonus}", style="dim"))
        if not found[formation.name]:
            console.print(Text("  no type is near", style="dim"))
    for swap in exchanges:
        console.print(Text(f"{swap.text[:1].upper()}{swap.text[1:]}."))


def _proposal(one: Proposal) -> dict[str, JSON]:
    return {
        "type": one.type.name,
        "rule": one.type.rule,
        "page": rulebook.page(one.type.rule),
        "points": one.points,
        "changes": [change.text for change in one.changes],
        "bonuses": list(one.bonuses),
    }


@app.command("build")
def build(
    what: Annotated[
        list[str] | None,
        typer.Argument(help="The force in words, as in: a Davion reinforced company of 3052."),
    ] = None,
    points: Annotated[
        int | None, typer.Option(min=1, max=5000, help="The point limit; by its size if you ask in words.")
    ] = None,
    mix: Annotated[str, typer.Option("--role-mix", help="Roles and their shares: brawler:2,sniper:1.")] = "",
    formations: Annotated[
        list[str] | None, typer.Option("--formation", help="A formation type; repeat for more.")
    ] = None,
    faction: Annotated[str | None, typer.Option(help="Only units of this faction.")] = None,
    era: Annotated[str | None, typer.Option(help="Only units of this era or year.")] = None,
    kind: Annotated[
        str | None,
        typer.Option(help="What it is made of: mechs (unless you say so), vehicles, battle armor, infantry, fighters."),
    ] = None,
    training: Annotated[bool, typer.Option("--training", help="Allow training units.")] = False,
    unsure: Annotated[
        bool,
        typer.Option("--unsure", help="Allow units of which nobody knows whether the faction has them then."),
    ] = False,
    mine: Annotated[
        Path | None,
        typer.Option("--mine", help="Build only from the miniatures of a collection (CSV: name or id, and count)."),
    ] = None,
    skills: Annotated[str, typer.Option(help="Best and worst Skill.")] = "3-5",
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="A different seed gives a different force.")] = 0,
    name: Annotated[str, typer.Option(help="What to call it.")] = "A new force",
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Write the force file here and show the force.")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Build a legal force from the catalogue, up to a point limit, and print its file."""
    from lancemate.muster.asking import read_asked
    from lancemate.muster.building import KINDS, Wishes, build_force, role_mix

    if out is not None:
        check_place(out, "--out", overwrite=overwrite)
    elif overwrite:
        raise InputError("there is nothing to write without --out", key="--overwrite")
    asked = read_asked(" ".join(what or ()))
    kind = kind or asked.kind or "mechs"
    points = asked.points or points or asked.usual
    if points is None:
        raise InputError("say how many points it may cost, or how large it is, such as a company", key="--points")
    if kind not in KINDS:
        raise InputError(f"{kind!r} is nothing to make a force of; {nearest(kind, KINDS)}", key="--kind")
    force = build_force(
        Wishes(
            points=points,
            roles=role_mix(mix),
            formations=tuple(_wanted(text, flying=kind == "fighters") for text in formations or ()),
            faction=known_faction(faction) if faction is not None else asked.faction,
            era=span_or_year(era) if era is not None else asked.time,
            kind=kind,
            training=training,
            unsure=unsure,
            counts=_mine(mine).counts if mine is not None else None,
            count=asked.formations,
            skills=_span(skills),
            seed=seed,
            name=read_text(name, "--name"),
        )
    )
    if out is None:
        print(force_text(force), end="")
        return
    write_file(out, force_text(force), "--out", overwrite=overwrite)
    _print_force(screen(), force)


def _mine(file: Path) -> Collection:
    """The collection of a file; what could not be read of it is said."""
    from lancemate.muster import catalogue
    from lancemate.muster.collection import read_collection

    found = read_collection(file, catalogue.find)
    for reason in found.refused:
        print(f"{file}, {reason}", file=sys.stderr)
    return found


@app.command("missing")
def missing(
    which: Which,
    mine: Annotated[Path, typer.Option("--mine", help="A collection (CSV: box, boxes, id, name, count).")],
) -> None:
    """Say which miniatures a force needs that a collection has not. Exit status 1 if there are any."""
    lacking = _mine(mine).missing(find_force(which))
    for card, count in lacking.items():
        print(f"{count} x {card.name}")
    if lacking:
        raise typer.Exit(WRONG)
    print("Every miniature is there.", file=sys.stderr)


def _wanted(text: str, *, flying: bool) -> FormationType:
    kind, overlays = declared(text, in_the_air=flying)
    if kind is None or overlays:
        raise InputError(f"{text!r} cannot be built from nothing; name a formation type", key="--formation")
    if kind.aerospace != flying and kind.family != "Support":
        units, say = ("fighters", "say") if kind.aerospace else ("units of the ground", "leave out")
        raise InputError(f"{text!r} is for {units}: {say} --kind fighters", key="--formation")
    return kind


def _span(text: str) -> tuple[int, int]:
    best, _, worst = text.partition("-")
    skills = {str(skill): skill for skill in range(WORST_SKILL + 1)}
    if best not in skills or (worst or best) not in skills or skills[best] > skills[worst or best]:
        raise InputError(f"write the best and the worst Skill as in 3-5, not {text!r}", key="--skills")
    return skills[best], skills[worst or best]


@app.command("choose")
def choose_bonuses(
    which: Which,
    choices: Annotated[
        list[str] | None,
        typer.Argument(help="As in 'Anvil: Multi-Tasker' or 'Horse: Speed Demon for 1, 2, 3' (its units)."),
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write the force file here.")] = None,
    overwrite: Overwrite = False,
) -> None:
    """Choose what formations do with their bonuses, print the file, and say what is still open.

    Without choices you are asked for those that are open, at a terminal.
    """
    if out is not None:
        check_place(out, "--out", overwrite=overwrite)
    force = find_force(which)
    for text in choices or ():
        force = choose(force, text)
    if not choices:
        force = ask_at_terminal(force)
    if out is None:
        print(force_text(force), end="")
    else:
        write_file(out, force_text(force), "--out", overwrite=overwrite)
    for finding in open_choices(force):
        print(finding, file=sys.stderr)


@app.command("roles")
def roles() -> None:
    """Explain what each unit role is for."""
    console = screen()
    for name, profile in (*GROUND_ROLES.of(rules).items(), *AEROSPACE_ROLES.of(rules).items()):
        about = "; ".join(f"{key} {text}" for key, text in profile.items() if key != "does")
        console.print(Text.assemble((f"{name:<16}", "bold"), f"{profile['does']}. ", (about, "dim")))
