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

ROOMS = Path(lancemate.alphastrike.__file__).parent
GATE = ROOMS / "damage" / "damage.py"
# What only the room of damage may make or call: hits, and points marked off a card.
GUARDED = {"Hit", "mark_section", "armor_first"}


def calls(path: Path) -> list[str]:
    found = [one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, ast.Call)]
    return [one.func.id for one in found if isinstance(one.func, ast.Name)]


@pytest.mark.parametrize("path", sorted(ROOMS.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOMS)))
def test_nobody_else_makes_a_hit(path: Path) -> None:
    made = GUARDED.intersection(calls(path))
    if path.parent != GATE.parent:
        assert not made, f"{path.name} hurts a unit past damage/damage.py: {', '.join(made)}"
    elif path != GATE:
        assert "Hit" not in made, f"{path.name} makes a hit of its own"


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
