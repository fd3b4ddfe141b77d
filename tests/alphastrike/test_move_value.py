"""Move and Thrust as printed on cards."""

import pytest

from lancemate.alphastrike.cards.move_value import MOVE_CODES, Move, tmm_for
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError


@pytest.mark.rule("AS-INT-028")
def test_several_modes_are_separated_by_slashes() -> None:
    move = Move.parse('14"/6"j')
    assert (move.ground, move.jump, move.primary) == (14, 6, "")


@pytest.mark.rule("AS-INT-028")
def test_a_lone_jumping_move_serves_on_the_ground_too() -> None:
    move = Move.parse('12"j')
    assert (move.ground, move.jump, move.primary) == (12, 12, "")
    assert dict(move.by_mode) == {"ground": 12, "jump": 12}
    infantry = Move.parse('6"j', infantry=True)
    assert (infantry.ground, infantry.jump, infantry.primary) == (6, 6, "j")


@pytest.mark.rule("AS-MOV-034")
@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ('16"h', "h", "hover"),
        ('6"n', "n", "naval"),
        ('4"s', "s", "submersible"),
        ('8"t', "t", "tracked"),
        ('14"v', "v", "VTOL"),
        ('10"w', "w", "wheeled"),
        ('10"w(b)', "w(b)", "wheeled (bicycle)"),
        ('10"w(m)', "w(m)", "wheeled (monocycle)"),
        ('10"g', "g", "WiGE"),
        ('2"f', "f", "foot"),
        ('6"m', "m", "motorized"),
        ("9a", "a", "aerodyne"),
        ("6p", "p", "spheroid"),
        ('8"r', "r", "rail"),
    ],
)
def test_the_letter_is_the_mode(text: str, code: str, name: str) -> None:
    move = Move.parse(text)
    assert move.primary == code
    assert MOVE_CODES.of(rules)[code] == name
    assert str(move) == text


def test_no_letter_is_walking() -> None:
    assert Move.parse('8"').primary == ""


@pytest.mark.rule("AS-INT-022")
def test_thrust_is_in_points_and_an_inch_mark_does_not_change_that() -> None:
    move = Move.parse('10"a')
    assert move.has_thrust
    assert (move.thrust, move.ground) == (10, 0)
    assert str(move) == "10a"
    assert not Move.parse('10"').has_thrust


@pytest.mark.parametrize(
    "text", ['8"', '10"/6"j', '12"j', '10"t/6"j', '8"/4"s', '6"/14"g', "9a", "2i", '0"', '10"qt', '8"qw']
)
def test_what_is_written_reads_back(text: str) -> None:
    assert str(Move.parse(text)) == text
    assert Move.parse(text.replace('"', "")) == Move.parse(text)


def test_submarine_and_ground_values_side_by_side() -> None:
    move = Move.parse('8"/10"s')
    assert (move.ground, move.submarine, move.jump) == (8, 10, 0)
    assert dict(move.by_mode) == {"ground": 8, "submarine": 10}
    assert Move.parse('10"s').ground == 10


@pytest.mark.rule("AS-INT-027")
@pytest.mark.parametrize(
    ("move", "tmm"),
    [('0"', 0), ('4"', 0), ('5"', 1), ('8"', 1), ('10"', 2), ('12"j', 2), ('16"/12"j', 3), ('26"v', 4), ('36"', 5)],
)
def test_a_missing_tmm_is_filled_from_the_standard_movement(move: str, tmm: int) -> None:
    assert tmm_for(Move.parse(move)) == tmm


@pytest.mark.parametrize("text", ["", "fast", '8"q', '8"/', '8"/8"', '-2"', '8.5"', '8"jj', "1000"])
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="Move"):
        Move.parse(text)
