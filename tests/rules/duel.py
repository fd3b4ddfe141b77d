"""Two units face to face: what tests of abilities begin with."""

from typing import Any

from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, unit

HIT = (5, 5)
MISS = (1, 1)
QUIET = (6, 1, 2, 1)  # initiative of the next turn

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/3"}
SUPPORT: dict[str, Any] = {**TANK, "type": "SV"}
VTOL: dict[str, Any] = {**TANK, "move": '12"v'}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-"}
ELEMENTALS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/1/-"}


def duel(
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    *,
    gap: float = 10.0,
    dice: tuple[int, ...] = (*HIT, 3, 3),
    facing: float = 180,
    mine: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    **more: Any,
) -> Battle:
    """r1 looks north at b1, which looks back; medium range unless said otherwise."""
    fight = battle(
        unit("r1", (20, 10), 0, **(red or {})),
        unit("b1", (20, 11.25 + gap), facing, **{"armor": 9, **(blue or {})}),
        dice=dice,
        **more,
    )
    for name, state in (("r1", mine), ("b1", other)):
        for key, value in (state or {}).items():
            setattr(fight.units[name], key, value)
    return fight


def shot(*args: Any, using: str | None = None, kind: str = "weapon", overheat: int = 0, **more: Any) -> Any:
    return attack(duel(*args, **more), "r1", "b1", using=using, kind=kind, overheat=overheat)


def part(event: Any, rule_id: str) -> int | None:
    """What one rule changes in the damage."""
    values = [each.value for each in event.damage_parts if each.rule == rule_id]
    return sum(values) if values else None
