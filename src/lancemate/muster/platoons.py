"""Platoons of BattleTroops to choose from, and the battle of two of them: on mapsheets side by side. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lancemate.battletroops.scenarios.forces import edge_dot
from lancemate.battletroops.scenarios.mapping import DEPTH, THEMES, WIDTH, side_by_side
from lancemate.battletroops.soldiers.platoons import FOOT, PLATOONS, TRANSPORTS, options_needed, platoon
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

SHEETS: Final = 2
HOMES: Final = {"red": "south", "blue": "north"}


def platoon_names() -> list[str]:
    """Every ready platoon, as players ask for it: its weapons and how it moves."""
    return [f"{kind}/{transport}" for kind in PLATOONS.book for transport in TRANSPORTS.book]


def platoon_meant(name: str | None, key: str) -> tuple[str, str]:
    """Weapons and transport of a platoon; on foot unless said."""
    if name is None:
        raise InputError("say which platoon, such as Rifle or SRM/mechanized", key=key)
    kind, _, transport = name.partition("/")
    transport = transport or FOOT
    if kind not in PLATOONS.book or transport not in TRANSPORTS.book:
        raise InputError(f"there is no platoon {name!r}; {nearest(name, platoon_names())}", key=key)
    return kind, transport


def platoon_battle(
    forces: Mapping[str, str | None], theme: str, seed: int, *, keys: Mapping[str, str], theme_key: str
) -> dict[str, Any]:
    """Two platoons as a script has them; ``keys`` is what whoever asked calls each side's choice."""
    if theme not in THEMES:
        raise InputError(f"there is no theme {theme!r}; {nearest(theme, THEMES)}", key=theme_key)
    field, terrain = side_by_side([f"{theme}:{seed + number}" for number in range(SHEETS)])
    sides: list[dict[str, Any]] = []
    options: set[str] = set()
    for side, home in HOMES.items():
        kind, transport = platoon_meant(forces[side], keys[side])
        options |= options_needed(transport)
        sides.append({"name": side, "home": home, **_drawn_up(platoon(kind, transport, side[0]), home)})
    return {
        "game": "battletroops",
        "options": sorted(options),
        "map": field,
        "terrain": terrain,
        "sides": sides,
        "start": {"turn": 1, "phase": "initiative"},
    }


def _drawn_up(force: dict[str, Any], home: str) -> dict[str, Any]:
    for number, unit in enumerate(force["units"]):
        unit["at"] = _place(home, number, "vehicle" in unit)
        if "vehicle" in unit:
            unit["facing"] = 30 if home == "south" else 210
    return force


def _place(home: str, number: int, large: bool) -> list[float]:
    """A dot of its edge's row; carriers stand behind one another on the flanks."""
    if large:
        x = 3.0 if number % 2 else float(WIDTH * SHEETS - 5)
        row = 2 + 4 * (number // 16)
        return [x, row if home == "south" else DEPTH - 1 - row]
    x, y = edge_dot(home, number % 19, WIDTH * SHEETS)
    inner = number // 19
    return [x + 0.5 * (inner % 2), y + inner if home == "south" else y - inner]
