"""What a soldier may spend in a turn (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.armor import ARMOR
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import BLOCKS, TRACK, in_use
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


def allowance_parts(battle: Battle, unit: Unit) -> tuple[Cost, ...]:
    """The named parts of a turn's movement points: hook ``allowance``."""
    answers = [hook(battle, unit) for hook in battle.hooks[hooks.allowance]]
    return tuple([part for part in answers if part is not None and part.value])


def allowance(battle: Battle, unit: Unit) -> int:
    """The movement points of a turn."""
    return points(allowance_parts(battle, unit)) if unit.conscious else 0


def points(parts: tuple[Cost, ...]) -> int:
    """What the parts of an allowance come to; never less than none."""
    return max(0, int(sum([part.value for part in parts])))


@hooks.allowance.rule("BT-MOV-001", part=-1, types="soldier")
def by_his_condition(battle: Battle, unit: Unit) -> Cost | None:
    """Eight of them, fewer with wounds."""
    if not unit.is_soldier:
        return None
    block = in_use(battle, unit.track)
    wounded = f"Condition: block {BLOCKS[block]}" if "X" in unit.track else "Unwounded"
    return Cost(wounded, TRACK.of(battle)["mp"][block] or 0, "BT-MOV-001")


@hooks.allowance.rule("BT-DMG-021", types="soldier")
def armour_weighs(battle: Battle, unit: Unit) -> Cost | None:
    """Armour slows its wearer."""
    if unit.armor is None:
        return None
    return Cost(unit.armor.kind, ARMOR.of(battle)[unit.armor.kind]["mp"], "BT-DMG-021")


@rules.rule("BT-MOV-001", otherwise=None)
def cannot_pay(battle: Battle, left: int, cost: int, what: str) -> Refusal | None:
    """Nothing may be begun that costs more than is left."""
    if cost <= left:
        return None
    return Refusal("too_few_mp", f"{what} costs {cost} MP, and {left} are left", "BT-MOV-001")
