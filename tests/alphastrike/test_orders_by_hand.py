"""Orders that somebody filled by hand: what is plainly meant is obeyed, what makes no sense is refused."""

from __future__ import annotations

from typing import Any

import pytest

from lancemate import Attack, Battle, Decide, Move, Pass, Refused, Toggle, check_move, open_battle, preview_attack

DUEL: dict[str, Any] = {
    "map": {"kind": "table", "width": 36, "depth": 36},
    "sides": [
        {"name": "red", "units": [{"id": "r1", "unit": "MAD-3R Marauder", "at": [10, 10], "facing": 0}]},
        {"name": "blue", "units": [{"id": "b1", "unit": "MAD-3R Marauder", "at": [10, 20], "facing": 180}]},
    ],
    "seed": 3,
}


def duel(phase: str) -> Battle:
    return open_battle({**DUEL, "start": {"turn": 1, "phase": phase, "first": "red"}})


def test_lists_are_paths_too() -> None:
    one, other = duel("movement"), duel("movement")
    path: Any = [[10, 14]]
    assert check_move(one, Move("r1", path)) == check_move(one, Move("r1", ((10.0, 14.0),)))
    one.do(Move("r1", path))
    other.do(Move("r1", ((10.0, 14.0),)))
    assert one.hash() == other.hash()
    assert len(one.journal.commands) == 1


NONSENSE: list[tuple[str, Any, Any]] = [
    ("movement", Move, {"unit": "r1", "mode": 5}),
    ("movement", Move, {"unit": "r1", "path": 5}),
    ("movement", Move, {"unit": "r1", "facing": "north"}),
    ("movement", Move, {"unit": "r1", "board": b"b1"}),
    ("movement", Move, {"unit": ["r1"]}),
    ("movement", Move, {"unit": "r1", "facing": 10**400}),
    ("movement", Pass, {"unit": None}),
    ("movement", Toggle, {"unit": "r1", "ability": 3.5}),
    ("movement", Decide, {"side": object, "choice": "yes"}),
    ("combat", Attack, {"unit": "r1", "target": "b1", "kind": 7}),
    ("combat", Attack, {"unit": "r1", "target": (10, 20)}),
    ("combat", Attack, {"unit": "r1", "target": "b1", "overheat": "much"}),
]


@pytest.mark.parametrize(("phase", "kind", "given"), NONSENSE)
def test_nonsense_is_refused_and_nothing_has_happened(phase: str, kind: Any, given: Any) -> None:
    battle = duel(phase)
    before = battle.hash()
    with pytest.raises(Refused):
        battle.do(kind(**given))
    assert battle.refusal_of(kind(**given)) is not None
    assert (battle.hash(), battle.journal.commands, battle.journal.dice) == (before, [], [])
    if kind is Move:
        assert not check_move(battle, Move(**given)).legal
    if kind is Attack:
        assert not preview_attack(battle, Attack(**given)).legal


def test_the_refusal_names_the_field() -> None:
    refused = duel("movement").refusal_of(Move("r1", facing="north"))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.refusal.code == "malformed"
    assert refused.message == "this is no Move that anybody could obey: facing cannot be 'north'"


def test_an_error_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(battle: Battle, command: Pass) -> None:
        raise TypeError("ours")

    battle = duel("movement")
    monkeypatch.setitem(Battle.ruleset.verbs, Pass, stumbles)
    with pytest.raises(TypeError, match="ours"):
        battle.do(Pass("r1"))


def test_nobody_has_such_a_name() -> None:
    battle = duel("movement")
    for name in (5, None, ["r1"], b"r1"):
        with pytest.raises(Refused, match="there is no unit"):
            battle.unit(name)
    with pytest.raises(Refused, match="there is no side 5"):
        battle.view(5)


def test_rules_may_be_left_out_by_any_list() -> None:
    setup = duel("movement").setup
    one = Battle(setup, 3, without={"AS-COM-052"})
    assert [Battle(setup, 3, without=given).off for given in (["AS-COM-052"], ("AS-COM-052",))] == [one.off] * 2


@pytest.mark.parametrize("loose", [{"overheat": 1.0}, {"overheat": 1, "spotter_attacks": 0}])
def test_what_is_as_good_as_a_number_or_a_word_is_taken_for_it(loose: dict[str, Any]) -> None:
    """And found out before the dice are thrown: they cannot be taken back."""
    one, other = duel("combat"), duel("combat")
    one.do(Attack("r1", "b1", **loose))
    other.do(Attack("r1", "b1", overheat=1))
    assert one.hash() == other.hash()
    assert one.journal.dice == other.journal.dice
