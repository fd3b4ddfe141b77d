"""How high aerospace units fly (p. 180), how they move about up there, and what is left of their Thrust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.flight import LOW, OPTION, altitude
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

AIR: Final = rules.option(OPTION, "AS-AER-001", "aerospace units fly, fight in the air and attack the ground")

# Inches that an altitude adds to ranges, from the lowest to the highest.
ALTITUDES: Final = rules.table("AS-AER-006", {"low": 6.0, "middle": 12.0, "high": 30.0, "extreme": 48.0})

# Letters beside Thrust.
KINDS: Final = rules.table("AS-AER-007", {"aerodyne": "a", "airship": "i", "spheroid": "p"})


def levels(by: Switched) -> tuple[str, ...]:
    """The altitudes from the lowest to the highest."""
    return tuple(ALTITUDES.of(by))


def altitude_of(unit: Unit) -> str:
    """How high a unit in the air flies."""
    return altitude.of(unit) or LOW


def height_of(by: Switched, level: str) -> float:
    """Inches that count for an altitude."""
    return ALTITUDES.of(by)[level]


def steps_between(by: Switched, one: str, other: str) -> int:
    """How many altitudes lie between two."""
    known = levels(by)
    return abs(known.index(one) - known.index(other))


def is_spheroid(by: Switched, unit: Unit) -> bool:
    return unit.card.move.primary == KINDS.of(by)["spheroid"]


def is_airship(by: Switched, unit: Unit) -> bool:
    return unit.card.move.primary == KINDS.of(by)["airship"]


def thrust_of(battle: Battle, unit: Unit) -> float:
    """What bombs and damage leave of a unit's Thrust."""
    return current_move(battle, unit, "thrust")


@rules.rule("AS-HEA-007", otherwise=thrust_of)
def thrust_to_spend(battle: Battle, unit: Unit) -> float:
    """What it may slide along the edge or drift with: nothing while it is shut down."""
    return 0.0 if unit.shutdown else thrust_of(battle, unit)


def powerless(battle: Battle, unit: Unit) -> bool:
    """Nothing keeps it up: it is shut down, or has no Thrust left."""
    return unit.card.is_aerospace and (unit.shutdown or thrust_of(battle, unit) <= 0)
