"""Tasers and tight-stream EMP weapons (p. 90): a hit shuts its target down for a turn, or unsettles it.

Both work from the End Phase on, through the turn that follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.devices import a_scenario, device, shots_fired, why_not_fired
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.play.events import DeviceWorked, ShutDown
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.errors import Refusal

DOWN, UNSETTLED, NOTHING = "shutdown", "interference", "none"
CODES: Final = ("MTAS", "BTAS", "TSEMP", "TSEMP-O")

# What has struck a unit this turn and begins in the End Phase; the turn in which it is unsettled; that it is down.
jolted = unit_memory("jolted", str, default=None, rule="AS-SPC-155")
unsettled = unit_memory("unsettled", int, default=None, rule="AS-SPC-155")
stalled = unit_memory("stalled", bool, default=False, rule="AS-SPC-155")

TASER: Final = rules.table(
    "AS-SPC-155", {"shuts down on": 8, "BTAS": -2, "BattleMech": -2, "battle armor": 2, "interference": 1}
)
MTAS: Final = rules.table("AS-SPC-156", {"MTAS": "S"})
BTAS: Final = rules.table("AS-SPC-157", {"BTAS": "S"})
TSEMP: Final = rules.table("AS-SPC-158", {"TSEMP": "M"})
STREAM: Final = rules.table(
    "AS-SPC-158", {"shuts down on": 8, "BattleMech or aerospace": -1, "Large": -2, "support vehicle": 2}
)
DARE: Final = 6.0  # what a shot is worth to bots at most, in points of damage


# -- who may be shot at ---------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SPC-156", part=hooks.AIM, kinds="MTAS", ability="MTAS")
def mech_taser_reaches(attack: Attack) -> Refusal | None:
    """Short range, once a turn for every taser."""
    return why_not_fired(attack, MTAS.of(attack)["MTAS"], "AS-SPC-156")


@hooks.may_attack.rule("AS-SPC-157", part=hooks.AIM, kinds="BTAS", ability="BTAS")
def battle_armor_taser_reaches(attack: Attack) -> Refusal | None:
    """Short range, so many times in the whole scenario."""
    return why_not_fired(attack, BTAS.of(attack)["BTAS"], "AS-SPC-157")


@hooks.may_attack.rule("AS-SPC-158", part=hooks.AIM, kinds="TSEMP", ability=("TSEMP", "TSEMP-O"))
def stream_reaches(attack: Attack) -> Refusal | None:
    """Short and Medium range; those of one shot each so many times in the whole scenario."""
    return why_not_fired(attack, TSEMP.of(attack)["TSEMP"], "AS-SPC-158")


# -- what a hit does ------------------------------------------------------------------------------------------


def shock(attack: Attack) -> None:
    """Throw for the effect, where there can be one."""
    battle, target = attack.battle, attack.target
    assert target is not None
    by = "AS-SPC-158" if attack.kind == "TSEMP" else "AS-SPC-155"
    why = immune(attack, target)
    if why is not None or jolted.of(target) == DOWN:
        battle.emit(DeviceWorked(attack.attacker.id, target.id, attack.kind, (), (), NOTHING, why or by))
        return
    parts = effect_parts(attack, target)
    needed = (STREAM if attack.kind == "TSEMP" else TASER).of(battle)["shuts down on"] - total(parts)
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= needed)
    result = DOWN if dice_sum(battle, roll) >= needed else UNSETTLED
    battle.emit(DeviceWorked(attack.attacker.id, target.id, attack.kind, roll, parts, result, by))
    if jolted.of(target) != result:
        jolted.remember(battle, target, result, by)


def immune(attack: Attack, target: Unit) -> str | None:
    """The rule by which nothing comes of a hit, if there is one."""
    return streams_past(attack, target) if attack.kind == "TSEMP" else tasers_past(attack, target)


@rules.rule("AS-SPC-155", otherwise=None)
def tasers_past(attack: Attack, target: Unit) -> str | None:
    """Conventional infantry, DropShips and all large units feel nothing."""
    card = target.card
    if card.type == "CI" or card.is_dropship or any(target.has(code) for code in ("LG", "VLG", "SLG")):
        return "AS-SPC-155"
    return ablated(attack, target)


@rules.rule("AS-SPC-071", otherwise=None)
def ablated(attack: Attack, target: Unit) -> str | None:
    """Nor does who has anti-penetrative ablation armor."""
    return "AS-SPC-071" if target.has("ABA") else None


@rules.rule("AS-SPC-158", otherwise=None)
def streams_past(attack: Attack, target: Unit) -> str | None:
    """Large units are harder to stop, only the largest feel nothing."""
    card = target.card
    immune_to_it = card.type == "CI" or card.is_dropship or target.has("VLG") or target.has("SLG")
    return "AS-SPC-158" if immune_to_it else None


def effect_parts(attack: Attack, target: Unit) -> tuple[Modifier, ...]:
    """What is added to the roll for the effect."""
    return stream_parts(attack, target) if attack.kind == "TSEMP" else taser_parts(attack, target)


@rules.rule("AS-SPC-155", otherwise=())
def taser_parts(attack: Attack, target: Unit) -> tuple[Modifier, ...]:
    rows, parts = TASER.of(attack), []
    if attack.kind == "BTAS":
        parts.append(Modifier("Battle armor taser", rows["BTAS"], "AS-SPC-155"))
    if target.card.type == "BM":
        parts.append(Modifier("BattleMech", rows["BattleMech"], "AS-SPC-155"))
    if target.card.is_battle_armor:
        parts.append(Modifier("Battle armor", rows["battle armor"], "AS-SPC-155"))
    return tuple(parts)


@rules.rule("AS-SPC-158", otherwise=())
def stream_parts(attack: Attack, target: Unit) -> tuple[Modifier, ...]:
    rows, parts, card = STREAM.of(attack), [], target.card
    if card.type == "BM" or card.is_aerospace:
        name = "BattleMech" if card.type == "BM" else "Aerospace unit"
        parts.append(Modifier(name, rows["BattleMech or aerospace"], "AS-SPC-158"))
    if target.has("LG"):
        parts.append(Modifier("Large", rows["Large"], "AS-SPC-158"))
    if card.type == "SV":
        parts.append(Modifier("Support vehicle", rows["support vehicle"], "AS-SPC-158"))
    return tuple(parts)


def worth(attack: Attack) -> float:
    """A turn without its target, more or less, unless nothing comes of it."""
    target = attack.target
    if target is None or immune(attack, target) is not None or jolted.of(target) == DOWN or target.shutdown:
        return 0.0
    return DARE / 2 + total(effect_parts(attack, target)) / 2


device("MTAS", "'Mech taser", ("MTAS",), shock, worth)
device("BTAS", "battle armor taser", ("BTAS",), shock, worth)
device("TSEMP", "tight-stream EMP weapon", ("TSEMP", "TSEMP-O"), shock, worth)


@hooks.attack_made.rule("AS-SPC-157", "AS-SPC-158", ability=("BTAS", "TSEMP-O"))
def shots_are_counted(attack: Attack, made: Made) -> None:
    """Those of which there are so many in a scenario."""
    unit, code = attack.attacker, attack.code
    if code is not None and attack.kind in ("BTAS", "TSEMP") and a_scenario(code):
        fired = shots_fired.of(unit)
        shots_fired.remember(attack.battle, unit, {**fired, code: fired.get(code, 0) + 1})


# -- while it lasts -------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SPC-155", "AS-SPC-158", part=hooks.LATE, ability=CODES)
def shocks_begin_and_end(battle: Battle) -> bool | None:
    """What struck this turn counts for the next; what counted for this one is over."""
    changed = None
    for unit in battle.units.values():
        if not unit.notes:
            continue
        if unsettled.of(unit) == battle.state.turn:
            unsettled.note(battle, unit, None)
            changed = True
        changed = _starts_again(battle, unit) or changed
        struck = jolted.of(unit)
        if struck is None:
            continue
        jolted.remember(battle, unit, None)
        changed = True
        if unit.in_play and unit.doomed is None:
            _begin(battle, unit, struck)
    return changed


def _starts_again(battle: Battle, unit: Unit) -> bool | None:
    """A unit without a heat scale starts here; one that has one did so as its heat was seen to."""
    if not stalled.of(unit):
        return None
    stalled.remember(battle, unit, False)
    if unit.shutdown and not tracks_heat(battle, unit):
        battle.emit(ShutDown(unit.id, False, "AS-SPC-155"))
    return True


def _begin(battle: Battle, unit: Unit, struck: str) -> None:
    if struck == UNSETTLED:
        unsettled.note(battle, unit, battle.state.turn + 1)
        return
    stalled.remember(battle, unit, True)
    if not unit.shutdown:
        battle.emit(ShutDown(unit.id, True, "AS-SPC-155"))


@hooks.to_hit.rule("AS-SPC-155", "AS-SPC-158", part=hooks.ANY_ATTACK, ability=CODES)
def interference(attack: Attack) -> Modifier | None:
    """All its attacks are harder, once, however often it was hit."""
    if unsettled.of(attack.attacker) != attack.battle.state.turn:
        return None
    return Modifier("Interference", TASER.of(attack)["interference"], "AS-SPC-155")


@hooks.control.rule("AS-SPC-155", "AS-SPC-158", ability=CODES)
def interference_with_control(battle: Battle, unit: Unit) -> Modifier | None:
    """So are its control rolls."""
    if unsettled.of(unit) != battle.state.turn:
        return None
    return Modifier("Interference", TASER.of(battle)["interference"], "AS-SPC-155")
