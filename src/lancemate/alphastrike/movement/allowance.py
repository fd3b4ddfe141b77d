"""How much Move a unit has this turn, as named parts: what is left of its Move now, and what this move adds.

Sum ``allowance`` (battle, unit, mode) of Costs, beginning with the Move there is; hook ``path_allowance`` (movement)
adds what depends on the path. What changes a unit's Move whatever it does is part of ``move_now`` (stats.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.cost import all_firm, all_paved
from lancemate.alphastrike.movement.sprint import sprint_bonus
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.stats import move_now, stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance
from lancemate.kernel.tally import SoFar

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

TAXIING: Final = 2.0  # inches a landed WiGE may go


def current_parts(battle: Battle, unit: Unit, way: str, mode: str) -> list[Cost]:
    """A unit's Move for one way of moving, before anything this very path adds."""
    known = (stats(battle, unit) if unit.wounds else unit.card.printed).move
    swims = way == "swim" and mode != "jump" and "submarine" in known
    own = mode if mode == "jump" or mode in known else "submarine" if swims else "ground"
    parts = move_now(battle, unit, own)
    if way == "surface" and unit.card.move.primary == "g":
        parts = on_the_ground(battle, parts)
    for hook in battle.hooks[hooks.allowance, mode]:
        part: Cost | None = hook(battle, unit, mode)
        if part is not None:
            parts.append(part)
    later = battle.hooks[hooks.allowance.later, mode]
    if later:
        so_far = SoFar(parts)
        for sees in later:
            part = sees(battle, unit, mode, so_far)
            if part is not None:
                parts.append(part)
    return parts


def to_spend(battle: Battle, unit: Unit, way: str, mode: str) -> float:
    """The same in inches, as things are now."""
    return sum(part.value for part in current_parts(battle, unit, way, mode))


@hooks.allowance.seeing("AS-MOV-057", part=Allowance.SPRINT, kinds="sprint")
def sprints(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost:
    """Half as far again as its Move now would take it."""
    return Cost("Sprint", sprint_bonus(battle, so_far.total), "AS-MOV-057")


@rules.rule("AS-MOV-043", otherwise=lambda battle, parts: parts)
def on_the_ground(battle: Battle, parts: list[Cost]) -> list[Cost]:
    """A landed WiGE crawls two inches a turn, whatever its Move, as long as it has any."""
    return [Cost("WiGE on the ground", TAXIING, "AS-MOV-043")] if sum(part.value for part in parts) > 0 else parts


def settle_allowance(m: Movement) -> None:
    parts = current_parts(m.battle, m.unit, m.way, m.mode)
    if m.stretches and m.stretches[0].patch.paved:
        bonus = pavement_bonus(m)
        if bonus is not None:
            parts.append(bonus)
    if m.battle.hooks[hooks.on_firm_ground] and all_firm(m) and sum(part.value for part in parts) > 0:
        parts += firm_ground_bonus(m.battle, m.unit, m.mode)
    for hook in m.battle.hooks[hooks.path_allowance]:
        more: Cost | None = hook(m)
        if more is not None:
            parts.append(more)
    m.allowed = tuple(parts)
    inches = 0.0
    for part in parts:
        inches += part.value
    m.allowance = inches if inches > 0.0 else 0.0


def firm_ground_bonus(battle: Battle, unit: Unit, mode: str) -> list[Cost]:
    """What a unit has more on paved ground and ice: hook ``on_firm_ground`` (battle, unit, mode) -> Cost | None."""
    found = (hook(battle, unit, mode) for hook in battle.hooks[hooks.on_firm_ground])
    return [part for part in found if part is not None]


@rules.rule("AS-MOV-017", otherwise=None)
def pavement_bonus(m: Movement) -> Cost | None:
    """Wheels and tracks that keep to the road for the whole move go two inches further, sprinting or not."""
    own = words(m, m.unit.card)
    if ("Wheeled" in own or "Tracked" in own) and all_paved(m):
        return Cost("Pavement", 2.0, "AS-MOV-017")
    return None
