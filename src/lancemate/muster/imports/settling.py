"""Two cards of one unit: which of them counts, and why, when one lies on the shelf and another list brings its own.

Knows which list's values are the published ones, and how two cards differ; must not know files or the shelf.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import ArcCard, Card
from lancemate.kernel.values import frozen
from lancemate.muster.imports import megamek, mekbay, mul
from lancemate.muster.imports.checking import ARMED_BY_ARC

# Of two lists the later here counts less; whatever is written by hand or comes from elsewhere counts as it comes.
LISTS: Final = {
    mul.LIST: "whose values are the published ones",
    mekbay.PROGRAM: "whose values follow the published ones",
    megamek.PROGRAM: "which works its values out",
}
# What no battle asks for: a card that lacks it takes it over from the other.
BESIDES: Final = ("role", "era", "year", "years", "fielded", "factions", "tech", "level", "tons", "books", "note")


class Difference(NamedTuple):
    """One field in which two cards of a unit differ, as they print it."""

    field: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.field} {self.one} for {self.other}"


@frozen
class Settled:
    card: Card
    remark: str | None = None


def settled(new: Card, old: Card, *, replacing: bool = False) -> Settled:
    """The card that counts, with what only the other knows besides. With ``replacing`` the new one does."""
    if new.source == old.source or replacing or not {new.source, old.source} <= LISTS.keys():
        return Settled(_joined(new, old), "It takes the place of the one imported before.")
    better, why = _better(new, old)
    other = old if better is new else new
    card = replace(_joined(better, other), id=old.id)
    found = list(differences(other, card))
    if not found:
        return Settled(card)
    told = ", ".join(map(str, found[:6])) + (", and more" if len(found) > 6 else "")
    return Settled(card, f"The card of {_called(better)} counts, {why}; {_called(other)} has {told}.")


def differences(one: Card, other: Card) -> Iterator[Difference]:
    """Where two cards of a unit do not play alike, or have other roles."""
    for name, first, second in zip(_FIELDS, _values(one), _values(other), strict=True):
        if first != second:
            yield Difference(name, first or "nothing", second or "nothing")
    missing = sorted(_abilities(other) - _abilities(one))
    more = sorted(_abilities(one) - _abilities(other))
    if missing or more:
        yield Difference("abilities", ", ".join(more) or "nothing", ", ".join(missing) or "nothing")


_FIELDS: Final = (
    *("type", "size", "Move", "TMM", "damage", "OV", "armor", "structure", "threshold", "PV", "role", "arcs"),
)


def _values(card: Card) -> tuple[str, ...]:
    threshold = str(card.threshold) if card.threshold else ""
    tmm = "" if card.is_aerospace else str(card.tmm)
    numbers = (card.type, str(card.size), str(card.move), tmm, str(card.damage), str(card.ov))
    arcs = "; ".join(f"{name} {_arc(arc)}" for name, arc in sorted(card.arcs.items()))
    return (*numbers, str(card.armor), str(card.structure), threshold, str(card.pv), card.role or "", arcs)


def _arc(arc: ArcCard) -> str:
    large = (("CAP", arc.cap), ("SCAP", arc.scap), ("MSL", arc.msl))
    parts = [str(arc.damage), *(f"{name}{damage}" for name, damage in large if damage.harms)]
    return " ".join((*parts, *sorted(arc.specials.texts)))


def _abilities(card: Card) -> set[str]:
    return set(card.specials.texts)


def _better(new: Card, old: Card) -> tuple[Card, str]:
    """Which counts, and why, in the middle of a sentence."""
    for one, other in ((new, old), (old, new)):
        if one.type in ARMED_BY_ARC and one.arcs and not other.arcs:
            return one, "which knows its arcs"
    order = [*LISTS]
    better = min((old, new), key=lambda card: order.index(card.source or ""))
    return better, LISTS[better.source or ""]


def _joined(card: Card, other: Card) -> Card:
    """What a card does not know, as the other has it."""
    lacking = {name: getattr(other, name) for name in BESIDES if not getattr(card, name) and getattr(other, name)}
    return replace(card, **lacking) if lacking else card


def _called(card: Card) -> str:
    return f"the {card.source}" if card.source == mul.LIST else str(card.source)
