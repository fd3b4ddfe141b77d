"""The engine is written once and runs in two ways: compiled, or as it stands. The answers are the same."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import os
import subprocess
import sys
import traceback
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lancemate import compiled
from lancemate.kernel import native
from lancemate.kernel.building import KEPT, keep_newest, put
from lancemate.kernel.compiling.library import listened
from lancemate.kernel.compiling.staging import open_among, staged, tuples_among
from lancemate.kernel.compiling.telling import told, truth_of
from lancemate.kernel.compiling.typed import typed

OURS = Path(compiled.__file__).parent

# Battles of every kind that can be drawn, played at random; and one of bots that weigh and look ahead.
PLAYS = """
from lancemate import compiled
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots import make, play
from lancemate.bots.alphastrike.playout import playout
from lancemate.kernel.codec import digest
from lancemate.kernel.dice import Generator
from lancemate.kernel.events import public
from lancemate.lab.battlefields import duel, duel_on_hexes
from lancemate.battletroops.play.battle import Battle as Skirmish
from lancemate.bots.battletroops.playout import playout as fight
from lancemate.lab.battletroops import exhaust
from lancemate.lab.bench_troops import skirmish
from lancemate.lab.exhaust import anything

def told(battle):
    happened = [public(event) for event in battle.journal.events]
    return digest([battle.hash(), happened, [public(command) for command in battle.journal.commands]])

print(compiled.is_in_use())
for setup, seed in ((duel(), 3), (duel_on_hexes(), 5)):
    battle = Battle(setup, seed)
    playout(battle, Generator(seed), turns=6)
    print(told(battle))
for seed in range({first}, {last}):
    battle = Battle(anything(Generator(seed)), seed)
    play(battle, {{side: make("random", seed=seed) for side in battle.sides}}, turns=2)
    fast = Battle(anything(Generator(seed)), seed)
    playout(fast, Generator(seed), turns=2)
    print(seed, told(battle), told(fast))
for seed in range(3):
    battle = Skirmish(skirmish(), seed)
    fight(battle, Generator(seed), turns=8)
    print(told(battle))
for seed in range({first}, {last}):
    report = exhaust.play(seed)
    print(seed, report.decisions, report.refusals, report.turns, sorted(report.fired), report.trouble)
battle = Battle(duel(), 4)
play(battle, {{"red": make("search", seed=1, budget=300), "blue": make("tactical", seed=1)}}, turns=1)
print(told(battle))
"""


def played(how: str, first: int, last: int) -> list[str]:
    given = {**os.environ, compiled.CHOICE: how}
    words = [sys.executable, "-c", PLAYS.format(first=first, last=last)]
    return subprocess.run(words, env=given, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize(
    ("first", "last"), [(0, 25), pytest.param(1000, 1400, marks=pytest.mark.slow, id="many battles")]
)
def test_battles_come_out_the_same_to_the_last_word(first: int, last: int) -> None:
    ready, plain = played("", first, last), played(compiled.PYTHON, first, last)
    assert ready[0] == "True", "there is no library of these sources: run `make .venv/ready-machine`"
    assert plain[0] == "False"
    assert len(ready) == 2 * (last - first) + 7
    assert ready[1:] == plain[1:]


# -- finding the library --------------------------------------------------------------------------------------


def test_every_module_on_the_list_is_there_once() -> None:
    names = compiled.names(OURS)
    assert names == sorted(set(names))
    assert [name for name in names if not (OURS / compiled.path_of(name)).is_file()] == []
    assert all(name.startswith(compiled.ROOMS) for name in names)


def tuples_of_later_classes(tree: ast.Module, names: set[str]) -> bool:
    """Whether a named tuple has a field of a class that is imported for the types alone, from a compiled module."""
    typing = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    later = {
        alias.name
        for node in typing
        for one in node.body
        if isinstance(one, ast.ImportFrom) and one.module in names
        for alias in one.names
    }
    fields = [
        line.annotation
        for node in tree.body
        if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases)
        for line in node.body
        if isinstance(line, ast.AnnAssign)
    ]
    return any(isinstance(field, ast.Name) and field.id in later for field in fields)


def test_whichever_module_comes_first_it_can_be_imported() -> None:
    """Compiled, a named tuple looks up the classes of its fields, which have to be there: or the process is gone."""
    names = compiled.names(OURS)
    trees = {name: ast.parse((OURS / compiled.path_of(name)).read_text(encoding="utf-8")) for name in names}
    risky = [name for name, tree in trees.items() if tuples_of_later_classes(tree, set(names))]
    assert risky
    for name in risky:
        told = subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, text=True)
        assert told.returncode == 0, (name, told.stderr)


def kept_for_next(tree: ast.Module) -> list[int]:
    """Lines with a generator that has a name and is asked for one thing only."""
    names = {
        (ast.unparse(target), node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.GeneratorExp)
        for target in node.targets
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asked = [
        (one.id, call.lineno)
        for call in calls
        if ast.unparse(call.func) in ("next", "any", "all")
        for one in ast.walk(call)
        if isinstance(one, ast.Name)
    ]
    return sorted({line for name, line in names for other, at in asked if name == other and line < at <= line + 4})


def test_no_compiled_module_keeps_a_generator_that_is_not_used_up() -> None:
    """Compiled, it would be worked out to its end, however dear that is."""
    lazy = ast.parse("found = (one for one in many)\nfirst = next(found, None)\nall_of = tuple(found)")
    assert kept_for_next(lazy) == [1]
    assert kept_for_next(ast.parse("first = next((one for one in many), None)")) == []
    files = [OURS / compiled.path_of(name) for name in compiled.names(OURS)]
    found = {file.name: kept_for_next(ast.parse(file.read_text(encoding="utf-8"))) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_constants_that_are_compiled_in_are_in_the_stamp() -> None:
    """Or whoever edits one of them would play with its old value until the library is built anew."""
    ours = set(compiled.names(OURS))
    found = set()
    for name in sorted(ours):
        tree = ast.parse((OURS / compiled.path_of(name)).read_text(encoding="utf-8"))
        asked = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(compiled.ROOMS):
                continue
            for one in node.names:
                # A constant of a module, or a module whose constants are asked for by its name.
                room = f"{node.module}.{one.name}"
                is_module = (OURS / compiled.path_of(room)).is_file()
                source = room if is_module else node.module or ""
                used = constants(source) if source not in ours else frozenset()
                if one.name in used or any(f"{one.asname or one.name}.{name}" in asked for name in used):
                    found.add(compiled.path_of(source))
    assert sorted(found) == sorted(compiled.CONSTANTS)


@cache
def constants(module: str) -> frozenset[str]:
    """The names that a module calls final and gives numbers or words."""
    path = OURS / compiled.path_of(module)
    lines = ast.parse(path.read_text(encoding="utf-8")).body if path.is_file() else []
    return frozenset(
        ast.unparse(line.target)
        for line in lines
        if isinstance(line, ast.AnnAssign)
        and "Final" in ast.unparse(line.annotation)
        and isinstance(line.value, (ast.Constant, ast.UnaryOp, ast.BinOp))
    )


def house(folder: Path, text: str) -> Path:
    """A program of one compiled module."""
    for place in (*compiled.HOW, *compiled.CONSTANTS, *compiled.TUPLES, "kernel/one.py"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)
    (folder / compiled.LIST).write_text("lancemate.kernel.one\n")
    return folder


def test_a_library_of_other_sources_is_none(tmp_path: Path) -> None:
    folder = house(tmp_path, "one = 1\n")
    first = compiled.stamped(folder)
    library = folder / f"{first}{EXTENSION_SUFFIXES[0]}"
    assert compiled.file_of(folder) is None
    library.write_bytes(b"12345")
    note = library.with_name(library.name + compiled.NOTE)
    for said, found in (
        ("built of this 5", str(library)),
        ("5", str(library)),
        ("built of this", None),
        ("4", None),
        ("", None),
    ):
        note.write_text(said)
        assert compiled.file_of(folder) == found
    note.unlink()
    assert compiled.file_of(folder) is None
    note.write_text("5")
    (folder / "kernel/one.py").write_text("one = 2\n")
    assert compiled.stamped(folder) != first
    assert compiled.file_of(folder) is None


def test_a_broken_library_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = house(tmp_path, "one = 1\n")
    library = folder / f"{compiled.stamped(folder)}{EXTENSION_SUFFIXES[0]}"
    library.write_bytes(b"no library")
    library.with_name(library.name + compiled.NOTE).write_text("10")
    assert compiled.file_of(folder) is not None
    monkeypatch.setattr(compiled, "__file__", str(folder / "compiled.py"))
    monkeypatch.delenv(compiled.CHOICE, raising=False)
    finder = compiled.Compiled()
    assert finder.find_spec("lancemate.kernel.one") is None
    assert finder.modules == {}


def test_libraries_for_two_pythons_stand_side_by_side(tmp_path: Path) -> None:
    """Each has a note of its own: the second that is built takes nothing from the first."""
    folder, made = house(tmp_path, "one = 1\n"), tmp_path / "made"
    made.mkdir()
    name = compiled.stamped(folder)
    ours, other = made / f"{name}{EXTENSION_SUFFIXES[0]}", made / f"{name}.cpython-399-somewhere.so"
    ours.write_bytes(b"12345")
    other.write_bytes(b"1234567")
    for library in (ours, other):
        put(library, folder, "built of this")
    assert compiled.file_of(folder) == str(folder / ours.name)
    assert compiled.noted(folder / other.name)[-1] == "7"


# -- writing modules out --------------------------------------------------------------------------------------

MODULE = '''"""A game in a few lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from lancemate.kernel.copying import copier
from lancemate.kernel.ruleset import Ruleset
from lancemate.kernel.values import value

rules = Ruleset("darts", "darts")


class hooks:
    extra = rules.hook("extra", "board")


ROWS = rules.table("DARTS-1", {"six": 6})


@value
class Throw:
    player: str
    times: int = 1
    notes: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self) -> None:
        self.notes.append("thrown")


@dataclass(slots=True)
class Board:
    points: int = 0
    changed: object | None = None


copy_board = copier(Board)


@rules.rule("DARTS-2", otherwise=0)
def worth(board: Board, face: int, *, twice: bool = False) -> int:
    """What a face counts."""
    return face * 2 if twice else face


@hooks.extra.rule("DARTS-3")
def sixes(board: Board) -> int:
    return ROWS.of(board)["six"]


def is_plain(word: str, more: tuple[str, ...]) -> bool:
    return word in (*more, "plain")
'''


def ran(text: str) -> Any:
    """The module, run by Python: what is written for the compiler means the same to it."""
    module = ModuleType("darts")
    vars(module)["_mypyc_attr"] = lambda **told: lambda kind: kind
    sys.modules["darts"] = module
    try:
        exec(compile(text, "darts", "exec"), vars(module))
    finally:
        del sys.modules["darts"]
    return module


@pytest.fixture(params=["as it stands", "written out"])
def darts(request: pytest.FixtureRequest) -> Any:
    return ran(MODULE if request.param == "as it stands" else staged(MODULE, frozenset()))


def test_what_is_written_out_says_something_else() -> None:
    text = staged(MODULE, frozenset())
    assert "@rules" not in text
    assert "@value" not in text
    assert "@dataclass" not in text
    assert staged("one = 1\n", frozenset()) == "one = 1\n"


def test_homes_are_the_same(darts: Any) -> None:
    lines = MODULE.splitlines()
    homes = {home.key: home for home in darts.rules.homes}
    assert sorted(homes) == ["DARTS-1@darts.ROWS", "DARTS-2@darts.worth", "DARTS-3@darts.sixes"] or sorted(homes) == [
        "DARTS-1@darts.table of DARTS-1",
        "DARTS-2@darts.worth",
        "DARTS-3@darts.sixes",
    ]
    where = [lines[home.line - 1] for home in darts.rules.homes]
    assert where == [
        'ROWS = rules.table("DARTS-1", {"six": 6})',
        '@rules.rule("DARTS-2", otherwise=0)',
        '@hooks.extra.rule("DARTS-3")',
    ]
    (named,) = [home for home in darts.rules.homes if home.kind == "rule"]
    assert native.behind(darts.worth) is named.function
    assert native.home_of(darts.worth) is named


def test_a_rule_called_by_name_can_be_off(darts: Any) -> None:
    board = darts.Board()
    assert (darts.worth(board, 3), darts.worth(board, 3, twice=True)) == (3, 6)
    board.changed = darts.rules.changes(frozenset({"DARTS-2"}))
    assert darts.worth(board, 3, twice=True) == 0
    board.changed = darts.rules.changes(frozenset({"DARTS-1"}))
    assert (darts.worth(board, 3), darts.sixes(board)) == (3, 7)


def test_a_hook_finds_its_rules(darts: Any) -> None:
    (rule,) = darts.rules.in_force()[darts.hooks.extra]
    assert rule(darts.Board()) == 6


def test_values_are_values(darts: Any) -> None:
    one, other = darts.Throw("red"), darts.Throw("red", 1, ["aimed"])
    assert one == other
    assert hash(one) == hash(other)
    assert one != darts.Throw("red", 2)
    assert repr(one) == "Throw(player='red', times=1, notes=['thrown'])"
    assert other.notes == ["aimed", "thrown"]
    assert [field.name for field in dataclasses.fields(one)] == ["player", "times", "notes"]
    assert dataclasses.replace(one, times=3) == darts.Throw("red", 3)
    assert copy.copy(one) == one
    with pytest.raises(TypeError):
        darts.Throw()


def test_what_changes_is_copied(darts: Any) -> None:
    board = darts.Board(4)
    twin = darts.copy_board(board)
    twin.points = 5
    assert (board.points, twin.points) == (4, 5)
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_a_tuple_put_together_on_the_spot_is_looked_through(darts: Any) -> None:
    assert [darts.is_plain(word, ("odd",)) for word in ("plain", "odd", "new")] == [True, True, False]


NAMED = """from __future__ import annotations
from typing import NamedTuple

class Spot(NamedTuple):
    x: float
    y: float = 0.0
    words: tuple[str, ...] = ()

class Line(NamedTuple):
    a: Spot
    b: Spot = Spot(1.0)

def drawn(given: list[float]) -> list[object]:
    return [
        Spot(1.0, 2.0),
        Spot((3.0)),
        Line(Spot(1.0), Spot(
            2.0,  # far
        )),
        Line(Spot(1.0)),
        Spot(*given),
        Spot(1.0, words=("here",)),
    ]

LAST = 1
"""


def test_named_tuples_are_the_same_made_straight() -> None:
    tuples = tuples_among({"room": ast.parse(NAMED)}, {"room"})["room"]
    assert tuples == {"Spot": (3, ("0.0", "()")), "Line": (2, ("Spot(1.0)",))}
    text = staged(NAMED, frozenset(), tuples)
    assert text.count("_native.made(Spot") == 6
    assert text.count("_native.made(Line") == 1  # the other leaves out what is no plain constant
    plain, straight = ran(NAMED), ran(text)
    kinds = [type(one).__name__ for one in straight.drawn([4.0, 5.0])]
    assert kinds == ["Spot", "Spot", "Line", "Line", "Spot", "Spot"]
    assert straight.drawn([4.0, 5.0]) == plain.drawn([4.0, 5.0])
    longer = len(text.splitlines()) - len(NAMED.splitlines())
    assert text.splitlines()[-1] == "LAST: _Final = 1"
    assert longer == 4, "but for what stands at the head every line stays where it was"


def test_named_tuples_are_known_wherever_they_are_imported() -> None:
    texts = {
        "room": NAMED,
        "hall": "from room import Spot as Place",
        "door": "from hall import Place, Line\nfrom elsewhere import Spot",
        "cellar": "class Spot:\n    pass",
    }
    modules = {name: ast.parse(text) for name, text in texts.items()}
    tuples = tuples_among(modules, {"room"})
    assert tuples["hall"] == {"Place": tuples["room"]["Spot"]}
    assert tuples["door"] == {"Place": tuples["room"]["Spot"]}, "hall has no Line, and nobody knows elsewhere"
    assert tuples["cellar"] == {}
    assert set(map(str, tuples_among(modules, {"hall", "door"}).values())) == {"{}"}, "the library knows no room"


@pytest.mark.parametrize(
    "other",
    [
        "class Spot: ...",
        "def Spot() -> None: ...",
        "def spot(Spot: int) -> int: ...",
        "from hall import Spot",
        "Spot = cache(Spot)",
    ],
)
def test_a_name_with_two_meanings_is_left_alone(other: str) -> None:
    for text in (NAMED + other, f"{other}\n{NAMED.partition('annotations')[2]}", f"from room import Spot\n{other}"):
        modules = {"room": ast.parse(NAMED), "hall": ast.parse(text)}
        assert "Spot" not in tuples_among(modules, {"room", "hall"})["hall"]


def test_two_modules_that_import_from_each_other_find_nothing() -> None:
    texts = {"room": "from hall import Spot", "hall": "from room import Spot"}
    modules = {name: ast.parse(text) for name, text in texts.items()}
    assert tuples_among(modules, {"room", "hall"}) == {"room": {}, "hall": {}}


@pytest.mark.skipif(not compiled.is_in_use(), reason="as written a module is its own file")
def test_a_compiled_module_says_where_its_text_stands() -> None:
    """Whoever began it: Python, or another compiled module."""
    from lancemate import api

    begun = [name for name in compiled.names(OURS) if name in sys.modules]
    assert {api.Attack.__module__, api.Battle.__module__, api.check_move.__module__} <= {*begun}
    assert [name for name in begun if sys.modules[name].__file__ != str(OURS / compiled.path_of(name))] == []
    assert inspect.getsource(api.Attack).startswith(("@value\n", "class Attack"))
    assert "One game of Alpha Strike" in (inspect.getdoc(api.Battle) or "")
    assert "Price and judge a move" in (inspect.getdoc(api.check_move) or "")
    assert "Carry out a command" in (inspect.getdoc(api.Battle.do) or "")


@pytest.mark.skipif(not compiled.is_in_use(), reason="as written Python says it by itself")
def test_a_traceback_names_the_lines_of_the_source() -> None:
    from lancemate.alphastrike.movement import planner

    unfit: Any = None
    try:
        planner.comes_down(unfit, unfit)
    except TypeError as error:
        trouble = traceback.extract_tb(error.__traceback__)[-1]
    text = Path(planner.__file__).read_text(encoding="utf-8").splitlines()
    assert (trouble.name, trouble.filename) == ("comes_down", "lancemate/alphastrike/movement/planner.py")
    assert trouble.lineno is not None
    assert text[trouble.lineno - 1].startswith("def comes_down")


CODE = """static PyMethodDef darts___Board_methods[] = {
     METH_FASTCALL, PyDoc_STR(NULL)},
     METH_FASTCALL, PyDoc_STR("total($self)\\n--\\n\\n")},
    .tp_doc = PyDoc_STR(NULL),
static PyMethodDef dartsmodule_methods[] = {
    {"worth", CPyPy_darts___worth, METH_FASTCALL, PyDoc_STR("worth(face)\\n--\\n\\n") /* docstring */},
    CPy_AddTraceback("room/darts.py", "worth__book", 7, CPyStatic_darts___globals);
    CPy_AddTraceback("elsewhere.py", "worth__book", 7, CPyStatic_darts___globals);
"""
WRITTEN = """class Board:
    \"\"\"Where darts
    stick? \"There\".\"\"\"
    def total(self): ...
@rule
def worth(face):
    \"\"\"Ten – or one.\"\"\"
    return face"""


def test_compiled_code_tells_the_truth_of_itself() -> None:
    written_out = "import head\n" + WRITTEN.replace("@rule\n", "").replace("worth", "worth__book") + "\nmore = 1"
    truth = truth_of(WRITTEN, written_out)
    assert [truth.lines[line] for line in (1, 2, 5, 7, 8, 9)] == [1, 1, 4, 7, 8, 8]
    code = told(CODE, "room/darts.py", {"room/darts.py": truth}).splitlines()
    assert code[1] == "     METH_FASTCALL, PyDoc_STR(NULL)},"
    assert code[2] == CODE.splitlines()[2], "nothing is said of it"
    assert code[3] == r'    .tp_doc = PyDoc_STR("Where darts\012stick\077 \042There\042."),'
    assert r'PyDoc_STR("worth(face)\n--\n\n" "Ten \342\200\223 or one.") /* docstring */' in code[5]
    assert code[6] == '    CPy_AddTraceback("room/darts.py", "worth", 7, CPyStatic_darts___globals);'
    assert code[7] == CODE.splitlines()[7], "a module that nobody has compiled"


def test_classes_that_others_derive_from_stay_open() -> None:
    base, other = ast.parse("class Base: ...\nclass Alone: ..."), ast.parse("class Derived(room.Base[int]): ...")
    blank = ast.parse("twin = Alone.__new__(Alone)")
    assert {"Base"} == open_among([base, other], [base]) & {"Base", "Alone"}
    assert {"Base", "Alone"} == open_among([base, other], [base, blank]) & {"Base", "Alone"}
    assert "allow_interpreted_subclasses=True" in staged(MODULE.replace("class hooks", "class Base"), {"Base"})


# -- keeping what is built -------------------------------------------------------------------------------------


def test_the_last_few_libraries_of_other_sources_are_kept(tmp_path: Path) -> None:
    """Whoever goes to another branch and comes back finds what was built there; a note goes with its library."""
    for age in range(KEPT + 3):
        for end in (".so", ".so.txt"):
            file = tmp_path / f"_compiled_{age}{end}"
            file.write_text("")
            os.utime(file, (age, age))
    keep_newest(tmp_path, "_compiled_", "_compiled_0")
    left = {path.name.partition(".")[0] for path in tmp_path.iterdir()}
    assert left == {"_compiled_0", *(f"_compiled_{age}" for age in range(3, KEPT + 3))}
    assert len(list(tmp_path.iterdir())) == 2 * len(left)


TYPED = '''
class Shop:
    """Sells."""

    open: bool = True

    def __init__(self) -> None:
        self.stock: int = 3

    def price(self, what: str) -> int:
        """What it costs."""
        return len(what)
'''


@pytest.mark.parametrize(
    ("was", "becomes", "same"),
    [
        ("return len(what)", "return len(what) + 1", True),
        ("What it costs.", "Its price.", True),
        ("Sells.", "Buys.", True),
        ("what: str", "what: bytes", False),
        ("stock: int", "stock: float", False),
        ("open: bool", "closed: bool", False),
        ("-> int:", "-> float:", False),
    ],
)
def test_only_what_others_can_know_of_a_module_builds_them_anew(was: str, becomes: str, same: bool) -> None:
    assert was in TYPED
    assert (typed(TYPED) == typed(TYPED.replace(was, becomes, 1))) == same


def test_a_class_inside_a_function_is_known_to_others() -> None:
    """It may derive from a compiled one, which then stays open."""
    text = "def made() -> type:\n    class Odd(Plain): ...\n    return Odd\n"
    assert typed(text) != typed(text.replace("Plain", "Other"))


def test_how_far_it_is_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "import sys; print('Compiled 1 of 2'); print('a trouble', file=sys.stderr); sys.exit(3)"
    assert listened([sys.executable, "-c", words], tmp_path, os.environ) == (3, ["a trouble"])
    assert capsys.readouterr().out == "Compiled 1 of 2\n"
