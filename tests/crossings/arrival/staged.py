"""What scenes of arrival are staged with, and what they hand to a probe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from crossings import staging
from crossings.staging import SteadyDice, Wish
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import CommandAbility, Muster, Purchase

Point: TypeAlias = "tuple[float, float]"


@dataclass(frozen=True)
class Want:
    """What a probe wants around the place that somebody comes to."""

    around: tuple[Callable[[Point], Mapping[str, Any]], ...] = ()  # terrain, below all that the scene has
    over: tuple[Callable[[Point], Mapping[str, Any]], ...] = ()  # terrain above that
    near: tuple[Callable[[Point], Muster], ...] = ()  # who stands or lies there
    support: tuple[str, ...] = ()  # minefields of red's support there
    options: tuple[str, ...] = ()
    conditions: Mapping[str, Any] | None = None
    state: Mapping[str, Any] | None = None  # of whoever comes
    two: tuple[int, int] | None = None
    other: int | None = None
    turns: int = 0


@dataclass(frozen=True)
class Come:
    """Somebody has come to a place; what was told since it set out."""

    fight: Battle
    unit: str
    since: int
    place: Point

    @property
    def events(self) -> list[Any]:
        return list(self.fight.journal.events[self.since :])

    def told_all(self) -> list[Any]:
        """Events of any kind that are about whoever came."""
        return [one for one in self.events if getattr(one, "unit", None) == self.unit]

    def told(self, kind: str, **about: Any) -> list[Any]:
        """Events of a kind about whoever came."""
        return [
            one
            for one in self.events
            if one.type == kind
            and getattr(one, "unit", self.unit) == self.unit
            and all(getattr(one, name) == value for name, value in about.items())
        ]


def stage(
    want: Want,
    place: Point,
    *units: Muster,
    terrain: Any = (),
    options: Any = (),
    commands: tuple[str, ...] = (),
    **how: Any,
) -> Battle:
    """A battle of a scene, with what the probe wants around a place of it; ``commands`` are red's command abilities."""
    pieces = [*(one(place) for one in want.around), *terrain, *(one(place) for one in want.over)]
    wish = Wish(
        options=want.options,
        more=tuple(one(place) for one in want.near),
        conditions=want.conditions,
        two=want.two,
        other=want.other,
    )
    units = tuple(replace(one, state={**one.state, **(want.state or {})}) if one.id == "r1" else one for one in units)
    given: dict[str, Any] = {"phase": "movement", "dice": SteadyDice(two=(6, 6)), **how}
    bought = tuple(Purchase(kind, place, hidden=True) for kind in want.support)
    options = (*options, "hidden_units") if bought else options
    fight = staging.battle(wish, *units, terrain=pieces, options=options, support=bought, **given)
    if not commands:
        return fight
    red, blue = fight.setup.sides
    able = replace(red, command_abilities=tuple(CommandAbility(name) for name in commands))
    return Battle(replace(fight.setup, sides=(able, blue)), fight.dice)
