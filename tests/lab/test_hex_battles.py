"""Battles on hex maps: bots play them to their end, and everything that holds on a table holds there."""

from itertools import pairwise
from pathlib import Path

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import load_script
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.cli.main import main
from lancemate.field.hexes import HexMap
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.lab import exhaust
from lancemate.lab.contests import Contest, entry, play, setup_of
from lancemate.lab.invariants import table_faults
from lancemate.muster import catalogue
from lancemate.muster.battlefields import THEMES

FORCE = "MAD-3R Marauder,ARC-2R Archer"


def contest(bot: str, theme: str | None, number: int = 1) -> Contest:
    side = entry(FORCE, bot)
    return Contest(side, side, seed=number, hexes=True, theme=theme, turns=5, width=32.0, depth=32.0, patience=60.0)


@pytest.mark.parametrize("theme", [theme.id for theme in THEMES])
def test_every_theme_makes_a_map_of_hexes(theme: str) -> None:
    table = setup_of(contest("random", theme), 0).table
    assert isinstance(table, HexMap)
    assert table.features
    assert all(feature.shape.corners() for feature in table.features)


@pytest.mark.parametrize(("bot", "theme"), [("tactical", "river"), ("tactical", "urban"), ("random", None)])
def test_bots_play_on_hexes_without_a_fault(bot: str, theme: str | None) -> None:
    result = play(contest(bot, theme), 0)
    assert not result.faults


@pytest.mark.parametrize("seed", range(3))
def test_random_battles_keep_what_must_hold_and_can_be_had_again(seed: int) -> None:
    setup = setup_of(contest("random", THEMES[seed % len(THEMES)].id, seed), seed)
    battle = Battle(setup, seed)
    luck = Generator(seed)
    for _ in range(60):
        if battle.outcome is not None:
            break
        for command in proposals(battle, luck):
            try:
                battle.do(command)
            except Refused:
                continue
            if isinstance(command, orders.Move) and command.mode != "jump":
                start = battle.units[command.unit]
                assert all(battle.table.distance(*leg) <= 2.0 for leg in pairwise(command.path)), start
            break
        assert not list(table_faults(battle))
        for unit in battle.on_table():
            assert battle.table.snap(unit.at) == unit.at
            assert unit.facing % 60.0 == 0.0
    twin = battle.clone()
    assert twin.hash() == battle.hash()
    again = load(save(battle))
    assert again.hash() == battle.hash()
    for one in battle.on_table():
        for other in battle.on_table():
            forth, back = battle.sight(one, other), battle.sight(other, one)
            assert (forth.status == "blocked") == (back.status == "blocked")


def test_new_writes_a_map_of_hexes_and_one_from_a_board(tmp_path: Path) -> None:
    out = tmp_path / "hex.yaml"
    sides = ["--red", FORCE, "--blue", FORCE]
    made("new", *sides, "-o", str(out), "--map", "hex", "--scenario", "king-of-the-hill")
    assert isinstance(load_script(out, find_card=catalogue.find).setup.table, HexMap)
    board = tmp_path / "own.board"
    rows = "".join(f'hex {column:02d}{row:02d} 0 "" ""\n' for column in range(1, 23) for row in range(1, 29))
    board.write_text(f"size 22 28\n{rows}end\n".replace('hex 1010 0 ""', 'hex 1010 1 "woods:1"'))
    made("new", *sides, "-o", str(tmp_path / "board.yaml"), "--board", str(board))
    script = tmp_path / "beside.yaml"
    script.write_text("map: {kind: hex, board: own.board}\nsides: [{name: red, units: []}, {name: blue, units: []}]\n")
    assert load_script(script).setup.table.size == (22, 28)


def made(*words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main([*words])
    assert not end.value.code


@pytest.mark.parametrize("seed", [5059, 5465, 5941, 5983])
def test_mines_bogs_and_industry_on_hexes(seed: int) -> None:
    report = exhaust.play(seed)
    assert report.trouble is None, report.trouble.text
