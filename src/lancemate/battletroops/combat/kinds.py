"""What the verb ``attack`` must know of a kind of attack, and what an aim must know of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Attack
    from lancemate.battletroops.play.state import Unit
    from lancemate.battletroops.play.traits import Traits
    from lancemate.kernel.explain import Modifier


@frozen
class AimKind:
    """Somebody at something with something, in the words of play/traits.py; and what comes of the dice."""

    name: str
    traits: Traits
    tell: Callable[[Aim, tuple[int, ...], bool], None] | None = None  # that it is made, with its dice
    land: Callable[[Aim, Left | None], None] | None = None
    miss: Callable[[Aim], None] | None = None  # none: nothing comes of it
    more: Callable[[Aim], tuple[Modifier, ...]] | None = None  # parts of its number that come several at a time
    words: str = "this attack"


@frozen
class AttackKind:
    """``weigh`` looks at an attack without making it; ``make`` carries out one that nothing speaks against."""

    name: str
    words: str
    weigh: Callable[[Battle, Attack], Aim]
    make: Callable[[Battle, Aim], None]
    # The attacks of this kind that are worth weighing for a unit: offers.
    aims: Callable[[Battle, Unit], Iterator[Attack]] | None = None
    go: Callable[[Battle, Aim], None] | None = None  # what is announced, after the fire that this has drawn
