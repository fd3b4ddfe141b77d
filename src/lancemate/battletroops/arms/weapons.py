"""Weapons as the tables print them (pp. 14, 18, 21, 24), and by name. Must not know what they do to anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Table
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle

SEMI, AUTO, AREA, HAND = "semi", "auto", "area", "hand"
GRENADE: Final = "Hand Grenade"
DISPOSABLE: Final = "LAW"  # weapon and shot in one
LAUNCHER: Final = "Grenade Launcher"
SATCHEL: Final = "Satchel Charge"
KNIFE, BAYONET, CLUB, FISTS = "Knife", "Bayonet", "Club", "Fists"
BLADE: Final = "Bayonet/Knife"  # both of them, as the table calls it
BLADES: Final = (KNIFE, BAYONET, "Sword", "Vibro-Blade")  # what the role-playing game has one skill for

FIREARMS: Table[dict[str, dict[str, Any]]] = rules.table(
    "BT-WPN-001",
    {
        "Pistol": {"class": SEMI, "damage": 3, "short": (1, 7), "long": (8, 20)},
        "Rifle": {"class": SEMI, "damage": 4, "short": (1, 27), "long": (28, 75)},
        "Laser Pistol": {"class": SEMI, "damage": 4, "short": (1, 12), "long": (13, 30)},
        "Laser Rifle": {"class": SEMI, "damage": 5, "short": (1, 17), "long": (18, 105)},
        "Gyrojet Rifle": {"class": SEMI, "damage": 6, "short": (1, 57), "long": (58, 180)},
        "Blazer": {"class": AUTO, "damage": 4, "short": (1, 17), "long": (18, 105)},
        "Auto Pistol": {"class": AUTO, "damage": 2, "short": (1, 7), "long": (8, 20)},
        "SMG": {"class": AUTO, "damage": 3, "short": (1, 15), "long": (16, 25)},
    },
)

# Lethal and bruise points; what fists do depends on whose they are.
HAND_TO_HAND = rules.table(
    "BT-WPN-002",
    {
        "Blackjack": (0, 5),
        CLUB: (1, 4),
        "Stun Stick": (0, 8),
        "Neural Whip": (3, 8),
        BLADE: (3, 0),
        "Sword": (4, 0),
        "Vibro-Blade": (5, 0),
        FISTS: (0, 0),
    },
)

# Lethal damage at the impact and by dots from it, MP to fire, shots carried (none: unlimited).
AREA_EFFECT: Table[dict[str, dict[str, Any]]] = rules.table(
    "BT-WPN-003",
    {
        "SRM": {"damage": (8, 4, 2), "mp": 5, "ammo": 2, "short": (1, 44), "long": (45, 108), "apv": 2},
        "Heavy SRM": {"damage": (13, 6, 3, 1), "mp": 5, "ammo": 1, "short": (1, 54), "long": (55, 96), "apv": 3},
        "LAW": {"damage": (7, 3, 1), "mp": 4, "ammo": 1, "short": (1, 22), "long": (23, 80), "apv": 2},
        LAUNCHER: {"damage": (4, 2, 1), "mp": 3, "ammo": 4, "short": (1, 10), "long": (11, 24), "apv": 1},
        "Auto Grenade Launcher": {
            "damage": (3, 2, 1),
            "mp": 4,
            "ammo": 4,
            "short": (1, 22),
            "long": (23, 50),
            "apv": 1,
        },
        "Light Recoilless Rifle": {
            "damage": (4, 2, 1),
            "mp": 4,
            "ammo": 2,
            "short": (1, 36),
            "long": (37, 70),
            "apv": 1,
        },
        SATCHEL: {"damage": (10, 5, 2), "mp": 3, "ammo": 1, "short": (0, 0), "long": (0, 0), "apv": 2},
        "Flamer": {"damage": (2, 1), "mp": 2, "ammo": -1, "short": (1, 6), "long": (7, 12), "heat": 1},
        "Heavy Flamer": {"damage": (2, 2, 1), "mp": 4, "ammo": 4, "short": (1, 6), "long": (7, 12), "heat": 2},
        "Inferno": {"damage": (4, 2, 1), "mp": 5, "ammo": 2, "short": (1, 44), "long": (45, 108), "heat": 10},
    },
)

SUPPORT: Table[dict[str, dict[str, Any]]] = rules.table(
    "BT-WPN-004",
    {
        "Light MG": {"class": AUTO, "crew": 0, "damage": 5, "apv": 1, "short": (1, 30), "long": (31, 84)},
        "Medium MG": {"class": AUTO, "crew": 1, "damage": 6, "apv": 1, "short": (1, 30), "long": (31, 84)},
        "Heavy MG": {"class": AUTO, "crew": 2, "damage": 7, "apv": 2, "short": (1, 36), "long": (37, 110)},
        "Semi-Portable Laser": {
            "class": SEMI,
            "crew": 1,
            "damage": 11,
            "apv": 1,
            "short": (1, 80),
            "long": (81, 240),
        },
        "Heavy Semi-Portable Laser": {
            "class": SEMI,
            "crew": 2,
            "damage": 14,
            "apv": 2,
            "short": (1, 100),
            "long": (101, 280),
        },
        "Man-Pack PPC": {"class": SEMI, "crew": 0, "damage": 8, "apv": 1, "short": (1, 50), "long": (51, 110)},
    },
)

# Soldiers of the basic game carry four of them; what one does is in damage/blast.py.
GRENADES: Final = 4


@frozen
class Weapon:
    """A weapon and its numbers. ``blast`` is of area weapons: lethal points by dots from the impact."""

    name: str
    kind: str  # semi, auto, area or hand
    lethal: int = 0
    bruise: int = 0
    short: tuple[int, int] = (1, 1)
    long: tuple[int, int] = (1, 1)
    blast: tuple[int, ...] = ()
    mp: int = 0
    ammo: int = -1  # shots carried; below 0 it does not run out
    crew: int | None = None  # of a support weapon: men besides the one who fires it
    apv: int = 0  # points against 'Mechs and vehicles
    heat: int = 0
    skill: str = "Rifle"

    @property
    def automatic(self) -> bool:
        return self.kind == AUTO

    @property
    def is_firearm(self) -> bool:
        return self.kind in (SEMI, AUTO)

    @property
    def reach(self) -> int:
        return max(self.short[1], self.long[1])


def weapon(battle: Battle, name: str) -> Weapon | None:
    """A weapon by its name; those of the script come first."""
    key = ("weapon", name)
    if key not in battle.memory:
        battle.memory[key] = battle.setup.weapons.get(name) or printed(battle, name)
    found: Weapon | None = battle.memory[key]
    return found


def printed(by: Any, name: str) -> Weapon | None:
    """A weapon of the tables, as they stand for whoever asks."""
    row: Mapping[str, Any] = FIREARMS.of(by).get(name) or SUPPORT.of(by).get(name) or {}
    if row:
        skill = "Pistol" if name.endswith("Pistol") else "Rifle"
        kind, damage, crew, apv = row["class"], row["damage"], row.get("crew"), row.get("apv", 0)
        return Weapon(name, kind, damage, short=row["short"], long=row["long"], crew=crew, apv=apv, skill=skill)
    row = AREA_EFFECT.of(by).get(name) or {}
    if row:
        return Weapon(
            name,
            AREA,
            row["damage"][0],
            short=row["short"],
            long=row["long"],
            blast=row["damage"],
            mp=row["mp"],
            ammo=row["ammo"],
            apv=row.get("apv", 0),
            heat=row.get("heat", 0),
        )
    table = HAND_TO_HAND.of(by)
    points = table.get(BLADE if name in (KNIFE, BAYONET) else name)
    skill = "Blade" if name in BLADES else "Brawling"
    return None if points is None else Weapon(name, HAND, points[0], points[1], skill=skill)


def is_area(name: str) -> bool:
    return name in AREA_EFFECT.book


def is_support(name: str) -> bool:
    return name in SUPPORT.book


def known_weapons() -> tuple[str, ...]:
    """The names that scripts may use."""
    hands = [name for name in HAND_TO_HAND.book if name != BLADE]
    return (*FIREARMS.book, *AREA_EFFECT.book, *SUPPORT.book, *hands, KNIFE, BAYONET, GRENADE)
