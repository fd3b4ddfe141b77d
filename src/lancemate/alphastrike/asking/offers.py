"""One answer to "what may I do now": every offer the rules make a side, the least it can do first.

The verbs of the game (decide, deploy, move, attack, pass, end the phase, resign) are asked here of the rooms that know
them; everything else hangs on hooks (play/offer.py), so that an ability with a choice is one file. Offers are made on
the battle as it is given: whoever must not learn of hidden units asks on a copy without them. Knows no ability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.support import support_offers
from lancemate.alphastrike.asking.targets import possible_deeds, possible_targets
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.combat.attack import PASS, Attack, Kind, attack_choices, platform_of, rear_command, why_not
from lancemate.alphastrike.combat.turns import check_holding, party_on_table
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.movement.activation import check_staying, counts_for_movement, moves_now, waiting_in_bays
from lancemate.alphastrike.movement.modes import ASKED, asked_modes, may_move_now, modes_of_modules
from lancemate.alphastrike.movement.planner import check_move, move_choices
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.play.offer import ANYWHERE, Choice, Offer, Switch, choices, offer
from lancemate.alphastrike.play.parties import may_act
from lancemate.alphastrike.play.state import ABOARD, GONE, OFFBOARD, Unit
from lancemate.alphastrike.turn.buying import QUESTION as BUYING
from lancemate.alphastrike.turn.deployment import is_waiting, may_stay_off
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

MODE: Final = Choice("mode", "Mode", "word", "AS-MOV-049")
PATH: Final = Choice("path", "Way", "path", "AS-MOV-001")
FACING: Final = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)
PLACE: Final = Choice("at", "Place", "point", "AS-INT-054", needed=True)
POINT: Final = Choice("target", "Point", "point", "AS-COM-005", needed=True)
PURCHASES: Final = Choice("support", "Support", "purchases", "AS-BAT-002")
LOOKED_AT: Final = tuple((far, 30.0 * k) for far in (3.0, 12.0, 30.0) for k in range(12))  # inches, degrees


def offers(battle: Battle, side: str, unit: str | None = None) -> Iterator[Offer]:
    """Everything a side may do now, or one of its units."""
    state = battle.state
    if state.outcome is not None:
        return
    if state.decision is not None:
        yield from answers(battle, side)
    else:
        for one in battle.units.values():
            if one.side == side and unit in (None, one.id):
                yield from offers_of(battle, one)
    if unit is None:
        if state.decision is None and orders.SupportAttack in battle.now.verbs:
            yield from support_offers(battle, side)
        if state.decision is None and may_end_phase(battle, side):
            yield offer(orders.EndPhase(), f"End the {battle.now.title} for {battle.state.party or side}", "AS-INT-057")
        yield offer(orders.Resign(side), "Resign", "AS-INT-064")


def offers_of(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """What one unit may do while nobody has to decide anything."""
    acts = may_act(battle, unit)
    if acts:
        yield from passes(battle, unit)
        yield from deeds(battle, unit)
    yield from toggles(battle, unit)
    if acts and battle.state.to_act == unit.side:
        verbs = battle.now.verbs
        if orders.Deploy in verbs:
            yield from deployments(battle, unit)
        if orders.Move in verbs:
            yield from moves(battle, unit)
        if orders.Attack in verbs:
            yield from attacks(battle, unit)


# -- answers, and the least -----------------------------------------------------------------------------------


def answers(battle: Battle, side: str) -> Iterator[Offer]:
    """The choices of a decision, for who is asked."""
    asked = battle.decision
    if asked is not None and asked.side == side:
        if asked.kind == BUYING:
            yield offer(orders.Buy(side), "Buy support", asked.rule, PURCHASES)
        for choice in asked.choices:
            yield offer(orders.Decide(side, choice), choice, asked.rule)


def passes(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Doing nothing, where that is allowed."""
    verbs, command = battle.now.verbs, orders.Pass(unit.id)
    if battle.state.to_act != unit.side or orders.Pass not in verbs:
        return
    if orders.Attack in verbs and may_hold_fire(battle, unit):
        yield offer(command, "Hold fire", "AS-COM-001")
    elif orders.Move in verbs and may_stay(battle, unit):
        yield offer(command, "Stay", "AS-MOV-009")
    elif orders.Deploy in verbs and is_waiting(unit):
        by = may_stay_off(battle, unit)
        if by is not None:
            yield offer(command, "Keep it off the table", by)


def may_hold_fire(battle: Battle, unit: Unit) -> bool:
    """Whoever is on the table or a gun beyond its edge, until it has said so, and unless it must attack."""
    return (unit.on_table or unit.place == OFFBOARD) and PASS not in unit.attacks and _lets_hold(battle, (unit,))


def _lets_hold(battle: Battle, units: Iterable[Unit]) -> bool:
    try:
        check_holding(battle, units)
    except Refused:
        return False
    return True


def may_stay(battle: Battle, unit: Unit) -> bool:
    """A unit that could move need not."""
    if unit.place == ABOARD and not moves_now(battle, unit) and unit not in waiting_in_bays(battle, unit.side):
        return False
    if not may_move_now(battle, unit):
        return False
    return _lets_stay(battle, (unit,))


def _lets_stay(battle: Battle, units: tuple[Unit, ...]) -> bool:
    try:
        check_staying(battle, units)
    except Refused:
        return False
    return True


def may_end_phase(battle: Battle, side: str) -> bool:
    if battle.state.to_act != side or orders.EndPhase not in battle.now.verbs:
        return False
    if orders.Move not in battle.now.verbs:
        party = battle.state.party or side
        return orders.Attack not in battle.now.verbs or _lets_hold(battle, party_on_table(battle, party))
    waiting = (one for one in battle.units_of(side) if counts_for_movement(battle, one))
    return _lets_stay(battle, tuple(waiting))


# -- what hooks offer -----------------------------------------------------------------------------------------


def deeds(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """What rules let a unit do besides moving, attacking and passing."""
    if unit.in_play:
        for hook in battle.hooks[hooks.offers]:
            yield from hook(battle, unit) or ()


def all_deeds(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """The same, with attacks that hurt nobody and serve a scenario."""
    yield from deeds(battle, unit)
    if orders.Attack in battle.now.verbs and battle.state.to_act == unit.side and PASS not in unit.attacks:
        for aim in possible_deeds(battle, unit):
            found = attack_offer(battle, aim.command(unit.id))
            if found is not None:
                yield found


def switches(battle: Battle, unit: Unit) -> Iterator[Switch]:
    """What its player may turn on and off, and how it stands."""
    if unit.in_play:
        yield from (found for hook in battle.hooks[hooks.switches] if (found := hook(battle, unit)) is not None)


def toggles(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Switches that may be turned, each as it does not stand yet."""
    wishes = dict(unit.planned)
    for switch in switches(battle, unit):
        will = wishes.get(switch.ability, switch.on)
        command = orders.Toggle(unit.id, switch.ability, not will)
        by = _may_toggle(battle, unit, command)
        if by is not None:
            yield offer(command, switch.label, by, Choice("on", switch.label, "flag", by))


def _may_toggle(battle: Battle, unit: Unit, command: orders.Toggle) -> str | None:
    """The rule that answers for a switch, if none is against it."""
    answers = (hook(battle, unit, command.switch, command.on) for hook in battle.hooks[hooks.may_toggle])
    first = next((answer for answer in answers if answer is not None), None)
    return first if isinstance(first, str) else None


# -- places and ways ------------------------------------------------------------------------------------------


def deployments(battle: Battle, unit: Unit) -> Iterator[Offer]:
    if is_waiting(unit):
        said = choices(hook(battle, unit) for hook in battle.hooks[hooks.deploy_choices])
        yield offer(orders.Deploy(unit.id, unit.at), "Place", "AS-INT-056", PLACE, FACING, *said)


def moves(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """One offer for all moves of a unit; whoever cannot stay where it is has to choose a way first."""
    if not may_move_now(battle, unit) or unit.card.is_aerospace:
        return
    modes = asked_modes(battle, unit)
    if not modes:
        still = orders.Move(unit.id)
        if check_move(battle, still).legal:
            asked = (*ASKED.of(battle), *modes_of_modules(battle, unit))
            words = (mode for mode in asked if check_move(battle, replace(still, mode=mode)).legal)
            off = [choice for choice in move_choices(battle, unit) if choice.kind == "landings"]
            yield offer(still, "Stay where it is", "AS-MOV-003", replace(MODE, among=tuple(words)), *off)
        return
    here = orders.Move(unit.id, (), modes[0])
    stays = unit.place != ABOARD and check_move(battle, here).legal
    command = here if stays else orders.Move(unit.id)
    yield offer(
        command,
        "Move",
        "AS-MOV-001",
        replace(MODE, among=modes),
        replace(PATH, needed=not stays),
        FACING,
        *move_choices(battle, unit),
    )


# -- attacks --------------------------------------------------------------------------------------------------


def attacks(battle: Battle, unit: Unit, *, terrain: bool = True) -> Iterator[Offer]:
    """Every attack of a unit: on units, on terrain, on points of the table."""
    if PASS in unit.attacks or unit.place == GONE:
        return
    for aim in possible_targets(battle, unit, terrain=terrain):
        found = attack_offer(battle, aim.command(unit.id))
        if found is not None:
            yield found
    yield from attacks_ready(battle, unit)
    yield from attacks_at_points(battle, unit)


def attacks_ready(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Attacks that their kind has worked out itself: strips to strafe, points to bomb."""
    for kind in KINDS.values():
        for command in kind.ready(battle, unit) if kind.ready is not None else ():
            found = attack_offer(battle, command)
            if found is not None:
                yield found


def attack_offer(battle: Battle, command: orders.Attack) -> Offer | None:
    """An attack with what may be said of it, or None where the rules forbid it.

    One that is forbidden as it stands may be allowed with a word in it: then the word is in the order.
    """
    attack = Attack(battle, command)
    said = attack_choices(attack)
    if why_not(attack) is not None:
        words = (choice.said(command, value) for choice in said for value in choice.trials())
        allowed = next((word for word in words if is_allowed(battle, word)), None)
        if allowed is None:
            return None
        command = allowed
    left = (_what_is_left(battle, command, choice) for choice in said)
    with_what, deed = attack_words(command), trait.DEED in attack.traits
    aim = target_words(battle, command.target)
    label = f"{with_what.capitalize()} {aim}" if deed else f"Attack {aim}: {with_what}"
    return offer(command, label, "AS-COM-001", *choices(left))


def _what_is_left(battle: Battle, command: orders.Attack, choice: Choice) -> Choice | None:
    """As much of a choice as the rules allow, everything else being as it stands."""
    if choice.kind in ANYWHERE:
        return choice
    if choice.said(command, choice.trials()[0]) == command or (choice.word in command.abilities):
        return None
    good = [value for value in choice.trials() if is_allowed(battle, choice.said(command, value))]
    if choice.among and choice.word is None:
        return replace(choice, among=tuple(str(value) for value in good)) if good else None
    return choice if len(good) == len(choice.trials()) else None


def is_allowed(battle: Battle, command: orders.Attack) -> bool:
    """Whether the rules allow an attack, with the one that is declared together with it."""
    rear = rear_command(command)
    try:
        both = [Attack(battle, one) for one in (command, rear) if one is not None]
    except Refused:
        return False
    return all(why_not(attack) is None for attack in both)


def attacks_at_points(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Attacks whose target is a point, each with one that is allowed already in it; where none is found, none."""
    platform = platform_of(battle, unit)
    if not platform.on_table and platform.place != OFFBOARD:
        return
    for kind in KINDS.values():
        for using, ammo in _fired_at_points(kind, unit):
            command = orders.Attack(unit.id, orders.PointTarget(unit.at), kind.name, using, ammo=ammo)
            yield from _aimed_at_a_point(battle, platform, command, "AS-COM-106")
    if any(hook(battle, unit) for hook in battle.hooks[hooks.fires_at_ground]):
        command = orders.Attack(unit.id, orders.PointTarget(unit.at))
        yield from _aimed_at_a_point(battle, platform, command, "AS-OPT-540")


def _aimed_at_a_point(battle: Battle, platform: Unit, command: orders.Attack, by: str) -> Iterator[Offer]:
    aimed = next(_allowed_points(battle, platform, command), None)
    if aimed is not None:
        said = attack_choices(Attack(battle, command))
        yield offer(aimed, f"Aim {attack_words(aimed)} at a point", by, POINT, *said)


def _fired_at_points(kind: Kind, unit: Unit) -> Iterator[tuple[str | None, str | None]]:
    """What a kind of attack aims at points, and what it fires there."""
    for using in kind.at_points(unit) if kind.at_points is not None else ():
        words = kind.ammo_at_points(unit, using) if kind.ammo_at_points is not None else (None,)
        yield from ((using, word) for word in words)


def _allowed_points(battle: Battle, platform: Unit, command: orders.Attack) -> Iterator[orders.Attack]:
    """The attack at points that the rules allow, with its own eyes or somebody else's."""
    said = [choice for choice in attack_choices(Attack(battle, command)) if choice.kind == "unit"]
    for point in _points_near(battle, platform):
        aimed = replace(command, target=orders.PointTarget(point))
        seen = (choice.said(aimed, name) for choice in said for name in choice.among)
        yield from (one for one in (aimed, *seen) if is_allowed(battle, one))


def _points_near(battle: Battle, unit: Unit) -> Iterator[Point]:
    """Where enemies stand, then points all around."""
    yield from (enemy.at for enemy in battle.on_table(battle.opponent(unit.side)))
    for far, bearing in LOOKED_AT:
        point = battle.table.snap(battle.table.beyond(unit.at, unit.facing + bearing, far))
        if battle.table.inside(*point):
            yield point


def target_words(battle: Battle, target: object) -> str:
    """What is aimed at, as a button says it."""
    name = battle.table.name
    match target:
        case orders.LineTarget(line):
            return f"the strip {name(line[0])} to {name(line[1])}"
        case orders.PointTarget(point):
            return name(point)
        case orders.RunTarget():
            return "what it has flown over"
        case orders.PointsTarget(points):
            return ", ".join(name(point) for point in points)
        case _:
            return str(target)


def attack_words(command: orders.Attack) -> str:
    """What an attack is made with, in a player's words."""
    kind = KINDS[command.kind]
    what = kind.words or kind.name
    if command.using is not None:
        what = f"{what} {command.using}" if kind.resolve is not None else ability_words(command.using)
    what = f"{what} with {called(command.ammo.rpartition(':')[2])}" if command.ammo is not None else what
    return f"{what} ({command.arc})" if command.arc is not None else what


def ability_words(code: str) -> str:
    """The name of an ability as it reads within a sentence."""
    named = ABILITIES.get(code)
    return code if named is None else named.name.lower()
