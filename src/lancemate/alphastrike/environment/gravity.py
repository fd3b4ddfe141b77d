"""Gravity (p. 62): how far units get where they weigh more or less, and what it does to them to run too fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.damage.criticals import EFFECTS
from lancemate.alphastrike.environment.notes import agreed, over_move
from lancemate.alphastrike.movement.context import TOLERANCE
from lancemate.alphastrike.movement.sprint import sprint_bonus
from lancemate.alphastrike.play.conditions import GRAVITY, LOW_GRAVITY
from lancemate.alphastrike.play.explain import Cost, cost
from lancemate.alphastrike.play.stats import current_move, stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

LEAST: Final = 1.0  # inches that are left at any gravity
IN_A_ROW: Final = 2  # Movement Phases that a unit can take
MOVE: Final = "AS-BAT-092"


@hooks.move_now.rule("AS-BAT-092", part=Move.GRAVITY, when=GRAVITY)
def weighs_otherwise(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Every Move there is, jumping and flying included."""
    change = weight_change(battle, unit, mode)
    return cost(f"Gravity {agreed(battle).gravity:g} G", change, MOVE) if change else None


@rules.rule("AS-BAT-092", otherwise=0.0)
def weight_change(battle: Battle, unit: Unit, mode: str) -> float:
    """A Move is divided by the gravity and rounded normally, an inch at least; Thrust is not."""
    if mode == "thrust":
        return 0.0
    normal = stats(battle, unit).move.get(mode, 0.0)
    return max(LEAST, float(round_normally(battle, normal / agreed(battle).gravity))) - normal if normal else 0.0


@hooks.moved.rule("AS-BAT-093", part=9, when=LOW_GRAVITY)
def runs_too_fast(m: Movement) -> bool | None:
    """Whoever goes faster than it is built for a third time in a row breaks something, and every time after that."""
    battle, unit = m.battle, m.unit
    if unit.card.is_infantry:
        return None
    count = over_move.of(unit) + 1 if m.cost > _normal(m) + TOLERANCE else 0
    _count(battle, unit, count)
    if count > IN_A_ROW and unit.doomed is None:
        EFFECTS["mp"](battle, unit, False)
        return True
    return None


def _normal(m: Movement) -> float:
    """What the move might have cost if things weighed here what they should."""
    own = sum(part.value for part in m.allowed if part.rule not in (MOVE, "AS-MOV-057"))
    return own + sprint_bonus(m.battle, own) if m.mode == "sprint" else own


@hooks.prudent_move.rule("AS-BAT-093", when=LOW_GRAVITY)
def enough_for_now(battle: Battle, unit: Unit, mode: str) -> float | None:
    """After two runs too many, no more than the normal Move is wise."""
    return _sound(battle, unit, mode) if over_move.of(unit) >= IN_A_ROW else None


def _sound(battle: Battle, unit: Unit, mode: str) -> float:
    """The Move that does a unit no harm, however often."""
    way = "jump" if mode == "jump" else "ground"
    own = current_move(battle, unit, way) - weight_change(battle, unit, way)
    return own + sprint_bonus(battle, own) if mode == "sprint" else own


@hooks.remarks.rule("AS-BAT-093", when=LOW_GRAVITY)
def has_run_enough(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    if over_move.of(unit) < IN_A_ROW:
        return None
    return f"it has run too fast {over_move.of(unit)} turns in a row: more than its normal Move is an MP hit now"


@hooks.passed_move.rule("AS-BAT-093", when=LOW_GRAVITY)
def rests(battle: Battle, unit: Unit) -> bool | None:
    """A turn within its normal Move, and it may begin again."""
    _count(battle, unit, 0)
    return None


def _count(battle: Battle, unit: Unit, count: int) -> None:
    if count != over_move.of(unit):
        over_move.remember(battle, unit, count)
