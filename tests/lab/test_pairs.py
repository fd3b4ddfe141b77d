"""Options in pairs: every one with every other, on both maps, and what is said where two exclude each other."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.options import check_options, conflicts, options
from lancemate.alphastrike.play.setup import COMMANDER, HEX, Setup
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.cli.lab import app
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab import exhaust
from lancemate.lab.forces import EXCLUSIVE, random_setup
from lancemate.lab.pairs import pair_setup, pairs, wish
from rules.table import unit

PLAYED = 20  # pairs that are played each time the tests are


def test_a_pair_is_any_two_options_that_may_be_played_together() -> None:
    missing = {*combinations(options(), 2)} - {*pairs()}
    groups = [{*group} for group in (*EXCLUSIVE, *(conflict.names for conflict in conflicts.values()))]
    assert missing
    assert all({*pair} in groups for pair in missing)
    for pair in pairs():
        assert check_options(pair) >= {*pair}


def test_numbers_are_pairs_by_turns_on_inches_and_hexes_and_later_on_the_other_map() -> None:
    many = len(pairs())
    assert [wish(number).options for number in range(many)] == [frozenset(pair) for pair in pairs()]
    assert [wish(number).hexes for number in range(4)] == [False, True, False, True]
    for number in range(many):
        assert wish(number).options == wish(number + many).options
        assert wish(number).hexes != wish(number + many).hexes


def test_a_battle_of_a_pair_has_both_options_and_the_map_it_should_have() -> None:
    for number in range(0, len(pairs()), 97):
        setup = pair_setup(number, Generator(number))
        assert wish(number).options <= setup.options
        assert setup.table.kind == ("hex" if wish(number).hexes else "table")


def test_all_options_fit_together_on_both_maps_whoever_takes_part() -> None:
    """Whatever two rules would take the place of the same one is found without a battle."""
    rules.load()
    abilities = frozenset(word for home in rules.homes for word in home.ability)
    types = frozenset(word for home in rules.homes for word in home.types)
    first = frozenset(group[0] for group in EXCLUSIVE)
    everything = frozenset(options()) - {"multiple_attack_rolls"} - first
    bare = random_setup(Generator(1))
    for number in (1, 2, 3, 4, 8):
        table = random_setup(Generator(number)).table
        setup = Setup(table, bare.sides, bare.units, options=everything)
        switches = setup.switches | {name for name in rules.switches if not name.startswith(("edition", "map"))} - first
        if table.kind == "hex":
            switches -= {name for name in rules.switches if name.endswith((": inches of growth", ": volumes"))}
            assert HEX in switches
        changed = rules.changes(frozenset(), switches)
        rules.in_force(changed, abilities=abilities, types=types, switches=switches)


@pytest.mark.parametrize("option", ["collision_table", "jump_tmm_ignores_heat"])
def test_an_option_that_an_edition_contradicts_is_refused_with_both_names(option: str) -> None:
    setup = random_setup(Generator(1))
    setup = Setup(setup.table, setup.sides, (unit("r1", (5, 5)),), options=frozenset({option}), edition="first")
    with pytest.raises(InputError) as refused:
        Battle(setup, 1)
    assert option in refused.value.plain
    assert "edition: first" in refused.value.plain
    assert refused.value.plain.endswith("choose one")


def test_editions_are_drawn_too() -> None:
    drawn = [random_setup(Generator(number)).edition for number in range(120)]
    assert {*drawn} == {COMMANDER, "first", "quick-start"}


def test_some_pairs_are_played_without_an_exception_or_a_broken_invariant() -> None:
    for number in range(0, len(pairs()), len(pairs()) // PLAYED):
        report = exhaust.play_pair(number)
        assert report.trouble is None, report.trouble.text


@pytest.mark.slow
def test_every_pair_is_played_on_both_maps() -> None:
    for number in range(2 * len(pairs())):
        report = exhaust.play_pair(number)
        assert report.trouble is None, report.trouble.text


def test_the_command_plays_pairs_by_their_numbers(tmp_path: Path) -> None:
    words = ["exhaust", "--pairs", "--jobs", "1", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, [*words, "--battles", "2", "--seed", "5", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["battles"] == 2
    assert exhaust.all_pairs() == len(pairs())
    assert CliRunner().invoke(app, [*words, "--game", "battletroops"]).exit_code != 0


def test_a_pair_that_goes_wrong_is_named_so_that_it_can_be_played_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(exhaust, "table_faults", lambda battle: ["something is wrong on purpose"])
    words = ["exhaust", "--pairs", "--jobs", "1", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, [*words, "--battles", "1", "--seed", "9"])
    assert result.exit_code == 1
    assert "again: lancemate lab exhaust --battles 1 --seed 9 --pairs" in result.output


def test_the_quick_start_rules_have_no_hex_maps() -> None:
    card = {
        "name": "Test",
        "type": "BM",
        "size": 1,
        "tmm": 1,
        "move": '6"',
        "damage": "1/1/1",
        "armor": 1,
        "structure": 1,
    }
    sides = [{"name": side, "units": [{"id": side[0], "card": card}]} for side in ("red", "blue")]
    with pytest.raises(InputError, match=r"^map: .*no hex maps"):
        script_from_data({"edition": "quick-start", "map": {"kind": "hex", "width": 8, "depth": 8}, "sides": sides})


def test_who_is_brought_beside_a_ship_takes_nobody_elses_place() -> None:
    """In this one battle armor was put into the hex of a tank that found no room beside the structure."""
    assert exhaust.play_pair(1265).trouble is None
