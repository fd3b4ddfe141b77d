"""The lattice of dots: neighbours, distances, bearings, what lines cross, who is hidden from whom."""

import pytest
from tests.battletroops.field import battle

from lancemate.battletroops.sight.look import terms
from lancemate.field import lattice
from lancemate.field.errors import FieldError
from lancemate.field.lattice_map import Lattice
from lancemate.field.lattice_terrain import Feature

SHOP = Feature(
    "shop",
    "building",
    outline=((2.75, 3.5), (8.75, 3.5), (8.75, 7.5), (2.75, 7.5)),
    height=3,
    windows=(((4, 3.5), (4.5, 3.5)),),
    doors=(((6, 3.5), (6.5, 3.5)), ((5.75, 5), (5.75, 6))),
    walls=(((5.75, 3.5), (5.75, 7.5)),),
    stairways=((7, 6),),
)


def test_six_neighbours_one_step_away() -> None:
    near = {lattice.neighbour((4, 2), number) for number in lattice.STEPS}
    assert near == {(3, 2), (5, 2), (3.5, 1), (4.5, 1), (3.5, 3), (4.5, 3)}
    assert all(lattice.distance((4, 2), dot) == 1 for dot in near)
    assert all(lattice.true_distance((4, 2), dot) == pytest.approx(1.0) for dot in near)


def test_bearings_are_those_of_the_scatter_diagram() -> None:
    for number, degrees in lattice.BEARINGS.items():
        assert lattice.bearing((4, 2), lattice.neighbour((4, 2), number)) == pytest.approx(degrees)


@pytest.mark.parametrize(
    ("a", "b", "steps"), [((0, 0), (3, 0), 3), ((0, 0), (1, 2), 2), ((0, 0), (0, 4), 4), ((2.5, 1), (7, 4), 6)]
)
def test_distance(a: lattice.Dot, b: lattice.Dot, steps: int) -> None:
    assert lattice.distance(a, b) == steps == lattice.distance(b, a)


def test_arc_edges_belong_to_it_and_its_own_dot_does_not() -> None:
    assert lattice.in_arc((4, 4), (5, 4), 60.0, (6, 8)) is False
    assert lattice.in_arc((4, 4), (5, 4), 120.0, lattice.neighbour((4, 4), 3, 5))
    assert not lattice.in_arc((4, 4), (5, 4), 119.0, lattice.neighbour((4, 4), 3, 5))
    assert not lattice.in_arc((4, 4), (5, 4), 120.0, (4, 4))


def test_soldiers_on_a_line() -> None:
    assert lattice.on_line((0, 0), (4, 0), (2, 0))
    assert not lattice.on_line((0, 0), (4, 0), (4, 0))
    assert lattice.on_line((0, 0), (3, 6), (1, 2))
    assert not lattice.on_line((0, 0), (3, 6), (1.5, 1))


def test_steps_cross_what_they_touch() -> None:
    field = Lattice(22, 20, [SHOP])
    assert field.step((4, 4), (4.5, 3), 0).kinds == ("window",)
    assert field.step((6, 4), (6.5, 3), 0).kinds == ("door",)
    assert field.step((6, 4), (6.5, 3), 1).wall == "shop"  # no outer doors upstairs
    assert field.step((4, 4), (4.5, 3), -1).wall == "shop"  # and no windows in a basement
    assert field.step((5.5, 5), (6.5, 5), 2).wall == "shop"  # the door begins there: it touches the wall
    assert field.step((4, 4), (3, 4), 0).kinds == ()
    assert field.step((4, 4), (4.5, 3), 3).edge == "shop"


def test_one_sight_and_many_agree() -> None:
    fought = battle()
    bits = terms(fought)
    field = Lattice(22, 20, [SHOP, Feature("oak", "tree", at=(14.5, 6))])
    import numpy as np

    from lancemate.field.lattice_map import HIDERS

    pairs, singles = [], []
    for a in field.dots[::7]:
        for b in field.dots[3::11]:
            if a != b:
                pairs.append(field.pair(a, 0, b, 0))
                seen = field.sight(a, 0, b, 0, bits, 2)
                singles.append((seen.hidden_by, sum(cover.counts for cover in seen.cover)))
    many = field.sights(np.array(pairs), bits, 2)
    assert [(HIDERS[code], covers) for code, covers in many.tolist()] == singles
    assert {hidden for hidden, _ in singles} >= {"", "wall", "trunk"}


def test_sight_is_mutual() -> None:
    field = Lattice(22, 20, [SHOP, Feature("oak", "tree", at=(14.5, 6))])
    bits = terms(battle())
    for a in field.dots[::13]:
        for b in field.dots[5::17]:
            there, back = (field.sight(*pair, bits, 2).hidden_by for pair in ((a, 0, b, 0), (b, 0, a, 0)))
            assert bool(there) == bool(back), (a, b)


def test_openings_lie_on_walls() -> None:
    with pytest.raises(FieldError, match="a window of hut lies on none of its walls"):
        Lattice(9, 9, [Feature("hut", "building", outline=((1, 1), (4, 1), (4, 4)), windows=(((2, 2), (3, 2)),))])
