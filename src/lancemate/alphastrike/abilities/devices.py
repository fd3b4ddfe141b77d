"""Shots that do no damage and come on top of a unit's other attacks: beacons, tasers and the like (pp. 86-90).

Every such ability is a kind of attack called by its code. Knows what they share: how far they reach, how often they
fire, that a unit is what they are aimed at. What a hit does stands with each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim, Aims, Around, ahead, in_sight, mounts_fired
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES
from lancemate.alphastrike.combat.resolution import finish, tell
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.explain import Modifier
    from lancemate.alphastrike.play.state import Unit

Effect = Callable[[Attack], None]

# How often abilities that are counted for the whole scenario have been fired.
shots_fired = unit_memory("shots_fired", dict[str, int], default={}, rule="AS-SPC-157")


def device(code: str, words: str, codes: tuple[str, ...], effect: Effect, worth: Callable[[Attack], float]) -> None:
    """Register the kind of attack of one device."""

    def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
        tell(attack, roll, number, parts, hit)
        if hit:
            effect(attack)
        finish(attack, roll, hit)

    def fires(unit: Unit, arc: str | None) -> str | None:
        carried = [one for one in codes if unit.has(one)] or [codes[0]]
        return next((one for one in carried if has_shots(unit, one)), carried[0])

    attack_kind(
        Kind(
            code,
            traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.DEVICE),
            words=words,
            slot=_slot,
            strength=_no_damage,
            fires=fires,
            resolve=resolve,
            extra=_on_top,
            aims=_aims(code, codes),
            codes=codes,
            worth=worth,
        )
    )


def _slot(attack: Attack) -> str:
    return attack.kind if attack.code is None else attack.code


def _no_damage(attack: Attack) -> Strength:
    return NONE


def _on_top(attack: Attack) -> bool:
    return True


def _aims(code: str, codes: tuple[str, ...]) -> Aims:
    def find(around: Around) -> list[Aim]:
        found: list[Aim] = []
        for mount in mounts_fired(around.battle, around.unit):
            if mount.specials.codes.isdisjoint(codes):
                continue
            listed = any(
                turret.nested and not turret.nested.codes.isdisjoint(codes) for turret in mount.specials.turrets
            )
            bearing = around.enemies if listed else ahead(around, mount)
            arc = mount.name if mount.separate else None
            found += [Aim(name, code, None, None, arc) for name in in_sight(around, bearing)]
        return found

    return find


# -- how far, how often ---------------------------------------------------------------------------------------


def a_scenario(code: str) -> bool:
    """Its number is that of all shots there are, not of those in a turn."""
    return code == "BTAS" or code.endswith("-O")


def has_shots(unit: Unit, code: str) -> bool:
    special = unit.card.specials.get(code)
    if special is None:
        return False
    fired = shots_fired.of(unit).get(code, 0) if a_scenario(code) else unit.attacks.count(code)
    return fired < int(special.number or 1)


def why_not_fired(attack: Attack, limit: str, rule_id: str) -> Refusal | None:
    """At a unit it can reach, while it has a shot left."""
    return not_a_unit(attack, rule_id) or out_of_shots(attack, rule_id) or too_far(attack, limit, rule_id)


def out_of_shots(attack: Attack, rule_id: str) -> Refusal | None:
    """It has fired as often as it may."""
    unit, code = attack.attacker, attack.code or attack.kind
    if has_shots(unit, code):
        return None
    number = int(unit.card.specials.value(code))
    when = "in this scenario" if a_scenario(code) else "this turn"
    text = f"{unit.id} has {code}{number} and has fired it {number} time{'s' if number > 1 else ''} {when}"
    return Refusal("no_shots_left", text, rule_id)


def not_a_unit(attack: Attack, rule_id: str) -> Refusal | None:
    """It is aimed at a unit that is not in base contact."""
    if attack.target is None:
        return Refusal("not_a_target", f"{attack.kind} is fired at a unit: name one", rule_id)
    if attack.spotter is not None:
        return Refusal("no_spotter", f"{attack.kind} is not fired indirectly: name no spotter", rule_id)
    if in_contact(attack.battle, attack.platform, attack.target):
        text = f"{attack.platform.id} is in base contact with {attack.target.id}: it may strike it, or shoot at others"
        return Refusal("in_contact", text, "AS-COM-063")
    return None


def too_far(attack: Attack, limit: str, rule_id: str) -> Refusal | None:
    """Beyond its bracket it reaches nobody."""
    brackets = list(RANGES.of(attack))
    if brackets.index(attack.bracket) <= brackets.index(limit):
        return None
    most = RANGES.of(attack)[limit]["up_to"]
    text = f"{attack.kind} reaches {RANGE_NAMES[limit]} range, {most:g} inches"
    return Refusal("out_of_range", f"{text}; {attack.target_name} is {attack.distance:.1f} inches away", rule_id)
