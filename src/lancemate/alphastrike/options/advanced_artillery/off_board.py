"""Beyond the table (pp. 151-152): who stands there, what counts as off-board fire, how far it is, how long it takes."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.optional import CRUISE_MISSILES, FLIGHT_TURNS
from lancemate.alphastrike.combat.artillery import PREFIX, is_cannon, only_piece, pieces_of
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.combat.weapons import on_the_table
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.options.advanced_artillery.events import PlacedOffBoard, PointsPlotted, offboard
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.flight import flight, is_overhead
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.play.words import unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import InputError, Refusal
from lancemate.kernel.reading import Reader

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.codec import JSON

ADVANCED: Final = rules.option(
    "advanced_artillery",
    "AS-OPT-160",
    "artillery fires from beyond the table, and shells are in flight for turns",
    title="Off-board artillery",
)

KIND: Final = "offboard"
GUIDED: Final = ("homing", "copperhead")
MISSILES: Final = ("MSL", "SDS-CM")  # capital ones: they fly as a large cruise missile does
FARTHEST: Final = 9999.0
rules.also("AS-OPT-168", FLIGHT_TURNS)
rules.also("AS-OPT-169", CRUISE_MISSILES)
# Inches that a shell reaches, by its piece. The book prints two of them; the others are as many mapsheets of 34 inches.
REACH: Final = rules.table(
    "AS-OPT-192",
    {
        **{"ART-BA": 68, "ART-AIS": 272, "ART-AC": 306, "ART-S": 612, "ART-T": 714, "ART-LT": 1020},
        **{"ART-CM5": 1700, "ART-CM7": 3060, "ART-CM9": 4080, "ART-CM12": 5100},
        **dict.fromkeys(MISSILES, 5100),
    },
)


# -- who stands there -----------------------------------------------------------------------------------------


def read_offboard(reader: Reader, name: str, card: Card) -> JSON:
    """An edge, and how many inches beyond it."""
    one = Reader(reader.raw(name), reader.path(name), known=("edge", "distance"), what="a place beyond the table")
    one.need("edge", "distance")
    return {"edge": one.one_of("edge", EDGES), "distance": one.number("distance", least=0.0, most=FARTHEST)}


def shown(battle: Battle, unit: Unit) -> JSON:
    return dict(offboard.of(unit)) or None


unit_word(offboard, ADVANCED, read_offboard, beside_skill=True, shows=shown)


@hooks.battle_opens.rule("AS-OPT-160", when=ADVANCED)
def take_positions(battle: Battle) -> None:
    """Artillery may stand beyond an edge of the table."""
    for unit in battle.units.values():
        place = offboard.of(unit)
        if place:
            complaint = why_not_beyond(unit)
            if complaint is not None:
                raise StateError(unit.id, InputError(complaint, key="offboard"))
            battle.emit(PlacedOffBoard(unit.id, str(place["edge"]), float(str(place["distance"]))))


def why_not_beyond(unit: Unit) -> str | None:
    if unit.on_table or unit.aboard is not None:
        return f"{unit.id} stands on the table or aboard another: say either at or offboard"
    large = {code for arc in unit.card.arcs.values() for code in arc.weapons.codes} | unit.card.all_codes
    if not pieces_of(unit) and large.isdisjoint((*MISSILES, "CAP", "SCAP")):
        return f"{unit.id} carries no artillery (ART): what is not artillery has no business beyond the table"
    return None


@hooks.battle_opens.rule("AS-OPT-175", when=ADVANCED)
def points_are_marked(battle: Battle) -> None:
    """Points plotted beforehand are marked on the table for all to see."""
    for side in battle.setup.sides:
        if side.preplotted:
            battle.emit(PointsPlotted(side.name, side.preplotted))


@hooks.remarks.rule("AS-OPT-160", when=ADVANCED)
def where_it_stands(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind: no picture shows it."""
    if unit.place != OFFBOARD:
        return None
    away = f"it stands {inches_beyond(unit):g} inches beyond the {edge_of(unit)} edge"
    return f"{away} and fires its artillery at points of the table"


@hooks.knowledge.rule("AS-OPT-191", when=ADVANCED)
def nobody_knows_of_it(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """Until its first shells have been seen to land, nobody knows of a gun beyond the table."""
    if unit.place != OFFBOARD or any(hook(battle, unit) for hook in battle.hooks[hooks.found_out]):
        return None
    return Degree.NOTHING


@hooks.holds_no_field.rule("AS-OPT-160", when=ADVANCED)
def holds_no_ground(battle: Battle, unit: Unit) -> bool:
    """Guns beyond the table hold nothing on it: a side that has no others left has lost."""
    return unit.place == OFFBOARD


# -- what is off-board fire -----------------------------------------------------------------------------------


@hooks.kind_meant.rule("AS-OPT-162", when=ADVANCED)
def off_board_fire(battle: Battle, unit: Unit, command: orders.Attack) -> str | None:
    """Artillery fire from beyond the table, at whoever is there, or from more than 42 inches away."""
    if command.kind != "artillery":
        return None
    named = command.target
    other = battle.units.get(named) if isinstance(named, str) else None
    if other is not None and other.airborne and is_overhead(other):
        return None
    if OFFBOARD in (unit.place, other.place if other is not None else None) or command.ammo in GUIDED:
        return KIND
    at = named.point if isinstance(named, orders.PointTarget) else other.at if other is not None else None
    code = command.using or only_piece(unit, command.arc) or ""
    if at is None or is_on_board(battle, unit, at) or is_cannon(battle, code.removeprefix(PREFIX)):
        return None
    return KIND


@rules.rule("AS-OPT-161", otherwise=True)
def is_on_board(battle: Battle, unit: Unit, at: Point) -> bool:
    """On the table and within 42 inches everything is as ever."""
    path = path_of(unit)
    away = apart(battle, unit, at) if path is None else from_path(battle, path, at)
    return away <= RANGES.of(battle)["L"]["up_to"] + TINY


@hooks.may_attack.rule("AS-OPT-160", part=hooks.ABLE, when=ADVANCED, replaces=on_the_table)
def artillery_alone(attack: Attack) -> Refusal | None:
    """From beyond the table artillery strikes, and nothing else."""
    refusal = on_the_table(attack)
    if refusal is None or attack.platform.place != OFFBOARD:
        return refusal
    text = f"{attack.attacker.id} is beyond the table: it fires its artillery at a point, and nothing else"
    return Refusal("not_on_table", text, "AS-OPT-160")


@hooks.may_attack.rule("AS-OPT-160", part=hooks.ABLE, kinds=KIND, when=ADVANCED)
def no_cannons(attack: Attack) -> Refusal | None:
    """Cannons do not reach so far."""
    if attack.code is None or not is_cannon(attack, attack.code.removeprefix(PREFIX)):
        return None
    text = f"{attack.code} is a cannon: it fires at what is on the table with it, not from or to beyond its edge"
    return Refusal("out_of_range", text, "AS-OPT-160")


# -- how far --------------------------------------------------------------------------------------------------


@hooks.reaches.rule("AS-OPT-167", when=ADVANCED)
def beyond_the_edge(attack: Attack) -> float | None:
    """So many inches beyond its edge, and the shortest way from that edge to what is aimed at."""
    platform, target = attack.platform, attack.target
    aimed_beyond = target is not None and target.place == OFFBOARD
    if platform.place == OFFBOARD:
        here = inches_beyond(platform)
        return here + (inches_beyond(target) if target is not None and aimed_beyond else _in(attack, platform))
    if target is not None and aimed_beyond:
        table, edge = attack.battle.table, edge_of(target)
        return inches_beyond(target) + table.distance(platform.at, table.onto_edge(edge, platform.at))
    return None


def _in(attack: Attack, gun: Unit) -> float:
    table, (at, _) = attack.battle.table, attack.aim
    return table.distance(at, table.onto_edge(edge_of(gun), at))


def inches_beyond(unit: Unit) -> float:
    return float(str(offboard.of(unit)["distance"]))


def edge_of(unit: Unit) -> str:
    return str(offboard.of(unit)["edge"])


@hooks.counts_as.rule("AS-OPT-162", when=ADVANCED)
def counts_as_extreme(attack: Attack) -> str | None:
    return "E" if OFFBOARD in (attack.platform.place, getattr(attack.target, "place", None)) else None


@hooks.blind_sight.rule("AS-OPT-162", when=ADVANCED)
def fired_by_the_map(attack: Attack) -> Ruling | None:
    """Off-board fire goes by coordinates, and nobody has to see anything."""
    return Ruling("clear") if attack.kind == KIND or attack.platform.place == OFFBOARD else None


@hooks.bears.rule("AS-OPT-162", when=ADVANCED)
def turned_in_time(attack: Attack, mount: Mount) -> bool | None:
    return True if attack.kind == KIND else None


# -- from the air ---------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-163", part=hooks.ABLE, kinds=("artillery", KIND), when=ADVANCED)
def from_the_air(attack: Attack) -> Refusal | None:
    """In flight only Arrow IV is fired, at the ground, and by somebody else's eyes."""
    unit = attack.attacker
    if not unit.airborne or attack.code in MISSILES or attack.code in ("CAP", "SCAP"):
        return None
    if attack.code not in ("ART-AIS", "ART-AC"):
        text = f"{unit.id} is airborne: it fires Arrow IV (ART-AIS, ART-AC) and no other artillery; or land first"
        return Refusal("airborne", text, "AS-OPT-163")
    if attack.target is not None and attack.kind != KIND:
        text = f"{unit.id} is airborne: its artillery is fired indirectly, at a point that a friend sees (spotter)"
        return Refusal("airborne", text, "AS-OPT-163")
    if attack.kind == "artillery" and attack.spotter is None:
        text = f"{unit.id} is airborne: its artillery is fired indirectly; name a friend who sees the point (spotter)"
        return Refusal("airborne", text, "AS-OPT-163")
    return None


@hooks.reaches.rule("AS-OPT-164", when=ADVANCED)
def from_any_point_of_its_path(attack: Attack) -> float | None:
    """A unit in flight fires its artillery from whatever point of its path is best."""
    path = path_of(attack.attacker)
    if attack.kind not in ("artillery", KIND) or path is None or attack.point is None:
        return None
    return from_path(attack.battle, path, attack.point)


def path_of(unit: Unit) -> tuple[Point, Point] | None:
    """The path of a unit in flight over the table."""
    path = flight.of(unit) if unit.airborne else None
    if not path:
        return None
    (ax, ay), (bx, by) = [[float(str(each)) for each in end] for end in path if isinstance(end, list)]
    return (ax, ay), (bx, by)


def from_path(battle: Battle, path: tuple[Point, Point], at: Point) -> float:
    return battle.table.distance(at, battle.table.nearest_on(*path, at))


@hooks.bears.rule("AS-OPT-164", when=ADVANCED)
def bears_from_its_path(attack: Attack, mount: Mount) -> bool | None:
    return True if attack.kind == "artillery" and path_of(attack.attacker) is not None else None


# -- how long -------------------------------------------------------------------------------------------------


@hooks.flight_turns.rule("AS-OPT-168", when=ADVANCED)
def turns_in_flight(attack: Attack) -> int | None:
    """Nothing within 42 inches on the table; from beyond it, or farther, by the table."""
    if attack.kind not in ("artillery", KIND):
        return None
    beyond = OFFBOARD in (attack.platform.place, getattr(attack.target, "place", None))
    if not beyond and attack.distance <= RANGES.of(attack)["L"]["up_to"] + TINY:
        return 0
    cruising = cruise_turns(attack, attack.distance) if is_cruise_missile(attack.code or "") else None
    return by_the_table(attack, attack.distance) if cruising is None else cruising


def is_cruise_missile(code: str) -> bool:
    return code.startswith("ART-CM") or code in MISSILES


def by_the_table(attack: Attack, far: float) -> int:
    """Up to each distance so many turns; beyond the last, one and one for every 170 inches."""
    for most, turns in FLIGHT_TURNS.of(attack).items():
        if far <= most + TINY:
            return turns
    every = CRUISE_MISSILES.of(attack)["inches a turn"]
    return max(*FLIGHT_TURNS.of(attack).values(), 1 + ceil(far / every - TINY))


@rules.rule("AS-OPT-169", otherwise=None)
def cruise_turns(attack: Attack, far: float) -> int | None:
    """Cruise missiles: a turn, and one for every full 170 inches; within the first row of the table at once."""
    row = CRUISE_MISSILES.of(attack)
    if far <= min(FLIGHT_TURNS.of(attack)) + TINY:
        return 0
    return row["first turn"] + floor(far / row["inches a turn"] + TINY)


def reach_of(attack: Attack, code: str | None) -> float:
    return float(REACH.of(attack).get(code or "", 0))


@hooks.attack_told.rule("AS-OPT-168", when=ADVANCED)
def flight_is_told(attack: Attack) -> dict[str, object] | None:
    """Everybody asks how long a shell is on its way before it is fired."""
    answers = (hook(attack) for hook in attack.battle.hooks[hooks.flight_turns])
    turns = next((turns for turns in answers if turns is not None), None)
    return None if turns is None else {"flight": turns}
