"""How a battle ends (p. 31)."""

from collections.abc import Iterator

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.victory import Verdict
from lancemate.kernel.errors import Refused
from rules.table import attack, battle, end, unit


def duel(*, red: int = 1, blue: int = 1, **more: object) -> Battle:
    """Two 'Mechs face to face, each with so much structure and no armor."""
    return battle(
        unit("r1", (10, 10), 0, armor=0, structure=red, skill=0),
        unit("b1", (10, 15), 180, armor=0, structure=blue, skill=0),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("AS-INT-064")
def test_the_last_side_standing_wins() -> None:
    fight = duel(red=5, dice=[4, 4])
    attack(fight, "r1", "b1")
    assert fight.outcome is None
    end(fight, 2)
    assert fight.outcome is not None
    assert (fight.outcome.winner, fight.outcome.rule) == ("red", "AS-INT-064")
    with pytest.raises(Refused, match="the battle is over"):
        fight.do(commands.EndPhase())


@pytest.mark.rule("AS-INT-065")
def test_falling_together_is_a_draw() -> None:
    fight = duel(dice=[4, 4, 4, 4])
    attack(fight, "r1", "b1")
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.outcome is not None
    assert (fight.outcome.winner, fight.outcome.rule) == (None, "AS-INT-065")


def stuck(red_damage: str) -> Battle:
    return battle(
        unit("r1", (10, 10), 0, type="CV", move='0"', tmm=0, damage=red_damage),
        unit("b1", (10, 25), 180, type="CV", move='0"', tmm=0, damage="3/0/0"),
        phase="combat",
        seed=1,
    )


@pytest.mark.rule("AS-INT-065")
def test_immobile_units_that_cannot_hurt_each_other_draw() -> None:
    fight = stuck("3/0/0")
    end(fight, 2)
    assert fight.outcome is not None
    assert fight.outcome.winner is None


@pytest.mark.rule("AS-INT-065")
def test_an_immobile_unit_with_a_shot_left_fights_on() -> None:
    fight = stuck("3/1/0")
    end(fight, 2)
    assert fight.outcome is None


@pytest.mark.rule("AS-INT-066")
def test_a_unit_forced_to_withdraw_is_beaten() -> None:
    fight = duel(red=5, blue=5, options=["forced_withdrawal"], seed=1)
    fight.units["b1"].withdrawing = True
    end(fight, 2)
    assert fight.outcome is not None
    assert fight.outcome.winner == "red"
    fight = duel(red=5, blue=5, seed=1)
    fight.units["b1"].withdrawing = True
    end(fight, 2)
    assert fight.outcome is None


@pytest.fixture
def hold_the_hill() -> Iterator[str]:
    """A scenario of our own: red wins once it has a unit in the northern half."""
    with rules.for_now():
        name = rules.option("hold_the_hill", "AS-INT-067", "a scenario made for this test")

        @hooks.victory.rule("AS-INT-067", when=name)
        def red_in_the_north(battle: Battle) -> Verdict | None:
            if any(unit.y > battle.table.depth / 2 for unit in battle.on_table("red")):
                return Verdict("red", "red holds the north", "AS-INT-067")
            return None

        yield name


@pytest.mark.rule("AS-INT-067")
def test_a_scenario_brings_its_own_condition(hold_the_hill: str) -> None:
    fight = battle(unit("r1", (10, 30)), unit("b1", (40, 40)), options=[hold_the_hill], seed=1)
    end(fight, 2)
    assert fight.outcome is not None
    assert fight.outcome.reason == "red holds the north"


def test_resigning_ends_the_battle() -> None:
    fight = duel()
    fight.do(commands.Resign("red"))
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"
