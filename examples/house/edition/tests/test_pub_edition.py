"""The pub edition beside the book: woods, and where medium range ends."""

import pytest

from lancemate import Attack, open_battle, preview_attack

SHOT = """
map: {{kind: table, width: 36, depth: 48}}
edition: {edition}
terrain: [{{id: copse, kind: woods, rect: [16, 12, 4, 1]}}]
sides:
  - {{name: red, units: [{{id: red, unit: MAD-3R Marauder, at: [18, 8]}}]}}
  - {{name: blue, units: [{{id: blue, unit: ARC-2R Archer, at: [18, {y}], facing: 180}}]}}
start: {{phase: combat, first: red}}
"""


def parts(edition: str, y: float) -> dict[str, int]:
    shot = preview_attack(open_battle(SHOT.format(edition=edition, y=y)), Attack("red", "blue"))
    return {part.label: part.value for part in shot.modifiers}


@pytest.mark.rule("PUB-001")
def test_thick_woods() -> None:
    assert (parts("commander", 20)["Woods"], parts("pub", 20)["Woods"]) == (1, 2)


@pytest.mark.rule("PUB-002")
def test_medium_range_ends_sooner() -> None:
    assert "Range: medium" in parts("commander", 30)
    assert "Range: long" in parts("pub", 30)
