"""The look-ahead itself, on numbers: who stands at which of its places, what everyone may expect to do to everyone.

A position is one place chosen for every unit of both sides. Its value to the first side is what the exchange of fire
takes from the second less what it takes from the first. Compiled; knows nothing of battles, rules or dice.

Sides are 0 and 1. Every unit has its places in one run of rows of its side's tables; ``hurt0[r, c]`` is the points that
the unit of row r may expect to mark off the unit of row c of the other side when both stand there.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from lancemate.kernel.machine_code import Workshop

if TYPE_CHECKING:
    from lancemate.field.layout import Floats, Ints

WORKSHOP: Final = Workshop(__file__, "kernels.py")

END: Final = 0.2  # as in tactics.worth

Tables: TypeAlias = "tuple[Floats, Floats, Floats, Floats]"  # hurt by side 0, hurt by side 1, merits 0, merits 1
# For each unit of a side: points left, points when whole, worth.
Roll: TypeAlias = "Floats"
Turns: TypeAlias = "tuple[Ints, Ints, Ints]"  # whose step it is; the order in which the units of side 0 and of 1 move
Runs: TypeAlias = "tuple[Ints, Ints, Ints, Ints]"  # first row and one after the last, by unit, of side 0 and of side 1


@WORKSHOP.kernel
def lost(left: float, whole: float, worth: float, points: float) -> float:
    """What so many points take from a unit's worth."""
    if left <= 0.0:
        return 0.0
    if points >= left:
        return worth * (sqrt(left / whole) + END)
    share = points / left
    return worth * (sqrt(left / whole) - sqrt((left - points) / whole) + END * share * share)


@WORKSHOP.kernel
def volley(hurt: Floats, shooters: Ints, targets: Ints, roll: Roll, marked: Floats) -> float:
    """What the shooters of one side take from the other, each from the target that is then worth most."""
    for j in range(targets.shape[0]):
        marked[j] = 0.0
    total = 0.0
    for i in range(shooters.shape[0]):
        best, choice = 0.0, -1
        for j in range(targets.shape[0]):
            points = hurt[shooters[i], targets[j]]
            if points > 0.0:
                left, whole, worth = roll[j, 0], roll[j, 1], roll[j, 2]
                gain = lost(left, whole, worth, marked[j] + points) - lost(left, whole, worth, marked[j])
                if gain > best:
                    best, choice = gain, j
        if choice >= 0:
            marked[choice] += hurt[shooters[i], targets[choice]]
            total += best
    return total


@WORKSHOP.kernel
def value(tables: Tables, rolls: tuple[Roll, Roll], at0: Ints, at1: Ints, marked: Floats) -> float:
    """What a position is worth to side 0."""
    total = volley(tables[0], at0, at1, rolls[1], marked) - volley(tables[1], at1, at0, rolls[0], marked)
    for i in range(at0.shape[0]):
        total += tables[2][at0[i]]
    for j in range(at1.shape[0]):
        total -= tables[3][at1[j]]
    return total


@WORKSHOP.kernel
def best_place(
    tables: Tables,
    rolls: tuple[Roll, Roll],
    runs: Runs,
    at0: Ints,
    at1: Ints,
    side: int,
    unit: int,
    marked: Floats,
    nodes: Ints,
) -> float:
    """Move one unit to the place that is best for its side as things are; the value of that to side 0."""
    at = at0 if side == 0 else at1
    first, last = (runs[0][unit], runs[1][unit]) if side == 0 else (runs[2][unit], runs[3][unit])
    best, choice = -1e18, first
    nodes[0] += last - first
    for row in range(first, last):
        at[unit] = row
        worth = value(tables, rolls, at0, at1, marked)
        if side == 1:
            worth = -worth
        if worth > best:
            best, choice = worth, row
    at[unit] = choice
    return best if side == 0 else -best


@WORKSHOP.kernel
def settle(
    tables: Tables,
    rolls: tuple[Roll, Roll],
    runs: Runs,
    turns: Turns,
    at0: Ints,
    at1: Ints,
    step: int,
    next0: int,
    next1: int,
    marked: Floats,
    nodes: Ints,
) -> float:
    """Let everyone who has still to move take the place that is best at that moment; the value of that to side 0."""
    worth = value(tables, rolls, at0, at1, marked)
    while step < turns[0].shape[0]:
        if turns[0][step] == 0:
            worth = best_place(tables, rolls, runs, at0, at1, 0, turns[1][next0], marked, nodes)
            next0 += 1
        else:
            worth = best_place(tables, rolls, runs, at0, at1, 1, turns[2][next1], marked, nodes)
            next1 += 1
        step += 1
    return worth


@WORKSHOP.exported(
    "f8(Tuple((f8[:, ::1], f8[:, ::1], f8[::1], f8[::1])), UniTuple(f8[:, ::1], 2), UniTuple(i8[::1], 4),"
    "UniTuple(i8[::1], 3), i8[::1], i8[::1], i8, i8, i8, i8, f8, f8, f8[::1], i8[::1])"
)
def look(
    tables: Tables,
    rolls: tuple[Roll, Roll],
    runs: Runs,
    turns: Turns,
    at0: Ints,
    at1: Ints,
    step: int,
    next0: int,
    next1: int,
    depth: int,
    low: float,
    high: float,
    marked: Floats,
    nodes: Ints,
) -> float:
    """The value to side 0 when both sides make the best of what is left of the Movement Phase.

    The next ``depth`` moves are all tried; after them everyone takes the place that is best at that moment.
    ``nodes`` counts positions valued and holds, in its second place, how many may be.
    """
    steps = turns[0].shape[0]
    if step == steps:
        nodes[0] += 1
        return value(tables, rolls, at0, at1, marked)
    if depth == 0 or nodes[0] >= nodes[1]:
        kept0, kept1 = at0.copy(), at1.copy()
        worth = settle(tables, rolls, runs, turns, at0, at1, step, next0, next1, marked, nodes)
        at0[:] = kept0
        at1[:] = kept1
        return worth
    if turns[0][step] == 0:
        unit = turns[1][next0]
        before = at0[unit]
        best = -1e18
        for row in range(runs[0][unit], runs[1][unit]):
            at0[unit] = row
            worth = look(
                tables, rolls, runs, turns, at0, at1, step + 1, next0 + 1, next1, depth - 1, low, high, marked, nodes
            )
            if worth > best:
                best = worth
            if best > low:
                low = best
            if low >= high:
                break
        at0[unit] = before
        return best
    unit = turns[2][next1]
    before = at1[unit]
    best = 1e18
    for row in range(runs[2][unit], runs[3][unit]):
        at1[unit] = row
        worth = look(
            tables, rolls, runs, turns, at0, at1, step + 1, next0, next1 + 1, depth - 1, low, high, marked, nodes
        )
        if worth < best:
            best = worth
        if best < high:
            high = best
        if low >= high:
            break
    at1[unit] = before
    return best
