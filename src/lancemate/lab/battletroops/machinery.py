"""'Mechs, vehicles, mines, fires and breaches for random battles of BattleTroops, and whole scenarios."""

from __future__ import annotations

from typing import Final

from lancemate.battletroops.machines.record import printed_records
from lancemate.battletroops.play.setup import HIDING, Setup
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.plan import KINDS
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.field.lattice import BEARINGS, Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator

OPTIONS: Final = (
    *("buildings_damage", "crew_abandonment", "fire", "mechs", "mines", "open_hatch", "vehicle_combat", "vehicles"),
    "vehicles_spare_men",
)
CARRIER: Final = "Carrier"  # its commander may look out from the start
ROOM: Final = 3  # dots that a machine keeps clear around it
MINES: Final = ("anti-personnel", "anti-vehicular", "vibrabomb")


def random_scenario(luck: Generator) -> Setup:
    """One of the three, with its own map and forces."""
    data = whole_scenario(luck.choice(KINDS), luck.below(100_000))
    if "hidden_units" in data["options"] and luck.below(2):
        data["start"]["phase"] = HIDING
    return setup_from_data(data)


def machines(
    luck: Generator, side: str, zone: list[Dot], options: frozenset[str], field: Lattice
) -> list[dict[str, JSON]]:
    """None, one or two of them, in the open."""
    kinds = [kind for kind, option in (("mech", "mechs"), ("vehicle", "vehicles")) if option in options]
    open_ground = [dot for dot in zone if _is_open(field, dot)]
    found: list[dict[str, JSON]] = []
    for number in range(luck.below(3) if kinds and open_ground else 0):
        kind = luck.choice(kinds)
        names = [name for name, record in printed_records().items() if record["kind"] == kind]
        record: dict[str, JSON] = {"name": luck.choice(names)}
        at = open_ground[(number * 7) % len(open_ground)]
        state: dict[str, JSON] = {}
        if record["name"] == CARRIER and "open_hatch" in options and luck.below(2):
            state["hatch"] = "open"
        unit: dict[str, JSON] = {"id": f"{side[0]}m{number + 1}", kind: record, "at": list(at)}
        unit["facing"] = luck.choice([*BEARINGS.values()])
        if state:
            unit["state"] = state
        found.append(unit)
    return found


def _is_open(field: Lattice, at: Dot) -> bool:
    if not (ROOM <= at[0] < field.width - ROOM and ROOM <= at[1] < field.depth - ROOM):
        return False
    around = (
        (at[0] - ROOM + abs(row) / 2 + column, at[1] + row)
        for row in range(-ROOM, ROOM + 1)
        for column in range(2 * ROOM + 1 - abs(row))
    )
    return all(field.building(dot) is None and field.ground(dot) == field.ground(at) for dot in around)


def mines(luck: Generator, zone: list[Dot], options: frozenset[str], field: Lattice) -> list[JSON]:
    outside = [dot for dot in zone if field.building(dot) is None]
    found: list[JSON] = []
    for _ in range(luck.below(5) if "mines" in options and outside else 0):
        mine: dict[str, JSON] = {"kind": luck.choice(MINES), "at": list(luck.choice(outside))}
        if mine["kind"] == "vibrabomb":
            mine["weight"] = luck.choice((20, 45, 60))
        found.append(mine)
    return found


def broken(luck: Generator, terrain: list[dict[str, JSON]], options: frozenset[str]) -> list[dict[str, JSON]]:
    """Walls that are open already, where walls can be."""
    if "buildings_damage" not in options:
        return []
    houses = [one for one in terrain if one["kind"] == "building"]
    if not houses or luck.below(2):
        return []
    x, y, wide, _ = [float(str(value)) for value in luck.choice(houses)["rect"]]  # type: ignore[union-attr]
    return [{"id": "hole", "kind": "breach", "line": [x + wide - 1.5, y, x + wide - 0.5, y]}]
