"""What a program that plays is given: its own copy of the battle, without what its side may not know.

The copy has dice of its own, so that nobody who tries things out on it learns how the real ones will fall. What is in
it is decided by the gate for knowledge (alphastrike/asking/knowledge.py); must not know how a player thinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import Expectation, expected
from lancemate.alphastrike.asking.targets import legal_targets
from lancemate.alphastrike.combat.attack import PASS
from lancemate.alphastrike.movement.activation import item_of, movers
from lancemate.alphastrike.movement.modes import current_modes
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.decisions import side_of
from lancemate.alphastrike.play.parties import may_act
from lancemate.alphastrike.play.state import OFFBOARD, Unit
from lancemate.alphastrike.turn.deployment import is_waiting
from lancemate.bots.alphastrike.places import home_zone
from lancemate.bots.alphastrike.tactics.boarding import fighters_aboard
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.offer import Offer

LEAST: Final = ("decide", "pass", "move", "end_phase")


class View:
    """The battle as one side knows it: ``battle`` is a copy to look at and to try things on."""

    __slots__ = ("battle", "side")

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = known_to(battle, side)
        self.side = side

    def __reduce__(self) -> tuple[Callable[[Battle, str], View], tuple[Battle, str]]:
        return _handed_on, (self.battle, self.side)

    # -- who is there -----------------------------------------------------------------------------------------

    @property
    def units(self) -> list[Unit]:
        """Its own units on the table."""
        return list(self.battle.on_table(self.side))

    @property
    def enemies(self) -> list[Unit]:
        """The enemies it knows of on the table."""
        return list(self.battle.on_table(self.battle.opponent(self.side)))

    @property
    def phase(self) -> str:
        return self.battle.state.phase

    def is_time_to(self, command: type[orders.Command]) -> bool:
        """Whether commands of this kind belong to the phase, whatever it is called."""
        return command in self.battle.now.verbs

    @property
    def decision(self) -> Decision | None:
        """The question this side has to answer before anything else."""
        asked = self.battle.state.decision
        return asked if asked is not None and asked.side == self.side else None

    def to_deploy(self) -> list[Unit]:
        """Its units that wait for a place before the first turn."""
        if not self.is_time_to(orders.Deploy):
            return []
        return [unit for unit in self.battle.units.values() if unit.side == self.side and is_waiting(unit)]

    def to_move(self) -> list[Unit]:
        """Its units that may move now."""
        battle = self.battle
        if not self.is_time_to(orders.Move) or battle.state.to_act != self.side:
            return []
        return movable(battle, self.side)

    def to_attack(self) -> list[Unit]:
        """Its units that have not given up their attacks of this turn."""
        battle = self.battle
        if not self.is_time_to(orders.Attack) or battle.state.to_act != self.side:
            return []
        able = [
            *battle.on_table(self.side),
            *fighters_aboard(battle, self.side),
            *beyond_the_table(battle, self.side),
        ]
        return [unit for unit in able if PASS not in unit.attacks and may_act(battle, unit)]

    # -- what could be done -----------------------------------------------------------------------------------

    def offers(self, unit: Unit | None = None) -> Iterator[Offer]:
        """Everything its side may do now, or one of its units: the least first, abilities and all."""
        return offers(self.battle, self.side, unit.id if unit is not None else None)

    def moves(self, unit: Unit, *, spacing: float = 2.0) -> Iterator[orders.Move]:
        """Legal moves of a unit to places so many inches apart, in every mode it has, cheapest first."""
        battle = self.battle
        for mode in current_modes(battle, unit):
            if mode == "standstill":
                if unit.on_table:
                    yield orders.Move(unit.id, (), mode)
                continue
            for command, _ in reach(battle, unit, mode, spacing=spacing).legal(battle):
                yield command

    def attacks(self, unit: Unit | None = None) -> Iterator[orders.Attack]:
        """Legal attacks of one of its units, or of all that may still attack."""
        for one in self.to_attack() if unit is None else (unit,):
            for choice in legal_targets(self.battle, one):
                yield choice.command(one.id)

    def odds(self, attack: orders.Attack) -> Expectation:
        """Whether an attack is allowed, how likely it hits, and the points to be expected."""
        return expected(self.battle, attack)

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
        if self.is_time_to(orders.Deploy) and self.decision is None:
            return self._anywhere()
        return self._least() or self.duty() or orders.EndPhase()

    def instead_of(self, command: orders.Command | None) -> orders.Command:
        """The least that can be done now, by the unit of an order that is not allowed rather than by another one."""
        unit = self.battle.units.get(getattr(command, "unit", ""))
        return (self._least(unit) if unit is not None and unit.side == self.side else None) or self.rest()

    def _least(self, unit: Unit | None = None) -> orders.Command | None:
        # Asked where it stands: a generator that is kept by a name is worked out to its end where this is compiled.
        return next((one.command for one in self.offers(unit) if one.kind in LEAST and one.complete), None)

    def duty(self) -> orders.Attack | None:
        """An attack that must be made, where nobody may hold its fire."""
        return next((attack for attack in self.attacks() if self.allows(attack)), None)

    def _anywhere(self) -> orders.Command:
        """A unit at the first free place of its zone; what flies comes on later. Without any room nobody fights."""
        for unit in self.to_deploy():
            if unit.card.is_aerospace and self.allows(orders.Pass(unit.id)):
                return orders.Pass(unit.id)
            for at, facing in home_zone(self.battle, unit):
                command = orders.Deploy(unit.id, at, facing)
                if self.allows(command):
                    return command
            if self.allows(orders.Pass(unit.id)):
                return orders.Pass(unit.id)
        return orders.Resign(self.side)


def whole(battle: Battle, side: str) -> View:
    """A view with nothing left out of it: for the referee, never for a player."""
    return _handed_on(battle.clone(), side)


def _handed_on(battle: Battle, side: str) -> View:
    """A view that comes from another process: nothing more has to be taken out of it."""
    view = View.__new__(View)
    view.battle, view.side = battle, side
    return view


def beyond_the_table(battle: Battle, side: str) -> list[Unit]:
    """Guns of a side that stand beyond the edge."""
    return [unit for unit in battle.units.values() if unit.place == OFFBOARD and unit.side == side]


def movable(battle: Battle, side: str) -> list[Unit]:
    """The units of a side that have their move still to make, of the group that is moving if one is."""
    ready = movers(battle, side)
    group = battle.state.moving_group
    return ready if group is None else [unit for unit in ready if item_of(battle, unit) == group]


def accepted(battle: Battle, command: orders.Command) -> bool:
    """Carry out a command if the rules allow it; whether they did."""
    try:
        battle.obey(command)
    except Refused:
        return False
    return True
