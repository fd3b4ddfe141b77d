"""Where men of a scenario hide: at windows that look far, or at doors, drawn anew for every battle.

Plain data of scripts, as the sheets are; knows no battle.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from lancemate.field.lattice import BEARINGS, Dot, bearing, beyond, is_dot, nearest_dot, true_distance, turn_between
from lancemate.kernel.dice import Generator

FAR: Final = 30  # dots that a view may count
OPEN: Final = 8  # and must count for a gunner
TOGETHER: Final = 15  # dots from the street that men lie in wait for
ASIDE: Final = 60.0  # degrees that it may lie aside of where they look
INSIDE: Final = 0.8  # dots behind an opening
LOW: Final = 2  # the first floor of a storming party's house that is too high
CLEAR: Final = 2.5  # dots around a 'Mech that enters


class Place(NamedTuple):
    """A dot behind an opening, its floor, the direction 1 to 6 that looks out, and how far one sees."""

    at: Dot
    level: int
    way: int
    view: int


def places(terrain: list[dict[str, Any]], size: tuple[int, int], building: str | None = None) -> list[Place]:
    """Every window and outer door of the buildings, or of one."""
    houses = [one for one in terrain if one["kind"] == "building"]
    found: dict[tuple[Dot, int], Place] = {}
    for house in houses:
        if building in (None, house["id"]):
            for line, floors in _openings(house):
                for place in _behind(house, line, floors, houses, size):
                    found.setdefault((place.at, place.level), place)
    return list(found.values())


def _openings(house: dict[str, Any]) -> list[tuple[list[float], int]]:
    """Windows look out of every floor, doors of the lowest."""
    windows = [(line, int(house["height"])) for line in house.get("windows", ())]
    return windows + [(line, 1) for line in house.get("doors", ()) if _is_outer(house, line)]


def _is_outer(house: dict[str, Any], line: list[float]) -> bool:
    x, y, wide, deep = house["rect"]
    x1, y1, x2, y2 = line
    return (x1 == x2 and x1 in (x, x + wide)) or (y1 == y2 and y1 in (y, y + deep))


def _behind(
    house: dict[str, Any], line: list[float], floors: int, houses: list[dict[str, Any]], size: tuple[int, int]
) -> list[Place]:
    x, y, wide, deep = house["rect"]
    x1, y1, x2, y2 = line
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    out = {(True, x): 270.0, (True, x + wide): 90.0, (False, y): 180.0, (False, y + deep): 0.0}
    facing = out[x1 == x2, x1 if x1 == x2 else y1]
    at = nearest_dot(beyond(middle, facing + 180.0, INSIDE))
    if not (is_dot(at) and x < at[0] < x + wide and y < at[1] < y + deep):
        return []
    ways = [way for way, turned in BEARINGS.items() if turn_between(turned, facing) <= 30.0]
    views = {way: _view(middle, BEARINGS[way], house, houses, size) for way in ways}
    way = max(views, key=views.__getitem__)
    return [Place(at, level, way, views[way]) for level in range(floors)]


def _view(start: Dot, turned: float, own: dict[str, Any], houses: list[dict[str, Any]], size: tuple[int, int]) -> int:
    """Dots from an opening to the next house, or to the edge of the map."""
    for far in range(1, FAR):
        x, y = beyond(start, turned, far)
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            return far - 1
        if any(one is not own and _covers(one, x, y) for one in houses):
            return far - 1
    return FAR


def _covers(house: dict[str, Any], x: float, y: float, around: float = 0.0) -> bool:
    left, low, wide, deep = house["rect"]
    return bool(left - around <= x <= left + wide + around and low - around <= y <= low + deep + around)


def hidden_men(
    found: list[Place], arms: list[tuple[str, bool]], luck: Generator, taken: set[tuple[Dot, int]], *, together: bool
) -> dict[str, Place]:
    """A place for every man, by his name: gunners (those with ``True``) look far, the others wait on low floors.

    Men who hide together lie around one stretch of street, so that whoever comes there is under everybody's fire.
    """
    first = luck.choice([one for one in found if one.view >= OPEN])
    street = beyond(first.at, BEARINGS[first.way], first.view / 2)
    chosen: dict[str, Place] = {}
    for name, is_gunner in arms:
        free = [one for one in found if (one.at, one.level) not in taken]
        fit = [one for one in free if (one.view >= OPEN if is_gunner else one.level < LOW)] or free
        near = [one for one in fit if _overlooks(one, street)] if together else []
        place = luck.choice(near or fit)
        taken.add((place.at, place.level))
        chosen[name] = place
    return chosen


def _overlooks(place: Place, street: Dot) -> bool:
    """Whether a place lies near a stretch of street and looks its way."""
    turned = turn_between(BEARINGS[place.way], bearing(place.at, street))
    return true_distance(place.at, street) <= TOGETHER and turned <= ASIDE


def gates(terrain: list[dict[str, Any]], size: tuple[int, int], row: int) -> list[Dot]:
    """The dots of a row where a 'Mech has room."""
    houses = [one for one in terrain if one["kind"] == "building"]
    dots = [(x + 0.5 * (row % 2), float(row)) for x in range(4, size[0] - 4)]
    return [at for at in dots if not any(_covers(one, *at, CLEAR) for one in houses)]
