"""Eagle's Eyes (p. 95): probes that reach farther, Recon without the gear, and feet that find no mines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import EAGLES_EYES, piloted
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.movement.on_the_way import NERVES, Trial
from lancemate.alphastrike.pilots.fear import NEAR, first_within
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

EYES: Final = rules.table("AS-SPA-027", {"probes": 2.0, "finds within": 2.0, "mines": 2})


@hooks.sharp_eyes.rule("AS-SPA-027", when=piloted(EAGLES_EYES))
def eagles_eyes(battle: Battle, unit: Unit) -> float:
    """Whatever probe it has reaches 2 inches farther, whatever for."""
    return EYES.of(battle)["probes"] if has(battle, unit, EAGLES_EYES) else 0.0


@hooks.reconnoitres.rule("AS-SPA-027", when=piloted(EAGLES_EYES))
def eyes_of_a_scout(battle: Battle, unit: Unit) -> bool:
    """It has Recon, with a probe or without."""
    return has(battle, unit, EAGLES_EYES)


@hooks.minds_its_step.rule("AS-SPA-027", when=piloted(EAGLES_EYES))
def sees_mines(battle: Battle, unit: Unit) -> Modifier | None:
    """Mines of any density go off under it on 2 more."""
    return (
        Modifier(EAGLES_EYES, int(EYES.of(battle)["mines"]), "AS-SPA-027") if has(battle, unit, EAGLES_EYES) else None
    )


@hooks.on_the_way.rule("AS-SPA-027", when=piloted(EAGLES_EYES))
def nothing_stays_hidden(m: Movement) -> Sequence[Trial]:
    """Hidden enemies within 2 inches are found, whatever jams and hides them, before they can surprise anybody."""
    battle, unit = m.battle, m.unit
    if not has(battle, unit, EAGLES_EYES):
        return ()
    reach = EYES.of(battle)["finds within"]
    lying = [other for other in battle.on_table() if other.hidden_from(unit.side)]
    near = [(along, other) for other in lying if (along := first_within(m, other, reach)) is not None]
    return tuple(Trial(along, NERVES, partial(_finds, other=other)) for along, other in near)


@hooks.entered.rule("AS-SPA-027", part=NERVES, when=piloted(EAGLES_EYES))
def sees_from_where_it_is(battle: Battle, here: Entered) -> None:
    """In whatever way it has come so near."""
    unit = here.unit
    if here.way.begins or not has(battle, unit, EAGLES_EYES):
        return
    reach = EYES.of(battle)["finds within"] + NEAR
    for other in [*battle.on_table()]:
        if other.hidden_from(unit.side) and apart(battle, unit, other) <= reach:
            uncover(battle, other, "AS-SPA-027")


def _finds(m: Movement, other: Unit) -> None:
    if other.hidden_from(m.unit.side):
        uncover(m.battle, other, "AS-SPA-027")
