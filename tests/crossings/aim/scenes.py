"""Everybody who aims, by everything that he aims with, at whatever there is: from a dot to one further east.

Who aims is red and moves first; his arc, his stance and what he has ready are orders. Whoever fires in reaction does so
when blue moves: at a target that stays, once blue has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from crossings.skirmish import DEEP, WIDE, Data, Dice, Order, Skirmish, dot, man, mech, tank

HERE: Final = 6.0
NEAR: Final = 26
FAR_OFF: Final = 28.0  # where those stand who only have to be there
Piece = Callable[[float, float], Data]  # something on the map, from where who aims and the target are


@dataclass(frozen=True)
class Want:
    """What a probe wants of who aims, of the target, and of what is between them."""

    far: int | None = None
    bracket: str = ""  # one dot beyond the short range, or beyond all that it reaches
    near: bool = False  # a target that is no machine is two dots away
    pieces: tuple[Piece, ...] = ()
    state: Data = field(default_factory=dict)  # of a man
    record: Data = field(default_factory=dict)
    entry: Data = field(default_factory=dict)
    machine: Data = field(default_factory=dict)  # the record of a machine
    machine_state: Data = field(default_factory=dict)
    before: tuple[Order, ...] = ()  # what he does first
    walks: bool = False  # a machine takes a step
    target: str = ""
    away: bool = False  # he looks the other way
    red: tuple[Piece, ...] = ()
    blue: tuple[Piece, ...] = ()
    squads: Data = field(default_factory=dict)
    turns: int = 0  # so many pass before
    dice: Dice | None = None
    again: bool = False  # he tries it a second time in the turn
    table: str = ""  # where a shot is placed
    empty: bool = False  # he has no rounds left
    hides: bool = False
    carries: bool = False  # parts of a support weapon
    victim: Data = field(default_factory=dict)  # what the man aimed at carries, and how he is
    beside: int = 0  # so many dots behind the place aimed at he stands
    blue_squads: Data = field(default_factory=dict)
    watching: bool = False  # he has set an arc when it happens
    hull: Data = field(default_factory=dict)  # the record of the machine aimed at
    hull_state: Data = field(default_factory=dict)
    behind: bool = False  # it looks the other way


@dataclass(frozen=True)
class Aimed:
    """What came of it. ``number`` is None where it was not allowed."""

    play: Skirmish
    who: str
    number: int | None
    why: str = ""
    event: Any = None

    @property
    def allowed(self) -> bool:
        return self.number is not None


@dataclass(frozen=True)
class Way:
    """One who aims: how he is staged, what he does to be ready, and how it is done."""

    who: str
    far: int
    red: Callable[[Way, Want], list[Data]]
    ready: tuple[Order, ...] = ()  # before his attack, or his arc
    attack: Mapping[str, Any] | None = None  # an order of his own; none: he fires in reaction
    order: str = "attack"
    at: str = "man"
    earlier: tuple[Order, ...] = ()  # what he does in the turn before
    short: int = 0
    most: int = 0
    inside: bool = False  # what he aims at is inside of a house
    serves: bool = False  # a support weapon of his own
    rolls: bool = True  # against a number that rules change
    placed: bool = True  # it may be placed on a table


# -- how it is played -------------------------------------------------------------------------------------------------

TOLD: Final = ("shot", "shot_at_machine", "throw", "blow", "planted", "breach")


def done_by(play: Skirmish, who: str, since: int) -> list[Any]:
    return [one for one in play.fight.journal.events[since:] if one.type in TOLD and one.unit == who]


def aimed(way: Way, want: Want) -> Aimed:
    beyond = {"": None, "short": (way.short or way.most) + 1, "most": way.most + 1}[want.bracket]
    far = min(2, way.far) if want.near and way.at == "man" else want.far or beyond or way.far
    there = HERE + far
    indoors = way.inside or want.target in ("hides", "upstairs")
    house = [house_at(there, way.inside, want.target == "upstairs")] if indoors else []
    own = [house_at(HERE)] if want.hides else []
    play = Skirmish(
        [*way.red(way, want), *(one(HERE, there) for one in want.red), *(carried(way) if want.carries else ())],
        [*targets(way, want, there), *(one(HERE, there) for one in want.blue)],
        terrain=[*(piece(HERE, there) for piece in want.pieces), *house, *own],
        squads=want.squads,
        blue_squads=want.blue_squads,
        dice=want.dice,
        size=(WIDE if there > NEAR else NEAR + 8, DEEP),
    )
    for name, body in way.earlier:
        play.do(name, **body)
    for _ in range(max(want.turns, 1 if way.earlier or (want.target == "lies" and way.attack) else 0)):
        play.end()
        if want.target == "lies":
            play.do("move", unit="b1", path=["prone"])
        play.end()
    steps: tuple[Order, ...] = ()
    if want.walks:
        steps = (
            ("move", {"path": [dot(HERE + 1)], "mode": "cruise" if "vehicle" in repr(way.red(way, want)) else "walk"}),
        )
    for name, body in (*steps, *want.before):
        play.do(name, **{"unit": way.who, **body})
    for name, body in () if want.hides and way.attack is None else way.ready:
        towards = dot(HERE - 5 if want.away else there)
        turned = {key: {**value, "towards": towards} if key == "arc" else value for key, value in body.items()}
        why = play.refusal(name, **{"unit": way.who, **turned})
        if why:
            return Aimed(play, way.who, None, why)
        play.hold()
    return in_reaction(way, want, play, there) if way.attack is None else by_himself(way, want, play, there)


def by_himself(way: Way, want: Want, play: Skirmish, there: float) -> Aimed:
    since = len(play.fight.journal.events)
    body = {key: dot(there) if value == "there" else value for key, value in (way.attack or {}).items()}
    if body.get("target") == "point":
        body["target"] = {"point": dot(there), "elevation": 0}
    if want.table:
        body["table"] = want.table
    why = play.refusal(way.order, unit=way.who, **body)
    if why:
        return Aimed(play, way.who, None, why)
    play.hold()
    if want.again:
        why = play.refusal(way.order, unit=way.who, **body)
        return Aimed(play, way.who, None if why else 0, why)
    if body.get("kind") == "hand-to-hand":
        play.end()
    found = done_by(play, way.who, since)
    assert found, [one.type for one in play.fight.journal.events]
    return Aimed(play, way.who, getattr(found[-1], "target_number", 0), "", found[-1])


def in_reaction(way: Way, want: Want, play: Skirmish, there: float) -> Aimed:
    since = len(play.fight.journal.events)
    play.end()
    target = "b1"
    if want.watching:
        play.do("move", unit="b1", path=[], arc={"size": 2, "towards": dot(0)})
    if want.target == "lies" and not play.units["b1"].prone:
        play.do("move", unit="b1", path=["prone"])
    elif want.target == "commander":
        play.do("act", unit="b1", do="hatch", what="open")
        target = "b1.commander"
    elif want.target == "flies":
        play.do("move", unit="b1", path=[dot(there + n) for n in range(1, 7)], mode="jump")
        if play.asked is not None:  # before he takes off
            play.hold_once()
    if play.asked is None and not done_by(play, way.who, since):
        play.do("end_phase")
    shot = {"unit": way.who, **({"table": want.table} if want.table else {})}
    while play.asked is not None:
        facts = play.asked.facts
        meant = way.who in facts["shots"] and (
            want.again or (facts["target"] == target and not done_by(play, way.who, since))
        )
        if meant:
            play.fire(shot)
        else:
            play.hold_once()
    fired = done_by(play, way.who, since)
    if want.again:
        assert fired
        return Aimed(play, way.who, 0 if len(fired) > 1 else None)
    if not fired or fired[-1].target != target:
        return Aimed(play, way.who, None, "no shot")
    return Aimed(play, way.who, fired[-1].target_number, "", fired[-1])


# -- what is aimed at -------------------------------------------------------------------------------------------------


def targets(way: Way, want: Want, there: float) -> list[Data]:
    """A second one stands by where it is tried twice."""
    level = 0 if way.attack is not None and way.attack.get("kind") == "throw" else 1
    found = target("b1", way.at, want.target, there, want, level=level)
    if want.again and way.attack is None:
        x, row = (there + 1, 2) if way.at == "man" else (there + 5, 4)
        found += target("b2", way.at, "", x, Want(), row)
    return found


def target(name: str, kind: str, how: str, x: float, want: Want, row: int = 0, level: int = 1) -> list[Data]:
    if kind in ("mech", "tank"):
        make, facing = (mech if kind == "mech" else tank), 90 if want.behind else 270
        return [make(name, dot(x, row), facing=facing, state=want.hull_state, **want.hull)]
    if kind == "ramp":
        inside = [man("b8", dot(x, row), **victim(want, aboard=name))] if want.victim else []
        return [tank(name, dot(x, row), facing=90, state={"ramp": "down"}), *inside]
    x += want.beside
    at = dot(x, row)
    if how == "commander":
        return [tank(name, at, facing=270)]
    if how == "flies":
        return [man(name, at, jump_pack=True, **victim(want))]
    if how == "rides":
        return [tank("b9", dot(x + 1, row), facing=270), man(name, at, **victim(want, riding="b9"))]
    if how == "aboard":
        return [tank("b9", at, facing=270), man(name, at, **victim(want, aboard="b9"))]
    if how == "hides":
        return [man(name, at, **victim(want, hidden=1), orders="hold")]
    if how == "upstairs":
        return [man(name, at, **victim(want, elevation=level))]  # a grenade falls down the stairs before it goes off
    return [man(name, at, **victim(want))]


def victim(want: Want, **state: Any) -> dict[str, Any]:
    if want.watching:
        state["arc"] = {"size": 2, "towards": dot(0)}
    return {**want.victim, "state": {**want.victim.get("state", {}), **state}}


def house_at(x: float, blind: bool = False, stairs: bool = False) -> Data:
    """A small house around somebody, with a window on either side of him, unless it is blind."""
    windows = [] if blind else [[[x + side, 5.6], [x + side, 6.4]] for side in (-0.4, 0.4)]
    house = {"kind": "building", "cf": 35, "height": 2, "rect": [x - 0.4, 4.5, 0.8, 3], "windows": windows}
    return {**house, "stairways": [[x, 6]]} if stairs else house


def carried(way: Way) -> list[Data]:
    """A weapon that is broken down, of which who aims carries a part."""
    crew = [way.who, "r6"]
    operator = man("r5", dot(FAR_OFF, 4), "Heavy MG", {"set_up": False}, crew=crew)
    return [] if way.serves else [operator, man("r6", dot(FAR_OFF + 1, 4))]


# -- who aims ---------------------------------------------------------------------------------------------------------


def armed(want: Want, primary: str = "Rifle", at: Any = (HERE, 6), **usual: Any) -> dict[str, Any]:
    """The man who aims, as the probe wants him."""
    state = {**usual.pop("state", {}), **want.state}
    if want.hides:
        state["hidden"] = 4
    if want.empty:
        held = "Grenade Launcher" if usual.get("launcher") else primary
        state |= {"grenades": 0, **({"ammo": {held: 0}} if held in LOADED else {})}
    return man("r1", at, primary, state, **{**usual, **want.record, **want.entry})


LOADED: Final = ("SRM", "Grenade Launcher")


def with_support(way: Way, want: Want, primary: str = "Light MG") -> list[Data]:
    return [armed(want, primary, state={"set_up": not want.carries})]


def with_crew(way: Way, want: Want) -> list[Data]:
    helpers = [man("r7", dot(HERE - 1)), man("r8", dot(HERE - 2))]
    return [armed(want, "Heavy MG", crew=["r7", "r8"], state={"set_up": not want.carries}), *helpers]


def on_a_vehicle(way: Way, want: Want) -> list[Data]:
    """He climbs onto its front dot."""
    return [tank("r9", (HERE - 1, 6)), armed(want, at=dot(HERE, 1))]


def in_a_hatch(way: Way, want: Want) -> list[Data]:
    hurt = {"crew": {"commander": {"track": want.state["track"]}}} if "track" in want.state else None
    return [tank("r1", (HERE, 6), state=hurt)]


def at_the_pintle(way: Way, want: Want) -> list[Data]:
    return [tank("r9", (HERE, 6)), armed(want, at=dot(HERE + 1, 2))]


ARC: Final[Order] = ("move", {"path": [], "arc": {"size": 4}})
AREA: Final[Data] = {"kind": "area", "target": "point"}
AT_IT: Final[Data] = {"kind": "area", "target": "b1"}
BREACH: Final[Data] = {"kind": "breach", "target": "point"}
OPEN: Final[Order] = ("act", {"unit": "r1", "do": "hatch", "what": "open"})
BOARD: Final[Order] = ("move", {"path": [dot(HERE)], "board": "r9", "outside": True, "arc": {"size": 4}})
CLIMB: Final[tuple[Order, ...]] = (
    ("move", {"unit": "r1", "path": [dot(HERE, 1), dot(HERE)], "board": "r9", "outside": True}),
    ("act", {"unit": "r1", "do": "prepare", "what": "Light MG"}),
)


def soldier(primary: str, far: int = 4, attack: Any = None, **usual: Any) -> Way:
    """A man on his feet, with one weapon in his hands."""
    kept = {key: usual.pop(key) for key in ("at", "short", "most", "order", "rolls") if key in usual}

    def red(way: Way, want: Want) -> list[Data]:
        return [armed(want, primary, **usual)]

    return Way("r1", far, red, () if attack else (ARC,), attack, **kept)


def machine(weapon: str, kind: str, far: int = 4, attack: Any = None, mounted: str = "turret", **kept: Any) -> Way:
    def red(way: Way, want: Want) -> list[Data]:
        facing = 270 if want.away else 90
        rounds = {"ammo": 0} if want.empty and weapon not in ("PPC", "Medium Laser", "Flamer") else {}
        gun = {"weapon": weapon, "in": "right_arm" if kind == "mech" else mounted, **rounds}
        make = mech if kind == "mech" else tank
        return [make("m1", (HERE, 6), facing=facing, state=want.machine_state, **{"weapons": [gun], **want.machine})]

    return Way("m1", far, red, (), attack, **kept)


def serving(primary: str, **kept: Any) -> Way:
    return Way("r1", kept.pop("far", 4), partial(with_support, primary=primary), (ARC,), serves=True, **kept)


GRENADE: Final[Data] = {"state": {"prepared": "Hand Grenade"}}
FLIGHT: Final[Data] = {"path": [dot(HERE + n) for n in range(1, 7)], "mode": "jump", "drop": "there"}

WAYS: Final[dict[str, Way]] = {
    "rifle": soldier("Rifle", short=27, most=75),
    "smg": soldier("SMG", short=15, most=25),
    "light_mg": serving("Light MG", short=30, most=84),
    "ppc": serving("Man-Pack PPC", short=50, most=110),
    "heavy_mg": Way("r1", 4, with_crew, (ARC,), serves=True, short=36, most=110),
    "rider": Way("r1", 4, on_a_vehicle, (BOARD,), short=27, most=75),
    "commander": Way("r1.commander", 4, in_a_hatch, (OPEN, ("move", {**ARC[1], "unit": "r1"})), short=30, most=84),
    "pintle": Way("r1", 4, at_the_pintle, (ARC,), earlier=CLIMB, short=30, most=84),
    "mech_gun": machine("Machine Gun", "mech", most=36),
    "mech_ppc": machine("PPC", "mech"),
    "turret_gun": machine("Machine Gun", "vehicle", most=36),
    "hull_laser": machine("Medium Laser", "vehicle", mounted="front", most=108),
    "grenade": soldier("Rifle", attack={"kind": "throw", "target": "point"}, most=8, **GRENADE),
    "satchel": soldier(
        "Rifle",
        3,
        {"kind": "throw", "target": "point", "using": "Satchel Charge"},
        satchel=True,
        state={"prepared": "Satchel Charge"},
    ),
    "drop": soldier("Rifle", attack=FLIGHT, order="move", jump_pack=True, most=6, **GRENADE),
    "srm": soldier("SRM", attack=AREA, short=44, most=108),
    "launcher": soldier("SMG", attack={**AREA, "using": "Grenade Launcher"}, launcher=True, short=10, most=24),
    "flamer": soldier("Flamer", attack=AREA, short=6, most=12),
    "mech_srm": machine("SRM 2", "mech", attack=AREA, most=108),
    "mech_lrm": machine("LRM 5", "mech", attack=AREA),
    "mech_flamer": machine("Flamer", "mech", attack=AREA, most=36),
    "turret_srm": machine("SRM 2", "vehicle", attack=AREA, most=108),
    "blow": soldier("Rifle", 1, attack={"kind": "hand-to-hand", "target": "b1"}, most=1),
    "rifle_at_mech": soldier("Rifle", 6, at="mech", most=27),
    "mg_at_mech": serving("Light MG", far=6, at="mech", most=30),
    "srm_at_mech": soldier("SRM", 6, AT_IT, at="mech", most=44),
    "flamer_at_mech": soldier("Flamer", 6, AT_IT, at="mech", most=6),
    "rifle_at_tank": soldier("Rifle", 6, at="tank", most=27),
    "mg_at_tank": serving("Light MG", far=6, at="tank", most=30),
    "srm_at_tank": soldier("SRM", 6, AT_IT, at="tank", most=44),
    "rifle_into_ramp": soldier("Rifle", 6, at="ramp", short=27, most=75),
    "srm_into_ramp": soldier("SRM", 6, AT_IT, at="ramp", short=44, most=108),
    "duel": machine("Medium Laser", "mech", 8, at="mech", most=108),
    "duel_srm": machine("SRM 2", "mech", 8, AT_IT, at="mech", most=108),
    "plant": soldier(
        "Rifle", 0, {"kind": "plant", "target": "b1", "leg": "left"}, at="mech", satchel=True, rolls=False
    ),
    "breach": machine("PPC", "mech", 6, {**BREACH, "using": "PPC"}, inside=True, rolls=False),
    "turret_breach": machine("SRM 6", "vehicle", 6, {**BREACH, "using": "SRM 6"}, inside=True, rolls=False),
}

SCENES: Final[dict[str, Callable[[Want], Aimed]]] = {name: partial(aimed, way) for name, way in WAYS.items()}
