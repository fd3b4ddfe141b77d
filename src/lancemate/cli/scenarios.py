"""`lancemate scenarios`: what there is to play for. Prints; decides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.files import ScenarioFile, find, known, scenario_to_data
from lancemate.alphastrike.scenarios.plan import EACH, Scenario, Start, Zone
from lancemate.alphastrike.scenarios.zones import depth_asked
from lancemate.kernel.codec import JSON

app = typer.Typer(
    help="Look at the scenarios: what they are about, how they are won, and their variations.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.command("list")
def list_scenarios(as_json: AsJson = False) -> None:
    """List the scenarios with their variations: those of the book, then our own."""
    if as_json:
        print(json.dumps([_data(find(name)) for name in known()], ensure_ascii=False, indent=2))
        return
    console = _console()
    for name in known():
        file = find(name)
        plan = file.build()
        page = f"  p. {plan.page}" if plan.page is not None else ""
        console.print(Text.assemble((f"{name:<18}", "bold"), plan.about, (page, "dim")))
        for variation in file.variations.values():
            console.print(Text.assemble(" " * 18, (f"{variation.id:<18}", "cyan"), (variation.about, "dim")))


@app.command("show")
def show_scenario(
    which: Annotated[str, typer.Argument(metavar="NAME", help="A scenario of the book, or a file of your own.")],
    as_json: AsJson = False,
) -> None:
    """Show a scenario: who plays what, where the sides begin, what earns points, when it is over."""
    file = find(which)
    if as_json:
        print(json.dumps(_data(file), ensure_ascii=False, indent=2))
        return
    console, plan = _console(), file.build()
    page = f"  p. {plan.page}" if plan.page is not None else ""
    console.print(Text.assemble((plan.name, "bold underline"), (page, "dim")))
    console.print(Text(plan.about))
    for heading, text in _facts(plan):
        console.print(Text.assemble((f"  {heading:<12}", "bold"), text))
    if file.variations:
        console.print(Text("Variations", style="bold"))
    for variation in file.variations.values():
        console.print(Text.assemble((f"  {variation.id}  ", "cyan"), (variation.name, "bold")))
        without = f" Not with {' or '.join(variation.excludes)}." if variation.excludes else ""
        console.print(Text(f"    {variation.about}{without}"))
    roles = " --attacker red" if plan.roles else ""
    console.print(Text(f"lancemate new --scenario {which} --red FORCE --blue FORCE{roles} -o battle.yaml", style="dim"))


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def _data(file: ScenarioFile) -> dict[str, JSON]:
    variations: dict[str, JSON] = {
        one.id: {"name": one.name, "about": one.about, "page": one.page, "excludes": list(one.excludes)}
        for one in file.variations.values()
    }
    return {**scenario_to_data(file.build()), "variations": variations}


# -- in words -------------------------------------------------------------------------------------------------


def _facts(plan: Scenario) -> Iterator[tuple[str, str]]:
    if plan.roles:
        yield "Sides", " and ".join(plan.roles)
    yield "Table", f"{plan.table.width:g} by {plan.table.depth:g} inches or more{_flanks(plan)}"
    for role, start in plan.deployment.items():
        yield ("Begin" if role == EACH else f"{role.capitalize()}"), _start(start)
    yield "Apart", f"enemies start at least {plan.apart:g} inches from one another"
    for role, share in plan.larger.items():
        yield "Forces", f"the {role}'s may be larger by {share:.0%}"
    for recipe in plan.place:
        whose = {None: "", EACH: " for each side"}.get(recipe.of, f" of the {recipe.of}")
        many = recipe.columns * recipe.rows if recipe.spot == "sectors" else recipe.count
        spots = {"centre": "in the centre", "zone": "in its zone", "sectors": "in sectors", "middle": "in between"}
        yield "Objectives", f"{many} {recipe.kind}{'s' if many > 1 else ''}{whose} {spots[recipe.spot]}"
    yield from _points(plan)
    if plan.options:
        yield "Rules", ", ".join(plan.options)
    if plan.turns is not None:
        yield "Ends", f"after {plan.turns} turns"
    elif plan.turns_per_lance is not None:
        yield "Ends", f"after {plan.turns_per_lance} turns for each lance of the attacker"


def _flanks(plan: Scenario) -> str:
    return {
        "open": "",
        "closed": "; nobody leaves over its sides",
        "walled": "; rough country along its sides, nobody leaves there",
    }[plan.flanks]


def _start(start: Start) -> str:
    text = " or ".join(_zone(zone) for zone in start.zones)
    if start.off_buildings:
        text += f", {start.off_buildings:g} inches from every building"
    if start.faces is not None:
        text += f", facing the {start.faces} edge"
    if start.hidden:
        text += f", {start.hidden:.0%} of the units hidden"
    return text


def _zone(zone: Zone) -> str:
    some = f" ({zone.share:.0%} of the units at most)" if zone.share < 1.0 else ""
    if zone.line is not None:
        return f"within {zone.line:g} inches of the middle line{some}"
    if zone.near is not None:
        half = " on its own half" if zone.half else ""
        return f"within {zone.within:g} inches of a {zone.near}{half}{some}"
    whose = {"home": "its home", "enemy": "the enemy's", "left": "the left", "right": "the right"}[zone.edge or "home"]
    return f"within {depth_asked(rules, zone.depth):g} inches of {whose} edge{some}"


def _points(plan: Scenario) -> Iterator[tuple[str, str]]:
    if plan.standing is not None:
        yield "Won by", "the last force on the field"
    if plan.commanders is not None:
        yield (
            "Points",
            f"{plan.commanders.kill} for the enemy's commander, {plan.commanders.last} for the last one alive",
        )
    if plan.flags is not None:
        yield "Points", f"{plan.flags.capture} for taking a flag, {plan.flags.delivery} for bringing it home"
    if plan.hold is not None:
        yield (
            "Points",
            f"{plan.hold.each_turn} for every turn a marker is held, {plan.hold.at_end} more in the last one",
        )
    if plan.dominate is not None:
        yield "Points", f"{plan.dominate.each} for each marker, {plan.dominate.most} for having most"
    if plan.escape is not None:
        from lancemate.alphastrike.scenarios.line import worth

        out, back, bonus = (worth(rules, plan.escape, what) for what in ("escapes", "turns back", "half escape"))
        yield "Points", f"{out} for each unit that breaks through, {back} to the enemy for each that turns back,"
        yield "", f"{bonus} if {plan.escape.share:.0%} break through, otherwise as many to the enemy"
    if plan.search is not None:
        yield "Points", f"{plan.search.objective} for each objective found, {plan.search.home} for the way home,"
        yield "", f"{plan.search.prevented} to the enemy if that does not come about"
