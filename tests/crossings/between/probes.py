"""What may pass, and what may not: feet, sight, blasts, grenades that roll, flames, hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from crossings.between.scenes import BEHIND, HERE, NEXT, Scene
from crossings.skirmish import Dice, Skirmish, dot, man, mech

Probe = Callable[[Scene], bool]


def step(scene: Scene, **state: Any) -> tuple[str, int]:
    """A man's step, or why it was refused."""
    play = scene().play(man("r1", dot(HERE), state=state))
    why = play.refusal(
        "move", unit="r1", path=[dot(NEXT)] if "r8" not in _in_the_way(play) else [dot(NEXT), dot(BEHIND)]
    )
    steps = play.told("step", unit="r1")
    return why, steps[0].cost if steps else 0


def _in_the_way(play: Skirmish) -> list[str]:
    return [name for name, one in play.units.items() if one.is_soldier and one.at == (NEXT, 6.0)]


def walks(scene: Scene) -> bool:
    why, _ = step(scene)
    assert why in ("", "impassable", "wall", "trunk"), why
    return not why


def dear(scene: Scene) -> bool:
    why, cost = step(scene)
    assert not why, why
    return cost > 1


def doubled(scene: Scene) -> bool:
    _, cost = step(scene)
    _, crawling = step(scene, prone=True)
    assert cost
    assert crawling in (cost, 2 * cost)
    return crawling == 2 * cost


def mech_walks(scene: Scene) -> bool:
    play = scene().play(mech("r1", dot(HERE), walk=9))
    return not play.refusal("move", unit="r1", path=[dot(NEXT)])


def flown_over(scene: Scene) -> bool:
    play = scene().play(man("r1", dot(HERE), jump_pack=True))
    path = [dot(HERE + number) for number in range(1, 7)]
    return not play.refusal("move", unit="r1", path=path, mode="jump")


def shot(scene: Scene, lies: bool = False) -> int | None:
    """What a shot across it needs; None where it cannot be made."""
    play = scene().play(man("r1", dot(HERE - 4)), blue=(man("b1", dot(BEHIND + 2), state={"prone": lies}),))
    play.do("move", unit="r1", path=[], arc={"size": 4, "towards": dot(BEHIND + 2)})
    play.end()
    play.do("end_phase")
    while play.asked is not None:
        if play.asked.facts["target"] == "b1":
            play.fire()
        else:
            play.hold_once()
    fired = play.told("shot", target="b1")
    return fired[0].target_number if fired else None


def sight(scene: Scene) -> bool:
    """It hides a man who stands behind it."""
    return shot(scene) is None


def cover(scene: Scene) -> bool:
    number = shot(scene)
    assert number in (6, 7), number
    return number == 7


def hides_a_lying_man(scene: Scene) -> bool:
    return shot(scene, lies=True) is None


def blast(scene: Scene) -> bool:
    """A grenade on the one side does not hurt a man on the other."""
    dice = Dice()
    thrower = man("r1", dot(HERE - 3), state={"prepared": "Hand Grenade"})
    play = scene().play(thrower, blue=(man("b1", dot(BEHIND)),), dice=dice)
    play.do("attack", unit="r1", kind="throw", target={"point": dot(HERE)})
    play.hold()
    play.end()
    assert play.told("explosion")
    return not play.told("damage", unit="b1")


def rolls(scene: Scene) -> bool:
    """A grenade that misses does not roll through it."""
    dice = Dice(tape=((1, 1), (4,), (2,)))
    thrower = man("r1", dot(HERE - 3), state={"prepared": "Hand Grenade"})
    play = scene().play(thrower, dice=dice)
    play.do("attack", unit="r1", kind="throw", target={"point": dot(HERE)})
    play.hold()
    (one,) = play.told("scatter")
    return bool(one.at[0] < NEXT)


def spreads(scene: Scene) -> bool:
    """It keeps the flames of a flamer from the next dot."""
    play = scene().play(man("r1", dot(HERE - 3), "Flamer"))
    play.do("attack", unit="r1", kind="area", target={"point": dot(HERE)})
    play.hold()
    play.end()
    lit = [tuple(at) for one in play.told("fire") for at in one.dots]
    assert (HERE, 6.0) in lit
    return (NEXT, 6.0) not in lit


def hands(scene: Scene) -> bool:
    """Nothing is handed through it."""
    play = scene().play(man("r1", dot(HERE), None, grenades=0), man("r2", dot(NEXT)))
    return bool(play.refusal("act", unit="r1", do="take", what="Rifle", **{"from": "r2"}))


def blow(scene: Scene) -> bool:
    """Nobody strikes through it."""
    play = scene().play(man("r1", dot(HERE)), blue=(man("b1", dot(NEXT)),))
    return bool(play.refusal("attack", unit="r1", kind="hand-to-hand", target="b1"))


PROBES: Final[Mapping[str, Probe]] = {
    "walks": walks,
    "dear": dear,
    "doubled": doubled,
    "mech_walks": mech_walks,
    "flown_over": flown_over,
    "sight": sight,
    "cover": cover,
    "lying": hides_a_lying_man,
    "blast": blast,
    "rolls": rolls,
    "spreads": spreads,
    "hands": hands,
    "blow": blow,
}
