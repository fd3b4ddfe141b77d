"""Every way in which a man is hurt: by whoever aims at him, by what explodes, burns or comes down on him.

He is b1 of blue. Scenes of somebody who aims are those of the table of aiming; what explodes has gone off in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from crossings.aim.scenes import HERE, NEAR, WAYS, Want, Way, aimed, machine, soldier, target, victim
from crossings.skirmish import DEEP, Data, Dice, Skirmish, dot, man, mech, tank

PLACE: Final = 10.0
SOFT: Final[Data] = {"armor": {"kind": "Combat Armor", "from": 6}}
WEAK: Final[Data] = {"state": {"track": "XXX"}}


@dataclass(frozen=True)
class Hurt:
    """What has come of it since it began."""

    play: Skirmish
    who: str
    since: int

    @property
    def man(self) -> Any:
        return self.play.units[self.who]

    def told(self, *kinds: str) -> list[Any]:
        """What has been told of him."""
        return [
            one
            for one in self.play.fight.journal.events[self.since :]
            if one.type in kinds and getattr(one, "unit", self.who) == self.who
        ]


Scene = Callable[[Want], Hurt]


@dataclass(frozen=True)
class Blow:
    """How a way hurts so that it knocks a man down and does not take him out: what he is then, and how far off."""

    scene: Scene
    gently: Want = field(default_factory=Want)

    def __call__(self, want: Want) -> Hurt:
        return self.scene(want)


def gentle(scene: Any, want: Want) -> Hurt:
    """The same, so that it knocks him down and leaves him in his senses."""
    soft = scene.gently
    both = {
        **soft.victim,
        **want.victim,
        "state": {**soft.victim.get("state", {}), **want.victim.get("state", {})},
    }
    hurt: Hurt = scene(replace(want, victim=both, beside=soft.beside, dice=soft.dice or want.dice))
    return hurt


def struck(way: Way, want: Want) -> Hurt:
    """By somebody who aims at him."""
    done = aimed(way, want if way.at != "ramp" else replace(want, victim=want.victim or {"grenades": 0}))
    assert done.allowed, done.why
    if way.attack is not None and way.attack.get("kind") in ("throw", "area", None):
        done.play.end()
    return Hurt(done.play, "b8" if way.at == "ramp" else "b1.commander" if want.target == "commander" else "b1", 0)


def stage(want: Want, *blue: Data, red: tuple[Data, ...] = (), terrain: tuple[Data, ...] = (), **more: Any) -> Skirmish:
    """Nobody aims: blue does it to himself, or it befalls him."""
    return Skirmish(
        [man("r1", dot(HERE)), *red, *(one(HERE, PLACE) for one in want.red)],
        [*blue, *(one(HERE, PLACE) for one in want.blue)],
        terrain=[*terrain, *(piece(HERE, PLACE) for piece in want.pieces)],
        squads=want.squads,
        blue_squads=want.blue_squads,
        size=(NEAR + 8, DEEP),
        **{"dice": want.dice, **more},
    )


def himself(want: Want, at: list[float]) -> Data:
    return man("b1", at, **victim(want))


# -- underfoot --------------------------------------------------------------------------------------------------------

MINE: Final = {"kind": "anti-personnel", "at": dot(PLACE)}


def mine(want: Want) -> Hurt:
    play = stage(want, himself(want, dot(PLACE - 1)), mines=[MINE])
    play.end()
    play.do("move", unit="b1", path=[dot(PLACE)])
    return Hurt(play, "b1", 0)


def mine_beside(want: Want) -> Hurt:
    """Under a comrade next to him."""
    near = replace(want, beside=0)
    play = stage(near, *target("b1", "man", want.target, PLACE + 1, near), man("b3", dot(PLACE - 1)), mines=[MINE])
    play.end()
    if want.watching:
        play.do("move", unit="b1", path=[], arc={"size": 2, "towards": dot(HERE)})
    play.do("move", unit="b3", path=[dot(PLACE)])
    return Hurt(play, "b9.commander" if want.target == "commander" else "b1", 0)


def stepped_on(want: Want) -> Hurt:
    play = stage(want, himself(want, dot(PLACE)), red=(mech("m1", dot(PLACE - 1)),), dice=want.dice or Dice(two=(1, 1)))
    play.do("move", unit="m1", path=[dot(PLACE)])
    play.hold()
    return Hurt(play, "b1", 0)


# -- flames -----------------------------------------------------------------------------------------------------------

BURNS: Final = {"kind": "fire", "dots": [dot(PLACE)], "elevation": 0}


def fire(start: float, path: tuple[float, ...], want: Want) -> Hurt:
    play = stage(want, himself(want, dot(start)), terrain=(BURNS,))
    play.end()
    since = len(play.fight.journal.events)
    play.do("move", unit="b1", path=[dot(x) for x in path])
    play.end()
    return Hurt(play, "b1", since)


def ride_through(want: Want) -> Hurt:
    """The vehicle he rides on drives over a burning dot."""
    play = stage(
        want,
        tank("b9", dot(PLACE - 1)),
        man("b1", dot(PLACE - 2), **victim(want, riding="b9")),
        terrain=(BURNS,),
    )
    play.end()
    play.do("move", unit="b9", path=[dot(PLACE), dot(PLACE + 1)], mode="cruise")
    return Hurt(play, "b1", 0)


def burning_inside(want: Want) -> Hurt:
    """The vehicle he is in stops on a burning dot, and burns."""
    play = stage(
        want, tank("b9", dot(PLACE - 1)), man("b1", dot(PLACE - 1), **victim(want, aboard="b9")), terrain=(BURNS,)
    )
    play.end()
    play.do("move", unit="b9", path=[dot(PLACE)], mode="cruise")
    play.end()
    return Hurt(play, "b1", 0)


# -- falls and wrecks -------------------------------------------------------------------------------------------------


def fall_off(want: Want) -> Hurt:
    """He is shot off a vehicle: the point that the fall does."""
    both = {**want.victim, "state": {"track": "XXX", **want.victim.get("state", {})}}
    done = aimed(WAYS["rifle"], replace(want, target="rides", victim=both))
    return Hurt(done.play, "b1", _index(done.play, "got_off"))


def crash(want: Want) -> Hurt:
    """He is shot out of his senses in flight: what the fall does."""
    both = {**want.victim, "state": {"track": "XXXXXX"}}
    if "armor" in both:  # of the blocks that the shot leaves; under a heavier suit nobody flies with such wounds
        both["armor"] = {"kind": "Flak Vest", "from": 1}
    done = aimed(WAYS["rifle"], replace(want, target="flies", victim=both, dice=want.dice))
    return Hurt(done.play, "b1", _index(done.play, "out"))


def _index(play: Skirmish, kind: str) -> int:
    return next((n for n, one in enumerate(play.fight.journal.events) if one.type == kind), 0)


def wreck(want: Want) -> Hurt:
    """The vehicle he is in is shot to pieces."""
    thin = {"armor": dict.fromkeys(("front", "left", "right", "rear"), 0)}
    inside = man("b1", dot(PLACE + 4), **victim(want, aboard="b9"))
    play = stage(want, tank("b9", dot(PLACE + 4), facing=270, **thin), inside, red=(mech("m1", dot(PLACE - 2), "PPC"),))
    play.end()
    play.do("end_phase")
    play.fire({"unit": "m1"})
    play.hold()
    return Hurt(play, "b1", 0)


def down_the_hatch(want: Want) -> Hurt:
    """A grenade falls through the open hatch of the vehicle he is in."""
    inside = man("b1", dot(PLACE), **victim(want, aboard="b9"))
    thrower = man("r2", dot(PLACE - 4), state={"prepared": "Hand Grenade"})
    play = stage(want, tank("b9", dot(PLACE), facing=270, state={"hatch": "open"}), inside, red=(thrower,))
    play.do("attack", unit="r2", kind="throw", target={"point": dot(PLACE), "elevation": 0})
    play.hold()
    play.end()
    return Hurt(play, "b1", 0)


def by(way: Way, **gently: Any) -> Blow:
    return Blow(partial(struck, way), Want(**gently))


def blow(primary: str, using: str, **usual: Any) -> Way:
    return soldier(primary, 1, {"kind": "hand-to-hand", "target": "b1", "using": using}, **usual)


AREA: Final = {"kind": "area", "target": "point"}
AC: Final = machine("AC 10", "mech", attack=AREA)
MECH_INTO_RAMP: Final = machine("Machine Gun", "mech", 6, at="ramp")
FIRST_LOW: Final = Dice(tape=((3, 4),))

SCENES: Final[dict[str, Blow]] = {
    **{name: by(WAYS[name]) for name in ("rifle", "light_mg", "mech_gun", "turret_gun", "grenade", "launcher", "drop")},
    "smg": by(WAYS["smg"], victim=WEAK),
    "fists": by(blow("Rifle", "Fists", state={"prepared": "none"})),
    "club": by(blow("SMG", "Club")),
    "bayonet": by(blow("Rifle", "Bayonet"), victim=WEAK),
    "satchel": by(WAYS["satchel"], victim=SOFT),
    "srm": by(WAYS["srm"]),
    "flamer": by(WAYS["flamer"], victim=WEAK),
    "inferno": by(soldier("Inferno", attack=AREA)),
    "mech_srm": by(WAYS["mech_srm"], beside=1),
    "mech_ac": by(AC, beside=3),
    "mech_lrm": by(WAYS["mech_lrm"], beside=2),
    "mech_flamer": by(WAYS["mech_flamer"]),
    "turret_srm": by(WAYS["turret_srm"], beside=1),
    "breach": by(WAYS["breach"]),
    "mine": Blow(mine, Want(victim=SOFT)),
    "mine_beside": Blow(mine_beside, Want(beside=1)),
    "stepped_on": Blow(stepped_on),
    "fire_start": Blow(partial(fire, PLACE, (PLACE + 1,)), Want(dice=FIRST_LOW)),
    "fire_enter": Blow(partial(fire, PLACE - 1, (PLACE, PLACE + 1)), Want(dice=FIRST_LOW)),
    "fire_end": Blow(partial(fire, PLACE - 1, (PLACE,))),
    "ride_through": Blow(ride_through, Want(victim=WEAK)),
    "burning_inside": Blow(burning_inside),
    "fall_off": Blow(fall_off),
    "crash": Blow(crash),
    "wreck": Blow(wreck),
    "down_the_hatch": Blow(down_the_hatch),
    "ramp_rifle": by(WAYS["rifle_into_ramp"]),
    "ramp_srm": by(WAYS["srm_into_ramp"]),
    "ramp_mech": by(MECH_INTO_RAMP),
}
