"""What players call things whose name is more than the word that scripts have for them: ``swarm_i`` is Swarm-I."""

from __future__ import annotations

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Entries

proper_names: Entries[str] = rules.entries("proper names")


def called(word: str) -> str:
    """A word of a script as players say it: by its name, or without its underscores."""
    return proper_names.get(word) or word.replace("_", " ")
