"""What ground may cost: danger is part of every preview, and bots keep out of magma."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.ground_words import ABOUT, about, legend
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.judging import DEFAULT
from lancemate.bots.alphastrike.tactics.moves import options
from lancemate.field.picture import LOOKS, OTHER, picture
from lancemate.field.shapes import Rect
from lancemate.field.table import Table
from lancemate.field.terrain import KIND_ROLES, Feature
from rules.table import battle, unit

TRACKS: dict[str, Any] = {"type": "CV", "move": '20"t', "size": 2}


def danger(kind: str, *, to: float = 17.0, mode: str = "ground", terrain: Any = None, **card: Any) -> float:
    piece = terrain or [{"id": "it", "kind": kind, "rect": [0, 12, 72, 8]}]
    state = card.pop("state", {})
    mover = unit("r1", at=card.pop("at", (20, 10)), state=state, **{"move": '30"/30"j', **card})
    fight = battle(mover, unit("b1", at=(60, 44)), terrain=piece, phase="movement", dice=())
    path = ((20.0, to),) if to else ()
    return check_move(fight, commands.Move("r1", path, mode)).danger


@pytest.mark.rule("AS-BAT-070")
def test_soft_ground_is_the_more_dangerous_the_more_checks_there_are() -> None:
    assert 0.0 < danger("mud", to=13.0) < danger("mud", to=18.0) < 1.5
    assert danger("mud", legs="quad") < danger("mud")
    assert danger("mud", type="CV", move='20"h', size=1) == 0.0
    assert danger("quicksand") > 5.0


@pytest.mark.rule("AS-BAT-040", "AS-BAT-050")
def test_thin_ground_is_worst_for_those_who_cannot_be_in_what_is_below() -> None:
    assert 0.0 < danger("ice") < danger("ice", **TRACKS)
    assert danger("ice", to=0.0, at=(20, 16), mode="standstill") > 0.0
    solid = [{"id": "it", "kind": "ice", "frozen_solid": True, "rect": [0, 12, 72, 8]}]
    assert danger("ice", terrain=solid) == 0.0
    assert 0.0 < danger("magma_crust") < danger("magma_crust", **TRACKS)
    assert danger("magma_crust", mode="jump") > danger("magma_crust", to=14.0)


@pytest.mark.rule("AS-BAT-051")
def test_crust_is_hot_for_whoever_ends_on_it_and_minds_heat() -> None:
    piece = [{"id": "it", "kind": "magma_crust", "rect": [0, 12, 72, 1.5]}]
    crossed = danger("", terrain=piece, to=15.0)
    assert danger("", terrain=piece, to=13.0) == crossed + 2.0  # less than two inches of it: no roll either way
    assert danger("", terrain=piece, to=13.0, **TRACKS) == 0.0


@pytest.mark.rule("AS-BAT-034", "AS-BAT-047")
def test_liquids_hurt_for_certain() -> None:
    pool = [{"id": "it", "kind": "hazardous_liquid_pool", "depth": 1, "rect": [0, 12, 72, 8]}]
    assert danger("", terrain=pool, to=14.5) == 3.0
    assert danger("", terrain=pool, to=14.5, type="IM") == 6.0
    assert danger("magma_liquid") >= 2.0
    assert danger("magma_liquid", type="IM") >= 11.0
    assert danger("magma_liquid", mode="jump", to=22.0) == 0.0


@pytest.mark.rule("AS-BAT-060", "AS-BAT-028")
def test_gaps_and_weak_bridges_are_dangers() -> None:
    rail = [{"id": "rail1", "kind": "rail", "line": [[20, 4], [20, 40]], "width": 1, "broken": [7]}]
    train = {"type": "SV", "move": '10"r', "size": 2, "armor": 12, "structure": 6}
    assert danger("", terrain=rail, to=20.0, **train) == 10.0
    assert danger("", terrain=rail, to=15.0, **train) == 0.0
    span = [{"id": "span", "kind": "bridge", "line": [[20, 12], [20, 20]], "width": 4, "cf": 2}]
    assert danger("", terrain=span, size=3) == 2.0
    assert danger("", terrain=span, size=2) == 0.0


def test_ground_without_dangers_asks_nobody() -> None:
    from lancemate.alphastrike import hooks

    def asked(kind: str) -> Battle:
        return battle(unit("r1", at=(20, 10)), unit("b1", at=(60, 44)), terrain=[{"kind": kind, "rect": [0, 12, 9, 9]}])

    plain = asked("woods")
    for hook in (hooks.on_the_way, hooks.held, hooks.move_danger, hooks.entered, hooks.cools):
        assert plain.hooks[hook] == ()  # type: ignore[index]
    assert asked("mud").hooks[hooks.on_the_way] != ()


def test_every_kind_of_terrain_has_a_look_and_what_has_rules_has_words() -> None:
    for kind in KIND_ROLES:
        known = kind in LOOKS or any(kind.endswith(other) for other in LOOKS)
        assert known or kind == "wall", kind
    for kind in ABOUT:
        words = about(kind)
        assert words is not None
        assert "(p. " in words
    assert OTHER.fill not in picture(Table(20, 20))


def test_a_legend_has_every_kind_once_with_its_rule() -> None:
    kinds = ["woods", "heavy_woods", "hill", "woods", "mud", "wall"]
    table = [Feature(f"f{n}", kind, Rect(n, 0.0, 1.0, 1.0)) for n, kind in enumerate(kinds)]
    found = {one.kind: one for one in legend(table)}
    assert sorted(found) == ["heavy_woods", "hill", "mud", "wall", "woods"]
    assert "4 block the view" in found["heavy_woods"].text
    assert "6 inches block the view" in found["woods"].text
    assert found["mud"].rule == "AS-BAT-053"
    everything = {one.kind for one in legend([Feature(kind, kind, Rect(0.0, 0.0, 1.0, 1.0)) for kind in KIND_ROLES])}
    assert everything == set(KIND_ROLES)


def test_bots_find_the_safe_place_among_many_better_ones_that_are_not() -> None:
    """All around the enemy lies magma, which is a fine place to shoot from but for the heat."""
    for kind in ("magma_liquid", "magma_crust"):
        piece = {"id": "it", "kind": kind, **({"depth": 1} if kind == "magma_liquid" else {}), "rect": [0, 12, 72, 28]}
        fight = battle(unit("r1", at=(20, 10)), unit("b1", at=(20, 44), facing=180), terrain=[piece], phase="movement")
        (best, *_) = options(fight, fight.units["r1"], FireTable(), DEFAULT, 1)
        assert check_move(fight, best.command).danger == 0.0
