"""Rails and trains (p. 60): vehicles that cannot leave their rail, and what happens where it is broken.

How much damage a section takes is known in urban/buildings.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.damage.destruction import wound
from lancemate.alphastrike.movement.columns import is_railed
from lancemate.alphastrike.movement.on_the_way import BREAK, Trial, Trouble
from lancemate.alphastrike.play.setup import TERRAIN
from lancemate.alphastrike.play.stats import CRASHED, current_move
from lancemate.alphastrike.play.traits import COLLISION
from lancemate.alphastrike.terrain.ground import gaps
from lancemate.alphastrike.urban.buildings import RAIL
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement, Stretch
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DERAILMENT: Final = cause("derailment", "AS-BAT-060", COLLISION)


def is_train(battle: Battle, unit: Unit) -> bool:
    """A vehicle that runs on rails."""
    return is_railed(battle, unit.card)


@hooks.may_end.rule("AS-BAT-058", when=TERRAIN[RAIL])
def stays_on_the_rail(m: Movement) -> Refusal | None:
    """A rail vehicle goes where its rail leads, and nowhere else; a gap it sees too late."""
    if not m.travels or not is_train(m.battle, m.unit):
        return None
    for stretch in m.stretches:
        on_it = any(feature.kind == RAIL for feature in stretch.patch.features)
        if not on_it and not _in_a_gap(m.battle, stretch):
            message = f"{m.unit.id} runs on rails: its path must follow the rail it stands on"
            return Refusal("off_the_rail", message, "AS-BAT-058")
    return None


def _in_a_gap(battle: Battle, stretch: Stretch) -> bool:
    table = battle.table
    middle = table.part_way(stretch.start, stretch.end, stretch.length / 2)
    return any(table.within(table.nearest_on(*ends, middle), middle, width) for ends, width in gaps(table, RAIL))


# -- derailment -----------------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-BAT-060", when=TERRAIN[RAIL])
def comes_to_a_gap(m: Movement) -> Sequence[Trial]:
    """A rail vehicle that reaches a broken section crashes there."""
    if not m.travels or not is_train(m.battle, m.unit):
        return ()
    along = reaches_a_gap(m)
    return () if along is None else (Trial(along, BREAK, _derails),)


def reaches_a_gap(m: Movement) -> float | None:
    """After how many inches the rail ends, if it does."""
    along = 0.0
    for stretch in m.stretches:
        if not any(feature.kind == RAIL for feature in stretch.patch.features):
            return along
        along += stretch.length
    return None


def _derails(m: Movement) -> Trouble | None:
    return Trouble(lambda here: derail(here.battle, here.unit))


def derail(battle: Battle, unit: Unit) -> None:
    """Its whole Move in damage for the car that crashes, half for each behind it; none of them moves again."""
    whole = round_down(battle, current_move(battle, unit))
    behind = list(cars_behind(battle, unit))
    for car, points in ((unit, whole), *((one, round_down(battle, whole / 2)) for one in behind)):
        wound(battle, car, CRASHED, "AS-BAT-060", wait=False)
        hurt(battle, car.id, points, DERAILMENT.itself)


def cars_behind(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """The rest of a train: rail vehicles of the same group that are still on the rail, none of them past the gap."""
    if unit.group is None:
        return
    for other in battle.on_table(unit.side):
        if other is not unit and other.group == unit.group and is_train(battle, other) and CRASHED not in other.wounds:
            yield other


# -- the abilities (pp. 86, 88) -------------------------------------------------------------------------------


@hooks.may_end.rule("AS-SPC-130", ability="RAIL")
def runs_on_rails_only(m: Movement) -> Refusal | None:
    """Off its rail a vehicle with RAIL goes nowhere, even where there are no rails at all."""
    if not m.travels or not m.unit.has("RAIL") or _on_the_rail(m, maglev=False):
        return None
    text = f"{m.unit.id} (RAIL) moves only along rails: its path must follow one"
    return Refusal("off_the_rail", text, "AS-SPC-130")


@hooks.may_end.rule("AS-SPC-108", ability="MAG")
def runs_on_maglev_rails(m: Movement) -> Refusal | None:
    """One with MAG needs rails made for it."""
    if not m.travels or not m.unit.has("MAG") or _on_the_rail(m, maglev=True):
        return None
    text = f"{m.unit.id} (MAG) moves only along maglev rails (maglev: true): its path must follow one"
    return Refusal("off_the_rail", text, "AS-SPC-108")


def _on_the_rail(m: Movement, *, maglev: bool) -> bool:
    def leads_on(stretch: Stretch) -> bool:
        rails = [feature for feature in stretch.patch.features if feature.kind == RAIL]
        return any(feature.properties.get("maglev") or not maglev for feature in rails) or _in_a_gap(m.battle, stretch)

    return all(leads_on(stretch) for stretch in m.stretches)
