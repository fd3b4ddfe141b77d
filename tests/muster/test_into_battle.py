"""Formations and pilots on their way into battle: who may do what there."""

import re
from dataclasses import replace

import pytest

from lancemate import Battle
from lancemate.alphastrike.play.setup import CommandAbility, Setup, Side
from lancemate.alphastrike.turn.initiative import initiative_parts
from lancemate.bots import make, play
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force
from lancemate.muster.choosing import choose, open_choices
from lancemate.muster.findings import BROKEN, NOTE, UNMET
from lancemate.muster.force import Force, Formation, musters
from lancemate.muster.force_files import force_text, parse_force, sample_force, sample_forces
from lancemate.muster.into_battle import (
    all_formations,
    formations_in_play,
    plain_formations,
    side_of,
    with_abilities,
)
from muster.recruits import force, rules_of, units

SUITS = {"type": "BA", "size": 1, "move": '6"j', "specials": ["CAR4", "XMEC"], "role": "Ambusher"}
SIDES = (Side("red", "south"), Side("blue", "north"))


def in_play(one: Force) -> dict[str, tuple[int, dict[str, tuple[str, ...]], str | None]]:
    return {lance.name: (lance.lucky, dict(lance.gives), lance.names) for lance in formations_in_play(one, "red")}


def told(one: Force) -> list[str]:
    return [str(finding) for finding in open_choices(one)]


def test_the_forces_of_the_book_leave_nothing_open() -> None:
    assert [told(one) for one in sample_forces()] == [[]] * 4


@pytest.mark.rule("AS-FOR-046", "AS-FOR-059", "AS-FOR-064")
def test_the_gray_death_legion() -> None:
    assert in_play(sample_force("gdl")) == {
        "Command Lance": (6, {}, None),
        "Fire Lance": (0, {}, "Oblique Attacker"),
        "Recon Lance": (0, {"Forward Observer": ("r9", "r10", "r11", "r12")}, None),
    }
    own = {unit.id: unit.abilities for unit in with_abilities(sample_force("gdl"), "red") if unit.abilities}
    assert own == {
        "r1": ("Lucky (1)", "Tactical Genius"),
        "r2": ("Jumping Jack", "Sharpshooter"),
        "r3": ("Dodge", "Fist Fire"),
        "r7": ("Demoralizer", "Lucky (1)"),
    }


@pytest.mark.rule("AS-FOR-068", "AS-FOR-064")
def test_the_red_hunters() -> None:
    assert in_play(sample_force("rh")) == {
        "Hunter Lance": (0, {"Blood Stalker": ("r1", "r2", "r3")}, None),
        "Battle Lance": (6, {}, None),
        "Recon Lance": (0, {"Maneuvering Ace": ("r9", "r10", "r11", "r12")}, None),
    }
    focus = side_of(sample_force("rh"), SIDES[0]).command_abilities[0]
    assert (focus.title, focus.units) == ("Focus (Blood Stalker)", ("r4",)), "the fourth of them learned it by Focus"


@pytest.mark.rule("AS-FOR-054", "AS-FOR-047")
def test_the_jaguars() -> None:
    assert in_play(sample_force("csj")) == {
        "Beta Star": (0, {"Speed Demon": ("r1", "r2", "r3")}, None),
        "Charlie Star": (7, {}, None),
    }


@pytest.mark.rule("AS-FOR-073")
def test_a_genius_commands() -> None:
    horse = sample_force("elh")
    given = {"Tactical Genius": ("r1",), "Combat Intuition": ("r2",), "Marksman": ("r3",)}
    assert in_play(horse)["Command Lance"] == (0, given, None)
    captain = replace(horse.formations[0].members[0], command="lieutenant")
    led = replace(horse.formations[0], members=(captain, *horse.formations[0].members[1:]))
    assert in_play(replace(horse, formations=(led,)))["Command Lance"] == (0, given, None), "in case he takes over"


@pytest.mark.rule("AS-FOR-007")
def test_who_does_not_earn_a_type_has_nothing_of_it() -> None:
    lance = Formation("Lance", units((2, {"role": "Brawler"})), "Battle Lance")
    assert in_play(force(lance)) == {"Lance": (0, {}, None)}


@pytest.mark.rule("AS-FOR-075")
def test_a_support_lance_has_a_pool_for_half_of_it() -> None:
    battle = Formation("Battle", units((4, {"role": "Brawler"})), "Battle Lance")
    scouts = units((3, {"role": "Scout"}), (2, {"role": "Scout", "granted": ("Lucky",)}))
    support = Formation("Support", scouts, "Support Lance", supports="Battle")
    assert in_play(force(battle, support))["Support"] == (6, {"Lucky": ("r8", "r9")}, None)
    assert rules_of(check_force(force(battle, support)), BROKEN, NOTE) == []
    three = replace(support, members=(*scouts[:2], *scouts[3:], scouts[4]))
    assert "AS-FOR-075" in rules_of(check_force(force(battle, three)), BROKEN)


@pytest.mark.rule("AS-FOR-075")
def test_nobody_is_named_for_a_support_lance() -> None:
    battle = Formation("Battle", units((4, {"role": "Brawler"})), "Battle Lance")
    support = Formation("Support", units((5, {"role": "Scout"})), "Support Lance", supports="Battle")
    assert in_play(force(battle, support))["Support"] == (0, {}, None)
    assert told(force(battle, support)) == [
        "Support: Lucky pool of 6, shared by 2 units: nobody is named, so nobody may use it "
        "(granted: [Lucky], with each of them) (p. 121)."
    ]


@pytest.mark.rule("AS-FOR-064")
def test_what_was_chosen_for_all_is_everybodys() -> None:
    scouts = Formation("Eyes", units((4, {"role": "Scout"})), "Recon Lance", choice="Forward Observer")
    assert in_play(force(scouts))["Eyes"] == (0, {"Forward Observer": ("r1", "r2", "r3", "r4")}, None)


ANVIL = Formation("Anvil", units((4, {"role": "Juggernaut", "size": 4, "armor": 8})), "Assault Lance")


@pytest.mark.rule("AS-FOR-051")
def test_an_assault_lance_has_what_it_chose_and_nothing_before() -> None:
    assert in_play(force(ANVIL))["Anvil"] == (0, {}, None)
    assert told(force(ANVIL)) == [
        "Anvil: nobody has Demoralizer or Multi-Tasker: one is chosen for the scenario "
        "(such as choice: Demoralizer) (p. 118)."
    ]
    chosen = force(replace(ANVIL, choice="Multi-Tasker"))
    assert in_play(chosen)["Anvil"] == (0, {}, "Multi-Tasker")
    assert told(chosen) == []
    assert in_play(force(replace(ANVIL, choice="Demoralizer")))["Anvil"] == (0, {}, "Demoralizer")


@pytest.mark.rule("AS-FOR-064", "AS-FOR-066")
@pytest.mark.parametrize(
    ("kind", "some"), [("Recon Lance", "such as choice: Eagle's Eyes"), ("Heavy Recon Lance", "such as granted")]
)
def test_the_eyes_of_scouts_are_not_chosen_for_anybody(kind: str, some: str) -> None:
    swift = {"role": "Scout", "move": '12"', "size": 3}
    scouts = Formation("Eyes", units((4, swift)), kind)
    assert in_play(force(scouts))["Eyes"] == (0, {}, None)
    assert [some in text for text in told(force(scouts))] == [True]


@pytest.mark.rule("AS-FOR-073", "AS-FOR-016")
def test_what_the_book_gives_without_a_choice_is_given() -> None:
    staff = units((1, {"role": "Sniper", "command": "commander"}), (2, {"role": "Sniper"}), (1, {"role": "Scout"}))
    lance = Formation("Staff", staff, "Command Lance")
    assert in_play(force(lance))["Staff"] == (0, {"Tactical Genius": ("r1",)}, None)
    assert [finding.rule for finding in open_choices(force(lance))] == ["AS-FOR-073"]


@pytest.mark.rule("AS-FOR-073")
def test_a_commander_of_genius_takes_more_initiative_into_battle() -> None:
    head = {"role": "Sniper", "command": "commander", "bought": ("Tactical Genius",), "skill": 2}
    lance = Formation("Staff", units((1, head), (2, {"role": "Sniper"}), (1, {"role": "Scout"})), "Command Lance")
    one = force(lance)
    assert in_play(one)["Staff"] == (0, {"Tactical Genius": ("r1",)}, None)
    placed = [replace(unit, at=(10.0 + 8 * n, 10.0)) for n, unit in enumerate(with_abilities(one, "red"))]
    enemy = replace(musters(force(ANVIL), "blue")[0], at=(30.0, 40.0), facing=180.0)
    setup = Setup(Table(72, 48, []), SIDES, (*placed, enemy), formations=formations_in_play(one, "red"))
    assert [part.value for part in initiative_parts(Battle(setup, 1), "red")] == [1]


@pytest.mark.rule("AS-FOR-076")
def test_who_claims_to_be_mechanized_and_a_nova_is_neither() -> None:
    riding = replace(ANVIL, overlays=("Mechanized", "Nova"))
    assert [one.transport for one in formations_in_play(force(riding), "red")] == [None]
    nova = replace(ANVIL, overlays=("Nova",))
    assert [one.transport for one in formations_in_play(force(nova), "red")] == [None], "nobody rides with it"
    suits = units(*[(number, {**SUITS}) for number in (4, 5)])
    fits, crowded = (replace(nova, members=(*ANVIL.members, *suits[at:until])) for at, until in ((0, 4), (4, 9)))
    assert [one.transport for one in formations_in_play(force(fits), "red")] == ["nova"]
    assert [one.transport for one in formations_in_play(force(crowded), "red")] == [None], "one finds no place"


@pytest.mark.rule("AS-FOR-076", "AS-FOR-007")
def test_a_formation_goes_into_battle_with_its_type_and_those_who_count() -> None:
    nova = replace(ANVIL, overlays=("Nova",), members=(*ANVIL.members, *units((2, SUITS))), choice="Multi-Tasker")
    loose = Formation("Loose", units((4, {})))
    failed = Formation("Failed", units((4, {})), "Fire Lance")
    one, two, three = formations_in_play(force(nova, loose, failed), "red")
    assert (one.type, one.earned, one.base) == ("Assault Lance", True, ("r1", "r2", "r3", "r4"))
    assert len(one.members) == 6
    assert (two.type, two.earned, two.base) == (None, True, ())
    assert (three.type, three.earned, three.base) == ("Fire Lance", False, ())


def test_where_bonuses_stay_at_home_a_formation_still_knows_its_type_and_those_who_count() -> None:
    nova = replace(ANVIL, overlays=("Nova",), members=(*ANVIL.members, *units((2, SUITS))), choice="Multi-Tasker")
    one, two = plain_formations({"red": force(nova), "blue": force(ANVIL)})
    assert (one.name, one.type, one.base) == ("Anvil of red", "Assault Lance", ("r1", "r2", "r3", "r4"))
    assert (two.name, two.type, two.base) == ("Anvil of blue", "Assault Lance", ())
    assert one.is_bare
    assert two.is_bare
    assert not formations_in_play(force(nova), "red")[0].is_bare


@pytest.mark.rule("AS-SCA-034")
def test_focus_teaches_one_of_four_and_no_more() -> None:
    crowd = Formation("Crowd", units((8, {"granted": ("Sniper",)})))
    side = side_of(force(crowd, command_abilities=("Focus (Sniper)",)), SIDES[0])
    assert [one.units for one in side.command_abilities] == [("r1", "r2")]
    both = Formation("Both", units((4, {"granted": ("Sniper", "Dodge")})))
    learned = side_of(force(both, command_abilities=("Focus (Sniper)", "Focus (Dodge)")), SIDES[0])
    assert [one.units for one in learned.command_abilities] == [("r1",), ("r2",)], "one ability each"
    named = CommandAbility("Focus", "Sniper", units=("1", "2", "3"))
    told = force(crowd, command_abilities=("Focus (Sniper)",), commands=(named,))
    assert [one.units for one in side_of(told, SIDES[0]).command_abilities] == [("r1", "r2")]
    assert in_play(told)["Crowd"] == (0, {}, None)


@pytest.mark.rule("AS-FOR-007", "AS-FOR-054")
def test_what_is_granted_beyond_the_bonus_stays_at_home() -> None:
    fast = {"role": "Striker", "move": '12"', "granted": ("Speed Demon", "Dodge")}
    horse = Formation("Horse", units((4, fast)), "Striker/Cavalry Lance")
    assert in_play(force(horse))["Horse"][1] == {"Speed Demon": ("r1", "r2", "r3")}
    assert in_play(force(replace(horse, type="Fire Lance")))["Horse"][1] == {}


@pytest.mark.rule("AS-SCA-068")
def test_champions_come_from_formations_that_earn_their_type() -> None:
    horse = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")
    loose, failed = Formation("Loose", units((4, {}))), Formation("Failed", units((4, {})), "Fire Lance")
    code = CommandAbility("Warrior Code", units=("1", "5", "9"))
    one = force(loose, failed, horse, command_abilities=("Warrior Code",), commands=(code,))
    assert [ability.units for ability in side_of(one, SIDES[0]).command_abilities] == [("r9",)]
    told = [finding.text for finding in check_force(one) if finding.rule == "AS-SCA-068"]
    assert told == [
        "Loose was built as no type: it has no champion",
        "Failed does not earn its type: it has no champion",
    ]


@pytest.mark.rule("AS-FOR-075")
def test_half_of_a_support_lance_learns_whatever_it_stands_by() -> None:
    fast = {"role": "Juggernaut", "size": 4, "armor": 8, "damage": "3/3/1", "move": '10"'}
    ram = Formation("Ram", units((4, fast)), "Fast Assault Lance", choice="Multi-Tasker")
    both = {"granted": ("Multi-Tasker", "Stand-Aside")}
    helpers = units((1, both), (1, {"granted": ("Multi-Tasker",)}), (1, {"granted": ("Stand-Aside",)}), (1, {}))
    support = Formation("Help", helpers, "Support Lance", supports="Ram")
    assert in_play(force(ram, support))["Help"][1] == {"Multi-Tasker": ("r5", "r6"), "Stand-Aside": ("r5",)}
    assert "2 units of it may have abilities of Ram, not 3" in [one.text for one in check_force(force(ram, support))]
    fewer = replace(support, members=(*helpers[:2], helpers[3], helpers[3]))
    assert not [one for one in check_force(force(ram, fewer)) if one.severity == BROKEN]


@pytest.mark.rule("AS-FOR-075")
def test_a_support_lance_needs_a_formation_that_earns_its_type() -> None:
    granted = units((2, {"granted": ("Sniper",)}), (2, {}))
    for kind, why in (
        (None, "is of no type: there is nothing to support it in"),
        ("Support Lance", "is itself a formation of support"),
        ("Fire Lance", "does not earn its type: it has no bonus to share"),
    ):
        other = Formation("Other", units((4, {})), kind, supports="Help" if kind == "Support Lance" else None)
        one = force(other, Formation("Help", granted, "Support Lance", supports="Other"))
        assert f"Other {why}" in [found.text for found in check_force(one) if found.severity == UNMET]
        assert in_play(one)["Help"] == (0, {}, None)


# -- choosing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-051", "AS-FOR-016")
def test_a_choice_in_words() -> None:
    assert in_play(choose(force(ANVIL), "anvil: multi-tasker"))["Anvil"][2] == "Multi-Tasker"
    horse = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")
    chosen = choose(force(horse), "Horse: Speed Demon for 1, 2 and 4")
    assert in_play(chosen)["Horse"][1] == {"Speed Demon": ("r1", "r2", "r4")}
    assert told(chosen) == []
    assert parse_force(force_text(chosen)) == chosen


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("Anvil", "is no choice; write it as in"),
        ("Hammer: Multi-Tasker", "has no formation 'Hammer'"),
        ("Anvil: Sniper", "Anvil is not given 'Sniper'"),
        ("Horse: Speed Demon", "say which of its units have it, as in 'Horse: Speed Demon for 1, 2'"),
        ("Horse: Speed Demon for 5", "Horse has units 1 to 4, not '5'"),
        ("Horse: Speed Demon for Bob", "Horse has units 1 to 4, not 'Bob'"),
        ("Line: Lucky", "Lucky of Line needs no choice"),
        ("Crowd: Lucky", "Crowd has no bonus to choose from"),
    ],
)
def test_a_choice_that_cannot_be_made(words: str, complaint: str) -> None:
    horse = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")
    line = Formation("Line", units((4, {"role": "Brawler"})), "Battle Lance")
    crowd = Formation("Crowd", units((4, {"role": "Brawler"})))
    with pytest.raises(InputError, match=re.escape(complaint)):
        choose(force(ANVIL, horse, line, crowd), words)


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


@pytest.mark.rule("AS-FOR-052")
def test_a_fast_assault_lance_names_two_more_every_turn() -> None:
    fast = Formation(
        "Ram",
        units((4, {"role": "Juggernaut", "size": 4, "armor": 8, "damage": "3/3/1", "move": '10"'})),
        "Fast Assault Lance",
    )
    (one,) = formations_in_play(force(fast), "red")
    assert (one.names, one.names_two) == (None, "Stand-Aside"), "the other one is not chosen yet"
    (one,) = formations_in_play(choose(force(fast), "Ram: Multi-Tasker"), "red")
    assert (one.names, one.names_two) == ("Multi-Tasker", "Stand-Aside")
