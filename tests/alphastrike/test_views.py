"""Views: a player receives only what that player may know."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import DecisionAsked, SwitchPlanned
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.orders import Attack
from lancemate.alphastrike.play.setup import Network
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.codec import canonical
from lancemate.kernel.errors import Refused
from lancemate.kernel.memory import Noted
from rules.table import battle, unit


@pytest.fixture(autouse=True)
def orders_and_tracks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two notes of our own: what a unit has been told, in secret, and how often it was seen."""
    monkeypatch.setattr(unit_memory, "_keys", dict(unit_memory._keys))
    unit_memory("orders", str, default="", secret=True, rule="AS-OPT-001")
    unit_memory("secretary", int, default=0, rule="AS-OPT-001")


def ambush() -> Battle:
    """Blue has a hidden unit with infantry inside, red plans to switch something."""
    return battle(
        unit("r1", (20, 12), state={"planned": {"STL": True}, "notes": {"orders": "go", "secretary": 1}}),
        unit("b1", (20, 22), facing=180),
        unit("b2", (30, 30), state={"notes": {"hidden": True}}, specials=["IT3"]),
        unit("b3", type="CI", move='4"f', specials=["CAR3"], state={"aboard": "b2"}),
    )


def units(fight: Battle, side: str | None) -> Any:
    return fight.view(side)["units"]


def test_in_the_open_everything_is_seen() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 22)))
    for side in ("red", "blue", None):
        assert fight.view(side) == {"viewer": side, **show_state(fight)}


def test_hidden_units_and_what_they_carry_are_seen_by_their_own_side_only() -> None:
    fight = ambush()
    assert set(units(fight, "blue")) == {"r1", "b1", "b2", "b3"}
    assert set(units(fight, "red")) == {"r1", "b1"}
    assert set(units(fight, None)) == {"r1", "b1"}


def test_plans_and_secret_notes_are_kept() -> None:
    fight = ambush()
    assert units(fight, "red")["r1"]["planned"] == {"STL": True}
    assert units(fight, "red")["r1"]["notes"] == {"orders": "go", "secretary": 1}
    for side in ("blue", None):
        assert units(fight, side)["r1"]["planned"] == {}
        assert units(fight, side)["r1"]["notes"] == {"secretary": 1}


def test_secrets_of_the_battle_are_told_to_their_side() -> None:
    fight = ambush()
    fight.emit(Noted(None, "secret", {"red": {"mines": 3}, "blue": {"mines": 1}}, "AS-INT-067"))
    fight.emit(Noted(None, "score", {"red": 2}, "AS-INT-067"))
    assert fight.view("red")["notes"] == {"score": {"red": 2}, "secret": {"red": {"mines": 3}}}
    assert fight.view(None)["notes"] == {"score": {"red": 2}}


def test_what_a_side_hears() -> None:
    fight = ambush()
    told = [
        SwitchPlanned("r1", "STL", True, "AS-SPC-047"),
        Noted("b2", "hidden", True, "AS-OPT-001"),
        Noted("r1", "secretary", 2, "AS-OPT-001"),
        Noted("r1", "orders", "stop", "AS-OPT-001"),
    ]
    assert list(events_for(fight, "red", told)) == [told[0], told[2], told[3]]
    assert list(events_for(fight, "blue", told)) == [told[1], told[2]]
    assert list(events_for(fight, None, told)) == [told[2]]


def test_the_others_only_hear_that_something_is_to_be_decided() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 20), facing=30.0), dice=[6, 5])
    fight.do(Attack("r1", "b1"))
    assert fight.decision is not None
    own: Any = fight.view("blue")["decision"]
    assert own["choices"] == ["front", "rear"]
    other: Any = fight.view("red")["decision"]
    assert other == {"side": "blue", "kind": "direction", "rule": "AS-DMG-003"}
    heard = [event for event in events_for(fight, "red", fight.journal.events) if isinstance(event, DecisionAsked)]
    assert heard[0].decision.choices == ()
    full = [event for event in events_for(fight, "blue", fight.journal.events) if isinstance(event, DecisionAsked)]
    assert full[0].decision == fight.decision


def test_there_are_only_two_sides() -> None:
    with pytest.raises(Refused, match="there is no side 'green'"):
        ambush().view("green")


def test_networks_do_not_give_hidden_members_away() -> None:
    fight = battle(
        unit("r1", (20, 12)),
        unit("b1", (20, 22), specials=["C3I"]),
        unit("b2", (30, 30), specials=["C3I"], state={"notes": {"hidden": True}}),
        unit("b3", (24, 22), specials=["C3I"]),
        unit("b4", (24, 30), specials=["C3I"]),
        networks=[Network("C3I", ("b1", "b2")), Network("C3I", ("b3", "b4"))],
    )
    pair = {"kind": "C3I", "members": ["b3", "b4"], "linked": ["b3", "b4"]}
    assert fight.view("blue")["networks"] == [{"kind": "C3I", "members": ["b1", "b2"], "linked": ["b1", "b2"]}, pair]
    for side in ("red", None):
        assert fight.view(side)["networks"] == [pair]
        assert "b2" not in canonical(fight.view(side))
