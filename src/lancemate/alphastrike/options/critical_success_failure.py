"""Critical success and failure (pp. 158-159): a natural 12 always succeeds, a natural 2 always fails.

It goes for attacks and for the rolls by which a unit keeps control, never for Initiative nor for what dice decide
without a target number. Margins come from the same place, so every rule that counts one follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import margin_of_failure, margin_of_success
from lancemate.alphastrike.combat.attack import automatic_hit, automatic_miss, enough
from lancemate.alphastrike.combat.sight import look
from lancemate.alphastrike.combat.weapons import sees_target
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched, as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.errors import Refusal

CRITICAL: Final = rules.option(
    "critical_success_failure",
    "AS-OPT-335",
    "a natural 12 always succeeds and a natural 2 always fails",
    title="Critical success and failure",
)

NATURAL: Final = rules.table("AS-OPT-335", {"success": 12, "failure": 2})


@rules.rule("AS-OPT-336", when=CRITICAL, replaces=automatic_miss)
def nothing_is_out_of_reach(attack: Attack, number: int) -> bool:
    """A natural 12 hits, whatever the number."""
    return False


@rules.rule("AS-OPT-337", when=CRITICAL, replaces=automatic_hit)
def nothing_is_certain(attack: Attack, number: int) -> bool:
    """A natural 2 misses, whatever the number."""
    return False


@rules.rule("AS-OPT-335", when=CRITICAL, replaces=enough)
def enough_by_nature(attack: Attack, number: int, roll: int) -> bool:
    """Two sixes hit, two ones miss; what woods alone hide is hit by two sixes only."""
    row = NATURAL.of(attack)
    if roll == row["success"]:
        return True
    if roll == row["failure"] or (not attack.indirect and attack.sight.by_growth):
        return False
    return roll >= number


@hooks.may_attack.rule("AS-OPT-336", part=hooks.SIGHT, when=CRITICAL, replaces=sees_target)
def sees_well_enough(attack: Attack) -> Refusal | None:
    """Woods and smoke hide a target and do not stop a lucky shot; solid terrain does."""
    if trait.SHOT in attack.traits and attack.target is not None and not attack.indirect and attack.sight.by_growth:
        return None
    return sees_target(attack)


@hooks.aims_unseen.rule("AS-OPT-336", when=CRITICAL)
def worth_a_lucky_shot(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    return look(battle, unit, enemy).by_growth


@rules.rule("AS-OPT-338", when=CRITICAL, replaces=margin_of_success)
def least_of_margins(by: Switched, roll: int, target_number: int) -> int | None:
    """A critical success is one by 1."""
    return 1 if roll == NATURAL.of(by)["success"] else as_printed(margin_of_success)(by, roll, target_number)


@rules.rule("AS-OPT-338", when=CRITICAL, replaces=margin_of_failure)
def margin_of_a_disaster(by: Switched, roll: int, target_number: int) -> int | None:
    """A critical failure is one by 1 at least, and a critical success is none."""
    row = NATURAL.of(by)
    if roll == row["success"]:
        return None
    return (
        max(1, target_number - roll)
        if roll == row["failure"]
        else as_printed(margin_of_failure)(by, roll, target_number)
    )
