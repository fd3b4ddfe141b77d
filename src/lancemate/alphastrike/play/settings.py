"""What players agree on in numbers and words: the blocks under ``settings`` of a script.

A chapter enters the name of its block and how it is read; whoever needs it finds it in the setup. Knows no block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader
from lancemate.kernel.ruleset import Entries

Block: TypeAlias = Callable[[object, str], JSON]  # the data and the path it stands under; it answers with what holds

blocks: Entries[Block] = rules.entries("settings")


def settings_from_data(data: object, where: str) -> dict[str, JSON]:
    """Every block as it holds; one that no chapter knows is an error."""
    rules.load()
    reader = Reader(data if data is not None else {}, where, known=tuple(sorted(blocks)), what="settings")
    return {name: blocks[name](reader.raw(name), reader.path(name)) for name in sorted(blocks) if name in reader}


def check_settings(names: Iterable[str], options: frozenset[str], where: str) -> None:
    """What is agreed on for a module that is off is an error."""
    for name in names:
        if name in rules.options and name not in options:
            raise InputError(f"{name} is a word of the option {name}, which is off", key=f"{where}.{name}")
