"""Every way to be harmed, brought about by orders. The victim is b1 and the actor r1 unless a scene says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from crossings.harm.staged import Done
from crossings.staging import SteadyDice, Wish, battle, go_on, next_turn, until, until_told
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.setup import Muster, Purchase
from rules.flights import FIGHTER, SPHEROID, flyer
from rules.table import unit

PLACE: Final = (20.0, 20.0)
VICTIM: Final[Mapping[str, Any]] = {"armor": 12, "structure": 8, "damage": "3/3/2"}
ACTOR: Final[Mapping[str, Any]] = {"damage": "4/4/4"}
TANK: Final[Mapping[str, Any]] = {"type": "CV", "size": 2, "move": '10"t', "tmm": 1}
COPTER: Final[Mapping[str, Any]] = {**TANK, "size": 1, "move": '12"v'}
FOOT: Final[Mapping[str, Any]] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-", "tmm": 0}
SUITS: Final[Mapping[str, Any]] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/1/-", "specials": ["AM", "MEC"]}
FAR: Final = (60.0, 44.0)

HIGH: Final = SteadyDice(two=(6, 6))
FIRST_HIGH: Final = SteadyDice(pairs=((6, 6),))
FIRST_LOW: Final = SteadyDice(pairs=((1, 1),))
MUNITIONS: Final = ("alternate_munitions",)


SCENES: Final[dict[str, Callable[[Wish], Done]]] = {}


def scene(play: Callable[[Wish], Done]) -> Callable[[Wish], Done]:
    """A way to be harmed, by its name in the table."""
    SCENES[play.__name__] = play
    return play


def victim(
    wish: Wish,
    at: tuple[float, float] | None = PLACE,
    facing: float = 180,
    state: Any = None,
    by: str = '10"t',
    **card: Any,
) -> Any:
    """The unit in question; ``by`` is how it would move here if it were a vehicle."""
    drives = {**TANK, "move": by} if wish.vehicle and card.get("type") not in ("CV", "SV") else {}
    given = {**VICTIM, **card, **drives, **wish.victim}
    specials = [*card.get("specials", ()), *wish.victim.get("specials", ())]
    looks = (facing + 180) % 360 if wish.turned else facing
    return dressed(wish, unit("b1", at, looks, state=state, **{**given, "specials": specials}))


def dressed(wish: Wish, one: Muster) -> Muster:
    """The victim with what else a probe wants it to have."""
    return replace(one, skill=wish.skill, state={**one.state, **wish.state}, words={**one.words, **wish.words})


def spared(wish: Wish, points: int) -> Wish:
    """A victim that outlives so many points before the harm in question."""
    if wish.victim.get("armor") != 0:
        return wish
    return replace(wish, victim={**wish.victim, "structure": wish.victim["structure"] + points})


def actor(wish: Wish, at: tuple[float, float] | None, facing: float = 0, state: Any = None, **card: Any) -> Any:
    given = {**card, **wish.actor}
    specials = [*card.get("specials", ()), *wish.actor.get("specials", ())]
    return unit("r1", at, facing, state=state, **{**ACTOR, **given, "specials": specials})


def enemy(at: tuple[float, float] = FAR) -> Any:
    """Somebody of red, so that there are two sides."""
    return unit("r9", at)


def friend(at: tuple[float, float] = FAR) -> Any:
    return unit("b9", at)


def loaded(one: Muster, **loads: Any) -> Muster:
    return replace(one, words={"munitions": {launcher.replace("_", "-"): [given] for launcher, given in loads.items()}})


# -- weapons and blows -----------------------------------------------------------------------------------------


def weapon(wish: Wish, using: str | None = None, *specials: str, **more: Any) -> Done:
    fight = battle(wish, actor(wish, (20, 14), specials=specials), victim(wish), options=more.pop("options", ()))
    fight.do(orders.Attack("r1", "b1", using=using, **more))
    return Done(fight, "b1", "r1")


@scene
def weapons(wish: Wish) -> Done:
    return weapon(wish)


@scene
def missiles(wish: Wish) -> Done:
    return weapon(wish, "LRM", "LRM4/4/4")


@scene
def autocannon(wish: Wish) -> Done:
    return weapon(wish, "AC", "AC4/4/4")


@scene
def energy_weapons(wish: Wish) -> Done:
    return weapon(wish, None, "ENE")


@scene
def hot_weapons(wish: Wish) -> Done:
    return weapon(wish, None, "HT2/2/2")


@scene
def flak(wish: Wish) -> Done:
    """A shot at a VTOL that misses by a little and bursts near."""
    gun = actor(wish, (20, 14), specials=["FLK5/5/5"])
    bird = victim(wish, state={"airborne": True, "elevation": 4.0, "moved": "ground"}, **{**COPTER, "tmm": 3})
    fight = battle(wish, gun, bird, dice=SteadyDice(two=(3, 3)))
    fight.do(orders.Attack("r1", "b1"))
    return Done(fight, "b1", "r1")


@scene
def indirect_fire(wish: Wish) -> Done:
    hill = {"kind": "hill", "height": 6, "rect": [10, 10, 20, 4]}
    gun = actor(wish, (20, 4), specials=["IF5"])
    spotter = unit("r2", (26, 20), 270)
    fight = battle(wish, gun, spotter, victim(wish), terrain=[hill])
    fight.do(orders.Attack("r1", "b1", using="IF", spotter="r2"))
    return Done(fight, "b1", "r1")


@scene
def melee(wish: Wish) -> Done:
    fight = battle(wish, actor(wish, (20, 18.75), size=4), victim(wish))
    fight.do(orders.Attack("r1", "b1", "physical"))
    return Done(fight, "b1", "r1")


@scene
def melee_weapon(wish: Wish) -> Done:
    fight = battle(wish, actor(wish, (20, 18.75), specials=["MEL"]), victim(wish))
    fight.do(orders.Attack("r1", "b1", "melee"))
    return Done(fight, "b1", "r1")


def thrown_at(wish: Wish, kind: str, *, recoil: bool = False) -> Done:
    """Somebody charges, or comes down from above; one of the two is the one in question."""
    attacker, target = ("b1", "r1") if recoil else ("r1", "b1")
    other = {**ACTOR, "size": 4, "armor": 20, "move": '12"/12"j', **({} if recoil else wish.actor)}
    mine = {"size": 4, "move": '12"/12"j'} if recoil else {}
    one = victim(wish, (20, 10) if recoil else PLACE, 0 if recoil else 180, **mine)
    two = unit("r1", PLACE if recoil else (20, 10), 180 if recoil else 0, **other)
    fight = battle(wish, one, two, phase="movement", first=two.side if recoil else one.side)
    fight.do(orders.Move(target, facing=0.0 if wish.turned else 180.0))
    mode = "jump" if kind == "dfa" else "ground"
    fight.do(orders.Move(attacker, ((20.0, 18.75),), mode, **{kind: target}))
    until(fight, "combat", "blue" if recoil else "red")
    fight.do(orders.Attack(attacker, target, kind))
    return Done(fight, "b1", attacker)


@scene
def charge(wish: Wish) -> Done:
    return thrown_at(wish, "charge")


@scene
def charge_recoil(wish: Wish) -> Done:
    return thrown_at(wish, "charge", recoil=True)


@scene
def death_from_above(wish: Wish) -> Done:
    return thrown_at(wish, "dfa")


@scene
def dfa_recoil(wish: Wish) -> Done:
    return thrown_at(wish, "dfa", recoil=True)


@scene
def antimech(wish: Wish) -> Done:
    codes = ["AM", "SEAL", *wish.actor.get("specials", ())]
    squad = unit("r1", (20, 18.875), 0, **{**SUITS, **wish.actor, "specials": codes})
    fight = battle(wish, squad, victim(wish))
    fight.do(orders.Attack("r1", "b1", "antimech"))
    return Done(fight, "b1", "r1")


@scene
def throw(wish: Wish) -> Done:
    red = actor(wish, (20, 16), state={"cargo": "pod"}, size=4, move='12"')
    items = {"external_cargo": {"items": [{"id": "pod", "size": 2}]}}
    fight = battle(wish, red, victim(wish), options=("external_cargo",), settings=items)
    fight.do(orders.Attack("r1", "b1", "throw"))
    return Done(fight, "b1", "r1")


# -- artillery -------------------------------------------------------------------------------------------------


def shell(
    wish: Wish, *gun: str, options: tuple[str, ...] = (), loads: Mapping[str, str] | None = None, **how: Any
) -> Done:
    one = loaded(actor(wish, (20, 2), specials=gun), **(loads or {}))
    fight = battle(wish, one, victim(wish), options=options)
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery", **how))
    return Done(fight, "b1", "r1")


@scene
def artillery(wish: Wish) -> Done:
    return shell(wish, "ARTLT-1")


@scene
def cruise_missile(wish: Wish) -> Done:
    return shell(wish, "ARTCM5-1")


@scene
def artillery_edge(wish: Wish) -> Done:
    """Under the outer template of a cruise missile."""
    gun = actor(wish, (20, 2), specials=["ARTCM9-1"])
    fight = battle(wish, gun, victim(wish))
    fight.do(orders.Attack("r1", orders.PointTarget((20.0, 23.0)), "artillery"))
    return Done(fight, "b1", "r1")


@scene
def off_board(wish: Wish) -> Done:
    gun = replace(actor(wish, None, specials=["ARTLT-1"]), words={"offboard": {"edge": "south", "distance": 10}})
    fight = battle(
        wish, gun, enemy((4, 4)), victim(wish), options=("advanced_artillery",), dice=SteadyDice(pairs=((6, 6),))
    )
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery"))
    until_told(fight, "shell_landed")
    return Done(fight, "b1", "r1")


@scene
def answered(wish: Wish) -> Done:
    """b1 fires from beyond the table, is found by where its shells land, and answered."""
    away = {"offboard": {"edge": "north", "distance": 10}}
    theirs = victim(replace(wish, words={**wish.words, **away}), None, specials=["ARTLT-1"])
    ours = replace(actor(wish, None, specials=["ARTLT-1"]), words={"offboard": {"edge": "south", "distance": 10}})
    options = ("advanced_artillery", "artillery_counter_battery")
    fight = battle(wish, ours, enemy((24, 4)), theirs, friend((50, 44)), options=options, first="blue", dice=HIGH)
    fight.do(orders.Attack("b1", orders.PointTarget((24.0, 24.0)), "artillery"))
    until_told(fight, "shell_landed")
    next_turn(fight)
    until(fight, "combat", "red")
    fight.do(orders.Attack("r1", "b1", "artillery", using="ARTLT"))
    until_told(fight, "shell_landed", 2)
    return Done(fight, "b1", "r1")


@scene
def homing(wish: Wish) -> Done:
    gun = replace(actor(wish, None, specials=["ARTAIS-1"]), words={"offboard": {"edge": "south", "distance": 10}})
    painter = unit("r2", (20, 8), 0, specials=["TAG"])
    fight = battle(wish, gun, painter, victim(wish), options=("advanced_artillery",))
    fight.do(orders.Attack("r2", "b1", using="TAG"))
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery", ammo="homing"))
    return Done(fight, "b1", "r1")


@scene
def artillery_flak(wish: Wish) -> Done:
    """Cluster shells at a fighter."""
    gun = loaded(actor(wish, (20, 4), specials=["ARTLT-1"], state={"moved": "standstill"}), ART_LT="cluster")
    options = ("advanced_artillery", "artillery_flak", "alternate_munitions", "aerospace")
    fight = battle(wish, gun, plane(wish, (24, 48), path=((24, 48), (24, 0))), options=options)
    fight.do(orders.Attack("r1", "b1", "artillery", using="ART-LT", ammo="cluster"))
    return Done(fight, "b1", "r1")


@scene
def cluster_shells(wish: Wish) -> Done:
    return shell(wish, "ARTLT-1", options=MUNITIONS, loads={"ART_LT": "cluster"}, ammo="cluster")


@scene
def inferno_shells(wish: Wish) -> Done:
    return shell(wish, "ARTAIS-1", options=MUNITIONS, loads={"ART_AIS": "inferno_iv"}, ammo="inferno_iv")


# -- munitions -------------------------------------------------------------------------------------------------


def munition(wish: Wish, special: str, ammo: str, **how: Any) -> Done:
    code = special.rstrip("0123456789/*-")
    fight = battle(
        wish, loaded(actor(wish, (20, 14), specials=[special]), **{code: ammo}), victim(wish), options=MUNITIONS
    )
    fight.do(orders.Attack("r1", "b1", using=code, ammo=ammo, **how))
    return Done(fight, "b1", "r1")


@scene
def inferno_missiles(wish: Wish) -> Done:
    return munition(wish, "SRM4/4", "inferno")


@scene
def explosive_pod(wish: Wish) -> Done:
    """Every second pod that hits goes off."""
    done = munition(wish, "INARC2", "explosive")
    done.fight.do(orders.Attack("r1", "b1", using="INARC", ammo="explosive"))
    return done


@scene
def poison(wish: Wish) -> Done:
    """Anti-TSM warheads have left smoke around b2, and b1 walks through it without armor on its myomer."""
    card = {**VICTIM, **wish.victim, "specials": ["TSMX", *wish.victim.get("specials", ())], "armor": 0}
    gun = loaded(actor(wish, (20, 10), specials=["LRM1/1/1"]), LRM="anti_tsm")
    units = unit("b2", (20, 20), 180, armor=9), dressed(wish, unit("b1", (20, 24), 180, **card))
    fight = battle(wish, gun, *units, options=MUNITIONS)
    fight.do(orders.Attack("r1", "b2", using="LRM", ammo="anti_tsm"))
    next_turn(fight)
    until(fight, "movement", "blue")
    fight.do(orders.Move("b1", ((20.0, 18.5),)))
    return Done(fight, "b1", None)


# -- from the air ----------------------------------------------------------------------------------------------


def pilot(wish: Wish, bombs: tuple[str, ...] = (), altitude: str = "low", **card: Any) -> Any:
    specials = [*card.pop("specials", ()), *wish.actor.get("specials", ())]
    given = {**FIGHTER, "damage": "4/4/4/4", **card, **wish.actor, "specials": specials}
    return flyer(given, "r1", (20, 2), bombs=bombs, altitude=altitude)


def plane(wish: Wish, at: tuple[float, float], path: Any = None, facing: float = 180) -> Any:
    """The victim, in the air."""
    flight = {"flight": [list(point) for point in path]} if path else {}
    card = {**FIGHTER, "armor": 12, "structure": 8, "threshold": 9, **wish.victim}
    return dressed(wish, flyer(card, "b1", at, facing, state=flight))


def attacked_from_above(wish: Wish, kind: str, target: Any, bombs: Any = (), altitude: str = "low", **how: Any) -> Done:
    carried = tuple(bomb for one in bombs for bomb in ([one] if isinstance(one, str) else one))
    specials = [f"BOMB{len(carried)}"] if carried else []
    red = pilot(wish, carried, altitude, specials=specials)
    fight = battle(wish, red, victim(wish), options=("aerospace", *how.pop("options", ())))
    said = {"bombs": tuple(bombs)} if bombs else {}
    fight.do(orders.Attack("r1", target, kind, **said, **how))
    return Done(fight, "b1", "r1")


@scene
def air_strike(wish: Wish) -> Done:
    return attacked_from_above(wish, "strike", "b1")


@scene
def strafing(wish: Wish) -> Done:
    return attacked_from_above(wish, "strafe", orders.LineTarget(((20, 14), (20, 24))))


@scene
def dive_bomb(wish: Wish) -> Done:
    return attacked_from_above(wish, "dive_bomb", orders.PointTarget(PLACE), ("HE", "HE"))


@scene
def altitude_bomb(wish: Wish) -> Done:
    run = orders.PointsTarget((PLACE, (20.0, 22.0)))
    return attacked_from_above(wish, "altitude_bomb", run, (("HE",), ("HE",)), "high")


@scene
def cluster_bomb(wish: Wish) -> Done:
    return attacked_from_above(wish, "dive_bomb", orders.PointTarget((20.0, 21.0)), ("cluster",))


@scene
def inferno_bomb(wish: Wish) -> Done:
    return attacked_from_above(wish, "dive_bomb", orders.PointTarget(PLACE), ("inferno",))


@scene
def dogfight(wish: Wish) -> Done:
    fight = battle(wish, pilot(wish), plane(wish, (20, 46)), options=("aerospace",))
    fight.do(orders.Attack("r1", "b1"))
    while fight.decision is not None:
        go_on(fight)
    return Done(fight, "b1", "r1")


@scene
def ground_fire(wish: Wish) -> Done:
    path = ((20, 40), (20, 20))
    fight = battle(wish, actor(wish, (20, 10)), plane(wish, (20, 40), path), options=("aerospace",))
    fight.do(orders.Attack("r1", "b1"))
    return Done(fight, "b1", "r1")


def run(wish: Wish, kind: str, bombs: tuple[str, ...] = (), **said: Any) -> Done:
    """A VTOL flies over its victim in the Movement Phase and strikes in the Combat Phase."""
    specials = [f"BOMB{len(bombs)}"] if bombs else []
    card = {**COPTER, "move": '20"v', "damage": "4/4/4", "specials": [*specials, *wish.actor.get("specials", ())]}
    bird = unit("r1", (20, 10), 0, state={"airborne": True, "elevation": 6.0}, **{**wish.actor, **card})
    fight = battle(
        wish,
        replace(bird, bombs=bombs),
        victim(wish),
        options=("vtol_special_attacks",),
        phase="movement",
        first="blue",
    )
    fight.do(orders.Pass("b1"))
    fight.do(orders.Move("r1", ((20, 25),), **said))
    until(fight, "combat", "red")
    more = {"bombs": bombs} if bombs else {}
    fight.do(orders.Attack("r1", orders.RunTarget(), kind, **more))
    return Done(fight, "b1", "r1")


@scene
def vtol_strafing(wish: Wish) -> Done:
    return run(wish, "strafe", strafe=orders.LineTarget(((20.0, 14.0), (20.0, 24.0))))


@scene
def vtol_bombs(wish: Wish) -> Done:
    return run(wish, "bomb", ("HE", "HE"), bomb=orders.PointTarget(PLACE))


SHIP: Final = {
    **SPHEROID,
    "type": "DA",
    "move": "6a",
    "arcs": {
        "nose": {"STD": "6/5/4/2", "CAP": "8/8/6/4", "SCAP": "5/5/4/2", "MSL": "5/4/3/2"},
        "left": {"STD": "3/3/2/1"},
        "right": {"STD": "3/3/2/1"},
        "aft": {"STD": "2/2/1/0"},
    },
}


@scene
def capital_missile(wish: Wish) -> Done:
    """From a ship above, at a place."""
    ship = flyer(SHIP, "r1", (20, 2), altitude="middle")
    fight = battle(wish, ship, victim(wish), options=("aerospace", "capital_weapons"))
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery", "MSL", arc="nose"))
    return Done(fight, "b1", "r1")


# -- battlefield support ---------------------------------------------------------------------------------------


def support(wish: Wish, kind: str, target: Any) -> Done:
    fight = battle(wish, enemy((4, 4)), victim(wish), support=[Purchase(kind)])
    fight.do(orders.SupportAttack("red", kind, target))
    return Done(fight, "b1", None)


@scene
def support_strike(wish: Wish) -> Done:
    return support(wish, "heavy_strike", "b1")


@scene
def support_strafing(wish: Wish) -> Done:
    return support(wish, "strafing", orders.LineTarget(((15.0, 20.0), (25.0, 20.0))))


@scene
def support_bombing(wish: Wish) -> Done:
    return support(wish, "heavy_bombing", orders.PointTarget(PLACE))


@scene
def support_artillery(wish: Wish) -> Done:
    return support(wish, "long_tom", orders.PointTarget(PLACE))


@scene
def support_mines(wish: Wish) -> Done:
    mine = Purchase("heavy_minefield", PLACE)
    fight = battle(
        wish,
        enemy((4, 4)),
        victim(wish, (20, 26), move='10"'),
        friend(),
        support=[mine],
        phase="movement",
        first="blue",
    )
    fight.do(orders.Move("b1", ((20.0, 20.5),)))
    return Done(fight, "b1", None)


# -- mines -----------------------------------------------------------------------------------------------------


def mined(wish: Wish, kind: str, **more: Any) -> Done:
    """Mines that red has laid, and b1 steps on."""
    field = {"id": "m1", "kind": "minefield", "density": 3, "type": kind, "circle": [*PLACE, 1], "side": "red", **more}
    units = enemy((4, 4)), victim(wish, (20, 26), move='10"'), friend()
    fight = battle(wish, *units, terrain=[field], options=("minefields",), phase="movement", first="blue")
    fight.do(orders.Move("b1", ((20.0, 19.5),)))
    return Done(fight, "b1", None)


@scene
def mines(wish: Wish) -> Done:
    return mined(wish, "conventional")


@scene
def inferno_mines(wish: Wish) -> Done:
    return mined(wish, "inferno")


@scene
def emp_mines(wish: Wish) -> Done:
    return mined(wish, "emp")


@scene
def mines_by_command(wish: Wish) -> Done:
    field = {"id": "m1", "kind": "minefield", "density": 3, "type": "conventional", "circle": [*PLACE, 1]}
    piece = {**field, "side": "red", "command": True}
    fight = battle(wish, enemy((20, 14)), victim(wish), terrain=[piece], options=("minefields",))
    fight.do(orders.Act("r9", "detonate", "m1"))
    return Done(fight, "b1", None)


# -- explosions ------------------------------------------------------------------------------------------------


@scene
def engine_explosion(wish: Wish) -> Done:
    """b2 is shot to pieces beside b1, and its engine goes with it."""
    gun = unit("r1", (20, 10), 0, damage="9/9/9")
    near = unit("b2", (20, 22.25), 180, armor=1, structure=2, size=4)
    fight = battle(
        wish,
        gun,
        near,
        victim(wish, (20, 24.5)),
        options=("engine_explosions",),
        dice=SteadyDice(pairs=((5, 5), (6, 6))),
    )
    fight.do(orders.Attack("r1", "b2"))
    return Done(fight, "b1", "b2")


@scene
def booby_trap(wish: Wish) -> Done:
    trap = unit("r1", (20, 18.75), 0, size=4, move='6"', specials=["BT"])
    fight = battle(wish, trap, victim(wish))
    fight.do(orders.Act("r1", "detonate", "BT"))
    return Done(fight, "b1", "r1")


@scene
def plant_explosion(wish: Wish) -> Done:
    """A shot at b2 goes wide on heavy industrial ground."""
    ground = {"kind": "heavy_industrial", "rect": [16, 16, 8, 8]}
    gun = unit("r1", (20, 10), 0, skill=4)
    other = unit("b2", (21.3, 20), 180)
    fight = battle(wish, gun, other, victim(wish), terrain=[ground], dice=SteadyDice((1, 2)))
    fight.do(orders.Attack("r1", "b2"))
    return Done(fight, "b1", None)


# -- ground and weather ----------------------------------------------------------------------------------------


@scene
def pool(wish: Wish) -> Done:
    piece = {"kind": "hazardous_liquid_pool", "depth": 1, "rect": [0, 12, 72, 10]}
    return walks_in(wish, piece, by='20"h')


def walks_in(
    wish: Wish, *pieces: Any, to: Any = PLACE, dice: SteadyDice | None = None, by: str = '20"t', **card: Any
) -> Done:
    """b1 walks onto some ground from the north."""
    units = victim(wish, (20, 23), by=by, **{"move": '20"', **card}), friend(), enemy((4, 4))
    fight = battle(wish, *units, terrain=pieces, phase="movement", first="blue", dice=dice)
    fight.do(orders.Move("b1", (to,)))
    return Done(fight, "b1", None)


@scene
def magma(wish: Wish) -> Done:
    piece = {"kind": "magma_liquid", "depth": 1, "rect": [0, 12, 72, 10]}
    bare = replace(wish, victim={**wish.victim, "armor": 0})
    return walks_in(bare, piece, dice=SteadyDice(two=(2, 3)))


@scene
def magma_heat(wish: Wish) -> Done:
    done = walks_in(wish, {"kind": "magma_liquid", "depth": 1, "rect": [0, 12, 72, 10]})
    next_turn(done.fight)
    return done


@scene
def ice(wish: Wish) -> Done:
    return walks_in(
        replace(wish, other=None),
        {"kind": "ice", "depth": 1, "rect": [0, 12, 72, 10]},
        dice=SteadyDice(two=(2, 3), other=6),
    )


def weather(wish: Wish, conditions: Mapping[str, Any], dice: SteadyDice | None = None, **more: Any) -> Done:
    fight = battle(wish, victim(wish, **more.pop("card", {})), enemy(), conditions=conditions, dice=dice, **more)
    next_turn(fight)
    return Done(fight, "b1", None)


def quake(wish: Wish, dice: SteadyDice | None = None, strength: int = 9) -> Done:
    conditions = {"earthquake": {"turn": 1, "strength": strength}}
    fight = battle(wish, victim(wish), enemy(), conditions=conditions, phase="initiative", dice=dice)
    until(fight, "movement")
    return Done(fight, "b1", None)


@scene
def earthquake(wish: Wish) -> Done:
    return quake(wish)


@scene
def storm(wish: Wish) -> Done:
    return weather(wish, {"wind": {"force": 4, "from": "west"}}, card=FOOT)


@scene
def tornado(wish: Wish) -> Done:
    return weather(wish, {"tornadoes": [{"at": [20, 14], "rating": 3, "turns": 3}]}, SteadyDice((1, 6)))


@scene
def cold(wish: Wish) -> Done:
    return weather(wish, {"temperature": -60}, turn=5, card=FOOT)


@scene
def exposure(wish: Wish) -> Done:
    return weather(wish, {"custom": [{"name": "Ash", "damage": 1}]})


@scene
def fire(wish: Wish) -> Done:
    """b1 walks through a fire, and has no heat scale."""
    piece = {"id": "fire1", "kind": "fire", "circle": [20, 18, 1]}
    units = victim(wish, (20, 23), **TANK), friend(), enemy((4, 4))
    fight = battle(wish, *units, terrain=[piece], options=("fire_and_smoke",), phase="movement", first="blue")
    fight.do(orders.Move("b1", ((20.0, 18.0),)))
    next_turn(fight)
    return Done(fight, "b1", None)


@scene
def fire_heat(wish: Wish) -> Done:
    mech = {} if wish.vehicle else {"type": "BM", "move": '10"'}
    return fire(replace(wish, victim={**mech, **wish.victim}))


@scene
def depth(wish: Wish) -> Done:
    """Infantry at extreme depth."""
    sea = {"kind": "water", "depth": 12, "rect": [10, 10, 30, 30]}
    card = {**SUITS, "move": '4"s', "specials": ["UMU"]}
    state = {"elevation": -12.0}
    units = victim(wish, state=state, **card), enemy((4, 4)), friend()
    fight = battle(wish, *units, terrain=[sea], options=("advanced_terrain",), phase="movement", first="blue")
    until(fight, "combat")
    return Done(fight, "b1", None)


# -- falls and collisions --------------------------------------------------------------------------------------


@scene
def derailment(wish: Wish) -> Done:
    rail = {"id": "rail1", "kind": "rail", "line": [[20, 44], [20, 4]], "width": 1, "broken": [12]}
    train = {"type": "SV", "move": '10"r', "size": 2}
    units = victim(wish, (20, 26), **train), friend(), enemy((4, 4))
    fight = battle(wish, *units, terrain=[rail], phase="movement", first="blue")
    fight.do(orders.Move("b1", ((20.0, 16.0),)))
    return Done(fight, "b1", None)


def checked(wish: Wish) -> tuple[tuple[int, int], ...]:
    """Dice for the critical check that such a victim brings before the harm in question: without any effect."""
    times = 2 if wish.victim.get("type") == "IM" else 1
    return ((3, 4),) * times if wish.victim.get("armor") == 0 or "BAR" in wish.victim.get("specials", ()) else ()


@scene
def crash(wish: Wish) -> Done:
    """A VTOL is shot out of the sky: its drive is gone, and it comes down."""
    wish = spared(wish, 4)
    bird = victim(wish, state={"airborne": True, "elevation": 4.0, "moved": "ground"}, **COPTER)
    fight = battle(wish, actor(wish, (20, 14)), bird, dice=SteadyDice(pairs=((5, 5), *checked(wish), (6, 6))))
    fight.do(orders.Attack("r1", "b1"))
    next_turn(fight)
    return Done(fight, "b1", "r1", "crash")


@scene
def collapse(wish: Wish) -> Done:
    """The house that b1 is in is shot down."""
    house = {"id": "it", "kind": "building", "type": "medium", "height": 4, "cf": 4, "rect": [16, 20, 8, 8]}
    gun = actor(wish, (20, 10), damage="5/5/5")
    fight = battle(wish, gun, victim(wish, (20, 24)), terrain=[house])
    fight.do(orders.Attack("r1", "it"))
    next_turn(fight)
    return Done(fight, "b1", "r1", "collapse")


@scene
def bridge_fall(wish: Wish) -> Done:
    bridge = {"id": "it", "kind": "bridge", "line": [[20, 10], [20, 30]], "width": 3, "height": 4, "cf": 4}
    gun = actor(wish, (26, 20), 270, damage="9/9/9")
    fight = battle(wish, gun, victim(wish, state={"elevation": 4.0}), terrain=[bridge])
    fight.do(orders.Attack("r1", "it"))
    next_turn(fight)
    return Done(fight, "b1", "r1", "fall")


STREET: Final = {"kind": "road", "line": [[20, 48], [20, 0]], "width": 3}
SLIPS: Final = (1, 1, 3)  # control is lost, and the way is straight ahead


def slides(wish: Wish, who: str, tape: tuple[int, ...], *units: Any) -> Done:
    """Somebody goes too fast along a street, from (20, 45) to the south."""
    first = "blue" if who == "b1" else "red"
    fight = battle(
        wish, *units, terrain=[STREET], phase="movement", first=first, options=("skidding",), dice=SteadyDice(tape)
    )
    fight.do(orders.Move(who, ((20.0, 37.0),)))
    return Done(fight, "b1", who)


@scene
def skid(wish: Wish) -> Done:
    return slides(wish, "b1", SLIPS, victim(wish, (20, 45), move='10"'), enemy((4, 4)))


@scene
def collision(wish: Wish) -> Done:
    """b1 slides into somebody of red."""
    done = slides(wish, "b1", (*SLIPS, 6, 6), victim(wish, (20, 45), move='10"'), enemy((20, 33)))
    return replace(done, cause="collision")


@scene
def run_into(wish: Wish) -> Done:
    """r1 slides into b1."""
    slider = unit("r1", (20, 45), 180, move='10"')
    return slides(wish, "r1", (*SLIPS, 6, 6), slider, victim(wish, (20, 33)))


@scene
def scattered(wish: Wish) -> Done:
    """r1 slides through infantry."""
    slider = unit("r1", (20, 45), 180, move='10"')
    return slides(wish, "r1", (*SLIPS, 6, 6), slider, victim(wish, (20, 35), **FOOT))


@scene
def drop(wish: Wish) -> Done:
    """b1 is let down from a VTOL, and lands badly."""
    bird = unit("b2", (20, 30), 180, state={"airborne": True, "elevation": 5.0}, **{**COPTER, "specials": ["VTM2"]})
    rider = victim(wish, None, state={"aboard": "b2"}, **{**TANK, "size": 1})
    units = bird, rider, friend(), enemy((4, 4))
    fight = battle(
        wish, *units, options=("dropping_troops",), phase="movement", first="blue", dice=SteadyDice((1, 2, 1, 1, 1))
    )
    fight.do(orders.Move("b2", ((20, 26), (20, 22)), unload=(orders.Unload("b1", (20, 26), 90.0),)))
    until(fight, "combat")
    return Done(fight, "b1", None)


@scene
def dragged(wish: Wish) -> Done:
    """b1 is dragged along by a friend."""
    tow = unit("b2", (20, 20), 180, size=4, move='14"')
    units = tow, victim(wish, (20, 21.25), by='10"h', size=2), friend(), enemy((4, 4))
    fight = battle(
        wish, *units, options=("external_cargo",), phase="movement", first="blue", dice=SteadyDice(pairs=((1, 1),))
    )
    fight.do(orders.Act("b2", "drag", "b1"))
    fight.do(orders.Move("b2", ((20, 15),)))
    return Done(fight, "b1", None)


@scene
def set_down_hard(wish: Wish) -> Done:
    """b1 is carried by a friend, and dropped in a hurry."""
    hands = unit("b2", (20, 20), 180, size=4, move='12"', state={"cargo": "b1"})
    units = hands, victim(wish, (20, 21.25), size=1), friend(), enemy((4, 4))
    fight = battle(wish, *units, options=("external_cargo",), phase="movement", first="blue")
    fight.do(orders.Move("b2", ((20, 16),), drop=orders.Drop((20.0, 18.0), "quick")))
    return Done(fight, "b1", None)


@scene
def rough_landing(wish: Wish) -> Done:
    """An aircraft comes down where something is in its way."""
    rough = {"kind": "rough", "rect": [16, 26, 8, 8]}
    bird = dressed(wish, flyer({**FIGHTER, **VICTIM, **wish.victim}, "b1", (20, 2), 0))
    fight = battle(
        wish,
        bird,
        enemy((4, 4)),
        options=("aerospace", "aerospace_on_ground_map"),
        terrain=[rough],
        phase="movement",
        first="blue",
    )
    until(fight, "air_movement", "blue")
    fight.do(orders.Move("b1", ((20, 32),), "land"))
    return Done(fight, "b1", None)


@scene
def fissure(wish: Wish) -> Done:
    """The ground opens under b1."""
    felt = (*(((2, 3),) * len(checked(wish))), *(((2, 3),) * 2 if wish.conditions else ()))
    done = quake(spared(wish, 1), SteadyDice(other=3, pairs=((6, 5), (3, 4), *felt, (3, 4), (1, 1))), 12)
    return replace(done, cause="fissure")


@scene
def sinking(wish: Wish) -> Done:
    """A submarine whose drive is shot away goes to the bottom."""
    sea = {"kind": "water", "depth": 6, "rect": [10, 10, 30, 30]}
    boat = {**TANK, "move": '8"s'}
    gun = unit("r1", (20, 14), 0, state={"elevation": -3.0}, **{**boat, "damage": "6/6/6", **wish.actor})
    wish = spared(wish, 3)
    prey = victim(wish, state={"elevation": -3.0}, **boat)
    fight = battle(wish, gun, prey, terrain=[sea], dice=SteadyDice(pairs=((5, 5), (3, 4), *checked(wish), (6, 6))))
    fight.do(orders.Attack("r1", "b1"))
    next_turn(fight)
    return Done(fight, "b1", "r1", "sinking")


# -- what else attacks -----------------------------------------------------------------------------------------


@scene
def rockets(wish: Wish) -> Done:
    red = pilot(wish, ("rocket_launcher",) * 2, specials=["BOMB6"])
    fight = battle(wish, red, victim(wish), options=("aerospace", *MUNITIONS))
    fight.do(orders.Attack("r1", "b1", "strike", "BOMB", bombs=("rocket_launcher",) * 2))
    return Done(fight, "b1", "r1")


@scene
def torpedo_bomb(wish: Wish) -> Done:
    pond = {"kind": "water", "depth": 2, "rect": [14, 14, 12, 12]}
    prey = victim(wish, state={"elevation": -2.0}, by='8"s')
    red = pilot(wish, ("torpedo",), specials=["BOMB6"])
    fight = battle(wish, red, prey, terrain=[pond], options=("aerospace", *MUNITIONS))
    fight.do(orders.Attack("r1", "b1", "dive_bomb", bombs=("torpedo",)))
    return Done(fight, "b1", "r1")


@scene
def arrow_iv(wish: Wish) -> Done:
    along = {"flight": [[20, 0], [20, 40]]}
    specials = ["BOMB6", *wish.actor.get("specials", ())]
    red = flyer({**FIGHTER, **wish.actor, "specials": specials}, "r1", (20, 0), 0, bombs=("arrow_iv",), state=along)
    fight = battle(wish, red, victim(wish), options=("aerospace", *MUNITIONS))
    fight.do(orders.Attack("r1", orders.PointTarget(PLACE), "artillery", bombs=("arrow_iv",)))
    return Done(fight, "b1", "r1")


@scene
def air_defense(wish: Wish) -> Done:
    """An arrow from the ground at a fighter."""
    gun = actor(wish, (20, 10), specials=["ARTAIS-1"], state={"moved": "ground"})
    gun = loaded(gun, ART_AIS="air_defense_arrow_iv")
    fight = battle(wish, gun, plane(wish, (20, 40), ((20, 40), (20, 20))), options=("aerospace", *MUNITIONS))
    fight.do(orders.Attack("r1", "b1", "artillery", ammo="air_defense_arrow_iv"))
    return Done(fight, "b1", "r1")


@scene
def air_arrow(wish: Wish) -> Done:
    """An arrow from fighter to fighter."""
    red = loaded(pilot(wish, specials=["ARTAIS-1"]), ART_AIS="air_to_air_arrow_iv")
    foe = plane(wish, (10, 30), ((10, 30), (10, 0)))
    red = replace(red, state={**red.state, "flight": [[20, 2], [20, 40]]})
    fight = battle(wish, red, foe, options=("aerospace", *MUNITIONS))
    fight.do(orders.Attack("r1", "b1", "artillery", ammo="air_to_air_arrow_iv"))
    return Done(fight, "b1", "r1")


@scene
def capital_guns(wish: Wish) -> Done:
    """Guns made for ships, from the ground at a fighter."""
    fort = unit("r1", (20, 10), skill=1, **{**TANK, "move": '4"t', "specials": ["SDS-SC5/5/5/5"]})
    fight = battle(wish, fort, plane(wish, (20, 46)), options=("aerospace", "capital_weapons"))
    fight.do(orders.Attack("r1", "b1", using="SDS-SC"))
    return Done(fight, "b1", "r1")


@scene
def surprise(wish: Wish) -> Done:
    """r1 lies hidden in the woods, and attacks b1 as it comes by."""
    woods = {"kind": "woods", "rect": [17, 16, 4, 3]}
    lurking = actor(wish, (19, 17), state={"hidden": True}, facing=0)
    fight = battle(
        wish,
        lurking,
        victim(wish, (20, 26), move='14"'),
        enemy((4, 4)),
        friend(),
        terrain=[woods],
        options=("hidden_units",),
        phase="movement",
        first="blue",
    )
    fight.do(orders.Move("b1", ((20.0, 19.8),)))
    while fight.decision is not None:
        go_on(fight)
    return Done(fight, "b1", "r1")


@scene
def boarders(wish: Wish) -> Done:
    """r1 has boarded a ship, and fights those who guard it."""
    crawler = {"type": "SV", "size": 4, "move": '2"t', "armor": 20, "structure": 10}
    ship = unit("bship", (20, 20), 0, **{**crawler, "specials": ["VLG", "AFC", "CRW2", "IT20"]})
    squad = {**SUITS, "damage": "2/2/0", "specials": ["CAR4", *wish.actor.get("specials", ())]}
    party = unit(
        "r1", None, skill=3, state={"boarding": "bship"}, **{**squad, **{**wish.actor, "specials": squad["specials"]}}
    )
    guard = victim(wish, None, state={"aboard": "bship"}, **{**FOOT, "specials": ["CAR3"]})
    fight = battle(wish, enemy((4, 4)), party, ship, guard, friend())
    fight.do(orders.Attack("r1", "b1"))
    return Done(fight, "b1", "r1")


# -- what follows from a critical hit --------------------------------------------------------------------------


def wounded(wish: Wish, result: tuple[int, int], cause: str, **card: Any) -> Done:
    """A shot strikes structure, and the roll on the table says what follows."""
    bare = replace(wish, victim={"structure": 30, **wish.victim, "armor": 0})
    prey = victim(spared(bare, 4), **card)
    fight = battle(wish, actor(wish, (20, 14)), prey, dice=SteadyDice(pairs=((5, 5), result, (2, 3))))
    fight.do(orders.Attack("r1", "b1"))
    return Done(fight, "b1", "r1", cause)


@scene
def ammunition(wish: Wish) -> Done:
    """It blows up in a unit with CASE."""
    return wounded(wish, (1, 1), "ammo", specials=["CASE"])


@scene
def moot_critical(wish: Wish) -> Done:
    """Weapons are hit that can do nothing any more."""
    return wounded(wish, (3, 3), "critical", damage="0/0/0")


# -- more of nature --------------------------------------------------------------------------------------------


@scene
def heat_wave(wish: Wish) -> Done:
    return weather(wish, {"temperature": 60}, turn=5, card=FOOT)


@scene
def crust_landing(wish: Wish) -> Done:
    """A spheroid comes down with its rim on crust over magma."""
    crust = {"kind": "magma_crust", "rect": [0, 30, 20.5, 18]}
    ship = {**SPHEROID, **VICTIM, "size": 1, **wish.victim}
    bird = dressed(wish, flyer(ship, "b1", (22, 30), 0))
    options = ("aerospace", "aerospace_on_ground_map")
    fight = battle(wish, bird, enemy((4, 4)), options=options, terrain=[crust], phase="movement", first="blue")
    until(fight, "air_movement", "blue")
    fight.do(orders.Move("b1", ((22, 40),), "land"))
    next_turn(fight)
    return Done(fight, "b1", None)
