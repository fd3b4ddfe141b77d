"""What points are for: whether it makes a difference that somebody has more, or fewer, of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from crossings.points.scenes import HERE, NOTHING, Part, Want
from crossings.skirmish import Dice, dot, man, mech

Probe = Callable[[Part], bool]


def steps(part: Part, first: tuple[Any, ...] = (), **state: Any) -> int:
    """How far he gets on open ground."""
    for far in range(12, 0, -1):
        path = [*first, *(dot(HERE + number) for number in range(1, far + 1))]
        if not part.play(Want(state=state)).refusal("move", unit="r1", path=path):
            return far
    return 0


def walks(part: Part) -> bool:
    return steps(part) == 8 + part.points


def stands_up(part: Part) -> bool:
    """That is movement, too: of the points for movement no more than six are left."""
    return steps(part, ("stand",), prone=True) == min(8, 8 + part.points) - 2


def at_hand(part: Part) -> bool:
    """What he has in all."""
    play = part.play(Want())
    play.do("pass", unit="r1")
    return bool(play.told("activated", unit="r1")[0].mp == 8 + part.points)


def may(part: Part, needs: int, want: Want, name: str, **body: Any) -> bool:
    """Whether it makes him unable to what takes so many points, or able to it."""
    points = needs - (part.points > 0)
    extra = {**vars(want), "points": points}
    bare = NOTHING.play(Want(**extra)).refusal(name, **body)
    assert (not bare) == (points >= needs), bare
    with_it = part.play(Want(**extra)).refusal(name, **body)
    return (not with_it) != (not bare)


def jumps(part: Part) -> bool:
    """Activating a pack takes three, and the pack weighs two."""
    path = [dot(HERE + number) for number in range(1, 7)]
    pack = Want(record={"jump_pack": True})
    return may(part, 5, pack, "move", unit="r1", path=path, mode="jump")


def fires(part: Part) -> bool:
    """Missiles take five."""
    target = {"point": dot(HERE + 5)}
    return may(part, 5, Want(record={"primary": "SRM"}), "attack", unit="r1", kind="area", target=target)


def strikes(part: Part) -> bool:
    """A blow takes five."""
    foe = Want(blue=(man("b1", dot(HERE + 1)),))
    return may(part, 5, foe, "attack", unit="r1", kind="hand-to-hand", target="b1")


def watches(part: Part) -> bool:
    """The wide arc takes six."""
    return may(part, 6, Want(), "move", unit="r1", path=[], arc={"size": 6, "towards": dot(HERE + 5)})


def throws(part: Part) -> bool:
    """One for each dot, and eight dots at most."""
    ready = {"prepared": "Hand Grenade"}

    def farthest(one: Part) -> int:
        for far in range(10, 0, -1):
            target = {"point": dot(HERE + far)}
            if not one.play(Want(state=ready)).refusal("attack", unit="r1", kind="throw", target=target):
                return far
        return 0

    return farthest(part) != farthest(NOTHING)


def gets_out_of_the_way(part: Part) -> bool:
    """One more for every point that he has less than eight."""
    found = []
    for one in (part, NOTHING):
        play = one.play(Want(blue=(mech("b1", dot(HERE + 1), facing=270),)))
        play.end()
        play.do("move", unit="b1", path=[dot(HERE)])
        play.hold()
        (told,) = play.told("stepped_on")
        found.append(told.number)
    return bool(found[0] > found[1])


def fists(part: Part) -> bool:
    """Half of them."""
    bare = Want(
        points=8 if part.points < 0 else 7,
        state={"prepared": "none"},
        blue=(man("b1", dot(HERE + 1)),),
        dice=Dice(two=(6, 6)),
    )
    found = []
    for one in (part, NOTHING):
        play = one.play(bare)
        play.do("attack", unit="r1", kind="hand-to-hand", target="b1")
        play.end()
        found.append(play.told("damage", unit="b1")[0].bruise)
    return bool(found[0] != found[1])


PROBES: Final[Mapping[str, Probe]] = {
    "walks": walks,
    "stands_up": stands_up,
    "at_hand": at_hand,
    "jumps": jumps,
    "fires": fires,
    "strikes": strikes,
    "watches": watches,
    "throws": throws,
    "gets_out_of_the_way": gets_out_of_the_way,
    "fists": fists,
}
