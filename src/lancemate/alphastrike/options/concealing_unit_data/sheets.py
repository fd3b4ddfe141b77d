"""Concealed record sheets (p. 158): of an enemy one knows the chassis, and more while a scan or short range lasts.

No method tells Skill or Point Value (asking/knowledge.py leaves them out).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import is_jammed, probes_of, range_of
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.environment.visibility import CONCEALED
from lancemate.alphastrike.measure.apart import apart, within
from lancemate.alphastrike.options.concealing_unit_data import SHEETS, in_play
from lancemate.alphastrike.options.concealing_unit_data.contact import BY_HEART, has_coat, in_the_way, knows_by_heart
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.knowing import Degree, degree
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.beginning import is_secret
from lancemate.alphastrike.scenarios.notes import scenario_of
from lancemate.field.bodies import TINY
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("disclosure", "whether a record sheet is shown")

SCAN: Final = "scan"
WHAT: Final = "record sheets"  # what probes look for
QUESTION: Final = "disclosure"
SHOW, REFUSE = "show", "refuse"

# Enemies that have contact with a unit and have read its sheet; and that a unit has used its probe for it this turn.
read_by = unit_memory(
    "read_by", list[str], default=[], rule="AS-OPT-326", told="its record sheet is read by {}", names=True
)
has_probed = unit_memory("has_probed", bool, default=False, rule="AS-OPT-327", expires="turn")


# -- what is known --------------------------------------------------------------------------------------------


@hooks.knowledge.rule("AS-OPT-325", when=CONCEALED)
def sheets_are_secret(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """Nobody looks at the cards of others: they are entitled to the chassis of what they see."""
    if not in_play(battle, SHEETS):
        return None
    return Degree.SHEET if is_read(battle, side, unit) else Degree.TYPE


@rules.rule("AS-OPT-326", otherwise=False)
def is_read(battle: Battle, side: str | None, unit: Unit) -> bool:
    """A sheet that was shown is known for as long as contact lasts."""
    return any(battle.units[name].side == side for name in read_by.of(unit)) if unit.notes else False


@hooks.entered.rule("AS-OPT-326", part=hooks.LAST_OF_ALL, when=CONCEALED)
def contact_is_lost(battle: Battle, here: Entered) -> None:
    """Whoever is somewhere else may be out of reach or out of sight."""
    forget_lost(battle)


@hooks.phase_begins.rule("AS-OPT-326", when=CONCEALED)
def contact_was_lost(battle: Battle, phase: str) -> None:
    forget_lost(battle)


def forget_lost(battle: Battle) -> None:
    for unit in battle.units.values():
        names = read_by.of(unit)
        kept = [name for name in names if has_contact(battle, battle.units[name], unit)]
        if kept != names:
            read_by.remember(battle, unit, kept)


def has_contact(battle: Battle, unit: Unit, target: Unit) -> bool:
    if not unit.on_table or not target.on_table:
        return False
    return needs_no_probe(battle, unit, target) or why_not_probe(battle, unit, target) is None


# -- reading --------------------------------------------------------------------------------------------------


@hooks.reads_a_unit.rule("AS-OPT-327", when=CONCEALED)
def read_its_sheet(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Just before its attacks a unit reads the sheet of an enemy at short range, or of one by its probe."""
    if seeks_a_commander(battle) or not in_play(battle, SHEETS):
        return False
    refusal = why_not_read(battle, unit, target)
    if refusal is not None:
        raise Refused(refusal)
    if not needs_no_probe(battle, unit, target):
        has_probed.remember(battle, unit, True)
    if may_refuse(battle, target):
        battle.ask(request(unit, target), "disclosed", unit=unit.id, target=target.id)
    else:
        disclose(battle, unit, target)
    return True


def seeks_a_commander(battle: Battle) -> bool:
    """In a scenario with secret commanders it is those that scans are for."""
    return battle.setup.scenario is not None and scenario_of(battle).commanders is not None and is_secret(battle)


def why_not_read(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    if target.side == unit.side or not target.on_table or degree(battle, unit.side, target) < Degree.TYPE:
        return Refusal("not_a_target", f"{target.id} is no enemy on the table that one could scan", "AS-OPT-327")
    if unit.id in read_by.of(target):
        return Refusal("already_read", f"{unit.id} has the record sheet of {target.id} in view", "AS-OPT-326")
    near = needs_no_probe(battle, unit, target)  # what attackers are told; a probe works before attacks (p. 158)
    late = why_not_now(battle, unit, "AS-OPT-327", for_an_attack=near)
    if late is not None or near:
        return late
    if has_probed.of(unit):
        return Refusal("already_scanned", f"{unit.id} has used its probe on an enemy this turn", "AS-OPT-327")
    return why_not_probe(battle, unit, target)


def needs_no_probe(battle: Battle, unit: Unit, target: Unit) -> bool:
    if is_plain_to_see(battle, unit, target):
        return True
    return knows_by_heart(battle, unit, target) and scan_blocked(battle, unit, target, [BY_HEART]) is None


@rules.rule("AS-OPT-329", otherwise=False)
def is_plain_to_see(battle: Battle, unit: Unit, target: Unit) -> bool:
    """In sight at short range there is nothing to conceal."""
    return within(battle, unit, target, RANGES.of(battle)["S"]["up_to"]) and sees(battle, unit, target)


def why_not_probe(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why no probe of a unit reads a sheet, or None."""
    far = apart(battle, unit, target)
    probes = [code for code in probes_of(battle, unit) if far <= reach_of(battle, unit, code) + TINY]
    if not probes and knows_by_heart(battle, unit, target):
        return scan_blocked(battle, unit, target, [BY_HEART])
    if not probes:
        reaches = [reach_of(battle, unit, code) for code in probes_of(battle, unit)]
        own = f"its probe reaches {max(reaches):g}" if reaches else "it has no active probe that works"
        text = f"{target.id} is {far:.1f} inches from {unit.id}: {own}, and without one it takes sight at short range"
        return Refusal("out_of_range", text, "AS-OPT-327")
    return scan_blocked(battle, unit, target, probes)


@rules.rule("AS-OPT-327", otherwise=0.0)
def reach_of(battle: Battle, unit: Unit, code: str) -> float:
    """How far a probe reads sheets."""
    return range_of(battle, unit, WHAT, code)


@rules.rule("AS-OPT-328", otherwise=None)
def scan_blocked(battle: Battle, unit: Unit, target: Unit, probes: list[str]) -> Refusal | None:
    """Hostile ECM on the line stops a scan (of boosted probes only an Angel's), and so does solid terrain."""
    if all(is_jammed(battle, unit, code, target) for code in probes):
        return Refusal("jammed", f"hostile ECM jams the probe of {unit.id} on the way to {target.id}", "AS-OPT-328")
    wall = in_the_way(battle, unit, target)
    if wall is None or wall.growth:
        return None
    return Refusal("blocked", f"solid terrain keeps {unit.id} from scanning {target.id}: {wall.reason}", "AS-OPT-328")


# -- its owner's word -----------------------------------------------------------------------------------------


@rules.rule("AS-OPT-330", otherwise=False)
def may_refuse(battle: Battle, target: Unit) -> bool:
    """Units with stealth or mimetic armor need not show anything."""
    return has_coat(target)


def request(unit: Unit, target: Unit) -> Decision:
    question = f"an enemy scans {target.id}: is its record sheet shown?"
    facts = {"scanner": unit.id}
    return Decision(target.side, QUESTION, question, (SHOW, REFUSE), "AS-OPT-330", unit=target.id, facts=facts)


@rules.task("disclosed")
def disclosed(battle: Battle, unit: str, target: str, choice: str) -> None:
    if choice == SHOW:
        disclose(battle, battle.units[unit], battle.units[target])


def disclose(battle: Battle, unit: Unit, target: Unit) -> None:
    read_by.note(battle, target, [*read_by.of(target), unit.id])


@hooks.offers.rule("AS-OPT-327", when=CONCEALED)
def sheets_in_reach(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Enemies whose sheets it may read now."""
    if battle.state.to_act != unit.side or not unit.on_table or not in_play(battle, SHEETS):
        return None
    if why_not_now(battle, unit, "AS-OPT-327", for_an_attack=False) is not None or seeks_a_commander(battle):
        return None
    enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if why_not_read(battle, unit, one) is None]
    return tuple(offer(orders.Act(unit.id, SCAN, one.id), f"Scan {one.id}", "AS-OPT-327") for one in enemies) or None
