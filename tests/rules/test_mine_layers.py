"""Mine dispensers and minesweepers (p. 87)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.options.minefields.fields import fields_of
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from rules.duel import FOOT, TANK, VTOL
from rules.table import battle, end, move, refusal, unit

GEAR = ("minefields", "optional_abilities")
LAY = commands.Act("r1", "lay_mines")


def layer(*more: Any, dispensers: int = 2, dice: Any = None, terrain: Any = (), **card: Any) -> Battle:
    own = unit("r1", (20, 10), specials=[f"MDS{dispensers}"], **card)
    return battle(
        own, unit("b1", (60, 40)), *more, phase="movement", options=GEAR, dice=dice, terrain=terrain, first="red"
    )


def laid(fight: Battle) -> list[tuple[tuple[float, float], int]]:
    return [(one.at, one.density) for one in fields_of(fight)]


@pytest.mark.rule("AS-SPC-112")
def test_dispensers_lay_a_field_each_where_the_unit_goes() -> None:
    fight = layer()
    assert [one.label for one in offers(fight, "red", "r1") if one.rule == "AS-SPC-112"] == ["Lay mines here"]
    fight.do(LAY)
    assert laid(fight) == [((20, 10), 1)]
    move(fight, "r1", (20, 16))
    fight.do(commands.Act("r1", "lay_mines", "20, 13.5"))  # the other side is to move by now
    assert laid(fight) == [((20, 10), 1), ((20, 13.5), 1)]
    assert "empty" in refusal(fight, LAY).message
    assert load(save(fight)).hash() == fight.hash()


@pytest.mark.rule("AS-SPC-112")
def test_on_one_spot_they_add_up_to_five() -> None:
    fight = layer(dispensers=7)
    for density in (1, 2, 3, 4, 5, 5):
        fight.do(LAY)
        assert laid(fight) == [((20, 10), density)]


@pytest.mark.rule("AS-SPC-112")
@pytest.mark.parametrize("what", ["24, 10", "nowhere", "20, 18"])
def test_mines_are_laid_on_the_way_only(what: str) -> None:
    fight = layer()
    move(fight, "r1", (20, 16))
    assert refusal(fight, commands.Act("r1", "lay_mines", what)).rule == "AS-SPC-112"
    assert not laid(fight)


@pytest.mark.rule("AS-SPC-112")
def test_who_lays_no_mines() -> None:
    plain = battle(unit("r1", (20, 10)), unit("b1", (60, 40)), phase="movement", options=GEAR)
    assert refusal(plain, LAY).rule == "AS-SPC-112"
    high = layer(**{**VTOL, "state": {"elevation": 6, "airborne": True}})
    assert "from the ground" in refusal(high, LAY).message
    fight = layer()
    end(fight, 2)
    assert "Movement Phase" in refusal(fight, LAY).message


def sweeper(dice: Any, at: tuple[float, float] = (20, 18.5), field: Any = None, **card: Any) -> Battle:
    """r1 with MSW beside a field of density 3 around (20, 20)."""
    mines = {"id": "m1", "kind": "minefield", "density": 3, "type": "conventional", "circle": [20, 20, 1]}
    own = {"armor": 9, "specials": ["MSW"], **card}
    fight = battle(
        unit("r1", at, **own),
        unit("b1", (20, 40), 180),
        phase="movement",
        options=GEAR,
        dice=(*dice, 6, 1, 2, 1),
        terrain=[{**mines, **(field or {})}],
    )
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-SPC-113")
@pytest.mark.parametrize(
    ("card", "dice", "left", "armor"),
    [
        (TANK, (3, 3), [], 9),  # 6 and 4: cleared
        (TANK, (1, 1), [3], 9),  # it can never go off under heavy gear
        (TANK, (3, 2), [3], 9),
        (FOOT, (5, 5), [], 9),
        (FOOT, (4, 2), [3], 9),
        (FOOT, (3, 2), [2], 6),  # 5: it goes off, with full effect
    ],
)
def test_sweeping(card: Any, dice: Any, left: list[int], armor: int) -> None:
    fight = sweeper(dice, **{**card, "armor": 9, "specials": ["MSW"]})
    assert [one.density for one in fields_of(fight)] == left
    assert fight.units["r1"].armor == armor


@pytest.mark.rule("AS-SPC-113")
def test_who_sweeps_attacks_nobody_and_who_is_not_in_contact_sweeps_nothing() -> None:
    fight = sweeper((3, 2))
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-SPC-113"
    apart = sweeper((), at=(20, 17))
    assert [one.density for one in fields_of(apart)] == [3]
    assert not any(event.type == "roll" for event in apart.journal.events)
    plain = sweeper((), specials=[])
    assert not any(event.type == "roll" for event in plain.journal.events)


@pytest.mark.rule("AS-SPC-113")
def test_a_hidden_field_is_found_by_whoever_sweeps_it() -> None:
    fight = sweeper((2, 2), field={"hidden": True, "side": "blue"})
    assert [(one.hidden, one.density) for one in fields_of(fight)] == [(False, 3)]
