"""Tables made by theme and number: sane, the same every time, and alike in chances for both sides."""

from collections import Counter
from pathlib import Path

import pytest

from lancemate.alphastrike.scenarios.arranging import open_flanks
from lancemate.alphastrike.scenarios.buildings import central_buildings, wrong_buildings
from lancemate.field.picture import picture
from lancemate.field.table import Table
from lancemate.field.travel import Going
from lancemate.kernel.errors import InputError
from lancemate.muster.battlefields import (
    HAND_MADE,
    THEMES,
    Theme,
    find_table,
    find_theme,
    generate,
    read_table,
    table_to_data,
)
from lancemate.muster.battlefields.sketching import mirrored

EVERY_THEME = pytest.mark.parametrize("theme", THEMES, ids=[theme.id for theme in THEMES])
SEEDS = range(30)

# Share of the table under terrain of any kind: the least and the most that are sane for a theme.
DENSITY = {
    "plain": (0.05, 0.20),
    "woods": (0.18, 0.36),
    "urban": (0.12, 0.28),
    "river": (0.15, 0.32),
    "badlands": (0.16, 0.34),
    "city": (0.14, 0.28),
    "arctic": (0.17, 0.32),
    "volcanic": (0.14, 0.30),
    "swamp": (0.18, 0.32),
    "desert": (0.16, 0.28),
    "industrial": (0.13, 0.29),
    "harbour": (0.24, 0.36),
    "moon": (0.16, 0.31),
}


def covered(table: Table, south: float = 0.0, north: float = 48.0) -> float:
    """The share of a strip that lies under terrain."""
    rows = range(int(south), int(north))
    spots = [(x + 0.5, y + 0.5) for x in range(int(table.width)) for y in rows]
    return sum(bool(table.features_at(*spot)) for spot in spots) / len(spots)


@EVERY_THEME
def test_the_same_number_makes_the_same_table(theme: Theme) -> None:
    assert generate(theme, 36, 48, 5) == generate(theme, 36, 48, 5)
    assert generate(theme, 36, 48, 5) != generate(theme, 36, 48, 6)


@EVERY_THEME
def test_densities_are_sane(theme: Theme) -> None:
    least, most = DENSITY[theme.id]
    shares = [covered(generate(theme, 36, 48, seed)) for seed in SEEDS]
    assert least <= min(shares)
    assert max(shares) <= most


@EVERY_THEME
def test_each_half_has_as_much_of_everything(theme: Theme) -> None:
    """Scattered pieces come in pairs; rivers and roads belong to both."""
    for seed in SEEDS:
        halves: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for feature in generate(theme, 36, 48, seed).features:
            if feature.kind in ("woods", "rough", "rubble") and theme.id != "woods":
                halves[feature.shape.centroid()[1] > 24][feature.kind] += 1
        assert sum((halves[True] - halves[False]).values()) <= 2  # one near the middle may lean over it


@pytest.mark.parametrize("name", ["urban", "city"])
def test_a_house_that_finds_no_room_is_missing_on_both_halves(name: str) -> None:
    for seed in SEEDS:
        houses = [one for one in generate(find_theme(name), 36, 48, seed).features if one.kind == "building"]
        assert sum(house.shape.centroid()[1] > 24 for house in houses) * 2 == len(houses)


@EVERY_THEME
def test_chances_are_the_same_for_both_edges(theme: Theme) -> None:
    south = north = 0.0
    for seed in range(60):
        table = generate(theme, 36, 48, seed)
        south += covered(table, 0, 24)
        north += covered(table, 24, 48)
    assert abs(south - north) / (south + north) < 0.06


@EVERY_THEME
def test_there_is_room_to_deploy_and_a_way_across(theme: Theme) -> None:
    wheels = Going(
        prohibited=frozenset({"building", "woods", "rubble", "water"}), max_step=1.0, overrides=frozenset({"bridge"})
    )
    for seed in SEEDS:
        table = generate(theme, 36, 48, seed)
        assert covered(table, 0, 4) <= 0.08  # a road may reach the edge
        assert covered(table, 44, 48) <= 0.08
        places = table.reachable((18.0, 2.0), 0.6, 120.0, wheels, spacing=1.0).points
        assert max(y for _, y in places.tolist()) > 44, f"{theme.id} {seed}: no way through"


@EVERY_THEME
def test_halves_may_be_exact_images(theme: Theme) -> None:
    for seed in range(8):
        table = generate(theme, 36, 48, seed, symmetric=True, houses=2 * (seed % 3), walled=seed % 2 == 1)
        look = [(one.kind, one.height, one.depth, one.properties, one.shape.centroid()) for one in table.features]
        for feature in table.features:
            x, y = mirrored(feature.shape, 36, 48).centroid()
            own = (feature.kind, feature.height, feature.depth, feature.properties)
            assert any(one[:4] == own and abs(one[4][0] - x) + abs(one[4][1] - y) < 0.1 for one in look)
        assert covered(table, 0, 24) == pytest.approx(covered(table, 24, 48), abs=0.02)


def test_a_table_may_lie_across() -> None:
    table = generate(find_theme("river"), 72, 48, 3, home="west")
    assert (table.width, table.depth) == (72, 48)
    river = table.by_id["water1"].shape.bounds()
    assert river[3] - river[1] >= 47.9  # from the south edge to the north edge, between west and east
    assert 20 < river[0] < river[2] < 52


@pytest.mark.parametrize("seed", range(10))
def test_houses_for_a_search_stand_where_they_must(seed: int) -> None:
    table = generate(find_theme("plain"), 36, 48, seed, houses=6)
    names = central_buildings(table)
    assert wrong_buildings(table, names[:6], 6) is None
    assert any(table.by_id[name].shape.centroid()[1] > 24 for name in names)
    assert any(table.by_id[name].shape.centroid()[1] < 24 for name in names)


def test_there_may_be_no_room_for_so_many() -> None:
    with pytest.raises(InputError, match=r"room for .* buildings around the centre, not for 90"):
        generate(find_theme("plain"), 36, 48, 1, houses=90)


@EVERY_THEME
def test_flanks_may_be_walled(theme: Theme) -> None:
    for seed in range(6):
        assert open_flanks(generate(theme, 36, 48, seed, walled=True), "south") == ()


def test_words_players_use() -> None:
    assert find_theme("River Valley").id == "river"
    assert find_theme("open plain").id == "plain"
    with pytest.raises(InputError, match=r"did you mean badlands\?"):
        find_theme("badland")


def test_a_table_has_a_least_size() -> None:
    with pytest.raises(InputError, match="at least 12 inches"):
        generate(find_theme("plain"), 8, 48, 1)


# -- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HAND_MADE)
def test_tables_made_by_hand_are_alike_for_both_sides(name: str) -> None:
    table = find_table(name)
    for feature in table.features:
        x, y = mirrored(feature.shape, table.width, table.depth).centroid()
        twins = [other for other in table.features if other.kind == feature.kind]
        assert any(abs(a - x) + abs(b - y) < 0.2 for a, b in (twin.shape.centroid() for twin in twins)), feature.id


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("map: {width: 40, depth: 50}\nterrain:\n  - {kind: woods, circle: [20, 25, 4]}\n", encoding="utf-8")
    table = find_table(str(path))
    assert (table.width, table.depth, len(table.features)) == (40, 50, 1)
    path.write_text("map: {width: 40}\nterrain:\n  - {kind: wood, circle: [20, 25, 4]}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine.yaml:3: terrain.0.kind: .*did you mean woods"):
        read_table(path)
    path.write_text("hello\n", encoding="utf-8")
    with pytest.raises(InputError, match="a mapping with the keys map and terrain"):
        read_table(path)
    with pytest.raises(InputError, match=r"did you mean crossroads\?"):
        find_table("crossroad")


@EVERY_THEME
def test_what_is_written_is_read_again(theme: Theme, tmp_path: Path) -> None:
    import json

    table = generate(theme, 36, 48, 9)
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table_to_data(table)), encoding="utf-8")
    assert read_table(path) == table


@EVERY_THEME
def test_tables_are_drawn(theme: Theme) -> None:
    drawing = picture(generate(theme, 36, 48, 5))
    assert drawing.startswith("<svg")
    assert 'data-terrain="' in drawing
