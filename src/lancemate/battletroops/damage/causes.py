"""What may hurt a man or a machine, and the source that harm carries with it: what it is, whose, by which rule.

A rule about harm asks the traits of its source, never its name. What comes of a weapon has the traits of how it is
used; all else is a cause, declared beside its rule. Knows nobody who deals or takes harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Entries
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.play.state import Unit

# What harm may be.
BLAST: Final = "blast"  # of something that explodes
BLOW: Final = "blow"  # of a blow, hand to hand
MOUNTED: Final = "mounted"  # of what a 'Mech or vehicle carries
FLAMES: Final = "flames"  # of ground that burns
ENGULFED: Final = "engulfed"  # of ending in it
FALL: Final = "fall"  # of coming down
CRUSH: Final = "crush"  # of something heavy on top
WORDS: Final = frozenset({BLAST, BLOW, MOUNTED, FLAMES, ENGULFED, FALL, CRUSH})


@frozen
class Source:
    """Where harm comes from."""

    word: str  # for the log
    rule: str  # that says it hurts
    traits: frozenset[str]
    by: str | None = None  # whoever has done it


def source(word: str, rule: str, *traits: str, by: Unit | str | None = None) -> Source:
    """What a weapon does, in the way it is used."""
    assert WORDS.issuperset(traits), traits
    return Source(word, rule, frozenset(traits), by if by is None or isinstance(by, str) else by.id)


CAUSES: Final[Entries[Source]] = rules.entries("causes of harm")


def cause(name: str, word: str, rule: str, *traits: str) -> Source:
    """Declare a way to be hurt that is no weapon."""
    return CAUSES.add(name, source(word, rule, *traits))
