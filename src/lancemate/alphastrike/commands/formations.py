"""Formations in play (pp. 116, 121): whether a bonus still holds, and what Mechanized and Nova formations do.

Knows who belongs together and how many are left; what a formation must be to be one is settled before play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import told_without_skill
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import FORMATIONS, MECHANIZED, NOVA, Formation
from lancemate.alphastrike.play.state import ABOARD, TABLE, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import Body

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

LEAST: Final = rules.table("AS-FOR-038", {"units": 3})
MOUNTED: Final = rules.table("AS-FOR-078", {"target number": 2})

# Of a unit that was named for an ability this turn: which one.
ability_of_the_turn = unit_memory(
    "ability_of_the_turn", str, default=None, expires="turn", rule="AS-FOR-041", told="is named for this turn: {}"
)
# And for the one that its formation names two for.
second_of_the_turn = unit_memory(
    "second_of_the_turn", str, default=None, expires="turn", rule="AS-FOR-052", told="is named for this turn: {}"
)
# The number a unit broke against, while it runs.
routed = unit_memory("routed", int, default=None, rule="AS-OPT-503", told="is routed", untold="recovers its nerve")
told_without_skill.add(routed.name, 0)


def formation_of(battle: Battle, unit: Unit) -> Formation | None:
    """The formation a unit was built into, if any."""
    if not battle.setup.formations:
        return None
    found = cast(Mapping[str, Formation], battle.remember("formations", lambda: _by_member(battle)))
    return found.get(unit.id)


def formation_named(battle: Battle, name: str) -> Formation:
    return next(formation for formation in battle.setup.formations if formation.name == name)


def _by_member(battle: Battle) -> Mapping[str, Formation]:
    return {member: formation for formation in battle.setup.formations for member in formation.members}


def is_active(battle: Battle, unit: Unit) -> bool:
    """In the field and not routed. Shut down and immobile units still count."""
    if unit.destroyed or routed.of(unit) is not None:
        return False
    return unit.place in (TABLE, ABOARD) or (unit.in_play and counts_before_it_enters(battle))


@rules.rule("AS-FOR-038", otherwise=False)
def counts_before_it_enters(battle: Battle) -> bool:
    """Who has yet to enter is neither destroyed nor routed; players may agree that it is not in the field either."""
    return True


@rules.rule("AS-FOR-038", otherwise=lambda battle, formation: formation.earned)
def bonus_holds(battle: Battle, formation: Formation) -> bool:
    """A bonus is there as long as three of the units that earned it are active; it comes back when they rally."""
    return formation.earned and enough(battle, formation.core)


def enough(battle: Battle, units: Iterable[str]) -> bool:
    return sum([is_active(battle, battle.units[name]) for name in units]) >= LEAST.of(battle)["units"]


def _together(battle: Battle, unit: Unit, carrier: Unit, transport: str) -> bool:
    """Both belong to a formation of this kind that is large enough still."""
    formation = formation_of(battle, unit)
    return (
        formation is not None
        and formation.transport == transport
        and formation is formation_of(battle, carrier)
        and transport_holds(battle, formation)
    )


@rules.rule("AS-FOR-076", otherwise=lambda battle, formation: bonus_holds(battle, formation))
def transport_holds(battle: Battle, formation: Formation) -> bool:
    """What carriers and their infantry do together is theirs, whatever becomes of the bonus that the carriers share."""
    units = battle.units
    together = [name for name in formation.members if name in formation.core or units[name].card.is_infantry]
    return enough(battle, together)


# -- Mechanized -----------------------------------------------------------------------------------------------


@hooks.stops_on_the_way.rule("AS-FOR-077", when=FORMATIONS[MECHANIZED])
def stops_on_the_way(m: Movement, unit: Unit, at: Point) -> tuple[Body, ...]:
    """Where along its path a transport's base touches that of infantry stepping off there; then it drives on.

    Nobody gets off in the middle of a jump.
    """
    if m.way == "jump" or not _together(m.battle, unit, m.unit, MECHANIZED):
        return ()
    reach = m.battle.table.side_by_side(unit.radius, m.unit.radius)
    points = (m.unit.at, *m.points) if m.points[:1] != (m.unit.at,) else m.points
    stops = [point for start, end in pairwise(points) for point in m.battle.table.points_at(start, end, at, reach)]
    return tuple(Body(x, y, m.unit.radius, _level(m, (x, y)), m.unit.height) for x, y in stops)


def _level(m: Movement, at: Point) -> float:
    return m.end_level if m.airborne else resting_level(m.battle, m.unit, *at)


# -- Nova -----------------------------------------------------------------------------------------------------


@hooks.fires_from.rule("AS-FOR-078", when=FORMATIONS[NOVA])
def fires_from(battle: Battle, unit: Unit) -> Unit | None:
    """The transport that infantry of a Nova fires from: its place and its movement count. Nobody else fires aboard."""
    carrier = battle.units.get(unit.aboard) if unit.aboard is not None else None
    if carrier is None or not unit.card.is_infantry or not _together(battle, unit, carrier, NOVA):
        return None
    return carrier


@hooks.to_hit.rule("AS-FOR-078", part=hooks.OTHER, when=FORMATIONS[NOVA])
def fired_while_mounted(attack: Attack) -> Modifier | None:
    """It is hard to aim from the back of a 'Mech."""
    if attack.platform is attack.attacker:
        return None
    return Modifier("Mounted", MOUNTED.of(attack)["target number"], "AS-FOR-078")
