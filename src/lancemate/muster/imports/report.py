"""What came of an import: what the source seems to be, the cards and the force in it with remarks, what was refused.

Plain values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.codec import JSON
from lancemate.kernel.values import frozen
from lancemate.muster.force import Force
from lancemate.muster.imports.availability import Availability
from lancemate.muster.imports.finding import Named

SHOWN: Final = 40
MOST_TOLD: Final = 200  # units with remarks of their own
UNITS: Final = "a list of units"


@frozen
class Taken:
    """A card that can be used. Remarks say what was mended or left out on the way, or looks odd."""

    card: Card
    where: str
    remarks: tuple[str, ...] = ()


@frozen
class Enlisted:
    """A unit of a force that was taken, and what was mended."""

    name: str
    where: str
    formation: str
    remarks: tuple[str, ...] = ()


@frozen
class Rejected:
    """An entry that cannot be used, and why."""

    name: str
    where: str
    reason: str


@frozen
class Report:
    source: str
    taken: tuple[Taken, ...] = ()  # cards the source brings along
    rejected: tuple[Rejected, ...] = ()
    notes: tuple[str, ...] = ()  # about the source as a whole
    seems: str = UNITS
    force: Force | None = None
    enlisted: tuple[Enlisted, ...] = ()  # who is in the force
    missing: tuple[Named, ...] = ()  # units that are named there and that nobody has a card of
    availability: Availability | None = None  # who fields what when, for these cards and for others with a number

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(one.card for one in self.taken)

    @property
    def summary(self) -> str:
        refused = f", {len(self.rejected)} refused" if self.rejected else ""
        if self.enlisted or self.force is not None:
            cards = f", {len(self.taken)} of them with a card of its own" if self.taken else ""
            return f"{self.source}: {self.seems}, {_units(len(self.enlisted))} taken{cards}{refused}."
        return f"{self.source}: {_units(len(self.taken))} taken{refused}."

    def lines(self) -> Iterator[str]:
        """The whole story, one thing to a line; of very many units that came alike only the first."""
        yield from self.notes
        times = Counter(remark for one in self.taken for remark in one.remarks)
        often = {remark: number for remark, number in times.items() if number > SHOWN}
        for member in self.enlisted:
            yield f"{member.name} ({member.where}) joins {member.formation}." + _behind(member.remarks)
        plain = told = 0
        for one in self.taken:
            remarks = tuple(remark for remark in one.remarks if remark not in often)
            plain += not remarks
            told += bool(remarks)
            if told <= MOST_TOLD if remarks else plain <= SHOWN:
                yield f"{one.card.name} ({one.where}) taken as {one.card.id}." + _behind(remarks)
        for remark, number in often.items():
            yield f"{number:,} units: {remark}"
        if told > MOST_TOLD:
            yield f"{told - MOST_TOLD:,} more taken with remarks; --json names them all."
        if plain > SHOWN:
            yield f"{plain - SHOWN:,} more taken without a remark; --json names them all."
        for other in self.rejected:
            yield f"{other.name or 'A unit'} ({other.where}) refused: {other.reason}"
        yield self.summary

    def to_data(self) -> dict[str, JSON]:
        return {
            "source": self.source,
            "seems": self.seems,
            "notes": list(self.notes),
            "taken": [
                {"id": one.card.id, "name": one.card.name, "where": one.where, "remarks": list(one.remarks)}
                for one in self.taken
            ],
            "enlisted": [
                {"name": one.name, "where": one.where, "formation": one.formation, "remarks": list(one.remarks)}
                for one in self.enlisted
            ],
            "refused": [{"name": one.name, "where": one.where, "reason": one.reason} for one in self.rejected],
        }


def _behind(remarks: tuple[str, ...]) -> str:
    return "".join(f" {text}" for text in remarks)


def _units(number: int) -> str:
    return f"{number:,} unit{'' if number == 1 else 's'}"
