"""The marker beside a unit that has moved (p. 37): a die whose colour is the mode and whose number is the TMM."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.play.stats import current_tmm, is_immobile
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

COLOURS: Final = rules.table(
    "AS-MOV-059",
    {
        "white": ["ground", "minimum", "submersible", "dismounted", "dropped"],
        "black": ["standstill", "immobile"],
        "red": ["jump"],
        "yellow": ["sprint"],
    },
)
NOTHING: Final = 6  # the face that stands for no TMM, or for immobility


class Badge(NamedTuple):
    colour: str
    number: int


@rules.rule("AS-MOV-059", otherwise=None)
def movement_die(battle: Battle, unit: Unit) -> Badge | None:
    """The die beside a unit, or None before its move. It stays until the End Phase."""
    colour = next((colour for colour, modes in COLOURS.of(battle).items() if unit.moved in modes), None)
    if colour is None:
        return None
    return Badge(colour, tmm_shown(battle, unit) or NOTHING)


def tmm_shown(battle: Battle, unit: Unit) -> int:
    """The TMM a unit's move has given it, immobile units and those that hardly moved having none."""
    if is_immobile(battle, unit) or unit.moved in ("standstill", "minimum", "dismounted", "immobile"):
        return 0
    if unit.moved == "dropped":
        return 3
    specials = unit.card.specials
    tmm = current_tmm(battle, unit)
    if unit.moved == "jump":
        tmm += 1 + int(specials.value("JMPS") - specials.value("JMPW"))
    elif unit.moved == "submersible":
        tmm += int(specials.value("SUBS") - specials.value("SUBW"))
    return max(0, tmm)
