"""Everything that a man takes, hands over, makes ready or sets up: r1 does it, r2 beside him has it or helps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from crossings.aim.scenes import house_at
from crossings.skirmish import DEEP, Data, Dice, Order, Skirmish, dot, man

HERE: Final = 6.0
GONE: Final = "XXXXXXXXXXXX"


@dataclass(frozen=True)
class Want:
    """What a probe wants of the two, and of what is between them."""

    far: int | None = None  # as it usually is
    giver: str = ""  # comrade, dead comrade, enemy or dead enemy; as it usually is
    lying: bool = False  # he has dropped it
    state: Data = field(default_factory=dict)  # of r1
    record: Data = field(default_factory=dict)
    full: bool = False  # he has all that he may carry
    pieces: tuple[Data, ...] = ()
    hides: bool = False
    squads: Data = field(default_factory=dict)
    more: tuple[Data, ...] = ()
    turns: int = 0
    dice: Dice | None = None
    watched: bool = False  # by a man of the other side


@dataclass(frozen=True)
class Done:
    play: Skirmish
    why: str  # it was refused
    cost: int
    arc: int  # that he may set afterwards

    @property
    def man(self) -> Any:
        return self.play.units["r1"]


@dataclass(frozen=True)
class Thing:
    """What r2 has, and the order by which r1 gets it, or does something with it."""

    record: Data
    order: Data
    state: Data = field(default_factory=dict)
    mine: Data = field(default_factory=dict)  # what r1 has, or nothing
    my_state: Data = field(default_factory=dict)
    others: tuple[Data, ...] = ()
    count: int | None = None
    first: tuple[Order, ...] = ()  # what r2 does before
    worn: bool = False  # on the back: it is taken off first
    far: int = 1
    giver: str = "comrade"
    arc: int = 2
    full: Data = field(default_factory=dict)  # what r1 has when he can carry no more


def done(thing: Thing, want: Want) -> Done:
    far = thing.far if want.far is None else want.far
    giver = want.giver or thing.giver
    foe = "enemy" in giver
    name = "b2" if foe else "r2"
    out = {"track": GONE} if "dead" in giver else {}
    owner = man(name, dot(HERE + far), state={**thing.state, **out}, **{"primary": None, **renamed(thing.record, foe)})
    theirs = [owner, *(renamed(one, foe) for one in thing.others)]
    play = Skirmish(
        [taker(thing, want), *([] if foe else theirs), *want.more],
        [*(theirs if foe else []), man("b1", dot(HERE, 4) if want.watched else dot(HERE + 20))],
        terrain=[*want.pieces, *([house_at(HERE)] if want.hides else [])],
        squads=want.squads,
        dice=want.dice,
        size=(34, DEEP),
    )
    if want.watched:
        play.end()
        play.do("move", unit="b1", path=[], arc={"size": 4, "towards": dot(HERE)})
        play.end()
    for _ in range(want.turns):
        play.end()
        play.end()
    prepare_it(thing, want, play, giver)
    body: dict[str, Any] = {"unit": "r1", **thing.order}
    if want.lying:
        body.pop("from", None)
    body = {key: name if key in ("from", "what") and value == "r2" else value for key, value in body.items()}
    since = len(play.fight.journal.events)
    why = play.refusal("act", **body)
    costs = [getattr(one, "cost", 0) for one in play.fight.journal.events[since:] if getattr(one, "unit", "") == "r1"]
    return Done(play, why, sum(costs), thing.arc)


def renamed(data: Any, foe: bool) -> Any:
    """Of the other side: r2 is b2."""
    if not foe:
        return data
    if isinstance(data, str):
        return f"b{data[1:]}" if data[:1] == "r" and data[1:].isdigit() else data
    if isinstance(data, Mapping):
        return {key: renamed(value, foe) for key, value in data.items()}
    return [renamed(one, foe) for one in data] if isinstance(data, (list, tuple)) else data


def prepare_it(thing: Thing, want: Want, play: Skirmish, giver: str) -> None:
    """What has to be done before: r2 puts it down, or it is taken off him."""
    foe, able = "enemy" in giver, "dead" not in giver
    name = "b2" if foe else "r2"
    if thing.worn and not able:
        play.do("act", unit="r1", do="take_off", what=name)
        play.end()
        play.end()
    if not able or not (want.lying or thing.first or thing.worn):
        return
    if foe:
        play.end()
    for order, body in thing.first:
        play.refusal(order, **body)
    if thing.worn:
        play.do("act", unit=name, do="take_off")
    if want.lying:
        count = {} if thing.count is None else {"count": thing.count}
        play.do("act", unit=name, do="drop", what=thing.order["what"], **count)
    if foe:
        play.end()


def taker(thing: Thing, want: Want) -> Data:
    record = {"primary": None, "grenades": 0, **thing.mine, **want.record}
    if want.full:
        record |= thing.full
    state = {**thing.my_state, **want.state, **({"hidden": 4} if want.hides else {})}
    group = {"group": "weak"} if want.squads else {}
    return man("r1", dot(HERE), state=state, **record, **group)


def take(what: str, **more: Any) -> Data:
    return {"do": "take", "what": what, "from": "r2", **more}


ARMED: Final[Data] = {"primary": "Rifle", "secondary": "Pistol", "grenades": 4}
HEAVY: Final[Data] = {"primary": "Heavy MG", "crew": ["r7", "r8"]}


def near(number: int, *at: float) -> Data:
    return man(f"r{number}", dot(*at), None)


ON_HIS_DOT: Final[dict[str, Any]] = {"far": 0, "giver": "dead comrade"}
BESIDE: Final = (near(7, HERE + 2), near(8, HERE + 3))


def deed(do: str, **more: Any) -> Data:
    return {"do": do, **more}


THINGS: Final[dict[str, Thing]] = {
    "rifle": Thing({"primary": "Rifle"}, take("Rifle"), full=ARMED),
    "launcher": Thing({"primary": "SMG", "launcher": True}, take("SMG"), full=ARMED),
    "srm": Thing({"primary": "SRM"}, take("SRM"), full=ARMED),
    "pistol": Thing({"primary": "Rifle", "secondary": "Pistol"}, take("Pistol"), mine={"primary": "SMG"}, full=ARMED),
    "law": Thing({"primary": "Rifle", "secondary": "LAW"}, take("LAW"), mine={"primary": "SMG"}, full=ARMED),
    "sword": Thing({"primary": "Rifle", "secondary": "Sword"}, take("Sword"), mine={"primary": "SMG"}, full=ARMED),
    "grenades": Thing({"grenades": 4}, take("Hand Grenade", count=2), count=2, full=ARMED),
    "rounds": Thing(
        {"primary": "SRM"},
        take("SRM", count=1),
        mine={"primary": "SRM"},
        my_state={"ammo": {"SRM": 1}},
        count=1,
        full=ARMED,
    ),
    "satchel": Thing({"satchel": True}, take("Satchel Charge"), mine={"primary": "SMG"}, full=ARMED),
    "pack": Thing({"jump_pack": True}, take("Jump Pack"), worn=True, full={"jump_pack": True}),
    "light_mg": Thing({"primary": "Light MG"}, take("Light MG"), full=ARMED, **ON_HIS_DOT),
    "light_mg_down": Thing({"primary": "Light MG"}, take("Light MG"), state={"set_up": False}, full=ARMED),
    "heavy_mg": Thing(HEAVY, take("Heavy MG"), others=BESIDE, full=ARMED, **ON_HIS_DOT),
    "heavy_mg_down": Thing(HEAVY, take("Heavy MG"), state={"set_up": False}, others=BESIDE, full=ARMED),
    "parts": Thing(
        {},
        take("Heavy MG parts"),
        others=(
            man("r5", dot(HERE + 2), "Heavy MG", {"set_up": False}, crew=["r2", "r8"]),
            near(8, HERE + 3),
        ),
    ),
    "set_up": Thing(
        {},
        deed("set_up", what="r1"),
        mine={"primary": "Medium MG", "crew": ["r2"]},
        my_state={"set_up": False},
        first=(("act", {"unit": "r2", "do": "set_up", "what": "r1"}),),
        arc=4,
    ),
    "break_down": Thing(
        {},
        deed("break_down", what="r1"),
        mine={"primary": "Medium MG", "crew": ["r2"]},
        first=(("act", {"unit": "r2", "do": "break_down", "what": "r1"}),),
    ),
    "help": Thing({"primary": "Medium MG", "crew": ["r1"]}, deed("set_up", what="r2"), state={"set_up": False}),
    "take_off": Thing({}, deed("take_off"), mine={"jump_pack": True}),
    "take_off_of": Thing({"jump_pack": True}, deed("take_off", what="r2"), state={"track": "XXXXXXXXX"}),
    "place": Thing({}, deed("place", what="Satchel Charge"), mine={"satchel": True}),
    "prepare": Thing({}, deed("prepare", what="Pistol"), mine={"primary": "Rifle", "secondary": "Pistol"}),
    "drop": Thing({}, deed("drop", what="Rifle"), mine={"primary": "Rifle"}),
}

SCENES: Final[dict[str, Callable[[Want], Done]]] = {name: partial(done, thing) for name, thing in THINGS.items()}
