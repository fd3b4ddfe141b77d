"""`lancemate new`: puts a scenario, two forces and a table together into a battle script. Writes; plays nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, cast

import typer
from rich.console import Console
from rich.text import Text

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.commands.preparing import home_wanted, prepared, take_edge
from lancemate.alphastrike.environment.effects import effects_of
from lancemate.alphastrike.environment.visibility import CONCEALED
from lancemate.alphastrike.options.alternate_munitions.loading import with_loading
from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import COMMANDER, EDITIONS, QUICK_START, Muster, Setup
from lancemate.alphastrike.scenarios.arranging import arrange, give_roles, open_flanks, smaller_than_usual
from lancemate.alphastrike.scenarios.balance import ForceStrength, campaign_advice, too_many, unbalanced
from lancemate.alphastrike.scenarios.checking import LEAST_SIZE, MOST_SIZE
from lancemate.alphastrike.scenarios.files import find
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.alphastrike.scripts.hexes import read_board_file
from lancemate.alphastrike.scripts.positions import not_of_the_edition, setup_to_data
from lancemate.alphastrike.support.catalogue import LEVELS
from lancemate.alphastrike.turn.preparation import over_limit, uneven
from lancemate.cli.choosing import ask_at_terminal
from lancemate.cli.games import ALPHA_STRIKE, BATTLETROOPS
from lancemate.cli.output import Overwrite, check_place, write_file
from lancemate.cli.screen import size_of_table
from lancemate.cli.support import with_support
from lancemate.field.hexes import HexMap
from lancemate.field.maps import Map
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, read_choice
from lancemate.kernel.yaml_text import OnOneLine, yaml_text
from lancemate.muster import catalogue
from lancemate.muster.battlefields import THEMES, find_table, find_theme, generated, home_edges
from lancemate.muster.choosing import choose, open_choices
from lancemate.muster.force import Force
from lancemate.muster.into_battle import all_formations, side_of, with_abilities
from lancemate.muster.naming import force_named
from lancemate.muster.planets import RANDOM, planet_named, planets, unfit_there, world_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

RED, BLUE = "red", "blue"
SIDES: Final = (RED, BLUE)
MAPS: Final = ("table", "hex")


@app.command()
def new(
    out: Annotated[Path, typer.Option("-o", "--out", help="The battle script to write.")],
    red: Annotated[str | None, typer.Option(help="A force file, a force of the book, or units by name.")] = None,
    blue: Annotated[str | None, typer.Option(help="The same for the other side.")] = None,
    game: Annotated[str, typer.Option("--game", help="Which game: alpha-strike or battletroops.")] = ALPHA_STRIKE,
    scenario: Annotated[
        str | None, typer.Option(help="A scenario of the book, or a file of your own; default: stand-up-fight.")
    ] = None,
    variation: Annotated[list[str] | None, typer.Option(help="A variation of it; repeat for more.")] = None,
    attacker: Annotated[
        str | None, typer.Option(help="Who attacks, red or blue, if the scenario has an attacker.")
    ] = None,
    points: Annotated[int | None, typer.Option(min=1, help="Point limit for each force.")] = None,
    theme: Annotated[
        str | None,
        typer.Option(help=f"Theme of the table: {', '.join(one.id for one in THEMES)}; default: {THEMES[0].id}."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Decides the table and the dice.")] = 1,
    size: Annotated[str | None, typer.Option(help="Width and depth of the table in inches, such as 36x48.")] = None,
    table: Annotated[str | None, typer.Option(help="A hand-drawn table instead: its name, or a file.")] = None,
    planet: Annotated[
        str | None,
        typer.Option(help=f"A world to fight on, or {RANDOM}: {', '.join(one.id for one in planets())}."),
    ] = None,
    board: Annotated[Path | None, typer.Option(help="A hex map from a .board file instead of a theme.")] = None,
    map_kind: Annotated[str, typer.Option("--map", help="A table in inches, or hexes: table or hex.")] = "table",
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Make both halves of the table alike.")] = False,
    edition: Annotated[str, typer.Option(help=f"The printing of the rules: {', '.join(EDITIONS)}.")] = COMMANDER,
    option: Annotated[list[str] | None, typer.Option(help="An optional rule in play; repeat for more.")] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(
            "--choose",
            help="What a formation's player chooses of its bonus, such as 'red: Anvil: Multi-Tasker' or "
            "'blue: Horse: Speed Demon for 1, 2, 3' (its units); repeat for more.",
        ),
    ] = None,
    prepare: Annotated[
        list[str] | None,
        typer.Option(
            help="What a side with Strategic Command or engineers does to the table: 'red: home east', "
            "'red: woods1 to 24, 18', 'red: build at 20, 10', 'red: mines 3 at 20, 10; 2 at 24, 12'; repeat for more.",
        ),
    ] = None,
    support: Annotated[
        str | None,
        typer.Option(help=f"Battlefield support for each side: points, or {', '.join(LEVELS.book)}."),
    ] = None,
    buy: Annotated[
        list[str] | None,
        typer.Option(
            help="What a side buys of it, such as 'red: light_strike, heavy_minefield at 24 20', or 'blue: later' to "
            "be asked before the first turn; repeat for the other side. Lists that are not given are drawn up for you.",
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Set up a battle to play in the browser or as a script. Exit status: 2 if something does not fit.

    With --game battletroops: a scenario of that book, or two platoons such as Rifle or SRM/mechanized.
    """
    if game == BATTLETROOPS:
        from lancemate.cli.new_troops import new_troops

        new_troops({RED: red, BLUE: blue}, out, scenario, theme, seed, overwrite=overwrite)
        return
    if red is None or blue is None:
        raise InputError("say which force", key="--red" if red is None else "--blue")
    check_place(out, "--out", overwrite=overwrite)
    forces = {RED: _force(red, "--red", points), BLUE: _force(blue, "--blue", points)}
    for text in choice or ():
        _choose(forces, text)
    forces = {side: ask_at_terminal(force) for side, force in forces.items()}
    plan = _plan(scenario or "stand-up-fight", variation or [], attacker)
    field = _drawn_by_hand(table, theme, size, symmetric)
    if board is not None:
        field = _board(board, field is not None or theme is not None or size is not None)
    units = [muster for side in SIDES for muster in with_abilities(forces[side], side)]
    inches = size_of_table(size, "--size", LEAST_SIZE, MOST_SIZE) if size is not None else None
    with _asked_for("--planet"):
        world = None if planet is None else planet_named(planet, Generator(seed), [unit.card for unit in units])
    land = theme or (world.theme if world is not None else THEMES[0].id)
    if world is None and field is None:
        world = world_of(find_theme(land).id, [unit.card for unit in units])
    hexes = _on_hexes(map_kind, symmetric)
    homes, works = home_wanted(prepare or [])
    setup = _setup(plan, field, land, seed, inches, symmetric, hexes, forces, units, homes)
    if world is not None:
        with _asked_for("--planet"):
            setup = replace(setup, conditions=world.conditions(setup.table))
    chosen = setup.options | check_options(option or [])
    setup = replace(setup, options=chosen, settings=with_loading(setup.settings, chosen))
    if CONCEALED in setup.options:
        setup = with_tokens(setup, seed)
    with _asked_for("--prepare"):
        setup = prepared(setup, works)
    setup = replace(setup, edition=read_choice(edition, "--edition", EDITIONS))
    complaint = not_of_the_edition(setup)
    if complaint is not None:
        raise InputError(complaint, key="--edition")
    setup = with_support(setup, support, buy or [], seed, forces)
    assert setup.scenario is not None
    with _asked_for("--scenario"):
        Battle(setup, seed)  # what cannot be opened is not written
    title = f"{setup.scenario.name}: {forces[RED].name} against {forces[BLUE].name}"
    write_file(out, yaml_text(_data(title, seed, setup)), "--out", overwrite=overwrite)
    console = Console(highlight=False, soft_wrap=True)
    where = setup.table
    size_now = f"{where.size[0]:g} by {where.size[1]:g} {where.measure}"
    console.print(Text(f"{title}, on {size_now}, {len(where.features)} pieces of terrain."))
    for effect in effects_of(setup.conditions):
        console.print(Text(f"{effect.name}: {effect.text} ({effect.rule})", style="dim"))
    for text in (*_advice(setup, forces), *unfit_there(setup.conditions, [unit.card for unit in units])):
        console.print(Text(f"Mind: {text}.", style="yellow"))
    console.print(Text(f"lancemate run {out} --svg {out.with_suffix('.svg')}", style="dim"))


# -- what it is made of ---------------------------------------------------------------------------------------


def _force(text: str, key: str, points: int | None) -> Force:
    with _asked_for(key):
        force = force_named(text)
    limit = points if points is not None else force.limit
    problem = over_limit(force.pv, limit) if limit is not None else None
    if problem is not None:
        raise InputError(f"{force.name}: {problem} (AS-INT-037)", key=key)
    return force


def _choose(forces: dict[str, Force], text: str) -> None:
    side, _, chosen = (part.strip() for part in text.partition(":"))
    if side not in forces:
        raise InputError(f"{text[:80]!r} begins with no side; write it as in 'red: Anvil: Sniper'", key="--choose")
    with _asked_for("--choose"):
        forces[side] = choose(forces[side], chosen)


@contextmanager
def _asked_for(option: str) -> Iterator[None]:
    """Complaints name the option, or the file that the option names and the place in it."""
    try:
        yield
    except InputError as error:
        raise error if error.file is not None else InputError(error.plain, key=option) from None


def _plan(name: str, variations: list[str], attacker: str | None) -> Scenario:
    with _asked_for("--scenario"):
        plan = find(name).build(variations)
    if attacker is None:
        return plan
    if attacker not in SIDES:
        raise InputError(f"there is no side {attacker!r}; {nearest(attacker, SIDES)}", key="--attacker")
    if not plan.roles:
        raise InputError(f"{plan.name} has no attacker: both sides want the same", key="--attacker")
    return give_roles(plan, attacker, SIDES)


def _drawn_by_hand(table: str | None, theme: str | None, size: str | None, symmetric: bool) -> Map | None:
    if table is None:
        return None
    if theme is not None or size is not None or symmetric:
        raise InputError("a table drawn by hand has its own country, size and halves", key="--table")
    with _asked_for("--table"):
        return find_table(table)


def _board(file: Path, more: bool) -> HexMap:
    if more:
        raise InputError("a board has its own country and size: leave out --table, --theme and --size", key="--board")
    with _asked_for("--board"):
        found = read_board_file(file)
    for text in found.left_out[:20]:
        typer.echo(f"{file.name}, {text}", err=True)
    if len(found.left_out) > 20:
        typer.echo(f"{file.name}: {len(found.left_out) - 20} more lines like these", err=True)
    return found.map


def _on_hexes(kind: str, symmetric: bool) -> bool:
    if kind not in MAPS:
        raise InputError(f"there is no map of kind {kind!r}; {nearest(kind, MAPS)}", key="--map")
    if kind == "hex" and symmetric:
        raise InputError("hexes do not mirror: leave out --symmetric", key="--map")
    return kind == "hex"


def _setup(
    plan: Scenario,
    field: Map | None,
    theme: str,
    seed: int,
    size: tuple[float, float] | None,
    symmetric: bool,
    hexes: bool,
    forces: Mapping[str, Force],
    units: list[Muster],
    homes: Mapping[str, str],
) -> Setup:
    width, depth = (field.width, field.depth) if field is not None else size or (plan.table.width, plan.table.depth)
    bare = home_edges(width, depth, SIDES)
    sides = (
        side_of(forces[RED], bare[0]),
        side_of(forces[BLUE], bare[1]),
    )
    for side, edge in homes.items():
        with _asked_for("--prepare"):
            sides = take_edge(sides, side, edge)
    try:
        if field is not None:
            laid = field, arrange(plan, field, sides, units)
        else:
            laid = generated(plan, theme, seed, sides, units, size=size, symmetric=symmetric, hexes=hexes)
    except InputError as error:
        raise InputError(error.plain, key=_key(error)) from None
    return Setup(
        laid[0],
        sides,
        tuple(units),
        options=check_options(laid[1].options),
        formations=all_formations(forces),
        phase="deployment",
        scenario=laid[1],
    )


def _key(error: InputError) -> str | None:
    """The option that a complaint is about."""
    options = {"scenario.sides": "--attacker", "map": "--size", "terrain": "--table", "theme": "--theme"}
    return options.get(error.key or "", error.key)


def _advice(setup: Setup, forces: Mapping[str, Force]) -> list[str]:
    """What players had better know before they begin; none of it is forbidden."""
    plan = setup.scenario
    assert plan is not None
    strengths = {side: ForceStrength(len(force.members), force.pv) for side, force in forces.items()}
    found = [unbalanced(plan, strengths), too_many(plan, strengths), smaller_than_usual(setup.table)]
    if plan.flanks == "walled":
        for edge in open_flanks(setup.table, setup.sides[0].home or "south"):
            found.append(f"hills, water or heavy woods should stand along the {edge} edge (AS-SCN-048)")
    if setup.edition == QUICK_START:
        found.append(uneven(*([member.pv for member in forces[side].members] for side in SIDES)))
    for side, force in forces.items():
        found += [f"{side}, {str(one).removesuffix('.')}" for one in open_choices(force)]
    return [text for text in (*found, *campaign_advice(plan, setup.options)) if text is not None]


# -- writing --------------------------------------------------------------------------------------------------


def _data(title: str, seed: int, setup: Setup) -> dict[str, JSON]:
    """The script: a line for each unit, piece of terrain and objective."""
    data = setup_to_data(setup)
    cards = {unit.id: unit.card for unit in setup.units}
    for side in cast(list[dict[str, JSON]], data["sides"]):
        units = cast(list[dict[str, JSON]], side["units"])
        side["units"] = [OnOneLine(_by_name(unit, cards[str(unit["id"])])) for unit in units]
    for key in ("terrain", "formations"):
        if key in data:
            data[key] = _lines(data[key])
    plan = cast(dict[str, JSON], data["scenario"])
    data["scenario"] = {key: _lines(value) if key == "objectives" else value for key, value in plan.items()}
    return {"title": title, **data, "seed": seed, "commands": []}


def _by_name(unit: dict[str, JSON], card: Card) -> dict[str, JSON]:
    """A unit whose card comes with the game needs no more than its name."""
    if not catalogue.is_built_in(card.id) or catalogue.find(card.id) != card:
        return unit
    return {("unit" if key == "card" else key): (card.name if key == "card" else value) for key, value in unit.items()}


def _lines(entries: JSON) -> JSON:
    return [OnOneLine(entry) for entry in cast(list[dict[str, JSON]], entries)]
