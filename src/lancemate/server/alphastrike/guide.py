"""What to do next, in one sentence, for someone who has never read the rules. Knows the order of play only."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.targets import aims_aboard
from lancemate.alphastrike.movement.activation import item_of, moves_now, waiting_in_bays
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import ABOARD, OFFBOARD, RESERVE, Unit
from lancemate.alphastrike.telling.wording import opened
from lancemate.kernel.codec import JSON
from lancemate.server.games import acting_side

PART_OF: Final = "/"  # as in blue/robots
MAIN: Final = (orders.Deploy, orders.Move, orders.Attack)  # what a phase may be for


def ready_units(battle: Battle) -> list[Unit]:
    """Units of the side to act that can do something now."""
    state = battle.state
    if battle.outcome is not None or battle.decision is not None or state.to_act is None:
        return []
    own = [unit for unit in battle.units.values() if unit.side == state.to_act]
    match to_do(battle):
        case "deploy":
            return [unit for unit in own if unit.place == RESERVE]
        case "move":
            group = state.moving_group
            ready = [unit for unit in own if moves_now(battle, unit)] or waiting_in_bays(battle, state.to_act)
            return ready if group is None else [unit for unit in ready if item_of(battle, unit) == group]
        case "attack":
            there = [unit for unit in own if unit.on_table or unit.place == OFFBOARD]
            able = [unit for unit in there if not (unit.shutdown or unit.stunned)]
            able += [unit for unit in own if unit.place == ABOARD and aims_aboard(battle, unit)]
            again = battle.hooks[hooks.attacks_again]
            return [unit for unit in able if not unit.attacks or any(hook(battle, unit) for hook in again)]
    return []


def to_do(battle: Battle) -> str | None:
    """What this phase is for: to deploy, to move or to attack."""
    return next((kind.name for kind in MAIN if kind in battle.now.verbs), None)


def guide(battle: Battle, viewer: str | None, *, over: bool = False, recorded: bool = False) -> dict[str, JSON]:
    """The sentence, the kind of thing to do, and whether it is up to this viewer. Nobody plays what is ``recorded``."""
    side = acting_side(battle)
    if over or battle.outcome is not None:
        return _say("The battle is over. Look back with the bar at the bottom, or save it as a file.", "over", False)
    if recorded:
        return _say(
            "A recording: look through it with the bar at the bottom, or click a line of the story.", "wait", False
        )
    if side is None:
        return _say("The dice decide; nobody has anything to do.", "wait", False)
    if side != viewer:
        return _say(_waiting(battle, side, watching=viewer is None), "wait", False)
    if battle.decision is not None:
        return _say(f"Decide: {battle.decision.question}", "decide", True)
    match to_do(battle):
        case "deploy":
            some = _some(battle, side, len(ready_units(battle)))
            return _say(f"Place {some} in your deployment zone.", "deploy", True)
        case "move":
            return _say(_move(battle, side), "move", True)
        case "attack":
            return _say(_attack(battle), "attack", True)
    return _say(f"It is your turn in the {battle.now.title.lower()}.", "wait", True)


def _say(text: str, what: str, yours: bool) -> dict[str, JSON]:
    return {"text": text, "do": what, "yours": yours}


def _waiting(battle: Battle, side: str, *, watching: bool) -> str:
    doing = {"deploy": "place units"}.get(what := to_do(battle) or "act", what)
    if battle.decision is not None:
        doing = "decide something"
    return f"{opened(side)} is to {doing}." if watching else f"Wait for {side} to {doing}."


def _some(battle: Battle, side: str, most: int = 99) -> str:
    count = min(most, dict(battle.state.quota).get(side, 1))
    return "one of your units" if count == 1 else f"{count} of your units"


def _move(battle: Battle, side: str) -> str:
    group = battle.state.moving_group
    if group is not None:
        return f"Go on moving {group}: its units move together."
    later = [other for other, _ in battle.state.quota if other != side]
    turn = f"; then {_party(later[0])} move{'' if PART_OF in later[0] else 's'}" if later else ""
    it = "it" if dict(battle.state.quota).get(side, 1) == 1 else "them"
    return f"Choose {_some(battle, side)} and move {it}, or let {it} stand still{turn}."


def _party(name: str) -> str:
    """A side, or a part of one that acts apart."""
    side, _, part = name.partition(PART_OF)
    return f"the {part} of {side}" if part else side


def _attack(battle: Battle) -> str:
    left = len(ready_units(battle))
    if not left:
        return "All of your units have attacked: you are done attacking."
    have = "has" if left == 1 else "have"
    return f"{left} of your units {have} not attacked yet: choose one and its target, or be done attacking."
