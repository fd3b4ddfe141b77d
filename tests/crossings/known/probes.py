"""What blue keeps to itself: red hears, sees and is told the same, whether it is so or otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from crossings.known.scenes import LAIR, MINED, Secret
from crossings.skirmish import Data, dot, man

Scene = Callable[[Secret], Any]
Probe = Callable[[Scene], bool]


def lurker(at: float = LAIR, hidden: int = 4, **record: Any) -> Data:
    return man("b7", dot(at), state={"hidden": hidden}, **record)


def the_same(one: Secret, other: Secret) -> Probe:
    return lambda scene: bool(scene(one) == scene(other))


def mine(at: float = MINED, row: int = 0, kind: str = "anti-personnel") -> tuple[Data, ...]:
    return ({"kind": kind, "at": dot(at, row)},)


THERE: Final = Secret(lurker(orders="hold"))
PROBES: Final[Mapping[str, Probe]] = {
    "man": the_same(THERE, Secret()),
    "arc": the_same(THERE, Secret(lurker(hidden=1, orders="hold"))),
    "weapon": the_same(THERE, Secret(lurker(primary="Light MG", orders="hold"))),
    "number": the_same(Secret(lurker(), ambush={"b7": 6}), Secret(lurker(), ambush={"b7": 12})),
    "mine": the_same(Secret(mines=mine()), Secret()),
    "big_mine": the_same(Secret(mines=mine(MINED, 4, "anti-vehicular")), Secret()),
}
