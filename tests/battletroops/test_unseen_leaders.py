"""What a side thinks ahead in, without the enemies whom it has not seen, ends its turns like any other battle."""

from __future__ import annotations

import pytest

from lancemate.battletroops.options.morale_leadership import leadership
from lancemate.battletroops.play.battle import Battle
from lancemate.bots.battletroops.view import View
from lancemate.lab.battletroops.contests import Contest, scenario_entries, setup_of


@pytest.mark.rule("BT-OPT-040")
def test_a_leader_whom_nobody_has_seen_leads_nobody() -> None:
    red, blue = scenario_entries("race-against-time", ["dragoons", "kurita"], ["random", "random"])
    battle = Battle(setup_of(Contest(red, blue, seed=1, turns=4, scenario="race-against-time"), 0), 1)
    squads = [squad.name for squad in battle.setup.squads if squad.leader is not None]
    leaders = {name: battle.setup.squad(name).leader for name in squads}  # type: ignore[union-attr]
    assert all(leadership(battle, name) is not None for name in squads if battle.units[str(leaders[name])].able)
    seen = View(battle, "kurita").battle
    seen.units.pop(str(leaders[squads[0]]), None)
    assert leadership(seen, squads[0]) is None
