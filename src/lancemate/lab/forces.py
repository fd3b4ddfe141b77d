"""Random battles to begin: two forces of every kind of unit, with networks, passengers and scars, and where they start.

Everything follows from the generator. A setup made here is legal: units stand where the rules let them stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.options.advanced_buildings.arming import BUILDINGS
from lancemate.alphastrike.options.advanced_buildings.walls import outward, walls_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.lance_movement import OPTION as LANCES
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import Deployed
from lancemate.alphastrike.play.options import check_options, conflicts, options
from lancemate.alphastrike.play.setup import Muster, Network, Setup, Side
from lancemate.field.maps import Map
from lancemate.field.shapes import Point
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, Refused
from lancemate.lab.battlefields import random_coast, random_table, random_town, random_wilds
from lancemate.lab.commanders import commanded
from lancemate.lab.crews import crewed
from lancemate.lab.editions import printed
from lancemate.lab.gadgets import GADGETS
from lancemate.lab.guns import shelled
from lancemate.lab.munitions import armed, gunners
from lancemate.lab.secrets import secretive
from lancemate.lab.skies import CHAPTER, SKIES, options_for
from lancemate.lab.squads import SQUADS, Draft, tinkered
from lancemate.lab.support import supported
from lancemate.muster.battlefields.hexes import hexes_for, on_hexes
from lancemate.muster.battlefields.sketching import between, weighted
from lancemate.muster.planets import random_planet

KNOWN: Final = {**SQUADS, **{squad.__name__: squad for squad in (*GADGETS, gunners, *SKIES)}}
LARGEST_FORCE: Final = 6
TRIES: Final = 60  # places to try before a unit is left out
EXCLUSIVE: Final = (  # options of which a battle has one at most
    ("basic_kills", "pv_kills"),
    ("motive_by_any_damage", "strict_flowchart"),
)
HOMES: Final = (("south", "north"), ("west", "east"), ("north", "south"), ("east", "west"))

# How often squads are drawn on land and at sea, out of the sum of all.
ON_LAND: Final = {
    "lance": 6,
    "industry": 2,
    "point": 2,
    "armor": 4,
    "platoon": 3,
    "carried": 4,
    "mechanized": 3,
    "freight": 2,
    "network": 5,
    "company": 1,
    "battery": 4,
    "wing": 4,
    "giant": 2,
    "fighters": 1,
    "anything": 4,
}
AT_SEA: Final = {"flotilla": 8, "divers": 8, "lance": 2, "carried": 2, "wing": 3, "giant": 1, "anything": 2}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets whom, so that rules that few battles ask for are asked for."""

    red: str
    blue: str
    sea: bool = False
    battered: bool = False  # so little is left of everybody that hits go through
    town: bool = False  # among many buildings
    boards: bool = False  # red begins beside blue's ship, some of it inside
    storms: bool = False  # infantry begins at the walls of buildings that belong to the other side
    gear: bool = False  # abilities of the optional section count
    also: tuple[str, ...] = ()  # options that are on
    sky: bool = False  # aircraft fly, over a table that is large enough

    def is_about(self, options: frozenset[str]) -> bool:
        return not options.isdisjoint(self.also) or (self.sky and not options.isdisjoint(CHAPTER))


@dataclass(frozen=True, slots=True)
class Wish:
    """What a random battle is to be played with; what is not said is drawn as ever."""

    options: frozenset[str] | None = None
    hexes: bool | None = None
    sky: bool = False  # somebody flies

    def is_for(self, meeting: Meeting) -> bool:
        return meeting.sky if self.sky else self.options is not None and meeting.is_about(self.options)


ANY: Final = Wish()
IN_THE_AIR: Final = Wish(sky=True)


MEETINGS: Final = (
    Meeting("flamers", "lance"),
    Meeting("flamers", "magazines"),
    Meeting("missiles", "armor"),
    Meeting("jumpers", "lance"),
    Meeting("brawlers", "brawlers"),
    Meeting("brawlers", "industry"),
    Meeting("tracks", "armor"),
    Meeting("magazines", "lance"),
    Meeting("magazines", "magazines"),
    Meeting("sensors", "lance"),
    Meeting("paratroops", "platoon"),
    Meeting("paratroops", "lance"),
    Meeting("gunships", "anything"),
    Meeting("dropship", "lance"),
    Meeting("boarding_party", "landed", boards=True),
    Meeting("boarding_party", "landed", boards=True, battered=True),
    Meeting("landed", "lance", battered=True),
    Meeting("landed", "landed"),
    Meeting("wing", "flak"),
    Meeting("fighters", "battery"),
    Meeting("submarines", "submarines", sea=True),
    Meeting("submarines", "divers", sea=True),
    Meeting("divers", "flotilla", sea=True, battered=True),
    Meeting("mechanized", "battery"),
    Meeting("mechanized", "gunships", battered=True),
    Meeting("mechanized", "mechanized", sea=True, battered=True),
    Meeting("carried", "lance", battered=True),
    Meeting("sappers", "lance"),
    Meeting("platoon", "giant"),
    Meeting("network", "network"),
    Meeting("point", "industry", battered=True),
    Meeting("wing", "armor", battered=True),
    Meeting("giant", "lance", battered=True),
    Meeting("last_stand", "last_stand"),
    Meeting("nova", "lance"),
    Meeting("column", "lance"),
    Meeting("giant", "lance", town=True),
    Meeting("helicopters", "column", town=True),
    Meeting("fighters", "flak", battered=True),
    Meeting("dropship", "flak", battered=True),
    Meeting("squadron", "squadron", sky=True),
    Meeting("squadron", "flak", sky=True),
    Meeting("squadron", "lance", sky=True, battered=True),
    Meeting("craft", "squadron", sky=True),
    Meeting("craft", "lance", sky=True),
    Meeting("flotilla_of_the_air", "squadron", sky=True),
    Meeting("landed_aircraft", "squadron", sky=True),
    Meeting("changelings", "squadron", sky=True),
    Meeting("changelings", "lance", sky=True),
    Meeting("gadgets", "gadgets", gear=True),
    Meeting("sappers", "sappers", gear=True, also=("minefields", "ejection")),
    Meeting("gadgets", "anything", gear=True),
    Meeting("shocktroops", "hardened", gear=True),
    Meeting("shocktroops", "gadgets", gear=True, battered=True),
    Meeting("hardened", "flamers", gear=True),
    Meeting("hardened", "missiles", gear=True, battered=True),
    Meeting("jammed", "network", gear=True),
    Meeting("jammed", "jammed", gear=True),
    Meeting("clamped", "shocktroops", gear=True),
    Meeting("gunners", "lance", gear=True, also=(OPTION,)),
    Meeting("gunners", "gunners", gear=True, also=(OPTION,)),
    Meeting("gunners", "platoon", gear=True, also=(OPTION,)),
    Meeting("gunners", "wing", gear=True, also=(OPTION,)),
    Meeting("gunners", "hardened", gear=True, also=(OPTION,)),
    Meeting("fighters", "fighters", gear=True, also=(OPTION,)),
    Meeting("fighters", "gunners", gear=True, also=(OPTION,)),
    Meeting("watchers", "jammed", gear=True, also=("hidden_units", "concealing_unit_data")),
    Meeting("watchers", "anything", gear=True),
    Meeting("platoon", "platoon", town=True, storms=True, gear=True, also=(BUILDINGS,)),
    Meeting("platoon", "sappers", town=True, storms=True, gear=True, also=(BUILDINGS,), battered=True),
)


def _force(luck: Generator, squads: dict[str, int]) -> list[Draft]:
    force: list[Draft] = []
    for _ in range(1 + luck.below(2)):
        squad = SQUADS[weighted(luck, squads)](luck)
        if not force or len(force) + len(squad) <= LARGEST_FORCE:
            force += squad
    for one in force:
        if luck.below(12) == 0:
            one.card = tinkered(one.card, luck)
    return force


# -- scars ----------------------------------------------------------------------------------------------------


def _scar(one: Draft, luck: Generator, *, battered: bool) -> None:
    """One unit in four has already been through something; among battered ones, each."""
    if not battered and luck.below(4):
        return
    card, state = one.card, one.state
    state.setdefault("armor", luck.below(min(card.armor, 1) + 1) if battered else luck.below(card.armor + 1))
    if "structure" not in state and luck.below(2):
        state["structure"] = 1 + luck.below(max(1, card.structure))
    tracks = [name for name in card.critical_tracks if not name.startswith("motive")]
    if tracks and "crits" not in state and luck.below(2):
        state["crits"] = {luck.choice(tracks): 1 + luck.below(2) for _ in range(1 + luck.below(2))}
    if card.tracks_heat and luck.below(2):
        state["heat"] = luck.below(4)
        if luck.below(6) == 0:
            state["heat"], state["shutdown"] = 4, True
    if card.is_ground_unit and not one.airborne and luck.below(8) == 0:
        state["hull_down"] = True


SUPPORTED: Final = 0x5AFE  # so that support takes nothing from the luck of everything else
ARMED: Final = 0x616D6D6F  # of munitions
LED: Final = 0x636F6D6D616E6473  # and of commanders
KEPT_SECRET: Final = 0x5EC2E7  # and of secrets
SHELLED: Final = 0xA27111E27  # and of guns, mines and bombs
PRINTED: Final = 0xED1710  # and of editions
GROUPED: Final = 0x6E2  # and of lances

# -- where they begin -----------------------------------------------------------------------------------------


def random_setup(luck: Generator, wish: Wish = ANY) -> Setup:
    """A battle about to begin, with at least one unit on each side; as somebody wishes it, or in any way."""
    while True:
        setup = _attempt(luck, wish)
        if {unit.side for unit in setup.units} == {side.name for side in setup.sides}:
            if wish is ANY:
                setup = printed(setup, Generator(luck.state ^ PRINTED))
            fought = supported(crewed(on_some_world(setup, luck), luck), Generator(luck.state ^ SUPPORTED))
            led = commanded(fought, Generator(luck.state ^ LED))
            loaded = armed(led, Generator(luck.state ^ ARMED))
            secret = secretive(loaded, Generator(luck.state ^ KEPT_SECRET))
            return _grouped(shelled(secret, Generator(luck.state ^ SHELLED)), Generator(luck.state ^ GROUPED))


def on_some_world(setup: Setup, luck: Generator) -> Setup:
    """One battle in three is fought on a world that is not like Terra, whoever cannot bear it."""
    if luck.below(3):
        return setup
    try:
        return replace(setup, conditions=random_planet(luck, wild=True).conditions(setup.table))
    except InputError:  # smoke that such air does not carry
        return setup


def _attempt(luck: Generator, wish: Wish) -> Setup:
    meeting = _meeting(luck, wish)
    sea = meeting.sea if meeting is not None else luck.below(5) == 0
    width, depth = float(24 + luck.below(49)), float(24 + luck.below(25))
    if meeting is not None:
        width, depth = float(12 + luck.below(13)), float(12 + luck.below(13))
    if meeting is not None and meeting.sky:
        width, depth = 2.0 * width, 2.0 * depth
    ground = random_coast if sea else random_town if meeting is not None and meeting.town else random_table
    if ground is random_table and luck.below(3) == 0:
        ground = random_wilds
    drawn = ground(luck, width, depth, luck.below(8 if meeting is not None else 16))
    # One in four is fought on hexes: which ones follows from the size, so that the others are as they were.
    hexes = int(width) % 4 == 0 if wish.hexes is None else wish.hexes
    table: Map = _disarmed(on_hexes(drawn, *hexes_for(width, depth))) if hexes else drawn
    homes = luck.choice(HOMES)
    sides = (Side("red", homes[0]), Side("blue", homes[1] if luck.below(8) else None))
    forces = {side: _drawn(luck, meeting, side, sea) for side in ("red", "blue")}
    options = random_options(luck) if wish.options is None else check_options(wish.options)
    if meeting is not None and meeting.gear:
        options = options | {"optional_abilities", *meeting.also}
    if meeting is not None and meeting.sky:
        options = check_options(options | options_for(luck))
    bare = Setup(table, sides, tuple(_muster(one, side) for side, force in forces.items() for one in force))
    start = weighted(luck, {"in place": 6, "close": 6, "deployment": 3, "off the board": 2, "mixed": 2})
    if meeting is not None:
        start = luck.choice(("in place", "close", "close"))
    if start in ("in place", "close", "mixed"):
        _place(bare, forces, start, luck)
    if meeting is not None and meeting.boards:
        _bring_close(bare, forces, luck)
    if meeting is not None and meeting.storms:
        _to_the_walls(bare, forces, luck)
    standing = {side: _present(force, start) for side, force in forces.items()}
    phase, first = _clock(start, luck)
    musters = [_finished(table, one, side, luck) for side, force in standing.items() for one in force]
    networks = [link for force in standing.values() for link in _networks(force)]
    return replace(bare, units=tuple(musters), networks=tuple(networks), options=options, phase=phase, first=first)


def _disarmed(table: Map) -> Map:
    """Buildings of whole hexes have no walls to put guns in."""
    for one in table.features:
        if "weapons" in one.properties:
            kept = {key: value for key, value in one.properties.items() if key != "weapons"}
            table = table.without_feature(one.id).with_feature(replace(one, properties=kept))
    return table


def _meeting(luck: Generator, wish: Wish) -> Meeting | None:
    """Who meets whom, or just anybody; where somebody has a wish, those that it is about."""
    fitting = [one for one in MEETINGS if wish.is_for(one)]
    if fitting:
        return luck.choice(fitting)
    return luck.choice(MEETINGS) if luck.below(2) else None


def _drawn(luck: Generator, meeting: Meeting | None, side: str, sea: bool) -> list[Draft]:
    """The units of a side, with their names and scars."""
    if meeting is None:
        force = _force(luck, AT_SEA if sea else ON_LAND)
    else:
        force = KNOWN[meeting.red if side == "red" else meeting.blue](luck)
    for number, one in enumerate(force, start=1):
        one.id = f"{side[0]}{number}"
        _scar(one, luck, battered=meeting is not None and meeting.battered)
    return force


def random_options(luck: Generator) -> frozenset[str]:
    """Each is on in one battle of four; of those that exclude one another, only one."""
    chosen = [name for name in options() if luck.below(4) == 0]
    for group in (*EXCLUSIVE, *(conflict.names for conflict in conflicts.values())):
        for extra in [name for name in chosen if name in group][1:]:
            chosen.remove(extra)
    return check_options(chosen)


def _muster(one: Draft, side: str) -> Muster:
    return Muster(one.id, side, one.card)


def _finished(table: Map, one: Draft, side: str, luck: Generator) -> Muster:
    state = one.state
    if one.carrier is not None:
        state = {**state, "aboard": one.carrier.id, **({"riding": True} if one.riding else {})}
        state.pop("hull_down", None)
    facing = table.snap_facing(15.0 * luck.below(24)) if not one.card.sections else 0.0  # as it was placed
    skill = luck.choice((0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 6, 7))
    return Muster(one.id, side, one.card, skill, one.at, facing, one.group, state, bombs=one.bombs)


def _clock(start: str, luck: Generator) -> tuple[str, str | None]:
    if start == "deployment":
        return "deployment", luck.choice(("red", "blue"))
    if start in ("in place", "close") and luck.below(4) == 0:
        return luck.choice(("movement", "combat")), luck.choice(("red", "blue"))
    return "initiative", None


def _present(force: list[Draft], start: str) -> list[Draft]:
    """Who takes part: where units have a place from the start, those for whom there was none stay away."""
    if start in ("deployment", "off the board", "mixed"):
        return [one for one in force if one.carrier is None or start != "deployment"]
    kept = [one for one in force if one.at is not None]
    kept += [one for one in force if one.carrier is not None and one.carrier in kept]
    return kept + [one for one in force if "boarding" in one.state and one not in kept]


def _bring_close(bare: Setup, forces: dict[str, list[Draft]], luck: Generator) -> None:
    """Red's transport beside blue's ship, with a grapple on it or not, and some of its infantry in the ship."""
    ship = forces["blue"][0]
    if ship.at is None:
        return
    scratch = Battle(bare, 0)
    for one in (*forces["blue"], *forces["red"]):
        if one.at is not None:
            scratch.emit(Deployed(one.id, one.at, 0.0, resting_level(scratch, scratch.units[one.id], *one.at)))
    for one in forces["red"]:
        if one.carrier is not None:
            continue
        if one.card.is_infantry and luck.below(2):
            one.at, one.state = None, {"boarding": ship.id}
            continue
        unit, large = scratch.units[one.id], scratch.units[ship.id]
        apart = scratch.table.side_by_side(unit.radius, large.radius) + 0.01
        around = [scratch.table.beyond(ship.at, 30.0 * way, apart) for way in range(12)]
        if _put_down(scratch, one, around) and not one.card.is_infantry and luck.below(2):
            one.state["grappling"] = ship.id


def _to_the_walls(bare: Setup, forces: dict[str, list[Draft]], luck: Generator) -> None:
    """Infantry at the outside of buildings of the other side, or of its own."""
    houses = [one for one in bare.table.features if one.kind == "building" and one.properties.get("side")]
    scratch = Battle(bare, 0)
    for force in forces.values():
        for one in force:
            if one.at is not None and not one.card.is_infantry:
                scratch.emit(Deployed(one.id, one.at, 0.0, resting_level(scratch, scratch.units[one.id], *one.at)))
    foot = [one for force in forces.values() for one in force if one.card.is_infantry and one.carrier is None]
    for one in foot if houses else ():
        walls = walls_of(luck.choice(houses).shape)
        if not _put_down(scratch, one, [outward(wall, scratch.units[one.id].radius) for wall in walls]):
            one.at = None


def _put_down(scratch: Battle, one: Draft, places: list[Point]) -> bool:
    """Give a unit the first of these places that is free."""
    unit = scratch.units[one.id]
    for place in places:
        at = scratch.table.snap(place)
        try:
            check_standing_place(scratch, unit, *at)
        except Refused:
            continue
        one.at = at
        scratch.emit(Deployed(unit.id, at, 0.0, resting_level(scratch, unit, *at)))
        for key in ("elevation", "airborne"):
            one.state.pop(key, None)
        return True
    return False


def _grouped(setup: Setup, luck: Generator) -> Setup:
    """The same battle by lances, Stars or Level IIs, where it is played so; whoever is left is in a smaller one."""
    if LANCES not in setup.options:
        return setup
    units: list[Muster] = []
    for side in setup.sides:
        size = luck.choice((4, 5, 6))
        own = [unit for unit in setup.units if unit.side == side.name]
        units += [replace(unit, group=f"group {number // size + 1}") for number, unit in enumerate(own)]
    return replace(setup, units=tuple(units))


def _networks(force: list[Draft]) -> list[Network]:
    """The networks whose head is there, and somebody with it. Heads stand before those who follow them."""
    names = dict.fromkeys(name for one in force for name in one.links)
    found = [Network(name.split(":")[0], tuple(one.id for one in force if name in one.links)) for name in names]
    heads = {name: next(one for one in force if name in one.links) for name in names}
    return [
        link
        for name, link in zip(names, found, strict=True)
        if len(link.members) > 1 and (link.kind == "C3I" or {"C3M", "C3BSM"} & heads[name].card.all_codes)
    ]


def _place(bare: Setup, forces: dict[str, list[Draft]], start: str, luck: Generator) -> None:
    """Find legal places, in each side's half of the table or anywhere."""
    scratch = Battle(bare, 0)
    for side, force in forces.items():
        for one in force:
            if one.carrier is None and (start != "mixed" or luck.below(2)):
                home = next(each.home for each in bare.sides if each.name == side)
                _find_place(scratch, one, None if start == "close" else home, luck)


def _find_place(scratch: Battle, one: Draft, home: str | None, luck: Generator) -> None:
    table, unit = scratch.table, scratch.units[one.id]
    for _ in range(TRIES):
        at = table.snap(_somewhere(table, home, unit.radius, luck))
        try:
            check_standing_place(scratch, unit, *at)
        except Refused:
            continue
        level = resting_level(scratch, unit, *at)
        scratch.emit(Deployed(unit.id, at, 0.0, level))
        one.at = at
        if one.card.move.submarine and table.surface(*at) > table.ground(*at) and luck.below(2):
            one.state["elevation"] = table.ground(*at)
        if "altitude" in one.state:
            one.state["airborne"] = True
        elif one.airborne:
            one.state["elevation"] = level + (1.0 if one.card.move.primary == "g" else 1.0 + luck.below(8))
            one.state["airborne"] = True
        return


def _somewhere(table: Map, home: str | None, radius: float, luck: Generator) -> tuple[float, float]:
    least, width, depth = radius + 0.01, table.width, table.depth
    x, y = between(luck, least, width - least), between(luck, least, depth - least)
    near_x, near_y = between(luck, least, max(least, 0.4 * width)), between(luck, least, max(least, 0.4 * depth))
    places = {
        "south": (x, near_y),
        "north": (x, round(depth - near_y, 2)),
        "west": (near_x, y),
        "east": (round(width - near_x, 2), y),
    }
    return places.get(home or "", (x, y))
