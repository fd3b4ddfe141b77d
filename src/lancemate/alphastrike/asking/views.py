"""What one player may know. In the core game that is all that lies on the table, but not what the other side plans.

A hidden unit is seen by its own side only, and so are notes under a secret key; a secret note of the battle itself is a
mapping from sides to what each alone may know. Must not know why anything is hidden.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.events import Decided, DecisionAsked, SwitchPlanned
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.state import Decision, Unit, hidden
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import refuse
from lancemate.kernel.memory import Noted

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle, BattleEvent

SECRET: Final = "secret"  # how the kinds of decisions begin that only their side may know of


def view(battle: Battle, side: str | None) -> dict[str, JSON]:
    """The state as one side sees it; without a side, as a spectator does."""
    if side is not None and side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {side!r}; there are {known}", "AS-INT-005")
    shown = show_state(battle)
    units = shown["units"]
    assert isinstance(units, dict)
    unseen = unseen_by(battle, side)
    shown["units"] = {
        name: _unit(data, battle.units[name].side == side, unseen)
        for name, data in units.items()
        if name not in unseen and isinstance(data, dict)
    }
    shown["notes"] = _notes(shown["notes"], side)
    shown["networks"] = list(_networks(shown["networks"], unseen)) if unseen else shown["networks"]
    decision = battle.decision
    if decision is not None and decision.side != side:
        shown["decision"] = _others_decision(decision)
    return {"viewer": side, **shown}


def unseen_by(battle: Battle, side: str | None) -> frozenset[str]:
    """The units this side knows nothing of."""
    return frozenset(unit.id for unit in battle.units.values() if unit.side != side and _is_hidden(battle, unit))


def _is_hidden(battle: Battle, unit: Unit) -> bool:
    """It is hidden itself, or sits inside something that is."""
    carrier = battle.units.get(unit.aboard) if unit.aboard is not None else None
    return hidden.of(unit) or (carrier is not None and _is_hidden(battle, carrier))


def events_for(battle: Battle, side: str | None, events: Iterable[BattleEvent]) -> Iterator[BattleEvent]:
    """What a side hears of: nothing about units it does not see, and nothing of what the other side plans."""
    unseen = unseen_by(battle, side)
    for event in events:
        if any(name in unseen for name in _named(event)):
            continue
        if isinstance(event, SwitchPlanned) and battle.units[event.unit].side != side:
            continue
        if isinstance(event, Noted) and _is_secret(battle, event, side):
            continue
        if getattr(event, "secret_to", side) != side:
            continue
        if isinstance(event, Decided) and event.kind.startswith(SECRET) and event.side != side:
            yield dataclasses.replace(event, choice="something secret")
            continue
        if isinstance(event, DecisionAsked) and event.decision.side != side:
            ask = event.decision
            yield DecisionAsked(Decision(ask.side, ask.kind, f"{ask.side} has something to decide", (), ask.rule))
            continue
        yield event


def _named(event: BattleEvent) -> Iterator[str]:
    """The units an event speaks of."""
    for field in dataclasses.fields(event):  # type: ignore[arg-type]
        value = getattr(event, field.name)
        if isinstance(value, str):
            yield value


def _is_secret(battle: Battle, event: Noted, side: str | None) -> bool:
    if not memory.is_secret(event.key):
        return False
    return event.unit is None or battle.units[event.unit].side != side


def _unit(data: dict[str, JSON], own: bool, unseen: frozenset[str]) -> dict[str, JSON]:
    if own:
        return data
    carrying, notes = data["carrying"], data["notes"]
    assert isinstance(carrying, list)
    assert isinstance(notes, dict)
    kept = {key: value for key, value in notes.items() if not memory.is_secret(key)}
    return {**data, "planned": {}, "notes": kept, "carrying": [name for name in carrying if name not in unseen]}


def _notes(notes: JSON, side: str | None) -> JSON:
    assert isinstance(notes, dict)
    open_to_all = {key: value for key, value in notes.items() if not memory.is_secret(key)}
    secrets = {key: value for key, value in notes.items() if memory.is_secret(key) and isinstance(value, dict)}
    own = {key: {side: value[side]} for key, value in secrets.items() if side is not None and side in value}
    return {**open_to_all, **own}


def _networks(networks: JSON, unseen: frozenset[str]) -> Iterator[JSON]:
    """Networks without their unseen members: one that is left with a single member would give them away."""
    assert isinstance(networks, list)
    for group in networks:
        assert isinstance(group, dict)
        members, linked = group["members"], group["linked"]
        assert isinstance(members, list)
        assert isinstance(linked, list)
        known = [name for name in members if name not in unseen]
        working = [name for name in linked if name not in unseen]
        if len(known) > 1:
            yield {**group, "members": known, "linked": working if len(working) > 1 else []}


def _others_decision(decision: Decision) -> dict[str, JSON]:
    return {"side": decision.side, "kind": decision.kind, "rule": decision.rule}
