"""Words for numbers and effects of Alpha Strike; those of any game are in rulebook/wording.py. Must not know events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lancemate.rulebook.wording import (
    COMPASS,
    dice,
    heading,
    number,
    opened,
    page_of,
    point,
    points,
    sentence,
    short_page,
    the_sum,
    with_article,
)

__all__ = [
    "ATTACKS",
    "CAUSES",
    "COMPASS",
    "EFFECTS",
    "FALLS",
    "HARM",
    "MODES",
    "VEHICLE_EFFECTS",
    "cause_name",
    "dice",
    "effect",
    "effect_name",
    "heading",
    "inches",
    "number",
    "opened",
    "page_of",
    "point",
    "points",
    "sentence",
    "short_page",
    "the_sum",
    "with_article",
]


def inches(value: float) -> str:
    return number(value) + '"'


EFFECTS: Final[Mapping[str, str]] = {
    "engine": "an engine hit: 1 heat in every turn it fires its weapons",
    "fire_control": "a fire control hit: +2 to hit with its weapons",
    "mp": "an MP hit: half its Move and TMM are gone",
    "weapon": "a weapon hit: 1 point less damage at every range",
    "weapon_hit": "a weapon hit",
    "gunners_stunned": "stunned gunners: its weapons are silent for the whole next turn",
    "gunners_killed": "dead gunners: its weapons are silent for good",
    "turret_locked": "a locked turret: it fires into the fore arc only",
    "ammo_hit": "an ammunition hit: nothing burns unless fire is in play",
    "motive_2": 'motive damage: 2" of Move and 1 of TMM are gone',
    "motive_half": "motive damage: half its Move and TMM are gone",
    "motive_0": "motive damage: it is immobilized",
    "crashed": "the crash: it lies where it came down",
    "crew_stunned": "a stunned crew: it neither moves nor attacks next turn",
    "crew_killed": "a killed crew",
    "crew": "a crew hit",
    "thrust": "an engine hit",
    "kf_boom": "a hit on its KF boom",
    "docking_collar": "a hit on its docking collar",
    "dock_collar": "a hit on its docking collar",
    "door": "a hit on the doors of a bay",
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
    "sharpshooter": "a sharpshooter's eye",
    "marksman": "a marksman's aim",
    "human_tro": "a weak spot that its pilot knew of",
    "swordsman": "a swordsman's cut",
    "depth": "the weight of the water",
}
# Damage that no hit has told of.
HARM: Final[Mapping[str, str]] = {
    "charge_recoil": " in its own charge",
    "dfa_recoil": " coming down",
    "crash": " in the crash",
    "sinking": " going down",
    "collapse": " under the falling building",
    "fall": " in the fall",
    "ice": " falling through the ice",
    "hazardous liquid": " in the hazardous liquid",
    "magma": " in the magma",
    "derailment": " as the train leaves the rails",
    "explosion": " in the explosion",
    "pod": " from what clings to it",
    "skid": " in the skid",
    "collision": " in the collision",
    "critical": " because the critical hit finds nothing else to harm",
    "ammo": " from its own ammunition",
    "earthquake": " as the ground shakes",
    "fissure": " in the fissure",
    "tornado": " in the tornado",
    "storm": " out in the storm",
    "cold": " in the cold",
    "heat": " in the heat",
    "exposure": " out in the open",
    "fire": " in the fire",
    "depth": " under the weight of the water",
}

# How a unit comes down by some rules; by others it is pushed.
FALLS: Final[Mapping[str, str]] = {
    "AS-DMG-057": "sinks to the bottom",
    "AS-URB-019": "comes down with the building",
    "AS-BAT-029": "falls with the bridge",
    "AS-BAT-040": "falls through the ice to the bottom",
    "AS-BAT-041": "breaks the ice and stands in the water",
    "AS-BAT-050": "falls into the magma",
    "AS-BAT-089": "slides into the fissure",
    "AS-OPT-081": "sinks with the ground",
    "AS-OPT-540": "sinks with the ground",
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
    "glide": "glides",
    "wings": "flies on its wings",
}
ATTACKS: Final[Mapping[str, str]] = {
    "weapon": "fires at",
    "physical": "strikes",
    "grapple": "throws its grapples at",
    "inside": "fights inside the ship against",
    "sabotage": "wrecks from inside",
    "melee": "swings its melee weapon at",
    "charge": "charges",
    "dfa": "comes down on",
    "antimech": "swarms",
    "artillery": "lobs artillery at",
    "scan": "scans",
}


def throws(roll: Sequence[int]) -> str:
    """The dice of one roll to hit, or of several one after the other."""
    if len(roll) <= 2:
        return dice(roll)
    return "; ".join(dice(roll[at : at + 2]) for at in range(0, len(roll), 2))
