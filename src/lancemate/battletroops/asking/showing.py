"""A battle as the output shows it (``state``): public names, plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.field.lattice_terrain import FIRE
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.events import public

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Item, Mine, Unit
    from lancemate.kernel.agenda import Decision


def show_state(battle: Battle) -> dict[str, JSON]:
    """All there is to see of a battle."""
    state = battle.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_act": state.to_act,
        "first": state.first,
        "acting": state.acting,
        "decision": None if state.decision is None else show_decision(state.decision),
        "outcome": _outcome(battle),
        "units": {
            name: hooks.unit_kinds[unit.kind].show(battle, unit)
            for name, unit in state.units.items()
            if not _at_his_post(unit)
        },
        "explosives": [_explosive(one) for one in state.explosives],
        "fires": _fires(battle),
        "items": [_item(one) for one in state.items],
        "squads": _squads(battle),
        "mines": [_mine(one) for one in state.mines],
        "notes": encode(state.notes),
    }


def _at_his_post(unit: Unit) -> bool:
    """A man of a vehicle's crew who is inside: shown with his vehicle."""
    return unit.aboard is not None and unit.id.startswith(f"{unit.aboard}.")


def show_decision(question: Decision) -> dict[str, JSON]:
    """A question, with what helps to answer it beside it."""
    shown = public(question)
    assert isinstance(shown, dict)
    facts = shown.pop("facts", {})
    return {**shown, **(facts if isinstance(facts, Mapping) else {})}


def _outcome(battle: Battle) -> JSON:
    """Who has won and why; in a scenario also what each side has earned."""
    outcome = battle.state.outcome
    if outcome is None:
        return None
    shown = public(outcome)
    assert isinstance(shown, dict)
    levels = [hook(battle).levels for hook in battle.hooks[hooks.goals]]
    return {**shown, "levels": dict(levels[0])} if levels else shown


def _explosive(one: object) -> JSON:
    shown = public(one)
    assert isinstance(shown, dict)
    return {key: shown[key] for key in ("weapon", "at", "elevation", "side", "by")}


def _item(one: Item) -> JSON:
    """What lies about, with what belongs to it where it is of that kind."""
    shown = public(one)
    assert isinstance(shown, dict)
    return {key: value for key, value in shown.items() if key != "loaded" and value is not False and value is not None}


def _mine(one: Mine) -> JSON:
    shown = public(one)
    assert isinstance(shown, dict)
    return {key: value for key, value in shown.items() if key != "weight" or value is not None}


def _fires(battle: Battle) -> JSON:
    found: list[JSON] = []
    for one in battle.map.features:
        if one.kind == FIRE:
            level = battle.map.levels_of[one.id] if one.elevation is None else one.elevation
            found += [{"at": list(dot), "elevation": level} for dot in one.dots]
    return found


def _squads(battle: Battle) -> dict[str, JSON]:
    """Every squad, with what it has lost."""
    sides = {unit.group: unit.side for unit in battle.setup.units if unit.group is not None}
    sides |= {squad.name: squad.side for squad in battle.setup.squads}
    losses, broken = battle.state.losses, battle.state.broken
    return {
        name: {"side": side, "losses": losses.get(name, 0), "broken": name in broken}
        for name, side in sides.items()
        if name is not None
    }
