"""How soldiers fight 'Mechs and vehicles: shots at the head, charges on the legs, and out of sight of its guns.

Points are those of player.py: lethal ones to be expected. Must not know where a man may go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.asking.preview import chance
from lancemate.battletroops.asking.ways import Spot
from lancemate.battletroops.combat.reaction import possible
from lancemate.battletroops.machines.damage import PUNCH
from lancemate.battletroops.machines.planting import NAME as PLANT
from lancemate.battletroops.machines.planting import PLANTING
from lancemate.battletroops.machines.shooting import ANTI_MACHINE, TO_DAMAGE
from lancemate.battletroops.machines.templates import covered
from lancemate.battletroops.options.area_effect import NAME as AREA
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.machine import MECH
from lancemate.bots.battletroops.tactics.odds import BURSTS, sights
from lancemate.field.lattice import Dot, distance

if TYPE_CHECKING:
    from lancemate.battletroops.arms.weapons import Weapon
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Lattice

ARMOUR: Final = 2.0  # what a point on a machine counts
HEAD: Final = 12.0  # what a hit on the head counts besides: six of them kill who sits in it
ON_HEAD: Final = {PUNCH: 1 / 6, None: 1 / 36}
CHARGE: Final = 9.0  # what a charge on a leg counts: it may fall, and what has fallen does not fire
GUNS: Final = 4.0  # what a machine may do to one man it sees
NEXT: Final = 6  # dots around a spot that are looked at together
EYES: Final = 3  # levels from which a 'Mech looks, above a man's


def hit_worth(damage: float, table: str | None) -> float:
    return ARMOUR * damage + HEAD * ON_HEAD[table]


def placements(battle: Battle, commands: Iterable[orders.Attack]) -> Iterator[orders.Attack]:
    """Attacks, and those at 'Mechs also placed so that they may hit the head."""
    for command in commands:
        yield command
        target = battle.units.get(command.target) if isinstance(command.target, str) else None
        if command.kind == AREA and target is not None and target.kind == MECH:
            yield replace(command, table=PUNCH)


def gain_of(command: orders.Attack, aim: Aim) -> float | None:
    """What an attack on a machine promises; None for others."""
    odds = chance(aim.target_number)
    if command.kind == PLANT:
        return odds * CHARGE
    return None if aim.damage is None else odds * hit_worth(aim.damage, command.table)


def reaction(battle: Battle, shooter: Unit, target: Unit) -> str | orders.FireOrder:
    """How one fires at a machine that comes into his arc: at the head of a 'Mech, where it pays."""
    if target.kind != MECH or not is_support(shooter.prepared):
        return shooter.id
    plain, placed = (possible(battle, shooter, target, using) for using in (None, f"@{PUNCH}"))
    if not placed or not plain or placed[0].target_number == plain[0].target_number:
        return shooter.id
    better = chance(placed[0].target_number) * hit_worth(1, PUNCH) > chance(plain[0].target_number) * hit_worth(1, None)
    return orders.FireOrder(shooter.id, table=PUNCH) if better else shooter.id


def shot_worth(battle: Battle, arm: Weapon, start: Spot, end: Spot, hidden: int, cover: int) -> float:
    """What a shot in reaction from a spot at a machine is worth."""
    if hidden or distance(start[0], end[0]) > arm.short[1]:
        return 0.0
    if not is_support(arm.name):
        return chance(TO_DAMAGE.of(battle)["to_damage"]) * hit_worth(1, PUNCH)
    return chance(ANTI_MACHINE.of(battle)["base"] + cover + 2) * hit_worth(arm.apv, PUNCH) * BURSTS


class Eyes:
    """Which spots a machine sees, asked of the map for many at once and kept while neither changes."""

    def __init__(self) -> None:
        self._map: Lattice | None = None
        self._seen: dict[tuple[Dot, int], dict[tuple[Dot, int], bool]] = {}

    def threat(self, battle: Battle, machine: Unit, spot: Spot) -> float:
        """What its guns may do to a man at a spot: nothing at its feet, or where it lies or sleeps."""
        known = machine.machine
        if known is None or known.destroyed or known.is_down or known.shutdown or not known.awake or not machine.on_map:
            return 0.0
        if self._map is not battle.map:
            self._map, self._seen = battle.map, {}
        level = machine.elevation + (EYES if machine.kind == MECH else 0)
        seen = self._seen.setdefault((machine.at, level), {})
        place = spot[:2]
        if place not in seen:
            new = [place, *(one for one in _around(battle, *place) if one not in seen)]
            rows = sights(battle, [((machine.at, level, False), (*one, False)) for one in new])
            feet = covered(battle, machine)
            clear = (rows[:, 0] == 0).tolist()
            seen.update((one, sees and one[0] not in feet) for one, sees in zip(new, clear, strict=True))
        return GUNS if seen[place] else 0.0


def _around(battle: Battle, at: Dot, level: int) -> Iterator[tuple[Dot, int]]:
    """Where one might go from a place: on its floor, and on the ground."""
    x, y = at
    for row in range(-NEXT, NEXT + 1):
        for column in range(-NEXT, NEXT + 1):
            dot = x + column + (0.0 if row % 2 == 0 else 0.5 if y % 2 == 0 else -0.5), y + row
            if battle.map.inside(dot):
                yield dot, level
                if battle.map.ground(dot) != level:
                    yield dot, battle.map.ground(dot)


def storms(battle: Battle, unit: Unit, mp: int) -> Iterator[tuple[Spot, int, float]]:
    """Where a man with a charge could plant it, the MP he has to keep for that, and what it is worth."""
    table = PLANTING.of(battle)
    for enemy in battle.of_side(battle.opponent(unit.side)) if unit.satchel else ():
        if enemy.kind == MECH and enemy.on_map and not enemy.dead and distance(unit.at, enemy.at) <= mp - table["mp"]:
            yield (enemy.at, enemy.elevation, False), table["mp"], CHARGE * chance(table["success"])
