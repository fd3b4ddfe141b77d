"""Who is right when rules differ (p. 76): an ability against the general rule, one ability against another.

Must not know any ability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Hook

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

T = TypeVar("T")


def _general(battle: Battle, hook: Hook[..., T | None], general: T, *facts: object) -> T:
    return general


@rules.rule("AS-SPC-001", otherwise=_general)
def overruled(battle: Battle, hook: Hook[..., T | None], general: T, *facts: object) -> T:
    """What an ability says in the place of the general rule. On a hook the most particular ability comes first."""
    for ability in battle.hooks[hook]:
        answer = ability(*facts)
        if answer is not None:
            return answer
    return general
