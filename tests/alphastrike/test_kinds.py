"""Kinds of attack have traits, and rules ask for those: who knows a kind of another room by its name says why."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lancemate import alphastrike
from lancemate.alphastrike.hooks import attack_kinds
from lancemate.alphastrike.play import traits as words
from lancemate.alphastrike.play.traits import WORDS, traits
from lancemate.alphastrike.ruleset import rules

ROOT = Path(alphastrike.__path__[0])
SHOWING = ("asking", "scripts", "telling", "appendix")  # rooms that tell of attacks and have no rules

# Rooms, or single modules, and the kinds they know by name besides their own.
ALLOWED = {
    "abilities/viral_jammers": "a jammer silences devices by the code they are fired as, which is their kind",
    "air/attacks": "one table says like which of its own kinds a munition falls",
    "combat": "the rows of the core are about the core's own kinds",
    "options/advanced_artillery": "artillery from beyond the table takes over the kind that is fired on it",
    "options/advanced_buildings/capture": "it asks what was declared",
    "options/alternate_munitions": "a munition says which kinds fire it (AS-OPT-101)",
    "options/artillery_counter_battery": "it is one more way to use off-board fire (AS-OPT-190)",
    "options/editions": "an edition puts its own row in the place of one kind's",
}


def modules() -> Iterator[tuple[str, ModuleType, ast.Module]]:
    rules.load()
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).with_suffix("").as_posix().removesuffix("/__init__")
        name = f"{alphastrike.__name__}.{place.replace('/', '.')}"
        if not place.startswith(SHOWING) and name in sys.modules:
            yield place, sys.modules[name], ast.parse(path.read_text(encoding="utf-8"))


def named(node: ast.expr, module: ModuleType) -> set[str]:
    """The kinds that an expression stands for, as far as the module's own names say."""
    try:
        value: Any = eval(compile(ast.Expression(node), "", "eval"), dict(vars(module)))
    except Exception:
        return set()
    found = (
        {value}
        if isinstance(value, str)
        else set(value)
        if isinstance(value, (tuple, list, set, frozenset, dict))
        else set()
    )
    return {one for one in found if isinstance(one, str) and one in attack_kinds}


def asks_by_name(module: ModuleType, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Comparisons of the kind of an attack with names, and registrations by names, each with its line."""
    words = {"attack.kind"} | {
        one.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("attack.kind")
        for one in node.targets
        if isinstance(one, ast.Name)
    }

    def is_a_kind(node: ast.expr) -> bool:
        return ast.unparse(node) in words or ast.unparse(node).endswith("attack.kind")

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(is_a_kind(one) for one in (node.left, *node.comparators)):
            for other in (node.left, *node.comparators):
                yield from ((node.lineno, kind) for kind in named(other, module))
        if isinstance(node, ast.Match) and is_a_kind(node.subject):
            for case in (one for each in node.cases for one in ast.walk(each.pattern)):
                if isinstance(case, ast.MatchValue):
                    yield from ((node.lineno, kind) for kind in named(case.value, module))
        if isinstance(node, ast.Subscript) and is_a_kind(node.slice):
            yield from ((node.lineno, kind) for kind in named(written_out(node.value, tree), module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and any(map(is_a_kind, node.args[:1])):
            yield from ((node.lineno, kind) for kind in named(written_out(node.func.value, tree), module))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("hooks."):
            for keyword in node.keywords:
                if keyword.arg == "kinds" and "target_moved" not in ast.unparse(node.func):
                    yield from ((node.lineno, kind) for kind in named(keyword.value, module))


def written_out(node: ast.expr, tree: ast.Module) -> ast.expr:
    """A table as the module writes it down; what others add to a register is theirs."""
    if not isinstance(node, ast.Name):
        return node
    for one in tree.body:
        if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            if any(isinstance(target, ast.Name) and target.id == node.id for target in targets):
                return one.value if isinstance(one.value, ast.Dict) and one.value.keys else ast.Constant(None)
    return ast.Constant(None)


def homes() -> dict[str, set[str]]:
    """Where each kind is made: the rooms, or options, whose modules register it."""
    found: dict[str, set[str]] = {}
    for place, module, tree in modules():
        makes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        if any(ast.unparse(node.func) in ("Kind", "device") for node in makes):
            text = ast.unparse(tree)
            for name, kind in attack_kinds.items():
                called = {key for key, value in vars(module).items() if value == name}
                if f"'{name}'" in text or called:
                    found.setdefault(name, set()).add(room(place))
                assert kind.name == name
    return found


def room(place: str) -> str:
    head, *rest = place.split("/")
    return f"options/{rest[0]}" if head == "options" else head


def is_allowed(place: str) -> bool:
    return any(place == one or place.startswith(f"{one}/") for one in ALLOWED)


def test_a_rule_asks_for_traits_and_not_for_the_name_of_a_kind() -> None:
    made = homes()
    strange = [
        f"{place}.py:{line}: {kind}"
        for place, module, tree in modules()
        for line, kind in asks_by_name(module, tree)
        if room(place) not in made[kind] and not is_allowed(place)
    ]
    assert strange == [], "say traits= and but=, with a trait that these kinds have"


@pytest.mark.parametrize(
    "text",
    [
        "attack.kind == 'weapon'",
        "work.attack.kind in (STRIKE, 'weapon')",
        "hooks.to_hit.rule('AS-COM-052', kinds=('weapon', STRIKE))",
        "'weapon' == attack.kind",
        "kind = attack.kind\nharder = kind == 'weapon'",
        "match attack.kind:\n    case 'weapon':\n        pass",
        "{'weapon': 2}.get(attack.kind)",
        "{'weapon': 2}[attack.kind]",
    ],
)
def test_it_is_noticed(text: str) -> None:
    here = ModuleType("here")
    here.__dict__["STRIKE"] = "strike"
    assert "weapon" in {kind for _, kind in asks_by_name(here, ast.parse(text))}


def test_every_kind_is_made_somewhere_and_has_traits() -> None:
    assert set(homes()) == set(attack_kinds)
    assert all(kind.traits and kind.traits <= WORDS for kind in attack_kinds.values())


def test_a_misspelled_trait_is_an_error() -> None:
    with pytest.raises(ValueError, match="there are no traits wepon"):
        traits("wepon")


def test_every_word_is_had_or_asked_for() -> None:
    """A trait that no rule asks for says nothing."""
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py") if path.name != "traits.py")
    idle = [name for name, word in vars(words).items() if name.isupper() and word in WORDS and name not in text]
    assert idle == []
