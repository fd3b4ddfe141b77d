"""The one obvious object: a battle. Give it commands; it answers with what happened, or with the rule that forbids it.

The flow of play is the engine's (kernel/engine.py); here is what a battle of BattleTroops consists of. It knows no
single rule: those live in the rooms around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from lancemate.battletroops import hooks
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import Decided, DecisionAsked
from lancemate.battletroops.play.setup import Setup
from lancemate.battletroops.play.state import SOLDIER, State, Unit
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, refuse
from lancemate.kernel.events import Event
from lancemate.kernel.reading import nearest
from lancemate.rulebook.ledger import heading

BattleEvent = Event[State]
B = TypeVar("B", bound=Engine[Any, Any, Any])


class Battle(Engine[Setup, State, orders.Command]):
    """One game of BattleTroops in progress."""

    __slots__ = ("options",)

    ruleset = rules
    while_asked = (orders.Decide, orders.Resign)

    def __init__(self, setup: Setup, dice: Dice | int, *, without: frozenset[str] | set[str] = frozenset()) -> None:
        rules.load()
        super().__init__(setup, dice, without=frozenset(without), switches=setup.switches)
        self.options = setup.options
        for word in sorted(self.off):
            heading(word.partition("@")[0])  # a rule that does not exist cannot be left out
            if "@" in word and not rules.knows(word):
                raise InputError(f"there is no home {word}; lancemate rules show {word.partition('@')[0]} lists them")
        self.choose_rules()
        self.state = State(setup.map, {})
        rules.tasks["open_battle"](self)

    def choose_rules(self) -> None:
        """Find the rules that may count among the units that are known."""
        kinds = frozenset(unit.kind for unit in self.setup.units)
        if any(hooks.unit_kinds[kind].crew is not None for kind in kinds):
            kinds |= {SOLDIER}  # whoever climbs out of a wreck is one
        self.hooks = rules.in_force(self.changed, types=kinds, switches=self.setup.switches)

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def map(self) -> Lattice:
        return self.state.map

    @property
    def units(self) -> dict[str, Unit]:
        return self.state.units

    @property
    def sides(self) -> tuple[str, str]:
        first, second = self.setup.sides
        return first.name, second.name

    def opponent(self, side: str) -> str:
        return self.setup.opponent(side)

    def of_side(self, side: str) -> Iterator[Unit]:
        return (unit for unit in self.state.units.values() if unit.side == side)

    def unit(self, name: object) -> Unit:
        found = self.state.units.get(name) if isinstance(name, str) else None
        if found is None:
            hint = nearest(str(name), self.state.units)
            raise refuse("unknown_unit", f"there is no unit {name!r} in this battle; {hint}")
        return found

    def view(self, side: str | None) -> dict[str, JSON]:
        """What that side may know; without a side, what everybody may."""
        known: dict[str, JSON] = hooks.questions["view"](self, side)
        return known

    def __repr__(self) -> str:
        """The moment, and who is there."""
        state = self.state
        there = (f"{side} {sum(1 for _ in self.of_side(side))}" for side in self.sides)
        over = f"over, {state.outcome.reason}" if state.outcome is not None else f"turn {state.turn}, {state.phase}"
        acting = f", {state.to_act} to act" if state.to_act is not None else ""
        return f"<Battle of BattleTroops: {over}{acting}; {', '.join(there)}>"

    def _repr_svg_(self) -> str:
        return str(hooks.questions["picture"](self))

    def _repr_html_(self) -> str:
        """The picture, for notebooks that show no SVG by itself."""
        return self._repr_svg_()

    # -- what the engine asks of its game -----------------------------------------------------------------------

    def asked(self, question: Decision) -> DecisionAsked:
        return DecisionAsked(question)

    def decided(self, question: Decision, choice: str) -> Decided:
        return Decided(question.side, question.kind, choice, (), question.rule)

    def clone(self) -> Battle:
        """An independent copy that shares everything immutable; a plain battle, whatever this one is."""
        return self.copy_to(Battle.blank())

    def copy_to(self, twin: B) -> B:
        """Make a blank battle a copy of this one."""
        if isinstance(twin, Battle):
            twin.options = self.options
        return super().copy_to(twin)

    def packed(self) -> dict[str, object]:
        return {**super().packed(), "options": self.options}

    def __setstate__(self, packed: dict[str, Any]) -> None:
        rules.load()
        super().__setstate__(packed)
        self.options = packed["options"]
