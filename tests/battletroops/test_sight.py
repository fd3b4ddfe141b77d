"""Line of sight (pp. 12-13)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man

from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.orders import PointTarget

# A house of three levels with windows in the middle of each side, an inner wall with a door, and a stairway.
HOUSE: dict[str, Any] = {
    "id": "house",
    "kind": "building",
    "height": 3,
    "rect": [3.75, 3.5, 6, 5],
    "windows": [[5.75, 3.5, 7.25, 3.5], [5.75, 8.5, 7.25, 8.5]],
    "doors": [[8.25, 3.5, 8.75, 3.5], [7.75, 5.25, 7.75, 6.75]],
    "walls": [[7.75, 3.5, 7.75, 8.5]],
    "stairways": [[5, 6]],
}
OAK = {"id": "oak", "kind": "tree", "at": [6.5, 12]}
FENCE = {"id": "fence", "kind": "wall", "line": [2, 11.5, 11, 11.5], "height": 2}
HILL = {"id": "hill", "kind": "contour", "level": 1, "rect": [12.25, 8.5, 4, 5]}


def seen(fought: Battle, viewer: str = "r1", target: Any = "b1") -> str:
    there = measure(fought, viewer, target).line_of_sight
    if isinstance(target, str):  # sight is mutual
        back = measure(fought, target, viewer).line_of_sight
        assert (there == "blocked") == (back == "blocked")
    return there


def pair(red: Any, blue: Any, *terrain: Any, **more: Any) -> Battle:
    """Two men: a dot, or a dot and a level."""

    def one(name: str, where: Any, **state: Any) -> dict[str, Any]:
        at, level = where if isinstance(where[0], tuple) else (where, None)
        if level is not None:
            state["elevation"] = level
        return man(name, at, **state)

    red_state, blue_state = more.pop("red_state", {}), more.pop("blue_state", {})
    others = more.pop("others", [])
    return battle(
        [one("r1", red, **red_state), *others], [one("b1", blue, **blue_state)], terrain=list(terrain), **more
    )


@pytest.mark.rule("BT-COM-010", "BT-COM-012", "BT-CMP-018", "BT-CMP-021")
def test_walls_hide() -> None:
    assert seen(pair((6.5, 1), (6.5, 11))) == "clear"
    assert seen(pair((4, 2), (4, 10), HOUSE)) == "blocked"


@pytest.mark.rule("BT-COM-013", "BT-CMP-020")
def test_through_windows_and_doors() -> None:
    assert seen(pair((6.5, 1), (6.5, 5), HOUSE)) == "partial"
    assert seen(pair((6.5, 1), (6.5, 11), HOUSE)) == "partial"  # right through
    assert seen(pair((8.5, 1), (8.5, 5), HOUSE)) == "partial"  # a door
    roof = {"id": "block", "kind": "building", "height": 2, "rect": [3.75, -3.5, 8, 5.2]}
    assert seen(pair(((8.5, 1), 1), ((8.5, 5), 1), HOUSE, roof)) == "blocked"  # no doors upstairs


@pytest.mark.rule("BT-COM-013")
def test_a_door_is_none_upstairs() -> None:
    on_hill = {"id": "mound", "kind": "contour", "level": 1, "rect": [6, -0.5, 6, 2]}
    assert seen(pair((8.5, 1), ((8.5, 5), 1), HOUSE, on_hill)) == "blocked"
    assert seen(pair((6.5, 1), ((6.5, 5), 1), HOUSE, {**on_hill, "rect": [5, -0.5, 6, 2]})) == "blocked"


@pytest.mark.rule("BT-COM-014", "BT-COM-020", "BT-CMP-020")
def test_floors() -> None:
    """The book's third floor: whoever stands at a window is seen, whoever stands deeper in is not."""
    assert seen(pair((6.5, 1), ((6, 4), 2), HOUSE)) == "partial"
    assert seen(pair((6.5, 1), ((6, 6), 2), HOUSE)) == "blocked"
    assert seen(pair(((5, 4), 0), ((6, 4), 1), HOUSE)) == "blocked"  # floors of one building
    assert seen(pair(((5, 5 - 1), 1), ((6, 4), 1), HOUSE)) == "clear"


@pytest.mark.rule("BT-COM-015")
def test_in_a_stairway() -> None:
    assert seen(pair(((5, 6), 2), ((5, 6), 0), HOUSE)) == "blocked"
    assert seen(pair(((5, 6), 2), ((5, 6), 1), HOUSE)) == "clear"
    assert seen(pair(((5, 6), -1), ((5, 6), 0), HOUSE)) == "clear"
    assert seen(pair(((5, 6), 3), ((5, 6), 2), HOUSE)) == "clear"
    assert seen(pair(((6, 6), 2), ((6, 6), 1), HOUSE)) == "blocked"  # no stairway there


@pytest.mark.rule("BT-COM-016", "BT-CMP-023", "BT-CMP-026", "BT-MOV-015")
@pytest.mark.parametrize("kind", ["undergrowth", "furniture", "window", "tree"])
def test_low_cover_hides_whoever_lies(kind: str) -> None:
    if kind == "window":
        terrain, red, blue = HOUSE, (6.5, 1), (6.5, 5)
    elif kind == "tree":
        terrain, red, blue = {"id": "oak", "kind": "tree", "at": [6, 4.5]}, (6.5, 1), (6.5, 7)
    else:
        terrain, red, blue = {"id": "it", "kind": kind, "rect": [6, 2.5, 2, 1]}, (6.5, 1), (6.5, 5)
    assert seen(pair(red, blue, terrain)) == "partial"
    lying = "partial" if kind == "tree" else "blocked"  # branches are overhead
    assert seen(pair(red, blue, terrain, red_state={"prone": True})) == lying
    assert seen(pair(red, blue, terrain, blue_state={"prone": True})) == lying


@pytest.mark.rule("BT-COM-016")
def test_low_cover_seen_from_above() -> None:
    bush = {"id": "bush", "kind": "undergrowth", "rect": [5, 1.7, 3, 0.5]}
    assert seen(pair((6, 0), ((6, 4), 1), HOUSE, bush, red_state={"prone": True})) == "partial"  # only the window
    assert seen(pair((6, 0), ((6, 4), 1), HOUSE, blue_state={"prone": True})) == "blocked"  # behind his window


@pytest.mark.rule("BT-COM-017")
def test_roofs_and_basements() -> None:
    assert seen(pair(((5, 6), 3), ((9, 6), 3), HOUSE)) == "clear"  # no walls up there
    assert seen(pair(((6, 4), 3), (6, 0), HOUSE)) == "clear"  # nor is its edge one
    assert seen(pair(((6, 4), -1), (6, 2), HOUSE)) == "blocked"
    assert seen(pair(((6, 4), -1), ((6, 6), -1), HOUSE)) == "clear"


@pytest.mark.rule("BT-COM-018")
def test_standing_soldiers() -> None:
    """The book's F: hidden by an upright soldier, not by one who lies, nor from above."""
    between = {"others": [man("r2", (6.5, 3))]}
    assert seen(pair((6.5, 1), (6.5, 5), **between)) == "blocked"
    assert seen(pair((6.5, 1), (6.5, 5), others=[man("r2", (6.5, 3), prone=True)])) == "clear"
    assert seen(pair((6.5, 1), (6.5, 5), others=[man("r2", (7.5, 3))])) == "clear"
    assert (
        seen(
            pair(
                ((6.5, 5), 2),
                (6.5, 1),
                {
                    **HOUSE,
                    "rect": [3.75, 4.5, 6, 5],
                    "windows": [[5.75, 4.5, 7.25, 4.5]],
                    "doors": [],
                    "walls": [],
                    "stairways": [],
                },
                **between,
            )
        )
        == "clear"
    )
    out = {"others": [man("r2", (6.5, 3), track="." * 9 + "X")]}
    assert seen(pair((6.5, 1), (6.5, 5), **out)) == "clear"


@pytest.mark.rule("BT-COM-019", "BT-COM-011", "BT-CMP-024")
def test_dead_zones_behind_a_trunk() -> None:
    """The book's E: next to a trunk two levels tall, seen from elevation 3 and not from 2."""
    tower = {
        "id": "tower",
        "kind": "building",
        "height": 4,
        "rect": [4.75, 1.5, 4, 4],
        "windows": [[5.75, 5.5, 7.25, 5.5]],
    }
    for level, state in ((1, "blocked"), (2, "blocked"), (3, "clear")):
        assert seen(pair(((6.5, 5), level), (6.5, 13), tower, OAK)) == state
    assert seen(pair(((6.5, 5), 2), (6.5, 17), tower, OAK)) == "partial"  # not next to it: level with its top will do
    assert seen(pair(((6.5, 5), 1), (6.5, 17), tower, OAK)) == "blocked"


@pytest.mark.rule("BT-COM-019", "BT-COM-011", "BT-COM-012")
def test_dead_zones_behind_a_wall() -> None:
    tower = {
        "id": "tower",
        "kind": "building",
        "height": 4,
        "rect": [4.75, 1.5, 4, 4],
        "windows": [[5.75, 5.5, 7.25, 5.5]],
    }
    assert seen(pair(((6.5, 5), 2), (6.5, 15), tower, FENCE)) == "clear"  # top 2, neither next to it
    assert seen(pair(((6.5, 5), 2), (6, 12), tower, FENCE)) == "blocked"
    assert seen(pair(((6.5, 5), 3), (6, 12), tower, FENCE)) == "clear"
    assert seen(pair((6.5, 9), (6.5, 15), FENCE)) == "blocked"


@pytest.mark.rule("BT-COM-020", "BT-COM-012", "BT-COM-010")
def test_contours() -> None:
    """Both at level 0, a level 1 line between them."""
    assert seen(pair((10, 10), (18, 10), HILL)) == "blocked"
    assert seen(pair((10, 10), (14, 10), HILL)) == "clear"  # up the hill, nobody at the line
    assert seen(pair((12, 10), (14, 10), HILL)) == "blocked"  # under its edge
    assert seen(pair((10, 6), (18, 6), HILL)) == "clear"


@pytest.mark.rule("BT-COM-011")
def test_a_building_is_as_high_as_it_is() -> None:
    """From a roof at level 2 over a house of two levels, and not over one of three."""
    tower = {"id": "tower", "kind": "building", "height": 2, "rect": [4.75, 1.5, 4, 4]}
    for height, state in ((2, "clear"), (3, "blocked")):
        between = {"id": "between", "kind": "building", "height": height, "rect": [4.75, 8.5, 4, 3]}
        assert seen(pair(((6.5, 5), 2), (6.5, 17), tower, between)) == state


@pytest.mark.rule("BT-COM-021")
def test_distance_counts_dots_and_never_height() -> None:
    fought = pair((6.5, 1), ((6.5, 5), 1), HOUSE)
    assert measure(fought, "r1", "b1").distance == 4
    stairs = pair(((5, 6), 2), ((5, 6), 1), HOUSE)
    assert measure(stairs, "r1", "b1").distance == 1


def test_measuring_to_a_place() -> None:
    fought = pair((6.5, 1), (20, 18), HOUSE)
    assert measure(fought, "r1", PointTarget((6, 4), 1)).line_of_sight == "partial"
    assert measure(fought, "r1", PointTarget((6.5, 3))).line_of_sight == "clear"


@pytest.mark.rule("BT-COM-020", "BT-COM-014", "BT-COM-018", "BT-COM-019")
def test_the_worked_scene() -> None:
    """A viewer at a window: on the ground floor he sees A, B and C; from the third floor all but C and E."""
    house = {**HOUSE, "windows": [[5.25, 8.5, 7.25, 8.5]], "doors": [], "walls": [], "stairways": []}
    other = {**house, "id": "other", "rect": [0.75, 12.5, 5, 4], "windows": [[3.25, 12.5, 4.75, 12.5]]}
    low = {"id": "low", "kind": "building", "height": 1, "rect": [8, 11.5, 2, 1.2]}
    oak = {"id": "oak", "kind": "tree", "at": [6, 11]}
    men = {"a": (6.5, 13), "b": (5, 12), "c": (3, 14), "d": (10.5, 15), "e": (6, 12), "f": (8, 16)}

    def scene(level: int, *, prone: bool = False, guard_prone: bool = False) -> set[str]:
        viewers = [man("r1", (6, 8), elevation=level, prone=prone), man("r9", (7, 12), prone=guard_prone)]
        fought = battle(
            viewers, [man(name, at) for name, at in men.items()], terrain=[house, other, low, oak], size=(22, 20)
        )
        return {name for name in men if seen(fought, "r1", name) != "blocked"}

    assert scene(0) == {"a", "b", "c"}
    assert scene(0, guard_prone=True) == {"a", "b", "c", "f"}
    assert scene(0, prone=True) == set()
    assert scene(2) == {"a", "b", "d", "f"}
    assert scene(3) == {"a", "b", "d", "e", "f"}  # on the roof the trunk has no dead zone
