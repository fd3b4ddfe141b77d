"""Combat Drop Specialists (p. 103): troops who always come down well, and a force that strikes as it lands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import COMBAT_DROP, commanded
from lancemate.alphastrike.commands.having import command, serves
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DROP: Final = rules.table("AS-SCA-020", {"Initiative": 2, "of the force": 0.5})

# The turn in which it came down.
dropped_in = unit_memory("dropped_in", int, default=None, rule="AS-SCA-020")


@hooks.lands_safely.rule("AS-SCA-020", when=commanded(COMBAT_DROP))
def comes_down_well(battle: Battle, unit: Unit) -> bool:
    """No roll, no damage, no scatter."""
    return serves(battle, unit, COMBAT_DROP)


@hooks.entered.rule("AS-SCA-020", when=commanded(COMBAT_DROP))
def remembers_the_turn(battle: Battle, here: Entered) -> None:
    if here.way.from_transport:
        dropped_in.remember(battle, here.unit, battle.state.turn)


@hooks.initiative.rule("AS-SCA-020", part=Initiative.ADDED, when=commanded(COMBAT_DROP))
def strikes_as_it_lands(battle: Battle, side: str) -> Modifier | None:
    """In the turn after at least half of the force came down."""
    if command(battle, side, COMBAT_DROP) is None:
        return None
    force = [battle.units[muster.id] for muster in battle.setup.units_of(side)]
    landed = sum(dropped_in.of(unit) == battle.state.turn - 1 for unit in force)
    row = DROP.of(battle)
    return (
        Modifier(COMBAT_DROP, int(row["Initiative"]), "AS-SCA-020")
        if landed >= len(force) * row["of the force"]
        else None
    )
