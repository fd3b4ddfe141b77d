"""Sums in stages: who is asked when, and what may be done with what else is in a sum."""

from enum import IntEnum

import pytest

from lancemate.kernel.parts import Modifier
from lancemate.kernel.ruleset import BadRule, Ruleset
from lancemate.kernel.sums import Sum, a_sum
from lancemate.kernel.tally import Part, SoFar


class Stage(IntEnum):
    BASE = 0
    HARDER = 10
    RELIEVED = 20
    LAST = 30


def price(rules: Ruleset, asked: Sum[[str], Modifier], thing: str = "bread", kind: str | None = None) -> list[int]:
    there = rules.in_force()
    parts: list[Modifier] = []
    for rule in there[asked] if kind is None else there[asked, kind]:
        parts += [part] if (part := rule(thing)) is not None else []
    so_far = SoFar(parts)
    for later in there[asked.later] if kind is None else there[asked.later, kind]:
        parts += [part] if (part := later(thing, so_far)) is not None else []
    return [part.value for part in parts]


def one(value: int, by: str = "T-1") -> Modifier:
    return Modifier(by, value, by)


def is_hard(part: Part) -> bool:
    return part.rule == "T-2"


def test_parts_are_asked_by_their_stage_and_those_that_see_others_see_what_came_before() -> None:
    rules = Ruleset("shop", "shop")
    cost: Sum[[str], Modifier] = a_sum(rules, "cost", Stage, "thing", kinds=("plain", "rich"))
    cost.rule("T-9", part=Stage.LAST)(lambda thing: one(7, "T-9"))
    cost.seeing("T-3", part=Stage.RELIEVED)(lambda thing, so_far: one(int(so_far.total), "T-3"))
    cost.rule("T-2", part=Stage.HARDER, kinds="rich")(lambda thing: one(2, "T-2"))
    cost.rule("T-1", part=Stage.BASE)(lambda thing: one(4))
    assert price(rules, cost) == [4, 2, 6, 7]
    assert price(rules, cost, kind="plain") == [4, 4, 7]
    assert price(rules, cost, kind="rich") == [4, 2, 6, 7]


def test_without_anybody_who_sees_others_a_sum_is_one_tuple() -> None:
    rules = Ruleset("shop", "shop")
    cost: Sum[[str], Modifier] = a_sum(rules, "cost", Stage, "thing")
    cost.rule("T-1", part=Stage.LAST)(lambda thing: one(4))
    assert len(rules.in_force()[cost]) == 1
    assert rules.in_force()[cost.later] == ()


def test_a_part_without_a_stage_is_refused_as_it_is_written() -> None:
    rules = Ruleset("shop", "shop")
    cost: Sum[[str], Modifier] = a_sum(rules, "cost", Stage, "thing")
    for wrong in (lambda: cost.rule("T-1"), lambda: cost.seeing("T-1", part=10)):
        with pytest.raises(BadRule, match=r"says its stage \(BASE, HARDER, RELIEVED, LAST\)"):
            wrong()


def test_nothing_is_taken_back_twice_or_below_nothing() -> None:
    so_far = SoFar([one(3), one(2, "T-2"), one(1, "T-2")])
    assert so_far.take_back(is_hard, 1) == -1
    assert so_far.left_of(is_hard) == 2
    assert so_far.take_back(is_hard, 5) == -2
    assert so_far.take_back(is_hard) == 0
    assert so_far.take_back(lambda part: part.rule == "T-7") == 0
    losses = SoFar([one(8), one(-4, "T-2")])
    assert losses.take_back(is_hard, 2) == 2
    assert losses.take_back(is_hard, 9) == 2


def test_a_loss_leaves_what_has_to_be_left() -> None:
    so_far = SoFar([one(5), one(-2)])
    assert so_far.total == 3
    assert so_far.less(4, 1) == -2
    assert so_far.less(1, 1) == -1
    assert SoFar([one(1), one(-2)]).less(4, 1) == 0
    assert so_far.instead(2) == -1


def test_the_parts_of_one_stage_may_be_asked_for_alone() -> None:
    rules = Ruleset("shop", "shop")
    asked: Sum[[str], Modifier] = a_sum(rules, "price", Stage, "thing", kinds=("sold",), alone=Stage.HARDER)

    @asked.rule("T-1", part=Stage.BASE)
    def base(thing: str) -> Modifier:
        return one(5)

    @asked.rule("T-2", part=Stage.HARDER)
    def harder(thing: str) -> Modifier:
        return one(2, "T-2")

    @asked.seeing("T-3", part=Stage.RELIEVED)
    def relieved(thing: str, so_far: SoFar) -> Modifier:
        return one(int(so_far.take_back(is_hard)), "T-3")

    there = rules.in_force()
    assert price(rules, asked) == [5, 2, -2]
    assert [part("bread") for part in there[asked.alone]] == [one(2, "T-2")]
    assert [part("bread") for part in there[asked.alone, "sold"]] == [one(2, "T-2")]
