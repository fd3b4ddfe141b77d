"""What kinds of country there are to fight over: how much of what stands on a table of each theme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, cast

from lancemate.kernel import house
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.order_data import read_as
from lancemate.kernel.reading import nearest
from lancemate.kernel.values import frozen


@frozen
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
    rail: bool = False  # across the middle
    shore: bool = False  # deep water and a quay along one flank
    world: str | None = None  # the planet that such country is found on, unless another one is named


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
    Theme(
        "arctic",
        "Arctic waste",
        "Frozen lakes, drifts and permafrost: cold feet, cool heat sinks, and ice that may not hold.",
        0.28,
        {"deep_snow": 5, "ice": 3, "tundra": 4, "hill": 4, "woods": 2},
        reach=(2.0, 4.5),
        heights=(1, 2),
    ),
    Theme(
        "volcanic",
        "Volcanic flats",
        "Crust over magma between black ridges: short ways are hot ways.",
        0.24,
        {"magma_crust": 4, "magma_liquid": 2, "rough": 4, "hill": 5, "ultra_rough": 1},
        reach=(1.8, 4.0),
        heights=(1, 3),
    ),
    Theme(
        "swamp",
        "Swamp and jungle",
        "Bog, mud and thick green: nobody sees far, and tracks stick fast.",
        0.28,
        {"swamp": 5, "mud": 3, "jungle": 4, "water": 2, "woods": 2},
        reach=(2.0, 4.0),
    ),
    Theme(
        "desert",
        "Sand desert",
        "Dunes, rock and scree under an open sky: wheels spin, lasers reach far.",
        0.22,
        {"sand": 6, "hill": 5, "rough": 3, "gravel_piles": 2},
        reach=(2.0, 5.0),
        heights=(1, 2),
    ),
    Theme(
        "industrial",
        "Industrial city",
        "Works, yards and settling pools along a railway: cover that may blow up.",
        0.16,
        {"heavy_industrial": 4, "hazardous_liquid_pool": 1, "gravel_piles": 2, "rubble": 2, "building": 3},
        reach=(1.8, 3.2),
        town=True,
        rail=True,
    ),
    Theme(
        "harbour",
        "Harbour",
        "Deep water and a quay along one flank, stores and spoil heaps behind it.",
        0.12,
        {"building": 4, "rubble": 2, "gravel_piles": 2, "woods": 2, "heavy_industrial": 1},
        reach=(1.5, 3.0),
        shore=True,
    ),
    Theme(
        "moon",
        "Airless moon",
        "Craters, scree and dust: nothing grows, nothing hides, every ridge counts.",
        0.26,
        {"hill": 6, "rough": 5, "ultra_rough": 2, "gravel_piles": 2},
        reach=(2.0, 4.5),
        heights=(1, 3),
        world="selene",
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
    "ice": "arctic",
    "snow": "arctic",
    "volcano": "volcanic",
    "jungle": "swamp",
    "industrial-city": "industrial",
    "factory": "industrial",
    "harbor": "harbour",
    "port": "harbour",
    "airless-moon": "moon",
}


def every_theme() -> tuple[Theme, ...]:
    """Every theme: those that come with the game, then those of house rules."""
    return (*THEMES, *_of_houses())


@cache
def _of_houses() -> tuple[Theme, ...]:
    return tuple(_read(file) for pack in house.packs() for file in pack.files("themes/*.yaml"))


house.forget_when_changed(_of_houses.cache_clear)


def _read(file: Path) -> Theme:
    """A theme as its file has it; its id is the name of the file."""
    source = read_document(file)
    if not isinstance(source.data, dict):
        raise source.located(InputError("a theme is a mapping of name, text, share, pieces and so on"))
    try:
        return cast(Theme, read_as(Theme, {**source.data, "id": file.stem}, ""))
    except InputError as error:
        raise source.located(error) from None


def find_theme(name: str) -> Theme:
    wanted = "-".join(name.casefold().split())
    wanted = ALSO.get(wanted, wanted)
    found = next((theme for theme in every_theme() if theme.id == wanted), None)
    if found is None:
        known = [theme.id for theme in every_theme()]
        raise InputError(f"there is no theme {name!r}; {nearest(wanted, known)}", key="theme")
    return found
