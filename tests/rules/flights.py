"""Aircraft for rule tests, and battles in which they fly."""

from collections.abc import Mapping
from typing import Any

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from rules.table import battle, unit

FIGHTER: Mapping[str, Any] = {
    "name": "Corsair",
    "type": "AF",
    "size": 2,
    "tmm": 0,
    "move": "6a",
    "damage": "4/4/2/1",
    "ov": 2,
    "armor": 6,
    "structure": 3,
    "threshold": 2,
}
ARCS: Mapping[str, Any] = {
    "nose": {"STD": "6/5/4/2"},
    "left": {"STD": "3/3/2/1"},
    "right": {"STD": "3/3/2/1"},
    "aft": {"STD": "2/2/1/0"},
}
SPHEROID: Mapping[str, Any] = {
    "name": "Union",
    "type": "DS",
    "size": 2,
    "tmm": 0,
    "move": "5p",
    "damage": None,
    "ov": 0,
    "armor": 30,
    "structure": 20,
    "arcs": ARCS,
}
AIRSHIP: Mapping[str, Any] = {**FIGHTER, "name": "Zeppelin", "type": "SV", "move": "4i", "ov": 0}
AERODYNE: Mapping[str, Any] = {**SPHEROID, "name": "Leopard", "type": "DA", "move": "6a"}


def fighter(id: str, at: tuple[float, float] | None = None, facing: float = 0.0, **more: Any) -> Muster:
    """A fighter; in the air at low altitude unless its state says otherwise, off the table without a place."""
    return flyer(FIGHTER, id, at, facing, **more)


def flyer(
    card: Mapping[str, Any],
    id: str,
    at: tuple[float, float] | None = None,
    facing: float = 0.0,
    altitude: str = "low",
    bombs: tuple[str, ...] = (),
    state: Mapping[str, Any] | None = None,
    skill: int = 4,
    **more: Any,
) -> Muster:
    said = {"airborne": True, "altitude": altitude, **(state or {})} if at is not None else dict(state or {})
    one = unit(id, at, facing, skill, state=said, **{**card, **more})
    return Muster(one.id, one.side, one.card, one.skill, one.at, one.facing, one.group, one.state, bombs=bombs)


def sky(*units: Muster, options: tuple[str, ...] = (), **more: Any) -> Battle:
    """A battle with the chapter switched on, on a table of 48 by 48 inches."""
    return battle(*units, options=("aerospace", *options), **{"width": 48.0, "depth": 48.0, **more})


def fly(fight: Battle, unit: str, *path: tuple[float, float], **more: Any) -> Any:
    """Fly, and return what is told of it."""
    events = fight.do(orders.Move(unit, tuple(path), **{"mode": "fly", **more}))
    return next(event for event in events if event.type == "flew")
