"""Positions with 'Mechs and vehicles for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.battletroops.field import man

from lancemate.battletroops.damage.causes import source
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.kernel.dice import TapeDice

TRIED = source("a test", "BT-COM-039")  # harm that comes of nothing in particular

Dot = tuple[float, float]
WASP: dict[str, Any] = {
    "name": "Test Wasp",
    "tons": 20,
    "walk": 6,
    "jump": 6,
    "armor": {
        **{"head": 4, "centre_torso": 8, "left_torso": 6, "right_torso": 6, "left_arm": 3, "right_arm": 3},
        **{"left_leg": 4, "right_leg": 4, "centre_torso_rear": 2, "left_torso_rear": 2, "right_torso_rear": 2},
    },
    "weapons": [{"weapon": "Medium Laser", "in": "right_arm"}, {"weapon": "SRM 2", "in": "left_torso", "ammo": 50}],
}


def mech(name: str, at: Dot, record: Any = None, facing: float = 90, **more: Any) -> dict[str, Any]:
    return {"id": name, "mech": WASP if record is None else record, "at": list(at), "facing": facing, **more}


def vehicle(name: str, at: Dot, record: Any = "Carrier", facing: float = 90, **more: Any) -> dict[str, Any]:
    return {"id": name, "vehicle": record, "at": list(at), "facing": facing, **more}


def fight(
    red: Sequence[Mapping[str, Any]],
    blue: Sequence[Mapping[str, Any]] = (),
    *,
    terrain: Sequence[Any] = (),
    options: Sequence[str] = (),
    dice: Sequence[int] = (),
    mines: Sequence[Any] = (),
    settings: Mapping[str, Any] | None = None,
    **start: Any,
) -> Battle:
    """Red moves first; forty dots by forty rows; a man of blue stands far away where nobody else does."""
    blue = list(blue) or [man("b9", (38, 38))]
    data: dict[str, Any] = {
        "game": "battletroops",
        "options": ["mechs", "vehicles", *options],
        "map": {"width": 40, "depth": 40},
        "terrain": list(terrain),
        "sides": [
            {"name": "red", "home": "west", "units": list(red)},
            {"name": "blue", "home": "east", "units": blue, **({"mines": list(mines)} if mines else {})},
        ],
        "start": {"turn": 2, "phase": "movement", "first": "red", **start},
    }
    if settings is not None:
        data["settings"] = {"battletroops": dict(settings)}
    return Battle(setup_from_data(data), TapeDice(list(dice)))


def machine(fought: Battle, name: str = "m1") -> Any:
    return fought.units[name].machine
