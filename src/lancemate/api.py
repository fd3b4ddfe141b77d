"""The few names a newcomer needs, in one place. ``from lancemate import Battle`` finds them here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Attack, Decide, Deploy, EndPhase, Move, Pass, PointTarget, Resign, Toggle
from lancemate.alphastrike.scripts.positions import read_script
from lancemate.alphastrike.scripts.running import run_script
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document, parse_document, read_document
from lancemate.kernel.errors import InputError, LancemateError, Refused
from lancemate.muster.catalogue import find

__all__ = [
    "Attack",
    "Battle",
    "Decide",
    "Deploy",
    "EndPhase",
    "InputError",
    "LancemateError",
    "Move",
    "Pass",
    "PointTarget",
    "Refused",
    "Resign",
    "Toggle",
    "check_move",
    "find",
    "load",
    "measure",
    "open_battle",
    "preview_attack",
    "reach",
    "run_script",
    "save",
    "story",
]


def open_battle(script: str | Path | Mapping[str, JSON]) -> Battle:
    """The battle a script sets up: its text, its file or its data. Commands in it are carried out."""
    if isinstance(script, Path):
        document = read_document(script)
    elif isinstance(script, str):
        document = parse_document(script)
    else:
        document = Document(dict(script))
    return run_script(read_script(document, find)).battle
