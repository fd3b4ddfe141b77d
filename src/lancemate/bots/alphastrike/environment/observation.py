"""What a learner is shown, as numbers between -1 and 1: the battle, every unit, and what each action would do.

The layout is fixed and named here (BATTLE, UNIT, ACTION); docs/bots.md explains it. Only what the side may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.combat.attack import PASS
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import current_move, current_tmm, stats
from lancemate.bots.alphastrike.environment.candidates import ACTIONS
from lancemate.field.compass import direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.view import View

    Numbers: TypeAlias = "NDArray[np.float32]"
    Mask: TypeAlias = "NDArray[np.int8]"

MOST_UNITS: Final = 12  # of each side; those beyond are played but not shown
PHASES: Final = {"deployment": orders.Deploy, "movement": orders.Move, "combat": orders.Attack}  # by what is done
MOVED: Final = ("none", "standstill", "ground", "jump", "sprint")
KINDS: Final = ("move", "attack", "pass", "end_phase", "decide", "deploy", "act")

BATTLE: Final = ("turn", *PHASES, "decision", "width", "depth", "own_points", "enemy_points")
UNIT: Final = (
    "there",
    "x",
    "y",
    "elevation",
    "facing_east",
    "facing_north",
    "armor",
    "structure",
    "heat",
    "shutdown",
    *(f"moved_{way}" for way in MOVED),
    "has_attacked",
    "tmm",
    "skill",
    "size",
    "move",
    "jump",
    "short",
    "medium",
    "long",
    "points",
)
ACTION: Final = (
    "there",
    *KINDS,
    "unit",
    "target",
    "x",
    "y",
    "facing_east",
    "facing_north",
    "jump",
    "sprint",
    "overheat",
    "hit",
    "damage",
)
SIZE: Final = len(BATTLE) + 2 * MOST_UNITS * len(UNIT)


def observed(view: View) -> Numbers:
    """The battle, then the side's own units, then the enemy's, one after the other."""
    battle = view.battle
    sides = (view.side, battle.opponent(view.side))
    rows = [_battle(view)]
    for side in sides:
        units = _shown(view, side)
        rows += [_unit(view, unit) for unit in units]
        rows += [[0.0] * len(UNIT)] * (MOST_UNITS - len(units))
    return _clipped([number for row in rows for number in row])


def described(view: View, actions: Sequence[orders.Command]) -> Numbers:
    """One row for each action; rows of zeros where there is none."""
    rows = [_action(view, command) for command in actions]
    rows += [[0.0] * len(ACTION)] * (ACTIONS - len(rows))
    return _clipped(rows)


def masked(count: int) -> Mask:
    """1 for each of the actions there are, which come first."""
    mask = np.zeros(ACTIONS, dtype=np.int8)
    mask[:count] = 1
    return mask


def _clipped(numbers: object) -> Numbers:
    return np.clip(np.array(numbers, dtype=np.float32), -1.0, 1.0)


def _shown(view: View, side: str) -> list[Unit]:
    return [unit for unit in view.battle.units.values() if unit.side == side][:MOST_UNITS]


def _battle(view: View) -> list[float]:
    battle = view.battle
    state = battle.state
    points = [sum(_points(unit) for unit in _shown(view, side) if unit.in_play) for side in _both(view)]
    return [
        state.turn / 20,
        *(float(verb in battle.now.verbs) for verb in PHASES.values()),
        float(view.decision is not None),
        battle.table.width / 120,
        battle.table.depth / 120,
        *(total / 500 for total in points),
    ]


def _both(view: View) -> tuple[str, str]:
    return view.side, view.battle.opponent(view.side)


def _points(unit: Unit) -> int:
    return counted_value(unit.card.pv, unit.skill)


def _unit(view: View, unit: Unit) -> list[float]:
    battle = view.battle
    if not unit.in_play:
        return [0.0] * len(UNIT)
    card, now = unit.card, stats(battle, unit)
    east, north = direction(unit.facing)
    return [
        1.0 if unit.on_table else 0.5,
        unit.x / battle.table.width,
        unit.y / battle.table.depth,
        unit.elevation / 10,
        east,
        north,
        unit.armor / max(1, card.armor),
        unit.structure / max(1, card.structure),
        unit.heat / 4,
        float(unit.shutdown),
        *(float(unit.moved == way) for way in MOVED),
        float(bool(unit.attacks) and unit.attacks != (PASS,)),
        current_tmm(battle, unit) / 5,
        unit.skill / 8,
        card.size / 5,
        current_move(battle, unit, "ground") / 24,
        current_move(battle, unit, "jump") / 24,
        *((one.points + 0.5 * one.minimal) / 8 for one in (now.damage.S, now.damage.M, now.damage.L)),
        _points(unit) / 60,
    ]


def _action(view: View, command: orders.Command) -> list[float]:
    battle = view.battle
    own, theirs = (list(_ids(view, side)) for side in _both(view))
    name = getattr(command, "unit", None)
    unit = battle.units.get(name) if isinstance(name, str) else None
    x, y = unit.at if unit is not None else (0.0, 0.0)
    east, north = direction(unit.facing) if unit is not None else (0.0, 0.0)
    target = jump = sprint = overheat = hit = damage = 0.0
    match command:
        case orders.Move():
            x, y = command.path[-1] if command.path else (x, y)
            east, north = (east, north) if command.facing is None else direction(command.facing)
            jump, sprint = float(command.mode == "jump"), float(command.mode == "sprint")
        case orders.Deploy():
            (x, y), (east, north) = command.at, direction(command.facing)
        case orders.Attack():
            target = _place(theirs, command.target)
            odds = view.odds(command)
            overheat, hit, damage = command.overheat / 4, odds.hit_probability, odds.expected_damage / 8
        case _:
            pass
    return [
        1.0,
        *(float(command.name == kind) for kind in KINDS),
        _place(own, name),
        target,
        x / battle.table.width,
        y / battle.table.depth,
        east,
        north,
        jump,
        sprint,
        overheat,
        hit,
        damage,
    ]


def _ids(view: View, side: str) -> list[str]:
    return [unit.id for unit in _shown(view, side)]


def _place(names: list[str], name: object) -> float:
    """Which row of the units it is, counted from 1, as a share of all rows; 0 for none."""
    return (names.index(name) + 1) / MOST_UNITS if isinstance(name, str) and name in names else 0.0
