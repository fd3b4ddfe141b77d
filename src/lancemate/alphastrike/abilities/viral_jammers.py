"""RISC viral jammers (p. 89): switched on once, they run for five turns and spare nobody who sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_links import C3
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.firing import makes_use_of
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import AbilitySpent, DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import MOVEMENT
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DJ, HJ = "DJ", "HJ"
CODES: Final = (DJ, HJ)
NAMES: Final = {DJ: "decoy jammer", HJ: "homing jammer"}
VIRAL: Final = rules.table("AS-SPC-138", {"inches": 34, "turns": 5, "resists on": 9})
DECOYED: Final = rules.table("AS-SPC-139", {"AECM", "ECM", "LECM", "STL", "WAT"})
HOMED: Final = rules.table("AS-SPC-140", {"TAG", "LTAG", "NOVA", "NC3", C3})
GUIDED: Final = rules.table("AS-SPC-140", {"IATM", "LRM", "CNARC", "SNARC", "SRM"})
HARDER: Final = rules.table("AS-SPC-140", {"target number": 1})
LIGHT_PROBE: Final = "LPRB"  # part of a Watchdog suite, and lost with it

# The last turn of each jammer of a unit that runs, and how units stood against those they have met.
running = unit_memory("viral_jammers", dict[str, int], default={}, rule="AS-SPC-138")
tried = unit_memory("viral_tried", dict[str, bool], default={}, rule="AS-SPC-138")


# -- switching on ---------------------------------------------------------------------------------------------


@hooks.deeds.entry("jam")
def switch_on(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_jam(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    assert what is not None
    last = battle.state.turn + VIRAL.of(battle)["turns"] - 1
    running.note(battle, unit, {**running.of(unit), what: last})


@rules.rule("AS-SPC-138", otherwise=None)
def why_not_jam(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """Before its side has moved anybody; once a game, and it needs power."""
    if what not in CODES or not unit.has(what):
        has = " and ".join(code for code in CODES if unit.has(code)) or "no viral jammer"
        return Refusal("no_such_ability", f"{unit.id} has {has}: what is to jam?", "AS-SPC-138")
    if battle.state.phase != MOVEMENT:
        text = f"jammers are switched on in {battle.course.where(orders.Move)}"
        return Refusal("wrong_phase", text, "AS-SPC-138")
    if what in unit.spent or what in running.of(unit):
        state = "has run its time" if what in unit.spent else "runs already, and cannot be stopped"
        return Refusal("already_used", f"the {NAMES[what]} of {unit.id} {state}", "AS-SPC-138")
    if unit.shutdown:
        return Refusal("shut_down", f"{unit.id} is shut down", "AS-SPC-138")
    if any(one.side == unit.side and one.moved != "none" for one in battle.units.values()):
        text = f"{unit.side} has begun to move: jammers are switched on before that, next turn"
        return Refusal("too_late", text, "AS-SPC-138")
    return None


@hooks.offers.rule("AS-SPC-138", ability=CODES)
def may_jam(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if battle.state.phase != MOVEMENT or battle.state.to_act != unit.side or not unit.on_table:
        return None
    codes = [code for code in CODES if unit.has(code) and why_not_jam(battle, unit, code) is None]
    return tuple(
        offer(orders.Act(unit.id, "jam", code), f"Switch on its {NAMES[code]}", "AS-SPC-138") for code in codes
    )


# -- who is caught --------------------------------------------------------------------------------------------


@hooks.movement_ends.rule("AS-SPC-138", ability=CODES)
def jammers_reach_out(battle: Battle) -> None:
    """Whoever is near and in sight for the first time throws 2D6, in the order of the battle."""
    jammers = [(unit, code) for unit in battle.on_table() for code in running.of(unit)]
    for unit in list(battle.on_table()) if jammers else ():
        for jammer, code in jammers:
            if _is_reached(battle, unit, jammer, code):
                _resist(battle, unit, jammer, code)


def _is_reached(battle: Battle, unit: Unit, jammer: Unit, code: str) -> bool:
    if unit is jammer or _key(jammer, code) in tried.of(unit):
        return False
    near = apart(battle, unit, jammer) <= VIRAL.of(battle)["inches"] + TINY
    return near and sees(battle, unit, jammer)


def _key(jammer: Unit, code: str) -> str:
    return f"{jammer.id}:{code}"


def _resist(battle: Battle, unit: Unit, jammer: Unit, code: str) -> None:
    needed, by = VIRAL.of(battle)["resists on"], "AS-SPC-139" if code == DJ else "AS-SPC-140"
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= needed)
    free = dice_sum(battle, roll) >= needed
    result = "it resists" if free else "it is jammed"
    purpose = f"{NAMES[code]} of {jammer.id}, on {needed} or more"
    battle.emit(DieRolled(unit.id, purpose, roll, result, by, (jammer.id,)))
    tried.remember(battle, unit, {**tried.of(unit), _key(jammer, code): not free}, by)


@rules.rule("AS-SPC-138", otherwise=False)
def is_caught(battle: Battle, unit: Unit, code: str) -> bool:
    """A jammer of this kind that it has failed to resist still runs."""
    for key, failed in tried.of(unit).items():
        name, _, kind = key.rpartition(":")
        jammer = battle.units.get(name)
        if failed and kind == code and jammer is not None and runs(jammer, code):
            return True
    return False


def runs(jammer: Unit, code: str) -> bool:
    return code in running.of(jammer) and jammer.on_table and not jammer.shutdown


@hooks.end_phase.rule("AS-SPC-138", part=hooks.LATE, ability=CODES)
def jammers_run_out(battle: Battle) -> bool | None:
    """After five turns, or with its unit, a jammer is done for good."""
    changed = None
    for unit in battle.units.values():
        over = [code for code, last in running.of(unit).items() if last <= battle.state.turn or not runs(unit, code)]
        if over:
            running.note(battle, unit, {code: last for code, last in running.of(unit).items() if code not in over})
            for code in over:
                battle.emit(AbilitySpent(unit.id, code, "AS-SPC-138"))
            changed = True
    return changed


# -- what it does ---------------------------------------------------------------------------------------------


@hooks.disabled.rule("AS-SPC-139", ability=DJ)
def decoys_blind_it(battle: Battle, unit: Unit, code: str) -> bool:
    """Jammers, stealth and Watchdog suites fail, with the probe that belongs to those."""
    decoyed = code in DECOYED.of(battle) or (code == LIGHT_PROBE and unit.has("WAT"))
    return decoyed and is_caught(battle, unit, DJ)


@hooks.disabled.rule("AS-SPC-140", ability=HJ)
def homing_jammed(battle: Battle, unit: Unit, code: str) -> bool:
    """TAG and networks of every kind fail."""
    return code in HOMED.of(battle) and is_caught(battle, unit, HJ)


@hooks.may_attack.rule("AS-SPC-140", part=hooks.SPECIAL, ability=HJ)
def paints_nobody(attack: Attack) -> Refusal | None:
    """And what has failed is not fired."""
    code = attack.code
    if code is None or code not in HOMED.of(attack) or not is_caught(attack.battle, attack.attacker, HJ):
        return None
    return Refusal("jammed", f"the {code} of {attack.attacker.id} does not work under a homing jammer", "AS-SPC-140")


@hooks.to_hit.rule("AS-SPC-140", part=hooks.OTHER, ability=HJ)
def missiles_lose_their_way(attack: Attack) -> Modifier | None:
    """Every attack with missiles or beacons in it is harder."""
    if not attack.is_weapon or not is_caught(attack.battle, attack.attacker, HJ):
        return None
    codes = GUIDED.of(attack)
    if attack.kind not in codes and not makes_use_of(attack, codes):
        return None
    return Modifier("Homing jammer (HJ)", HARDER.of(attack)["target number"], "AS-SPC-140")
