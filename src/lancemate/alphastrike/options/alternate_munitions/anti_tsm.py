"""Anti-TSM warheads (pp. 148-149): what they do to myomer that cannot bear them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import deal
from lancemate.alphastrike.damage.reckoning import MUNITION, SUFFERED, Blow
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.movement.on_the_way import comes_into
from lancemate.alphastrike.options.alternate_munitions.firing import Round, fires, less, more
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.alternate_munitions.smoke import puff
from lancemate.alphastrike.options.fire_and_smoke.areas import LIGHT
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.phases import MOVEMENT
from lancemate.alphastrike.play.traits import AT_ONCE
from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Circle

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning, Settled
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

WARHEAD: Final = "anti_tsm"
WEAK: Final = ("TSMX", "TSI")
POISON: Final = rules.table("AS-OPT-139", {"less": 1, "more": 2})
HAZE: Final = rules.table("AS-OPT-140", {"radius": 2.0, "structure": 1})
POISON_SMOKE: Final = cause("smoke", "AS-OPT-140", AT_ONCE)

# Smoke that comes from such warheads.
poisoned = battle_memory("anti_tsm_smoke", list[str], default=[], rule="AS-OPT-140")


def is_weak(unit: Unit) -> bool:
    """It has prototype myomer, or implants of it."""
    return any(unit.has(code) for code in WEAK)


def poisons(attack: Attack) -> Round | None:
    """Such warheads at somebody whom they hurt."""
    return fires(attack, WARHEAD) if attack.target is not None and is_weak(attack.target) else None


@hooks.damage.rule("AS-OPT-139", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def warheads_weaken(work: Reckoning) -> Modifier | None:
    """A point less to anybody."""
    one = fires(work.attack, WARHEAD)
    return None if one is None else less(work, one, POISON.of(work)["less"], "AS-OPT-139")


@hooks.damage.rule("AS-OPT-139", "AS-SPC-161", part=SUFFERED, kinds=hooks.MADE, when=OPTION)
def myomer_suffers(work: Reckoning) -> Modifier | None:
    """Two points more to whoever has prototype myomer."""
    one = poisons(work.attack)
    return None if one is None else more(one, POISON.of(work)["more"], "AS-OPT-139")


@hooks.hit_causes.rule("AS-OPT-139", when=OPTION)
def myomer_fails(attack: Attack, settled: Settled) -> str | None:
    """And a critical hit, whatever armor is left."""
    return WARHEAD if poisons(attack) is not None else None


# -- what is left in the air ----------------------------------------------------------------------------------


@hooks.hit_landed.rule("AS-OPT-140", when=OPTION)
def warheads_smoke(attack: Attack, made: Made) -> None:
    """Smoke around the unit that was hit, and poison in it."""
    battle, target = attack.battle, attack.target
    if target is None or fires(attack, WARHEAD) is None:
        return
    name = puff(battle, LIGHT, target.at, "AS-OPT-140", HAZE.of(battle)["radius"])
    if name is not None:
        poisoned.note(battle, None, [*poisoned.of(battle.state), name])


def in_poison(battle: Battle, at: Point) -> bool:
    """Whether such smoke lies over a place."""
    names = poisoned.of(battle.state)
    return bool(names) and any(feature.id in names for feature in battle.table.features_at(*at))


@hooks.entered.rule("AS-OPT-140", when=OPTION)
def comes_into_poison(battle: Battle, here: Entered) -> None:
    """Whoever comes into it is hurt where nothing protects it."""
    names, unit, move = poisoned.of(battle.state), here.unit, here.move
    if not names or here.way.begins or not here.has_moved or not is_weak(unit):
        return
    if move is not None:
        clouds = [cloud for name in names if (cloud := battle.table.by_id.get(name)) is not None]
        inside = any(enters(move, cloud) for cloud in clouds)
    else:
        before = here.as_it_was()
        inside = in_poison(battle, unit.at) and (before is None or not in_poison(battle, before.at))
    if inside:
        suffers(battle, unit)


def enters(m: Movement, cloud: Feature) -> bool:
    """The middle of its base crosses the edge; who jumps comes in where it lands."""
    shape = cloud.shape
    assert isinstance(shape, Circle)
    if m.way in ("jump", "fly", "skim"):
        inside = within(m.battle, m.end, (shape.x, shape.y), shape.r)
        return inside and not within(m.battle, m.points[0], (shape.x, shape.y), shape.r)
    return any(True for _ in comes_into(m, (shape.x, shape.y), shape.r))


@hooks.phase_begins.rule("AS-OPT-140", when=OPTION)
def begins_in_poison(battle: Battle, phase: str) -> None:
    """So is who stands in it as movement begins."""
    if phase != MOVEMENT or not poisoned.of(battle.state):
        return
    for unit in list(battle.on_table()):
        if is_weak(unit) and in_poison(battle, unit.at):
            suffers(battle, unit)


def suffers(battle: Battle, unit: Unit) -> None:
    """A point of structure, at once, if it has no armor left."""
    if unit.armor > 0 or not unit.in_play:
        return
    points = HAZE.of(battle)["structure"]
    parts = (Modifier("Anti-TSM smoke", int(points), "AS-OPT-140"),)
    deal(battle, Blow(unit.id, POISON_SMOKE.itself, parts), "AS-OPT-140")
