"""Tables whose rows are the units of a force, as MekBay writes them: groups, crews and damage. Finds no unit itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.muster.formations.book import find_type
from lancemate.muster.imports import tables
from lancemate.muster.imports.finding import Named
from lancemate.muster.imports.rosters import Recruit, Roster, Troop, Wear
from lancemate.muster.imports.values import whole

INVALID: Final = " (Invalid Formation)"
BETWEEN: Final = " - "  # a group's name and its formation


def roster_of(table: tables.Rows) -> Roster:
    """The force of a table, its groups in the order in which they appear."""
    groups: dict[str, list[Recruit]] = {}
    for line, cells in table.rows:
        groups.setdefault(cells.get("group", ""), []).append(_recruit(cells, f"line {line}"))
    return Roster("", [_troop(name, recruits) for name, recruits in groups.items()], "a table of a force")


def _troop(group: str, recruits: list[Recruit]) -> Troop:
    """``The Wind - Recon Lance (Invalid Formation)`` is a group and what it was built as."""
    plain = group.removesuffix(INVALID)
    name, between, formation = plain.rpartition(BETWEEN)
    if between and find_type(formation) is not None:
        return Troop(name, recruits, formation)
    return Troop(plain, recruits, plain if find_type(plain) is not None else None)


def _recruit(cells: Mapping[str, str], where: str) -> Recruit:
    named = Named(cells.get("chassis", "") or cells.get("name", ""), cells.get("model", ""), mul=whole(cells, "mul"))
    try:
        wear = Wear(
            tables.lost(cells, "armor lost"),
            tables.lost(cells, "structure lost"),
            destroyed=cells.get("destroyed", "").lower() in ("true", "yes", "1", "x"),
        )
        card = tables.card_data(cells)
    except InputError as error:
        return Recruit(named, where, problem=error.message)
    return Recruit(named, where, whole(cells, "skill"), pilot=cells.get("pilot"), card=card, wear=wear)
