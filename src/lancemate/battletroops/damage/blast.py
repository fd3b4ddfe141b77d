"""What explodes, and whom it hurts (p. 18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE, weapon
from lancemate.battletroops.damage.causes import BLAST, source
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.play.events import Exploded
from lancemate.battletroops.play.state import Explosive
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place, look
from lancemate.field import lattice
from lancemate.field.lattice_map import LOW_COVER
from lancemate.field.lattice_terrain import SPLINTERS, UNDERGROWTH

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

GRENADE_BLAST = rules.table("BT-DMG-016", [6, 3, 1])  # lethal points by dots from it
STOPPING: Final = ("window", "door", "furniture")


@hooks.explosions.entry(GRENADE)
def grenade(battle: Battle, one: Explosive) -> None:
    blast(battle, one, GRENADE_BLAST.of(battle), "BT-DMG-016")


def points_of(battle: Battle, name: str) -> tuple[int, ...]:
    """Lethal points by dots from the impact."""
    if name == GRENADE:
        return tuple(GRENADE_BLAST.of(battle))
    arm = weapon(battle, name)
    return arm.blast if arm is not None else ()


def blast(battle: Battle, one: Explosive, points: Sequence[int], rule: str, *traits: str) -> None:
    """Everybody whom it reaches, friend and foe, in script order: whoever stood before him when it went off."""
    battle.emit(Exploded(one, rule))
    origin = source(one.weapon, rule, BLAST, *traits, by=one.by)
    men = [unit for unit in battle.units.values() if unit.is_soldier and unit.able and unit.aboard is None]
    reached = [(unit, harm_to(battle, one, unit, points)) for unit in men]
    for unit, harm in reached:
        if harm and unit.able:
            wound(battle, unit, origin, harm)
    for hook in battle.hooks[hooks.exploded]:
        hook(battle, one)


def harm_to(battle: Battle, one: Explosive, unit: Unit, points: Sequence[int]) -> int:
    """The points that reach a soldier."""
    if is_contained(battle, one):
        return 0
    for hook in battle.hooks[hooks.spared]:
        if hook(battle, one, unit):
            return 0
    in_stairs = along_the_stairs(battle, one, unit, points)
    if in_stairs:
        return in_stairs
    far = lattice.distance(one.at, unit.at)
    if far >= len(points) or not reaches(battle, one, unit):
        return 0
    return points[far]


def is_contained(battle: Battle, one: Explosive) -> bool:
    """Whether nothing of it comes out: hook ``contained``."""
    return any(hook(battle, one) for hook in battle.hooks[hooks.contained])


@rules.rule("BT-DMG-018", otherwise=0)
def along_the_stairs(battle: Battle, one: Explosive, unit: Unit, points: Sequence[int]) -> int:
    """On a stairway it reaches whoever stands on it one level above or below, as if one dot away."""
    apart = abs(one.elevation - unit.elevation) == 1
    if one.at != unit.at or not apart or not battle.map.has_stairway(one.at) or len(points) < 2:
        return 0
    return points[1]


def _everywhere(battle: Battle, one: Explosive, unit: Unit) -> bool:
    return True


@rules.rule("BT-DMG-017", otherwise=_everywhere)
def reaches(battle: Battle, one: Explosive, unit: Unit) -> bool:
    """It sees as a man who lies there: windows and furniture stop it, undergrowth and branches do not."""
    start = Place(one.at, one.elevation)
    end = Place(unit.at, unit.elevation, unit=unit.id)
    seen = look(battle, start, end)
    if seen.hidden_by or any(cover.kind in STOPPING for cover in seen.cover):
        return False
    lying = look(battle, start._replace(prone=True), end)
    if not lying.hidden_by or LOW_COVER not in lying.hidden_by:
        return True
    names = [one.id for one in battle.map.features if one.kind in (UNDERGROWTH, SPLINTERS)]
    return any(f"({name})" in lying.hidden_by for name in names)
