"""Kernels are written once and run in three ways: machine code, Numba, or as they stand. The answers are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from lancemate.compiled import NOTE, whole
from lancemate.field.jit import WORKSHOP
from lancemate.kernel.machine_code import CHOICE, MACHINE, NUMBA, PYTHON, Workshop

# Battles on inches with a bot that looks ahead, on hexes, and of soldiers in a town: every kernel has its say.
PLAYS = """
import sys
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots import make, play
from lancemate.bots.alphastrike.playout import playout
from lancemate.battletroops.play.battle import Battle as Skirmish
from lancemate.bots.battletroops.playout import playout as fight
from lancemate.field.jit import WORKSHOP
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel, duel_on_hexes
from lancemate.lab.bench_troops import skirmish
fought = Battle(duel(), 3)
playout(fought, Generator(3), turns=3)
thought = Battle(duel(), 4)
play(thought, {"red": make("search", seed=1, budget=500), "blue": make("tactical", seed=1)}, turns=1)
hexes = Battle(duel_on_hexes(), 5)
playout(hexes, Generator(5), turns=2)
troops = Skirmish(skirmish(), 6)
fight(troops, Generator(6), turns=2)
print(WORKSHOP.how, *(one.hash() for one in (fought, thought, hexes, troops)), "numba" in sys.modules)
"""


def played(how: str | None) -> list[str]:
    words = {name: value for name, value in os.environ.items() if name != CHOICE}
    given = words if how is None else {**words, CHOICE: how}
    done = subprocess.run([sys.executable, "-c", PLAYS], env=given, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_battles_come_out_the_same_to_the_last_bit() -> None:
    ready, plain = played(None), played(PYTHON)
    assert ready[0] in (MACHINE, NUMBA)
    assert plain[0] == PYTHON
    assert ready[1:5] == plain[1:5]
    assert plain[5] == "False"
    assert ready[5] == str(ready[0] == NUMBA), "nobody loads Numba who has machine code"


def test_a_library_of_other_sources_is_none(tmp_path: Path) -> None:
    source = tmp_path / "kernels.py"
    source.write_text("one = 1\n")
    first = Workshop(str(source), "*.py")
    assert first.library is None
    source.write_text("one = 2\n")
    second = Workshop(str(source), "*.py")
    assert first.name != second.name
    source.write_text("one = 1\n")
    assert Workshop(str(source), "*.py").name == first.name


@pytest.mark.parametrize("how", [NUMBA, PYTHON])
def test_whoever_wants_to_compare_chooses(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, how)
    assert Workshop(__file__, "*.py").how == how


def test_a_broken_library_is_none(tmp_path: Path) -> None:
    source = tmp_path / "kernels.py"
    source.write_text("one = 1\n")
    shop = Workshop(str(source), "*.py")
    library = tmp_path / f"{shop.name}{EXTENSION_SUFFIXES[0]}"
    library.write_bytes(b"no library")
    library.with_name(library.name + NOTE).write_text("10")
    assert whole(tmp_path, shop.name) is not None
    assert shop.library is None
    assert shop.how in (NUMBA, PYTHON)


def test_a_library_that_was_cut_short_is_none(tmp_path: Path) -> None:
    """Loading it would end the process; nobody could say why."""
    real = WORKSHOP.library
    assert real is not None
    assert real.__file__ is not None
    file = Path(real.__file__)
    code = file.read_bytes()
    copied = tmp_path / file.name
    (tmp_path / (file.name + NOTE)).write_text((file.parent / (file.name + NOTE)).read_text())
    copied.write_bytes(code)
    assert whole(tmp_path, WORKSHOP.name) == str(copied)
    copied.write_bytes(code[: len(code) // 2])
    assert whole(tmp_path, WORKSHOP.name) is None
