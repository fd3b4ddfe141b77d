"""Tables of optional rules (pp. 207-210): advanced terrain, off-board artillery, intelligence, morale and so on."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.appendix.rows import TerrainRow
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

# To hit, per 2 inches of it.
ADVANCED_MODIFIERS: Final = rules.table(
    "AS-FOR-110",
    {
        "jungle": {"light": 1, "heavy": 2, "ultra-heavy": 3},
        "woods": {"light": 1, "heavy": 2, "ultra-heavy": 3},
    },
)

_NO_WADING: Final = ("Ground", "Infantry")
_NO_DIVING: Final = ("Ground", "Infantry", "IndustrialMechs")

ADVANCED_TERRAIN: Final = rules.table(
    "AS-FOR-111",
    {
        "woods": {
            "light": TerrainRow(1, ("Air", "Hover", "Naval", "Rail", "Wheeled")),
            "heavy": TerrainRow(2, ("Vehicles",)),
            "ultra-heavy": TerrainRow(3, only=("Infantry",)),
        },
        "water": {
            "surface only": TerrainRow(0, only=("Hover", "Naval", "WiGE")),
            "depth 0-1": TerrainRow(0, _NO_WADING),
            "depth 2-3": TerrainRow(1, _NO_DIVING),
            "depth 4-10": TerrainRow(6, _NO_DIVING),
            "depth 11+": TerrainRow(8, _NO_DIVING, hazardous=True),
            "rapids": TerrainRow(1, like="water"),
        },
        "jungle": {
            "light": TerrainRow(2, ("Vehicles",)),
            "heavy": TerrainRow(3, ("Vehicles",)),
            "ultra-heavy": TerrainRow(4, only=("Infantry",)),
        },
    },
)

OFF_BOARD: Final = rules.table(
    "AS-FOR-113",
    {
        "off-board artillery": 7,
        "each successive shot at the same point": -1,
        "friendly spotter": -1,
        "spotter with LPRB, PRB or BH": -2,
        "spotter with RCN": -1,
        "spotter attacked": 1,
    },
)
# Inches up to which a shell flies so many turns.
FLIGHT_TURNS: Final = rules.table("AS-FOR-114", {34: 0, 90: 1, 170: 2, 240: 3, 300: 4, 340: 5})
CRUISE_MISSILES: Final = rules.table("AS-FOR-114", {"first turn": 1, "inches a turn": 170})
COUNTER_BATTERY: Final = rules.table(
    "AS-FOR-115", {"counter-battery fire": 7, "each successive shell": -1, "at most": -4}
)

INTELLIGENCE: Final = rules.table(
    "AS-FOR-116",
    {
        "ground unit with RCN": 2,
        "aerospace unit": 1,
        "aerospace unit with RCN": 2,
        "DropShip on the planet": 2,
        "each point of MHQ": 1,
    },
)

# None is a failure whatever is rolled.
CAPITAL_WEAPONS: Final[Table[dict[str, int | None]]] = rules.table(
    "AS-FOR-117",
    {
        "in atmosphere": 2,
        "CAP or SDS-C at a small target": 5,
        "SCAP or SDS-SC at a small target": 3,
        "MSL or SDS-CM at a small target": 0,
        "point defense, 1 damage": 1,
        "point defense, 2 or more damage": None,
        "air to ground": 0,
        "surface to surface at a moving target": 2,
        "ground target designated by TAG": -2,
    },
)

MORALE: Final[Table[dict[str, dict[str, int | None]]]] = rules.table(
    "AS-FOR-119",
    {
        "check": {
            "inferno attack": 1,
            "cruise missile attack": 2,
            "BattleMech or ProtoMech": -2,
            "IndustrialMech": 0,
            "combat vehicle": 0,
            "support vehicle": 3,
            "battle armor": -1,
            "conventional infantry": 2,
            "routed": 3,
            "drone or robot": None,  # does not roll
            "Iron Will": -2,
        },
        "infantry only": {"attacker is a BattleMech": 1, "inside a building": -2},
        "recovery": {"commander in sight": -2, "sub-commander in sight": -1},
        "recovery, infantry only": {
            "routed friends in sight": 1,
            "friendly 'Mechs in sight": -2,
            "friendly vehicles in sight": -1,
            "fire in sight": 2,
        },
    },
)
