"""What happens with support. What a side holds stands in the notes of the battle, which each side reads for itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from lancemate.alphastrike.play.ids import RuleId, SideId, UnitId, Word
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.setup import Purchase
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event

# By side what it has paid, and what it has left in the order bought: {type} or, of a minefield, {type, at, hidden}.
held = battle_memory("support", dict[str, JSON], default={}, rule="AS-BAT-002", secret=True)
# The minefields that everybody sees: {side, type, at, radius}.
minefields = battle_memory("minefields", list[JSON], default=[], rule="AS-BAT-018")


def field_entry(side: str, using: str, at: Point, radius: float) -> dict[str, JSON]:
    return {"side": side, "type": using, "at": list(at), "radius": radius}


class Stock(NamedTuple):
    """What a side has paid for its support, and what is left of it."""

    cost: float
    left: list[Mapping[str, JSON]]


def stock_of(state: State, side: str) -> Stock | None:
    """What a side holds, or None where that is not known."""
    stock = held.of(state).get(side)
    if not isinstance(stock, Mapping):
        return None
    cost, left = stock["cost"], stock["left"]
    assert isinstance(cost, (int, float))
    assert isinstance(left, list)
    return Stock(cost, [one for one in left if isinstance(one, Mapping)])


def _keep(state: State, side: str, cost: float, left: Iterable[Mapping[str, JSON]]) -> None:
    stock: JSON = {"cost": cost, "left": [dict(one) for one in left]}
    state.notes = {**state.notes, held.name: {**held.of(state), side: stock}}


def _spend(state: State, side: str, using: str, at: Point | None = None) -> None:
    """Take one of a kind off a side's list, as far as it is known."""
    stock = stock_of(state, side)
    if stock is None:
        return
    for number, one in enumerate(stock.left):
        if _is(one, using, at):
            _keep(state, side, stock.cost, [*stock.left[:number], *stock.left[number + 1 :]])
            return


def _is(one: Mapping[str, JSON], using: str, at: Point | None) -> bool:
    return one.get("type") == using and (at is None or one.get("at") == list(at))


def _entry(one: Purchase) -> dict[str, JSON]:
    if one.at is None:
        return {"type": one.type}
    lies: dict[str, JSON] = {"type": one.type, "at": list(one.at)}
    return {**lies, "hidden": True} if one.hidden else lies


@event
class SupportBought:
    """What a side has written down before the battle."""

    type: ClassVar[str] = "support_bought"
    secret_to: SideId
    bought: tuple[Purchase, ...]
    cost: float
    points: float | None
    rule: RuleId = "AS-BAT-002"

    def apply(self, state: State) -> None:
        _keep(state, self.secret_to, self.cost, [_entry(one) for one in self.bought])


@event
class MinefieldLaid:
    type: ClassVar[str] = "minefield_laid"
    side: SideId
    using: Word
    at: Point
    radius: float
    rule: RuleId = "AS-BAT-018"

    def apply(self, state: State) -> None:
        entry = field_entry(self.side, self.using, self.at, self.radius)
        state.notes = {**state.notes, minefields.name: [*minefields.of(state), entry]}


@event
class SupportUsed:
    """A side shows one piece of its support and says what it is aimed at."""

    type: ClassVar[str] = "support"
    side: SideId
    using: Word
    target: UnitId | None
    point: Point | None
    line: tuple[Point, Point] | None
    spent: bool
    rule: RuleId = "AS-BAT-005"

    def apply(self, state: State) -> None:
        if self.spent:
            _spend(state, self.side, self.using)


@event
class AirCoverRolled:
    """Fighters of the other side try to turn an attack away."""

    type: ClassVar[str] = "air_cover"
    side: SideId
    using: Word
    against: Word
    target_number: int
    roll: tuple[int, ...]
    stopped: bool
    spent: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        if self.spent:
            _spend(state, self.side, self.using)


@event
class MinefieldEntered:
    """A unit has come onto a minefield; ``revealed`` where nobody else had known of it."""

    type: ClassVar[str] = "minefield"
    side: SideId
    using: Word
    at: Point
    radius: float
    unit: UnitId
    target_number: int
    roll: tuple[int, ...]
    hit: bool
    damage: int
    revealed: bool
    cleared: bool
    rule: RuleId = "AS-BAT-019"

    def apply(self, state: State) -> None:
        if self.revealed:
            self._reveal(state)
        if self.cleared:
            _spend(state, self.side, self.using, self.at)
            entry = field_entry(self.side, self.using, self.at, self.radius)
            state.notes = {**state.notes, minefields.name: [one for one in minefields.of(state) if one != entry]}

    def _reveal(self, state: State) -> None:
        entry = field_entry(self.side, self.using, self.at, self.radius)
        state.notes = {**state.notes, minefields.name: [*minefields.of(state), entry]}
        stock = stock_of(state, self.side)
        if stock is not None:
            open_now: Mapping[str, JSON] = {"type": self.using, "at": list(self.at)}
            shown = (open_now if _is(one, self.using, self.at) else one for one in stock.left)
            _keep(state, self.side, stock.cost, shown)
