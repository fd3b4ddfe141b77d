"""Remote-controlled drones (pp. 84-85): who steers them, how well, and what silence does to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import covers, hostile_fields, lies_between, spot_of
from lancemate.alphastrike.abilities.in_play import card_in_play
from lancemate.alphastrike.combat.ranges import distance_between
from lancemate.alphastrike.play.events import ShutDown
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

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
        own = [(muster.id, card_in_play(battle, muster)) for muster in battle.setup.units if muster.side == side]
        desks = [name for name, card in own for _ in range(desks_of(battle, card))]
        drones = [name for name, card in own if DRONE in card.specials]
        found |= dict(zip(drones, desks, strict=False))
    return found


@rules.rule("AS-SPC-090", otherwise=0)
def desks_of(battle: Battle, card: Card) -> int:
    """How many drones a control system steers."""
    return int(card.specials.value(CONTROL))


@hooks.skill_in_play.rule("AS-SPC-089", ability=DRONE)
def one_worse_than_its_operator(battle: Battle, muster: Muster, card: Card) -> Modifier | None:
    """A drone is as good as whoever steers it, less one."""
    boss = controllers(battle).get(muster.id) if DRONE in card.specials else None
    if boss is None:
        return None
    skill = next(one.skill for one in battle.setup.units if one.id == boss)
    return Modifier("Drone", skill + int(REMOTE.of(battle)["Skill"]) - muster.skill, "AS-SPC-089")


# -- whether it hears -----------------------------------------------------------------------------------------


@rules.rule("AS-SPC-089", otherwise=False)
def is_silent(battle: Battle, drone: Unit) -> bool:
    """No controller, none that works, too far away, or jamming at either end or in between."""
    boss = battle.units.get(controllers(battle).get(drone.id, ""))
    if boss is None or not boss.on_table or not steers(battle, boss):
        return True
    reach = REMOTE.of(battle)["inches on the ground"]
    if not boss.airborne and distance_between(battle, boss, drone) > reach:
        return True
    fields = hostile_fields(battle, drone.side)
    return any(lies_between(battle, field, spot_of(boss), spot_of(drone)) for field in fields)


@rules.rule("AS-SPC-090", otherwise=True)
def steers(battle: Battle, boss: Unit) -> bool:
    """A control system steers nobody while it is shut down, lost or inside a hostile field."""
    if boss.shutdown or boss.doomed is not None or boss.destroyed:
        return False
    return not any(covers(battle, field, spot_of(boss)) for field in hostile_fields(battle, boss.side))


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
