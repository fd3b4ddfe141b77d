"""`lancemate prepare`: who decides what before a battle, rolled and told step by step. Prints; decides nothing."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from rich.text import Text

from lancemate.alphastrike.play.setup import COMMANDER, EDITIONS, QUICK_START
from lancemate.alphastrike.telling.wording import dice, page_of
from lancemate.alphastrike.turn.preparation import (
    SetupChoice,
    SetupRoll,
    preparation,
    quick_preparation,
    setup_initiative,
    wrong_objectives,
)
from lancemate.cli.screen import screen
from lancemate.kernel.dice import SeededDice
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import read_choice

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

MOST: Final = 99

WORDS: Final = {
    "scenario": "names the scenario, or a plain fight to the last",
    "terrain": "lays out the terrain",
    "home_edge": "takes one of the four edges; the other side has the opposite one",
    "objectives": "places objectives in its own zone, for the other side to take",
    "army_first": "chooses its army list first",
    "army_last": "chooses its army list after that",
    "terrain_agreed": "agree on the terrain, or lay it down in turns",
    "deploy_first_or_second": "begins to deploy, or lets the other side begin",
}
PIECE: Final = "lays down a piece of terrain"


@app.command()
def prepare(
    sides: Annotated[str, typer.Option(help="The two sides.", metavar="ONE,TWO")] = "red,blue",
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Decides the dice.")] = 0,
    terrain: Annotated[int, typer.Option(min=0, max=MOST, help="Terrain pieces each side places in turn.")] = 0,
    objectives: Annotated[int, typer.Option(min=0, max=MOST, help="Objectives each side places.")] = 0,
    deployed: Annotated[bool, typer.Option("--deployed", help="Units begin on the table.")] = False,
    edition: Annotated[str, typer.Option(help=f"The printing of the rules: {', '.join(EDITIONS)}.")] = COMMANDER,
) -> None:
    """Roll for who decides what before a battle, step by step (pp. 28-30)."""
    one, two = _two(sides)
    if objectives > 0:
        complaint = wrong_objectives({one: objectives, two: objectives})
        if complaint is not None:
            raise InputError(f"{complaint} (AS-INT-052)", key="--objectives")
    roll = setup_initiative((one, two), SeededDice(seed))
    if read_choice(edition, "--edition", EDITIONS) == QUICK_START:
        steps = quick_preparation(roll)
    else:
        steps = preparation(roll, objectives=objectives > 0, deployed=deployed, terrain=terrain)
    console = screen()
    console.print(_rolled(roll))
    for number, step in enumerate(steps, start=1):
        console.print(Text.assemble(f"{number:3}. {_told(step)}", (page_of(step.rule), "dim")))


def _two(sides: str) -> tuple[str, str]:
    names = [name.strip() for name in sides.split(",")]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise InputError(f"{sides[:40]!r} does not name two sides; write them as in red,blue", key="--sides")
    return names[0], names[1]


def _rolled(roll: SetupRoll) -> Text:
    rolls = "; ".join(f"{side} rolls {dice(thrown)}" for side, thrown in roll.rolls.items())
    again = f", after {roll.rerolled} ties" if roll.rerolled > 1 else ", after a tie" if roll.rerolled else ""
    return Text.assemble(f"{rolls}: {roll.winner} wins{again}", (page_of("AS-INT-035"), "dim"))


def _told(step: SetupChoice) -> str:
    what = PIECE if step.rule == "AS-SCN-004" else WORDS[step.what]
    return f"{step.side} {what}"
