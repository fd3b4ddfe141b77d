"""Coming to a place is one road: nothing sets a unit somewhere beside it, and no rule hears of it by the move order."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lancemate.alphastrike
from lancemate.rulebook.coverage import load_homes

ROOT = Path(lancemate.alphastrike.__file__).parent
WHERE = {"x", "y", "elevation", "place"}
# Who writes where a unit is and is no event: what is read from files, before there is a battle, and copies that are
# only asked what would be.
BESIDE = {
    "turn/opening.py": "a battle begins",
    "turn/unit_state.py": "a state is read",
    "air/writing.py": "a state is read",
    "options/external_cargo/loads.py": "a state is read",
    "options/hidden_units/hiding.py": "a copy is asked",
    "scenarios/flying_home.py": "a copy is asked",
    "options/advanced_buildings/guns.py": "a copy is asked",
    "support/minefields.py": "a copy is asked",
}
# What really is about the order to move, and not about where that ends.
ABOUT_THE_ORDER = {
    "stood_on_the_ice": "its Move spent standing still",
    "comes_up_through_the_ice": "how deep it has chosen to swim",
    "remembers_its_way": "mines are laid along its own path",
    "announces": "drops are announced with the order",
    "run_is_recorded": "a run is part of the order",
    "ends_beside": "what a skid has made of the move",
    "pulled_along": "what the mover pulls comes after it",
    "drops_it": "cargo is dropped by the order",
    "takes_up_spades": "digging in is a way to spend a Move",
    "lies_down_or_gets_up": "so is lying down",
    "walks_in_as_a_boarder": "the walls that its path leads through",
    "stands_in_front": "whom it shields it says with the order",
    "breaks_its_way": "the inches that its path leads through walls",
    "runs_too_fast": "the Move that it has spent",
    "has_found_it": "searching is part of the order",
    "takes_control": "the Move that it has left",
    "dashes": "how straight, and how far, its path is",
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


SOURCES = tuple(sources())


def placing() -> dict[str, str]:
    """The events that set a unit somewhere, or take it away, with what they are marked as."""
    found = {}
    for _, tree in SOURCES:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
                if marks & {"placing_event", "leaving_event"}:
                    found[node.name] = marks.pop()
    return found


def written(node: ast.AST) -> set[str]:
    """What of a unit's place a function sets on anything but itself."""
    found: set[str] = set()
    for one in ast.walk(node):
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AugAssign) else []
        for target in targets:
            parts = ast.walk(target)
            found |= {
                part.attr
                for part in parts
                if isinstance(part, ast.Attribute)
                and part.attr in WHERE
                and not (isinstance(part.value, ast.Name) and part.value.id == "self")
            }
    return found


def test_every_event_that_sets_a_unit_somewhere_says_so() -> None:
    known, loose = placing(), []
    for path, tree in SOURCES:
        for kind in ast.walk(tree):
            if not isinstance(kind, ast.ClassDef) or kind.name in known:
                continue
            loose += [
                f"{path}: {kind.name}"
                for method in kind.body
                if isinstance(method, ast.FunctionDef) and method.name == "apply" and written(method)
            ]
    assert len(known) > 20
    assert loose == []


def test_nothing_but_events_sets_a_unit_somewhere() -> None:
    loose = set()
    for path, tree in SOURCES:
        inside = {id(one) for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef) for one in ast.walk(kind)}
        for one in ast.walk(tree):
            if isinstance(one, ast.FunctionDef) and id(one) not in inside and written(one):
                loose.add(path)
    assert sorted(loose) == sorted(BESIDE)


def test_where_somebody_is_now_is_told_by_the_road_alone() -> None:
    """The mover tells its own steps, and things are no units; all else goes through movement/entering.py."""
    arrivals = {name for name, mark in placing().items() if mark == "placing_event"}
    loose = []
    for path, tree in SOURCES:
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "emit":
                made = [
                    arg.func.id for arg in call.args if isinstance(arg, ast.Call) and isinstance(arg.func, ast.Name)
                ]
                loose += [f"{path}: {name}" for name in made if name in arrivals]
    assert sorted(loose) == ["movement/mover.py: Moved", "options/external_cargo/loads.py: CargoDown"]


def test_the_move_order_is_heard_by_rules_about_the_order_alone() -> None:
    heard = {home.name for homes in load_homes().values() for home in homes if home.hook == "moved"}
    assert heard == set(ABOUT_THE_ORDER)


@pytest.mark.parametrize("gone", ["touched_down", "was_dropped"])
def test_no_way_to_come_somewhere_has_a_hook_of_its_own(gone: str) -> None:
    from lancemate.alphastrike import hooks

    assert not hasattr(hooks, gone)
