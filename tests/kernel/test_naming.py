"""Texts say by their types what they name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from lancemate.kernel.codec import JSON
from lancemate.kernel.naming import Names, marks_of, named, perhaps_named

Dog = Annotated[str, Names("dog")]
Cat = Annotated[str, Names("cat")]


@dataclass(frozen=True)
class Kennel:
    best: Dog | None
    others: tuple[Dog, ...] = ()


@dataclass(frozen=True)
class Visit:
    guest: Dog
    words: str = "Rex"
    seen: Dog | Cat | int = 0
    ages: Mapping[Dog, int] = field(default_factory=dict)
    pairs: tuple[tuple[Dog, Cat], ...] = ()
    kennel: Kennel | None = None
    perhaps: Mapping[Dog, Cat] | None = None
    data: JSON = None


@dataclass(frozen=True)
class Chase:
    runs: Dog | Cat
    is_cat: bool

    def names(self, what: str) -> Iterator[str]:
        yield from (self.runs,) if what == ("cat" if self.is_cat else "dog") else ()


def test_names_are_found_wherever_a_type_says_so() -> None:
    visit = Visit("Rex", "Bo", 3, {"Bo": 4}, (("Max", "Tom"),), Kennel(None, ("Ada", "Rex")))
    assert named(visit, "dog") == ("Rex", "Bo", "Max", "Ada")
    assert named(visit, "cat") == ("Tom",)
    assert named(visit, "bird") == ()


def test_a_mapping_that_may_be_missing_names_and_plain_data_does_not() -> None:
    visit = Visit("Rex", perhaps={"Bo": "Tom"}, data={"Max": {"Ada": "Max"}})
    assert named(visit, "dog") == ("Rex", "Bo")
    assert named(visit, "cat") == ("Tom",)


def test_what_may_be_either_counts_only_when_one_asks_for_that() -> None:
    visit = Visit("Rex", seen="Tom")
    assert named(visit, "dog") == ("Rex",)
    assert perhaps_named(visit, "dog") == ("Rex", "Tom")


def test_a_class_says_itself_what_an_open_field_names() -> None:
    assert named(Chase("Tom", True), "cat") == ("Tom",)
    assert named(Chase("Tom", True), "dog") == ()


def test_marks_of_a_type() -> None:
    assert marks_of(Dog | Cat | None) == {Names("dog"), Names("cat")}
    assert marks_of(str) == frozenset()
