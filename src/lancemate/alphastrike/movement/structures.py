"""How mobile structures move (pp. 65-66): their own table of costs, slow turns, room for every section.

Moves are measured and paid for by the middle of the structure. Airborne ones move as airships and are none of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement, Rise, inches
from lancemate.alphastrike.movement.terrain import Going, Medium, Patch
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.footprint import any_overlap, circles, footprint
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import water_at
from lancemate.field.travel import Going as Prices
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Move per inch that terrain adds, and what a change of level adds, as the book lists them.
STRUCTURE_COSTS: Final[Table[dict[str, float]]] = rules.table(
    "AS-BAT-137",
    {
        "rough_gravel_sand_tundra": 0.0,
        "woods_jungle": 0.0,
        "water_depth_0": 0.0,
        "water_depth_1_2": 1.0,
        "water_depth_3_15": 2.0,
        "water_depth_16_plus": 0.0,
        "level_change_1": 0.0,
        "level_change_2": 2.0,
        "level_change_3_plus": 4.0,
        "building_light_medium_heavy": 0.0,
        "building_hardened": 1.0,
        "heavy_industrial": 1.0,
    },
)
SEALED: Final = 3.0  # inches of water from which a structure must be sealed
NAVAL_ONLY: Final = 16.0  # and from which only those that float or dive are found there
AFLOAT: Final = 6.0  # inches of water that a naval structure needs
STEEP: Final = 3.0  # inches of level within an inch of travel that are too much on the ground
TURN: Final = 60.0  # degrees a turn
GROUNDING: Final = 1.0  # inches into the shallows after which it sits fast


def crawls(unit: Unit) -> bool:
    """It is a mobile structure on the ground or on water."""
    return unit.card.is_mobile_structure and not unit.card.is_aerospace


@hooks.goes_otherwise.rule("AS-BAT-137", types="MS")
def structure_going(battle: Battle, unit: Unit, patch: Patch, medium: Medium) -> Going | None:
    """A mobile structure has a table of its own: it minds deep water and the hardest buildings, and little else."""
    if not crawls(unit):
        return None
    refusal = why_not_there(unit, patch, medium)
    if refusal is not None:
        return Going("barred", (), refusal)
    rows = list(_rows(patch, medium))
    costs = STRUCTURE_COSTS.of(battle)
    extras = tuple(Cost(name, costs[row], "AS-BAT-137") for name, row in rows if costs[row])
    return Going(rows[0][0] if rows else "clear ground", extras, None)


def _rows(patch: Patch, medium: Medium) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if patch.water is not None and medium != "deck":
        rows.append((f"water of depth {inches(patch.water)}", _depth_row(patch.water)))
    for feature in patch.features:
        if feature.role_name == "solid":
            hardened = feature.properties.get("type") == "hardened"
            rows.append(("hardened building", "building_hardened") if hardened else ("building", BUILDING))
        elif feature.kind == "heavy_industrial":
            rows.append(("heavy industrial zone", "heavy_industrial"))
    return list(dict.fromkeys(rows))


BUILDING: Final = "building_light_medium_heavy"


def _depth_row(depth: float) -> str:
    if depth < 1.0:
        return "water_depth_0"
    if depth < SEALED:
        return "water_depth_1_2"
    return "water_depth_3_15" if depth < NAVAL_ONLY else "water_depth_16_plus"


def why_not_there(unit: Unit, patch: Patch, medium: Medium) -> Refusal | None:
    """Ground that a structure cannot enter at all."""
    if unit.card.is_naval:
        if patch.water is not None and medium not in ("land", "deck"):
            return None
        text = f"{unit.id} floats: it stays on water, {AFLOAT:g} inches deep or more"
        return Refusal("prohibited_terrain", text, "AS-BAT-137")
    depth = patch.water if patch.water is not None and medium != "deck" else 0.0
    if depth >= NAVAL_ONLY:
        text = f"only naval structures enter water {NAVAL_ONLY:g} inches deep or more; here it is {inches(depth)}"
        return Refusal("prohibited_terrain", text, "AS-BAT-137")
    if depth >= SEALED and not unit.has("SEAL"):
        text = f"{unit.id} is not sealed (SEAL): it enters water less than {SEALED:g} inches deep only"
        return Refusal("prohibited_terrain", text, "AS-BAT-137")
    return None


@rules.rule("AS-BAT-137", otherwise=0.0)
def structure_climb(m: Movement, rise: Rise) -> float:
    """An inch up or down is nothing to it, two cost two, more cost four."""
    change, costs = abs(rise.rise), STRUCTURE_COSTS.of(m)
    if change <= 1.0 + LEVEL:
        return costs["level_change_1"]
    return costs["level_change_2"] if change < STEEP - LEVEL else costs["level_change_3_plus"]


@hooks.may_end.rule("AS-BAT-137", types="MS", part=-1)
def too_steep_for_it(m: Movement) -> Refusal | None:
    """On the ground it climbs less than three inches within an inch of travel; in the water it may dive."""
    if not crawls(m.unit):
        return None
    for i, first in enumerate(m.rises):
        window = [rise for rise in m.rises[i:] if rise.along - first.along < 1.0 - LEVEL]
        change = abs(sum(rise.rise for rise in window if not rise.swum))
        if change >= STEEP - LEVEL:
            text = (
                f"the way of {m.unit.id} rises or falls {inches(change)} inches within an inch; it may do less than 3"
            )
            return Refusal("too_steep", text, "AS-BAT-137")
    return None


# -- running aground ------------------------------------------------------------------------------------------


@hooks.immobile.rule("AS-BAT-137", types="MS")
def aground(battle: Battle, unit: Unit) -> bool | None:
    """A naval structure sits fast where the water under its middle is less than six inches deep."""
    if not unit.on_table or not crawls(unit) or not unit.card.is_naval:
        return None
    return True if (water_at(battle, unit.x, unit.y) or 0.0) < AFLOAT - LEVEL else None


@hooks.may_move.rule("AS-BAT-137", types="MS", part=-1)
def sits_fast(m: Movement) -> Refusal | None:
    """Once aground it does not come off."""
    unit, command = m.unit, m.command
    if not aground(m.battle, unit) or not (command.path or command.facing not in (None, unit.facing)):
        return None
    text = f"{unit.id} has run aground: a naval structure needs {AFLOAT:g} inches of water to move"
    return Refusal("aground", text, "AS-BAT-137")


@hooks.may_end.rule("AS-BAT-137", types="MS", part=-1)
def stops_in_the_shallows(m: Movement) -> Refusal | None:
    """Where the water gets too shallow it runs aground, and goes no farther."""
    if not crawls(m.unit) or not m.unit.card.is_naval:
        return None
    shallow = 0.0
    for stretch in m.stretches:
        deep = stretch.patch.water is not None and stretch.patch.water >= AFLOAT - LEVEL
        if shallow and deep:
            shallow += GROUNDING
        shallow += 0.0 if deep else stretch.length
    if shallow <= GROUNDING + SLACK:
        return None
    text = f"{m.unit.id} runs aground in water less than {AFLOAT:g} inches deep: its way ends where that begins"
    return Refusal("aground", text, "AS-BAT-137")


# -- turning and room -----------------------------------------------------------------------------------------


@hooks.may_move.rule("AS-BAT-128", types="MS", part=-1)
def turns_slowly(m: Movement) -> Refusal | None:
    """It goes in any direction as it stands, and turns by sixty degrees a turn at most."""
    wish = m.command.facing
    if wish is None or not crawls(m.unit):
        return None
    turned = abs((wish - m.unit.facing + 180.0) % 360.0 - 180.0)
    if turned <= TURN + 1e-6:
        return None
    text = f"{m.unit.id} turns by {TURN:g} degrees a turn at most, not by {turned:g}; it moves any way without turning"
    return Refusal("turns_slowly", text, "AS-BAT-128")


@hooks.may_end.rule("AS-BAT-127", types="MS")
def room_for_every_section(m: Movement) -> Refusal | None:
    """All of its sections move, and turn, as one: each needs its place on the table."""
    battle, unit = m.battle, m.unit
    if not unit.sections or m.exit_edge is not None:
        return None
    bodies = footprint(battle, unit, m.end, m.facing, m.end_level)
    table = battle.table
    if not all(table.inside(*body.at, body.radius - SLACK) for body in bodies):
        inside_before = all(table.inside(*body.at, body.radius - SLACK) for body in footprint(battle, unit))
        if inside_before or not unit.on_table:
            text = f"a section of {unit.id} would hang over the edge: end farther inside, or facing otherwise"
            return Refusal("off_table", text, "AS-BAT-127")
    others = [one for one in battle.on_table() if one is not unit and not one.hidden_from(unit.side)]
    hit = next((one for one in others if any_overlap(battle, bodies, circles(battle, (one,)), SLACK)), None)
    if hit is None:
        return None
    return Refusal("stacking", f"{hit.id} stands where a section of {unit.id} would be", "AS-MOV-007")


def structure_prices(battle: Battle, unit: Unit) -> Prices:
    """What a search for ways reckons with."""
    costs = STRUCTURE_COSTS.of(battle)
    floats = unit.card.is_naval
    deepest = SEALED if not unit.has("SEAL") else NAVAL_ONLY
    waters = [feature.depth for feature in battle.table.features if feature.role_name == "water"]
    shut = frozenset({"water"}) if waters and not floats and min(waters) >= deepest else frozenset()
    depths = ((0.0, costs["water_depth_0"]), (1.0, costs["water_depth_1_2"]), (SEALED, costs["water_depth_3_15"]))
    return Prices(
        {},
        shut,
        level_cost=0.0,
        max_step=2.0,
        water="surface" if floats else "bottom",
        depth_extra=(*depths, (NAVAL_ONLY, costs["water_depth_16_plus"])),
        overrides=frozenset({"bridge"}),
        only=frozenset({"water"}) if floats else frozenset(),
        bridges=not floats,
    )


def limit_of(by: Switched) -> float:
    """How steep a face may be, for those who judge it by a number."""
    return STEEP - 2 * LEVEL
