"""The mines of a side as scripts write them. Knows the public names of the format."""

from __future__ import annotations

from typing import Final

from lancemate.battletroops.options.mines import KINDS, OPTION, VIBRABOMB, only_outside
from lancemate.battletroops.play.state import Mine
from lancemate.field.lattice_map import Lattice
from lancemate.field.lattice_terrain import HIGHEST, LOWEST
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader

HEAVIEST: Final = 200


def read_mines(reader: Reader, field: Lattice, options: frozenset[str]) -> tuple[Mine, ...]:
    """The mines of both sides, in their order."""
    found: list[Mine] = []
    for where, data in reader.items("sides"):
        side = Reader(data, where, known=("name", "home", "leader", "squads", "units", "mines"), what="a side")
        if "mines" in side and OPTION not in options:
            raise side.wrong("mines", f"mines need the option {OPTION}")
        found += [_mine(entry, place, side.text("name"), field) for place, entry in side.items("mines")]
    return tuple(found)


def _mine(data: JSON, where: str, side: str, field: Lattice) -> Mine:
    reader = Reader(data, where, known=("kind", "at", "elevation", "weight", "exploded"), what="a mine")
    reader.need("kind", "at")
    kind = reader.one_of("kind", KINDS)
    if kind == VIBRABOMB:
        reader.need("weight")
    elif "weight" in reader:
        raise reader.wrong("weight", "only a vibrabomb is set to a weight")
    at = reader.point("at")
    if at is None or not field.inside(at):
        raise reader.wrong("at", f"{list(at or ())} is no dot of the map")
    elevation = reader.whole("elevation", least=LOWEST, most=HIGHEST) if "elevation" in reader else field.ground(at)
    problem = only_outside(kind, field, at)
    if problem:
        raise InputError(problem, key=reader.path("at"))
    weight = reader.whole("weight", least=1, most=HEAVIEST) if kind == VIBRABOMB else None
    return Mine(kind, at, elevation, side, weight, reader.flag("exploded"))


def mine_to_data(mine: Mine) -> dict[str, JSON]:
    """A mine as a script would say it."""
    data: dict[str, JSON] = {"kind": mine.kind, "at": list(mine.at), "elevation": mine.elevation}
    if mine.weight is not None:
        data["weight"] = mine.weight
    if mine.exploded:
        data["exploded"] = True
    return data
