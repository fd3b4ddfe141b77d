"""What came of an import: the cards taken, with remarks, and what was refused, with the reason. Plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.codec import JSON

SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Taken:
    """A card that can be used. Remarks say what was mended or left out on the way, or looks odd."""

    card: Card
    where: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """An entry that cannot be used, and why."""

    name: str
    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    source: str
    taken: tuple[Taken, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    notes: tuple[str, ...] = ()  # about the source as a whole

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(one.card for one in self.taken)

    @property
    def summary(self) -> str:
        refused = f", {len(self.rejected)} refused" if self.rejected else ""
        return f"{self.source}: {_units(len(self.taken))} taken{refused}."

    def lines(self) -> Iterator[str]:
        """The whole story, one thing to a line; of very many units that came without a remark only the first."""
        yield from self.notes
        plain = 0
        for one in self.taken:
            plain += not one.remarks
            if one.remarks or plain <= SHOWN:
                yield f"{one.card.name} ({one.where}) taken as {one.card.id}." + "".join(
                    f" {text}" for text in one.remarks
                )
        if plain > SHOWN:
            yield f"{plain - SHOWN} more taken without a remark; --json names them all."
        for other in self.rejected:
            yield f"{other.name or 'A unit'} ({other.where}) refused: {other.reason}"
        yield self.summary

    def to_data(self) -> dict[str, JSON]:
        return {
            "source": self.source,
            "notes": list(self.notes),
            "taken": [
                {"id": one.card.id, "name": one.card.name, "where": one.where, "remarks": list(one.remarks)}
                for one in self.taken
            ],
            "refused": [{"name": one.name, "where": one.where, "reason": one.reason} for one in self.rejected],
        }


def _units(number: int) -> str:
    return f"{number} unit{'' if number == 1 else 's'}"
