"""Scanning (pp. 128, 133): by touch, by probe, and what jams it. What a scan finds is told in recon.py and standing.py.

A scan that cannot fail is a deed (``act``); one that must be rolled for is an attack of the kind ``scan``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import is_jammed, probes_of, range_of
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.attack import Kind, attack_kind, has_attacked
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.combat.resolution import finish, tell
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.measure.places import Standing, spot
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.acting import check_now
from lancemate.alphastrike.scenarios.beginning import commander_of, is_secret, kind, make_known
from lancemate.alphastrike.scenarios.buildings import searched_buildings
from lancemate.alphastrike.scenarios.events import Acted, ObjectiveChanged
from lancemate.alphastrike.scenarios.notes import objective_memory, objective_notes, scenario_of
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.alphastrike.scenarios.recon import declare, has_scanned, is_searcher, standing_buildings
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SCAN: Final = "scan"

# Of a unit that was scanned in search of a commander.
is_commander = objective_memory("commander", bool, default=False, rule="AS-SCN-026")


# -- probes ---------------------------------------------------------------------------------------------------


def reaches(battle: Battle, unit: Unit, distance: float, target: Standing) -> str | Refusal:
    """The probe that reaches a target so far away, or why none does."""
    probes = probes_of(battle, unit)
    if not probes:
        return Refusal("no_probe", f"{unit.id} has no active probe (LPRB, PRB, BH or WAT)", "AS-SCN-065")
    near = [code for code in probes if distance <= range_of(battle, unit, "ability", code) + TINY]
    if not near:
        most = max(range_of(battle, unit, "ability", code) for code in probes)
        text = f"the target is {distance:.1f} inches away; the probe of {unit.id} reaches {most:g}"
        return Refusal("out_of_range", text, "AS-SCN-065")
    free = [code for code in near if not is_jammed(battle, unit, code, target)]
    if not free:
        text = f"hostile ECM jams the probe of {unit.id}: the scan would fail"
        return Refusal("jammed", text, "AS-SCN-065")
    return free[0]


# -- by touch, and of commanders ------------------------------------------------------------------------------


@hooks.deeds.entry(SCAN)
def scan(battle: Battle, unit: Unit, what: str) -> None:
    """Scan a building one stands at, or with a probe a unit that may be the enemy's commander, or for its sheet."""
    if what in battle.units and any(
        hook(battle, unit, battle.units[what]) for hook in battle.hooks[hooks.reads_a_unit]
    ):
        return
    if battle.setup.scenario is None:
        raise refuse("no_scenario", "this battle has no scenario: there is nothing to scan", "AS-SCN-001")
    if what in battle.units:
        expose(battle, unit, battle.units[what])
    else:
        search_by_touch(battle, unit, what)


@hooks.offers.rule("AS-SCN-064", when=SWITCH)
def buildings_at_hand(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Buildings it stands at and has not scanned."""
    if not is_search(battle) or not _has_time(battle, unit, "AS-SCN-064", for_an_attack=False):
        return None
    near = [name for name in left_to_scan(battle, unit) if out_of_touch(battle, unit, name) is None]
    return tuple(offer(orders.Act(unit.id, SCAN, name), f"Scan {name}", "AS-SCN-064") for name in near) or None


@hooks.offers.rule("AS-SCN-026", when=SWITCH)
def suspects_in_reach(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Enemies in reach of its probe of whom nobody knows whether they command."""
    if scenario_of(battle).commanders is None or not is_secret(battle):
        return None
    if not _has_time(battle, unit, "AS-SCN-026", for_an_attack=True):
        return None
    suspects = [
        enemy.id
        for enemy in battle.on_table(battle.opponent(unit.side))
        if not objective_notes(battle, f"unit:{enemy.id}")
        and isinstance(reaches(battle, unit, apart(battle, unit, enemy), enemy), str)
    ]
    return tuple(offer(orders.Act(unit.id, SCAN, name), f"Scan {name}", "AS-SCN-026") for name in suspects) or None


def _has_time(battle: Battle, unit: Unit, by: str, *, for_an_attack: bool) -> bool:
    if battle.state.to_act != unit.side or not unit.on_table:
        return False
    return why_not_now(battle, unit, by, for_an_attack=for_an_attack) is None


def search_by_touch(battle: Battle, unit: Unit, what: str) -> None:
    check_now(battle, unit, "AS-SCN-064", for_an_attack=False)  # it only may not attack besides (p. 134)
    refusal = why_not_search(battle, unit, what) or out_of_touch(battle, unit, what)
    if refusal is not None:
        raise Refused(refusal)
    battle.emit(Acted(unit.id, SCAN, what, "AS-SCN-064"))
    declare(battle, what, unit.side)


def why_not_search(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """Why a building is not there to be scanned by this unit, or None."""
    if what not in searched_buildings(battle):
        known = ", ".join(standing_buildings(battle)) or "none"
        return Refusal("not_searched", f"{what!r} is none of the buildings that are searched: {known}", "AS-SCN-063")
    if not is_searcher(battle, unit.side):
        return Refusal("not_a_searcher", f"{unit.side} has nothing to search for here", "AS-SCN-063")
    if what not in standing_buildings(battle):
        return Refusal("destroyed", f"{what} has been destroyed", "AS-SCN-063")
    return None


@rules.rule(
    "AS-SCN-064", otherwise=lambda battle, unit, what: Refusal("no_scan", "nobody scans by touch", "AS-SCN-064")
)
def out_of_touch(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """A unit in contact with a building scans it without fail, in the place of its attacks."""
    building = battle.table.by_id[what]
    if meets(battle, unit, building):
        return None
    away = apart(battle, unit, building)
    where = f"{away:.1f} inches from" if away > battle.table.contact else "above"
    text = f"{unit.id} is {where} {what}: it must be in contact to scan it without a probe"
    return Refusal("not_in_contact", f"{text}; with a probe, attack it (kind: scan)", "AS-SCN-064")


@rules.rule("AS-SCN-026", otherwise=None)
def expose(battle: Battle, unit: Unit, target: Unit) -> None:
    """A probe in range tells without fail whether a unit is the enemy's commander, seen or not."""
    check_now(battle, unit, "AS-SCN-026", for_an_attack=True)  # a scan instead of an attack (p. 128)
    if scenario_of(battle).commanders is None or not is_secret(battle):
        raise refuse("nothing_secret", "nobody keeps a commander secret in this battle", "AS-SCN-026")
    if target.side == unit.side or not target.on_table:
        raise refuse("not_a_target", f"{target.id} is not an enemy on the table", "AS-SCN-026")
    found = reaches(battle, unit, apart(battle, unit, target), target)
    if isinstance(found, Refusal):
        raise Refused(found)
    battle.emit(Acted(unit.id, SCAN, target.id, "AS-SCN-026"))
    if commander_of(battle, target.side) == target.id:
        make_known(battle, target.side, target.id, f"{target.id} is the commander of {target.side}", "AS-SCN-026")
    else:
        known = kind.entry("unit") | is_commander.entry(False)
        what = f"{target.id} is no commander"
        battle.emit(ObjectiveChanged(f"unit:{target.id}", known, what, "AS-SCN-026", target.id))


# -- by probe -------------------------------------------------------------------------------------------------


def _nothing(attack: Attack) -> Strength:
    return NONE


def _slot(attack: Attack) -> str:
    return SCAN


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    tell(attack, roll, number, parts, hit)
    if hit and attack.feature is not None:
        declare(attack.battle, attack.feature.id, attack.attacker.side)
    finish(attack, roll, hit)


def aims(around: Around) -> list[Aim]:
    """Buildings it cannot touch, for who has a probe."""
    battle, unit = around.battle, around.unit
    if not around.terrain or not is_search(battle) or not probes_of(battle, unit):
        return []
    return [Aim(name, SCAN) for name in left_to_scan(battle, unit) if out_of_touch(battle, unit, name) is not None]


def is_search(battle: Battle) -> bool:
    return battle.setup.scenario is not None and battle.setup.scenario.search is not None


def left_to_scan(battle: Battle, unit: Unit) -> list[str]:
    """The buildings that a unit's side has still to look into."""
    return [
        name
        for name in standing_buildings(battle)
        if not has_scanned(battle, unit.side, name) and why_not_search(battle, unit, name) is None
    ]


attack_kind(
    Kind(
        SCAN,
        traits=trait.traits(trait.WEAPON, trait.DEED),
        slot=_slot,
        strength=_nothing,
        resolve=resolve,
        aims=aims,
    )
)


@hooks.may_attack.rule("AS-SCN-065", part=hooks.ABLE, kinds=SCAN)
def scan_in_place_of_an_attack(attack: Attack) -> Refusal | None:
    """A scanning attack is aimed at a building that is searched, and is the unit's only one."""
    battle, unit = attack.battle, attack.attacker
    if not is_search(battle):
        return Refusal("nothing_to_scan", "there is nothing to scan in this battle", "AS-SCN-065")
    if attack.feature is None:
        return Refusal("not_a_target", "a scanning attack is aimed at a building", "AS-SCN-065")
    if attack.overheat:
        return Refusal("no_overheat", "a scan does no damage: there is nothing to overheat for", "AS-SCN-065")
    if has_attacked(unit):
        return Refusal(
            "already_attacked", f"{unit.id} has attacked this turn: it can do only one of the two", "AS-SCN-065"
        )
    return why_not_search(battle, unit, attack.feature.id)


@hooks.may_attack.rule("AS-SCN-065", part=hooks.AIM, kinds=SCAN)
def within_probe_range(attack: Attack) -> Refusal | None:
    """The building lies in the range of an active probe that nothing jams."""
    if attack.feature is None:
        return None
    found = reaches(attack.battle, attack.attacker, attack.distance, spot(attack.battle, attack.aim[0]))
    return found if isinstance(found, Refusal) else None


@hooks.may_attack.rule("AS-SCN-068", part=hooks.SLOT, kinds=SCAN, when="scenario:interference")
def probes_fail_in_interference(attack: Attack) -> Refusal | None:
    """Around the buildings no probe sees anything."""
    text = "interference around the buildings blinds every probe; scan by touch (act: scan)"
    return Refusal("interference", text, "AS-SCN-068")
