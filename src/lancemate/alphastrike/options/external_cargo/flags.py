"""Flags and external cargo (pp. 128, 165): infantry, which carries nothing, may drag a flag where cargo is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.options.external_cargo.sizes import CARGO
from lancemate.alphastrike.options.external_cargo.towing import CAPACITY, towed_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.flags import LIMITS, cannot_carry, carried_by, loaded_move
from lancemate.kernel.changes import as_printed
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.scenarios.plan import Objective


@rules.rule("AS-SCN-030", when=CARGO, replaces=cannot_carry)
def infantry_drags(battle: Battle, unit: Unit, flag: Objective) -> Refusal | None:
    """Infantry drags a flag of up to one Size more than its own, one at a time."""
    if not unit.card.is_infantry:
        return as_printed(cannot_carry)(battle, unit, flag)
    if flag.size > unit.card.size + CAPACITY.of(battle)["more than its own Size"]:
        return Refusal("cannot_carry", f"{flag.id} is of Size {flag.size}, too large for {unit.id}", "AS-SCN-030")
    mine = carried_by(battle, unit)
    if mine is None or LIMITS.of(battle)["per unit"] != 1:
        return None
    return Refusal("cannot_carry", f"{unit.id} drags {mine.id} already; one flag is the most", "AS-SCN-030")


@rules.rule("AS-SCN-030", when=CARGO, replaces=loaded_move)
def dragged_move(battle: Battle, unit: Unit, inches: float, flag: Objective) -> float:
    """As slow as with anything else it drags."""
    if not unit.card.is_infantry:
        return as_printed(loaded_move)(battle, unit, inches, flag)
    return towed_move(battle, unit, inches, flag.size)
