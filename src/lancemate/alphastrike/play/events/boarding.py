"""Boarding parties, crews that take up arms, and ships that change hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.cards.crew import crew_card
from lancemate.alphastrike.play.events.placing import leaving_event
from lancemate.alphastrike.play.ids import RuleId, SideId, UnitId, Word
from lancemate.alphastrike.play.state import ABOARD, GONE, State, Unit
from lancemate.kernel.events import event


@event
class CrewRaised:
    """The crew of a ship has taken up arms: so many units of infantry are aboard it from now on."""

    type: ClassVar[str] = "crew_raised"
    unit: UnitId
    crew: tuple[UnitId, ...]
    move: Word
    damage: Word
    armor: int
    structure: int
    radius: float
    height: float
    rule: RuleId = "AS-BAT-150"

    def apply(self, state: State) -> None:
        ship = state.units[self.unit]
        card = crew_card(self.move, self.damage, self.armor, self.structure)
        for name in self.crew:
            state.units[name] = Unit(
                id=name,
                side=ship.side,
                card=card,
                skill=ship.skill,
                radius=self.radius,
                height=self.height,
                armor=card.armor,
                structure=card.structure,
                place=ABOARD,
                aboard=self.unit,
                x=ship.x,
                y=ship.y,
                facing=ship.facing,
                elevation=ship.elevation,
            )


@leaving_event
class CrewStoodDown:
    """The crew is back at its posts: these units are infantry no longer."""

    type: ClassVar[str] = "crew_stood_down"
    unit: UnitId
    crew: tuple[UnitId, ...]
    rule: RuleId = "AS-BAT-150"

    def apply(self, state: State) -> None:
        for name in self.crew:
            unit = state.units[name]
            unit.place, unit.aboard, unit.exited = GONE, None, True


@event
class CrewMarked:
    """The mark that a crew under arms leaves on its ship, or that goes when it is back."""

    type: ClassVar[str] = "crew_marked"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    on: bool
    rule: RuleId = "AS-BAT-150"

    def apply(self, state: State) -> None:
        ship = state.units[self.unit]
        if not ship.card.is_dropship:
            ship.stunned = self.on
        elif self.on:
            ship.wounds = (*ship.wounds, "crew")
        elif "crew" in ship.wounds:
            wounds = list(ship.wounds)
            wounds.remove("crew")
            ship.wounds = tuple(wounds)


@event
class Captured:
    """A ship has fallen to those who boarded it."""

    type: ClassVar[str] = "captured"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("skill",)}
    unit: UnitId
    side: SideId
    skill: int
    rule: RuleId = "AS-BAT-148"

    def apply(self, state: State) -> None:
        ship = state.units[self.unit]
        ship.side, ship.skill = self.side, self.skill
