"""What a scene of harm hands to a probe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Done:
    """Somebody was harmed. ``by`` is who did it, where anybody did.

    Where one harm leads to another, such as a shot to a crash, ``cause`` is the one that the scene is about, and what
    was told before it does not count.
    """

    fight: Any
    victim: str
    by: str | None = None
    cause: str | None = None

    @property
    def events(self) -> list[Any]:
        told = list(self.fight.journal.events)
        if self.cause is None:
            return told
        marked = [n for n, event in enumerate(told) if event.type == "damage" and event.cause == self.cause]
        return told[marked[0] :] if marked else []

    def told(self, kind: str, of: str | None = None) -> list[Any]:
        """The events of a kind that are about the victim, or about another."""
        name = self.victim if of is None else of
        return [event for event in self.events if event.type == kind and event.unit == name]

    def points(self, of: str | None = None) -> int:
        """Points marked, of armor and structure."""
        marked = self.told("damage", of) + self.told("section_damage", of)
        return sum(one.armor + one.structure for one in marked if self.cause in (None, one.cause))

    def heat(self) -> int:
        """Heat received, whatever becomes of it in the End Phase."""
        return sum(one.amount for one in self.told("heat_received"))

    def checks(self, cause: str) -> int:
        """Rolls on a table of critical hits for a cause."""
        rolls = self.told("critical") + self.told("aero_critical") + self.told("section_critical")
        return sum(one.cause == cause for one in rolls)

    def cites(self, rule_id: str) -> bool:
        """Some event about the victim was told by a rule."""
        return any(
            getattr(one, "rule", None) == rule_id and getattr(one, "unit", None) == self.victim for one in self.events
        )
