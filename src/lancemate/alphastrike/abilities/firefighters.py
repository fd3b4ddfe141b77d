"""Firefighters (p. 85): units that put fires out. How fires burn, and others who fight them, is an optional module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lift
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "FF"
FIGHT: Final = rules.table("AS-SPC-095", {"number": 8, "inches": 2, "most off": 3})

# The fire a unit fights this turn, and for how many turns in a row fires have been fought, with the last of them.
fights = unit_memory("fights_fire", str, default=None, rule="AS-SPC-095", expires="turn")
fought = battle_memory("fires_fought", dict[str, list[int]], default={}, rule="AS-SPC-095")


@hooks.deeds.entry("fight_fire")
def fight_fire(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_fight(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    fights.note(battle, unit, what)


@rules.rule("AS-SPC-095", otherwise=None)
def why_not_fight(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """In the place of its attack, a fire within two inches."""
    return why_no_hoses(battle, unit, what)


def why_no_hoses(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    if not unit.has(CODE):
        return Refusal("no_such_ability", f"{unit.id} is no firefighter (FF)", "AS-SPC-095")
    refusal = why_not_now(battle, unit, "AS-SPC-095")
    if refusal is not None:
        return refusal
    if fights.of(unit) is not None:
        return Refusal("already_acted", f"{unit.id} fights {fights.of(unit)} already", "AS-SPC-095")
    fire = battle.table.by_id.get(what or "")
    if fire is None or fire.kind != "fire":
        return Refusal("no_fire", f"{what} is no fire: name one that burns", "AS-SPC-095")
    reach = FIGHT.of(battle)["inches"]
    if not within(battle, unit, fire, reach):
        return Refusal("out_of_range", f"{fire.id} is more than {reach} inches away from {unit.id}", "AS-SPC-095")
    return None


@hooks.may_attack.rule("AS-SPC-095", part=hooks.SLOT, ability=CODE)
def hoses_in_hand(attack: Attack) -> Refusal | None:
    if fights.of(attack.attacker) is None:
        return None
    return Refusal("already_acted", f"{attack.attacker.id} fights a fire this turn and nobody else", "AS-SPC-095")


@hooks.offers.rule("AS-SPC-095", ability=CODE)
def fires_near(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.phase != COMBAT or battle.state.to_act != unit.side or not unit.on_table or not unit.has(CODE):
        return None
    fires = [feature.id for feature in battle.table.features if feature.kind == "fire"]
    near = [name for name in fires if why_not_fight(battle, unit, name) is None]
    return tuple(offer(orders.Act(unit.id, "fight_fire", name), f"Fight {name}", "AS-SPC-095") for name in near)


@hooks.end_phase.rule("AS-SPC-095", part=hooks.HOSES, ability=CODE)
def fires_are_put_out(battle: Battle) -> bool | None:
    """One roll for each fire that is fought; easier with help, and with every turn in a row."""
    crews: dict[str, list[Unit]] = {}
    for unit in battle.on_table():
        name = fights.of(unit)
        if name is not None and name in battle.table.by_id:
            crews.setdefault(name, []).append(unit)
    led = {name: crew for name, crew in crews.items() if any(unit.has(CODE) for unit in crew)}
    for name, crew in led.items():
        _roll(battle, name, crew)
    return True if led else None


def _roll(battle: Battle, name: str, crew: list[Unit]) -> None:
    row, turn = FIGHT.of(battle), battle.state.turn
    spent, last = fought.of(battle.state).get(name, [0, 0])
    spent = spent if last == turn - 1 else 0
    needed = row["number"] - min(row["most off"], spent + len(crew) - 1)
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= needed)
    out = dice_sum(battle, roll) >= needed
    result = "it is out" if out else "it burns on"
    battle.emit(DieRolled(crew[0].id, f"fighting {name}, on {needed} or more", roll, result, "AS-SPC-095"))
    fought.note(battle, None, {**fought.of(battle.state), name: [spent + 1, turn]})
    if out:
        lift(battle, name, "AS-SPC-095")
