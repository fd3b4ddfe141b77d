"""Dice: a seeded generator whose numbers are the same on every machine, or a tape of dice already thrown.

The generator is SplitMix64 (a 64-bit counter stepped by 0x9E3779B97F4A7C15 and mixed twice). A whole number below n
comes from the upper 32 bits by multiplication, with the few values that would favour some faces thrown again.
docs/dice.md describes it so that anyone can recompute a battle. This module knows no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Final, Protocol, TypeVar

import numpy as np

from lancemate.kernel.errors import InputError, OutOfDice

T = TypeVar("T")

_MASK: Final = 0xFFFFFFFFFFFFFFFF
_STEP: Final = 0x9E3779B97F4A7C15
_MANY: Final = 256  # numbers that are worked out at a time: to begin takes as long as two hundred of them
_STEPS: Final = np.arange(1, _MANY + 1, dtype=np.uint64) * np.uint64(_STEP)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)


class Generator:
    """Reproducible random numbers. ``state`` is all there is to know about it.

    The counter says beforehand what comes: numbers are worked out so many at a time, and copies share them.
    """

    __slots__ = ("_ahead", "_begin", "_used")

    def __init__(self, seed: int) -> None:
        self.state = seed

    @property
    def state(self) -> int:
        return (self._begin + self._used * _STEP) & _MASK

    @state.setter
    def state(self, state: int) -> None:
        self._begin = state - _MANY * _STEP  # as if all that lay ahead were used up
        self._used = _MANY
        self._ahead: list[int] = []

    def next64(self) -> int:
        used = self._used
        if used == _MANY:
            self._look_ahead()
            used = 0
        self._used = used + 1
        return self._ahead[used]

    def _look_ahead(self) -> None:
        self._begin = self.state
        self._used = 0
        z = _STEPS + np.uint64(self._begin)  # all of it modulo 2**64
        z = (z ^ (z >> _30)) * _MIX_1
        z = (z ^ (z >> _27)) * _MIX_2
        self._ahead = (z ^ (z >> _31)).tolist()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, every one equally likely (n up to 2**32)."""
        if n <= 0:
            raise ValueError("below() needs a positive number")
        while True:  # what next64 does, written out: everything random in a battle comes through here
            used = self._used
            if used == _MANY:
                self._look_ahead()
                used = 0
            self._used = used + 1
            wide = (self._ahead[used] >> 32) * n
            low = wide & 0xFFFFFFFF
            if low >= n or low >= 0x100000000 % n:  # what it must not be less than is less than n
                return wide >> 32

    def uniform(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.next64() >> 11) / 9007199254740992.0

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def clone(self) -> Generator:
        twin = Generator.__new__(Generator)
        twin._begin, twin._used, twin._ahead = self._begin, self._used, self._ahead
        return twin


class Dice(Protocol):
    """Where a battle's six-sided dice come from."""

    def roll(self, count: int) -> tuple[int, ...]: ...

    def clone(self) -> Dice: ...


class SeededDice:
    """Dice thrown by the generator."""

    __slots__ = ("_generator", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed & _MASK
        self._generator = Generator(seed)

    @classmethod
    def resumed(cls, seed: int, state: int) -> SeededDice:
        """Dice of that seed that have already come so far."""
        dice = cls(seed)
        dice._generator = Generator(state)
        return dice

    @property
    def state(self) -> int:
        """How far the generator has come."""
        return self._generator.state

    def roll(self, count: int) -> tuple[int, ...]:
        below = self._generator.below
        if count == 2:  # nearly always
            return below(6) + 1, below(6) + 1
        return tuple([below(6) + 1 for _ in range(count)])

    def clone(self) -> SeededDice:
        twin = SeededDice.__new__(SeededDice)
        twin.seed = self.seed
        twin._generator = self._generator.clone()
        return twin


class SealedDice:
    """Dice that are all settled by a secret, whose hash can be told before the first throw and checked after the last.

    Block n is the SHA-256 of the secret and n as eight bytes; each of its bytes below 252 is a die, its remainder by 6.
    """

    __slots__ = ("_block", "_left", "secret")

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._block = 0
        self._left: tuple[int, ...] = ()  # of the block under way

    @property
    def commitment(self) -> str:
        """What may be told beforehand: it shows nothing of the dice, and no other secret has it."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()

    def roll(self, count: int) -> tuple[int, ...]:
        while len(self._left) < count:
            block = hashlib.sha256(bytes.fromhex(self.secret) + self._block.to_bytes(8, "big")).digest()
            self._left += tuple([byte % 6 + 1 for byte in block if byte < 252])
            self._block += 1
        thrown, self._left = self._left[:count], self._left[count:]
        return thrown

    def clone(self) -> SealedDice:
        twin = SealedDice.__new__(SealedDice)
        twin.secret, twin._block, twin._left = self.secret, self._block, self._left
        return twin


class TapeDice:
    """Dice already thrown, used up in order. Running out is an error."""

    __slots__ = ("faces", "used")

    def __init__(self, faces: Sequence[int]) -> None:
        given: Sequence[object] = faces
        for place, face in enumerate(given):
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
                raise InputError(f"die {place + 1} shows {face!r}; a die shows 1 to 6", key="dice")
        self.faces = tuple(faces)
        self.used = 0

    def roll(self, count: int) -> tuple[int, ...]:
        thrown = self.faces[self.used : self.used + count]
        if len(thrown) < count:
            raise OutOfDice(
                f"the battle needs {count} more dice but only {len(thrown)} of the {len(self.faces)} given are left"
            )
        self.used += count
        return thrown

    def clone(self) -> TapeDice:
        twin = TapeDice.__new__(TapeDice)
        twin.faces = self.faces
        twin.used = self.used
        return twin


class TapeThenMore:
    """Dice already thrown, in order, and others from there on."""

    __slots__ = ("following", "tape", "used")

    def __init__(self, tape: tuple[int, ...], following: Dice) -> None:
        self.tape = tape
        self.following = following
        self.used = 0

    def roll(self, count: int) -> tuple[int, ...]:
        given = self.tape[self.used : self.used + count]
        self.used += len(given)
        return given + self.following.roll(count - len(given)) if len(given) < count else given

    def clone(self) -> TapeThenMore:
        twin = TapeThenMore.__new__(TapeThenMore)
        twin.tape, twin.following, twin.used = self.tape, self.following.clone(), self.used
        return twin
