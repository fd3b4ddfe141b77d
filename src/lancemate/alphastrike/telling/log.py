"""The battle told in plain English: every event is a sentence or two, every number a sum with its pages.

Its chapters stand beside it, one file each. Knows words; must not know rules nor how a sentence gets to a screen.
``tone`` tells the screen how a line is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.telling.wording import (
    inches,
    number,
    page_of,
    point,
)
from lancemate.kernel.story import StoryLine

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle, BattleEvent

E = TypeVar("E")


Teller = Callable[["Names", Any], Iterable[StoryLine]]
SENTENCES: Final[dict[type[Any], Teller]] = {}


def tells(
    kind: type[E],
) -> Callable[[Callable[[Names, E], Iterable[StoryLine]]], Callable[[Names, E], Iterable[StoryLine]]]:
    """Register how an event is told."""

    def register(teller: Callable[[Names, E], Iterable[StoryLine]]) -> Callable[[Names, E], Iterable[StoryLine]]:
        SENTENCES[kind] = teller
        return teller

    return register


class Names:
    """What units are called: their design and, in parentheses, their id."""

    def __init__(self, battle: Battle) -> None:
        self._table = battle.table
        self._units: dict[str, str] = {
            muster.id: f"{muster.card.chassis or muster.card.name} ({muster.id})" for muster in battle.setup.units
        }
        houses = battle.setup.table.by_id
        for unit in battle.units.values():  # those that joined in play; a garrison goes by the name of its building
            if unit.id not in houses:
                self._units.setdefault(unit.id, f"{unit.card.name} ({unit.id})")
        self._mechs = frozenset(muster.id for muster in battle.setup.units if muster.card.is_mech)
        self._terrain = {
            feature.id: feature.id if feature.id.startswith(feature.kind) else f"the {feature.kind} {feature.id}"
            for feature in battle.setup.table.features
        }

    def place(self, at: tuple[float, float]) -> str:
        """A place, as people on this map say it."""
        return f"hex {self._table.name(at)}" if self._table.kind == "hex" else point(at)

    def far(self, distance: float) -> str:
        """A distance as the map counts it."""
        if self._table.kind != "hex":
            return inches(distance)
        return "1 hex" if distance == 1.0 else f"{number(distance)} hexes"

    def part(self, name: str | None, section: str | None) -> str:
        """A unit, or one of its sections."""
        return self[name] if section is None else f"the section {section} of {self[name]}"

    def is_known(self, name: str) -> bool:
        """It is the id of a unit or of a piece of terrain."""
        return name in self._units or name in self._terrain

    def is_unit(self, name: str) -> bool:
        return name in self._units

    def is_mech(self, name: str) -> bool:
        return name in self._mechs

    def __getitem__(self, name: str | None) -> str:
        if name is None:
            return "nobody"
        return self._units.get(name) or self._terrain.get(name) or name


def story(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[StoryLine]:
    """What happened, line by line."""
    names = Names(battle)
    acting: str | None = None
    told, why = tuple(events), ""
    for event, following in zip_longest(told, told[1:]):
        if isinstance(event, e.Doomed) and isinstance(following, e.Destroyed) and following.unit == event.unit:
            why = page_of(event.rule)  # at once, so the next sentence says it all
            continue
        if isinstance(event, (e.PhaseBegan, e.TurnPassed)):
            known, acting = acting, event.to_act
            if isinstance(event, e.TurnPassed) and known == acting and dict(event.quota).get(acting or "", 0) < 2:
                continue
        for line in SENTENCES[type(event)](names, event):
            yield StoryLine(line.text[:1].upper() + line.text[1:] + why, line.tone, line.depth)
        why = ""
