"""Previews that answer in a moment, exactly, however many checks an attack may bring."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lancemate.alphastrike.asking.odds import Aftermath, rehearsal
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.damage.damage import Hit, fall
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation
from lancemate.kernel.steps import Step
from rules.harm import hit_on
from rules.table import battle, unit
from rules.test_preview import check_exact

DIGGER = {"type": "IM", "armor": 1, "structure": 9, "specials": ["BAR", "CASE", "SEAL"]}
ARCS = {"front": {"damage": "1/1/1"}, "left": {"damage": "1/1/1"}, "right": {"damage": "1/1/1"}}


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """The steps taken for a preview."""
    taken: list[Step] = []
    take = Aftermath._take

    def counted(self: Aftermath, step: Step, *given: Any) -> Any:
        taken.append(step)
        return take(self, step, *given)

    monkeypatch.setattr(Aftermath, "_take", counted)
    return taken


def chances(fight: Battle, hit: Hit) -> Mapping[Any, Fraction]:
    return Aftermath(rehearsal(fight)).chances((Step(fall, (hit,)),))


@pytest.mark.rule("AS-INT-002", "AS-DMG-034", "AS-DMG-042")
def test_checks_that_bring_checks_are_followed_to_the_end(plays: list[Step]) -> None:
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180, **DIGGER))
    preview = preview_attack(fight, commands.Attack("r1", "b1"))
    assert len(plays) < 7000  # 500,000 branches
    assert preview.outcomes is not None
    assert preview.outcomes.destroyed == pytest.approx(0.1074963236, abs=1e-9)
    assert preview.outcomes.miss + sum(preview.outcomes.damage.values()) == pytest.approx(1.0)


@pytest.mark.rule("AS-INT-002", "AS-DMG-038", "AS-DMG-042")
@pytest.mark.parametrize("specials", [["CASE"], ["BAR", "CASE"], ["BAR", "ARM"], ["BAR", "CASEII"], []])
def test_nothing_is_left_out(specials: list[str]) -> None:
    """The chances add up to one, to the last fraction."""
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180, **{**DIGGER, "specials": specials}))
    found = chances(fight, hit_on(fight, "b1", 3, natural_12=True, causes=("dfa",)))
    assert sum(found.values()) == 1


@pytest.mark.rule("AS-INT-002", "AS-DMG-051")
def test_a_die_that_is_thrown_again_until_it_shows_something_is_counted_exactly() -> None:
    """Three arcs: 4 to 6 are thrown again, without end. Each arc has its third of every weapon hit."""
    train = unit("b1", (20, 20), 180, type="SV", size=4, move='4"t', armor=0, structure=9, damage="0/0/0", arcs=ARCS)
    fight = battle(unit("r1", (20, 10)), train)
    found = chances(fight, hit_on(fight, "b1", 1, natural_12=True))
    assert sum(found.values()) == 1
    weapon, engine = Fraction(7, 36), Fraction(1, 36)
    a_point_more = sum(chance for effects, chance in found.items() if effects[0].points == 2)
    assert a_point_more == weapon * weapon / 3 + engine * weapon  # nothing is left there for the second to take


@pytest.mark.rule("AS-INT-002", "AS-COM-110")
def test_many_victims_share_the_effort(plays: list[Step]) -> None:
    crowd = [unit(f"b{i}", (18 + 2 * (i % 3), 28 + 2 * (i // 3)), 180, **DIGGER) for i in range(6)]
    fight = battle(unit("r1", (20, 10), specials=["ART-CM12-1"]), *crowd)
    aim = commands.PointTarget((20.0, 29.0))
    preview = preview_attack(fight, commands.Attack("r1", aim, "artillery"))
    assert len(plays) < 15000
    assert preview.outcomes is not None
    assert len(preview.outcomes.units) == 6


@pytest.mark.rule("AS-INT-002")
def test_nobody_is_taken_to_spend_luck() -> None:
    """The chance to hit is that of one roll, and the chances of all outcomes go with it."""
    plain = battle(unit("r1", (10, 10)), unit("b1", (10, 22), 180))
    lucky = Battle(replace(plain.setup, formations=(Formation("Alpha", ("r1",), lucky=6),)), 7)
    for fight in (plain, lucky):
        preview = preview_attack(fight, commands.Attack("r1", "b1"))
        assert preview.outcomes is not None
        assert preview.outcomes.miss == pytest.approx(1 - preview.hit_probability)


LAKE = {"kind": "water", "depth": 2, "rect": [0, 0, 72, 48]}
GUNNER = {"damage": "2/2/2"}
HELICOPTER = {"type": "CV", "move": '12"v', "armor": 1, "structure": 2, "state": {"elevation": 2, "airborne": True}}


@pytest.mark.slow
@pytest.mark.rule("AS-INT-002", "AS-DMG-019", "AS-DMG-039", "AS-SPC-030", "AS-COM-088")
@pytest.mark.parametrize(
    ("red", "blue", "terrain"),
    [
        (GUNNER, {"armor": 1, "structure": 2, "specials": ["BAR", "CASE"]}, [LAKE]),
        ({**GUNNER, "specials": ["FLK2/2/2"]}, HELICOPTER, []),
        (
            {"damage": "0*/0*/0*", "specials": ["HT1/1/1"]},
            {"type": "CV", "move": '8"t', "armor": 0, "structure": 2},
            [],
        ),
        (GUNNER, {"armor": 0, "structure": 3}, [{"kind": "building", "height": 1, "rect": [18, 11.5, 4, 0.5]}]),
    ],
    ids=["under water", "flak", "fire", "near miss"],
)
def test_the_chances_are_those_of_all_dice_where_rules_meet(
    red: dict[str, Any], blue: dict[str, Any], terrain: list[dict[str, Any]]
) -> None:
    fight = battle(unit("r1", (20, 10), **red), unit("b1", (20, 13), 180, **blue), terrain=terrain, dice=[1])
    check_exact(fight, commands.Attack("r1", "b1"), "b1", sums=True)
