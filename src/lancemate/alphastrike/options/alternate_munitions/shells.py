"""Artillery shells and missiles of other kinds (pp. 143-145): cluster, flechette, illumination, inferno, smoke, mines.

Copperheads are homing rounds and stand in homing.py, Arrows against aircraft in arrows.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.amount import MUNITION
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.damage.damage import Hit, heat_after_resistance, take_hit
from lancemate.alphastrike.environment.light import by_searchlight, stands_in_light
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.options.alternate_munitions.autocannons import SHREDDED
from lancemate.alphastrike.options.alternate_munitions.firing import SHELLS, Round, fires
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, title_of
from lancemate.alphastrike.options.alternate_munitions.smoke import puff
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE, HEAVY, LIGHT, light
from lancemate.alphastrike.options.fire_and_smoke.scorching import is_fireproof, scorched
from lancemate.alphastrike.options.minefields.fields import ACTIVE, CONVENTIONAL, MINEFIELDS, lay_mines
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lay, turn_into
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.combat.area import Shock
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CLUSTER, FLECHETTE, ILLUMINATION = "cluster", "flechette", "illumination"
INFERNO, SMOKE, THUNDER, THUNDER_ACTIVE = "inferno_iv", "smoke", "thunder", "thunder_active"
implied.add(f"{OPTION}:mines", MINEFIELDS)


class Spread(NamedTuple):
    """Two templates, and what is done under each."""

    inner: int
    damage: str
    outer: int
    around: str


# The template in which a shell does the first value, and the wider one with the second.
SPREAD: Final = rules.table(
    "AS-OPT-108",
    {
        "ART-AIS": Spread(2, "1", 6, "0*"),
        "ART-AC": Spread(2, "1", 6, "0*"),
        "ART-S": Spread(2, "1", 6, "0*"),
        "ART-T": Spread(2, "0*", 6, "0*"),
        "ART-LT": Spread(6, "2", 10, "0*"),
    },
)
GLARE: Final = rules.table(
    "AS-OPT-111", {"ART-S": 6, "ART-T": 6, "ART-AIS": 10, "ART-AC": 10, "ART-LT": 10, "turns": 10}
)
FLAMES: Final = rules.table("AS-OPT-112", {"template": 2, "heat": 1})
CLOUD: Final = rules.table("AS-OPT-113", {"heavy": 2, "light": 6, "height": 2.0})
MINES: Final = rules.table("AS-OPT-114", {"template": 2, "density": 2})
TWICE: Final = rules.table("AS-OPT-110", {"times": 2})

# Lights that hang over the table, with the turn in whose End Phase each burns out.
flares = battle_memory("flares", dict[str, int], default={}, rule="AS-OPT-111")


def shell(attack: Attack, munition: str) -> Round | None:
    """A shell of this kind, fired by artillery."""
    return fires(attack, munition) if attack.kind == SHELLS else None


# -- cluster --------------------------------------------------------------------------------------------------


@hooks.shell_areas.rule("AS-OPT-108", when=OPTION)
def bomblets(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    """A point less in the middle, and a little in a wider area."""
    one = shell(attack, CLUSTER)
    if one is None:
        return None
    row = SPREAD.of(attack)[one.launcher]
    return (row.inner, Strength.parse(row.damage)), (row.outer, Strength.parse(row.around))


@hooks.dice_apart.rule("AS-OPT-108", when=OPTION)
def each_by_itself(attack: Attack) -> bool:
    """Minimal damage is rolled for everybody in the area."""
    return shell(attack, CLUSTER) is not None


# -- flechettes -----------------------------------------------------------------------------------------------


@hooks.shell_spares.rule("AS-OPT-110", when=OPTION)
def only_men_are_hurt(attack: Attack, unit: Unit) -> bool:
    """Nobody but conventional infantry feels flechettes."""
    return unit.card.type != "CI" and shell(attack, FLECHETTE) is not None


@hooks.damage.rule("AS-OPT-110", part=MUNITION, when=OPTION)
def men_are_hurt_twice(work: Reckoning) -> Modifier | None:
    if shell(work.attack, FLECHETTE) is None or work.points <= 0:
        return None
    return Modifier(title_of(FLECHETTE), work.points * (TWICE.of(work)["times"] - 1), "AS-OPT-110")


@hooks.ground_feels.rule("AS-OPT-110", when=OPTION)
def woods_are_torn(attack: Attack, shock: Shock) -> Shock:
    """Woods and jungle suffer twice as well, and no other ground at all."""
    if shell(attack, FLECHETTE) is None:
        return shock
    kinds = [feature.kind for feature in attack.battle.table.features_at(*shock.at)]
    times = TWICE.of(attack)["times"] if any(word in kind for kind in kinds for word in SHREDDED) else 0
    return shock._replace(rings=tuple((reach, points * times) for reach, points in shock.rings if times))


# -- light ----------------------------------------------------------------------------------------------------


@hooks.shell_areas.rule("AS-OPT-111", when=OPTION)
def lit_area(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    one = shell(attack, ILLUMINATION)
    return None if one is None else ((GLARE.of(attack)[one.launcher], NONE),)


@hooks.shell_lands.rule("AS-OPT-111", when=OPTION)
def a_flare_burns(attack: Attack, at: Point) -> None:
    """A light over the area, for ten turns with this one."""
    battle, one = attack.battle, shell(attack, ILLUMINATION)
    if one is None:
        return
    wide = radius_of(battle, GLARE.of(battle)[one.launcher])
    name = lay(battle, ILLUMINATION, (*at, wide), "AS-OPT-111")
    until = battle.state.turn + GLARE.of(battle)["turns"] - 1
    flares.note(battle, None, {**flares.of(battle.state), name: until})


@rules.rule("AS-OPT-111", when=OPTION, replaces=stands_in_light)
def stands_in_any_light(attack: Attack) -> bool:
    """Whoever is in the area is seen as by day, wherever the shot comes from."""
    return by_searchlight(attack) or is_lit(attack)


def is_lit(attack: Attack) -> bool:
    (x, y), radius = attack.aim
    table = attack.battle.table
    lamps = [feature.id for feature in table.features if feature.kind == ILLUMINATION]
    return any(table.distance_to(name, x, y, radius) <= TINY for name in lamps)


@hooks.end_phase.rule("AS-OPT-111", part=hooks.LATE, when=OPTION)
def flares_burn_out(battle: Battle) -> bool | None:
    known = flares.of(battle.state)
    spent = [name for name, until in known.items() if until <= battle.state.turn]
    for name in spent:
        turn_into(battle, name, None, "AS-OPT-111")
    if spent:
        flares.note(battle, None, {name: until for name, until in known.items() if name not in spent})
    return bool(spent) or None


# -- inferno --------------------------------------------------------------------------------------------------


@hooks.shell_areas.rule("AS-OPT-112", when=OPTION)
def burning_area(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    return None if shell(attack, INFERNO) is None else ((int(FLAMES.of(attack)["template"]), NONE),)


@hooks.shell_lands.rule("AS-OPT-112", when=OPTION)
def everything_burns(attack: Attack, at: Point) -> None:
    """A fire that everybody in the area has walked into; without rules for fire just its heat."""
    if shell(attack, INFERNO) is None:
        return
    battle = attack.battle
    light(battle, at, "AS-OPT-112", inferno=True)
    reach = radius_of(battle, int(FLAMES.of(battle)["template"]))
    for unit in battle.table.covered(at, reach, battle.on_table()):
        if unit.airborne and unit.card.is_aerospace:
            continue
        if FIRE in battle.options:
            stands_in_flames(battle, unit)
        else:
            feels_flames(attack, unit)


def stands_in_flames(battle: Battle, unit: Unit) -> None:
    if not is_fireproof(battle, unit) and not scorched.of(unit):
        scorched.note(battle, unit, True, "AS-OPT-112")


def feels_flames(attack: Attack, unit: Unit) -> None:
    """A level of heat, or a point of damage."""
    battle = attack.battle
    heat = heat_after_resistance(battle, unit, int(FLAMES.of(battle)["heat"]), attack.attacker.id)
    if not heat:
        return
    hot = tracks_heat(battle, unit)
    parts = (Modifier(title_of(INFERNO), 0 if hot else heat, "AS-OPT-112"),)
    told = (attack.attacker.id, unit.id, attack.kind, "front", 0 if hot else heat, parts, ())
    battle.emit(HitLanded(*told, "AS-OPT-112"))
    points, warmth = (0, heat) if hot else (heat, 0)
    take_hit(battle, Hit(unit.id, points, cause="fire", heat=warmth, attacker=attack.attacker.id, area=True))


# -- smoke ----------------------------------------------------------------------------------------------------


@hooks.shell_areas.rule("AS-OPT-113", when=OPTION)
def smoky_area(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    return None if shell(attack, SMOKE) is None else ((int(CLOUD.of(attack)["light"]), NONE),)


@hooks.shell_lands.rule("AS-OPT-113", when=OPTION)
def smoke_spreads(attack: Attack, at: Point) -> None:
    """Heavy smoke in the middle, light smoke around it, two inches high."""
    if shell(attack, SMOKE) is None:
        return
    battle, row = attack.battle, CLOUD.of(attack)
    for kind, template in ((HEAVY, "heavy"), (LIGHT, "light")):
        puff(battle, kind, at, "AS-OPT-113", radius_of(battle, int(row[template])), row["height"])


# -- mines ----------------------------------------------------------------------------------------------------


@hooks.shell_areas.rule("AS-OPT-114", "AS-OPT-115", when=OPTION)
def mined_area(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    laid = shell(attack, THUNDER) or shell(attack, THUNDER_ACTIVE)
    return None if laid is None else ((MINES.of(attack)["template"], NONE),)


@hooks.shell_lands.rule("AS-OPT-114", when=OPTION)
def thunder_lays_mines(attack: Attack, at: Point) -> None:
    """A minefield under the template; who stands there sees where the mines are, and leaves as it likes."""
    if shell(attack, THUNDER) is not None:
        lay_mines(attack.battle, at, MINES.of(attack)["density"], "AS-OPT-114", CONVENTIONAL)


@hooks.shell_lands.rule("AS-OPT-115", when=OPTION)
def thunder_lays_active_mines(attack: Attack, at: Point) -> None:
    """The same with mines that feel who jumps over them."""
    if shell(attack, THUNDER_ACTIVE) is not None:
        lay_mines(attack.battle, at, MINES.of(attack)["density"], "AS-OPT-115", ACTIVE)
