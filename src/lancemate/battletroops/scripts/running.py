"""Runs battle scripts: sets up the position, feeds it the commands, and gathers what happened and why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.orders import Attack, Measure, Preview, ScriptEntry
from lancemate.battletroops.play.setup import Setup, StateError
from lancemate.battletroops.scripts.positions import TroopScript, read_script
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice
from lancemate.kernel.documents import Document, read_document
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import public
from lancemate.kernel.scripting import Report, begin, take, unit_key

TroopReport: TypeAlias = Report[Battle, Setup, ScriptEntry]


def load_script(path: str | Path) -> TroopScript:
    """Read a script from a YAML or JSON file."""
    return read_script(read_document(path))


def script_from_data(data: Mapping[str, JSON]) -> TroopScript:
    """Read a script that is already plain data."""
    return read_script(Document(dict(data)))


def run_script(script: TroopScript, *, without: frozenset[str] = frozenset()) -> TroopReport:
    """Play a script to its end. Refused commands are outcomes; a script that is wrong raises InputError."""
    battle = begin(script, lambda dice: _open(script.setup, dice, without))
    opening = tuple(battle.journal.events)
    outcomes = tuple(take(script, number, entry, battle, answer_to) for number, entry in enumerate(script.entries))
    return Report(script, battle, opening, outcomes, show_state)


def _open(setup: Setup, dice: Dice, without: frozenset[str]) -> Battle:
    try:
        return Battle(setup, dice, without=without)
    except StateError as error:
        key = unit_key(setup.sides, setup.units, error.unit)
        raise InputError(error.plain, key=f"{key}.state.{error.key}") from None


def answer_to(battle: Battle, entry: ScriptEntry) -> Mapping[str, JSON] | None:
    """What a question comes to; None for a command. A preview that names nobody is not legal either."""
    if isinstance(entry, Measure):
        return _plain(measure(battle, entry.start, entry.end))
    if not isinstance(entry, Preview):
        return None
    try:
        command = entry.command
        found = preview_attack(battle, command) if isinstance(command, Attack) else preview_move(battle, command)
        return _plain(found)
    except Refused as refused:
        return {"legal": False, "reason": public(refused.refusal)}


def _plain(answer: object) -> Mapping[str, JSON]:
    data = public(answer)
    assert isinstance(data, dict)
    return data
