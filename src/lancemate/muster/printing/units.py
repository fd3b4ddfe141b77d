"""What is printed on one card: a unit's card with the crew that drives it. Plain values."""

from __future__ import annotations

from collections.abc import Sequence

from lancemate.alphastrike.cards.card import Card, distinguished
from lancemate.alphastrike.cards.points import REGULAR, point_value
from lancemate.kernel.values import frozen
from lancemate.muster.force import Force


@frozen
class PrintedUnit:
    """A unit as its player wants it on paper. Without a Skill its place stays empty, to be filled in by hand."""

    card: Card
    title: str
    skill: int | None = REGULAR
    crew: str = ""
    crew_abilities: tuple[str, ...] = ()
    formation: str = ""

    @property
    def pv(self) -> int:
        """At its Skill; a unit nobody has put a price on has none at any Skill."""
        if self.skill is None or not self.card.pv:
            return self.card.pv
        return point_value(self.card.pv, self.skill)


def of_cards(cards: Sequence[Card], skills: Sequence[int | None] | None = None) -> tuple[PrintedUnit, ...]:
    """Cards as they are; several of one design are told apart."""
    titles = distinguished([card.name for card in cards])
    each = [REGULAR] * len(cards) if skills is None else skills
    return tuple(PrintedUnit(card, title, skill) for card, title, skill in zip(cards, titles, each, strict=True))


def of_force(force: Force) -> tuple[PrintedUnit, ...]:
    titles = iter(force.unit_names)
    return tuple(
        PrintedUnit(member.card, next(titles), member.skill, member.crew, member.abilities, formation.name)
        for formation in force.formations
        for member in formation.members
    )
