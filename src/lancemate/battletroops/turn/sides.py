"""The turn (p. 8): one side moves and what it threw explodes, then the other; then the End Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.allowed import can_be_shot
from lancemate.battletroops.combat.reaction import expose
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import PhaseBegan, Recovered, SideBegan, SideDone, TurnBegan
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.turn.victory import check_victory
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


@rules.task("begin_movement")
def begin_movement(battle: Battle) -> None:
    battle.emit(PhaseBegan("movement", battle.state.first))
    battle.then("begin_side", side=battle.state.first)


@rules.task("begin_side")
def begin_side(battle: Battle, side: str) -> None:
    """What a side watched is over; what was announced against it comes first."""
    battle.emit(SideBegan(side, old_arcs(battle, side)))
    for hook in battle.hooks[hooks.side_begins]:
        hook(battle, side)


@rules.rule("BT-SEQ-003", otherwise=())
def old_arcs(battle: Battle, side: str) -> tuple[str, ...]:
    """Arcs of its last turn are removed; a hidden man keeps his as long as he hides."""
    return tuple(unit.id for unit in battle.of_side(side) if unit.arc is not None and not unit.hidden)


@rules.verb(orders.EndPhase)
def do_end_phase(battle: Battle, command: orders.EndPhase) -> None:
    side = battle.state.to_act
    if battle.state.phase not in ("movement", HIDING) or side is None:
        raise refuse("wrong_phase", f"nobody moves in the {battle.state.phase} phase", "BT-SEQ-002")
    if command.arm or command.sender is not None:
        hooks.questions["prepare"](battle.clone(), side, command)  # all of it is allowed, or nothing is done
        hooks.questions["prepare"](battle, side, command)
    elif command.hide:
        hooks.questions["hide"](battle, side, command.hide)
    if command.ambush:
        hooks.questions["lie in ambush"](battle, side, command.ambush)
    if battle.state.phase == HIDING:
        if side == battle.sides[0]:
            battle.then("begin_hiding", side=battle.opponent(side))
        else:
            battle.then("begin_initiative")
        return
    closing = battle.hooks[hooks.side_closes]
    if not closing:
        close_side(battle, side)
        return
    battle.then("close_side", side=side)
    for hook in closing:
        hook(battle, side)


@rules.task("close_side")
def close_side(battle: Battle, side: str) -> None:
    """Nobody of it moves any more: whoever has stayed is shot at, then what it threw explodes."""
    if battle.state.acting is not None:
        end_activation(battle, battle.units[battle.state.acting])
    battle.then("end_side", side=side)
    for name in reversed([unit.id for unit in battle.of_side(side)]):
        battle.then("stationary", unit=name)


@rules.task("stationary")
def stationary(battle: Battle, unit: str) -> None:
    one = battle.units[unit]
    if not one.exposed and can_be_shot(one) and is_shot_at_in_place(battle, unit):
        expose(battle, one, "BT-COM-008")


@rules.rule("BT-COM-008", otherwise=False)
def is_shot_at_in_place(battle: Battle, unit: str) -> bool:
    """Whoever has left neither dot nor floor is shot at after the others of his side have moved."""
    return battle.units[unit].moved == "none"


@rules.task("end_side")
def end_side(battle: Battle, side: str) -> None:
    """A side has moved: what lies on the map explodes, in the order it was set."""
    battle.emit(SideDone(side))
    for hook in battle.hooks[hooks.side_ends]:
        hook(battle, side)
    battle.then("after_side", side=side)
    for number in reversed(range(len(due(battle, side)))):
        battle.then("explode", one=due(battle, side)[number])


@rules.rule("BT-SEQ-005", otherwise=())
def due(battle: Battle, side: str) -> tuple[object, ...]:
    """What a side threw and fired explodes before the other side moves."""
    return tuple(one for one in battle.state.explosives if one.side == side)


@rules.task("explode")
def explode(battle: Battle, one: object) -> None:
    from lancemate.battletroops.play.state import Explosive

    assert isinstance(one, Explosive)
    hooks.explosions[one.weapon](battle, one)


@rules.task("after_side")
def after_side(battle: Battle, side: str) -> None:
    if next_side(battle, side) is not None:
        battle.then("begin_side", side=next_side(battle, side))
    else:
        battle.then("begin_end")


@rules.rule("BT-SEQ-002", otherwise=None)
def next_side(battle: Battle, side: str) -> str | None:
    """Side A, then Side B, then the End Phase."""
    return battle.opponent(side) if side == battle.state.first else None


sits_out = unit_memory("sits_out", bool, default=False, rule="BT-DMG-019")


@hooks.side_begins.rule("BT-DMG-019")
def stunned_men_sit_out(battle: Battle, side: str) -> None:
    """Whoever lies stunned as his side begins to move loses this movement, and not one that has begun already."""
    for unit in battle.of_side(side):
        if unit.stunned:
            sits_out.remember(battle, unit, True)


@hooks.side_ends.rule("BT-DMG-019")
def stunned_men_recover(battle: Battle, side: str) -> None:
    """They have lost one movement."""
    for unit in battle.of_side(side):
        if unit.stunned and sits_out.of(unit):
            sits_out.end(battle, unit)
            battle.emit(Recovered(unit.id))


@rules.task("begin_end")
def begin_end(battle: Battle) -> None:
    battle.emit(PhaseBegan("end", None))
    battle.then("end_turn")
    for hook in battle.hooks[hooks.end_phase]:
        hook(battle)


@rules.task("end_turn")
def end_turn(battle: Battle) -> None:
    if check_victory(battle):
        return
    battle.emit(TurnBegan(battle.state.turn + 1))
    battle.then("begin_movement")
