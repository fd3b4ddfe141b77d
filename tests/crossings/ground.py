"""The table of ground, played: something lies at a place, and the place becomes other ground by play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from crossings.staging import SteadyDice, Wish, battle, next_turn, until
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import ON_THE_GROUND, OPTION
from lancemate.alphastrike.terrain.becoming import CHANGES
from lancemate.alphastrike.terrain.ground import hidden_areas
from rules.flights import SPHEROID, flyer
from rules.table import unit
from rules.test_structures import structure

PLACE = (24.0, 20.0)
STURDY: dict[str, Any] = {"armor": 40, "structure": 20, "move": '24"'}
POD: dict[str, Any] = {**SPHEROID, "name": "Pod", "type": "SC", "size": 1, "move": "5p"}
ALOFT = {"hovering": True}
CONVERSION = ("terrain_conversion",)


@dataclass(frozen=True)
class Changed:
    """The place has become other ground; ``found`` is what the scene itself is about, and must be true."""

    fight: Any
    found: bool


def kinds(fight: Any) -> list[str]:
    return [one.kind for one in fight.table.features_at(*PLACE)]


def by(fight: Any, rule_id: str) -> bool:
    """Some change of the ground was told by a rule."""
    return any(one.type.startswith("terrain_") and one.rule == rule_id for one in fight.journal.events)


def foe(**more: Any) -> Any:
    return unit("b1", (66, 44), 180, **more)


def wide(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "rect": [14, 18, 20, 6], **more}


# -- sheets that break ----------------------------------------------------------------------------------------


def walks_onto(kind: str, rule_id: str, wish: Wish) -> Changed:
    own = any(piece["kind"] == kind for piece in wish.terrain)  # then it is the sheet itself that lies there
    fight = battle(
        replace(wish, terrain=({"id": "it", **wide(kind, depth=2)},)) if own else wish,
        unit("r1", (24, 16), **STURDY),
        foe(),
        terrain=[] if own else [wide(kind, depth=2)],
        dice=SteadyDice(other=6),
        phase="movement",
    )
    fight.do(orders.Move("r1", (PLACE,)))
    return Changed(fight, by(fight, rule_id))


def ice_surfaced(wish: Wish) -> Changed:
    boat = unit("r1", (24, 12), type="CV", **{**STURDY, "move": '20"s'}, state={"elevation": -3.0})
    lake = [{"kind": "water", "depth": 3, "rect": [14, 4, 20, 14]}, wide("ice", depth=3)]
    fight = battle(wish, boat, foe(), terrain=lake, phase="movement")
    fight.do(orders.Move("r1", (PLACE,), "submersible", elevation=0.0))
    return Changed(fight, by(fight, "AS-BAT-043"))


def ship(
    wish: Wish, card: dict[str, Any], *terrain: dict[str, Any], two: tuple[int, int] = (6, 6), **state: Any
) -> Any:
    return battle(
        wish,
        flyer(card, "r1", PLACE, state=state),
        foe(),
        terrain=terrain,
        options=(OPTION, ON_THE_GROUND),
        dice=SteadyDice(two=two),
        phase="movement",
    )


def ice_burst(wish: Wish) -> Changed:
    """It stands on ice from the first, as if it had come down gently."""
    fight = ship(wish, {**SPHEROID}, wide("ice", depth=2), airborne=False, altitude=None)
    until(fight, "air_movement", "red")
    fight.do(orders.Move("r1", (), "liftoff"))
    return Changed(fight, by(fight, "AS-BAT-044"))


def ice_shot(wish: Wish) -> Changed:
    return shoots(wish, wide("ice", depth=2), options=CONVERSION)


# -- ships ----------------------------------------------------------------------------------------------------


def lands(card: dict[str, Any], two: tuple[int, int], rule_id: str, wish: Wish) -> Changed:
    fight = ship(wish, card, two=two, **ALOFT)
    until(fight, "air_movement", "red")
    fight.do(orders.Move("r1", (PLACE,), "land"))
    next_turn(fight)
    told = [one for one in fight.journal.events if one.type in ("landed", "landing_roll")]
    return Changed(fight, bool(told) and (rule_id != "AS-OPT-086" or by(fight, rule_id)))


def ruin(wish: Wish) -> Changed:
    """It has one section, which is shot away."""
    gun = unit("r1", (24, 8), **{**STURDY, "damage": "90/90/90"}, state={"moved": "standstill"})
    fight = battle(wish, gun, unit("b1", PLACE, 180, **structure({"core": [0, 0]})), dice=SteadyDice(two=(6, 5)))
    fight.do(orders.Attack("r1", "b1/core"))
    next_turn(fight)
    return Changed(fight, by(fight, "AS-BAT-133"))


# -- soft ground ----------------------------------------------------------------------------------------------


def quicksand(wish: Wish) -> Changed:
    """It gets stuck where the swamp begins, and opens it."""
    mined = any(piece["kind"] == "minefield" and "command" not in piece for piece in wish.terrain)
    pairs = ((1, 1), (1, 1), (6, 6)) if mined else ((1, 1), (6, 6))
    fight = battle(
        wish,
        unit("r1", (24, 16), **STURDY),
        foe(),
        terrain=[{"kind": "swamp", "rect": [14, 20, 20, 6]}],
        dice=SteadyDice(pairs=pairs),
        phase="movement",
    )
    fight.do(orders.Move("r1", ((24, 22),)))
    return Changed(fight, by(fight, "AS-BAT-065"))


def fissure(wish: Wish) -> Changed:
    fight = battle(
        wish,
        unit("r1", PLACE, **STURDY),
        foe(),
        conditions={"earthquake": {"turn": 1, "strength": 12}},
        dice=SteadyDice(other=2, pairs=((6, 5), (2, 1), (1, 1))),
        phase="initiative",
    )
    return Changed(fight, by(fight, "AS-BAT-089"))


# -- what is worn down ----------------------------------------------------------------------------------------


def shoots(wish: Wish, *terrain: dict[str, Any], options: tuple[str, ...] = ()) -> Changed:
    gun = unit("r1", (24, 14), **{**STURDY, "damage": "200/200/200"}, state={"moved": "standstill"})
    fight = battle(wish, gun, foe(), terrain=terrain, options=options, dice=SteadyDice(two=(6, 6)))
    before = fight.table
    order = orders.Attack("r1", orders.PointTarget(PLACE))
    refused = fight.refusal_of(order)
    if refused is None:
        fight.do(order)
    return Changed(fight, refused is not None or fight.table is not before or before.by_id.get("it") is not None)


def burnt_down(wish: Wish) -> Changed:
    fight = battle(
        wish,
        unit("r1", (4, 4)),
        foe(),
        terrain=[{"id": "blaze", "kind": "fire", "circle": [*PLACE, 1.0]}],
        options=("fire_and_smoke",),
    )
    next_turn(fight)
    return Changed(fight, fight.state.turn == 2)


def sawn_down(wish: Wish) -> Changed:
    """The woods it stands in are worn already, unless those are what lies there."""
    own = () if any("woods" in piece["kind"] or piece["kind"] == "jungle" for piece in wish.terrain) else (TREES,)
    saw = unit("r1", PLACE, **{**STURDY, "specials": ["SAW"]}, state={"moved": "standstill"})
    fight = battle(wish, saw, foe(), terrain=own, options=CONVERSION)
    order = orders.Act("r1", "clear_woods")
    hidden_below = fight.refusal_of(order) is not None or fight.do(order) is None
    return Changed(fight, hidden_below or by(fight, "AS-SPC-142") or bool(fight.state.notes.get("terrain_factors")))


TREES = {"id": "trees", "kind": "woods", "circle": [*PLACE, 1.0], "tf": 3}


def tornado(wish: Wish) -> Changed:
    """It wanders two inches north, onto the place."""
    twister = {"at": [PLACE[0], PLACE[1] - 2.0], "rating": 5, "turns": 5}
    fight = battle(wish, unit("r1", (4, 4)), foe(), conditions={"tornadoes": [twister]}, dice=SteadyDice(other=1))
    next_turn(fight)
    return Changed(fight, any(one.type == "tornado" and one.what == "moves" for one in fight.journal.events))


# -- what stands there ----------------------------------------------------------------------------------------


def bridge_falls(wish: Wish) -> Changed:
    river = {"id": "river", "kind": "water", "depth": 2, "rect": [4, 18, 40, 4]}
    own = any(piece["kind"] == "bridge" for piece in wish.terrain)
    span = {"id": "span", "kind": "bridge", "cf": 2, "rect": [22, 17, 4, 6]}
    gun = unit("r1", (24, 10), **{**STURDY, "damage": "9/9/9"}, state={"moved": "standstill"})
    fight = battle(wish, gun, foe(), terrain=[river] if own else [river, span], dice=SteadyDice(two=(6, 6)))
    fight.do(orders.Attack("r1", "it" if own else "span"))
    next_turn(fight)
    return Changed(fight, by(fight, "AS-BAT-027"))


def building_falls(wish: Wish) -> Changed:
    hall = {"id": "hall", "kind": "building", "height": 2, "cf": 2, "rect": [22, 18, 4, 4]}
    own = () if any(piece["kind"] == "building" for piece in wish.terrain) else (hall,)
    gun = unit("r1", (24, 10), **{**STURDY, "damage": "9/9/9"}, state={"moved": "standstill"})
    fight = battle(wish, gun, foe(), terrain=own, dice=SteadyDice(two=(6, 6)))
    fight.do(orders.Attack("r1", "hall" if own else "it"))
    next_turn(fight)
    return Changed(fight, by(fight, "AS-URB-018"))


def lane(wish: Wish) -> Changed:
    """Four crews in one place would not do: one has dug three turns already when the others come."""
    crew = [
        unit(f"r{n}", (24.0 + 3 * n, 18.9), type="CV", **{**STURDY, "move": '20"t', "specials": ["ENG"]})
        for n in range(4)
    ]
    heap = {"id": "heap", "kind": "rubble", "rect": [14, 19.5, 24, 8]}
    own = () if any(piece["kind"] == "rubble" for piece in wish.terrain) else (heap,)
    near = tuple(
        {**piece, "circle": [24.0, 20.2, 1.6]} if piece["kind"] == "rubble" else piece for piece in wish.terrain
    )
    fight = battle(replace(wish, terrain=near), *crew, foe(), terrain=own)
    for one in crew:
        fight.units[one.id].moved = "standstill"
        order = orders.Act(one.id, "clear_rubble")
        if fight.refusal_of(order) is None:
            fight.do(order)
    for _ in range(4):
        next_turn(fight)
        if by(fight, "AS-SPC-093"):
            break
        until(fight, "combat", "red")
        fight.do(orders.Act("r0", "clear_rubble"))
    return Changed(fight, by(fight, "AS-SPC-093"))


SCENES: dict[str, Callable[[Wish], Changed]] = {
    "ice_breaks": partial(walks_onto, "ice", "AS-BAT-040"),
    "ice_surfaced": ice_surfaced,
    "ice_burst": ice_burst,
    "ice_shot": ice_shot,
    "crust_breaks": partial(walks_onto, "magma_crust", "AS-BAT-050"),
    "ship_lands": partial(lands, {**SPHEROID}, (6, 5), "AS-OPT-081"),
    "craft_lands": partial(lands, POD, (6, 5), "AS-OPT-081"),
    "ship_crashes": partial(lands, {**SPHEROID}, (1, 1), "AS-OPT-086"),
    "ruin": ruin,
    "quicksand": quicksand,
    "fissure": fissure,
    "shot_up": partial(shoots, options=CONVERSION),
    "burnt_down": burnt_down,
    "sawn_down": sawn_down,
    "tornado": tornado,
    "bridge_falls": bridge_falls,
    "building_falls": building_falls,
    "lane": lane,
}

# -- what may lie there ---------------------------------------------------------------------------------------

ROUND = {"circle": [*PLACE, 1.5]}
BROAD = {"circle": [*PLACE, 6.0]}  # as level as whoever lands wants it
LYING: dict[str, dict[str, Any]] = {
    **{
        kind: {**ROUND, "tf": 2} for kind in ("woods", "jungle", "planted_fields", "deep_snow", "tundra", "sand", "mud")
    },
    **dict.fromkeys(("rubble", "pavement", "minefield", "dug_in", "fire", "light_smoke"), ROUND),
    "rough": {**ROUND, "tf": 2},
    "swamp": {"rect": [22.5, 20, 3, 2]},
    "gravel_piles": {**BROAD, "height": 1, "tf": 2},
    "road": {"line": [[22.5, 20], [25.5, 20]], "width": 3},
    "rail": {"line": [[23, 20], [25, 20]], "width": 2},
    "water": {**BROAD, "depth": 1},
    "ice": {**BROAD, "depth": 2, "tf": 2},
    "magma_crust": {**BROAD, "depth": 2, "tf": 2},
    "building": {"rect": [23, 19, 2, 2], "height": 1, "cf": 2},
    "hill": {**BROAD, "height": 1},
    "heavy_industrial": ROUND,
    "fortified": ROUND,
    "quicksand_there": {"kind": "quicksand", "rect": [22.5, 20, 3, 2]},
    "bridge": {"rect": [22, 17, 4, 6], "cf": 2, "height": 0},
    "geyser": ROUND,
    "hidden_mines": {"kind": "minefield", **ROUND, "density": 3, "command": True, "hidden": True, "side": "red"},
}
DRIFTING, OWN = ("fire", "light_smoke"), ("AS-OPT-44", "AS-OPT-45", "AS-OPT-46")
MODULES = {
    "fire": ("fire_and_smoke",),
    "light_smoke": ("fire_and_smoke",),
    "minefield": ("minefields",),
    "dug_in": ("advanced_infantry",),
    "hidden_mines": ("minefields",),
    "fortified": ("fortified_positions",),
}


def is_gone(kind: str, scene: Callable[[Wish], Changed]) -> bool:
    """What lay there lies there no more."""
    options = MODULES.get(kind, ())
    keys = {"density": 3} if kind == "minefield" else {}
    piece = {"id": "it", "kind": kind, **LYING[kind], **keys}
    kind = str(piece["kind"])
    done = scene(Wish(terrain=(piece,), options=options))
    assert done.found, f"nothing has changed: {[one.type for one in done.fight.journal.events]}"
    if kind in DRIFTING:  # it goes out or clears by itself, too: what counts is whether the ground took it
        told = [one for one in done.fight.journal.events if one.type in ("terrain_opened", "terrain_changed")]
        return any(one.feature == "it" and not one.rule.startswith(OWN) for one in told)
    if piece.get("hidden"):
        return not list(hidden_areas(done.fight)) and "it" not in done.fight.table.by_id
    left = done.fight.table.features_at(*PLACE)
    return not any(one.kind == kind and one.id.partition("/")[0] == "it" for one in left)


PROBES: dict[str, Callable[[Callable[[Wish], Changed]], bool]] = {kind: partial(is_gone, kind) for kind in LYING}


def REGISTERED() -> set[str]:
    """Every way that the ground knows to change, and the two in which what stands on it falls."""
    return {change.name for change in CHANGES} | {"falls", "collapses"}
