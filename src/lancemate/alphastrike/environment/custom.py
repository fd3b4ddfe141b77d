"""Conditions that players invent (p. 61): their own numbers on attacks, Moves and sight, and on who is out in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.sight import TOLERANCE, Obstacle
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.environment.shelter import is_sheltered
from lancemate.alphastrike.play.conditions import CUSTOM, Custom
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.stages import Move

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.sight import Look
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

RULE: Final = "AS-BAT-075"  # conditions are chosen, and combine
EXPOSED: Final = cause("exposure", RULE, NATURE)


def _about(battle: Battle, unit: Unit) -> Iterator[Custom]:
    for one in agreed(battle).custom:
        if one.only and unit.card.type not in one.only:
            continue
        if not (one.toxin and any(hook(battle, unit) for hook in battle.hooks[hooks.filters_the_air])):
            yield one


def _names(some: list[Custom]) -> str:
    return ", ".join(one.name for one in some)


@hooks.to_hit.rule("AS-BAT-075", part=hooks.OTHER, when=CUSTOM)
def own_modifiers(attack: Attack) -> Modifier | None:
    """What they add to the target numbers of those they are about."""
    some = [one for one in _about(attack.battle, attack.attacker) if one.to_hit]
    return Modifier(_names(some), sum(one.to_hit for one in some), RULE) if some else None


@hooks.move_now.rule("AS-BAT-075", part=Move.CHANGED, when=CUSTOM)
def own_moves(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """What they add to every Move, or take off it; Thrust is left alone."""
    some = [one for one in _about(battle, unit) if one.move and mode != "thrust"]
    return Cost(_names(some), sum(one.move for one in some), RULE) if some else None


@hooks.line_of_sight.rule("AS-BAT-075", part=5, when=CUSTOM)
def own_limits(sight: Look) -> Obstacle | None:
    """How far one sees in them."""
    limits = [one.sight for one in _about(sight.battle, sight.viewer) if one.sight is not None]
    if not limits or sight.seen.distance <= min(limits) + TOLERANCE:
        return None
    text = (
        f"it is {sight.seen.distance:.1f} inches away, and {sight.viewer.id} sees no farther than {min(limits):g} here"
    )
    return Obstacle(RULE, text)


@hooks.end_phase.rule("AS-BAT-075", part=hooks.EXPOSURE, when=CUSTOM)
def own_damage(battle: Battle) -> bool | None:
    """What they do in every End Phase to whoever has no shelter."""
    harmed = None
    for unit in list(battle.on_table()):
        points = sum(one.damage for one in _about(battle, unit))
        if points and not is_sheltered(battle, unit):
            hurt(battle, unit.id, points, EXPOSED.itself)
            harmed = True
    return harmed
