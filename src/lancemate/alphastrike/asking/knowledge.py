"""The one gate for knowledge: what a side, or a spectator, knows of a battle.

``known_to`` answers with a copy of the battle as that side knows it. Views, bots, previews and all other questions
are asked of the copy, so they cannot tell what is not in it; events go through ``events_for``, commands through
``carry_out``. How much is known of a unit is a degree that rules lower (play/knowing.py). Must not know why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_sensors import sensors_at_work, sensors_without
from lancemate.alphastrike.cards.card import Card, Legs
from lancemate.alphastrike.cards.chassis import chassis_of
from lancemate.alphastrike.cards.command_names import FALSE_FLAG, IN_THE_MOMENT, INFILTRATORS, OFF_MAP
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.movement.activation import item_of
from lancemate.alphastrike.movement.mover import MOVE_ON
from lancemate.alphastrike.pilots.headhunting import knows_commanders
from lancemate.alphastrike.play.boarders import boarding, grappling
from lancemate.alphastrike.play.events import Decided, DecisionAsked, GroupMoves, SwitchPlanned, TurnPassed
from lancemate.alphastrike.play.ids import SideId, UnitId
from lancemate.alphastrike.play.knowing import (
    SECRET,
    Degree,
    Knowing,
    is_secret_question,
    not_all_known,
    told_without_skill,
)
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.minds import enraged, intimidated
from lancemate.alphastrike.play.orders import Toggle
from lancemate.alphastrike.play.phases import DEPLOYMENT
from lancemate.alphastrike.play.setup import FEAR, RAGE, SUPPORT, CommandAbility, Muster, Network, Setup, Side
from lancemate.alphastrike.play.state import Unit, blip, copy_unit, hidden
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.notes import objectives, objectives_without
from lancemate.alphastrike.turn.opening import body_of, compiled
from lancemate.kernel.agenda import Decision, Task, bare_task
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.journal import Journal
from lancemate.kernel.memory import Noted, Remembered
from lancemate.kernel.naming import named, perhaps_named

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.orders import Command

# What players agree on to keep things from each other.
HIDING: Final = frozenset(
    ("hidden_units", "concealing_unit_data", "battlefield_intelligence", "minefields", "advanced_artillery")
)
# By which a unit may be elsewhere than it seems.
UNPLACED: Final = frozenset(("hidden_units", "advanced_artillery"))
GUESS: Final = 20  # seed of the dice of a known battle; whoever wants others puts their own there
SOMETHING_SECRET: Final = "something secret"
ASKING: Final = "AS-INT-005"  # the rule by which players are asked whatever they are asked
SKILL: Final = 4  # of whom nothing better is known
TOKEN: Final = Card("unidentified", "BM", 1, Move(), NO_DAMAGE, 0, 1)  # stands for whatever it is
SOME_MOVE: Final = Move((("", 1),))  # of a unit whose card nobody has seen: it moves, nobody knows how far

UNDERHAND: Final = (FALSE_FLAG, INFILTRATORS)
SECRETIVE: Final = (*UNDERHAND, OFF_MAP, IN_THE_MOMENT)  # of a force that has them nobody else knows everything

Lowered = Mapping[UnitId, Degree]
Quota = tuple[tuple[SideId, int], ...]


def known_to(battle: Battle, side: SideId | None) -> Battle:
    """The battle as a side knows it, or without a side as everybody does: a copy to ask and to try things on.

    Its journal is empty and its dice have nothing to do with the real ones.
    """
    twin = battle.clone()
    twin.journal, twin.dice = Journal(), SeededDice(GUESS)
    lowered = not_all_known(battle, side)
    if not lowered:
        twin.setup = _setup(twin, side, lowered)
    else:
        twin.setup, twin.memory = _remembered(twin, side, lowered)
        _forget_units(twin, battle.setup, lowered)
        twin.hooks = compiled(twin, (unit.card for unit in twin.units.values()), _moods(twin))
    _keep_secrets(twin, side, _nameless(lowered))
    return twin


def _remembered(twin: Battle, side: SideId | None, lowered: Lowered) -> tuple[Setup, dict[Any, Any]]:
    """The setup as a side knows it, and what was worked out for it while it knew just as much: nothing of what was
    worked out with everybody on the table."""
    known = tuple(lowered.items())
    before = twin.memory.get((_remembered, side))
    if before is None or before[0] != known:
        before = twin.memory[_remembered, side] = known, _setup(twin, side, lowered), {}
    return cast("tuple[Setup, dict[Any, Any]]", before[1:])


def _moods(twin: Battle) -> frozenset[str]:
    """What units are driven by holds for them, whoever it was and whatever is known of that pilot."""
    noted = [unit for unit in twin.units.values() if unit.notes]
    found = {RAGE} if any(enraged.of(unit) is not None for unit in noted) else set()
    return frozenset(found | ({FEAR} if any(map(intimidated.of, noted)) else set()))


# -- units ----------------------------------------------------------------------------------------------------


def _forget_units(twin: Battle, setup: Setup, lowered: Lowered) -> None:
    """Take units out of the state, or put what is known of them in their place."""
    state = twin.state
    nameless = _nameless(lowered)
    tokens = sorted(
        (_token(twin, unit) for unit in state.units.values() if _is_token(lowered, unit)), key=lambda one: one.id
    )
    called = _called(twin, lowered)
    known = [unit for name, unit in state.units.items() if name not in nameless]
    outlined = [_as_known(twin, unit, lowered[unit.id]) if unit.id in lowered else unit for unit in known]
    state.units = {unit.id: unit for unit in (*outlined, *sorted(tokens, key=lambda token: token.id))}
    for unit in outlined:
        _forget_names(unit, nameless)
        if unit.notes:
            unit.notes = {key: _renamed(key, value, called) for key, value in unit.notes.items()}
    state.notes = _notes_without(state.notes, setup.networks, nameless)
    state.agenda = tuple(_known_task(twin, one, nameless) for one in state.agenda)
    if state.moving_group not in [item_of(twin, unit) for unit in twin.units.values()]:
        state.moving_group = None


def _nameless(lowered: Lowered) -> frozenset[UnitId]:
    return frozenset(name for name, known in lowered.items() if known < Degree.TYPE)


def _called(battle: Battle, lowered: Lowered) -> Mapping[UnitId, UnitId | None]:
    """What those are called whose names are not known: by their tokens, or not at all."""
    unknown = [battle.units[name] for name in _nameless(lowered)]
    return {unit.id: token_name(unit) if _is_token(lowered, unit) else None for unit in unknown}


def _renamed(key: str, value: JSON, called: Mapping[UnitId, UnitId | None]) -> JSON:
    """A note as a side knows it that does not know all whom it names."""
    if not memory.names_units(key):
        return value
    match value:
        case str():
            return called.get(value, value)
        case list():
            names = [called.get(name, name) if isinstance(name, str) else name for name in value]
            return [name for name in names if name is not None]
        case dict():
            return {new: one for name, one in value.items() if (new := called.get(name, name)) is not None}
    return value


def _is_token(lowered: Lowered, unit: Unit) -> bool:
    return lowered.get(unit.id) is Degree.SOMETHING and unit.on_table


def _token(twin: Battle, unit: Unit) -> Unit:
    """Something is there, and it has moved or not."""
    body = body_of(twin, TOKEN)
    return Unit(
        id=token_name(unit),
        side=unit.side,
        card=TOKEN,
        skill=SKILL,
        radius=body.radius,
        height=body.height,
        armor=TOKEN.armor,
        structure=TOKEN.structure,
        place=unit.place,
        x=unit.x,
        y=unit.y,
        elevation=unit.elevation,
        moved="none" if unit.moved == "none" else "ground",
    )


def token_name(unit: Unit) -> UnitId:
    """What something nobody has identified is called: the same all through a battle, and never by its own name."""
    name = blip.of(unit)
    assert name is not None, f"{unit.id} has no token"
    return name


@rules.rule("AS-OPT-325", otherwise=lambda battle, card, stuck=False: card)
def outline_of(battle: Battle, card: Card, stuck: bool = False) -> Card:
    """What can be told from outside: the chassis, the type, and whether it is stuck where it stands."""
    return _looks(chassis_of(card), card.type, card.chassis, card.legs, card.superheavy, stuck)


@lru_cache(maxsize=1024)
def _looks(name: str, type_: str, chassis: str, legs: Legs, superheavy: bool, stuck: bool) -> Card:
    """One card for all that look alike, so that whoever compares cards sees that they are the same."""
    move = Move() if stuck else SOME_MOVE
    return Card(name, type_, 1, move, NO_DAMAGE, 0, 1, chassis=chassis, legs=legs, superheavy=superheavy)


def _sheet_of(twin: Battle, card: Card) -> Card:
    """A card without its points, the same one each time."""
    _, read = twin.remember((_sheet_of, id(card)), lambda: (card, replace(card, pv=0)))  # kept: no other has its id
    return cast(Card, read)


def _as_known(twin: Battle, unit: Unit, known: Degree) -> Unit:
    """A unit with what is seen of it from outside, or told by its record sheet."""
    if known is not Degree.SHEET:
        return _outline(twin, unit)
    read = copy_unit(unit)
    read.card, read.skill = _sheet_of(twin, unit.card), SKILL
    read.notes = {name: _told(name, value) for name, value in read.notes.items()} if read.notes else read.notes
    return read


def _told(note: str, value: JSON) -> JSON:
    """The value of a note, or what is said of it in the place of a number that somebody's Skill is in."""
    return told_without_skill.get(note, value) if value is not None else None


def _outline(twin: Battle, unit: Unit) -> Unit:
    """A unit with what is seen of it from outside, and nothing of what its card would tell."""
    card = outline_of(twin, unit.card, is_immobile(twin, unit))
    return Unit(
        id=unit.id,
        side=unit.side,
        card=card,
        skill=SKILL,
        radius=unit.radius,
        height=unit.height,
        armor=card.armor,
        structure=card.structure,
        place=unit.place,
        x=unit.x,
        y=unit.y,
        facing=unit.facing,
        elevation=unit.elevation,
        aboard=unit.aboard,
        riding=unit.riding,
        group=unit.group,
        shutdown=unit.shutdown,
        stunned=unit.stunned,
        hull_down=unit.hull_down,
        airborne=unit.airborne,
        doomed=None if unit.doomed is None else "it is lost",
        destroyed=unit.destroyed,
        fell=unit.fell,
        exited=unit.exited,
        withdrawing=unit.withdrawing,
        moved=unit.moved,
        inches=unit.inches,
        declared=unit.declared,
        attacks=unit.attacks,
        targets=unit.targets,
        spotted=unit.spotted,
    )


def _forget_names(unit: Unit, nameless: frozenset[UnitId]) -> None:
    """Take out of a unit whom it had to do with."""
    if unit.declared is not None and unit.declared[1] in nameless:
        unit.declared = None
    if unit.targets:
        unit.targets = tuple(target for target in unit.targets if target[1] not in nameless)
    if unit.spotted in nameless:
        unit.spotted = None
    for note in (grappling, boarding):
        if unit.notes and note.of(unit) in nameless:
            note.erase(unit)


@rules.task("unknown_step")
def unknown_step(battle: Battle, **data: Any) -> None:
    """What somebody unknown would do next: nobody can tell what comes of it."""


def _known_task(twin: Battle, step: Task, nameless: frozenset[UnitId]) -> Task:
    """A step of the agenda, or one that tells nothing where units are named that nobody knows."""
    data = step.data
    names = {data.get("unit"), data.get("carrier")}
    command = data["attack"].command if "attack" in data else data.get("command")
    if command is not None:
        names.update(perhaps_named(command, "unit"))
    formations = {formation.name for formation in twin.setup.formations}
    unknown = not nameless.isdisjoint(names) or ("formation" in data and data["formation"] not in formations)
    return bare_task("unknown_step") if unknown else step


# -- setup and notes --------------------------------------------------------------------------------------------


def _setup(twin: Battle, side: SideId | None, lowered: Lowered) -> Setup:
    """A setup that tells nothing a side does not know; mostly it can stay as it is."""
    setup = twin.setup
    if lowered:
        setup = _setup_without(twin, setup, lowered)
    if any(muster.state and muster.side != side for muster in setup.units):
        units = tuple(muster if muster.side == side else _without_plans(muster) for muster in setup.units)
        setup = replace(setup, units=units)
    if any((one.support or one.officers or one.command_abilities) and one.name != side for one in setup.sides):
        hunted = knows_commanders(setup, side)
        first, second = (
            one if one.name == side else _without_secrets_of_command(one, lowered, hunted=hunted) for one in setup.sides
        )
        setup = replace(setup, sides=(first, second))
    if setup.hidden_terrain:
        own = tuple(feature for feature in setup.hidden_terrain if feature.properties.get("side") == side)
        setup = replace(setup, hidden_terrain=own)
    if setup.scenario is not None:
        setup = replace(setup, scenario=setup.scenario.seen_by(side))
    return setup


def _without_secrets_of_command(side: Side, lowered: Lowered, *, hunted: bool) -> Side:
    """A side with what everybody knows of its support and its command: minefields that lie openly, and abilities."""
    nameless = _nameless(lowered)
    abilities = tuple(_without_names(ability, nameless) for ability in side.command_abilities)
    support = tuple(purchase for purchase in side.support if purchase.is_open)
    officers = side.officers if hunted else ()
    return replace(side, support=support, officers=officers, command_abilities=abilities)


def _without_names(ability: CommandAbility, nameless: frozenset[UnitId]) -> CommandAbility:
    """Who sneaks in or comes under a false flag is nobody else's business, nor are units that nobody knows of."""
    if ability.units is None:
        return ability
    names = () if ability.name in UNDERHAND else tuple(name for name in ability.units if name not in nameless)
    return replace(ability, units=names)


def _without_plans(muster: Muster) -> Muster:
    """What it begins with, without switches that are planned and notes that are secret."""
    state = {key: value for key, value in muster.state.items() if key != "planned"}
    notes = state.get("notes")
    if isinstance(notes, Mapping):
        state["notes"] = {key: value for key, value in notes.items() if not memory.is_secret(key)}
    return muster if state == muster.state else replace(muster, state=state)


def _setup_without(twin: Battle, setup: Setup, lowered: Lowered) -> Setup:
    nameless = _nameless(lowered)

    def known(names: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return tuple(name for name in names if name not in nameless)

    known_units = [muster for muster in setup.units if muster.id not in nameless]
    seen = [_muster(twin, muster, lowered[muster.id]) if muster.id in lowered else muster for muster in known_units]
    something = [unit for unit in twin.units.values() if lowered.get(unit.id) is Degree.SOMETHING]
    tokens = sorted((token_name(unit), unit.side) for unit in something)
    built = [
        replace(
            one,
            members=known(one.members),
            base=known(one.base),
            gives=tuple((ability, known(given)) for ability, given in one.gives),
        )
        for one in setup.formations
    ]
    return replace(
        setup,
        units=(*seen, *(Muster(name, side, TOKEN) for name, side in tokens)),
        networks=_networks(setup.networks, nameless),
        formations=tuple(formation for formation in built if formation.members),
    )


def _muster(twin: Battle, muster: Muster, known: Degree) -> Muster:
    card = _sheet_of(twin, muster.card) if known is Degree.SHEET else outline_of(twin, muster.card)
    return Muster(muster.id, muster.side, card, SKILL, muster.at, muster.facing, muster.group)


def _networks(networks: tuple[Network, ...], nameless: frozenset[UnitId]) -> tuple[Network, ...]:
    """Networks without members nobody knows: one that is left with a single member would give them away."""
    return tuple(network for network in _all_networks(networks, nameless) if len(network.members) > 1)


def _all_networks(networks: tuple[Network, ...], nameless: frozenset[UnitId]) -> Iterator[Network]:
    for network in networks:
        yield replace(network, members=tuple(name for name in network.members if name not in nameless))


def _notes_without(
    notes: Mapping[str, JSON], networks: tuple[Network, ...], nameless: frozenset[UnitId]
) -> Mapping[str, JSON]:
    """What rules remember, as far as it speaks of units that are known."""
    if objectives.name in notes:
        notes = {**notes, objectives.name: objectives_without(objectives.read(notes), nameless)}
    if sensors_at_work.name in notes:
        kept = [number for number, one in enumerate(_all_networks(networks, nameless)) if len(one.members) > 1]
        notes = {**notes, sensors_at_work.name: sensors_without(sensors_at_work.read(notes), nameless, kept)}
    return notes


# -- secrets of what is known otherwise -------------------------------------------------------------------------


def _keep_secrets(twin: Battle, side: SideId | None, nameless: frozenset[UnitId]) -> None:
    """Take out what other sides plan, have noted and are asked."""
    state = twin.state
    for unit in state.units.values():
        if unit.side != side:
            unit.planned = ()
            if unit.notes:
                unit.notes = {key: value for key, value in unit.notes.items() if not memory.is_secret(key)}
    if any(map(memory.is_secret, state.notes)):
        state.notes = _own_secrets(state.notes, side)
    for hook in twin.hooks[hooks.kept_back]:
        state.notes = hook(twin, side, state.notes)
    asked = state.decision
    if asked is not None and asked.side != side:
        state.decision, state.agenda = _only_asked(asked, nameless), ()
    elif asked is not None:
        state.agenda = tuple(_without_ways(twin, one, side) for one in state.agenda)
    state.quota = _known_quota(twin, side, state.quota)


def _without_ways(twin: Battle, step: Task, side: SideId | None) -> Task:
    """A move of the other side that has paused, as if it ended there: nobody knows where it will go on to."""
    if step.name != MOVE_ON or step.data["start"].side == side:
        return step
    return Task(MOVE_ON, {**step.data, "command": None})


def _known_quota(twin: Battle, side: SideId | None, quota: Quota) -> Quota:
    """While forces deploy, how many the other side has still to place is its own affair where some may be hidden."""
    if twin.state.phase != DEPLOYMENT or UNPLACED.isdisjoint(twin.options):
        return quota
    return tuple((name, n if name == side else min(n, 1)) for name, n in quota)


def _own_secrets(notes: Mapping[str, JSON], side: SideId | None) -> Mapping[str, JSON]:
    """A secret of the battle itself is a mapping from sides to what each alone may know."""
    kept = {key: value for key, value in notes.items() if not memory.is_secret(key)}
    for key, value in notes.items():
        if not memory.is_secret(key):
            continue
        own = value.get(side or "") if isinstance(value, Mapping) else None
        if own is not None and side is not None:
            kept[key] = {side: own}
    return kept


def _only_asked(decision: Decision, nameless: frozenset[UnitId] = frozenset()) -> Decision:
    """That somebody else has something to decide; nothing of what, where it is a secret or about somebody unknown."""
    text = f"{decision.side} has something to decide"
    if is_secret_question(decision.kind) or not nameless.isdisjoint(named(decision, "unit")):
        return Decision(decision.side, SECRET, text, (), ASKING)
    return Decision(decision.side, decision.kind, text, (), decision.rule)


def may_keep_secrets(battle: Battle, side: SideId | None) -> bool:
    """Whether there may be secrets by what everybody knows was agreed on, whether there are any or not."""
    setup, scenario = battle.setup, battle.setup.scenario
    if SUPPORT in setup.switches or not HIDING.isdisjoint(setup.options):
        return True
    if any(ability.name in SECRETIVE for one in setup.sides for ability in one.command_abilities):
        return True
    return scenario is not None and scenario.has_secrets


def unagreed_secret(battle: Battle) -> str | None:
    """A unit that is a secret though nobody has agreed on any, if there is one: a table for two cannot keep it."""
    if may_keep_secrets(battle, None):
        return None
    secret = (unit.id for unit in battle.units.values() if hidden.of(unit) or any(map(memory.is_secret, unit.notes)))
    return next(secret, None)


def without_plans(battle: Battle, commands: Sequence[Command], side: SideId | None) -> list[Command]:
    """The commands of a battle without those by which the other side has planned what nobody sees yet."""
    units = [unit for unit in battle.units.values() if unit.side != side]
    plans = {(unit.id, ability) for unit in units for ability, _ in unit.planned}
    kept: list[Command] = []
    for command in reversed(commands):
        if isinstance(command, Toggle) and (command.unit, command.ability) in plans:
            plans.discard((command.unit, command.ability))
        else:
            kept.append(command)
    return kept[::-1]


# -- events -----------------------------------------------------------------------------------------------------


def events_for(battle: Battle, side: SideId | None, events: Iterable[BattleEvent]) -> Iterator[BattleEvent]:
    """What a side hears of: nothing about units it does not know, and nothing of what the other side plans."""
    lowered = not_all_known(battle, side)
    for event in events:
        if isinstance(event, DecisionAsked) and event.decision.side != side:
            yield DecisionAsked(_only_asked(event.decision, _nameless(lowered)))
            continue
        told = _without_secrets(battle, side, event)
        if told is not None and lowered:
            told = _about_the_known(battle, side, told, lowered)
        if told is not None:
            yield told


def _without_secrets(battle: Battle, side: SideId | None, event: BattleEvent) -> BattleEvent | None:
    match event:
        case SwitchPlanned() if battle.units[event.unit].side != side:
            return None
        case Noted() | Remembered() if memory.is_secret(event.key):
            own = event.unit is not None and battle.units[event.unit].side == side
            return event if own else None
        case Decided() if is_secret_question(event.kind) and event.side != side:
            return replace(event, choice=SOMETHING_SECRET, of_unit=False)
        case TurnPassed() if event.quota:
            return replace(event, quota=_known_quota(battle, side, event.quota))
    return event if getattr(event, "secret_to", side) == side else None


def _about_the_known(battle: Battle, side: SideId | None, event: BattleEvent, lowered: Lowered) -> BattleEvent | None:
    """An event as far as the units it is about are known, in a reduced form where it has one."""

    def known(name: UnitId) -> Degree:
        return lowered.get(name, Degree.EVERYTHING)

    if isinstance(event, Noted | Remembered) and memory.names_units(event.key):
        value = _renamed(event.key, event.value, _called(battle, lowered))
        event = event if value == event.value else replace(event, value=value)
    if isinstance(event, Noted | Remembered) and event.key in told_without_skill and event.unit is not None:
        event = event if known(event.unit) is Degree.EVERYTHING else replace(event, value=_told(event.key, event.value))
    if hasattr(event, "as_known"):
        reduced: BattleEvent | None = event.as_known(known)
        return reduced
    least = min(map(known, named(event, "unit")), default=Degree.EVERYTHING)
    match event:
        case DecisionAsked():
            return event
        case Decided() if least < Degree.TYPE:
            return replace(event, choice=SOMETHING_SECRET, of_unit=False)
        case GroupMoves(group=str(group)) if group not in _known_items(battle, lowered):
            return None
    if least < Degree.TYPE or (least is Degree.TYPE and getattr(event, "on_sheet", False)):
        return None
    if least < Degree.EVERYTHING and hasattr(event, "by_skill"):
        return _without_skill(event, known)
    return event


def _without_skill(event: Any, known: Knowing) -> BattleEvent:
    """Nothing that tells how good a crew is whose Skill a side does not know."""
    kept = (fields for who, fields in event.by_skill.items() if known(getattr(event, who)) < Degree.EVERYTHING)
    told: BattleEvent = replace(event, **{name: type(getattr(event, name))() for names in kept for name in names})
    return told


def _known_items(battle: Battle, lowered: Lowered) -> set[str]:
    nameless = _nameless(lowered)
    return {item_of(battle, unit) for name, unit in battle.units.items() if name not in nameless}


# -- commands ---------------------------------------------------------------------------------------------------


def check_names(known: Battle, command: Command) -> None:
    """Refuse a command that names a unit nobody knows of, as if it were not there: it is not, in a known battle."""
    if any(name not in known.units for name in perhaps_named(command, "unit")):
        refused = known.refusal_of(command)
        if refused is not None:
            raise refused


def carry_out(battle: Battle, side: SideId | None, command: Command) -> list[BattleEvent]:
    """Carry out a command that a side gives. A refusal speaks of nothing but what the side knows."""
    try:
        return battle.do(command)
    except Refused:
        raise known_to(battle, side).refusal_of(command) or Refused(UNKNOWN_REASON) from None


UNKNOWN_REASON: Final = Refusal("impossible", "something that you do not know of is in the way")
