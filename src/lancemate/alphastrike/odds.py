"""Exact chances: play something on copies of a battle for every way the dice can fall, and add up.

Dice are branched on one roll at a time, and branches that have come to the same position are counted together from
there on, so that many rolls in a row stay affordable. Nothing here knows a rule; the battle itself is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from lancemate.kernel.journal import Journal

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle

T = TypeVar("T", bound=Hashable)
Thrown = tuple[int, ...]


def _two_dice() -> tuple[tuple[Thrown, Fraction], ...]:
    """The sums of two dice, each as one way to throw it with the chance of all of them: only the sum ever counts."""
    ways = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
    return tuple((faces, Fraction(6 - abs(7 - total), 36)) for total, faces in ways.items())


ONE_DIE: Final = tuple(((face,), Fraction(1, 6)) for face in range(1, 7))
TWO_DICE: Final = _two_dice()
# Dice that are thrown again on some results may be thrown again for ever: a branch less likely than this is closed.
NEGLIGIBLE: Final = Fraction(1, 10**12)
# After so many plays of one attack only likely branches are followed, ever fewer the longer it takes.
ENOUGH: Final = 1000
COARSE: Final = Fraction(1, 10**5)
_START: Final = (((), Fraction(1)),)


def throws(count: int) -> tuple[tuple[Thrown, Fraction], ...]:
    """Every result of so many dice that a rule could tell apart, with its chance."""
    if count == 1:
        return ONE_DIE
    if count == 2:
        return TWO_DICE
    return tuple((faces, Fraction(1, 6**count)) for faces in product(range(1, 7), repeat=count))


class Branch(NamedTuple):
    """A play up to its next roll: the rolls behind it, its chance, how many dice come next, what it has come to."""

    rolls: tuple[Thrown, ...]
    chance: Fraction
    dice: int
    so_far: Hashable = None


class Fork(Exception):
    """The dice decided so far are used up: here the play branches."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class DecidedDice:
    """Dice that fall as decided, roll by roll, and stop the play at the first roll not decided yet."""

    __slots__ = ("_next", "rolls")

    def __init__(self, rolls: tuple[Thrown, ...]) -> None:
        self.rolls = rolls
        self._next = 0

    def roll(self, count: int) -> Thrown:
        if self._next == len(self.rolls):
            raise Fork(count)
        thrown = self.rolls[self._next]
        self._next += 1
        return thrown

    def clone(self) -> DecidedDice:
        twin = DecidedDice(self.rolls)
        twin._next = self._next
        return twin


def rehearsal(battle: Battle, rolls: tuple[Thrown, ...]) -> Battle:
    """A copy in its Combat Phase on which the dice are decided; nothing waits there for an answer."""
    twin = battle.clone()
    twin.journal = Journal()
    twin.dice = DecidedDice(rolls)
    twin.state.phase = "combat"
    twin.state.decision = None
    twin.state.agenda = ()
    return twin


def explore(
    battle: Battle,
    play: Callable[[Battle], None],
    position: Callable[[Battle], Hashable],
    result: Callable[[Battle], T],
    *,
    enough: int = ENOUGH,
) -> dict[T, Fraction]:
    """The chance of every result of a play.

    ``position`` sums up all that the rest of a play can depend on. Two branches with the same position and the same
    number of rolls behind them go on as one. A branch that is not worth following, which is rare before ``enough``
    plays, ends with what it has come to so far.
    """
    chances: dict[T, Fraction] = {}
    level = [Branch((), Fraction(1), 0)]
    plays = 0
    while level:
        deeper: dict[Hashable, Branch] = {}
        for branch in level:
            for faces, weight in throws(branch.dice) if branch.dice else _START:
                rolls = (*branch.rolls, faces) if branch.dice else ()
                twin = rehearsal(battle, rolls)
                chance = branch.chance * weight
                plays += 1
                try:
                    play(twin)
                except Fork as fork:
                    key = (fork.count, position(twin))
                    known = deeper.get(key)
                    deeper[key] = Branch(rolls, chance + (known.chance if known else 0), fork.count, result(twin))
                else:
                    ended = result(twin)
                    chances[ended] = chances.get(ended, Fraction(0)) + chance
        least = NEGLIGIBLE if plays < enough else COARSE * (plays // enough) ** 2
        level = []
        for branch in deeper.values():
            if branch.chance >= least:
                level.append(branch)
            else:
                so_far = cast(T, branch.so_far)
                chances[so_far] = chances.get(so_far, Fraction(0)) + branch.chance
    return chances
