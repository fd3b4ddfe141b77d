"""What a look at a force finds: a sentence, the rule behind it and its page, and how much it matters."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen
from lancemate.rulebook import page

# How much a finding matters.
BROKEN: Final = "broken"  # a rule of force building is not kept
UNMET: Final = "unmet"  # a formation does not earn the type it was given: it has no bonus
DEPARTURE: Final = "departure"  # a published force does not keep a rule, and may
ADVICE: Final = "advice"  # against custom or recommendation
NOTE: Final = "note"

# How a force is built, step by step, all of it before anything is set up.
STEPS: Final = rules.table(
    "AS-FOR-002",
    {
        1: "Point total",
        2: "Era and faction",
        3: "Formations",
        4: "Skills and their points",
        5: "More formations",
        6: "Pilot abilities",
        7: "Command abilities",
    },
)


@frozen
class Finding:
    """Something about a force. ``where`` is the formation or unit it is about; empty for the force."""

    severity: str
    step: int
    rule: str
    text: str
    where: str = ""

    @property
    def page(self) -> int | None:
        return page(self.rule)

    @property
    def step_name(self) -> str:
        return STEPS.of(rules)[self.step]

    @property
    def wrong(self) -> bool:
        """The force should be changed."""
        return self.severity in (BROKEN, UNMET)

    def __str__(self) -> str:
        place = f" (p. {self.page})" if self.page else ""
        return f"{self.where}: {self.text}{place}." if self.where else f"{self.text[:1].upper()}{self.text[1:]}{place}."
