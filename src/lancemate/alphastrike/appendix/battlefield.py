"""Additional terrain, weather and buildings (pp. 202-204)."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.appendix.rows import BuildingRow, TerrainRow
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

_NO_BOATS_OR_RAIL: Final = ("Naval", "Rail")

TERRAIN_COSTS: Final = rules.table(
    "AS-FOR-103",
    {
        "deep snow": TerrainRow(1, ("Wheeled",), hazardous=True),
        "gravel piles": TerrainRow(1, _NO_BOATS_OR_RAIL, hazardous=True),
        "hazardous liquid pool": TerrainRow(0, hazardous=True, like="water"),
        "heavy industrial": TerrainRow(0, _NO_BOATS_OR_RAIL, others=(("Mechs", 1),)),
        "ice": TerrainRow(1, ("Naval",), hazardous=True),
        "jungle": TerrainRow(2, ("Vehicles",)),
        "magma crust": TerrainRow(0, ("Infantry", "Naval", "Rail", "Wheeled"), hazardous=True),
        "liquid magma": TerrainRow(1, only=("Mechs",), hazardous=True),
        "mud": TerrainRow(1, _NO_BOATS_OR_RAIL, hazardous=True),
        "planted fields": TerrainRow(0, _NO_BOATS_OR_RAIL),
        "rail": TerrainRow(1, ("Naval",), others=(("Rail", 0),)),
        "ultra rough": TerrainRow(2, ("Naval", "Rail", "Wheeled")),
        "ultra rubble": TerrainRow(2, _NO_BOATS_OR_RAIL),
        "sand": TerrainRow(0, _NO_BOATS_OR_RAIL, others=(("Infantry", 1), ("Wheeled", 1)), hazardous=True),
        "swamp": TerrainRow(2, _NO_BOATS_OR_RAIL, others=(("Mechs", 1), ("ProtoMechs", 1)), hazardous=True),
        "tundra": TerrainRow(0, _NO_BOATS_OR_RAIL, hazardous=True),
    },
)

rules.also("AS-BAT-023", TERRAIN_COSTS)

# To hit; of terrain per so many inches where it says so, of what is marked "through" only for shots through it.
TERRAIN_MODIFIERS: Final = rules.table(
    "AS-FOR-104",
    {
        "heavy industrial": {"modifier": 1},
        "jungle": {"modifier": 1, "per inches": 2},
        "planted fields": {"modifier": 1, "per inches": 4, "more against infantry": 1},
    },
)
WEATHER_MODIFIERS: Final = rules.table(
    "AS-FOR-104",
    {
        "blowing sand": 2,
        "earthquake": (1, 6),
        "electromagnetic interference": 2,
        "geyser (through)": 2,
        "heavy fog": 1,
        "dusk or dawn": 1,
        "moonless night": 3,
        "night": 2,
        "pitch black": 4,
        "light to heavy rain": 1,
        "torrential downpour": 2,
        "light smoke (through)": 1,
        "heavy smoke (through)": 2,
        "light to heavy snow": 1,
        "sleet": 1,
        "blizzard": 2,
        "wind force 0 to 2": 0,
        "wind force 3": 1,
        "wind force 4": 2,
        "tornado F1 to F3 (through)": 2,
        "tornado F4 (through)": 3,
        "tornado F5 (through)": 4,
    },
)

# 1D6 with the modifier of the air, up to so much: the wind and its force.
WINDS: Final = rules.table(
    "AS-FOR-105",
    {2: ("none", 0), 3: ("light gale", 1), 4: ("moderate gale", 2), 5: ("strong gale", 3), 6: ("storm", 4)},
)
AIR: Final[Table[dict[str, int | None]]] = rules.table(
    "AS-FOR-105", {"vacuum": None, "trace": -2, "thin": -1, "thick": 1, "very thick": 2}
)
# 2D6, up to so much.
TORNADOES: Final = rules.table("AS-FOR-105", {3: "F1", 6: "F2", 10: "F3", 11: "F4", 12: "F5"})

BUILDINGS: Final = rules.table(
    "AS-FOR-106",
    {
        "standard": {
            "light, small": BuildingRow(1, 1, 2, 2, 1, 1, 0, "0*"),
            "light, large": BuildingRow(1, 2, 3, 3, 1, 1, 0, "0*"),
            "medium, small": BuildingRow(2, 1, 3, 3, 2, 2, 1, "1"),
            "medium, large": BuildingRow(2, 3, 6, 4, 2, 2, 1, "1"),
            "heavy, small": BuildingRow(3, 2, 5, 4, 3, 3, 2, "2"),
            "heavy, large": BuildingRow(3, 5, 12, 8, 3, 3, 2, "2"),
        },
        "wall": {
            "light": BuildingRow(1, 1, 2, 2, 1, 1, 0, "0*"),
            "medium": BuildingRow(2, 2, 4, 3, 2, 2, 1, "1"),
            "heavy": BuildingRow(3, 5, 8, 6, 3, 3, 2, "2"),
            "hardened": BuildingRow(4, 9, 14, 10, 4, 4, 3, "3"),
        },
        "gun emplacement or fortress": {
            "light, small": BuildingRow(1, 1, 2, 2, 1, 2, 1, "1"),
            "light, large": BuildingRow(1, 2, 3, 3, 1, 2, 1, "1"),
            "medium, small": BuildingRow(2, 2, 6, 4, 2, 4, 2, "2"),
            "medium, large": BuildingRow(2, 7, 12, 8, 2, 4, 2, "2"),
            "heavy, small": BuildingRow(3, 4, 10, 8, 3, 6, 3, "3"),
            "heavy, large": BuildingRow(3, 9, 36, 20, 3, 6, 3, "3"),
            "hardened, small": BuildingRow(4, 12, 20, 16, 4, 8, 4, "4"),
            "hardened, large": BuildingRow(4, 24, 60, 40, 4, 8, 4, "4"),
        },
        "Castle Brian": {
            "heavy": BuildingRow(3, 40, 120, 80, 3, 10, 10, "10"),
            "hardened": BuildingRow(4, 121, 200, 160, 4, 10, 10, "20"),
        },
    },
)

# Control Rolls against skidding: by the Move there is, up to so many inches; beyond the last row 6.
SKIDS: Final = rules.table("AS-FOR-107", {4: -1, 8: 0, 14: 1, 20: 2, 34: 4, 48: 5, 999: 6})
SPRINTING_SKID: Final = rules.table("AS-FOR-107", {"sprinting": 2})
# Skidding into something: terrain is struck in any case, units at so much more than a charge.
SKID_ATTACKS: Final = rules.table("AS-FOR-108", {"unit": 2, "infantry": 4})
