"""Fights in the air (pp. 184-186): engagements, who gets on whose tail, range and damage between aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, steps_between
from lancemate.alphastrike.air.attacks import in_the_air, serving
from lancemate.alphastrike.air.control import ENGAGEMENT, Trim, control_number, stays_in_hand
from lancemate.alphastrike.air.events import Engaged
from lancemate.alphastrike.combat.attack import PASS, Attack, why_not
from lancemate.alphastrike.combat.ranges import RANGES, bracket_at
from lancemate.alphastrike.combat.resolution import make_attack
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.measure.lines import apart
from lancemate.alphastrike.movement.control import Dice, control_step
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.flight import (
    declined,
    fight_between,
    fights,
    flies,
    lost_each_other,
    outflown,
    path_of,
    tails,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.rolls import Roll
    from lancemate.alphastrike.combat.sight import Look
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("engage", "whether an attack in the air is returned")

RETURN: Final = "return"
KEEP: Final = "keep"
OWN_WEAPONS: Final = ("REAR", "CAP", "SCAP", "MSL")  # abilities with rules of their own in the air
TAILING: Final = rules.table("AS-AER-066", {"tailing": -2})

LITERAL: Final = rules.option(
    "airborne_bonus_in_the_air", "AS-AER-026", "airborne targets are as hard to hit from the air as from the ground"
)


# -- sight and range ------------------------------------------------------------------------------------------


@hooks.always_seen.rule("AS-AER-063", when=AIR)
def open_sky(sight: Look) -> bool:
    """Between units in the air nothing is in the way."""
    return sight.target is not None and flies(sight.viewer) and flies(sight.target)


@hooks.blind_sight.rule("AS-AER-063", "AS-AER-070", when=AIR)
def clear_in_the_air(attack: Attack) -> Ruling | None:
    """Sight always exists in the air, and no terrain counts there."""
    return Ruling("clear") if in_the_air(attack) else None


@hooks.reaches.rule("AS-AER-069", when=AIR)
def nearest_approach(attack: Attack) -> float | None:
    """How near the two flight paths come to each other."""
    if attack.target is None or not in_the_air(attack):
        return None
    return apart(attack.battle.table, path_of(attack.attacker), path_of(attack.target))


@hooks.counts_as.rule("AS-AER-069", when=AIR)
def bracket_in_the_air(attack: Attack) -> str | None:
    """A bracket more for each altitude between them."""
    if not in_the_air(attack):
        return None
    return list(RANGES.of(attack))[min(3, _bracket_number(attack))]


def _bracket_number(attack: Attack) -> int:
    target = attack.target
    assert target is not None
    first = list(RANGES.of(attack)).index(bracket_at(attack, attack.distance))
    return first + steps_between(attack, altitude_of(attack.attacker), altitude_of(target))


@hooks.may_attack.rule("AS-AER-069", part=hooks.POWER, traits=(trait.SHOT, trait.CAPITAL), when=AIR)
def out_of_reach(attack: Attack) -> Refusal | None:
    """Beyond Extreme there is no attack."""
    if not in_the_air(attack) or _bracket_number(attack) <= 3:
        return None
    text = f"{attack.target_name} is beyond extreme range: come nearer, or to an altitude closer to its own"
    return Refusal("out_of_range", text, "AS-AER-069")


# -- who may attack whom --------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-AER-061", part=hooks.AIM, traits=(trait.SHOT, trait.CAPITAL), when=AIR)
def did_not_return(attack: Attack) -> Refusal | None:
    """Who let an attack go unanswered leaves that attacker alone this turn; rear weapons open no engagement."""
    if attack.target is None or attack.code == "REAR" or attack.target.id not in declined.of(attack.attacker):
        return None
    text = f"{attack.attacker.id} did not return the attack of {attack.target.id} and may not engage it this turn"
    return Refusal("declined", text, "AS-AER-061")


@hooks.may_attack.rule("AS-AER-065", part=hooks.AIM, traits=(trait.SHOT, trait.CAPITAL), when=AIR)
def lost_sight(attack: Attack) -> Refusal | None:
    """Where both lost control neither may attack the other."""
    if attack.target is None or attack.target.id not in lost_each_other.of(attack.attacker):
        return None
    text = f"{attack.attacker.id} and {attack.target.id} have both lost control: neither attacks the other this turn"
    return Refusal("both_failed", text, "AS-AER-065")


@hooks.may_attack.rule("AS-AER-066", part=hooks.AIM, traits=(trait.SHOT, trait.CAPITAL), when=AIR)
def cannot_turn_round(attack: Attack) -> Refusal | None:
    """Who is tailed reaches its tailer with rear weapons only."""
    if attack.target is None or attack.code == "REAR":
        return None
    if not tails(attack.battle.state, attack.target.id, attack.attacker.id):
        return None
    hint = "; its REAR weapons may" if attack.attacker.has("REAR") else ""
    return Refusal("tailed", f"{attack.target.id} is on the tail of {attack.attacker.id}{hint}", "AS-AER-066")


@hooks.may_attack.rule("AS-AER-067", part=hooks.AIM, traits=(trait.SHOT, trait.CAPITAL), when=AIR)
def lost_its_fight(attack: Attack) -> Refusal | None:
    """Who failed in a fight of its own choice may still attack the ground, and nobody else in the air."""
    if not in_the_air(attack) or attack.code == "REAR" or not outflown.of(attack.attacker):
        return None
    text = f"{attack.attacker.id} lost control in its engagement: this turn it may attack the ground only"
    return Refusal("outflown", text, "AS-AER-067")


@hooks.may_attack.rule("AS-AER-093", part=hooks.AIM, traits=trait.SHOT, when=AIR)
def engages_one(attack: Attack) -> Refusal | None:
    """A craft with several forward arcs brings all of them to bear on the one unit that it engages."""
    unit, target = attack.attacker, attack.target
    if target is None or not in_the_air(attack) or not attack.mount.separate or serves_sideways(attack):
        return None
    others = [fight.defender for fight in fights(attack.battle.state) if fight.attacker == unit.id]
    if not others or target.id in others:
        return None
    return Refusal("engaged", f"{unit.id} has engaged {others[0]} this turn: attack that", "AS-AER-093")


def serves_sideways(attack: Attack) -> bool:
    """Hovering, each arc looks for targets of its own, and so do capital weapons."""
    ahead = attack.mount.name in ("nose", "front", "left", "right")
    return attack.code in OWN_WEAPONS or not ahead or not attack_flies(attack)


def attack_flies(attack: Attack) -> bool:
    start, end = path_of(attack.attacker)
    return start != end


@hooks.may_attack.rule("AS-AER-077", part=hooks.SPECIAL, traits=trait.SHOT, when=AIR)
def no_special_weapons(attack: Attack) -> Refusal | None:
    """Special weapons are not used between aircraft, but for those with rules of their own."""
    if not in_the_air(attack) or attack.code is None or attack.code in OWN_WEAPONS or attack.mount.turret is not None:
        return None
    text = f"{attack.code} is not fired by itself in the air: {attack.attacker.id} attacks with all its weapons"
    return Refusal("not_a_weapon", text, "AS-AER-077")


@hooks.spoils_flak.rule("AS-AER-077", when=AIR)
def no_flak_between_aircraft(attack: Attack, roll: Roll) -> bool:
    """What bursts near is a special weapon as well: from the ground it hurts aircraft, from another one it does not."""
    return in_the_air(attack)


# -- the number and where it strikes --------------------------------------------------------------------------


@hooks.to_hit.rule("AS-AER-066", part=hooks.OTHER, traits=(trait.SHOT, trait.CAPITAL, trait.IN_THE_AIR), when=AIR)
def tailing(attack: Attack) -> Modifier | None:
    """On somebody's tail one hits more easily."""
    target = attack.target
    if target is None or not tails(attack.battle.state, attack.attacker.id, target.id):
        return None
    return Modifier("Tailing", TAILING.of(attack)["tailing"], "AS-AER-066")


@hooks.to_hit.rule("AS-AER-026", part=hooks.OTHER, types="SC", when=AIR)
def airborne_small_craft(attack: Attack) -> Modifier | None:
    """Small craft are easier to hit than fighters."""
    target = attack.target
    if target is None or target.card.type != "SC" or not flies(target):
        return None
    return Modifier("Airborne small craft target", -1, "AS-AER-026")


@hooks.to_hit.rule("AS-AER-026", part=hooks.OTHER, when=LITERAL)
def hard_to_follow(attack: Attack) -> Modifier | None:
    """By the table of p. 183 alone, aircraft are hard to hit for aircraft as well."""
    return Modifier("Airborne aerospace target", 2, "AS-AER-026") if in_the_air(attack) else None


@hooks.hit_direction.rule("AS-AER-073", part=-1, when=AIR)
def front_or_tail(attack: Attack) -> str | None:
    """In the air hits strike the front, or the rear of whoever is tailed."""
    target = attack.target
    if target is None or not in_the_air(attack):
        return None
    return "rear" if tails(attack.battle.state, attack.attacker.id, target.id) else "front"


# -- engagements ----------------------------------------------------------------------------------------------


@hooks.attack_begins.rule("AS-AER-060", when=AIR)
def engage(attack: Attack) -> bool:
    """An attack on another unit in the air makes both fight for position first; once they have, there is no more."""
    battle, unit, target = attack.battle, attack.attacker, attack.target
    if target is None or not opens(attack):
        return False
    question = may_return(battle, unit, target)
    if question is not None:
        battle.ask(question, "engagement", command=attack.command)
    else:
        battle.then("engagement", command=attack.command, choice="")
    return True


def opens(attack: Attack) -> bool:
    """It begins with a fight for position."""
    unit, target = attack.attacker, attack.target
    if target is None or not in_the_air(attack) or attack.code == "REAR":
        return False
    if attack.traits.isdisjoint((trait.SHOT, trait.CAPITAL)):
        return False
    fought = fight_between(attack.battle.state, unit.id, target.id)
    return fought is None or fought.attacker != unit.id


def control_numbers(attack: Attack) -> dict[str, int] | None:
    """What both would need to keep control."""
    if attack.target is None or not opens(attack):
        return None
    both = (attack.attacker, attack.target)
    return {unit.id: total(control_number(attack.battle, unit, ENGAGEMENT)) for unit in both}


@rules.rule("AS-AER-061", otherwise=None)
def may_return(battle: Battle, unit: Unit, target: Unit) -> Decision | None:
    """A defender that has not attacked yet answers at once, or keeps its attack for somebody else, if it can attack."""
    if target.attacks or outflown.of(target) or target.shutdown or target.stunned:
        return None
    heat = target.card.ov if target.card.tracks_heat else 0
    answers = (RETURN, *(f"{RETURN} {points}" for points in range(1, heat + 1)), KEEP)
    return Decision(
        side=target.side,
        kind="engage",
        question=f"{target.id} is engaged: does it return the attack, or keep it for another target?",
        choices=answers,
        rule="AS-AER-061",
        unit=target.id,
        facts={"attacker": unit.id},
        others=(unit.id,),
    )


@rules.task("engagement")
def engagement(battle: Battle, command: orders.Attack, choice: str) -> None:
    """Both roll for control, the attacker first; then whoever may attack does."""
    control_step(battle, battle.units[command.unit], "attacker_engages", command=command, reply=choice)


@rules.task("attacker_engages")
def attacker_engages(battle: Battle, command: orders.Attack, reply: str, roll: Dice = (), choice: str = "") -> None:
    rest = {"command": command, "reply": reply}
    first = stays_in_hand(battle, _trim(battle, command.unit), roll, choice, "attacker_engages", **rest)
    if first is not None:
        control_step(
            battle, battle.units[str(command.target)], "defender_engages", command=command, reply=reply, first=first
        )


@rules.task("defender_engages")
def defender_engages(
    battle: Battle, command: orders.Attack, reply: str, first: bool, roll: Dice = (), choice: str = ""
) -> None:
    unit, target = command.unit, str(command.target)
    rest = {"command": command, "reply": reply, "first": first}
    second = stays_in_hand(battle, _trim(battle, target), roll, choice, "defender_engages", **rest)
    if second is None:
        return
    returned, asked = reply.startswith(RETURN), bool(reply)
    tailer = on_the_tail(battle, unit, target, first, second)
    battle.emit(Engaged(unit, target, tailer, returned, asked, first, second))
    if returned:
        battle.then("return_attack", unit=target, target=unit, overheat=int(reply.removeprefix(RETURN) or 0))
    if may_fire(battle, unit, first, second):
        fire(Attack(battle, command))


def _trim(battle: Battle, unit: str) -> Trim:
    one = battle.units[unit]
    return Trim(one, ENGAGEMENT, control_number(battle, one, ENGAGEMENT), "AS-AER-065")


@rules.rule("AS-AER-065", otherwise=None)
def on_the_tail(battle: Battle, attacker: str, defender: str, first: bool, second: bool) -> str | None:
    """Who keeps control while the other does not is on its tail."""
    if first == second:
        return None
    return attacker if first else defender


@rules.rule("AS-AER-065", otherwise=True)
def may_fire(battle: Battle, unit: str, own: bool, other: bool) -> bool:
    """Who lost control attacks nobody in this engagement."""
    return own


@rules.rule("AS-AER-063", "AS-AER-068", otherwise=None)
def fire(attack: Attack) -> None:
    """After the fight for position: range, number, roll, damage."""
    if not any(hook(attack) for hook in attack.battle.hooks[hooks.instead_of_fire]):
        make_attack(attack)


@rules.task("return_attack")
def return_attack(battle: Battle, unit: str, target: str, overheat: int) -> None:
    """The answer, with every arc that serves, if the rules allow it."""
    one = battle.units[unit]
    if outflown.of(one) or PASS in one.attacks:
        return
    plain = Attack(battle, orders.Attack(unit, target))
    arcs: tuple[str | None, ...] = serving(plain, one) if one.card.is_multi_arc else (None,)
    for arc in reversed(arcs):
        battle.then("return_shot", command=orders.Attack(unit, target, overheat=overheat, arc=arc))


@rules.task("return_shot")
def return_shot(battle: Battle, command: orders.Attack) -> None:
    """One arc's part of it; who has nothing left to fire there fires nothing."""
    try:
        attack = Attack(battle, command)
    except Refused:
        return
    if why_not(attack) is None:
        make_attack(attack)
