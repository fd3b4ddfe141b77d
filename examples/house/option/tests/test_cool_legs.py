"""Cool legs: a hot unit walks farther with the option than without it."""

import pytest

from lancemate import open_battle
from lancemate.alphastrike.play.stats import current_move

HOT = """
map: {{kind: table, width: 36, depth: 36}}
options: [{options}]
sides:
  - {{name: red, units: [{{id: red, unit: MAD-3R Marauder, at: [18, 8], state: {{heat: 2}}}}]}}
  - {{name: blue, units: [{{id: blue, unit: ARC-2R Archer, at: [18, 28], facing: 180}}]}}
"""


@pytest.mark.rule("COOL-001")
@pytest.mark.parametrize(("options", "inches"), [("", 4.0), ("cool_legs", 6.0)])
def test_heat_slows_less(options: str, inches: float) -> None:
    battle = open_battle(HOT.format(options=options))
    assert current_move(battle, battle.units["red"]) == inches
