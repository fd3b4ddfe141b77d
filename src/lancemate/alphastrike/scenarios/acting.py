"""The command ``act``: what units do in the place of an attack. Every deed is one entry of ``hooks.deeds``.

Knows who may act when; what a deed needs and does stands in the room it belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import stands
from lancemate.alphastrike.play.clock import check_side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Deeds that use up a unit's attacks of the turn; they stand among them by name.
INSTEAD: Final = ("take", "scan")
# Deeds that belong to no scenario, and those done by units that are aboard another.
ABOARD: Final = ("board", "return")
GEAR: Final = ("jam", "detonate", "fight_fire", "remove_bridge")  # special abilities
ENGINEERING: Final = ("lay_bridge", "clear_woods", "clear_rubble", "fortify", "transmit")
CREWS: Final = ("raise_crew", "stand_down")  # of ships, and of buildings
NAMING_NOTHING: Final = (*ENGINEERING, "release", *CREWS)
ANYWHERE: Final = ("scan", "stalk", "spawn", "concentrate", *GEAR, *NAMING_NOTHING, *ABOARD)


@rules.verb(orders.Act)
def do_act(battle: Battle, command: orders.Act) -> None:
    unit = battle.unit(command.unit)
    if command.do not in hooks.deeds:
        raise refuse("unknown_deed", f"nobody can {command.do!r}; a unit may {', '.join(hooks.deeds)}", "AS-SCN-001")
    terms = hooks.deed_terms.get(command.do)
    if terms is not None and terms.option not in battle.setup.switches:
        raise refuse("unknown_deed", f"{command.do} belongs to the option {terms.option}, which is off", "AS-SCN-001")
    loose = command.do == "take" and bool(battle.hooks[hooks.takes])  # things that belong to no scenario
    if battle.setup.scenario is None and command.do not in ANYWHERE and terms is None and not loose:
        raise refuse("no_scenario", "this battle has no scenario: there is nothing to act upon", "AS-SCN-001")
    if command.what is None and (command.do not in NAMING_NOTHING if terms is None else terms.names):
        raise refuse("names_nothing", f"say what {unit.id} is to {command.do} (what)", "AS-SCN-001")
    if not (terms is not None and terms.out_of_turn) and not _any_time(battle, unit, command):
        check_side(battle, unit, "AS-INT-060")
    inside = (command.do in ABOARD and unit.in_play) or (command.do in CREWS and stands(unit))
    if not unit.on_table and not inside and not (terms is not None and terms.off_table):
        raise refuse("not_on_table", f"{unit.id} is not on the table", "AS-COM-001")
    if command.at is None:
        hooks.deeds[command.do](battle, unit, command.what)
    elif command.do in hooks.placed_deeds:
        hooks.placed_deeds[command.do](battle, unit, command.what, command.at)
    else:
        raise refuse("names_a_place", f"{command.do} is done where {unit.id} is: leave out at", "AS-SCN-001")


def _any_time(battle: Battle, unit: Unit, command: orders.Act) -> bool:
    return any(hook(battle, unit, command) for hook in battle.hooks[hooks.done_any_time])


def check_now(battle: Battle, unit: Unit, by: str, *, for_an_attack: bool) -> None:
    refusal = why_not_now(battle, unit, by, for_an_attack=for_an_attack)
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
