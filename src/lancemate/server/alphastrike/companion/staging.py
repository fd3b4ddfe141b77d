"""An abstract table: two units as far apart as the player says, with what lies between them and who helps them, so that
the engine can be asked. Knows how a situation is staged; must not know a single number of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

from lancemate.alphastrike.air.altitude import height_of
from lancemate.alphastrike.air.attacks import ALTITUDE, BOMBING, DIVE, STRAFE, STRIKE
from lancemate.alphastrike.air.attacks import CAPITAL as AT_AIRCRAFT
from lancemate.alphastrike.asking.preview import AttackPreview, preview_attack
from lancemate.alphastrike.cards.card import Card, SectionCard
from lancemate.alphastrike.cards.card_data import read_card
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.cards.pilot_names import BLOOD_STALKER
from lancemate.alphastrike.combat.artillery import TAGS, rings
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.multi_arc import Mount, mounts_of
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.movement.structures import AFLOAT
from lancemate.alphastrike.options.advanced_artillery.homing import HOMING as HOMING_ROUND
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED
from lancemate.alphastrike.options.advanced_artillery.off_board import KIND as OFF_BOARD
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION as MUNITIONS
from lancemate.alphastrike.options.artillery_flak import CLUSTER
from lancemate.alphastrike.options.artillery_flak import FLAK as FLAK_PLAYED
from lancemate.alphastrike.options.artillery_flak import KIND as FLAK
from lancemate.alphastrike.options.capital_weapons import AT_THE_GROUND, BLAST, CAPITAL, CODES
from lancemate.alphastrike.options.optional_abilities import OPTION as OPTIONAL
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.flight import LEVELS, LOW, OPTION
from lancemate.alphastrike.play.footprint import SECTION_RADIUS, SLASH
from lancemate.alphastrike.play.setup import Muster, Network, Setup, Side
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.opening import body_of
from lancemate.field.compass import direction
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.field.terrain import Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice, TapeThenMore
from lancemate.kernel.errors import Refusal

SIDES: Final = (Side("red", "south"), Side("blue", "north"))
WIDTH, DEPTH = 60.0, 96.0
MIDDLE: Final = WIDTH / 2
SHOOTER, TARGET, SPOTTER, FRIEND = "attacker", "target", "spotter", "friend"
# How far away a target is put, from base to base, for each range that the book has.
APART: Final = {"S": 4.0, "M": 16.0, "L": 32.0}
RANGES: Final = tuple(APART)
EXTREME, BEYOND = "E", 46.0  # where artillery alone reaches, and how far that is
ALTITUDES: Final = LEVELS[:3]  # from which the ground is attacked without expanded ranges
WEAPON, INDIRECT, PHYSICAL, MELEE, CHARGE, LEAP = "weapon", "indirect", "physical", "melee", "charge", "dfa"
DECLARED: Final = {CHARGE: "ground", LEAP: "jump"}  # attacks that a move leads to, and how that is made
BLOWS: Final = (PHYSICAL, MELEE, *DECLARED)
OVERHEAD: Final = (STRIKE, STRAFE, DIVE, ALTITUDE)
# Artillery at a unit, at a place that it sees itself, at one that a friend sees; from afar, and what homes in.
SHELLED, SHELL, LOBBED, HOMING = "artillery", "shell", "lob", "homing"
AT_A_PLACE: Final = (SHELL, LOBBED, OFF_BOARD)
AT_NO_UNIT: Final = (*AT_A_PLACE, HOMING, FLAK)  # it does not matter what its targets do
ARTILLERY: Final = (SHELLED, *AT_NO_UNIT)
# Who flies is neither run into nor under shells.
ON_THE_GROUND: Final = (*DECLARED, STRAFE, *BOMBING, AT_THE_GROUND, SHELLED, *AT_A_PLACE, HOMING)
CONTACT: Final = 0.0
BEHIND: Final = 6.0  # inches from the south edge to the attacker
BESIDE: Final = 4.0  # and from the attacker to its friends behind it
ACROSS: Final = 8.0  # inches of a flight path that passes by
FLOWN: Final = 48.0  # inches of a flight path over the target
STRIP: Final = 5.0  # inches that are strafed, before the target and behind it
JAMMERS: Final = ("ECM", "AECM", "LECM", "WAT", "NOVA")
CALM: Final = ("let it stand", "wait", "damage", "front")  # answers that leave dice and points as they are
FAR: Final = 8  # inches that make a charge hurt
BROADSIDE: Final = 90.0  # degrees off the bow of who does not look at its target
WOODS, COVER = "woods", "cover"
POOL: Final = 0.01  # inches: there is water under the very middle of what floats
LEAST_HEIGHT: Final = 0.5  # inches of a rise that half hides whoever stands behind it
# What is told of a unit that nothing is known of but how it attacks.
PLAIN: Final = {
    **{"name": "Anybody", "type": "BM", "size": 2, "tmm": 1, "move": '8"j', "damage": "3/3/3", "ov": 0},
    **{"armor": 9, "structure": 9},
}
WINGED: Final = {**PLAIN, "type": "AF", "move": "8a", "tmm": 0, "specials": ["BOMB2"]}
EQUIPMENT: Final = {MELEE: "MEL", INDIRECT: "IF3"}
NOSE, MISSILE = "nose", "MSL"
LONG_TOM, THUMPER = "ART-LT", "ART-T"
EYES: Final = (-0.82, 0.57)  # where a friend stands who sees a place: north-west of it
OUT_OF_REACH: Final = 30.0  # inches from there of a friend whose TAG does not reach it
UPWARD, DOWNWARD = (NOSE, "front"), ("aft",)  # where the ends of a ship that hovers look
LANDED, HOVERS = "landed", "hover"
MANY: Final = 40  # rolls that may follow where every section of a mobile structure is struck
SURE: Final = (6, 6, *(2, 5) * MANY)  # dice that hit, and whatever else is rolled


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it stands: its card, its pilot's Skill and abilities, and what has befallen it."""

    card: Card
    skill: int = 4
    abilities: tuple[str, ...] = ()
    state: Mapping[str, JSON] = field(default_factory=dict)
    wounds: tuple[str, ...] = ()  # critical hits and motive damage, in the order suffered
    form: str | None = None  # of a craft that does not fly along: it stands on the ground, or hovers
    hunts: bool = False  # its pilot is a Blood Stalker, who may have named anybody
    heated: bool = False  # an enemy has weapons that bring heat on others
    section: str | None = None  # of a mobile structure: the one that fires or is aimed at

    @property
    def is_whole(self) -> bool:
        """A mobile structure as it moves; it fights by its sections."""
        return bool(self.card.sections) and self.section is None

    @property
    def part(self) -> Card | SectionCard:
        """Where its armor and structure are printed: on its card, or on that of its section."""
        return next((part for part in self.card.sections if part.name == self.section), self.card)

    def hunting(self, whom: str) -> Fighter:
        """The same with its prey named."""
        return replace(self, abilities=(*self.abilities, BLOOD_STALKER)).with_state(notes={"prey": whom})

    @property
    def landed(self) -> bool:
        return self.form == LANDED

    @property
    def hovers(self) -> bool:
        return self.form == HOVERS

    @property
    def flies(self) -> bool:
        return self.card.is_aerospace and not self.landed

    def with_state(self, **changes: JSON) -> Fighter:
        return replace(self, state={**self.state, **changes})

    def hit(self, *wounds: str) -> Fighter:
        """The same after it has suffered these as well."""
        return replace(self, wounds=(*self.wounds, *wounds))

    def with_damage(self, points: int) -> Fighter:
        """The same with weapons that do so many points at any range."""
        strength = Strength(points)
        return replace(self, card=replace(self.card, damage=Damage(strength, strength, strength, strength)))

    def roomy(self, structure: int) -> Fighter:
        """The same with more than anybody can shoot away at once."""
        least = 2 if self.card.is_aerospace else 9  # what aircraft stand goes by their armor
        more = replace(self.part, structure=structure, armor=max(least, self.part.armor))
        if isinstance(more, Card):
            return replace(self, card=more)
        parts = tuple(more if part.name == self.section else part for part in self.card.sections)
        return replace(self, card=replace(self.card, sections=parts))

    def muster(
        self, name: str, side: str, at: tuple[float, float], facing: float, bearing: float, **state: JSON
    ) -> Muster:
        """The unit as it takes the table; its enemy lies so many degrees off its bow."""
        bombs = ("HE",) if self.card.is_aerospace and self.card.specials.value("BOMB") else ()
        known, card = {**state, **self.state}, self.card
        if self.section is not None:
            card = laid_out(card, self.section, bearing)
            points: dict[str, JSON] = {key: known.pop(key) for key in ("armor", "structure") if key in known}
            known["sections"] = {self.section: points}
        return Muster(name, side, card, self.skill, at, facing, state=known, abilities=self.abilities, bombs=bombs)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the players see on their table."""

    kind: str = WEAPON
    range: str = RANGES[0]  # of an attack from above, the altitude
    arc: str | None = None  # the weapons that fire, of a unit with several arcs or a turret
    using: str | None = None  # a capital weapon or a piece of artillery, which fires by itself
    edge: bool = False  # of what it strikes, the outer part
    rear: bool = False
    aside: bool = False  # the target is not ahead of the attacker
    ground: frozenset[str] = frozenset()  # woods, cover
    overheat: int = 0
    inches: int = 0  # run or jumped into a target
    spotter: Fighter | None = None
    spotter_attacks: bool = False
    within: str = ""  # of so many inches from the place stands a spotter; nothing if it is farther
    before: int = 0  # shells that have landed at this place before
    lender: Fighter | None = None  # a friend of its C3 network, and at which range that is
    lent: str = RANGES[0]
    network: str = "C3"
    abilities: tuple[str, ...] = ()  # called upon for this attack


@cache
def anybody(kind: str = WEAPON, flies: bool = False) -> Fighter:
    """A plain 'Mech to ask about others with, with what it attacks with; or a plain fighter."""
    if kind == AT_THE_GROUND:
        return Fighter(read_card({**WINGED, "type": "SC", "arcs": {NOSE: {MISSILE: "3/3/3/3"}}}, "card"))
    if flies or kind in OVERHEAD:
        return Fighter(read_card(WINGED, "card"))
    if kind in ARTILLERY:
        return gunner(LONG_TOM)
    equipment = [EQUIPMENT[kind]] if kind in EQUIPMENT else []
    return Fighter(read_card({**PLAIN, "specials": equipment}, "card"))


@cache
def gunner(*pieces: str) -> Fighter:
    """A plain 'Mech with artillery."""
    return Fighter(read_card({**PLAIN, "specials": [*pieces]}, "card"))


def radius(fighter: Fighter) -> float:
    return body_of(rules, fighter.card).radius if fighter.section is None else SECTION_RADIUS


@lru_cache(maxsize=512)
def laid_out(card: Card, section: str, bearing: float) -> Card:
    """A mobile structure with one section in its middle, and all others behind that as its enemy sees it: whoever says
    that this one fires or is seen says that the others are not in the way."""
    east, north = direction(bearing)
    back = -2 * SECTION_RADIUS * east, -2 * SECTION_RADIUS * north
    meant = next(part for part in card.sections if part.name == section)
    others = (replace(part, at=back) for part in card.sections if part is not meant)
    return replace(card, sections=(replace(meant, at=(0.0, 0.0)), *others))


def in_sections(card: Card) -> Card:
    """A mobile structure whose card names no sections has those that the engine gives it."""
    if not card.is_mobile_structure or card.sections:
        return card
    return replace(card, sections=staged(Fighter(card), anybody(), Situation()).units[SHOOTER].card.sections)


def staged(one: Fighter, other: Fighter, said: Situation, dice: Sequence[int] = ()) -> Battle:
    """The battle in which the first attacks the second, with these dice."""
    at = MIDDLE, BEHIND + radius(one)
    there = MIDDLE + _beside(other, said), at[1] + _apart(one, other, said)
    facing = 0.0 if said.rear and other.section is None else 180.0
    turned = _turned(one, said)
    under, over = _levels(one, other, said)
    units = [
        one.muster(SHOOTER, "red", at, turned, -turned, **_attacking(one, at, said, under)),
        other.muster(TARGET, "blue", there, facing, 0.0, **_aloft(other, there, over), **_quiet(other, said)),
    ]
    if said.spotter is not None:
        beside = _eyes(one, at, there, said.spotter, said)
        units.append(said.spotter.muster(SPOTTER, "red", beside, 0.0, 0.0, **_aloft(said.spotter, beside)))
    if said.lender is not None:
        near = there[0] + radius(other) + APART[said.lent] + radius(said.lender), there[1]
        units.append(said.lender.muster(FRIEND, "red", (min(near[0], WIDTH - 2.0), near[1]), 0.0, 0.0))
    who = {SHOOTER: one, TARGET: other, SPOTTER: said.spotter}
    pools = [_pool(unit) for unit in units if unit.id != TARGET and unit.card.is_naval and unit.card.sections]
    table = Table(WIDTH, DEPTH, (*pools, *_ground(said, there, other)))
    flying = any(unit.card.is_aerospace for unit in units)
    setup = Setup(
        table,
        SIDES,
        tuple(units),
        networks=(Network(said.network, (FRIEND, SHOOTER)),) if said.lender is not None else (),
        options=frozenset((*((OPTION,) if flying else ()), *agreed(one.card, said))),
        phase="combat",
        first="red",
    )
    battle = Battle(setup, TapeThenMore(tuple(dice), SeededDice(1)))
    for name, fighter in who.items():
        if fighter is not None and fighter.wounds:  # a written state does not tell in which order
            _suffer(battle.state.units[name], fighter)
    return battle


def agreed(card: Card, said: Situation) -> tuple[str, ...]:
    """What players have agreed on who attack like that."""
    if said.kind in (OFF_BOARD, HOMING):
        return (ADVANCED,)
    if said.kind == FLAK:
        return (FLAK_PLAYED, MUNITIONS)
    weapon = said.using
    if weapon is None or said.kind in ARTILLERY:
        return ()
    # A capital weapon stands in an arc, or among the optional abilities.
    in_arcs = any(weapon in arc.weapons and weapon not in arc.specials for arc in card.arcs.values())
    return (CAPITAL,) if in_arcs else (CAPITAL, OPTIONAL)


def _eyes(
    one: Fighter, at: tuple[float, float], there: tuple[float, float], spotter: Fighter, said: Situation
) -> tuple[float, float]:
    """Where a spotter stands: behind who fires, or within reach of the place that shells are to fall on."""
    if said.kind in AT_A_PLACE:
        far = OUT_OF_REACH if not said.within else float(said.within) - 1.0
        return there[0] + EYES[0] * (far + radius(spotter)), there[1] + EYES[1] * (far + radius(spotter))
    aside = radius(one) + radius(spotter) if one.card.is_large else 0.0  # nobody sees through a large unit
    return at[0] - aside, at[1] if aside else at[1] - BESIDE


def _beside(other: Fighter, said: Situation) -> float:
    """How far from the place of a shell somebody stands whom its outer area reaches."""
    return radius(other) + _outer(str(said.using)) if said.edge and said.kind in AT_A_PLACE else 0.0


@cache
def _outer(piece: str) -> float:
    """Inches from the middle of a shell to that of its outer area."""
    said = Situation(SHELL, using=piece)
    battle = staged(gunner(piece), anybody(), said)
    inner, outer = (ring.radius for ring in rings(Attack(battle, attack_of(battle, said))))
    return (inner + outer) / 2


def near_enough() -> list[str]:
    """How near a spotter may be for what it has to guide a shell, the nearest first."""
    return [f"{inches:g}" for inches in sorted(set(TAGS.of(rules).values()))]


def _suffer(unit: Unit, fighter: Fighter) -> None:
    if fighter.section is None:
        unit.wounds = fighter.wounds
    else:
        unit.sections = (replace(unit.sections[0], wounds=fighter.wounds), *unit.sections[1:])


def arcs_of(fighter: Fighter) -> tuple[str | None, ...]:
    """What a unit names when it fires: its arcs and turrets; nothing where all its weapons fire together."""
    mounts = [mount.name for mount in _mounts(fighter.card, fighter.form) if mount.section == fighter.section]
    return tuple(mounts) if len(mounts) > 1 or fighter.card.sections else (None,)


@lru_cache(maxsize=256)
def _capital(card: Card, form: str | None) -> tuple[tuple[str | None, str | None, str], ...]:
    places = (card.specials, *(arc.weapons for arc in card.arcs.values()), *(part.specials for part in card.sections))
    if not any(code in specials for specials in places for code in CODES):
        return ()
    both = Fighter(card, form=form)
    battle = staged(both, both, Situation(using=CODES[-1]))  # one that no arc has: all of them count
    unit = battle.units[SHOOTER]
    found = [(mount, code) for mount in mounts_of(battle, unit) for code in CODES if code in mount.specials]
    in_arcs = [(mount.section, mount.name if mount.separate else None, code) for mount, code in found]
    whole = [(None, None, code) for code in CODES if card.is_multi_arc and code in unit.card.specials]
    return (*in_arcs, *whole)


def capital_weapons(fighter: Fighter) -> list[tuple[str, str | None]]:
    """Its capital weapons, each with the arc that it is in."""
    found = _capital(fighter.card, fighter.form)
    return [(code, arc) for section, arc, code in found if section == fighter.section]


def is_for_aircraft(one: Fighter, arc: str | None) -> bool:
    """These weapons bear on what flies and on nothing else."""
    mounts = _mounts(one.card, one.form) if arc else ()
    return any(mount.arc is not None and mount.arc.airborne_only for mount in mounts if mount.name == arc)


def _turned(one: Fighter, said: Situation) -> float:
    """Where a unit looks so that these weapons bear on what lies north of it; to its side, where that is said."""
    mounts = _mounts(one.card, one.form) if said.arc else ()
    found = next((mount.arc for mount in mounts if mount.name == said.arc), None)
    return (BROADSIDE * said.aside - (0.0 if found is None else found.centre)) % 360.0


@lru_cache(maxsize=256)
def _mounts(card: Card, form: str | None) -> tuple[Mount, ...]:
    battle = staged(Fighter(card, form=form), Fighter(card, form=form), Situation())
    return mounts_of(battle, battle.units[SHOOTER])


def _is_aerial(said: Situation) -> bool:
    """It strikes the ground out of flight."""
    kind = KINDS.get(said.kind)
    return kind is not None and trait.AERIAL in kind.traits


def _apart(one: Fighter, other: Fighter, said: Situation) -> float:
    """From middle to middle."""
    if said.kind == STRAFE and one.hovers:  # it strafes ahead of itself
        return STRIP
    if _is_aerial(said) or (said.kind == AT_THE_GROUND and one.flies):
        return FLOWN / 2
    if said.kind in (*AT_A_PLACE, HOMING):
        return _over_ground(one, APART.get(said.range, BEYOND)) + (0.0 if one.flies else radius(one))
    bases = radius(one) + radius(other)
    if said.kind in BLOWS:
        return bases + CONTACT
    flown_at = other.flies
    if one.flies and flown_at:  # an altitude between them counts as one range more
        return APART[RANGES[max(0, RANGES.index(said.range) - (len(set(_levels(one, other, said))) - 1))]]
    if flown_at:
        return radius(one) + _over_ground(other, APART[said.range])
    return bases + APART[said.range]


def _over_ground(flier: Fighter, far: float) -> float:
    """What is left of a distance on the ground where one of the two may fly: measured to its path, and up to it."""
    return max(0.0, far - height_of(rules, LOW)) if flier.flies else far


def looks_up_or_down(one: Fighter, arc: str | None) -> bool:
    """The weapons of who hovers that bear on what is higher or lower, and not on what is beside it."""
    return one.hovers and arc in (*UPWARD, *DOWNWARD)


def _levels(one: Fighter, other: Fighter, said: Situation) -> tuple[str, str]:
    """The altitudes of the two where both are in the air."""
    if other.flies and looks_up_or_down(one, said.arc):
        return (LOW, LEVELS[1]) if said.arc in UPWARD else (LEVELS[1], LOW)
    return LOW, LOW


def _aloft(one: Fighter, at: tuple[float, float], level: str = LOW) -> dict[str, JSON]:
    """What flies passes by: its path lies across the line between the two."""
    if one.hovers:
        return {"airborne": True, "altitude": level, "hovering": True}
    path: list[JSON] = [[*at], [at[0] + ACROSS, at[1]]]
    return {"airborne": True, "altitude": level, "flight": path} if one.flies else {}


def _quiet(other: Fighter, said: Situation) -> dict[str, JSON]:
    """Whoever says that a friend lends its range says that nothing jams the link."""
    jammers: list[JSON] = [code for code in JAMMERS if code in other.card.specials.codes]
    if said.kind == HOMING:
        return {"painted": True}
    return {"off": jammers} if said.lender is not None and jammers else {}


def _attacking(one: Fighter, at: tuple[float, float], said: Situation, level: str) -> dict[str, JSON]:
    """How an attacker comes to make this attack."""
    if said.before:
        there = at[0], at[1] + _apart(one, anybody(), said)
        return {**_aloft(one, at, level), "plots": [{"point": [*there], "shots": said.before, "locked": False}]}
    if said.kind == FLAK:
        return {"munitions": {str(said.using): [CLUSTER]}}
    if said.kind in DECLARED:
        return {"declared": {said.kind: TARGET}, "moved": DECLARED[said.kind], "inches": float(said.inches)}
    if (_is_aerial(said) or said.kind == AT_THE_GROUND) and one.hovers:
        return _aloft(one, at, said.range)
    if (_is_aerial(said) or said.kind == AT_THE_GROUND) and one.flies:
        return {"airborne": True, "altitude": said.range, "flight": [[*at], [at[0], at[1] + FLOWN]]}
    return _aloft(one, at, level)


def _ground(said: Situation, there: tuple[float, float], other: Fighter) -> list[Feature]:
    x, y = there
    wide = radius(other) + 2.0
    found = []
    if WOODS in said.ground:
        found.append(_piece("woods", (x - wide, y - wide, 2 * wide, 2 * wide)))
    if COVER in said.ground:
        height = max(LEAST_HEIGHT, body_of(rules, other.card).height / 2)
        edge = y - radius(other)
        found.append(_piece("hill", (x - wide, edge - 1.0, 2 * wide, 0.9), height=height))
    return found


def _pool(unit: Muster) -> Feature:
    """Water under the middle of a naval structure that fires or looks: otherwise it would have run aground."""
    assert unit.at is not None
    x, y = unit.at
    return _piece("water", (x - POOL, y - POOL, 2 * POOL, 2 * POOL), f"{unit.id} water", depth=AFLOAT)


def _piece(kind: str, rect: tuple[float, float, float, float], name: str = "", **more: float) -> Feature:
    return feature_from_data({"id": name or kind, "kind": kind, "rect": list(rect), **more})


def aimed_at(battle: Battle) -> str:
    """What the attack names: the target, or the section of it that is meant, which stands first on its card."""
    sections = battle.units[TARGET].sections
    return f"{TARGET}{SLASH}{sections[0].name}" if sections else TARGET


def attack_of(battle: Battle, said: Situation) -> orders.Attack:
    """The order; what is aimed at a place is aimed at where the target is."""
    there, target = battle.units[TARGET].at, TARGET if said.kind in DECLARED else aimed_at(battle)
    if said.kind == INDIRECT:
        return orders.Attack(
            *(SHOOTER, target),
            using="IF",
            spotter=SPOTTER,
            spotter_attacks=said.spotter_attacks,
            arc=said.arc,
            abilities=said.abilities,
        )
    if said.kind in ARTILLERY:
        return _shot(battle, said, target)
    if said.kind == AT_AIRCRAFT:
        return orders.Attack(SHOOTER, target, using=said.using, arc=said.arc, abilities=said.abilities)
    if said.kind == AT_THE_GROUND:
        place = there[0] + (_outside(battle) if said.edge else 0.0), there[1]
        return orders.Attack(SHOOTER, orders.PointTarget(place), "artillery", said.using, arc=said.arc)
    if said.kind in BOMBING:
        return orders.Attack(SHOOTER, orders.PointTarget(there), said.kind, bombs=("HE",), abilities=said.abilities)
    if said.kind == STRAFE:
        strip = orders.LineTarget(((there[0], there[1] - STRIP), (there[0], there[1] + STRIP)))
        return orders.Attack(SHOOTER, strip, STRAFE, overheat=said.overheat, arc=said.arc, abilities=said.abilities)
    return orders.Attack(
        SHOOTER, target, kind=said.kind, overheat=said.overheat, arc=said.arc, abilities=said.abilities
    )


def _shot(battle: Battle, said: Situation, target: str) -> orders.Attack:
    """What artillery is aimed at: a unit, or the place where the target is or next to which it stands."""
    gun = orders.Attack(SHOOTER, target, SHELLED, said.using, arc=said.arc, abilities=said.abilities)
    if said.kind == SHELLED:
        return gun
    if said.kind == FLAK:
        return replace(gun, ammo=CLUSTER)
    here = replace(gun, target=orders.PointTarget((MIDDLE, battle.units[TARGET].at[1])))
    if said.kind == HOMING:
        return replace(here, ammo=HOMING_ROUND)
    if said.spotter is None or said.before:
        return here
    return replace(here, spotter=SPOTTER, spotter_attacks=said.spotter_attacks)


def asked(one: Fighter, other: Fighter, said: Situation) -> AttackPreview:
    """What the engine says to it."""
    if other.flies and said.kind in ON_THE_GROUND:
        return AttackPreview(False, Refusal("in_the_air", f"{other.card.name} is in the air, out of reach of that"))
    battle = staged(one, other, said)
    found = preview_attack(battle, attack_of(battle, said), outcomes=False)
    if said.kind == AT_THE_GROUND and found.legal:
        return _under_shells(one, other, said, found)
    return found if found.targets is None else found.targets.get(TARGET, found)


def _outside(battle: Battle) -> float:
    """How far off a missile is aimed so that its outer ring reaches the target, or the section that is meant."""
    rings, target = BLAST.of(battle), battle.units[TARGET]
    return (SECTION_RADIUS if target.sections else target.radius) + (rings["full"] + rings["half"]) / 2


def _under_shells(one: Fighter, other: Fighter, said: Situation, found: AttackPreview) -> AttackPreview:
    """The same with what such a hit does to whoever is there; of a mobile structure, to the section that is meant."""
    battle = staged(replace(one, skill=0), other, said, SURE)  # however hard it is to hit
    fought(battle, said)
    landed = [event for event in battle.journal.events if isinstance(event, HitLanded)]
    hits = [event for event in landed if (event.target, event.section) == (TARGET, other.section)]
    parts = hits[0].damage_parts if hits else ()
    return replace(found, damage=hits[0].damage if hits else 0, damage_parts=parts)


def fought(battle: Battle, said: Situation) -> None:
    """Make the attack; whatever is asked is answered so that nothing is rolled again."""
    battle.do(attack_of(battle, said))
    while battle.decision is not None:
        asked = battle.decision
        battle.do(orders.Decide(asked.side, next((one for one in CALM if one in asked.choices), asked.choices[-1])))
