"""Every kind of attack, by every kind of attacker, made by orders. The attacker is r1, b1 stands where it strikes.

Most are the scenes of harm; here stand those in which nobody is harmed, and attackers that are no 'Mechs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from crossings.harm import scenes as harm
from crossings.harm.scenes import COPTER, FOOT, PLACE, actor, pilot, plane, victim
from crossings.harm.staged import Done
from crossings.staging import SteadyDice, Wish, battle, go_on
from lancemate.alphastrike.play import orders
from rules.flights import flyer
from rules.table import unit

SCENES: Final[dict[str, Callable[[Wish], Done]]] = {
    name: harm.SCENES[name]
    for name in [
        "weapons",
        "indirect_fire",
        "melee",
        "melee_weapon",
        "charge",
        "death_from_above",
        "antimech",
        "throw",
        "artillery",
        "off_board",
        "homing",
        "artillery_flak",
        "air_strike",
        "strafing",
        "dive_bomb",
        "altitude_bomb",
        "dogfight",
        "ground_fire",
        "vtol_strafing",
        "vtol_bombs",
        "capital_missile",
    ]
}


def scene(play: Callable[[Wish], Done]) -> Callable[[Wish], Done]:
    SCENES[play.__name__] = play
    return play


def shot(wish: Wish, one: Any, *specials: str, using: str | None = None, **more: Any) -> Done:
    fight = battle(wish, one, victim(wish), options=more.pop("options", ()))
    fight.do(orders.Attack("r1", "b1", using=using, **more))
    return Done(fight, "b1", "r1")


@scene
def vtol_weapons(wish: Wish) -> Done:
    """A VTOL in the air fires at the ground."""
    state = {"airborne": True, "elevation": 2.0, "moved": "ground"}
    return shot(wish, actor(wish, (20, 14), state=state, **COPTER))


@scene
def soldiers(wish: Wish) -> Done:
    """Infantry on foot."""
    return shot(wish, actor(wish, (20, 16.5), **{**FOOT, "damage": "3/3/-"}))


@scene
def artillery_at_unit(wish: Wish) -> Done:
    """A shell aimed at somebody, and not at the place where he stands."""
    return shot(wish, actor(wish, (20, 2), specials=["ARTLT-1"]), kind="artillery")


@scene
def device(wish: Wish) -> Done:
    """A Narc beacon."""
    return shot(wish, actor(wish, (20, 14), specials=["SNARC1"]), using="SNARC")


@scene
def painting(wish: Wish) -> Done:
    return shot(wish, actor(wish, (20, 14), specials=["TAG"]), using="TAG", options=("alternate_munitions",))


@scene
def surprise(wish: Wish) -> Done:
    """r1 lies hidden in a wood, and b1 comes by."""
    wood = {"kind": "woods", "rect": [26, 12, 6, 6]}
    hider = actor(wish, (29, 15), 180, state={"hidden": True})
    fight = battle(
        wish,
        hider,
        victim(wish, (29, 6), 0),
        unit("r8", (60, 4)),
        options=("hidden_units",),
        terrain=[wood],
        phase="movement",
        first="blue",
    )
    fight.do(orders.Move("b1", ((29.0, 11.9),)))
    if fight.decision is not None:
        fight.do(orders.Decide("red", "attack"))
    return Done(fight, "b1", "r1")


@scene
def rockets(wish: Wish) -> Done:
    red = pilot(wish, ("rocket_launcher", "rocket_launcher"), specials=["BOMB2"])
    fight = battle(wish, red, victim(wish), options=("aerospace", "alternate_munitions"))
    fight.do(orders.Attack("r1", "b1", "strike", using="BOMB", bombs=("rocket_launcher", "rocket_launcher")))
    return Done(fight, "b1", "r1")


@scene
def capital_guns(wish: Wish) -> Done:
    """Capital missiles of a ship at a fighter."""
    ship = flyer(harm.SHIP, "r1", (20, 2))
    fight = battle(wish, ship, plane(wish, (20, 46)), options=("aerospace", "capital_weapons"))
    fight.do(orders.Attack("r1", "b1", using="MSL", arc="nose"))
    while fight.decision is not None:
        go_on(fight)
    return Done(fight, "b1", "r1")


@scene
def ship_strike(wish: Wish) -> Done:
    """A ship that hovers low strikes with its aft weapons."""
    ship = flyer({**harm.SHIP, "type": "DS", "move": "6p"}, "r1", (20, 12), state={"hovering": True})
    fight = battle(wish, ship, victim(wish), options=("aerospace",))
    fight.do(orders.Attack("r1", "b1", "strike", arc="aft"))
    return Done(fight, "b1", "r1")


@scene
@scene
def emplacement(wish: Wish) -> Done:
    """A gun on the roof of a building."""
    house = {
        **{"id": "fort", "kind": "building", "height": 2, "cf": 20, "rect": [18, 8, 4, 4], "side": "red"},
        "weapons": [{"id": "r1", "mount": "roof", "damage": "4/4/4"}],
    }
    fight = battle(wish, unit("r8", (60, 4)), victim(wish), options=("advanced_buildings",), terrain=[house])
    fight.do(orders.Attack("r1", "b1"))
    return Done(fight, "b1", "r1")


@scene
def dogfight(wish: Wish) -> Done:
    """Both keep control, whatever the dice are to show then."""
    dice = SteadyDice(pairs=((5, 5), (5, 5)))
    fight = battle(wish, pilot(wish), plane(wish, (20, 46)), options=("aerospace",), dice=dice)
    fight.do(orders.Attack("r1", "b1"))
    while fight.decision is not None:
        go_on(fight)
    return Done(fight, "b1", "r1")


@scene
def homing(wish: Wish) -> Done:
    """Its target has been painted, whatever the dice are to show then."""
    gun = replace(actor(wish, None, specials=["ARTAIS-1"]), words={"offboard": {"edge": "south", "distance": 10}})
    painter = unit("r2", (20, 8), 0, specials=["TAG"])
    dice = SteadyDice(pairs=((6, 6),))
    fight = battle(wish, gun, painter, victim(wish), options=("advanced_artillery",), dice=dice)
    fight.do(orders.Attack("r2", "b1", using="TAG"))
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery", ammo="homing"))
    return Done(fight, "b1", "r1")
