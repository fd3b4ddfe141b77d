"""Every way in which a 'Mech or a vehicle is hurt: b1 of blue, at PLACE, by men, machines, mines, or its own doing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from crossings.aim.scenes import WAYS, Way, aimed
from crossings.aim.scenes import Want as Aim
from crossings.skirmish import DEEP, Data, Dice, Order, Skirmish, dot, man, mech, tank

PLACE: Final = 12.0


@dataclass(frozen=True)
class Want:
    """What a probe wants of the machine and of the dice after the roll that hits."""

    hull: Data = field(default_factory=dict)
    state: Data = field(default_factory=dict)
    behind: bool = False
    dice: tuple[int, int] = (3, 4)  # where it lands
    die: int = 3
    rider: bool = False
    table: bool = True  # a man places his shot on the table of punches


@dataclass(frozen=True)
class Dented:
    play: Skirmish

    def told(self, *kinds: str) -> list[Any]:
        return self.play.told(*kinds, unit="b1")


Scene = Callable[[Want], Dented]


def dice(want: Want, *first: tuple[int, ...]) -> Dice:
    return Dice(two=want.dice, other=want.die, tape=first)


def shot(way: Way, want: Want) -> Dented:
    """By a man or a machine that aims at it."""
    placed = "punch" if want.table and way.at == "mech" and way.who == "r1" and way.placed else ""
    at = Aim(
        table=placed,
        hull=want.hull,
        hull_state=want.state,
        behind=want.behind,
        dice=dice(want, (6, 6)),
        blue=(_rider,) if want.rider else (),
    )
    done = aimed(way, at)
    assert done.allowed, done.why
    return Dented(done.play)


def _rider(here: float, there: float) -> Data:
    return man("b8", dot(there), state={"riding": "b1"})


def stage(
    want: Want,
    machine: Callable[..., dict[str, Any]],
    *red: Data,
    at: float = PLACE,
    terrain: Sequence[Data] = (),
    mines: Sequence[Data] = (),
    thrown: Dice | None = None,
) -> Skirmish:
    facing = 90 if want.behind else 270
    one = machine("b1", dot(at), facing=facing, state=want.state, **want.hull)
    seat = at + 1 if want.state.get("hatch") == "open" else at
    rider = [man("b8", dot(seat), state={"riding": "b1"})] if want.rider else []
    return Skirmish(
        [man("r9", dot(1, -6)), *red],
        [one, *rider],
        terrain=terrain,
        mines=mines,
        size=(34, DEEP),
        dice=thrown or dice(want),
    )


def by_red(play: Skirmish, *orders: Order) -> Dented:
    for name, body in orders:
        play.do(name, **body)
        play.hold()
    play.end()
    return Dented(play)


def by_itself(play: Skirmish, name: str, **body: Any) -> Dented:
    play.end()
    play.do(name, **body)
    play.hold()
    play.do("end_phase")
    play.hold()
    return Dented(play)


def satchel(machine: Callable[..., dict[str, Any]], want: Want) -> Dented:
    """A charge that is thrown under it."""
    thrower = man("r1", dot(PLACE - 2), satchel=True, state={"prepared": "Satchel Charge"})
    play = stage(want, machine, thrower, thrown=dice(want, (6, 6)))
    target = {"point": dot(PLACE), "elevation": 0}
    return by_red(play, ("attack", {"unit": "r1", "kind": "throw", "using": "Satchel Charge", "target": target}))


def step(machine: Callable[..., dict[str, Any]], want: Want, **there: Any) -> Dented:
    """It takes a step to PLACE."""
    play = stage(want, machine, at=PLACE - 1 if want.behind else PLACE + 1, **there)
    return by_itself(play, "move", unit="b1", path=[dot(PLACE)], mode="walk" if machine is mech else "cruise")


def mine(kind: str, machine: Callable[..., dict[str, Any]], want: Want) -> Dented:
    weight = {"weight": want.hull.get("tons", 20)} if kind == "vibrabomb" else {}
    return step(machine, want, mines=[{"kind": kind, "at": dot(PLACE), **weight}])


def fire(machine: Callable[..., dict[str, Any]], want: Want) -> Dented:
    return step(machine, want, terrain=[{"kind": "fire", "dots": [dot(PLACE)], "elevation": 0}])


def blow(kind: str, want: Want) -> Dented:
    play = stage(want, mech, mech("m1", dot(PLACE - 4)), thrown=dice(want, (6, 6)))
    return by_red(play, ("attack", {"unit": "m1", "kind": kind, "target": "b1"}))


def charge(mode: str, want: Want) -> Dented:
    far = 6 if mode == "walk" else 10
    path = [dot(PLACE - 10 + number) for number in range(1, far + 1)]
    east = replace(want, die=4 if want.die == 3 else want.die)  # whoever is displaced goes where nobody stands
    play = stage(want, mech, mech("m1", dot(PLACE - 10), piloting=2), thrown=dice(east, (6, 6)))
    return by_red(play, ("move", {"unit": "m1", "path": path, "mode": mode, "charge": "b1"}))


STRONG: Final[Data] = {"kind": "building", "type": "heavy", "height": 2, "rect": [5.6, 2.5, 2, 7]}


def skid(machine: Callable[..., dict[str, Any]], want: Want) -> Dented:
    """It turns too fast, slides, and is stopped by a house."""
    play = stage(replace(want, behind=False), machine, terrain=[STRONG], thrown=dice(want, (1, 1)))
    mode = "run" if machine is mech else "flank"
    return by_itself(play, "move", unit="b1", path=[dot(PLACE - 1), "left"], mode=mode)


def crash(want: Want) -> Dented:
    """It walks through a wall, and does so badly."""
    house = {"kind": "building", "type": "light", "height": 2, "rect": [PLACE - 3.5, 2.5, 3, 7]}
    play = stage(replace(want, behind=False), mech, terrain=[house], thrown=dice(want, (1, 1)))
    return by_itself(play, "move", unit="b1", path=[dot(PLACE - 1)], mode="walk")


def down_the_hatch(want: Want) -> Dented:
    thrower = man("r1", dot(PLACE - 4), state={"prepared": "Hand Grenade"})
    opened = replace(want, state={**want.state, "hatch": "open"})
    play = stage(opened, tank, thrower, thrown=dice(want, (6, 6)))
    target = {"point": dot(PLACE), "elevation": 0}
    return by_red(play, ("attack", {"unit": "r1", "kind": "throw", "target": target}))


def at_tank(name: str) -> Way:
    return replace(WAYS[name], at="tank")


SCENES: Final[dict[str, Scene]] = {
    "rifle": partial(shot, WAYS["rifle_at_mech"]),
    "machine_gun": partial(shot, WAYS["mg_at_mech"]),
    "srm": partial(shot, WAYS["srm_at_mech"]),
    "flamer": partial(shot, replace(WAYS["flamer_at_mech"], placed=False)),
    "plant": partial(shot, replace(WAYS["plant"], placed=False)),
    "satchel": partial(satchel, mech),
    "small_mine": partial(mine, "anti-personnel", mech),
    "big_mine": partial(mine, "anti-vehicular", mech),
    "vibrabomb": partial(mine, "vibrabomb", mech),
    "fire": partial(fire, mech),
    "laser": partial(shot, WAYS["duel"]),
    "missiles": partial(shot, WAYS["duel_srm"]),
    "punch": partial(blow, "punch"),
    "kick": partial(blow, "kick"),
    "push": partial(blow, "push"),
    "charge": partial(charge, "walk"),
    "death_from_above": partial(charge, "jump"),
    "skid": partial(skid, mech),
    "crash": crash,
    "rifle_at_tank": partial(shot, WAYS["rifle_at_tank"]),
    "machine_gun_at_tank": partial(shot, WAYS["mg_at_tank"]),
    "srm_at_tank": partial(shot, WAYS["srm_at_tank"]),
    "laser_at_tank": partial(shot, at_tank("duel")),
    "missiles_at_tank": partial(shot, at_tank("duel_srm")),
    "satchel_at_tank": partial(satchel, tank),
    "small_mine_under_tank": partial(mine, "anti-personnel", tank),
    "big_mine_under_tank": partial(mine, "anti-vehicular", tank),
    "vibrabomb_under_tank": partial(mine, "vibrabomb", tank),
    "tank_in_fire": partial(fire, tank),
    "ramming": partial(skid, tank),
    "down_the_hatch": down_the_hatch,
}
