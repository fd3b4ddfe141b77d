"""Armor against one kind of weapon (pp. 83-88): what it takes off a hit, what it makes worse, and lasers made for it.

An attack with everything a unit has counts as one with each ability that has a value at its bracket.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.combat.amount import ARMOR, half_of, halved
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

WHOLE: Final = (None, "TUR")  # what is fired when a unit fires everything, or all of a turret
SHELLS: Final = rules.table("AS-SPC-073", {"AC", "IATM", "IF", "LRM", "SRM"})
EXPLOSIVE: Final = rules.table("AS-SPC-131", {"ART", "BOMB", "MSL", "FLK"})
MISSILES: Final = ("LRM", "SRM")
LEAST: Final = 1
STRAFING: Final = ("strafe", "run")  # by what flies, and by VTOLs

IMPACT: Final = rules.table("AS-SPC-100", {"off blows": 1, "on critical rolls": 1, "on hull breaches": 1})
REFLECTIVE: Final = rules.table("AS-SPC-134", {"off others": 1, "on critical rolls": 2, "times": 2})
RESISTANT: Final = rules.table("AS-SPC-086", {"on critical rolls": -2})


# -- what is fired --------------------------------------------------------------------------------------------


def fired(attack: Attack) -> Iterator[Special]:
    """The abilities an attack makes use of: the one it names, or all there are among the weapons that fire."""
    if attack.code not in WHOLE:
        if attack.using is not None:
            yield attack.using
        return
    if not attack.kind_rules.standard:
        return
    for special in attack.mount.specials:
        yield special
        yield from special.nested or ()


def points_of(attack: Attack, special: Special) -> int:
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket).points


def makes_use(attack: Attack, special: Special) -> bool:
    """It has a value at the range of this attack."""
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(attack.bracket).harms


def is_explosive(attack: Attack) -> bool:
    """It strikes an area, or is artillery, a bomb, a capital missile or flak."""
    if attack.kind_rules.area:
        return True
    return attack.code is not None and attack.code.partition("-")[0] in EXPLOSIVE.of(attack)


def armored(work: Reckoning, code: str) -> bool:
    """There is something to take off, and armor that does."""
    target = work.attack.target
    return target is not None and work.points > 0 and target.has(code)


def _change(work: Reckoning, name: str, points: int, rule_id: str) -> Modifier | None:
    change = points - work.points
    return Modifier(name, change, rule_id) if change else None


# -- ballistic-reinforced armor (p. 83) -----------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-073", part=ARMOR, ability="BRA")
def ballistic_reinforced(work: Reckoning) -> Modifier | None:
    """Half of what a unit does that fires autocannons or missiles is lost, rounded up, down to nothing."""
    attack = work.attack
    if not armored(work, "BRA") or not attack.kind_rules.standard or attack.code == "FLK":
        return None
    if not any(special.code in SHELLS.of(work) and makes_use(attack, special) for special in fired(attack)):
        return None
    return _change(work, "Ballistic-reinforced armor (BRA)", halved(work, least=0), "AS-SPC-073")


# -- impact-resistant armor (p. 86) ---------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-100", part=ARMOR, ability="IRA")
def impact_resistant(work: Reckoning) -> Modifier | None:
    """Blows of any kind do a point less, though never less than one."""
    if not armored(work, "IRA") or not work.attack.is_physical or work.points <= LEAST:
        return None
    return Modifier("Impact-resistant armor (IRA)", -IMPACT.of(work)["off blows"], "AS-SPC-100")


@hooks.armor_against.rule("AS-SPC-100", ability="IRA")
def softens_its_own_fall(battle: Battle, unit: Unit, points: int, how: str) -> Modifier | None:
    """What its own charge or Death From Above costs it comes from a physical attack, too."""
    if how != hooks.FROM_BLOW or not unit.has("IRA") or points <= LEAST:
        return None
    return Modifier("Impact-resistant armor (IRA)", -IMPACT.of(battle)["off blows"], "AS-SPC-100")


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
    if is_explosive(work.attack):
        left = halved(work)
    else:
        missiles = sum(_missile_points(work.attack, special) for special in fired(work.attack))
        if not missiles:
            return None
        left = max(min(LEAST, work.points), work.points - round_up(work, missiles / 2))
    return _change(work, "Reactive armor (RCA)", left, "AS-SPC-131")


def _missile_points(attack: Attack, special: Special) -> int:
    """The value that counts as missiles: LRM and SRM, and IF where it is fired for itself."""
    if not attack.kind_rules.standard:
        return 0
    counts = special.code in MISSILES or (special.code == "IF" and attack.code == "IF")
    return points_of(attack, special) if counts else 0


@hooks.armor_against.rule("AS-SPC-131", ability="RCA")
def reacts_to_blasts(battle: Battle, unit: Unit, points: int, how: str) -> Modifier | None:
    """Blasts that come by nobody's attack do half as well."""
    if how != hooks.FROM_AREA or not unit.has("RCA"):
        return None
    return _of_what_comes("Reactive armor (RCA)", points, half_of(battle, points), "AS-SPC-131")


def _of_what_comes(name: str, points: int, left: int, rule_id: str) -> Modifier | None:
    return Modifier(name, left - points, rule_id) if left != points else None


# -- reflective armor (p. 88) ---------------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-134", part=ARMOR, ability="RFA")
def reflective(work: Reckoning) -> Modifier | None:
    """Energy weapons do half, blows and explosions twice as much, all else a point less."""
    attack = work.attack
    if not armored(work, "RFA"):
        return None
    if attack.is_physical or is_explosive(attack) or bursts_with_the_rest(attack):
        left = work.points * REFLECTIVE.of(work)["times"]
    elif sees_through(attack.battle, attack.attacker):
        return None
    elif attack.attacker.has("ENE") or attack.kind in STRAFING:
        left = halved(work)
    else:
        left = max(min(LEAST, work.points), work.points - REFLECTIVE.of(work)["off others"])
    return _change(work, "Reflective armor (RFA)", left, "AS-SPC-134")


def bursts_with_the_rest(attack: Attack) -> bool:
    """All weapons together, flak among them."""
    return attack.kind_rules.standard and any(
        special.code == "FLK" and makes_use(attack, special) for special in fired(attack)
    )


@hooks.armor_against.rule("AS-SPC-134", ability="RFA")
def reflects_the_rest(battle: Battle, unit: Unit, points: int, how: str) -> Modifier | None:
    """Its own charge, support from off the table and explosions count as what they are."""
    if not unit.has("RFA"):
        return None
    if how in (hooks.FROM_AREA, hooks.FROM_BLOW):
        left = points * REFLECTIVE.of(battle)["times"]
    elif how == hooks.FROM_STRAFING:
        left = half_of(battle, points)
    else:
        left = max(LEAST, points - REFLECTIVE.of(battle)["off others"])
    return _of_what_comes("Reflective armor (RFA)", points, left, "AS-SPC-134")


@hooks.heat_resisted.rule("AS-SPC-134", ability="RFA")
def reflects_heat(battle: Battle, unit: Unit, heat: int, attacker: str | None) -> int | None:
    """Half of the heat of an attack, rounded down, at least a point of it comes through."""
    if not unit.has("RFA") or (attacker is not None and sees_through(battle, battle.units[attacker])):
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
