"""Multiple damage rolls (p. 175): a die for every point that a hit of weapons would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.damage import minimal_damage
from lancemate.alphastrike.damage.reckoning import VARIABLE
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.traits import DEVICE, WEAPON
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.engine import Tally

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.kernel.ruleset import Switched

OPTION: Final = rules.option(
    "multiple_damage_rolls", "AS-OPT-570", "every point that a hit of weapons would do takes a 3 or more on a die"
)

DICE: Final = rules.table("AS-OPT-570", {"a point": 3})
MINIMAL: Final = rules.table("AS-OPT-573", {"a point": 5})


@hooks.damage.rule("AS-OPT-570", "AS-OPT-571", part=VARIABLE, when=OPTION)
def each_point_is_rolled(work: Reckoning) -> Modifier | None:
    """What adds to the damage is rolled with it; what takes off comes after. Heat is never rolled."""
    points, traits = work.points - work.die, work.source.traits
    if WEAPON not in traits or DEVICE in traits or points <= 0:
        return None
    least = DICE.of(work)["a point"]
    faces = work.throw(points, Tally(least))
    work.roll += faces
    done = Tally(least)(faces)
    if not work.value.minimal:
        done = at_least_one(work, done)
    lost = done - points
    return Modifier(f"{done} of {points} dice", lost, "AS-OPT-570") if lost else None


@rules.rule("AS-OPT-572", otherwise=lambda work, done: done)
def at_least_one(work: Reckoning, done: int) -> int:
    """A hit is a hit, whatever the dice."""
    return max(1, done)


@rules.rule("AS-OPT-573", when=OPTION, replaces=minimal_damage)
def minimal_is_harder(asked: Switched, die: int) -> int:
    """Minimal damage takes a 5."""
    return 1 if die >= MINIMAL.of(asked)["a point"] else 0


@hooks.dice_apart.rule("AS-OPT-574", when=OPTION)
def everyone_for_himself(attack: Attack) -> bool:
    """In an area every unit has dice of its own."""
    return True
