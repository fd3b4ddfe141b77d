"""Battles as files. A save is a battle script (setup, dice, commands) with a seal: loading plays it again and checks.

So every save can also be read, edited and run by ``lancemate run``, which says when the seal no longer fits. Knows
scripts; how a battle is sealed is the kernel's (kernel/saves.py). Must not know rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import Asked, command_to_data
from lancemate.alphastrike.play.orders import Command
from lancemate.alphastrike.scripts.positions import Script, read_script, setup_to_data
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError, OutOfDice
from lancemate.kernel.saves import Seal, read_seal, replay, sealed


def save(battle: Battle) -> dict[str, JSON]:
    """Everything needed to have this battle again, as plain data."""
    commands: list[JSON] = battle.table.written([command_to_data(command) for command in battle.journal.commands])
    return sealed(battle, setup_to_data(battle.setup), commands)


def save_text(battle: Battle) -> str:
    return json.dumps(save(battle), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def load(data: Mapping[str, JSON]) -> Battle:
    """The battle of a save, played again. A damaged save, or one of another format, is an InputError."""
    return _load(Document(dict(data)))


def _load(source: Document) -> Battle:
    if not isinstance(source.data, dict) or not isinstance(source.data.get("save"), dict):
        raise source.located(InputError("this is not a saved battle: the key save is missing"))
    seal = _seal(source, source.data["save"])
    try:
        script = read_script(source)
    except InputError as error:
        raise seal.trouble(error) from None
    try:
        battle = Battle(script.setup, script.dice(), without=seal.without)
    except (InputError, OutOfDice) as error:
        trouble = seal.trouble(InputError(f"the battle cannot begin: {error.message}", key="sides"))
        raise source.located(trouble) from None
    try:
        return replay(battle, _commands(script), seal)
    except InputError as error:
        raise source.located(error) from None


def _seal(source: Document, given: JSON) -> Seal:
    try:
        return read_seal(given)
    except InputError as error:
        raise source.located(error) from None


def _commands(script: Script) -> list[Command]:
    commands: list[Command] = []
    for number, step in enumerate(script.entries):
        if isinstance(step, Asked):
            raise InputError(f"a save holds no {step.name}", key=f"commands.{number}")
        commands.append(step)
    return commands


def broken_seal(script: Script, battle: Battle) -> str | None:
    """Why a battle that was run from a save is another one than the save says; None if it is the same, or no save."""
    if not script.save:
        return None
    seal = _seal(script.source, dict(script.save))
    if seal.without != battle.off:
        return f"it was saved with {_rules_off(seal.without)}, and is run with {_rules_off(battle.off)}"
    if seal.fits(battle):
        return None
    return seal.trouble(InputError("it does not come out as it was saved")).message


def _rules_off(off: frozenset[str]) -> str:
    return f"{', '.join(sorted(off))} switched off" if off else "every rule"
