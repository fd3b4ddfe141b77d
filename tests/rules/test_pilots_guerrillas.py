"""Urban Guerrilla (p. 101): hard to hit and to hurt among houses, and joined by men once."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.crews import lance
from rules.table import end, number, refusal, unit

MEN: dict[str, Any] = {"type": "CI", "size": 1, "move": '2"f', "structure": 1, "armor": 2, "damage": "1/0/0"}
TOWN = [{"kind": "pavement", "rect": [6, 18, 8, 8]}]


def scene(terrain: Any = TOWN, phase: str = "combat", skill: int = 4, **more: Any) -> Battle:
    target = unit("b1", (10, 22), facing=180, skill=skill, **MEN)
    return lance(own={"b1": ("Urban Guerrilla",)}, enemy=target, terrain=terrain, phase=phase, **more)


@pytest.mark.rule("AS-SPA-079")
@pytest.mark.parametrize(("kind", "more"), [("pavement", 1), ("rough", 1), ("rubble", 1), ("road", 1), ("woods", None)])
def test_among_houses_it_is_harder_to_hit_and_to_hurt(kind: str, more: int | None) -> None:
    shot = preview_attack(scene([{"kind": kind, "rect": [6, 18, 8, 8]}]), commands.Attack("r1", "b1"))
    assert number(shot, "AS-SPA-079") == more
    assert shot.damage == (2 if more else 3)
    tank = lance(own={"b1": ("Urban Guerrilla",)}, enemy=unit("b1", (10, 22), type="CV", move='8"t'), terrain=TOWN)
    assert number(preview_attack(tank, commands.Attack("r1", "b1")), "AS-SPA-079") is None


def to_the_end(fight: Battle) -> list[Any]:
    events: list[Any] = []
    turn = fight.state.turn
    while fight.state.turn == turn:
        events += end(fight)
    return events


@pytest.mark.rule("AS-SPA-079")
@pytest.mark.parametrize(("skill", "theirs"), [(4, 6), (7, 8)])
def test_men_join_it_in_the_end_phase_once(skill: int, theirs: int) -> None:
    fight = scene(skill=skill)
    end(fight)  # blue is to act
    assert [one.command for one in offers(fight, "blue", "b1") if one.kind == "act"]
    fight.do(commands.Act("b1", "spawn", "b9"))
    assert "b9" not in fight.units
    events = to_the_end(fight)
    men = fight.units["b9"]
    assert (men.card.type, men.skill, men.armor, men.structure, men.card.tmm) == ("CI", theirs, 1, 1, 0)
    assert str(men.card.move) == '2"f'
    assert str(men.card.damage).startswith("1/")
    assert 0 < fight.table.distance(men.at, fight.units["b1"].at) <= 6
    assert "join" in " ".join(line.text for line in story(fight, events))
    while fight.state.phase != "combat" or fight.state.to_act != "blue":
        end(fight)
    assert refusal(fight, commands.Act("b1", "spawn", "b8")).rule == "AS-SPA-079"
    assert fight.units["b9"].moved != "none"  # it acts like any other


@pytest.mark.rule("AS-SPA-079")
def test_nobody_joins_it_in_the_open_or_under_a_name_that_is_taken() -> None:
    wild = scene([{"kind": "woods", "rect": [6, 18, 8, 8]}])
    end(wild)
    assert refusal(wild, commands.Act("b1", "spawn", "b9")).rule == "AS-SPA-079"
    town = scene()
    end(town)
    assert refusal(town, commands.Act("b1", "spawn", "r1")).rule == "AS-SPA-079"
    red = scene()
    assert refusal(red, commands.Act("r1", "spawn", "r9")).rule == "AS-SPA-079"
