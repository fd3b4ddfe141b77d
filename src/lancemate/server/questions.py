"""Answers to what a player asks before acting: previews, measures, reach, ways, targets. Changes nothing.

Who asks hears nothing of units that side cannot see. Knows how to ask the rules; knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import dist
from typing import Any, Final

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.outcomes import outcomes_of_answer
from lancemate.alphastrike.asking.preview import expected, preview_attack
from lancemate.alphastrike.asking.targets import Choice, possible_targets
from lancemate.alphastrike.asking.views import unseen_by
from lancemate.alphastrike.cards.pilot_names import MULTI_TASKER
from lancemate.alphastrike.combat.area import TEMPLATES
from lancemate.alphastrike.combat.artillery import each_piece_once, piece_fired, pieces_of, templates_of
from lancemate.alphastrike.combat.attack import Attack, why_not
from lancemate.alphastrike.combat.sight import Ruling, attack_sight
from lancemate.alphastrike.movement import check_move, reach
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.modes import check_mode
from lancemate.alphastrike.movement.planner import MovePreview
from lancemate.alphastrike.movement.reach import SPACING
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.splitting import half_is_left
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import command_from_data, command_to_data, read_as
from lancemate.alphastrike.play.state import Unit
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refused, refuse
from lancemate.kernel.events import public
from lancemate.server.messages import Journey, Measure, Preview, Question, ReachQuestion, Route, Targets

NEAR: Final = 1.0  # inches around a click in which a place of the overlay is meant

Answer = dict[str, JSON]


def answer(battle: Battle, viewer: str | None, question: Question) -> JSON:
    """What the rules say. Raises Refused or InputError when it cannot be asked."""
    return ANSWERS[type(question)](battle, viewer, question)


def seen_unit(battle: Battle, viewer: str | None, name: str) -> Unit:
    """A unit the viewer knows of; any other is as good as not there."""
    unseen = unseen_by(battle, viewer)
    unit = battle.units.get(name)
    if unit is None or name in unseen:
        known = ", ".join(one for one in battle.units if one not in unseen)
        raise refuse("unknown_unit", f"there is no unit {name[:60]!r}; there are {known}")
    return unit


def check_names(battle: Battle, viewer: str | None, command: orders.Command) -> None:
    """Refuse a command that names a unit the viewer does not see, as if it were not there."""
    unseen = unseen_by(battle, viewer)
    for key in ("unit", "target", "spotter", "rear", "network", "charge", "dfa", "board"):
        name = getattr(command, key, None)
        if isinstance(name, str) and (key == "unit" or name in unseen):
            seen_unit(battle, viewer, name)


# -- attacks and moves beforehand -----------------------------------------------------------------------------


def _preview(battle: Battle, viewer: str | None, question: Preview) -> JSON:
    given = {"attack": question.attack, "move": question.move, "decide": question.decide}
    named = {kind: body for kind, body in given.items() if body is not None}
    if len(named) != 1:
        raise InputError("a preview is of an attack, of a move or of an answer to a decision")
    command = command_from_data(dict(named), "preview")
    try:
        check_names(battle, viewer, command)
        match command:
            case orders.Move():
                return _plain(check_move(battle, command))
            case orders.Decide():
                return _answer_to_decision(battle, viewer, command)
            case _:
                assert isinstance(command, orders.Attack)
                return _attack(battle, command)
    except Refused as refused:
        return {"legal": False, "reason": public(refused.refusal)}


def _attack(battle: Battle, command: orders.Attack) -> Answer:
    found = _plain(preview_attack(battle, command))
    return {**found, "sight": _attack_sight(battle, command), "area": _area(battle, command)}


def _area(battle: Battle, command: orders.Attack) -> JSON:
    """What lies under the templates of a shell, from the middle outwards; of other attacks nothing."""
    if command.kind != "artillery":
        return None
    try:
        attack = Attack(battle, command)
    except Refused:
        return None
    if piece_fired(attack) is None:
        return None
    return [
        {"radius": TEMPLATES.of(battle)[size]["radius"], "damage": str(strength)}
        for size, strength in templates_of(attack)
        if strength
    ]


def _answer_to_decision(battle: Battle, viewer: str | None, command: orders.Decide) -> Answer:
    """What an answer may lead to. Only who is asked may weigh it."""
    asked = battle.decision
    if asked is None or asked.side != viewer or command.side != viewer:
        raise refuse("no_decision", "nothing waits for your decision", "AS-INT-057")
    return {"legal": True, "reason": None, "units": public(outcomes_of_answer(battle, command))}


def _attack_sight(battle: Battle, command: orders.Attack) -> JSON:
    try:
        attack = Attack(battle, command)
    except Refused:
        return None
    viewer = attack.spotter or attack.attacker
    if not viewer.on_table or (attack.target is not None and not attack.target.on_table):
        return None
    return _line(viewer.at, attack.aim[0], attack_sight(attack))


def _line(start: tuple[float, float], end: tuple[float, float], ruling: Ruling) -> JSON:
    """A sight line to draw, with what hinders it."""
    return {
        "from": list(start),
        "to": list(end),
        "status": ruling.status,
        "reason": ruling.reason or None,
        "rule": ruling.rule,
        "cover": list(ruling.cover),
        "hidden": round(ruling.hidden_target, 4),
        "crossings": public(ruling.crossings),
    }


def _measure(battle: Battle, viewer: str | None, question: Measure) -> JSON:
    start = seen_unit(battle, viewer, question.start)
    target = read_as(str | orders.PointTarget, question.end, "to")
    if isinstance(target, str) and target not in battle.table.by_id:
        seen_unit(battle, viewer, target)
    assert isinstance(target, (str, orders.PointTarget))
    end = target.point if isinstance(target, orders.PointTarget) else target
    found = _plain(measure(battle, start.id, end))
    return {**found, "sight": _attack_sight(battle, orders.Attack(start.id, target))}


# -- where to -------------------------------------------------------------------------------------------------


def _mover(battle: Battle, viewer: str | None, question: Journey) -> Unit:
    """The unit that would go, in a mode that there is."""
    unit = seen_unit(battle, viewer, question.unit)
    check_mode(Movement(battle, orders.Move(unit.id, mode=question.mode)))
    return unit


def _reach(battle: Battle, viewer: str | None, question: ReachQuestion) -> JSON:
    unit = _mover(battle, viewer, question)
    found = reach(battle, unit, question.mode)
    places: list[JSON] = []
    for place in found.costs.argsort(kind="stable").tolist():
        command = replace(found.move_to(place), elevation=question.elevation, cruise=question.cruise)
        preview = check_move(battle, command)
        if preview.legal:
            x, y = command.path[-1] if command.path else unit.at
            places.append([x, y, round(preview.cost, 2)])
    answer: Answer = {"unit": unit.id, "mode": question.mode, "allowance": found.allowance, "spacing": SPACING}
    return {**answer, "places": places}


def _route(battle: Battle, viewer: str | None, question: Route) -> JSON:
    """The way to the place of the overlay nearest to the click, then on to the click itself if that holds."""
    unit = _mover(battle, viewer, question)
    found = reach(battle, unit, question.mode)

    def along(path: tuple[tuple[float, float], ...]) -> tuple[orders.Move, MovePreview]:
        command = orders.Move(
            unit.id, path, question.mode, question.facing, elevation=question.elevation, cruise=question.cruise
        )
        return command, check_move(battle, command)

    order = sorted(range(len(found)), key=lambda place: (dist(found.points[place].tolist(), question.to), place))
    for place in order:
        if dist(found.points[place].tolist(), question.to) > NEAR:
            break
        proposed = found.move_to(place).path
        for path in ((*proposed[:-1], question.to), (*proposed, question.to), proposed):
            command, preview = along(path)
            if preview.legal:
                return {"move": command_to_data(command)["move"], "preview": _plain(preview)}
    straight, preview = along((question.to,))
    return {"move": command_to_data(straight)["move"] if preview.legal else None, "preview": _plain(preview)}


# -- whom to attack -------------------------------------------------------------------------------------------


def _targets(battle: Battle, viewer: str | None, question: Targets) -> JSON:
    unit = seen_unit(battle, viewer, question.unit)
    unseen = unseen_by(battle, viewer)
    second = half_is_left(battle, unit)  # of its fire, the first half of which has had its overheat
    most_heat = 0 if second else unit.card.ov
    attacks: list[JSON] = []
    reachable: set[str] = set()
    for choice, command in _legal_attacks(battle, unit):
        if choice.target in unseen:
            continue
        heated = replace(command, overheat=min(question.overheat, most_heat) if choice.kind == "weapon" else 0)
        odds = expected(battle, heated)
        if heated.overheat and not odds.legal:
            heated, odds = command, expected(battle, command)
        reachable.add(choice.target)
        entry: Answer = {"attack": command_to_data(heated)["attack"], **_plain(choice), "split": heated.split}
        entry.update({"target_number": odds.target_number, "hit_probability": round(odds.hit_probability, 6)})
        attacks.append({**entry, "expected_damage": round(odds.expected_damage, 6)})
    refusals: Answer = {}
    for enemy in battle.on_table():
        if enemy.side != unit.side and enemy.id not in reachable | unseen:
            refused = preview_attack(battle, orders.Attack(unit.id, enemy.id, split=second), outcomes=False).reason
            refusals[enemy.id] = public(refused)
    answer: Answer = {"unit": unit.id, "attacks": attacks, "refusals": refusals, "overheat": most_heat}
    return {**answer, "artillery": _artillery(battle, unit)}


def _legal_attacks(battle: Battle, unit: Unit) -> Iterator[tuple[Choice, orders.Attack]]:
    """Every attack it may make now; a Multi-Tasker's standard attacks also as half of two."""
    splits = has(battle, unit, MULTI_TASKER)
    for choice in possible_targets(battle, unit):
        whole = choice.command(unit.id)
        halves = [replace(whole, split=True)] if splits and choice.kind == "weapon" and choice.using is None else []
        for command in (whole, *halves):
            if why_not(Attack(battle, command)) is None:
                yield choice, command


def _artillery(battle: Battle, unit: Unit) -> list[JSON]:
    """The kinds of artillery that it has not fired yet this turn."""
    pieces = {piece.code: piece.text for piece in pieces_of(unit)}
    aim = orders.PointTarget(unit.at)
    return [
        {"using": code, "text": text}
        for code, text in pieces.items()
        if each_piece_once(Attack(battle, orders.Attack(unit.id, aim, "artillery", using=code))) is None
    ]


def _plain(value: object) -> Answer:
    data = public(value)
    assert isinstance(data, dict)
    return data


ANSWERS: Final[Mapping[type, Callable[[Battle, str | None, Any], JSON]]] = {
    Preview: _preview,
    Measure: _measure,
    ReachQuestion: _reach,
    Route: _route,
    Targets: _targets,
}
