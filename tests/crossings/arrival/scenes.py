"""Every way to come to a place, brought about by orders: r1 comes, and comes to PLACE unless a scene says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from crossings.arrival.staged import Come, Point, Want, stage
from crossings.staging import SteadyDice, go_on, until, until_told
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from rules.flights import AERODYNE, FIGHTER, SPHEROID, flyer
from rules.table import unit

Scene: TypeAlias = "Callable[[Want], Come]"
PLACE: Final = (36.0, 20.0)
MECH: Final[Mapping[str, Any]] = {"armor": 12, "structure": 8, "move": '16"'}
TANK: Final[Mapping[str, Any]] = {"type": "CV", "size": 2, "move": '10"t', "armor": 12, "structure": 8}
FOOT: Final[Mapping[str, Any]] = {"type": "CI", "size": 1, "move": '4"f', "armor": 6, "specials": ["CAR2"]}
SUITS: Final[Mapping[str, Any]] = {"type": "BA", "size": 1, "move": '4"j', "armor": 6, "specials": ["CAR2", "MEC"]}
BUS: Final[Mapping[str, Any]] = {"type": "CV", "size": 2, "move": '12"h', "specials": ["IT6"]}
SHIP: Final[Mapping[str, Any]] = {**AERODYNE, "specials": ["IT6", "MT2", "VTM2"]}
BOAT: Final[Mapping[str, Any]] = {**SPHEROID, "name": "Shuttle", "type": "SC", "armor": 12, "structure": 8}
LAM: Final[Mapping[str, Any]] = {**MECH, "size": 1, "move": "10/6j", "specials": ["LAM(14g/7a)"]}

SCENES: Final[dict[str, Scene]] = {}


def scene(play: Scene) -> Scene:
    """A way to come to a place, by its name in the table."""
    SCENES[play.__name__] = play
    return play


def settles(play: Callable[[Want, Point], Come]) -> Callable[[Want, Point], Come]:
    """One of which it is known only afterwards where it ends: played once to see, then with what is wanted there."""
    SCENES[play.__name__] = lambda want: play(want, play(Want(), PLACE).place)
    return play


def foe() -> Muster:
    return unit("b9", (66, 44), 180)


def come(fight: Battle, command: Any, place: Point = PLACE, name: str = "r1") -> Come:
    since = len(fight.journal.events)
    fight.do(command)
    return Come(fight, name, since, place)


def moving(want: Want, *units: Muster, place: Point = PLACE, **how: Any) -> Battle:
    return stage(want, place, *units, foe(), **how)


# -- by its own move ------------------------------------------------------------------------------------------


@scene
def walk(want: Want) -> Come:
    return come(moving(want, unit("r1", (36, 14), **MECH)), orders.Move("r1", (PLACE,)))


@scene
def jump(want: Want) -> Come:
    fight = moving(want, unit("r1", (36, 14), **{**MECH, "move": '8"j'}))
    return come(fight, orders.Move("r1", (PLACE,), "jump"))


@scene
def enter_map(want: Want) -> Come:
    fight = moving(want, unit("r1", None, **{**MECH, "move": '30"'}))
    return come(fight, orders.Move("r1", ((36.0, 0.0), PLACE)))


@scene
def disembark(want: Want) -> Come:
    bay = unit("r9", (36, 18.75), **{**BUS, "specials": ["VTM2"]})
    fight = moving(want, bay, unit("r1", None, **TANK, state={"aboard": "r9"}))
    return come(fight, orders.Move("r1", (PLACE,)))


@scene
def fly_over(want: Want) -> Come:
    copter = unit("r1", (36, 14), state={"elevation": 5.0, "airborne": True}, **{**TANK, "move": '20"v'})
    return come(moving(want, copter), orders.Move("r1", (PLACE,), elevation=5.0))


@scene
def fly_path(want: Want) -> Come:
    fight = moving(want, flyer(FIGHTER, "r1", (36, 0), altitude="low"), options=("aerospace",))
    until(fight, "air_movement", "red")
    return come(fight, orders.Move("r1", (), "fly", 0.0))


# -- out of the air -------------------------------------------------------------------------------------------


@scene
def vtol_landing(want: Want) -> Come:
    copter = unit("r1", (36, 14), state={"elevation": 2.0, "airborne": True}, **{**TANK, "move": '20"v'})
    return come(moving(want, copter), orders.Move("r1", (PLACE,), elevation=0.0))


@scene
def wige_landing(want: Want) -> Come:
    skimmer = unit("r1", (36, 14), state={"elevation": 1.0, "airborne": True}, **{**TANK, "move": '12"g'})
    return come(moving(want, skimmer), orders.Move("r1", (PLACE,), elevation=0.0))


@scene
def ship_landing(want: Want) -> Come:
    boat = flyer(BOAT, "r1", PLACE, state={"hovering": True})
    fight = moving(want, boat, options=("aerospace", "aerospace_on_ground_map"))
    until(fight, "air_movement", "red")
    done = come(fight, orders.Move("r1", (PLACE,), "land"))
    until_told(fight, "landed")
    return replace(done, since=next(n for n, one in enumerate(fight.journal.events) if one.type == "landed"))


@scene
def airmech(want: Want) -> Come:
    high = {"form": "fighter", "airborne": True, "altitude": "low"}
    lam = unit("r1", (36, 0), state=high, **{**LAM, "specials": [*LAM["specials"]]})
    fight = moving(want, lam, options=("aerospace", "land_air_mechs"))
    if fight.state.phase != "air_movement":
        until(fight, "air_movement", "red")
    return come(fight, orders.Move("r1", (PLACE, (36.0, 30.0)), convert="airmech", elevation=1.0))


# -- let down -------------------------------------------------------------------------------------------------


@scene
def drop(want: Want) -> Come:
    ship = flyer(SHIP, "r9", (36, 0), altitude="low")
    mech = unit("r1", None, **MECH, state={"aboard": "r9"})
    fight = moving(want, ship, mech, options=("aerospace", "dropping_troops"))
    until(fight, "air_movement", "red")
    done = come(fight, orders.Move("r9", (), "fly", 0.0, altitude="low", unload=(orders.Unload("r1", PLACE),)))
    until_told(fight, "came_down")
    return done


@scene
def step_off(want: Want) -> Come:
    fight = moving(want, unit("r9", (36, 14), **BUS), unit("r1", None, **FOOT, state={"aboard": "r9"}))
    return come(fight, orders.Move("r9", ((36.0, 18.75),), unload=(orders.Unload("r1", PLACE),)))


@scene
def set_down(want: Want) -> Come:
    porter = unit("r9", (36, 16), **{**MECH, "size": 4, "move": '40"', "state": {"cargo": "r1"}})
    fight = moving(want, porter, unit("r1", (36, 17.4), **TANK), options=("external_cargo",))
    return come(fight, orders.Move("r9", ((36.0, 18.0), (36.0, 24.0)), drop=orders.Drop((36.0, 20.0), "careful")))


@settles
def throw(want: Want, place: Point) -> Come:
    porter = unit("r9", (36, 16.5), **{**MECH, "size": 4, "state": {"cargo": "r1"}})
    fight = stage(
        want,
        place,
        porter,
        unit("r1", (36, 17.5), **TANK),
        unit("b8", (36, 21.25), 180, armor=9),
        foe(),
        options=("external_cargo",),
        phase="combat",
    )
    done = come(fight, orders.Attack("r9", "b8", "throw"))
    return replace(done, place=fight.units["r1"].at)


# -- along the ground, against its will -----------------------------------------------------------------------


@scene
def skid(want: Want) -> Come:
    street = {"kind": "road", "line": [[36, 0], [36, 15]], "width": 3}
    dice = SteadyDice((1, 2, 3), two=(6, 6))
    fight = moving(
        want, unit("r1", (36, 8), **TANK), terrain=(street,), options=("skidding",), dice=dice, place=(36.0, 18.0)
    )
    return come(fight, orders.Move("r1", ((36.0, 15.5), (37.0, 15.5)), facing=90.0), (36.0, 18.0))


@scene
def tow(want: Want) -> Come:
    tractor = unit("r9", (36, 14), **{**TANK, "size": 2, "move": '30"t', "specials": ["HTC"], "armor": 30})
    trailer = unit("r1", (36, 12.75), **{**TANK, "specials": ["HTC"]})
    dice = SteadyDice(two=(3, 3))  # mines go off, and the drive holds
    fight = moving(want, tractor, trailer, options=("external_cargo",), dice=dice)
    fight.do(orders.Act("r9", "tow", "r1"))
    return come(fight, orders.Move("r9", ((36.0, 21.25),)))


@scene
def sweep(want: Want) -> Come:
    river = {"kind": "water", "depth": 1, "rapids": 90, "rect": [20, 10, 40, 20]}
    dice = SteadyDice(two=(1, 1))
    fight = moving(want, unit("r1", (34, 20), **MECH), terrain=(river,), options=("advanced_terrain",), dice=dice)
    done = come(fight, orders.Move("r1", (), "standstill"))
    until_told(fight, "displaced")
    return done


@settles
def put_beside(want: Want, place: Point) -> Come:
    """It slides past a friend, and ends in its place."""
    street = {"kind": "road", "line": [[36, 0], [36, 15]], "width": 3}
    dice = SteadyDice((1, 2, 3, 1, 1), two=(6, 6))
    mover, other = unit("r1", (36, 8), **TANK), unit("r8", (36, 18.6), 0, armor=9)
    fight = moving(want, mover, other, terrain=(street,), options=("skidding",), dice=dice, place=place)
    done = come(fight, orders.Move("r1", ((36.0, 15.5), (37.0, 15.5)), facing=90.0), (36.0, 18.0))
    while fight.decision is not None and fight.decision.kind == "placement":
        go_on(fight)
    moved = [n for n, one in enumerate(fight.journal.events) if one.type == "displaced" and one.unit == "r1"]
    assert moved
    return replace(done, since=moved[-1], place=fight.units["r1"].at)


# -- when something gives way ---------------------------------------------------------------------------------


@scene
def bridge_fall(want: Want) -> Come:
    span = {"kind": "bridge", "line": [[36, 10], [36, 30]], "width": 3, "cf": 3}
    gap = {"kind": "hollow", "depth": 3, "rect": [30, 12, 12, 16]}
    heavy = unit("r9", (36, 8), **{**MECH, "size": 4})
    fight = moving(
        replace(want, around=()),
        heavy,
        unit("r1", PLACE, **MECH, state={"elevation": 0.0}),
        terrain=(gap, *(one(PLACE) for one in want.around), span),
    )
    return come(fight, orders.Move("r9", ((36.0, 14.0),)))


@settles
def break_through(want: Want, place: Point) -> Come:
    crust = {"kind": "magma_crust", "circle": [*PLACE, 3.5]}
    dice = SteadyDice(two=(1, 1), other=6)
    fight = moving(want, unit("r1", (36, 14), **MECH), terrain=(crust,), dice=dice, place=place)
    done = come(fight, orders.Move("r1", (PLACE,)))
    return replace(done, place=fight.units["r1"].at)


@settles
def spill(want: Want, place: Point) -> Come:
    """Its carrier is shot from under it."""
    carrier = unit("r9", PLACE, **{**MECH, "armor": 0, "structure": 1, "specials": ["OMNI"]})
    gunner = unit("b8", (36, 30), 180, damage="4/4/4")
    fight = stage(
        want,
        place,
        carrier,
        unit("r1", None, **SUITS, state={"aboard": "r9", "riding": True}),
        gunner,
        foe(),
        phase="combat",
        first="blue",
        dice=SteadyDice(two=(6, 6), other=1),
    )
    done = come(fight, orders.Attack("b8", "r9"))
    until_told(fight, "dismounted")
    return replace(done, place=fight.units["r1"].at)


@settles
def climb_out(want: Want, place: Point) -> Come:
    fight = stage(
        want, place, unit("r9", PLACE, **MECH), unit("r2", (60, 4)), foe(), options=("ejection",), phase="combat"
    )
    done = come(fight, orders.Act("r9", "eject"), name="r9-crew")
    until_told(fight, "dismounted")
    return replace(done, place=fight.units["r9-crew"].at)


# -- from somewhere else ---------------------------------------------------------------------------------------------


@scene
def deploy(want: Want) -> Come:
    fight = stage(want, (36.0, 5.0), unit("r1", None, **MECH), unit("b9", None), phase="deployment")
    return come(fight, orders.Deploy("r1", (36.0, 5.0)), (36.0, 5.0))


@scene
def return_to_map(want: Want) -> Come:
    place = (0.0, 20.0)
    leaver = unit("r1", (3, 10), **MECH)
    fight = stage(want, place, leaver, unit("r2", (60, 4)), foe(), commands=("Off-Map Movement",))
    fight.do(orders.Move("r1", ((-1.0, 10.0),), returns=place))
    since = 0
    while fight.units["r1"].place != "table":
        back = orders.Act("r1", "return", "r1")
        if fight.decision is None and fight.state.to_act == "red" and fight.refusal_of(back) is None:
            since = len(fight.journal.events)
            fight.do(back)
        go_on(fight)
        assert fight.state.turn < 5
    return Come(fight, "r1", since, place)


@settles
def join(want: Want, place: Point) -> Come:
    yard = {"kind": "pavement", "rect": [29.9, 19.9, 0.2, 0.2]}
    caller = replace(unit("r2", (30, 20), **{**FOOT, "specials": []}), abilities=("Urban Guerrilla",))
    fight = stage(want, place, caller, foe(), terrain=(yard,), phase="combat")
    fight.do(orders.Act("r2", "spawn", "r1"))
    since = len(fight.journal.events)
    until_told(fight, "joined")
    return Come(fight, "r1", since, fight.units["r1"].at)
