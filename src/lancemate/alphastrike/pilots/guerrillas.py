"""Urban Guerrilla (p. 101): infantry that is at home among houses, and whom more men join there, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.bases import base_of
from lancemate.alphastrike.cards.pilot_names import URBAN_GUERRILLA, piloted
from lancemate.alphastrike.damage.reckoning import ARMOR
from lancemate.alphastrike.movement.entering import APPEARED, came
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.movement.stacking import in_the_way, why_not_stand
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.terrain_masters import touches
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import GuerrillasJoined
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import copy_unit
from lancemate.alphastrike.play.traits import ATTACK
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

AMONG_HOUSES: Final = rules.table("AS-SPA-079", {"against it": 1, "damage": -1})
MEN: Final = rules.table("AS-SPA-079", {"armor": 1, "structure": 1, "worse": 2, "worst": 8, "within": 6})
ON_FOOT, RIFLES = '2"f', "1/0/0"
HOUSES: Final = ("building", "rough", "rubble", "ultra_rough", "ultra_rubble", "road", "pavement", "bridge")
PACE: Final = 0.5  # inches between two places that are looked at
CLEAR: Final = 0.01  # inches between two bases
BEARINGS: Final = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
TOWN: Final = ("building", "wall", "pavement")

# The unit that is to join it at the end of this turn, and whether one has.
calls_for = unit_memory("calls_for", str, default=None, rule="AS-SPA-079", told="calls for men: {}")


def is_town(battle: Battle) -> bool:
    """The battle is fought in or around a town: there are buildings or streets."""
    return any(feature.kind in TOWN for feature in battle.table.features)


# -- among houses ---------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-SPA-079", part=hooks.OTHER, when=piloted(URBAN_GUERRILLA))
def urban_guerrilla(attack: Attack) -> Modifier | None:
    target = attack.target
    if target is None or not has(attack.battle, target, URBAN_GUERRILLA) or not touches(attack.battle, target, HOUSES):
        return None
    return Modifier(URBAN_GUERRILLA, AMONG_HOUSES.of(attack)["against it"], "AS-SPA-079")


@hooks.damage.rule("AS-SPA-079", part=ARMOR, when=piloted(URBAN_GUERRILLA))
def takes_cover(work: Reckoning) -> Modifier | None:
    """A point less of any attack, and never less than nothing."""
    target = work.unit
    if (
        target is None
        or work.points <= 0
        or ATTACK not in work.source.traits
        or not has(work.battle, target, URBAN_GUERRILLA)
    ):
        return None
    if not touches(work.battle, target, HOUSES):
        return None
    return Modifier(URBAN_GUERRILLA, AMONG_HOUSES.of(work)["damage"], "AS-SPA-079")


# -- men who join it ------------------------------------------------------------------------------------------


def may_call(battle: Battle, unit: Unit) -> bool:
    """Once in a battle, in a town."""
    if not unit.on_table or calls_for.of(unit) is not None or URBAN_GUERRILLA in unit.spent:
        return False
    return has(battle, unit, URBAN_GUERRILLA) and is_town(battle)


@hooks.deeds.entry("spawn")
def spawn(battle: Battle, unit: Unit, what: str | None) -> None:
    """Announce that men will join in the coming End Phase, and what they are called."""
    if not has(battle, unit, URBAN_GUERRILLA):
        raise refuse("no_such_ability", f"{unit.id} is no {URBAN_GUERRILLA}", "AS-SPA-079")
    if not is_town(battle):
        raise refuse("no_town", f"nobody joins {unit.id} here: it takes buildings or streets", "AS-SPA-079")
    if not may_call(battle, unit):
        raise refuse("used_up", f"{unit.id} has called for men already; they come once", "AS-SPA-079")
    taken = {calls_for.of(one) for one in battle.units.values()}
    if what is None or what in battle.units or what in taken or not what.isidentifier():
        raise refuse("no_such_name", f"say what the new unit is called, as in {free_name(battle, unit)}", "AS-SPA-079")
    calls_for.note(battle, unit, what)


def free_name(battle: Battle, unit: Unit) -> str:
    number = 1
    while (name := f"{unit.id}_men{number}") in battle.units:
        number += 1
    return name


@hooks.offers.rule("AS-SPA-079", when=piloted(URBAN_GUERRILLA))
def may_be_joined(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.to_act != unit.side or orders.Act not in battle.now.verbs or not may_call(battle, unit):
        return None
    name = free_name(battle, unit)
    if not name.isidentifier():
        return None
    return (offer(orders.Act(unit.id, "spawn", name), "Call for men", "AS-SPA-079"),)


def place_beside(battle: Battle, unit: Unit, radius: float, within: float) -> Point | None:
    """The nearest free place within so many inches of a unit, rather before it than behind."""
    table, newcomer = battle.table, copy_unit(unit)
    newcomer.radius = radius
    steps = max(1, int(within / PACE))
    for far in (unit.radius + radius + CLEAR + within * step / steps for step in range(steps + 1)):
        for off in BEARINGS:
            at = table.snap(table.beyond(unit.at, unit.facing + off, far))
            if table.distance(unit.at, at) > within + unit.radius + radius or not table.inside(*at, radius):
                continue
            if in_the_way(battle, newcomer, at) is None and why_not_stand(battle, newcomer, at, "walk") is None:
                return at
    return None


@hooks.end_phase.rule("AS-SPA-079", part=hooks.LATE, when=piloted(URBAN_GUERRILLA))
def men_join(battle: Battle) -> bool | None:
    """They stand beside whoever called them, if that is still there and there is room within 6 inches."""
    joined = None
    for unit in [*battle.on_table()]:
        name = calls_for.of(unit) if unit.notes else None
        if name is None or name in battle.units:
            continue
        row, base = MEN.of(battle), base_of(battle, "infantry")
        radius = battle.table.footprint(base.radius)
        at = place_beside(battle, unit, radius, row["within"])
        if at is None:
            continue
        skill = min(row["worst"], unit.skill + row["worse"])
        level = resting_level(battle, unit, *at)
        strong = row["armor"], row["structure"]
        told = (unit.id, name, at, level, skill, ON_FOOT, RIFLES, *strong, radius, base.height)
        battle.emit(GuerrillasJoined(*told))
        came(battle, battle.units[name], APPEARED)
        joined = True
    return joined
