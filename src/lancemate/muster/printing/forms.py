"""What the card of each kind of unit has places for (pp. 213-215): values, range brackets, what a critical hit does.

Knows the kinds of card and how a value is written in its place; must not know where the place is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import Damage
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES
from lancemate.alphastrike.ruleset import rules


class Form(TypedDict):
    """``header`` are the values of the first row; ``effects`` what a mark on each track of critical hits does."""

    header: list[str]
    brackets: list[str]
    effects: dict[str, str]


MECH: Final = rules.table(
    "AS-FOR-122",
    Form(
        header=["TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL"],
        brackets=["S", "M", "L"],
        effects={
            "engine": "+1 heat firing",
            "fire_control": "+2 to hit",
            "mp": "half Move",
            "weapon": "-1 damage",
        },
    ),
)

VEHICLE: Final = rules.table(
    "AS-FOR-123",
    Form(
        header=["TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL"],
        brackets=["S", "M", "L"],
        effects={
            "engine": "half Move, dmg",
            "fire_control": "+2 to hit",
            "weapon": "-1 damage",
            "motive_2": '-2" Move',
            "motive_half": "half Move",
            "motive_0": "no Move",
        },
    ),
)

INFANTRY: Final = rules.table(
    "AS-FOR-124",
    Form(header=["TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL"], brackets=["S", "M", "L"], effects={}),
)

FIGHTER: Final = rules.table(
    "AS-FOR-125",
    Form(
        header=["TYPE", "SIZE", "THRUST", "THRESHOLD", "ROLE", "SKILL"],
        brackets=["S", "M", "L", "E"],
        effects={"engine": "half Thrust", "fire_control": "+2 to hit", "weapon": "-1 damage"},
    ),
)

PROTOMECH: Final = rules.table(
    "AS-FOR-126",
    Form(
        header=["TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL"],
        brackets=["S", "M", "L"],
        effects={"fire_control": "+2 to hit", "mp": "half Move", "weapon": "-1 damage"},
    ),
)

# Weapon hits of large units strike one arc and halve what it does (p. 50); those of mobile structures one section.
LARGE_UNIT: Final = rules.table(
    "AS-FOR-127",
    Form(
        header=["TYPE", "SIZE", "TMM", "MOVE", "ROLE", "SKILL"],
        brackets=["S", "M", "L"],
        effects={
            "engine": "half Move, dmg",
            "fire_control": "+2 to hit",
            "weapon": "-1 damage",
            "motive_2": '-2" Move',
            "motive_half": "half Move",
            "motive_0": "no Move",
        },
    ),
)

DROPSHIP: Final = rules.table(
    "AS-FOR-128",
    Form(
        header=["TYPE", "SIZE", "THRUST", "THRESHOLD", "ROLE", "SKILL"],
        brackets=["S", "M", "L", "E"],
        effects={
            "crew": "+2 to hit",
            "engine": "Thrust -25/50/100%",
            "fire_control": "+2 to hit",
            "kf_boom": "no JumpShip",
            "dock_collar": "cannot dock",
            "thruster": "-1 Thrust",
            "weapon": "-25% damage",
        },
    ),
)

TRACKS: Final = {
    "engine": "Engine",
    "fire_control": "Fire control",
    "mp": "Movement",
    "weapon": "Weapons",
    "motive_2": "Motive",
    "motive_half": "Motive",
    "motive_0": "Motive",
    "crew": "Crew",
    "kf_boom": "KF boom",
    "dock_collar": "Dock collar",
    "thruster": "Thruster",
}


def form_of(card: Card) -> Form:
    """The kind of card a unit has."""
    if card.is_dropship or card.type == "SC":
        return DROPSHIP.of(rules)
    if card.is_aerospace:
        return FIGHTER.of(rules)
    if card.is_infantry:
        return INFANTRY.of(rules)
    if card.is_protomech:
        return PROTOMECH.of(rules)
    if card.is_mech:
        return MECH.of(rules)
    return LARGE_UNIT.of(rules) if card.is_multi_arc or card.is_mobile_structure else VEHICLE.of(rules)


def value(card: Card, label: str, skill: int | None) -> str:
    """What is written in a place of the header."""
    match label:
        case "TYPE":
            return card.type
        case "SIZE":
            return str(card.size)
        case "TMM":
            return str(card.tmm)
        case "MOVE" | "THRUST":
            return str(card.move)
        case "THRESHOLD":
            return str(card.threshold if card.threshold is not None else round_up(rules, card.armor / 3))
        case "ROLE":
            return card.role or "-"
        case "SKILL":
            return "" if skill is None else str(skill)
    raise ValueError(f"no card has a place for {label}")


def brackets_of(form: Form, *damages: Damage) -> list[str]:
    """The brackets that are printed: those of the form, and Extreme wherever something reaches that far."""
    more = ["E"] if "E" not in form["brackets"] and any(damage.E.harms for damage in damages) else []
    return form["brackets"] + more


def bracket_label(letter: str, *, short: bool = False) -> str:
    """A range bracket with what it adds to the target number."""
    return f"{letter if short else RANGE_NAMES[letter].upper()} +{RANGES.of(rules)[letter]['modifier']}"


# What a DropShip has to be carried by a JumpShip with; small craft are carried inside.
OF_SHIPS: Final = ("kf_boom", "dock_collar")


def tracks_of(card: Card) -> Mapping[str, int]:
    """The tracks of critical hits that stand together; weapon hits of arcs and sections stand with those."""
    left_out = [] if card.is_dropship else [*OF_SHIPS]
    left_out += ["weapon"] if apart(card) else []
    return {track: boxes for track, boxes in card.critical_tracks.items() if track not in left_out}


def apart(card: Card) -> bool:
    """Weapon hits are marked by arc, or by section."""
    return bool(card.sections) or (bool(card.arcs) and form_of(card) is LARGE_UNIT.of(rules))
