"""The one gate through which a man is hurt (p. 16): the mark on his track, and what it does to him.

What else hangs on being hurt asks the hook ``hurt``: who comes down, where he comes to lie, what he falls into.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import BLAST, BLOW, MOUNTED, Source
from lancemate.battletroops.damage.marking import location, marked
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.arriving import ASIDE, Way, arrive
from lancemate.battletroops.movement.costs import pace
from lancemate.battletroops.movement.plan import Left, standing_on
from lancemate.battletroops.play.events import ActivationLost, Hit, KnockedDown, PutBack, SoldierOut, Stunned
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import BLOCKS, condition
from lancemate.field.lattice import STEPS, neighbour

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit, Worn


@dataclass(slots=True)
class Harm:
    """What has been done to a man, as far as it goes."""

    unit: Unit
    source: Source
    lethal: int = 0
    bruise: int = 0
    left: Left | None = None  # the last free dot and floor he came from
    down: bool = False  # it has cost him movement points, and whatever he was doing
    drops: bool = False  # he stood until now
    came: Way | None = None  # to where he lies now, if he was not there before


def wound(
    battle: Battle, unit: Unit, source: Source, lethal: int, bruise: int = 0, *, left: Left | None = None
) -> None:
    """Roll where a hit lands, mark it and carry out what follows."""
    roll = battle.roll(2)
    start = location(battle, roll)
    before, was = condition(battle, unit.track), how_he_is(battle, unit)
    track = marked(battle, unit.track, start, lethal, bruise, armour_against(battle, unit, source))
    battle.emit(Hit(unit.id, source.word, lethal, bruise, roll, BLOCKS[start], track))
    harm = Harm(unit, source, lethal, bruise, left)
    out = goes_out(battle, unit, was)
    if not out and loses_points(battle, before.mp, condition(battle, unit.track).mp, source):
        _brought_down(battle, harm)
    for hook in battle.hooks[hooks.unseats]:
        hook(battle, harm)
    if harm.down:
        not_on_another(battle, harm)
    if harm.came is not None and unit.able:
        arrive(battle, unit, harm.came)
    for hook in battle.hooks[hooks.hurt]:
        hook(battle, harm)


def killed(battle: Battle, unit: Unit, source: Source, was: str) -> None:
    """It is marked that he is dead, whatever he could bear; ``was`` is how he was before."""
    goes_out(battle, unit, was)
    for hook in battle.hooks[hooks.hurt]:
        hook(battle, Harm(unit, source))


def _brought_down(battle: Battle, harm: Harm) -> None:
    unit = harm.unit
    stood = not unit.prone
    battle.emit(KnockedDown(unit.id))
    harm.down, harm.drops = True, stood and unit.prone
    if not at_once(battle):
        return
    if battle.state.acting == unit.id:
        end_activation(battle, unit, unwillingly=True)
    elif moves_now(battle, unit) and not unit.acted:
        battle.emit(ActivationLost(unit.id))


def moves_now(battle: Battle, unit: Unit) -> bool:
    """It is the movement of his own side."""
    state = battle.state
    return state.phase == "movement" and state.to_act == unit.side and not state.side_done


@rules.rule("BT-DMG-021", otherwise=lambda battle, unit, source: unit.armor)
def armour_against(battle: Battle, unit: Unit, source: Source) -> Worn | None:
    """Body armour does not help against what 'Mechs and vehicles carry."""
    return None if MOUNTED in source.traits else unit.armor


@rules.rule("BT-SEQ-007", otherwise=False)
def at_once(battle: Battle) -> bool:
    """There is no combat phase: what a shot does, it does before its target goes on."""
    return True


@rules.rule("BT-DMG-009", otherwise=False)
def loses_points(battle: Battle, before: int, after: int, source: Source) -> bool:
    """Whoever loses movement points falls prone, and whatever he was to do in this turn is lost."""
    return after < before and not stays_up(battle, source)


@rules.rule("BT-DMG-010", otherwise=False)
def stays_up(battle: Battle, source: Source) -> bool:
    """Nobody falls in hand-to-hand combat."""
    return BLOW in source.traits


# -- out of the game --------------------------------------------------------------------------------------------------

ABLE: Final = "able"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"


def how_he_is(battle: Battle, unit: Unit) -> str:
    """By his track."""
    if is_dead(battle, unit.track):
        return DEAD
    return UNCONSCIOUS if is_unconscious(battle, unit.track) else ABLE


def goes_out(battle: Battle, unit: Unit, was: str) -> bool:
    """Whether he is out of the game now; what has changed by it is said and done."""
    now = how_he_is(battle, unit)
    if now == ABLE:
        return False
    if now != was:
        battle.emit(SoldierOut(unit.id, now == DEAD, "BT-DMG-013" if now == DEAD else "BT-DMG-012"))
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


# -- what hangs on it -------------------------------------------------------------------------------------------------


@rules.rule("BT-MOV-008", otherwise=None)
def not_on_another(battle: Battle, harm: Harm) -> None:
    """Whoever falls where somebody is comes to lie on the last free dot he left, or beside him."""
    unit = harm.unit
    if not unit.on_map or standing_on(battle, unit.at, unit.elevation, unit) is None:
        return
    back = harm.left or beside(battle, unit)
    if back is None:
        return
    battle.emit(PutBack(unit.id, *back))
    if harm.left is None:
        harm.came = ASIDE


def beside(battle: Battle, unit: Unit) -> Left | None:
    """The first free dot next to one who has come from no dot: out of a vehicle, onto a comrade's."""
    for direction in STEPS:
        at = neighbour(unit.at, direction)
        if battle.map.inside(at):
            step = pace(battle, unit.at, unit.elevation, at, prone=unit.prone)
            if step.refusal is None and standing_on(battle, at, step.elevation, unit) is None:
                return at, step.elevation
    return None


@hooks.hurt.rule("BT-DMG-019", part=hooks.STUNS)
def stunned_by_a_blast(battle: Battle, harm: Harm) -> None:
    """Whom a blast brings down does nothing in the next movement of his side."""
    if harm.down and BLAST in harm.source.traits and harm.unit.conscious:
        battle.emit(Stunned(harm.unit.id))
