"""Targeting and tracking systems (p. 173): one special system instead of the standard one, chosen before the battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3 import c3_targeting, shared_range
from lancemate.alphastrike.abilities.c3_networks import CODES
from lancemate.alphastrike.combat.tohit import distance
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice, Offer, SwitchWords, offer
from lancemate.alphastrike.play.words import order_word, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit
from lancemate.kernel.errors import InputError, Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

SYSTEMS: Final = rules.option(
    "targeting_and_tracking",
    "AS-OPT-530",
    "units may have a targeting system for long range, for short range or against aircraft",
    title="Targeting and tracking systems",
)

STANDARD, AGAINST_AIRCRAFT = "standard", "anti_aircraft"
VARIABLE: Final = "VRT"

RANGE_MODIFIERS: Final = rules.table(
    "AS-OPT-531",
    {
        "standard": {"S": 0, "M": 2, "L": 4, "E": 6, "H": 8},
        "long_range": {"S": 1, "M": 2, "L": 3, "E": 4, "H": 6},
        "short_range": {"S": -1, "M": 2, "L": 5, "E": 7, "H": 10},
    },
)
rules.also("AS-SPC-162", RANGE_MODIFIERS)
AIRCRAFT: Final = rules.table("AS-OPT-533", {"airborne": -2, "other": 1, "WiGE at least": 2})
NAMES: Final = {"long_range": "long-range targeting", "short_range": "short-range targeting"}
SETTINGS: Final = (STANDARD, *NAMES)
WORDS: Final = (*SETTINGS, AGAINST_AIRCRAFT)


def read_system(reader: Reader, name: str, card: Card) -> JSON:
    """Any unit but infantry may have one."""
    system = reader.one_of(name, WORDS)
    if system != STANDARD and not may_have_one(rules, card):
        raise InputError(f"{card.name} is infantry and has no special targeting system", key=reader.path(name))
    return system


@rules.rule("AS-OPT-530", otherwise=True)
def may_have_one(by: object, card: Card) -> bool:
    return not card.is_infantry


def systems_for(card: Card) -> tuple[JSON, ...]:
    return WORDS[1:] if may_have_one(rules, card) else ()


targeting = unit_memory("targeting", str, default=STANDARD, rule="AS-OPT-530", told="aims with its {} system")
unit_word(targeting, SYSTEMS, read_system, beside_skill=True, examples=systems_for)
order_word("toggle", "to", SYSTEMS)

for _system in SETTINGS:
    _words = f"will set its targeting system to {_system.replace('_', ' ')} in the End Phase"
    hooks.switch_words.add(f"{VARIABLE}:{_system}", SwitchWords("targeting system", _words))


@hooks.to_hit.rule("AS-OPT-531", part=hooks.RANGE, when=SYSTEMS, replaces=distance)
def by_its_system(attack: Attack) -> Modifier | None:
    """Its own row takes the place of the range modifiers."""
    usual = distance(attack)
    system = targeting.of(attack.attacker)
    if usual is None or system not in NAMES:
        return usual
    return Modifier(
        f"{usual.label} ({NAMES[system]})", RANGE_MODIFIERS.of(attack)[system][attack.bracket], "AS-OPT-531"
    )


@hooks.to_hit.rule("AS-OPT-531", part=ToHit.OTHER_RANGE, ability=CODES, when=SYSTEMS, replaces=c3_targeting)
def network_by_its_system(attack: Attack) -> Modifier | None:
    """What a network lends is a bracket; the modifier of that is the system's own."""
    usual, system = c3_targeting(attack), targeting.of(attack.attacker)
    shared = shared_range(attack) if system in NAMES else None
    if usual is None or shared is None:
        return usual
    row = RANGE_MODIFIERS.of(attack)[system]
    value = row[shared.bracket] - row["L" if attack.bracket == "E" else attack.bracket]
    return Modifier(usual.label, value, usual.rule) if value else None


@hooks.to_hit.rule("AS-OPT-533", part=hooks.OTHER, when=SYSTEMS)
def against_aircraft(attack: Attack) -> Modifier | None:
    """Made for what flies, and clumsy against everything else."""
    if not attack.is_weapon or attack.target is None or targeting.of(attack.attacker) != AGAINST_AIRCRAFT:
        return None
    row = "airborne" if is_up(attack.battle, attack.target) else "other"
    return Modifier("Anti-aircraft targeting", AIRCRAFT.of(attack)[row], "AS-OPT-533")


def is_up(battle: Battle, unit: Unit) -> bool:
    """In the air; a WiGE only from two inches above the ground on."""
    if not unit.airborne or unit.card.move.primary != "g":
        return unit.airborne
    return unit.elevation - battle.table.surface(unit.x, unit.y) >= AIRCRAFT.of(battle)["WiGE at least"] - 1e-6


# -- variable-range targeting -----------------------------------------------------------------------------------


@hooks.may_toggle.rule("AS-OPT-532", "AS-SPC-162", when=SYSTEMS)
def may_change(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """Between standard, long and short range, in the End Phase of any turn; nobody else changes its system."""
    code, _, system = ability.partition(":")
    if code != VARIABLE:
        return None
    if not unit.has(VARIABLE):
        text = f"{unit.id} has no {VARIABLE}: its targeting system stays what it was chosen to be"
        return Refusal("no_such_switch", text, "AS-OPT-530")
    if system not in RANGE_MODIFIERS.of(battle) or not on:
        known = ", ".join(RANGE_MODIFIERS.of(battle))
        return Refusal("no_such_switch", f"{VARIABLE} is set to one of {known}: say which (to)", "AS-OPT-532")
    return "AS-OPT-532"


@hooks.switched.rule("AS-OPT-532", "AS-SPC-162", when=SYSTEMS)
def is_changed(battle: Battle, unit: Unit, ability: str, on: bool) -> bool | None:
    code, _, system = ability.partition(":")
    if code != VARIABLE or not system:
        return None
    if targeting.of(unit) != system:
        targeting.note(battle, unit, system, "AS-OPT-532")
    return True


@hooks.offers.rule("AS-OPT-532", ability=VARIABLE, when=SYSTEMS)
def other_settings(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.has(VARIABLE):
        return None
    planned = next((name.partition(":")[2] for name, _ in unit.planned if name.startswith(VARIABLE)), None)
    others = tuple(one for one in RANGE_MODIFIERS.of(battle) if one != (planned or targeting.of(unit)))
    command = orders.Toggle(unit.id, VARIABLE, to=others[0])
    choice = Choice("to", "Targeting system", "word", "AS-OPT-532", among=others)
    return (offer(command, "Set the targeting system", "AS-OPT-532", choice),)
