"""Words for numbers: sums with their pages, dice, distances, effects. Knows English; must not know events or rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from lancemate import rulebook
from lancemate.alphastrike.play.explain import Cost, Modifier


@cache
def page_of(rule: str | None) -> str:
    """Where to look it up: ``[AS-COM-052, p. 43]``."""
    if rule is None:
        return ""
    try:
        page = rulebook.page(rule)
    except rulebook.UnknownRule:
        page = None
    return f" [{rule}, p. {page}]" if page is not None else f" [{rule}]"


@cache
def short_page(rule: str | None) -> str:
    if rule is None:
        return ""
    try:
        page = rulebook.page(rule)
    except rulebook.UnknownRule:
        return ""
    return f" (p. {page})" if page is not None else ""


def the_sum(parts: Sequence[Modifier | Cost]) -> str:
    """``4 Skill (p. 42) + 2 Range: medium (p. 43) - 1 Short (p. 44)``. What has the same name is told once."""
    whole: dict[tuple[str, str], float] = {}
    for part in parts:
        whole[part.label, part.rule] = whole.get((part.label, part.rule), 0) + part.value
    words: list[str] = []
    for (label, rule), value in whole.items():
        sign = ("- " if value < 0 else "+ ") if words else ("-" if value < 0 else "")
        words.append(f"{sign}{number(abs(value))} {label}{short_page(rule)}")
    return " ".join(words)


def with_article(words: str) -> str:
    """``a Battle Lance``, ``an Assault Lance``."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def number(value: float) -> str:
    """Two decimals at most: tenths decide ranges, more nobody can measure."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def inches(value: float) -> str:
    return number(value) + '"'


def dice(roll: Sequence[int]) -> str:
    """``4 and 3, 7 in all``; one die is only itself."""
    if not roll:
        return "nothing"
    if len(roll) == 1:
        return str(roll[0])
    return f"{', '.join(map(str, roll[:-1]))} and {roll[-1]}, {sum(roll)} in all"


def point(at: Sequence[float]) -> str:
    return f"({number(at[0])}, {number(at[1])})"


def points(count: int, what: str = "point") -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else text + "."


def opened(name: str) -> str:
    """A side's name as the first word of a sentence."""
    return name[:1].upper() + name[1:]


COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def heading(facing: float) -> str:
    return COMPASS[int(((facing % 360.0) + 22.5) // 45.0) % 8]


EFFECTS: Final[Mapping[str, str]] = {
    "engine": "an engine hit: 1 heat in every turn it fires its weapons",
    "fire_control": "a fire control hit: +2 to hit with its weapons",
    "mp": "an MP hit: half its Move and TMM are gone",
    "weapon": "a weapon hit: 1 point less damage at every range",
    "motive_2": 'motive damage: 2" of Move and 1 of TMM are gone',
    "motive_half": "motive damage: half its Move and TMM are gone",
    "motive_0": "motive damage: it is immobilized",
    "crashed": "the crash: it lies where it came down",
    "crew_stunned": "a stunned crew: it neither moves nor attacks next turn",
    "crew_killed": "a killed crew",
    "crew": "a crew hit",
    "thrust": "an engine hit",
    "thruster": "a thruster hit",
    "fuel": "a fuel hit",
    "ammo": "an ammunition hit",
    "unit_destroyed": "the loss of the unit",
    "none": "no critical hit",
}


# What is not for others what it is for 'Mechs.
VEHICLE_EFFECTS: Final[Mapping[str, str]] = {"engine": "an engine hit: half its Move, TMM and damage are gone"}

# What a critical check comes from.
CAUSES: Final[Mapping[str, str]] = {
    "natural_12": "a natural 12",
    "dfa": "Death From Above",
    "antimech": "swarmed by infantry",
    "structure": "structure damage",
    "bar": "barrier armor",
    "submerged": "water comes in",
    "threshold": "more than its threshold",
    "ammo": "its ammunition",
}
# Damage that no hit has told of.
HARM: Final[Mapping[str, str]] = {
    "charge_recoil": " in its own charge",
    "dfa_recoil": " coming down",
    "crash": " in the crash",
    "sinking": " going down",
    "collapse": " under the falling building",
    "fall": " in the fall",
    "critical": " because the critical hit finds nothing else to harm",
    "ammo": " from its own ammunition",
}

# How a unit comes down by some rules; by others it is pushed.
FALLS: Final[Mapping[str, str]] = {
    "AS-DMG-057": "sinks to the bottom",
    "AS-URB-019": "comes down with the building",
    "AS-BAT-029": "falls with the bridge",
}


def cause_name(cause: str) -> str:
    return CAUSES.get(cause, cause.replace("_", " "))


def effect(name: str, *, mech: bool = True) -> str:
    """What an effect is and does."""
    bare, _, arc = name.partition(":")
    if not mech and name in VEHICLE_EFFECTS:
        return VEHICLE_EFFECTS[name]
    if arc:
        return f"a {bare} hit in its {arc} arc"
    return EFFECTS.get(name, name.replace("_", " "))


def effect_name(name: str) -> str:
    """What an effect is, without what it does."""
    return effect(name).partition(":")[0]


MODES: Final[Mapping[str, str]] = {
    "ground": "moves",
    "jump": "jumps",
    "sprint": "sprints",
    "minimum": "shuffles",
    "submersible": "moves under water",
    "evade": "moves evasively",
}
ATTACKS: Final[Mapping[str, str]] = {
    "weapon": "fires at",
    "physical": "strikes",
    "melee": "swings its melee weapon at",
    "charge": "charges",
    "dfa": "comes down on",
    "antimech": "swarms",
    "artillery": "lobs artillery at",
    "scan": "scans",
}
