"""Expanded ground ranges (pp. 162-163): Extreme and Horizon, beyond the 42 inches at which sight ends.

A friend has to see the target and have it on its sensors; the attacker itself looks along the line as usual, only
farther. Aerospace units have an Extreme range of their own and no Horizon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3 import shared_range
from lancemate.alphastrike.abilities.probes import PROBE_RANGES, is_jammed, probes_of
from lancemate.alphastrike.combat.amount import ability_value, card_value, overheat_long
from lancemate.alphastrike.combat.hex_ranges import RANGES as HEX_RANGES
from lancemate.alphastrike.combat.indirect import indirect_strength
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES, Range
from lancemate.alphastrike.combat.sight import Look, judge, look, measured_between
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.abilities.c3 import Shared
    from lancemate.alphastrike.cards.damage_value import Strength
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.sight import Ruling
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

T = TypeVar("T")

EXPANDED: Final = rules.option(
    "expanded_ranges",
    "AS-OPT-390",
    "ground units with Long range damage fire farther than 42 inches at what a friend has on its sensors",
    title="Extreme and Horizon range",
)

FAR: Final = ("E", "H")
NEAR_ENOUGH: Final = 2.0  # inches that a line of sight is judged at where how far it is does not matter

WIDER: Final[dict[str, Range]] = {
    "S": {"up_to": 6.0, "modifier": 0},
    "M": {"up_to": 24.0, "modifier": 2},
    "L": {"up_to": 42.0, "modifier": 4},
    "E": {"up_to": 60.0, "modifier": 6},
    "H": {"up_to": float("inf"), "modifier": 8},
}
ROWS: Final = rules.table("AS-OPT-392", WIDER, when=EXPANDED, replaces=RANGES)
HEX_ROWS: Final = rules.table(
    "AS-OPT-392", {"S": 3, "M": 12, "L": 21, "E": 30, "H": 10_000}, when=EXPANDED, replaces=HEX_RANGES
)
SENSORS: Final = rules.table("AS-OPT-391", {"sensors of any unit": 10.0})


def fires_far(attack: Attack) -> bool:
    """A ground unit that shoots at a unit beyond Long range."""
    if trait.SHOT not in attack.traits or attack.target is None or attack.bracket not in FAR:
        return False
    return not attack.platform.card.is_aerospace


# -- how much -------------------------------------------------------------------------------------------------


def as_at(attack: Attack, bracket: str, ask: Callable[[Attack], T]) -> T:
    """The same attack as if it were made at another range."""
    kept = attack.bracket
    attack._bracket = bracket
    try:
        return ask(attack)
    finally:
        attack._bracket = kept


def value_at(attack: Attack, long: Strength, bracket: str) -> Strength:
    """What is left of a Long value there."""
    return at_extreme(attack, long) if bracket == "E" else at_horizon(attack, long)


@rules.rule("AS-OPT-392", otherwise=lambda attack, long: long)
def at_extreme(attack: Attack, long: Strength) -> Strength:
    """A point less than at Long range."""
    return long.reduced(1)


@rules.rule("AS-OPT-394", otherwise=lambda attack, long: long)
def at_horizon(attack: Attack, long: Strength) -> Strength:
    """Half of what it does at Long range."""
    return long.halved()


@rules.rule("AS-OPT-390", when=EXPANDED, replaces=card_value)
def weapons_fired_far(attack: Attack) -> Strength:
    """Weapons that do damage at Long range do some beyond it."""
    if not fires_far(attack):
        return as_printed(card_value)(attack)
    return value_at(attack, as_at(attack, "L", as_printed(card_value)), attack.bracket)


@rules.rule("AS-OPT-390", when=EXPANDED, replaces=ability_value)
def ability_fired_far(attack: Attack) -> Strength | None:
    """So do abilities that are fired alone."""
    if not fires_far(attack):
        return as_printed(ability_value)(attack)
    long = as_at(attack, "L", as_printed(ability_value))
    return None if long is None else value_at(attack, long, attack.bracket)


@rules.rule("AS-OPT-390", when=EXPANDED, replaces=indirect_strength)
def lobbed_far(attack: Attack) -> Strength:
    """So does indirect fire."""
    if not fires_far(attack):
        return as_printed(indirect_strength)(attack)
    return value_at(attack, as_at(attack, "L", as_printed(indirect_strength)), attack.bracket)


# -- who may --------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-390", part=hooks.AIM, traits=trait.SHOT, when=EXPANDED)
def reaches_that_far(attack: Attack) -> Refusal | None:
    """Whoever does no damage at Long range, or none at Extreme for Horizon, does none there either."""
    unit = attack.platform
    if attack.target is None or attack.bracket not in FAR:
        return None
    name = RANGE_NAMES[attack.bracket]
    if unit.card.is_aerospace:
        if attack.bracket != "H":
            return None
        text = f"{unit.id} is an aerospace unit: its ranges end with Extreme"
        return Refusal("no_damage", text, "AS-OPT-390")
    if attack.code == "HT" or not _reaches(attack):
        text = f"{attack.attacker.id} does no damage at {name} range; it takes 2 points or more at Long range"
        return Refusal("no_damage", text, "AS-OPT-390")
    return None


def _reaches(attack: Attack) -> bool:
    brackets = ("L", *FAR[: FAR.index(attack.bracket) + 1])
    return all(as_at(attack, bracket, attack.kind_rules.strength).harms for bracket in brackets)


@hooks.may_attack.rule("AS-OPT-391", part=hooks.AIM, traits=trait.SHOT, when=EXPANDED)
def a_friend_has_it(attack: Attack) -> Refusal | None:
    """Another unit of its side sees the target and has it on its sensors; that is no spotting."""
    target = attack.target
    if target is None or attack.indirect or not fires_far(attack) or eyes_on(attack.battle, attack.attacker, target):
        return None
    text = f"no friend of {attack.attacker.id} sees {target.id} and has it on its sensors (10 inches, or its probe)"
    return Refusal("no_eyes", text, "AS-OPT-391")


def eyes_on(battle: Battle, unit: Unit, target: Unit) -> Unit | None:
    """The first friend that sees a target and senses it."""
    friends = (one for one in battle.on_table(unit.side) if one is not unit)
    return next((one for one in friends if senses(battle, one, target) and _sees(battle, one, target)), None)


def _sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    return look(battle, unit, target).status != "blocked"


def senses(battle: Battle, unit: Unit, target: Unit) -> bool:
    """The target is near enough for its sensors, or for a probe that nothing jams."""
    probes = [code for code in probes_of(battle, unit) if not is_jammed(battle, unit, code, target)]
    reach = SENSORS.of(battle)["sensors of any unit"]
    reach = max(reach, *(PROBE_RANGES.of(battle)["blips"][code] for code in probes), 0.0)
    return apart(battle, unit, target) <= reach + TINY


# -- sight ----------------------------------------------------------------------------------------------------


@hooks.blind_sight.rule("AS-OPT-391", when=EXPANDED)
def looks_farther(attack: Attack) -> Ruling | None:
    """The line from the attacker is judged as any other, only not for its length."""
    target = attack.target
    if target is None or attack.indirect or not fires_far(attack):
        return None
    battle, unit = attack.battle, attack.platform
    eye, at = attack.own_body, attack.target_body
    seen = measured_between(battle, unit, target, eye, at)
    near = seen._replace(distance=min(NEAR_ENOUGH, seen.distance))
    return judge(Look(battle, unit, target, eye, at, near))._replace(distance=seen.distance)


@hooks.aims_unseen.rule("AS-OPT-391", when=EXPANDED)
def worth_a_far_shot(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    large = unit.sections or enemy.sections  # some part of them may be far enough away
    if not large and apart(battle, unit, enemy) <= RANGES.of(battle)["L"]["up_to"]:
        return False
    return eyes_on(battle, unit, enemy) is not None


# -- overheat, networks ---------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-393", part=hooks.POWER, traits=trait.SHOT, when=EXPANDED)
def no_overheat_so_far(attack: Attack) -> Refusal | None:
    """Beyond Long range only OVL lets a unit overheat."""
    if attack.overheat <= 0 or not fires_far(attack) or overheat_long(attack):
        return None
    text = f"{attack.attacker.id} has no OVL and may not overheat at {RANGE_NAMES[attack.bracket]} range"
    return Refusal("no_overheat", text, "AS-OPT-393" if attack.bracket == "E" else "AS-OPT-394")


@rules.rule("AS-OPT-394", when=EXPANDED, replaces=shared_range)
def no_network_at_the_horizon(attack: Attack) -> Shared | None:
    """No network helps at Horizon range; at Extreme one does, though the 2 more than Long stay."""
    return None if attack.bracket == "H" else as_printed(shared_range)(attack)


@hooks.aiming_bracket.rule("AS-OPT-394", part=1, when=EXPANDED)
def as_at_extreme(attack: Attack, bracket: str) -> str | None:
    """Whatever else goes by range and has no row for the horizon goes by Extreme."""
    return "E" if bracket == "H" else None
