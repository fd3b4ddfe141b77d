"""What changes the number that somebody needs: each rule is looked for by aiming twice, with it and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from crossings.aim.scenes import Aimed, Want
from crossings.skirmish import Data, dot

Scene: TypeAlias = "Callable[[Want], Aimed]"
Probe: TypeAlias = "Callable[[Scene], bool]"

PLAIN: Final = Want()
ELITE: Final = Want(squads={"best": {"experience": "Elite"}}, entry={"group": "best"})


def number(scene: Scene, want: Want) -> int:
    found = scene(want)
    assert found.number is not None, found.why
    return found.number


def adds(value: int, want: Want, plain: Want = PLAIN) -> Probe:
    """Whether the number is so much more with what is wanted than without it; it must be that or the same."""

    def probe(scene: Scene) -> bool:
        more = number(scene, want) - number(scene, plain)
        assert more in (0, value), f"it is {more} more"
        return more == value

    return probe


def takes_away(pieces: Want, *, plain: Want) -> Probe:
    """Whether the number is the same with a piece of cover that would count elsewhere."""

    def probe(scene: Scene) -> bool:
        return number(scene, pieces) == number(scene, plain)

    return probe


def undergrowth(first: float, wide: float = 0.4) -> Callable[[float, float], Data]:
    return lambda here, there: {"kind": "undergrowth", "rect": [here + first, 5.5, wide, 1]}


def hill(here: float, there: float) -> Data:
    return {"kind": "contour", "level": 1, "rect": [here - 4, 1.5, 5.3, 8]}


def flames(here: float, there: float) -> Data:
    return {"kind": "fire", "dots": [dot(here + 2)], "elevation": 0}


def wall(levels: int) -> Callable[[float, float], Data]:
    return lambda here, there: {"kind": "wall", "line": [[here + 2.5, 2], [here + 2.5, 10]], "height": levels}


SKILLED: Final = {"character": {"skills": {"Rifle": 3, "Pistol": 3, "Blade": 3}}}
HIGH: Final = Want(pieces=(hill,))
LYING: Final = replace(ELITE, near=True)

PROBES: Final[Mapping[str, Probe]] = {
    "far": adds(2, Want(bracket="short")),
    "cover": adds(1, Want(pieces=(undergrowth(1.25),))),
    "beside": takes_away(Want(pieces=(undergrowth(0.25),)), plain=PLAIN),
    "above": takes_away(Want(pieces=(hill, undergrowth(1.5))), plain=HIGH),
    "fire": adds(1, Want(pieces=(flames,))),
    "wounds": adds(1, Want(state={"track": "XXX"})),
    "lying": adds(-1, replace(LYING, before=(("move", {"path": ["prone"]}),)), LYING),
    "target_lies": adds(1, Want(target="lies")),
    "close": adds(-1, Want(target="lies", far=1), Want(far=1)),
    "skill": adds(-2, Want(record=SKILLED)),
    "gunnery": adds(1, Want(machine={"gunnery": 5})),
    "walked": adds(1, Want(walks=True)),
    "hot": adds(1, Want(machine_state={"heat": 8})),
    "sensors": adds(2, Want(machine_state={"crits": ["head: Sensors"]})),
    "minimum": adds(4, PLAIN, Want(far=80)),
    "in_flight": adds(2, Want(target="flies")),
    "in_hatch": adds(1, Want(target="commander")),
    "legs": lambda scene: number(scene, Want(pieces=(wall(2),))) > number(scene, PLAIN),
    "level_three": adds(2, Want(pieces=(wall(3),)), Want(pieces=(wall(2),))),
    "placed": adds(2, Want(table="punch")),
}
