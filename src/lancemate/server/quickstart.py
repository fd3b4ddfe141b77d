"""Ready parts for a quick start: forces, themes and pairs that are about even, and the setup they make together.

Knows what newcomers need; must not know seats or storage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from lancemate.alphastrike.options import check_options
from lancemate.alphastrike.points import point_value
from lancemate.alphastrike.setup import Muster, Setup, Side
from lancemate.field.table import Table
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.battlefields import LANCES
from lancemate.muster import catalogue
from lancemate.muster.force_files import sample_forces
from lancemate.server.maps import THEMES, draw_map, theme
from lancemate.server.opponents import LEVELS

SIDES: Final = (Side("red", "south"), Side("blue", "north"))
LARGEST_FORCE: Final = 24
SCENARIO: Final = "standup_fight"
SCENARIOS: Final = (
    {
        "id": SCENARIO,
        "name": "Standup fight",
        "text": "Two forces meet on open ground. The last one standing wins.",
    },
)
ROWS: Final = (4.0, 1.5)  # inches from the home edge, the first row first
BETWEEN: Final = 3.0  # inches between two units of a row


@dataclass(frozen=True, slots=True)
class Recruit:
    unit: str  # id or name in the catalogue
    skill: int = 4


@dataclass(frozen=True, slots=True)
class ReadyForce:
    id: str
    name: str
    faction: str
    units: tuple[Recruit, ...]

    @property
    def pv(self) -> int:
        return sum(point_value(catalogue.find(one.unit).pv, one.skill) for one in self.units)


@dataclass(frozen=True, slots=True)
class Quick:
    """What a quick start asks for."""

    theme: str
    forces: tuple[ReadyForce | str, ReadyForce | str]
    map_seed: int
    options: tuple[str, ...] = ()
    deploy: bool = False


@cache
def ready_forces() -> tuple[ReadyForce, ...]:
    """Lances of ordinary pilots first, then the formations of the sample forces that fight on the ground."""
    return (*_lances(), *_formations())


def _lances() -> Iterator[ReadyForce]:
    for number, units in enumerate(LANCES, start=1):
        leader = catalogue.find(units[0])
        yield ReadyForce(
            f"lance-{number}", f"{leader.chassis or leader.name}'s lance", "Training", tuple(map(Recruit, units))
        )


def _formations() -> Iterator[ReadyForce]:
    for force in sample_forces():
        for number, formation in enumerate(force.formations, start=1):
            if any(member.card.is_aerospace for member in formation.members):
                continue
            recruits = tuple(Recruit(member.card.id, member.skill) for member in formation.members)
            name = f"{force.name}: {formation.name}"
            yield ReadyForce(f"{force.id}-{number}", name, force.faction or "", recruits)


@cache
def even_pairs() -> tuple[tuple[str, str], ...]:
    """Pairs of forces whose points differ by at most a twentieth, the lances for newcomers first."""
    forces = ready_forces()
    pairs: list[tuple[bool, float, tuple[str, str]]] = []
    for number, one in enumerate(forces):
        for other in forces[number + 1 :]:
            gap = abs(one.pv - other.pv) / max(one.pv, other.pv)
            newcomers = one.faction == other.faction == "Training"
            if gap <= 0.05 or newcomers:
                pairs.append((not newcomers, gap, (one.id, other.id)))
    return tuple(pair for _, _, pair in sorted(pairs))


def ready_force(name: str) -> ReadyForce:
    found = {force.id: force for force in ready_forces()}.get(name)
    if found is None:
        known = [force.id for force in ready_forces()]
        raise InputError(f"there is no ready force {name!r}; {nearest(name, known)}", key="quick.forces")
    return found


def quick_setup(quick: Quick) -> tuple[str, Setup]:
    """The title and the setup."""
    style = theme(quick.theme)
    if style is None:
        known = [one.id for one in THEMES]
        raise InputError(f"there is no theme {quick.theme!r}; {nearest(quick.theme, known)}", key="quick.theme")
    forces = [ready_force(force) if isinstance(force, str) else force for force in quick.forces]
    table = draw_map(style, quick.map_seed)
    options = check_options(quick.options)
    units: list[Muster] = []
    for number, (side, force) in enumerate(zip(SIDES, forces, strict=True)):
        units += drawn_up(table, side, force.units, f"quick.forces.{number}", placed=not quick.deploy)
    phase = "deployment" if quick.deploy else "initiative"
    setup = Setup(table, SIDES, tuple(units), options=options, phase=phase)
    return f"{forces[0].name} against {forces[1].name}", setup


def drawn_up(table: Table, side: Side, units: Sequence[Recruit], where: str, *, placed: bool = True) -> list[Muster]:
    """Rows of units along the home edge, on open ground, facing the enemy."""
    cards = []
    for number, one in enumerate(units):
        try:
            card = catalogue.find(one.unit)
        except InputError as error:
            raise InputError(error.plain, key=f"{where}.units.{number}.unit") from None
        if card.is_aerospace or card.is_naval:
            raise InputError(f"{card.name} cannot be drawn up on land", key=f"{where}.units.{number}.unit")
        cards.append((card, one.skill))
    if not 1 <= len(cards) <= LARGEST_FORCE:
        raise InputError(f"a force has 1 to {LARGEST_FORCE} units, not {len(cards)}", key=f"{where}.units")
    south = side.home == "south"
    places = [place for place in _rows(table, south=south) if not table.features_touched(*place, 1.3)]
    if placed and len(places) < len(cards):
        raise InputError(f"there is room for {len(places)} units only", key=f"{where}.units")
    letter, facing = side.name[0], 0.0 if south else 180.0
    return [
        Muster(f"{letter}{number + 1}", side.name, card, skill, places[number] if placed else None, facing)
        for number, (card, skill) in enumerate(cards)
    ]


def _rows(table: Table, *, south: bool) -> Iterator[tuple[float, float]]:
    """Places from the middle of the first row outwards, then the next row behind it."""
    for away in ROWS:
        y = away if south else table.depth - away
        for step in range(int(table.width / 2 / BETWEEN)):
            for sign in (1, -1) if step else (1,):
                yield table.width / 2 + sign * step * BETWEEN, y


def show_quickstart() -> dict[str, JSON]:
    """Everything there is to choose from."""
    return {
        "bots": [{"level": one.level, "name": one.name, "text": one.text} for one in LEVELS],
        "scenarios": [dict(scenario) for scenario in SCENARIOS],
        "themes": [
            {"id": one.id, "name": one.name, "text": one.text, "width": one.width, "depth": one.depth} for one in THEMES
        ],
        "forces": [show_force(force) for force in ready_forces()],
        "matches": [list(pair) for pair in even_pairs()],
    }


def show_force(force: ReadyForce) -> dict[str, JSON]:
    units: list[JSON] = []
    for one in force.units:
        card = catalogue.find(one.unit)
        points = point_value(card.pv, one.skill)
        units.append({"unit": card.id, "name": card.name, "skill": one.skill, "pv": points})
    return {"id": force.id, "name": force.name, "faction": force.faction, "pv": force.pv, "units": units}
