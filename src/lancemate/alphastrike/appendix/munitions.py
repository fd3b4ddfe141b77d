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
            "Air-Defense Arrow IV": Munition("*", _OWN, _ARROWS),
            "Cluster": Munition("+0", _OWN, (*_ARROWS, *_TUBES)),
            "Copperhead": Munition("*", _OWN, _TUBES),
            "Flechette": Munition("+0", _OWN, _TUBES),
            "Illumination": Munition("+0", _OWN, (*_ARROWS, *_TUBES)),
            "Inferno IV": Munition("+0", _OWN, _ARROWS),
            "Smoke": Munition("+0", _OWN, (*_ARROWS, *_TUBES)),
            "Thunder or Thunder-Active": Munition("+0", _OWN, _ARROWS),
        },
        "autocannon": {
            "Armor Piercing": Munition("+1", "+0*", ("AC",)),
            "Flak": Munition("-2", "+0*", ("AC",)),
            "Flechette": Munition("+0", "+0*", ("AC",)),
            "Precision": Munition("+0/-2*", "+1/0*", ("AC",)),
            "Tracer": Munition("*", "+0", ("AC",)),
        },
        "bombs": {
            "Air-to-Air Arrow IV": Munition("+0*", "2", ("BOMB",)),
            "Arrow IV": Munition("+0", "+0", ("BOMB",)),
            "Inferno (Advanced Rules)": Munition("+0", "+0", ("BOMB",)),
            "Laser-Guided": Munition("-2*", "2", ("BOMB",)),
            "Light Air-to-Air Arrow": Munition("+0*", "1", ("BOMB",)),
            "Rocket Launcher": Munition("+0*", "+1", ("BOMB",)),
            "TAG": Munition("+2", "NA", ("BOMB",)),
            "Thunder": Munition("+0", "Mines", ("BOMB",)),
            "Torpedo": Munition("+0*", "+0", ("BOMB",)),
        },
        "narc": {
            "ECM": Munition("+0", "+0*", ("INARC",)),
            "Explosive": Munition("+0", "*", ("CNARC", "SNARC", "INARC")),
            "Haywire": Munition("+0", "+0*", ("INARC",)),
        },
        "missiles": {
            "Heat-Seeking": Munition("+0/-2*", "+1/+0*", ("LRM", "SRM")),
            "Inferno": Munition("+0", "*", ("SRM",)),
            "Magnetic Pulse": Munition("+0", "+0*", ("LRM", "SRM")),
            "Mine Clearance": Munition("+0", "+0*", ("LRM", "SRM")),
            "Semi-Guided": Munition("+0/-2*", "+1/+0*", ("LRM",)),
            "Smoke": Munition("+0", "+0*", ("LRM", "SRM")),
            "Swarm/Swarm-I": Munition("+0", "+0*", ("LRM",)),
            "Tandem Charge": Munition("+0", "+0*", ("SRM",)),
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
