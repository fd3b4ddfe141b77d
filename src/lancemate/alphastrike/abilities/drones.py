"""Remote-controlled drones (pp. 84-85): who steers them, how well, and what silence does to them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import hostile_fields, is_jammed, lies_between
from lancemate.alphastrike.abilities.in_play import card_in_play
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play.events import ShutDown
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

Name = TypeVar("Name", bound=Hashable)

DRONE, CONTROL = "DRO", "DCC"
REMOTE: Final = rules.table("AS-SPC-089", {"inches on the ground": 900.0, "Skill": 1})

# It has lost its controller's voice, and is shut down for that.
cut_off = unit_memory("cut_off", bool, default=False, rule="AS-SPC-089", told="gets no orders any more", untold="obeys")


# -- who steers whom ------------------------------------------------------------------------------------------


def controllers(battle: Battle) -> dict[str, str]:
    """The controller of every drone that has one, by the order of the forces."""
    return cast(dict[str, str], battle.remember("drone controllers", lambda: _assigned(battle)))


def _assigned(battle: Battle) -> dict[str, str]:
    found: dict[str, str] = {}
    for side in battle.sides:
        own = [(muster.id, card_in_play(battle, muster)) for muster in battle.setup.units_of(side)]
        found |= by_operator(battle, own)
    return found


def by_operator(by: Switched, own: Iterable[tuple[Name, Card]]) -> dict[Name, Name]:
    """Each drone of some units with the one that steers it, in their order, as far as there are control systems."""
    units = list(own)
    desks = [name for name, card in units for _ in range(desks_of(by, card))]
    return dict(zip([name for name, card in units if DRONE in card.specials], desks, strict=False))


@rules.rule("AS-SPC-090", otherwise=0)
def desks_of(by: Switched, card: Card) -> int:
    """How many drones a control system steers."""
    return int(card.specials.value(CONTROL))


@rules.rule("AS-SPC-089", otherwise=lambda by, operator: operator)
def skill_of_a_drone(by: Switched, operator: int) -> int:
    """A drone is as good as whoever steers it, less one; and that is what it costs."""
    return operator + int(REMOTE.of(by)["Skill"])


@hooks.skill_in_play.rule("AS-SPC-089", ability=DRONE)
def one_worse_than_its_operator(battle: Battle, muster: Muster, card: Card) -> Modifier | None:
    """Whatever its own Skill says."""
    boss = controllers(battle).get(muster.id) if DRONE in card.specials else None
    if boss is None:
        return None
    operator = next(one.skill for one in battle.setup.units if one.id == boss)
    return Modifier("Drone", skill_of_a_drone(battle, operator) - muster.skill, "AS-SPC-089")


# -- whether it hears -----------------------------------------------------------------------------------------


@rules.rule("AS-SPC-089", otherwise=False)
def is_silent(battle: Battle, drone: Unit) -> bool:
    """No controller, none that works, too far away, or jamming at either end or in between."""
    boss = battle.units.get(controllers(battle).get(drone.id, ""))
    if boss is None or not boss.on_table or not steers(battle, boss):
        return True
    reach = REMOTE.of(battle)["inches on the ground"]
    if not boss.airborne and apart(battle, boss, drone) > reach:
        return True
    return is_jammed(battle, drone) or any(
        lies_between(battle, field, boss, drone) for field in hostile_fields(battle, drone.side)
    )


@rules.rule("AS-SPC-090", otherwise=True)
def steers(battle: Battle, boss: Unit) -> bool:
    """A control system steers nobody while it is shut down, lost or inside a hostile field."""
    if boss.shutdown or boss.doomed is not None or boss.destroyed:
        return False
    return not is_jammed(battle, boss)


@hooks.remarks.rule("AS-SPC-089", ability=DRONE)
def whom_it_obeys(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    if not unit.has(DRONE):
        return None
    boss = controllers(battle).get(unit.id)
    if boss is None:
        return "nobody steers it: it shuts down in the End Phase"
    heard = "" if not is_silent(battle, unit) else ", which it does not hear: it is shut down from the End Phase on"
    return f"it is steered by {boss}{heard}"


@hooks.end_phase.rule("AS-SPC-089", part=hooks.LATE, ability=DRONE)
def drones_listen(battle: Battle) -> bool | None:
    """A drone that hears nothing shuts down in the End Phase, and starts again in the one in which it does."""
    changed = None
    for drone in battle.on_table():
        if not drone.has(DRONE) or drone.doomed is not None:
            continue
        silent = is_silent(battle, drone)
        if silent != cut_off.of(drone):
            cut_off.note(battle, drone, silent)
            changed = True
        if silent != drone.shutdown and (silent or changed):
            battle.emit(ShutDown(drone.id, silent, "AS-SPC-089"))
            changed = True
    return changed
