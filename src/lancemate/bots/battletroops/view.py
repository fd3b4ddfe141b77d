"""What a program that plays BattleTroops is given: its own copy of the battle, without what its side may not know.

What is in it is decided by the gate (battletroops/asking/knowledge.py); must not know how a player thinks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lancemate.battletroops.asking.knowledge import known_to
from lancemate.battletroops.asking.offers import answers, offers, offers_of
from lancemate.battletroops.movement.activation import why_not_activate
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.whose import side_of
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Offer
    from lancemate.battletroops.play.state import Unit
    from lancemate.kernel.agenda import Decision


class View:
    """The battle as one side knows it: ``battle`` is a copy to look at and to try things on."""

    __slots__ = ("battle", "side")

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = known_to(battle, side)
        self.side = side

    @property
    def units(self) -> list[Unit]:
        """Its own men who can still do something."""
        return [unit for unit in self.battle.of_side(self.side) if unit.able]

    @property
    def enemies(self) -> list[Unit]:
        """The enemies it knows of who can still do something."""
        return [unit for unit in self.battle.of_side(self.battle.opponent(self.side)) if unit.able]

    @property
    def phase(self) -> str:
        return self.battle.state.phase

    @property
    def decision(self) -> Decision | None:
        """The question this side has to answer before anything else."""
        asked = self.battle.state.decision
        return asked if asked is not None and asked.side == self.side else None

    def to_act(self) -> list[Unit]:
        """Its units that may be activated, the one that is at it first."""
        battle = self.battle
        if battle.state.to_act != self.side or battle.state.decision is not None:
            return []
        able = [unit for unit in battle.of_side(self.side) if why_not_activate(battle, unit) is None]
        return sorted(able, key=lambda unit: unit.id != battle.state.acting)

    def offers(self, unit: Unit | None = None) -> Iterator[Offer]:
        """Everything its side may do now, or one of its units."""
        return offers(self.battle, self.side) if unit is None else offers_of(self.battle, unit)

    def allows(self, command: orders.Command) -> bool:
        """Whether the rules allow this side a command now, as far as it can know."""
        if side_of(self.battle, command) not in (self.side, None):
            return False
        try:
            self.battle.clone().do(command)
        except Refused:
            return False
        return True

    def rest(self) -> orders.Command:
        """The least that can be done now; always allowed."""
        if self.decision is not None:
            return next(answers(self.battle)).command
        return orders.EndPhase()


def whole(battle: Battle, side: str) -> View:
    """A view with nothing left out of it: for the referee, never for a player."""
    view = View.__new__(View)
    view.battle, view.side = battle.clone(), side
    return view
