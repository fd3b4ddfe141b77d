"""What players agree on in numbers and words: the blocks under ``settings`` of a script.

A chapter enters the name of its block and how it is read; whoever needs it finds it in the setup. Knows no block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.reading import Reader
from lancemate.kernel.ruleset import Entries

Block: TypeAlias = Callable[[object, str], JSON]  # the data and the path it stands under; it answers with what holds

blocks: Entries[Block] = rules.entries("settings")


def settings_from_data(data: object, where: str) -> dict[str, JSON]:
    """Every block as it holds; one that no chapter knows is an error."""
    rules.load()
    reader = Reader(data if data is not None else {}, where, known=tuple(sorted(blocks)), what="settings")
    return {name: blocks[name](reader.raw(name), reader.path(name)) for name in sorted(blocks) if name in reader}
