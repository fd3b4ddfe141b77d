"""One way to write a value; a journal that clones share until they part."""

from dataclasses import dataclass, field

import pytest
from pydantic import ValidationError

from lancemate.kernel.codec import canonical, decode, digest, encode
from lancemate.kernel.copying import copier
from lancemate.kernel.journal import Journal


@dataclass(slots=True)
class Tank:
    name: str
    at: tuple[float, float]
    tags: frozenset[str] = frozenset()
    cache: object = field(default=None, metadata={"hidden": True})


def test_values_have_one_written_form() -> None:
    one = Tank("a", (1.0, -0.0), frozenset({"y", "x"}), object())
    two = Tank("a", (1.0, 0.0), frozenset({"x", "y"}), None)
    assert canonical(one) == '{"at":[1,0],"name":"a","tags":["x","y"]}'
    assert digest(one) == digest(two)
    assert encode({"k": (1, None)}) == {"k": [1, None]}


@dataclass(slots=True)
class Renamed:
    planned: int = field(default=3, metadata={"written": "wishes"})


def test_a_field_may_keep_its_written_word_under_a_better_name() -> None:
    assert encode(Renamed()) == {"wishes": 3}


def test_what_cannot_be_written_is_an_error() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        encode(object())
    with pytest.raises(ValueError, match=r"[Oo]ut of range"):
        canonical(float("nan"))


@dataclass(frozen=True, slots=True)
class Order:
    unit: str
    path: tuple[tuple[float, float], ...] = ()


def test_reading_back_is_strict_about_keys_and_numbers() -> None:
    assert decode(Order, {"unit": "a", "path": [[1, 2]]}) == Order("a", ((1.0, 2.0),))
    with pytest.raises(ValidationError):
        decode(Order, {"unit": "a", "speed": 3})
    with pytest.raises(ValidationError):
        decode(Order, {"unit": "a", "path": [[1, float("inf")]]})


def test_copies_are_independent() -> None:
    one = Tank("a", (1.0, 2.0))
    two = copier(Tank)(one)
    two.name = "b"
    assert (one.name, two.at) == ("a", (1.0, 2.0))


def test_journals_share_the_past_and_not_the_future() -> None:
    journal: Journal[str, str] = Journal()
    journal.begin("first")
    journal.events.append("bang")
    twin = journal.clone()
    twin.begin("second")
    twin.events += ["boom", "crash"]
    assert journal.commands == ["first"]
    assert journal.events == ["bang"]
    assert twin.events == ["bang", "boom", "crash"]
    twin.forget_last()
    assert twin.commands == ["first"]
    assert twin.events == ["bang"]
    journal.begin("other")
    assert twin.commands == ["first"]
