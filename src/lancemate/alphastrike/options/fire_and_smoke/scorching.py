"""What fires do to units (p. 167): heat, or damage to those who have no scale for it; mobile structures catch fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.munitions import FIRE_MODIFIERS
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.heat.track import receive, tracks_heat
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.options.fire_and_smoke.areas import BURNS, FIRE, fires, middle_of
from lancemate.alphastrike.options.fire_and_smoke.starting import FireTested, condition_rows
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.footprint import footprint
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

SCORCH: Final = rules.table("AS-OPT-446", {"heat": 1, "damage": 1, "inches": 2.0})
ABLAZE: Final = rules.table("AS-OPT-448", {"number": 12})
SECTION: Final = rules.table("AS-BAT-132", {"points": 2})  # that a burning section loses every turn
FLAMES: Final = cause("fire", "AS-OPT-446", trait.FIRE)

scorched = unit_memory("in_fire", bool, default=False, rule="AS-OPT-446", told="goes through fire", expires="turn")
ablaze = unit_memory("ablaze", list[str], default=[], rule="AS-OPT-448", told="burns: {}")


# -- going through it -----------------------------------------------------------------------------------------


def passes_fire(m: Movement) -> bool:
    """Whether a move leads through fire on the ground, or ends in it."""
    if not m.travels or m.airborne:
        return False
    if m.way in ("jump", "fly", "skim", "swim"):
        return burns_at(m.battle, m.end)
    return any(feature.kind == BURNS for stretch in m.stretches for feature in stretch.patch.features)


def burns_at(battle: Battle, at: Point) -> bool:
    return any(feature.kind == BURNS for feature in battle.table.features_at(*at))


@hooks.entered.rule("AS-OPT-446", when=FIRE)
def comes_through_fire(battle: Battle, here: Entered) -> None:
    """Remembered until the End Phase; a mobile structure may catch fire at once."""
    unit = here.unit
    if here.way.begins or not here.has_moved or is_fireproof(battle, unit):
        return
    if not (stands_in_fire(battle, unit) if here.move is None else passes_fire(here.move)):
        return
    if not scorched.of(unit):
        scorched.note(battle, unit, True)
    if unit.sections:
        may_be_set_ablaze(battle, unit)


@hooks.fire_lit.rule("AS-OPT-446", when=FIRE)
def fire_breaks_out(battle: Battle, name: str) -> None:
    """Whoever stands where it breaks out has been in it, though it may still walk on."""
    for unit in battle.on_table():
        if not scorched.of(unit) and not is_fireproof(battle, unit) and stands_in_fire(battle, unit):
            scorched.note(battle, unit, True)


@hooks.move_danger.rule("AS-OPT-446", when=FIRE)
def fire_is_seen(m: Movement) -> float:
    """Nobody walks into fire without need."""
    return 1.0 if passes_fire(m) and not is_fireproof(m.battle, m.unit) else 0.0


@rules.rule("AS-OPT-447", otherwise=False)
def is_fireproof(battle: Battle, unit: Unit) -> bool:
    """DropShips and fire-resistant units do not mind."""
    return unit.card.is_dropship or unit.has("FR")


@rules.rule("AS-OPT-448")
def may_be_set_ablaze(battle: Battle, unit: Unit) -> None:
    """A mobile structure in a fire burns itself on a 12, with what the air and the weather add."""
    parts = [Modifier("Mobile structure", ABLAZE.of(battle)["number"], "AS-OPT-448")]
    for row in condition_rows(battle):
        value = FIRE_MODIFIERS.of(battle).get(row, 0)
        if value is None:
            return
        parts += [Modifier(row.capitalize(), value, "AS-OPT-443")] if value else []
    roll = battle.roll(2)
    lit = dice_sum(battle, roll) >= total(parts)
    battle.emit(FireTested(unit.at, roll, total(parts), tuple(parts), lit, "AS-OPT-448"))
    if lit:
        _burn(battle, unit, next(one.name for one in unit.sections if not one.destroyed), "AS-OPT-448")


@hooks.section_burns.rule("AS-BAT-132", when=FIRE)
def ammunition_burns(battle: Battle, unit: Unit, section: str) -> None:
    """Where ammunition is hit, the section burns from now on."""
    _burn(battle, unit, section, "AS-BAT-132")


def _burn(battle: Battle, unit: Unit, section: str, by: str) -> None:
    if section not in ablaze.of(unit):
        ablaze.note(battle, unit, [*ablaze.of(unit), section], by)


# -- the End Phase --------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-OPT-446", part=hooks.HOSES, when=FIRE)
def fire_hurts(battle: Battle) -> bool | None:
    """Whoever was in a fire at any time of the turn feels it once."""
    burnt = [unit for unit in battle.on_table() if _is_burnt(battle, unit)]
    for unit in burnt:
        scorch(battle, unit)
    sections = [(unit, name) for unit in battle.on_table() for name in ablaze.of(unit)]
    for unit, name in sections:
        section = unit.section(name)
        if section is not None and not section.destroyed:
            hurt(battle, unit.id, SECTION.of(battle)["points"], FLAMES.itself, section=name)
    return bool(burnt or sections) or None


def _is_burnt(battle: Battle, unit: Unit) -> bool:
    if is_fireproof(battle, unit) or unit.doomed is not None:
        return False
    return scorched.of(unit) or stands_in_fire(battle, unit)


def stands_in_fire(battle: Battle, unit: Unit) -> bool:
    """The centre of its base is in a fire, or any of it where it is large; what flies or dives is not."""
    if unit.airborne or is_underwater(battle, unit) or unit.elevation > battle.table.surface(*unit.at) + LEVEL:
        return False
    return burns_at(battle, unit.at) or (unit.card.is_large and inches_in_fire(battle, unit) > 0.0)


@rules.rule("AS-OPT-446")
def scorch(battle: Battle, unit: Unit) -> None:
    """A level of heat, or a point of damage; large units suffer by how much of them is in the fire."""
    row = SCORCH.of(battle)
    if unit.card.is_large:
        points = max(1, round_down(battle, (inches_in_fire(battle, unit) + LEVEL) / row["inches"]))
        hurt(battle, unit.id, points, FLAMES.itself)
    elif tracks_heat(battle, unit):
        receive(battle, unit, int(row["heat"]), "AS-OPT-446")
    else:
        hurt(battle, unit.id, int(row["damage"]), FLAMES.itself)


def inches_in_fire(battle: Battle, unit: Unit) -> float:
    """How much of a unit's length lies in fires, all of them together."""
    found = 0.0
    for body in footprint(battle, unit):
        for fire in fires(battle):
            deep = -flat(battle, "AS-OPT-452", body, spot(battle, middle_of(fire), 1.0))
            found += max(0.0, min(deep, 2.0, 2.0 * body.radius))
    return found
