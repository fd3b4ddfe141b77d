"""Steady beams: -1 for those who have them, and for nobody else."""

import pytest

from lancemate import Attack, open_battle, preview_attack

DUEL = """
map: {{kind: table, width: 36, depth: 36}}
sides:
  - {{name: red, units: [{{id: red, unit: {unit}, at: [18, 8]}}]}}
  - {{name: blue, units: [{{id: blue, unit: ARC-2R Archer, at: [18, 20], facing: 180}}]}}
start: {{phase: combat, first: red}}
"""


@pytest.mark.rule("HOUSE-001")
@pytest.mark.parametrize(("unit", "expected"), [("BLN-1 Beamline", [-1]), ("MAD-3R Marauder", [])])
def test_steady_beams(unit: str, expected: list[int]) -> None:
    shot = preview_attack(open_battle(DUEL.format(unit=unit)), Attack("red", "blue"))
    assert [part.value for part in shot.modifiers if part.rule == "HOUSE-001"] == expected
