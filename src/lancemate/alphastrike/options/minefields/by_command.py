"""Mines that are set off by command (p. 169): by a friend of theirs who has made its move and sees the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.booby_trap import CODE as TRAP
from lancemate.alphastrike.combat.attack import has_attacked
from lancemate.alphastrike.combat.sight import look_at
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS, Minefield, field_named, fields_of
from lancemate.alphastrike.options.minefields.going_off import go_off
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain import ground
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DETONATE: Final = "detonate"
# A unit gives the signal once a turn.
signalled = unit_memory("signalled", bool, default=False, rule="AS-OPT-492", expires="turn", told="gives the signal")


@rules.rule("AS-OPT-492", otherwise=None)
def why_not_set_off(battle: Battle, unit: Unit, one: Minefield) -> Refusal | None:
    """Its own side's mines, once it has made its move, before anybody attacks; jamming is no hindrance."""
    if not one.command or one.side != unit.side:
        text = f"{one.id} is not there to be set off by {unit.side}: only mines of its own made for that are"
        return _no(text)
    moving = orders.Move in battle.now.verbs
    early = battle.now.part_of == COMBAT and not any(map(has_attacked, battle.units.values()))
    if not (moving or early):
        return _no("mines are set off at the end of movement, before anybody attacks")
    if moving and unit.moved == "none":
        return _no(f"{unit.id} has not made its move yet: mines are set off by who has")
    if signalled.of(unit):
        return _no(f"{unit.id} has set off a minefield this turn: another unit may")
    if is_helpless(battle, unit):
        return _no(f"{unit.id} is not active and sets off nothing")
    if look_at(battle, unit, Body(*one.at, 0.0, battle.table.surface(*one.at), 0.0)).status == "blocked":
        return _no(f"{unit.id} does not see {one.id}: a unit that sets it off has it in direct line of sight")
    return None


def _no(text: str) -> Refusal:
    return Refusal("cannot_detonate", text, "AS-OPT-492")


@hooks.sets_off.rule("AS-OPT-492", when=MINEFIELDS)
def set_off_by_command(battle: Battle, unit: Unit, what: str) -> bool:
    one = field_named(battle, what)
    if one is None:
        if what == TRAP:
            return False
        raise Refused(_no(f"there is no minefield {what!r} that {unit.id} could set off"))
    refusal = why_not_set_off(battle, unit, one)
    if refusal is not None:
        raise Refused(refusal)
    name = ground.find(battle, one.id, "AS-OPT-492") if one.hidden else one.id
    signalled.note(battle, unit, True)
    go_off(battle, name, command=True)
    return True


@hooks.done_any_time.rule("AS-OPT-492", when=MINEFIELDS)
def while_others_act(battle: Battle, unit: Unit, command: orders.Act) -> bool:
    """The signal does not wait for its side's turn."""
    return command.do == DETONATE and command.what != TRAP


@hooks.offers.rule("AS-OPT-492", when=MINEFIELDS)
def may_set_off(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or orders.Act not in battle.now.verbs:
        return None
    ready = [one for one in fields_of(battle) if one.command and why_not_set_off(battle, unit, one) is None]
    return tuple(offer(orders.Act(unit.id, DETONATE, one.id), f"Set off {one.id}", "AS-OPT-492") for one in ready)
