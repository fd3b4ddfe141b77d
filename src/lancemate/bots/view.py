"""What a program that plays is given: its own copy of the battle, without what its side may not know.

The copy has dice of its own, so that nobody who tries things out on it learns how the real ones will fall. Knows what
is hidden only from alphastrike/asking/views.py; must not know how a player thinks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.preview import Expectation, expected
from lancemate.alphastrike.asking.targets import legal_targets
from lancemate.alphastrike.asking.views import unseen_by
from lancemate.alphastrike.combat.attack import PASS
from lancemate.alphastrike.movement.modes import current_modes
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import counts_for_movement, item_of
from lancemate.alphastrike.play.decisions import side_of
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.state import Decision, Unit, hidden
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.alphastrike.turn.deployment import is_waiting
from lancemate.bots.places import home_zone
from lancemate.kernel.dice import SeededDice
from lancemate.kernel.errors import Refused
from lancemate.kernel.journal import Journal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Setup

GUESS: Final = 20  # seed of the dice a view is given; a player that wants others puts its own there


class View:
    """The battle as one side knows it: ``battle`` is a copy to look at and to try things on."""

    __slots__ = ("battle", "side")

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = seen_by(battle, side)
        self.side = side

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

    @property
    def decision(self) -> Decision | None:
        """The question this side has to answer before anything else."""
        asked = self.battle.state.decision
        return asked if asked is not None and asked.side == self.side else None

    def to_deploy(self) -> list[Unit]:
        """Its units that wait for a place before the first turn."""
        if self.phase != "deployment":
            return []
        return [unit for unit in self.battle.units.values() if unit.side == self.side and is_waiting(unit)]

    def to_move(self) -> list[Unit]:
        """Its units that may move now."""
        battle = self.battle
        if battle.state.phase != "movement" or battle.state.to_act != self.side:
            return []
        return movable(battle, self.side)

    def to_attack(self) -> list[Unit]:
        """Its units that have not given up their attacks of this turn."""
        battle = self.battle
        if battle.state.phase != "combat" or battle.state.to_act != self.side:
            return []
        return [unit for unit in battle.on_table(self.side) if PASS not in unit.attacks]

    # -- what could be done -----------------------------------------------------------------------------------

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
        decision = self.decision
        if decision is not None:
            return orders.Decide(self.side, decision.choices[0])
        if self.phase == "deployment":
            return self._anywhere()
        moving = self.to_move()
        if moving:
            return least_move(self.battle, moving[0])
        attacking = self.to_attack()
        return orders.Pass(attacking[0].id) if attacking else orders.EndPhase()

    def _anywhere(self) -> orders.Command:
        """A unit at the first free place of its zone. Whose units find no room at all cannot fight."""
        for unit in self.to_deploy():
            for at, facing in home_zone(self.battle, unit):
                command = orders.Deploy(unit.id, at, facing)
                if self.allows(command):
                    return command
            if self.allows(orders.Pass(unit.id)):
                return orders.Pass(unit.id)
        return orders.Resign(self.side)


def movable(battle: Battle, side: str) -> list[Unit]:
    """The units of a side that have their move still to make, of the group that is moving if one is."""
    ready = [unit for unit in battle.units.values() if unit.side == side and counts_for_movement(unit)]
    group = battle.state.moving_group
    return ready if group is None else [unit for unit in ready if item_of(battle, unit) == group]


def accepted(battle: Battle, command: orders.Command) -> bool:
    """Carry out a command if the rules allow it; whether they did."""
    try:
        battle.do(command)
    except Refused:
        return False
    return True


def seen_by(battle: Battle, side: str) -> Battle:
    """A copy of the battle as one side knows it, with an empty journal and dice that have nothing to do with the real
    ones."""
    twin = battle.clone()
    twin.journal = Journal()
    twin.dice = SeededDice(GUESS)
    state = twin.state
    unseen = unseen_by(battle, side)
    if unseen:
        twin.forget()  # what was worked out with everybody on the table
        state.units = {name: unit for name, unit in state.units.items() if name not in unseen}
        twin.setup = _without(battle.setup, unseen)
    if twin.setup.scenario is not None:
        twin.setup = replace(twin.setup, scenario=twin.setup.scenario.seen_by(side))
    for unit in state.units.values():
        if unit.side != side:
            unit.planned = ()
            if unit.notes:
                unit.notes = {key: value for key, value in unit.notes.items() if not memory.is_secret(key)}
                hidden.erase(unit)
    secret = {key: value for key, value in state.notes.items() if memory.is_secret(key)}
    for key, value in secret.items():
        own = {side: value[side]} if isinstance(value, dict) and side in value else {}
        state.notes = {**state.notes, key: own}
    asked = state.decision
    if asked is not None and asked.side != side:
        state.decision = Decision(asked.side, asked.kind, f"{asked.side} has something to decide", (), asked.rule)
    return twin


def _without(setup: Setup, unseen: frozenset[str]) -> Setup:
    """A setup that nowhere names these units."""

    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name not in unseen)

    links = [replace(link, members=known(link.members)) for link in setup.networks]
    built = [
        replace(one, members=known(one.members), gives=tuple((ability, known(given)) for ability, given in one.gives))
        for one in setup.formations
    ]
    return replace(
        setup,
        units=tuple(muster for muster in setup.units if muster.id not in unseen),
        networks=tuple(link for link in links if link.members),
        formations=tuple(formation for formation in built if formation.members),
    )
