"""Modules as mypyc compiles them: the same rules, said in the plainer Python that it makes fast code of.

    @rules.rule(...)     a function with the rule, and one by its name that asks first what counts in this battle
    @hooks.x.rule(...)   the function, and a line that registers it
    @value, @frozen      a plain class with its constructor written out
    Sight(a, b)          a named tuple, made without going through the interpreter
    rules.table(...)     the same, with the line it stands in
    NAME = ...           final, where nobody ever gives the name anything else

What is registered is the same either way (kernel/native.py). The text is edited where it has to be and left alone
everywhere else; nothing here knows a game.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

REGISTERS: Final = ("rules.", "hooks.", "effect(")  # decorators that hand back the function they are given
VALUES: Final = re.compile(r"value|frozen|(\w+_)?event|dataclass\(slots=True\)")  # `moving_event` is one as well
FUTURE: Final = "from __future__ import annotations\n"
HEAD: Final = (
    "from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final, cast as _cast\n"
    "from lancemate.kernel import native as _native\n"
    "MYPY = False\n"
    "if MYPY: from mypy_extensions import mypyc_attr as _mypyc_attr\n"  # read by mypyc, and by nobody who plays
)
# Typing's own are looked at by name, and are no values.
TYPING: Final = ("TypeVar", "ParamSpec", "NewType", "NamedTuple", "TypedDict")
LITERAL: Final = (ast.Call, ast.Dict, ast.List, ast.Set, ast.Constant, ast.Tuple, ast.DictComp, ast.ListComp)
# mypyc cannot look for something in a tuple that is put together on the spot.
UNPACKED: Final = re.compile(r"\bin \((\*[^()]*(?:\([^()]*\)[^()]*)*)\)")
STAYS_OPEN: Final = "@_mypyc_attr(allow_interpreted_subclasses=True)"
INDENT: Final = "    "


# Named tuples by their name: how many parts each has, and what stands for those at the end that are left out.
Shape: TypeAlias = tuple[int, tuple[str, ...]]
Tuples: TypeAlias = Mapping[str, Shape]
NO_TUPLES: Final[Tuples] = {}


class Edit(NamedTuple):
    """Lines from the first up to, not including, the last give way to others."""

    first: int
    last: int
    lines: list[str]


def staged(text: str, open_classes: Collection[str], tuples: Tuples = NO_TUPLES) -> str:
    """The text of a module, ready for mypyc. Classes that others derive from, or make blank ones of, stay open."""
    if FUTURE not in text:
        return text
    text = _with_tuples_made(text, tuples)
    tree = ast.parse(text)
    lines = text.split("\n")
    _say_where_tables_stand(tree, lines)
    _settle_names(tree, lines)
    edits: list[Edit] = []
    values: dict[str, list[str]] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef():
                edits += _function(node, lines)
            case ast.ClassDef():
                made = _value(node)
                if made is not None:
                    values[node.name] = [field.name for field in _fields(node)]
                    edits += made
                elif node.name in open_classes and not node.decorator_list:
                    edits.append(Edit(node.lineno - 1, node.lineno - 1, [STAYS_OPEN]))
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name("copier"), args=[ast.Name(kind)])):
                edits.append(Edit(node.lineno - 1, node.lineno, _copier(name, kind, values[kind])))
    for first, last, instead in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[first:last] = instead
    done = UNPACKED.sub(r"in tuple([\1])", "\n".join(lines))
    return done.replace(FUTURE, FUTURE + HEAD, 1)


def open_among(modules: Collection[ast.Module], compiled: Collection[ast.Module]) -> frozenset[str]:
    """Classes that must stay open: others derive from them, or compiled code makes them without their constructor."""
    found = {name for module in modules for name in _bases(module)}
    blank = {name for module in compiled for name in _made_blank(module)}
    return frozenset(found | blank)


def _bases(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                plain = base.value if isinstance(base, ast.Subscript) else base
                yield ast.unparse(plain).rpartition(".")[2]


def _made_blank(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr="__new__")):
                yield name


# -- named tuples ---------------------------------------------------------------------------------------------


def tuples_among(modules: Mapping[str, ast.Module], stamped: Collection[str]) -> dict[str, Tuples]:
    """The named tuples that each module knows, by the names it has for them: its own, and those it has imported.

    How they are made is written into the library, so only those of ``stamped`` modules count: it is built anew when
    one of these changes.
    """
    settled = {module: _settled(tree) for module, tree in modules.items()}
    own = {module: dict(_own_tuples(tree)) if module in stamped else {} for module, tree in modules.items()}
    brought = {module: dict(_brought(tree)) for module, tree in modules.items()}

    def found(module: str, name: str, seen: Collection[str] = ()) -> Shape | None:
        if module in seen or name not in settled.get(module, ()):
            return None
        if name in brought[module]:
            return found(*brought[module][name], (*seen, module))
        return own[module].get(name)

    return {
        module: {name: shape for name in (*own[module], *brought[module]) if (shape := found(module, name)) is not None}
        for module in modules
    }


def _settled(module: ast.Module) -> frozenset[str]:
    """The names that mean one thing in a module, wherever they stand."""
    named: Counter[str] = Counter()
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                named[name] += 1
            case ast.Name(id=name, ctx=ast.Store()):
                named[name] += 1
            case ast.ImportFrom(names=names):
                named.update(one.asname or one.name for one in names)
    return frozenset(name for name, times in named.items() if times == 1)


def _own_tuples(module: ast.Module) -> Iterator[tuple[str, Shape]]:
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(bases=[ast.Name("NamedTuple")], name=name):
                parts = [line for line in node.body if isinstance(line, ast.AnnAssign)]
                yield name, (len(parts), tuple(ast.unparse(line.value) for line in parts if line.value is not None))


def _brought(module: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """The names a module has imported: from where, and what each is called there."""
    for node in ast.walk(module):
        match node:
            case ast.ImportFrom(module=str(place), names=names, level=0):
                for one in names:
                    yield one.asname or one.name, (place, one.name)


class _Making(ast.NodeTransformer):
    """Makes named tuples straight where all their parts are given in order; what was left out is put there."""

    def __init__(self, tuples: Tuples) -> None:
        self.tuples = tuples
        self.made = 0

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(name), args=args, keywords=[]) if name in self.tuples:
                most, defaults = self.tuples[name]
                left = most - len(args)
                ends = [ast.parse(one, mode="eval").body for one in defaults[len(defaults) - left :]] if left else []
                told = all(_is_plain(one) for one in ends)
                if told and 0 <= left <= len(defaults) and not any(isinstance(one, ast.Starred) for one in args):
                    self.made += 1
                    parts = ast.unparse(ast.Tuple([*args, *ends], ast.Load()))
                    return ast.parse(f"_cast({name}, _native.made({name}, {parts}))", mode="eval").body
        return node


def _is_plain(value: ast.expr) -> bool:
    """It means the same wherever it is written."""
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Tuple) and all(map(_is_plain, value.elts)))


def _with_tuples_made(text: str, tuples: Tuples) -> str:
    """The same text, line for line, with every named tuple made straight that can be."""
    raw = text.encode()
    begins = [0]
    for line in raw.split(b"\n"):
        begins.append(begins[-1] + len(line) + 1)
    edits: list[tuple[int, int, bytes]] = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        making = _Making(tuples)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in tuples:
            first = begins[node.lineno - 1] + node.col_offset
            last = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            instead = ast.unparse(making.visit(node)).encode()
            if making.made:
                edits.append((first, last, b"(" + instead + b"\n" * raw.count(b"\n", first, last) + b")"))
                continue
        waiting.extend(ast.iter_child_nodes(node))
    for first, last, instead in sorted(edits, reverse=True):
        raw = raw[:first] + instead + raw[last:]
    return raw.decode()


# -- names and tables -----------------------------------------------------------------------------------------


def _say_where_tables_stand(tree: ast.Module, lines: list[str]) -> None:
    """A compiled module has no frame to look at."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "rules.table":
            row, column = (node.end_lineno or 0) - 1, (node.end_col_offset or 0) - 1
            before, after = _cut(lines[row], column)
            said = before.rstrip() or lines[row - 1].rstrip()
            comma = "" if said.endswith((",", "(")) else ", "
            lines[row] = f"{before}{comma}at=(__name__, {node.lineno}){after}"


def _cut(line: str, column: int) -> tuple[str, str]:
    """A line before and after a column, which ast counts in bytes."""
    raw = line.encode()
    return raw[:column].decode(), raw[column:].decode()


def _settle_names(tree: ast.Module, lines: list[str]) -> None:
    """What a module names once and for all is final: compiled code then need not look it up."""
    given: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given[node.id] = given.get(node.id, 0) + 1
        elif isinstance(node, ast.Global):
            given |= dict.fromkeys(node.names, len(lines))
    for line in tree.body:
        match line:
            case ast.Assign(targets=[ast.Name(name) as target], value=value) if given[name] == 1:
                if isinstance(value, LITERAL) and not _is_typing(value) and not name.startswith("__"):
                    before, after = _cut(lines[line.lineno - 1], target.end_col_offset or 0)
                    lines[line.lineno - 1] = f"{before}: _Final{after}"
            case ast.AnnAssign(target=ast.Name(name), value=value, annotation=said) if given[name] == 1:
                words = ast.unparse(said)
                if value is None or "Final" in words or "TypeAlias" in words or said.lineno != said.end_lineno:
                    continue
                before, rest = _cut(lines[said.lineno - 1], said.col_offset)
                inside, after = _cut(rest, (said.end_col_offset or 0) - said.col_offset)
                lines[said.lineno - 1] = f"{before}_Final[{inside}]{after}"


def _is_typing(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return value.value is None
    return isinstance(value, ast.Call) and ast.unparse(value.func) in (*TYPING, "copier")


# -- functions ------------------------------------------------------------------------------------------------


def _function(node: ast.FunctionDef, lines: list[str]) -> Iterator[Edit]:
    """A function and, below it, its registrations: they find it by its name."""
    decorators = node.decorator_list
    if not decorators or not all(ast.unparse(one).startswith(REGISTERS) for one in decorators):
        return
    text = lines[node.lineno - 1 : node.end_lineno]
    below = [_shape(node, node.name)]
    for one in reversed(decorators):
        assert isinstance(one, ast.Call)
        if _is_guarded(one):
            text[0] = text[0].replace(f"def {node.name}", f"def {_book(node.name)}", 1)
            below = [_shape(node, _book(node.name)), *_guard(node, one), _shape(node, node.name), _named(node, one)]
        else:
            below.append(f"{ast.unparse(one)}({node.name})")
    yield Edit(decorators[0].lineno - 1, node.end_lineno or 0, [*text, *below])


def _is_guarded(decorator: ast.Call) -> bool:
    """The rule is called by name, and may be off or replaced."""
    called = ast.unparse(decorator.func) in ("rules.rule", "rules.formula")
    return called and not any(keyword.arg == "replaces" for keyword in decorator.keywords)


def _book(name: str) -> str:
    """The rule as the book has it."""
    return f"{name}__book"


def _shape(node: ast.FunctionDef, name: str) -> str:
    given = node.args
    names = tuple(one.arg for one in given.posonlyargs + given.args)
    keywords = tuple(one.arg for one in given.kwonlyargs)
    returns = None if node.returns is None else ast.unparse(node.returns)
    varargs = given.vararg is not None
    line = min(node.lineno, *(one.lineno for one in node.decorator_list))
    return f"_native.shape({name}, {line}, {names}, {len(given.defaults)}, {varargs}, {keywords}, {returns!r})"


def _guard(node: ast.FunctionDef, decorator: ast.Call) -> Iterator[str]:
    """What others call: the rule itself where the book is played as printed, else whatever counts in that battle."""
    returns = ast.unparse(node.returns) if node.returns is not None else "None"
    silent = returns == "None"
    answer = "" if silent else "return "
    asked = "rules" if ast.unparse(decorator.func) == "rules.formula" else node.args.args[0].arg
    call = _call(node.args)
    yield f"def {node.name}({ast.unparse(node.args)}) -> {returns}:"
    yield f"{INDENT}if {asked}.changed is None:"
    yield f"{INDENT * 2}{answer}{_book(node.name)}({call})"
    if silent:
        yield f"{INDENT * 2}return"
    yield f"{INDENT}{answer}{asked}.changed.ways[{node.name}__home]({call})"


def _call(given: ast.arguments) -> str:
    said = [one.arg for one in given.posonlyargs + given.args]
    said += [f"*{given.vararg.arg}"] if given.vararg is not None else []
    said += [f"{one.arg}={one.arg}" for one in given.kwonlyargs]
    said += [f"**{given.kwarg.arg}"] if given.kwarg is not None else []
    return ", ".join(said)


def _named(node: ast.FunctionDef, decorator: ast.Call) -> str:
    kind = ast.unparse(decorator.func).removeprefix("rules.")
    ids = "".join(f"{ast.unparse(one)}, " for one in decorator.args)
    said = {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords}
    otherwise = said.get("otherwise", "None")
    names = f"{node.name}, {_book(node.name)}, {node.name!r}"
    return f"{node.name}__home: _Final = _native.named(rules, ({ids}), {kind!r}, {names}, {otherwise})"


# -- values ---------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """One field of a value, as it is written."""

    name: str
    type: str
    given: str  # what stands behind it, or nothing
    default: str | None
    factory: str | None
    init: bool
    node: ast.AnnAssign


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and not ast.unparse(line.annotation).startswith("ClassVar"):
            assert isinstance(line.target, ast.Name)
            yield _field(line.target.id, line)


def _field(name: str, line: ast.AnnAssign) -> Field:
    words = ast.unparse(line.annotation)
    match line.value:
        case None:
            return Field(name, words, "_native.MISSING", None, None, True, line)
        case ast.Call(func=ast.Name("field"), keywords=keywords):
            said = {one.arg: ast.unparse(one.value) for one in keywords}
            given = ast.unparse(line.value).replace("field(", "_native.field(", 1)
            init = said.get("init") != "False"
            return Field(name, words, given, said.get("default"), said.get("default_factory"), init, line)
        case ast.Call(func=ast.Name("_derived")):  # worked out when it is made
            return Field(name, words, ast.unparse(line.value), None, None, False, line)
        case value:
            return Field(name, words, ast.unparse(value), ast.unparse(value), None, True, line)


def _value(node: ast.ClassDef) -> list[Edit] | None:
    """A value, or any dataclass with slots, as a plain class; None for every other class.

    Values stay open, so that others may make blank ones and fill them: pydantic does, and whoever unpacks a pickle.
    """
    decorators = [ast.unparse(one) for one in node.decorator_list]
    plain = all(ast.unparse(base).startswith("Generic") for base in node.bases)
    if (
        len(decorators) != 1
        or not plain
        or not (VALUES.fullmatch(decorators[0]) or decorators[0] == "dataclass(slots=True)")
    ):
        return None
    fields = list(_fields(node))
    if decorators[0] == "value":  # orders and the like: whatever somebody writes, and for the rules to find fault with
        fields = [field._replace(type="_Any") for field in fields]
    decorator = node.decorator_list[0]
    edits = [Edit(decorator.lineno - 1, decorator.end_lineno or 0, [STAYS_OPEN])]
    for field in fields:
        first, last = field.node.lineno - 1, field.node.end_lineno or 0
        edits.append(Edit(first, last, [f"{INDENT}{field.name}: {field.type}", *[""] * (last - first - 1)]))
    own_identity = False
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.value) in ("object.__eq__", "object.__hash__"):
            own_identity = True
            edits.append(Edit(line.lineno - 1, line.end_lineno or 0, [""]))
    own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    kind = "MUTABLE" if decorators[0].startswith("dataclass") else "FROZEN" if decorators[0] == "frozen" else "OPEN"
    words = {field.name: ast.unparse(field.node.annotation) for field in fields}
    told = ", ".join(f"{field.name!r}: ({words[field.name]!r}, {field.given})" for field in fields)
    adopted = f"_native.adopt({node.name}, _native.{kind}, {{{told}}}, by_value={not own_identity})"
    end = node.end_lineno or 0
    edits.append(Edit(end, end, [*_constructor(fields, own), adopted]))
    return edits


def _constructor(fields: list[Field], own: set[str]) -> Iterator[str]:
    """What a dataclass would write when it is made; mypyc calls it straight."""
    yield f"{INDENT}__dataclass_fields__: _ClassVar[_Any] = None"
    if "__init__" in own:
        return
    given = [
        f"{field.name}: {field.type} | None = None"
        if field.factory is not None
        else f"{field.name}: {field.type}" + ("" if field.default is None else f" = {field.default}")
        for field in fields
        if field.init
    ]
    yield f"{INDENT}def __init__({', '.join(['self', *given])}) -> None:"
    for field in fields:
        made = f"{field.factory}()" if field.factory is not None else field.default
        if not field.init:
            if made is not None:
                yield f"{INDENT * 2}self.{field.name} = {made}"
        elif field.factory is not None:
            yield f"{INDENT * 2}self.{field.name} = {made} if {field.name} is None else {field.name}"
        else:
            yield f"{INDENT * 2}self.{field.name} = {field.name}"
    if "__post_init__" in own:
        yield f"{INDENT * 2}self.__post_init__()"
    yield f"{INDENT * 2}return"


def _copier(name: str, kind: str, fields: list[str]) -> list[str]:
    copied = ", ".join(f"one.{field}" for field in fields)
    return [f"def {name}(one: {kind}) -> {kind}:", f"{INDENT}return {kind}({copied})"]
