"""What keeps somebody from firing, and what follows when he does: played without it, where he may, and with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from crossings.aim.probes import ELITE, PLAIN, Probe, Scene, undergrowth
from crossings.aim.scenes import FAR_OFF, HERE, Want
from crossings.skirmish import Data, Dice, Skirmish, dot, man


def forbids(want: Want, plain: Want = PLAIN) -> Probe:
    """Whether he may not with what is wanted, though he may without."""

    def probe(scene: Scene) -> bool:
        before = scene(plain)
        assert before.allowed, before.why
        after = scene(want)
        assert after.why != "too_few_mp", "he has not the points for it anyway"
        return not after.allowed

    return probe


def allows(want: Want) -> Probe:
    return lambda scene: scene(want).allowed


def told(kind: str, want: Want) -> Probe:
    def probe(scene: Scene) -> bool:
        done = scene(want)
        assert done.allowed, done.why
        return bool(done.play.told(kind))

    return probe


def wall(here: float, there: float) -> Data:
    x = here + (1.5 if there - here > 1 else 0.5)
    return {"kind": "wall", "line": [[x, 0.5], [x, 11.5]], "height": 5}


def bystander(here: float, there: float) -> Data:
    return man("r5", dot(here + 2))


def desk(side: float) -> Callable[[float, float], Data]:
    """Furniture right before one of the two."""
    return lambda here, there: {
        "kind": "furniture",
        "rect": [here + 0.3 if side > 0 else there - 0.7, 5.5, 0.4, 1],
    }


PILE: Final = tuple(undergrowth(1.05 + 0.1 * number, 0.06) for number in range(9))
CRACK_SHOT: Final = {"gunnery": 8}
BATTERED: Final = {"heat": 24, "crits": ["head: Sensors", "head: Sensors"]}
LIES: Final = ("move", {"path": ["prone"]})
BARE: Final = ("act", {"do": "prepare", "what": "none"})


def comrade(number: int, track: str, x: float) -> Callable[[float, float], Data]:
    return lambda here, there: man(f"r{number}", dot(x, -4), state={"track": track}, group="weak")


def pyre(here: float, there: float) -> Data:
    return {"kind": "fire", "dots": [dot(FAR_OFF - 3, -4)], "elevation": 0}


# Three are out, a fourth burns to death, and the squad breaks as the turn ends.
BROKEN: Final = Want(
    squads={"weak": {}},
    entry={"group": "weak"},
    red=(
        *(comrade(one, "XXXXXXXXXXXX", FAR_OFF + one - 50) for one in (51, 52, 53)),
        comrade(54, "XXXXXXXXX", FAR_OFF - 3),
    ),
    pieces=(pyre,),
    turns=1,
    dice=Dice(tape=((6, 6), (1, 1))),
)


def broken(scene: Scene) -> bool:
    done = scene(BROKEN)
    assert done.play.told("morale", breaks=True), [one.type for one in done.play.fight.journal.events]
    return not done.allowed


def sentry(here: float, there: float) -> Data:
    arc = {"size": 6, "towards": dot(HERE)}
    return man("b7", dot(HERE + 5, 3), orders="fire", state={"arc": arc})


def draws_fire(scene: Scene) -> bool:
    """Before his own dice."""
    done = scene(replace(PLAIN, blue=(sentry,), dice=Dice(two=(1, 1))))
    assert done.allowed, done.why
    announced = (*done.play.told("hand_to_hand"), done.event)[0]
    events = done.play.fight.journal.events
    return any(one.type == "shot" and one.unit == "b7" for one in events[: events.index(announced)])


def found(scene: Scene) -> bool:
    done = scene(Want(hides=True, entry={"orders": "fire"}))
    assert done.allowed, done.why
    return _since(done.play, done.who)


def _since(play: Skirmish, who: str) -> bool:
    return bool(play.told("found", unit=who)) and not play.units[who].hidden


PROBES: Final[Mapping[str, Probe]] = {
    "arc": forbids(Want(away=True)),
    "wall": forbids(Want(pieces=(wall,))),
    "between": forbids(Want(red=(bystander,))),
    "sheltered": forbids(Want(pieces=(desk(-1),), target="lies"), Want(target="lies")),
    "behind_a_sill": forbids(
        replace(ELITE, near=True, pieces=(desk(1),), before=(LIES,)), replace(ELITE, near=True, before=(LIES,))
    ),
    "twelve": forbids(Want(pieces=PILE, machine=CRACK_SHOT, machine_state=BATTERED)),
    "reach": forbids(replace(ELITE, bracket="most"), ELITE),
    "template": forbids(Want(far=1)),
    "once": forbids(Want(again=True)),
    "unready": forbids(replace(ELITE, before=(BARE,)), ELITE),
    "rounds": forbids(Want(empty=True)),
    "broken": broken,
    "carrying": forbids(Want(carries=True)),
    "stunned": forbids(Want(state={"stunned": True})),
    "fallen": forbids(Want(machine_state={"fallen": 1})),
    "pilot_out": forbids(Want(machine_state={"pilot": {"hits": 1, "conscious": False}})),
    "shut_down": forbids(Want(machine_state={"shutdown": True})),
    "unseen": forbids(Want(target="hides", far=4), Want(far=4)),
    "inside": forbids(Want(target="aboard")),
    "riding": allows(Want(target="rides")),
    "scatter": told("scatter", Want(dice=Dice(two=(1, 1), other=4))),
    "draws_fire": draws_fire,
    "found": found,
}
