"""Engines other than fusion (p. 77): how they die, and what they cannot breathe in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import own_doing
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.heat.track import made_weapon_attack
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.stats import ENGINE
from lancemate.alphastrike.terrain.water import depth_of
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

EXPLODES: Final = 12  # on 2D6


# -- a damaged engine -----------------------------------------------------------------------------------------


@hooks.engine_heat_replaced.rule("AS-SPC-025", ability="EE")
def elementary_engine_stays_cool(battle: Battle, unit: Unit) -> bool:
    return unit.has("EE")


@hooks.engine_heat_replaced.rule("AS-SPC-026", ability="FC")
def fuel_cell_stays_cool(battle: Battle, unit: Unit) -> bool:
    return unit.has("FC")


@hooks.end_phase.rule("AS-SPC-025", part=hooks.BEFORE_EFFECTS, ability="EE")
def elementary_engine_may_explode(battle: Battle) -> bool | None:
    """Whoever fires with a damaged engine of this kind rolls in the End Phase instead of heating up."""
    return _stress(battle, "EE", "AS-SPC-025")


@hooks.end_phase.rule("AS-SPC-026", part=hooks.BEFORE_EFFECTS, ability="FC")
def fuel_cell_may_explode(battle: Battle) -> bool | None:
    """The same for fuel cells."""
    return _stress(battle, "FC", "AS-SPC-026")


def _stress(battle: Battle, code: str, rule_id: str) -> bool | None:
    stressed = [unit for unit in battle.on_table() if unit.has(code) and _is_stressed(unit)]
    for unit in stressed:
        roll = battle.roll(2)
        bursts = sum(roll) >= EXPLODES
        result = "it explodes" if bursts else "it holds"
        battle.emit(DieRolled(unit.id, "damaged engine under fire", roll, result, rule_id))
        if bursts:
            doom(battle, unit, "its damaged engine exploded", rule_id, own_doing(unit), wait=True)
    return True if stressed else None


def _is_stressed(unit: Unit) -> bool:
    return ENGINE in unit.wounds and unit.card.tracks_heat and unit.doomed is None and made_weapon_attack(unit)


# -- under water ----------------------------------------------------------------------------------------------


@hooks.may_enter.rule("AS-SPC-025", ability="EE")
def elementary_engine_needs_seal(
    battle: Battle, unit: Unit, features: Sequence[Feature], medium: str
) -> Refusal | None:
    return _drowns(unit, features, medium, "EE", "AS-SPC-025")


@hooks.may_enter.rule("AS-SPC-026", ability="FC")
def fuel_cell_needs_seal(battle: Battle, unit: Unit, features: Sequence[Feature], medium: str) -> Refusal | None:
    return _drowns(unit, features, medium, "FC", "AS-SPC-026")


def _drowns(unit: Unit, features: Sequence[Feature], medium: str, code: str, rule_id: str) -> Refusal | None:
    """Completely under water these engines run only in a sealed unit. A submarine may stay on the surface."""
    if medium not in ("bottom", "deep") or not unit.has(code) or unit.has("SEAL") or unit.card.is_naval:
        return None
    depth = depth_of(features) or 0.0
    if depth < unit.height - 1e-6:
        return None
    return _drowned(unit, code, f"it may wade up to depth {unit.height - 1:g}", rule_id)


@hooks.may_end.rule("AS-SPC-025", ability="EE")
def elementary_engine_stays_up(m: Movement) -> Refusal | None:
    return _dives(m, "EE", "AS-SPC-025")


@hooks.may_end.rule("AS-SPC-026", ability="FC")
def fuel_cell_stays_up(m: Movement) -> Refusal | None:
    return _dives(m, "FC", "AS-SPC-026")


def _dives(m: Movement, code: str, rule_id: str) -> Refusal | None:
    """Why a submarine with such an engine may not go down, or None."""
    unit = m.unit
    if m.way != "swim" or not unit.card.is_naval or not unit.has(code) or unit.has("SEAL"):
        return None
    depth = depth_of(m.battle.table.features_at(*m.end)) or 0.0
    if m.battle.table.ground(*m.end) + depth - m.end_level < unit.height - 1e-6:
        return None
    return _drowned(unit, code, "it may stay on the surface", rule_id)


def _drowned(unit: Unit, code: str, instead: str, rule_id: str) -> Refusal:
    text = f"the engine of {unit.id} ({code}) does not run under water without SEAL"
    return Refusal("engine_drowns", f"{text}; {instead}", rule_id)
