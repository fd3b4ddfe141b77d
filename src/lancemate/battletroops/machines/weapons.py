"""The weapons of machines: against soldiers as the book prints them (p. 24), among themselves as BattleTech does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, AUTO, SEMI, Weapon
from lancemate.battletroops.play.machine import Mount
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Table

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

EVERYWHERE: Final = 9999  # dots: on boards like these greatest ranges do not count
FIRE_COST: Final = 5  # MP of a weapon that is no area weapon, where firing it is an action

# Lethal points by dots from the impact, the least and the greatest range, and MP to fire.
MACHINE_WEAPONS: Table[dict[str, dict[str, Any]]] = rules.table(
    "BT-WPN-005",
    {
        "Small Laser": {"class": SEMI, "damage": (12,), "min": 0, "max": 36},
        "Medium Laser": {"class": SEMI, "damage": (20,), "min": 0, "max": 108},
        "Large Laser": {"class": SEMI, "damage": (32,), "min": 0, "max": 180},
        "PPC": {"class": SEMI, "damage": (40,), "min": 36, "max": 216},
        "Machine Gun": {"class": AUTO, "damage": (8,), "min": 0, "max": 36},
        "AC 2": {"class": AREA, "damage": (8, 4, 2), "min": 28, "max": 288},
        "AC 5": {"class": AREA, "damage": (20, 10, 5, 2), "min": 36, "max": 216},
        "AC 10": {"class": AREA, "damage": (40, 20, 10, 5, 2), "min": 0, "max": 180},
        "AC 20": {"class": AREA, "damage": (80, 40, 20, 10, 5, 2), "min": 0, "max": 108},
        "LRM 5": {"class": AREA, "damage": (20, 10, 5, 2), "min": 72, "max": 252},
        "LRM 10": {"class": AREA, "damage": (40, 20, 10, 5, 2), "min": 72, "max": 252},
        "LRM 15": {"class": AREA, "damage": (60, 30, 15, 7, 3, 1), "min": 72, "max": 252},
        "LRM 20": {"class": AREA, "damage": (80, 40, 20, 10, 5, 2), "min": 72, "max": 252},
        "SRM 2": {"class": AREA, "damage": (16, 8, 4, 2), "min": 0, "max": 108},
        "SRM 4": {"class": AREA, "damage": (32, 16, 8, 4, 2), "min": 0, "max": 108},
        "SRM 6": {"class": AREA, "damage": (48, 24, 12, 6, 3, 1), "min": 0, "max": 108},
        "Flamer": {"class": AREA, "damage": (8, 4, 2), "min": 0, "max": 36},
    },
)

# Of BattleTech: heat, damage of a hit (of missiles: of each), critical slots, rounds in a ton.
FIGURES: Table[dict[str, dict[str, int]]] = rules.table(
    "BT-MEC-089",
    {
        "Small Laser": {"heat": 1, "damage": 3, "slots": 1},
        "Medium Laser": {"heat": 3, "damage": 5, "slots": 1},
        "Large Laser": {"heat": 8, "damage": 8, "slots": 2},
        "PPC": {"heat": 10, "damage": 10, "slots": 3},
        "Machine Gun": {"heat": 0, "damage": 2, "slots": 1, "rounds": 200},
        "AC 2": {"heat": 1, "damage": 2, "slots": 1, "rounds": 45},
        "AC 5": {"heat": 1, "damage": 5, "slots": 4, "rounds": 20},
        "AC 10": {"heat": 3, "damage": 10, "slots": 7, "rounds": 10},
        "AC 20": {"heat": 7, "damage": 20, "slots": 10, "rounds": 5},
        "LRM 5": {"heat": 2, "damage": 1, "slots": 1, "rounds": 24, "missiles": 5},
        "LRM 10": {"heat": 4, "damage": 1, "slots": 2, "rounds": 12, "missiles": 10},
        "LRM 15": {"heat": 5, "damage": 1, "slots": 3, "rounds": 8, "missiles": 15},
        "LRM 20": {"heat": 6, "damage": 1, "slots": 5, "rounds": 6, "missiles": 20},
        "SRM 2": {"heat": 2, "damage": 2, "slots": 1, "rounds": 50, "missiles": 2},
        "SRM 4": {"heat": 3, "damage": 2, "slots": 1, "rounds": 25, "missiles": 4},
        "SRM 6": {"heat": 4, "damage": 2, "slots": 2, "rounds": 15, "missiles": 6},
        "Flamer": {"heat": 3, "damage": 2, "slots": 1},
    },
)
# How many missiles of a salvo hit, by the sum of two dice from 2 to 12.
CLUSTERS: Table[dict[int, tuple[int, ...]]] = rules.table(
    "BT-MEC-090",
    {
        2: (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2),
        4: (1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4),
        5: (1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5),
        6: (2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6),
        10: (3, 3, 4, 6, 6, 6, 6, 8, 8, 10, 10),
        15: (5, 5, 6, 9, 9, 9, 9, 12, 12, 15, 15),
        20: (6, 6, 9, 12, 12, 12, 12, 16, 16, 20, 20),
    },
)
LASERS: Final = ("Small Laser", "Medium Laser", "Large Laser", "PPC")
MISSILES: Final = "LRM"


def machine_weapon(battle: Battle, name: str) -> Weapon | None:
    """A weapon of a machine by its name; its range is short everywhere."""
    key = ("machine weapon", name)
    if key not in battle.memory:
        battle.memory[key] = _made(battle, name)
    found: Weapon | None = battle.memory[key]
    return found


def _made(battle: Battle, name: str) -> Weapon | None:
    row = MACHINE_WEAPONS.of(battle).get(name)
    if row is None:
        return None
    kind, points = class_of(battle, name, row["class"]), row["damage"]
    reach = (1, EVERYWHERE)
    blast = points if kind == AREA else ()
    heat = FIGURES.of(battle)[name]["heat"]
    return Weapon(name, kind, points[0], short=reach, long=reach, blast=blast, mp=FIRE_COST, heat=heat)


def class_of(battle: Battle, name: str, printed: str) -> str:
    """How a weapon fires: machine guns in bursts, beams once in a turn, the rest at dots."""
    if name == "Machine Gun":
        return bursts(battle)
    if name in LASERS:
        return beams(battle)
    return printed


@rules.rule("BT-MEC-031", otherwise=SEMI)
def bursts(battle: Battle) -> str:
    """A machine gun is automatic: it fires at every chance, at everybody."""
    return AUTO


@rules.rule("BT-MEC-032", otherwise=AUTO)
def beams(battle: Battle) -> str:
    """Lasers and PPCs are semi-automatic: once in a turn, at one target, and nobody beside him is hurt."""
    return SEMI


def min_range(battle: Battle, name: str) -> int:
    found: int = MACHINE_WEAPONS.of(battle)[name]["min"]
    return found


def mounts(unit: Unit) -> list[tuple[int, Mount]]:
    """Its weapons that still work, by their numbers."""
    assert unit.machine is not None
    broken = unit.machine.crits
    return [(number, one) for number, one in enumerate(unit.machine.mounts) if wreck_of(number, one) not in broken]


def wreck_of(number: int, mount: Mount) -> str:
    """How a weapon that has been hit is noted."""
    return f"{mount.location}: {mount.weapon} #{number + 1}"


def has_rounds(unit: Unit, number: int) -> bool:
    assert unit.machine is not None
    left = unit.machine.rounds[number]
    return left is None or left > 0


def mount_named(battle: Battle, unit: Unit, name: str) -> int:
    """The first weapon of that name that may still fire; -1 where there is none."""
    assert unit.machine is not None
    for number, one in mounts(unit):
        if one.weapon == name and number not in unit.machine.fired and has_rounds(unit, number):
            return number
    return -1


@hooks.questions.entry("weapons of a machine")
def weapons_named(battle: Battle, unit: Unit) -> tuple[str, ...]:
    return tuple(one.weapon for _, one in mounts(unit))
