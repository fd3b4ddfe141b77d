"""Artillery shells and missiles of other kinds (pp. 143-145): cluster, flechette, illumination, inferno, smoke, mines.

Copperheads are homing rounds and stand in homing.py, Arrows against aircraft in arrows.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.combat.artillery import burst_at
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.blast import Impact, blast, reached
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.reckoning import MUNITION
from lancemate.alphastrike.environment.light import by_searchlight, stands_in_light
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.alternate_munitions.autocannons import SHREDDED
from lancemate.alphastrike.options.alternate_munitions.firing import SHELLS, Round, fires
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, title_of
from lancemate.alphastrike.options.alternate_munitions.smoke import puff
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE, HEAVY, LIGHT, light
from lancemate.alphastrike.options.fire_and_smoke.scorching import is_fireproof, scorched
from lancemate.alphastrike.options.minefields.fields import ACTIVE, MINEFIELDS, lay_mines
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lay, lift
from lancemate.field.terrain import Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.area import Shock
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
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
BURNING: Final = cause(
    "inferno shells", "AS-OPT-112", trait.ATTACK, trait.AREA, trait.HEAT, trait.INFERNO, trait.FIRE, word="fire"
)
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


@hooks.spared.rule("AS-OPT-110", when=OPTION)
def only_men_are_hurt(battle: Battle, impact: Impact, struck: Unit | Feature) -> bool:
    """Nobody but conventional infantry feels flechettes, and nothing that is built."""
    if impact.attack is None or shell(impact.attack, FLECHETTE) is None:
        return False
    return not isinstance(struck, Unit) or struck.card.type != "CI"


@hooks.damage.rule("AS-OPT-110", part=MUNITION, kinds=hooks.MADE, when=OPTION)
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
    lamps = [feature for feature in attack.battle.table.features if feature.kind == ILLUMINATION]
    target = attack.target or attack.aim[0]
    return any(within(attack.battle, target, lamp, 0.0) for lamp in lamps)


@hooks.end_phase.rule("AS-OPT-111", part=hooks.LATE, when=OPTION)
def flares_burn_out(battle: Battle) -> bool | None:
    known = flares.of(battle.state)
    spent = [name for name, until in known.items() if until <= battle.state.turn]
    for name in spent:
        lift(battle, name, "AS-OPT-111")
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
    impact = flames_of(attack, at)
    if FIRE in battle.options:
        for one in reached(battle, impact):
            stands_in_flames(battle, battle.units[one.unit])
    else:
        blast(battle, impact)


def stands_in_flames(battle: Battle, unit: Unit) -> None:
    if not is_fireproof(battle, unit) and not scorched.of(unit):
        scorched.note(battle, unit, True, "AS-OPT-112")


def flames_of(attack: Attack, at: Point) -> Impact:
    """A level of heat for everybody there, or a point of damage."""
    row = FLAMES.of(attack)
    circle = Ring(radius_of(attack.battle, int(row["template"])), NONE)
    source = BURNING.by(attack.attacker)
    words, level = title_of(INFERNO), burst_at(attack.battle, at).level
    return Impact(at, (circle,), source, words, "AS-OPT-112", level, heat=int(row["heat"]), knocks_down=False)


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
        lay_mines(attack.battle, at, MINES.of(attack)["density"], "AS-OPT-114", side=attack.attacker.side)


@hooks.shell_lands.rule("AS-OPT-115", when=OPTION)
def thunder_lays_active_mines(attack: Attack, at: Point) -> None:
    """The same with mines that feel who jumps over them."""
    if shell(attack, THUNDER_ACTIVE) is not None:
        side = attack.attacker.side
        lay_mines(attack.battle, at, MINES.of(attack)["density"], "AS-OPT-115", ACTIVE, side=side)
