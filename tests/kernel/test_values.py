"""Values behave as dataclasses do, and what makes one is compiled when the first of its kind is made."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace
from typing import Any

import pytest

from lancemate.kernel.values import frozen, value


@value
class Place:
    """A place."""

    x: float
    y: float = 0.0
    names: list[str] = field(default_factory=list, hash=False)
    note: str = field(default="", compare=False, repr=False)


@value
class Height(Place):
    z: int = 7


@frozen
class Doubled:
    number: int
    twice: int = field(init=False)
    way: str = field(default="up", kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.number)


@value
class Nothing:
    pass


@value
class Itself:
    number: int

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def test_fields_are_given_in_order_by_name_or_not_at_all() -> None:
    assert (Place(1.0).y, Place(1.0, 2.0).y, Place(y=3.0, x=1.0).y) == (0.0, 2.0, 3.0)
    assert Place(1.0).names == []
    assert Place(1.0).names is not Place(1.0).names
    assert Height(1.0, z=3) == Height(1.0, 0.0, [], "", 3)
    assert Doubled(4, way="down").twice == 8
    assert Nothing() == Nothing()


@pytest.mark.parametrize("given", [{}, {"x": 1.0, "w": 2}])
def test_what_is_missing_or_not_known_is_named(given: dict[str, Any]) -> None:
    """Also the first time that one is made."""

    @value
    class Point:
        x: float

    for _ in range(2):
        with pytest.raises(TypeError, match=r"Point\.__init__\(\) .*'(x|w)'"):
            Point(**given)
    assert Point(1.0).x == 1.0


def test_they_are_the_same_if_what_counts_in_them_is() -> None:
    assert Place(1.0, note="a") == Place(1.0, note="b")
    assert Place(1.0) != Place(2.0)
    assert Place(1.0) != Height(1.0)
    assert hash(Place(1.0, names=["a"])) == hash(Place(1.0, names=["b"]))
    assert Itself(1) != Itself(1)
    assert len({Itself(1), Itself(1)}) == 2


def test_they_tell_what_is_in_them() -> None:
    assert repr(Place(1.0, note="a")) == "Place(x=1.0, y=0.0, names=[])"
    assert repr(Nothing()) == "Nothing()"


def test_what_is_not_given_has_its_default() -> None:
    @value
    class Counted:
        name: str
        count: int = field(init=False, default=3)

    assert Counted("a").count == 3
    assert replace(Counted("a"), name="b").count == 3


def test_they_are_dataclasses_with_slots() -> None:
    assert [one.name for one in dataclasses.fields(Height)] == ["x", "y", "names", "note", "z"]
    assert not hasattr(Height(1.0), "__dict__")
    match Place(1.0, 2.0):
        case Place(x, y):
            assert (x, y) == (1.0, 2.0)


def test_what_is_frozen_stays_as_it_is() -> None:
    doubled = Doubled(4)
    with pytest.raises(FrozenInstanceError, match="cannot change 'number' of a Doubled"):
        doubled.number = 5  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del doubled.number
    assert copy.deepcopy(doubled) == copy.copy(doubled) == pickle.loads(pickle.dumps(doubled)) == doubled
    assert replace(doubled, number=5).twice == 10
    assert (doubled.number, doubled.twice) == (4, 8)


def test_they_can_be_copied_with_changes_and_sent() -> None:
    place = Height(1.0, 2.0, ["a"])
    assert replace(place, y=3.0) == Height(1.0, 3.0, ["a"])
    assert copy.deepcopy(place) == copy.copy(place) == pickle.loads(pickle.dumps(place)) == place
