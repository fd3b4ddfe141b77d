"""Anti-TSM warheads (pp. 148-149): what they do to myomer that cannot bear them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import ADDED, MUNITION
from lancemate.alphastrike.damage.damage import Hit, take_hit
from lancemate.alphastrike.movement.on_the_way import comes_into
from lancemate.alphastrike.options.alternate_munitions.firing import Round, fires, less, more
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.alternate_munitions.smoke import puff
from lancemate.alphastrike.options.fire_and_smoke.areas import LIGHT
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.phases import MOVEMENT
from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Circle

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.combat.attack import Attack, Settled
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

WARHEAD: Final = "anti_tsm"
WEAK: Final = ("TSMX", "TSI")
POISON: Final = rules.table("AS-OPT-139", {"less": 1, "more": 2})
HAZE: Final = rules.table("AS-OPT-140", {"radius": 2.0, "structure": 1})

# Smoke that comes from such warheads.
poisoned = battle_memory("anti_tsm_smoke", list[str], default=[], rule="AS-OPT-140")


def is_weak(unit: Unit) -> bool:
    """It has prototype myomer, or implants of it."""
    return any(unit.has(code) for code in WEAK)


def poisons(attack: Attack) -> Round | None:
    """Such warheads at somebody whom they hurt."""
    return fires(attack, WARHEAD) if attack.target is not None and is_weak(attack.target) else None


@hooks.damage.rule("AS-OPT-139", part=MUNITION, when=OPTION)
def warheads_weaken(work: Reckoning) -> Modifier | None:
    """A point less to anybody."""
    one = fires(work.attack, WARHEAD)
    return None if one is None else less(work, one, POISON.of(work)["less"], "AS-OPT-139")


@hooks.damage.rule("AS-OPT-139", "AS-SPC-161", part=ADDED, when=OPTION)
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
def warheads_smoke(attack: Attack, settled: Settled, margin: int) -> None:
    """Smoke around the unit that was hit, and poison in it."""
    battle, target = attack.battle, attack.target
    if target is None or fires(attack, WARHEAD) is None:
        return
    name = puff(battle, LIGHT, target.at, "AS-OPT-140", HAZE.of(battle)["radius"])
    poisoned.note(battle, None, [*poisoned.of(battle.state), name])


def in_poison(battle: Battle, at: Point) -> bool:
    """Whether such smoke lies over a place."""
    names = poisoned.of(battle.state)
    return bool(names) and any(feature.id in names for feature in battle.table.features_at(*at))


@hooks.moved.rule("AS-OPT-140", when=OPTION)
def goes_into_poison(m: Movement) -> bool | None:
    """Whoever comes into it is hurt where nothing protects it."""
    names = poisoned.of(m.battle.state)
    if not names or not m.travels or not is_weak(m.unit):
        return None
    clouds = [cloud for name in names if (cloud := m.battle.table.by_id.get(name)) is not None]
    if any(enters(m, cloud) for cloud in clouds):
        suffers(m.battle, m.unit)
    return None


def enters(m: Movement, cloud: Feature) -> bool:
    """The middle of its base crosses the edge; who jumps comes in where it lands."""
    shape = cloud.shape
    assert isinstance(shape, Circle)
    if m.way in ("jump", "fly", "skim"):
        inside = m.battle.table.within(m.end, (shape.x, shape.y), shape.r)
        return inside and not m.battle.table.within(m.points[0], (shape.x, shape.y), shape.r)
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
    battle.emit(HitLanded(None, unit.id, "smoke", "front", int(points), parts, (), "AS-OPT-140"))
    take_hit(battle, Hit(unit.id, int(points), cause="smoke", attack=False, at_once=True))
