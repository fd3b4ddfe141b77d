"""A soldier is hit: the mark on his track, and what it does to him (p. 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.marking import location, marked
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.costs import pace
from lancemate.battletroops.movement.plan import Left, standing_on
from lancemate.battletroops.play.events import Hit, KnockedDown, PutBack, SoldierOut
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import BLOCKS, condition
from lancemate.field.lattice import STEPS, neighbour

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


def wound(
    battle: Battle,
    unit: Unit,
    cause: str,
    lethal: int,
    bruise: int = 0,
    *,
    blow: bool = False,
    pierces: bool = False,
    left: Left | None = None,
) -> bool:
    """Roll where a hit lands, mark it and carry out what follows; whether it has knocked him down.

    ``blow``: hand-to-hand, which knocks nobody down. ``pierces``: armour does not help. ``left`` is the last free dot
    and floor he came from.
    """
    roll = battle.roll(2)
    start = location(battle, roll)
    worn = None if pierces else unit.armor
    before = condition(battle, unit.track)
    track = marked(battle, unit.track, start, lethal, bruise, worn)
    battle.emit(Hit(unit.id, cause, lethal, bruise, roll, BLOCKS[start], track))
    down = not goes_out(battle, unit) and drops(battle, before.mp, condition(battle, unit.track).mp, blow)
    if down:
        battle.emit(KnockedDown(unit.id))
        if at_once(battle):
            end_activation(battle, unit, unwillingly=True)
        if standing_on(battle, unit.at, unit.elevation, unit) is not None:
            back = left or _beside(battle, unit)
            if back is not None:
                battle.emit(PutBack(unit.id, *back))
    for hook in battle.hooks[hooks.hurt]:
        hook(battle, unit, down, cause)
    return down


def _beside(battle: Battle, unit: Unit) -> Left | None:
    """The first free dot next to one who has come from no dot: out of a vehicle, onto a comrade's."""
    for direction in STEPS:
        at = neighbour(unit.at, direction)
        if battle.map.inside(at):
            step = pace(battle, unit.at, unit.elevation, at, prone=unit.prone)
            if step.refusal is None and standing_on(battle, at, step.elevation, unit) is None:
                return at, step.elevation
    return None


@rules.rule("BT-DMG-021", otherwise=False)
def useless_armour(battle: Battle) -> bool:
    """Body armour does not help against what 'Mechs and vehicles carry."""
    return True


@rules.rule("BT-SEQ-007", otherwise=False)
def at_once(battle: Battle) -> bool:
    """There is no combat phase: what a shot does, it does before its target goes on."""
    return True


@rules.rule("BT-DMG-009", otherwise=False)
def drops(battle: Battle, before: int, after: int, blow: bool) -> bool:
    """Whoever loses movement points falls prone, and his activation is over."""
    return after < before and not stays_up(battle, blow)


@rules.rule("BT-DMG-010", otherwise=False)
def stays_up(battle: Battle, blow: bool) -> bool:
    """Nobody falls in hand-to-hand combat."""
    return blow


def goes_out(battle: Battle, unit: Unit) -> bool:
    """Whether he is out of the game now; if so, it is said and done."""
    dead, unconscious = is_dead(battle, unit.track), is_unconscious(battle, unit.track)
    if not dead and not unconscious:
        return False
    battle.emit(SoldierOut(unit.id, dead, "BT-DMG-013" if dead else "BT-DMG-012"))
    end_activation(battle, unit, unwillingly=True)
    return True


@rules.rule("BT-DMG-013", otherwise=False)
def is_dead(battle: Battle, track: str) -> bool:
    """Lethal damage in the last block kills; a bruise there does not yet."""
    return track[11] == "X"


@rules.rule("BT-DMG-012", otherwise=False)
def is_unconscious(battle: Battle, track: str) -> bool:
    """Lethal damage in block 1, or any in block 0, takes him out of the game."""
    return track[9] == "X" or track[10] != "."
