"""Ground that becomes other ground: what was there is gone, and whoever stood on it goes with it."""

from typing import Any

import pytest

from lancemate.alphastrike.movement.entering import LANDED, came
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.positions import setup_from_data
from lancemate.alphastrike.terrain.becoming import (
    BREAKS,
    BURIES,
    CHANGES,
    DIGS,
    FLOODS,
    MIRES,
    SPLITS,
    become,
    cut,
    layer_of,
    sink,
    turn,
)
from lancemate.alphastrike.terrain.conversion import erode, fell
from lancemate.alphastrike.terrain.water import water_at
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.alphastrike.urban.collapse import break_bridge
from lancemate.field.bodies import Body
from lancemate.field.shapes import Circle, Line, Polygon
from lancemate.field.table import Table
from lancemate.field.terrain import KIND_ROLES, Feature
from rules.table import battle, unit

HERE = (20.0, 20.0)
SHIP: dict[str, Any] = {"type": "SC", "move": "5p", "size": 1, "armor": 9, "structure": 3}


def land(*terrain: dict[str, Any], dice: Any = (), options: tuple[str, ...] = (), **more: Any) -> Battle:
    red = more.pop("red", unit("r1", HERE, move='20"'))
    return battle(
        red, unit("b1", (60, 40)), terrain=terrain, dice=dice, options=options, **{"phase": "movement", **more}
    )


def kinds(fight: Battle, at: tuple[float, float] = HERE) -> list[str]:
    return [one.kind for one in fight.table.features_at(*at)]


def wide(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "rect": [10, 10, 20, 20], **more}


COVERS = ("woods", "jungle", "deep_snow", "mud", "sand", "swamp", "tundra", "planted_fields", "pavement", "rough")


@pytest.mark.parametrize("kind", COVERS)
@pytest.mark.parametrize("change", [BREAKS, SPLITS, FLOODS, BURIES])
def test_what_covers_the_ground_goes_with_it(change: Any, kind: str) -> None:
    fight = land(wide(kind))
    become(fight, change, "ultra_rough", Circle(*HERE, 1.0), "AS-BAT-089")
    assert kinds(fight) == ["ultra_rough"]
    assert kinds(fight, (20, 22)) == [kind]


def test_every_kind_of_terrain_lies_in_a_layer() -> None:
    for kind in KIND_ROLES:
        layer = layer_of(Feature("it", kind, Circle(1, 1, 1)))
        assert any(kind in one.takes or layer in one.takes for one in CHANGES) or layer in ("built", "air", "relief")


@pytest.mark.parametrize("kind", ["minefield", "dug_in", "fortified"])
def test_works_are_gone_where_their_middle_is(kind: str) -> None:
    options = ("minefields", "fortified_positions", "advanced_infantry", "optional_abilities")
    works = {"id": "it", "kind": kind, "circle": [20, 20, 2], **({"density": 1} if kind == "minefield" else {})}
    fight = land(works, options=options)
    become(fight, SPLITS, "rough", Circle(21.5, 20, 1.0), "AS-BAT-089")
    assert "it" in fight.table.by_id
    become(fight, SPLITS, "rough", Circle(20.5, 20, 1.0), "AS-BAT-089")
    assert "it" not in fight.table.by_id


def test_rails_lose_the_sections_that_are_touched() -> None:
    rail = {"id": "line", "kind": "rail", "line": [[20, 10], [20, 30]], "width": 1}
    fight = land(rail)
    become(fight, SPLITS, "rough", Circle(20, 19, 0.5), "AS-BAT-089")
    assert show_state(fight)["terrain_changed"] == {"line/5": None, "rough2": "rough"}


@pytest.mark.rule("AS-BAT-065", "AS-BAT-067")
def test_only_swamp_becomes_quicksand_and_holds_who_stands_in_it() -> None:
    bog = {"kind": "swamp", "rect": [10, 10, 20, 10]}
    fight = land(bog, {"kind": "pavement", "rect": [10, 20, 20, 10]})
    turn(fight, MIRES, "quicksand", Circle(20, 20, 1), "AS-BAT-065")
    assert "quicksand" in kinds(fight, (20, 19.5))
    assert kinds(fight, (20, 20.5)) == ["pavement"]
    stuck = land(bog, red=unit("r1", (20, 15)), dice=())
    turn(stuck, MIRES, "quicksand", Circle(20, 15, 1), "AS-BAT-065")
    assert stuck.units["r1"].notes["bogged"] is True


def test_a_piece_that_lies_inside_as_a_whole_changes_where_it_is() -> None:
    fight = land(
        {"id": "wood", "kind": "woods", "circle": [20, 20, 1]},
        {"kind": "road", "line": [[10, 20], [30, 20]], "width": 1},
    )
    fell(fight, Circle(20, 20, 2), "AS-OPT-081")
    assert kinds(fight) == ["rough", "road"]
    assert show_state(fight)["terrain_changed"] == {"wood": "rough"}


@pytest.mark.rule("AS-OPT-002")
def test_the_densest_woods_leave_the_roughest_ground() -> None:
    fight = land(wide("ultra_heavy_woods"), options=("advanced_terrain",))
    fell(fight, Circle(*HERE, 1), "AS-BAT-136")
    assert kinds(fight) == ["ultra_rough"]


@pytest.mark.rule("AS-BAT-040")
@pytest.mark.parametrize(("kind", "depth"), [("ice", 2.0), ("magma_crust", 2.0)])
def test_who_stands_on_what_is_worn_away_falls_in(kind: str, depth: float) -> None:
    fight = land(wide(kind, depth=depth), dice=(2, 2), options=("terrain_conversion",), phase="combat")
    erode(fight, HERE, 12, "AS-OPT-540")
    one = fight.units["r1"]
    assert one.elevation == -depth
    assert kinds(fight) == (["water"] if kind == "ice" else ["magma_liquid"])


@pytest.mark.rule("AS-BAT-040")
def test_who_floats_stays_up_and_who_cannot_is_lost() -> None:
    for letter, lost in (("h", False), ("v", True), ("t", True)):
        tank = unit("r1", HERE, type="CV", move=f'10"{letter}')
        fight = land(wide("ice", depth=2), red=tank, dice=(2, 2), options=("terrain_conversion",), phase="combat")
        erode(fight, HERE, 12, "AS-OPT-540")
        assert fight.units["r1"].destroyed is lost


def test_ground_sinks_from_where_it_lies() -> None:
    fight = land(wide("hill", height=3))
    sink(fight, DIGS, "pit", Circle(*HERE, 1), 1.0, "AS-OPT-541")
    sink(fight, SPLITS, "rough", Circle(*HERE, 1), 4.0, "AS-BAT-089", keys={"role": "hollow"})
    assert fight.table.ground(*HERE) == -2.0
    assert kinds(fight) == ["hill", "rough"]
    assert fight.units["r1"].elevation == -2.0


@pytest.mark.rule("AS-BAT-089")
@pytest.mark.parametrize(("kind", "now"), [("ice", "water"), ("water", "water"), ("magma_crust", "magma_liquid")])
def test_water_and_magma_run_into_a_fissure(kind: str, now: str) -> None:
    hull = (2, 2) if kind == "water" else ()  # it is under water as the ground shakes
    walker = unit("r1", HERE, move='20"', armor=9)
    fight = battle(
        unit("b1", (60, 40)),
        walker,
        terrain=[wide(kind, depth=2)],
        conditions={"earthquake": {"turn": 1, "strength": 12}},
        dice=(6, 5, 2, 1, *hull, 1, 1, 3, *(2, 2) * 6),
        phase="initiative",
    )
    assert water_at(fight, *HERE) is not None
    assert kinds(fight)[-1] == now
    assert fight.table.by_id[f"{now}2"].depth > 2.0


@pytest.mark.rule("AS-BAT-027")
def test_a_road_falls_with_the_bridge_that_carried_it_but_not_one_that_led_under_it() -> None:
    over = {"id": "over", "kind": "road", "line": [[20, 4], [20, 40]], "width": 2}
    under = {"id": "under", "kind": "road", "line": [[4, 20], [40, 20]], "width": 2}
    deck = {"id": "deck", "kind": "bridge", "cf": 4, "height": 2, "rect": [18, 16, 4, 8]}
    fight = land(under, deck, over, red=unit("r1", (30, 30)))
    break_bridge(fight, fight.table.by_id["deck"])
    assert [one.id for one in fight.table.features_at(20, 20)] == ["under"]
    assert [one.id for one in fight.table.features_at(20, 10)] == ["over"]
    river = {"id": "river", "kind": "water", "depth": 2, "rect": [4, 18, 40, 4]}
    fight = land(over, river, deck, red=unit("r1", (30, 30)))
    break_bridge(fight, fight.table.by_id["deck"])
    assert [one.id for one in fight.table.features_at(20, 20)] == ["river"]


@pytest.mark.rule("AS-BAT-080")
def test_without_air_there_is_a_hollow_under_the_ice() -> None:
    fight = land(
        wide("ice", depth=2),
        {"kind": "hazardous_liquid_pool", "depth": 3, "circle": [40, 20, 2]},
        conditions={"atmosphere": "vacuum"},
    )
    assert fight.table.by_id["ice1"].properties["frozen_solid"] is True
    assert fight.table.by_id["hazardous_liquid_pool2"].kind == "hollow"
    become(fight, BREAKS, "water", Circle(*HERE, 1), "AS-BAT-044", keys={"depth": 2.0})
    assert kinds(fight) == ["hollow"]
    assert fight.units["r1"].elevation == -2.0


@pytest.mark.rule("AS-BAT-054", "AS-BAT-057")
@pytest.mark.parametrize("kind", ["mud", "planted_fields"])
def test_only_what_was_there_is_burnt_to_rough(kind: str) -> None:
    half = {"kind": kind, "rect": [10, 10, 10, 20]}
    fight = land(half, red=unit("r1", HERE, **SHIP), options=("aerospace", "aerospace_on_ground_map"))
    came(fight, fight.units["r1"], LANDED)
    assert kinds(fight, (19.5, 20)) == ["rough"]
    assert kinds(fight, (20.3, 20)) == []
    assert kinds(fight, (15, 20)) == [kind]


def test_holes_and_pieces_are_told_and_saved() -> None:
    fight = land(wide("woods"))
    piece = fight.table.by_id["woods1"]
    cut(fight, piece, Circle(*HERE, 1), "AS-OPT-541")
    twin = fight.clone()
    assert twin.table == fight.table
    assert kinds(twin) == []


def test_what_the_table_remembers_is_what_a_new_one_would_say() -> None:
    """Every place is asked before and after each change; a table of the same pieces that remembers nothing agrees."""
    fight = land(wide("woods"), {"kind": "ice", "depth": 2, "rect": [22, 8, 12, 12]}, red=unit("r1", (40, 40)))
    places = [(12.0 + 0.9 * n, 11.0 + 0.7 * m) for n in range(20) for m in range(16)]
    eyes = [Body(6, 9 + 3 * n, 0.5, 0.0, 2.0) for n in range(6)]

    def answers(table: Any) -> list[Any]:
        seen = [table.sight(eye, Body(38, 20, 0.5, 0.0, 2.0)) for eye in eyes]
        return [*((table.features_at(*at), table.ground(*at), table.surface(*at)) for at in places), *seen]

    for change in (
        lambda: become(fight, BREAKS, "water", Circle(25, 15, 2), "AS-BAT-040", keys={"depth": 2.0}),
        lambda: fell(fight, Circle(16, 16, 3), "AS-BAT-136"),
        lambda: sink(fight, SPLITS, "rough", Circle(18, 22, 2), 3.0, "AS-BAT-089", keys={"role": "hollow"}),
        lambda: become(fight, BREAKS, "water", Line(((20, 10), (30, 18)), 2.0), "AS-BAT-041", keys={"depth": 2.0}),
    ):
        before = answers(fight.table)
        change()
        now = answers(fight.table)
        assert now == answers(Table(fight.table.width, fight.table.depth, fight.table.features))
        assert now != before


def test_on_hexes_whole_hexes_change() -> None:
    hexes = ["0505", "0506", "0606"]
    data = {
        "map": {"kind": "hex", "width": 16, "depth": 17},
        "terrain": [{"id": "bog", "kind": "swamp", "hexes": hexes}],
        "sides": [
            {"name": "red", "units": [{"id": "r1", "card": HEX_CARD, "at": "0101"}]},
            {"name": "blue", "units": [{"id": "b1", "card": HEX_CARD, "at": "1515"}]},
        ],
    }
    fight = Battle(setup_from_data(data), 7)
    middle = fight.table.by_id["bog"].shape.parts()[0]
    at = fight.table.snap(Polygon(middle).centroid())
    turn(fight, MIRES, "quicksand", Circle(*at, 1.0), "AS-BAT-065")
    assert [one.kind for one in fight.table.features_at(*at)] == ["quicksand"]
    assert len(fight.table.by_id["bog"].shape.parts()) == 2


HEX_CARD = {
    **{"name": "Test", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2"},
    **{"ov": 1, "armor": 6, "structure": 5},
}
