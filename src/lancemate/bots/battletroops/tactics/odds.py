"""What shots between places are worth, for many pairs at once: sight is asked of the map in one go.

Points are lethal ones to be expected. Must not know who decides what with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from lancemate.battletroops.arms.weapons import Weapon, weapon
from lancemate.battletroops.asking.preview import chance
from lancemate.battletroops.asking.ways import Spot
from lancemate.battletroops.combat.tohit import BASES, MODIFIERS
from lancemate.battletroops.sight.look import HEIGHTS, terms
from lancemate.battletroops.soldiers.track import condition
from lancemate.field.lattice import distance
from lancemate.field.layout import Ints

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

BURSTS: Final = 1.6  # what an automatic weapon is worth beside one that fires once


def firearm(battle: Battle, unit: Unit, *, primary: bool = False) -> Weapon | None:
    """What a man shoots with: what he has ready, or his primary weapon."""
    arm = weapon(battle, (unit.primary or "") if primary else unit.prepared)
    return arm if arm is not None and arm.is_firearm else None


def spot_of(unit: Unit) -> Spot:
    return unit.at, unit.elevation, unit.prone


def sights(battle: Battle, pairs: Sequence[tuple[Spot, Spot]]) -> Ints:
    """For each pair what hides the second from the first (0: nothing), and how much cover counts."""
    if not pairs:
        return np.zeros((0, 2), dtype=np.int64)
    field, more = battle.map, HEIGHTS.of(battle)["soldier"]
    rows = [field.pair(a[0], a[1] + more, b[0], b[1] + more, prone_a=a[2], prone_b=b[2]) for a, b in pairs]
    return field.sights(np.array(rows), terms(battle), HEIGHTS.of(battle)["tree"])


def between(battle: Battle, starts: Sequence[Spot], ends: Sequence[Spot]) -> Ints:
    """The same from each of some spots to each of others: a table of starts by ends."""
    if not starts or not ends:
        return np.zeros((len(starts), len(ends), 2), dtype=np.int64)
    field, more = battle.map, HEIGHTS.of(battle)["soldier"]
    pairs = field.pairs(
        [(at, level + more, prone) for at, level, prone in starts],
        [(at, level + more, prone) for at, level, prone in ends],
    )
    found = field.sights(pairs, terms(battle), HEIGHTS.of(battle)["tree"])
    return found.reshape(len(starts), len(ends), 2)


def number(battle: Battle, shooter: Unit, arm: Weapon, start: Spot, end: Spot, cover: int) -> int:
    """The target number of a shot that is not blocked."""
    far = max(1, distance(start[0], end[0]))
    modifiers, bases = MODIFIERS.of(battle), BASES.of(battle)
    needed = bases["short" if far <= arm.short[1] else "long"] + cover * modifiers["partial_cover"]
    needed += condition(battle, shooter.track).to_hit or 0
    if end[2]:
        needed += modifiers["target_prone"] if far > 1 else modifiers["target_prone_next_to_him"] if not start[2] else 0
    if start[2]:
        needed += modifiers["attacker_prone"]
    return int(needed)


def worth(battle: Battle, shooter: Unit, arm: Weapon, start: Spot, end: Spot, seen: Sequence[int]) -> float:
    """The points one shot may be expected to do."""
    if seen[0] or distance(start[0], end[0]) > arm.reach:
        return 0.0
    return chance(number(battle, shooter, arm, start, end, int(seen[1]))) * arm.lethal
