"""Artillery (p. 47): attacks that come on top of a unit's own, land on a point, drift when they miss, and spare nobody.

Knows pieces, ranges, scatter and areas. Sight, arcs and indirect fire are those of weapon attacks; damage.py marks
what each victim takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.area import Shock, radius_of
from lancemate.alphastrike.combat.attack import Attack, Kind, Ring, attack_kind
from lancemate.alphastrike.combat.blast import NOWHERE, Fallen, Impact, blast, comes_down
from lancemate.alphastrike.combat.indirect import cannot_spot_from_the_air, has_no_time_to_spot, spots_another
from lancemate.alphastrike.combat.ranges import RANGE_NAMES, RANGES
from lancemate.alphastrike.combat.resolution import finish, natural_twelve, tell
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import roof_at
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Scattered
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.footprint import names_to_aim_at
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.stats import artillery_pieces, is_in
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.urban.buildings import construction_factor
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Point = tuple[float, float]

# Kind of piece: farthest bracket ("" is the whole table), damage in the inner area, damage in the outer one.
PIECES: Final = rules.table(
    "AS-COM-112",
    {
        "AIS": {"name": "Arrow IV", "max_range": "", "damage": "2", "outer": ""},
        "AC": {"name": "Arrow IV", "max_range": "", "damage": "2", "outer": ""},
        "TC": {"name": "Thumper Cannon", "max_range": "M", "damage": "0*", "outer": ""},
        "SC": {"name": "Sniper Cannon", "max_range": "M", "damage": "1", "outer": ""},
        "LTC": {"name": "Long Tom Cannon", "max_range": "L", "damage": "2", "outer": ""},
        "BA": {"name": "Battle Armor Tube Artillery", "max_range": "", "damage": "1", "outer": ""},
        "CM5": {"name": "Cruise Missile/50", "max_range": "", "damage": "5", "outer": ""},
        "CM7": {"name": "Cruise Missile/70", "max_range": "", "damage": "7", "outer": "2"},
        "CM9": {"name": "Cruise Missile/90", "max_range": "", "damage": "9", "outer": "4"},
        "CM12": {"name": "Cruise Missile/120", "max_range": "", "damage": "12", "outer": "5"},
        "LT": {"name": "Long Tom", "max_range": "", "damage": "3", "outer": "1"},
        "S": {"name": "Sniper", "max_range": "", "damage": "2", "outer": ""},
        "T": {"name": "Thumper", "max_range": "", "damage": "1", "outer": ""},
    },
)
rules.also("AS-FOR-099", PIECES)

PREFIX: Final = "ART-"
TAGS: Final = rules.table("AS-COM-109", {"TAG": 24.0, "LTAG": 6.0})
rules.also("AS-SPC-154", TAGS)
rules.also("AS-SPC-106", TAGS)
# It has served an artillery attack this turn.
shell_spotted = unit_memory("shell_spotted", bool, default=False, rule="AS-COM-109", expires="turn")
SCATTER_STEP: Final = rules.table("AS-COM-111", {"artillery": 2.0, "cannon": 1.0})


class Burst(NamedTuple):
    """Where a shell comes down."""

    at: Point
    level: float


# -- the pieces -----------------------------------------------------------------------------------------------


def pieces_of(unit: Unit, arc: str | None = None) -> tuple[Special, ...]:
    """A unit's artillery, in card order: its own, in its turrets, in the arc that fires."""
    card = unit.card
    places = [card.specials, *(turret.nested for turret in card.specials.turrets if turret.nested is not None)]
    if arc is not None and arc in card.arcs:
        places.append(card.arcs[arc].specials)
    places += [section.specials for section in card.sections if is_in(arc, section.name)]
    return tuple(special for place in places for special in place if special.code.startswith(PREFIX))


def only_piece(unit: Unit, arc: str | None) -> str | None:
    """The artillery a unit fires when its player names none: the only kind it has."""
    codes = {piece.code for piece in pieces_of(unit, arc)}
    return codes.pop() if len(codes) == 1 else None


def piece_fired(attack: Attack) -> Special | None:
    return attack.using if attack.using is not None and attack.using.code.startswith(PREFIX) else None


def piece_kind(attack: Attack) -> str:
    """What stands for X in ART-X."""
    piece = piece_fired(attack)
    return "" if piece is None else piece.code.removeprefix(PREFIX)


def is_cannon(by: Switched, kind: str) -> bool:
    """Thumper, Sniper and Long Tom Cannons: the pieces with a maximum range."""
    return bool(PIECES.of(by)[kind]["max_range"]) if kind in PIECES.of(by) else False


@rules.rule("AS-COM-104", otherwise=False)
def on_top(attack: Attack) -> bool:
    """Artillery fires in addition to the unit's weapon or physical attack."""
    return True


SHELLS: Final = ("artillery", "offboard", "flak")  # kinds of attacks that a piece makes


@hooks.may_attack.rule("AS-SPC-069", part=hooks.ABLE, kinds=SHELLS)
def has_artillery(attack: Attack) -> Refusal | None:
    """Only who carries artillery fires it, and an attack says which."""
    unit = attack.attacker
    pieces = pieces_of(unit, attack.arc)
    if not pieces:
        return Refusal("no_artillery", f"{unit.id} carries no artillery (ART); fire its weapons", "AS-SPC-069")
    if piece_fired(attack) is None:
        names = ", ".join(dict.fromkeys(piece.code for piece in pieces))
        return Refusal("which_artillery", f"say which artillery {unit.id} fires: using one of {names}", "AS-SPC-069")
    return None


@hooks.may_attack.rule("AS-COM-105", part=hooks.SLOT, kinds=SHELLS)
def each_piece_once(attack: Attack) -> Refusal | None:
    """Every piece makes one attack a turn, with its own target and roll."""
    piece = piece_fired(attack)
    if piece is None:
        return None
    unit = attack.attacker
    pieces = artillery_pieces(attack.battle, unit, piece, attack.mount.section)
    if unit.attacks.count(artillery_slot(attack)) < pieces:
        return None
    text = f"every piece fires once a turn, and {unit.id} has {pieces} of {piece.code}: it may fire again next turn"
    if not pieces:
        text = f"weapon hits have silenced every {piece.code} of {unit.id}"
    return Refusal("artillery_spent", text, "AS-COM-105")


def artillery_slot(attack: Attack) -> str:
    where = f":{attack.mount.section}" if attack.mount.section is not None else ""
    return f"artillery:{piece_kind(attack)}{where}"


# -- targets and range ----------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-COM-106", part=hooks.AIM, kinds="artillery")
def aims_at_unit_or_point(attack: Attack) -> Refusal | None:
    """Direct fire goes to a unit, a structure or a point, indirect fire to a point only."""
    feature = attack.feature
    if feature is not None and (attack.spotter is not None or construction_factor(attack, feature) is None):
        text = f"artillery is aimed at a unit, a structure or a point of the table, not at {feature.id}: name a point"
        return Refusal("not_a_target", text, "AS-COM-106")
    if attack.point is not None and not attack.battle.table.inside(*attack.point):
        return Refusal("off_table", "the point of impact must lie on the table", "AS-COM-106")
    if attack.target is not None and attack.spotter is not None:
        text = f"artillery fired indirectly is aimed at a point, not at {attack.target.id}: name the point it stands on"
        return Refusal("indirect_at_unit", text, "AS-COM-106")
    return None


@hooks.may_attack.rule("AS-COM-109", part=hooks.SIGHT, kinds="artillery")
def spotter_sees_point(attack: Attack) -> Refusal | None:
    """Fired indirectly, artillery needs a friend that sees the point, as any indirect fire does."""
    spotter, point = attack.spotter, attack.point
    if spotter is None or point is None:
        return None
    attacker, battle = attack.attacker, attack.battle
    if spotter.id == attacker.id or spotter.side != attacker.side or not spotter.in_the_open:
        text = f"{spotter.id} cannot spot for {attacker.id}: a spotter is another unit of its side on the table"
        return Refusal("no_spotter", text, "AS-COM-109")
    if attack.sight.status == "blocked":
        text = f"{spotter.id} does not see the point: {attack.sight.reason}"
        return Refusal("no_spotter", text, attack.sight.rule or "AS-COM-109")
    return (
        spots_another(battle, spotter, str(point))
        or serves_another_shell(battle, spotter)
        or cannot_spot_from_the_air(battle, spotter)
        or has_no_time_to_spot(battle, spotter)
    )


@rules.rule("AS-COM-109", otherwise=None)
def serves_another_shell(battle: Battle, spotter: Unit) -> Refusal | None:
    """A spotter serves one artillery attack in a turn."""
    if not shell_spotted.of(spotter) or any(hook(battle, spotter) for hook in battle.hooks[hooks.spots_for_batteries]):
        return None
    text = f"{spotter.id} has spotted for an artillery attack this turn; it serves one: name another spotter"
    return Refusal("spots_another", text, "AS-COM-109")


@hooks.may_attack.rule("AS-COM-107", part=hooks.AIM, kinds="artillery")
def within_max_range(attack: Attack) -> Refusal | None:
    """Artillery reaches any point of the table, cannons as far as their bracket."""
    kind = piece_kind(attack)
    limit = PIECES.of(attack)[kind]["max_range"] if kind in PIECES.of(attack) else ""
    if not limit or list(RANGES.of(attack)).index(attack.bracket) <= list(RANGES.of(attack)).index(limit):
        return None
    name, most = PIECES.of(attack)[kind]["name"], RANGES.of(attack)[limit]["up_to"]
    text = f"{name} reaches {RANGE_NAMES[limit]} range, {most:g} inches"
    return Refusal("out_of_range", f"{text}; the target is {attack.distance:.1f} inches away", "AS-COM-107")


# -- the target number ----------------------------------------------------------------------------------------


@rules.rule("AS-COM-108", otherwise=False)
def has_flat_range(attack: Attack) -> bool:
    """Artillery other than cannons knows no short and medium range."""
    return attack.kind == "artillery" and not is_cannon(attack, piece_kind(attack))


@hooks.to_hit.rule("AS-COM-108", part=hooks.RANGE, kinds="artillery")
def flat_range(attack: Attack) -> Modifier | None:
    """Long range at any distance, Extreme beyond 42 inches."""
    if not has_flat_range(attack) or beyond_long(attack):
        return None
    return Modifier("Artillery", RANGES.of(attack)["L"]["modifier"], "AS-COM-108")


@hooks.to_hit.rule("AS-COM-107", part=hooks.RANGE, kinds="artillery")
def extreme_range(attack: Attack) -> Modifier | None:
    if not has_flat_range(attack) or not beyond_long(attack):
        return None
    return Modifier("Artillery at extreme range", RANGES.of(attack)["E"]["modifier"], "AS-COM-107")


def beyond_long(attack: Attack) -> bool:
    return attack.distance > RANGES.of(attack)["L"]["up_to"] + TINY


@hooks.to_hit.rule("AS-COM-109", part=hooks.OTHER, kinds="artillery")
def designated(attack: Attack) -> Modifier | None:
    """A spotter with TAG or LTAG close enough to the point guides the shell."""
    spotter, point = attack.spotter, attack.point
    if spotter is None or point is None:
        return None
    distance = apart(attack.battle, spotter, point)
    if any(works(attack.battle, spotter, code) and distance <= reach + TINY for code, reach in TAGS.of(attack).items()):
        return Modifier("Spotter designates", -1, "AS-COM-109")
    return None


# -- coming down ----------------------------------------------------------------------------------------------


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """Tell the shot, let a miss drift, and hurt everybody where it lands."""
    tell(attack, roll, number, parts, hit)
    if attack.spotter is not None:
        shell_spotted.remember(attack.battle, attack.spotter, True)
    aimed = aimed_at(attack)
    burst = aimed if hit or not scatters(attack) else drift(attack, aimed)
    if burst is not None:
        lands(attack, burst, roll if hit else None)
    finish(attack, roll, hit)
    is_felt(attack, aimed.at, burst)


def lands(attack: Attack, burst: Burst, roll: tuple[int, ...] | None) -> None:
    """A shell comes down, and does what shells of its kind do. ``roll`` is the one that hit the chosen point."""
    explode(attack, burst, roll)
    for hook in attack.battle.hooks[hooks.shell_lands]:
        hook(attack, burst.at)


def is_felt(attack: Attack, aimed: Point, burst: Burst | None) -> None:
    """The ground feels it, when all is told of the shot."""
    shock = shock_of(attack, burst) if burst is not None else None
    where = burst.at if burst is not None else None
    comes_down(attack.battle, Fallen(attack.source, aimed, where), shock if shock is not None and shock.rings else None)


def shock_of(attack: Attack, burst: Burst) -> Shock:
    """What the ground feels of a shell."""
    felt = tuple((ring.radius, ring.damage.points) for ring in blast_of(attack) if ring.damage.harms)
    shock = Shock(burst.at, felt, attack.indirect)
    for hook in attack.battle.hooks[hooks.ground_feels]:
        shock = hook(attack, shock)
    return shock


@rules.rule("AS-COM-106", "AS-INT-009", otherwise=lambda attack: Burst((0.0, 0.0), 0.0))
def aimed_at(attack: Attack) -> Burst:
    """The chosen point of impact: the point named, or the middle of the unit aimed at."""
    target = attack.target
    if target is not None:
        return Burst(attack.aim[0], target.elevation)
    return burst_at(attack.battle, attack.aim[0] if attack.point is None else attack.point)


def burst_at(battle: Battle, point: Point) -> Burst:
    """What comes down on a building bursts on its roof."""
    return Burst(point, roof_at(battle, point))


@rules.rule("AS-COM-111", otherwise=False)
def scatters(attack: Attack) -> bool:
    """A miss comes down somewhere else."""
    return True


def drift(attack: Attack, aimed: Burst) -> Burst | None:
    """Roll where a miss lands: one die for the direction, one for the distance. None when it leaves the table."""
    battle = attack.battle
    (way,) = battle.roll(1)
    (far,) = battle.roll(1)
    lands = impact(attack, aimed, way, far)
    gone = not battle.table.inside(*lands)
    battle.emit(Scattered(attack.attacker.id, aimed.at, lands, (way, far), gone))
    return None if gone else burst_at(battle, lands)


def impact(attack: Attack, aimed: Burst, way: int, far: int) -> Point:
    step = SCATTER_STEP.of(attack)["cannon" if is_cannon(attack, piece_kind(attack)) else "artillery"]
    table = attack.battle.table
    return table.snap(scatter(attack, table, aimed.at, way, far * step))


def explode(attack: Attack, burst: Burst, roll: tuple[int, ...] | None) -> None:
    """Hurt everybody in the area. ``roll`` is the attack roll when the chosen point was hit."""
    blast(attack.battle, impact_of(attack, burst), lucky_target(attack, roll))


def lucky_target(attack: Attack, roll: tuple[int, ...] | None) -> str | None:
    """Only a unit that was aimed at suffers from the attacker's luck."""
    aimed = attack.command.target if attack.target is not None else None
    return aimed if isinstance(aimed, str) and roll is not None and natural_twelve(attack, roll) else None


def impact_of(attack: Attack, burst: Burst) -> Impact:
    """A shell that comes down somewhere."""
    return Impact(burst.at, blast_of(attack), attack.source, "Artillery", "AS-COM-110", burst.level, attack)


@rules.rule("AS-COM-110", otherwise=NOWHERE)
def blast_of(attack: Attack) -> tuple[Ring, ...]:
    """Everyone any part of whose base is in the area, friend or foe, and what is built there."""
    battle, more = attack.battle, reach_added(attack)
    return tuple(Ring(radius_of(battle, template) + more, strength) for template, strength in templates_of(attack))


def templates_of(attack: Attack) -> tuple[tuple[int, Strength], ...]:
    """The templates of the piece that fires, the smaller first, each with the damage under it.

    Shells of other kinds have areas of their own: hook ``shell_areas``.
    """
    for hook in attack.battle.hooks[hooks.shell_areas]:
        areas = hook(attack)
        if areas is not None:
            return areas
    row = PIECES.of(attack)[piece_kind(attack)]
    return (2, Strength.parse(row["damage"])), (6, Strength.parse(row["outer"] or "0"))


def rings(attack: Attack) -> tuple[Ring, ...]:
    """The same as what is laid on the table; nothing where no piece fires."""
    if piece_fired(attack) is None:
        return ()
    more = reach_added(attack)
    areas = templates_of(attack)
    hurting = [area for area in areas if area[1].harms] or areas[-1:]
    return tuple(Ring(radius_of(attack.battle, template) + more, strength) for template, strength in hurting)


def reach_added(attack: Attack) -> float:
    """How much further its areas reach than usual: hook ``wider_area`` says how much wider they are."""
    return sum(hook(attack) for hook in attack.battle.hooks[hooks.wider_area, attack.kind]) / 2.0


def inner_strength(attack: Attack) -> Strength:
    """What the middle of the area takes."""
    return templates_of(attack)[0][1] if piece_kind(attack) in PIECES.of(attack) else NONE


def aims(around: Around) -> list[Aim]:
    unit = around.unit
    arcs = [None, *(section.name for section in unit.card.sections)]
    pieces = [(piece.code, arc) for arc in arcs for piece in pieces_of(unit, arc)]
    names = [name for enemy in around.enemies for name in names_to_aim_at(enemy)]
    names += [name for name in around.terrain if pieces and is_structure(around.battle, name)]
    return [Aim(name, "artillery", code, None, arc) for code, arc in pieces for name in names]


def is_structure(battle: Battle, name: str) -> bool:
    """Something that damage brings down."""
    feature = piece(battle.table, name)
    return feature is not None and construction_factor(battle, feature) is not None


def at_points(unit: Unit) -> tuple[str | None, ...]:
    return tuple(dict.fromkeys(piece.code for piece in pieces_of(unit)))


attack_kind(
    Kind(
        "artillery",
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.AREA, trait.EXPLOSIVE, trait.ARTILLERY),
        slot=artillery_slot,
        strength=inner_strength,
        fires=only_piece,
        resolve=resolve,
        extra=on_top,
        aims=aims,
        at_points=at_points,
        rings=rings,
        flat_range=has_flat_range,
    )
)
