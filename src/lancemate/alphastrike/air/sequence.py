"""When aerospace units move (p. 180): after all others, in a step of its own that other battles know nothing of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement import activation  # noqa: F401  the Movement Phase is entered there
from lancemate.alphastrike.play.flight import ON_THE_GROUND, OPTION, can_fly
from lancemate.alphastrike.play.phases import CLOCK, MOVEMENT
from lancemate.alphastrike.play.state import RESERVE
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

AIR_MOVEMENT: Final = "air_movement"


@rules.rule("AS-AER-001", otherwise=False)
def moves_last(battle: Battle, unit: Unit) -> bool:
    """Aerospace units move when all others are done, by their own numbers: those in the air, and those to come on.

    On the ground it is those that may take off, and fighters that have legs to stand up on.
    """
    if not unit.card.is_aerospace:
        return False
    return unit.airborne or unit.place == RESERVE or ON_THE_GROUND in battle.options or unit.card.form_of is not None


def is_needed(battle: Battle) -> bool:
    return OPTION in battle.options and any(can_fly(unit.card) for unit in battle.units.values())


CLOCK.add(
    replace(
        CLOCK.entries[MOVEMENT],
        name=AIR_MOVEMENT,
        title="Air Movement Phase",
        after=MOVEMENT,
        part_of=MOVEMENT,
        when=is_needed,
        claims=moves_last,
        by="AS-AER-001",
    )
)
