"""The rooms of Alpha Strike: importing this module imports them all and so registers every rule.

Inside a hook rules are ordered by part, module and line, never by when they were imported, so a new room needs no entry
here. Only rooms that hold no rules are named, to keep them out of a battle's start-up.
"""

import importlib
import pkgutil
from typing import Final

from lancemate import alphastrike
from lancemate.alphastrike.abilities.in_play import card_in_play
from lancemate.alphastrike.turn.opening import open_battle

WITHOUT_RULES: Final = ("telling", "scripts")


def _import_rooms() -> None:
    for module in pkgutil.walk_packages(alphastrike.__path__, alphastrike.__name__ + "."):
        if module.name.split(".")[2] not in WITHOUT_RULES:
            importlib.import_module(module.name)


_import_rooms()

__all__ = ["card_in_play", "open_battle"]
