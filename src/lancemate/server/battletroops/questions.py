"""Answers to what a player of BattleTroops asks before acting: previews, measures, ways, sight. Changes nothing.

Everything is asked of the battle as the viewer knows it, so no answer can tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from lancemate.battletroops.asking.knowledge import known_to
from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.offers import offers, offers_of
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.asking.ways import ways
from lancemate.battletroops.machines.moving import plan_machine
from lancemate.battletroops.machines.speed import MODES, usual_mode
from lancemate.battletroops.machines.templates import turned
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.options.hidden_units import hiding_places
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.orders import PointTarget, command_from_data
from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.sight.look import HEIGHTS, terms
from lancemate.field.lattice import neighbour
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import public
from lancemate.kernel.order_data import read_as
from lancemate.server.battletroops.showing import show_offer
from lancemate.server.messages import Measure, OffersQuestion, Preview, Question, ReachQuestion, Route, SightQuestion

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

HIDDEN, PARTIAL, CLEAR = "0", "1", "2"


def answer(battle: Battle, viewer: str | None, question: Question) -> JSON:
    """What the rules say of the battle as the viewer knows it. Raises Refused or InputError when it cannot be asked."""
    asked = ANSWERS.get(type(question))
    if asked is None:
        raise InputError(f"nobody asks for {question.type} in this game", key="type")
    return asked(known_to(battle, viewer), viewer, question)


def _preview(battle: Battle, viewer: str | None, question: Preview) -> JSON:
    given = {"attack": question.attack, "move": question.move}
    named = {kind: body for kind, body in given.items() if body is not None}
    if len(named) != 1:
        raise InputError("a preview is of an attack or of a move")
    command = command_from_data(dict(named))
    try:
        if isinstance(command, orders.Move):
            return public(preview_move(battle, command))
        assert isinstance(command, orders.Attack)
        return public(preview_attack(battle, command))
    except Refused as refused:
        return {"legal": False, "reason": public(refused.refusal)}


def _measure(battle: Battle, viewer: str | None, question: Measure) -> JSON:
    end = question.end
    place = end if isinstance(end, str) else cast(PointTarget, read_as(PointTarget, end, "to"))
    return public(measure(battle, question.start, place))


def _reach(battle: Battle, viewer: str | None, question: ReachQuestion) -> JSON:
    """Every spot in reach with what it costs, and whether he would lie there; before the battle where he may hide."""
    unit = battle.unit(question.unit)
    if battle.state.phase == HIDING:
        spots = hiding_places(battle, unit) if unit.hidden else ()
        places: list[JSON] = [
            {"at": list(at), "level": level, "prone": False, "cost": 0, "path": []} for at, level in spots
        ]
        return {"unit": unit.id, "mp": 0, "spots": places}
    mp = left_to(battle, unit)
    if unit.machine is not None:
        return {"unit": unit.id, "mp": mp, "spots": [*_straight_on(battle, unit, question.mode)]}
    found: list[JSON] = [
        {"at": list(way.spot[0]), "level": way.spot[1], "prone": way.spot[2], "cost": way.cost, "path": _path(way.path)}
        for way in ways(battle, unit, mp)
    ]
    return {"unit": unit.id, "mp": mp, "spots": found}


def _straight_on(battle: Battle, unit: Unit, mode: str) -> Iterator[JSON]:
    """Where a machine comes to without turning: rows of dots before it, to both sides of that, and behind it."""
    machine = unit.machine
    assert machine is not None
    way = machine.mode or (mode if mode in MODES[unit.kind] else usual_mode(unit))
    for turn in (0, 1, -1, 3):
        for far in count(1):
            to = neighbour(unit.at, turned(machine.facing, turn), far)
            plan = plan_machine(battle, unit, orders.Move(unit.id, (to,), mode=way))
            if plan.refusal is not None:
                break
            yield {
                "at": list(to),
                "level": plan.elevation,
                "prone": False,
                "cost": plan.cost,
                "path": [list(to)],
                "mode": way,
            }


def _route(battle: Battle, viewer: str | None, question: Route) -> JSON:
    """The cheapest way to a dot, as far as his points reach; on the level that is meant."""
    unit = battle.unit(question.unit)
    level = None if question.elevation is None else int(question.elevation)
    for way in ways(battle, unit, left_to(battle, unit)):
        at, floor, _ = way.spot
        if at == question.to and (level is None or floor == level):
            return {"legal": True, "path": _path(way.path), "cost": way.cost, "level": floor}
    return {"legal": False, "path": [], "cost": 0, "level": level or 0}


def _path(path: tuple[Any, ...]) -> list[JSON]:
    return [part if isinstance(part, str) else list(part) for part in path]


def _sight(battle: Battle, viewer: str | None, question: SightQuestion) -> JSON:
    """A floor as one man sees it: for each of its dots in rows from the south whether it is hidden, partly or clear."""
    unit = battle.unit(question.unit)
    at = unit.at if question.at is None else question.at
    if not battle.map.inside(at):
        raise InputError(f"{list(at)} is no dot of the map", key="at")
    level = unit.elevation if question.elevation is None else question.elevation
    prone = unit.prone if question.prone is None else question.prone
    field, more = battle.map, HEIGHTS.of(battle)["soldier"]
    rows = [
        field.pair(at, level + more, dot, question.level + more, prone_a=prone, prone_b=False) for dot in field.dots
    ]
    found = field.sights(np.array(rows), terms(battle), HEIGHTS.of(battle)["tree"])
    seen = ""
    for dot, (hidden, cover) in zip(field.dots, found.tolist(), strict=True):
        gone = dot != at and (hidden or not _is_floor(battle, dot, question.level))
        seen += HIDDEN if gone else PARTIAL if cover else CLEAR
    return {"unit": unit.id, "level": question.level, "seen": seen}


def _is_floor(battle: Battle, dot: tuple[float, float], level: int) -> bool:
    """Whether a man could stand there at all."""
    building = battle.map.building(dot)
    if building is None:
        return battle.map.ground(dot) == level
    return battle.map.base(building) - 1 <= level <= battle.map.roof(building)


def _offers(battle: Battle, viewer: str | None, question: OffersQuestion) -> JSON:
    if viewer is None:
        return []
    if question.unit is None:
        return [show_offer(one) for one in offers(battle, viewer)]
    unit = battle.unit(question.unit)
    if unit.side != viewer or battle.decision is not None or battle.state.to_act != viewer:
        return []
    return [show_offer(one) for one in offers_of(battle, unit)]


ANSWERS: Final[dict[type, Callable[[Any, str | None, Any], JSON]]] = {
    Preview: _preview,
    Measure: _measure,
    ReachQuestion: _reach,
    Route: _route,
    SightQuestion: _sight,
    OffersQuestion: _offers,
}
