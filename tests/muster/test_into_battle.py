"""Formations and pilots on their way into battle: who may do what there."""

from dataclasses import replace

import pytest

from lancemate import Battle
from lancemate.alphastrike.play.setup import Setup, Side
from lancemate.bots import make, play
from lancemate.field.table import Table
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import sample_force
from lancemate.muster.into_battle import all_formations, formations_in_play, with_abilities
from muster.recruits import force, units

SIDES = (Side("red", "south"), Side("blue", "north"))


def in_play(one: Force) -> dict[str, tuple[int, dict[str, tuple[str, ...]], str | None]]:
    return {lance.name: (lance.lucky, dict(lance.gives), lance.names) for lance in formations_in_play(one, "red")}


@pytest.mark.rule("AS-FOR-046", "AS-FOR-059", "AS-FOR-064")
def test_the_gray_death_legion() -> None:
    assert in_play(sample_force("gdl")) == {
        "Command Lance": (6, {}, None),
        "Fire Lance": (0, {}, "Oblique Attacker"),
        "Recon Lance": (0, {"Forward Observer": ("r9", "r10", "r11", "r12")}, None),
    }
    own = {unit.id: unit.abilities for unit in with_abilities(sample_force("gdl"), "red") if unit.abilities}
    assert own == {"r1": ("Lucky (1)", "Tactical Genius"), "r7": ("Lucky (1)",)}


@pytest.mark.rule("AS-FOR-068", "AS-FOR-064")
def test_the_red_hunters() -> None:
    assert in_play(sample_force("rh")) == {
        "Hunter Lance": (0, {"Blood Stalker": ("r1", "r2", "r3", "r4")}, None),
        "Battle Lance": (6, {}, None),
        "Recon Lance": (0, {"Maneuvering Ace": ("r9", "r10", "r11", "r12")}, None),
    }


@pytest.mark.rule("AS-FOR-054", "AS-FOR-047")
def test_the_jaguars() -> None:
    assert in_play(sample_force("csj")) == {
        "Beta Star": (0, {"Speed Demon": ("r1", "r2", "r3")}, None),
        "Charlie Star": (7, {}, None),
    }


@pytest.mark.rule("AS-FOR-073")
def test_a_genius_commands() -> None:
    horse = sample_force("elh")
    assert in_play(horse)["Command Lance"] == (0, {"Tactical Genius": ("r1",)}, None)
    captain = replace(horse.formations[0].members[0], command="lieutenant")
    led = replace(horse.formations[0], members=(captain, *horse.formations[0].members[1:]))
    assert in_play(replace(horse, formations=(led,)))["Command Lance"] == (0, {}, None)


@pytest.mark.rule("AS-FOR-007")
def test_who_does_not_earn_a_type_has_nothing_of_it() -> None:
    lance = Formation("Lance", units((2, {"role": "Brawler"})), "Battle Lance")
    assert in_play(force(lance)) == {"Lance": (0, {}, None)}


@pytest.mark.rule("AS-FOR-075")
def test_a_support_lance_has_a_pool_for_half_of_it() -> None:
    battle = Formation("Battle", units((4, {"role": "Brawler"})), "Battle Lance")
    support = Formation("Support", units((5, {"role": "Scout"})), "Support Lance", supports="Battle")
    assert in_play(force(battle, support))["Support"] == (6, {"Lucky": ("r5", "r6")}, None)


@pytest.mark.rule("AS-FOR-064")
def test_what_was_chosen_for_all_is_everybodys() -> None:
    scouts = Formation("Eyes", units((4, {"role": "Scout"})), "Recon Lance", choice="Forward Observer")
    assert in_play(force(scouts))["Eyes"] == (0, {"Forward Observer": ("r1", "r2", "r3", "r4")}, None)


@pytest.mark.rule("AS-FOR-051")
def test_an_assault_lance_names_multi_taskers_unless_it_chose_otherwise() -> None:
    heavy = {"role": "Juggernaut", "size": 4, "armor": 8}
    lance = Formation("Anvil", units((4, heavy)), "Assault Lance")
    assert in_play(force(lance))["Anvil"] == (0, {}, "Multi-Tasker")
    assert in_play(force(replace(lance, choice="Multi-Tasker")))["Anvil"] == (0, {}, "Multi-Tasker")
    assert in_play(force(replace(lance, choice="Demoralizer")))["Anvil"] == (0, {}, None)


def test_formations_of_one_name_are_told_apart() -> None:
    """Who may name units for a turn is asked by the name of the formation."""
    one = sample_force("gdl")
    mirrored = [formation.name for formation in all_formations({"red": one, "blue": one})]
    assert mirrored[::3] == ["Command Lance of red", "Command Lance of blue"]
    assert len({*mirrored}) == len(mirrored)
    twice = replace(one, formations=(one.formations[0], one.formations[0]))
    alike = [formation.name for formation in all_formations({"red": twice, "blue": sample_force("csj")})]
    assert alike[:2] == ["Command Lance of red", "Command Lance of red (2)"]
    assert "Beta Star" in alike


def test_a_battle_with_bonuses_is_played_by_bots() -> None:
    """Every question that formations and pilots raise is one that any player can answer."""
    units, formations = [], []
    for side, name in zip(SIDES, ("gdl", "csj"), strict=True):
        one = sample_force(name)
        south = side.home == "south"
        for number, unit in enumerate(with_abilities(one, side.name)):
            at = (4.0 + 5 * number, 12.0 if south else 36.0)
            units.append(replace(unit, at=at, facing=0.0 if south else 180.0))
        formations += formations_in_play(one, side.name)
    battle = Battle(Setup(Table(72, 48, []), SIDES, tuple(units), formations=tuple(formations)), 5)
    played = play(battle, {"red": make("random", seed=1), "blue": make("random", seed=2)}, turns=3)
    assert not played.faults
    asked = {event.kind for event in battle.journal.events if event.type == "decided"}
    assert asked >= {"name_users", "reroll"}
