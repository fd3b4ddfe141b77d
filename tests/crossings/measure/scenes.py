"""Everywhere that a unit may be when a rule asks for distance, sight, arc or side: it comes there by its own orders.

The unit in question is b1; its place is the same on both maps, and it looks south. r1 stands north of it, 6 inches from
middle to middle, r2 in base contact as seen from above, and f1 flies over it where a probe wishes for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from crossings.staging import SteadyDice, until
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.scripts.running import script_from_data
from rules.flights import FIGHTER, SPHEROID
from rules.table import MECH

Card = Mapping[str, Any]

PLACE: Final = 10  # so many steps of 2 inches from the southern edge
BEFORE: Final = 7
ASKER: Final = 13
BESIDE: Final = 1.28  # inches from middle to middle
WIDE, DEEP = 30, 24  # in steps
COLUMN: Final = 12
TANK: Final[Card] = {**MECH, "type": "CV", "ov": 0, "size": 2, "move": '14"t', "specials": []}
HALL: Final = 4.0  # inches high
POND: Final = 3.0  # inches deep


@dataclass(frozen=True)
class Map:
    """One of the two kinds of maps, with the same places on it."""

    kind: str

    def at(self, step: float) -> Any:
        """A place of the column, as scripts write it."""
        if self.kind == "hex":
            return f"{COLUMN:02d}{DEEP - int(step):02d}"
        return [2.0 * COLUMN, 2.0 * step + 1.0]

    @property
    def beside(self) -> Any:
        """In contact with the place, north of it."""
        return self.at(PLACE + 1) if self.kind == "hex" else [2.0 * COLUMN, 2.0 * PLACE + 1.0 + BESIDE]

    def edge(self, step: float) -> Any:
        """Where aircraft come from."""
        return self.at(step) if self.kind == "hex" else [2.0 * COLUMN, 2.0 * step]

    def piece(self, kind: str, first: int, last: int, **more: Any) -> dict[str, Any]:
        """Terrain from one step to another."""
        steps = range(first, last + 1)
        if self.kind == "hex":
            return {"id": kind, "kind": kind, "hexes": [self.at(step) for step in steps], **more}
        return {"id": kind, "kind": kind, "rect": [2.0 * COLUMN - 4, 2.0 * first, 8, 2.0 * len(steps)], **more}

    def spot(self, kind: str, **more: Any) -> dict[str, Any]:
        """A thing of an inch around the place."""
        if self.kind == "hex":
            return {"id": kind, "kind": kind, "hexes": [self.at(PLACE)], **more}
        return {"id": kind, "kind": kind, "circle": [*self.at(PLACE), 1.0], **more}


@dataclass(frozen=True)
class Wish:
    """What a probe wants besides the unit in question."""

    asker: Card = field(default_factory=dict)  # changes of r1
    beside: Card | None = None  # r2
    lit: bool = False  # its light is on
    gun: bool = False  # r3, with artillery
    flies: bool = False  # f1
    options: tuple[str, ...] = ()
    field: bool = False  # mines lie at the place
    night: bool = False


@dataclass(frozen=True)
class Done:
    fight: Battle
    map: Map

    @property
    def unit(self) -> Unit:
        return self.fight.units["b1"]

    @property
    def place(self) -> tuple[float, float]:
        return point(self.fight, self.map.at(PLACE))


Scene = Callable[[Wish], Done]
SCENES: Final[dict[str, Scene]] = {}


def scene(play: Callable[[Map, Wish], Battle]) -> Callable[[Map, Wish], Battle]:
    """A way to be somewhere, once in inches and once on hexes."""
    SCENES[play.__name__] = partial(done, play, Map("table"))
    SCENES[f"{play.__name__}_on_hexes"] = partial(done, play, Map("hex"))
    return play


def done(play: Callable[[Map, Wish], Battle], on: Map, wish: Wish) -> Done:
    return Done(play(on, wish), on)


def point(fight: Battle, at: Any) -> tuple[float, float]:
    if isinstance(at, str):
        found = fight.table.named(at)
        assert found is not None
        return found
    return float(at[0]), float(at[1])


def opened(on: Map, wish: Wish, *blue: Mapping[str, Any], terrain: tuple[Any, ...] = ()) -> Battle:
    """The battle before anybody has moved; blue moves first."""
    red = [{"id": "r1", "card": {**MECH, **wish.asker}, "at": on.at(ASKER), "facing": 180}]
    if wish.beside is not None:
        state = {"lights": True} if wish.lit else {}
        red.append({"id": "r2", "card": {**MECH, **wish.beside}, "at": on.beside, "facing": 180, "state": state})
    if wish.gun:
        red.append({"id": "r3", "card": {**MECH, "specials": ["ARTT-1"]}, "at": on.at(20), "facing": 180})
    if wish.flies:
        up = {"airborne": True, "altitude": "low"}
        red.append({"id": "f1", "card": FIGHTER, "at": on.edge(DEEP - 1 if on.kind == "hex" else DEEP), "facing": 180,
                    "state": up})  # fmt: skip
    mines = (on.spot("minefield", density=3),) if wish.field else ()
    size = (WIDE, DEEP) if on.kind == "hex" else (2 * WIDE, 2 * DEEP)
    script = script_from_data(
        {
            "map": {"kind": on.kind, "width": size[0], "depth": size[1]},
            "terrain": [*terrain, *mines],
            "options": sorted({"aerospace", "optional_abilities", *wish.options}),
            "conditions": {"light": "night"} if wish.night else {},
            "sides": [
                {"name": "red", "home": "south", "units": red},
                {"name": "blue", "home": "north", "units": [*map(dict, blue)]},
            ],
            "start": {"phase": "movement", "first": "blue"},
            "dice": [1],
        }
    )
    return Battle(script.setup, SteadyDice())


def shooting(fight: Battle) -> Battle:
    until(fight, "combat", "red")
    return fight


def moved(
    on: Map, wish: Wish, card: Card, *, state: Card | None = None, terrain: tuple[Any, ...] = (), **how: Any
) -> Battle:
    """b1 comes to its place by a move of its own, and looks south there."""
    start = {"id": "b1", "card": card, "at": on.at(BEFORE), "facing": 0}
    fight = opened(on, wish, {**start, "state": dict(state or {})}, terrain=terrain)
    steps = range(BEFORE + 1, PLACE + 1) if "mode" not in how else (PLACE,)
    fight.do(orders.Move("b1", tuple(point(fight, on.at(step)) for step in steps), facing=180.0, **how))
    return shooting(fight)


@scene
def ground(on: Map, wish: Wish) -> Battle:
    return moved(on, wish, MECH)


@scene
def vtol(on: Map, wish: Wish) -> Battle:
    """Ten inches up."""
    up = {"airborne": True, "elevation": 10}
    return moved(on, wish, {**TANK, "move": '14"v'}, state=up, elevation=10.0)


@scene
def inside(on: Map, wish: Wish) -> Battle:
    return moved(on, wish, {**MECH, "move": '40"'}, terrain=(hall(on),))


@scene
def roof(on: Map, wish: Wish) -> Battle:
    return moved(on, wish, {**MECH, "move": '10"j'}, terrain=(hall(on),), mode="jump", elevation=HALL)


@scene
def water(on: Map, wish: Wish) -> Battle:
    """On the bed of a pond, under its surface."""
    pond = on.piece("water", BEFORE, PLACE, depth=POND)
    return moved(on, wish, {**MECH, "move": '40"'}, state={"elevation": -POND}, terrain=(pond,))


def hall(on: Map) -> dict[str, Any]:
    return on.piece("building", PLACE - 1, PLACE, height=HALL, type="hardened", cf=60)


def flown(on: Map, wish: Wish, altitude: str) -> Battle:
    up = {"airborne": True, "altitude": altitude}
    fight = opened(on, wish, {"id": "b1", "card": FIGHTER, "at": on.edge(0), "facing": 0, "state": up})
    until(fight, "air_movement", "blue")
    fight.do(orders.Move("b1", (), "fly", facing=0.0, altitude=altitude))
    return shooting(fight)


@scene
def path(on: Map, wish: Wish) -> Battle:
    """Along a flight path over the place, at low altitude."""
    return flown(on, wish, "low")


@scene
def high_path(on: Map, wish: Wish) -> Battle:
    return flown(on, wish, "high")


@scene
def hover(on: Map, wish: Wish) -> Battle:
    """A DropShip that has come to hover over the place and stays there for a turn."""
    up = {"airborne": True, "altitude": "low"}
    fight = opened(on, wish, {"id": "b1", "card": SPHEROID, "at": on.edge(0), "facing": 0, "state": up})
    until(fight, "air_movement", "blue")
    way = (point(fight, on.edge(0)), point(fight, on.at(PLACE)))
    fight.do(orders.Move("b1", way, "hover", facing=0.0, altitude="low"))
    shooting(fight)
    turn = fight.state.turn
    while fight.state.turn == turn:
        fight.do(orders.EndPhase())
    return shooting(fight)


@scene
def off_table(on: Map, wish: Wish) -> Battle:
    """It waits off the table, and nobody brings it on."""
    fight = opened(on, wish, {"id": "b1", "card": MECH}, {"id": "b2", "card": MECH, "at": on.at(2)})
    return shooting(fight)


@scene
def aboard(on: Map, wish: Wish) -> Battle:
    """Infantry that has got into its transport, which stands at the place."""
    foot = {**MECH, "type": "CI", "ov": 0, "size": 1, "move": '4"f', "damage": "1/1/-", "tmm": 0, "specials": ["CAR1"]}
    carrier = {"id": "b2", "card": {**TANK, "specials": ["IT2"]}, "at": on.at(PLACE), "facing": 180}
    start = on.at(PLACE - 1) if on.kind == "hex" else [2.0 * COLUMN, 2.0 * PLACE + 1.0 - BESIDE]
    fight = opened(on, wish, {"id": "b1", "card": foot, "at": start}, carrier)
    fight.do(orders.Move("b1", board="b2"))
    return shooting(fight)
