"""Bridgelayers (pp. 83-84): bridges laid straight ahead by units that stand still, and taken up again.

What such a bridge bears stands with the others in hazards/bridges.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import form, lift
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.collapse import on_the_bridge
from lancemate.field.shapes import Circle, Line, Shape
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

CODE: Final = "BRID"
SPAN: Final = rules.table("AS-SPC-079", {"inches": 2.0, "width": 2.0, "turns": 1})
FACTOR: Final = rules.table("AS-SPC-080", {"non-infantry": 18, "infantry": 8})
SAPPERS: Final = rules.table("AS-SPC-081", {"turns": 2, "a scenario": 1})

# The turns a unit has worked at a bridge without a break, the one it has laid, and the one it takes up this turn.
worked = unit_memory("bridge_work", list[int], default=[], rule="AS-SPC-079")
laid = unit_memory("bridge_laid", str, default=None, rule="AS-SPC-079", told="has laid {}")
lifts = unit_memory("bridge_lifted", str, default=None, rule="AS-SPC-079", expires="turn")
built = unit_memory("bridges_built", int, default=0, rule="AS-SPC-081")
crossed = battle_memory("bridges_crossed", list[str], default=[], rule="AS-SPC-079", expires="turn")


def turns_needed(battle: Battle, unit: Unit) -> int:
    return infantry_needs(battle) if unit.card.is_infantry else int(SPAN.of(battle)["turns"])


@rules.rule("AS-SPC-081", otherwise=1)
def infantry_needs(battle: Battle) -> int:
    """Infantry takes two turns."""
    return SAPPERS.of(battle)["turns"]


# -- announcing it --------------------------------------------------------------------------------------------


@hooks.deeds.entry("lay_bridge")
def lay_bridge(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_lay(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    turn = battle.state.turn
    before = [one for one in worked.of(unit) if one == turn - 1]
    worked.note(battle, unit, [*before, turn])


def why_not_lay(battle: Battle, unit: Unit) -> Refusal | None:
    return (
        cannot_work(battle, unit)
        or has_a_bridge_out(battle, unit)
        or has_built_its_bridge(battle, unit)
        or leads_over_the_edge(battle, unit)
    )


@rules.rule("AS-SPC-079", otherwise=None)
def cannot_work(battle: Battle, unit: Unit) -> Refusal | None:
    """In the Combat Phase of a turn in which it has stood still; it may attack as well."""
    if not unit.has(CODE):
        return Refusal("no_such_ability", f"{unit.id} is no bridgelayer (BRID)", "AS-SPC-079")
    if battle.state.phase != COMBAT:
        return Refusal("wrong_phase", f"bridges are laid in {battle.course.where(orders.Attack)}", "AS-SPC-079")
    if unit.moved != "standstill" or is_helpless(battle, unit):
        return Refusal("has_moved", f"{unit.id} must stand still for the whole turn to work at a bridge", "AS-SPC-079")
    if battle.state.turn in worked.of(unit) or lifts.of(unit) is not None:
        return Refusal("already_acted", f"{unit.id} is at work already", "AS-SPC-079")
    return None


@rules.rule("AS-SPC-079", otherwise=None)
def has_a_bridge_out(battle: Battle, unit: Unit) -> Refusal | None:
    """The next one only after the first has been taken up."""
    name = laid.of(unit)
    if unit.card.is_infantry or name is None or name not in battle.table.by_id:
        return None
    return Refusal("bridge_out", f"{unit.id} has laid {name}: it must be taken up before the next one", "AS-SPC-079")


@rules.rule("AS-SPC-081", otherwise=None)
def has_built_its_bridge(battle: Battle, unit: Unit) -> Refusal | None:
    """Infantry builds one in a scenario."""
    if not unit.card.is_infantry or built.of(unit) < SAPPERS.of(battle)["a scenario"]:
        return None
    return Refusal("bridge_out", f"{unit.id} has built its one bridge of this scenario", "AS-SPC-081")


@rules.rule("AS-SPC-079", otherwise=None)
def leads_over_the_edge(battle: Battle, unit: Unit) -> Refusal | None:
    """A bridge lies on the table from end to end."""
    ahead = _ahead(battle, unit)
    ends = ahead.points if isinstance(ahead, Line) else (ahead.centroid(),)
    if all(battle.table.inside(*end) for end in ends):
        return None
    text = f"the bridge would lead over the edge of the table: {unit.id} has to face another way"
    return Refusal("off_table", text, "AS-SPC-079")


@hooks.deeds.entry("remove_bridge")
def remove_bridge(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_remove(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    lifts.note(battle, unit, what)


@rules.rule("AS-SPC-079", otherwise=None)
def why_not_remove(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """Any bridgelayer that is no infantry, in contact for the whole turn, where nobody crosses."""
    refusal = cannot_work(battle, unit)
    if refusal is not None:
        return refusal
    bridge = battle.table.by_id.get(what or "")
    if bridge is None or "laid" not in bridge.properties:
        return Refusal("no_such_bridge", f"{what} is no bridge that was laid in this battle", "AS-SPC-079")
    if unit.card.is_infantry:
        return Refusal("cannot_remove", "infantry cannot take bridges up", "AS-SPC-081")
    if not within(battle, unit, bridge, battle.table.contact):
        return Refusal("not_in_contact", f"{unit.id} is not in base contact with {bridge.id}", "AS-SPC-079")
    if _is_used(battle, bridge):
        return Refusal("in_use", f"{bridge.id} has been crossed this turn", "AS-SPC-079")
    return None


def _is_used(battle: Battle, bridge: Feature) -> bool:
    return bridge.id in crossed.of(battle.state) or bool(on_the_bridge(battle, bridge))


@hooks.entered.rule("AS-SPC-079", ability=CODE)
def bridges_are_crossed(battle: Battle, here: Entered) -> None:
    """Who goes over a laid bridge, or is pulled over it, keeps it where it is for this turn."""
    stretches = here.move.stretches if here.move is not None else ()
    over = {feature.id for stretch in stretches for feature in stretch.patch.features if "laid" in feature.properties}
    new = sorted(over.difference(crossed.of(battle.state)))
    if new:
        crossed.note(battle, None, [*crossed.of(battle.state), *new])


@hooks.offers.rule("AS-SPC-079", ability=CODE)
def may_lay(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.has(CODE) or not unit.on_table or battle.state.to_act != unit.side or battle.state.phase != COMBAT:
        return None
    found: list[Offer] = []
    if why_not_lay(battle, unit) is None:
        found.append(offer(orders.Act(unit.id, "lay_bridge"), "Lay a bridge ahead", "AS-SPC-079"))
    for bridge in [one for one in battle.table.features if "laid" in one.properties]:
        if why_not_remove(battle, unit, bridge.id) is None:
            found.append(offer(orders.Act(unit.id, "remove_bridge", bridge.id), f"Take {bridge.id} up", "AS-SPC-079"))
    return tuple(found)


# -- the End Phase --------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SPC-079", part=hooks.HAPPENINGS, ability=CODE)
def bridges_are_ready(battle: Battle) -> bool | None:
    """What has been worked at for long enough lies there now; what is taken up is gone."""
    changed = None
    for unit in battle.units.values():
        if not unit.on_table or not unit.notes:
            continue
        name = lifts.of(unit)
        if name is not None and name in battle.table.by_id and not _is_used(battle, battle.table.by_id[name]):
            lift(battle, name, "AS-SPC-079")
            changed = True
        turns = worked.of(unit)
        ready = turns and turns[-1] == battle.state.turn and len(turns) >= turns_needed(battle, unit)
        if ready and leads_over_the_edge(battle, unit) is None:  # it may have been pushed meanwhile
            _lay(battle, unit)
            changed = True
    return changed


def _lay(battle: Battle, unit: Unit) -> None:
    factor = FACTOR.of(battle)["infantry" if unit.card.is_infantry else "non-infantry"]
    name = form(battle, "bridge", _ahead(battle, unit), "AS-SPC-079", cf=float(factor), laid="yes", height=0.0)
    worked.note(battle, unit, [])
    laid.note(battle, unit, name)
    built.note(battle, unit, built.of(unit) + 1)


def _ahead(battle: Battle, unit: Unit) -> Shape:
    """Two inches straight ahead of its base; on hexes the next one."""
    table, row = battle.table, SPAN.of(battle)
    if on_hexes(battle):
        return Circle(*table.snap(table.beyond(unit.at, unit.facing, row["inches"])), 0.0)
    start = table.beyond(unit.at, unit.facing, unit.radius)
    return Line((start, table.beyond(unit.at, unit.facing, unit.radius + row["inches"])), row["width"])
