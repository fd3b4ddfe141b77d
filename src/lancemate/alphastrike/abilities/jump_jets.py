"""Jets and drives better or worse than usual (pp. 78-79): what they do to the target's movement modifier.

Each is one more line of the target number, below the one that tells how the target moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.explain import Modifier

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack


def _strength(attack: Attack, code: str, mode: str) -> int:
    """The ability's number, when the target has it and moved in that mode."""
    target = attack.target
    if target is None or attack.target_moved != mode:
        return 0
    return int(target.card.specials.value(code))


@hooks.to_hit.rule("AS-SPC-035", "AS-COM-045", part=hooks.TARGET, ability="JMPW")
def weak_jump_jets(attack: Attack) -> Modifier | None:
    strength = _strength(attack, "JMPW", "jump")
    return Modifier(f"Weak jump jets (JMPW{strength})", -strength, "AS-SPC-035") if strength else None


@hooks.to_hit.rule("AS-SPC-036", "AS-COM-045", part=hooks.TARGET, ability="JMPS")
def strong_jump_jets(attack: Attack) -> Modifier | None:
    strength = _strength(attack, "JMPS", "jump")
    return Modifier(f"Strong jump jets (JMPS{strength})", strength, "AS-SPC-036") if strength else None


@hooks.to_hit.rule("AS-SPC-048", "AS-COM-049", part=hooks.TARGET, ability="SUBW")
def weak_submersible_drive(attack: Attack) -> Modifier | None:
    strength = _strength(attack, "SUBW", "submersible")
    return Modifier(f"Weak submersible drive (SUBW{strength})", -strength, "AS-SPC-048") if strength else None


@hooks.to_hit.rule("AS-SPC-049", "AS-COM-049", part=hooks.TARGET, ability="SUBS")
def strong_submersible_drive(attack: Attack) -> Modifier | None:
    strength = _strength(attack, "SUBS", "submersible")
    return Modifier(f"Strong submersible drive (SUBS{strength})", strength, "AS-SPC-049") if strength else None
