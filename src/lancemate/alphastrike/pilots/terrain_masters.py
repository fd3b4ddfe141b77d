"""Pilots at home in some terrain (pp. 93-101): it slows them less, opens to them, and hides them better.

Knows which terrain serves whom; what an inch of it costs everybody else is known in movement/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import (
    CROSS_COUNTRY,
    DRAG_RACER,
    FOREST_RANGER,
    FROGMAN,
    MANEUVERING_ACE,
    MOUNTAINEER,
    NATURAL_GRACE,
    SEA_MONSTER,
    SURE_FOOTED,
    SWAMP_BEAST,
    piloted,
)
from lancemate.alphastrike.combat.arcs import WIDTHS, Arc
from lancemate.alphastrike.combat.tohit import terrain_counts
from lancemate.alphastrike.movement.level import LEVELS
from lancemate.alphastrike.movement.terrain import COST_TABLE, barred
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit
from lancemate.alphastrike.terrain.water import TINY, water_at

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.movement.terrain import Row
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature
    from lancemate.kernel.tally import SoFar

WOODED: Final = ("woods", "jungle")
SOFT: Final = ("mud", "swamp", "quicksand")

EASIER: Final = rules.table("AS-SPA-042", {"inches less an inch of woods": 1.0})
GRACE: Final = rules.table("AS-SPA-047", {"inches less": 1.0})
RANGER: Final = rules.table("AS-SPA-066", {"inches less": 1.0, "against it": 1})
DIVER: Final = rules.table("AS-SPA-067", {"inches less": 1.0})
CLIMBER: Final = rules.table("AS-SPA-068", {"inches less": 1.0})
SEA: Final = rules.table("AS-SPA-070", {"inches less": 1.0, "against it": 1, "from": 1.0, "to": 2.0})
SWAMP: Final = rules.table("AS-SPA-071", {"inches less": 1.0, "against it": 1})
RACER: Final = rules.table("AS-SPA-065", {"Move": 2.0, "sprint": 4.0, "skid": -2})
FOOTING: Final = rules.table("AS-SPA-061", {"Move": 2.0, "sprint": 4.0, "skid": -2})
ANYWHERE: Final = rules.table("AS-SPA-023", {"times what a 'Mech pays": 2.0, "deepest": 1.0})


def kind_of(terrain: str) -> str:
    """What a row of the tables is about: woods of any density, a building of any type, water however deep."""
    return next((word for word in (*WOODED, "water") if word in terrain), terrain.partition(",")[0])


def touches(battle: Battle, unit: Unit, kinds: tuple[str, ...]) -> bool:
    """Whether a unit that is on the ground occupies terrain of some kinds: its base touches it."""
    if unit.airborne or not unit.on_table:
        return False
    found = battle.table.features_touched(unit.x, unit.y, unit.radius)
    return any(kind_of(feature.kind) in kinds for feature in found)


def _harder_to_hit(attack: Attack, ability: str, kinds: tuple[str, ...]) -> bool:
    target = attack.target
    if target is None or not terrain_counts(attack) or not has(attack.battle, target, ability):
        return False
    return touches(attack.battle, target, kinds)


# -- woods ----------------------------------------------------------------------------------------------------


@hooks.eases.rule("AS-SPA-042", when=piloted(MANEUVERING_ACE))
def maneuvering_ace(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """Woods and jungle, however dense, slow this pilot less; where it may not go it may still not go."""
    if kind_of(terrain) not in WOODED or not has(battle, unit, MANEUVERING_ACE):
        return 0.0
    return EASIER.of(battle)["inches less an inch of woods"]


@hooks.eases.rule("AS-SPA-066", when=piloted(FOREST_RANGER))
def ranger_in_the_woods(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    if kind_of(terrain) not in WOODED or not has(battle, unit, FOREST_RANGER):
        return 0.0
    return RANGER.of(battle)["inches less"]


@hooks.to_hit.rule("AS-SPA-066", part=hooks.OTHER, when=piloted(FOREST_RANGER))
def ranger_among_trees(attack: Attack) -> Modifier | None:
    """One who stands among trees is harder to make out there than others would be."""
    if not _harder_to_hit(attack, FOREST_RANGER, WOODED):
        return None
    return Modifier("Forest Ranger", int(RANGER.of(attack)["against it"]), "AS-SPA-066")


@hooks.eases.rule("AS-SPA-047", when=piloted(NATURAL_GRACE))
def graceful_steps(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """The thickest growth and buildings; the growth stays closed to those it is closed to."""
    thick = kind_of(terrain) == "building" or (kind_of(terrain) in WOODED and terrain.startswith("ultra"))
    return GRACE.of(battle)["inches less"] if thick and has(battle, unit, NATURAL_GRACE) else 0.0


@hooks.firing_arc.rule("AS-SPA-047", part=-1, when=piloted(NATURAL_GRACE))
def natural_grace(battle: Battle, unit: Unit) -> Arc | None:
    """It turns to whatever it attacks; its rear is still its rear."""
    if not has(battle, unit, NATURAL_GRACE):
        return None
    return Arc("all round", 0.0, WIDTHS.of(battle)["all round"], "AS-SPA-047")


# -- heights and stones ---------------------------------------------------------------------------------------

STONES: Final = ("rough", "rubble", "ultra rough", "ultra rubble", LEVELS)


@hooks.eases.rule("AS-SPA-068", when=piloted(MOUNTAINEER))
def mountaineer(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """Levels, climbs and stones of every size; what is too steep stays too steep."""
    if terrain not in STONES or unit.airborne or not has(battle, unit, MOUNTAINEER):
        return 0.0
    return CLIMBER.of(battle)["inches less"]


# -- water and mud --------------------------------------------------------------------------------------------


@hooks.eases.rule("AS-SPA-067", when=piloted(FROGMAN))
def frogman(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """Under water, and all of it under water."""
    if kind_of(terrain) != "water" or depth < unit.height - TINY or not has(battle, unit, FROGMAN):
        return 0.0
    return DIVER.of(battle)["inches less"]


@hooks.eases.rule("AS-SPA-070", when=piloted(SEA_MONSTER))
def sea_monster_wades(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    if kind_of(terrain) != "water" or not has(battle, unit, SEA_MONSTER):
        return 0.0
    return SEA.of(battle)["inches less"]


@hooks.to_hit.rule("AS-SPA-070", part=hooks.OTHER, when=piloted(SEA_MONSTER))
def sea_monster_in_the_shallows(attack: Attack) -> Modifier | None:
    """In water of depth 1 to 2 it is harder to hit."""
    battle, target = attack.battle, attack.target
    if target is None or not terrain_counts(attack) or not has(battle, target, SEA_MONSTER) or target.airborne:
        return None
    depth, row = water_at(battle, target.x, target.y), SEA.of(attack)
    if depth is None or not row["from"] - TINY <= depth <= row["to"] + TINY:
        return None
    if target.elevation > battle.table.ground(target.x, target.y) + depth + TINY:
        return None
    return Modifier("Sea Monster", int(row["against it"]), "AS-SPA-070")


@hooks.to_hit.seeing("AS-SPA-070", part=ToHit.RELIEVED, when=piloted(SEA_MONSTER))
def sea_monster_aims_under_water(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Water does not spoil its own aim."""
    if not has(attack.battle, attack.attacker, SEA_MONSTER):
        return None
    back = so_far.take_back(lambda part: part.rule == "AS-COM-054")
    return Modifier("Sea Monster", int(back), "AS-SPA-070") if back else None


@hooks.eases.rule("AS-SPA-071", when=piloted(SWAMP_BEAST))
def swamp_beast_wades(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """Swamp, and what looks like it; not mud."""
    if terrain not in ("swamp", "quicksand") or not has(battle, unit, SWAMP_BEAST):
        return 0.0
    return SWAMP.of(battle)["inches less"]


@hooks.treads_lightly.rule("AS-SPA-071", when=piloted(SWAMP_BEAST))
def swamp_beast_never_sticks(battle: Battle, unit: Unit, feature: Feature) -> bool:
    """Mud, swamp and even quicksand let it go."""
    return feature.kind in SOFT and has(battle, unit, SWAMP_BEAST)


@hooks.to_hit.rule("AS-SPA-071", part=hooks.OTHER, when=piloted(SWAMP_BEAST))
def swamp_beast_in_the_mud(attack: Attack) -> Modifier | None:
    if not _harder_to_hit(attack, SWAMP_BEAST, SOFT):
        return None
    return Modifier("Swamp Beast", int(SWAMP.of(attack)["against it"]), "AS-SPA-071")


# -- roads and ice --------------------------------------------------------------------------------------------


@hooks.on_firm_ground.rule("AS-SPA-065", when=piloted(DRAG_RACER))
def drag_racer(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Wheels and tracks of a racer, as long as they keep to paved ground and ice."""
    if not has(battle, unit, DRAG_RACER):
        return None
    return Cost("Drag Racer", RACER.of(battle)["sprint" if mode == "sprint" else "Move"], "AS-SPA-065")


@hooks.skid_modifiers.rule("AS-SPA-065", when=piloted(DRAG_RACER))
def racer_steers(m: Movement) -> Modifier | None:
    if not has(m.battle, m.unit, DRAG_RACER):
        return None
    return Modifier("Drag Racer", int(RACER.of(m)["skid"]), "AS-SPA-065")


@hooks.on_firm_ground.rule("AS-SPA-061", when=piloted(SURE_FOOTED))
def sure_footed(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Legs that find hold on paved ground and ice."""
    if not has(battle, unit, SURE_FOOTED):
        return None
    return Cost(SURE_FOOTED, FOOTING.of(battle)["sprint" if mode == "sprint" else "Move"], "AS-SPA-061")


@hooks.skid_modifiers.rule("AS-SPA-061", when=piloted(SURE_FOOTED))
def keeps_its_feet(m: Movement) -> Modifier | None:
    if not has(m.battle, m.unit, SURE_FOOTED):
        return None
    return Modifier(SURE_FOOTED, int(FOOTING.of(m)["skid"]), "AS-SPA-061")


# -- where others may not go ----------------------------------------------------------------------------------

OPENED: Final = ("woods", "light woods", "heavy woods", "rough", "rubble", "water of depth 0", "water of depth 1")


@hooks.crosses.rule("AS-SPA-023", when=piloted(CROSS_COUNTRY))
def cross_country(battle: Battle, unit: Unit, row: Row, depth: float) -> Row | None:
    """What is closed to such a vehicle is open to this one, for twice what a 'Mech pays there."""
    listed = ANYWHERE.of(battle)
    if row.name not in OPENED or depth > listed["deepest"] + TINY or not has(battle, unit, CROSS_COUNTRY):
        return None
    if barred(battle, unit, row) is None:
        return None
    base = COST_TABLE.of(battle)["base"].cost
    extra = listed["times what a 'Mech pays"] * (base + row.extra) - base
    return row._replace(extra=extra, prohibited=(), rule="AS-SPA-023")
