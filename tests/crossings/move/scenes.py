"""Every way in which somebody comes to a dot: by his own steps, carried, pushed, shot down.

Blue moves from the east; a man of red may watch from the west. The dot in question is PLACE unless the way has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from crossings.skirmish import DEEP, Data, Dice, Order, Skirmish, dot, man, mech, tank

PLACE: Final = 12.0
WATCH: Final = 4.0


@dataclass(frozen=True)
class Want:
    """What a probe wants at the place, of the man, and of those who watch."""

    pieces: tuple[Callable[[float, int], Data], ...] = ()  # from the place and its level
    mines: tuple[Callable[[float, int], Data], ...] = ()
    man: Data = field(default_factory=dict)  # what he carries, and how he is
    machine: Data = field(default_factory=dict)  # of the machine that moves
    red: tuple[Callable[[float, int], Data], ...] = ()
    blue: tuple[Callable[[float, int], Data], ...] = ()
    squads: Data = field(default_factory=dict)
    watched: bool = False  # a man with a submachine gun watches
    fires: bool = False  # and fires when he comes to the place
    dice: Dice | None = None
    turns: int = 0
    ends: bool = False  # his side has moved, too


@dataclass(frozen=True)
class Moved:
    play: Skirmish
    who: str  # the man, or the machine where nobody is on it
    mover: str  # who was given the order
    place: float
    level: int
    since: int
    why: str = ""  # why it was refused
    windows: tuple[tuple[str, float, int], ...] = ()  # who could be shot at, where

    @property
    def unit(self) -> Any:
        return self.play.units[self.who]

    def told(self, *kinds: str, who: str | None = None) -> list[Any]:
        return [
            one
            for one in self.play.fight.journal.events[self.since :]
            if one.type in kinds and getattr(one, "unit", None) == (who or self.who)
        ]


Scene = Callable[[Want], Moved]


def one_man(want: Want, at: Any, **state: Any) -> Data:
    given = {**want.man, "state": {**want.man.get("state", {}), **state}}
    return man("b1", at, **given)


def play_it(
    want: Want,
    blue: Sequence[Data],
    order: Order,
    *,
    who: str = "b1",
    place: float = PLACE,
    level: int = 0,
    first: Sequence[Order] = (),
    terrain: Sequence[Data] = (),
    red: Sequence[Data] = (),
    dice: Dice | None = None,
    in_reds_turn: bool = False,
    after: str = "",
    stays: bool = False,
    width: int = 34,
    fire_at: float | None = None,
) -> Moved:
    """Red sets its arcs, blue makes its move. ``after``: it begins with this event."""
    fire_at = place if fire_at is None else fire_at
    watch = [man("r1", dot(WATCH), "SMG")] if want.watched or want.fires else [man("r1", dot(WATCH, -5))]
    play = Skirmish(
        [*watch, *red, *(one(place, level) for one in want.red)],
        [*blue, *(one(place, level) for one in want.blue)],
        terrain=[*terrain, *(piece(place, level) for piece in want.pieces)],
        mines=[one(place, level) for one in want.mines],
        blue_squads=want.squads,
        size=(width, DEEP),
        dice=want.dice or dice,
    )
    for _ in range(want.turns):
        play.end()
        play.end()
    if want.watched or want.fires:
        play.do("move", unit="r1", path=[], arc={"size": 4, "towards": dot(place)})
    if not in_reds_turn:
        play.end()
    for name, body in first:
        play.do(name, **body)
        play.hold()
    since = len(play.fight.journal.events)
    name, body = order
    why = play.refusal(name, **body)
    windows: list[tuple[str, float, int]] = []
    asked(play, want, windows, fire_at)
    if want.ends or stays:
        play.do("end_phase")
        asked(play, want, windows, fire_at)
    if after:
        since = next((n for n, one in enumerate(play.fight.journal.events) if one.type == after), since)
    return Moved(play, who, str(body.get("unit")), place, level, since, why, tuple(windows))


def asked(play: Skirmish, want: Want, windows: list[tuple[str, float, int]], fire_at: float) -> None:
    """Whoever may be shot at is noted; he is, on one dot, where that is wanted."""
    while play.asked is not None:
        target = str(play.asked.facts["target"])
        unit = play.units[target]
        windows.append((target, unit.x, unit.elevation))
        if want.fires and unit.x == fire_at:
            play.fire()
        else:
            play.hold_once()


# -- on foot ----------------------------------------------------------------------------------------------------------


def walk(want: Want, **state: Any) -> Moved:
    return play_it(want, [one_man(want, dot(PLACE + 1), **state)], ("move", {"unit": "b1", "path": [dot(PLACE)]}))


def floor(want: Want) -> Moved:
    """Up a stairway, next to a window."""
    windows = [[[PLACE + side, 5.6], [PLACE + side, 6.4]] for side in (-0.4, 0.4)]
    windows.append([[PLACE - 0.3, 6.8], [PLACE + 0.3, 6.8]])
    shape = {"rect": [PLACE - 0.4, 4.5, 0.8, 2.3], "windows": windows, "stairways": [dot(PLACE)]}
    house = {"kind": "building", "height": 4, **shape}
    return play_it(
        want, [one_man(want, dot(PLACE))], ("move", {"unit": "b1", "path": ["up"]}), level=1, terrain=[house]
    )


def stay(want: Want) -> Moved:
    """He sets his arc where he is."""
    order = ("move", {"unit": "b1", "path": [], "arc": {"size": 2, "towards": dot(PLACE + 5)}})
    return play_it(want, [one_man(want, dot(PLACE))], order, stays=True)


def enter(want: Want) -> Moved:
    """From beyond the edge; he watches from there."""
    comes = {**one_man(want, None), "enters": {"edges": ["east"], "at": dot(PLACE)}}
    order = ("move", {"unit": "b1", "path": [], "arc": {"size": 2, "towards": dot(PLACE - 5)}})
    return play_it(want, [comes], order, stays=True, width=int(PLACE) + 1)


# -- through the air --------------------------------------------------------------------------------------------------


def flight(start: float, want: Want, path: Sequence[float] = ()) -> Moved:
    """Six dots to the west."""
    one = replace(want, man={"jump_pack": True, **want.man})
    dots = [dot(start - number) for number in range(1, 7)]
    return play_it(one, [one_man(one, dot(start))], ("move", {"unit": "b1", "path": dots, "mode": "jump"}))


def shot_down(want: Want) -> Moved:
    hit = replace(want, fires=True, man={"jump_pack": True, **want.man, "state": {"track": "XXX"}})
    dots = [dot(PLACE + 1 - number) for number in range(1, 7)]
    order = ("move", {"unit": "b1", "path": dots, "mode": "jump"})
    return play_it(hit, [one_man(hit, dot(PLACE + 1))], order, after="damage")


def aside(want: Want) -> Moved:
    """He is shot off a vehicle where a comrade lies on its dot, and falls beside him."""
    hit = replace(want, fires=True, man={**want.man, "state": {"track": "XXX"}})
    blue = [
        tank("b9", dot(PLACE + 2), facing=270),
        one_man(hit, dot(PLACE + 1), riding="b9"),
        man("b2", dot(PLACE + 1), state={"prone": True}),
    ]
    return play_it(hit, blue, ("end_phase", {}), after="put_back", fire_at=PLACE + 1)


# -- on vehicles ------------------------------------------------------------------------------------------------------


def climb(want: Want) -> Moved:
    """Onto the outer dot of a vehicle."""
    order = ("move", {"unit": "b1", "path": [dot(PLACE)], "board": "b9", "outside": True})
    return play_it(want, [tank("b9", dot(PLACE - 1, 1)), one_man(want, dot(PLACE + 1))], order)


def get_off(want: Want) -> Moved:
    rides = one_man(want, dot(PLACE + 1), riding="b9")
    order = ("move", {"unit": "b1", "path": [dot(PLACE)]})
    return play_it(want, [tank("b9", dot(PLACE + 2), facing=270), rides], order)


def drive(want: Want, who: str, *people: Data, first: Sequence[Order] = ()) -> Moved:
    vehicle = tank("b9", dot(PLACE + 1), facing=270, **want.machine)
    order = ("move", {"unit": "b9", "path": [dot(PLACE)], "mode": "cruise"})
    return play_it(want, [vehicle, *people], order, who=who, first=first)


def ride(want: Want) -> Moved:
    """He rides outside, in the middle."""
    return drive(want, "b1", one_man(want, dot(PLACE + 1), riding="b9"))


def ride_inside(want: Want) -> Moved:
    return drive(want, "b1", one_man(want, dot(PLACE + 1), aboard="b9"))


def commander(want: Want) -> Moved:
    opens: Order = ("act", {"unit": "b9", "do": "hatch", "what": "open"})
    return drive(want, "b9.commander", first=(opens,))


def fall_off(want: Want) -> Moved:
    """He is shot on the vehicle that stands still, and falls where he rode."""
    hit = replace(want, fires=True, man={**want.man, "state": {"track": "XXX"}})
    rides = one_man(hit, dot(PLACE), riding="b9")
    return play_it(hit, [tank("b9", dot(PLACE + 1), facing=270), rides], ("end_phase", {}), after="got_off")


def leave_wreck(want: Want) -> Moved:
    """Out of a vehicle that is destroyed, by its centre dot."""
    wreck = tank("b9", dot(PLACE), facing=270, state={"destroyed": True})
    order = ("move", {"unit": "b1", "path": [dot(PLACE)]})
    return play_it(want, [wreck, one_man(want, dot(PLACE), aboard="b9")], order)


# -- machines ---------------------------------------------------------------------------------------------------------


def mech_walk(want: Want) -> Moved:
    order = ("move", {"unit": "b1", "path": [dot(PLACE)]})
    return play_it(want, [mech("b1", dot(PLACE + 1), facing=270, **want.machine)], order)


def mech_jump(start: float, want: Want) -> Moved:
    """Three dots to the west."""
    order = ("move", {"unit": "b1", "path": [dot(start - number) for number in (1, 2, 3)], "mode": "jump"})
    return play_it(want, [mech("b1", dot(start), facing=270, **want.machine)], order)


def tank_drive(want: Want) -> Moved:
    return drive(want, "b9")


STRONG: Final[Data] = {"kind": "building", "type": "heavy", "height": 2, "rect": [5.6, 2.5, 2, 7]}


def skids(kind: str, want: Want) -> Moved:
    """It turns too fast, and slides over the place until a house holds it."""
    make = mech if kind == "mech" else tank
    one = make("b1", dot(PLACE + 3), facing=270, **want.machine)
    order = (
        "move",
        {"unit": "b1", "path": [dot(PLACE + 2), "left"], "mode": "run" if kind == "mech" else "flank"},
    )
    return play_it(want, [one], order, terrain=[STRONG], dice=Dice(two=(1, 1)))


def knocked_over(want: Want) -> Moved:
    """It is kicked, and falls to the east over the place."""
    order = ("attack", {"unit": "m1", "kind": "kick", "target": "b1"})
    dice = Dice(two=(1, 1), tape=((6, 6),))
    return play_it(
        want,
        [mech("b1", dot(PLACE - 3), facing=270, **want.machine)],
        order,
        red=[mech("m1", dot(PLACE - 7))],
        dice=dice,
        in_reds_turn=True,
    )


def pushed(want: Want) -> Moved:
    order = ("attack", {"unit": "m1", "kind": "push", "target": "b1"})
    return play_it(
        want,
        [mech("b1", dot(PLACE - 3), facing=270, **want.machine)],
        order,
        red=[mech("m1", dot(PLACE - 7))],
        in_reds_turn=True,
    )


SCENES: Final[dict[str, Scene]] = {
    "walk": walk,
    "crawl": partial(walk, prone=True),
    "floor": floor,
    "stay": stay,
    "enter": enter,
    "fly_over": partial(flight, PLACE + 1),
    "land": partial(flight, PLACE + 6),
    "shot_down": shot_down,
    "aside": aside,
    "climb": climb,
    "get_off": get_off,
    "ride": ride,
    "ride_inside": ride_inside,
    "commander": commander,
    "fall_off": fall_off,
    "leave_wreck": leave_wreck,
    "mech_walk": mech_walk,
    "mech_over": partial(mech_jump, PLACE + 1),
    "mech_land": partial(mech_jump, PLACE + 3),
    "tank": tank_drive,
    "mech_skids": partial(skids, "mech"),
    "tank_skids": partial(skids, "tank"),
    "knocked_over": knocked_over,
    "pushed": pushed,
}
