"""Moves that lead to something else: a charge, a transport."""

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from rules.table import battle, move, refusal, unit

SUITS = {"type": "BA", "size": 1, "move": '6"j', "specials": ["CAR4", "MEC"]}


@pytest.mark.rule("AS-COM-094")
def test_a_charge_is_run_not_stood():
    fight = battle(unit("r1", (20, 18.75)), unit("b1", (20, 20), 180), phase="movement", first="blue")
    move(fight, "b1", mode="standstill")
    no = refusal(fight, commands.Move("r1", (), charge="b1"))
    assert (no.code, no.rule) == ("wrong_movement", "AS-COM-094")


@pytest.mark.rule("AS-MOV-065")
def test_infantry_boards_from_base_contact():
    carrier = {"type": "CV", "move": '8"h', "specials": ["IT6"]}
    fight = battle(
        unit("r1", (20, 20), **SUITS), unit("r2", (20, 22), **carrier), unit("b1", (40, 40)), phase="movement"
    )
    no = refusal(fight, commands.Move("r1", (), board="r2"))
    assert (no.code, no.rule) == ("not_in_contact", "AS-MOV-065")


@pytest.mark.rule("AS-MOV-071")
def test_mechanized_battle_armor_needs_an_omni():
    fight = battle(unit("r1", (20, 20), **SUITS), unit("r2", (20, 21.25)), unit("b1", (40, 40)), phase="movement")
    no = refusal(fight, commands.Move("r1", (), board="r2"))
    assert (no.code, no.rule) == ("no_room", "AS-MOV-071")


@pytest.mark.rule("AS-INT-031")
@pytest.mark.parametrize("gone", ["destroyed", "exited"])
def test_who_is_gone_moves_no_more_not_even_in_a_preview(gone):
    fight = battle(unit("r1", (20, 20), state={gone: True}), unit("r2", (30, 20)), unit("b1", (40, 40)))
    preview = check_move(fight, commands.Move("r1", ((20.0, 22.0),)))
    assert preview.reason is not None
    assert (preview.legal, preview.reason.code) == (False, "not_in_play")
