"""Runs battle scripts: sets up the position, feeds it the commands, and gathers what happened and why.

Knows the public form of the output; must not know files' formats (kernel.documents) nor how to print (log, cli).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_data
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.asking.views import view
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import VIEW, Measure, Preview, Question, ScriptEntry, Viewing
from lancemate.alphastrike.play.orders import Act, Attack, PointTarget, SupportAttack
from lancemate.alphastrike.play.setup import Setup, StateError
from lancemate.alphastrike.scripts.positions import Script, no_catalogue, read_script
from lancemate.alphastrike.scripts.sides import FindCard
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel import scripting
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice, SeededDice
from lancemate.kernel.documents import Document, read_document
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import public
from lancemate.kernel.reading import nearest

Report: TypeAlias = scripting.Report[Battle, Setup, ScriptEntry]


def load_script(path: str | Path, *, find_card: FindCard = no_catalogue) -> Script:
    """Read a script from a YAML or JSON file."""
    return read_script(read_document(path), find_card)


def script_from_data(data: Mapping[str, JSON], *, find_card: FindCard = no_catalogue) -> Script:
    """Read a script that is already plain data."""
    return read_script(Document(dict(data)), find_card)


def run_script(script: Script, *, without: frozenset[str] = frozenset()) -> Report:
    """Play a script to its end. Refused commands are outcomes; a script that is wrong raises InputError."""
    battle = scripting.begin(script, lambda dice: _open(script.setup, dice, without))
    opening = tuple(battle.journal.events)
    outcomes = [scripting.take(script, number, entry, battle, answer_to) for number, entry in enumerate(script.entries)]
    return Report(script, battle, opening, tuple(outcomes), show_state, _written)


def _open(setup: Setup, dice: Dice, without: frozenset[str]) -> Battle:
    try:
        return Battle(setup, dice, without=without)
    except StateError as error:
        key = scripting.unit_key(setup.sides, setup.units, error.unit)
        raise InputError(error.plain, key=f"{key}.{error.key}") from None


def _written(battle: Battle, data: dict[str, JSON]) -> dict[str, JSON]:
    written: dict[str, JSON] = battle.table.written(data)
    return written


def answer_to(battle: Battle, entry: ScriptEntry) -> Mapping[str, JSON] | None:
    """What a question is answered with; None for a command. Raises Refused, or InputError with a key."""
    match entry:
        case Preview():
            return _preview(battle, entry)
        case Viewing(side):
            if side not in battle.sides:
                raise InputError(f"there is no side {side!r}; {nearest(side, battle.sides)}", key=VIEW)
            return view(battle, side)
        case Question(about, what):
            return _plain(hooks.measures[about](battle, what))
        case Measure(start, end):
            return _plain(measure(battle, start, end.point if isinstance(end, PointTarget) else end))
        case _:
            return None


def _preview(battle: Battle, entry: Preview) -> Mapping[str, JSON]:
    """Ask what a command would need. One that names nobody is not legal either."""
    command = entry.command
    try:
        if isinstance(command, Attack):
            return preview_data(battle, command)
        if isinstance(command, SupportAttack):
            return _plain(preview_support(battle, command))
        if isinstance(command, Act):
            return _plain(preview_deed(battle, command))
        return _plain(check_move(battle, command))
    except Refused as refused:
        return {"legal": False, "reason": public(refused.refusal)}


def preview_deed(battle: Battle, command: Act) -> Mapping[str, JSON]:
    """What a deed would need, if its room has an answer; whether it may be done, in any case."""
    asked = hooks.deed_previews.get(command.do)
    if asked is not None:
        return asked(battle, battle.unit(command.unit), command.what)
    twin = battle.clone()
    twin.dice = SeededDice(0)
    twin.do(command)
    return {"legal": True, "reason": None}


def _plain(answer: object) -> Mapping[str, JSON]:
    data = public(answer)
    assert isinstance(data, dict)
    return data
