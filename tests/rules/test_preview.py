"""Previews: right, harmless, and exact to the last of the 36 ways two dice can fall."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import AttackPreview, expected, preview_attack
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, CriticalRolled
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import OutOfDice, Refused
from rules.table import battle, unit

Shot = commands.Attack
Ending = tuple[int | None, bool, bool]


SUMS = [((1, n - 1) if n < 8 else (n - 6, 6), 6 - abs(7 - n)) for n in range(2, 13)]


# -- brute force ----------------------------------------------------------------------------------------------


def brute_force(fight: Battle, command: Shot, target: str, *, sums: bool = False) -> dict[Ending, Fraction]:
    """Give the command on a copy with every tape of dice there is: points of the hit, any critical, destroyed."""
    endings: dict[Ending, Fraction] = {}
    for events, battle_, chance in every_tape(fight, command, sums=sums):
        made = next(event for event in events if isinstance(event, AttackMade))
        critical = any(isinstance(e, CriticalRolled) and e.unit == target and e.result != "none" for e in events)
        ending = (made.damage if made.hit else None, critical, battle_.units[target].doomed is not None)
        endings[ending] = endings.get(ending, Fraction(0)) + chance
    return endings


def every_tape(fight: Battle, command: Shot, *, sums: bool = False) -> Iterator[tuple[list[Any], Battle, Fraction]]:
    """What every way the dice can fall leads to, with its chance; with ``sums`` two dice count by their sum."""
    tapes: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while tapes:
        tape, chance = tapes.pop()
        twin = fight.clone()
        twin.dice = TapeDice(tape)
        try:
            events = twin.do(command)
        except OutOfDice as out:
            need = int(out.message.split("needs ")[1].split()[0])
            faces = SUMS if sums and need == 2 else [(f, 1) for f in product(range(1, 7), repeat=need)]
            tapes += [((*tape, *fallen), chance * Fraction(ways, 6**need)) for fallen, ways in faces]
        else:
            yield events, twin, chance


def check_exact(fight: Battle, command: Shot, target: str, *, sums: bool = False) -> AttackPreview:
    """Compare a preview with brute force."""
    before = fight.hash()
    endings = brute_force(fight, command, target, sums=sums)
    assert sum(endings.values()) == 1
    answer = preview_attack(fight, command)
    odds = answer.outcomes
    assert fight.hash() == before
    assert odds is not None

    def chance(of: Callable[[Ending], bool]) -> float:
        return float(sum((p for ending, p in endings.items() if of(ending)), Fraction(0)))

    assert answer.hit_probability == pytest.approx(chance(lambda e: e[0] is not None))
    assert odds.miss == pytest.approx(chance(lambda e: e[0] is None))
    points = {e[0] for e in endings if e[0] is not None}
    assert set(odds.damage) == {str(n) for n in points}
    for n in points:
        assert odds.damage[str(n)] == pytest.approx(chance(lambda e, n=n: e[0] == n))
    assert odds.critical == pytest.approx(chance(lambda e: e[1]))
    assert odds.destroyed == pytest.approx(chance(lambda e: e[2]))
    mean = float(sum((p * (e[0] or 0) for e, p in endings.items()), Fraction(0)))
    assert answer.expected_damage == pytest.approx(mean)
    short = expected(fight, command)
    assert (short.legal, short.target_number) == (True, answer.target_number)
    assert short.hit_probability == pytest.approx(answer.hit_probability)
    assert short.expected_damage == pytest.approx(mean)
    return answer


def duel(red: dict[str, Any] | None = None, **blue: Any) -> Battle:
    return battle(
        unit("r1", at=(10.0, 10.0), **(red or {})), unit("b1", at=(10.0, 12.0), facing=180.0, **blue), dice=[1, 1]
    )


@pytest.mark.parametrize(
    ("red", "blue"),
    [
        ({}, {}),
        ({}, {"armor": 2}),
        ({}, {"armor": 0, "structure": 3}),
        ({}, {"armor": 0, "structure": 4}),
        ({}, {"armor": 0, "structure": 4, "specials": "CASE"}),
        ({}, {"armor": 0, "structure": 5, "specials": "CASEII"}),
        ({}, {"armor": 0, "structure": 4, "specials": "ENE"}),
        ({}, {"armor": 0, "structure": 9, "state": {"crits": {"engine": 1}}}),
        ({}, {"armor": 0, "structure": 9, "damage": "0/0/0", "move": '0"'}),
        ({"skill": 9}, {"tmm": 4}),
        ({"skill": 0}, {"tmm": 0, "state": {"moved": "standstill"}}),
        ({}, {"type": "PM", "armor": 0, "structure": 4}),
        ({}, {"type": "BA", "move": '6"j', "armor": 1, "structure": 2}),
        ({}, {"type": "CI", "move": '2"f', "armor": 0, "structure": 3}),
    ],
)
def test_the_chances_are_those_of_all_dice(red: dict[str, Any], blue: dict[str, Any]) -> None:
    check_exact(duel(red, **blue), Shot("r1", "b1", "physical"), "b1", sums=True)


def test_it_does_not_matter_how_two_dice_make_their_sum() -> None:
    check_exact(duel(armor=2), Shot("r1", "b1", "physical"), "b1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "blue",
    [
        {"type": "IM", "armor": 0, "structure": 5},
        {"type": "CV", "move": '8"t', "armor": 1, "structure": 4},
        {"type": "CV", "move": '8"h', "armor": 0, "structure": 5, "specials": "BAR"},
        {"type": "CV", "move": '8"v', "armor": 1, "structure": 3, "state": {"airborne": True, "elevation": 1}},
    ],
)
def test_the_chances_are_those_of_all_dice_where_many_are_thrown(blue: dict[str, Any]) -> None:
    fight = battle(unit("r1", at=(10, 10), damage="2/2/2"), unit("b1", at=(10, 14), facing=180, **blue), dice=[1, 1])
    check_exact(fight, Shot("r1", "b1"), "b1", sums=True)


@settings(max_examples=15)
@given(
    skill=st.integers(0, 8),
    size=st.integers(1, 4),
    tmm=st.integers(0, 4),
    armor=st.integers(0, 4),
    structure=st.integers(1, 4),
    specials=st.sampled_from(["", "CASE", "CASEII", "ENE", "ARM"]),
)
def test_the_chances_are_exact_for_any_mech(
    skill: int, size: int, tmm: int, armor: int, structure: int, specials: str
) -> None:
    fight = duel(
        {"skill": skill, "size": size}, tmm=tmm, armor=armor, structure=structure, specials=specials, damage="1/0/0"
    )
    check_exact(fight, Shot("r1", "b1", "physical"), "b1", sums=True)


def test_minimal_damage_has_its_die() -> None:
    fight = battle(
        unit("r1", at=(10, 10), damage="0*/0*/0"), unit("b1", at=(10, 15), facing=180, armor=0, structure=1), dice=[1]
    )
    answer = check_exact(fight, Shot("r1", "b1"), "b1")
    assert answer.outcomes is not None
    assert answer.damage == 1
    assert answer.outcomes.damage["0"] == pytest.approx(answer.hit_probability / 2)


def test_riders_take_their_share() -> None:
    squad = {"type": "BA", "move": '6"j', "armor": 0, "structure": 1, "damage": "1/1/0", "size": 1}
    fight = battle(
        unit("r1", at=(10, 10)), unit("b1", at=(10, 12), facing=180, specials="OMNI"), unit("b2", **squad), dice=[1]
    )
    rider = fight.units["b2"]
    rider.place, rider.aboard, rider.riding = "aboard", "b1", True
    answer = check_exact(fight, Shot("r1", "b1", "physical"), "b1")
    assert answer.outcomes is not None
    odds = {one.unit: one for one in answer.outcomes.units}
    assert odds["b2"].destroyed == pytest.approx(answer.hit_probability / 3)


def from_above(**blue: Any) -> Battle:
    fight = battle(
        unit("r1", at=(10, 10), size=1, move='8"/8"j', armor=0, structure=2),
        unit("b1", at=(10, 11.25), facing=180, **blue),
        dice=[1],
    )
    striker = fight.units["r1"]
    striker.declared, striker.inches, striker.moved = ("dfa", "b1"), 6.0, "jump"
    return fight


@pytest.mark.slow
def test_death_from_above_has_its_checks() -> None:
    check_exact(from_above(armor=1), Shot("r1", "b1", "dfa"), "b1", sums=True)


def test_death_from_above_has_its_price() -> None:
    """A miss costs the attacker its last 2 points; a hit 1, and a critical check."""
    fight, command = from_above(type="CI", move='2"f'), Shot("r1", "b1", "dfa")
    answer = preview_attack(fight, command)
    assert answer.outcomes is not None
    own = next(one for one in answer.outcomes.units if one.unit == "r1")
    mine = brute_force(fight, command, "r1")
    assert own.destroyed == pytest.approx(float(sum(p for e, p in mine.items() if e[2])))
    assert own.critical == pytest.approx(float(sum(p for e, p in mine.items() if e[1])))


def test_artillery_counts_every_place_a_shell_may_drift_to() -> None:
    fight = battle(
        unit("r1", at=(10, 10), specials="ART-LT"),
        unit("b1", at=(30, 30), armor=0, structure=3, type="BA"),
        unit("r2", at=(30, 34), armor=0, structure=2, type="BA"),
        dice=[1],
    )
    command = Shot("r1", commands.PointTarget((30.0, 30.0)), "artillery")
    answer = preview_attack(fight, command)
    assert answer.outcomes is not None
    odds = {one.unit: one for one in answer.outcomes.units}
    destroyed = dict.fromkeys(odds, Fraction(0))
    points = dict.fromkeys(odds, Fraction(0))
    for events, twin, chance in every_tape(fight, command):
        for name in odds:
            destroyed[name] += chance * (twin.units[name].doomed is not None)
            points[name] += sum(
                chance * (event.armor + event.structure)
                for event in events
                if event.type == "damage" and event.unit == name
            )
    for name, one in odds.items():
        assert one.destroyed == pytest.approx(float(destroyed[name]))
        assert one.damage == pytest.approx(float(points[name]))
    assert set(odds) == {"b1", "r2"}


# -- what a preview says --------------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-002")
def test_a_preview_answers_for_either_side_in_any_phase() -> None:
    """The example of the script format: Skill 4, TMM 1, Medium range."""
    for phase in ("movement", "combat"):
        fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 30), facing=180), phase=phase, dice=[1, 1])
        before = fight.hash()
        for command in (Shot("r1", "b1"), Shot("b1", "r1")):
            answer = preview_attack(fight, command)
            assert (answer.legal, answer.reason, answer.target_number) == (True, None, 7)
            assert (answer.range, answer.line_of_sight, answer.direction, answer.damage) == (
                "medium",
                "clear",
                "front",
                3,
            )
            assert answer.hit_probability == pytest.approx(21 / 36)
        assert fight.hash() == before
        assert fight.dice.clone().roll(2) == (1, 1)
        assert not fight.journal.commands


def test_a_preview_of_what_is_forbidden_says_why_and_what_it_would_have_been() -> None:
    fight = battle(unit("r1", at=(10, 10), facing=180), unit("b1", at=(10, 30)), dice=[1, 1])
    answer = preview_attack(fight, Shot("r1", "b1"))
    assert not answer.legal
    assert answer.reason is not None
    assert answer.reason.code == "out_of_arc"
    assert answer.target_number == 7
    assert not expected(fight, Shot("r1", "b1")).legal


@pytest.mark.parametrize("command", [Shot("r7", "b1"), Shot("r1", "b7"), Shot("r1", "b1", "tickle")])
def test_a_preview_of_nonsense_is_not_legal(command: Shot) -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 30)), dice=[1, 1])
    answer = preview_attack(fight, command)
    assert not answer.legal
    assert answer.reason is not None


def test_units_off_the_table_are_answered_too() -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1"), unit("b2", at=(10, 20)), dice=[1, 1])
    assert not preview_attack(fight, Shot("r1", "b1")).legal
    assert not preview_attack(fight, Shot("b1", "r1")).legal


def test_automatic_hits_and_misses_are_certain() -> None:
    sure = duel({"skill": 0}, tmm=0)
    assert preview_attack(sure, Shot("r1", "b1", "physical")).hit_probability == 1.0
    hopeless = duel({"skill": 9}, tmm=4)
    assert preview_attack(hopeless, Shot("r1", "b1", "physical")).hit_probability == 0.0


def test_a_corner_is_taken_to_be_the_front() -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 12), facing=30), dice=[1, 1])
    answer = preview_attack(fight, Shot("r1", "b1", "physical"))
    assert (answer.direction, answer.damage) == ("front", 3)
    assert answer.outcomes is not None
    assert set(answer.outcomes.damage) == {"3"}


@pytest.mark.rule("AS-INT-002")
def test_a_preview_of_a_move_changes_nothing() -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 40)), dice=[1, 1])
    before = fight.hash()
    near = check_move(fight, commands.Move("b1", ((10.0, 34.0),)))
    far = check_move(fight, commands.Move("r1", ((10.0, 20.0),)))
    assert (near.legal, near.cost, near.allowance) == (True, 6.0, 8.0)
    assert not far.legal
    assert far.reason is not None
    assert fight.hash() == before


# -- measuring ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-002")
def test_anyone_measures_anything_at_any_time() -> None:
    woods = {"id": "wood", "kind": "woods", "rect": [0, 15, 30, 2]}
    fight = battle(
        unit("r1", at=(10, 10)), unit("b1", at=(10, 21.25), facing=0), terrain=[woods], phase="movement", dice=[1]
    )
    found = measure(fight, "r1", "b1")
    assert found.distance == pytest.approx(10.0)
    assert (found.range, found.line_of_sight, found.in_arc, found.direction) == ("medium", "clear", True, "rear")
    assert found.woods == pytest.approx(2.0, abs=0.1)
    back = measure(fight, "b1", "r1")
    assert (back.in_arc, back.direction) == (False, "front")
    assert measure(fight, "r1", "wood").distance == pytest.approx(15 - 10.625)
    assert measure(fight, "r1", (10.0, 30.0)).distance == pytest.approx(20 - 0.625)


def test_measuring_needs_something_on_the_table() -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1"), dice=[1])
    for start, end in (("r1", "b1"), ("b1", "r1"), ("r1", "nobody")):
        with pytest.raises(Refused):
            measure(fight, start, end)


@pytest.mark.rule("AS-BAT-079")
def test_the_chances_of_a_hull_breach() -> None:
    """On an 8 a critical roll in which ammunition does not count; a 12 to hit brings a roll of its own."""
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180), conditions={"atmosphere": "vacuum"})
    told = preview_attack(fight, Shot("r1", "b1"))
    counts = {2: 1, 3: 2, 4: 3, 5: 0, 6: 5, 7: 6, 8: 5, 9: 0, 10: 3, 11: 2, 12: 1}  # ways that have an effect, by sum
    some = Fraction(sum(counts.values()), 36)
    breach = Fraction(15, 36) * Fraction(sum(counts.values()) - 1, 35)
    ordinary = sum(6 - abs(7 - n) for n in range(told.target_number, 12))
    by_hand = Fraction(ordinary, 36) * breach + Fraction(1, 36) * (1 - (1 - some) * (1 - breach))
    assert told.outcomes is not None
    assert told.outcomes.critical == pytest.approx(float(by_hand))
