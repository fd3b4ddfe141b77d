"""Emergency masters (p. 82): they take over a group for two turns when its master is lost, and burn out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_links import link_holds, node_of, takes_part
from lancemate.alphastrike.abilities.c3_networks import MASTERED, Group, groups_with
from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.play.events import AbilitySpent, Toggled
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Switch, SwitchWords
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "C3EM"
LASTS: Final = rules.table("AS-SPC-061", {"turns": 2})

# The last turn its emergency master works in.
last_turn = unit_memory(
    "c3_emergency_until", int, default=0, rule="AS-SPC-061", told="runs its emergency master until turn {}"
)


def is_running(battle: Battle, unit: Unit) -> bool:
    """Its emergency master leads a group now."""
    return battle.state.turn <= last_turn.of(unit) and CODE not in unit.spent


@rules.rule("AS-SPC-061", otherwise=lambda battle, group: group.members[0])
def head_of(battle: Battle, group: Group) -> str:
    """Who leads a group: its master, or the first emergency master that runs."""
    for name in group.members[1:]:
        unit = battle.units[name]
        if is_running(battle, unit) and takes_part(battle, unit):
            return name
    return group.members[0]


def followed(battle: Battle, unit: Unit) -> Group | None:
    """The group in which a unit follows a master."""
    groups = groups_with(battle, unit.id)
    return next((group for group in groups if group.kind == MASTERED and group.members[0] != unit.id), None)


EMERGENCY: Final = hooks.switch_words.add(CODE, SwitchWords("emergency master"))


@hooks.switches.rule("AS-SPC-061", ability=CODE)
def emergency_switches(battle: Battle, unit: Unit) -> Switch | None:
    return Switch(CODE, EMERGENCY.label, unit.active(CODE), "AS-SPC-061") if unit.has(CODE) else None


@hooks.may_toggle.rule("AS-SPC-061", ability=CODE)
def emergency_switch(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """Its player decides; it comes on in the End Phase if the master cannot be reached then, and off by itself."""
    if ability != CODE or not unit.has(CODE):
        return None
    if CODE in unit.spent:
        return Refusal("burnt_out", f"the emergency master of {unit.id} has burnt out", "AS-SPC-061")
    if is_running(battle, unit):
        text = f"the emergency master of {unit.id} runs until turn {last_turn.of(unit)} and burns out then"
        return Refusal("no_switch", text, "AS-SPC-061")
    if followed(battle, unit) is None:
        text = f"{unit.id} follows no master; an emergency master takes over the network it is linked in"
        return Refusal("no_network", text, "AS-SPC-061")
    return "AS-SPC-061"


@hooks.end_phase.rule("AS-SPC-061", part=hooks.SWITCHES, ability=CODE)
def emergency_masters(battle: Battle) -> bool | None:
    """Those whose time is over burn out with the slave computer they sit on; those that are needed come on."""
    done = None
    for unit in battle.on_table():
        if not unit.has(CODE) or CODE in unit.spent:
            continue
        if last_turn.of(unit) == battle.state.turn:
            _burn_out(battle, unit)
            done = True
        elif (CODE, True) in unit.planned and not is_running(battle, unit) and _master_is_lost(battle, unit):
            battle.emit(Toggled(unit.id, CODE, True, "AS-SPC-061"))
            last_turn.note(battle, unit, battle.state.turn + LASTS.of(battle)["turns"])
            done = True
    return done


def _burn_out(battle: Battle, unit: Unit) -> None:
    battle.emit(Toggled(unit.id, CODE, False, "AS-SPC-061"))
    for code in (CODE, "C3S", "C3BSS"):
        if unit.has(code):
            battle.emit(AbilitySpent(unit.id, code, "AS-SPC-061"))


def _master_is_lost(battle: Battle, unit: Unit) -> bool:
    group, own = followed(battle, unit), node_of(battle, unit)
    if group is None or own is None:
        return False
    head = node_of(battle, battle.units[head_of(battle, group)])
    return head is None or not link_holds(battle, hostile_fields(battle, unit.side), own, head)
