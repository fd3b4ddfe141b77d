"""How far fear, rage and other gifts of pilots reach, to the inch, and what their players are told of them."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.minds import intimidated
from lancemate.alphastrike.scenarios.withdrawal import least_move
from rules.crews import lance
from rules.table import unit

BEAST = {"b1": ("Animal Mimicry",)}


def scene(at: tuple[float, float], *, own: Any = None, dice: Any = (), phase: str = "movement", **more: Any) -> Battle:
    enemy = more.pop("enemy", None) or unit("b1", at, facing=180, legs="quad")
    return lance(own=BEAST if own is None else own, enemy=enemy, dice=dice, phase=phase, **more)


def reach_of(fight: Battle) -> float:
    return fight.units["r1"].radius + fight.units["b1"].radius


BASES = reach_of(scene((60, 40)))


def remarks(fight: Battle, name: str) -> list[str]:
    unit_ = fight.units[name]
    return [said for hook in fight.hooks[hooks.remarks] if (said := hook(fight, unit_)) is not None]


@pytest.mark.rule("AS-SPA-018")
def test_who_begins_the_phase_near_a_beast_throws_then_and_six_inches_are_the_limit() -> None:
    near = scene((10, 10 + 5.9 + BASES), dice=[1, 1])
    assert intimidated.of(near.units["r1"]) == ["b1"]
    far = scene((10, 10 + 6.2 + BASES), dice=[])
    assert intimidated.of(far.units["r1"]) == []


@pytest.mark.rule("AS-SPA-018", "AS-SPA-024")
@pytest.mark.parametrize("own", [{"b1": ("Animal Mimicry",)}, {"b1": ("Demoralizer",)}])
def test_who_only_passes_by_comes_near_as_well(own: Any) -> None:
    fight = scene((17, 18), own=own, dice=[1, 1, 6, 6], first={"move": '60"'})
    fight.do(commands.Move("r1", ((10, 39),)))
    assert intimidated.of(fight.units["r1"]) == ["b1"]


@pytest.mark.rule("AS-SPA-018", "AS-SPA-024")
@pytest.mark.parametrize("own", [{"b1": ("Animal Mimicry",)}, {"b1": ("Demoralizer",)}])
def test_who_steps_off_near_it_comes_near_too(own: Any) -> None:
    carrier = {"type": "CV", "move": '8"t', "specials": ["IT2"]}
    foot = {"type": "CI", "size": 1, "move": '2"f', "structure": 1, "damage": "1/0/0", "specials": ["CAR2"]}
    men = unit("r9", None, state={"aboard": "r1"}, **foot)
    fight = scene((10, 21.4), own=own, dice=[1, 1], first=carrier, others=[men])
    touching = 13.8 + fight.units["r1"].radius + fight.units["r9"].radius
    off = (commands.Unload("r9", (10, round(touching, 4))),)
    fight.do(commands.Move("r1", ((10, 13.8),), unload=off))
    assert (intimidated.of(fight.units["r9"]), intimidated.of(fight.units["r1"])) == (["b1"], [])


@pytest.mark.rule("AS-SPA-018")
def test_a_beast_is_spared_two_inches_and_no_more() -> None:
    house = [{"kind": "building", "rect": [4, 8, 12, 22], "type": "heavy", "cf": 90, "height": 2}]
    fight = scene((60, 40), own={"r1": ("Animal Mimicry",)}, terrain=house, first={"legs": "quad"}, dice=[])
    assert check_move(fight, commands.Move("r1", ((10, 12),))).cost == 2 * 2


# -- rage -----------------------------------------------------------------------------------------------------

HATES = {"state": {"enraged": "b1"}}


@pytest.mark.rule("AS-SPA-019")
@pytest.mark.parametrize(("gap", "mad"), [(5.9, True), (6.2, False)])
def test_a_call_is_heard_six_inches_away(gap: float, mad: bool) -> None:
    fight = scene((10, 14 + gap + BASES), own={"r1": ("Antagonizer",)}, dice=[1, 1] if mad else [])
    fight.do(commands.Move("r1", ((10, 14),), antagonize=(10, 14)))
    assert ("enraged" in fight.units["b1"].notes) == mad


@pytest.mark.rule("AS-SPA-019")
@pytest.mark.parametrize(("gap", "lasts"), [(23.9, True), (24.2, False)])
def test_rage_lasts_for_twenty_four_inches(gap: float, lasts: bool) -> None:
    fight = scene((10, 10 + gap + BASES), own={}, first=HATES, phase="combat", dice=None)
    assert ("enraged" in fight.units["r1"].notes) == lasts


@pytest.mark.rule("AS-SPA-019")
def test_its_player_is_told_and_offered_what_rage_leaves() -> None:
    fight = scene((10, 22), own={"r2": ("Antagonizer",)}, first=HATES, dice=None)
    assert remarks(fight, "r1") == ["it is enraged by b1"]
    must = least_move(fight, fight.units["r1"])
    assert isinstance(must, commands.Move)
    assert must.path[-1] == pytest.approx((10, 18), abs=0.1)
    words = [choice.name for one in offers(fight, "red", "r2") for choice in one.choose]
    assert "antagonize" in words
    assert "antagonize" not in [choice.name for one in offers(fight, "red", "r3") for choice in one.choose]


@pytest.mark.rule("AS-SPA-034")
def test_the_player_of_a_headhunter_is_told_who_commands() -> None:
    fight = lance(own={"r1": ("Headhunter",)}, others=[unit("b2", (30, 30), pv=50)])
    assert remarks(fight, "r1") == ["the enemy is commanded from b2"]
    assert remarks(fight, "r2") == []


@pytest.mark.rule("AS-SPA-018")
@pytest.mark.parametrize(("options", "legal"), [((), False), (("mimicry_opens_woods",), True)])
def test_players_may_open_the_densest_woods_to_a_beast(options: tuple[str, ...], legal: bool) -> None:
    thicket = {"kind": "ultra_heavy_woods", "rect": [8, 12, 4, 6]}
    fight = scene(
        (60, 40),
        own={"r1": ("Animal Mimicry",)},
        first={"legs": "quad"},
        enemy=unit("b1", (60, 40), facing=180),
        terrain=[thicket],
        options=("advanced_terrain", *options),
    )
    assert check_move(fight, commands.Move("r1", ((10, 14),))).legal is legal
