"""A unit's state: everything that is shown may be given, and what cannot be is refused with its key."""

from typing import Any

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.turn.unit_state import FIELDS, show_state, show_unit
from rules.table import battle, unit


def fight(state: dict[str, Any], **card: Any) -> Battle:
    return battle(
        unit("r1", (20, 12), state=state, **card), unit("r2", (26, 12), specials=["MT1"]), unit("b1", (20, 20))
    )


def shown(state: dict[str, Any], **card: Any) -> dict[str, Any]:
    built = fight(state, **card)
    return show_unit(built, built.units["r1"])


@pytest.mark.parametrize(
    ("given", "more"),
    [
        ({"armor": 2, "structure": 3, "heat": 2}, {}),
        ({"elevation": 4.0}, {}),
        ({"shutdown": True}, {"immobile": True, "status": ["shutdown", "immobile"]}),
        ({"stunned": True}, {"immobile": True, "status": ["stunned", "immobile"]}),
        ({"hull_down": True}, {"status": ["active", "hull_down"]}),
        ({"destroyed": True}, {"status": ["destroyed"], "at": None, "place": "gone"}),
        ({"exited": True}, {"status": ["exited"], "at": None, "place": "gone"}),
        ({"moved": "jump", "inches": 6.0}, {}),
        ({"aboard": "r2"}, {"status": ["aboard"], "at": [26.0, 12.0], "place": "aboard"}),
        ({"spent": ["ECM"], "off": ["STL"]}, {}),
        ({"declared": {"charge": "b1"}}, {}),
        ({"attacks": ["weapon"], "overheat": 1, "heat_taken": 2, "heat_special_taken": 1}, {}),
        ({"spotted": "b1", "spotter_promise": True}, {}),
        ({"withdrawing": True}, {"status": ["active", "withdrawing"]}),
        ({"doomed": "ammunition"}, {"status": ["active", "doomed"]}),
        ({"notes": {"hidden": True}, "group": "lance"}, {}),
        ({"planned": {"STL": True}}, {}),
        ({"status": ["stunned"]}, {"stunned": True, "status": ["stunned", "immobile"]}),
        ({"immobile": True}, {"immobile": True, "status": ["active", "immobile"]}),
        ({"structure": 0}, {"doomed": "no structure left"}),
    ],
)
def test_what_is_given_is_shown(given: dict[str, Any], more: dict[str, Any]) -> None:
    result = shown(given)
    for key, value in {**given, **more}.items():
        assert result[key] == value, key


def test_every_field_of_the_output_may_be_given() -> None:
    minds = {"intimidated", "enraged", "club"}  # shown among the notes, given by their own names
    assert set(shown({})) | minds == set(FIELDS)
    given = {"intimidated": ["r2"], "enraged": "r2", "club": True}
    assert shown(given)["notes"] == given


@pytest.mark.parametrize(
    "given",
    [
        {"armor": 2, "heat": 1, "crits": {"fire_control": 1, "mp": 2}, "moved": "jump", "hull_down": True},
        {"crits": {"weapon": 2}, "pending": ["weapon"], "stunned": True},
        {"destroyed": True},
        {"shutdown": True, "heat": 4, "attacks": ["weapon"]},
    ],
)
def test_a_state_copied_from_an_output_is_the_same_state(given: dict[str, Any]) -> None:
    first = shown(given)
    assert shown(first) == first


def test_critical_hits_count_as_suffered_in_an_earlier_turn() -> None:
    built = fight({"crits": {"mp": 1, "weapon": 1}})
    assert built.units["r1"].wounds == ("mp", "weapon")
    assert built.units["r1"].fresh == ()
    built = fight({"crits": {"mp": 2}, "pending": ["mp"]})
    assert (built.units["r1"].wounds, built.units["r1"].fresh) == (("mp",), ("mp",))


def test_a_flyer_above_the_ground_is_airborne() -> None:
    vtol: dict[str, Any] = {"type": "CV", "move": '10"v'}
    assert shown({"elevation": 3}, **vtol)["airborne"] is True
    assert shown({"elevation": 0}, **vtol)["airborne"] is False
    assert shown({"elevation": 3, "airborne": False}, **vtol)["airborne"] is False


@pytest.mark.parametrize(
    ("given", "key", "words"),
    [
        ({"armor": 7}, "state.armor", "7 is more than the 6 on the card"),
        ({"armor": -1}, "state.armor", "out of bounds"),
        ({"structure": 6}, "state.structure", "more than the 5 on the card"),
        ({"heat": 5}, "state.heat", "between 0 and 4"),
        ({"armour": 1}, "state.armour", "did you mean armor?"),
        ({"moved": "flew"}, "state.moved", "'flew' is not known here"),
        ({"shutdown": 1}, "state.shutdown", "true or false"),
        ({"crits": {"crew": 1}}, "state.crits.crew", "there is no critical hit 'crew'"),
        ({"crits": {"mp": 1.5}}, "state.crits.mp", "a whole number"),
        ({"crits": {"mp": 1}, "pending": ["mp", "mp"]}, "state.crits.mp", "less than what is pending"),
        ({"crits": [1]}, "state.crits", "a mapping"),
        ({"pending": ["flu"]}, "state.pending.0", "cannot happen to it"),
        ({"status": ["prone"]}, "state.status.0", "there is no status 'prone'"),
        ({"aboard": "nobody"}, "state.aboard", "there is no unit 'nobody'"),
        ({"aboard": "r1"}, "state.aboard", "there is no unit 'r1' to be aboard of"),
        ({"tmm": 4}, "state.tmm", "tmm follows from the card"),
        ({"side": "blue"}, "state.side", "it is 'red' here, not 'blue'"),
        ({"immobile": False, "shutdown": True}, "state.immobile", "it is true here, not false"),
        ({"declared": {}}, "state.declared", "one attack and its target"),
        ({"notes": 3}, "state.notes", "a mapping"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(given: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(StateError) as caught:
        fight(given)
    assert (caught.value.unit, caught.value.key) == ("r1", key)
    assert words in caught.value.message


SHIP: dict[str, Any] = {"type": "DS", "move": "4p", "damage": None, "arcs": {"nose": {"damage": "4/4/4"}}}


@pytest.mark.parametrize(
    ("given", "card", "words"),
    [
        ({"heat": 1}, {"type": "CV", "move": '8"t'}, "type CV tracks no heat"),
        ({"crits": {"mp": 1}}, {"type": "CV", "move": '8"t'}, "a unit of type CV cannot suffer it"),
        ({"crits": {"weapon": 1}}, {"type": "CI", "move": '4"f'}, "cannot suffer it"),
        ({"pending": ["crashed"]}, {}, "'crashed' cannot happen to it"),
        ({"crits": {"weapon:nose": 1}}, SHIP, "no critical hit 'weapon:nose'"),
    ],
)
def test_what_this_card_cannot_have(given: dict[str, Any], card: dict[str, Any], words: str) -> None:
    with pytest.raises(StateError, match=words):
        fight(given, **card)


def test_the_whole_state_tells_what_waits() -> None:
    state: Any = show_state(fight({}))
    assert list(state)[:3] == ["turn", "phase", "to_act"]
    assert (state["turn"], state["phase"], state["to_act"]) == (1, "combat", "red")
    assert state["decision"] is None
    assert state["outcome"] is None
    assert set(state["units"]) == {"r1", "r2", "b1"}
