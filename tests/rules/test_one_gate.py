"""Nothing is hurt but through the one gate, and everything that hurts says what it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import lancemate.alphastrike
from lancemate.alphastrike.damage.causes import CAUSES
from lancemate.alphastrike.play import traits
from lancemate.alphastrike.ruleset import rules
from lancemate.rulebook.ledger import headings
from sources import calls, last_name, writes

ROOMS = Path(lancemate.alphastrike.__file__).parent
# What only some rooms may make or call: hits, points marked off a card, and heat that comes from outside.
DAMAGE, HEAT = "damage/", "heat/track.py"
GUARDED = {
    "Hit": ("damage/damage.py",),
    "mark_section": (DAMAGE,),
    "armor_first": (DAMAGE,),
    "DamageMarked": (DAMAGE,),
    "SectionDamaged": (DAMAGE,),
    "HeatReceived": (DAMAGE, HEAT),
}
# What is marked on a card: only events write it, and whoever reads a state.
MARKED = frozenset({"armor", "structure", "sections", "heat", "heat_taken", "heat_special_taken"})
READS_A_STATE = "turn/unit_state.py"


def past_the_gate(place: str, tree: ast.Module) -> list[str]:
    """By what a module hurts somebody, where only the gate may."""
    made = {name for name, call in calls(tree) if name in GUARDED and not place.startswith(GUARDED[name])}
    changed = {
        f"replace({ast.unparse(call.args[0])})"
        for name, call in calls(tree)
        if name == "replace" and call.args and last_name(call.args[0]) == "hit" and not place.startswith(DAMAGE)
    }
    methods = {id(one) for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef) for one in ast.walk(kind)}
    loose = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and id(node) not in methods]
    written = set() if place == READS_A_STATE else {name for node in loose for name in writes(node, MARKED)}
    events = [kind for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef)]
    if not place.startswith("play/events/"):
        written |= {name for kind in events for name in writes(kind, MARKED)}
    return sorted(made | changed | {f".{name} =" for name in written - OF_NO_UNIT.get(place, frozenset())})


# Where a word of these is none of a unit's in the battle that is played.
OF_NO_UNIT = {
    "asking/stalemate.py": frozenset({"heat"}),  # a copy is asked
    "combat/amount.py": frozenset({"heat"}),  # what an attack brings
    "damage/reckoning.py": frozenset({"heat"}),  # the same
}


@pytest.mark.parametrize("path", sorted(ROOMS.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOMS)))
def test_nobody_else_hurts_anybody(path: Path) -> None:
    place = path.relative_to(ROOMS).as_posix()
    found = past_the_gate(place, ast.parse(path.read_text(encoding="utf-8")))
    assert not found, f"{place} hurts a unit past damage/damage.py: {', '.join(found)}"


@pytest.mark.parametrize(
    "text",
    [
        "Hit('b1', 3)",
        "damage.Hit('b1', 3)",
        "from lancemate.alphastrike.damage.damage import Hit as Blast\nBlast('b1', 3)",
        "make = damage.Hit\nmake('b1', 3)",
        "replace(hit, points=0)",
        "battle.emit(DamageMarked('b1', 2, 0, 4, 5, 'mine'))",
        "battle.emit(events.HeatReceived('b1', 2, False, 'AS-OPT-490'))",
        "def rule(unit):\n    unit.armor -= 2",
        "def rule(unit):\n    unit.armor, unit.structure = 0, 1",
        "def rule(unit):\n    setattr(unit, 'structure', 0)",
        "class Burnt:\n    def apply(self, state):\n        state.units[self.unit].heat = 3",
    ],
)
def test_a_way_round_the_gate_is_noticed(text: str) -> None:
    assert past_the_gate("options/somewhere.py", ast.parse(text))


def test_every_cause_says_what_it_is_and_why_it_hurts() -> None:
    rules.load()
    ledger = {entry.id for entry in headings()}
    assert len(CAUSES) > 30
    for name, cause in CAUSES.items():
        assert cause.traits, f"{name} has no traits: what armor, riders and credit make of it nobody can say"
        assert cause.traits <= traits.WORDS
        assert cause.rule in ledger, f"{name}: {cause.rule} is no rule of the ledger"


def test_a_misspelled_trait_is_an_error() -> None:
    with pytest.raises(ValueError, match="there are no traits heavy"):
        traits.traits("heavy", traits.AREA)
