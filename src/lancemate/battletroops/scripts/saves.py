"""Battles as files. A save is a battle script with a seal: loading plays it again and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.orders import Measure, Preview, command_to_data
from lancemate.battletroops.play.setup import Setup
from lancemate.battletroops.scripts.positions import read_script, setup_to_data
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice
from lancemate.kernel.documents import Document
from lancemate.kernel.saves import sealed
from lancemate.kernel.scripting import load_save


def save(battle: Battle) -> dict[str, JSON]:
    """Everything needed to have this battle again, as plain data."""
    commands: list[JSON] = [command_to_data(command) for command in battle.journal.commands]
    return sealed(battle, setup_to_data(battle.setup), commands)


def save_text(battle: Battle) -> str:
    return json.dumps(save(battle), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def load(data: Mapping[str, JSON]) -> Battle:
    """The battle of a save, played again. A damaged save, or one of another format, is an InputError."""
    return load_save(Document(dict(data)), read_script, _start, (Preview, Measure))


def _start(setup: Setup, dice: Dice, without: frozenset[str]) -> Battle:
    return Battle(setup, dice, without=without)
