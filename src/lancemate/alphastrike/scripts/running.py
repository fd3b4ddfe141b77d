"""Runs battle scripts: sets up the position, feeds it the commands, and gathers what happened and why.

Knows the public form of the output; must not know files' formats (kernel.documents) nor how to print (log, cli).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_data
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.asking.views import view
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.order_data import VIEW, Asked, Measure, Preview, Question, ScriptEntry, Viewing
from lancemate.alphastrike.play.orders import Act, Attack, PointTarget, SupportAttack
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.scripts.positions import Script, no_catalogue, read_script
from lancemate.alphastrike.scripts.sides import FindCard
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice, TapeDice
from lancemate.kernel.documents import Document, read_document
from lancemate.kernel.errors import InputError, OutOfDice, Refusal, Refused
from lancemate.kernel.events import event_data, public
from lancemate.kernel.expecting import differences
from lancemate.kernel.reading import nearest


def load_script(path: str | Path, *, find_card: FindCard = no_catalogue) -> Script:
    """Read a script from a YAML or JSON file."""
    return read_script(read_document(path), find_card)


def script_from_data(data: Mapping[str, JSON], *, find_card: FindCard = no_catalogue) -> Script:
    """Read a script that is already plain data."""
    return read_script(Document(dict(data)), find_card)


@dataclass(frozen=True, slots=True)
class EntryResult:
    """What one command of a script came to."""

    command: int
    entry: ScriptEntry
    events: tuple[BattleEvent, ...] = ()
    refusal: Refusal | None = None
    answer: Mapping[str, JSON] | None = None

    @property
    def accepted(self) -> bool:
        return self.refusal is None

    def to_data(self) -> dict[str, JSON]:
        data: dict[str, JSON] = {"command": self.command, "accepted": self.accepted}
        if self.refusal is not None:
            return {**data, "error": public(self.refusal)}
        if isinstance(self.entry, Asked):
            return {**data, self.entry.name: dict(self.answer or {})}
        return {**data, "events": [event_data(event) for event in self.events]}


@dataclass(frozen=True)
class Report:
    """A script that has run: the battle as it stands, and every outcome on the way."""

    script: Script
    battle: Battle
    opening: tuple[BattleEvent, ...]
    outcomes: tuple[EntryResult, ...] = field(default=())

    @property
    def accepted(self) -> bool:
        """Every command was accepted."""
        return all(outcome.accepted for outcome in self.outcomes)

    @property
    def dice_left(self) -> int:
        dice = self.battle.dice
        return len(dice.faces) - dice.used if isinstance(dice, TapeDice) else 0

    @cached_property
    def unmet(self) -> list[str]:
        """In what the run differs from the script's ``expect``; empty when it is as expected."""
        unmet = self.to_data().get("unmet", [])
        assert isinstance(unmet, list)
        return [str(difference) for difference in unmet]

    def to_data(self) -> dict[str, JSON]:
        """The JSON document of ``lancemate run --json``."""
        data: dict[str, JSON] = {
            "opening": [event_data(event) for event in self.opening],
            "outcomes": [outcome.to_data() for outcome in self.outcomes],
            "state": show_state(self.battle),
            "dice": {"rolled": list(self.battle.journal.dice), "left": self.dice_left},
        }
        data = self.battle.table.written(data)
        if self.script.expect:
            data["unmet"] = list(differences(dict(self.script.expect), data))
        return data


def run_script(script: Script, *, without: frozenset[str] = frozenset()) -> Report:
    """Play a script to its end. Refused commands are outcomes; a script that is wrong raises InputError."""
    battle = _open(script, without)
    opening = tuple(battle.journal.events)
    outcomes = [_take(script, battle, number, entry) for number, entry in enumerate(script.entries)]
    return Report(script, battle, opening, tuple(outcomes))


def _open(script: Script, without: frozenset[str]) -> Battle:
    try:
        return Battle(script.setup, script.dice(), without=without)
    except OutOfDice as error:
        raise _out_of_dice(script, error, "before the first command") from None
    except StateError as error:
        key = f"{_place(script, error.unit)}.{error.key}"
        raise script.source.located(InputError(error.plain, key=key)) from None
    except InputError as error:
        raise script.source.located(error) from None


def _take(script: Script, battle: Battle, number: int, entry: ScriptEntry) -> EntryResult:
    try:
        if isinstance(entry, Asked):
            return EntryResult(number, entry, answer=answer_to(battle, entry))
        return EntryResult(number, entry, events=tuple(battle.do(entry)))
    except Refused as refused:
        return EntryResult(number, entry, refusal=refused.refusal)
    except InputError as error:
        key = f"commands.{number}.{entry.name}.{error.key}"
        raise script.source.located(InputError(error.plain, key=key)) from None
    except OutOfDice as error:
        raise _out_of_dice(script, error, f"in commands.{number} ({entry.name})") from None


def answer_to(battle: Battle, entry: Asked) -> Mapping[str, JSON]:
    """What a question of a script is answered with. Raises Refused, or InputError with the key below its name."""
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


def _out_of_dice(script: Script, error: OutOfDice, when: str) -> InputError:
    return script.source.located(InputError(f"{error.message}, {when}", key="dice"))


def _place(script: Script, unit: str) -> str:
    """The key path of a unit in its script."""
    for side, one in enumerate(script.setup.sides):
        units = [muster.id for muster in script.setup.units if muster.side == one.name]
        if unit in units:
            return f"sides.{side}.units.{units.index(unit)}"
    return "sides"
