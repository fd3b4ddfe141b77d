"""What a scenario remembers in the state of a battle, and how to read it. All of it is plain data.

Rules declare with ``objective_memory`` what they remember of a marker, a flag or a building, and with ``secret_memory``
what a side alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.memory import battle_memory, memory
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.scenarios.plan import Scenario

# Side -> points.
score = battle_memory("score", dict[str, int], default={}, rule="AS-SCN-001")
# Id -> what is known of a marker, a flag or a building.
objectives = battle_memory("objectives", dict[str, dict[str, JSON]], default={}, rule="AS-SCN-001")
# Side -> what that side alone knows.
secrets = battle_memory("secret", dict[str, dict[str, JSON]], default={}, rule="AS-SCN-001", secret=True)

objective_memory: Final = memory.about("objective")
secret_memory: Final = memory.about("side's secret")


def scenario_of(battle: Battle) -> Scenario:
    """The scenario of a battle that has one."""
    scenario = battle.setup.scenario
    assert scenario is not None
    return scenario


def score_of(battle: Battle, side: str) -> int:
    return score.of(battle.state).get(side, 0)


def objective_notes(battle: Battle, name: str) -> Mapping[str, JSON]:
    return objectives.of(battle.state).get(name, {})


def secret_notes(battle: Battle, side: str) -> Mapping[str, JSON]:
    return secrets.of(battle.state).get(side, {})
