"""What the game must know of a kind of unit: how scripts write it, how it takes the field, how it shows itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from lancemate.kernel.codec import JSON
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.arms.weapons import Weapon
    from lancemate.battletroops.movement.plan import Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Move
    from lancemate.battletroops.play.setup import Muster
    from lancemate.battletroops.play.state import Unit


@frozen
class UnitKind:
    """``name`` is the key under which scripts describe it."""

    name: str
    # Reads what stands under its key; with the options in play and the weapons that the script writes out so far.
    read: Callable[[object, str, frozenset[str], dict[str, Weapon]], Any]
    write: Callable[[Any], dict[str, JSON]]
    check: Callable[[Mapping[str, JSON], Any, str], None]  # a state that a script gives it
    recruit: Callable[[Battle, Muster], Unit]
    give: Callable[[Battle, Unit, Mapping[str, JSON]], None]  # put it into that state, as the battle opens
    show: Callable[[Battle, Unit], dict[str, JSON]]
    # What only machines do otherwise than soldiers: lay out a move, make it, be looked at, shoot and be shot at.
    plan: Callable[[Battle, Unit, Move], Plan] | None = None
    move: Callable[[Battle, Unit, Move], None] | None = None
    crew: Callable[[Battle, Unit], tuple[Unit, ...]] | None = None  # who comes with it
