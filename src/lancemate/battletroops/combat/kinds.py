"""What the verb ``attack`` must know of a kind of attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, total
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Attack
    from lancemate.battletroops.play.state import Unit
    from lancemate.battletroops.sight.look import Look


@dataclass(slots=True)
class Attempt:
    """An attack as it would be made: what it needs, what it does, or the first reason against it."""

    unit: Unit
    command: Attack
    using: str = ""
    refusal: Refusal | None = None
    modifiers: tuple[Modifier, ...] = ()
    distance: int | None = None
    look: Look | None = None
    cost: int = 0
    lethal: int | tuple[int, ...] | None = None
    bruise: int | None = None
    damage: int | None = None  # against 'Mechs and vehicles
    rolls: bool = True  # it needs a number

    @property
    def target_number(self) -> int | None:
        return total(self.modifiers) if self.rolls and self.modifiers else None


@frozen
class AttackKind:
    """``weigh`` looks at an attack without making it; ``make`` carries out one that nothing speaks against."""

    name: str
    words: str
    weigh: Callable[[Battle, Attack], Attempt]
    make: Callable[[Battle, Attempt], None]
    # The attacks of this kind that are worth weighing for a unit: offers.
    aims: Callable[[Battle, Unit], Iterator[Attack]] | None = None
