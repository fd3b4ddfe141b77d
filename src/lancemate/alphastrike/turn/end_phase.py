"""The End Phase (p. 31): effects begin to count, the dead leave, switches are turned, heat moves, the turn ends.

Knows the order; what happens in each step is hung on the hook ``end_phase`` (battle) -> something when it did anything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import own_doing
from lancemate.alphastrike.damage.criticals import STUNNED
from lancemate.alphastrike.damage.destruction import destroy, sink, sinks
from lancemate.alphastrike.damage.motive import lost_all_move
from lancemate.alphastrike.play.boarders import crew_out
from lancemate.alphastrike.play.clock import begin_turn
from lancemate.alphastrike.play.events import EffectsFelt, FreshTurn, Stunned, Toggled
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.phases import CLOCK, END, TurnPhase
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.victory import check_victory
from lancemate.kernel.agenda import Task, bare_task
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Step = Callable[["Battle"], "bool | None"]
NONE_YET: Final = ""
FIRST_STEP: Final = Task("end_phase_step", {"after": NONE_YET})


def begin_end_phase(battle: Battle) -> None:
    battle.then("end_phase")


@rules.task("end_phase")
def end_phase(battle: Battle) -> None:
    """Take one step after another, so that a decision may stand between any two."""
    battle.then_all((bare_task("end_turn"), FIRST_STEP))


@rules.task("end_phase_step")
def end_phase_step(battle: Battle, after: str) -> None:
    """The next one after that of a name: how many there are would tell of abilities that a side keeps secret."""
    following = _following(battle.hooks[hooks.end_phase])
    step = following[after]
    while step is not None and battle.state.outcome is None:
        name, rest, take = step
        if not battle.take(take, rest):
            return
        step = following[name]


@cache
def _following(steps: tuple[Step, ...]) -> dict[str, tuple[str, Task, Step] | None]:
    """By the name of each step the one that follows: its name, what is to be done after it, and itself."""
    names = [f"{step.__module__}.{step.__name__}" for step in steps]
    rests = [Task(FIRST_STEP.name, {"after": name}) for name in names]
    return dict(zip((NONE_YET, *names), (*zip(names, rests, steps, strict=True), None), strict=True))


@hooks.end_phase.rule("AS-INT-063", part=hooks.EFFECTS)
def effects_begin(battle: Battle) -> bool | None:
    """What was suffered this turn is felt from now on, in the order suffered."""
    felt = None
    for unit in battle.units.values():
        if unit.fresh or unit.stunned:
            _feel(battle, unit)
            felt = True
    return felt


def _feel(battle: Battle, unit: Unit) -> None:
    stunned, before = STUNNED in unit.fresh or (unit.stunned and crew_fights(battle, unit)), unit.wounds
    if unit.fresh:
        battle.emit(EffectsFelt(unit.id, tuple(effect for effect in unit.fresh if effect != STUNNED)))
    if stunned != unit.stunned:
        stun(battle, unit, stunned)
    if unit.doomed is None:
        lost_all_move(battle, unit, before)


@rules.rule("AS-BAT-150", otherwise=False)
def crew_fights(battle: Battle, unit: Unit) -> bool:
    """A crew under arms counts as stunned until it is back at its posts."""
    return crew_out.of(unit)


@rules.rule("AS-DMG-044")
def stun(battle: Battle, unit: Unit, stunned: bool) -> None:
    """A stunned crew sits out the whole turn after the hit, and only that one."""
    battle.emit(Stunned(unit.id, stunned))


@hooks.end_phase.rule("AS-DMG-020", part=hooks.DROWNING)
def without_armor_under_water(battle: Battle) -> bool | None:
    """However a unit came to be under water without armor, it is lost."""
    sunk = None
    for unit in battle.units.values():
        if unit.armor <= 0 and unit.on_table and unit.doomed is None and sinks(battle, unit):
            sink(battle, unit, own_doing(unit), wait=True)
            sunk = True
    return sunk


@hooks.end_phase.rule("AS-INT-063", part=hooks.REMOVAL)
def remove_destroyed(battle: Battle) -> bool | None:
    removed = None
    for unit in list(battle.units.values()):
        if unit.doomed is not None and not unit.destroyed:
            destroy(battle, unit)
            removed = True
    return removed


@hooks.end_phase.rule("AS-INT-063", part=hooks.SWITCHES)
def turn_switches(battle: Battle) -> bool | None:
    """What players have announced to switch on or off."""
    turned = None
    for unit in battle.units.values():
        if unit.planned and unit.in_play:
            for ability, on in unit.planned:
                turned = _switch(battle, unit, ability, on) or turned
    return turned


def _switch(battle: Battle, unit: Unit, ability: str, on: bool) -> bool:
    if any(hook(battle, unit, ability, on) for hook in battle.hooks[hooks.switched]):
        return True
    if on == (ability not in unit.switched_off):
        return False
    for hook in battle.hooks[hooks.may_toggle]:
        answer: str | Refusal | None = hook(battle, unit, ability, on)
        if isinstance(answer, str):
            battle.emit(Toggled(unit.id, ability, on, answer))
            return True
    return False


@rules.task("end_turn")
def end_turn(battle: Battle) -> None:
    check_victory(battle)
    if battle.state.outcome is None:
        battle.emit(FreshTurn(battle.state.turn))
        memory.forget(battle, "End Phase")
        begin_turn(battle, battle.state.turn + 1)


CLOCK.add(
    TurnPhase(
        name=END,
        title="End Phase",
        begin=begin_end_phase,
        goes_on=("end_phase", "end_phase_step", "end_turn"),
        harms=True,
    )
)
