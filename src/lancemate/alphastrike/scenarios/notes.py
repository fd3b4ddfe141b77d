"""What a scenario remembers in the state of a battle, and how to read it. All of it is plain data.

Rules declare with ``objective_memory`` what they remember of a marker, a flag or a building, and with ``secret_memory``
what a side alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.ids import UnitId
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

# Who could give a unit away.
commander = objective_memory("unit", str, default=None, rule="AS-SCN-025")
# Of a flag: the unit that carries it, and whether it no longer lies where it began.
carrier = objective_memory("carrier", str, default=None, rule="AS-SCN-030")
home = objective_memory("home", list[str], default=[], rule="AS-SCN-069")


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


def objectives_without(known: Mapping[str, Mapping[str, JSON]], units: frozenset[UnitId]) -> JSON:
    """What is known of objectives to somebody who knows nothing of these units."""
    about = {f"unit:{name}" for name in units}
    return {
        name: _without(notes, units)
        for name, notes in known.items()
        if name not in about and commander.read(notes) not in units
    }


def _without(notes: Mapping[str, JSON], units: frozenset[UnitId]) -> JSON:
    kept = {key: value for key, value in notes.items() if key != carrier.name or value not in units}
    back = kept.get(home.name)
    return {**kept, home.name: [name for name in back if name not in units]} if isinstance(back, list) else kept
