"""Coming to a place is one road: nothing sets a unit somewhere beside it, and no rule hears of it by the move order."""

import ast
from collections.abc import Container, Iterator
from pathlib import Path

import pytest

import lancemate.alphastrike
from lancemate.rulebook.coverage import load_homes
from sources import calls, writes

ROOT = Path(lancemate.alphastrike.__file__).parent
WHERE = frozenset({"x", "y", "elevation", "place"})
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
# The functions of movement/entering.py that bring somebody to a place.
ROAD = {"put", "step_to"}
# Who takes the steps of an arrival, and why nothing is said at the end, where nothing is.
IN_STEPS = {
    "damage/crashing.py": "",
    "movement/air.py": "it comes down to walk, and its move goes on from there",
    "movement/entering.py": "it is the road",
    "movement/stepping_off.py": "",
    "options/advanced_terrain/waters.py": "",
    "options/aerospace_on_ground_map/landing.py": "",
    "options/dropping_troops.py": "",
    "options/external_cargo/towing.py": "",
    "options/land_air_mechs/converting.py": "a move goes on from there, or nobody has gone anywhere",
    "options/skidding.py": "",
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


def writes_where(node: ast.AST) -> set[str]:
    return writes(node, WHERE)


def loose_events(tree: ast.Module, known: Container[str]) -> list[str]:
    """Classes that set a unit somewhere in any of their methods, and are not marked as events that do."""
    kinds = [kind for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef) and kind.name not in known]
    return [kind.name for kind in kinds if writes_where(kind)]


def told_past_the_road(tree: ast.Module, arrivals: Container[str]) -> list[str]:
    """Arrivals that are made for anybody but the road; a function may hand one over that its caller puts there."""
    calls_of = list(calls(tree))
    handed = {id(arg) for name, call in calls_of if name in ROAD for arg in call.args}
    handed |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None}
    handed |= {id(one) for _, call in calls_of if id(call) in handed for one in ast.walk(call)}
    names = {arg.id for name, call in calls_of if name in ROAD for arg in call.args if isinstance(arg, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id in names for one in node.targets):
            handed |= {id(one) for one in ast.walk(node.value)}
    return [name for name, call in calls_of if name in arrivals and id(call) not in handed]


def test_every_event_that_sets_a_unit_somewhere_says_so() -> None:
    known = placing()
    loose = [f"{path}: {name}" for path, tree in SOURCES for name in loose_events(tree, known)]
    assert len(known) > 20
    assert loose == ["movement/entering.py: Entered"], "which asks a copy"


def test_nothing_but_events_sets_a_unit_somewhere() -> None:
    loose = set()
    for path, tree in SOURCES:
        inside = {id(one) for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef) for one in ast.walk(kind)}
        for one in ast.walk(tree):
            if isinstance(one, ast.FunctionDef) and id(one) not in inside and writes_where(one):
                loose.add(path)
    assert sorted(loose) == sorted(BESIDE)


def test_where_somebody_is_now_is_told_by_the_road_alone() -> None:
    """The mover tells its own steps, and things are no units; all else goes through movement/entering.py."""
    arrivals = {name for name, mark in placing().items() if mark == "placing_event"}
    loose = [f"{path}: {name}" for path, tree in SOURCES for name in told_past_the_road(tree, arrivals)]
    assert sorted(loose) == [
        "asking/planning.py: Moved",  # a copy is asked
        "movement/mover.py: Moved",
        "options/external_cargo/loads.py: CargoDown",
    ]


def test_whoever_tells_of_an_arrival_in_steps_is_known() -> None:
    """``step_to`` leaves it to its caller to say ``came`` or ``led_to`` when the last step is taken."""
    stepping = {path for path, tree in SOURCES for name, _ in calls(tree) if name == "step_to"}
    assert sorted(stepping) == sorted(IN_STEPS)
    for path, tree in SOURCES:
        told = {name for name, _ in calls(tree)}
        assert path not in IN_STEPS or IN_STEPS[path] or told & {"came", "led_to", "led_along"}, path


def test_the_move_order_is_heard_by_rules_about_the_order_alone() -> None:
    heard = {home.name for homes in load_homes().values() for home in homes if home.hook == "moved"}
    assert heard == set(ABOUT_THE_ORDER)


@pytest.mark.parametrize("gone", ["touched_down", "was_dropped"])
def test_no_way_to_come_somewhere_has_a_hook_of_its_own(gone: str) -> None:
    from lancemate.alphastrike import hooks

    assert not hasattr(hooks, gone)


@pytest.mark.parametrize(
    "text",
    [
        "class Blown:\n    def apply(self, state):\n        state.units[self.unit].x = 3.0",
        "class Blown:\n    def _set(self, unit):\n        unit.x, unit.y = self.at",
        "class Blown:\n    def apply(self, state):\n        setattr(state.units[self.unit], 'elevation', 0.0)",
    ],
)
def test_an_event_that_sets_somebody_somewhere_by_itself_is_noticed(text: str) -> None:
    assert loose_events(ast.parse(text), placing()) == ["Blown"]


@pytest.mark.parametrize(
    "text",
    [
        "battle.emit(Displaced('b1', at, 0.0, by))",
        "battle.emit(events.Displaced('b1', at, 0.0, by))",
        "from lancemate.alphastrike.play.events import Displaced as Gone\nbattle.emit(Gone('b1', at, 0.0, by))",
        "blown = Displaced('b1', at, 0.0, by)\nbattle.emit(blown)",
        "tell = battle.emit\ntell(Displaced('b1', at, 0.0, by))",
        "battle.then('later', told=Displaced('b1', at, 0.0, by))",
    ],
)
def test_an_arrival_that_is_told_past_the_road_is_noticed(text: str) -> None:
    assert told_past_the_road(ast.parse(text), placing()) == ["Displaced"]
    assert told_past_the_road(ast.parse("put(battle, Displaced('b1', at, 0.0, by), FELL)"), placing()) == []
