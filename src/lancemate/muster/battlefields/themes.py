"""What kinds of country there are to fight over: how much of what stands on a table of each theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest


@dataclass(frozen=True, slots=True)
class Theme:
    id: str
    name: str
    text: str
    cover: float  # share of the table under scattered terrain, about
    weights: Mapping[str, int]  # how often each kind is scattered
    reach: tuple[float, float] = (2.0, 4.5)  # inches from the middle of a piece to its rim
    heights: tuple[int, int] = (1, 2)  # inches of hills
    river: bool = False  # across the table, between the sides, with bridges and fords
    town: bool = False  # rows of houses along a road on one flank
    road: bool = False
    city: bool = False  # streets at right angles, blocks of large houses between them, walls before either side


THEMES: Final = (
    Theme(
        "plain",
        "Open plain",
        "A few copses and low rises: long fields of fire, nowhere to hide.",
        0.10,
        {"woods": 5, "hill": 3, "rough": 3, "water": 1},
        reach=(1.5, 3.5),
        heights=(1, 1),
        road=True,
    ),
    Theme(
        "woods",
        "Wooded hills",
        "Hills one behind the other, thick with trees: cover everywhere, few long shots.",
        0.30,
        {"woods": 6, "hill": 5, "rough": 1},
        reach=(2.5, 5.0),
        heights=(1, 3),
    ),
    Theme(
        "urban",
        "Urban edge",
        "A town reaches in from one flank along its road; gardens and rubble beyond.",
        0.10,
        {"woods": 4, "rough": 2, "rubble": 3, "building": 3},
        reach=(1.5, 3.0),
        town=True,
    ),
    Theme(
        "river",
        "River valley",
        "A river between the two sides, with bridges and a ford, and woods on its slopes.",
        0.15,
        {"woods": 6, "hill": 4, "rough": 2},
        heights=(1, 2),
        river=True,
    ),
    Theme(
        "badlands",
        "Badlands",
        "Mesas, scree and dry gullies: sheer heights, open lanes, slow going.",
        0.24,
        {"hill": 6, "rough": 6, "rubble": 3, "woods": 1},
        reach=(2.0, 4.5),
        heights=(1, 4),
    ),
    Theme(
        "city",
        "Walled city",
        "Streets between blocks of houses worth entering, low roofs to climb, walls with gaps before either side.",
        0.03,
        {"rubble": 3, "woods": 2, "pavement": 1},
        reach=(1.2, 2.2),
        city=True,
    ),
)

# Other words for the same country.
ALSO: Final = {
    "open-plain": "plain",
    "wooded-hills": "woods",
    "hills": "woods",
    "urban-edge": "urban",
    "town": "urban",
    "walled-city": "city",
    "river-valley": "river",
}


def find_theme(name: str) -> Theme:
    wanted = "-".join(name.casefold().split())
    wanted = ALSO.get(wanted, wanted)
    found = next((theme for theme in THEMES if theme.id == wanted), None)
    if found is None:
        known = [theme.id for theme in THEMES]
        raise InputError(f"there is no theme {name!r}; {nearest(wanted, known)}", key="theme")
    return found
