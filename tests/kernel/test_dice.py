"""Dice that fall the same way everywhere."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.kernel.dice import Generator, SealedDice, SeededDice, TapeDice
from lancemate.kernel.errors import InputError, OutOfDice
from lancemate.kernel.reading import read_number, read_text


def test_the_generator_is_splitmix64() -> None:
    # The published reference output for the seed 1234567.
    generator = Generator(1234567)
    assert [generator.next64() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_documented_dice_of_seed_7() -> None:
    assert SeededDice(7).roll(10) == (3, 1, 6, 4, 3, 2, 3, 2, 1, 3)


def test_every_face_is_about_as_likely_as_another() -> None:
    faces = Counter(SeededDice(1).roll(60_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 10_000) < 400 for count in faces.values())


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_below_stays_below(seed: int, n: int) -> None:
    generator = Generator(seed)
    assert all(0 <= generator.below(n) < n for _ in range(20))


def test_below_refuses_nothing_to_choose_from() -> None:
    with pytest.raises(ValueError, match="positive"):
        Generator(1).below(0)


def test_a_clone_goes_its_own_way() -> None:
    dice = SeededDice(3)
    dice.roll(5)
    twin = dice.clone()
    ahead = twin.roll(4)
    assert dice.roll(4) == ahead
    assert twin.roll(1) != ()
    assert dice.seed == twin.seed == 3


def test_shuffling_keeps_every_item() -> None:
    items = list(range(20))
    Generator(5).shuffle(items)
    assert sorted(items) == list(range(20))
    assert items != list(range(20))


def test_a_tape_is_used_in_order_and_never_refilled() -> None:
    tape = TapeDice([4, 3, 6])
    assert tape.roll(2) == (4, 3)
    twin = tape.clone()
    with pytest.raises(OutOfDice, match="only 1 of the 3"):
        tape.roll(2)
    assert tape.roll(1) == (6,)
    assert twin.roll(1) == (6,)


@pytest.mark.parametrize("faces", [[0], [7], [3, -1], [True], ["4"], [2.0]])
def test_a_tape_holds_only_faces_of_a_die(faces: list[int]) -> None:
    with pytest.raises(InputError, match="a die shows 1 to 6"):
        TapeDice(faces)


def test_sealed_dice_follow_from_their_secret_alone() -> None:
    dice = SealedDice("00" * 32)
    first = dice.roll(8)
    assert first == (3, 5, 3, 6, 3, 6, 6, 3)
    twin = dice.clone()
    assert dice.roll(40) == twin.roll(40)
    assert SealedDice("00" * 32).roll(48)[:8] == first
    assert dice.commitment == hashlib.sha256(bytes(32)).hexdigest()


def test_sealed_dice_are_fair() -> None:
    faces = SealedDice("0f" * 32).roll(12_000)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(1_800 < faces.count(face) < 2_200 for face in range(1, 7))


def test_big_numbers_are_refused_in_a_sentence() -> None:
    for value in (10**400, -(10**400), 2**70):
        with pytest.raises(InputError, match="out of bounds"):
            read_number(value, "facing")
    with pytest.raises(InputError, match="more than 30 digits"):
        read_text(10**5000, "title")


def test_numbers_worked_out_ahead_are_those_of_the_counter() -> None:
    """Over the end of what is worked out at a time, for the generator and for copies taken anywhere."""
    mask, step = (1 << 64) - 1, 0x9E3779B97F4A7C15
    for seed in (0, 7, -1, 1 << 63):
        generator, state = Generator(seed), seed & mask
        for _ in range(150):
            state = (state + step) & mask
            mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
            twin = generator.clone()
            assert twin.next64() == generator.next64() == mixed ^ (mixed >> 31)
            assert twin.state == generator.state == Generator(state).state == state
