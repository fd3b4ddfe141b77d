"""What befalls whoever comes to a dot, and what keeps him from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crossings.move.scenes import PLACE, Moved, Scene, Want
from crossings.skirmish import Data, Dice, dot, man

Probe = Callable[[Scene], bool]
PLAIN: Final = Want()


def went(scene: Scene, want: Want = PLAIN) -> Moved:
    done = scene(want)
    assert not done.why, done.why
    return done


def shot_at(scene: Scene) -> bool:
    """At the place, by one who watches it."""
    done = went(scene, Want(watched=True))
    return any((who, x) == (done.who, done.place) and level >= done.level for who, x, level in done.windows)


def from_the_start(scene: Scene) -> bool:
    """Where he begins, too, and that before he has moved."""
    done = went(scene, Want(watched=True))
    first = next((number for number, one in enumerate(done.windows) if one[0] == done.who), None)
    if first is None:
        return False
    return done.windows[first][1:] != (done.place, done.level) and len(done.windows) > first + 1


def laid(kind: str) -> Callable[[float, int], Data]:
    return lambda place, level: {"kind": kind, "at": dot(place), **({"elevation": level} if level else {})}


def sets_off(kind: str) -> Probe:
    def probe(scene: Scene) -> bool:
        done = went(scene, Want(mines=(laid(kind),)))
        return any(one.mine.kind == kind for one in done.play.told("mine"))

    return probe


def flames(place: float, level: int) -> Data:
    return {"kind": "fire", "dots": [dot(place)], "elevation": level}


def scorched(scene: Scene) -> bool:
    """A point for a man, heat for a 'Mech."""
    done = went(scene, Want(pieces=(flames,)))
    burns = [one for one in done.told("damage") if one.cause == "fire" and one.lethal == 1]
    return bool(burns) or 1 in _heat(done)


def engulfed(scene: Scene) -> bool:
    """Eight points for a man, more heat for a 'Mech, dice for a vehicle."""
    done = went(scene, Want(pieces=(flames,), ends=True))
    burns = [one for one in done.told("damage") if one.cause == "fire" and one.lethal == 8]
    return bool(burns or done.told("vehicle_burns")) or 2 in _heat(done)


def _heat(done: Moved) -> list[int]:
    return [one.points for one in done.told("heat_taken") if one.why == "fire"]


def hide_out(place: float, level: int) -> Data:
    """Two rows above the place, behind a window to the south."""
    return man("r9", dot(place, 2), state={"hidden": 5}, orders="hold")


def his_house(place: float, level: int) -> Data:
    window = [[place - 0.45, 7.5], [place + 0.45, 7.5]]
    return {"kind": "building", "height": 1, "rect": [place - 0.45, 7.5, 0.9, 1], "windows": [window]}


def finds(scene: Scene) -> bool:
    done = went(scene, Want(red=(hide_out,), pieces=(his_house,)))
    return bool(done.play.told("found", unit="r9"))


def occupied(scene: Scene) -> bool:
    """He may not end where another man stands."""
    went(scene)

    def comrade(place: float, level: int) -> Data:
        return man("b7", dot(place), state={"elevation": level} if level else None)

    return bool(scene(Want(blue=(comrade,))).why)


def treads(scene: Scene) -> bool:
    """A man who is in the way throws dice for his life."""
    done = went(scene, Want(red=(lambda place, level: man("r7", dot(place)),)))
    return bool(done.play.told("stepped_on", target="r7"))


def out(number: int) -> Callable[[float, int], Data]:
    return lambda place, level: man(
        f"b{number}", dot(PLACE - 3 + number - 20, -5), state={"track": "XXXXXXXXXXXX"}, group="weak"
    )


def doomed(place: float, level: int) -> Data:
    return man("b24", dot(PLACE - 3, -6), state={"track": "XXXXXXXXX"}, group="weak")


def pyre(place: float, level: int) -> Data:
    return {"kind": "fire", "dots": [dot(PLACE - 3, -6)], "elevation": 0}


# His squad has broken, and he moves away from the edge that is his.
BROKEN: Final = Want(
    man={"group": "weak"},
    blue=(*map(out, (21, 22, 23)), doomed),
    pieces=(pyre,),
    squads={"weak": {}},
    turns=1,
    dice=Dice(tape=((6, 6), (1, 1))),
)


def flees(scene: Scene) -> bool:
    went(scene)
    done = scene(BROKEN)
    assert done.play.told("morale", breaks=True)
    return bool(done.why)


def stands_by_it(scene: Scene) -> bool:
    """He does not leave a support weapon that stands."""
    went(scene)
    return scene(Want(man={"primary": "Light MG"})).why == "set_up"


def stunned(scene: Scene) -> bool:
    went(scene)
    return scene(Want(man={"state": {"stunned": True}})).why == "stunned"


def knocked_down(scene: Scene) -> bool:
    """Hit on the way, he does not get where he wanted, and does nothing more in this turn."""
    done = went(scene, Want(fires=True, man={"state": {"track": "XXX"}}, machine={"gunnery": 4}))
    assert done.play.told("shot"), "nobody fired"
    return done.unit.prone and bool(done.play.refusal("pass", unit=done.who))


PROBES: Final[Mapping[str, Probe]] = {
    "shot_at": shot_at,
    "start": from_the_start,
    "mine": sets_off("anti-personnel"),
    "big_mine": sets_off("anti-vehicular"),
    "scorched": scorched,
    "engulfed": engulfed,
    "finds": finds,
    "occupied": occupied,
    "treads": treads,
    "flees": flees,
    "stands_by_it": stands_by_it,
    "stunned": stunned,
    "knocked_down": knocked_down,
}
