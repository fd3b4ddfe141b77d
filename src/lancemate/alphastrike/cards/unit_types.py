"""Unit types and the group words the rules use for them.

Knows type codes and movement codes; must not know special abilities, terrain or combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.ruleset import rules

UNIT_TYPES: Final = rules.table(
    "AS-INT-032",
    {
        "BM": "BattleMech",
        "IM": "IndustrialMech",
        "PM": "ProtoMech",
        "CV": "combat vehicle",
        "SV": "support vehicle",
        "AF": "aerospace fighter",
        "CF": "conventional fighter",
        "DS": "spheroid DropShip",
        "DA": "aerodyne DropShip",
        "SC": "small craft",
        "MS": "mobile structure",
        "CI": "conventional infantry",
        "BA": "battle armor",
    },
)

# Group words: by type, and for vehicles by movement code. A WiGE counts as both ground and air vehicle;
# rail vehicles and towed trailers (no code) run on the ground.
GROUPS: Final = rules.table(
    "AS-INT-033",
    {
        "Mech": ["BM", "IM"],
        "DropShip": ["DS", "DA"],
        "Infantry": ["CI", "BA"],
        "Ground unit": ["BM", "IM", "PM", "CI", "BA"],
        "Ground vehicle": ["t", "h", "w", "w(b)", "w(m)", "g", "r", ""],
        "Air vehicle": ["v", "g"],
        "Naval vehicle": ["n", "s"],
    },
)

HEAT_TRACKING: Final = rules.table("AS-INT-034", ["BM", "IM", "AF"])

SIZES: Final = rules.table("AS-INT-024", {1: "Light", 2: "Medium", 3: "Heavy", 4: "Assault"})

# Boxes of each critical-hit track on the card of a kind of unit.
CRITICAL_TRACKS: Final = rules.table(
    "AS-INT-026",
    {
        "mech": {"engine": 1, "fire_control": 4, "mp": 4, "weapon": 4},
        "vehicle": {"engine": 1, "fire_control": 4, "weapon": 4, "motive_2": 2, "motive_half": 2, "motive_0": 1},
        "fighter": {"engine": 1, "fire_control": 4, "weapon": 4},
        "protomech": {"fire_control": 4, "mp": 4, "weapon": 4},
        "infantry": {},
    },
)

# Large craft have a card of their own.
LARGE_CRAFT_TRACKS: Final = rules.table(
    "AS-DMG-032",
    {
        "dropship": {
            "crew": 2,
            "engine": 3,
            "fire_control": 4,
            "kf_boom": 1,
            "dock_collar": 1,
            "thruster": 1,
            "weapon": 4,
        }
    },
)

# Heat 0 to 4: the box that is marked.
HEAT_SCALE: Final = rules.table("AS-INT-030", ["", "1", "2", "3", "S"])


class Typed(Protocol):
    """Anything with a type code and a Move: a card, or the makings of one."""

    @property
    def type(self) -> str: ...

    @property
    def move(self) -> Move: ...


def is_mech(unit: Typed) -> bool:
    """BattleMech or IndustrialMech; never a ProtoMech."""
    return unit.type in GROUPS.of(rules)["Mech"]


@rules.formula("AS-INT-025", otherwise=False)
def is_vehicle(unit: Typed) -> bool:
    """A combat or support vehicle that has Move, not Thrust: on the ground, on water or in the air."""
    return unit.type in ("CV", "SV") and not unit.move.has_thrust


def is_ground_vehicle(unit: Typed) -> bool:
    return is_vehicle(unit) and unit.move.primary in GROUPS.of(rules)["Ground vehicle"]


def is_air_vehicle(unit: Typed) -> bool:
    return is_vehicle(unit) and unit.move.primary in GROUPS.of(rules)["Air vehicle"]


def is_naval(unit: Typed) -> bool:
    """On or in the water: naval vehicles, and mobile structures that float."""
    return (is_vehicle(unit) or unit.type == "MS") and unit.move.primary in GROUPS.of(rules)["Naval vehicle"]


def is_infantry(unit: Typed) -> bool:
    """Conventional infantry or battle armor."""
    return unit.type in GROUPS.of(rules)["Infantry"]


@rules.formula("AS-INT-022", otherwise=False)
def is_aerospace(unit: Typed) -> bool:
    """Thrust instead of Move: fighters, small craft, DropShips, fixed-wing and airship support vehicles."""
    return unit.move.has_thrust


def is_dropship(unit: Typed) -> bool:
    return unit.type in GROUPS.of(rules)["DropShip"]


def is_ground_unit(unit: Typed) -> bool:
    return unit.type in GROUPS.of(rules)["Ground unit"] or is_ground_vehicle(unit)


def tracks_heat(unit: Typed) -> bool:
    """It has a heat scale on its card, whatever its Overheat Value."""
    return unit.type in HEAT_TRACKING.of(rules)


def critical_tracks(unit: Typed) -> Mapping[str, int]:
    """The critical-hit tracks on the unit's card, with the number of boxes printed; a tracking aid, not a limit."""
    if unit.type == "PM":
        return CRITICAL_TRACKS.of(rules)["protomech"]
    if is_mech(unit):
        return CRITICAL_TRACKS.of(rules)["mech"]
    if is_vehicle(unit):
        return CRITICAL_TRACKS.of(rules)["vehicle"]
    if is_dropship(unit) or unit.type == "SC":
        return LARGE_CRAFT_TRACKS.of(rules)["dropship"]
    if is_aerospace(unit):
        return CRITICAL_TRACKS.of(rules)["fighter"]
    if unit.type == "MS":
        return {"weapon": CRITICAL_TRACKS.of(rules)["vehicle"]["weapon"]}
    return CRITICAL_TRACKS.of(rules)["infantry"]
