"""Any number of threads may import any rooms at once, with the engine compiled or as it is written."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from lancemate import compiled

OURS = Path(compiled.__file__).parent
THREADS = 8

# Every thread begins with another room, and they take turns as often as Python lets them.
AT_ONCE = """
import faulthandler, importlib, random, sys, threading, traceback
faulthandler.dump_traceback_later(200, exit=True)
rooms = sys.argv[2:]
random.Random(int(sys.argv[1])).shuffle(rooms)
rooms = rooms[:8]
together, troubles = threading.Barrier(len(rooms)), []
sys.setswitchinterval(1e-5)

def bring(room):
    together.wait()
    try:
        importlib.import_module(room)
    except BaseException:
        troubles.append(traceback.format_exc())

threads = [threading.Thread(target=bring, args=(room,)) for room in rooms]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("\\n".join(troubles) or None)
"""
DOORS = (
    "lancemate.alphastrike.options",
    "lancemate.alphastrike.scripts.running",
    "lancemate.alphastrike.turn.victory",
    "lancemate.api",
    "lancemate.battletroops.turn.sides",
    "lancemate.bots",
    "lancemate.bots.alphastrike.playout",
    "lancemate.bots.games",
    "lancemate.field",
    "lancemate.kernel.engine",
    "lancemate.lab.duel",
    "lancemate.muster.battlefields",
    "lancemate.rulebook",
    "lancemate.server.warming",
)


# Compiled, two threads still begin one module at the same time now and then: `make slow` tells (decision 25).
@pytest.mark.parametrize(
    "how",
    [pytest.param("", marks=pytest.mark.slow, id="as it comes"), pytest.param(compiled.PYTHON, id="as written")],
)
@pytest.mark.parametrize("runs", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_threads_may_import_what_they_like(how: str, runs: int) -> None:
    given = {**os.environ, compiled.CHOICE: how}
    for run in range(runs):
        words = [sys.executable, "-c", AT_ONCE, str(run), *DOORS]
        done = subprocess.run(words, env=given, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), run


def test_whoever_is_asked_for_a_module_imports_none() -> None:
    """Python holds the lock for all imports meanwhile: a second one would wait for somebody who waits for that lock."""
    words = (
        "import builtins, sys, lancemate\n"
        "python = builtins.__import__\n"
        "def known(name, *more):\n"
        "    assert name in sys.modules, name\n"
        "    return python(name, *more)\n"
        "builtins.__import__ = known\n"
        "found = lancemate.compiled.FINDER.find_spec('lancemate.kernel.agenda')\n"
        "builtins.__import__ = python\n"
        "print(found is not None)"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.split() == [str(compiled.is_in_use())]


# -- no circles -----------------------------------------------------------------------------------------------


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in OURS.rglob("*.py"):
        parts = path.relative_to(OURS.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def at_once(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """What runs while a module is imported."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from at_once(node.orelse)
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            yield from at_once([one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)])
            yield from at_once([one for part in getattr(node, "handlers", []) for one in part.body])
        else:
            yield node


def above(module: str) -> Iterator[str]:
    """The packages that Python imports first; all but the outermost, which imports one module and no room."""
    parts = module.split(".")
    yield from (".".join(parts[:end]) for end in range(2, len(parts)))


def waits_for(module: str, path: Path) -> set[str]:
    """What the import of a module may have to wait for."""
    found = set(above(module))
    for node in at_once(ast.parse(path.read_text(encoding="utf-8")).body):
        named: list[str] = []
        if isinstance(node, ast.Import):
            named = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            rooms = [f"{node.module}.{one.name}" for one in node.names]
            named = [room if room in modules() else node.module for room in rooms]
        for one in named:
            if one in modules():
                found |= {one, *above(one)}
    return found - {"lancemate", module}


def circle_in(waiting: Mapping[str, set[str]]) -> list[str]:
    """Modules that wait for one another, if there are any."""
    rest = {one: set(others) for one, others in waiting.items()}
    while rest:
        free = {one for one, others in rest.items() if not others & rest.keys()}
        if not free:
            return sorted(rest)
        rest = {one: others - free for one, others in rest.items() if one not in free}
    return []


def test_no_room_waits_for_a_room_that_waits_for_it() -> None:
    """A package that imports its rooms at once would be such a circle: kernel/shortcuts.py lends their names."""
    assert circle_in({"pack": {"pack.room"}, "pack.room": {"pack"}, "other": {"pack"}}) == [
        "other",
        "pack",
        "pack.room",
    ]
    waiting = {module: waits_for(module, path) for module, path in modules().items()}
    assert sum(map(len, waiting.values())) > 5_000
    assert circle_in(waiting) == []


# -- shortcuts ------------------------------------------------------------------------------------------------


def lending() -> list[str]:
    return sorted(
        module
        for module, path in modules().items()
        if path.name == "__init__.py" and "= shortcuts(" in path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("package", lending())
def test_a_package_has_the_names_that_it_lends(package: str) -> None:
    if package.endswith(".environment"):
        pytest.importorskip("gymnasium", reason="the extra `env` is not installed")
        pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")
    lent = import_module(package)
    names: list[str] = lent.__all__
    assert names
    for name in names:
        assert getattr(lent, name) is not None
    assert set(names) <= set(dir(lent))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = lent.nothing


def test_no_name_that_is_lent_is_a_room() -> None:
    """Whoever imports the room would find it in the place of what is lent."""
    found: dict[str, set[str]] = defaultdict(set)
    for package in lending():
        if package.endswith(".environment"):
            pytest.importorskip("gymnasium", reason="the extra `env` is not installed")
        rooms = {module.rpartition(".")[2] for module in modules() if module.rpartition(".")[0] == package}
        found[package] |= rooms & set(import_module(package).__all__)
    assert {package: names for package, names in found.items() if names} == {}
