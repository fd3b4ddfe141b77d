"""`lancemate new --game battletroops`: a scenario of the book, or two platoons on a mapsheet. Writes; plays nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.mapping import THEMES
from lancemate.battletroops.scenarios.plan import ABOUT, KINDS
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.cli.output import check_place, write_file
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.yaml_text import yaml_text
from lancemate.muster.platoons import platoon_battle

KEYS: Final = {"red": "--red", "blue": "--blue"}


def new_troops(
    forces: dict[str, str | None], out: Path, scenario: str | None, theme: str | None, seed: int, *, overwrite: bool
) -> None:
    """Write a battle script."""
    check_place(out, "--out", overwrite=overwrite)
    if scenario is not None:
        if scenario not in KINDS:
            raise InputError(f"there is no scenario {scenario!r}; {nearest(scenario, KINDS)}", key="--scenario")
        data, title = whole_scenario(scenario, seed), ABOUT[scenario].title
    else:
        data = platoon_battle(forces, theme or THEMES[0], seed, keys=KEYS, theme_key="--theme")
        title = f"{forces['red']} against {forces['blue']}"
    Battle(setup_from_data(data), seed)  # what cannot be opened is not written
    write_file(out, yaml_text({"title": title, **data, "seed": seed}), "--out", overwrite=overwrite)
    console = Console(highlight=False, soft_wrap=True)
    men = sum(len(side["units"]) for side in data["sides"])
    console.print(Text(f"{title}: {men} units, {len(data['terrain'])} pieces of terrain."))
    console.print(Text(f"lancemate run {out} --svg {out.with_suffix('.svg')}", style="dim"))
