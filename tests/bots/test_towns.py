"""Programs in towns: they use walls, mind what falls, and shoot buildings down only where that pays."""

from typing import Any

from lancemate.alphastrike.play import orders as commands
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.indoors import indoors
from lancemate.bots.alphastrike.tactics.judging import DEFAULT
from lancemate.bots.alphastrike.tactics.moves import options
from lancemate.bots.alphastrike.tactics.places import places, places_at
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.muster.battlefields import find_theme, generate
from rules.table import battle, unit

INFANTRY: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "tmm": 0, "armor": 5, "structure": 2}


def house(**given: Any) -> dict[str, Any]:
    usual = {"id": "hall", "kind": "building", "type": "heavy", "height": 2, "cf": 12, "rect": [20, 20, 8, 6]}
    return {**usual, **given}


def test_walls_take_their_share_and_shaky_ones_do_not() -> None:
    def share(card: dict[str, Any], **given: Any) -> float:
        units = unit("r1", at=(24, 18), **card), unit("b1", at=(60, 40))
        fight = battle(*units, terrain=[house(**given)], phase="movement")
        one = fight.units["r1"]
        return float(indoors(fight, one, places_at(fight, one, [commands.Move("r1", ((24, 22),))]))[0])

    assert share({}) < 0.6
    assert share({}, cf=2) == 1.0
    assert share(INFANTRY, type="light") > 1.0
    assert share(INFANTRY, type="hardened", cf=20) < 0.6


def test_nobody_walks_into_what_would_fall_on_it() -> None:
    fight = battle(
        unit("r1", at=(24, 17), move='8"', armor=2, structure=2),
        unit("b1", at=(24, 34), facing=180),
        terrain=[house(cf=1, height=12)],
        phase="movement",
    )
    best = options(fight, fight.units["r1"], FireTable(), DEFAULT)[0]
    before = fight.units["r1"].armor + fight.units["r1"].structure
    fight.do(best.command)
    assert fight.units["r1"].armor + fight.units["r1"].structure == before


def test_a_jump_to_a_house_ends_on_its_roof() -> None:
    fight = battle(unit("r1", at=(24, 17), move='8"j'), unit("b1", at=(60, 40)), terrain=[house()], phase="movement")
    found = places(fight, fight.units["r1"])
    assert found is not None
    rows = zip(found.modes, found.stand.bodies.tolist(), strict=True)
    levels = {body[3] for mode, body in rows if mode == "jump" and 20.5 < body[0] < 27.5 and 20.5 < body[1] < 25.5}
    assert levels == {2.0}


def test_a_building_is_shot_down_on_those_inside_and_only_then() -> None:
    def shoots_at(*inside: Any, **given: Any) -> object:
        fight = battle(unit("r1", at=(24, 10), damage="4/4/4"), *inside, terrain=[house(**given)])
        best = Gunner().best(fight, fight.units["r1"])
        return None if best is None else best.shot.command.target

    squad = unit("b1", at=(24, 24), **INFANTRY)
    assert shoots_at(squad, cf=3) == "hall"
    assert shoots_at(squad, cf=12) == "b1"
    assert shoots_at(unit("b1", at=(60, 46)), cf=1) is None


def test_the_walled_city_has_streets_blocks_and_walls_on_both_halves() -> None:
    table = generate(find_theme("walled city"), 48, 48, 5)
    kinds = [feature.kind for feature in table.features]
    walls = [feature.shape.centroid()[1] for feature in table.features if feature.kind == "wall"]
    assert kinds.count("building") >= 6
    assert kinds.count("road") == 2
    assert min(walls) < 24 < max(walls)
    assert table.features == generate(find_theme("city"), 48, 48, 5).features
