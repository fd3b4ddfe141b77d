"""The Movement Cost Table (p. 34) with its footnotes: what an inch of each terrain costs, and whom it is barred to.

A stretch of path lies on one medium: ``land``, a bridge ``deck``, a ``roof``, ``ice``, the ``bottom`` of water, its
``surface``, or ``deep`` in it as a submarine. Rules for more terrain answer the hook ``terrain_row`` (battle, unit,
feature) -> Row | None, by kind; ``may_enter`` (battle, unit, features, medium) -> Refusal | None bars what the table
allows.
This module must not know paths, levels or how much Move a unit has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.columns import CYCLES, is_railed, words
from lancemate.alphastrike.movement.swimming import is_amphibious, swims_submerged
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import AREAS
from lancemate.alphastrike.terrain.water import depth_of
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

Medium: TypeAlias = Literal["land", "deck", "roof", "ice", "bottom", "surface", "deep"]


class Listed(NamedTuple):
    """A row as the table prints it: Move per inch, the movers it is prohibited to, or the only ones it is not."""

    cost: float
    prohibited: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


# The base is Move per inch; every other row comes on top of it.
COST_TABLE: Final = rules.table(
    "AS-MOV-015",
    {
        "base": Listed(1.0),
        "clear": Listed(0.0, ("Naval",)),
        "paved": Listed(0.0, ("Naval",)),
        "rough": Listed(1.0, ("Naval", "Wheeled")),
        "rubble": Listed(1.0, ("Naval",)),
        "woods": Listed(1.0, ("Air", "Hover", "Naval", "Rail", "Wheeled")),
        "water surface": Listed(0.0, only=("Hover", "Naval", "WiGE")),
        "water depth 0": Listed(0.0, ("Ground", "Infantry")),
        "water depth 1": Listed(1.0, ("Ground", "Infantry", "IndustrialMechs")),
        "water depth 2+": Listed(6.0, ("Ground", "Infantry", "IndustrialMechs")),
    },
)
rules.also("AS-FOR-097", COST_TABLE)
# Move per inch of level, up or down.
LEVEL_CHANGES: Final = rules.table(
    "AS-MOV-015", {"Mechs": 2.0, "ProtoMechs": 2.0, "VTOL": 2.0, "Sub": 2.0, "Infantry": 4.0, "Ground": 4.0}
)
rules.also("AS-FOR-097", LEVEL_CHANGES)

PAVED: Final = ("road", "pavement", "bridge")
WEIGHTLESS: Final = (*AREAS, "geyser", "emi")  # of no consequence to the foot
RAIL: Final = "rail"
LEAVES_ROADS: Final = (*WEIGHTLESS, RAIL)
DAMAGED: Final = "road"  # the key of ground that is a road in bad repair
DEEPEST_WALK: Final = 30.0
WET: Final = ("bottom", "surface", "deep")  # media in or on water
STRIDDEN: Final = ("woods", "jungle", "rough", "rubble", "building")  # terrain that large units stride through


class Row(NamedTuple):
    """One terrain as it is to one unit: extra Move per inch, and the words of those it is prohibited to."""

    name: str
    extra: float
    prohibited: tuple[str, ...]
    rule: str
    barred_by: str = ""  # the rule behind the prohibition, where it is another one

    def is_costly(self, by: Switched) -> bool:
        """The table lists an extra for it, whoever is spared from paying."""
        listed = COST_TABLE.of(by)
        return self.extra > 0 or (self.name in listed and listed[self.name].cost > 0)


class Patch(NamedTuple):
    """What lies on one another along a stretch of path."""

    features: tuple[Feature, ...]
    rough: tuple[Feature, ...]  # woods, rough, rubble and the like
    solid: tuple[Feature, ...]  # buildings
    water: float | None  # its depth
    paved: bool  # the top is a road, pavement or a deck
    deck: bool  # a bridge leads over it
    ice: Feature | None = None  # the water is frozen over
    liquid: Feature | None = None  # what it is, where it is no plain water
    railed: bool = False  # the top is a rail: what lies under it is of no consequence to the foot


class Going(NamedTuple):
    """What an inch of a patch is to a unit: its name, the extras beside the base, or why it may not be there."""

    name: str
    extras: tuple[Cost, ...]
    refusal: Refusal | None


def patch_of(battle: Battle, features: tuple[Feature, ...]) -> Patch:
    # The table gives the same features as the same tuple: knowing that again is quicker than hashing what is in it.
    known: Patch | None = battle.memory.get(id(features))
    if known is None or known.features is not features:
        known = battle.memory[id(features)] = _patch(features)
    return known


def _patch(features: tuple[Feature, ...]) -> Patch:
    rough: list[Feature] = []
    solid: list[Feature] = []
    paved = railed = False
    wet: Feature | None = None
    for feature in features:
        if feature.kind in PAVED:
            paved = True
            continue
        if DAMAGED in feature.properties:
            rough.append(feature)
            continue
        role = feature.role_name
        if feature.kind == RAIL and not paved:
            rough, railed = [feature], True
            continue
        if role == "solid":
            solid.append(feature)
        elif role == "water":
            wet = feature
        elif role == "hill":
            wet = None
            if feature.kind != "hill":
                rough.append(feature)
        elif feature.kind not in WEIGHTLESS:
            rough.append(feature)
        # What is drawn later lies on top: it covers the road. What drifts above it does not, nor does a rail along it.
        paved = paved and feature.kind in LEAVES_ROADS
        railed = railed and feature.kind in WEIGHTLESS
    deck = any(feature.role_name == "bridge" for feature in features)
    ice = wet if wet is not None and wet.kind == "ice" else None
    liquid = wet if wet is not None and wet.kind not in ("water", "ice") else None
    return Patch(features, tuple(rough), tuple(solid), depth_of(features), paved, deck, ice, liquid, railed)


# -- rows -----------------------------------------------------------------------------------------------------


def row_of(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
    """The row of a feature that is neither water nor hill; None for terrain nobody has a rule for."""
    for hook in battle.hooks[hooks.terrain_row, hooks.terrain_kind(feature)]:
        row: Row | None = hook(battle, unit, feature)
        if row is not None:
            return _as_it_is_to(battle, unit, row)
    if DAMAGED in feature.properties:
        return _damaged_road(battle)
    name = "woods" if feature.role_name == "woods" else feature.kind
    if name not in ("woods", "rough", "rubble"):
        return None
    listed = COST_TABLE.of(battle)[name]
    extra = infantry_in_woods(battle, unit, listed.cost) if name == "woods" else listed.cost
    return _as_it_is_to(battle, unit, Row(name, extra, listed.prohibited, "AS-MOV-015"))


def _damaged_road(battle: Battle) -> Row:
    return Row("damaged road", damaged_cost(battle), (), "AS-OPT-541")


@rules.rule("AS-OPT-541", otherwise=0.0)
def damaged_cost(battle: Battle) -> float:
    """A damaged road is still a road, at an inch more for every inch."""
    return 1.0


def _as_it_is_to(battle: Battle, unit: Unit, row: Row, depth: float = 0.0) -> Row:
    """A row of the tables as one unit meets it: large units and some pilots go more easily than others."""
    for hook in battle.hooks[hooks.crosses]:
        row = hook(battle, unit, row, depth) or row
    if unit.card.is_large:
        row = large_strides(battle, unit, row)
    return eased(battle, unit, row, depth) if battle.hooks[hooks.eases] and row.extra > 0.0 else row


@rules.rule("AS-SPA-016", otherwise=lambda battle, unit, row, depth: row)
def eased(battle: Battle, unit: Unit, row: Row, depth: float) -> Row:
    """What spares a unit inches spares it of the extra only, all such abilities together, and never of the inch."""
    return row._replace(extra=max(0.0, row.extra - spared(battle, unit, row.name, depth)))


def spared(battle: Battle, unit: Unit, terrain: str, depth: float = 0.0) -> float:
    """Inches less for every inch: hook ``eases`` (battle, unit, terrain, depth) -> float."""
    return sum((hook(battle, unit, terrain, depth) for hook in battle.hooks[hooks.eases]), 0.0)


@rules.rule("AS-BAT-114", otherwise=lambda battle, unit, row: row)
def large_strides(battle: Battle, unit: Unit, row: Row) -> Row:
    """Large units pay an inch less for every inch of woods, jungle, rough, rubble and buildings."""
    eased = row.extra > 0.0 and row.name.startswith(STRIDDEN)
    return row._replace(extra=max(0.0, row.extra - 1.0)) if eased else row


def water_row(battle: Battle, unit: Unit, depth: float) -> Row:
    """The row of walking on the bottom of water so deep."""
    return _as_it_is_to(battle, unit, depth_row(battle, depth), depth)


def _no_extra(battle: Battle, depth: float) -> Row:
    return Row("water", 0.0, (), "AS-MOV-015")


@rules.rule("AS-MOV-015", otherwise=_no_extra)
def depth_row(battle: Battle, depth: float) -> Row:
    """The row of the table for water of some depth."""
    if depth < 1.0:
        listed = COST_TABLE.of(battle)["water depth 0"]
        return Row("water of depth 0", listed.cost, closed_shallows(battle, listed.prohibited), "AS-MOV-015")
    if depth < 2.0:
        listed = COST_TABLE.of(battle)["water depth 1"]
        return Row("water of depth 1", listed.cost, listed.prohibited, "AS-MOV-022", "AS-MOV-015")
    listed = COST_TABLE.of(battle)["water depth 2+"]
    return Row("water of depth 2+", underwater_walk(battle, listed.cost), listed.prohibited, "AS-MOV-032", "AS-MOV-015")


@rules.rule("AS-MOV-015", otherwise=())
def closed_shallows(battle: Battle, prohibited: tuple[str, ...]) -> tuple[str, ...]:
    """The table bars even water of depth 0 to some."""
    return prohibited


# -- what an inch is ------------------------------------------------------------------------------------------


CLEAR: Final = Going("clear ground", (), None)
GROUND_NAMES: Final = {"paved": "paved ground", "clear": "clear ground"}


def going(battle: Battle, unit: Unit, patch: Patch, medium: Medium, *, by_road: bool) -> Going:
    """What an inch of a patch costs a unit there, or why it may not be there; ``by_road`` when the whole move is."""
    for hook in battle.hooks[hooks.may_enter]:
        refusal: Refusal | None = hook(battle, unit, patch.features, medium)
        if refusal is not None:
            return Going("barred", (), refusal)
    for otherwise in battle.hooks[hooks.goes_otherwise]:
        other: Going | None = otherwise(battle, unit, patch, medium)
        if other is not None:
            return other
    if not patch.features and medium == "land" and unit.card.type != "SV":  # by far the most ground is open
        listed = COST_TABLE.of(battle)["clear"].prohibited
        if not listed or words(battle, unit.card).isdisjoint(listed):
            return CLEAR
        return Going("clear ground", (), _barred_from(battle, unit, GROUND_NAMES["clear"], listed, "AS-MOV-015"))
    if medium != "land" or battle.changed is not None or unit.card.type == "SV":
        return _going(battle, unit, patch, medium, by_road)
    key = ("going", unit.id, id(patch), by_road)
    known: tuple[Patch, Card, Going] | None = battle.memory.get(key)
    if known is None or known[0] is not patch or known[1] is not unit.card:
        found = _going(battle, unit, patch, medium, by_road)
        if not _are_plain(battle, (*patch.rough, *patch.solid)):
            return found
        known = battle.memory[key] = (patch, unit.card, found)
    return known[2]


def _are_plain(battle: Battle, features: tuple[Feature, ...]) -> bool:
    """Whether terrain is the same to a unit for the whole battle: the book's own table says all about it."""
    eased = bool(battle.hooks[hooks.eases])
    if eased or battle.hooks[hooks.crosses]:
        return False
    return not any(battle.hooks[hooks.terrain_row, hooks.terrain_kind(feature)] for feature in features)


def _going(battle: Battle, unit: Unit, patch: Patch, medium: Medium, by_road: bool) -> Going:
    extras: list[Cost] = []
    name = "clear ground"
    refusal = None
    if medium == "deep":
        name = "water, as a submarine"
        extra = bottom_only(battle, unit, patch.water or 0.0)
        if extra:
            extras.append(Cost("water", extra, "AS-MOV-022"))
    elif medium == "surface":
        name = "water surface"
        liquid = row_of(battle, unit, patch.liquid) if patch.liquid is not None else None
        row = liquid or surface_row(battle, unit)
        refusal = barred(battle, unit, row)
        if row.extra:
            extras.append(Cost(row.name, row.extra, row.rule))
    elif medium == "roof":
        name = "roof"
    elif medium == "deck":
        name = "bridge"
        refusal = _barred_from(battle, unit, "a bridge", COST_TABLE.of(battle)["paved"].prohibited, "AS-MOV-015")
    else:
        rows, solid = _rows(battle, unit, patch, medium, by_road) if patch.features else ([], None)
        refusal = solid or (next((no for row in rows if (no := barred(battle, unit, row))), None) if rows else None)
        if refusal is None and medium == "land":
            ground = "paved" if patch.paved else "clear"
            listed = COST_TABLE.of(battle)[ground].prohibited
            refusal = _barred_from(battle, unit, GROUND_NAMES[ground], listed, "AS-MOV-015") if listed else None
        if rows:
            name = " and ".join(dict.fromkeys(row.name for row in rows))
            extras += [Cost(row.name, row.extra, row.rule) for row in rows if row.extra]
        elif patch.paved:
            name = "road"
    if patch.water is not None and medium in WET:
        extras += [
            more for hook in battle.hooks[hooks.on_water] if (more := hook(battle, unit, patch, medium)) is not None
        ]
    if unit.card.type == "SV" and not (patch.paved and medium in ("land", "deck")):
        slow = unpaved_penalty(battle, unit)
        if slow:
            extras.append(Cost("off the road", slow, "AS-MOV-016"))
    return Going(name, tuple(extras), refusal)


def _rows(battle: Battle, unit: Unit, patch: Patch, medium: Medium, by_road: bool) -> tuple[list[Row], Refusal | None]:
    """The rows of everything on the patch, each terrain once; or why a solid thing is in the way."""
    if by_road and (patch.paved or runs_on_rails(battle, unit, patch.features)):
        return [_damaged_road(battle)] if any(DAMAGED in one.properties for one in patch.rough) else [], None
    rows: dict[str, Row] = {}
    if medium == "bottom":
        depth = patch.water or 0.0
        if too_deep(battle, depth):
            message = f"{unit.id} may walk under water down to {DEEPEST_WALK:g} inches; here it is {depth:g} deep"
            return [], Refusal("prohibited_terrain", message, "AS-MOV-032")
        own = row_of(battle, unit, patch.liquid) if patch.liquid is not None else None
        row = own or water_row(battle, unit, depth)
        rows[row.name] = row
    elif medium == "ice" and patch.ice is not None:
        frozen = row_of(battle, unit, patch.ice)
        rows |= {frozen.name: frozen} if frozen is not None else {}
    for feature in (*patch.rough, *patch.solid):
        found = row_of(battle, unit, feature)
        if found is not None:
            rows.setdefault(found.name, found)
        elif feature in patch.solid:
            return [], _in_the_way(unit, feature)
    return list(rows.values()), None


def _in_the_way(unit: Unit, feature: Feature) -> Refusal:
    message = f"{feature.id} ({feature.kind}) is in the way of {unit.id}: go around it or jump over it"
    return Refusal("solid", message, "AS-MOV-027")


@rules.rule("AS-MOV-027", otherwise=None)
def barred(battle: Battle, unit: Unit, row: Row) -> Refusal | None:
    """Why a unit may not move through this terrain, or None."""
    if row.name == "water of depth 1" and unit.card.type == "IM":
        return None
    if row.name.startswith("water of depth") and unit.card.type == "IM" and "IndustrialMechs" in row.prohibited:
        return unsealed(battle, unit, row)
    if unit.card.is_infantry and row.name.startswith("water of depth"):
        return infantry_in_water(battle, unit, row)
    if row.name == "woods" and cycles_in_woods(battle, unit):
        return None
    prohibited = row.prohibited
    if row.rule.startswith("AS-BAT") and not bars_what_goes_through(battle, unit):
        return None
    if "Wheeled" in prohibited and not minds_the_ground(battle, unit):
        prohibited = tuple(word for word in prohibited if word != "Wheeled")
    return _barred_from(battle, unit, row.name, prohibited, row.barred_by or row.rule)


def _barred_from(battle: Battle, unit: Unit, name: str, prohibited: tuple[str, ...], by: str) -> Refusal | None:
    if not prohibited:
        return None
    own = words(battle, unit.card)
    if own.isdisjoint(prohibited):
        return None
    word = next(word for word in prohibited if word in own)
    message = f"{unit.id} may not enter {name}: it is prohibited to {word} units; choose a path around it"
    return Refusal("prohibited_terrain", message, by)


def touched_row(battle: Battle, unit: Unit, feature: Feature, way: str) -> Refusal | None:
    """Why no part of a unit's base may lie on a feature its centre keeps clear of, or None."""
    if battle.changed is not None or feature.role_name == "water":
        return touched(battle, unit, feature, way)[1]
    key = ("touched", unit.id, feature.id, way)
    known: tuple[Feature, Card, Refusal | None] | None = battle.memory.get(key)
    if known is None or known[0] is not feature or known[1] is not unit.card:
        refusal = touched(battle, unit, feature, way)[1]
        if not _are_plain(battle, (feature,)):
            return refusal
        known = battle.memory[key] = (feature, unit.card, refusal)
    return known[2]


def touched(battle: Battle, unit: Unit, feature: Feature, way: str) -> tuple[Row | None, Refusal | None]:
    """The row of a feature, where it has one, and why a unit that moves that way may not touch it."""
    role = feature.role_name
    if feature.kind in PAVED or feature.kind == "hill":
        return None, None
    if role == "water":
        row = row_of(battle, unit, feature)
        if row is not None:
            under = way == "swim" and feature.kind == "ice"
            return row, None if under or way == "skim" else barred(battle, unit, row)
        if way in ("surface", "swim", "skim"):
            return None, barred(battle, unit, surface_row(battle, unit)) if way == "surface" else None
        return None, barred(battle, unit, water_row(battle, unit, feature.depth))
    row = row_of(battle, unit, feature)
    if row is None:
        return None, _in_the_way(unit, feature) if role == "solid" else None
    return row, barred(battle, unit, row)


# -- footnotes ------------------------------------------------------------------------------------------------


@rules.rule("AS-MOV-016", otherwise=0.0)
def unpaved_penalty(battle: Battle, unit: Unit) -> float:
    """A wheeled support vehicle that is not built for off-road pays one more for every unpaved inch."""
    card = unit.card
    if card.type == "SV" and "Wheeled" in words(battle, card):
        return overruled(battle, hooks.unpaved_penalty, 1.0, battle, unit)
    return 0.0


@rules.rule("AS-MOV-018", otherwise=lambda battle, unit, extra: extra)
def infantry_in_woods(battle: Battle, unit: Unit, extra: float) -> float:
    """Infantry slips through woods: one less, never below nothing."""
    return max(0.0, extra - 1.0) if unit.card.is_infantry else extra


@rules.rule("AS-MOV-019", otherwise=False)
def cycles_in_woods(battle: Battle, unit: Unit) -> bool:
    """Bicycles and monocycles may go where other wheels may not."""
    return unit.card.move.primary in CYCLES and "Wheeled" in words(battle, unit.card)


@rules.rule("AS-MOV-039", otherwise=False)
def minds_the_ground(battle: Battle, unit: Unit) -> bool:
    """Tracks and wheels move like everybody on the ground, and wheels keep out of what the table bars them from."""
    return True


def surface_row(battle: Battle, unit: Unit) -> Row:
    """Moving on the surface of water: who may, and for how much."""
    listed = COST_TABLE.of(battle)["water surface"]
    own = words(battle, unit.card)
    native = any(word in own for word in listed.only)
    extra = None if native else amphibious(battle, unit)
    if extra is not None:
        return _as_it_is_to(battle, unit, Row("water surface", extra, (), "AS-MOV-020"))
    return Row("water surface", listed.cost, () if native else tuple(sorted(own)), "AS-MOV-015")


@rules.rule("AS-MOV-020", otherwise=None)
def amphibious(battle: Battle, unit: Unit) -> float | None:
    """AMP: wheels and tracks swim for one more per inch, everything else for four inches of Move in all."""
    if not is_amphibious(battle, unit):
        return None
    own = words(battle, unit.card)
    return 1.0 if "Wheeled" in own or "Tracked" in own else 3.0


@rules.rule("AS-MOV-021", otherwise=None)
def infantry_in_water(battle: Battle, unit: Unit, row: Row) -> Refusal | None:
    """Infantry goes into water, however shallow, only with underwater gear."""
    if swims_submerged(battle, unit) or not row.prohibited:
        return None
    message = f"{unit.id} may not enter {row.name}: infantry needs UMU for water; go around it"
    return Refusal("prohibited_terrain", message, "AS-MOV-021")


@rules.rule("AS-MOV-022", otherwise=lambda battle, unit, depth: water_row(battle, unit, depth).extra)
def bottom_only(battle: Battle, unit: Unit, depth: float) -> float:
    """The extras of depth are for walking on the bottom: a submarine pays none."""
    return 0.0


@rules.rule("AS-MOV-023", otherwise=None)
def unsealed(battle: Battle, unit: Unit, row: Row) -> Refusal | None:
    """IndustrialMechs go under water only when they are sealed."""
    if unit.has("SEAL"):
        return None
    message = f"{unit.id} may not enter {row.name}: an IndustrialMech needs SEAL there; depth 1 is allowed"
    return Refusal("prohibited_terrain", message, "AS-MOV-023")


@rules.rule("AS-MOV-032", otherwise=lambda battle, extra: extra)
def underwater_walk(battle: Battle, extra: float) -> float:
    """Four inches of Move for every inch walked under water, as the text says; the table has another number."""
    return 3.0


@rules.rule("AS-MOV-032", otherwise=False)
def too_deep(battle: Battle, depth: float) -> bool:
    """Nobody walks on a bottom deeper than 30 inches."""
    return depth > DEEPEST_WALK


# -- more terrain (pp. 56-60): its rows are in ground_costs.py ---------------------------------------------------


@rules.rule("AS-BAT-022", otherwise=False)
def bars_what_goes_through(battle: Battle, unit: Unit) -> bool:
    """Terrain bars those who go through it or come down in it, not those who stay above it."""
    return True


def runs_on_rails(battle: Battle, unit: Unit, features: tuple[Feature, ...]) -> bool:
    """A rail vehicle where there is a rail under it."""
    return any(feature.kind == "rail" for feature in features) and is_railed(battle, unit.card)
