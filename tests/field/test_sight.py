"""Who sees whom: the geometric examples of the rules, on small tables."""

import pytest

from lancemate.field import Body, Circle, Feature, Rect, Shape, Sight, Table, polygon


def mech(x: float, y: float, bottom: float = 0.0) -> Body:
    return Body(x, y, 0.625, bottom, 2.0)


def tank(x: float, y: float, bottom: float = 0.0) -> Body:
    return Body(x, y, 0.625, bottom, 1.0)


def woods(shape: Shape, height: float = 2.0, name: str = "woods") -> Feature:
    return Feature(name, "woods", shape, height=height)


def building(shape: Shape, height: float, name: str = "building") -> Feature:
    return Feature(name, "building", shape, height=height)


def hill(shape: Shape, height: float, name: str = "hill") -> Feature:
    return Feature(name, "hill", shape, height=height)


def look(viewer: Body, target: Body, *features: Feature) -> Sight:
    return Table(72, 48, features).sight(viewer, target)


@pytest.mark.parametrize("inches", [7.0, 6.0, 5.9])
def test_woods_between_two_mechs_are_measured_along_the_line(inches: float) -> None:
    sight = look(mech(10, 10), mech(30, 10), woods(Rect(15, 5, inches, 10)))
    assert sight.woods == pytest.approx(inches, abs=1e-9)
    assert sight.woods_touched
    assert (sight.hidden_target, sight.hidden_viewer, sight.cover) == (0.0, 0.0, ())


def test_the_first_two_inches_of_occupied_woods_do_not_intervene() -> None:
    viewer = mech(10, 10)
    sight = look(viewer, mech(30, 10), woods(Rect(8, 5, 2.625 + 7.0, 10)))
    assert sight.woods == pytest.approx(5.0, abs=1e-9)
    assert sight.woods_crossed == pytest.approx(7.0, abs=1e-9)
    (crossing,) = sight.crossings
    assert (crossing.feature, crossing.inches, crossing.intervening) == (
        "woods",
        pytest.approx(7.0),
        pytest.approx(5.0),
    )


def test_both_ends_have_their_own_two_inches() -> None:
    sight = look(mech(10, 10), mech(20, 10), woods(Rect(8, 5, 14, 10)))
    assert sight.woods_crossed == pytest.approx(8.75, abs=1e-9)
    assert sight.woods == pytest.approx(4.75, abs=1e-9)


def test_less_than_two_inches_of_occupied_woods_count_nothing_but_are_touched() -> None:
    sight = look(mech(10, 10), mech(20, 10), woods(Rect(8, 5, 3.5, 10)))
    assert sight.woods == 0.0
    assert sight.woods_touched


def test_overlapping_woods_count_once() -> None:
    two = woods(Rect(15, 5, 4, 10), name="a"), woods(Rect(17, 5, 4, 10), name="b")
    sight = look(mech(10, 10), mech(30, 10), *two)
    assert sight.woods == pytest.approx(6.0, abs=1e-9)
    assert [crossing.inches for crossing in sight.crossings] == pytest.approx([4.0, 4.0])


def test_a_line_above_the_treetops_crosses_no_woods() -> None:
    flyer = Body(30, 10, 0.625, 5.0, 1.0)
    high = look(Body(10, 10, 0.625, 5.0, 1.0), flyer, woods(Rect(15, 5, 7, 10)))
    assert high.woods == 0.0
    assert not high.woods_touched


def test_a_line_up_to_a_flyer_passes_partly_through_the_woods() -> None:
    sight = look(tank(10, 10), Body(30, 10, 0.625, 5.0, 1.0), woods(Rect(12, 5, 7, 10)))
    assert 0.0 < sight.woods < 6.0
    assert sight.hidden_target == 0.0


def test_woods_stand_on_the_hill_under_them() -> None:
    grove = hill(Rect(15, 5, 10, 10), 2.0), woods(Rect(15, 5, 10, 10))
    sight = look(mech(5, 10, 2.0), mech(35, 10, 2.0), *grove)
    assert sight.woods == pytest.approx(10.0, abs=1e-9)


def test_other_growth_than_woods_is_reported_but_is_no_woods() -> None:
    smoke = Feature("smoke", "smoke", Circle(20, 10, 2), height=3.0)
    sight = look(mech(10, 10), mech(30, 10), smoke)
    assert sight.woods == 0.0
    assert [(c.feature, c.inches) for c in sight.crossings] == [("smoke", pytest.approx(4.0))]


@pytest.mark.parametrize(("to_wall", "blocked"), [(1.5, False), (2.0, False), (2.01, True), (3.0, True)])
def test_a_wall_within_two_inches_of_the_unit_inside_does_not_intervene(to_wall: float, blocked: bool) -> None:
    house = building(Rect(5, 5, 5.625 + to_wall, 10), 4.0)
    sight = look(mech(10, 10), mech(30, 10), house)
    assert (sight.hidden_target, sight.hidden_viewer) == ((1.0, 1.0) if blocked else (0.0, 0.0))
    back = look(mech(30, 10), mech(10, 10), house)
    assert (back.hidden_target, back.hidden_viewer) == ((1.0, 1.0) if blocked else (0.0, 0.0))


def test_standing_behind_a_thin_wall_is_not_being_inside_it() -> None:
    sight = look(mech(10, 10), mech(30, 10), building(Rect(28, 5, 1.375, 10), 4.0))
    assert sight.hidden_target == 1.0
    assert sight.cover == ("building",)


def test_a_vehicle_behind_a_ridge_as_high_as_a_mech_is_hidden() -> None:
    sight = look(mech(10, 10), tank(30, 10), hill(Rect(26, 5, 2, 10), 2.0))
    assert sight.hidden_target == 1.0
    assert sight.cover == ("hill",)


def test_a_wall_half_as_high_as_the_target_hides_less_the_nearer_it_stands_to_the_viewer() -> None:
    def hidden(x: float) -> float:
        return look(mech(10, 10), mech(30, 10), building(Rect(x, 5, 0.5, 10), 1.0)).hidden_target

    # Eye at 2, wall top 1: the grazing ray falls 1 inch by the wall's far side.
    assert hidden(28.5) == pytest.approx((2.0 - 20.0 / 19.0) / 2.0, abs=1e-9)
    assert hidden(20.0) == pytest.approx((2.0 - 20.0 / 10.5) / 2.0, abs=1e-9)
    assert hidden(15.0) == 0.0


def test_a_wall_that_ends_on_the_line_hides_half() -> None:
    sight = look(mech(10, 10), mech(30, 10), building(Rect(25, 10, 2, 10), 6.0))
    assert sight.hidden_target == 0.5


@pytest.mark.parametrize("share", [0.01, 0.3, 1 / 3, 0.34, 0.36, 0.5, 0.65, 2 / 3, 0.68, 0.99])
def test_a_wall_that_reaches_so_far_into_the_silhouette_hides_just_that_share(share: float) -> None:
    """The eye sees it end at its far corner (0.6 of the way) on this side of the line, at its near one beyond."""
    ends = 1.25 * (0.5 - share)
    wall = building(Rect(20, 10 + ends * (0.6 if ends > 0.0 else 0.5), 2, 10), 9.0)
    assert look(mech(10, 10), mech(30, 10), wall).hidden_target == pytest.approx(share, abs=1e-9)


def test_a_slanting_wall_hides_what_the_integral_over_its_edge_says() -> None:
    """Its far edge is the line x = 26 + 0.4 (y - 10): the grazing ray changes evenly across the target."""
    wedge = building(polygon([[20, 5], [24, 5], [28, 15], [20, 15]]), 1.0)
    slices = 10_000
    total = 0.0
    for k in range(slices):
        off = 0.625 * ((2 * k + 1) / slices - 1)
        share_of_way = 16.0 / (20.0 - 0.4 * off)  # where the ray to (30, 10 + off) leaves the prism
        total += (2.0 - 1.0 / share_of_way) / 2.0
    assert look(mech(10, 10), mech(30, 10), wedge).hidden_target == pytest.approx(total / slices, abs=1e-9)


def test_a_round_tower_hides_the_chord_the_eye_sees() -> None:
    tower = building(Circle(20, 10, 0.2), 9.0)
    # Tangents from the eye, 10 inches off: their slope is r / sqrt(d2 - r2).
    width = 2 * 20 * 0.2 / (100 - 0.04) ** 0.5
    assert look(mech(10, 10), mech(30, 10), tower).hidden_target == pytest.approx(width / 1.25, abs=1e-9)


def test_a_slit_between_two_walls_is_seen_through() -> None:
    left, right = building(Rect(20, 0, 1, 9.99), 9.0, "left"), building(Rect(20, 10.01, 1, 9.99), 9.0, "right")
    seen = 2 * 0.01 * 20 / 11  # the far corners bound the slit
    assert look(mech(10, 10), mech(30, 10), left, right).hidden_target == pytest.approx(1 - seen / 1.25, abs=1e-9)


def test_nobody_on_a_plateau_is_hidden_by_it_from_others_on_it() -> None:
    sight = look(mech(10, 10, 3.0), tank(30, 10, 3.0), hill(Rect(5, 5, 40, 10), 3.0))
    assert (sight.hidden_target, sight.hidden_viewer) == (0.0, 0.0)


def test_the_lip_of_a_plateau_hides_what_stands_back_from_it() -> None:
    plateau = hill(Rect(20, 5, 20, 10), 4.0)
    at_the_edge = look(mech(10, 10), mech(22.5, 10, 4.0), plateau)
    set_back = look(mech(10, 10), mech(30, 10, 4.0), plateau)
    assert at_the_edge.hidden_target == 0.0
    # Eye at 2, lip 4 at half the way: the ray meets the target 6 up, which is its top.
    assert set_back.hidden_target == 1.0


def test_hills_stack_where_they_overlap() -> None:
    tiers = hill(Rect(15, 5, 10, 10), 1.0, "low"), hill(Rect(18, 5, 4, 10), 1.0, "high")
    assert look(mech(5, 10), mech(35, 10), tiers[0]).hidden_target < 0.5
    both = look(mech(5, 10), mech(35, 10), *tiers)
    assert both.hidden_target == 1.0
    assert both.cover == ("low", "high")


def test_a_tier_rising_from_the_plateau_one_stands_on_hides_at_full_height() -> None:
    tiers = hill(Rect(5, 5, 30, 10), 2.0, "low"), hill(Rect(11, 5, 2, 10), 3.0, "high")
    sight = look(mech(9.5, 10, 2.0), mech(30, 10, 2.0), *tiers)
    assert sight.hidden_target == 1.0


def test_a_building_stands_on_the_hill_under_it() -> None:
    features = hill(Rect(15, 5, 10, 10), 2.0), building(Rect(18, 8, 4, 4), 2.0)
    assert look(mech(5, 10), mech(35, 10, 1.9), *features).hidden_target == 1.0
    # Eye at 5, roof at 4 until 17 of 30 inches.
    over_it = look(mech(5, 10, 3.0), mech(35, 10, 3.0), *features)
    assert over_it.hidden_target == pytest.approx((5.0 - 30.0 / 17.0 - 3.0) / 2.0)
    assert over_it.cover == ("building",)


def test_big_bodies_hide_like_terrain_but_not_themselves() -> None:
    table = Table(72, 48)
    ship = Body(20, 10, 4.0, 0.0, 10.0)
    assert table.sight(mech(10, 10), mech(30, 10), solids=[ship]).hidden_target == 1.0
    assert table.sight(mech(10, 10), ship, solids=[ship]).hidden_target == 0.0
    assert table.sight(mech(10, 10), mech(10, 30), solids=[ship]).hidden_target == 0.0


def test_a_feature_that_is_itself_the_target_can_be_left_out() -> None:
    table = Table(72, 48, [building(Rect(18, 8, 4, 4), 3.0)])
    body = Body(20, 10, 2.0, 0.0, 3.0)
    assert table.sight(mech(5, 10), body).hidden_target == 0.0  # its own wall stands within its first 2 inches
    assert table.sight(mech(5, 10), mech(35, 10)).hidden_target == 1.0
    assert table.sight(mech(5, 10), mech(35, 10), ignoring={"building"}).hidden_target == 0.0


def test_a_bare_point_on_the_table_is_seen_or_not() -> None:
    wall = building(Rect(20, 5, 1, 10), 3.0)
    assert look(mech(10, 10), Body(30, 10, 0, 0, 0), wall).hidden_target == 1.0
    assert look(mech(10, 10), Body(30, 30, 0, 0, 0), wall).hidden_target == 0.0


def test_same_water() -> None:
    lake = Feature("lake", "water", Rect(10, 5, 20, 10), depth=3)
    deep = Feature("deep", "water", Circle(20, 10, 3), depth=6)
    island = hill(Rect(18, 5, 2, 10), 1.0, "island")
    assert look(mech(12, 10, -3), mech(28, 10, -3), lake, deep).same_water
    assert not look(mech(12, 10, -3), mech(35, 10), lake).same_water
    assert not look(mech(12, 10, -3), mech(28, 10, -3), lake, island).same_water
    horseshoe = Feature(
        "u", "water", polygon([[10, 5], [30, 5], [30, 15], [25, 15], [25, 8], [15, 8], [15, 15], [10, 15]])
    )
    assert not look(mech(12, 14), mech(28, 14), horseshoe).same_water
    assert look(mech(12, 6), mech(28, 6), horseshoe).same_water


def test_distance_is_from_base_edge_to_base_edge() -> None:
    assert look(mech(10, 10), mech(13, 14)).distance == pytest.approx(5.0 - 1.25)
    assert look(mech(10, 10), mech(10.5, 10)).distance == 0.0
    assert look(mech(10, 10), mech(10, 10)).hidden_target == 0.0
