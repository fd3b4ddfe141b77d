"""Under water: what a hit that takes the last armor still brings."""

import pytest

from lancemate.alphastrike.play import orders as commands
from rules.table import battle, end, unit

POND = {"kind": "water", "depth": 2, "rect": [10, 10, 30, 30]}


@pytest.mark.rule("AS-DMG-020", "AS-DMG-034", "AS-DMG-019")
def test_a_unit_that_is_about_to_sink_makes_its_critical_checks_first():
    fight = battle(
        unit("r1", (20, 20), damage="6/6/6", skill=3),
        unit("b1", (20, 23), 180, armor=1, structure=9),
        terrain=[POND],
        dice=(6, 5, 4, 5, 4, 5, 1, 1, 2, 2),
    )
    events = fight.do(commands.Attack("r1", "b1"))
    assert [event.cause for event in events if event.type == "critical"] == ["structure", "submerged"]
    assert fight.units["b1"].doomed is not None
    end(fight, 2)
    assert fight.units["b1"].destroyed
