"""Alternate munitions (p. 208) and fire (p. 210)."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.appendix.rows import Munition
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

_TUBES: Final = ("ART-T", "ART-S", "ART-LT")
_ARROWS: Final = ("ART-AIS", "ART-AC")
_OWN: Final = "*"  # its own rule says

MUNITIONS: Final = rules.table(
    "AS-FOR-112",
    {
        "artillery": {
            "air_defense_arrow_iv": Munition("Air-Defense Arrow IV", "*", _OWN, _ARROWS),
            "cluster": Munition("Cluster", "+0", _OWN, (*_ARROWS, *_TUBES)),
            "copperhead": Munition("Copperhead", "*", _OWN, _TUBES),
            "flechette": Munition("Flechette", "+0", _OWN, _TUBES),
            "illumination": Munition("Illumination", "+0", _OWN, (*_ARROWS, *_TUBES)),
            "inferno_iv": Munition("Inferno IV", "+0", _OWN, _ARROWS),
            "smoke": Munition("Smoke", "+0", _OWN, (*_ARROWS, *_TUBES)),
            "thunder_or_thunder_active": Munition("Thunder or Thunder-Active", "+0", _OWN, _ARROWS),
        },
        "autocannon": {
            "armor_piercing": Munition("Armor Piercing", "+1", "+0*", ("AC",)),
            "flak": Munition("Flak", "-2", "+0*", ("AC",)),
            "flechette": Munition("Flechette", "+0", "+0*", ("AC",)),
            "precision": Munition("Precision", "+0/-2*", "+1/0*", ("AC",)),
            "tracer": Munition("Tracer", "*", "+0", ("AC",)),
        },
        "bomb": {
            "air_to_air_arrow_iv": Munition("Air-to-Air Arrow IV", "+0*", "2", ("BOMB",)),
            "arrow_iv": Munition("Arrow IV", "+0", "+0", ("BOMB",)),
            "inferno_advanced": Munition("Inferno (Advanced Rules)", "+0", "+0", ("BOMB",)),
            "laser_guided": Munition("Laser-Guided", "-2*", "2", ("BOMB",)),
            "light_air_to_air_arrow": Munition("Light Air-to-Air Arrow", "+0*", "1", ("BOMB",)),
            "rocket_launcher": Munition("Rocket Launcher", "+0*", "+1", ("BOMB",)),
            "tag": Munition("TAG", "+2", "NA", ("BOMB",)),
            "thunder": Munition("Thunder", "+0", "Mines", ("BOMB",)),
            "torpedo": Munition("Torpedo", "+0*", "+0", ("BOMB",)),
        },
        "narc": {
            "ecm": Munition("ECM", "+0", "+0*", ("INARC",)),
            "explosive": Munition("Explosive", "+0", "*", ("CNARC", "SNARC", "INARC")),
            "haywire": Munition("Haywire", "+0", "+0*", ("INARC",)),
        },
        "missile": {
            "heat_seeking": Munition("Heat-Seeking", "+0/-2*", "+1/+0*", ("LRM", "SRM")),
            "inferno": Munition("Inferno", "+0", "*", ("SRM",)),
            "magnetic_pulse": Munition("Magnetic Pulse", "+0", "+0*", ("LRM", "SRM")),
            "mine_clearance": Munition("Mine Clearance", "+0", "+0*", ("LRM", "SRM")),
            "semi_guided": Munition("Semi-Guided", "+0/-2*", "+1/+0*", ("LRM",)),
            "smoke": Munition("Smoke", "+0", "+0*", ("LRM", "SRM")),
            "swarm_and_swarm_i": Munition("Swarm/Swarm-I", "+0", "+0*", ("LRM",)),
            "tandem_charge": Munition("Tandem Charge", "+0", "+0*", ("SRM",)),
            "thunder": Munition("Thunder", "+0", "*", ("LRM",)),
        },
    },
)

# 2D6 to set it on fire: on purpose, by accident. None does not burn.
FLAMMABLE: Final[Table[dict[str, tuple[int, int] | None]]] = rules.table(
    "AS-FOR-118",
    {
        "water": None,
        "clear": (11, 11),
        "paved": None,
        "rough": (12, 12),
        "jungle": (7, 10),
        "woods": (6, 9),
        "building": (9, 10),
        "industrial": (4, 6),
        "magma": (4, 6),
    },
)
# Added to that. None: nothing burns there.
FIRE_MODIFIERS: Final[Table[dict[str, int | None]]] = rules.table(
    "AS-FOR-118",
    {
        "deep snow": 3,
        "geyser": 3,
        "ice": 4,
        "mud": 5,
        "planted fields": -2,
        "swamp": 5,
        "tundra": 0,
        "underwater": None,
        "vacuum": None,
        "trace atmosphere": 5,
        "thin atmosphere": 3,
        "thick atmosphere": -2,
        "very thick atmosphere": -4,
        "cold": 1,
        "hot": -2,
        "wind force 2": 1,
        "wind force 3": 2,
        "wind force 4": 4,
        "tornado": None,
        "light to heavy rain": 1,
        "torrential downpour": 2,
        "light to heavy snow": 1,
        "sleet": 1,
        "blizzard": 2,
        "indirect fire": 1,
        "heat": -2,
        "spreading from downwind": 1,
        "spreading across water or pavement, per 2 inches": 3,
    },
)
CERTAIN_FIRE: Final = rules.table("AS-FOR-118", {"inferno munitions": True})
