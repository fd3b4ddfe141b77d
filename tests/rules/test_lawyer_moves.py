"""Moves that lead to something else: a charge, a transport."""

import pytest

from lancemate.alphastrike import commands
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
