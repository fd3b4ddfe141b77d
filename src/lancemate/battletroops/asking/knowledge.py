"""The one gate for knowledge: what a side, or a spectator, knows of a battle.

``known_to`` answers with a copy of the battle as that side knows it. Views, bots, previews and all other questions are
asked of the copy, so they cannot tell what is not in it; events go through ``events_for``. Must not know why something
is secret: a unit says that it is hidden, a note that it is secret, an event to whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play.events import Decided, DecisionAsked
from lancemate.battletroops.play.memory import memory
from lancemate.battletroops.play.orders import EndPhase
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.journal import Journal
from lancemate.kernel.memory import Noted, Remembered
from lancemate.kernel.naming import named, perhaps_named

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle, BattleEvent
    from lancemate.battletroops.play.orders import Command

GUESS: Final = 20  # seed of the dice of a known battle
HIDING: Final = frozenset(("hidden_units", "mines"))  # what players agree on to keep things from each other


def unknown_to(battle: Battle, side: str | None) -> frozenset[str]:
    """The units that a side knows nothing of: hidden ones of others."""
    return frozenset(unit.id for unit in battle.units.values() if unit.hidden and unit.side != side)


def known_to(battle: Battle, side: str | None) -> Battle:
    """The battle as a side knows it, or without a side as everybody does: a copy to ask and to try things on."""
    twin = battle.clone()
    twin.journal, twin.dice = Journal(), SeededDice(GUESS)
    state, unknown = twin.state, unknown_to(battle, side)
    if unknown:
        twin.forget()
        known = tuple(muster for muster in battle.setup.units if muster.id not in unknown)
        twin.setup = replace(battle.setup, units=known)
        twin.choose_rules()
        state.units = {name: unit for name, unit in state.units.items() if name not in unknown}
        state.agenda = tuple(task for task in state.agenda if not _speaks_of(task.data, unknown))
    if any(mine.side != side and not mine.exploded for mine in state.mines):
        known_mines = tuple(mine for mine in state.mines if mine.side == side or mine.exploded)
        state.mines = known_mines
        laid = tuple(mine for mine in twin.setup.mines if mine.side == side)
        twin.setup = replace(twin.setup, mines=laid)
    for unit in state.units.values():
        if unit.side != side and any(map(memory.is_secret, unit.notes)):
            unit.notes = {key: value for key, value in unit.notes.items() if not memory.is_secret(key)}
    if any(map(memory.is_secret, state.notes)):
        state.notes = _own_secrets(state.notes, side)
    asked = state.decision
    if asked is not None and asked.side != side:
        state.decision, state.agenda = _only_asked(asked), ()
    return twin


def _speaks_of(what: object, unknown: frozenset[str]) -> bool:
    """Whether a step still to be taken is about somebody who is not known."""
    if isinstance(what, str):
        return what in unknown
    if isinstance(what, Mapping):
        return _speaks_of(tuple(what.values()), unknown)
    return isinstance(what, (tuple, list)) and any(_speaks_of(one, unknown) for one in what)


def _own_secrets(notes: Mapping[str, JSON], side: str | None) -> dict[str, JSON]:
    """A secret of the battle itself is a mapping from sides to what each alone may know."""
    kept: dict[str, JSON] = {}
    for key, value in notes.items():
        if not memory.is_secret(key):
            kept[key] = value
        elif isinstance(value, Mapping) and side is not None and side in value:
            kept[key] = {side: value[side]}
    return kept


def _only_asked(decision: Decision) -> Decision:
    """That somebody else has something to decide. Who is asked may be a secret."""
    return Decision(decision.side, decision.kind, f"{decision.side} has something to decide", (), decision.rule)


def view(battle: Battle, side: str | None) -> dict[str, JSON]:
    """What a side may know, in the shape of ``state``."""
    return show_state(known_to(battle, side))


hooks.questions.add("view", view)


def events_for(battle: Battle, side: str | None, events: Iterable[BattleEvent]) -> Iterator[BattleEvent]:
    """What a side hears of: nothing about units it does not know, and nothing of what the other side is asked."""
    unknown = unknown_to(battle, side)
    for event in events:
        match event:
            case Noted() | Remembered() if memory.is_secret(event.key):
                own = event.unit is not None and battle.units[event.unit].side == side
                if not own:
                    continue
            case DecisionAsked() if event.decision.side != side:
                yield DecisionAsked(_only_asked(event.decision))
                continue
            case Decided() if event.side != side and not unknown.isdisjoint(event.shooters):
                yield replace(event, shooters=tuple(name for name in event.shooters if name not in unknown))
                continue
        if getattr(event, "secret_to", side) == side and (not unknown or unknown.isdisjoint(named(event, "unit"))):
            yield event


def may_keep_secrets(battle: Battle, side: str | None) -> bool:
    """Whether there may be secrets by what everybody knows was agreed on, whether there are any or not."""
    return not HIDING.isdisjoint(battle.setup.options)


def unagreed_secret(battle: Battle) -> str | None:
    """A soldier who is a secret though nobody has agreed on any, if there is one."""
    return None if may_keep_secrets(battle, None) else min(unknown_to(battle, None), default=None)


def check_names(known: Battle, command: Command) -> None:
    """Refuse a command that names a unit nobody knows of, as if it were not there: it is not, in a known battle."""
    if any(name not in known.units for name in perhaps_named(command, "unit")):
        refused = known.refusal_of(command)
        if refused is not None:
            raise refused


def without_plans(battle: Battle, commands: Sequence[Command], side: str | None) -> list[Command]:
    """The commands of a battle without what the other side plans for men who are hidden still."""
    unknown = unknown_to(battle, side)
    told = [_without_notes(battle, command, side) for command in commands]
    return [command for command in told if unknown.isdisjoint(perhaps_named(command, "unit"))]


def _without_notes(battle: Battle, command: Command, side: str | None) -> Command:
    """What is noted in secret is for those who have noted it."""
    if not isinstance(command, EndPhase) or command == EndPhase():
        return command
    own = {name: number for name, number in command.ambush.items() if battle.units[name].side == side}
    places = {name: place for name, place in command.hide.items() if battle.units[name].side == side}
    arms = {name: kit for name, kit in command.arm.items() if battle.units[name].side == side}
    sender = command.sender
    if sender is not None and battle.units[sender].side != side:
        sender = None
    return replace(command, ambush=own, hide=places, arm=arms, sender=sender)


def carry_out(battle: Battle, side: str | None, command: Command) -> list[BattleEvent]:
    """Carry out a command that a side gives. A refusal speaks of nothing but what the side knows."""
    try:
        return battle.do(command)
    except Refused:
        raise known_to(battle, side).refusal_of(command) or Refused(UNKNOWN_REASON) from None


UNKNOWN_REASON: Final = Refusal("impossible", "something that you do not know of is in the way")
