"""`lancemate units`: the catalogue for people, and how their own units get into it. Prints; decides nothing."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from lancemate.alphastrike.cards.card import Card, card_to_data
from lancemate.alphastrike.cards.special_codes import ABILITIES, ALIASES, explain
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.cards.unit_types import UNIT_TYPES
from lancemate.alphastrike.cards.years import years_text
from lancemate.alphastrike.ruleset import rules
from lancemate.cli import unit_imports
from lancemate.cli.screen import print_line, screen
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.availability import span_or_year
from lancemate.muster.imports import shelf
from lancemate.muster.roles import role_named

app = typer.Typer(
    help="Find units, look at them, and import your own.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

REFUSED: Final = 1  # something was not taken, or nothing was found

Type = Annotated[str | None, typer.Option("--type", help="A type of unit, such as BM or CV.")]
Size = Annotated[int | None, typer.Option(min=1, max=5, help="1 to 5.")]
Role = Annotated[str | None, typer.Option(help="A role, such as Striker.")]
Points = Annotated[str | None, typer.Option("--pv", help="Point Value: 30, 20-30, 20- or -30.")]
Move = Annotated[str | None, typer.Option(help="A movement code such as j or h, inches such as 12 or 12+, or 8+j.")]
Ability = Annotated[str | None, typer.Option(help="A special ability, such as ECM.")]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="What to look for, best fits first: words, values and tags, as in: atlas 'pv<=52' 'l>=2' 'if>=1' "
        "role:sniper faction:davion in:3052 -c3m (docs/searching.md)."
    ),
]
Faction = Annotated[str | None, typer.Option(help="Only units of this faction.")]
Era = Annotated[str | None, typer.Option(help="Only units of this era or year.")]
Unsure = Annotated[
    bool, typer.Option("--unsure", help="With --faction or --era: also units of which nobody knows who fields them.")
]
Training = Annotated[bool | None, typer.Option("--training/--no-training", help="Only training units, or none.")]
Imported = Annotated[
    bool | None, typer.Option("--imported/--built-in", help="Only imported or only built-in units (default: both).")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.command("search", help="The same as `list`.")
@app.command("list")
def list_units(
    words: Words = None,
    unit_type: Type = None,
    size: Size = None,
    role: Role = None,
    pv: Points = None,
    move: Move = None,
    ability: Ability = None,
    faction: Faction = None,
    era: Era = None,
    unsure: Unsure = False,
    training: Training = None,
    imported: Imported = None,
    as_json: AsJson = False,
) -> None:
    """Find units that match everything you ask for; ask for nothing to list them all."""
    found = catalogue.look(
        text=" ".join(map(_quoted, words or ())),
        type=_type(unit_type),
        size=size,
        role=_role(role),
        pv=_points(pv),
        move=move,
        ability=_ability(ability),
        faction=catalogue.known_faction(faction) if faction is not None else None,
        era=span_or_year(era) if era is not None else None,
        unsure=unsure,
        training=training,
        imported=imported,
    )
    if found.troubles:
        raise InputError("; ".join(found.troubles))
    if found.unsettled:
        more = f"{found.unsettled} more would fit, of which nobody knows who fields them"
        print(f"{more}: add --unsure to see them.", file=sys.stderr)
    _show_list(found.cards, as_json)


def _quoted(word: str) -> str:
    """A word that the shell has kept together stays together, unless it says what it is itself."""
    return f'"{word}"' if " " in word and not re.search(r'[<>=:"]', word) else word


@app.command("show")
def show_unit(
    name: Annotated[str, typer.Argument(help="The name or the id of a unit.")],
    as_yaml: Annotated[bool, typer.Option("--yaml", help="The card as unit files write it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a card, with what each of its abilities does."""
    if as_yaml and as_json:
        raise InputError("YAML or JSON, not both", key="--yaml")
    card = catalogue.find(name)
    if as_json:
        print(json.dumps(card_to_data(card), ensure_ascii=False, indent=2))
    elif as_yaml:
        import yaml

        print(yaml.safe_dump([card_to_data(card)], sort_keys=False, allow_unicode=True, width=110), end="")
    else:
        _show_card(card)


app.command("import")(unit_imports.import_units)
app.command("fetch")(unit_imports.fetch_units)
app.command("diff")(unit_imports.diff_units)


@app.command("remove")
def remove_units(
    names: Annotated[list[str] | None, typer.Argument(help="Names or ids of imported units.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All imported units.")] = False,
) -> None:
    """Remove imported units again."""
    if everything == bool(names):
        raise InputError("name the units to be removed, or say --all")
    here = shelf.shelf()
    ids = list(here.ids) if everything else []
    for name in names or ():
        unit_id = here.names.get(shelf.folded(name))
        if unit_id is None:
            raise InputError(f'No imported unit is called "{name}".')
        ids.append(unit_id)
    shelf.remove(ids)
    print(f"{len({*ids})} removed, {len(shelf.shelf())} left.")


def _type(text: str | None) -> str | None:
    if text is not None and text.strip().upper() not in UNIT_TYPES.of(rules):
        known = ", ".join(f"{code} ({name})" for code, name in UNIT_TYPES.of(rules).items())
        raise InputError(f"there is no type {text[:40]!r}; known are {known}", key="--type")
    return text.strip() if text is not None else None


def _role(text: str | None) -> str | None:
    """A role of the book, or one that an imported card has."""
    if text is None or any(shelf.folded(card.role or "") == shelf.folded(text) for card in catalogue.imported()):
        return text
    return role_named(text)


def _ability(text: str | None) -> str | None:
    """A code, with or without the values it has on cards."""
    if text is not None and not text.strip():
        raise InputError("name a special ability, such as ECM", key="--ability")
    if text is not None and text.strip().upper() not in {*ABILITIES, *ALIASES.of(rules)}:
        Specials.parse(text)
    return text


def _points(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"\s*([0-9]{0,5})\s*(-?)\s*([0-9]{0,5})\s*", text)
    if found is None or not (found[1] or found[3]):
        raise InputError(f'"{text}" is no range of points: write 30, 20-30, 20- or -30.')
    least = int(found[1] or 0)
    return least, int(found[3]) if found[3] else 99_999 if found[2] else least


def _show_list(cards: Sequence[Card], as_json: bool) -> None:
    if as_json:
        print(json.dumps([card_to_data(card) for card in cards], ensure_ascii=False, indent=2))
        return
    if not cards:
        print("No unit fits.", file=sys.stderr)
        raise typer.Exit(REFUSED)
    console = screen()
    width = max(len(card.name) for card in cards)
    for card in cards:
        tmm = "-" if card.is_aerospace else card.tmm
        stats = f"{card.pv:>4} PV  {card.type} {card.size}  TMM {tmm}  {card.move!s:<12} {card.damage_shown:<10}"
        line = Text.assemble(
            (f"{card.name:<{width}}", "bold"),
            f" {stats} {card.armor}/{card.structure:<4}",
            (f" {card.role or '':<14} ", "cyan"),
            (str(card.specials), "dim"),
        )
        print_line(console, line)
    shown = f"{len(cards)} unit{'' if len(cards) == 1 else 's'}"
    print(shown, file=sys.stderr)


def _show_card(card: Card) -> None:
    console = screen()
    console.print(Text.assemble((card.name, "bold underline"), f"  {card.pv} PV"))
    kind = f"{card.type} ({card.type_name}), Size {card.size}"
    console.print(Text(", ".join(filter(None, (kind, card.role, card.era)))))
    heat = f"   OV {card.ov}" if card.tracks_heat else ""
    moves = f"Thrust {card.move}" if card.is_aerospace else f"Move {card.move}   TMM {card.tmm}"
    console.print(Text(f"{moves}{heat}"))
    threshold = f"   Threshold {card.threshold}" if card.threshold is not None else ""
    console.print(Text(f"Armor {card.armor}   Structure {card.structure}{threshold}"))
    if card.damage.harms or not card.is_multi_arc:
        console.print(Text(f"Damage {card.damage}"))
    for name, arc in card.arcs.items():
        classes = "".join(f"  {word} {value}" for word, value in (("SCAP", arc.scap), ("MSL", arc.msl)) if value.harms)
        console.print(Text(f"{name.capitalize():<6} {arc.damage}{classes}  {arc.specials}".rstrip()))
        _show_abilities(console, arc.specials)
    for section in card.sections:
        console.print(
            Text(f"{section.name.capitalize()}: armor {section.armor}, structure {section.structure}, {section.damage}")
        )
        _show_abilities(console, section.specials)
    _show_abilities(console, card.specials)
    tons = f"{card.tons:g} tons" if card.tons else ""
    since = f"since {card.year}" if card.year else ""
    besides = ", ".join(filter(None, (card.tech, card.level, tons, since)))
    fielded = "; ".join(f"{name} {years_text(years)}" for name, years in card.fielded.items())
    training = "A training unit of our own." if card.training else ""
    books = ", ".join(card.books)
    about = (besides, ", ".join(card.factions), fielded, books, card.source, card.note, training)
    for text in filter(None, about):
        console.print(Text(text, style="dim"))
    console.print(Text(f"id {card.id}", style="dim"))


def _show_abilities(console: Console, specials: Specials) -> None:
    for special in specials:
        console.print(Text.assemble("  ", (special.text, "bold"), f"  {explain(special)}"))
