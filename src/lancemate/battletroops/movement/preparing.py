"""Making a weapon or a grenade ready (p. 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import BAYONET, GRENADE, KNIFE, SATCHEL
from lancemate.battletroops.movement.activation import activate
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.costs import TERRAIN
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.events import Prepared
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.play.state import BARE_HANDS
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

RIFLES = ("Rifle", "Laser Rifle", "Gyrojet Rifle")  # they have bayonets


def carried(unit: Unit) -> tuple[str, ...]:
    """What a soldier may have in his hands."""
    found = [name for name in (unit.primary, unit.secondary) if name is not None]
    if unit.grenades:
        found.append(GRENADE)
    if unit.satchel:
        found.append(SATCHEL)
    found.append(BAYONET if unit.primary in RIFLES else KNIFE)
    return (*found, BARE_HANDS)


def within_reach(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What else he may use where he is: hook ``at_hand``."""
    return tuple(name for hook in battle.hooks[hooks.at_hand] for name in hook(battle, unit) or ())


@rules.rule("BT-MOV-018", otherwise=None)
def why_not_prepare(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """Exactly one thing that he carries is ready at a time."""
    near = within_reach(battle, unit)
    if what not in carried(unit) and what not in near:
        text = f"{unit.id} has no {what} to prepare; there are {', '.join((*carried(unit)[:-1], *near))}"
        return Refusal("not_carried", text, "BT-MOV-018")
    if unit.prepared == what:
        return Refusal("ready", f"the {what} of {unit.id} is ready already", "BT-MOV-018")
    return cannot_pay(battle, left_to(battle, unit), preparing_cost(battle, unit, what), f"preparing the {what}")


def preparing_cost(battle: Battle, unit: Unit, what: str) -> int:
    return drawing(battle) if what == unit.secondary else TERRAIN.of(battle)["prepare"]


@rules.rule("BT-OPT-003", otherwise=6)
def drawing(battle: Battle) -> int:
    """A secondary weapon is drawn and made ready in one action."""
    return TERRAIN.of(battle)["prepare"]


@hooks.deeds.entry("prepare")
def prepare(battle: Battle, unit: Unit, command: Act) -> None:
    what = str(command.what)
    refusal = why_not_prepare(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    battle.emit(Prepared(unit.id, what, preparing_cost(battle, unit, what)))


@hooks.offers.rule("BT-MOV-018", types="soldier")
def prepare_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Whatever he carries and does not hold, if he can pay for it."""
    if not unit.is_soldier:
        return None
    return tuple(
        offer(Act(unit.id, "prepare", what), f"Prepare {what}", "BT-MOV-018")
        for what in (*carried(unit), *within_reach(battle, unit))
        if what != BARE_HANDS and why_not_prepare(battle, unit, what) is None
    )
