"""Armor against one kind of weapon (pp. 83-88): what it takes off a hit, what it makes worse, and lasers made for it.

An attack with everything a unit has counts as one with each ability that has a value at its bracket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.combat.firing import fired, makes_use_of, value_at_range
from lancemate.alphastrike.damage.reckoning import ARMOR, half_of, halved
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SHELLS: Final = rules.table("AS-SPC-073", {"AC", "IATM", "IF", "LRM", "SRM"})
EXPLOSIVE: Final = rules.table("AS-SPC-131", {"ART", "BOMB", "MSL", "FLK"})
MISSILES: Final = ("LRM", "SRM")
LEAST: Final = 1

IMPACT: Final = rules.table("AS-SPC-100", {"off blows": 1, "on critical rolls": 1, "on hull breaches": 1})
REFLECTIVE: Final = rules.table("AS-SPC-134", {"off others": 1, "on critical rolls": 2, "times": 2})
RESISTANT: Final = rules.table("AS-SPC-086", {"on critical rolls": -2})


def is_explosive(work: Reckoning) -> bool:
    """It strikes an area, or is artillery, a bomb, a capital missile or flak."""
    if not work.source.traits.isdisjoint((trait.AREA, trait.EXPLOSIVE)):
        return True
    code = work.attack.code if work.by_attack else None
    return code is not None and code.partition("-")[0] in EXPLOSIVE.of(work)


def armored(work: Reckoning, code: str) -> bool:
    """There is something to take off, and armor that does."""
    return work.unit is not None and work.points > 0 and work.unit.has(code)


def _change(work: Reckoning, name: str, points: int, rule_id: str) -> Modifier | None:
    change = points - work.points
    return Modifier(name, change, rule_id) if change else None


# -- ballistic-reinforced armor (p. 83) -----------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-073", part=ARMOR, kinds=hooks.MADE, ability="BRA")
def ballistic_reinforced(work: Reckoning) -> Modifier | None:
    """Half of what a unit does that fires autocannons or missiles is lost, rounded up, down to nothing."""
    attack = work.attack
    if not armored(work, "BRA") or trait.ALL_WEAPONS not in attack.traits or attack.code == "FLK":
        return None
    if not makes_use_of(attack, SHELLS.of(work)):
        return None
    return _change(work, "Ballistic-reinforced armor (BRA)", halved(work, least=0), "AS-SPC-073")


# -- impact-resistant armor (p. 86) ---------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-100", part=ARMOR, ability="IRA")
def impact_resistant(work: Reckoning) -> Modifier | None:
    """Blows of any kind do a point less, its own charge included, though never less than one."""
    if not armored(work, "IRA") or trait.PHYSICAL not in work.source.traits or work.points <= LEAST:
        return None
    return Modifier("Impact-resistant armor (IRA)", -IMPACT.of(work)["off blows"], "AS-SPC-100")


@hooks.critical_modifiers.rule("AS-SPC-100", ability="IRA")
def brittle_within(battle: Battle, unit: Unit, attacker: str | None) -> Modifier | None:
    """Critical rolls are a point worse; what lies beyond the table is an engine hit."""
    if not unit.has("IRA"):
        return None
    return Modifier("Impact-resistant armor (IRA)", IMPACT.of(battle)["on critical rolls"], "AS-SPC-100")


@hooks.breach_modifiers.rule("AS-SPC-100", ability="IRA")
def opens_sooner(battle: Battle, unit: Unit) -> Modifier | None:
    """So are the rolls for hull breaches."""
    if not unit.has("IRA"):
        return None
    return Modifier("Impact-resistant armor (IRA)", IMPACT.of(battle)["on hull breaches"], "AS-SPC-100")


# -- reactive armor (p. 88) -----------------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-131", part=ARMOR, ability="RCA")
def reactive(work: Reckoning) -> Modifier | None:
    """Explosions do half, rounded down; missiles lose half of their own value, rounded up. A point always comes in."""
    if not armored(work, "RCA"):
        return None
    if is_explosive(work):
        left = halved(work)
    else:
        if not work.by_attack:
            return None
        missiles = sum(_missile_points(work.attack, special) for special in fired(work.attack))
        if not missiles:
            return None
        left = max(min(LEAST, work.points), work.points - round_up(work, missiles / 2))
    return _change(work, "Reactive armor (RCA)", left, "AS-SPC-131")


def _missile_points(attack: Attack, special: Special) -> int:
    """The value that counts as missiles: LRM and SRM, and IF where it is fired for itself."""
    if trait.ALL_WEAPONS not in attack.traits:
        return 0
    counts = special.code in MISSILES or (special.code == "IF" and attack.code == "IF")
    return value_at_range(attack, special).points if counts else 0


# -- reflective armor (p. 88) ---------------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-134", part=ARMOR, ability="RFA")
def reflective(work: Reckoning) -> Modifier | None:
    """Energy weapons and strafing do half, blows and explosions twice as much, all other attacks a point less."""
    traits = work.source.traits
    if not armored(work, "RFA"):
        return None
    if trait.PHYSICAL in traits or is_explosive(work) or (work.by_attack and bursts_with_the_rest(work.attack)):
        left = work.points * REFLECTIVE.of(work)["times"]
    elif trait.ATTACK not in traits or (work.by_attack and sees_through(work.battle, work.attack.attacker)):
        return None
    elif trait.STRAFING in traits or (work.by_attack and work.attack.attacker.has("ENE")):
        left = halved(work)
    else:
        left = max(min(LEAST, work.points), work.points - REFLECTIVE.of(work)["off others"])
    return _change(work, "Reflective armor (RFA)", left, "AS-SPC-134")


def bursts_with_the_rest(attack: Attack) -> bool:
    """All weapons together, flak among them."""
    return trait.ALL_WEAPONS in attack.traits and makes_use_of(attack, ("FLK",))


@hooks.heat_resisted.rule("AS-SPC-134", ability="RFA")
def reflects_heat(battle: Battle, unit: Unit, heat: int, source: Source) -> int | None:
    """Half of the heat that weapons bring, rounded down, at least a point of it comes through."""
    if not unit.has("RFA") or trait.WEAPON not in source.traits:
        return None
    if source.by is not None and sees_through(battle, battle.units[source.by]):
        return None
    return heat - half_of(battle, heat)


@hooks.critical_modifiers.rule("AS-SPC-134", ability="RFA")
def thin_where_it_shines(battle: Battle, unit: Unit, attacker: str | None) -> Modifier | None:
    """Critical rolls are two points worse; what lies beyond the table is an engine hit."""
    if not unit.has("RFA"):
        return None
    return Modifier("Reflective armor (RFA)", REFLECTIVE.of(battle)["on critical rolls"], "AS-SPC-134")


# -- critical-resistant units (p. 84), and re-engineered lasers (p. 88) ---------------------------------------


@hooks.critical_modifiers.rule("AS-SPC-086", ability="CR")
def critical_resistant(battle: Battle, unit: Unit, attacker: str | None) -> Modifier | None:
    """Two off every critical roll; below the table nothing happens."""
    if not unit.has("CR"):
        return None
    return Modifier("Critical-resistant (CR)", RESISTANT.of(battle)["on critical rolls"], "AS-SPC-086")


@hooks.critical_modifiers.rule("AS-SPC-133", ability="REL")
def finds_the_seams(battle: Battle, unit: Unit, attacker: str | None) -> Modifier | None:
    """Half of that is lost where re-engineered lasers have struck."""
    if attacker is None or not unit.has("CR") or not battle.units[attacker].has("REL"):
        return None
    return Modifier("Re-engineered lasers (REL)", 1, "AS-SPC-133")


@rules.rule("AS-SPC-133", otherwise=False)
def sees_through(battle: Battle, attacker: Unit) -> bool:
    """Re-engineered lasers lose nothing to reflective armor; what it makes worse stays worse."""
    return attacker.has("REL")
