"""`lancemate new --game battletroops`: a scenario of the book, or two platoons on a mapsheet. Writes; plays nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scenarios.forces import edge_dot, whole_scenario
from lancemate.battletroops.scenarios.mapping import THEMES, WIDTH, side_by_side
from lancemate.battletroops.scenarios.plan import KINDS
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.battletroops.soldiers.platoons import FOOT, PLATOONS, TRANSPORTS, options_needed, platoon
from lancemate.cli.output import check_place, write_file
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.yaml_text import yaml_text

SHEETS: Final = 2
HOMES: Final = {"red": "south", "blue": "north"}


def platoon_names() -> list[str]:
    """Every ready platoon, as players ask for it: its weapons and how it moves."""
    return [f"{kind}/{transport}" for kind in PLATOONS.book for transport in TRANSPORTS.book]


def new_troops(
    forces: dict[str, str | None], out: Path, scenario: str | None, theme: str | None, seed: int, *, overwrite: bool
) -> None:
    """Write a battle script."""
    check_place(out, "--out", overwrite=overwrite)
    if scenario is not None:
        if scenario not in KINDS:
            raise InputError(f"there is no scenario {scenario!r}; {nearest(scenario, KINDS)}", key="--scenario")
        data, title = whole_scenario(scenario), scenario.replace("-", " ").title()
    else:
        data = _platoons(forces, theme or THEMES[0], seed)
        title = f"{forces['red']} against {forces['blue']}"
    Battle(setup_from_data(data), seed)  # what cannot be opened is not written
    write_file(out, yaml_text({"title": title, **data, "seed": seed}), "--out", overwrite=overwrite)
    console = Console(highlight=False, soft_wrap=True)
    men = sum(len(side["units"]) for side in data["sides"])
    console.print(Text(f"{title}: {men} units, {len(data['terrain'])} pieces of terrain."))
    console.print(Text(f"lancemate run {out} --svg {out.with_suffix('.svg')}", style="dim"))


def _platoons(forces: dict[str, str | None], theme: str, seed: int) -> dict[str, Any]:
    if theme not in THEMES:
        raise InputError(f"there is no theme {theme!r}; {nearest(theme, THEMES)}", key="--theme")
    field, terrain = side_by_side([f"{theme}:{seed}", f"{theme}:{seed + 1}"])
    sides: list[dict[str, Any]] = []
    options: set[str] = set()
    for side, home in HOMES.items():
        kind, transport = _meant(forces[side], f"--{side}")
        options |= options_needed(transport)
        force = platoon(kind, transport, side[0])
        for number, unit in enumerate(force["units"]):
            unit["at"] = _place(home, number, "vehicle" in unit)
            if "vehicle" in unit:
                unit["facing"] = 30 if home == "south" else 210
        sides.append({"name": side, "home": home, **force})
    return {
        "game": "battletroops",
        "options": sorted(options),
        "map": field,
        "terrain": terrain,
        "sides": sides,
        "start": {"turn": 1, "phase": "initiative"},
    }


def _place(home: str, number: int, large: bool) -> list[float]:
    """A dot of its edge's row; carriers stand behind one another on the flanks."""
    if large:
        x = 3.0 if number % 2 else float(WIDTH * SHEETS - 5)
        row = 2 + 4 * (number // 16)
        return [x, row if home == "south" else 38 - row]
    x, y = edge_dot(home, number % 19, WIDTH * SHEETS)
    inner = number // 19
    return [x + 0.5 * (inner % 2), y + inner if home == "south" else y - inner]


def _meant(name: str | None, key: str) -> tuple[str, str]:
    if name is None:
        raise InputError("say which platoon, such as Rifle or SRM/mechanized", key=key)
    kind, _, transport = name.partition("/")
    transport = transport or FOOT
    if kind not in PLATOONS.book or transport not in TRANSPORTS.book:
        raise InputError(f"there is no platoon {name!r}; {nearest(name, platoon_names())}", key=key)
    return kind, transport
