"""What may harm a unit besides attacks, each declared beside its rule, and the source that harm carries with it.

A cause says by its traits what it is (play/traits.py); nothing that hurts has no cause, and no rule asks for its name.
What comes of an attack has the traits of its kind instead (combat/striking.py). Knows nobody who deals or takes harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.traits import AFTERMATH, OWN, Traits, traits
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Entries
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.state import Unit


@frozen
class Source:
    """Where harm comes from: what it is called, what it is made of, whose it is and which side's."""

    cause: str  # for the log
    traits: Traits
    by: str | None = None  # the unit that has done it
    side: str | None = None  # whose deed it is; of nature nobody's


@frozen
class Cause:
    """A way to be hurt that is no kind of attack."""

    name: str
    rule: str  # that says it hurts
    traits: Traits
    word: str  # as the log calls it

    @property
    def itself(self) -> Source:
        """It happens, and is nobody's deed."""
        return Source(self.word, self.traits)

    def by(self, unit: Unit) -> Source:
        """A unit has done it."""
        return Source(self.word, self.traits, unit.id, unit.side)

    def of(self, side: str | None) -> Source:
        """A side has done it, and no unit of it."""
        return Source(self.word, self.traits, None, side)


CAUSES: Final[Entries[Cause]] = rules.entries("causes of harm")


def cause(name: str, rule: str, *words: str, word: str = "") -> Cause:
    """Declare a way to be hurt: its rule, and what it is."""
    return CAUSES.add(name, Cause(name, rule, traits(*words), word or name))


def own_doing(unit: Unit) -> Source:
    """What a unit has brought upon itself."""
    return Source("", traits(OWN), unit.id, unit.side)


WHAT_CAME_BEFORE: Final = Source("", traits(AFTERMATH))

CRITICAL: Final = cause("critical", "AS-DMG-031", AFTERMATH)  # a result that cannot apply
