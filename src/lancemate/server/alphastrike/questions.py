"""Answers to what a player asks before acting: previews, measures, reach, ways, targets. Changes nothing.

Everything is asked of the battle as the viewer knows it, so no answer can tell more. Knows how to ask the rules; knows
no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeGuard

from lancemate.alphastrike.asking.flights import prospects, struck_by
from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.offers import attack_words, offers
from lancemate.alphastrike.asking.offers import attacks as attack_offers
from lancemate.alphastrike.asking.outcomes import outcomes_of_answer
from lancemate.alphastrike.asking.planning import outlook
from lancemate.alphastrike.asking.preview import Expectation, expected, preview_attack, preview_data
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.combat.aims import is_standard as is_standard_attack
from lancemate.alphastrike.combat.attack import Attack, rear_command
from lancemate.alphastrike.combat.sight import Ruling, attack_sight
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.modes import check_mode
from lancemate.alphastrike.movement.planner import MovePreview
from lancemate.alphastrike.movement.reach import SPACING, reach
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.footprint import names_to_aim_at
from lancemate.alphastrike.play.offer import Choice, Offer
from lancemate.alphastrike.play.order_data import command_from_data, command_to_data
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.support.catalogue import ARTILLERY, BOMBING, FAMILIES
from lancemate.alphastrike.support.targets import felt_around
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refused, refuse
from lancemate.kernel.events import public
from lancemate.kernel.order_data import read_as
from lancemate.server.alphastrike.offers import show_choice, show_offer
from lancemate.server.messages import (
    Journey,
    Measure,
    OffersQuestion,
    Plan,
    Preview,
    Question,
    ReachQuestion,
    Route,
    Targets,
)

NEAR: Final = 1.0  # inches around a click in which a place of the overlay is meant

Answer = dict[str, JSON]


def answer(battle: Battle, viewer: str | None, question: Question) -> JSON:
    """What the rules say of the battle as the viewer knows it. Raises Refused or InputError when it cannot be asked."""
    asked = ANSWERS.get(type(question))
    if asked is None:
        raise InputError(f"nobody asks for {question.type} in this game", key="type")
    return asked(known_to(battle, viewer), viewer, question)


# -- attacks and moves beforehand -----------------------------------------------------------------------------


def _preview(battle: Battle, viewer: str | None, question: Preview) -> JSON:
    given = {"attack": question.attack, "move": question.move, "decide": question.decide}
    named = {kind: body for kind, body in given.items() if body is not None}
    if len(named) != 1:
        raise InputError("a preview is of an attack, of a move or of an answer to a decision")
    command = command_from_data(dict(named), "preview")
    try:
        match command:
            case orders.Move():
                return {**_plain(check_move(battle, command)), **_prospects(battle, command)}
            case orders.Decide():
                return _answer_to_decision(battle, viewer, command)
            case orders.SupportAttack():
                return _support(battle, command)
            case _:
                assert isinstance(command, orders.Attack)
                return _attack(battle, command)
    except Refused as refused:
        return {"legal": False, "reason": public(refused.refusal)}


def _prospects(battle: Battle, command: orders.Move) -> Answer:
    """Whom a flight would pass over and who could shoot at it; nothing of other moves."""
    found = prospects(battle, command)
    if found is None:
        return {}
    return {"prospects": {kind: [dict(one._asdict()) for one in listed] for kind, listed in found._asdict().items()}}


def _attack(battle: Battle, command: orders.Attack) -> Answer:
    """What an attack needs and may do, and the same of the rear weapons that fire with it."""
    rear = rear_command(command)
    return {
        **preview_data(battle, command),
        "sight": _attack_sight(battle, command),
        "area": _area(battle, command),
        "rear": None if rear is None else preview_data(battle, rear),
    }


def _support(battle: Battle, command: orders.SupportAttack) -> Answer:
    """An attack of a side, with its templates to draw."""
    aimed = FAMILIES.get(command.using) in (BOMBING, ARTILLERY)
    rings = felt_around(battle, command.using) if aimed else ()
    area: list[JSON] = [{"radius": radius, "damage": str(damage)} for radius, damage in rings if damage]
    return {**_plain(preview_support(battle, command)), "area": area}


def _area(battle: Battle, command: orders.Attack) -> JSON:
    """What lies under the templates of a shell, from the middle outwards; of other attacks nothing."""
    try:
        attack = Attack(battle, command)
    except Refused:
        return None
    rings = attack.kind_rules.rings(attack) if attack.kind_rules.rings is not None else ()
    return [{"radius": ring.radius, "damage": str(ring.damage)} for ring in rings] or None


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
    start = battle.unit(question.start)
    target = read_as(str | orders.PointTarget, question.end, "to")
    if isinstance(target, str) and target not in battle.table.by_id:
        battle.unit(target)
    assert isinstance(target, (str, orders.PointTarget))
    end = target.point if isinstance(target, orders.PointTarget) else target
    found = _plain(measure(battle, start.id, end))
    return {**found, "sight": _attack_sight(battle, orders.Attack(start.id, target))}


# -- where to -------------------------------------------------------------------------------------------------


def _mover(battle: Battle, viewer: str | None, question: Journey) -> Unit:
    """The unit that would go, in a mode that there is."""
    unit = battle.unit(question.unit)
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
    answer: Answer = {
        "unit": unit.id,
        "mode": question.mode,
        "allowance": found.allowance,
        "spacing": battle.table.spacing if battle.table.kind == "hex" else SPACING,
    }
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

    to = battle.table.snap(question.to) if battle.table.kind == "hex" else question.to
    away = battle.table.distances(found.points, to)
    for place in away.argsort(kind="stable").tolist():
        if away[place] > NEAR:
            break
        proposed = found.move_to(place).path
        for path in ((*proposed[:-1], to), (*proposed, to), proposed):
            command, preview = along(path)
            if preview.legal:
                return {"move": command_to_data(command)["move"], "preview": _plain(preview)}
    straight, preview = along((to,))
    return {"move": command_to_data(straight)["move"] if preview.legal else None, "preview": _plain(preview)}


def _plan(battle: Battle, viewer: str | None, question: Plan) -> JSON:
    """From a place: what the unit would need on each enemy, and each enemy on it."""
    unit = _mover(battle, viewer, question)
    to = battle.table.snap(question.to) if battle.table.kind == "hex" else question.to
    found = outlook(battle, unit, question.mode, to, question.facing)
    return {
        "unit": unit.id,
        "at": list(to),
        "enemies": {one.enemy: {"gives": _short(one.gives), "takes": _short(one.takes)} for one in found},
    }


def _short(one: Expectation) -> JSON:
    """The short answer to an attack, or nothing where it is not allowed."""
    if not one.legal:
        return None
    return {
        "target_number": one.target_number,
        "hit_probability": one.hit_probability,
        "expected_damage": one.expected_damage,
    }


# -- whom to attack -------------------------------------------------------------------------------------------


def _targets(battle: Battle, viewer: str | None, question: Targets) -> JSON:
    """The attacks that a unit is offered, each with its odds; who cannot be attacked, and why."""
    unit = battle.unit(question.unit)
    found = list(attack_offers(battle, unit, terrain=False))
    listed = [offer for offer in found if offer.complete]
    reached = {_target(offer) for offer in listed}
    plain = orders.Attack(unit.id, unit.id)
    usual = next((command for offer in listed if is_standard(command := offer.command)), plain)
    refusals: Answer = {}
    for enemy in battle.on_table():
        for name in names_to_aim_at(enemy) if enemy.side != unit.side else ():
            if name not in reached:
                refused = preview_attack(battle, replace(usual, target=name), outcomes=False).reason
                refusals[name] = public(refused)
    return {
        "unit": unit.id,
        "attacks": [_with_odds(battle, offer, question.said) for offer in listed if isinstance(_target(offer), str)],
        "runs": [_run(battle, offer) for offer in listed if not isinstance(_target(offer), str)],
        "points": [show_offer(offer) for offer in found if not offer.complete],
        "refusals": refusals,
        "general": [show_choice(choice) for choice in _general(listed)],
    }


def _run(battle: Battle, offer: Offer) -> Answer:
    """An attack on several at once that is ready to be made, along a strip or on points: whom it would strike."""
    command = offer.command
    assert isinstance(command, orders.Attack)
    struck = struck_by(Attack(battle, command))
    return {**show_offer(offer), "words": attack_words(command), "struck": [*struck]}


def _general(found: Iterable[Offer]) -> list[Choice]:
    """What may be said before a target is chosen, each as far as it goes with any of them."""
    widest: dict[str, Choice] = {}
    for choice in (choice for offer in found for choice in offer.choose if choice.general):
        if choice.name not in widest or choice.most > widest[choice.name].most:
            widest[choice.name] = choice
    return list(widest.values())


def _target(offer: Offer) -> object:
    assert isinstance(offer.command, orders.Attack)
    return offer.command.target


def is_standard(command: orders.Command) -> TypeGuard[orders.Attack]:
    """An attack with all weapons; what is said in one may be said in others."""
    return isinstance(command, orders.Attack) and is_standard_attack(command.kind, command.using)


def _with_odds(battle: Battle, offer: Offer, said: Mapping[str, float]) -> Answer:
    """An attack as it would be made with what is said of all, as far as that goes with it."""
    command = offer.command
    assert isinstance(command, orders.Attack)
    for choice in offer.choose:
        if choice.general and choice.name in said:
            command = choice.said(command, max(choice.least, min(float(said[choice.name]), choice.most)))
    odds = expected(battle, command)
    return {
        **show_offer(offer),
        "attack": command_to_data(command)["attack"],
        "words": attack_words(command),
        **{key: getattr(command, key) for key in ("target", "kind", "using", "spotter", "arc")},
        "target_number": odds.target_number,
        "hit_probability": round(odds.hit_probability, 6),
        "expected_damage": round(odds.expected_damage, 6),
    }


def _offers(battle: Battle, viewer: str | None, question: OffersQuestion) -> JSON:
    """Everything the asker's side may do now, or one of its units: as that side knows the battle."""
    if viewer is None:
        return []
    if question.unit is not None:
        battle.unit(question.unit)
    return [show_offer(offer) for offer in offers(battle, viewer, question.unit)]


def _plain(value: object) -> Answer:
    data = public(value)
    assert isinstance(data, dict)
    return data


ANSWERS: Final[Mapping[type, Callable[[Battle, str | None, Any], JSON]]] = {
    Preview: _preview,
    Measure: _measure,
    ReachQuestion: _reach,
    Route: _route,
    Plan: _plan,
    Targets: _targets,
    OffersQuestion: _offers,
}
