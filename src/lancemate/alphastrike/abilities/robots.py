"""Computers that serve others (pp. 82, 87, 89): tactical analysis for robots, naval C3, and what jams both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_networks import groups_of, groups_with
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

NAVAL: Final = "NC3"
ROBOTS: Final = ("RBT", "SDCS")
ANALYSIS: Final = rules.table("AS-SPC-067", {"target number": -1})
NETWORK: Final = rules.table("AS-SPC-121", {"units": 6, "target number": -1})
JAMMER: Final = rules.table("AS-SPC-144", {"inches": 60.0})

# The robots whose attacks a computer has served this turn.
served = unit_memory("atac_served", list[str], default=[], rule="AS-SPC-067", expires="turn", names=True)


# -- tactical analysis ----------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-SPC-067", part=hooks.OTHER, ability="ATAC")
def tactical_analysis(attack: Attack) -> Modifier | None:
    """Robots of its side aim better: as many as its number in a turn, whichever attack first."""
    if analyst_of(attack.battle, attack.attacker) is None or is_jammed_out(attack.battle, attack.attacker):
        return None
    return Modifier("Tactical analysis (ATAC)", ANALYSIS.of(attack)["target number"], "AS-SPC-067")


def analyst_of(battle: Battle, unit: Unit) -> Unit | None:
    """The computer that serves a robot now; one is enough."""
    if not any(unit.has(code) for code in ROBOTS):
        return None
    for one in battle.on_table(unit.side):
        if not one.active("ATAC") or one.shutdown:
            continue
        names = served.of(one)
        if unit.id in names or len(names) < int(one.card.specials.value("ATAC")):
            return one
    return None


@hooks.attack_made.rule("AS-SPC-067", ability="ATAC")
def robots_are_counted(attack: Attack, made: Made) -> None:
    """Whoever has attacked with its help is one of those it serves this turn."""
    unit = attack.attacker
    analyst = analyst_of(attack.battle, unit)
    if analyst is not None and unit.id not in served.of(analyst) and not is_jammed_out(attack.battle, unit):
        served.remember(attack.battle, analyst, [*served.of(analyst), unit.id])


# -- naval C3 -------------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-SPC-121", part=1)
def naval_networks(battle: Battle) -> None:
    """Up to six DropShips with NC3."""
    most = NETWORK.of(battle)["units"]
    for group in groups_of(battle):
        if group.kind != NAVAL:
            continue
        where = f"networks.{group.number}"
        if len(group.members) > most:
            raise InputError(f"a naval C3 network links up to {most} units (AS-SPC-121)", key=where)
        for name in group.members:
            if not battle.units[name].has(NAVAL):
                raise InputError(f"{name} has no NC3 (AS-SPC-121)", key=where)


@hooks.to_hit.rule("AS-SPC-121", part=hooks.OTHER, ability=NAVAL)
def naval_targeting(attack: Attack) -> Modifier | None:
    """In aerospace combat every member of a network aims better; no ECM gets in."""
    target, unit = attack.target, attack.attacker
    if target is None or not (flies(unit) and flies(target)) or not linked_at_sea(attack.battle, unit):
        return None
    if is_jammed_out(attack.battle, unit):
        return None
    return Modifier("Naval C3 (NC3)", NETWORK.of(attack)["target number"], "AS-SPC-121")


def flies(unit: Unit) -> bool:
    return unit.airborne and unit.card.is_aerospace


def linked_at_sea(battle: Battle, unit: Unit) -> bool:
    """Another member of its network works."""
    if not works(battle, unit, NAVAL):
        return False
    groups = (group for group in groups_with(battle, unit.id) if group.kind == NAVAL)
    others = (battle.units[name] for group in groups for name in group.members if name != unit.id)
    return any(other.on_table and works(battle, other, NAVAL) for other in others)


# -- SDS jammers ----------------------------------------------------------------------------------------------


@rules.rule("AS-SPC-144", otherwise=False)
def is_jammed_out(battle: Battle, unit: Unit) -> bool:
    """An enemy jammer within Extreme range takes both away from a unit."""
    reach = JAMMER.of(battle)["inches"] + TINY
    return any(
        one.active("JAM") and not one.shutdown and apart(battle, one, unit) <= reach
        for one in battle.on_table(battle.opponent(unit.side))
    )
