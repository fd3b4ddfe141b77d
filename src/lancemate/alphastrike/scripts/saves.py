"""Battles as files. A save is a battle script (setup, dice, commands) with a seal: loading plays it again and checks.

So every save can also be read, edited and run by ``lancemate run``, which says when the seal no longer fits. Knows
scripts; how a battle is sealed and played again is the kernel's (saves.py, scripting.py). Must not know rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import get_args

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import Asked, command_to_data
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.scripts.positions import read_script, setup_to_data
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice
from lancemate.kernel.documents import Document
from lancemate.kernel.saves import sealed
from lancemate.kernel.scripting import load_save


def save(battle: Battle) -> dict[str, JSON]:
    """Everything needed to have this battle again, as plain data."""
    commands: list[JSON] = battle.table.written([command_to_data(command) for command in battle.journal.commands])
    return sealed(battle, setup_to_data(battle.setup), commands)


def save_text(battle: Battle) -> str:
    return json.dumps(save(battle), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def load(data: Mapping[str, JSON]) -> Battle:
    """The battle of a save, played again. A damaged save, or one of another format, is an InputError."""
    return load_save(Document(dict(data)), read_script, _start, get_args(Asked))


def _start(setup: Setup, dice: Dice, without: frozenset[str]) -> Battle:
    return Battle(setup, dice, without=without)
