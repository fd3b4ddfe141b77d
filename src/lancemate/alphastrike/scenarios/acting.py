"""The command ``act``: what units do for a scenario in the place of an attack. Every deed is one entry in ``DEEDS``.

Knows who may act when; what a deed needs and does stands in the room it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.attack import PASS, has_attacked
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Deed = Callable[["Battle", "Unit", str], None]

DEEDS: Final[dict[str, Deed]] = {}
# Deeds that use up a unit's attacks of the turn; they stand among them by name.
INSTEAD: Final = ("take", "scan")
# Deeds that belong to no scenario.
ANYWHERE: Final = ("stalk",)


def deed(name: str) -> Callable[[Deed], Deed]:
    """Register what carries out a deed."""

    def register(carry_out: Deed) -> Deed:
        DEEDS[name] = carry_out
        return carry_out

    return register


@rules.verb(orders.Act)
def do_act(battle: Battle, command: orders.Act) -> None:
    unit = battle.unit(command.unit)
    if command.do not in DEEDS:
        raise refuse("unknown_deed", f"nobody can {command.do!r}; a unit may {', '.join(DEEDS)}", "AS-SCN-001")
    if battle.setup.scenario is None and command.do not in ANYWHERE:
        raise refuse("no_scenario", "this battle has no scenario: there is nothing to act upon", "AS-SCN-001")
    check_side(battle, unit, "AS-INT-060")
    if not unit.on_table:
        raise refuse("not_on_table", f"{unit.id} is not on the table", "AS-COM-001")
    DEEDS[command.do](battle, unit, command.what)


def why_not_now(battle: Battle, unit: Unit, by: str) -> Refusal | None:
    """Why a unit cannot spend its Combat Phase on a deed, or None."""
    if battle.state.phase != "combat":
        return Refusal("wrong_phase", f"this is done in the Combat Phase, not in the {battle.state.phase} phase", by)
    if PASS in unit.attacks:
        return Refusal("already_passed", f"{unit.id} has passed and does nothing more this turn", by)
    if has_attacked(unit):
        return Refusal("already_attacked", f"{unit.id} has attacked this turn: it can do only one of the two", by)
    if unit.moved == "sprint":
        return Refusal("sprinted", f"{unit.id} sprinted this turn and can do nothing else", by)
    if unit.shutdown or unit.stunned:
        return Refusal("cannot_act", f"{unit.id} is {'shut down' if unit.shutdown else 'stunned'}", by)
    return None


def check_now(battle: Battle, unit: Unit, by: str) -> None:
    refusal = why_not_now(battle, unit, by)
    if refusal is not None:
        raise Refused(refusal)


@hooks.may_attack.rule("AS-SCN-030", "AS-SCN-064", part=hooks.SLOT, when=SWITCH)
def busy_with_something_else(attack: Attack) -> Refusal | None:
    """Whoever takes a flag or scans makes no attack of any kind in that turn, and the other way round."""
    unit = attack.attacker
    done = next((name for name in unit.attacks if name in INSTEAD), None)
    if done is not None:
        text = f"{unit.id} is busy this turn ({done}) and attacks nobody"
        return Refusal("already_acted", text, "AS-SCN-030" if done == "take" else "AS-SCN-064")
    return None
