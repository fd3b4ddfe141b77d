"""How platoons are organised (pp. 34-35): ready forces by weapon and transport, as records of scripts."""

from __future__ import annotations

from typing import Any, Final

from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Table

MANOEUVRE, SUPPORT = "manoeuvre", "support"
FOOT, MOTORIZED, MECHANIZED, JUMP = "foot", "motorized", "mechanized", "jump"
TRANSPORT: Final = "transport"

HOUSE = rules.table("BT-ORG-001", {"men": 28, "squad": 7, MANOEUVRE: 3, SUPPORT: 1})
JUMPERS = rules.table("BT-ORG-002", {"men": 21, MANOEUVRE: 3, SUPPORT: 0})
# Who leads a squad: a platoon's officer and his senior sergeant are with the support squad.
COMMAND = rules.table(
    "BT-ORG-003",
    {
        SUPPORT: {"ranks": ["Officer", "Senior NCO"], "leadership": 3},
        MANOEUVRE: {"ranks": ["NCO", "Junior NCO", "Junior NCO"], "leadership": 2},
    },
)
# How a platoon moves; carriers fight along, one for each squad, with crews of their own.
TRANSPORTS: Table[dict[str, dict[str, Any]]] = rules.table(
    "BT-ORG-004",
    {
        FOOT: {"pack": False, "carrier": None},
        MOTORIZED: {"pack": False, "carrier": None},
        MECHANIZED: {"pack": False, "carrier": "Carrier"},
        JUMP: {"pack": True, "carrier": None},
    },
)
# The seven weapons of a manoeuvre squad and of the support squad.
PLATOONS: Table[dict[str, dict[str, list[str]]]] = rules.table(
    "BT-ORG-005",
    {
        "Rifle": {
            MANOEUVRE: ["SMG", "SMG", "SMG", "Rifle", "Rifle", "Rifle", "LAW"],
            SUPPORT: ["SMG", "Rifle", "Light MG", "Light MG", "SRM", "Auto Grenade Launcher", "Rifle"],
        },
        "Machine Gun": {
            MANOEUVRE: ["SMG", "SMG", "Medium MG", "Rifle", "Rifle", "Medium MG", "Rifle"],
            SUPPORT: ["SMG", "Heavy MG", "Rifle", "Rifle", "Heavy MG", "Rifle", "Rifle"],
        },
        "Laser": {
            MANOEUVRE: ["SMG", "Laser Rifle", "Laser Rifle", "Laser Rifle", "Blazer", "Blazer", "SMG"],
            SUPPORT: ["SMG", "Semi-Portable Laser", "Laser Rifle", "Laser Rifle", "Blazer", "Laser Rifle", "SMG"],
        },
        "Flamer": {
            MANOEUVRE: ["SMG", "Flamer", "Flamer", "Flamer", "Inferno", "Inferno", "SMG"],
            SUPPORT: ["SMG", "Heavy Flamer", "Heavy Flamer", "Inferno", "Inferno", "SMG", "Rifle"],
        },
        "SRM": {
            MANOEUVRE: ["SMG", "SRM", "SRM", "SRM", "Light Recoilless Rifle", "SMG", "SMG"],
            SUPPORT: ["SMG", "SRM", "SRM", "Heavy SRM", "LAW", "SMG", "SMG"],
        },
    },
)
SECONDARY: Final = "Pistol"


@rules.formula("BT-ORG-006", otherwise=True)
def may_have(what: str, *, elite: bool) -> bool:
    """The best equipment belongs to elite heavy infantry alone."""
    return elite or what not in ("Gyrojet Rifle", "Man-Pack PPC", "Combat Armor")


def squads_of(transport: str) -> list[str]:
    """The squads of a platoon, by what they do: a jump platoon drags no support weapons along."""
    table = JUMPERS.of(rules) if transport == JUMP else HOUSE.of(rules)
    return [MANOEUVRE] * table[MANOEUVRE] + [SUPPORT] * table[SUPPORT]


def platoon(kind: str, transport: str = FOOT, prefix: str = "p", **experience: Any) -> dict[str, Any]:
    """A platoon as a side of a script has it: its squads and its men, without places."""
    row, how = PLATOONS.of(rules)[kind], TRANSPORTS.of(rules)[transport]
    squads: dict[str, Any] = {}
    units: list[dict[str, Any]] = []
    for number, role in enumerate(squads_of(transport), start=1):
        name = f"{prefix} {kind} {number}"
        first = f"{prefix}{number}-1"
        command: Any = COMMAND.of(rules)[role]
        squads[name] = {"leader": first, "leadership": command["leadership"], **experience}
        for place, weapon in enumerate(row[role], start=1):
            soldier: dict[str, Any] = {"primary": weapon, "secondary": SECONDARY}
            if how["pack"]:
                soldier["jump_pack"] = True
            units.append({"id": f"{prefix}{number}-{place}", "soldier": soldier, "group": name})
        if how["carrier"]:
            units.append({"id": f"{prefix}{number}-{TRANSPORT}", "vehicle": how["carrier"]})
    return {"squads": squads, "units": units}


def options_needed(transport: str) -> frozenset[str]:
    """What a script with such a platoon must switch on."""
    found = {"secondary_weapons", "area_effect", "support_weapons"}
    if transport == JUMP:
        found.add("jump_troops")
    if transport == MECHANIZED:
        found.add("vehicles")
    return frozenset(found)
