"""From where a hit comes (p. 48), and handing it to its target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage import damage as harm
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.state import Unit


def hit_direction(attack: Attack) -> str:
    """Front, rear, or the corner between the two, where the target's player chooses."""
    target = attack.target
    assert target is not None
    for hook in attack.battle.hooks[hooks.hit_direction]:
        answer: str | None = hook(attack)
        if answer is not None:
            return answer
    side = side_struck(attack, target)
    return "front" if side == "corner" and not corner_is_chosen(attack) else side


@hooks.hit_direction.rule("AS-DMG-004")
def always_front(attack: Attack) -> str | None:
    """Infantry of both kinds and grounded spheroid DropShips have no rear."""
    target = attack.target
    if target is not None and (target.card.is_infantry or (target.card.type == "DS" and not target.airborne)):
        return "front"
    return None


@rules.rule("AS-DMG-002", otherwise="front")
def side_struck(attack: Attack, target: Unit) -> str:
    """The hex side of the target's base that a line from the attacker's centre comes in through."""
    return attack.battle.table.side_struck(target.at, target.facing, attack.platform.at)


@rules.rule("AS-DMG-003", otherwise=False)
def corner_is_chosen(attack: Attack) -> bool:
    return True


def by_what_was_fired(attack: Attack, settled: Settled) -> tuple[str, ...]:
    """Critical checks that a hit brings: hook ``hit_causes`` (attack, settled) -> str | None."""
    answers = [hook(attack, settled) for hook in attack.battle.hooks[hooks.hit_causes]]
    return tuple(answer for answer in answers if answer is not None)


def strike(attack: Attack, settled: Settled, direction: str, *, natural_12: bool) -> None:
    """Hand a settled hit to its target."""
    target = attack.target
    assert target is not None
    causes = attack.kind_rules.causes
    harm.strike(
        attack.battle,
        harm.hit_of(
            target.id,
            settled,
            attack.source,
            direction,
            natural_12=natural_12,
            causes=causes(attack, settled) if causes is not None else (),
            late_causes=by_what_was_fired(attack, settled),
            section=attack.section,
        ),
    )
