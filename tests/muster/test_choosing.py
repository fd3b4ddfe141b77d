"""Everything that the book leaves to a formation's player is asked, to the last of it, and gives what was chosen."""

from typing import Any

import pytest

from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force
from lancemate.muster.choosing import Question, choose, questions
from lancemate.muster.findings import BROKEN
from lancemate.muster.force import Force, Formation
from lancemate.muster.into_battle import formations_in_play
from muster.recruits import force, units


def fighters(*counts: tuple[int, str]) -> Any:
    made = ((count, {"type": "AF", "move": "7a", "role": role, "threshold": 2}) for count, role in counts)
    return units(*made)


def open_(one: Force) -> list[Question]:
    return [*questions(one)]


def gives(one: Force, name: str) -> dict[str, tuple[str, ...]]:
    return dict(next(each for each in formations_in_play(one, "red") if each.name == name).gives)


def wrong(one: Force) -> list[str]:
    return [found.text for found in check_force(one) if found.severity == BROKEN]


@pytest.mark.rule("AS-FOR-073")
def test_a_command_lance_hands_out_one_ability_after_the_other() -> None:
    head = {"role": "Sniper", "command": "commander"}
    staff = force(
        Formation("Staff", units((1, head), (2, {"role": "Sniper"}), (1, {"role": "Scout"})), "Command Lance")
    )
    (first,) = open_(staff)
    assert (first.users, len(first.abilities), [number for number, _ in first.units]) == (2, 6, [2, 3, 4])
    staff = choose(staff, first.answer("Marksman", [2]))
    (second,) = open_(staff)
    assert second.more
    assert (second.users, [number for number, _ in second.units]) == (1, [3, 4])
    assert second.text.endswith("may be given to 1 unit more")
    staff = choose(staff, second.answer("Antagonizer", [4]))
    assert open_(staff) == []
    assert gives(staff, "Staff") == {"Marksman": ("r2",), "Antagonizer": ("r4",), "Tactical Genius": ("r1",)}


@pytest.mark.rule("AS-FOR-083")
def test_two_pairs_of_a_fire_support_squadron() -> None:
    one = force(Formation("Rain", fighters((3, "Fire Support"), (3, "Dogfighter")), "Fire Support Squadron"))
    (first,) = open_(one)
    assert first.users == 2, "a pair at a time"
    one = choose(one, first.answer("Hot Dog", [1, 2]))
    (second,) = open_(one)
    assert "Hot Dog" not in second.abilities, "not the same for both pairs"
    assert (second.users, [number for number, _ in second.units]) == (2, [3, 4, 5, 6])
    one = choose(one, second.answer("Shaky Stick", [4, 5]))
    assert open_(one) == []
    assert wrong(one) == []
    assert gives(one, "Rain") == {"Hot Dog": ("r1", "r2"), "Shaky Stick": ("r4", "r5")}


@pytest.mark.rule("AS-FOR-082")
def test_up_to_two_for_each_of_half_a_superiority_squadron() -> None:
    one = force(Formation("Hawks", fighters((6, "Interceptor")), "Aerospace Superiority Squadron"))
    (first,) = open_(one)
    assert first.users == 3
    one = choose(one, first.answer("Hot Dog", [1, 2, 3]))
    (second,) = open_(one)
    assert second.more
    assert [number for number, _ in second.units] == [1, 2, 3], "half of them have some; each may have one more"
    one = choose(one, second.answer("Ride the Wash", [1, 2, 3]))
    assert open_(one) == []
    assert wrong(one) == []


@pytest.mark.rule("AS-FOR-084")
@pytest.mark.parametrize(
    ("answer", "quick"), [("Speed Demon for 1, 3", (1, 3)), ("Golden Goose for 1, 2, 3, 4, 5, 6", ())]
)
def test_in_a_strike_squadron_all_others_are_bombers(answer: str, quick: tuple[int, ...]) -> None:
    one = force(Formation("Hammers", fighters((6, "Attack Fighter")), "Strike Squadron"))
    assert open_(one)[0].abilities == ("Speed Demon", "Golden Goose")
    one = choose(one, f"Hammers: {answer}")
    assert wrong(one) == []
    assert open_(one) == []
    granted = [member.granted for member in one.formations[0].members]
    assert granted == [("Speed Demon",) if place in quick else ("Golden Goose",) for place in range(1, 7)]


@pytest.mark.rule("AS-FOR-087")
def test_one_ability_for_all_who_carry() -> None:
    one = force(Formation("Mules", fighters((3, "Transport"), (2, "Dogfighter")), "Transport Squadron"))
    (asked,) = open_(one)
    assert asked.users is None
    one = choose(one, asked.answer("Dust-Off"))
    assert open_(one) == []
    assert gives(one, "Mules") == {"Dust-Off": ("r1", "r2", "r3")}, "the escort has nothing of it"


@pytest.mark.rule("AS-FOR-075")
def test_whom_a_support_lance_supports_is_asked() -> None:
    line = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")
    crowd = Formation("Crowd", units((4, {})))
    helpers = Formation("Helpers", units((4, {})), "Support Lance")
    one = choose(force(line, crowd, helpers), "Horse: Speed Demon for 1, 2, 3")
    (asked,) = open_(one)
    assert (asked.of, asked.abilities) == ("Helpers", ("supports Horse",))
    with pytest.raises(InputError, match=r"Helpers cannot support 'Crowd'; .*\(AS-FOR-075\)"):
        choose(one, "Helpers: supports Crowd")
    one = choose(one, asked.answer("supports Horse"))
    assert one.formations[2].supports == "Horse"
    (then,) = open_(one)
    assert (then.of, then.abilities, then.users) == ("Helpers", ("Speed Demon",), 2)
