"""What hands may do with a thing, and what keeps them from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crossings.carry.scenes import HERE, Done, Want
from crossings.skirmish import Data, Dice, dot, man

Scene = Callable[[Want], Done]
Probe = Callable[[Scene], bool]
PLAIN: Final = Want()


def did(scene: Scene, want: Want = PLAIN) -> Done:
    done = scene(want)
    assert not done.why, done.why
    return done


def allowed(**want: object) -> Probe:
    return lambda scene: not scene(Want(**want)).why  # type: ignore[arg-type]


def refused(*codes: str, **want: object) -> Probe:
    """Whether it is for the reason in question, though he could do it otherwise."""

    def probe(scene: Scene) -> bool:
        did(scene)
        why = scene(Want(**want)).why  # type: ignore[arg-type]
        assert why in ("", *codes), why
        return bool(why)

    return probe


def six(scene: Scene) -> bool:
    return did(scene).cost == 6


WALL: Final[Data] = {"kind": "wall", "line": [[HERE + 0.5, 2], [HERE + 0.5, 10]], "height": 3}
WEAK: Final[Data] = {"track": "XXXXXXXXX"}
SUIT: Final[Data] = {"armor": {"kind": "Combat Armor", "from": 10}}
PYRE: Final[Data] = {"kind": "fire", "dots": [dot(HERE - 3, -6)], "elevation": 0}
BROKEN: Final = Want(
    squads={"weak": {}},
    more=(
        *(man(f"r{n}", dot(n - 20, 5), state={"track": "XXXXXXXXXXXX"}, group="weak") for n in (21, 22, 23)),
        man("r24", dot(HERE - 3, -6), state=WEAK, group="weak"),
    ),
    pieces=(PYRE,),
    turns=1,
    dice=Dice(tape=((6, 6), (1, 1))),
)


def broken(scene: Scene) -> bool:
    did(scene)
    done = scene(BROKEN)
    assert done.play.told("morale", breaks=True)
    return bool(done.why)


def found(scene: Scene) -> bool:
    done = did(scene, Want(hides=True))
    return bool(done.play.told("found", unit="r1"))


def unready(scene: Scene) -> bool:
    """It is in his hands, and not ready."""
    done = did(scene)
    what = done.play.fight.journal.events[-1].what
    return bool(done.man.prepared != what and not done.play.refusal("pass", unit="r1"))


def rounds_come(scene: Scene) -> bool:
    return any(did(scene).man.ammo.values())


CHARACTER: Final[Data] = {"character": {"skills": {"Rifle": 2}}}


def unbound(scene: Scene) -> bool:
    return not scene(Want(full=True, record=CHARACTER)).why


def shot_at(scene: Scene) -> bool:
    """When his side has moved, as one who has stayed where he was."""
    done = did(scene, Want(watched=True))
    done.play.do("end_phase")
    while done.play.asked is not None:
        if done.play.asked.facts["target"] == "r1":
            return True
        done.play.hold_once()
    return False


def arc_after(scene: Scene) -> bool:
    done = did(scene)
    watch = {"size": done.arc, "towards": dot(HERE + 9)}
    return not done.play.refusal("move", unit="r1", path=[], arc=watch)


PROBES: Final[Mapping[str, Probe]] = {
    "comrade": allowed(giver="comrade", far=1),
    "six": six,
    "poor": refused("too_few_mp", state=WEAK, record=SUIT),
    "apart": refused("not_adjacent", "not_on_its_dot", far=2),
    "wall": refused("not_adjacent", pieces=(WALL,)),
    "dead": allowed(giver="dead comrade", far=1),
    "dead_on_dot": allowed(giver="dead comrade", far=0),
    "enemy": refused("enemy", "no_comrade", giver="enemy", far=1),
    "dead_enemy": allowed(giver="dead enemy", far=0),
    "lying": allowed(lying=True, giver="comrade", far=1),
    "lying_of_enemy": allowed(lying=True, giver="enemy", far=1),
    "full": refused("too_much", full=True),
    "stunned": refused("stunned", state={"stunned": True}),
    "broken": broken,
    "found": found,
    "unready": unready,
    "rounds_come": rounds_come,
    "unbound": unbound,
    "shot_at": shot_at,
    "arc_after": arc_after,
}
